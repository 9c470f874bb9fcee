//! Checks an image of presses against an image of lights row by row, holding only the rows that a press can reach.

use crate::Options;
use crate::claims::reached_words;
use crate::input::{BadInput, Fault, Input, quote};
use crate::netpbm::Image;
use crate::puzzle::{Said, parse_states, target_word};
use crate::shape::{Rule, Shape, parse_board, parse_rule};
use crate::verdict::{Findings, Verdict};
use crate::words::{counted, verb};
use std::collections::VecDeque;
use std::io::BufRead;

/// What a streamed check needs to know about a board.
struct Plan {
    states: u64,
    target: u64,
    /// Whether the last column is beside the first.
    wraps: bool,
    offsets: Vec<(i64, i64)>,
}

/// Whether images can be checked row by row under these options: the board is a plane or a cylinder and its rule a
/// stencil, or the options are at fault.
pub(crate) fn fits(options: &Options) -> bool {
    let spec = match options.board.as_deref().map(parse_board) {
        None => None,
        Some(Ok(spec)) => Some(spec),
        Some(Err(_)) => return true,
    };
    let shape = spec.as_ref().map_or(Shape::Plane(1, 1), |spec| spec.shape);
    let rule = options.rule.as_deref().or(spec.as_ref().map(|spec| spec.rule)).unwrap_or("plus");
    matches!(shape, Shape::Plane(..) | Shape::Cylinder(..))
        && matches!(parse_rule(rule, shape), Ok(Rule::Stencil(_)) | Err(_))
}

/// Checks images that [`fits`] lets be checked row by row.
pub(crate) fn check<P: BufRead, A: BufRead>(
    puzzle: P,
    answer: A,
    options: &Options,
) -> Result<Verdict, BadInput> {
    let puzzle_fault = |fault: Fault| fault.locate(Input::Puzzle, "");
    let answer_fault = |fault: Fault| fault.locate(Input::Answer, "");
    let mut lights = Image::open(puzzle).map_err(puzzle_fault)?;
    let plan = plan(options, lights.width, lights.height, lights.most)
        .map_err(|fault| fault.locate(Input::Options, ""))?;
    let mut presses = Image::open(answer).map_err(answer_fault)?;
    let mut findings = Findings::default();
    if (presses.height, presses.width) != (lights.height, lights.width) {
        findings.fail(format!(
            "the answer is to another puzzle: its presses have {} of {}, the puzzle has {} of {}",
            counted(presses.height, "row"),
            presses.width,
            counted(lights.height, "row"),
            lights.width
        ));
        return Ok(findings.verdict());
    }
    let (height, width) = (lights.height, lights.width);
    let reach = plan.offsets.iter().map(|&(di, _)| di.unsigned_abs() as usize).max().unwrap_or(0);
    // Rows of presses from `first` on; those beyond either end are not kept.
    let mut window: VecDeque<Vec<u32>> = VecDeque::new();
    let mut first = 0;
    let mut read = 0;
    let mut now = Vec::new();
    let mut sums = Vec::new();
    let (mut wrong, mut example, mut pressed, mut total) = (0u64, None, 0u64, 0u128);
    for i in 0..height {
        while read < height && read <= i.saturating_add(reach) {
            let mut row = Vec::new();
            presses.next_row(&mut row).map_err(answer_fault)?;
            if let Some(column) = row.iter().position(|&times| u64::from(times) >= plan.states) {
                return Err(answer_fault(Fault::nowhere(format!(
                    "found {} in row {}, column {} of the image, expected a press count below {}",
                    row[column],
                    read + 1,
                    column + 1,
                    plan.states
                ))));
            }
            pressed += row.iter().filter(|times| **times != 0).count() as u64;
            total += row.iter().map(|&times| u128::from(times)).sum::<u128>();
            window.push_back(row);
            read += 1;
        }
        while first + reach < i {
            window.pop_front();
            first += 1;
        }
        lights.next_row(&mut now).map_err(puzzle_fault)?;
        if let Some(column) = now.iter().position(|&state| u64::from(state) >= plan.states) {
            return Err(puzzle_fault(Fault::nowhere(format!(
                "found {} in row {}, column {} of the image, expected a state below {}",
                now[column],
                i + 1,
                column + 1,
                plan.states
            ))));
        }
        sums.clear();
        sums.extend(now.iter().map(|&state| u64::from(state)));
        for &(di, dj) in &plan.offsets {
            // A press at (i - di, j - dj) reaches (i, j).
            let Some(row) =
                (i as i64).checked_sub(di).and_then(|at| usize::try_from(at).ok()).filter(|&at| at < height)
            else {
                continue;
            };
            let row = &window[row - first];
            add_shifted(&mut sums, row, dj, plan.wraps);
        }
        for (j, &sum) in sums.iter().enumerate() {
            let state = if plan.states == 2 { sum & 1 } else { sum % plan.states };
            if state != plan.target {
                wrong += 1;
                example.get_or_insert((i + 1, j + 1, state));
            }
        }
    }
    presses.finish().map_err(answer_fault)?;
    lights.finish().map_err(puzzle_fault)?;
    match example {
        None => findings.note(format!(
            "{}; {}",
            reached_words(u128::from(pressed), height as u128 * width as u128),
            counted(total, "press")
        )),
        Some((row, column, state)) => findings.fail(format!(
            "the presses leave row {row}, column {column} in state {state}, its target is {}; {} {} wrong",
            plan.target,
            counted(wrong, "light"),
            verb(u128::from(wrong), "is", "are")
        )),
    }
    Ok(findings.verdict())
}

/// Adds `row[j - dj]` to `sums[j]` for every j, going round where the board does.
fn add_shifted(sums: &mut [u64], row: &[u32], dj: i64, wraps: bool) {
    let width = row.len();
    let add =
        |sums: &mut [u64], row: &[u32]| sums.iter_mut().zip(row).for_each(|(sum, &x)| *sum += u64::from(x));
    if wraps {
        let shift = dj.rem_euclid(width as i64) as usize;
        add(&mut sums[shift..], row);
        add(&mut sums[..shift], &row[width - shift..]);
    } else {
        let shift = (dj.unsigned_abs() as usize).min(width);
        if dj >= 0 { add(&mut sums[shift..], row) } else { add(sums, &row[shift..]) }
    }
}

fn plan(options: &Options, width: usize, height: usize, most: u32) -> Result<Plan, Fault> {
    let said = |text: &String| Said { text: text.clone(), offset: None };
    let spec = match &options.board {
        Some(text) => Some(parse_board(text).map_err(Fault::nowhere)?),
        None => None,
    };
    let shape = spec.as_ref().map_or(Shape::Plane(height, width), |spec| spec.shape);
    let wraps = matches!(shape, Shape::Cylinder(..));
    if shape.rectangle() != Some((height, width)) {
        return Err(Fault::nowhere(format!(
            "found the board {}, the image has {} of {width}",
            quote(options.board.as_deref().unwrap_or("")),
            counted(height, "row")
        )));
    }
    let states = states(options, spec.as_ref().map(|spec| spec.states), most)?;
    let rule = options.rule.as_deref().or(spec.as_ref().map(|spec| spec.rule)).unwrap_or("plus");
    let Rule::Stencil(offsets) = parse_rule(rule, shape).map_err(Fault::nowhere)? else {
        return Err(Fault::nowhere(format!("found the rule {}, expected a stencil", quote(rule))));
    };
    let target = options.target.as_ref().map_or(Ok(0), |text| target_word(&said(text), states))?;
    Ok(Plan { states, target, wraps, offsets })
}

/// The number of states of an image: as said, else that of the board, else one more than the image's largest level.
pub(crate) fn states(options: &Options, board: Option<u64>, most: u32) -> Result<u64, Fault> {
    match options.states {
        Some(states) => parse_states(&Said { text: states.to_string(), offset: None }),
        None => Ok(board.filter(|_| most == 1).unwrap_or(u64::from(most) + 1)),
    }
}
