//! How often each value of `F` occurs, and the greatest away from 0: a scan of all points without a start.

use super::scan::{Block, Setup, Visitor, outer_bits, sweep};
use lightsout_algebra::walsh::{Entry, LANES};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The highest coordinates that make a task, which has counters of its own.
const TASK_BITS: u32 = 6;
/// One counter for each value in 16 bits.
type Counters = Box<[u32; 1 << 16]>;

/// Columns of linear forms, each with the number of its occurrences, in `unknowns <= 62` unknowns.
pub(crate) struct Census {
    setup: Setup,
    /// Points that agree in all forms, as a power of two.
    unseen: u32,
}

/// The greatest value of `F` at a point other than 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Greatest {
    /// The value.
    pub(crate) value: i64,
    /// The greatest point, as a number, with this value.
    pub(crate) point: u64,
    /// How many points have it.
    pub(crate) ties: u64,
}

impl Census {
    /// Prepares the sum `F(u) = sum_c times(c) (-1)^(c.u)`.
    ///
    /// # Panics
    /// When there are more than 62 unknowns.
    pub(crate) fn new(unknowns: u32, columns: &[(u64, i64)]) -> Self {
        let wide: Vec<(u128, i64)> =
            columns.iter().filter(|c| c.1 != 0).map(|&(form, times)| (u128::from(form), times)).collect();
        let setup = Setup::new(unknowns, &wide, &[]).expect("at most 62 unknowns");
        Self { unseen: unknowns - setup.rank, setup }
    }

    /// The number of points with each value of `F`.
    ///
    /// # Complexity
    /// `2^r` steps of a counter and of `18` additions, sixteen at once, for rank `r`.
    pub(crate) fn counts(&self, threads: usize) -> BTreeMap<i64, u64> {
        let visitor = Counts { size: self.setup.size, found: Mutex::new(BTreeMap::new()) };
        sweep(&self.setup, outer_bits(&self.setup).min(TASK_BITS), threads, &visitor);
        let found = visitor.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Of a block's lanes only as many are different as there are points.
        let repeated = LANES.trailing_zeros().saturating_sub(self.setup.rank);
        found.into_iter().map(|(value, count)| (value, (count >> repeated) << self.unseen)).collect()
    }

    /// The greatest value away from the point 0; `None` if there is no other point.
    pub(crate) fn greatest(&self, threads: usize) -> Option<Greatest> {
        if self.unseen > 0 {
            // A point other than 0 where every form vanishes.
            let point = self.setup.unseen().greatest() as u64;
            return Some(Greatest { value: self.setup.size, point, ties: (1 << self.unseen) - 1 });
        }
        let visitor = Best { setup: &self.setup, floor: AtomicI64::new(i64::MIN), found: Mutex::new(None) };
        sweep(&self.setup, outer_bits(&self.setup), threads, &visitor);
        visitor.found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts values.
struct Counts {
    size: i64,
    found: Mutex<BTreeMap<i64, u64>>,
}

/// What a task has counted.
enum Tally {
    /// Values of 16 bits, in four turns: an addition need not wait for the one before when a value is repeated.
    Dense([Counters; 4]),
    /// Any values.
    Sparse(BTreeMap<i64, u64>),
}

impl Visitor for Counts {
    type Local = Tally;

    fn local(&self) -> Tally {
        if i16::narrow(self.size).is_none() {
            return Tally::Sparse(BTreeMap::new());
        }
        // Made on the heap, cleared.
        let counters = || vec![0; 1 << 16].into_boxed_slice().try_into().expect("as long as the type says");
        Tally::Dense(std::array::from_fn(|_| counters()))
    }

    fn floor(&self) -> i64 {
        i64::MIN
    }

    fn hit(&self, _: &mut Tally, _: u64, _: i64) {}

    fn block<T: Entry>(&self, _: &Setup, local: &mut Tally, block: &mut Block<'_, T>) {
        let values = block.values();
        match local {
            Tally::Dense([a, b, c, d]) => {
                for row in values {
                    let [first, second, third, fourth] = std::array::from_fn(|i| &row[4 * i..4 * i + 4]);
                    for i in 0..4 {
                        a[usize::from(first[i].word())] += 1;
                        b[usize::from(second[i].word())] += 1;
                        c[usize::from(third[i].word())] += 1;
                        d[usize::from(fourth[i].word())] += 1;
                    }
                }
            }
            Tally::Sparse(map) => {
                values.as_flattened().iter().for_each(|v| *map.entry(v.wide()).or_default() += 1)
            }
        }
    }

    fn finish(&self, local: Tally) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let mut add = |value, count| *found.entry(value).or_default() += count;
        match local {
            Tally::Sparse(map) => map.into_iter().for_each(|(value, count)| add(value, count)),
            Tally::Dense(turns) => {
                for value in -self.size..=self.size {
                    let place = usize::from(value as u16);
                    let count: u64 = turns.iter().map(|turn| u64::from(turn[place])).sum();
                    if count > 0 {
                        add(value, count);
                    }
                }
            }
        }
    }

    fn stop(&self) -> bool {
        false
    }
}

/// Keeps the greatest value.
struct Best<'a> {
    setup: &'a Setup,
    floor: AtomicI64,
    found: Mutex<Option<Greatest>>,
}

impl Visitor for Best<'_> {
    type Local = Option<Greatest>;

    fn local(&self) -> Option<Greatest> {
        None
    }

    fn floor(&self) -> i64 {
        self.floor.load(Ordering::Relaxed)
    }

    fn hit(&self, local: &mut Option<Greatest>, y: u64, value: i64) {
        if y != 0 {
            self.floor.fetch_max(value, Ordering::Relaxed);
            *local = better(*local, Greatest { value, point: self.setup.key(y) as u64, ties: 1 });
        }
    }

    fn finish(&self, local: Option<Greatest>) {
        if let Some(local) = local {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            *found = better(*found, local);
        }
    }

    fn stop(&self) -> bool {
        false
    }
}

/// The one with the greater value; of equal ones both together.
fn better(old: Option<Greatest>, new: Greatest) -> Option<Greatest> {
    Some(match old {
        Some(old) if old.value > new.value => old,
        Some(old) if old.value == new.value => {
            Greatest { point: old.point.max(new.point), ties: old.ties + new.ties, ..old }
        }
        _ => new,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lightsout_algebra::random::SplitMix;

    #[test]
    fn all_points_are_counted() {
        let mut rng = SplitMix::new(5);
        for (unknowns, columns) in
            [(0, 1), (1, 2), (3, 5), (4, 9), (6, 4), (9, 30), (12, 8), (14, 40), (15, 300)]
        {
            for scale in [1i64, 3000, 1 << 40] {
                let list: Vec<(u64, i64)> = (0..columns)
                    .map(|_| (rng.next_u64() & ((1 << unknowns) - 1), scale * (rng.below(3) as i64)))
                    .collect();
                let value = |u: u64| -> i64 {
                    list.iter().map(|&(c, t)| if (c & u).count_ones() & 1 == 1 { -t } else { t }).sum()
                };
                let mut counts = BTreeMap::new();
                let mut greatest = None;
                for u in 0..1u64 << unknowns {
                    *counts.entry(value(u)).or_insert(0) += 1u64;
                    if u > 0 {
                        greatest = better(greatest, Greatest { value: value(u), point: u, ties: 1 });
                    }
                }
                let census = Census::new(unknowns, &list);
                for threads in [1, 2] {
                    assert_eq!(census.counts(threads), counts, "{unknowns} {columns} {scale}");
                    assert_eq!(census.greatest(threads), greatest, "{unknowns} {columns} {scale}");
                }
            }
        }
    }
}
