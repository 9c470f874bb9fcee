//! Kernels of GF(2)[X], chosen once per operation by [`Backend::best`].
//!
//! Each module has the same functions; a value of a back end's type is proof that the processor has its instructions.
#![allow(unsafe_code)]

mod macros;
pub(crate) mod portable;

use macros::{karatsuba, lehmer};

/// A set of kernels that this processor can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Backend {
    /// Plain Rust.
    Portable,
}

/// Calls the function of the chosen back end.
macro_rules! dispatch {
    ($self:ident, $name:ident ( $($argument:expr),* )) => {
        match $self {
            Backend::Portable => portable::$name($($argument),*),
        }
    };
}

impl Backend {
    /// The fastest back end of this processor.
    pub(crate) fn best() -> Backend {
        Backend::Portable
    }

    /// Every back end that this processor can run.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Backend> {
        vec![Backend::Portable]
    }

    /// `c = a b` for operands of equal length `n`; `c` has `2 n` words.
    pub(crate) fn mul_balanced(self, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut Vec<u64>) {
        let n = a.len();
        assert!(b.len() == n && c.len() == 2 * n, "operands of equal length");
        let need = 4 * n + 1024;
        if scratch.len() < need {
            scratch.resize(need, 0);
        }
        dispatch!(self, mul_balanced(c, a, b, scratch));
    }

    /// `d ^= s w`, where `d` has one word more than `s`.
    pub(crate) fn add_mul_word(self, d: &mut [u64], s: &[u64], w: u64) {
        assert!(d.len() == s.len() + 1, "room for the product");
        dispatch!(self, add_mul_word(d, s, w));
    }

    /// `(a, b) = (m0 a + m1 b, m2 a + m3 b)`, modulo `X^(64 n)` for operands of `n` words.
    pub(crate) fn apply(self, a: &mut [u64], b: &mut [u64], m: &[u64; 4]) {
        assert!(a.len() == b.len(), "operands of equal length");
        dispatch!(self, apply(a, b, m));
    }

    /// `r = a^2`; `r` has twice as many words.
    pub(crate) fn square(self, r: &mut [u64], a: &[u64]) {
        assert!(r.len() == 2 * a.len(), "room for the square");
        dispatch!(self, square(r, a));
    }

    /// Carry-less product of two words.
    pub(crate) fn clmul(self, x: u64, y: u64) -> u128 {
        dispatch!(self, clmul(x, y))
    }

    /// The matrix of steps of Euclid's algorithm on leading bits `a` (bit 127 set) and `b`, of entries of degree at
    /// most `k <= 62`; `None` when the first quotient does not fit.
    pub(crate) fn lehmer_step(self, a: u128, b: u128, k: u32) -> Option<[u64; 4]> {
        dispatch!(self, lehmer_step(a, b, k))
    }
}
