//! What a quiet pattern is determined by, and how it grows from that.
//!
//! *Rectangle, m x n.* Row i + 1 of a quiet pattern follows from rows i and i - 1, and a first row u,
//! read as the polynomial sum u_j f_j(X), belongs to a quiet pattern exactly when
//! f_{m+1}(X + s) u = 0 modulo f_{n+1}, that is, when u is a multiple of f_{n+1} / g with g the gcd of
//! the two. Multiplying by X is pressing left and right neighbours.
//!
//! *Triangle of side n.* The equations of row i give the sums of neighbours in row i + 1, so row i + 1
//! follows from its first button and the rows above. The values t_0, ..., t_{n-1} on the left edge belong
//! to a quiet pattern exactly when t_a = psi(H_a) for a functional psi on GF(2)[X] / g,
//! g = gcd(H_n, H_{n+1}); X^i / g for i < deg g is a basis of those.

use lightsout_algebra::gf2::{BitMatrix, BitVec};
use lightsout_algebra::poly::{
    LinearFunctional, Poly, fibonacci, to_fibonacci_basis, triangle_h3, triangle_values_from_moments,
};
use lightsout_algebra::rows;

use crate::board::{Board, Rule, Shape, Surface};

/// What the seeds of a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// First rows.
    Rectangle {
        /// Whether the pressed light itself changes.
        closed: bool,
    },
    /// Left edges.
    Triangle,
    /// Whole patterns.
    Whole,
}

impl Method {
    pub(super) fn of(board: &Board) -> Method {
        let plain = board.holes().is_empty() && matches!(board.rule(), Rule::Plus | Rule::PlusOpen);
        let closed = *board.rule() == Rule::Plus;
        match board.shape() {
            Shape::Grid { surface: Surface::Plane, .. } if plain => Method::Rectangle { closed },
            Shape::Triangle { .. } if plain && closed => Method::Triangle,
            _ => Method::Whole,
        }
    }

    /// The nullity, as the degree of a greatest common divisor.
    pub(super) fn degree(self, board: &Board) -> Option<usize> {
        match (self, board.shape()) {
            (Method::Rectangle { closed }, Shape::Grid { rows, columns, .. }) => {
                let (m, n) = (rows.max(columns), rows.min(columns));
                rectangle_gcd(m, n, closed).0.degree()
            }
            (Method::Triangle, Shape::Triangle { side }) => triangle_gcd(side).degree(),
            _ => None,
        }
    }

    /// Seeds of a basis, one a row.
    pub(super) fn seeds(self, board: &Board) -> Option<BitMatrix> {
        match (self, board.shape()) {
            (Method::Rectangle { closed }, Shape::Grid { rows, columns, .. }) => {
                Some(rectangle_seeds(rows, columns, closed))
            }
            (Method::Triangle, Shape::Triangle { side }) => Some(triangle_seeds(side)),
            _ => None,
        }
    }

    /// The cell that entry `at` of a seed stands for.
    pub(super) fn cell(self, board: &Board, at: usize) -> usize {
        match self {
            Method::Triangle => board.shape().row_start(at),
            _ => at,
        }
    }

    /// The pattern of a seed.
    ///
    /// # Panics
    /// When the seed does not belong to a quiet pattern.
    pub(super) fn expand(self, board: &Board, seed: &BitVec) -> BitVec {
        match (self, board.shape()) {
            (Method::Rectangle { closed }, Shape::Grid { rows, columns, .. }) => {
                let pattern = expand_rectangle(rows, columns, closed, seed);
                pattern.expect("the seed of a quiet pattern")
            }
            (Method::Triangle, Shape::Triangle { side }) => {
                expand_triangle(side, seed).expect("the seed of a quiet pattern")
            }
            _ => seed.clone(),
        }
    }
}

/// g = gcd(f_{m+1}(X + s), f_{n+1}) and f_{n+1}.
fn rectangle_gcd(m: usize, n: usize, closed: bool) -> (Poly, Poly) {
    let f = fibonacci(n + 1);
    let a = crate::solve::lattice::fibonacci_of_step(m + 1, closed, &f);
    (a.gcd(&f), f)
}

fn rectangle_seeds(m: usize, n: usize, closed: bool) -> BitMatrix {
    let (g, f) = rectangle_gcd(m, n, closed);
    let d = g.degree().unwrap_or(0);
    let mut seeds = BitMatrix::zeros(0, n);
    if d == 0 {
        return seeds;
    }
    let stride = n.div_ceil(64);
    let mut row = to_fibonacci_basis(&f.div_rem(&g).0);
    row.resize(stride, 0);
    let (nothing, mask) = (vec![0; stride], last_mask(n));
    for _ in 0..d {
        let mut next = vec![0; stride];
        rows::chase_open(&mut next, &row, &nothing, mask);
        seeds.push_row(&BitVec::from_words(n, core::mem::replace(&mut row, next)));
    }
    seeds
}

fn last_mask(n: usize) -> u64 {
    u64::MAX >> (n.wrapping_neg() % 64)
}

fn expand_rectangle(m: usize, n: usize, closed: bool, seed: &BitVec) -> Option<BitVec> {
    let stride = n.div_ceil(64);
    let (nothing, mask) = (vec![0; stride], last_mask(n));
    let mut out = Packer::new(m * n);
    let (mut before, mut here) = (vec![0; stride], seed.words().to_vec());
    for _ in 0..m {
        out.push(&here, n);
        if closed {
            rows::chase_plus(&mut before, &here, &nothing, mask);
        } else {
            rows::chase_open(&mut before, &here, &nothing, mask);
        }
        core::mem::swap(&mut before, &mut here);
    }
    here.iter().all(|&w| w == 0).then(|| out.finish())
}

/// gcd(H_n, H_{n+1}).
fn triangle_gcd(n: usize) -> Poly {
    let (_, h, next) = triangle_h3(n);
    h.gcd(&next)
}

fn triangle_seeds(n: usize) -> BitMatrix {
    let g = triangle_gcd(n);
    let d = g.degree().unwrap_or(0);
    let mut seeds = BitMatrix::zeros(0, n);
    if d == 0 {
        return seeds;
    }
    // Values of 1 / g on H_0, ..., H_{n+d-1}; those of X^{i+1} / g on the H_c are those of X^i / g on
    // X H_c, and X (H_c + H_{c-1}) = H_{c+1} + H_{c-1} + H_{c-2}.
    let count = n + d;
    let moments = LinearFunctional { numerator: Poly::one(), denominator: g }.moments(count);
    let mut row = triangle_values_from_moments(&moments, count);
    row.resize(count.div_ceil(64), 0);
    for i in 0..d {
        let mut seed = row[..n.div_ceil(64)].to_vec();
        seed[n.div_ceil(64) - 1] &= last_mask(n);
        seeds.push_row(&BitVec::from_words(n, seed));
        if i + 1 == d {
            break;
        }
        let mut before = 0u64;
        for w in 0..row.len() {
            let next = row.get(w + 1).map_or(0, |x| x << 63);
            let x = row[w];
            row[w] = (x >> 1 | next) ^ (x << 1 | before >> 63) ^ (x << 2 | before >> 62);
            before = x;
        }
        rows::prefix_xor(&mut row);
    }
    seeds
}

/// Grows a pattern of a triangle of side n from its left edge; `None` when it is not quiet.
pub(super) fn expand_triangle(n: usize, edge: &BitVec) -> Option<BitVec> {
    let stride = n / 64 + 1;
    let mut out = Packer::new(n * (n + 1) / 2);
    let (mut above, mut here) = (vec![0u64; stride], vec![0u64; stride]);
    here[0] = u64::from(edge.get(0));
    for i in 0..n {
        out.push(&here, i + 1);
        // Sums of neighbours in row i + 1 that the equations of row i ask for, one place up, behind
        // the button on the edge.
        let words = (i + 2).div_ceil(64);
        let mut next = vec![0u64; stride];
        let (mut carry, mut carry_above, mut up) = (0, 0, 0);
        for w in 0..words {
            let x = here[w];
            let right = x >> 1 | here.get(w + 1).map_or(0, |y| y << 63);
            let sum = x ^ (x << 1 | carry) ^ right ^ above[w] ^ (above[w] << 1 | carry_above);
            (carry, carry_above) = (x >> 63, above[w] >> 63);
            next[w] = sum << 1 | up;
            up = sum >> 63;
        }
        // Row i has i + 1 equations: sums 1..=i+1.
        let spare = words * 64 - (i + 2);
        next[words - 1] &= u64::MAX >> spare;
        if i + 1 == n {
            return next.iter().all(|&w| w == 0).then(|| out.finish());
        }
        next[0] |= u64::from(edge.get(i + 1));
        rows::prefix_xor(&mut next[..words]);
        next[words - 1] &= u64::MAX >> spare;
        above = core::mem::replace(&mut here, next);
    }
    Some(out.finish())
}

/// Bits put one after the other.
struct Packer {
    words: Vec<u64>,
    len: usize,
    total: usize,
}

impl Packer {
    fn new(total: usize) -> Packer {
        Packer { words: vec![0; total.div_ceil(64)], len: 0, total }
    }

    /// Appends the first `count` bits; the bits after them must be 0 up to the end of their word.
    fn push(&mut self, bits: &[u64], count: usize) {
        let shift = self.len % 64;
        let mut at = self.len / 64;
        for &word in &bits[..count.div_ceil(64)] {
            self.words[at] |= word << shift;
            if shift > 0 && at + 1 < self.words.len() {
                self.words[at + 1] |= word >> (64 - shift);
            }
            at += 1;
        }
        self.len += count;
    }

    fn finish(self) -> BitVec {
        debug_assert_eq!(self.len, self.total);
        BitVec::from_words(self.total, self.words)
    }
}
