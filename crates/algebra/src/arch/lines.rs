//! Sums of table rows over GF(2): the inner loop of dense elimination and multiplication.
#![allow(unsafe_code)]

/// 512 entries of a row over GF(2): one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [u64; 8]);

impl Line {
    /// The zero line.
    pub(crate) const ZERO: Self = Self([0; 8]);

    /// Adds a line.
    #[inline(always)]
    pub(crate) fn add(&mut self, other: &Self) {
        for (x, y) in self.0.iter_mut().zip(other.0) {
            *x ^= y;
        }
    }
}

/// The bits of a coefficient that index one table.
pub(crate) const BITS: usize = 4;
/// The tables that a coefficient of 64 bits takes.
pub(crate) const COUNT: usize = 64_usize.div_ceil(BITS);
/// Sums of up to 64 lines, by table and by bits of the coefficient. 16 KiB, so that it stays in
/// the first-level cache.
pub(crate) type Sums = [[Line; 1 << BITS]; COUNT];

/// A way to run [`Kernel::add_sums`] on this processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Without `std` the processor cannot be asked what it has.
#[cfg_attr(not(feature = "std"), allow(dead_code))]
pub(crate) enum Kernel {
    /// Plain Rust.
    Portable,
    /// 256-bit vectors. Made by [`Kernel::available`] only, where the processor has them.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit vectors. Made by [`Kernel::available`] only, where the processor has them.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// What this processor can run, the fastest last.
    fn available() -> impl DoubleEndedIterator<Item = Self> {
        let portable = std::iter::once(Self::Portable);
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        let vectors = [
            is_x86_feature_detected!("avx2").then_some(Self::Avx2),
            is_x86_feature_detected!("avx512f").then_some(Self::Avx512),
        ];
        #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
        let vectors: [Option<Self>; 0] = [];
        portable.chain(vectors.into_iter().flatten())
    }

    /// The fastest of this processor.
    pub(crate) fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::Portable)
    }

    /// Every one that this processor can run.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Self> {
        Self::available().collect()
    }

    /// Adds to every line the sum of `sums[t][bits t of its coefficient]` over the tables `t` in
    /// `active`.
    ///
    /// # Panics
    /// If there are not as many coefficients as lines, or if there is no such table.
    #[inline]
    pub(crate) fn add_sums(self, lines: &mut [Line], coefs: &[u64], sums: &Sums, active: &[usize]) {
        assert_eq!(lines.len(), coefs.len(), "one coefficient for each line");
        assert!(active.iter().all(|&t| t < COUNT), "tables of a coefficient");
        match self {
            Self::Portable => portable(lines, coefs, sums, active),
            // SAFETY: only `available` makes this variant, after detecting AVX2.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { avx2(lines, coefs, sums, active) },
            // SAFETY: only `available` makes this variant, after detecting AVX-512F.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { avx512(lines, coefs, sums, active) },
        }
    }
}

/// The entry of table `t` for a coefficient.
#[inline(always)]
fn entry(sums: &Sums, t: usize, coef: u64) -> &Line {
    &sums[t][(coef >> (BITS * t)) as usize & ((1 << BITS) - 1)]
}

fn portable(lines: &mut [Line], coefs: &[u64], sums: &Sums, active: &[usize]) {
    if active.len() == COUNT {
        for (line, &coef) in lines.iter_mut().zip(coefs) {
            let mut sum = *line;
            for t in 0..COUNT {
                sum.add(entry(sums, t, coef));
            }
            *line = sum;
        }
    } else {
        for (line, &coef) in lines.iter_mut().zip(coefs) {
            let mut sum = *line;
            for &t in active {
                sum.add(entry(sums, t, coef));
            }
            *line = sum;
        }
    }
}

/// # Safety
/// The processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2(lines: &mut [Line], coefs: &[u64], sums: &Sums, active: &[usize]) {
    use std::arch::x86_64::{__m256i, _mm256_load_si256, _mm256_store_si256, _mm256_xor_si256};

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(line: &Line) -> (__m256i, __m256i) {
        let start = line.0.as_ptr().cast::<__m256i>();
        // SAFETY: a line is two aligned vectors of 32 bytes.
        unsafe { (_mm256_load_si256(start), _mm256_load_si256(start.add(1))) }
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn store(line: &mut Line, (low, high): (__m256i, __m256i)) {
        let start = line.0.as_mut_ptr().cast::<__m256i>();
        // SAFETY: a line is two aligned vectors of 32 bytes.
        unsafe {
            _mm256_store_si256(start, low);
            _mm256_store_si256(start.add(1), high);
        }
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn add(a: (__m256i, __m256i), b: (__m256i, __m256i)) -> (__m256i, __m256i) {
        (_mm256_xor_si256(a.0, b.0), _mm256_xor_si256(a.1, b.1))
    }

    if active.len() == COUNT {
        for (line, &coef) in lines.iter_mut().zip(coefs) {
            let mut sum = load(line);
            for t in 0..COUNT {
                sum = add(sum, load(entry(sums, t, coef)));
            }
            store(line, sum);
        }
    } else {
        for (line, &coef) in lines.iter_mut().zip(coefs) {
            let mut sum = load(line);
            for &t in active {
                sum = add(sum, load(entry(sums, t, coef)));
            }
            store(line, sum);
        }
    }
}

/// # Safety
/// The processor must have AVX-512F.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn avx512(lines: &mut [Line], coefs: &[u64], sums: &Sums, active: &[usize]) {
    use std::arch::x86_64::{__m512i, _mm512_load_si512, _mm512_store_si512, _mm512_xor_si512};

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(line: &Line) -> __m512i {
        // SAFETY: a line is one aligned vector of 64 bytes.
        unsafe { _mm512_load_si512(line.0.as_ptr().cast()) }
    }
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store(line: &mut Line, sum: __m512i) {
        // SAFETY: a line is one aligned vector of 64 bytes.
        unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), sum) }
    }

    if active.len() == COUNT {
        for (line, &coef) in lines.iter_mut().zip(coefs) {
            let mut sum = load(line);
            for t in 0..COUNT {
                sum = _mm512_xor_si512(sum, load(entry(sums, t, coef)));
            }
            store(line, sum);
        }
    } else {
        for (line, &coef) in lines.iter_mut().zip(coefs) {
            let mut sum = load(line);
            for &t in active {
                sum = _mm512_xor_si512(sum, load(entry(sums, t, coef)));
            }
            store(line, sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BITS, COUNT, Kernel, Line, Sums};
    use crate::random::SplitMix;

    #[test]
    fn every_kernel_adds_what_the_definition_says() {
        let mut rng = SplitMix::new(3);
        let mut sums: Box<Sums> = Box::new([[Line::ZERO; 1 << BITS]; COUNT]);
        for line in sums.iter_mut().flatten() {
            line.0 = std::array::from_fn(|_| rng.next_u64());
        }
        for count in [0, 1, 2, 7, 64, 65] {
            for active in [Vec::from_iter(0..COUNT), vec![], vec![0], vec![3, 11, COUNT - 1]] {
                let coefs: Vec<u64> = (0..count).map(|_| rng.next_u64()).collect();
                let lines: Vec<Line> =
                    (0..count).map(|_| Line(std::array::from_fn(|_| rng.next_u64()))).collect();
                let mut expected = lines.clone();
                for (line, coef) in expected.iter_mut().zip(&coefs) {
                    for &t in &active {
                        let bits = (0..BITS).filter(|b| BITS * t + b < 64);
                        let index: usize =
                            bits.map(|b| (coef >> (BITS * t + b) & 1) as usize * (1 << b)).sum();
                        for word in 0..8 {
                            line.0[word] ^= sums[t][index].0[word];
                        }
                    }
                }
                for kernel in Kernel::all() {
                    let mut result = lines.clone();
                    kernel.add_sums(&mut result, &coefs, &sums, &active);
                    assert_eq!(result, expected, "{kernel:?}, {count} lines");
                }
            }
        }
    }
}
