//! Nullities of families: single sizes, and tables of squares on all processors.

use std::ops::ControlFlow;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use lightsout::nullity::{Family, nullities, nullity};

fn single(criterion: &mut Criterion) {
    for size in [10_000, 100_000, 1_000_000, 10_000_000] {
        let mut group = criterion.benchmark_group(format!("nullity/{size}"));
        group.sample_size(10).measurement_time(Duration::from_secs(2));
        // An odd number enters the greatest common divisor of each family at these sizes.
        for (family, size) in [
            (Family::Square, size),
            (Family::Triangle, size + 1),
            (Family::Torus, size + 1),
            (Family::Cylinder(size), size + 1),
        ] {
            group.bench_function(family.to_string(), |bencher| bencher.iter(|| nullity(family, size)));
        }
        group.finish();
    }
}

fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("table");
    group.sample_size(10);
    for last in [2_000, 25_000] {
        group.bench_function(format!("square 1..{last}"), |bencher| {
            bencher.iter(|| {
                let mut sum = 0;
                nullities(Family::Square, 1..=last, |_, value| {
                    sum += value;
                    ControlFlow::Continue(())
                })
                .map(|()| sum)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, single, tables);
criterion_main!(benches);
