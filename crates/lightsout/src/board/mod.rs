//! Boards: a shape, a rule and perhaps holes.
//!
//! Buttons and lights of a board are its *cells*, numbered from 0 in reading order over the
//! layout rows of the [`Shape`], holes skipped. Places of the layout, holes included, are *slots*.

mod points;
mod rule;
mod shape;
mod spec;
mod wiring;

pub use points::Point;
pub use rule::{Rule, Stencil};
pub use shape::{Shape, Surface};
pub use spec::Toy;
pub use wiring::System;

use core::fmt;

/// A board: where the cells are and which lights a press changes.
///
/// # Examples
/// ```
/// use lightsout::board::Board;
///
/// let board: Board = "cylinder:5x7".parse()?;
/// assert_eq!(board.cells(), 35);
/// assert_eq!(board.to_string(), "cylinder:5x7");
/// # Ok::<(), lightsout::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    toy: Option<Toy>,
    shape: Shape,
    rule: Rule,
    holes: Holes,
}

/// Which slots of a layout are holes, with what is needed to number the cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Holes {
    /// Sorted slots; empty on most boards, which then cost no memory.
    slots: Vec<usize>,
}

impl Board {
    /// A board without holes.
    ///
    /// # Errors
    /// When a size is 0, when the cells are too many to number, or when the rule needs a grid
    /// and the shape is none.
    pub fn new(shape: Shape, rule: Rule) -> Result<Board, BoardError> {
        let sizes: &[usize] = match &shape {
            Shape::Grid { rows, columns, .. } => &[*rows, *columns],
            Shape::Triangle { side } | Shape::Hexagon { side } | Shape::Cube { side } => &[*side],
            Shape::Box { layers, rows, columns } => &[*layers, *rows, *columns],
            Shape::Orbix | Shape::Merlin => &[],
        };
        if sizes.contains(&0) {
            return Err(BoardError::Empty { board: shape.to_string() });
        }
        if shape.slots().is_none() {
            return Err(BoardError::TooLarge { board: shape.to_string() });
        }
        let mut board = Board { toy: None, shape, rule: Rule::Plus, holes: Holes::default() };
        board.set_rule(rule)?;
        Ok(board)
    }

    /// The same board with another rule.
    ///
    /// # Errors
    /// When the rule needs a grid and the shape is none, or the shape has its own wiring.
    pub fn with_rule(mut self, rule: Rule) -> Result<Board, BoardError> {
        self.set_rule(rule)?;
        Ok(self)
    }

    fn set_rule(&mut self, rule: Rule) -> Result<(), BoardError> {
        let refuse = |why: &str| {
            Err(BoardError::Rule { found: rule.to_string(), why: format!("{}: {why}", self.shape) })
        };
        match self.shape {
            Shape::Grid { .. } => {}
            Shape::Orbix if rule != Rule::PlusOpen && rule != Rule::Plus => {
                return refuse("the Orbix has a wiring of its own, leave the rule out");
            }
            Shape::Merlin if rule != Rule::Plus => {
                return refuse("Merlin has a wiring of its own, leave the rule out");
            }
            Shape::Orbix | Shape::Merlin => {
                self.rule = if self.shape == Shape::Orbix { Rule::PlusOpen } else { Rule::Plus };
                return Ok(());
            }
            _ if !rule.is_neighbourhood() => {
                return refuse("only the rules plus and plus-open make sense here");
            }
            _ => {}
        }
        // alien-tiles with another rule is a 7x7 board like any other.
        if self.toy.is_some_and(|toy| toy.rule() != rule) {
            self.toy = None;
        }
        self.rule = rule;
        Ok(())
    }

    /// The same board with the given slots removed (in addition to those it lacks already).
    ///
    /// # Errors
    /// When a slot is outside the layout, or no cell is left.
    pub fn with_holes(mut self, slots: impl IntoIterator<Item = usize>) -> Result<Board, BoardError> {
        let total = self.slots();
        self.holes.slots.extend(slots);
        self.holes.slots.sort_unstable();
        self.holes.slots.dedup();
        if self.holes.slots.last().is_some_and(|&last| last >= total) {
            return Err(BoardError::Hole { board: self.to_string(), slots: total });
        }
        if self.holes.slots.len() == total {
            return Err(BoardError::Empty { board: format!("{self} with a hole in every place") });
        }
        Ok(self)
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The toy whose name the board was given by, if any.
    pub fn toy(&self) -> Option<Toy> {
        self.toy
    }

    /// The number of states when none is given: that of the toy, else 2.
    pub fn default_states(&self) -> u64 {
        self.toy.map_or(2, Toy::states)
    }

    /// Number of places of the layout, holes included.
    pub fn slots(&self) -> usize {
        self.shape.slots().unwrap_or(usize::MAX)
    }

    /// Number of cells: places that are not holes.
    pub fn cells(&self) -> usize {
        self.slots() - self.holes.slots.len()
    }

    /// Sorted slots that are holes.
    pub fn holes(&self) -> &[usize] {
        &self.holes.slots
    }

    /// The cell in a slot, or `None` for a hole.
    pub fn cell(&self, slot: usize) -> Option<usize> {
        match self.holes.slots.binary_search(&slot) {
            Ok(_) => None,
            Err(before) => Some(slot - before),
        }
    }

    /// The slot of a cell.
    ///
    /// # Complexity
    /// O(log h) time for h holes.
    pub fn slot(&self, cell: usize) -> usize {
        // The number b of holes before the cell is the least with holes[b] > cell + b.
        let (mut low, mut high) = (0, self.holes.slots.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.holes.slots[middle] <= cell + middle { low = middle + 1 } else { high = middle }
        }
        cell + low
    }

    /// (layout row, place in that row), both from 0, of a cell.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        self.shape.position(self.slot(cell))
    }

    /// The cell at a place of a layout row, or `None` for a hole or a place outside.
    pub fn cell_at(&self, row: usize, place: usize) -> Option<usize> {
        (row < self.shape.layout_rows() && place < self.shape.layout_row_len(row))
            .then(|| self.cell(self.shape.row_start(row) + place))
            .flatten()
    }

    /// Spreads one value per cell over the layout rows; holes become `None`.
    pub fn arrange<T: Copy>(&self, values: &[T]) -> Vec<Vec<Option<T>>> {
        let mut cell = 0;
        (0..self.shape.layout_rows())
            .map(|row| {
                let start = self.shape.row_start(row);
                (start..start + self.shape.layout_row_len(row))
                    .map(|slot| {
                        self.holes.slots.binary_search(&slot).is_err().then(|| {
                            cell += 1;
                            values[cell - 1]
                        })
                    })
                    .collect()
            })
            .collect()
    }
}

/// Why a description is not a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// The spec string is not one.
    Spec {
        /// The text found.
        found: String,
        /// What was expected.
        why: String,
    },
    /// The rule is not one, or does not suit the shape.
    Rule {
        /// The text found.
        found: String,
        /// What was expected.
        why: String,
    },
    /// No cell at all.
    Empty {
        /// The board.
        board: String,
    },
    /// More cells than can be numbered.
    TooLarge {
        /// The board.
        board: String,
    },
    /// A hole outside the layout.
    Hole {
        /// The board.
        board: String,
        /// Number of its slots.
        slots: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Spec { found, why } => write!(f, "board \"{found}\": {why}"),
            BoardError::Rule { found, why } => write!(f, "rule \"{found}\": {why}"),
            BoardError::Empty { board } => write!(f, "board {board}: has no cell, expected at least one"),
            BoardError::TooLarge { board } => {
                write!(f, "board {board}: has more cells than this machine can number")
            }
            BoardError::Hole { board, slots } => {
                write!(f, "board {board}: a hole lies outside its {slots} places")
            }
        }
    }
}

impl core::error::Error for BoardError {}

/// At most 40 characters of a text that someone typed, for an error message.
pub(crate) fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_slots_are_inverse_with_holes() {
        let board: Board = "4x5".parse().unwrap();
        let board = board.with_holes([0, 7, 7, 19, 8]).unwrap();
        assert_eq!(board.cells(), 16);
        let mut next = 0;
        for slot in 0..20 {
            match board.cell(slot) {
                Some(cell) => {
                    assert_eq!((cell, board.slot(cell)), (next, slot));
                    next += 1;
                }
                None => assert!([0, 7, 8, 19].contains(&slot)),
            }
        }
        assert_eq!(next, 16);
        let rows = board.arrange(&(0..16).collect::<Vec<_>>());
        assert_eq!(rows[0], [None, Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(rows[1], [Some(4), Some(5), None, None, Some(6)]);
    }

    #[test]
    fn impossible_boards_are_refused() {
        assert!(matches!("0x5".parse::<Board>(), Err(BoardError::Empty { .. })));
        let board: Board = "2x2".parse().unwrap();
        assert!(board.clone().with_holes([4]).is_err());
        assert!(board.with_holes(0..4).is_err());
        let triangle: Board = "triangle:4".parse().unwrap();
        assert!(triangle.with_rule(Rule::King).is_err());
    }
}
