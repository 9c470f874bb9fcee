//! The fewest presses of a puzzle: what the search in [`crate::minimal`] needs to know about a board.

use crate::board::{Board, Rule, Shape, Surface};
use crate::minimal::{Control, Coset, CosetError, Minimum, MinimumError, Objective, Options, minimum};
use crate::packing;
use crate::puzzle::{Puzzle, PuzzleError};
use crate::solve::{Answer, Solver, Unsolvable, solve_with};
use lightsout_algebra::gf2::{BitMatrix, BitVec};
use num_bigint::BigUint;
use thiserror::Error;

/// The answer to "with how few presses?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fewest {
    /// The best solution found, and whether it is the best there is.
    Solved {
        /// The solution, its cost and what is known about it.
        minimum: Minimum,
        /// The number of solutions.
        solutions: BigUint,
        /// The nullity, for two states.
        nullity: Option<usize>,
    },
    /// There is no solution.
    Unsolvable(Unsolvable),
}

/// Why the question could not be answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FewestError {
    /// The puzzle does not fit.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The search could not be made as asked.
    #[error(transparent)]
    Search(#[from] MinimumError),
    /// The costs do not fit.
    #[error(transparent)]
    Coset(#[from] CosetError),
}

/// Work, in entries of the toggle matrix, that is spent on listing the kernel; beyond it a part must do.
const KERNEL_WORK: usize = 1 << 31;

/// The solution with the fewest presses, or the least cost by another objective or the puzzle's weights.
///
/// # Errors
/// When the puzzle does not fit in memory, or a method was asked for that does not apply.
///
/// # Examples
/// ```
/// use lightsout::fewest::{Fewest, fewest};
/// use lightsout::minimal::{Objective, Options, Unattended};
/// use lightsout::puzzle::{Game, Puzzle, Target};
///
/// let puzzle = Puzzle::new(Game::Board("5x5".parse()?), 2, vec![1; 25], Target::Off)?;
/// let answer = fewest(&puzzle, Objective::Presses, &Options::default(), &Unattended)?;
/// let Fewest::Solved { minimum, .. } = answer else { panic!("it has a solution") };
/// assert_eq!(minimum.cost, 15);
/// assert!(minimum.proven);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fewest(
    puzzle: &Puzzle,
    objective: Objective,
    options: &Options,
    control: &dyn Control,
) -> Result<Fewest, FewestError> {
    let solver = Solver::new(puzzle.system()?, puzzle.board())?;
    fewest_with(&solver, puzzle, objective, options, control)
}

/// [`fewest`] with the solver of the puzzle's game.
///
/// # Errors
/// As [`fewest`].
///
/// # Panics
/// When the solver belongs to a game of another size.
pub fn fewest_with(
    solver: &Solver,
    puzzle: &Puzzle,
    objective: Objective,
    options: &Options,
    control: &dyn Control,
) -> Result<Fewest, FewestError> {
    match solve_with(solver, puzzle) {
        Answer::Unsolvable(proof) => Ok(Fewest::Unsolvable(proof)),
        Answer::Solved(solved) => {
            let coset = coset(solver, puzzle, solved.presses, objective, control)?;
            let minimum = minimum(&coset, options, control)?;
            debug_assert!(puzzle.is_solved_by(&minimum.presses));
            Ok(Fewest::Solved { minimum, solutions: solved.solutions, nullity: solved.nullity })
        }
    }
}

/// All solutions of a puzzle, as `start` plus the kernel, with what the board tells about them.
///
/// A kernel that would take too long to list is listed in part; the search then proves nothing but what the number of
/// lights proves.
///
/// # Errors
/// When the weights are too large.
///
/// # Panics
/// When `start` has not one entry for each button.
pub fn coset(
    solver: &Solver,
    puzzle: &Puzzle,
    start: Vec<u32>,
    objective: Objective,
    control: &dyn Control,
) -> Result<Coset, CosetError> {
    let system = solver.system();
    let most = (KERNEL_WORK / system.entries().max(1)).max(16);
    let mut partial = false;
    let generators = solver.generators().enumerate().map_while(|(i, generator)| {
        partial = i >= most || (i > 0 && control.stop());
        (!partial).then_some(generator)
    });
    let mut coset = if solver.states() == 2 {
        let pack = |v: &[u32]| BitVec::from_iter(v.iter().map(|&x| x == 1));
        let rows: Vec<BitVec> = generators.map(|g| pack(&g.vector)).collect();
        Coset::binary(pack(&start), BitMatrix::from_rows(start.len(), &rows))?
    } else {
        let list = generators.collect();
        Coset::modular(solver.states(), start, list)?
    };
    if partial {
        coset = coset.with_partial_kernel();
    }
    coset = coset.with_objective(objective);
    if let Some(weights) = puzzle.weights() {
        coset = coset.with_weights(weights.iter().map(|&w| u64::from(w)).collect())?;
    }
    if let Some(board) = puzzle.board() {
        if let Some(classes) = classes(board) {
            coset = coset.with_classes(classes)?;
        }
        coset = coset.with_symmetries(symmetries(board))?;
    }
    let bound = packing::bound(system, &puzzle.difference(), objective, puzzle.weights());
    Ok(coset.with_trivial_bound(bound))
}

/// The parity classes of a grid where a press changes the button itself and the four next to it.
fn classes(board: &Board) -> Option<Vec<u8>> {
    let Shape::Grid { .. } = board.shape() else { return None };
    matches!(board.rule(), Rule::Plus).then(|| {
        (0..board.cells())
            .map(|cell| {
                let (i, j) = board.position(cell);
                [[0, 2], [3, 1]][i % 2][j % 2]
            })
            .collect()
    })
}

/// Maps of the layout that may be symmetries; the search checks each.
fn symmetries(board: &Board) -> Vec<Vec<u32>> {
    type Map = Box<dyn Fn(usize, usize) -> (usize, usize)>;
    let maps: Vec<Map> = match board.shape() {
        Shape::Triangle { side } => {
            vec![Box::new(move |i, j| (side - 1 - j, i - j)), Box::new(|i, j| (i, i - j))]
        }
        Shape::Grid { rows, columns, surface } => {
            let mut maps: Vec<Map> =
                vec![Box::new(move |i, j| (rows - 1 - i, j)), Box::new(move |i, j| (i, columns - 1 - j))];
            if rows == columns {
                maps.push(Box::new(|i, j| (j, i)));
            }
            if matches!(surface, Surface::Cylinder | Surface::Torus) {
                maps.push(Box::new(move |i, j| (i, (j + 1) % columns)));
            }
            if surface == Surface::Torus {
                maps.push(Box::new(move |i, j| ((i + 1) % rows, j)));
            }
            maps
        }
        _ => Vec::new(),
    };
    let image = |map: &Map| -> Option<Vec<u32>> {
        (0..board.cells())
            .map(|cell| {
                let (i, j) = board.position(cell);
                let (i, j) = map(i, j);
                board.cell_at(i, j).map(|c| c as u32)
            })
            .collect()
    };
    maps.iter().filter_map(image).collect()
}
