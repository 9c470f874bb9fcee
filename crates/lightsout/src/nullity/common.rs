//! Degrees of greatest common divisors of the polynomials of odd sizes.

use lightsout_algebra::poly::{Poly, fibonacci_pair, fibonacci_pair_mod, fibonacci_sum_split, triangle_h3};

/// `(v, odd)` with `n = 2^v odd`; `(0, 0)` for 0.
pub(super) fn strip(n: u128) -> (u32, u128) {
    if n == 0 {
        return (0, 0);
    }
    let v = n.trailing_zeros();
    (v, n >> v)
}

/// Length of an index that was checked to fit in memory.
fn index(n: u64) -> usize {
    usize::try_from(n).expect("an index within the memory limit")
}

/// The degree of a polynomial that is not zero.
fn degree(p: &Poly) -> u64 {
    p.degree().expect("a greatest common divisor of polynomials that are not zero") as u64
}

/// `D(n, n)` of [`common_degree`] for odd `n`.
///
/// `gcd(G(X), G(X+1))` is fixed by `X -> X + 1`, so it is a polynomial in `z = X^2 + X`: with `G = a(z) + X c(z)` it is
/// `gcd(a, c)`, of twice the degree in `X`.
pub(super) fn square_common_degree(n: u64) -> u64 {
    if n < 5 {
        return 0;
    }
    let (a, c) = fibonacci_sum_split(index(n / 2));
    2 * degree(&a.into_gcd(c))
}

/// `D(b, c) = deg gcd(G_b(X+1), G_c(X))` for odd `b` and `c`, where `G_b = f_((b-1)/2) + f_((b+1)/2)`, so that
/// `f_b = G_b^2`.
pub(super) fn common_degree(b: u64, c: u64) -> u64 {
    let (b, c) = (b.min(c), b.max(c));
    if b == c {
        return square_common_degree(b);
    }
    if b < 3 {
        return 0;
    }
    let (f, g) = fibonacci_pair(index(b / 2));
    let modulus = (f + g).compose_x_plus_1();
    let (f, g) = fibonacci_pair_mod(c / 2, &modulus);
    degree(&(f + g).into_gcd(modulus))
}

/// Nullity of the triangle of odd side `n = 2m + 1`.
///
/// The nullity is the degree of `g = gcd(H_n, H_(n+1))`, which is the greatest common divisor of
/// `P = X H_m^2 + H_(m-1)^2 = H_n` and `S = H_(m-1) + H_m + H_(m+1)`. It is fixed by `X -> X + 1`, since
/// `H_n(X+1) = H_n^2 + H_(n+1) H_(n-1)`, so with `S = a(z) + X c(z)`, `z = X^2 + X`, it divides `gcd(a, c)`: that is found
/// first, from polynomials of a quarter of the degree, and `P` is reduced by it.
pub(super) fn triangle_odd(n: u64) -> u64 {
    let (below, h, above) = triangle_h3(index(n / 2));
    let (a, c) = (&(&below + &h) + &above).split_z();
    let mut g = a.into_gcd(c);
    if g.is_one() {
        return 0;
    }
    let (a, c) = (&(&h.square() << 1) + &below.square()).split_z();
    for part in [a, c] {
        g = (&part % &g).into_gcd(g);
    }
    2 * degree(&g)
}
