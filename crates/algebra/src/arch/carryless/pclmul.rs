//! Kernels with 128-bit vectors: SSSE3, SSE4.1 and PCLMULQDQ, on nearly every x86-64 processor since 2011.

use std::arch::x86_64::{
    __m128i, _mm_alignr_epi8, _mm_and_si128, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64,
    _mm_extract_epi64, _mm_loadu_si128, _mm_set1_epi8, _mm_set1_epi64x, _mm_setr_epi8, _mm_setzero_si128,
    _mm_shuffle_epi8, _mm_slli_epi64, _mm_slli_si128, _mm_srli_epi64, _mm_srli_si128, _mm_storeu_si128,
    _mm_unpackhi_epi32, _mm_unpackhi_epi64, _mm_unpacklo_epi32, _mm_unpacklo_epi64, _mm_xor_si128,
};

/// Operands of at least this many words are multiplied by Toom and Cook's method.
const TOOM_WORDS: usize = 260;

/// Longest operands of [`base`], in words.
const BASE_WORDS: usize = 8;

/// Carry-less product of two words.
#[inline]
#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]
pub(crate) fn clmul(x: u64, y: u64) -> u128 {
    let p = _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(x as i64), _mm_cvtsi64_si128(y as i64));
    u128::from(_mm_cvtsi128_si64(p) as u64) | u128::from(_mm_extract_epi64::<1>(p) as u64) << 64
}

/// Two words as a vector.
#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn load2(x: &[u64; 2]) -> __m128i {
    // SAFETY: the reference covers the 16 bytes read; the load needs no alignment.
    unsafe { _mm_loadu_si128(x.as_ptr().cast()) }
}

/// A vector as two words.
#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn store2(x: &mut [u64; 2], v: __m128i) {
    // SAFETY: the reference covers the 16 bytes written; the store needs no alignment.
    unsafe { _mm_storeu_si128(x.as_mut_ptr().cast(), v) }
}

/// Sum of two vectors of one, two or four parts.
macro_rules! sum {
    ($x:expr, $y:expr) => {{
        let (x, y) = ($x, $y);
        std::array::from_fn(|i| _mm_xor_si128(x[i], y[i]))
    }};
}

/// Product of two 128-bit numbers.
#[inline]
#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]
fn mul2(x: __m128i, y: __m128i) -> [__m128i; 2] {
    let low = _mm_clmulepi64_si128::<0x00>(x, y);
    let high = _mm_clmulepi64_si128::<0x11>(x, y);
    let sums = |v| _mm_xor_si128(v, _mm_srli_si128::<8>(v));
    let middle = _mm_clmulepi64_si128::<0x00>(sums(x), sums(y));
    let middle = _mm_xor_si128(middle, _mm_xor_si128(low, high));
    [_mm_xor_si128(low, _mm_slli_si128::<8>(middle)), _mm_xor_si128(high, _mm_srli_si128::<8>(middle))]
}

/// Product of two 256-bit numbers, by Karatsuba's method.
#[inline]
#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]
fn mul4(a: [__m128i; 2], b: [__m128i; 2]) -> [__m128i; 4] {
    let low = mul2(a[0], b[0]);
    let high = mul2(a[1], b[1]);
    let middle = mul2(_mm_xor_si128(a[0], a[1]), _mm_xor_si128(b[0], b[1]));
    let t = _mm_xor_si128(low[1], high[0]);
    let c1 = _mm_xor_si128(_mm_xor_si128(t, low[0]), middle[0]);
    let c2 = _mm_xor_si128(_mm_xor_si128(t, high[1]), middle[1]);
    [low[0], c1, c2, high[1]]
}

/// Product of two 512-bit numbers, by Karatsuba's method.
#[inline]
#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]
fn mul8(a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 8] {
    let low = mul4([a[0], a[1]], [b[0], b[1]]);
    let high = mul4([a[2], a[3]], [b[2], b[3]]);
    let middle = mul4(sum!([a[0], a[1]], [a[2], a[3]]), sum!([b[0], b[1]], [b[2], b[3]]));
    let t: [__m128i; 2] = sum!([low[2], low[3]], [high[0], high[1]]);
    let c1: [__m128i; 2] = sum!(t, [_mm_xor_si128(low[0], middle[0]), _mm_xor_si128(low[1], middle[1])]);
    let c2: [__m128i; 2] = sum!(t, [_mm_xor_si128(high[2], middle[2]), _mm_xor_si128(high[3], middle[3])]);
    [low[0], low[1], c1[0], c1[1], c2[0], c2[1], high[2], high[3]]
}

/// `c = a b` for operands of equal length up to [`BASE_WORDS`].
#[inline]
#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]
fn base(c: &mut [u64], a: &[u64], b: &[u64]) {
    let n = a.len();
    let (mut pa, mut pb) = ([[0; 2]; 4], [[0; 2]; 4]);
    pa.as_flattened_mut()[..n].copy_from_slice(a);
    pb.as_flattened_mut()[..n].copy_from_slice(b);
    let (x, y) = (pa.map(|x| load2(&x)), pb.map(|x| load2(&x)));
    let mut product = [[0; 2]; 8];
    if n > 4 {
        for (p, v) in product.iter_mut().zip(mul8(x, y)) {
            store2(p, v);
        }
    } else if n > 2 {
        for (p, v) in product.iter_mut().zip(mul4([x[0], x[1]], [y[0], y[1]])) {
            store2(p, v);
        }
    } else {
        for (p, v) in product.iter_mut().zip(mul2(x[0], y[0])) {
            store2(p, v);
        }
    }
    c.copy_from_slice(&product.as_flattened()[..2 * n]);
}

super::karatsuba!([#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]], base, |n| n <= BASE_WORDS, TOOM_WORDS, 8);

/// `d ^= s w`, where `d` has one word more than `s`.
#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]
pub(crate) fn add_mul_word(d: &mut [u64], s: &[u64], w: u64) {
    let mut carry = 0;
    let (last, rest) = d.split_last_mut().expect("a word more than s");
    for (d, &s) in rest.iter_mut().zip(s) {
        let p = clmul(s, w);
        *d ^= p as u64 ^ carry;
        carry = (p >> 64) as u64;
    }
    *last ^= carry;
}

/// `(a, b) = (m0 a + m1 b, m2 a + m3 b)`, modulo `X^(64 n)` for operands of `n` words.
#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]
pub(crate) fn apply(a: &mut [u64], b: &mut [u64], m: &[u64; 4]) {
    let factors = m.map(|m| _mm_set1_epi64x(m as i64));
    let (mut before_a, mut before_b) = (_mm_setzero_si128(), _mm_setzero_si128());
    let (vectors_a, rest_a) = a.as_chunks_mut::<2>();
    let (vectors_b, rest_b) = b.as_chunks_mut::<2>();
    for (a, b) in vectors_a.iter_mut().zip(vectors_b) {
        let (x, y) = (load2(a), load2(b));
        let even = |i: usize| {
            let p = _mm_clmulepi64_si128::<0x00>(x, factors[i]);
            _mm_xor_si128(p, _mm_clmulepi64_si128::<0x00>(y, factors[i + 1]))
        };
        let odd = |i: usize| {
            let p = _mm_clmulepi64_si128::<0x01>(x, factors[i]);
            _mm_xor_si128(p, _mm_clmulepi64_si128::<0x01>(y, factors[i + 1]))
        };
        let (odd_a, odd_b) = (odd(0), odd(2));
        store2(a, _mm_xor_si128(even(0), _mm_alignr_epi8::<8>(odd_a, before_a)));
        store2(b, _mm_xor_si128(even(2), _mm_alignr_epi8::<8>(odd_b, before_b)));
        (before_a, before_b) = (odd_a, odd_b);
    }
    if let ([a], [b]) = (rest_a, rest_b) {
        let p = clmul(*a, m[0]) ^ clmul(*b, m[1]);
        let q = clmul(*a, m[2]) ^ clmul(*b, m[3]);
        *a = p as u64 ^ _mm_extract_epi64::<1>(before_a) as u64;
        *b = q as u64 ^ _mm_extract_epi64::<1>(before_b) as u64;
    }
}

/// `r = a^2`; `r` has twice as many words.
#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]
pub(crate) fn square(r: &mut [u64], a: &[u64]) {
    for (r, &a) in r.as_chunks_mut::<2>().0.iter_mut().zip(a) {
        let x = _mm_cvtsi64_si128(a as i64);
        store2(r, _mm_clmulepi64_si128::<0>(x, x));
    }
}

super::lehmer!([#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]], clmul);

type V = [__m128i; 2];

#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn load(x: &[u64; 4]) -> V {
    let halves = x.as_chunks::<2>().0;
    [load2(&halves[0]), load2(&halves[1])]
}

#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn store(x: &mut [u64; 4], v: V) {
    let halves = x.as_chunks_mut::<2>().0;
    store2(&mut halves[0], v[0]);
    store2(&mut halves[1], v[1]);
}

#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn xor(x: V, y: V) -> V {
    [_mm_xor_si128(x[0], y[0]), _mm_xor_si128(x[1], y[1])]
}

#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn low_nibbles(v: V) -> V {
    v.map(|v| _mm_and_si128(v, _mm_set1_epi8(15)))
}

#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn high_nibbles(v: V) -> V {
    v.map(|v| _mm_and_si128(_mm_srli_epi64::<4>(v), _mm_set1_epi8(15)))
}

#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn broadcast(bytes: &[u8; 16]) -> V {
    // SAFETY: the reference covers the 16 bytes read; the load needs no alignment.
    let v = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
    [v, v]
}

#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn lookup(table: V, places: V) -> V {
    [_mm_shuffle_epi8(table[0], places[0]), _mm_shuffle_epi8(table[1], places[1])]
}

/// Transposes the 4 x 4 bytes of each half.
#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn transpose_halves(v: V) -> V {
    let places = _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    v.map(|v| _mm_shuffle_epi8(v, places))
}

#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn bytes_by_column(v: V) -> V {
    let [a, b] = transpose_halves(v);
    [_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)]
}

#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn bytes_by_row(v: V) -> V {
    // Words 0, 2 of each half in front, then 1, 3.
    let places = _mm_setr_epi8(0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15);
    let [a, b] = v.map(|v| _mm_shuffle_epi8(v, places));
    transpose_halves([_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)])
}

/// Transposes the 8 x 8 bits of every word.
#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn transpose_bits(v: V) -> V {
    let mask = |m: u64| _mm_set1_epi64x(m as i64);
    v.map(|v| {
        let t = _mm_and_si128(_mm_xor_si128(v, _mm_srli_epi64::<7>(v)), mask(0x00aa_00aa_00aa_00aa));
        let v = _mm_xor_si128(v, _mm_xor_si128(t, _mm_slli_epi64::<7>(t)));
        let t = _mm_and_si128(_mm_xor_si128(v, _mm_srli_epi64::<14>(v)), mask(0x0000_cccc_0000_cccc));
        let v = _mm_xor_si128(v, _mm_xor_si128(t, _mm_slli_epi64::<14>(t)));
        let t = _mm_and_si128(_mm_xor_si128(v, _mm_srli_epi64::<28>(v)), mask(0x0000_0000_f0f0_f0f0));
        _mm_xor_si128(v, _mm_xor_si128(t, _mm_slli_epi64::<28>(t)))
    })
}

super::additive_fft!([#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]]);

/// Sums of the bits of a word from the first on: the product with `1 + X + X^2 + ...`.
#[inline]
#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]
fn prefix_word(x: u64) -> u64 {
    clmul(x, u64::MAX) as u64
}

super::rows!([#[target_feature(enable = "ssse3,sse4.1,pclmulqdq")]], prefix_word);
