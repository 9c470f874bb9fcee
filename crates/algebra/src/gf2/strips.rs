//! Matrices stored in strips of 512 columns, and tables of sums of their rows.

use super::matrix::BitMatrix;
use crate::arch::lines::{BITS, COUNT, Kernel, Line, Sums};

/// The columns of a strip.
pub(crate) const STRIP: usize = 512;
/// The words of a line.
pub(crate) const WORDS: usize = STRIP / 64;

/// A matrix over GF(2) in strips of 512 columns: a strip holds one line for each row, so that the
/// rows of a strip lie behind each other in memory and a row operation on a strip touches whole
/// cache lines only.
#[derive(Clone, Debug)]
pub(crate) struct Strips {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) strips: Vec<Vec<Line>>,
}

impl Strips {
    /// The zero matrix.
    pub(crate) fn zeros(rows: usize, cols: usize) -> Self {
        Self { rows, cols, strips: vec![vec![Line::ZERO; rows]; cols.div_ceil(STRIP)] }
    }

    /// The same matrix as one stored by rows.
    pub(crate) fn from_matrix(a: &BitMatrix) -> Self {
        let mut result = Self::zeros(a.rows(), a.cols());
        for i in 0..a.rows() {
            for (strip, words) in result.strips.iter_mut().zip(a.row(i).chunks(WORDS)) {
                strip[i].0[..words.len()].copy_from_slice(words);
            }
        }
        result
    }

    /// The same matrix stored by rows.
    pub(crate) fn to_matrix(&self) -> BitMatrix {
        let mut result = BitMatrix::zeros(self.rows, self.cols);
        for i in 0..self.rows {
            for (strip, words) in self.strips.iter().zip(result.row_mut(i).chunks_mut(WORDS)) {
                words.copy_from_slice(&strip[i].0[..words.len()]);
            }
        }
        result
    }

    /// Adds `width <= 64` entries, the low bits of `bits`, to row `row` from column `col` on.
    pub(crate) fn add_bits(&mut self, row: usize, col: usize, width: usize, bits: u64) {
        let (word, shift) = (col / 64, col % 64);
        self.strips[word / WORDS][row].0[word % WORDS] ^= bits << shift;
        if shift + width > 64 {
            let word = word + 1;
            self.strips[word / WORDS][row].0[word % WORDS] ^= bits >> (64 - shift);
        }
    }
}

/// Sums of up to 64 lines, each of which stands at a bit of the coefficients.
pub(crate) struct Tables {
    kernel: Kernel,
    sums: Box<Sums>,
    active: Vec<usize>,
}

impl Tables {
    /// Empty tables.
    pub(crate) fn new(kernel: Kernel) -> Self {
        Self { kernel, sums: Box::new([[Line::ZERO; 1 << BITS]; COUNT]), active: Vec::with_capacity(COUNT) }
    }

    /// Makes the tables of `lines`, which stand at the bits of `mask` in ascending order.
    ///
    /// # Complexity
    /// O(COUNT 2^BITS) line operations.
    pub(crate) fn set(&mut self, lines: &[Line], mask: u64) {
        debug_assert_eq!(lines.len(), mask.count_ones() as usize);
        let mut rest = lines.iter();
        self.active.clear();
        for (t, table) in self.sums.iter_mut().enumerate() {
            let bits = mask >> (BITS * t) & ((1 << BITS) - 1);
            if bits == 0 {
                continue;
            }
            self.active.push(t);
            for b in 0..BITS {
                let (low, high) = table[..2 << b].split_at_mut(1 << b);
                match (bits >> b & 1 == 1).then(|| rest.next()).flatten() {
                    Some(line) => {
                        for (h, l) in high.iter_mut().zip(low) {
                            let mut sum = *l;
                            sum.add(line);
                            *h = sum;
                        }
                    }
                    // Coefficients have a zero here, so the entry is never read.
                    None => high.copy_from_slice(low),
                }
            }
        }
    }

    /// Adds to each of `lines` the lines that its coefficient selects; bits of coefficients
    /// outside the mask must be zero.
    pub(crate) fn add_to(&self, lines: &mut [Line], coefs: &[u64]) {
        self.kernel.add_sums(lines, coefs, &self.sums, &self.active);
    }

    /// For each bit of `mask`, ascending, the sum of the lines whose coefficient has that bit:
    /// the transposed operation.
    ///
    /// # Complexity
    /// O(COUNT (n + 2^BITS)) line operations for n lines.
    pub(crate) fn collect(&mut self, lines: &[Line], coefs: &[u64], mask: u64) -> Vec<Line> {
        let entries = (1 << BITS) - 1;
        self.active.clear();
        self.active.extend((0..COUNT).filter(|t| mask >> (BITS * t) & entries != 0));
        for &t in &self.active {
            self.sums[t].fill(Line::ZERO);
        }
        for (line, &coef) in lines.iter().zip(coefs) {
            for &t in &self.active {
                self.sums[t][(coef >> (BITS * t) & entries) as usize].add(line);
            }
        }
        let mut result = Vec::with_capacity(mask.count_ones() as usize);
        for bit in (0..64).filter(|bit| mask >> bit & 1 == 1) {
            let mut sum = Line::ZERO;
            for (index, entry) in self.sums[bit / BITS].iter().enumerate() {
                if index >> (bit % BITS) & 1 == 1 {
                    sum.add(entry);
                }
            }
            result.push(sum);
        }
        result
    }
}
