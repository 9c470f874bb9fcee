//! Elimination over Z/k against enumeration of all vectors, and against its own laws.

use std::collections::HashMap;

use proptest::prelude::*;

use super::{Echelon, Generator, Matrix, Modulus};
use crate::Outcome;
use crate::random::SplitMix;
use crate::word::gcd;

fn modulus(k: u64) -> Modulus {
    Modulus::new(k).expect("a modulus in range")
}

/// A random matrix, most of whose entries share divisors with `k`, so that no valuation is rare.
fn random(rng: &mut SplitMix, k: u64, rows: usize, cols: usize) -> Matrix {
    let k = modulus(k);
    let primes: Vec<u64> = k.prime_powers().iter().map(|q| q.prime).collect();
    let value = k.value();
    Matrix::from_fn(k, rows, cols, |_, _| {
        let mut entry = rng.next_u64() % value;
        for _ in 0..rng.below(4) {
            entry = entry * primes[rng.below(primes.len())] % value;
        }
        entry
    })
}

/// The product of an m x r and an r x n matrix.
fn low_rank(rng: &mut SplitMix, k: u64, rows: usize, cols: usize, rank: usize) -> Matrix {
    let (a, b) = (random(rng, k, rows, rank), random(rng, k, rank, cols));
    let rows_of_product: Vec<Vec<u32>> = (0..rows).map(|i| b.vec_mul(a.row(i))).collect();
    Matrix::from_fn(modulus(k), rows, cols, |i, j| u64::from(rows_of_product[i][j]))
}

fn random_vector(rng: &mut SplitMix, k: u64, len: usize) -> Vec<u32> {
    (0..len).map(|_| (rng.next_u64() % k) as u32).collect()
}

/// All vectors over Z/k of a length.
fn vectors(k: u64, len: usize) -> impl Iterator<Item = Vec<u32>> {
    (0..k.pow(len as u32)).map(move |index| (0..len).map(|i| (index / k.pow(i as u32) % k) as u32).collect())
}

/// All sums of multiples of generators below their orders.
fn span(k: u64, len: usize, generators: &[Generator]) -> Vec<Vec<u32>> {
    let mut sums = vec![vec![0; len]];
    for generator in generators {
        let multiples = |sum: &Vec<u32>| {
            let sum = sum.clone();
            (0..generator.order).map(move |c| {
                let entries = sum.iter().zip(&generator.vector);
                entries.map(|(&s, &g)| ((u64::from(s) + c * u64::from(g)) % k) as u32).collect()
            })
        };
        sums = sums.iter().flat_map(multiples).collect();
    }
    sums.sort();
    sums
}

/// Checks the answer of a form for one right-hand side.
fn check_answer(a: &Matrix, echelon: &Echelon, b: &[u32]) {
    let k = a.modulus();
    match echelon.solve(b) {
        Outcome::Solution(x) => {
            assert!(x.iter().all(|&entry| entry <= k.max_entry()));
            assert_eq!(a.mul_vec(&x), b, "{a:?}");
        }
        Outcome::Certificate(y) => {
            assert!(y.iter().all(|&entry| entry <= k.max_entry()));
            assert!(a.vec_mul(&y).iter().all(|&entry| entry == 0), "{a:?}");
            assert_ne!(k.dot(&y, b), 0, "{a:?}");
        }
    }
}

/// Checks everything that a form claims about its matrix and one right-hand side.
fn check(a: &Matrix, b: &[u32]) {
    let (k, echelon) = (a.modulus(), Echelon::new(a));
    let zero = |v: &[u32]| v.iter().all(|&entry| entry == 0);
    check_answer(a, &echelon, b);
    for (generators, left) in [(echelon.kernel(), false), (echelon.left_kernel(), true)] {
        for generator in &generators {
            let image = match left {
                false => a.mul_vec(&generator.vector),
                true => a.vec_mul(&generator.vector),
            };
            assert!(zero(&image), "{a:?}");
            let content = generator.vector.iter().fold(k.value(), |d, &entry| gcd(d, u64::from(entry)));
            assert_eq!(generator.order, k.value() / content);
            assert!(generator.order > 1);
        }
        assert!(generators.windows(2).all(|pair| pair[0].order % pair[1].order == 0));
        // The orders multiply to the number of elements.
        for (index, &(prime, exponent)) in echelon.kernel_exponents().iter().enumerate() {
            let power = k.prime_powers()[index];
            let sum: u64 = generators
                .iter()
                .map(|g| (1..).take_while(|&e| g.order % prime.pow(e) == 0).count() as u64)
                .sum();
            let extra = match left {
                false => 0,
                true => (a.rows() as i64 - a.cols() as i64) * i64::from(power.exponent),
            };
            assert_eq!(sum as i64, exponent as i64 + extra);
        }
    }
    let factors = echelon.invariant_factors();
    assert_eq!(factors.len(), a.rows().min(a.cols()));
    assert!(factors.iter().all(|d| k.value().is_multiple_of(*d)));
    assert!(factors.windows(2).all(|pair| pair[1].is_multiple_of(pair[0])));
    // The kernel is the sum of the Z/d for the invariant factors d, and a Z/k for each further column.
    let mut orders: Vec<u64> = echelon.kernel().iter().map(|g| g.order).collect();
    orders.reverse();
    let further = std::iter::repeat_n(k.value(), a.cols().saturating_sub(a.rows()));
    let expected: Vec<u64> = factors.into_iter().chain(further).filter(|&d| d > 1).collect();
    assert_eq!(orders, expected);
}

/// The number of vectors that a system of `unknowns` over Z/k may have to be enumerated.
const LIMIT: u64 = 2500;

#[test]
fn small_systems_agree_with_enumeration() {
    let mut rng = SplitMix::new(11);
    for k in 2..=12_u64 {
        for rows in 0..=4 {
            for cols in 0..=4 {
                if k.pow(rows.max(cols) as u32) > LIMIT {
                    continue;
                }
                for _ in 0..6 {
                    let a = random(&mut rng, k, rows, cols);
                    enumerate(&a);
                }
            }
        }
    }
}

/// Compares a form with the images of all vectors.
fn enumerate(a: &Matrix) {
    let (k, echelon) = (a.modulus().value(), Echelon::new(a));
    let mut images: HashMap<Vec<u32>, u64> = HashMap::new();
    let mut kernel = Vec::new();
    for x in vectors(k, a.cols()) {
        let image = a.mul_vec(&x);
        if image.iter().all(|&entry| entry == 0) {
            kernel.push(x);
        }
        *images.entry(image).or_default() += 1;
    }
    kernel.sort();
    assert_eq!(span(k, a.cols(), &echelon.kernel()), kernel, "{a:?}");
    let exponents = echelon.kernel_exponents();
    let size: u64 = exponents.iter().map(|&(p, e)| p.pow(e as u32)).product();
    assert_eq!(size, kernel.len() as u64, "{a:?}");
    let mut left: Vec<Vec<u32>> =
        vectors(k, a.rows()).filter(|y| a.vec_mul(y).iter().all(|&entry| entry == 0)).collect();
    left.sort();
    assert_eq!(span(k, a.rows(), &echelon.left_kernel()), left, "{a:?}");
    for b in vectors(k, a.rows()) {
        let solvable = echelon.solve(&b).is_solvable();
        assert_eq!(images.get(&b), solvable.then_some(&size), "{a:?} {b:?}");
        check_answer(a, &echelon, &b);
    }
    check(a, &vec![1; a.rows()]);
}

const MODULI: [u64; 16] = [
    2,
    3,
    4,
    6,
    8,
    9,
    12,
    30,
    360,
    65_536,
    67_108_859,
    2_147_483_647,
    3_486_784_401,
    4_294_967_291,
    4_294_967_295,
    4_294_967_296,
];

#[test]
fn panels_low_ranks_and_odd_shapes() {
    let mut rng = SplitMix::new(12);
    for k in MODULI {
        for (rows, cols) in
            [(0, 0), (0, 3), (3, 0), (1, 1), (63, 65), (64, 64), (65, 63), (130, 20), (20, 150)]
        {
            let b = random_vector(&mut rng, k, rows);
            check(&random(&mut rng, k, rows, cols), &b);
            let rank = rng.below(rows.min(cols) + 1);
            let a = low_rank(&mut rng, k, rows, cols, rank);
            check(&a, &b);
            check(&a, &a.mul_vec(&random_vector(&mut rng, k, cols)));
            check(&Matrix::zeros(modulus(k), rows, cols), &b);
        }
    }
}

#[test]
fn every_image_is_solvable_on_larger_matrices() {
    let mut rng = SplitMix::new(13);
    for k in [3, 6, 8, 30, 2_147_483_647, 4_294_967_296] {
        let a = low_rank(&mut rng, k, 200, 220, 150);
        let b = a.mul_vec(&random_vector(&mut rng, k, 220));
        let x = Echelon::new(&a).solve(&b).solution().expect("an image");
        assert_eq!(a.mul_vec(&x), b);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_systems_over_any_modulus(
        seed: u64, k in prop_oneof![2_u64..200, 2_u64..=Modulus::MAX],
        rows in 0_usize..24, cols in 0_usize..24, rank in 0_usize..24,
    ) {
        let mut rng = SplitMix::new(seed);
        let a = low_rank(&mut rng, k, rows, cols, rank);
        check(&a, &random_vector(&mut rng, k, rows));
        check(&a, &a.mul_vec(&random_vector(&mut rng, k, cols)));
    }

    #[test]
    fn row_operations_keep_kernel_and_invariant_factors(
        seed: u64, k in 2_u64..2000, rows in 1_usize..20, cols in 1_usize..20,
    ) {
        let mut rng = SplitMix::new(seed);
        let a = random(&mut rng, k, rows, cols);
        let mut mixed = a.clone();
        for _ in 0..3 * rows {
            let (i, j, c) = (rng.below(rows), rng.below(rows), rng.next_u64() % k);
            if i != j {
                for col in 0..cols {
                    let more = (c * u64::from(mixed.get(i, col)) % k) as u32;
                    mixed.add(j, col, more);
                }
            }
        }
        let (first, second) = (Echelon::new(&a), Echelon::new(&mixed));
        prop_assert_eq!(first.invariant_factors(), second.invariant_factors());
        for generator in second.kernel() {
            prop_assert!(a.mul_vec(&generator.vector).iter().all(|&entry| entry == 0));
        }
    }
}
