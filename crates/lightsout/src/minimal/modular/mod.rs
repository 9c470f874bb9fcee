//! More than two states: chooses a method for each independent part of the kernel.

mod gray;
mod part;
mod ranked;
mod scan;
mod search;

use super::coset::Coset;
use super::types::{Control, Evidence, Method, Minimum, MinimumError, Options};
use lightsout_algebra::gf2::{BitMatrix, BitVec};
use lightsout_algebra::ring::Generator;
use part::{Part, Sink};
#[cfg(test)]
pub(super) use ranked::searched;
pub(super) use ranked::source;

/// The kernel size up to which the answer is canonical without asking.
const CANONICAL_SIZE: u128 = 1 << 20;
/// The number of kernel elements up to which they are simply run through, times the buttons they move.
const GRAY_WORK: u128 = 1 << 22;
/// The effort spent on a bound by the presses modulo 2.
const HALF_EFFORT: u32 = 34;

/// The cheapest element of a coset for more than two states.
pub(super) fn minimum(
    coset: &Coset,
    start: &[u32],
    generators: &[Generator],
    options: &Options,
    control: &dyn Control,
) -> Result<Minimum, MinimumError> {
    let size = generators.iter().try_fold(1u128, |n, g| n.checked_mul(u128::from(g.order)));
    let ties = options.canonical || size.is_some_and(|n| n <= CANONICAL_SIZE);
    let mut presses = start.to_vec();
    let parts = part::split(coset, start, generators);
    let mut moved = vec![false; start.len()];
    parts.iter().flat_map(|p| &p.buttons).for_each(|&b| moved[b] = true);
    let cost_at = |b: usize| coset.weight(b) * coset.unit_cost(u64::from(start[b]));
    let fixed: u64 = (0..start.len()).filter(|&b| !moved[b]).map(cost_at).sum();
    let (mut cost, mut bound) = (fixed, fixed);
    let mut ahead: u64 = coset.cost(start) - fixed;
    let (mut method, mut canonical) = (Method::Single, true);
    let mut evidence = Vec::with_capacity(parts.len());
    for part in &parts {
        let own: u64 = part.buttons.iter().map(|&b| cost_at(b)).sum();
        ahead -= own;
        let generators = part.generators.len();
        if !ties && cost + own + ahead <= coset.trivial_bound {
            // Nothing is cheaper than what is there already.
            cost += own;
            (method, canonical) = (method.max(Method::Search), false);
            evidence.push(Evidence::Bound { generators, cost: own, bound: 0 });
            continue;
        }
        let goal = coset.trivial_bound.saturating_sub(cost + ahead);
        let sink = Sink::best(control, ties, cost + ahead, bound).with_goal(goal);
        let (used, complete) = solve(part, options, &sink)?;
        let (value, best) = sink.into_best().unwrap_or_else(|| (part.cost(&part.start), part.start.clone()));
        let value = value.unsigned_abs();
        for (&b, &x) in part.buttons.iter().zip(&best) {
            presses[b] = x;
        }
        let least = if complete { value } else { part.least_possible() };
        cost += value;
        bound += least;
        method = method.max(if coset.partial { Method::Search } else { used });
        canonical &= complete && ties;
        evidence.push(if coset.partial {
            // What was tried is not all there is.
            Evidence::Bound { generators, cost: value, bound: 0 }
        } else if complete {
            Evidence::Enumeration { method: used, generators }
        } else {
            Evidence::Bound { generators, cost: value, bound: least }
        });
        control.progress(cost + ahead, coset.trivial_bound.max(if coset.partial { 0 } else { bound }), 1.0);
    }
    if bound < cost && !coset.partial && states_are_even(coset) {
        bound = bound.max(halved(coset, start, generators, options, control));
    }
    let known = if coset.partial { 0 } else { bound };
    let lower_bound = known.max(coset.trivial_bound).min(cost);
    let proven = lower_bound == cost;
    if proven && known < cost {
        evidence.push(Evidence::Lights { bound: lower_bound });
    }
    Ok(Minimum {
        presses,
        cost,
        lower_bound,
        proven,
        canonical: proven && canonical && !coset.partial,
        method,
        evidence,
    })
}

fn states_are_even(coset: &Coset) -> bool {
    coset.states().is_multiple_of(2)
}

/// A lower bound from the presses modulo 2: `x mod 2 <= x`, and the elements modulo 2 are a coset of two states.
fn halved(
    coset: &Coset,
    start: &[u32],
    generators: &[Generator],
    options: &Options,
    control: &dyn Control,
) -> u64 {
    let pack = |v: &[u32]| BitVec::from_iter(v.iter().map(|&x| x % 2 == 1));
    let rows: Vec<BitVec> = generators.iter().map(|g| pack(&g.vector)).collect();
    let Ok(mut small) = Coset::binary(pack(start), BitMatrix::from_rows(start.len(), &rows)) else {
        return 0;
    };
    small.weights.clone_from(&coset.weights);
    small.classes.clone_from(&coset.classes);
    small.symmetries.clone_from(&coset.symmetries);
    let options =
        Options { method: None, canonical: false, effort: options.effort.min(HALF_EFFORT), ..*options };
    super::minimum(&small, &options, control).map_or(0, |answer| answer.lower_bound)
}

/// Fills the sink; returns the method and whether it looked at all elements.
fn solve(part: &Part<'_>, options: &Options, sink: &Sink<'_>) -> Result<(Method, bool), MinimumError> {
    let threads = options.limits.threads;
    let refuse = |method, reason| Err(MinimumError::NotApplicable { method, reason });
    match options.method {
        Some(Method::Gray) => return Ok((Method::Gray, gray::run(part, sink))),
        Some(Method::Scan) => {
            return match scan::run(part, sink, threads) {
                Some(complete) => Ok((Method::Scan, complete)),
                None => refuse(Method::Scan, "more than 64 states"),
            };
        }
        Some(Method::Search) => {
            search::run(part, sink, 4000, options.seed);
            return Ok((Method::Search, false));
        }
        Some(method) => return refuse(method, "it needs two states"),
        None => {}
    }
    let size = part.size();
    if size.is_some_and(|n| n.saturating_mul(part.buttons.len() as u128) <= GRAY_WORK) {
        return Ok((Method::Gray, gray::run(part, sink)));
    }
    search::run(part, sink, 300, options.seed);
    let within = |n: u128, exponent: u32| n <= 1u128 << exponent.min(100);
    if size.is_some_and(|n| within(n, options.effort.saturating_sub(3)))
        && let Some(complete) = scan::run(part, sink, threads)
    {
        return Ok((Method::Scan, complete));
    }
    if size.is_some_and(|n| {
        within(n.saturating_mul(part.buttons.len() as u128), options.effort.saturating_sub(4))
    }) {
        return Ok((Method::Gray, gray::run(part, sink)));
    }
    search::run(part, sink, 4000, options.seed.wrapping_add(1));
    Ok((Method::Search, false))
}
