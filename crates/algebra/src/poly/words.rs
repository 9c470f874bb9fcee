//! Polynomials over GF(2) as slices of words: bit `i` of word `w` is the coefficient of `X^(64 w + i)`.

/// Degree plus one; 0 for the zero polynomial.
pub(crate) fn bit_len(a: &[u64]) -> usize {
    match a.iter().rposition(|&w| w != 0) {
        Some(i) => 64 * i + 64 - a[i].leading_zeros() as usize,
        None => 0,
    }
}

/// [`bit_len`], given that it is at most `bound`.
pub(crate) fn bit_len_below(a: &[u64], bound: usize) -> usize {
    bit_len(&a[..bound.div_ceil(64).min(a.len())])
}

/// Number of words without leading zero words.
pub(crate) fn word_len(a: &[u64]) -> usize {
    a.iter().rposition(|&w| w != 0).map_or(0, |i| i + 1)
}

/// `a` without leading zero words.
pub(crate) fn trimmed(a: &[u64]) -> &[u64] {
    &a[..word_len(a)]
}

/// Removes leading zero words.
pub(crate) fn trim(a: &mut Vec<u64>) {
    a.truncate(word_len(a));
}

/// `d += s`, where `d` is at least as long as `s`.
pub(crate) fn add(d: &mut [u64], s: &[u64]) {
    for (d, &s) in d[..s.len()].iter_mut().zip(s) {
        *d ^= s;
    }
}

/// `d += s X^(64 at)`, growing `d` when it is too short; the result is trimmed.
pub(crate) fn add_at(d: &mut Vec<u64>, s: &[u64], at: usize) {
    if s.is_empty() {
        return;
    }
    if d.len() < at + s.len() {
        d.resize(at + s.len(), 0);
    }
    add(&mut d[at..], s);
    trim(d);
}

/// `a + b`, trimmed, in the memory of `a` or `b`.
pub(crate) fn sum(mut a: Vec<u64>, mut b: Vec<u64>) -> Vec<u64> {
    if a.len() < b.len() {
        std::mem::swap(&mut a, &mut b);
    }
    add(&mut a, &b);
    trim(&mut a);
    a
}

/// `d += s X^shift`; what does not fit in `d` must be zero.
pub(crate) fn add_shifted(d: &mut [u64], s: &[u64], shift: usize) {
    let (words, bits) = (shift / 64, shift % 64);
    let s = &s[..s.len().min(d.len().saturating_sub(words))];
    if bits == 0 {
        let at = words.min(d.len());
        return add(&mut d[at..], s);
    }
    let mut carry = 0;
    for (d, &s) in d[words..].iter_mut().zip(s) {
        *d ^= s << bits | carry;
        carry = s >> (64 - bits);
    }
    if let Some(d) = d.get_mut(words + s.len()) {
        *d ^= carry;
    }
}

/// `a X^shift`, trimmed when `a` is.
pub(crate) fn shl(a: &[u64], shift: usize) -> Vec<u64> {
    let len = bit_len(a);
    if len == 0 {
        return Vec::new();
    }
    let (words, bits) = (shift / 64, shift % 64);
    let mut r = Vec::with_capacity((len + shift).div_ceil(64) + 1);
    r.resize(words, 0);
    if bits == 0 {
        r.extend_from_slice(a);
    } else {
        let mut carry = 0;
        for &w in a {
            r.push(w << bits | carry);
            carry = w >> (64 - bits);
        }
        r.push(carry);
    }
    trim(&mut r);
    r
}

/// Quotient of `a` by `X^shift`, trimmed.
pub(crate) fn shr(a: &[u64], shift: usize) -> Vec<u64> {
    let (words, bits) = (shift / 64, shift % 64);
    let Some(a) = a.get(words..) else {
        return Vec::new();
    };
    let mut r = a.to_vec();
    if bits > 0 {
        for i in 0..r.len() {
            r[i] = r[i] >> bits | r.get(i + 1).map_or(0, |&w| w << (64 - bits));
        }
    }
    trim(&mut r);
    r
}

/// Remainder of `a` modulo `X^len`, trimmed.
pub(crate) fn low(a: &[u64], len: usize) -> Vec<u64> {
    let mut r = a[..a.len().min(len.div_ceil(64))].to_vec();
    clear_from(&mut r, len);
    trim(&mut r);
    r
}

/// Clears the coefficients of `X^len` and above.
pub(crate) fn clear_from(a: &mut [u64], len: usize) {
    let (word, bit) = (len / 64, len % 64);
    if word < a.len() {
        a[word] &= (1 << bit) - 1;
        a[word + 1..].fill(0);
    }
}

/// `X^(len - 1) a(1/X)`: the first `len` coefficients in reverse order, trimmed.
pub(crate) fn reversed(a: &[u64], len: usize) -> Vec<u64> {
    let words = len.div_ceil(64);
    let mut r: Vec<u64> = (0..words).rev().map(|i| a.get(i).map_or(0, |w| w.reverse_bits())).collect();
    let spare = 64 * words - len;
    if spare > 0 {
        for i in 0..words {
            r[i] = r[i] >> spare | r.get(i + 1).map_or(0, |&w| w << (64 - spare));
        }
    }
    trim(&mut r);
    r
}

/// The 128 coefficients from `X^top` downwards, the first at bit 127; zeros below `X^0`.
pub(crate) fn window(a: &[u64], top: usize) -> u128 {
    let (word, bit) = (top / 64, top % 64);
    let get = |back: usize| word.checked_sub(back).and_then(|i| a.get(i)).copied().unwrap_or(0);
    let high = u128::from(get(0)) << 64 | u128::from(get(1));
    let shift = 63 - bit;
    if shift == 0 { high } else { high << shift | u128::from(get(2) >> (64 - shift)) }
}
