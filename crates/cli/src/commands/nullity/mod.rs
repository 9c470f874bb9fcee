//! `nullity`: how many independent quiet patterns a board, or each board of a family, has.

mod table;

use std::path::PathBuf;

use clap::Args;
use lightsout::nullity::of_board;
use lightsout::puzzle::DEFAULT_LIMIT;
use lightsout::solve::Solver;
use serde_json::{Value, json};

use crate::args::{BoardArgs, Format, OutputArgs};
use crate::fail::{Fail, Status};
use crate::input;
use crate::output::Output;

/// The formats of the result.
pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Csv];

/// Arguments of `nullity`.
#[derive(Debug, Args)]
pub(crate) struct NullityArgs {
    /// The board, such as 5x5 or triangle:7, or a puzzle file.
    #[arg(conflicts_with = "family")]
    game: Option<String>,
    /// A family of boards: square, rectangle:M, cylinder:M, torus or triangle.
    #[arg(long, value_name = "FAMILY", requires = "sizes", conflicts_with_all = ["spec", "states", "rule"])]
    family: Option<String>,
    /// The sizes of the family, such as 1..25000 (both included) or 1000000.
    #[arg(long, value_name = "A..B", requires = "family", allow_hyphen_values = true)]
    sizes: Option<String>,
    /// Go on with the table in this file, which an interrupted run left.
    #[arg(long, value_name = "FILE", requires = "family", conflicts_with = "output")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    source: BoardArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Computes the nullity of one board, or a table.
pub(crate) fn run(args: &NullityArgs) -> Result<Status, Fail> {
    match (&args.family, &args.sizes) {
        (Some(family), Some(sizes)) => table::run(args, family, sizes),
        _ => one(args),
    }
}

/// What is known of one board.
struct Found {
    nullity: Option<u64>,
    /// The quiet patterns form the group of these cyclic orders; absent where they would be too many to list.
    invariants: Option<Vec<u64>>,
    quiet: String,
    /// Whether there are as many lights as buttons: then every state can be solved when no pattern is quiet.
    square: bool,
}

fn one(args: &NullityArgs) -> Result<Status, Fail> {
    let format = args.output.format("nullity", FORMATS)?;
    let input = input::game(args.game.as_deref(), &args.source.puzzle())?;
    let family = if input.states == 2 { input.game.board().and_then(of_board) } else { None };
    let found = match family {
        Some(nullity) => {
            let nullity = nullity.map_err(Fail::input)?;
            let quiet = if nullity <= 4096 {
                (num_bigint::BigUint::from(1u32) << nullity).to_string()
            } else {
                format!("2^{nullity}")
            };
            Found {
                nullity: Some(nullity),
                invariants: (nullity <= 4096).then(|| vec![2; nullity as usize]),
                quiet,
                square: true,
            }
        }
        None => {
            let system = input.game.system(input.states, DEFAULT_LIMIT).map_err(Fail::input)?;
            let solver = Solver::new(system, input.game.board()).map_err(Fail::input)?;
            Found {
                nullity: solver.nullity().map(|n| n as u64),
                invariants: Some(solver.kernel_invariants()),
                quiet: solver.quiet_patterns().to_string(),
                square: input.game.lights() == input.game.buttons(),
            }
        }
    };
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Json => out.json(&json!({
            "schema": 1,
            "board": input.name,
            "states": input.states,
            "nullity": found.nullity,
            "invariant_factors": found.invariants.map_or(Value::Null, Value::from),
            "quiet_patterns": found.quiet,
        }))?,
        Format::Csv => {
            let list: Vec<String> = found.invariants.iter().flatten().map(u64::to_string).collect();
            out.text("board,states,nullity,invariant_factors,quiet_patterns\n")?;
            let nullity = found.nullity.map_or(String::new(), |n| n.to_string());
            out.text(&format!(
                "{},{},{nullity},{},{}\n",
                input.name,
                input.states,
                list.join(" "),
                found.quiet
            ))?;
        }
        _ => out.text(&words(&input.name, input.states, &found))?,
    }
    out.finish()?;
    Ok(Status::Yes)
}

fn words(name: &str, states: u64, found: &Found) -> String {
    let mut line = match found.nullity {
        Some(nullity) => format!("{name}: nullity {nullity}"),
        None => format!("{name} with {states} states"),
    };
    line.push_str(&match found.quiet.as_str() {
        "1" => format!(
            ", no quiet pattern but the empty one: every {}state has exactly one solution",
            if found.square { "" } else { "solvable " }
        ),
        many if many.len() <= 40 => format!(", {many} quiet patterns"),
        many => format!(", a number of quiet patterns with {} digits", many.len()),
    });
    if let (None, Some(invariants)) = (found.nullity, &found.invariants)
        && !invariants.is_empty()
    {
        let list: Vec<String> = invariants.iter().map(|d| format!("Z/{d}")).collect();
        line.push_str(&format!("; they form the group {}", list.join(" x ")));
    }
    line + "\n"
}
