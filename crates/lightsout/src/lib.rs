//! Lights Out: boards, puzzles, solvers.
