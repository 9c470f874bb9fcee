//! Nullities of all sizes of a range, on several processors, delivered in order.

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Family, MEMORY_LIMIT, NullityError};

/// Ranges of up to this many odd numbers keep every value found, for the even sizes that need them again.
const REMEMBERED: u64 = 1 << 24;

/// Calls `each(size, nullity)` for all sizes of a range, in order, until it breaks.
///
/// Uses all processors where the feature `std` is on.
///
/// # Errors
/// [`NullityError::TooLarge`], before anything is computed, when a size of the range needs more memory than
/// [`MEMORY_LIMIT`].
///
/// # Complexity
/// As [`super::nullity`] for every odd size (odd number of lights plus one for squares); the others follow from it.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
/// use lightsout::nullity::{Family, nullities};
/// let mut rows = Vec::new();
/// nullities(Family::Square, 1..=5, |n, nullity| {
///     rows.push((n, nullity));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(rows, [(1, 0), (2, 0), (3, 0), (4, 4), (5, 2)]);
/// # Ok::<(), lightsout::nullity::NullityError>(())
/// ```
pub fn nullities(
    family: Family,
    sizes: RangeInclusive<u64>,
    each: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<(), NullityError> {
    let threads =
        if cfg!(feature = "std") { std::thread::available_parallelism().map_or(1, usize::from) } else { 1 };
    nullities_on(threads, family, sizes, each)
}

/// As [`nullities`], on a given number of threads. Without the feature `std` there is one.
///
/// # Errors
/// As [`nullities`].
///
/// # Complexity
/// As [`nullities`].
pub fn nullities_on(
    threads: usize,
    family: Family,
    sizes: RangeInclusive<u64>,
    mut each: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<(), NullityError> {
    if sizes.is_empty() {
        return Ok(());
    }
    // The estimate is not monotonous (odd parts), but a bound for all is: check every size only beyond it.
    if let Some((size, bytes)) = too_large(family, &sizes) {
        return Err(NullityError::TooLarge { family, size, bytes, limit: MEMORY_LIMIT });
    }
    let known = Known::new(family, &sizes);
    let value = |size| family.assemble(size, |key| known.get(family, key));
    #[cfg(feature = "std")]
    if threads > 1 {
        parallel(threads, sizes, &value, &mut each);
        return Ok(());
    }
    let _ = threads;
    for size in sizes {
        if each(size, value(size)).is_break() {
            break;
        }
    }
    Ok(())
}

/// A size of the range that is too large, if there is one.
fn too_large(family: Family, sizes: &RangeInclusive<u64>) -> Option<(u64, u128)> {
    // Among any two neighbouring sizes one has the largest possible odd part, so the last two decide.
    let last = *sizes.end();
    (last.saturating_sub(1).max(*sizes.start())..=last)
        .map(|size| (size, family.memory(size)))
        .find(|&(_, bytes)| bytes > MEMORY_LIMIT)
}

/// Values of [`Family::core`] found so far.
struct Known {
    /// Value plus one of the odd number `2 i + 1 + first`, 0 when not known.
    values: Vec<AtomicU64>,
    first: u64,
}

impl Known {
    fn new(family: Family, sizes: &RangeInclusive<u64>) -> Known {
        // The odd numbers of the first half of the range come again in the second.
        let extra = u64::from(matches!(family, Family::Square | Family::Rectangle(_)));
        let first = sizes.start().saturating_add(extra) / 2 * 2;
        let last = sizes.end() / 2 + 2;
        let count = if last > first { (last - first) / 2 + 1 } else { 0 };
        let count = if count > REMEMBERED { 0 } else { count };
        Known { values: (0..count).map(|_| AtomicU64::new(0)).collect(), first }
    }

    fn get(&self, family: Family, key: u64) -> u64 {
        let slot = key.checked_sub(self.first).and_then(|i| self.values.get((i / 2) as usize));
        if let Some(slot) = slot {
            let value = slot.load(Ordering::Relaxed);
            if value > 0 {
                return value - 1;
            }
        }
        let value = family.core(key);
        if let Some(slot) = slot {
            slot.store(value + 1, Ordering::Relaxed);
        }
        value
    }
}

/// Workers take sizes in order; what they send is put back in order before it is delivered.
#[cfg(feature = "std")]
fn parallel(
    threads: usize,
    sizes: RangeInclusive<u64>,
    value: &(impl Fn(u64) -> u64 + Sync),
    each: &mut impl FnMut(u64, u64) -> ControlFlow<()>,
) {
    use std::collections::BTreeMap;
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc;

    /// How far a worker may run ahead of the delivery.
    const AHEAD: usize = 1 << 14;

    let (first, last) = sizes.into_inner();
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(AHEAD);
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, stop) = (&next, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let offset = next.fetch_add(1, Ordering::Relaxed);
                    let Some(size) = first.checked_add(offset).filter(|&size| size <= last) else { break };
                    if sender.send((size, value(size))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = first;
        'receive: for (size, value) in receiver {
            waiting.insert(size, value);
            while let Some(value) = waiting.remove(&due) {
                if each(due, value).is_break() {
                    break 'receive; // Dropping the receiver ends the workers.
                }
                due = due.wrapping_add(1);
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
}
