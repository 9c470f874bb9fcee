//! Systems over GF(2): one elimination, many right-hand sides.

use super::factor::{Factor, rank_with};
use super::matrix::BitMatrix;
use super::vector::BitVec;
use crate::Outcome;
use crate::arch::lines::Kernel;

/// The answer to a system over GF(2).
pub type Solve = Outcome<BitVec>;

/// A matrix brought to row echelon form, with the transform that did it.
///
/// `T A = U` with `T` invertible and `U` in row echelon form, both kept in factored form, so that
/// every question about `A x = b` and about the kernels is answered without eliminating again.
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
    factor: Factor,
    pivots: Vec<usize>,
}

impl Echelon {
    /// Eliminates a matrix.
    ///
    /// # Complexity
    /// O(m n r / 256) word operations for m rows, n columns and rank r; memory for two matrices.
    pub fn new(a: &BitMatrix) -> Self {
        Self::with_kernel(a, Kernel::best())
    }

    /// Eliminates a matrix by a given kernel.
    pub(crate) fn with_kernel(a: &BitMatrix, kernel: Kernel) -> Self {
        let factor = Factor::new(a, kernel);
        let pivots = factor.pivots().collect();
        Self { factor, pivots }
    }

    /// The number of rows of the matrix.
    pub fn rows(&self) -> usize {
        self.factor.rows()
    }

    /// The number of columns of the matrix.
    pub fn cols(&self) -> usize {
        self.factor.cols()
    }

    /// The rank.
    pub fn rank(&self) -> usize {
        self.factor.rank()
    }

    /// The dimension of the kernel, `cols - rank`.
    pub fn nullity(&self) -> usize {
        self.cols() - self.rank()
    }

    /// The pivot columns, ascending: those that don't depend on the columns before them.
    pub fn pivots(&self) -> &[usize] {
        &self.pivots
    }

    /// The non-zero rows of the reduced row echelon form: row `i` has its leading one in column
    /// `pivots()[i]`, the only one of that column.
    ///
    /// # Complexity
    /// O(r^2 d / 256) word operations for rank r and d = cols - r.
    pub fn reduced(&self) -> BitMatrix {
        let free = self.factor.reduced_free_part().transpose();
        let mut columns = BitMatrix::zeros(self.cols(), self.rank());
        for (i, &column) in self.pivots.iter().enumerate() {
            columns.set(column, i, true);
        }
        for (j, &column) in self.factor.free().iter().enumerate() {
            columns.row_mut(column).copy_from_slice(free.row(j));
        }
        columns.transpose()
    }

    /// Solves `A x = b`, with `x` zero outside the pivot columns.
    ///
    /// # Panics
    /// If the length of `b` is not the number of rows.
    ///
    /// # Complexity
    /// O(m r / 64) word operations for m rows and rank r.
    pub fn solve(&self, b: &BitVec) -> Solve {
        assert_eq!(b.len(), self.rows(), "length of a right-hand side");
        let image = self.factor.forward(b);
        let inconsistent = image.iter_ones().find(|&i| i >= self.rank());
        match inconsistent {
            Some(row) => Outcome::Certificate(self.factor.transform_row(row)),
            None => Outcome::Solution(self.factor.backward(image)),
        }
    }

    /// A basis of `{x : A x = 0}`, one vector a row, in reduced row echelon form.
    ///
    /// The form is unique, so equal kernels have equal bases.
    ///
    /// # Complexity
    /// O(n d (r + d) / 256) word operations for n columns, rank r and d = n - r.
    pub fn kernel(&self) -> BitMatrix {
        let reduced = self.factor.reduced_free_part();
        let mut columns = BitMatrix::zeros(self.cols(), self.nullity());
        for (i, &column) in self.pivots.iter().enumerate() {
            columns.row_mut(column).copy_from_slice(reduced.row(i));
        }
        for (j, &column) in self.factor.free().iter().enumerate() {
            columns.set(column, j, true);
        }
        rref(&columns.transpose())
    }

    /// A basis of `{y : y^T A = 0}`, one vector a row, in reduced row echelon form.
    ///
    /// # Complexity
    /// O(m d (r + d) / 256) word operations for m rows, rank r and d = m - r.
    pub fn left_kernel(&self) -> BitMatrix {
        rref(&self.factor.left_kernel_columns().transpose())
    }
}

/// The non-zero rows of the reduced row echelon form of a matrix.
///
/// # Complexity
/// O(m n r / 256) word operations for m rows, n columns and rank r.
pub fn rref(a: &BitMatrix) -> BitMatrix {
    Echelon::new(a).reduced()
}

/// The rank of a matrix.
///
/// # Complexity
/// O(m n r / 256) word operations for m rows, n columns and rank r; memory for one more matrix.
pub fn rank(a: &BitMatrix) -> usize {
    rank_with(a, Kernel::best())
}

/// The rank of a matrix by plain Rust, whatever vector instructions the processor has.
///
/// # Complexity
/// That of [`rank`].
pub fn rank_portable(a: &BitMatrix) -> usize {
    rank_with(a, Kernel::Portable)
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
