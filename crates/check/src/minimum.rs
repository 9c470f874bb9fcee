//! The least cost over all solutions, by going through them.

use crate::answer::Objective;
use crate::decimal::Decimal;

/// Most solutions that are gone through.
const MOST_SOLUTIONS: u64 = 1 << 20;
/// Most numbers that are written while going through them.
const MOST_STEPS: u64 = 1 << 30;

/// What presses cost.
pub(crate) struct Cost<'a> {
    pub(crate) weights: Option<&'a [u64]>,
    pub(crate) objective: Objective,
}

impl Cost<'_> {
    /// The cost of a press vector.
    pub(crate) fn of(&self, presses: &[u64]) -> u128 {
        let weight = |button: usize| self.weights.map_or(1, |weights| u128::from(weights[button]));
        let times = |times: u64| match self.objective {
            Objective::Presses => u128::from(times),
            Objective::Buttons => u128::from(times != 0),
        };
        presses
            .iter()
            .enumerate()
            .filter(|(_, t)| **t != 0)
            .map(|(button, &t)| weight(button) * times(t))
            .sum()
    }
}

/// The number of solutions, if they are few enough to go through them.
pub(crate) fn small(solutions: &Decimal, buttons: usize) -> Option<u64> {
    let total = solutions.at_most(MOST_SOLUTIONS)?;
    (total.checked_mul(buttons as u64)? <= MOST_STEPS).then_some(total)
}

/// The least cost, and the first press vector in reading order that has it.
pub(crate) struct Best {
    pub(crate) cost: u128,
    pub(crate) first: Vec<u64>,
}

/// Goes through `presses` plus every sum of the kernel's vectors.
pub(crate) fn enumerate(presses: &[u64], kernel: &[(Vec<u64>, u64)], states: u64, cost: &Cost<'_>) -> Best {
    let mut current = presses.to_vec();
    let mut best = Best { cost: cost.of(presses), first: current.clone() };
    let mut counters = vec![0; kernel.len()];
    loop {
        let value = cost.of(&current);
        if value < best.cost || value == best.cost && current < best.first {
            best.cost = value;
            best.first.clone_from(&current);
        }
        // The next count: a vector added as often as its order says has come back to nothing.
        let mut digit = 0;
        loop {
            let Some((vector, order)) = kernel.get(digit) else {
                return best;
            };
            for (x, g) in current.iter_mut().zip(vector) {
                *x = (*x + g) % states;
            }
            counters[digit] += 1;
            if counters[digit] < *order {
                break;
            }
            counters[digit] = 0;
            digit += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sum_is_visited() {
        // Modulo 6: multiples of (2, 0, 2) and of (0, 3, 3); the cheapest way to write (5, 3, 2) plus those.
        let kernel = [(vec![2, 0, 2], 3), (vec![0, 3, 3], 2)];
        let sums = (0..3).flat_map(|a| {
            (0..2).map(move |b| vec![(5 + 2 * a) % 6, (3 + 3 * b) % 6, (2 + 2 * a + 3 * b) % 6])
        });
        for (objective, weights) in [
            (Objective::Presses, None),
            (Objective::Buttons, None),
            (Objective::Presses, Some(&[7, 0, 1][..])),
            (Objective::Buttons, Some(&[0, 5, 4][..])),
        ] {
            let cost = Cost { weights, objective };
            let want = sums.clone().map(|x| (cost.of(&x), x)).min().expect("six sums");
            let best = enumerate(&[5, 3, 2], &kernel, 6, &cost);
            assert_eq!((best.cost, best.first), want);
        }
    }

    #[test]
    fn costs() {
        let cost = |objective, weights| Cost { weights, objective }.of(&[3, 0, 1]);
        assert_eq!(cost(Objective::Presses, None), 4);
        assert_eq!(cost(Objective::Buttons, None), 2);
        assert_eq!(cost(Objective::Presses, Some(&[10, 100, 0][..])), 30);
        assert_eq!(cost(Objective::Buttons, Some(&[10, 100, 5][..])), 15);
    }
}
