//! The solutions for two states, one cost after the other.

use super::super::all::{Level, Source};
use super::super::coset::Coset;
use super::super::sink::{Key, Sink};
use super::super::types::{Control, Evidence, Limits, MinimumError, Options};
use super::join::{self, Join};
use super::levels::End;
use super::prepare::{Prepared, Problem};
use super::scan;
use super::split::Split;
use super::{MOST_UNKNOWNS, minimum};
use lightsout_algebra::gf2::{BitMatrix, BitVec};
use lightsout_algebra::walsh::transform;
use std::rc::Rc;

/// Up to this rank all values are kept in a table.
const TABLE_RANK: u32 = 24;
/// The most solutions that one search may list.
const MOST_LISTED: usize = 1 << 22;

/// The source for a coset.
pub(in super::super) fn source<'a>(
    coset: &'a Coset,
    start: &BitVec,
    kernel: &BitMatrix,
    options: &Options,
    control: &'a dyn Control,
) -> Result<Box<dyn Source<'a> + 'a>, MinimumError> {
    let prepared = Prepared::new(start, kernel, coset.weights.as_deref());
    let rank = prepared.kernel.rows();
    let everything: Vec<usize> = (0..rank).collect();
    let too_many = |what: String| MinimumError::TooMany(what);
    if rank > MOST_UNKNOWNS {
        return Err(too_many(format!("2^{rank} solutions are too many to put in order of cost")));
    }
    let problem = prepared.problem(&everything, coset.classes.as_deref());
    let shared = Rc::new(Shared { prepared, everything });
    if problem.rank <= TABLE_RANK && 8 << problem.rank <= options.limits.memory_bytes {
        let mut values = vec![0i64; 1 << problem.rank];
        problem.columns.iter().for_each(|c| values[c.form as usize] += c.weight);
        transform(&mut values, 1);
        return Ok(Box::new(Table { shared, total: problem.total, values, next: i64::MAX }));
    }
    let best = minimum(coset, start, kernel, options, control)?;
    if !best.proven {
        return Err(too_many(format!(
            "the fewest presses among 2^{rank} solutions could not be proven: the cheapest found costs {}, and none can cost less than {}",
            best.cost, best.lower_bound
        )));
    }
    let joinable = best.evidence.iter().all(|e| matches!(e, Evidence::Join(_)));
    if scan::rank(&problem) > options.effort.min(62) && !joinable {
        return Err(too_many(format!("2^{rank} solutions are too many to put in order of cost")));
    }
    let floor = problem.total - 2 * (best.cost - shared.prepared.fixed) as i64;
    let limits = options.limits;
    Ok(Box::new(Searched { shared, problem, limits, control, next: floor, width: 1, listed: Vec::new() }))
}

struct Shared {
    prepared: Prepared,
    everything: Vec<usize>,
}

impl Shared {
    fn level<'a>(self: &Rc<Self>, total: i64, value: i64, keys: Vec<Key>) -> Level<'a> {
        let cost = self.prepared.fixed + ((total - value) / 2).unsigned_abs();
        let shared = Rc::clone(self);
        let presses = keys.into_iter().map(move |key| {
            let mut presses = shared.prepared.start.clone();
            shared.prepared.apply(&mut presses, &shared.everything, key);
            presses.iter().map(u32::from).collect()
        });
        (cost, Box::new(presses))
    }
}

/// All values in a table.
struct Table {
    shared: Rc<Shared>,
    total: i64,
    values: Vec<i64>,
    /// All greater or equal values were handed out.
    next: i64,
}

impl<'a> Source<'a> for Table {
    fn next_level(&mut self) -> Result<Option<Level<'a>>, MinimumError> {
        let Some(value) = self.values.iter().copied().filter(|&v| v < self.next).max() else {
            return Ok(None);
        };
        self.next = value;
        let keys =
            self.values.iter().enumerate().filter(|(_, v)| **v == value).map(|(u, _)| u as Key).collect();
        Ok(Some(self.shared.level(self.total, value, keys)))
    }
}

/// Values found by repeated searches, each for a few more costs.
struct Searched<'a> {
    shared: Rc<Shared>,
    problem: Problem,
    limits: Limits,
    control: &'a dyn Control,
    /// The greatest value not yet searched for.
    next: i64,
    /// How many values the next search covers; values have one parity.
    width: i64,
    /// Found and not yet handed out, the best last.
    listed: Vec<(i64, Key)>,
}

impl Searched<'_> {
    /// All elements with at least this value; `None` if too many.
    fn search(&self, floor: i64) -> Result<Option<Vec<(i64, Key)>>, MinimumError> {
        let sink = Sink::collect(self.control, floor, MOST_LISTED);
        let split = Split::new(&self.problem)
            .filter(|split| join::bytes(split).is_some_and(|bytes| bytes <= self.limits.memory_bytes));
        let scan_cost = 2f64.powi(scan::rank(&self.problem) as i32 - 4);
        let complete = match &split {
            Some(split) => {
                let mut join = Join::new(split, self.limits.threads);
                if join.predict(floor) < scan_cost {
                    join.run(&self.problem, &sink, self.limits.threads).0 == End::Complete
                } else {
                    scan::run(&self.problem, &sink, self.limits.threads).unwrap_or(false)
                }
            }
            None => scan::run(&self.problem, &sink, self.limits.threads).unwrap_or(false),
        };
        let Some(list) = sink.collected() else { return Ok(None) };
        if !complete {
            return Err(MinimumError::TooMany("stopped before all solutions of this cost were found".into()));
        }
        Ok(Some(list))
    }
}

impl<'a> Source<'a> for Searched<'a> {
    fn next_level(&mut self) -> Result<Option<Level<'a>>, MinimumError> {
        while self.listed.is_empty() {
            if self.next < -self.problem.size() {
                return Ok(None);
            }
            let floor = self.next - 2 * (self.width - 1);
            match self.search(floor)? {
                Some(mut list) => {
                    list.retain(|f| f.0 <= self.next);
                    list.sort_unstable_by(|p, q| p.0.cmp(&q.0).then(q.1.cmp(&p.1)));
                    // Both streams of a join may have met an element.
                    list.dedup();
                    self.listed = list;
                    self.next = floor - 2;
                    self.width = self.width.saturating_mul(2).min(self.problem.size().max(1));
                }
                None if self.width > 1 => self.width = 1,
                None => {
                    return Err(MinimumError::TooMany(format!(
                        "more than {MOST_LISTED} solutions up to the next cost"
                    )));
                }
            }
        }
        let value = self.listed.last().map_or(0, |f| f.0);
        let from = self.listed.partition_point(|f| f.0 < value);
        let keys = self.listed.split_off(from).into_iter().rev().map(|f| f.1).collect();
        Ok(Some(self.shared.level(self.problem.total, value, keys)))
    }
}

/// For the tests: the same by repeated searches even if a table would do.
#[cfg(test)]
pub(in super::super) fn searched<'a>(
    coset: &'a Coset,
    start: &BitVec,
    kernel: &BitMatrix,
    control: &'a dyn Control,
) -> Box<dyn Source<'a> + 'a> {
    let prepared = Prepared::new(start, kernel, coset.weights.as_deref());
    let everything: Vec<usize> = (0..prepared.kernel.rows()).collect();
    let problem = prepared.problem(&everything, coset.classes.as_deref());
    let sink = Sink::best(control, false, super::super::sink::Report::default());
    scan::run(&problem, &sink, 1);
    let next = sink.current().map_or(problem.total, |f| f.0);
    let shared = Rc::new(Shared { prepared, everything });
    let limits = Limits { threads: 1, ..Limits::default() };
    Box::new(Searched { shared, problem, limits, control, next, width: 1, listed: Vec::new() })
}
