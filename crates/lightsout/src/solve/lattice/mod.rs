//! Large boards of two states in time linear in the number of lights.
//!
//! On a rectangle, a cylinder, a torus and a triangle the system that light chasing leaves for the
//! first line is one congruence between polynomials over GF(2) (docs/mathematics.md); on a king's
//! grid the toggle matrix is a Kronecker product. So the board is read, two polynomials are divided,
//! and the presses are written: nothing of size n x n is built.

mod king;
mod press;
mod rectangle;
mod triangle;
mod wrapped;

pub use press::press_grid;

pub(crate) use king::{in_kernel, is_singular};
pub(crate) use rectangle::fibonacci_of_step;
pub(crate) use wrapped::{QuietRows, grow};

use crate::bitgrid::BitGrid;
use crate::board::{Board, Rule, Shape, Surface};

/// The answer for a packed board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridAnswer {
    /// The presses.
    Solved {
        /// 1 where a button is pressed.
        presses: BitGrid,
        /// log2 of the number of solutions.
        nullity: usize,
    },
    /// There is no solution.
    Unsolvable {
        /// A quiet pattern that meets the lights to change in an odd number of places.
        certificate: BitGrid,
        /// log2 of the number of quiet patterns.
        nullity: usize,
    },
}

/// The boards with a method of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// Plane, rule plus or plus-open.
    Rectangle { closed: bool },
    /// Cylinder, rule plus or plus-open.
    Cylinder { closed: bool },
    /// Torus, rule plus or plus-open.
    Torus { closed: bool },
    /// Triangle, closed neighbourhoods.
    Triangle,
    /// Plane, king's move.
    King,
}

fn method(board: &Board) -> Option<Method> {
    if !board.holes().is_empty() {
        return None;
    }
    let closed = *board.rule() == Rule::Plus;
    match (board.shape(), board.rule()) {
        (Shape::Grid { surface: Surface::Plane, .. }, Rule::King) => Some(Method::King),
        (Shape::Grid { surface, .. }, Rule::Plus | Rule::PlusOpen) => match surface {
            Surface::Plane => Some(Method::Rectangle { closed }),
            Surface::Cylinder => Some(Method::Cylinder { closed }),
            Surface::Torus => Some(Method::Torus { closed }),
            _ => None,
        },
        (Shape::Triangle { .. }, Rule::Plus) => Some(Method::Triangle),
        _ => None,
    }
}

/// Whether [`solve_grid`] knows the board.
pub fn has_grid_method(board: &Board) -> bool {
    method(board).is_some()
}

/// The grid (rows, columns) that holds a board: its own for grids, side x side for a triangle, whose
/// row r uses the columns 0..=r.
pub fn grid_size(board: &Board) -> Option<(usize, usize)> {
    match board.shape() {
        Shape::Grid { rows, columns, .. } => Some((rows, columns)),
        Shape::Triangle { side } => Some((side, side)),
        _ => None,
    }
}

/// Solves a board of two states: presses x with A x = `lights`, or a certificate.
///
/// The lights are taken and overwritten, so that beside them little memory is used: one more grid
/// where the answer needs one, for boards wider than high or for certificates. The presses are
/// checked light by light as they are made.
///
/// `None` when the board has no such method; see [`has_grid_method`].
///
/// # Panics
/// When the lights are not of the size that [`grid_size`] gives.
///
/// # Complexity
/// O(m n / 64) word operations for m x n lights, and O(M(n) log n) for polynomials of degree
/// n = min(m, n) (the circumference, where the columns wrap); for a triangle of side n,
/// O(n^2 / 64) and O(M(n) log n).
pub fn solve_grid(board: &Board, lights: BitGrid) -> Option<GridAnswer> {
    let method = method(board)?;
    assert_eq!(Some((lights.rows(), lights.columns())), grid_size(board), "lights of another board");
    Some(match method {
        Method::Rectangle { closed } => rectangle::solve(lights, closed),
        Method::Cylinder { closed } => wrapped::solve_cylinder(lights, closed),
        Method::Torus { closed } => wrapped::solve_torus(lights, closed),
        Method::Triangle => triangle::solve(lights),
        Method::King => king::solve(lights),
    })
}

/// Whether two rows meet in an odd number of places.
fn odd_overlap(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).fold(0, |sum, (x, y)| sum ^ (x & y)).count_ones() % 2 == 1
}

/// The first `words` words of a row, filled up with zeros.
fn padded(mut row: Vec<u64>, words: usize) -> Vec<u64> {
    row.resize(words, 0);
    row
}

#[cfg(test)]
mod tests;
