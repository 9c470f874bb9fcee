//! graph6, digraph6 and sparse6.

use super::super::ParseError;
use super::super::error::{characters, counted, quoted};
use super::{Arc, Graph, check_vertices};

/// Whether a word may be a graph in one of these notations: six bits a character, 63 to 126.
pub(super) fn is_compact(word: &str) -> bool {
    let body = word.strip_prefix([':', '&']).unwrap_or(word);
    !body.is_empty() && body.bytes().all(|b| (63..=126).contains(&b))
}

pub(super) fn parse(text: &str) -> Result<Graph, ParseError> {
    let mut lines = text.split('\n').enumerate().filter(|(_, line)| !line.trim_ascii().is_empty());
    let (row, line) = lines.next().unwrap_or((0, ""));
    if let Some((row, _)) = lines.next() {
        return Err(ParseError::new("a second line", "one graph").at(row + 1, 1));
    }
    let mut word = line.trim_ascii();
    for header in [">>graph6<<", ">>digraph6<<", ">>sparse6<<"] {
        word = word.strip_prefix(header).unwrap_or(word);
    }
    let start = word.as_ptr() as usize - line.as_ptr() as usize;
    let fail = |offset: usize, error: ParseError| {
        error.at(row + 1, characters(&line.as_bytes()[..(start + offset).min(line.len())]) + 1)
    };
    let (kind, body) = match word.as_bytes().first() {
        Some(b':') => (':', &word[1..]),
        Some(b'&') => ('&', &word[1..]),
        _ => (' ', word),
    };
    let skipped = word.len() - body.len();
    if let Some((at, c)) = body.char_indices().find(|&(_, c)| !('?'..='~').contains(&c)) {
        let expected = "a character from ? to ~, as graph6 and sparse6 have";
        return Err(fail(skipped + at, ParseError::new(quoted(c), expected)));
    }
    let sixes: Vec<u8> = body.bytes().map(|b| b - 63).collect();
    let (n, used) = match order(&sixes) {
        Some(found) => found,
        None => return Err(fail(word.len(), ParseError::new("the end", "the number of vertices"))),
    };
    let n = check_vertices(n).map_err(|error| fail(skipped, error))?;
    let data = &sixes[used..];
    let mut graph = Graph::new(n);
    if kind == ':' {
        sparse(data, &mut graph);
        return Ok(graph);
    }
    let directed = kind == '&';
    let bits = if directed { n as u64 * n as u64 } else { n as u64 * (n as u64).saturating_sub(1) / 2 };
    if data.len() as u64 != bits.div_ceil(6) {
        let found = format!("{} of edges", counted(data.len(), "character"));
        let expected = format!("{} for {}", bits.div_ceil(6), n_vertices(n));
        return Err(fail(word.len(), ParseError::new(found, expected)));
    }
    let mut bits = data.iter().flat_map(|six| (0..6).rev().map(move |i| six >> i & 1 == 1));
    let mut next = || bits.next().unwrap_or(false);
    if directed {
        for button in 0..n {
            for light in 0..n {
                if next() {
                    graph.arcs.push(Arc { button, light, amount: 1 });
                }
            }
        }
    } else {
        for v in 1..n {
            for u in 0..v {
                if next() {
                    graph.edge(u, v);
                }
            }
        }
    }
    Ok(graph)
}

fn n_vertices(n: usize) -> String {
    if n == 1 { "1 vertex".into() } else { format!("{n} vertices") }
}

/// The number of vertices and how many characters tell it.
fn order(sixes: &[u8]) -> Option<(u64, usize)> {
    let (first, count) = match sixes {
        [63, 63, ..] => (2, 6),
        [63, ..] => (1, 3),
        [_, ..] => (0, 1),
        [] => return None,
    };
    let digits = sixes.get(first..first + count)?;
    Some((digits.iter().fold(0, |n, &six| n << 6 | u64::from(six)), first + count))
}

/// Edges as a walk: one bit steps to the next vertex, then a number jumps or joins.
fn sparse(data: &[u8], graph: &mut Graph) {
    let n = graph.lights;
    // Bits that the number n - 1 takes.
    let width = (usize::BITS - n.saturating_sub(1).leading_zeros()) as usize;
    let total = data.len() * 6;
    let bit = |at: usize| usize::from(data[at / 6] >> (5 - at % 6) & 1);
    let (mut v, mut at) = (0, 0);
    while at + 1 + width <= total {
        v += bit(at);
        let x = (at + 1..at + 1 + width).fold(0, |x, i| x << 1 | bit(i));
        at += 1 + width;
        if x >= n || v >= n {
            break; // Only padding does that.
        }
        if x > v {
            v = x;
        } else {
            graph.edge(x, v);
        }
    }
}
