//! The solutions for more than two states, one cost after the other.

use super::super::all::{Level, Source};
use super::super::coset::Coset;
use super::super::types::{Control, Limits, MinimumError, Options};
use super::part::{Part, Sink, whole};
use super::{minimum, scan};
use lightsout_algebra::ring::Generator;

/// Up to this many solutions the costs of all are kept.
const TABLE_SIZE: u128 = 1 << 24;
/// The most solutions that one search may list.
const MOST_LISTED: usize = 1 << 20;

/// The source for a coset.
pub(in super::super) fn source<'a>(
    coset: &'a Coset,
    start: &[u32],
    generators: &[Generator],
    options: &Options,
    control: &'a dyn Control,
) -> Result<Box<dyn Source<'a> + 'a>, MinimumError> {
    let part = whole(coset, start, generators);
    let memory = options.limits.memory_bytes;
    if let Some(size) = part.size()
        && size <= TABLE_SIZE
        && size as u64 * 8 <= memory
    {
        let costs = costs(&part, size as usize, control)?;
        return Ok(Box::new(Table { part, costs, next: -1 }));
    }
    let best = minimum(coset, start, generators, options, control)?;
    let scannable = part.states <= 64 && part.size().is_some_and(|n| n <= 1 << options.effort.min(100));
    if !best.proven || !scannable {
        return Err(MinimumError::TooMany(format!(
            "there are too many solutions to put them in order of cost: the cheapest found costs {}, and none can cost less than {}",
            best.cost, best.lower_bound
        )));
    }
    let next = best.cost as i64;
    Ok(Box::new(Searched { part, limits: options.limits, control, next, width: 1, listed: Vec::new() }))
}

/// The cost of each combination, numbered by its digits, the first generator's lowest.
fn costs(part: &Part<'_>, size: usize, control: &dyn Control) -> Result<Vec<i64>, MinimumError> {
    let mut costs = Vec::with_capacity(size);
    let mut current = part.start.clone();
    let mut cost = part.cost(&current);
    let mut digits = vec![0u64; part.generators.len()];
    loop {
        costs.push(cost);
        if costs.len() & 0xfff == 0 && control.stop() {
            return Err(MinimumError::TooMany("stopped while the solutions were counted".into()));
        }
        // A plain count: a digit that wraps takes its generator around to zero by one more addition.
        let mut j = 0;
        loop {
            let Some(digit) = digits.get_mut(j) else { return Ok(costs) };
            *digit = (*digit + 1) % part.generators[j].1;
            let wrapped = *digit == 0;
            for (i, &g) in part.generators[j].0.iter().enumerate().filter(|(_, g)| **g != 0) {
                let before = u64::from(current[i]);
                let after = (before + u64::from(g)) % part.states;
                cost += part.cost_at(i, after) - part.cost_at(i, before);
                current[i] = after as u32;
            }
            if !wrapped {
                break;
            }
            j += 1;
        }
    }
}

/// The costs of all combinations.
struct Table<'a> {
    part: Part<'a>,
    costs: Vec<i64>,
    /// All costs up to this one were handed out.
    next: i64,
}

impl<'a> Source<'a> for Table<'a> {
    fn next_level(&mut self) -> Result<Option<Level<'a>>, MinimumError> {
        let Some(cost) = self.costs.iter().copied().filter(|&c| c > self.next).min() else { return Ok(None) };
        self.next = cost;
        let vector = |mut number: usize| -> Vec<u32> {
            let digits: Vec<u64> = self
                .part
                .generators
                .iter()
                .map(|g| {
                    let digit = number as u64 % g.1;
                    number /= g.1 as usize;
                    digit
                })
                .collect();
            (0..self.part.start.len()).map(|i| self.part.entry(&digits, i)).collect()
        };
        let mut list: Vec<Vec<u32>> =
            self.costs.iter().enumerate().filter(|(_, c)| **c == cost).map(|(n, _)| vector(n)).collect();
        list.sort_unstable();
        Ok(Some((cost.unsigned_abs(), Box::new(list.into_iter()))))
    }
}

/// Solutions found by repeated scans.
struct Searched<'a> {
    part: Part<'a>,
    limits: Limits,
    control: &'a dyn Control,
    /// The least cost not yet searched for.
    next: i64,
    /// How many costs the next scan covers.
    width: i64,
    /// Found and not yet handed out, the best last.
    listed: Vec<(i64, Vec<u32>)>,
}

impl<'a> Source<'a> for Searched<'a> {
    fn next_level(&mut self) -> Result<Option<Level<'a>>, MinimumError> {
        let most =
            (0..self.part.buttons.len()).map(|i| self.part.cost_at(i, self.part.states - 1)).sum::<i64>();
        while self.listed.is_empty() {
            if self.next > most {
                return Ok(None);
            }
            let ceiling = self.next + self.width - 1;
            let sink = Sink::collect(self.control, ceiling, MOST_LISTED);
            let complete = scan::run(&self.part, &sink, self.limits.threads).unwrap_or(false);
            match sink.collected() {
                None if self.width > 1 => self.width = 1,
                None => {
                    let text = format!("more than {MOST_LISTED} solutions up to the cost {ceiling}");
                    return Err(MinimumError::TooMany(text));
                }
                Some(_) if !complete => {
                    let text = "stopped before all solutions of this cost were found";
                    return Err(MinimumError::TooMany(text.into()));
                }
                Some(mut list) => {
                    list.retain(|f| f.0 >= self.next);
                    list.sort_unstable_by(|p, q| q.cmp(p));
                    self.listed = list;
                    self.next = ceiling + 1;
                    self.width = self.width.saturating_mul(2).min(most.max(1));
                }
            }
        }
        let cost = self.listed.last().map_or(0, |f| f.0);
        let from = self.listed.partition_point(|f| f.0 > cost);
        let list: Vec<Vec<u32>> = self.listed.split_off(from).into_iter().rev().map(|f| f.1).collect();
        Ok(Some((cost.unsigned_abs(), Box::new(list.into_iter()))))
    }
}

/// For the tests: the same by repeated scans even if a table would do.
#[cfg(test)]
pub(in super::super) fn searched<'a>(
    coset: &'a Coset,
    start: &[u32],
    generators: &[Generator],
    control: &'a dyn Control,
) -> Box<dyn Source<'a> + 'a> {
    let part = whole(coset, start, generators);
    let limits = Limits { threads: 1, ..Limits::default() };
    Box::new(Searched { part, limits, control, next: 0, width: 3, listed: Vec::new() })
}
