//! Where the Fibonacci numbers vanish modulo `k`: ranks of apparition and Pisano periods.
//!
//! `alpha(k)`, the rank of apparition or restricted period, is the least `i > 0` with `k | F_i`;
//! `k | F_i` exactly when `alpha(k) | i`. `pi(k)`, the Pisano period, is the period of the sequence.
//! Neither is found by walking along the sequence:
//!
//! - `alpha(p)` divides `p - (5/p)`; primes are stripped from that number while `p` still divides.
//! - `alpha(p^s) = p^max(0, s - e) alpha(p)` for odd `p`, `e` the exponent of `p` in `F_alpha(p)`,
//!   which is computed and not taken to be 1; `alpha(2) = 3`, `alpha(2^s) = 3 * 2^max(1, s - 2)`.
//! - `pi(p^s) / alpha(p^s)` is the order of `F_{alpha + 1}`, whose square is `(-1)^alpha` by
//!   Cassini: 4 for odd `alpha`, 1 for `alpha = 2 mod 4`, 2 for `4 | alpha` (odd `p`). For `p = 2`
//!   it is 1 up to 4 and 2 from 8 on.
//! - Both turn least common multiples into least common multiples.
//!
//! Sources: D. D. Wall, "Fibonacci series modulo m", Amer. Math. Monthly 67 (1960); J. Vinson, "The
//! relation of the period modulo m to the rank of apparition of m in the Fibonacci sequence",
//! Fibonacci Quart. 1 (1963).

use core::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::budget::{Budget, OutOfBudget};
use super::factor::{FactorError, Factorization, approximate_digits, factor_with};
use super::fibonacci::{fibonacci_mod, fibonacci_pair_mod, fibonacci_pair_within};
use super::prime::{is_prime, is_prime_within};

/// Why a rank could not be given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RankError {
    /// The modulus is 0.
    Zero,
    /// A number that was to be prime is not.
    NotPrime(BigUint),
    /// The modulus was not factored.
    Modulus(FactorError),
    /// The modulus was factored, but `p - (5/p)` for one of its primes was not.
    Neighbour {
        /// The prime.
        prime: BigUint,
        /// `p - (5/p)`, the number whose factors are needed.
        number: BigUint,
        /// What is known about it.
        source: FactorError,
    },
    /// All numbers were factored, but the budget ended before the rank of one of the primes was known.
    OutOfBudget {
        /// The prime.
        prime: BigUint,
    },
}

impl fmt::Display for RankError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RankError::Zero => f.write_str("there are no residues modulo 0"),
            RankError::NotPrime(n) => write!(f, "{n} is not prime"),
            RankError::Modulus(source) => write!(f, "{source}"),
            RankError::Neighbour { prime, number, source } => {
                let sign = if number > prime { '+' } else { '-' };
                write!(
                    f,
                    "for its prime factor p{} the factors of p {sign} 1 are needed: {source}",
                    named(prime)
                )
            }
            RankError::OutOfBudget { prime } => {
                write!(
                    f,
                    "the first Fibonacci number that its prime factor p{} divides was not found",
                    named(prime)
                )
            }
        }
    }
}

impl core::error::Error for RankError {}

/// What follows the letter of a prime: the prime itself, or its length when it is long.
fn named(p: &BigUint) -> String {
    if p.bits() <= 512 { format!(" = {p}") } else { format!(" of {} digits", approximate_digits(p)) }
}

/// `p - (5/p)`, a multiple of `alpha(p)` for every prime `p` except 2.
fn neighbour(p: &BigUint) -> BigUint {
    match (p % 5u8).to_u8() {
        Some(1 | 4) => p - 1u8,
        Some(0) => p.clone(),
        _ => p + 1u8,
    }
}

/// Whether `p^2` divides `F_{p - (5/p)}`, which makes a prime `p` a Wall-Sun-Sun prime.
///
/// No such prime is known.
///
/// # Errors
///
/// [`RankError::NotPrime`] when `p` is not prime.
///
/// # Complexity
///
/// O(log `p`) products modulo `p^2`.
///
/// # Examples
///
/// ```
/// use lightsout_algebra::integer::wall_sun_sun;
///
/// assert!(!wall_sun_sun(&1_000_003u32.into())?);
/// assert!(wall_sun_sun(&9u8.into()).is_err());
/// # Ok::<(), lightsout_algebra::integer::RankError>(())
/// ```
pub fn wall_sun_sun(p: &BigUint) -> Result<bool, RankError> {
    if !is_prime(p) {
        return Err(RankError::NotPrime(p.clone()));
    }
    Ok(fibonacci_mod(&neighbour(p), &(p * p)).is_zero())
}

/// A prime with the place where it first divides a Fibonacci number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrimeRank {
    prime: BigUint,
    rank: BigUint,
    lift: u32,
}

impl PrimeRank {
    /// The rank of a prime; `known` may hold prime factors of `p - 1` or `p + 1`.
    ///
    /// # Errors
    ///
    /// [`RankError::NotPrime`]; [`RankError::Neighbour`] when the budget ends before `p - (5/p)` is
    /// factored, [`RankError::OutOfBudget`] when it ends before or after.
    ///
    /// # Complexity
    ///
    /// That of factoring `p - (5/p)`, and O(log `p`) residues `F_n mod p`.
    pub fn new(p: &BigUint, known: &[BigUint], budget: &mut Budget<'_>) -> Result<Self, RankError> {
        match is_prime_within(p, budget) {
            Ok(true) => Self::of_prime(p, known, budget),
            Ok(false) => Err(RankError::NotPrime(p.clone())),
            Err(OutOfBudget) => Err(RankError::OutOfBudget { prime: p.clone() }),
        }
    }

    /// The same for a number that is known to be prime.
    fn of_prime(p: &BigUint, known: &[BigUint], budget: &mut Budget<'_>) -> Result<Self, RankError> {
        if *p == BigUint::from(2u8) {
            return Ok(PrimeRank { prime: p.clone(), rank: 3u8.into(), lift: 1 });
        }
        let number = neighbour(p);
        let factors = factor_with(&number, known, budget).map_err(|source| RankError::Neighbour {
            prime: p.clone(),
            number: number.clone(),
            source,
        })?;
        let mut vanishes = |n: &BigUint, modulus: &BigUint| {
            fibonacci_pair_within(n, modulus, budget)
                .map(|(value, _)| value.is_zero())
                .map_err(|OutOfBudget| RankError::OutOfBudget { prime: p.clone() })
        };
        let mut rank = number;
        if !vanishes(&rank, p)? {
            return Err(RankError::NotPrime(p.clone()));
        }
        for (q, e) in factors.iter() {
            for _ in 0..e {
                let smaller = &rank / q;
                if !vanishes(&smaller, p)? {
                    break;
                }
                rank = smaller;
            }
        }
        let mut lift = 1;
        let mut power = p * p;
        while vanishes(&rank, &power)? {
            lift += 1;
            power *= p;
        }
        Ok(PrimeRank { prime: p.clone(), rank, lift })
    }

    /// The prime `p`.
    #[must_use]
    pub fn prime(&self) -> &BigUint {
        &self.prime
    }

    /// `alpha(p)`.
    #[must_use]
    pub fn rank(&self) -> &BigUint {
        &self.rank
    }

    /// The largest `e` with `alpha(p^e) = alpha(p)`; more than 1 only for a Wall-Sun-Sun prime.
    #[must_use]
    pub fn lift(&self) -> u32 {
        self.lift
    }

    /// `alpha(p^s)`, and 1 for `s = 0`.
    #[must_use]
    pub fn rank_of_power(&self, s: u32) -> BigUint {
        if s == 0 {
            return BigUint::one();
        }
        if self.prime == BigUint::from(2u8) {
            return match s {
                1 => 3u8.into(),
                2 => 6u8.into(),
                _ => BigUint::from(3u8) << (s - 2),
            };
        }
        self.prime.pow(s.saturating_sub(self.lift)) * &self.rank
    }

    /// `pi(p^s)`, and 1 for `s = 0`.
    #[must_use]
    pub fn period_of_power(&self, s: u32) -> BigUint {
        let rank = self.rank_of_power(s);
        if s == 0 {
            return rank;
        }
        let order = if self.prime == BigUint::from(2u8) {
            if s < 3 { 1u8 } else { 2 }
        } else {
            match (rank.bit(0), rank.bit(1)) {
                (true, _) => 4,
                (false, true) => 1,
                (false, false) => 2,
            }
        };
        rank * order
    }
}

/// A prime power that divides a modulus exactly, with its rank and period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrimePower {
    /// The prime.
    pub prime: PrimeRank,
    /// Its exponent `s` in the modulus.
    pub exponent: u32,
    /// `alpha(p^s)`.
    pub rank: BigUint,
    /// `pi(p^s)`.
    pub period: BigUint,
}

impl PrimePower {
    /// `p^s`.
    #[must_use]
    pub fn value(&self) -> BigUint {
        self.prime.prime.pow(self.exponent)
    }
}

/// All about the Fibonacci sequence modulo `k`.
///
/// # Examples
///
/// ```
/// use lightsout_algebra::integer::{Budget, FibonacciModulus};
///
/// let m = FibonacciModulus::new(&1200u32.into(), &[], &mut Budget::unlimited())?;
/// assert_eq!(*m.rank(), 300u32.into());
/// assert_eq!(*m.period(), 600u32.into());
/// assert_eq!(m.zeros_in_period(), 2);
/// # Ok::<(), lightsout_algebra::integer::RankError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FibonacciModulus {
    modulus: BigUint,
    powers: Vec<PrimePower>,
    rank: BigUint,
    period: BigUint,
}

impl FibonacciModulus {
    /// Works out ranks and periods for `k`; `known` may hold primes that divide `k`, or `p - 1` or
    /// `p + 1` for a prime `p` of `k`.
    ///
    /// # Errors
    ///
    /// [`RankError::Zero`] for `k = 0`; [`RankError::Modulus`], [`RankError::Neighbour`] and
    /// [`RankError::OutOfBudget`] when the budget ends first.
    ///
    /// # Complexity
    ///
    /// That of factoring `k` and `p - (5/p)` for each of its primes `p`.
    pub fn new(k: &BigUint, known: &[BigUint], budget: &mut Budget<'_>) -> Result<Self, RankError> {
        let factors = factor_with(k, known, budget).map_err(|e| match e {
            FactorError::Zero => RankError::Zero,
            other => RankError::Modulus(other),
        })?;
        Self::from_factors(&factors, known, budget)
    }

    /// The same for a modulus that is factored already.
    ///
    /// # Errors
    ///
    /// [`RankError::Neighbour`] and [`RankError::OutOfBudget`] when the budget ends first.
    pub fn from_factors(
        factors: &Factorization,
        known: &[BigUint],
        budget: &mut Budget<'_>,
    ) -> Result<Self, RankError> {
        let mut powers = Vec::with_capacity(factors.len());
        for (p, exponent) in factors.iter() {
            let prime = PrimeRank::of_prime(p, known, budget)?;
            let (rank, period) = (prime.rank_of_power(exponent), prime.period_of_power(exponent));
            powers.push(PrimePower { prime, exponent, rank, period });
        }
        Ok(Self::from_powers(powers))
    }

    /// The same for a divisor of this modulus, `k / gcd(k, q)`, without factoring anything again.
    #[must_use]
    pub fn divided_by_gcd(&self, q: &BigUint) -> Self {
        // One division first: q is often much the shorter of the two.
        let mut rest = if q.is_zero() { self.modulus.clone() } else { (&self.modulus % q).gcd(q) };
        let mut powers = Vec::new();
        for power in &self.powers {
            let mut exponent = power.exponent;
            while exponent > 0 && (&rest % power.prime.prime()).is_zero() {
                rest /= power.prime.prime();
                exponent -= 1;
            }
            if exponent > 0 {
                let prime = power.prime.clone();
                let (rank, period) = (prime.rank_of_power(exponent), prime.period_of_power(exponent));
                powers.push(PrimePower { prime, exponent, rank, period });
            }
        }
        Self::from_powers(powers)
    }

    fn from_powers(powers: Vec<PrimePower>) -> Self {
        let lcm = |pick: fn(&PrimePower) -> &BigUint| {
            powers.iter().fold(BigUint::one(), |all, power| all.lcm(pick(power)))
        };
        let (rank, period) = (lcm(|p| &p.rank), lcm(|p| &p.period));
        FibonacciModulus { modulus: powers.iter().map(PrimePower::value).product(), powers, rank, period }
    }

    /// The modulus `k`.
    #[must_use]
    pub fn modulus(&self) -> &BigUint {
        &self.modulus
    }

    /// The prime powers of `k`, smallest prime first.
    #[must_use]
    pub fn powers(&self) -> &[PrimePower] {
        &self.powers
    }

    /// `alpha(k)`, the least `i > 0` with `k | F_i`; 1 for `k = 1`.
    #[must_use]
    pub fn rank(&self) -> &BigUint {
        &self.rank
    }

    /// `pi(k)`, the period of the sequence modulo `k`; 1 for `k = 1`.
    #[must_use]
    pub fn period(&self) -> &BigUint {
        &self.period
    }

    /// How many zeros a period has: `pi(k) / alpha(k)`, which is 1, 2 or 4. They are the multiples
    /// of `alpha(k)`.
    #[must_use]
    pub fn zeros_in_period(&self) -> u8 {
        (&self.period / &self.rank).to_u8().unwrap_or(u8::MAX)
    }

    /// `(F_n, F_{n+1})` modulo `k`, with `n` reduced modulo the period first.
    #[must_use]
    pub fn pair(&self, n: &BigUint) -> (BigUint, BigUint) {
        fibonacci_pair_mod(&(n % &self.period), &self.modulus)
    }

    /// The same within a budget.
    ///
    /// # Errors
    ///
    /// [`OutOfBudget`] when the budget ends first.
    pub fn pair_within(
        &self,
        n: &BigUint,
        budget: &mut Budget<'_>,
    ) -> Result<(BigUint, BigUint), OutOfBudget> {
        fibonacci_pair_within(&(n % &self.period), &self.modulus, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integer::primes_below;

    fn walk(k: u64) -> (u64, u64) {
        let (mut a, mut b, mut i, mut rank) = (1 % k, 1 % k, 1, 0);
        loop {
            if a == 0 && rank == 0 {
                rank = i;
            }
            if (a, b) == (0, 1 % k) {
                return (rank, i);
            }
            (a, b) = (b, (a + b) % k);
            i += 1;
        }
    }

    fn full(k: u64) -> FibonacciModulus {
        FibonacciModulus::new(&k.into(), &[], &mut Budget::unlimited()).expect("no limit")
    }

    #[test]
    fn ranks_and_periods_agree_with_walking_along_the_sequence() {
        for k in 1..3000 {
            let m = full(k);
            let (rank, period) = walk(k);
            assert_eq!((m.rank(), m.period()), (&rank.into(), &period.into()), "{k}");
            assert_eq!(*m.modulus(), k.into());
            assert_eq!(u64::from(m.zeros_in_period()) * rank, period, "{k}");
        }
        assert_eq!(
            FibonacciModulus::new(&BigUint::ZERO, &[], &mut Budget::unlimited()),
            Err(RankError::Zero)
        );
    }

    #[test]
    fn high_powers_agree_with_the_sequence() {
        for (p, s) in [(2u32, 40u32), (3, 20), (5, 14), (7, 11), (11, 9), (13, 8)] {
            let m = full(u64::from(p).pow(s));
            let (k, rank) = (m.modulus(), m.rank());
            assert!(fibonacci_mod(rank, k).is_zero());
            for q in primes_below(200) {
                if (rank % q).is_zero() {
                    assert!(!fibonacci_mod(&(rank / q), k).is_zero(), "{p}^{s}");
                }
            }
            assert_eq!(fibonacci_pair_mod(m.period(), k), (BigUint::ZERO, BigUint::one()));
            for q in [2u8, 3, 5, 7, 11, 13] {
                let (smaller, left) = m.period().div_rem(&q.into());
                if left.is_zero() {
                    assert_ne!(fibonacci_pair_mod(&smaller, k), (BigUint::ZERO, BigUint::one()), "{p}^{s}");
                }
            }
        }
    }

    #[test]
    fn no_small_prime_is_wall_sun_sun_and_the_exponent_agrees() {
        for p in primes_below(5000) {
            let p = BigUint::from(p);
            assert!(!wall_sun_sun(&p).expect("prime"), "{p}");
            assert_eq!(PrimeRank::new(&p, &[], &mut Budget::unlimited()).expect("prime").lift(), 1);
        }
        assert_eq!(wall_sun_sun(&1u8.into()), Err(RankError::NotPrime(1u8.into())));
    }

    #[test]
    fn divisors_need_no_new_factoring() {
        for k in 1..200u64 {
            let m = full(k);
            for q in 1..=k {
                assert_eq!(m.divided_by_gcd(&q.into()), full(k / k.gcd(&q)), "{k}, {q}");
            }
        }
    }

    #[test]
    fn hints_are_used_and_limits_told() {
        // p = 2^607 - 1 is 2 mod 5, so 2^607 is needed, which is easy; p - 1 of 2^521 - 1 is harder.
        let easy = (BigUint::one() << 607) - 1u8;
        let m = FibonacciModulus::new(&easy, &[], &mut Budget::checks(10)).expect("p + 1 is a power of two");
        assert!((BigUint::one() << 607u32).is_multiple_of(m.rank()));
        let hard = (BigUint::one() << 521) - 1u8;
        let error =
            FibonacciModulus::new(&hard, &[], &mut Budget::checks(10)).expect_err("10 checks are few");
        assert!(matches!(error, RankError::Neighbour { .. }), "{error}");
        // 2^4423 - 1 is prime: its test and the values at 2^4423 and 2^4422 are long enough to be stopped.
        let long = (BigUint::one() << 4423) - 1u8;
        let error = PrimeRank::new(&long, &[], &mut Budget::checks(3)).expect_err("3 checks are few");
        assert_eq!(error, RankError::OutOfBudget { prime: long });
    }
}
