//! `figure`: a board with what there is to show on it.

use clap::{Args, ValueEnum};
use lightsout::board::Board;
use lightsout::chase::{Chase, Step};
use lightsout::coverings::Coverings;
use lightsout::figure::{CellShape, Drawing};
use lightsout::kernel::{Kernel, Named};
use lightsout::puzzle::{Game, Puzzle};
use lightsout::solve::{Answer, solve};
use lightsout_algebra::gf2::BitVec;

use crate::args::{Format, OutputArgs, PuzzleArgs, number, only};
use crate::fail::{Fail, Status};
use crate::output::Output;
use crate::watch::{TimeArgs, Watch};
use crate::{input, picture};

/// The formats of the result.
pub(crate) const FORMATS: &[Format] = &[Format::Svg, Format::Png];

/// Arguments of `figure`.
#[derive(Debug, Args)]
pub(crate) struct FigureArgs {
    /// The puzzle: a file, `-` for standard input, an ID, or a board (all lights off).
    puzzle: Option<String>,
    /// Buttons to mark with a star: numbers from 1 in reading order such as 1,10,12.
    #[arg(long, short, value_name = "LIST", allow_negative_numbers = true)]
    press: Option<String>,
    /// Show the state after the presses instead of before.
    #[arg(long, requires = "press")]
    after: bool,
    /// Mark the buttons of a solution.
    #[arg(long, conflicts_with = "press")]
    solution: bool,
    /// Show presses as filled buttons instead of the lights.
    #[arg(long)]
    only_presses: bool,
    /// Show a quiet pattern: the number of a basis pattern from 1, sparsest, sierpinski or pairs.
    #[arg(long, value_name = "WHICH", conflicts_with_all = ["press", "solution", "covering", "chase"], allow_negative_numbers = true)]
    quiet_pattern: Option<String>,
    /// Show a covering by 1x1 and 2x1 pieces drawn at random.
    #[arg(long, conflicts_with_all = ["press", "solution", "chase"])]
    covering: bool,
    /// The seed of the covering; 1 if left out.
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = number::<u64, 0>)]
    seed: Option<u64>,
    /// Show a frame of light chasing, as the command chase does it: the presses that turn off row R - 1 of the lights
    /// (on a rectangle those of row R); after the last one what is left.
    #[arg(long, value_name = "R", conflicts_with_all = ["press", "solution"], allow_negative_numbers = true, value_parser = number::<usize, 0>)]
    chase: Option<usize>,
    /// Start with every light on.
    #[arg(long)]
    all_on: bool,
    /// Write the number of each button.
    #[arg(long, help_heading = "Output")]
    numbers: bool,
    /// Round or square cells.
    #[arg(long, value_enum, help_heading = "Output")]
    cells: Option<Cells>,
    /// The title, for those who cannot see the picture.
    #[arg(long, help_heading = "Output")]
    title: Option<String>,
    /// A line of text below the board.
    #[arg(long, help_heading = "Output")]
    caption: Option<String>,
    /// Width of a PNG in pixels.
    #[arg(long, value_name = "PX", help_heading = "Output", allow_negative_numbers = true, value_parser = number::<u32, 1>)]
    width: Option<u32>,
    #[command(flatten)]
    source: PuzzleArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// How cells are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Cells {
    /// Round buttons.
    Circle,
    /// Squares with rounded corners.
    Square,
}

/// Draws.
pub(crate) fn run(args: &FigureArgs) -> Result<Status, Fail> {
    // A figure is a picture unless another ending is asked for.
    let mut output = args.output.clone();
    if output.format.is_none() && output.output.as_ref().is_none_or(|path| path.extension().is_none()) {
        output.format = Some(Format::Svg);
    }
    let format = output.format("figure", FORMATS)?;
    picture::check(format, args.width, &[])?;
    check(args)?;
    let puzzle = input::puzzle_or_board(args.puzzle.as_deref(), &args.source, args.all_on)?;
    let Game::Board(board) = puzzle.game() else {
        return Err(Fail::Input("only boards are drawn, a free system has no places".into()));
    };
    let drawing = if let Some(which) = &args.quiet_pattern {
        if puzzle.states() != 2 {
            return Err(Fail::Input(format!(
                "--quiet-pattern draws patterns of two states, {board} has {}; kernel draws those of more",
                puzzle.states()
            )));
        }
        Drawing::new(board).pattern(&quiet_pattern(board, which)?).title(format!("Quiet pattern of {board}"))
    } else if args.covering {
        let coverings = Coverings::new(board).map_err(Fail::input)?;
        let watch = Watch::new(&TimeArgs::default(), args.output.quiet);
        let drawn = coverings.sample_with(args.seed.unwrap_or(1), &watch);
        watch.finish();
        match drawn.map_err(|e| Fail::Limit(e.to_string()))? {
            Some(covering) => Drawing::new(board).covering(&covering).title(format!("A covering of {board}")),
            None => {
                args.output.remark(&format!("lightsout: {board} has no covering"));
                return Ok(Status::No);
            }
        }
    } else if let Some(row) = args.chase {
        chase(&puzzle, board, row)?
    } else {
        match state(args, &puzzle, board)? {
            Some(drawing) => drawing,
            None => {
                args.output.remark(&format!("lightsout: {board}: the state has no solution"));
                return Ok(Status::No);
            }
        }
    };
    let mut drawing = drawing.numbered(args.numbers);
    if let Some(cells) = args.cells {
        drawing = drawing.shape(match cells {
            Cells::Circle => CellShape::Circle,
            Cells::Square => CellShape::Square,
        });
    }
    if let Some(title) = &args.title {
        drawing = drawing.title(title);
    }
    if let Some(caption) = &args.caption {
        drawing = drawing.caption(caption);
    }
    let mut out = Output::open(&output)?;
    picture::write(&mut out, format, &drawing.render(), args.width)?;
    out.finish()?;
    Ok(Status::Yes)
}

/// Refuses what would change nothing.
fn check(args: &FigureArgs) -> Result<(), Fail> {
    let presses = args.press.is_some() || args.solution;
    let lights = args.quiet_pattern.is_none() && !args.covering;
    only(args.seed.is_some(), args.covering, "--seed is the seed of --covering, which is not given")?;
    only(
        args.only_presses,
        presses,
        "--only-presses shows the presses of --press or --solution; give one of them",
    )?;
    only(
        args.after,
        !args.only_presses,
        "--after shows lights, --only-presses shows none; give one of them",
    )?;
    only(args.all_on, lights, "--all-on is about lights, quiet patterns and coverings have none")?;
    only(
        args.source.target.is_some(),
        args.solution || args.chase.is_some(),
        "--target is for --solution and --chase; give one of them",
    )
}

/// The lights with presses, or the presses alone; `None` when a solution was asked for in vain.
fn state(args: &FigureArgs, puzzle: &Puzzle, board: &Board) -> Result<Option<Drawing>, Fail> {
    let presses = if let Some(list) = &args.press {
        super::press::presses_of(list, puzzle)?
    } else if args.solution {
        match solve(puzzle).map_err(Fail::input)? {
            Answer::Solved(solved) => solved.presses,
            _ => return Ok(None),
        }
    } else {
        vec![0; puzzle.game().buttons()]
    };
    if args.only_presses {
        return Ok(Some(Drawing::new(board).presses(&presses).title(format!("Presses on {board}"))));
    }
    let lights =
        if args.after { puzzle.pressed(&presses).map_err(Fail::input)? } else { puzzle.lights().to_vec() };
    let drawing = Drawing::new(board).lights(puzzle.states(), &lights).title(format!("State of {board}"));
    Ok(Some(drawing.stars(&presses)))
}

fn quiet_pattern(board: &Board, which: &str) -> Result<BitVec, Fail> {
    if let Ok(named) = which.parse::<Named>() {
        return named.pattern(board).map_err(Fail::input);
    }
    let kernel = Kernel::new(board).map_err(Fail::input)?;
    let count = kernel.nullity();
    match which.parse::<usize>() {
        Ok(number) if (1..=count).contains(&number) => Ok(kernel.pattern(number - 1)),
        _ if which == "sparsest" => kernel
            .sparsest()
            .map(|s| s.pattern)
            .ok_or_else(|| Fail::Input(format!("{board} has no quiet pattern but the empty one"))),
        _ if count == 0 => Err(Fail::Input(format!(
            "--quiet-pattern {which}: {board} has no quiet pattern but the empty one"
        ))),
        _ => Err(Fail::Input(format!(
            "--quiet-pattern {which}: expected a number from 1 to {count}, sparsest, sierpinski or pairs"
        ))),
    }
}

/// A frame of light chasing, as `chase` does it: the presses that turn off the lights of the row above `row`, or what the
/// first pass leaves.
fn chase(puzzle: &Puzzle, board: &Board, row: usize) -> Result<Drawing, Fail> {
    let chase = Chase::new(puzzle).map_err(Fail::input)?;
    let steps = &chase.first_pass().steps;
    // Rows are numbered from 1 here and from 0 there.
    let turned_off = |step: &Step| step.row.map_or(0, |row| row + 2);
    let last = steps.last().map_or(2, |step| turned_off(step) + 1);
    let at = steps.iter().position(|step| turned_off(step) == row);
    if at.is_none() && row != last {
        return Err(Fail::Input(match row {
            row if (2..last).contains(&row) => {
                format!("--chase {row}: the chase turns off no light of row {} of {board}", row - 1)
            }
            _ => format!("--chase {row}: expected a row from 2 to {last}, where the chase of {board} ends"),
        }));
    }
    let before = at.unwrap_or(steps.len()).checked_sub(1);
    let lights = before.map_or(puzzle.lights(), |before| &steps[before].lights);
    let mut presses = vec![0; board.cells()];
    for &(button, times) in at.map_or(&[][..], |at| &steps[at].presses) {
        presses[button as usize] = times;
    }
    let caption = match at {
        Some(_) => format!("turning off row {}", row - 1),
        None => "what is left".to_string(),
    };
    Ok(Drawing::new(board)
        .lights(puzzle.states(), lights)
        .stars(&presses)
        .title(format!("Light chasing on {board}, {caption}"))
        .caption(caption))
}
