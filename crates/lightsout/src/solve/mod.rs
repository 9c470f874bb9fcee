//! Solving: presses that lead to the target, or the proof that there are none.

mod answer;
mod changes;
pub(crate) mod chase;
pub mod lattice;
pub(crate) mod plan;
mod solver;

pub use answer::{Answer, Changes, Solved, Unsolvable};
pub use lightsout_algebra::ring::Generator;
pub use solver::Solver;

use lattice::GridAnswer;
use lightsout_algebra::Outcome;
use num_bigint::BigUint;

use crate::bitgrid::BitGrid;
use crate::puzzle::{Puzzle, PuzzleError};

/// y . v modulo k: what a certificate weighs a difference as.
pub fn weighted_sum(weights: &[u32], values: &[u32], states: u64) -> u64 {
    solver::dot(weights, values, states)
}

/// Solves a puzzle exactly.
///
/// # Errors
/// When the puzzle does not fit in memory. "No solution" is an answer, not an error.
///
/// # Examples
/// ```
/// use lightsout::puzzle::{Game, Puzzle, Target};
/// use lightsout::solve::{Answer, solve};
///
/// let puzzle = Puzzle::new(Game::Board("3x3".parse()?), 2, vec![1; 9], Target::Off)?;
/// let Answer::Solved(solved) = solve(&puzzle)? else { panic!("it has a solution") };
/// assert_eq!(solved.presses, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(puzzle: &Puzzle) -> Result<Answer, PuzzleError> {
    if let Some(answer) = by_grid_method(puzzle)? {
        return Ok(answer);
    }
    let solver = Solver::new(puzzle.system()?, puzzle.board())?;
    Ok(solve_with(&solver, puzzle))
}

/// Boards of more cells than this are packed where they have a method of their own.
const PACKED: usize = 1 << 17;

/// Lights to change are looked for on boards of at most this many cells.
const MENDED: usize = 1 << 22;

/// Solves a large board of two states by its own method, if it has one.
pub(crate) fn by_grid_method(puzzle: &Puzzle) -> Result<Option<Answer>, PuzzleError> {
    let Some(board) = puzzle.board().filter(|board| board.cells() > PACKED && puzzle.states() == 2) else {
        return Ok(None);
    };
    let packed = lattice::grid_size(board).and_then(|(rows, columns)| BitGrid::new(rows, columns));
    let (true, Some(mut packed)) = (lattice::has_grid_method(board), packed) else { return Ok(None) };
    for (cell, _) in puzzle.difference().into_iter().enumerate().filter(|&(_, change)| change != 0) {
        let (row, place) = board.position(cell);
        packed.set(row, place, true);
    }
    let unpack = |grid: &BitGrid| -> Vec<u32> {
        (0..board.cells())
            .map(|cell| {
                let (row, place) = board.position(cell);
                u32::from(grid.get(row, place))
            })
            .collect()
    };
    Ok(match lattice::solve_grid(board, packed) {
        None => None,
        Some(GridAnswer::Solved { presses, nullity }) => Some(Answer::Solved(Solved {
            presses: unpack(&presses),
            solutions: BigUint::from(1u32) << nullity,
            nullity: Some(nullity),
        })),
        // The general method knows which lights to change as well.
        Some(GridAnswer::Unsolvable { .. }) if board.cells() <= MENDED => None,
        Some(GridAnswer::Unsolvable { certificate, nullity }) => Some(Answer::Unsolvable(Unsolvable {
            certificate: unpack(&certificate),
            quiet_patterns: BigUint::from(1u32) << nullity,
            nullity: Some(nullity),
            changes: Changes { lights: Vec::new(), fewest: false },
        })),
    })
}

/// Solves a puzzle with the solver of its game, which can be used again for other lights.
///
/// # Panics
/// When the solver belongs to a game of another size.
pub fn solve_with(solver: &Solver, puzzle: &Puzzle) -> Answer {
    let difference = puzzle.difference();
    match solver.solve(&difference) {
        Outcome::Solution(presses) => {
            Answer::Solved(Solved { presses, solutions: solver.quiet_patterns(), nullity: solver.nullity() })
        }
        Outcome::Certificate(certificate) => {
            let (lights, fewest) = changes::suggest(solver, &difference);
            Answer::Unsolvable(Unsolvable {
                certificate,
                quiet_patterns: solver.quiet_patterns(),
                nullity: solver.nullity(),
                changes: changes::as_lights(lights, fewest, puzzle.lights(), puzzle.states()),
            })
        }
    }
}
