//! What the command line says and what the input says, brought together.

use super::ParseError;
use super::error::quoted_text;
use super::text::default_rule;
use crate::board::{Board, Rule};
use crate::puzzle::{Game, MOST_STATES, Puzzle, Target, check_states};

/// What is given beside the input and wins over it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// The board, or the free system that a graph was made into.
    pub game: Option<Game>,
    /// The number of states.
    pub states: Option<u64>,
    /// The rule of the board; of no effect on a free system given as `game`.
    pub rule: Option<Rule>,
    /// What the lights shall become.
    pub target: Option<Target>,
}

impl Overrides {
    /// A puzzle that was read without them, changed by them.
    ///
    /// A board may take the place of another one with the same layout rows, a free system that of
    /// any game with as many lights; a rule other than the default stays unless another is given.
    ///
    /// # Errors
    /// When something given does not fit the puzzle.
    pub fn apply(&self, puzzle: Puzzle) -> Result<Puzzle, ParseError> {
        if *self == Overrides::default() {
            return Ok(puzzle);
        }
        let game = match (&self.game, puzzle.game()) {
            (None, Game::Board(board)) => Game::Board(match &self.rule {
                Some(rule) => board.clone().with_rule(rule.clone())?,
                None => board.clone(),
            }),
            (None, Game::Free(_)) if self.rule.is_some() => {
                return Err(ParseError::new(
                    "a rule beside a free system",
                    "none, since its buttons are listed",
                ));
            }
            (None, free) => free.clone(),
            (Some(Game::Board(given)), Game::Board(own)) => Game::Board(self.instead(given.clone(), own)?),
            (Some(Game::Board(given)), Game::Free(_)) => {
                return Err(ParseError::new(
                    format!("the board {given} beside a free system"),
                    "none, since its buttons are listed",
                ));
            }
            (Some(free), _) => free.clone(),
        };
        let states = self.states.unwrap_or(puzzle.states());
        check_states(states)?;
        let target = self.target.clone().unwrap_or_else(|| puzzle.target().clone());
        check_target(&target, states)?;
        let changed = Puzzle::new(game, states, puzzle.lights().to_vec(), target)?;
        Ok(match puzzle.weights() {
            Some(weights) => changed.with_weights(weights.to_vec())?,
            None => changed,
        })
    }

    /// The board `given` with the holes, and the rule where it is no default, of the board `own`.
    fn instead(&self, given: Board, own: &Board) -> Result<Board, ParseError> {
        let lengths = |board: &Board| {
            let shape = board.shape();
            (0..shape.layout_rows()).map(move |row| shape.layout_row_len(row))
        };
        if given.slots() != own.slots()
            || !lengths(&given).eq(lengths(own))
            || !given.holes().is_empty() && given.holes() != own.holes()
        {
            return Err(ParseError::new(
                format!("lights of a board {own}"),
                format!("those of the board {given} given beside them"),
            ));
        }
        let rule = match &self.rule {
            Some(rule) => rule.clone(),
            None if *own.rule() == default_rule(own) => given.rule().clone(),
            None => own.rule().clone(),
        };
        let holes = own.holes().to_vec();
        Ok(given.with_rule(rule)?.with_holes(holes)?)
    }
}

/// Something read from the input, with the line and the column where it stands.
#[derive(Clone, Debug)]
pub(super) struct Placed<T> {
    pub(super) value: T,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl<T> Placed<T> {
    pub(super) fn fail(&self, error: impl Into<ParseError>) -> ParseError {
        error.into().at(self.line, self.column)
    }
}

/// What an input says about its board before the lights are read.
#[derive(Debug, Default)]
pub(super) struct Header {
    pub(super) board: Option<Placed<Board>>,
    pub(super) states: Option<Placed<u64>>,
    pub(super) rule: Option<Placed<Rule>>,
}

impl Header {
    /// The board with its rule, or the free system, or `None` when the lights alone tell.
    pub(super) fn game(&self, overrides: &Overrides) -> Result<Option<Game>, ParseError> {
        match (&overrides.game, &self.board) {
            (Some(Game::Board(board)), _) => self.ruled(board.clone(), overrides).map(Some),
            (Some(Game::Free(free)), _) => match &self.rule {
                Some(rule) => Err(rule.fail(ParseError::new(
                    format!("the rule {}", rule.value),
                    "none, since the board given beside this input has a wiring of its own",
                ))),
                None => Ok(Some(Game::Free(free.clone()))),
            },
            (None, Some(board)) => self.ruled(board.value.clone(), overrides).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// A board under the rule that was given, if any was.
    pub(super) fn ruled(&self, board: Board, overrides: &Overrides) -> Result<Game, ParseError> {
        let board = match (&overrides.rule, &self.rule) {
            (Some(rule), _) => board.with_rule(rule.clone())?,
            (None, Some(rule)) => board.with_rule(rule.value.clone()).map_err(|error| rule.fail(error))?,
            (None, None) => board,
        };
        Ok(Game::Board(board))
    }

    /// The number of states.
    pub(super) fn states(&self, game: Option<&Game>, overrides: &Overrides) -> Result<u64, ParseError> {
        if let Some(states) = overrides.states {
            check_states(states)?;
            return Ok(states);
        }
        Ok(match (&self.states, game.and_then(Game::board)) {
            (Some(states), _) => states.value,
            (None, Some(board)) => board.default_states(),
            (None, None) => 2,
        })
    }
}

/// Reads a board spec found in an input.
pub(super) fn board(text: &str) -> Result<Board, ParseError> {
    if text.starts_with("graph:") {
        return Err(ParseError::new(
            quoted_text(text),
            "a board; a graph comes beside the puzzle (--board graph:FILE) or as JSON with \"buttons\"",
        ));
    }
    Ok(text.parse::<Board>()?)
}

/// Reads a number of states.
pub(super) fn states(text: &str) -> Result<u64, ParseError> {
    text.parse()
        .ok()
        .filter(|&k| check_states(k).is_ok() && text.bytes().all(|b| b.is_ascii_digit()))
        .ok_or_else(|| {
            ParseError::new(quoted_text(text), format!("a number of states from 2 to {MOST_STATES}"))
        })
}

/// Reads a target that is the same for all lights: `off`, `on` or a state.
///
/// # Errors
/// When the text is none of these.
pub fn target(text: &str) -> Result<Target, ParseError> {
    match text {
        "off" => Ok(Target::Off),
        "on" => Ok(Target::On),
        _ if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) => text
            .parse()
            .map(Target::State)
            .map_err(|_| ParseError::new(quoted_text(text), "off, on or a state below the number of states")),
        _ => Err(ParseError::new(quoted_text(text), "off, on or a state")),
    }
}

/// Refuses a target state that there is not.
pub(super) fn check_target(target: &Target, states: u64) -> Result<(), ParseError> {
    match target {
        Target::State(state) if u64::from(*state) >= states => {
            Err(ParseError::new(format!("the target state {state}"), format!("a state below {states}")))
        }
        _ => Ok(()),
    }
}
