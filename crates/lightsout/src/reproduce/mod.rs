//! What the documents that this toolkit starts from say, beside what it computes.
//!
//! Each document is a list of [`Item`]s (a statement, table, figure or worked example: theirs, ours and
//! the verdict) and a list of [`Figure`]s. `docs/papers.md` tells the same in prose.

pub mod triangle;

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
