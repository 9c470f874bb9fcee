//! `f(X + 1)`, and the expansion of `f` in powers of `X^2 + X`.

use super::{Poly, words};

/// `MASKS[s]` selects the bits whose place has bit `s` clear.
pub(super) const MASKS: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

impl Poly {
    /// `f(X + 1)`.
    ///
    /// For `f = l + X^(2^s) h` with `deg l < 2^s`, `f(X + 1) = l(X + 1) + h(X + 1) + X^(2^s) h(X + 1)`, since
    /// `(X + 1)^(2^s) = X^(2^s) + 1`; so each level adds the upper half of every block to the lower.
    ///
    /// # Complexity
    /// `O(n log n)` bit operations, 64 at a time, for degree `n`.
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::poly::Poly;
    /// let p: Poly = "X^3".parse().unwrap();
    /// assert_eq!(p.compose_x_plus_1().to_string(), "X^3 + X^2 + X + 1");
    /// ```
    pub fn compose_x_plus_1(&self) -> Poly {
        let mut f = self.words.clone();
        for w in &mut f {
            for (s, mask) in MASKS.iter().enumerate() {
                *w ^= *w >> (1 << s) & mask;
            }
        }
        add_upper_halves(&mut f);
        Poly { words: f }
    }

    /// `(a, c)` with `f(X) = a(z) + X c(z)` where `z = X^2 + X`.
    ///
    /// # Complexity
    /// `O(n log n)` bit operations, 64 at a time, for degree `n`.
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::poly::Poly;
    /// let p: Poly = "X^2".parse().unwrap();
    /// let (a, c) = p.split_z();
    /// assert_eq!((a, c), (Poly::x(), Poly::one())); // X^2 = z + X
    /// ```
    pub fn split_z(&self) -> (Poly, Poly) {
        // Taylor expansion: z^(2^s) = X^(2^(s+1)) + X^(2^s), so a block of 2^(s+2) coefficients
        // q0 + q1 X^(2^s) + q2 X^(2 2^s) + q3 X^(3 2^s) = (r0 + r1 X^(2^s)) + z^(2^s) (r2 + r3 X^(2^s)).
        let mut f = self.words.clone();
        let mut block = f.len().next_power_of_two();
        while block >= 4 {
            let quarter = block / 4;
            for part in f.chunks_mut(block) {
                taylor_words(part, quarter);
            }
            block /= 2;
        }
        // Blocks of two words, then within words.
        for pair in f.chunks_mut(2) {
            if let [low, high] = pair {
                *high ^= *high >> 32;
                *low ^= *high << 32;
            }
        }
        for w in &mut f {
            for s in (0..5).rev() {
                // Quarters of 2^s bits in blocks of 2^(s+2).
                let second = MASKS[s + 1] & !MASKS[s];
                let third = second << (1 << s);
                *w ^= *w >> (1 << s) & third;
                *w ^= *w >> (1 << s) & second;
            }
        }
        let mut a = vec![0; f.len().div_ceil(2)];
        let mut c = vec![0; f.len().div_ceil(2)];
        for (i, &w) in f.iter().enumerate() {
            a[i / 2] |= even_bits(w) << (32 * (i % 2));
            c[i / 2] |= even_bits(w >> 1) << (32 * (i % 2));
        }
        (Poly::from_words(a), Poly::from_words(c))
    }

    /// `a(z) + X c(z)` for `z = X^2 + X`: the inverse of [`Poly::split_z`].
    ///
    /// # Complexity
    /// `O(n log n)` word operations on growing parts, for degree `n`.
    pub fn join_z(a: &Poly, c: &Poly) -> Poly {
        let x_part = Poly::in_z(c);
        let mut r = Poly::in_z(a);
        r += &(&x_part << 1);
        r
    }

    /// `f(X^2 + X)`.
    fn in_z(f: &Poly) -> Poly {
        // By halves of a power of two: z^(2^s) = X^(2^(s+1)) + X^(2^s).
        let len = f.bit_len();
        if len <= 1 {
            return f.clone();
        }
        let half = len.next_power_of_two() / 2;
        let high = Poly::in_z(&(f >> half));
        let mut r = Poly::in_z(&f.low(half));
        r += &(&high << half);
        r += &(&high << (2 * half));
        r
    }
}

/// For every block of `2 h` words, `h` a power of two, adds the upper half to the lower; the last block may be short.
fn add_upper_halves(f: &mut Vec<u64>) {
    let mut half = 1;
    while half < f.len() {
        for block in f.chunks_mut(2 * half) {
            if block.len() > half {
                let (low, high) = block.split_at_mut(half);
                words::add(low, high);
            }
        }
        half *= 2;
    }
    words::trim(f);
}

/// One level of the Taylor expansion on a block of up to four quarters.
fn taylor_words(block: &mut [u64], quarter: usize) {
    if block.len() > 3 * quarter {
        let (low, q3) = block.split_at_mut(3 * quarter);
        words::add(&mut low[2 * quarter..], q3);
    }
    if block.len() > 2 * quarter {
        let (low, q2) = block.split_at_mut(2 * quarter);
        let q2 = &q2[..q2.len().min(quarter)];
        words::add(&mut low[quarter..], q2);
    }
}

/// The bits at even places, packed into 32 bits.
fn even_bits(x: u64) -> u64 {
    let mut x = x & 0x5555_5555_5555_5555;
    x = (x | x >> 1) & 0x3333_3333_3333_3333;
    x = (x | x >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
    x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    (x | x >> 16) & 0x0000_0000_ffff_ffff
}
