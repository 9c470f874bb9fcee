//! Coverings of a board by 1 x 1 and 2 x 1 pieces.
//!
//! A *covering* is a partition of the buttons into sets of one button whose press changes its own
//! light, and of two buttons each of whose presses changes the other's light (both modulo 2).
//! Under the rule `plus` on a flat board these are the coverings by single cells and dominoes.
//!
//! The toggle matrix A of such a board is symmetric. In Leibniz's formula for det A modulo 2 a
//! permutation and its inverse cancel unless they are equal, and the permutations that are their
//! own inverse are the coverings: **the number of coverings is odd exactly when det A = 1**, that
//! is, when every state has a solution. So the parity is known for every size through the nullity.

mod frontier;
mod layer;
mod ring;
mod sample;

pub use sample::{Covering, Piece};

use core::fmt;

use num_bigint::BigUint;

use crate::board::{Board, System};
use crate::minimal::{Control, Unattended};
use crate::puzzle::megabytes;
use frontier::Plan;
use ring::Ring;

/// The buttons of a board with the pieces that may cover them.
///
/// # Examples
/// ```
/// use lightsout::coverings::Coverings;
///
/// let coverings = Coverings::new(&"2x2".parse()?)?;
/// assert_eq!(coverings.count()?.to_string(), "7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Coverings {
    name: String,
    single: Vec<bool>,
    neighbours: Vec<Vec<u32>>,
    plan: Plan,
    /// The board as a closed chain of layers.
    ring: Option<Ring>,
    limit: usize,
}

impl Coverings {
    /// The coverings of a board.
    ///
    /// # Errors
    /// When the board is not symmetric (a press of i changes j but not the other way round), or so
    /// large that its wiring does not fit in memory.
    pub fn new(board: &Board) -> Result<Coverings, CoveringError> {
        let fits = board.system_bytes().is_some_and(|bytes| bytes <= crate::puzzle::DEFAULT_LIMIT);
        if !fits || u32::try_from(board.cells()).is_err() {
            return Err(CoveringError::TooLarge { board: board.to_string() });
        }
        let points = (0..board.cells()).map(|cell| {
            let point = board.point(cell);
            (point.x, point.y)
        });
        let mut coverings = Coverings::build(board.to_string(), 1, &board.system(2), points.collect())?;
        coverings.ring = Ring::of(board, &coverings.single, &coverings.neighbours);
        Ok(coverings)
    }

    /// The coverings of a system of as many lights as buttons, read modulo 2.
    ///
    /// # Errors
    /// When the system is not symmetric modulo 2.
    pub fn of_system(system: &System) -> Result<Coverings, CoveringError> {
        Coverings::build("the system".into(), 0, system, Vec::new())
    }

    fn build(
        name: String,
        first: usize,
        system: &System,
        points: Vec<(f64, f64)>,
    ) -> Result<Coverings, CoveringError> {
        if system.lights() != system.buttons() {
            return Err(CoveringError::NotSquare { buttons: system.buttons(), lights: system.lights() });
        }
        let n = system.buttons();
        let mut single = vec![false; n];
        let mut neighbours = vec![Vec::new(); n];
        for j in 0..n {
            for &(i, amount) in system.button(j) {
                if amount % 2 == 1 && i as usize == j {
                    single[j] = true;
                } else if amount % 2 == 1 {
                    neighbours[j].push(i);
                }
            }
        }
        for j in 0..n {
            if let Some(&i) = neighbours[j].iter().find(|&&i| !neighbours[i as usize].contains(&(j as u32))) {
                return Err(CoveringError::NotSymmetric { board: name, button: j, other: i as usize, first });
            }
        }
        let plan = Plan::choose(&single, &neighbours, &points);
        Ok(Coverings { name, single, neighbours, plan, ring: None, limit: 2 << 30 })
    }

    /// The same with another limit on the memory that counting may take, in bytes.
    pub fn with_limit(mut self, limit: usize) -> Coverings {
        self.limit = limit;
        self
    }

    /// Number of buttons.
    pub fn buttons(&self) -> usize {
        self.single.len()
    }

    /// Whether `button` may be covered by a piece of its own.
    pub fn single(&self, button: usize) -> bool {
        self.single[button]
    }

    /// The buttons that may share a piece with `button`.
    pub fn neighbours(&self, button: usize) -> &[u32] {
        &self.neighbours[button]
    }

    /// The most buttons that a transfer along the board has to remember at a time: the work grows as 2 to it.
    pub fn frontier(&self) -> usize {
        self.plan.width()
    }

    /// The layers, when they are the quicker way.
    fn layers(&self) -> Option<&Ring> {
        // An addition through a map of masks takes some sixty times as long as one in a row of them.
        let slower = if self.plan.is_dense() { 2.0 } else { 6.0 };
        let quicker = |ring: &&Ring| ring.work() < self.plan.work().log2() + slower;
        self.ring.as_ref().filter(|ring| quicker(ring) || self.check_width().is_err())
    }

    /// The exact number of coverings.
    ///
    /// Buttons are settled one after the other; two partial coverings are the same state when they
    /// cover the same of the buttons not yet settled.
    ///
    /// Tori, cylinders, Moebius strips and Klein bottles are also closed chains of layers, whose count is a trace; that
    /// takes the memory of a plane board of the same width.
    ///
    /// # Errors
    /// When the states would take more memory than the limit, or a closed chain too many additions.
    ///
    /// # Complexity
    /// At most O(n d 2^f) operations on numbers of O(n log d) bits for n buttons with d neighbours
    /// and frontier f; a plane m x n board has f <= min(m, n) + 1. For a closed chain of l layers of w buttons
    /// O(l w 2^w) operations for each of the orbits of the 2^w masks under the symmetries of a layer.
    pub fn count(&self) -> Result<BigUint, CoveringError> {
        self.count_with(&Unattended)
    }

    /// The same as [`count`](Self::count), given up when `control` says so.
    ///
    /// # Errors
    /// As [`count`](Self::count), and [`CoveringError::Stopped`].
    ///
    /// # Complexity
    /// As [`count`](Self::count).
    ///
    /// # Examples
    /// ```
    /// use lightsout::coverings::{CoveringError, Coverings};
    /// use lightsout::minimal::Control;
    ///
    /// struct Now;
    /// impl Control for Now {
    ///     fn stop(&self) -> bool {
    ///         true
    ///     }
    /// }
    /// let coverings = Coverings::new(&"8x8".parse()?)?;
    /// assert!(matches!(coverings.count_with(&Now), Err(CoveringError::Stopped { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_with(&self, control: &dyn Control) -> Result<BigUint, CoveringError> {
        if let Some(ring) = self.layers() {
            return ring.count(self.limit, &self.name, control);
        }
        self.check_width()?;
        let (work, mut done) = (self.plan.work(), 0.0);
        let mut layer = self.plan.start();
        for step in 0..self.plan.steps() {
            control.share(done / work);
            done += self.plan.step(step).work();
            layer = self.advance(&layer, step, 0, control)?;
        }
        Ok(layer.total())
    }

    /// Refuses boards whose states cannot fit before anything is computed; where that is not known, it is left to the
    /// count to find out.
    fn check_width(&self) -> Result<(), CoveringError> {
        // Beyond 32 buttons nearly all of the 2^f states are met even where buttons cannot be covered alone.
        let least = if self.frontier() > 32 { self.frontier() as u32 } else { self.plan.met() };
        if least <= self.plan.fitting(self.limit).max(self.plan.dense) {
            Ok(())
        } else {
            Err(self.too_wide())
        }
    }

    fn too_wide(&self) -> CoveringError {
        CoveringError::TooWide {
            board: self.name.clone(),
            frontier: self.frontier(),
            fitting: self.plan.fitting(self.limit) as usize,
            limit: self.limit,
        }
    }

    /// The layer after a step; it, the one before it and `held` bytes of others fit in the limit.
    fn advance(
        &self,
        layer: &layer::Layer,
        step: usize,
        held: usize,
        control: &dyn Control,
    ) -> Result<layer::Layer, CoveringError> {
        let stopped = || CoveringError::Stopped { board: self.name.clone() };
        if control.stop() {
            return Err(stopped());
        }
        let budget = self.limit.saturating_sub(layer.bytes()).saturating_sub(held);
        let next = self.plan.advance(layer, step, budget, &|| control.stop());
        next.ok_or_else(|| if control.stop() { stopped() } else { self.too_wide() })
    }

    /// The parity of the number of coverings, as det A modulo 2 by elimination.
    ///
    /// # Complexity
    /// O(n^3 / 64) word operations and n^2 / 4 bytes for n buttons.
    pub fn determinant(&self) -> bool {
        use lightsout_algebra::gf2::{BitMatrix, rank};
        let n = self.buttons();
        let mut a = BitMatrix::zeros(n, n);
        for j in 0..n {
            if self.single[j] {
                a.set(j, j, true);
            }
            for &i in &self.neighbours[j] {
                a.set(i as usize, j, true);
            }
        }
        rank(&a) == n
    }
}

/// Why the coverings cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoveringError {
    /// Button `button` changes the light of `other`, but not the other way round.
    NotSymmetric {
        /// The board.
        board: String,
        /// A button, counted from 0.
        button: usize,
        /// The other, counted from 0.
        other: usize,
        /// The number that the sentence gives to the first button: 1 on a board, 0 in a free system.
        first: usize,
    },
    /// Buttons and lights are not equal in number.
    NotSquare {
        /// Number of buttons.
        buttons: usize,
        /// Number of lights.
        lights: usize,
    },
    /// The wiring does not fit in memory.
    TooLarge {
        /// The board.
        board: String,
    },
    /// Counting a closed chain of layers would take too long.
    TooLong {
        /// The board.
        board: String,
        /// Buttons of a layer.
        width: usize,
        /// Number of layers.
        length: usize,
    },
    /// The states of the transfer do not fit in memory.
    TooWide {
        /// The board.
        board: String,
        /// The most buttons that have to be remembered at a time.
        frontier: usize,
        /// About how many may be.
        fitting: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// The control said to stop.
    Stopped {
        /// The board.
        board: String,
    },
}

impl fmt::Display for CoveringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoveringError::NotSymmetric { board, button, other, first } => write!(
                f,
                "coverings of {board}: a press of button {} changes light {} (counted from {first}) but not the other way round, expected a symmetric wiring",
                button + first,
                other + first
            ),
            CoveringError::NotSquare { buttons, lights } => {
                write!(
                    f,
                    "coverings: found {buttons} buttons and {lights} lights, expected as many lights as buttons"
                )
            }
            CoveringError::TooLarge { board } => {
                write!(
                    f,
                    "coverings of {board}: the wiring does not fit in memory; the parity alone needs only the nullity"
                )
            }
            CoveringError::TooLong { board, width, length } => write!(
                f,
                "coverings of {board}: the board closes upon itself, {length} layers of {width} buttons; up to 18 layers of 18 can be counted, longer boards if they are narrower; the parity alone needs only the nullity"
            ),
            CoveringError::TooWide { board, frontier, fitting, limit } => write!(
                f,
                "coverings of {board}: up to 2^{frontier} partial coverings, one for each choice among the {frontier} \
                 buttons across the board, have to be told apart, and {} hold about 2^{fitting} of them: boards of about \
                 {fitting} buttons across can be counted, however long; the parity alone needs only the nullity",
                megabytes(*limit)
            ),
            CoveringError::Stopped { board } => {
                write!(
                    f,
                    "coverings of {board}: stopped before all were counted; the parity alone needs only the nullity"
                )
            }
        }
    }
}

impl core::error::Error for CoveringError {}

#[cfg(test)]
mod tests;
