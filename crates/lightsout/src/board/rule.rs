//! Rules: which lights a press changes, relative to the pressed button.

use core::fmt;
use core::str::FromStr;

use super::BoardError;

/// Which lights a press changes on a grid, relative to the pressed cell; on the other shapes
/// only [`Rule::Plus`] (closed neighbourhood) and [`Rule::PlusOpen`] (open) make sense.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The light itself and the lights it touches (four on a grid).
    #[default]
    Plus,
    /// The lights it touches, not the light itself.
    PlusOpen,
    /// The light itself and its four diagonal neighbours.
    Cross,
    /// The light itself and the eight around it.
    King,
    /// The eight lights around it.
    KingOpen,
    /// The light itself and the lights a chess knight's move away.
    Knight,
    /// Every light of the row and of the column, each once, passing over holes.
    RowColumn,
    /// Any set of offsets.
    Stencil(Stencil),
}

/// A set of offsets drawn as rows of `#` and `.` around the middle, such as `.#./###/.#.`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stencil {
    rows: usize,
    columns: usize,
    marked: Vec<bool>,
    offsets: Vec<(i64, i64)>,
}

impl Stencil {
    fn new(rows: usize, columns: usize, marked: Vec<bool>) -> Stencil {
        let (up, left) = ((rows / 2) as i64, (columns / 2) as i64);
        let offsets = (0..marked.len())
            .filter(|&t| marked[t])
            .map(|t| ((t / columns) as i64 - up, (t % columns) as i64 - left))
            .collect();
        Stencil { rows, columns, marked, offsets }
    }

    /// Offsets (di, dj) of the marked places from the middle, in reading order.
    pub fn offsets(&self) -> &[(i64, i64)] {
        &self.offsets
    }
}

const PLUS: [(i64, i64); 5] = [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)];
const PLUS_OPEN: [(i64, i64); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const CROSS: [(i64, i64); 5] = [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)];
const KING: [(i64, i64); 9] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)];
const KING_OPEN: [(i64, i64); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
const KNIGHT: [(i64, i64); 9] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (0, 0), (1, -2), (1, 2), (2, -1), (2, 1)];

impl Rule {
    /// Offsets (di, dj) from the pressed cell of a grid to the lights that change, in reading
    /// order, or `None` for [`Rule::RowColumn`], which depends on the board's size.
    pub fn offsets(&self) -> Option<&[(i64, i64)]> {
        Some(match self {
            Rule::Plus => &PLUS,
            Rule::PlusOpen => &PLUS_OPEN,
            Rule::Cross => &CROSS,
            Rule::King => &KING,
            Rule::KingOpen => &KING_OPEN,
            Rule::Knight => &KNIGHT,
            Rule::RowColumn => return None,
            Rule::Stencil(stencil) => stencil.offsets(),
        })
    }

    /// Whether the rule makes sense on shapes that are not grids.
    pub fn is_neighbourhood(&self) -> bool {
        matches!(self, Rule::Plus | Rule::PlusOpen)
    }
}

impl FromStr for Rule {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        Ok(match text {
            "plus" => Rule::Plus,
            "plus-open" => Rule::PlusOpen,
            "cross" => Rule::Cross,
            "king" => Rule::King,
            "king-open" => Rule::KingOpen,
            "knight" => Rule::Knight,
            "row-column" => Rule::RowColumn,
            _ => Rule::Stencil(parse_stencil(text)?),
        })
    }
}

fn parse_stencil(text: &str) -> Result<Stencil, BoardError> {
    let bad = |why: String| BoardError::Rule { found: super::excerpt(text), why };
    if text.is_empty() || !text.chars().all(|c| matches!(c, '#' | '.' | '/')) {
        return Err(bad(
            "expected plus, plus-open, cross, king, king-open, knight, row-column or a stencil \
                        such as .#./###/.#."
                .into(),
        ));
    }
    let lines: Vec<&str> = text.split('/').collect();
    let columns = lines[0].len();
    if let Some((index, line)) = lines.iter().enumerate().find(|(_, line)| line.len() != columns) {
        return Err(bad(format!(
            "row {} of the stencil has {} places, row 1 has {columns}",
            index + 1,
            line.len()
        )));
    }
    if lines.len() % 2 == 0 || columns % 2 == 0 {
        return Err(bad(format!(
            "a stencil needs an odd number of rows and of columns, so that it has a middle; this one has {} x {columns}",
            lines.len()
        )));
    }
    let marked = lines.iter().flat_map(|line| line.bytes().map(|b| b == b'#')).collect();
    Ok(Stencil::new(lines.len(), columns, marked))
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Rule::Plus => "plus",
            Rule::PlusOpen => "plus-open",
            Rule::Cross => "cross",
            Rule::King => "king",
            Rule::KingOpen => "king-open",
            Rule::Knight => "knight",
            Rule::RowColumn => "row-column",
            Rule::Stencil(stencil) => {
                for (t, &marked) in stencil.marked.iter().enumerate() {
                    if t > 0 && t % stencil.columns == 0 {
                        f.write_str("/")?;
                    }
                    f.write_str(if marked { "#" } else { "." })?;
                }
                return Ok(());
            }
        };
        f.write_str(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_print_back_to_themselves() {
        for text in [
            "plus",
            "plus-open",
            "cross",
            "king",
            "king-open",
            "knight",
            "row-column",
            ".#./###/.#.",
            "#",
            "#../.#./..#",
        ] {
            assert_eq!(text.parse::<Rule>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn the_plus_stencil_is_the_plus_rule() {
        let stencil: Rule = ".#./###/.#.".parse().unwrap();
        assert_eq!(stencil.offsets(), Rule::Plus.offsets());
        let king: Rule = "###/###/###".parse().unwrap();
        assert_eq!(king.offsets(), Rule::King.offsets());
    }

    #[test]
    fn bad_rules_are_refused_with_a_reason() {
        for text in ["", "pluss", "##/##", "#./##/.#/", "#/##/#", ".x."] {
            assert!(text.parse::<Rule>().is_err(), "{text}");
        }
    }
}
