//! Solving: presses that lead to the target, or the proof that there are none.

mod answer;
mod changes;
mod chase;
pub mod lattice;
mod plan;
mod solver;

pub use answer::{Answer, Changes, Solved, Unsolvable};
pub use lightsout_algebra::ring::Generator;
pub use solver::Solver;

use lightsout_algebra::Outcome;

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
    let solver = Solver::new(puzzle.system()?, puzzle.board())?;
    Ok(solve_with(&solver, puzzle))
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
