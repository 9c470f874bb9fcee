//! Which cells a press reaches, straight from the definition of each shape.

use crate::shape::{Rule, Shape};
use std::collections::HashMap;

/// A cell by layout row and place in it.
pub(crate) type Cell = (usize, usize);

/// Everything needed to say what a press on a board reaches.
pub(crate) struct Reach {
    shape: Shape,
    rule: Rule,
    /// For the surface of a cube: the squares at each edge.
    edges: HashMap<Edge, Vec<Cell>>,
}

type Point = [i64; 3];
/// An edge of a square, its end points in order.
type Edge = (Point, Point);

impl Reach {
    pub(crate) fn new(shape: Shape, rule: Rule) -> Self {
        let mut edges: HashMap<Edge, Vec<Cell>> = HashMap::new();
        if let Shape::Cube(n) = shape {
            for row in 0..6 * n {
                for column in 0..n {
                    for edge in cube_edges(n, row, column) {
                        edges.entry(edge).or_default().push((row, column));
                    }
                }
            }
        }
        Reach { shape, rule, edges }
    }

    /// The cells that one press reaches, a cell as often as it is reached.
    pub(crate) fn of(&self, (i, j): Cell) -> Vec<Cell> {
        match &self.rule {
            Rule::Stencil(offsets) => offsets
                .iter()
                .filter_map(|&(di, dj)| place(self.shape, i as i64 + di, j as i64 + dj))
                .collect(),
            Rule::RowColumn => {
                let row = (0..self.shape.row_len(i)).map(|c| (i, c));
                let column = (0..self.shape.rows()).filter(|&r| r != i).map(|r| (r, j));
                row.chain(column).collect()
            }
            Rule::Closed => [vec![(i, j)], self.neighbours((i, j))].concat(),
            Rule::Open => self.neighbours((i, j)),
            Rule::Fixed => merlin((i, j)),
        }
    }

    fn neighbours(&self, (i, j): Cell) -> Vec<Cell> {
        match self.shape {
            Shape::Triangle(n) => triangle(n, i as i64, j as i64),
            Shape::Hexagon(n) => hexagon(n, i, j),
            Shape::Box(layers, rows, columns) => boxed([layers, rows, columns], i, j),
            Shape::Cube(n) => cube_edges(n, i, j)
                .iter()
                .flat_map(|edge| self.edges.get(edge).into_iter().flatten().copied())
                .filter(|&cell| cell != (i, j))
                .collect(),
            Shape::Orbix => orbix(i, j),
            _ => Vec::new(),
        }
    }
}

/// Where a point of the endless grid lies on a shape of R rows of C cells: one identification at a time, columns first.
fn place(shape: Shape, mut i: i64, mut j: i64) -> Option<Cell> {
    let (rows, columns) = shape.rectangle()?;
    let (r, c) = (rows as i64, columns as i64);
    let turns_columns = !matches!(shape, Shape::Plane(..));
    let flips_rows = matches!(shape, Shape::Mobius(..) | Shape::Klein(..) | Shape::Projective(..));
    let turns_rows = matches!(shape, Shape::Torus(..) | Shape::Klein(..) | Shape::Projective(..));
    let flips_columns = matches!(shape, Shape::Projective(..));
    // Going round twice leads back to the same cell whatever the seam does.
    if turns_columns {
        j = j.rem_euclid(2 * c);
    }
    if turns_rows {
        i = i.rem_euclid(2 * r);
    }
    while turns_columns && !(0..c).contains(&j) {
        // (i, j) is the same cell as (i, j + C), or as (R - 1 - i, j + C) where the seam is twisted.
        j += if j < 0 { c } else { -c };
        if flips_rows {
            i = r - 1 - i;
        }
    }
    while turns_rows && !(0..r).contains(&i) {
        // (i, j) is the same cell as (i + R, j), or as (i + R, C - 1 - j) where the seam is twisted.
        i += if i < 0 { r } else { -r };
        if flips_columns {
            j = c - 1 - j;
        }
    }
    ((0..r).contains(&i) && (0..c).contains(&j)).then_some((i as usize, j as usize))
}

fn triangle(n: usize, i: i64, j: i64) -> Vec<Cell> {
    [(i, j - 1), (i, j + 1), (i - 1, j - 1), (i - 1, j), (i + 1, j), (i + 1, j + 1)]
        .into_iter()
        .filter(|&(i, j)| 0 <= j && j <= i && i < n as i64)
        .map(|(i, j)| (i as usize, j as usize))
        .collect()
}

fn hexagon(n: usize, i: usize, j: usize) -> Vec<Cell> {
    let most = n as i64 - 1;
    let first = |r: i64| (-most).max(-most - r);
    let last = |r: i64| most.min(most - r);
    let r = i as i64 - most;
    let q = first(r) + j as i64;
    [(r, q - 1), (r, q + 1), (r - 1, q), (r + 1, q), (r + 1, q - 1), (r - 1, q + 1)]
        .into_iter()
        .filter(|&(r, q)| -most <= r && r <= most && first(r) <= q && q <= last(r))
        .map(|(r, q)| ((r + most) as usize, (q - first(r)) as usize))
        .collect()
}

fn boxed([layers, rows, columns]: [usize; 3], row: usize, column: usize) -> Vec<Cell> {
    let (a, b, c) = ((row / rows) as i64, (row % rows) as i64, column as i64);
    [(a - 1, b, c), (a + 1, b, c), (a, b - 1, c), (a, b + 1, c), (a, b, c - 1), (a, b, c + 1)]
        .into_iter()
        .filter(|&(a, b, c)| {
            (0..layers as i64).contains(&a)
                && (0..rows as i64).contains(&b)
                && (0..columns as i64).contains(&c)
        })
        .map(|(a, b, c)| (a as usize * rows + b as usize, c as usize))
        .collect()
}

/// The four edges of a square of the surface of the cube from (0, 0, 0) to (n, n, n).
fn cube_edges(side: usize, row: usize, column: usize) -> [Edge; 4] {
    let n = side as i64;
    let (face, r, c) = (row / side, (row % side) as i64, column as i64);
    // The corner where row 0 and column 0 meet, the step of a row, the step of a column.
    let (corner, down, right): (Point, Point, Point) = match face {
        0 => ([0, n, 0], [0, 0, 1], [1, 0, 0]),
        1 => ([0, n, n], [0, -1, 0], [1, 0, 0]),
        2 => ([n, n, n], [0, -1, 0], [0, 0, -1]),
        3 => ([n, n, 0], [0, -1, 0], [-1, 0, 0]),
        4 => ([0, n, 0], [0, -1, 0], [0, 0, 1]),
        _ => ([0, 0, n], [0, 0, -1], [1, 0, 0]),
    };
    let point =
        |r: i64, c: i64| -> Point { [0, 1, 2].map(|axis| corner[axis] + r * down[axis] + c * right[axis]) };
    let edge = |a: Point, b: Point| if a < b { (a, b) } else { (b, a) };
    let corners = [point(r, c), point(r, c + 1), point(r + 1, c + 1), point(r + 1, c)];
    [0, 1, 2, 3].map(|at| edge(corners[at], corners[(at + 1) % 4]))
}

fn orbix(row: usize, column: usize) -> Vec<Cell> {
    let around = |shift: usize| (column + shift) % 5;
    match row {
        0 => (0..5).map(|c| (1, c)).collect(),
        1 => vec![(0, 0), (1, around(1)), (1, around(4)), (2, column), (2, around(1))],
        2 => vec![(3, 0), (2, around(1)), (2, around(4)), (1, column), (1, around(4))],
        _ => (0..5).map(|c| (2, c)).collect(),
    }
}

fn merlin(cell: Cell) -> Vec<Cell> {
    match cell {
        (0, 0) => vec![(0, 0), (0, 1), (1, 0), (1, 1)],
        (0, 2) => vec![(0, 1), (0, 2), (1, 1), (1, 2)],
        (2, 0) => vec![(1, 0), (1, 1), (2, 0), (2, 1)],
        (2, 2) => vec![(1, 1), (1, 2), (2, 1), (2, 2)],
        (0, 1) => vec![(0, 0), (0, 1), (0, 2)],
        (2, 1) => vec![(2, 0), (2, 1), (2, 2)],
        (1, 0) => vec![(0, 0), (1, 0), (2, 0)],
        (1, 2) => vec![(0, 2), (1, 2), (2, 2)],
        _ => vec![(1, 1), (0, 1), (2, 1), (1, 0), (1, 2)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{parse_board, parse_rule};

    fn reach(spec: &str, rule: &str) -> (Reach, Vec<Cell>) {
        let shape = parse_board(spec).expect(spec).shape;
        let rule = parse_rule(rule, shape).expect(rule);
        let cells = (0..shape.rows()).flat_map(|i| (0..shape.row_len(i)).map(move |j| (i, j))).collect();
        (Reach::new(shape, rule), cells)
    }

    fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
        cells.sort_unstable();
        cells
    }

    /// How often each press reaches each cell.
    fn counts(spec: &str, rule: &str) -> Vec<Vec<usize>> {
        let (reach, cells) = reach(spec, rule);
        let row = |&from: &Cell| {
            let hit = reach.of(from);
            assert!(hit.iter().all(|cell| cells.contains(cell)), "{spec} {rule}: {hit:?}");
            cells.iter().map(|to| hit.iter().filter(|cell| *cell == to).count()).collect()
        };
        cells.iter().map(row).collect()
    }

    fn is_symmetric(table: &[Vec<usize>]) -> bool {
        (0..table.len()).all(|a| (0..table.len()).all(|b| table[a][b] == table[b][a]))
    }

    #[test]
    fn every_board_with_a_symmetric_rule_is_symmetric() {
        let mut specs: Vec<String> = Vec::new();
        for r in 1..=5 {
            for c in 1..=5 {
                for name in ["", "cylinder:", "torus:", "mobius:", "klein:", "projective:"] {
                    specs.push(format!("{name}{r}x{c}"));
                }
            }
        }
        for spec in &specs {
            for rule in ["plus", "plus-open", "cross", "king", "king-open", "knight", "row-column"] {
                assert!(is_symmetric(&counts(spec, rule)), "{spec} {rule}");
            }
        }
        for n in 1..=6 {
            for spec in
                [format!("triangle:{n}"), format!("hexagon:{n}"), format!("cube:{n}"), format!("box:{n}x2x3")]
            {
                for rule in ["plus", "plus-open"] {
                    assert!(is_symmetric(&counts(&spec, rule)), "{spec} {rule}");
                }
            }
        }
        assert!(is_symmetric(&counts("orbix", "plus-open")));
    }

    #[test]
    fn a_one_sided_stencil_points_one_way() {
        let (reach, _) = reach("3x4", "..#/.../...");
        assert_eq!(reach.of((2, 1)), [(1, 2)]);
        assert_eq!(reach.of((0, 1)), []);
        assert_eq!(reach.of((1, 3)), []);
    }

    #[test]
    fn seams_are_where_the_definition_says() {
        let at = |spec: &str, rule: &str, cell: Cell| sorted(reach(spec, rule).0.of(cell));
        // One step right of the last column.
        let right = "..#";
        assert_eq!(at("4x5", right, (1, 4)), []);
        assert_eq!(at("cylinder:4x5", right, (1, 4)), [(1, 0)]);
        assert_eq!(at("torus:4x5", right, (1, 4)), [(1, 0)]);
        assert_eq!(at("mobius:4x5", right, (1, 4)), [(2, 0)]);
        assert_eq!(at("klein:4x5", right, (1, 4)), [(2, 0)]);
        assert_eq!(at("projective:4x5", right, (1, 4)), [(2, 0)]);
        // One step below the last row.
        let down = ".../.../.#.";
        assert_eq!(at("4x5", down, (3, 1)), []);
        assert_eq!(at("cylinder:4x5", down, (3, 1)), []);
        assert_eq!(at("mobius:4x5", down, (3, 1)), []);
        assert_eq!(at("torus:4x5", down, (3, 1)), [(0, 1)]);
        assert_eq!(at("klein:4x5", down, (3, 1)), [(0, 1)]);
        assert_eq!(at("projective:4x5", down, (3, 1)), [(0, 3)]);
        // Over the corner: the column first, then the row.
        let corner = ".../.../..#";
        assert_eq!(at("mobius:4x5", corner, (3, 4)), []);
        assert_eq!(at("mobius:4x5", corner, (0, 4)), [(2, 0)]);
        assert_eq!(at("klein:4x5", corner, (3, 4)), [(3, 0)]);
        assert_eq!(at("projective:4x5", corner, (3, 4)), [(3, 4)]);
        assert_eq!(at("torus:4x5", corner, (3, 4)), [(0, 0)]);
        // Two turns undo the flip.
        assert_eq!(at("mobius:3x1", "....#", (0, 0)), [(0, 0)]);
        assert_eq!(at("mobius:3x1", "..#", (0, 0)), [(2, 0)]);
        assert_eq!(at("torus:1x1", "#######", (0, 0)), [(0, 0); 7]);
    }

    #[test]
    fn wrapped_sizes_one_and_two_add_up() {
        assert_eq!(counts("torus:1x1", "plus"), [[5]]);
        assert_eq!(counts("cylinder:1x1", "plus"), [[3]]);
        assert_eq!(counts("1x1", "plus"), [[1]]);
        assert_eq!(counts("torus:1x2", "plus"), [[3, 2], [2, 3]]);
        assert_eq!(counts("torus:2x1", "plus"), [[3, 2], [2, 3]]);
        assert_eq!(counts("cylinder:1x2", "plus"), [[1, 2], [2, 1]]);
        assert_eq!(counts("cylinder:2x1", "plus"), [[3, 1], [1, 3]]);
        assert_eq!(counts("torus:2x2", "plus")[0], [1, 2, 2, 0]);
        assert_eq!(counts("projective:1x1", "plus"), [[5]]);
        // A Mobius band of one column: left and right are the mirrored row.
        assert_eq!(counts("mobius:2x1", "plus"), [[1, 3], [3, 1]]);
        assert_eq!(counts("mobius:1x1", "plus"), [[3]]);
    }

    #[test]
    fn a_stencil_reaches_as_often_as_it_has_cells_where_nothing_is_cut_off() {
        for r in 1..=4 {
            for c in 1..=4 {
                for name in ["torus", "klein", "projective"] {
                    for (rule, size) in [("plus", 5), ("king", 9), ("knight", 9), ("..#", 1)] {
                        for row in counts(&format!("{name}:{r}x{c}"), rule) {
                            assert_eq!(row.iter().sum::<usize>(), size);
                        }
                    }
                }
                for name in ["cylinder", "mobius"] {
                    for row in counts(&format!("{name}:{r}x{c}"), "###") {
                        assert_eq!(row.iter().sum::<usize>(), 3);
                    }
                }
            }
        }
    }

    #[test]
    fn large_enough_boards_are_simple_graphs_of_the_right_degree() {
        let degrees = |spec: &str| -> Vec<usize> {
            let table = counts(spec, "plus-open");
            for (at, row) in table.iter().enumerate() {
                assert!(row.iter().all(|&times| times <= 1) && row[at] == 0, "{spec}");
            }
            let mut all: Vec<usize> = table.iter().map(|row| row.iter().sum()).collect();
            all.sort_unstable();
            all
        };
        let times = |list: &[(usize, usize)]| -> Vec<usize> {
            list.iter().flat_map(|&(degree, count)| vec![degree; count]).collect()
        };
        assert_eq!(degrees("3x4"), times(&[(2, 4), (3, 6), (4, 2)]));
        assert_eq!(degrees("cylinder:3x4"), times(&[(3, 8), (4, 4)]));
        assert_eq!(degrees("torus:3x4"), times(&[(4, 12)]));
        assert_eq!(degrees("klein:4x5"), times(&[(4, 20)]));
        assert_eq!(degrees("mobius:4x5"), times(&[(3, 10), (4, 10)]));
        assert_eq!(degrees("triangle:4"), times(&[(2, 3), (4, 6), (6, 1)]));
        assert_eq!(degrees("triangle:1"), [0]);
        assert_eq!(degrees("hexagon:3"), times(&[(3, 6), (4, 6), (6, 7)]));
        assert_eq!(degrees("hexagon:1"), [0]);
        assert_eq!(degrees("hexagon:2"), times(&[(3, 6), (6, 1)]));
        assert_eq!(degrees("box:3x3x3"), times(&[(3, 8), (4, 12), (5, 6), (6, 1)]));
        assert_eq!(degrees("box:1x1x1"), [0]);
        assert_eq!(degrees("orbix"), [5; 12]);
        for n in 1..=6 {
            assert_eq!(degrees(&format!("cube:{n}")), vec![4; 6 * n * n], "cube:{n}");
        }
    }

    #[test]
    fn the_cube_unfolds_as_drawn() {
        // Faces U F R B L D of side 3; the first row of F touches the last row of U, and so on round the net.
        let near = |cell: Cell| sorted(reach("cube:3", "plus-open").0.of(cell));
        assert!(near((3, 0)).contains(&(2, 0)), "F top left and U bottom left");
        assert!(near((3, 2)).contains(&(6, 0)), "F top right and R top left");
        assert!(near((6, 2)).contains(&(9, 0)), "R top right and B top left");
        assert!(near((9, 2)).contains(&(12, 0)), "B top right and L top left");
        assert!(near((12, 2)).contains(&(3, 0)), "L top right and F top left");
        assert!(near((5, 1)).contains(&(15, 1)), "F bottom and D top");
        assert!(near((6, 0)).contains(&(2, 2)), "R top left and U bottom right");
        assert!(near((9, 0)).contains(&(0, 2)), "B top left and U top right");
        assert!(near((11, 0)).contains(&(17, 2)), "B bottom left and D bottom right");
        // A cube of side 1: every face touches all but the opposite one (U-D, F-B, R-L).
        let opposite = [5, 3, 4, 1, 2, 0];
        for (face, row) in counts("cube:1", "plus-open").iter().enumerate() {
            for (other, &times) in row.iter().enumerate() {
                assert_eq!(times, usize::from(other != face && other != opposite[face]));
            }
        }
    }

    #[test]
    fn the_icosahedron_has_twenty_triangles() {
        let table = counts("orbix", "plus-open");
        let mut triangles = 0;
        for a in 0..12 {
            for b in 0..a {
                for c in 0..b {
                    triangles += table[a][b] * table[b][c] * table[a][c];
                }
            }
        }
        assert_eq!(triangles, 20);
    }

    #[test]
    fn row_column_takes_each_cell_once() {
        for spec in ["3x4", "torus:3x4", "klein:1x1"] {
            let (reach, cells) = reach(spec, "row-column");
            for &(i, j) in &cells {
                let want: Vec<Cell> = cells.iter().copied().filter(|&(a, b)| a == i || b == j).collect();
                assert_eq!(sorted(reach.of((i, j))), want, "{spec}");
            }
        }
    }

    #[test]
    fn merlin_is_wired_by_hand() {
        let sizes: Vec<usize> = counts("merlin", "plus").iter().map(|row| row.iter().sum()).collect();
        assert_eq!(sizes, [4, 3, 4, 3, 5, 3, 4, 3, 4]);
    }
}
