//! Lists of all solutions and their number, right and wrong.

use lightsout_check::check;

/// A press of the first cell of a 2 x 3 board.
const PUZZLE: &str = "##.\n#..\n";

/// Every solution, by pressing all 64 subsets.
fn brute() -> Vec<(u32, String)> {
    let mut out = Vec::new();
    for mask in 0u32..64 {
        let x: Vec<u32> = (0..6).map(|i| mask >> i & 1).collect();
        let light = |i: i32, j: i32| {
            let at = |i: i32, j: i32| {
                if (0..2).contains(&i) && (0..3).contains(&j) { x[(3 * i + j) as usize] } else { 0 }
            };
            (at(i, j) + at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1)) % 2
        };
        let all: Vec<u32> = (0..6).map(|c| light(c / 3, c % 3)).collect();
        if all == [1, 1, 0, 1, 0, 0] {
            let row = |r: &[u32]| format!("[{},{},{}]", r[0], r[1], r[2]);
            out.push((x.iter().sum(), format!("[{},{}]", row(&x[..3]), row(&x[3..]))));
        }
    }
    out.sort();
    out
}

fn answer(list: &[(u32, String)], solutions: usize, complete: bool) -> String {
    let items: Vec<String> = list
        .iter()
        .map(|(count, x)| format!("{{\"presses\":{x},\"press_count\":{count},\"cost\":{count}}}"))
        .collect();
    format!(
        "{{\"schema\":1,\"solvable\":true,\"solutions\":\"{solutions}\",\"list\":[{}],\"complete\":{complete}}}",
        items.join(",")
    )
}

#[track_caller]
fn verdict(answer: &str, holds: bool, says: &str) {
    let verdict = check(PUZZLE, answer).unwrap_or_else(|error| panic!("{error}\n{answer}"));
    assert_eq!(verdict.holds, holds, "{verdict}");
    assert!(verdict.reasons.iter().any(|reason| reason.contains(says)), "{says:?} is not in\n{verdict}");
}

#[test]
fn lists() {
    let all = brute();
    let n = all.len();
    assert!(n > 1, "{n}");
    verdict(&answer(&all, n, true), true, "the list is complete");
    verdict(&answer(&all[..1], n, false), true, "costs least, 1");
    verdict(&answer(&[], n, false), true, "is right");
    verdict(&answer(&all[..1], n, true), false, "the list has 1 solution, there are");
    verdict(&answer(&all, n + 1, true), false, "the number of solutions is");
    verdict(&answer(&[], n, true), false, "the list has 0 solutions");
    verdict(&answer(&all[1..], n, false), false, "the minimum is 1");
    let twice = [all[0].clone(), all[0].clone()];
    verdict(&answer(&twice, n, false), false, "solutions 1 and 2 of the list are the same");
    let back: Vec<_> = all.iter().rev().cloned().collect();
    verdict(&answer(&back, n, true), false, "costs less than the one before it");
    let wrong = [(2, "[[1,1,0],[0,0,0]]".to_string())];
    verdict(&answer(&wrong, n, false), false, "solution 1 leaves");
    let miscounted = [(3, all[0].1.clone())];
    verdict(&answer(&miscounted, n, false), false, "the press count of solution 1 is 1, the answer says 3");
    let shape = [(1, "[[1,0],[0,0]]".to_string())];
    verdict(&answer(&shape, n, false), false, "the presses of solution 1 have 2 cells in row 1 instead of 3");
    let both = answer(&all, n, true).replace("\"list\"", &format!("\"presses\":{},\"list\"", all[0].1));
    verdict(&both, false, "expected one of them");
    assert!(check(PUZZLE, "{\"solvable\":true,\"list\":[{}]}").is_err());
    assert!(check(PUZZLE, "{\"solvable\":true,\"list\":7}").is_err());
}

#[test]
fn numbers_alone() {
    let n = brute().len();
    let only = |solutions: usize| format!("{{\"schema\":1,\"solvable\":true,\"solutions\":\"{solutions}\"}}");
    verdict(&only(n), true, "is right");
    verdict(&only(n + 1), false, "the answer says");
    verdict("{\"solvable\":true,\"complete\":true}", false, "gives no presses");
    verdict(
        "{\"solvable\":true,\"solutions\":\"1\",\"minimal\":true}",
        false,
        "gives minimal without presses",
    );
    // No solution: counting some is wrong.
    let verdict = check("#..\n...\n", &only(n)).expect("read");
    assert!(!verdict.holds, "{verdict}");
    // Nothing is believed that can't be checked.
    let wide = format!("{}\n", "#".repeat(4000)).repeat(40);
    let verdict = check(&wide, "{\"solvable\":true,\"solutions\":\"1\"}").expect("read");
    assert!(!verdict.holds, "{verdict}");
}

#[test]
fn costs_are_those_of_the_objective() {
    // The button four times, of five states.
    let puzzle = "{\"schema\":1,\"states\":5,\"lights\":[1],\"target\":0,\"buttons\":[[0]]}";
    let answer = |objective: &str, cost: u32| {
        format!(
            "{{\"schema\":1,\"solvable\":true,\"objective\":\"{objective}\",\"solutions\":\"1\",\"list\":[{{\"presses\":[4],\"press_count\":4,\"cost\":{cost}}}],\"complete\":true}}"
        )
    };
    assert!(check(puzzle, &answer("presses", 4)).expect("read").holds);
    assert!(check(puzzle, &answer("buttons", 1)).expect("read").holds);
    assert!(!check(puzzle, &answer("presses", 1)).expect("read").holds);
    assert!(!check(puzzle, &answer("buttons", 4)).expect("read").holds);
}
