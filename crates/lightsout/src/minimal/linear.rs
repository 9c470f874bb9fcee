//! Linear forms in at most 128 unknowns over GF(2), one bit for each.

/// Independent forms with their reduced shape and how it is composed.
#[derive(Clone, Debug, Default)]
pub(super) struct Span {
    /// The forms that were added and were independent, in order.
    pub(super) basis: Vec<u128>,
    /// `(reduced, combination)`: the sum of the basis forms in `combination` is `reduced`; leading bits differ, falling.
    rows: Vec<(u128, u128)>,
}

impl Span {
    /// The span of some forms.
    pub(super) fn of(forms: impl IntoIterator<Item = u128>) -> Self {
        let mut span = Self::default();
        for form in forms {
            span.add(form);
        }
        span
    }

    /// The dimension.
    pub(super) fn rank(&self) -> u32 {
        self.basis.len() as u32
    }

    /// `(rest, combination)` with `form = rest + sum of the basis forms in combination`; the rest is 0 in the span.
    pub(super) fn reduce(&self, mut form: u128) -> (u128, u128) {
        let mut combination = 0;
        for &(row, c) in &self.rows {
            if form ^ row < form {
                form ^= row;
                combination ^= c;
            }
        }
        (form, combination)
    }

    /// Adds a form; whether it was independent.
    pub(super) fn add(&mut self, form: u128) -> bool {
        let (rest, combination) = self.reduce(form);
        if rest == 0 {
            return false;
        }
        let entry = (rest, combination ^ (1 << self.basis.len()));
        self.basis.push(form);
        let place = self.rows.partition_point(|r| r.0 > rest);
        self.rows.insert(place, entry);
        true
    }
}

/// The parity of the bits that a form and a point share.
pub(super) fn dot(form: u128, point: u128) -> bool {
    (form & point).count_ones() & 1 == 1
}

/// The points `e_i` with `basis[i] . e_j = [i = j]`, for a basis of all forms in `basis.len()` unknowns.
pub(super) fn dual(basis: &[u128]) -> Vec<u128> {
    let n = basis.len();
    let mut rows: Vec<(u128, u128)> = basis.iter().enumerate().map(|(i, &b)| (b, 1 << i)).collect();
    for column in 0..n {
        let pivot = (column..n).find(|&i| rows[i].0 >> column & 1 == 1).expect("a basis of all forms");
        rows.swap(column, pivot);
        let (form, combination) = rows[column];
        for (i, row) in rows.iter_mut().enumerate() {
            if i != column && row.0 >> column & 1 == 1 {
                row.0 ^= form;
                row.1 ^= combination;
            }
        }
    }
    (0..n).map(|j| (0..n).fold(0, |point, i| point | (rows[i].1 >> j & 1) << i)).collect()
}

/// A basis of the points `u`, in `unknowns` coordinates, on which all forms of the span vanish.
pub(super) fn annihilator(span: &Span, unknowns: u32) -> Vec<u128> {
    let mut full = span.clone();
    for i in 0..unknowns {
        full.add(1 << i);
    }
    dual(&full.basis).split_off(span.basis.len())
}

/// Points with differing leading bits, to find the least of `u + span`.
#[derive(Clone, Debug, Default)]
pub(super) struct Least(Vec<u128>);

impl Least {
    /// The reducer modulo the span of some points.
    pub(super) fn new(points: &[u128]) -> Self {
        Self(Span::of(points.iter().copied()).rows.iter().map(|r| r.0).collect())
    }

    /// The least number in `u + span`.
    pub(super) fn of(&self, u: u128) -> u128 {
        self.0.iter().fold(u, |u, &row| u.min(u ^ row))
    }

    /// The greatest number in the span.
    pub(super) fn greatest(&self) -> u128 {
        self.0.iter().fold(0, |u, &row| u.max(u ^ row))
    }

    /// All numbers in `u + span`.
    pub(super) fn all(&self, u: u128) -> impl Iterator<Item = u128> + '_ {
        let mut current = u;
        (0u128..1 << self.0.len()).map(move |i| {
            if i > 0 {
                current ^= self.0[i.trailing_zeros() as usize];
            }
            current
        })
    }
}

/// A linear map on numbers, by tables of eight bits.
#[derive(Clone, Debug)]
pub(super) struct LinearMap(Vec<[u64; 256]>);

impl LinearMap {
    /// The map that takes bit `i` to `images[i]`.
    pub(super) fn new(images: &[u64]) -> Self {
        Self(
            images
                .chunks(8)
                .map(|chunk| {
                    let mut table = [0; 256];
                    for value in 1..256usize {
                        let bit = value.trailing_zeros() as usize;
                        table[value] = table[value & (value - 1)] ^ chunk.get(bit).copied().unwrap_or(0);
                    }
                    table
                })
                .collect(),
        )
    }

    /// The image of a number.
    pub(super) fn apply(&self, value: u64) -> u64 {
        self.0.iter().enumerate().fold(0, |sum, (i, table)| sum ^ table[(value >> (8 * i) & 255) as usize])
    }
}

/// The sum of the points that `value`'s bits name.
pub(super) fn combine(points: &[u128], value: u128) -> u128 {
    points.iter().enumerate().fold(0, |sum, (i, &p)| if value >> i & 1 == 1 { sum ^ p } else { sum })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_duals_and_annihilators_fit_together() {
        let forms = [0b0110u128, 0b1010, 0b1100, 0b0001];
        let span = Span::of(forms);
        assert_eq!(span.rank(), 3);
        for form in 0..16u128 {
            let (rest, combination) = span.reduce(form);
            assert_eq!(combine(&span.basis, combination) ^ rest, form);
        }
        let points = annihilator(&span, 4);
        assert_eq!(points, [0b1110]);
        assert!(forms.iter().all(|&f| !dot(f, points[0])));
        let least = Least::new(&points);
        assert_eq!(least.of(0b1111), 0b0001);
        assert_eq!(least.all(0b0001).collect::<Vec<_>>(), [0b0001, 0b1111]);
        let basis = [0b011u128, 0b110, 0b111];
        for (j, point) in dual(&basis).into_iter().enumerate() {
            for (i, &form) in basis.iter().enumerate() {
                assert_eq!(dot(form, point), i == j);
            }
        }
    }

    #[test]
    fn tables_agree_with_sums() {
        let images: Vec<u64> = (0..19).map(|i| (i * 0x9e37_79b9) ^ (i << 40)).collect();
        let map = LinearMap::new(&images);
        let wide: Vec<u128> = images.iter().map(|&x| u128::from(x)).collect();
        for value in (0..1 << 19).step_by(997) {
            assert_eq!(u128::from(map.apply(value)), combine(&wide, u128::from(value)));
        }
    }
}
