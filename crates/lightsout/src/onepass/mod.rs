//! One pass of light chasing on a cylinder whose lights all start alike.
//!
//! The lights have `k` states, all start at state `k - q` with `1 <= q < k`, and each row is turned
//! off by pressing the buttons below it. All lights of a row stay alike, so a row is one number:
//! `S_i`, the state of row `i` once row `i - 1` has been turned off, is
//!
//! ```text
//! S_0 = 0,   S_1 = -q,   S_i = -q - S_{i-2} - 3 S_{i-1},   S_i = (-1)^i q F_i F_{i+1}
//! ```
//!
//! and a board of `i` rows is dark after one pass exactly when `k` divides `S_i`. Put
//! `K = k / gcd(k, q)`. Neighbouring Fibonacci numbers have no common factor, so every prime power
//! `p^s` that divides `K` exactly must divide `F_i` or `F_{i+1}`:
//!
//! ```text
//! i rows work   if and only if   for every p^s || K:   i = 0 or i = -1   (mod alpha(p^s))
//! ```
//!
//! Two such conditions whose moduli have a common factor greater than 1 must choose alike, since 0
//! and -1 differ modulo that factor. Put prime powers that are linked in this way into one
//! [`Group`]. The moduli of different groups have no common factor, so each choice of 0 or -1 for
//! every group is one residue modulo `alpha(K)`: with `c` groups there are exactly `2^c` residues,
//! and the share of row counts that work is `2^c / alpha(K)`.
//!
//! Source of the recursion and of `S_i`: the paper "Winning Lights Out with Fibonacci", which
//! proves that the residues 0 and -1 modulo `alpha(k)` work, and that they are all when `k` is
//! prime; the statement above answers the question for every `k` and every start.
//!
//! The factor 3 counts a button and its two neighbours in the row. Around a cylinder of one or two
//! columns the same light is reached more than once; here such presses add up, so the factor is 3
//! for every width.

mod json;
mod residues;
mod rows;
mod sequence;
mod words;

use core::fmt;

use lightsout_algebra::integer::{Budget, Expression, FibonacciModulus, OutOfBudget, RankError};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

pub use json::{JsonOptions, big_number};
pub use residues::{Choice, Group, Listed, Residue, Residues};
pub use rows::{Presses, TableRow, last_state, last_state_within, table};
pub use sequence::{describe_sequence, describe_value, sequence_json, sequence_table, value_json};
pub use words::WordOptions;

/// Which start a one-pass question is about: `k` states, all lights at one of them.
///
/// # Examples
///
/// ```
/// use lightsout::onepass::Start;
///
/// let start = Start::new(&4u8.into(), &3u8.into())?;
/// assert_eq!(*start.presses_to_off(), 1u8.into());
/// assert!(Start::new(&4u8.into(), &4u8.into()).is_err());
/// # Ok::<(), lightsout::onepass::StartError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    states: BigUint,
    start: BigUint,
    q: BigUint,
}

/// Why a start was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// Fewer than two states.
    FewStates(BigUint),
    /// All lights are off already.
    Off,
    /// The start is not a state.
    TooLarge {
        /// The start that was given.
        start: BigUint,
        /// The number of states.
        states: BigUint,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::FewStates(k) => write!(f, "a light needs at least 2 states, found {k}"),
            StartError::Off => {
                f.write_str("with start 0 all lights are off already, expected a start from 1")
            }
            StartError::TooLarge { start, states } => {
                write!(f, "start {start} is not one of the {states} states 0 to {}", states - 1u8)
            }
        }
    }
}

impl core::error::Error for StartError {}

impl Start {
    /// A start at state `start` of `states`.
    ///
    /// # Errors
    ///
    /// [`StartError`] unless `2 <= states` and `1 <= start < states`.
    pub fn new(states: &BigUint, start: &BigUint) -> Result<Self, StartError> {
        if *states < BigUint::from(2u8) {
            return Err(StartError::FewStates(states.clone()));
        }
        if start.is_zero() {
            return Err(StartError::Off);
        }
        if start >= states {
            return Err(StartError::TooLarge { start: start.clone(), states: states.clone() });
        }
        Ok(Start { states: states.clone(), start: start.clone(), q: states - start })
    }

    /// A start at the brightest state, `k - 1`.
    ///
    /// # Errors
    ///
    /// [`StartError::FewStates`] unless `2 <= states`.
    pub fn brightest(states: &BigUint) -> Result<Self, StartError> {
        if *states < BigUint::from(2u8) {
            return Err(StartError::FewStates(states.clone()));
        }
        Self::new(states, &(states - 1u8))
    }

    /// `k`, the number of states.
    #[must_use]
    pub fn states(&self) -> &BigUint {
        &self.states
    }

    /// The state of every light at the start, `k - q`.
    #[must_use]
    pub fn start(&self) -> &BigUint {
        &self.start
    }

    /// `q`, the presses that would turn one light off.
    #[must_use]
    pub fn presses_to_off(&self) -> &BigUint {
        &self.q
    }

    /// `K = k / gcd(k, q)`, which is at least 2.
    #[must_use]
    pub fn modulus(&self) -> BigUint {
        // One division first: q is often much the shorter of the two.
        &self.states / (&self.states % &self.q).gcd(&self.q)
    }
}

/// The complete answer for one start: which row counts are dark after one pass.
///
/// # Examples
///
/// ```
/// use lightsout::onepass::{OnePass, Start};
/// use lightsout_algebra::integer::Budget;
///
/// let start = Start::brightest(&1200u32.into())?;
/// let answer = OnePass::new(start, &[], &mut Budget::unlimited())?;
/// let residues: Vec<String> = answer.residues().unwrap().map(|r| r.value.to_string()).collect();
/// assert_eq!(residues, ["0", "24", "275", "299"]);
/// assert_eq!(*answer.period(), 300u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OnePass {
    start: Start,
    whole: FibonacciModulus,
    effective: FibonacciModulus,
    groups: Vec<Group>,
}

impl OnePass {
    /// Works the answer out; `known` may hold primes that divide `k`, or `p - 1` or `p + 1` for a
    /// prime `p` of `k`.
    ///
    /// # Errors
    ///
    /// [`RankError`] when the budget ends before `k`, or `p - (5/p)` for one of its primes `p`, is
    /// factored.
    ///
    /// # Complexity
    ///
    /// That of those factorings; O(r^2) greatest common divisors for `r` prime factors.
    pub fn new(start: Start, known: &[BigUint], budget: &mut Budget<'_>) -> Result<Self, RankError> {
        let whole = FibonacciModulus::new(&start.states, known, budget)?;
        let effective = whole.divided_by_gcd(&start.q);
        let groups = residues::groups(&effective);
        Ok(OnePass { start, whole, effective, groups })
    }

    /// The start.
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The Fibonacci sequence modulo `k`.
    #[must_use]
    pub fn whole(&self) -> &FibonacciModulus {
        &self.whole
    }

    /// The Fibonacci sequence modulo `K`.
    #[must_use]
    pub fn effective(&self) -> &FibonacciModulus {
        &self.effective
    }

    /// `alpha(k)`.
    #[must_use]
    pub fn alpha(&self) -> &BigUint {
        self.whole.rank()
    }

    /// `alpha(K)`: the row counts that work are residues modulo this number.
    #[must_use]
    pub fn period(&self) -> &BigUint {
        self.effective.rank()
    }

    /// The groups of prime powers of `K` that must choose alike.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// How many residues there are: `2^c` for `c` groups.
    #[must_use]
    pub fn residue_count(&self) -> BigUint {
        BigUint::one() << self.groups.len()
    }

    /// The share of row counts that work, as a fraction in lowest terms.
    #[must_use]
    pub fn density(&self) -> (BigUint, BigUint) {
        let (count, period) = (self.residue_count(), self.period());
        let common = count.gcd(period);
        (count / &common, period / common)
    }

    /// Whether a row count works, by the residues.
    #[must_use]
    pub fn works(&self, rows: &Expression) -> bool {
        let here = rows.modulo(self.period());
        self.effective.powers().iter().all(|power| {
            let r = &here % &power.rank;
            r.is_zero() || r + 1u8 == power.rank
        })
    }

    /// The state in which the last of so many rows is left, 0 when one pass turns all lights off.
    #[must_use]
    pub fn last_state(&self, rows: &Expression) -> BigUint {
        self.last_state_within(rows, &mut Budget::unlimited()).expect("a budget without end")
    }

    /// The same within a budget.
    ///
    /// # Errors
    ///
    /// [`OutOfBudget`] when the budget ends first.
    pub fn last_state_within(
        &self,
        rows: &Expression,
        budget: &mut Budget<'_>,
    ) -> Result<BigUint, OutOfBudget> {
        let (a, b) = self.whole.pair_within(&rows.modulo(self.whole.period()), budget)?;
        let odd = !rows.modulo(&2u8.into()).is_zero();
        Ok(rows::state(&self.start, a, b, odd))
    }

    /// `alpha(k) / alpha(K)`, more than 1 only when `q` has a factor in common with `k`.
    #[must_use]
    pub fn stretch(&self) -> BigUint {
        self.alpha() / self.period()
    }

    /// Whether the residues 0 and -1 modulo `alpha(k)`, which Theorem 4.3 of the paper lists, are
    /// all row counts that work.
    #[must_use]
    pub fn theorem_is_complete(&self) -> bool {
        self.groups.len() == 1 && self.stretch().is_one()
    }
}

#[cfg(test)]
mod tests;
