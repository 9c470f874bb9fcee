//! Wiring: what one press of each button adds to each light.

use super::shape::MOST_NEIGHBOURS;
use super::{Board, Rule, Shape};

/// The toggle matrix A modulo k by its columns: one press of button j adds `A[i][j]` to light i.
///
/// Entries are sorted by light, in 1..k, and each light is named at most once per button.
///
/// # Examples
/// ```
/// use lightsout::board::{Board, System};
///
/// let system = "3x3".parse::<Board>()?.system(2);
/// assert_eq!(system.button(0), [(0, 1), (1, 1), (3, 1)]);
/// # Ok::<(), lightsout::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    states: u64,
    lights: usize,
    starts: Vec<usize>,
    entries: Vec<(u32, u32)>,
}

impl System {
    /// Builds a system from lists of (light, amount), one list per button; amounts to the same
    /// light add up modulo `states`.
    ///
    /// # Panics
    /// When a light is not below `lights`, or `states` is not in 2..=2^32.
    pub fn new<I>(states: u64, lights: usize, buttons: I) -> System
    where
        I: IntoIterator,
        I::Item: IntoIterator<Item = (usize, u64)>,
    {
        assert!((2..=1 << 32).contains(&states), "states must be in 2..=2^32");
        let mut system = System { states, lights, starts: vec![0], entries: Vec::new() };
        let mut list: Vec<(usize, u64)> = Vec::new();
        for button in buttons {
            list.clear();
            list.extend(button);
            list.sort_unstable_by_key(|&(light, _)| light);
            let mut at = 0;
            while at < list.len() {
                let light = list[at].0;
                assert!(light < lights, "light {light} of {lights}");
                let mut sum = 0;
                while at < list.len() && list[at].0 == light {
                    sum = (sum + list[at].1 % states) % states;
                    at += 1;
                }
                if sum != 0 {
                    system.entries.push((light as u32, sum as u32));
                }
            }
            system.starts.push(system.entries.len());
        }
        system
    }

    /// The number of states k.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Number of lights: rows of A.
    pub fn lights(&self) -> usize {
        self.lights
    }

    /// Number of buttons: columns of A.
    pub fn buttons(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of entries of A that are not 0.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// Column j of A as (light, amount) pairs.
    pub fn button(&self, j: usize) -> &[(u32, u32)] {
        &self.entries[self.starts[j]..self.starts[j + 1]]
    }

    /// A x modulo k: what the presses x add to each light.
    ///
    /// # Panics
    /// When `presses` has not one value per button.
    pub fn press(&self, presses: &[u32]) -> Vec<u32> {
        assert_eq!(presses.len(), self.buttons());
        let mut sums = vec![0u32; self.lights];
        for (j, &times) in presses.iter().enumerate() {
            if times != 0 {
                for &(light, amount) in self.button(j) {
                    let sum = &mut sums[light as usize];
                    *sum = ((u64::from(*sum) + u64::from(times) * u64::from(amount)) % self.states) as u32;
                }
            }
        }
        sums
    }

    /// y^T A modulo k: the sum of y over the lights of each button, weighted by its amounts.
    ///
    /// # Panics
    /// When `weights` has not one value per light.
    pub fn press_transposed(&self, weights: &[u32]) -> Vec<u32> {
        assert_eq!(weights.len(), self.lights);
        (0..self.buttons())
            .map(|j| {
                self.button(j).iter().fold(0u64, |sum, &(light, amount)| {
                    (sum + u64::from(weights[light as usize]) * u64::from(amount)) % self.states
                }) as u32
            })
            .collect()
    }

    /// The transposed system: buttons and lights change places.
    pub fn transposed(&self) -> System {
        let mut starts = vec![0usize; self.lights + 1];
        for &(light, _) in &self.entries {
            starts[light as usize + 1] += 1;
        }
        for i in 0..self.lights {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut entries = vec![(0, 0); self.entries.len()];
        for j in 0..self.buttons() {
            for &(light, amount) in self.button(j) {
                let at = &mut next[light as usize];
                entries[*at] = (j as u32, amount);
                *at += 1;
            }
        }
        System { states: self.states, lights: self.buttons(), starts, entries }
    }
}

impl Board {
    /// The most lights that one press can change on this board.
    pub fn largest_press(&self) -> usize {
        match (self.shape, self.rule.offsets()) {
            (Shape::Grid { rows, columns, .. }, None) => rows + columns - 1,
            (Shape::Grid { .. }, Some(offsets)) => offsets.len(),
            _ => MOST_NEIGHBOURS + 1,
        }
    }

    /// Bytes that [`Board::system`] needs at most, or `None` when that is no number at all.
    pub fn system_bytes(&self) -> Option<usize> {
        self.cells()
            .checked_mul(self.largest_press())?
            .checked_mul(size_of::<(u32, u32)>())?
            .checked_add(self.cells().checked_mul(size_of::<usize>())?)
    }

    /// The lights that a press of `cell` adds 1 to, with repetitions where it meets one several
    /// times.
    pub fn pressed(&self, cell: usize, out: &mut Vec<usize>) {
        out.clear();
        let slot = self.slot(cell);
        match self.shape {
            Shape::Grid { surface, rows, columns } => {
                let (row, column) = (slot / columns, slot % columns);
                if self.rule == Rule::RowColumn {
                    out.extend((row * columns..(row + 1) * columns).filter(|&s| s != slot));
                    out.extend((0..rows).map(|i| i * columns + column));
                } else {
                    for &(di, dj) in self.rule.offsets().unwrap_or_default() {
                        let at =
                            surface.reduce(rows as i64, columns as i64, row as i64 + di, column as i64 + dj);
                        out.extend(at.map(|(i, j)| i as usize * columns + j as usize));
                    }
                }
            }
            Shape::Merlin => {
                let (i, j) = (slot / 3, slot % 3);
                out.extend((0..9).filter(|&s| {
                    let (a, b) = (s / 3, s % 3);
                    match (i == 1, j == 1) {
                        (true, true) => a == 1 || b == 1,
                        (true, false) => b == j,
                        (false, true) => a == i,
                        (false, false) => a.abs_diff(i) <= 1 && b.abs_diff(j) <= 1,
                    }
                }));
            }
            shape => {
                shape.neighbours(slot, out);
                if self.rule == Rule::Plus {
                    out.push(slot);
                }
            }
        }
        if !self.holes.slots.is_empty() {
            out.retain_mut(|at| match self.cell(*at) {
                Some(light) => {
                    *at = light;
                    true
                }
                None => false,
            });
        }
        out.sort_unstable();
    }

    /// The toggle matrix modulo `states`.
    ///
    /// # Complexity
    /// O(c d) time and memory for c cells and presses that change at most d lights.
    ///
    /// # Panics
    /// When `states` is not in 2..=2^32.
    pub fn system(&self, states: u64) -> System {
        let mut list = Vec::new();
        System::new(
            states,
            self.cells(),
            (0..self.cells()).map(|cell| {
                self.pressed(cell, &mut list);
                list.iter().map(|&light| (light, 1)).collect::<Vec<_>>()
            }),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dense(system: &System) -> Vec<Vec<u32>> {
        let mut a = vec![vec![0; system.buttons()]; system.lights()];
        for j in 0..system.buttons() {
            for &(i, amount) in system.button(j) {
                a[i as usize][j] = amount;
            }
        }
        a
    }

    #[test]
    fn wrapped_sizes_one_and_two_add_up() {
        // One column around: left and right are the light itself, three in all.
        let one = "cylinder:3x1".parse::<Board>().unwrap();
        assert_eq!(dense(&one.system(5)), [[3, 1, 0], [1, 3, 1], [0, 1, 3]]);
        assert_eq!(dense(&one.system(3)), [[0, 1, 0], [1, 0, 1], [0, 1, 0]]);
        // Two columns around: left and right are the same light.
        let two = "cylinder:1x2".parse::<Board>().unwrap();
        assert_eq!(dense(&two.system(5)), [[1, 2], [2, 1]]);
        assert_eq!(dense(&two.system(2)), [[1, 0], [0, 1]]);
    }

    #[test]
    fn merlin_and_orbix_follow_the_toys() {
        let merlin = "merlin".parse::<Board>().unwrap().system(2);
        let lists: Vec<Vec<u32>> = (0..9).map(|j| merlin.button(j).iter().map(|e| e.0).collect()).collect();
        assert_eq!(lists[0], [0, 1, 3, 4]);
        assert_eq!(lists[1], [0, 1, 2]);
        assert_eq!(lists[3], [0, 3, 6]);
        assert_eq!(lists[4], [1, 3, 4, 5, 7]);
        let orbix = "orbix".parse::<Board>().unwrap().system(2);
        for j in 0..12 {
            assert_eq!(orbix.button(j).len(), 5);
            assert!(orbix.button(j).iter().all(|e| e.0 != j as u32));
        }
    }

    #[test]
    fn transposing_twice_changes_nothing_and_presses_pair_up() {
        for text in ["4x5", "mobius:3x4", "cube:2", "hexagon:3"] {
            for rule in ["plus", "#../.#./.##", "row-column"] {
                let board: Board = text.parse().unwrap();
                let Ok(board) = board.with_rule(rule.parse().unwrap()) else { continue };
                let board = board.with_holes([1, 5]).unwrap();
                let system = board.system(7);
                assert_eq!(system.transposed().transposed(), system);
                let weights: Vec<u32> = (0..system.lights() as u32).map(|i| i * i % 7).collect();
                assert_eq!(system.press_transposed(&weights), system.transposed().press(&weights));
            }
        }
    }

    #[test]
    fn row_column_passes_over_holes() {
        let board =
            "2x3".parse::<Board>().unwrap().with_rule(Rule::RowColumn).unwrap().with_holes([1]).unwrap();
        // cells: 0 . 1 / 2 3 4
        assert_eq!(board.system(2).button(0), [(0, 1), (1, 1), (2, 1)]);
    }
}
