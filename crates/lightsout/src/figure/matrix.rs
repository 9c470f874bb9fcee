//! Toggle matrices.

use core::fmt::Write;

use super::svg::{Svg, number};
use crate::board::{Board, Shape, System};

/// Up to this many rows the entries are written as digits.
const MOST_DIGITS: usize = 64;

/// The toggle matrix of a system as an SVG document: digits for small ones, areas for large ones.
///
/// With a board the blocks show: on a triangle the square in the upper left corner that is the matrix
/// of each smaller triangle, elsewhere a line between the layout rows.
///
/// # Panics
/// When the board has another number of cells than the system has lights.
///
/// # Examples
/// ```
/// use lightsout::board::Board;
/// use lightsout::figure::matrix_figure;
///
/// let board: Board = "triangle:6".parse()?;
/// let svg = matrix_figure(&board.system(2), Some(&board), "The matrix of side 6");
/// assert!(svg.contains("The matrix of side 6"));
/// # Ok::<(), lightsout::board::BoardError>(())
/// ```
pub fn matrix_figure(system: &System, board: Option<&Board>, title: &str) -> String {
    let (rows, columns) = (system.lights(), system.buttons());
    if let Some(board) = board {
        assert_eq!(board.cells(), rows, "the board of the system");
    }
    let unit = if rows.max(columns) <= MOST_DIGITS {
        18.0
    } else {
        (4096.0 / rows.max(columns) as f64).clamp(1.0, 8.0)
    };
    let margin = 14.0;
    let at = |t: usize| margin + t as f64 * unit;
    let description = format!(
        "{rows} rows for the lights, {columns} columns for the buttons; {} entries are not 0. Modulo {}.",
        system.entries(),
        system.states()
    );
    let mut svg = Svg::new(at(columns) + margin, at(rows) + margin, title, &description);
    if rows.max(columns) <= MOST_DIGITS {
        let by_rows = system.transposed();
        svg.open("fill=\"#d6e6f2\"");
        for i in 0..rows {
            for &(j, _) in by_rows.button(i) {
                svg.rectangle(at(j as usize), at(i), unit, unit, 0.0);
            }
        }
        svg.close();
        for zero in [true, false] {
            svg.open(if zero { "fill=\"#888\"" } else { "fill=\"#003a66\" font-weight=\"bold\"" });
            for i in 0..rows {
                let mut entries = by_rows.button(i).iter().peekable();
                for j in 0..columns {
                    let entry = entries.next_if(|e| e.0 as usize == j).map_or(0, |e| e.1);
                    if (entry == 0) == zero {
                        let text = entry.to_string();
                        let size = (12.0f64).min(0.85 * unit / (0.64 * text.len() as f64));
                        svg.text(at(j) + unit / 2.0, at(i) + unit / 2.0, size, &text);
                    }
                }
            }
            svg.close();
        }
    } else {
        let mut path = String::new();
        for j in 0..columns {
            for &(i, _) in system.button(j) {
                let u = number(unit);
                let _ = write!(path, "M{} {}h{u}v{u}h-{u}z", number(at(j)), number(at(i as usize)));
            }
        }
        svg.open("fill=\"#003a66\"");
        svg.path(&path);
        svg.close();
    }
    svg.open(&format!(
        "stroke=\"#111\" stroke-width=\"{}\" fill=\"none\"",
        number((unit / 12.0).clamp(0.4, 1.2))
    ));
    svg.rectangle(at(0), at(0), columns as f64 * unit, rows as f64 * unit, 0.0);
    if let Some(board) = board {
        // Cells before each layout row.
        let shape = board.shape();
        let mut before = 0;
        for row in 0..shape.layout_rows() {
            let start = shape.row_start(row);
            before +=
                (start..start + shape.layout_row_len(row)).filter(|&slot| board.cell(slot).is_some()).count();
            if before == rows {
                break;
            }
            if matches!(shape, Shape::Triangle { .. }) {
                svg.line(at(before), at(0), at(before), at(before));
                svg.line(at(0), at(before), at(before), at(before));
            } else {
                svg.line(at(before), at(0), at(before), at(rows));
                svg.line(at(0), at(before), at(columns), at(before));
            }
        }
    }
    svg.close();
    svg.finish()
}
