//! Kernels of GF(2)[X], chosen once per operation by [`Backend::best`].
//!
//! Each module has the same functions; a value of a back end's type is proof that the processor has its instructions.
#![allow(unsafe_code)]

mod additive;
pub(crate) mod field;
mod macros;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod pclmul;
pub(crate) mod portable;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod vpclmul;

use additive::additive_fft;
use field::{Unit, twiddles};
use macros::{karatsuba, lehmer, rows};

/// Proof that the processor has PCLMULQDQ, SSSE3 and SSE4.1.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pclmul(());

#[cfg(all(feature = "std", target_arch = "x86_64"))]
impl Pclmul {
    /// The token, if the processor that runs the program has the instructions.
    pub(crate) fn new() -> Option<Pclmul> {
        (is_x86_feature_detected!("pclmulqdq")
            && is_x86_feature_detected!("ssse3")
            && is_x86_feature_detected!("sse4.1"))
        .then_some(Pclmul(()))
    }
}

/// Proof that the processor has AVX2, VPCLMULQDQ and the bit manipulation that comes with them.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vpclmul(());

#[cfg(all(feature = "std", target_arch = "x86_64"))]
impl Vpclmul {
    /// The token, if the processor that runs the program has the instructions.
    pub(crate) fn new() -> Option<Vpclmul> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("vpclmulqdq")
            && is_x86_feature_detected!("pclmulqdq")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Vpclmul(()))
    }
}

/// A set of kernels that this processor can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Backend {
    /// Plain Rust.
    Portable,
    /// 128-bit vectors with carry-less multiplication.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Pclmul(Pclmul),
    /// 256-bit vectors with carry-less multiplication.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Vpclmul(Vpclmul),
}

/// Calls the function of the chosen back end.
macro_rules! dispatch {
    ($self:ident, $name:ident ( $($argument:expr),* )) => {
        match $self {
            Backend::Portable => portable::$name($($argument),*),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            // SAFETY: the token proves that the processor has the features that the module enables.
            Backend::Pclmul(_) => unsafe { pclmul::$name($($argument),*) },
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            // SAFETY: the token proves that the processor has the features that the module enables.
            Backend::Vpclmul(_) => unsafe { vpclmul::$name($($argument),*) },
        }
    };
}

impl Backend {
    /// The fastest back end of this processor.
    pub(crate) fn best() -> Backend {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if let Some(token) = Vpclmul::new() {
            return Backend::Vpclmul(token);
        }
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if let Some(token) = Pclmul::new() {
            return Backend::Pclmul(token);
        }
        Backend::Portable
    }

    /// Every back end that this processor can run.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Backend> {
        let mut all = vec![Backend::Portable];
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        all.extend(Pclmul::new().map(Backend::Pclmul));
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        all.extend(Vpclmul::new().map(Backend::Vpclmul));
        all
    }

    /// `c = a b` for operands of equal length `n`; `c` has `2 n` words.
    pub(crate) fn mul_balanced(self, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut Vec<u64>) {
        let n = a.len();
        assert!(b.len() == n && c.len() == 2 * n, "operands of equal length");
        let need = 4 * n + 2048;
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

    /// Values at the points of the plane's transform, in place of coefficients; see `additive.rs`.
    pub(crate) fn fft_forward(self, units: &mut [Unit], block: usize) {
        assert!(units.len().is_power_of_two(), "a power of two of points");
        dispatch!(self, fft_forward(units, block, twiddles()));
    }

    /// The inverse of [`Backend::fft_forward`] for all points.
    pub(crate) fn fft_inverse(self, units: &mut [Unit]) {
        assert!(units.len().is_power_of_two(), "a power of two of points");
        dispatch!(self, fft_inverse(units, 0, twiddles()));
    }

    /// Group `group` of all elements as units.
    pub(crate) fn fft_pack(
        self,
        units: &mut [Unit],
        words: &[u64],
        columns: usize,
        group: usize,
        full: bool,
    ) {
        dispatch!(self, fft_pack(units, words, columns, group, full));
    }

    /// The inverse of [`Backend::fft_pack`]; the upper halves start at word `high`, elements are `step` words apart.
    pub(crate) fn fft_unpack(
        self,
        units: &[Unit],
        words: &mut [u64],
        columns: usize,
        group: usize,
        high: usize,
        step: usize,
    ) {
        dispatch!(self, fft_unpack(units, words, columns, group, high, step));
    }

    /// Sums of products of the elements of `terms`.
    pub(crate) fn fft_products(
        self,
        out: &mut [u64],
        terms: &[(&[u64], &[u64])],
        columns: usize,
        scratch: &mut Vec<u64>,
    ) {
        let need = 4 * 8 * columns + 4 * 8 * columns + 1024;
        if scratch.len() < need {
            scratch.resize(need, 0);
        }
        dispatch!(self, fft_products(out, terms, columns, scratch));
    }

    /// `2^m` coefficients of `e` words each, of powers, to those of vanishing polynomials.
    pub(crate) fn fft_basis(self, f: &mut [u64], m: u32, e: usize) {
        assert!(f.len() == e << m, "all coefficients");
        dispatch!(self, fft_basis(f, m, e));
    }

    /// The inverse of [`Backend::fft_basis`].
    pub(crate) fn fft_basis_inverse(self, f: &mut [u64], m: u32, e: usize) {
        assert!(f.len() == e << m, "all coefficients");
        dispatch!(self, fft_basis_inverse(f, m, e));
    }

    /// `out += b + x X + x / X`, and `x` itself if `CENTRE`.
    pub(crate) fn chase<const CENTRE: bool>(self, out: &mut [u64], x: &[u64], b: &[u64]) {
        assert!(out.len() == x.len() && x.len() == b.len(), "rows of equal length");
        match self {
            Backend::Portable => portable::chase::<CENTRE>(out, x, b),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            // SAFETY: the token proves that the processor has the features that the module enables.
            Backend::Pclmul(_) => unsafe { pclmul::chase::<CENTRE>(out, x, b) },
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            // SAFETY: the token proves that the processor has the features that the module enables.
            Backend::Vpclmul(_) => unsafe { vpclmul::chase::<CENTRE>(out, x, b) },
        }
    }

    /// `y_i = x_0 + ... + x_i`, in place.
    pub(crate) fn prefix_xor(self, row: &mut [u64]) {
        dispatch!(self, prefix_xor(row));
    }
}
