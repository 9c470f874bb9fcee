//! Many puzzles: several files, or a stream with one puzzle a line.

use std::io::Write;

use lightsout::format;
use lightsout::puzzle::{Game, Puzzle};
use lightsout::solve::{Solver, solve_with};

use super::{SolveArgs, search, show, status};
use crate::args::Format;
use crate::fail::{Fail, Status, say};
use crate::input;
use crate::output::Output;

/// Solvers of the games met so far; a level pack has one or few.
#[derive(Default)]
struct Solvers {
    known: Vec<(Game, u64, Solver)>,
}

/// How many games to remember.
const MOST_SOLVERS: usize = 16;

impl Solvers {
    fn line(&mut self, args: &SolveArgs, format: Format, puzzle: &Puzzle) -> Result<(String, Status), Fail> {
        let same =
            |(game, states, _): &(Game, u64, Solver)| *states == puzzle.states() && game == puzzle.game();
        let at = match self.known.iter().position(same) {
            Some(at) => at,
            None => {
                let solver = Solver::new(puzzle.system().map_err(Fail::input)?, puzzle.board())
                    .map_err(Fail::input)?;
                if self.known.len() == MOST_SOLVERS {
                    self.known.remove(0);
                }
                self.known.push((puzzle.game().clone(), puzzle.states(), solver));
                self.known.len() - 1
            }
        };
        let solver = &self.known[at].2;
        if args.search.minimal {
            let (answer, claim) = search::fewest(args, solver, puzzle)?;
            let status = claim.as_ref().map_or_else(|| status(&answer), search::Claim::status);
            return Ok((show::line(format, puzzle, &answer, claim.as_ref()), status));
        }
        let answer = solve_with(solver, puzzle);
        Ok((show::line(format, puzzle, &answer, None), status(&answer)))
    }
}

fn answer_each(
    args: &SolveArgs,
    format: Format,
    puzzles: impl Iterator<Item = (String, Result<Puzzle, Fail>)>,
) -> Result<Status, Fail> {
    let format = match format {
        Format::Text | Format::List | Format::Json => format,
        other => {
            return Err(Fail::Input(format!(
                "several puzzles are answered as text, list or json, not as {}",
                other.name()
            )));
        }
    };
    let mut out = Output::open(&args.output)?;
    let mut solvers = Solvers::default();
    let mut overall = Status::Yes;
    let (mut all, mut bad, mut first_bad) = (0u64, 0u64, String::new());
    for (name, puzzle) in puzzles {
        all += 1;
        match puzzle.and_then(|puzzle| solvers.line(args, format, &puzzle)) {
            Ok((line, status)) => {
                overall = overall.worst(status);
                if format == Format::Text {
                    out.text(&format!("{name}: {line}\n"))?;
                } else {
                    out.text(&format!("{line}\n"))?;
                }
            }
            Err(Fail::ClosedPipe) => return Err(Fail::ClosedPipe),
            Err(fail) => {
                overall = overall.worst(Status::SomeBad);
                let message = fail.to_string();
                bad += 1;
                if bad == 1 {
                    first_bad.clone_from(&message);
                }
                match format {
                    Format::Json => out.json(&serde_json::json!({"schema": 1, "error": message}))?,
                    _ => out.text(&format!("{name}: error: {message}\n"))?,
                }
            }
        }
    }
    out.flush().map_err(|error| Fail::io("output", &error))?;
    out.finish()?;
    if bad > 0 {
        say(format_args!("lightsout: {bad} of {all} puzzles could not be answered; the first: {first_bad}"));
    }
    Ok(overall)
}

/// Answers several named puzzles.
pub(super) fn files(args: &SolveArgs, format: Format) -> Result<Status, Fail> {
    answer_each(
        args,
        format,
        args.puzzles
            .iter()
            .map(|name| (name.clone(), input::puzzle_or_board(Some(name), &args.source, args.all_on))),
    )
}

/// Answers each line of a stream.
pub(super) fn lines(args: &SolveArgs, format: Format, name: &str, bytes: &[u8]) -> Result<Status, Fail> {
    if args.search.all || args.certificate.is_some() {
        return Err(Fail::Input(format!(
            "{}: --all and --certificate answer one puzzle, this is a stream of several",
            input::said(name)
        )));
    }
    let overrides = input::overrides(&args.source)?;
    let name = input::said(name);
    answer_each(
        args,
        format,
        format::parse_lines(bytes, &overrides).map(|line| {
            let puzzle = line.puzzle.map_err(|error| Fail::Input(format!("{name}: {error}")));
            (format!("{name} line {}", line.number), puzzle)
        }),
    )
}
