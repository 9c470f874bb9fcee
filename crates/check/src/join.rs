//! The least cost of very many solutions of two states, where the quiet patterns split by parity of row and column.
//!
//! Sort the buttons into four classes. With x one solution, W the sum of all weights and u running through the quiet
//! patterns, cost(x + u) = (W - F(u)) / 2, where F(u) is a sum of four terms, one to a class: that of class c depends
//! only on what u presses there, and a Walsh-Hadamard transform lists its values. When u is known from what it presses
//! in classes 0 and 1, and as well from classes 2 and 3, each free of the other, then every u with F(u) > B has more
//! than p from the first two or more than B - p from the last two, whatever p is. Those are few, and each is looked at.

use crate::evidence::Join;

/// Largest rank of a class whose table is made.
const MOST_RANK: usize = 22;
/// Most patterns that are looked at.
const MOST_PATTERNS: u64 = 1 << 29;

/// Most patterns of a list that are looked at in search of better presses where the list is too long.
const FIRST_PATTERNS: u64 = 1 << 22;

/// What the join finds.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Joined {
    /// No solution costs less.
    Least {
        /// How many were looked at; all others are ruled out.
        near: u64,
        /// What a record of this join would say.
        join: Join,
    },
    /// A solution costs less than the one given: this much.
    Less(u128),
    /// The patterns don't split, or are too many.
    Unfit(&'static str),
}

/// One class of buttons.
struct Class {
    /// Bits of the functionals that number what a pattern presses in the class.
    functionals: Vec<u64>,
    /// The term of F for each such number.
    terms: Vec<i64>,
    /// The numbers, those of the largest terms first.
    order: Vec<u32>,
    /// The terms in that order.
    falling: Vec<i64>,
}

/// Whether no `presses + u` costs less than `presses`, u in the span of the kernel's vectors.
pub(crate) fn least(
    presses: &[u64],
    kernel: &[(Vec<u64>, u64)],
    classes: &[u8],
    weights: Option<&[u64]>,
) -> Joined {
    let l = kernel.len();
    if l > 2 * MOST_RANK {
        return Joined::Unfit("the quiet patterns are too many");
    }
    let weight = |button: usize| weights.map_or(1, |weights| weights[button] as i64);
    // Bit i: whether vector i of the kernel presses the button.
    let columns: Vec<u64> = (0..presses.len())
        .map(|button| kernel.iter().enumerate().fold(0, |bits, (i, (vector, _))| bits | vector[button] << i))
        .collect();
    let mut parts = Vec::with_capacity(4);
    for class in 0..4 {
        let own: Vec<usize> = (0..presses.len()).filter(|&button| classes[button] == class).collect();
        let functionals = basis(own.iter().map(|&button| columns[button]));
        if functionals.len() > MOST_RANK {
            return Joined::Unfit("the quiet patterns are too many on one class of buttons");
        }
        let mut terms = vec![0i64; 1 << functionals.len()];
        for &button in &own {
            let at = coordinates(&functionals, columns[button]);
            terms[at as usize] += if presses[button] == 0 { weight(button) } else { -weight(button) };
        }
        transform(&mut terms);
        let mut order: Vec<u32> = (0..terms.len() as u32).collect();
        order.sort_unstable_by_key(|&at| std::cmp::Reverse(terms[at as usize]));
        let falling = order.iter().map(|&at| terms[at as usize]).collect();
        parts.push(Class { functionals, terms, order, falling });
    }
    let pairs = [(0, 1), (2, 3)];
    for (a, b) in pairs {
        let both: Vec<u64> = [&parts[a].functionals[..], &parts[b].functionals].concat();
        if both.len() != l || basis(both.into_iter()).len() != l {
            return Joined::Unfit("the quiet patterns don't split by parity");
        }
    }
    // F of the presses given, that is of the empty pattern.
    let own: i64 = parts.iter().map(|class| class.terms[0]).sum();
    let all: i64 = (0..presses.len()).map(weight).sum();
    let number = |pair: (usize, usize), cut: i64| above(&parts[pair.0].falling, &parts[pair.1].falling, cut);
    // The cut p for B = best where both lists are about equally long.
    let cuts = |best: i64| {
        let (mut low, mut high) = (-2 * all - 1, 2 * all + 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if number(pairs[0], middle) > number(pairs[1], best - middle) {
                low = middle
            } else {
                high = middle
            }
        }
        [high, best - high]
    };
    let sides = [maps(&parts, [0, 1], [2, 3]), maps(&parts, [2, 3], [0, 1])];
    // The largest F among the first patterns of a list.
    let look = |side: usize, cut: i64, limit: u64| {
        let ((a, b), (c, d)) = (pairs[side], pairs[1 - side]);
        let (first, second) = &sides[side];
        let (shift, mut left, mut best) = (parts[c].functionals.len(), limit, i64::MIN);
        for (&at, &start) in parts[a].order.iter().zip(&parts[a].falling) {
            if left == 0 || start + parts[b].falling[0] <= cut {
                break;
            }
            for (&other, &term) in parts[b].order.iter().zip(&parts[b].falling) {
                let sum = start + term;
                if left == 0 || sum <= cut {
                    break;
                }
                left -= 1;
                let image = first[at as usize] ^ second[other as usize];
                let (low, high) = (image & ((1 << shift) - 1), image >> shift);
                best = best.max(sum + parts[c].terms[low as usize] + parts[d].terms[high as usize]);
            }
        }
        best
    };
    // What the buttons add that no pattern presses, which a record leaves out.
    let fixed = [0, 1, 2, 3].map(|class| -> i64 {
        let own = (0..presses.len()).filter(|&button| classes[button] == class && columns[button] == 0);
        own.map(|button| if presses[button] == 0 { weight(button) } else { -weight(button) }).sum()
    });
    let join = Join {
        ranks: [0, 1, 2, 3].map(|class| parts[class].functionals.len() as u64),
        maxima: [0, 1, 2, 3].map(|class| parts[class].falling[0] - fixed[class]),
        cuts: None,
        best: own - fixed.iter().sum::<i64>(),
    };
    let mut best = own;
    loop {
        let cuts = cuts(best);
        let near = number(pairs[0], cuts[0]) + number(pairs[1], cuts[1]);
        let limit = if near <= MOST_PATTERNS { u64::MAX } else { FIRST_PATTERNS };
        let found = look(0, cuts[0], limit).max(look(1, cuts[1], limit));
        if near > MOST_PATTERNS && found <= best {
            return Joined::Unfit("too many quiet patterns come near the minimum");
        }
        best = best.max(found);
        if near <= MOST_PATTERNS {
            return if best == own {
                Joined::Least { near, join }
            } else {
                Joined::Less(((all - best) / 2) as u128)
            };
        }
    }
}

/// Those of the functionals that are no sums of earlier ones.
fn basis(functionals: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut reduced: Vec<u64> = Vec::new();
    let mut out = Vec::new();
    for functional in functionals {
        let rest = reduced.iter().fold(functional, |rest, &row| rest.min(rest ^ row));
        if rest != 0 {
            reduced.push(rest);
            reduced.sort_unstable_by_key(|&row| std::cmp::Reverse(row));
            out.push(functional);
        }
    }
    out
}

/// Which of the basis add up to the functional, which lies in their span.
fn coordinates(basis: &[u64], functional: u64) -> u64 {
    let mut rows: Vec<(u64, u64)> = Vec::new();
    let reduce = |rows: &[(u64, u64)], mut row: (u64, u64)| {
        for &(value, used) in rows {
            if row.0 ^ value < row.0 {
                row = (row.0 ^ value, row.1 ^ used);
            }
        }
        row
    };
    for (i, &element) in basis.iter().enumerate() {
        let row = reduce(&rows, (element, 1 << i));
        rows.push(row);
        rows.sort_unstable_by_key(|row| std::cmp::Reverse(row.0));
    }
    reduce(&rows, (functional, 0)).1
}

/// Replaces t by sum over m of t(m) (-1)^(m . a), for every a.
fn transform(table: &mut [i64]) {
    let mut half = 1;
    while half < table.len() {
        for block in table.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            for (x, y) in left.iter_mut().zip(right) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

/// How many pairs of terms, both lists falling, add up to more than the cut.
fn above(left: &[i64], right: &[i64], cut: i64) -> u64 {
    let mut count = 0;
    let mut reach = right.len();
    for &start in left {
        while reach > 0 && start + right[reach - 1] <= cut {
            reach -= 1;
        }
        if reach == 0 {
            break;
        }
        count += reach as u64;
    }
    count
}

/// For each number in class a, and in class b, the part that it has in the numbers of classes c (low bits) and d.
fn maps(parts: &[Class], [a, b]: [usize; 2], [c, d]: [usize; 2]) -> (Vec<u64>, Vec<u64>) {
    let from: Vec<u64> = [&parts[a].functionals[..], &parts[b].functionals].concat();
    let to: Vec<u64> = [&parts[c].functionals[..], &parts[d].functionals].concat();
    // Each functional of the one side as a sum of those of the other.
    let rows: Vec<u64> = to.iter().map(|&functional| coordinates(&from, functional)).collect();
    let image = |bit: usize| rows.iter().enumerate().fold(0, |image, (i, row)| image | (row >> bit & 1) << i);
    let table = |bits: std::ops::Range<usize>| {
        let mut table = vec![0u64];
        for bit in bits {
            let step = image(bit);
            table.extend_from_within(..);
            let half = table.len() / 2;
            table[half..].iter_mut().for_each(|entry| *entry ^= step);
        }
        table
    };
    let split = parts[a].functionals.len();
    (table(0..split), table(split..from.len()))
}

/// The parity class of a place: 0 for an even row and an even column, 1 for two odd ones, 2 for an odd column only, 3 for
/// an odd row only.
pub(crate) fn parity(row: usize, column: usize) -> u8 {
    [[0, 2], [3, 1]][row % 2][column % 2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Objective;
    use crate::linear::eliminate;
    use crate::minimum::{Cost, enumerate};
    use crate::reach::Reach;
    use crate::shape::{parse_board, parse_rule};

    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % bound
        }
    }

    /// The kernel of a grid under the plus rule, and the class of each button.
    fn grid(spec: &str) -> (Vec<(Vec<u64>, u64)>, Vec<u8>) {
        let shape = parse_board(spec).expect(spec).shape;
        let reach = Reach::new(shape, parse_rule("plus", shape).expect("plus"));
        let (rows, columns) = shape.rectangle().expect("a grid");
        let cells: Vec<(usize, usize)> = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))).collect();
        let column =
            |&cell: &(usize, usize)| reach.of(cell).iter().map(|&(i, j)| (i * columns + j, 1)).collect();
        let matrix: Vec<Vec<(usize, u64)>> = cells.iter().map(column).collect();
        let kernel = eliminate(&matrix, 2, &vec![0; cells.len()]).expect("small").kernel;
        (kernel, cells.iter().map(|&(i, j)| parity(i, j)).collect())
    }

    #[test]
    fn agrees_with_going_through_all_solutions() {
        let mut random = Random(5);
        let mut split = 0;
        for spec in [
            "1x2",
            "1x5",
            "3x5",
            "4x4",
            "4x9",
            "5x5",
            "5x11",
            "6x8",
            "8x6",
            "9x9",
            "11x11",
            "2x2",
            "3x2",
            "torus:6x6",
            "torus:4x8",
            "torus:2x6",
            "torus:2x4",
            "cylinder:3x6",
            "cylinder:5x4",
            "torus:5x5",
            "cylinder:4x5",
            "mobius:4x4",
            "klein:4x6",
        ] {
            let (kernel, classes) = grid(spec);
            if kernel.len() > 12 {
                continue;
            }
            for round in 0..12 {
                let presses: Vec<u64> = (0..classes.len()).map(|_| random.below(2)).collect();
                let weights: Vec<u64> = (0..classes.len()).map(|_| random.below(1 << 20)).collect();
                let weights = (round % 2 == 1).then_some(&weights[..]);
                let cost = Cost { weights, objective: Objective::Presses };
                let best = enumerate(&presses, &kernel, 2, &cost);
                match least(&presses, &kernel, &classes, weights) {
                    Joined::Least { .. } => assert_eq!(cost.of(&presses), best.cost, "{spec}"),
                    Joined::Less(less) => assert_eq!(less, best.cost, "{spec}"),
                    Joined::Unfit(_) => {
                        assert!(
                            kernel.is_empty()
                                || ["torus:5", "cylinder:4x5", "mobius", "klein"]
                                    .iter()
                                    .any(|odd| spec.starts_with(odd)),
                            "{spec}"
                        );
                        continue;
                    }
                }
                // The best solution is the best.
                assert!(
                    matches!(least(&best.first, &kernel, &classes, weights), Joined::Least { .. }),
                    "{spec}"
                );
                split += usize::from(!kernel.is_empty());
            }
        }
        assert!(split > 100, "{split}");
    }

    #[test]
    fn classes_that_don_t_split_are_left_alone() {
        let kernel = vec![(vec![1, 1, 1], 2)];
        assert!(matches!(least(&[1, 0, 0], &kernel, &[0, 1, 2], None), Joined::Unfit(_)));
        // Kernel 110: both pairs see all of it.
        let kernel = vec![(vec![1, 1, 1, 0], 2)];
        assert_eq!(least(&[1, 1, 0, 0], &kernel, &[0, 2, 2, 1], None), Joined::Less(1));
        let join = Join { ranks: [1, 0, 1, 0], maxima: [1, 0, 0, 0], cuts: None, best: 1 };
        assert!(
            matches!(least(&[0, 0, 1, 0], &kernel, &[0, 2, 2, 1], None), Joined::Least { join: own, .. } if own == join)
        );
    }
}
