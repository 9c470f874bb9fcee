//! Pollard's rho in Brent's form: finds a prime factor `p` in about `sqrt(p)` steps.
//!
//! Source: R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980).

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use super::budget::{Budget, OutOfBudget};
use super::montgomery::{Field, Residue};

/// Differences multiplied together before one greatest common divisor is taken.
const BATCH: u64 = 128;

/// Looks for a proper factor of the odd composite number that is the modulus of `field`.
///
/// Walks `x -> x^2 + c` for `c = 1, 2, ..., tries`, at most `steps` steps each.
pub(super) fn rho(
    field: &Field,
    steps: u64,
    tries: u32,
    budget: &mut Budget<'_>,
) -> Result<Option<BigUint>, OutOfBudget> {
    for c in 1..=tries {
        if let Some(found) = walk(field, c, steps, budget)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn walk(field: &Field, c: u32, steps: u64, budget: &mut Budget<'_>) -> Result<Option<BigUint>, OutOfBudget> {
    let n = field.modulus();
    let cost = field.cost();
    let c = field.lift(&BigUint::from(c));
    let mut square = field.zero();
    let mut step = |x: &mut Residue| {
        field.mul(&mut square, x, x);
        field.add(x, &square, &c);
    };
    let mut product = field.one();
    let (mut difference, mut next) = (field.zero(), field.zero());
    let mut y = field.lift(&BigUint::from(2u8));
    let mut done = 0;
    let mut length = 1;
    loop {
        let x = y.clone();
        for i in 0..length {
            if i % 4096 == 0 {
                budget.check()?;
            }
            if i % 64 == 0 {
                budget.work(64 * cost)?;
            }
            step(&mut y);
        }
        let mut k = 0;
        while k < length {
            let start = y.clone();
            let batch = BATCH.min(length - k);
            for _ in 0..batch {
                step(&mut y);
                field.sub(&mut difference, &x, &y);
                field.mul(&mut next, &product, &difference);
                core::mem::swap(&mut product, &mut next);
            }
            budget.check()?;
            let g = field.lower(&product).gcd(n);
            if !g.is_one() {
                if g != *n {
                    return Ok(Some(g));
                }
                // Two factors fell into one batch: go through it again, one step at a time.
                let mut y = start;
                for _ in 0..batch {
                    step(&mut y);
                    field.sub(&mut difference, &x, &y);
                    let g = field.lower(&difference).gcd(n);
                    if !g.is_one() {
                        return Ok((g != *n).then_some(g));
                    }
                }
                return Ok(None);
            }
            k += batch;
        }
        done += 2 * length;
        if done >= steps {
            return Ok(None);
        }
        length *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_products_of_two_primes() {
        let primes = [3u64, 5, 7, 101, 257, 65_537, 1_000_003, 4_294_967_291];
        for &p in &primes {
            for &q in &primes {
                let n = BigUint::from(p) * q;
                let field = Field::new(&n).expect("odd");
                let found = rho(&field, 1 << 20, 50, &mut Budget::unlimited()).expect("no limit");
                // A square of a small prime may resist; everything else must split.
                match found {
                    Some(f) => assert!(f == BigUint::from(p) || f == BigUint::from(q), "{n}"),
                    None => assert!(p == q || n < BigUint::from(40u8), "{n}"),
                }
            }
        }
    }

    #[test]
    fn stops_when_told() {
        let n = BigUint::from(1_000_000_007u64) * 1_000_000_009u64 * 1_000_000_021u64;
        let field = Field::new(&n).expect("odd");
        assert_eq!(rho(&field, u64::MAX, 9, &mut Budget::checks(3)), Err(OutOfBudget));
        assert_eq!(rho(&field, 16, 1, &mut Budget::unlimited()), Ok(None));
    }
}
