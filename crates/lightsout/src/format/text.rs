//! Puzzle text: key lines, then rows of characters.

use core::ops::Range;

use super::error::{characters, counted, quoted, quoted_text};
use super::grid::{self, HOLE, SYMBOLS};
use super::resolve::{self, Header, Overrides, Placed};
use super::{ParseError, WriteError};
use crate::board::{Board, Rule, Shape, Surface};
use crate::puzzle::{Game, Puzzle, Target};

/// Reads a puzzle in text.
///
/// # Errors
/// When the text is none, with line and column.
///
/// # Complexity
/// O(n) time and memory for n bytes, whatever sizes the text claims.
pub fn parse(text: &str, overrides: &Overrides) -> Result<Puzzle, ParseError> {
    let mut lines = Lines { text, at: 0, number: 0 };
    let mut header = Header::default();
    let mut target: Option<Placed<Target>> = None;
    // Key lines up to the first row.
    let first = loop {
        let Some(line) = lines.next() else {
            let keys = text.trim_end();
            return Err(match (keys, lines.number) {
                ("", _) => ParseError::new("nothing", "a puzzle").at(1, 1),
                (_, 0 | 1) => ParseError::new("the end", "rows of lights").at_offset(text, keys.len()),
                (_, last) => ParseError::new("the end", "rows of lights").at(last, 1),
            });
        };
        match line.key()? {
            _ if line.is_blank() => {}
            None => break line,
            Some((key, value)) => line.enter(key, value, &mut header, &mut target)?,
        }
    };
    // The lights reach to a target line or to the end.
    let (mut end, mut target_rows) = (text.len(), None);
    while let Some(line) = lines.next() {
        let Some((key, value)) = line.key()? else { continue };
        if key.value != "target" {
            let found = format!("the key {} after the lights", quoted_text(key.value));
            return Err(key.fail(ParseError::new(found, "keys before the lights")));
        }
        if value.value.is_empty() {
            if target.is_some() {
                return Err(key.fail(ParseError::new("a second target", "only one")));
            }
            target_rows = Some((lines.at..text.len(), lines.number + 1));
        } else {
            line.enter(key, value, &mut header, &mut target)?;
            if let Some(rest) = lines.find(|line| !line.is_blank()) {
                return Err(rest.fail(0, ParseError::new("more rows after the target", "the end")));
            }
        }
        end = line.start;
        break;
    }
    let lights = Section { text, range: first.start..end, line: first.number };
    let target_rows = target_rows.map(|(range, line)| Section { text, range, line });

    let game = header.game(overrides)?;
    let states = header.states(game.as_ref(), overrides)?;
    let spaced = states > SYMBOLS
        || lights.has_separators()
        || target_rows.as_ref().is_some_and(Section::has_separators);
    let reader = Reader { states, spaced };
    let (game, lights) = reader.lights(&lights, game, &header, overrides)?;
    let target = match (&overrides.target, target, target_rows) {
        (Some(target), ..) => {
            resolve::check_target(target, states)?;
            target.clone()
        }
        (None, Some(target), _) => {
            resolve::check_target(&target.value, states).map_err(|error| target.fail(error))?;
            target.value
        }
        (None, None, Some(rows)) => Target::Lights(reader.target(&rows, &game)?),
        (None, None, None) => Target::Off,
    };
    Ok(Puzzle::new(game, states, lights, target)?)
}

/// Writes a puzzle as text that reads back to the same puzzle.
///
/// # Errors
/// When the puzzle is a free system or has weights, which text cannot hold.
pub fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    let refuse = |what| Err(WriteError { notation: "puzzle text", what });
    let Some(board) = puzzle.board() else { return refuse("free systems") };
    if puzzle.weights().is_some() {
        return refuse("weights");
    }
    let states = puzzle.states();
    let mut out = format!("board: {board}\n");
    if states != board.default_states() {
        out += &format!("states: {states}\n");
    }
    if *board.rule() != default_rule(board) {
        out += &format!("rule: {}\n", board.rule());
    }
    match puzzle.target() {
        Target::Off | Target::Lights(_) => {}
        Target::On => out += "target: on\n",
        Target::State(state) => out += &format!("target: {state}\n"),
    }
    out.push('\n');
    out += &grid::rows(board, states, puzzle.lights());
    if let Target::Lights(target) = puzzle.target() {
        out += "target:\n";
        out += &grid::rows(board, states, target);
    }
    Ok(out)
}

/// The rule that a board has when its spec is all that is said.
pub(super) fn default_rule(board: &Board) -> Rule {
    match board.shape() {
        Shape::Orbix => Rule::PlusOpen,
        _ => board.toy().map_or(Rule::Plus, |toy| toy.rule()),
    }
}

/// Lines of a text; `number` is that of the last line handed out.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    number: usize,
}

/// A line without its end.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    /// Offset of the line in the text.
    start: usize,
    text: &'a str,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        let end = rest.find('\n');
        let line = &rest[..end.unwrap_or(rest.len())];
        let start = self.at;
        self.at += end.map_or(rest.len(), |end| end + 1);
        self.number += 1;
        Some(Line { number: self.number, start, text: line.trim_ascii_end() })
    }
}

type Text<'a> = Placed<&'a str>;

impl<'a> Line<'a> {
    fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// An error at a byte of the line.
    fn fail(&self, offset: usize, error: ParseError) -> ParseError {
        error.at(self.number, characters(&self.text.as_bytes()[..offset]) + 1)
    }

    /// Key and value of a key line.
    fn key(&self) -> Result<Option<(Text<'a>, Text<'a>)>, ParseError> {
        let Some(colon) = self.text.find(':') else { return Ok(None) };
        let placed = |range: Range<usize>| {
            let text = &self.text[range.clone()];
            let value = text.trim_ascii();
            let start = range.start + text.len() - text.trim_ascii_start().len();
            Placed {
                value,
                line: self.number,
                column: characters(&self.text.as_bytes()[..start.min(self.text.len())]) + 1,
            }
        };
        Ok(Some((placed(0..colon), placed(colon + 1..self.text.len()))))
    }

    /// Enters a key line's value.
    fn enter(
        &self,
        key: Text<'a>,
        value: Text<'a>,
        header: &mut Header,
        target: &mut Option<Placed<Target>>,
    ) -> Result<(), ParseError> {
        fn set<T>(slot: &mut Option<Placed<T>>, key: &Text<'_>, value: Placed<T>) -> Result<(), ParseError> {
            if slot.is_some() {
                return Err(key.fail(ParseError::new(
                    format!("the key {} again", quoted_text(key.value)),
                    "each key once",
                )));
            }
            *slot = Some(value);
            Ok(())
        }
        fn put<T>(text: &Text<'_>, value: Result<T, ParseError>) -> Result<Placed<T>, ParseError> {
            let value = value.map_err(|error| text.fail(error))?;
            Ok(Placed { value, line: text.line, column: text.column })
        }
        match key.value {
            "board" => set(&mut header.board, &key, put(&value, resolve::board(value.value))?),
            "states" => set(&mut header.states, &key, put(&value, resolve::states(value.value))?),
            "rule" => {
                let rule = value.value.parse::<Rule>().map_err(ParseError::from);
                set(&mut header.rule, &key, put(&value, rule)?)
            }
            "target" if value.value.is_empty() => Err(value.fail(ParseError::new(
                "nothing after target:",
                "off, on or a state; a target grid comes after the lights",
            ))),
            "target" => set(target, &key, put(&value, resolve::target(value.value))?),
            other => Err(key.fail(ParseError::new(
                format!("the key {}", quoted_text(other)),
                "board, states, rule or target before the colon",
            ))),
        }
    }
}

/// The lines of one grid.
struct Section<'a> {
    text: &'a str,
    range: Range<usize>,
    /// Number of its first line.
    line: usize,
}

impl<'a> Section<'a> {
    fn lines(&self) -> Lines<'a> {
        Lines { text: &self.text[..self.range.end], at: self.range.start, number: self.line - 1 }
    }

    /// Whether some row has blanks or commas between its cells.
    fn has_separators(&self) -> bool {
        self.lines()
            .any(|line| line.text.trim_ascii_start().bytes().any(|b| matches!(b, b' ' | b'\t' | b',')))
    }
}

/// How many cells each row should have.
#[derive(Clone, Copy)]
enum Layout<'a> {
    /// As many as the first row.
    Rectangle,
    /// Those of a board; with its holes when these are settled.
    Board(&'a Board, bool),
    /// Any number in any number of rows, so many in all.
    Flat(usize),
}

/// What was read of a grid.
#[derive(Default)]
struct Grid {
    values: Vec<u32>,
    holes: Vec<usize>,
    rows: usize,
    columns: usize,
}

struct Reader {
    states: u64,
    /// Cells are numbers or characters split by blanks or commas.
    spaced: bool,
}

impl Reader {
    fn lights(
        &self,
        section: &Section<'_>,
        game: Option<Game>,
        header: &Header,
        overrides: &Overrides,
    ) -> Result<(Game, Vec<u32>), ParseError> {
        match game {
            Some(Game::Free(free)) => {
                let grid = self.grid(section, Layout::Flat(free.lights()))?;
                Ok((Game::Free(free), grid.values))
            }
            Some(Game::Board(board)) => {
                let grid = self.grid(section, Layout::Board(&board, !board.holes().is_empty()))?;
                let board = if board.holes().is_empty() { board.with_holes(grid.holes)? } else { board };
                Ok((Game::Board(board), grid.values))
            }
            None => {
                let grid = self.grid(section, Layout::Rectangle)?;
                if grid.values.is_empty() {
                    return Err(ParseError::new("a grid of holes", "at least one light").at(section.line, 1));
                }
                let shape = Shape::Grid { surface: Surface::Plane, rows: grid.rows, columns: grid.columns };
                let board = Board::new(shape, Rule::Plus)?.with_holes(grid.holes)?;
                Ok((header.ruled(board, overrides)?, grid.values))
            }
        }
    }

    fn target(&self, section: &Section<'_>, game: &Game) -> Result<Vec<u32>, ParseError> {
        let layout = match game {
            Game::Board(board) => Layout::Board(board, true),
            Game::Free(free) => Layout::Flat(free.lights()),
        };
        Ok(self.grid(section, layout)?.values)
    }

    fn grid(&self, section: &Section<'_>, layout: Layout<'_>) -> Result<Grid, ParseError> {
        let mut grid = Grid::default();
        let mut blank = false;
        let mut indent: Option<&str> = None;
        let mut last = section.line;
        // Rows of these are indented at will, and numbers are often aligned to the right.
        let slanted = match layout {
            Layout::Board(board, _) => {
                matches!(board.shape(), Shape::Triangle { .. } | Shape::Hexagon { .. } | Shape::Orbix)
            }
            _ => false,
        } || self.spaced && self.states > 10;
        for line in section.lines() {
            if line.is_blank() {
                blank = true;
                continue;
            }
            last = line.number;
            let own = &line.text[..line.text.len() - line.text.trim_ascii_start().len()];
            if let Some(expected) = indent.filter(|&expected| !slanted && expected != own) {
                return Err(line.fail(
                    own.len(),
                    ParseError::new(
                        format!("a row that starts at column {}", own.len() + 1),
                        format!(
                            "column {} as in the row above (a light that is off is written .)",
                            expected.len() + 1
                        ),
                    ),
                ));
            }
            indent = Some(own);
            if blank && grid.rows > 0 {
                let fits = match layout {
                    Layout::Board(board, _) => grid.rows.is_multiple_of(board.shape().rows_per_block()),
                    _ => false,
                };
                if !fits {
                    let expected = "no blank line inside a grid, or a line \"target:\" before a second grid";
                    return Err(line.fail(own.len(), ParseError::new("a row after a blank line", expected)));
                }
            }
            blank = false;
            self.row(&line, own.len(), layout, &mut grid)?;
        }
        let expected = match layout {
            Layout::Rectangle => grid.rows.max(1),
            Layout::Board(board, _) => board.shape().layout_rows(),
            Layout::Flat(lights) if grid.values.len() < lights => {
                let found = counted(grid.values.len(), "light");
                return Err(ParseError::new(found, format!("{lights}")).at(last, 1));
            }
            Layout::Flat(_) => grid.rows,
        };
        if grid.rows != expected {
            let found = counted(grid.rows, "row");
            return Err(ParseError::new(found, format!("{expected}{}", of(layout))).at(last, 1));
        }
        Ok(grid)
    }

    /// Reads the cells of a row, which begin at byte `at` of the line.
    fn row(&self, line: &Line<'_>, at: usize, layout: Layout<'_>, grid: &mut Grid) -> Result<(), ParseError> {
        let before = grid.values.len() + grid.holes.len();
        // How many cells the row may have, and whether it must have all of them.
        let (most, all) = match layout {
            Layout::Rectangle if grid.rows == 0 => (usize::MAX, false),
            Layout::Rectangle => (grid.columns, true),
            Layout::Board(board, _) if grid.rows >= board.shape().layout_rows() => {
                let rows = board.shape().layout_rows();
                let found = format!("row {}", grid.rows + 1);
                return Err(
                    line.fail(at, ParseError::new(found, format!("{}{}", counted(rows, "row"), of(layout))))
                );
            }
            Layout::Board(board, _) => (board.shape().layout_row_len(grid.rows), true),
            Layout::Flat(lights) => (lights - before, false),
        };
        let mut cell = |range: Range<usize>, count: usize| {
            if count == most {
                let expected = match layout {
                    Layout::Flat(lights) => format!("{} in all", counted(lights, "light")),
                    Layout::Rectangle => format!("a row of {most} as above"),
                    Layout::Board(..) => format!("{most} in row {}{}", grid.rows + 1, of(layout)),
                };
                let found = format!("place {} in a row", count + 1);
                return Err(line.fail(range.start, ParseError::new(found, expected)));
            }
            let text = &line.text[range.clone()];
            let value = self.value(text).map_err(|error| line.fail(range.start, error))?;
            let slot = before + count;
            if let Layout::Board(board, true) = layout {
                let hole = board.holes().get(grid.holes.len()) == Some(&slot);
                if hole != value.is_none() {
                    let found = if hole { quoted_text(text) } else { "a hole".into() };
                    let expected = if hole { "a hole _ as the board has there" } else { "a state, no hole" };
                    return Err(line.fail(range.start, ParseError::new(found, expected)));
                }
            }
            match value {
                None if matches!(layout, Layout::Flat(_)) => {
                    return Err(line.fail(range.start, ParseError::new("a hole", "a state, no hole")));
                }
                Some(state) => grid.values.push(state),
                None => grid.holes.push(slot),
            }
            Ok(())
        };
        let mut count = 0;
        if self.spaced {
            for token in tokens(line, at) {
                cell(token?, count)?;
                count += 1;
            }
        } else {
            for (offset, c) in line.text[at..].char_indices() {
                cell(at + offset..at + offset + c.len_utf8(), count)?;
                count += 1;
            }
        }
        if all && count != most {
            let expected = match layout {
                Layout::Rectangle => format!("{most} as in the row above"),
                _ => format!("{most} in row {}{}", grid.rows + 1, of(layout)),
            };
            let error = ParseError::new(format!("a row of {}", counted(count, "place")), expected);
            return Err(line.fail(line.text.len(), error));
        }
        grid.rows += 1;
        grid.columns = count;
        Ok(())
    }

    /// The state that a cell's text stands for, `None` for a hole.
    fn value(&self, text: &str) -> Result<Option<u32>, ParseError> {
        let mut chars = text.chars();
        let (first, single) = (chars.next().unwrap_or(' '), chars.next().is_none());
        if single && first == HOLE {
            return Ok(None);
        }
        let below = || format!("a state below {}", self.states);
        let state = if single { grid::state_of(first).map(u64::from) } else { None };
        let state = match state {
            Some(state) => state,
            None if text.bytes().all(|b| b.is_ascii_digit()) => {
                text.parse().map_err(|_| ParseError::new(quoted_text(text), below()))?
            }
            None if self.spaced => {
                let expected =
                    format!("an integer below {} or a hole _, split by blanks or commas", self.states);
                return Err(ParseError::new(quoted_text(text), expected));
            }
            None => {
                let expected = "a state (. # 0-9 a-z) or a hole _";
                return Err(ParseError::new(quoted(first), expected));
            }
        };
        match u32::try_from(state) {
            Ok(small) if state < self.states => Ok(Some(small)),
            _ if single => Err(ParseError::new(format!("{} (state {state})", quoted(first)), below())),
            _ => Err(ParseError::new(format!("state {state}"), below())),
        }
    }
}

/// " of a board" for a message.
fn of(layout: Layout<'_>) -> String {
    match layout {
        Layout::Board(board, _) => format!(" of the board {board}"),
        _ => String::new(),
    }
}

/// The texts of a line from byte `at` on that blanks or commas split.
fn tokens<'a>(line: &'a Line<'a>, at: usize) -> impl Iterator<Item = Result<Range<usize>, ParseError>> + 'a {
    let bytes = line.text.as_bytes();
    let blank = |b: u8| matches!(b, b' ' | b'\t');
    let (mut at, mut comma) = (at, false);
    core::iter::from_fn(move || {
        while at < bytes.len() && blank(bytes[at]) {
            at += 1;
        }
        let start = at;
        while at < bytes.len() && !blank(bytes[at]) && bytes[at] != b',' {
            at += 1;
        }
        if start == at {
            // A comma needs a cell before and after it.
            if at < bytes.len() || comma {
                let found = if at < bytes.len() { "a comma" } else { "the end of the row" };
                let error = line.fail(at, ParseError::new(found, "a state or a hole _"));
                (at, comma) = (bytes.len(), false);
                return Some(Err(error));
            }
            return None;
        }
        let token = start..at;
        while at < bytes.len() && blank(bytes[at]) {
            at += 1;
        }
        comma = bytes.get(at) == Some(&b',');
        at += usize::from(comma);
        Some(Ok(token))
    })
}
