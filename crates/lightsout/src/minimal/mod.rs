//! The fewest presses, proven: the cheapest element of a coset `x0 + K`.
//!
//! All solutions of a board are `x0 + K`, `x0` one of them and `K` the kernel. Finding the cheapest is decoding a linear
//! code; nothing here knows about boards. [`minimum`] simplifies the coset (buttons without choice, columns that
//! agree, independent parts) and chooses a method for each part that is left; what cannot be settled exactly is
//! answered with the best solution found and a lower bound, and says so.
//!
//! # Examples
//! ```
//! use lightsout::minimal::{Coset, Options, Unattended, minimum};
//! use lightsout_algebra::gf2::{BitMatrix, BitVec};
//!
//! // Pressing all three buttons changes nothing, so two presses can be had for one.
//! let start = BitVec::from_iter([true, true, false]);
//! let coset = Coset::binary(start, BitMatrix::from_rows(3, &[BitVec::ones(3)])).unwrap();
//! let answer = minimum(&coset, &Options::default(), &Unattended).unwrap();
//! assert_eq!(answer.presses, [0, 0, 1]);
//! assert!(answer.proven && answer.canonical);
//! ```

mod all;
mod binary;
mod coset;
mod linear;
mod modular;
pub(crate) mod parallel;
mod sink;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod types;

pub use all::{Solutions, all_solutions, solution_count};
pub(crate) use binary::Census;
pub use coset::{Coset, CosetError, Objective};
pub use lightsout_algebra::ring::Generator;
pub use types::{Control, Evidence, JoinRecord, Limits, Method, Minimum, MinimumError, Options, Unattended};

use coset::Elements;

/// The cheapest element of a coset, or the best that could be found with a lower bound.
///
/// # Errors
/// If a method was asked for that does not apply.
///
/// # Complexity
/// Depends on the method: see [`Method`] and the notes on minimal solutions in `docs/minimal.md`.
pub fn minimum(coset: &Coset, options: &Options, control: &dyn Control) -> Result<Minimum, MinimumError> {
    match &coset.elements {
        Elements::Binary { start, kernel } => binary::minimum(coset, start, kernel, options, control),
        Elements::Modular { start, generators } => {
            modular::minimum(coset, start, generators, options, control)
        }
    }
}
