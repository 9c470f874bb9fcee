//! The number of solutions and of quiet patterns, by plain elimination.

use crate::answer::Answer;
use crate::decimal::Decimal;
use crate::linear::{Found, eliminate, fits};
use crate::puzzle::Puzzle;
use crate::verdict::Findings;

/// The number of quiet patterns, which is that of solutions where there are any.
pub(crate) fn product_of_orders(found: &Found) -> Decimal {
    let mut product = Decimal::one();
    found.kernel.iter().for_each(|(_, order)| product.times(*order));
    product
}

/// `states` to a power.
pub(crate) fn power(states: u64, exponent: u64) -> Decimal {
    let mut power = Decimal::one();
    (0..exponent).for_each(|_| power.times(states));
    power
}

/// Eliminates for the puzzle's own difference, if that is small enough.
pub(crate) fn wanted_elimination(puzzle: &Puzzle) -> Option<Found> {
    elimination(puzzle, &puzzle.wanted())
}

/// Eliminates for a difference, if that is small enough.
pub(crate) fn elimination(puzzle: &Puzzle, wanted: &[u64]) -> Option<Found> {
    if !fits(puzzle.buttons(), wanted.len(), puzzle.states) {
        return None;
    }
    let columns: Vec<_> = (0..puzzle.buttons()).map(|button| puzzle.effects(button)).collect();
    eliminate(&columns, puzzle.states, wanted)
}

/// Judges the number of solutions that an answer gives, if any.
pub(crate) fn judge_number(findings: &mut Findings, answer: &Answer, solutions: &Decimal) {
    let Some(claimed) = &answer.solutions else { return };
    let written = solutions.to_string();
    findings.judge(
        *claimed == written,
        format!("the number of solutions, {}, is right", short(&written)),
        format!("the number of solutions is {}, the answer says {}", short(&written), short(claimed)),
    );
}

/// Whether there is a nullity for so many states: their number is prime, so that quiet patterns are a vector space.
fn has_nullity(states: u64) -> bool {
    (2..).take_while(|divisor| divisor * divisor <= states).all(|divisor| !states.is_multiple_of(divisor))
}

/// Refuses a nullity for a number of states that has none.
pub(crate) fn nullity_is_defined(findings: &mut Findings, nullity: u64, states: u64) -> bool {
    let defined = has_nullity(states);
    if !defined {
        findings.fail(format!(
            "the answer gives the nullity {nullity}, for {states} states, which is no prime number, there is none"
        ));
    }
    defined
}

/// Judges a nullity by the number of solutions or quiet patterns, which is the number of states to that power.
pub(crate) fn judge_nullity(
    findings: &mut Findings,
    nullity: u64,
    puzzle: &Puzzle,
    number: &Decimal,
    noun: &str,
) {
    findings.judge(
        nullity <= puzzle.buttons() as u64 && power(puzzle.states, nullity) == *number,
        format!("the nullity {nullity} is right"),
        format!("the nullity {nullity} is wrong: {}", there_are(&number.to_string(), noun)),
    );
}

/// "1 solution", "4 solutions", for a number in digits.
pub(crate) fn many_words(digits: &str, noun: &str) -> String {
    format!("{} {noun}{}", short(digits), if digits == "1" { "" } else { "s" })
}

/// "there is 1 solution", "there are 4 solutions".
pub(crate) fn there_are(digits: &str, noun: &str) -> String {
    format!("there {} {}", if digits == "1" { "is" } else { "are" }, many_words(digits, noun))
}

/// A long number cut short.
pub(crate) fn short(digits: &str) -> String {
    if digits.len() <= 40 {
        digits.to_string()
    } else {
        format!("{}... ({} digits)", &digits[..20], digits.len())
    }
}
