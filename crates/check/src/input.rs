//! What is wrong with an input, and where.

use std::fmt;

/// One of the inputs of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input {
    /// The puzzle.
    Puzzle,
    /// The claimed answer.
    Answer,
    /// What the caller said about the puzzle beside the file.
    Options,
}

/// An input that could not be read: which one, where, and what was found instead of what.
///
/// Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadInput {
    /// The input that is at fault.
    pub input: Input,
    /// Line and column of the fault, where it has one.
    pub place: Option<(usize, usize)>,
    /// One sentence: what was found and what was expected.
    pub message: String,
}

impl BadInput {
    pub(crate) fn new(input: Input, message: impl Into<String>) -> Self {
        BadInput { input, place: None, message: message.into() }
    }

    /// The same sentence as [`Display`](fmt::Display) with the names that the two inputs go by, such as their files.
    ///
    /// # Examples
    ///
    /// ```
    /// let error = lightsout_check::check("#?", "").unwrap_err();
    /// assert!(error.named("a.txt", "b.txt").starts_with("puzzle a.txt, line 1, column 2: "));
    /// ```
    #[must_use]
    pub fn named(&self, puzzle: &str, answer: &str) -> String {
        self.sentence(match self.input {
            Input::Puzzle => puzzle,
            Input::Answer => answer,
            Input::Options => "",
        })
    }

    fn sentence(&self, name: &str) -> String {
        let role = match self.input {
            Input::Puzzle => "puzzle",
            Input::Answer => "answer",
            Input::Options => "options",
        };
        let blank = if name.is_empty() { "" } else { " " };
        match self.place {
            Some((line, column)) => {
                format!("{role}{blank}{name}, line {line}, column {column}: {}", self.message)
            }
            None => format!("{role}{blank}{name}: {}", self.message),
        }
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(""))
    }
}

impl std::error::Error for BadInput {}

/// A fault at a byte of the text being read, before line and column are counted.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) offset: Option<usize>,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn at(offset: usize, message: impl Into<String>) -> Self {
        Fault { offset: Some(offset), message: message.into() }
    }

    pub(crate) fn nowhere(message: impl Into<String>) -> Self {
        Fault { offset: None, message: message.into() }
    }

    /// Counts the line and the column of the fault in the text it was found in.
    pub(crate) fn locate(self, input: Input, text: &str) -> BadInput {
        let place = self.offset.map(|offset| line_and_column(text, offset));
        BadInput { input, place, message: self.message }
    }
}

fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}

/// What to show of something found: quoted, cut short, control characters escaped.
pub(crate) fn quote(text: &str) -> String {
    const SHOWN: usize = 24;
    let mut out = String::from("\"");
    for (i, c) in text.chars().enumerate() {
        if i == SHOWN {
            out.push_str("...");
            break;
        }
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_from_one() {
        assert_eq!(line_and_column("", 0), (1, 1));
        assert_eq!(line_and_column("ab\ncd", 4), (2, 2));
        assert_eq!(line_and_column("\u{e9}\u{e9}x", 4), (1, 3));
        assert_eq!(line_and_column("\u{e9}", 1), (1, 1));
        assert_eq!(line_and_column("a\n", 99), (2, 1));
    }

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quote("a\tb"), "\"a\\tb\"");
        assert_eq!(quote(&"9".repeat(100)), format!("\"{}...\"", "9".repeat(24)));
    }
}
