//! The solutions that `solve --all` lists, and the number of them that `--count-only` prints.

use crate::answer::{Answer, Listed, fitted};
use crate::minimum::{self, Cost};
use crate::number::{judge_number, product_of_orders, short, wanted_elimination};
use crate::puzzle::{Puzzle, Side};
use crate::verdict::Findings;
use crate::words::{counted, verb};

/// Judges a list of solutions and the number that stands beside it; the list may be missing.
///
/// Each solution must do it, all must differ, costs must not fall, the first must be the cheapest there is, and a
/// complete list must be as long as there are solutions.
///
/// # Complexity
///
/// O(s n) for s solutions of n buttons on a board, O(s log s) comparisons, and one elimination.
pub(crate) fn judge(findings: &mut Findings, puzzle: &Puzzle, answer: &Answer) {
    let list = answer.list.as_deref().unwrap_or_default();
    let cost = Cost { weights: puzzle.weights.as_deref(), objective: answer.objective };
    let Some(solutions) = solutions(findings, puzzle, list, &cost) else { return };
    if answer.complete && answer.list.is_none() {
        findings.fail("the answer calls a list complete and gives none");
    }
    let Some(found) = wanted_elimination(puzzle) else {
        let many = format!("{} are too many for plain elimination", counted(puzzle.buttons(), "button"));
        if solutions.is_empty() {
            findings.fail(format!("the answer gives no presses, and its number can't be checked: {many}"));
        } else {
            findings.note(format!("not re-checked: the number of solutions; {many}"));
            let claimed = answer.solutions.as_deref();
            if answer.complete && claimed.is_some_and(|claimed| claimed != list.len().to_string()) {
                findings.fail("the list is called complete, its length is not the number of solutions given");
            }
        }
        return;
    };
    if !found.solvable {
        findings.fail("the answer says that there is a solution, by plain elimination there is none");
        return;
    }
    let total = product_of_orders(&found);
    let written = total.to_string();
    judge_number(findings, answer, &total);
    if answer.complete {
        findings.judge(
            list.len().to_string() == written,
            "the list is complete",
            format!("the list has {}, there are {}", counted(list.len(), "solution"), short(&written)),
        );
    }
    if let Some(first) = solutions.first()
        && minimum::small(&total, first.len()).is_some()
    {
        let best = minimum::enumerate(first, &found.kernel, puzzle.states, &cost);
        let own = cost.of(first);
        findings.judge(
            own == best.cost,
            format!("the first solution of the list costs least, {own}"),
            format!("the first solution of the list costs {own}, the minimum is {}", best.cost),
        );
        if own == best.cost {
            findings.judge(
                *first == best.first,
                "it is the first of those in reading order",
                "another solution that costs as little comes before it in reading order",
            );
        }
    }
}

/// The presses of each solution of a list, or nothing when one of them is wrong.
fn solutions(
    findings: &mut Findings,
    puzzle: &Puzzle,
    list: &[Listed],
    cost: &Cost<'_>,
) -> Option<Vec<Vec<u64>>> {
    let mut out: Vec<Vec<u64>> = Vec::with_capacity(list.len());
    let mut last = None;
    for (number, item) in (1..).zip(list) {
        let what = format!("the presses of solution {number}");
        let presses = fitted(findings, puzzle, Side::Buttons, &item.presses, &what)?;
        let after = puzzle.press(&presses);
        if let Some(light) = (0..after.len()).find(|&light| after[light] != puzzle.target[light]) {
            findings.fail(format!(
                "solution {number} leaves {} in state {}, its target is {}",
                puzzle.name(Side::Lights, light),
                after[light],
                puzzle.target[light]
            ));
            return None;
        }
        let count: u128 = presses.iter().map(|&times| u128::from(times)).sum();
        if let Some(claimed) = item.press_count.filter(|&claimed| u128::from(claimed) != count) {
            findings
                .fail(format!("the press count of solution {number} is {count}, the answer says {claimed}"));
            return None;
        }
        let own = cost.of(&presses);
        if let Some(claimed) = item.cost.filter(|&claimed| claimed != own) {
            findings.fail(format!("the cost of solution {number} is {own}, the answer says {claimed}"));
            return None;
        }
        if last.is_some_and(|last| own < last) {
            findings.fail(format!("solution {number} costs less than the one before it"));
            return None;
        }
        if last == Some(own) && out.last().is_some_and(|before| presses < *before) {
            findings.fail(format!(
                "solution {number} costs as much as the one before it and comes before it in reading order"
            ));
            return None;
        }
        last = Some(own);
        out.push(presses);
    }
    let mut order: Vec<usize> = (0..out.len()).collect();
    order.sort_by(|&a, &b| out[a].cmp(&out[b]));
    if let Some(pair) = order.windows(2).find(|pair| out[pair[0]] == out[pair[1]]) {
        let (a, b) = (pair[0].min(pair[1]) + 1, pair[0].max(pair[1]) + 1);
        findings.fail(format!("solutions {a} and {b} of the list are the same"));
        return None;
    }
    if !list.is_empty() {
        let n = list.len() as u128;
        findings.note(format!(
            "{} listed {} all lights to their targets, {}",
            if n == 1 { "the 1 solution".to_string() } else { format!("the {n} solutions") },
            verb(n, "takes", "take"),
            "no two alike and none cheaper than the one before it"
        ));
    }
    Some(out)
}
