//! A chase in words and as JSON.

use core::fmt::Write;

use serde_json::{Value, json};

use super::{Attempts, Chase, Ending, Pass, Step};
use crate::lookup::{count, digits};

/// A picture to go with a step, for any drawing of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Which step it is, in a few words.
    pub caption: String,
    /// What is done, in a sentence.
    pub words: String,
    /// The lights before it.
    pub lights: Vec<u32>,
    /// How often each button is pressed in this step.
    pub presses: Vec<u32>,
}

/// "1 press", "2 presses".
fn presses(count: u64) -> String {
    format!("{count} press{}", if count == 1 { "" } else { "es" })
}

impl Chase {
    /// The board as rows of characters: `.` for 0, `#` for 1 with two states, digits otherwise.
    fn picture(&self, lights: &[u32]) -> String {
        let k = self.lookup.states();
        let cell = |value: Option<u32>| match (value, k) {
            (None, _) => "_".to_owned(),
            (Some(0), _) => ".".to_owned(),
            (Some(_), 2) => "#".to_owned(),
            (Some(v), ..=36) => digits(&[v], k),
            (Some(v), _) => v.to_string(),
        };
        let rows: Vec<Vec<String>> =
            self.board().arrange(lights).into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
        let width = rows.iter().flatten().map(String::len).max().unwrap_or(1);
        let mut out = String::new();
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
            let _ = writeln!(out, "    {}", cells.join(" "));
        }
        out
    }

    /// A list of presses in words: `in row 2 press 1 (twice), 3 and 5`.
    fn press_words(&self, presses: &[(u32, u32)]) -> String {
        let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
        if let Some(words) = self.whole_row(presses) {
            return words;
        }
        for &(button, times) in presses {
            let (row, place) = self.board().position(button as usize);
            let name = match times {
                1 => (place + 1).to_string(),
                2 => format!("{} (twice)", place + 1),
                _ => format!("{} ({times} times)", place + 1),
            };
            match rows.last_mut() {
                Some((last, names)) if *last == row => names.push(name),
                _ => rows.push((row, vec![name])),
            }
        }
        let words = rows.into_iter().map(|(row, names)| {
            let list = match &names[..] {
                [front @ .., last] if !front.is_empty() => format!("{} and {last}", front.join(", ")),
                _ => names.join(""),
            };
            format!("in row {} press {list}", row + 1)
        });
        words.collect::<Vec<_>>().join("; ")
    }

    /// The words for pressing every button of one row equally often, as on a cylinder whose lights
    /// all start alike.
    fn whole_row(&self, presses: &[(u32, u32)]) -> Option<String> {
        let &(first, times) = presses.first()?;
        let row = self.board().position(first as usize).0;
        let buttons = (0..self.board().shape().layout_row_len(row))
            .filter_map(|place| self.board().cell_at(row, place));
        let same = buttons.map(|cell| (cell as u32, times)).eq(presses.iter().copied());
        let often = match times {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            _ => format!("{times} times"),
        };
        (same && presses.len() > 1).then(|| format!("press every button of row {} {often}", row + 1))
    }

    fn step_words(&self, step: &Step) -> String {
        let off = self.target.iter().all(|&t| t == 0);
        match step.row {
            None => format!("First buttons: {}.", self.press_words(&step.presses)),
            Some(row) if step.presses.is_empty() => {
                format!(
                    "Row {} of lights is {} already.",
                    row + 1,
                    if off { "off" } else { "as it shall be" }
                )
            }
            Some(row) => {
                let words = self.press_words(&step.presses);
                if off {
                    format!("To turn off row {} of lights: {words}.", row + 1)
                } else {
                    format!("To bring row {} of lights to its target: {words}.", row + 1)
                }
            }
        }
    }

    fn pass_words(&self, out: &mut String, pass: &Pass) {
        for step in &pass.steps {
            let _ = writeln!(out, "{}", self.step_words(step));
            out.push_str(&self.picture(&step.lights));
        }
        if pass.steps.is_empty() {
            out.push_str("There is no row of lights that a row of buttons below it could turn off.\n");
        }
    }

    /// The chase in words and pictures, with the shorter way at the end.
    pub fn to_text(&self) -> String {
        let (last, first) = self.lookup.headings();
        let k = self.lookup.states();
        let is = if self.lookup.last_is_row() { "is" } else { "are" };
        let mut out = String::from("The board:\n");
        out.push_str(&self.picture(&self.lights));
        let _ = writeln!(out, "\nFirst pass");
        self.pass_words(&mut out, &self.first_pass);
        match &self.ending {
            Ending::Clear => {
                let _ = writeln!(
                    out,
                    "\nNothing is left: the first pass solves the board with {}.",
                    presses(self.first_pass.press_count())
                );
            }
            Ending::Unsolvable => {
                let _ = writeln!(
                    out,
                    "\nThe {last} {is} left at {}. No choice of the {first} clears that: the board has no solution.",
                    digits(&self.first_pass.left, k)
                );
            }
            Ending::Again { first: choice, second, shorter } => {
                let _ = writeln!(
                    out,
                    "\nLook-up\nThe {last} {is} left at {}; the table has {} for the {first}.",
                    digits(&self.first_pass.left, k),
                    digits(&choice.presses, k)
                );
                let _ = writeln!(out, "\nSecond pass");
                self.pass_words(&mut out, second);
                let both = self.first_pass.press_count() + second.press_count();
                let instead = match both == shorter.press_count() {
                    true => "as many as in both passes".to_owned(),
                    false => format!("in place of {both}"),
                };
                let _ = writeln!(
                    out,
                    "\nThe shorter way: press the {first} at the beginning and chase once; {}, {instead}.",
                    presses(shorter.press_count()),
                );
                out.push_str("How often each button is pressed:\n");
                out.push_str(&self.picture(&shorter.presses));
            }
        }
        out
    }

    /// All attempts in words, the best one marked.
    pub fn attempts_text(&self, attempts: Option<&Attempts>) -> String {
        let (_, first) = self.lookup.headings();
        let k = self.lookup.states();
        let Some(attempts) = attempts else {
            return "The board has no solution, so there is nothing to try.\n".to_owned();
        };
        let choices = match attempts.list.len() {
            1 => "1 choice".to_owned(),
            many => format!("{many} choices"),
        };
        let mut out = format!(
            "{} of the {first} {} the board:\n",
            choices,
            if attempts.list.len() == 1 { "solves" } else { "solve" }
        );
        for (i, attempt) in attempts.list.iter().enumerate() {
            let mark = if i == attempts.best { "  <- fewest" } else { "" };
            let _ = writeln!(out, "  {}: {}{mark}", digits(&attempt.first, k), presses(attempt.press_count));
        }
        out.push_str("How often each button is pressed in the best:\n");
        out.push_str(&self.picture(&attempts.presses));
        out
    }

    /// The frames of the chase: the lights before each step with what is pressed, and the end.
    pub fn frames(&self) -> Vec<Trace> {
        let none = vec![0; self.lookup.system().buttons()];
        let mut frames = Vec::new();
        let mut now = self.lights.clone();
        let mut add = |pass: &Pass, name: &str| {
            for step in &pass.steps {
                let mut presses = none.clone();
                for &(button, times) in &step.presses {
                    presses[button as usize] = times;
                }
                let row = step.row.map_or_else(|| "first".to_owned(), |row| format!("row {}", row + 1));
                let lights = core::mem::replace(&mut now, step.lights.clone());
                frames.push(Trace {
                    caption: format!("{name}, {row}"),
                    words: self.step_words(step),
                    lights,
                    presses,
                });
            }
        };
        add(&self.first_pass, "pass 1");
        if let Ending::Again { second, .. } = &self.ending {
            add(second, "pass 2");
        }
        let (caption, words) = if self.ending == Ending::Unsolvable {
            ("left", "No choice of the first buttons clears what is left.")
        } else {
            ("done", "Every light is as it shall be.")
        };
        frames.push(Trace { caption: caption.into(), words: words.into(), lights: now, presses: none });
        frames
    }

    fn grid(&self, values: &[u32]) -> Value {
        json!(self.board().arrange(values))
    }

    fn pass_json(&self, pass: &Pass) -> Value {
        let steps = pass.steps.iter().map(|step| {
            let presses = step.presses.iter().map(|&(button, times)| {
                let (row, place) = self.board().position(button as usize);
                json!([row, place, times])
            });
            json!({
                "row": step.row,
                "presses": presses.collect::<Vec<_>>(),
                "lights": self.grid(&step.lights),
                "words": self.step_words(step),
            })
        });
        json!({
            "steps": steps.collect::<Vec<_>>(),
            "presses": self.grid(&pass.presses),
            "press_count": pass.press_count(),
            "left": digits(&pass.left, self.lookup.states()),
        })
    }

    /// The chase as JSON; `attempts` as found by [`Chase::attempts`].
    pub fn to_json(&self, attempts: Option<&Attempts>) -> Value {
        let k = self.lookup.states();
        let (first, second, shorter) = match &self.ending {
            Ending::Again { first, second, shorter } => {
                (digits(&first.presses, k).into(), self.pass_json(second), self.pass_json(shorter))
            }
            _ => (Value::Null, Value::Null, Value::Null),
        };
        let best = attempts.map(|a| a.presses.as_slice());
        let presses = best.or_else(|| self.solution());
        let attempts = attempts.map(|attempts| {
            attempts
                .list
                .iter()
                .enumerate()
                .map(|(i, a)| {
                    json!({"first": digits(&a.first, k), "press_count": a.press_count, "best": i == attempts.best})
                })
                .collect::<Vec<_>>()
        });
        json!({
            "schema": 1,
            "board": self.board().to_string(),
            "states": k,
            "solvable": self.ending != Ending::Unsolvable,
            "first_pass": self.pass_json(&self.first_pass),
            "first": first,
            "second_pass": second,
            "shorter": shorter,
            "presses": presses.map(|p| self.grid(p)),
            "press_count": presses.map(count),
            "minimal": attempts.is_some(),
            "attempts": attempts,
        })
    }
}
