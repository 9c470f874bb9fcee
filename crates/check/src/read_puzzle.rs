//! Reads puzzles: JSON, text, bracket notation and netpbm images.

use crate::Options;
use crate::grid::{Line, Numbers, Row, is_separated, lines, sign, text_rows};
use crate::input::{Fault, quote};
use crate::json::{self, Json, Node};
use crate::puzzle::{Draft, MOST_STATES, Puzzle, Said, Target, Wiring, draft_states, parse_states};
use crate::shape::Shape;
use crate::words::{counted, one_of};

/// Largest weight of a button.
const MOST_WEIGHT: u64 = (1 << 32) - 1;

/// Reads a puzzle that is text of any kind.
pub(crate) fn read(text: &str, options: &Options) -> Result<Puzzle, Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().chars().next() {
        None => {
            Err(Fault::at(0, "found an empty puzzle, expected a grid of lights, JSON or buttons in brackets"))
        }
        Some('{') => read_json(text, options),
        Some('[') => read_brackets(text, options),
        Some(_) => read_text(text, options),
    }
}

/// What the caller says takes the place of what the file says.
fn overrule(option: Option<&String>, found: Option<Said>) -> Option<Said> {
    option.map(|text| Said { text: text.clone(), offset: None }).or(found)
}

fn option_target(options: &Options) -> Option<Target> {
    options.target.as_ref().map(|text| Target::Word(Said { text: text.clone(), offset: None }))
}

fn option_states(options: &Options) -> Result<Option<u64>, Fault> {
    options.states.map(|states| parse_states(&Said { text: states.to_string(), offset: None })).transpose()
}

fn refuse_board_options(options: &Options) -> Result<(), Fault> {
    if options.board.is_some() || options.rule.is_some() {
        return Err(Fault::nowhere("found a board or a rule for a puzzle that lists its buttons itself"));
    }
    Ok(())
}

fn read_json(text: &str, options: &Options) -> Result<Puzzle, Fault> {
    let root = json::read(text)?;
    let entries = root.map("a puzzle in braces")?;
    json::only(entries, &["schema", "board", "states", "rule", "lights", "target", "buttons", "weights"])?;
    if let Some(schema) = json::get(entries, "schema") {
        schema.integer(1, 1, "the schema number")?;
    }
    let file_states = json::get(entries, "states")
        .map(|node| node.integer(2, MOST_STATES, "a number of states"))
        .transpose()?;
    let states = option_states(options)?.or(file_states);
    let said = |key: &str| -> Result<Option<Said>, Fault> {
        json::get(entries, key)
            .map(|node| {
                Ok(Said { text: node.text(&format!("a {key}"))?.to_string(), offset: Some(node.offset) })
            })
            .transpose()
    };
    let lights = json::get(entries, "lights").ok_or_else(|| root_fault(&root, "lights"))?;
    let board = overrule(options.board.as_ref(), said("board")?);
    let known = draft_states(board.as_ref(), states)?;
    let lights = Numbers::from_json(lights, known - 1, "a state")?;
    let target = match (option_target(options), json::get(entries, "target")) {
        (Some(target), _) => Some(target),
        (None, Some(node)) => Some(json_target(node, known)?),
        (None, None) => None,
    };
    let weights = json::get(entries, "weights")
        .map(|node| Numbers::from_json(node, MOST_WEIGHT, "a weight"))
        .transpose()?;
    if let Some(buttons) = json::get(entries, "buttons") {
        refuse_board_options(options)?;
        for key in ["board", "rule"] {
            if let Some(node) = json::get(entries, key) {
                return Err(Fault::at(
                    node.offset,
                    format!("found a {key} beside buttons, expected only one of them"),
                ));
            }
        }
        let Numbers::Flat(row) = lights else {
            return Err(root_fault(&root, "lights as one flat list, beside buttons"));
        };
        let states = states.unwrap_or(2);
        let buttons = json_buttons(buttons, row.entries.len(), states)?;
        return free(buttons, states, row, target, weights);
    }
    let Numbers::Rows(rows) = lights else {
        return Err(root_fault(&root, "lights as a list of rows"));
    };
    let rule = overrule(options.rule.as_ref(), said("rule")?);
    Draft { board, states, rule, lights: rows, target, weights }.build()
}

fn root_fault(root: &Node<'_>, expected: &str) -> Fault {
    Fault::at(root.offset, format!("found a puzzle without {expected}"))
}

fn json_target(node: &Node<'_>, states: u64) -> Result<Target, Fault> {
    match &node.value {
        Json::Text(text) if text == "on" || text == "off" => {
            Ok(Target::Word(Said { text: text.clone(), offset: Some(node.offset) }))
        }
        Json::Number(text) => Ok(Target::Word(Said { text: (*text).to_string(), offset: Some(node.offset) })),
        Json::List(_) => Ok(Target::Numbers(Numbers::from_json(node, states - 1, "a state")?)),
        _ => Err(node.wrong("the target \"off\", \"on\", a state or a list shaped like the lights")),
    }
}

fn json_buttons(node: &Node<'_>, lights: usize, states: u64) -> Result<Vec<Vec<(usize, u64)>>, Fault> {
    let light = |node: &Node<'_>| -> Result<usize, Fault> {
        match node.digits().and_then(|digits| digits.parse::<usize>().ok()) {
            Some(light) if light < lights => Ok(light),
            _ => Err(node.wrong(one_of(lights, "light", 0))),
        }
    };
    let effect = |item: &Node<'_>| -> Result<(usize, u64), Fault> {
        match &item.value {
            Json::List(pair) if pair.len() == 2 => {
                let digits = pair[1].digits().ok_or_else(|| pair[1].wrong("an amount of 0 or more"))?;
                Ok((light(&pair[0])?, remainder(digits, states)))
            }
            Json::List(_) => Err(item.wrong("a light, or a pair of a light and an amount")),
            _ => Ok((light(item)?, 1)),
        }
    };
    let button = |item: &Node<'_>| item.list("a list of lights for a button")?.iter().map(effect).collect();
    node.list("a list of buttons")?.iter().map(button).collect()
}

/// The remainder of a number written in decimal digits.
fn remainder(digits: &str, states: u64) -> u64 {
    let k = u128::from(states);
    digits.bytes().fold(0u128, |rest, digit| (rest * 10 + u128::from(digit - b'0')) % k) as u64
}

fn free(
    buttons: Vec<Vec<(usize, u64)>>,
    states: u64,
    lights: Row,
    target: Option<Target>,
    weights: Option<Numbers>,
) -> Result<Puzzle, Fault> {
    let values = lights.entries.iter().map(|entry| entry.value.unwrap_or(0)).collect();
    Numbers::Flat(lights).below(states, "a state")?;
    let mut puzzle =
        Puzzle { states, wiring: Wiring::Free(buttons), lights: values, target: vec![], weights: None };
    puzzle.set_target(target.as_ref())?;
    puzzle.set_weights(weights.as_ref())?;
    Ok(puzzle)
}

/// `[.##.] (3) (1,3) (2)`: the target, then the lights of each button; anything in braces at the end is passed over.
fn read_brackets(text: &str, options: &Options) -> Result<Puzzle, Fault> {
    refuse_board_options(options)?;
    let states = option_states(options)?.unwrap_or(2);
    let mut at = text.len() - text.trim_start().len() + 1;
    let unexpected = |at: usize, expected: &str| {
        let found = text[at..].chars().next().map_or("the end".to_string(), |c| quote(&c.to_string()));
        Fault::at(at, format!("found {found}, expected {expected}"))
    };
    let mut target = Row { offset: at, entries: vec![] };
    loop {
        let c = text[at..].chars().next().unwrap_or(' ');
        if c == ']' {
            break;
        }
        match sign(c) {
            Some(Some(value)) if value < states => {
                target.entries.push(crate::grid::Entry { offset: at, value: Some(value) });
            }
            _ => return Err(unexpected(at, "a state such as . or # or a closing bracket")),
        }
        at += c.len_utf8();
    }
    at += 1;
    let mut buttons = Vec::new();
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        match text.as_bytes().get(at) {
            None => break,
            Some(b'(') => {
                let Some(length) = text[at..].find(')') else {
                    return Err(unexpected(text.len(), "a closing parenthesis"));
                };
                buttons.push(bracket_button(&text[at + 1..at + length], at + 1, target.entries.len())?);
                at += length + 1;
            }
            Some(b'{') => {
                let Some(length) = text[at..].find('}') else {
                    return Err(unexpected(text.len(), "a closing brace"));
                };
                at += length + 1;
                let rest = text[at..].trim_start();
                if !rest.is_empty() {
                    return Err(unexpected(text.len() - rest.len(), "nothing after the braces"));
                }
                break;
            }
            _ => return Err(unexpected(at, "a button in parentheses")),
        }
    }
    let offset = target.offset;
    let lights = target.entries.iter().map(|_| crate::grid::Entry { offset, value: Some(0) }).collect();
    let target = option_target(options).unwrap_or(Target::Numbers(Numbers::Flat(target)));
    free(buttons, states, Row { offset, entries: lights }, Some(target), None)
}

fn bracket_button(inside: &str, start: usize, lights: usize) -> Result<Vec<(usize, u64)>, Fault> {
    if inside.trim().is_empty() {
        return Ok(vec![]);
    }
    let mut at = start;
    let mut out = Vec::new();
    for word in inside.split(',') {
        let digits = word.trim();
        match digits.parse::<usize>() {
            Ok(light) if light < lights && digits.bytes().all(|b| b.is_ascii_digit()) => out.push((light, 1)),
            _ => {
                return Err(Fault::at(
                    at,
                    format!("found {}, expected {}", quote(digits), one_of(lights, "light", 0)),
                ));
            }
        }
        at += word.len() + 1;
    }
    Ok(out)
}

/// `key: value` lines, then rows, then perhaps `target:` and rows again.
fn read_text(text: &str, options: &Options) -> Result<Puzzle, Fault> {
    let all = lines(text);
    let mut said: Vec<(&str, Said)> = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let line = all[at];
        if let Some((key, value)) = line.text.split_once(':') {
            let key = key.trim();
            if !["board", "states", "rule", "target"].contains(&key) {
                return Err(Fault::at(
                    line.offset,
                    format!("found the key {}, expected board, states, rule or target", quote(key)),
                ));
            }
            if said.iter().any(|(other, _)| *other == key) {
                return Err(Fault::at(line.offset, format!("the key {key} is given twice")));
            }
            let value = value.trim();
            let offset = Some(line.offset + line.text.len() - value.len());
            said.push((key, Said { text: value.to_string(), offset }));
        } else if !line.text.is_empty() {
            break;
        }
        at += 1;
    }
    let get = |key: &str| said.iter().find(|(other, _)| *other == key).map(|(_, said)| said.clone());
    let board = overrule(options.board.as_ref(), get("board"));
    let states = match (option_states(options)?, get("states")) {
        (Some(states), _) => Some(states),
        (None, Some(said)) => Some(parse_states(&said)?),
        (None, None) => None,
    };
    let second = (at..all.len()).find(|&i| all[i].text.contains(':'));
    let rows = &all[at..second.unwrap_or(all.len())];
    let shape = match &board {
        Some(said) => {
            let spec = crate::shape::parse_board(&said.text);
            Some(spec.map_err(|message| Fault { offset: said.offset, message })?.shape)
        }
        None => None,
    };
    let has_parts = shape.is_some_and(Shape::has_parts);
    let known_states = draft_states(board.as_ref(), states)?;
    let first = grid_lines(rows, has_parts)?;
    if first.is_empty() {
        return Err(Fault::at(text.len(), "found the end of the puzzle, expected rows of lights"));
    }
    // After the lights comes nothing, a target in one word, or the line "target:" and the rows of another grid.
    let mut target = get("target").map(Target::Word);
    let mut last = None;
    if let Some(second) = second {
        let line = all[second];
        let (key, value) = line.text.split_once(':').unwrap_or_default();
        if key.trim() != "target" {
            return Err(Fault::at(
                line.offset,
                format!("found {}, expected a row or the line \"target:\"", quote(line.text)),
            ));
        }
        if target.is_some() {
            return Err(Fault::at(line.offset, "the key target is given twice"));
        }
        let rest = grid_lines(&all[second + 1..], has_parts)?;
        let value = value.trim();
        if value.is_empty() {
            last = Some(rest);
        } else {
            let offset = Some(line.offset + line.text.len() - value.len());
            target = Some(Target::Word(Said { text: value.to_string(), offset }));
            if let Some(line) = rest.first() {
                return Err(Fault::at(line.offset, "found more rows after the target, expected the end"));
            }
        }
    }
    let separated =
        [Some(&first), last.as_ref()].into_iter().flatten().any(|rows| is_separated(rows, known_states));
    // Some shapes are indented as they look, and large numbers may be aligned to the right.
    let free = shape.is_some_and(Shape::is_slanted) || separated && known_states > 10;
    if !free {
        aligned(&first)?;
        aligned(last.as_deref().unwrap_or_default())?;
    }
    let lights = text_rows(&first, known_states, separated)?;
    if let Some(rows) = last {
        target = Some(Target::Numbers(Numbers::Rows(text_rows(&rows, known_states, separated)?)));
    }
    let target = option_target(options).or(target);
    let rule = overrule(options.rule.as_ref(), get("rule"));
    if board.is_none()
        && let Some(row) = lights.iter().find(|row| row.entries.len() != lights[0].entries.len())
    {
        return Err(Fault::at(
            row.offset,
            format!(
                "found a row of {}, expected {} as in the first row",
                counted(row.entries.len(), "cell"),
                lights[0].entries.len()
            ),
        ));
    }
    Draft { board, states, rule, lights, target, weights: None }.build()
}

/// Refuses rows that start at different columns, where a blank may have been meant for a light.
fn aligned(rows: &[Line<'_>]) -> Result<(), Fault> {
    match rows.iter().find(|row| row.indentation != rows[0].indentation) {
        Some(row) => Err(Fault::at(
            row.offset,
            "found a row that starts at another column than the first row of its grid",
        )),
        None => Ok(()),
    }
}

/// The rows of a grid: blank lines at its end are dropped, those between its parts too where it has parts.
fn grid_lines<'a>(lines: &[Line<'a>], has_parts: bool) -> Result<Vec<Line<'a>>, Fault> {
    let start = lines.iter().position(|line| !line.text.is_empty()).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !line.text.is_empty()).map_or(start, |at| at + 1);
    let inside = &lines[start..end];
    if !has_parts && let Some(line) = inside.iter().find(|line| line.text.is_empty()) {
        return Err(Fault::at(line.offset, "found a blank line inside the grid, expected a row"));
    }
    Ok(inside.iter().copied().filter(|line| !line.text.is_empty()).collect())
}
