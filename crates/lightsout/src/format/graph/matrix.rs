//! Matrices of 0 and 1.

use super::super::ParseError;
use super::super::error::{characters, counted, quoted};
use super::{Arc, Graph, check_vertices};

pub(super) fn parse(text: &str) -> Result<Graph, ParseError> {
    let mut graph = Graph::new(0);
    for (number, line) in text.split('\n').enumerate().map(|(i, line)| (i + 1, line)) {
        let fail =
            |offset: usize, error: ParseError| error.at(number, characters(&line.as_bytes()[..offset]) + 1);
        let mut button = 0;
        for (at, c) in line.char_indices() {
            match c {
                ' ' | '\t' | ',' | '\r' => continue,
                '0' => {}
                '1' => graph.arcs.push(Arc { button, light: graph.lights, amount: 1 }),
                other => return Err(fail(at, ParseError::new(quoted(other), "0 or 1"))),
            }
            button += 1;
        }
        if button == 0 {
            continue;
        }
        if graph.lights == 0 {
            graph.buttons = check_vertices(button as u64).map_err(|error| fail(0, error))?;
        } else if button != graph.buttons {
            let found = format!("a row of {}", counted(button, "number"));
            let error = ParseError::new(found, format!("{} as in the first row", graph.buttons));
            return Err(fail(line.trim_ascii_end().len(), error));
        }
        graph.lights = check_vertices(graph.lights as u64 + 1).map_err(|error| fail(0, error))?;
    }
    Ok(graph)
}
