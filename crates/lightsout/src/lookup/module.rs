//! Modules over Z/k in Howell's form, for the small systems of a look-up table.
//!
//! The rows are pairs `(image | first)`: first-row presses and what they leave in the last row.
//! Howell's form of the rows has at most one row with its leading entry in each place, that entry
//! divides `k`, and every element of the span that begins in a place is a multiple of the rows that
//! lead from there on. So an element of the span is one combination `sum c_i row_i` with
//! `0 <= c_i < k / d_i`, `d_i` the leading entries.
//!
//! Source: J. A. Howell, "Spans in the module (Z_m)^s", Linear and Multilinear Algebra 19 (1986).

/// A row of Howell's form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The place of the leading entry.
    pub(super) place: usize,
    /// The leading entry, a divisor of `k`.
    pub(super) lead: u64,
    /// The whole row.
    pub(super) values: Vec<u32>,
}

/// Howell's form of the span of `rows`, leading places rising.
///
/// # Complexity
/// O(r^2 w log k) for `r` rows of width `w`.
pub(super) fn howell(rows: Vec<Vec<u32>>, k: u64) -> Vec<Row> {
    let width = rows.first().map_or(0, Vec::len);
    let mut rest = rows;
    let mut form = Vec::new();
    for place in 0..width {
        // Combine all rows that begin here into one.
        let (mut here, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(|row| row[place] != 0);
        rest = others;
        let Some(mut pivot) = here.pop() else { continue };
        for mut row in here {
            // Euclid on the two leading entries.
            while row[place] != 0 {
                let times = u64::from(pivot[place] / row[place]);
                add(&mut pivot, &row, (k - times % k) % k, k);
                core::mem::swap(&mut pivot, &mut row);
            }
            if row.iter().any(|&v| v != 0) {
                rest.push(row);
            }
        }
        // Make the leading entry a divisor of k by a unit.
        let (lead, unit) = divisor_and_unit(u64::from(pivot[place]), k);
        scale(&mut pivot, unit, k);
        // What the multiples of the pivot that begin later add to the span.
        let mut later = pivot.clone();
        scale(&mut later, k / lead, k);
        if later.iter().any(|&v| v != 0) {
            rest.push(later);
        }
        form.push(Row { place, lead, values: pivot });
    }
    // Reduce each row by the rows that lead after it.
    for i in (0..form.len()).rev() {
        let (before, after) = form.split_at_mut(i + 1);
        let row = &mut before[i];
        for later in after.iter() {
            let times = u64::from(row.values[later.place]) / later.lead;
            add(&mut row.values, &later.values, (k - times) % k, k);
        }
    }
    form
}

/// `row += times * other` modulo `k`.
pub(super) fn add(row: &mut [u32], other: &[u32], times: u64, k: u64) {
    if times == 0 {
        return;
    }
    for (a, &b) in row.iter_mut().zip(other) {
        if b != 0 {
            *a = ((u64::from(*a) + times * u64::from(b) % k) % k) as u32;
        }
    }
}

fn scale(row: &mut [u32], times: u64, k: u64) {
    for a in row {
        *a = (u64::from(*a) * times % k) as u32;
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// `(d, u)` with `d = gcd(a, k)`, `a u = d` modulo `k` and `u` a unit modulo `k`.
fn divisor_and_unit(a: u64, k: u64) -> (u64, u64) {
    let d = gcd(a, k);
    let (reduced, order) = (a / d, k / d);
    // The inverse of a / d modulo k / d, lifted to a unit modulo k: add k / d until it is one.
    let mut unit = inverse(reduced % order.max(1), order);
    while gcd(unit, k) != 1 {
        unit += order;
    }
    (d, unit % k)
}

fn inverse(a: u64, m: u64) -> u64 {
    let (mut r, mut next_r) = (i128::from(m), i128::from(a));
    let (mut t, mut next_t) = (0i128, 1i128);
    while next_r != 0 {
        let q = r / next_r;
        (r, next_r) = (next_r, r - q * next_r);
        (t, next_t) = (next_t, t - q * next_t);
    }
    t.rem_euclid(i128::from(m.max(1))) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn span(rows: &[Vec<u32>], k: u64) -> BTreeSet<Vec<u32>> {
        let mut all = BTreeSet::from([vec![0; rows.first().map_or(0, Vec::len)]]);
        for row in rows {
            let mut more = BTreeSet::new();
            for element in &all {
                for times in 0..k {
                    let mut sum = element.clone();
                    add(&mut sum, row, times, k);
                    more.insert(sum);
                }
            }
            all = more;
        }
        all
    }

    #[test]
    fn units_are_found() {
        for k in 2..100 {
            for a in 1..k {
                let (d, u) = divisor_and_unit(a, k);
                assert_eq!((d, a * u % k, gcd(u, k)), (gcd(a, k), gcd(a, k) % k, 1), "{a} mod {k}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_form_spans_the_same_and_counts_it(k in 2u64..13, rows in prop::collection::vec(prop::collection::vec(0u32..1000, 4), 0..4)) {
            let rows: Vec<Vec<u32>> = rows.iter().map(|r| r.iter().map(|v| v % k as u32).collect()).collect();
            let form = howell(rows.clone(), k);
            prop_assert!(form.is_sorted_by(|a, b| a.place < b.place));
            for row in &form {
                prop_assert_eq!(k % row.lead, 0);
                prop_assert_eq!(u64::from(row.values[row.place]), row.lead);
                prop_assert!(row.values[..row.place].iter().all(|&v| v == 0));
            }
            let whole = span(&rows, k);
            let vectors: Vec<Vec<u32>> = form.iter().map(|r| r.values.clone()).collect();
            if form.is_empty() {
                prop_assert_eq!(whole.len(), 1);
            } else {
                prop_assert_eq!(&span(&vectors, k), &whole);
                prop_assert_eq!(form.iter().map(|r| k / r.lead).product::<u64>() as usize, whole.len());
            }
            // An element that begins in a place is spanned by the rows that lead from there on.
            for element in &whole {
                let mut left = element.clone();
                for row in &form {
                    let value = u64::from(left[row.place]);
                    prop_assert_eq!(value % row.lead, 0);
                    add(&mut left, &row.values, (k - value / row.lead) % k, k);
                }
                prop_assert!(left.iter().all(|&v| v == 0));
            }
        }
    }
}
