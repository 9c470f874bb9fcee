//! The join over lists: for classes too large for tables, only the points with the greatest values are kept.
//!
//! A first scan of each class finds its greatest value and a sample of the others. With the best value known from the
//! local search that tells how deep the lists must go for the join to be complete; a second scan makes them. Should a
//! better or worse guess leave them too short, they are made twice as long and the join goes on where it stopped.

use super::super::linear::LinearMap;
use super::super::parallel;
use super::super::sink::Sink;
use super::super::types::JoinRecord;
use super::levels::{Counts, End, Pairs, Position, cuts, drive, shift_for};
use super::lists::{Evaluator, Filter, List, Scanned, random_projections};
use super::prepare::Problem;
use super::split::{Side, Split};
use lightsout_algebra::random::SplitMix;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes for each listed point: point, value, and room for sorting.
const POINT_BYTES: u64 = 40;
/// The points that the first lists have at most.
const FIRST_POINTS: f64 = 4e6;
/// Pairs looked at between two questions whether to stop.
const PATIENCE: usize = 1 << 18;
/// Points of the second class whose images are kept at hand.
const CHUNK: usize = 1 << 9;
/// Points of the second class that are kept prepared, a few hundred words each.
const FEW: usize = 1 << 7;

/// What a list join came to.
pub(super) struct Outcome {
    pub(super) end: End,
    pub(super) record: JoinRecord,
}

/// Whether the classes can be scanned, and about how many points that means.
pub(super) fn scan_points(split: &Split) -> f64 {
    split.classes.iter().map(|c| 2f64.powi(c.rank() as i32)).sum()
}

/// Runs the join. `None` if it was stopped, or did not fit the memory, before it began.
///
/// # Complexity
/// Two scans of each class, and the pairs that the falling sums have to go through.
pub(super) fn run(
    split: &Split,
    problem: &Problem,
    sink: &Sink<'_>,
    memory: u64,
    most_pairs: f64,
    threads: usize,
) -> Option<Outcome> {
    let classes: Option<Vec<Scanned>> =
        split.classes.iter().map(|c| Scanned::new(c, threads, sink)).collect();
    let classes = classes?;
    let shift = shift_for(classes.iter().map(Scanned::range).max().unwrap_or(0));
    let estimated: Vec<Counts> = classes.iter().map(|c| c.estimated_counts(shift)).collect();
    let sides = [0, 1].map(|s| Pairs::new(&estimated[split.sides[s].a], &estimated[split.sides[s].b]));
    let mut position = Position::default();
    let mut random = SplitMix::new(0x6c69_7374);
    let most = memory / POINT_BYTES / 4;
    let mut budget = most_pairs;
    let mut points = FIRST_POINTS;
    let mut depth = [0usize; 4];
    loop {
        // As deep as the best value asks for, but not all at once: a better one may turn up.
        let goal = position.predict(&sides, sink.threshold().max(-problem.size())).0;
        for (s, side) in split.sides.iter().enumerate() {
            for c in [side.a, side.b] {
                depth[c] = classes[c].depth(shift, points).min(goal.0[s] + 1).max(depth[c] + 1);
            }
        }
        let needed: f64 = (0..4).map(|c| classes[c].estimated_points(shift, depth[c])).fold(0.0, f64::max);
        if needed > most as f64 {
            return None;
        }
        let lists: Option<Vec<List>> =
            (0..4).map(|c| classes[c].list(shift, depth[c], most as usize, threads, sink)).collect();
        let lists = lists?;
        let pairs =
            [0, 1].map(|s| Pairs::new(&lists[split.sides[s].a].counts, &lists[split.sides[s].b].counts));
        let mut join = ListJoin::new(split, &lists, &mut random);
        let end = drive(&pairs, &mut position, &mut budget, sink, |side, level| {
            join.level(side, level, sink, threads)
        });
        if end == End::Exhausted {
            points *= 2.0;
            continue;
        }
        let best = sink.current().map_or(-problem.size(), |f| f.0);
        let record = JoinRecord {
            pairs: [0, 1].map(|s| [split.sides[s].a as u8, split.sides[s].b as u8]),
            ranks: [0, 1, 2, 3].map(|c| split.classes[c].rank()),
            maxima: [0, 1, 2, 3].map(|c| classes[c].maximum),
            cuts: cuts(&pairs, position, problem.size(), best),
            best,
        };
        return Some(Outcome { end, record });
    }
}

/// The images of a side's points in the filter of one of the other classes.
struct Probe {
    from_a: LinearMap,
    from_b: LinearMap,
    image: LinearMap,
    width: u32,
}

struct ListJoin<'a> {
    split: &'a Split,
    lists: &'a [List],
    evaluators: Vec<Evaluator>,
    /// For each side the probe of class `c`.
    probes: [Probe; 2],
    filters: [Option<Filter>; 2],
}

impl<'a> ListJoin<'a> {
    fn new(split: &'a Split, lists: &'a [List], random: &mut SplitMix) -> Self {
        let probes = [0, 1].map(|s| {
            let side = &split.sides[s];
            let rank = split.classes[side.c].rank();
            let width = Filter::width(lists[side.c].counts.counts.iter().sum::<u64>() as usize, rank);
            let image = LinearMap::new(&random_projections(rank, width, || random.next_u64()));
            let through = |map: &LinearMap, class: usize| {
                let bits = 0..split.classes[class].rank();
                LinearMap::new(&bits.map(|i| image.apply(map.apply(1 << i))).collect::<Vec<u64>>())
            };
            Probe {
                from_a: through(&side.a_to_c, side.a),
                from_b: through(&side.b_to_c, side.b),
                image,
                width,
            }
        });
        let evaluators = split.classes.iter().map(Evaluator::new).collect();
        Self { split, lists, evaluators, probes, filters: [None, None] }
    }

    /// Looks at all pairs of a level of a side.
    fn level(&mut self, s: usize, level: usize, sink: &Sink<'_>, threads: usize) -> bool {
        let side = &self.split.sides[s];
        let (a, b) = (&self.lists[side.a], &self.lists[side.b]);
        let sum = a.counts.maximum + b.counts.maximum - ((level as i64) << a.counts.shift);
        // Class c must reach this, or the point cannot reach the threshold.
        let need = sink.threshold() - sum - self.lists[side.d].counts.maximum;
        let list = &self.lists[side.c];
        if need < list.floor {
            self.filters[s] = None;
        } else {
            let old = self.filters[s].take().filter(|f| f.floor <= need);
            let worth = |f: &Filter| f.entered < 2 * list.points_from(need);
            self.filters[s] = old.filter(worth).or_else(|| {
                let probe = &self.probes[s];
                Some(Filter::new(list, need, probe.width, |x| probe.image.apply(x)))
            });
        }
        let mut stretches = Vec::new();
        for i in 0..=level {
            let ((xs, vx), (ys, vy)) = (a.at(i), b.at(level - i));
            // Nearly square, so that a point is prepared once for many pairs.
            for (xs, vx) in xs.chunks(CHUNK).zip(vx.chunks(CHUNK)) {
                let long = PATIENCE / xs.len();
                stretches.extend(ys.chunks(long).zip(vy.chunks(long)).map(|(ys, vy)| Stretch {
                    xs,
                    vx,
                    ys,
                    vy,
                    sum,
                }));
            }
        }
        let complete = AtomicBool::new(true);
        let threads = if stretches.len() < 4 { 1 } else { threads };
        let per_task = stretches.len().div_ceil(256).max(1);
        let chunks: Vec<&[Stretch<'_>]> = stretches.chunks(per_task).collect();
        parallel::for_each(chunks.len(), threads, |task| {
            for pairs in chunks[task] {
                if sink.stop() {
                    complete.store(false, Ordering::Relaxed);
                    return;
                }
                match &self.filters[s] {
                    Some(filter) => self.filtered(side, &self.probes[s], filter, pairs, sink),
                    None => self.direct(side, pairs, sink),
                }
            }
        });
        complete.into_inner()
    }

    /// Looks up whether class `c` can be large enough before evaluating.
    fn filtered(&self, side: &Side, probe: &Probe, filter: &Filter, pairs: &Stretch<'_>, sink: &Sink<'_>) {
        let xs: Vec<u64> = pairs.xs.iter().map(|&x| probe.from_a.apply(x)).collect();
        let (mut images, mut scratch) = (Vec::with_capacity(CHUNK), Vec::new());
        for (chunk, ys) in pairs.ys.chunks(CHUNK).enumerate() {
            images.clear();
            images.extend(ys.iter().map(|&y| probe.from_b.apply(y)));
            for (k, image) in xs.iter().enumerate() {
                for (m, other) in images.iter().enumerate() {
                    if filter.may_hold(image ^ other) {
                        self.evaluate(side, pairs, k, chunk * CHUNK + m, &mut scratch, sink);
                    }
                }
            }
        }
    }

    /// Evaluates one pair.
    fn evaluate(
        &self,
        side: &Side,
        pairs: &Stretch<'_>,
        k: usize,
        m: usize,
        scratch: &mut Vec<u64>,
        sink: &Sink<'_>,
    ) {
        let (x, y) = (pairs.xs[k], pairs.ys[m]);
        let in_c = side.a_to_c.apply(x) ^ side.b_to_c.apply(y);
        let with_c = pairs.vx[k] + pairs.vy[m] + self.evaluators[side.c].value_at(in_c, scratch);
        if with_c + self.lists[side.d].counts.maximum >= sink.threshold() {
            let in_d = side.a_to_d.apply(x) ^ side.b_to_d.apply(y);
            let all = with_c + self.evaluators[side.d].value_at(in_d, scratch);
            if all >= sink.threshold() {
                sink.offer(all, side.key(x, y));
            }
        }
    }

    /// Evaluates class `c` at every pair.
    fn direct(&self, side: &Side, pairs: &Stretch<'_>, sink: &Sink<'_>) {
        let evaluator = &self.evaluators[side.c];
        let words = evaluator.words();
        let greatest_d = self.lists[side.d].counts.maximum;
        let mut xs = Vec::with_capacity(pairs.xs.len() * words);
        for &x in pairs.xs {
            let from = xs.len();
            evaluator.prepare(side.a_to_c.apply(x), &mut xs);
            evaluator.add_start(&mut xs[from..]);
        }
        let (mut prepared, mut scratch) = (Vec::with_capacity(FEW * words), Vec::new());
        for (chunk, ys) in pairs.ys.chunks(FEW).enumerate() {
            prepared.clear();
            ys.iter().for_each(|&y| evaluator.prepare(side.b_to_c.apply(y), &mut prepared));
            for (k, x) in xs.chunks_exact(words).enumerate() {
                let need = sink.threshold() - pairs.sum - greatest_d;
                for (m, y) in prepared.chunks_exact(words).enumerate() {
                    if evaluator.value(x, y) >= need {
                        self.evaluate(side, pairs, k, chunk * FEW + m, &mut scratch, sink);
                    }
                }
            }
        }
    }
}

/// A stretch of one level: points of the two classes with their values, and what no sum of them exceeds.
struct Stretch<'a> {
    xs: &'a [u64],
    vx: &'a [i64],
    ys: &'a [u64],
    vy: &'a [i64],
    sum: i64,
}
