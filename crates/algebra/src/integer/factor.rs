//! Factoring, by the cheapest method that works.
//!
//! Trial division by the primes below 2^16, then for each part that is left: primality, roots,
//! Pollard's rho, the quadratic sieve where the `sieve` feature brings it and the part has at most
//! 400 bits, and the elliptic curve method for as long as the [`Budget`] allows.

use core::fmt;
use std::sync::OnceLock;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::budget::{Budget, OutOfBudget};
use super::ecm::{ALL_LEVELS, ecm};
use super::montgomery::Field;
use super::prime::{is_prime_within, primes_below};
use super::rho::rho;
use crate::word;

/// The primes tried by division.
const TRIAL: u32 = 1 << 16;
/// Steps of rho before a stronger method is called; enough for factors of about ten digits.
const RHO_STEPS: u64 = 1 << 18;
/// The longest number, in bits, that is tested for primality: one modular power of this length takes hours, a test up to thirteen.
const LONGEST: u64 = 1 << 19;
/// Numbers up to this many bits are tested for primality in a moment, even when the budget is spent.
const QUICK: u64 = 1 << 11;

/// A number as a product of prime powers, smallest prime first.
///
/// # Examples
///
/// ```
/// use lightsout_algebra::integer::{Budget, factor};
///
/// let factors = factor(&1200u32.into(), &mut Budget::unlimited())?;
/// assert_eq!(factors.to_string(), "2^4 * 3 * 5^2");
/// assert_eq!(factors.product(), 1200u32.into());
/// # Ok::<(), lightsout_algebra::integer::FactorError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Factorization {
    powers: Vec<(BigUint, u32)>,
}

impl Factorization {
    /// The primes with their exponents.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&BigUint, u32)> {
        self.powers.iter().map(|(p, e)| (p, *e))
    }

    /// The number of different primes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.powers.len()
    }

    /// Whether this is the empty product, 1.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.powers.is_empty()
    }

    /// The number that was factored.
    #[must_use]
    pub fn product(&self) -> BigUint {
        self.powers.iter().map(|(p, e)| p.pow(*e)).product()
    }

    /// The exponent of `prime`, 0 if it does not divide.
    #[must_use]
    pub fn exponent(&self, prime: &BigUint) -> u32 {
        self.powers.iter().find(|(p, _)| p == prime).map_or(0, |(_, e)| *e)
    }

    fn insert(&mut self, prime: BigUint, exponent: u32) {
        match self.powers.binary_search_by(|(p, _)| p.cmp(&prime)) {
            Ok(i) => self.powers[i].1 += exponent,
            Err(i) => self.powers.insert(i, (prime, exponent)),
        }
    }
}

impl fmt::Display for Factorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.powers.is_empty() {
            return f.write_str("1");
        }
        for (i, (p, e)) in self.powers.iter().enumerate() {
            if i > 0 {
                f.write_str(" * ")?;
            }
            if *e == 1 { write!(f, "{p}")? } else { write!(f, "{p}^{e}")? }
        }
        Ok(())
    }
}

/// Why a number was not factored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactorError {
    /// 0 has no factorization.
    Zero,
    /// The budget was spent: what was found, and the rest.
    OutOfBudget {
        /// The prime powers found.
        found: Factorization,
        /// A number that is left and not known to be prime; its product with `found` is the number given.
        rest: BigUint,
    },
    /// What is left has so many digits that no method here can go on.
    TooLong {
        /// The prime powers found.
        found: Factorization,
        /// The number that is left; its product with `found` is the number given.
        rest: BigUint,
    },
}

impl fmt::Display for FactorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactorError::Zero => f.write_str("0 has no prime factors"),
            FactorError::OutOfBudget { found, rest } | FactorError::TooLong { found, rest } => {
                let digits = approximate_digits(rest);
                if found.is_empty() {
                    write!(f, "no factor of a number of {digits} digits was found")?;
                } else {
                    write!(
                        f,
                        "{found} was found, but not the factors of the rest, a number of {digits} digits"
                    )?;
                }
                if matches!(self, FactorError::TooLong { .. }) {
                    f.write_str(", which are too many to go on")?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for FactorError {}

/// The number of decimal digits, exact up to a few thousand and within one beyond.
pub(super) fn approximate_digits(n: &BigUint) -> u64 {
    if n.bits() < 20_000 {
        n.to_string().len() as u64
    } else {
        (n.bits() as f64 * core::f64::consts::LOG10_2) as u64 + 1
    }
}

/// The prime factors of `n`.
///
/// Primes below 2^64 are certain; larger ones have passed [`is_prime`](super::is_prime).
///
/// # Errors
///
/// [`FactorError::Zero`] for 0, [`FactorError::OutOfBudget`] when the budget ends first, [`FactorError::TooLong`] when more
/// than 2^19 bits are left after division by small primes and by those that are known.
///
/// # Complexity
///
/// For the second largest prime factor `p` of `n`: about `sqrt(p)` steps of rho for `p` below
/// 10^10, and `exp(sqrt(2 log p log log p))` operations of the elliptic curve method above, each of
/// O((log `n`)^2); with the `sieve` feature no part of at most 400 bits costs more than the
/// quadratic sieve, `exp(sqrt(log m log log m))` for a part `m`.
///
/// # Examples
///
/// ```
/// use lightsout_algebra::integer::{Budget, factor};
/// use num_bigint::BigUint;
///
/// let n = BigUint::from(10u8).pow(40) + 1u8;
/// let factors = factor(&n, &mut Budget::unlimited())?;
/// assert_eq!(factors.to_string(), "17 * 5070721 * 5882353 * 19721061166646717498359681");
/// # Ok::<(), lightsout_algebra::integer::FactorError>(())
/// ```
pub fn factor(n: &BigUint, budget: &mut Budget<'_>) -> Result<Factorization, FactorError> {
    factor_with(n, &[], budget)
}

/// The same, with primes that are already known to divide `n` or may do.
///
/// Members of `known` that are not prime, or do not divide, are passed over.
///
/// # Errors
///
/// As [`factor`].
pub fn factor_with(
    n: &BigUint,
    known: &[BigUint],
    budget: &mut Budget<'_>,
) -> Result<Factorization, FactorError> {
    if n.is_zero() {
        return Err(FactorError::Zero);
    }
    let mut found = Factorization::default();
    let mut rest = n.clone();
    if divide(&mut rest, &mut found, known, budget).is_err() {
        return Err(FactorError::OutOfBudget { found, rest });
    }
    if rest.bits() > LONGEST {
        return Err(FactorError::TooLong { found, rest });
    }
    // Parts still to be split, each with the exponent it carries.
    let mut parts = vec![(rest, 1u32)];
    while let Some((part, exponent)) = parts.pop() {
        if part.is_one() {
            continue;
        }
        let pieces = match is_settled_prime(&part, budget) {
            Ok(true) => {
                found.insert(part, exponent);
                continue;
            }
            Ok(false) => split(&part, budget),
            Err(OutOfBudget) => Err(OutOfBudget),
        };
        match pieces {
            Ok(pieces) => parts.extend(pieces.into_iter().map(|(piece, e)| (piece, e * exponent))),
            Err(OutOfBudget) => {
                parts.push((part, exponent));
                // Primes among what is left are still worth telling.
                let mut rest = BigUint::one();
                let is_prime = |part: &BigUint| {
                    (2..=QUICK).contains(&part.bits())
                        && is_settled_prime(part, &mut Budget::unlimited()) == Ok(true)
                };
                for (part, exponent) in parts {
                    if is_prime(&part) {
                        found.insert(part, exponent);
                    } else {
                        rest *= part.pow(exponent);
                    }
                }
                return Err(FactorError::OutOfBudget { found, rest });
            }
        }
    }
    debug_assert_eq!(found.product(), *n);
    Ok(found)
}

/// Whether a number without factors below [`TRIAL`] is prime.
fn is_settled_prime(n: &BigUint, budget: &mut Budget<'_>) -> Result<bool, OutOfBudget> {
    match n.to_u64() {
        Some(small) => Ok(small < u64::from(TRIAL) * u64::from(TRIAL) || word::is_prime(small)),
        None => is_prime_within(n, budget),
    }
}

/// Divides `rest` by those of `known` that are prime, then by the primes below [`TRIAL`].
fn divide(
    rest: &mut BigUint,
    found: &mut Factorization,
    known: &[BigUint],
    budget: &mut Budget<'_>,
) -> Result<(), OutOfBudget> {
    for p in known {
        if p.bits() > 1 && *rest >= *p && (&*rest % p).is_zero() && is_prime_within(p, budget)? {
            let exponent = strip(rest, p);
            found.insert(p.clone(), exponent);
        }
    }
    trial_division(rest, found, budget)
}

fn trial_primes() -> &'static [u32] {
    static PRIMES: OnceLock<Vec<u32>> = OnceLock::new();
    PRIMES.get_or_init(|| primes_below(TRIAL))
}

/// Divides `rest` by every prime below [`TRIAL`], as often as it goes.
fn trial_division(
    rest: &mut BigUint,
    found: &mut Factorization,
    budget: &mut Budget<'_>,
) -> Result<(), OutOfBudget> {
    // The product of four such primes is a word, so that one long division serves them all.
    for primes in trial_primes().chunks(4) {
        // A division of two words by one counts for several operations.
        budget.work(8 * rest.bits().div_ceil(64))?;
        let residue = (&*rest % primes.iter().map(|&p| u64::from(p)).product::<u64>()).to_u64().unwrap_or(0);
        for &p in primes {
            if rest.is_one() {
                return Ok(());
            }
            if let Some(small) = rest.to_u64()
                && u64::from(p) * u64::from(p) > small
            {
                found.insert(rest.clone(), 1);
                *rest = BigUint::one();
                return Ok(());
            }
            if residue % u64::from(p) == 0 {
                let prime = BigUint::from(p);
                let exponent = strip(rest, &prime);
                found.insert(prime, exponent);
            }
        }
    }
    Ok(())
}

/// Divides `n` by `p` as often as it goes and says how often: by `p^(2^i)` going up and down again,
/// so that a high power costs few divisions of long numbers.
fn strip(n: &mut BigUint, p: &BigUint) -> u32 {
    let mut powers = vec![p.clone()];
    let mut count = 0u32;
    loop {
        let top = powers.last().expect("the list starts with one");
        let (quotient, remainder) = n.div_rem(top);
        if !remainder.is_zero() {
            break;
        }
        *n = quotient;
        count += 1 << (powers.len() - 1);
        let square = top * top;
        if square > *n {
            break;
        }
        powers.push(square);
    }
    for (i, power) in powers.iter().enumerate().rev() {
        let (quotient, remainder) = n.div_rem(power);
        if remainder.is_zero() {
            *n = quotient;
            count += 1 << i;
        }
    }
    count
}

/// Splits a composite number without factors below [`TRIAL`] into at least two pieces.
fn split(n: &BigUint, budget: &mut Budget<'_>) -> Result<Vec<(BigUint, u32)>, OutOfBudget> {
    budget.check()?;
    if let Some((root, exponent)) = root_of_power(n, budget)? {
        return Ok(vec![(root, exponent)]);
    }
    // An even number cannot reach this place, so the field exists.
    let Some(field) = Field::new(n) else {
        return Err(OutOfBudget);
    };
    let small = n.bits() <= 64;
    let steps = if small { u64::MAX } else { RHO_STEPS };
    if let Some(found) = rho(&field, steps, if small { 20 } else { 1 }, budget)? {
        return Ok(vec![(n / &found, 1), (found, 1)]);
    }
    // Where the sieve can take the number, curves are tried first for about as long as pays.
    #[cfg(all(feature = "sieve", any(unix, windows)))]
    if n.bits() <= super::sieve::MAX_BITS {
        let levels = match n.bits() {
            ..110 => 0,
            110..200 => 2,
            _ => 3,
        };
        if let Some(found) = ecm(&field, levels, budget)? {
            return Ok(vec![(n / &found, 1), (found, 1)]);
        }
        let pieces = super::sieve::sieve(n, budget)?;
        if pieces.len() > 1 {
            return Ok(pieces.into_iter().map(|p| (p, 1)).collect());
        }
    }
    match ecm(&field, ALL_LEVELS, budget)? {
        Some(found) => Ok(vec![(n / &found, 1), (found, 1)]),
        None => Err(OutOfBudget),
    }
}

/// `(r, e)` with `r^e = n` and `e` prime, for a number without factors below [`TRIAL`].
fn root_of_power(n: &BigUint, budget: &mut Budget<'_>) -> Result<Option<(BigUint, u32)>, OutOfBudget> {
    let most = n.bits() / u64::from(TRIAL.ilog2());
    for &e in trial_primes() {
        if u64::from(e) > most {
            break;
        }
        budget.check()?;
        budget.work(32 * n.bits().div_ceil(64))?;
        if may_be_power(n, e) {
            let root = n.nth_root(e);
            if root.pow(e) == *n {
                return Ok(Some((root, e)));
            }
        }
    }
    Ok(None)
}

/// Whether `n` is an `e`-th power modulo a few primes `q = c e + 1`; a quick "no" for most numbers.
fn may_be_power(n: &BigUint, e: u32) -> bool {
    let mut tests = 0;
    let mut q = u64::from(e) + 1;
    while tests < 4 && q < 1 << 31 {
        if word::is_prime(q) {
            let residue = (n % q).to_u64().unwrap_or(0);
            let power = BigUint::from(residue).modpow(&BigUint::from((q - 1) / u64::from(e)), &q.into());
            if residue != 0 && !power.is_one() {
                return false;
            }
            tests += 1;
        }
        q += u64::from(e);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(mut n: u64) -> Vec<(BigUint, u32)> {
        let mut out: Vec<(BigUint, u32)> = Vec::new();
        let mut d = 2;
        while n > 1 {
            if d * d > n {
                d = n;
            }
            let mut e = 0;
            while n.is_multiple_of(d) {
                n /= d;
                e += 1;
            }
            if e > 0 {
                out.push((d.into(), e));
            }
            d += 1;
        }
        out
    }

    fn full(n: &BigUint) -> Factorization {
        factor(n, &mut Budget::unlimited()).expect("no limit")
    }

    #[test]
    fn small_numbers_agree_with_trial_division() {
        for n in (1..3000).chain(999_999_000..999_999_030).chain(4_294_967_290..4_294_967_300) {
            assert_eq!(full(&n.into()).powers, plain(n), "{n}");
        }
        assert_eq!(factor(&BigUint::ZERO, &mut Budget::unlimited()), Err(FactorError::Zero));
        assert!(full(&BigUint::one()).is_empty());
    }

    #[test]
    fn powers() {
        assert_eq!(full(&(BigUint::one() << 4096)).to_string(), "2^4096");
        assert_eq!(full(&BigUint::from(5u8).pow(2000)).to_string(), "5^2000");
        assert_eq!(full(&BigUint::from(1_000_003u32).pow(77)).to_string(), "1000003^77");
        assert_eq!(
            full(&BigUint::from(1_000_003u64 * 1_000_033).pow(6)).to_string(),
            "1000003^6 * 1000033^6"
        );
        let p: BigUint = (BigUint::one() << 521) - 1u8;
        assert_eq!(full(&p.pow(2)).powers, [(p, 2)]);
    }

    #[test]
    fn a_spent_budget_keeps_what_was_found() {
        let rest = ((BigUint::one() << 521) - 1u8) * ((BigUint::one() << 607) - 1u8);
        let n = &rest * 360u32;
        let Err(FactorError::OutOfBudget { found, rest: left }) = factor(&n, &mut Budget::checks(200)) else {
            panic!("nobody splits this in 200 checks");
        };
        assert_eq!(found.to_string(), "2^3 * 3^2 * 5");
        assert_eq!(left, rest);
        // With one of the primes told, the other is what remains.
        let p: BigUint = (BigUint::one() << 521) - 1u8;
        let told =
            factor_with(&n, &[4u8.into(), 7u8.into(), BigUint::ZERO, p.clone()], &mut Budget::checks(1));
        assert_eq!(told.expect("known").exponent(&p), 1);
    }

    #[test]
    fn every_step_of_a_long_number_asks_the_budget() {
        // 10^9999 - 1: the budget ends within the trial division, the test of primality, and the search.
        let n = BigUint::from(10u8).pow(9999) - 1u8;
        for checks in [0, 1, 2, 100] {
            let Err(FactorError::OutOfBudget { found, rest }) = factor(&n, &mut Budget::checks(checks))
            else {
                panic!("nobody factors this in {checks} checks");
            };
            assert_eq!(found.product() * rest, n, "{checks}");
        }
        // Longer numbers are divided by small primes only.
        let n = (BigUint::one() << (LONGEST + 40)) - 3u8;
        let Err(error @ FactorError::TooLong { .. }) = factor(&(&n * 8u8), &mut Budget::unlimited()) else {
            panic!("nobody factors this");
        };
        let said = error.to_string();
        assert!(said.starts_with("2^3") && said.ends_with("digits, which are too many to go on"), "{said}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn products_come_apart_again(primes in prop::collection::vec(any::<u64>(), 1..6), shift in 24u32..56) {
            let primes: Vec<u64> = primes
                .iter()
                .map(|x| { let mut p = x >> shift | 1; while !word::is_prime(p) { p = p.checked_add(2).unwrap_or(3) } p })
                .collect();
            let n: BigUint = primes.iter().map(|&p| BigUint::from(p)).product();
            let factors = full(&n);
            prop_assert_eq!(factors.product(), n);
            prop_assert!(factors.iter().all(|(p, _)| crate::integer::is_prime(p)));
        }
    }
}
