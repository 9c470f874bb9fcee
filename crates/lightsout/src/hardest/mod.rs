//! The most presses that any solvable state can need: the covering radius of the kernel.
//!
//! A state needs `min { |x + v| : v quiet }` presses, `x` any presses that make it. The states are the classes of press
//! vectors modulo the kernel. With few quiet patterns the classes fall into few kinds, which are all looked at (see the
//! module `columns`), and on small boards all press vectors are. For others a witness found by climbing, or the best of some
//! states for which a lower bound is proven, is a lower bound, and the mean over the kernel an upper one: the presses `x + v`
//! cost, on average over all quiet `v`, at least as much as the cheapest of them.

mod climb;
mod columns;
mod tried;

use crate::fewest::FewestError;
use crate::minimal::{Control, Generator, Unattended};
use crate::puzzle::Game;
use crate::solve::Solver;
use columns::{Columns, Reach};
use lightsout_algebra::gf2::{BitMatrix, BitVec, rref};
use lightsout_algebra::random::SplitMix;
use lightsout_algebra::walsh::transform;

/// What is known about the hardest state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hardest {
    /// Presses that make a state that needs at least `lower` of them: no fewer can replace them if they are so many.
    pub presses: Vec<u32>,
    /// What that state is known to need.
    pub lower: u64,
    /// No solvable state needs more.
    pub upper: u64,
    /// For each number of presses the number of states that need it, if all were looked at.
    pub distribution: Option<Vec<u64>>,
}

impl Hardest {
    /// Whether the two bounds meet.
    pub fn proven(&self) -> bool {
        self.lower == self.upper
    }
}

/// Additions spent on looking at the kinds of all classes.
const CENSUS_WORK: u64 = 1 << 26;
/// Additions spent on one question whether some state needs so many presses.
const REACH_WORK: u64 = 1 << 25;
/// The same where a wish is checked.
const QUICK_WORK: u64 = 1 << 21;
/// Press vectors that are looked at one by one.
const MOST_VECTORS: u128 = 1 << 28;
/// The same for two states, as a power of two.
const MOST_BITS: usize = 28;
/// Rounds of climbing.
const ROUNDS: u32 = 60_000;
/// Kernels of more generators are not climbed with one transform a step.
const MOST_GENERATORS: usize = 12;

/// The most presses a solvable state of a game can need, with such a state; `solver` is that of the game.
///
/// # Errors
/// When the kernel does not fit.
///
/// # Complexity
/// At most `2^26` additions where the classes of press vectors fall into few kinds, and `k^n` steps for `n` buttons and `k`
/// states while that is at most `2^28`; else at most 60000 rounds of `2^l` additions for `l <= 12` generators of two states or
/// `2^30` additions for other kernels that can be listed, with `2^25` for each bound that is tried, or the searches for the
/// fewest presses of 30 states.
///
/// # Examples
/// ```
/// use lightsout::board::Board;
/// use lightsout::hardest::hardest;
/// use lightsout::minimal::Unattended;
/// use lightsout::puzzle::Game;
/// use lightsout::solve::Solver;
///
/// let board: Board = "6x8".parse()?;
/// let solver = Solver::new(board.system(2), Some(&board))?;
/// let answer = hardest(&Game::Board(board), &solver, 1, &Unattended)?;
/// assert_eq!((answer.lower, answer.upper), (22, 22));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hardest(
    game: &Game,
    solver: &Solver,
    seed: u64,
    control: &dyn Control,
) -> Result<Hardest, FewestError> {
    let (states, buttons) = (solver.states(), solver.system().buttons());
    let most = states - 1;
    let kernel = solver.kernel();
    if kernel.is_empty() {
        // Every press vector is the only solution of its state.
        let presses = vec![u32::try_from(most).unwrap_or(u32::MAX); buttons];
        let cost = most.saturating_mul(buttons as u64);
        return Ok(Hardest { presses, lower: cost, upper: cost, distribution: binomial(states, buttons) });
    }
    let columns = Columns::new(&kernel, states, buttons);
    if let Some(found) = columns.as_ref().and_then(|columns| columns.census(CENSUS_WORK, control)) {
        return Ok(found);
    }
    if states == 2 && buttons <= MOST_BITS {
        return Ok(enumerate_bits(&kernel, buttons));
    }
    let vectors =
        (0..buttons).try_fold(1u128, |n, _| n.checked_mul(u128::from(states)).filter(|&n| n <= MOST_VECTORS));
    if vectors.is_some()
        && let Some(found) = enumerate(&kernel, states, buttons, control)
    {
        return Ok(found);
    }
    let mut upper = mean_bound(&kernel, states, buttons);
    let (mut presses, mut lower) = if states == 2 && kernel.len() <= MOST_GENERATORS {
        climb_bits(&kernel, buttons, upper, seed, control)
    } else if climb::applies(&kernel, buttons) {
        climb::run(&kernel, states, buttons, upper, seed, control)
    } else {
        tried::run(game, solver, upper, seed, control)?
    };
    while let Some(columns) = &columns
        && lower < upper
    {
        match columns.reach(upper, REACH_WORK, control) {
            Reach::None => upper -= 1,
            Reach::Some(found) => (presses, lower) = (found, upper),
            Reach::Unknown => break,
        }
    }
    // One press of a button that changes some light is a state that needs it.
    let idle = |b: usize| solver.system().button(b).iter().all(|&(_, amount)| amount == 0);
    if lower == 0
        && upper > 0
        && let Some(b) = (0..buttons).find(|&b| !idle(b))
    {
        presses = vec![0; buttons];
        presses[b] = 1;
        lower = 1;
    }
    Ok(Hardest { presses, lower, upper, distribution: None })
}

/// An upper bound on the presses of any state, found with little work; it matters whether it is below `wanted`.
pub(crate) fn quick_bound(kernel: &[Generator], states: u64, buttons: usize, wanted: u64) -> u64 {
    let mut upper = mean_bound(kernel, states, buttons);
    if let Some(columns) = Columns::new(kernel, states, buttons) {
        let refuted = |target| matches!(columns.reach(target, QUICK_WORK, &Unattended), Reach::None);
        if wanted < upper && wanted > 0 && refuted(wanted) {
            upper = wanted - 1;
        }
        while upper > 0 && wanted >= upper && refuted(upper) {
            upper -= 1;
        }
    }
    upper
}

/// The numbers of press vectors by their sums, all states needing what their only solution costs; small cases only.
fn binomial(states: u64, buttons: usize) -> Option<Vec<u64>> {
    if states > 64 || buttons > 1 << 10 {
        return None;
    }
    let mut counts = vec![1u64];
    for _ in 0..buttons {
        let mut next = vec![0u64; counts.len() + states as usize - 1];
        for (sum, &n) in counts.iter().enumerate() {
            for press in 0..states as usize {
                next[sum + press] = next[sum + press].checked_add(n)?;
            }
        }
        counts = next;
    }
    Some(counts)
}

/// At a button that the kernel moves by multiples of `d` the mean of the presses is at most `(d - 1) + (k - d) / 2`.
///
/// For two states all values of `F`, a sum over the moved buttons with mean 0, have the parity of their number; if that
/// is even and some column occurs an odd number of times, `F` is not 0 everywhere, so it is at least 2 somewhere.
pub(crate) fn mean_bound(kernel: &[Generator], states: u64, buttons: usize) -> u64 {
    if states == 2 {
        let mut columns = std::collections::HashMap::<Vec<u32>, usize>::new();
        for b in 0..buttons {
            *columns.entry(kernel.iter().map(|g| g.vector[b]).collect()).or_default() += 1;
        }
        let fixed = columns.remove(&vec![0u32; kernel.len()]).unwrap_or(0);
        let moved = buttons - fixed;
        let odd = columns.values().any(|n| n % 2 == 1);
        return (fixed + moved / 2 - usize::from(moved.is_multiple_of(2) && odd)) as u64;
    }
    let twice: u128 = (0..buttons)
        .map(|b| {
            let d = kernel.iter().fold(states, |d, g| gcd(d, u64::from(g.vector[b])));
            u128::from(2 * (d - 1) + (states - d))
        })
        .sum();
    u64::try_from(twice / 2).unwrap_or(u64::MAX)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Looks at every press vector of at most [`MOST_BITS`] buttons with two states, packed into a word.
fn enumerate_bits(kernel: &[Generator], buttons: usize) -> Hardest {
    let rows: Vec<BitVec> =
        kernel.iter().map(|g| BitVec::from_iter(g.vector.iter().map(|&x| x == 1))).collect();
    let reduced = rref(&BitMatrix::from_rows(buttons, &rows));
    let rows: Vec<u64> = (0..kernel.len()).map(|i| reduced.row(i)[0]).collect();
    // Each class has one member that is 0 at all pivots, the lowest ones of the rows.
    let pivots = rows.iter().fold(0u64, |mask, row| mask | (row & row.wrapping_neg()));
    let mut distribution = vec![0u64; buttons + 1];
    let mut best = (0u32, 0u64);
    for first in (0..1u64 << buttons).filter(|x| x & pivots == 0) {
        let (mut current, mut least) = (first, first);
        for step in 1u64..1 << rows.len() {
            current ^= rows[step.trailing_zeros() as usize];
            if current.count_ones() < least.count_ones() {
                least = current;
            }
        }
        let cost = least.count_ones();
        distribution[cost as usize] += 1;
        if cost > best.0 {
            best = (cost, least);
        }
    }
    distribution.truncate(best.0 as usize + 1);
    let presses = (0..buttons).map(|b| (best.1 >> b & 1) as u32).collect();
    let cost = u64::from(best.0);
    Hardest { presses, lower: cost, upper: cost, distribution: Some(distribution) }
}

/// Looks at every press vector, class by class; `None` if stopped or the classes don't fit.
fn enumerate(kernel: &[Generator], states: u64, buttons: usize, control: &dyn Control) -> Option<Hardest> {
    // Marks all vectors seen: the classes of vectors modulo the kernel are run through by their first members.
    let total = usize::try_from(states.checked_pow(buttons as u32)?).ok()?;
    let mut seen = BitVec::zeros(total);
    let places: Vec<usize> = (0..buttons).map(|b| states.pow((buttons - 1 - b) as u32) as usize).collect();
    let number = |x: &[u32]| x.iter().zip(&places).map(|(&x, &p)| x as usize * p).sum::<usize>();
    let mut distribution: Vec<u64> = Vec::new();
    let mut best = (0u64, vec![0u32; buttons]);
    for first in 0..total {
        if first & 0xffff == 0 && control.stop() {
            return None;
        }
        if seen.get(first) {
            continue;
        }
        let mut current: Vec<u32> = places.iter().map(|&p| (first / p % states as usize) as u32).collect();
        let mut least: Option<(u64, Vec<u32>)> = None;
        let mut digits = vec![0u64; kernel.len()];
        loop {
            seen.set(number(&current), true);
            let cost = current.iter().map(|&x| u64::from(x)).sum();
            if least.as_ref().is_none_or(|l| cost < l.0) {
                least = Some((cost, current.clone()));
            }
            let next = (0..kernel.len()).find(|&j| {
                digits[j] = (digits[j] + 1) % kernel[j].order;
                for (x, &g) in current.iter_mut().zip(&kernel[j].vector) {
                    *x = ((u64::from(*x) + u64::from(g)) % states) as u32;
                }
                digits[j] != 0
            });
            if next.is_none() {
                break;
            }
        }
        let (cost, presses) = least?;
        let place = usize::try_from(cost).ok()?;
        if distribution.len() <= place {
            distribution.resize(place + 1, 0);
        }
        distribution[place] += 1;
        if cost > best.0 {
            best = (cost, presses);
        }
    }
    Some(Hardest { presses: best.1, lower: best.0, upper: best.0, distribution: Some(distribution) })
}

/// Climbs in the signs of the columns: the state's presses are chosen to make the greatest `F` over the kernel small.
fn climb_bits(
    kernel: &[Generator],
    buttons: usize,
    upper: u64,
    seed: u64,
    control: &dyn Control,
) -> (Vec<u32>, u64) {
    let rows: Vec<BitVec> =
        kernel.iter().map(|g| BitVec::from_iter(g.vector.iter().map(|&x| x == 1))).collect();
    let reduced = rref(&BitMatrix::from_rows(buttons, &rows));
    let rank = kernel.len();
    let column = |b: usize| (0..rank).fold(0usize, |form, i| form | usize::from(reduced.get(i, b)) << i);
    let columns: Vec<usize> = (0..buttons).map(column).collect();
    let mut random = SplitMix::new(seed);
    // Buttons with the same column cancel in pairs: one pressed, one not; those without choice are all pressed.
    let mut presses = vec![0u32; buttons];
    let mut turn = vec![false; 1 << rank];
    for (b, &c) in columns.iter().enumerate() {
        presses[b] = u32::from(c == 0 || turn[c]);
        turn[c] = !turn[c];
    }
    let moving: Vec<usize> = (0..buttons).filter(|&b| columns[b] != 0).collect();
    let mut sums = vec![0i64; 1 << rank];
    for &b in &moving {
        sums[columns[b]] += 1 - 2 * i64::from(presses[b]);
    }
    let greatest = |sums: &[i64]| {
        let mut table = sums.to_vec();
        transform(&mut table, 1);
        let most = table.iter().copied().max().unwrap_or(0);
        // How many kernel elements reach it tells how near the next step is.
        (most, table.iter().filter(|&&v| v == most).count())
    };
    let fixed = (buttons - moving.len()) as i64;
    let cost = |most: i64| (fixed + (moving.len() as i64 - most) / 2).unsigned_abs();
    let mut current = greatest(&sums);
    let mut best = (current.0, presses.clone());
    for round in 0..ROUNDS {
        if cost(best.0) >= upper || (round & 63 == 0 && control.stop()) {
            break;
        }
        let changes = 1 + random.below(3);
        let flipped: Vec<usize> = (0..changes).map(|_| moving[random.below(moving.len())]).collect();
        let mut next = sums.clone();
        for &b in &flipped {
            next[columns[b]] -= 2 * (1 - 2 * i64::from(presses[b]));
            presses[b] ^= 1;
        }
        let after = greatest(&next);
        // Now and then a worse state is taken, to leave a dead end.
        if after <= current || random.below(400) == 0 {
            sums = next;
            current = after;
            if current.0 < best.0 {
                best = (current.0, presses.clone());
            }
        } else {
            for &b in flipped.iter().rev() {
                presses[b] ^= 1;
            }
        }
    }
    // The witness is brought to its cheapest form.
    let mut table = vec![0i64; 1 << rank];
    for &b in &moving {
        table[columns[b]] += 1 - 2 * i64::from(best.1[b]);
    }
    transform(&mut table, 1);
    let point = (0..table.len()).find(|&u| table[u] == best.0).unwrap_or(0);
    for (b, x) in best.1.iter_mut().enumerate() {
        *x ^= (columns[b] & point).count_ones() & 1;
    }
    (best.1, cost(best.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::minimal::Unattended;

    fn of(spec: &str, states: u64) -> Hardest {
        let board: Board = spec.parse().expect("a board");
        let solver = Solver::new(board.system(states), Some(&board)).expect("small");
        hardest(&Game::Board(board), &solver, 1, &Unattended).expect("small")
    }

    #[test]
    fn published_distributions() {
        for (sequence, states) in [
            (include_str!("../../../../testdata/oeis/A079873.txt"), 2),
            (include_str!("../../../../testdata/oeis/A079875.txt"), 3),
        ] {
            let lines = sequence.lines().filter(|line| !line.starts_with('#'));
            let terms: Vec<u64> =
                lines.map(|line| line.split_once(' ').unwrap().1.parse().unwrap()).collect();
            let answer = of("5x5", states);
            assert_eq!(answer.distribution.as_ref(), Some(&terms));
            let most = terms.len() as u64 - 1;
            assert_eq!((answer.lower, answer.upper), (most, most));
            assert_eq!(answer.presses.iter().map(|&x| u64::from(x)).sum::<u64>(), most);
        }
    }

    #[test]
    fn the_table_of_hardest_states() {
        let table: serde_json::Value =
            serde_json::from_str(include_str!("../../../../testdata/minimal.json")).expect("a JSON table");
        let table = table["worst_case_solvable"].as_object().expect("an object");
        for (spec, entry) in table.iter().filter(|(spec, _)| *spec != "note") {
            let answer = of(spec, 2);
            let [lower, upper] = ["lb", "ub"].map(|key| entry[key].as_u64().expect("a number"));
            assert!(lower <= answer.upper && answer.lower <= upper, "{spec}: {answer:?}");
            assert!(lower < upper || answer.proven(), "{spec}: {answer:?}");
        }
    }

    #[test]
    fn bounds_meet_on_larger_boards() {
        for (spec, most) in [("11x11", 65), ("17x17", 199), ("24x24", 375), ("8x8", 64), ("5x7", 18)] {
            let answer = of(spec, 2);
            assert!(answer.proven(), "{spec}: {} to {}", answer.lower, answer.upper);
            assert_eq!(answer.lower, most, "{spec}");
            assert_eq!(answer.presses.iter().map(|&x| u64::from(x)).sum::<u64>(), most, "{spec}");
        }
        let nine = of("9x9", 2);
        assert_eq!(nine.upper, 38);
        assert!(nine.lower >= 36, "{}", nine.lower);
    }

    #[test]
    fn small_boards_with_more_states() {
        for (spec, states) in [("2x3", 3), ("1x5", 4), ("2x2", 6), ("3x3", 3), ("1x4", 5)] {
            let answer = of(spec, states);
            assert!(answer.proven());
            let board: Board = spec.parse().expect("a board");
            let solver = Solver::new(board.system(states), Some(&board)).expect("small");
            let count: u64 = answer.distribution.expect("all were looked at").iter().sum();
            let all = states.pow(board.cells() as u32);
            assert_eq!(num_bigint::BigUint::from(count) * solver.quiet_patterns(), all.into());
            assert!(answer.upper <= mean_bound(&solver.kernel(), states, board.cells()));
        }
    }
}
