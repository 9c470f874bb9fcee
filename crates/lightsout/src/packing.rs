//! What the lights alone prove about the cost of a solution: a packing of prices.
//!
//! Give each light `i` a price `y_i >= 0` so that no button changes lights worth more than a press of it costs:
//! `sum_i a_ij y_i <= w_j` for every button `j`, `a_ij` what a press adds to the light. Light `i` misses `d_i`, so the
//! presses add at least `d_i` to it, and
//!
//! `sum_j w_j x_j >= sum_j x_j sum_i a_ij y_i = sum_i y_i (A x)_i >= sum_i y_i d_i`.
//!
//! This is the weak duality of linear programs. Where only the buttons that are pressed count, the same holds with 1 in
//! place of each `a_ij` and of each `d_i` that is not 0.

use crate::board::{Board, System};
use crate::minimal::Objective;

/// Prices are multiples of one over this.
const UNIT: u128 = 1 << 24;

/// A lower bound on the cost of any presses that add `difference` to the lights.
///
/// Of two packings the better one: each light priced as the dearest of its buttons allows when all that the button changes
/// share evenly, then raised light by light; and raised from nothing, lights with few buttons first.
///
/// # Complexity
/// O(e + n log n) for n lights and e entries of the toggle matrix.
pub(crate) fn bound(
    system: &System,
    difference: &[u32],
    objective: Objective,
    weights: Option<&[u32]>,
) -> u64 {
    let amount = |a: u32| match objective {
        Objective::Presses => u128::from(a),
        Objective::Buttons => u128::from(a != 0),
    };
    // For each light that misses something its buttons and what a press of them adds.
    let mut buttons: Vec<Vec<(u32, u32)>> = vec![Vec::new(); difference.len()];
    let mut slack = Vec::with_capacity(system.buttons());
    let mut share = Vec::with_capacity(system.buttons());
    for j in 0..system.buttons() {
        let mut changed = 0;
        for &(i, a) in system.button(j) {
            if difference[i as usize] != 0 && a != 0 {
                buttons[i as usize].push((j as u32, a));
                changed += amount(a);
            }
        }
        let cost = UNIT * weights.map_or(1, |w| u128::from(w[j]));
        slack.push(cost);
        share.push(cost / changed.max(1));
    }
    let mut lit: Vec<usize> = (0..difference.len()).filter(|&i| difference[i] != 0).collect();
    let worth = |lit: &[usize], prices: &[u128]| {
        let worth = lit.iter().map(|&i| prices[i].saturating_mul(amount(difference[i])));
        worth.fold(0, u128::saturating_add)
    };
    let mut even = vec![0u128; difference.len()];
    let mut left = slack.clone();
    for &i in &lit {
        let price = buttons[i].iter().map(|&(j, _)| share[j as usize]).min().unwrap_or(0);
        even[i] = price;
        buttons[i].iter().for_each(|&(j, a)| left[j as usize] -= price * amount(a));
    }
    raise(&mut even, &mut left, &lit, &buttons, amount);
    let first = worth(&lit, &even);
    lit.sort_by_key(|&i| buttons[i].len());
    let mut greedy = vec![0u128; difference.len()];
    raise(&mut greedy, &mut slack, &lit, &buttons, amount);
    let second = worth(&lit, &greedy);
    u64::try_from(first.max(second).div_ceil(UNIT)).unwrap_or(u64::MAX)
}

/// [`bound`] for two states and a board whose rule is symmetric, without its toggle matrix and without raising prices: each
/// light is priced as the dearest of its buttons allows when all that the button changes share evenly.
///
/// # Complexity
/// O(c d) for c cells with d neighbours each.
pub(crate) fn even_bound(board: &Board, difference: &[u32], weights: Option<&[u32]>) -> u64 {
    let mut reached = Vec::new();
    let share: Vec<u64> = (0..board.cells())
        .map(|button| {
            board.pressed(button, &mut reached);
            let changed = reached.iter().filter(|&&light| difference[light] != 0).count();
            // What a light is counted for twice only makes the shares smaller.
            UNIT as u64 * weights.map_or(1, |w| u64::from(w[button])) / (changed as u64).max(1)
        })
        .collect();
    let lit = (0..board.cells()).filter(|&light| difference[light] != 0);
    let prices = lit.map(|light| {
        board.pressed(light, &mut reached);
        u128::from(reached.iter().map(|&button| share[button]).min().unwrap_or(0))
    });
    u64::try_from(prices.sum::<u128>().div_ceil(UNIT)).unwrap_or(u64::MAX)
}

/// Raises each price in turn as far as its buttons' slack allows.
fn raise(
    prices: &mut [u128],
    slack: &mut [u128],
    lights: &[usize],
    buttons: &[Vec<(u32, u32)>],
    amount: impl Fn(u32) -> u128,
) {
    for &i in lights {
        let more = buttons[i].iter().map(|&(j, a)| slack[j as usize] / amount(a)).min().unwrap_or(0);
        prices[i] += more;
        buttons[i].iter().for_each(|&(j, a)| slack[j as usize] -= more * amount(a));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lightsout_algebra::random::SplitMix;

    /// The least cost of any presses that add a difference, by trying all.
    fn least(system: &System, difference: &[u32], objective: Objective, weights: &[u32]) -> Option<u64> {
        let (k, n) = (system.states(), system.buttons());
        (0..k.pow(n as u32))
            .filter_map(|mut number| {
                let x: Vec<u32> = (0..n).map(|_| ((number % k) as u32, number /= k).0).collect();
                let cost = x.iter().zip(weights).map(|(&x, &w)| match objective {
                    Objective::Presses => u64::from(x) * u64::from(w),
                    Objective::Buttons => u64::from(x != 0) * u64::from(w),
                });
                (system.press(&x) == difference).then(|| cost.sum())
            })
            .min()
    }

    #[test]
    fn never_above_the_truth_and_never_below_counting() {
        let mut random = SplitMix::new(3);
        let specs =
            ["2x3", "3x3", "1x6", "torus:3x3", "cylinder:2x4", "triangle:3", "hexagon:2", "projective:2x3"];
        for round in 0..120 {
            let board: Board = specs[round % specs.len()].parse().unwrap();
            let most = (1..).find(|k| (*k + 1u64).pow(board.cells() as u32) > 1 << 13).unwrap_or(2).min(6);
            let states = 2 + random.below(most.saturating_sub(1).max(1) as usize) as u64;
            let system = board.system(states);
            let presses: Vec<u32> =
                (0..board.cells()).map(|_| random.below(states as usize) as u32).collect();
            let difference = system.press(&presses);
            let weights: Vec<u32> = (0..board.cells()).map(|_| random.below(5) as u32).collect();
            for objective in [Objective::Presses, Objective::Buttons] {
                let ones = vec![1; board.cells()];
                let truth = least(&system, &difference, objective, &ones).expect("made by presses");
                let bound_now = bound(&system, &difference, objective, None);
                assert!(bound_now <= truth, "{board} {states}");
                let most = (0..board.cells()).map(|j| system.button(j).len()).max().unwrap_or(1) as u64;
                let lit = difference.iter().filter(|&&d| d != 0).count() as u64;
                if states == 2 || objective == Objective::Buttons {
                    assert!(bound_now >= lit.div_ceil(most));
                }
                let truth = least(&system, &difference, objective, &weights).expect("made by presses");
                assert!(bound(&system, &difference, objective, Some(&weights)) <= truth, "{board} {states}");
                if states == 2 {
                    assert!(even_bound(&board, &difference, Some(&weights)) <= truth, "{board}");
                }
            }
        }
    }

    #[test]
    fn borders_count() {
        // Five lights a press would say 5; the lights of the border have fewer buttons to share.
        let board: Board = "5x5".parse().unwrap();
        assert!((6..=7).contains(&bound(&board.system(2), &[1; 25], Objective::Presses, None)));
        let huge = bound(&board.system(2), &[1; 25], Objective::Presses, Some(&[u32::MAX; 25]));
        assert!(huge > 5 * u64::from(u32::MAX));
    }
}
