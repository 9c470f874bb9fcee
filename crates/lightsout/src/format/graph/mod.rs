//! Graphs as boards: edge lists, matrices, DIMACS, graph6, digraph6 and sparse6.
//!
//! Each vertex is a button and a light; a press changes the neighbours, under the rule `plus` the
//! vertex itself too. The notations are those of their authors: DIMACS as in the second
//! implementation challenge (1993), graph6 and its relatives as in B. D. McKay's `formats.txt`.

mod compact;
mod dimacs;
mod edges;
mod matrix;

use super::ParseError;
use super::error::utf8;
use crate::board::Rule;
use crate::puzzle::FreeSystem;

/// Most vertices of a graph.
pub const MOST_VERTICES: usize = 1 << 24;

/// A directed graph with amounts: a press of one vertex adds an amount to another.
///
/// # Examples
/// ```
/// use lightsout::board::Rule;
/// use lightsout::format::graph;
///
/// let path = graph::parse(b"0 1\n1 2\n")?;
/// assert_eq!(path.system(&Rule::Plus)?.buttons()[0], [(0, 1), (1, 1)]);
/// assert_eq!(path.system(&Rule::PlusOpen)?.buttons()[1], [(0, 1), (2, 1)]);
/// # Ok::<(), lightsout::format::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    lights: usize,
    buttons: usize,
    arcs: Vec<Arc>,
    /// The vertex and the line of the first loop, where the notation has a line for each edge.
    first_loop: Option<(usize, usize)>,
    /// The number of the first vertex in the notation.
    first: usize,
}

/// A press of `button` adds `amount` to `light`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arc {
    /// The vertex that is pressed, counted from 0.
    pub button: usize,
    /// The vertex that changes, counted from 0.
    pub light: usize,
    /// What is added.
    pub amount: u64,
}

impl Graph {
    /// A graph without arcs.
    fn new(vertices: usize) -> Graph {
        Graph { lights: vertices, buttons: vertices, arcs: Vec::new(), first_loop: None, first: 0 }
    }

    /// Adds both arcs of an edge, or the one of a loop.
    fn edge(&mut self, u: usize, v: usize) {
        self.arcs.push(Arc { button: u, light: v, amount: 1 });
        if u != v {
            self.arcs.push(Arc { button: v, light: u, amount: 1 });
        }
    }

    /// Number of vertices that are lights; other than [`Graph::buttons`] only for a matrix that is
    /// not square.
    pub fn lights(&self) -> usize {
        self.lights
    }

    /// Number of vertices that are buttons.
    pub fn buttons(&self) -> usize {
        self.buttons
    }

    /// The arcs, both ways for an edge, in the order of the input.
    pub fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// The free system under the rule `plus` (a press changes the vertex itself and its
    /// neighbours) or `plus-open` (only the neighbours, and itself where there is a loop).
    ///
    /// # Errors
    /// Under any other rule; under `plus` when a vertex has a loop, which would count twice, or
    /// when buttons and lights are not the same vertices.
    pub fn system(&self, rule: &Rule) -> Result<FreeSystem, ParseError> {
        let closed = match rule {
            Rule::Plus => true,
            Rule::PlusOpen => false,
            other => {
                let found = format!("the rule {other} on a graph");
                return Err(ParseError::new(found, "plus or plus-open"));
            }
        };
        let expected = "the rule plus-open, since plus lets each vertex change itself besides";
        if closed && self.lights != self.buttons {
            let found = format!("a matrix of {} lights and {} buttons", self.lights, self.buttons);
            return Err(ParseError::new(found, expected));
        }
        let mut lists = vec![Vec::new(); self.buttons];
        if closed {
            lists.iter_mut().enumerate().for_each(|(v, list): (_, &mut Vec<(usize, u64)>)| list.push((v, 1)));
        }
        for &Arc { button, light, amount } in &self.arcs {
            if closed && button == light {
                let (vertex, line) = match self.first_loop {
                    Some((vertex, line)) => (vertex, Some(line)),
                    None => (button, None),
                };
                let found = format!(
                    "a loop at vertex {} (counted from {}), which changes itself already",
                    vertex + self.first,
                    self.first
                );
                return Err(ParseError { line, ..ParseError::new(found, expected) });
            }
            lists[button].push((light, amount));
        }
        lists.iter_mut().for_each(|list| list.sort_unstable());
        Ok(FreeSystem::new(self.lights, lists)?)
    }
}

/// Reads a graph in any of the notations, told apart by its first line:
///
/// - graph6, digraph6 (`&`), sparse6 (`:`), with or without their `>>...<<` headers;
/// - DIMACS: lines `c ...`, `p edge N M`, `e U V`, counted from 1;
/// - a matrix: rows of the characters 0 and 1, at least two, or at least four split by blanks or
///   commas; row i, column j says whether a press of j changes i;
/// - else an edge list, counted from 0: `U V`, `U -> V` for one direction, either with an amount
///   as a last number, `U` for a vertex without edges; lines that begin with `#` are comments.
///
/// # Errors
/// When the bytes are no graph, with line and column.
///
/// # Complexity
/// O(n log n) time and O(n) memory for n bytes, and O(v) memory for v vertices, at most 2^24.
pub fn parse(bytes: &[u8]) -> Result<Graph, ParseError> {
    let text = utf8(bytes)?;
    let first = text.lines().map(str::trim_ascii).find(|line| !line.is_empty()).unwrap_or("");
    let words: Vec<&str> = first.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
    let digits = |word: &str| word.bytes().all(|b| matches!(b, b'0' | b'1'));
    match words.as_slice() {
        [] => Err(ParseError::new("nothing", "a graph").at(1, 1)),
        ["c" | "p", ..] => dimacs::parse(text),
        [one] if first.starts_with(">>") || compact::is_compact(one) => compact::parse(text),
        [one] if one.len() > 1 && digits(one) => matrix::parse(text),
        [_, _, _, _, ..] if words.iter().all(|word| word.len() == 1 && digits(word)) => matrix::parse(text),
        _ => edges::parse(text),
    }
}

/// Refuses more vertices than a graph may have.
fn check_vertices(n: u64) -> Result<usize, ParseError> {
    usize::try_from(n)
        .ok()
        .filter(|&n| n <= MOST_VERTICES)
        .ok_or_else(|| ParseError::new(format!("{n} vertices"), format!("at most {MOST_VERTICES}")))
}

/// Words of a line with the bytes where they start, split by blanks and commas.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split([' ', '\t', ',', '\r'])
        .map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
        .filter(|(_, word)| !word.is_empty())
}

/// A number written in digits.
fn number(word: &str) -> Option<u64> {
    word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}
