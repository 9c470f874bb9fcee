//! States that need many presses, found by climbing in a kernel that can be listed, for any number of states.

use crate::minimal::{Control, Generator};
use lightsout_algebra::random::SplitMix;

/// Kernels are listed up to so many elements, times buttons.
const MOST_ENTRIES: u128 = 1 << 24;
/// Additions that climbing may take.
const WORK: u64 = 1 << 30;
/// Rounds of climbing.
const ROUNDS: u64 = 200_000;

/// Whether a kernel is small enough to be listed.
pub(super) fn applies(kernel: &[Generator], buttons: usize) -> bool {
    let size = kernel.iter().try_fold(1u128, |n, g| n.checked_mul(u128::from(g.order)));
    size.is_some_and(|size| size.saturating_mul(buttons as u128) <= MOST_ENTRIES)
}

/// All elements of the kernel, button by button: entry `b` holds what each element presses there.
pub(super) fn list(kernel: &[Generator], states: u64, buttons: usize) -> Vec<Vec<u32>> {
    (0..buttons)
        .map(|b| {
            let mut all = vec![0u32];
            for generator in kernel {
                let step = u64::from(generator.vector[b]);
                let old = all.len();
                for times in 1..generator.order {
                    let add = u128::from(times) * u128::from(step) % u128::from(states);
                    all.extend_from_within(..old);
                    let new = all.len() - old;
                    for x in &mut all[new..] {
                        *x = ((u64::from(*x) + add as u64) % states) as u32;
                    }
                }
            }
            all
        })
        .collect()
}

/// Presses that no fewer can replace, as many as were found, and how many; at most `upper` are possible.
///
/// Changes the presses of a few buttons at a time, and keeps what makes the cheapest of all equal presses dearer, or
/// leaves fewer of the cheapest.
///
/// # Complexity
/// At most `2^30` additions.
pub(super) fn run(
    kernel: &[Generator],
    states: u64,
    buttons: usize,
    upper: u64,
    seed: u64,
    control: &dyn Control,
) -> (Vec<u32>, u64) {
    let random = &mut SplitMix::new(seed);
    let elements = list(kernel, states, buttons);
    let size = elements.first().map_or(1, Vec::len);
    let plus = |x: u32, v: u32| (u64::from(x) + u64::from(v)) % states;
    let mut presses: Vec<u32> = (0..buttons).map(|_| draw(random, states)).collect();
    let mut costs = vec![0u64; size];
    for (b, row) in elements.iter().enumerate() {
        costs.iter_mut().zip(row).for_each(|(cost, &v)| *cost += plus(presses[b], v));
    }
    let rate = |costs: &[u64]| {
        let least = costs.iter().copied().min().unwrap_or(0);
        // More of the cheapest make the next step harder.
        (least, usize::MAX - costs.iter().filter(|&&cost| cost == least).count())
    };
    let mut current = rate(&costs);
    let mut best = (current.0, presses.clone());
    let rounds = (WORK / (4 * size as u64)).min(ROUNDS);
    for round in 0..rounds {
        if best.0 >= upper || (round & 63 == 0 && control.stop()) {
            break;
        }
        let mut changed = Vec::with_capacity(3);
        for _ in 0..1 + random.below(3) {
            let b = random.below(buttons);
            let (old, new) = (presses[b], draw(random, states));
            shift(&mut costs, &elements[b], |v| plus(old, v), |v| plus(new, v));
            presses[b] = new;
            changed.push((b, old));
        }
        let after = rate(&costs);
        // Now and then a worse state is taken, to leave a dead end.
        if after >= current || random.below(400) == 0 {
            current = after;
            if current.0 > best.0 {
                best = (current.0, presses.clone());
            }
            continue;
        }
        for (b, old) in changed.into_iter().rev() {
            let new = presses[b];
            shift(&mut costs, &elements[b], |v| plus(new, v), |v| plus(old, v));
            presses[b] = old;
        }
    }
    // The witness is brought to its cheapest form.
    let cost = |e: usize| (0..buttons).map(|b| plus(best.1[b], elements[b][e])).sum::<u64>();
    let cheapest = (0..size).min_by_key(|&e| cost(e)).unwrap_or(0);
    let cheapest = (0..buttons).map(|b| plus(best.1[b], elements[b][cheapest]) as u32).collect();
    (cheapest, best.0)
}

pub(super) fn draw(random: &mut SplitMix, states: u64) -> u32 {
    random.below(usize::try_from(states).unwrap_or(usize::MAX)) as u32
}

fn shift(costs: &mut [u64], row: &[u32], before: impl Fn(u32) -> u64, after: impl Fn(u32) -> u64) {
    for (cost, &v) in costs.iter_mut().zip(row) {
        *cost = *cost + after(v) - before(v);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::minimal::Unattended;
    use crate::puzzle::Game;
    use crate::solve::Solver;

    /// The cost of the cheapest of all equal presses.
    fn least(kernel: &[Generator], states: u64, presses: &[u32]) -> u64 {
        let elements = list(kernel, states, presses.len());
        (0..elements[0].len())
            .map(|e| {
                let at = |b: usize| (u64::from(presses[b]) + u64::from(elements[b][e])) % states;
                (0..presses.len()).map(at).sum()
            })
            .min()
            .unwrap()
    }

    #[test]
    fn witnesses_need_what_is_said() {
        for (spec, states) in
            [("5x5", 3), ("4x4", 2), ("2x3", 6), ("torus:3x3", 4), ("triangle:5", 2), ("8x8", 3)]
        {
            let board: Board = spec.parse().unwrap();
            let solver = Solver::new(board.system(states), Some(&board)).unwrap();
            let kernel = solver.kernel();
            let upper = super::super::mean_bound(&kernel, states, board.cells());
            let (presses, cost) = run(&kernel, states, board.cells(), upper, 3, &Unattended);
            assert_eq!(presses.iter().map(|&x| u64::from(x)).sum::<u64>(), cost, "{spec} {states}");
            assert_eq!(least(&kernel, states, &presses), cost, "{spec} {states}");
            assert!(cost <= upper && cost > 0, "{spec} {states}: {cost} of {upper}");
        }
    }

    #[test]
    fn small_boards_are_climbed_to_the_top() {
        // All states of these were looked at: see the tests of the module above.
        for (spec, states) in [("2x3", 3), ("3x3", 3), ("4x4", 2), ("torus:3x3", 2)] {
            let board: Board = spec.parse().unwrap();
            let solver = Solver::new(board.system(states), Some(&board)).unwrap();
            let game = Game::Board(board.clone());
            let exact = super::super::hardest(&game, &solver, 1, &Unattended).unwrap();
            let upper = exact.upper;
            let (_, cost) = run(&solver.kernel(), states, board.cells(), upper, 1, &Unattended);
            assert_eq!((cost, exact.proven()), (upper, true), "{spec} {states}");
        }
    }
}
