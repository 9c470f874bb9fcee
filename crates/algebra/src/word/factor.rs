//! Primality and factoring of 64-bit numbers, both proven.

use super::arithmetic::{gcd, mul_mod, pow_mod};

/// The first primes. As bases of the Miller-Rabin test they decide every number below 3.3 10^24.
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// The bound of trial division.
const TRIAL: u64 = 1 << 10;

/// Whether `n` is a prime number.
///
/// Source: J. Sorenson, J. Webster, "Strong pseudoprimes to twelve prime bases" (2017).
///
/// # Complexity
/// O(log n) multiplications modulo n.
///
/// # Examples
/// ```
/// use lightsout_algebra::word::is_prime;
///
/// assert!(is_prime(2_147_483_647));
/// assert!(!is_prime(3_215_031_751)); // a strong pseudoprime to bases 2, 3, 5 and 7
/// ```
pub fn is_prime(n: u64) -> bool {
    if n < 2 {
        return false;
    }
    if let Some(p) = BASES.into_iter().find(|p| n.is_multiple_of(*p)) {
        return n == p;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.into_iter().all(|base| {
        let mut power = pow_mod(base, odd, n);
        if power == 1 {
            return true;
        }
        for _ in 0..twos {
            if power == n - 1 {
                return true;
            }
            power = mul_mod(power, power, n);
        }
        false
    })
}

/// A proper divisor of a composite number without small ones, by Pollard's rho method.
fn divisor(n: u64) -> u64 {
    for shift in 1_u64.. {
        let step = |x: u64| ((u128::from(x) * u128::from(x) + u128::from(shift)) % u128::from(n)) as u64;
        let (mut slow, mut fast) = (2_u64, 2_u64);
        // The differences of many steps are multiplied up before a divisor is looked for; when all
        // divisors come at once the steps are taken again one by one.
        let (mut slow_before, mut fast_before, mut product) = (slow, fast, 1);
        let mut found = 1;
        while found == 1 {
            (slow_before, fast_before) = (slow, fast);
            for _ in 0..128 {
                slow = step(slow);
                fast = step(step(fast));
                product = mul_mod(product, slow.abs_diff(fast), n);
            }
            found = gcd(product, n);
        }
        if found == n {
            (slow, fast, found) = (slow_before, fast_before, 1);
            while found == 1 {
                slow = step(slow);
                fast = step(step(fast));
                found = gcd(slow.abs_diff(fast), n);
            }
        }
        if found != n {
            return found;
        }
    }
    n
}

/// The prime factors of `n` with their exponents, ascending; none for 0 and 1.
///
/// # Complexity
/// O(n^(1/4)) expected multiplications modulo n.
///
/// # Examples
/// ```
/// use lightsout_algebra::word::factor_u64;
///
/// assert_eq!(factor_u64(360), [(2, 3), (3, 2), (5, 1)]);
/// ```
pub fn factor_u64(n: u64) -> Vec<(u64, u32)> {
    let mut primes = Vec::new();
    let mut rest = n.max(1);
    let mut p = 2;
    while p < TRIAL && p * p <= rest {
        while rest.is_multiple_of(p) {
            primes.push(p);
            rest /= p;
        }
        p += if p == 2 { 1 } else { 2 };
    }
    let mut parts = vec![rest];
    while let Some(part) = parts.pop() {
        if part == 1 {
            continue;
        }
        if is_prime(part) {
            primes.push(part);
        } else {
            let d = divisor(part);
            parts.extend([d, part / d]);
        }
    }
    primes.sort_unstable();
    primes.chunk_by(|a, b| a == b).map(|equal| (equal[0], equal.len() as u32)).collect()
}

#[cfg(test)]
mod tests {
    use super::{factor_u64, is_prime};

    fn check(n: u64) {
        let factors = factor_u64(n);
        let product: u128 = factors.iter().map(|&(p, e)| u128::from(p).pow(e)).product();
        assert_eq!(product, u128::from(n));
        assert!(factors.iter().all(|&(p, e)| is_prime(p) && e > 0));
        assert!(factors.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn small_primes_agree_with_trial_division() {
        for n in 0..10_000_u64 {
            let plain = n >= 2 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0);
            assert_eq!(is_prime(n), plain, "{n}");
            if n > 0 {
                check(n);
            }
        }
        assert!(factor_u64(0).is_empty() && factor_u64(1).is_empty());
    }

    #[test]
    fn hard_numbers() {
        let (p, q) = (4_294_967_291, 4_294_967_279); // the two largest primes below 2^32
        assert_eq!(factor_u64(p * q), [(q, 1), (p, 1)]);
        assert_eq!(factor_u64(p * p), [(p, 2)]);
        assert_eq!(factor_u64(1 << 32), [(2, 32)]);
        assert_eq!(factor_u64(1 << 63), [(2, 63)]);
        assert_eq!(factor_u64(1031 * 1031 * 1033), [(1031, 2), (1033, 1)]);
        assert_eq!(factor_u64(3_825_123_056_546_413_051), [(149_491, 1), (747_451, 1), (34_233_211, 1)]);
        assert_eq!(factor_u64(18_446_744_073_709_551_557), [(18_446_744_073_709_551_557, 1)]);
        // Carmichael numbers and strong pseudoprimes.
        for n in [561, 1729, 2047, 25_326_001, 3_215_031_751, 341_550_071_728_321, u64::MAX] {
            assert!(!is_prime(n));
            check(n);
        }
        let mut n = 1_u64;
        for _ in 0..200 {
            n = n.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(12_345);
            check(n);
            check(n >> 20);
        }
    }
}
