//! All classes of press vectors modulo a small kernel, by what their members cost, one button after the other.
//!
//! The members of the class of `x` are `x + v`, one for each quiet pattern `v`, and the class needs what the cheapest of
//! them costs. Button `b`, pressed `x_b` times, adds `(x_b + v_b) mod k` to the cost of member `v`; so a class is a vector of
//! costs, to which the buttons add in turn. Classes with equal vectors are one from there on, and are counted together.
//!
//! Let `C` be a subgroup of the kernel on whose cosets the costs are constant, at first the whole kernel, and `L` the
//! patterns that press none of the buttons to come. Behind button `b` the costs are constant on the cosets of
//! `C & { v : v_b = 0 }`, and within a coset of `L` only the least matters; a vector has one entry for each coset of the sum
//! of the two. A button to come costs, on average over a coset of `C`, at most `(d - 1) + (k - d) / 2` where `C` moves it by
//! the multiples of `d`; so the class needs at most the least entry and these means together, which tells early that it
//! cannot be a hard one.
//!
//! Of the members of a class one is looked at: `x_b < d`, where `d` generates what the patterns that press none of the
//! buttons before do to `b`.

use super::{Hardest, gcd};
use crate::minimal::{Control, Generator};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Kernels are listed up to so many elements, times buttons.
const MOST_ENTRIES: u128 = 1 << 20;
/// Different vectors that are kept behind a button.
const MOST_VECTORS: usize = 1 << 20;
/// The same, times their entries.
const MOST_COSTS: usize = 1 << 25;

/// What is known about a number of presses.
pub(super) enum Reach {
    /// No state needs as many.
    None,
    /// A state needs as many or more, with presses that no fewer can replace.
    Some(Vec<u32>),
    /// It would take too long to tell.
    Unknown,
}

/// The quiet patterns, button by button.
pub(super) struct Columns {
    states: u64,
    /// Entry `b` holds what each pattern presses at button `b`.
    elements: Vec<Vec<u32>>,
    /// The orders of the generators; the number of a pattern has its coefficients as digits, the first one lowest.
    orders: Vec<usize>,
    /// An order of the buttons in which few cosets are told apart for long.
    steps: Vec<Step>,
}

/// What one button does to a vector of costs.
struct Step {
    button: usize,
    /// It is pressed fewer times than this.
    options: u64,
    /// Entries before, what the button is pressed there beside the choice, and entries behind, as they belong together.
    links: Vec<(u32, u32, u32)>,
    /// The number of entries behind it.
    width: usize,
    /// Twice the most that all buttons to come cost on average over a coset.
    room: u64,
}

/// The classes behind the last button.
struct Classes {
    /// What a class needs, and how many do; `u64::MAX` stands for more than fit.
    counts: Vec<(u16, u64)>,
    /// For each button in turn and each vector the vector before and the presses that led to it first.
    trails: Vec<Vec<(u32, u32)>>,
}

impl Columns {
    /// Prepares for a kernel; `None` if it, or what a press vector can cost, is too large.
    pub(super) fn new(kernel: &[Generator], states: u64, buttons: usize) -> Option<Self> {
        let size = kernel.iter().try_fold(1u128, |n, g| n.checked_mul(u128::from(g.order)))?;
        let dearest = (states - 1).checked_mul(buttons as u64)?;
        // A mean is doubled, and an entry that is not yet known is `u16::MAX`.
        if size.checked_mul(buttons as u128)? > MOST_ENTRIES || dearest >= u64::from(u16::MAX) {
            return None;
        }
        let elements = super::climb::list(kernel, states, buttons);
        let orders = kernel.iter().map(|g| g.order as usize).collect();
        let mut columns = Self { states, elements, orders, steps: Vec::new() };
        columns.steps = columns.plan(&columns.order());
        Some(columns)
    }

    /// What every class needs; `None` if it would take more than so many additions, or was stopped.
    pub(super) fn census(&self, work: u64, control: &dyn Control) -> Option<Hardest> {
        // Backwards, many buttons remain when few cosets are left to tell apart: then most vectors are equal.
        let order: Vec<usize> = self.steps.iter().rev().map(|step| step.button).collect();
        let steps = self.plan(&order);
        let classes = self.run(&steps, 0, work, control)?;
        let most = classes.counts.iter().map(|c| c.0).max()?;
        let mut distribution = vec![0u64; usize::from(most) + 1];
        for &(cost, count) in &classes.counts {
            distribution[usize::from(cost)] = count;
        }
        let counted = !distribution.contains(&u64::MAX);
        let presses = self.witness(&steps, &classes)?;
        let most = u64::from(most);
        Some(Hardest { presses, lower: most, upper: most, distribution: counted.then_some(distribution) })
    }

    /// Whether some class needs `target` or more, in at most so many additions.
    pub(super) fn reach(&self, target: u64, work: u64, control: &dyn Control) -> Reach {
        let Some(classes) = self.run(&self.steps, target, work, control) else { return Reach::Unknown };
        self.witness(&self.steps, &classes).map_or(Reach::None, Reach::Some)
    }

    /// An order of the buttons: those that a subgroup leaves alone before the others, for a chain of subgroups. Of what
    /// remains each next subgroup leaves alone as many as possible.
    fn order(&self) -> Vec<usize> {
        let mut group: Vec<usize> = (0..self.size()).collect();
        let mut left: Vec<usize> = (0..self.elements.len()).collect();
        let mut order = Vec::with_capacity(left.len());
        loop {
            let still = |b: &usize| group.iter().all(|&e| self.elements[*b][e] == 0);
            let (fixed, moved): (Vec<usize>, Vec<usize>) = left.into_iter().partition(still);
            order.extend(fixed);
            let mut kernels = BTreeMap::<Vec<bool>, Vec<usize>>::new();
            for &b in &moved {
                let zeros = group.iter().map(|&e| self.elements[b][e] == 0).collect();
                kernels.entry(zeros).or_default().push(b);
            }
            let Some((zeros, _)) = kernels.iter().min_by_key(|(_, b)| (usize::MAX - b.len(), b[0])) else {
                return order;
            };
            group = group.into_iter().zip(zeros).filter(|p| *p.1).map(|p| p.0).collect();
            left = moved;
        }
    }

    /// What each button does, in a given order.
    fn plan(&self, order: &[usize]) -> Vec<Step> {
        let size = self.size();
        // How many buttons it takes until a pattern presses none of those to come.
        let mut last = vec![0usize; size];
        for (at, &b) in order.iter().enumerate() {
            last.iter_mut().zip(&self.elements[b]).filter(|p| *p.1 != 0).for_each(|p| *p.0 = at + 1);
        }
        let divisor = |group: &[usize], b: usize| {
            group.iter().fold(self.states, |d, &e| gcd(d, u64::from(self.elements[b][e])))
        };
        let mut before: Vec<usize> = (0..size).collect();
        let mut group = before.clone();
        let mut labels = vec![0u32; size];
        let mut rooms: Vec<u64> = Vec::new();
        let mut steps = Vec::with_capacity(order.len());
        for (at, &button) in order.iter().enumerate() {
            let values = &self.elements[button];
            let options = divisor(&before, button);
            before.retain(|&e| values[e] == 0);
            let idle: Vec<usize> = (0..size).filter(|&e| last[e] <= at + 1).collect();
            let (cosets, count) = self.cosets(&idle);
            let mut reached = vec![false; count];
            group.iter().filter(|&&e| values[e] == 0).for_each(|&e| reached[cosets[e] as usize] = true);
            let next: Vec<usize> = (0..size).filter(|&e| reached[cosets[e] as usize]).collect();
            if next != group || rooms.is_empty() {
                let room = |b: &usize| {
                    let d = divisor(&next, *b);
                    2 * (d - 1) + (self.states - d)
                };
                rooms = order.iter().map(room).collect();
                group = next;
            }
            let (behind, width) = self.cosets(&group);
            let links: BTreeSet<_> = (0..size).map(|e| (labels[e], values[e], behind[e])).collect();
            let (links, room) = (links.into_iter().collect(), rooms[at + 1..].iter().sum());
            steps.push(Step { button, options, links, width, room });
            labels = behind;
        }
        steps
    }

    /// For each pattern the coset of a subgroup that it is in, and the number of cosets.
    fn cosets(&self, group: &[usize]) -> (Vec<u32>, usize) {
        let mut labels = vec![u32::MAX; self.size()];
        let mut count = 0;
        for first in 0..labels.len() {
            if labels[first] == u32::MAX {
                group.iter().for_each(|&e| labels[self.sum(first, e)] = count);
                count += 1;
            }
        }
        (labels, count as usize)
    }

    /// The number of the sum of two patterns.
    fn sum(&self, mut a: usize, mut b: usize) -> usize {
        let (mut sum, mut place) = (0, 1);
        for &order in &self.orders {
            sum += (a % order + b % order) % order * place;
            (a, b, place) = (a / order, b / order, place * order);
        }
        sum
    }

    /// The number of patterns.
    fn size(&self) -> usize {
        self.orders.iter().product()
    }

    /// All classes that may need `target`; `None` if too many are met, or stopped.
    fn run(&self, steps: &[Step], target: u64, mut work: u64, control: &dyn Control) -> Option<Classes> {
        let mut vectors: Vec<Box<[u16]>> = vec![Box::new([0])];
        let mut counts = vec![1u64];
        let mut trails = Vec::with_capacity(steps.len());
        for step in steps {
            let additions = (vectors.len() * step.links.len()) as u64;
            work = work.checked_sub(additions.checked_mul(step.options)?)?;
            let mut places: HashMap<Box<[u16]>, u32> = HashMap::new();
            let mut new_counts: Vec<u64> = Vec::new();
            let mut trail = Vec::new();
            let mut costs = vec![0u16; step.width];
            for presses in 0..step.options as u32 {
                let cost = |value: u32| ((u64::from(presses) + u64::from(value)) % self.states) as u16;
                let links: Vec<(usize, u16, usize)> =
                    step.links.iter().map(|&(from, v, to)| (from as usize, cost(v), to as usize)).collect();
                for (number, (vector, &count)) in vectors.iter().zip(&counts).enumerate() {
                    if number & 0xfff == 0 && control.stop() {
                        return None;
                    }
                    costs.fill(u16::MAX);
                    links.iter().for_each(|&(from, c, to)| costs[to] = costs[to].min(vector[from] + c));
                    let least = costs.iter().copied().min()?;
                    if 2 * u64::from(least) + step.room < 2 * target {
                        continue;
                    }
                    if let Some(&place) = places.get(&costs[..]) {
                        let sum = &mut new_counts[place as usize];
                        *sum = sum.saturating_add(count);
                    } else {
                        let met = trail.len() + 1;
                        if met > MOST_VECTORS || met * step.width > MOST_COSTS {
                            return None;
                        }
                        places.insert(costs.clone().into_boxed_slice(), trail.len() as u32);
                        new_counts.push(count);
                        trail.push((number as u32, presses));
                    }
                }
            }
            vectors = vec![Box::default(); places.len()];
            places.into_iter().for_each(|(vector, place)| vectors[place as usize] = vector);
            counts = new_counts;
            trails.push(trail);
        }
        // Behind the last button no two patterns are told apart.
        let counts = vectors.iter().map(|vector| vector[0]).zip(counts).collect();
        Some(Classes { counts, trails })
    }

    /// The cheapest presses of a class that needs most; `None` if there is no class.
    fn witness(&self, steps: &[Step], classes: &Classes) -> Option<Vec<u32>> {
        let dearest = (0..classes.counts.len()).max_by_key(|&at| classes.counts[at].0)?;
        let mut presses = vec![0u32; self.elements.len()];
        let mut at = dearest as u32;
        for (step, trail) in steps.iter().zip(&classes.trails).rev() {
            let (from, times) = trail[at as usize];
            presses[step.button] = times;
            at = from;
        }
        let member = |e: usize| -> Vec<u32> {
            let plus = |(&x, column): (&u32, &Vec<u32>)| (u64::from(x) + u64::from(column[e])) % self.states;
            presses.iter().zip(&self.elements).map(|pair| plus(pair) as u32).collect()
        };
        let cost = |e: usize| member(e).into_iter().map(u64::from).sum::<u64>();
        (0..self.size()).min_by_key(|&e| cost(e)).map(member)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::minimal::Unattended;
    use crate::solve::Solver;

    fn columns(spec: &str, states: u64) -> (Columns, Vec<Generator>, usize) {
        let board: Board = spec.parse().unwrap();
        let solver = Solver::new(board.system(states), Some(&board)).unwrap();
        let kernel = solver.kernel();
        (Columns::new(&kernel, states, board.cells()).unwrap(), kernel, board.cells())
    }

    #[test]
    fn the_same_as_looking_at_every_press_vector() {
        for (spec, states) in [
            ("4x4", 2),
            ("3x5", 2),
            ("5x4", 2),
            ("torus:3x4", 2),
            ("triangle:5", 2),
            ("2x3", 3),
            ("3x3", 3),
            ("torus:3x3", 3),
            ("torus:3x3", 4),
            ("2x3", 4),
            ("2x4", 4),
            ("1x5", 4),
            ("2x3", 6),
            ("1x5", 6),
            ("1x4", 5),
            ("torus:2x3", 6),
        ] {
            let (columns, kernel, buttons) = columns(spec, states);
            let all = super::super::enumerate(&kernel, states, buttons, &Unattended).unwrap();
            let found = columns.census(u64::MAX, &Unattended).unwrap();
            assert_eq!((found.lower, &found.distribution), (all.upper, &all.distribution), "{spec} {states}");
            assert_eq!(found.presses.iter().map(|&x| u64::from(x)).sum::<u64>(), found.lower);
            for target in 0..=all.upper + 2 {
                match columns.reach(target, u64::MAX, &Unattended) {
                    Reach::None => assert!(target > all.upper, "{spec} {states} {target}"),
                    Reach::Some(presses) => {
                        assert!(target <= all.upper, "{spec} {states} {target}");
                        let cost: u64 = presses.iter().map(|&x| u64::from(x)).sum();
                        assert!((target..=all.upper).contains(&cost), "{spec} {states} {target} {cost}");
                    }
                    Reach::Unknown => panic!("{spec} {states} {target}"),
                }
            }
        }
    }

    #[test]
    fn too_much_work_is_not_begun() {
        let (columns, ..) = columns("9x9", 2);
        assert!(columns.census(1 << 16, &Unattended).is_none());
        assert!(matches!(columns.reach(1, 1 << 16, &Unattended), Reach::Unknown));
        assert!(matches!(columns.reach(39, 1 << 25, &Unattended), Reach::None));
    }
}
