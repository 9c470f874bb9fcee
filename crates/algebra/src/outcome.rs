//! The answer to a linear system.

/// The answer to a linear system `A x = b`: a solution, or the proof that there is none.
///
/// Over every ring Z/k exactly one of the two exists, because Z/k is injective as a module over
/// itself.
///
/// # Examples
/// ```
/// use lightsout_algebra::Outcome;
/// use lightsout_algebra::gf2::{self, BitMatrix, BitVec};
///
/// let a = BitMatrix::from_rows(1, &[BitVec::from_iter([true]), BitVec::from_iter([true])]);
/// let b = BitVec::from_iter([true, false]);
/// // x = 1 and x = 0 at once: adding both equations gives 0 = 1.
/// assert_eq!(gf2::solve(&a, &b), Outcome::Certificate(BitVec::from_iter([true, true])));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome<V> {
    /// A vector `x` with `A x = b`.
    Solution(V),
    /// A vector `y` with `y^T A = 0` and `y . b != 0`, which proves that no `x` exists.
    Certificate(V),
}

impl<V> Outcome<V> {
    /// The solution, if there is one.
    pub fn solution(self) -> Option<V> {
        match self {
            Self::Solution(x) => Some(x),
            Self::Certificate(_) => None,
        }
    }

    /// The certificate of unsolvability, if there is one.
    pub fn certificate(self) -> Option<V> {
        match self {
            Self::Solution(_) => None,
            Self::Certificate(y) => Some(y),
        }
    }

    /// Whether the system has a solution.
    pub fn is_solvable(&self) -> bool {
        matches!(self, Self::Solution(_))
    }
}
