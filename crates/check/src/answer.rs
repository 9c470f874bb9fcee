//! Reads claimed answers: the JSON of `solve`, a grid of presses, a list of presses, or a netpbm image of presses.

use crate::evidence::Evidence;
use crate::grid::{Entry, Line, Numbers, Row, is_separated, lines, text_rows};
use crate::input::{Fault, quote};
use crate::json::{self, Json, Node};
use crate::puzzle::Puzzle;

/// Everything an answer claims.
#[derive(Default)]
pub(crate) struct Answer {
    pub(crate) solvable: Solvable,
    pub(crate) presses: Option<Numbers>,
    pub(crate) press_count: Option<u64>,
    pub(crate) solutions: Option<String>,
    pub(crate) nullity: Option<u64>,
    pub(crate) minimal: bool,
    pub(crate) proven: bool,
    pub(crate) canonical: bool,
    pub(crate) objective: Objective,
    pub(crate) cost: Option<u128>,
    pub(crate) lower_bound: Option<u128>,
    pub(crate) certificate: Option<Numbers>,
    pub(crate) changes: Vec<Change>,
    pub(crate) suggested_presses: Option<Numbers>,
    pub(crate) evidence: Option<Evidence>,
}

/// Whether the answer says that there is a solution.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Solvable {
    #[default]
    Yes,
    No,
    Unknown,
}

/// What a minimal answer minimises.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Objective {
    /// The sum of the press counts, each times the weight of its button.
    #[default]
    Presses,
    /// The number of buttons pressed at all, each counted with its weight.
    Buttons,
}

/// A light to set to another state.
pub(crate) struct Change {
    pub(crate) light: Light,
    pub(crate) from: u64,
    pub(crate) to: u64,
}

/// Which light a change is about.
pub(crate) enum Light {
    Number(u64),
    Place(u64, u64),
}

const KEYS: [&str; 16] = [
    "schema",
    "solvable",
    "presses",
    "press_count",
    "solutions",
    "nullity",
    "minimal",
    "proven",
    "canonical",
    "objective",
    "cost",
    "lower_bound",
    "certificate",
    "suggested_changes",
    "suggested_presses",
    "evidence",
];

/// Reads an answer that is text of any kind.
pub(crate) fn read(text: &str, puzzle: &Puzzle) -> Result<Answer, Fault> {
    match text.trim_start().chars().next() {
        None => Err(Fault::at(0, "found an empty answer, expected JSON, a grid or a list of presses")),
        Some('{') => read_json(text, puzzle),
        Some(_) => read_text(text, puzzle),
    }
}

fn read_json(text: &str, puzzle: &Puzzle) -> Result<Answer, Fault> {
    let root = json::read(text)?;
    let entries = root.map("an answer in braces")?;
    json::only(entries, &KEYS)?;
    let get = |key: &str| json::get(entries, key);
    if let Some(schema) = get("schema") {
        schema.integer(1, 1, "the schema number")?;
    }
    let Some(solvable) = entries.iter().find(|entry| entry.key == "solvable") else {
        return Err(Fault::at(root.offset, "found an answer without the key solvable"));
    };
    let solvable = match solvable.node.value {
        Json::Null => Solvable::Unknown,
        Json::Bool(true) => Solvable::Yes,
        Json::Bool(false) => Solvable::No,
        _ => return Err(solvable.node.wrong("true, false or null for solvable")),
    };
    let numbers = |key: &str, what: &str| -> Result<Option<Numbers>, Fault> {
        let Some(node) = get(key) else {
            return Ok(None);
        };
        Numbers::from_json(node, puzzle.states - 1, what).map(Some)
    };
    let flag = |key: &str| get(key).map_or(Ok(false), |node| node.boolean(key));
    let count = |key: &str| -> Result<Option<u64>, Fault> {
        get(key).map(|node| node.integer(0, u64::MAX, &format!("{key}, an integer"))).transpose()
    };
    let large = |key: &str| -> Result<Option<u128>, Fault> {
        let read = |node: &Node<'_>| {
            let digits = node.digits().and_then(|digits| digits.parse().ok());
            digits.ok_or_else(|| node.wrong(format!("{key}, an integer of 0 or more")))
        };
        get(key).map(read).transpose()
    };
    let solutions = match get("solutions") {
        Some(node) => {
            let text = node.text("the number of solutions")?;
            if text.is_empty()
                || !text.bytes().all(|b| b.is_ascii_digit())
                || (text.len() > 1 && text.starts_with('0'))
            {
                return Err(node.wrong("the number of solutions in decimal digits"));
            }
            Some(text.to_string())
        }
        None => None,
    };
    let objective = match get("objective") {
        None => Objective::Presses,
        Some(node) => match node.text("the objective")? {
            "presses" => Objective::Presses,
            "buttons" => Objective::Buttons,
            _ => return Err(node.wrong("the objective presses or buttons")),
        },
    };
    let changes = match get("suggested_changes") {
        Some(node) => {
            let items = node.list("a list of changes")?;
            items.iter().map(|item| change(item, puzzle.states)).collect::<Result<_, _>>()?
        }
        None => vec![],
    };
    Ok(Answer {
        solvable,
        presses: numbers("presses", "a press count")?,
        press_count: count("press_count")?,
        solutions,
        nullity: count("nullity")?,
        minimal: flag("minimal")?,
        proven: flag("proven")?,
        canonical: flag("canonical")?,
        objective,
        cost: large("cost")?,
        lower_bound: large("lower_bound")?,
        certificate: numbers("certificate", "a number of the certificate")?,
        changes,
        suggested_presses: numbers("suggested_presses", "a press count")?,
        evidence: get("evidence").map(Evidence::read).transpose()?,
    })
}

fn change(node: &Node<'_>, states: u64) -> Result<Change, Fault> {
    let entries = node.map("a change in braces")?;
    json::only(entries, &["light", "from", "to"])?;
    let get = |key: &str| {
        json::get(entries, key)
            .ok_or_else(|| Fault::at(node.offset, format!("found a change without the key {key}")))
    };
    let state = |node: &Node<'_>| node.integer(0, states - 1, "a state");
    let place = get("light")?;
    let light = match &place.value {
        Json::List(pair) => match pair.as_slice() {
            [row, column] => Light::Place(
                row.integer(0, u64::MAX, "a row, counted from 0,")?,
                column.integer(0, u64::MAX, "a column, counted from 0,")?,
            ),
            _ => return Err(place.wrong("a pair of a row and a column, or the number of a light")),
        },
        _ => Light::Number(place.integer(
            0,
            u64::MAX,
            "the number of a light, or a pair of a row and a column,",
        )?),
    };
    Ok(Change { light, from: state(get("from")?)?, to: state(get("to")?)? })
}

fn read_text(text: &str, puzzle: &Puzzle) -> Result<Answer, Fault> {
    let rows: Vec<Line<'_>> = lines(text).into_iter().filter(|line| !line.text.is_empty()).collect();
    let presses = match (press_list(&rows, puzzle), puzzle.layout()) {
        (Some(list), Some(layout)) => {
            if rows.len() == layout.len() && layout.iter().all(|row| row.len() == 2) {
                return Err(Fault::at(
                    rows[0].offset,
                    "these lines can be read as press counts and as places row,column; write press counts without commas",
                ));
            }
            list?
        }
        (Some(list), None) => list?,
        (None, Some(_)) => {
            Numbers::Rows(text_rows(&rows, puzzle.states, is_separated(&rows, puzzle.states))?)
        }
        (None, None) => match text_rows(&rows, puzzle.states, is_separated(&rows, puzzle.states))?.as_slice()
        {
            [row] => Numbers::Flat(row.clone()),
            [_, second, ..] => {
                return Err(Fault::at(second.offset, "found a second row, expected one row of press counts"));
            }
            [] => return Err(Fault::at(0, "found an empty answer")),
        },
    };
    Ok(Answer { presses: Some(presses), ..Answer::default() })
}

/// Lines `row,column` counted from 1 (for a free system: one button to a line, counted from 0), if every line is one.
fn press_list(rows: &[Line<'_>], puzzle: &Puzzle) -> Option<Result<Numbers, Fault>> {
    let number = |word: &str| -> Option<u64> {
        let word = word.trim();
        let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| word.parse().unwrap_or(u64::MAX))
    };
    let Some(layout) = puzzle.layout() else {
        let buttons: Vec<u64> = rows.iter().map(|line| number(line.text)).collect::<Option<_>>()?;
        if rows.len() == 1 && rows[0].text.len() == puzzle.buttons() {
            return if puzzle.buttons() > 1 { None } else { Some(Err(either(rows[0].offset))) };
        }
        return Some(free_list(rows, &buttons, puzzle));
    };
    let place = |line: &Line<'_>| {
        let (row, column) = line.text.split_once(',')?;
        Some((number(row)?, number(column)?))
    };
    let places: Vec<(u64, u64)> = rows.iter().map(place).collect::<Option<_>>()?;
    let mut counts: Vec<Vec<Option<u64>>> =
        layout.iter().map(|row| row.iter().map(|cell| cell.map(|_| 0)).collect()).collect();
    for (line, &(row, column)) in rows.iter().zip(&places) {
        let cell = (row as usize)
            .checked_sub(1)
            .and_then(|i| counts.get_mut(i))
            .and_then(|row| row.get_mut((column as usize).checked_sub(1)?))
            .and_then(Option::as_mut);
        let Some(count) = cell else {
            return Some(Err(Fault::at(
                line.offset,
                format!(
                    "found {}, expected the row and the column of a cell, counted from 1",
                    quote(line.text)
                ),
            )));
        };
        *count = (*count + 1) % puzzle.states;
    }
    let row = |row: Vec<Option<u64>>| Row {
        offset: 0,
        entries: row.into_iter().map(|value| Entry { offset: 0, value }).collect(),
    };
    Some(Ok(Numbers::Rows(counts.into_iter().map(row).collect())))
}

/// The fault of a number that may be a press count or the number of the only button.
fn either(offset: usize) -> Fault {
    Fault::at(
        offset,
        "this can be read as a press count and as the number of a button; write the answer as JSON",
    )
}

fn free_list(rows: &[Line<'_>], buttons: &[u64], puzzle: &Puzzle) -> Result<Numbers, Fault> {
    let mut counts = vec![0; puzzle.buttons()];
    for (line, &button) in rows.iter().zip(buttons) {
        let Some(count) = counts.get_mut(button as usize) else {
            return Err(Fault::at(
                line.offset,
                format!(
                    "found {}, expected one of {} buttons, counted from 0",
                    quote(line.text),
                    puzzle.buttons()
                ),
            ));
        };
        *count = (*count + 1) % puzzle.states;
    }
    let entries = counts.into_iter().map(|value| Entry { offset: 0, value: Some(value) }).collect();
    Ok(Numbers::Flat(Row { offset: 0, entries }))
}
