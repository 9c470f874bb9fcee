//! `lookup`: the look-up table of a board.

use clap::Args;
use lightsout::lookup::Lookup;
use lightsout::puzzle::Game;

use crate::args::{BoardArgs, Format, OutputArgs, number};
use crate::fail::{Fail, Status};
use crate::input;
use crate::output::Output;
use crate::picture;

/// The formats of the result.
pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Csv, Format::Svg, Format::Png];

/// Arguments of `lookup`.
#[derive(Debug, Args)]
pub(crate) struct LookupArgs {
    /// The board, such as 5x5 or triangle:7, or a puzzle file.
    board: Option<String>,
    /// Write the short form when the table has more than so many lines.
    #[arg(long, value_name = "N", default_value_t = 256, allow_negative_numbers = true, value_parser = number::<u64, 0>)]
    limit: u64,
    #[command(flatten)]
    puzzle: BoardArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Writes the table.
pub(crate) fn run(args: &LookupArgs) -> Result<Status, Fail> {
    let format = args.output.format("lookup", FORMATS)?;
    let input = input::game(args.board.as_deref(), &args.puzzle.puzzle())?;
    let Game::Board(board) = &input.game else {
        return Err(Fail::Input(
            "a look-up table needs a board with rows, this is a free system of buttons".into(),
        ));
    };
    let table = Lookup::new(board, input.states).map_err(Fail::input)?;
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Json => out.json(&table.to_json(args.limit))?,
        Format::Csv => out.text(&table.to_csv(args.limit))?,
        Format::Svg | Format::Png => picture::write(&mut out, format, &table.to_svg(args.limit), None)?,
        _ => out.text(&table.to_text(args.limit))?,
    }
    out.finish()?;
    if format == Format::Csv && !table.is_fewest() {
        args.output.remark("there are too many quiet patterns to choose the fewest presses");
    }
    if table.count() <= args.limit.into() && !table.is_listed(args.limit) {
        args.output.remark("the table does not fit in memory, so that its short form is written");
    }
    Ok(Status::Yes)
}
