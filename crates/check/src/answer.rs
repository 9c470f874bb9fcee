//! Reads claimed answers: the JSON of `solve`, a grid of presses, a list of presses, or a netpbm image of presses.

use crate::evidence::Evidence;
use crate::grid::{Line, Numbers, is_separated, lines, text_rows};
use crate::input::Fault;
use crate::json::{self, Json, Node};
use crate::press_list::{self, Reading, Readings};
use crate::puzzle::{Puzzle, Side};
use crate::verdict::Findings;

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
    pub(crate) list: Option<Vec<Listed>>,
    pub(crate) complete: bool,
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

const KEYS: [&str; 18] = [
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
    "list",
    "complete",
];

/// Reads an answer that is text of any kind.
pub(crate) fn read(text: &str, puzzle: &Puzzle) -> Result<Answer, Fault> {
    match text.trim_start().chars().next() {
        // The list of no presses is a line with nothing in it.
        None if text.contains('\n') => read_text("", puzzle),
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
        list: get("list").map(|node| Listed::read(node, puzzle.states)).transpose()?,
        complete: flag("complete")?,
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
    let presses = match press_list::read(&rows, puzzle) {
        Readings::Only(list) => list?,
        Readings::Any(lists) => best_reading(&rows, lists, puzzle)?,
    };
    Ok(Answer { presses: Some(presses), ..Answer::default() })
}

/// The only reading of an answer that fits the puzzle; of several the one that solves it.
///
/// # Errors
/// When several fit and none solves the puzzle, or none can be read at all.
fn best_reading(rows: &[Line<'_>], mut readings: Vec<Reading>, puzzle: &Puzzle) -> Result<Numbers, Fault> {
    let lists = readings.len();
    readings.push(Reading { what: "press counts", presses: counts(rows, puzzle) });
    let mut fitting: Vec<(usize, Vec<u64>)> = Vec::new();
    for (number, reading) in readings.iter().enumerate() {
        let vector = reading.presses.as_ref().ok().and_then(|list| puzzle.vector(Side::Buttons, list).ok());
        if let Some(vector) = vector.filter(|vector| fitting.iter().all(|(_, other)| other != vector)) {
            fitting.push((number, vector));
        }
    }
    let chosen = match fitting.as_slice() {
        // What fits in no way is told of the first.
        [] => Some(0),
        [(number, _)] => Some(*number),
        several => {
            let solving = several.iter().find(|(_, vector)| puzzle.press(vector) == puzzle.target);
            solving.map(|(number, _)| *number)
        }
    };
    if let Some(number) = chosen {
        return readings.swap_remove(number).presses;
    }
    let ways: Vec<&str> = fitting.iter().map(|&(number, _)| readings[number].what).collect();
    let message = format!(
        "this can be read as {}, none of which solves the puzzle; write {}",
        ways.join(" and as "),
        if lists > 1 { "(row,column) or the answer as JSON" } else { "the answer as JSON" }
    );
    Err(Fault::at(rows.first().map_or(0, |row| row.offset), message))
}

/// The rows as press counts.
fn counts(rows: &[Line<'_>], puzzle: &Puzzle) -> Result<Numbers, Fault> {
    let grid = text_rows(rows, puzzle.states, is_separated(rows, puzzle.states))?;
    match (puzzle.layout(), grid.as_slice()) {
        (Some(_), _) => Ok(Numbers::Rows(grid)),
        (None, [row]) => Ok(Numbers::Flat(row.clone())),
        (None, rows) => {
            let offset = rows.get(1).map_or(0, |row| row.offset);
            Err(Fault::at(offset, "found a second row, expected one row of press counts"))
        }
    }
}

/// One solution of a list.
pub(crate) struct Listed {
    pub(crate) presses: Numbers,
    pub(crate) press_count: Option<u64>,
    pub(crate) cost: Option<u128>,
}

impl Listed {
    /// Reads the list of solutions.
    pub(crate) fn read(node: &Node<'_>, states: u64) -> Result<Vec<Listed>, Fault> {
        node.list("a list of solutions")?.iter().map(|item| Listed::one(item, states)).collect()
    }

    fn one(node: &Node<'_>, states: u64) -> Result<Listed, Fault> {
        let entries = node.map("a solution in braces")?;
        json::only(entries, &["presses", "press_count", "cost"])?;
        let presses = json::get(entries, "presses")
            .ok_or_else(|| Fault::at(node.offset, "found a solution without the key presses"))?;
        let count = json::get(entries, "press_count");
        let cost = |node: &Node<'_>| {
            let digits = node.digits().and_then(|digits| digits.parse().ok());
            digits.ok_or_else(|| node.wrong("cost, an integer of 0 or more"))
        };
        Ok(Listed {
            presses: Numbers::from_json(presses, states - 1, "a press count")?,
            press_count: count
                .map(|node| node.integer(0, u64::MAX, "press_count, an integer"))
                .transpose()?,
            cost: json::get(entries, "cost").map(cost).transpose()?,
        })
    }
}

/// Numbers of the answer in the order of the puzzle's buttons or lights; an answer of another shape fails here.
pub(crate) fn fitted(
    findings: &mut Findings,
    puzzle: &Puzzle,
    side: Side,
    numbers: &Numbers,
    what: &str,
) -> Option<Vec<u64>> {
    match puzzle.vector(side, numbers) {
        Ok(vector) => Some(vector),
        Err(mismatch) => {
            findings.fail(format!(
                "the answer is to another puzzle: {what} have {}, the puzzle has {}",
                mismatch.message,
                puzzle.words(side)
            ));
            None
        }
    }
}
