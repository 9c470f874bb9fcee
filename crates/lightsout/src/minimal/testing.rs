//! Slow, obvious twins and small boards for the tests.

use super::coset::{Coset, Elements, Objective};
use super::types::Minimum;
use lightsout_algebra::Outcome;
use lightsout_algebra::gf2::{BitMatrix, BitVec, kernel, solve};
use lightsout_algebra::random::SplitMix;
use lightsout_algebra::ring::Generator;

/// All elements of the coset with their costs, cheapest first, then lexicographic.
pub(super) fn brute(coset: &Coset) -> Vec<(u64, Vec<u32>)> {
    let (start, generators) = match &coset.elements {
        Elements::Binary { start, kernel } => (
            start.iter().map(u32::from).collect::<Vec<u32>>(),
            (0..kernel.rows())
                .map(|i| Generator { vector: kernel.row_vec(i).iter().map(u32::from).collect(), order: 2 })
                .collect(),
        ),
        Elements::Modular { start, generators } => (start.clone(), generators.clone()),
    };
    let mut all = vec![start];
    for generator in &generators {
        let mut next = Vec::new();
        for vector in &all {
            for a in 0..generator.order {
                let sum =
                    |(&x, &g): (&u32, &u32)| ((u64::from(x) + a * u64::from(g)) % coset.states()) as u32;
                next.push(vector.iter().zip(&generator.vector).map(sum).collect());
            }
        }
        all = next;
    }
    let mut list: Vec<(u64, Vec<u32>)> = all.into_iter().map(|x| (coset.cost(&x), x)).collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// Checks an answer against the twin.
pub(super) fn check_minimum(coset: &Coset, answer: &Minimum, expected: &[(u64, Vec<u32>)]) {
    assert_eq!(coset.cost(&answer.presses), answer.cost);
    assert!(expected.iter().any(|e| e.1 == answer.presses), "no member of the coset");
    assert!(answer.lower_bound <= expected[0].0, "bound {} above {}", answer.lower_bound, expected[0].0);
    if answer.proven {
        assert_eq!(answer.cost, expected[0].0);
    }
    if answer.canonical {
        assert_eq!(answer.presses, expected[0].1);
    }
}

/// A coset of `rows` random kernel vectors; `density` out of 8 entries are 1.
pub(super) fn random_binary(len: usize, rows: usize, density: usize, rng: &mut SplitMix) -> Coset {
    let mut vector = |density: usize| BitVec::from_iter((0..len).map(|_| rng.below(8) < density));
    let list: Vec<BitVec> = (0..rows).map(|_| vector(density)).collect();
    Coset::binary(vector(4), BitMatrix::from_rows(len, &list)).expect("lengths agree")
}

/// A coset for `states > 2` whose generators have the given orders; all combinations differ.
pub(super) fn random_modular(states: u64, len: usize, orders: &[u64], rng: &mut SplitMix) -> Coset {
    let mut places: Vec<usize> = (0..len).collect();
    for i in 0..orders.len() {
        let j = i + rng.below(len - i);
        places.swap(i, j);
    }
    let generators = orders
        .iter()
        .enumerate()
        .map(|(i, &order)| {
            let unit = states / order;
            let mut vector: Vec<u32> =
                (0..len).map(|_| (unit * (rng.below(order as usize) as u64)) as u32).collect();
            for j in 0..orders.len() {
                vector[places[j]] = if i == j { unit as u32 } else { 0 };
            }
            Generator { vector, order }
        })
        .collect();
    let start = (0..len).map(|_| rng.below(states as usize) as u32).collect();
    Coset::modular(states, start, generators).expect("orders fit")
}

/// Random weights, some of them zero, up to `most`.
pub(super) fn random_weights(len: usize, most: u64, rng: &mut SplitMix) -> Vec<u64> {
    (0..len).map(|_| if rng.below(8) == 0 { 0 } else { rng.next_u64() % (most + 1) }).collect()
}

/// The objectives, to run through both.
pub(super) const OBJECTIVES: [Objective; 2] = [Objective::Presses, Objective::Buttons];

/// A board: cells with (row, column) and neighbours, each cell its own neighbour.
pub(super) struct Board {
    pub(super) cells: Vec<(usize, usize)>,
    pub(super) near: Vec<Vec<usize>>,
}

impl Board {
    /// `m x n` with the plus rule, its rows or columns joined end to end where asked.
    pub(super) fn grid(m: usize, n: usize, wrap_rows: bool, wrap_columns: bool) -> Self {
        let cells: Vec<(usize, usize)> = (0..m * n).map(|c| (c / n, c % n)).collect();
        let step = |x: usize, d: isize, size: usize, wrap: bool| -> Option<usize> {
            let y = x as isize + d;
            if wrap {
                Some(y.rem_euclid(size as isize) as usize)
            } else {
                usize::try_from(y).ok().filter(|&y| y < size)
            }
        };
        let near = cells
            .iter()
            .map(|&(i, j)| {
                let mut list = vec![i * n + j];
                for d in [-1, 1] {
                    list.extend(step(i, d, m, wrap_rows).map(|i| i * n + j));
                    list.extend(step(j, d, n, wrap_columns).map(|j| i * n + j));
                }
                list
            })
            .collect();
        Self { cells, near }
    }

    /// The triangle of side `n`, six neighbours.
    pub(super) fn triangle(n: usize) -> Self {
        let cells: Vec<(usize, usize)> = (0..n).flat_map(|i| (0..=i).map(move |j| (i, j))).collect();
        let index = |i: isize, j: isize| {
            (i >= 0 && (i as usize) < n && j >= 0 && j <= i).then(|| (i * (i + 1) / 2 + j) as usize)
        };
        let offsets = [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (1, 1), (-1, -1)];
        let near = cells
            .iter()
            .map(|&(i, j)| {
                offsets.iter().filter_map(|&(a, b)| index(i as isize + a, j as isize + b)).collect()
            })
            .collect();
        Self { cells, near }
    }

    /// The toggle matrix for two states.
    pub(super) fn matrix(&self) -> BitMatrix {
        let n = self.cells.len();
        let mut matrix = BitMatrix::zeros(n, n);
        for (button, lights) in self.near.iter().enumerate() {
            for &light in lights {
                matrix.flip(light, button);
            }
        }
        matrix
    }

    /// All presses that turn these lights off, with the parity classes of the buttons.
    pub(super) fn coset(&self, lit: &BitVec) -> Option<Coset> {
        let matrix = self.matrix();
        let Outcome::Solution(x) = solve(&matrix, lit) else { return None };
        let classes = self.cells.iter().map(|&(i, j)| [[0, 2], [3, 1]][i % 2][j % 2]).collect();
        let coset = Coset::binary(x, kernel(&matrix)).expect("lengths agree");
        let coset = coset.with_classes(classes).expect("classes fit");
        Some(coset.with_symmetries(self.symmetries()).expect("permutations"))
    }

    /// Maps of cells to cells that may or may not be symmetries.
    fn symmetries(&self) -> Vec<Vec<u32>> {
        let place: std::collections::HashMap<(usize, usize), u32> =
            self.cells.iter().copied().zip(0..).collect();
        let (m, n) = self.cells.iter().fold((0, 0), |(m, n), &(i, j)| (m.max(i), n.max(j)));
        let maps: [&dyn Fn(usize, usize) -> (usize, usize); 5] = [
            &|i, j| (m - i, j),
            &|i, j| (i, n - j),
            &|i, j| (j, i),
            &|i, j| (i, i.wrapping_sub(j)),
            &|i, j| (n - j, i.wrapping_sub(j)),
        ];
        let image = |map: &&dyn Fn(usize, usize) -> (usize, usize)| -> Option<Vec<u32>> {
            let list: Vec<u32> =
                self.cells.iter().map(|&(i, j)| place.get(&map(i, j)).copied()).collect::<Option<_>>()?;
            let distinct: std::collections::HashSet<u32> = list.iter().copied().collect();
            (distinct.len() == list.len()).then_some(list)
        };
        maps.iter().filter_map(image).collect()
    }

    /// All lights are lit.
    pub(super) fn all_on(&self) -> Coset {
        self.coset(&BitVec::ones(self.cells.len())).expect("all lights on can always be solved")
    }
}
