//! m x n rectangles: one congruence modulo f_{n+1}.

use lightsout_algebra::poly::{Poly, fibonacci, from_fibonacci_basis, to_fibonacci_basis};
use lightsout_algebra::rows;

use super::{GridAnswer, odd_overlap, padded};
use crate::bitgrid::BitGrid;

/// Presses for the lights, or a certificate.
///
/// Chasing from an empty first row leaves a row p below the board; a first row u must satisfy
/// f_{m+1}(B) u = p, which is f_{m+1}(X + s) u(X) = p(X) modulo f_{n+1}(X) in the basis f_1, ..., f_n
/// (s = 1 for the closed rule, 0 for the open one).
pub(super) fn solve(lights: BitGrid, closed: bool) -> GridAnswer {
    if lights.columns() > lights.rows() {
        // The degree is the number of columns: lay the board on its side.
        let turned = lights.transposed();
        drop(lights);
        return match solve(turned, closed) {
            GridAnswer::Solved { presses, nullity } => {
                GridAnswer::Solved { presses: presses.transposed(), nullity }
            }
            GridAnswer::Unsolvable { certificate, nullity } => {
                GridAnswer::Unsolvable { certificate: certificate.transposed(), nullity }
            }
        };
    }
    let (m, n) = (lights.rows(), lights.columns());
    let stride = lights.stride();
    let left = chase_left(&lights, closed);
    let f = fibonacci(n + 1);
    let a = fibonacci_of_step(m + 1, closed, &f);
    let congruence = a.solve_congruence(&from_fibonacci_basis(&left), &f);
    let nullity = congruence.gcd.degree().unwrap_or(0);
    match congruence.solution {
        Some(u) => {
            let first = padded(to_fibonacci_basis(&u), stride);
            GridAnswer::Solved { presses: chase_presses(lights, first, closed), nullity }
        }
        None => {
            // Row vectors of quiet patterns are the multiples of f / g; y . b is the overlap of the
            // last row of y with what chasing left, and J moves from X^i f / g to the next.
            let mut row = padded(to_fibonacci_basis(&congruence.modulus), stride);
            let mask = lights.last_mask();
            let nothing = vec![0; stride];
            for _ in 0..nullity {
                if odd_overlap(&row, &left) {
                    break;
                }
                let mut next = vec![0; stride];
                rows::chase_open(&mut next, &row, &nothing, mask);
                row = next;
            }
            assert!(odd_overlap(&row, &left), "no quiet pattern meets what chasing left");
            // Upside down, the last row comes first, and with no lights chasing makes the pattern.
            let size = (m, n);
            drop(lights);
            let mut certificate =
                BitGrid::new(size.0, size.1).unwrap_or_else(|| unreachable!("it was there"));
            let (mut before, mut here) = (vec![0; stride], row);
            for i in (0..m).rev() {
                certificate.row_mut(i).copy_from_slice(&here);
                step(&mut before, &here, &nothing, mask, closed);
                std::mem::swap(&mut before, &mut here);
            }
            assert!(here.iter().all(|&w| w == 0), "the certificate is no quiet pattern");
            GridAnswer::Unsolvable { certificate, nullity }
        }
    }
}

fn step(out: &mut [u64], x: &[u64], b: &[u64], mask: u64, closed: bool) {
    if closed { rows::chase_plus(out, x, b, mask) } else { rows::chase_open(out, x, b, mask) }
}

/// The row below the board after chasing from an empty first row.
fn chase_left(lights: &BitGrid, closed: bool) -> Vec<u64> {
    let (mut before, mut here) = (vec![0; lights.stride()], vec![0; lights.stride()]);
    for i in 0..lights.rows() {
        step(&mut before, &here, lights.row(i), lights.last_mask(), closed);
        std::mem::swap(&mut before, &mut here);
    }
    here
}

/// Chases from a first row that is right; the presses take the place of the lights.
fn chase_presses(mut grid: BitGrid, first: Vec<u64>, closed: bool) -> BitGrid {
    let mask = grid.last_mask();
    let (mut before, mut here) = (vec![0; grid.stride()], first);
    for i in 0..grid.rows() {
        step(&mut before, &here, grid.row(i), mask, closed);
        grid.row_mut(i).copy_from_slice(&here);
        std::mem::swap(&mut before, &mut here);
    }
    // Each light but those of the last row was put out by the row below it; these are out when the
    // row below the board is empty.
    assert!(here.iter().all(|&w| w == 0), "the presses leave lights on");
    grid
}

/// f_j(X + s) modulo `f`, or not reduced where it is short anyway.
pub(crate) fn fibonacci_of_step(j: usize, closed: bool, f: &Poly) -> Poly {
    let degree = f.degree().unwrap_or(0);
    if j / 4 <= degree {
        let p = fibonacci(j);
        return if closed { p.compose_x_plus_1() } else { p };
    }
    let x = if closed { Poly::x() + Poly::one() } else { Poly::x() };
    fibonacci_mod(j, &x, |p| p.div_rem(f).1).0
}

/// (f_j(x), f_{j+1}(x)) by doubling, every product reduced.
pub(super) fn fibonacci_mod(j: usize, x: &Poly, reduce: impl Fn(Poly) -> Poly) -> (Poly, Poly) {
    // (f_0, f_1), then for each bit of j: f_{2i} = x f_i^2, f_{2i+1} = (f_i + f_{i+1})^2,
    // f_{2i+2} = x f_{i+1}^2.
    let (mut a, mut b) = (Poly::zero(), reduce(Poly::one()));
    for bit in (0..usize::BITS - j.leading_zeros()).rev() {
        let odd = reduce((a.clone() + b.clone()).square());
        if j >> bit & 1 == 0 {
            a = reduce(x.clone() * reduce(a.square()));
            b = odd;
        } else {
            b = reduce(x.clone() * reduce(b.square()));
            a = odd;
        }
    }
    (a, b)
}
