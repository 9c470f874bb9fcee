//! `hardest` as a person runs it, against published numbers and the program's own fewest presses.

mod support;

use serde_json::{Value, json};
use support::{run, status, stderr, stdout};

/// The answer, and the exit status.
fn answer(arguments: &[&str]) -> (Value, i32) {
    let output = run(&[&["hardest"], arguments, &["-f", "json"]].concat());
    let value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    (value, status(&output))
}

#[test]
fn the_hardest_state_of_a_small_board_is_exact() {
    let (found, code) = answer(&["6x8"]);
    assert_eq!(
        (&found["presses"], &found["upper_bound"], &found["proven"]),
        (&json!(22), &json!(22), &json!(true))
    );
    assert_eq!(code, 0);
    let folder = tempfile::tempdir().unwrap();
    let puzzle = folder.path().join("p.json");
    let text = json!({"schema": 1, "board": "6x8", "states": 2, "lights": found["lights"], "target": "off"});
    std::fs::write(&puzzle, text.to_string()).unwrap();
    let solved = run(&["solve", puzzle.to_str().unwrap(), "--minimal", "-f", "json"]);
    let solved: Value = serde_json::from_slice(&solved.stdout).unwrap();
    assert_eq!((&solved["press_count"], &solved["proven"]), (&json!(22), &json!(true)));
}

#[test]
fn the_distribution_of_three_states_is_the_published_one() {
    let sequence = include_str!("../../../testdata/oeis/A079875.txt");
    let lines = sequence.lines().filter(|line| !line.starts_with('#'));
    let terms: Vec<u64> = lines.map(|line| line.split_once(' ').unwrap().1.parse().unwrap()).collect();
    let (found, code) = answer(&["lights-out-2000"]);
    assert_eq!((&found["distribution"], code), (&json!(terms), 0));
    assert_eq!((&found["presses"], &found["proven"]), (&json!(24), &json!(true)));
}

#[test]
fn large_boards_have_a_bound_of_some_use() {
    for (arguments, least) in [
        // Each press changes at most five lights.
        (&["79x79", "--time-limit", "1"][..], 79 * 79 / 5 + 1),
        (&["triangle:62", "--time-limit", "1"], 62 * 63 / 2 / 7),
        (&["torus:24x24", "--rule", "king", "--states", "6", "--time-limit", "1"], 24 * 24 * 5 / 9),
        (&["5x5", "--states", "4294967296", "--time-limit", "1"], 5 << 32),
    ] {
        let (found, code) = answer(arguments);
        let (lower, upper) = (found["presses"].as_u64().unwrap(), found["upper_bound"].as_u64().unwrap());
        assert!(least <= lower && lower <= upper, "{arguments:?}: {lower} to {upper}");
        assert_eq!((found["proven"] == true, code), (lower == upper, if lower == upper { 0 } else { 3 }));
    }
    let output = run(&["hardest", "79x79", "--time-limit", "0.1"]);
    let text = stdout(&output);
    assert!(text.contains("; none needs more than 3120.") && !text.contains("needs 1 press"), "{text}");
}
