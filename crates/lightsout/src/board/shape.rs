//! Shapes: where the cells of a board are, before any rule says what a press does.

use core::fmt;

/// How the sides of an R x C grid are glued.
///
/// A cell (i, j) of the grid stands for a class of points of Z x Z; the table says which
/// points are the same one.
///
/// | surface | identifications |
/// |---|---|
/// | plane | none |
/// | cylinder | (i, j) ~ (i, j + C) |
/// | torus | (i, j) ~ (i, j + C) ~ (i + R, j) |
/// | Möbius band | (i, j) ~ (R - 1 - i, j + C) |
/// | Klein bottle | (i, j) ~ (R - 1 - i, j + C) ~ (i + R, j) |
/// | projective plane | (i, j) ~ (R - 1 - i, j + C) ~ (i + R, C - 1 - j) |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surface {
    /// A flat rectangle with four edges.
    Plane,
    /// The left edge is glued to the right one.
    Cylinder,
    /// Left to right and top to bottom.
    Torus,
    /// Left to right with a half twist.
    Mobius,
    /// Left to right with a half twist, top to bottom without.
    Klein,
    /// Both pairs of edges with a half twist.
    Projective,
}

impl Surface {
    /// Every surface, for loops over all of them.
    pub const ALL: [Surface; 6] = [
        Surface::Plane,
        Surface::Cylinder,
        Surface::Torus,
        Surface::Mobius,
        Surface::Klein,
        Surface::Projective,
    ];

    /// The prefix of the spec string, empty for the plane.
    pub fn prefix(self) -> &'static str {
        match self {
            Surface::Plane => "",
            Surface::Cylinder => "cylinder:",
            Surface::Torus => "torus:",
            Surface::Mobius => "mobius:",
            Surface::Klein => "klein:",
            Surface::Projective => "projective:",
        }
    }

    fn wraps_columns(self) -> bool {
        self != Surface::Plane
    }

    fn wraps_rows(self) -> bool {
        matches!(self, Surface::Torus | Surface::Klein | Surface::Projective)
    }

    /// The cell of the R x C grid that the point (i, j) of Z x Z stands for, if any.
    ///
    /// Columns are brought into range first, then rows; on the plane, the cylinder and the
    /// Möbius band a point above or below the grid stands for nothing.
    pub fn reduce(self, rows: i64, columns: i64, i: i64, j: i64) -> Option<(i64, i64)> {
        let inside = (0..rows).contains(&i);
        if inside && (0..columns).contains(&j) {
            return Some((i, j));
        }
        if !self.wraps_rows() && !inside {
            return None;
        }
        let (mut i, mut j) = (i, j);
        if self.wraps_columns() {
            let turns = j.div_euclid(columns);
            j = j.rem_euclid(columns);
            let twisted = matches!(self, Surface::Mobius | Surface::Klein | Surface::Projective);
            if twisted && turns.rem_euclid(2) == 1 {
                i = rows - 1 - i;
            }
        }
        if self.wraps_rows() {
            let turns = i.div_euclid(rows);
            i = i.rem_euclid(rows);
            if self == Surface::Projective && turns.rem_euclid(2) == 1 {
                j = columns - 1 - j;
            }
        }
        ((0..columns).contains(&j)).then_some((i, j))
    }
}

/// Where the cells of a board are.
///
/// Cells are arranged in *layout rows*, which is how every file and every answer lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// `rows` x `columns` squares on a surface.
    Grid {
        /// How the sides are glued.
        surface: Surface,
        /// Number of rows.
        rows: usize,
        /// Number of columns; around, where the columns wrap.
        columns: usize,
    },
    /// Rows of 1, 2, ..., `side` round buttons, each touching up to six others.
    Triangle {
        /// Buttons along an edge.
        side: usize,
    },
    /// A hexagon of hexagons with `side` cells along each edge, each touching up to six.
    Hexagon {
        /// Cells along an edge.
        side: usize,
    },
    /// `layers` x `rows` x `columns` unit boxes, each touching up to six.
    Box {
        /// Number of layers.
        layers: usize,
        /// Rows in a layer.
        rows: usize,
        /// Columns in a layer.
        columns: usize,
    },
    /// The surface of a cube: six faces U, F, R, B, L, D of `side` x `side` squares.
    Cube {
        /// Squares along an edge.
        side: usize,
    },
    /// The twelve buttons of the Orbix, arranged as the corners of an icosahedron.
    Orbix,
    /// The nine buttons of Merlin's Magic Square, with that toy's own wiring.
    Merlin,
}

/// Lights that one press may change on the shapes that are not grids.
pub(crate) const MOST_NEIGHBOURS: usize = 6;

impl Shape {
    /// Number of places of the layout, or `None` when it does not fit an address.
    pub fn slots(self) -> Option<usize> {
        let product = |a: usize, b: usize| a.checked_mul(b);
        let n = match self {
            Shape::Grid { rows, columns, .. } => product(rows, columns)?,
            Shape::Triangle { side } => {
                // n (n + 1) / 2 without overflow in the middle
                if side % 2 == 0 {
                    product(side / 2, side.checked_add(1)?)?
                } else {
                    product(side, side / 2 + 1)?
                }
            }
            Shape::Hexagon { side } => {
                // 3 n (n - 1) + 1
                product(product(side, side.checked_sub(1)?)?, 3)?.checked_add(1)?
            }
            Shape::Box { layers, rows, columns } => product(product(layers, rows)?, columns)?,
            Shape::Cube { side } => product(product(side, side)?, 6)?,
            Shape::Orbix => 12,
            Shape::Merlin => 9,
        };
        (n <= isize::MAX as usize).then_some(n)
    }

    /// Number of layout rows.
    pub fn layout_rows(self) -> usize {
        match self {
            Shape::Grid { rows, .. } => rows,
            Shape::Triangle { side } => side,
            Shape::Hexagon { side } => 2 * side - 1,
            Shape::Box { layers, rows, .. } => layers * rows,
            Shape::Cube { side } => 6 * side,
            Shape::Orbix => 4,
            Shape::Merlin => 3,
        }
    }

    /// Length of layout row `row`.
    pub fn layout_row_len(self, row: usize) -> usize {
        match self {
            Shape::Grid { columns, .. } | Shape::Box { columns, .. } => columns,
            Shape::Triangle { .. } => row + 1,
            Shape::Hexagon { side } => side + row.min(2 * side - 2 - row),
            Shape::Cube { side } => side,
            Shape::Orbix => [1, 5, 5, 1][row],
            Shape::Merlin => 3,
        }
    }

    /// Layout rows that belong together in print: a layer of a box, a face of a cube, else all.
    pub fn rows_per_block(self) -> usize {
        match self {
            Shape::Box { rows, .. } => rows,
            Shape::Cube { side } => side,
            _ => self.layout_rows(),
        }
    }

    /// First slot of layout row `row`.
    pub fn row_start(self, row: usize) -> usize {
        match self {
            Shape::Grid { columns, .. } | Shape::Box { columns, .. } => row * columns,
            Shape::Triangle { .. } => row * (row + 1) / 2,
            Shape::Hexagon { side } => {
                if row < side {
                    row * side + row * row.saturating_sub(1) / 2
                } else {
                    let left = 2 * side - 1 - row;
                    3 * side * (side - 1) + 1 - (left * side + left * left.saturating_sub(1) / 2)
                }
            }
            Shape::Cube { side } => row * side,
            Shape::Orbix => [0, 1, 6, 11][row],
            Shape::Merlin => row * 3,
        }
    }

    /// (layout row, place in the row) of a slot.
    pub fn position(self, slot: usize) -> (usize, usize) {
        let row = match self {
            Shape::Grid { columns, .. } | Shape::Box { columns, .. } => slot / columns,
            Shape::Triangle { .. } => triangle_row(slot),
            Shape::Cube { side } => slot / side,
            Shape::Merlin => slot / 3,
            Shape::Hexagon { .. } | Shape::Orbix => {
                let (mut low, mut high) = (0, self.layout_rows());
                while high - low > 1 {
                    let middle = low + (high - low) / 2;
                    if self.row_start(middle) <= slot { low = middle } else { high = middle }
                }
                low
            }
        };
        (row, slot - self.row_start(row))
    }

    /// The slots that touch `slot`, on every shape but the grids; each named once.
    ///
    /// # Panics
    /// On a grid, whose neighbourhoods are stencils, and on Merlin, whose wiring is a table.
    pub(crate) fn neighbours(self, slot: usize, out: &mut Vec<usize>) {
        let (i, j) = self.position(slot);
        let (i, j) = (i as i64, j as i64);
        match self {
            Shape::Triangle { side } => {
                for (di, dj) in [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)] {
                    let (a, b) = (i + di, j + dj);
                    if 0 <= b && b <= a && a < side as i64 {
                        out.push(self.row_start(a as usize) + b as usize);
                    }
                }
            }
            Shape::Hexagon { side } => {
                let n = side as i64 - 1;
                let first = |r: i64| (-n).max(-n - r);
                let last = |r: i64| n.min(n - r);
                let r = i - n;
                let q = j + first(r);
                for (dr, dq) in [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)] {
                    let (a, b) = (r + dr, q + dq);
                    if (-n..=n).contains(&a) && first(a) <= b && b <= last(a) {
                        out.push(self.row_start((a + n) as usize) + (b - first(a)) as usize);
                    }
                }
            }
            Shape::Box { layers, rows, columns } => {
                let (layer, row, column) = (slot / (rows * columns), slot / columns % rows, slot % columns);
                if layer > 0 {
                    out.push(slot - rows * columns);
                }
                if row > 0 {
                    out.push(slot - columns);
                }
                if column > 0 {
                    out.push(slot - 1);
                }
                if column + 1 < columns {
                    out.push(slot + 1);
                }
                if row + 1 < rows {
                    out.push(slot + columns);
                }
                if layer + 1 < layers {
                    out.push(slot + rows * columns);
                }
            }
            Shape::Cube { side } => cube_neighbours(side, slot, out),
            Shape::Orbix => out.extend_from_slice(&ORBIX[slot]),
            Shape::Grid { .. } | Shape::Merlin => {
                unreachable!("grids and Merlin are wired by tables of offsets")
            }
        }
    }
}

/// The row of the triangle that holds slot s: the largest r with r (r + 1) / 2 <= s.
fn triangle_row(slot: usize) -> usize {
    let mut row = (((8.0 * slot as f64 + 1.0).sqrt() - 1.0) / 2.0) as usize;
    while row * (row + 1) / 2 > slot {
        row -= 1;
    }
    while (row + 1) * (row + 2) / 2 <= slot {
        row += 1;
    }
    row
}

/// The five neighbours of each corner of an icosahedron: pole 0, rings 1..=5 and 6..=10, pole 11.
const ORBIX: [[usize; 5]; 12] = {
    let mut table = [[0; 5]; 12];
    let mut i = 0;
    while i < 5 {
        let (left, right) = ((i + 4) % 5, (i + 1) % 5);
        table[0][i] = 1 + i;
        table[1 + i] = [0, 1 + left, 1 + right, 6 + i, 6 + right];
        table[6 + i] = [1 + left, 1 + i, 6 + left, 6 + right, 11];
        table[11][i] = 6 + i;
        i += 1;
    }
    table
};

/// A face of the cube [0, n]^3 seen from outside: its normal and the directions in which its
/// rows and columns are numbered. Axes: x right, y up, z towards the viewer.
struct Face {
    normal: [i64; 3],
    down: [i64; 3],
    right: [i64; 3],
}

const FACES: [Face; 6] = [
    Face { normal: [0, 1, 0], down: [0, 0, 1], right: [1, 0, 0] }, // U
    Face { normal: [0, 0, 1], down: [0, -1, 0], right: [1, 0, 0] }, // F
    Face { normal: [1, 0, 0], down: [0, -1, 0], right: [0, 0, -1] }, // R
    Face { normal: [0, 0, -1], down: [0, -1, 0], right: [-1, 0, 0] }, // B
    Face { normal: [-1, 0, 0], down: [0, -1, 0], right: [0, 0, 1] }, // L
    Face { normal: [0, -1, 0], down: [0, 0, -1], right: [1, 0, 0] }, // D
];

fn dot(a: [i64; 3], b: [i64; 3]) -> i64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Squares that share an edge with `slot` on the surface of a cube.
///
/// The centre of a square, in units of half a square with the cube's centre at the origin, is
/// n normal + (2 row + 1 - n) down + (2 column + 1 - n) right. A step over an edge of the face in
/// direction d arrives on the face with normal d, in the row of squares that touches this face.
fn cube_neighbours(side: usize, slot: usize, out: &mut Vec<usize>) {
    let n = side as i64;
    let face = &FACES[slot / (side * side)];
    let (row, column) = ((slot / side % side) as i64, (slot % side) as i64);
    for (dr, dc) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
        let (a, b) = (row + dr, column + dc);
        if (0..n).contains(&a) && (0..n).contains(&b) {
            out.push((slot as i64 + dr * n + dc) as usize);
            continue;
        }
        let mut step = [0; 3];
        let mut centre = [0; 3];
        for t in 0..3 {
            step[t] = dr * face.down[t] + dc * face.right[t];
            // The touching square's centre: pulled back by half a square from this face, pushed
            // out to the neighbouring face.
            centre[t] = (n - 1) * face.normal[t]
                + (2 * row + 1 - n) * face.down[t]
                + (2 * column + 1 - n) * face.right[t];
        }
        let index = FACES.iter().position(|f| f.normal == step).unwrap_or(0);
        let other = &FACES[index];
        let a = (dot(centre, other.down) + n - 1) / 2;
        let b = (dot(centre, other.right) + n - 1) / 2;
        out.push(index * side * side + (a * n + b) as usize);
    }
}

impl Shape {
    /// The centre of a square of the cube's surface, in units of half a square, with the cube's
    /// centre at the origin.
    ///
    /// # Panics
    /// On another shape.
    pub(crate) fn cube_point(self, slot: usize) -> [i64; 3] {
        let Shape::Cube { side } = self else { unreachable!("not a cube") };
        let n = side as i64;
        let face = &FACES[slot / (side * side)];
        let (row, column) = ((slot / side % side) as i64, (slot % side) as i64);
        core::array::from_fn(|t| {
            n * face.normal[t] + (2 * row + 1 - n) * face.down[t] + (2 * column + 1 - n) * face.right[t]
        })
    }

    /// The slot of the square whose centre is `point`; the inverse of [`Shape::cube_point`].
    pub(crate) fn cube_slot(side: usize, point: [i64; 3]) -> usize {
        let n = side as i64;
        let index = FACES.iter().position(|face| dot(point, face.normal) == n).unwrap_or(0);
        let face = &FACES[index];
        let (row, column) = ((dot(point, face.down) + n - 1) / 2, (dot(point, face.right) + n - 1) / 2);
        index * side * side + (row * n + column) as usize
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Shape::Grid { surface, rows, columns } => write!(f, "{}{rows}x{columns}", surface.prefix()),
            Shape::Triangle { side } => write!(f, "triangle:{side}"),
            Shape::Hexagon { side } => write!(f, "hexagon:{side}"),
            Shape::Box { layers, rows, columns } => write!(f, "box:{layers}x{rows}x{columns}"),
            Shape::Cube { side } => write!(f, "cube:{side}"),
            Shape::Orbix => f.write_str("orbix"),
            Shape::Merlin => f.write_str("merlin"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes() -> Vec<Shape> {
        let mut all = vec![Shape::Orbix, Shape::Merlin];
        for side in 1..=7 {
            all.push(Shape::Triangle { side });
            all.push(Shape::Hexagon { side });
            all.push(Shape::Cube { side });
            all.push(Shape::Box { layers: side, rows: 2, columns: 3 });
            all.push(Shape::Grid { surface: Surface::Plane, rows: side, columns: 4 });
        }
        all
    }

    #[test]
    fn rows_tile_the_slots() {
        for shape in shapes() {
            let mut next = 0;
            for row in 0..shape.layout_rows() {
                assert_eq!(shape.row_start(row), next, "{shape} row {row}");
                for place in 0..shape.layout_row_len(row) {
                    assert_eq!(shape.position(next), (row, place), "{shape}");
                    next += 1;
                }
            }
            assert_eq!(Some(next), shape.slots(), "{shape}");
        }
    }

    #[test]
    fn touching_is_mutual_and_has_the_right_degrees() {
        for shape in shapes() {
            if matches!(shape, Shape::Grid { .. } | Shape::Merlin) {
                continue;
            }
            let n = shape.slots().unwrap();
            let lists: Vec<Vec<usize>> = (0..n)
                .map(|s| {
                    let mut v = Vec::new();
                    shape.neighbours(s, &mut v);
                    v
                })
                .collect();
            for (s, list) in lists.iter().enumerate() {
                let mut distinct = list.clone();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(distinct.len(), list.len(), "{shape} {s}");
                assert!(list.len() <= MOST_NEIGHBOURS);
                assert!(list.iter().all(|&t| t != s && lists[t].contains(&s)), "{shape} {s}");
                match shape {
                    Shape::Cube { .. } => assert_eq!(list.len(), 4),
                    Shape::Orbix => assert_eq!(list.len(), 5),
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn every_surface_is_consistent_under_its_own_steps() {
        for surface in Surface::ALL {
            for rows in 1..5 {
                for columns in 1..5 {
                    for i in -6..6 {
                        for j in -6..6 {
                            if let Some((a, b)) = surface.reduce(rows, columns, i, j) {
                                assert!((0..rows).contains(&a) && (0..columns).contains(&b));
                                assert_eq!(surface.reduce(rows, columns, a, b), Some((a, b)));
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn huge_shapes_are_refused_not_wrapped() {
        let big = usize::MAX / 2;
        assert_eq!(Shape::Grid { surface: Surface::Plane, rows: big, columns: 3 }.slots(), None);
        assert_eq!(Shape::Triangle { side: big }.slots(), None);
        assert_eq!(Shape::Hexagon { side: big }.slots(), None);
        assert_eq!(Shape::Cube { side: big }.slots(), None);
    }
}
