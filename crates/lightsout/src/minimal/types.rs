//! What a search is told and what it answers.

use super::coset::CosetError;
use thiserror::Error;

/// How a running search is watched and stopped; the library itself reads no clock.
pub trait Control: Sync {
    /// Whether to give up now; asked many times a second, from several threads.
    fn stop(&self) -> bool {
        false
    }

    /// Tells the cost of the best solution so far, a lower bound, and a guess of the share of the work done.
    fn progress(&self, best: u64, bound: u64, fraction: f64) {
        let _ = (best, bound, fraction);
    }

    /// Tells a guess of the share of the work done, where there is nothing to tell of the answer before the end.
    fn share(&self, fraction: f64) {
        let _ = fraction;
    }
}

/// A control that never stops a search and shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unattended;

impl Control for Unattended {}

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The memory for tables and lists, in bytes, besides the coset itself.
    pub memory_bytes: u64,
    /// The number of threads; 0 means as many as the processor runs at once.
    pub threads: usize,
}

impl Default for Limits {
    /// 4 GiB and all threads.
    fn default() -> Self {
        Self { memory_bytes: 4 << 30, threads: 0 }
    }
}

/// A way to find the cheapest solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Method {
    /// There is one solution only.
    Single,
    /// All kernel elements, one generator added at a time.
    Gray,
    /// One Walsh-Hadamard transform over the whole kernel (two states).
    Transform,
    /// Transforms of blocks that fit the cache, one after the other.
    Scan,
    /// The join of the parity classes of a kernel that splits (two states).
    Join,
    /// Blocks of one representative for each orbit of the symmetries (two states).
    SymmetricScan,
    /// The join over lists of the best entries of each class (two states).
    ListJoin,
    /// Local search from above and bounds from below; proves only by luck.
    Search,
}

impl Method {
    /// The method's name as a lower-case word or two joined by a hyphen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Gray => "gray",
            Self::Transform => "transform",
            Self::Scan => "scan",
            Self::Join => "join",
            Self::SymmetricScan => "symmetric-scan",
            Self::ListJoin => "list-join",
            Self::Search => "search",
        }
    }
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory and threads.
    pub limits: Limits,
    /// The method to use on every part of the problem that has more than one solution; chosen when `None`.
    pub method: Option<Method>,
    /// Whether the answer must be the lexicographically least minimal one even if the kernel has more than `2^20`
    /// elements (below that it always is).
    pub canonical: bool,
    /// An exact search is begun when it is expected to try at most `2^effort` candidates.
    pub effort: u32,
    /// The seed of the local search.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { limits: Limits::default(), method: None, canonical: false, effort: 42, seed: 1 }
    }
}

/// Why one part of the answer is minimal, or what is known instead.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// All kernel elements of the part were compared, directly or through a transform.
    Enumeration {
        /// How they were run through.
        method: Method,
        /// The number of generators of the part.
        generators: usize,
    },
    /// A join ran until what it had not seen could not be cheaper.
    Join(JoinRecord),
    /// The part's cost equals, or exceeds, a lower bound.
    Bound {
        /// The number of generators of the part.
        generators: usize,
        /// The cost reached.
        cost: u64,
        /// The bound.
        bound: u64,
    },
    /// The cost of the whole equals what the lights alone prove, whatever the parts: see
    /// [`Coset::with_trivial_bound`](super::Coset::with_trivial_bound).
    Lights {
        /// The bound.
        bound: u64,
    },
}

/// The state of a join at its end, enough to verify it.
///
/// With `F(u) = sum_j w_j (-1)^{x_j(u)}` over the buttons that some kernel element presses, cost and `F` are related
/// by `2 cost = W - F`, `W` the sum of their weights. `F` is a sum of four terms, one for each parity class, and `u`
/// is determined by its parts on either pair of classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinRecord {
    /// The two pairs of classes.
    pub pairs: [[u8; 2]; 2],
    /// The rank of the kernel on each class.
    pub ranks: [u32; 4],
    /// The greatest value of each class's term.
    pub maxima: [i64; 4],
    /// All `u` whose sum over pair `i` exceeds `cuts[i]` were looked at.
    pub cuts: [i64; 2],
    /// The greatest `F` found; nothing is missed since `cuts[0] + cuts[1]` does not exceed it.
    pub best: i64,
}

/// The cheapest solution found, and what is known about its being the cheapest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimum {
    /// The press vector, a member of the coset.
    pub presses: Vec<u32>,
    /// Its cost.
    pub cost: u64,
    /// No member of the coset costs less than this.
    pub lower_bound: u64,
    /// Whether the cost equals the lower bound.
    pub proven: bool,
    /// Whether the vector is the lexicographically least among the cheapest; only said when proven.
    pub canonical: bool,
    /// The method that the hardest part needed.
    pub method: Method,
    /// One record for each independent part of the kernel, in the order of their first buttons; then [`Evidence::Lights`] if
    /// that is what proves the whole.
    pub evidence: Vec<Evidence>,
}

/// Why a search could not be made as asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MinimumError {
    /// The coset is malformed.
    #[error(transparent)]
    Coset(#[from] CosetError),
    /// The method that was asked for cannot treat this coset.
    #[error("the method {} does not apply: {reason}", .method.name())]
    NotApplicable {
        /// The method.
        method: Method,
        /// What stands against it.
        reason: &'static str,
    },
    /// Listing solutions in order of cost would need more memory or time than allowed.
    #[error("{0}")]
    TooMany(String),
}
