//! Kernels on rows of packed bits: bit `i mod 64` of word `i / 64` is entry `i`.

use crate::arch::carryless::{Backend, portable};

/// `y_i = x_0 + ... + x_i` for the bits of one word.
pub fn prefix_xor_word(x: u64) -> u64 {
    portable::prefix_word(x)
}

/// `y_i = x_0 + ... + x_i` in place, for a row of any number of words.
///
/// # Examples
/// ```
/// let mut row = [0b1001, 0];
/// lightsout_algebra::rows::prefix_xor(&mut row);
/// assert_eq!(row, [0b0111, 0]);
/// ```
pub fn prefix_xor(row: &mut [u64]) {
    Backend::best().prefix_xor(row);
}

/// One line of the chase: `out = b + x + x X + x / X + out`, where `x X` moves every entry one place up.
///
/// Entry `i` of `out`, which holds the line before `x`, becomes `b_i + x_i + x_(i-1) + x_(i+1) + out_i`. Entries that
/// leave the last word are lost; the caller clears those beyond the end of the row with `last_mask`, which is applied
/// to the last word.
///
/// # Panics
/// If the three rows differ in length.
///
/// # Complexity
/// `O(n / 64)` time for `n` entries.
///
/// # Examples
/// ```
/// let (mut out, x, b) = ([0b00001], [0b00100], [0b10000]);
/// lightsout_algebra::rows::chase_plus(&mut out, &x, &b, 0b11111);
/// assert_eq!(out, [0b11111]);
/// ```
#[track_caller]
pub fn chase_plus(out: &mut [u64], x: &[u64], b: &[u64], last_mask: u64) {
    chase::<true>(out, x, b, last_mask);
}

/// As [`chase_plus`] without `x` itself: `out = b + x X + x / X + out`.
///
/// # Panics
/// If the three rows differ in length.
///
/// # Complexity
/// `O(n / 64)` time for `n` entries.
#[track_caller]
pub fn chase_open(out: &mut [u64], x: &[u64], b: &[u64], last_mask: u64) {
    chase::<false>(out, x, b, last_mask);
}

#[track_caller]
fn chase<const CENTRE: bool>(out: &mut [u64], x: &[u64], b: &[u64], last_mask: u64) {
    assert!(out.len() == x.len() && x.len() == b.len(), "rows of equal length");
    Backend::best().chase::<CENTRE>(out, x, b);
    if let Some(last) = out.last_mut() {
        *last &= last_mask;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bit(row: &[u64], i: usize) -> u64 {
        row[i / 64] >> (i % 64) & 1
    }

    fn row(n: usize, seed: u64) -> (Vec<u64>, u64) {
        let mut state = seed;
        let mask = if n.is_multiple_of(64) { u64::MAX } else { (1 << (n % 64)) - 1 };
        let mut r: Vec<u64> = (0..n.div_ceil(64))
            .map(|_| {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                state ^ state >> 29
            })
            .collect();
        if let Some(last) = r.last_mut() {
            *last &= mask;
        }
        (r, mask)
    }

    const SIZES: [usize; 16] = [0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 320, 511, 513, 1300];

    #[test]
    fn prefix_sums() {
        for n in SIZES {
            let (x, _) = row(n, 3);
            for backend in Backend::all() {
                let mut y = x.clone();
                backend.prefix_xor(&mut y);
                let mut sum = 0;
                for i in 0..64 * x.len() {
                    sum ^= bit(&x, i);
                    assert_eq!(bit(&y, i), sum, "{backend:?} {n} {i}");
                }
            }
        }
    }

    #[test]
    fn chases_like_single_lights() {
        for n in SIZES {
            for with_self in [false, true] {
                let ((x, mask), (b, _), (before, _)) = (row(n, 1), row(n, 5), row(n, 9));
                let mut out = before.clone();
                if with_self {
                    chase_plus(&mut out, &x, &b, mask)
                } else {
                    chase_open(&mut out, &x, &b, mask)
                }
                for backend in Backend::all() {
                    let mut other = before.clone();
                    if with_self {
                        backend.chase::<true>(&mut other, &x, &b);
                    } else {
                        backend.chase::<false>(&mut other, &x, &b);
                    }
                    if let Some(last) = other.last_mut() {
                        *last &= mask;
                    }
                    assert_eq!(other, out, "{backend:?} {n}");
                }
                for i in 0..64 * x.len() {
                    let mut want = bit(&b, i) ^ bit(&before, i);
                    if with_self {
                        want ^= bit(&x, i);
                    }
                    if i > 0 {
                        want ^= bit(&x, i - 1);
                    }
                    if i + 1 < n {
                        want ^= bit(&x, i + 1);
                    }
                    assert_eq!(bit(&out, i), if i < n { want } else { 0 }, "{n} {i}");
                }
            }
        }
    }
}
