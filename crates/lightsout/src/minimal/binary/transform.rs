//! One Walsh-Hadamard transform over the whole kernel.

use super::super::sink::Sink;
use super::prepare::Problem;
use lightsout_algebra::walsh::{Entry, transform};

/// The memory the table takes.
pub(super) fn bytes(problem: &Problem) -> u64 {
    let size = if fits::<i16>(problem) {
        2
    } else if fits::<i32>(problem) {
        4
    } else {
        8
    };
    1u64.checked_shl(problem.rank).map_or(u64::MAX, |n| n.saturating_mul(size))
}

/// Whether all values of a problem fit an entry type.
pub(super) fn fits<T: Entry>(problem: &Problem) -> bool {
    T::narrow(problem.columns.iter().map(|c| c.weight.abs()).sum()).is_some()
}

/// Offers the best elements to the sink; at most 40 unknowns.
///
/// # Complexity
/// `l 2^l` additions for `l` unknowns, and `2^l` entries of memory.
pub(super) fn run(problem: &Problem, sink: &Sink<'_>) -> bool {
    if fits::<i16>(problem) {
        typed::<i16>(problem, sink)
    } else if fits::<i32>(problem) {
        typed::<i32>(problem, sink)
    } else {
        typed::<i64>(problem, sink)
    }
}

fn typed<T: Entry>(problem: &Problem, sink: &Sink<'_>) -> bool {
    let mut table = vec![T::default(); 1 << problem.rank];
    for column in &problem.columns {
        let entry = &mut table[column.form as usize];
        *entry = entry.plus(T::narrow(column.weight).unwrap_or_default());
    }
    transform(&mut table, 1);
    // Most chunks hold nothing of interest: look at their greatest entry first.
    for (c, chunk) in table.chunks(1 << 10).enumerate() {
        let greatest = chunk.iter().fold(T::LEAST, |m, &x| m.max(x));
        if greatest.wide() < sink.threshold() {
            continue;
        }
        for (i, value) in chunk.iter().enumerate() {
            sink.offer(value.wide(), (c << 10 | i) as u128);
        }
        if sink.halted() {
            return false;
        }
    }
    true
}
