//! Quiet patterns: presses that change no light.
//!
//! [`Kernel`] holds those of a board with two states, a vector space over GF(2), by *seeds*: a
//! quiet pattern of a rectangle or a cylinder is known from its first row, one of a torus from its first two, one of a
//! triangle from its left edge, one of a king's grid from its first row and column, and the seeds come from polynomials
//! (docs/mathematics.md), so that boards of millions of lights are no burden. Other boards go through [`crate::solve::Solver`], as does [`RingKernel`] for any
//! number of states.

mod elements;
mod named;
mod propagate;
mod ring;
mod seeds;
mod weights;

pub use elements::Elements;
pub use named::{NAMED, Named};
pub use propagate::{Block, Propagated, propagate};
pub use ring::{FewestPresses, RingKernel};
pub use weights::{Sparsest, WeightError, weight_distribution};

use core::fmt;

use lightsout_algebra::gf2::{self, BitMatrix, BitVec};

use crate::board::{Board, Shape};
use crate::puzzle::{DEFAULT_LIMIT, PuzzleError, megabytes};
use crate::solve::Solver;
use crate::symmetry::Symmetry;
use seeds::Method;

/// The quiet patterns of a board with two states.
///
/// Patterns are bit vectors with an entry for each cell in reading order. The basis is *canonical*:
/// it is the reduced row echelon form, in which every basis pattern has a first pressed button that
/// no other basis pattern presses, in rising order.
///
/// # Examples
/// ```
/// use lightsout::kernel::Kernel;
///
/// let kernel = Kernel::new(&"triangle:2".parse()?)?;
/// let basis: Vec<String> = kernel.basis().map(|pattern| pattern.to_string()).collect();
/// assert_eq!(basis, ["101", "011"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Kernel {
    board: Board,
    method: Method,
    /// Seeds of the basis in reduced row echelon form.
    seeds: BitMatrix,
    /// First one of each seed.
    pivots: Vec<usize>,
}

impl Kernel {
    /// The kernel of a board with two states.
    ///
    /// # Errors
    /// When the board does not fit in memory.
    ///
    /// # Complexity
    /// For d basis patterns on a rectangle, a cylinder or a torus of n columns (rules `plus` and `plus-open`) or a
    /// triangle of side n (`plus`): O(M(n) log n + d^2 n / 64) with M(n) the time of a product of
    /// polynomials of degree n; on a king's grid O(d^3 / 64). For other boards that of [`Solver::new`] and O(d^2 c / 64) for c
    /// cells.
    pub fn new(board: &Board) -> Result<Kernel, KernelError> {
        let bytes = board.cells() / 8;
        if bytes > DEFAULT_LIMIT {
            return Err(KernelError::TooLarge { board: board.to_string(), needed: bytes });
        }
        let method = Method::of(board);
        let needed = method.degree(board).map_or(0, |d| d.saturating_mul(method.seed_len(board)) / 8);
        if needed > DEFAULT_LIMIT {
            return Err(KernelError::TooLarge { board: board.to_string(), needed });
        }
        let seeds = match method.seeds(board) {
            Some(seeds) => seeds,
            None => from_solver(board)?,
        };
        Ok(Kernel::from_seeds(board, method, &seeds))
    }

    /// The kernel of a board by elimination of its wiring, whatever its shape.
    ///
    /// # Errors
    /// When the board does not fit in memory.
    pub fn by_elimination(board: &Board) -> Result<Kernel, KernelError> {
        Ok(Kernel::from_seeds(board, Method::Whole, &from_solver(board)?))
    }

    fn from_seeds(board: &Board, method: Method, seeds: &BitMatrix) -> Kernel {
        let seeds = gf2::rref(seeds);
        let pivots = (0..seeds.rows()).filter_map(|i| seeds.row_vec(i).first_one()).collect();
        Kernel { board: board.clone(), method, seeds, pivots }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The dimension: there are 2 to it quiet patterns.
    pub fn nullity(&self) -> usize {
        self.seeds.rows()
    }

    /// The number of quiet patterns, the empty one included.
    pub fn count(&self) -> num_bigint::BigUint {
        num_bigint::BigUint::from(1u32) << self.nullity()
    }

    /// The first pressed button of each basis pattern, rising.
    pub fn pivots(&self) -> impl Iterator<Item = usize> + '_ {
        self.pivots.iter().map(|&at| self.method.cell(&self.board, at))
    }

    /// Basis pattern `index`.
    ///
    /// # Panics
    /// When there is none.
    ///
    /// # Complexity
    /// O(c) bit operations for c cells, 64 at a time on rectangles and triangles.
    pub fn pattern(&self, index: usize) -> BitVec {
        self.expand(&self.seeds.row_vec(index))
    }

    /// The canonical basis, one pattern after the other as they are asked for.
    pub fn basis(&self) -> impl ExactSizeIterator<Item = BitVec> + '_ {
        (0..self.nullity()).map(|index| self.pattern(index))
    }

    /// The sum of the basis patterns chosen by `coordinates`.
    ///
    /// # Panics
    /// When there is not one coordinate per basis pattern.
    pub fn combine(&self, coordinates: &BitVec) -> BitVec {
        assert_eq!(coordinates.len(), self.nullity(), "one coordinate per basis pattern");
        self.expand(&self.seeds.vec_mul(coordinates))
    }

    /// The coordinates of a quiet pattern in the canonical basis, or `None` when it is not quiet.
    ///
    /// # Panics
    /// When the pattern has not one entry per cell.
    pub fn coordinates(&self, pattern: &BitVec) -> Option<BitVec> {
        assert_eq!(pattern.len(), self.board.cells(), "one entry per cell");
        let coordinates: BitVec = self.pivots().map(|cell| pattern.get(cell)).collect();
        (self.combine(&coordinates) == *pattern).then_some(coordinates)
    }

    fn expand(&self, seed: &BitVec) -> BitVec {
        self.method.expand(&self.board, seed)
    }

    /// Every quiet pattern, the empty one first, each differing from the one before by one basis
    /// pattern (Gray code), made as they are asked for.
    pub fn elements(&self) -> Elements<'_> {
        Elements::new(self)
    }

    /// The quiet patterns that all the given symmetries leave as they are.
    ///
    /// A pattern x and its image s(x) are both quiet, so they are equal when they agree at the d
    /// pivots: this needs only d x d entries of each symmetry.
    ///
    /// # Complexity
    /// O(d c / 64 + |S| d^3 / 64) for d basis patterns, c cells and |S| symmetries.
    pub fn fixed_by(&self, symmetries: &[Symmetry]) -> Kernel {
        let d = self.nullity();
        let pivots: Vec<usize> = self.pivots().collect();
        let images: Vec<Vec<usize>> =
            symmetries.iter().map(|s| pivots.iter().map(|&cell| s.image(cell)).collect()).collect();
        // Column i: where basis pattern i differs from its image at the pivots.
        let mut columns = BitMatrix::zeros(d, d * symmetries.len());
        for (i, pattern) in self.basis().enumerate() {
            for (s, image) in images.iter().enumerate() {
                for (l, &cell) in image.iter().enumerate() {
                    columns.set(i, s * d + l, pattern.get(cell) != (i == l));
                }
            }
        }
        let fixed = gf2::kernel(&columns.transpose());
        Kernel::from_seeds(&self.board, self.method, &fixed.mul(&self.seeds))
    }
}

/// A basis from the solver, one pattern a row.
fn from_solver(board: &Board) -> Result<BitMatrix, KernelError> {
    let system = crate::puzzle::Game::Board(board.clone()).system(2, DEFAULT_LIMIT)?;
    let generators = Solver::new(system, Some(board))?.kernel();
    let rows: Vec<BitVec> =
        generators.iter().map(|g| g.vector.iter().map(|&presses| presses != 0).collect()).collect();
    Ok(BitMatrix::from_rows(board.cells(), &rows))
}

/// The nullity of a board with two states by the fastest way known: that of [`Kernel::new`],
/// or the [`Solver`].
///
/// # Errors
/// When the board does not fit in memory.
pub fn nullity(board: &Board) -> Result<usize, KernelError> {
    match Method::of(board).degree(board) {
        Some(nullity) => Ok(nullity),
        None => {
            let system = crate::puzzle::Game::Board(board.clone()).system(2, DEFAULT_LIMIT)?;
            Ok(Solver::new(system, Some(board))?.nullity().unwrap_or(0))
        }
    }
}

/// Whether a pattern is quiet: whether pressing it changes no light of a board with two states.
///
/// # Panics
/// When the pattern has not one entry per cell.
///
/// # Complexity
/// O(p d) for p pressed buttons that change at most d lights each.
pub fn is_quiet(board: &Board, pattern: &BitVec) -> bool {
    assert_eq!(pattern.len(), board.cells(), "one entry per cell");
    let mut lights = BitVec::zeros(board.cells());
    let mut list = Vec::new();
    for cell in pattern.iter_ones() {
        board.pressed(cell, &mut list);
        list.iter().for_each(|&light| lights.flip(light));
    }
    lights.is_zero()
}

/// Why quiet patterns cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KernelError {
    /// The board is too large.
    TooLarge {
        /// The board.
        board: String,
        /// Bytes that one pattern needs.
        needed: usize,
    },
    /// The wiring does not fit in memory.
    Puzzle(PuzzleError),
    /// The board has no such propagation.
    Propagate {
        /// The board.
        board: String,
        /// What was expected.
        why: String,
    },
    /// The board has no pattern of that name.
    Named {
        /// The board.
        board: String,
        /// What was expected.
        why: String,
    },
}

impl From<PuzzleError> for KernelError {
    fn from(error: PuzzleError) -> KernelError {
        KernelError::Puzzle(error)
    }
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KernelError::TooLarge { board, needed } => {
                write!(
                    f,
                    "board {board}: one pattern needs {}, more than {} allow",
                    megabytes(*needed),
                    megabytes(DEFAULT_LIMIT)
                )
            }
            KernelError::Puzzle(error) => error.fmt(f),
            KernelError::Propagate { board, why } | KernelError::Named { board, why } => {
                write!(f, "board {board}: {why}")
            }
        }
    }
}

impl core::error::Error for KernelError {}

/// The side of a triangle with the rule `plus` and no holes.
fn triangle_side(board: &Board) -> Option<usize> {
    match board.shape() {
        Shape::Triangle { side } if board.holes().is_empty() && *board.rule() == crate::board::Rule::Plus => {
            Some(side)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
