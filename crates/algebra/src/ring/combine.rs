//! Sums of multiples of rows modulo a power of a prime, with few reductions: the inner loop of
//! elimination.

use super::modulus::PrimePower;
use crate::arch::vectorized;

/// The rows that are added up between two reductions.
pub(crate) const TERMS: usize = 64;

/// The columns whose sums are held at a time.
const CHUNK: usize = 512;

/// How sums of `TERMS` products of two entries are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sums {
    /// `q` is a power of two: sums modulo 2^32, and their low bits in the end.
    Wrapping,
    /// All sums are below 2^32.
    Narrow,
    /// All sums are below 2^64.
    Wide,
    /// The low and the high halves of the products apart.
    Halves,
}

/// Arithmetic modulo a power `q = p^s` of a prime, `q <= 2^32`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Local {
    pub(crate) power: PrimePower,
    /// `(2^64 - 1) / q`, rounded down.
    reciprocal: u64,
    sums: Sums,
}

impl Local {
    pub(crate) fn new(power: PrimePower) -> Self {
        let q = power.value;
        let largest = u128::from(q - 1) * u128::from(q - 1) * TERMS as u128 + u128::from(q - 1);
        let sums = match () {
            () if q.is_power_of_two() => Sums::Wrapping,
            () if largest < 1 << 32 => Sums::Narrow,
            () if largest < 1 << 64 => Sums::Wide,
            () => Sums::Halves,
        };
        Self { power, reciprocal: u64::MAX / q, sums }
    }

    /// `x` modulo `q`.
    ///
    /// The estimate of the quotient is `x reciprocal / 2^64`, rounded down. As
    /// `2^64 - q <= q reciprocal < 2^64`, it is at most 1 too small.
    #[inline(always)]
    pub(crate) fn reduce(self, x: u64) -> u32 {
        let q = self.power.value;
        let quotient = ((u128::from(x) * u128::from(self.reciprocal)) >> 64) as u64;
        let rest = x - quotient * q;
        (if rest >= q { rest - q } else { rest }) as u32
    }

    /// `x` modulo `q` in 32-bit steps, which vectors of the processor have; as [`Local::reduce`] with
    /// `2^32` for `2^64`.
    #[inline(always)]
    fn reduce_narrow(self, x: u32) -> u32 {
        let (q, reciprocal) = (self.power.value as u32, (self.reciprocal >> 32) as u32);
        let quotient = ((u64::from(x) * u64::from(reciprocal)) >> 32) as u32;
        let rest = x.wrapping_sub(quotient.wrapping_mul(q));
        // A rest below q wraps to more than itself when q is taken off.
        rest.min(rest.wrapping_sub(q))
    }

    /// The low bits of `x`, for a `q` that is a power of two.
    #[inline(always)]
    fn reduce_wrapping(self, x: u32) -> u32 {
        x & (self.power.value - 1) as u32
    }

    /// `a b` modulo `q`.
    #[inline(always)]
    pub(crate) fn mul(self, a: u32, b: u32) -> u32 {
        self.reduce(u64::from(a) * u64::from(b))
    }

    /// `-a` modulo `q`.
    #[inline(always)]
    pub(crate) fn neg(self, a: u32) -> u32 {
        match a {
            0 => 0,
            _ => (self.power.value - u64::from(a)) as u32,
        }
    }

    /// `sum_i a_i b_i` modulo `q`.
    pub(crate) fn dot<'a>(self, pairs: impl Iterator<Item = (&'a u32, &'a u32)>) -> u32 {
        let sum: u128 = pairs.map(|(&a, &b)| u128::from(u64::from(a) * u64::from(b))).sum();
        (sum % u128::from(self.power.value)) as u32
    }

    /// Adds `sum_i coefs[i] row(i)` to `target`, modulo `q`. Rows are as long as the target.
    ///
    /// # Complexity
    /// O(t n) multiplications for t rows of n entries and O(n t / 64) reductions.
    pub(crate) fn add_rows<'a>(self, target: &mut [u32], coefs: &[u32], row: impl Fn(usize) -> &'a [u32]) {
        vectorized(
            #[inline(always)]
            || {
                for (first, coefs) in (0..).step_by(TERMS).zip(coefs.chunks(TERMS)) {
                    for start in (0..target.len()).step_by(CHUNK) {
                        let end = (start + CHUNK).min(target.len());
                        let part = |i: usize| &row(first + i)[start..end];
                        let target = &mut target[start..end];
                        match self.sums {
                            Sums::Wrapping => {
                                self.add_narrow(target, coefs, part, |x| self.reduce_wrapping(x))
                            }
                            Sums::Narrow => self.add_narrow(target, coefs, part, |x| self.reduce_narrow(x)),
                            Sums::Wide => self.add_wide(target, coefs, part),
                            Sums::Halves => self.add_halves(target, coefs, part),
                        }
                    }
                }
            },
        );
    }

    /// Adds `coef row` to each target with its own coefficient, modulo `q`.
    ///
    /// # Complexity
    /// O(t n) multiplications and reductions for t targets and a row of n entries.
    pub(crate) fn add_multiples<'a>(self, targets: impl Iterator<Item = (u32, &'a mut [u32])>, row: &[u32]) {
        vectorized(
            #[inline(always)]
            || {
                for (coef, target) in targets.filter(|(coef, _)| *coef != 0) {
                    let pairs = target.iter_mut().zip(row);
                    match self.sums {
                        Sums::Wrapping => pairs.for_each(|(entry, &more)| {
                            *entry = self.reduce_wrapping(entry.wrapping_add(coef.wrapping_mul(more)));
                        }),
                        Sums::Narrow => pairs.for_each(|(entry, &more)| {
                            *entry = self.reduce_narrow(*entry + coef * more);
                        }),
                        Sums::Wide | Sums::Halves => pairs.for_each(|(entry, &more)| {
                            *entry = self.reduce(u64::from(*entry) + u64::from(coef) * u64::from(more));
                        }),
                    }
                }
            },
        );
    }

    #[inline(always)]
    fn add_narrow<'a>(
        self,
        target: &mut [u32],
        coefs: &[u32],
        row: impl Fn(usize) -> &'a [u32],
        reduce: impl Fn(u32) -> u32,
    ) {
        for_each_four(coefs, row, target.len(), |coefs, rows| {
            for (j, sum) in target.iter_mut().enumerate() {
                let mut more = *sum;
                for t in 0..4 {
                    more = more.wrapping_add(coefs[t].wrapping_mul(rows[t][j]));
                }
                *sum = more;
            }
        });
        for sum in target {
            *sum = reduce(*sum);
        }
    }

    #[inline(always)]
    fn add_wide<'a>(self, target: &mut [u32], coefs: &[u32], row: impl Fn(usize) -> &'a [u32]) {
        let mut sums = [0_u64; CHUNK];
        let sums = &mut sums[..target.len()];
        for (sum, &entry) in sums.iter_mut().zip(target.iter()) {
            *sum = u64::from(entry);
        }
        for_each_four(coefs, row, sums.len(), |coefs, rows| {
            for (j, sum) in sums.iter_mut().enumerate() {
                let mut more = *sum;
                for t in 0..4 {
                    more += u64::from(coefs[t]) * u64::from(rows[t][j]);
                }
                *sum = more;
            }
        });
        for (entry, &sum) in target.iter_mut().zip(sums.iter()) {
            *entry = self.reduce(sum);
        }
    }

    #[inline(always)]
    fn add_halves<'a>(self, target: &mut [u32], coefs: &[u32], row: impl Fn(usize) -> &'a [u32]) {
        let (mut lows, mut highs) = ([0_u64; CHUNK], [0_u64; CHUNK]);
        let (lows, highs) = (&mut lows[..target.len()], &mut highs[..target.len()]);
        for (low, &entry) in lows.iter_mut().zip(target.iter()) {
            *low = u64::from(entry);
        }
        for_each_four(coefs, row, lows.len(), |coefs, rows| {
            for (j, (low, high)) in lows.iter_mut().zip(highs.iter_mut()).enumerate() {
                for t in 0..4 {
                    let product = u64::from(coefs[t]) * u64::from(rows[t][j]);
                    *low += product & 0xffff_ffff;
                    *high += product >> 32;
                }
            }
        });
        for (entry, (&low, &high)) in target.iter_mut().zip(lows.iter().zip(highs.iter())) {
            // `low` and `high` are below 2^39, so nothing overflows.
            let high = u64::from(self.reduce(high));
            *entry = self.reduce(u64::from(self.reduce(high << 32)) + low);
        }
    }
}

/// Calls `f` with four coefficients and rows at a time, leaving out fours of zeros; the last four
/// is filled up with zeros.
#[inline(always)]
fn for_each_four<'a>(
    coefs: &[u32],
    row: impl Fn(usize) -> &'a [u32],
    len: usize,
    mut f: impl FnMut([u32; 4], [&[u32]; 4]),
) {
    for (first, four) in (0..).step_by(4).zip(coefs.chunks(4)) {
        if four.iter().all(|&coef| coef == 0) {
            continue;
        }
        let coefs = std::array::from_fn(|t| four.get(t).copied().unwrap_or(0));
        let rows = std::array::from_fn(|t| &row(first + t.min(four.len() - 1))[..len]);
        f(coefs, rows);
    }
}

#[cfg(test)]
mod tests {
    use super::Local;
    use crate::random::SplitMix;
    use crate::ring::Modulus;

    #[test]
    fn sums_agree_with_plain_arithmetic() {
        let mut rng = SplitMix::new(5);
        // One modulus on each side of every change of the method, and the extremes.
        let moduli = [
            2,
            3,
            256,
            8179,
            8191,
            8209,
            65_536,
            65_537,
            536_870_909,
            536_870_923,
            2_147_483_647,
            1 << 31,
            3_486_784_401,
            4_294_967_291,
            1 << 32,
        ];
        for q in moduli {
            let modulus = Modulus::new(q).expect("in range");
            let local = Local::new(modulus.prime_powers()[0]);
            assert_eq!(local.power.value, q);
            for (terms, len) in [(0, 5), (1, 1), (3, 600), (4, 0), (64, 7), (65, 513), (200, 40)] {
                for largest in [false, true] {
                    let mut entry = || match largest {
                        true => (q - 1) as u32,
                        false => rng.below(q as usize) as u32,
                    };
                    let rows: Vec<Vec<u32>> =
                        (0..terms).map(|_| (0..len).map(|_| entry()).collect()).collect();
                    let coefs: Vec<u32> = (0..terms).map(|i| if i % 9 < 6 { entry() } else { 0 }).collect();
                    let mut target: Vec<u32> = (0..len).map(|_| entry()).collect();
                    let expected: Vec<u32> = (0..len)
                        .map(|j| {
                            let sum = (0..terms).fold(u128::from(target[j]), |sum, i| {
                                sum + u128::from(coefs[i]) * u128::from(rows[i][j])
                            });
                            (sum % u128::from(q)) as u32
                        })
                        .collect();
                    let mut one_by_one = target.clone();
                    for (coef, row) in coefs.iter().zip(&rows) {
                        local.add_multiples(std::iter::once((*coef, &mut one_by_one[..])), row);
                    }
                    assert_eq!(one_by_one, expected, "modulo {q}, {terms} terms");
                    local.add_rows(&mut target, &coefs, |i| &rows[i]);
                    assert_eq!(target, expected, "modulo {q}, {terms} terms");
                }
            }
            for x in [0, 1, q - 1, q, q + 1, (q - 1) * (q - 1), u64::MAX - 1, u64::MAX] {
                assert_eq!(u64::from(local.reduce(x)), x % q);
                if q <= 8191 {
                    assert_eq!(u64::from(local.reduce_narrow(x as u32)), u64::from(x as u32) % q);
                }
            }
        }
    }
}
