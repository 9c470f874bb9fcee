//! Look-up tables as text, CSV and JSON.

use core::fmt::Write;

use num_bigint::BigUint;
use serde_json::{Value, json};

use super::{Entry, Lookup};
use crate::board::Rule;
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

    /// What the table is of.
    pub(super) fn title(&self) -> String {
        let rule = match self.board.rule() {
            Rule::Plus => String::new(),
            other => format!(", rule {other}"),
        };
        format!("Look-up table of {} with {} states{rule}", self.board, self.states())
    }

    /// Where the lights and buttons of a table are, when they are no whole rows: a line each.
    pub(super) fn places(&self) -> Vec<String> {
        let name = |cell: &u32| {
            let (row, place) = self.board.position(*cell as usize);
            format!("{}-{}", row + 1, place + 1)
        };
        let list = |cells: &[u32]| cells.iter().map(name).collect::<Vec<_>>().join(" ");
        let mut lines = Vec::new();
        if !self.last_is_row() && !self.last.is_empty() {
            lines.push(format!("The last lights (row-place): {}", list(&self.last)));
        }
        if !self.first_is_row() && !self.first_cells().is_empty() {
            lines.push(format!("The first buttons (row-place): {}", list(self.first_cells())));
        }
        lines
    }

    /// How the table, or its short form, is used: a sentence each.
    pub(super) fn instructions(&self, short: bool) -> Vec<String> {
        let (last, first) = self.headings();
        let one = |yes, no| if self.last_is_row() { yes } else { no };
        let buttons = if self.first_is_row() { "buttons of the first row" } else { "first buttons" };
        if self.count() == BigUint::ZERO {
            let nothing = "A chase that leaves anything lit shows that the board cannot be cleared: no table is needed.";
            return vec![nothing.to_owned()];
        }
        let mut lines = Vec::new();
        if short {
            lines.push(format!("All {} lines would be too many; those below make them up.", self.count()));
            lines.push("Chase the lights once, then go through the lines in order.".to_owned());
            lines.push(if self.states() == 2 {
                format!(
                    "Where the {last} {} lit at the marked place, take the line off the {last} and add the buttons beside it to \
                     the {first} (what is there twice, goes).",
                    one("is", "are")
                )
            } else {
                format!(
                    "Divide the state that the {last} {} at the marked place by the state that the line shows there: so often \
                     take the line off the {last} and add the presses beside it to the {first}.",
                    one("shows", "show")
                )
            });
            lines.push("What is left after the last line must be dark, or there is no solution.".to_owned());
            lines.push(format!("Press the {buttons} that were added up, and chase again."));
        } else {
            lines.push(format!(
                "Chase the lights once. If the {last} then {} like a line below, press the {buttons} beside it and chase again.",
                one("looks", "look")
            ));
            lines.push("Anything else left means: no solution.".to_owned());
        }
        if !self.is_fewest() {
            lines.push("There are too many quiet patterns to choose the fewest presses.".to_owned());
        }
        lines
    }

    /// The table in words and pictures; its short form when it has more than `limit` lines.
    pub fn to_text(&self, limit: u64) -> String {
        let (last_head, first_head) = self.headings();
        let k = self.states();
        let entries = self.entries(limit);
        let head = [self.title()].into_iter().chain(self.places());
        let mut out: String =
            head.chain(self.instructions(entries.is_none())).map(|line| line + "\n").collect();
        if self.count() == BigUint::ZERO {
            return out;
        }
        if let Some(entries) = entries {
            let rows: Vec<[String; 2]> =
                entries.iter().map(|e| [picture(&e.last, k), picture(&e.first.presses, k)]).collect();
            columns(&mut out, &[last_head, first_head], &rows);
        } else {
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
            "fewest": self.is_fewest(),
            "rows": entries.iter().flatten().map(row).collect::<Vec<_>>(),
            "basis": if entries.is_some() { Value::Null } else {
                self.basis().iter().map(|b| json!({
                    "place": b.place, "lead": b.lead, "last": digits(&b.last, k), "first": digits(&b.first, k),
                })).collect()
            },
        })
    }
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
