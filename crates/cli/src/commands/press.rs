//! `press`: apply presses to a state and show the result.

use clap::Args;
use lightsout::bitgrid::BitGrid;
use lightsout::format;
use lightsout::puzzle::Puzzle;
use lightsout_algebra::random::SplitMix;

use crate::args::{Format, OutputArgs, PuzzleArgs, number, only};
use crate::fail::{Fail, Status};
use crate::input;
use crate::large;
use crate::output::Output;

/// The formats of the result.
pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Id, Format::Pbm];

/// Arguments of `press`.
#[derive(Debug, Args)]
pub(crate) struct PressArgs {
    /// The puzzle: a file, `-` for standard input, an ID, or a board (all lights off).
    puzzle: Option<String>,
    /// The buttons to press: numbers from 1 in reading order such as 1,10,12, or places row,column
    /// from 1 separated by blanks such as "2,3 4,1".
    #[arg(long, short, value_name = "LIST", allow_negative_numbers = true)]
    press: Option<String>,
    /// Press every button a random number of times: a random solvable state.
    #[arg(long, conflicts_with_all = ["press", "all_on"])]
    random: bool,
    /// The seed of --random; the same seed gives the same state; 1 if left out.
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = number::<u64, 0>)]
    seed: Option<u64>,
    /// Start with every light on.
    #[arg(long)]
    all_on: bool,
    #[command(flatten)]
    source: PuzzleArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Presses.
pub(crate) fn run(args: &PressArgs) -> Result<Status, Fail> {
    let format = args.output.format("press", FORMATS)?;
    only(args.seed.is_some(), args.random, "--seed is the seed of --random, which is not given")?;
    if let (Format::Pbm, true, Some(grid)) = (format, args.press.is_none(), packed(args)?) {
        let mut out = Output::open(&args.output)?;
        large::write(&mut out, &grid)?;
        out.finish()?;
        return Ok(Status::Yes);
    }
    let start = input::puzzle_or_board(args.puzzle.as_deref(), &args.source, args.all_on)?;
    let presses = if args.random {
        random(&start, seed(args))?
    } else {
        match &args.press {
            Some(list) => presses_of(list, &start)?,
            None => vec![0; start.game().buttons()],
        }
    };
    let lights = start.pressed(&presses).map_err(Fail::input)?;
    let result = start.with_lights(lights).map_err(Fail::input)?;
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Pbm => {
            let image = format::pbm::write(result.game(), result.states(), result.lights(), false);
            out.bytes(&image.map_err(Fail::input)?)?;
            if result.weights().is_some() {
                args.output.remark("the image holds the lights, not the weights of the puzzle");
            }
        }
        Format::Id => out.text(&format!("{}\n", format::id::write(&result)))?,
        Format::Json => out.text(&format!("{}\n", format::json::write(&result)))?,
        // Puzzle text holds boards without weights only.
        _ if args.output.format.is_none() && (result.board().is_none() || result.weights().is_some()) => {
            out.text(&format!("{}\n", format::json::write(&result)))?
        }
        _ => out.text(&format::text::write(&result).map_err(Fail::input)?)?,
    }
    out.finish()?;
    if args.press.is_some() {
        let left = result.difference().iter().filter(|&&v| v != 0).count();
        args.output.remark(&match left {
            0 => "every light is at its target".to_string(),
            1 => "1 light is not at its target".to_string(),
            many => format!("{many} lights are not at their target"),
        });
    }
    Ok(Status::Yes)
}

fn seed(args: &PressArgs) -> u64 {
    args.seed.unwrap_or(1)
}

/// How often each button is pressed, from a list that was typed.
pub(crate) fn presses_of(list: &str, puzzle: &Puzzle) -> Result<Vec<u32>, Fail> {
    let states = puzzle.states();
    let mut presses = vec![0u32; puzzle.game().buttons()];
    let found = format::parse_positions(list, puzzle.game())
        .map_err(|error| Fail::Input(format!("press: {error}")))?;
    for (button, times) in found {
        presses[button] = ((u64::from(presses[button]) + u64::from(times)) % states) as u32;
    }
    Ok(presses)
}

/// A state that is made without a word for each light, when the arguments ask for one and it can be.
fn packed(args: &PressArgs) -> Result<Option<BitGrid>, Fail> {
    if !(args.random || args.all_on) || args.puzzle.as_deref().is_some_and(|name| !input::names_a_board(name))
    {
        return Ok(None);
    }
    let input = input::game(args.puzzle.as_deref(), &args.source)?;
    match input.game.board() {
        Some(board) if large::fits(board, input.states) => Ok(Some(if args.random {
            large::random_state(board, seed(args))?
        } else {
            large::all_on(board)?
        })),
        _ => Ok(None),
    }
}

/// Random presses; the same as for a packed board where the board can be packed.
fn random(puzzle: &Puzzle, seed: u64) -> Result<Vec<u32>, Fail> {
    if let Some(board) = puzzle.board().filter(|board| large::fits(board, puzzle.states())) {
        let grid = large::random_presses(board, seed)?;
        return Ok((0..board.cells())
            .map(|cell| {
                let (row, place) = board.position(cell);
                u32::from(grid.get(row, place))
            })
            .collect());
    }
    let mut random = SplitMix::new(seed);
    Ok((0..puzzle.game().buttons()).map(|_| (random.next_u64() % puzzle.states()) as u32).collect())
}
