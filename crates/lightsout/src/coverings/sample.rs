//! Drawing a covering at random, every one equally likely.

use num_bigint::BigUint;

use super::layer::Layer;
use super::{CoveringError, Coverings};
use crate::minimal::{Control, Unattended};
use lightsout_algebra::random::SplitMix;

/// A piece of a covering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// One button.
    Single(usize),
    /// Two neighbours, the lower number first.
    Double(usize, usize),
}

/// A partition of the buttons into pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Covering {
    pieces: Vec<Piece>,
}

impl Covering {
    /// A covering from its pieces.
    ///
    /// # Errors
    /// With a sentence that says what is wrong, when the pieces do not cover every button of
    /// `coverings` exactly once or are not allowed there.
    pub fn new(coverings: &Coverings, mut pieces: Vec<Piece>) -> Result<Covering, String> {
        let n = coverings.buttons();
        let mut covered = vec![false; n];
        for piece in &mut pieces {
            if let Piece::Double(a, b) = *piece {
                *piece = Piece::Double(a.min(b), a.max(b));
            }
            let allowed = match *piece {
                Piece::Single(a) => a < n && coverings.single(a),
                Piece::Double(a, b) => a < n && b < n && coverings.neighbours(a).contains(&(b as u32)),
            };
            if !allowed {
                return Err(format!("{piece} is not a piece of this board"));
            }
            for button in piece.buttons() {
                if core::mem::replace(&mut covered[button], true) {
                    return Err(format!("button {} is covered twice", button + 1));
                }
            }
        }
        if let Some(button) = covered.iter().position(|&c| !c) {
            return Err(format!("button {} is not covered", button + 1));
        }
        pieces.sort_unstable_by_key(|piece| piece.buttons().next());
        Ok(Covering { pieces })
    }

    /// The pieces in order of their first button.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
}

impl Piece {
    /// The buttons under the piece, counted from 0.
    pub fn buttons(self) -> impl Iterator<Item = usize> {
        let (a, b) = match self {
            Piece::Single(a) => (a, None),
            Piece::Double(a, b) => (a, Some(b)),
        };
        core::iter::once(a).chain(b)
    }
}

impl core::fmt::Display for Piece {
    /// As a set of buttons counted from 1, such as `{5, 9}`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Piece::Single(a) => write!(f, "{{{}}}", a + 1),
            Piece::Double(a, b) => write!(f, "{{{}, {}}}", a + 1, b + 1),
        }
    }
}

impl core::fmt::Display for Covering {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (t, piece) in self.pieces.iter().enumerate() {
            if t > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{piece}")?;
        }
        Ok(())
    }
}

impl Coverings {
    /// A covering drawn at random, every one with the same probability; `None` when there is none.
    /// The same seed draws the same covering.
    ///
    /// The counts of partial coverings are followed back from the end: at each button the last
    /// choice is drawn in proportion to the number of ways to reach the state before it. Only every
    /// s-th layer is kept, s about the square root of their number; the others are computed again.
    ///
    /// # Errors
    /// When the states would take more memory than the limit.
    ///
    /// # Complexity
    /// Twice the time of [`Coverings::count`] and about 2 s times its memory.
    pub fn sample(&self, seed: u64) -> Result<Option<Covering>, CoveringError> {
        self.sample_with(seed, &Unattended)
    }

    /// The same as [`sample`](Self::sample), given up when `control` says so.
    ///
    /// # Errors
    /// As [`sample`](Self::sample), and [`CoveringError::Stopped`].
    ///
    /// # Complexity
    /// As [`sample`](Self::sample).
    ///
    /// # Examples
    /// ```
    /// use lightsout::coverings::Coverings;
    /// use lightsout::minimal::Unattended;
    ///
    /// let coverings = Coverings::new(&"4x4".parse()?)?;
    /// assert_eq!(coverings.sample_with(7, &Unattended)?, coverings.sample(7)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample_with(&self, seed: u64, control: &dyn Control) -> Result<Option<Covering>, CoveringError> {
        if let Some(ring) = self.layers() {
            let pieces = ring.sample(seed, self.limit, &self.name, control)?;
            return Ok(pieces.map(|list| Covering::new(self, list).expect("the layers join allowed pieces")));
        }
        self.check_width()?;
        let plan = &self.plan;
        let steps = plan.steps();
        let stride = (steps as f64).sqrt().ceil().max(1.0) as usize;
        let mut kept: Vec<Layer> = Vec::new();
        let (mut layer, mut bytes) = (plan.start(), 0);
        // The way back takes as long again.
        let (work, mut done) = (2.0 * plan.work(), 0.0);
        for step in 0..steps {
            control.share(done / work);
            done += plan.step(step).work();
            let next = self.advance(&layer, step, bytes, control)?;
            if step % stride == 0 {
                bytes += layer.bytes();
                kept.push(layer);
            }
            layer = next;
        }
        if layer.total() == BigUint::ZERO {
            return Ok(None);
        }
        let mut random = SplitMix::new(seed);
        let mut pieces = Vec::new();
        let mut mask = 0u64;
        let mut end = steps;
        while let Some(first) = kept.pop() {
            let start = kept.len() * stride;
            // layers[i] is the one before step start + i.
            bytes -= first.bytes();
            let mut layers = vec![first];
            let mut here = bytes;
            for step in start..end.saturating_sub(1) {
                control.share(done / work);
                done += plan.step(step).work();
                let before = layers.last().unwrap_or(&layer);
                let next = self.advance(before, step, here, control)?;
                here += before.bytes();
                layers.push(next);
            }
            for step in (start..end).rev() {
                let before = &layers[step - start];
                mask = self.step_back(before, step, mask, &mut random, &mut pieces);
            }
            end = start;
        }
        debug_assert_eq!(mask, 0);
        Ok(Some(Covering::new(self, pieces).expect("the transfer only joins allowed pieces")))
    }

    /// Draws the choice at a step that led to `mask` and returns the mask before it.
    fn step_back(
        &self,
        before: &Layer,
        step: usize,
        mask: u64,
        random: &mut SplitMix,
        pieces: &mut Vec<Piece>,
    ) -> u64 {
        let step = self.plan.step(step);
        let mut choices: Vec<(u64, Option<Piece>)> = Vec::new();
        if mask & step.new == 0 {
            if step.own != 0 {
                choices.push((mask | step.own, None));
            }
            if step.single {
                choices.push((mask, Some(Piece::Single(step.button))));
            }
        }
        for &(other, bit) in &step.later {
            if mask & bit != 0 && mask & step.new & !bit == 0 {
                choices.push((mask & !bit, Some(Piece::Double(step.button, other))));
            }
        }
        let ways: Vec<BigUint> = choices.iter().map(|&(mask, _)| before.get(mask)).collect();
        let mut draw = below(&ways.iter().sum(), random);
        for ((mask, piece), ways) in choices.into_iter().zip(ways) {
            if draw < ways {
                pieces.extend(piece);
                return mask;
            }
            draw -= ways;
        }
        unreachable!("the draw is below the sum of the ways")
    }
}

/// A number below `bound > 0`, every one equally likely, by rejection.
pub(super) fn below(bound: &BigUint, random: &mut SplitMix) -> BigUint {
    let bits = bound.bits();
    loop {
        let mut digits: Vec<u32> = (0..bits.div_ceil(32)).map(|_| (random.next_u64() >> 32) as u32).collect();
        if let Some(top) = digits.last_mut()
            && bits % 32 != 0
        {
            *top &= (1 << (bits % 32)) - 1;
        }
        let draw = BigUint::new(digits);
        if draw < *bound {
            return draw;
        }
    }
}
