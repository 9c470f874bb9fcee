//! Elimination against enumeration, and against its own laws.

use proptest::prelude::*;

use super::factor::{mul_with, rank_with};
use super::{BitMatrix, BitVec, Echelon, rref_naive};
use crate::Outcome;
use crate::arch::lines::Kernel;
use crate::random::SplitMix;

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

/// Checks everything that an echelon form claims about its matrix and one right-hand side, for
/// every kernel that this processor can run.
fn check(a: &BitMatrix, b: &BitVec) {
    for kernel in Kernel::all() {
        check_with(a, b, kernel);
    }
}

fn check_with(a: &BitMatrix, b: &BitVec, kernel: Kernel) {
    let (reduced, transform, pivots) = rref_naive(a);
    let rank = pivots.len();
    assert_eq!(rank_with(a, kernel), rank);
    let echelon = Echelon::with_kernel(a, kernel);
    assert_eq!(echelon.rank(), rank);
    assert_eq!(echelon.pivots(), pivots);
    assert_eq!(echelon.nullity(), a.cols() - rank);
    assert_eq!(echelon.reduced(), reduced.truncated(rank));
    let kernel = echelon.kernel();
    assert_eq!(kernel.rows(), echelon.nullity());
    assert!(kernel.mul(&a.transpose()).is_zero());
    assert_eq!(
        rref_naive(&kernel),
        (kernel.clone(), BitMatrix::identity(kernel.rows()), leading_ones(&kernel))
    );
    let left = echelon.left_kernel();
    assert_eq!(left.rows(), a.rows() - rank);
    assert!(left.mul(a).is_zero());
    assert_eq!(rref_naive(&left), (left.clone(), BitMatrix::identity(left.rows()), leading_ones(&left)));
    let image = transform.mul_vec(b);
    let solvable = image.iter_ones().all(|i| i < rank);
    match echelon.solve(b) {
        Outcome::Solution(x) => {
            assert!(solvable);
            let expected: Vec<usize> = image.iter_ones().map(|i| pivots[i]).collect();
            assert_eq!(x.iter_ones().collect::<Vec<_>>(), expected);
            assert_eq!(a.mul_vec(&x), *b);
        }
        Outcome::Certificate(y) => {
            assert!(!solvable);
            assert!(a.vec_mul(&y).is_zero());
            assert!(y.dot(b));
        }
    }
    let x = BitVec::from_iter((0..a.cols()).map(|j| j % 3 == 0));
    assert!(echelon.solve(&a.mul_vec(&x)).is_solvable());
}

fn leading_ones(a: &BitMatrix) -> Vec<usize> {
    (0..a.rows()).map(|i| a.row_vec(i).first_one().expect("a basis vector is not zero")).collect()
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
    let sizes = [0, 1, 63, 64, 65, 511, 512, 513];
    for rows in sizes {
        for cols in sizes {
            let b = BitVec::from_iter((0..rows).map(|_| rng.next_u64() >> 63 == 1));
            check(&random(&mut rng, rows, cols), &b);
            let rank = rng.below(rows.min(cols) + 1);
            check(&low_rank(&mut rng, rows, cols, rank), &b);
        }
    }
}

/// Matrices whose pivots lie in few columns, in the last columns, or in scattered rows.
#[test]
fn sparse_and_lopsided_matrices() {
    let mut rng = SplitMix::new(3);
    for (rows, cols) in [(200, 1100), (1100, 200), (600, 600)] {
        let b = BitVec::from_iter((0..rows).map(|_| rng.next_u64() >> 63 == 1));
        check(&BitMatrix::zeros(rows, cols), &b);
        check(&BitMatrix::from_fn(rows, cols, |i, j| i % 7 == 0 && (i + j) % 64 == 5), &b);
        check(&BitMatrix::from_fn(rows, cols, |i, j| i + j + 1 == cols), &b);
        check(&BitMatrix::from_fn(rows, cols, |i, j| i.abs_diff(j) < 2 && i % 3 != 0), &b);
        check(&BitMatrix::from_fn(rows, cols, |i, j| j >= cols / 2 && (i * j) % 11 == 3), &b);
        check(&BitMatrix::from_fn(rows, cols, |_, _| rng.below(300) == 0), &b);
    }
}

#[test]
fn products_by_tables_agree_with_the_definition() {
    let mut rng = SplitMix::new(4);
    for (m, k, n) in [(0, 3, 2), (3, 0, 2), (3, 2, 0), (1, 64, 513), (65, 130, 512), (70, 63, 1030)] {
        let (a, b) = (random(&mut rng, m, k), random(&mut rng, k, n));
        let plain =
            BitMatrix::from_fn(m, n, |i, j| (0..k).filter(|&l| a.get(i, l) && b.get(l, j)).count() % 2 == 1);
        for kernel in Kernel::all() {
            assert_eq!(mul_with(&a, &b, kernel), plain);
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
