//! Greatest common divisors, their cofactors, and division modulo a polynomial.

use super::engine::Engine;
use super::half_gcd::{LEHMER_FINAL, Matrix};
use super::{Poly, words};

/// A part of Euclid's algorithm, `(a, b) -> m (a, b)`.
enum Step {
    /// Many divisions.
    Matrix(Matrix),
    /// One division: `(a, b) -> (b, a + q b)`.
    Division(Vec<u64>),
    /// The division that makes the first the longer: `(a, b) -> (a, b + q a)`.
    Second(Vec<u64>),
    /// `(a, b) -> (b, a)`.
    Swap,
}

impl Engine {
    /// Greatest common divisor.
    pub(crate) fn gcd(&mut self, a: Vec<u64>, b: Vec<u64>) -> Vec<u64> {
        self.euclid(a, b, None).0
    }

    /// Runs Euclid's algorithm to its end: the greatest common divisor, and the row `(s, t)` with `g = s a' + t b'`
    /// where `a'`, `b'` are what the recorded steps left, or `(1, 0)` if none are recorded.
    fn euclid(
        &mut self,
        mut a: Vec<u64>,
        mut b: Vec<u64>,
        mut steps: Option<&mut Vec<Step>>,
    ) -> (Vec<u64>, [Vec<u64>; 2]) {
        words::trim(&mut a);
        words::trim(&mut b);
        if words::bit_len(&a) <= words::bit_len(&b) && !a.is_empty() {
            let q = self.div_rem(&mut b, &a);
            if let Some(steps) = steps.as_deref_mut() {
                steps.push(Step::Second(q));
            }
        } else if a.is_empty() {
            std::mem::swap(&mut a, &mut b);
            if let Some(steps) = steps.as_deref_mut() {
                steps.push(Step::Swap);
            }
        }
        while !b.is_empty() {
            let degree = words::bit_len(&a) - 1;
            if degree <= LEHMER_FINAL {
                let mut columns = [[vec![1], Vec::new()], [Vec::new(), vec![1]]];
                self.lehmer_columns(
                    &mut a,
                    &mut b,
                    degree,
                    if steps.is_some() { &mut columns } else { &mut [] },
                );
                let [[s, _], [t, _]] = columns;
                return (a, [s, t]);
            }
            if words::bit_len(&b) > degree - degree / 2 {
                let m = self.half_gcd(&mut a, &mut b, degree / 2, steps.is_some());
                if let Some(steps) = steps.as_deref_mut() {
                    steps.push(Step::Matrix(m));
                }
            }
            if b.is_empty() {
                break;
            }
            let q = self.div_rem(&mut a, &b);
            std::mem::swap(&mut a, &mut b);
            if let Some(steps) = steps.as_deref_mut() {
                steps.push(Step::Division(q));
            }
        }
        (a, [vec![1], Vec::new()])
    }

    /// `(g, s, t)` with `g = gcd(a, b) = s a + t b`; `s` is left out unless `both`.
    ///
    /// The steps halve the lengths, so that multiplying their matrices from the last on costs no more than a few
    /// products of the first length.
    fn gcd_cofactors(&mut self, a: Vec<u64>, b: Vec<u64>, both: bool) -> (Vec<u64>, Vec<u64>, Vec<u64>) {
        let mut steps = Vec::new();
        let (g, [mut s, mut t]) = self.euclid(a, b, Some(&mut steps));
        while let Some(step) = steps.pop() {
            match step {
                Step::Matrix(m) if both || !steps.is_empty() => (s, t) = self.vector_matrix(&s, &t, &m),
                Step::Matrix(m) => t = self.mul_sum(&s, &m.entries[1], &t, &m.entries[3]),
                Step::Division(q) => {
                    let product = self.mul(&q, &t);
                    (s, t) = (t, words::sum(s, product));
                }
                Step::Second(q) if both || !steps.is_empty() => {
                    let product = self.mul(&q, &t);
                    s = words::sum(s, product);
                }
                Step::Second(_) => {}
                Step::Swap => std::mem::swap(&mut s, &mut t),
            }
        }
        (g, s, t)
    }

    /// `(g, t)` with `g = gcd(a, b)` and `t b = g` modulo `a`, for `a` not zero.
    pub(crate) fn gcd_cofactor(&mut self, a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let mut b = b.to_vec();
        self.div_rem(&mut b, a);
        let (g, _, t) = self.gcd_cofactors(a.to_vec(), b, false);
        (g, t)
    }
}

/// Greatest common divisor with cofactors: the result of [`Poly::xgcd`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xgcd {
    /// The greatest common divisor `g` of `a` and `b`.
    pub gcd: Poly,
    /// `s` in `g = s a + t b`.
    pub s: Poly,
    /// `t` in `g = s a + t b`.
    pub t: Poly,
}

/// All solutions of a linear congruence: the result of [`Poly::solve_congruence`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Congruence {
    /// `g = gcd(a, f)`; a solution exists if and only if it divides `p`.
    pub gcd: Poly,
    /// `f / g`: adding multiples of it to a solution gives all of them.
    pub modulus: Poly,
    /// The solution of least degree, if there is one.
    pub solution: Option<Poly>,
}

impl Poly {
    /// Greatest common divisor of `self` and `other`; zero when both are.
    ///
    /// # Complexity
    /// `O(M(n) log n)` time, where `n` is the larger degree and `M(n)` the time of a multiplication of that degree.
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::poly::Poly;
    /// let a: Poly = "X^3 + X".parse().unwrap();
    /// let b: Poly = "X^2 + 1".parse().unwrap();
    /// assert_eq!(a.gcd(&b), b);
    /// ```
    pub fn gcd(&self, other: &Poly) -> Poly {
        Poly::from_words(Engine::with(|engine| engine.gcd(self.words.clone(), other.words.clone())))
    }

    /// [`Poly::gcd`] in the memory of the two polynomials.
    ///
    /// # Complexity
    /// As [`Poly::gcd`].
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::poly::Poly;
    /// assert_eq!(Poly::x().into_gcd(Poly::zero()), Poly::x());
    /// ```
    pub fn into_gcd(self, other: Poly) -> Poly {
        Poly::from_words(Engine::with(|engine| engine.gcd(self.words, other.words)))
    }

    /// Greatest common divisor `g` of `a = self` and `b`, with `g = s a + t b`.
    ///
    /// Where neither divides the other, `deg s < deg b - deg g` and `deg t < deg a - deg g`.
    ///
    /// # Complexity
    /// As [`Poly::gcd`].
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::poly::Poly;
    /// let a: Poly = "X^4 + X".parse().unwrap();
    /// let b: Poly = "X^2".parse().unwrap();
    /// let r = a.xgcd(&b);
    /// assert_eq!(r.gcd, Poly::x());
    /// assert_eq!(&(&r.s * &a) + &(&r.t * &b), r.gcd);
    /// ```
    pub fn xgcd(&self, b: &Poly) -> Xgcd {
        Engine::with(|engine| Poly::xgcd_with(self, b, engine))
    }

    pub(crate) fn xgcd_with(a: &Poly, b: &Poly, engine: &mut Engine) -> Xgcd {
        if a.is_zero() || b.is_zero() {
            let (s, t) = if a.is_zero() { (Poly::zero(), Poly::one()) } else { (Poly::one(), Poly::zero()) };
            return Xgcd { gcd: a + b, s, t };
        }
        if a.bit_len() < b.bit_len() {
            let Xgcd { gcd, s, t } = Poly::xgcd_with(b, a, engine);
            return Xgcd { gcd, s: t, t: s };
        }
        let (g, s, t) = engine.gcd_cofactors(a.words.clone(), b.words.clone(), true);
        Xgcd { gcd: Poly::from_words(g), s: Poly::from_words(s), t: Poly::from_words(t) }
    }

    /// The inverse of `self` modulo `modulus`, of lower degree than it; `None` when they have a common factor or the
    /// modulus is zero. Modulo 1 everything is zero, its own inverse.
    ///
    /// # Complexity
    /// As [`Poly::gcd`].
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::poly::Poly;
    /// let f: Poly = "X^3 + X + 1".parse().unwrap();
    /// assert_eq!(Poly::x().inverse_mod(&f), Some("X^2 + 1".parse().unwrap()));
    /// ```
    pub fn inverse_mod(&self, modulus: &Poly) -> Option<Poly> {
        if modulus.is_zero() {
            return None;
        }
        let (g, t) = Engine::with(|engine| engine.gcd_cofactor(&modulus.words, &self.words));
        (g == [1]).then(|| Poly::from_words(t)).map(|t| if modulus.is_one() { Poly::zero() } else { t })
    }

    /// Solves `a u = p` modulo `f`, where `a` is `self`.
    ///
    /// With `g = gcd(a, f)`: there is a solution if and only if `g` divides `p`, and then `u` is unique modulo `f / g`.
    ///
    /// # Panics
    /// If `f` is zero.
    ///
    /// # Complexity
    /// As [`Poly::gcd`] for `n = deg f`, after one reduction of `a` and `p` modulo `f`.
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::poly::Poly;
    /// let f: Poly = "X^3".parse().unwrap();
    /// let r = Poly::x().solve_congruence(&"X^2".parse().unwrap(), &f);
    /// assert_eq!(r.solution, Some(Poly::x()));
    /// assert!(Poly::x().solve_congruence(&Poly::one(), &f).solution.is_none());
    /// ```
    #[track_caller]
    pub fn solve_congruence(&self, p: &Poly, f: &Poly) -> Congruence {
        assert!(!f.is_zero(), "congruence modulo zero");
        Engine::with(|engine| {
            let (g, t) = engine.gcd_cofactor(&f.words, &self.words);
            let mut rest = f.words.clone();
            let modulus = engine.div_rem(&mut rest, &g);
            let mut rest = p.words.clone();
            engine.div_rem(&mut rest, &f.words);
            let quotient = engine.div_rem(&mut rest, &g);
            let solution = rest.is_empty().then(|| {
                let mut u = engine.mul(&quotient, &t);
                engine.div_rem(&mut u, &modulus);
                Poly::from_words(u)
            });
            Congruence { gcd: Poly::from_words(g), modulus: Poly::from_words(modulus), solution }
        })
    }
}
