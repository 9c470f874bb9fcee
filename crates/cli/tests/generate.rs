//! `generate` as a person runs it; what it states is compared with trying every press vector.

mod support;

use serde_json::Value;
use support::{json, run, status, stderr, stdout};

/// The JSON lines of a run.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let output = run(arguments);
    assert_eq!(status(&output), 0, "{arguments:?}: {}", stderr(&output));
    stdout(&output).lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect()
}

fn cells(value: &Value) -> Vec<u64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap())
        .map(|x| x.as_u64().unwrap())
        .collect()
}

/// The fewest presses that turn the lights of an open grid off, and in how many ways: all vectors are tried.
fn by_trial(rows: usize, columns: usize, states: u64, lights: &[u64]) -> (u64, u64) {
    let n = rows * columns;
    let mut best = (u64::MAX, 0);
    for number in 0..states.pow(n as u32) {
        let mut rest = number;
        let presses: Vec<u64> = (0..n).map(|_| (rest % states, rest /= states).0).collect();
        let cost = presses.iter().sum();
        if cost > best.0 {
            continue;
        }
        let off = (0..n).all(|cell| {
            let (i, j) = (cell / columns, cell % columns);
            let near = (0..n).filter(|&c| (c / columns).abs_diff(i) + (c % columns).abs_diff(j) <= 1);
            (lights[cell] + near.map(|c| presses[c]).sum::<u64>()).is_multiple_of(states)
        });
        if off {
            best = (cost, if cost < best.0 { 1 } else { best.1 + 1 });
        }
    }
    best
}

#[test]
fn stated_minima_are_true() {
    for (board, rows, columns, states, presses, extra) in [
        ("4x4", 4, 4, 2, "5", &[][..]),
        ("4x4", 4, 4, 2, "7", &[]),
        ("4x4", 4, 4, 2, "4", &["--unique"]),
        ("4x4", 4, 4, 2, "4", &["--symmetric", "mirror"]),
        ("4x4", 4, 4, 2, "4", &["--symmetric", "full"]),
        ("4x4", 4, 4, 2, "5", &["--lit", "7"]),
        ("2x3", 2, 3, 3, "6", &[]),
        ("2x4", 2, 4, 3, "6", &["--symmetric", "turn"]),
        ("2x3", 2, 3, 4, "5", &["--unique"]),
    ] {
        let count = states.to_string();
        let mut all = vec!["generate", board, "--states", &count, "--presses", presses];
        all.extend(["--number", "3", "--seed", "11", "-f", "json"]);
        all.extend(extra);
        let puzzles = lines(&all);
        assert_eq!(puzzles.len(), 3);
        for puzzle in puzzles {
            let lights = cells(&puzzle["puzzle"]["lights"]);
            let (least, ways) = by_trial(rows, columns, states, &lights);
            assert_eq!(puzzle["press_count"], least, "{all:?}");
            assert_eq!(puzzle["cheapest_solutions"], ways, "{all:?}");
            assert_eq!(cells(&puzzle["presses"]).iter().sum::<u64>(), least);
            if extra.contains(&"--unique") {
                assert_eq!(ways, 1);
            }
            if extra.contains(&"--lit") {
                assert_eq!(lights.iter().filter(|&&x| x != 0).count(), 7);
            }
            let at = |i: usize, j: usize| lights[i * columns + j];
            for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
                if extra.contains(&"mirror") || extra.contains(&"full") {
                    assert_eq!(at(i, j), at(i, columns - 1 - j));
                }
                if extra.contains(&"full") {
                    assert_eq!(at(i, j), at(j, i));
                }
                if extra.contains(&"turn") {
                    assert_eq!(at(i, j), at(rows - 1 - i, columns - 1 - j));
                }
            }
        }
    }
}

#[test]
fn a_generated_puzzle_goes_through_solve_and_check() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (puzzle, answer) = (path("p.json"), path("a.json"));
    let made = lines(&["generate", "triangle:7", "--presses", "9", "-f", "json"]).remove(0);
    std::fs::write(&puzzle, made["puzzle"].to_string()).unwrap();
    assert_eq!(status(&run(&["solve", &puzzle, "--minimal", "-f", "json", "-o", &answer])), 0);
    let solved: Value = serde_json::from_slice(&std::fs::read(&answer).unwrap()).unwrap();
    assert_eq!((&solved["press_count"], &solved["proven"]), (&9.into(), &true.into()));
    assert_eq!(status(&run(&["check", &puzzle, &answer])), 0);
}

#[test]
fn seeds_decide() {
    let with =
        |seed: &str| stdout(&run(&["generate", "5x5", "--presses", "7", "--number", "2", "--seed", seed]));
    assert_eq!(with("5"), with("5"));
    assert_ne!(with("5"), with("6"));
    assert!(with("5").contains("Puzzle 2: 7 presses"));
}

#[test]
fn a_sheet_has_the_solutions_on_its_second_page() {
    let sheet = |extra: &[&str]| {
        let mut all = vec!["generate", "4x4", "--presses", "4", "--number", "6", "--format"];
        all.extend(extra);
        let output = run(&all);
        assert_eq!(status(&output), 0, "{}", stderr(&output));
        output.stdout
    };
    let svg = String::from_utf8(sheet(&["svg"])).unwrap();
    assert!(svg.contains("width=\"210mm\" height=\"594mm\"") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("<title") && svg.contains("<desc"));
    let second = svg.find(">2 / 2<").expect("a second page");
    let first = svg.find(">1 / 2<").expect("a first page");
    assert!(first < svg.find(">6: 4 presses<").unwrap());
    // Stars mark presses: 24 on the second page, none on the first.
    assert_eq!(svg[..second].matches("<polygon").count(), 0);
    assert_eq!(svg[second..].matches("<polygon").count(), 24);
    let png = sheet(&["png", "--width", "400"]);
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 400);
}

#[test]
fn what_cannot_be_is_refused_in_one_sentence() {
    let refusal = |arguments: &[&str], code: i32, words: &str| {
        let output = run(arguments);
        assert_eq!(status(&output), code, "{arguments:?}");
        assert!(output.stdout.is_empty());
        let text = stderr(&output);
        assert!(text.lines().count() == 1 && text.contains(words), "{text}");
    };
    refusal(&["generate", "3x3", "--presses", "10"], 2, "none needs more than 9");
    refusal(&["generate", "4x4", "--presses", "8"], 2, "none needs more than 7");
    refusal(&["generate", "lights-out-2000", "--presses", "25"], 2, "none needs more than 24");
    refusal(&["generate", "2x3", "--presses", "1", "--lit", "6"], 2, "has 6 lights that are not off");
    refusal(&["generate", "5x5", "--presses", "3", "--lit", "26"], 2, "has 26 lights that are not off");
    refusal(&["generate", "2x3", "--presses", "1", "--lit", "2"], 3, "no such puzzle");
    refusal(
        &["generate", "5x5", "--presses", "5", "--lit", "4", "--target", "1"],
        2,
        "expected all lights off",
    );
    refusal(&["generate", "2x3", "--presses", "1", "--format", "csv"], 2, "expected one of");
    refusal(
        &["generate", "4x5", "--rule", ".#./.##/...", "--presses", "1", "--symmetric", "turn"],
        2,
        "no turn",
    );
    assert_eq!(json(&run(&["generate", "4x4", "--presses", "0", "-f", "json"]))["press_count"], 0);
}

#[test]
fn a_target_is_kept() {
    let found = &lines(&["generate", "3x3", "--presses", "2", "--target", "on", "-f", "json"])[0];
    assert_eq!(found["puzzle"]["target"], "on");
    let folder = tempfile::tempdir().unwrap();
    let puzzle = folder.path().join("p.json");
    std::fs::write(&puzzle, found["puzzle"].to_string()).unwrap();
    let solved = json(&run(&["solve", puzzle.to_str().unwrap(), "-f", "json"]));
    assert_eq!(solved["presses"], found["presses"]);
    assert_eq!(solved["press_count"], 2);
}

#[test]
fn puzzles_that_repeat_are_said_to() {
    // Only one state of this board needs 9 presses.
    let output = run(&["generate", "3x3", "--presses", "9", "--number", "3"]);
    assert_eq!(status(&output), 0);
    assert!(stderr(&output).contains("2 of the 3 puzzles repeat an earlier one"), "{}", stderr(&output));
    assert_eq!(stderr(&run(&["generate", "3x3", "--presses", "9"])), "");
}

#[test]
fn a_target_of_state_0_is_off() {
    let arguments = ["generate", "5x5", "--presses", "5", "--lit", "7", "--target", "0", "-f", "json"];
    let found = &lines(&arguments)[0];
    assert_eq!(cells(&found["puzzle"]["lights"]).iter().filter(|&&x| x != 0).count(), 7);
    let folder = tempfile::tempdir().unwrap();
    let puzzle = folder.path().join("p.json");
    let text =
        serde_json::json!({"schema": 1, "board": "5x5", "states": 2, "lights": vec![[0; 5]; 5], "target": 0});
    std::fs::write(&puzzle, text.to_string()).unwrap();
    let found =
        &lines(&["generate", puzzle.to_str().unwrap(), "--presses", "5", "--lit", "7", "-f", "json"])[0];
    assert_eq!(cells(&found["puzzle"]["lights"]).iter().filter(|&&x| x != 0).count(), 7);
}

#[test]
fn billions_of_presses_are_shared_out() {
    for (board, presses, extra) in
        [("2x2", 5_000_000_000u64, &[][..]), ("3x4", 1_000_000_000, &["--symmetric", "turn"])]
    {
        let count = presses.to_string();
        let arguments = ["generate", board, "--states", "4294967296", "--presses", &count, "-f", "json"];
        let found = &lines(&[&arguments[..], extra].concat())[0];
        assert_eq!(found["press_count"], presses, "{board}");
        assert_eq!(cells(&found["presses"]).iter().sum::<u64>(), presses, "{board}");
    }
}

#[test]
fn a_limit_is_a_limit_at_every_step() {
    for arguments in [
        &["generate", "5x5", "--presses", "1", "--number", "100000000", "--time-limit", "1"][..],
        &["generate", "20x20", "--rule", "king", "--presses", "30", "--time-limit", "1"],
        &["generate", "39x39", "--presses", "400", "--number", "100000", "--time-limit", "0.3"],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("found.json");
        let output = run(&[arguments, &["-f", "json", "-o", file.to_str().unwrap()]].concat());
        assert_eq!(status(&output), 3, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("stopped before a puzzle was found"), "{}", stderr(&output));
        // What was found before is there, whole.
        if arguments[1] == "5x5" {
            let text = std::fs::read_to_string(&file).unwrap();
            for line in text.lines() {
                let found: Value = serde_json::from_str(line).expect("one object a line");
                assert_eq!(found["press_count"], 1);
            }
            assert!(stderr(&output).contains(&format!("found {} of 100000000", text.lines().count())));
        }
    }
}
