//! Fibonacci numbers by doubling.
//!
//! `F_0 = 0`, `F_1 = 1`, `F_{i+1} = F_i + F_{i-1}`, and
//! `F_{2i} = F_i (2 F_{i+1} - F_i)`, `F_{2i+1} = F_i^2 + F_{i+1}^2`.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use super::budget::{Budget, OutOfBudget};
use super::montgomery::Field;

/// `F_n` exactly.
///
/// # Complexity
///
/// A constant number of products of numbers of 0.7 `n` bits.
///
/// # Examples
///
/// ```
/// use lightsout_algebra::integer::fibonacci;
///
/// assert_eq!(fibonacci(100).to_string(), "354224848179261915075");
/// ```
#[must_use]
pub fn fibonacci(n: u64) -> BigUint {
    let (mut a, mut b) = (BigUint::zero(), BigUint::one());
    for i in (0..64 - n.leading_zeros()).rev() {
        let even = &a * ((&b << 1) - &a);
        let odd = &a * &a + &b * &b;
        (a, b) = if n >> i & 1 == 1 {
            let next = &even + &odd;
            (odd, next)
        } else {
            (even, odd)
        };
    }
    a
}

/// `F_n` modulo `k`.
///
/// # Panics
///
/// When `k` is 0.
///
/// # Complexity
///
/// Three products modulo `k` for each bit of `n`.
///
/// # Examples
///
/// ```
/// use lightsout_algebra::integer::fibonacci_mod;
/// use num_bigint::BigUint;
///
/// let n = BigUint::from(10u8).pow(100);
/// assert_eq!(fibonacci_mod(&n, &1_000_007u32.into()), 943_402u32.into());
/// ```
#[must_use]
#[track_caller]
pub fn fibonacci_mod(n: &BigUint, k: &BigUint) -> BigUint {
    fibonacci_pair_mod(n, k).0
}

/// `(F_n, F_{n+1})` modulo `k`.
///
/// # Panics
///
/// When `k` is 0.
///
/// # Complexity
///
/// Three products modulo `k` for each bit of `n`.
///
/// # Examples
///
/// ```
/// use lightsout_algebra::integer::fibonacci_pair_mod;
///
/// let (a, b) = fibonacci_pair_mod(&10u8.into(), &1000u32.into());
/// assert_eq!((a, b), (55u8.into(), 89u8.into()));
/// ```
#[must_use]
#[track_caller]
pub fn fibonacci_pair_mod(n: &BigUint, k: &BigUint) -> (BigUint, BigUint) {
    fibonacci_pair_within(n, k, &mut Budget::unlimited()).expect("a budget without end")
}

/// `(F_n, F_{n+1})` modulo `k` within a budget, for `n` and `k` of thousands of digits.
///
/// # Errors
///
/// [`OutOfBudget`] when the budget ends first.
///
/// # Panics
///
/// When `k` is 0.
///
/// # Complexity
///
/// Three products modulo `k` for each bit of `n`; the budget is asked between them.
///
/// # Examples
///
/// ```
/// use lightsout_algebra::integer::{Budget, fibonacci_pair_within};
/// use num_bigint::BigUint;
///
/// let k = BigUint::from(10u8).pow(3000) + 1u8;
/// assert!(fibonacci_pair_within(&10u8.into(), &k, &mut Budget::checks(0)).is_ok());
/// assert!(fibonacci_pair_within(&k, &k, &mut Budget::checks(0)).is_err());
/// ```
#[track_caller]
pub fn fibonacci_pair_within(
    n: &BigUint,
    k: &BigUint,
    budget: &mut Budget<'_>,
) -> Result<(BigUint, BigUint), OutOfBudget> {
    assert!(!k.is_zero(), "a residue modulo 0 was asked for");
    if let Some(small) = k.to_u64()
        && small < 1 << 63
    {
        let (a, b) = pair_mod_word(n, small, budget)?;
        return Ok((a.into(), b.into()));
    }
    // F_{n+1} <= 2^n, so that nothing is to be reduced below the length of k.
    if *n < BigUint::from(k.bits()) {
        return pair_mod_any(n, k, budget);
    }
    match Field::new(k) {
        Some(field) => pair_mod_odd(n, &field, budget),
        None => pair_mod_any(n, k, budget),
    }
}

/// For `k` below 2^63, where no sum of two residues overflows.
fn pair_mod_word(n: &BigUint, k: u64, budget: &mut Budget<'_>) -> Result<(u64, u64), OutOfBudget> {
    let mul = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(k)) as u64;
    let add = |a: u64, b: u64| if a + b >= k { a + b - k } else { a + b };
    let (mut a, mut b) = (0, 1 % k);
    for digit in n.to_u64_digits().iter().rev() {
        // Three products and their remainders for each of its bits.
        budget.work(64 * 64)?;
        for i in (0..64).rev() {
            let even = mul(a, add(b, add(b, k - a) % k));
            let odd = add(mul(a, a), mul(b, b));
            (a, b) = if digit >> i & 1 == 1 { (odd, add(even, odd)) } else { (even, odd) };
        }
    }
    Ok((a, b))
}

/// For odd `k`, in Montgomery's form.
fn pair_mod_odd(
    n: &BigUint,
    field: &Field,
    budget: &mut Budget<'_>,
) -> Result<(BigUint, BigUint), OutOfBudget> {
    let (mut a, mut b) = (field.zero(), field.one());
    let [mut s, mut t, mut even] = [field.zero(), field.zero(), field.zero()];
    for i in (0..n.bits()).rev() {
        budget.work(3 * field.cost())?;
        field.add(&mut s, &b, &b);
        field.sub(&mut t, &s, &a);
        field.mul(&mut even, &a, &t);
        field.mul(&mut s, &a, &a);
        field.mul(&mut t, &b, &b);
        if n.bit(i) {
            field.add(&mut a, &s, &t);
            field.add(&mut b, &even, &a);
        } else {
            field.add(&mut b, &s, &t);
            core::mem::swap(&mut a, &mut even);
        }
    }
    Ok((field.lower(&a), field.lower(&b)))
}

/// For every `k`.
fn pair_mod_any(
    n: &BigUint,
    k: &BigUint,
    budget: &mut Budget<'_>,
) -> Result<(BigUint, BigUint), OutOfBudget> {
    let zero = BigUint::zero();
    let (mut a, mut b) = (BigUint::zero(), BigUint::one() % k);
    for i in (0..n.bits()).rev() {
        budget.work(6 * b.bits().div_ceil(64).pow(2))?;
        let even = &a * ((&b << 1u32) + (if a > b { k } else { &zero }) - &a) % k;
        let odd = (&a * &a + &b * &b) % k;
        (a, b) = if n.bit(i) {
            let next = (&even + &odd) % k;
            (odd, next)
        } else {
            (even, odd)
        };
    }
    Ok((a, b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(n: &BigUint, k: &BigUint) -> (BigUint, BigUint) {
        pair_mod_any(n, k, &mut Budget::unlimited()).expect("no limit")
    }

    fn montgomery(n: &BigUint, field: &Field) -> (BigUint, BigUint) {
        pair_mod_odd(n, field, &mut Budget::unlimited()).expect("no limit")
    }

    #[test]
    fn small_values_agree_with_the_definition() {
        let (mut a, mut b) = (BigUint::zero(), BigUint::one());
        let moduli: Vec<BigUint> = [
            "1",
            "2",
            "3",
            "10",
            "144",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551615",
            "18446744073709551616",
            "36893488147419103232000",
            "340282366920938463463374607431768211457",
        ]
        .iter()
        .map(|t| t.parse().expect("digits"))
        .collect();
        for n in 0..400u64 {
            assert_eq!(fibonacci(n), a, "{n}");
            for k in &moduli {
                assert_eq!(fibonacci_pair_mod(&n.into(), k), (&a % k, &b % k), "{n} mod {k}");
            }
            (a, b) = (b.clone(), a + b);
        }
    }

    proptest! {
        /// `F_{m+n} = F_m F_{n+1} + F_{m-1} F_n`, and all three ways of computing agree.
        #[test]
        fn addition_and_agreement(m in prop::collection::vec(any::<u32>(), 1..8), n in prop::collection::vec(any::<u32>(), 1..8),
                                  k in prop::collection::vec(any::<u32>(), 1..9)) {
            let (m, n, k) = (BigUint::new(m) + 1u8, BigUint::new(n), BigUint::new(k) + 2u8);
            let (fm, _) = fibonacci_pair_mod(&m, &k);
            let before = fibonacci_mod(&(&m - 1u8), &k);
            let (fn_, fn1) = fibonacci_pair_mod(&n, &k);
            prop_assert_eq!(fibonacci_mod(&(&m + &n), &k), (fm * fn1 + before * &fn_) % &k);
            prop_assert_eq!(plain(&n, &k).0, fn_.clone());
            if let Some(field) = Field::new(&k) {
                prop_assert_eq!(montgomery(&n, &field).0, fn_.clone());
            }
            let word = (&k % (1u64 << 62)).to_u64().expect("62 bits") + 1;
            let (a, b) = pair_mod_word(&n, word, &mut Budget::unlimited()).expect("no limit");
            prop_assert_eq!(plain(&n, &word.into()), (a.into(), b.into()));
        }
    }
}
