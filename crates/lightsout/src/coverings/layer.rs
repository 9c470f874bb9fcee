//! One layer of the frontier transfer: how many partial coverings lead to each state.

use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashMap;

use num_bigint::BigUint;

/// A hasher for masks, which are spread by one multiplication.
#[derive(Clone, Default)]
pub(super) struct MaskHasher(u64);

impl Hasher for MaskHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, mask: u64) {
        let product = u128::from(self.0 ^ mask ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

type Index = HashMap<u64, u32, BuildHasherDefault<MaskHasher>>;

/// A mask has a bit for each button of the frontier: set when a piece already covers it.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Words of each count.
    limbs: usize,
    /// `None` when the place of a mask is the mask itself.
    index: Option<Index>,
    /// The masks in order of place, when there is an index.
    masks: Vec<u64>,
    counts: Vec<u64>,
}

/// Bytes that a state takes beside its count when there is an index.
const INDEX_BYTES: usize = 32;

impl Layer {
    /// A layer whose masks have `bits` bits, without any state. Up to `dense` bits every mask gets
    /// a place. `None` when that takes more than `limit` bytes.
    pub(super) fn new(bits: u32, limbs: usize, dense: u32, limit: usize) -> Option<Layer> {
        if bits <= dense {
            let words = limbs.checked_shl(bits).filter(|words| words >> bits == limbs)?;
            (words.checked_mul(8)? <= limit).then(|| Layer {
                limbs,
                index: None,
                masks: Vec::new(),
                counts: vec![0; words],
            })
        } else {
            Some(Layer { limbs, index: Some(Index::default()), masks: Vec::new(), counts: Vec::new() })
        }
    }

    /// Adds a count, given in words, to a state. `None` when a new state takes the layer beyond
    /// `limit` bytes.
    pub(super) fn add(&mut self, mask: u64, count: &[u64], limit: usize) -> Option<()> {
        let limbs = self.limbs;
        let place = match &mut self.index {
            None => mask as usize,
            Some(index) => {
                let next = self.masks.len();
                let place = *index.entry(mask).or_insert(next as u32) as usize;
                if place == next {
                    if (next + 1).saturating_mul(Self::state_bytes(limbs)) > limit
                        || next >= u32::MAX as usize
                    {
                        return None;
                    }
                    self.masks.push(mask);
                    self.counts.resize(self.counts.len() + limbs, 0);
                }
                place
            }
        };
        let mut carry = false;
        let sum = &mut self.counts[place * limbs..(place + 1) * limbs];
        for (t, word) in sum.iter_mut().enumerate() {
            let (a, over) = word.overflowing_add(count.get(t).copied().unwrap_or(0));
            let (b, again) = a.overflowing_add(u64::from(carry));
            *word = b;
            carry = over || again;
        }
        debug_assert!(!carry, "the number of words bounds every count");
        Some(())
    }

    /// Calls `each` for every state with its count until it returns `None`.
    pub(super) fn try_for_each(&self, mut each: impl FnMut(u64, &[u64]) -> Option<()>) -> Option<()> {
        for (place, count) in self.counts.chunks_exact(self.limbs).enumerate() {
            let mask = if self.index.is_some() { self.masks[place] } else { place as u64 };
            if count.iter().any(|&word| word != 0) {
                each(mask, count)?;
            }
        }
        Some(())
    }

    /// The count of a state.
    pub(super) fn get(&self, mask: u64) -> BigUint {
        let place = match &self.index {
            None => mask as usize,
            Some(index) => match index.get(&mask) {
                None => return BigUint::ZERO,
                Some(&place) => place as usize,
            },
        };
        match self.counts.get(place * self.limbs..(place + 1) * self.limbs) {
            None => BigUint::ZERO,
            Some(words) => big(words),
        }
    }

    /// The sum of all counts.
    pub(super) fn total(&self) -> BigUint {
        self.counts.chunks_exact(self.limbs).map(big).sum()
    }

    /// Bytes that a state takes in a layer with an index.
    pub(super) fn state_bytes(limbs: usize) -> usize {
        8 * limbs + INDEX_BYTES
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        8 * self.counts.len() + INDEX_BYTES * self.masks.len()
    }
}

fn big(words: &[u64]) -> BigUint {
    BigUint::new(words.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect())
}
