//! `coverings`: coverings by 1 x 1 and 2 x 1 pieces.

use clap::Args;
use lightsout::coverings::{Covering, CoveringError, Coverings, Piece};
use lightsout::figure::Drawing;
use lightsout::kernel::nullity;
use lightsout::puzzle::{DEFAULT_LIMIT, Game};
use serde_json::json;

use crate::args::{BoardArgs, Format, OutputArgs, number, only};
use crate::fail::{Fail, Status};
use crate::output::Output;
use crate::watch::{TimeArgs, Watch};
use crate::{input, picture};

/// The formats of the result.
pub(crate) const FORMATS: &[Format] =
    &[Format::Text, Format::List, Format::Json, Format::Csv, Format::Svg, Format::Png];

/// Arguments of `coverings`.
#[derive(Debug, Args)]
pub(crate) struct CoveringsArgs {
    /// The board, such as 5x5 or triangle:6, or a puzzle file.
    board: Option<String>,
    /// Draw one covering at random, every one equally likely; exit status 1 when there is none.
    #[arg(long)]
    random: bool,
    /// The seed of the random covering; the same seed draws the same one; 1 if left out.
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = number::<u64, 0>)]
    seed: Option<u64>,
    /// Only the parity, through the nullity: for boards of any size.
    #[arg(long, conflicts_with = "random")]
    parity: bool,
    /// Write the number of each button in a picture.
    #[arg(long, help_heading = "Output")]
    numbers: bool,
    /// Width of a PNG in pixels.
    #[arg(long, value_name = "PX", help_heading = "Output", allow_negative_numbers = true, value_parser = number::<u32, 1>)]
    width: Option<u32>,
    #[command(flatten)]
    limits: TimeArgs,
    #[command(flatten)]
    puzzle: BoardArgs,
    #[command(flatten)]
    output: OutputArgs,
}

fn word(odd: bool) -> &'static str {
    if odd { "odd" } else { "even" }
}

/// Refuses what would change nothing.
fn check(args: &CoveringsArgs, format: Format) -> Result<(), Fail> {
    let drawn = matches!(format, Format::Svg | Format::Png | Format::List);
    only(
        args.puzzle.states.is_some(),
        false,
        "--states: coverings belong to the board alone, whatever the number of states",
    )?;
    only(
        args.parity,
        !drawn,
        &format!("--parity draws no covering: its formats are text, json and csv, not {}", format.name()),
    )?;
    only(
        args.random,
        format != Format::Csv,
        "--random has no format csv: list has a line for each piece, json a list of them",
    )?;
    only(
        args.seed.is_some(),
        args.random || drawn,
        "--seed is the seed of the covering that --random, a list or a picture shows",
    )?;
    picture::check(format, args.width, &[("--numbers", args.numbers)])
}

/// Counts and draws.
pub(crate) fn run(args: &CoveringsArgs) -> Result<Status, Fail> {
    let format = args.output.format("coverings", FORMATS)?;
    check(args, format)?;
    let input = input::game(args.board.as_deref(), &args.puzzle.puzzle())?;
    let coverings = || match &input.game {
        Game::Board(board) => Coverings::new(board),
        game => match game.system(2, DEFAULT_LIMIT) {
            Ok(system) => Coverings::of_system(&system),
            Err(_) => Err(CoveringError::TooLarge { board: input.name.clone() }),
        },
    };
    let drawn = matches!(format, Format::Svg | Format::Png | Format::List);
    if drawn {
        return draw(args, format, &input.name, input.game.board(), &coverings().map_err(Fail::input)?);
    }
    let watch = Watch::new(&args.limits, args.output.quiet);
    // det A = 1 exactly when the nullity is 0.
    let (solved, dimension) = match &input.game {
        Game::Board(board) => {
            // Only symmetric wirings have the theorem; large boards of the plain rules are symmetric.
            if !args.parity || board.cells() <= 1 << 20 {
                coverings().map(drop).or_else(tolerate).map_err(Fail::input)?;
            }
            let dimension = nullity(board).map_err(Fail::input)?;
            (dimension == 0, Some(dimension))
        }
        _ => (coverings().map_err(Fail::input)?.determinant(), None),
    };
    let mut status = Status::Yes;
    let mut covering = None;
    let count = if args.parity {
        None
    } else {
        let coverings = coverings().map_err(Fail::input)?;
        match coverings.count_with(&watch) {
            Ok(count) => {
                if args.random {
                    let drawn = coverings.sample_with(args.seed.unwrap_or(1), &watch);
                    covering = drawn.map_err(|e| Fail::Limit(e.to_string()))?;
                    if covering.is_none() {
                        status = none(args, &input.name);
                    }
                }
                Some(count)
            }
            Err(
                error @ (CoveringError::TooWide { .. }
                | CoveringError::TooLong { .. }
                | CoveringError::Stopped { .. }),
            ) => {
                // The count is what was asked for: a file without it would not be complete.
                if args.output.output.is_some() {
                    return Err(Fail::Limit(error.to_string()));
                }
                args.output.remark(&format!("lightsout: {error}"));
                status = Status::Limit;
                None
            }
            Err(error) => return Err(Fail::input(error)),
        }
    };
    watch.finish();
    let parity = count.as_ref().map_or(solved, |count| count.bit(0));
    if parity != solved {
        return Err(Fail::Input(format!(
            "{}: the number of coverings is {} but det A is {}: an error of this program",
            input.name,
            word(parity),
            u8::from(solved)
        )));
    }
    let text = count.as_ref().map(ToString::to_string);
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Json => out.json(&json!({
            "schema": 1,
            "board": input.name,
            "count": text,
            "parity": word(parity),
            "determinant": u8::from(solved),
            "nullity": dimension,
            "covering": covering.as_ref().map(|c| c.pieces().iter().map(|p| p.buttons().collect::<Vec<_>>()).collect::<Vec<_>>()),
        }))?,
        Format::Csv => {
            let count = text.unwrap_or_default();
            out.text(&format!("board,count,parity,determinant\n{},{count},{},{}\n", input.name, word(parity), u8::from(solved)))?;
        }
        _ => {
            match &text {
                Some(count) => out.text(&format!("{}: {count} {} by 1x1 and 2x1 pieces: {}\n", input.name, if count == "1" { "covering" } else { "coverings" }, with_article(parity)))?,
                None => out.text(&format!("{}: the number of coverings by 1x1 and 2x1 pieces is {}\n", input.name, word(parity)))?,
            }
            let through = dimension.map_or(String::new(), |d| format!(" (nullity {d})"));
            out.text(&format!(
                "det A = {} modulo 2{through}: {}{}\n",
                u8::from(solved),
                if input.states == 2 { "" } else { "with two states, " },
                if solved { "every state has exactly one solution" } else { "some states have no solution" }
            ))?;
            if let Some(covering) = &covering {
                // Buttons of free systems count from 0, as in their files.
                let covering = match input.game {
                    Game::Board(_) => covering.to_string(),
                    Game::Free(_) => {
                        let piece = |piece: &Piece| {
                            let buttons: Vec<String> = piece.buttons().map(|b| b.to_string()).collect();
                            format!("{{{}}}", buttons.join(", "))
                        };
                        let pieces: Vec<String> = covering.pieces().iter().map(piece).collect();
                        format!("{} (counted from 0)", pieces.join(", "))
                    }
                };
                out.text(&format!("drawn with seed {}: {covering}\n", args.seed.unwrap_or(1)))?;
            }
        }
    }
    out.finish()?;
    Ok(status)
}

fn with_article(odd: bool) -> &'static str {
    if odd { "an odd number" } else { "an even number" }
}

/// Says that there is no covering to draw.
fn none(args: &CoveringsArgs, name: &str) -> Status {
    args.output.remark(&format!("lightsout: {name} has no covering"));
    Status::No
}

/// Boards too large to wire are of the plain rules or will be refused by the nullity.
fn tolerate(error: CoveringError) -> Result<(), CoveringError> {
    match error {
        CoveringError::TooLarge { .. } => Ok(()),
        error => Err(error),
    }
}

/// One covering as a picture or a list of pieces.
fn draw(
    args: &CoveringsArgs,
    format: Format,
    name: &str,
    board: Option<&lightsout::board::Board>,
    coverings: &Coverings,
) -> Result<Status, Fail> {
    let watch = Watch::new(&args.limits, args.output.quiet);
    let seed = args.seed.unwrap_or(1);
    let covering: Option<Covering> =
        coverings.sample_with(seed, &watch).map_err(|e| Fail::Limit(e.to_string()))?;
    watch.finish();
    let Some(covering) = covering else {
        return Ok(none(args, name));
    };
    let mut out = Output::open(&args.output)?;
    if format == Format::List {
        let first = usize::from(board.is_some());
        for piece in covering.pieces() {
            let line: Vec<String> = piece.buttons().map(|b| (b + first).to_string()).collect();
            out.text(&format!("{}\n", line.join(",")))?;
        }
    } else {
        let Some(board) = board else {
            return Err(Fail::Input(format!("{name}: only boards are drawn, a free system has no places")));
        };
        let doubles = covering.pieces().iter().filter(|p| matches!(p, Piece::Double(..))).count();
        let svg = Drawing::new(board)
            .covering(&covering)
            .numbered(args.numbers)
            .title(format!("A covering of {name} by 1x1 and 2x1 pieces"))
            .caption(format!("{name}, seed {seed}: {doubles} pieces 2x1"))
            .render();
        picture::write(&mut out, format, &svg, args.width)?;
    }
    out.finish()?;
    Ok(Status::Yes)
}
