//! Arithmetic modulo an odd number of any length, in Montgomery's form.
//!
//! A residue `x` is kept as `x R mod n` with `R = 2^(64 L)`, `L` the number of 64-bit words of `n`.
//! The product of two kept residues, divided by `R`, is the kept product, and that division needs
//! no trial quotient. Source: P. L. Montgomery, "Modular multiplication without trial division",
//! Math. Comp. 44 (1985).

use num_bigint::BigUint;

use super::budget::{Budget, OutOfBudget};

/// An odd modulus of at least 3 with what its arithmetic needs.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    modulus: BigUint,
    words: Vec<u64>,
    /// `-1 / n mod 2^64`.
    negative_inverse: u64,
    one: Residue,
    /// `R^2 mod n`, which brings a number into Montgomery's form.
    square: Residue,
}

/// A residue in Montgomery's form, as long as the modulus, little end first.
pub(crate) type Residue = Vec<u64>;

fn padded(x: &BigUint, len: usize) -> Residue {
    let mut words = x.to_u64_digits();
    words.resize(len, 0);
    words
}

impl Field {
    /// The field modulo `n`, or nothing when `n` is even or below 3.
    pub(crate) fn new(n: &BigUint) -> Option<Self> {
        if !n.bit(0) || n.bits() < 2 {
            return None;
        }
        let words = n.to_u64_digits();
        let len = words.len();
        // Newton's iteration doubles the number of correct bits; n is its own inverse modulo 8.
        let mut inverse = words[0];
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(words[0].wrapping_mul(inverse)));
        }
        let r = BigUint::from(1u8) << (64 * len);
        let one = padded(&(&r % n), len);
        let square = padded(&(&r * &r % n), len);
        Some(Field { modulus: n.clone(), words, negative_inverse: inverse.wrapping_neg(), one, square })
    }

    /// The modulus.
    pub(crate) fn modulus(&self) -> &BigUint {
        &self.modulus
    }

    /// About how many operations on machine words a product takes.
    pub(crate) fn cost(&self) -> u64 {
        2 * (self.words.len() as u64).pow(2)
    }

    /// The residue 1.
    pub(crate) fn one(&self) -> Residue {
        self.one.clone()
    }

    /// The residue 0.
    pub(crate) fn zero(&self) -> Residue {
        vec![0; self.words.len()]
    }

    /// `x mod n` in Montgomery's form.
    pub(crate) fn lift(&self, x: &BigUint) -> Residue {
        let plain = padded(&(x % &self.modulus), self.words.len());
        let mut out = self.zero();
        self.mul(&mut out, &plain, &self.square);
        out
    }

    /// The number in `0..n` that a residue stands for.
    pub(crate) fn lower(&self, x: &[u64]) -> BigUint {
        let mut unit = self.zero();
        unit[0] = 1;
        let mut out = self.zero();
        self.mul(&mut out, x, &unit);
        from_words(&out)
    }

    /// `base^exponent`, four bits of the exponent at a time.
    pub(crate) fn power(
        &self,
        base: &[u64],
        exponent: &BigUint,
        budget: &mut Budget<'_>,
    ) -> Result<Residue, OutOfBudget> {
        let mut small = vec![self.one()];
        for i in 1..16 {
            budget.work(self.cost())?;
            let mut next = self.zero();
            self.mul(&mut next, &small[i - 1], base);
            small.push(next);
        }
        let (mut x, mut next) = (self.one(), self.zero());
        for &digit in exponent.to_radix_le(16).iter().rev() {
            for _ in 0..4 {
                budget.work(self.cost())?;
                self.mul(&mut next, &x, &x);
                core::mem::swap(&mut x, &mut next);
            }
            self.mul(&mut next, &x, &small[usize::from(digit)]);
            core::mem::swap(&mut x, &mut next);
        }
        Ok(x)
    }

    /// `out = a b`.
    #[inline]
    pub(crate) fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        match self.words.len() {
            1 => self.mul_fixed::<1>(out, a, b),
            2 => self.mul_fixed::<2>(out, a, b),
            3 => self.mul_fixed::<3>(out, a, b),
            4 => self.mul_fixed::<4>(out, a, b),
            5 => self.mul_fixed::<5>(out, a, b),
            6 => self.mul_fixed::<6>(out, a, b),
            7 => self.mul_fixed::<7>(out, a, b),
            8 => self.mul_fixed::<8>(out, a, b),
            _ => self.mul_any(out, a, b),
        }
    }

    /// The same for a length known to the compiler.
    #[inline]
    fn mul_fixed<const L: usize>(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let n: &[u64; L] = self.words[..L].try_into().expect("the modulus has L words");
        let a: &[u64; L] = a[..L].try_into().expect("a residue has L words");
        let b: &[u64; L] = b[..L].try_into().expect("a residue has L words");
        let mut t = [0u64; L];
        let mut top = 0u64;
        for &digit in a {
            let mut carry = 0;
            for j in 0..L {
                (t[j], carry) = multiply_add(digit, b[j], t[j], carry);
            }
            let (high, over) = top.overflowing_add(carry);
            let m = t[0].wrapping_mul(self.negative_inverse);
            let (_, mut carry) = multiply_add(m, n[0], t[0], 0);
            for j in 1..L {
                (t[j - 1], carry) = multiply_add(m, n[j], t[j], carry);
            }
            let (low, more) = high.overflowing_add(carry);
            t[L - 1] = low;
            top = u64::from(over) + u64::from(more);
        }
        if top != 0 || !less(&t, n) {
            subtract_in_place(&mut t, n);
        }
        out[..L].copy_from_slice(&t);
    }

    /// The same for any length.
    fn mul_any(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let n = &self.words[..];
        let len = n.len();
        let mut t = vec![0u64; len];
        let mut top = 0u64;
        for &digit in &a[..len] {
            let mut carry = 0;
            for (t, &b) in t.iter_mut().zip(b) {
                (*t, carry) = multiply_add(digit, b, *t, carry);
            }
            let (high, over) = top.overflowing_add(carry);
            let m = t[0].wrapping_mul(self.negative_inverse);
            let (_, mut carry) = multiply_add(m, n[0], t[0], 0);
            for j in 1..len {
                (t[j - 1], carry) = multiply_add(m, n[j], t[j], carry);
            }
            let (low, more) = high.overflowing_add(carry);
            t[len - 1] = low;
            top = u64::from(over) + u64::from(more);
        }
        if top != 0 || !less(&t, n) {
            subtract_in_place(&mut t, n);
        }
        out[..len].copy_from_slice(&t);
    }

    /// `out = a + b`.
    pub(crate) fn add(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let mut carry = false;
        for ((o, &x), &y) in out.iter_mut().zip(a).zip(b) {
            let (s, c) = x.overflowing_add(y);
            let (s, d) = s.overflowing_add(u64::from(carry));
            *o = s;
            carry = c || d;
        }
        if carry || !less(out, &self.words) {
            subtract_in_place(out, &self.words);
        }
    }

    /// `out = a - b`.
    pub(crate) fn sub(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let mut borrow = false;
        for ((o, &x), &y) in out.iter_mut().zip(a).zip(b) {
            let (s, c) = x.overflowing_sub(y);
            let (s, d) = s.overflowing_sub(u64::from(borrow));
            *o = s;
            borrow = c || d;
        }
        if borrow {
            let mut carry = false;
            for (o, &y) in out.iter_mut().zip(&self.words) {
                let (s, c) = o.overflowing_add(y);
                let (s, d) = s.overflowing_add(u64::from(carry));
                *o = s;
                carry = c || d;
            }
        }
    }
}

/// `a b + c + d` as (low word, high word); it can't overflow two words.
#[inline(always)]
fn multiply_add(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    let wide = u128::from(a) * u128::from(b) + u128::from(c) + u128::from(d);
    (wide as u64, (wide >> 64) as u64)
}

#[inline]
fn less(a: &[u64], b: &[u64]) -> bool {
    for (x, y) in a.iter().rev().zip(b.iter().rev()) {
        if x != y {
            return x < y;
        }
    }
    false
}

#[inline]
fn subtract_in_place(a: &mut [u64], b: &[u64]) {
    let mut borrow = false;
    for (x, &y) in a.iter_mut().zip(b) {
        let (s, c) = x.overflowing_sub(y);
        let (s, d) = s.overflowing_sub(u64::from(borrow));
        *x = s;
        borrow = c || d;
    }
}

/// The number with these 64-bit words, little end first.
pub(crate) fn from_words(words: &[u64]) -> BigUint {
    let mut digits = Vec::with_capacity(2 * words.len());
    for &w in words {
        digits.push(w as u32);
        digits.push((w >> 32) as u32);
    }
    BigUint::new(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// An odd modulus of 1 to 11 words, so that the fixed and the free lengths are both met.
    fn modulus() -> impl Strategy<Value = BigUint> {
        prop::collection::vec(any::<u32>(), 1..22).prop_map(|mut digits| {
            digits[0] |= 1;
            let n = BigUint::new(digits);
            if n.bits() < 2 { BigUint::from(3u8) } else { n }
        })
    }

    proptest! {
        #[test]
        fn agrees_with_plain_arithmetic(n in modulus(), a in prop::collection::vec(any::<u32>(), 0..24),
                                        b in prop::collection::vec(any::<u32>(), 0..24)) {
            let field = Field::new(&n).expect("odd and at least 3");
            let (a, b) = (BigUint::new(a), BigUint::new(b));
            let (x, y) = (field.lift(&a), field.lift(&b));
            prop_assert_eq!(field.lower(&x), &a % &n);
            let mut out = field.zero();
            field.mul(&mut out, &x, &y);
            prop_assert_eq!(field.lower(&out), &a * &b % &n);
            field.mul_any(&mut out, &x, &y);
            prop_assert_eq!(field.lower(&out), &a * &b % &n);
            field.add(&mut out, &x, &y);
            prop_assert_eq!(field.lower(&out), (&a + &b) % &n);
            field.sub(&mut out, &x, &y);
            prop_assert_eq!(field.lower(&out), (&a % &n + &n - &b % &n) % &n);
            let power = field.power(&x, &b, &mut Budget::unlimited()).expect("no limit");
            prop_assert_eq!(field.lower(&power), a.modpow(&b, &n));
        }
    }

    #[test]
    fn the_largest_moduli_of_each_length_do_not_overflow() {
        for len in 1..=10usize {
            let n = (BigUint::from(1u8) << (64 * len)) - 1u8;
            let field = Field::new(&n).expect("odd");
            let a = &n - 1u8;
            let x = field.lift(&a);
            let mut out = field.zero();
            field.mul(&mut out, &x, &x);
            assert_eq!(field.lower(&out), BigUint::from(1u8));
            field.add(&mut out, &x, &x);
            assert_eq!(field.lower(&out), &n - 2u8);
        }
    }

    #[test]
    fn even_and_tiny_moduli_are_refused() {
        for n in [0u8, 1, 2, 4, 100] {
            assert!(Field::new(&BigUint::from(n)).is_none());
        }
        assert!(Field::new(&BigUint::from(3u8)).is_some());
    }
}
