//! `nullity`: how many independent quiet patterns a board has.

use clap::Args;
use lightsout::puzzle::DEFAULT_LIMIT;
use lightsout::solve::Solver;
use serde_json::json;

use crate::args::{Format, OutputArgs, PuzzleArgs};
use crate::fail::{Fail, Status};
use crate::input;
use crate::output::Output;

/// Arguments of `nullity`.
#[derive(Debug, Args)]
pub(crate) struct NullityArgs {
    /// The board, such as 5x5 or triangle:7, or a puzzle file.
    board: Option<String>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Computes the nullity of one board.
pub(crate) fn run(args: &NullityArgs) -> Result<Status, Fail> {
    let format = args.output.format("nullity", &[Format::Text, Format::Json, Format::Csv])?;
    let input = input::game(args.board.as_deref(), &args.puzzle)?;
    let system = input.game.system(input.states, DEFAULT_LIMIT).map_err(Fail::input)?;
    let solver = Solver::new(system, input.game.board()).map_err(Fail::input)?;
    let invariants = solver.kernel_invariants();
    let quiet = solver.quiet_patterns();
    // For a prime k every invariant is k and their number is the dimension.
    let nullity = solver.nullity();
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Json => out.json(&json!({
            "schema": 1,
            "board": input.name,
            "states": input.states,
            "nullity": nullity,
            "invariant_factors": invariants,
            "quiet_patterns": quiet.to_string(),
        }))?,
        Format::Csv => {
            let list: Vec<String> = invariants.iter().map(u64::to_string).collect();
            out.text("board,states,nullity,invariant_factors,quiet_patterns\n")?;
            let nullity = nullity.map_or(String::new(), |n| n.to_string());
            out.text(&format!("{},{},{nullity},{},{quiet}\n", input.name, input.states, list.join(" ")))?;
        }
        _ => {
            let mut line = match nullity {
                Some(nullity) => format!("{}: nullity {nullity}", input.name),
                None => format!("{} with {} states", input.name, input.states),
            };
            line.push_str(&match quiet.to_string().as_str() {
                "1" => {
                    ", no quiet pattern but the empty one: every state has exactly one solution".to_string()
                }
                many if many.len() <= 40 => format!(", {many} quiet patterns"),
                many => format!(", a number of quiet patterns with {} digits", many.len()),
            });
            if nullity.is_none() && !invariants.is_empty() {
                let list: Vec<String> = invariants.iter().map(|d| format!("Z/{d}")).collect();
                line.push_str(&format!("; they form the group {}", list.join(" x ")));
            }
            out.text(&format!("{line}\n"))?;
        }
    }
    out.finish()?;
    Ok(Status::Yes)
}
