//! Presses as a list of buttons: numbers, places `row,column`, pairs `(row,column)xN`, or a table with a heading.

use crate::grid::{Entry, Line, Numbers, Row};
use crate::input::{Fault, quote};
use crate::puzzle::Puzzle;
use crate::words::one_of;

/// One entry of a list: a button by place (rows and columns from 1) or by index (from 0), and how often it is pressed.
struct Press<'a> {
    offset: usize,
    text: &'a str,
    button: Button,
    times: u64,
}

enum Button {
    Place(u64, u64),
    Number(u64),
}

/// What an answer that is no JSON can be read as.
pub(crate) enum Readings {
    /// One list of presses, whatever it says.
    Only(Result<Numbers, Fault>),
    /// Lists of presses, beside which the lines can be rows of press counts.
    Any(Vec<Reading>),
}

/// One way to read an answer.
pub(crate) struct Reading {
    /// What it takes the lines for.
    pub(crate) what: &'static str,
    pub(crate) presses: Result<Numbers, Fault>,
}

/// Reads lists of presses.
///
/// A list is a table with the heading `row,column,presses` (for a free system `button,presses`), or pairs `(row,column)`
/// and `(row,column)xN` split by blanks, or one place `row,column` (for a free system one button) to a line, or one line
/// of ascending numbers `1,4,9x2`, from 1 on a board and from 0 in a free system.
pub(crate) fn read(lines: &[Line<'_>], puzzle: &Puzzle) -> Readings {
    let sum = |presses: Vec<Press<'_>>| add_up(&presses, puzzle);
    let only = match puzzle.layout() {
        Some(_) => table(lines, "row,column,presses", 3).or_else(|| pairs(lines)),
        None => table(lines, "button,presses", 2),
    };
    if let Some(list) = only {
        return Readings::Only(list.and_then(sum));
    }
    let lists = match puzzle.layout() {
        Some(layout) => [
            (numbered(lines, 1).filter(|_| !is_row_of_digits(lines, layout)), "the numbers of buttons"),
            (places(lines), "places row,column"),
        ],
        None if lines.len() == 1 && lines[0].text.contains([',', 'x']) => {
            [(numbered(lines, 0), "the numbers of buttons"), (None, "")]
        }
        None => [(numbers(lines), "the numbers of buttons"), (None, "")],
    };
    let reading = |(list, what): (Option<Vec<Press<'_>>>, _)| Some(Reading { what, presses: sum(list?) });
    Readings::Any(lists.into_iter().filter_map(reading).collect())
}

/// A number in decimal digits; one beyond 64 bits is as wrong as the largest.
fn number(word: &str) -> Option<u64> {
    let word = word.trim();
    let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u64::MAX))
}

fn table<'a>(lines: &[Line<'a>], heading: &str, columns: usize) -> Option<Result<Vec<Press<'a>>, Fault>> {
    let (first, rest) = lines.split_first()?;
    if first.text != heading {
        return None;
    }
    let press = |line: &Line<'a>| {
        let values: Option<Vec<u64>> = line.text.split(',').map(number).collect();
        let (button, times) = match values.as_deref() {
            Some(&[row, column, times]) if columns == 3 => (Button::Place(row, column), times),
            Some(&[button, times]) if columns == 2 => (Button::Number(button), times),
            _ => {
                return Err(Fault::at(
                    line.offset,
                    format!("found {}, expected {columns} numbers split by commas", quote(line.text)),
                ));
            }
        };
        Ok(Press { offset: line.offset, text: line.text, button, times })
    };
    Some(rest.iter().map(press).collect())
}

fn pairs<'a>(lines: &[Line<'a>]) -> Option<Result<Vec<Press<'a>>, Fault>> {
    let mut out = Vec::new();
    for line in lines {
        let mut at = 0;
        for word in line.text.split([' ', '\t']) {
            if !word.is_empty() {
                let (place, times) = word.strip_prefix('(')?.split_once(')')?;
                let (row, column) = place.split_once(',')?;
                let times = if times.is_empty() { 1 } else { number(times.strip_prefix('x')?)? };
                let button = Button::Place(number(row)?, number(column)?);
                out.push(Press { offset: line.offset + at, text: word, button, times });
            }
            at += word.len() + 1;
        }
    }
    Some(Ok(out))
}

fn places<'a>(lines: &[Line<'a>]) -> Option<Vec<Press<'a>>> {
    let press = |line: &Line<'a>| {
        let (row, column) = line.text.split_once(',')?;
        let button = Button::Place(number(row)?, number(column)?);
        Some(Press { offset: line.offset, text: line.text, button, times: 1 })
    };
    lines.iter().map(press).collect()
}

fn numbers<'a>(lines: &[Line<'a>]) -> Option<Vec<Press<'a>>> {
    let press = |line: &Line<'a>| {
        let button = Button::Number(number(line.text)?);
        Some(Press { offset: line.offset, text: line.text, button, times: 1 })
    };
    lines.iter().map(press).collect()
}

/// A single line of ascending numbers split by commas, each with nothing or `x2`, `x3`, ..., as `--format list` of the
/// solver writes it.
fn numbered<'a>(lines: &[Line<'a>], first: u64) -> Option<Vec<Press<'a>>> {
    let [line] = lines else { return None };
    let mut out: Vec<Press<'a>> = Vec::new();
    let (mut at, mut last) = (0, None);
    for word in line.text.split(',') {
        let (button, times) = word.split_once('x').unwrap_or((word, "1"));
        let (button, times) = (number(button)?.checked_sub(first)?, number(times)?);
        if last.is_some_and(|last| last >= button) {
            return None;
        }
        last = Some(button);
        out.push(Press { offset: line.offset + at, text: word, button: Button::Number(button), times });
        at += word.len() + 1;
    }
    Some(out)
}

/// Whether the only line could be the count of the only cell of a board, or a row of digits for its only row.
fn is_row_of_digits(lines: &[Line<'_>], layout: &[Vec<Option<usize>>]) -> bool {
    let [row] = layout else { return false };
    let text = lines[0].text;
    !text.contains(['x', ',']) && (row.len() == 1 || text.len() == row.len())
}

/// The press counts of all buttons, modulo the number of states.
fn add_up(presses: &[Press<'_>], puzzle: &Puzzle) -> Result<Numbers, Fault> {
    let k = u128::from(puzzle.states);
    let mut counts = vec![0u64; puzzle.buttons()];
    for press in presses {
        let (button, expected) = match press.button {
            Button::Place(row, column) => {
                let place = row.checked_sub(1).zip(column.checked_sub(1));
                let button = place.and_then(|(i, j)| puzzle.number_at(i as usize, j as usize));
                (button, "the row and the column of a cell, counted from 1".to_string())
            }
            Button::Number(number) => {
                let first = u8::from(puzzle.layout().is_some());
                (Some(number as usize), one_of(counts.len(), "button", first))
            }
        };
        let Some(count) = button.and_then(|button| counts.get_mut(button)) else {
            return Err(Fault::at(press.offset, format!("found {}, expected {expected}", quote(press.text))));
        };
        *count = ((u128::from(*count) + u128::from(press.times)) % k) as u64;
    }
    let entry = |value: Option<u64>| Entry { offset: 0, value };
    Ok(match puzzle.layout() {
        Some(layout) => {
            let cell = |cell: &Option<usize>| entry(cell.map(|number| counts[number]));
            let row = |row: &Vec<Option<usize>>| Row { offset: 0, entries: row.iter().map(cell).collect() };
            Numbers::Rows(layout.iter().map(row).collect())
        }
        None => {
            Numbers::Flat(Row { offset: 0, entries: counts.into_iter().map(|c| entry(Some(c))).collect() })
        }
    })
}
