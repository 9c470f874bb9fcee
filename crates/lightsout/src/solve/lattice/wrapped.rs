//! Cylinders and tori: the columns wrap, a row is its own polynomial modulo X^n + 1.

use lightsout_algebra::poly::Poly;

use super::rectangle::fibonacci_mod;
use super::{GridAnswer, padded};
use crate::bitgrid::BitGrid;

/// The ring F2[X] / (X^n + 1) with the step B of a row: s + X + X^-1, s = 1 for the closed rule.
struct Circle {
    n: usize,
    modulus: Poly,
    step: Poly,
    closed: bool,
}

impl Circle {
    fn new(n: usize, closed: bool) -> Circle {
        let modulus = Poly::monomial(n) + Poly::one();
        let mut circle = Circle { n, modulus, step: Poly::zero(), closed };
        let own = if closed { Poly::one() } else { Poly::zero() };
        circle.step = circle.reduce(own + Poly::x() + Poly::monomial(n - 1));
        circle
    }

    /// Folds a polynomial of degree below 2n.
    fn reduce(&self, p: Poly) -> Poly {
        let mut p = p;
        while p.bit_len() > self.n {
            p = p.low(self.n) + (&p >> self.n);
        }
        p
    }

    fn mul(&self, a: &Poly, b: &Poly) -> Poly {
        self.reduce(a * b)
    }

    /// (f_j(B), f_{j+1}(B)).
    fn fibonacci(&self, j: usize) -> (Poly, Poly) {
        fibonacci_mod(j, &self.step, |p| self.reduce(p))
    }

    /// out += b + B x for rows of n bits.
    fn chase(&self, out: &mut [u64], x: &[u64], b: &[u64]) {
        let last = x.len() - 1;
        let top = (self.n - 1) % 64;
        let mask = u64::MAX >> (63 - top);
        let (first_bit, last_bit) = (x[0] & 1, x[last] >> top & 1);
        for w in 0..x.len() {
            let below = if w == 0 { last_bit } else { x[w - 1] >> 63 };
            let mut above = x.get(w + 1).map_or(0, |next| next << 63);
            if w == last {
                above ^= first_bit << top;
            }
            let own = if self.closed { x[w] } else { 0 };
            out[w] ^= b[w] ^ own ^ (x[w] << 1 | below) ^ (x[w] >> 1) ^ above;
        }
        out[last] &= mask;
    }

    /// Some i for which the rows of X^i v and d meet in an odd number of places.
    fn odd_shift(&self, v: &Poly, d: &Poly) -> Option<usize> {
        // The coefficient of X^i of d(X) v(1/X) counts them.
        let mirrored = self.reduce(&v.reversed(self.n) << 1);
        self.mul(d, &mirrored).trailing_zeros()
    }

    fn shifted(&self, v: &Poly, i: usize) -> Poly {
        self.reduce(v << i)
    }

    fn row(&self, p: &Poly) -> Vec<u64> {
        padded(p.words().to_vec(), self.n.div_ceil(64))
    }
}

fn poly(row: &[u64]) -> Poly {
    Poly::from_words(row.to_vec())
}

/// Rows that begin quiet patterns: X^i times `rows` for i below `shifts`, all of them independent.
pub(crate) struct Shifts {
    rows: Vec<Poly>,
    shifts: usize,
}

/// The quiet patterns of a board whose columns wrap, by their first rows.
pub(crate) struct QuietRows {
    circle: Circle,
    families: Vec<Shifts>,
}

impl QuietRows {
    /// Those of a cylinder of m rows and n columns around, by one row each: the multiples of (X^n + 1) / g with
    /// g = gcd(f_{m+1}(B), X^n + 1).
    ///
    /// # Complexity
    /// O(M(n) log n) for products of degree n in M(n).
    pub(crate) fn of_cylinder(m: usize, n: usize, closed: bool) -> QuietRows {
        let circle = Circle::new(n, closed);
        let gcd = circle.fibonacci(m + 1).0.gcd(&circle.modulus);
        let row = circle.reduce(circle.modulus.div_rem(&gcd).0);
        let families = vec![Shifts { rows: vec![row], shifts: gcd.degree().unwrap_or(0) }];
        QuietRows { circle, families }
    }

    /// Those of a torus of m rows and n columns, by two rows each.
    ///
    /// # Complexity
    /// As [`QuietRows::of_cylinder`].
    pub(crate) fn of_torus(m: usize, n: usize, closed: bool) -> QuietRows {
        let circle = Circle::new(n, closed);
        let families = Around::new(&circle, m).quiet(&circle);
        QuietRows { circle, families }
    }

    /// Their dimension.
    pub(crate) fn nullity(&self) -> usize {
        self.families.iter().map(|family| family.shifts).sum()
    }

    /// First rows of a basis, packed, those of one pattern after the other.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Vec<Vec<u64>>> + '_ {
        let shifted = |family: &Shifts, i| {
            family.rows.iter().map(|row| self.circle.row(&self.circle.shifted(row, i))).collect()
        };
        self.families.iter().flat_map(move |family| (0..family.shifts).map(move |i| shifted(family, i)))
    }
}

/// Grows a quiet pattern of m rows of n columns around from the row before the first and the first; what follows the last
/// row is given to `visit` as well.
pub(crate) fn grow(
    (m, n): (usize, usize),
    closed: bool,
    (mut before, mut here): (Vec<u64>, Vec<u64>),
    mut visit: impl FnMut(&[u64]),
) {
    let circle = Circle::new(n, closed);
    let nothing = vec![0; here.len()];
    for _ in 0..=m {
        visit(&here);
        circle.chase(&mut before, &here, &nothing);
        std::mem::swap(&mut before, &mut here);
    }
}

/// m rows, n columns around: f_{m+1}(B) u = p modulo X^n + 1 for the first row u.
pub(super) fn solve_cylinder(lights: BitGrid, closed: bool) -> GridAnswer {
    let circle = Circle::new(lights.columns(), closed);
    let (m, stride) = (lights.rows(), lights.stride());
    let (mut before, mut here) = (vec![0; stride], vec![0; stride]);
    for i in 0..m {
        circle.chase(&mut before, &here, lights.row(i));
        std::mem::swap(&mut before, &mut here);
    }
    let left = poly(&here);
    let congruence = circle.fibonacci(m + 1).0.solve_congruence(&left, &circle.modulus);
    let nullity = congruence.gcd.degree().unwrap_or(0);
    match congruence.solution {
        Some(u) => {
            let mut grid = lights;
            let (mut before, mut here) = (vec![0; stride], circle.row(&u));
            for i in 0..m {
                circle.chase(&mut before, &here, grid.row(i));
                grid.row_mut(i).copy_from_slice(&here);
                std::mem::swap(&mut before, &mut here);
            }
            assert!(here.iter().all(|&w| w == 0), "the presses leave lights on");
            GridAnswer::Solved { presses: grid, nullity }
        }
        None => {
            // Last rows of quiet patterns are the multiples of (X^n + 1) / g.
            let v = circle.reduce(congruence.modulus);
            let Some(i) = circle.odd_shift(&v, &left) else {
                panic!("no quiet pattern meets what chasing left")
            };
            let mut certificate = lights;
            let nothing = vec![0; stride];
            let (mut before, mut here) = (vec![0; stride], circle.row(&circle.shifted(&v, i)));
            for i in (0..m).rev() {
                certificate.row_mut(i).copy_from_slice(&here);
                circle.chase(&mut before, &here, &nothing);
                std::mem::swap(&mut before, &mut here);
            }
            assert!(here.iter().all(|&w| w == 0), "the certificate is no quiet pattern");
            GridAnswer::Unsolvable { certificate, nullity }
        }
    }
}

/// A 2 x 2 system over F2[X] / F brought to triangular form.
struct Pair {
    /// Upper row (g, e), lower row (0, d).
    g: Poly,
    e: Poly,
    d: Poly,
    /// The unimodular rows that were applied.
    transform: [[Poly; 2]; 2],
}

impl Pair {
    fn new(circle: &Circle, matrix: [[Poly; 2]; 2]) -> Pair {
        let [[a, b], [c, d]] = matrix;
        let xgcd = a.xgcd(&c);
        let (g, transform) = if xgcd.gcd.is_zero() {
            (Poly::zero(), [[Poly::one(), Poly::zero()], [Poly::zero(), Poly::one()]])
        } else {
            let lower = [c.div_rem(&xgcd.gcd).0, a.div_rem(&xgcd.gcd).0];
            (xgcd.gcd, [[xgcd.s, xgcd.t], lower])
        };
        let apply = |row: &[Poly; 2]| circle.mul(&row[0], &b) + circle.mul(&row[1], &d);
        let (e, lower) = (apply(&transform[0]), apply(&transform[1]));
        Pair { g, e, d: lower, transform }
    }
}

/// The system of a torus of m rows and n columns, both around.
///
/// From first rows (x_0, x_1) the chase comes back after m rows as T^m (x_0, x_1) + (p_0, p_1) with
/// T = [[0, 1], [1, B]]; they must be the same, so (T^m + I)(x_0, x_1) = (p_0, p_1), a 2 x 2 system
/// over F2[X] / F, F = X^n + 1. Brought to triangular form: d x_1 = r_1, so x_1 = x + h w; and
/// g x_0 = r_0 + e x_1, so (e h) w must be r_0 + e x modulo gcd(g, F).
struct Around {
    pair: Pair,
    /// gcd(d, F) and h = F / gcd(d, F).
    lower_gcd: Poly,
    h: Poly,
    /// gcd(g, F).
    upper_gcd: Poly,
    /// e h, and its gcd with `upper_gcd`.
    eh: Poly,
    w_gcd: Poly,
}

impl Around {
    fn new(circle: &Circle, m: usize) -> Around {
        // f_{m-1}, f_m, f_{m+1}
        let (previous, at) = circle.fibonacci(m - 1);
        let next = circle.mul(&circle.step, &at) + previous.clone();
        let matrix = [[previous + Poly::one(), at.clone()], [at, next + Poly::one()]];
        let pair = Pair::new(circle, matrix);
        let f = &circle.modulus;
        let lower_gcd = pair.d.gcd(f);
        let h = circle.reduce(f.div_rem(&lower_gcd).0);
        let upper_gcd = pair.g.gcd(f);
        let eh = circle.mul(&pair.e, &h);
        let w_gcd = eh.gcd(&upper_gcd);
        Around { pair, lower_gcd, h, upper_gcd, eh, w_gcd }
    }

    /// Multiples of h are a space of dimension deg gcd(d, F); the condition on w costs deg upper_gcd - deg w_gcd; x_0 is
    /// then free in deg upper_gcd dimensions.
    fn nullity(&self) -> usize {
        self.lower_gcd.degree().unwrap_or(0) + self.w_gcd.degree().unwrap_or(0)
    }

    /// First rows of quiet patterns: (F / gcd(g, F), 0), and v_1 = h w_0 with the v_0 that goes with it, where
    /// w_0 = upper_gcd / w_gcd divides gcd(d, F).
    fn quiet(&self, circle: &Circle) -> Vec<Shifts> {
        let f = &circle.modulus;
        let outer = circle.reduce(f.div_rem(&self.upper_gcd).0);
        let w0 = self.upper_gcd.div_rem(&self.w_gcd).0;
        let v1 = circle.mul(&self.h, &circle.reduce(w0));
        let v0 = self.pair.g.solve_congruence(&circle.mul(&self.pair.e, &v1), f).solution;
        let outer_shifts = self.upper_gcd.degree().unwrap_or(0);
        let inner = Shifts { rows: vec![v0.unwrap_or_default(), v1], shifts: self.nullity() - outer_shifts };
        vec![Shifts { rows: vec![outer, Poly::zero()], shifts: outer_shifts }, inner]
    }

    /// First rows (x_0, x_1) that come back, if there are some.
    fn first_rows(&self, circle: &Circle, p0: &Poly, p1: &Poly) -> Option<(Poly, Poly)> {
        let apply = |row: &[Poly; 2]| circle.mul(&row[0], p0) + circle.mul(&row[1], p1);
        let (r0, r1) = (apply(&self.pair.transform[0]), apply(&self.pair.transform[1]));
        let f = &circle.modulus;
        let x = self.pair.d.solve_congruence(&r1, f).solution?;
        let wanted = &r0 + &circle.mul(&self.pair.e, &x);
        let w = self.eh.solve_congruence(&wanted, &self.upper_gcd).solution?;
        let x1 = circle.reduce(&x + &circle.mul(&self.h, &circle.reduce(w)));
        let rest = circle.reduce(&r0 + &circle.mul(&self.pair.e, &x1));
        let x0 = self.pair.g.solve_congruence(&rest, f).solution?;
        Some((x0, x1))
    }
}

/// m rows and n columns, both around.
pub(super) fn solve_torus(lights: BitGrid, closed: bool) -> GridAnswer {
    let circle = Circle::new(lights.columns(), closed);
    let stride = lights.stride();
    let system = Around::new(&circle, lights.rows());
    let nullity = system.nullity();
    let mut grid = lights;
    let (x_m, x_next) = around(&circle, &mut grid, vec![0; stride], vec![0; stride], false);
    let (p0, p1) = (poly(&x_m), poly(&x_next));
    if let Some((x0, x1)) = system.first_rows(&circle, &p0, &p1) {
        let (x0, x1) = (circle.row(&x0), circle.row(&x1));
        let (x_m, x_next) = around(&circle, &mut grid, x0.clone(), x1.clone(), true);
        assert!(x_m == x0 && x_next == x1, "the presses do not close around the torus");
        return GridAnswer::Solved { presses: grid, nullity };
    }
    // A quiet pattern y from its rows (y_0, y_1): y . b = y_1 . p_0 + y_0 . p_1.
    for Shifts { rows, .. } in system.quiet(&circle) {
        let [v0, v1] = &rows[..] else { unreachable!("two rows each") };
        // The coefficient of X^i in the sum of both products counts the places for the shift by i.
        let mirrored = |v: &Poly| circle.reduce(&v.reversed(circle.n) << 1);
        let counts = circle.mul(&p0, &mirrored(v1)) + circle.mul(&p1, &mirrored(v0));
        if let Some(i) = counts.trailing_zeros() {
            let (y0, y1) = (circle.row(&circle.shifted(v0, i)), circle.row(&circle.shifted(v1, i)));
            grid.clear();
            let (y_m, y_next) = around(&circle, &mut grid, y0.clone(), y1.clone(), true);
            assert!(y_m == y0 && y_next == y1, "the certificate is no quiet pattern");
            return GridAnswer::Unsolvable { certificate: grid, nullity };
        }
    }
    panic!("neither a solution nor a certificate was found")
}

/// Chases once around the torus from the rows 0 and 1 and returns what comes back as rows m and
/// m + 1; the rows 0..m take the place of the lights when `write` is set.
fn around(
    circle: &Circle,
    grid: &mut BitGrid,
    x0: Vec<u64>,
    x1: Vec<u64>,
    write: bool,
) -> (Vec<u64>, Vec<u64>) {
    let m = grid.rows();
    let first = grid.row(0).to_vec();
    if write {
        grid.row_mut(0).copy_from_slice(&x0);
    }
    let (mut before, mut here) = (x0, x1);
    for i in 1..=m {
        circle.chase(&mut before, &here, if i < m { grid.row(i) } else { &first });
        if write && i < m {
            grid.row_mut(i).copy_from_slice(&here);
        }
        std::mem::swap(&mut before, &mut here);
    }
    (before, here)
}
