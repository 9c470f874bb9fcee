//! Many puzzles: several files, or a stream with one puzzle a line.

use std::io::Write;
use std::time::Instant;

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
            let (answer, claim) = search::fewest(args, Some(solver), puzzle, Instant::now())?;
            let status = claim.as_ref().map_or_else(|| status(&answer), search::Claim::status);
            return Ok((show::line(format, puzzle, &answer, claim.as_ref()), status));
        }
        let answer = solve_with(solver, puzzle);
        Ok((show::line(format, puzzle, &answer, None), status(&answer)))
    }
}

/// Answers on their way out, one line each.
struct Pack<'a> {
    args: &'a SolveArgs,
    format: Format,
    out: Output,
    solvers: Solvers,
    overall: Status,
    all: u64,
    bad: u64,
    first_bad: String,
}

impl<'a> Pack<'a> {
    fn open(args: &'a SolveArgs, format: Format) -> Result<Pack<'a>, Fail> {
        if !matches!(format, Format::Text | Format::List | Format::Json) {
            return Err(Fail::Input(format!(
                "several puzzles are answered as text, list or json, not as {}",
                format.name()
            )));
        }
        Ok(Pack {
            args,
            format,
            out: Output::open(&args.output)?,
            solvers: Solvers::default(),
            overall: Status::Yes,
            all: 0,
            bad: 0,
            first_bad: String::new(),
        })
    }

    /// Answers one puzzle; an error in it begins with the place it is in, `name` says it where there is none.
    fn answer(&mut self, name: &str, puzzle: Result<Puzzle, Fail>) -> Result<(), Fail> {
        self.all += 1;
        match puzzle.and_then(|puzzle| self.solvers.line(self.args, self.format, &puzzle)) {
            Ok((line, status)) => {
                self.overall = self.overall.worst(status);
                match self.format {
                    Format::Text => self.out.text(&format!("{name}: {line}\n")),
                    _ => self.out.text(&format!("{line}\n")),
                }
            }
            Err(Fail::ClosedPipe) => Err(Fail::ClosedPipe),
            Err(fail) => {
                self.overall = self.overall.worst(Status::SomeBad);
                let message = fail.to_string();
                let placed = message.starts_with(name);
                let message = if placed { message } else { format!("{name}: {message}") };
                self.bad += 1;
                if self.bad == 1 {
                    self.first_bad.clone_from(&message);
                }
                match self.format {
                    Format::Json => self.out.json(&serde_json::json!({"schema": 1, "error": message})),
                    _ => self.out.text(&format!("error: {message}\n")),
                }
            }
        }
    }

    /// Answers each line of a stream.
    fn lines(&mut self, name: &str, bytes: &[u8]) -> Result<(), Fail> {
        let overrides = input::overrides(&self.args.source)?;
        for line in format::parse_lines(bytes, &overrides) {
            let puzzle = line.puzzle.map_err(|error| Fail::Input(format!("{name}: {error}")));
            // Errors count lines in the whole stream.
            match puzzle {
                Ok(puzzle) => self.answer(&format!("{name} line {}", line.number), Ok(puzzle))?,
                Err(fail) => self.answer(name, Err(fail))?,
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Status, Fail> {
        self.out.flush().map_err(|error| Fail::io("output", &error))?;
        self.out.finish()?;
        let Pack { all, bad, first_bad, .. } = self;
        if bad > 0 {
            say(format_args!(
                "lightsout: {bad} of {all} puzzles could not be answered; the first: {first_bad}"
            ));
        }
        Ok(self.overall)
    }
}

/// Answers several named puzzles; of a stream, each line in its place.
pub(super) fn files(args: &SolveArgs, format: Format) -> Result<Status, Fail> {
    let mut pack = Pack::open(args, format)?;
    for name in &args.puzzles {
        let said = input::said(name);
        if !args.all_on && input::is_readable(name) && !input::names_a_board(name) {
            match input::bytes(name) {
                Ok(bytes) if input::is_stream(name, &bytes) => pack.lines(said, &bytes)?,
                Ok(bytes) => pack.answer(said, input::puzzle_of_bytes(name, &bytes, &args.source))?,
                Err(fail) => pack.answer(said, Err(fail))?,
            }
        } else {
            pack.answer(said, input::puzzle_or_board(Some(name), &args.source, args.all_on))?;
        }
    }
    pack.finish()
}

/// Answers each line of a stream.
pub(super) fn lines(args: &SolveArgs, format: Format, name: &str, bytes: &[u8]) -> Result<Status, Fail> {
    if args.search.all || args.certificate.is_some() {
        return Err(Fail::Input(format!(
            "{}: --all and --certificate answer one puzzle, this is a stream of several",
            input::said(name)
        )));
    }
    let mut pack = Pack::open(args, format)?;
    pack.lines(input::said(name), bytes)?;
    pack.finish()
}
