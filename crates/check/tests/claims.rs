//! Each claim of an answer, right and wrong.

use lightsout_check::{Verdict, check};

fn verdict(puzzle: &str, answer: &str) -> Verdict {
    check(puzzle, answer).unwrap_or_else(|error| panic!("{error}\n{puzzle}\n{answer}"))
}

#[track_caller]
fn accept(puzzle: &str, answer: &str, says: &str) {
    let verdict = verdict(puzzle, answer);
    assert!(verdict.holds, "{verdict}");
    assert!(verdict.reasons.iter().any(|reason| reason.contains(says)), "{says:?} is not in\n{verdict}");
}

#[track_caller]
fn reject(puzzle: &str, answer: &str, says: &str) {
    let verdict = verdict(puzzle, answer);
    assert!(!verdict.holds, "{verdict}");
    assert!(verdict.reasons.iter().any(|reason| reason.contains(says)), "{says:?} is not in\n{verdict}");
}

const PLANE: &str = "##...\n#....\n.....\n.....\n.....\n";
const CORNER: &str = "#....\n.....\n.....\n.....\n.....\n";
const QUIET: &str = "[[1,0,1,0,1],[1,0,1,0,1],[0,0,0,0,0],[1,0,1,0,1],[1,0,1,0,1]]";

fn solved(more: &str) -> String {
    format!(
        "{{\"schema\":1,\"solvable\":true,\"presses\":[[1,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]{more}}}"
    )
}

/// The corner press with a quiet pattern added: six presses more or fewer.
fn longer(more: &str) -> String {
    let presses = "[[0,0,1,0,1],[1,0,1,0,1],[0,0,0,0,0],[1,0,1,0,1],[1,0,1,0,1]]";
    format!("{{\"schema\":1,\"solvable\":true,\"presses\":{presses}{more}}}")
}

#[test]
fn presses_must_reach_the_target() {
    accept(PLANE, &solved(""), "take all 25 lights");
    accept(PLANE, &longer(""), "take all 25 lights");
    reject(CORNER, &solved(""), "row 1, column 2 in state 1, its target is 0, and 1 more is wrong");
    accept("target: on\n\n###\n###\n..#\n", "..X\n.XX\nX.X\n", "9 lights");
    reject("target: off\n\n###\n###\n..#\n", "..X\n.XX\nX.X\n", "target is 0");
    accept("..\n..\ntarget:\n##\n#.\n", "#.\n..", "4 lights");
    reject("..\n..\ntarget:\n##\n.#\n", "#.\n..", "row 2, column 1");
    accept("states: 3\ntarget: 2\n\n11\n12\n", "1.\n..\n", "4 lights");
    reject("states: 3\ntarget: 2\n\n11\n11\n", "1.\n..\n", "row 2, column 2 in state 1, its target is 2");
    accept("states: 4294967296\n\n4294967295 4294967295\n", "1 0", "2 lights");
    reject("states: 4294967296\n\n4294967294 4294967295\n", "1 0", "row 1, column 1 in state 4294967295");
}

#[test]
fn press_counts() {
    accept(PLANE, &solved(",\"press_count\":1"), "the press count 1 is right");
    reject(PLANE, &solved(",\"press_count\":2"), "the press count is 1, the answer says 2");
    let puzzle = "states: 5\n\n3\n";
    accept(puzzle, "{\"solvable\":true,\"presses\":[[2]],\"press_count\":2}", "the press count 2 is right");
    reject(puzzle, "{\"solvable\":true,\"presses\":[[2]],\"press_count\":1}", "the press count is 2");
}

#[test]
fn numbers_of_solutions() {
    accept(PLANE, &solved(",\"solutions\":\"4\",\"nullity\":2"), "the number of solutions, 4, is right");
    reject(PLANE, &solved(",\"solutions\":\"3\""), "the number of solutions is 4, the answer says 3");
    reject(PLANE, &solved(",\"nullity\":3"), "the nullity 3 is wrong");
    reject(PLANE, &solved(",\"solutions\":\"8\",\"nullity\":2"), "a nullity of 2 means 4 solutions");
    reject(PLANE, &solved(",\"nullity\":26"), "larger than the number of buttons");
    // Two buttons that each add 2 to a light of four states: x + y is even.
    let free = "{\"schema\":1,\"states\":4,\"lights\":[0],\"target\":[2],\"buttons\":[[[0,2]],[[0,2]]]}";
    accept(free, "{\"solvable\":true,\"presses\":[1,0],\"solutions\":\"8\"}", "solutions, 8, is right");
    reject(free, "{\"solvable\":true,\"presses\":[1,0],\"solutions\":\"4\"}", "solutions is 8");
}

#[test]
fn minima() {
    let yes = ",\"minimal\":true,\"proven\":true";
    accept(PLANE, &solved(yes), "minimum confirmed: none of the 4 solutions costs less than 1");
    reject(PLANE, &longer(yes), "the minimum is 1, the answer claims 11 as proven");
    reject(
        PLANE,
        &longer(",\"minimal\":true,\"proven\":false"),
        "the minimum is 1, the answer calls 11 minimal",
    );
    accept(PLANE, &solved(",\"minimal\":true,\"proven\":false"), "minimum confirmed");
    accept(PLANE, &longer(",\"minimal\":false,\"proven\":false"), "take all 25 lights");
    accept(
        PLANE,
        &solved(",\"minimal\":true,\"proven\":true,\"lower_bound\":1"),
        "the lower bound 1 is right",
    );
    reject(PLANE, &solved(",\"minimal\":true,\"proven\":true,\"lower_bound\":0"), "a lower bound of only 0");
    reject(PLANE, &longer(",\"lower_bound\":2"), "the lower bound 2 is above the minimum 1");
    reject(PLANE, &solved(",\"lower_bound\":2"), "above the cost 1");
    accept(PLANE, &longer(",\"lower_bound\":1"), "the lower bound 1 is right");
}

#[test]
fn claims_about_what_there_is_not() {
    reject(PLANE, &solved(",\"minimal\":false,\"proven\":true"), "calls something proven");
    reject("#\n", "{\"solvable\":true,\"solutions\":\"1\",\"proven\":true}", "gives proven without presses");
    for states in [4, 6, 9] {
        let puzzle = format!("states: {states}\n\n{}\n", states - 1);
        let answer = "{\"solvable\":true,\"presses\":[[1]],\"nullity\":0}";
        reject(&puzzle, answer, "which is no prime number, there is none");
    }
    let prime = "{\"solvable\":true,\"presses\":[[1]],\"nullity\":0}";
    accept("states: 5\n\n4\n", prime, "the nullity 0 is right");
    // A light that no button changes.
    let dark = |more: &str| format!("{{\"solvable\":false,\"certificate\":[1]{more}}}");
    let puzzle = "{\"lights\":[1],\"buttons\":[]}";
    accept(puzzle, &dark(",\"lower_bound\":null,\"proven\":true"), "the certificate proves");
    reject(puzzle, &dark(",\"lower_bound\":1000000000"), "there is no solution and gives a lower bound");
    reject(puzzle, &dark(",\"cost\":1"), "there is no solution and gives a cost");
    reject(puzzle, &dark(",\"list\":[]"), "there is no solution and gives a list of solutions");
    reject(
        "{\"states\":4,\"lights\":[1],\"buttons\":[]}",
        &dark(",\"nullity\":0"),
        "which is no prime number",
    );
}

#[test]
fn ties_go_to_the_first_in_reading_order() {
    // All on, 4 x 4: four presses, in two ways that mirror each other.
    let puzzle = "####\n####\n####\n####\n";
    let answer = |presses: &str, canonical: bool| {
        format!(
            "{{\"solvable\":true,\"presses\":{presses},\"minimal\":true,\"proven\":true,\"canonical\":{canonical}}}"
        )
    };
    let first = "[[0,0,1,0],[1,0,0,0],[0,0,0,1],[0,1,0,0]]";
    let second = "[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]";
    accept(puzzle, &answer(first, true), "the first in reading order");
    accept(puzzle, &answer(second, false), "minimum confirmed: none of the 16");
    reject(puzzle, &answer(second, true), "another minimal solution comes before");
}

#[test]
fn weights_and_objectives() {
    // Either button 0 twice or button 1 once turns the light from 0 to 2, of five states.
    let puzzle = |weights: &str| {
        format!(
            "{{\"schema\":1,\"states\":5,\"lights\":[0],\"target\":2,\"buttons\":[[0],[[0,2]]],\"weights\":{weights}}}"
        )
    };
    let answer = |presses: &str, more: &str| {
        format!("{{\"solvable\":true,\"presses\":{presses},\"minimal\":true,\"proven\":true{more}}}")
    };
    accept(&puzzle("[1,1]"), &answer("[0,1]", ",\"cost\":1"), "minimum confirmed: none of the 5 solutions");
    reject(&puzzle("[1,3]"), &answer("[0,1]", ""), "the minimum is 2, the answer claims 3");
    accept(&puzzle("[1,3]"), &answer("[2,0]", ",\"cost\":2"), "the cost 2 is right");
    reject(&puzzle("[1,3]"), &answer("[2,0]", ",\"cost\":3"), "the cost is 2, the answer says 3");
    accept(&puzzle("[1,3]"), &answer("[2,0]", ",\"objective\":\"buttons\",\"cost\":1"), "minimum confirmed");
    reject(&puzzle("[4,3]"), &answer("[2,0]", ",\"objective\":\"buttons\""), "the minimum is 3");
}

#[test]
fn a_minimum_out_of_reach_is_not_confirmed() {
    // 25 lights without buttons, 21 buttons without lights: 2^21 solutions.
    let puzzle = format!("{{\"lights\":[1],\"buttons\":[[0]{}]}}", ",[]".repeat(21));
    let presses = format!("[1{}]", ",0".repeat(21));
    let answer = format!(
        "{{\"solvable\":true,\"presses\":{presses},\"minimal\":true,\"proven\":true,\"solutions\":\"2097152\",\"nullity\":21}}"
    );
    accept(&puzzle, &answer, "not re-checked: the minimum; there are 2097152 solutions");
}

fn no(certificate: &str, more: &str) -> String {
    format!("{{\"schema\":1,\"solvable\":false,\"presses\":null,\"certificate\":{certificate}{more}}}")
}

#[test]
fn certificates() {
    accept(CORNER, &no(QUIET, ""), "proves that there is no solution");
    // The pattern meets the lights evenly.
    reject(PLANE, &no(QUIET, ""), "proves nothing: its sum over the lights is that of the target");
    // Not a quiet pattern.
    reject(CORNER, &no(&QUIET.replacen('1', "0", 1), ""), "proves nothing: pressing row 1, column 1 changes");
    reject(
        CORNER,
        &no("[[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]", ""),
        "proves nothing",
    );
    reject(CORNER, &no("null", ""), "gives no certificate");
    reject(CORNER, &no("[[1]]", ""), "to another puzzle");
    // Row plus column on a board of odd side: a press changes 3 lights of its own row and one of each other, so it
    // changes an even number of lights of any two rows.
    accept(
        "rule: row-column\n\n1..\n...\n...\n",
        &no("[[1,1,1],[1,1,1],[0,0,0]]", ""),
        "proves that there is no solution",
    );
    // Four states, presses add 2: an odd light can't be put out; y = 2 shows it and y = 1 does not.
    let free = "{\"schema\":1,\"states\":4,\"lights\":[1],\"buttons\":[[[0,2]]]}";
    accept(free, &no("[2]", ""), "modulo 4, and the target needs it to change by 2");
    reject(free, &no("[1]", ""), "pressing button 0 changes its sum by 2");
    // A light that no button reaches.
    accept("{\"lights\":[0,1],\"buttons\":[[0]]}", &no("[0,1]", ""), "proves");
}

#[test]
fn contradictions() {
    reject(PLANE, &solved(&format!(",\"certificate\":{QUIET}")), "certificate of unsolvability without");
    reject(
        PLANE,
        &solved(",\"suggested_changes\":[{\"light\":[0,0],\"from\":1,\"to\":0}]"),
        "suggests changes without",
    );
    reject(PLANE, "{\"solvable\":true,\"presses\":null}", "gives no presses");
    reject(CORNER, &no(QUIET, ",\"press_count\":3"), "counts presses");
    reject(CORNER, &no(QUIET, ",\"solutions\":\"1\""), "counts some");
    reject(CORNER, &no(QUIET, ",\"minimal\":true"), "calls it minimal");
    accept(CORNER, &no(QUIET, ",\"nullity\":2,\"proven\":true"), "the nullity 2 is right");
    reject(CORNER, &no(QUIET, ",\"nullity\":3"), "the nullity 3 is wrong: there are 4 quiet patterns");
    reject(CORNER, &no(QUIET, ",\"nullity\":18446744073709551615"), "is wrong");
    accept(CORNER, &no(QUIET, ",\"solutions\":\"0\",\"minimal\":false,\"proven\":false"), "proves");
    reject(
        CORNER,
        &format!("{{\"solvable\":false,\"certificate\":{QUIET},\"presses\":{QUIET}}}"),
        "gives presses all the same",
    );
    reject(CORNER, "{\"solvable\":null,\"presses\":null,\"lower_bound\":3}", "leaves open");
    reject(CORNER, "{\"schema\":1,\"solvable\":null}", "it says nothing that could hold");
    reject(PLANE, "{\"schema\":1,\"solvable\":null}", "it says nothing that could hold");
    accept(PLANE, &solved("").replace("true", "null"), "take all 25 lights");
    reject(CORNER, &solved("").replace("true", "null"), "row 1, column 2");
}

#[test]
fn suggested_changes() {
    let change = |list: &str, more: &str| no(QUIET, &format!(",\"suggested_changes\":[{list}]{more}"));
    let off = "{\"light\":[0,0],\"from\":1,\"to\":0}";
    accept(CORNER, &change(off, ""), "make the puzzle solvable, by plain elimination");
    accept(
        CORNER,
        &change(off, ",\"suggested_presses\":[[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]"),
        "the suggested presses solve it",
    );
    reject(
        CORNER,
        &change(off, &format!(",\"suggested_presses\":{}", QUIET.replacen('1', "0", 1))),
        "don't solve the puzzle after the suggested changes",
    );
    reject(CORNER, &change("{\"light\":[0,1],\"from\":0,\"to\":1}", ""), "the certificate still proves");
    // Meets the certificate, but not the other quiet pattern.
    reject(CORNER, &change("{\"light\":[0,2],\"from\":0,\"to\":1}", ""), "leave the puzzle unsolvable");
    reject(
        CORNER,
        &change("{\"light\":[0,0],\"from\":0,\"to\":1}", ""),
        "takes row 1, column 1 for 0, it is 1",
    );
    reject(CORNER, &change("{\"light\":[0,0],\"from\":1,\"to\":1}", ""), "leaves row 1, column 1 as it is");
    reject(CORNER, &change(&format!("{off},{off}"), ""), "two suggested changes are of row 1, column 1");
    reject(CORNER, &change("{\"light\":[5,0],\"from\":1,\"to\":0}", ""), "does not have");
    reject(CORNER, &change("{\"light\":0,\"from\":1,\"to\":0}", ""), "does not have");
    reject(CORNER, &no(QUIET, &format!(",\"suggested_presses\":{QUIET}")), "and suggests none");
    let free = "{\"schema\":1,\"states\":4,\"lights\":[1],\"buttons\":[[[0,2]]]}";
    accept(
        free,
        &no("[2]", ",\"suggested_changes\":[{\"light\":0,\"from\":1,\"to\":2}],\"suggested_presses\":[1]"),
        "the suggested presses solve it",
    );
    reject(
        free,
        &no("[2]", ",\"suggested_changes\":[{\"light\":0,\"from\":1,\"to\":3}]"),
        "the certificate still",
    );
}

#[test]
fn answers_to_other_puzzles() {
    for (puzzle, answer) in [
        ("...\n...\n...", "..\n.."),
        ("...\n...\n...", "....\n....\n...."),
        ("...\n...", "...\n...\n..."),
        ("board: triangle:2\n\n.\n..", "..\n.."),
        ("..\n._", "..\n.."),
        ("..\n..", "..\n._"),
        ("..\n..", "{\"solvable\":true,\"presses\":[0,0,0,0]}"),
        ("{\"lights\":[0,0],\"buttons\":[[0]]}", "{\"solvable\":true,\"presses\":[0,0]}"),
        ("{\"lights\":[0,0],\"buttons\":[[0]]}", "{\"solvable\":true,\"presses\":[[0]]}"),
        ("..\n..", "P1\n3 3\n000000000"),
    ] {
        reject(puzzle, answer, "the answer is to another puzzle");
    }
}

/// The torus of side 20, all on: press every fifth cell so that each light changes once, 2^32 solutions in all.
fn torus(residues: &[usize], more: &str) -> (String, String) {
    let rows = |cell: &dyn Fn(usize, usize) -> bool| -> Vec<Vec<u8>> {
        (0..20).map(|i| (0..20).map(|j| u8::from(cell(i, j))).collect()).collect()
    };
    let lights = rows(&|_, _| true);
    let presses = rows(&|i, j| residues.contains(&((i + 2 * j) % 5)));
    let puzzle = format!("{{\"schema\":1,\"board\":\"torus:20x20\",\"lights\":{lights:?}}}");
    let answer = format!(
        "{{\"solvable\":true,\"presses\":{presses:?},\"minimal\":true,\"proven\":true,\"solutions\":\"4294967296\"{more}}}"
    );
    (puzzle, answer)
}

#[test]
fn minima_over_very_many_solutions() {
    let (puzzle, answer) = torus(&[3], "");
    accept(&puzzle, &answer, "none of the 4294967296 solutions costs less than 80");
    let (puzzle, answer) = torus(&[0, 1, 4], "");
    reject(&puzzle, &answer, "the minimum is 80, the answer claims 240 as proven");
    let (puzzle, answer) = torus(&[0, 1, 4], ",\"lower_bound\":240");
    reject(&puzzle, &answer, "the minimum is 80");
}

#[test]
fn records_of_a_join() {
    let record = |ranks: &str, maxima: &str, cuts: &str, best: &str| {
        let evidence = format!(
            "{{\"kind\":\"join\",\"pairs\":[[0,1],[2,3]],\"ranks\":{ranks},\"maxima\":{maxima},\"cuts\":{cuts},\"best\":{best}}}"
        );
        torus(&[2], &format!(",\"evidence\":{{\"kind\":\"join\",\"parts\":[{evidence}]}}"))
    };
    let (ranks, maxima) = ("[16,16,16,16]", "[60,60,60,60]");
    let (puzzle, answer) = record(ranks, maxima, "[120,120]", "240");
    accept(&puzzle, &answer, "the evidence of the join is right");
    for (ranks, maxima, cuts, best, says) in [
        ("[16,16,15,17]", maxima, "[120,120]", "240", "its ranks are"),
        (ranks, "[60,60,60,62]", "[120,120]", "240", "its maxima are"),
        (ranks, maxima, "[120,120]", "242", "its best value is 240, not 242"),
        (ranks, maxima, "[120,122]", "240", "its cuts add up to more than its best value"),
    ] {
        let (puzzle, answer) = record(ranks, maxima, cuts, best);
        reject(&puzzle, &answer, says);
    }
    for (ranks, cuts, best) in
        [("[16]", "[1,1]", "1"), (ranks, "[1]", "1"), (ranks, "[1,1]", "1.5"), ("[-1,1,1,1]", "[1,1]", "1")]
    {
        let (puzzle, answer) = record(ranks, maxima, cuts, best);
        assert!(check(&puzzle, &answer).is_err());
    }
}

#[test]
fn evidence_of_another_kind_shows_nothing() {
    let evidence = ",\"minimal\":true,\"proven\":true,\"evidence\":{\"kind\":\"oracle\"}";
    accept(PLANE, &solved(evidence), "minimum confirmed");
    let puzzle = format!("{{\"lights\":[1],\"buttons\":[[0]{}]}}", ",[]".repeat(21));
    let answer = format!("{{\"solvable\":true,\"presses\":[1{}]{evidence}}}", ",0".repeat(21));
    accept(&puzzle, &answer, "not re-checked: the minimum");
    assert!(check(PLANE, &solved(",\"evidence\":{}")).is_err());
    assert!(check(PLANE, &solved(",\"evidence\":3")).is_err());
    let parts = |parts: &str| solved(&format!(",\"evidence\":{{\"kind\":\"gray\",\"parts\":{parts}}}"));
    accept(PLANE, &parts("[{\"kind\":\"enumeration\",\"method\":\"gray\",\"generators\":2}]"), "take all 25");
    accept(PLANE, &parts("[]"), "take all 25");
    assert!(check(PLANE, &parts("[3]")).is_err());
    assert!(check(PLANE, &parts("{}")).is_err());
}
