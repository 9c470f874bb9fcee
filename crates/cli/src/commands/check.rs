//! `check`: an answer against a puzzle, by a program that shares nothing with the solver.

use std::path::Path;

use clap::Args;
use lightsout_check::Options;
use serde_json::json;

use crate::args::{Format, OutputArgs, PuzzleArgs};
use crate::fail::{Fail, Status};
use crate::input;
use crate::output::Output;

/// The formats of the result.
pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Json];

/// Arguments of `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The puzzle: a file, `-` for standard input, or an ID.
    puzzle: String,
    /// The answer: what `solve --format json` printed, or a grid of presses; a file or `-`.
    answer: String,
    #[command(flatten)]
    source: PuzzleArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Checks.
pub(crate) fn run(args: &CheckArgs) -> Result<Status, Fail> {
    let format = args.output.format("check", FORMATS)?;
    if args.puzzle == "-" && args.answer == "-" {
        return Err(Fail::Input("the puzzle and the answer cannot both be standard input".into()));
    }
    let source = &args.source;
    let beside = source.on.board.as_deref().is_some_and(|spec| spec.starts_with("graph:"))
        || source.target.as_deref().is_some_and(|name| Path::new(name).is_file());
    let mut options = Options::default();
    options.board.clone_from(&args.source.on.board);
    options.states = args.source.on.states.as_deref().map(input::parse_states).transpose()?;
    options.rule.clone_from(&args.source.on.rule);
    options.target.clone_from(&args.source.target);
    let verdict = if beside {
        // Graphs and targets in files of their own are not known to the checker; it gets the puzzle written out.
        let puzzle = lightsout::format::json::write(&input::puzzle(&args.puzzle, source)?);
        lightsout_check::check_bytes(puzzle.as_bytes(), &input::bytes(&args.answer)?, &Options::default())
    } else if args.answer != "-" && Path::new(&args.puzzle).exists() {
        // Files are read by the checker itself, large images row by row.
        lightsout_check::check_files(Path::new(&args.puzzle), Path::new(&args.answer), &options)
    } else {
        let puzzle = input::bytes_of_puzzle(&args.puzzle)?;
        lightsout_check::check_bytes(&puzzle, &input::bytes(&args.answer)?, &options)
    }
    .map_err(|error| Fail::Input(error.named(input::said(&args.puzzle), input::said(&args.answer))))?;
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Json => {
            out.json(&json!({"schema": 1, "holds": verdict.holds, "reasons": verdict.reasons}))?
        }
        _ => {
            out.text(if verdict.holds { "The answer holds.\n" } else { "The answer does not hold.\n" })?;
            for reason in &verdict.reasons {
                out.text(&format!("- {reason}\n"))?;
            }
        }
    }
    out.finish()?;
    Ok(if verdict.holds { Status::Yes } else { Status::No })
}
