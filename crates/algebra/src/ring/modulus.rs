//! The number of states, and its prime powers.

use std::fmt;

use crate::word::{factor_u64, inverse_mod, mul_mod};

/// A number `k` of states, from 2 to 2^32, with its factoring.
///
/// # Examples
/// ```
/// use lightsout_algebra::ring::Modulus;
///
/// let k = Modulus::new(12).unwrap();
/// let powers: Vec<u64> = k.prime_powers().iter().map(|q| q.value).collect();
/// assert_eq!(powers, [4, 3]);
/// assert!(Modulus::new(1).is_none());
/// assert!(Modulus::new(1 << 32).is_some());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Modulus {
    value: u64,
    powers: Vec<PrimePower>,
}

/// A power of a prime that divides a modulus `k` exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PrimePower {
    /// The prime `p`.
    pub prime: u64,
    /// The exponent `s >= 1`.
    pub exponent: u32,
    /// The power `q = p^s`.
    pub value: u64,
    /// The number in `0..k` that is 1 modulo `q` and 0 modulo `k / q`.
    pub idempotent: u64,
}

impl Modulus {
    /// The largest number of states.
    pub const MAX: u64 = 1 << 32;

    /// The modulus `k`, if it lies in `2..=2^32`.
    pub fn new(k: u64) -> Option<Self> {
        if !(2..=Self::MAX).contains(&k) {
            return None;
        }
        let powers = factor_u64(k).into_iter().map(|(prime, exponent)| {
            let value = prime.pow(exponent);
            let others = k / value;
            // `others` is prime to `value`; modulo 1 every number is 0.
            let inverse = inverse_mod(others, value).unwrap_or(0);
            PrimePower { prime, exponent, value, idempotent: mul_mod(others, inverse, k) }
        });
        Some(Self { value: k, powers: powers.collect() })
    }

    /// The number `k`.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// The powers of primes whose product is `k`, by ascending prime.
    pub fn prime_powers(&self) -> &[PrimePower] {
        &self.powers
    }

    /// Whether `k` is a prime number.
    pub fn is_prime(&self) -> bool {
        self.powers[0].prime == self.value
    }

    /// The largest entry, `k - 1`.
    pub fn max_entry(&self) -> u32 {
        (self.value - 1) as u32
    }

    /// `x` modulo `k`.
    pub fn reduce(&self, x: u64) -> u32 {
        (x % self.value) as u32
    }

    /// `sum_i a_i b_i` modulo `k`.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn dot(&self, a: &[u32], b: &[u32]) -> u32 {
        assert_eq!(a.len(), b.len(), "scalar product of unequal lengths");
        let sum: u128 = a.iter().zip(b).map(|(&x, &y)| u128::from(u64::from(x) * u64::from(y))).sum();
        (sum % u128::from(self.value)) as u32
    }
}

impl fmt::Display for Modulus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl fmt::Debug for Modulus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Modulus({})", self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::Modulus;

    #[test]
    fn idempotents_split_the_ring() {
        for k in [2, 3, 4, 6, 12, 30, 360, 30_030, 65_536, 4_294_967_295, 4_294_967_296] {
            let modulus = Modulus::new(k).expect("in range");
            let product: u64 = modulus.prime_powers().iter().map(|q| q.value).product();
            assert_eq!(product, k);
            for q in modulus.prime_powers() {
                assert_eq!(q.idempotent % q.value, 1);
                assert_eq!(q.idempotent % (k / q.value), 0);
                assert!(q.idempotent < k);
            }
        }
    }

    #[test]
    fn only_two_to_two_to_the_32() {
        assert!([0, 1, (1 << 32) + 1, u64::MAX].into_iter().all(|k| Modulus::new(k).is_none()));
        assert!(Modulus::new(2_147_483_647).is_some_and(|k| k.is_prime()));
        assert!(Modulus::new(9).is_some_and(|k| !k.is_prime()));
    }
}
