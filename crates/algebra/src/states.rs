//! The transform over mixed moduli: sums of functions of linear forms, for all arguments at once.
//!
//! For functions `f_c` on `Z/k` and one digit `a` with `o` values, `o` dividing `k`, the sum
//! `sum_c f_c(t + c a k / o)` is needed for every `a` and every offset `t`. A table holds for each `c` the values
//! `f_c(t)`, `t = 0 .. k - 1`; a level turns it into the sums, and a level for each digit gives all sums
//! `sum_c f_c(t + sum_j c_j a_j k / o_j)`. With `k = o = 2` and `f_c` odd this is the Walsh-Hadamard transform.

use crate::walsh::Entry;

/// The shape of a level: a table with entry `(row, t, lane)` at `(row * states + t) * lanes + lane`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The number of states `k`.
    pub states: usize,
    /// The number of values `o` of the digit, a divisor of `k`.
    pub order: usize,
    /// The distance, in rows, of neighbouring values of the digit.
    pub stride: usize,
    /// The number of independent tables side by side.
    pub lanes: usize,
}

impl Level {
    fn rows<T>(self, table: &[T]) -> usize {
        let rows = table.len() / (self.states * self.lanes);
        assert_eq!(rows * self.states * self.lanes, table.len(), "no whole number of rows");
        assert!(rows.is_multiple_of(self.order * self.stride), "no whole number of groups");
        assert!(self.states.is_multiple_of(self.order), "the order does not divide the number of states");
        rows
    }

    /// One level in place: `(a, t) <- sum_c (c, t + c a k / o)` on each group of `o` rows at this stride.
    ///
    /// # Panics
    /// If the table's length does not fit the shape.
    ///
    /// # Complexity
    /// `o` additions an entry; `o k lanes` entries of extra memory, kept in `scratch`.
    pub fn apply<T: Entry>(self, table: &mut [T], scratch: &mut Vec<T>) {
        let rows = self.rows(table);
        scratch.clear();
        scratch.resize(self.order * self.states * self.lanes, T::default());
        crate::arch::vectorized(|| {
            for start in (0..rows).step_by(self.order * self.stride) {
                for first in start..start + self.stride {
                    self.group(table, scratch, first);
                }
            }
        });
    }

    #[inline(always)]
    fn group<T: Entry>(self, table: &mut [T], scratch: &mut [T], first: usize) {
        let Self { states, order, stride, lanes } = self;
        let step = states / order;
        for a in 0..order {
            for t in 0..states {
                let target = &mut scratch[(a * states + t) * lanes..][..lanes];
                target.copy_from_slice(&table[(first * states + t) * lanes..][..lanes]);
                for c in 1..order {
                    let row = first + c * stride;
                    let shifted = (t + c * a * step) % states;
                    let source = &table[(row * states + shifted) * lanes..][..lanes];
                    for (x, y) in target.iter_mut().zip(source) {
                        *x = x.plus(*y);
                    }
                }
            }
        }
        for a in 0..order {
            let row = first + a * stride;
            table[row * states * lanes..][..states * lanes]
                .copy_from_slice(&scratch[a * states * lanes..][..states * lanes]);
        }
    }

    /// The last level, for the offset `t = 0` only: writes `(row, lane)` to `output`, at `row * lanes + lane`.
    ///
    /// # Panics
    /// If the lengths do not fit the shape.
    ///
    /// # Complexity
    /// `o` additions an entry of the output.
    pub fn finish<T: Entry>(self, table: &[T], output: &mut [T]) {
        let rows = self.rows(table);
        assert_eq!(output.len(), rows * self.lanes, "an output of another length");
        let Self { states, order, stride, lanes } = self;
        let step = states / order;
        crate::arch::vectorized(|| {
            for start in (0..rows).step_by(order * stride) {
                for first in start..start + stride {
                    for a in 0..order {
                        let target = &mut output[(first + a * stride) * lanes..][..lanes];
                        target.copy_from_slice(&table[first * states * lanes..][..lanes]);
                        for c in 1..order {
                            let row = first + c * stride;
                            let source = &table[(row * states + c * a * step % states) * lanes..][..lanes];
                            for (x, y) in target.iter_mut().zip(source) {
                                *x = x.plus(*y);
                            }
                        }
                    }
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sums by definition, for digits of the given orders.
    fn naive(table: &[i64], states: usize, orders: &[usize], lanes: usize) -> Vec<i64> {
        let rows: usize = orders.iter().product();
        let digits = |mut w: usize| -> Vec<usize> { orders.iter().map(|&o| (w % o, w /= o).0).collect() };
        let mut out = vec![0; rows * states * lanes];
        for a in 0..rows {
            for c in 0..rows {
                let dot: usize =
                    digits(a).iter().zip(digits(c)).zip(orders).map(|((x, y), o)| x * y * (states / o)).sum();
                for t in 0..states {
                    for lane in 0..lanes {
                        out[(a * states + t) * lanes + lane] +=
                            table[(c * states + (t + dot) % states) * lanes + lane];
                    }
                }
            }
        }
        out
    }

    fn agrees<T: Entry>(states: usize, orders: &[usize], lanes: usize) {
        let rows: usize = orders.iter().product();
        let values: Vec<i64> =
            (0..(rows * states * lanes) as i64).map(|i| (i * i + 3 * i) % 13 - 4).collect();
        let mut table: Vec<T> = values.iter().map(|&v| T::narrow(v).expect("small")).collect();
        let (mut stride, mut scratch) = (1, Vec::new());
        let mut last = vec![T::default(); rows * lanes];
        for (j, &order) in orders.iter().enumerate() {
            let level = Level { states, order, stride, lanes };
            if j + 1 == orders.len() {
                level.finish(&table, &mut last);
            }
            level.apply(&mut table, &mut scratch);
            stride *= order;
        }
        let expected = naive(&values, states, orders, lanes);
        assert!(table.iter().map(|x| x.wide()).eq(expected.iter().copied()));
        let first = (0..rows * lanes).map(|i| expected[i / lanes * states * lanes + i % lanes]);
        assert!(last.iter().map(|x| x.wide()).eq(first));
    }

    #[test]
    fn levels_agree_with_the_definition() {
        agrees::<i64>(2, &[2, 2, 2], 1);
        agrees::<i16>(3, &[3, 3, 3], 32);
        agrees::<i32>(4, &[2, 4, 2], 16);
        agrees::<i16>(5, &[5], 7);
        agrees::<i64>(6, &[2, 3, 6], 3);
        agrees::<i16>(12, &[3, 4, 2], 16);
    }
}
