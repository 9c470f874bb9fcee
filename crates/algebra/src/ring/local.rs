//! Elimination modulo a power of a prime.
//!
//! Over Z/p^s an entry of least p-adic valuation divides all the others, so with such pivots nothing
//! but the pivots remains: `A = L D U` after exchanges of rows and columns, with `D` diagonal,
//! entries `p^v` of rising `v`, `L` lower and `U` upper triangular, `U` with ones on its diagonal and
//! `L` with units on its own. That is the Smith form together with both transforms.
//!
//! The search runs by levels: at level `v` everything left is divisible by `p^v`, and a column
//! without an entry of valuation exactly `v` keeps having none until the level rises. Pivots are
//! taken in panels of columns; the columns to the right of a panel are changed once for all its
//! pivots.

use super::combine::{Local, TERMS};
use crate::word::inverse_mod;

/// A matrix after elimination; see the notes on the module.
#[derive(Clone, Debug)]
pub(crate) struct LocalEchelon {
    ring: Local,
    rows: usize,
    cols: usize,
    /// `U` above the diagonal and `L` below it, in the exchanged order.
    entries: Vec<u32>,
    /// The valuation of each diagonal entry of `D`; their number is the number of pivots.
    valuations: Vec<u32>,
    /// The inverses of the diagonal entries of `L`.
    inverses: Vec<u32>,
    /// Row `i` of the form is row `row_order[i]` of the matrix, and so for columns.
    row_order: Vec<usize>,
    col_order: Vec<usize>,
}

/// A vector and its order.
pub(crate) type Generator = (Vec<u32>, u64);

impl LocalEchelon {
    /// Eliminates a matrix given by its entries, row by row, each below `p^s`.
    pub(crate) fn new(ring: Local, rows: usize, cols: usize, entries: Vec<u32>) -> Self {
        assert_eq!(Some(entries.len()), rows.checked_mul(cols), "entries of a matrix");
        let mut form = Self {
            ring,
            rows,
            cols,
            entries,
            valuations: Vec::new(),
            inverses: Vec::new(),
            row_order: (0..rows).collect(),
            col_order: (0..cols).collect(),
        };
        for level in 0..ring.power.exponent {
            // The columns from `open` on have been found to have no pivot at this level.
            let mut open = cols;
            while form.pivots() < open.min(rows) {
                open = form.panel(level, open);
            }
        }
        form
    }

    /// The number of pivots.
    pub(crate) fn pivots(&self) -> usize {
        self.valuations.len()
    }

    /// The valuations of the pivots, rising.
    pub(crate) fn valuations(&self) -> &[u32] {
        &self.valuations
    }

    fn row(&self, row: usize) -> &[u32] {
        &self.entries[row * self.cols..(row + 1) * self.cols]
    }

    /// The row above a place and the rows from there on.
    fn split(&mut self, row: usize) -> (&[u32], &mut [u32]) {
        let (above, below) = self.entries.split_at_mut(row * self.cols);
        (above, below)
    }

    fn swap_rows(&mut self, a: usize, b: usize) {
        if a != b {
            let cols = self.cols;
            let (above, below) = self.entries.split_at_mut(a.max(b) * cols);
            above[a.min(b) * cols..][..cols].swap_with_slice(&mut below[..cols]);
            self.row_order.swap(a, b);
        }
    }

    /// Moves the `count` columns from `first` on behind those up to `end`.
    fn move_columns(&mut self, first: usize, count: usize, end: usize) {
        if count > 0 && first + count < end {
            for row in self.entries.chunks_mut(self.cols) {
                row[first..end].rotate_left(count);
            }
            self.col_order[first..end].rotate_left(count);
        }
    }

    /// Moves column `from` before column `to`.
    fn insert_column(&mut self, from: usize, to: usize) {
        if from != to {
            for row in self.entries.chunks_mut(self.cols) {
                row[to..=from].rotate_right(1);
            }
            self.col_order[to..=from].rotate_right(1);
        }
    }

    /// Takes all pivots of one level from the next few columns before `open`; returns where the
    /// columns without such a pivot begin now.
    fn panel(&mut self, level: u32, open: usize) -> usize {
        let first = self.pivots();
        let end = (first + TERMS).min(open);
        let mut next = first;
        while next < end && self.pivots() < self.rows {
            if let Some(row) = self.find_pivot(level, next) {
                let place = self.pivots();
                self.insert_column(next, place);
                self.swap_rows(row, place);
                self.take_pivot(level, end);
            }
            next += 1;
        }
        self.update_right(level, first, end);
        self.finish_lower(level, first);
        // Only columns that were looked at are without a pivot; with no row left all are.
        let count = end - self.pivots();
        self.move_columns(self.pivots(), count, self.cols);
        open - count
    }

    /// A row from the next place on whose entry in a column has valuation exactly `level`.
    fn find_pivot(&self, level: u32, col: usize) -> Option<usize> {
        let step = self.ring.power.prime.pow(level + 1);
        let mut column = (self.pivots()..self.rows).map(|i| u64::from(self.entries[i * self.cols + col]));
        let found = match level {
            0 if self.ring.power.exponent == 1 => column.position(|entry| entry != 0),
            _ => column.position(|entry| !entry.is_multiple_of(step)),
        };
        found.map(|offset| self.pivots() + offset)
    }

    /// Makes the entry at the next place of the diagonal a pivot, and changes the columns up to
    /// `end`.
    ///
    /// The entries below the pivot stay: they are its multiples in the rows below, times `p^level`.
    fn take_pivot(&mut self, level: u32, end: usize) {
        let (ring, cols, place) = (self.ring, self.cols, self.pivots());
        let scale = ring.power.prime.pow(level);
        let pivot = u64::from(self.entries[place * cols + place]);
        let inverse = inverse_mod(pivot / scale, ring.power.value).unwrap_or(0) as u32;
        debug_assert_ne!(inverse, 0, "the unit part of a pivot is a unit");
        self.valuations.push(level);
        self.inverses.push(inverse);
        let (above, below) = self.entries.split_at_mut((place + 1) * cols);
        let row = &mut above[place * cols + place + 1..place * cols + end];
        normalise(ring, row, inverse, scale);
        let targets = below.chunks_mut(cols).map(|lower| {
            let (left, right) = lower.split_at_mut(place + 1);
            (ring.neg(left[place]), &mut right[..end - place - 1])
        });
        ring.add_multiples(targets, row);
    }

    /// Changes the columns from `end` on for the pivots from `first` on.
    fn update_right(&mut self, level: u32, first: usize, end: usize) {
        let (ring, cols, pivots) = (self.ring, self.cols, self.pivots());
        if end == cols {
            return;
        }
        let scale = ring.power.prime.pow(level);
        let mut coefs = Vec::with_capacity(TERMS);
        for i in first..self.rows {
            let count = i.min(pivots) - first;
            let inverse = self.inverses.get(i).copied();
            let (above, below) = self.split(i);
            let (left, right) = below[..cols].split_at_mut(end);
            coefs.clear();
            coefs.extend(left[first..first + count].iter().map(|&entry| ring.neg(entry)));
            ring.add_rows(right, &coefs, |t| &above[(first + t) * cols + end..(first + t + 1) * cols]);
            if let Some(inverse) = inverse {
                normalise(ring, right, inverse, scale);
            }
        }
    }

    /// Turns the entries below the pivots from `first` on into entries of `L`.
    fn finish_lower(&mut self, level: u32, first: usize) {
        if level == 0 {
            return;
        }
        let scale = self.ring.power.prime.pow(level);
        let (cols, pivots) = (self.cols, self.pivots());
        for (i, row) in self.entries.chunks_mut(cols).enumerate().skip(first + 1) {
            for entry in &mut row[first..i.min(pivots)] {
                *entry = (u64::from(*entry) / scale) as u32;
            }
        }
    }

    /// Solves `A x = b`; otherwise gives `y` with `y^T A = 0` and `y . b != 0`.
    pub(crate) fn solve(&self, b: &[u32]) -> Result<Vec<u32>, Vec<u32>> {
        let ring = self.ring;
        let mut z: Vec<u32> = Vec::with_capacity(self.rows);
        for i in 0..self.rows {
            let known = ring.dot(self.row(i).iter().zip(&z).take(self.pivots()));
            let rest = ring.reduce(u64::from(b[self.row_order[i]]) + u64::from(ring.neg(known)));
            z.push(self.inverses.get(i).map_or(rest, |&inverse| ring.mul(rest, inverse)));
        }
        let scales = self.scales();
        for (i, &value) in z.iter().enumerate() {
            let scale = scales.get(i).copied().unwrap_or(ring.power.value);
            if !u64::from(value).is_multiple_of(scale) {
                return Err(self.left_vector(i));
            }
        }
        let mut x = vec![0; self.cols];
        for i in (0..self.pivots()).rev() {
            let value = (u64::from(z[i]) / scales[i]) as u32;
            let known = ring.dot(self.row(i)[i + 1..].iter().zip(&x[i + 1..]));
            x[i] = ring.reduce(u64::from(value) + u64::from(ring.neg(known)));
        }
        let mut result = vec![0; self.cols];
        for (&column, value) in self.col_order.iter().zip(x) {
            result[column] = value;
        }
        Ok(result)
    }

    /// The diagonal entries of `D`.
    fn scales(&self) -> Vec<u64> {
        self.valuations.iter().map(|&v| self.ring.power.prime.pow(v)).collect()
    }

    /// Row `i` of the inverse of `L`, times the least multiple that makes it annihilate `A`.
    fn left_vector(&self, i: usize) -> Vec<u32> {
        let mut vectors = self.left_vectors(&[i]);
        vectors.pop().map_or_else(Vec::new, |(vector, _)| vector)
    }

    /// The generators of the left kernel that belong to rows of the form.
    fn left_vectors(&self, which: &[usize]) -> Vec<Generator> {
        let (ring, count) = (self.ring, which.len());
        // Row r holds entry r of all the vectors y with y^T L = e_i^T.
        let mut y = vec![0; self.rows * count];
        for (j, &i) in which.iter().enumerate() {
            y[i * count + j] = 1;
        }
        let mut coefs = Vec::with_capacity(self.rows);
        for place in (0..self.rows).rev() {
            let Some(&inverse) = self.inverses.get(place) else {
                continue;
            };
            coefs.clear();
            coefs.extend((place + 1..self.rows).map(|r| ring.neg(self.entries[r * self.cols + place])));
            let (above, below) = y.split_at_mut((place + 1) * count);
            let target = &mut above[place * count..];
            ring.add_rows(target, &coefs, |t| &below[t * count..(t + 1) * count]);
            for entry in target {
                *entry = ring.mul(*entry, inverse);
            }
        }
        self.collect(which, &y, &self.row_order)
    }

    /// Generators of `{y : y^T A = 0}`: every element is one sum of multiples below their orders.
    pub(crate) fn left_kernel(&self) -> Vec<Generator> {
        self.left_vectors(&self.torsion(self.rows))
    }

    /// Generators of `{x : A x = 0}`: every element is one sum of multiples below their orders.
    pub(crate) fn kernel(&self) -> Vec<Generator> {
        let (ring, which) = (self.ring, self.torsion(self.cols));
        let count = which.len();
        // Row c holds entry c of all the vectors x with U x = e_i.
        let mut x = vec![0; self.cols * count];
        for (j, &i) in which.iter().enumerate() {
            x[i * count + j] = 1;
        }
        for place in (0..self.pivots()).rev() {
            let coefs: Vec<u32> = self.row(place)[place + 1..].iter().map(|&entry| ring.neg(entry)).collect();
            let (above, below) = x.split_at_mut((place + 1) * count);
            ring.add_rows(&mut above[place * count..], &coefs, |t| &below[t * count..(t + 1) * count]);
        }
        self.collect(&which, &x, &self.col_order)
    }

    /// The places of the diagonal that have a kernel: those without a pivot or with one that is no
    /// unit, largest order first.
    fn torsion(&self, len: usize) -> Vec<usize> {
        let units = self.valuations.partition_point(|&v| v == 0);
        let (partial, zero) = (units..self.pivots(), self.pivots()..len);
        zero.chain(partial.rev()).collect()
    }

    /// The columns of a matrix, brought into the order of the original and multiplied up until
    /// the diagonal entry of their place annihilates them.
    fn collect(&self, which: &[usize], columns: &[u32], order: &[usize]) -> Vec<Generator> {
        let (ring, count) = (self.ring, which.len());
        let scales = self.scales();
        let vectors = which.iter().enumerate().map(|(j, &i)| {
            let vector_order = scales.get(i).copied().unwrap_or(ring.power.value);
            let factor = ring.power.value / vector_order;
            let mut vector = vec![0; order.len()];
            for (place, &index) in order.iter().enumerate() {
                vector[index] = ring.reduce(u64::from(columns[place * count + j]) * factor);
            }
            (vector, vector_order)
        });
        vectors.collect()
    }
}

/// Divides a pivot row by the pivot, given by its inverse unit and the power of p in it.
fn normalise(ring: Local, row: &mut [u32], inverse: u32, scale: u64) {
    if inverse == 1 && scale == 1 {
        return;
    }
    for entry in row {
        let product = ring.mul(*entry, inverse);
        *entry = match scale {
            1 => product,
            _ => (u64::from(product) / scale) as u32,
        };
    }
}
