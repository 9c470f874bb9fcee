//! Every quiet pattern, one after the other.

use lightsout_algebra::gf2::BitVec;

use super::Kernel;

/// Bytes of basis patterns that are kept rather than made again.
const KEPT: usize = 256 << 20;

/// All quiet patterns in Gray-code order; see [`Kernel::elements`].
///
/// Step t >= 1 adds basis pattern v(t), v(t) the number of times that 2 divides t.
#[derive(Clone, Debug)]
pub struct Elements<'a> {
    kernel: &'a Kernel,
    kept: Vec<BitVec>,
    current: BitVec,
    /// The number of patterns given so far, in binary, least digit first; longer than any walk.
    steps: u128,
}

impl<'a> Elements<'a> {
    pub(super) fn new(kernel: &'a Kernel) -> Elements<'a> {
        let cells = kernel.board().cells();
        let bytes = kernel.nullity().saturating_mul(cells.div_ceil(8));
        let kept = if bytes <= KEPT { kernel.basis().collect() } else { Vec::new() };
        Elements { kernel, kept, current: BitVec::zeros(cells), steps: 0 }
    }
}

impl Iterator for Elements<'_> {
    type Item = BitVec;

    fn next(&mut self) -> Option<BitVec> {
        let d = self.kernel.nullity();
        if self.steps > 0 {
            let flip = self.steps.trailing_zeros() as usize;
            if flip >= d {
                return None;
            }
            match self.kept.get(flip) {
                Some(pattern) => self.current ^= pattern,
                None => self.current ^= &self.kernel.pattern(flip),
            }
        }
        self.steps += 1;
        Some(self.current.clone())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let d = self.kernel.nullity();
        match 1usize.checked_shl(d as u32).filter(|_| d < usize::BITS as usize) {
            Some(all) => {
                let left = all.saturating_sub(usize::try_from(self.steps).unwrap_or(usize::MAX));
                (left, Some(left))
            }
            None => (usize::MAX, None),
        }
    }
}
