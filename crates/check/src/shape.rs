//! Board specifications: which shape, how its cells are laid out in rows, and which rule it has.

use crate::input::quote;
use crate::words::counted;

/// Largest side of a board.
const LONGEST: u64 = 1 << 32;

/// A shape with its sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Plane(usize, usize),
    Cylinder(usize, usize),
    Torus(usize, usize),
    Mobius(usize, usize),
    Klein(usize, usize),
    Projective(usize, usize),
    Triangle(usize),
    Hexagon(usize),
    Box(usize, usize, usize),
    Cube(usize),
    Orbix,
    Merlin,
}

/// What a press changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The cells at these (row, column) distances from the pressed one.
    Stencil(Vec<(i64, i64)>),
    /// The whole row and the whole column.
    RowColumn,
    /// The pressed cell and its neighbours.
    Closed,
    /// The neighbours of the pressed cell.
    Open,
    /// The wiring belongs to the shape.
    Fixed,
}

/// What a board specification says when nothing else is given.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) shape: Shape,
    pub(crate) states: u64,
    pub(crate) rule: &'static str,
}

/// Reads a board specification such as `5x5`, `torus:4x4` or `classic`.
pub(crate) fn parse_board(text: &str) -> Result<Spec, String> {
    let plain = |shape| Ok(Spec { shape, states: 2, rule: "plus" });
    match text {
        "classic" => return plain(Shape::Plane(5, 5)),
        "mini" => return plain(Shape::Torus(4, 4)),
        "deluxe" => return plain(Shape::Plane(6, 6)),
        "lights-out-2000" => {
            return Ok(Spec { shape: Shape::Plane(5, 5), states: 3, rule: "plus" });
        }
        "alien-tiles" => {
            return Ok(Spec { shape: Shape::Plane(7, 7), states: 4, rule: "row-column" });
        }
        "merlin" => {
            return Ok(Spec { shape: Shape::Merlin, states: 2, rule: "plus" });
        }
        "orbix" => {
            return Ok(Spec { shape: Shape::Orbix, states: 2, rule: "plus-open" });
        }
        _ => {}
    }
    let (name, sizes) = match text.split_once(':') {
        Some(("", _)) => ("?", ""),
        Some(parts) => parts,
        None => ("", text),
    };
    if name == "graph" {
        return Err(format!(
            "found the board {}, but a puzzle file lists the buttons of a graph itself",
            quote(text)
        ));
    }
    let sizes: Option<Vec<usize>> = sizes.split('x').map(size).collect();
    let shape = match (name, sizes.as_deref()) {
        ("", Some(&[rows, columns])) => Shape::Plane(rows, columns),
        ("cylinder", Some(&[rows, columns])) => Shape::Cylinder(rows, columns),
        ("torus", Some(&[rows, columns])) => Shape::Torus(rows, columns),
        ("mobius", Some(&[rows, columns])) => Shape::Mobius(rows, columns),
        ("klein", Some(&[rows, columns])) => Shape::Klein(rows, columns),
        ("projective", Some(&[rows, columns])) => Shape::Projective(rows, columns),
        ("triangle", Some(&[side])) => Shape::Triangle(side),
        ("hexagon", Some(&[side])) => Shape::Hexagon(side),
        ("box", Some(&[layers, rows, columns])) => Shape::Box(layers, rows, columns),
        ("cube", Some(&[side])) => Shape::Cube(side),
        _ => {
            return Err(format!(
                "found the board {}, expected one such as 5x5, cylinder:5x7, torus:6x6, mobius:4x7, klein:5x6, \
                 projective:5x5, triangle:7, hexagon:4, box:3x3x3, cube:3, classic, mini, deluxe, lights-out-2000, \
                 merlin, orbix or alien-tiles",
                quote(text)
            ));
        }
    };
    if shape.cells().is_none() {
        return Err(format!("the board {} has more cells than can be counted", quote(text)));
    }
    plain(shape)
}

/// A side: decimal digits without a sign.
fn size(text: &str) -> Option<usize> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value: u64 = text.parse().ok()?;
    (1..=LONGEST).contains(&value).then_some(value as usize)
}

impl Shape {
    /// The six shapes that are R rows of C cells.
    pub(crate) fn rectangle(self) -> Option<(usize, usize)> {
        match self {
            Shape::Plane(r, c)
            | Shape::Cylinder(r, c)
            | Shape::Torus(r, c)
            | Shape::Mobius(r, c)
            | Shape::Klein(r, c)
            | Shape::Projective(r, c) => Some((r, c)),
            _ => None,
        }
    }

    /// Number of layout rows.
    pub(crate) fn rows(self) -> usize {
        match self {
            Shape::Triangle(n) => n,
            Shape::Hexagon(n) => 2 * n - 1,
            Shape::Box(a, b, _) => a.saturating_mul(b),
            Shape::Cube(n) => 6 * n,
            Shape::Orbix => 4,
            Shape::Merlin => 3,
            _ => self.rectangle().map_or(0, |(rows, _)| rows),
        }
    }

    /// Number of cells of a layout row.
    pub(crate) fn row_len(self, row: usize) -> usize {
        match self {
            Shape::Triangle(_) => row + 1,
            Shape::Hexagon(n) => 2 * n - 1 - row.abs_diff(n - 1),
            Shape::Box(_, _, c) => c,
            Shape::Cube(n) => n,
            Shape::Orbix => [1, 5, 5, 1][row],
            Shape::Merlin => 3,
            _ => self.rectangle().map_or(0, |(_, columns)| columns),
        }
    }

    /// Number of cells, if it can be counted.
    pub(crate) fn cells(self) -> Option<u64> {
        let mul = |values: &[usize]| values.iter().try_fold(1u64, |a, &b| a.checked_mul(b as u64));
        match self {
            Shape::Triangle(n) => Some(mul(&[n, n + 1])? / 2),
            Shape::Hexagon(n) => mul(&[3, n, n - 1])?.checked_add(1),
            Shape::Box(a, b, c) => mul(&[a, b, c]),
            Shape::Cube(n) => mul(&[6, n, n]),
            Shape::Orbix => Some(12),
            Shape::Merlin => Some(9),
            _ => self.rectangle().and_then(|(rows, columns)| mul(&[rows, columns])),
        }
    }

    /// Whether blank lines may stand between parts of the grid.
    pub(crate) fn has_parts(self) -> bool {
        matches!(self, Shape::Box(..) | Shape::Cube(_))
    }

    /// Whether the rows of a text may be indented at will.
    pub(crate) fn is_slanted(self) -> bool {
        matches!(self, Shape::Triangle(_) | Shape::Hexagon(_) | Shape::Orbix)
    }

    /// The shape in words, for a message.
    pub(crate) fn words(self) -> String {
        match self {
            Shape::Triangle(1) | Shape::Hexagon(1) => "1 row of 1 cell".to_string(),
            Shape::Triangle(n) => format!("{n} rows of 1 to {n} cells"),
            Shape::Hexagon(n) => format!("{} rows of {n} to {} cells", 2 * n - 1, 2 * n - 1),
            Shape::Orbix => "4 rows of 1, 5, 5 and 1 cells".to_string(),
            _ => format!("{} of {}", counted(self.rows(), "row"), counted(self.row_len(0), "cell")),
        }
    }
}

/// Reads a rule for a shape.
pub(crate) fn parse_rule(text: &str, shape: Shape) -> Result<Rule, String> {
    // The toys with a wiring of their own take no other; the default rule is passed over.
    let own = |name: &str| format!("found the rule {}, but {name} has its own wiring", quote(text));
    match (shape, text) {
        (Shape::Merlin, "plus") => return Ok(Rule::Fixed),
        (Shape::Merlin, _) => return Err(own("merlin")),
        (Shape::Orbix, "plus" | "plus-open") => return Ok(Rule::Open),
        (Shape::Orbix, _) => return Err(own("orbix")),
        _ => {}
    }
    if shape.rectangle().is_none() {
        return match text {
            "plus" => Ok(Rule::Closed),
            "plus-open" => Ok(Rule::Open),
            _ => Err(format!("found the rule {}, expected plus or plus-open on this board", quote(text))),
        };
    }
    const BESIDE: [(i64, i64); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    const DIAGONAL: [(i64, i64); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
    const KNIGHT: [(i64, i64); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
    let offsets = match text {
        "plus" => [&[(0, 0)][..], &BESIDE].concat(),
        "plus-open" => BESIDE.to_vec(),
        "cross" => [&[(0, 0)][..], &DIAGONAL].concat(),
        "king" => [&[(0, 0)][..], &BESIDE, &DIAGONAL].concat(),
        "king-open" => [BESIDE, DIAGONAL].concat(),
        "knight" => [&[(0, 0)][..], &KNIGHT].concat(),
        "row-column" => return Ok(Rule::RowColumn),
        _ => stencil(text)?,
    };
    Ok(Rule::Stencil(offsets))
}

fn stencil(text: &str) -> Result<Vec<(i64, i64)>, String> {
    if text.is_empty() || !text.bytes().all(|b| matches!(b, b'.' | b'#' | b'/')) {
        return Err(format!(
            "found the rule {}, expected plus, plus-open, cross, king, king-open, knight, row-column or a stencil \
             such as .#./###/.#.",
            quote(text)
        ));
    }
    let rows: Vec<&[u8]> = text.split('/').map(str::as_bytes).collect();
    let (height, width) = (rows.len(), rows[0].len());
    if let Some(at) = rows.iter().position(|row| row.len() != width) {
        return Err(format!(
            "row {} of the stencil has {} signs, expected {width} as in row 1",
            at + 1,
            rows[at].len()
        ));
    }
    if height % 2 == 0 || width % 2 == 0 {
        return Err(format!("found a stencil of {height} rows of {width}, expected odd numbers of both"));
    }
    let mut offsets = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        for (j, &sign) in row.iter().enumerate() {
            if sign == b'#' {
                offsets.push((i as i64 - (height / 2) as i64, j as i64 - (width / 2) as i64));
            }
        }
    }
    Ok(offsets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_add_up() {
        for spec in [
            "5x7",
            "cylinder:1x2",
            "torus:3x4",
            "mobius:2x5",
            "klein:4x4",
            "projective:3x3",
            "triangle:1",
            "triangle:6",
            "hexagon:1",
            "hexagon:2",
            "hexagon:5",
            "box:2x3x4",
            "cube:1",
            "cube:4",
            "orbix",
            "merlin",
            "classic",
            "mini",
            "deluxe",
            "lights-out-2000",
            "alien-tiles",
        ] {
            let shape = parse_board(spec).expect(spec).shape;
            let total: usize = (0..shape.rows()).map(|row| shape.row_len(row)).sum();
            assert_eq!(Some(total as u64), shape.cells(), "{spec}");
            assert!(!shape.words().is_empty());
        }
        let hexagon: Vec<usize> = (0..5).map(|row| Shape::Hexagon(3).row_len(row)).collect();
        assert_eq!(hexagon, [3, 4, 5, 4, 3]);
    }

    #[test]
    fn wrong_boards_are_refused() {
        for spec in [
            "",
            "5",
            "5x",
            "x5",
            "0x5",
            "5x0",
            "5x5x5",
            "-1x5",
            "+1x5",
            "5X5",
            "5x5 ",
            "plane:5x5",
            "triangle:0",
            "triangle:5x5",
            "hexagon:0",
            "box:3x3",
            "cube:-1",
            "cube:",
            "torus:",
            "torus",
            "99999999999x1",
            "4294967296x4294967296",
            "triangle:99999999999999999999",
            "graph:a.txt",
            "Classic",
            ":5x5",
        ] {
            assert!(parse_board(spec).is_err(), "{spec}");
        }
    }

    #[test]
    fn rules_read_as_offsets() {
        let plane = Shape::Plane(5, 5);
        let count = |text: &str| match parse_rule(text, plane).expect(text) {
            Rule::Stencil(offsets) => offsets.len(),
            _ => 0,
        };
        assert_eq!(
            ["plus", "plus-open", "cross", "king", "king-open", "knight", "#", ".", "#.#", "#/./#"]
                .map(count),
            [5, 4, 5, 9, 8, 9, 1, 0, 2, 2]
        );
        let same = |a: &str, b: &str| {
            let sorted = |text: &str| match parse_rule(text, plane).expect(text) {
                Rule::Stencil(mut offsets) => {
                    offsets.sort_unstable();
                    offsets
                }
                _ => vec![],
            };
            assert_eq!(sorted(a), sorted(b), "{a} {b}");
        };
        same("plus", ".#./###/.#.");
        same("plus-open", ".#./#.#/.#.");
        same("cross", "#.#/.#./#.#");
        same("king", "###/###/###");
        same("king-open", "###/#.#/###");
        same("knight", ".#.#./#...#/..#../#...#/.#.#.");
        assert_eq!(parse_rule("row-column", plane), Ok(Rule::RowColumn));
        for bad in ["", "plus ", "Plus", "##", "#/#", "###/##/###", "#x#", "/", "###//###", "fixed"] {
            assert!(parse_rule(bad, plane).is_err(), "{bad}");
        }
        for shape in [Shape::Triangle(3), Shape::Hexagon(3), Shape::Box(1, 2, 3), Shape::Cube(2)] {
            assert_eq!(parse_rule("plus", shape), Ok(Rule::Closed));
            assert_eq!(parse_rule("plus-open", shape), Ok(Rule::Open));
            assert!(parse_rule("king", shape).is_err());
            assert!(parse_rule("###", shape).is_err());
        }
        assert_eq!(parse_rule("plus-open", Shape::Orbix), Ok(Rule::Open));
        assert_eq!(parse_rule("plus", Shape::Orbix), Ok(Rule::Open));
        assert_eq!(parse_rule("plus", Shape::Merlin), Ok(Rule::Fixed));
        assert!(parse_rule("king", Shape::Orbix).is_err());
        assert!(parse_rule("plus-open", Shape::Merlin).is_err());
    }
}
