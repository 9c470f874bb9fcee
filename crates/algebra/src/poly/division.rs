//! Division with remainder: word by word for short quotients, Newton's iteration for long ones.

use super::engine::Engine;
use super::words;

/// Quotients of up to this many words are found word by word.
const WORDWISE_QUOTIENT: usize = 24;

/// Divisors of up to this many words are divided by word by word.
const WORDWISE_DIVISOR: usize = 8;

impl Engine {
    /// Quotient of `a` by a non-zero `b`; `a` becomes the remainder. Both results are trimmed.
    pub(crate) fn div_rem(&mut self, a: &mut Vec<u64>, b: &[u64]) -> Vec<u64> {
        let b = words::trimmed(b);
        let (len_a, len_b) = (words::bit_len(a), words::bit_len(b));
        assert!(len_b > 0, "division of a polynomial by zero");
        a.truncate(len_a.div_ceil(64));
        if len_a < len_b {
            return Vec::new();
        }
        let quotient_words = (len_a - len_b) / 64 + 1;
        if quotient_words <= WORDWISE_QUOTIENT || b.len() <= WORDWISE_DIVISOR {
            return self.div_rem_wordwise(a, b, len_b);
        }
        if quotient_words <= b.len() {
            return self.div_rem_newton(a, b, len_b);
        }
        // Long quotients: one inverse serves all blocks of len_b bits of the quotient.
        let inverse = self.inverse_series(&words::reversed(b, len_b), len_b);
        let mut quotient = Vec::new();
        loop {
            let len_a = words::bit_len(a);
            if len_a < len_b {
                return quotient;
            }
            let len = (len_a - len_b + 1).min(len_b);
            let cut = len_a + 1 - len_b - len; // the quotient's bits from X^cut on
            let mut high = words::shr(a, cut);
            let q = self.div_rem_with(&mut high, b, len_b, &inverse);
            words::clear_from(a, cut);
            words::trim(a);
            add_bits(a, &high, cut);
            add_bits(&mut quotient, &q, cut);
        }
    }

    /// Schoolbook division with 64 bits of the quotient at a time.
    fn div_rem_wordwise(&mut self, a: &mut Vec<u64>, b: &[u64], len_b: usize) -> Vec<u64> {
        let mut len_a = words::bit_len(a);
        let mut quotient = vec![0; (len_a - len_b) / 64 + 1];
        // X^126 / (leading 64 bits of b), which has degree 63.
        let lead = (words::window(b, len_b - 1) >> 64) as u64;
        let inverse = self.inverse_word(lead);
        let mut product = vec![0; b.len() + 1];
        while len_a >= len_b {
            let top = (words::window(a, len_a - 1) >> 64) as u64;
            let bits = (len_a - len_b + 1).min(64);
            // floor(top / lead) to `bits` bits: the error of the truncated inverse lies below.
            let q = (self.backend.clmul(top, inverse) >> (127 - bits)) as u64;
            let shift = len_a + 1 - len_b - bits;
            words::add_shifted(&mut quotient, &[q], shift);
            product.fill(0);
            self.backend.add_mul_word(&mut product, b, q);
            words::add_shifted(a, words::trimmed(&product), shift);
            len_a = words::bit_len_below(a, len_a);
        }
        words::trim(a);
        words::trim(&mut quotient);
        quotient
    }

    /// The leading 64 bits of `X^126 / lead`, for a `lead` with bit 63 set.
    fn inverse_word(&self, lead: u64) -> u64 {
        // As power series in 1/X: Newton's iteration g <- g^2 f on reversed words.
        let f = lead.reverse_bits();
        let mut g = 1;
        for _ in 0..6 {
            g = self.backend.clmul(self.backend.clmul(g, g) as u64, f) as u64;
        }
        g.reverse_bits()
    }

    /// Division by Newton's iteration for a quotient no longer than the divisor.
    fn div_rem_newton(&mut self, a: &mut Vec<u64>, b: &[u64], len_b: usize) -> Vec<u64> {
        let len = words::bit_len(a) - len_b + 1;
        let mut head = words::reversed(b, len_b);
        head.truncate(len.div_ceil(64));
        let inverse = self.inverse_series(&head, len);
        self.div_rem_with(a, b, len_b, &inverse)
    }

    /// Division by `b`, given enough terms of the inverse of its reversal.
    fn div_rem_with(&mut self, a: &mut Vec<u64>, b: &[u64], len_b: usize, inverse: &[u64]) -> Vec<u64> {
        let len_a = words::bit_len(a);
        if len_a < len_b {
            return Vec::new();
        }
        let len = len_a - len_b + 1;
        let mut head = words::reversed(a, len_a);
        head.truncate(len.div_ceil(64));
        let mut quotient = self.mul(&head, &inverse[..inverse.len().min(len.div_ceil(64))]);
        words::clear_from(&mut quotient, len);
        let quotient = words::reversed(&quotient, len);
        let product = self.mul(&quotient, b);
        a.resize(a.len().max(product.len()), 0);
        words::add(a, &product);
        words::trim(a);
        debug_assert!(words::bit_len(a) < len_b);
        quotient
    }

    /// What [`Engine::reduce_with`] needs for repeated reduction modulo `b`, which is not zero.
    pub(crate) fn reduction_inverse(&mut self, b: &[u64]) -> Vec<u64> {
        let len_b = words::bit_len(b);
        self.inverse_series(&words::reversed(b, len_b), len_b + 1)
    }

    /// `a` modulo `b`, for `a` of at most twice the length of `b`.
    pub(crate) fn reduce_with(&mut self, a: &mut Vec<u64>, b: &[u64], inverse: &[u64]) {
        let len_b = words::bit_len(b);
        debug_assert!(words::bit_len(a) <= 2 * len_b);
        self.div_rem_with(a, b, len_b, inverse);
    }

    /// The first `len` terms of `1 / f` for a power series `f` with `f(0) = 1`.
    pub(crate) fn inverse_series(&mut self, f: &[u64], len: usize) -> Vec<u64> {
        let words_wanted = len.div_ceil(64).max(1);
        let mut g = vec![self.inverse_word(f[0].reverse_bits()).reverse_bits()];
        let mut lengths = vec![words_wanted];
        while lengths[lengths.len() - 1] > 1 {
            lengths.push(lengths[lengths.len() - 1].div_ceil(2));
        }
        for &length in lengths.iter().rev().skip(1) {
            // In characteristic 2, g (2 - f g) = f g^2.
            let mut squared = self.square(&g);
            squared.truncate(length);
            g = self.mul(&squared, &f[..f.len().min(length)]);
            g.truncate(length);
        }
        words::clear_from(&mut g, len);
        words::trim(&mut g);
        g
    }
}

/// `d += s X^shift`, growing `d` as needed; trimmed.
fn add_bits(d: &mut Vec<u64>, s: &[u64], shift: usize) {
    let need = (words::bit_len(s) + shift).div_ceil(64);
    if words::bit_len(s) == 0 {
        return;
    }
    if d.len() < need {
        d.resize(need, 0);
    }
    words::add_shifted(d, s, shift);
    words::trim(d);
}
