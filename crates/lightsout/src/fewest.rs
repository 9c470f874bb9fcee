//! The fewest presses of a puzzle: what the search in [`crate::minimal`] needs to know about a board.

use crate::board::{Board, Rule, Shape, Surface};
use crate::kernel::Kernel;
use crate::minimal::{Control, Coset, CosetError, Minimum, MinimumError, Objective, Options, minimum};
use crate::packing;
use crate::puzzle::{Puzzle, PuzzleError};
use crate::solve::{Answer, Solved, Solver, Unsolvable, by_grid_method, solve_with};
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

/// The solutions of a puzzle.
#[derive(Clone, Debug)]
pub enum Solutions {
    /// One of them, and all of them.
    All {
        /// A solution, and how many there are.
        solved: Solved,
        /// All solutions, as far as they were listed.
        coset: Coset,
    },
    /// There is none.
    None(Unsolvable),
}

/// Work, in entries of the toggle matrix, that is spent on listing the kernel; beyond it a part must do.
const KERNEL_WORK: usize = 1 << 31;

/// Words that are read in the echelon form of the patterns of a packed board; with more of them, a part must do.
const PACKED_WORK: u64 = 1 << 33;

/// On boards of more buttons than this, lights share their prices evenly and symmetries are not looked for.
const PLAIN_BOUND: usize = 1 << 22;

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
    match solutions(puzzle, objective, control)? {
        Solutions::None(proof) => Ok(Fewest::Unsolvable(proof)),
        Solutions::All { solved, coset } => among(&coset, puzzle, solved, options, control),
    }
}

/// All solutions of a puzzle, by the fastest way that is known for its board, with what the board tells about them.
///
/// Where it would take too long to list the quiet patterns they are listed in part, as by [`coset`].
///
/// # Errors
/// When the puzzle does not fit in memory or its weights are too large.
///
/// # Complexity
/// That of [`solve`](crate::solve::solve), and O(c / 64) words for each of the quiet patterns of a large board of two
/// states and c cells that has a method of its own; for other boards that of [`Solver::new`] and [`coset`].
pub fn solutions(
    puzzle: &Puzzle,
    objective: Objective,
    control: &dyn Control,
) -> Result<Solutions, FewestError> {
    if let (Some(answer), Some(board)) = (by_grid_method(puzzle)?, puzzle.board()) {
        return Ok(match answer {
            Answer::Unsolvable(proof) => Solutions::None(proof),
            Answer::Solved(solved) => {
                let coset = packed_coset(board, puzzle, &solved.presses, objective, control)?;
                Solutions::All { solved, coset }
            }
        });
    }
    let solver = Solver::new(puzzle.system()?, puzzle.board())?;
    Ok(match solve_with(&solver, puzzle) {
        Answer::Unsolvable(proof) => Solutions::None(proof),
        Answer::Solved(solved) => {
            let coset = coset(&solver, puzzle, solved.presses.clone(), objective, control)?;
            Solutions::All { solved, coset }
        }
    })
}

/// The best of the solutions.
fn among(
    coset: &Coset,
    puzzle: &Puzzle,
    solved: Solved,
    options: &Options,
    control: &dyn Control,
) -> Result<Fewest, FewestError> {
    let minimum = minimum(coset, options, control)?;
    debug_assert!(puzzle.is_solved_by(&minimum.presses));
    Ok(Fewest::Solved { minimum, solutions: solved.solutions, nullity: solved.nullity })
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
            let coset = coset(solver, puzzle, solved.presses.clone(), objective, control)?;
            among(&coset, puzzle, solved, options, control)
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
    let coset = if solver.states() == 2 {
        let rows: Vec<BitVec> = generators.map(|g| pack(&g.vector)).collect();
        Coset::binary(pack(&start), BitMatrix::from_rows(start.len(), &rows))?
    } else {
        let list = generators.collect();
        Coset::modular(solver.states(), start, list)?
    };
    let bound = packing::bound(system, &puzzle.difference(), objective, puzzle.weights());
    described(coset, puzzle, objective, partial, bound)
}

fn pack(presses: &[u32]) -> BitVec {
    presses.iter().map(|&x| x == 1).collect()
}

/// [`coset`] for a board of two states whose quiet patterns grow from their seeds.
fn packed_coset(
    board: &Board,
    puzzle: &Puzzle,
    start: &[u32],
    objective: Objective,
    control: &dyn Control,
) -> Result<Coset, FewestError> {
    // Patterns that do not fit in memory are not looked for.
    let kernel = Kernel::new(board).ok();
    let most = (PACKED_WORK / start.len().div_ceil(64).max(1) as u64).isqrt().max(16) as usize;
    let mut partial = kernel.is_none();
    let basis = kernel.iter().flat_map(Kernel::basis).enumerate().map_while(|(i, pattern)| {
        partial = i >= most || (i > 0 && control.stop());
        (!partial).then_some(pattern)
    });
    let basis: Vec<BitVec> = basis.collect();
    let coset = Coset::binary(pack(start), BitMatrix::from_rows(start.len(), &basis))?;
    let (difference, weights) = (puzzle.difference(), puzzle.weights());
    let bound = if start.len() <= PLAIN_BOUND {
        packing::bound(&puzzle.system()?, &difference, objective, weights)
    } else {
        packing::even_bound(board, &difference, weights)
    };
    Ok(described(coset, puzzle, objective, partial, bound)?)
}

/// A coset with what else is known of it.
fn described(
    mut coset: Coset,
    puzzle: &Puzzle,
    objective: Objective,
    partial: bool,
    bound: u64,
) -> Result<Coset, CosetError> {
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
        if board.cells() <= PLAIN_BOUND {
            coset = coset.with_symmetries(symmetries(board))?;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimal::Unattended;
    use crate::puzzle::{Game, Target};
    use lightsout_algebra::random::SplitMix;

    fn random(board: &Board, random: &mut SplitMix) -> Puzzle {
        let presses: Vec<u32> = (0..board.cells()).map(|_| random.below(2) as u32).collect();
        let lights = board.system(2).press(&presses);
        Puzzle::new(Game::Board(board.clone()), 2, lights, Target::Off).unwrap()
    }

    #[test]
    fn packed_patterns_give_the_answer_of_the_solver() {
        let mut seeds = SplitMix::new(8);
        let specs =
            ["5x5", "4x9", "7x11", "cylinder:4x6", "cylinder:6x3", "torus:4x6", "torus:6x8", "triangle:7"];
        let king = ["5x5", "5x4", "4x8", "2x11"];
        let boards = specs.map(|spec| spec.parse::<Board>().unwrap());
        let king = king.map(|spec| spec.parse::<Board>().unwrap().with_rule(Rule::King).unwrap());
        for board in boards.iter().chain(&king) {
            for objective in [Objective::Presses, Objective::Buttons] {
                let puzzle = random(board, &mut seeds);
                let solver = Solver::new(puzzle.system().unwrap(), Some(board)).unwrap();
                let Answer::Solved(solved) = solve_with(&solver, &puzzle) else {
                    panic!("{board} is solvable")
                };
                let plain = coset(&solver, &puzzle, solved.presses.clone(), objective, &Unattended).unwrap();
                let packed = packed_coset(board, &puzzle, &solved.presses, objective, &Unattended).unwrap();
                let [plain, packed] =
                    [plain, packed].map(|coset| minimum(&coset, &Options::default(), &Unattended).unwrap());
                assert!(plain.proven && packed.proven, "{board}");
                assert_eq!((plain.cost, &plain.presses), (packed.cost, &packed.presses), "{board}");
            }
        }
    }

    #[test]
    fn large_boards_are_searched_without_a_matrix() {
        let mut seeds = SplitMix::new(9);
        for (spec, rule) in
            [("torus:600x360", Rule::Plus), ("398x400", Rule::King), ("triangle:590", Rule::Plus)]
        {
            let board = spec.parse::<Board>().unwrap().with_rule(rule).unwrap();
            let puzzle = random(&board, &mut seeds);
            let answer = fewest(&puzzle, Objective::Presses, &Options::default(), &Stopped).unwrap();
            let Fewest::Solved { minimum, nullity, .. } = answer else { panic!("{board} is solvable") };
            assert!(puzzle.is_solved_by(&minimum.presses), "{board}");
            assert_eq!(nullity, Some(crate::kernel::nullity(&board).unwrap()), "{board}");
            assert!(0 < minimum.lower_bound && minimum.lower_bound <= minimum.cost, "{board}");
        }
    }

    /// Told to stop from the beginning.
    struct Stopped;

    impl Control for Stopped {
        fn stop(&self) -> bool {
            true
        }
    }
}
