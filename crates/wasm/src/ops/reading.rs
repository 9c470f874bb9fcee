//! Puzzles from text and from files.

use lightsout::format::{self, Overrides, json};
use lightsout::puzzle::Puzzle;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::sentence;
use crate::view::View;

/// A puzzle inside a request, in the canonical JSON form.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct PuzzleJson(Box<RawValue>);

impl PuzzleJson {
    /// The puzzle.
    pub(crate) fn read(&self) -> Result<Puzzle, String> {
        json::parse(self.0.get(), &Overrides::default()).map_err(sentence)
    }
}

/// Text that someone pasted or a link carries.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    text: String,
}

/// A file; its bytes come beside the request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileRequest {
    /// Its name, only for messages.
    name: String,
}

/// Reads a puzzle in any notation.
pub(crate) fn read(request: ReadRequest) -> Result<View, String> {
    view(request.text.trim_end().as_bytes())
}

/// Reads a puzzle from a file in any notation.
pub(crate) fn read_file(request: FileRequest, bytes: &[u8]) -> Result<View, String> {
    view(bytes).map_err(|error| format!("{}: {error}", request.name))
}

fn view(bytes: &[u8]) -> Result<View, String> {
    let puzzle = format::parse(bytes, &Overrides::default()).map_err(sentence)?;
    View::new(&puzzle)
}
