//! `generate`: puzzles that need an exact number of presses.

use std::collections::HashSet;

use clap::{Args, ValueEnum};
use lightsout::fewest::FewestError;
use lightsout::figure::{Drawing, Pages};
use lightsout::format::shaped;
use lightsout::generate::{GenerateError, Generated, Generator, MOST_COUNTED, Symmetry, Wish};
use lightsout::minimal::{Limits, MinimumError, Options};
use lightsout::puzzle::{Game, Puzzle, Target};
use serde_json::json;

use crate::args::{Format, OutputArgs, PuzzleArgs, number};
use crate::fail::{Fail, Status};
use crate::output::Output;
use crate::watch::{LimitArgs, Watch};
use crate::{draw, input, picture};

/// The formats of the result.
pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Svg, Format::Png];

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// The board.
    #[arg(required_unless_present = "spec")]
    board_or_puzzle: Option<String>,
    /// The fewest presses that shall solve the puzzle.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64, 0>)]
    presses: u64,
    /// How many puzzles; a remark says when some of them are the same.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u64, 1>)]
    number: u64,
    /// The same seed gives the same puzzles.
    #[arg(long, value_name = "SEED", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u64, 0>)]
    seed: u64,
    /// Only puzzles whose lights have this symmetry.
    #[arg(long, value_enum)]
    symmetric: Option<SymmetryArg>,
    /// Only puzzles with one solution of the fewest presses.
    #[arg(long)]
    unique: bool,
    /// Only puzzles with so many lights that are not off; the target must be all off.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<usize, 0>)]
    lit: Option<usize>,
    /// Width of a PNG in pixels.
    #[arg(long, value_name = "PX", help_heading = "Output", allow_negative_numbers = true, value_parser = number::<u32, 1>)]
    width: Option<u32>,
    #[command(flatten)]
    source: PuzzleArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SymmetryArg {
    /// Left and right are alike.
    Mirror,
    /// Turned by 180 degrees it looks the same.
    Turn,
    /// Every rotation of the board leaves it as it is.
    Rotation,
    /// Every rotation and reflection of the board leaves it as it is.
    Full,
}

/// Generates the puzzles; JSON is one object a line, a picture has the puzzles first and the solutions after them.
pub(crate) fn run(args: &GenerateArgs) -> Result<Status, Fail> {
    let format = args.output.format("generate", FORMATS)?;
    picture::check(format, args.width, &[])?;
    if args.presses == 0 && args.number > 1 {
        return Err(Fail::Input(format!(
            "--number {}: one puzzle alone needs no press, the one that is solved",
            args.number
        )));
    }
    let board = input::puzzle_or_board(args.board_or_puzzle.as_deref(), &args.source, false)?;
    if board.weights().is_some() {
        return Err(Fail::Input(
            "generate counts presses, it has no use for the weights of the puzzle".into(),
        ));
    }
    let aims = board.target_lights();
    if args.lit.is_some() && aims.iter().any(|&aim| aim != 0) {
        return Err(Fail::Input(
            "--lit: the target has lights that are not off, expected all lights off".into(),
        ));
    }
    if args.symmetric.is_some() && aims.iter().any(|&aim| aim != aims[0]) {
        return Err(Fail::Input(
            "--symmetric: the target has several states, expected one for all lights".into(),
        ));
    }
    let drawn = matches!(format, Format::Svg | Format::Png);
    if drawn && board.board().is_none() {
        return Err(Fail::Input("only boards are drawn, a free system has no places".into()));
    }
    let wish = Wish {
        game: board.game().clone(),
        states: board.states(),
        presses: args.presses,
        symmetry: args.symmetric.map(|symmetry| match symmetry {
            SymmetryArg::Mirror => Symmetry::Mirror,
            SymmetryArg::Turn => Symmetry::Turn,
            SymmetryArg::Rotation => Symmetry::Rotation,
            SymmetryArg::Full => Symmetry::Full,
        }),
        unique: args.unique,
        lights: args.lit,
    };
    let watch = Watch::new(&args.limits.time, args.output.quiet);
    let mut limits = Limits { threads: args.limits.threads(), ..Limits::default() };
    if let Some(bytes) = args.limits.memory() {
        limits.memory_bytes = bytes;
    }
    let options = Options { limits, ..Options::default() };
    let mut generator = Generator::new(wish, args.seed).map_err(fail)?;
    let mut out = Output::open(&args.output)?;
    let mut sheet = Sheet::default();
    let mut seen = HashSet::new();
    let mut repeated = 0;
    let mut ended = None;
    for number in 1..=args.number {
        let mut found = match generator.generate(&options, &watch) {
            Ok(found) => found,
            // Puzzles that were found are shown.
            Err(error) if number > 1 => {
                let found = format!("found {} of {} puzzles: {error}", number - 1, args.number);
                ended = Some(Fail::Limit(found));
                break;
            }
            Err(error) => {
                watch.finish();
                return Err(fail(error));
            }
        };
        found.puzzle = towards(&board, &found.puzzle)?;
        if args.number > 1 && !seen.insert(found.puzzle.lights().to_vec()) {
            repeated += 1;
        }
        match format {
            Format::Json => {
                let mut value: serde_json::Value =
                    serde_json::from_str(&lightsout::format::json::write(&found.puzzle))
                        .map_err(Fail::input)?;
                if let Some(object) = value.as_object_mut() {
                    object.remove("schema");
                }
                out.json(&json!({
                    "schema": 1,
                    "puzzle": value,
                    "press_count": args.presses,
                    "presses": shaped(found.puzzle.game(), &found.solution),
                    "cheapest_solutions": found.cheapest,
                }))?;
            }
            Format::Svg | Format::Png => sheet.add(number, args.presses, &found),
            _ => {
                let text = described(number, args.presses, &found, out.colour);
                out.text(&text)?;
            }
        }
    }
    watch.finish();
    if drawn {
        picture::write(
            &mut out,
            format,
            &sheet.pages(board.game(), board.target(), args).render(),
            args.width,
        )?;
    }
    out.finish()?;
    if let Some(fail) = ended {
        return Err(fail);
    }
    if repeated > 0 {
        args.output.remark(&format!(
            "lightsout: {repeated} of the {} puzzles {} an earlier one; there may not be so many different ones",
            args.number,
            if repeated == 1 { "repeats" } else { "repeat" }
        ));
    }
    Ok(Status::Yes)
}

/// A puzzle with the same way to go from its lights to the target of another.
fn towards(wanted: &Puzzle, found: &Puzzle) -> Result<Puzzle, Fail> {
    let k = found.states();
    let plus = |(&light, target): (&u32, u32)| ((u64::from(light) + u64::from(target)) % k) as u32;
    let lights = found.lights().iter().zip(wanted.target_lights()).map(plus);
    Puzzle::new(found.game().clone(), k, lights.collect(), wanted.target().clone()).map_err(Fail::input)
}

fn fail(error: GenerateError) -> Fail {
    match error {
        GenerateError::Unproven
        | GenerateError::NotFound(_)
        | GenerateError::Stopped
        | GenerateError::Fewest(FewestError::Search(MinimumError::TooMany(_))) => {
            Fail::Limit(error.to_string())
        }
        _ => Fail::input(error),
    }
}

/// Puzzles and solutions to be drawn.
#[derive(Default)]
struct Sheet {
    puzzles: Vec<Drawing>,
    solutions: Vec<Drawing>,
}

impl Sheet {
    fn add(&mut self, number: u64, presses: u64, found: &Generated) {
        let Game::Board(board) = found.puzzle.game() else { return };
        let count = draw::counted(presses, "press");
        let state = || Drawing::new(board).lights(found.puzzle.states(), found.puzzle.lights());
        let also = match found.cheapest {
            1 => "no other way".to_string(),
            MOST_COUNTED => format!("one of at least {MOST_COUNTED} ways"),
            ways => format!("one of {ways} ways"),
        };
        self.puzzles.push(state().caption(format!("{number}: {count}")));
        self.solutions.push(state().stars(&found.solution).caption(format!("{number}: {count}, {also}")));
    }

    fn pages(self, game: &Game, target: &Target, args: &GenerateArgs) -> Pages {
        let task = match target {
            Target::Off => "turn all lights off".to_string(),
            Target::On => "turn all lights on".to_string(),
            Target::State(state) => format!("bring all lights to state {state}"),
            Target::Lights(_) => "reach the target".to_string(),
        };
        let board = game.board().map_or_else(String::new, |board| board.to_string());
        let count = draw::counted(args.presses, "press");
        let mut pages = Pages::new(format!("Puzzles on {board} that need {count}, with solutions"));
        pages.part(format!("{board}: {task}"), self.puzzles);
        pages.part(format!("{board}: solutions"), self.solutions);
        pages
    }
}

fn described(number: u64, presses: u64, found: &Generated, colour: bool) -> String {
    let puzzle = &found.puzzle;
    format!(
        "Puzzle {number}: {}; solutions with so few: {}\n\n{}\n{}\n",
        draw::counted(presses, "press"),
        found.cheapest,
        draw::game(puzzle.game(), puzzle.states(), puzzle.lights(), None, colour),
        match puzzle.game() {
            Game::Board(_) => draw::presses_line("Solution", puzzle.game(), &found.solution),
            Game::Free(_) => draw::presses_line("Press", puzzle.game(), &found.solution),
        }
    )
}
