//! How many buttons quiet patterns press.
//!
//! Write c_i for the column of button i: the bits of the basis patterns there. The pattern with
//! coordinates u presses the buttons with u . c_i = 1, so with N buttons its weight is (N - W(u)) / 2
//! for the Walsh-Hadamard transform W(u) = sum_i (-1)^(u . c_i). The low bits of u are transformed in a
//! table that stays in the cache, the high bits are walked in Gray-code order, each step changing the
//! signs of some columns.

use core::fmt;

use lightsout_algebra::gf2::BitVec;
use lightsout_algebra::walsh;

use super::Kernel;

/// The largest nullity for which weights are counted.
const MOST_COUNTED: usize = 32;

/// The largest nullity for which the sparsest pattern is searched for among all.
const MOST_SEARCHED: usize = 28;

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

/// The columns of some patterns, equal ones merged, in a form ready for the scan.
struct Columns {
    low: u32,
    high: u32,
    /// (low bits, high bits, how often), not all zero.
    list: Vec<(u32, u32, i32)>,
    /// Number of buttons, those that no pattern presses included.
    total: i64,
}

impl Columns {
    fn new(patterns: &[BitVec], cells: usize) -> Columns {
        let d = patterns.len();
        let mut columns = vec![0u32; cells];
        for (bit, pattern) in patterns.iter().enumerate() {
            for cell in pattern.iter_ones() {
                columns[cell] |= 1 << bit;
            }
        }
        columns.sort_unstable();
        let groups: Vec<(u32, i32)> =
            columns.chunk_by(|a, b| a == b).map(|group| (group[0], group.len() as i32)).collect();
        // A table about as long as the list of columns, so that neither dominates.
        let wanted = groups.len().next_power_of_two().trailing_zeros().clamp(10, 16);
        let low = (d as u32).min(wanted);
        let mask = if low == 32 { u32::MAX } else { (1 << low) - 1 };
        let list = groups
            .into_iter()
            .map(|(column, times)| (column & mask, column.checked_shr(low).unwrap_or(0), times))
            .collect();
        Columns { low, high: d as u32 - low, list, total: cells as i64 }
    }

    /// Calls `each` with every high part of u and the table of W(u) over its low part.
    fn scan(&self, mut each: impl FnMut(u32, &[i32])) {
        let mut base = vec![0i32; 1 << self.low];
        let mut table = base.clone();
        for &(low, _, times) in &self.list {
            base[low as usize] += times;
        }
        // The columns that a change of high bit h turns over.
        let turned: Vec<Vec<(u32, u32, i32)>> = (0..self.high)
            .map(|h| self.list.iter().copied().filter(|&(_, high, _)| high >> h & 1 == 1).collect())
            .collect();
        let mut u = 0u32;
        for step in 0..1u64 << self.high {
            if step > 0 {
                let flip = step.trailing_zeros();
                u ^= 1 << flip;
                for &(low, high, times) in &turned[flip as usize] {
                    let sign = if (u & high).count_ones() % 2 == 1 { -2 } else { 2 };
                    base[low as usize] += sign * times;
                }
            }
            table.copy_from_slice(&base);
            walsh::transform(&mut table, 1);
            each(u, &table);
        }
    }

    fn weight(&self, w: i32) -> usize {
        ((self.total - i64::from(w)) / 2) as usize
    }
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
/// O(2^d (log c + 1)) additions of small numbers for d patterns and c different columns.
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
    let columns = Columns::new(patterns, cells);
    let mut counts = vec![0u64; cells + 1];
    columns.scan(|_, table| {
        for &w in table {
            counts[columns.weight(w)] += 1;
        }
    });
    Ok(counts)
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
    /// first in reading order; proven when the nullity is at most 28. Beyond that the best found
    /// among the sums of up to three patterns of some bases.
    ///
    /// `None` when only the empty pattern is quiet.
    pub fn sparsest(&self) -> Option<Sparsest> {
        match self.nullity() {
            0 => None,
            d if d <= MOST_SEARCHED => Some(self.search_all()),
            _ => Some(self.search_some()),
        }
    }

    fn search_all(&self) -> Sparsest {
        let columns = Columns::new(&self.basis().collect::<Vec<_>>(), self.board().cells());
        let (mut best, mut at, mut ties) = (i32::MIN, 0u32, 0u64);
        columns.scan(|high, table| {
            let skip = usize::from(high == 0);
            let greatest = table[skip..].iter().copied().max().unwrap_or(i32::MIN);
            if greatest < best {
                return;
            }
            for (low, &w) in table.iter().enumerate().skip(skip) {
                if w != greatest {
                    continue;
                }
                let u = low as u32 | high.checked_shl(columns.low).unwrap_or(0);
                if w > best {
                    (best, at, ties) = (w, u, 1);
                } else {
                    ties += 1;
                    // First in reading order: the first pivot where they differ is pressed.
                    if u.reverse_bits() > at.reverse_bits() {
                        at = u;
                    }
                }
            }
        });
        let pattern = self.combine(&(0..self.nullity()).map(|bit| at >> bit & 1 == 1).collect());
        debug_assert_eq!(pattern.count_ones(), columns.weight(best));
        Sparsest { presses: pattern.count_ones(), pattern, proven: true, ties: Some(ties) }
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
