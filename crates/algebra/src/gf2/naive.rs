//! Plain elimination: one pivot at a time. The slow twin that the fast elimination is tested with.

use super::matrix::BitMatrix;

/// The reduced row echelon form of a matrix by plain elimination, and the transform to it.
///
/// Returns `(R, T, pivots)` with `T A = R`, `T` invertible, `R` reduced: row `i` has its leading
/// one in column `pivots[i]`, the only one of that column, and the rows from `pivots.len()` on are
/// zero.
///
/// # Complexity
/// O(m r (m + n) / 64) word operations for m rows, n columns and rank r.
///
/// # Examples
/// ```
/// use lightsout_algebra::gf2::{self, BitMatrix};
///
/// let a = BitMatrix::from_fn(2, 3, |i, j| i == 0 || j > 0);
/// let (reduced, transform, pivots) = gf2::rref_naive(&a);
/// assert_eq!(reduced.to_string(), "100\n011\n");
/// assert_eq!(transform.mul(&a), reduced);
/// assert_eq!(pivots, [0, 1]);
/// ```
pub fn rref_naive(a: &BitMatrix) -> (BitMatrix, BitMatrix, Vec<usize>) {
    let mut reduced = a.clone();
    let mut transform = BitMatrix::identity(a.rows());
    let mut pivots = Vec::new();
    for col in 0..a.cols() {
        let rank = pivots.len();
        let Some(pivot) = (rank..a.rows()).find(|&i| reduced.get(i, col)) else {
            continue;
        };
        reduced.swap_rows(rank, pivot);
        transform.swap_rows(rank, pivot);
        for i in 0..a.rows() {
            if i != rank && reduced.get(i, col) {
                reduced.add_row(rank, i);
                transform.add_row(rank, i);
            }
        }
        pivots.push(col);
    }
    (reduced, transform, pivots)
}
