//! The files under `examples/` say what their names promise.

use lightsout::format::{self, Overrides};
use lightsout::puzzle::{Puzzle, Target};
use lightsout::solve::{Answer, solve};

fn read(name: &str) -> Vec<u8> {
    let path = format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn puzzle(name: &str) -> Puzzle {
    format::parse(&read(name), &Overrides::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn solvable(puzzle: &Puzzle) -> bool {
    match solve(puzzle).unwrap() {
        Answer::Solved(_) => true,
        Answer::Unsolvable(_) => false,
    }
}

#[test]
fn each_example_is_read_and_answered() {
    for (name, states, lights, expected) in [
        ("classic.txt", 2, 25, true),
        ("three-states.txt", 3, 25, true),
        ("cylinder.txt", 2, 35, true),
        ("triangle.txt", 2, 28, true),
        ("holes.txt", 2, 14 * 14 - 7, true),
        ("target-picture.txt", 2, 49, true),
        ("four-states-free.json", 4, 5, true),
        ("unsolvable.txt", 2, 25, false),
    ] {
        let puzzle = puzzle(name);
        assert_eq!((puzzle.states(), puzzle.lights().len()), (states, lights), "{name}");
        assert_eq!(solvable(&puzzle), expected, "{name}");
    }
    assert!(matches!(puzzle("target-picture.txt").target(), Target::Lights(_)));
    assert_eq!(puzzle("cylinder.txt").board().unwrap().to_string(), "cylinder:5x7");
}

#[test]
fn the_level_pack_is_a_stream() {
    let bytes = read("level-pack.jsonl");
    assert!(format::is_lines(&bytes));
    let puzzles: Vec<Puzzle> =
        format::parse_lines(&bytes[..], &Overrides::default()).map(|line| line.puzzle.unwrap()).collect();
    assert_eq!(puzzles.len(), 6);
    assert!(puzzles.iter().all(solvable));
}

#[test]
fn the_puzzles_in_the_documentation_of_formats_are_puzzles() {
    let path = format!("{}/../../docs/formats.md", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut blocks = text.split("```");
    let mut read = 0;
    while let (Some(_), Some(block)) = (blocks.next(), blocks.next()) {
        let Some((kind, block)) = block.split_once('\n') else { panic!("{block}") };
        assert!(matches!(kind, "text" | "json"), "{kind}");
        let puzzle = format::parse(block.as_bytes(), &Overrides::default());
        assert!(puzzle.is_ok(), "{block}{}", puzzle.unwrap_err());
        read += 1;
    }
    assert_eq!(read, 6);
}
