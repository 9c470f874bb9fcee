//! Polynomials over GF(2).
//!
//! A [`Poly`] is a sequence of bits packed into words. Multiplication is carry-less, squaring spreads the bits, and
//! division, greatest common divisors and congruences take little more time than multiplications.

mod basis;
mod division;
mod engine;
mod gcd;
mod half_gcd;
mod ops;
mod sequence;
mod substitute;
mod text;
mod transform;
mod words;

pub use basis::{
    LinearFunctional, from_fibonacci_basis, moments_from_triangle_values, to_fibonacci_basis,
    triangle_values_from_moments,
};
pub use gcd::{Congruence, Xgcd};
pub use sequence::{
    fibonacci, fibonacci_pair, fibonacci_pair_mod, fibonacci_sum_split, triangle_h, triangle_h3,
};
pub use text::ParsePolyError;

#[cfg(test)]
mod tests;

use engine::Engine;

/// A polynomial over GF(2): bit `i mod 64` of word `i / 64` is the coefficient of `X^i`, and the last word is not zero.
///
/// # Examples
/// ```
/// use lightsout_algebra::poly::Poly;
/// let p = Poly::from_words(vec![0b101]);
/// assert_eq!(p.to_string(), "X^2 + 1");
/// assert_eq!(p.square().to_string(), "X^4 + 1");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Poly {
    words: Vec<u64>,
}

impl Poly {
    /// The zero polynomial.
    pub const fn zero() -> Poly {
        Poly { words: Vec::new() }
    }

    /// The polynomial 1.
    pub fn one() -> Poly {
        Poly { words: vec![1] }
    }

    /// The polynomial `X`.
    pub fn x() -> Poly {
        Poly { words: vec![2] }
    }

    /// The polynomial `X^degree`.
    pub fn monomial(degree: usize) -> Poly {
        let mut words = vec![0; degree / 64 + 1];
        words[degree / 64] = 1 << (degree % 64);
        Poly { words }
    }

    /// The polynomial whose coefficients are the bits of `words`, least first; leading zeros may be present.
    pub fn from_words(mut words: Vec<u64>) -> Poly {
        words::trim(&mut words);
        Poly { words }
    }

    /// The coefficients as packed words, the last of which is not zero.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The coefficients as packed words, the last of which is not zero.
    pub fn into_words(self) -> Vec<u64> {
        self.words
    }

    /// The polynomial whose coefficients are given, that of `X^0` first.
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::poly::Poly;
    /// assert_eq!(Poly::from_coefficients([false, true, true]).to_string(), "X^2 + X");
    /// ```
    pub fn from_coefficients(coefficients: impl IntoIterator<Item = bool>) -> Poly {
        let mut words = Vec::new();
        for (i, c) in coefficients.into_iter().enumerate() {
            if i % 64 == 0 {
                words.push(0);
            }
            words[i / 64] |= u64::from(c) << (i % 64);
        }
        Poly::from_words(words)
    }

    /// The coefficient of `X^i`.
    pub fn coefficient(&self, i: usize) -> bool {
        self.words.get(i / 64).is_some_and(|w| w >> (i % 64) & 1 == 1)
    }

    /// Number of coefficients up to the leading one: the degree plus 1, and 0 for the zero polynomial.
    pub fn bit_len(&self) -> usize {
        self.words.last().map_or(0, |w| 64 * self.words.len() - w.leading_zeros() as usize)
    }

    /// The degree; `None` for the zero polynomial.
    pub fn degree(&self) -> Option<usize> {
        self.bit_len().checked_sub(1)
    }

    /// Whether this is the zero polynomial.
    pub fn is_zero(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether this is the polynomial 1.
    pub fn is_one(&self) -> bool {
        self.words == [1]
    }

    /// The largest `v` such that `X^v` divides the polynomial; `None` for the zero polynomial.
    pub fn trailing_zeros(&self) -> Option<usize> {
        let i = self.words.iter().position(|&w| w != 0)?;
        Some(64 * i + self.words[i].trailing_zeros() as usize)
    }

    /// The square: `f(X)^2 = f(X^2)`.
    ///
    /// # Complexity
    /// `O(n)` time for degree `n`.
    pub fn square(&self) -> Poly {
        Poly { words: Engine::with(|engine| engine.square(&self.words)) }
    }

    /// Quotient and remainder of the division by `divisor`.
    ///
    /// # Panics
    /// If `divisor` is zero.
    ///
    /// # Complexity
    /// `O(M(n))` time, where `n` is the degree of `self` and `M(n)` the time of a multiplication of that degree.
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::poly::Poly;
    /// let a: Poly = "X^4 + X + 1".parse().unwrap();
    /// let (q, r) = a.div_rem(&"X^2 + 1".parse().unwrap());
    /// assert_eq!((q.to_string().as_str(), r.to_string().as_str()), ("X^2 + 1", "X"));
    /// ```
    #[track_caller]
    pub fn div_rem(&self, divisor: &Poly) -> (Poly, Poly) {
        assert!(!divisor.is_zero(), "division of a polynomial by zero");
        let mut rest = self.words.clone();
        let quotient = Engine::with(|engine| engine.div_rem(&mut rest, &divisor.words));
        (Poly { words: quotient }, Poly { words: rest })
    }

    /// The polynomial modulo `X^len`: its first `len` coefficients.
    pub fn low(&self, len: usize) -> Poly {
        Poly { words: words::low(&self.words, len) }
    }

    /// `X^(len - 1) f(1/X)` for the first `len` coefficients of `f`: those in reverse order.
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::poly::Poly;
    /// let p: Poly = "X^2 + X".parse().unwrap();
    /// assert_eq!(p.reversed(5).to_string(), "X^3 + X^2");
    /// ```
    pub fn reversed(&self, len: usize) -> Poly {
        Poly { words: words::reversed(&self.words, len) }
    }

    /// The first `len` terms of the power series `1 / f`; `None` when `f(0) = 0`.
    ///
    /// # Complexity
    /// `O(M(len))` time.
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::poly::Poly;
    /// let p: Poly = "X + 1".parse().unwrap();
    /// assert_eq!(p.inverse_series(4).unwrap().to_string(), "X^3 + X^2 + X + 1");
    /// assert!(Poly::x().inverse_series(4).is_none());
    /// ```
    pub fn inverse_series(&self, len: usize) -> Option<Poly> {
        self.coefficient(0)
            .then(|| Poly { words: Engine::with(|engine| engine.inverse_series(&self.words, len)) })
    }
}
