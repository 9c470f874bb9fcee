//! Netpbm images: PBM (`P1`, `P4`), black = on; PGM (`P2`, `P5`), grey level = state.
//!
//! Large boards are read and written row by row with [`Reader`] and [`Writer`]; the size that a
//! header claims is compared with the number of bytes that there are before memory is taken.

mod bits;
mod read;
mod write;

pub use bits::{pack_bits, unpack_bits};
pub use read::Reader;
pub use write::Writer;

use core::fmt;
use std::io;

use super::{Overrides, ParseError, WriteError};
use crate::board::{Board, Rule, Shape, Surface};
use crate::puzzle::{Game, Puzzle, Target, check_states};

/// The four kinds of image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// `P1`: bits as the characters 0 and 1.
    PlainBits,
    /// `P2`: grey levels as numbers in text.
    PlainGrey,
    /// `P4`: bits, eight to a byte.
    Bits,
    /// `P5`: grey levels of one byte, or two above 255.
    Grey,
}

impl Encoding {
    /// The two characters that the image begins with.
    pub fn magic(self) -> &'static str {
        match self {
            Encoding::PlainBits => "P1",
            Encoding::PlainGrey => "P2",
            Encoding::Bits => "P4",
            Encoding::Grey => "P5",
        }
    }

    /// Whether pixels are black or white.
    pub fn is_bits(self) -> bool {
        matches!(self, Encoding::PlainBits | Encoding::Bits)
    }

    /// Whether the raster is text.
    pub fn is_plain(self) -> bool {
        matches!(self, Encoding::PlainBits | Encoding::PlainGrey)
    }
}

/// What stands before the raster of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Header {
    /// How the raster is written.
    pub encoding: Encoding,
    /// Height.
    pub rows: usize,
    /// Width.
    pub columns: usize,
    /// The highest value: 1 for bits, at most 65535.
    pub highest: u32,
}

impl Header {
    /// Bytes of a raster that is not plain, or the fewest that a plain one can have; `None` when
    /// that is too large a number.
    pub fn raster_bytes(&self) -> Option<u64> {
        let (rows, columns) = (self.rows as u64, self.columns as u64);
        match self.encoding {
            Encoding::PlainBits => rows.checked_mul(columns),
            Encoding::PlainGrey => rows.checked_mul(columns)?.checked_mul(2)?.checked_sub(1),
            Encoding::Bits => rows.checked_mul(columns.div_ceil(8)),
            Encoding::Grey => rows.checked_mul(columns)?.checked_mul(if self.highest > 255 { 2 } else { 1 }),
        }
    }

    /// Words of a row of bits.
    pub fn words(&self) -> usize {
        self.columns.div_ceil(64)
    }
}

/// Why an image cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ImageError {
    /// It is not what it should be.
    Parse(ParseError),
    /// Its bytes cannot be had.
    Io(io::Error),
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImageError::Parse(error) => error.fmt(f),
            ImageError::Io(error) => write!(f, "the image cannot be read: {error}"),
        }
    }
}

impl core::error::Error for ImageError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ImageError::Parse(error) => Some(error),
            ImageError::Io(error) => Some(error),
        }
    }
}

impl From<ParseError> for ImageError {
    fn from(error: ParseError) -> ImageError {
        ImageError::Parse(error)
    }
}

impl From<io::Error> for ImageError {
    fn from(error: io::Error) -> ImageError {
        ImageError::Io(error)
    }
}

/// Reads an image as a puzzle: a rectangle of lights that shall all be off, unless `overrides`
/// says otherwise. A PGM image has as many states as its highest grey level plus 1.
///
/// Where `overrides` names a triangle, row r of the image, counted from 0, holds its lights in the
/// columns 0..=r and 0 in all others.
///
/// # Errors
/// When the bytes are no image, its header claims another size than it has, or an override does
/// not fit it.
pub fn parse(bytes: &[u8], overrides: &Overrides) -> Result<Puzzle, ParseError> {
    let fault = |error| match error {
        ImageError::Parse(error) => error,
        ImageError::Io(error) => ParseError::message(error.to_string()),
    };
    let mut reader = Reader::new(bytes, bytes.len() as u64).map_err(fault)?;
    let header = *reader.header();
    let states = overrides.states.unwrap_or(u64::from(header.highest) + 1);
    check_states(states)?;
    let shape = image_shape(&header, overrides)?;
    let board = Board::new(shape, Rule::Plus)?;
    let mut lights = Vec::new();
    let mut row = vec![0; header.columns];
    for r in 0..header.rows {
        reader.row(&mut row).map_err(fault)?;
        if let Some(column) = row.iter().position(|&state| u64::from(state) >= states) {
            let found = format!("grey level {} in row {}, column {}", row[column], r + 1, column + 1);
            return Err(ParseError::new(found, format!("a state below {states}")));
        }
        let (own, beside) = row.split_at(shape.layout_row_len(r));
        if let Some(column) = beside.iter().position(|&state| state != 0) {
            let found = format!("{} in row {}, column {}", beside[column], r + 1, own.len() + column + 1);
            return Err(ParseError::new(found, "0 beside the triangle"));
        }
        lights.extend_from_slice(own);
    }
    reader.finish().map_err(fault)?;
    overrides.apply(Puzzle::new(Game::Board(board), states, lights, Target::Off)?)
}

/// The shape of the board that an image holds: the triangle given beside it, or else a rectangle.
fn image_shape(header: &Header, overrides: &Overrides) -> Result<Shape, ParseError> {
    let Header { rows, columns, .. } = *header;
    let given = overrides.game.as_ref().and_then(Game::board).map(Board::shape);
    match given {
        Some(shape @ Shape::Triangle { side }) if (rows, columns) == (side, side) => Ok(shape),
        Some(shape @ Shape::Triangle { side }) => Err(ParseError::new(
            format!("an image of {rows} rows of {columns}"),
            format!("{side} rows of {side} for the board {shape}"),
        )),
        _ => Ok(Shape::Grid { surface: Surface::Plane, rows, columns }),
    }
}

/// Writes one value per cell as an image, PBM for two states and PGM for more; `plain` as text.
///
/// The rows of a triangle are filled up with 0 to the length of the last.
///
/// # Errors
/// When the game is no rectangle or triangle without holes, or has more than 65536 states.
///
/// # Panics
/// When there is not one value per cell, or a value is not below `states`.
pub fn write(game: &Game, states: u64, values: &[u32], plain: bool) -> Result<Vec<u8>, WriteError> {
    let refuse = |what| Err(WriteError { notation: "an image", what });
    let Some(board) = game.board() else { return refuse("a free system") };
    if !board.holes().is_empty() {
        return refuse("holes");
    }
    let (rows, columns) = match board.shape() {
        Shape::Grid { rows, columns, .. } => (rows, columns),
        Shape::Merlin => (3, 3),
        Shape::Triangle { side } => (side, side),
        _ => return refuse("a board that is no rectangle or triangle"),
    };
    let Some(highest) = u32::try_from(states - 1).ok().filter(|&highest| highest <= 65535) else {
        return refuse("more than 65536 states");
    };
    let encoding = match (highest, plain) {
        (1, true) => Encoding::PlainBits,
        (1, false) => Encoding::Bits,
        (_, true) => Encoding::PlainGrey,
        (_, false) => Encoding::Grey,
    };
    assert_eq!(values.len(), board.cells(), "one value per cell");
    let header = Header { encoding, rows, columns, highest };
    let image = rows_to_image(header, board.shape(), values);
    Ok(image.expect("a vector takes all that is written to it"))
}

fn rows_to_image(header: Header, shape: Shape, values: &[u32]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new(), header)?;
    let mut row = vec![0; header.columns];
    let mut rest = values;
    for r in 0..header.rows {
        let (own, below) = rest.split_at(shape.layout_row_len(r));
        row[..own.len()].copy_from_slice(own);
        writer.row(&row)?;
        rest = below;
    }
    writer.finish()
}
