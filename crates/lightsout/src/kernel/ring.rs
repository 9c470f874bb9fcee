//! Quiet patterns for any number of states.

use num_bigint::BigUint;

use super::KernelError;
use crate::board::{Board, System};
use crate::minimal::{Coset, MinimumError, Options, Unattended, all_solutions};
use crate::puzzle::{DEFAULT_LIMIT, Game};
use crate::solve::{Generator, Solver};
use crate::symmetry::Symmetry;

/// The quiet patterns {x : A x = 0 modulo k} by independent generators: every pattern is exactly one
/// sum c_1 g_1 + c_2 g_2 + ... with 0 <= c_i < order of g_i.
///
/// # Examples
/// ```
/// use lightsout::kernel::RingKernel;
///
/// let kernel = RingKernel::new(&"1x2".parse()?, 4, &[])?;
/// assert_eq!(kernel.count().to_string(), "4");
/// assert_eq!(kernel.elements().nth(1), Some(vec![1, 3]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RingKernel {
    states: u64,
    buttons: usize,
    generators: Vec<Generator>,
}

/// A quiet pattern with the fewest presses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewestPresses {
    /// How often each button is pressed.
    pub pattern: Vec<u32>,
    /// The number of presses.
    pub presses: u64,
    /// How many patterns have as few.
    pub ties: u64,
}

impl RingKernel {
    /// The patterns of a board that all the given symmetries leave as they are (every pattern, when
    /// none are given). The conditions x = s(x) are equations like those of the lights.
    ///
    /// # Errors
    /// When the board does not fit in memory.
    pub fn new(board: &Board, states: u64, symmetries: &[Symmetry]) -> Result<RingKernel, KernelError> {
        let system = Game::Board(board.clone()).system(states, DEFAULT_LIMIT)?;
        let solver = if symmetries.is_empty() {
            Solver::new(system, Some(board))?
        } else {
            let n = board.cells();
            let lights = n * (1 + symmetries.len());
            let buttons = (0..n).map(|j| {
                let mut list: Vec<(usize, u64)> =
                    system.button(j).iter().map(|&(i, a)| (i as usize, u64::from(a))).collect();
                for (s, symmetry) in symmetries.iter().enumerate() {
                    // Light (s, i) asks for x_i - x_{s(i)} = 0: it is named by j = i and by j = s(i).
                    list.push((n * (s + 1) + j, 1));
                    list.push((n * (s + 1) + symmetry.preimage(j), states - 1));
                }
                list
            });
            Solver::new(System::new(states, lights, buttons), None)?
        };
        Ok(RingKernel { states, buttons: board.cells(), generators: solver.kernel() })
    }

    /// The patterns of a free system.
    ///
    /// # Errors
    /// When it does not fit in memory.
    pub fn of_system(system: System) -> Result<RingKernel, KernelError> {
        let (states, buttons) = (system.states(), system.buttons());
        Ok(RingKernel { states, buttons, generators: Solver::new(system, None)?.kernel() })
    }

    /// The number of states k.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The generators.
    pub fn generators(&self) -> &[Generator] {
        &self.generators
    }

    /// The number of quiet patterns.
    pub fn count(&self) -> BigUint {
        self.generators.iter().map(|g| BigUint::from(g.order)).product()
    }

    /// Every quiet pattern, the empty one first, each one generator more than the one before (modular Gray code), made as
    /// they are asked for.
    ///
    /// A counter with a digit below o_i for each generator g_i runs through all its values; with each step the generator is
    /// added whose digit rises while all before it go back to 0. Generator i has then been added F_i - F_{i+1} times, F_i the
    /// counter without its first i digits; these numbers modulo the o_i, from the last to the first, give the digits back, so
    /// that each pattern is met once.
    pub fn elements(&self) -> impl Iterator<Item = Vec<u32>> + '_ {
        let k = self.states;
        let mut digits = vec![0u64; self.generators.len()];
        let mut current = Some(vec![0u32; self.buttons]);
        core::iter::from_fn(move || {
            let given = current.take()?;
            for (digit, generator) in digits.iter_mut().zip(&self.generators) {
                *digit += 1;
                if *digit < generator.order {
                    let sum = given.iter().zip(&generator.vector);
                    current = Some(sum.map(|(&x, &g)| ((u64::from(x) + u64::from(g)) % k) as u32).collect());
                    break;
                }
                *digit = 0;
            }
            Some(given)
        })
    }

    /// The quiet pattern other than the empty one with the fewest presses, and of those the one that presses earlier
    /// buttons more; `None` when only the empty pattern is quiet.
    ///
    /// # Errors
    /// When there are too many patterns to put them in order.
    ///
    /// # Complexity
    /// That of [`all_solutions`] up to the second cost.
    ///
    /// # Examples
    /// ```
    /// use lightsout::kernel::RingKernel;
    ///
    /// let kernel = RingKernel::new(&"2x2".parse()?, 6, &[])?;
    /// assert_eq!(kernel.fewest_presses()?.unwrap().pattern, [2, 2, 2, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fewest_presses(&self) -> Result<Option<FewestPresses>, MinimumError> {
        let coset = Coset::modular(self.states, vec![0; self.buttons], self.generators.clone())?;
        let mut found: Option<FewestPresses> = None;
        // Only the empty pattern costs nothing; those of a cost come in rising order.
        for solution in all_solutions(&coset, &Options::default(), &Unattended)?.skip(1) {
            let (presses, pattern) = solution?;
            let ties = match &found {
                Some(best) if best.presses < presses => break,
                Some(best) => best.ties + 1,
                None => 1,
            };
            found = Some(FewestPresses { pattern, presses, ties });
        }
        Ok(found)
    }
}
