//! Whole numbers that fit into a machine word: divisors, inverses, remainders, primes.

mod arithmetic;
mod factor;

pub use arithmetic::{crt, gcd, inverse_mod, mul_mod, pow_mod};
pub use factor::{factor_u64, is_prime};
