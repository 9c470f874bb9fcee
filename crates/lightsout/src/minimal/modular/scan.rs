//! All kernel elements, block by block, by transforms over mixed moduli.
//!
//! Buttons whose columns agree up to a unit are one class with a cost function `f(t)`, `t` in `Z/k` the value of the
//! class's column at the combination. The digits of a combination are split into lane, row and outer digits; for fixed
//! outer digits a block of tables is filled and transformed over the row digits.

use super::super::parallel;
use super::part::{Part, Sink, gcd};
use lightsout_algebra::states::Level;
use lightsout_algebra::walsh::Entry;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Tables of `k` entries are kept for each class.
const MOST_STATES: u64 = 64;
/// The entries of a block's table that are aimed at.
const BLOCK: usize = 1 << 14;
/// The most lanes.
const MOST_LANES: usize = 64;

/// Buttons with the same column up to units.
struct Class {
    /// The column: entry `j` is what generator `j` presses.
    column: Vec<u32>,
    /// The cost when the combination presses the column `t` times, relative to the part's start.
    cost: Vec<i64>,
}

/// Offers the best elements to the sink. `None` if there are too many states; else whether it ran to the end.
///
/// # Complexity
/// About `k (o_1 + ... + o_b)` additions for each combination, sixteen at a time, `o_i` the orders of the digits of a
/// block, and `c k` for `c` classes in each block.
pub(super) fn run(part: &Part<'_>, sink: &Sink<'_>, threads: usize) -> Option<bool> {
    if part.states > MOST_STATES {
        return None;
    }
    let classes = classes(part);
    let most: i64 = classes.iter().filter_map(|c| c.cost.iter().max()).sum();
    Some(if i16::narrow(most).is_some() {
        typed::<i16>(part, &classes, sink, threads)
    } else if i32::narrow(most).is_some() {
        typed::<i32>(part, &classes, sink, threads)
    } else {
        typed::<i64>(part, &classes, sink, threads)
    })
}

fn classes(part: &Part<'_>) -> Vec<Class> {
    let k = part.states;
    let units: Vec<u64> = (1..k).filter(|&u| gcd(u, k) == 1).collect();
    let mut map: BTreeMap<Vec<u32>, Vec<i64>> = BTreeMap::new();
    for i in 0..part.buttons.len() {
        let column = |u: u64| -> Vec<u32> {
            part.generators.iter().map(|g| (u64::from(g.0[i]) * u % k) as u32).collect()
        };
        // The least multiple stands for all; the button's column is `inverse` times it.
        let (unit, least) =
            units.iter().map(|&u| (u, column(u))).min_by(|a, b| a.1.cmp(&b.1)).expect("1 is a unit");
        let inverse = units.iter().copied().find(|&v| v * unit % k == 1).expect("a unit has an inverse");
        let cost = map.entry(least).or_insert_with(|| vec![0; k as usize]);
        for (t, c) in (0..k).zip(cost.iter_mut()) {
            *c += part.cost_at(i, (t * inverse + u64::from(part.start[i])) % k);
        }
    }
    map.into_iter().map(|(column, cost)| Class { column, cost }).collect()
}

/// How the digits are split: the first `lane_digits` are lanes, those up to `row_digits` rows, the others outer.
struct Shape {
    orders: Vec<usize>,
    lane_digits: usize,
    row_digits: usize,
    lanes: usize,
    padded: usize,
    rows: usize,
}

impl Shape {
    fn new(part: &Part<'_>) -> Self {
        let states = part.states as usize;
        let orders: Vec<usize> = part.generators.iter().map(|g| g.1 as usize).collect();
        let (mut lanes, mut lane_digits) = (1, 0);
        while lane_digits < orders.len() && lanes * orders[lane_digits] <= MOST_LANES {
            lanes *= orders[lane_digits];
            lane_digits += 1;
        }
        // Fewer lanes if that wastes less of whole vectors.
        let waste = |lanes: usize| lanes.next_multiple_of(16) as f64 / lanes as f64;
        if lane_digits > 1 && waste(lanes / orders[lane_digits - 1]) < waste(lanes) {
            lane_digits -= 1;
            lanes /= orders[lane_digits];
        }
        let padded = lanes.next_multiple_of(16);
        let (mut rows, mut row_digits) = (1, lane_digits);
        while row_digits < orders.len() && (rows * orders[row_digits] * states * padded <= BLOCK || rows == 1)
        {
            rows *= orders[row_digits];
            row_digits += 1;
        }
        Self { orders, lane_digits, row_digits, lanes, padded, rows }
    }
}

/// A class as a block sees it: the row it is added to, and for each offset `t` the cost in each lane.
struct Placed<T> {
    row: usize,
    table: Vec<T>,
}

fn place<T: Entry>(class: &Class, shape: &Shape, states: usize) -> Placed<T> {
    let (mut row, mut scale) = (0, 1);
    for j in shape.lane_digits..shape.row_digits {
        // A column's entry is a multiple of k / o, the multiple is its coordinate.
        row += scale * (class.column[j] as usize / (states / shape.orders[j]));
        scale *= shape.orders[j];
    }
    let shift: Vec<usize> = (0..shape.lanes)
        .map(|lane| {
            let mut rest = lane;
            (0..shape.lane_digits).fold(0, |sum, j| {
                let digit = rest % shape.orders[j];
                rest /= shape.orders[j];
                sum + digit * class.column[j] as usize
            })
        })
        .collect();
    let mut table = vec![T::default(); states * shape.padded];
    for t in 0..states {
        for (lane, s) in shift.iter().enumerate() {
            table[t * shape.padded + lane] = T::narrow(class.cost[(t + s) % states]).unwrap_or_default();
        }
    }
    Placed { row, table }
}

fn typed<T: Entry>(part: &Part<'_>, classes: &[Class], sink: &Sink<'_>, threads: usize) -> bool {
    let states = part.states as usize;
    let shape = Shape::new(part);
    let mut order: Vec<&Class> = classes.iter().collect();
    let placed: Vec<Placed<T>> = {
        let mut list: Vec<(Placed<T>, &Class)> =
            order.iter().map(|c| (place(c, &shape, states), *c)).collect();
        list.sort_by_key(|p| p.0.row);
        order = list.iter().map(|p| p.1).collect();
        list.into_iter().map(|p| p.0).collect()
    };
    let outer = &shape.orders[shape.row_digits..];
    // The last outer digits number the tasks.
    let mut inner_count = outer.len();
    let mut tasks = 1usize;
    while inner_count > 0 && tasks < 64 {
        inner_count -= 1;
        tasks *= outer[inner_count];
    }
    let bound = part.least_possible();
    let (complete, done) = (AtomicBool::new(true), AtomicU64::new(0));
    parallel::for_each(tasks, threads, |task| {
        let mut digits = vec![0usize; outer.len()];
        let mut rest = task;
        for (digit, o) in digits.iter_mut().zip(outer).skip(inner_count) {
            *digit = rest % o;
            rest /= o;
        }
        let mut block = Block::new(&shape, states);
        let mut steps = 0u32;
        loop {
            if steps & 15 == 0 && sink.stop() {
                complete.store(false, Ordering::Relaxed);
                return;
            }
            steps = steps.wrapping_add(1);
            block.fill(&placed, |c| {
                let column = &order[c].column[shape.row_digits..];
                column.iter().zip(&digits).map(|(&x, &a)| x as usize * a).sum::<usize>() % states
            });
            block.offer(part, &digits, sink);
            let next = (0..inner_count).find(|&j| {
                digits[j] += 1;
                let carry = digits[j] == outer[j];
                if carry {
                    digits[j] = 0;
                }
                !carry
            });
            if next.is_none() {
                break;
            }
        }
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        sink.progress(bound, done as f64 / tasks as f64);
    });
    complete.into_inner()
}

/// The tables of one block.
struct Block<'a, T> {
    shape: &'a Shape,
    states: usize,
    table: Vec<T>,
    scratch: Vec<T>,
    output: Vec<T>,
}

impl<'a, T: Entry> Block<'a, T> {
    fn new(shape: &'a Shape, states: usize) -> Self {
        let entries = shape.rows * shape.padded;
        Self {
            shape,
            states,
            table: vec![T::default(); entries * states],
            scratch: Vec::new(),
            output: vec![T::default(); entries],
        }
    }

    /// Fills and transforms; `offset(c)` is what the outer digits add to class `c`.
    fn fill(&mut self, placed: &[Placed<T>], offset: impl Fn(usize) -> usize) {
        let (states, padded) = (self.states, self.shape.padded);
        self.table.fill(T::default());
        for (c, class) in placed.iter().enumerate() {
            let offset = offset(c) * padded;
            let row = &mut self.table[class.row * states * padded..][..states * padded];
            let (low, high) = class.table.split_at(offset);
            for (x, y) in row.iter_mut().zip(high.iter().chain(low)) {
                *x = x.plus(*y);
            }
        }
        let digits = self.shape.lane_digits..self.shape.row_digits;
        let mut stride = 1;
        for j in digits.clone() {
            let order = self.shape.orders[j];
            let level = Level { states, order, stride, lanes: padded };
            if j + 1 == digits.end {
                level.finish(&self.table, &mut self.output);
            } else {
                level.apply(&mut self.table, &mut self.scratch);
            }
            stride *= order;
        }
        if digits.is_empty() {
            self.output.copy_from_slice(&self.table[..padded]);
        }
    }

    fn offer(&self, part: &Part<'_>, outer: &[usize], sink: &Sink<'_>) {
        let shape = self.shape;
        for (row, lanes) in self.output.chunks_exact(shape.padded).enumerate() {
            let lanes = &lanes[..shape.lanes];
            if lanes.iter().fold(T::GREATEST, |m, &x| m.min(x)).wide() > sink.ceiling() {
                continue;
            }
            for (lane, cost) in lanes.iter().enumerate() {
                if cost.wide() > sink.ceiling() {
                    continue;
                }
                let (mut low, mut high) = (lane, row);
                let digits: Vec<u64> = shape
                    .orders
                    .iter()
                    .enumerate()
                    .map(|(j, &o)| {
                        let rest = if j < shape.lane_digits { &mut low } else { &mut high };
                        if j >= shape.row_digits {
                            return outer[j - shape.row_digits] as u64;
                        }
                        let digit = *rest % o;
                        *rest /= o;
                        digit as u64
                    })
                    .collect();
                sink.offer(cost.wide(), part.start.len(), |i| part.entry(&digits, i));
            }
        }
    }
}
