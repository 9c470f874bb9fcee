//! The best values of a class that is too large for a table: all of at least some cut, and a quick test for them.

use super::super::linear::Span;
use super::super::sink::Sink;
use super::levels::Counts;
use super::scan::{Setup, Visitor, outer_bits, sweep};
use super::split::Class;
use lightsout_algebra::walsh::xor_count;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// About this many points are looked at to guess how many there are of each value.
const SAMPLE_BITS: u32 = 22;

/// A class with what is needed to run through its points.
pub(super) struct Scanned {
    setup: Setup,
    pub(super) maximum: i64,
    /// `(value, estimated number of points)`, values falling.
    estimate: Vec<(i64, f64)>,
}

/// Runs a closure for points and stops with the sink.
struct Collector<'a, 'b, L, H, F, A> {
    sink: &'a Sink<'b>,
    floor: &'a (dyn Fn() -> i64 + Sync),
    local: fn() -> L,
    hit: H,
    finish: F,
    admits: A,
}

impl<L, H, F, A> Visitor for Collector<'_, '_, L, H, F, A>
where
    H: Fn(&mut L, u64, i64) + Sync,
    F: Fn(L) + Sync,
    A: Fn(u64) -> bool + Sync,
{
    type Local = L;
    fn local(&self) -> L {
        (self.local)()
    }
    fn floor(&self) -> i64 {
        (self.floor)()
    }
    fn hit(&self, local: &mut L, y: u64, value: i64) {
        (self.hit)(local, y, value);
    }
    fn finish(&self, local: L) {
        (self.finish)(local);
    }
    fn admits(&self, high: u64) -> bool {
        (self.admits)(high)
    }
    fn stop(&self) -> bool {
        self.sink.stop()
    }
}

impl Scanned {
    /// Finds the greatest value, and guesses how many points have each value from a sample. `None` if stopped.
    ///
    /// # Complexity
    /// One scan of `2^r` points, `r` the rank of the class.
    pub(super) fn new(class: &Class, threads: usize, sink: &Sink<'_>) -> Option<Self> {
        let columns: Vec<(u128, i64)> =
            class.columns.iter().map(|&(form, w)| (u128::from(form), w)).collect();
        let setup = Setup::new(class.rank(), &columns, &[])?;
        let outer = outer_bits(&setup);
        let best = AtomicI64::new(i64::MIN / 4);
        let raise = |_: &mut (), _: u64, value: i64| {
            best.fetch_max(value, Ordering::Relaxed);
        };
        let maximum = Collector {
            sink,
            floor: &|| best.load(Ordering::Relaxed) + 1,
            local: || (),
            hit: raise,
            finish: |()| (),
            admits: |_| true,
        };
        if !sweep(&setup, outer.min(8), threads, &maximum) {
            return None;
        }
        let thin = setup.rank.saturating_sub(SAMPLE_BITS).min(outer);
        let histogram = Mutex::new(std::collections::BTreeMap::<i64, u64>::new());
        let sample = Collector {
            sink,
            floor: &|| i64::MIN / 4,
            local: Vec::<i64>::new,
            hit: |local: &mut Vec<i64>, _, value| local.push(value),
            finish: |local: Vec<i64>| {
                let mut histogram = histogram.lock().unwrap_or_else(PoisonError::into_inner);
                local.into_iter().for_each(|v| *histogram.entry(v).or_default() += 1);
            },
            admits: |high: u64| {
                high.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_shr(64 - thin) == 0 || thin == 0
            },
        };
        if !sweep(&setup, outer, threads, &sample) {
            return None;
        }
        let histogram = histogram.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Points that no weighted column sees come on top of each one that was scanned.
        let scale = 2f64.powi((thin + class.rank() - setup.rank) as i32);
        let estimate = histogram.into_iter().rev().map(|(v, n)| (v, n as f64 * scale)).collect();
        Some(Self { maximum: best.into_inner(), estimate, setup })
    }

    /// The range of values seen.
    pub(super) fn range(&self) -> i64 {
        self.maximum - self.estimate.last().map_or(self.maximum, |e| e.0)
    }

    /// The guessed numbers of points by level.
    pub(super) fn estimated_counts(&self, shift: u32) -> Counts {
        let mut counts = Counts { maximum: self.maximum, shift, counts: vec![1], whole: true };
        for &(value, number) in &self.estimate {
            let level = counts.level(value);
            if counts.counts.len() <= level {
                counts.counts.resize(level + 1, 0);
            }
            counts.counts[level] += number as u64;
        }
        counts
    }

    /// The guessed number of points in the levels below `depth`.
    pub(super) fn estimated_points(&self, shift: u32, depth: usize) -> f64 {
        self.estimated_counts(shift).counts.iter().take(depth).map(|&n| n as f64).sum()
    }

    /// The number of levels that hold about so many points.
    pub(super) fn depth(&self, shift: u32, points: f64) -> usize {
        let mut sum = 0.0;
        let counts = self.estimated_counts(shift).counts;
        let within = counts.iter().take_while(|&&n| {
            sum += n as f64;
            sum <= points
        });
        within.count()
    }

    /// Lists all points of the levels below `depth`. `None` if stopped or there are more than `most`.
    ///
    /// # Complexity
    /// One scan of `2^r` points, eight bytes for each point listed.
    pub(super) fn list(
        &self,
        shift: u32,
        depth: usize,
        most: usize,
        threads: usize,
        sink: &Sink<'_>,
    ) -> Option<List> {
        let floor = self.maximum - ((depth as i64) << shift) + 1;
        let found: Mutex<Vec<(u64, i64)>> = Mutex::default();
        let (number, overflow) = (AtomicUsize::new(0), AtomicBool::new(false));
        let points = Collector {
            sink,
            floor: &|| if overflow.load(Ordering::Relaxed) { i64::MAX / 4 } else { floor },
            local: Vec::<(u64, i64)>::new,
            hit: |local: &mut Vec<(u64, i64)>, y, value| {
                for x in self.setup.unseen().all(self.setup.key(y)) {
                    if local.len() & 0xfff == 0 && number.fetch_add(1 << 12, Ordering::Relaxed) > most {
                        overflow.store(true, Ordering::Relaxed);
                        return;
                    }
                    local.push((x as u64, value));
                }
            },
            finish: |mut local: Vec<(u64, i64)>| {
                found.lock().unwrap_or_else(PoisonError::into_inner).append(&mut local)
            },
            admits: |_| true,
        };
        let complete = sweep(&self.setup, outer_bits(&self.setup).min(6), threads, &points);
        if !complete || overflow.load(Ordering::Relaxed) {
            return None;
        }
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_unstable_by(|p, q| q.1.cmp(&p.1).then(p.0.cmp(&q.0)));
        Some(List::new(found, self.maximum, shift, depth))
    }
}

/// The points of the first levels of a class, level after level.
pub(super) struct List {
    points: Vec<u64>,
    values: Vec<i64>,
    starts: Vec<usize>,
    pub(super) counts: Counts,
    /// All points with at least this value are listed.
    pub(super) floor: i64,
}

impl List {
    fn new(sorted: Vec<(u64, i64)>, maximum: i64, shift: u32, depth: usize) -> Self {
        let mut counts = Counts { maximum, shift, counts: vec![0; depth], whole: false };
        for &(_, value) in &sorted {
            let level = counts.level(value);
            counts.counts[level] += 1;
        }
        let mut starts = vec![0];
        for (level, &n) in counts.counts.iter().enumerate() {
            starts.push(starts[level] + n as usize);
        }
        let floor = maximum - ((depth as i64) << shift) + 1;
        let (points, values) = sorted.into_iter().unzip();
        Self { points, values, starts, counts, floor }
    }

    /// The points of a level and their values.
    pub(super) fn at(&self, level: usize) -> (&[u64], &[i64]) {
        let range = match self.starts.get(level + 1) {
            Some(&end) => self.starts[level]..end,
            None => 0..0,
        };
        (&self.points[range.clone()], &self.values[range])
    }

    /// How many listed points have at least this value.
    pub(super) fn points_from(&self, value: i64) -> usize {
        self.from(value).len()
    }

    /// The points with at least this value; all of them only down to the floor.
    fn from(&self, value: i64) -> &[u64] {
        &self.points[..self.values.partition_point(|&v| v >= value)]
    }
}

/// Two bits for each listed point, at its images under two random linear maps: a point that misses one is not listed.
///
/// An image is one number, the first map's in the low half and the second's in the high half.
pub(super) struct Filter {
    first: Vec<u64>,
    second: Vec<u64>,
    /// Listed are the points with at least this value.
    pub(super) floor: i64,
    /// How many were entered.
    pub(super) entered: usize,
}

impl Filter {
    /// The number of bits of each half of an image, for lists of this length.
    pub(super) fn width(length: usize, rank: u32) -> u32 {
        (usize::BITS - length.leading_zeros() + 4).clamp(10, 28).min(rank.max(1))
    }

    /// Enters the images of the points with at least this value.
    pub(super) fn new(list: &List, value: i64, width: u32, image: impl Fn(u64) -> u64) -> Self {
        let empty = vec![0u64; (1usize << width).div_ceil(64)];
        let (mut first, mut second) = (empty.clone(), empty);
        let points = list.from(value);
        for &x in points {
            let y = image(x);
            first[(y as u32 >> 6) as usize] |= 1 << (y & 63);
            second[(y >> 38) as usize] |= 1 << (y >> 32 & 63);
        }
        Self { first, second, floor: value.max(list.floor), entered: points.len() }
    }

    /// Whether a point with this image may be listed.
    #[inline]
    pub(super) fn may_hold(&self, image: u64) -> bool {
        self.first[(image as u32 >> 6) as usize] >> (image & 63) & 1 == 1
            && self.second[(image >> 38) as usize] >> (image >> 32 & 63) & 1 == 1
    }
}

/// Images of the unit points under two random linear maps of full rank from `rank` to `width` bits, for a [`Filter`].
pub(super) fn random_projections(rank: u32, width: u32, mut random: impl FnMut() -> u64) -> Vec<u64> {
    let [first, second] = [0, 1].map(|_| random_projection(rank, width, &mut random));
    first.iter().zip(&second).map(|(f, s)| f | s << 32).collect()
}

fn random_projection(rank: u32, width: u32, random: &mut impl FnMut() -> u64) -> Vec<u64> {
    loop {
        let images: Vec<u64> = (0..rank).map(|_| random() & (u64::MAX >> (64 - width))).collect();
        if Span::of(images.iter().map(|&x| u128::from(x))).rank() == width.min(rank) {
            return images;
        }
    }
}

/// Coordinates that share a table of an [`Evaluator`].
const GROUP: usize = 6;
/// Packed columns take at most so many bits.
const MOST_BITS: i64 = 1 << 14;

/// Evaluates a class at single points and at sums of two, by counting bits or column by column.
pub(super) struct Evaluator {
    columns: Vec<(u64, i64)>,
    size: i64,
    /// The buttons of the start as bits, one for each unit of weight; one word if the columns are not packed.
    start: Vec<u64>,
    /// For each `GROUP` coordinates the sums of their buttons, `2^GROUP` one after the other; none if not packed.
    tables: Vec<Vec<u64>>,
}

impl Evaluator {
    pub(super) fn new(class: &Class) -> Self {
        let (columns, size) = (class.columns.clone(), class.size());
        if size > MOST_BITS {
            return Self { columns, size, start: vec![0], tables: Vec::new() };
        }
        let words = (size as usize).div_ceil(64).max(1);
        let mut start = vec![0u64; words];
        let groups = (class.rank() as usize).div_ceil(GROUP).max(1);
        let mut tables = vec![vec![0u64; words << GROUP]; groups];
        let mut bit = 0;
        for &(form, weight) in &columns {
            for _ in 0..weight.abs() {
                let (word, mask) = (bit / 64, 1u64 << (bit % 64));
                start[word] |= if weight < 0 { mask } else { 0 };
                for (g, table) in tables.iter_mut().enumerate() {
                    let part = form >> (g * GROUP) & ((1 << GROUP) - 1);
                    for value in 0..1usize << GROUP {
                        let odd = (value as u64 & part).count_ones() & 1 == 1;
                        table[value * words + word] |= if odd { mask } else { 0 };
                    }
                }
                bit += 1;
            }
        }
        Self { columns, size, start, tables }
    }

    /// The words of a prepared point.
    pub(super) fn words(&self) -> usize {
        self.start.len()
    }

    /// Appends a point prepared for [`Self::value`].
    pub(super) fn prepare(&self, x: u64, prepared: &mut Vec<u64>) {
        if self.tables.is_empty() {
            prepared.push(x);
            return;
        }
        let from = prepared.len();
        let part = |g: usize| (x >> (g * GROUP)) as usize & ((1 << GROUP) - 1);
        let sum = |g: usize| &self.tables[g][part(g) * self.words()..][..self.words()];
        prepared.extend_from_slice(sum(0));
        for g in 1..self.tables.len() {
            prepared[from..].iter_mut().zip(sum(g)).for_each(|(a, b)| *a ^= b);
        }
    }

    /// The start prepared, to be added to a prepared point.
    pub(super) fn add_start(&self, prepared: &mut [u64]) {
        prepared.iter_mut().zip(&self.start).for_each(|(a, b)| *a ^= b);
    }

    /// The value at the sum of two prepared points, one of them with the start.
    pub(super) fn value(&self, x: &[u64], y: &[u64]) -> i64 {
        if !self.tables.is_empty() {
            return self.size - 2 * xor_count(x, y) as i64;
        }
        let point = x[0] ^ y[0];
        self.columns.iter().map(|&(form, w)| if (form & point).count_ones() & 1 == 1 { -w } else { w }).sum()
    }

    /// The value at a point; `scratch` is overwritten.
    pub(super) fn value_at(&self, x: u64, scratch: &mut Vec<u64>) -> i64 {
        scratch.clear();
        self.prepare(x, scratch);
        self.value(scratch, &self.start)
    }
}
