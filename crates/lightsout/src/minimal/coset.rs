//! A coset `x0 + K` of press vectors with a cost: everything the search for the fewest presses needs to know.

use lightsout_algebra::gf2::{BitMatrix, BitVec};
use lightsout_algebra::ring::Generator;
use thiserror::Error;

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The sum over the buttons of how often each is pressed, `0 ..= k - 1` times.
    #[default]
    Presses,
    /// The number of buttons that are pressed at all.
    Buttons,
}

/// Why a coset was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CosetError {
    /// The number of states is outside `2 ..= 2^32`.
    #[error("{0} states: the number of states must be from 2 to 4294967296")]
    States(u64),
    /// A list has another length than the start vector.
    #[error("{what} has {found} entries, expected {expected}, one for each button")]
    Length {
        /// Which list.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The number of buttons.
        expected: usize,
    },
    /// An entry is not below the number of states.
    #[error("entry {index} of {what} is {found}, expected a number below {states}")]
    Entry {
        /// Which list.
        what: &'static str,
        /// The position in it.
        index: usize,
        /// The entry.
        found: u32,
        /// The number of states.
        states: u64,
    },
    /// A generator times its order is not zero, or the order does not divide the number of states.
    #[error("generator {index} has order {order}, but that multiple of it is not zero modulo {states}")]
    Order {
        /// The position of the generator.
        index: usize,
        /// The order given.
        order: u64,
        /// The number of states.
        states: u64,
    },
    /// A class is not one of `0 ..= 3`.
    #[error("button {index} has class {found}, expected 0, 1, 2 or 3")]
    Class {
        /// The button.
        index: usize,
        /// Its class.
        found: u8,
    },
    /// A symmetry is no permutation of the buttons.
    #[error("symmetry {index} is no permutation of the buttons")]
    Symmetry {
        /// Its position in the list.
        index: usize,
    },
    /// The dearest press vector would cost more than can be counted.
    #[error("the weights are too large: all buttons pressed as often as can be must cost less than 2^62")]
    Weights,
}

/// The start vector and the kernel, packed when there are two states.
#[derive(Clone, Debug)]
pub(super) enum Elements {
    Binary { start: BitVec, kernel: BitMatrix },
    Modular { start: Vec<u32>, generators: Vec<Generator> },
}

/// All solutions `x0 + K` of a board, and what each costs.
///
/// `x0` is one solution and `K` the kernel, the press vectors that change no light. The cost of a press vector `x`
/// is `sum_j w_j x_j` or, for [`Objective::Buttons`], `sum_j w_j [x_j != 0]`; the weights `w_j` are 1 unless given.
/// Nothing else about the board is needed, so boards of every shape share one search.
///
/// # Examples
/// ```
/// use lightsout::minimal::{Coset, Generator};
///
/// // Two buttons, three states, and pressing both once changes nothing.
/// let kernel = vec![Generator { vector: vec![1, 1], order: 3 }];
/// let coset = Coset::modular(3, vec![2, 1], kernel).unwrap();
/// assert_eq!(coset.cost(&[2, 1]), 3);
/// assert_eq!(coset.cost(&[1, 0]), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Coset {
    pub(super) states: u64,
    pub(super) elements: Elements,
    pub(super) objective: Objective,
    pub(super) weights: Option<Vec<u64>>,
    pub(super) classes: Option<Vec<u8>>,
    pub(super) symmetries: Vec<Vec<u32>>,
    pub(super) trivial_bound: u64,
    pub(super) partial: bool,
}

/// The greatest total cost that is accepted; sums of two costs then still fit a signed word.
const COST_LIMIT: u128 = 1 << 62;

impl Coset {
    /// The coset `start + span(kernel)` for two states; the rows of `kernel` span the kernel, dependent rows do no harm.
    ///
    /// # Errors
    /// If the kernel's rows have another length than the start.
    pub fn binary(start: BitVec, kernel: BitMatrix) -> Result<Self, CosetError> {
        length("the kernel", kernel.cols(), start.len())?;
        Ok(Self::new(2, Elements::Binary { start, kernel }))
    }

    /// The coset `start + { sum_i a_i g_i : 0 <= a_i < order_i }` for `states` states; the sums must all differ.
    ///
    /// # Errors
    /// If the number of states is out of range, or lengths, entries or orders don't fit together.
    pub fn modular(states: u64, start: Vec<u32>, kernel: Vec<Generator>) -> Result<Self, CosetError> {
        if !(2..=1 << 32).contains(&states) {
            return Err(CosetError::States(states));
        }
        entries("the start", &start, states)?;
        for (index, generator) in kernel.iter().enumerate() {
            length("a generator", generator.vector.len(), start.len())?;
            entries("a generator", &generator.vector, states)?;
            let order = generator.order;
            let vanishes = |&x: &u32| (u128::from(x) * u128::from(order)).is_multiple_of(u128::from(states));
            if order == 0 || !states.is_multiple_of(order) || !generator.vector.iter().all(vanishes) {
                return Err(CosetError::Order { index, order, states });
            }
        }
        if states == 2 {
            let packed = |v: &[u32]| BitVec::from_iter(v.iter().map(|&x| x == 1));
            let rows: Vec<BitVec> =
                kernel.iter().filter(|g| g.order == 2).map(|g| packed(&g.vector)).collect();
            return Self::binary(packed(&start), BitMatrix::from_rows(start.len(), &rows));
        }
        let generators = kernel.into_iter().filter(|g| g.order > 1).collect();
        Ok(Self::new(states, Elements::Modular { start, generators }))
    }

    fn new(states: u64, elements: Elements) -> Self {
        Self {
            states,
            elements,
            objective: Objective::Presses,
            weights: None,
            classes: None,
            symmetries: Vec::new(),
            trivial_bound: 0,
            partial: false,
        }
    }

    /// The same coset with another objective.
    #[must_use]
    pub fn with_objective(mut self, objective: Objective) -> Self {
        self.objective = objective;
        self
    }

    /// The same coset, button `j` costing `weights[j]`.
    ///
    /// # Errors
    /// If there is not one weight for each button, or the dearest press vector costs `2^62` or more by the objective of the
    /// coset.
    pub fn with_weights(mut self, weights: Vec<u64>) -> Result<Self, CosetError> {
        length("the list of weights", weights.len(), self.len())?;
        let most = match self.objective {
            Objective::Presses => u128::from(self.states - 1),
            Objective::Buttons => 1,
        };
        let total = weights.iter().try_fold(0u128, |sum, &w| sum.checked_add(u128::from(w) * most));
        if total.is_none_or(|total| total >= COST_LIMIT) {
            return Err(CosetError::Weights);
        }
        self.weights = Some(weights);
        Ok(self)
    }

    /// The same coset with the parity class of each button: 0 (even row, even column), 1 (odd, odd), 2 (even, odd)
    /// or 3 (odd, even); a hint for the join, never trusted: whether the kernel splits is checked.
    ///
    /// # Errors
    /// If there is not one class for each button, or one is above 3.
    pub fn with_classes(mut self, classes: Vec<u8>) -> Result<Self, CosetError> {
        length("the list of classes", classes.len(), self.len())?;
        if let Some(index) = classes.iter().position(|&c| c > 3) {
            return Err(CosetError::Class { index, found: classes[index] });
        }
        self.classes = Some(classes);
        Ok(self)
    }

    /// The same coset with permutations of the buttons: `p` takes button `j` to button `p[j]`. A hint for the scan
    /// modulo symmetries, never trusted: one that does not map the coset to itself, or changes a cost, is ignored.
    ///
    /// # Errors
    /// If one is no permutation of the buttons.
    pub fn with_symmetries(mut self, symmetries: Vec<Vec<u32>>) -> Result<Self, CosetError> {
        for (index, symmetry) in symmetries.iter().enumerate() {
            length("a symmetry", symmetry.len(), self.len())?;
            let mut seen = BitVec::zeros(self.len());
            for &image in symmetry {
                let image = image as usize;
                if image >= self.len() || seen.get(image) {
                    return Err(CosetError::Symmetry { index });
                }
                seen.set(image, true);
            }
        }
        self.symmetries = symmetries;
        Ok(self)
    }

    /// The same coset with a lower bound on the cost of its elements that the caller vouches for.
    #[must_use]
    pub fn with_trivial_bound(mut self, bound: u64) -> Self {
        self.trivial_bound = bound;
        self
    }

    /// The same coset, of whose kernel not all generators are given: the cheapest of the elements known is then no
    /// proven minimum, and only the bound of [`Coset::with_trivial_bound`] holds.
    #[must_use]
    pub fn with_partial_kernel(mut self) -> Self {
        self.partial = true;
        self
    }

    /// The number of buttons.
    pub fn len(&self) -> usize {
        match &self.elements {
            Elements::Binary { start, .. } => start.len(),
            Elements::Modular { start, .. } => start.len(),
        }
    }

    /// Whether there is no button.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of states.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The cost of a press vector, whether or not it lies in the coset.
    ///
    /// # Panics
    /// If the vector has another length than the coset's.
    pub fn cost(&self, presses: &[u32]) -> u64 {
        assert_eq!(presses.len(), self.len(), "a press vector of another length");
        presses.iter().enumerate().map(|(j, &x)| self.weight(j) * self.unit_cost(u64::from(x))).sum()
    }

    /// The solution `x0` that the coset was made from.
    pub fn start(&self) -> Vec<u32> {
        match &self.elements {
            Elements::Binary { start, .. } => start.iter().map(u32::from).collect(),
            Elements::Modular { start, .. } => start.clone(),
        }
    }

    /// The cost of one press of button `j`.
    pub(super) fn weight(&self, j: usize) -> u64 {
        self.weights.as_ref().map_or(1, |w| w[j])
    }

    /// What pressing a button of weight 1 `x` times costs.
    pub(super) fn unit_cost(&self, x: u64) -> u64 {
        match self.objective {
            Objective::Presses => x,
            Objective::Buttons => u64::from(x != 0),
        }
    }
}

fn length(what: &'static str, found: usize, expected: usize) -> Result<(), CosetError> {
    if found == expected { Ok(()) } else { Err(CosetError::Length { what, found, expected }) }
}

fn entries(what: &'static str, list: &[u32], states: u64) -> Result<(), CosetError> {
    match list.iter().position(|&x| u64::from(x) >= states) {
        None => Ok(()),
        Some(index) => Err(CosetError::Entry { what, index, found: list[index], states }),
    }
}
