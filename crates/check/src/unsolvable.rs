//! The claims of an answer that says that there is no solution.

use crate::answer::{Answer, Change, Light, fitted};
use crate::number::{elimination, judge_nullity, nullity_is_defined, product_of_orders, wanted_elimination};
use crate::puzzle::{Puzzle, Side};
use crate::verdict::Findings;
use crate::words::counted;

/// Judges an answer that says that there is no solution: its certificate and the changes that it suggests.
pub(crate) fn judge(findings: &mut Findings, puzzle: &Puzzle, answer: &Answer, certificate: Option<&[u64]>) {
    if answer.minimal {
        findings.fail("the answer says that there is no solution and calls it minimal");
    }
    if answer.solutions.as_deref().is_some_and(|solutions| solutions != "0") {
        findings.fail("the answer says that there is no solution and counts some");
    }
    if answer.press_count.is_some() {
        findings.fail("the answer says that there is no solution and counts presses");
    }
    let of_presses = [
        (answer.lower_bound.is_some(), "a lower bound"),
        (answer.cost.is_some(), "a cost"),
        (answer.canonical, "presses first in reading order"),
        (answer.list.is_some() || answer.complete, "a list of solutions"),
    ];
    for (_, what) in of_presses.iter().filter(|(given, _)| *given) {
        findings.fail(format!("the answer says that there is no solution and gives {what}"));
    }
    if let Some(nullity) = answer.nullity
        && nullity_is_defined(findings, nullity, puzzle.states)
    {
        match wanted_elimination(puzzle) {
            Some(found) => {
                let quiet = product_of_orders(&found);
                judge_nullity(findings, nullity, puzzle, &quiet, "quiet pattern");
            }
            None => findings.note(format!(
                "not re-checked: the nullity; {} are too many for plain elimination",
                counted(puzzle.buttons(), "button")
            )),
        }
    }
    match certificate {
        Some(certificate) => certified(findings, puzzle, certificate),
        None if answer.certificate.is_none() => {
            findings.fail("the answer says that there is no solution and gives no certificate");
        }
        None => {}
    }
    let lights = if answer.changes.is_empty() { None } else { changed(findings, puzzle, &answer.changes) };
    if let Some(lights) = lights {
        changes_help(findings, puzzle, &lights, answer, certificate);
    } else if answer.suggested_presses.is_some() && answer.changes.is_empty() {
        findings.fail("the answer gives presses after suggested changes and suggests none");
    }
}

/// The product of a certificate with what is to be added to the lights.
fn product(certificate: &[u64], wanted: impl Iterator<Item = u64>, states: u64) -> u64 {
    let k = u128::from(states);
    certificate.iter().zip(wanted).fold(0u128, |sum, (&y, b)| (sum + u128::from(y) * u128::from(b)) % k)
        as u64
}

/// Every button must add 0 to the certificate's sum, and the lights must need something else.
fn certified(findings: &mut Findings, puzzle: &Puzzle, certificate: &[u64]) {
    let k = u128::from(puzzle.states);
    for button in 0..puzzle.buttons() {
        let sum = puzzle.effects(button).into_iter().fold(0u128, |sum, (light, amount)| {
            (sum + u128::from(certificate[light]) * u128::from(amount)) % k
        });
        if sum != 0 {
            findings.fail(format!(
                "the certificate proves nothing: pressing {} changes its sum by {sum}",
                puzzle.name(Side::Buttons, button)
            ));
            return;
        }
    }
    let product = product(certificate, puzzle.wanted().into_iter(), puzzle.states);
    findings.judge(
        product != 0,
        format!(
            "the certificate proves that there is no solution: no press changes its sum modulo {k}, and the target needs \
             it to change by {product}"
        ),
        "the certificate proves nothing: its sum over the lights is that of the target",
    );
}

/// Applies the suggested changes, or fails.
fn changed(findings: &mut Findings, puzzle: &Puzzle, changes: &[Change]) -> Option<Vec<u64>> {
    let mut lights = puzzle.lights.clone();
    let mut touched = vec![false; lights.len()];
    for change in changes {
        let number = match change.light {
            Light::Number(number) if puzzle.layout().is_none() => Some(number as usize),
            Light::Place(row, column) => puzzle.number_at(row as usize, column as usize),
            Light::Number(_) => None,
        };
        let Some(number) = number.filter(|&number| number < lights.len()) else {
            findings.fail("a suggested change is of a light that the puzzle does not have");
            return None;
        };
        let name = puzzle.name(Side::Lights, number);
        if touched[number] {
            findings.fail(format!("two suggested changes are of {name}"));
            return None;
        }
        if lights[number] != change.from {
            findings.fail(format!(
                "a suggested change takes {name} for {}, it is {}",
                change.from, lights[number]
            ));
            return None;
        }
        if change.from == change.to {
            findings.fail(format!("a suggested change leaves {name} as it is"));
            return None;
        }
        touched[number] = true;
        lights[number] = change.to;
    }
    Some(lights)
}

/// The changed lights must satisfy the certificate and, as far as that is shown or can be found out, have a solution.
fn changes_help(
    findings: &mut Findings,
    puzzle: &Puzzle,
    lights: &[u64],
    answer: &Answer,
    certificate: Option<&[u64]>,
) {
    let k = puzzle.states;
    let wanted: Vec<u64> =
        puzzle.target.iter().zip(lights).map(|(&t, &light)| (t + (k - light)) % k).collect();
    if let Some(certificate) = certificate
        && product(certificate, wanted.iter().copied(), k) != 0
    {
        findings
            .fail("the suggested changes don't help: the certificate still proves that there is no solution");
        return;
    }
    let suggested = answer.suggested_presses.as_ref();
    if let Some(presses) =
        suggested.and_then(|s| fitted(findings, puzzle, Side::Buttons, s, "its suggested presses"))
    {
        let added: Vec<u64> =
            puzzle.press(&presses).iter().zip(&puzzle.lights).map(|(&a, &b)| (a + (k - b)) % k).collect();
        findings.judge(
            added == wanted,
            "the suggested changes make the puzzle solvable: the suggested presses solve it",
            "the suggested presses don't solve the puzzle after the suggested changes",
        );
        return;
    }
    match elimination(puzzle, &wanted) {
        Some(found) => findings.judge(
            found.solvable,
            "the suggested changes make the puzzle solvable, by plain elimination",
            "the suggested changes leave the puzzle unsolvable, by plain elimination",
        ),
        None => findings.note(
            "the suggested changes satisfy the certificate; that they make the puzzle solvable was not re-checked",
        ),
    }
}
