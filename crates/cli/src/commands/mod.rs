//! One module a command.

pub(crate) mod chase;
pub(crate) mod check;
pub(crate) mod coverings;
pub(crate) mod fibonacci;
pub(crate) mod figure;
pub(crate) mod generate;
pub(crate) mod hardest;
pub(crate) mod kernel;
pub(crate) mod lookup;
pub(crate) mod matrix;
pub(crate) mod meta;
pub(crate) mod nullity;
mod numbers;
pub(crate) mod onepass;
pub(crate) mod press;
pub(crate) mod reproduce;
pub(crate) mod serve;
pub(crate) mod solve;

use crate::args::{Cli, Command, Format};
use crate::fail::{Fail, Status};

/// The formats that each command writes, the first of them by itself.
pub(crate) const FORMATS: [(&str, &[Format]); 15] = [
    ("solve", solve::FORMATS),
    ("press", press::FORMATS),
    ("nullity", nullity::FORMATS),
    ("kernel", kernel::FORMATS),
    ("matrix", matrix::FORMATS),
    ("coverings", coverings::FORMATS),
    ("figure", figure::FORMATS),
    ("chase", chase::FORMATS),
    ("lookup", lookup::FORMATS),
    ("onepass", onepass::FORMATS),
    ("fibonacci", fibonacci::FORMATS),
    ("reproduce", reproduce::FORMATS),
    ("check", check::FORMATS),
    ("generate", generate::FORMATS),
    ("hardest", hardest::FORMATS),
];

/// Runs the command that was typed.
pub(crate) fn run(cli: &Cli) -> Result<Status, Fail> {
    match &cli.command {
        Command::Solve(args) => solve::run(args),
        Command::Press(args) => press::run(args),
        Command::Nullity(args) => nullity::run(args),
        Command::Kernel(args) => kernel::run(args),
        Command::Matrix(args) => matrix::run(args),
        Command::Coverings(args) => coverings::run(args),
        Command::Figure(args) => figure::run(args),
        Command::Chase(args) => chase::run(args),
        Command::Lookup(args) => lookup::run(args),
        Command::Onepass(args) => onepass::run(args),
        Command::Fibonacci(args) => fibonacci::run(args),
        Command::Reproduce(args) => reproduce::run(args),
        Command::Check(args) => check::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Hardest(args) => hardest::run(args),
        Command::Completions(args) => meta::completions(args),
        Command::Man => meta::man(),
    }
}
