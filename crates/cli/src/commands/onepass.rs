//! `onepass`: which numbers of rows one pass of light chasing clears on a cylinder.

use clap::Args;
use lightsout::integer::{Expression, RankError};
use lightsout::onepass::{JsonOptions, OnePass, Presses, Start, WordOptions, last_state, table};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use serde_json::Value;

use super::numbers::{NumberArgs, Numbers, whole};
use crate::args::{Format, OutputArgs, number};
use crate::fail::{Fail, Status};
use crate::output::Output;

/// The longest row count, in bits, that is tried without the factors of the number of states.
const DIRECT_BITS: u64 = 1 << 24;

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
    // Without factors a row count of moderate length can be answered all the same.
    let direct = rows.as_ref().filter(|rows| rows.bits_at_most().is_some_and(|bits| bits <= DIRECT_BITS));
    let answer = OnePass::new(start.clone(), numbers.known(), &mut numbers.budget());
    let (answer, trouble) = match answer {
        Ok(answer) => {
            numbers.check(answer.whole())?;
            (Some(answer), None)
        }
        Err(error) if direct.is_some() => (None, Some(error)),
        Err(error) => return Err(unfactored(&numbers, &error)),
    };
    let last = match (&rows, &answer) {
        (None, _) => None,
        (Some(rows), Some(answer)) => Some(answer.last_state(rows)),
        (Some(rows), None) => {
            let rows = rows.value(DIRECT_BITS).map_err(|error| Fail::Input(format!("rows: {error}")))?;
            Some(last_state(&start, &rows))
        }
    };
    if let Some(error) = &trouble {
        args.output.remark(&format!(
            "lightsout: the remainders of all row counts are not given, since {}",
            numbers.sentence("the number of states", error)
        ));
    }
    let question = rows.as_ref().zip(last.as_ref());
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Json => out.json(&json(args, &start, answer.as_ref(), question))?,
        Format::Csv => csv(args, &start, answer.as_ref(), question, &mut out)?,
        _ => {
            let mut options = WordOptions::default();
            if let Some(limit) = args.limit {
                options.residues = usize::try_from(limit).unwrap_or(usize::MAX);
                options.presses = limit;
            }
            match (&answer, question) {
                (Some(answer), None) => out.text(&answer.describe(&options))?,
                (_, None) => {}
                (_, Some((rows, last))) => {
                    out.text(&format!("{}\n", start.describe()))?;
                    out.text(&start.describe_rows(rows, last, &options))?;
                }
            }
            if let Some(last) = args.table {
                out.text(&format!("\n{}", start.describe_table(last)))?;
            }
        }
    }
    out.finish()?;
    Ok(match last {
        Some(last) if !last.is_zero() => Status::No,
        _ => Status::Yes,
    })
}

/// A row count that was typed: at least 1, of any length.
fn row_count(text: &str) -> Result<Expression, Fail> {
    let rows = super::numbers::expression("rows", text)?;
    let positive = match rows.value(DIRECT_BITS) {
        Ok(value) => !value.is_zero(),
        Err(lightsout::integer::ValueError::TooLong { .. }) if rows.is_sum() => true,
        Err(error) => return Err(Fail::Input(format!("rows: {error}, expected a number of rows from 1"))),
    };
    if positive {
        Ok(rows)
    } else {
        Err(Fail::Input("rows: found 0, expected a number of rows from 1".into()))
    }
}

fn unfactored(numbers: &Numbers, error: &RankError) -> Fail {
    Fail::Limit(format!(
        "{}; --factors takes prime factors that are known, --time-limit more time",
        numbers.sentence("the number of states", error)
    ))
}

fn json(
    args: &OnepassArgs,
    start: &Start,
    answer: Option<&OnePass>,
    question: Option<(&Expression, &BigUint)>,
) -> Value {
    let mut options = JsonOptions { table: args.table, ..JsonOptions::default() };
    if let Some(limit) = args.limit {
        options.residues = usize::try_from(limit).unwrap_or(usize::MAX);
        options.presses = limit;
    }
    match answer {
        Some(answer) => answer.to_json(question.map(|q| q.0), &options),
        None => Value::Object(start.to_json(question.map(|(rows, last)| (rows, last.clone())), &options)),
    }
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
        let limit = args.limit.unwrap_or(1 << 20);
        let count = rows.value(64).ok().and_then(|rows| rows.to_u64()).filter(|&rows| rows <= limit);
        let Some(count) = count else {
            return Err(Fail::Input(format!("rows: {rows} are more lines than the {limit} of --limit")));
        };
        out.text("row,presses\n1,0\n")?;
        for (row, presses) in (2..=count).zip(Presses::new(start)) {
            out.text(&format!("{row},{presses}\n"))?;
        }
    } else if let Some(answer) = answer {
        let limit = args.limit.unwrap_or(1 << 20);
        if answer.residue_count() > limit.into() {
            return Err(Fail::Input(format!(
                "there are {} remainders, more lines than the {limit} of --limit",
                answer.residue_count()
            )));
        }
        out.text("residue,period,zero,minus_one\n")?;
        for residue in answer.residues().into_iter().flatten() {
            let (zero, minus_one) = answer.powers_by_choice(&residue);
            let (zero, minus_one) = (zero.join(" "), minus_one.join(" "));
            out.text(&format!("{},{},{zero},{minus_one}\n", residue.value, answer.period()))?;
        }
    }
    Ok(())
}
