//! How many buttons quiet patterns press.
//!
//! Write c_i for the column of button i: the bits of the basis patterns there. The pattern with
//! coordinates u presses the buttons with u . c_i = 1, so with N buttons its weight is (N - W(u)) / 2
//! for the Walsh-Hadamard transform W(u) = sum_i (-1)^(u . c_i). The scan of the search for the fewest presses
//! goes through all of it, block by block.

use core::fmt;

use lightsout_algebra::gf2::BitVec;

use super::Kernel;
use crate::minimal::Census;

/// The largest nullity for which weights are counted.
const MOST_COUNTED: usize = 32;

/// The largest nullity for which the sparsest pattern is searched for among all.
const MOST_SEARCHED: usize = 32;

/// A quiet pattern with few presses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sparsest {
    /// The pattern.
    pub pattern: BitVec,
    /// How many buttons it presses.
    pub presses: usize,
    /// Whether no other pattern but the empty one presses fewer.
    pub proven: bool,
    /// How many patterns press as few, when that is known.
    pub ties: Option<u64>,
}

/// More quiet patterns than can be weighed one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightError {
    /// The dimension.
    pub nullity: usize,
}

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nullity {}: weights are counted up to nullity {MOST_COUNTED}", self.nullity)
    }
}

impl core::error::Error for WeightError {}

/// The columns of some patterns, pattern 0 in the highest bit, equal ones merged.
fn columns(patterns: &[BitVec], cells: usize) -> Vec<(u64, i64)> {
    let mut columns = vec![0u64; cells];
    for (bit, pattern) in patterns.iter().rev().enumerate() {
        for cell in pattern.iter_ones() {
            columns[cell] |= 1 << bit;
        }
    }
    columns.sort_unstable();
    columns.chunk_by(|a, b| a == b).map(|group| (group[0], group.len() as i64)).collect()
}

/// Entry w is the number of sums of the patterns that press w buttons: the weight distribution of
/// the code that they span, each word counted as often as it is a sum.
///
/// # Errors
/// When there are more than 32 patterns.
///
/// # Panics
/// When a pattern has not `cells` entries.
///
/// # Complexity
/// 2^d steps of a counter and of 18 additions of small numbers, sixteen at once, for d patterns, on all threads.
///
/// # Examples
/// ```
/// use lightsout::kernel::weight_distribution;
/// use lightsout_algebra::gf2::BitVec;
///
/// let code = [BitVec::from_iter([true, true, false]), BitVec::from_iter([false, true, true])];
/// assert_eq!(weight_distribution(&code, 3)?, [1, 0, 3, 0]);
/// # Ok::<(), lightsout::kernel::WeightError>(())
/// ```
pub fn weight_distribution(patterns: &[BitVec], cells: usize) -> Result<Vec<u64>, WeightError> {
    if patterns.len() > MOST_COUNTED {
        return Err(WeightError { nullity: patterns.len() });
    }
    assert!(patterns.iter().all(|p| p.len() == cells), "one entry per cell");
    let census = Census::new(patterns.len() as u32, &columns(patterns, cells));
    let mut counts = vec![0u64; cells + 1];
    for (value, count) in census.counts(0) {
        counts[weight(cells, value)] += count;
    }
    Ok(counts)
}

/// How many of `cells` buttons are pressed where `W` has this value.
fn weight(cells: usize, value: i64) -> usize {
    ((cells as i64 - value) / 2) as usize
}

impl Kernel {
    /// Entry w is the number of quiet patterns that press w buttons.
    ///
    /// # Errors
    /// When the nullity is above 32.
    pub fn weights(&self) -> Result<Vec<u64>, WeightError> {
        if self.nullity() > MOST_COUNTED {
            return Err(WeightError { nullity: self.nullity() });
        }
        weight_distribution(&self.basis().collect::<Vec<_>>(), self.board().cells())
    }

    /// The quiet pattern other than the empty one that presses the fewest buttons, and of those the
    /// first in reading order; proven when the nullity is at most 32. Beyond that the best found
    /// among the sums of up to three patterns of some bases.
    ///
    /// `None` when only the empty pattern is quiet.
    pub fn sparsest(&self) -> Option<Sparsest> {
        match self.nullity() {
            0 => None,
            d if d <= MOST_SEARCHED => self.search_all(),
            _ => Some(self.search_some()),
        }
    }

    fn search_all(&self) -> Option<Sparsest> {
        let (cells, d) = (self.board().cells(), self.nullity());
        let census = Census::new(d as u32, &columns(&self.basis().collect::<Vec<_>>(), cells));
        // Of equal ones the greatest point is the first in reading order: it presses the first pivot where they differ.
        let greatest = census.greatest(0)?;
        let pattern = self.combine(&(0..d).map(|i| greatest.point >> (d - 1 - i) & 1 == 1).collect());
        debug_assert_eq!(pattern.count_ones(), weight(cells, greatest.value));
        Some(Sparsest { presses: pattern.count_ones(), pattern, proven: true, ties: Some(greatest.ties) })
    }

    /// Patterns of a reduced basis press few buttons; so do sums of two or three of them.
    fn search_some(&self) -> Sparsest {
        let mut best: Option<BitVec> = None;
        let mut offer = |pattern: &BitVec| {
            if best.as_ref().is_none_or(|b| pattern.count_ones() < b.count_ones()) {
                best = Some(pattern.clone());
            }
        };
        let bytes = self.nullity().saturating_mul(self.board().cells() / 8);
        if bytes > 1 << 30 {
            for pattern in self.basis() {
                offer(&pattern);
            }
        } else {
            let mut basis: Vec<BitVec> = self.basis().collect();
            let mut random = lightsout_algebra::random::SplitMix::new(1);
            let budget = (1u64 << 32) / self.board().cells().max(1) as u64;
            let mut spent = 0;
            loop {
                for (i, a) in basis.iter().enumerate() {
                    offer(a);
                    for b in &basis[..i] {
                        let mut sum = a.clone();
                        sum ^= b;
                        offer(&sum);
                    }
                }
                spent += (basis.len() * basis.len()) as u64;
                if spent > budget / 64 {
                    break;
                }
                // Another information set: pivots in a random order of the cells.
                let cells = self.board().cells();
                let mut pivots = Vec::with_capacity(basis.len());
                while pivots.len() < basis.len() {
                    let row = pivots.len();
                    let start = (random.next_u64() % cells as u64) as usize;
                    let ones = basis[row].iter_ones();
                    let Some(cell) = ones.min_by_key(|&cell| (cell + cells - start) % cells) else { break };
                    let pivot = basis[row].clone();
                    for (i, other) in basis.iter_mut().enumerate() {
                        if i != row && other.get(cell) {
                            *other ^= &pivot;
                        }
                    }
                    pivots.push(cell);
                }
            }
        }
        let pattern = best.unwrap_or_else(|| BitVec::zeros(self.board().cells()));
        Sparsest { presses: pattern.count_ones(), pattern, proven: false, ties: None }
    }
}
