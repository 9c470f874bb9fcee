//! Values of an answer in the shape of the lights, as JSON.

use serde::ser::{Serialize, SerializeSeq, Serializer};
use serde_json::Value;

use super::ParseError;
use super::error::{brief, counted};
use crate::puzzle::Game;

/// One value per light (or per button) of a game, which serialises in the shape of the lights: a
/// list of layout rows with null in holes for a board, one flat list for a free system.
///
/// # Examples
/// ```
/// use lightsout::format::Shaped;
/// use lightsout::puzzle::Game;
///
/// let game = Game::Board("triangle:2".parse()?);
/// assert_eq!(serde_json::to_string(&Shaped::new(&game, &[1, 0, 1]))?, "[[1],[0,1]]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Shaped<'a> {
    game: &'a Game,
    values: &'a [u32],
}

impl<'a> Shaped<'a> {
    /// The values of a game.
    ///
    /// # Panics
    /// When the game is a board and there is not one value per cell.
    pub fn new(game: &'a Game, values: &'a [u32]) -> Shaped<'a> {
        if let Game::Board(board) = game {
            assert_eq!(values.len(), board.cells(), "one value per cell");
        }
        Shaped { game, values }
    }
}

/// A layout row: the values of its cells and the places, counted in the row, that are holes.
struct Row<'a> {
    values: &'a [u32],
    holes: &'a [usize],
    start: usize,
    len: usize,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.len))?;
        let (mut values, mut holes) = (self.values.iter(), self.holes.iter().peekable());
        for slot in self.start..self.start + self.len {
            if holes.next_if_eq(&&slot).is_some() {
                seq.serialize_element(&())?;
            } else if let Some(value) = values.next() {
                seq.serialize_element(value)?;
            }
        }
        seq.end()
    }
}

impl Serialize for Shaped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Game::Board(board) = self.game else {
            return self.values.serialize(serializer);
        };
        let shape = board.shape();
        let mut seq = serializer.serialize_seq(Some(shape.layout_rows()))?;
        let (mut values, mut holes) = (self.values, board.holes());
        for row in 0..shape.layout_rows() {
            let (start, len) = (shape.row_start(row), shape.layout_row_len(row));
            let (own_holes, later_holes) = holes.split_at(holes.partition_point(|&h| h < start + len));
            let (own, later) = values.split_at(len - own_holes.len());
            seq.serialize_element(&Row { values: own, holes: own_holes, start, len })?;
            (values, holes) = (later, later_holes);
        }
        seq.end()
    }
}

/// One value per light (or per button) as a JSON value in the shape of the lights.
///
/// # Panics
/// When the game is a board and there is not one value per cell.
pub fn shaped(game: &Game, values: &[u32]) -> Value {
    serde_json::to_value(Shaped::new(game, values)).unwrap_or_default()
}

/// The inverse of [`shaped`] for `expected` values: [`Game::lights`] or [`Game::buttons`].
///
/// # Errors
/// When the value has another shape, or holds anything but integers from 0 to 2^32 - 1 and null in
/// holes.
pub fn unshape(game: &Game, value: &Value, expected: usize) -> Result<Vec<u32>, ParseError> {
    let number = |value: &Value, place: &dyn Fn() -> String| {
        value
            .as_u64()
            .and_then(|v| u32::try_from(v).ok())
            .ok_or_else(|| ParseError::new(shown(value), format!("an integer of at least 0 {}", place())))
    };
    let length = |found: usize, expected: usize, what: &str, place: String| {
        if found == expected {
            Ok(())
        } else {
            Err(ParseError::new(counted(found, what) + &place, expected.to_string()))
        }
    };
    let mut out = Vec::new();
    match game {
        Game::Free(_) => {
            let values = list(value, &|| "a list of integers".into())?;
            length(values.len(), expected, "value", String::new())?;
            for (index, value) in values.iter().enumerate() {
                out.push(number(value, &|| format!("at number {}", index + 1))?);
            }
        }
        Game::Board(board) => {
            let shape = board.shape();
            let rows = list(value, &|| "a list of rows".into())?;
            length(rows.len(), shape.layout_rows(), "row", String::new())?;
            for (r, row) in rows.iter().enumerate() {
                let row = list(row, &|| format!("a list of integers as row {}", r + 1))?;
                length(row.len(), shape.layout_row_len(r), "value", format!(" in row {}", r + 1))?;
                for (place, value) in row.iter().enumerate() {
                    let here = || format!("at row {}, column {}", r + 1, place + 1);
                    if board.cell_at(r, place).is_some() {
                        out.push(number(value, &here)?);
                    } else if !value.is_null() {
                        return Err(ParseError::new(shown(value), format!("null for the hole {}", here())));
                    }
                }
            }
        }
    }
    Ok(out)
}

fn list<'v>(value: &'v Value, what: &dyn Fn() -> String) -> Result<&'v [Value], ParseError> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| ParseError::new(shown(value), what()))
}

/// A JSON value as an error message shows it.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(_) => "an object".into(),
        other => brief(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::puzzle::FreeSystem;
    use serde_json::json;

    #[test]
    fn shapes_and_back() {
        for (spec, holes) in
            [("3x4", vec![0, 5, 11]), ("hexagon:3", vec![1]), ("orbix", vec![]), ("box:2x2x2", vec![7, 6])]
        {
            let board = spec.parse::<Board>().unwrap().with_holes(holes).unwrap();
            let values: Vec<u32> = (0..board.cells() as u32).map(|v| v * 1000).collect();
            let arranged = json!(board.arrange(&values));
            let game = Game::Board(board);
            assert_eq!(shaped(&game, &values), arranged);
            assert_eq!(unshape(&game, &arranged, values.len()).unwrap(), values);
        }
        let free = Game::Free(FreeSystem::new(3, vec![vec![], vec![]]).unwrap());
        assert_eq!(shaped(&free, &[5, u32::MAX]), json!([5, u32::MAX]));
        assert_eq!(unshape(&free, &json!([5, u32::MAX]), 2).unwrap(), [5, u32::MAX]);
        assert!(unshape(&free, &json!([5]), 2).is_err());
    }

    #[test]
    fn faults_are_named() {
        let game = Game::Board("2x2".parse::<Board>().unwrap().with_holes([3]).unwrap());
        for (value, sentence) in [
            (json!(7), "found 7, expected a list of rows"),
            (json!([[1, 0]]), "found 1 row, expected 2"),
            (json!([[1, 0], 3]), "found 3, expected a list of integers as row 2"),
            (json!([[1, 0], [0]]), "found 1 value in row 2, expected 2"),
            (json!([[1, -1], [0, null]]), "found -1, expected an integer of at least 0 at row 1, column 2"),
            (
                json!([[1, null], [0, null]]),
                "found null, expected an integer of at least 0 at row 1, column 2",
            ),
            (json!([[1, 0], [0, 1]]), "found 1, expected null for the hole at row 2, column 2"),
        ] {
            assert_eq!(unshape(&game, &value, 3).unwrap_err().to_string(), sentence);
        }
    }
}
