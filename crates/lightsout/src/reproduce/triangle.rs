//! \[Triangle\], *Lights Out! A game of combinatorics and linear algebra*: the triangular game.

mod figures;
mod items;

pub use figures::{cylinder_figures, figures};
pub use items::items;

/// The key in docs/references.md.
pub const DOCUMENT: &str = "Triangle";

/// Table 1 as printed: the kernel dimension of sides 1 to 80. Sides 36, 55, 56, 66, 75 and 76 are wrong.
pub const PRINTED_TABLE_1: [u8; 80] = [
    0, 2, 0, 0, 2, 4, 0, 0, 0, 2, // 1 to 10
    0, 4, 4, 10, 0, 0, 0, 2, 8, 0, // 11 to 20
    0, 4, 0, 0, 0, 10, 0, 8, 10, 20, // 21 to 30
    0, 0, 2, 2, 0, 4, 0, 4, 0, 16, // 31 to 40
    0, 2, 4, 0, 0, 10, 2, 0, 0, 2, // 41 to 50
    0, 0, 0, 20, 20, 18, 0, 18, 0, 20, // 51 to 60
    20, 42, 0, 0, 0, 4, 0, 4, 0, 4, // 61 to 70
    6, 0, 4, 2, 0, 10, 0, 10, 0, 0, // 71 to 80
];

/// The buttons with these numbers, counted from 1, on a board of `cells` cells.
pub(super) fn buttons(cells: usize, numbers: &[usize]) -> Vec<u32> {
    let mut presses = vec![0; cells];
    for &number in numbers {
        presses[number - 1] = 1;
    }
    presses
}

#[cfg(test)]
mod tests;
