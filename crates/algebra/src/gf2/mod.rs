//! Linear algebra over GF(2), packed 64 entries to a word.

mod echelon;
mod factor;
mod matrix;
mod naive;
mod strips;
mod vector;

pub use echelon::{Echelon, Solve, kernel, rank, rank_portable, rref, solve};
pub use matrix::BitMatrix;
pub use naive::rref_naive;
pub use vector::BitVec;

#[cfg(test)]
mod tests;
