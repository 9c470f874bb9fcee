//! Searches that reach a limit, and the fewest presses against trying every press vector.

mod support;

use lightsout::board::Board;
use lightsout::puzzle::{Game, Puzzle, Target};
use serde_json::{Value, json};
use support::{json, run, run_with, status, stderr, stdout};

/// Splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

/// A board with lights made by random presses, and the same as the program reads it.
fn random_puzzle(spec: &str, rule: &str, states: u64, seed: u64) -> (Puzzle, String) {
    let board: Board = spec.parse().unwrap();
    let board = board.with_rule(rule.parse().unwrap()).unwrap();
    let mut random = Random(seed);
    let presses: Vec<u32> = (0..board.cells()).map(|_| random.below(states) as u32).collect();
    let lights = board.system(states).press(&presses);
    let puzzle = Puzzle::new(Game::Board(board), states, lights, Target::Off).unwrap();
    let text = lightsout::format::json::write(&puzzle);
    (puzzle, text)
}

fn all_on(spec: &str) -> Puzzle {
    let board: Board = spec.parse().unwrap();
    let lights = vec![1; board.cells()];
    Puzzle::new(Game::Board(board), 2, lights, Target::Off).unwrap()
}

/// An answer that may be unproven: its presses solve the puzzle, and its bounds make sense.
fn sound(puzzle: &Puzzle, answer: &Value) {
    let presses: Vec<u32> = answer["presses"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap())
        .map(|x| x.as_u64().unwrap() as u32)
        .collect();
    assert!(puzzle.is_solved_by(&presses), "the presses do not solve it");
    let (cost, bound) = (answer["cost"].as_u64().unwrap(), answer["lower_bound"].as_u64().unwrap());
    assert_eq!(cost, presses.iter().map(|&x| u64::from(x)).sum::<u64>());
    assert!(0 < bound && bound <= cost, "{bound} of {cost}");
    assert_eq!(answer["proven"], bound == cost);
    assert_eq!(answer["minimal"], answer["proven"]);
}

#[test]
fn ten_thousand_quiet_patterns_and_a_time_limit() {
    // Each corner of a square of side 33: (1 + X^32) (1 + Y^32) on a torus of side 192, nullity 192^2 - 160^2.
    let side = ".".repeat(33);
    let corners = format!("#{0}#", &side[..31]);
    let rule = [&[corners.as_str()][..], &vec![side.as_str(); 31], &[corners.as_str()]].concat().join("/");
    let (puzzle, text) = random_puzzle("torus:192x192", &rule, 2, 4);
    let output = run_with(&["solve", "-", "--minimal", "--time-limit", "5", "-f", "json"], text.as_bytes());
    let answer = json(&output);
    sound(&puzzle, &answer);
    assert_eq!(answer["nullity"], 192 * 192 - 160 * 160);
    assert_eq!(status(&output), if answer["proven"] == true { 0 } else { 3 });
}

#[test]
fn a_limit_is_said_in_words() {
    for (board, states) in [("44x44", 2), ("38x38", 3), ("35x35", 4)] {
        let (puzzle, text) = random_puzzle(board, "king", states, 7);
        let arguments = ["solve", "-", "--minimal", "--time-limit", "1"];
        let output = run_with(&[&arguments[..], &["-f", "json"]].concat(), text.as_bytes());
        let answer = json(&output);
        sound(&puzzle, &answer);
        assert_eq!((status(&output), &answer["proven"]), (3, &json!(false)), "{board} {states}");
        // A press changes nine lights by one: counting alone says this much.
        let missing: u64 = puzzle.difference().iter().map(|&d| u64::from(d)).sum();
        assert!(answer["lower_bound"].as_u64().unwrap() >= missing.div_ceil(9), "{board} {states}");
        let output = run_with(&arguments, text.as_bytes());
        assert_eq!(status(&output), 3);
        let words = stdout(&output);
        assert!(words.contains("the best found; at least ") && words.contains("a gap of "), "{words}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_gives_the_best_so_far() {
    use std::process::{Command, Stdio};
    let child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
        .args(["solve", "95x95", "--all-on", "--minimal", "-f", "json", "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Minutes of work; the handler is there long before this.
    std::thread::sleep(std::time::Duration::from_secs(3));
    // Twice at once, as wrappers do, is once.
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let answer = json(&output);
    sound(&all_on("95x95"), &answer);
    assert_eq!(answer["proven"], false);
    assert_eq!(status(&output), 3);
}

#[test]
fn less_memory_means_another_method_or_a_bound() {
    let with = |limit: &str| {
        let arguments = ["solve", "39x39", "--all-on", "--minimal", "-f", "json", "--time-limit", "20"];
        run(&[&arguments[..], &["--memory-limit", limit]].concat())
    };
    let roomy = json(&with("1G"));
    assert_eq!((&roomy["press_count"], &roomy["evidence"]["kind"]), (&json!(561), &json!("join")));
    let output = with("64K");
    let tight = json(&output);
    sound(&all_on("39x39"), &tight);
    assert_ne!(tight["evidence"]["kind"], "join");
    assert_eq!(status(&output), if tight["proven"] == true { 0 } else { 3 });
    let refused = with("lots");
    assert_eq!(status(&refused), 2);
    assert!(stderr(&refused).contains("expected a size such as 500M"));
}

/// The least cost over all press vectors, and the first vector in reading order that has it.
fn brute(puzzle: &Puzzle, weights: &[u64], buttons: bool) -> Option<(u64, Vec<u32>)> {
    let system = puzzle.system().unwrap();
    let (k, n) = (puzzle.states(), system.buttons());
    let wanted = puzzle.difference();
    (0..k.pow(n as u32))
        .filter_map(|number| {
            let mut rest = number;
            let mut x: Vec<u32> = (0..n).map(|_| ((rest % k) as u32, rest /= k).0).collect();
            x.reverse();
            let cost =
                |(&x, &w): (&u32, &u64)| if buttons { w * u64::from(x != 0) } else { w * u64::from(x) };
            (system.press(&x) == wanted).then(|| (x.iter().zip(weights).map(cost).sum::<u64>(), x))
        })
        .min()
}

#[test]
fn weights_and_both_objectives_against_all_press_vectors() {
    let mut random = Random(9);
    for (board, states) in [
        ("3x4", 2),
        ("cylinder:3x4", 2),
        ("torus:3x3", 2),
        ("mobius:3x3", 2),
        ("klein:3x4", 2),
        ("projective:3x3", 2),
        ("triangle:4", 2),
        ("hexagon:2", 2),
        ("box:2x2x2", 2),
        ("cube:1", 2),
        ("orbix", 2),
        ("merlin", 2),
        ("2x4", 3),
        ("torus:3x3", 3),
        ("triangle:3", 3),
        ("2x3", 4),
        ("cylinder:2x3", 4),
        ("cube:1", 4),
        ("1x5", 5),
        ("torus:2x3", 5),
        ("2x2", 6),
        ("cylinder:1x5", 6),
        ("triangle:2", 6),
    ] {
        let parsed: Board = board.parse().unwrap();
        let cells = parsed.cells();
        for round in 0..2 {
            let presses: Vec<u32> = (0..cells).map(|_| random.below(states) as u32).collect();
            let lights = parsed.system(states).press(&presses);
            let weights: Vec<u64> =
                (0..cells).map(|_| if round == 0 { 1 } else { random.below(6) }).collect();
            let puzzle =
                Puzzle::new(Game::Board(parsed.clone()), states, lights.clone(), Target::Off).unwrap();
            let shaped = lightsout::format::shaped(puzzle.game(), &lights);
            let mut text =
                json!({"schema": 1, "board": board, "states": states, "lights": shaped, "target": "off"});
            if round == 1 {
                let list: Vec<u32> = weights.iter().map(|&w| w as u32).collect();
                text["weights"] = lightsout::format::shaped(puzzle.game(), &list);
            }
            for count in ["presses", "buttons"] {
                let (cost, first) = brute(&puzzle, &weights, count == "buttons").expect("it has a solution");
                let output = run_with(
                    &["solve", "-", "--minimal", "--count", count, "-f", "json"],
                    text.to_string().as_bytes(),
                );
                assert_eq!(status(&output), 0, "{text} {}", stderr(&output));
                let answer = json(&output);
                assert_eq!(
                    (&answer["cost"], &answer["proven"]),
                    (&json!(cost), &json!(true)),
                    "{text} {count}"
                );
                assert_eq!(answer["canonical"], true);
                assert_eq!(
                    answer["presses"],
                    lightsout::format::shaped(puzzle.game(), &first),
                    "{text} {count}"
                );
            }
        }
    }
}

#[test]
fn the_record_of_a_join_is_checked_and_changes_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (puzzle, claim) = (path("p.txt"), path("a.json"));
    std::fs::write(&puzzle, format!("{}\n", "#".repeat(47)).repeat(47)).unwrap();
    let output = run(&["solve", &puzzle, "--minimal", "-f", "json"]);
    let answer = json(&output);
    assert_eq!(status(&output), 0);
    assert_eq!(answer["press_count"], 971);
    let part = &answer["evidence"]["parts"][0];
    assert_eq!(part["kind"], "join");
    let check = |answer: &Value| {
        std::fs::write(&claim, answer.to_string()).unwrap();
        let output = run(&["check", &puzzle, &claim]);
        (status(&output), stdout(&output))
    };
    let (code, text) = check(&answer);
    assert!(code == 0 && text.contains("the evidence of the join is right"), "{text}");
    let number = |value: &Value, by: i64| json!(value.as_i64().unwrap() + by);
    let changes: [(&str, Box<dyn Fn(&mut Value)>); 7] = [
        ("greatest value", Box::new(|p| p["maxima"][2] = number(&p["maxima"][2], 2))),
        ("rank", Box::new(|p| p["ranks"][1] = number(&p["ranks"][1], 1))),
        ("best", Box::new(|p| p["best"] = number(&p["best"], 2))),
        ("best too low", Box::new(|p| p["best"] = number(&p["best"], -2))),
        ("cut", Box::new(|p| p["cuts"][0] = number(&p["cuts"][0], 400))),
        ("pairs", Box::new(|p| p["pairs"] = json!([[0, 2], [1, 3]]))),
        ("no ranks", Box::new(|p| p["ranks"] = json!([]))),
    ];
    for (what, change) in changes {
        let mut forged = answer.clone();
        change(&mut forged["evidence"]["parts"][0]);
        let (code, text) = check(&forged);
        assert_ne!(code, 0, "{what}: {text}");
    }
    // One press more, with its count changed to fit, is no solution; a dearer solution is not minimal.
    let mut forged = answer.clone();
    let cell = forged["presses"][0][0].as_u64().unwrap();
    forged["presses"][0][0] = json!(1 - cell);
    assert_eq!(check(&forged).0, 1);
    let plain = json(&run(&["solve", &puzzle, "-f", "json"]));
    if plain["press_count"] != answer["press_count"] {
        let mut dearer = answer.clone();
        dearer["presses"] = plain["presses"].clone();
        for key in ["press_count", "cost", "lower_bound"] {
            dearer[key] = plain["press_count"].clone();
        }
        assert_eq!(check(&dearer).0, 1);
    }
}
