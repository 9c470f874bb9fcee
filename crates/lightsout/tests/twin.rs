//! The library and the independent checker read the same puzzles in the same way, and spoilt answers are refused.

mod support;

use lightsout::format::{Overrides, json, parse, shaped, text};
use lightsout::puzzle::{Game, Puzzle};
use lightsout::solve::{Answer, solve, weighted_sum};
use lightsout_check::{Toggles, check, toggles};
use proptest::prelude::*;
use serde_json::json;

use support::{Random, puzzles};

/// The wiring of a puzzle as the library has it, in the checker's terms.
fn same(puzzle: &Puzzle, theirs: &Toggles) -> Result<(), String> {
    let system = puzzle.system().map_err(|error| error.to_string())?;
    let wide = |values: &[u32]| values.iter().map(|&v| u64::from(v)).collect::<Vec<u64>>();
    if (puzzle.states(), &wide(puzzle.lights())) != (theirs.states, &theirs.lights) {
        return Err("states or lights differ".into());
    }
    if wide(&puzzle.target_lights()) != theirs.target {
        return Err("targets differ".into());
    }
    if system.buttons() != theirs.buttons.len() {
        return Err(format!("{} and {} buttons", system.buttons(), theirs.buttons.len()));
    }
    for (j, button) in theirs.buttons.iter().enumerate() {
        let ours: Vec<(usize, u64)> =
            system.button(j).iter().map(|&(light, by)| (light as usize, u64::from(by))).collect();
        if *button != ours {
            return Err(format!("button {j}: {ours:?} and {button:?}"));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn both_have_the_same_wiring(puzzle in puzzles()) {
        let written = [Some(json::write(&puzzle)), text::write(&puzzle).ok()];
        for text in written.into_iter().flatten() {
            let theirs = toggles(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
            if let Err(why) = same(&puzzle, &theirs) {
                return Err(TestCaseError::fail(format!("{why}\n{text}")));
            }
        }
    }

    #[test]
    fn an_answer_with_one_number_changed_holds_only_if_it_is_one(puzzle in puzzles(), seed in 1u64..) {
        let mut random = Random(seed);
        let system = puzzle.system().expect("a small puzzle");
        let (solvable, key, mut values) = match solve(&puzzle).expect("a small puzzle") {
            Answer::Solved(solved) => (true, "presses", solved.presses),
            Answer::Unsolvable(no) => (false, "certificate", no.certificate),
        };
        let k = puzzle.states();
        if !values.is_empty() {
            let at = random.below(values.len() as u64) as usize;
            values[at] = ((u64::from(values[at]) + 1 + random.below(k - 1)) % k) as u32;
        }
        let right = if solvable {
            system.press(&values) == puzzle.difference()
        } else {
            system.press_transposed(&values).iter().all(|&sum| sum == 0)
                && weighted_sum(&values, &puzzle.difference(), k) != 0
        };
        let shaped = match puzzle.game() {
            Game::Board(_) => shaped(puzzle.game(), &values),
            Game::Free(_) => json!(values),
        };
        let claim = json!({"solvable": solvable, key: shaped}).to_string();
        let verdict = check(&json::write(&puzzle), &claim).expect("both read");
        prop_assert_eq!(verdict.holds, right, "{}", verdict);
    }
}

const SEEDS: [&str; 14] = [
    "##...\n#....\n.....\n",
    "board: torus:3x4\nstates: 3\nrule: king\ntarget: on\n\n0120\n1_01\n2222\n",
    "board: triangle:3\n\n  1\n 0 1\n1 0 0\ntarget:\n1\n1 1\n1 1 1\n",
    "board: cube:1\n\n.\n#\n\n.\n.\n#\n.\n",
    "board: box:2x1x2\n\n..\n\n##\n",
    "board: hexagon:2\nrule: plus-open\n\n..\n#.#\n..\n",
    "board: merlin\nrule: plus\n\n...\n#.#\n...\ntarget: 1\n",
    "states: 40\n\n1 39, 7\n_ 0 1\n",
    "board: projective:2x2\nrule: ..#/.#./...\n\n..\n##\n",
    "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}",
    "{\"schema\":1,\"board\":\"2x2\",\"states\":3,\"rule\":\"plus\",\"lights\":[[2,null],[2,0]],\"target\":\"off\",\"weights\":[[1,null],[2,3]]}",
    "{\"schema\":1,\"states\":4,\"lights\":[3,0],\"target\":[0,1],\"buttons\":[[0],[[1,5],[1,4],0,0]]}",
    "{\"schema\":1,\"board\":\"orbix\",\"lights\":[[1],[0,0,0,1,0],[1,1,1,0,0],[0]],\"target\":\"on\"}",
    "{\"schema\":1,\"board\":\"alien-tiles\",\"rule\":\"row-column\",\"lights\":[[0,1,2,3,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0]],\"target\":3}",
];

const BITS: [&str; 24] = [
    "\n",
    " ",
    ":",
    "_",
    "9",
    "0",
    "1",
    "2",
    "x",
    ",",
    "#",
    ".",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "\"",
    "null",
    "-1",
    "1.0",
    "target: on\n",
    "/",
];

/// Puzzles with small damage are taken by both or refused by both, and mean the same where they are taken.
#[test]
fn damaged_puzzles_are_judged_alike() {
    let mut random = Random(42);
    let (mut taken, mut refused, mut odd) = (0, 0, Vec::new());
    for _ in 0..20_000 {
        let seed = SEEDS[random.below(SEEDS.len() as u64) as usize];
        let mut text = seed.to_string();
        for _ in 0..random.below(3) {
            let at = random.below(text.len() as u64 + 1) as usize;
            match random.below(3) {
                0 if at < text.len() => drop(text.remove(at)),
                1 if at < text.len() => text.replace_range(at..at + 1, BITS[random.below(24) as usize]),
                _ => text.insert_str(at, BITS[random.below(24) as usize]),
            }
        }
        match (parse(text.as_bytes(), &Overrides::default()), toggles(&text)) {
            (Ok(ours), Ok(theirs)) => {
                taken += 1;
                if let Err(why) = same(&ours, &theirs) {
                    odd.push(format!("{why}\n{text}"));
                }
            }
            (Err(_), Err(_)) => refused += 1,
            (Ok(_), Err(error)) => odd.push(format!("only the library takes this: {error}\n{text}")),
            (Err(error), Ok(_)) => odd.push(format!("only the checker takes this: {error}\n{text}")),
        }
    }
    assert!(odd.is_empty(), "{} differ; some:\n{}", odd.len(), odd[..odd.len().min(12)].join("\n----\n"));
    assert!(taken > 5000 && refused > 5000, "{taken} taken, {refused} refused");
}
