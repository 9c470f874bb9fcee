//! The polynomial sequences of rectangles and triangles, by doubling their index.

use super::{Poly, engine::Engine, words};

/// Multiplies by `X`.
fn times_x(a: &[u64]) -> Vec<u64> {
    words::shl(a, 1)
}

/// The pair `(f_n, f_(n+1))` of Fibonacci polynomials over GF(2); see [`fibonacci`].
///
/// # Complexity
/// `O(n)` time.
pub fn fibonacci_pair(n: usize) -> (Poly, Poly) {
    let engine = Engine::new();
    let (mut f, mut g) = (Vec::new(), vec![1]);
    for bit in bits_from_top(n) {
        let (f2, g2) = (engine.square(&f), engine.square(&g));
        if bit {
            f = words::sum(f2, g2.clone());
            g = times_x(&g2);
        } else {
            g = words::sum(g2, f2.clone());
            f = times_x(&f2);
        }
    }
    (Poly::from_words(f), Poly::from_words(g))
}

/// The Fibonacci polynomial `f_n` over GF(2): `f_0 = 0`, `f_1 = 1`, `f_(j+1) = X f_j + f_(j-1)`, of degree `n - 1`.
///
/// It is the characteristic polynomial of the path with `n - 1` vertices. Doubling: `f_(2j) = X f_j^2` and
/// `f_(2j+1) = (f_j + f_(j+1))^2`.
///
/// # Complexity
/// `O(n)` time.
///
/// # Examples
/// ```
/// use lightsout_algebra::poly::fibonacci;
/// assert_eq!(fibonacci(5).to_string(), "X^4 + X^2 + 1");
/// ```
pub fn fibonacci(n: usize) -> Poly {
    fibonacci_pair(n).0
}

/// The bits of `n` from the leading one down.
fn bits_from_top(n: usize) -> impl Iterator<Item = bool> {
    (0..usize::BITS - n.leading_zeros()).rev().map(move |i| n >> i & 1 == 1)
}

/// A polynomial `a(z) + X c(z)`, `z = X^2 + X`.
#[derive(Clone)]
struct Split(Vec<u64>, Vec<u64>);

impl Split {
    fn square(&self, engine: &Engine) -> Split {
        let c = engine.square(&self.1);
        Split(words::sum(engine.square(&self.0), times_x(&c)), c)
    }

    fn times_x(&self) -> Split {
        Split(times_x(&self.1), words::sum(self.0.clone(), self.1.clone()))
    }

    fn plus(self, other: &Split) -> Split {
        Split(words::sum(self.0, other.0.clone()), words::sum(self.1, other.1.clone()))
    }
}

/// `(a, c)` with `f_j + f_(j+1) = a(z) + X c(z)` where `z = X^2 + X`; see [`fibonacci`].
///
/// The doubling is done on `a` and `c`: with `p = a + X c`, `p^2 = (a^2 + z c^2) + X c^2` and `X p = z c + X (a + c)`.
///
/// # Complexity
/// `O(j)` time.
///
/// # Examples
/// ```
/// use lightsout_algebra::poly::{fibonacci_pair, fibonacci_sum_split};
/// let (f, g) = fibonacci_pair(20);
/// assert_eq!(fibonacci_sum_split(20), (f + g).split_z());
/// ```
pub fn fibonacci_sum_split(j: usize) -> (Poly, Poly) {
    let engine = Engine::new();
    let (mut f, mut g) = (Split(Vec::new(), Vec::new()), Split(vec![1], Vec::new()));
    for bit in bits_from_top(j) {
        let (f2, g2) = (f.square(&engine), g.square(&engine));
        if bit {
            g = g2.times_x();
            f = f2.plus(&g2);
        } else {
            f = f2.times_x();
            g = g2.plus(&f2);
        }
    }
    let Split(a, c) = f.plus(&g);
    (Poly::from_words(a), Poly::from_words(c))
}

/// `(H_(m-1), H_m, H_(m+1))`; see [`triangle_h`].
///
/// # Complexity
/// `O(m)` time.
pub fn triangle_h3(m: usize) -> (Poly, Poly, Poly) {
    let engine = Engine::new();
    let even = |h: &[u64], below: &[u64]| words::sum(words::sum(h.to_vec(), below.to_vec()), times_x(below));
    let odd = |h: &[u64], below: &[u64]| words::sum(times_x(h), below.to_vec());
    let (mut a, mut b, mut c) = (Vec::new(), vec![1], vec![2]);
    for bit in bits_from_top(m) {
        let (a2, b2, c2) = (engine.square(&a), engine.square(&b), engine.square(&c));
        (a, b, c) = if bit {
            (even(&b2, &a2), odd(&b2, &a2), even(&c2, &b2))
        } else {
            // H_(m-2)^2 = H_(m+1)^2 + X^2 H_m^2 + (X^2 + 1) H_(m-1)^2
            let below =
                words::sum(c2, words::sum(words::shl(&words::sum(a2.clone(), b2.clone()), 2), a2.clone()));
            (odd(&a2, &below), even(&b2, &a2), odd(&b2, &a2))
        };
    }
    (Poly::from_words(a), Poly::from_words(b), Poly::from_words(c))
}

/// The polynomial `H_n` of triangles over GF(2): `H_(-2) = H_(-1) = 0`, `H_0 = 1`,
/// `H_m = X H_(m-1) + (X + 1) H_(m-2) + H_(m-3)`, of degree `n`.
///
/// Doubling: `H_(2m) = H_m^2 + (X + 1) H_(m-1)^2` and `H_(2m+1) = X H_m^2 + H_(m-1)^2`.
///
/// # Complexity
/// `O(n)` time.
///
/// # Examples
/// ```
/// use lightsout_algebra::poly::triangle_h;
/// assert_eq!(triangle_h(2).to_string(), "X^2 + X + 1");
/// ```
pub fn triangle_h(n: usize) -> Poly {
    triangle_h3(n).1
}

/// `(f_n, f_(n+1))` modulo a polynomial, for an index of any size; see [`fibonacci`].
///
/// # Panics
/// If `modulus` is zero.
///
/// # Complexity
/// `O(M(d) log n)` time, where `M(d)` is the time of a multiplication of the degree `d` of the modulus.
///
/// # Examples
/// ```
/// use lightsout_algebra::poly::{Poly, fibonacci, fibonacci_pair_mod};
/// let m: Poly = "X^3 + X + 1".parse().unwrap();
/// assert_eq!(fibonacci_pair_mod(40, &m).0, &fibonacci(40) % &m);
/// ```
#[track_caller]
pub fn fibonacci_pair_mod(n: u64, modulus: &Poly) -> (Poly, Poly) {
    assert!(!modulus.is_zero(), "sequence modulo zero");
    let mut engine = Engine::new();
    let inverse = engine.reduction_inverse(&modulus.words);
    let mut reduce = |mut a: Vec<u64>| {
        engine.reduce_with(&mut a, &modulus.words, &inverse);
        a
    };
    let squares = Engine::new();
    let (mut f, mut g) = (Vec::new(), reduce(vec![1]));
    for i in (0..u64::BITS - n.leading_zeros()).rev() {
        let (f2, g2) = (squares.square(&f), squares.square(&g));
        if n >> i & 1 == 1 {
            f = reduce(words::sum(f2, g2.clone()));
            g = reduce(times_x(&g2));
        } else {
            g = reduce(words::sum(g2, f2.clone()));
            f = reduce(times_x(&f2));
        }
    }
    (Poly::from_words(f), Poly::from_words(g))
}
