//! The claims about the least cost of a solution.

use crate::answer::Answer;
use crate::decimal::Decimal;
use crate::join::{self, Joined, parity};
use crate::linear::Found;
use crate::minimum::{self, Cost};
use crate::number::{short, there_are};
use crate::puzzle::Puzzle;
use crate::verdict::Findings;

/// What is known when the least cost is judged.
#[derive(Clone, Copy)]
pub(crate) struct Least<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) answer: &'a Answer,
    /// The presses of the answer, which solve the puzzle.
    pub(crate) presses: &'a [u64],
    pub(crate) cost: &'a Cost<'a>,
    /// What plain elimination found.
    pub(crate) found: &'a Found,
    /// The number of solutions.
    pub(crate) solutions: &'a Decimal,
}

/// The claims about the least cost, by going through all solutions.
pub(crate) fn judge(findings: &mut Findings, least: &Least<'_>) {
    let Least { puzzle, answer, presses, cost, found, solutions } = *least;
    let Some(total) = minimum::small(solutions, presses.len()) else {
        beyond_enumeration(findings, least);
        return;
    };
    let best = minimum::enumerate(presses, &found.kernel, puzzle.states, cost);
    let own = cost.of(presses);
    if let Some(evidence) = answer.evidence.as_ref().filter(|_| answer.minimal) {
        findings.note(format!("the evidence, {}, was not needed", evidence.kinds()));
    }
    if answer.minimal && answer.proven {
        findings.judge(
            own == best.cost,
            confirmed_words(&total.to_string(), own),
            format!("the minimum is {}, the answer claims {own} as proven", best.cost),
        );
    } else if answer.minimal {
        findings.judge(
            own == best.cost,
            format!("{}; the answer calls it unproven", confirmed_words(&total.to_string(), own)),
            format!("the minimum is {}, the answer calls {own} minimal without proof", best.cost),
        );
    }
    if let Some(bound) = answer.lower_bound {
        findings.judge(
            bound <= best.cost,
            format!("the lower bound {bound} is right"),
            format!("the lower bound {bound} is above the minimum {}", best.cost),
        );
    }
    if answer.canonical {
        findings.judge(
            presses == best.first,
            "the presses are the first in reading order among the minimal ones",
            "another minimal solution comes before the presses given in reading order",
        );
    }
}

/// The least cost where the solutions are too many to go through: by parity classes, if they split.
fn beyond_enumeration(findings: &mut Findings, least: &Least<'_>) {
    let Least { puzzle, answer, presses, cost, found, solutions } = *least;
    let what = if answer.minimal { "the minimum" } else { "the lower bound" };
    let many = there_are(&solutions.to_string(), "solution");
    let classes = puzzle.places().filter(|_| puzzle.states == 2 && answer.minimal);
    let Some(places) = classes else {
        findings.note(format!("not re-checked: {what}; {many}"));
        return;
    };
    let classes: Vec<u8> = places.iter().map(|&(row, column)| parity(row, column)).collect();
    let own = cost.of(presses);
    match join::least(presses, &found.kernel, &classes, puzzle.weights.as_deref()) {
        Joined::Least { near, join } => {
            findings.note(format!(
                "minimum confirmed: none of the {} solutions costs less than {own}; {near} came near, all others are \
                 ruled out by parity classes",
                short(&solutions.to_string())
            ));
            match answer.evidence.as_ref().and_then(|evidence| evidence.against(&join)) {
                Some(Ok(())) => findings.note("the evidence of the join is right"),
                Some(Err(why)) => findings.fail(format!("the evidence of the join is wrong: {why}")),
                None => {
                    if let Some(evidence) = &answer.evidence {
                        findings.note(format!("the evidence, {}, was not needed", evidence.kinds()));
                    }
                }
            }
        }
        Joined::Less(least) => {
            findings.fail(if answer.proven {
                format!("the minimum is {least}, the answer claims {own} as proven")
            } else {
                format!("the minimum is {least}, the answer calls {own} minimal without proof")
            });
        }
        Joined::Unfit(why) => {
            let evidence = answer.evidence.as_ref().map(|evidence| {
                format!(
                    "; the answer says that it was proven by {}, which is not verified here",
                    evidence.kinds()
                )
            });
            findings
                .note(format!("not re-checked: {what}; {many}, and {why}{}", evidence.unwrap_or_default()));
        }
    }
    if answer.canonical {
        findings
            .note("not re-checked: that the presses are the first in reading order among the minimal ones");
    }
}

/// That no solution is cheaper.
fn confirmed_words(solutions: &str, cost: u128) -> String {
    match solutions {
        "1" => format!("minimum confirmed: the only solution costs {cost}"),
        many => format!("minimum confirmed: none of the {many} solutions costs less than {cost}"),
    }
}
