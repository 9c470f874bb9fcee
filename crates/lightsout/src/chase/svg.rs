//! A chase as a sheet of pictures, one for each step.

use super::{Attempts, Chase};
use crate::figure::{Drawing, Sheet};
use crate::lookup::digits;

/// Up to so many attempts are drawn one by one, of more the best alone.
const DRAWN: usize = 64;

impl Chase {
    /// The chase as an SVG drawing: for each step the lights before it, with a star on each button
    /// that is pressed, and at the end the lights that are left. Then the attempts, as [`Chase::attempts`] found them: the
    /// lights at the start with all that is pressed; of more than 64 the best alone.
    pub fn to_svg(&self, attempts: Option<&Attempts>) -> String {
        // Captions need the room of three lights.
        let shape = self.board().shape();
        let widest = (0..shape.layout_rows()).map(|row| shape.layout_row_len(row)).max().unwrap_or(1);
        let columns = if widest < 3 { 1 } else { 4 };
        let mut sheet = Sheet::new(format!("Light chasing on {}", self.board())).columns(columns);
        for frame in self.frames() {
            let drawing = Drawing::new(self.board()).lights(self.lookup().states(), &frame.lights);
            sheet.push(drawing.stars(&frame.presses).caption(frame.caption).describe(frame.words));
        }
        if let Some(attempts) = attempts {
            let many = attempts.list.len();
            let drawn = if many <= DRAWN { 0..many } else { attempts.best..attempts.best + 1 };
            for i in drawn {
                let first = &attempts.list[i].first;
                let presses = self.pressed_with(first);
                let best = if i == attempts.best { ", the fewest" } else { "" };
                let caption = format!("try {} of {many}: {}{best}", i + 1, attempts.list[i].press_count);
                let words = format!(
                    "First buttons {}: {} presses{best}.",
                    digits(first, self.lookup().states()),
                    attempts.list[i].press_count
                );
                let drawing = Drawing::new(self.board()).lights(self.lookup().states(), &self.lights);
                sheet.push(drawing.stars(&presses).caption(caption).describe(words));
            }
        }
        sheet.render()
    }
}
