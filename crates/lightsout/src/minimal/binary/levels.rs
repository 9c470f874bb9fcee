//! Pairs in order of falling sums, and the rule that ends a join.
//!
//! A class's values are put into levels: level `q` holds the values `v` with `(maximum - v) >> shift = q`. A pair of
//! entries at levels `i` and `j` has a sum of at most `maximum_a + maximum_b - ((i + j) << shift)`. When all pairs with
//! `i + j < next` have been looked at on both sides, any point not seen has
//! `F <= bound_0 + bound_1`, `bound_i` that expression at `next_i`.

use super::super::sink::Sink;

/// The number of levels that is kept manageable: level pairs are counted in quadratic time.
const MOST_LEVELS: i64 = 1 << 12;

/// The shift that keeps classes with these ranges of values to a few thousand levels.
///
/// Values of a class all have the same parity, so a shift of 1 loses nothing.
pub(super) fn shift_for(range: i64) -> u32 {
    (1..62).find(|&s| range >> s < MOST_LEVELS).unwrap_or(62)
}

/// How many entries each level has.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    pub(super) maximum: i64,
    pub(super) shift: u32,
    /// Entries by level.
    pub(super) counts: Vec<u64>,
    /// Whether the levels hold all entries there are; else only the listed levels are complete.
    pub(super) whole: bool,
}

impl Counts {
    /// The level of a value.
    pub(super) fn level(&self, value: i64) -> usize {
        ((self.maximum - value) >> self.shift) as usize
    }
}

/// The two classes of a side: pair counts by level.
pub(super) struct Pairs {
    maximum: i64,
    shift: u32,
    counts: Vec<f64>,
    whole: bool,
}

impl Pairs {
    /// Combines two classes with the same shift.
    ///
    /// # Complexity
    /// The product of the numbers of levels.
    pub(super) fn new(a: &Counts, b: &Counts) -> Self {
        let whole = a.whole && b.whole;
        let mut length = a.counts.len() + b.counts.len() - 1;
        if !a.whole {
            length = length.min(a.counts.len());
        }
        if !b.whole {
            length = length.min(b.counts.len());
        }
        let mut counts = vec![0.0; length];
        for (i, &x) in a.counts.iter().enumerate().filter(|(_, x)| **x != 0) {
            for (sum, &y) in counts.iter_mut().skip(i).zip(&b.counts) {
                *sum += x as f64 * y as f64;
            }
        }
        Self { maximum: a.maximum + b.maximum, shift: a.shift, counts, whole }
    }

    /// No pair at this level or beyond has a greater sum; `None` if there are no such pairs.
    pub(super) fn bound(&self, next: usize) -> Option<i64> {
        let exhausted = self.whole && next >= self.counts.len();
        (!exhausted).then(|| self.maximum - ((next as i64) << self.shift))
    }
}

/// Where a join stands: the next level of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position(pub(super) [usize; 2]);

impl Position {
    /// The greatest `F` that a point not yet seen can have; `None` if all were seen.
    pub(super) fn bound(self, sides: &[Pairs; 2]) -> Option<i64> {
        Some(sides[0].bound(self.0[0])? + sides[1].bound(self.0[1])?)
    }

    /// The side to advance, the one whose next level has fewer pairs; `None` if the lists end.
    pub(super) fn next_side(self, sides: &[Pairs; 2]) -> Option<usize> {
        let cost = |s: usize| sides[s].counts.get(self.0[s]).copied();
        match (cost(0), cost(1)) {
            (Some(x), Some(y)) => Some(usize::from(y < x)),
            (Some(_), None) => Some(0),
            (None, Some(_)) => Some(1),
            (None, None) => None,
        }
    }

    /// Where a join that has to see everything from `floor` upwards ends, and the pairs it looks at; the lists are
    /// taken to go on for ever.
    pub(super) fn predict(mut self, sides: &[Pairs; 2], floor: i64) -> (Self, f64) {
        let mut pairs = 0.0;
        while let Some(bound) = self.bound(sides)
            && bound >= floor
            && let Some(side) = self.next_side(sides)
        {
            pairs += sides[side].counts[self.0[side]];
            self.0[side] += 1;
        }
        (self, pairs)
    }
}

/// For each side a sum that no unseen pair exceeds; a side that was seen to its end needs none, and gets one that
/// proves `best`.
pub(super) fn cuts(sides: &[Pairs; 2], position: Position, size: i64, best: i64) -> [i64; 2] {
    match [0, 1].map(|s| sides[s].bound(position.0[s])) {
        [Some(x), Some(y)] => [x, y],
        [None, Some(y)] => [(best - y).min(-size), y],
        [Some(x), None] => [x, (best - x).min(-size)],
        [None, None] => [-size, best.min(-size)],
    }
}

/// How a drive ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing at or above the threshold is left.
    Complete,
    /// Stopped from outside.
    Stopped,
    /// The lists are too short.
    Exhausted,
    /// The pairs of the next level are more than the budget.
    Budget,
}

/// Runs through the levels until nothing at or above the sink's threshold is left; `visit(side, level)` looks at the
/// pairs of one level and tells whether it ran to the end.
pub(super) fn drive(
    sides: &[Pairs; 2],
    position: &mut Position,
    budget: &mut f64,
    sink: &Sink<'_>,
    mut visit: impl FnMut(usize, usize) -> bool,
) -> End {
    let first = position.bound(sides);
    loop {
        let Some(bound) = position.bound(sides) else { return End::Complete };
        if bound < sink.threshold() {
            return End::Complete;
        }
        let Some(side) = position.next_side(sides) else { return End::Exhausted };
        let pairs = sides[side].counts[position.0[side]];
        if pairs > *budget {
            return End::Budget;
        }
        *budget -= pairs;
        if pairs > 0.0 {
            if sink.stop() || !visit(side, position.0[side]) {
                return End::Stopped;
            }
            let (from, floor) = (first.unwrap_or(bound), sink.threshold());
            let share = (from - bound) as f64 / (from - floor).max(1) as f64;
            sink.progress(bound, share.clamp(0.0, 1.0));
        }
        position.0[side] += 1;
    }
}
