//! One module a command.

pub(crate) mod check;
pub(crate) mod meta;
pub(crate) mod nullity;
pub(crate) mod press;
pub(crate) mod solve;

use crate::args::{Cli, Command};
use crate::fail::{Fail, Status};

/// Runs the command that was typed.
pub(crate) fn run(cli: &Cli) -> Result<Status, Fail> {
    match &cli.command {
        Command::Solve(args) => solve::run(args),
        Command::Press(args) => press::run(args),
        Command::Nullity(args) => nullity::run(args),
        Command::Check(args) => check::run(args),
        Command::Completions(args) => meta::completions(args),
        Command::Man => meta::man(),
    }
}
