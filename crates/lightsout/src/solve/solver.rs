//! One reduction of a game, many questions.

use lightsout_algebra::Outcome;
use lightsout_algebra::gf2::{self, BitMatrix, BitVec};
use lightsout_algebra::ring::{self, Generator, Modulus};
use num_bigint::BigUint;

use super::chase::{chase, extend_weights, reduce_bits, reduce_numbers};
use super::plan::Plan;
use crate::board::{Board, System};
use crate::puzzle::{DEFAULT_LIMIT, PuzzleError};

/// A toggle matrix reduced once by light chasing and eliminated, ready for any state.
///
/// # Examples
/// ```
/// use lightsout::board::Board;
/// use lightsout::solve::Solver;
///
/// let board: Board = "5x5".parse()?;
/// let solver = Solver::new(board.system(2), Some(&board))?;
/// assert_eq!(solver.nullity(), Some(2));
/// assert_eq!(solver.kernel().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    system: System,
    rows: System,
    plan: Plan,
    dense: Dense,
}

/// The constraints of the plan, eliminated.
#[derive(Clone, Debug)]
enum Dense {
    Bits(gf2::Echelon),
    Numbers(ring::Echelon),
}

impl Solver {
    /// Reduces a system; `board` is only used to find a good order.
    ///
    /// # Errors
    /// When the reduced system would not fit in memory.
    ///
    /// # Complexity
    /// O(e p / w) time to reduce and O(p^3 / w) to eliminate, for e entries of the toggle matrix,
    /// p parameters (the width of a layer on a grid, at most the number of buttons) and w = 64
    /// for two states, 1 for more; O(e + p^2 / w) memory beside one form of p numbers for each
    /// button of two layers.
    pub fn new(system: System, board: Option<&Board>) -> Result<Solver, PuzzleError> {
        let rows = system.transposed();
        let plan = Plan::new(&rows, board);
        let (p, q) = (plan.parameters.len(), plan.constraints);
        let bits = system.states() == 2;
        let bytes =
            if bits { BitMatrix::bytes(q, p) } else { p.checked_mul(q).and_then(|n| n.checked_mul(8)) };
        // The matrix, its transform and the forms of the layers in work.
        let needed = bytes.and_then(|b| b.checked_mul(4));
        if needed.is_none_or(|bytes| bytes > DEFAULT_LIMIT) {
            let game =
                board.map_or_else(|| format!("a system of {} buttons", system.buttons()), Board::to_string);
            return Err(PuzzleError::TooLarge { game, needed, limit: DEFAULT_LIMIT });
        }
        let dense = if bits {
            Dense::Bits(gf2::Echelon::new(&reduce_bits(&plan, &rows)))
        } else {
            let modulus =
                Modulus::new(system.states()).unwrap_or_else(|| unreachable!("checked by the system"));
            Dense::Numbers(ring::Echelon::new(&reduce_numbers(&plan, &rows, modulus)))
        };
        Ok(Solver { system, rows, plan, dense })
    }

    /// The toggle matrix.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The number of states k.
    pub fn states(&self) -> u64 {
        self.system.states()
    }

    /// A solution x of A x = `difference`, or y with y^T A = 0 and y . `difference` != 0.
    ///
    /// Either is checked before it is returned.
    ///
    /// # Panics
    /// When `difference` has not one value per light. (Also if the check fails, which would be an
    /// error of this program.)
    ///
    /// # Complexity
    /// O(e + p^2) for e entries of the toggle matrix and p parameters.
    pub fn solve(&self, difference: &[u32]) -> Outcome<Vec<u32>> {
        let mut presses = vec![0; self.system.buttons()];
        let left = chase(&self.plan, &self.rows, difference, &mut presses);
        let reduced = match &self.dense {
            Dense::Bits(echelon) => match echelon.solve(&left.iter().map(|&v| v != 0).collect()) {
                Outcome::Solution(t) => Outcome::Solution(numbers(&t)),
                Outcome::Certificate(y) => Outcome::Certificate(numbers(&y)),
            },
            Dense::Numbers(echelon) => echelon.solve(&left),
        };
        match reduced {
            Outcome::Solution(t) => {
                presses.fill(0);
                self.set_parameters(&t, &mut presses);
                chase(&self.plan, &self.rows, difference, &mut presses);
                assert!(
                    self.system.press(&presses) == difference,
                    "the solution does not press to the target"
                );
                Outcome::Solution(presses)
            }
            Outcome::Certificate(y) => {
                let weights = extend_weights(&self.plan, &self.system, &y);
                assert!(
                    self.system.press_transposed(&weights).iter().all(|&s| s == 0)
                        && dot(&weights, difference, self.states()) != 0,
                    "the certificate proves nothing"
                );
                Outcome::Certificate(weights)
            }
        }
    }

    /// Generators of the quiet patterns {x : A x = 0}: every one is exactly one combination
    /// sum c_i g_i with 0 <= c_i < order of g_i.
    ///
    /// # Complexity
    /// O(d (e + p^2)) for d generators.
    pub fn kernel(&self) -> Vec<Generator> {
        self.generators().collect()
    }

    /// The generators of [`Solver::kernel`] one by one, for kernels too large to hold.
    ///
    /// # Complexity
    /// O(e + p^2) for each generator.
    pub fn generators(&self) -> impl Iterator<Item = Generator> + '_ {
        let nothing = vec![0; self.system.lights()];
        self.dense.kernel().into_iter().map(move |Generator { vector, order }| {
            let mut presses = vec![0; self.system.buttons()];
            self.set_parameters(&vector, &mut presses);
            chase(&self.plan, &self.rows, &nothing, &mut presses);
            debug_assert!(self.system.press(&presses).iter().all(|&v| v == 0));
            Generator { vector: presses, order }
        })
    }

    /// Generators of {y : y^T A = 0}, one value per light, as in [`Solver::kernel`].
    ///
    /// # Complexity
    /// O(d (e + p^2)) for d generators.
    pub fn left_kernel(&self) -> Vec<Generator> {
        self.dense
            .left_kernel()
            .into_iter()
            .map(|Generator { vector, order }| {
                let weights = extend_weights(&self.plan, &self.system, &vector);
                debug_assert!(self.system.press_transposed(&weights).iter().all(|&v| v == 0));
                Generator { vector: weights, order }
            })
            .collect()
    }

    /// The number of quiet patterns, which is also the number of solutions of a solvable state.
    pub fn quiet_patterns(&self) -> BigUint {
        match &self.dense {
            Dense::Bits(echelon) => BigUint::from(1u32) << echelon.nullity(),
            Dense::Numbers(echelon) => echelon
                .kernel_exponents()
                .into_iter()
                .map(|(p, exponent)| BigUint::from(p).pow(exponent as u32))
                .product(),
        }
    }

    /// The nullity: the dimension of the kernel for two states, `None` for more.
    pub fn nullity(&self) -> Option<usize> {
        match &self.dense {
            Dense::Bits(echelon) => Some(echelon.nullity()),
            Dense::Numbers(_) => None,
        }
    }

    /// The invariant factors d_1 | d_2 | ... of the kernel that are not 1: the quiet patterns form
    /// the group Z/d_1 x Z/d_2 x ...
    pub fn kernel_invariants(&self) -> Vec<u64> {
        match &self.dense {
            Dense::Bits(echelon) => vec![2; echelon.nullity()],
            Dense::Numbers(echelon) => {
                let mut orders: Vec<u64> = echelon.kernel().into_iter().map(|g| g.order).collect();
                orders.reverse();
                orders
            }
        }
    }

    fn set_parameters(&self, values: &[u32], presses: &mut [u32]) {
        for (&button, &value) in self.plan.parameters.iter().zip(values) {
            presses[button as usize] = value;
        }
    }
}

impl Dense {
    fn kernel(&self) -> Vec<Generator> {
        match self {
            Dense::Bits(echelon) => from_rows(&echelon.kernel()),
            Dense::Numbers(echelon) => echelon.kernel(),
        }
    }

    fn left_kernel(&self) -> Vec<Generator> {
        match self {
            Dense::Bits(echelon) => from_rows(&echelon.left_kernel()),
            Dense::Numbers(echelon) => echelon.left_kernel(),
        }
    }
}

fn from_rows(basis: &BitMatrix) -> Vec<Generator> {
    (0..basis.rows()).map(|i| Generator { vector: numbers(&basis.row_vec(i)), order: 2 }).collect()
}

fn numbers(bits: &BitVec) -> Vec<u32> {
    bits.iter().map(u32::from).collect()
}

/// y . v modulo k.
pub(super) fn dot(y: &[u32], v: &[u32], k: u64) -> u64 {
    y.iter().zip(v).fold(0, |sum, (&a, &b)| (sum + u64::from(a) * u64::from(b)) % k)
}
