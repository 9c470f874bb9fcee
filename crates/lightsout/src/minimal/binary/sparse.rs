//! Coordinates of which the first few touch few columns.
//!
//! The columns that change sign at a point form a word of a linear code. Systematic forms of the code for random orders
//! of the columns have rows of low weight; the lightest of many are collected.

use super::super::linear::Span;
use lightsout_algebra::random::SplitMix;

/// Orders of the columns that are tried.
const ROUNDS: usize = 300;

/// A basis of the points in `free` coordinates, for columns given by the forms in their lowest `free` bits: those
/// from index `block` upwards touch few columns, the first of them fewest; those before are whatever completes it.
///
/// # Complexity
/// `ROUNDS` eliminations of `free` rows on as many bits as there are columns.
pub(super) fn sparse_points(forms: &[u64], free: u32, block: u32) -> Vec<u64> {
    let units: Vec<u64> = (0..free).map(|i| 1 << i).collect();
    if free <= block {
        return units;
    }
    let words = forms.len().div_ceil(64);
    let mut rows: Vec<Row> = units
        .iter()
        .map(|&point| {
            let mut touched = vec![0u64; words];
            for (c, form) in forms.iter().enumerate() {
                touched[c / 64] |= u64::from((form & point).count_ones() & 1) << (c % 64);
            }
            Row { point, touched }
        })
        .collect();
    let mut random = SplitMix::new(0x7370_6172_7365);
    let mut light: Vec<(u32, u64)> = rows.iter().map(Row::entry).collect();
    for _ in 0..ROUNDS {
        systematic(&mut rows, forms.len(), &mut random);
        light.extend(rows.iter().map(Row::entry));
        if light.len() > 64 * rows.len() {
            light.sort_unstable();
            light.dedup();
            light.truncate(32 * rows.len());
        }
    }
    light.sort_unstable();
    let mut span = Span::default();
    let mut chosen: Vec<u64> =
        light.iter().map(|&(_, point)| point).filter(|&point| span.add(u128::from(point))).collect();
    chosen.extend(units.into_iter().filter(|&unit| span.add(u128::from(unit))));
    chosen.rotate_right(block as usize);
    chosen
}

/// A point and the columns that change there.
struct Row {
    point: u64,
    touched: Vec<u64>,
}

impl Row {
    fn entry(&self) -> (u32, u64) {
        (self.touched.iter().map(|w| w.count_ones()).sum(), self.point)
    }

    fn touches(&self, column: usize) -> bool {
        self.touched[column / 64] >> (column % 64) & 1 == 1
    }
}

/// Makes each row the only one that touches some column, the columns taken at random.
fn systematic(rows: &mut [Row], columns: usize, random: &mut SplitMix) {
    let mut done = 0;
    // The columns need not be all different: some of the independent ones are met soon.
    for _ in 0..4 * columns {
        if done == rows.len() {
            return;
        }
        let column = random.next_u64() as usize % columns;
        let Some(pivot) = (done..rows.len()).find(|&i| rows[i].touches(column)) else { continue };
        rows.swap(done, pivot);
        let (before, rest) = rows.split_at_mut(done);
        let Some((row, after)) = rest.split_first_mut() else { return };
        for other in before.iter_mut().chain(after).filter(|other| other.touches(column)) {
            other.point ^= row.point;
            other.touched.iter_mut().zip(&row.touched).for_each(|(a, b)| *a ^= b);
        }
        done += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(forms: &[u64], point: u64) -> usize {
        forms.iter().filter(|&form| (form & point).count_ones() & 1 == 1).count()
    }

    #[test]
    fn the_points_are_a_basis_and_the_outer_ones_grow_heavier() {
        let mut random = SplitMix::new(5);
        for (free, block, columns) in [(0, 0, 3), (5, 5, 9), (9, 4, 40), (20, 13, 200), (30, 13, 65)] {
            let forms: Vec<u64> = (0..columns).map(|_| random.next_u64() & ((1 << free) - 1)).collect();
            let points = sparse_points(&forms, free, block);
            assert_eq!(points.len(), free as usize);
            assert_eq!(Span::of(points.iter().map(|&p| u128::from(p))).rank(), free);
            let outer: Vec<usize> = points[block as usize..].iter().map(|&p| weight(&forms, p)).collect();
            assert!(outer.is_sorted(), "{outer:?}");
        }
    }

    #[test]
    fn a_light_word_is_found_behind_any_coordinates() {
        let mut random = SplitMix::new(6);
        // Three columns alone see coordinate 17; then all coordinates are mixed.
        let mut forms: Vec<u64> = (0..300).map(|_| random.next_u64() & 0x1ffff).collect();
        forms.iter_mut().take(3).for_each(|form| *form |= 1 << 17);
        let mixed: Vec<u64> = forms
            .iter()
            .map(|&form| {
                (0..18).fold(0, |sum, i| sum | u64::from((form & (1 << 17 | 1 << i)).count_ones() & 1) << i)
            })
            .collect();
        let points = sparse_points(&mixed, 18, 13);
        assert_eq!(weight(&mixed, points[13]), 3);
    }
}
