//! The order in which buttons are settled, and one step of the transfer.

use super::layer::Layer;

/// Masks of up to this many bits get a place each.
const DENSE: u32 = 20;
/// States that are carried on before it is asked again whether to stop.
const BETWEEN_STOPS: u32 = 1 << 16;

/// What happens when one button is settled.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The button.
    pub(super) button: usize,
    /// Whether it may have a piece of its own.
    pub(super) single: bool,
    /// Its bit, when a piece may cover it before its turn.
    pub(super) own: u64,
    /// (button, bit) of the neighbours whose turn comes later.
    pub(super) later: Vec<(usize, u64)>,
    /// Bits that appear with this step.
    pub(super) new: u64,
    /// Number of bits of the masks after this step.
    bits: u32,
    /// Words of a count after this step.
    limbs: usize,
}

impl Step {
    /// A measure of the time that it takes.
    pub(super) fn work(&self) -> f64 {
        f64::from(self.bits).exp2() * (2 + self.later.len()) as f64
    }
}

/// The order of the buttons and the bit of each.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    steps: Vec<Step>,
    width: usize,
    pub(super) dense: u32,
}

impl Plan {
    /// The plan with the least work among several orders: as numbered, along each of several
    /// directions of the drawing, by distance from some buttons, and greedily.
    pub(super) fn choose(single: &[bool], neighbours: &[Vec<u32>], points: &[(f64, f64)]) -> Plan {
        let n = single.len();
        let mut orders: Vec<Vec<u32>> = vec![(0..n as u32).collect()];
        if points.len() == n {
            // Sweeps: by the first coordinate, ties by the second.
            let root = 3f64.sqrt();
            for (a, b) in
                [(1.0, 0.0), (0.0, 1.0), (1.0, root), (1.0, -root), (root, 1.0), (-root, 1.0), (1.0, 1.0)]
            {
                let key = |cell: u32| {
                    let (x, y) = points[cell as usize];
                    // Rounded, so that equal places compare equal.
                    (((a * x + b * y) * 1024.0).round() as i64, ((a * y - b * x) * 1024.0).round() as i64)
                };
                let mut order: Vec<u32> = (0..n as u32).collect();
                order.sort_by_key(|&cell| key(cell));
                orders.push(order);
            }
        }
        if n > 0 {
            let far = *by_distance(neighbours, 0).last().unwrap_or(&0);
            orders.push(by_distance(neighbours, 0));
            orders.push(by_distance(neighbours, far));
        }
        if n <= 2000 {
            orders.push(greedy(neighbours));
        }
        orders
            .into_iter()
            .map(|order| Plan::new(single, neighbours, &order))
            .min_by(|a, b| a.work().total_cmp(&b.work()))
            .unwrap_or(Plan { steps: Vec::new(), width: 0, dense: DENSE })
    }

    fn new(single: &[bool], neighbours: &[Vec<u32>], order: &[u32]) -> Plan {
        let n = single.len();
        let mut turn = vec![0; n];
        for (t, &cell) in order.iter().enumerate() {
            turn[cell as usize] = t;
        }
        // Bits are given to buttons as they first can be covered, the lowest free one first. Boards
        // whose frontier is wider than 64 get bits that do not exist (0): they are never counted.
        let mut slot: Vec<Option<usize>> = vec![None; n];
        let mut free: std::collections::BinaryHeap<core::cmp::Reverse<usize>> = Default::default();
        let (mut slots, mut active, mut width) = (0usize, std::collections::BTreeSet::new(), 0);
        let mut bits_bound = 1.0f64;
        let bit = |slot: usize| if slot < 64 { 1u64 << slot } else { 0 };
        let steps = order
            .iter()
            .enumerate()
            .map(|(t, &cell)| {
                let cell = cell as usize;
                let (mut later, mut new) = (Vec::new(), 0);
                for &other in &neighbours[cell] {
                    let other = other as usize;
                    if turn[other] > t {
                        let place = *slot[other].get_or_insert_with(|| {
                            let place = free.pop().map_or(slots, |p| p.0);
                            slots = slots.max(place + 1);
                            active.insert(place);
                            new |= bit(place);
                            place
                        });
                        later.push((other, bit(place)));
                    }
                }
                width = width.max(active.len());
                let own = slot[cell].map_or(0, |place| {
                    active.remove(&place);
                    free.push(core::cmp::Reverse(place));
                    bit(place)
                });
                bits_bound += ((1 + later.len()) as f64).log2();
                Step {
                    button: cell,
                    single: single[cell],
                    own,
                    later,
                    new,
                    bits: active.last().map_or(0, |&top| top as u32 + 1),
                    limbs: bits_bound as usize / 64 + 1,
                }
            })
            .collect();
        Plan { steps, width, dense: DENSE }
    }

    /// A measure of the time that counting takes.
    pub(super) fn work(&self) -> f64 {
        self.steps.iter().map(Step::work).sum()
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Whether every mask has a place of its own.
    pub(super) fn is_dense(&self) -> bool {
        self.width <= self.dense as usize
    }

    pub(super) fn steps(&self) -> usize {
        self.steps.len()
    }

    pub(super) fn step(&self, index: usize) -> &Step {
        &self.steps[index]
    }

    /// The layer before the first step: nothing is covered, in one way.
    pub(super) fn start(&self) -> Layer {
        let mut layer = Layer::new(0, 1, 0, 8).expect("one word fits");
        layer.add(0, &[1], 8).expect("one word fits");
        layer
    }

    /// At most about so many states fit in `limit` bytes at the widest step, as a power of two: those before the step and
    /// those after it are held at the same time.
    pub(super) fn fitting(&self, limit: usize) -> u32 {
        let limbs = self.steps.iter().max_by_key(|step| step.bits).map_or(1, |step| step.limbs);
        (limit / (2 * Layer::state_bytes(limbs))).checked_ilog2().unwrap_or(0)
    }

    /// At least so many states are met at the same time, as a power of two.
    ///
    /// Where every button may be covered alone, give each waiting button to one of its settled neighbours: a settled
    /// button with w of its own is alone or shares a piece with one of them, independently of the others, so that the
    /// product of all 1 + w is a number of states. Buttons go to neighbours with few.
    pub(super) fn met(&self) -> u32 {
        if self.steps.iter().any(|step| !step.single) {
            return 0;
        }
        // By button: the settled neighbour that a waiting one was given to; how many a settled one was given.
        let mut owner: Vec<Option<usize>> = vec![None; self.steps.len()];
        let mut given = vec![0u32; self.steps.len()];
        let choices = |given: u32| f64::from(1 + given).log2();
        let (mut now, mut most) = (0.0f64, 0.0f64);
        for step in &self.steps {
            if let Some(owner) = owner[step.button].take() {
                given[owner] -= 1;
                now += choices(given[owner]) - choices(given[owner] + 1);
            }
            let settled = step.button;
            for &(other, _) in &step.later {
                match owner[other] {
                    Some(old) if given[old] <= given[settled] + 1 => continue,
                    Some(old) => {
                        given[old] -= 1;
                        now += choices(given[old]) - choices(given[old] + 1);
                    }
                    None => {}
                }
                owner[other] = Some(settled);
                given[settled] += 1;
                now += choices(given[settled]) - choices(given[settled] - 1);
            }
            most = most.max(now);
        }
        // Rounding errors must not make a whole number one less.
        (most + 1e-6) as u32
    }

    /// The layer after a step. `None` when it takes more than `limit` bytes, or when `stop` says so, which is asked now
    /// and then.
    pub(super) fn advance(
        &self,
        layer: &Layer,
        index: usize,
        limit: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Layer> {
        let step = &self.steps[index];
        if self.width > 64 {
            return None;
        }
        let mut next = Layer::new(step.bits, step.limbs, self.dense, limit)?;
        let mut turn = 0u32;
        layer.try_for_each(|mask, count| {
            turn = turn.wrapping_add(1);
            if turn % BETWEEN_STOPS == 0 && stop() {
                return None;
            }
            if mask & step.own != 0 {
                return next.add(mask & !step.own, count, limit);
            }
            if step.single {
                next.add(mask, count, limit)?;
            }
            for &(_, bit) in &step.later {
                if mask & bit == 0 {
                    next.add(mask | bit, count, limit)?;
                }
            }
            Some(())
        })?;
        Some(next)
    }
}

/// Buttons by distance from one of them, other components after it.
fn by_distance(neighbours: &[Vec<u32>], from: u32) -> Vec<u32> {
    let n = neighbours.len();
    let mut seen = vec![false; n];
    let mut order = Vec::with_capacity(n);
    for root in core::iter::once(from).chain(0..n as u32) {
        if seen[root as usize] {
            continue;
        }
        seen[root as usize] = true;
        let mut at = order.len();
        order.push(root);
        while at < order.len() {
            let here: u32 = order[at];
            at += 1;
            for &other in &neighbours[here as usize] {
                if !core::mem::replace(&mut seen[other as usize], true) {
                    order.push(other);
                }
            }
        }
    }
    order
}

/// Always the button that adds the fewest new ones to the frontier, the longest waiting first.
fn greedy(neighbours: &[Vec<u32>]) -> Vec<u32> {
    let n = neighbours.len();
    let (mut done, mut waiting) = (vec![false; n], vec![usize::MAX; n]);
    let mut order = Vec::with_capacity(n);
    for t in 0..n {
        let fresh = |cell: usize| {
            neighbours[cell]
                .iter()
                .filter(|&&o| !done[o as usize] && waiting[o as usize] == usize::MAX)
                .count()
        };
        let next = (0..n).filter(|&cell| !done[cell]).min_by_key(|&cell| {
            (fresh(cell) + usize::from(waiting[cell] == usize::MAX), waiting[cell], cell)
        });
        let Some(next) = next else { break };
        done[next] = true;
        order.push(next as u32);
        for &other in &neighbours[next] {
            let wait = &mut waiting[other as usize];
            *wait = (*wait).min(t);
        }
    }
    order
}
