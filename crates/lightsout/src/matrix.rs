//! Toggle matrices as text: digits, CSV, Matrix Market, PBM.
//!
//! Row i is light i, column j is button j, both in reading order (top to bottom, left to right), so
//! that the matrix of a triangle holds those of all smaller triangles in its upper left corner.

use core::fmt::{self, Write};

use crate::board::System;

/// The ways to write a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatrixFormat {
    /// One line a row, entries separated by blanks.
    Text,
    /// One line a row, entries separated by commas.
    Csv,
    /// The coordinate format of Matrix Market, rows and columns from 1.
    MatrixMarket,
    /// A plain netpbm bitmap (P1): black where an entry is not 0.
    Pbm,
}

/// Writes the toggle matrix of a system row by row.
///
/// # Errors
/// When `out` refuses the text.
///
/// # Complexity
/// O(r c) characters for r rows and c columns, except Matrix Market: one line for each entry that is
/// not 0. Beside the system, memory for its transpose.
///
/// # Examples
/// ```
/// use lightsout::board::Board;
/// use lightsout::matrix::{MatrixFormat, write_matrix};
///
/// let mut text = String::new();
/// write_matrix(&"triangle:2".parse::<Board>()?.system(2), MatrixFormat::Text, &mut text)?;
/// assert_eq!(text, "1 1 1\n1 1 1\n1 1 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_matrix(system: &System, format: MatrixFormat, out: &mut impl Write) -> fmt::Result {
    let (rows, columns) = (system.lights(), system.buttons());
    match format {
        MatrixFormat::MatrixMarket => {
            writeln!(out, "%%MatrixMarket matrix coordinate integer general")?;
            writeln!(out, "% entries modulo {}", system.states())?;
            writeln!(out, "{rows} {columns} {}", system.entries())?;
            for j in 0..columns {
                for &(i, amount) in system.button(j) {
                    writeln!(out, "{} {} {amount}", i + 1, j + 1)?;
                }
            }
        }
        MatrixFormat::Pbm => {
            writeln!(out, "P1\n{columns} {rows}")?;
            for row in by_rows(system) {
                // Lines of netpbm text have at most 70 characters.
                for part in row.chunks(35) {
                    for (t, &entry) in part.iter().enumerate() {
                        if t > 0 {
                            out.write_char(' ')?;
                        }
                        out.write_char(if entry == 0 { '0' } else { '1' })?;
                    }
                    out.write_char('\n')?;
                }
            }
        }
        MatrixFormat::Text | MatrixFormat::Csv => {
            let separator = if format == MatrixFormat::Csv { ',' } else { ' ' };
            for row in by_rows(system) {
                for (j, entry) in row.iter().enumerate() {
                    if j > 0 {
                        out.write_char(separator)?;
                    }
                    write!(out, "{entry}")?;
                }
                out.write_char('\n')?;
            }
        }
    }
    Ok(())
}

/// The rows of the matrix, zeros included.
fn by_rows(system: &System) -> impl Iterator<Item = Vec<u32>> {
    let (rows, columns, transposed) = (system.lights(), system.buttons(), system.transposed());
    (0..rows).map(move |i| {
        let mut row = vec![0; columns];
        for &(j, amount) in transposed.button(i) {
            row[j as usize] = amount;
        }
        row
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn written(spec: &str, states: u64, format: MatrixFormat) -> String {
        let mut text = String::new();
        write_matrix(&spec.parse::<Board>().unwrap().system(states), format, &mut text).unwrap();
        text
    }

    #[test]
    fn the_matrix_of_side_three_is_the_printed_one() {
        let text = written("triangle:3", 2, MatrixFormat::Text);
        assert_eq!(text, "1 1 1 0 0 0\n1 1 1 1 1 0\n1 1 1 0 1 1\n0 1 0 1 1 0\n0 1 1 1 1 1\n0 0 1 0 1 1\n");
    }

    #[test]
    fn smaller_triangles_are_blocks() {
        let rows = |n: usize| -> Vec<Vec<String>> {
            written(&format!("triangle:{n}"), 2, MatrixFormat::Csv)
                .lines()
                .map(|line| line.split(',').map(String::from).collect())
                .collect()
        };
        for n in 1..9 {
            let (small, large) = (rows(n), rows(n + 1));
            for (a, b) in small.iter().zip(&large) {
                assert_eq!(a[..], b[..a.len()]);
            }
        }
    }

    #[test]
    fn all_formats_hold_the_same_matrix() {
        for (spec, states) in [("3x4", 2), ("cylinder:3x1", 5), ("triangle:9", 3), ("1x1", 2)] {
            let system = spec.parse::<Board>().unwrap().system(states);
            let dense: Vec<Vec<u32>> = written(spec, states, MatrixFormat::Text)
                .lines()
                .map(|line| line.split(' ').map(|v| v.parse().unwrap()).collect())
                .collect();
            for j in 0..system.buttons() {
                for i in 0..system.lights() {
                    let entry = system.button(j).iter().find(|e| e.0 as usize == i).map_or(0, |e| e.1);
                    assert_eq!(dense[i][j], entry);
                }
            }
            let mut market = vec![vec![0; system.buttons()]; system.lights()];
            let text = written(spec, states, MatrixFormat::MatrixMarket);
            let mut lines = text.lines().skip(2);
            assert_eq!(
                lines.next().unwrap(),
                format!("{} {} {}", system.lights(), system.buttons(), system.entries())
            );
            for line in lines {
                let v: Vec<usize> = line.split(' ').map(|v| v.parse().unwrap()).collect();
                market[v[0] - 1][v[1] - 1] = v[2] as u32;
            }
            assert_eq!(market, dense);
            let pbm = written(spec, states, MatrixFormat::Pbm);
            let bits: Vec<u32> = pbm.split_whitespace().skip(3).map(|v| v.parse().unwrap()).collect();
            assert_eq!(bits, dense.concat().iter().map(|&v| u32::from(v != 0)).collect::<Vec<_>>());
            assert!(pbm.lines().all(|line| line.len() <= 70));
        }
    }
}
