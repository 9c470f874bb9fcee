//! Reading and writing puzzles: text, JSON, button lists in brackets, short IDs, images, graphs.
//!
//! Everything here works on bytes that someone else has read; no file is opened. Nothing is
//! guessed silently: what does not fit is refused with a [`ParseError`] that names the place, what
//! was found there and what was expected.

pub mod answer;
pub mod bracket;
mod error;
pub mod graph;
pub mod grid;
pub mod id;
pub mod json;
mod lines;
pub mod pbm;
pub mod positions;
mod resolve;
pub mod text;

pub use answer::{Shaped, shaped, unshape};
pub use error::ParseError;
pub use lines::{Line, is_lines, parse_lines};
pub use positions::{first_number, parse_positions, write_numbers, write_pairs};
pub use resolve::{Overrides, target};

use core::fmt;

use crate::puzzle::Puzzle;

/// The notations that [`parse`] tells apart by their first characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Key lines and rows of characters.
    Text,
    /// A JSON object.
    Json,
    /// A target in brackets and buttons in parentheses.
    Bracket,
    /// A short ID.
    Id,
    /// A PBM or PGM image.
    Image,
}

/// The notation of an input: JSON starts with `{`, bracket notation with `[`, an ID with `lo`, its
/// version and `-`, an image with `P` and a digit at the very first byte, all else is text.
pub fn kind(bytes: &[u8]) -> Kind {
    if let [b'P', b'0'..=b'9', ..] = bytes {
        return Kind::Image;
    }
    match error::bom_free(bytes).trim_ascii_start() {
        [b'{', ..] => Kind::Json,
        [b'[', ..] => Kind::Bracket,
        start @ [b'l', b'o', b'0'..=b'9', ..]
            if start[2..].iter().find(|b| !b.is_ascii_digit()) == Some(&b'-') =>
        {
            Kind::Id
        }
        _ => Kind::Text,
    }
}

/// Reads a puzzle in any notation; what `overrides` gives wins over what the input says.
///
/// # Errors
/// When the input is not a puzzle in the notation that its first characters announce, or an
/// override does not fit it.
///
/// # Examples
/// ```
/// use lightsout::format::{self, Overrides};
///
/// let puzzle = format::parse(b"#..\n.#.\n..#\n", &Overrides::default())?;
/// assert_eq!(puzzle.lights(), [1, 0, 0, 0, 1, 0, 0, 0, 1]);
///
/// let error = format::parse(b"#..\n.q.\n", &Overrides::default()).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 2: found 'q' (state 26), expected a state below 2");
/// # Ok::<(), format::ParseError>(())
/// ```
pub fn parse(bytes: &[u8], overrides: &Overrides) -> Result<Puzzle, ParseError> {
    match kind(bytes) {
        Kind::Json => json::parse(error::utf8(bytes)?, overrides),
        Kind::Bracket => bracket::parse(error::utf8(bytes)?, overrides),
        Kind::Id => id::parse(error::utf8(bytes)?, overrides),
        Kind::Image => pbm::parse(bytes, overrides),
        Kind::Text => text::parse(error::utf8(bytes)?, overrides),
    }
}

/// Why a puzzle cannot be written in a notation that is able to say less than JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    /// The notation.
    pub notation: &'static str,
    /// What it cannot hold.
    pub what: &'static str,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot hold {}, JSON can", self.notation, self.what)
    }
}

impl core::error::Error for WriteError {}
