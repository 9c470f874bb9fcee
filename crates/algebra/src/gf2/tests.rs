//! Elimination against enumeration, and against its own laws.

use proptest::prelude::*;

use super::{BitMatrix, BitVec, Echelon};
use crate::Outcome;
use crate::testing::SplitMix;

/// A random matrix of rank at most `rank`.
fn low_rank(rng: &mut SplitMix, rows: usize, cols: usize, rank: usize) -> BitMatrix {
    let (a, b) = (random(rng, rows, rank), random(rng, rank, cols));
    a.mul(&b)
}

fn random(rng: &mut SplitMix, rows: usize, cols: usize) -> BitMatrix {
    BitMatrix::from_fn(rows, cols, |_, _| rng.next_u64() >> 63 == 1)
}

fn vector_of(len: usize, bits: usize) -> BitVec {
    (0..len).map(|i| bits >> i & 1 == 1).collect()
}

/// Checks everything that an echelon form claims about its matrix and one right-hand side.
fn check(a: &BitMatrix, b: &BitVec) {
    let echelon = Echelon::new(a);
    assert_eq!(echelon.rank() + echelon.nullity(), a.cols());
    let kernel = echelon.kernel();
    assert_eq!(kernel.rows(), echelon.nullity());
    assert!(kernel.mul(&a.transpose()).is_zero());
    assert_eq!(super::rank(&kernel), kernel.rows());
    assert_eq!(super::rref(&kernel), kernel);
    let left = echelon.left_kernel();
    assert_eq!(left.rows(), a.rows() - echelon.rank());
    assert!(left.mul(a).is_zero());
    assert_eq!(super::rref(&left), left);
    match echelon.solve(b) {
        Outcome::Solution(x) => {
            assert_eq!(a.mul_vec(&x), *b);
            assert!(left.mul_vec(b).is_zero());
        }
        Outcome::Certificate(y) => {
            assert!(a.vec_mul(&y).is_zero());
            assert!(y.dot(b));
        }
    }
    let x = BitVec::from_iter((0..a.cols()).map(|j| j % 3 == 0));
    assert!(echelon.solve(&a.mul_vec(&x)).is_solvable());
}

#[test]
fn small_systems_agree_with_enumeration() {
    let mut rng = SplitMix::new(1);
    for rows in 0..=5 {
        for cols in 0..=5 {
            for _ in 0..40 {
                let a = random(&mut rng, rows, cols);
                let echelon = Echelon::new(&a);
                let mut solutions = vec![0; 1 << rows];
                for x in 0..1 << cols {
                    let b = a.mul_vec(&vector_of(cols, x));
                    solutions[b.words().first().map_or(0, |&w| w as usize)] += 1;
                }
                for (bits, &count) in solutions.iter().enumerate() {
                    let b = vector_of(rows, bits);
                    assert_eq!(echelon.solve(&b).is_solvable(), count > 0);
                    assert!(count == 0 || count == 1 << echelon.nullity());
                    check(&a, &b);
                }
            }
        }
    }
}

#[test]
fn block_boundaries_low_ranks_and_odd_shapes() {
    let mut rng = SplitMix::new(2);
    for rows in [0, 1, 63, 64, 65, 130] {
        for cols in [0, 1, 63, 64, 65, 200] {
            for rank in [0, 1, 40, 64, 100] {
                let a = low_rank(&mut rng, rows, cols, rank);
                let b = BitVec::from_iter((0..rows).map(|_| rng.next_u64() >> 63 == 1));
                check(&a, &b);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_reduced_form_ignores_row_operations(
        seed: u64, rows in 0_usize..40, cols in 0_usize..90, rank in 0_usize..40,
    ) {
        let mut rng = SplitMix::new(seed);
        let a = low_rank(&mut rng, rows, cols, rank);
        let mut mixed = a.clone();
        for _ in 0..3 * rows {
            let (i, j) = (rng.below(rows), rng.below(rows));
            if i != j {
                mixed.add_row(i, j);
            }
        }
        prop_assert_eq!(super::rref(&a), super::rref(&mixed));
        prop_assert_eq!(super::kernel(&a), super::kernel(&mixed));
        prop_assert_eq!(super::rank(&a), super::rank(&a.transpose()));
    }
}
