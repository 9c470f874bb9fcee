//! Puzzle JSON: the canonical form, able to say everything.

use core::fmt::{self, Write as _};

use serde::de::{self, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::error::{brief, characters, counted, quoted};
use super::resolve::{self, Header, Overrides, Placed};
use super::{ParseError, Shaped};
use crate::board::{Board, Rule, Shape, Surface};
use crate::puzzle::{FreeSystem, Game, Puzzle, Target};

/// The version of the notation, the value of the key `schema`.
pub const SCHEMA: u64 = 1;

/// The keys of a puzzle, each still as it was written.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'a> {
    #[serde(borrow)]
    schema: Option<&'a RawValue>,
    board: Option<&'a RawValue>,
    states: Option<&'a RawValue>,
    rule: Option<&'a RawValue>,
    lights: Option<&'a RawValue>,
    target: Option<&'a RawValue>,
    buttons: Option<&'a RawValue>,
    weights: Option<&'a RawValue>,
}

/// Reads a puzzle in JSON.
///
/// # Errors
/// When the text is none, with line and column.
///
/// # Complexity
/// O(n) time and memory for n bytes, whatever sizes the text claims.
pub fn parse(text: &str, overrides: &Overrides) -> Result<Puzzle, ParseError> {
    let document: Document<'_> = serde_json::from_str(text).map_err(|error| syntax(text, &error))?;
    let source = Source { text };
    if let Some(raw) = document.schema.filter(|raw| source.integer(raw) != Some(SCHEMA)) {
        return Err(source.wrong(raw, "the schema 1"));
    }
    let mut header = Header::default();
    if let Some(raw) = document.board {
        let spec = source.string(raw, "a board such as \"5x5\"")?;
        header.board = Some(source.placed(raw, resolve::board(&spec))?);
    }
    if let Some(raw) = document.states {
        let states =
            resolve::states(raw.get()).map_err(|error| ParseError { found: brief(raw.get()), ..error });
        header.states = Some(source.placed(raw, states)?);
    }
    if let Some(raw) = document.rule {
        let rule = source.string(raw, "a rule such as \"plus\"")?;
        header.rule = Some(source.placed(raw, rule.parse::<Rule>().map_err(ParseError::from))?);
    }
    let game = match document.buttons {
        Some(raw) => {
            for (key, other) in [("board", document.board), ("rule", document.rule)] {
                if let Some(other) = other {
                    let found = format!("the key \"{key}\" beside \"buttons\"");
                    return Err(source.fail(other, ParseError::new(found, "only one of the two")));
                }
            }
            if overrides.game.is_some() || overrides.rule.is_some() {
                let found = "buttons, and a board or a rule beside the puzzle";
                return Err(source.fail(raw, ParseError::new(found, "only one of the two")));
            }
            None
        }
        None => header.game(overrides)?,
    };
    let states = header.states(game.as_ref(), overrides)?;
    let Some(raw_lights) = document.lights else {
        return Err(
            ParseError::new("no key \"lights\"", "\"lights\", the state of each light").at_offset(text, 0)
        );
    };
    let lights = source.grid(raw_lights, "a state, null for a hole, or a row of these")?;
    let game = match (document.buttons, game) {
        (Some(raw), _) => Game::Free(source.buttons(raw, lights.values.len())?),
        (None, Some(Game::Board(board))) if board.holes().is_empty() => {
            source.check_rows(raw_lights, &lights, &board)?;
            Game::Board(board.with_holes(lights.holes.iter().copied())?)
        }
        (None, Some(game)) => game,
        (None, None) => header.ruled(source.rectangle(raw_lights, &lights)?, overrides)?,
    };
    source.check_shape(raw_lights, &lights, &game, game.lights(), "light")?;
    source.check_states(raw_lights, &lights, states)?;
    let target = match (&overrides.target, document.target) {
        (Some(target), _) => {
            resolve::check_target(target, states)?;
            target.clone()
        }
        (None, Some(raw)) => source.target(raw, &game, states)?,
        (None, None) => Target::Off,
    };
    let weights = match document.weights {
        Some(raw) => {
            let weights = source.grid(raw, "a cost below 2^32, null for a hole, or a row of these")?;
            source.check_shape(raw, &weights, &game, game.buttons(), "weight")?;
            Some(weights.values)
        }
        None => None,
    };
    let puzzle = Puzzle::new(game, states, lights.values, target)?;
    Ok(match weights {
        Some(weights) => puzzle.with_weights(weights)?,
        None => puzzle,
    })
}

/// Writes a puzzle as JSON, one line per layout row; it reads back to the same puzzle.
pub fn write(puzzle: &Puzzle) -> String {
    document(puzzle, true)
}

/// Writes a puzzle as JSON on a single line without a line feed.
pub fn write_line(puzzle: &Puzzle) -> String {
    document(puzzle, false)
}

fn document(puzzle: &Puzzle, spread: bool) -> String {
    let game = puzzle.game();
    let (next, inner) = if spread { (",\n ", ",\n  ") } else { (",", ",") };
    let open = if spread { "\n  " } else { "" };
    let list = |values: &[u32]| {
        let line = serde_json::to_string(&Shaped::new(game, values)).unwrap_or_default();
        match game {
            Game::Board(_) => {
                format!("[{open}{}]", line[1..line.len() - 1].replace("],[", &format!("]{inner}[")))
            }
            Game::Free(_) => line,
        }
    };
    let mut out = format!("{{\"schema\":{SCHEMA}");
    if let Game::Board(board) = game {
        // Neither a spec nor a rule has a character that JSON escapes.
        let _ = write!(out, "{next}\"board\":\"{board}\"{next}\"rule\":\"{}\"", board.rule());
    }
    let _ = write!(out, "{next}\"states\":{}", puzzle.states());
    let _ = write!(out, "{next}\"lights\":{}", list(puzzle.lights()));
    let _ = match puzzle.target() {
        Target::Off => write!(out, "{next}\"target\":\"off\""),
        Target::On => write!(out, "{next}\"target\":\"on\""),
        Target::State(state) => write!(out, "{next}\"target\":{state}"),
        Target::Lights(target) => write!(out, "{next}\"target\":{}", list(target)),
    };
    if let Game::Free(free) = game {
        let buttons: Vec<String> = free.buttons().iter().map(|button| button_text(button)).collect();
        let _ = write!(out, "{next}\"buttons\":[{open}{}]", buttons.join(inner));
    }
    if let Some(weights) = puzzle.weights() {
        let _ = write!(out, "{next}\"weights\":{}", list(weights));
    }
    out + if spread { "}\n" } else { "}" }
}

fn button_text(button: &[(usize, u64)]) -> String {
    let entries: Vec<String> = button
        .iter()
        .map(|&(light, amount)| if amount == 1 { light.to_string() } else { format!("[{light},{amount}]") })
        .collect();
    format!("[{}]", entries.join(","))
}

/// Numbers read from a list, flat or of rows.
#[derive(Default)]
struct Grid {
    values: Vec<u32>,
    /// Slots, counted in reading order, that were null.
    holes: Vec<usize>,
    /// The length of each row, when the list is one of rows.
    rows: Vec<usize>,
    /// Places at the top level that were no rows.
    flat: usize,
    /// Places read of the row that is being read.
    place: usize,
}

impl Grid {
    fn slots(&self) -> usize {
        self.values.len() + self.holes.len()
    }

    /// Path of a slot in the list.
    fn path(&self, slot: usize) -> Vec<usize> {
        if self.rows.is_empty() {
            return vec![slot];
        }
        let mut before = 0;
        for (row, &len) in self.rows.iter().enumerate() {
            if slot < before + len {
                return vec![row, slot - before];
            }
            before += len;
        }
        vec![self.rows.len()]
    }

    /// Slot of the value with a number.
    fn slot(&self, value: usize) -> usize {
        self.holes.iter().enumerate().take_while(|&(before, &hole)| hole - before <= value).count() + value
    }
}

/// The text that the raw values are slices of, to find out where they stand.
struct Source<'a> {
    text: &'a str,
}

impl<'a> Source<'a> {
    fn offset(&self, raw: &RawValue) -> usize {
        (raw.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    /// An error at the start of a value.
    fn fail(&self, raw: &RawValue, error: impl Into<ParseError>) -> ParseError {
        error.into().at_offset(self.text, self.offset(raw))
    }

    /// "found this value, expected that".
    fn wrong(&self, raw: &RawValue, expected: impl Into<String>) -> ParseError {
        self.fail(raw, ParseError::new(brief(raw.get()), expected))
    }

    fn placed<T>(&self, raw: &RawValue, value: Result<T, ParseError>) -> Result<Placed<T>, ParseError> {
        let (line, column) = super::error::place(self.text, self.offset(raw));
        value.map(|value| Placed { value, line, column }).map_err(|error| error.at(line, column))
    }

    fn integer(&self, raw: &RawValue) -> Option<u64> {
        serde_json::from_str(raw.get()).ok()
    }

    fn string(&self, raw: &RawValue, expected: &str) -> Result<String, ParseError> {
        serde_json::from_str(raw.get()).map_err(|_| self.wrong(raw, expected))
    }

    /// The value at a path inside nested lists, or the list that has no such element.
    fn locate(&self, raw: &'a RawValue, path: &[usize]) -> &'a RawValue {
        let Some((&first, rest)) = path.split_first() else { return raw };
        match serde_json::from_str::<Vec<&'a RawValue>>(raw.get()) {
            Ok(list) if first < list.len() => self.locate(list[first], rest),
            _ => raw,
        }
    }

    fn grid(&self, raw: &'a RawValue, expected: &'static str) -> Result<Grid, ParseError> {
        let mut grid = Grid::default();
        let mut reader = serde_json::Deserializer::from_str(raw.get());
        let seed = Element { grid: &mut grid, depth: 0, expected };
        if seed.deserialize(&mut reader).is_err() {
            // The place reached, by path: rows (or numbers) read before it, then numbers in its row.
            let path = [grid.rows.len() + grid.flat, grid.place];
            let depth = if grid.flat > 0 { 1 } else { 2 };
            let mut at = raw;
            for index in &path[..depth] {
                match serde_json::from_str::<Vec<&'a RawValue>>(at.get()) {
                    Ok(list) if *index < list.len() => at = list[*index],
                    _ => break,
                }
            }
            let expected = if core::ptr::eq(at, raw) { "a list of rows or of numbers" } else { expected };
            return Err(self.wrong(at, expected));
        }
        Ok(grid)
    }

    /// The plane board that fits a list of rows.
    fn rectangle(&self, raw: &'a RawValue, grid: &Grid) -> Result<Board, ParseError> {
        if grid.flat > 0 || grid.rows.is_empty() {
            return Err(self.wrong(raw, "a list of rows, or \"buttons\" beside one flat list"));
        }
        if let Some(row) = grid.rows.iter().position(|&len| len != grid.rows[0]) {
            let found = format!("a row of {}", counted(grid.rows[row], "value"));
            let at = self.locate(raw, &[row]);
            return Err(
                self.fail(at, ParseError::new(found, format!("{} as in the first row", grid.rows[0])))
            );
        }
        let shape = Shape::Grid { surface: Surface::Plane, rows: grid.rows.len(), columns: grid.rows[0] };
        let board = Board::new(shape, Rule::Plus).map_err(|error| self.fail(raw, error))?;
        board.with_holes(grid.holes.iter().copied()).map_err(|error| self.fail(raw, error))
    }

    /// Checks that a list has the rows of a board, whatever the holes.
    fn check_rows(&self, raw: &'a RawValue, grid: &Grid, board: &Board) -> Result<(), ParseError> {
        if grid.flat > 0 {
            return Err(self.wrong(self.locate(raw, &[0]), "a row, as a list"));
        }
        let rows = board.shape().layout_rows();
        if grid.rows.len() != rows {
            let found = counted(grid.rows.len(), "row");
            return Err(self.fail(raw, ParseError::new(found, format!("{rows} of the board {board}"))));
        }
        for (row, &len) in grid.rows.iter().enumerate() {
            let expected = board.shape().layout_row_len(row);
            if len != expected {
                let found = format!("a row of {}", counted(len, "value"));
                let expected = format!("{expected} in row {} of the board {board}", row + 1);
                return Err(self.fail(self.locate(raw, &[row]), ParseError::new(found, expected)));
            }
        }
        if grid.values.is_empty() {
            return Err(self.fail(raw, ParseError::new("nothing but holes", "at least one light")));
        }
        Ok(())
    }

    /// Checks that a list is in the shape of a game, holes included, with `expected` values.
    fn check_shape(
        &self,
        raw: &'a RawValue,
        grid: &Grid,
        game: &Game,
        expected: usize,
        what: &str,
    ) -> Result<(), ParseError> {
        match game {
            Game::Board(board) => {
                self.check_rows(raw, grid, board)?;
                let (own, holes) = (&grid.holes, board.holes());
                let common = own.iter().zip(holes).take_while(|(a, b)| a == b).count();
                match (own.get(common), holes.get(common)) {
                    (None, None) => Ok(()),
                    (Some(&extra), hole) if hole.is_none_or(|&hole| extra < hole) => {
                        Err(self.wrong(self.locate(raw, &grid.path(extra)), "a number, no hole"))
                    }
                    (_, hole) => {
                        let path = grid.path(hole.copied().unwrap_or_default());
                        Err(self.wrong(self.locate(raw, &path), "null for the hole that the board has there"))
                    }
                }
            }
            Game::Free(_) => {
                if !grid.rows.is_empty() {
                    let row = self.locate(raw, &[0]);
                    return Err(self.wrong(row, "a number, for a free system has one flat list"));
                }
                if let Some(&hole) = grid.holes.first() {
                    return Err(self.wrong(self.locate(raw, &[hole]), "a number, no hole"));
                }
                if grid.values.len() != expected {
                    let found = counted(grid.values.len(), what);
                    return Err(self.fail(raw, ParseError::new(found, expected.to_string())));
                }
                Ok(())
            }
        }
    }

    fn check_states(&self, raw: &'a RawValue, grid: &Grid, states: u64) -> Result<(), ParseError> {
        match grid.values.iter().position(|&state| u64::from(state) >= states) {
            Some(value) => {
                let at = self.locate(raw, &grid.path(grid.slot(value)));
                Err(self.fail(
                    at,
                    ParseError::new(
                        format!("state {}", grid.values[value]),
                        format!("a state below {states}"),
                    ),
                ))
            }
            None => Ok(()),
        }
    }

    fn target(&self, raw: &'a RawValue, game: &Game, states: u64) -> Result<Target, ParseError> {
        const EXPECTED: &str = "\"off\", \"on\", a state or a list shaped like the lights";
        if raw.get().starts_with('[') {
            let target = self.grid(raw, "a state, null for a hole, or a row of these")?;
            self.check_shape(raw, &target, game, game.lights(), "state")?;
            self.check_states(raw, &target, states)?;
            return Ok(Target::Lights(target.values));
        }
        let target = if let Ok(word) = serde_json::from_str::<String>(raw.get()) {
            match word.as_str() {
                "off" => Target::Off,
                "on" => Target::On,
                _ => return Err(self.wrong(raw, EXPECTED)),
            }
        } else {
            let state = self.integer(raw).and_then(|state| u32::try_from(state).ok());
            Target::State(state.ok_or_else(|| self.wrong(raw, EXPECTED))?)
        };
        resolve::check_target(&target, states).map_err(|error| self.fail(raw, error))?;
        Ok(target)
    }

    fn buttons(&self, raw: &'a RawValue, lights: usize) -> Result<FreeSystem, ParseError> {
        let mut buttons: Vec<Vec<(usize, u64)>> = Vec::new();
        let lists: Vec<&'a RawValue> = serde_json::from_str(raw.get())
            .map_err(|_| self.wrong(raw, "a list with one list for each button"))?;
        for list in lists {
            let Ok(entries) = serde_json::from_str::<Vec<Entry>>(list.get()) else {
                // Look for the entry that is none.
                let Ok(entries) = serde_json::from_str::<Vec<&'a RawValue>>(list.get()) else {
                    return Err(self.wrong(list, "a list of the lights that the button changes"));
                };
                let wrong = |raw: &&&'a RawValue| serde_json::from_str::<Entry>(raw.get()).is_err();
                let at = entries.iter().find(wrong).copied().unwrap_or(list);
                return Err(self.wrong(at, "a light, counted from 0, or [light, amount]"));
            };
            let button: Vec<(usize, u64)> = entries.into_iter().map(Entry::pair).collect();
            if let Some(index) = button.iter().position(|&(light, _)| light >= lights) {
                let expected = match lights {
                    0 => "none, since there are no lights".into(),
                    _ => format!("a light from 0 to {}", lights - 1),
                };
                let found = format!("light {}", button[index].0);
                return Err(self.fail(self.locate(list, &[index]), ParseError::new(found, expected)));
            }
            buttons.push(button);
        }
        FreeSystem::new(lights, buttons).map_err(|error| self.fail(raw, error))
    }
}

/// What a button does to a light.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Entry {
    Light(u32),
    Amount(u32, u64),
}

impl Entry {
    fn pair(self) -> (usize, u64) {
        match self {
            Entry::Light(light) => (light as usize, 1),
            Entry::Amount(light, amount) => (light as usize, amount),
        }
    }
}

/// Reads a number, null or (at the top levels) a list of these into a grid.
struct Element<'g> {
    grid: &'g mut Grid,
    depth: usize,
    expected: &'static str,
}

impl<'de> DeserializeSeed<'de> for Element<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl Element<'_> {
    /// Counts a number or null; a list may have rows or numbers, not both.
    fn count<E: de::Error>(&mut self) -> Result<(), E> {
        match self.depth {
            1 if self.grid.rows.is_empty() => self.grid.flat += 1,
            2 => self.grid.place += 1,
            _ => return Err(E::custom(self.expected)),
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for Element<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_u64<E: de::Error>(mut self, value: u64) -> Result<(), E> {
        let value = u32::try_from(value).map_err(|_| E::custom(self.expected))?;
        self.count()?;
        self.grid.values.push(value);
        Ok(())
    }

    fn visit_unit<E: de::Error>(mut self) -> Result<(), E> {
        let slot = self.grid.slots();
        self.count()?;
        self.grid.holes.push(slot);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let Element { grid, depth, expected } = self;
        if depth == 2 || depth == 1 && grid.flat > 0 {
            return Err(de::Error::custom(expected));
        }
        let before = grid.slots();
        grid.place = 0;
        while seq.next_element_seed(Element { grid: &mut *grid, depth: depth + 1, expected })?.is_some() {}
        if depth == 1 {
            let len = grid.slots() - before;
            grid.rows.push(len);
            grid.place = 0;
        }
        Ok(())
    }
}

/// Turns an error of the JSON reader into one of ours, with the column in characters.
fn syntax(text: &str, error: &serde_json::Error) -> ParseError {
    let line_start = match error.line() {
        0 | 1 => 0,
        line => text.match_indices('\n').nth(line - 2).map_or(text.len(), |(at, _)| at + 1),
    };
    let line = &text[line_start..];
    let line = &line[..line.find('\n').unwrap_or(line.len())];
    // The reader counts bytes and has just read the offending one.
    let mut offset = error.column().saturating_sub(1).min(line.len());
    while !line.is_char_boundary(offset) {
        offset -= 1;
    }
    let column = characters(&line.as_bytes()[..offset]) + 1;
    let whole = error.to_string();
    let message = whole.strip_suffix(&format!(" at line {} column {}", error.line(), error.column()));
    let message = message.unwrap_or(&whole);
    let at = |found: ParseError| found.at(error.line().max(1), column);
    if error.is_eof() {
        return at(ParseError::new("the end of the text", "the rest of a JSON object"));
    }
    if let Some((found, expected)) = message.split_once(", expected ") {
        let found = found.replace("invalid type: ", "").replace("invalid value: ", "");
        let found = found.replace("unknown field ", "the key ").replace('`', "\"");
        return at(ParseError::new(found, expected.replace('`', "\"")));
    }
    if let Some(key) = message.strip_prefix("duplicate field ") {
        return at(ParseError::new(format!("the key {} again", key.replace('`', "\"")), "each key once"));
    }
    let found = match line[offset..].chars().next() {
        Some('\0') => "a NUL byte".into(),
        Some(c) => quoted(c),
        None => "the end of the line".into(),
    };
    match message.strip_prefix("expected ") {
        Some("value") => at(ParseError::new(found, "a value")),
        Some(expected) => at(ParseError::new(found, expected.replace('`', "\""))),
        None => match message {
            "trailing characters" => at(ParseError::new(found, "the end after the JSON object")),
            "key must be a string" => at(ParseError::new(found, "a key in double quotes")),
            "trailing comma" => at(ParseError::new(found, "a value after the comma")),
            _ => at(ParseError::new(format!("{found} ({message})"), "JSON")),
        },
    }
}
