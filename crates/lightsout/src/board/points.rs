//! Where to draw each cell.

use super::{Board, Shape};

/// A place in a drawing: x to the right, y downwards, in units of one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Board {
    /// The centre of a cell in a drawing of the board, all coordinates at least 0.
    ///
    /// Grids are drawn row by row; triangles and hexagons with rows half a cell apart sideways and
    /// sqrt(3)/2 apart downwards, so that touching cells are at distance 1; boxes layer beside
    /// layer; cubes as the usual net (U above, L F R B in the middle, D below); the Orbix as two
    /// rings around one pole with the other pole outside.
    pub fn point(&self, cell: usize) -> Point {
        let slot = self.slot(cell);
        let (row, place) = self.shape().position(slot);
        let (r, p) = (row as f64, place as f64);
        let half_height = 3f64.sqrt() / 2.0;
        match self.shape() {
            Shape::Grid { .. } | Shape::Merlin => Point { x: p, y: r },
            Shape::Triangle { side } => Point { x: p + (side as f64 - 1.0 - r) / 2.0, y: r * half_height },
            Shape::Hexagon { side } => {
                let shift = (r - (side as f64 - 1.0)).abs() / 2.0;
                Point { x: p + shift, y: r * half_height }
            }
            Shape::Box { rows, columns, .. } => {
                let layer = row / rows;
                Point { x: p + (layer * (columns + 1)) as f64, y: (row % rows) as f64 }
            }
            Shape::Cube { side } => {
                // Faces in the order U, F, R, B, L, D at (column, row) of the net.
                let (x, y) = [(1, 0), (1, 1), (2, 1), (3, 1), (0, 1), (1, 2)][row / side];
                Point { x: p + (x * side) as f64, y: (row % side) as f64 + (y * side) as f64 }
            }
            Shape::Orbix => {
                // So many tenths of a turn round the pole, each a rotation: no tables of sines are needed.
                let ring = |radius: f64, tenths: usize| {
                    const SINE: f64 = 0.587_785_252_292_473_1;
                    const COSINE: f64 = 0.809_016_994_374_947_5;
                    let turn = |(x, y): (f64, f64), _| (x * COSINE - y * SINE, x * SINE + y * COSINE);
                    let (x, y) = (0..tenths % 10).fold((0.0, -radius), turn);
                    Point { x: 3.0 + x, y: 3.0 + y }
                };
                match row {
                    0 => Point { x: 3.0, y: 3.0 },
                    1 => ring(1.3, 2 * place),
                    // 6+i touches 1+i and 1+(i-1): it stands half a step before it.
                    2 => ring(2.5, 2 * place + 9),
                    _ => Point { x: 5.8, y: 5.6 },
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_cells_share_a_place() {
        for text in ["3x4", "triangle:6", "hexagon:4", "box:2x3x4", "cube:3", "orbix", "merlin", "torus:2x2"]
        {
            let board: Board = text.parse().unwrap();
            let points: Vec<Point> = (0..board.cells()).map(|c| board.point(c)).collect();
            for (i, a) in points.iter().enumerate() {
                assert!(a.x >= 0.0 && a.y >= 0.0, "{text}");
                for b in &points[..i] {
                    assert!((a.x - b.x).hypot(a.y - b.y) > 0.99, "{text}: {a:?} {b:?}");
                }
            }
        }
    }
}
