//! The symmetries of a board: maps of its cells that carry presses to presses.
//!
//! A symmetry s satisfies `A[s(i)][s(j)] = A[i][j]` for all lights i and buttons j, so it carries
//! quiet patterns to quiet patterns. The maps tried here are those of the drawing: rotations and
//! reflections of squares, rectangles, triangles, hexagons, boxes and cubes, and shifts where the
//! sides are glued. Those that the rule or the holes spoil are left out.

use core::fmt;
use core::str::FromStr;

use lightsout_algebra::gf2::BitVec;

use crate::board::{Board, Rule, Shape, Surface};

/// What a symmetry does to the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymmetryKind {
    /// Nothing.
    Identity,
    /// It turns: doing it `order` times is the identity.
    Rotation {
        /// The least such number: 1 on boards too small to show the turn.
        order: u32,
    },
    /// It mirrors, perhaps with a turn.
    Reflection,
    /// It moves along glued sides.
    Shift,
}

/// A symmetry of a board.
///
/// # Examples
/// ```
/// use lightsout::board::Board;
/// use lightsout::symmetry::symmetries;
///
/// let board: Board = "triangle:4".parse()?;
/// assert_eq!(symmetries(&board).len(), 6);
/// # Ok::<(), lightsout::board::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetry {
    board: Board,
    kind: SymmetryKind,
    map: Map,
}

/// Where a place of the layout goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Map {
    /// (i, j) of a grid: transposed first, then mirrored, then shifted.
    Grid { swap: bool, flip_rows: bool, flip_columns: bool, shift: (i64, i64) },
    /// The three distances to the edges of a triangle, permuted.
    Triangle([usize; 3]),
    /// The three coordinates q + r + s = 0 of a hexagon, permuted and perhaps negated.
    Hexagon([usize; 3], bool),
    /// The three coordinates of a box or of the surface of a cube, permuted, some negated.
    Solid([usize; 3], [bool; 3]),
    /// The rings of the Orbix, turned and perhaps mirrored.
    Orbix { turn: usize, mirror: bool },
}

const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

fn is_odd(p: [usize; 3]) -> bool {
    (0..3).any(|i| p[i] == i) && p != [0, 1, 2]
}

impl Map {
    /// The slot that the button of `slot` goes to.
    fn slot(self, shape: Shape, slot: usize) -> usize {
        let (row, place) = shape.position(slot);
        match (shape, self) {
            (Shape::Grid { surface, rows, columns }, Map::Grid { swap, flip_rows, flip_columns, shift }) => {
                let (mut i, mut j) = if swap { (place, row) } else { (row, place) };
                if flip_rows {
                    i = rows - 1 - i;
                }
                if flip_columns {
                    j = columns - 1 - j;
                }
                let at = surface.reduce(rows as i64, columns as i64, i as i64 + shift.0, j as i64 + shift.1);
                at.map_or(slot, |(i, j)| i as usize * columns + j as usize)
            }
            (Shape::Merlin, Map::Grid { swap, flip_rows, flip_columns, .. }) => {
                let (i, j) = if swap { (place, row) } else { (row, place) };
                3 * (if flip_rows { 2 - i } else { i }) + if flip_columns { 2 - j } else { j }
            }
            (Shape::Triangle { side }, Map::Triangle(p)) => {
                let from = [side - 1 - row, place, row - place];
                let to = p.map(|t| from[t]);
                shape.row_start(side - 1 - to[0]) + to[1]
            }
            (Shape::Hexagon { side }, Map::Hexagon(p, negate)) => {
                let n = side as i64 - 1;
                let first = |r: i64| (-n).max(-n - r);
                let r = row as i64 - n;
                let q = place as i64 + first(r);
                let from = [q, r, -q - r];
                let to = p.map(|t| if negate { -from[t] } else { from[t] });
                shape.row_start((to[1] + n) as usize) + (to[0] - first(to[1])) as usize
            }
            (Shape::Box { layers, rows, columns }, Map::Solid(p, negate)) => {
                let size = [layers, rows, columns];
                let from = [row / rows, row % rows, place];
                let mut to = p.map(|t| from[t]);
                for t in 0..3 {
                    if negate[t] {
                        to[t] = size[t] - 1 - to[t];
                    }
                }
                (to[0] * rows + to[1]) * columns + to[2]
            }
            (Shape::Cube { side }, Map::Solid(p, negate)) => {
                let from = shape.cube_point(slot);
                let to = core::array::from_fn(|t| if negate[t] { -from[p[t]] } else { from[p[t]] });
                Shape::cube_slot(side, to)
            }
            (Shape::Orbix, Map::Orbix { turn, mirror }) => match row {
                1 => 1 + ((if mirror { 5 - place } else { place }) + turn) % 5,
                // 6 + i touches 1 + i and 1 + (i - 1): mirrored, 1 - i and -i.
                2 => 6 + ((if mirror { 6 - place } else { place }) + turn) % 5,
                _ => slot,
            },
            _ => slot,
        }
    }

    /// Whether the map turns the drawing over.
    fn is_reflection(self) -> bool {
        match self {
            Map::Grid { swap, flip_rows, flip_columns, .. } => swap ^ flip_rows ^ flip_columns,
            Map::Triangle(p) => is_odd(p),
            // Turning by 60 degrees permutes cyclically and negates.
            Map::Hexagon(p, _) => is_odd(p),
            Map::Solid(p, negate) => is_odd(p) ^ (negate.iter().filter(|&&x| x).count() % 2 == 1),
            Map::Orbix { mirror, .. } => mirror,
        }
    }

    /// Whether a reflection exchanges left and right.
    fn is_left_to_right(self) -> bool {
        match self {
            Map::Grid { swap, flip_columns, .. } => !swap && flip_columns,
            Map::Triangle(p) => p == [0, 2, 1],
            Map::Hexagon(p, negate) => p == [2, 1, 0] && !negate,
            Map::Solid(p, negate) => {
                p == [0, 1, 2] && (negate == [false, false, true] || negate == [true, false, false])
            }
            Map::Orbix { turn, .. } => turn == 0,
        }
    }

    /// Candidates for the symmetries of a shape; the identity comes first.
    fn candidates(shape: Shape) -> Vec<Map> {
        let mut all = Vec::new();
        match shape {
            Shape::Grid { .. } | Shape::Merlin => {
                let square = match shape {
                    Shape::Grid { surface, rows, columns } => {
                        rows == columns
                            && matches!(surface, Surface::Plane | Surface::Torus | Surface::Projective)
                    }
                    _ => true,
                };
                for swap in [false, true] {
                    for (flip_rows, flip_columns) in
                        [(false, false), (false, true), (true, false), (true, true)]
                    {
                        if square || !swap {
                            all.push(Map::Grid { swap, flip_rows, flip_columns, shift: (0, 0) });
                        }
                    }
                }
            }
            Shape::Triangle { .. } => all.extend(PERMUTATIONS.map(Map::Triangle)),
            Shape::Hexagon { .. } => {
                for negate in [false, true] {
                    all.extend(PERMUTATIONS.map(|p| Map::Hexagon(p, negate)));
                }
            }
            Shape::Box { layers, rows, columns } => {
                let size = [layers, rows, columns];
                for p in PERMUTATIONS.iter().filter(|p| p.map(|t| size[t]) == size) {
                    all.extend((0..8).map(|s| Map::Solid(*p, [s & 1 != 0, s & 2 != 0, s & 4 != 0])));
                }
            }
            Shape::Cube { .. } => {
                for p in PERMUTATIONS {
                    all.extend((0..8).map(|s| Map::Solid(p, [s & 1 != 0, s & 2 != 0, s & 4 != 0])));
                }
            }
            Shape::Orbix => {
                for mirror in [false, true] {
                    all.extend((0..5).map(|turn| Map::Orbix { turn, mirror }));
                }
            }
        }
        all
    }

    /// The smallest shifts along glued sides.
    fn shifts(shape: Shape) -> Vec<Map> {
        let shift = |shift| Map::Grid { swap: false, flip_rows: false, flip_columns: false, shift };
        match shape {
            Shape::Grid { surface: Surface::Cylinder | Surface::Mobius | Surface::Klein, .. } => {
                vec![shift((0, 1))]
            }
            Shape::Grid { surface: Surface::Torus, .. } => vec![shift((0, 1)), shift((1, 0))],
            _ => Vec::new(),
        }
    }
}

impl Symmetry {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What it does to the drawing.
    pub fn kind(&self) -> SymmetryKind {
        self.kind
    }

    /// In which line or plane a reflection mirrors: in words, or by a pair of buttons (counted from 1) that it exchanges;
    /// `None` for what is no reflection.
    ///
    /// # Examples
    /// ```
    /// use lightsout::symmetry::Symmetric;
    ///
    /// let board = "3x5".parse()?;
    /// assert_eq!(Symmetric::Reflection.of(&board)?[0].mirror().as_deref(), Some("left to right"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mirror(&self) -> Option<String> {
        if self.kind != SymmetryKind::Reflection {
            return None;
        }
        let words = match self.map {
            Map::Grid { swap: false, flip_columns: true, .. } => "left to right",
            Map::Grid { swap: false, .. } => "top to bottom",
            Map::Grid { flip_rows: false, .. } => "in the diagonal from the upper left",
            Map::Grid { .. } => "in the diagonal from the upper right",
            map if map.is_left_to_right() && !matches!(map, Map::Solid(..)) => "left to right",
            _ => {
                let moved = (0..self.board.cells()).find(|&cell| self.image(cell) != cell);
                return Some(match moved {
                    Some(cell) => format!("button {} to button {}", cell + 1, self.image(cell) + 1),
                    None => "every button to itself".into(),
                });
            }
        };
        Some(words.into())
    }

    /// The cell that `cell` goes to.
    pub fn image(&self, cell: usize) -> usize {
        let slot = self.map.slot(self.board.shape(), self.board.slot(cell));
        self.board.cell(slot).unwrap_or(cell)
    }

    /// The cell that goes to `cell`.
    pub fn preimage(&self, cell: usize) -> usize {
        // Every symmetry of a drawing has a finite order; walk round until the path closes.
        let mut at = cell;
        loop {
            let next = self.image(at);
            if next == cell {
                return at;
            }
            at = next;
        }
    }

    /// The image of a pattern: the image of a cell is pressed when the cell is.
    ///
    /// # Panics
    /// When the pattern has not one entry per cell.
    pub fn apply(&self, pattern: &BitVec) -> BitVec {
        assert_eq!(pattern.len(), self.board.cells(), "one entry per cell");
        let mut image = BitVec::zeros(pattern.len());
        for cell in pattern.iter_ones() {
            image.set(self.image(cell), true);
        }
        image
    }

    /// Whether it maps cells to cells and presses to presses.
    fn holds(&self) -> bool {
        let board = &self.board;
        let uneven = match board.rule() {
            Rule::Stencil(_) | Rule::RowColumn => true,
            _ => !board.holes().is_empty(),
        };
        // Without holes and with an even rule every candidate is a symmetry, which the tests show.
        if !uneven {
            return true;
        }
        let shape = board.shape();
        if board.holes().iter().any(|&hole| board.cell(self.map.slot(shape, hole)).is_some()) {
            return false;
        }
        let (mut here, mut there) = (Vec::new(), Vec::new());
        (0..board.cells()).all(|cell| {
            board.pressed(cell, &mut here);
            board.pressed(self.image(cell), &mut there);
            here.iter_mut().for_each(|light| *light = self.image(*light));
            here.sort_unstable();
            here == there
        })
    }
}

fn order(map: Map, shape: Shape) -> u32 {
    let slots = shape.slots().unwrap_or(0);
    // Orders up to 12 are told apart by the paths of a few places.
    let probes = (0..slots.min(40)).chain(slots.saturating_sub(40)..slots);
    let probes: Vec<usize> = probes.collect();
    let mut at = probes.clone();
    for order in 1..=12 {
        at.iter_mut().for_each(|slot| *slot = map.slot(shape, *slot));
        if at == probes {
            return order;
        }
    }
    1
}

fn symmetry(board: &Board, map: Map, shifted: bool) -> Symmetry {
    let kind = if shifted {
        SymmetryKind::Shift
    } else if map.is_reflection() {
        SymmetryKind::Reflection
    } else if Some(&map) == Map::candidates(board.shape()).first() {
        SymmetryKind::Identity
    } else {
        SymmetryKind::Rotation { order: order(map, board.shape()) }
    };
    Symmetry { board: board.clone(), kind, map }
}

/// The rotations and reflections of a board's drawing that its rule and holes allow, the identity
/// first. On very small boards different ones may move the cells alike.
///
/// # Complexity
/// O(c d) time for each candidate when the rule is a stencil or there are holes, for c cells and
/// presses that change d lights; else O(1).
pub fn symmetries(board: &Board) -> Vec<Symmetry> {
    Map::candidates(board.shape())
        .into_iter()
        .map(|m| symmetry(board, m, false))
        .filter(Symmetry::holds)
        .collect()
}

/// A choice of symmetries that a pattern shall have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetric {
    /// Every rotation of the board.
    Rotation,
    /// One reflection: left and right exchanged where the rule and the holes allow it, else another one, which
    /// [`Symmetry::mirror`] names.
    Reflection,
    /// Every rotation and reflection.
    Full,
    /// Every shift along glued sides.
    Shift,
}

impl Symmetric {
    /// The symmetries of the board that are meant, without the identity.
    ///
    /// # Errors
    /// When the board has none of them.
    pub fn of(self, board: &Board) -> Result<Vec<Symmetry>, NoSymmetry> {
        let mut list: Vec<Symmetry> = if self == Symmetric::Shift {
            let shifts = Map::shifts(board.shape()).into_iter();
            shifts.map(|map| symmetry(board, map, true)).filter(Symmetry::holds).collect()
        } else {
            symmetries(board)
        };
        list.retain(|s| match self {
            Symmetric::Rotation => matches!(s.kind, SymmetryKind::Rotation { .. }),
            Symmetric::Reflection => s.kind == SymmetryKind::Reflection,
            Symmetric::Full => s.kind != SymmetryKind::Identity,
            Symmetric::Shift => true,
        });
        if self == Symmetric::Reflection {
            let at = list.iter().position(|s| s.map.is_left_to_right()).unwrap_or(0);
            list = list.into_iter().skip(at).take(1).collect();
        }
        if list.is_empty() {
            return Err(NoSymmetry { board: board.to_string(), wanted: self });
        }
        Ok(list)
    }
}

impl FromStr for Symmetric {
    type Err = String;

    fn from_str(text: &str) -> Result<Symmetric, String> {
        Ok(match text {
            "rotation" => Symmetric::Rotation,
            "reflection" => Symmetric::Reflection,
            "full" => Symmetric::Full,
            "shift" => Symmetric::Shift,
            _ => {
                let found = crate::board::excerpt(text);
                return Err(format!("symmetry \"{found}\": expected rotation, reflection, full or shift"));
            }
        })
    }
}

impl fmt::Display for Symmetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Symmetric::Rotation => "rotation",
            Symmetric::Reflection => "reflection",
            Symmetric::Full => "full",
            Symmetric::Shift => "shift",
        })
    }
}

/// The board does not have the symmetry asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSymmetry {
    /// The board.
    pub board: String,
    /// What was asked for.
    pub wanted: Symmetric,
}

impl fmt::Display for NoSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "board {}: its shape, rule and holes allow no {}",
            self.board,
            match self.wanted {
                Symmetric::Rotation => "rotation",
                Symmetric::Reflection => "reflection",
                Symmetric::Full => "rotation or reflection",
                Symmetric::Shift => "shift along glued sides",
            }
        )
    }
}

impl core::error::Error for NoSymmetry {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const SPECS: [&str; 22] = [
        "1x1",
        "3x3",
        "4x4",
        "2x5",
        "5x3",
        "cylinder:3x3",
        "cylinder:4x5",
        "torus:3x3",
        "torus:4x3",
        "mobius:3x4",
        "mobius:4x5",
        "klein:3x4",
        "klein:4x4",
        "projective:3x3",
        "projective:3x4",
        "triangle:1",
        "triangle:6",
        "hexagon:3",
        "box:2x2x3",
        "cube:3",
        "orbix",
        "merlin",
    ];

    #[test]
    fn reflections_are_named() {
        let mirror = |spec: &str, rule: &str| {
            let board: Board = spec.parse().unwrap();
            let board = board.with_rule(rule.parse().unwrap()).unwrap();
            Symmetric::Reflection.of(&board).unwrap()[0].mirror().unwrap()
        };
        for spec in ["3x4", "torus:3x3", "triangle:4", "hexagon:2", "orbix"] {
            assert_eq!(mirror(spec, "plus"), "left to right", "{spec}");
        }
        assert_eq!(mirror("3x3", ".../.##/..."), "top to bottom");
        assert_eq!(mirror("torus:3x3", "#../.#./..."), "in the diagonal from the upper left");
        assert_eq!(mirror("torus:3x3", ".#./.##/..."), "in the diagonal from the upper right");
        let holed: Board = "triangle:3".parse().unwrap();
        let holed = holed.with_holes([3]).unwrap();
        // Without the lower left corner: in the line through it, the top goes to the lower right one.
        assert_eq!(Symmetric::Reflection.of(&holed).unwrap()[0].mirror().unwrap(), "button 1 to button 5");
        assert!(
            symmetries(&holed).iter().all(|s| s.mirror().is_some() != (s.kind() == SymmetryKind::Identity))
        );
    }

    fn permutation(s: &Symmetry) -> Vec<usize> {
        (0..s.board().cells()).map(|cell| s.image(cell)).collect()
    }

    fn carries_presses(s: &Symmetry) -> bool {
        let system = s.board().system(3);
        (0..system.buttons()).all(|j| {
            let mut here: Vec<(u32, u32)> =
                system.button(j).iter().map(|&(i, a)| (s.image(i as usize) as u32, a)).collect();
            here.sort_unstable();
            here == system.button(s.image(j))
        })
    }

    #[test]
    fn every_candidate_is_a_permutation_that_carries_presses() {
        for spec in SPECS {
            for rule in ["plus", "plus-open", "cross", "king", "knight", "row-column"] {
                let board: Board = spec.parse().unwrap();
                let Ok(board) = board.with_rule(rule.parse().unwrap()) else { continue };
                let mut all = symmetries(&board);
                all.extend(Symmetric::Shift.of(&board).unwrap_or_default());
                for s in &all {
                    let image = permutation(s);
                    assert!((0..board.cells()).all(|cell| s.image(s.preimage(cell)) == cell), "{spec} {s:?}");
                    assert_eq!(image.iter().collect::<HashSet<_>>().len(), board.cells(), "{spec} {s:?}");
                    assert!(carries_presses(s), "{spec} {rule} {s:?}");
                }
            }
        }
    }

    #[test]
    fn the_point_symmetries_form_a_group() {
        for spec in SPECS {
            let board: Board = spec.parse().unwrap();
            let group: HashSet<Vec<usize>> = symmetries(&board).iter().map(permutation).collect();
            for a in &group {
                for b in &group {
                    let product: Vec<usize> = b.iter().map(|&cell| a[cell]).collect();
                    assert!(group.contains(&product), "{spec}");
                }
            }
        }
    }

    #[test]
    fn orders_are_those_of_the_drawings() {
        for (spec, total, rotations) in [
            ("5x5", 8, 3),
            ("4x5", 4, 1),
            ("cylinder:4x4", 4, 1),
            ("torus:4x4", 8, 3),
            ("triangle:7", 6, 2),
            ("hexagon:4", 12, 5),
            ("cube:3", 48, 23),
            ("box:2x3x4", 8, 3),
            ("box:3x3x3", 48, 23),
            ("orbix", 10, 4),
            ("merlin", 8, 3),
        ] {
            let board: Board = spec.parse().unwrap();
            assert_eq!(symmetries(&board).len(), total, "{spec}");
            assert_eq!(Symmetric::Rotation.of(&board).unwrap().len(), rotations, "{spec}");
            assert_eq!(Symmetric::Full.of(&board).unwrap().len(), total - 1, "{spec}");
            for s in symmetries(&board) {
                if let SymmetryKind::Rotation { order } = s.kind() {
                    let mut power: Vec<usize> = (0..board.cells()).collect();
                    for turn in 1..=order {
                        power.iter_mut().for_each(|cell| *cell = s.image(*cell));
                        assert_eq!(power.iter().copied().eq(0..board.cells()), turn == order, "{spec} {s:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn reflection_exchanges_left_and_right_of_the_drawing() {
        for spec in ["4x5", "torus:4x4", "triangle:6", "hexagon:3", "merlin"] {
            let board: Board = spec.parse().unwrap();
            let mirror = &Symmetric::Reflection.of(&board).unwrap()[0];
            let right = (0..board.cells()).map(|c| board.point(c).x).fold(0.0, f64::max);
            for cell in 0..board.cells() {
                let (here, there) = (board.point(cell), board.point(mirror.image(cell)));
                assert!((here.y - there.y).abs() < 1e-9 && (here.x + there.x - right).abs() < 1e-9, "{spec}");
            }
        }
    }

    #[test]
    fn rules_and_holes_spoil_symmetries() {
        let board: Board = "4x4".parse().unwrap();
        let turned = board.clone().with_rule("..#/.#./...".parse().unwrap()).unwrap();
        // Only the reflection that keeps the diagonal of the stencil is left.
        let kinds: Vec<SymmetryKind> = symmetries(&turned).iter().map(Symmetry::kind).collect();
        assert_eq!(kinds, [SymmetryKind::Identity, SymmetryKind::Reflection]);
        assert!(Symmetric::Rotation.of(&turned).is_err());
        for s in symmetries(&turned) {
            assert!(carries_presses(&s));
        }
        let holed = board.with_holes([0, 15]).unwrap();
        assert_eq!(symmetries(&holed).len(), 4);
        let corner: Board = "3x5".parse::<Board>().unwrap().with_holes([0]).unwrap();
        let error = Symmetric::Full.of(&corner).unwrap_err().to_string();
        assert_eq!(error, "board 3x5: its shape, rule and holes allow no rotation or reflection");
    }

    #[test]
    fn names_print_back() {
        for name in ["rotation", "reflection", "full", "shift"] {
            assert_eq!(name.parse::<Symmetric>().unwrap().to_string(), name);
        }
        assert!("round".parse::<Symmetric>().is_err());
    }
}
