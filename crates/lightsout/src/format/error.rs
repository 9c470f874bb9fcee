//! What is wrong with an input, and where.

use core::fmt;

use crate::board::{BoardError, excerpt};
use crate::puzzle::PuzzleError;

/// Why an input is not what it should be: a place, what was found there, what was expected.
///
/// It prints as one sentence, such as
/// `line 3, column 5: found 'q' (state 26), expected a state below 2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line, counted from 1; `None` when the fault is not at one place.
    pub line: Option<usize>,
    /// Column in characters, counted from 1; `None` when the whole line or input is meant.
    pub column: Option<usize>,
    /// What was found; empty when `message` says it all.
    pub found: String,
    /// What was expected; empty when `message` says it all.
    pub expected: String,
    /// The sentence that stands in place of found and expected; empty when they say it all.
    pub message: String,
}

impl ParseError {
    /// An error without a place that says what was found and what was expected.
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> ParseError {
        ParseError {
            line: None,
            column: None,
            found: found.into(),
            expected: expected.into(),
            message: String::new(),
        }
    }

    /// An error without a place, told by a sentence.
    pub fn message(message: impl Into<String>) -> ParseError {
        ParseError { message: message.into(), ..ParseError::new("", "") }
    }

    /// The same error at a line and a column, both counted from 1.
    #[must_use]
    pub fn at(self, line: usize, column: usize) -> ParseError {
        ParseError { line: Some(line), column: Some(column), ..self }
    }

    /// The same error at the byte `offset` of `text`.
    #[must_use]
    pub(crate) fn at_offset(self, text: &str, offset: usize) -> ParseError {
        let (line, column) = place(text, offset);
        self.at(line, column)
    }

    /// The same error in a larger text of which the input was line `line`.
    #[must_use]
    pub fn on_line(mut self, line: usize) -> ParseError {
        self.line = Some(line + self.line.map_or(0, |own| own - 1));
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: ")?,
            (Some(line), None) => write!(f, "line {line}: ")?,
            _ => {}
        }
        if self.message.is_empty() {
            write!(f, "found {}, expected {}", self.found, self.expected)
        } else {
            f.write_str(&self.message)
        }
    }
}

impl core::error::Error for ParseError {}

impl From<BoardError> for ParseError {
    fn from(error: BoardError) -> ParseError {
        ParseError::message(error.to_string())
    }
}

impl From<PuzzleError> for ParseError {
    fn from(error: PuzzleError) -> ParseError {
        ParseError::message(error.to_string())
    }
}

/// Line and column, from 1, of the byte `offset` of `text`.
pub(crate) fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |newline| newline + 1);
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    (line, characters(&before[start..]) + 1)
}

/// Number of characters that begin in the bytes of a UTF-8 text.
pub(crate) fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b & 0xc0 != 0x80).count()
}

/// A character in quotes, as an error message shows it.
pub(crate) fn quoted(c: char) -> String {
    format!("'{}'", c.escape_debug())
}

/// At most 40 characters of a text in quotes, as an error message shows it.
pub(crate) fn quoted_text(text: &str) -> String {
    format!("\"{}\"", excerpt(text))
}

/// At most 40 characters of a text as it stands, control characters escaped.
pub(crate) fn brief(text: &str) -> String {
    let mut short = String::new();
    for c in text.chars().take(40) {
        if c.is_control() { short.extend(c.escape_debug()) } else { short.push(c) }
    }
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

/// "1 row", "2 rows".
pub(crate) fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// The bytes without a byte order mark.
pub(crate) fn bom_free(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The bytes as text without a byte order mark.
///
/// # Errors
/// When they are not UTF-8.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, ParseError> {
    let bytes = bom_free(bytes);
    core::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let valid = core::str::from_utf8(&bytes[..at]).unwrap_or_default();
        ParseError::new(format!("the byte 0x{:02x}", bytes[at]), "text in UTF-8").at_offset(valid, at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_not_bytes() {
        let text = "a\né☃x\r\n\nz";
        assert_eq!(place(text, 0), (1, 1));
        assert_eq!(place(text, text.find('x').unwrap()), (2, 3));
        assert_eq!(place(text, text.find('z').unwrap()), (4, 1));
        assert_eq!(place(text, 1000), (4, 2));
        assert_eq!(place("", 0), (1, 1));
    }

    #[test]
    fn errors_are_one_sentence() {
        let error = ParseError::new("'q'", "a state");
        assert_eq!(error.to_string(), "found 'q', expected a state");
        assert_eq!(error.clone().at(1, 5).to_string(), "line 1, column 5: found 'q', expected a state");
        assert_eq!(error.at(1, 5).on_line(7).line, Some(7));
        let bytes = utf8(b"\xef\xbb\xbfab\n\xc3\xa9\xff").unwrap_err();
        assert_eq!(bytes.to_string(), "line 2, column 2: found the byte 0xff, expected text in UTF-8");
    }
}
