//! Good solutions without proof: exact minima over random small subspaces (large neighbourhood search over random
//! information sets, after Lee and Brickell 1988), and descent for kernels of any size.

use super::super::linear::{combine, dot};
use super::super::sink::{Key, Sink};
use super::super::types::Control;
use super::prepare::{Prepared, Problem, first_one, xor};
use lightsout_algebra::gf2::{BitMatrix, BitVec};
use lightsout_algebra::random::SplitMix;
use lightsout_algebra::walsh::{transform, xor_count};

/// The dimension of the subspaces searched exactly.
const DEPTH: u32 = 12;

/// Offers the best points found in some rounds to the sink.
///
/// # Complexity
/// A round costs `l^2` word operations for `l` unknowns, `c d` for `c` distinct columns and depth `d = 12`, and
/// `d 2^d` additions.
pub(super) fn run(problem: &Problem, sink: &Sink<'_>, rounds: u32, seed: u64) {
    let columns = problem.merged();
    let mut rng = SplitMix::new(seed);
    let mut current: Key = 0;
    let mut value = problem.value(0);
    sink.offer(value, 0);
    let depth = DEPTH.min(problem.rank);
    let mut table = vec![0i64; 1 << depth];
    let mut stalled = 0;
    // A subspace that is everything needs no second look.
    let rounds = if depth == problem.rank { rounds.min(3) } else { rounds };
    for _ in 0..rounds {
        if sink.stop() {
            return;
        }
        let points = random_points(&columns, problem.rank, depth, &mut rng);
        table.fill(0);
        for &(form, weight) in &columns {
            let index = points.iter().enumerate().fold(0, |x, (i, &p)| x | usize::from(dot(form, p)) << i);
            table[index] += if dot(form, current) { -weight } else { weight };
        }
        transform(&mut table, 1);
        // Entry 0 is where we stand; leaving it for an equal one moves along plateaus.
        let offset = rng.below(table.len());
        let step = (0..table.len()).map(|i| i ^ offset).filter(|&i| i != 0).max_by_key(|&i| table[i]);
        let Some(step) = step else { return };
        if table[step] > value {
            stalled = 0;
        } else {
            stalled += 1;
        }
        if table[step] >= value {
            value = table[step];
            current ^= combine(&points, step as u128);
            sink.offer(value, current);
        }
        if stalled > 60 {
            stalled = 0;
            current = (u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())) & mask(problem.rank);
            if rng.below(2) == 0 {
                // Stay near the best: change only some of its coordinates.
                let keep = u128::from(rng.next_u64() & rng.next_u64()) << 64
                    | u128::from(rng.next_u64() & rng.next_u64());
                current = sink.current().map_or(0, |(_, key)| key) ^ (current & keep);
            }
            value = problem.value(current);
        }
    }
}

fn mask(rank: u32) -> u128 {
    u128::MAX.checked_shr(128 - rank).unwrap_or(0)
}

/// `count` points, independent, each 1 on one and 0 on the others of a random information set, a maximal set of
/// independent columns.
fn random_points(columns: &[(u128, i64)], rank: u32, count: u32, rng: &mut SplitMix) -> Vec<u128> {
    // Rows start as the unit points and are brought to echelon form on random columns: row i as a list of columns'
    // values is implied, only the points are stored.
    let mut points: Vec<u128> = (0..rank).map(|i| 1 << i).collect();
    let mut done = 0;
    let mut tries = 0;
    while done < points.len() && tries < 8 * points.len() && !columns.is_empty() {
        tries += 1;
        let form = columns[rng.below(columns.len())].0;
        let start = rng.below(points.len() - done) + done;
        let found = (start..points.len()).chain(done..start).find(|&i| dot(form, points[i]));
        let Some(pivot) = found else { continue };
        points.swap(done, pivot);
        let point = points[done];
        for (i, other) in points.iter_mut().enumerate() {
            if i != done && dot(form, *other) {
                *other ^= point;
            }
        }
        done += 1;
    }
    for i in 0..count as usize {
        let other = i + rng.below(points.len() - i);
        points.swap(i, other);
    }
    points.truncate(count as usize);
    points
}

/// How long to descend.
pub(super) struct Descent {
    pub(super) rounds: u32,
    /// The cost with which it is over.
    pub(super) goal: u64,
    pub(super) seed: u64,
}

/// Improves a solution of a part of any size: flips single rows while that helps, exchanges pivots at random, repeats.
///
/// Returns the buttons pressed, within the part's support.
///
/// # Complexity
/// A round costs `l n / 64` word operations for `l` rows on `n` buttons.
pub(super) fn descend(
    prepared: &Prepared,
    component: &[usize],
    limits: &Descent,
    control: &dyn Control,
) -> BitVec {
    let support = prepared.support(component);
    let mut rng = SplitMix::new(limits.seed);
    let mut best = prepared.start.clone();
    best.words_mut().iter_mut().zip(&support).for_each(|(x, s)| *x &= s);
    let mut rows = BitMatrix::zeros(component.len(), prepared.start.len());
    for (k, &i) in component.iter().enumerate() {
        rows.row_mut(k).copy_from_slice(prepared.kernel.row(i));
    }
    let unweighted = prepared.unweighted();
    let cost_of_sum = |x: &[u64], row: &[u64]| {
        if unweighted {
            xor_count(x, row)
        } else {
            let sum: Vec<u64> = x.iter().zip(row).map(|(a, b)| a ^ b).collect();
            prepared.cost(&sum)
        }
    };
    let mut least = prepared.cost(best.words());
    let mut current = best.clone();
    let mut cost = least;
    for round in 0..limits.rounds {
        let mut improved = true;
        while improved {
            improved = false;
            for k in 0..component.len() {
                if k & 63 == 0 && control.stop() {
                    return if cost < least { current } else { best };
                }
                let after = cost_of_sum(current.words(), rows.row(k));
                if after < cost {
                    xor(current.words_mut(), rows.row(k));
                    cost = after;
                    improved = true;
                }
            }
        }
        if cost < least {
            least = cost;
            best = current.clone();
        }
        if least <= limits.goal {
            break;
        }
        // Another information set: a few rows become 1 at new buttons and 0 there elsewhere.
        for _ in 0..8 {
            let k = rng.below(component.len());
            let Some(button) = random_one(rows.row(k), &mut rng) else { continue };
            let row = rows.row(k).to_vec();
            for other in 0..component.len() {
                if other & 255 == 0 && control.stop() {
                    return best;
                }
                if other != k && rows.get(other, button) {
                    xor(rows.row_mut(other), &row);
                }
            }
        }
        current = best.clone();
        cost = least;
        if round % 4 == 3 {
            for _ in 0..3 {
                let row = rows.row(rng.below(component.len()));
                cost = cost_of_sum(current.words(), row);
                xor(current.words_mut(), row);
            }
        }
    }
    best
}

/// A random one of a word list, the first one at or after a random place.
fn random_one(words: &[u64], rng: &mut SplitMix) -> Option<usize> {
    let start = rng.below(words.len().max(1));
    let after = words.get(start..).and_then(first_one).map(|i| i + 64 * start);
    after.or_else(|| first_one(words))
}
