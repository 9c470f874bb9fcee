//! Bad input: one sentence on standard error, exit status 2, nothing written.

mod support;

use support::{run, run_with, status, stderr, stdout};

/// The one sentence that is expected.
fn refused(args: &[&str], input: &[u8]) -> String {
    let output = run_with(args, input);
    let said = stderr(&output);
    assert_eq!(
        status(&output),
        2,
        "{args:?} {:?}: {said}",
        String::from_utf8_lossy(&input[..input.len().min(60)])
    );
    assert!(stdout(&output).is_empty(), "{args:?}");
    assert!(!said.contains("panicked"), "{said}");
    said
}

fn one_line(args: &[&str], input: &[u8]) -> String {
    let said = refused(args, input);
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[test]
fn puzzles_that_are_none() {
    for (input, expected) in [
        (&b""[..], "standard input"),
        (b"\n\n", "standard input"),
        (b"...\n..\n", "line 2"),
        (b"..q\n...\n", "line 1, column 3"),
        (b"states: 1\n\n..\n", "states"),
        (b"states: 0\n\n..\n", "states"),
        (b"states: 3\n\n.3\n", "line 3, column 2"),
        (b"board: sphere:3\n\n..\n", "line 1"),
        (b"board: 3x3\n\n..\n..\n", "3"),
        (b"board: 99999999x99999999\n\n.\n", ""),
        (b"{\"schema\":1}", ""),
        (b"{\"schema\":2,\"board\":\"1x1\",\"lights\":[[0]]}", "schema"),
        (b"{\"schema\":1,\"board\":\"1x1\",\"lights\":[[0]],\"colour\":1}", "colour"),
        (b"{\"schema\":1,\"lights\":[0],\"buttons\":[[99]]}", "99"),
        (b"[.##.] (9)", "9"),
        (b"\xff\xfe\x00", ""),
    ] {
        let said = one_line(&["solve", "-"], input);
        assert!(said.contains(expected), "{:?}: {said}", String::from_utf8_lossy(input));
    }
}

#[test]
fn arguments_that_are_none() {
    for args in [
        &["solve", "no-such-file"][..],
        &["solve", "crates"],
        &["solve", "5x5"],
        &["nullity", "5x"],
        &["nullity", "5x5", "--states", "1"],
        &["nullity", "5x5", "--states", "-3"],
        &["nullity", "5x5", "--states", "4294967297"],
        &["nullity", "5x5", "--rule", "bishop"],
        &["nullity", "triangle:5", "--rule", "king"],
        &["nullity", "--family", "round", "--sizes", "1..5"],
        &["nullity", "--family", "square", "--sizes", "5..1"],
        &["nullity", "--family", "square", "--sizes", "0..5"],
        &["nullity", "hexagon:100000"],
        &["press", "3x3", "--press", "10"],
        &["press", "3x3", "--press", "1,4 9,9"],
        &["solve", "3x3", "--all-on", "-o", "no/such/folder/x.txt"],
        &["solve", "3x3", "--all-on", "-o", "crates"],
        &["solve", "3x3", "--all-on", "--target", "purple"],
    ] {
        one_line(args, b"");
    }
    // What the parser of arguments refuses takes one sentence as well.
    for (args, expected) in [
        (&["solve"][..], "not provided: <PUZZLES>"),
        (&["nonsense"], "'nonsense'"),
        (&["solv", "x"], "perhaps 'solve' is meant"),
        (&["solve", "--colour", "x"], "'--colour'"),
        (&["solve", "x", "--mimimal"], "perhaps '--minimal' is meant"),
        (&["solve", "x", "--limit"], "'--limit <N>'"),
        (&["solve", "x", "--minimal", "--all"], "'--minimal' cannot be used with '--all'"),
        (&["press", "5x5", "--random", "--press", "1", "--all-on"], "'--random' cannot be used with"),
        (&["nullity", "--family", "square"], "--sizes"),
        (&["solve", "3x3", "--all-on", "-f", "svg"], "--format: found \"svg\", expected one of text"),
        (&["solve", "3x3", "--all-on", "-o", ""], "a value is required for '--output <FILE>'"),
        (
            &["solve", "3x3", "--all-on", "--minimal", "--threads", "0"],
            "expected a whole number from 1 to 1024",
        ),
        (
            &["nullity", "--family", "square", "--sizes", "1..99999999999999999999"],
            "99999999999999999999 is too large",
        ),
    ] {
        let said = one_line(args, b"");
        assert!(said.starts_with("lightsout: ") && said.contains(expected), "{args:?}: {said}");
    }
    // Help is no error.
    assert!(stdout(&run(&["solve", "--help"])).contains("Usage"));
    assert!(stdout(&run(&["--version"])).starts_with("lightsout "));
}

#[test]
fn a_file_that_is_not_there_is_said_to_be_none() {
    for args in [
        &["solve", "nofile.txt"][..],
        &["solve", "no/file"],
        &["kernel", "nofile.txt"],
        &["nullity", "./nofile"],
        &["press", "nofile.pbm", "--random"],
        &["solve", "3x3", "--all-on", "--target", "nofile.txt"],
    ] {
        let said = one_line(args, b"");
        assert!(said.ends_with(": no such file\n"), "{args:?}: {said}");
    }
    let said = one_line(&["solve", "nofile"], b"");
    let expected =
        "lightsout: nofile: no such file, and neither the ID of a puzzle nor a board, expected ROWS";
    assert!(said.starts_with(expected), "{said}");
    let said = one_line(&["solve", "3x3", "--all-on", "--target", "nofile"], b"");
    assert!(said.contains("target nofile: no such file, expected off, on"), "{said}");
    // Where only the board is named it is not taken for a file.
    assert!(!one_line(&["nullity", "--board", "nofile"], b"").contains("file,"));
}

#[test]
fn a_board_without_lights_is_no_puzzle() {
    let named = one_line(&["solve", "5x5"], b"");
    assert_eq!(one_line(&["solve", "--board", "5x5"], b""), named);
    assert_eq!(one_line(&["solve", "--board", "5x5"], b"#....\n"), named);
    assert_eq!(status(&run(&["solve", "--board", "5x5", "--all-on"])), 0);
}

#[test]
fn a_bad_line_of_a_stream_does_not_stop_the_rest() {
    let stream = b"{\"lights\":[[1,0]],}\n{\"lights\":[[1]]}\n";
    let output = run_with(&["solve", "-", "-f", "json"], stream);
    let lines = stdout(&output);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!((status(&output), lines.len()), (2, 2), "{lines:?}");
    assert!(lines[0].contains("\"error\":\"standard input: line 1, "), "{}", lines[0]);
    assert!(lines[1].contains("\"solvable\":true"), "{}", lines[1]);
    // The ending of a name says so too, for a single line that is no puzzle.
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.jsonl", "b.NDJSON"] {
        let path = folder.path().join(name);
        std::fs::write(&path, "no puzzle\n").unwrap();
        let output = run(&["solve", path.to_str().unwrap(), "-f", "json"]);
        assert_eq!(status(&output), 2);
        assert!(stdout(&output).contains("\"error\":"), "{}", stdout(&output));
    }
}

#[test]
fn a_line_of_a_hundred_megabytes_is_refused_or_read() {
    let mut line = vec![b'q'; 100 << 20];
    one_line(&["solve", "-"], &line);
    line[0] = b'{';
    one_line(&["solve", "-"], &line);
}

#[test]
fn a_failed_run_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.json");
    std::fs::write(&file, "old").unwrap();
    let path = file.to_str().unwrap();
    refused(&["solve", "-", "-f", "json", "-o", path], b"..\n.\n");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
    let output = run_with(&["solve", "-", "-f", "json", "-o", path], b"#\n");
    assert_eq!(status(&output), 0);
    assert!(std::fs::read_to_string(&file).unwrap().starts_with('{'));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "something temporary was left");
}

#[test]
fn garbage_never_panics() {
    let seeds: [&[u8]; 8] = [
        b"states: 3\nboard: torus:2x3\n\n012\n210\n",
        b"{\"schema\":1,\"board\":\"2x2\",\"states\":4,\"lights\":[[1,2],[3,null]],\"target\":\"on\"}",
        b"[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1)",
        b"P1\n3 2\n010\n111\n",
        b"P4\n9 2\n\x80\x80\xff\x00",
        b"P2\n2 2\n3\n0 1 2 3\n",
        b"lo1-AgADAxEBLWpq",
        b"1 2 3\n4 5 6\n",
    ];
    let mut state = 7u64;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % bound
    };
    let pieces: [&[u8]; 12] = [
        b"\n",
        b"9",
        b"-",
        b"{",
        b"]",
        b"\x00",
        b"\xe2\x98\x83",
        b"null",
        b" ",
        b"99999999999999999999",
        b"_",
        b"#",
    ];
    for turn in 0..240 {
        let mut input = seeds[turn % seeds.len()].to_vec();
        for _ in 0..1 + next(5) {
            let at = next(input.len() + 1);
            match next(3) {
                0 => {
                    let piece = pieces[next(pieces.len())];
                    input.splice(at..at, piece.iter().copied());
                }
                1 => input.truncate(at),
                _ if at < input.len() => {
                    input.remove(at);
                }
                _ => {}
            }
        }
        let output = run_with(&["solve", "-"], &input);
        let said = stderr(&output);
        assert!(!said.contains("panicked"), "{:?}: {said}", String::from_utf8_lossy(&input));
        assert!((0..=2).contains(&status(&output)));
        assert!(status(&output) != 2 || !(said.is_empty() && stdout(&output).is_empty()));
    }
}

#[test]
fn a_table_is_gone_on_with_only_where_it_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.txt");
    let file = path.to_str().unwrap();
    for (text, family, said) in [
        ("Dear diary", "square", "line 1: expected the row of size 1"),
        ("1 0\n2 0\n3 what\n", "square", "line 3: expected the row of size 3"),
        ("1 0\n2 0\n3 0\n", "triangle", "found nullity 0 at size 2, expected 2"),
        ("{\"schema\":1,\"presses\":[]}", "square", "does not begin as a table"),
    ] {
        std::fs::write(&path, text).unwrap();
        let output = run(&["nullity", "--family", family, "--sizes", "1..9", "--resume", file]);
        assert_eq!(status(&output), 2, "{text}");
        assert!(stderr(&output).contains(said), "{text}: {}", stderr(&output));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "the file is as it was");
    }
    // A cut row is written again, in the format of the file.
    for (name, cut) in [("csv", 19), ("json", 60), ("text", 7)] {
        let whole = stdout(&run(&["nullity", "--family", "square", "--sizes", "1..9", "-f", name]));
        std::fs::write(&path, &whole[..cut]).unwrap();
        let output = run(&["nullity", "--family", "square", "--sizes", "1..9", "--resume", file]);
        assert_eq!(status(&output), 0, "{name}: {}", stderr(&output));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "{name}");
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let puzzle = name("p.txt");
    std::fs::write(&puzzle, ".#.\n###\n.#.\n").unwrap();
    let stream = name("s.jsonl");
    let line = r#"{"schema":1,"board":"1x1","lights":[[1]]}"#;
    std::fs::write(&stream, format!("{line}\n{line}\n")).unwrap();
    for (args, said) in [
        (vec!["nullity", "5x5", "--board", "6x6"], "both name a board"),
        (vec!["solve", &puzzle, "-o", &name("a.svg")], "no format svg (from the name"),
        (vec!["solve", &puzzle, "--all", "-o", &name("a.pbm")], "--all has no format pbm"),
        (vec!["solve", &stream, "--all"], "a stream of several"),
        (vec!["solve", &puzzle, "--all", "--certificate", &name("c.pbm")], "without --all"),
        (vec!["solve", &puzzle, "--count", "buttons"], "give one of them"),
        (vec!["press", "100000x100000", "-p", "1", "-o", &name("a.pbm")], "10000000000 lights"),
        (vec!["chase", "1000000x1000000", "--all-on"], "1000000000000 lights"),
    ] {
        let output = run(&args);
        assert_eq!(status(&output), 2, "{args:?}: {}", stdout(&output));
        assert!(stderr(&output).contains(said), "{args:?}: {}", stderr(&output));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing was written");
}

#[cfg(unix)]
#[test]
fn a_full_standard_error_is_no_panic() {
    for args in [
        vec!["solve", "nofile"],
        vec!["press", "3x3", "-p", "1"],
        vec!["solve", "5x5", "--all-on", "--all", "--limit", "1"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ended = std::process::Command::new(env!("CARGO_BIN_EXE_lightsout"))
            .args(&args)
            .stdout(std::process::Stdio::null())
            .stderr(full)
            .status()
            .unwrap();
        assert!(matches!(ended.code(), Some(0 | 2)), "{args:?}: {ended}");
    }
}

#[test]
fn numbers_that_are_none_are_refused_with_what_was_expected() {
    for (args, found, expected) in [
        (&["solve", "5x5", "--all-on", "--all", "--limit", "-1"][..], "\"-1\"", "a whole number from 0"),
        (&["kernel", "5x5", "--limit", "-1"], "\"-1\"", "a whole number from 0"),
        (&["kernel", "5x5", "--index", "-1"], "\"-1\"", "a whole number from 1"),
        (&["kernel", "5x5", "-f", "svg", "--columns", "0"], "\"0\"", "a whole number from 1"),
        (&["figure", "5x5", "-f", "png", "--width", "0"], "\"0\"", "a whole number from 1"),
        (&["generate", "5x5", "--presses", "3", "--number", "0"], "\"0\"", "a whole number from 1"),
        (&["generate", "5x5", "--presses", "x"], "\"x\"", "a whole number from 0"),
        (&["serve", "--port", "x"], "\"x\"", "a whole number from 0"),
        (&["lookup", "5x5", "--limit", "99999999999999999999"], "\"99999999999999999999\"", "too large"),
        (
            &["solve", "5x5", "--all-on", "--minimal", "--time-limit", "nan"],
            "\"nan\"",
            "a number of seconds from 0",
        ),
        (
            &["solve", "5x5", "--all-on", "--minimal", "--time-limit", "-2"],
            "\"-2\"",
            "a number of seconds from 0",
        ),
        (&["onepass", "--states", "5", "--time-limit", "inf"], "\"inf\"", "a number of seconds from 0"),
        (&["solve", "5x5", "--all-on", "--minimal", "--memory-limit", "-5"], "\"-5\"", "a size such as 500M"),
        (&["nullity", "--family", "square", "--sizes", "-3..5"], "\"-3..5\"", "1 <= A <= B"),
    ] {
        let output = run(args);
        let said = stderr(&output);
        assert_eq!((status(&output), stdout(&output).as_str()), (2, ""), "{args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
        assert!(said.contains(found) && said.contains(expected), "{args:?}: {said}");
    }
}

#[test]
fn options_that_would_change_nothing_are_refused() {
    for args in [
        &["press", "5x5", "--seed", "3"][..],
        &["chase", "5x5", "--all-on", "--limit", "4"],
        &["solve", "5x5", "--all-on", "--time-limit", "4"],
        &["solve", "5x5", "--all-on", "--threads", "1"],
        &["solve", "5x5", "--all-on", "--verbose"],
        &["solve", "5x5", "--all-on", "--all", "--count-only", "--limit", "4"],
        &["kernel", "5x5", "--weights", "--limit", "2"],
        &["kernel", "5x5", "--sparsest", "--limit", "0"],
        &["kernel", "5x5", "--index", "1,2", "--limit", "1"],
        &["kernel", "triangle:6", "--named", "pairs", "--limit", "0"],
        &["kernel", "5x5", "--weights", "--propagate", "2"],
        &["kernel", "5x5", "--states", "4", "--propagate", "2"],
        &["kernel", "triangle:13", "--named", "sierpinski", "--symmetric", "full"],
        &["kernel", "5x5", "--numbers"],
        &["kernel", "5x5", "--columns", "2", "-f", "json"],
        &["kernel", "5x5", "--width", "100", "-f", "svg"],
        &["matrix", "5x5", "--width", "100"],
        &["coverings", "5x5", "--states", "3"],
        &["coverings", "5x5", "--seed", "3"],
        &["coverings", "5x5", "--numbers"],
        &["coverings", "5x5", "--parity", "-f", "list"],
        &["coverings", "5x5", "--parity", "-f", "svg"],
        &["coverings", "5x5", "--random", "-f", "csv"],
        &["figure", "5x5", "--seed", "2"],
        &["figure", "5x5", "--only-presses"],
        &["figure", "5x5", "--target", "on"],
        &["figure", "5x5", "--covering", "--all-on"],
        &["figure", "lights-out-2000", "--quiet-pattern", "1"],
        &["generate", "5x5", "--presses", "0", "--number", "5"],
        &["generate", "5x5", "--presses", "2", "--width", "9"],
        &["fibonacci", "10", "-n", "4", "--table", "4", "-f", "csv"],
        &["fibonacci", "10", "--factors", "2", "--table", "4", "-f", "csv"],
    ] {
        one_line(args, b"");
    }
    // Options that a command does not have are not offered either.
    for (command, option) in [
        ("nullity", "--target"),
        ("kernel", "--target"),
        ("matrix", "--target"),
        ("lookup", "--target"),
        ("coverings", "--target"),
        ("hardest", "--threads"),
        ("hardest", "--memory-limit"),
    ] {
        assert!(!stdout(&run(&[command, "--help"])).contains(option), "{command} {option}");
        refused(&[command, "5x5", option, "1"], b"");
    }
}

#[test]
fn help_lists_the_formats_that_a_command_takes() {
    for (command, formats) in [
        ("solve", "text list json csv pbm"),
        ("press", "text json id pbm"),
        ("nullity", "text json csv"),
        ("kernel", "text list json csv svg png pbm"),
        ("matrix", "text csv mtx pbm json svg png"),
        ("coverings", "text list json csv svg png"),
        ("figure", "svg png"),
        ("hardest", "text json"),
        ("check", "text json"),
    ] {
        let help = stdout(&run(&[command, "-h"]));
        let format = &help[help.find("--format").unwrap()..];
        let list = format.split("[possible values: ").nth(1).and_then(|rest| rest.split(']').next()).unwrap();
        let words: Vec<&str> = list.split(',').map(str::trim).collect();
        assert_eq!(words.join(" "), formats, "{command}");
        // And no other is taken.
        let other = if formats.contains("mtx") { "id" } else { "mtx" };
        refused(&[command, "5x5", "-f", other], b"");
    }
}

#[test]
fn the_checker_names_the_file_at_fault() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (good, bad) = (name("good.txt"), name("bad.txt"));
    std::fs::write(&good, "#.\n").unwrap();
    std::fs::write(&bad, "..\n.q\n").unwrap();
    let said = stderr(&run(&["check", &bad, &good]));
    assert!(said.contains(&format!("puzzle {bad}, line 2, column 2: ")), "{said}");
    let said = stderr(&run(&["check", &good, &bad]));
    assert!(said.contains(&format!("answer {bad}, line 2, column 2: ")), "{said}");
    let said = stderr(&run_with(&["check", &good, "-"], b"?"));
    assert!(said.contains("answer standard input, line 1, column 1: "), "{said}");
    let said = stderr(&run(&["check", &good, &name("none")]));
    assert!(said.contains(&format!("{}: ", name("none"))), "{said}");
}

#[test]
fn buttons_are_no_target_and_a_nul_byte_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("buttons.txt");
    std::fs::write(&file, "[.#] (0) (1)\n").unwrap();
    let said = stderr(&run(&["solve", "1x2", "--all-on", "--target", file.to_str().unwrap()]));
    assert!(said.contains("found buttons in brackets, expected a grid of lights"), "{said}");
    let said = stderr(&run_with(&["solve", "-"], b"{\"schema\":1,\0\"lights\":[[1]]}"));
    assert!(said.contains("found a NUL byte, expected a key"), "{said}");
}
