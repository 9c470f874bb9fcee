//! `hardest`: the most presses that a solvable state of a board can need.

use std::time::Duration;

use clap::Args;
use lightsout::format::shaped;
use lightsout::hardest::hardest;
use lightsout::solve::Solver;
use serde_json::json;

use crate::args::{Format, OutputArgs, PuzzleArgs, number};
use crate::draw;
use crate::fail::{Fail, Status};
use crate::input;
use crate::output::Output;
use crate::watch::{TimeArgs, Watch};

/// The formats of the result.
pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Json];

/// The time allowed where nothing is said.
const PATIENCE: Duration = Duration::from_secs(10);

/// Arguments of `hardest`.
#[derive(Debug, Args)]
pub(crate) struct HardestArgs {
    /// The board.
    #[arg(required_unless_present = "spec")]
    board_or_puzzle: Option<String>,
    /// The seed of the search where not every state is looked at.
    #[arg(long, value_name = "SEED", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u64, 0>)]
    seed: u64,
    #[command(flatten)]
    source: PuzzleArgs,
    #[command(flatten)]
    limits: TimeArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Finds the hardest state, or bounds.
pub(crate) fn run(args: &HardestArgs) -> Result<Status, Fail> {
    let format = args.output.format("hardest", FORMATS)?;
    let puzzle = input::puzzle_or_board(args.board_or_puzzle.as_deref(), &args.source, false)?;
    let system = puzzle.system().map_err(Fail::input)?;
    let states = puzzle.states();
    if puzzle.weights().is_some() {
        return Err(Fail::Input(
            "hardest counts presses, it has no use for the weights of the puzzle".into(),
        ));
    }
    let solver = Solver::new(system, puzzle.board()).map_err(Fail::input)?;
    let watch = Watch::within(&args.limits, PATIENCE, args.output.quiet);
    let found = hardest(puzzle.game(), &solver, args.seed, &watch).map_err(Fail::input)?;
    watch.finish();
    let lights: Vec<u32> = solver
        .system()
        .press(&found.presses)
        .iter()
        .zip(puzzle.target_lights())
        .map(|(&x, target)| ((states - u64::from(x) + u64::from(target)) % states) as u32)
        .collect();
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Json => out.json(&json!({
            "schema": 1,
            "presses": found.lower,
            "upper_bound": found.upper,
            "proven": found.proven(),
            "lights": shaped(puzzle.game(), &lights),
            "solution": shaped(puzzle.game(), &found.presses),
            "distribution": found.distribution,
        }))?,
        _ => {
            let mut text = if found.proven() {
                format!(
                    "No solvable state needs more than {}; this one needs {}.\n\n",
                    draw::counted(found.lower, "press"),
                    if found.lower == 1 { "it" } else { "them all" }
                )
            } else {
                let least = draw::counted(found.lower, "press");
                let given: u64 = found.presses.iter().map(|&x| u64::from(x)).sum();
                let needs = if given == found.lower {
                    format!("needs {least}")
                } else {
                    format!("needs at least {least} and at most {given}")
                };
                format!("This state {needs}; none needs more than {}.\n\n", found.upper)
            };
            text.push_str(&draw::game(puzzle.game(), states, &lights, Some(&found.presses), out.colour));
            text.push('\n');
            text.push_str(&draw::presses_line("Press", puzzle.game(), &found.presses));
            if let Some(distribution) = &found.distribution {
                text.push_str("\npresses needed: number of states\n");
                for (presses, number) in distribution.iter().enumerate() {
                    text.push_str(&format!("{presses}: {number}\n"));
                }
            }
            out.text(&text)?;
        }
    }
    out.finish()?;
    Ok(if found.proven() { Status::Yes } else { Status::Limit })
}
