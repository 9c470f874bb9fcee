//! All kernel elements in Gray-code order, by counting bits.

use super::super::sink::Sink;
use super::prepare::Prepared;
use lightsout_algebra::walsh::xor_assign_count;

/// Offers the best of all elements of a part to the sink; the weights must be 1. Returns whether it ran to the end.
///
/// # Complexity
/// `2^l ceil(n / 64)` word operations for `l <= 63` generators on `n` buttons.
pub(super) fn run(prepared: &Prepared, component: &[usize], sink: &Sink<'_>) -> bool {
    let support = prepared.support(component);
    let places: Vec<usize> = (0..support.len()).filter(|&w| support[w] != 0).collect();
    let pick = |words: &[u64]| -> Vec<u64> { places.iter().map(|&w| words[w] & support[w]).collect() };
    let buttons: i64 = support.iter().map(|w| i64::from(w.count_ones())).sum();
    let mut current = pick(prepared.start.words());
    // The generator that changes most often is the last row, the lowest bit of the key.
    let rows: Vec<Vec<u64>> = component.iter().rev().map(|&i| pick(prepared.kernel.row(i))).collect();
    let value = |count: u64| buttons - 2 * count as i64;
    sink.offer(value(current.iter().map(|w| u64::from(w.count_ones())).sum()), 0);
    for step in 1u64..1 << rows.len() {
        let count = xor_assign_count(&mut current, &rows[step.trailing_zeros() as usize]);
        if value(count) >= sink.threshold() {
            sink.offer(value(count), u128::from(step ^ (step >> 1)));
        }
        if step & 0xffff == 0 {
            if sink.stop() {
                return false;
            }
            sink.progress(buttons, step as f64 / (1u64 << rows.len()) as f64);
        }
    }
    true
}
