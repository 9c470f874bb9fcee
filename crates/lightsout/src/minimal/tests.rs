//! Every method against enumeration by definition.

use super::all::Source;
use super::coset::Elements;
use super::testing::{
    Board, OBJECTIVES, brute, check_minimum, random_binary, random_modular, random_weights,
};
use super::{
    Control, Coset, Method, MinimumError, Options, Unattended, all_solutions, binary, minimum, modular,
    solution_count,
};
use lightsout_algebra::gf2::BitVec;
use lightsout_algebra::random::SplitMix;

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
            Err(error @ MinimumError::NotApplicable { .. }) => println!("{error}"),
            Err(error) => panic!("{error}"),
        }
    }
    let searched = minimum(coset, &options(Method::Search), &Unattended).expect("always applies");
    check_minimum(coset, &searched, &expected);
    applied
}

#[test]
fn random_binary_cosets_agree_with_enumeration() {
    let mut rng = SplitMix::new(1);
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
    let mut rng = SplitMix::new(2);
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
        let applied = all_methods(&Board::grid(m, n, wrap_rows, wrap_columns).all_on());
        // An odd number of rows or columns joined end to end mixes the classes.
        let splits = (!wrap_rows || m % 2 == 0) && (!wrap_columns || n % 2 == 0);
        assert_eq!(applied, if splits { 6 } else { 4 }, "{m} x {n}");
    }
    for n in [2, 5, 6, 13] {
        assert!(all_methods(&Board::triangle(n).all_on()) >= 4);
    }
}

/// Random states have no symmetry, other joins and other ties.
#[test]
fn random_states_of_boards_agree_with_enumeration() {
    let mut rng = SplitMix::new(4);
    for (m, n) in [(5, 5), (9, 9), (8, 6), (4, 9), (11, 5)] {
        let board = Board::grid(m, n, false, false);
        for _ in 0..4 {
            let presses = BitVec::from_iter((0..m * n).map(|_| rng.below(2) == 1));
            let coset = board.coset(&board.matrix().mul_vec(&presses)).expect("made by presses");
            assert_eq!(all_methods(&coset), 5);
            let weights = random_weights(m * n, 30_000, &mut rng);
            assert_eq!(all_methods(&coset.with_weights(weights).expect("small")), 4);
        }
    }
}

#[test]
fn random_modular_cosets_agree_with_enumeration() {
    let mut rng = SplitMix::new(3);
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

/// Takes a source's levels apart.
fn listed<'a>(mut source: Box<dyn Source<'a> + 'a>) -> Vec<(u64, Vec<u32>)> {
    let mut list = Vec::new();
    while let Some((cost, presses)) = source.next_level().expect("few solutions") {
        list.extend(presses.map(|x| (cost, x)));
    }
    list
}

#[test]
fn all_solutions_come_in_order() {
    let mut rng = SplitMix::new(5);
    for round in 0..30 {
        let len = [1, 5, 30, 64, 70][round % 5];
        let mut coset = random_binary(len, rng.below(len.min(9) + 1), 3, &mut rng);
        if round % 3 == 0 {
            coset = coset.with_weights(random_weights(len, 20, &mut rng)).expect("small");
        }
        let expected = brute(&coset);
        let list: Result<Vec<_>, _> =
            all_solutions(&coset, &Options::default(), &Unattended).expect("few").collect();
        assert_eq!(list.expect("few"), expected);
        assert_eq!(solution_count(&coset), expected.len().into());
        let Elements::Binary { start, kernel } = &coset.elements else { panic!("two states") };
        assert_eq!(listed(binary::searched(&coset, start, kernel, &Unattended)), expected);
    }
    let coset = Board::grid(9, 9, false, false).all_on();
    let Elements::Binary { start, kernel } = &coset.elements else { panic!("two states") };
    assert_eq!(listed(binary::searched(&coset, start, kernel, &Unattended)), brute(&coset));
    for (states, orders) in [(3, vec![3, 3, 3]), (4, vec![2, 4]), (6, vec![6, 2, 3]), (9, vec![])] {
        for objective in OBJECTIVES {
            let coset = random_modular(states, 12, &orders, &mut rng).with_objective(objective);
            let expected = brute(&coset);
            let list: Result<Vec<_>, _> =
                all_solutions(&coset, &Options::default(), &Unattended).expect("few").collect();
            assert_eq!(list.expect("few"), expected);
            assert_eq!(solution_count(&coset), expected.len().into());
            let Elements::Modular { start, generators } = &coset.elements else { panic!("more states") };
            assert_eq!(listed(modular::searched(&coset, start, generators, &Unattended)), expected);
        }
    }
}

/// Stops after a number of questions.
struct Patience(std::sync::atomic::AtomicUsize);

impl Control for Patience {
    fn stop(&self) -> bool {
        let count = |n: usize| n.checked_sub(1);
        self.0
            .fetch_update(std::sync::atomic::Ordering::Relaxed, std::sync::atomic::Ordering::Relaxed, count)
            .is_err()
    }
}

#[test]
fn stopping_leaves_a_solution_and_a_bound() {
    let mut rng = SplitMix::new(6);
    let board = Board::grid(39, 39, false, false).all_on();
    let scattered = random_binary(400, 60, 4, &mut rng);
    let huge = random_binary(900, 300, 4, &mut rng);
    let modular = random_modular(5, 100, &[5; 20], &mut rng);
    for coset in [&board, &scattered, &huge, &modular] {
        for patience in [0, 1, 5, 50] {
            let control = Patience(patience.into());
            let answer = minimum(coset, &Options::default(), &control).expect("no method was asked for");
            assert_eq!(coset.cost(&answer.presses), answer.cost);
            assert!(answer.lower_bound <= answer.cost);
            assert_eq!(answer.proven, answer.lower_bound == answer.cost);
            assert!(member(coset, &answer.presses));
        }
    }
}

/// Whether a vector lies in the coset, for two states by rank, for prime k by elimination.
fn member(coset: &Coset, presses: &[u32]) -> bool {
    match &coset.elements {
        Elements::Binary { start, kernel } => {
            let difference = BitVec::from_iter(start.iter().zip(presses).map(|(a, &b)| a != (b == 1)));
            let mut larger = kernel.clone();
            larger.push_row(&difference);
            lightsout_algebra::gf2::rank(&larger) == lightsout_algebra::gf2::rank(kernel)
        }
        Elements::Modular { start, generators } => {
            let k = coset.states();
            let mut rest: Vec<u64> =
                start.iter().zip(presses).map(|(&a, &b)| (u64::from(b) + k - u64::from(a)) % k).collect();
            // Each generator of the test data is alone at some button.
            for generator in generators {
                let alone = (0..rest.len())
                    .find(|&i| generators.iter().all(|g| (g.vector[i] != 0) == std::ptr::eq(g, generator)));
                let place = alone.expect("made that way");
                let g = u64::from(generator.vector[place]);
                let factor = (0..k).find(|a| a * g % k == rest[place]).expect("g is a unit times k / order");
                for (r, &g) in rest.iter_mut().zip(&generator.vector) {
                    *r = (*r + (k - factor) * u64::from(g)) % k;
                }
            }
            rest.iter().all(|&r| r == 0)
        }
    }
}
