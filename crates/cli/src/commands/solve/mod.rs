//! `solve`: presses that lead to the target, or the proof that there are none.

mod pack;
mod search;
mod show;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use lightsout::format::pbm;
use lightsout::solve::lattice::{GridAnswer, solve_grid};
use lightsout::solve::{Answer, solve};

use crate::args::{Format, OutputArgs, PuzzleArgs};
use crate::fail::{Fail, Status, say};
use crate::input;
use crate::large;
use crate::output::Output;

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Puzzles: files, `-` for standard input, IDs, or boards with --all-on. Several puzzles, or a
    /// stream with one puzzle a line, are answered on one line each.
    #[arg(required_unless_present = "spec")]
    puzzles: Vec<String>,
    /// Start with every light on.
    #[arg(long)]
    all_on: bool,
    /// Where to write the certificate of a board without a solution, as a PBM image.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    search: search::SearchArgs,
    #[command(flatten)]
    source: PuzzleArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The formats of the result.
pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::List, Format::Json, Format::Csv, Format::Pbm];

/// Solves one puzzle or many.
pub(crate) fn run(args: &SolveArgs) -> Result<Status, Fail> {
    let begun = Instant::now();
    let format = args.output.format("solve", FORMATS)?;
    search::check(args)?;
    if args.puzzles.len() > 1 {
        return pack::files(args, format);
    }
    let name = args.puzzles.first().map(String::as_str);
    if let (Format::Pbm, Some(name), false) = (format, name, args.all_on || args.search.any())
        && !input::names_a_board(name)
        && let Some(packed) = large::read(name, &args.source)?
    {
        return solve_packed(args, packed);
    }
    let puzzle = match name {
        Some(name) if !args.all_on && input::names_a_board(name) => return Err(without_lights(name)),
        None if !args.all_on => {
            return Err(without_lights(args.source.on.board.as_deref().unwrap_or("this")));
        }
        Some(name) if !args.all_on && input::is_readable(name) => {
            let bytes = input::bytes(name)?;
            if input::is_stream(name, &bytes) {
                return pack::lines(args, format, name, &bytes);
            }
            input::puzzle_of_bytes(name, &bytes, &args.source)?
        }
        name => input::puzzle_or_board(name, &args.source, args.all_on)?,
    };
    if args.search.all {
        return search::all(args, format, &puzzle, begun);
    }
    let (answer, claim) = if args.search.minimal {
        search::fewest(args, None, &puzzle, begun)?
    } else {
        (solve(&puzzle).map_err(Fail::input)?, None)
    };
    if let Answer::Unsolvable(no) = &answer
        && (args.certificate.is_some() || !matches!(format, Format::Text | Format::Json))
    {
        let image = |out: &mut Output| {
            let image =
                pbm::write(puzzle.game(), puzzle.states(), &no.certificate, false).map_err(Fail::input)?;
            out.bytes(&image)
        };
        say_no(args, image)?;
        if !matches!(format, Format::Text | Format::Json) {
            return Ok(Status::No);
        }
    }
    let mut out = Output::open(&args.output)?;
    show::answer(&mut out, format, &puzzle, &answer, claim.as_ref())?;
    out.finish()?;
    Ok(claim.map_or_else(|| status(&answer), |claim| claim.status()))
}

/// Says that a board is no puzzle.
fn without_lights(board: &str) -> Fail {
    Fail::Input(format!(
        "{board} is a board without lights; give a puzzle file, or --all-on to start with every light on"
    ))
}

/// Solves a board that is never unpacked.
fn solve_packed(args: &SolveArgs, packed: large::Packed) -> Result<Status, Fail> {
    let large::Packed { board, difference } = packed;
    match solve_grid(&board, difference) {
        Some(GridAnswer::Solved { presses, .. }) => {
            let mut out = Output::open(&args.output)?;
            large::write(&mut out, &presses)?;
            out.finish()?;
            Ok(Status::Yes)
        }
        Some(GridAnswer::Unsolvable { certificate, .. }) => {
            say_no(args, |out| large::write(out, &certificate))?;
            Ok(Status::No)
        }
        None => Err(Fail::Input(format!("the board {board} cannot be solved as an image"))),
    }
}

/// Says that there is no solution where the format has no room for it, and writes the certificate where
/// it was asked for.
fn say_no(args: &SolveArgs, certificate: impl FnOnce(&mut Output) -> Result<(), Fail>) -> Result<(), Fail> {
    let place = match &args.certificate {
        Some(path) => {
            let to = OutputArgs { output: Some(path.clone()), ..OutputArgs::default() };
            let mut out = Output::open(&to)?;
            certificate(&mut out)?;
            out.finish()?;
            format!("the certificate is in {}", path.display())
        }
        None => "--certificate FILE or --format text writes the proof".to_string(),
    };
    say(format_args!("lightsout: there is no solution; {place}"));
    Ok(())
}

fn status(answer: &Answer) -> Status {
    match answer {
        Answer::Solved(_) => Status::Yes,
        Answer::Unsolvable(_) => Status::No,
    }
}
