//! Fast elimination: panels of 512 columns, blocks of up to 64 pivots, tables of row sums.
//!
//! The matrix is held in strips of 512 columns. A panel is one strip; each of its eight words
//! gives a block of pivots. The rows of a block are reduced among themselves, so that each has a
//! one in its own pivot column and zeros in the others; a row below then needs exactly the block
//! rows that the bits of its word at the pivot columns name. These bits, the coefficient of the
//! row, are looked up 4 at a time in tables of sums of block rows. After the panel the same
//! coefficients drive the strips to its right, strip by strip.
//!
//! The coefficients are all that has to be kept: those below a block are the transform (the factor
//! L), those above are the echelon form in the pivot columns (the factor U), so no second matrix is
//! eliminated along for certificates. Only the columns without a pivot are kept as they are.
//!
//! Source: the method of the four Russians as in M. Albrecht, G. Bard, C. Pernet, "Efficient dense
//! Gaussian elimination over the finite field with two elements" (2011), arranged in strips.

use super::matrix::BitMatrix;
use super::strips::{STRIP, Strips, Tables, WORDS};
use super::vector::BitVec;
use crate::arch::lines::{Kernel, Line};

/// Up to 64 pivots in the columns of one word.
#[derive(Clone, Debug)]
struct Block {
    /// The first pivot row.
    start: usize,
    /// The word of the matrix, counted from column 0.
    word: usize,
    /// The pivot columns within the word.
    mask: u64,
    /// The reduced block rows as sums of the rows found, bit `j` for row `start + j`.
    mix: Vec<u64>,
    /// For each row of the matrix outside the block, the sum of block rows that was added to it
    /// (below the block) or that its echelon form still needs (above).
    coefs: Vec<u64>,
}

impl Block {
    fn end(&self) -> usize {
        self.start + self.mix.len()
    }

    /// The bits of a packed vector at the rows of the block.
    fn gather(&self, v: &BitVec) -> u64 {
        (0..self.mix.len()).fold(0, |bits, j| bits | u64::from(v.get(self.start + j)) << j)
    }

    /// The low bits of `bits`, spread to the pivot columns.
    fn spread(&self, bits: u64) -> u64 {
        let mut columns = 0;
        let mut rest = self.mask;
        for j in 0..self.mix.len() {
            columns |= (bits >> j & 1) << rest.trailing_zeros();
            rest &= rest - 1;
        }
        columns
    }
}

/// A matrix after elimination; see the notes on the module.
#[derive(Clone, Debug)]
pub(crate) struct Factor {
    kernel: Kernel,
    rows: usize,
    cols: usize,
    rank: usize,
    blocks: Vec<Block>,
    /// Row `i` of the echelon form comes from row `order[i]` of the matrix.
    order: Vec<usize>,
    /// The columns without a pivot, of the pivot rows of the echelon form.
    rest: Strips,
}

/// The pivots that a word of the rows from some row on offers.
struct Found {
    mask: u64,
    mix: Vec<u64>,
    /// The exchanges that bring the pivot rows to the front, in order.
    swaps: Vec<(usize, usize)>,
}

/// Finds the pivots of word `word` of the lines from `start` on, and brings their rows to the
/// front.
fn find_pivots(lines: &mut [Line], start: usize, word: usize) -> Found {
    // By pivot column: the word of its row reduced by all pivots found, and the rows in that sum.
    let (mut words, mut sums) = ([0_u64; 64], [0_u64; 64]);
    let (mut mask, mut count) = (0_u64, 0);
    let mut swaps = Vec::new();
    for i in start..lines.len() {
        let mut left = lines[i].0[word];
        let mut sum = 0;
        let mut known = left & mask;
        while known != 0 {
            let column = known.trailing_zeros() as usize;
            left ^= words[column];
            sum ^= sums[column];
            known &= known - 1;
        }
        if left == 0 {
            continue;
        }
        sum ^= 1 << count;
        let column = left.trailing_zeros() as usize;
        let mut others = mask;
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            if words[other] >> column & 1 == 1 {
                words[other] ^= left;
                sums[other] ^= sum;
            }
            others &= others - 1;
        }
        (words[column], sums[column]) = (left, sum);
        mask |= 1 << column;
        if i != start + count {
            lines.swap(i, start + count);
            swaps.push((i, start + count));
        }
        count += 1;
        if count == 64 {
            break;
        }
    }
    let mix = (0..64).filter(|column| mask >> column & 1 == 1).map(|column| sums[column]).collect();
    Found { mask, mix, swaps }
}

/// The mask of the `count <= 64` lowest bits.
fn low_bits(count: usize) -> u64 {
    match count {
        0 => 0,
        _ => u64::MAX >> (64 - count),
    }
}

/// Reduces the rows of a block among themselves in one strip and makes their tables.
fn mix_rows(tables: &mut Tables, lines: &mut [Line], mix: &[u64], mask: u64) {
    if mix.iter().enumerate().any(|(j, &sum)| sum != 1 << j) {
        tables.set(lines, low_bits(mix.len()));
        lines.fill(Line::ZERO);
        tables.add_to(lines, mix);
    }
    tables.set(lines, mask);
}

/// Brings a matrix to echelon form in place.
///
/// `keep` also collects what [`Factor`] holds: the blocks with all their coefficients and the
/// order of the rows. Without it only the blocks of one panel are in memory at a time.
fn eliminate(a: &mut Strips, kernel: Kernel, keep: bool) -> (usize, Vec<Block>, Vec<usize>) {
    let rows = a.rows;
    let mut order: Vec<usize> = (0..rows).collect();
    let mut blocks: Vec<Block> = Vec::new();
    let mut tables = Tables::new(kernel);
    let mut rank = 0;
    for s in 0..a.strips.len() {
        if rank == rows {
            break;
        }
        if !keep {
            blocks.clear();
        }
        let first = blocks.len();
        let mut swaps = Vec::new();
        let (head, tail) = a.strips.split_at_mut(s + 1);
        let panel = &mut head[s][..];
        for word in 0..WORDS {
            let found = find_pivots(panel, rank, word);
            if found.mask == 0 {
                continue;
            }
            for &(x, y) in &found.swaps {
                order.swap(x, y);
                for block in &mut blocks {
                    block.coefs.swap(x, y);
                }
            }
            let end = rank + found.mix.len();
            mix_rows(&mut tables, &mut panel[rank..end], &found.mix, found.mask);
            let mut coefs: Vec<u64> = panel.iter().map(|l| l.0[word] & found.mask).collect();
            coefs[rank..end].fill(0);
            tables.add_to(&mut panel[end..], &coefs[end..]);
            swaps.push(found.swaps);
            blocks.push(Block {
                start: rank,
                word: s * WORDS + word,
                mask: found.mask,
                mix: found.mix,
                coefs,
            });
            rank = end;
        }
        for strip in tail {
            for &(x, y) in swaps.iter().flatten() {
                strip.swap(x, y);
            }
            for block in &blocks[first..] {
                let (start, end) = (block.start, block.end());
                mix_rows(&mut tables, &mut strip[start..end], &block.mix, block.mask);
                tables.add_to(&mut strip[end..], &block.coefs[end..]);
            }
        }
    }
    (rank, blocks, order)
}

/// The rank of a matrix.
pub(crate) fn rank_with(a: &BitMatrix, kernel: Kernel) -> usize {
    eliminate(&mut Strips::from_matrix(a), kernel, false).0
}

impl Factor {
    /// Eliminates a matrix.
    pub(crate) fn new(a: &BitMatrix, kernel: Kernel) -> Self {
        let mut echelon = Strips::from_matrix(a);
        let (rank, blocks, order) = eliminate(&mut echelon, kernel, true);
        let mut factor =
            Self { kernel, rows: a.rows(), cols: a.cols(), rank, blocks, order, rest: Strips::zeros(0, 0) };
        factor.rest = factor.free_part(&echelon);
        factor
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn cols(&self) -> usize {
        self.cols
    }

    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    /// The pivot columns, ascending.
    pub(crate) fn pivots(&self) -> impl Iterator<Item = usize> + '_ {
        self.blocks.iter().flat_map(|block| {
            (0..64).filter(|bit| block.mask >> bit & 1 == 1).map(|bit| 64 * block.word + bit)
        })
    }

    /// The columns without a pivot, ascending.
    pub(crate) fn free(&self) -> Vec<usize> {
        let mut free = vec![true; self.cols];
        for column in self.pivots() {
            free[column] = false;
        }
        (0..self.cols).filter(|&column| free[column]).collect()
    }

    /// Copies the columns without a pivot of the pivot rows, run by run.
    fn free_part(&self, echelon: &Strips) -> Strips {
        let mut result = Strips::zeros(self.rank, self.cols - self.rank);
        let mut blocks = self.blocks.iter().peekable();
        let mut target = 0;
        for word in 0..self.cols.div_ceil(64) {
            let block = blocks.next_if(|block| block.word == word);
            let used = block.map_or(0, |block| block.mask);
            let mut free = !used & low_bits((self.cols - 64 * word).min(64));
            while free != 0 {
                let first = free.trailing_zeros();
                let width = (free >> first).trailing_ones() as usize;
                let run = low_bits(width) << first;
                for (row, line) in echelon.strips[word / WORDS][..self.rank].iter().enumerate() {
                    let bits = (line.0[word % WORDS] & run) >> first;
                    result.add_bits(row, target, width, bits);
                }
                target += width;
                free &= !run;
            }
        }
        result
    }

    /// The columns without a pivot of the reduced row echelon form, `rank` rows.
    pub(crate) fn reduced_free_part(&self) -> BitMatrix {
        let mut result = self.rest.clone();
        let mut tables = Tables::new(self.kernel);
        for strip in &mut result.strips {
            for block in self.blocks.iter().rev() {
                let (above, rest) = strip.split_at_mut(block.start);
                tables.set(&rest[..block.mix.len()], block.mask);
                tables.add_to(above, &block.coefs[..block.start]);
            }
        }
        result.to_matrix()
    }

    /// `T b`, where `T` is the transform to echelon form.
    pub(crate) fn forward(&self, b: &BitVec) -> BitVec {
        let mut v: BitVec = self.order.iter().map(|&i| b.get(i)).collect();
        for block in &self.blocks {
            let found = block.gather(&v);
            let mut bits = 0;
            for (j, sum) in block.mix.iter().enumerate() {
                let bit = (found & sum).count_ones() & 1;
                bits |= u64::from(bit) << j;
                v.set(block.start + j, bit == 1);
            }
            if bits != 0 {
                add_products(&mut v, &block.coefs, block.spread(bits), block.end());
            }
        }
        v
    }

    /// Row `row` of the transform `T` to echelon form.
    pub(crate) fn transform_row(&self, row: usize) -> BitVec {
        let mut v = BitVec::unit(self.rows, row);
        for block in self.blocks.iter().rev() {
            let below = v.iter_ones().skip_while(|&i| i < block.end());
            let columns = below.fold(0, |sum, i| sum ^ block.coefs[i]);
            let (mut found, mut rest) = (block.gather(&v), block.mask);
            for j in 0..block.mix.len() {
                found ^= (columns >> rest.trailing_zeros() & 1) << j;
                rest &= rest - 1;
            }
            let mixed = block.mix.iter().enumerate();
            let mixed = mixed.fold(0, |sum, (j, mix)| match found >> j & 1 {
                1 => sum ^ mix,
                _ => sum,
            });
            for j in 0..block.mix.len() {
                v.set(block.start + j, mixed >> j & 1 == 1);
            }
        }
        self.in_matrix_order(&v)
    }

    fn in_matrix_order(&self, v: &BitVec) -> BitVec {
        let mut result = BitVec::zeros(self.rows);
        for i in v.iter_ones() {
            result.set(self.order[i], true);
        }
        result
    }

    /// The rows of the transform `T` from `rank` on, as columns: a basis of the left kernel.
    pub(crate) fn left_kernel_columns(&self) -> BitMatrix {
        let count = self.rows - self.rank;
        let mut v = Strips::zeros(self.rows, count);
        for i in 0..count {
            v.add_bits(self.rank + i, i, 1, 1);
        }
        let mut tables = Tables::new(self.kernel);
        for strip in &mut v.strips {
            for block in self.blocks.iter().rev() {
                let (start, end) = (block.start, block.end());
                let sums = tables.collect(&strip[end..], &block.coefs[end..], block.mask);
                // The block rows of the start are zero, so the sums take their place, transposed
                // mix applied.
                let mixed = tables.collect(&sums, &block.mix, low_bits(sums.len()));
                strip[start..end].copy_from_slice(&mixed);
            }
        }
        let v = v.to_matrix();
        let mut result = BitMatrix::zeros(self.rows, count);
        for (i, &row) in self.order.iter().enumerate() {
            result.row_mut(row).copy_from_slice(v.row(i));
        }
        result
    }

    /// The solution of `U x = v` that is zero outside the pivot columns, for the echelon form `U`.
    pub(crate) fn backward(&self, mut v: BitVec) -> BitVec {
        let mut x = BitVec::zeros(self.cols);
        for block in self.blocks.iter().rev() {
            let bits = block.spread(block.gather(&v));
            if bits != 0 {
                x.words_mut()[block.word] |= bits;
                add_products(&mut v, &block.coefs[..block.start], bits, 0);
            }
        }
        x
    }
}

/// Adds `coefs[i] . bits` to entry `i`, for every `i` from `from` on.
fn add_products(v: &mut BitVec, coefs: &[u64], bits: u64, from: usize) {
    let products = |first: usize, coefs: &[u64]| {
        coefs
            .iter()
            .enumerate()
            .fold(0, |sum, (j, coef)| sum | u64::from((coef & bits).count_ones() & 1) << (first + j))
    };
    let words = &mut v.words_mut()[from / 64..];
    let head = from % 64;
    let (start, rest) = coefs[from..].split_at((64 - head).min(coefs.len() - from));
    if let Some((first, words)) = words.split_first_mut() {
        *first ^= products(head, start);
        for (word, coefs) in words.iter_mut().zip(rest.chunks(64)) {
            *word ^= products(0, coefs);
        }
    }
}

/// The product `A B` by tables of sums of rows of `B`.
///
/// # Complexity
/// O(m k n / 256) word operations for an m x k times a k x n matrix.
pub(crate) fn mul_with(a: &BitMatrix, b: &BitMatrix, kernel: Kernel) -> BitMatrix {
    let right = Strips::from_matrix(b);
    let mut product = Strips::zeros(a.rows(), b.cols());
    let mut tables = Tables::new(kernel);
    for word in 0..a.cols().div_ceil(64) {
        let coefs: Vec<u64> = (0..a.rows()).map(|i| a.row(i)[word]).collect();
        let lines = 64 * word..(64 * word + 64).min(a.cols());
        for (strip, target) in right.strips.iter().zip(&mut product.strips) {
            tables.set(&strip[lines.clone()], low_bits(lines.len()));
            tables.add_to(target, &coefs);
        }
    }
    product.to_matrix()
}

const _: () = assert!(STRIP == 64 * WORDS);
