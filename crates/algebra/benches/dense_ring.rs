//! Dense elimination over Z/k on random square matrices.

use criterion::{Criterion, criterion_group, criterion_main};
use lightsout_algebra::ring::{Echelon, Matrix, Modulus};

fn random(k: u64, n: usize) -> Matrix {
    let mut state = k;
    Matrix::from_fn(Modulus::new(k).expect("a modulus in range"), n, n, |_, _| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    })
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
