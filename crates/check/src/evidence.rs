//! Records that an answer may carry to show that its minimum is one.
//!
//! Each kind of record that the checker can verify has its place in [`Evidence::read`] and [`Evidence::check`].

use crate::input::Fault;
use crate::json::{self, Node};

/// A record of how a minimum was proven.
pub(crate) struct Evidence {
    kind: String,
}

impl Evidence {
    /// Reads a record: an object with the key `kind`.
    pub(crate) fn read(node: &Node<'_>) -> Result<Evidence, Fault> {
        let entries = node.map("evidence in braces")?;
        let kind = json::get(entries, "kind")
            .ok_or_else(|| Fault::at(node.offset, "found evidence without the key kind"))?
            .text("the kind of evidence")?;
        Ok(Evidence { kind: kind.to_string() })
    }

    /// What the record shows about the minimum.
    pub(crate) fn check(&self) -> Shown {
        Shown::Nothing(format!(
            "the evidence is of kind {}, which this program does not verify",
            crate::input::quote(&self.kind)
        ))
    }
}

/// What a record of evidence shows.
pub(crate) enum Shown {
    /// Nothing either way, and why.
    Nothing(String),
}
