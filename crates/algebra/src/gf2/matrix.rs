//! Packed matrices over GF(2).

use std::fmt;

use super::factor::mul_with;
use super::vector::{BitVec, dot_words, words_for, xor_words};
use crate::arch::lines::Kernel;

/// A matrix over GF(2), stored row by row, 64 entries to a word.
///
/// Entry `(i, j)` is bit `j mod 64` of word `j / 64` of row `i`; the bits beyond the last column
/// are always zero.
///
/// # Examples
/// ```
/// use lightsout_algebra::gf2::{BitMatrix, BitVec};
///
/// let mut a = BitMatrix::identity(3);
/// a.set(0, 2, true);
/// let x = BitVec::from_iter([false, true, true]);
/// assert_eq!(a.mul_vec(&x).to_string(), "111");
/// assert_eq!(a.mul(&a), BitMatrix::identity(3));
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct BitMatrix {
    rows: usize,
    cols: usize,
    stride: usize,
    words: Vec<u64>,
}

impl BitMatrix {
    /// The zero matrix.
    ///
    /// # Panics
    /// If the matrix does not fit into the address space; see [`BitMatrix::bytes`].
    pub fn zeros(rows: usize, cols: usize) -> Self {
        let stride = words_for(cols);
        let words = rows.checked_mul(stride).expect("matrix too large");
        Self { rows, cols, stride, words: vec![0; words] }
    }

    /// The identity matrix with `n` rows.
    ///
    /// # Panics
    /// If the matrix does not fit into the address space.
    pub fn identity(n: usize) -> Self {
        let mut matrix = Self::zeros(n, n);
        for i in 0..n {
            matrix.set(i, i, true);
        }
        matrix
    }

    /// The matrix with the given rows, each `cols` long.
    ///
    /// # Panics
    /// If a row has another length.
    pub fn from_rows(cols: usize, rows: &[BitVec]) -> Self {
        let mut matrix = Self::zeros(rows.len(), cols);
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), cols, "length of row {i}");
            matrix.row_mut(i).copy_from_slice(row.words());
        }
        matrix
    }

    /// The matrix whose entry `(i, j)` is `entry(i, j)`.
    ///
    /// # Panics
    /// If the matrix does not fit into the address space.
    pub fn from_fn(rows: usize, cols: usize, mut entry: impl FnMut(usize, usize) -> bool) -> Self {
        let mut matrix = Self::zeros(rows, cols);
        for i in 0..rows {
            for j in 0..cols {
                if entry(i, j) {
                    matrix.set(i, j, true);
                }
            }
        }
        matrix
    }

    /// The bytes that the entries of a matrix take, or `None` if they don't fit into a `usize`.
    pub fn bytes(rows: usize, cols: usize) -> Option<usize> {
        rows.checked_mul(words_for(cols))?.checked_mul(8)
    }

    /// The number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[inline]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Entry `(row, col)`.
    ///
    /// # Panics
    /// If there is no such entry.
    #[inline]
    pub fn get(&self, row: usize, col: usize) -> bool {
        assert!(col < self.cols, "column {col} of {}", self.cols);
        self.row(row)[col / 64] >> (col % 64) & 1 == 1
    }

    /// Sets entry `(row, col)`.
    ///
    /// # Panics
    /// If there is no such entry.
    #[inline]
    pub fn set(&mut self, row: usize, col: usize, value: bool) {
        assert!(col < self.cols, "column {col} of {}", self.cols);
        let word = &mut self.row_mut(row)[col / 64];
        *word = *word & !(1 << (col % 64)) | u64::from(value) << (col % 64);
    }

    /// Adds one to entry `(row, col)`.
    ///
    /// # Panics
    /// If there is no such entry.
    #[inline]
    pub fn flip(&mut self, row: usize, col: usize) {
        assert!(col < self.cols, "column {col} of {}", self.cols);
        self.row_mut(row)[col / 64] ^= 1 << (col % 64);
    }

    /// The packed words of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub fn row(&self, row: usize) -> &[u64] {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        &self.words[row * self.stride..(row + 1) * self.stride]
    }

    /// The packed words of a row, to change; the caller keeps the bits beyond the last column
    /// zero.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub fn row_mut(&mut self, row: usize) -> &mut [u64] {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        &mut self.words[row * self.stride..(row + 1) * self.stride]
    }

    /// A copy of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row_vec(&self, row: usize) -> BitVec {
        BitVec::from_words(self.cols, self.row(row).to_vec())
    }

    /// A copy of a column.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn col_vec(&self, col: usize) -> BitVec {
        (0..self.rows).map(|i| self.get(i, col)).collect()
    }

    /// Appends a row.
    ///
    /// # Panics
    /// If its length is not the number of columns.
    pub fn push_row(&mut self, row: &BitVec) {
        assert_eq!(row.len(), self.cols, "length of a new row");
        self.words.extend_from_slice(row.words());
        self.rows += 1;
    }

    /// Adds row `from` to row `to`.
    ///
    /// # Panics
    /// If there is no such row, or if both are the same.
    pub fn add_row(&mut self, from: usize, to: usize) {
        assert!(from < self.rows && to < self.rows && from != to);
        let stride = self.stride;
        let (low, high) = self.words.split_at_mut(from.max(to) * stride);
        let small = &mut low[from.min(to) * stride..][..stride];
        let large = &mut high[..stride];
        if from < to {
            xor_words(large, small);
        } else {
            xor_words(small, large);
        }
    }

    /// Exchanges two rows.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn swap_rows(&mut self, a: usize, b: usize) {
        assert!(a < self.rows && b < self.rows);
        if a != b {
            let stride = self.stride;
            let (low, high) = self.words.split_at_mut(a.max(b) * stride);
            low[a.min(b) * stride..][..stride].swap_with_slice(&mut high[..stride]);
        }
    }

    /// Whether every entry is zero.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// The product `A x`.
    ///
    /// # Panics
    /// If the length of `x` is not the number of columns.
    ///
    /// # Complexity
    /// O(m n / 64) word operations for m rows and n columns.
    pub fn mul_vec(&self, x: &BitVec) -> BitVec {
        assert_eq!(x.len(), self.cols, "length of a vector to multiply");
        (0..self.rows).map(|i| dot_words(self.row(i), x.words())).collect()
    }

    /// The product `y^T A`, the sum of the rows that `y` selects.
    ///
    /// # Panics
    /// If the length of `y` is not the number of rows.
    ///
    /// # Complexity
    /// O(m n / 64) word operations for m rows and n columns.
    pub fn vec_mul(&self, y: &BitVec) -> BitVec {
        assert_eq!(y.len(), self.rows, "length of a vector to multiply");
        let mut sum = BitVec::zeros(self.cols);
        for i in y.iter_ones() {
            xor_words(sum.words_mut(), self.row(i));
        }
        sum
    }

    /// The product `A B`.
    ///
    /// # Panics
    /// If the number of columns of `A` is not the number of rows of `B`.
    ///
    /// # Complexity
    /// O(m k n / 256) word operations for an m x k times a k x n matrix.
    pub fn mul(&self, other: &Self) -> Self {
        assert_eq!(self.cols, other.rows, "sizes of a matrix product");
        mul_with(self, other, Kernel::best())
    }

    /// The transposed matrix.
    ///
    /// # Complexity
    /// O(m n / 64 * log 64) word operations for m rows and n columns.
    pub fn transpose(&self) -> Self {
        let mut result = Self::zeros(self.cols, self.rows);
        let mut block = [0; 64];
        for top in (0..self.rows).step_by(64) {
            for left in (0..self.cols).step_by(64) {
                for (i, word) in block.iter_mut().enumerate() {
                    *word = match top + i < self.rows {
                        true => self.row(top + i)[left / 64],
                        false => 0,
                    };
                }
                transpose_64(&mut block);
                for (j, &word) in block.iter().enumerate().take(self.cols - left) {
                    result.row_mut(left + j)[top / 64] = word;
                }
            }
        }
        result
    }

    /// The matrix of the first `rows` rows.
    ///
    /// # Panics
    /// If there are fewer rows.
    pub fn truncated(mut self, rows: usize) -> Self {
        assert!(rows <= self.rows, "{rows} rows of {}", self.rows);
        self.words.truncate(rows * self.stride);
        self.rows = rows;
        self
    }
}

/// Transposes a 64 x 64 block in place by exchanging ever smaller off-diagonal blocks.
fn transpose_64(block: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, 0x0000_0000_ffff_ffff_u64);
    while width != 0 {
        let mut i = 0;
        while i < 64 {
            let moved = (block[i] >> width ^ block[i + width]) & mask;
            block[i] ^= moved << width;
            block[i + width] ^= moved;
            i = (i + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

impl fmt::Display for BitMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for i in 0..self.rows {
            writeln!(f, "{}", self.row_vec(i))?;
        }
        Ok(())
    }
}

impl fmt::Debug for BitMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BitMatrix({} x {})\n{self}", self.rows, self.cols)
    }
}

#[cfg(test)]
mod tests {
    use super::{BitMatrix, BitVec};

    fn pattern(rows: usize, cols: usize) -> BitMatrix {
        BitMatrix::from_fn(rows, cols, |i, j| (i * i + 3 * i * j + j * j / 7) % 5 < 2)
    }

    #[test]
    fn transposing_exchanges_indices() {
        for rows in [0, 1, 63, 64, 65, 130] {
            for cols in [0, 1, 63, 64, 65, 200] {
                let a = pattern(rows, cols);
                let t = a.transpose();
                assert_eq!((t.rows(), t.cols()), (cols, rows));
                assert!((0..rows).all(|i| (0..cols).all(|j| a.get(i, j) == t.get(j, i))));
                assert!((0..cols).all(|j| t.row(j) == a.col_vec(j).words()));
                assert_eq!(t.transpose(), a);
            }
        }
    }

    #[test]
    fn products_agree_with_the_definition() {
        for (m, k, n) in [(0, 3, 2), (3, 0, 2), (1, 1, 1), (5, 65, 64), (66, 64, 130)] {
            let (a, b) = (pattern(m, k), pattern(k, n));
            let product = a.mul(&b);
            let plain = BitMatrix::from_fn(m, n, |i, j| {
                (0..k).filter(|&l| a.get(i, l) && b.get(l, j)).count() % 2 == 1
            });
            assert_eq!(product, plain);
            let x = BitVec::from_iter((0..n).map(|i| i % 3 == 1));
            assert_eq!(product.mul_vec(&x), a.mul_vec(&b.mul_vec(&x)));
            let y = BitVec::from_iter((0..m).map(|i| i % 3 != 1));
            assert_eq!(product.vec_mul(&y), product.transpose().mul_vec(&y));
        }
    }

    #[test]
    fn rows_can_be_added_swapped_and_appended() {
        let a = pattern(3, 70);
        let mut b = a.clone();
        b.add_row(0, 2);
        b.add_row(2, 1);
        b.add_row(2, 0);
        b.swap_rows(0, 2);
        b.push_row(&a.row_vec(1));
        let combination = BitMatrix::from_rows(
            3,
            &[[1, 0, 1], [1, 1, 1], [0, 0, 1], [0, 1, 0]].map(|row| BitVec::from_iter(row.map(|e| e == 1))),
        );
        assert_eq!(b, combination.mul(&a));
        assert_eq!(b.truncated(1).row_vec(0).len(), 70);
    }
}
