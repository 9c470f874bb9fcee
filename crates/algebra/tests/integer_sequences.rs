//! Ranks of apparition and Pisano periods beside the published sequences.

use lightsout_algebra::integer::{Budget, FibonacciModulus, PrimeRank, primes_below};
use num_bigint::BigUint;

/// The terms of a sequence in `testdata/oeis`, as (index, value).
fn terms(name: &str) -> Vec<(u64, u64)> {
    let path = format!("{}/../../testdata/oeis/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (index, value) = line.split_once(' ').expect("two numbers");
            (index.parse().expect("an index"), value.parse().expect("a value"))
        })
        .collect()
}

fn modulus(k: u64) -> FibonacciModulus {
    FibonacciModulus::new(&k.into(), &[], &mut Budget::unlimited()).expect("no limit")
}

#[test]
fn periods_and_ranks_of_every_modulus() {
    let (periods, ranks) = (terms("A001175"), terms("A001177"));
    assert!(periods.len() >= 3000 && ranks.len() >= 3000);
    for (k, period) in periods {
        assert_eq!(*modulus(k).period(), period.into(), "Pisano period of {k}");
    }
    for (k, rank) in ranks {
        assert_eq!(*modulus(k).rank(), rank.into(), "rank of {k}");
    }
}

#[test]
fn periods_ranks_and_quotients_of_the_primes() {
    let primes = primes_below(10_000);
    let prime = |n: u64| primes[n as usize - 1];
    let rank = |p: u32| PrimeRank::new(&p.into(), &[], &mut Budget::unlimited()).expect("no limit");
    for (n, period) in terms("A060305") {
        assert_eq!(rank(prime(n)).period_of_power(1), period.into(), "Pisano period of {}", prime(n));
    }
    for (n, want) in terms("A001602") {
        assert_eq!(*rank(prime(n)).rank(), want.into(), "rank of {}", prime(n));
    }
    for (n, quotient) in terms("A296240") {
        let p = prime(n);
        let whole = if matches!(p % 5, 1 | 4) { p - 1 } else { 2 * p + 2 };
        assert_eq!(rank(p).period_of_power(1) * quotient, BigUint::from(whole), "quotient of {p}");
    }
}
