//! Grids of states as text: the symbols, rows for files and drawings for people.

use crate::board::{Board, Shape};
use crate::puzzle::Game;

/// States up to this many are written as one character each.
pub const SYMBOLS: u64 = 36;

/// The character for a state below 36: `.`, `#`, `2`..`9`, `a`..`z`.
///
/// # Panics
/// When the state is 36 or more.
pub fn symbol(state: u32) -> char {
    assert!(state < 36, "state {state} has no character");
    char::from(b".#23456789abcdefghijklmnopqrstuvwxyz"[state as usize])
}

/// The state that a character stands for: `.` and `0` are 0; `#`, `*`, `X`, `O` and `1` are 1;
/// then `2`..`9` and `a`..`z`.
pub fn state_of(symbol: char) -> Option<u32> {
    match symbol {
        '.' => Some(0),
        '#' | '*' | 'X' | 'O' => Some(1),
        '0'..='9' => Some(symbol as u32 - '0' as u32),
        'a'..='z' => Some(symbol as u32 - 'a' as u32 + 10),
        _ => None,
    }
}

/// What stands in a hole.
pub const HOLE: char = '_';

/// One value per cell as rows of text, the way puzzle files have them: one character per cell up
/// to 36 states, numbers split by blanks beyond; blank lines between the layers of a box and the
/// faces of a cube. Ends with a line feed.
pub fn rows(board: &Board, states: u64, values: &[u32]) -> String {
    let mut out = String::with_capacity(values.len() + board.holes().len());
    let per_block = board.shape().rows_per_block();
    for (r, row) in board.arrange(values).into_iter().enumerate() {
        if r > 0 && r.is_multiple_of(per_block) {
            out.push('\n');
        }
        for (place, value) in row.into_iter().enumerate() {
            if place > 0 && states > SYMBOLS {
                out.push(' ');
            }
            match value {
                None => out.push(HOLE),
                Some(state) if states <= SYMBOLS => out.push(symbol(state)),
                Some(state) => out.push_str(&state.to_string()),
            }
        }
        out.push('\n');
    }
    out
}

/// One value per light (or per button) as a drawing for people: triangles and hexagons indented
/// so that touching cells stand near each other, numbers in columns, a free system as one row.
/// Ends with a line feed.
///
/// # Panics
/// When the game is a board and there is not one value per cell, or a value is not below `states`.
pub fn draw(game: &Game, states: u64, values: &[u32]) -> String {
    match game {
        Game::Board(board) => draw_apart(board, values, |value| text_of(states, value), states > SYMBOLS),
        Game::Free(_) => {
            let cells: Vec<String> = values.iter().map(|&v| text_of(states, v)).collect();
            cells.join(if states <= SYMBOLS { "" } else { " " }) + "\n"
        }
    }
}

fn text_of(states: u64, value: u32) -> String {
    if states <= SYMBOLS { symbol(value).to_string() } else { value.to_string() }
}

/// Draws a board with a text of one's own for each cell; texts are aligned to the right in columns
/// as wide as the longest.
///
/// # Panics
/// When there is not one value per cell.
pub fn draw_board<T: Copy>(board: &Board, values: &[T], text: impl Fn(T) -> String) -> String {
    draw_apart(board, values, text, false)
}

/// As [`draw_board`], with blanks between cells even where all texts are one character wide.
fn draw_apart<T: Copy>(board: &Board, values: &[T], text: impl Fn(T) -> String, apart: bool) -> String {
    assert_eq!(values.len(), board.cells(), "one value per cell");
    let shape = board.shape();
    let rows = board.arrange(values);
    let width = values.iter().map(|&v| text(v).chars().count()).max().unwrap_or(1).max(1);
    let slanted = matches!(shape, Shape::Triangle { .. } | Shape::Hexagon { .. } | Shape::Orbix);
    let gap = usize::from(slanted || apart || width > 1);
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let per_block = shape.rows_per_block();
    let mut out = String::new();
    for (r, row) in rows.iter().enumerate() {
        if r > 0 && r.is_multiple_of(per_block) {
            out.push('\n');
        }
        // A row shorter by one cell starts half a cell further right.
        let indent = if slanted { (longest - row.len()) * (width + 1) / 2 } else { 0 };
        out.extend(core::iter::repeat_n(' ', indent));
        for (place, value) in row.iter().enumerate() {
            if place > 0 {
                out.extend(core::iter::repeat_n(' ', gap));
            }
            let cell = value.map_or_else(|| HOLE.to_string(), &text);
            out.extend(core::iter::repeat_n(' ', width - cell.chars().count().min(width)));
            out.push_str(&cell);
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(spec: &str) -> Board {
        spec.parse().unwrap()
    }

    #[test]
    fn symbols_and_states_are_inverse() {
        for state in 0..36 {
            assert_eq!(state_of(symbol(state)), Some(state));
        }
        assert_eq!(
            [state_of('0'), state_of('1'), state_of('X'), state_of('o')],
            [Some(0), Some(1), Some(1), Some(24)]
        );
        assert_eq!([state_of('_'), state_of('A'), state_of(' ')], [None; 3]);
    }

    #[test]
    fn rows_are_plain_and_drawings_are_slanted() {
        let triangle = board("triangle:3");
        assert_eq!(rows(&triangle, 3, &[0, 1, 2, 0, 1, 2]), ".\n#2\n.#2\n");
        assert_eq!(draw(&Game::Board(triangle), 3, &[0, 1, 2, 0, 1, 2]), "  .\n # 2\n. # 2\n");
        let hexagon = Game::Board(board("hexagon:2"));
        assert_eq!(draw(&hexagon, 2, &[1, 0, 0, 1, 0, 0, 1]), " # .\n. # .\n . #\n");
        let holed = board("2x3").with_holes([1]).unwrap();
        assert_eq!(rows(&holed, 2, &[1, 0, 0, 1, 0]), "#_.\n.#.\n");
        assert_eq!(rows(&holed, 40, &[1, 0, 0, 39, 0]), "1 _ 0\n0 39 0\n");
        assert_eq!(draw(&Game::Board(holed), 40, &[1, 0, 0, 39, 0]), " 1  _  0\n 0 39  0\n");
        assert_eq!(rows(&board("box:2x1x2"), 2, &[1, 0, 0, 1]), "#.\n\n.#\n");
    }
}
