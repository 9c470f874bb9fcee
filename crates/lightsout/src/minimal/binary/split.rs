//! A kernel that splits over four classes of buttons.
//!
//! If the kernel's ranks on the classes of a pair add up to its rank, a point is the same as any two points, one on
//! each class of the pair. With two such pairs `F = (F_a + F_b) + (F_c + F_d)`, and both brackets are sums over
//! independent choices: [`super::levels`] runs through either in falling order.

use super::super::linear::{LinearMap, Span, combine, dot, dual};
use super::super::sink::Key;
use super::prepare::Problem;

/// The columns of one class, in coordinates of their own.
pub(super) struct Class {
    /// The forms of the coordinates.
    pub(super) span: Span,
    /// (form in the coordinates, weight), weights not 0.
    pub(super) columns: Vec<(u64, i64)>,
}

impl Class {
    pub(super) fn rank(&self) -> u32 {
        self.span.rank()
    }

    /// The sum of the absolute weights.
    pub(super) fn size(&self) -> i64 {
        self.columns.iter().map(|c| c.1.abs()).sum()
    }
}

/// One pair `a, b` and how its points look on the other two classes `c, d`.
pub(super) struct Side {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) c: usize,
    pub(super) d: usize,
    points_a: Vec<u128>,
    points_b: Vec<u128>,
    pub(super) a_to_c: LinearMap,
    pub(super) b_to_c: LinearMap,
    pub(super) a_to_d: LinearMap,
    pub(super) b_to_d: LinearMap,
}

/// The four classes and the two pairs.
pub(super) struct Split {
    pub(super) classes: Vec<Class>,
    pub(super) sides: [Side; 2],
}

impl Split {
    /// Checks the ranks; `None` if no pairing of the classes fits, or a class has more than 62 coordinates.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        if !problem.classified {
            return None;
        }
        let classes: Vec<Class> = (0..4)
            .map(|class| {
                let mine = problem.columns.iter().filter(|c| c.class == class);
                let span = Span::of(mine.clone().map(|c| c.form));
                let columns = mine
                    .filter(|c| c.weight != 0)
                    .map(|c| (span.reduce(c.form).1 as u64, c.weight))
                    .collect();
                Class { span, columns }
            })
            .collect();
        if classes.iter().any(|c| c.rank() > 62) {
            return None;
        }
        let splits = |x: usize, y: usize| {
            let (x, y) = (&classes[x].span, &classes[y].span);
            x.rank() + y.rank() == problem.rank
                && Span::of(x.basis.iter().chain(&y.basis).copied()).rank() == problem.rank
        };
        let pairing = [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]]
            .into_iter()
            .find(|p| splits(p[0], p[1]) && splits(p[2], p[3]))?;
        let [a, b, c, d] = pairing;
        let sides = [Side::new(&classes, a, b, c, d), Side::new(&classes, c, d, a, b)];
        Some(Self { classes, sides })
    }

    /// The greatest rank of a class.
    pub(super) fn greatest_rank(&self) -> u32 {
        self.classes.iter().map(Class::rank).max().unwrap_or(0)
    }
}

impl Side {
    fn new(classes: &[Class], a: usize, b: usize, c: usize, d: usize) -> Self {
        let basis: Vec<u128> = classes[a].span.basis.iter().chain(&classes[b].span.basis).copied().collect();
        let mut points_a = dual(&basis);
        let points_b = points_a.split_off(classes[a].span.basis.len());
        let map = |points: &[u128], class: usize| {
            let forms = &classes[class].span.basis;
            let image =
                |&p: &u128| forms.iter().enumerate().fold(0, |y, (i, &f)| y | u64::from(dot(f, p)) << i);
            LinearMap::new(&points.iter().map(image).collect::<Vec<u64>>())
        };
        Self {
            a,
            b,
            c,
            d,
            a_to_c: map(&points_a, c),
            b_to_c: map(&points_b, c),
            a_to_d: map(&points_a, d),
            b_to_d: map(&points_b, d),
            points_a,
            points_b,
        }
    }

    /// The point whose parts on the pair are `x` and `y`.
    pub(super) fn key(&self, x: u64, y: u64) -> Key {
        combine(&self.points_a, u128::from(x)) ^ combine(&self.points_b, u128::from(y))
    }
}
