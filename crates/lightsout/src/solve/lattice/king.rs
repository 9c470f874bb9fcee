//! King's move on an m x n plane: A = K_m (x) K_n, K the closed neighbourhoods of a path.
//!
//! K_n x = w is chased along the path; K_n is singular exactly when n = 2 (mod 3), and then its kernel
//! is spanned by k = (1, 1, 0, 1, 1, 0, ..., 1, 1). So A x = b is solvable exactly when k_m^T b = 0 (if
//! m = 2 mod 3) and b k_n = 0 (if n = 2 mod 3).

use super::{GridAnswer, odd_overlap};
use crate::bitgrid::BitGrid;

/// Whether K_n has a kernel.
pub(crate) fn is_singular(n: usize) -> bool {
    n % 3 == 2
}

/// Entry j of k.
pub(crate) fn in_kernel(j: usize) -> bool {
    j % 3 != 2
}

/// Presses for the lights, or a certificate.
pub(super) fn solve(lights: BitGrid) -> GridAnswer {
    let (m, n) = (lights.rows(), lights.columns());
    let rank = |n: usize| if is_singular(n) { n - 1 } else { n };
    let nullity = m * n - rank(m) * rank(n);
    match violated(&lights) {
        Some(certificate) => GridAnswer::Unsolvable { certificate, nullity },
        // K_m Y = b for the rows of Y, then X K_n = Y by the same on the grid laid on its side.
        None => {
            GridAnswer::Solved { presses: solve_rows(solve_rows(lights).transposed()).transposed(), nullity }
        }
    }
}

/// A condition that the lights do not meet, as the quiet pattern e_i (x) k_n or k_m (x) e_j.
fn violated(lights: &BitGrid) -> Option<BitGrid> {
    let (m, n) = (lights.rows(), lights.columns());
    let empty = || BitGrid::new(m, n).unwrap_or_else(|| unreachable!("as large as the lights"));
    if is_singular(n) {
        let mut k = BitGrid::new(1, n)?;
        (0..n).filter(|&j| in_kernel(j)).for_each(|j| k.set(0, j, true));
        if let Some(i) = (0..m).find(|&i| odd_overlap(lights.row(i), k.row(0))) {
            let mut certificate = empty();
            certificate.row_mut(i).copy_from_slice(k.row(0));
            return Some(certificate);
        }
    }
    if is_singular(m) {
        let mut sum = vec![0; lights.stride()];
        for i in (0..m).filter(|&i| in_kernel(i)) {
            sum.iter_mut().zip(lights.row(i)).for_each(|(s, w)| *s ^= w);
        }
        let word = sum.iter().position(|&w| w != 0)?;
        let j = word * 64 + sum[word].trailing_zeros() as usize;
        let mut certificate = empty();
        (0..m).filter(|&i| in_kernel(i)).for_each(|i| certificate.set(i, j, true));
        return Some(certificate);
    }
    None
}

/// Y with K_m Y = b, in place of b, when there is one; its first row is 0 when K_m is singular.
///
/// Y_{i+1} = b_i + Y_i + Y_{i-1}; the row after the last must be 0. It is p + Y_0, p what an empty first
/// row leaves, unless K_m is singular, when it is p whatever Y_0 is.
fn solve_rows(mut b: BitGrid) -> BitGrid {
    let (m, stride) = (b.rows(), b.stride());
    let mut first = vec![0; stride];
    if !is_singular(m) {
        first = chase(&mut b, first, false);
    }
    let left = chase(&mut b, first, true);
    assert!(left.iter().all(|&w| w == 0), "the presses leave lights on");
    debug_assert_eq!(b.rows(), m);
    b
}

fn chase(grid: &mut BitGrid, first: Vec<u64>, write: bool) -> Vec<u64> {
    let (mut before, mut here) = (vec![0; grid.stride()], first);
    for i in 0..grid.rows() {
        let row = grid.row_mut(i);
        for w in 0..here.len() {
            before[w] ^= row[w] ^ here[w];
        }
        if write {
            row.copy_from_slice(&here);
        }
        std::mem::swap(&mut before, &mut here);
    }
    here
}
