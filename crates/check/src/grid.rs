//! Numbers as they stand in an input: a flat list, or rows in which holes are left out.

use crate::input::{Fault, quote};
use crate::json::{Json, Node};

/// One entry: a number, or a hole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) offset: usize,
    pub(crate) value: Option<u64>,
}

/// One row of entries.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) offset: usize,
    pub(crate) entries: Vec<Entry>,
}

/// Numbers with their places.
#[derive(Clone, Debug)]
pub(crate) enum Numbers {
    Flat(Row),
    Rows(Vec<Row>),
}

impl Numbers {
    /// Reads a JSON list of integers, or of rows of integers and nulls; each integer at most `most`.
    pub(crate) fn from_json(node: &Node<'_>, most: u64, what: &str) -> Result<Numbers, Fault> {
        let items = node.list(&format!("a list for {what}"))?;
        if items.iter().any(|item| matches!(item.value, Json::List(_))) {
            let rows = items.iter().map(|item| {
                let entries = item.list(&format!("a row of {what}"))?;
                row(item.offset, entries, most, what, true)
            });
            Ok(Numbers::Rows(rows.collect::<Result<_, _>>()?))
        } else {
            Ok(Numbers::Flat(row(node.offset, items, most, what, false)?))
        }
    }

    /// All entries in reading order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        let rows = match self {
            Numbers::Flat(row) => std::slice::from_ref(row),
            Numbers::Rows(rows) => rows,
        };
        rows.iter().flat_map(|row| &row.entries)
    }

    /// Refuses a number that is not below `bound`.
    pub(crate) fn below(&self, bound: u64, what: &str) -> Result<(), Fault> {
        match self.entries().find(|entry| entry.value.is_some_and(|value| value >= bound)) {
            Some(entry) => Err(Fault::at(
                entry.offset,
                format!("found {}, expected {what} below {bound}", entry.value.unwrap_or(0)),
            )),
            None => Ok(()),
        }
    }
}

fn row(offset: usize, items: &[Node<'_>], most: u64, what: &str, holes: bool) -> Result<Row, Fault> {
    let entry = |item: &Node<'_>| {
        let value = if holes && item.is_null() { None } else { Some(item.integer(0, most, what)?) };
        Ok(Entry { offset: item.offset, value })
    };
    Ok(Row { offset, entries: items.iter().map(entry).collect::<Result<_, _>>()? })
}

/// A line of a text with the byte where it starts, its blanks at both ends taken off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) offset: usize,
    pub(crate) text: &'a str,
    /// The blanks before it.
    pub(crate) indentation: &'a str,
}

/// The lines of a text.
pub(crate) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut offset = 0;
    let mut out = Vec::new();
    for line in text.split('\n') {
        let blank: &[char] = &[' ', '\t', '\r'];
        let indentation = line.len() - line.trim_start_matches(blank).len();
        out.push(Line {
            offset: offset + indentation,
            text: line.trim_matches(blank),
            indentation: &line[..indentation],
        });
        offset += line.len() + 1;
    }
    out
}

/// Whether the rows hold integers split by blanks or commas: when there are more than 36 states, or when any row has a
/// blank or a comma in it.
pub(crate) fn is_separated(lines: &[Line<'_>], states: u64) -> bool {
    states > 36 || lines.iter().any(|line| line.text.contains([' ', '\t', ',']))
}

/// Reads rows of signs (`.`, `#`, digits, letters, `_`), or of integers split by blanks or commas.
pub(crate) fn text_rows(lines: &[Line<'_>], states: u64, separated: bool) -> Result<Vec<Row>, Fault> {
    lines.iter().map(|line| if separated { integers(line, states) } else { signs(line, states) }).collect()
}

fn signs(line: &Line<'_>, states: u64) -> Result<Row, Fault> {
    let entry = |(at, c): (usize, char)| {
        let offset = line.offset + at;
        let value = sign(c).ok_or_else(|| {
            Fault::at(
                offset,
                format!(
                    "found {}, expected a cell: . # * X O, a digit, a letter a to z, or _ for a hole",
                    quote(&c.to_string())
                ),
            )
        })?;
        below(value, states, offset, c)
    };
    Ok(Row { offset: line.offset, entries: line.text.char_indices().map(entry).collect::<Result<_, _>>()? })
}

/// The state that a sign stands for; nothing inside for a hole.
pub(crate) fn sign(c: char) -> Option<Option<u64>> {
    Some(Some(match c {
        '_' => return Some(None),
        '.' => 0,
        '#' | '*' | 'X' | 'O' => 1,
        '0'..='9' => u64::from(c) - u64::from('0'),
        'a'..='z' => u64::from(c) - u64::from('a') + 10,
        _ => return None,
    }))
}

fn below(
    value: Option<u64>,
    states: u64,
    offset: usize,
    found: impl std::fmt::Display,
) -> Result<Entry, Fault> {
    match value {
        Some(value) if value >= states => Err(Fault::at(
            offset,
            format!("found {}, expected a number below {states}", quote(&found.to_string())),
        )),
        _ => Ok(Entry { offset, value }),
    }
}

fn integers(line: &Line<'_>, states: u64) -> Result<Row, Fault> {
    let mut entries = Vec::new();
    let mut at = 0;
    let mut comma = true;
    while at < line.text.len() {
        let rest = &line.text[at..];
        let offset = line.offset + at;
        let c = rest.chars().next().unwrap_or(' ');
        if c == ',' {
            if comma {
                return Err(Fault::at(offset, "found a comma, expected a number before it"));
            }
            comma = true;
            at += 1;
        } else if c == ' ' || c == '\t' {
            at += 1;
        } else {
            let length = rest.find([' ', '\t', ',']).unwrap_or(rest.len());
            let word = &rest[..length];
            let mut characters = word.chars();
            let single = characters.next().filter(|_| characters.next().is_none()).and_then(sign);
            let value = match (word, single) {
                (_, Some(value)) => value,
                _ if word.bytes().all(|b| b.is_ascii_digit()) => Some(word.parse().unwrap_or(u64::MAX)),
                _ => {
                    return Err(Fault::at(
                        offset,
                        format!("found {}, expected a number, or _ for a hole", quote(word)),
                    ));
                }
            };
            entries.push(below(value, states, offset, word)?);
            comma = false;
            at += length;
        }
    }
    if comma {
        return Err(Fault::at(
            line.offset + line.text.len(),
            "found the end of the row, expected a number after the comma",
        ));
    }
    Ok(Row { offset: line.offset, entries })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, states: u64) -> Result<Vec<Vec<Option<u64>>>, String> {
        let lines: Vec<Line<'_>> = lines(text).into_iter().filter(|line| !line.text.is_empty()).collect();
        let rows = text_rows(&lines, states, is_separated(&lines, states))
            .map_err(|fault| format!("{:?} {}", fault.offset, fault.message))?;
        Ok(rows.iter().map(|row| row.entries.iter().map(|entry| entry.value).collect()).collect())
    }

    #[test]
    fn signs_and_integers() {
        assert_eq!(
            read(".0#*XO1_", 2).unwrap(),
            [[Some(0), Some(0), Some(1), Some(1), Some(1), Some(1), Some(1), None]]
        );
        assert_eq!(read("29az", 36).unwrap(), [[Some(2), Some(9), Some(10), Some(35)]]);
        assert_eq!(read("1 0\n0,1", 2).unwrap(), [[Some(1), Some(0)], [Some(0), Some(1)]]);
        assert_eq!(read("36, _ ,\t7", 37).unwrap(), [[Some(36), None, Some(7)]]);
        assert_eq!(read("12", 37).unwrap(), [[Some(12)]]);
        assert_eq!(read("  1\r\n 1 1", 2).unwrap(), [vec![Some(1)], vec![Some(1), Some(1)]]);
    }

    #[test]
    fn wrong_cells_are_named() {
        for (text, states, at) in [
            ("..2", 2, 2),
            ("x", 2, 0),
            ("..?", 2, 2),
            ("1 2", 2, 2),
            ("1,,0", 2, 2),
            (",1", 2, 0),
            ("1,", 2, 2),
            ("1 ab", 16, 2),
            ("99999999999999999999999", 1 << 32, 0),
            ("\u{e9}", 2, 0),
            ("-1 0", 4, 0),
            ("1 __", 2, 2),
        ] {
            let error = read(text, states).unwrap_err();
            assert!(error.starts_with(&format!("Some({at})")), "{text}: {error}");
        }
    }
}
