//! Short IDs: a whole puzzle as one word of letters, digits, `-` and `_`.
//!
//! An ID is `lo1-` and base64url (RFC 4648, no padding) of these bytes; numbers are varints, seven
//! bits a byte, low bits first.
//!
//! 1. A byte: bits 0-1 the lights (0 all off, 1 all in one state, 2 packed); bits 2-4 the target
//!    (0 off, 1 on, 2 a state, 3 a grid all in one state, 4 a packed grid); bit 5 a rule, bit 6
//!    holes, bit 7 weights follow.
//! 2. A byte: bits 0-4 the game (0-5 the surfaces, 6 triangle, 7 hexagon, 8 box, 9 cube, 10-16 the
//!    toys, 31 a free system); bit 5 a number of states follows.
//! 3. The sizes of the board; or the numbers of lights and of buttons, then for each button the
//!    number of its entries and for each entry 2 light + (1 when an amount follows), amount.
//! 4. The number of states less 2, where it is not the board's default.
//! 5. The rule, where it is not the board's default: 0-6, or 7, half the stencil's rows and
//!    columns (rounded down) and its places, eight to a byte.
//! 6. The number of holes less 1, then for each the number of places since the one before.
//! 7. The lights, the target: nothing, one number, or packed: groups of g values as the digits of
//!    one number in base k, first value lowest, g the largest with k^g <= 2^64.
//! 8. The weights.
//! 9. Three bytes of checksum over all before: CRC-24 as in RFC 4880.
//!
//! Each [`Puzzle`] has exactly one ID; puzzles that differ in how they were written, such as in the
//! order of a button's lights, have different ones.

use super::ParseError;
use super::error::{brief, quoted};
use super::resolve::Overrides;
use super::text::default_rule;
use crate::board::{Board, Rule, Shape, Surface, Toy};
use crate::puzzle::{FreeSystem, Game, Puzzle, Target};

/// What every ID begins with.
pub const PREFIX: &str = "lo1-";

/// Most values that an ID gives as "all the same": above it they are packed, so that a short ID
/// cannot ask for much memory.
const MOST_UNIFORM: usize = 1 << 20;

const FREE: u8 = 31;
const RULES: [Rule; 7] =
    [Rule::Plus, Rule::PlusOpen, Rule::Cross, Rule::King, Rule::KingOpen, Rule::Knight, Rule::RowColumn];
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Whether a text begins as an ID of some version does: `lo`, a number, `-`.
pub fn is_id(text: &str) -> bool {
    version(text).is_some()
}

/// Version and length of the prefix.
fn version(text: &str) -> Option<(&str, usize)> {
    let rest = text.strip_prefix("lo")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && rest[digits..].starts_with('-')).then(|| (&rest[..digits], digits + 3))
}

/// The ID of a puzzle.
///
/// # Examples
/// ```
/// use lightsout::format::{self, Overrides, id};
///
/// let puzzle = format::parse(b"#..\n.#.\n..#\n", &Overrides::default())?;
/// let short = id::write(&puzzle);
/// assert_eq!(short, "lo1-AgADAxEBLWpq");
/// assert_eq!(id::parse(&short, &Overrides::default())?, puzzle);
/// # Ok::<(), format::ParseError>(())
/// ```
pub fn write(puzzle: &Puzzle) -> String {
    let bytes = encode(puzzle);
    let mut out = String::with_capacity(PREFIX.len() + bytes.len().div_ceil(3) * 4);
    out.push_str(PREFIX);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().enumerate().fold(0u32, |word, (i, &b)| word | u32::from(b) << (16 - 8 * i));
        for i in 0..=chunk.len() {
            out.push(char::from(ALPHABET[(word >> (18 - 6 * i) & 63) as usize]));
        }
    }
    out
}

/// Reads an ID; blanks around it are passed over.
///
/// # Errors
/// When the text is none, is damaged or of a version that this program does not know.
///
/// # Complexity
/// O(n) time and memory for n characters, beyond 2^20 lights at most.
pub fn parse(text: &str, overrides: &Overrides) -> Result<Puzzle, ParseError> {
    let start = text.len() - text.trim_ascii_start().len();
    let fail = |offset: usize, error: ParseError| error.at_offset(text, start + offset);
    let id = text.trim_ascii();
    let body = match version(id) {
        Some(("1", length)) => &id[length..],
        Some((other, _)) => {
            let found = format!("an ID of version {}", brief(other));
            return Err(fail(0, ParseError::new(found, "version 1 (lo1-)")));
        }
        None => {
            return Err(fail(
                0,
                ParseError::new(format!("\"{}\"", brief(id)), "an ID, which begins with lo1-"),
            ));
        }
    };
    let mut bytes = Vec::with_capacity(body.len() / 4 * 3 + 2);
    let (mut word, mut bits) = (0u32, 0);
    for (offset, c) in body.char_indices() {
        let Some(value) = ALPHABET.iter().position(|&a| char::from(a) == c) else {
            let expected = "a letter, a digit, - or _ of an ID";
            return Err(fail(PREFIX.len() + offset, ParseError::new(quoted(c), expected)));
        };
        word = word << 6 | value as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((word >> bits) as u8);
            word &= (1 << bits) - 1;
        }
    }
    let damaged = || {
        let expected =
            "an ID as it was printed (its checksum does not fit: a character is wrong, missing or too many)";
        fail(0, ParseError::new("a damaged ID", expected))
    };
    let Some(split) = bytes.len().checked_sub(3) else { return Err(damaged()) };
    let (data, sum) = bytes.split_at(split);
    if checksum(data).to_be_bytes()[1..] != *sum || bits >= 6 || word != 0 {
        return Err(damaged());
    }
    let puzzle = Reader { bytes: data }.puzzle();
    let puzzle = puzzle.filter(|puzzle| encode(puzzle) == bytes).ok_or_else(|| {
        let expected = "one that this program has made";
        fail(0, ParseError::new("an ID that no puzzle has", expected))
    })?;
    overrides.apply(puzzle)
}

/// CRC-24 with the polynomial and the start value of RFC 4880, section 6.1.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x00b7_04ce, |mut crc: u32, &byte| {
        crc ^= u32::from(byte) << 16;
        for _ in 0..8 {
            crc <<= 1;
            if crc & 1 << 24 != 0 {
                crc ^= 0x0186_4cfb;
            }
        }
        crc
    })
}

/// How a list of values is given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    Zero,
    Same(u32),
    Packed,
}

fn given(values: &[u32]) -> Given {
    match values.first() {
        None => Given::Zero,
        Some(&first) if values.len() <= MOST_UNIFORM && values.iter().all(|&v| v == first) => {
            if first == 0 {
                Given::Zero
            } else {
                Given::Same(first)
            }
        }
        _ => Given::Packed,
    }
}

/// How many values a packed group holds: the largest g with k^g <= 2^64.
fn group(states: u64) -> usize {
    let (mut g, mut power) = (0, 1u128);
    while power * u128::from(states) <= 1 << 64 {
        power *= u128::from(states);
        g += 1;
    }
    g
}

/// Bytes of a group of n values, n no more than [`group`].
fn group_bytes(states: u64, n: usize) -> usize {
    let largest = u128::from(states).pow(n as u32) - 1;
    (128 - largest.leading_zeros()).div_ceil(8) as usize
}

fn encode(puzzle: &Puzzle) -> Vec<u8> {
    let (game, states) = (puzzle.game(), puzzle.states());
    let (code, sizes, default_states) = match game {
        Game::Board(board) => board_code(board),
        Game::Free(free) => (FREE, vec![free.lights(), free.buttons().len()], 2),
    };
    let rule =
        game.board().map(Board::rule).filter(|rule| game.board().map(default_rule).as_ref() != Some(rule));
    let holes = game.board().map_or(&[][..], Board::holes);
    let lights = given(puzzle.lights());
    let target = match puzzle.target() {
        Target::Off => 0,
        Target::On => 1,
        Target::State(_) => 2,
        Target::Lights(values) if given(values) != Given::Packed => 3,
        Target::Lights(_) => 4,
    };
    let lights_kind = match lights {
        Given::Zero => 0,
        Given::Same(_) => 1,
        Given::Packed => 2u8,
    };
    let flag = |set: bool, bit: u8| u8::from(set) << bit;
    let mut out = vec![
        lights_kind
            | target << 2
            | flag(rule.is_some(), 5)
            | flag(!holes.is_empty(), 6)
            | flag(puzzle.weights().is_some(), 7),
        code | flag(states != default_states, 5),
    ];
    for size in sizes {
        put(&mut out, size as u64);
    }
    if let Game::Free(free) = game {
        for button in free.buttons() {
            put(&mut out, button.len() as u64);
            for &(light, amount) in button {
                put(&mut out, light as u64 * 2 + u64::from(amount != 1));
                if amount != 1 {
                    put(&mut out, amount);
                }
            }
        }
    }
    if states != default_states {
        put(&mut out, states - 2);
    }
    if let Some(rule) = rule {
        put_rule(&mut out, rule);
    }
    if !holes.is_empty() {
        put(&mut out, holes.len() as u64 - 1);
        let mut next = 0;
        for &hole in holes {
            put(&mut out, (hole - next) as u64);
            next = hole + 1;
        }
    }
    put_values(&mut out, lights, puzzle.lights(), states);
    match puzzle.target() {
        Target::Off | Target::On => {}
        Target::State(state) => put(&mut out, u64::from(*state)),
        Target::Lights(values) => match given(values) {
            Given::Packed => put_values(&mut out, Given::Packed, values, states),
            _ => put(&mut out, u64::from(values.first().copied().unwrap_or(0))),
        },
    }
    for &weight in puzzle.weights().unwrap_or_default() {
        put(&mut out, u64::from(weight));
    }
    let sum = checksum(&out);
    out.extend_from_slice(&sum.to_be_bytes()[1..]);
    out
}

/// Code, sizes and default number of states of a board.
fn board_code(board: &Board) -> (u8, Vec<usize>, u64) {
    let toy = |toy: Toy| 10 + Toy::ALL.iter().position(|&other| other == toy).unwrap_or(0) as u8;
    let (code, sizes) = match (board.toy(), board.shape()) {
        (Some(name), _) => (toy(name), vec![]),
        (None, Shape::Grid { surface, rows, columns }) => {
            let code = Surface::ALL.iter().position(|&other| other == surface).unwrap_or(0);
            (code as u8, vec![rows, columns])
        }
        (None, Shape::Triangle { side }) => (6, vec![side]),
        (None, Shape::Hexagon { side }) => (7, vec![side]),
        (None, Shape::Box { layers, rows, columns }) => (8, vec![layers, rows, columns]),
        (None, Shape::Cube { side }) => (9, vec![side]),
        (None, Shape::Merlin) => (toy(Toy::Merlin), vec![]),
        (None, Shape::Orbix) => (toy(Toy::Orbix), vec![]),
    };
    (code, sizes, board.default_states())
}

fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

fn put_rule(out: &mut Vec<u8>, rule: &Rule) {
    if let Some(code) = RULES.iter().position(|other| other == rule) {
        return put(out, code as u64);
    }
    let drawn = rule.to_string();
    let rows: Vec<&str> = drawn.split('/').collect();
    put(out, 7);
    put(out, rows.len() as u64 / 2);
    put(out, rows[0].len() as u64 / 2);
    let marks: Vec<bool> = drawn.bytes().filter(|&b| b != b'/').map(|b| b == b'#').collect();
    for chunk in marks.chunks(8) {
        out.push(chunk.iter().enumerate().fold(0, |byte, (i, &mark)| byte | u8::from(mark) << i));
    }
}

fn put_values(out: &mut Vec<u8>, given: Given, values: &[u32], states: u64) {
    match given {
        Given::Zero => {}
        Given::Same(state) => put(out, u64::from(state)),
        Given::Packed => {
            for chunk in values.chunks(group(states)) {
                let number = chunk.iter().rev().fold(0u128, |n, &v| n * u128::from(states) + u128::from(v));
                out.extend_from_slice(&number.to_le_bytes()[..group_bytes(states, chunk.len())]);
            }
        }
    }
}

/// Takes the bytes apart; `None` wherever they are not those of a puzzle.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(n)?;
        self.bytes = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|b| b[0])
    }

    fn number(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 127);
            if part << shift >> shift != part {
                return None;
            }
            value |= part << shift;
            if byte < 128 {
                return Some(value);
            }
        }
        None
    }

    fn size(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// A number of things that take at least a byte each.
    fn count(&mut self) -> Option<usize> {
        self.size().filter(|&n| n <= self.bytes.len())
    }

    fn puzzle(mut self) -> Option<Puzzle> {
        let (flags, code) = (self.byte()?, self.byte()?);
        let own_states = code & 32 != 0;
        let mut game = match code & 31 {
            FREE => Game::Free(self.free()?),
            code => Game::Board(self.board(code)?),
        };
        let states = match own_states {
            true => self.number()?.checked_add(2).filter(|&k| k <= crate::puzzle::MOST_STATES)?,
            false => game.board().map_or(2, Board::default_states),
        };
        if flags & 32 != 0 {
            let rule = self.rule()?;
            let Game::Board(board) = game else { return None };
            game = Game::Board(board.with_rule(rule).ok()?);
        }
        if flags & 64 != 0 {
            let Game::Board(board) = game else { return None };
            let count = self.count()?.checked_add(1)?;
            let (mut holes, mut next) = (Vec::new(), 0usize);
            for _ in 0..count {
                let hole = next.checked_add(self.size()?)?;
                holes.push(hole);
                next = hole.checked_add(1)?;
            }
            game = Game::Board(board.with_holes(holes).ok()?);
        }
        let n = game.lights();
        let lights = match flags & 3 {
            0 => same(0, n)?,
            1 => same(self.number()?, n)?,
            2 => self.values(n, states)?,
            _ => return None,
        };
        let target = match flags >> 2 & 7 {
            0 => Target::Off,
            1 => Target::On,
            2 => Target::State(u32::try_from(self.number()?).ok()?),
            3 => Target::Lights(same(self.number()?, n)?),
            4 => Target::Lights(self.values(n, states)?),
            _ => return None,
        };
        let buttons = game.buttons();
        let mut puzzle = Puzzle::new(game, states, lights, target).ok()?;
        if flags & 128 != 0 {
            if buttons > self.bytes.len() {
                return None;
            }
            let weights: Option<Vec<u32>> =
                (0..buttons).map(|_| u32::try_from(self.number()?).ok()).collect();
            puzzle = puzzle.with_weights(weights?).ok()?;
        }
        self.bytes.is_empty().then_some(puzzle)
    }

    fn board(&mut self, code: u8) -> Option<Board> {
        let code = usize::from(code);
        if let Some(toy) = code.checked_sub(10) {
            return Toy::ALL.get(toy)?.name().parse().ok();
        }
        let shape = match code {
            6 => Shape::Triangle { side: self.size()? },
            7 => Shape::Hexagon { side: self.size()? },
            8 => Shape::Box { layers: self.size()?, rows: self.size()?, columns: self.size()? },
            9 => Shape::Cube { side: self.size()? },
            _ => Shape::Grid { surface: Surface::ALL[code], rows: self.size()?, columns: self.size()? },
        };
        Board::new(shape, Rule::Plus).ok()
    }

    fn free(&mut self) -> Option<FreeSystem> {
        let lights = self.size()?;
        let count = self.count()?;
        let mut buttons = Vec::with_capacity(count);
        for _ in 0..count {
            let entries = self.count()?;
            let mut button = Vec::with_capacity(entries);
            for _ in 0..entries {
                let entry = self.size()?;
                let amount = if entry % 2 == 0 { 1 } else { self.number()? };
                button.push((entry / 2, amount));
            }
            buttons.push(button);
        }
        FreeSystem::new(lights, buttons).ok()
    }

    fn rule(&mut self) -> Option<Rule> {
        let code = self.size()?;
        if code != 7 {
            return RULES.get(code).cloned();
        }
        let odd = |half: usize| half.checked_mul(2)?.checked_add(1);
        let (rows, columns) = (odd(self.size()?)?, odd(self.size()?)?);
        let marks = self.take(rows.checked_mul(columns)?.div_ceil(8))?;
        let mut drawn = String::new();
        for t in 0..rows * columns {
            if t > 0 && t % columns == 0 {
                drawn.push('/');
            }
            drawn.push(if marks[t / 8] >> (t % 8) & 1 == 1 { '#' } else { '.' });
        }
        drawn.parse().ok()
    }

    /// n packed values.
    fn values(&mut self, n: usize, states: u64) -> Option<Vec<u32>> {
        let group = group(states);
        let (full, rest) = (n / group, n % group);
        let needed = full.checked_mul(group_bytes(states, group))?.checked_add(group_bytes(states, rest))?;
        if needed > self.bytes.len() {
            return None;
        }
        let mut values = Vec::with_capacity(n);
        while values.len() < n {
            let size = group.min(n - values.len());
            let mut bytes = [0; 16];
            let taken = self.take(group_bytes(states, size))?;
            bytes[..taken.len()].copy_from_slice(taken);
            let mut number = u128::from_le_bytes(bytes);
            for _ in 0..size {
                values.push((number % u128::from(states)) as u32);
                number /= u128::from(states);
            }
            if number != 0 {
                return None;
            }
        }
        Some(values)
    }
}

/// n times the same state.
fn same(state: u64, n: usize) -> Option<Vec<u32>> {
    let state = u32::try_from(state).ok()?;
    (n <= MOST_UNIFORM).then(|| vec![state; n])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        // Check value of CRC-24/OPENPGP in the usual catalogue of CRCs.
        assert_eq!(checksum(b"123456789"), 0x21_cf02);
    }

    #[test]
    fn groups_fit_64_bits() {
        for states in [2u64, 3, 4, 5, 10, 255, 256, 257, 65536, 1 << 31, (1 << 32) - 1, 1 << 32] {
            let g = group(states);
            assert!(u128::from(states).pow(g as u32) <= 1 << 64);
            assert!(u128::from(states).pow(g as u32 + 1) > 1 << 64);
            assert_eq!(group_bytes(states, g), 8, "{states}");
            assert_eq!(group_bytes(states, 0), 0);
        }
        assert_eq!([group(2), group(3), group(1 << 32)], [64, 40, 2]);
        assert_eq!([group_bytes(2, 25), group_bytes(3, 25), group_bytes(1 << 32, 1)], [4, 5, 4]);
    }
}
