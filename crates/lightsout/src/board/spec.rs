//! Spec strings: the text that names a board.

use core::fmt;
use core::str::FromStr;

use super::{Board, BoardError, Rule, Shape, Surface, excerpt};

/// A board that was sold as a toy, known by its name.
///
/// The wirings of Orbix (its first game) and of Merlin's Magic Square follow the descriptions
/// at jaapsch.net/puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Toy {
    /// Lights Out: 5 x 5.
    Classic,
    /// Mini Lights Out: 4 x 4 on a torus.
    Mini,
    /// Lights Out Deluxe: 6 x 6.
    Deluxe,
    /// Lights Out 2000: 5 x 5 with three states.
    LightsOut2000,
    /// Merlin's Magic Square: 3 x 3 with a wiring of its own.
    Merlin,
    /// Orbix: twelve buttons on a ball, a press changes the five around it.
    Orbix,
    /// Alien Tiles: 7 x 7, four states, a press changes its row and its column.
    AlienTiles,
}

impl Toy {
    /// Every toy, for loops over all of them.
    pub const ALL: [Toy; 7] =
        [Toy::Classic, Toy::Mini, Toy::Deluxe, Toy::LightsOut2000, Toy::Merlin, Toy::Orbix, Toy::AlienTiles];

    /// The name, which is also the spec string.
    pub fn name(self) -> &'static str {
        match self {
            Toy::Classic => "classic",
            Toy::Mini => "mini",
            Toy::Deluxe => "deluxe",
            Toy::LightsOut2000 => "lights-out-2000",
            Toy::Merlin => "merlin",
            Toy::Orbix => "orbix",
            Toy::AlienTiles => "alien-tiles",
        }
    }

    /// The number of states of its lights.
    pub fn states(self) -> u64 {
        match self {
            Toy::LightsOut2000 => 3,
            Toy::AlienTiles => 4,
            _ => 2,
        }
    }

    /// Its rule.
    pub fn rule(self) -> Rule {
        match self {
            Toy::AlienTiles => Rule::RowColumn,
            Toy::Orbix => Rule::PlusOpen,
            _ => Rule::Plus,
        }
    }

    fn shape(self) -> Shape {
        let square = |surface, n| Shape::Grid { surface, rows: n, columns: n };
        match self {
            Toy::Classic | Toy::LightsOut2000 => square(Surface::Plane, 5),
            Toy::Mini => square(Surface::Torus, 4),
            Toy::Deluxe => square(Surface::Plane, 6),
            Toy::Merlin => Shape::Merlin,
            Toy::Orbix => Shape::Orbix,
            Toy::AlienTiles => square(Surface::Plane, 7),
        }
    }
}

/// What a spec string may be, for error messages.
const EXPECTED: &str = "expected ROWSxCOLUMNS, cylinder:RxC, torus:RxC, mobius:RxC, klein:RxC, projective:RxC, \
triangle:N, hexagon:N, box:AxBxC, cube:N or one of classic, mini, deluxe, lights-out-2000, merlin, orbix, alien-tiles";

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        if let Some(toy) = Toy::ALL.into_iter().find(|toy| toy.name() == text) {
            let mut board = Board::new(toy.shape(), toy.rule())?;
            board.toy = Some(toy);
            return Ok(board);
        }
        let (kind, sizes) = text.split_once(':').unwrap_or(("", text));
        let grid = |surface| {
            let [rows, columns] = numbers(text, sizes)?;
            Ok(Shape::Grid { surface, rows, columns })
        };
        let side = || numbers(text, sizes).map(|[side]| side);
        let shape = match kind {
            "" => grid(Surface::Plane)?,
            "cylinder" => grid(Surface::Cylinder)?,
            "torus" => grid(Surface::Torus)?,
            "mobius" => grid(Surface::Mobius)?,
            "klein" => grid(Surface::Klein)?,
            "projective" => grid(Surface::Projective)?,
            "triangle" => Shape::Triangle { side: side()? },
            "hexagon" => Shape::Hexagon { side: side()? },
            "cube" => Shape::Cube { side: side()? },
            "box" => {
                let [layers, rows, columns] = numbers(text, sizes)?;
                Shape::Box { layers, rows, columns }
            }
            _ => return Err(BoardError::Spec { found: excerpt(text), why: EXPECTED.into() }),
        };
        Board::new(shape, Rule::Plus)
    }
}

/// "1 size", "2 sizes".
fn counted(sizes: usize) -> String {
    format!("{sizes} size{}", if sizes == 1 { "" } else { "s" })
}

/// Exactly N sizes separated by `x`.
fn numbers<const N: usize>(text: &str, sizes: &str) -> Result<[usize; N], BoardError> {
    let bad = |why: String| BoardError::Spec { found: excerpt(text), why };
    let parts: Vec<&str> = sizes.split('x').collect();
    if parts.iter().any(|part| part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit())) {
        return Err(bad(EXPECTED.into()));
    }
    if parts.len() != N {
        return Err(bad(format!("has {}, expected {N} separated by x", counted(parts.len()))));
    }
    let mut found = [0; N];
    for (size, part) in found.iter_mut().zip(&parts) {
        *size = part.parse().map_err(|_| bad(format!("the size {} is too large", excerpt(part))))?;
    }
    Ok(found)
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.toy {
            Some(toy) => f.write_str(toy.name()),
            None => self.shape.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_print_back_to_themselves() {
        for text in [
            "5x5",
            "1x1",
            "3x70000",
            "cylinder:5x7",
            "torus:6x6",
            "mobius:4x7",
            "klein:5x6",
            "projective:5x5",
            "triangle:7",
            "hexagon:4",
            "box:3x3x3",
            "cube:3",
            "classic",
            "mini",
            "deluxe",
            "lights-out-2000",
            "merlin",
            "orbix",
            "alien-tiles",
        ] {
            assert_eq!(text.parse::<Board>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "",
            "5",
            "5x",
            "x5",
            "5x5x5",
            "-1x5",
            "5 x 5",
            "+5x5",
            "torus:5",
            "triangle:2x2",
            "triangle:-1",
            "cube:",
            "sphere:3",
            "Classic",
            "99999999999999999999x2",
            "9223372036854775807x3",
            "0x0",
            "triangle:0",
            "box:1x0x1",
        ] {
            assert!(text.parse::<Board>().is_err(), "{text}");
        }
    }
}
