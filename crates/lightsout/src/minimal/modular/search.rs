//! Good solutions without proof, by descent along the generators.

use super::part::{Part, Sink};
use lightsout_algebra::random::SplitMix;

/// The multiples of a generator that are tried: all, or as many random ones.
const MULTIPLES: u64 = 64;

/// Offers the best elements found in some rounds to the sink.
///
/// # Complexity
/// A round costs `l n min(o, 64)` additions for `l` generators of order at most `o` on `n` buttons.
pub(super) fn run(part: &Part<'_>, sink: &Sink<'_>, rounds: u32, seed: u64) {
    let mut rng = SplitMix::new(seed);
    let mut best = (part.cost(&part.start), part.start.clone());
    sink.offer(best.0, best.1.len(), |i| best.1[i]);
    let mut current = best.clone();
    let rounds = if part.size().is_some_and(|n| n <= 1 << 12) { rounds.min(100) } else { rounds };
    for round in 0..rounds {
        let mut improved = true;
        while improved {
            improved = false;
            for (generator, order) in &part.generators {
                if sink.stop() {
                    return;
                }
                for choice in 1..(*order).min(MULTIPLES) {
                    let factor = if *order <= MULTIPLES { choice } else { 1 + rng.next_u64() % (order - 1) };
                    let cost = (0..generator.len())
                        .map(|i| part.cost_at(i, plus(part, current.1[i], generator[i], factor)))
                        .sum();
                    if cost < current.0 {
                        add(part, &mut current.1, generator, factor);
                        current.0 = cost;
                        improved = true;
                    }
                }
            }
        }
        if current.0 < best.0 {
            best.clone_from(&current);
            sink.offer(best.0, best.1.len(), |i| best.1[i]);
        } else {
            current.clone_from(&best);
        }
        for _ in 0..2 + round % 4 {
            let (generator, order) = &part.generators[rng.below(part.generators.len())];
            add(part, &mut current.1, generator, 1 + rng.next_u64() % (order - 1));
        }
        current.0 = part.cost(&current.1);
    }
}

fn plus(part: &Part<'_>, x: u32, g: u32, factor: u64) -> u64 {
    ((u128::from(x) + u128::from(g) * u128::from(factor)) % u128::from(part.states)) as u64
}

fn add(part: &Part<'_>, x: &mut [u32], generator: &[u32], factor: u64) {
    for (x, &g) in x.iter_mut().zip(generator) {
        *x = plus(part, *x, g, factor) as u32;
    }
}
