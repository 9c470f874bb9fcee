//! Is a number prime?

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::budget::{Budget, OutOfBudget};
use super::montgomery::Field;
use crate::word;

/// All primes below `limit`, in order.
///
/// # Complexity
///
/// O(`limit` log log `limit`) time and `limit`/16 bytes besides the answer.
#[must_use]
pub fn primes_below(limit: u32) -> Vec<u32> {
    let limit = limit as usize;
    if limit <= 2 {
        return Vec::new();
    }
    let mut primes = vec![2];
    primes.extend(
        odd_composites(limit)
            .iter()
            .enumerate()
            .skip(1)
            .filter_map(|(i, &composite)| if composite { None } else { u32::try_from(2 * i + 1).ok() }),
    );
    primes
}

/// `result[i]` says whether `2 i + 1` is composite, for all odd numbers below `limit`.
pub(super) fn odd_composites(limit: usize) -> Vec<bool> {
    let half = limit / 2;
    let mut composite = vec![false; half];
    let mut i = 1;
    while (2 * i + 1) * (2 * i + 1) < limit {
        if !composite[i] {
            let p = 2 * i + 1;
            let mut j = (p * p) / 2;
            while j < half {
                composite[j] = true;
                j += p;
            }
        }
        i += 1;
    }
    composite
}

/// Whether `n` is prime.
///
/// Certain for `n` below 2^64. Above, this is the test of Baillie, Pomerance, Selfridge and
/// Wagstaff (a strong test to base 2 and a strong Lucas test), to which no composite number is
/// known that passes, with strong tests to the bases 3 to 37 on top: "no" is certain, "yes" is as
/// sure as any test without a proof can be.
///
/// # Complexity
///
/// O(log `n`) products of numbers of the length of `n`.
///
/// # Examples
///
/// ```
/// use lightsout_algebra::integer::is_prime;
/// use num_bigint::BigUint;
///
/// let mersenne = (BigUint::from(1u8) << 521) - 1u8;
/// assert!(is_prime(&mersenne));
/// assert!(!is_prime(&(mersenne + 2u8)));
/// ```
#[must_use]
pub fn is_prime(n: &BigUint) -> bool {
    is_prime_within(n, &mut Budget::unlimited()).expect("a budget without end")
}

/// The same within a budget, for numbers of thousands of digits.
///
/// # Errors
///
/// [`OutOfBudget`] when the budget ends first.
///
/// # Complexity
///
/// That of [`is_prime`]; the budget is asked between products.
///
/// # Examples
///
/// ```
/// use lightsout_algebra::integer::{Budget, OutOfBudget, is_prime_within};
/// use num_bigint::BigUint;
///
/// let mersenne = (BigUint::from(1u8) << 44497) - 1u8;
/// assert_eq!(is_prime_within(&mersenne, &mut Budget::checks(2)), Err(OutOfBudget));
/// ```
pub fn is_prime_within(n: &BigUint, budget: &mut Budget<'_>) -> Result<bool, OutOfBudget> {
    if let Some(small) = n.to_u64() {
        return Ok(word::is_prime(small));
    }
    for p in [2u32, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53] {
        if (n % p).is_zero() {
            return Ok(false);
        }
    }
    let Some(field) = Field::new(n) else {
        return Ok(false);
    };
    if !strong_probable_prime(&field, 2, budget)? || !strong_lucas(n, budget)? {
        return Ok(false);
    }
    for base in [3u32, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37] {
        if !strong_probable_prime(&field, base, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The strong test of an odd `n`, the modulus of `field`, to one base.
fn strong_probable_prime(field: &Field, base: u32, budget: &mut Budget<'_>) -> Result<bool, OutOfBudget> {
    let even = field.modulus() - 1u8;
    let twos = even.trailing_zeros().unwrap_or(0);
    let one = field.one();
    let (mut top, mut square) = (field.zero(), field.zero());
    field.sub(&mut top, &square, &one);
    let mut x = field.power(&field.lift(&base.into()), &(&even >> twos), budget)?;
    if x == one || x == top {
        return Ok(true);
    }
    for _ in 1..twos {
        budget.work(field.cost())?;
        field.mul(&mut square, &x, &x);
        core::mem::swap(&mut x, &mut square);
        if x == top {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The Jacobi symbol `(d / n)` for odd `n`.
fn jacobi(d: i64, n: &BigUint) -> i8 {
    let eighth = (n % 8u8).to_u64().unwrap_or(0);
    let mut sign: i8 = if d < 0 && eighth % 4 == 3 { -1 } else { 1 };
    let mut top = d.unsigned_abs();
    if top == 0 {
        return i8::from(n.is_one());
    }
    // One step of reciprocity brings the pair down to machine words.
    let twos = top.trailing_zeros();
    top >>= twos;
    if twos % 2 == 1 && (eighth == 3 || eighth == 5) {
        sign = -sign;
    }
    if top % 4 == 3 && eighth % 4 == 3 {
        sign = -sign;
    }
    let mut bottom = top;
    top = (n % bottom).to_u64().unwrap_or(0);
    while top != 0 {
        let twos = top.trailing_zeros();
        top >>= twos;
        if twos % 2 == 1 && (bottom % 8 == 3 || bottom % 8 == 5) {
            sign = -sign;
        }
        if top % 4 == 3 && bottom % 4 == 3 {
            sign = -sign;
        }
        (top, bottom) = (bottom % top, top);
    }
    if bottom == 1 { sign } else { 0 }
}

/// The strong Lucas test of an odd `n` without small factors, with Selfridge's parameters: the
/// first `D` of 5, -7, 9, -11, ... with `(D / n) = -1`, `P = 1`, `Q = (1 - D) / 4`.
fn strong_lucas(n: &BigUint, budget: &mut Budget<'_>) -> Result<bool, OutOfBudget> {
    let root = n.sqrt();
    if &root * &root == *n {
        return Ok(false); // no D would ever be found
    }
    let mut d: i64 = 5;
    loop {
        match jacobi(d, n) {
            -1 => break,
            0 if *n > BigUint::from(d.unsigned_abs()) => return Ok(false),
            _ => {}
        }
        d = if d > 0 { -(d + 2) } else { 2 - d };
    }
    // Five products, each divided by n.
    let step = 20 * n.bits().div_ceil(64).pow(2);
    let modulus = BigInt::from(n.clone());
    let reduce = |x: BigInt| x.mod_floor(&modulus);
    let halve = |x: BigInt| {
        if x.is_even() { x >> 1 } else { (x + &modulus) >> 1 }
    };
    let big_d = BigInt::from(d);
    let q = reduce(BigInt::from((1 - d) / 4));
    let up = n + 1u8;
    let twos = up.trailing_zeros().unwrap_or(0);
    let odd = &up >> twos;
    // U_1 = 1, V_1 = P = 1, Q^1; double, and step by one where the exponent has a bit.
    let (mut u, mut v, mut q_power) = (BigInt::one(), BigInt::one(), q.clone());
    for i in (0..odd.bits() - 1).rev() {
        budget.work(step)?;
        u = reduce(&u * &v);
        v = reduce(&v * &v - (&q_power << 1));
        q_power = reduce(&q_power * &q_power);
        if odd.bit(i) {
            let next = reduce(halve(reduce(&u + &v)));
            v = reduce(halve(reduce(&big_d * &u + &v)));
            u = next;
            q_power = reduce(&q_power * &q);
        }
    }
    if u.is_zero() || v.is_zero() {
        return Ok(true);
    }
    for _ in 1..twos {
        budget.work(step)?;
        v = reduce(&v * &v - (&q_power << 1));
        if v.is_zero() {
            return Ok(true);
        }
        q_power = reduce(&q_power * &q_power);
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strong(n: &BigUint, base: u32) -> bool {
        let field = Field::new(n).expect("odd");
        strong_probable_prime(&field, base, &mut Budget::unlimited()).expect("no limit")
    }

    fn lucas(n: &BigUint) -> bool {
        strong_lucas(n, &mut Budget::unlimited()).expect("no limit")
    }

    fn plain(n: u64) -> bool {
        n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
    }

    #[test]
    fn small_numbers_agree_with_trial_division() {
        for n in 0..20_000 {
            assert_eq!(word::is_prime(n), plain(n), "{n}");
            assert_eq!(is_prime(&BigUint::from(n)), plain(n), "{n}");
        }
        let listed = primes_below(20_000);
        assert_eq!(listed, (0..20_000u32).filter(|&n| plain(n.into())).collect::<Vec<_>>());
        assert_eq!([0, 1, 2, 3, 4].map(|n| primes_below(n).len()), [0, 0, 0, 1, 2]);
    }

    #[test]
    fn strong_tests_and_lucas_alone_have_the_known_exceptions() {
        // 2047 is the first strong pseudoprime to base 2, 5459 the first strong Lucas pseudoprime.
        let composites: Vec<u64> = (9..6000).step_by(2).filter(|&n| !plain(n)).collect();
        let first = |test: &dyn Fn(&BigUint) -> bool| composites.iter().copied().find(|&n| test(&n.into()));
        assert_eq!(first(&|n| strong(n, 2)), Some(2047));
        assert_eq!(first(&lucas), Some(5459));
        for p in (5..3000u64).filter(|&n| plain(n)) {
            assert!(strong(&p.into(), 2) && lucas(&p.into()), "{p}");
        }
    }

    #[test]
    fn jacobi_agrees_with_euler() {
        for p in primes_below(200).into_iter().skip(1) {
            for d in -60..60i64 {
                let power = word::pow_mod(d.rem_euclid(p.into()) as u64, u64::from(p - 1) / 2, p.into());
                let want = if power == u64::from(p) - 1 { -1 } else { power as i8 };
                assert_eq!(jacobi(d, &p.into()), want, "({d} / {p})");
            }
        }
    }

    #[test]
    fn large_numbers() {
        for exponent in [89u32, 107, 127, 521, 607, 1279] {
            assert!(is_prime(&((BigUint::one() << exponent) - 1u8)), "2^{exponent} - 1");
        }
        for exponent in [67u32, 101, 103, 257, 1277] {
            assert!(!is_prime(&((BigUint::one() << exponent) - 1u8)), "2^{exponent} - 1");
        }
        // Strong pseudoprimes to the first twelve, and to the first thirteen, prime bases.
        for text in ["318665857834031151167461", "3317044064679887385961981"] {
            let n: BigUint = text.parse().expect("digits");
            assert!(!is_prime(&n), "{text}");
            assert!(strong(&n, 37) && !lucas(&n), "{text}");
        }
        let p: BigUint = (BigUint::one() << 127) - 1u8;
        assert!(!is_prime(&(&p * &p)));
    }

    #[test]
    fn stops_when_told() {
        // One modular power of this length asks hundreds of times.
        let n: BigUint = (BigUint::one() << 44_497) - 1u8;
        assert_eq!(is_prime_within(&n, &mut Budget::checks(3)), Err(OutOfBudget));
        assert_eq!(strong_lucas(&n, &mut Budget::checks(3)), Err(OutOfBudget));
        // A short number asks not once.
        let p: BigUint = (BigUint::one() << 127) - 1u8;
        assert_eq!(is_prime_within(&p, &mut Budget::checks(0)), Ok(true));
    }
}
