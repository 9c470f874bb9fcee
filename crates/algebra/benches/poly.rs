//! GF(2)[X]: products, divisions and greatest common divisors of random polynomials.
//!
//! Where a C++ compiler and NTL are installed, `bench/peers/ntl.cpp` is built and runs on the same polynomials, and both
//! must find the same results. Debian's NTL and gf2x have no carry-less multiplication; set `NTL_PREFIX` to the prefix
//! of a build of both with `-march=native` to compare with that.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use lightsout_algebra::poly::Poly;
use lightsout_algebra::random::SplitMix;

const SEED: u64 = 1;
const DEGREES: [usize; 4] = [10_000, 100_000, 1_000_000, 10_000_000];

/// A polynomial of a degree whose words are those of splitmix64, as in `bench/peers/ntl.cpp`.
fn poly(random: &mut SplitMix, degree: usize) -> Poly {
    let words = (0..=degree / 64).map(|_| random.next_u64()).collect();
    let below = Poly::from_words(words).low(degree);
    &below + &Poly::monomial(degree)
}

/// Horner's rule on the words modulo `2^64`, as in the peer.
fn checksum(p: &Poly) -> u64 {
    p.words().iter().fold(0, |sum: u64, &w| sum.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(w))
}

/// One operation, returning the result that the peer sums up.
fn run(op: &str, a: &Poly, b: &Poly) -> Poly {
    match op {
        "multiply" => a * b,
        "divide" => a.div_rem(b).0,
        "gcd" => a.gcd(b),
        _ => a.xgcd(b).s,
    }
}

/// Builds the peer, or says why it can't be built.
fn build_peer() -> Result<PathBuf, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/peers/ntl.cpp");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ntl");
    let mut command = Command::new("c++");
    command.args(["-O3", "-march=native"]).arg(source).arg("-o").arg(&program);
    if let Some(prefix) = std::env::var_os("NTL_PREFIX") {
        command
            .arg("-I")
            .arg(Path::new(&prefix).join("include"))
            .arg("-L")
            .arg(Path::new(&prefix).join("lib"));
    }
    command.args(["-lntl", "-lgf2x", "-lgmp", "-lpthread"]);
    match command.output() {
        Ok(output) if output.status.success() => Ok(program),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}

/// The checksum that the peer finds, and the processor time that it takes.
fn run_peer(program: &Path, op: &str, degree: usize) -> (u64, Duration) {
    let output = Command::new(program)
        .args([op, &degree.to_string(), &SEED.to_string()])
        .output()
        .expect("the peer was built");
    let line = String::from_utf8_lossy(&output.stdout);
    let fields: Vec<&str> = line.split_whitespace().collect();
    let seconds = fields[2].parse().expect("seconds");
    (u64::from_str_radix(fields[3], 16).expect("a checksum"), Duration::from_secs_f64(seconds))
}

/// Best of three runs.
fn time(mut f: impl FnMut()) -> Duration {
    (0..3)
        .map(|_| {
            let start = Instant::now();
            f();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

fn operations(criterion: &mut Criterion) {
    let peer = build_peer();
    if let Err(error) = &peer {
        eprintln!("without the peer: {}", error.lines().next().unwrap_or_default());
    }
    for op in ["multiply", "divide", "gcd", "xgcd"] {
        let mut group = criterion.benchmark_group(op);
        group.sample_size(10).measurement_time(Duration::from_secs(3));
        for degree in DEGREES {
            let mut random = SplitMix::new(SEED);
            let a = poly(&mut random, if op == "divide" { 2 * degree - 1 } else { degree });
            let b = poly(&mut random, degree - 1);
            if let Ok(program) = &peer {
                let (sum, theirs) = run_peer(program, op, degree);
                assert_eq!(checksum(&run(op, &a, &b)), sum, "{op} {degree}: NTL finds another result");
                let ours = time(|| drop(black_box(run(op, &a, &b))));
                let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
                eprintln!("{op} {degree}: NTL {theirs:?}, ours {ours:?}, {ratio:.1} times as fast");
            }
            if degree <= 1_000_000 {
                group.bench_function(degree.to_string(), |bencher| bencher.iter(|| run(op, &a, &b)));
            }
        }
        group.finish();
    }
}

criterion_group!(benches, operations);
criterion_main!(benches);
