//! Writing images row by row.

use std::io::{self, Write};

use super::{Encoding, Header, pack_bits};
use crate::bitgrid::BitGrid;

/// Bytes written at once; a multiple of eight.
const BUFFER: usize = 1 << 17;

/// Characters in a line of a plain image, which the format asks to keep to 70.
const LINE: usize = 70;

/// Writes an image row by row.
///
/// # Examples
/// ```
/// use lightsout::format::pbm::{Encoding, Header, Writer};
///
/// let header = Header { encoding: Encoding::PlainBits, rows: 2, columns: 3, highest: 1 };
/// let mut image = Vec::new();
/// let mut writer = Writer::new(&mut image, header)?;
/// writer.bit_row(&[0b101])?;
/// writer.row(&[0, 1, 0])?;
/// writer.finish()?;
/// assert_eq!(image, b"P1\n3 2\n101\n010\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W: Write> {
    output: W,
    header: Header,
    /// What is still to be written.
    buffer: Vec<u8>,
    row: usize,
}

impl<W: Write> Writer<W> {
    /// Begins an image with its header.
    ///
    /// # Errors
    /// When the output cannot be written.
    ///
    /// # Panics
    /// When the header has no rows, no columns, or a highest value that its encoding cannot have.
    pub fn new(output: W, header: Header) -> io::Result<Writer<W>> {
        assert!(header.rows > 0 && header.columns > 0, "an image has rows and columns");
        let most = if header.encoding.is_bits() { 1 } else { 65535 };
        assert!((1..=most).contains(&header.highest), "highest value {}", header.highest);
        let mut buffer = Vec::with_capacity(BUFFER + 64);
        writeln!(buffer, "{}\n{} {}", header.encoding.magic(), header.columns, header.rows)?;
        if !header.encoding.is_bits() {
            writeln!(buffer, "{}", header.highest)?;
        }
        Ok(Writer { output, header, buffer, row: 0 })
    }

    /// Writes the next row of a PBM image: bit j mod 64 of word j / 64 is column j, 1 is black.
    ///
    /// # Errors
    /// When the output cannot be written.
    ///
    /// # Panics
    /// When all rows have been written, the image is PGM, `words` is not one word for 64 columns
    /// begun, or has ones after the last column.
    pub fn bit_row(&mut self, words: &[u64]) -> io::Result<()> {
        let columns = self.header.columns;
        assert_eq!(words.len(), self.header.words(), "one word for 64 columns");
        let mask = u64::MAX >> (columns.wrapping_neg() % 64);
        assert!(words.last().is_none_or(|last| last & !mask == 0), "ones after the last column");
        self.next_row();
        match self.header.encoding {
            Encoding::PlainBits => self.plain_bits((0..columns).map(|j| words[j / 64] >> (j % 64) & 1 == 1)),
            Encoding::Bits => {
                for chunk in words.chunks(BUFFER / 8) {
                    let first = self.buffer.len();
                    self.buffer.resize(first + chunk.len() * 8, 0);
                    pack_bits(chunk, &mut self.buffer[first..]);
                    self.flush_full()?;
                }
                // The words of a row may hold more bytes than the row has.
                let over = words.len() * 8 - columns.div_ceil(8);
                self.buffer.truncate(self.buffer.len() - over);
                Ok(())
            }
            _ => panic!("an image of bits"),
        }
    }

    /// Writes the next row of any image, one value for each column.
    ///
    /// # Errors
    /// When the output cannot be written.
    ///
    /// # Panics
    /// When all rows have been written, `values` is not as long as a row, or a value is above the
    /// highest.
    pub fn row(&mut self, values: &[u32]) -> io::Result<()> {
        assert_eq!(values.len(), self.header.columns, "one value for each column");
        assert!(values.iter().all(|&v| v <= self.header.highest), "a value above the highest");
        self.next_row();
        match self.header.encoding {
            Encoding::PlainBits => self.plain_bits(values.iter().map(|&v| v == 1)),
            Encoding::Bits => {
                for eight in values.chunks(8) {
                    let byte = eight.iter().enumerate().fold(0, |byte, (j, &v)| byte | (v as u8) << (7 - j));
                    self.buffer.push(byte);
                    self.flush_full()?;
                }
                Ok(())
            }
            Encoding::PlainGrey => {
                let mut length = 0;
                for value in values {
                    let text = value.to_string();
                    if length > 0 {
                        let fits = length + 1 + text.len() <= LINE;
                        self.buffer.push(if fits { b' ' } else { b'\n' });
                        length = if fits { length + 1 } else { 0 };
                    }
                    length += text.len();
                    self.buffer.extend_from_slice(text.as_bytes());
                    self.flush_full()?;
                }
                self.buffer.push(b'\n');
                Ok(())
            }
            Encoding::Grey => {
                for value in values {
                    if self.header.highest > 255 {
                        self.buffer.push((value >> 8) as u8);
                    }
                    self.buffer.push(*value as u8);
                    self.flush_full()?;
                }
                Ok(())
            }
        }
    }

    fn plain_bits(&mut self, bits: impl Iterator<Item = bool>) -> io::Result<()> {
        for (j, bit) in bits.enumerate() {
            if j > 0 && j % LINE == 0 {
                self.buffer.push(b'\n');
            }
            self.buffer.push(if bit { b'1' } else { b'0' });
            self.flush_full()?;
        }
        self.buffer.push(b'\n');
        Ok(())
    }

    fn next_row(&mut self) {
        assert!(self.row < self.header.rows, "rows to be written");
        self.row += 1;
    }

    /// Writes the buffer but for its last eight bytes, which may still be taken back, when it is
    /// full.
    fn flush_full(&mut self) -> io::Result<()> {
        if self.buffer.len() > BUFFER {
            let keep = self.buffer.len() - 8;
            self.output.write_all(&self.buffer[..keep])?;
            self.buffer.drain(..keep);
        }
        Ok(())
    }

    /// Writes what is left and gives the output back.
    ///
    /// # Errors
    /// When the output cannot be written.
    ///
    /// # Panics
    /// When not all rows have been written.
    pub fn finish(mut self) -> io::Result<W> {
        assert_eq!(self.row, self.header.rows, "all rows written");
        self.output.write_all(&self.buffer)?;
        self.output.flush()?;
        Ok(self.output)
    }
}

impl<W: Write> Writer<W> {
    /// Writes a whole grid as a PBM image, packed or `plain`.
    ///
    /// # Errors
    /// When the output cannot be written.
    ///
    /// # Panics
    /// When the grid has no rows or no columns.
    pub fn bits(output: W, grid: &BitGrid, plain: bool) -> io::Result<W> {
        let encoding = if plain { Encoding::PlainBits } else { Encoding::Bits };
        let header = Header { encoding, rows: grid.rows(), columns: grid.columns(), highest: 1 };
        let mut writer = Writer::new(output, header)?;
        for row in 0..grid.rows() {
            writer.bit_row(grid.row(row))?;
        }
        writer.finish()
    }
}
