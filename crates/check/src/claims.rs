//! Judges each claim of an answer by naive arithmetic.

use crate::answer::{Answer, Solvable, fitted};
use crate::least::{self, Least};
use crate::listed;
use crate::minimum::Cost;
use crate::number::{
    judge_nullity, judge_number, many_words, nullity_is_defined, power, product_of_orders, short,
    wanted_elimination,
};
use crate::puzzle::{Puzzle, Side};
use crate::unsolvable;
use crate::verdict::{Findings, Verdict};
use crate::words::{counted, verb};

/// Largest nullity whose power of two is written out.
const WRITTEN_NULLITY: u64 = 1 << 14;

/// Judges an answer to a puzzle.
pub(crate) fn judge(puzzle: &Puzzle, answer: &Answer) -> Verdict {
    let mut findings = Findings::default();
    let presses = answer.presses.as_ref();
    let presses = presses.and_then(|p| fitted(&mut findings, puzzle, Side::Buttons, p, "its presses"));
    let certificate = answer.certificate.as_ref();
    let certificate =
        certificate.and_then(|c| fitted(&mut findings, puzzle, Side::Lights, c, "its certificate"));
    match answer.solvable {
        Solvable::No => {
            if presses.is_some() {
                findings.fail("the answer says that there is no solution and gives presses all the same");
            }
            unsolvable::judge(&mut findings, puzzle, answer, certificate.as_deref());
        }
        Solvable::Yes | Solvable::Unknown => {
            if certificate.is_some() {
                findings.fail("the answer gives a certificate of unsolvability without saying that there is no solution");
            }
            if !answer.changes.is_empty() || answer.suggested_presses.is_some() {
                findings.fail("the answer suggests changes without saying that there is no solution");
            }
            solved(&mut findings, puzzle, answer, presses.as_deref());
        }
    }
    findings.verdict()
}

fn solved(findings: &mut Findings, puzzle: &Puzzle, answer: &Answer, presses: Option<&[u64]>) {
    let Some(presses) = presses else {
        if answer.presses.is_none() {
            without_presses(findings, puzzle, answer);
        }
        return;
    };
    if answer.list.is_some() || answer.complete {
        findings.fail("the answer gives presses and a list of solutions, expected one of them");
    }
    let reached = reaches(findings, puzzle, presses);
    let count: u128 = presses.iter().map(|&times| u128::from(times)).sum();
    if let Some(claimed) = answer.press_count {
        findings.judge(
            u128::from(claimed) == count,
            format!("the press count {claimed} is right"),
            format!("the press count is {count}, the answer says {claimed}"),
        );
    }
    if answer.proven && !answer.minimal {
        findings.fail("the answer calls something proven and does not call its presses minimal");
    }
    let cost = Cost { weights: puzzle.weights.as_deref(), objective: answer.objective };
    let own_cost = cost.of(presses);
    if let Some(claimed) = answer.cost {
        findings.judge(
            claimed == own_cost,
            format!("the cost {claimed} is right"),
            format!("the cost is {own_cost}, the answer says {claimed}"),
        );
    }
    if let Some(bound) = answer.lower_bound {
        if bound > own_cost {
            findings
                .fail(format!("the lower bound {bound} is above the cost {own_cost} of the presses given"));
        }
        if answer.minimal && answer.proven && bound < own_cost {
            findings.fail(format!(
                "the minimum {own_cost} is called proven beside a lower bound of only {bound}"
            ));
        }
    }
    if !reached {
        return;
    }
    counts(findings, puzzle, answer, presses, &cost);
}

/// An answer that gives no single solution: a list of them, only their number, or nothing at all.
fn without_presses(findings: &mut Findings, puzzle: &Puzzle, answer: &Answer) {
    if answer.solvable == Solvable::Unknown {
        findings.fail(
            "the answer leaves open whether there is a solution and gives no presses: it says nothing that could hold",
        );
        return;
    }
    if answer.list.is_none() && answer.solutions.is_none() {
        findings.fail("the answer says that there is a solution and gives no presses");
        return;
    }
    let of_one = [
        (answer.press_count.is_some(), "press_count"),
        (answer.cost.is_some(), "cost"),
        (answer.lower_bound.is_some(), "lower_bound"),
        (answer.nullity.is_some(), "nullity"),
        (answer.minimal, "minimal"),
        (answer.proven, "proven"),
        (answer.canonical, "canonical"),
    ];
    if let Some((_, key)) = of_one.iter().find(|(given, _)| *given) {
        findings.fail(format!("the answer gives {key} without presses that it could be about"));
        return;
    }
    listed::judge(findings, puzzle, answer);
}

/// Presses all buttons and compares every light with its target.
fn reaches(findings: &mut Findings, puzzle: &Puzzle, presses: &[u64]) -> bool {
    let after = puzzle.press(presses);
    let mut wrong = (0..after.len()).filter(|&light| after[light] != puzzle.target[light]);
    let Some(first) = wrong.next() else {
        let pressed = presses.iter().filter(|&&times| times != 0).count();
        findings.note(reached_words(pressed as u128, after.len() as u128));
        return true;
    };
    let others = wrong.count();
    let mut reason = format!(
        "the presses leave {} in state {}, its target is {}",
        puzzle.name(Side::Lights, first),
        after[first],
        puzzle.target[first]
    );
    if others > 0 {
        reason.push_str(&format!(", and {others} more {} wrong", verb(others as u128, "is", "are")));
    }
    findings.fail(reason);
    false
}

/// That the presses of so many buttons do it.
pub(crate) fn reached_words(pressed: u128, lights: u128) -> String {
    format!(
        "the presses of {} take {} to {}",
        counted(pressed, "button"),
        if lights == 1 { "the only light".to_string() } else { format!("all {lights} lights") },
        verb(lights, "its target", "their targets")
    )
}

/// The claims about all solutions: their number, the nullity, the minimum.
fn counts(findings: &mut Findings, puzzle: &Puzzle, answer: &Answer, presses: &[u64], cost: &Cost<'_>) {
    let k = puzzle.states;
    if let Some(nullity) = answer.nullity {
        if !nullity_is_defined(findings, nullity, k) {
            return;
        }
        if nullity > puzzle.buttons() as u64 {
            findings.fail(format!(
                "the nullity {nullity} is larger than the number of buttons, {}",
                puzzle.buttons()
            ));
            return;
        }
        if let Some(solutions) = answer.solutions.as_ref().filter(|_| nullity <= WRITTEN_NULLITY) {
            let power = power(k, nullity);
            if power.to_string() != *solutions {
                findings.fail(format!(
                    "a nullity of {nullity} means {}, the answer says {}",
                    many_words(&power.to_string(), "solution"),
                    short(solutions)
                ));
            }
        }
    }
    let asks = answer.solutions.is_some() || answer.nullity.is_some() || answer.minimal || answer.canonical;
    if !asks && answer.lower_bound.is_none() {
        return;
    }
    let Some(found) = wanted_elimination(puzzle) else {
        findings.note(format!(
            "not re-checked: the number of solutions{}; {} are too many for plain elimination",
            if answer.minimal { " and the minimum" } else { "" },
            counted(puzzle.buttons(), "button")
        ));
        return;
    };
    let solutions = product_of_orders(&found);
    judge_number(findings, answer, &solutions);
    if let Some(nullity) = answer.nullity {
        judge_nullity(findings, nullity, puzzle, &solutions, "solution");
    }
    if !answer.minimal && !answer.canonical && answer.lower_bound.is_none() {
        return;
    }
    least::judge(findings, &Least { puzzle, answer, presses, cost, found: &found, solutions: &solutions });
}
