//! Edge lists.

use super::super::ParseError;
use super::super::error::{characters, quoted_text};
use super::{Arc, Graph, check_vertices, number};

/// A word of a line: a number, an arrow, or something else.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = line.as_bytes();
    let mut at = 0;
    core::iter::from_fn(move || {
        while at < bytes.len() && matches!(bytes[at], b' ' | b'\t' | b',' | b'\r') {
            at += 1;
        }
        let start = at;
        if line[start..].starts_with("->") {
            at += 2;
        } else {
            while at < bytes.len()
                && !matches!(bytes[at], b' ' | b'\t' | b',' | b'\r')
                && !line[at..].starts_with("->")
            {
                at += 1;
                while !line.is_char_boundary(at) {
                    at += 1;
                }
            }
        }
        (start < at).then(|| (start, &line[start..at]))
    })
}

pub(super) fn parse(text: &str) -> Result<Graph, ParseError> {
    let mut graph = Graph::new(0);
    // The line of each arc, and each vertex that is named with the line that names it.
    let mut lines: Vec<usize> = Vec::new();
    let mut named: Vec<(usize, usize)> = Vec::new();
    for (number, line) in text.split('\n').enumerate().map(|(i, line)| (i + 1, line)) {
        if line.trim_ascii_start().starts_with('#') {
            continue;
        }
        let fail =
            |offset: usize, error: ParseError| error.at(number, characters(&line.as_bytes()[..offset]) + 1);
        let Some((u, v, directed, amount)) = arc(line, &fail)? else { continue };
        named.push((u, number));
        let Some(v) = v else { continue };
        named.push((v, number));
        if u == v {
            graph.first_loop.get_or_insert((u, number));
        }
        graph.arcs.push(Arc { button: u, light: v, amount });
        lines.push(number);
        if !directed && u != v {
            graph.arcs.push(Arc { button: v, light: u, amount });
            lines.push(number);
        }
    }
    named.sort_unstable();
    let mut next = 0;
    for &(vertex, line) in &named {
        if vertex > next {
            let found = format!("vertex {vertex}, and no vertex {next} anywhere");
            let expected = "vertices counted from 0 without gaps, one without edges on a line of its own";
            return Err(ParseError::new(found, expected).at(line, 1));
        }
        next = vertex + 1;
    }
    if named.is_empty() {
        return Err(ParseError::new("no edge", "a graph").at(1, 1));
    }
    (graph.lights, graph.buttons) = (next, next);
    let mut order: Vec<usize> = (0..graph.arcs.len()).collect();
    let key = |&a: &usize| (graph.arcs[a].button, graph.arcs[a].light);
    order.sort_by_key(key);
    if let Some(pair) = order.windows(2).find(|pair| key(&pair[0]) == key(&pair[1])) {
        let (u, v) = key(&pair[1]);
        let found = format!("{u} and {v} joined again, as in line {}", lines[pair[0]]);
        let expected = "each pair once, with an amount as a third number where it counts more than once";
        return Err(ParseError::new(found, expected).at(lines[pair[1]], 1));
    }
    Ok(graph)
}

/// What a line says: a vertex, perhaps another, whether in one direction only, and the amount.
type Line = (usize, Option<usize>, bool, u64);

fn arc(line: &str, fail: &dyn Fn(usize, ParseError) -> ParseError) -> Result<Option<Line>, ParseError> {
    const EXPECTED: &str =
        "an edge: two vertices counted from 0, \"->\" between them for one direction, an amount after them";
    let mut words = words(line).peekable();
    let vertex = |word: Option<(usize, &str)>| match word {
        Some((at, word)) => {
            let n = number(word).ok_or_else(|| fail(at, ParseError::new(quoted_text(word), EXPECTED)))?;
            let n = check_vertices(n.saturating_add(1)).map_err(|_| {
                let expected = format!("a vertex below {}", super::MOST_VERTICES);
                fail(at, ParseError::new(format!("vertex {n}"), expected))
            })?;
            Ok(n - 1)
        }
        None => Err(fail(line.len(), ParseError::new("the end of the line", "a vertex"))),
    };
    if words.peek().is_none() {
        return Ok(None);
    }
    let u = vertex(words.next())?;
    let directed = words.next_if(|&(_, word)| word == "->").is_some();
    if words.peek().is_none() && !directed {
        return Ok(Some((u, None, false, 1)));
    }
    let v = vertex(words.next())?;
    let amount = match words.next() {
        Some((at, word)) => {
            let expected = "an amount from 0 to 2^64 - 1 or the end of the line";
            number(word).ok_or_else(|| fail(at, ParseError::new(quoted_text(word), expected)))?
        }
        None => 1,
    };
    if let Some((at, word)) = words.next() {
        return Err(fail(at, ParseError::new(quoted_text(word), "the end of the line after the amount")));
    }
    Ok(Some((u, Some(v), directed, amount)))
}
