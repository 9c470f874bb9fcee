//! Exact algebra for Lights Out boards.

pub mod gf2;
mod outcome;
#[cfg(test)]
mod testing;

pub use outcome::Outcome;
