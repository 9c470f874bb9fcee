//! Answers: solved, unsolvable with a certificate, or unknown.

use num_bigint::BigUint;

/// The answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a solution, and this is one.
    Solved(Solved),
    /// There is none, and this proves it.
    Unsolvable(Unsolvable),
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// How often each button is pressed, 0..k.
    pub presses: Vec<u32>,
    /// The number of solutions: that of quiet patterns.
    pub solutions: BigUint,
    /// The nullity, for two states.
    pub nullity: Option<usize>,
}

impl Solved {
    /// The sum of the press counts.
    pub fn press_count(&self) -> u64 {
        self.presses.iter().map(|&x| u64::from(x)).sum()
    }
}

/// The proof that there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolvable {
    /// A weight y for each light with y^T A = 0 and y . (target - lights) != 0 modulo k: every
    /// press leaves the weighted sum of the lights as it is, and the target has another one.
    pub certificate: Vec<u32>,
    /// The number of quiet patterns.
    pub quiet_patterns: BigUint,
    /// The nullity, for two states.
    pub nullity: Option<usize>,
    /// Lights whose change makes the puzzle solvable.
    pub changes: Changes,
}

/// Lights to change so that a puzzle becomes solvable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// (light, its new state); empty when they were not looked for, on boards of more than 2^22 cells.
    pub lights: Vec<(usize, u32)>,
    /// Whether no smaller number of lights would do.
    pub fewest: bool,
}
