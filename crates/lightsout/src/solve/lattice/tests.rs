//! The grid methods against the plain toggle matrix.

use super::*;
use crate::solve::Solver;
use lightsout_algebra::Outcome;
use lightsout_algebra::random::SplitMix;

fn pack(board: &Board, values: &[u32]) -> BitGrid {
    let (rows, columns) = grid_size(board).unwrap();
    let mut grid = BitGrid::new(rows, columns).unwrap();
    for (cell, &v) in values.iter().enumerate() {
        let (i, j) = board.position(cell);
        grid.set(i, j, v != 0);
    }
    grid
}

fn unpack(board: &Board, grid: &BitGrid) -> Vec<u32> {
    let values: Vec<u32> = (0..board.cells())
        .map(|cell| {
            let (i, j) = board.position(cell);
            u32::from(grid.get(i, j))
        })
        .collect();
    assert_eq!(
        values.iter().map(|&v| u64::from(v)).sum::<u64>(),
        grid.count_ones(),
        "bits outside the board"
    );
    values
}

/// Solves a solvable and a random state of a board both ways.
fn agree(board: &Board, random: &mut SplitMix) {
    let system = board.system(2);
    let solver = Solver::new(system.clone(), Some(board)).unwrap();
    let n = board.cells();
    let bits =
        |random: &mut SplitMix| -> Vec<u32> { (0..n).map(|_| (random.next_u64() & 1) as u32).collect() };
    let presses = bits(random);
    let pressed = system.press(&presses);
    let packed = press_grid(board, &pack(board, &presses)).unwrap();
    assert_eq!(unpack(board, &packed), pressed, "{board} {:?}", board.rule());
    for lights in [pressed, bits(random), vec![1; n], vec![0; n]] {
        let answer = solve_grid(board, pack(board, &lights)).unwrap();
        match (answer, solver.solve(&lights)) {
            (GridAnswer::Solved { presses, nullity }, Outcome::Solution(_)) => {
                assert_eq!(system.press(&unpack(board, &presses)), lights, "{board} {:?}", board.rule());
                assert_eq!(Some(nullity), solver.nullity(), "{board} {:?}", board.rule());
            }
            (GridAnswer::Unsolvable { certificate, nullity }, Outcome::Certificate(_)) => {
                let y = unpack(board, &certificate);
                assert!(system.press_transposed(&y).iter().all(|&v| v == 0), "{board} {:?}", board.rule());
                assert_eq!(crate::solve::weighted_sum(&y, &lights, 2), 1, "{board} {:?}", board.rule());
                assert_eq!(Some(nullity), solver.nullity(), "{board} {:?}", board.rule());
            }
            (ours, plain) => panic!("{board} {:?}: {ours:?} but {plain:?}", board.rule()),
        }
    }
}

fn boards(rows: usize, columns: usize) -> Vec<Board> {
    let mut all = Vec::new();
    for surface in [Surface::Plane, Surface::Cylinder, Surface::Torus] {
        for rule in [Rule::Plus, Rule::PlusOpen, Rule::King] {
            let board = Board::new(Shape::Grid { surface, rows, columns }, rule).unwrap();
            if has_grid_method(&board) {
                all.push(board);
            }
        }
    }
    all
}

#[test]
fn every_small_grid_agrees_with_the_plain_method() {
    let mut random = SplitMix::new(1);
    for rows in 1..=12 {
        for columns in 1..=12 {
            for board in boards(rows, columns) {
                agree(&board, &mut random);
            }
        }
    }
}

#[test]
fn every_small_triangle_agrees_with_the_plain_method() {
    let mut random = SplitMix::new(2);
    for side in 1..=32 {
        let board = Board::new(Shape::Triangle { side }, Rule::Plus).unwrap();
        for _ in 0..3 {
            agree(&board, &mut random);
        }
    }
}

#[test]
fn word_boundaries_and_lopsided_boards_agree() {
    let mut random = SplitMix::new(3);
    for (rows, columns) in [
        (63, 5),
        (64, 3),
        (65, 4),
        (3, 65),
        (2, 129),
        (128, 1),
        (1, 130),
        (63, 63),
        (64, 65),
        (65, 64),
        (14, 9),
    ] {
        for board in boards(rows, columns) {
            agree(&board, &mut random);
        }
    }
    for side in [62, 63, 64, 65, 66] {
        agree(&Board::new(Shape::Triangle { side }, Rule::Plus).unwrap(), &mut random);
    }
}

#[test]
fn all_on_has_the_published_press_counts() {
    for (n, presses) in [(998, 499_004), (1, 1), (2, 4), (3, 5)] {
        let board: Board = format!("{n}x{n}").parse().unwrap();
        let mut lights = BitGrid::new(n, n).unwrap();
        lights.invert();
        let Some(GridAnswer::Solved { presses: found, nullity: 0 }) = solve_grid(&board, lights) else {
            panic!("{n} x {n} has exactly one solution")
        };
        assert_eq!(found.count_ones(), presses);
    }
}
