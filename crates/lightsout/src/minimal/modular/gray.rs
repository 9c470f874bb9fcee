//! All kernel elements in a modular Gray code: each step adds one generator once.

use super::part::{Part, Sink};

/// Offers the best elements to the sink; returns whether it ran to the end.
///
/// # Complexity
/// `N` steps of `n` additions for `N` kernel elements on `n` buttons.
pub(super) fn run(part: &Part<'_>, sink: &Sink<'_>) -> bool {
    let states = part.states;
    let sparse: Vec<Vec<(usize, u64)>> = part
        .generators
        .iter()
        .map(|g| g.0.iter().enumerate().filter(|(_, x)| **x != 0).map(|(i, &x)| (i, u64::from(x))).collect())
        .collect();
    let mut current = part.start.clone();
    let mut cost = part.cost(&current);
    let mut digits = vec![0u64; sparse.len()];
    let bound = part.least_possible();
    let mut step = 0u64;
    let total = part.size().map_or(f64::INFINITY, |n| n as f64);
    loop {
        if cost <= sink.ceiling() {
            sink.offer(cost, current.len(), |i| current[i]);
        }
        step += 1;
        if step & 0xfff == 0 {
            if sink.stop() {
                return false;
            }
            if step & 0xf_ffff == 0 {
                sink.progress(bound, step as f64 / total);
            }
        }
        // The lowest digit that does not wrap changes; digits below it have gone once around and are back.
        let mut j = 0;
        loop {
            let Some(digit) = digits.get_mut(j) else { return true };
            *digit += 1;
            if *digit < part.generators[j].1 {
                break;
            }
            *digit = 0;
            j += 1;
        }
        for &(i, x) in &sparse[j] {
            let before = u64::from(current[i]);
            let after = (before + x) % states;
            cost += part.cost_at(i, after) - part.cost_at(i, before);
            current[i] = after as u32;
        }
    }
}
