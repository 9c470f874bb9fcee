//! GF(2^16) for the additive transform, and tables for multiplying by its elements.
//!
//! The field is GF(2)[u] modulo `u^16 + u^5 + u^3 + u + 1`. Points of the transform are sums of a Cantor basis
//! `b_0 = 1`, `b_i^2 + b_i = b_(i-1)`, with which every vanishing polynomial has coefficients in GF(2).

use std::sync::OnceLock;

/// `u^16 + u^5 + u^3 + u + 1`.
const MODULUS: u32 = 0x1002b;

/// Largest logarithm of the number of points.
pub(crate) const MAX_LOG_POINTS: u32 = 16;

/// 64 numbers modulo `u^16 + ...` in two planes: 32 low bytes (powers `u^0` to `u^7`), then 32 high bytes.
#[repr(align(64))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit(pub(crate) [[u64; 4]; 2]);

impl Unit {
    pub(crate) const ZERO: Unit = Unit([[0; 4]; 2]);
}

/// Multiplication by one element, by nibbles: row `4 o + i` gives byte `o` of the products with the nibbles `i`.
pub(crate) type Table = [[u8; 16]; 8];

/// Product in the field.
fn mul(a: u16, b: u16) -> u16 {
    let (mut r, mut x) = (0, u32::from(a));
    for i in 0..16 {
        if b >> i & 1 == 1 {
            r ^= x;
        }
        x <<= 1;
        if x & 0x1_0000 != 0 {
            x ^= MODULUS;
        }
    }
    r as u16
}

/// The Cantor basis.
fn cantor_basis() -> [u16; 16] {
    let trace = |x: u16| {
        let (mut sum, mut power) = (0, x);
        for _ in 0..16 {
            sum ^= power;
            power = mul(power, power);
        }
        sum
    };
    let mut basis = [0; 16];
    basis[15] = (1..=u16::MAX).find(|&x| trace(x) == 1).expect("half of all elements have trace 1");
    for i in (0..15).rev() {
        basis[i] = mul(basis[i + 1], basis[i + 1]) ^ basis[i + 1];
    }
    basis
}

fn table(t: u16) -> Table {
    let mut rows = [[0; 16]; 8];
    for nibble in 0..4 {
        for value in 0..16u16 {
            let p = mul(t, value << (4 * nibble));
            rows[nibble][value as usize] = p as u8;
            rows[4 + nibble][value as usize] = (p >> 8) as u8;
        }
    }
    rows
}

/// Tables of the factors of the butterflies: that of block `b` is `sum b_j beta_(j+1)` over the bits of `b`.
pub(crate) struct Twiddles {
    /// For the bits 0 to 4, 5 to 9 and 10 to 14 of `b`.
    pub(crate) parts: [[Table; 32]; 3],
}

/// The tables, made once.
pub(crate) fn twiddles() -> &'static Twiddles {
    static TWIDDLES: OnceLock<Box<Twiddles>> = OnceLock::new();
    TWIDDLES.get_or_init(|| {
        let basis = cantor_basis();
        debug_assert_eq!(basis[0], 1);
        let factor = |part: usize, bits: usize| {
            (0..5).filter(|j| bits >> j & 1 == 1).fold(0, |sum, j| sum ^ basis[5 * part + j + 1])
        };
        let part = |part| std::array::from_fn(|bits| table(factor(part, bits)));
        Box::new(Twiddles { parts: [part(0), part(1), part(2)] })
    })
}
