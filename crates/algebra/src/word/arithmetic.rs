//! Divisors, inverses and the Chinese remainder theorem.

/// The greatest common divisor, with `gcd(0, 0) = 0`.
///
/// # Complexity
/// O(log min(a, b)) divisions.
///
/// # Examples
/// ```
/// assert_eq!(lightsout_algebra::word::gcd(12, 18), 6);
/// ```
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// `a b mod m`.
///
/// # Panics
/// If `m = 0`.
pub fn mul_mod(a: u64, b: u64, m: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(m)) as u64
}

/// `a^e mod m`.
///
/// # Panics
/// If `m = 0`.
///
/// # Complexity
/// O(log e) multiplications.
pub fn pow_mod(a: u64, mut e: u64, m: u64) -> u64 {
    let (mut base, mut power) = (a % m, 1 % m);
    while e != 0 {
        if e & 1 == 1 {
            power = mul_mod(power, base, m);
        }
        base = mul_mod(base, base, m);
        e >>= 1;
    }
    power
}

/// The `x` in `0..m` with `a x = 1` modulo `m`, if `a` has an inverse.
///
/// # Complexity
/// O(log m) divisions.
///
/// # Examples
/// ```
/// use lightsout_algebra::word::inverse_mod;
///
/// assert_eq!(inverse_mod(3, 10), Some(7));
/// assert_eq!(inverse_mod(4, 10), None);
/// ```
pub fn inverse_mod(a: u64, m: u64) -> Option<u64> {
    if m == 0 {
        return None;
    }
    // Euclid's algorithm, keeping r = a s modulo m.
    let (mut r0, mut r1) = (i128::from(m), i128::from(a % m));
    let (mut s0, mut s1) = (0_i128, 1_i128);
    while r1 != 0 {
        let quotient = r0 / r1;
        (r0, r1) = (r1, r0 - quotient * r1);
        (s0, s1) = (s1, s0 - quotient * s1);
    }
    (r0 == 1).then(|| s0.rem_euclid(i128::from(m)) as u64)
}

/// The numbers `x` with `x = a` modulo `m` for every pair `(a, m)`: their remainder modulo the least
/// common multiple of the moduli, and that multiple.
///
/// The moduli need not be coprime. `None` if no `x` exists, if a modulus is 0, or if the least common
/// multiple does not fit into 64 bits. No pair at all gives `(0, 1)`.
///
/// # Complexity
/// O(n log m) divisions for n pairs of numbers up to m.
///
/// # Examples
/// ```
/// use lightsout_algebra::word::crt;
///
/// assert_eq!(crt([(2, 3), (3, 5)]), Some((8, 15)));
/// assert_eq!(crt([(1, 4), (3, 6)]), Some((9, 12)));
/// assert_eq!(crt([(1, 4), (2, 6)]), None);
/// ```
pub fn crt(pairs: impl IntoIterator<Item = (u64, u64)>) -> Option<(u64, u64)> {
    pairs.into_iter().try_fold((0, 1), |(x, modulus), (a, m)| {
        if m == 0 {
            return None;
        }
        let common = gcd(modulus, m);
        let (a, step) = (a % m, m / common);
        // x + modulus t = a modulo m, so (modulus / common) t = (a - x) / common modulo step.
        let gap = (i128::from(a) - i128::from(x)).rem_euclid(i128::from(m)) as u64;
        if !gap.is_multiple_of(common) {
            return None;
        }
        let inverse = inverse_mod(modulus / common, step)?;
        let t = mul_mod(gap / common, inverse, step);
        let total = modulus.checked_mul(step)?;
        Some(((u128::from(x) + u128::from(modulus) * u128::from(t)) as u64, total))
    })
}

#[cfg(test)]
mod tests {
    use super::{crt, gcd, inverse_mod, pow_mod};

    #[test]
    fn divisors_and_inverses_agree_with_search() {
        for a in 0..60 {
            for m in 1..60 {
                let plain = (1..=a.max(m)).rev().find(|d| a % d == 0 && m % d == 0);
                assert_eq!(gcd(a, m), plain.unwrap_or(0));
                assert_eq!(inverse_mod(a, m), (0..m).find(|x| a * x % m == 1 % m));
                assert_eq!(pow_mod(a, 5, m), a * a * a * a * a % m);
            }
            assert_eq!(gcd(a, 0), a);
            assert_eq!(inverse_mod(a, 0), None);
        }
        let large = u64::MAX - 58; // a prime
        let inverse = inverse_mod(large - 2, large).expect("a unit");
        assert_eq!(super::mul_mod(inverse, large - 2, large), 1);
    }

    #[test]
    fn remainders_agree_with_search() {
        for m in 1..13 {
            for n in 1..13 {
                let lcm = m * n / gcd(m, n);
                for a in 0..m {
                    for b in 0..n {
                        let plain = (0..lcm).find(|x| x % m == a && x % n == b);
                        assert_eq!(crt([(a, m), (b + n, n)]), plain.map(|x| (x, lcm)));
                    }
                }
            }
        }
        assert_eq!(crt([]), Some((0, 1)));
        assert_eq!(crt([(0, 0)]), None);
        assert_eq!(crt([(5, u64::MAX), (4, u64::MAX - 1)]), None);
        assert_eq!(crt([(5, u64::MAX), (5, u64::MAX)]), Some((5, u64::MAX)));
    }
}
