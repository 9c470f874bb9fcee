//! Dense elimination over Z/k on random square matrices.

use criterion::{Criterion, criterion_group, criterion_main};
use lightsout_algebra::random::SplitMix;
use lightsout_algebra::ring::{Echelon, Matrix, Modulus};

fn random(k: u64, n: usize) -> Matrix {
    let mut random = SplitMix::new(k);
    Matrix::from_fn(Modulus::new(k).expect("a modulus in range"), n, n, |_, _| random.next_u64())
}

fn systems(c: &mut Criterion) {
    for (k, n) in [(6, 2000), (3, 1000), (8, 1000), (67_108_859, 1000), (2_147_483_647, 1000)] {
        let a = random(k, n);
        let echelon = Echelon::new(&a);
        let b = a.mul_vec(&vec![1; n]);
        let x = echelon.solve(&b).solution().expect("an image");
        assert_eq!(a.mul_vec(&x), b);
        let mut group = c.benchmark_group(format!("a random {n} x {n} system modulo {k}"));
        group.sample_size(10);
        group.bench_function("eliminate", |bench| bench.iter(|| Echelon::new(&a)));
        group.bench_function("solve", |bench| bench.iter(|| echelon.solve(&b)));
        group.finish();
    }
}

criterion_group!(benches, systems);
criterion_main!(benches);
