//! Boards of very many cells: runs of equal cells as single areas.

use core::fmt::Write;

use super::drawing::{Drawing, MARGIN, PITCH};
use super::svg::{Svg, number};
use crate::board::{Board, Shape};

/// The largest x and y of the points of a board.
pub(super) fn extent(board: &Board) -> (f64, f64) {
    let half_height = 3f64.sqrt() / 2.0;
    match board.shape() {
        Shape::Grid { rows, columns, .. } => ((columns - 1) as f64, (rows - 1) as f64),
        Shape::Triangle { side } => ((side - 1) as f64, (side - 1) as f64 * half_height),
        Shape::Hexagon { side } => (2.0 * (side - 1) as f64, 2.0 * (side - 1) as f64 * half_height),
        Shape::Box { layers, rows, columns } => ((layers * (columns + 1) - 2) as f64, (rows - 1) as f64),
        Shape::Cube { side } => ((4 * side - 1) as f64, (3 * side - 1) as f64),
        Shape::Orbix => (5.8, 5.6),
        Shape::Merlin => (2.0, 2.0),
    }
}

/// Draws the cells that are not empty; the empty ones together are one pale area.
pub(super) fn draw(drawing: &Drawing, svg: &mut Svg) {
    let board = &drawing.board;
    let row_height = match board.shape() {
        Shape::Triangle { .. } | Shape::Hexagon { .. } => 3f64.sqrt() / 2.0,
        _ => 1.0,
    };
    let mut paths: Vec<String> = vec![String::new(); drawing.fills.len()];
    let mut background = String::new();
    let shape = board.shape();
    for row in 0..shape.layout_rows() {
        let start = shape.row_start(row);
        let mut run: Option<(f64, f64, f64, usize)> = None;
        let mut ground: Option<(f64, f64, f64)> = None;
        for slot in start..start + shape.layout_row_len(row) {
            let Some(cell) = board.cell(slot) else { continue };
            let point = board.point(cell);
            let fill = usize::from(drawing.fill[cell]);
            extend(&mut run, point.x, point.y, fill, |(x, y, length, fill)| {
                if fill != 0 {
                    area(&mut paths[fill], x, y, length, row_height);
                }
            });
            ground = match ground {
                Some((x, y, length)) if y == point.y && x + length == point.x => Some((x, y, length + 1.0)),
                Some((x, y, length)) => {
                    area(&mut background, x, y, length, row_height);
                    Some((point.x, point.y, 1.0))
                }
                None => Some((point.x, point.y, 1.0)),
            };
        }
        if let Some((x, y, length, fill)) = run
            && fill != 0
        {
            area(&mut paths[fill], x, y, length, row_height);
        }
        if let Some((x, y, length)) = ground {
            area(&mut background, x, y, length, row_height);
        }
    }
    // In units of a cell, with the first cell's corner at the margin.
    svg.open_at(MARGIN + 0.5 * PITCH, MARGIN + 0.5 * PITCH, PITCH);
    svg.open("fill=\"#eee\" stroke=\"none\"");
    svg.path(&background);
    svg.close();
    for (fill, path) in drawing.fills.iter().zip(&paths) {
        if !path.is_empty() {
            svg.open(&format!("fill=\"{}\" stroke=\"none\"", fill.hex()));
            svg.path(path);
            svg.close();
        }
    }
    svg.close();
}

/// Lengthens the run when the cell goes on with it, else passes it on and begins another.
fn extend(
    run: &mut Option<(f64, f64, f64, usize)>,
    x: f64,
    y: f64,
    fill: usize,
    mut done: impl FnMut((f64, f64, f64, usize)),
) {
    match run {
        Some((x0, y0, length, old)) if *old == fill && *y0 == y && *x0 + *length == x => *length += 1.0,
        _ => {
            if let Some(old) = run.take() {
                done(old);
            }
            *run = Some((x, y, 1.0, fill));
        }
    }
}

fn area(path: &mut String, x: f64, y: f64, length: f64, height: f64) {
    let _ = write!(
        path,
        "M{} {}h{}v{}h-{}z",
        number(x - 0.5),
        number(y - height / 2.0),
        number(length),
        number(height),
        number(length)
    );
}
