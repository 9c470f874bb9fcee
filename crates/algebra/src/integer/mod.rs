//! Whole numbers of any size: primes, factorings, and Fibonacci numbers modulo `k`.
//!
//! Nothing here looks at a clock. A search that may be long takes a [`Budget`], which the caller
//! fills with whatever decides that enough is enough: a deadline, a number of steps, a button.
//!
//! - [`is_prime`], [`factor`]: primality and factoring.
//! - [`fibonacci`], [`fibonacci_mod`]: `F_n` exactly, and modulo `k` for very large `n`.
//! - [`FibonacciModulus`]: the rank of apparition, the Pisano period and the zeros modulo `k`.
//! - [`Expression`]: numbers written like `10^40 + 1`.

mod apparition;
mod budget;
mod ecm;
mod expression;
mod factor;
mod fibonacci;
mod montgomery;
mod prime;
mod rho;
#[cfg(all(feature = "sieve", any(unix, windows)))]
mod sieve;

pub use apparition::{FibonacciModulus, PrimePower, PrimeRank, RankError, wall_sun_sun};
pub use budget::{Budget, OutOfBudget};
pub use expression::{Expression, ExpressionError, ValueError};
pub use factor::{FactorError, Factorization, factor, factor_with};
pub use fibonacci::{fibonacci, fibonacci_mod, fibonacci_pair_mod, fibonacci_pair_within};
pub use prime::{is_prime, is_prime_within, primes_below};
