//! Where the methods for two states put what they find.

use super::types::Control;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

/// An element of a component's kernel by its coordinates; the lexicographic order of press vectors is the order of
/// these numbers.
pub(super) type Key = u128;

/// Collects the elements `u` with the greatest `F(u)`, or all with `F(u)` at least some floor.
pub(super) struct Sink<'a> {
    control: &'a dyn Control,
    halted: AtomicBool,
    threshold: AtomicI64,
    kind: Kind,
    /// `cost = (total - F) / 2`, with what the other components are known to cost and to need at least.
    report: Report,
}

/// What turns values into costs for the progress display.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Report {
    pub(super) total: i64,
    pub(super) other_best: u64,
    pub(super) other_bound: u64,
    /// The cost of the whole with which a search for one best element may end, if there is one: nothing is cheaper.
    pub(super) goal: Option<u64>,
}

enum Kind {
    Best { ties: bool, found: Mutex<Option<(i64, Key)>> },
    Collect { cap: usize, found: Mutex<Vec<(i64, Key)>>, overflow: AtomicBool },
}

impl<'a> Sink<'a> {
    /// A sink for one best element; with `ties` the least of the best ones, else any.
    pub(super) fn best(control: &'a dyn Control, ties: bool, report: Report) -> Self {
        // Far below all values, with room for differences.
        Self::new(control, i64::MIN / 4, Kind::Best { ties, found: Mutex::new(None) }, report)
    }

    /// A sink for all elements with `F(u) >= floor`; gives up beyond `cap` of them.
    pub(super) fn collect(control: &'a dyn Control, floor: i64, cap: usize) -> Self {
        let kind = Kind::Collect { cap, found: Mutex::new(Vec::new()), overflow: AtomicBool::new(false) };
        Self::new(control, floor, kind, Report::default())
    }

    fn new(control: &'a dyn Control, threshold: i64, kind: Kind, report: Report) -> Self {
        Self { control, halted: AtomicBool::new(false), threshold: AtomicI64::new(threshold), kind, report }
    }

    /// The least value that is worth offering; it never falls.
    pub(super) fn threshold(&self) -> i64 {
        self.threshold.load(Ordering::Relaxed)
    }

    /// Whether equal values are told apart by their keys.
    pub(super) fn wants_ties(&self) -> bool {
        !matches!(self.kind, Kind::Best { ties: false, .. })
    }

    /// Whether each element must be offered, so that none may stand for others.
    pub(super) fn wants_all(&self) -> bool {
        matches!(self.kind, Kind::Collect { .. })
    }

    /// Takes an element; one below the threshold is ignored.
    pub(super) fn offer(&self, value: i64, key: Key) {
        if value < self.threshold() {
            return;
        }
        match &self.kind {
            Kind::Best { ties, found } => {
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                let better = match *found {
                    None => true,
                    Some((v, k)) => value > v || (value == v && *ties && key < k),
                };
                if better {
                    *found = Some((value, key));
                    self.threshold.store(value + i64::from(!ties), Ordering::Relaxed);
                    let cost = self.report.other_best + self.cost(value);
                    if !ties && self.report.goal.is_some_and(|goal| cost <= goal) {
                        self.halted.store(true, Ordering::Relaxed);
                    }
                }
            }
            Kind::Collect { cap, found, overflow } => {
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                if found.len() < *cap {
                    found.push((value, key));
                } else {
                    overflow.store(true, Ordering::Relaxed);
                    self.halted.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Whether to stop; also asks the control.
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

    /// Whether it was stopped.
    pub(super) fn halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Shows progress: nothing has a greater `F` than `bound`.
    pub(super) fn progress(&self, bound: i64, fraction: f64) {
        if let Some((value, _)) = self.current() {
            self.control.progress(
                self.report.other_best + self.cost(value),
                self.report.other_bound + self.cost(bound.max(value)),
                fraction,
            );
        }
    }

    /// What the component costs at a value.
    fn cost(&self, value: i64) -> u64 {
        ((self.report.total - value).max(0) / 2).unsigned_abs()
    }

    /// The best so far.
    pub(super) fn current(&self) -> Option<(i64, Key)> {
        match &self.kind {
            Kind::Best { found, .. } => *found.lock().unwrap_or_else(PoisonError::into_inner),
            Kind::Collect { found, .. } => {
                found.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().max_by_key(|f| f.0)
            }
        }
    }

    /// All that was collected, or `None` if there were too many.
    pub(super) fn collected(self) -> Option<Vec<(i64, Key)>> {
        match self.kind {
            Kind::Best { found, .. } => {
                Some(found.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect())
            }
            Kind::Collect { found, overflow, .. } => {
                (!overflow.into_inner()).then(|| found.into_inner().unwrap_or_else(PoisonError::into_inner))
            }
        }
    }
}
