//! Boards that are closed chains of equal layers: tori, cylinders, Moebius strips and Klein bottles.
//!
//! A layer is a path or a cycle of `w` buttons, place `i` of a layer is next to place `i` of the layers before and after
//! it, and the last layer is glued to the first by `P`, the identity or the reversal of places. Let `T[c][d]` be the
//! number of ways to cover a layer whose places `c` are covered by pieces from the layer before, when the pieces at the
//! places `d` go on into the next layer. With `l` layers the number of coverings is the sum over `s` of `T^l[s][P s]`.
//!
//! `T` is symmetric: it depends on the union of the disjoint sets `c` and `d`. So with `x = T^a e_s` and `y = T^b e_s`,
//! `a + b = l`, a term is `sum_u x[u] y[P u]`. `T` commutes with the symmetries of a layer, so `x` and `y` are needed
//! for one `s` of each orbit only. `T` is applied in place, button by button, with one vector of `2^w` numbers: the
//! memory is that of a plane board of the same width, where a frontier that runs along both ends of the board would
//! need its square.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;

use super::CoveringError;
use super::sample::{Piece, below};
use crate::board::{Board, Rule, Shape, Surface};
use crate::minimal::{Control, parallel};
use lightsout_algebra::random::SplitMix;

/// Additions of words that are begun at most, as a power of two.
const MOST_WORK: f64 = 42.0;
/// The widest layer.
const WIDEST: usize = 24;

/// A closed chain of layers.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    width: usize,
    length: usize,
    /// Whether the last place of a layer is next to the first.
    cycle: bool,
    /// Whether the last layer is glued to the first in reverse.
    flip: bool,
    single: bool,
    /// The button at `layer * width + place`.
    buttons: Vec<usize>,
}

/// Numbers of `W` words, lowest first.
type Number<const W: usize> = [u64; W];

/// Runs a generic body with the fewest words that hold `bits` bits; `None` when there are none so long.
macro_rules! with_words {
    ($bits:expr, $name:ident, $body:expr) => {
        with_words!(@ ($bits) $name $body; 1 2 3 4 5 6 8 10 12 16 24 32 48 64)
    };
    (@ ($bits:expr) $name:ident $body:expr; $($words:literal)*) => {{
        let bits: f64 = $bits;
        $(if bits < 64.0 * $words as f64 {
            const $name: usize = $words;
            Some($body)
        } else)* { None }
    }};
}

impl Ring {
    /// The board as a chain of layers, the narrower way, if it is one of at least three layers.
    pub(super) fn of(board: &Board, single: &[bool], neighbours: &[Vec<u32>]) -> Option<Ring> {
        let Shape::Grid { rows, columns, surface } = board.shape() else { return None };
        if !board.holes().is_empty() || !matches!(board.rule(), Rule::Plus | Rule::PlusOpen) {
            return None;
        }
        let by_columns = |cycle, flip| Ring {
            width: rows,
            length: columns,
            cycle,
            flip,
            single: matches!(board.rule(), Rule::Plus),
            buttons: (0..columns).flat_map(|j| (0..rows).map(move |i| i * columns + j)).collect(),
        };
        let ring = match surface {
            Surface::Cylinder => by_columns(false, false),
            Surface::Mobius => by_columns(false, true),
            Surface::Klein => by_columns(true, true),
            Surface::Torus if rows <= columns => by_columns(true, false),
            Surface::Torus => Ring {
                width: columns,
                length: rows,
                buttons: (0..rows * columns).collect(),
                ..by_columns(true, false)
            },
            Surface::Plane | Surface::Projective => return None,
        };
        let fits = ring.length >= 3 && ring.width <= WIDEST && (!ring.cycle || ring.width >= 3);
        (fits && ring.describes(single, neighbours)).then_some(ring)
    }

    /// Whether the wiring is what the layers say.
    fn describes(&self, single: &[bool], neighbours: &[Vec<u32>]) -> bool {
        let w = self.width;
        if self.buttons.len() != neighbours.len() || single.iter().any(|&s| s != self.single) {
            return false;
        }
        let mut expected = vec![Vec::new(); neighbours.len()];
        let mut join = |a: usize, b: usize| {
            let (a, b) = (self.buttons[a], self.buttons[b]);
            expected[a].push(b as u32);
            expected[b].push(a as u32);
        };
        for layer in 0..self.length {
            for place in 0..w {
                if place + 1 < w {
                    join(layer * w + place, layer * w + place + 1);
                } else if self.cycle {
                    join(layer * w + place, layer * w);
                }
                if layer + 1 < self.length {
                    join(layer * w + place, (layer + 1) * w + place);
                } else {
                    join(layer * w + place, if self.flip { w - 1 - place } else { place });
                }
            }
        }
        expected.iter_mut().zip(neighbours).all(|(mine, theirs)| {
            let mut theirs = theirs.clone();
            mine.sort_unstable();
            theirs.sort_unstable();
            *mine == theirs
        })
    }

    /// About how many additions counting takes, as a power of two.
    pub(super) fn work(&self) -> f64 {
        let orbits = self.width as f64 - if self.cycle { 2.0 * self.width as f64 } else { 2.0 }.log2();
        let half = (self.length as f64 / 2.0 + 1.0) * self.width as f64;
        orbits.max(0.0) + self.width as f64 + half.log2() + (half / 60.0).max(1.0).log2()
    }

    /// Whether counting is begun at all.
    pub(super) fn is_feasible(&self) -> bool {
        self.work() <= MOST_WORK
    }

    /// The reversed places.
    fn reverse(&self, mask: usize) -> usize {
        mask.reverse_bits() >> (usize::BITS as usize - self.width)
    }

    /// The places moved on by `by` around a cycle.
    fn rotate(&self, mask: usize, by: usize) -> usize {
        let low = self.width - by;
        ((mask << by) | (mask >> low)) & ((1 << self.width) - 1)
    }

    /// The symmetries of a layer, as (whether reversed first, then moved by).
    fn symmetries(&self) -> impl Iterator<Item = (bool, usize)> + '_ {
        (0..if self.cycle { self.width } else { 1 }).flat_map(|by| [(false, by), (true, by)])
    }

    fn image(&self, mask: usize, (reversed, by): (bool, usize)) -> usize {
        self.rotate(if reversed { self.reverse(mask) } else { mask }, by)
    }

    /// The gluing as `g` sees it: `g^-1 P g`, as a symmetry.
    ///
    /// With rho the move by one and P the reversal, `P rho^k = rho^-k P`; for `g = rho^k` or `rho^k P` the conjugate is
    /// `rho^(-2 k) P` or `rho^(2 k) P`.
    fn seen_by(&self, (reversed, by): (bool, usize)) -> (bool, usize) {
        if !self.flip {
            return (false, 0);
        }
        let twice = 2 * by % self.width;
        (true, if reversed { twice } else { (self.width - twice) % self.width })
    }

    /// A bound on the bits of the entries of `T^power e_s`, for every `s`.
    fn bits(&self, power: usize) -> f64 {
        let mut sums = vec![1.0f64; 1 << self.width];
        let mut exponent = 0.0;
        for _ in 0..power {
            self.apply(&mut sums, |a, b| *a += b);
            let greatest = sums.iter().copied().fold(1.0, f64::max);
            let scale = greatest.log2().floor().exp2();
            exponent += scale.log2();
            sums.iter_mut().for_each(|x| *x /= scale);
        }
        // The rounding errors are far below one bit.
        exponent + sums.iter().copied().fold(1.0, f64::max).log2() + 1.0
    }

    /// `vector = T vector`.
    fn apply<N: Copy>(&self, vector: &mut [N], mut add: impl FnMut(&mut N, N)) {
        for step in 0..self.steps() {
            self.step(vector, step, &mut add);
        }
    }

    /// Steps of one layer: first the piece from the last place to the first, then place after place.
    fn steps(&self) -> usize {
        self.width + 1
    }

    /// One step, in place. Bits of places not yet settled say that a piece covers them, of the others that the piece there
    /// goes on into the next layer.
    fn step<N: Copy>(&self, vector: &mut [N], step: usize, add: &mut impl FnMut(&mut N, N)) {
        let w = self.width;
        if step == 0 {
            if self.cycle {
                let ends = 1 | 1 << (w - 1);
                for mask in (0..1 << (w - 1)).step_by(2) {
                    let value = vector[mask];
                    add(&mut vector[mask | ends], value);
                }
            }
            return;
        }
        let stride = 1 << (step - 1);
        if step == w {
            let (low, high) = vector.split_at_mut(stride);
            for (x0, x1) in low.iter_mut().zip(high) {
                let (a, b) = (*x0, *x1);
                *x0 = b;
                if self.single {
                    add(x0, a);
                }
                *x1 = a;
            }
            return;
        }
        for chunk in vector.chunks_exact_mut(4 * stride) {
            let (low, high) = chunk.split_at_mut(2 * stride);
            let ((x00, x10), (x01, x11)) = (low.split_at_mut(stride), high.split_at_mut(stride));
            for (((x00, x10), x01), x11) in x00.iter_mut().zip(x10).zip(x01).zip(x11) {
                let (a, b, c, d) = (*x00, *x10, *x01, *x11);
                // Covered, or alone.
                *x00 = b;
                *x01 = d;
                if self.single {
                    add(x00, a);
                    add(x01, c);
                }
                // With the next place.
                add(x01, a);
                // Into the next layer.
                *x10 = a;
                *x11 = c;
            }
        }
    }

    /// `T^l[s][P s]` for every `s` where it is not 0.
    fn terms(
        &self,
        limit: usize,
        name: &str,
        control: &dyn Control,
    ) -> Result<Vec<(usize, BigUint)>, CoveringError> {
        let half = self.length.div_ceil(2);
        let refuse = || CoveringError::TooLong { board: name.into(), width: self.width, length: self.length };
        if !self.is_feasible() {
            return Err(refuse());
        }
        let terms = with_words!(self.bits(half), W, {
            if (1usize << self.width).saturating_mul(4 * 8 * W) > limit {
                return Err(refuse());
            }
            self.terms_in::<W>(control)
        });
        if control.stop() {
            return Err(CoveringError::Stopped { board: name.into() });
        }
        terms.ok_or_else(refuse)
    }

    /// The terms; not all of them when `control` stops it.
    fn terms_in<const W: usize>(&self, control: &dyn Control) -> Vec<(usize, BigUint)> {
        let (found, done) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
        // A task looks at the masks with the same low bits: orbits' least members crowd at the low masks.
        let task_bits = self.width.min(8);
        // Threads are not worth their start for small layers.
        let threads = usize::from(self.width < 8);
        parallel::for_each(1 << task_bits, threads, |task| {
            let mut mine = Vec::new();
            let mut x = vec![[0; W]; 1 << self.width];
            for s in (task..1 << self.width).step_by(1 << task_bits) {
                if self.symmetries().any(|g| self.image(s, g) < s) {
                    continue;
                }
                x.fill([0; W]);
                x[s][0] = 1;
                for _ in 0..self.length / 2 {
                    if control.stop() {
                        return;
                    }
                    self.apply(&mut x, plus::<W>);
                }
                let mut y = x.clone();
                if self.length % 2 == 1 {
                    self.apply(&mut y, plus::<W>);
                }
                let mut known: Vec<((bool, usize), BigUint)> = Vec::new();
                let mut images: Vec<usize> = Vec::new();
                for g in self.symmetries() {
                    let image = self.image(s, g);
                    if images.contains(&image) {
                        continue;
                    }
                    images.push(image);
                    let seen = self.seen_by(g);
                    let value = match known.iter().find(|k| k.0 == seen) {
                        Some(known) => known.1.clone(),
                        None => {
                            let value = dot(&x, |u| &y[self.image(u, seen)]);
                            known.push((seen, value.clone()));
                            value
                        }
                    };
                    mine.push((image, value));
                }
            }
            found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).append(&mut mine);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            control.share(done as f64 / f64::from(1u32 << task_bits));
        });
        let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.retain(|term| term.1 != BigUint::ZERO);
        found.sort_unstable_by_key(|term| term.0);
        found
    }

    /// The number of coverings.
    pub(super) fn count(
        &self,
        limit: usize,
        name: &str,
        control: &dyn Control,
    ) -> Result<BigUint, CoveringError> {
        Ok(self.terms(limit, name, control)?.into_iter().map(|term| term.1).sum())
    }

    /// The pieces of a covering drawn at random, every one equally likely: first the places `s` where pieces cross from
    /// the last layer to the first, then from the last step to the first one of the masks that led to the mask after it.
    pub(super) fn sample(
        &self,
        seed: u64,
        limit: usize,
        name: &str,
        control: &dyn Control,
    ) -> Result<Option<Vec<Piece>>, CoveringError> {
        let terms = self.terms(limit, name, control)?;
        let total: BigUint = terms.iter().map(|term| &term.1).sum();
        if total == BigUint::ZERO {
            return Ok(None);
        }
        let mut random = SplitMix::new(seed);
        let mut draw = below(&total, &mut random);
        let mut start = 0;
        for (s, ways) in &terms {
            if draw < *ways {
                start = *s;
                break;
            }
            draw -= ways;
        }
        let drawn = with_words!(self.bits(self.length), W, {
            let numbers = (1usize << self.width).saturating_mul(self.length + self.steps() + 1);
            if numbers.saturating_mul(8 * W) > limit {
                return Err(CoveringError::TooLong {
                    board: name.into(),
                    width: self.width,
                    length: self.length,
                });
            }
            self.draw::<W>(start, &mut random)
        });
        drawn.map(Some).ok_or_else(|| CoveringError::TooLong {
            board: name.into(),
            width: self.width,
            length: self.length,
        })
    }

    fn draw<const W: usize>(&self, start: usize, random: &mut SplitMix) -> Vec<Piece> {
        let w = self.width;
        let mut vector = vec![[0; W]; 1 << w];
        vector[start][0] = 1;
        let mut layers = Vec::with_capacity(self.length);
        for _ in 0..self.length {
            layers.push(vector.clone());
            self.apply(&mut vector, plus::<W>);
        }
        let mut mask = if self.flip { self.reverse(start) } else { start };
        let mut pieces = Vec::new();
        let button = |layer: usize, place: usize| self.buttons[layer * w + place];
        let pair = |a: usize, b: usize| Piece::Double(a.min(b), a.max(b));
        while let Some(first) = layers.pop() {
            let layer = layers.len();
            // before[step]: the vector before that step.
            let mut before = vec![first];
            for step in 0..self.steps() - 1 {
                let mut next = before[step].clone();
                self.step(&mut next, step, &mut plus::<W>);
                before.push(next);
            }
            for step in (0..self.steps()).rev() {
                let mut choices: Vec<(usize, Option<Piece>)> = Vec::new();
                if step == 0 {
                    choices.push((mask, None));
                    let ends = 1 | 1 << (w - 1);
                    if self.cycle && mask & ends == ends {
                        choices.push((mask & !ends, Some(pair(button(layer, 0), button(layer, w - 1)))));
                    }
                } else {
                    let place = step - 1;
                    let (here, next) = (1 << place, if step < w { 1 << step } else { 0 });
                    if mask & here != 0 {
                        // Into the next layer; the last one's is the first, perhaps in reverse.
                        let other = match layer + 1 == self.length {
                            false => button(layer + 1, place),
                            true => button(0, if self.flip { w - 1 - place } else { place }),
                        };
                        choices.push((mask & !here, Some(pair(button(layer, place), other))));
                    } else {
                        choices.push((mask | here, None));
                        if self.single {
                            choices.push((mask, Some(Piece::Single(button(layer, place)))));
                        }
                        if mask & next != 0 {
                            let piece = pair(button(layer, place), button(layer, place + 1));
                            choices.push((mask & !next, Some(piece)));
                        }
                    }
                }
                let ways: Vec<BigUint> = choices.iter().map(|c| big(&before[step][c.0])).collect();
                let mut draw = below(&ways.iter().sum(), random);
                for ((previous, piece), ways) in choices.into_iter().zip(ways) {
                    if draw < ways {
                        mask = previous;
                        pieces.extend(piece);
                        break;
                    }
                    draw -= ways;
                }
            }
        }
        debug_assert_eq!(mask, start);
        pieces
    }
}

/// `x += y`; the bound on the bits keeps it from wrapping.
fn plus<const W: usize>(x: &mut Number<W>, y: Number<W>) {
    let mut carry = false;
    for (a, b) in x.iter_mut().zip(y) {
        let (sum, over) = a.overflowing_add(b);
        let (sum, again) = sum.overflowing_add(u64::from(carry));
        *a = sum;
        carry = over | again;
    }
    debug_assert!(!carry, "the number of words bounds every entry");
}

/// The sum of the products of all entries of `x` with their partners.
fn dot<'a, const W: usize>(x: &[Number<W>], partner: impl Fn(usize) -> &'a Number<W>) -> BigUint {
    // Products of 2 W words, and one more for the sum of up to 2^24 of them.
    let mut sum = vec![0u64; 2 * W + 1];
    for (u, a) in x.iter().enumerate() {
        if *a == [0; W] {
            continue;
        }
        let b = partner(u);
        for (i, &p) in a.iter().enumerate() {
            let mut carry = 0u128;
            for (place, &q) in sum[i..].iter_mut().zip(b) {
                let t = u128::from(p) * u128::from(q) + u128::from(*place) + carry;
                *place = t as u64;
                carry = t >> 64;
            }
            let mut at = i + W;
            while carry != 0 {
                let t = u128::from(sum[at]) + carry;
                sum[at] = t as u64;
                carry = t >> 64;
                at += 1;
            }
        }
    }
    big(&sum)
}

fn big(words: &[u64]) -> BigUint {
    BigUint::new(words.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect())
}

#[cfg(test)]
mod tests {
    use super::super::Coverings;
    use super::*;
    use crate::minimal::Unattended;
    use std::collections::HashMap;

    fn both(spec: &str, open: bool) -> (Coverings, Ring) {
        let mut board: Board = spec.parse().unwrap();
        if open {
            board = board.with_rule(Rule::PlusOpen).unwrap();
        }
        let coverings = Coverings::new(&board).unwrap();
        let ring = Ring::of(&board, &coverings.single, &coverings.neighbours);
        (Coverings { ring: None, ..coverings }, ring.unwrap_or_else(|| panic!("{spec} has layers")))
    }

    #[test]
    fn layers_agree_with_the_frontier() {
        for kind in ["cylinder", "torus", "mobius", "klein"] {
            for m in 1..=7 {
                for n in 3..=7 {
                    if m < 3 && matches!(kind, "torus" | "klein") || m * n > 42 {
                        continue;
                    }
                    for open in [false, true] {
                        let spec = format!("{kind}:{m}x{n}");
                        let (plain, ring) = both(&spec, open);
                        let count = plain.count().unwrap();
                        assert_eq!(ring.count(1 << 30, "", &Unattended).unwrap(), count, "{spec} {open}");
                        let drawn = ring.sample(3, 1 << 30, "", &Unattended).unwrap();
                        assert_eq!(drawn.is_none(), count == BigUint::ZERO);
                        if let Some(pieces) = drawn {
                            super::super::Covering::new(&plain, pieces).unwrap();
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn long_and_wide_boards_agree() {
        for spec in ["torus:3x70", "cylinder:2x400", "torus:40x4", "klein:4x31", "mobius:5x45", "torus:9x9"] {
            let (plain, ring) = both(spec, false);
            assert_eq!(ring.count(1 << 30, "", &Unattended).unwrap(), plain.count().unwrap(), "{spec}");
        }
    }

    #[test]
    fn other_boards_have_no_layers() {
        for spec in ["5x5", "projective:4x4", "torus:2x7", "cylinder:4x2", "triangle:5", "torus:1x5"] {
            let board: Board = spec.parse().unwrap();
            assert!(Coverings::new(&board).unwrap().ring.is_none(), "{spec}");
        }
        let holed = "torus:4x4".parse::<Board>().unwrap().with_holes([3]).unwrap();
        assert!(Coverings::new(&holed).unwrap().ring.is_none());
        let king = "torus:4x4".parse::<Board>().unwrap().with_rule(Rule::King).unwrap();
        assert!(Coverings::new(&king).unwrap().ring.is_none());
    }

    #[test]
    fn draws_are_uniform() {
        for spec in ["torus:3x3", "mobius:2x3", "klein:3x3"] {
            let (plain, ring) = both(spec, false);
            let count = u64::try_from(plain.count().unwrap()).unwrap();
            let mut seen: HashMap<super::super::Covering, u64> = HashMap::new();
            let draws = 40 * count;
            for seed in 0..draws {
                let pieces = ring.sample(seed, 1 << 30, "", &Unattended).unwrap().unwrap();
                *seen.entry(super::super::Covering::new(&plain, pieces).unwrap()).or_default() += 1;
            }
            assert_eq!(seen.len() as u64, count, "{spec}");
            // Chi-square: its mean is the number of coverings, its variance twice that.
            let chi: f64 = seen.values().map(|&x| (x as f64 - 40.0).powi(2) / 40.0).sum();
            assert!((chi - count as f64).abs() < 6.0 * (2.0 * count as f64).sqrt(), "{spec} {chi}");
        }
    }
}
