//! Lights Out: boards, puzzles, solvers.

pub mod bitgrid;
pub mod board;
pub mod chase;
pub mod coverings;
pub mod fewest;
pub mod figure;
pub mod format;
pub mod generate;
pub mod hardest;
pub mod kernel;
pub mod lookup;
pub mod matrix;
pub mod minimal;
pub mod nullity;
pub mod onepass;
mod packing;
pub mod puzzle;
pub mod reproduce;
pub mod solve;
pub mod symmetry;

pub use lightsout_algebra::integer;
