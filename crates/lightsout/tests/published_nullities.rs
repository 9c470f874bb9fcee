//! Published nullities and ranks, by the plain method that builds the matrix and by the formulas.

use lightsout::board::{Board, Rule};
use lightsout::nullity::of_board;
use lightsout::solve::Solver;

/// The last number of each line of a file of test data; lines with `#` are remarks.
fn numbers(name: &str) -> Vec<u64> {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().last().unwrap().parse().unwrap())
        .collect()
}

/// The nullity of a board, both ways.
fn nullity(board: &Board) -> u64 {
    let plain = Solver::new(board.system(2), Some(board)).unwrap().nullity().unwrap() as u64;
    if let Some(formula) = of_board(board) {
        assert_eq!(formula.unwrap(), plain, "{board} {}", board.rule());
    }
    plain
}

/// (n, k) of the terms of a table read by antidiagonals: (1, 1), (1, 2), (2, 1), (1, 3), ...
fn antidiagonals() -> impl Iterator<Item = (usize, usize)> {
    (2..).flat_map(|sum| (1..sum).map(move |n| (n, sum - n)))
}

#[test]
fn squares_to_200() {
    let published = numbers("oeis/A159257.txt");
    for n in 1..=200usize {
        let board: Board = format!("{n}x{n}").parse().unwrap();
        assert_eq!(nullity(&board), published[n - 1], "{board}");
    }
}

#[test]
fn tori_to_60() {
    let published = numbers("oeis/A165738.txt");
    for n in 1..=60usize {
        let board: Board = format!("torus:{n}x{n}").parse().unwrap();
        assert_eq!(nullity(&board), published[n - 1], "{board}");
    }
}

#[test]
fn ranks_of_rectangles() {
    for ((n, k), rank) in antidiagonals().zip(numbers("oeis/A220196.txt")) {
        let board: Board = format!("{n}x{k}").parse().unwrap();
        assert_eq!((n * k) as u64 - nullity(&board), rank, "{board}");
    }
}

#[test]
fn kings_boards() {
    for ((n, k), published) in antidiagonals().zip(numbers("oeis/A178952.txt")) {
        let board: Board = format!("{n}x{k}").parse().unwrap();
        assert_eq!(nullity(&board.with_rule(Rule::King).unwrap()), published, "{n}x{k}");
    }
}
