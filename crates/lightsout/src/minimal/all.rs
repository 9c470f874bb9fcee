//! All solutions, cheapest first.

use super::coset::{Coset, Elements};
use super::types::{Control, MinimumError, Options};
use super::{binary, modular};
use num_bigint::BigUint;

/// The solutions of one cost, in lexicographic order, as far as they were not yet handed out.
pub(super) type Level<'a> = (u64, Box<dyn Iterator<Item = Vec<u32>> + 'a>);

/// Where the solutions come from, one cost after the other.
pub(super) trait Source<'a> {
    /// The solutions of the next cost.
    fn next_level(&mut self) -> Result<Option<Level<'a>>, MinimumError>;
}

/// The solutions of a coset in order of cost, then lexicographic; made by [`all_solutions`].
pub struct Solutions<'a> {
    source: Box<dyn Source<'a> + 'a>,
    level: Option<Level<'a>>,
    over: bool,
}

impl Iterator for Solutions<'_> {
    type Item = Result<(u64, Vec<u32>), MinimumError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.over {
            if let Some((cost, presses)) = &mut self.level
                && let Some(presses) = presses.next()
            {
                return Some(Ok((*cost, presses)));
            }
            match self.source.next_level() {
                Ok(Some(level)) => self.level = Some(level),
                Ok(None) => self.over = true,
                Err(error) => {
                    self.over = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

/// All solutions of a coset, cheapest first, those of the same cost in lexicographic order.
///
/// They are found cost by cost, when they are asked for; an item is an error when the next cost cannot be listed
/// within the memory and effort allowed, or the control stops the search.
///
/// # Errors
/// If the kernel is too large for every exact method, so that not even the cheapest can be told.
///
/// # Complexity
/// With at most `2^24` solutions one pass over a table of them for each cost; with more, one search as in
/// [`super::minimum`] for each few costs.
///
/// # Examples
/// ```
/// use lightsout::minimal::{Coset, Options, Unattended, all_solutions};
/// use lightsout_algebra::gf2::{BitMatrix, BitVec};
///
/// let kernel = BitMatrix::from_rows(3, &[BitVec::ones(3)]);
/// let coset = Coset::binary(BitVec::unit(3, 0), kernel).unwrap();
/// let list: Vec<_> = all_solutions(&coset, &Options::default(), &Unattended)
///     .unwrap()
///     .collect::<Result<_, _>>()
///     .unwrap();
/// assert_eq!(list, [(1, vec![1, 0, 0]), (2, vec![0, 1, 1])]);
/// ```
pub fn all_solutions<'a>(
    coset: &'a Coset,
    options: &Options,
    control: &'a dyn Control,
) -> Result<Solutions<'a>, MinimumError> {
    if coset.partial {
        return Err(MinimumError::TooMany("the kernel is too large to list all solutions".into()));
    }
    let source = match &coset.elements {
        Elements::Binary { start, kernel } => binary::source(coset, start, kernel, options, control)?,
        Elements::Modular { start, generators } => {
            modular::source(coset, start, generators, options, control)?
        }
    };
    Ok(Solutions { source, level: None, over: false })
}

/// The number of solutions, without finding any.
///
/// # Complexity
/// One elimination of the kernel for two states, a product otherwise.
pub fn solution_count(coset: &Coset) -> BigUint {
    match &coset.elements {
        Elements::Binary { kernel, .. } => BigUint::from(1u32) << lightsout_algebra::gf2::rank(kernel),
        Elements::Modular { generators, .. } => generators.iter().map(|g| BigUint::from(g.order)).product(),
    }
}
