//! The self-initialising quadratic sieve of the `rusqsieve` crate, for composites up to 400 bits.

use num_bigint::BigUint;
use rusqsieve::{FactorConfig, Natural, ProgressAction, factor_with_progress};

use super::budget::{Budget, OutOfBudget};

/// The longest composite number that the sieve takes.
pub(super) const MAX_BITS: u64 = 400;

/// The number of words of `rusqsieve`'s own default capacity.
const WORDS: usize = 16;

/// Looks for proper factors of a composite `n` of at most [`MAX_BITS`] bits.
///
/// The answer is empty when the sieve gives up; what it finds is checked by division here.
pub(super) fn sieve(n: &BigUint, budget: &mut Budget<'_>) -> Result<Vec<BigUint>, OutOfBudget> {
    budget.check()?;
    let Ok(natural) = Natural::<WORDS>::from_le_bytes(&n.to_bytes_le()) else {
        return Ok(Vec::new());
    };
    let result = factor_with_progress(natural, FactorConfig::default(), |_| match budget.check() {
        Ok(()) => ProgressAction::Continue,
        Err(OutOfBudget) => ProgressAction::Cancel,
    });
    if budget.is_spent() {
        return Err(OutOfBudget);
    }
    let Ok(factors) = result else {
        return Ok(Vec::new());
    };
    let found: Vec<BigUint> = factors
        .expanded()
        .filter_map(|p| p.to_string().parse().ok())
        .filter(|p: &BigUint| p.bits() > 1 && p < n)
        .collect();
    let product: BigUint = found.iter().product();
    Ok(if product == *n { found } else { Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_a_product_of_two_primes_of_twenty_digits() {
        let p: BigUint = "19777509567454608887".parse().expect("digits");
        let q: BigUint = "45065424975541715267".parse().expect("digits");
        let mut found = sieve(&(&p * &q), &mut Budget::unlimited()).expect("no limit");
        found.sort();
        assert_eq!(found, [p, q]);
    }

    #[test]
    fn stops_when_told() {
        let n = ((BigUint::from(1u8) << 127) - 1u8) * ((BigUint::from(1u8) << 107) - 1u8);
        assert_eq!(sieve(&n, &mut Budget::checks(1)), Err(OutOfBudget));
    }
}
