//! The elliptic curve method: finds a factor `p` at a cost that depends on `p` rather than on `n`.
//!
//! Curves `B y^2 = x^3 + A x^2 + x` in Suyama's form (group orders are divisible by 12), points as
//! `(X : Z)` without `y`. Stage 1 multiplies a point by every prime power up to `b1`; stage 2
//! allows one more prime up to `b2`, by giant steps of [`GIANT`] and baby steps to the numbers
//! below `GIANT / 2` that are prime to it.
//!
//! Sources: P. L. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization",
//! Math. Comp. 48 (1987); R. Crandall and C. Pomerance, "Prime Numbers", section 7.4.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::budget::{Budget, OutOfBudget};
use super::montgomery::{Field, Residue};
use super::prime::{odd_composites, primes_below};

/// Length of the giant step of stage 2.
const GIANT: usize = 210;

/// Bounds of stage 1 and the number of curves that find a factor of about 10, 15, 20, ... digits
/// with good probability; the last row is repeated without end.
const LEVELS: [(u32, u32); 8] = [
    (150, 10),
    (2_000, 25),
    (11_000, 75),
    (50_000, 200),
    (250_000, 400),
    (1_000_000, 900),
    (3_000_000, 2_300),
    (11_000_000, u32::MAX),
];

/// How far stage 2 goes beyond stage 1.
const STAGE_TWO: usize = 40;

struct Point {
    x: Residue,
    z: Residue,
}

impl Point {
    fn zero(field: &Field) -> Self {
        Point { x: field.zero(), z: field.zero() }
    }
}

/// A curve with room for intermediate results.
struct Curve<'f> {
    field: &'f Field,
    /// `(A + 2) / 4`.
    a24: Residue,
    t: [Residue; 6],
}

impl Curve<'_> {
    /// `out = 2 p`.
    fn double(&mut self, out: &mut Point, p: &Point) {
        let f = self.field;
        let [s, d, t, u, ..] = &mut self.t;
        f.add(t, &p.x, &p.z);
        f.mul(s, t, t);
        f.sub(t, &p.x, &p.z);
        f.mul(d, t, t);
        f.mul(&mut out.x, s, d);
        f.sub(t, s, d);
        f.mul(u, &self.a24, t);
        f.add(s, u, d);
        f.mul(&mut out.z, t, s);
    }

    /// `out = p + q`, given `difference = p - q`.
    fn add(&mut self, out: &mut Point, p: &Point, q: &Point, difference: &Point) {
        let f = self.field;
        let [s, d, u, v, a, b] = &mut self.t;
        f.sub(s, &p.x, &p.z);
        f.add(d, &q.x, &q.z);
        f.mul(u, s, d);
        f.add(s, &p.x, &p.z);
        f.sub(d, &q.x, &q.z);
        f.mul(v, s, d);
        f.add(s, u, v);
        f.sub(d, u, v);
        f.mul(a, s, s);
        f.mul(b, d, d);
        f.mul(s, a, &difference.z);
        f.mul(d, b, &difference.x);
        out.x.copy_from_slice(s);
        out.z.copy_from_slice(d);
    }

    /// `k p` for `k >= 1`, by Montgomery's ladder.
    fn multiply(&mut self, k: u64, p: &Point) -> Point {
        let mut low = Point { x: p.x.clone(), z: p.z.clone() };
        if k == 1 {
            return low;
        }
        let mut high = Point::zero(self.field);
        self.double(&mut high, p);
        let mut out = Point::zero(self.field);
        for bit in (0..63 - k.leading_zeros()).rev() {
            self.add(&mut out, &high, &low, p);
            if k >> bit & 1 == 1 {
                core::mem::swap(&mut low, &mut out);
                self.double(&mut out, &high);
                core::mem::swap(&mut high, &mut out);
            } else {
                core::mem::swap(&mut high, &mut out);
                self.double(&mut out, &low);
                core::mem::swap(&mut low, &mut out);
            }
        }
        low
    }
}

/// Suyama's curve for `sigma` and its point, or a factor that its making met.
fn suyama<'f>(field: &'f Field, sigma: u32) -> Result<(Curve<'f>, Point), Option<BigUint>> {
    let n = field.modulus();
    let sigma = BigUint::from(sigma);
    let u = (&sigma * &sigma - 5u8) % n;
    let v = (&sigma << 2) % n;
    let cube = |x: &BigUint| x * x * x % n;
    let below: BigUint = ((cube(&u) * &v) << 4) % n;
    let Some(inverse) = below.modinv(n) else {
        let g = below.gcd(n);
        return Err((!g.is_one() && g != *n).then_some(g));
    };
    let above = cube(&((&v + n - &u) % n)) * (&u * 3u8 + &v) % n;
    let a24 = field.lift(&(above * inverse));
    let t = core::array::from_fn(|_| field.zero());
    Ok((Curve { field, a24, t }, Point { x: field.lift(&cube(&u)), z: field.lift(&cube(&v)) }))
}

/// Primes and the table of stage 2 for one bound, shared by its curves.
struct Plan {
    primes: Vec<u32>,
    b1: u32,
    b2: usize,
    composite: Vec<bool>,
    baby: Vec<usize>,
}

impl Plan {
    fn new(b1: u32) -> Self {
        let b2 = b1 as usize * STAGE_TWO;
        let baby = (1..GIANT / 2).filter(|j| j.gcd(&GIANT) == 1).collect();
        Plan { primes: primes_below(b1 + 1), b1, b2, composite: odd_composites(b2 + GIANT), baby }
    }

    fn is_prime(&self, n: usize) -> bool {
        n % 2 == 1 && !self.composite[n / 2]
    }
}

/// One curve: a proper factor, or nothing.
fn curve(
    field: &Field,
    sigma: u32,
    plan: &Plan,
    budget: &mut Budget<'_>,
) -> Result<Option<BigUint>, OutOfBudget> {
    let n = field.modulus();
    let (mut curve, mut point) = match suyama(field, sigma) {
        Ok(made) => made,
        Err(found) => return Ok(found),
    };
    for (i, &p) in plan.primes.iter().enumerate() {
        if i % 64 == 0 {
            budget.check()?;
        }
        let mut power = u64::from(p);
        while power * u64::from(p) <= u64::from(plan.b1) {
            power *= u64::from(p);
        }
        // A bit of the multiplier takes a doubling and an addition: eleven products.
        budget.work(11 * u64::from(64 - power.leading_zeros()) * field.cost())?;
        point = curve.multiply(power, &point);
    }
    let g = field.lower(&point.z).gcd(n);
    if !g.is_one() {
        return Ok((g != *n).then_some(g));
    }
    // Stage 2. A prime m GIANT +- j divides the order: then m GIANT Q = +- j Q, and the product
    // X_m Z_j - X_j Z_m is 0 modulo the factor sought.
    let baby: Vec<Point> = plan.baby.iter().map(|&j| curve.multiply(j as u64, &point)).collect();
    let baby_products: Vec<Residue> = baby.iter().map(|p| product(field, &p.x, &p.z)).collect();
    let giant = curve.multiply(GIANT as u64, &point);
    let first = (plan.b1 as usize + GIANT / 2) / GIANT;
    let first = first.max(1);
    let mut here = curve.multiply((first * GIANT) as u64, &point);
    let mut before =
        if first == 1 { None } else { Some(curve.multiply(((first - 1) * GIANT) as u64, &point)) };
    let mut all = field.one();
    let [mut s, mut d, mut t] = [field.zero(), field.zero(), field.zero()];
    let last = plan.b2 / GIANT;
    for m in first..=last {
        if m % 16 == 0 {
            budget.check()?;
        }
        budget.work(2 * plan.baby.len() as u64 * field.cost())?;
        let here_product = product(field, &here.x, &here.z);
        let centre = m * GIANT;
        for (i, &j) in plan.baby.iter().enumerate() {
            if plan.is_prime(centre - j) || plan.is_prime(centre + j) {
                // (X_m - X_j)(Z_m + Z_j) - X_m Z_m + X_j Z_j = X_m Z_j - X_j Z_m
                field.sub(&mut s, &here.x, &baby[i].x);
                field.add(&mut d, &here.z, &baby[i].z);
                field.mul(&mut t, &s, &d);
                field.sub(&mut s, &t, &here_product);
                field.add(&mut t, &s, &baby_products[i]);
                field.mul(&mut d, &all, &t);
                core::mem::swap(&mut all, &mut d);
            }
        }
        let mut next = Point::zero(field);
        match &before {
            Some(before) => curve.add(&mut next, &here, &giant, before),
            None => curve.double(&mut next, &here),
        }
        before = Some(core::mem::replace(&mut here, next));
    }
    let g = field.lower(&all).gcd(n);
    Ok((!g.is_one() && g != *n && !g.is_zero()).then_some(g))
}

fn product(field: &Field, a: &[u64], b: &[u64]) -> Residue {
    let mut out = field.zero();
    field.mul(&mut out, a, b);
    out
}

/// The number of rows of [`LEVELS`].
pub(super) const ALL_LEVELS: usize = LEVELS.len();

/// Looks for a proper factor of the odd composite number that is the modulus of `field`, on the
/// curves of the first `levels` rows of [`LEVELS`].
pub(super) fn ecm(
    field: &Field,
    levels: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<BigUint>, OutOfBudget> {
    let mut sigma = 6;
    for &(b1, curves) in &LEVELS[..levels] {
        let plan = Plan::new(b1);
        for _ in 0..curves {
            if let Some(found) = curve(field, sigma, &plan, budget)? {
                return Ok(Some(found));
            }
            sigma = if sigma == u32::MAX { 6 } else { sigma + 1 };
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_factors_of_seven_to_thirteen_digits() {
        let big: BigUint = (BigUint::one() << 127) - 1u8;
        for p in [1_000_003u64, 1_000_000_007, 1_000_000_000_039] {
            let p = BigUint::from(p);
            for q in [&p + 0u8, BigUint::from(4_294_967_291u64), big.clone()] {
                if q == p {
                    continue; // squares are split by their root, not here
                }
                let n = &p * &q;
                let field = Field::new(&n).expect("odd");
                let found =
                    ecm(&field, 3, &mut Budget::unlimited()).expect("no limit").expect("small enough");
                assert!(found == p || found == q, "{n} by {found}");
            }
        }
    }

    #[test]
    fn multiples_of_a_point_agree_with_repeated_addition() {
        let n = BigUint::from(1_000_003u64) * 999_983u64;
        let field = Field::new(&n).expect("odd");
        let (mut c, p) = suyama(&field, 11).map_err(|_| ()).expect("a curve");
        // x(k P) = X / Z, from (k-1) P + P with difference (k-2) P.
        let affine = |q: &Point| {
            let z = field.lower(&q.z);
            z.modinv(&n).map(|i| field.lower(&q.x) * i % &n)
        };
        let mut list = vec![c.multiply(1, &p), c.multiply(2, &p)];
        for k in 3..200u64 {
            let mut next = Point::zero(&field);
            c.add(&mut next, &list[k as usize - 2], &p, &list[k as usize - 3]);
            let direct = c.multiply(k, &p);
            assert_eq!(affine(&direct), affine(&next), "{k}");
            list.push(next);
        }
    }

    #[test]
    fn stops_when_told() {
        let n = ((BigUint::one() << 127) - 1u8) * ((BigUint::one() << 107) - 1u8);
        let field = Field::new(&n).expect("odd");
        assert_eq!(ecm(&field, ALL_LEVELS, &mut Budget::checks(50)), Err(OutOfBudget));
    }
}
