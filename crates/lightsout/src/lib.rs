//! Lights Out: boards, puzzles, solvers.

pub mod bitgrid;
pub mod board;
pub mod minimal;
pub mod nullity;
pub mod format;
pub mod puzzle;
pub mod solve;
