//! [`Poly`] as text: `X^5 + X + 1`.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::Poly;

/// Largest exponent that [`Poly::from_str`] accepts, so that a short text cannot ask for much memory.
const MAX_EXPONENT: usize = 1 << 30;

impl Display for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        let mut first = true;
        for i in (0..self.bit_len()).rev().filter(|&i| self.coefficient(i)) {
            f.write_str(if first { "" } else { " + " })?;
            first = false;
            match i {
                0 => f.write_str("1")?,
                1 => f.write_str("X")?,
                _ => write!(f, "X^{i}")?,
            }
        }
        Ok(())
    }
}

/// A term of a polynomial that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePolyError {
    /// Number of the term, from 1.
    pub term: usize,
    /// The term as it was found.
    pub found: String,
}

impl Display for ParsePolyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "term {}: found `{}`, expected 0, 1, X or X^e with e up to {MAX_EXPONENT}",
            self.term,
            self.found.escape_debug()
        )
    }
}

impl std::error::Error for ParsePolyError {}

impl FromStr for Poly {
    type Err = ParsePolyError;

    /// Reads a sum of terms `0`, `1`, `X` and `X^e`, joined by `+`; equal terms cancel in pairs.
    fn from_str(text: &str) -> Result<Poly, ParsePolyError> {
        let mut words: Vec<u64> = Vec::new();
        for (i, term) in text.split('+').map(str::trim).enumerate() {
            let exponent = match term {
                "0" => continue,
                "1" => Some(0),
                "X" | "x" => Some(1),
                _ => term
                    .strip_prefix(['X', 'x'])
                    .and_then(|rest| rest.trim_start().strip_prefix('^'))
                    .and_then(|digits| digits.trim_start().parse().ok())
                    .filter(|&e| e <= MAX_EXPONENT),
            };
            let Some(e) = exponent else {
                return Err(ParsePolyError { term: i + 1, found: term.chars().take(40).collect() });
            };
            if words.len() <= e / 64 {
                words.resize(e / 64 + 1, 0);
            }
            words[e / 64] ^= 1 << (e % 64);
        }
        Ok(Poly::from_words(words))
    }
}
