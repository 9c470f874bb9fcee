//! Systems over GF(2): one elimination, many right-hand sides.

use super::matrix::BitMatrix;
use super::naive::rref_naive;
use super::vector::{BitVec, iter_ones};
use crate::Outcome;

/// The answer to a system over GF(2).
pub type Solve = Outcome<BitVec>;

/// A matrix brought to reduced row echelon form, with the transform that did it.
///
/// `T A = R` with `T` invertible and `R` the reduced row echelon form, so that every question
/// about `A x = b` and about the kernels is answered without eliminating again.
///
/// # Examples
/// ```
/// use lightsout_algebra::Outcome;
/// use lightsout_algebra::gf2::{BitMatrix, BitVec, Echelon};
///
/// let a = BitMatrix::from_fn(3, 3, |i, j| i.abs_diff(j) < 2); // a row of three lights
/// let echelon = Echelon::new(&a);
/// assert_eq!(echelon.rank(), 3);
/// let all = BitVec::ones(3);
/// assert_eq!(echelon.solve(&all), Outcome::Solution(BitVec::unit(3, 1)));
/// ```
#[derive(Clone, Debug)]
pub struct Echelon {
    cols: usize,
    pivots: Vec<usize>,
    /// The non-zero rows of the reduced form.
    reduced: BitMatrix,
    transform: BitMatrix,
}

impl Echelon {
    /// Eliminates a matrix.
    ///
    /// # Complexity
    /// O(m r (m + n) / 64) word operations for m rows, n columns and rank r; memory for two
    /// matrices.
    pub fn new(a: &BitMatrix) -> Self {
        let (reduced, transform, pivots) = rref_naive(a);
        Self { cols: a.cols(), reduced: reduced.truncated(pivots.len()), transform, pivots }
    }

    /// The number of rows of the matrix.
    pub fn rows(&self) -> usize {
        self.transform.rows()
    }

    /// The number of columns of the matrix.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The rank.
    pub fn rank(&self) -> usize {
        self.pivots.len()
    }

    /// The dimension of the kernel, `cols - rank`.
    pub fn nullity(&self) -> usize {
        self.cols - self.rank()
    }

    /// The pivot columns, ascending: those that don't depend on the columns before them.
    pub fn pivots(&self) -> &[usize] {
        &self.pivots
    }

    /// The non-zero rows of the reduced row echelon form.
    pub fn reduced(&self) -> &BitMatrix {
        &self.reduced
    }

    /// Solves `A x = b`, with `x` zero outside the pivot columns.
    ///
    /// # Panics
    /// If the length of `b` is not the number of rows.
    ///
    /// # Complexity
    /// O(m^2 / 64) word operations for m rows.
    pub fn solve(&self, b: &BitVec) -> Solve {
        let image = self.transform.mul_vec(b);
        if let Some(row) = image.iter_ones().find(|&i| i >= self.rank()) {
            return Outcome::Certificate(self.transform.row_vec(row));
        }
        let mut x = BitVec::zeros(self.cols);
        for i in image.iter_ones() {
            x.set(self.pivots[i], true);
        }
        Outcome::Solution(x)
    }

    /// A basis of `{x : A x = 0}`, one vector a row, in reduced row echelon form.
    ///
    /// The form is unique, so equal kernels have equal bases.
    ///
    /// # Complexity
    /// O(d^2 n / 64 + d r) for n columns, rank r and d = n - r.
    pub fn kernel(&self) -> BitMatrix {
        let mut free = vec![true; self.cols];
        for &p in &self.pivots {
            free[p] = false;
        }
        let free: Vec<usize> = (0..self.cols).filter(|&j| free[j]).collect();
        let mut basis = BitMatrix::zeros(free.len(), self.cols);
        let columns = self.reduced.transpose();
        for (i, &j) in free.iter().enumerate() {
            basis.set(i, j, true);
            for row in iter_ones(columns.row(j)) {
                basis.set(i, self.pivots[row], true);
            }
        }
        rref(&basis)
    }

    /// A basis of `{y : y^T A = 0}`, one vector a row, in reduced row echelon form.
    ///
    /// # Complexity
    /// O(d^2 m / 64) for m rows, rank r and d = m - r.
    pub fn left_kernel(&self) -> BitMatrix {
        let rows: Vec<BitVec> = (self.rank()..self.rows()).map(|i| self.transform.row_vec(i)).collect();
        rref(&BitMatrix::from_rows(self.rows(), &rows))
    }
}

/// The non-zero rows of the reduced row echelon form of a matrix.
///
/// # Complexity
/// O(m r n / 64) word operations for m rows, n columns and rank r.
pub fn rref(a: &BitMatrix) -> BitMatrix {
    Echelon::new(a).reduced
}

/// The rank of a matrix.
///
/// # Complexity
/// O(m r n / 64) word operations for m rows, n columns and rank r.
pub fn rank(a: &BitMatrix) -> usize {
    Echelon::new(a).rank()
}

/// A basis of `{x : A x = 0}`, one vector a row, in reduced row echelon form.
///
/// # Complexity
/// That of [`Echelon::new`] and [`Echelon::kernel`].
///
/// # Examples
/// ```
/// use lightsout_algebra::gf2::{self, BitMatrix};
///
/// let a = BitMatrix::from_fn(1, 3, |_, _| true);
/// assert_eq!(gf2::kernel(&a).to_string(), "101\n011\n");
/// ```
pub fn kernel(a: &BitMatrix) -> BitMatrix {
    Echelon::new(a).kernel()
}

/// Solves `A x = b`: a solution, or the certificate that there is none.
///
/// # Panics
/// If the length of `b` is not the number of rows of `A`.
///
/// # Complexity
/// That of [`Echelon::new`].
pub fn solve(a: &BitMatrix, b: &BitVec) -> Solve {
    Echelon::new(a).solve(b)
}
