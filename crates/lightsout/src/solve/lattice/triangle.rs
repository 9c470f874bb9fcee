//! Triangles: one congruence modulo H_{n+1}.
//!
//! Light (a, c), a, c >= 0, a + c < n, stands in layout row n - 1 - c at place a, so that line c is a
//! layout row and chasing goes from the bottom row up.

use lightsout_algebra::poly::{
    LinearFunctional, Poly, moments_from_triangle_values, triangle_h3, triangle_values_from_moments,
};
use lightsout_algebra::rows::prefix_xor;

use super::{GridAnswer, padded};
use crate::bitgrid::BitGrid;

/// Presses for the lights, or a certificate.
///
/// Chasing from an empty first line leaves values v_0, ..., v_n just outside the edge a + c = n. Read as
/// a functional modulo H_{n+1} with numerator N_v, a first line with numerator N must satisfy
/// H_n N = N_v (mod H_{n+1}).
pub(super) fn solve(lights: BitGrid) -> GridAnswer {
    let n = lights.rows();
    let mut grid = lights;
    let outside = chase(&mut grid, vec![0; (n + 1).div_ceil(64)], false);
    let (_, h_n, h_next) = triangle_h3(n);
    let moments = moments_from_triangle_values(&outside, n + 1);
    let left = LinearFunctional::from_moments(&moments, h_next.clone());
    let congruence = h_n.solve_congruence(&left.numerator, &h_next);
    let nullity = congruence.gcd.degree().unwrap_or(0);
    if let Some(numerator) = congruence.solution {
        let first = first_line(numerator, h_next, n);
        let outside = chase(&mut grid, first, true);
        assert!(outside.iter().all(|&w| w == 0), "the presses leave lights on");
        return GridAnswer::Solved { presses: grid, nullity };
    }
    // For a quiet pattern y, y . b = sum_c y(n-1-c, c) (v_c + v_{c+1}). Let y be the mirror image of y'
    // under (a, c) -> (a, n-1-a-c), and t' the first line of y': the sum is sum_a t'_a d_a with
    // d_a = v_{n-1-a} + v_{n-a}, the value on D = sum d_a H_a of the functional of y'. The functionals
    // of quiet patterns are X^i / g; the first i with a 1 is deg g - 1 - deg(D mod g).
    let value = |c: usize| outside[c / 64] >> (c % 64) & 1 != 0;
    let d: Vec<bool> = (0..n).map(|a| value(n - 1 - a) != value(n - a)).collect();
    let rest = from_triangle_basis(&d).div_rem(&congruence.gcd).1;
    let Some(degree) = rest.degree() else { panic!("no quiet pattern meets what chasing left") };
    let numerator = &congruence.modulus << (nullity - 1 - degree);
    let first = first_line(numerator, h_next, n);
    grid.clear();
    let outside = chase(&mut grid, first, true);
    assert!(outside.iter().all(|&w| w == 0), "the certificate is no quiet pattern");
    GridAnswer::Unsolvable { certificate: mirrored(&grid), nullity }
}

/// The values on H_0, ..., H_n of N / H_{n+1}.
fn first_line(numerator: Poly, denominator: Poly, n: usize) -> Vec<u64> {
    let moments = LinearFunctional { numerator, denominator }.moments(n + 1);
    padded(triangle_values_from_moments(&moments, n + 1), (n + 1).div_ceil(64))
}

/// Chases from a first line of n + 1 values (the last of them outside) and returns the values v_0, ...,
/// v_n just outside; with `write`, the lines take the place of the lights.
///
/// At light (a, c) the unknown is u(a, c+1) + u(a-1, c+1), so that each new line is a prefix sum.
fn chase(grid: &mut BitGrid, first: Vec<u64>, write: bool) -> Vec<u64> {
    let n = grid.rows();
    let mut outside = vec![0; (n + 1).div_ceil(64)];
    let mut note = |c: usize, line: &[u64]| {
        let a = n - c;
        outside[c / 64] |= (line[a / 64] >> (a % 64) & 1) << (c % 64);
    };
    note(0, &first);
    let mut before = vec![0; first.len()];
    let mut here = first;
    let mut next = vec![0; here.len()];
    for c in 0..n {
        // Line c + 1 has entries 0..=n-1-c, the last of them outside.
        let words = (n - c).div_ceil(64);
        let row = grid.row_mut(n - 1 - c);
        let above = |v: &[u64], w: usize| v.get(w + 1).map_or(0, |x| x << 63);
        let mut carry = 0;
        for w in 0..words {
            let x = here[w];
            let right = x >> 1 | above(&here, w);
            let up = before[w] ^ (before[w] >> 1 | above(&before, w));
            next[w] = row[w] ^ x ^ (x << 1 | carry) ^ right ^ up;
            carry = x >> 63;
        }
        prefix_xor(&mut next[..words]);
        let spare = words * 64 - (n - c);
        next[words - 1] &= u64::MAX >> spare;
        if write {
            // Line c has n - c entries on the board.
            row[..words].copy_from_slice(&here[..words]);
            row[words - 1] &= u64::MAX >> spare;
        }
        std::mem::swap(&mut before, &mut here);
        std::mem::swap(&mut here, &mut next);
        here[words..].fill(0);
        note(c + 1, &here);
    }
    outside
}

/// sum d_a H_a by Clenshaw's recurrence.
fn from_triangle_basis(d: &[bool]) -> Poly {
    // b_a = d_a + X b_{a+1} + (X + 1) b_{a+2} + b_{a+3}
    let words = d.len() / 64 + 1;
    let mut b = [vec![0u64; words], vec![0; words], vec![0; words]];
    for (a, &bit) in d.iter().enumerate().rev() {
        let used = (d.len() - a) / 64 + 1;
        let [b1, b2, b3] = &mut b;
        let mut carry = 0;
        for w in 0..used.min(words) {
            let sum = b1[w] ^ b2[w];
            b3[w] ^= sum << 1 ^ carry ^ b2[w];
            carry = sum >> 63;
        }
        b3[0] ^= u64::from(bit);
        b.rotate_right(1);
    }
    let [b0, ..] = b;
    Poly::from_words(b0)
}

/// The pattern under (a, c) -> (a, n-1-a-c): column j of the layout upside down between its ends.
fn mirrored(grid: &BitGrid) -> BitGrid {
    let n = grid.rows();
    let mut columns = grid.transposed();
    for j in 0..n {
        // Bits r = j..n of row j go to n - 1 + j - r.
        let row = &Poly::from_words(columns.row(j).to_vec()).reversed(n) << j;
        let words = padded(row.into_words(), columns.stride());
        columns.row_mut(j).copy_from_slice(&words);
    }
    columns.transposed()
}
