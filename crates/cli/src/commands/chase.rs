//! `chase`: light chasing, step by step.

use clap::Args;
use lightsout::chase::{Chase, ChaseError};
use lightsout::puzzle::Puzzle;

use crate::args::{Format, OutputArgs, PuzzleArgs, number, only};
use crate::fail::{Fail, Status, say};
use crate::input;
use crate::output::Output;
use crate::picture;

/// The formats of the result.
pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Svg, Format::Png];

/// Arguments of `chase`.
#[derive(Debug, Args)]
pub(crate) struct ChaseArgs {
    /// The puzzle: a file, - or an ID; or a board together with --all-on or --start.
    #[arg(value_name = "PUZZLE")]
    puzzle_name: Option<String>,
    /// Start with every light on (at its brightest).
    #[arg(long, conflicts_with = "start")]
    all_on: bool,
    /// Start with every light at this state.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    start: Option<String>,
    /// Try every first row that solves the board and mark the one with the fewest presses.
    #[arg(long)]
    minimal: bool,
    /// With --minimal, try at most so many first rows; 65536 if left out.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64, 0>)]
    limit: Option<u64>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The most first rows that are tried.
const MOST_ATTEMPTS: u64 = 1 << 16;

/// Chases a puzzle.
pub(crate) fn run(args: &ChaseArgs) -> Result<Status, Fail> {
    let format = args.output.format("chase", FORMATS)?;
    only(args.limit.is_some(), args.minimal, "--limit bounds what --minimal tries, which is not given")?;
    let mut puzzle = input::puzzle_or_board(args.puzzle_name.as_deref(), &args.puzzle, args.all_on)?;
    if let Some(text) = &args.start {
        let states = puzzle.states();
        let start: u32 =
            text.parse().ok().filter(|&s: &u32| u64::from(s) < states && s > 0).ok_or_else(|| {
                let expected =
                    if states == 2 { "1".into() } else { format!("a state from 1 to {}", states - 1) };
                Fail::Input(format!("start: found \"{text}\", expected {expected}"))
            })?;
        let lights = vec![start; puzzle.game().lights()];
        puzzle = Puzzle::new(puzzle.game().clone(), states, lights, puzzle.target().clone())
            .map_err(Fail::input)?;
    }
    only(
        args.minimal,
        puzzle.weights().is_none(),
        "chase --minimal counts presses and the puzzle has weights; solve --minimal heeds them",
    )?;
    let chase = Chase::new(&puzzle).map_err(Fail::input)?;
    let (attempts, refused) = match args.minimal {
        false => (None, None),
        true => match chase.attempts(args.limit.unwrap_or(MOST_ATTEMPTS)) {
            Ok(attempts) => (attempts, None),
            Err(error @ ChaseError::TooManyAttempts { .. }) => (None, Some(format!("{error} by --limit"))),
            Err(error) => (None, Some(error.to_string())),
        },
    };
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Json => out.json(&chase.to_json(attempts.as_ref()))?,
        Format::Svg | Format::Png => {
            picture::write(&mut out, format, &chase.to_svg(attempts.as_ref()), None)?
        }
        _ => {
            out.text(&chase.to_text())?;
            if args.minimal && refused.is_none() {
                out.text(&format!("\n{}", chase.attempts_text(attempts.as_ref())))?;
            }
        }
    }
    out.finish()?;
    if let Some(refused) = refused {
        say(format_args!(
            "lightsout: {refused}; solve --minimal finds the fewest presses without trying them all"
        ));
        return Ok(Status::Limit);
    }
    Ok(if chase.solution().is_some() { Status::Yes } else { Status::No })
}
