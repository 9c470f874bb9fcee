//! Look-up tables: which buttons to press first so that one chase clears the board.
//!
//! Light chasing settles all buttons but a few: on a grid those of the first row. Chase a board once
//! without pressing them, and a few lights are left that no button below can turn off: on a grid the
//! last row. What is left depends on the first buttons by a small linear system, and a look-up table
//! lists its solutions: for every remainder that can be cleared, the first buttons to press before
//! chasing again.
//!
//! Chasing goes through the lights in reading order; each is settled by the last button that can
//! still change it. So this works for every board: on a torus the buttons to choose are the first
//! two rows, on a triangle its left edge, with a king's move the first row and the first column.

mod module;
mod sheet;
mod write;

use num_bigint::BigUint;
use num_traits::One;

use crate::board::{Board, Shape, Surface, System};
use crate::puzzle::{DEFAULT_LIMIT, Game, PuzzleError, check_states};
use crate::solve::chase::chase;
use crate::solve::plan::Plan;

pub use write::digits;

/// Memory for the lines of a table.
const TABLE_BYTES: usize = 1 << 30;

/// What a line takes besides its states: two lists, while it is made and when it is done, and its place in the table.
const LINE_BYTES: usize = 256;

/// Quiet choices of first buttons are tried one by one up to this number.
const MOST_QUIET: u64 = 1 << 16;

/// The look-up table of a board.
///
/// # Examples
/// ```
/// use lightsout::lookup::Lookup;
///
/// let table = Lookup::new(&"5x5".parse()?, 2)?;
/// assert_eq!(table.count(), 7u8.into());
/// let row = table.first_for(&[1, 1, 1, 0, 0]).expect("it can be cleared");
/// assert_eq!(row.presses, [0, 1, 0, 0, 0]);
/// assert!(table.first_for(&[1, 0, 0, 0, 0]).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lookup {
    board: Board,
    system: System,
    rows: System,
    plan: Plan,
    first: Vec<u32>,
    last: Vec<u32>,
    /// Howell's form of the pairs (last | first): rows that change the last lights ...
    basis: Vec<module::Row>,
    /// ... and rows that do not.
    quiet: Vec<module::Row>,
}

/// First buttons that clear a remainder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// Presses of each of the first buttons.
    pub presses: Vec<u32>,
    /// Whether no other choice has fewer presses.
    pub fewest: bool,
}

/// A line of a look-up table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The states of the last lights above their targets.
    pub last: Vec<u32>,
    /// What clears them.
    pub first: First,
}

/// A line of the short form of a table that would be too long.
///
/// Go through the lines in order: when the light at `place` stands at `v`, which is then a multiple
/// of `lead`, this line is needed `v / lead` times: add that many times `first` to the presses, and
/// take that many times `last` off the remainder before going on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasisEntry {
    /// The position among the last lights that decides about this line.
    pub place: usize,
    /// The state there in this line.
    pub lead: u64,
    /// The remainder that the line clears.
    pub last: Vec<u32>,
    /// The presses of the first buttons that clear it.
    pub first: Vec<u32>,
}

impl Lookup {
    /// Works the table out.
    ///
    /// # Errors
    /// When the number of states is not in 2..=2^32, or the board does not fit in memory.
    ///
    /// # Complexity
    /// O(p e + p^2 (p + q) log k) time for `p` first buttons, `q` last lights and `e` entries of the
    /// toggle matrix, O(e + p (p + q)) memory.
    pub fn new(board: &Board, states: u64) -> Result<Lookup, PuzzleError> {
        check_states(states)?;
        let system = Game::Board(board.clone()).system(states, DEFAULT_LIMIT)?;
        let rows = system.transposed();
        // Where the columns wrap, a row may settle itself (two rows of one column with three states); chasing
        // begins with the first row all the same.
        let first = match board.shape() {
            Shape::Grid { surface, .. } if surface != Surface::Plane => {
                board.arrange(&vec![(); board.cells()])[0].iter().flatten().count()
            }
            _ => 0,
        };
        let plan = Plan::in_reading_order(&rows, first as u32);
        let (p, q) = (plan.parameters.len(), plan.constraints);
        let needed = p.checked_mul(p + q).and_then(|n| n.checked_mul(16));
        if needed.is_none_or(|bytes| bytes > DEFAULT_LIMIT) {
            return Err(PuzzleError::TooLarge { game: board.to_string(), needed, limit: DEFAULT_LIMIT });
        }
        let mut first = plan.parameters.clone();
        first.sort_unstable();
        let last = plan.events.iter().filter(|e| e.settles.is_none()).map(|e| e.light).collect();
        let nothing = vec![0; system.lights()];
        let mut presses = vec![0; system.buttons()];
        let pairs = (0..p).map(|j| {
            presses.fill(0);
            presses[first[j] as usize] = 1;
            // What the last lights lack after one press of the j-th first button is what that
            // press takes off a remainder.
            let mut pair = chase(&plan, &rows, &nothing, &mut presses);
            pair.extend((0..p).map(|i| u32::from(i == j)));
            pair
        });
        let form = module::howell(pairs.collect(), states);
        let (basis, quiet) = form.into_iter().partition(|row| row.place < q);
        Ok(Lookup { board: board.clone(), system, rows, plan, first, last, basis, quiet })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of states.
    pub fn states(&self) -> u64 {
        self.system.states()
    }

    /// The toggle matrix.
    pub fn system(&self) -> &System {
        &self.system
    }

    pub(crate) fn rows(&self) -> &System {
        &self.rows
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The cells whose buttons are chosen first, in the order of the tables.
    pub fn first_cells(&self) -> &[u32] {
        &self.first
    }

    /// The cells whose lights are left at the end of a chase, in the order of the tables.
    pub fn last_cells(&self) -> &[u32] {
        &self.last
    }

    /// Whether the first buttons are exactly the first row of the board.
    pub fn first_is_row(&self) -> bool {
        self.is_row(self.first_cells(), 0)
    }

    /// Whether the last lights are exactly the last row of the board.
    pub fn last_is_row(&self) -> bool {
        self.is_row(&self.last, self.board.shape().layout_rows() - 1)
    }

    fn is_row(&self, cells: &[u32], row: usize) -> bool {
        let len = self.board.shape().layout_row_len(row);
        cells.len() == len
            && cells
                .iter()
                .enumerate()
                .all(|(place, &cell)| self.board.cell_at(row, place) == Some(cell as usize))
    }

    /// How many remainders other than "all off" can be cleared.
    pub fn count(&self) -> BigUint {
        self.sizes(&self.basis) - 1u8
    }

    /// How many choices of the first buttons leave no trace in the last lights: the number of quiet
    /// patterns.
    pub fn quiet_count(&self) -> BigUint {
        self.sizes(&self.quiet)
    }

    fn sizes(&self, rows: &[module::Row]) -> BigUint {
        rows.iter().fold(BigUint::one(), |all, row| all * (self.states() / row.lead))
    }

    /// All choices of the first buttons that leave no trace, "none" first, unless they are more than
    /// `limit`.
    pub fn quiet_choices(&self, limit: u64) -> Option<Vec<Vec<u32>>> {
        if self.quiet_count() > limit.into() {
            return None;
        }
        let k = self.states();
        let mut all = vec![vec![0; self.first_cells().len()]];
        for row in &self.quiet {
            let tail = &row.values[self.last.len()..];
            let mut more = Vec::with_capacity(all.len() * (k / row.lead) as usize);
            for times in 0..k / row.lead {
                for choice in &all {
                    let mut sum = choice.clone();
                    module::add(&mut sum, tail, times, k);
                    more.push(sum);
                }
            }
            all = more;
        }
        Some(all)
    }

    /// The first buttons that clear a remainder, with the fewest presses, or nothing when no choice
    /// clears it. Among equals the one that presses earlier buttons more is taken.
    ///
    /// # Panics
    /// When there is not one state for each of the last lights.
    ///
    /// # Complexity
    /// O((b + n) (p + q)) for `b` lines of the basis and `n` quiet choices; when there are more than
    /// 2^16 of these, one answer is given without looking for the fewest.
    pub fn first_for(&self, last: &[u32]) -> Option<First> {
        let particular = self.particular(last)?;
        match self.quiet_choices(MOST_QUIET) {
            Some(quiet) => Some(self.fewest(&particular, &quiet)),
            None => Some(First { presses: particular, fewest: false }),
        }
    }

    fn fewest(&self, particular: &[u32], quiet: &[Vec<u32>]) -> First {
        let k = self.states();
        let best = quiet
            .iter()
            .map(|choice| {
                let mut sum = particular.to_vec();
                module::add(&mut sum, choice, 1, k);
                sum
            })
            .min_by(|a, b| count(a).cmp(&count(b)).then_with(|| b.cmp(a)));
        First { presses: best.unwrap_or_else(|| particular.to_vec()), fewest: true }
    }

    fn particular(&self, last: &[u32]) -> Option<Vec<u32>> {
        assert_eq!(last.len(), self.last.len(), "one state for each of the last lights");
        let k = self.states();
        let mut rest = last.to_vec();
        rest.extend(core::iter::repeat_n(0, self.first_cells().len()));
        for row in &self.basis {
            let value = u64::from(rest[row.place]);
            if !value.is_multiple_of(row.lead) {
                return None;
            }
            module::add(&mut rest, &row.values, (k - value / row.lead) % k, k);
        }
        let (left, presses) = rest.split_at(last.len());
        // The presses were taken off along with the remainder.
        let negated = presses.iter().map(|&v| ((k - u64::from(v)) % k) as u32).collect();
        left.iter().all(|&v| v == 0).then_some(negated)
    }

    /// Whether every line of the table has the fewest presses among all that do: whether the quiet choices are few enough
    /// to try them all.
    pub fn is_fewest(&self) -> bool {
        self.quiet_count() <= MOST_QUIET.into()
    }

    /// The most lines that a table can have for its memory.
    fn most_lines(&self) -> u64 {
        let line = 4 * (self.last.len() + self.first_cells().len()) + LINE_BYTES;
        (TABLE_BYTES / line) as u64
    }

    /// Whether the table has at most `limit` lines and fits in memory.
    pub fn is_listed(&self, limit: u64) -> bool {
        self.count() <= limit.min(self.most_lines()).into()
    }

    /// The table, sorted by remainder, without the remainder "all off"; nothing when it has more
    /// than `limit` lines or would take more than 1 GiB.
    ///
    /// # Complexity
    /// O(n m (p + q)) for `n` lines and `m` quiet choices.
    pub fn entries(&self, limit: u64) -> Option<Vec<Entry>> {
        if !self.is_listed(limit) {
            return None;
        }
        let (k, q) = (self.states(), self.last.len());
        let mut all = vec![vec![0; q + self.first_cells().len()]];
        for row in &self.basis {
            let mut more = Vec::with_capacity(all.len() * (k / row.lead) as usize);
            for times in 0..k / row.lead {
                for pair in &all {
                    let mut sum: Vec<u32> = pair.clone();
                    module::add(&mut sum, &row.values, times, k);
                    more.push(sum);
                }
            }
            all = more;
        }
        all.sort_unstable();
        let quiet = self.quiet_choices(MOST_QUIET);
        let entries = all.into_iter().skip(1).map(|pair| {
            let (last, particular) = pair.split_at(q);
            let first = match &quiet {
                Some(quiet) => self.fewest(particular, quiet),
                None => First { presses: particular.to_vec(), fewest: false },
            };
            Entry { last: last.to_vec(), first }
        });
        Some(entries.collect())
    }

    /// The short form: a few lines from which every line of the table is put together.
    pub fn basis(&self) -> Vec<BasisEntry> {
        let quiet = self.quiet_choices(MOST_QUIET);
        let lines = self.basis.iter().map(|row| {
            let (last, first) = row.values.split_at(self.last.len());
            let first = match &quiet {
                Some(quiet) => self.fewest(first, quiet).presses,
                None => first.to_vec(),
            };
            BasisEntry { place: row.place, lead: row.lead, last: last.to_vec(), first }
        });
        lines.collect()
    }
}

/// The number of presses.
pub(crate) fn count(presses: &[u32]) -> u64 {
    presses.iter().map(|&v| u64::from(v)).sum()
}

#[cfg(test)]
mod tests;
