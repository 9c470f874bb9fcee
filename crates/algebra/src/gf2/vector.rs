//! Packed vectors over GF(2).

use std::fmt;
use std::ops::BitXorAssign;

/// A vector over GF(2), 64 entries to a word.
///
/// Entry `i` is bit `i mod 64` of word `i / 64`; the bits beyond the length are always zero.
///
/// # Examples
/// ```
/// use lightsout_algebra::gf2::BitVec;
///
/// let mut v = BitVec::zeros(5);
/// v.set(1, true);
/// v.flip(4);
/// assert_eq!(v.to_string(), "01001");
/// assert_eq!(v.iter_ones().collect::<Vec<_>>(), [1, 4]);
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitVec {
    len: usize,
    words: Vec<u64>,
}

/// The words that `len` bits take.
pub(crate) const fn words_for(len: usize) -> usize {
    len.div_ceil(64)
}

/// The mask of the bits in use in the last word of `len` bits.
pub(crate) const fn last_mask(len: usize) -> u64 {
    match len % 64 {
        0 => u64::MAX,
        used => (1 << used) - 1,
    }
}

/// The parity of the number of places where both words have a one.
pub(crate) fn dot_words(a: &[u64], b: &[u64]) -> bool {
    let sum = a.iter().zip(b).fold(0, |sum, (x, y)| sum ^ (x & y));
    sum.count_ones() % 2 == 1
}

/// Adds `b` to `a`, word by word.
pub(crate) fn xor_words(a: &mut [u64], b: &[u64]) {
    for (x, y) in a.iter_mut().zip(b) {
        *x ^= y;
    }
}

/// The positions of the ones of packed words, ascending.
pub(crate) fn iter_ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                64 * index + bit
            })
        })
    })
}

impl BitVec {
    /// The zero vector of a length.
    pub fn zeros(len: usize) -> Self {
        Self { len, words: vec![0; words_for(len)] }
    }

    /// The vector of a length whose entries are all one.
    pub fn ones(len: usize) -> Self {
        Self::from_words(len, vec![u64::MAX; words_for(len)])
    }

    /// The unit vector `e_index` of a length.
    ///
    /// # Panics
    /// If `index >= len`.
    pub fn unit(len: usize, index: usize) -> Self {
        let mut v = Self::zeros(len);
        v.set(index, true);
        v
    }

    /// The vector held in packed words; bits beyond the length are cleared.
    ///
    /// # Panics
    /// If the number of words is not `len / 64`, rounded up.
    pub fn from_words(len: usize, mut words: Vec<u64>) -> Self {
        assert_eq!(words.len(), words_for(len), "words of a vector of {len}");
        if let Some(last) = words.last_mut() {
            *last &= last_mask(len);
        }
        Self { len, words }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no entries at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Entry `index`.
    ///
    /// # Panics
    /// If `index >= len`.
    #[inline]
    pub fn get(&self, index: usize) -> bool {
        assert!(index < self.len, "entry {index} of {}", self.len);
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// Sets entry `index`.
    ///
    /// # Panics
    /// If `index >= len`.
    #[inline]
    pub fn set(&mut self, index: usize, value: bool) {
        assert!(index < self.len, "entry {index} of {}", self.len);
        let word = &mut self.words[index / 64];
        *word = *word & !(1 << (index % 64)) | u64::from(value) << (index % 64);
    }

    /// Adds one to entry `index`.
    ///
    /// # Panics
    /// If `index >= len`.
    #[inline]
    pub fn flip(&mut self, index: usize) {
        assert!(index < self.len, "entry {index} of {}", self.len);
        self.words[index / 64] ^= 1 << (index % 64);
    }

    /// The packed words.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The packed words, to change; the caller keeps the bits beyond the length zero.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// The number of ones.
    pub fn count_ones(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether every entry is zero.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// The position of the first one, if there is one.
    pub fn first_one(&self) -> Option<usize> {
        self.iter_ones().next()
    }

    /// The scalar product `sum_i a_i b_i`.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn dot(&self, other: &Self) -> bool {
        assert_eq!(self.len, other.len, "scalar product of unequal lengths");
        dot_words(&self.words, &other.words)
    }

    /// The entries in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = bool> + Clone + '_ {
        (0..self.len).map(|i| self.words[i / 64] >> (i % 64) & 1 == 1)
    }

    /// The positions of the ones, ascending.
    pub fn iter_ones(&self) -> impl Iterator<Item = usize> + '_ {
        iter_ones(&self.words)
    }
}

impl FromIterator<bool> for BitVec {
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Self {
        let (mut len, mut words) = (0, Vec::new());
        for bit in bits {
            if len % 64 == 0 {
                words.push(0);
            }
            words[len / 64] |= u64::from(bit) << (len % 64);
            len += 1;
        }
        Self { len, words }
    }
}

impl BitXorAssign<&BitVec> for BitVec {
    /// Adds a vector of the same length.
    ///
    /// # Panics
    /// If the lengths differ.
    fn bitxor_assign(&mut self, other: &BitVec) {
        assert_eq!(self.len, other.len, "sum of unequal lengths");
        xor_words(&mut self.words, &other.words);
    }
}

impl fmt::Display for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.iter().map(|b| if b { '1' } else { '0' }).collect();
        f.pad(&text)
    }
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BitVec({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::BitVec;

    #[test]
    fn entries_beyond_the_length_stay_zero() {
        for len in [0, 1, 63, 64, 65, 128, 130] {
            let v = BitVec::ones(len);
            assert_eq!(v.count_ones(), len);
            assert_eq!(v.iter_ones().collect::<Vec<_>>(), Vec::from_iter(0..len));
            assert_eq!(v, BitVec::from_iter(vec![true; len]));
            assert_eq!(v.is_zero(), len == 0);
        }
    }

    #[test]
    fn set_flip_and_get_agree_with_a_plain_list() {
        let mut plain = [false; 130];
        let mut v = BitVec::zeros(130);
        for step in 0..1000_usize {
            let i = step * step % 130;
            match step % 3 {
                0 => (plain[i], _) = (true, v.set(i, true)),
                1 => (plain[i], _) = (!plain[i], v.flip(i)),
                _ => (plain[i], _) = (false, v.set(i, false)),
            }
            assert!(v.iter().eq(plain.iter().copied()));
        }
    }

    #[test]
    fn dot_counts_common_ones() {
        let a = BitVec::from_iter((0..100).map(|i| i % 2 == 0));
        let b = BitVec::from_iter((0..100).map(|i| i % 3 == 0));
        assert!(a.dot(&b)); // the 17 multiples of 6 below 100
        let mut sum = a.clone();
        sum ^= &b;
        assert_eq!(sum.count_ones(), 50 + 34 - 2 * 17);
        assert_eq!(sum.first_one(), Some(2));
    }
}
