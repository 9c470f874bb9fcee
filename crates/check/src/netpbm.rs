//! Netpbm images, read row by row: PBM (P1, P4; black is 1) and PGM (P2, P5; the grey level is the number).

use crate::grid::{Entry, Row};
use crate::input::{Fault, quote};
use crate::words::counted;
use std::io::{BufRead, Read};

/// Longest side that is believed.
const LONGEST: u64 = 1 << 32;

/// Whether the bytes start as an image that this module reads.
pub(crate) fn is_image(bytes: &[u8]) -> bool {
    matches!(bytes, [b'P', b'1' | b'2' | b'4' | b'5', c, ..] if c.is_ascii_whitespace() || *c == b'#')
}

/// An image whose header is read and whose rows come one by one.
pub(crate) struct Image<R> {
    input: R,
    kind: u8,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Largest value of a pixel: 1 for PBM.
    pub(crate) most: u32,
    row: usize,
    bytes: Vec<u8>,
}

impl<R: BufRead> Image<R> {
    /// Reads the header.
    pub(crate) fn open(mut input: R) -> Result<Self, Fault> {
        let mut magic = [0; 2];
        input.read_exact(&mut magic).map_err(|_| Fault::nowhere("found an image without a header"))?;
        if magic[0] != b'P' || !matches!(magic[1], b'1' | b'2' | b'4' | b'5') {
            return Err(Fault::nowhere(format!(
                "found an image of kind {}, expected PBM or PGM (P1, P2, P4, P5)",
                quote(&String::from_utf8_lossy(&magic))
            )));
        }
        let mut image =
            Image { input, kind: magic[1], width: 0, height: 0, most: 1, row: 0, bytes: Vec::new() };
        image.width = image.header("the width", LONGEST)? as usize;
        image.height = image.header("the height", LONGEST)? as usize;
        if matches!(image.kind, b'2' | b'5') {
            image.most = image.header("the largest grey level", 65535)? as u32;
        }
        if matches!(image.kind, b'4' | b'5') && !image.byte()?.is_some_and(|b| b.is_ascii_whitespace()) {
            return Err(Fault::nowhere("found no blank between the header of the image and its pixels"));
        }
        Ok(image)
    }

    fn peek(&mut self) -> Result<Option<u8>, Fault> {
        Ok(self.input.fill_buf().map_err(|error| unreadable(&error))?.first().copied())
    }

    fn byte(&mut self) -> Result<Option<u8>, Fault> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.input.consume(1);
        }
        Ok(byte)
    }

    /// Passes over blanks and comments.
    fn skip_blanks(&mut self) -> Result<(), Fault> {
        let mut comment = false;
        while let Some(byte) = self.peek()? {
            match byte {
                b'\n' => comment = false,
                b'#' => comment = true,
                _ if comment || byte.is_ascii_whitespace() => {}
                _ => break,
            }
            self.input.consume(1);
        }
        Ok(())
    }

    /// A number in decimal digits after blanks; nothing if something else stands there.
    fn number(&mut self) -> Result<Option<u64>, Fault> {
        self.skip_blanks()?;
        let mut value = None;
        while let Some(byte @ b'0'..=b'9') = self.peek()? {
            self.input.consume(1);
            value = Some(value.unwrap_or(0u64).saturating_mul(10).saturating_add(u64::from(byte - b'0')));
        }
        Ok(value)
    }

    fn header(&mut self, what: &str, most: u64) -> Result<u64, Fault> {
        match self.number()? {
            Some(value) if (1..=most).contains(&value) => Ok(value),
            Some(value) => {
                Err(Fault::nowhere(format!("found {value} as {what} of the image, expected 1 to {most}")))
            }
            None => Err(Fault::nowhere(format!("found no number for {what} of the image"))),
        }
    }

    fn cut(&self, column: usize) -> Fault {
        Fault::nowhere(format!(
            "the image ends in row {}, column {}, its header says {} of {}",
            self.row + 1,
            column + 1,
            counted(self.height, "row"),
            self.width
        ))
    }

    /// Reads the next row into `out`, in place of what is there.
    pub(crate) fn next_row(&mut self, out: &mut Vec<u32>) -> Result<(), Fault> {
        out.clear();
        match self.kind {
            b'1' => {
                for column in 0..self.width {
                    self.skip_blanks()?;
                    match self.byte()? {
                        Some(bit @ (b'0' | b'1')) => out.push(u32::from(bit - b'0')),
                        Some(byte) => {
                            return Err(Fault::nowhere(format!(
                                "found {} in row {}, column {} of the image, expected 0 or 1",
                                quote(&char::from(byte).to_string()),
                                self.row + 1,
                                column + 1
                            )));
                        }
                        None => return Err(self.cut(column)),
                    }
                }
            }
            b'2' => {
                for column in 0..self.width {
                    match self.number()? {
                        Some(value) if value <= u64::from(self.most) => out.push(value as u32),
                        Some(value) => return Err(self.too_bright(value, column)),
                        None if self.peek()?.is_none() => return Err(self.cut(column)),
                        None => {
                            return Err(Fault::nowhere(format!(
                                "found no number in row {}, column {} of the image",
                                self.row + 1,
                                column + 1
                            )));
                        }
                    }
                }
            }
            b'4' => {
                let bytes = self.width.div_ceil(8);
                let found = self.take(bytes)?;
                if found < bytes {
                    return Err(self.cut(8 * found));
                }
                for &byte in &self.bytes {
                    out.extend([7, 6, 5, 4, 3, 2, 1, 0].map(|bit| u32::from(byte >> bit & 1)));
                }
                out.truncate(self.width);
            }
            _ => {
                let size = if self.most > 255 { 2 } else { 1 };
                let found = self.take(self.width * size)?;
                if found < self.width * size {
                    return Err(self.cut(found / size));
                }
                for pixel in self.bytes.chunks_exact(size) {
                    out.push(pixel.iter().fold(0, |value, &byte| value << 8 | u32::from(byte)));
                }
                if let Some(column) = out.iter().position(|&value| value > self.most) {
                    return Err(self.too_bright(u64::from(out[column]), column));
                }
            }
        }
        self.row += 1;
        Ok(())
    }

    /// Reads up to `count` bytes; the room for them grows with what is there, not with what the header says.
    fn take(&mut self, count: usize) -> Result<usize, Fault> {
        self.bytes.clear();
        let mut part = (&mut self.input).take(count as u64);
        part.read_to_end(&mut self.bytes).map_err(|error| unreadable(&error))
    }

    fn too_bright(&self, value: u64, column: usize) -> Fault {
        Fault::nowhere(format!(
            "found {value} in row {}, column {} of the image, expected at most {}",
            self.row + 1,
            column + 1,
            self.most
        ))
    }

    /// Makes sure that nothing follows the last row.
    pub(crate) fn finish(&mut self) -> Result<(), Fault> {
        if matches!(self.kind, b'1' | b'2') {
            self.skip_blanks()?;
        }
        if self.peek()?.is_some() {
            return Err(Fault::nowhere(format!(
                "the image goes on after its last row, its header says {} of {}",
                counted(self.height, "row"),
                self.width
            )));
        }
        Ok(())
    }

    /// Reads all rows.
    pub(crate) fn rows(&mut self) -> Result<Vec<Row>, Fault> {
        let mut rows = Vec::new();
        let mut pixels = Vec::new();
        for _ in 0..self.height {
            self.next_row(&mut pixels)?;
            let entries =
                pixels.iter().map(|&value| Entry { offset: 0, value: Some(u64::from(value)) }).collect();
            rows.push(Row { offset: 0, entries });
        }
        self.finish()?;
        Ok(rows)
    }
}

fn unreadable(error: &std::io::Error) -> Fault {
    Fault::nowhere(format!("the image can't be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Vec<Vec<u64>>, String> {
        let rows = Image::open(bytes).and_then(|mut image| image.rows()).map_err(|fault| fault.message)?;
        Ok(rows.iter().map(|row| row.entries.iter().filter_map(|entry| entry.value).collect()).collect())
    }

    #[test]
    fn the_four_kinds() {
        let want = vec![vec![0, 1, 1], vec![1, 0, 0]];
        assert_eq!(read(b"P1\n3 2\n011\n100\n"), Ok(want.clone()));
        assert_eq!(read(b"P1 # made by hand\n3 # wide\n2\n0 1 1 1 0 0"), Ok(want.clone()));
        assert_eq!(read(b"P2\n3 2\n1\n0 1 1\n1 0 0\n"), Ok(want.clone()));
        assert_eq!(read(b"P4\n3 2\n\x60\x80"), Ok(want.clone()));
        assert_eq!(read(b"P4\n3 2\n\x7f\x9f"), Ok(want.clone()), "bits beyond the width don't count");
        assert_eq!(read(b"P5\n3 2\n1\n\0\x01\x01\x01\0\0"), Ok(want));
        assert_eq!(read(b"P5\n2 1\n300\n\x01\x2c\0\x07"), Ok(vec![vec![300, 7]]));
        assert_eq!(read(b"P4\n9 1\n\xff\x80"), Ok(vec![vec![1; 9]]));
    }

    #[test]
    fn headers_that_lie() {
        for bytes in [
            &b"P4"[..],
            b"P4\n",
            b"P4\n3",
            b"P4\n3 2",
            b"P4\n3 2\n\x60",
            b"P4\n3 2\n\x60\x80\x00",
            b"P4\n0 2\n",
            b"P4\n-3 2\n",
            b"P4\n99999999999999999999999 2\n",
            b"P4\n4294967296 4294967296\n\0",
            b"P1\n3 2\n01110",
            b"P1\n3 2\n0111002",
            b"P1\n3 2\n0121000",
            b"P2\n2 1\n3\n0 4",
            b"P2\n2 1\n3\n0",
            b"P2\n2 1\n3\n0 x",
            b"P5\n2 1\n3\n\0\x04",
            b"P5\n2 1\n0\n\0\0",
            b"P5\n2 1\n65536\n\0\0\0\0",
            b"P3\n1 1\n1\n0 0 0",
            b"P4\n3 2x\x60\x80",
        ] {
            assert!(read(bytes).is_err(), "{}", String::from_utf8_lossy(bytes));
        }
    }
}
