//! Pressing packed boards: lights from presses, row by row.

use super::{Method, method};
use crate::bitgrid::BitGrid;
use crate::board::Board;

/// A x for packed presses x: the lights that change, or `None` when the board is not one of those
/// that [`super::has_grid_method`] knows.
///
/// # Panics
/// When the presses are not of the size that [`super::grid_size`] gives.
///
/// # Complexity
/// O(m n / 64) word operations for m x n lights.
pub fn press_grid(board: &Board, presses: &BitGrid) -> Option<BitGrid> {
    let method = method(board)?;
    let (m, n) = (presses.rows(), presses.columns());
    assert_eq!(Some((m, n)), super::grid_size(board), "presses of another board");
    let mut lights = BitGrid::new(m, n)?;
    for i in 0..m {
        let neighbour = |up: bool| match method {
            Method::Torus { .. } => Some(presses.row(if up { (i + m - 1) % m } else { (i + 1) % m })),
            _ if up => i.checked_sub(1).map(|i| presses.row(i)),
            _ => (i + 1 < m).then(|| presses.row(i + 1)),
        };
        let here = presses.row(i);
        let out = lights.row_mut(i);
        let around = matches!(method, Method::Cylinder { .. } | Method::Torus { .. });
        match method {
            Method::Rectangle { closed } | Method::Cylinder { closed } | Method::Torus { closed } => {
                if closed {
                    add(out, here);
                }
                add_beside(out, here, n, around);
                for row in [neighbour(true), neighbour(false)].into_iter().flatten() {
                    add(out, row);
                }
            }
            Method::King => {
                for row in [neighbour(true), Some(here), neighbour(false)].into_iter().flatten() {
                    add(out, row);
                    add_beside(out, row, n, false);
                }
            }
            Method::Triangle => {
                add(out, here);
                add_beside(out, here, n, false);
                // (i-1, j), (i-1, j-1), (i+1, j), (i+1, j+1)
                if let Some(row) = neighbour(true) {
                    add(out, row);
                    add_left(out, row);
                }
                if let Some(row) = neighbour(false) {
                    add(out, row);
                    add_right(out, row);
                }
                // Row i has i + 1 lights; what was shifted beyond them is no light.
                let (word, bit) = (i / 64, i % 64);
                out[word] &= u64::MAX >> (63 - bit);
                out[word + 1..].fill(0);
            }
        }
    }
    let mask = lights.last_mask();
    for i in 0..m {
        if let Some(last) = lights.row_mut(i).last_mut() {
            *last &= mask;
        }
    }
    Some(lights)
}

fn add(out: &mut [u64], row: &[u64]) {
    out.iter_mut().zip(row).for_each(|(o, r)| *o ^= r);
}

/// Entry j of the row to entry j + 1.
fn add_left(out: &mut [u64], row: &[u64]) {
    let mut carry = 0;
    for (o, &r) in out.iter_mut().zip(row) {
        *o ^= r << 1 | carry;
        carry = r >> 63;
    }
}

/// Entry j of the row to entry j - 1.
fn add_right(out: &mut [u64], row: &[u64]) {
    for w in 0..row.len() {
        out[w] ^= row[w] >> 1 | row.get(w + 1).map_or(0, |next| next << 63);
    }
}

/// Entry j of the row to j - 1 and j + 1, around a circle of n entries or not.
fn add_beside(out: &mut [u64], row: &[u64], n: usize, around: bool) {
    add_left(out, row);
    add_right(out, row);
    if around {
        let last = n - 1;
        out[0] ^= row[last / 64] >> (last % 64) & 1;
        out[last / 64] ^= (row[0] & 1) << (last % 64);
    }
}
