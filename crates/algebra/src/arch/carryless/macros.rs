//! Code that every back end has in the same form, compiled once for each with its own instructions.

/// `mul_balanced`: Karatsuba's method over a base multiplication `$base(c, a, b)` for operands of `n` words with
/// `$has_base(n)`, and Toom and Cook's method in three parts from `$toom` words on.
///
/// The lower halves have a multiple of `$align` words, so that the base sees full blocks.
macro_rules! karatsuba {
    ([$($attribute:tt)*], $base:ident, $has_base:expr, $toom:expr, $align:expr) => {
        /// `c = a b` for operands of equal length `n`; `c` has `2 n` words, `scratch` at least `4 n + 96 log2 n`.
        $($attribute)*
        pub(crate) fn mul_balanced(c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
            let n = a.len();
            if ($has_base)(n) {
                return $base(c, a, b);
            }
            if n >= $toom {
                return toom_3(c, a, b, scratch);
            }
            let half = n.div_ceil(2).next_multiple_of($align);
            let short = n - half;
            let (a0, a1) = a.split_at(half);
            let (b0, b1) = b.split_at(half);
            {
                let (low, high) = c.split_at_mut(2 * half);
                mul_balanced(low, a0, b0, scratch);
                mul_balanced(high, a1, b1, scratch);
            }
            let (sum_a, rest) = scratch.split_at_mut(half);
            let (sum_b, rest) = rest.split_at_mut(half);
            let (middle, rest) = rest.split_at_mut(2 * half);
            set_sum(sum_a, a0, a1);
            set_sum(sum_b, b0, b1);
            mul_balanced(middle, sum_a, sum_b, rest);
            // middle + low + high is added at word `half`.
            let (c0, high) = c.split_at_mut(half);
            let (c1, high) = high.split_at_mut(half);
            let (m0, m1) = middle.split_at_mut(half);
            if 2 * short >= half {
                let (c2, c3) = high.split_at_mut(half);
                add_middle(c0, c1, c2, c3, m0, m1);
            } else {
                add_to(m0, c0);
                add_to(m0, high);
                add_to(m1, c1);
                add_to(c1, m0);
                for (c, &m) in high.iter_mut().zip(m1.iter()) {
                    *c ^= m;
                }
            }
        }

        /// `c = a b` by five products of a third of the length: Bodrato's interpolation from the values at 0, 1,
        /// `x = X^64`, `x + 1` and infinity (WAIFI 2007).
        $($attribute)*
        fn toom_3(c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
            let n = a.len();
            // The values at x and x + 1 have two words more, full blocks.
            let wide = (n.div_ceil(3) + 2).next_multiple_of($align);
            let k = wide - 2;
            let (values, rest) = scratch.split_at_mut(4 * wide);
            let (at_x, rest) = rest.split_at_mut(2 * wide);
            let (at_x1, rest) = rest.split_at_mut(2 * wide);
            {
                let (a_x, others) = values.split_at_mut(wide);
                let (b_x, others) = others.split_at_mut(wide);
                let (a_x1, b_x1) = others.split_at_mut(wide);
                toom_3_values(a, a_x, a_x1);
                toom_3_values(b, b_x, b_x1);
                mul_balanced(at_x, a_x, b_x, rest);
                mul_balanced(at_x1, a_x1, b_x1, rest);
                for (out, y) in [(&mut *a_x, a), (&mut *b_x, b)] {
                    set_sum(&mut out[..k], &y[..k], &y[k..2 * k]);
                    add_to(out, &y[2 * k..]);
                }
                mul_balanced(&mut c[2 * k..4 * k], &a_x[..k], &b_x[..k], rest);
            }
            let (c0, above) = c.split_at_mut(2 * k);
            let (at_1, c4) = above.split_at_mut(2 * k);
            mul_balanced(c0, &a[..k], &b[..k], rest);
            mul_balanced(c4, &a[2 * k..], &b[2 * k..], rest);
            // (x^2 + x) c3 = P(1) + P(x) + P(x + 1) + c0.
            for ((z, &p), (&q, &r)) in at_x1.iter_mut().zip(&*at_x).zip(at_1.iter().zip(&*c0)) {
                *z ^= p ^ q ^ r;
            }
            for (z, &p) in at_x1[2 * k..].iter_mut().zip(&at_x[2 * k..]) {
                *z ^= p;
            }
            divide_by_x_plus_1(&mut at_x1[1..]);
            let c3 = &at_x1[1..=2 * k];
            // c1 + c2 = P(1) + c0 + c3 + c4.
            for ((f, &p), &q) in at_1.iter_mut().zip(&*c0).zip(c3) {
                *f ^= p ^ q;
            }
            add_to(at_1, c4);
            // (x + 1) c2 = (P(x) + c0) / x + x^2 c3 + x^3 c4 + c1 + c2.
            add_to(at_x, c0);
            let g = &mut at_x[1..];
            add_to(g, at_1);
            add_to(&mut g[2..], c3);
            add_to(&mut g[3..], c4);
            divide_by_x_plus_1(g);
            let c2 = &g[..2 * k];
            let c1 = &mut values[..2 * k];
            for ((c, &f), &p) in c1.iter_mut().zip(&*at_1).zip(c2) {
                *c = f ^ p;
            }
            at_1.copy_from_slice(c2);
            add_to(&mut c[k..], c1);
            let end = (2 * n).min(5 * k);
            add_to(&mut c[3 * k..end], &c3[..end - 3 * k]);
        }

        /// The values of `y = y0 + y1 T + y2 T^2` at `T = x = X^64` and at `x + 1`, in two words more than `y0` has.
        #[inline]
        $($attribute)*
        fn toom_3_values(y: &[u64], at_x: &mut [u64], at_x1: &mut [u64]) {
            let k = at_x.len() - 2;
            let (y0, rest) = y.split_at(k);
            let (y1, y2) = rest.split_at(k);
            at_x[..k].copy_from_slice(y0);
            at_x[k..].fill(0);
            add_to(&mut at_x[1..], y1);
            add_to(&mut at_x[2..], y2);
            at_x1.copy_from_slice(at_x);
            add_to(at_x1, y1);
            add_to(at_x1, y2);
        }

        /// `d += s` for an `s` no longer than `d`.
        #[inline]
        $($attribute)*
        fn add_to(d: &mut [u64], s: &[u64]) {
            for (d, &s) in d[..s.len()].iter_mut().zip(s) {
                *d ^= s;
            }
        }

        /// `d / (X^64 + 1)`, for a multiple of the divisor.
        #[inline]
        $($attribute)*
        fn divide_by_x_plus_1(d: &mut [u64]) {
            let mut before = 0;
            for d in d {
                before ^= *d;
                *d = before;
            }
        }

        /// `sum = x + y` for a `y` that may be shorter.
        #[inline]
        $($attribute)*
        fn set_sum(sum: &mut [u64], x: &[u64], y: &[u64]) {
            let (sums, copies) = sum.split_at_mut(y.len());
            for ((s, &x), &y) in sums.iter_mut().zip(x).zip(y) {
                *s = x ^ y;
            }
            copies.copy_from_slice(&x[y.len()..]);
        }

        /// With `t = c1 + c2`: `c1 = t + c0 + m0` and `c2 = t + c3 + m1`, for equal lengths but that of `c3`, which may
        /// be less.
        #[inline]
        $($attribute)*
        fn add_middle(c0: &[u64], c1: &mut [u64], c2: &mut [u64], c3: &[u64], m0: &[u64], m1: &[u64]) {
            let full = c3.len();
            let outer = c0[..full].iter().zip(c3);
            let inner = c1[..full].iter_mut().zip(&mut c2[..full]);
            let middle = m0[..full].iter().zip(&m1[..full]);
            for (((&c0, &c3), (c1, c2)), (&m0, &m1)) in outer.zip(inner).zip(middle) {
                let t = *c1 ^ *c2;
                *c1 = t ^ c0 ^ m0;
                *c2 = t ^ c3 ^ m1;
            }
            let inner = c1[full..].iter_mut().zip(&mut c2[full..]);
            let middle = m0[full..].iter().zip(&m1[full..]);
            for ((&c0, (c1, c2)), (&m0, &m1)) in c0[full..].iter().zip(inner).zip(middle) {
                let t = *c1 ^ *c2;
                *c1 = t ^ c0 ^ m0;
                *c2 = t ^ m1;
            }
        }
    };
}
pub(crate) use karatsuba;

/// `lehmer_step`: a run of Euclid's algorithm on the leading 128 bits, over a word multiplication `$clmul`.
macro_rules! lehmer {
    ([$($attribute:tt)*], $clmul:ident) => {
        use std::hint::select_unpredictable;

        /// Steps of Euclid's algorithm on 64 leading bits, at most `k <= 31` degrees down.
        ///
        /// Both numbers are kept with the leading bit in place 63, so that one exclusive or, one count of zeros and
        /// one shift make a step. A row packs two cofactors of degree below 32.
        #[inline(always)]
        fn lehmer_half(x: u64, y: u64, k: u32) -> (u64, u64) {
            let start = y.leading_zeros();
            let k = k as i32;
            let mut kept = y.wrapping_shl(start);
            let mut sum = x ^ kept;
            let mut gap = start as i32; // deg x - deg y
            let mut drop = start as i32; // 63 - deg y
            if y == 0 {
                return (1, 1 << 32);
            }
            let (mut row_x, mut row_y) = (1u64, 1u64 << 32);
            while drop <= k {
                let zeros = sum.leading_zeros();
                let next = sum.wrapping_shl(zeros); // 0 when the sum is 0
                let row = row_x ^ row_y << gap;
                let below = gap - zeros as i32; // deg of the remainder - deg y
                sum = next ^ kept;
                let swap = below < 0; // y is the larger one now
                gap = below.abs();
                drop += select_unpredictable(swap, gap, 0);
                kept = select_unpredictable(swap, next, kept);
                row_x = select_unpredictable(swap, row_y, row);
                row_y = select_unpredictable(swap, row, row_y);
            }
            (row_x, row_y)
        }

        /// The matrix `[m0, m1, m2, m3]` of steps of Euclid's algorithm on numbers with leading 128 bits `a` (bit 127
        /// set) and `b`, of entries of degree at most `k <= 62`; `None` when the first quotient does not fit.
        $($attribute)*
        pub(crate) fn lehmer_step(a: u128, b: u128, k: u32) -> Option<[u64; 4]> {
            let low = |x: u64| x & 0xffff_ffff;
            let (r0, r1) = lehmer_half((a >> 64) as u64, (b >> 64) as u64, k.min(31));
            if r0 == 1 && r1 == 1 << 32 {
                return None;
            }
            let m = [low(r0), r0 >> 32, low(r1), r1 >> 32];
            if k <= 31 {
                return Some(m);
            }
            let times = |x: u128, c: u64| $clmul(x as u64, c) ^ $clmul((x >> 64) as u64, c) << 64;
            let a2 = times(a, m[0]) ^ times(b, m[1]);
            let b2 = times(a, m[2]) ^ times(b, m[3]);
            let drop = a2.leading_zeros();
            if k <= drop {
                return Some(m);
            }
            let (a2, b2) = ((a2 << drop >> 64) as u64, (b2 << drop >> 64) as u64);
            let (s0, s1) = lehmer_half(a2, b2, (k - drop).min(31));
            let s = [low(s0), s0 >> 32, low(s1), s1 >> 32];
            let c = |x, y| $clmul(x, y) as u64;
            Some([
                c(s[0], m[0]) ^ c(s[1], m[2]),
                c(s[0], m[1]) ^ c(s[1], m[3]),
                c(s[2], m[0]) ^ c(s[3], m[2]),
                c(s[2], m[1]) ^ c(s[3], m[3]),
            ])
        }
    };
}
pub(crate) use lehmer;

/// Kernels on rows of packed bits, over a function `$prefix` that sums the bits of a word from the first on.
macro_rules! rows {
    ([$($attribute:tt)*], $prefix:ident) => {
        /// `out += b + x X + x / X`, and `x` itself if `CENTRE`, for rows of equal length.
        $($attribute)*
        pub(crate) fn chase<const CENTRE: bool>(out: &mut [u64], x: &[u64], b: &[u64]) {
            let line = |here: u64, below: u64, above: u64| {
                (if CENTRE { here } else { 0 }) ^ (here << 1 | below >> 63) ^ (here >> 1 | above << 63)
            };
            let n = x.len();
            if n < 2 {
                if n == 1 {
                    out[0] ^= b[0] ^ line(x[0], 0, 0);
                }
                return;
            }
            out[0] ^= b[0] ^ line(x[0], 0, x[1]);
            let inner = out[1..n - 1].iter_mut().zip(&b[1..n - 1]);
            for ((out, &b), ((&below, &here), &above)) in inner.zip(x[..n - 2].iter().zip(&x[1..n - 1]).zip(&x[2..])) {
                *out ^= b ^ line(here, below, above);
            }
            out[n - 1] ^= b[n - 1] ^ line(x[n - 1], x[n - 2], 0);
        }

        /// `y_i = x_0 + ... + x_i`, in place.
        $($attribute)*
        pub(crate) fn prefix_xor(row: &mut [u64]) {
            let mut running = 0;
            for w in row {
                *w = $prefix(*w) ^ running;
                running = 0u64.wrapping_sub(*w >> 63);
            }
        }
    };
}
pub(crate) use rows;
