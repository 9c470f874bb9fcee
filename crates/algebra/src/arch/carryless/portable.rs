//! Carry-less arithmetic with shifts, exclusive ors and small tables: runs on every machine, and is the measure of the others.

/// Operands of at least this many words are multiplied by Toom and Cook's method.
const TOOM_WORDS: usize = 260;

/// Longest operand of [`comb`], in words.
const COMB_WORDS: usize = 16;

/// Carry-less product of two words.
pub(crate) fn clmul(x: u64, y: u64) -> u128 {
    mul_window(&window(x), y)
}

/// The sixteen multiples of `x` by polynomials of degree below 4.
fn window(x: u64) -> [u128; 16] {
    let x = u128::from(x);
    let mut table = [0; 16];
    for i in 1..16 {
        table[i] = if i % 2 == 0 { table[i / 2] << 1 } else { table[i - 1] ^ x };
    }
    table
}

/// Product of the word behind `table` and `y`, four bits of `y` at a time.
fn mul_window(table: &[u128; 16], y: u64) -> u128 {
    let mut r = 0;
    for i in (0..16).rev() {
        r = r << 4 ^ table[(y >> (4 * i)) as usize & 15];
    }
    r
}

/// `c = a b` for operands of equal length up to [`COMB_WORDS`]: all nibbles of one weight share one shift.
fn comb(c: &mut [u64], a: &[u64], b: &[u64]) {
    let n = b.len();
    let mut table = [[0u64; COMB_WORDS + 1]; 16];
    table[1][..n].copy_from_slice(b);
    for i in 2..16 {
        let (done, rest) = table.split_at_mut(i);
        let entry = &mut rest[0][..=n];
        if i % 2 == 0 {
            let mut carry = 0;
            for (e, &h) in entry.iter_mut().zip(&done[i / 2]) {
                *e = h << 1 | carry;
                carry = h >> 63;
            }
        } else {
            for ((e, &h), &one) in entry.iter_mut().zip(&done[i - 1]).zip(&done[1]) {
                *e = h ^ one;
            }
        }
    }
    let mut sum = [0u64; 2 * COMB_WORDS + 1];
    for nibble in (0..16).rev() {
        if nibble < 15 {
            for i in (1..2 * n).rev() {
                sum[i] = sum[i] << 4 | sum[i - 1] >> 60;
            }
            sum[0] <<= 4;
        }
        for (i, &word) in a.iter().enumerate() {
            let entry = &table[(word >> (4 * nibble)) as usize & 15];
            for (s, &e) in sum[i..=i + n].iter_mut().zip(entry) {
                *s ^= e;
            }
        }
    }
    c.copy_from_slice(&sum[..2 * n]);
}

super::karatsuba!([], comb, |n| n <= COMB_WORDS, TOOM_WORDS, 4);

/// `d ^= s w`, where `d` has one word more than `s`.
pub(crate) fn add_mul_word(d: &mut [u64], s: &[u64], w: u64) {
    let table = window(w);
    let mut carry = 0;
    for (d, &s) in d.iter_mut().zip(s) {
        let p = mul_window(&table, s) ^ carry;
        *d ^= p as u64;
        carry = p >> 64;
    }
    d[s.len()] ^= carry as u64;
}

/// `(a, b) = (m0 a + m1 b, m2 a + m3 b)`, modulo `X^(64 n)` for operands of `n` words.
pub(crate) fn apply(a: &mut [u64], b: &mut [u64], m: &[u64; 4]) {
    let tables = [window(m[0]), window(m[1]), window(m[2]), window(m[3])];
    let (mut carry_a, mut carry_b) = (0, 0);
    for (a, b) in a.iter_mut().zip(b) {
        let p = mul_window(&tables[0], *a) ^ mul_window(&tables[1], *b) ^ carry_a;
        let q = mul_window(&tables[2], *a) ^ mul_window(&tables[3], *b) ^ carry_b;
        (*a, *b) = (p as u64, q as u64);
        (carry_a, carry_b) = (p >> 64, q >> 64);
    }
}

/// `r = a^2`: the bits of `a` spread to the even places of `r`, which has twice as many words.
pub(crate) fn square(r: &mut [u64], a: &[u64]) {
    for (r, &a) in r.chunks_exact_mut(2).zip(a) {
        r[0] = spread(a as u32);
        r[1] = spread((a >> 32) as u32);
    }
}

/// The bits of `x` at the even places of a word.
fn spread(x: u32) -> u64 {
    let mut x = u64::from(x);
    x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

super::lehmer!([], clmul);

type V = [u8; 32];

fn load(x: &[u64; 4]) -> V {
    let mut v = [0; 32];
    for (v, x) in v.chunks_exact_mut(8).zip(x) {
        v.copy_from_slice(&x.to_le_bytes());
    }
    v
}

fn words(v: V) -> [u64; 4] {
    let bytes = v.as_chunks::<8>().0;
    std::array::from_fn(|i| u64::from_le_bytes(bytes[i]))
}

fn store(x: &mut [u64; 4], v: V) {
    *x = words(v);
}

fn xor(x: V, y: V) -> V {
    std::array::from_fn(|i| x[i] ^ y[i])
}

fn low_nibbles(v: V) -> V {
    v.map(|b| b & 15)
}

fn high_nibbles(v: V) -> V {
    v.map(|b| b >> 4)
}

fn broadcast(bytes: &[u8; 16]) -> V {
    std::array::from_fn(|i| bytes[i % 16])
}

fn lookup(table: V, places: V) -> V {
    places.map(|i| table[i as usize & 15])
}

fn bytes_by_column(v: V) -> V {
    std::array::from_fn(|i| v[i % 8 * 4 + i / 8])
}

fn bytes_by_row(v: V) -> V {
    std::array::from_fn(|i| v[i % 4 * 8 + i / 4])
}

/// Transposes the 8 x 8 bits of every word.
fn transpose_bits(v: V) -> V {
    let transposed = words(v).map(|mut x| {
        for (shift, mask) in
            [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
        {
            let t = (x ^ x >> shift) & mask;
            x ^= t ^ t << shift;
        }
        x
    });
    load(&transposed)
}

super::additive_fft!([]);

/// Sums of the bits of a word from the first on.
pub(crate) fn prefix_word(x: u64) -> u64 {
    let mut y = x;
    for s in [1, 2, 4, 8, 16, 32] {
        y ^= y << s;
    }
    y
}

super::rows!([], prefix_word);
