//! Exact algebra for Lights Out boards.

mod arch;
pub mod gf2;
pub mod integer;
mod outcome;
pub mod poly;
pub mod random;
pub mod ring;
pub mod rows;
pub mod states;
pub mod walsh;
pub mod word;

pub use outcome::Outcome;
