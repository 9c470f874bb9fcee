//! `matrix`: the toggle matrix.

use std::fmt;
use std::io::Write;

use clap::Args;
use lightsout::figure::matrix_figure;
use lightsout::matrix::{MatrixFormat, write_matrix};
use lightsout::puzzle::DEFAULT_LIMIT;

use crate::args::{BoardArgs, Format, OutputArgs, number};
use crate::fail::{Fail, Status};
use crate::output::Output;
use crate::{input, picture};

/// The formats of the result.
pub(crate) const FORMATS: &[Format] =
    &[Format::Text, Format::Csv, Format::Mtx, Format::Pbm, Format::Json, Format::Svg, Format::Png];

/// Arguments of `matrix`.
#[derive(Debug, Args)]
pub(crate) struct MatrixArgs {
    /// The board, such as 5x5 or triangle:6, or a puzzle file.
    board: Option<String>,
    /// Width of a PNG in pixels.
    #[arg(long, value_name = "PX", help_heading = "Output", allow_negative_numbers = true, value_parser = number::<u32, 1>)]
    width: Option<u32>,
    #[command(flatten)]
    puzzle: BoardArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Characters on their way to the output, and the error they met.
struct Adapter<'a> {
    out: &'a mut Output,
    error: Option<std::io::Error>,
}

impl fmt::Write for Adapter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

/// The largest matrix that is drawn.
const MOST_DRAWN: usize = 4096;

/// Writes the matrix: row i is light i, column j is button j, both in reading order.
pub(crate) fn run(args: &MatrixArgs) -> Result<Status, Fail> {
    let format = args.output.format("matrix", FORMATS)?;
    picture::check(format, args.width, &[])?;
    let input = input::game(args.board.as_deref(), &args.puzzle.puzzle())?;
    let system = input.game.system(input.states, DEFAULT_LIMIT).map_err(Fail::input)?;
    let plain = match format {
        Format::Csv => Some(MatrixFormat::Csv),
        Format::Mtx => Some(MatrixFormat::MatrixMarket),
        Format::Pbm => Some(MatrixFormat::Pbm),
        Format::Text => Some(MatrixFormat::Text),
        _ => None,
    };
    let mut out = Output::open(&args.output)?;
    match (plain, format) {
        (Some(plain), _) => {
            let mut adapter = Adapter { out: &mut out, error: None };
            if write_matrix(&system, plain, &mut adapter).is_err() {
                let error = adapter.error.unwrap_or_else(|| std::io::Error::other("formatting failed"));
                return Err(Fail::io("the matrix", &error));
            }
        }
        (None, Format::Json) => {
            let buttons: Vec<Vec<(u32, u32)>> =
                (0..system.buttons()).map(|j| system.button(j).to_vec()).collect();
            out.json(&serde_json::json!({
                "schema": 1,
                "board": input.name,
                "states": input.states,
                "lights": system.lights(),
                "buttons": buttons,
            }))?;
        }
        (None, _) => {
            if system.lights().max(system.buttons()) > MOST_DRAWN {
                return Err(Fail::Limit(format!(
                    "{}: a matrix of {} rows is not drawn, at most {MOST_DRAWN} are; csv, mtx and pbm have no such limit",
                    input.name,
                    system.lights()
                )));
            }
            let title = format!("The toggle matrix of {}", input.name);
            let svg = matrix_figure(&system, input.game.board(), &title);
            picture::write(&mut out, format, &svg, args.width)?;
        }
    }
    out.finish()?;
    Ok(Status::Yes)
}
