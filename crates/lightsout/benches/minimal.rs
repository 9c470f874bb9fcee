//! The fewest presses of whole boards, all lights on, on one thread; every answer is compared with the known one.
//!
//! The long ones run only when named: `LONG=1 cargo bench --bench minimal`.

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use lightsout::fewest::coset;
use lightsout::minimal::{Coset, Limits, Method, Objective, Options, Unattended, minimum};
use lightsout::puzzle::{Game, Puzzle, Target};
use lightsout::solve::{Answer, Solver, solve_with};

/// All solutions of a board with every light on.
fn all_on(spec: &str) -> Coset {
    let game = Game::Board(spec.parse().expect("a board"));
    let lights = vec![1; game.lights()];
    let puzzle = Puzzle::new(game, 2, lights, Target::Off).expect("one state for each light");
    let solver = Solver::new(puzzle.system().expect("it fits"), puzzle.board()).expect("it fits");
    let Answer::Solved(solved) = solve_with(&solver, &puzzle) else { panic!("all lights on is solvable") };
    coset(&solver, &puzzle, solved.presses, Objective::Presses, &Unattended).expect("no weights")
}

fn solve(coset: &Coset, method: Option<Method>, presses: u64) {
    let limits = Limits { threads: 1, memory_bytes: 12 << 30 };
    let options = Options { method, limits, ..Options::default() };
    let answer = minimum(coset, &options, &Unattended).expect("the method applies");
    assert_eq!((answer.cost, answer.proven), (presses, true));
}

/// Boards that the join or a transform settles in about a second.
fn quick(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all on");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (spec, presses) in [
        ("39x39", 561),
        ("47x47", 971),
        ("61x61", 1629),
        ("65x65", 1867),
        ("67x67", 2015),
        ("119x119", 6409),
        ("torus:20x20", 80),
        ("triangle:40", 316),
    ] {
        let coset = all_on(spec);
        group.bench_function(spec, |bencher| bencher.iter(|| solve(&coset, None, presses)));
    }
    group.finish();
}

/// The same small problems by each method that applies.
fn methods(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("methods");
    group.sample_size(10);
    // 16 dimensions on a triangle of side 40; 14 on 15 x 23 and more on tori.
    for (spec, presses) in [("triangle:40", 316), ("torus:17x17", 85)] {
        let coset = all_on(spec);
        for method in [Method::Gray, Method::Transform, Method::Scan] {
            let name = format!("{spec}/{}", method.name());
            group.bench_function(name, |bencher| bencher.iter(|| solve(&coset, Some(method), presses)));
        }
    }
    group.finish();
}

/// Minutes each.
fn long(criterion: &mut Criterion) {
    if std::env::var_os("LONG").is_none() {
        return;
    }
    let mut group = criterion.benchmark_group("long");
    group.sample_size(10);
    for (spec, presses) in [("79x79", 2629), ("torus:40x40", 320), ("95x95", 4095), ("triangle:62", 817)] {
        let coset = all_on(spec);
        group.bench_function(spec, |bencher| bencher.iter(|| solve(&coset, None, presses)));
    }
    group.finish();
}

criterion_group!(benches, quick, methods, long);
criterion_main!(benches);
