//! Lights Out: boards, puzzles, solvers.

pub mod board;
pub mod puzzle;
