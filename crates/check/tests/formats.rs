//! Each form of puzzle and answer, read and refused.

use lightsout_check::{BadInput, Input, Options, check, check_bytes, check_files, toggles};

#[track_caller]
fn holds(puzzle: &str, answer: &str) -> bool {
    check(puzzle, answer).unwrap_or_else(|error| panic!("{error}\n{puzzle}\n{answer}")).holds
}

#[track_caller]
fn refused(puzzle: &str, answer: &str, input: Input, place: Option<(usize, usize)>, says: &str) {
    let error: BadInput = check(puzzle, answer).expect_err(puzzle);
    assert_eq!((error.input, error.place), (input, place), "{error}");
    assert!(error.to_string().contains(says), "{says:?} is not in {error}");
}

#[test]
fn every_shape_and_rule_is_read_and_pressed() {
    // One press of one button on a dark board, and the lights that it must have lit, written by hand.
    let cases = [
        ("board: 3x3", "...\n...\n...", ".#.\n###\n.#.", "...\n.#.\n..."),
        ("board: 3x3\nrule: plus-open", "...\n...\n...", ".#.\n#.#\n.#.", "...\n.#.\n..."),
        ("board: 3x3\nrule: cross", "...\n...\n...", "#.#\n.#.\n#.#", "...\n.#.\n..."),
        ("board: 3x3\nrule: king", "...\n...\n...", "##.\n##.\n...", "#..\n...\n..."),
        ("board: 3x3\nrule: king-open", "...\n...\n...", ".#.\n##.\n...", "#..\n...\n..."),
        ("board: 3x3\nrule: knight", "...\n...\n...", "#..\n..#\n.#.", "#..\n...\n..."),
        ("board: 3x3\nrule: row-column", "...\n...\n...", "###\n#..\n#..", "#..\n...\n..."),
        ("board: 3x3\nrule: ..#/.../...", "...\n...\n...", "..#\n...\n...", "...\n.#.\n..."),
        ("board: 3x3\nrule: row-column", ".._\n...\n...", "##_\n#..\n#..", "#._\n...\n..."),
        ("board: 3x3", "._.\n...\n...", "#_.\n#..\n...", "#_.\n...\n..."),
        ("board: cylinder:2x4", "....\n....", "##.#\n#...", "#...\n...."),
        ("board: torus:3x4", "....\n....\n....", "##.#\n#...\n#...", "#...\n....\n...."),
        ("board: mobius:3x4", "....\n....\n....", "##..\n#...\n...#", "#...\n....\n...."),
        ("board: klein:3x4", "....\n....\n....", "##..\n#...\n#..#", "#...\n....\n...."),
        // Left and up lead to the same cell, so it changes twice.
        ("board: projective:3x4", "....\n....\n....", "##..\n#...\n....", "#...\n....\n...."),
        ("board: triangle:3", ".\n..\n...", "#\n##\n...", "#\n..\n..."),
        ("board: triangle:3", "  .\n . .\n. . .", "#\n# #\n# # .", ".\n#.\n..."),
        ("board: triangle:3\nrule: plus-open", ".\n..\n...", "#\n.#\n##.", ".\n#.\n..."),
        ("board: hexagon:2", " ..\n...\n ..", "##\n###\n##", "..\n.#.\n.."),
        ("board: hexagon:2", "..\n...\n..", "##\n##.\n..", "#.\n...\n.."),
        ("board: box:2x2x2", "..\n..\n\n..\n..", "##\n#.\n\n#.\n..", "#.\n..\n..\n.."),
        ("board: cube:1", ".\n.\n.\n.\n.\n.", "#\n#\n#\n#\n#\n.", "#\n.\n.\n.\n.\n."),
        ("board: orbix", ".\n.....\n.....\n.", ".\n#####\n.....\n.", "#\n.....\n.....\n."),
        ("board: orbix", ".\n.....\n.....\n.", "#\n.#..#\n##...\n.", ".\n#....\n.....\n."),
        ("board: merlin", "...\n...\n...", "##.\n##.\n...", "#..\n...\n..."),
        ("board: mini", "....\n....\n....\n....", "##.#\n#...\n....\n#...", "#...\n....\n....\n...."),
    ];
    for (head, dark, lit, presses) in cases {
        // Backwards: the lit board as the target.
        let puzzle = format!("{head}\n\n{dark}\ntarget:\n{lit}\n");
        let verdict = check(&puzzle, presses).unwrap_or_else(|error| panic!("{error}\n{puzzle}"));
        assert!(verdict.holds, "{verdict}\n{puzzle}");
        assert!(!holds(&puzzle, dark), "{puzzle}");
    }
}

#[test]
fn toys_bring_their_states_and_rule() {
    let states = |board: &str, rows: &str| toggles(&format!("board: {board}\n\n{rows}")).expect(board);
    assert_eq!(states("lights-out-2000", &".....\n".repeat(5)).states, 3);
    let alien = states("alien-tiles", &".......\n".repeat(7));
    assert_eq!(alien.states, 4);
    assert!(alien.buttons.iter().all(|button| button.len() == 13));
    assert_eq!(states("classic", &".....\n".repeat(5)).states, 2);
    assert_eq!(states("deluxe", &"......\n".repeat(6)).lights.len(), 36);
    let other = toggles(&format!("board: alien-tiles\nstates: 2\nrule: plus\n\n{}", ".......\n".repeat(7)));
    assert_eq!(other.expect("overruled").buttons[0], [(0, 1), (1, 1), (7, 1)]);
}

#[test]
fn json_puzzles() {
    let answer = "{\"solvable\":true,\"presses\":[[1,null],[0,0]]}";
    assert!(holds(
        "{\"schema\":1,\"board\":\"2x2\",\"states\":3,\"rule\":\"plus\",\"lights\":[[2,null],[2,0]],\"target\":\"off\"}",
        answer
    ));
    assert!(holds(
        "{\"schema\":1,\"board\":\"2x2\",\"states\":3,\"lights\":[[1,null],[1,2]],\"target\":\"on\"}",
        answer
    ));
    assert!(holds(
        "{\"schema\":1,\"board\":\"2x2\",\"states\":3,\"lights\":[[0,null],[0,1]],\"target\":1}",
        answer
    ));
    assert!(holds(
        "{\"board\":\"2x2\",\"states\":3,\"lights\":[[0,null],[0,1]],\"target\":[[1,null],[1,1]]}",
        answer
    ));
    assert!(!holds(
        "{\"board\":\"2x2\",\"states\":3,\"lights\":[[0,null],[0,1]],\"target\":[[1,null],[1,2]]}",
        answer
    ));
    let free = "{\"schema\":1,\"states\":4,\"lights\":[3,0],\"target\":[0,1],\"buttons\":[[0],[[1,5],[1,4],0,0,[0,340282366920938463463374607431768211460]]]}";
    // The second button adds 1 to light 1 (5 + 4 modulo 4) and 2 to light 0 (twice 1, and 2^128 + 4 modulo 4).
    assert!(holds(free, "{\"solvable\":true,\"presses\":[3,1]}"));
    assert!(!holds(free, "{\"solvable\":true,\"presses\":[1,1]}"));
}

#[test]
fn targets_after_the_lights() {
    assert!(holds("..#\n.##\n###\ntarget: on\n", "1,1"));
    assert!(!holds("..#\n.##\n###\n", "1,1"));
    // One grid with blanks makes the other one of integers too.
    assert!(holds("states: 20\n\n3 2 3\ntarget:\n13,12,3\n", "10 0 0"));
    refused("states: 20\n\n3 2 3\ntarget:\n333\n", "1,1", Input::Puzzle, Some((5, 1)), "found \"333\"");
}

#[test]
fn bracket_puzzles() {
    let puzzle = "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}";
    assert!(holds(
        puzzle,
        "{\"solvable\":true,\"presses\":[0,0,0,0,1,1],\"press_count\":2,\"minimal\":true,\"proven\":true}"
    ));
    assert!(holds(puzzle, "000011"));
    assert!(holds(puzzle, "0 0 0 0 1 1"));
    assert!(holds(puzzle, "4\n5\n"));
    assert!(holds(puzzle, "5\n4\n0\n0\n"));
    assert!(!holds(puzzle, "4\n"));
    assert_eq!(toggles("[#] () (0, 0,0)").expect("read").buttons, [vec![], vec![(0, 1)]]);
    refused("[.#x] (0)", "0", Input::Puzzle, Some((1, 4)), "found \"x\"");
    assert!(holds("[01X] (1) (2)", "11"));
    refused("[.#] (0,9)", "0", Input::Puzzle, Some((1, 9)), "found \"9\", expected one of 2 lights");
    refused("[.#] (0) (", "0", Input::Puzzle, Some((1, 11)), "closing parenthesis");
    refused("[.#] 0", "0", Input::Puzzle, Some((1, 6)), "a button in parentheses");
    refused("[.#] (0) {1} (1)", "0", Input::Puzzle, Some((1, 14)), "nothing after the braces");
    refused("[.#", "0", Input::Puzzle, Some((1, 4)), "found the end");
}

#[test]
fn lists_of_presses() {
    let puzzle = "states: 3\n\n21.\n2..\n...\n";
    assert!(!holds(puzzle, "1,1"));
    assert!(holds("states: 3\n\n22.\n2..\n...\n", "1,1\n"));
    assert!(holds("states: 3\n\n11.\n1..\n...\n", "1,1\n1, 1\n"));
    assert!(holds("11.\n1..\n...\n", "1 , 1\n3,3\n\n3,3\n"));
    refused("...\n...\n...", "1,1\n4,1", Input::Answer, Some((2, 1)), "counted from 1");
    refused("...\n...\n...", "0,1", Input::Answer, Some((1, 1)), "counted from 1");
    refused("._.\n...\n...", "(1,2)", Input::Answer, Some((1, 1)), "of a cell");
    // Pairs in parentheses, and tables.
    assert!(holds("states: 3\n\n11.\n1..\n...\n", "(1,1)x2"));
    assert!(holds("states: 3\n\n11.\n1..\n...\n", "(1,1) (3,3)x3\n(1,1)"));
    assert!(holds("##\n#.", "(1,1)"));
    assert!(holds("states: 3\n\n11.\n1..\n...\n", "row,column,presses\n1,1,2\n"));
    assert!(holds("...", "row,column,presses\n"));
    assert!(holds("[#] (0)", "button,presses\n0,1"));
    refused("...", "row,column,presses\n1,1", Input::Answer, Some((2, 1)), "expected 3 numbers");
    refused("...", "row,column,presses\n1,4,1", Input::Answer, Some((2, 1)), "counted from 1");
    refused("...", "(1,1) (2,1)", Input::Answer, Some((1, 7)), "found \"(2,1)\"");
    refused("[#] (0)", "button,presses\n1,1", Input::Answer, Some((2, 1)), "the only button");
    // One line of numbers, a place or a row of counts: what fits, or else what solves the puzzle.
    assert!(holds("#..\n.#.\n..#", "1,5,9"));
    assert!(holds("states: 3\n\n22.\n2..\n...\n", "1x1"));
    assert!(holds("[#.] (0) (1)", "0,1x2"));
    refused("...\n...", "2,3", Input::Answer, Some((1, 1)), "(row,column)");
    refused("...\n...", "2,3,7", Input::Answer, Some((1, 5)), "found \"7\"");
    assert!(holds("#..\n.##", "2,3") && holds("..#\n.##", "2,3"));
    let corner = "board: 5x5\n\n.....\n.....\n....#\n";
    assert!(holds(&format!("{corner}...#.\n...#.\n"), "20,25"));
    assert!(!holds(&format!("{corner}...##\n....#\n"), "20,25"));
    assert!(holds("board: box:1x1x3\n\n#..\n", "2,3"));
    assert!(holds("states: 4\n\n123", "1,2,3") && holds("states: 4\n\n212", "1,2,3"));
    refused("states: 4\n\n122", "1,2,3", Input::Answer, Some((1, 1)), "buttons and as press counts");
    assert!(holds("states: 4\n\n201", "1,1,2"));
    assert!(holds("states: 3\n\n200", "012"));
    assert!(holds("states: 3\n\n2", "1"));
    // On a board of two columns a row of two counts looks the same.
    assert!(!holds("..\n..", "1,0\n0,1"));
    assert!(holds("#.\n.#", "1,0\n0,1"));
    let threes = "states: 3\n\n";
    assert!(holds(&format!("{threes}01\n11"), "1,1\n1,0"));
    assert!(holds(&format!("{threes}12\n21"), "1,2\n2,1"));
    let both = "places row,column and as press counts";
    refused(&format!("{threes}10\n00"), "1,2\n2,1", Input::Answer, Some((1, 1)), both);
    assert!(!holds("..\n..", "1 0\n0 0"));
    assert!(holds("##\n#.", "1 0\n0 0"));
    assert!(holds("##\n#.", "1,1"));
    assert!(holds("[#] (0)", "0") && holds("[.] (0)", "0"));
    let twice = "{\"states\":3,\"lights\":[1],\"buttons\":[[0]]}";
    refused(twice, "0", Input::Answer, Some((1, 1)), "write the answer as JSON");
}

#[test]
fn images() {
    assert!(holds("P1\n3 3\n0 1 0\n1 1 1\n0 1 0\n", "P1\n3 3\n000010000"));
    assert!(!holds("P1\n3 3\n0 1 0\n1 1 1\n0 1 1\n", "P1\n3 3\n000010000"));
    assert!(holds("P1\n3 3\n0 1 0\n1 1 1\n0 1 0\n", "2,2"));
    assert!(holds(".#.\n###\n.#.", "P2\n3 3\n1\n0 0 0 0 1 0 0 0 0"));
    // Three grey levels are three states.
    assert!(holds("P2\n2 2\n2\n1 1 1 0", "P2\n2 2\n2\n2 0 0 0"));
    assert!(!holds("P2\n2 2\n2\n1 1 1 0", "P2\n2 2\n2\n1 0 0 0"));
    let mut options = Options::default();
    options.board = Some("triangle:3".to_string());
    let verdict = check_bytes(b"P1\n3 3\n100 110 000", b"P1\n3 3\n100 000 000", &options).expect("read");
    assert!(verdict.holds, "{verdict}");
    let verdict = check_bytes(b"P1\n3 3\n100 110 000", b"P1\n3 3\n100 001 000", &options).expect("read");
    assert!(!verdict.holds, "{verdict}");
    assert!(check_bytes(b"P1\n3 3\n101 110 000", b"1,1", &options).is_err());
    // A blank edge too many is another size.
    let error = check_bytes(b"P1\n4 3\n1000 1100 0000", b"1,1", &options).unwrap_err();
    assert!(error.to_string().contains("4 cells in row 1 instead of 1"), "{error}");
    refused("P1\n2 2\n00", "..\n..", Input::Puzzle, None, "ends in row 2, column 1");
    refused("..\n..", "P1\n2 2\n00000", Input::Answer, None, "goes on after its last row");
    refused("..\n..", "P2\n2 2\n3\n0 0 2 0", Input::Answer, None, "found 2, expected a press count below 2");
}

#[test]
fn an_image_of_another_size_is_an_answer_to_another_puzzle() {
    let puzzle = b"{\"rule\":\"#\",\"lights\":[[0,1],[0,0]]}";
    let options = Options::default();
    let right = check_bytes(puzzle, b"P4\n2 2\n\x40\x00", &options).expect("read");
    assert!(right.holds, "{right}");
    let wrong: [&[u8]; 6] = [
        b"P4\n3 2\n\x40\x00",
        b"P4\n8 2\n\x40\x00",
        b"P1\n3 2\n010 000",
        b"P5\n3 2\n1\n\x00\x01\x00\x00\x00\x00",
        b"P1\n2 3\n01 00 00",
        b"P1\n1 2\n0 0",
    ];
    for image in wrong {
        let verdict = check_bytes(puzzle, image, &options).expect("read");
        assert!(!verdict.holds, "{verdict}");
        assert!(
            verdict.reasons[0].starts_with("the answer is to another puzzle: its presses have"),
            "{verdict}"
        );
    }
}

#[test]
fn a_blank_line_is_the_list_of_no_presses() {
    for answer in ["\n", "\r\n", "\n\n", " \n"] {
        assert!(holds("..\n..", answer));
        assert!(!holds("#.\n..", answer));
        assert!(holds("[..] (0)", answer));
    }
    for answer in ["", " ", "\u{feff}"] {
        refused("..\n..", answer, Input::Answer, Some((1, 1)), "found an empty answer");
    }
}

#[test]
fn options_take_the_place_of_what_the_file_says() {
    let mut options = Options::default();
    options.board = Some("torus:3x3".to_string());
    options.states = Some(3);
    options.rule = Some("plus-open".to_string());
    options.target = Some("on".to_string());
    // A press adds 1 to four neighbours on the torus; they must come out at 2.
    let holds = |puzzle: &[u8], answer: &[u8]| check_bytes(puzzle, answer, &options).expect("read").holds;
    assert!(holds(b"states: 2\ntarget: off\n\n212\n121\n212\n", b"...\n.1.\n...\n"));
    assert!(holds(b"212\n121\n212\n", b"2,2\n"));
    assert!(!holds(b"212\n121\n212\n", b"1,1\n"));
    // The corners of the torus touch.
    assert!(holds(b"211\n122\n122\n", b"1,1\n"));
    let image = [b"P5\n3 3\n2\n".as_slice(), &[2, 1, 2, 1, 2, 1, 2, 1, 2]].concat();
    assert!(holds(&image, b"2,2\n"));
}

#[test]
fn faults_are_placed() {
    let fine = "..\n..";
    for (puzzle, place, says) in [
        ("", Some((1, 1)), "empty puzzle"),
        (" \n\n ", Some((1, 1)), "empty puzzle"),
        ("...\n....", Some((2, 1)), "found a row of 4 cells, expected 3"),
        ("...\n.2.", Some((2, 2)), "found \"2\", expected a number below 2"),
        ("..\n\n..", Some((2, 1)), "blank line"),
        ("..\n ..", Some((2, 2)), "another column"),
        ("..\n?.", Some((2, 1)), "found \"?\""),
        ("states: 1\n\n..\n..", Some((1, 9)), "found \"1\" states"),
        ("states: 0\n\n..\n..", Some((1, 9)), "from 2 to 4294967296"),
        ("states: x\n\n..\n..", Some((1, 9)), "found \"x\""),
        ("states: 4294967297\n\n..\n..", Some((1, 9)), "found \"4294967297\""),
        ("size: 3\n\n..", Some((1, 1)), "found the key \"size\""),
        ("board: 2x2\nboard: 2x2\n\n..\n..", Some((2, 1)), "given twice"),
        ("board: 2x3\n\n..\n..", Some((3, 1)), "the lights have 2 cells in row 1 instead of 3"),
        ("board: 3x2\n\n..\n..", Some((4, 1)), "the lights have 2 rows, the board has 3 rows of 2 cells"),
        ("board: 1x2\n\n..\n..", Some((4, 1)), "the lights have 2 rows"),
        (
            "board: 99999999x99999999\n\n.",
            Some((3, 1)),
            "the lights have 1 cell in row 1 instead of 99999999",
        ),
        ("board: 4294967296x4294967296\n\n.", Some((1, 8)), "more cells than can be counted"),
        ("board: triangle:-1\n\n.", Some((1, 8)), "found the board"),
        ("rule: bishop\n\n..\n..", Some((1, 7)), "found the rule \"bishop\""),
        ("board: triangle:2\nrule: king\n\n.\n..", Some((2, 7)), "expected plus or plus-open"),
        ("target: 2\n\n..\n..", Some((1, 9)), "found the target \"2\""),
        ("..\n..\ntarget:\n..", Some((4, 1)), "the target has 1 row,"),
        ("..\n..\ntarget: on\n##", Some((4, 1)), "more rows after the target"),
        ("target: on\n\n..\n..\ntarget: off", Some((5, 1)), "given twice"),
        ("..\n..\ntarget: dim", Some((3, 9)), "found the target \"dim\""),
        ("..\n..\nboard: 2x2", Some((3, 1)), "expected a row or the line"),
        ("._\n..\ntarget:\n..\n..", Some((4, 2)), "a number at row 1, column 2 instead of a hole"),
        ("__\n__", None, "without a single cell"),
        ("board: 2x2\n", Some((2, 1)), "expected rows of lights"),
        ("{\"schema\":1}", Some((1, 1)), "without lights"),
        ("{\"schema\":2,\"lights\":[]}", Some((1, 11)), "found 2"),
        ("{\"schema\":1,\"lights\":[0]}", Some((1, 1)), "without lights as a list of rows"),
        ("{\"schema\":1,\"lights\":[[]]}", None, "without a single cell"),
        ("{\"schema\":1,\"board\":\"5x5\",\"lights\":[[1]]}", Some((1, 37)), "1 cell in row 1 instead of 5"),
        ("{\"board\":\"1x2\",\n \"lights\":[[0,2]]}", Some((2, 15)), "found 2, expected a state from 0 to 1"),
        ("{\"board\":\"1x2\",\"lights\":[[0,-1]]}", Some((1, 29)), "found -1"),
        ("{\"board\":\"1x2\",\"lights\":[[0,0.5]]}", Some((1, 29)), "found 0.5"),
        ("{\"board\":\"1x2\",\"lights\":[[0,1]],\"colour\":3}", Some((1, 33)), "unknown key \"colour\""),
        ("{\"board\":\"1x2\",\"board\":\"1x2\",\"lights\":[[0,1]]}", Some((1, 16)), "given twice"),
        ("{\"board\":5,\"lights\":[[0,1]]}", Some((1, 10)), "found 5"),
        ("{\"states\":3,\"lights\":[5],\"buttons\":[[0]]}", Some((1, 23)), "found 5"),
        ("{\"lights\":[0],\"buttons\":[[7]]}", Some((1, 27)), "found 7, expected the only light"),
        ("{\"lights\":[0],\"buttons\":[[[0,-1]]]}", Some((1, 30)), "found -1"),
        ("{\"lights\":[0],\"buttons\":[[[0]]]}", Some((1, 27)), "a pair of a light"),
        ("{\"lights\":[0],\"buttons\":[0]}", Some((1, 26)), "a list of lights"),
        ("{\"lights\":[[0]],\"buttons\":[[0]]}", Some((1, 1)), "one flat list"),
        ("{\"lights\":[0],\"buttons\":[[0]],\"board\":\"1x1\"}", Some((1, 39)), "beside buttons"),
        (
            "{\"lights\":[0],\"buttons\":[[0]],\"target\":[0,0]}",
            Some((1, 40)),
            "the target has 2 entries instead of 1",
        ),
        ("{\"lights\":[0],\"buttons\":[[0]],\"weights\":[1,2]}", Some((1, 41)), "the weights have 2 entries"),
        ("{\"lights\":[0],\"buttons\":[[0]],\"weights\":[4294967296]}", Some((1, 42)), "found 4294967296"),
        ("{\"lights\":[0],\"buttons\":[[0]],\"target\":\"dark\"}", Some((1, 40)), "found \"dark\""),
        ("{\"lights\":[0],\"buttons\":[[0]],\"states\":1}", Some((1, 40)), "found 1"),
        ("{\"lights\":[0],\"buttons\":[[0]]", Some((1, 30)), "found the end of the input"),
    ] {
        refused(puzzle, fine, Input::Puzzle, place, says);
    }
    for (answer, place, says) in [
        ("", Some((1, 1)), "empty answer"),
        ("..\n.2", Some((2, 2)), "found \"2\""),
        ("{}", Some((1, 1)), "without the key solvable"),
        ("{\"solvable\":1}", Some((1, 13)), "found 1"),
        (
            "{\"solvable\":true,\"presses\":[[2,0],[0,0]]}",
            Some((1, 30)),
            "found 2, expected a press count from 0 to 1",
        ),
        ("{\"solvable\":true,\"pressed\":[]}", Some((1, 18)), "unknown key \"pressed\""),
        ("{\"solvable\":true,\"solutions\":4}", Some((1, 30)), "found 4"),
        ("{\"solvable\":true,\"solutions\":\"04\"}", Some((1, 30)), "found \"04\""),
        ("{\"solvable\":true,\"minimal\":1}", Some((1, 28)), "found 1"),
        (
            "{\"solvable\":false,\"suggested_changes\":[{\"light\":[0],\"from\":0,\"to\":1}]}",
            Some((1, 49)),
            "found a list",
        ),
        (
            "{\"solvable\":false,\"suggested_changes\":[{\"from\":0,\"to\":1}]}",
            Some((1, 40)),
            "without the key light",
        ),
        ("{\"solvable\":true}{}", Some((1, 18)), "nothing more"),
    ] {
        refused(fine, answer, Input::Answer, place, says);
    }
}

#[test]
fn text_that_is_none() {
    let error = check_bytes(b"..\n.\xff", b"..\n..", &Options::default()).unwrap_err();
    assert_eq!((error.input, error.place), (Input::Puzzle, Some((2, 2))));
    assert!(holds("\u{feff}..\r\n..\r\n", "..\r\n..\r\n"));
}

#[test]
fn files_that_are_none() {
    let missing = std::path::Path::new("no such file");
    let here = std::path::Path::new(".");
    let options = Options::default();
    let error = check_files(missing, missing, &options).unwrap_err();
    assert!(error.to_string().starts_with("puzzle: can't be read"));
    assert!(error.named("no such file", "another").starts_with("puzzle no such file: can't be read"));
    assert!(check_files(here, here, &options).unwrap_err().to_string().contains("is a directory"));
}
