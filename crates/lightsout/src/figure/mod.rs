//! Figures as SVG: states, presses, quiet patterns, coverings, propagated patterns, frames of a
//! light chase, toggle matrices, and sheets of many figures.
//!
//! Everything is readable in black and white: states differ in lightness, states beyond on and off
//! carry their number, blocks carry arrows. Colours keep apart for the colour-blind.

mod compact;
mod drawing;
mod matrix;
mod pages;
mod palette;
mod sheet;
mod svg;

pub use drawing::{CellShape, Drawing};
pub use matrix::matrix_figure;
pub use pages::Pages;
pub use palette::{Fill, fill_of_image, fill_of_state};
pub use sheet::Sheet;
pub use svg::Svg;

/// The typefaces that figures ask for, first choice first.
pub const FONTS: &str = "DejaVu Sans, Verdana, sans-serif";

#[cfg(test)]
mod tests;
