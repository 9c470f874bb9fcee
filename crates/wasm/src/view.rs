//! What the page needs to draw and play a puzzle.

use lightsout::board::{Board, Shape, Surface};
use lightsout::format::{id, json};
use lightsout::puzzle::{Game, Puzzle};
use serde::Serialize;
use serde_json::value::RawValue;

/// Boards of at most this many cells are played; larger ones are only shown.
pub(crate) const PLAYED: usize = 20_000;

/// The shape of a board, its wiring, and where to draw what.
#[derive(Serialize)]
pub(crate) struct Layout {
    kind: &'static str,
    spec: String,
    rule: String,
    states: u64,
    cells: usize,
    buttons: usize,
    /// Layout rows of cell numbers, `null` at a hole.
    rows: Vec<Vec<Option<u32>>>,
    /// Layout rows of (x, y) for every place, unless the board is too large to be played.
    points: Vec<Vec<(f64, f64)>>,
    /// (light, amount) pairs of each button, unless the board is too large to be played.
    wiring: Vec<Vec<(u32, u32)>>,
}

impl Layout {
    /// The layout of a game.
    pub(crate) fn new(game: &Game, states: u64) -> Result<Layout, String> {
        let small = game.lights().max(game.buttons()) <= PLAYED;
        let mut wiring = Vec::new();
        if small {
            let system = game.system(states, lightsout::puzzle::DEFAULT_LIMIT).map_err(crate::sentence)?;
            wiring = (0..system.buttons()).map(|j| system.button(j).to_vec()).collect();
        }
        let (cells, buttons) = (game.lights(), game.buttons());
        match game {
            Game::Board(board) => Ok(Layout {
                kind: kind(board),
                spec: board.to_string(),
                rule: board.rule().to_string(),
                states,
                cells,
                buttons,
                rows: board.arrange(&(0..cells as u32).collect::<Vec<_>>()),
                points: if small { points(board)? } else { Vec::new() },
                wiring,
            }),
            Game::Free(_) => Ok(Layout {
                kind: "free",
                spec: "graph".into(),
                rule: String::new(),
                states,
                cells,
                buttons,
                rows: vec![(0..cells as u32).map(Some).collect()],
                points: Vec::new(),
                wiring,
            }),
        }
    }
}

/// The centre of every place, holes included.
fn points(board: &Board) -> Result<Vec<Vec<(f64, f64)>>, String> {
    let whole = Board::new(board.shape(), board.rule().clone()).map_err(crate::sentence)?;
    let all: Vec<(f64, f64)> = (0..whole.cells())
        .map(|cell| {
            let point = whole.point(cell);
            (thousandths(point.x), thousandths(point.y))
        })
        .collect();
    Ok(whole.arrange(&all).into_iter().map(|row| row.into_iter().flatten().collect()).collect())
}

/// Enough digits for a drawing.
fn thousandths(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

fn kind(board: &Board) -> &'static str {
    match board.shape() {
        Shape::Grid { surface, .. } => match surface {
            Surface::Plane => "plane",
            Surface::Cylinder => "cylinder",
            Surface::Torus => "torus",
            Surface::Mobius => "mobius",
            Surface::Klein => "klein",
            Surface::Projective => "projective",
        },
        Shape::Triangle { .. } => "triangle",
        Shape::Hexagon { .. } => "hexagon",
        Shape::Box { .. } => "box",
        Shape::Cube { .. } => "cube",
        Shape::Orbix => "orbix",
        Shape::Merlin => "merlin",
    }
}

/// A puzzle with everything that the page shows of it.
#[derive(Serialize)]
pub(crate) struct View {
    /// The canonical JSON form.
    puzzle: Box<RawValue>,
    /// The short ID, unless the puzzle is too large for a link.
    id: Option<String>,
    layout: Layout,
    lights: Vec<u32>,
    target: Vec<u32>,
}

impl View {
    /// The view of a puzzle.
    pub(crate) fn new(puzzle: &Puzzle) -> Result<View, String> {
        Ok(View {
            puzzle: RawValue::from_string(json::write_line(puzzle)).map_err(crate::sentence)?,
            id: (puzzle.game().lights() <= PLAYED).then(|| id::write(puzzle)),
            layout: Layout::new(puzzle.game(), puzzle.states())?,
            lights: puzzle.lights().to_vec(),
            target: puzzle.target_lights(),
        })
    }
}
