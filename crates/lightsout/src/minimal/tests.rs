//! Every method against enumeration by definition.

use super::rng::Rng;
use super::testing::{
    Board, OBJECTIVES, brute, check_minimum, random_binary, random_modular, random_weights,
};
use super::{Coset, Method, MinimumError, Options, Unattended, minimum};

fn options(method: Method) -> Options {
    Options { method: Some(method), canonical: true, ..Options::default() }
}

/// Runs the choice and all exact methods that apply; returns how many did.
fn all_methods(coset: &Coset) -> usize {
    let expected = brute(coset);
    let chosen = minimum(coset, &Options::default(), &Unattended).expect("no method was asked for");
    check_minimum(coset, &chosen, &expected);
    assert!(chosen.proven, "{chosen:?}");
    assert!(chosen.canonical);
    let exact = [
        Method::Gray,
        Method::Transform,
        Method::Scan,
        Method::Join,
        Method::SymmetricScan,
        Method::ListJoin,
    ];
    let mut applied = 0;
    for method in exact {
        match minimum(coset, &options(method), &Unattended) {
            Ok(answer) => {
                applied += 1;
                check_minimum(coset, &answer, &expected);
                assert!(answer.proven && answer.canonical, "{method:?}: {answer:?}");
            }
            Err(MinimumError::NotApplicable { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    let searched = minimum(coset, &options(Method::Search), &Unattended).expect("always applies");
    check_minimum(coset, &searched, &expected);
    applied
}

#[test]
fn random_binary_cosets_agree_with_enumeration() {
    let mut rng = Rng::new(1);
    for round in 0..120 {
        let len = [0, 1, 2, 5, 17, 63, 64, 65, 90, 130][round % 10];
        let rows = rng.below(len.min(10) + 1);
        let density = 1 + rng.below(5);
        let coset = random_binary(len, rows, density, &mut rng);
        assert!(all_methods(&coset) >= 1 || rows == 0 || len < 3);
    }
}

#[test]
fn weights_of_every_size_agree_with_enumeration() {
    let mut rng = Rng::new(2);
    for round in 0..40 {
        let most = [1, 9, 3000, 70_000, u64::from(u32::MAX), 1 << 50][round % 6];
        let len = 20 + rng.below(60);
        let rows = 1 + rng.below(9);
        let weights = random_weights(len, most, &mut rng);
        let coset = random_binary(len, rows, 3, &mut rng).with_weights(weights).expect("small");
        all_methods(&coset);
    }
}

#[test]
fn small_boards_agree_with_enumeration() {
    for (m, n, wrap_rows, wrap_columns) in [
        (5, 5, false, false),
        (9, 9, false, false),
        (4, 4, false, false),
        (6, 8, true, true),
        (5, 6, false, true),
        (6, 6, true, true),
        (11, 11, false, false),
    ] {
        all_methods(&Board::grid(m, n, wrap_rows, wrap_columns).all_on());
    }
    for n in [2, 5, 6, 13] {
        all_methods(&Board::triangle(n).all_on());
    }
}

#[test]
fn random_modular_cosets_agree_with_enumeration() {
    let mut rng = Rng::new(3);
    let shapes: [(u64, &[u64]); 12] = [
        (3, &[3]),
        (3, &[3, 3, 3, 3, 3]),
        (4, &[2, 4, 2, 4]),
        (4, &[2, 2]),
        (5, &[5, 5, 5]),
        (6, &[2, 3, 6]),
        (6, &[6, 6, 2, 2]),
        (8, &[8, 4, 2]),
        (9, &[9, 3]),
        (12, &[12, 6]),
        (64, &[16, 4]),
        (4_294_967_296, &[4, 16]),
    ];
    for (states, orders) in shapes {
        for len in [orders.len(), orders.len() + 1, 20, 33] {
            for objective in OBJECTIVES {
                let coset = random_modular(states, len, orders, &mut rng).with_objective(objective);
                all_methods(&coset);
                if states < 100 {
                    let weights = random_weights(len, 1 << rng.below(40), &mut rng);
                    all_methods(&coset.with_weights(weights).expect("small"));
                }
            }
        }
    }
}
