//! An independent part of a kernel for more than two states, and where its solutions are collected.

use super::super::coset::Coset;
use super::super::types::Control;
use lightsout_algebra::ring::Generator;
use std::cmp::Ordering as Order;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Generators that share buttons, and the buttons they move.
pub(super) struct Part<'a> {
    pub(super) coset: &'a Coset,
    pub(super) states: u64,
    /// The buttons, rising.
    pub(super) buttons: Vec<usize>,
    /// The start on the buttons.
    pub(super) start: Vec<u32>,
    /// The generators on the buttons, and their orders.
    pub(super) generators: Vec<(Vec<u32>, u64)>,
}

impl Part<'_> {
    /// The number of kernel elements, if it fits.
    pub(super) fn size(&self) -> Option<u128> {
        self.generators.iter().try_fold(1u128, |n, g| n.checked_mul(u128::from(g.1)))
    }

    /// What `x` presses of the part's button `i` cost.
    pub(super) fn cost_at(&self, i: usize, x: u64) -> i64 {
        (self.coset.weight(self.buttons[i]) * self.coset.unit_cost(x)) as i64
    }

    /// The cost of a press vector on the buttons.
    pub(super) fn cost(&self, presses: &[u32]) -> i64 {
        presses.iter().enumerate().map(|(i, &x)| self.cost_at(i, u64::from(x))).sum()
    }

    /// The start plus a combination of the generators, at one of the part's buttons.
    pub(super) fn entry(&self, digits: &[u64], i: usize) -> u32 {
        let sum = digits
            .iter()
            .zip(&self.generators)
            .fold(u128::from(self.start[i]), |sum, (&a, g)| sum + u128::from(a) * u128::from(g.0[i]));
        (sum % u128::from(self.states)) as u32
    }

    /// A lower bound on the cost: button by button, the cheapest value that any element has there.
    pub(super) fn least_possible(&self) -> u64 {
        (0..self.buttons.len())
            .map(|i| {
                // The values are start + d Z/k with d the gcd of k and the generators' entries.
                let d = self.generators.iter().fold(self.states, |d, g| gcd(d, u64::from(g.0[i])));
                self.cost_at(i, u64::from(self.start[i]) % d).unsigned_abs()
            })
            .sum()
    }
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The parts of a coset: generators that move a common button are in the same part.
pub(super) fn split<'a>(coset: &'a Coset, start: &[u32], generators: &[Generator]) -> Vec<Part<'a>> {
    let mut parent: Vec<usize> = (0..generators.len()).collect();
    let mut owner = vec![usize::MAX; start.len()];
    for (g, generator) in generators.iter().enumerate() {
        for (b, _) in generator.vector.iter().enumerate().filter(|(_, x)| **x != 0) {
            if owner[b] == usize::MAX {
                owner[b] = g;
            } else {
                let (x, y) = (root(&mut parent, g), root(&mut parent, owner[b]));
                parent[x.max(y)] = x.min(y);
            }
        }
    }
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = vec![Default::default(); generators.len()];
    for g in 0..generators.len() {
        let r = root(&mut parent, g);
        groups[r].0.push(g);
    }
    for (b, &g) in owner.iter().enumerate().filter(|(_, g)| **g != usize::MAX) {
        let r = root(&mut parent, g);
        groups[r].1.push(b);
    }
    groups.retain(|g| !g.1.is_empty());
    let pick = |vector: &[u32], buttons: &[usize]| buttons.iter().map(|&b| vector[b]).collect::<Vec<u32>>();
    groups
        .into_iter()
        .map(|(members, buttons)| Part {
            coset,
            states: coset.states(),
            start: pick(start, &buttons),
            generators: members
                .iter()
                .map(|&g| (pick(&generators[g].vector, &buttons), generators[g].order))
                .collect(),
            buttons,
        })
        .collect()
}

/// The whole coset as one part, with all its buttons.
pub(super) fn whole<'a>(coset: &'a Coset, start: &[u32], generators: &[Generator]) -> Part<'a> {
    Part {
        coset,
        states: coset.states(),
        buttons: (0..start.len()).collect(),
        start: start.to_vec(),
        generators: generators.iter().map(|g| (g.vector.clone(), g.order)).collect(),
    }
}

fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}

/// Collects the cheapest press vectors of a part, or all up to some cost.
pub(super) struct Sink<'a> {
    control: &'a dyn Control,
    halted: AtomicBool,
    overflow: AtomicBool,
    /// The greatest cost worth offering.
    ceiling: AtomicI64,
    kind: Kind,
    found: Mutex<Vec<(i64, Vec<u32>)>>,
    other_best: u64,
    other_bound: u64,
    goal: Option<i64>,
}

enum Kind {
    /// One cheapest vector; with `ties` the lexicographically least of them.
    Best { ties: bool },
    /// All, up to a number.
    Collect { cap: usize },
}

impl<'a> Sink<'a> {
    /// A sink for one cheapest vector; with `ties` the lexicographically least of them.
    pub(super) fn best(control: &'a dyn Control, ties: bool, other_best: u64, other_bound: u64) -> Self {
        Self::new(control, i64::MAX, Kind::Best { ties }, other_best, other_bound)
    }

    /// A sink for all vectors up to a cost; gives up beyond `cap` of them.
    pub(super) fn collect(control: &'a dyn Control, ceiling: i64, cap: usize) -> Self {
        Self::new(control, ceiling, Kind::Collect { cap }, 0, 0)
    }

    fn new(control: &'a dyn Control, ceiling: i64, kind: Kind, other_best: u64, other_bound: u64) -> Self {
        Self {
            control,
            halted: AtomicBool::new(false),
            overflow: AtomicBool::new(false),
            ceiling: AtomicI64::new(ceiling),
            kind,
            found: Mutex::new(Vec::new()),
            other_best,
            other_bound,
            goal: None,
        }
    }

    /// The same sink, whose search ends with a vector of this cost where equal ones are not told apart.
    pub(super) fn with_goal(mut self, goal: u64) -> Self {
        self.goal = i64::try_from(goal).ok();
        self
    }

    /// The greatest cost that is worth offering; it never rises.
    pub(super) fn ceiling(&self) -> i64 {
        self.ceiling.load(Ordering::Relaxed)
    }

    /// Takes a vector of `length` entries by its cost and its entries, which are asked for in order while they matter.
    pub(super) fn offer(&self, cost: i64, length: usize, entry: impl Fn(usize) -> u32) {
        if cost > self.ceiling() {
            return;
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match self.kind {
            Kind::Best { ties } => {
                let better = match found.first() {
                    None => true,
                    Some((best, vector)) => match cost.cmp(best) {
                        Order::Less => true,
                        Order::Greater => false,
                        Order::Equal => ties && (0..length).map(&entry).lt(vector.iter().copied()),
                    },
                };
                if better {
                    *found = vec![(cost, (0..length).map(entry).collect())];
                    self.ceiling.store(cost - i64::from(!ties), Ordering::Relaxed);
                    if !ties && self.goal.is_some_and(|goal| cost <= goal) {
                        self.halted.store(true, Ordering::Relaxed);
                    }
                }
            }
            Kind::Collect { cap } if found.len() < cap => {
                found.push((cost, (0..length).map(entry).collect()))
            }
            Kind::Collect { .. } => {
                self.overflow.store(true, Ordering::Relaxed);
                self.halted.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Whether to stop; asks the control.
    pub(super) fn stop(&self) -> bool {
        if self.halted.load(Ordering::Relaxed) {
            return true;
        }
        let stop = self.control.stop();
        if stop {
            self.halted.store(true, Ordering::Relaxed);
        }
        stop
    }

    /// Shows progress; the part is known to cost at least `bound`.
    pub(super) fn progress(&self, bound: u64, fraction: f64) {
        let best = self.found.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|f| f.0).min();
        if let Some(best) = best {
            self.control.progress(self.other_best + best.unsigned_abs(), self.other_bound + bound, fraction);
        }
    }

    /// The best that was found.
    pub(super) fn into_best(self) -> Option<(i64, Vec<u32>)> {
        self.found.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().min()
    }

    /// All that was collected, or `None` if there were too many.
    pub(super) fn collected(self) -> Option<Vec<(i64, Vec<u32>)>> {
        (!self.overflow.into_inner()).then(|| self.found.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
