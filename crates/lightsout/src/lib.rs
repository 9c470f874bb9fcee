//! Lights Out: boards, puzzles, solvers.

pub mod bitgrid;
pub mod board;
pub mod format;
pub mod minimal;
pub mod nullity;
pub mod puzzle;
pub mod solve;
