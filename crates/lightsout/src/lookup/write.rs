//! Look-up tables as text, CSV, JSON and a sheet to print.

use core::fmt::Write;

use num_bigint::BigUint;
use serde_json::{Value, json};

use super::{Entry, Lookup};
use crate::onepass::big_number;

/// States as one character each (`0`-`9`, `a`-`z`), or with commas between them for more than 36
/// states.
///
/// # Examples
/// ```
/// use lightsout::lookup::digits;
///
/// assert_eq!(digits(&[1, 0, 2], 3), "102");
/// assert_eq!(digits(&[1, 0, 40], 100), "1,0,40");
/// ```
pub fn digits(values: &[u32], states: u64) -> String {
    if states <= 36 {
        values.iter().map(|&v| char::from_digit(v, 36).unwrap_or('?')).collect()
    } else {
        values.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
    }
}

/// States for a person: `.` for 0, `#` for 1 with two states, with a blank between them.
fn picture(values: &[u32], states: u64) -> String {
    let cell = |&v: &u32| match (v, states) {
        (0, _) => ".".to_owned(),
        (_, 2) => "#".to_owned(),
        (v, ..=36) => char::from_digit(v, 36).map_or_else(|| v.to_string(), String::from),
        (v, _) => v.to_string(),
    };
    values.iter().map(cell).collect::<Vec<_>>().join(" ")
}

impl Lookup {
    /// What the columns of the table hold, in words.
    pub fn headings(&self) -> (&'static str, &'static str) {
        let last = if self.last_is_row() { "last row" } else { "last lights" };
        let first = if self.first_is_row() { "first row" } else { "first buttons" };
        (last, first)
    }

    /// One line that says which board, how many lines, and how to use them.
    fn title(&self) -> String {
        format!("Look-up table of {} with {} states", self.board, self.states())
    }

    /// Where the lights and buttons of a table are, when they are no whole rows.
    fn places(&self) -> String {
        let mut out = String::new();
        let name = |cell: &u32| {
            let (row, place) = self.board.position(*cell as usize);
            format!("{}-{}", row + 1, place + 1)
        };
        let list = |cells: &[u32]| cells.iter().map(name).collect::<Vec<_>>().join(" ");
        if !self.last_is_row() {
            let _ = writeln!(out, "The last lights (row-place): {}", list(&self.last));
        }
        if !self.first_is_row() {
            let _ = writeln!(out, "The first buttons (row-place): {}", list(self.first_cells()));
        }
        out
    }

    /// The table in words and pictures; its short form when it has more than `limit` lines.
    pub fn to_text(&self, limit: u64) -> String {
        let (last_head, first_head) = self.headings();
        let k = self.states();
        let mut out = format!("{}\n", self.title());
        out.push_str(&self.places());
        let count = self.count();
        if count == BigUint::ZERO {
            out.push_str("A chase that leaves anything lit shows that the board cannot be cleared: no table is needed.\n");
            return out;
        }
        if let Some(entries) = self.entries(limit) {
            let _ = writeln!(
                out,
                "Chase the lights once. If the {last_head} then {} like a line below, press the {}\n\
                 {} beside it and chase again. Anything else left means: no solution.",
                if self.last_is_row() { "looks" } else { "look" },
                if self.first_is_row() { "buttons of the" } else { "first" },
                if self.first_is_row() { "first row" } else { "buttons" }
            );
            let rows: Vec<[String; 2]> =
                entries.iter().map(|e| [picture(&e.last, k), picture(&e.first.presses, k)]).collect();
            columns(&mut out, &[last_head, first_head], &rows);
            if entries.iter().any(|e| !e.first.fewest) {
                out.push_str("There are too many quiet patterns to choose the fewest presses.\n");
            }
        } else {
            let _ =
                writeln!(out, "All {count} lines would be too many. Go through the lines below in order.");
            let _ = if k == 2 {
                writeln!(
                    out,
                    "Where the {last_head} {} lit at the marked place, take the line off the {last_head} and add the\n\
                     buttons beside it to the {first_head} (what is there twice, goes).",
                    if self.last_is_row() { "is" } else { "are" }
                )
            } else {
                writeln!(
                    out,
                    "Divide the state that the {last_head} {} at the marked place by the state that the line shows\n\
                     there: so often take the line off the {last_head} and add the presses beside it to the {first_head}.",
                    if self.last_is_row() { "shows" } else { "show" }
                )
            };
            out.push_str("What is left after the last line must be dark, or there is no solution.\n");
            let rows: Vec<[String; 3]> = self
                .basis()
                .iter()
                .map(|b| [(b.place + 1).to_string(), picture(&b.last, k), picture(&b.first, k)])
                .collect();
            columns(&mut out, &["place", last_head, first_head], &rows);
        }
        out
    }

    /// The table as CSV with a heading; the short form has a column `place` first.
    pub fn to_csv(&self, limit: u64) -> String {
        let k = self.states();
        let quote = |text: String| if text.contains(',') { format!("\"{text}\"") } else { text };
        let mut out = String::new();
        if let Some(entries) = self.entries(limit) {
            out.push_str("last,first\n");
            for e in entries {
                let _ = writeln!(out, "{},{}", quote(digits(&e.last, k)), quote(digits(&e.first.presses, k)));
            }
        } else {
            out.push_str("place,lead,last,first\n");
            for b in self.basis() {
                let (last, first) = (quote(digits(&b.last, k)), quote(digits(&b.first, k)));
                let _ = writeln!(out, "{},{},{last},{first}", b.place + 1, b.lead);
            }
        }
        out
    }

    /// The table as JSON: `rows` when it has at most `limit` lines, `basis` otherwise.
    pub fn to_json(&self, limit: u64) -> Value {
        let k = self.states();
        let place = |&cell: &u32| {
            let (row, place) = self.board.position(cell as usize);
            json!([row, place])
        };
        let entries = self.entries(limit);
        let row = |e: &Entry| json!({"last": digits(&e.last, k), "first": digits(&e.first.presses, k)});
        json!({
            "schema": 1,
            "board": self.board.to_string(),
            "states": k,
            "rule": self.board.rule().to_string(),
            "first_buttons": self.first_cells().iter().map(place).collect::<Vec<_>>(),
            "last_lights": self.last.iter().map(place).collect::<Vec<_>>(),
            "count": big_number(&self.count()),
            "complete": entries.is_some(),
            "fewest": self.quiet_count() <= super::MOST_QUIET.into(),
            "rows": entries.iter().flatten().map(row).collect::<Vec<_>>(),
            "basis": if entries.is_some() { Value::Null } else {
                self.basis().iter().map(|b| json!({
                    "place": b.place, "lead": b.lead, "last": digits(&b.last, k), "first": digits(&b.first, k),
                })).collect()
            },
        })
    }

    /// A sheet of A4 paper with the table, or its short form, as an SVG drawing.
    pub fn to_svg(&self, limit: u64) -> String {
        let (last_head, first_head) = self.headings();
        let (lines, marks): (Vec<(Vec<u32>, Vec<u32>)>, Vec<Option<usize>>) = match self.entries(limit) {
            Some(entries) => entries.into_iter().map(|e| ((e.last, e.first.presses), None)).unzip(),
            None => self.basis().into_iter().map(|b| ((b.last, b.first), Some(b.place))).unzip(),
        };
        let cells = self.last.len() + self.first_cells().len() + 2;
        let (width, height, margin) = (210.0, 297.0, 15.0);
        let top = margin + 24.0;
        // As large as fits; as many columns of lines as are needed.
        let mut size: f64 = 7.0;
        let (size, per_column) = loop {
            let per_column = ((height - top - margin) / (size * 1.6)).floor().max(1.0) as usize;
            let columns = lines.len().div_ceil(per_column).max(1);
            if columns as f64 * (cells as f64 + 1.0) * size <= width - 2.0 * margin || size < 0.2 {
                break (size, per_column);
            }
            size *= 0.95;
        };
        let mut out = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\" \
             font-family=\"sans-serif\">\n<rect width=\"210\" height=\"297\" fill=\"white\"/>\n",
        );
        let text = |out: &mut String, x: f64, y: f64, size: f64, anchor: &str, text: &str| {
            let _ = writeln!(
                out,
                "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\" text-anchor=\"{anchor}\">{}</text>",
                escape(text)
            );
        };
        text(&mut out, margin, margin + 4.0, 6.0, "start", &self.title());
        let how = if marks.iter().all(Option::is_none) {
            format!(
                "Chase once; find the {last_head} on the left; press the {first_head} on the right; chase again."
            )
        } else {
            format!(
                "In order: {last_head} lit at the ringed place? Add the {first_head}, take the line off, go on."
            )
        };
        text(&mut out, margin, margin + 11.0, 4.0, "start", &how);
        for (i, ((last, first), mark)) in lines.iter().zip(&marks).enumerate() {
            let x = margin + (i / per_column) as f64 * (cells as f64 + 1.0) * size;
            let y = top + (i % per_column) as f64 * size * 1.6;
            if i.is_multiple_of(per_column) {
                let head = (size * 0.6).min(4.0);
                text(&mut out, x, y - size * 0.35, head, "start", last_head);
                text(
                    &mut out,
                    x + (last.len() + 2) as f64 * size,
                    y - size * 0.35,
                    head,
                    "start",
                    first_head,
                );
            }
            self.draw_cells(&mut out, x, y, size, last, *mark);
            text(
                &mut out,
                x + (last.len() as f64 + 1.0) * size,
                y + size * 0.7,
                size * 0.7,
                "middle",
                "\u{2192}",
            );
            self.draw_cells(&mut out, x + (last.len() + 2) as f64 * size, y, size, first, None);
        }
        if lines.is_empty() {
            text(&mut out, margin, top, 4.0, "start", "One chase clears every board that can be cleared.");
        }
        out.push_str("</svg>\n");
        out
    }

    fn draw_cells(&self, out: &mut String, x: f64, y: f64, size: f64, values: &[u32], mark: Option<usize>) {
        for (i, &value) in values.iter().enumerate() {
            let (left, fill) = (x + i as f64 * size, if value == 0 { "white" } else { "#333" });
            let ring = if mark == Some(i) { 0.12 } else { 0.04 };
            let _ = writeln!(
                out,
                "<rect x=\"{left:.2}\" y=\"{y:.2}\" width=\"{size:.2}\" height=\"{size:.2}\" rx=\"{:.2}\" fill=\"{fill}\" \
                 stroke=\"{}\" stroke-width=\"{:.2}\"/>",
                size * 0.15,
                if mark == Some(i) { "#d55e00" } else { "#333" },
                size * ring
            );
            if value != 0 && self.states() > 2 {
                let _ = writeln!(
                    out,
                    "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{:.2}\" text-anchor=\"middle\" fill=\"white\">{value}</text>",
                    left + size / 2.0,
                    y + size * 0.72,
                    size * 0.6
                );
            }
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Lines of text in columns, two blanks apart.
fn columns<const N: usize>(out: &mut String, heads: &[&str; N], rows: &[[String; N]]) {
    let width = |c: usize| rows.iter().map(|row| row[c].len()).chain([heads[c].len()]).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut line = |cells: [&str; N]| {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
        let _ = writeln!(out, "  {}", padded.join("   ").trim_end());
    };
    line(*heads);
    for row in rows {
        line(core::array::from_fn(|c| row[c].as_str()));
    }
}
