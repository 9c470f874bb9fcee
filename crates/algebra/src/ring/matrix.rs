//! Dense matrices over Z/k.

use std::fmt;

use super::modulus::Modulus;

/// A matrix over Z/k, stored row by row, with entries in `0..k`.
///
/// # Examples
/// ```
/// use lightsout_algebra::ring::{Matrix, Modulus};
///
/// let mut a = Matrix::zeros(Modulus::new(6).unwrap(), 2, 2);
/// a.set(0, 0, 2);
/// a.set(1, 0, 3);
/// assert_eq!(a.mul_vec(&[5, 0]), [4, 3]);
/// assert_eq!(a.vec_mul(&[3, 4]), [0, 0]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Matrix {
    modulus: Modulus,
    rows: usize,
    cols: usize,
    entries: Vec<u32>,
}

impl Matrix {
    /// The zero matrix.
    ///
    /// # Panics
    /// If the matrix does not fit into the address space; see [`Matrix::bytes`].
    pub fn zeros(modulus: Modulus, rows: usize, cols: usize) -> Self {
        let count = rows.checked_mul(cols).expect("matrix too large");
        Self { modulus, rows, cols, entries: vec![0; count] }
    }

    /// The matrix whose entry `(i, j)` is `entry(i, j)` modulo `k`.
    ///
    /// # Panics
    /// If the matrix does not fit into the address space.
    pub fn from_fn(
        modulus: Modulus,
        rows: usize,
        cols: usize,
        mut entry: impl FnMut(usize, usize) -> u64,
    ) -> Self {
        let mut matrix = Self::zeros(modulus, rows, cols);
        for i in 0..rows {
            for j in 0..cols {
                matrix.entries[i * cols + j] = matrix.modulus.reduce(entry(i, j));
            }
        }
        matrix
    }

    /// The bytes that the entries of a matrix take, or `None` if they don't fit into a `usize`.
    pub fn bytes(rows: usize, cols: usize) -> Option<usize> {
        rows.checked_mul(cols)?.checked_mul(4)
    }

    /// The modulus.
    pub fn modulus(&self) -> &Modulus {
        &self.modulus
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Entry `(row, col)`.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn get(&self, row: usize, col: usize) -> u32 {
        self.row(row)[col]
    }

    /// Sets entry `(row, col)`.
    ///
    /// # Panics
    /// If there is no such entry, or if the value is not below `k`.
    pub fn set(&mut self, row: usize, col: usize, value: u32) {
        assert!(value <= self.modulus.max_entry(), "entry {value} modulo {}", self.modulus);
        assert!(row < self.rows && col < self.cols, "entry ({row}, {col})");
        self.entries[row * self.cols + col] = value;
    }

    /// Adds to entry `(row, col)`, modulo `k`.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn add(&mut self, row: usize, col: usize, value: u32) {
        let sum = u64::from(self.get(row, col)) + u64::from(value);
        self.entries[row * self.cols + col] = self.modulus.reduce(sum);
    }

    /// A row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: usize) -> &[u32] {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        &self.entries[row * self.cols..(row + 1) * self.cols]
    }

    /// The product `A x`.
    ///
    /// # Panics
    /// If the length of `x` is not the number of columns.
    ///
    /// # Complexity
    /// O(m n) multiplications for m rows and n columns.
    pub fn mul_vec(&self, x: &[u32]) -> Vec<u32> {
        assert_eq!(x.len(), self.cols, "length of a vector to multiply");
        (0..self.rows).map(|i| self.modulus.dot(self.row(i), x)).collect()
    }

    /// The product `y^T A`.
    ///
    /// # Panics
    /// If the length of `y` is not the number of rows.
    ///
    /// # Complexity
    /// O(m n) multiplications for m rows and n columns.
    pub fn vec_mul(&self, y: &[u32]) -> Vec<u32> {
        assert_eq!(y.len(), self.rows, "length of a vector to multiply");
        let mut sums = vec![0_u128; self.cols];
        for (i, &factor) in y.iter().enumerate() {
            if factor != 0 {
                for (sum, &entry) in sums.iter_mut().zip(self.row(i)) {
                    *sum += u128::from(u64::from(factor) * u64::from(entry));
                }
            }
        }
        sums.into_iter().map(|sum| (sum % u128::from(self.modulus.value())) as u32).collect()
    }
}

impl fmt::Debug for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Matrix({} x {} modulo {})", self.rows, self.cols, self.modulus)?;
        for i in 0..self.rows {
            writeln!(f, "{:?}", self.row(i))?;
        }
        Ok(())
    }
}
