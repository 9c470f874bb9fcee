//! What the documents that this toolkit starts from say, beside what it computes.
//!
//! Each document is a list of [`Item`]s (a statement, table, figure or worked example: theirs, ours and
//! the verdict) and a list of [`Figure`]s. `docs/papers.md` tells the same in prose.

pub mod chasing;
pub mod cylinder;
pub mod triangle;

use core::fmt;

/// How ours compares with theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The same.
    Match,
    /// Something else, and ours is checked another way: see the note.
    Difference,
    /// The document shows or says something without a value to compare; ours is computed.
    Shown,
}

impl Verdict {
    /// The word for it in tables and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Match => "match",
            Verdict::Difference => "difference",
            Verdict::Shown => "shown",
        }
    }
}

/// One statement, table, figure or example of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The document's key in docs/references.md.
    pub document: &'static str,
    /// What it is called there.
    pub item: String,
    /// What the document says.
    pub theirs: String,
    /// What is computed here.
    pub ours: String,
    /// The comparison.
    pub verdict: Verdict,
    /// Why they differ, or how ours was found; may be empty.
    pub note: String,
}

impl Item {
    /// An item that matches exactly when the two texts are equal.
    pub fn compare(
        document: &'static str,
        item: impl Into<String>,
        theirs: impl Into<String>,
        ours: impl Into<String>,
        note: impl Into<String>,
    ) -> Item {
        let (theirs, ours) = (theirs.into(), ours.into());
        let verdict = if theirs == ours { Verdict::Match } else { Verdict::Difference };
        Item { document, item: item.into(), theirs, ours, verdict, note: note.into() }
    }
}

/// Every item of every document.
pub fn items() -> Vec<Item> {
    let mut items = triangle::items();
    items.extend(cylinder::items());
    items.extend(chasing::items());
    items
}

/// `holds` when a statement was found true for every case of a range, else the first that fails.
fn statement<T: fmt::Display>(mut failures: impl Iterator<Item = T>) -> String {
    failures.next().map_or_else(|| "holds".to_owned(), |case| format!("fails for {case}"))
}

/// Values with commas between them.
fn list<T: fmt::Display>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|v| v.to_string()).collect::<Vec<_>>().join(", ")
}

impl Item {
    /// The same item with a note: why theirs differs, or what ours adds.
    fn noting(mut self, note: impl Into<String>) -> Item {
        self.note = note.into();
        self
    }
}

/// A figure of a document, drawn anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The document's key in docs/references.md.
    pub document: &'static str,
    /// What it is called there.
    pub item: String,
    /// A name for its file, without an ending.
    pub file: String,
    /// The figure as an SVG document.
    pub svg: String,
}

#[cfg(test)]
mod tests;
