//! Puzzles: a board or a free system, its number of states, the lights and what they shall become.

use core::fmt;

use crate::board::{Board, System};

/// What the lights shall become.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// Every light 0.
    #[default]
    Off,
    /// Every light k - 1: on for two states, the brightest for more.
    On,
    /// Every light in one state.
    State(u32),
    /// One state for each light.
    Lights(Vec<u32>),
}

impl Target {
    /// The target state of each of `n` lights with `states` states.
    fn lights(&self, n: usize, states: u64) -> Vec<u32> {
        match self {
            Target::Off => vec![0; n],
            Target::On => vec![(states - 1) as u32; n],
            Target::State(state) => vec![*state; n],
            Target::Lights(lights) => lights.clone(),
        }
    }
}

/// Buttons and lights wired in any way: press j adds amounts to any lights; buttons and lights
/// need not be equal in number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeSystem {
    lights: usize,
    buttons: Vec<Vec<(usize, u64)>>,
}

impl FreeSystem {
    /// A system of `lights` lights whose button j adds each amount to each light of `buttons[j]`.
    ///
    /// # Errors
    /// When a button names a light that is not there.
    pub fn new(lights: usize, buttons: Vec<Vec<(usize, u64)>>) -> Result<FreeSystem, PuzzleError> {
        for (button, list) in buttons.iter().enumerate() {
            if let Some(&(light, _)) = list.iter().find(|&&(light, _)| light >= lights) {
                return Err(PuzzleError::NoSuchLight { button, light, lights });
            }
        }
        if u32::try_from(lights.max(buttons.len())).is_err() {
            return Err(PuzzleError::TooManyLights { lights: lights.max(buttons.len()) });
        }
        Ok(FreeSystem { lights, buttons })
    }

    /// Number of lights.
    pub fn lights(&self) -> usize {
        self.lights
    }

    /// The (light, amount) pairs of each button, as they were given.
    pub fn buttons(&self) -> &[Vec<(usize, u64)>] {
        &self.buttons
    }
}

/// What is played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Game {
    /// A board: one button and one light in each cell.
    Board(Board),
    /// A free system.
    Free(FreeSystem),
}

impl Game {
    /// Number of lights.
    pub fn lights(&self) -> usize {
        match self {
            Game::Board(board) => board.cells(),
            Game::Free(free) => free.lights,
        }
    }

    /// Number of buttons.
    pub fn buttons(&self) -> usize {
        match self {
            Game::Board(board) => board.cells(),
            Game::Free(free) => free.buttons.len(),
        }
    }

    /// The board, unless the game is a free system.
    pub fn board(&self) -> Option<&Board> {
        match self {
            Game::Board(board) => Some(board),
            Game::Free(_) => None,
        }
    }

    /// The toggle matrix modulo `states`.
    ///
    /// # Errors
    /// When the matrix would need more than `limit` bytes.
    pub fn system(&self, states: u64, limit: usize) -> Result<System, PuzzleError> {
        match self {
            Game::Board(board) => {
                let needed = board.system_bytes();
                if needed.is_none_or(|bytes| bytes > limit) || u32::try_from(board.cells()).is_err() {
                    return Err(PuzzleError::TooLarge { game: board.to_string(), needed, limit });
                }
                Ok(board.system(states))
            }
            Game::Free(free) => {
                Ok(System::new(states, free.lights, free.buttons.iter().map(|b| b.iter().copied())))
            }
        }
    }
}

/// A puzzle, checked once when it is made: everything later can rely on it.
///
/// The presses x solve it when A x = target - lights modulo k.
///
/// # Examples
/// ```
/// use lightsout::puzzle::{Game, Puzzle, Target};
///
/// let board = "2x2".parse()?;
/// let puzzle = Puzzle::new(Game::Board(board), 2, vec![1, 1, 1, 0], Target::Off)?;
/// assert!(puzzle.is_solved_by(&[1, 0, 0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    game: Game,
    states: u64,
    lights: Vec<u32>,
    target: Target,
    weights: Option<Vec<u32>>,
}

/// The largest number of states.
pub const MOST_STATES: u64 = 1 << 32;

/// Bytes that a toggle matrix may take unless the caller says otherwise.
pub const DEFAULT_LIMIT: usize = if usize::BITS >= 64 { 16 << 30 } else { 1 << 30 };

impl Puzzle {
    /// A puzzle.
    ///
    /// # Errors
    /// When the number of states is not in 2..=2^32, when the lights or the target are not one per
    /// light of the game, or a state is not below the number of states.
    pub fn new(game: Game, states: u64, lights: Vec<u32>, target: Target) -> Result<Puzzle, PuzzleError> {
        check_states(states)?;
        check_values(What::Lights, &lights, game.lights(), states)?;
        match &target {
            Target::Lights(values) => check_values(What::Target, values, game.lights(), states)?,
            Target::State(state) if u64::from(*state) >= states => {
                return Err(PuzzleError::State {
                    what: What::Target,
                    index: None,
                    found: u64::from(*state),
                    states,
                });
            }
            _ => {}
        }
        Ok(Puzzle { game, states, lights, target, weights: None })
    }

    /// The same puzzle with a cost for one press of each button.
    ///
    /// # Errors
    /// When there is not one weight per button.
    pub fn with_weights(mut self, weights: Vec<u32>) -> Result<Puzzle, PuzzleError> {
        let expected = self.game.buttons();
        if weights.len() != expected {
            return Err(PuzzleError::Length { what: What::Weights, found: weights.len(), expected });
        }
        self.weights = Some(weights);
        Ok(self)
    }

    /// The same puzzle with another target.
    ///
    /// # Errors
    /// As for [`Puzzle::new`].
    pub fn with_target(self, target: Target) -> Result<Puzzle, PuzzleError> {
        let weights = self.weights;
        let puzzle = Puzzle::new(self.game, self.states, self.lights, target)?;
        Ok(Puzzle { weights, ..puzzle })
    }

    /// The same puzzle with other lights.
    ///
    /// # Errors
    /// As for [`Puzzle::new`].
    pub fn with_lights(self, lights: Vec<u32>) -> Result<Puzzle, PuzzleError> {
        let weights = self.weights;
        let puzzle = Puzzle::new(self.game, self.states, lights, self.target)?;
        Ok(Puzzle { weights, ..puzzle })
    }

    /// What is played on.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The board, unless the game is a free system.
    pub fn board(&self) -> Option<&Board> {
        self.game.board()
    }

    /// The number of states k.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The state of each light.
    pub fn lights(&self) -> &[u32] {
        &self.lights
    }

    /// The target as it was given.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The cost of one press of each button, when the puzzle gives them.
    pub fn weights(&self) -> Option<&[u32]> {
        self.weights.as_deref()
    }

    /// The state that each light shall reach.
    pub fn target_lights(&self) -> Vec<u32> {
        self.target.lights(self.lights.len(), self.states)
    }

    /// What the presses must add to each light: target - lights modulo k.
    pub fn difference(&self) -> Vec<u32> {
        let subtract = |target: u32, light: u32| {
            ((u64::from(target) + self.states - u64::from(light)) % self.states) as u32
        };
        match &self.target {
            Target::Lights(target) => {
                target.iter().zip(&self.lights).map(|(&t, &b)| subtract(t, b)).collect()
            }
            uniform => {
                let t = uniform.lights(1, self.states)[0];
                self.lights.iter().map(|&b| subtract(t, b)).collect()
            }
        }
    }

    /// The toggle matrix, of at most [`DEFAULT_LIMIT`] bytes.
    ///
    /// # Errors
    /// When the matrix would need more.
    pub fn system(&self) -> Result<System, PuzzleError> {
        self.game.system(self.states, DEFAULT_LIMIT)
    }

    /// Whether the presses lead from the lights to the target.
    ///
    /// # Panics
    /// When there is not one press count per button.
    pub fn is_solved_by(&self, presses: &[u32]) -> bool {
        let difference = self.difference();
        self.system().is_ok_and(|system| system.press(presses) == difference)
    }

    /// The state of each light after the presses.
    ///
    /// # Errors
    /// When the toggle matrix does not fit in memory.
    ///
    /// # Panics
    /// When there is not one press count per button.
    pub fn pressed(&self, presses: &[u32]) -> Result<Vec<u32>, PuzzleError> {
        let added = self.system()?.press(presses);
        Ok(self
            .lights
            .iter()
            .zip(added)
            .map(|(&b, a)| ((u64::from(b) + u64::from(a)) % self.states) as u32)
            .collect())
    }
}

/// Checks a number of states.
///
/// # Errors
/// When it is not in 2..=2^32.
pub fn check_states(states: u64) -> Result<(), PuzzleError> {
    if (2..=MOST_STATES).contains(&states) {
        Ok(())
    } else {
        Err(PuzzleError::States { found: states.into() })
    }
}

fn check_values(what: What, values: &[u32], expected: usize, states: u64) -> Result<(), PuzzleError> {
    if values.len() != expected {
        return Err(PuzzleError::Length { what, found: values.len(), expected });
    }
    match values.iter().position(|&v| u64::from(v) >= states) {
        Some(index) => {
            Err(PuzzleError::State { what, index: Some(index), found: u64::from(values[index]), states })
        }
        None => Ok(()),
    }
}

/// The part of a puzzle that an error speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The lights at the start.
    Lights,
    /// The lights at the end.
    Target,
    /// The costs of the buttons.
    Weights,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            What::Lights => "lights",
            What::Target => "target",
            What::Weights => "weights",
        })
    }
}

/// Why a description is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The number of states is not in 2..=2^32.
    States {
        /// The number found.
        found: u128,
    },
    /// A list has the wrong length.
    Length {
        /// Which list.
        what: What,
        /// Its length.
        found: usize,
        /// The length it should have.
        expected: usize,
    },
    /// A state is not below the number of states.
    State {
        /// Where.
        what: What,
        /// Which light, counted from 0; `None` when the state is for all.
        index: Option<usize>,
        /// The state found.
        found: u64,
        /// The number of states.
        states: u64,
    },
    /// A button names a light that is not there.
    NoSuchLight {
        /// The button, counted from 0.
        button: usize,
        /// The light it names, counted from 0.
        light: usize,
        /// Number of lights.
        lights: usize,
    },
    /// More lights or buttons than a free system may have.
    TooManyLights {
        /// Their number.
        lights: usize,
    },
    /// The toggle matrix does not fit in memory.
    TooLarge {
        /// The board.
        game: String,
        /// Bytes needed, if that is a number at all.
        needed: Option<usize>,
        /// Bytes allowed.
        limit: usize,
    },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::States { found } => {
                write!(f, "states: found {found}, expected a number from 2 to {MOST_STATES}")
            }
            PuzzleError::Length { what, found, expected } => {
                write!(f, "{what}: found {found} values, expected {expected}")
            }
            PuzzleError::State { what, index, found, states } => {
                match index {
                    Some(index) => write!(f, "{what}, number {}", index + 1)?,
                    None => write!(f, "{what}")?,
                }
                write!(f, ": found state {found}, expected one below the number of states, {states}")
            }
            PuzzleError::NoSuchLight { button, light, lights } => write!(
                f,
                "button {button} (counted from 0) names light {light}, expected one of the {lights} lights 0 to {}",
                lights.saturating_sub(1)
            ),
            PuzzleError::TooManyLights { lights } => {
                write!(f, "a free system of {lights} lights or buttons, expected fewer than {}", u32::MAX)
            }
            PuzzleError::TooLarge { game, needed, limit } => {
                write!(f, "the wiring of {game} needs ")?;
                match needed {
                    Some(bytes) => write!(f, "{}", megabytes(*bytes))?,
                    None => write!(f, "more memory than a machine can have")?,
                }
                write!(f, ", more than the {} allowed", megabytes(*limit))
            }
        }
    }
}

/// A number of bytes as a person says it.
pub fn megabytes(bytes: usize) -> String {
    if bytes < 10 << 20 {
        format!("{} kB", bytes.div_ceil(1 << 10))
    } else if bytes < 10 << 30 {
        format!("{} MB", bytes >> 20)
    } else {
        format!("{} GB", bytes >> 30)
    }
}

impl core::error::Error for PuzzleError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Game {
        Game::Board(text.parse().unwrap())
    }

    #[test]
    fn targets_and_differences() {
        let puzzle = Puzzle::new(board("1x3"), 5, vec![0, 2, 4], Target::State(3)).unwrap();
        assert_eq!(puzzle.difference(), [3, 1, 4]);
        assert_eq!(puzzle.clone().with_target(Target::On).unwrap().difference(), [4, 2, 0]);
        let own = puzzle.with_target(Target::Lights(vec![4, 1, 0])).unwrap();
        assert_eq!(own.difference(), [4, 4, 1]);
        assert_eq!(own.pressed(&[1, 0, 0]).unwrap(), [1, 3, 4]);
    }

    #[test]
    fn faults_are_named() {
        assert!(matches!(
            Puzzle::new(board("2x2"), 1, vec![0; 4], Target::Off),
            Err(PuzzleError::States { .. })
        ));
        assert!(Puzzle::new(board("2x2"), MOST_STATES, vec![u32::MAX; 4], Target::Off).is_ok());
        assert!(Puzzle::new(board("2x2"), 2, vec![0; 3], Target::Off).is_err());
        let error = Puzzle::new(board("2x2"), 3, vec![0, 1, 3, 0], Target::Off).unwrap_err();
        assert_eq!(
            error.to_string(),
            "lights, number 3: found state 3, expected one below the number of states, 3"
        );
        assert!(FreeSystem::new(2, vec![vec![(0, 1)], vec![(2, 1)]]).is_err());
    }

    #[test]
    fn boards_beyond_memory_are_refused_before_anything_is_allocated() {
        let huge = board("1000000x1000000");
        assert!(matches!(huge.system(2, DEFAULT_LIMIT), Err(PuzzleError::TooLarge { .. })));
    }
}
