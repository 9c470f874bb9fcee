//! The rows of one pass: states `S_i` and presses.

use lightsout_algebra::integer::{Budget, OutOfBudget, fibonacci_pair_within};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use super::Start;

/// `(-1)^i q a b` modulo `k`, for `a = F_i`, `b = F_{i+1}`.
pub(super) fn state(start: &Start, a: BigUint, b: BigUint, odd: bool) -> BigUint {
    let product = start.presses_to_off() * a * b % start.states();
    if odd && !product.is_zero() { start.states() - product } else { product }
}

/// The state in which the last of `rows` rows is left after one pass, by doubling; no factor of
/// `k` is needed.
///
/// # Complexity
///
/// Three products modulo `k` for each bit of `rows`.
///
/// # Examples
///
/// ```
/// use lightsout::onepass::{Start, last_state};
///
/// let start = Start::new(&4u8.into(), &3u8.into())?;
/// let left: Vec<String> = (1..8u8).map(|rows| last_state(&start, &rows.into()).to_string()).collect();
/// assert_eq!(left, ["3", "2", "2", "3", "0", "0", "3"]);
/// # Ok::<(), lightsout::onepass::StartError>(())
/// ```
#[must_use]
pub fn last_state(start: &Start, rows: &BigUint) -> BigUint {
    last_state_within(start, rows, &mut Budget::unlimited()).expect("a budget without end")
}

/// The same within a budget.
///
/// # Errors
///
/// [`OutOfBudget`] when the budget ends first.
pub fn last_state_within(
    start: &Start,
    rows: &BigUint,
    budget: &mut Budget<'_>,
) -> Result<BigUint, OutOfBudget> {
    let (a, b) = fibonacci_pair_within(rows, start.states(), budget)?;
    Ok(state(start, a, b, rows.is_odd()))
}

/// The presses of each button of row 2, row 3, ..., without end.
///
/// Row `i + 1` is pressed `-S_i` modulo `k` times; row 1 is never pressed.
///
/// # Examples
///
/// ```
/// use lightsout::onepass::{Presses, Start};
///
/// let start = Start::new(&4u8.into(), &3u8.into())?;
/// let presses: Vec<String> = Presses::new(&start).take(4).map(|p| p.to_string()).collect();
/// assert_eq!(presses, ["1", "2", "2", "1"]);
/// # Ok::<(), lightsout::onepass::StartError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Presses {
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// `k` below 2^61, so that no sum overflows: (k, q, presses two rows up, presses one row up).
    Word(u64, u64, u64, u64),
    Long(Box<[BigUint; 4]>),
}

impl Presses {
    /// The presses for one start.
    #[must_use]
    pub fn new(start: &Start) -> Self {
        let (k, q) = (start.states(), start.presses_to_off());
        let kind = match (k.to_u64(), q.to_u64()) {
            (Some(k), Some(q)) if k < 1 << 61 => Kind::Word(k, q, 0, q),
            _ => Kind::Long(Box::new([k.clone(), q.clone(), BigUint::zero(), q.clone()])),
        };
        Presses { kind }
    }
}

impl Iterator for Presses {
    type Item = BigUint;

    /// With `P_i = -S_i`: `P_i = q - P_{i-2} - 3 P_{i-1}`.
    fn next(&mut self) -> Option<BigUint> {
        match &mut self.kind {
            Kind::Word(k, q, before, here) => {
                let now = *here;
                let next = (*q + 4 * *k - *before - 3 * *here) % *k;
                (*before, *here) = (now, next);
                Some(now.into())
            }
            Kind::Long(all) => {
                let [k, q, before, here] = &mut **all;
                let next = (&*q + (&*k << 2u32) - &*before - &*here * 3u8) % &*k;
                let now = core::mem::replace(here, next);
                before.clone_from(&now);
                Some(now)
            }
        }
    }
}

/// A line of the table of `S_i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// `i`.
    pub index: u64,
    /// `S_i` as a whole number.
    pub exact: BigInt,
    /// `S_i` modulo `k`: the state in which row `i` is left.
    pub state: BigUint,
}

/// `S_0, S_1, ...` without end, from the recursion.
///
/// # Complexity
///
/// `S_i` has about 1.4 `i` bits.
///
/// # Examples
///
/// ```
/// use lightsout::onepass::{Start, table};
///
/// let start = Start::brightest(&5u8.into())?;
/// let exact: Vec<String> = table(&start).take(6).map(|row| row.exact.to_string()).collect();
/// assert_eq!(exact, ["0", "-1", "2", "-6", "15", "-40"]);
/// # Ok::<(), lightsout::onepass::StartError>(())
/// ```
pub fn table(start: &Start) -> impl Iterator<Item = TableRow> + use<> {
    let k = BigInt::from(start.states().clone());
    let q = BigInt::from(start.presses_to_off().clone());
    // S_{-1} = (-1)^{-1} q F_{-1} F_0 = 0 makes the recursion give S_1 = -q from S_0 = 0.
    let (mut before, mut here) = (BigInt::zero(), BigInt::zero());
    (0u64..).map(move |index| {
        let next = -&q - &before - &here * 3;
        before = core::mem::replace(&mut here, next);
        let state = before.mod_floor(&k).magnitude().clone();
        TableRow { index, exact: before.clone(), state }
    })
}
