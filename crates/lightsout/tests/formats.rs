//! Puzzle notations: what is written reads back to the same, whatever is read never panics.

mod support;

use lightsout::board::{Board, Rule};
use lightsout::format::{self, Overrides, ParseError, id, json, text};
use lightsout::puzzle::{FreeSystem, Game, Puzzle, Target};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use support::puzzles;

fn none() -> Overrides {
    Overrides::default()
}

fn parse(text: &str) -> Result<Puzzle, ParseError> {
    format::parse(text.as_bytes(), &none())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn json_reads_back(puzzle in puzzles()) {
        prop_assert_eq!(parse(&json::write(&puzzle)).unwrap(), puzzle.clone());
        let line = json::write_line(&puzzle);
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(parse(&line).unwrap(), puzzle.clone());
        let windows = format!("\u{feff}{}", json::write(&puzzle).replace('\n', "\r\n"));
        prop_assert_eq!(parse(&windows).unwrap(), puzzle);
    }

    #[test]
    fn text_reads_back(puzzle in puzzles()) {
        match text::write(&puzzle) {
            Err(_) => prop_assert!(puzzle.board().is_none() || puzzle.weights().is_some()),
            Ok(text) => {
                prop_assert_eq!(parse(&text).unwrap(), puzzle.clone());
                let windows = format!("\u{feff}{}\t \r\n", text.replace('\n', "  \r\n"));
                prop_assert_eq!(parse(&windows).unwrap(), puzzle);
            }
        }
    }

    #[test]
    fn ids_read_back(puzzle in puzzles()) {
        let short = id::write(&puzzle);
        prop_assert!(short.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
        prop_assert_eq!(parse(&format!(" {short}\n")).unwrap(), puzzle);
    }

    #[test]
    fn drawings_read_back(puzzle in puzzles()) {
        if let Game::Board(board) = puzzle.game() {
            let drawn = format::grid::draw(puzzle.game(), puzzle.states(), puzzle.lights());
            let text = format!("board: {board}\nstates: {}\nrule: {}\n\n{drawn}", puzzle.states(), board.rule());
            let read = parse(&text).unwrap();
            prop_assert_eq!(read.lights(), puzzle.lights());
            prop_assert_eq!(read.game(), puzzle.game());
        }
    }
}

/// Every notation of a puzzle that one can write it in.
fn notations(puzzle: &Puzzle) -> Vec<String> {
    let mut all = vec![json::write(puzzle), json::write_line(puzzle), id::write(puzzle)];
    all.extend(text::write(puzzle));
    all
}

#[test]
fn mutations_never_panic() {
    const PIECES: [&[u8]; 24] = [
        b"",
        b"\n",
        b"\r\n",
        b" ",
        b"\t",
        b",",
        b"0",
        b"1",
        b"9999999999999999999999",
        b"4294967296",
        b"-1",
        b"_",
        b"null",
        b"[",
        b"]",
        b"{",
        b"}",
        b":",
        b"\"",
        b"\xff",
        b"\xe2\x98\x83",
        b"\0",
        b"target:\n",
        b"x",
    ];
    let mut random = support::Random(1);
    let mut seeds: Vec<Vec<u8>> = vec![
        b"[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}".to_vec(),
        b"board: 99999999x99999999\n\n.".to_vec(),
        b"states: 40\n\n1 2,3\n_ 0 39\n".to_vec(),
    ];
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..60 {
        let puzzle = puzzles().new_tree(&mut runner).unwrap().current();
        seeds.extend(notations(&puzzle).into_iter().map(String::into_bytes));
    }
    let mut accepted = 0;
    for round in 0..40_000 {
        let mut bytes = seeds[round % seeds.len()].clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len() as u64 + 1) as usize;
            let end = (at + random.below(4) as usize).min(bytes.len());
            bytes.splice(at..end, PIECES[random.below(24) as usize].iter().copied());
        }
        match format::parse(&bytes, &none()) {
            Ok(puzzle) => {
                accepted += 1;
                assert_eq!(parse(&json::write_line(&puzzle)).unwrap(), puzzle);
                assert_eq!(parse(&id::write(&puzzle)).unwrap(), puzzle);
            }
            Err(error) => {
                let sentence = error.to_string();
                assert!(
                    !sentence.is_empty() && sentence.len() < 600 && !sentence.contains('\n'),
                    "{sentence}"
                );
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn bracket_notation() {
    let puzzle = parse("[.##.] (3) (1,3) (2) (2,3) (0, 2) (0,1) () {3,5,4,7}\n").unwrap();
    assert_eq!((puzzle.states(), puzzle.lights()), (2, &[0; 4][..]));
    assert_eq!(puzzle.target_lights(), [0, 1, 1, 0]);
    assert_eq!(puzzle.game().buttons(), 7);
    assert!(puzzle.is_solved_by(&[0, 0, 0, 0, 1, 1, 0]));
    assert!(!puzzle.is_solved_by(&[0, 0, 0, 0, 1, 0, 0]));
    let three = Overrides { states: Some(3), ..none() };
    assert_eq!(format::parse(b"[.2#] (0)", &three).unwrap().target_lights(), [0, 2, 1]);
}

#[test]
fn blanks_tabs_and_indentation() {
    let plain = parse("#..\n.#.\n").unwrap();
    for text in [
        "  #..\n  .#.",
        "#..\n.#.\n\n \t\n",
        "\n\n#..\n.#.",
        "# . .\n. # .",
        "1,0,0\n0,1,0",
        "\t1\t0\t0\n\t0\t1\t0",
    ] {
        assert_eq!(parse(text).unwrap(), plain, "{text:?}");
    }
    let triangle = parse("board: triangle:3\n\n#\n.#\n..#").unwrap();
    for text in ["  #\n .#\n..#", "  #\n . #\n. . #", "1\n0 1\n0, 0, 1"] {
        assert_eq!(parse(&format!("board: triangle:3\n{text}")).unwrap(), triangle, "{text:?}");
    }
    let layers = parse("board: box:2x2x2\n\n##\n..\n#.\n.#\ntarget:\n..\n..\n..\n..").unwrap();
    let spread = parse("board: box:2x2x2\n\n##\n..\n\n#.\n.#\n\ntarget:\n\n..\n..\n\n..\n..\n").unwrap();
    assert_eq!(layers, spread);
    assert!(parse("board: box:2x2x2\n\n##\n\n..\n#.\n.#").is_err());
    // Numbers of several digits in rows that others mark as split.
    let wide = parse("board: triangle:2\nstates: 12\n\n10\n1 11").unwrap();
    assert_eq!(wide.lights(), [10, 1, 11]);
}

#[test]
fn what_is_given_beside_the_input_wins() {
    let board = |spec: &str| Some(Game::Board(spec.parse().unwrap()));
    let read = |text: &str, overrides: &Overrides| format::parse(text.as_bytes(), overrides);
    let torus = Overrides { game: board("torus:2x3"), ..none() };
    let puzzle = read("#..\n..#", &torus).unwrap();
    assert_eq!(puzzle.board().unwrap().to_string(), "torus:2x3");
    let puzzle = read("board: 2x3\nrule: king\n\n#..\n.._", &torus).unwrap();
    assert_eq!(puzzle.board().unwrap().to_string(), "torus:2x3");
    assert_eq!(*puzzle.board().unwrap().rule(), Rule::King);
    assert_eq!(puzzle.board().unwrap().holes(), [5]);
    let error = read("#.\n..", &torus).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 1, column 3: found a row of 2 places, expected 3 in row 1 of the board torus:2x3"
    );
    let knight = Overrides { rule: Some(Rule::Knight), ..none() };
    let puzzle = read("rule: king\n\n#..\n..#", &knight).unwrap();
    assert_eq!(*puzzle.board().unwrap().rule(), Rule::Knight);
    assert!(read("board: triangle:1\n\n.", &knight).is_err());
    let three = Overrides { states: Some(3), target: Some(Target::State(2)), ..none() };
    let puzzle = read("states: 5\ntarget: 4\n\n#2.", &three).unwrap();
    assert_eq!((puzzle.states(), puzzle.target()), (3, &Target::State(2)));
    assert!(read("states: 5\n\n#4.", &three).is_err());
    assert!(read("{\"lights\":[[0,4]],\"states\":5}", &three).is_err());
    assert!(read("..", &Overrides { states: Some(1), ..none() }).is_err());
    assert!(read("..", &Overrides { target: Some(Target::State(2)), ..none() }).is_err());
    assert!(read("{\"lights\":[0],\"buttons\":[[0]]}", &torus).is_err());
    assert!(read("[.] (0)", &torus).is_err());
}

#[test]
fn boards_with_holes_and_free_systems_can_be_given_beside_the_input() {
    let read = |text: &str, overrides: &Overrides| format::parse(text.as_bytes(), overrides);
    let holes = "3x3".parse::<Board>().unwrap().with_holes([4]).unwrap();
    let holed = Overrides { game: Some(Game::Board(holes)), ..none() };
    assert_eq!(read("...\n._.\n...", &holed).unwrap().lights().len(), 8);
    let error = read("...\n...\n...", &holed).unwrap_err().to_string();
    assert_eq!(error, "line 2, column 2: found \".\", expected a hole _ as the board has there");
    // A free system, such as a graph, takes the lights of any rows in reading order.
    let free = FreeSystem::new(4, vec![vec![(0, 1), (3, 1)]]).unwrap();
    let free = Overrides { game: Some(Game::Free(free)), ..none() };
    assert_eq!(read("#..#", &free).unwrap().lights(), [1, 0, 0, 1]);
    assert_eq!(read("#.\n.#\ntarget:\n####", &free).unwrap().target_lights(), [1; 4]);
    assert_eq!(read("{\"lights\":[1,0,0,1]}", &free).unwrap().lights(), [1, 0, 0, 1]);
    for text in ["#.#", "#.#.#", "#_##", "rule: plus\n####", "{\"lights\":[1]}", "{\"lights\":[[1,0,0,1]]}"] {
        assert!(read(text, &free).unwrap_err().line.is_some(), "{text}");
    }
}

#[test]
fn streams_answer_each_line() {
    let stream = "{\"lights\":[[1]]}\r\n\n[#] (0)\n{\"lights\":[[9]]}\n..\n\u{2603}\n{\"lights\":[[0]]}";
    assert!(format::is_lines(stream.as_bytes()));
    assert!(!format::is_lines(b"{\"lights\":[[1]]}\n\n"));
    assert!(!format::is_lines(b"{\n\"lights\":[[1]]}\n"));
    assert!(!format::is_lines(b"..\n..\n"));
    // A bad first line does not hide the stream; a puzzle of several lines is none.
    assert!(format::is_lines(b"{\"lights\":[[1,0]],}\n{\"lights\":[[1]]}\n"));
    assert!(format::is_lines(b"not a puzzle\n\nlo1-AgADAxEBLWpq\n"));
    assert!(!format::is_lines(b"{\"lights\":[[1,0]],}\n{\n\"lights\":[[1]]}\n"));
    assert!(!format::is_lines(b"[.#\n{1}\n"));
    assert!(!format::is_lines(b"P5\n2 1\n255\n\n{}\n"));
    let lines: Vec<format::Line> = format::parse_lines(stream.as_bytes(), &none()).collect();
    let numbers: Vec<usize> = lines.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [1, 3, 4, 5, 6, 7]);
    let good: Vec<bool> = lines.iter().map(|line| line.puzzle.is_ok()).collect();
    assert_eq!(good, [true, true, false, false, false, true]);
    let error = lines[2].puzzle.as_ref().unwrap_err().to_string();
    assert_eq!(error, "line 4, column 13: found state 9, expected a state below 2");
}

#[test]
fn long_lines_and_lying_headers_take_no_more_memory_than_the_input() {
    let error = |text: &str| parse(text).unwrap_err().to_string();
    let long = "9".repeat(1 << 22);
    assert_eq!(error(&long), "line 1, column 1: found '9' (state 9), expected a state below 2");
    let found = error(&format!("states: {long}\n\n."));
    assert!(found.len() < 200, "{found}");
    for spec in [
        "99999999x99999999",
        "cube:999999999",
        "hexagon:999999999",
        "triangle:4294967295",
        "box:9x9x99999999999",
    ] {
        assert!(error(&format!("board: {spec}\n\n.")).contains(spec));
        assert!(error(&format!("{{\"board\":\"{spec}\",\"lights\":[[1]]}}")).contains(spec));
    }
}
