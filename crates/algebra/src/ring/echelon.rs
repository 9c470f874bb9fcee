//! Systems over Z/k: one elimination for each prime, many right-hand sides.

use super::combine::Local;
use super::local::LocalEchelon;
use super::matrix::Matrix;
use super::modulus::{Modulus, PrimePower};
use crate::Outcome;
use crate::gf2::{self, BitMatrix, BitVec};

/// A vector over Z/k with the number of its multiples.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Generator {
    /// The vector, entries in `0..k`.
    pub vector: Vec<u32>,
    /// The least `n > 0` with `n` times the vector zero; it divides `k` and is at least 2.
    pub order: u64,
}

/// A matrix over Z/k brought to a form that answers every question about `A x = b`.
///
/// For each prime power `p^s` that divides `k` exactly it holds `A = L D U` modulo `p^s`, with `D`
/// diagonal and `L`, `U` invertible (up to the order of rows and columns); the answers are put
/// together by the Chinese remainder theorem.
///
/// # Examples
/// ```
/// use lightsout_algebra::Outcome;
/// use lightsout_algebra::ring::{Echelon, Matrix, Modulus};
///
/// // Twice the unknown is 2, and three times it is 3, modulo 6.
/// let a = Matrix::from_fn(Modulus::new(6).unwrap(), 2, 1, |i, _| i as u64 + 2);
/// let echelon = Echelon::new(&a);
/// assert_eq!(echelon.solve(&[2, 3]), Outcome::Solution(vec![1]));
/// assert!(!echelon.solve(&[1, 0]).is_solvable());
/// assert_eq!(echelon.invariant_factors(), [1]);
/// ```
#[derive(Clone, Debug)]
pub struct Echelon {
    modulus: Modulus,
    rows: usize,
    cols: usize,
    parts: Vec<Part>,
}

/// The form modulo one prime power.
#[derive(Clone, Debug)]
enum Part {
    /// Modulo 2, packed.
    Binary(gf2::Echelon),
    /// Modulo any other power of a prime.
    Local(LocalEchelon),
}

fn to_bits(v: &[u32]) -> BitVec {
    v.iter().map(|&entry| entry & 1 == 1).collect()
}

fn from_bits(v: &BitVec) -> Vec<u32> {
    v.iter().map(u32::from).collect()
}

fn binary_generators(basis: &BitMatrix) -> Vec<(Vec<u32>, u64)> {
    (0..basis.rows()).map(|i| (from_bits(&basis.row_vec(i)), 2)).collect()
}

impl Part {
    fn new(a: &Matrix, power: PrimePower) -> Self {
        if power.value == 2 {
            let rows: Vec<BitVec> = (0..a.rows()).map(|i| to_bits(a.row(i))).collect();
            return Self::Binary(gf2::Echelon::new(&BitMatrix::from_rows(a.cols(), &rows)));
        }
        let ring = Local::new(power);
        let rows = (0..a.rows()).flat_map(|i| a.row(i));
        let entries = rows.map(|&entry| ring.reduce(u64::from(entry))).collect();
        Self::Local(LocalEchelon::new(ring, a.rows(), a.cols(), entries))
    }

    /// The number of pivots.
    fn pivots(&self) -> usize {
        match self {
            Self::Binary(echelon) => echelon.rank(),
            Self::Local(echelon) => echelon.pivots(),
        }
    }

    /// The valuation of each pivot that is no unit, rising.
    fn torsion(&self) -> &[u32] {
        match self {
            Self::Binary(_) => &[],
            Self::Local(echelon) => {
                let units = echelon.valuations().partition_point(|&v| v == 0);
                &echelon.valuations()[units..]
            }
        }
    }

    fn solve(&self, power: PrimePower, b: &[u32]) -> Result<Vec<u32>, Vec<u32>> {
        match self {
            Self::Binary(echelon) => match echelon.solve(&to_bits(b)) {
                Outcome::Solution(x) => Ok(from_bits(&x)),
                Outcome::Certificate(y) => Err(from_bits(&y)),
            },
            Self::Local(echelon) => {
                let reduced: Vec<u32> =
                    b.iter().map(|&entry| (u64::from(entry) % power.value) as u32).collect();
                echelon.solve(&reduced)
            }
        }
    }

    fn kernel(&self) -> Vec<(Vec<u32>, u64)> {
        match self {
            Self::Binary(echelon) => binary_generators(&echelon.kernel()),
            Self::Local(echelon) => echelon.kernel(),
        }
    }

    fn left_kernel(&self) -> Vec<(Vec<u32>, u64)> {
        match self {
            Self::Binary(echelon) => binary_generators(&echelon.left_kernel()),
            Self::Local(echelon) => echelon.left_kernel(),
        }
    }
}

impl Echelon {
    /// Eliminates a matrix.
    ///
    /// # Complexity
    /// O(m n r) multiplications for m rows, n columns and r pivots, for each prime factor of k; for the
    /// factor 2 that k has once, O(m n r / 256) word operations. Memory for a matrix each.
    pub fn new(a: &Matrix) -> Self {
        let powers = a.modulus().prime_powers();
        Self {
            modulus: a.modulus().clone(),
            rows: a.rows(),
            cols: a.cols(),
            parts: powers.iter().map(|&power| Part::new(a, power)).collect(),
        }
    }

    /// The modulus `k`.
    pub fn modulus(&self) -> &Modulus {
        &self.modulus
    }

    /// The number of rows of the matrix.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns of the matrix.
    pub fn cols(&self) -> usize {
        self.cols
    }

    fn parts(&self) -> impl Iterator<Item = (PrimePower, &Part)> {
        self.modulus.prime_powers().iter().copied().zip(&self.parts)
    }

    /// Solves `A x = b` modulo `k`; otherwise gives `y` with `y^T A = 0` and `y . b != 0`.
    ///
    /// # Panics
    /// If the length of `b` is not the number of rows.
    ///
    /// # Complexity
    /// O((m + n) r) multiplications for m rows, n columns and r pivots, for each prime factor of k.
    pub fn solve(&self, b: &[u32]) -> Outcome<Vec<u32>> {
        assert_eq!(b.len(), self.rows, "length of a right-hand side");
        let mut sum = vec![0_u64; self.cols];
        for (power, part) in self.parts() {
            match part.solve(power, b) {
                Ok(x) => self.add_part(&mut sum, &x, power),
                Err(y) => {
                    let others = self.modulus.value() / power.value;
                    return Outcome::Certificate(
                        y.iter().map(|&entry| self.modulus.reduce(u64::from(entry) * others)).collect(),
                    );
                }
            }
        }
        Outcome::Solution(sum.into_iter().map(|entry| entry as u32).collect())
    }

    /// Adds the vector that is `part` modulo one prime power and 0 modulo the others.
    fn add_part(&self, sum: &mut [u64], part: &[u32], power: PrimePower) {
        let k = self.modulus.value();
        for (entry, &value) in sum.iter_mut().zip(part) {
            *entry = (*entry + u64::from(value) * power.idempotent % k) % k;
        }
    }

    /// The number of solutions of `A x = 0`, as pairs of a prime of `k` and its exponent in the
    /// number; the number of solutions of `A x = b` is the same, or 0.
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::ring::{Echelon, Matrix, Modulus};
    ///
    /// // 2 x + 2 y = 0 modulo 12: any x, and then two values of y.
    /// let a = Matrix::from_fn(Modulus::new(12).unwrap(), 1, 2, |_, _| 2);
    /// assert_eq!(Echelon::new(&a).kernel_exponents(), [(2, 3), (3, 1)]);
    /// ```
    pub fn kernel_exponents(&self) -> Vec<(u64, u64)> {
        let exponents = self.parts().map(|(power, part)| {
            let free = (self.cols - part.pivots()) as u64 * u64::from(power.exponent);
            let torsion: u64 = part.torsion().iter().map(|&v| u64::from(v)).sum();
            (power.prime, free + torsion)
        });
        exponents.collect()
    }

    /// The invariant factors `d_1 | d_2 | ...` of `A` over Z/k, `min(rows, cols)` divisors of `k`,
    /// where `k` stands for 0: the diagonal of the Smith form.
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::ring::{Echelon, Matrix, Modulus};
    ///
    /// let a = Matrix::from_fn(Modulus::new(12).unwrap(), 3, 3, |i, j| if i == j { i as u64 } else { 0 });
    /// assert_eq!(Echelon::new(&a).invariant_factors(), [1, 2, 12]);
    /// ```
    pub fn invariant_factors(&self) -> Vec<u64> {
        let mut factors = vec![1; self.rows.min(self.cols)];
        for (power, part) in self.parts() {
            let torsion = part.torsion();
            let units = part.pivots() - torsion.len();
            for (i, factor) in factors.iter_mut().enumerate().skip(units) {
                *factor *= torsion.get(i - units).map_or(power.value, |&v| power.prime.pow(v));
            }
        }
        factors
    }

    /// Generators of `{x : A x = 0}`, as few as possible, each order dividing the one before.
    ///
    /// Every element is `sum_i c_i g_i` for exactly one choice of `0 <= c_i < order_i`.
    ///
    /// # Complexity
    /// O(n r d) multiplications for n columns, r pivots and d generators, for each prime factor of k.
    ///
    /// # Examples
    /// ```
    /// use lightsout_algebra::ring::{Echelon, Matrix, Modulus};
    ///
    /// let a = Matrix::from_fn(Modulus::new(6).unwrap(), 1, 1, |_, _| 2);
    /// let kernel = Echelon::new(&a).kernel();
    /// assert_eq!((&kernel[0].vector[..], kernel[0].order), (&[3][..], 2));
    /// ```
    pub fn kernel(&self) -> Vec<Generator> {
        self.join(self.cols, Part::kernel)
    }

    /// Generators of `{y : y^T A = 0}`, as few as possible, each order dividing the one before.
    ///
    /// # Complexity
    /// O(m r d) multiplications for m rows, r pivots and d generators, for each prime factor of k.
    pub fn left_kernel(&self) -> Vec<Generator> {
        self.join(self.rows, Part::left_kernel)
    }

    /// Joins generators for the prime powers, which come with falling orders, to generators for `k`.
    fn join(&self, len: usize, generators: impl Fn(&Part) -> Vec<(Vec<u32>, u64)>) -> Vec<Generator> {
        let mut joined: Vec<(Vec<u64>, u64)> = Vec::new();
        for (power, part) in self.parts() {
            for (i, (vector, order)) in generators(part).into_iter().enumerate() {
                if i == joined.len() {
                    joined.push((vec![0; len], 1));
                }
                self.add_part(&mut joined[i].0, &vector, power);
                joined[i].1 *= order;
            }
        }
        let finish = |(vector, order): (Vec<u64>, u64)| Generator {
            vector: vector.into_iter().map(|entry| entry as u32).collect(),
            order,
        };
        joined.into_iter().map(finish).collect()
    }
}
