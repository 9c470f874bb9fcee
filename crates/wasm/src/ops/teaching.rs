//! Light chasing, look-up tables and the one-pass question.

use lightsout::chase::{Chase, Ending, Pass, Step};
use lightsout::lookup::Lookup;
use lightsout::onepass::{OnePass, Presses, Start, sequence_table, table};
use lightsout_algebra::integer::{Budget, Expression};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::boards::PuzzleRequest;
use super::reading::PuzzleJson;
use crate::sentence;
use crate::view::PLAYED;

/// One step of a chase.
#[derive(Serialize)]
pub(crate) struct StepAnswer {
    /// The layout row that is turned off; `null` for the presses of the first buttons.
    row: Option<usize>,
    presses: Vec<(u32, u32)>,
    lights: Vec<u32>,
}

/// A chase of a puzzle.
#[derive(Serialize)]
pub(crate) struct ChaseAnswer {
    /// Whether the first pass reached the target.
    done: bool,
    first: Vec<StepAnswer>,
    /// What the first pass leaves of the last lights.
    left: Vec<u32>,
    /// The pass after the first buttons were pressed, beginning with those; `null` when there is
    /// none or none works.
    second: Option<Vec<StepAnswer>>,
    /// Presses of both passes, counted one by one.
    pressed: u64,
    /// Presses of the shorter way, one number per button.
    shorter: Option<Vec<u32>>,
    /// The cells of the first buttons and of the last lights.
    first_cells: Vec<u32>,
    last_cells: Vec<u32>,
    /// Whether these are the first and the last row.
    rows: bool,
}

fn steps(pass: &Pass) -> Vec<StepAnswer> {
    let answer = |step: &Step| StepAnswer {
        row: step.row,
        presses: step.presses.clone(),
        lights: step.lights.clone(),
    };
    pass.steps.iter().map(answer).collect()
}

/// Chases a puzzle.
pub(crate) fn chase(request: PuzzleRequest) -> Result<ChaseAnswer, String> {
    let puzzle = request.puzzle.read()?;
    if puzzle.game().lights() > PLAYED {
        return Err(format!(
            "light chasing is shown for up to {PLAYED} lights, this puzzle has {}",
            puzzle.game().lights()
        ));
    }
    let chase = Chase::new(&puzzle).map_err(sentence)?;
    let first = chase.first_pass();
    let (second, pressed) = match chase.ending() {
        Ending::Again { second, .. } => (Some(steps(second)), first.press_count() + second.press_count()),
        Ending::Clear | Ending::Unsolvable => (None, first.press_count()),
    };
    let lookup = chase.lookup();
    Ok(ChaseAnswer {
        done: first.is_clear(),
        first: steps(first),
        left: first.left.clone(),
        second,
        pressed,
        shorter: chase.solution().map(<[u32]>::to_vec),
        first_cells: lookup.first_cells().to_vec(),
        last_cells: lookup.last_cells().to_vec(),
        rows: lookup.first_is_row() && lookup.last_is_row(),
    })
}

/// A puzzle whose board's table is wanted, with at most so many lines.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LookupRequest {
    puzzle: PuzzleJson,
    limit: u64,
}

/// One line of a table.
#[derive(Serialize)]
pub(crate) struct LookupRow {
    last: Vec<u32>,
    first: Vec<u32>,
}

/// A table, or the few lines from which a long one is put together.
#[derive(Serialize)]
pub(crate) struct LookupAnswer {
    rows: Vec<LookupRow>,
    /// How many lines the whole table has, as a decimal number.
    total: String,
    /// Whether `rows` is the whole table.
    whole: bool,
}

/// The look-up table of a puzzle's board.
pub(crate) fn lookup(request: LookupRequest) -> Result<LookupAnswer, String> {
    let puzzle = request.puzzle.read()?;
    let board = puzzle.board().ok_or("a look-up table needs a board with rows")?;
    let lookup = Lookup::new(board, puzzle.states()).map_err(sentence)?;
    let total = lookup.count().to_string();
    Ok(match lookup.entries(request.limit) {
        Some(entries) => LookupAnswer {
            rows: entries
                .into_iter()
                .map(|entry| LookupRow { last: entry.last, first: entry.first.presses })
                .collect(),
            total,
            whole: true,
        },
        None => LookupAnswer {
            rows: lookup
                .basis()
                .into_iter()
                .map(|entry| LookupRow { last: entry.last, first: entry.first })
                .collect(),
            total,
            whole: false,
        },
    })
}

/// States, start and rows of a cylinder.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OnePassRequest {
    states: u64,
    start: u64,
    rows: u64,
}

/// One row of the picture.
#[derive(Serialize)]
pub(crate) struct OnePassRow {
    i: u64,
    fibonacci: String,
    /// The state of the row when its turn comes.
    state: String,
    /// Presses of each button of the row below.
    presses: String,
    zero: bool,
}

/// Which row counts work, and whether this one does.
#[derive(Serialize)]
pub(crate) struct OnePassAnswer {
    alpha: String,
    period: String,
    residues: Vec<String>,
    residue_count: String,
    solvable: bool,
    table: Vec<OnePassRow>,
}

/// The most residues that are listed.
const MOST_RESIDUES: usize = 64;
/// The most rows of the table.
const MOST_ROWS: u64 = 2000;
/// Factoring gives up after this many checks of its budget.
const PATIENCE: u64 = 1 << 22;

/// The one-pass question.
pub(crate) fn onepass(request: OnePassRequest) -> Result<OnePassAnswer, String> {
    let OnePassRequest { states, start, rows } = request;
    if !(1..=MOST_ROWS).contains(&rows) {
        return Err(format!("rows: found {rows}, expected a number from 1 to {MOST_ROWS}"));
    }
    let start = Start::new(&BigUint::from(states), &BigUint::from(start)).map_err(sentence)?;
    let answer = OnePass::new(start.clone(), &[], &mut Budget::checks(PATIENCE)).map_err(sentence)?;
    let count: Expression = rows.to_string().parse().map_err(sentence)?;
    let residues = answer
        .residues()
        .map(|list| list.take(MOST_RESIDUES).map(|residue| residue.value.to_string()).collect())
        .unwrap_or_default();
    let fibonacci = sequence_table(&BigUint::from(states), rows);
    // Row i + 1 is pressed -S_i times; nothing is pressed for row 0, which is above the board.
    let presses = std::iter::once(BigUint::ZERO).chain(Presses::new(&start));
    let table = table(&start)
        .zip(presses)
        .zip(fibonacci)
        .map(|((row, presses), (_, _, residue))| OnePassRow {
            i: row.index,
            fibonacci: residue.to_string(),
            zero: row.state == BigUint::ZERO,
            state: row.state.to_string(),
            presses: presses.to_string(),
        })
        .collect();
    Ok(OnePassAnswer {
        alpha: answer.alpha().to_string(),
        period: answer.period().to_string(),
        residues,
        residue_count: answer.residue_count().to_string(),
        solvable: answer.works(&count),
        table,
    })
}
