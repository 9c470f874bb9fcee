//! A puzzle as the checker holds it.

use crate::grid::{Numbers, Row};
use crate::input::Fault;
use crate::reach::{Cell, Reach};
use crate::shape::{Shape, parse_board, parse_rule};
use crate::words::counted;

/// Most states a light can have.
pub(crate) const MOST_STATES: u64 = 1 << 32;

/// A puzzle: wiring, states, lights and target.
pub(crate) struct Puzzle {
    pub(crate) states: u64,
    pub(crate) wiring: Wiring,
    pub(crate) lights: Vec<u64>,
    pub(crate) target: Vec<u64>,
    pub(crate) weights: Option<Vec<u64>>,
}

/// Which lights each button changes.
pub(crate) enum Wiring {
    Board(Board),
    Free(Vec<Vec<(usize, u64)>>),
}

/// The cells of a board, holes taken out.
pub(crate) struct Board {
    reach: Reach,
    shape: Shape,
    /// The place of each cell.
    cells: Vec<Cell>,
    /// The number of the cell at each place.
    numbers: Vec<Vec<Option<usize>>>,
}

/// A value said somewhere: its text and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) offset: Option<usize>,
}

impl Said {
    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault { offset: self.offset, message: message.into() }
    }
}

/// The target as it was said.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Word(Said),
    Numbers(Numbers),
}

/// The parts of a puzzle on a board, before they are put together.
pub(crate) struct Draft {
    /// Missing for a bare grid, which is a rectangle.
    pub(crate) board: Option<Said>,
    pub(crate) states: Option<u64>,
    pub(crate) rule: Option<Said>,
    pub(crate) lights: Vec<Row>,
    pub(crate) target: Option<Target>,
    pub(crate) weights: Option<Numbers>,
}

/// The number of states that a draft has before its rows are read.
pub(crate) fn draft_states(board: Option<&Said>, states: Option<u64>) -> Result<u64, Fault> {
    match (states, board) {
        (Some(states), _) => Ok(states),
        (None, Some(said)) => Ok(parse_board(&said.text).map_err(|message| said.fault(message))?.states),
        (None, None) => Ok(2),
    }
}

/// Reads a number of states.
pub(crate) fn parse_states(said: &Said) -> Result<u64, Fault> {
    let digits = !said.text.is_empty() && said.text.bytes().all(|b| b.is_ascii_digit());
    said.text.parse::<u64>().ok().filter(|states| digits && (2..=MOST_STATES).contains(states)).ok_or_else(
        || {
            said.fault(format!(
                "found {} states, expected a number of states from 2 to {MOST_STATES}",
                crate::input::quote(&said.text)
            ))
        },
    )
}

impl Draft {
    pub(crate) fn build(self) -> Result<Puzzle, Fault> {
        let (shape, default_rule) = match &self.board {
            Some(said) => {
                let spec = parse_board(&said.text).map_err(|message| said.fault(message))?;
                (spec.shape, spec.rule)
            }
            None => (
                Shape::Plane(self.lights.len(), self.lights.first().map_or(0, |row| row.entries.len())),
                "plus",
            ),
        };
        let states = draft_states(self.board.as_ref(), self.states)?;
        let rule = match &self.rule {
            Some(said) => parse_rule(&said.text, shape).map_err(|message| said.fault(message))?,
            None => parse_rule(default_rule, shape).map_err(Fault::nowhere)?,
        };
        same_shape(shape, &self.lights).map_err(|mismatch| Fault {
            offset: mismatch.offset,
            message: format!("the lights have {}, the board has {}", mismatch.message, shape.words()),
        })?;
        let mut cells = Vec::new();
        let mut lights = Vec::new();
        let mut numbers = Vec::with_capacity(self.lights.len());
        for (i, row) in self.lights.iter().enumerate() {
            let mut line = Vec::with_capacity(row.entries.len());
            for (j, entry) in row.entries.iter().enumerate() {
                line.push(entry.value.map(|value| {
                    cells.push((i, j));
                    lights.push(value);
                    cells.len() - 1
                }));
            }
            numbers.push(line);
        }
        if cells.is_empty() {
            return Err(Fault::nowhere("found a board without a single cell"));
        }
        let board = Board { reach: Reach::new(shape, rule), shape, cells, numbers };
        let mut puzzle =
            Puzzle { states, wiring: Wiring::Board(board), target: vec![], weights: None, lights };
        Numbers::Rows(self.lights).below(states, "a state")?;
        puzzle.set_target(self.target.as_ref())?;
        puzzle.set_weights(self.weights.as_ref())?;
        Ok(puzzle)
    }
}

/// How numbers differ in shape from what was expected.
pub(crate) struct Mismatch {
    pub(crate) offset: Option<usize>,
    /// What there is, to be put after "the lights have".
    pub(crate) message: String,
}

fn same_shape(shape: Shape, rows: &[Row]) -> Result<(), Mismatch> {
    // The rows that both have come first, so that nothing is said about rows that a huge board only claims to have.
    for (i, row) in rows.iter().enumerate().take(shape.rows()) {
        if row.entries.len() != shape.row_len(i) {
            return Err(Mismatch {
                offset: Some(row.offset),
                message: format!(
                    "{} in row {} instead of {}",
                    counted(row.entries.len(), "cell"),
                    i + 1,
                    shape.row_len(i)
                ),
            });
        }
    }
    if rows.len() != shape.rows() {
        return Err(Mismatch {
            offset: rows.get(shape.rows()).or(rows.last()).map(|row| row.offset),
            message: counted(rows.len(), "row"),
        });
    }
    Ok(())
}

/// Which of the two numberings of a puzzle a vector follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Buttons,
    Lights,
}

impl Puzzle {
    pub(crate) fn buttons(&self) -> usize {
        match &self.wiring {
            Wiring::Board(board) => board.cells.len(),
            Wiring::Free(buttons) => buttons.len(),
        }
    }

    /// What one press of a button adds to which lights, modulo the number of states; a light may appear twice.
    pub(crate) fn effects(&self, button: usize) -> Vec<(usize, u64)> {
        match &self.wiring {
            Wiring::Board(board) => {
                let reached = board.reach.of(board.cells[button]);
                reached.into_iter().filter_map(|(i, j)| board.numbers[i][j]).map(|light| (light, 1)).collect()
            }
            Wiring::Free(buttons) => buttons[button].clone(),
        }
    }

    /// What is still to be added to each light: target - lights, modulo the number of states.
    pub(crate) fn wanted(&self) -> Vec<u64> {
        let k = u128::from(self.states);
        let pairs = self.target.iter().zip(&self.lights);
        pairs.map(|(&target, &light)| ((u128::from(target) + k - u128::from(light)) % k) as u64).collect()
    }

    /// The lights after the presses.
    pub(crate) fn press(&self, presses: &[u64]) -> Vec<u64> {
        let k = u128::from(self.states);
        let mut lights = self.lights.clone();
        for (button, &times) in presses.iter().enumerate().filter(|(_, times)| **times != 0) {
            for (light, amount) in self.effects(button) {
                let sum = u128::from(lights[light]) + u128::from(times) * u128::from(amount);
                lights[light] = (sum % k) as u64;
            }
        }
        lights
    }

    /// Puts numbers in the order of the buttons or of the lights.
    pub(crate) fn vector(&self, side: Side, numbers: &Numbers) -> Result<Vec<u64>, Mismatch> {
        match (&self.wiring, numbers) {
            (Wiring::Board(board), Numbers::Rows(rows)) => {
                same_shape(board.shape, rows)?;
                let mut out = Vec::with_capacity(board.cells.len());
                for (i, row) in rows.iter().enumerate() {
                    for (j, entry) in row.entries.iter().enumerate() {
                        match (board.numbers[i][j], entry.value) {
                            (Some(_), Some(value)) => out.push(value),
                            (None, None) => {}
                            (Some(_), None) => {
                                return Err(hole(entry.offset, i, j, "a hole", "a cell"));
                            }
                            (None, Some(_)) => {
                                return Err(hole(entry.offset, i, j, "a number", "a hole"));
                            }
                        }
                    }
                }
                Ok(out)
            }
            (Wiring::Free(buttons), Numbers::Flat(row)) => {
                let expected = if side == Side::Buttons { buttons.len() } else { self.lights.len() };
                if row.entries.len() != expected {
                    return Err(Mismatch {
                        offset: Some(row.offset),
                        message: format!("{} instead of {expected}", entries(row.entries.len())),
                    });
                }
                Ok(row.entries.iter().map(|entry| entry.value.unwrap_or(0)).collect())
            }
            (Wiring::Board(_), Numbers::Flat(row)) => {
                Err(Mismatch { offset: Some(row.offset), message: "no rows".to_string() })
            }
            (Wiring::Free(_), Numbers::Rows(rows)) => Err(Mismatch {
                offset: rows.first().map(|row| row.offset),
                message: "rows instead of one list".to_string(),
            }),
        }
    }

    /// The shape in words, for a message.
    pub(crate) fn words(&self, side: Side) -> String {
        match &self.wiring {
            Wiring::Board(board) => board.shape.words(),
            Wiring::Free(buttons) if side == Side::Buttons => counted(buttons.len(), "button"),
            Wiring::Free(_) => counted(self.lights.len(), "light"),
        }
    }

    /// The name of a light or a button in a message: rows and columns counted from 1, those of free systems from 0.
    pub(crate) fn name(&self, side: Side, number: usize) -> String {
        match (&self.wiring, side) {
            (Wiring::Board(board), _) => {
                let (i, j) = board.cells[number];
                format!("row {}, column {}", i + 1, j + 1)
            }
            (Wiring::Free(_), Side::Buttons) => format!("button {number}"),
            (Wiring::Free(_), Side::Lights) => format!("light {number}"),
        }
    }

    /// The number of the cell at a layout row and a place in it, both from 0.
    pub(crate) fn number_at(&self, row: usize, column: usize) -> Option<usize> {
        match &self.wiring {
            Wiring::Board(board) => board.numbers.get(row)?.get(column).copied().flatten(),
            Wiring::Free(_) => None,
        }
    }

    /// The places of the cells of a board, or nothing for a free system.
    pub(crate) fn places(&self) -> Option<&[Cell]> {
        match &self.wiring {
            Wiring::Board(board) => Some(&board.cells),
            Wiring::Free(_) => None,
        }
    }

    /// Layout rows of a board, or nothing for a free system.
    pub(crate) fn layout(&self) -> Option<&[Vec<Option<usize>>]> {
        match &self.wiring {
            Wiring::Board(board) => Some(&board.numbers),
            Wiring::Free(_) => None,
        }
    }

    pub(crate) fn set_target(&mut self, target: Option<&Target>) -> Result<(), Fault> {
        self.target = match target {
            None => vec![0; self.lights.len()],
            Some(Target::Word(said)) => vec![target_word(said, self.states)?; self.lights.len()],
            Some(Target::Numbers(numbers)) => {
                numbers.below(self.states, "a state")?;
                self.vector(Side::Lights, numbers).map_err(|mismatch| Fault {
                    offset: mismatch.offset,
                    message: format!(
                        "the target has {}, the lights have {}",
                        mismatch.message,
                        self.words(Side::Lights)
                    ),
                })?
            }
        };
        Ok(())
    }

    pub(crate) fn set_weights(&mut self, weights: Option<&Numbers>) -> Result<(), Fault> {
        if let Some(numbers) = weights {
            self.weights = Some(self.vector(Side::Buttons, numbers).map_err(|mismatch| Fault {
                offset: mismatch.offset,
                message: format!(
                    "the weights have {}, expected {}",
                    mismatch.message,
                    self.words(Side::Buttons)
                ),
            })?);
        }
        Ok(())
    }
}

fn entries(number: usize) -> String {
    if number == 1 { "1 entry".to_string() } else { format!("{number} entries") }
}

fn hole(offset: usize, i: usize, j: usize, found: &str, expected: &str) -> Mismatch {
    Mismatch {
        offset: Some(offset),
        message: format!("{found} at row {}, column {} instead of {expected}", i + 1, j + 1),
    }
}

/// The state that a target in one word stands for.
pub(crate) fn target_word(said: &Said, states: u64) -> Result<u64, Fault> {
    let digits = !said.text.is_empty() && said.text.bytes().all(|b| b.is_ascii_digit());
    match said.text.as_str() {
        "off" => Ok(0),
        "on" => Ok(states - 1),
        text => text.parse::<u64>().ok().filter(|state| digits && *state < states).ok_or_else(|| {
            said.fault(format!(
                "found the target {}, expected off, on or a state below {states}",
                crate::input::quote(text)
            ))
        }),
    }
}
