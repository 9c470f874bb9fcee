//! Slow, obvious twins and the tests that compare with them, on every back end.

use super::engine::Engine;
use super::half_gcd::Matrix;
use super::{
    LinearFunctional, Poly, fibonacci, fibonacci_pair, fibonacci_sum_split, from_fibonacci_basis,
    moments_from_triangle_values, to_fibonacci_basis, triangle_h, triangle_h3, triangle_values_from_moments,
    words,
};
use crate::arch::carryless::Backend;
use crate::random::SplitMix;

/// Sizes in bits around every block boundary that the code knows of.
const SIZES: [usize; 17] = [0, 1, 2, 31, 63, 64, 65, 127, 128, 129, 500, 512, 513, 1023, 1024, 1100, 2500];

/// Random polynomials.
struct Random(SplitMix);

impl Random {
    fn new(seed: u64) -> Random {
        Random(SplitMix::new(seed))
    }

    /// A polynomial of degree `len - 1`; zero for `len = 0`.
    fn poly(&mut self, len: usize) -> Poly {
        let mut w: Vec<u64> = (0..len.div_ceil(64)).map(|_| self.0.next_u64()).collect();
        words::clear_from(&mut w, len);
        if len > 0 {
            w[(len - 1) / 64] |= 1 << ((len - 1) % 64);
        }
        Poly::from_words(w)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }
}

fn naive_mul(a: &Poly, b: &Poly) -> Poly {
    let mut r = vec![0; a.words.len() + b.words.len()];
    for i in (0..b.bit_len()).filter(|&i| b.coefficient(i)) {
        words::add_shifted(&mut r, &a.words, i);
    }
    Poly::from_words(r)
}

fn naive_div_rem(a: &Poly, b: &Poly) -> (Poly, Poly) {
    let mut q = vec![0; a.words.len()];
    let mut r = a.clone();
    while r.bit_len() >= b.bit_len() {
        let shift = r.bit_len() - b.bit_len();
        q[shift / 64] |= 1 << (shift % 64);
        words::add_shifted(&mut r.words, &b.words, shift);
        words::trim(&mut r.words);
    }
    (Poly::from_words(q), r)
}

fn naive_gcd(a: &Poly, b: &Poly) -> Poly {
    let (mut a, mut b) = (a.clone(), b.clone());
    while !b.is_zero() {
        let r = naive_div_rem(&a, &b).1;
        (a, b) = (b, r);
    }
    a
}

/// `f(g)` by Horner's rule.
fn naive_compose(f: &Poly, g: &Poly) -> Poly {
    let mut r = Poly::zero();
    for i in (0..f.bit_len()).rev() {
        r = naive_mul(&r, g);
        if f.coefficient(i) {
            r += &Poly::one();
        }
    }
    r
}

fn naive_fibonacci(n: usize) -> Vec<Poly> {
    let mut f = vec![Poly::zero(), Poly::one()];
    while f.len() <= n {
        f.push(&(&f[f.len() - 1] << 1) + &f[f.len() - 2]);
    }
    f
}

fn naive_triangle(n: usize) -> Vec<Poly> {
    let mut h = vec![Poly::zero(), Poly::zero(), Poly::one()];
    while h.len() < n + 3 {
        let k = h.len();
        h.push(&(&h[k - 1] << 1) + &(&(&(&h[k - 2] << 1) + &h[k - 2]) + &h[k - 3]));
    }
    h.split_off(2)
}

/// Tests that run on every back end that this processor has.
macro_rules! every_back_end {
    ($($name:ident),+) => {
        mod every_back_end {
            use crate::arch::carryless::Backend;

            $(#[test]
            fn $name() {
                Backend::all().into_iter().for_each(super::$name);
            })+
        }
    };
}

every_back_end!(multiplies, multiplies_by_transform, divides, finds_common_divisors, reduces_halfway);

fn multiplies(backend: Backend) {
    let mut random = Random::new(1);
    let mut engine = Engine::on(backend);
    for a in SIZES {
        for b in SIZES {
            let (p, q) = (random.poly(a), random.poly(b));
            assert_eq!(engine.mul(&p.words, &q.words), naive_mul(&p, &q).words, "{backend:?} {a} {b}");
        }
        let p = random.poly(a);
        assert_eq!(engine.square(&p.words), naive_mul(&p, &p).words, "{backend:?} {a}");
    }
    // Around every length at which the method changes, and so long that three parts are cut in three again.
    for n in (1..140).chain(250..280).chain([200, 300, 513, 1100]).chain(350..380).chain(1060..1100) {
        let short = random.below(64);
        let (p, q) = (random.poly(64 * n), random.poly(64 * n - short));
        let product = engine.mul(&p.words, &q.words);
        // Checked modulo a random polynomial, by another way than multiplication.
        let m = random.poly(61);
        let slow = naive_mul(&naive_div_rem(&p, &m).1, &naive_div_rem(&q, &m).1);
        assert_eq!(
            naive_div_rem(&Poly::from_words(product), &m).1,
            naive_div_rem(&slow, &m).1,
            "{backend:?} {n}"
        );
    }
}

/// Products by transforms against Karatsuba's method, in sizes around powers of two of chunks.
fn multiplies_by_transform(backend: Backend) {
    let mut random = Random::new(10);
    let mut engine = Engine::on(backend);
    let mut check = |a: usize, b: usize| {
        let (p, q) = (random.poly(64 * a), random.poly(64 * b));
        let mut product = vec![1; a + b];
        engine.mul_transform(&mut product, &p.words, &q.words);
        words::trim(&mut product);
        let mut slow = vec![0; a + b];
        engine.mul_karatsuba(&mut slow, &p.words, &q.words);
        words::trim(&mut slow);
        assert_eq!(product, slow, "{backend:?} {a} {b}");
    };
    for a in
        [1, 2, 4, 5, 12, 31, 32, 33, 63, 64, 65, 96, 97, 127, 128, 129, 200, 255, 256, 257, 300, 513, 700]
    {
        for b in [1, 3, 4, 32, 33, 128, 129, 250, 512] {
            check(a, b);
        }
    }
    check(1600, 400);
    check(3000, 2900);
    check(5000, 1100);
}

fn divides(backend: Backend) {
    let mut random = Random::new(2);
    let mut engine = Engine::on(backend);
    for a in SIZES {
        for b in SIZES.into_iter().filter(|&b| b > 0) {
            let (p, d) = (random.poly(a), random.poly(b));
            let mut rest = p.words.clone();
            let quotient = engine.div_rem(&mut rest, &d.words);
            let (q, r) = naive_div_rem(&p, &d);
            assert_eq!((quotient, rest), (q.words, r.words), "{backend:?} {a} {b}");
        }
    }
    for (a, b) in
        [(9000, 3000), (40_000, 3000), (40_000, 20_000), (40_000, 35_000), (12_345, 6000), (70_000, 700)]
    {
        let (p, d) = (random.poly(a), random.poly(b));
        let mut rest = p.words.clone();
        let quotient = engine.div_rem(&mut rest, &d.words);
        let (q, r) = naive_div_rem(&p, &d);
        assert_eq!((quotient, rest), (q.words, r.words), "{backend:?} {a} {b}");
    }
    for len in [1, 2, 63, 64, 65, 128, 129, 1000, 5000] {
        let f = &(&random.poly(len) << 1) + &Poly::one();
        let g = engine.inverse_series(&f.words, len);
        assert_eq!(naive_mul(&f, &Poly::from_words(g)).low(len), Poly::one(), "{backend:?} {len}");
    }
}

fn finds_common_divisors(backend: Backend) {
    let mut random = Random::new(3);
    let mut engine = Engine::on(backend);
    let check = |a: &Poly, b: &Poly, engine: &mut Engine| {
        let g = naive_gcd(a, b);
        assert_eq!(engine.gcd(a.words.clone(), b.words.clone()), g.words, "{backend:?} {a:?} {b:?}");
        let r = Poly::xgcd_with(a, b, engine);
        assert_eq!(r.gcd, g);
        assert_eq!(&naive_mul(&r.s, a) + &naive_mul(&r.t, b), g, "{backend:?} {a:?} {b:?}");
        if !g.is_zero() && !naive_div_rem(a, &g).0.is_one() && !naive_div_rem(b, &g).0.is_one() {
            assert!(r.s.bit_len() + g.bit_len() <= b.bit_len().max(g.bit_len() + 1));
            assert!(r.t.bit_len() + g.bit_len() <= a.bit_len().max(g.bit_len() + 1));
        }
    };
    for a in SIZES {
        for b in SIZES {
            let (p, q) = (random.poly(a), random.poly(b));
            check(&p, &q, &mut engine);
            let common = random.below(100) + 1;
            let g = random.poly(common);
            check(&naive_mul(&p, &g), &naive_mul(&q, &g), &mut engine);
        }
    }
    // Long quotients, equal operands, operands that divide each other.
    for (a, b) in [(20_000, 19_999), (20_000, 500), (20_000, 9_000), (14_000, 14_000), (13_000, 12_900)] {
        let (p, q) = (random.poly(a), random.poly(b));
        check(&p, &q, &mut engine);
        check(&p, &p, &mut engine);
        check(&(&(&p << b) + &q), &p, &mut engine); // p X^b + q, p
    }
    let sparse = &Poly::monomial(15_000) + &Poly::one();
    check(&sparse, &(&Poly::monomial(9_990) + &Poly::one()), &mut engine);
    check(&Poly::monomial(9_000), &Poly::monomial(4_000), &mut engine);
}

/// Sizes that reach every method: a common divisor that is known, checked by the identity modulo a small polynomial.
#[test]
fn large_common_divisors() {
    let mut random = Random::new(11);
    let mut engine = Engine::new();
    for (len, common) in [(30_000, 100), (120_000, 0), (120_000, 999), (400_000, 12_345), (900_000, 10)] {
        let g = random.poly(common + 1);
        let (p, q) = (random.poly(len), random.poly(len - 77));
        let (a, b) = (&p * &g, &q * &g);
        let r = Poly::xgcd_with(&a, &b, &mut engine);
        assert!((&r.gcd % &g).is_zero() && r.gcd.bit_len() < g.bit_len() + 64);
        assert!((&a % &r.gcd).is_zero() && (&b % &r.gcd).is_zero());
        assert_eq!(a.gcd(&b), r.gcd);
        let m = random.poly(62);
        let [s, t, x, y, want] = [&r.s, &r.t, &a, &b, &r.gcd].map(|v| v % &m);
        let sum = &naive_mul(&s, &x) + &naive_mul(&t, &y);
        assert_eq!(naive_div_rem(&sum, &m).1, want, "{len} {common}");
        // One cofactor alone is the same, from either side.
        assert_eq!(
            engine.gcd_cofactor(&a.words, &b.words),
            (r.gcd.words.clone(), r.t.words.clone()),
            "{len}"
        );
        let swapped = Poly::xgcd_with(&b, &a, &mut engine);
        assert_eq!((swapped.s, swapped.t), (r.t, r.s), "{len}");
        // Operands of equal length, of which the first becomes the remainder or the second does.
        let (x, y) = (&a + &b, a);
        for (x, y) in [(&x, &y), (&y, &x)] {
            let r = Poly::xgcd_with(x, y, &mut engine);
            assert_eq!(&(&r.s * x) + &(&r.t * y), r.gcd, "{len}");
            assert!(r.s.bit_len() < y.bit_len() && r.t.bit_len() < x.bit_len(), "{len}");
            let (g, t) = engine.gcd_cofactor(&x.words, &y.words);
            assert_eq!(g, r.gcd.words, "{len}");
            assert_eq!(&(&(&Poly::from_words(t) * y) + &r.gcd) % x, Poly::zero(), "{len}");
        }
    }
}

/// The matrix has determinant 1, gives the reduced pair, and stops where it should.
fn reduces_halfway(backend: Backend) {
    let mut random = Random::new(4);
    let mut engine = Engine::on(backend);
    for (len, down) in
        [(100, 1), (100, 50), (700, 300), (5000, 2499), (9000, 4000), (9000, 700), (20_000, 9_999)]
    {
        for common in [0, 1, 40] {
            let g = random.poly(common + 1);
            let a0 = naive_mul(&random.poly(len - common), &g);
            let below = random.below(len / 2) + 1;
            let b0 = naive_mul(&random.poly(len - common - below.min(3 + below / 50)), &g);
            let (mut a, mut b) = (a0.words.clone(), b0.words.clone());
            let Matrix { entries } = engine.half_gcd(&mut a, &mut b, down, true);
            let [m0, m1, m2, m3] = entries.map(Poly::from_words);
            let (a, b) = (Poly::from_words(a), Poly::from_words(b));
            assert_eq!(&naive_mul(&m0, &a0) + &naive_mul(&m1, &b0), a, "{backend:?} {len} {down} {common}");
            assert_eq!(&naive_mul(&m2, &a0) + &naive_mul(&m3, &b0), b, "{backend:?} {len} {down} {common}");
            assert!((&naive_mul(&m0, &m3) + &naive_mul(&m1, &m2)).is_one());
            assert!(b.bit_len() < a0.bit_len() - down && a.bit_len() >= a0.bit_len() - down);
        }
    }
}

#[test]
fn inverts_and_solves_congruences() {
    let mut random = Random::new(5);
    for len in SIZES.into_iter().filter(|&n| n > 0).chain([9000]) {
        for common in [0, 1, 7] {
            let g = random.poly(common + 1);
            let f = naive_mul(&random.poly(len), &g);
            let len_a = random.below(len + 3);
            let a = naive_mul(&random.poly(len_a), &g);
            let common = naive_gcd(&a, &f);
            let inverse = a.inverse_mod(&f);
            assert_eq!(inverse.is_some(), common.is_one());
            if let Some(inverse) = inverse {
                assert!(inverse.bit_len() < f.bit_len());
                assert_eq!(naive_div_rem(&naive_mul(&a, &inverse), &f).1, naive_div_rem(&Poly::one(), &f).1);
            }
            for p in [naive_mul(&common, &random.poly(len)), random.poly(len), Poly::zero()] {
                let r = a.solve_congruence(&p, &f);
                assert_eq!(r.gcd, common);
                assert_eq!(naive_mul(&r.modulus, &common), f);
                assert_eq!(r.solution.is_some(), naive_div_rem(&p, &common).1.is_zero());
                if let Some(u) = r.solution {
                    assert!(u.bit_len() < r.modulus.bit_len());
                    assert!(naive_div_rem(&(&naive_mul(&a, &u) + &p), &f).1.is_zero());
                }
            }
        }
    }
    assert_eq!(Poly::one().inverse_mod(&Poly::zero()), None);
    assert_eq!(Poly::zero().inverse_mod(&Poly::one()), Some(Poly::zero()));
}

#[test]
fn substitutes() {
    let mut random = Random::new(6);
    let shift = &Poly::x() + &Poly::one();
    let z = &Poly::monomial(2) + &Poly::x();
    for len in SIZES.into_iter().chain([192, 193, 320, 449]) {
        let f = random.poly(len);
        if len < 1200 {
            assert_eq!(f.compose_x_plus_1(), naive_compose(&f, &shift), "{len}");
        }
        assert_eq!(f.compose_x_plus_1().compose_x_plus_1(), f, "{len}");
        let (a, c) = f.split_z();
        if len < 1200 {
            assert_eq!(&naive_compose(&a, &z) + &(&naive_compose(&c, &z) << 1), f, "{len}");
        }
        assert_eq!(Poly::join_z(&a, &c), f, "{len}");
    }
}

#[test]
fn doubles_sequences() {
    let f = naive_fibonacci(300);
    let h = naive_triangle(300);
    for n in 0..299 {
        assert_eq!(fibonacci(n), f[n]);
        assert_eq!(fibonacci_pair(n), (f[n].clone(), f[n + 1].clone()));
        assert_eq!(fibonacci_sum_split(n), (&f[n] + &f[n + 1]).split_z());
        assert_eq!(triangle_h(n), h[n]);
        let below = if n == 0 { Poly::zero() } else { h[n - 1].clone() };
        assert_eq!(triangle_h3(n), (below, h[n].clone(), h[n + 1].clone()));
    }
}

#[test]
fn changes_bases() {
    let mut random = Random::new(7);
    let f = naive_fibonacci(520);
    for len in [0, 1, 2, 3, 30, 63, 64, 65, 127, 128, 129, 200, 500] {
        let row = random.poly(len);
        let mut p = Poly::zero();
        for j in (0..len).filter(|&j| row.coefficient(j)) {
            p += &f[j + 1];
        }
        assert_eq!(from_fibonacci_basis(row.words()), p, "{len}");
        assert_eq!(to_fibonacci_basis(&p), row.words, "{len}");
    }
}

#[test]
fn evaluates_functionals() {
    let mut random = Random::new(8);
    let h = naive_triangle(210);
    for count in [1, 2, 5, 63, 64, 65, 100, 128, 129, 200] {
        let moments = random.poly(count);
        let on = |p: &Poly| {
            (0..p.bit_len()).filter(|&i| p.coefficient(i) && moments.coefficient(i)).count() % 2 == 1
        };
        let values = Poly::from_coefficients((0..count).map(|a| on(&h[a])));
        let mut padded = values.words.clone();
        padded.resize(count.div_ceil(64), 0);
        assert_eq!(triangle_values_from_moments(&moments, count), padded, "{count}");
        assert_eq!(moments_from_triangle_values(&values.words, count), moments, "{count}");

        let f = &random.poly(count + 1) + &Poly::zero();
        let functional = LinearFunctional::from_moments(&moments, f.clone());
        assert!(functional.numerator.bit_len() < f.bit_len());
        assert_eq!(functional.moments(count), moments);
        // Further moments: values on X^i reduced modulo f.
        let more = functional.moments(count + 70);
        for i in 0..count + 70 {
            assert_eq!(more.coefficient(i), on(&naive_div_rem(&Poly::monomial(i), &f).1), "{count} {i}");
        }
    }
}

#[test]
fn reads_and_writes_text() {
    let mut random = Random::new(9);
    for len in [0, 1, 2, 3, 70, 200] {
        let p = random.poly(len);
        assert_eq!(p.to_string().parse(), Ok(p));
    }
    assert_eq!("x^2+X + X^2+ 0".parse(), Ok(Poly::x()));
    for bad in ["", "X+", "Y", "X^", "X^-1", "2", "X^99999999999"] {
        assert!(bad.parse::<Poly>().is_err(), "{bad}");
    }
    assert_eq!("1 + q".parse::<Poly>().unwrap_err().to_string().split(',').next(), Some("term 2: found `q`"));
}

#[test]
fn small_accessors() {
    let p: Poly = "X^70 + X^3".parse().unwrap();
    assert_eq!((p.degree(), p.bit_len(), p.trailing_zeros()), (Some(70), 71, Some(3)));
    assert_eq!((Poly::zero().degree(), Poly::zero().trailing_zeros()), (None, None));
    assert!(p.coefficient(70) && !p.coefficient(71) && !p.coefficient(1000));
    assert_eq!(&(&p << 77) >> 77, p);
    assert_eq!((&p >> 71, &p >> 1000), (Poly::zero(), Poly::zero()));
    assert_eq!(p.low(70), Poly::monomial(3));
    assert_eq!(p.reversed(71), "X^67 + 1".parse().unwrap());
}
