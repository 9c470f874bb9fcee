//! The additive Fourier transform, compiled once for each back end over a vector type of 32 bytes.

/// Transforms of planes of [`Unit`](super::field::Unit)s, and products at the points.
///
/// In scope must be the type `V` of 32 bytes and `load`, `store`, `xor`, `low_nibbles`, `high_nibbles`, `broadcast`
/// (16 bytes to both halves), `lookup` (in 16 bytes, the same in both halves), `bytes_by_column` and `bytes_by_row`
/// (8 rows of 4 bytes to 4 columns of 8 and back), `transpose_bits` (8 x 8 bits in every word), `mul_balanced`.
macro_rules! additive_fft {
    ([$($attribute:tt)*]) => {
        use super::field::{Twiddles, Unit};

        /// Multiplication by the factor of block `b`.
        #[inline]
        $($attribute)*
        fn factor(twiddles: &Twiddles, b: usize) -> [V; 8] {
            let first = &twiddles.parts[0][b & 31];
            let mut rows = first.map(|row| broadcast(&row));
            for part in 1..3 {
                let bits = b >> (5 * part) & 31;
                if bits > 0 {
                    for (r, row) in rows.iter_mut().zip(&twiddles.parts[part][bits]) {
                        *r = xor(*r, broadcast(row));
                    }
                }
            }
            rows
        }

        /// The factor of block `b + i`, given that of `b`, for `i < 32` without common bits.
        #[inline]
        $($attribute)*
        fn near_factor(twiddles: &Twiddles, base: &[V; 8], i: usize) -> [V; 8] {
            let mut rows = *base;
            for (r, row) in rows.iter_mut().zip(&twiddles.parts[0][i]) {
                *r = xor(*r, broadcast(row));
            }
            rows
        }

        /// `(low, high)` times a factor.
        #[inline]
        $($attribute)*
        fn scaled(low: V, high: V, t: &[V; 8]) -> (V, V) {
            let (n0, n1, n2, n3) = (low_nibbles(low), high_nibbles(low), low_nibbles(high), high_nibbles(high));
            (
                xor(xor(lookup(t[0], n0), lookup(t[1], n1)), xor(lookup(t[2], n2), lookup(t[3], n3))),
                xor(xor(lookup(t[4], n0), lookup(t[5], n1)), xor(lookup(t[6], n2), lookup(t[7], n3))),
            )
        }

        #[inline]
        $($attribute)*
        fn forward_pair(x: &mut Unit, y: &mut Unit, t: &[V; 8]) {
            let (yl, yh) = (load(&y.0[0]), load(&y.0[1]));
            let (pl, ph) = scaled(yl, yh, t);
            let (xl, xh) = (xor(load(&x.0[0]), pl), xor(load(&x.0[1]), ph));
            store(&mut x.0[0], xl);
            store(&mut x.0[1], xh);
            store(&mut y.0[0], xor(yl, xl));
            store(&mut y.0[1], xor(yh, xh));
        }

        #[inline]
        $($attribute)*
        fn inverse_pair(x: &mut Unit, y: &mut Unit, t: &[V; 8]) {
            let (xl, xh) = (load(&x.0[0]), load(&x.0[1]));
            let (yl, yh) = (xor(load(&y.0[0]), xl), xor(load(&y.0[1]), xh));
            let (pl, ph) = scaled(yl, yh, t);
            store(&mut y.0[0], yl);
            store(&mut y.0[1], yh);
            store(&mut x.0[0], xor(xl, pl));
            store(&mut x.0[1], xor(xh, ph));
        }

        /// `y += x`, which is the butterfly of a zero factor.
        #[inline]
        $($attribute)*
        fn add_unit(x: &Unit, y: &mut Unit) {
            for half in 0..2 {
                let sum = xor(load(&y.0[half]), load(&x.0[half]));
                store(&mut y.0[half], sum);
            }
        }

        /// Coefficients in the basis of vanishing polynomials to values at the points of block `block`, for a power of
        /// two of units.
        $($attribute)*
        pub(crate) fn fft_forward(units: &mut [Unit], block: usize, twiddles: &Twiddles) {
            let n = units.len();
            if n > 16 {
                let (low, high) = units.split_at_mut(n / 2);
                if block == 0 {
                    for (x, y) in low.iter_mut().zip(high.iter_mut()) {
                        add_unit(x, y);
                    }
                } else {
                    let t = factor(twiddles, block);
                    for (x, y) in low.iter_mut().zip(high.iter_mut()) {
                        forward_pair(x, y, &t);
                    }
                }
                fft_forward(low, 2 * block, twiddles);
                fft_forward(high, 2 * block + 1, twiddles);
                return;
            }
            let mut blocks = 1;
            while blocks < n {
                let base = factor(twiddles, block * blocks);
                let half = n / blocks / 2;
                for (i, part) in units.chunks_exact_mut(2 * half).enumerate() {
                    let t = near_factor(twiddles, &base, i);
                    let (low, high) = part.split_at_mut(half);
                    for (x, y) in low.iter_mut().zip(high) {
                        forward_pair(x, y, &t);
                    }
                }
                blocks *= 2;
            }
        }

        /// The inverse of [`fft_forward`].
        $($attribute)*
        pub(crate) fn fft_inverse(units: &mut [Unit], block: usize, twiddles: &Twiddles) {
            let n = units.len();
            if n > 16 {
                let (low, high) = units.split_at_mut(n / 2);
                fft_inverse(low, 2 * block, twiddles);
                fft_inverse(high, 2 * block + 1, twiddles);
                if block == 0 {
                    for (x, y) in low.iter_mut().zip(high) {
                        add_unit(x, y);
                    }
                } else {
                    let t = factor(twiddles, block);
                    for (x, y) in low.iter_mut().zip(high) {
                        inverse_pair(x, y, &t);
                    }
                }
                return;
            }
            let mut blocks = n / 2;
            while blocks > 0 {
                let base = factor(twiddles, block * blocks);
                let half = n / blocks / 2;
                for (i, part) in units.chunks_exact_mut(2 * half).enumerate() {
                    let t = near_factor(twiddles, &base, i);
                    let (low, high) = part.split_at_mut(half);
                    for (x, y) in low.iter_mut().zip(high) {
                        inverse_pair(x, y, &t);
                    }
                }
                blocks /= 2;
            }
        }

        /// Unit `group` of every element of `4 columns` words (upper half zero) or `8 columns` words (`full`).
        ///
        /// An element has 16 rows, one for each power of `u = X^(32 columns)`, of `columns` groups of 32 bits.
        $($attribute)*
        pub(crate) fn fft_pack(units: &mut [Unit], words: &[u64], columns: usize, group: usize, full: bool) {
            if columns == 1 {
                let rows = words.as_chunks::<4>().0;
                if full {
                    for (unit, rows) in units.iter_mut().zip(rows.as_chunks::<2>().0) {
                        store(&mut unit.0[0], transpose_bits(bytes_by_column(load(&rows[0]))));
                        store(&mut unit.0[1], transpose_bits(bytes_by_column(load(&rows[1]))));
                    }
                } else {
                    for (unit, rows) in units.iter_mut().zip(rows) {
                        store(&mut unit.0[0], transpose_bits(bytes_by_column(load(rows))));
                        unit.0[1] = [0; 4];
                    }
                }
                return;
            }
            let halves = if full { 2 } else { 1 };
            for (unit, element) in units.iter_mut().zip(words.chunks_exact(4 * columns * halves)) {
                for (half, rows) in element.chunks_exact(4 * columns).enumerate() {
                    let mut gathered = [0u64; 4];
                    for a in 0..8 {
                        let at = a * columns + group;
                        let dword = rows[at / 2] >> (32 * (at % 2)) & 0xffff_ffff;
                        gathered[a / 2] |= dword << (32 * (a % 2));
                    }
                    store(&mut unit.0[half], transpose_bits(bytes_by_column(load(&gathered))));
                }
                if !full {
                    unit.0[1] = [0; 4];
                }
            }
        }

        /// The inverse of [`fft_pack`], leaving other groups of `words` alone: the lower half of element `p` goes to
        /// word `p step`, the upper to word `high + p step`.
        $($attribute)*
        pub(crate) fn fft_unpack(
            units: &[Unit],
            words: &mut [u64],
            columns: usize,
            group: usize,
            high: usize,
            step: usize,
        ) {
            if columns == 1 {
                let vectors = words.as_chunks_mut::<4>().0;
                if step == 8 {
                    for (unit, pair) in units.iter().zip(vectors.as_chunks_mut::<2>().0) {
                        store(&mut pair[0], bytes_by_row(transpose_bits(load(&unit.0[0]))));
                        store(&mut pair[1], bytes_by_row(transpose_bits(load(&unit.0[1]))));
                    }
                } else {
                    let (low, upper) = vectors.split_at_mut(high / 4);
                    for ((unit, low), upper) in units.iter().zip(low).zip(upper) {
                        store(low, bytes_by_row(transpose_bits(load(&unit.0[0]))));
                        store(upper, bytes_by_row(transpose_bits(load(&unit.0[1]))));
                    }
                }
                return;
            }
            for (p, unit) in units.iter().enumerate() {
                for (half, start) in [0, high].into_iter().enumerate() {
                    let rows = &mut words[start + p * step..][..4 * columns];
                    let mut scattered = [0u64; 4];
                    store(&mut scattered, bytes_by_row(transpose_bits(load(&unit.0[half]))));
                    for a in 0..8 {
                        let at = a * columns + group;
                        let shift = 32 * (at % 2);
                        let dword = scattered[a / 2] >> (32 * (a % 2)) & 0xffff_ffff;
                        rows[at / 2] = rows[at / 2] & !(0xffff_ffff << shift) | dword << shift;
                    }
                }
            }
        }

        /// `out = sum of x y` over the pairs of `terms`, element by element, in the ring with
        /// `X^(512 columns) = X^(160 columns) + X^(96 columns) + X^(32 columns) + 1`.
        $($attribute)*
        pub(crate) fn fft_products(out: &mut [u64], terms: &[(&[u64], &[u64])], columns: usize, scratch: &mut [u64]) {
            match columns {
                1 => products::<1>(out, terms, columns, scratch),
                2 => products::<2>(out, terms, columns, scratch),
                3 => products::<3>(out, terms, columns, scratch),
                _ => products::<0>(out, terms, columns, scratch),
            }
        }

        /// [`fft_products`] with `columns` known when compiling, unless `C` is 0.
        $($attribute)*
        fn products<const C: usize>(
            out: &mut [u64],
            terms: &[(&[u64], &[u64])],
            columns: usize,
            scratch: &mut [u64],
        ) {
            let columns = if C > 0 { C } else { columns };
            let n = 8 * columns;
            let (sum, rest) = scratch.split_at_mut(2 * n);
            let (product, rest) = rest.split_at_mut(2 * n);
            for (p, out) in out.chunks_exact_mut(n).enumerate() {
                let at = p * n..(p + 1) * n;
                for (i, (x, y)) in terms.iter().enumerate() {
                    if i == 0 {
                        mul_balanced(sum, &x[at.clone()], &y[at.clone()], rest);
                    } else {
                        mul_balanced(product, &x[at.clone()], &y[at.clone()], rest);
                        for (s, &p) in sum.iter_mut().zip(product.iter()) {
                            *s ^= p;
                        }
                    }
                }
                if C == 1 {
                    reduce_one(sum, out);
                    continue;
                }
                let (low, high) = sum.split_at_mut(n);
                // What X^(160 columns), X^(96 columns) and X^(32 columns) move beyond the end comes back at the start.
                for bits in [160, 96, 32] {
                    let (skip, shift) = ((512 - bits) * columns / 64, (512 - bits) * columns % 64);
                    for i in skip..n {
                        let next = if shift > 0 && i + 1 < n { high[i + 1] << (64 - shift) } else { 0 };
                        high[i - skip] ^= high[i] >> shift | next;
                    }
                }
                let g = |i: usize| {
                    let back = |k: usize| if i >= k { high[i - k] } else { 0 };
                    high[i] ^ back(columns) ^ back(2 * columns)
                };
                let (skip, half) = (columns / 2, columns % 2 == 1);
                for i in 0..n {
                    let moved = if half {
                        (if i >= skip { g(i - skip) << 32 } else { 0 })
                            | (if i > skip { g(i - skip - 1) >> 32 } else { 0 })
                    } else if i >= skip {
                        g(i - skip)
                    } else {
                        0
                    };
                    out[i] = low[i] ^ high[i] ^ moved;
                }
            }
        }

        /// The reduction of [`fft_products`] for one column: 16 words to 8.
        #[inline]
        $($attribute)*
        fn reduce_one(product: &[u64], out: &mut [u64]) {
            let (low, high) = product.split_at(8);
            let mut h: [u64; 8] = std::array::from_fn(|i| high[i]);
            let (top, next, last) = (h[7] >> 32, h[6] >> 32 | h[7] << 32, h[5] >> 32 | h[6] << 32);
            h[0] ^= top ^ next ^ last;
            h[1] ^= top ^ next;
            h[2] ^= top;
            let g: [u64; 8] = std::array::from_fn(|i| {
                h[i] ^ (if i >= 1 { h[i - 1] } else { 0 }) ^ (if i >= 2 { h[i - 2] } else { 0 })
            });
            for i in 0..8 {
                let below = if i > 0 { g[i - 1] >> 32 } else { 0 };
                out[i] = low[i] ^ h[i] ^ (g[i] << 32 | below);
            }
        }

        /// Largest power of two below `m`.
        fn split(m: u32) -> u32 {
            let mut k = 1;
            while 2 * k < m {
                k *= 2;
            }
            k
        }

        #[inline]
        $($attribute)*
        fn add_words(d: &mut [u64], s: &[u64]) {
            // Lengths are multiples of 4.
            for (d, s) in d.as_chunks_mut::<4>().0.iter_mut().zip(s.as_chunks::<4>().0) {
                let sum = xor(load(d), load(s));
                store(d, sum);
            }
        }

        /// One level of the expansion in powers of `Y^(2^k) + Y` on a block, then those below on its halves; `levels` in
        /// all.
        $($attribute)*
        fn expand(block: &mut [u64], k: u32, levels: u32) {
            if levels == 0 {
                return;
            }
            let half = block.len() / 2;
            let q = half >> k;
            let (low, high) = block.split_at_mut(half);
            let (rest, top) = high.split_at_mut(half - q);
            add_words(&mut rest[..q], top);
            add_words(&mut low[q..], rest);
            expand(low, k, levels - 1);
            expand(high, k, levels - 1);
        }

        /// The inverse of [`expand`].
        $($attribute)*
        fn contract(block: &mut [u64], k: u32, levels: u32) {
            if levels == 0 {
                return;
            }
            let half = block.len() / 2;
            let q = half >> k;
            let (low, high) = block.split_at_mut(half);
            contract(low, k, levels - 1);
            contract(high, k, levels - 1);
            let (rest, top) = high.split_at_mut(half - q);
            add_words(&mut low[q..], rest);
            add_words(&mut rest[..q], top);
        }

        /// The pairs `(to, from)` of [`fft_basis`] on 16 coefficients, in order.
        const STEPS_16: [(usize, usize); 32] = [
            (8, 14), (9, 15), (2, 8), (3, 9), (4, 10), (5, 11), (6, 12), (7, 13),
            (4, 7), (1, 4), (2, 5), (3, 6), (12, 15), (9, 12), (10, 13), (11, 14),
            (8, 12), (9, 13), (10, 14), (11, 15), (4, 8), (5, 9), (6, 10), (7, 11),
            (2, 3), (1, 2), (6, 7), (5, 6), (10, 11), (9, 10), (14, 15), (13, 14),
        ];

        /// [`fft_basis`] or its inverse on 16 coefficients of `e` words, four words of each at a time.
        $($attribute)*
        fn basis_16<const INVERSE: bool>(f: &mut [u64], e: usize) {
            let vectors = f.as_chunks_mut::<4>().0;
            let step = e / 4;
            for at in 0..step {
                let mut x: [V; 16] = std::array::from_fn(|i| load(&vectors[at + i * step]));
                if INVERSE {
                    for (to, from) in STEPS_16.into_iter().rev() {
                        x[to] = xor(x[to], x[from]);
                    }
                } else {
                    for (to, from) in STEPS_16 {
                        x[to] = xor(x[to], x[from]);
                    }
                }
                for (i, &x) in x.iter().enumerate() {
                    store(&mut vectors[at + i * step], x);
                }
            }
        }

        /// Powers to vanishing polynomials: `2^m` coefficients of `e` words each, a multiple of 4, in place.
        $($attribute)*
        pub(crate) fn fft_basis(f: &mut [u64], m: u32, e: usize) {
            if m <= 1 {
                return;
            }
            if m == 4 {
                return basis_16::<false>(f, e);
            }
            let k = split(m);
            expand(f, k, m - k);
            fft_basis(f, m - k, e << k);
            for block in f.chunks_exact_mut(e << k) {
                fft_basis(block, k, e);
            }
        }

        /// The inverse of [`fft_basis`].
        $($attribute)*
        pub(crate) fn fft_basis_inverse(f: &mut [u64], m: u32, e: usize) {
            if m <= 1 {
                return;
            }
            if m == 4 {
                return basis_16::<true>(f, e);
            }
            let k = split(m);
            for block in f.chunks_exact_mut(e << k) {
                fft_basis_inverse(block, k, e);
            }
            fft_basis_inverse(f, m - k, e << k);
            contract(f, k, m - k);
        }
    };
}
pub(crate) use additive_fft;
