//! Boards of two states kept as packed bits from file to file, without a word for each light.

use std::fs::File;
use std::io::Read;

use lightsout::bitgrid::BitGrid;
use lightsout::board::{Board, Shape, Surface};
use lightsout::format::pbm::{Reader, Writer};
use lightsout::puzzle::{Game, Target, megabytes};
use lightsout::solve::lattice::{grid_size, has_grid_method, press_grid};

use crate::args::PuzzleArgs;
use crate::fail::Fail;
use crate::input;
use crate::output::Output;

/// A packed board and the lights to change: where they differ from the target.
pub(crate) struct Packed {
    /// The board.
    pub(crate) board: Board,
    /// 1 where the light must change.
    pub(crate) difference: BitGrid,
}

/// The packed board in an image, or `None` when the input is no PBM image or lacks something that
/// packed boards need: a regular file, two states, a board with a method of its own, a target that is one state.
pub(crate) fn read(name: &str, args: &PuzzleArgs) -> Result<Option<Packed>, Fail> {
    // What can be read once only is no file to look into beforehand.
    if name == "-" || !std::path::Path::new(name).is_file() || input::target_file(args).is_some() {
        return Ok(None);
    }
    let fail = |error: std::io::Error| Fail::io(name, &error);
    let mut file = File::open(name).map_err(fail)?;
    let mut magic = [0; 2];
    let length = file.metadata().map_err(fail)?.len();
    if file.read(&mut magic).map_err(fail)? < 2 || !matches!(&magic, b"P1" | b"P4") {
        return Ok(None);
    }
    let overrides = input::overrides(args)?;
    if overrides.states.is_some_and(|states| states != 2) {
        return Ok(None);
    }
    let on = match overrides.target {
        None | Some(Target::Off | Target::State(0)) => false,
        Some(Target::On | Target::State(1)) => true,
        _ => return Ok(None),
    };
    let said = |error: lightsout::format::pbm::ImageError| Fail::Input(format!("{name}: {error}"));
    let reader = Reader::new(File::open(name).map_err(fail)?, length).map_err(said)?;
    let (rows, columns) = (reader.header().rows, reader.header().columns);
    let board = match overrides.game {
        Some(Game::Board(board)) => board,
        Some(Game::Free(_)) => return Ok(None),
        None => {
            let plane = Shape::Grid { surface: Surface::Plane, rows, columns };
            Board::new(plane, overrides.rule.clone().unwrap_or_default()).map_err(Fail::input)?
        }
    };
    let board = match overrides.rule {
        Some(rule) => board.with_rule(rule).map_err(Fail::input)?,
        None => board,
    };
    if !has_grid_method(&board) {
        return Ok(None);
    }
    if grid_size(&board) != Some((rows, columns)) {
        return Err(Fail::Input(format!(
            "{name}: found an image of {columns} x {rows} pixels, expected one that holds the board {board}"
        )));
    }
    let mut difference = reader.bits().map_err(said)?;
    if let Shape::Triangle { .. } = board.shape() {
        let before = difference.count_ones();
        cut_to_triangle(&mut difference);
        if difference.count_ones() != before {
            return Err(Fail::Input(format!(
                "{name}: found black beside the triangle, expected only white there"
            )));
        }
    }
    if on {
        difference.invert();
        cut(&board, &mut difference);
    }
    Ok(Some(Packed { board, difference }))
}

/// Whether a board of two states can be kept packed.
pub(crate) fn fits(board: &Board, states: u64) -> bool {
    states == 2 && has_grid_method(board)
}

/// A random solvable state of a board that [`fits`].
pub(crate) fn random_state(board: &Board, seed: u64) -> Result<BitGrid, Fail> {
    let presses = random_presses(board, seed)?;
    press_grid(board, &presses).ok_or_else(|| too_large(board))
}

/// Random presses of a board that [`fits`].
pub(crate) fn random_presses(board: &Board, seed: u64) -> Result<BitGrid, Fail> {
    let mut presses = allowed(board)
        .and_then(|(rows, columns)| BitGrid::random(rows, columns, seed).ok_or_else(|| too_large(board)))?;
    cut(board, &mut presses);
    Ok(presses)
}

/// Every light of a board that [`fits`] on.
pub(crate) fn all_on(board: &Board) -> Result<BitGrid, Fail> {
    let (rows, columns) = allowed(board)?;
    let mut lights = BitGrid::new(rows, columns).ok_or_else(|| too_large(board))?;
    lights.invert();
    cut(board, &mut lights);
    Ok(lights)
}

/// Writes a packed board as a PBM image.
pub(crate) fn write(out: &mut Output, grid: &BitGrid) -> Result<(), Fail> {
    let name = out.name().to_string();
    Writer::bits(out, grid, false).map(|_| ()).map_err(|error| Fail::io(&name, &error))
}

/// The size of the grid, when two of them fit in memory.
fn allowed(board: &Board) -> Result<(usize, usize), Fail> {
    let (rows, columns) = grid_size(board).ok_or_else(|| too_large(board))?;
    match BitGrid::bytes(rows, columns) {
        Some(bytes) if bytes <= lightsout::puzzle::DEFAULT_LIMIT / 2 => Ok((rows, columns)),
        Some(bytes) => Err(Fail::Input(format!(
            "the board {board} needs {} of memory, more than the {} allowed",
            megabytes(bytes.saturating_mul(2)),
            megabytes(lightsout::puzzle::DEFAULT_LIMIT)
        ))),
        None => Err(too_large(board)),
    }
}

fn too_large(board: &Board) -> Fail {
    Fail::Input(format!("the board {board} needs more memory than a machine can have"))
}

/// Clears what is no light.
fn cut(board: &Board, grid: &mut BitGrid) {
    if let Shape::Triangle { .. } = board.shape() {
        cut_to_triangle(grid);
    }
}

/// Row r of a triangle has the columns 0..=r.
fn cut_to_triangle(grid: &mut BitGrid) {
    for r in 0..grid.rows() {
        let row = grid.row_mut(r);
        row[r / 64] &= u64::MAX >> (63 - r % 64);
        row[r / 64 + 1..].fill(0);
    }
}
