//! The join of the parity classes, each class's values held in a table.

use super::super::parallel;
use super::super::sink::Sink;
use super::super::types::JoinRecord;
use super::levels::{Counts, End, Pairs, Position, cuts, drive, shift_for};
use super::prepare::Problem;
use super::split::{Class, Side, Split};
use lightsout_algebra::walsh::{Entry, transform};
use std::sync::atomic::{AtomicBool, Ordering};

/// Tables have at most `2^MOST_RANK` entries.
const MOST_RANK: u32 = 26;
/// Entries looked at between two questions whether to stop.
const PATIENCE: usize = 1 << 20;

/// The memory that the tables and lists take, or `None` if a class is too large.
pub(super) fn bytes(split: &Split) -> Option<u64> {
    (split.greatest_rank() <= MOST_RANK)
        .then(|| split.classes.iter().map(|c| (entry_bytes(c) + 4) << c.rank()).sum())
}

fn entry_bytes(class: &Class) -> u64 {
    if i16::narrow(class.size()).is_some() {
        2
    } else if i32::narrow(class.size()).is_some() {
        4
    } else {
        8
    }
}

/// A join ready to run.
pub(super) enum Join<'a> {
    /// 16-bit entries.
    Short(Tables<'a, i16>),
    /// 32-bit entries.
    Middle(Tables<'a, i32>),
    /// 64-bit entries.
    Long(Tables<'a, i64>),
}

impl<'a> Join<'a> {
    /// Computes the four tables.
    ///
    /// # Complexity
    /// `r 2^r` additions for each class of rank `r`.
    pub(super) fn new(split: &'a Split, threads: usize) -> Self {
        match split.classes.iter().map(entry_bytes).max() {
            Some(2) => Self::Short(Tables::new(split, threads)),
            Some(4) => Self::Middle(Tables::new(split, threads)),
            _ => Self::Long(Tables::new(split, threads)),
        }
    }

    /// The number of pairs that have to be looked at to see everything from `floor` upwards.
    pub(super) fn predict(&self, floor: i64) -> f64 {
        let pairs = match self {
            Self::Short(t) => t.pairs(),
            Self::Middle(t) => t.pairs(),
            Self::Long(t) => t.pairs(),
        };
        Position::default().predict(&pairs, floor).1
    }

    /// Runs the join; returns how it ended, and the record of where.
    pub(super) fn run(&mut self, problem: &Problem, sink: &Sink<'_>, threads: usize) -> (End, JoinRecord) {
        match self {
            Self::Short(t) => t.run(problem, sink, threads),
            Self::Middle(t) => t.run(problem, sink, threads),
            Self::Long(t) => t.run(problem, sink, threads),
        }
    }
}

fn extremes<T: Entry>(values: &[T]) -> (i64, i64) {
    let fold = |(least, greatest): (T, T), &v: &T| (least.min(v), greatest.max(v));
    let (least, greatest) = values.iter().fold((T::GREATEST, T::LEAST), fold);
    (least.wide(), greatest.wide())
}

/// A class's values by point, and its points by level as far as they were needed.
struct Table<T> {
    values: Vec<T>,
    counts: Counts,
    /// Whether all values of a level are equal.
    exact: bool,
    /// The points of the levels below `starts.len() - 1`, level after level.
    points: Vec<u32>,
    starts: Vec<usize>,
}

impl<T: Entry> Table<T> {
    fn values(class: &Class) -> Vec<T> {
        let mut values = vec![T::default(); 1 << class.rank()];
        for &(form, weight) in &class.columns {
            let entry = &mut values[form as usize];
            *entry = entry.plus(T::narrow(weight).unwrap_or_default());
        }
        transform(&mut values, 1);
        values
    }

    fn new(values: Vec<T>, shift: u32) -> Self {
        let (least, maximum) = extremes(&values);
        let mut counts = Counts { maximum, shift, counts: Vec::new(), whole: true };
        counts.counts = vec![0; counts.level(least) + 1];
        for &v in &values {
            let level = counts.level(v.wide());
            counts.counts[level] += 1;
        }
        Self { values, counts, exact: shift == 1, points: Vec::new(), starts: vec![0] }
    }

    /// Lists the points of all levels up to this one, and some more so that this is seldom needed.
    fn list(&mut self, level: usize) {
        let listed = self.starts.len() - 1;
        if level < listed || listed >= self.counts.counts.len() {
            return;
        }
        let mut end = listed;
        let mut total = self.points.len();
        while end < self.counts.counts.len() && (end <= level || total < 2 * self.points.len()) {
            total += self.counts.counts[end] as usize;
            end += 1;
            self.starts.push(total);
        }
        self.points.resize(total, 0);
        let mut fill = self.starts[listed..end].to_vec();
        let floor = self.counts.maximum - ((end as i64) << self.counts.shift);
        let ceiling = self.counts.maximum - ((listed as i64) << self.counts.shift);
        for (x, v) in self.values.iter().enumerate() {
            let v = v.wide();
            if v > floor && v <= ceiling {
                let place = &mut fill[self.counts.level(v) - listed];
                self.points[*place] = x as u32;
                *place += 1;
            }
        }
    }

    fn at(&self, level: usize) -> &[u32] {
        match self.starts.get(level + 1) {
            Some(&end) => &self.points[self.starts[level]..end],
            None => &[],
        }
    }
}

/// The tables of the four classes.
pub(super) struct Tables<'a, T> {
    split: &'a Split,
    tables: Vec<Table<T>>,
}

/// A stretch of one level: points `x` of class `a` from `from` to `to` in their list, with all points `y` of level `j`.
struct Stretch {
    i: usize,
    j: usize,
    from: usize,
    to: usize,
}

impl<'a, T: Entry> Tables<'a, T> {
    fn new(split: &'a Split, threads: usize) -> Self {
        let slots: Vec<std::sync::Mutex<Vec<T>>> = (0..4).map(|_| Default::default()).collect();
        parallel::for_each(4, threads, |c| {
            let values = Table::values(&split.classes[c]);
            *slots[c].lock().unwrap_or_else(std::sync::PoisonError::into_inner) = values;
        });
        let values =
            slots.into_iter().map(|s| s.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner));
        let values: Vec<Vec<T>> = values.collect();
        let range = |v: &Vec<T>| {
            let (least, greatest) = extremes(v);
            greatest - least
        };
        let shift = shift_for(values.iter().map(range).max().unwrap_or(0));
        Self { split, tables: values.into_iter().map(|v| Table::new(v, shift)).collect() }
    }

    fn pairs(&self) -> [Pairs; 2] {
        [0, 1].map(|s| {
            let side = &self.split.sides[s];
            Pairs::new(&self.tables[side.a].counts, &self.tables[side.b].counts)
        })
    }

    fn run(&mut self, problem: &Problem, sink: &Sink<'_>, threads: usize) -> (End, JoinRecord) {
        let pairs = self.pairs();
        let (mut position, mut budget) = (Position::default(), f64::INFINITY);
        let end = drive(&pairs, &mut position, &mut budget, sink, |side, level| {
            self.level(side, level, sink, threads)
        });
        let best = sink.current().map_or(-problem.size(), |f| f.0);
        let cuts = cuts(&pairs, position, problem.size(), best);
        (end, self.record(cuts, sink))
    }

    fn record(&self, cuts: [i64; 2], sink: &Sink<'_>) -> JoinRecord {
        let sides = &self.split.sides;
        JoinRecord {
            pairs: [0, 1].map(|s| [sides[s].a as u8, sides[s].b as u8]),
            ranks: [0, 1, 2, 3].map(|c| self.split.classes[c].rank()),
            maxima: [0, 1, 2, 3].map(|c| self.tables[c].counts.maximum),
            cuts,
            best: sink.current().map_or(i64::MIN, |f| f.0),
        }
    }

    /// Looks at all pairs of a level of a side.
    fn level(&mut self, side: usize, level: usize, sink: &Sink<'_>, threads: usize) -> bool {
        let side = &self.split.sides[side];
        self.tables[side.a].list(level);
        self.tables[side.b].list(level);
        let (a, b) = (&self.tables[side.a], &self.tables[side.b]);
        let mut stretches = Vec::new();
        for i in 0..=level {
            let (xs, ys) = (a.at(i).len(), b.at(level - i).len());
            if xs == 0 || ys == 0 {
                continue;
            }
            let step = (PATIENCE / ys).max(1);
            for from in (0..xs).step_by(step) {
                stretches.push(Stretch { i, j: level - i, from, to: xs.min(from + step) });
            }
        }
        let complete = AtomicBool::new(true);
        // Threads cost more than a short level.
        let threads = if stretches.len() < 4 { 1 } else { threads };
        let per_task = stretches.len().div_ceil(256).max(1);
        let chunks: Vec<&[Stretch]> = stretches.chunks(per_task).collect();
        parallel::for_each(chunks.len(), threads, |task| {
            for stretch in chunks[task] {
                if sink.stop() {
                    complete.store(false, Ordering::Relaxed);
                    return;
                }
                self.stretch(side, stretch, sink);
            }
        });
        complete.into_inner()
    }

    fn stretch(&self, side: &Side, stretch: &Stretch, sink: &Sink<'_>) {
        let (a, b) = (&self.tables[side.a], &self.tables[side.b]);
        let (c, d) = (&self.tables[side.c], &self.tables[side.d]);
        let greatest_d = d.counts.maximum;
        let exact = a.exact && b.exact;
        let sum = a.counts.maximum + b.counts.maximum - (((stretch.i + stretch.j) as i64) << a.counts.shift);
        let xs = &a.at(stretch.i)[stretch.from..stretch.to];
        let mut images: Vec<(u32, u32)> = Vec::with_capacity(1 << 11);
        for ys in b.at(stretch.j).chunks(1 << 11) {
            images.clear();
            images.extend(
                ys.iter().map(|&y| {
                    (side.b_to_c.apply(u64::from(y)) as u32, side.b_to_d.apply(u64::from(y)) as u32)
                }),
            );
            for &x in xs {
                let cx = side.a_to_c.apply(u64::from(x)) as u32;
                let dx = side.a_to_d.apply(u64::from(x)) as u32;
                let need = sink.threshold();
                // With coarse levels the sum is only bounded here; the offer uses the true one.
                let need_c = need - sum - greatest_d;
                for (k, &(cy, dy)) in images.iter().enumerate() {
                    let vc = c.values[(cx ^ cy) as usize].wide();
                    if vc < need_c {
                        continue;
                    }
                    let vd = d.values[(dx ^ dy) as usize].wide();
                    if sum + vc + vd < need {
                        continue;
                    }
                    let y = ys[k];
                    let true_sum =
                        if exact { sum } else { a.values[x as usize].wide() + b.values[y as usize].wide() };
                    sink.offer(true_sum + vc + vd, side.key(u64::from(x), u64::from(y)));
                }
            }
        }
    }
}
