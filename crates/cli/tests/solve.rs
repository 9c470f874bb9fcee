//! `solve`, `press`, `nullity` and `check`, as a user types them.

mod support;

use serde_json::json;
use support::{json, run, run_with, status, stderr, stdout};

const CROSS: &[u8] = b".#.\n###\n.#.\n";
const CORNER: &[u8] = b"#....\n.....\n.....\n.....\n.....\n";

#[test]
fn a_solution_is_drawn_over_the_lights() {
    let output = run_with(&["solve", "-"], CROSS);
    assert_eq!(status(&output), 0);
    assert_eq!(
        stdout(&output),
        "Solved with 1 press, the only solution.\n\n   1   2   3\n1  .   #   .\n2  #  [#]  #\n3  .   #   .\n\n\
         Press (row,column): (2,2)\n"
    );
}

#[test]
fn every_format_says_the_same() {
    let found = json(&run_with(&["solve", "-", "--format", "json"], CROSS));
    assert_eq!(found["schema"], 1);
    assert_eq!(found["solvable"], true);
    assert_eq!(found["presses"], json!([[0, 0, 0], [0, 1, 0], [0, 0, 0]]));
    assert_eq!(
        (&found["press_count"], &found["solutions"], &found["nullity"]),
        (&json!(1), &json!("1"), &json!(0))
    );
    assert_eq!(stdout(&run_with(&["solve", "-", "-f", "list"], CROSS)), "5\n");
    assert_eq!(stdout(&run_with(&["solve", "-", "-f", "csv"], CROSS)), "row,column,presses\n2,2,1\n");
}

#[test]
fn an_unsolvable_board_gets_a_proof_that_the_checker_accepts() {
    let output = run_with(&["solve", "-", "-f", "json"], CORNER);
    assert_eq!(status(&output), 1);
    let found = json(&output);
    assert_eq!(found["solvable"], false);
    assert_eq!(found["suggested_changes"], json!([{"light": [0, 0], "from": 1, "to": 0}]));
    let folder = tempfile::tempdir().unwrap();
    let (puzzle, answer) = (folder.path().join("p.txt"), folder.path().join("a.json"));
    std::fs::write(&puzzle, CORNER).unwrap();
    std::fs::write(&answer, &output.stdout).unwrap();
    let paths = [puzzle.to_str().unwrap(), answer.to_str().unwrap()];
    let verdict = run(&["check", paths[0], paths[1]]);
    assert_eq!(status(&verdict), 0, "{}", stdout(&verdict));
    // Another board's answer is refused.
    std::fs::write(&puzzle, CROSS).unwrap();
    assert_ne!(status(&run(&["check", paths[0], paths[1]])), 0);
    // A wrong press too.
    std::fs::write(&answer, r#"{"schema":1,"solvable":true,"presses":[[1,0,0],[0,0,0],[0,0,0]]}"#).unwrap();
    assert_eq!(status(&run(&["check", paths[0], paths[1]])), 1);
    assert!(stdout(&run_with(&["solve", "-"], CORNER)).contains("There is no solution."));
}

#[test]
fn lists_are_read_back_by_press_and_check() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("answer.list");
    for name in ["classic.txt", "holes.txt", "cylinder.txt", "triangle.txt", "four-states-free.json"] {
        let puzzle = format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"));
        for format in ["list", "csv"] {
            let found = run(&["solve", &puzzle, "--format", format]);
            std::fs::write(&list, &found.stdout).unwrap();
            let verdict = run(&["check", &puzzle, list.to_str().unwrap()]);
            assert_eq!(status(&verdict), 0, "{name} {format}: {}{}", stdout(&verdict), stderr(&verdict));
        }
        let typed = stdout(&run(&["solve", &puzzle, "--format", "list"]));
        let pressed = run(&["press", &puzzle, "--press", typed.trim()]);
        assert!(stderr(&pressed).contains("every light is at its target"), "{name}: {}", stderr(&pressed));
    }
}

#[test]
fn a_level_pack_is_answered_line_by_line() {
    let mut pack = String::new();
    for number in 0..10_000u32 {
        let mut bits = number.wrapping_mul(2_654_435_761);
        let rows: Vec<String> = (0..5)
            .map(|_| {
                let row: Vec<String> = (0..5)
                    .map(|_| {
                        bits = bits.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                        (bits >> 30 & 1).to_string()
                    })
                    .collect();
                format!("[{}]", row.join(","))
            })
            .collect();
        pack.push_str(&format!("{{\"schema\":1,\"board\":\"5x5\",\"lights\":[{}]}}\n", rows.join(",")));
    }
    let output = run_with(&["solve", "-", "-f", "json"], pack.as_bytes());
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let answers: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 10_000);
    let solved = answers.iter().filter(|a| a["solvable"] == true).count();
    // A quarter of all states can be solved.
    assert!((2_200..2_800).contains(&solved), "{solved}");
}

#[test]
fn a_bad_line_does_not_stop_a_stream() {
    let good = r#"{"schema":1,"board":"1x1","lights":[[1]]}"#;
    let pack = format!("{good}\n{{\"schema\":1,\"board\":\"1x1\",\"lights\":[[2]]}}\n[#.] (0) (1)\n{good}\n");
    let output = run_with(&["solve", "-"], pack.as_bytes());
    assert_eq!(status(&output), 2);
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[0].ends_with("solved, 1 press: (1,1)"));
    assert!(lines[1].contains("error:") && lines[1].contains("line 2"));
    assert!(lines[2].contains("solved, 1 press"));
    let said = stderr(&output);
    assert!(said.starts_with("lightsout: 1 of 4 puzzles could not be answered; the first: "), "{said}");
    assert!(said.contains("line 2"), "{said}");
}

#[test]
fn pressing_the_solution_leaves_the_board_dark() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state.json");
    let path = file.to_str().unwrap();
    for board in ["triangle:7", "torus:4x6", "hexagon:3", "cube:2", "orbix", "alien-tiles"] {
        for states in ["2", "5", "6"] {
            let made = run(&[
                "press", "--random", "--seed", "9", "--board", board, "--states", states, "-f", "json", "-o",
                path,
            ]);
            assert_eq!(status(&made), 0, "{board}: {}", stderr(&made));
            let list = run(&["solve", path, "-f", "list"]);
            assert_eq!(status(&list), 0, "{board}: {}", stderr(&list));
            let pressed = run(&["press", path, "--press", stdout(&list).trim(), "-f", "json"]);
            let lights = json(&pressed)["lights"].to_string();
            assert!(lights.chars().all(|c| !c.is_ascii_digit() || c == '0'), "{board}: {lights}");
        }
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
        .args(["nullity", "--family", "square", "--sizes", "1..20000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn nullities_of_boards_and_tables() {
    assert_eq!(stdout(&run(&["nullity", "5x5"])), "5x5: nullity 2, 4 quiet patterns\n");
    let found = json(&run(&["nullity", "4x4", "--states", "12", "-f", "json"]));
    assert_eq!(found["states"], 12);
    assert_eq!(found["nullity"], json!(null));
    let table = run(&["nullity", "--family", "square", "--sizes", "1..9", "-f", "json"]);
    assert_eq!(
        json(&table)["rows"],
        json!([[1, 0], [2, 0], [3, 0], [4, 4], [5, 2], [6, 0], [7, 0], [8, 0], [9, 8]])
    );
}

#[test]
fn an_interrupted_table_goes_on_from_any_point() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let path = file.to_str().unwrap();
    for format in ["csv", "json", "text"] {
        let args = ["nullity", "--family", "triangle", "--sizes", "1..30", "-f", format];
        let whole = run(&args).stdout;
        for cut in 0..whole.len() {
            std::fs::write(&file, &whole[..cut]).unwrap();
            let output = run(&[&args[..], &["--resume", path]].concat());
            assert_eq!(status(&output), 0, "{format} cut at {cut}: {}", stderr(&output));
            assert_eq!(std::fs::read(&file).unwrap(), whole, "{format} cut at {cut}");
        }
    }
}

#[test]
fn help_man_and_completions_come_from_one_definition() {
    for args in [
        &["help"][..],
        &["help", "solve"],
        &["man"],
        &["completions", "bash"],
        &["completions", "fish"],
        &["--version"],
    ] {
        let output = run(args);
        assert_eq!(status(&output), 0, "{args:?}");
        assert!(!output.stdout.is_empty());
    }
}

#[test]
fn graphs_are_boards() {
    let found = json(&run(&["solve", "graph:examples/graphs/petersen.txt", "--all-on", "-f", "json"]));
    assert_eq!(found["solvable"], true);
    let lights = run(&[
        "solve",
        "examples/graphs/petersen-lights.txt",
        "--board",
        "graph:examples/graphs/petersen.txt",
        "-f",
        "json",
    ]);
    assert!((0..2).contains(&status(&lights)), "{}", stderr(&lights));
    assert_eq!(status(&run(&["nullity", "graph:examples/graphs/petersen.txt"])), 0);
    let open =
        json(&run(&["nullity", "graph:examples/graphs/petersen.txt", "--rule", "plus-open", "-f", "json"]));
    assert_eq!(open["nullity"], 4, "the Petersen graph has rank 6 over GF(2)");
}

#[test]
fn a_stream_beside_other_files_is_read_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (grid, stream) = (name("a.txt"), name("b.jsonl"));
    std::fs::write(&grid, "#\n").unwrap();
    let line = |light: u32| format!("{{\"schema\":1,\"board\":\"1x1\",\"lights\":[[{light}]]}}\n");
    std::fs::write(&stream, format!("{}\n{}{}", line(0), line(7), line(1))).unwrap();
    let output = run(&["solve", &grid, &stream, &grid, "-f", "json"]);
    assert_eq!(status(&output), 2);
    let counts: Vec<Option<u64>> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["press_count"].as_u64())
        .collect();
    assert_eq!(counts, [Some(1), Some(0), None, Some(1), Some(1)]);
    // Each place is named, and named once.
    let text = stdout(&run(&["solve", &grid, &stream]));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[1].starts_with(&format!("{stream} line 1: solved")), "{text}");
    assert!(lines[2].starts_with(&format!("error: {stream}: line 3, column 38: found state 7")), "{text}");
    assert_eq!(lines[2].matches("b.jsonl").count(), 1);
    assert_eq!(lines[2].matches("line 3").count(), 1);
}
