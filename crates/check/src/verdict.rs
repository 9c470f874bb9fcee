//! What a check finds.

use std::fmt;

/// Whether an answer holds, and what was found about each of its claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// True when every claim was confirmed or, where a reason says so, left unchecked; false when any is wrong or
    /// lacks its proof.
    pub holds: bool,
    /// One sentence for each claim; those of failures first.
    pub reasons: Vec<String>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.holds { "holds" } else { "does not hold" })?;
        self.reasons.iter().try_for_each(|reason| write!(f, "\n  {reason}"))
    }
}

/// Collects findings.
#[derive(Default)]
pub(crate) struct Findings {
    failures: Vec<String>,
    others: Vec<String>,
}

impl Findings {
    /// A claim is wrong or unproven.
    pub(crate) fn fail(&mut self, reason: impl Into<String>) {
        self.failures.push(reason.into());
    }

    /// A claim is confirmed, or was not checked.
    pub(crate) fn note(&mut self, reason: impl Into<String>) {
        self.others.push(reason.into());
    }

    /// Confirmed if the condition is true, else failed.
    pub(crate) fn judge(&mut self, holds: bool, confirmed: impl Into<String>, failed: impl Into<String>) {
        if holds { self.note(confirmed) } else { self.fail(failed) }
    }

    pub(crate) fn verdict(self) -> Verdict {
        let holds = self.failures.is_empty();
        Verdict { holds, reasons: [self.failures, self.others].concat() }
    }
}
