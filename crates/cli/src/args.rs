//! What can be typed: the one definition behind the parser, the help, the man page and the
//! completions.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::commands;
use crate::fail::Fail;

/// Solve, analyse and draw every kind of Lights Out puzzle.
#[derive(Debug, Parser)]
#[command(name = "lightsout", version, propagate_version = true, arg_required_else_help = true)]
#[command(
    after_help = "Exit status: 0 found or true, 1 a valid \"no\", 2 bad usage or input, 3 a limit or Ctrl-C \
ended a search, 130 interrupted elsewhere."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find presses that lead to the target, or prove that there are none.
    Solve(commands::solve::SolveArgs),
    /// Apply presses to a state and show the result.
    Press(commands::press::PressArgs),
    /// The nullity of a board: how many independent quiet patterns it has.
    Nullity(commands::nullity::NullityArgs),
    /// Quiet patterns: a basis, all, the symmetric ones, the sparsest, larger ones by reflections.
    Kernel(commands::kernel::KernelArgs),
    /// The toggle matrix.
    Matrix(commands::matrix::MatrixArgs),
    /// Coverings by 1x1 and 2x1 pieces: their exact number, its parity, one drawn at random.
    Coverings(commands::coverings::CoveringsArgs),
    /// A picture of a state, presses, a quiet pattern, a covering or a frame of light chasing.
    Figure(commands::figure::FigureArgs),
    /// Light chasing step by step, in words and pictures.
    Chase(commands::chase::ChaseArgs),
    /// The look-up table of a board: what to press first for each last row that can be left.
    Lookup(commands::lookup::LookupArgs),
    /// Which numbers of rows one pass of light chasing clears on a cylinder.
    Onepass(commands::onepass::OnepassArgs),
    /// Ranks, periods and zeros of the Fibonacci sequence modulo K.
    Fibonacci(commands::fibonacci::FibonacciArgs),
    /// What the documents say beside what is computed, and their figures drawn anew.
    Reproduce(commands::reproduce::ReproduceArgs),
    /// Check an answer against a puzzle, by an independent program.
    Check(commands::check::CheckArgs),
    /// Serve the web page to the browsers of this machine.
    Serve(commands::serve::ServeArgs),
    /// Make puzzles that need an exact number of presses.
    ///
    /// Presses are counted, so a puzzle with weights is refused. At a limit, or where an exact number cannot be
    /// promised, what was found so far is shown, and the exit status is 3.
    Generate(commands::generate::GenerateArgs),
    /// The most presses that a solvable state of a board can need, with such a state.
    ///
    /// Presses are counted, so a puzzle with weights is refused. Without --time-limit the search ends after 10 seconds;
    /// where the bounds do not meet both are said, and the exit status is 3.
    Hardest(commands::hardest::HardestArgs),
    /// Print a completion script for a shell.
    Completions(commands::meta::CompletionsArgs),
    /// Print the manual page.
    Man,
}

impl Cli {
    /// The definition of everything that can be typed: each command offers only the formats that it has.
    pub(crate) fn definition() -> clap::Command {
        let mut cli = Cli::command();
        for (name, formats) in commands::FORMATS {
            let values = formats.iter().filter_map(Format::to_possible_value);
            let parser = PossibleValuesParser::new(values).try_map(|word| Format::from_str(&word, false));
            cli = cli.mut_subcommand(name, |sub| sub.mut_arg("format", |format| format.value_parser(parser)));
        }
        cli
    }
}

/// A whole number from `LEAST` that was typed.
pub(crate) fn number<T: TryFrom<u64>, const LEAST: u64>(text: &str) -> Result<T, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<u64>() {
        Ok(number) if digits && number >= LEAST => {
            T::try_from(number).map_err(|_| "the number is too large".to_string())
        }
        Err(_) if digits => Err("the number is too large".to_string()),
        _ => Err(format!("expected a whole number from {LEAST}")),
    }
}

/// A number of seconds that was typed.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|seconds| (0.0..=1e9).contains(seconds));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds from 0 to 1000000000, such as 60 or 0.5".to_string())
}

/// Refuses an option that would change nothing: `reason` says what it is for.
pub(crate) fn only(given: bool, used: bool, reason: &str) -> Result<(), Fail> {
    if given && !used { Err(Fail::Input(reason.to_string())) } else { Ok(()) }
}

/// The board that a command works on.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct BoardArgs {
    /// The board, such as 5x5, torus:6x6, triangle:7, classic or graph:FILE.
    #[arg(id = "spec", long = "board", value_name = "SPEC", help_heading = "Puzzle")]
    pub(crate) board: Option<String>,
    /// The number of states, 2 to 2^32.
    #[arg(long, value_name = "K", help_heading = "Puzzle", allow_negative_numbers = true)]
    pub(crate) states: Option<String>,
    /// Which lights a press changes: plus, plus-open, cross, king, king-open, knight, row-column or
    /// a stencil such as .#./###/.#.
    #[arg(long, value_name = "RULE", help_heading = "Puzzle")]
    pub(crate) rule: Option<String>,
}

impl BoardArgs {
    /// The same without a target.
    pub(crate) fn puzzle(&self) -> PuzzleArgs {
        PuzzleArgs { on: self.clone(), target: None }
    }
}

/// The puzzle or board that a command works on.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct PuzzleArgs {
    #[command(flatten)]
    pub(crate) on: BoardArgs,
    /// What the lights shall become: off, on, a state, or a file with a grid.
    #[arg(long, value_name = "TARGET", help_heading = "Puzzle", allow_negative_numbers = true)]
    pub(crate) target: Option<String>,
}

/// How and where the result is written.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct OutputArgs {
    /// How to write the result.
    #[arg(long, short, value_enum, help_heading = "Output")]
    pub(crate) format: Option<Format>,
    /// Write to a file, which is replaced only when the result is complete.
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Say nothing but the result: no progress, no remarks.
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// The formats of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, drawn.
    Text,
    /// Buttons as numbers from 1 in reading order, separated by commas.
    List,
    /// The short ID of the puzzle, for a link or a command line.
    Id,
    /// One JSON object.
    Json,
    /// A table.
    Csv,
    /// A scalable picture.
    Svg,
    /// A picture of dots.
    Png,
    /// A portable bitmap, or a portable grey map where there are more than two states.
    #[value(alias = "pgm")]
    Pbm,
    /// A sparse matrix in Matrix Market's format.
    Mtx,
}

impl Format {
    /// The word that selects the format.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::List => "list",
            Format::Id => "id",
            Format::Json => "json",
            Format::Csv => "csv",
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Pbm => "pbm",
            Format::Mtx => "mtx",
        }
    }
}
