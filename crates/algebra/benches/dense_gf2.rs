//! Dense elimination over GF(2) on random square matrices.
//!
//! Where a C compiler and libm4ri are installed, `bench/peers/m4ri.c` is built and runs on the same
//! matrices, and both must find the same rank.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use lightsout_algebra::gf2::{self, BitMatrix, BitVec, Echelon};
use lightsout_algebra::random::SplitMix;

const SEED: u64 = 1;

/// The matrix of `bench/peers/m4ri.c`: the words of splitmix64, row after row.
fn random(n: usize) -> BitMatrix {
    let mut random = SplitMix::new(SEED);
    let rows: Vec<BitVec> = (0..n)
        .map(|_| BitVec::from_words(n, (0..n.div_ceil(64)).map(|_| random.next_u64()).collect()))
        .collect();
    BitMatrix::from_rows(n, &rows)
}

/// Builds the peer, or says why it can't be built.
fn build_peer() -> Result<PathBuf, String> {
    let run = |command: &mut Command| match command.output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => Err(format!("{command:?}: {error}")),
    };
    let flags = run(Command::new("pkg-config").args(["--cflags", "--libs", "m4ri"]))?;
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/peers/m4ri.c");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("m4ri");
    run(Command::new("cc")
        .args(["-O3", "-march=native"])
        .arg(source)
        .arg("-o")
        .arg(&program)
        .args(flags.split_whitespace()))?;
    Ok(program)
}

/// The rank that the peer finds, and the processor time that it takes.
fn run_peer(program: &Path, n: usize) -> (usize, Duration) {
    let output =
        Command::new(program).args([n.to_string(), SEED.to_string()]).output().expect("the peer runs");
    let text = String::from_utf8(output.stdout).expect("the peer prints text");
    let fields: Vec<&str> = text.split_whitespace().collect();
    let seconds: f64 = fields[2].parse().expect("seconds");
    (fields[0].parse().expect("a rank"), Duration::from_secs_f64(seconds))
}

fn ranks(c: &mut Criterion) {
    let peer = build_peer();
    if let Err(reason) = &peer {
        eprintln!("without libm4ri: {}", reason.trim());
    }
    for n in [2048, 8192] {
        let a = random(n);
        let rank = gf2::rank(&a);
        assert_eq!(gf2::rank_portable(&a), rank);
        let mut group = c.benchmark_group(format!("rank of a random {n} x {n} matrix"));
        group.sample_size(10);
        group.bench_function("this crate", |b| b.iter(|| gf2::rank(&a)));
        group.bench_function("this crate, portable", |b| b.iter(|| gf2::rank_portable(&a)));
        if let Ok(program) = &peer {
            group.bench_function("libm4ri", |b| {
                b.iter_custom(|times| {
                    let runs = (0..times).map(|_| run_peer(program, n));
                    runs.map(|(found, time)| {
                        assert_eq!(found, rank, "the peer disagrees");
                        time
                    })
                    .sum()
                })
            });
        }
        group.finish();
    }
}

fn systems(c: &mut Criterion) {
    let n = 4096;
    let a = random(n);
    let b = a.mul_vec(&BitVec::ones(n));
    let echelon = Echelon::new(&a);
    let mut group = c.benchmark_group(format!("a random {n} x {n} system"));
    group.sample_size(10);
    group.bench_function("eliminate", |bench| bench.iter(|| Echelon::new(&a)));
    group.bench_function("solve", |bench| bench.iter(|| echelon.solve(&b)));
    group.bench_function("kernel", |bench| bench.iter(|| echelon.kernel()));
    group.bench_function("multiply", |bench| bench.iter(|| a.mul(&a)));
    group.finish();
}

criterion_group!(benches, ranks, systems);
criterion_main!(benches);
