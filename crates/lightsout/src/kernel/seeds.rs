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
//!
//! *Cylinder and torus, n columns around.* As on the rectangle, with rows modulo X^n + 1; on a torus the first two rows
//! are needed.
//!
//! *King's grid, m x n.* A quiet pattern is y (x) k_n + k_m (x) z, with only the parts that exist
//! (`solve/lattice/king.rs`), so it is known from its first row, where K_m is singular, and its first column, where K_n
//! is; all of those occur.

use lightsout_algebra::gf2::{BitMatrix, BitVec};
use lightsout_algebra::poly::{
    LinearFunctional, Poly, fibonacci, to_fibonacci_basis, triangle_h3, triangle_values_from_moments,
};
use lightsout_algebra::rows;

use crate::board::{Board, Rule, Shape, Surface};
use crate::solve::lattice::{QuietRows, grow, in_kernel, is_singular};

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
    /// First rows, of a board whose columns wrap.
    Cylinder {
        /// Whether the pressed light itself changes.
        closed: bool,
    },
    /// First and second rows, of a torus of two rows or more.
    Torus {
        /// Whether the pressed light itself changes.
        closed: bool,
    },
    /// First row, first column.
    King,
    /// Whole patterns.
    Whole,
}

impl Method {
    pub(super) fn of(board: &Board) -> Method {
        if !board.holes().is_empty() {
            return Method::Whole;
        }
        let closed = *board.rule() == Rule::Plus;
        match (board.shape(), board.rule()) {
            (Shape::Grid { rows, surface, .. }, Rule::Plus | Rule::PlusOpen) => match surface {
                Surface::Plane => Method::Rectangle { closed },
                Surface::Cylinder => Method::Cylinder { closed },
                Surface::Torus if rows > 1 => Method::Torus { closed },
                _ => Method::Whole,
            },
            (Shape::Grid { surface: Surface::Plane, .. }, Rule::King) => Method::King,
            (Shape::Triangle { .. }, Rule::Plus) => Method::Triangle,
            _ => Method::Whole,
        }
    }

    /// Rows and columns.
    fn size(board: &Board) -> (usize, usize) {
        match board.shape() {
            Shape::Grid { rows, columns, .. } => (rows, columns),
            Shape::Triangle { side } => (side, side),
            _ => unreachable!("a board with a method of its own"),
        }
    }

    /// The nullity, as the degree of a greatest common divisor.
    pub(super) fn degree(self, board: &Board) -> Option<usize> {
        if self == Method::Whole {
            return None;
        }
        let (m, n) = Method::size(board);
        Some(match self {
            Method::Rectangle { closed } => rectangle_gcd(m.max(n), m.min(n), closed).0.degree().unwrap_or(0),
            Method::Triangle => triangle_gcd(n).degree().unwrap_or(0),
            Method::Cylinder { closed } => QuietRows::of_cylinder(m, n, closed).nullity(),
            Method::Torus { closed } => QuietRows::of_torus(m, n, closed).nullity(),
            Method::King => king_seed(m, n),
            Method::Whole => return None,
        })
    }

    /// Seeds of a basis, one a row.
    pub(super) fn seeds(self, board: &Board) -> Option<BitMatrix> {
        if self == Method::Whole {
            return None;
        }
        let (m, n) = Method::size(board);
        Some(match self {
            Method::Rectangle { closed } => rectangle_seeds(m, n, closed),
            Method::Triangle => triangle_seeds(n),
            Method::Cylinder { closed } => wrapped_seeds(n, 1, &QuietRows::of_cylinder(m, n, closed)),
            Method::Torus { closed } => wrapped_seeds(n, 2, &QuietRows::of_torus(m, n, closed)),
            Method::King => BitMatrix::identity(king_seed(m, n)),
            Method::Whole => return None,
        })
    }

    /// The number of entries of a seed.
    pub(super) fn seed_len(self, board: &Board) -> usize {
        if self == Method::Whole {
            return board.cells();
        }
        let (m, n) = Method::size(board);
        match self {
            Method::Torus { .. } => 2 * n,
            Method::King => king_seed(m, n),
            _ => n,
        }
    }

    /// The cell that entry `at` of a seed stands for.
    pub(super) fn cell(self, board: &Board, at: usize) -> usize {
        match self {
            Method::Triangle => board.shape().row_start(at),
            Method::King => {
                let (m, n) = Method::size(board);
                match (is_singular(m), is_singular(n)) {
                    (false, _) => at * n,
                    (true, true) if at >= n => (at + 1 - n) * n,
                    _ => at,
                }
            }
            _ => at,
        }
    }

    /// The pattern of a seed.
    ///
    /// # Panics
    /// When the seed does not belong to a quiet pattern.
    pub(super) fn expand(self, board: &Board, seed: &BitVec) -> BitVec {
        if self == Method::Whole {
            return seed.clone();
        }
        let (m, n) = Method::size(board);
        let pattern = match self {
            Method::Rectangle { closed } => expand_rectangle(m, n, closed, seed),
            Method::Triangle => expand_triangle(n, seed),
            Method::Cylinder { closed } => expand_cylinder(m, n, closed, seed),
            Method::Torus { closed } => expand_torus(m, n, closed, seed),
            Method::King => Some(expand_king(m, n, seed)),
            Method::Whole => None,
        };
        pattern.expect("the seed of a quiet pattern")
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

/// `rows` first rows of n bits each, one after the other.
fn wrapped_seeds(n: usize, rows: usize, quiet: &QuietRows) -> BitMatrix {
    let mut seeds = BitMatrix::zeros(0, rows * n);
    for first in quiet.rows() {
        let mut packer = Packer::new(rows * n);
        first.iter().for_each(|row| packer.push(row, n));
        seeds.push_row(&packer.finish());
    }
    seeds
}

fn expand_cylinder(m: usize, n: usize, closed: bool, seed: &BitVec) -> Option<BitVec> {
    let mut out = Packer::new(m * n);
    let mut rows = 0;
    let mut ends = false;
    grow((m, n), closed, (vec![0; n.div_ceil(64)], seed.words().to_vec()), |row| {
        if rows < m {
            out.push(row, n);
        } else {
            ends = row.iter().all(|&w| w == 0);
        }
        rows += 1;
    });
    ends.then(|| out.finish())
}

fn expand_torus(m: usize, n: usize, closed: bool, seed: &BitVec) -> Option<BitVec> {
    let part = |range: core::ops::Range<usize>| -> BitVec { range.map(|i| seed.get(i)).collect() };
    let (first, second) = (part(0..n), part(n..2 * n));
    let mut out = Packer::new(m * n);
    out.push(first.words(), n);
    let mut rows = 1;
    let mut closes = true;
    grow((m, n), closed, (first.words().to_vec(), second.words().to_vec()), |row| {
        if rows < m {
            out.push(row, n);
        } else {
            closes &= row == if rows == m { first.words() } else { second.words() };
        }
        rows += 1;
    });
    closes.then(|| out.finish())
}

/// The length of a seed of a king's grid, which is the nullity: all seeds belong to quiet patterns.
fn king_seed(m: usize, n: usize) -> usize {
    match (is_singular(m), is_singular(n)) {
        (false, false) => 0,
        (true, false) => n,
        (false, true) => m,
        (true, true) => m + n - 1,
    }
}

/// From the first row r and the first column c: row i is r where k_m has 1, and besides k_n where c differs from that.
fn expand_king(m: usize, n: usize, seed: &BitVec) -> BitVec {
    let k: BitVec = (0..n).map(in_kernel).collect();
    let mut out = Packer::new(m * n);
    let stride = n.div_ceil(64);
    let row: BitVec = if is_singular(m) { (0..n).map(|j| seed.get(j)).collect() } else { BitVec::zeros(n) };
    for i in 0..m {
        let copied = is_singular(m) && in_kernel(i);
        let edge = match (is_singular(m), is_singular(n)) {
            (_, false) => copied && row.get(0),
            (false, true) => seed.get(i),
            (true, true) if i == 0 => seed.get(0),
            (true, true) => seed.get(n + i - 1),
        };
        let mut words = if copied { row.words().to_vec() } else { vec![0; stride] };
        if edge != (copied && row.get(0)) {
            words.iter_mut().zip(k.words()).for_each(|(w, k)| *w ^= k);
        }
        out.push(&words, n);
    }
    out.finish()
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
