//! `solve`: presses that lead to the target, or the proof that there are none.

mod pack;
mod show;

use clap::Args;
use lightsout::solve::{Answer, solve};

use crate::args::{Format, OutputArgs, PuzzleArgs};
use crate::fail::{Fail, Status};
use crate::input;
use crate::output::Output;

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Puzzles: files, `-` for standard input, IDs, or boards with --all-on. Several puzzles, or a
    /// stream with one puzzle a line, are answered on one line each.
    #[arg(required_unless_present = "board")]
    puzzles: Vec<String>,
    /// Start with every light on.
    #[arg(long)]
    all_on: bool,
    #[command(flatten)]
    source: PuzzleArgs,
    #[command(flatten)]
    output: OutputArgs,
}

const FORMATS: [Format; 4] = [Format::Text, Format::List, Format::Json, Format::Csv];

/// Solves one puzzle or many.
pub(crate) fn run(args: &SolveArgs) -> Result<Status, Fail> {
    let format = args.output.format("solve", &FORMATS)?;
    if args.puzzles.len() > 1 {
        return pack::files(args, format);
    }
    let name = args.puzzles.first().map(String::as_str);
    let puzzle = match name {
        Some(name) if !args.all_on && input::names_a_board(name) => {
            return Err(Fail::Input(format!(
                "{name} is a board without lights; give a puzzle file, or --all-on to start with every light on"
            )));
        }
        Some(name) if !args.all_on && (name == "-" || std::path::Path::new(name).exists()) => {
            let bytes = input::bytes(name)?;
            if lightsout::format::is_lines(&bytes) {
                return pack::lines(args, format, name, &bytes);
            }
            input::puzzle_of_bytes(name, &bytes, &args.source)?
        }
        name => input::puzzle_or_board(name, &args.source, args.all_on)?,
    };
    let answer = solve(&puzzle).map_err(Fail::input)?;
    let mut out = Output::open(&args.output)?;
    show::answer(&mut out, format, &puzzle, &answer)?;
    out.finish()?;
    Ok(status(&answer))
}

fn status(answer: &Answer) -> Status {
    match answer {
        Answer::Solved(_) => Status::Yes,
        Answer::Unsolvable(_) => Status::No,
    }
}
