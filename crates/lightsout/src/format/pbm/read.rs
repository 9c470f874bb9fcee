//! Reading images row by row.

use std::io::Read;

use super::super::ParseError;
use super::super::error::quoted;
use super::{Encoding, Header, ImageError, unpack_bits};
use crate::bitgrid::BitGrid;
use crate::puzzle::{DEFAULT_LIMIT, megabytes};

/// Bytes read at once; a multiple of eight.
const BUFFER: usize = 1 << 17;

/// Reads an image row by row.
///
/// # Examples
/// ```
/// use lightsout::format::pbm::Reader;
///
/// let image = b"P1\n# a comment\n3 2\n101\n010\n";
/// let mut reader = Reader::new(&image[..], image.len() as u64)?;
/// assert_eq!((reader.header().rows, reader.header().columns), (2, 3));
/// let mut row = [0u64; 1];
/// reader.bit_row(&mut row)?;
/// assert_eq!(row, [0b101]);
/// reader.bit_row(&mut row)?;
/// assert_eq!(row, [0b010]);
/// reader.finish()?;
/// # Ok::<(), lightsout::format::pbm::ImageError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    header: Header,
    input: Input<R>,
    /// Rows read.
    row: usize,
}

impl<R: Read> Reader<R> {
    /// Reads the header of an image of `length` bytes, header included, and checks that its raster
    /// can be as large as the header claims.
    ///
    /// # Errors
    /// When the bytes are no PBM or PGM image, or its size cannot be what its header claims.
    pub fn new(input: R, length: u64) -> Result<Reader<R>, ImageError> {
        let mut input =
            Input { input, buffer: vec![0; BUFFER], start: 0, end: 0, offset: 0, line: 1, column: 1 };
        let header = header(&mut input)?;
        let reader = Reader { header, input, row: 0 };
        reader.check_length(length)?;
        Ok(reader)
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    fn check_length(&self, length: u64) -> Result<(), ParseError> {
        let Header { encoding, rows, columns, .. } = self.header;
        let size = match rows {
            1 => format!("the row of {columns} that the header of the image claims"),
            _ => format!("the {rows} rows of {columns} that the header of the image claims"),
        };
        let bytes = |n: u64| format!("{n} byte{}", if n == 1 { "" } else { "s" });
        let Some(expected) = self.header.raster_bytes() else {
            return Err(ParseError::message(format!("{size} are more than any machine can hold")));
        };
        let found = length.saturating_sub(self.input.offset);
        match encoding.is_plain() {
            true if found < expected => Err(ParseError::new(
                format!("{} after the header", bytes(found)),
                format!("at least {expected} for {size}"),
            )),
            false if found != expected => Err(ParseError::new(
                format!("{} after the header", bytes(found)),
                format!("{expected} for {size}"),
            )),
            _ => Ok(()),
        }
    }

    /// Reads the next row of a PBM image: bit j mod 64 of word j / 64 is column j, 1 is black; bits
    /// after the last column become 0.
    ///
    /// # Errors
    /// When the row is not there or no row of bits.
    ///
    /// # Panics
    /// When all rows have been read, the image is PGM, or `words` is not one word for 64 columns
    /// begun.
    pub fn bit_row(&mut self, words: &mut [u64]) -> Result<(), ImageError> {
        assert!(self.header.encoding.is_bits(), "an image of bits");
        assert_eq!(words.len(), self.header.words(), "one word for 64 columns");
        self.next_row();
        if self.header.encoding == Encoding::PlainBits {
            words.fill(0);
            for column in 0..self.header.columns {
                words[column / 64] |= u64::from(self.input.bit()?) << (column % 64);
            }
            return Ok(());
        }
        let (mut left, mut at) = (self.header.columns.div_ceil(8), 0);
        while left > 0 {
            let bytes = self.input.take(left.min(BUFFER))?;
            let n = bytes.len().div_ceil(8);
            unpack_bits(bytes, &mut words[at..at + n]);
            left -= bytes.len();
            at += n;
        }
        if let Some(last) = words.last_mut() {
            *last &= u64::MAX >> (self.header.columns.wrapping_neg() % 64);
        }
        Ok(())
    }

    /// Reads the next row of any image, one value for each column.
    ///
    /// # Errors
    /// When the row is not there, is no row of an image, or has a value above the highest.
    ///
    /// # Panics
    /// When all rows have been read, or `values` is not as long as a row.
    pub fn row(&mut self, values: &mut [u32]) -> Result<(), ImageError> {
        assert_eq!(values.len(), self.header.columns, "one value for each column");
        self.next_row();
        let highest = self.header.highest;
        match self.header.encoding {
            Encoding::PlainBits => {
                for value in values {
                    *value = u32::from(self.input.bit()?);
                }
            }
            Encoding::Bits => {
                for chunk in values.chunks_mut(BUFFER) {
                    let bytes = self.input.take(chunk.len().div_ceil(8))?;
                    for (j, value) in chunk.iter_mut().enumerate() {
                        *value = u32::from(bytes[j / 8] >> (7 - j % 8) & 1);
                    }
                }
            }
            Encoding::PlainGrey => {
                for value in values {
                    let (level, line, column) = self.input.number("a grey level")?;
                    *value =
                        u32::try_from(level).ok().filter(|&level| level <= highest).ok_or_else(|| {
                            let expected = format!("at most {highest}, the highest that the header names");
                            ParseError::new(format!("grey level {level}"), expected).at(line, column)
                        })?;
                }
            }
            Encoding::Grey => {
                let width = if highest > 255 { 2 } else { 1 };
                let mut read = 0;
                for chunk in values.chunks_mut(BUFFER / 2) {
                    let bytes = self.input.take(chunk.len() * width)?;
                    for (j, value) in chunk.iter_mut().enumerate() {
                        *value =
                            bytes[j * width..(j + 1) * width].iter().fold(0, |v, &b| v << 8 | u32::from(b));
                        if *value > highest {
                            let place = format!("in row {}, column {}", self.row, read + j + 1);
                            let expected = format!("at most {highest}, the highest that the header names");
                            return Err(
                                ParseError::new(format!("grey level {value} {place}"), expected).into()
                            );
                        }
                    }
                    read += chunk.len();
                }
            }
        }
        Ok(())
    }

    fn next_row(&mut self) {
        assert!(self.row < self.header.rows, "rows to be read");
        self.row += 1;
    }

    /// Checks that nothing follows the raster, blanks and comments after a plain one apart.
    ///
    /// # Errors
    /// When something follows, or the input cannot be read.
    ///
    /// # Panics
    /// When not all rows have been read.
    pub fn finish(mut self) -> Result<(), ImageError> {
        assert_eq!(self.row, self.header.rows, "all rows read");
        if self.header.encoding.is_plain() {
            self.input.skip_blanks()?;
        }
        let (line, column, offset) = (self.input.line, self.input.column, self.input.offset);
        match self.input.peek()? {
            None => Ok(()),
            Some(byte) if self.header.encoding.is_plain() => {
                Err(ParseError::new(shown(byte), "the end after the last row").at(line, column).into())
            }
            Some(_) => {
                Err(ParseError::new(format!("more after byte {offset}"), "the end after the last row").into())
            }
        }
    }

    /// Reads all rows of a PBM image that are left, which must be all, and [finishes](Self::finish).
    ///
    /// # Errors
    /// When a row is not there or no row of bits, something follows, or the bits do not fit in
    /// memory.
    ///
    /// # Panics
    /// When the image is PGM or some rows have been read.
    pub fn bits(mut self) -> Result<BitGrid, ImageError> {
        assert_eq!(self.row, 0, "no row read");
        let Header { rows, columns, .. } = self.header;
        let needed = BitGrid::bytes(rows, columns).filter(|&bytes| bytes <= DEFAULT_LIMIT);
        let Some(mut grid) = needed.and_then(|_| BitGrid::new(rows, columns)) else {
            let bytes = BitGrid::bytes(rows, columns).map_or("too much".into(), megabytes);
            let limit = megabytes(DEFAULT_LIMIT);
            let message = format!(
                "a board of {rows} x {columns} needs {bytes} of memory, more than the {limit} allowed"
            );
            return Err(ParseError::message(message).into());
        };
        for row in 0..rows {
            self.bit_row(grid.row_mut(row))?;
        }
        self.finish()?;
        Ok(grid)
    }
}

/// A byte as an error message shows it.
fn shown(byte: u8) -> String {
    match byte {
        0x20..=0x7e => quoted(char::from(byte)),
        _ => format!("the byte 0x{byte:02x}"),
    }
}

fn header<R: Read>(input: &mut Input<R>) -> Result<Header, ImageError> {
    const MAGIC: &str = "P1, P2, P4 or P5, the start of a PBM or PGM image";
    let (first, second) = (input.next()?, input.next()?);
    let encoding = match (first, second) {
        (Some(b'P'), Some(b'1')) => Encoding::PlainBits,
        (Some(b'P'), Some(b'2')) => Encoding::PlainGrey,
        (Some(b'P'), Some(b'4')) => Encoding::Bits,
        (Some(b'P'), Some(b'5')) => Encoding::Grey,
        (Some(b'P'), Some(kind @ (b'3' | b'6' | b'7'))) => {
            let found = format!("a colour image (P{})", char::from(kind));
            return Err(ParseError::new(found, MAGIC).at(1, 1).into());
        }
        (Some(a), Some(b)) => {
            return Err(ParseError::new(format!("{} and {}", shown(a), shown(b)), MAGIC).at(1, 1).into());
        }
        _ => return Err(ParseError::new("the end", MAGIC).at(1, 1).into()),
    };
    let mut size = |what: &str| -> Result<usize, ImageError> {
        let (size, line, column) = input.number(what)?;
        match usize::try_from(size) {
            Ok(size @ 1..) => Ok(size),
            Ok(0) => Err(ParseError::new(format!("{what} 0"), "at least 1").at(line, column).into()),
            Err(_) => Err(ParseError::new(format!("{what} {size}"), "one that this machine can number")
                .at(line, column)
                .into()),
        }
    };
    let columns = size("the width")?;
    let rows = size("the height")?;
    let highest = match encoding.is_bits() {
        true => 1,
        false => {
            let (highest, line, column) = input.number("the highest grey level")?;
            match u32::try_from(highest) {
                Ok(highest @ 1..=65535) => highest,
                _ => {
                    let found = format!("the highest grey level {highest}");
                    return Err(ParseError::new(found, "one from 1 to 65535").at(line, column).into());
                }
            }
        }
    };
    // One blank ends the header; before a plain raster any number.
    let (line, column) = (input.line, input.column);
    match input.next_or_comment()? {
        Some(byte) if byte.is_ascii_whitespace() => Ok(Header { encoding, rows, columns, highest }),
        Some(byte) => Err(ParseError::new(shown(byte), "a blank after the header").at(line, column).into()),
        None => Err(ParseError::new("the end", "the rows of the image").at(line, column).into()),
    }
}

/// Buffered bytes with the place where they stand.
#[derive(Debug)]
struct Input<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Bytes handed out.
    offset: u64,
    line: usize,
    column: usize,
}

impl<R: Read> Input<R> {
    /// Has at least n bytes in the buffer unless the input ends.
    fn fill(&mut self, n: usize) -> Result<(), ImageError> {
        if self.end - self.start >= n {
            return Ok(());
        }
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        while self.end < n {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => break,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// The next n bytes, n at most [`BUFFER`]; lines are no longer counted.
    fn take(&mut self, n: usize) -> Result<&[u8], ImageError> {
        self.fill(n)?;
        if self.end - self.start < n {
            let at = self.offset + (self.end - self.start) as u64;
            return Err(ParseError::new(format!("the end at byte {at}"), "more rows of the image").into());
        }
        let start = self.start;
        self.start += n;
        self.offset += n as u64;
        Ok(&self.buffer[start..start + n])
    }

    fn peek(&mut self) -> Result<Option<u8>, ImageError> {
        self.fill(1)?;
        Ok(self.buffer[self.start..self.end].first().copied())
    }

    fn next(&mut self) -> Result<Option<u8>, ImageError> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.start += 1;
            self.offset += 1;
            (self.line, self.column) =
                if byte == b'\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        Ok(byte)
    }

    /// The next byte, a comment counting as the line feed that ends it.
    fn next_or_comment(&mut self) -> Result<Option<u8>, ImageError> {
        let mut byte = self.next()?;
        if byte == Some(b'#') {
            while byte.is_some_and(|b| b != b'\n') {
                byte = self.next()?;
            }
        }
        Ok(byte)
    }

    /// Passes over blanks and comments.
    fn skip_blanks(&mut self) -> Result<(), ImageError> {
        while self.peek()?.is_some_and(|b| b.is_ascii_whitespace() || b == b'#') {
            self.next_or_comment()?;
        }
        Ok(())
    }

    /// A number after blanks and comments, with its place.
    fn number(&mut self, what: &str) -> Result<(u64, usize, usize), ImageError> {
        self.skip_blanks()?;
        let (line, column) = (self.line, self.column);
        let mut value: Option<u64> = None;
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_digit) {
            self.next()?;
            let next = value.unwrap_or(0).checked_mul(10).and_then(|v| v.checked_add(u64::from(byte - b'0')));
            value = Some(next.ok_or_else(|| {
                ParseError::new(format!("a number too large as {what}"), "one below 2^64").at(line, column)
            })?);
        }
        if let Some(value) = value {
            return Ok((value, line, column));
        }
        let found = self.peek()?.map_or("the end".into(), shown);
        Err(ParseError::new(found, format!("{what}, a number")).at(line, column).into())
    }

    /// A 0 or 1 after blanks and comments.
    fn bit(&mut self) -> Result<bool, ImageError> {
        if !matches!(self.peek()?, Some(b'0' | b'1')) {
            self.skip_blanks()?;
        }
        let (line, column) = (self.line, self.column);
        match self.next()? {
            Some(b'0') => Ok(false),
            Some(b'1') => Ok(true),
            other => {
                let found = other.map_or("the end".into(), shown);
                Err(ParseError::new(found, "a pixel, 0 or 1").at(line, column).into())
            }
        }
    }
}
