//! A stream of puzzles, one on each line.

use std::io::BufRead;

use super::{Kind, Overrides, ParseError, kind, parse};
use crate::puzzle::Puzzle;

/// One line of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the stream, counted from 1.
    pub number: usize,
    /// The puzzle on it, or what is wrong with it.
    pub puzzle: Result<Puzzle, ParseError>,
}

/// Reads a stream that has a puzzle on each line, in any notation that fits a line; blank lines
/// are passed over.
///
/// A line that is no puzzle gives its error and the rest goes on; a stream that cannot be read
/// any further gives that as the last error.
pub fn parse_lines<R: BufRead>(mut reader: R, overrides: &Overrides) -> impl Iterator<Item = Line> {
    let (mut number, mut over, mut buffer) = (0, false, Vec::new());
    core::iter::from_fn(move || {
        while !over {
            buffer.clear();
            number += 1;
            match reader.read_until(b'\n', &mut buffer) {
                Ok(0) => over = true,
                Ok(_) if buffer.trim_ascii().is_empty() => {}
                Ok(_) => return Some(Line { number, puzzle: line(&buffer, number, overrides) }),
                Err(error) => {
                    over = true;
                    let error = ParseError::message(format!("the input cannot be read: {error}"));
                    return Some(Line { number, puzzle: Err(error.on_line(number)) });
                }
            }
        }
        None
    })
}

fn line(bytes: &[u8], number: usize, overrides: &Overrides) -> Result<Puzzle, ParseError> {
    match kind(bytes) {
        Kind::Text | Kind::Image => {
            let found = super::error::utf8(bytes).map_err(|error| error.on_line(number))?;
            let found = super::error::quoted_text(found.trim_ascii());
            Err(ParseError::new(found, "a puzzle on one line: JSON, brackets or an ID").at(1, 1))
        }
        _ => parse(bytes, overrides),
    }
    .map_err(|error| error.on_line(number))
}

/// Whether an input is a stream of puzzles: several lines, the first of which is a whole puzzle in
/// a notation that fits a line, or any of which is a whole JSON object or an ID, since no puzzle of
/// several lines has such a line.
///
/// # Complexity
/// O(n) time for n bytes.
pub fn is_lines(bytes: &[u8]) -> bool {
    if kind(bytes) == Kind::Image {
        return false;
    }
    let mut lines = bytes.split(|&b| b == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    let whole = |line: &[u8]| match kind(line) {
        Kind::Json => serde_json::from_slice::<serde::de::IgnoredAny>(super::error::bom_free(line)).is_ok(),
        Kind::Id => true,
        _ => false,
    };
    kind(first) == Kind::Bracket && first.contains(&b']')
        || whole(first)
        || core::iter::once(second).chain(lines).any(whole)
}
