//! Light chasing, step by step.
//!
//! Go down the board row by row: what is lit in a row is turned off by the buttons of the next row
//! below it. At the end only the last row can be left. The look-up table says which buttons of the
//! first row to press for that remainder; chase once more and the board is clear. Since the order of
//! presses does not matter and presses of a button add up, both passes together are the same as
//! pressing the first row at the very beginning and chasing once: that is the shorter way.
//!
//! The same works on every board, with the first buttons and last lights of its
//! [`Lookup`] in place of rows, for any number of states, and towards any target.

mod svg;
mod write;

use num_bigint::BigUint;

use crate::board::Board;
use crate::lookup::{First, Lookup};
use crate::puzzle::{Puzzle, PuzzleError};
use crate::solve::chase::chase;

pub use write::Trace;

/// Pressing everything that turns one row of lights off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The row of lights that is turned off; `None` for the presses of the first buttons.
    pub row: Option<usize>,
    /// The buttons pressed, with how often, in reading order.
    pub presses: Vec<(u32, u32)>,
    /// All lights afterwards.
    pub lights: Vec<u32>,
}

/// One way through the board, from the top to the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The steps in order; the first is the pressing of the first buttons, when there is any.
    pub steps: Vec<Step>,
    /// How often each button was pressed.
    pub presses: Vec<u32>,
    /// The lights at the end.
    pub lights: Vec<u32>,
    /// What is left of the last lights: state minus target.
    pub left: Vec<u32>,
}

impl Pass {
    /// Whether nothing is left.
    pub fn is_clear(&self) -> bool {
        self.left.iter().all(|&v| v == 0)
    }

    /// The number of presses.
    pub fn press_count(&self) -> u64 {
        crate::lookup::count(&self.presses)
    }
}

/// How a chase goes on after its first pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The first pass cleared the board.
    Clear,
    /// Press the first buttons, then chase again.
    Again {
        /// The first buttons.
        first: First,
        /// The second pass, from where the first ended.
        second: Pass,
        /// The shorter way: the first buttons at the very beginning, then one pass.
        shorter: Pass,
    },
    /// No choice of the first buttons clears what is left, so the board has no solution.
    Unsolvable,
}

/// A chase of a puzzle.
///
/// # Examples
/// ```
/// use lightsout::chase::{Chase, Ending};
/// use lightsout::puzzle::{Game, Puzzle, Target};
///
/// let puzzle = Puzzle::new(Game::Board("3x3".parse()?), 2, vec![1; 9], Target::Off)?;
/// let chase = Chase::new(&puzzle)?;
/// assert_eq!(chase.first_pass().left, [1, 0, 1]);
/// let Ending::Again { first, shorter, .. } = chase.ending() else { panic!("it is solvable") };
/// assert_eq!(first.presses, [1, 0, 1]);
/// assert!(puzzle.is_solved_by(&shorter.presses));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chase {
    lookup: Lookup,
    target: Vec<u32>,
    lights: Vec<u32>,
    first_pass: Pass,
    ending: Ending,
}

/// Why a puzzle was not chased.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChaseError {
    /// The puzzle is a free system, which has no rows.
    NoBoard,
    /// The puzzle does not fit in memory.
    Puzzle(PuzzleError),
    /// More first rows would have to be tried than were allowed.
    TooManyAttempts {
        /// Their number.
        attempts: BigUint,
        /// The number allowed.
        limit: u64,
    },
    /// A list of all first rows would not fit in memory.
    TooLarge {
        /// Their number.
        attempts: BigUint,
        /// How many fit.
        most: u64,
    },
}

impl core::fmt::Display for ChaseError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            ChaseError::NoBoard => {
                f.write_str("light chasing needs a board with rows; this puzzle is a free system of buttons")
            }
            ChaseError::Puzzle(error) => error.fmt(f),
            ChaseError::TooManyAttempts { attempts, limit } => write!(
                f,
                "{attempts} choices of the first buttons would have to be chased, more than the {limit} allowed"
            ),
            ChaseError::TooLarge { attempts, most } => write!(
                f,
                "{attempts} choices of the first buttons would have to be listed, more than the {most} that fit in memory"
            ),
        }
    }
}

impl core::error::Error for ChaseError {}

impl From<PuzzleError> for ChaseError {
    fn from(error: PuzzleError) -> Self {
        ChaseError::Puzzle(error)
    }
}

/// One of the ways to solve a board by one pass, with its own choice of first buttons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Presses of the first buttons.
    pub first: Vec<u32>,
    /// The number of presses in all.
    pub press_count: u64,
}

/// All ways to solve a board by one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempts {
    /// The attempts in the order in which they are made.
    pub list: Vec<Attempt>,
    /// Which of them has the fewest presses; the first of equals.
    pub best: usize,
    /// Presses of all buttons in the best.
    pub presses: Vec<u32>,
}

/// Memory for a list of attempts, and what one takes besides its first buttons: two lists, two numbers, a line of text or JSON.
const LIST_BYTES: usize = 1 << 29;
const ATTEMPT_BYTES: usize = 512;

impl Chase {
    /// Chases a puzzle.
    ///
    /// # Errors
    /// When the puzzle is a free system, or does not fit in memory.
    ///
    /// # Complexity
    /// That of [`Lookup::new`], and O(r n + e) for `r` rows, `n` lights and `e` entries of the toggle
    /// matrix.
    pub fn new(puzzle: &Puzzle) -> Result<Chase, ChaseError> {
        let board = puzzle.board().ok_or(ChaseError::NoBoard)?;
        let lookup = Lookup::new(board, puzzle.states())?;
        let (target, lights) = (puzzle.target_lights(), puzzle.lights().to_vec());
        let none = vec![0; lookup.first_cells().len()];
        let first_pass = pass(&lookup, &lights, &target, &none);
        let ending = if first_pass.is_clear() {
            Ending::Clear
        } else {
            match lookup.first_for(&first_pass.left) {
                None => Ending::Unsolvable,
                Some(first) => {
                    let second = pass(&lookup, &first_pass.lights, &target, &first.presses);
                    let shorter = pass(&lookup, &lights, &target, &first.presses);
                    assert!(
                        second.lights == target && shorter.lights == target,
                        "the look-up table does not clear the board"
                    );
                    Ending::Again { first, second, shorter }
                }
            }
        };
        Ok(Chase { lookup, target, lights, first_pass, ending })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.lookup.board()
    }

    /// The look-up table.
    pub fn lookup(&self) -> &Lookup {
        &self.lookup
    }

    /// The lights at the start.
    pub fn lights(&self) -> &[u32] {
        &self.lights
    }

    /// The state each light shall reach.
    pub fn target(&self) -> &[u32] {
        &self.target
    }

    /// The first pass, without pressing any first button.
    pub fn first_pass(&self) -> &Pass {
        &self.first_pass
    }

    /// How it goes on.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// The presses of the shorter way, if the board has a solution.
    pub fn solution(&self) -> Option<&[u32]> {
        match &self.ending {
            Ending::Clear => Some(&self.first_pass.presses),
            Ending::Again { shorter, .. } => Some(&shorter.presses),
            Ending::Unsolvable => None,
        }
    }

    /// Every solution, one for each choice of the first buttons that clears the board; none when
    /// there is no solution.
    ///
    /// # Errors
    /// When there are more than `limit`, or more than half a gibibyte can hold.
    ///
    /// # Complexity
    /// O(e) for each attempt, `e` entries of the toggle matrix.
    pub fn attempts(&self, limit: u64) -> Result<Option<Attempts>, ChaseError> {
        let start = match &self.ending {
            Ending::Unsolvable => return Ok(None),
            Ending::Clear => vec![0; self.lookup.first_cells().len()],
            Ending::Again { first, .. } => first.presses.clone(),
        };
        let attempts = self.lookup.quiet_count();
        let most = (LIST_BYTES / (ATTEMPT_BYTES + 8 * start.len())) as u64;
        if attempts > limit.into() {
            return Err(ChaseError::TooManyAttempts { attempts, limit });
        }
        let Some(quiet) = self.lookup.quiet_choices(most) else {
            return Err(ChaseError::TooLarge { attempts, most });
        };
        let k = self.lookup.states();
        let list: Vec<Attempt> = quiet
            .into_iter()
            .map(|choice| {
                let sum = start.iter().zip(&choice);
                let first: Vec<u32> =
                    sum.map(|(&a, &b)| ((u64::from(a) + u64::from(b)) % k) as u32).collect();
                let press_count = crate::lookup::count(&self.pressed_with(&first));
                Attempt { first, press_count }
            })
            .collect();
        let best = (0..list.len()).min_by_key(|&i| list[i].press_count).unwrap_or(0);
        let presses = self.pressed_with(&list[best].first);
        Ok(Some(Attempts { list, best, presses }))
    }

    /// The presses of all buttons in the solution with the given first buttons, which must clear the board.
    fn pressed_with(&self, first: &[u32]) -> Vec<u32> {
        let difference = difference(&self.lights, &self.target, self.lookup.states());
        let mut presses = with_first(&self.lookup, first);
        chase(self.lookup.plan(), self.lookup.rows(), &difference, &mut presses);
        assert!(
            self.lookup.system().press(&presses) == difference,
            "a quiet choice of first buttons does not clear the board"
        );
        presses
    }
}

/// target - lights modulo k.
fn difference(lights: &[u32], target: &[u32], k: u64) -> Vec<u32> {
    lights.iter().zip(target).map(|(&b, &t)| ((u64::from(t) + k - u64::from(b)) % k) as u32).collect()
}

fn with_first(lookup: &Lookup, first: &[u32]) -> Vec<u32> {
    let mut presses = vec![0; lookup.system().buttons()];
    for (&cell, &times) in lookup.first_cells().iter().zip(first) {
        presses[cell as usize] = times;
    }
    presses
}

/// Presses the first buttons and chases, noting each step.
fn pass(lookup: &Lookup, lights: &[u32], target: &[u32], first: &[u32]) -> Pass {
    let k = lookup.states();
    let mut presses = with_first(lookup, first);
    let mut now = lights.to_vec();
    let mut steps = Vec::new();
    let mut press = |list: Vec<(u32, u32)>, row: Option<usize>| {
        for &(button, times) in &list {
            for &(light, amount) in lookup.system().button(button as usize) {
                let light = &mut now[light as usize];
                *light = ((u64::from(*light) + u64::from(times) * u64::from(amount)) % k) as u32;
            }
        }
        steps.push(Step { row, presses: list, lights: now.clone() });
    };
    let mut firsts: Vec<(u32, u32)> =
        lookup.first_cells().iter().zip(first).filter(|p| *p.1 != 0).map(|(&c, &t)| (c, t)).collect();
    firsts.sort_unstable();
    if !firsts.is_empty() {
        press(firsts, None);
    }
    let left = chase(lookup.plan(), lookup.rows(), &difference(lights, target, k), &mut presses);
    // The plan settles one button for each light; the steps take them together by rows of lights.
    let mut row = None;
    let mut list = Vec::new();
    for event in &lookup.plan().events {
        let Some((button, _)) = event.settles else { continue };
        let here = lookup.board().position(event.light as usize).0;
        if row.is_some_and(|row| row != here) {
            list.sort_unstable();
            press(core::mem::take(&mut list), row);
        }
        row = Some(here);
        if presses[button as usize] != 0 {
            list.push((button, presses[button as usize]));
        }
    }
    if row.is_some() {
        list.sort_unstable();
        press(list, row);
    }
    let left = left.iter().map(|&lacking| ((k - u64::from(lacking)) % k) as u32).collect();
    Pass { steps, presses, lights: now, left }
}

#[cfg(test)]
mod tests;
