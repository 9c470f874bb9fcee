//! Seeded random numbers: the same seed gives the same numbers on every machine.

/// The splitmix64 generator (Steele, Lea, Flood 2014), which unlike xorshift is not linear over GF(2).
///
/// # Examples
/// ```
/// use lightsout_algebra::random::SplitMix;
/// assert_eq!(SplitMix::new(7).next_u64(), SplitMix::new(7).next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, with a bias below `bound / 2^64`; 0 for a bound of 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }
}
