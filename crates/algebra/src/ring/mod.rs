//! Linear algebra over Z/k for every `k` from 2 to 2^32.

mod combine;
mod echelon;
mod local;
mod matrix;
mod modulus;

pub use echelon::{Echelon, Generator};
pub use matrix::Matrix;
pub use modulus::{Modulus, PrimePower};

#[cfg(test)]
mod tests;
