//! Boards as text: lights, and presses over them.

use lightsout::board::{Board, Shape};
use lightsout::format::write_pairs;
use lightsout::puzzle::Game;

/// "1 button", "2 buttons", "2 presses".
pub(crate) fn counted(n: u64, noun: &str) -> String {
    match n {
        1 => format!("1 {noun}"),
        n if noun.ends_with("ss") => format!("{n} {noun}es"),
        n => format!("{n} {noun}s"),
    }
}

/// The buttons to press after a verb, on one line: `Press (row,column): (1,2) (3,1)x2`, or
/// `Press buttons (counted from 0): 0,3` for a free system; `none` where there are none.
pub(crate) fn presses_line(verb: &str, game: &Game, presses: &[u32]) -> String {
    let list = write_pairs(game, presses);
    let how = if game.board().is_some() { "(row,column)" } else { "buttons (counted from 0)" };
    format!("{verb} {how}: {}\n", if list.is_empty() { "none" } else { &list })
}

/// A pattern of presses: a board drawn, the buttons of a free system listed.
pub(crate) fn pattern(game: &Game, states: u64, presses: &[u32], colour: bool) -> String {
    match game {
        Game::Board(board) => draw_board(board, states, presses, None, colour),
        Game::Free(_) => presses_line("press", game, presses),
    }
}

/// How a cell is shown.
#[derive(Clone, Copy, Default)]
struct Look {
    lit: bool,
    pressed: bool,
}

/// Draws the lights of a game, and the presses over them.
///
/// Two states: `.` off, `#` on, `[ ]` around a button to press. More: the state, then `+n` when
/// the button is pressed n times. Rows and columns are numbered from 1; free systems are listed.
pub(crate) fn game(
    game: &Game,
    states: u64,
    lights: &[u32],
    presses: Option<&[u32]>,
    colour: bool,
) -> String {
    match game {
        Game::Board(board) => draw_board(board, states, lights, presses, colour),
        Game::Free(_) => draw_free(states, lights, presses, colour),
    }
}

fn cell_text(states: u64, light: u32, press: u32) -> String {
    let state = state_text(states, light);
    match (states, press) {
        (2, 0) => format!(" {state} "),
        (2, _) => format!("[{state}]"),
        (_, 0) => state,
        (_, times) => format!("{state}+{times}"),
    }
}

/// A state as one sign where that is possible.
pub(crate) fn state_text(states: u64, light: u32) -> String {
    match (states, light) {
        (2, 1) => "#".into(),
        (_, 0) => ".".into(),
        (..=36, light) => char::from_digit(light, 36).map_or_else(|| light.to_string(), String::from),
        (_, light) => light.to_string(),
    }
}

fn paint(text: &str, look: Look, colour: bool) -> String {
    if !colour || !(look.lit || look.pressed) {
        return text.to_string();
    }
    let style = anstyle::Style::new();
    let style = if look.lit {
        style
            .bg_color(Some(anstyle::AnsiColor::Yellow.into()))
            .fg_color(Some(anstyle::AnsiColor::Black.into()))
    } else {
        style
    };
    let style = if look.pressed { style.bold() } else { style };
    format!("{style}{text}{style:#}")
}

fn draw_board(board: &Board, states: u64, lights: &[u32], presses: Option<&[u32]>, colour: bool) -> String {
    let none;
    let presses = match presses {
        Some(presses) => presses,
        None => {
            none = vec![0; lights.len()];
            &none
        }
    };
    let pairs: Vec<(u32, u32)> = lights.iter().copied().zip(presses.iter().copied()).collect();
    let texts: Vec<String> = pairs.iter().map(|&(light, press)| cell_text(states, light, press)).collect();
    let shape = board.shape();
    let rows = board.arrange(&(0..texts.len()).collect::<Vec<_>>());
    let widest_row = (0..shape.layout_rows()).map(|row| shape.layout_row_len(row)).max().unwrap_or(0);
    let width = texts.iter().map(String::len).max().unwrap_or(1).max(widest_row.to_string().len() + 1);
    // Half a cell of indentation must be whole characters on slanted boards.
    let step = if is_slanted(shape) { (width + 1).next_multiple_of(2) } else { width + 1 };
    let label = shape.layout_rows().to_string().len();
    let mut out = String::new();
    if !is_slanted(shape) {
        out.push_str(&" ".repeat(label + 1));
        for column in 1..=widest_row {
            out.push_str(&format!("{column:^step$}"));
        }
        trim_line(&mut out);
    }
    for (number, row) in rows.iter().enumerate() {
        if number > 0 && number % shape.rows_per_block() == 0 {
            out.push('\n');
        }
        let indent = if is_slanted(shape) { (widest_row - row.len()) * step / 2 } else { 0 };
        out.push_str(&format!("{:>label$} {}", number + 1, " ".repeat(indent)));
        for &cell in row {
            match cell {
                None => out.push_str(&" ".repeat(step)),
                Some(cell) => {
                    let (light, press) = pairs[cell];
                    let text = &texts[cell];
                    let before = (step - text.len()) / 2;
                    out.push_str(&" ".repeat(before));
                    out.push_str(&paint(text, Look { lit: light != 0, pressed: press != 0 }, colour));
                    out.push_str(&" ".repeat(step - text.len() - before));
                }
            }
        }
        trim_line(&mut out);
    }
    out
}

/// Ends a line without blanks before its end.
fn trim_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

fn is_slanted(shape: Shape) -> bool {
    matches!(shape, Shape::Triangle { .. } | Shape::Hexagon { .. } | Shape::Orbix)
}

fn draw_free(states: u64, lights: &[u32], presses: Option<&[u32]>, colour: bool) -> String {
    let mut out = String::from("lights (counted from 0):");
    for &light in lights {
        out.push(' ');
        out.push_str(&paint(&state_text(states, light), Look { lit: light != 0, pressed: false }, colour));
    }
    out.push('\n');
    if let Some(presses) = presses {
        let list: Vec<String> = presses
            .iter()
            .enumerate()
            .filter(|&(_, &times)| times != 0)
            .map(
                |(button, &times)| {
                    if times == 1 { button.to_string() } else { format!("{button} ({times} times)") }
                },
            )
            .collect();
        let list = if list.is_empty() { "none".into() } else { list.join(", ") };
        out.push_str(&format!("press button (counted from 0): {list}\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Game {
        Game::Board(text.parse().unwrap())
    }

    #[test]
    fn a_rectangle_has_numbered_rows_and_columns() {
        let text = game(&board("2x3"), 2, &[1, 0, 0, 0, 1, 1], Some(&[1, 0, 0, 0, 0, 1]), false);
        assert_eq!(text, "   1   2   3\n1 [#]  .   .\n2  .   #  [#]\n");
    }

    #[test]
    fn more_states_show_numbers_and_counts() {
        let text = game(&board("1x3"), 3, &[0, 2, 1], Some(&[0, 2, 1]), false);
        assert_eq!(text, "   1   2   3\n1  .  2+2 1+1\n");
    }

    #[test]
    fn presses_are_listed() {
        let free = Game::Free(lightsout::puzzle::FreeSystem::new(1, vec![vec![(0, 1)]; 3]).unwrap());
        assert_eq!(presses_line("Press", &board("1x3"), &[0, 1, 2]), "Press (row,column): (1,2) (1,3)x2\n");
        assert_eq!(presses_line("Press", &board("1x3"), &[0, 0, 0]), "Press (row,column): none\n");
        assert_eq!(presses_line("Press", &free, &[1, 0, 2]), "Press buttons (counted from 0): 0,2x2\n");
        assert_eq!(presses_line("Press", &free, &[0, 0, 0]), "Press buttons (counted from 0): none\n");
        assert_eq!(pattern(&free, 2, &[1, 0, 1], false), "press buttons (counted from 0): 0,2\n");
        assert_eq!(
            [counted(1, "press"), counted(0, "light"), counted(3, "press")],
            ["1 press", "0 lights", "3 presses"]
        );
    }

    #[test]
    fn a_triangle_is_indented() {
        let text = game(&board("triangle:3"), 2, &[1, 0, 1, 1, 1, 1], None, false);
        let starts: Vec<usize> = text.lines().map(|l| l.find('.').or(l.find('#')).unwrap()).collect();
        assert!(starts[0] > starts[1] && starts[1] > starts[2], "{text}");
    }
}
