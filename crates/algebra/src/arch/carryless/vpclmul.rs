//! Kernels with 256-bit vectors: AVX2 and VPCLMULQDQ.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_extract_epi64,
    _mm_loadu_si128, _mm_set_epi64x, _mm_slli_si128, _mm_srli_si128, _mm_storeu_si128, _mm_xor_si128,
    _mm256_alignr_epi8, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_castsi128_si256,
    _mm256_castsi256_si128, _mm256_clmulepi64_epi128, _mm256_cmpgt_epi64, _mm256_inserti128_si256,
    _mm256_loadu_si256, _mm256_maskload_epi64, _mm256_maskstore_epi64, _mm256_permute2x128_si256,
    _mm256_permute4x64_epi64, _mm256_permutevar8x32_epi32, _mm256_set1_epi8, _mm256_set1_epi64x,
    _mm256_setr_epi8, _mm256_setr_epi32, _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_shuffle_epi32, _mm256_slli_epi64, _mm256_slli_si256, _mm256_srli_epi64, _mm256_srli_si256,
    _mm256_storeu_si256, _mm256_xor_si256,
};

/// Operands of at least this many words are multiplied by Toom and Cook's method.
const TOOM_WORDS: usize = 360;

/// Longest operands of [`base`], in words.
const BASE_WORDS: usize = 40;

/// A number of 8 words.
type Digit = [__m256i; 2];

/// A product of two numbers of 8 words.
type Product = [__m256i; 4];

/// Carry-less product of two words.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,lzcnt,bmi1,bmi2,popcnt")]
pub(crate) fn clmul(x: u64, y: u64) -> u128 {
    let p = _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(x as i64), _mm_cvtsi64_si128(y as i64));
    u128::from(_mm_cvtsi128_si64(p) as u64) | u128::from(_mm_extract_epi64::<1>(p) as u64) << 64
}

/// Four words as a vector.
#[inline]
#[target_feature(enable = "avx2")]
fn load(x: &[u64; 4]) -> __m256i {
    // SAFETY: the reference covers the 32 bytes read; the load needs no alignment.
    unsafe { _mm256_loadu_si256(x.as_ptr().cast()) }
}

/// A vector as four words.
#[inline]
#[target_feature(enable = "avx2")]
fn store(x: &mut [u64; 4], v: __m256i) {
    // SAFETY: the reference covers the 32 bytes written; the store needs no alignment.
    unsafe { _mm256_storeu_si256(x.as_mut_ptr().cast(), v) }
}

/// Two words as a vector.
#[inline]
#[target_feature(enable = "avx2")]
fn pair(x: &[u64; 2]) -> __m128i {
    _mm_set_epi64x(x[1] as i64, x[0] as i64)
}

/// Products of two 128-bit numbers in each lane, low and high halves.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq")]
fn lanes(x: __m256i, y: __m256i) -> (__m256i, __m256i) {
    let low = _mm256_clmulepi64_epi128::<0x00>(x, y);
    let high = _mm256_clmulepi64_epi128::<0x11>(x, y);
    let sums = |v| _mm256_xor_si256(v, _mm256_shuffle_epi32::<0x4e>(v));
    let middle = _mm256_clmulepi64_epi128::<0x00>(sums(x), sums(y));
    let middle = _mm256_xor_si256(middle, _mm256_xor_si256(low, high));
    (
        _mm256_xor_si256(low, _mm256_slli_si256::<8>(middle)),
        _mm256_xor_si256(high, _mm256_srli_si256::<8>(middle)),
    )
}

/// Product of two 128-bit numbers, low and high halves.
#[inline]
#[target_feature(enable = "avx2,pclmulqdq")]
fn mul2(x: __m128i, y: __m128i) -> (__m128i, __m128i) {
    let low = _mm_clmulepi64_si128::<0x00>(x, y);
    let high = _mm_clmulepi64_si128::<0x11>(x, y);
    let sums = |v| _mm_xor_si128(v, _mm_srli_si128::<8>(v));
    let middle = _mm_clmulepi64_si128::<0x00>(sums(x), sums(y));
    let middle = _mm_xor_si128(middle, _mm_xor_si128(low, high));
    (_mm_xor_si128(low, _mm_slli_si128::<8>(middle)), _mm_xor_si128(high, _mm_srli_si128::<8>(middle)))
}

/// Product of two 256-bit numbers: Karatsuba on 128-bit halves, which sit in the lanes.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq")]
fn mul4(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    let (low, high) = lanes(a, b);
    let halves = |v| _mm_xor_si128(_mm256_castsi256_si128(v), _mm256_castsi256_si128(swapped(v)));
    let (m0, m1) = mul2(halves(a), halves(b));
    join(low, high, _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(m0), m1))
}

/// A vector with its lanes swapped.
#[inline]
#[target_feature(enable = "avx2")]
fn swapped(v: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0x4e>(v)
}

/// Puts together the product of 256-bit numbers: `low` and `high` halves of the products of the lower parts (lane 0) and
/// of the upper parts (lane 1), and the product of the sums.
#[inline]
#[target_feature(enable = "avx2")]
fn join(low: __m256i, high: __m256i, middle: __m256i) -> (__m256i, __m256i) {
    let first = _mm256_permute2x128_si256::<0x20>(low, high);
    let second = _mm256_permute2x128_si256::<0x31>(low, high);
    let middle = _mm256_xor_si256(middle, _mm256_xor_si256(first, second));
    (
        _mm256_xor_si256(first, _mm256_permute2x128_si256::<0x08>(middle, middle)),
        _mm256_xor_si256(second, _mm256_permute2x128_si256::<0x81>(middle, middle)),
    )
}

/// Product of two 512-bit numbers: Karatsuba twice, two products of 128-bit numbers at a time.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq")]
fn mul8(a: Digit, b: Digit) -> Product {
    let xor = |p, q| _mm256_xor_si256(p, q);
    // Lane 0: sum of the lanes of p; lane 1: that of q.
    let fold = |p, q| xor(_mm256_permute2x128_si256::<0x20>(p, q), _mm256_permute2x128_si256::<0x31>(p, q));
    let (fold_a, fold_b) = (fold(a[0], a[1]), fold(b[0], b[1]));
    let total = |f| _mm256_castsi256_si128(xor(f, swapped(f)));
    let (l0, h0) = lanes(a[0], b[0]);
    let (l1, h1) = lanes(a[1], b[1]);
    let (l2, h2) = lanes(xor(a[0], a[1]), xor(b[0], b[1]));
    let (l3, h3) = lanes(fold_a, fold_b);
    let (l4, h4) = mul2(total(fold_a), total(fold_b));
    let p0 = join(l0, h0, _mm256_permute2x128_si256::<0x20>(l3, h3));
    let p1 = join(l1, h1, _mm256_permute2x128_si256::<0x31>(l3, h3));
    let p2 = join(l2, h2, _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(l4), h4));
    let t = xor(p0.1, p1.0);
    [p0.0, xor(xor(t, p0.0), p2.0), xor(xor(t, p1.1), p2.1), p1.1]
}

/// Products of two 256-bit numbers, one in the lanes 0 and one in the lanes 1, of 128 bits a vector.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq")]
fn lanes4(x: [__m256i; 2], y: [__m256i; 2]) -> Product {
    let xor = |p, q| _mm256_xor_si256(p, q);
    let (l0, l1) = lanes(x[0], y[0]);
    let (h0, h1) = lanes(x[1], y[1]);
    let (m0, m1) = lanes(xor(x[0], x[1]), xor(y[0], y[1]));
    let t = xor(l1, h0);
    [l0, xor(xor(t, l0), m0), xor(xor(t, h1), m1), h1]
}

/// Two products of 512-bit numbers, one in the lanes 0 and one in the lanes 1: no vector is ever taken apart.
#[inline(never)]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq")]
fn mul8_twice(a: [Digit; 2], b: [Digit; 2]) -> [Product; 2] {
    let xor = |p, q| _mm256_xor_si256(p, q);
    let turned = |[p, q]: [Digit; 2]| {
        [
            _mm256_permute2x128_si256::<0x20>(p[0], q[0]),
            _mm256_permute2x128_si256::<0x31>(p[0], q[0]),
            _mm256_permute2x128_si256::<0x20>(p[1], q[1]),
            _mm256_permute2x128_si256::<0x31>(p[1], q[1]),
        ]
    };
    let ([x0, x1, x2, x3], [y0, y1, y2, y3]) = (turned(a), turned(b));
    let low = lanes4([x0, x1], [y0, y1]);
    let high = lanes4([x2, x3], [y2, y3]);
    let middle = lanes4([xor(x0, x2), xor(x1, x3)], [xor(y0, y2), xor(y1, y3)]);
    let t = [xor(low[2], high[0]), xor(low[3], high[1])];
    let c2 = xor(xor(t[0], low[0]), middle[0]);
    let c3 = xor(xor(t[1], low[1]), middle[1]);
    let c4 = xor(xor(t[0], high[2]), middle[2]);
    let c5 = xor(xor(t[1], high[3]), middle[3]);
    let even = |p, q| _mm256_permute2x128_si256::<0x20>(p, q);
    let odd = |p, q| _mm256_permute2x128_si256::<0x31>(p, q);
    [
        [even(low[0], low[1]), even(c2, c3), even(c4, c5), even(high[2], high[3])],
        [odd(low[0], low[1]), odd(c2, c3), odd(c4, c5), odd(high[2], high[3])],
    ]
}

/// Up to 8 words as two vectors, zeros after them.
#[inline]
#[target_feature(enable = "avx2")]
fn load8(x: &[u64]) -> [__m256i; 2] {
    if let Some(x) = x.as_chunks::<8>().0.first() {
        let (x, _) = x.as_chunks();
        return [load(&x[0]), load(&x[1])];
    }
    let masks = masks(x.len());
    // SAFETY: the masks select the words of the slice only; the others are not read.
    unsafe {
        let at = x.as_ptr().cast::<i64>();
        [_mm256_maskload_epi64(at, masks[0]), _mm256_maskload_epi64(at.wrapping_add(4), masks[1])]
    }
}

/// Masks of the first `n <= 8` words.
#[inline]
#[target_feature(enable = "avx2")]
fn masks(n: usize) -> [__m256i; 2] {
    let n = _mm256_set1_epi64x(n as i64);
    let below = |places| _mm256_cmpgt_epi64(n, places);
    [below(_mm256_setr_epi64x(0, 1, 2, 3)), below(_mm256_setr_epi64x(4, 5, 6, 7))]
}

/// Writes the first words of two vectors, as many as the slice has, at most 8.
#[inline]
#[target_feature(enable = "avx2")]
fn store8(x: &mut [u64], v: [__m256i; 2]) {
    if let Some(x) = x.as_chunks_mut::<8>().0.first_mut() {
        let (x, _) = x.as_chunks_mut();
        store(&mut x[0], v[0]);
        store(&mut x[1], v[1]);
        return;
    }
    let masks = masks(x.len());
    // SAFETY: the masks select the words of the slice only; the others are not written.
    unsafe {
        let at = x.as_mut_ptr().cast::<i64>();
        _mm256_maskstore_epi64(at, masks[0], v[0]);
        _mm256_maskstore_epi64(at.wrapping_add(4), masks[1], v[1]);
    }
}

/// `x + y`.
#[inline]
#[target_feature(enable = "avx2")]
fn add2(x: [__m256i; 2], y: [__m256i; 2]) -> [__m256i; 2] {
    [_mm256_xor_si256(x[0], y[0]), _mm256_xor_si256(x[1], y[1])]
}

/// `x + y`.
#[inline]
#[target_feature(enable = "avx2")]
fn add4(x: Product, y: Product) -> Product {
    [
        _mm256_xor_si256(x[0], y[0]),
        _mm256_xor_si256(x[1], y[1]),
        _mm256_xor_si256(x[2], y[2]),
        _mm256_xor_si256(x[3], y[3]),
    ]
}

/// Writes `sum x_i X^(512 i)` to the words of `c`, which are more than those of all but the last two digits.
#[inline]
#[target_feature(enable = "avx2")]
fn store_digits<const N: usize>(c: &mut [u64], x: [Product; N]) {
    let mut carry = [_mm256_setzero_si256(); 2];
    let mut rest = c;
    for [x0, x1, x2, x3] in x {
        let (digit, next) = rest.split_at_mut(rest.len().min(8));
        store8(digit, add2([x0, x1], carry));
        (carry, rest) = ([x2, x3], next);
    }
    store8(rest, carry);
}

/// The `N` digits of an operand of more than `8 (N - 1)` words.
#[inline]
#[target_feature(enable = "avx2")]
fn digits<const N: usize>(x: &[u64]) -> [Digit; N] {
    let mut d = [[_mm256_setzero_si256(); 2]; N];
    for (d, x) in d.iter_mut().zip(x.chunks(8)) {
        *d = load8(x);
    }
    d
}

/// Product of operands of 5 digits by 13 multiplications.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq")]
fn five(c: &mut [u64], a: &[u64], b: &[u64]) {
    let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (digits::<5>(a), digits::<5>(b));
    let [p0, p1] = mul8_twice([a0, a1], [b0, b1]);
    let [p3, p4] = mul8_twice([a3, a4], [b3, b4]);
    let (a01, a34, b01, b34) = (add2(a0, a1), add2(a3, a4), add2(b0, b1), add2(b3, b4));
    let [p01, p34] = mul8_twice([a01, a34], [b01, b34]);
    let (a02, a24, b02, b24) = (add2(a0, a2), add2(a2, a4), add2(b0, b2), add2(b2, b4));
    let [p02, p24] = mul8_twice([a02, a24], [b02, b24]);
    let [p0124, p0234] = mul8_twice([add2(a01, a24), add2(a02, a34)], [add2(b01, b24), add2(b02, b34)]);
    let (a123, a01234) = (add2(add2(a1, a2), a3), add2(add2(a01, a2), a34));
    let (b123, b01234) = (add2(add2(b1, b2), b3), add2(add2(b01, b2), b34));
    let [p123, p01234] = mul8_twice([a123, a01234], [b123, b01234]);
    let p2 = mul8(a2, b2);
    let (p0_1, p3_4) = (add4(p0, p1), add4(p3, p4));
    let (c1, c7) = (add4(p0_1, p01), add4(p3_4, p34));
    let (c2, c6) = (add4(add4(p0_1, p2), p02), add4(add4(p3_4, p2), p24));
    let inner = add4(add4(p123, p01234), p2);
    let c3 = add4(add4(c7, p1), add4(inner, p0124));
    let c5 = add4(add4(c1, p3), add4(inner, p0234));
    let c4 = add4(add4(add4(p02, p24), add4(p0124, p0234)), p01234);
    store_digits(c, [p0, c1, c2, c3, c4, c5, c6, c7, p4]);
}

/// Product of operands of 4 digits by 9 multiplications.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq")]
fn four(c: &mut [u64], a: &[u64], b: &[u64]) {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (digits::<4>(a), digits::<4>(b));
    let [p0, p1] = mul8_twice([a0, a1], [b0, b1]);
    let [p2, p3] = mul8_twice([a2, a3], [b2, b3]);
    let (a01, a23, b01, b23) = (add2(a0, a1), add2(a2, a3), add2(b0, b1), add2(b2, b3));
    let [p01, p23] = mul8_twice([a01, a23], [b01, b23]);
    let [p02, p13] = mul8_twice([add2(a0, a2), add2(a1, a3)], [add2(b0, b2), add2(b1, b3)]);
    let p0123 = mul8(add2(a01, a23), add2(b01, b23));
    let (p0_1, p1_2, p2_3) = (add4(p0, p1), add4(p1, p2), add4(p2, p3));
    let (c1, c5) = (add4(p0_1, p01), add4(p2_3, p23));
    let c3 = add4(add4(c1, c5), add4(add4(p02, p13), p0123));
    store_digits(c, [p0, c1, add4(add4(p1_2, p0), p02), c3, add4(add4(p1_2, p3), p13), c5, p3]);
}

/// Product of operands of 3 digits by 6 multiplications.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq")]
fn three(c: &mut [u64], a: &[u64], b: &[u64]) {
    let ([a0, a1, a2], [b0, b1, b2]) = (digits::<3>(a), digits::<3>(b));
    let [p0, p1] = mul8_twice([a0, a1], [b0, b1]);
    let [p2, p01] = mul8_twice([a2, add2(a0, a1)], [b2, add2(b0, b1)]);
    let [p02, p12] = mul8_twice([add2(a0, a2), add2(a1, a2)], [add2(b0, b2), add2(b1, b2)]);
    let (p0_1, p1_2) = (add4(p0, p1), add4(p1, p2));
    store_digits(c, [p0, add4(p0_1, p01), add4(add4(p0_1, p2), p02), add4(p1_2, p12), p2]);
}

/// Product of operands of 2 digits by 3 multiplications.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq")]
fn two(c: &mut [u64], a: &[u64], b: &[u64]) {
    let ([a0, a1], [b0, b1]) = (digits::<2>(a), digits::<2>(b));
    let [p0, p1] = mul8_twice([a0, a1], [b0, b1]);
    let p01 = mul8(add2(a0, a1), add2(b0, b1));
    store_digits(c, [p0, add4(add4(p0, p1), p01), p1]);
}

/// `c = a b` for operands of equal length up to [`BASE_WORDS`].
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,lzcnt,bmi1,bmi2,popcnt")]
fn base(c: &mut [u64], a: &[u64], b: &[u64]) {
    let n = a.len();
    if n > 32 {
        five(c, a, b);
    } else if n > 24 {
        four(c, a, b);
    } else if n > 16 {
        three(c, a, b);
    } else if n > 8 {
        two(c, a, b);
    } else if n > 4 {
        let [p0, p1, p2, p3] = mul8(load8(a), load8(b));
        let (low, high) = c.split_at_mut(8);
        store8(low, [p0, p1]);
        store8(high, [p2, p3]);
    } else if n > 2 {
        let (low, high) = mul4(load8(a)[0], load8(b)[0]);
        store8(c, [low, high]);
    } else if n == 2 {
        let (low, high) = mul2(pair(&[a[0], a[1]]), pair(&[b[0], b[1]]));
        let (low, high) = (low_words(low), low_words(high));
        c.copy_from_slice(&[low[0], low[1], high[0], high[1]]);
    } else if n == 1 {
        let p = clmul(a[0], b[0]);
        c.copy_from_slice(&[p as u64, (p >> 64) as u64]);
    }
}

/// A vector as two words.
#[inline]
#[target_feature(enable = "avx2")]
fn low_words(v: __m128i) -> [u64; 2] {
    let mut x = [0; 2];
    // SAFETY: the array covers the 16 bytes written; the store needs no alignment.
    unsafe { _mm_storeu_si128(x.as_mut_ptr().cast(), v) };
    x
}

super::karatsuba!(
    [#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,lzcnt,bmi1,bmi2,popcnt")]],
    base,
    |n| n <= BASE_WORDS,
    TOOM_WORDS,
    8
);

/// `v` moved up by one word, its first word from the last of `before`.
#[inline]
#[target_feature(enable = "avx2")]
fn next_word(v: __m256i, before: __m256i) -> __m256i {
    _mm256_alignr_epi8::<8>(v, _mm256_permute2x128_si256::<0x21>(before, v))
}

/// `d ^= s w`, where `d` has one word more than `s`.
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,lzcnt,bmi1,bmi2,popcnt")]
pub(crate) fn add_mul_word(d: &mut [u64], s: &[u64], w: u64) {
    let factor = _mm256_set1_epi64x(w as i64);
    let (vectors, rest) = s.as_chunks::<4>();
    let (targets, last) = d.as_chunks_mut::<4>();
    let mut before = _mm256_setzero_si256();
    for (d, s) in targets.iter_mut().zip(vectors) {
        let x = load(s);
        let even = _mm256_clmulepi64_epi128::<0x00>(x, factor);
        let odd = _mm256_clmulepi64_epi128::<0x01>(x, factor);
        let p = _mm256_xor_si256(even, next_word(odd, before));
        store(d, _mm256_xor_si256(load(d), p));
        before = odd;
    }
    let mut last_words = [0; 4];
    store(&mut last_words, before);
    let mut carry = last_words[3];
    // What is left of d: the rest of s and one word more.
    let tail = targets.get_mut(vectors.len()..).unwrap_or_default().as_flattened_mut().iter_mut().chain(last);
    for (d, &s) in tail.zip(rest.iter().chain([&0])) {
        let p = clmul(s, w);
        *d ^= p as u64 ^ carry;
        carry = (p >> 64) as u64;
    }
}

/// `(a, b) = (m0 a + m1 b, m2 a + m3 b)`, modulo `X^(64 n)` for operands of `n` words.
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,lzcnt,bmi1,bmi2,popcnt")]
pub(crate) fn apply(a: &mut [u64], b: &mut [u64], m: &[u64; 4]) {
    let factors = m.map(|m| _mm256_set1_epi64x(m as i64));
    let zero = _mm256_setzero_si256();
    let (mut before_a, mut before_b) = (zero, zero);
    let xor = |p, q| _mm256_xor_si256(p, q);
    let (vectors_a, rest_a) = a.as_chunks_mut::<4>();
    let (vectors_b, rest_b) = b.as_chunks_mut::<4>();
    for (a, b) in vectors_a.iter_mut().zip(vectors_b) {
        let (x, y) = (load(a), load(b));
        let even = |i: usize| {
            let p = _mm256_clmulepi64_epi128::<0x00>(x, factors[i]);
            xor(p, _mm256_clmulepi64_epi128::<0x00>(y, factors[i + 1]))
        };
        let odd = |i: usize| {
            let p = _mm256_clmulepi64_epi128::<0x01>(x, factors[i]);
            xor(p, _mm256_clmulepi64_epi128::<0x01>(y, factors[i + 1]))
        };
        let (odd_a, odd_b) = (odd(0), odd(2));
        store(a, xor(even(0), next_word(odd_a, before_a)));
        store(b, xor(even(2), next_word(odd_b, before_b)));
        (before_a, before_b) = (odd_a, odd_b);
    }
    let (mut last_a, mut last_b) = ([0; 4], [0; 4]);
    store(&mut last_a, before_a);
    store(&mut last_b, before_b);
    let (mut carry_a, mut carry_b) = (last_a[3], last_b[3]);
    for (a, b) in rest_a.iter_mut().zip(rest_b) {
        let p = clmul(*a, m[0]) ^ clmul(*b, m[1]);
        let q = clmul(*a, m[2]) ^ clmul(*b, m[3]);
        (*a, *b) = (p as u64 ^ carry_a, q as u64 ^ carry_b);
        (carry_a, carry_b) = ((p >> 64) as u64, (q >> 64) as u64);
    }
}

/// `r = a^2`; `r` has twice as many words.
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,lzcnt,bmi1,bmi2,popcnt")]
pub(crate) fn square(r: &mut [u64], a: &[u64]) {
    let (vectors, rest) = a.as_chunks::<4>();
    let (targets, last) = r.split_at_mut(8 * vectors.len());
    for (r, a) in targets.as_chunks_mut::<8>().0.iter_mut().zip(vectors) {
        let x = load(a);
        let (low, high) = (_mm256_permute4x64_epi64::<0x50>(x), _mm256_permute4x64_epi64::<0xfa>(x));
        let r = r.as_chunks_mut().0;
        store(&mut r[0], _mm256_clmulepi64_epi128::<0x00>(low, low));
        store(&mut r[1], _mm256_clmulepi64_epi128::<0x00>(high, high));
    }
    for (r, &a) in last.as_chunks_mut::<2>().0.iter_mut().zip(rest) {
        let p = clmul(a, a);
        *r = [p as u64, (p >> 64) as u64];
    }
}

super::lehmer!([#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,lzcnt,bmi1,bmi2,popcnt")]], clmul);

type V = __m256i;

#[inline]
#[target_feature(enable = "avx2")]
fn xor(x: V, y: V) -> V {
    _mm256_xor_si256(x, y)
}

#[inline]
#[target_feature(enable = "avx2")]
fn low_nibbles(v: V) -> V {
    _mm256_and_si256(v, _mm256_set1_epi8(15))
}

#[inline]
#[target_feature(enable = "avx2")]
fn high_nibbles(v: V) -> V {
    _mm256_and_si256(_mm256_srli_epi64::<4>(v), _mm256_set1_epi8(15))
}

#[inline]
#[target_feature(enable = "avx2")]
fn broadcast(bytes: &[u8; 16]) -> V {
    // SAFETY: the reference covers the 16 bytes read; the load needs no alignment.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx2")]
fn lookup(table: V, places: V) -> V {
    _mm256_shuffle_epi8(table, places)
}

/// Transposes the 4 x 4 bytes of each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn transpose_lanes(v: V) -> V {
    let places = _mm256_setr_epi8(
        0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7,
        11, 15,
    );
    _mm256_shuffle_epi8(v, places)
}

#[inline]
#[target_feature(enable = "avx2")]
fn bytes_by_column(v: V) -> V {
    _mm256_permutevar8x32_epi32(transpose_lanes(v), _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7))
}

#[inline]
#[target_feature(enable = "avx2")]
fn bytes_by_row(v: V) -> V {
    transpose_lanes(_mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7)))
}

/// Transposes the 8 x 8 bits of every word.
#[inline]
#[target_feature(enable = "avx2")]
fn transpose_bits(v: V) -> V {
    let mask = |m: u64| _mm256_set1_epi64x(m as i64);
    let t = _mm256_and_si256(xor(v, _mm256_srli_epi64::<7>(v)), mask(0x00aa_00aa_00aa_00aa));
    let v = xor(v, xor(t, _mm256_slli_epi64::<7>(t)));
    let t = _mm256_and_si256(xor(v, _mm256_srli_epi64::<14>(v)), mask(0x0000_cccc_0000_cccc));
    let v = xor(v, xor(t, _mm256_slli_epi64::<14>(t)));
    let t = _mm256_and_si256(xor(v, _mm256_srli_epi64::<28>(v)), mask(0x0000_0000_f0f0_f0f0));
    xor(v, xor(t, _mm256_slli_epi64::<28>(t)))
}

super::additive_fft!([#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,lzcnt,bmi1,bmi2,popcnt")]]);

/// Sums of the bits of a word from the first on: the product with `1 + X + X^2 + ...`.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,lzcnt,bmi1,bmi2,popcnt")]
fn prefix_word(x: u64) -> u64 {
    clmul(x, u64::MAX) as u64
}

super::rows!([#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,lzcnt,bmi1,bmi2,popcnt")]], prefix_word);
