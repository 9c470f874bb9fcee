//! Two states: chooses a method for each independent part of the kernel.

mod bounds;
mod census;
mod gray;
mod join;
mod levels;
mod listjoin;
mod lists;
mod prepare;
mod ranked;
mod scan;
mod search;
mod sparse;
mod split;
mod symmetry;
mod transform;

use super::coset::Coset;
use super::sink::{Report, Sink};
use super::types::{Control, Evidence, JoinRecord, Method, Minimum, MinimumError, Options};
pub(crate) use census::Census;
use join::Join;
use levels::End;
use lightsout_algebra::gf2::{BitMatrix, BitVec};
use prepare::{Prepared, Problem};
#[cfg(test)]
pub(super) use ranked::searched;
pub(super) use ranked::source;
use split::Split;
use symmetry::{Reduced, Symmetries};

/// Up to this many unknowns the whole transform is used.
const TRANSFORM_RANK: u32 = 22;
/// A problem keeps its forms in 128 bits.
const MOST_UNKNOWNS: usize = 128;
/// The kernel size, as a power of two, up to which the answer is canonical without asking.
const CANONICAL_RANK: usize = 20;
/// Up to this rank a scan is done in a few seconds.
const EASY_SCAN: u32 = 34;
/// Rounds of local search before an exact method begins.
const SEARCH_ROUNDS: u32 = 400;

/// What is known about one part.
struct Part {
    method: Method,
    cost: u64,
    bound: u64,
    ties_seen: bool,
    evidence: Evidence,
}

/// The cheapest element of a coset for two states.
pub(super) fn minimum(
    coset: &Coset,
    start: &BitVec,
    kernel: &BitMatrix,
    options: &Options,
    control: &dyn Control,
) -> Result<Minimum, MinimumError> {
    let prepared = Prepared::new(start, kernel, coset.weights.as_deref());
    let rank = prepared.kernel.rows();
    let ties = options.canonical || rank <= CANONICAL_RANK;
    let mut presses = prepared.start.clone();
    let (mut cost, mut bound) = (prepared.fixed, prepared.fixed);
    let (mut method, mut canonical) = (Method::Single, true);
    let mut evidence = Vec::with_capacity(prepared.components.len());
    // What the parts to come cost at the start, for the progress display.
    let mut ahead: u64 = prepared.cost(prepared.start.words()) - prepared.fixed;
    for component in &prepared.components {
        let support = prepared.support(component);
        let here: Vec<u64> = prepared.start.words().iter().zip(&support).map(|(x, s)| x & s).collect();
        let own = prepared.cost(&here);
        ahead -= own;
        if !ties && cost + own + ahead <= coset.trivial_bound {
            // Nothing is cheaper than what is there already.
            cost += own;
            (method, canonical) = (method.max(Method::Search), false);
            evidence.push(Evidence::Bound { generators: component.len(), cost: own, bound: 0 });
            continue;
        }
        let context = Context { coset, prepared: &prepared, component, options, control, ties };
        let goal = Some(coset.trivial_bound);
        let report = Report { total: 0, other_best: cost + ahead, other_bound: bound, goal };
        let part = context.solve(&mut presses, &support, report)?;
        cost += part.cost;
        bound += part.bound;
        method = method.max(part.method);
        canonical &= part.ties_seen;
        evidence.push(part.evidence);
        control.progress(cost + ahead, coset.trivial_bound.max(if coset.partial { 0 } else { bound }), 1.0);
    }
    let known = if coset.partial { 0 } else { bound };
    let lower_bound = known.max(coset.trivial_bound).min(cost);
    let proven = lower_bound == cost;
    if proven && known < cost {
        evidence.push(Evidence::Lights { bound: lower_bound });
    }
    let presses: Vec<u32> = presses.iter().map(u32::from).collect();
    debug_assert_eq!(coset.cost(&presses), cost);
    let canonical = proven && ((rank == 0 || canonical) && !coset.partial);
    Ok(Minimum { presses, cost, lower_bound, proven, canonical, method, evidence })
}

/// One part and how to treat it.
struct Context<'a> {
    coset: &'a Coset,
    prepared: &'a Prepared,
    component: &'a [usize],
    options: &'a Options,
    control: &'a dyn Control,
    ties: bool,
}

/// How far a method came.
struct Found {
    /// Whether all points at or above the sink's threshold were offered to it.
    complete: bool,
    /// An upper bound on the values of all points, used when it did not complete.
    upper: i64,
    record: Option<JoinRecord>,
}

impl Context<'_> {
    fn solve(&self, presses: &mut BitVec, support: &[u64], report: Report) -> Result<Part, MinimumError> {
        let generators = self.component.len();
        if generators > MOST_UNKNOWNS {
            return self.solve_large(presses, support, report);
        }
        let problem = self.prepared.problem(self.component, self.coset.classes.as_deref());
        let sink = Sink::best(self.control, self.ties, Report { total: problem.total, ..report });
        let (method, found) = match self.options.method {
            Some(method) => (method, self.forced(method, &problem, &sink)?),
            None => self.choose(&problem, &sink),
        };
        let (value, key) = sink.current().unwrap_or_else(|| (problem.value(0), 0));
        let upper = if found.complete { value } else { found.upper.max(value) };
        let cost = ((problem.total - value) / 2).unsigned_abs();
        let bound = (problem.total - upper).max(0).unsigned_abs().div_ceil(2);
        self.prepared.apply(presses, self.component, key);
        if self.coset.partial {
            // What was tried is not all there is.
            let evidence = Evidence::Bound { generators, cost, bound: 0 };
            return Ok(Part { method: Method::Search, cost, bound: 0, ties_seen: false, evidence });
        }
        let evidence = match found.record {
            Some(record) if found.complete => Evidence::Join(record),
            None if found.complete => Evidence::Enumeration { method, generators },
            _ => Evidence::Bound { generators, cost, bound },
        };
        Ok(Part { method, cost, bound, ties_seen: found.complete && self.ties, evidence })
    }

    /// A part with too many unknowns for anything but descent.
    fn solve_large(
        &self,
        presses: &mut BitVec,
        support: &[u64],
        report: Report,
    ) -> Result<Part, MinimumError> {
        let generators = self.component.len();
        if let Some(method) = self.options.method
            && method != Method::Search
        {
            let reason = "an independent part of the kernel has more than 128 generators";
            return Err(MinimumError::NotApplicable { method, reason });
        }
        let goal = report.goal.map_or(0, |goal| goal.saturating_sub(report.other_best));
        let limits = search::Descent { rounds: SEARCH_ROUNDS, goal, seed: self.options.seed };
        let best = search::descend(self.prepared, self.component, &limits, self.control);
        for ((x, s), b) in presses.words_mut().iter_mut().zip(support).zip(best.words()) {
            *x = (*x & !s) | b;
        }
        let cost = self.prepared.cost(best.words());
        let evidence = Evidence::Bound { generators, cost, bound: 0 };
        Ok(Part { method: Method::Search, cost, bound: 0, ties_seen: false, evidence })
    }

    fn forced(&self, method: Method, problem: &Problem, sink: &Sink<'_>) -> Result<Found, MinimumError> {
        let refuse = |reason| Err(MinimumError::NotApplicable { method, reason });
        let done = |complete| Ok(Found { complete, upper: problem.size(), record: None });
        match method {
            Method::Gray => {
                if problem.rank > 62 {
                    return refuse("more than 62 generators");
                }
                if !self.prepared.unweighted() {
                    return refuse("the buttons have weights");
                }
                done(gray::run(self.prepared, self.component, sink))
            }
            Method::Transform => {
                if transform::bytes(problem) > self.options.limits.memory_bytes {
                    return refuse("the table does not fit the memory allowed");
                }
                done(transform::run(problem, sink))
            }
            Method::Scan => match scan::run(problem, sink, self.options.limits.threads) {
                Some(complete) => done(complete),
                None => refuse("more than 62 independent columns"),
            },
            Method::Join => {
                let Some(split) = Split::new(problem) else {
                    return refuse("the kernel does not split over the parity classes");
                };
                if join::bytes(&split).is_none_or(|b| b > self.options.limits.memory_bytes) {
                    return refuse("the tables do not fit the memory allowed");
                }
                Ok(self.join(Join::new(&split, self.options.limits.threads), problem, sink))
            }
            Method::SymmetricScan => {
                let symmetries = Symmetries::new(self.prepared, self.component, &self.coset.symmetries);
                if symmetries.is_trivial() {
                    return refuse("no symmetry of the coset is known");
                }
                if self.ties && !symmetries.closed() {
                    return refuse("the group is too large to find the canonical answer");
                }
                match Reduced::new(self.prepared, self.component, problem, &symmetries) {
                    Some(reduced) => done(reduced.run(sink, self.options.limits.threads)),
                    None => refuse("more than 62 independent columns"),
                }
            }
            Method::ListJoin => {
                let Some(split) = Split::new(problem) else {
                    return refuse("the kernel does not split over the parity classes");
                };
                if split.greatest_rank() > 44 {
                    return refuse("a parity class has more than 44 coordinates");
                }
                // The lists are cut where the best known value allows it.
                search::run(problem, sink, SEARCH_ROUNDS, self.options.seed);
                Ok(self.list_join(&split, f64::INFINITY, problem, sink))
            }
            Method::Search => Ok(self.bounded(problem, sink)),
            Method::Single => refuse("there is more than one solution"),
        }
    }

    fn choose(&self, problem: &Problem, sink: &Sink<'_>) -> (Method, Found) {
        let limits = &self.options.limits;
        let whole = |complete| Found { complete, upper: problem.size(), record: None };
        if problem.rank <= 6 && self.prepared.unweighted() {
            return (Method::Gray, whole(gray::run(self.prepared, self.component, sink)));
        }
        if problem.rank <= TRANSFORM_RANK && transform::bytes(problem) <= limits.memory_bytes {
            return (Method::Transform, whole(transform::run(problem, sink)));
        }
        search::run(problem, sink, SEARCH_ROUNDS, self.options.seed);
        if sink.halted() {
            return (Method::Search, self.bounded_after(problem, sink));
        }
        let scan_rank = scan::rank(problem);
        if let Some(split) = Split::new(problem)
            && join::bytes(&split).is_some_and(|b| b <= limits.memory_bytes)
        {
            let join = Join::new(&split, limits.threads);
            // A pair costs about as much as sixteen entries of a scan.
            if join.predict(sink.threshold()) < 2f64.powi(scan_rank as i32 - 4) {
                return (Method::Join, self.join(join, problem, sink));
            }
        }
        let scan_cost = 2f64.powi(scan_rank as i32);
        if scan_rank > EASY_SCAN
            && let Some(split) = Split::new(problem)
            && listjoin::scan_points(&split) < 2f64.powi(self.options.effort.min(60) as i32).min(scan_cost)
        {
            // Better lists need a better solution to start from.
            search::run(problem, sink, 10 * SEARCH_ROUNDS, self.options.seed.wrapping_add(1));
            let most_pairs = 2f64.powi(self.options.effort.min(60) as i32 - 4);
            let found = self.list_join(&split, most_pairs, problem, sink);
            if found.complete || sink.halted() {
                return (Method::ListJoin, found);
            }
        }
        if scan_rank > EASY_SCAN && !self.coset.symmetries.is_empty() {
            let symmetries = Symmetries::new(self.prepared, self.component, &self.coset.symmetries);
            if !symmetries.is_trivial()
                && (symmetries.closed() || !self.ties)
                && let Some(reduced) = Reduced::new(self.prepared, self.component, problem, &symmetries)
                && reduced.points() <= 2f64.powi(self.options.effort.min(60) as i32)
            {
                let found = whole(reduced.run(sink, limits.threads));
                let found = if found.complete { found } else { self.bounded_after(problem, sink) };
                return (Method::SymmetricScan, found);
            }
        }
        if scan_rank <= self.options.effort.min(62)
            && let Some(complete) = scan::run(problem, sink, limits.threads)
        {
            let found = whole(complete);
            return (Method::Scan, if complete { found } else { self.bounded_after(problem, sink) });
        }
        (Method::Search, self.bounded(problem, sink))
    }

    fn join(&self, mut join: Join<'_>, problem: &Problem, sink: &Sink<'_>) -> Found {
        let (end, record) = join.run(problem, sink, self.options.limits.threads);
        Found { complete: end == End::Complete, upper: record.cuts[0] + record.cuts[1], record: Some(record) }
    }

    fn list_join(&self, split: &Split, most_pairs: f64, problem: &Problem, sink: &Sink<'_>) -> Found {
        let limits = &self.options.limits;
        match listjoin::run(split, problem, sink, limits.memory_bytes, most_pairs, limits.threads) {
            Some(listjoin::Outcome { end, record }) => Found {
                complete: end == End::Complete,
                upper: record.cuts[0] + record.cuts[1],
                record: Some(record),
            },
            None => self.bounded_after(problem, sink),
        }
    }

    /// Searches longer, and bounds the rest.
    fn bounded(&self, problem: &Problem, sink: &Sink<'_>) -> Found {
        search::run(problem, sink, 20 * SEARCH_ROUNDS, self.options.seed.wrapping_add(1));
        self.bounded_after(problem, sink)
    }

    fn bounded_after(&self, problem: &Problem, sink: &Sink<'_>) -> Found {
        // Told to stop, a bound of a moment's work must do.
        let rank = if sink.halted() { bounds::QUICK_RANK } else { bounds::GROUP_RANK };
        let stop = || sink.stop() && (rank == bounds::GROUP_RANK || problem.columns.len() > 1 << 16);
        let mut upper = bounds::upper(problem, rank, &stop);
        if rank == bounds::GROUP_RANK && sink.halted() {
            let quick = bounds::upper(problem, bounds::QUICK_RANK, &|| problem.columns.len() > 1 << 16);
            upper = upper.min(quick);
        }
        Found { complete: false, upper, record: None }
    }
}
