//! The DIMACS notation of graphs for colouring and cliques.

use super::super::ParseError;
use super::super::error::{characters, counted, quoted_text};
use super::{Graph, check_vertices, number, words};

pub(super) fn parse(text: &str) -> Result<Graph, ParseError> {
    let mut graph: Option<Graph> = None;
    let (mut claimed, mut lines, mut edges) = (0, 0, Vec::new());
    for (row, line) in text.split('\n').enumerate().map(|(i, line)| (i + 1, line)) {
        let fail =
            |offset: usize, error: ParseError| error.at(row, characters(&line.as_bytes()[..offset]) + 1);
        let words: Vec<(usize, &str)> = words(line).collect();
        let end = line.trim_ascii_end().len();
        let value = |index: usize, what: &str| match words.get(index) {
            Some(&(at, word)) => {
                number(word).ok_or_else(|| fail(at, ParseError::new(quoted_text(word), what.to_string())))
            }
            None => Err(fail(end, ParseError::new("the end of the line", what.to_string()))),
        };
        match words.first().map(|&(_, word)| word) {
            None | Some("c") => {}
            Some("p") => {
                if graph.is_some() {
                    return Err(fail(0, ParseError::new("a second line p", "one")));
                }
                match words.get(1) {
                    Some((_, "edge" | "edges" | "col")) => {}
                    Some(&(at, word)) => {
                        return Err(fail(at, ParseError::new(quoted_text(word), "edge or col")));
                    }
                    None => return Err(fail(end, ParseError::new("the end of the line", "edge or col"))),
                }
                let n = check_vertices(value(2, "the number of vertices")?)
                    .map_err(|error| fail(words[2].0, error))?;
                claimed = value(3, "the number of edges")?;
                graph = Some(Graph { first: 1, ..Graph::new(n) });
            }
            Some("e") => {
                let Some(graph) = &mut graph else {
                    return Err(fail(
                        0,
                        ParseError::new("an edge", "a line \"p edge VERTICES EDGES\" before it"),
                    ));
                };
                let mut ends = [0; 2];
                for (i, vertex) in ends.iter_mut().enumerate() {
                    let n = value(i + 1, "a vertex")?;
                    if n == 0 || n > graph.lights as u64 {
                        let expected = format!("one from 1 to {}", graph.lights);
                        return Err(fail(words[i + 1].0, ParseError::new(format!("vertex {n}"), expected)));
                    }
                    *vertex = n as usize - 1;
                }
                if let Some(&(at, word)) = words.get(3) {
                    return Err(fail(at, ParseError::new(quoted_text(word), "the end of the line")));
                }
                if ends[0] == ends[1] {
                    graph.first_loop.get_or_insert((ends[0], row));
                }
                ends.sort_unstable();
                edges.push(ends);
                lines += 1;
            }
            Some(other) => {
                return Err(fail(words[0].0, ParseError::new(quoted_text(other), "a line c, p or e")));
            }
        }
    }
    let Some(mut graph) = graph else {
        return Err(ParseError::new("no line p", "\"p edge VERTICES EDGES\"").at(1, 1));
    };
    // Many files list each edge both ways; the graph is simple all the same.
    edges.sort_unstable();
    edges.dedup();
    let distinct = edges.len() as u64;
    if ![lines, distinct, 2 * distinct].contains(&claimed) {
        let found = counted(lines as usize, "edge");
        return Err(ParseError::new(found, format!("the {claimed} that the line p claims")));
    }
    edges.iter().for_each(|&[u, v]| graph.edge(u, v));
    Ok(graph)
}
