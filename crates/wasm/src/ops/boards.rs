//! Boards: how to draw, turn and play them.

use lightsout::board::{Board, Rule, Shape};
use lightsout::puzzle::{Game, Puzzle, Target, check_states};
use serde::{Deserialize, Serialize};

use super::reading::PuzzleJson;
use crate::sentence;
use crate::view::View;

/// A board as a person describes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardRequest {
    /// The spec string.
    board: String,
    /// The number of states, unless it is the board's own.
    states: Option<u64>,
    /// The rule, unless it is the board's own.
    rule: Option<String>,
    /// Places of the layout that are holes.
    #[serde(default)]
    holes: Vec<usize>,
}

impl BoardRequest {
    /// The board and its number of states.
    pub(crate) fn read(&self) -> Result<(Board, u64), String> {
        let mut board: Board = self.board.parse().map_err(sentence)?;
        let states = self.states.unwrap_or(board.default_states());
        check_states(states).map_err(sentence)?;
        if let Some(rule) = &self.rule {
            let rule: Rule = rule.parse().map_err(sentence)?;
            if rule != *board.rule() {
                board = board.with_rule(rule).map_err(sentence)?;
            }
        }
        let board = board.with_holes(self.holes.iter().copied()).map_err(sentence)?;
        Ok((board, states))
    }
}

/// The most cells that the page takes: a file of a picture can be as large.
const MOST_CELLS: usize = 4_000_000;

/// A board with all lights off.
pub(crate) fn board(request: BoardRequest) -> Result<View, String> {
    let (board, states) = request.read()?;
    let cells = board.cells();
    if cells > MOST_CELLS {
        return Err(format!("board {board}: has {cells} cells, this page takes up to {MOST_CELLS}"));
    }
    let target = match board.shape() {
        Shape::Orbix => Target::On,
        _ => Target::Off,
    };
    let puzzle = Puzzle::new(Game::Board(board), states, vec![0; cells], target).map_err(sentence)?;
    View::new(&puzzle)
}

/// A board on a glued surface, turned so that the display begins at (row, column).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WindowRequest {
    board: String,
    row: i64,
    column: i64,
    holes: Vec<usize>,
}

/// What to show there.
#[derive(Serialize)]
pub(crate) struct Window {
    /// The cells of display rows -1..=R and columns -1..=C; `null` at a hole or outside.
    cells: Vec<Vec<Option<usize>>>,
}

/// The cells of a display one row and one column larger than the board on every side.
pub(crate) fn window(request: WindowRequest) -> Result<Window, String> {
    let board: Board = request.board.parse().map_err(sentence)?;
    let board = board.with_holes(request.holes).map_err(sentence)?;
    let Shape::Grid { surface, rows, columns } = board.shape() else {
        return Err(format!("board {board}: cannot be turned, only grids can"));
    };
    let (rows, columns) = (rows as i64, columns as i64);
    // Both glued directions come back to themselves after two rounds.
    let (top, left) = (request.row.rem_euclid(2 * rows), request.column.rem_euclid(2 * columns));
    let cell = |i: i64, j: i64| {
        let (i, j) = surface.reduce(rows, columns, i, j)?;
        board.cell_at(i as usize, j as usize)
    };
    let cells = (-1..=rows).map(|i| (-1..=columns).map(|j| cell(top + i, left + j)).collect()).collect();
    Ok(Window { cells })
}

/// A puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleRequest {
    pub(crate) puzzle: PuzzleJson,
}

/// A puzzle as the page shows it.
pub(crate) fn view(request: PuzzleRequest) -> Result<View, String> {
    View::new(&request.puzzle.read()?)
}

/// A puzzle and presses.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PressRequest {
    puzzle: PuzzleJson,
    presses: Vec<u32>,
}

/// The puzzle after the presses.
pub(crate) fn press(request: PressRequest) -> Result<View, String> {
    let puzzle = request.puzzle.read()?;
    let buttons = puzzle.game().buttons();
    if request.presses.len() != buttons {
        return Err(format!(
            "presses: found {}, expected one for each of the {buttons} buttons",
            request.presses.len()
        ));
    }
    let lights = puzzle.pressed(&request.presses).map_err(sentence)?;
    View::new(&with_lights(&puzzle, lights)?)
}

/// The same puzzle with other lights.
pub(crate) fn with_lights(puzzle: &Puzzle, lights: Vec<u32>) -> Result<Puzzle, String> {
    let other = Puzzle::new(puzzle.game().clone(), puzzle.states(), lights, puzzle.target().clone())
        .map_err(sentence)?;
    match puzzle.weights() {
        Some(weights) => other.with_weights(weights.to_vec()).map_err(sentence),
        None => Ok(other),
    }
}
