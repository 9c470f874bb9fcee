//! Linear algebra over GF(2), packed 64 entries to a word.

mod echelon;
mod matrix;
mod naive;
mod vector;

pub use echelon::{Echelon, Solve, kernel, rank, rref, solve};
pub use matrix::BitMatrix;
pub use naive::rref_naive;
pub use vector::BitVec;

#[cfg(test)]
mod tests;
