//! Simplifying a coset for two states: echelon form in reading order, buttons without choice, independent parts.

use super::super::linear::dot;
use super::super::sink::Key;
use lightsout_algebra::gf2::{BitMatrix, BitVec, rref};
use std::collections::HashMap;

/// A coset in echelon form.
///
/// The pivots, the first buttons of the rows, are the free choices: the start is 0 there and row `i` alone is 1 at
/// pivot `i`. So press vectors compare in reading order as their choices do, the first pivot deciding first.
pub(in super::super) struct Prepared {
    pub(super) start: BitVec,
    pub(super) kernel: BitMatrix,
    /// The rows of each independent part, rising; the parts by their first rows.
    pub(super) components: Vec<Vec<usize>>,
    /// The cost of the buttons that no kernel element presses.
    pub(super) fixed: u64,
    weights: Option<Vec<u64>>,
}

/// A set of buttons on which kernel and start agree: a linear form in the choices, and what pressing by the form costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) form: u128,
    pub(super) class: u8,
    /// The sum of the buttons' weights, counted negative where the start presses.
    pub(super) weight: i64,
}

/// One part, with at most 128 generators: find `u` with the greatest `F(u) = sum_c weight_c (-1)^(form_c . u)`.
/// The cost is `(total - F(u)) / 2`.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    /// The number of unknowns; bit `rank - 1 - j` belongs to the part's row `j`, so that keys order as press vectors.
    pub(super) rank: u32,
    /// Distinct in (class, form) and sorted; forms are not zero, weights may be.
    pub(super) columns: Vec<Column>,
    pub(super) total: i64,
    /// Whether classes were given.
    pub(super) classified: bool,
}

impl Prepared {
    pub(super) fn new(start: &BitVec, kernel: &BitMatrix, weights: Option<&[u64]>) -> Self {
        let mut kernel = if is_reduced(kernel) { kernel.clone() } else { rref(kernel) };
        let rank = (0..kernel.rows()).take_while(|&i| kernel.row(i).iter().any(|&w| w != 0)).count();
        kernel = kernel.truncated(rank);
        let mut start = start.clone();
        for i in 0..rank {
            let pivot = first_one(kernel.row(i)).expect("a row that is not zero");
            if start.get(pivot) {
                xor(start.words_mut(), kernel.row(i));
            }
        }
        let components = components(&kernel);
        let mut fixed = 0;
        for (w, &word) in start.words().iter().enumerate() {
            let moving = (0..rank).fold(0, |or, i| or | kernel.row(i)[w]);
            fixed += weigh(word & !moving, w, weights);
        }
        Self { start, kernel, components, fixed, weights: weights.map(<[u64]>::to_vec) }
    }

    /// The cost of one press of a button.
    pub(super) fn weight(&self, button: usize) -> u64 {
        self.weights.as_ref().map_or(1, |w| w[button])
    }

    /// Whether all weights are 1.
    pub(super) fn unweighted(&self) -> bool {
        self.weights.is_none()
    }

    /// The buttons that a part's rows press, as words, and their number.
    pub(super) fn support(&self, component: &[usize]) -> Vec<u64> {
        let mut or = vec![0; self.start.words().len()];
        for &i in component {
            or.iter_mut().zip(self.kernel.row(i)).for_each(|(a, b)| *a |= b);
        }
        or
    }

    /// The cost of the buttons of some words.
    pub(super) fn cost(&self, words: &[u64]) -> u64 {
        words.iter().enumerate().map(|(w, &word)| weigh(word, w, self.weights.as_deref())).sum()
    }

    /// Calls `visit(button, form)` for all buttons that the part's rows press; at most 128 rows.
    pub(super) fn forms(&self, component: &[usize], mut visit: impl FnMut(usize, u128)) {
        let rank = component.len();
        let mut forms = [0u128; 64];
        for w in 0..self.start.words().len() {
            let mut or = 0;
            for (j, &i) in component.iter().enumerate() {
                let mut word = self.kernel.row(i)[w];
                or |= word;
                let bit = 1 << (rank - 1 - j);
                while word != 0 {
                    forms[word.trailing_zeros() as usize] |= bit;
                    word &= word - 1;
                }
            }
            while or != 0 {
                let b = or.trailing_zeros() as usize;
                or &= or - 1;
                visit(64 * w + b, std::mem::take(&mut forms[b]));
            }
        }
    }

    /// The maximisation problem of a part with at most 128 rows.
    pub(super) fn problem(&self, component: &[usize], classes: Option<&[u8]>) -> Problem {
        let rank = component.len() as u32;
        let mut total = 0;
        let mut signed = |button: usize| {
            let weight = self.weight(button) as i64;
            total += weight;
            if self.start.get(button) { -weight } else { weight }
        };
        let class = |button: usize| classes.map_or(0, |c| c[button]);
        let mut columns: Vec<Column> = Vec::new();
        if rank <= 16 {
            let mut tables: [Vec<(bool, i64)>; 4] = Default::default();
            self.forms(component, |button, form| {
                let table = &mut tables[usize::from(class(button))];
                if table.is_empty() {
                    table.resize(1 << rank, (false, 0));
                }
                let entry = &mut table[form as usize];
                *entry = (true, entry.1 + signed(button));
            });
            for (class, table) in (0..).zip(&tables) {
                columns.extend((0..).zip(table).filter(|(_, e)| e.0).map(|(form, e)| Column {
                    form,
                    class,
                    weight: e.1,
                }));
            }
        } else {
            let mut map: HashMap<(u8, u128), i64> = HashMap::new();
            self.forms(component, |button, form| {
                *map.entry((class(button), form)).or_default() += signed(button)
            });
            columns.extend(map.into_iter().map(|((class, form), weight)| Column { form, class, weight }));
            columns.sort_unstable_by_key(|c| (c.class, c.form));
        }
        Problem { rank, columns, total, classified: classes.is_some() }
    }

    /// Adds to `presses` the rows of a part that the key names.
    pub(super) fn apply(&self, presses: &mut BitVec, component: &[usize], key: Key) {
        for (j, &i) in component.iter().enumerate() {
            if key >> (component.len() - 1 - j) & 1 == 1 {
                xor(presses.words_mut(), self.kernel.row(i));
            }
        }
    }
}

impl Problem {
    /// `F(u)`.
    pub(super) fn value(&self, u: Key) -> i64 {
        self.columns.iter().map(|c| if dot(c.form, u) { -c.weight } else { c.weight }).sum()
    }

    /// The sum of the absolute weights, which `F` never exceeds.
    pub(super) fn size(&self) -> i64 {
        self.columns.iter().map(|c| c.weight.abs()).sum()
    }

    /// The columns merged over the classes, without those that cancel.
    pub(super) fn merged(&self) -> Vec<(u128, i64)> {
        let mut list: Vec<(u128, i64)> = self.columns.iter().map(|c| (c.form, c.weight)).collect();
        list.sort_unstable();
        list.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        list.retain(|c| c.1 != 0);
        list
    }
}

/// Whether a matrix is in reduced row echelon form.
fn is_reduced(rows: &BitMatrix) -> bool {
    let pivots: Vec<Option<usize>> = (0..rows.rows()).map(|i| first_one(rows.row(i))).collect();
    pivots.iter().enumerate().all(|(i, &pivot)| {
        let rises = i == 0 || pivots[i - 1] < pivot;
        pivot.is_some_and(|p| rises && (0..i).all(|above| !rows.get(above, p)))
    })
}

pub(super) fn xor(a: &mut [u64], b: &[u64]) {
    a.iter_mut().zip(b).for_each(|(x, y)| *x ^= y);
}

pub(super) fn first_one(words: &[u64]) -> Option<usize> {
    words.iter().position(|&w| w != 0).map(|w| 64 * w + words[w].trailing_zeros() as usize)
}

fn weigh(word: u64, index: usize, weights: Option<&[u64]>) -> u64 {
    let Some(weights) = weights else {
        return u64::from(word.count_ones());
    };
    let mut rest = word;
    let mut sum = 0;
    while rest != 0 {
        sum += weights[64 * index + rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    sum
}

/// The rows grouped so that rows of different groups press no common button; since the matrix is in echelon form no
/// finer split of the kernel exists.
fn components(kernel: &BitMatrix) -> Vec<Vec<usize>> {
    let rank = kernel.rows();
    let mut parent: Vec<usize> = (0..rank).collect();
    let mut count = rank;
    for w in 0..kernel.cols().div_ceil(64) {
        if count == 1 {
            break;
        }
        let mut owner = [usize::MAX; 64];
        for i in 0..rank {
            let mut word = kernel.row(i)[w];
            while word != 0 {
                let b = word.trailing_zeros() as usize;
                word &= word - 1;
                if owner[b] == usize::MAX {
                    owner[b] = i;
                    continue;
                }
                let (x, y) = (root(&mut parent, i), root(&mut parent, owner[b]));
                if x != y {
                    parent[x.max(y)] = x.min(y);
                    count -= 1;
                }
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); rank];
    for i in 0..rank {
        let r = root(&mut parent, i);
        groups[r].push(i);
    }
    groups.retain(|g| !g.is_empty());
    groups
}

fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}
