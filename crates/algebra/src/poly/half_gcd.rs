//! Half-gcd: the matrix of the first half of Euclid's algorithm, by Lehmer's method below a cut-off and by recursion
//! above it.

use super::engine::Engine;
use super::transform::Plan;
use super::words;

/// Reductions by up to this many degrees are done by Lehmer's method.
const LEHMER_DEGREES: usize = 6144;

/// Final greatest common divisors of numbers of up to this many bits are done by Lehmer's method.
pub(crate) const LEHMER_FINAL: usize = 2 * LEHMER_DEGREES;

/// Products of two matrices of at least this many words are done by seven multiplications.
const STRASSEN_WORDS: usize = 16;

/// A 2 x 2 matrix of polynomials `[[e0, e1], [e2, e3]]` of determinant 1, each trimmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Matrix {
    pub(crate) entries: [Vec<u64>; 4],
}

impl Matrix {
    /// The unit matrix.
    pub(crate) fn identity() -> Matrix {
        Matrix { entries: [vec![1], Vec::new(), Vec::new(), vec![1]] }
    }

    fn is_identity(&self) -> bool {
        let [a, b, c, d] = &self.entries;
        b.is_empty() && c.is_empty() && *a == [1] && *d == [1]
    }

    /// Length of the longest entry in words.
    fn words(&self) -> usize {
        self.entries.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Left-multiplies by the step `(a, b) -> (b, a + q b)`.
    fn divide_step(&mut self, q: &[u64], engine: &mut Engine) {
        let [e0, e1, e2, e3] = std::mem::take(&mut self.entries);
        let n2 = words::sum(engine.mul(q, &e2), e0);
        let n3 = words::sum(engine.mul(q, &e3), e1);
        self.entries = [e2, e3, n2, n3];
    }
}

impl Engine {
    /// `m (a, b)`, both trimmed.
    pub(crate) fn matrix_vector(&mut self, m: &Matrix, a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
        if m.is_identity() {
            return (words::trimmed(a).to_vec(), words::trimmed(b).to_vec());
        }
        let [e0, e1, e2, e3] = m.entries.each_ref().map(Vec::as_slice);
        self.two_sums([[e0, e1], [e2, e3]], [a, b])
    }

    /// `(a, b) m`, both trimmed.
    pub(crate) fn vector_matrix(&mut self, a: &[u64], b: &[u64], m: &Matrix) -> (Vec<u64>, Vec<u64>) {
        let [e0, e1, e2, e3] = m.entries.each_ref().map(Vec::as_slice);
        self.two_sums([[e0, e2], [e1, e3]], [a, b])
    }

    /// `(m00 v0 + m01 v1, m10 v0 + m11 v1)`, both trimmed.
    fn two_sums(&mut self, m: [[&[u64]; 2]; 2], v: [&[u64]; 2]) -> (Vec<u64>, Vec<u64>) {
        let long = m.as_flattened().iter().map(|e| e.len()).max().unwrap_or(0);
        let tall = v[0].len().max(v[1].len());
        let [first, second] = if self.shares_transforms(long, tall, self.cutoffs.vector) {
            let plan = Plan::new(long, tall);
            let [a, b] = v.map(|v| self.transform(v, plan));
            let rows = m.map(|[x, y]| {
                let (x, y) = (self.transform(x, plan), self.transform(y, plan));
                let mut r = vec![0; long + tall];
                self.interpolate(&mut r, &[(&x, &a), (&y, &b)], plan);
                self.recycle([x, y]);
                words::trim(&mut r);
                r
            });
            self.recycle([a, b]);
            rows
        } else {
            m.map(|[x, y]| self.mul_sum(x, v[0], y, v[1]))
        };
        (first, second)
    }

    /// Whether transforms pay where they serve several products, from `least` words on.
    fn shares_transforms(&self, a: usize, b: usize, least: usize) -> bool {
        a + b >= least && 4 * a.min(b) >= least
    }

    /// `m k`.
    pub(crate) fn matrix_product(&mut self, m: &Matrix, k: &Matrix) -> Matrix {
        if m.is_identity() {
            return k.clone();
        }
        if k.is_identity() {
            return m.clone();
        }
        let (left, right) = (m.words(), k.words());
        if self.shares_transforms(left, right, self.cutoffs.matrix) {
            let plan = Plan::new(left, right);
            let k = k.entries.each_ref().map(|e| self.transform(e, plan));
            let mut entries = [const { Vec::new() }; 4];
            for (row, m) in m.entries.as_chunks::<2>().0.iter().enumerate() {
                let (x, y) = (self.transform(&m[0], plan), self.transform(&m[1], plan));
                for column in 0..2 {
                    let mut r = vec![0; left + right];
                    self.interpolate(&mut r, &[(&x, &k[column]), (&y, &k[2 + column])], plan);
                    words::trim(&mut r);
                    entries[2 * row + column] = r;
                }
                self.recycle([x, y]);
            }
            self.recycle(k);
            return Matrix { entries };
        }
        if left.min(right) >= STRASSEN_WORDS {
            return self.matrix_product_strassen(m, k);
        }
        let (e0, e2) = self.matrix_vector(m, &k.entries[0], &k.entries[2]);
        let (e1, e3) = self.matrix_vector(m, &k.entries[1], &k.entries[3]);
        Matrix { entries: [e0, e1, e2, e3] }
    }

    /// `m k` with seven multiplications, in Winograd's form.
    fn matrix_product_strassen(&mut self, m: &Matrix, k: &Matrix) -> Matrix {
        let plus = |x: &[u64], y: &[u64]| words::sum(x.to_vec(), y.to_vec());
        let [a11, a12, a21, a22] = &m.entries;
        let [b11, b12, b21, b22] = &k.entries;
        let s1 = plus(a21, a22);
        let s2 = plus(&s1, a11);
        let s3 = plus(a11, a21);
        let s4 = plus(a12, &s2);
        let t1 = plus(b12, b11);
        let t2 = plus(b22, &t1);
        let t3 = plus(b22, b12);
        let t4 = plus(&t2, b21);
        let p1 = self.mul(a11, b11);
        let p5 = self.mul(&s1, &t1);
        let u2 = words::sum(self.mul(&s2, &t2), p1.clone());
        let u3 = words::sum(self.mul(&s3, &t3), u2.clone());
        let e1 = words::sum(self.mul(&s4, b22), plus(&u2, &p5));
        let e2 = words::sum(self.mul(a22, &t4), u3.clone());
        let e0 = words::sum(self.mul(a12, b21), p1);
        Matrix { entries: [e0, e1, e2, words::sum(u3, p5)] }
    }

    /// Runs Euclid's algorithm on `deg a > deg b` until `deg b < deg a0 - down <= deg a`, where `a0` is the first `a`.
    ///
    /// Returns the matrix `m` with `(a, b) = m (a0, b0)` if `wanted`, else an unspecified one. `down <= deg a0`.
    pub(crate) fn half_gcd(
        &mut self,
        a: &mut Vec<u64>,
        b: &mut Vec<u64>,
        down: usize,
        wanted: bool,
    ) -> Matrix {
        let len = words::bit_len(a);
        debug_assert!(words::bit_len(b) < len && down < len);
        if words::bit_len(b) < len - down {
            return Matrix::identity();
        }
        // The quotients depend on the leading 2 down coefficients alone.
        let cut = (len - 1).saturating_sub(2 * down) / 64;
        if cut == 0 {
            return self.reduce(a, b, down, wanted);
        }
        let mut high_a = a.split_off(cut);
        let mut high_b = if b.len() > cut { b.split_off(cut) } else { Vec::new() };
        words::trim(a);
        words::trim(b);
        let m = self.reduce(&mut high_a, &mut high_b, down, true);
        let (mut low_a, mut low_b) = self.matrix_vector(&m, a, b);
        words::add_at(&mut low_a, &high_a, cut);
        words::add_at(&mut low_b, &high_b, cut);
        (*a, *b) = (low_a, low_b);
        m
    }

    /// [`Engine::half_gcd`] on numbers of about `2 down` bits.
    fn reduce(&mut self, a: &mut Vec<u64>, b: &mut Vec<u64>, down: usize, wanted: bool) -> Matrix {
        let len = words::bit_len(a);
        if words::bit_len(b) < len - down {
            return Matrix::identity();
        }
        if down <= LEHMER_DEGREES {
            return self.lehmer(a, b, down, wanted);
        }
        let mut m = self.half_gcd(a, b, down / 2, wanted);
        if words::bit_len(b) < len - down || b.is_empty() {
            return m;
        }
        let q = self.div_rem(a, b);
        std::mem::swap(a, b);
        if wanted {
            m.divide_step(&q, self);
        }
        let done = len - words::bit_len(a);
        if done >= down || b.is_empty() {
            return m;
        }
        let rest = self.half_gcd(a, b, down - done, wanted);
        if wanted { self.matrix_product(&rest, &m) } else { m }
    }

    /// [`Engine::half_gcd`] by Lehmer's method.
    fn lehmer(&mut self, a: &mut Vec<u64>, b: &mut Vec<u64>, down: usize, wanted: bool) -> Matrix {
        if !wanted {
            self.lehmer_columns(a, b, down, &mut []);
            return Matrix::identity();
        }
        let mut columns = [[vec![1], Vec::new()], [Vec::new(), vec![1]]];
        self.lehmer_columns(a, b, down, &mut columns);
        let [[e0, e2], [e1, e3]] = columns;
        Matrix { entries: [e0, e1, e2, e3] }
    }

    /// Lehmer's method: up to 62 degrees are found from 128 leading bits, then applied to `a`, `b` and to `columns`, which
    /// are multiplied by the matrix of [`Engine::half_gcd`].
    pub(crate) fn lehmer_columns(
        &mut self,
        a: &mut Vec<u64>,
        b: &mut Vec<u64>,
        down: usize,
        columns: &mut [[Vec<u64>; 2]],
    ) {
        let mut len_a = words::bit_len(a);
        let mut len_b = words::bit_len(b);
        let goal = len_a - down; // stop when len_b < goal
        // Lengths are rounded up to full vectors.
        a.resize(len_a.div_ceil(64).next_multiple_of(4), 0);
        b.resize(a.len(), 0);
        let mut used = columns.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let room = (used + down / 64 + 3).next_multiple_of(4);
        columns.iter_mut().flatten().for_each(|c| c.resize(room, 0));
        while len_b >= goal && len_b > 0 {
            let k = (len_a - goal).min(62) as u32;
            let step = if len_a - len_b > 31 {
                None
            } else {
                self.backend.lehmer_step(words::window(a, len_a - 1), words::window(b, len_a - 1), k)
            };
            if let Some(step) = step {
                let n = len_a.div_ceil(64).next_multiple_of(4);
                self.backend.apply(&mut a[..n], &mut b[..n], &step);
                if !columns.is_empty() {
                    used = (used + 1).min(room);
                    let full = used.next_multiple_of(4);
                    let mut lead = 0;
                    for [x, y] in columns.iter_mut() {
                        self.backend.apply(&mut x[..full], &mut y[..full], &step);
                        lead |= x[used - 1] | y[used - 1];
                    }
                    if lead == 0 {
                        used -= 1;
                    }
                }
                let bound = len_a;
                len_a = words::bit_len_below(a, bound);
                len_b = words::bit_len_below(b, bound);
            } else {
                words::trim(a);
                words::trim(b);
                let q = self.div_rem(a, b);
                std::mem::swap(a, b);
                a.resize(a.len().next_multiple_of(4), 0);
                b.resize(a.len(), 0);
                for [x, y] in columns.iter_mut() {
                    let product = self.mul(&q, y);
                    words::add(x, &product);
                    std::mem::swap(x, y);
                }
                used = columns.iter().flatten().map(|c| words::word_len(c)).max().unwrap_or(0);
                len_a = words::bit_len(a);
                len_b = words::bit_len(b);
            }
        }
        words::trim(a);
        words::trim(b);
        columns.iter_mut().flatten().for_each(words::trim);
    }
}
