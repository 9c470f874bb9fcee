//! Families of boards with one size.

use std::fmt::{self, Display};
use std::str::FromStr;

/// A family of boards, one for every size, with two states and the rule `plus`.
///
/// As text: `square`, `rectangle:M`, `cylinder:M`, `torus`, `triangle`.
///
/// # Examples
/// ```
/// use lightsout::nullity::Family;
/// let family: Family = "cylinder:5".parse().unwrap();
/// assert_eq!(family, Family::Cylinder(5));
/// assert_eq!(family.to_string(), "cylinder:5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// `n x n`.
    Square,
    /// `m x n` for this number `m` of rows.
    Rectangle(u64),
    /// This number of rows of `n` lights around a cylinder.
    Cylinder(u64),
    /// `n x n` with both directions wrapped.
    Torus,
    /// The triangle of side `n`; a light has up to six neighbours.
    Triangle,
}

impl Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Family::Square => f.write_str("square"),
            Family::Rectangle(m) => write!(f, "rectangle:{m}"),
            Family::Cylinder(m) => write!(f, "cylinder:{m}"),
            Family::Torus => f.write_str("torus"),
            Family::Triangle => f.write_str("triangle"),
        }
    }
}

/// A family that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found `{}`, expected a family: square, rectangle:M, cylinder:M (M rows, at least 1), torus or triangle",
    found.escape_debug()
)]
pub struct ParseFamilyError {
    /// The text as it was found.
    pub found: String,
}

impl FromStr for Family {
    type Err = ParseFamilyError;

    fn from_str(text: &str) -> Result<Family, ParseFamilyError> {
        let rows = |rest: &str| {
            let plain = rest.bytes().all(|c| c.is_ascii_digit());
            rest.parse().ok().filter(|&m: &u64| m > 0 && plain)
        };
        match text {
            "square" => Some(Family::Square),
            "torus" => Some(Family::Torus),
            "triangle" => Some(Family::Triangle),
            _ => match text.split_once(':') {
                Some(("rectangle", rest)) => rows(rest).map(Family::Rectangle),
                Some(("cylinder", rest)) => rows(rest).map(Family::Cylinder),
                _ => None,
            },
        }
        .ok_or_else(|| ParseFamilyError { found: text.chars().take(60).collect() })
    }
}
