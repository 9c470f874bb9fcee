//! Grids of bits, packed: what large boards with two states are made of.

use lightsout_algebra::random::SplitMix;

/// `rows` x `columns` bits; bit j mod 64 of word j / 64 of a row is column j, and the bits after
/// the last column are 0.
///
/// # Examples
/// ```
/// use lightsout::bitgrid::BitGrid;
///
/// let mut grid = BitGrid::new(2, 70).unwrap();
/// grid.row_mut(1)[1] |= 1 << 5;
/// assert!(grid.get(1, 69));
/// assert_eq!(grid.count_ones(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitGrid {
    rows: usize,
    columns: usize,
    stride: usize,
    words: Vec<u64>,
}

impl BitGrid {
    /// A grid of zeros, or `None` when it is too large to address.
    pub fn new(rows: usize, columns: usize) -> Option<BitGrid> {
        Self::bytes(rows, columns)?;
        let stride = columns.div_ceil(64);
        Some(BitGrid { rows, columns, stride, words: vec![0; rows * stride] })
    }

    /// A grid of random bits, each 1 with probability 1/2; the same seed gives the same grid.
    pub fn random(rows: usize, columns: usize, seed: u64) -> Option<BitGrid> {
        let mut grid = BitGrid::new(rows, columns)?;
        let mask = grid.last_mask();
        let mut random = SplitMix::new(seed);
        for i in 0..rows {
            let row = grid.row_mut(i);
            row.fill_with(|| random.next_u64());
            if let Some(last) = row.last_mut() {
                *last &= mask;
            }
        }
        Some(grid)
    }

    /// Bytes that a grid takes, or `None` when that is too much to address.
    pub fn bytes(rows: usize, columns: usize) -> Option<usize> {
        rows.checked_mul(columns.div_ceil(64))?.checked_mul(8).filter(|&bytes| bytes <= isize::MAX as usize)
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Words in a row.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The bits of the last word of a row that belong to columns.
    pub fn last_mask(&self) -> u64 {
        u64::MAX >> (self.columns.wrapping_neg() % 64)
    }

    /// A row.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..(row + 1) * self.stride]
    }

    /// A row to be changed; bits after the last column must stay 0.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.words[row * self.stride..(row + 1) * self.stride]
    }

    /// One bit.
    ///
    /// # Panics
    /// When there is no such row; columns outside are `false` up to the end of the last word.
    pub fn get(&self, row: usize, column: usize) -> bool {
        self.row(row)[column / 64] >> (column % 64) & 1 != 0
    }

    /// Sets one bit.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn set(&mut self, row: usize, column: usize, value: bool) {
        assert!(column < self.columns);
        let word = &mut self.row_mut(row)[column / 64];
        *word = *word & !(1 << (column % 64)) | u64::from(value) << (column % 64);
    }

    /// Number of ones.
    pub fn count_ones(&self) -> u64 {
        self.words.iter().map(|w| u64::from(w.count_ones())).sum()
    }

    /// Whether every bit is 0.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Every word, row after row.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Sets every bit to 0.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Exchanges every bit for its opposite.
    pub fn invert(&mut self) {
        let (mask, stride) = (self.last_mask(), self.stride);
        if stride == 0 {
            return;
        }
        for row in self.words.chunks_exact_mut(stride) {
            for word in row.iter_mut() {
                *word = !*word;
            }
            row[stride - 1] &= mask;
        }
    }

    /// The grid with rows and columns exchanged.
    ///
    /// # Complexity
    /// O(r c / 64 * 6) word operations for r rows and c columns, by blocks of 64 x 64 bits.
    pub fn transposed(&self) -> BitGrid {
        let stride = self.rows.div_ceil(64);
        let mut words = vec![0; self.columns * stride];
        let mut block = [0u64; 64];
        for i in (0..self.rows).step_by(64) {
            let high = (self.rows - i).min(64);
            for w in 0..self.stride {
                block[high..].fill(0);
                for (r, word) in block[..high].iter_mut().enumerate() {
                    *word = self.words[(i + r) * self.stride + w];
                }
                transpose_block(&mut block);
                let wide = (self.columns - w * 64).min(64);
                for (c, &word) in block[..wide].iter().enumerate() {
                    words[(w * 64 + c) * stride + i / 64] = word;
                }
            }
        }
        BitGrid { rows: self.columns, columns: self.rows, stride, words }
    }
}

/// Transposes 64 x 64 bits by exchanging ever smaller off-diagonal squares (Hacker's Delight, 7-3).
fn transpose_block(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_FFFF_FFFFu64;
    while width > 0 {
        let mut r = 0;
        while r < 64 {
            let swap = (block[r] >> width ^ block[r + width]) & mask;
            block[r] ^= swap << width;
            block[r + width] ^= swap;
            r = (r + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_moves_every_bit() {
        for (rows, columns) in [(1, 1), (3, 70), (64, 64), (65, 63), (130, 5), (1, 200), (0, 3), (3, 0)] {
            let mut grid = BitGrid::new(rows, columns).unwrap();
            for i in 0..rows {
                for j in 0..columns {
                    grid.set(i, j, (i * 7 + j * j * 3 + i * j) % 5 < 2);
                }
            }
            let turned = grid.transposed();
            assert_eq!((turned.rows(), turned.columns()), (columns, rows));
            for i in 0..rows {
                for j in 0..columns {
                    assert_eq!(grid.get(i, j), turned.get(j, i), "{rows}x{columns} {i} {j}");
                }
            }
            assert_eq!(turned.transposed(), grid);
        }
    }

    #[test]
    fn inverting_keeps_the_padding_clear() {
        let mut grid = BitGrid::new(3, 67).unwrap();
        grid.invert();
        assert_eq!(grid.count_ones(), 3 * 67);
        grid.invert();
        assert!(grid.is_zero());
    }

    #[test]
    fn huge_grids_are_refused() {
        assert!(BitGrid::new(usize::MAX / 4, 1 << 20).is_none());
    }
}
