//! Solving: presses, fewest presses, hints, and why there are none.

use lightsout::bitgrid::BitGrid;
use lightsout::fewest::{Fewest, coset, fewest};
use lightsout::minimal::{Limits, Minimum, Objective, Options, Unattended, all_solutions, minimum};
use lightsout::puzzle::Puzzle;
use lightsout::solve::lattice::{GridAnswer, grid_size, has_grid_method, solve_grid};
use lightsout::solve::{Answer, Solver};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::boards::PuzzleRequest;
use super::reading::PuzzleJson;
use crate::sentence;

/// Boards with more cells than this are solved as packed rows where that is possible.
const PACKED: usize = 10_000;
/// Memory for tables in the page: a browser's tab has no more than 4 GiB in all.
const TABLES: u64 = 512 << 20;
/// Work that a search may take in the page: 2^this candidates.
const EFFORT: u32 = 36;

/// A puzzle, and whether the fewest presses are wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {
    puzzle: PuzzleJson,
    minimal: bool,
}

/// The answer with the keys of the program's JSON output; presses are a flat list, one per button,
/// certificate weights one per light.
#[derive(Serialize, Default)]
pub(crate) struct SolveAnswer {
    solvable: Option<bool>,
    presses: Option<Vec<u32>>,
    press_count: Option<u64>,
    /// What the presses cost together, where the fewest were looked for: their number, unless the
    /// puzzle gives costs.
    cost: Option<u64>,
    solutions: Option<String>,
    nullity: Option<usize>,
    minimal: bool,
    proven: bool,
    lower_bound: Option<u64>,
    certificate: Option<Vec<u32>>,
    suggested_changes: Option<Vec<Change>>,
}

/// A light that could be in another state.
#[derive(Serialize)]
pub(crate) struct Change {
    light: usize,
    from: u32,
    to: u32,
}

/// Solves a puzzle.
pub(crate) fn solve(request: SolveRequest) -> Result<SolveAnswer, String> {
    let puzzle = request.puzzle.read()?;
    answer(&puzzle, request.minimal)
}

/// The answer to a puzzle.
fn answer(puzzle: &Puzzle, minimal: bool) -> Result<SolveAnswer, String> {
    if let Some(answer) = packed(puzzle) {
        // One solution of many: the fewest presses are looked for among the others, below.
        if !(minimal && answer.solvable == Some(true) && !answer.proven) {
            return Ok(answer);
        }
    }
    let found = if minimal {
        fewest(puzzle, Objective::Presses, &options(), &Unattended).map_err(sentence)?
    } else {
        match lightsout::solve::solve(puzzle).map_err(sentence)? {
            Answer::Unsolvable(no) => Fewest::Unsolvable(no),
            Answer::Solved(solved) => {
                let only = solved.solutions == BigUint::from(1u32);
                let cost = only.then(|| cost(puzzle, &solved.presses));
                return Ok(SolveAnswer {
                    solvable: Some(true),
                    press_count: Some(total(&solved.presses)),
                    presses: Some(solved.presses),
                    solutions: Some(solved.solutions.to_string()),
                    nullity: solved.nullity,
                    minimal: only,
                    proven: only,
                    cost,
                    lower_bound: cost,
                    ..SolveAnswer::default()
                });
            }
        }
    };
    Ok(match found {
        Fewest::Solved { minimum, solutions, nullity } => SolveAnswer {
            solvable: Some(true),
            press_count: Some(total(&minimum.presses)),
            presses: Some(minimum.presses),
            cost: Some(minimum.cost),
            solutions: Some(solutions.to_string()),
            nullity,
            minimal: true,
            proven: minimum.proven,
            lower_bound: Some(minimum.lower_bound),
            ..SolveAnswer::default()
        },
        Fewest::Unsolvable(no) => SolveAnswer {
            solvable: Some(false),
            solutions: Some("0".into()),
            nullity: no.nullity,
            certificate: Some(no.certificate),
            suggested_changes: Some(
                no.changes
                    .lights
                    .iter()
                    .map(|&(light, to)| Change { light, from: puzzle.lights()[light], to })
                    .collect(),
            ),
            ..SolveAnswer::default()
        },
    })
}

fn total(presses: &[u32]) -> u64 {
    presses.iter().map(|&times| u64::from(times)).sum()
}

/// What presses cost together.
fn cost(puzzle: &Puzzle, presses: &[u32]) -> u64 {
    match puzzle.weights() {
        None => total(presses),
        Some(weights) => presses.iter().zip(weights).map(|(&x, &w)| u64::from(x) * u64::from(w)).sum(),
    }
}

/// The fewest presses of a puzzle that some presses solve.
pub(crate) fn fewest_presses(solver: &Solver, presses: Vec<u32>, puzzle: &Puzzle) -> Result<Minimum, String> {
    let coset = coset(solver, puzzle, presses, Objective::Presses, &Unattended).map_err(sentence)?;
    minimum(&coset, &options(), &Unattended).map_err(sentence)
}

/// How the page searches.
pub(crate) fn options() -> Options {
    Options { limits: Limits { memory_bytes: TABLES, threads: 1 }, effort: EFFORT, ..Options::default() }
}

/// A puzzle whose solutions are wanted, at most so many.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolutionsRequest {
    puzzle: PuzzleJson,
    limit: usize,
}

/// Solutions, those with fewer presses first.
#[derive(Serialize)]
pub(crate) struct Solutions {
    presses: Vec<Vec<u32>>,
}

/// The most numbers in one list of solutions.
const MOST_NUMBERS: usize = 4_000_000;

/// The solutions of a puzzle, as many as asked for, or as can be listed.
pub(crate) fn solutions(request: SolutionsRequest) -> Result<Solutions, String> {
    let puzzle = request.puzzle.read()?;
    let found = lightsout::fewest::solutions(&puzzle, Objective::Presses, &Unattended).map_err(sentence)?;
    let lightsout::fewest::Solutions::All { solved, coset } = found else {
        return Ok(Solutions { presses: Vec::new() });
    };
    let most = request.limit.min(MOST_NUMBERS / solved.presses.len().max(1));
    let Ok(list) = all_solutions(&coset, &options(), &Unattended) else {
        return Ok(Solutions { presses: Vec::new() });
    };
    // The list ends where the next cost would take too much work.
    let presses = list.take(most).map_while(Result::ok).map(|(_, presses)| presses).collect();
    Ok(Solutions { presses })
}

/// Large boards of two states, in time linear in their lights.
fn packed(puzzle: &Puzzle) -> Option<SolveAnswer> {
    let board = puzzle.board()?;
    if puzzle.states() != 2 || board.cells() < PACKED || !has_grid_method(board) {
        return None;
    }
    let (rows, columns) = grid_size(board)?;
    let mut grid = BitGrid::new(rows, columns)?;
    for (cell, &value) in puzzle.difference().iter().enumerate() {
        if value != 0 {
            let (row, place) = board.position(cell);
            grid.set(row, place, true);
        }
    }
    let flat = |grid: &BitGrid| -> Vec<u32> {
        (0..board.cells())
            .map(|cell| {
                let (row, place) = board.position(cell);
                u32::from(grid.get(row, place))
            })
            .collect()
    };
    Some(match solve_grid(board, grid)? {
        GridAnswer::Solved { presses, nullity } => {
            let presses = flat(&presses);
            let only = nullity == 0;
            let cost = only.then(|| cost(puzzle, &presses));
            SolveAnswer {
                solvable: Some(true),
                press_count: Some(total(&presses)),
                presses: Some(presses),
                solutions: Some(if only { "1".into() } else { format!("2^{nullity}") }),
                nullity: Some(nullity),
                minimal: only,
                proven: only,
                cost,
                lower_bound: cost,
                ..SolveAnswer::default()
            }
        }
        GridAnswer::Unsolvable { certificate, nullity } => SolveAnswer {
            solvable: Some(false),
            solutions: Some("0".into()),
            nullity: Some(nullity),
            certificate: Some(flat(&certificate)),
            ..SolveAnswer::default()
        },
    })
}

/// The next press.
#[derive(Serialize)]
pub(crate) struct Hint {
    /// The button, unless the target is reached or cannot be.
    button: Option<usize>,
    /// Presses left, this one included.
    left: u64,
    proven: bool,
}

/// The first press, in reading order, of the fewest.
pub(crate) fn hint(request: PuzzleRequest) -> Result<Hint, String> {
    let answer = answer(&request.puzzle.read()?, true)?;
    let presses = answer.presses.unwrap_or_default();
    Ok(Hint {
        button: presses.iter().position(|&times| times != 0),
        left: answer.press_count.unwrap_or(0),
        proven: answer.proven,
    })
}
