//! Operators of [`Poly`].

use std::ops::{Add, AddAssign, Mul, MulAssign, Rem, Shl, Shr};

use super::{Poly, engine::Engine, words};

impl AddAssign<&Poly> for Poly {
    fn add_assign(&mut self, other: &Poly) {
        words::add_at(&mut self.words, &other.words, 0);
    }
}

impl Add for &Poly {
    type Output = Poly;

    /// The sum, which is also the difference.
    fn add(self, other: &Poly) -> Poly {
        let (long, short) = if self.words.len() >= other.words.len() { (self, other) } else { (other, self) };
        let mut r = long.clone();
        r += short;
        r
    }
}

impl Add for Poly {
    type Output = Poly;

    fn add(self, other: Poly) -> Poly {
        Poly { words: words::sum(self.words, other.words) }
    }
}

impl Mul for &Poly {
    type Output = Poly;

    fn mul(self, other: &Poly) -> Poly {
        Poly { words: Engine::with(|engine| engine.mul(&self.words, &other.words)) }
    }
}

impl Mul for Poly {
    type Output = Poly;

    fn mul(self, other: Poly) -> Poly {
        &self * &other
    }
}

impl MulAssign<&Poly> for Poly {
    fn mul_assign(&mut self, other: &Poly) {
        *self = &*self * other;
    }
}

impl Rem for &Poly {
    type Output = Poly;

    /// The remainder of the division.
    ///
    /// # Panics
    /// If the divisor is zero.
    #[track_caller]
    fn rem(self, divisor: &Poly) -> Poly {
        self.div_rem(divisor).1
    }
}

impl Shl<usize> for &Poly {
    type Output = Poly;

    /// The product with `X^shift`.
    fn shl(self, shift: usize) -> Poly {
        Poly { words: words::shl(&self.words, shift) }
    }
}

impl Shr<usize> for &Poly {
    type Output = Poly;

    /// The quotient by `X^shift`.
    fn shr(self, shift: usize) -> Poly {
        Poly { words: words::shr(&self.words, shift) }
    }
}
