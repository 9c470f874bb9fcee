//! AVX2 kernels of the Walsh-Hadamard transform of 16-bit entries and of counting bits.
#![allow(unsafe_code)]

use crate::walsh::LANES;
use std::arch::x86_64::{
    __m256i, _mm256_abs_epi16, _mm256_add_epi16, _mm256_loadu_si256, _mm256_max_epi16, _mm256_set1_epi16,
    _mm256_storeu_si256, _mm256_sub_epi16,
};

type Row = [i16; LANES];

/// Proof that the processor has AVX2 and the population count instruction.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The token, if the processor that runs the program has the instructions.
    pub(crate) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")).then_some(Self(()))
    }

    /// Runs a closure compiled with these instructions, as far as it is inlined.
    pub(crate) fn run<R>(self, f: impl FnOnce() -> R) -> R {
        // SAFETY: holding the token proves AVX2 and POPCNT; the function itself is safe code.
        unsafe { run(f) }
    }

    /// The transform over the row index of `source`, written to `target`, of the same length.
    pub(crate) fn block_transform(self, source: &[Row], target: &mut [Row]) {
        check(source, target);
        // SAFETY: holding the token proves AVX2; the lengths were checked to agree and to be a power of two.
        unsafe { transform(source, target) }
    }

    /// The greatest entry of the transform over the row index, lane by lane.
    pub(crate) fn block_maximum(self, source: &[Row], scratch: &mut [Row]) -> Row {
        check(source, scratch);
        // SAFETY: as above.
        unsafe { maximum(source, scratch) }
    }

    /// `x ^= y`, and the number of ones in the result; the slices have the same length.
    pub(crate) fn xor_assign_count(self, x: &mut [u64], y: &[u64]) -> u64 {
        // SAFETY: holding the token proves AVX2 and POPCNT; the function itself is safe code.
        unsafe { xor_assign_count(x, y) }
    }

    /// The number of ones in `x ^ y`; the slices have the same length.
    pub(crate) fn xor_count(self, x: &[u64], y: &[u64]) -> u64 {
        // SAFETY: holding the token proves AVX2 and POPCNT; the function itself is safe code.
        unsafe { xor_count(x, y) }
    }
}

fn check(source: &[Row], target: &[Row]) {
    assert_eq!(source.len(), target.len(), "source and target differ in length");
    assert!(source.len().is_power_of_two(), "the number of rows is not a power of two");
}

#[target_feature(enable = "avx2,popcnt")]
fn run<R>(f: impl FnOnce() -> R) -> R {
    f()
}

#[target_feature(enable = "avx2,popcnt")]
fn xor_assign_count(x: &mut [u64], y: &[u64]) -> u64 {
    let mut count = 0u64;
    for (a, b) in x.iter_mut().zip(y) {
        *a ^= *b;
        count += u64::from(a.count_ones());
    }
    count
}

#[target_feature(enable = "avx2,popcnt")]
fn xor_count(x: &[u64], y: &[u64]) -> u64 {
    x.iter().zip(y).map(|(a, b)| u64::from((a ^ b).count_ones())).sum()
}

/// # Safety
/// `pointer` must be valid for reading one row.
#[target_feature(enable = "avx2")]
unsafe fn load(pointer: *const Row) -> __m256i {
    // SAFETY: promised by the caller; the load needs no alignment.
    unsafe { _mm256_loadu_si256(pointer.cast()) }
}

/// # Safety
/// `pointer` must be valid for writing one row.
#[target_feature(enable = "avx2")]
unsafe fn store(pointer: *mut Row, value: __m256i) {
    // SAFETY: promised by the caller; the store needs no alignment.
    unsafe { _mm256_storeu_si256(pointer.cast(), value) }
}

#[target_feature(enable = "avx2")]
fn butterfly(x: __m256i, y: __m256i) -> (__m256i, __m256i) {
    (_mm256_add_epi16(x, y), _mm256_sub_epi16(x, y))
}

/// Two levels (strides `h` and `2h`) on eight rows at stride `h` from `source`, and the inputs of the third level.
///
/// # Safety
/// `source + i h` must be readable for `i < 8`.
#[target_feature(enable = "avx2")]
unsafe fn two_of_three(source: *const Row, h: usize) -> [__m256i; 8] {
    // SAFETY: promised by the caller.
    let a: [__m256i; 8] = unsafe {
        [
            load(source),
            load(source.add(h)),
            load(source.add(2 * h)),
            load(source.add(3 * h)),
            load(source.add(4 * h)),
            load(source.add(5 * h)),
            load(source.add(6 * h)),
            load(source.add(7 * h)),
        ]
    };
    let (b0, b1) = butterfly(a[0], a[1]);
    let (b2, b3) = butterfly(a[2], a[3]);
    let (b4, b5) = butterfly(a[4], a[5]);
    let (b6, b7) = butterfly(a[6], a[7]);
    let (c0, c2) = butterfly(b0, b2);
    let (c1, c3) = butterfly(b1, b3);
    let (c4, c6) = butterfly(b4, b6);
    let (c5, c7) = butterfly(b5, b7);
    [c0, c1, c2, c3, c4, c5, c6, c7]
}

/// Three levels at once, strides `h`, `2h`, `4h`; `source` may equal `target`.
///
/// # Safety
/// `source` readable and `target` writable for `n` rows, `8 h` divides `n`.
#[target_feature(enable = "avx2")]
unsafe fn pass8(source: *const Row, target: *mut Row, n: usize, h: usize) {
    let mut start = 0;
    while start < n {
        for i in start..start + h {
            // SAFETY: i + 7 h < start + 8 h <= n.
            unsafe {
                let c = two_of_three(source.add(i), h);
                for k in 0..4 {
                    let (s, d) = butterfly(c[k], c[k + 4]);
                    store(target.add(i + k * h), s);
                    store(target.add(i + (k + 4) * h), d);
                }
            }
        }
        start += 8 * h;
    }
}

/// One level, stride `h`; `source` may equal `target`.
///
/// # Safety
/// `source` readable and `target` writable for `n` rows, `2 h` divides `n`.
#[target_feature(enable = "avx2")]
unsafe fn pass2(source: *const Row, target: *mut Row, n: usize, h: usize) {
    let mut start = 0;
    while start < n {
        for i in start..start + h {
            // SAFETY: i + h < start + 2 h <= n.
            unsafe {
                let (s, d) = butterfly(load(source.add(i)), load(source.add(i + h)));
                store(target.add(i), s);
                store(target.add(i + h), d);
            }
        }
        start += 2 * h;
    }
}

/// All levels but the last three if `keep_three`, else all; returns the stride reached and the rows that hold the result.
///
/// # Safety
/// The slices have the same length, a power of two.
#[target_feature(enable = "avx2")]
unsafe fn levels(source: &[Row], target: &mut [Row], keep_three: bool) -> usize {
    let n = source.len();
    let goal = if keep_three { n / 8 } else { n };
    let (mut from, to) = (source.as_ptr(), target.as_mut_ptr());
    let mut h = 1;
    while h < goal {
        // SAFETY: both slices hold n rows; the stride times the radix divides n.
        unsafe {
            if h * 8 <= goal {
                pass8(from, to, n, h);
                h *= 8;
            } else {
                pass2(from, to, n, h);
                h *= 2;
            }
        }
        from = to;
    }
    h
}

/// # Safety
/// The slices have the same length, a power of two.
#[target_feature(enable = "avx2")]
unsafe fn transform(source: &[Row], target: &mut [Row]) {
    if source.len() == 1 {
        target.copy_from_slice(source);
        return;
    }
    // SAFETY: promised by the caller.
    unsafe { levels(source, target, false) };
}

/// # Safety
/// The slices have the same length, a power of two.
#[target_feature(enable = "avx2")]
unsafe fn maximum(source: &[Row], scratch: &mut [Row]) -> Row {
    let n = source.len();
    let mut greatest = _mm256_set1_epi16(i16::MIN);
    // SAFETY: promised by the caller; the last pass reads rows i + k h with k < 8 and 8 h = n, or all rows.
    unsafe {
        if n < 8 {
            transform(source, scratch);
            for row in scratch.iter() {
                greatest = _mm256_max_epi16(greatest, load(row));
            }
        } else {
            let h = levels(source, scratch, true);
            let from = if h == 1 { source.as_ptr() } else { scratch.as_ptr() };
            for i in 0..h {
                let c = two_of_three(from.add(i), h);
                // The greater of x + y and x - y is x + |y|.
                let m0 = _mm256_add_epi16(c[0], _mm256_abs_epi16(c[4]));
                let m1 = _mm256_add_epi16(c[1], _mm256_abs_epi16(c[5]));
                let m2 = _mm256_add_epi16(c[2], _mm256_abs_epi16(c[6]));
                let m3 = _mm256_add_epi16(c[3], _mm256_abs_epi16(c[7]));
                let m = _mm256_max_epi16(_mm256_max_epi16(m0, m1), _mm256_max_epi16(m2, m3));
                greatest = _mm256_max_epi16(greatest, m);
            }
        }
        let mut row = [0; LANES];
        store(&mut row, greatest);
        row
    }
}
