//! A chase as a sheet of pictures, one for each step.

use super::Chase;
use crate::figure::{Drawing, Sheet};

impl Chase {
    /// The chase as an SVG drawing: for each step the lights before it, with a star on each button
    /// that is pressed, and at the end the lights that are left.
    pub fn to_svg(&self) -> String {
        // Captions need the room of three lights.
        let shape = self.board().shape();
        let widest = (0..shape.layout_rows()).map(|row| shape.layout_row_len(row)).max().unwrap_or(1);
        let columns = if widest < 3 { 1 } else { 4 };
        let mut sheet = Sheet::new(format!("Light chasing on {}", self.board())).columns(columns);
        for frame in self.frames() {
            let drawing = Drawing::new(self.board()).lights(self.lookup().states(), &frame.lights);
            sheet.push(drawing.stars(&frame.presses).caption(frame.caption).describe(frame.words));
        }
        sheet.render()
    }
}
