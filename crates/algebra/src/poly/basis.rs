//! Changes of basis between powers of `X` and the sequences `f` and `H`, and linear functionals.

use super::substitute::MASKS;
use super::{Poly, engine::Engine, words};
use crate::rows;

/// `sum v_j f_j` for a row `v_1, ..., v_n` packed with `v_1` at bit 0; see [`super::fibonacci`].
///
/// Since `f_(2^k + j) = X^(2^k) f_j + f_(2^k - j)`, a row of `2^(k+1) - 1` entries splits into two of half the length,
/// the second also added to the first in reverse order.
///
/// # Complexity
/// `O(n log n)` bit operations, 64 at a time.
///
/// # Examples
/// ```
/// use lightsout_algebra::poly::{fibonacci, from_fibonacci_basis};
/// assert_eq!(from_fibonacci_basis(&[0b10010]), fibonacci(2) + fibonacci(5));
/// ```
pub fn from_fibonacci_basis(row: &[u64]) -> Poly {
    let mut v = shifted_block(row);
    let mut half = v.len() / 2;
    while half > 0 {
        for block in v.chunks_exact_mut(2 * half) {
            add_reversed(block, half);
        }
        half /= 2;
    }
    for w in &mut v {
        for k in (1..6).rev() {
            *w ^= reversed_halves(*w, k);
        }
    }
    Poly { words: words::shr(&v, 1) }
}

/// The row `v` with `sum v_j f_j = p`, packed with `v_1` at bit 0: the inverse of [`from_fibonacci_basis`].
///
/// A polynomial of degree `n - 1` has a row of `n` entries; the words after them are absent.
///
/// # Complexity
/// `O(n log n)` bit operations, 64 at a time.
///
/// # Examples
/// ```
/// use lightsout_algebra::poly::{fibonacci, to_fibonacci_basis};
/// assert_eq!(to_fibonacci_basis(&fibonacci(3)), [0b100]);
/// ```
pub fn to_fibonacci_basis(p: &Poly) -> Vec<u64> {
    let mut v = shifted_block(&p.words);
    for w in &mut v {
        for k in 1..6 {
            *w ^= reversed_halves(*w, k);
        }
    }
    let mut half = 1;
    while half < v.len() {
        for block in v.chunks_exact_mut(2 * half) {
            add_reversed(block, half);
        }
        half *= 2;
    }
    words::shr(&v, 1)
}

/// `a` moved up by one bit, in a power of two of words.
fn shifted_block(a: &[u64]) -> Vec<u64> {
    let mut v = words::shl(words::trimmed(a), 1);
    v.resize(v.len().next_power_of_two(), 0);
    v
}

/// Adds bit `j > 0` of the upper half of a block to bit `m - j` of the lower, where `m` is the length of a half.
fn add_reversed(block: &mut [u64], half: usize) {
    let (low, high) = block.split_at_mut(half);
    let mut carry = 0;
    for (l, h) in low.iter_mut().zip(high.iter().rev()) {
        let r = h.reverse_bits();
        *l ^= r << 1 | carry;
        carry = r >> 63;
    }
}

/// What [`add_reversed`] adds, for the blocks of `2^(k+1)` bits of a word.
fn reversed_halves(w: u64, k: usize) -> u64 {
    let mut y = w >> (1 << k) & MASKS[k];
    for s in 0..k {
        y = y >> (1 << s) & MASKS[s] | (y & MASKS[s]) << (1 << s);
    }
    y << 1 & MASKS[k]
}

/// A linear functional on polynomials modulo `f`, as the rational function `N / f` with `deg N < deg f`: its value on `X^i` is
/// the coefficient of `X^(-i-1)`.
///
/// # Examples
/// ```
/// use lightsout_algebra::poly::{LinearFunctional, Poly};
/// let f: Poly = "X^2 + X + 1".parse().unwrap();
/// let v = LinearFunctional::from_moments(&Poly::one(), f); // 1 on X^0, 0 on X^1
/// assert_eq!(v.moments(3).to_string(), "X^2 + 1"); // X^2 = X + 1 modulo f
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearFunctional {
    /// `N`.
    pub numerator: Poly,
    /// `f`.
    pub denominator: Poly,
}

impl LinearFunctional {
    /// The functional modulo `f` with value `moments.coefficient(i)` on `X^i`, for `i < deg f`.
    ///
    /// # Complexity
    /// One multiplication of degree `deg f`.
    pub fn from_moments(moments: &Poly, f: Poly) -> LinearFunctional {
        let n = f.bit_len().saturating_sub(1);
        let series = words::reversed(&moments.words, n);
        let product = Engine::with(|engine| engine.mul(&f.words, &series));
        LinearFunctional { numerator: Poly { words: words::shr(&product, n) }, denominator: f }
    }

    /// The values on `X^0, ..., X^(count-1)`, as the coefficients of a polynomial.
    ///
    /// # Panics
    /// If the denominator is zero.
    ///
    /// # Complexity
    /// One division with a quotient of `count` bits.
    #[track_caller]
    pub fn moments(&self, count: usize) -> Poly {
        let (series, _) = (&self.numerator << count).div_rem(&self.denominator);
        series.reversed(count)
    }
}

/// The values of a functional on `X^0, ..., X^(count-1)` from its values on `H_0, ..., H_(count-1)`, both packed from
/// bit 0; see [`super::triangle_h`].
///
/// Row `i` of the values on `X^i H_c` gives the next by `X (H_c + H_(c-1)) = H_(c+1) + H_(c-1) + H_(c-2)`.
///
/// # Complexity
/// `O(count^2 / 64)` word operations.
pub fn moments_from_triangle_values(values: &[u64], count: usize) -> Poly {
    let mut row = values[..values.len().min(count.div_ceil(64))].to_vec();
    row.resize(count.div_ceil(64), 0);
    let mut moments = vec![0; row.len()];
    for i in 0..count {
        moments[i / 64] |= (row[0] & 1) << (i % 64);
        row.truncate((count - i).div_ceil(64));
        let (mut before, mut running) = (0, 0);
        for j in 0..row.len() {
            let next = row.get(j + 1).map_or(0, |w| w << 63);
            let w = row[j];
            let s = (w >> 1 | next) ^ (w << 1 | before >> 63) ^ (w << 2 | before >> 62);
            before = w;
            row[j] = rows::prefix_xor_word(s) ^ running;
            running = 0u64.wrapping_sub(row[j] >> 63);
        }
    }
    Poly::from_words(moments)
}

/// The values of a functional on `H_0, ..., H_(count-1)` from its values on `X^0, ..., X^(count-1)`, packed from bit 0:
/// the inverse of [`moments_from_triangle_values`].
///
/// # Complexity
/// `O(count^2 / 64)` word operations.
pub fn triangle_values_from_moments(moments: &Poly, count: usize) -> Vec<u64> {
    let words = count.div_ceil(64);
    let mut current = moments.words[..moments.words.len().min(words)].to_vec();
    current.resize(words, 0);
    let (mut last, mut older) = (vec![0; words], vec![0; words]);
    let mut values = vec![0; words];
    for a in 0..count {
        values[a / 64] |= (current[0] & 1) << (a % 64);
        // The next one, H_(a+1) = X (H_a + H_(a-1)) + H_(a-1) + H_(a-2), replaces the oldest.
        let n = (count - a).div_ceil(64);
        let mut sum = current[0] ^ last[0];
        for j in 0..n {
            let next = if j + 1 < n { current[j + 1] ^ last[j + 1] } else { 0 };
            older[j] ^= (sum >> 1 | next << 63) ^ last[j];
            sum = next;
        }
        (current, last, older) = (older, current, last);
    }
    values
}
