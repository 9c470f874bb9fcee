//! Judges each claim of an answer by naive arithmetic.

use crate::answer::{Answer, Change, Light, Solvable};
use crate::decimal::Decimal;
use crate::grid::Numbers;
use crate::join::{Joined, least};
use crate::linear::{Found, eliminate, fits};
use crate::listed;
use crate::minimum::{self, Cost};
use crate::puzzle::{Puzzle, Side};
use crate::verdict::{Findings, Verdict};
use crate::words::{counted, verb};

/// Largest nullity whose power of two is written out.
const WRITTEN_NULLITY: u64 = 1 << 14;

/// Judges an answer to a puzzle.
pub(crate) fn judge(puzzle: &Puzzle, answer: &Answer) -> Verdict {
    let mut findings = Findings::default();
    let presses = vector(&mut findings, puzzle, Side::Buttons, answer.presses.as_ref(), "presses");
    let certificate = vector(&mut findings, puzzle, Side::Lights, answer.certificate.as_ref(), "certificate");
    match answer.solvable {
        Solvable::No => {
            if presses.is_some() {
                findings.fail("the answer says that there is no solution and gives presses all the same");
            }
            unsolvable(&mut findings, puzzle, answer, certificate.as_deref());
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

/// Puts numbers of the answer in order; an answer of another shape fails here.
fn vector(
    findings: &mut Findings,
    puzzle: &Puzzle,
    side: Side,
    numbers: Option<&Numbers>,
    what: &str,
) -> Option<Vec<u64>> {
    match puzzle.vector(side, numbers?) {
        Ok(vector) => Some(vector),
        Err(mismatch) => {
            findings.fail(format!(
                "the answer is to another puzzle: its {what} have {}, the puzzle has {}",
                mismatch.message,
                puzzle.words(side)
            ));
            None
        }
    }
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

/// That no solution is cheaper.
fn confirmed_words(solutions: &str, cost: u128) -> String {
    match solutions {
        "1" => format!("minimum confirmed: the only solution costs {cost}"),
        many => format!("minimum confirmed: none of the {many} solutions costs less than {cost}"),
    }
}

/// The claims about all solutions: their number, the nullity, the minimum.
fn counts(findings: &mut Findings, puzzle: &Puzzle, answer: &Answer, presses: &[u64], cost: &Cost<'_>) {
    let k = puzzle.states;
    if let Some(nullity) = answer.nullity {
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
    let written = solutions.to_string();
    if let Some(claimed) = &answer.solutions {
        findings.judge(
            *claimed == written,
            format!("the number of solutions, {}, is right", short(&written)),
            format!("the number of solutions is {}, the answer says {}", short(&written), short(claimed)),
        );
    }
    if let Some(nullity) = answer.nullity {
        findings.judge(
            power(k, nullity) == solutions,
            format!("the nullity {nullity} is right"),
            format!("the nullity {nullity} is wrong: {}", there_are(&written, "solution")),
        );
    }
    if !answer.minimal && !answer.canonical && answer.lower_bound.is_none() {
        return;
    }
    minimum(findings, puzzle, answer, presses, cost, &found, &solutions);
}

/// The claims about the least cost, by going through all solutions.
fn minimum(
    findings: &mut Findings,
    puzzle: &Puzzle,
    answer: &Answer,
    presses: &[u64],
    cost: &Cost<'_>,
    found: &Found,
    solutions: &Decimal,
) {
    let Some(total) = minimum::small(solutions, presses.len()) else {
        beyond_enumeration(findings, puzzle, answer, presses, cost, found, solutions);
        return;
    };
    let best = minimum::enumerate(presses, &found.kernel, puzzle.states, cost);
    let own = cost.of(presses);
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

/// The parity class of a place: 0 for an even row and an even column, 1 for two odd ones, 2 for an odd column only, 3 for
/// an odd row only.
pub(crate) fn parity(row: usize, column: usize) -> u8 {
    [[0, 2], [3, 1]][row % 2][column % 2]
}

/// The least cost where the solutions are too many to go through: by parity classes, if they split.
fn beyond_enumeration(
    findings: &mut Findings,
    puzzle: &Puzzle,
    answer: &Answer,
    presses: &[u64],
    cost: &Cost<'_>,
    found: &Found,
    solutions: &Decimal,
) {
    let what = if answer.minimal { "the minimum" } else { "the lower bound" };
    let many = there_are(&solutions.to_string(), "solution");
    let classes = puzzle.places().filter(|_| puzzle.states == 2 && answer.minimal);
    let Some(places) = classes else {
        findings.note(format!("not re-checked: {what}; {many}"));
        return;
    };
    let classes: Vec<u8> = places.iter().map(|&(row, column)| parity(row, column)).collect();
    let own = cost.of(presses);
    match least(presses, &found.kernel, &classes, puzzle.weights.as_deref()) {
        Joined::Least { near, join } => {
            findings.note(format!(
                "minimum confirmed: none of the {} solutions costs less than {own}; {near} came near, all others are \
                 ruled out by parity classes",
                short(&solutions.to_string())
            ));
            match answer.evidence.as_ref().and_then(|evidence| evidence.against(&join)) {
                Some(Ok(())) => findings.note("the evidence of the join is right"),
                Some(Err(why)) => findings.fail(format!("the evidence of the join is wrong: {why}")),
                None => {}
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

fn unsolvable(findings: &mut Findings, puzzle: &Puzzle, answer: &Answer, certificate: Option<&[u64]>) {
    if answer.minimal {
        findings.fail("the answer says that there is no solution and calls it minimal");
    }
    if answer.solutions.as_deref().is_some_and(|solutions| solutions != "0") {
        findings.fail("the answer says that there is no solution and counts some");
    }
    if answer.press_count.is_some() {
        findings.fail("the answer says that there is no solution and counts presses");
    }
    if let (Some(nullity), Some(found)) = (answer.nullity, wanted_elimination(puzzle)) {
        let quiet = product_of_orders(&found);
        let right = nullity <= puzzle.buttons() as u64 && power(puzzle.states, nullity) == quiet;
        findings.judge(
            right,
            format!("the nullity {nullity} is right"),
            format!("the nullity {nullity} is wrong: {}", there_are(&quiet.to_string(), "quiet pattern")),
        );
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
    if let Some(presses) =
        vector(findings, puzzle, Side::Buttons, answer.suggested_presses.as_ref(), "suggested presses")
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

/// The number of quiet patterns, which is that of solutions where there are any.
pub(crate) fn product_of_orders(found: &Found) -> Decimal {
    let mut product = Decimal::one();
    found.kernel.iter().for_each(|(_, order)| product.times(*order));
    product
}

fn power(states: u64, exponent: u64) -> Decimal {
    let mut power = Decimal::one();
    (0..exponent).for_each(|_| power.times(states));
    power
}

/// Eliminates for the puzzle's own difference, if that is small enough.
pub(crate) fn wanted_elimination(puzzle: &Puzzle) -> Option<Found> {
    elimination(puzzle, &puzzle.wanted())
}

fn elimination(puzzle: &Puzzle, wanted: &[u64]) -> Option<Found> {
    if !fits(puzzle.buttons(), wanted.len(), puzzle.states) {
        return None;
    }
    let columns: Vec<_> = (0..puzzle.buttons()).map(|button| puzzle.effects(button)).collect();
    eliminate(&columns, puzzle.states, wanted)
}

/// "1 solution", "4 solutions", for a number in digits.
fn many_words(digits: &str, noun: &str) -> String {
    format!("{} {noun}{}", short(digits), if digits == "1" { "" } else { "s" })
}

/// "there is 1 solution", "there are 4 solutions".
fn there_are(digits: &str, noun: &str) -> String {
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
