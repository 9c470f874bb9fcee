//! `onepass`: which numbers of rows one pass of light chasing clears on a cylinder.

use clap::Args;
use lightsout::integer::{Expression, ValueError};
use lightsout::onepass::{JsonOptions, OnePass, Presses, Start, WordOptions, last_state_within, table};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::numbers::{NumberArgs, Numbers, whole};
use crate::args::{Format, OutputArgs, number};
use crate::fail::{Fail, Status};
use crate::output::Output;

/// The longest row count, in bits, that is tried without the factors of the number of states.
const DIRECT_BITS: u64 = 1 << 24;

/// The lines of a table in CSV without `--limit`.
const CSV_LINES: u64 = 1 << 20;

/// What is sought for a row count.
const LAST_STATE: &str = "the state of the last row";

/// The formats of the result.
pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Csv];

/// Arguments of `onepass`.
#[derive(Debug, Args)]
#[command(
    after_help = "Numbers may be written as sums of products of powers, such as 1200, 10^40+1 or 2^4096; \
@FILE reads one from a file, @- from standard input."
)]
pub(crate) struct OnepassArgs {
    /// The number of states of a light.
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    states: String,
    /// The state of every light at the start; K - 1, the brightest, if left out.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    start: Option<String>,
    /// Ask about this number of rows: does it work, and what is pressed?
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    rows: Option<String>,
    /// Also show the table of S_i for i from 0 to I.
    #[arg(long, value_name = "I", allow_negative_numbers = true, value_parser = number::<u64, 0>)]
    table: Option<u64>,
    /// List at most so many remainders, and so many rows with their presses.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64, 0>)]
    limit: Option<u64>,
    #[command(flatten)]
    numbers: NumberArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Answers for one start, and for one row count if it is given.
pub(crate) fn run(args: &OnepassArgs) -> Result<Status, Fail> {
    let format = args.output.format("onepass", FORMATS)?;
    let states = whole("states", &args.states)?;
    let start = match &args.start {
        Some(text) => Start::new(&states, &whole("start", text)?),
        None => Start::brightest(&states),
    }
    .map_err(Fail::input)?;
    let rows = args.rows.as_deref().map(row_count).transpose()?;
    let numbers = Numbers::new(&args.numbers)?;
    let answer = numbers.factoring("the number of states was factored", |budget| {
        OnePass::new(start.clone(), numbers.known(), budget)
    })?;
    if let Ok(answer) = &answer {
        numbers.check(answer.whole())?;
    }
    let last = match (&rows, &answer) {
        (None, _) => None,
        (Some(rows), Ok(answer)) => {
            Some(numbers.value(LAST_STATE, |budget| answer.last_state_within(rows, budget))?)
        }
        // Without factors a row count of moderate length can be answered all the same.
        (Some(rows), Err(_)) => match rows.value(DIRECT_BITS) {
            Ok(rows) => Some(numbers.value(LAST_STATE, |budget| last_state_within(&start, &rows, budget))?),
            Err(ValueError::TooLong { .. }) => None,
            Err(error) => return Err(Fail::Input(format!("rows: {error}"))),
        },
    };
    let missing = rows.is_some() && last.is_none();
    if let Err(error) = &answer {
        if last.is_none() && args.table.is_none() {
            return Err(numbers.unfactored("the number of states", error));
        }
        args.output.remark(&format!(
            "lightsout: the remainders of all row counts{} are not given, since {}",
            if missing { ", and the last row," } else { "" },
            numbers.sentence("the number of states", error)
        ));
    }
    let answer = answer.ok();
    let question = rows.as_ref().zip(last.as_ref());
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Json => json(args, &start, answer.as_ref(), question, &mut out)?,
        Format::Csv => csv(args, &start, answer.as_ref(), question, &mut out)?,
        _ => text(args, &start, answer.as_ref(), question, &mut out)?,
    }
    out.finish()?;
    Ok(match last {
        _ if missing => Status::Limit,
        Some(last) if !last.is_zero() => Status::No,
        _ => Status::Yes,
    })
}

/// A row count that was typed: at least 1, of any length.
fn row_count(text: &str) -> Result<Expression, Fail> {
    let rows = super::numbers::expression("rows", text)?;
    let positive = match rows.value(DIRECT_BITS) {
        Ok(value) => !value.is_zero(),
        Err(ValueError::TooLong { .. }) if rows.is_sum() => true,
        Err(error) => return Err(Fail::Input(format!("rows: {error}, expected a number of rows from 1"))),
    };
    if positive {
        Ok(rows)
    } else {
        Err(Fail::Input("rows: found 0, expected a number of rows from 1".into()))
    }
}

/// In sentences: about one row count if one is asked for, else about all; then the table.
fn text(
    args: &OnepassArgs,
    start: &Start,
    answer: Option<&OnePass>,
    question: Option<(&Expression, &BigUint)>,
    out: &mut Output,
) -> Result<(), Fail> {
    let mut options = WordOptions::default();
    if let Some(limit) = args.limit {
        options.residues = usize::try_from(limit).unwrap_or(usize::MAX);
        options.presses = limit;
    }
    match (answer, question) {
        (Some(answer), None) => out.written(|out| answer.write_text(out, &options))?,
        (_, None) => out.text(&format!("{}\n", start.describe()))?,
        (_, Some((rows, last))) => {
            out.text(&format!("{}\n", start.describe()))?;
            out.written(|out| start.write_rows(out, rows, last, &options))?;
        }
    }
    if let Some(last) = args.table {
        out.text("\n")?;
        out.written(|out| start.write_table(out, last))?;
    }
    Ok(())
}

fn json(
    args: &OnepassArgs,
    start: &Start,
    answer: Option<&OnePass>,
    question: Option<(&Expression, &BigUint)>,
    out: &mut Output,
) -> Result<(), Fail> {
    let mut options = JsonOptions { table: args.table, ..JsonOptions::default() };
    if let Some(limit) = args.limit {
        options.residues = usize::try_from(limit).unwrap_or(usize::MAX);
        options.presses = limit;
    }
    out.written(|out| match answer {
        Some(answer) => answer.write_json(out, question, &options),
        None => start.write_json(out, question, &options),
    })
}

/// One table: of `S_i` if that is asked for, else of the rows with their presses, else of remainders.
fn csv(
    args: &OnepassArgs,
    start: &Start,
    answer: Option<&OnePass>,
    question: Option<(&Expression, &BigUint)>,
    out: &mut Output,
) -> Result<(), Fail> {
    if let Some(last) = args.table {
        out.text("i,s,state\n")?;
        for row in table(start).take_while(|row| row.index <= last) {
            out.text(&format!("{},{},{}\n", row.index, row.exact, row.state))?;
        }
    } else if let Some((rows, _)) = question {
        let limit = args.limit.unwrap_or(CSV_LINES);
        let count = rows.value(64).ok().and_then(|rows| rows.to_u64()).unwrap_or(u64::MAX);
        out.text("row,presses\n")?;
        let presses = std::iter::once(BigUint::ZERO).chain(Presses::new(start));
        for (row, presses) in (1..=count.min(limit)).zip(presses) {
            out.text(&format!("{row},{presses}\n"))?;
        }
        if count > limit {
            args.output.remark(&format!("{limit} of {rows} rows shown"));
        }
    } else if let Some(answer) = answer {
        let limit = args.limit.unwrap_or(CSV_LINES);
        out.text("residue,period,zero,minus_one\n")?;
        let mut shown = 0u64;
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        for residue in answer.residues().into_iter().flatten().take(most) {
            let (zero, minus_one) = answer.powers_by_choice(&residue);
            let (zero, minus_one) = (zero.join(" "), minus_one.join(" "));
            out.text(&format!("{},{},{zero},{minus_one}\n", residue.value, answer.period()))?;
            shown += 1;
        }
        let count = answer.residue_count();
        if count > shown.into() {
            args.output.remark(&format!("{shown} of {count} remainders shown"));
        }
    }
    Ok(())
}
