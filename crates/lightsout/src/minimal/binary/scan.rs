//! All kernel elements, block by block: a block is a table that fits the first-level cache.
//!
//! The coordinates `y` of a point are split into lane (4 bits), row and outer bits. For fixed outer bits a block holds
//! `sum weight (-1)^(outer part)` at the column's row and lanes, and its transform over the row bits gives `F` for
//! `16 * rows` points at once. Going through the outer bits in Gray-code order changes only some columns' signs.

use super::super::linear::{Least, Span, annihilator, combine, dual};
use super::super::parallel;
use super::super::sink::{Key, Sink};
use super::prepare::Problem;
use super::sparse::sparse_points;
use lightsout_algebra::walsh::{Entry, LANES, Term};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const LANE_BITS: u32 = LANES.trailing_zeros();
/// The rows of a block, as a power of two: 2^9 rows of 32 bytes, twice, fill 32 KiB.
const ROW_BITS: u32 = 9;
/// Columns in the coordinates that a scan runs through, and the way back.
pub(super) struct Setup {
    /// The number of coordinates, the rank of the columns.
    pub(super) rank: u32,
    /// (form in the coordinates, weight); the weights are not 0.
    columns: Vec<(u64, i64)>,
    /// The point with coordinate `i` alone 1.
    points: Vec<u128>,
    /// The points that no column sees.
    unseen: Least,
    /// The sum of the absolute weights.
    pub(super) size: i64,
}

impl Setup {
    /// Takes columns in `unknowns` unknowns; the forms of `leading`, which must be independent sums of columns, become
    /// the highest coordinates. `None` if there are more than 62 coordinates.
    pub(super) fn new(unknowns: u32, columns: &[(u128, i64)], leading: &[u128]) -> Option<Self> {
        let mut found = Span::of(leading.iter().copied());
        for &(form, _) in columns {
            found.add(form);
        }
        let rank = found.rank();
        if rank > 62 {
            return None;
        }
        let (first, rest) = found.basis.split_at(leading.len());
        let span = Span::of(rest.iter().chain(first).copied());
        let mut columns =
            columns.iter().map(|&(form, weight)| (span.reduce(form).1 as u64, weight)).collect::<Vec<_>>();
        let mut full = span.clone();
        for i in 0..unknowns {
            full.add(1 << i);
        }
        let mut points = dual(&full.basis);
        points.truncate(rank as usize);
        // Other coordinates in place of those below the leading ones: the fewer columns change with an outer bit, and
        // the lowest change most often, the better.
        let free = rank - leading.len() as u32;
        let block = (LANE_BITS + ROW_BITS).min(free);
        let chosen = sparse_points(&columns.iter().map(|c| c.0).collect::<Vec<_>>(), free, block);
        for (form, _) in &mut columns {
            let low = chosen
                .iter()
                .zip(0..)
                .fold(0, |sum, (p, i)| sum | u64::from((*form & p).count_ones() & 1) << i);
            *form = *form >> free << free | low;
        }
        let lower: Vec<u128> = chosen.iter().map(|&p| combine(&points, u128::from(p))).collect();
        points.splice(..lower.len(), lower);
        let unseen = Least::new(&annihilator(&span, unknowns));
        let size = columns.iter().map(|c| c.1.abs()).sum();
        Some(Self { rank, columns, points, unseen, size })
    }

    /// The least key with these coordinates.
    pub(super) fn key(&self, y: u64) -> Key {
        self.unseen.of(combine(&self.points, u128::from(y)))
    }

    /// The points that no column sees.
    pub(super) fn unseen(&self) -> &Least {
        &self.unseen
    }

    /// Offers all points with these coordinates, or the least of them if that is enough.
    fn offer(&self, sink: &Sink<'_>, y: u64, value: i64) {
        let key = self.key(y);
        if sink.wants_all() {
            for key in self.unseen.all(key) {
                sink.offer(value, key);
                if sink.halted() {
                    return;
                }
            }
        } else {
            sink.offer(value, key);
        }
    }
}

/// A block and the state that turns it into the next.
pub(super) struct Block<'a, T> {
    rows: Vec<[T; LANES]>,
    scratch: Vec<[T; LANES]>,
    /// The columns with their present signs.
    terms: Vec<Term<T>>,
    /// The columns that change sign with an outer bit.
    flips: &'a [Vec<u32>],
    /// The outer bits of the current block.
    outer: u64,
}

/// What blocks of one setup share.
struct Plan {
    row_bits: u32,
    order: Vec<(u64, i64)>,
    flips: Vec<Vec<u32>>,
}

impl Plan {
    fn new(setup: &Setup) -> Self {
        let row_bits = setup.rank.saturating_sub(LANE_BITS).min(ROW_BITS);
        let low = LANE_BITS + row_bits;
        let order = spread(&setup.columns, |form| form >> LANE_BITS & ((1 << row_bits) - 1));
        let outer = setup.rank.saturating_sub(low);
        let flips = (0..outer)
            .map(|j| {
                (0u32..).zip(&order).filter(|(_, c)| c.0 >> (low + j) & 1 == 1).map(|(i, _)| i).collect()
            })
            .collect();
        Self { row_bits, order, flips }
    }

    fn outer_bits(&self) -> u32 {
        self.flips.len() as u32
    }
}

/// The columns in an order in which those of one row are far apart: a row that was just written takes longer to read.
fn spread(columns: &[(u64, i64)], row: impl Fn(u64) -> u64) -> Vec<(u64, i64)> {
    let mut order = columns.to_vec();
    order.sort_unstable_by_key(|c| (row(c.0), c.0));
    let mut turn = 0;
    let mut keyed: Vec<(usize, (u64, i64))> = (0..order.len())
        .map(|i| {
            turn = if i > 0 && row(order[i - 1].0) == row(order[i].0) { turn + 1 } else { 0 };
            (turn, order[i])
        })
        .collect();
    keyed.sort_by_key(|k| k.0);
    keyed.into_iter().map(|k| k.1).collect()
}

impl<'a, T: Entry> Block<'a, T> {
    fn new(plan: &'a Plan) -> Self {
        let zero = T::default();
        let mut block = Self {
            rows: vec![[zero; LANES]; 1 << plan.row_bits],
            scratch: vec![[zero; LANES]; 1 << plan.row_bits],
            terms: Vec::with_capacity(plan.order.len()),
            flips: &plan.flips,
            outer: 0,
        };
        for &(form, weight) in &plan.order {
            let term = Term {
                row: (form >> LANE_BITS) as u32 & ((1 << plan.row_bits) - 1),
                lane: form as u32 & (LANES as u32 - 1),
                weight: T::narrow(weight).unwrap_or_default(),
            };
            T::add_term(&mut block.rows, term);
            block.terms.push(term);
        }
        block
    }

    fn flip(&mut self, bit: usize) {
        T::change_signs(&mut self.rows, &mut self.terms, &self.flips[bit]);
        self.outer ^= 1 << bit;
    }

    /// Makes the outer bits from `shift` upwards equal to `value`'s.
    fn set_high(&mut self, shift: u32, value: u64) {
        let mut difference = (self.outer >> shift) ^ value;
        while difference != 0 {
            self.flip((shift + difference.trailing_zeros()) as usize);
            difference &= difference - 1;
        }
    }

    /// The values at the block's points.
    pub(super) fn values(&mut self) -> &[[T; LANES]] {
        T::block_transform(&self.rows, &mut self.scratch);
        &self.scratch
    }

    fn maximum(&mut self) -> i64 {
        let lanes = T::block_maximum(&self.rows, &mut self.scratch);
        lanes.iter().fold(T::LEAST, |m, &x| m.max(x)).wide()
    }

    /// Calls `hit(y, value)` for the entries of at least `floor`.
    fn entries(&mut self, floor: i64, mut hit: impl FnMut(u64, i64)) {
        T::block_transform(&self.rows, &mut self.scratch);
        let bits = LANE_BITS + self.rows.len().trailing_zeros();
        for (row, lanes) in self.scratch.iter().enumerate() {
            if lanes.iter().fold(T::LEAST, |m, &x| m.max(x)).wide() < floor {
                continue;
            }
            for (lane, value) in lanes.iter().enumerate() {
                if value.wide() >= floor {
                    hit((lane | row << LANE_BITS) as u64 | self.outer << bits, value.wide());
                }
            }
        }
    }
}

/// What a sweep reports to.
pub(super) trait Visitor: Sync {
    /// What one task keeps for itself.
    type Local;
    /// A fresh local state.
    fn local(&self) -> Self::Local;
    /// Values below this are of no interest; it may rise.
    fn floor(&self) -> i64;
    /// Takes a point.
    fn hit(&self, local: &mut Self::Local, y: u64, value: i64);
    /// Takes a block: its points of interest, unless all of them are.
    fn block<T: Entry>(&self, setup: &Setup, local: &mut Self::Local, block: &mut Block<'_, T>) {
        let floor = self.floor();
        if block.maximum() >= floor {
            block.entries(floor, |y, value| {
                if setup.rank >= LANE_BITS || y >> setup.rank == 0 {
                    self.hit(local, y, value);
                }
            });
        }
    }
    /// Takes a finished task's state.
    fn finish(&self, local: Self::Local);
    /// Whether blocks with this highest part are to be looked at.
    fn admits(&self, _high: u64) -> bool {
        true
    }
    /// Whether to stop.
    fn stop(&self) -> bool;
    /// Told the share of the work done.
    fn progress(&self, _fraction: f64) {}
}

/// Runs through all points, in blocks; the highest `high_bits` coordinates are the part that the visitor may refuse
/// (fewer if a block is larger than what is left). Returns whether it ran to the end.
///
/// # Complexity
/// `2^r (9 + 9)` additions of 16-bit entries or so, for rank `r`, sixteen at a time.
pub(super) fn sweep<V: Visitor>(setup: &Setup, high_bits: u32, threads: usize, visitor: &V) -> bool {
    if i16::narrow(setup.size).is_some() {
        typed::<i16, V>(setup, high_bits, threads, visitor)
    } else if i32::narrow(setup.size).is_some() {
        typed::<i32, V>(setup, high_bits, threads, visitor)
    } else {
        typed::<i64, V>(setup, high_bits, threads, visitor)
    }
}

/// The number of highest coordinates that a sweep can treat as a unit.
pub(super) fn outer_bits(setup: &Setup) -> u32 {
    setup.rank.saturating_sub(LANE_BITS + ROW_BITS)
}

fn typed<T: Entry, V: Visitor>(setup: &Setup, high_bits: u32, threads: usize, visitor: &V) -> bool {
    let plan = Plan::new(setup);
    let high_bits = high_bits.min(plan.outer_bits());
    let low_bits = plan.outer_bits() - high_bits;
    let task_bits = high_bits.min(10);
    let tasks = 1usize << task_bits;
    let (complete, done) = (AtomicBool::new(true), AtomicU64::new(0));
    parallel::for_each(tasks, threads, |task| {
        if visitor.stop() {
            complete.store(false, Ordering::Relaxed);
            return;
        }
        let mut local = visitor.local();
        let mut block = Block::<T>::new(&plan);
        let span = 1u64 << (high_bits - task_bits);
        'all: for i in task as u64 * span..(task as u64 + 1) * span {
            let high = i ^ (i >> 1);
            if !visitor.admits(high) {
                continue;
            }
            block.set_high(low_bits, high);
            for step in 0..1u64 << low_bits {
                if step > 0 {
                    block.flip(step.trailing_zeros() as usize);
                }
                visitor.block(setup, &mut local, &mut block);
                if step & 63 == 0 && visitor.stop() {
                    complete.store(false, Ordering::Relaxed);
                    break 'all;
                }
            }
        }
        visitor.finish(local);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        visitor.progress(done as f64 / tasks as f64);
    });
    complete.into_inner()
}

/// Offers what a sweep finds to a sink.
struct Offer<'a, 'b> {
    setup: &'a Setup,
    sink: &'a Sink<'b>,
    bound: i64,
}

impl Visitor for Offer<'_, '_> {
    type Local = ();
    fn local(&self) {}
    fn floor(&self) -> i64 {
        self.sink.threshold()
    }
    fn hit(&self, _: &mut (), y: u64, value: i64) {
        if value >= self.sink.threshold() {
            self.setup.offer(self.sink, y, value);
        }
    }
    fn finish(&self, (): ()) {}
    fn stop(&self) -> bool {
        self.sink.stop()
    }
    fn progress(&self, fraction: f64) {
        self.sink.progress(self.bound, fraction);
    }
}

/// The rank that a scan of a problem has to run through.
pub(super) fn rank(problem: &Problem) -> u32 {
    Span::of(problem.merged().iter().map(|c| c.0)).rank()
}

/// Offers the best elements to the sink. `None` if there are too many coordinates, else whether it ran to the end.
///
/// # Complexity
/// As [`sweep`].
pub(super) fn run(problem: &Problem, sink: &Sink<'_>, threads: usize) -> Option<bool> {
    let setup = Setup::new(problem.rank, &problem.merged(), &[])?;
    let outer = outer_bits(&setup);
    let visitor = Offer { setup: &setup, sink, bound: setup.size };
    Some(sweep(&setup, outer.min(8), threads, &visitor))
}
