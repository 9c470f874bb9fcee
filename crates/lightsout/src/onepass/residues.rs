//! The residues of the row counts that work.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use lightsout_algebra::integer::FibonacciModulus;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::OnePass;

/// Half as many groups as this are combined beforehand, so this bounds the memory.
const MOST_GROUPS: usize = 32;

/// Prime powers of `K` that must choose alike, because their ranks are linked by common factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Positions of the prime powers in `K`'s factorization.
    pub members: Vec<usize>,
    /// The least common multiple of their ranks.
    pub modulus: BigUint,
}

/// What a group chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// `i = 0`: the group's prime powers divide `F_i`.
    Zero,
    /// `i = -1`: they divide `F_{i+1}`.
    MinusOne,
}

/// Whether Theorem 4.3 of the paper, `i = 0` or `-1` modulo `alpha(k)`, lists a residue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// All row counts of this residue.
    Yes,
    /// One in so many of them, since `alpha(k)` is that multiple of the period.
    OneIn(BigUint),
    /// None of them.
    No,
}

/// A residue of row counts that work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residue {
    /// The residue modulo the period.
    pub value: BigUint,
    /// The choice of each group.
    pub choices: Vec<Choice>,
    /// Whether the paper's theorem lists it.
    pub listed: Listed,
}

/// Links prime powers whose ranks have a common factor.
pub(super) fn groups(modulus: &FibonacciModulus) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (i, power) in modulus.powers().iter().enumerate() {
        let mut new = Group { members: vec![i], modulus: power.rank.clone() };
        // Every group that shares a factor with the new power is taken into it.
        let (linked, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| !group.modulus.gcd(&power.rank).is_one());
        for group in linked {
            new.members.extend(group.members);
            new.modulus = new.modulus.lcm(&group.modulus);
        }
        new.members.sort_unstable();
        groups = apart;
        groups.push(new);
    }
    groups.sort_by_key(|group| group.members[0]);
    groups
}

/// The residues in rising order; see [`OnePass::residues`].
///
/// The residue of a set `T` of groups that choose -1 is the sum over `T` of `e_j`, where `e_j` is -1
/// modulo the group's own modulus and 0 modulo the others. The groups are cut into two halves; for
/// each sum `a` of the first half the sums `b` of the second half, taken in turn from the first
/// that is at least `period - a`, give `a + b` modulo the period in rising order, and a heap merges
/// these lists.
#[derive(Clone, Debug)]
pub struct Residues<'a> {
    answer: &'a OnePass,
    first: Vec<(BigUint, u64)>,
    second: Vec<(BigUint, u64)>,
    split: usize,
    /// (value, position in `first`, position in `second`, how many of `second` are still to come).
    heap: BinaryHeap<Reverse<(BigUint, usize, usize, usize)>>,
}

/// All sums of a list of residues modulo `period`, sorted, each with the set it is the sum of.
fn sums(parts: &[BigUint], period: &BigUint) -> Vec<(BigUint, u64)> {
    let mut all = vec![(BigUint::zero(), 0u64)];
    for (i, part) in parts.iter().enumerate() {
        let more: Vec<_> = all.iter().map(|(sum, set)| ((sum + part) % period, set | 1 << i)).collect();
        all.extend(more);
    }
    all.sort();
    all
}

impl<'a> Residues<'a> {
    fn new(answer: &'a OnePass) -> Self {
        let period = answer.period();
        let parts: Vec<BigUint> = answer.groups.iter().map(|group| unit(&group.modulus, period)).collect();
        let split = parts.len() / 2;
        let (first, second) = (sums(&parts[..split], period), sums(&parts[split..], period));
        let mut heap = BinaryHeap::with_capacity(first.len());
        for (i, (a, _)) in first.iter().enumerate() {
            let from = second.partition_point(|(b, _)| a + b < *period) % second.len();
            heap.push(Reverse(((a + &second[from].0) % period, i, from, second.len() - 1)));
        }
        Residues { answer, first, second, split, heap }
    }
}

/// The number that is -1 modulo `modulus` and 0 modulo `period / modulus`.
fn unit(modulus: &BigUint, period: &BigUint) -> BigUint {
    let others = period / modulus;
    // The groups' moduli have no common factor, so the inverse exists.
    let inverse = (&others % modulus).modinv(modulus).unwrap_or_default();
    others * ((modulus - inverse) % modulus)
}

impl Iterator for Residues<'_> {
    type Item = Residue;

    fn next(&mut self) -> Option<Residue> {
        let Reverse((value, i, j, left)) = self.heap.pop()?;
        if left > 0 {
            let next = (j + 1) % self.second.len();
            let sum = (&self.first[i].0 + &self.second[next].0) % self.answer.period();
            self.heap.push(Reverse((sum, i, next, left - 1)));
        }
        let set = self.first[i].1 | self.second[j].1 << self.split;
        let choices = (0..self.answer.groups.len())
            .map(|g| if set >> g & 1 == 1 { Choice::MinusOne } else { Choice::Zero })
            .collect();
        let listed = self.answer.listed(&value);
        Some(Residue { value, choices, listed })
    }
}

impl OnePass {
    /// The residues modulo the period in rising order, one at a time, or nothing when there are
    /// more than 2^32 of them.
    ///
    /// # Complexity
    ///
    /// For `c` groups, 2^(c/2) numbers of the length of the period beforehand, then O(`c`)
    /// comparisons and one sum for each residue.
    #[must_use]
    pub fn residues(&self) -> Option<Residues<'_>> {
        (self.groups.len() <= MOST_GROUPS).then(|| Residues::new(self))
    }

    /// The row counts that work, from 1 up, without end; nothing when [`residues`](Self::residues)
    /// has nothing.
    #[must_use]
    pub fn row_counts(&self) -> Option<impl Iterator<Item = BigUint> + '_> {
        self.residues()?;
        let cycles = std::iter::successors(Some(BigUint::zero()), |base| Some(base + self.period()));
        Some(
            cycles
                .flat_map(|base| self.residues().into_iter().flatten().map(move |r| &base + r.value))
                .filter(|rows| !rows.is_zero()),
        )
    }

    /// Whether the paper's theorem lists a residue that works.
    fn listed(&self, residue: &BigUint) -> Listed {
        if residue.is_zero() || residue + 1u8 == *self.period() {
            let stretch = self.stretch();
            if stretch.is_one() { Listed::Yes } else { Listed::OneIn(stretch) }
        } else {
            Listed::No
        }
    }

    /// The prime powers with `i = 0` and those with `i = -1`, written as `p^s`.
    #[must_use]
    pub fn powers_by_choice(&self, residue: &Residue) -> (Vec<String>, Vec<String>) {
        let (mut zero, mut minus_one) = (Vec::new(), Vec::new());
        for (group, choice) in self.groups.iter().zip(&residue.choices) {
            let side = if *choice == Choice::Zero { &mut zero } else { &mut minus_one };
            side.extend(&group.members);
        }
        let write = |mut members: Vec<&usize>| {
            members.sort_unstable();
            members.into_iter().map(|&m| power_text(&self.effective.powers()[m])).collect()
        };
        (write(zero), write(minus_one))
    }
}

/// `p^s`, or `p` when `s` is 1.
pub(super) fn power_text(power: &lightsout_algebra::integer::PrimePower) -> String {
    match power.exponent {
        1 => power.prime.prime().to_string(),
        s => format!("{}^{s}", power.prime.prime()),
    }
}
