//! How a run can end: exit statuses and errors.

use std::fmt;
use std::io::{self, Write};

/// Writes a line on standard error; where nobody can read it, nothing is lost by going on.
pub(crate) fn say(text: impl fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// A run that came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Found, or true.
    Yes = 0,
    /// A valid "no": unsolvable, not one-pass solvable, a wrong answer.
    No = 1,
    /// Some of several inputs were bad; the others were answered.
    SomeBad = 2,
    /// A limit was reached: the best found was shown.
    #[allow(dead_code, reason = "used by commands with limits")]
    Limit = 3,
    /// Ctrl-C was pressed.
    Interrupted = 130,
}

/// A run that could not go on.
#[derive(Debug)]
pub(crate) enum Fail {
    /// Bad usage or bad input: one sentence.
    Input(String),
    /// A limit was reached and there is nothing to show: one sentence.
    #[allow(dead_code, reason = "used by commands with limits")]
    Limit(String),
    /// Ctrl-C was pressed before there was anything to show: one sentence.
    Interrupted(String),
    /// Whoever reads the output has gone; not a failure.
    ClosedPipe,
}

impl Status {
    /// The status of several inputs together: stopping counts most, then a bad input, a limit and a "no".
    pub(crate) fn worst(self, other: Status) -> Status {
        let rank = |status| match status {
            Status::Yes => 0,
            Status::No => 1,
            Status::Limit => 2,
            Status::SomeBad => 3,
            Status::Interrupted => 4,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

impl Fail {
    /// The exit status.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Fail::Input(_) => 2,
            Fail::Limit(_) => 3,
            Fail::Interrupted(_) => 130,
            Fail::ClosedPipe => 0,
        }
    }

    /// An error of reading or writing a named thing.
    pub(crate) fn io(name: &str, error: &io::Error) -> Fail {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Fail::ClosedPipe;
        }
        Fail::Input(format!("{name}: {}", plain(error)))
    }

    /// Bad input, said by anything that prints as one sentence.
    pub(crate) fn input(error: impl fmt::Display) -> Fail {
        Fail::Input(error.to_string())
    }
}

/// The system's sentence without its number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_lowercase(),
        None => text,
    }
}

impl fmt::Display for Fail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fail::Input(text) | Fail::Limit(text) | Fail::Interrupted(text) => f.write_str(text),
            Fail::ClosedPipe => f.write_str("the reader of the output has gone"),
        }
    }
}
