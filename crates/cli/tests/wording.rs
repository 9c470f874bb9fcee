//! What is said: numbers with their nouns, where lists count from, what a name that is none is called.

mod support;

use std::io::Write;

use support::{run, run_with, status, stderr, stdout};

/// Three buttons on two lights, the last one a copy of the first: quiet pattern 0, 2.
const FREE: &[u8] = b"{\"schema\":1,\"lights\":[1,1],\"buttons\":[[0],[1],[0]]}";

fn said(args: &[&str], input: &[u8]) -> String {
    let output = run_with(args, input);
    stdout(&output) + &stderr(&output)
}

/// A file for the time of a test.
fn file(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(text.as_bytes()).expect("written");
    file
}

#[test]
fn free_systems_count_from_0() {
    let generated = said(&["generate", "-", "--presses", "2"], FREE);
    assert!(generated.contains("Press buttons (counted from 0): "), "{generated}");
    assert!(!generated.contains("row,column"), "{generated}");
    let hardest = said(&["hardest", "-"], FREE);
    assert!(
        hardest.contains("Press buttons (counted from 0): 0,1\n") || hardest.contains(": 1,2\n"),
        "{hardest}"
    );
    assert!(!hardest.contains("row,column"), "{hardest}");
    let kernel = said(&["kernel", "-"], FREE);
    assert!(kernel.contains("press buttons (counted from 0): 0,2\n"), "{kernel}");
    assert!(!kernel.contains("lights (counted"), "{kernel}");
    let one_way = said(&["coverings", "-"], b"{\"schema\":1,\"lights\":[0,0],\"buttons\":[[0,1],[1]]}");
    assert!(one_way.contains("button 0 changes light 1 (counted from 0)"), "{one_way}");
    let path = file("0 1\n1 2\n");
    let name = format!("graph:{}", path.path().display());
    let listed = said(&["coverings", &name, "--random"], b"");
    let drawn = listed.lines().find(|line| line.starts_with("drawn")).expect("a covering");
    assert!(drawn.ends_with("(counted from 0)") && !drawn.contains('3'), "{drawn}");
    // Two unsolvable puzzles, one line each.
    let line = "{\"schema\":1,\"lights\":[0,1],\"buttons\":[[0]]}\n";
    let many = said(&["solve", "-"], format!("{line}{line}").as_bytes());
    assert!(many.contains("light 1 to off (counted from 0)"), "{many}");
}

#[test]
fn no_presses_are_none() {
    let solved = said(&["solve", "-"], b"..\n..\n");
    assert!(solved.contains("Press (row,column): none\n"), "{solved}");
}

#[test]
fn one_is_singular() {
    for (args, input, expected) in [
        (&["generate", "3x3", "--presses", "1"][..], &b""[..], "Puzzle 1: 1 press;"),
        (&["hardest", "1x1"], b"", "more than 1 press; this one needs it"),
        (&["coverings", "1x1"], b"", "1x1: 1 covering by"),
        (&["nullity", "torus:3"], b"", "has 1 size,"),
        (&["kernel", "-"], b"{\"schema\":1,\"lights\":[0],\"buttons\":[[]]}", "1: 1 button\n"),
        (&["solve", "-"], b"P4\n2 2\n\x00", "found 1 byte after"),
    ] {
        let said = said(args, input);
        assert!(said.contains(expected), "{args:?}: {expected:?} is not in {said}");
    }
    let table = said(&["lookup", "triangle:4"], b"");
    assert!(
        !table.contains("lights then looks") && !table.contains("buttons of the\nfirst buttons"),
        "{table}"
    );
}

#[test]
fn one_solution_for_every_state_is_said_of_square_systems_only() {
    let square = said(&["nullity", "3x3"], b"");
    assert!(square.contains("every state has exactly one solution"), "{square}");
    for input in [
        &b"{\"schema\":1,\"lights\":[0,0],\"buttons\":[[0]]}"[..],
        b"{\"schema\":1,\"lights\":[0,0],\"buttons\":[]}",
        b"{\"schema\":1,\"states\":4,\"lights\":[0,0],\"buttons\":[[0]]}",
    ] {
        let tall = said(&["nullity", "-"], input);
        assert!(tall.contains("every solvable state has exactly one solution"), "{tall}");
    }
}

#[test]
fn names_that_are_none_are_explained() {
    for (args, expected) in [
        (&["press", "0x5"][..], "0x5"),
        (&["press", "cube:0"], "cube:0"),
        (&["press", "triangle:99999999999"], "triangle:99999999999"),
    ] {
        let output = run(args);
        let (own, nullity) = (stderr(&output), stderr(&run(&["nullity", args[1]])));
        assert_eq!(status(&output), 2);
        assert_eq!(own, nullity, "the board's own reason");
        assert!(own.contains(expected) && !own.contains("no such file"), "{own}");
    }
    for args in [["solve", ""], ["press", ""], ["nullity", ""]] {
        let said = said(&args, b"");
        assert!(said.contains("name of") && said.contains("is empty"), "{said}");
    }
    let none = said(&["figure", "3x3", "--quiet-pattern", "1"], b"");
    assert!(none.contains("3x3 has no quiet pattern but the empty one"), "{none}");
}

#[test]
fn a_target_file_has_the_shape_of_the_lights() {
    let solve = |puzzle: &str, target: &str| {
        let file = file(target);
        let name = file.path().to_str().expect("a name").to_string();
        let output = run_with(&["solve", "-", "--target", &name], puzzle.as_bytes());
        (status(&output), stderr(&output), name)
    };
    for (puzzle, target) in [
        ("....\n....\n....\n", "......\n......\n"),
        ("..\n..\n", ".\n.\n.\n.\n"),
        ("board: triangle:2\n\n.\n..\n", "...\n"),
        ("_..\n...\n", "._.\n...\n"),
        ("_..\n...\n", "...\n...\n"),
        ("...\n...\n", "_..\n...\n"),
        ("...\n...\n", "...\n..\n"),
        ("{\"schema\":1,\"lights\":[0,0],\"buttons\":[[0]]}", "...\n"),
    ] {
        let (status, said, name) = solve(puzzle, target);
        assert_eq!(status, 2, "{puzzle:?} {target:?}: {said}");
        assert!(said.contains(&name) && said.contains("expected") && said.contains("found"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    for (puzzle, target) in [
        ("...\n...\n", ".#.\n###\n"),
        ("_..\n...\n", "_..\n...\n"),
        ("board: triangle:2\n\n.\n..\n", ".\n..\n"),
        ("{\"schema\":1,\"lights\":[0,0],\"buttons\":[[0]]}", "#.\n"),
    ] {
        let (status, said, _) = solve(puzzle, target);
        assert!(status == 0 || status == 1, "{puzzle:?} {target:?}: {said}");
    }
}

#[test]
fn weights_stay_with_the_puzzle_that_is_pressed() {
    let puzzle = br#"{"board":"2x2","lights":[[1,0],[0,0]],"weights":[[1,5],[2,3]]}"#;
    let weighted = |text: &str| text.replace(char::is_whitespace, "").contains("\"weights\":[[1,5],[2,3]]");
    // Text cannot hold them, so that JSON is written where no format is asked for.
    for options in [&["--press", "1", "-f", "json"][..], &["--press", "1"], &["--random"], &["--all-on"]] {
        let output = run_with(&[&["press", "-"], options].concat(), puzzle);
        assert!(weighted(&stdout(&output)), "{options:?}: {} {}", stdout(&output), stderr(&output));
    }
    let id = stdout(&run_with(&["press", "-", "--press", "1", "-f", "id"], puzzle));
    assert!(weighted(&stdout(&run(&["press", id.trim(), "-f", "json"]))), "{id}");
    let text = run_with(&["press", "-", "--press", "1", "-f", "text"], puzzle);
    assert_eq!(status(&text), 2);
    assert!(stderr(&text).contains("puzzle text cannot hold weights"), "{}", stderr(&text));
    let image = run_with(&["press", "-", "--press", "1", "-f", "pbm"], puzzle);
    assert_eq!(status(&image), 0);
    assert!(stderr(&image).contains("not the weights"), "{}", stderr(&image));
}
