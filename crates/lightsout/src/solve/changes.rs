//! Which few lights to change so that an unsolvable state becomes solvable.

use std::collections::{HashMap, HashSet};

use num_integer::Integer;

use lightsout_algebra::ring::{Echelon, Generator, Matrix, Modulus};

use super::answer::Changes;
use super::solver::{Solver, dot};

/// Syndromes that a search may visit: those of every board of nullity 12.
const MOST_SYNDROMES: usize = 1 << 12;

/// Changes e of the difference with few non-zero entries such that difference + e can be reached.
///
/// A state can be reached when its *syndrome*, the values y_i . b for generators y_i of the left
/// kernel, is 0. Changing light i by c moves the syndrome by c times column i of the generators.
/// With at most 2^12 syndromes a breadth-first search over them gives the fewest lights, for any k;
/// beyond that single lights and pairs are tried, and then at most one light per generator.
///
/// # Complexity
/// O(s n k') for s syndromes, n lights and k' = min(k, s) amounts; else O(d n + d^3) for d generators.
pub(super) fn suggest(solver: &Solver, difference: &[u32]) -> (Vec<(usize, u32)>, bool) {
    let left = solver.left_kernel();
    let syndrome: Vec<u32> =
        left.iter().map(|g| (dot(&g.vector, difference, solver.states())) as u32).collect();
    let size = left.iter().try_fold(1usize, |n, g| n.checked_mul(usize::try_from(g.order).ok()?));
    match size {
        Some(size) if size <= MOST_SYNDROMES => (fewest(solver.states(), &left, &syndrome), true),
        _ => match one_light(solver.states(), &left, &syndrome) {
            Some(change) => (vec![change], true),
            None => (few(solver.states(), &left, &syndrome), false),
        },
    }
}

fn column(left: &[Generator], light: usize) -> Vec<u32> {
    left.iter().map(|g| g.vector[light]).collect()
}

/// Breadth-first over syndromes, from the one to be undone to 0.
fn fewest(k: u64, left: &[Generator], syndrome: &[u32]) -> Vec<(usize, u32)> {
    // Every distinct move once, by the first light that makes it with the least amount.
    let mut moves: Vec<(Vec<u32>, usize, u32)> = Vec::new();
    let mut known: HashSet<Vec<u32>> = HashSet::new();
    for light in 0..left[0].vector.len() {
        let step = column(left, light);
        let mut sum = step.clone();
        let mut amount = 1u32;
        while sum.iter().any(|&v| v != 0) {
            if known.insert(sum.clone()) {
                moves.push((sum.clone(), light, amount));
            }
            add(&mut sum, &step, k);
            amount += 1;
        }
    }
    let mut reached: HashMap<Vec<u32>, Option<(Vec<u32>, usize, u32)>> = HashMap::new();
    reached.insert(syndrome.to_vec(), None);
    let mut frontier = vec![syndrome.to_vec()];
    let goal = vec![0; left.len()];
    while !reached.contains_key(&goal) && !frontier.is_empty() {
        let mut next = Vec::new();
        for from in frontier {
            for (step, light, amount) in &moves {
                let mut to = from.clone();
                add(&mut to, step, k);
                if !reached.contains_key(&to) {
                    reached.insert(to.clone(), Some((from.clone(), *light, *amount)));
                    next.push(to);
                }
            }
        }
        frontier = next;
    }
    let mut changes = Vec::new();
    let mut at = goal;
    while let Some(Some((from, light, amount))) = reached.get(&at) {
        changes.push((*light, *amount));
        at = from.clone();
    }
    changes.sort_unstable();
    changes
}

/// A single light whose change undoes the syndrome.
fn one_light(k: u64, left: &[Generator], syndrome: &[u32]) -> Option<(usize, u32)> {
    let modulus = Modulus::new(k)?;
    // A multiple of c is s only if gcd(c, k) divides s; with two states the column must be the syndrome itself.
    let may = |c: u32, s: u32| match k {
        2 => c == s,
        _ => u64::from(s).is_multiple_of(u64::from(c).gcd(&k)),
    };
    let possible = |light: &usize| left.iter().zip(syndrome).all(|(g, &s)| may(g.vector[*light], s));
    (0..left[0].vector.len()).filter(possible).find_map(|light| {
        let matrix = Matrix::from_fn(modulus.clone(), left.len(), 1, |i, _| u64::from(left[i].vector[light]));
        let amount = Echelon::new(&matrix).solve(&undone(k, syndrome)).solution()?;
        Some((light, amount[0]))
    })
}

/// At most one light per generator: any solution of the small system that elimination gives.
fn few(k: u64, left: &[Generator], syndrome: &[u32]) -> Vec<(usize, u32)> {
    let lights = left[0].vector.len();
    let solution = Modulus::new(k).and_then(|modulus| {
        let matrix = Matrix::from_fn(modulus, left.len(), lights, |i, j| u64::from(left[i].vector[j]));
        Echelon::new(&matrix).solve(&undone(k, syndrome)).solution()
    });
    // There is always one: the change that makes every light its target undoes any syndrome.
    solution.unwrap_or_default().into_iter().enumerate().filter(|&(_, amount)| amount != 0).collect()
}

/// The syndrome that takes a given one to 0.
fn undone(k: u64, syndrome: &[u32]) -> Vec<u32> {
    syndrome.iter().map(|&s| ((k - u64::from(s)) % k) as u32).collect()
}

fn add(sum: &mut [u32], step: &[u32], k: u64) {
    for (a, &b) in sum.iter_mut().zip(step) {
        *a = ((u64::from(*a) + u64::from(b)) % k) as u32;
    }
}

/// Turns changes of the difference into new states of the lights.
pub(super) fn as_lights(changes: Vec<(usize, u32)>, fewest: bool, lights: &[u32], k: u64) -> Changes {
    let lights = changes
        .into_iter()
        // difference = target - light, so that adding e to it takes e from the light.
        .map(|(light, e)| (light, ((u64::from(lights[light]) + k - u64::from(e)) % k) as u32))
        .collect();
    Changes { lights, fewest }
}
