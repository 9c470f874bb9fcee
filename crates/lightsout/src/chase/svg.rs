//! A chase as a sheet of pictures, one for each step.

use super::Chase;
use crate::figure::{Drawing, Sheet};

/// Pictures beside each other on a sheet.
const COLUMNS: usize = 4;

impl Chase {
    /// The chase as an SVG drawing: for each step the lights before it, with a star on each button
    /// that is pressed, and at the end the lights that are left.
    pub fn to_svg(&self) -> String {
        let mut sheet = Sheet::new(format!("Light chasing on {}", self.board())).columns(COLUMNS);
        for frame in self.frames() {
            let drawing = Drawing::new(self.board()).lights(self.lookup().states(), &frame.lights);
            sheet.push(drawing.stars(&frame.presses).caption(frame.caption).describe(frame.words));
        }
        sheet.render()
    }
}
