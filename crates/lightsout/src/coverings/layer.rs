//! One layer of the frontier transfer: how many partial coverings lead to each state.

use num_bigint::BigUint;

/// A mask has a bit for each button of the frontier: set when a piece already covers it.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Words of each count.
    limbs: usize,
    /// A hash table of places; `None` when the place of a mask is the mask itself.
    index: Option<Vec<u32>>,
    /// Number of places in use.
    states: usize,
    /// The entries by place, so many in each chunk that the place's high bits name it: with an index the mask and its
    /// count, else the count alone. Chunks never move, so that nothing is held twice while a layer grows.
    chunks: Vec<Vec<u64>>,
    chunk_bits: u32,
}

/// Entries in a chunk of a layer with an index, as a power of two.
const CHUNK: u32 = 10;
/// The slot of the hash table that holds no place.
const FREE: u32 = u32::MAX;

impl Layer {
    /// A layer whose masks have `bits` bits, without any state. Up to `dense` bits every mask gets
    /// a place. `None` when that takes more than `limit` bytes.
    pub(super) fn new(bits: u32, limbs: usize, dense: u32, limit: usize) -> Option<Layer> {
        if bits > dense {
            let index = Some(Vec::new());
            return Some(Layer { limbs, index, states: 0, chunks: Vec::new(), chunk_bits: CHUNK });
        }
        let words = limbs.checked_shl(bits).filter(|words| words >> bits == limbs)?;
        (words.checked_mul(8)? <= limit).then(|| Layer {
            limbs,
            index: None,
            states: 1 << bits,
            chunks: vec![vec![0; words]],
            chunk_bits: bits,
        })
    }

    /// Words of an entry.
    fn stride(&self) -> usize {
        self.limbs + usize::from(self.index.is_some())
    }

    fn entry(&self, place: usize) -> &[u64] {
        let at = (place & ((1 << self.chunk_bits) - 1)) * self.stride();
        &self.chunks[place >> self.chunk_bits][at..at + self.stride()]
    }

    /// The slot of a mask in the hash table, or the free one where it belongs; the table has a free slot.
    fn slot(&self, index: &[u32], mask: u64) -> usize {
        let mut slot = spread(mask) as usize & (index.len() - 1);
        while index[slot] != FREE && self.entry(index[slot] as usize)[0] != mask {
            slot = (slot + 1) & (index.len() - 1);
        }
        slot
    }

    /// Makes room for one more state. `None` when the layer would take more than `limit` bytes.
    fn grow(&mut self, limit: usize) -> Option<()> {
        let slots = self.index.as_ref().map_or(0, Vec::len);
        if self.states == self.chunks.len() << self.chunk_bits {
            let words = self.stride() << self.chunk_bits;
            (self.bytes() + 8 * words <= limit).then(|| self.chunks.push(vec![0; words]))?;
        }
        if 4 * (self.states + 1) > 3 * slots {
            let wanted = (2 * slots).max(1 << CHUNK);
            if self.bytes() + 4 * (wanted - slots) > limit || wanted as u64 > 1 << 32 {
                return None;
            }
            // The old table goes before the new one comes: the entries tell what was in it.
            self.index = Some(Vec::new());
            let mut index = vec![FREE; wanted];
            for place in 0..self.states {
                let slot = self.slot(&index, self.entry(place)[0]);
                index[slot] = place as u32;
            }
            self.index = Some(index);
        }
        Some(())
    }

    /// The place of a mask, a new one when it has none.
    fn place(&mut self, mask: u64, limit: usize) -> Option<usize> {
        let Some(index) = &self.index else { return Some(mask as usize) };
        if !index.is_empty() {
            let place = index[self.slot(index, mask)];
            if place != FREE {
                return Some(place as usize);
            }
        }
        self.grow(limit)?;
        let place = self.states;
        let index = self.index.as_ref()?;
        let slot = self.slot(index, mask);
        self.index.as_mut()?[slot] = place as u32;
        let at = (place & ((1 << self.chunk_bits) - 1)) * self.stride();
        self.chunks[place >> self.chunk_bits][at] = mask;
        self.states += 1;
        Some(place)
    }

    /// Adds a count, given in words, to a state. `None` when a new state takes the layer beyond
    /// `limit` bytes.
    pub(super) fn add(&mut self, mask: u64, count: &[u64], limit: usize) -> Option<()> {
        let place = self.place(mask, limit)?;
        let end = ((place & ((1 << self.chunk_bits) - 1)) + 1) * self.stride();
        let sum = &mut self.chunks[place >> self.chunk_bits][end - self.limbs..end];
        let mut carry = false;
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
        let entries = self.chunks.iter().flat_map(|chunk| chunk.chunks_exact(self.stride()));
        for (place, entry) in entries.take(self.states).enumerate() {
            let (mask, count) = match self.index {
                None => (place as u64, entry),
                Some(_) => (entry[0], &entry[1..]),
            };
            if count.iter().any(|&word| word != 0) {
                each(mask, count)?;
            }
        }
        Some(())
    }

    /// The count of a state.
    pub(super) fn get(&self, mask: u64) -> BigUint {
        let place = match &self.index {
            None if mask < self.states as u64 => mask as usize,
            Some(index) if !index.is_empty() && index[self.slot(index, mask)] != FREE => {
                index[self.slot(index, mask)] as usize
            }
            _ => return BigUint::ZERO,
        };
        let entry = self.entry(place);
        big(&entry[entry.len() - self.limbs..])
    }

    /// The sum of all counts.
    pub(super) fn total(&self) -> BigUint {
        let mut total = BigUint::ZERO;
        let _ = self.try_for_each(|_, count| {
            total += big(count);
            Some(())
        });
        total
    }

    /// About how many bytes a state takes in a layer with an index: the mask, the count, and two slots.
    pub(super) fn state_bytes(limbs: usize) -> usize {
        8 * limbs + 16
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        let slots = self.index.as_ref().map_or(0, Vec::len);
        4 * slots + self.chunks.iter().map(|chunk| 8 * chunk.len()).next().unwrap_or(0) * self.chunks.len()
    }
}

/// Spreads a mask by one multiplication.
fn spread(mask: u64) -> u64 {
    let product = u128::from(mask ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    (product >> 64) as u64 ^ product as u64
}

fn big(words: &[u64]) -> BigUint {
    BigUint::new(words.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Masks that come again and again.
    fn mask(i: u64) -> u64 {
        (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % 7001) << 20
    }

    #[test]
    fn a_layer_is_a_map() {
        let mut layer = Layer::new(33, 2, 20, usize::MAX).unwrap();
        let mut map: HashMap<u64, u64> = HashMap::new();
        for i in 0..20_000 {
            layer.add(mask(i), &[i], usize::MAX).unwrap();
            *map.entry(mask(i)).or_default() += i;
        }
        assert!(map.iter().all(|(&mask, &count)| layer.get(mask) == BigUint::from(count)));
        assert_eq!(layer.get(3), BigUint::ZERO);
        assert_eq!(layer.total(), BigUint::from(map.values().sum::<u64>()));
        let mut states = 0;
        layer.try_for_each(|mask, count| {
            states += 1;
            (map[&mask] == count[0] && count[1] == 0).then_some(())
        });
        assert_eq!(states, map.len());
    }

    #[test]
    fn a_layer_stays_within_its_bytes() {
        for limit in [0, 20_000, 100_000, 1 << 20] {
            let mut layer = Layer::new(33, 3, 20, limit).unwrap();
            let fitted = (0..).take_while(|&i| layer.add(i << 9, &[1], limit).is_some()).count();
            let held: usize = layer.chunks.iter().map(|chunk| 8 * chunk.capacity()).sum::<usize>()
                + 4 * layer.index.as_ref().map_or(0, Vec::capacity);
            assert_eq!(layer.bytes(), held);
            assert!(held <= limit, "{held} of {limit}");
            assert_eq!(layer.total(), BigUint::from(fitted));
            // Not much less than fits.
            assert!(limit < 1 << 20 || fitted * Layer::state_bytes(3) > limit / 2, "{fitted} in {limit}");
        }
    }
}
