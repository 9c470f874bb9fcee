//! `fibonacci`: the Fibonacci sequence modulo K.

use clap::Args;
use lightsout::integer::{Budget, FibonacciModulus, fibonacci_pair_within};
use lightsout::onepass::{
    big_number, describe_sequence, describe_value, sequence_json, sequence_table, value_json,
};
use num_bigint::BigUint;
use serde_json::json;

use super::numbers::{NumberArgs, Numbers, expression, whole};
use crate::args::{Format, OutputArgs, number, only};
use crate::fail::{Fail, Status};
use crate::output::Output;

/// The longest index, in bits, that is used without knowing the period.
const DIRECT_BITS: u64 = 1 << 24;

/// The formats of the result.
pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Csv];

/// Arguments of `fibonacci`.
#[derive(Debug, Args)]
#[command(
    after_help = "Numbers may be written as sums of products of powers, such as 1200, 10^40+1 or 2^4096; \
@FILE reads one from a file, @- from standard input."
)]
pub(crate) struct FibonacciArgs {
    /// The modulus.
    #[arg(
        value_name = "K",
        allow_hyphen_values = true,
        required_unless_present = "states",
        conflicts_with = "states"
    )]
    modulus: Option<String>,
    /// The modulus, as the number of states of a light.
    #[arg(long, value_name = "K", visible_alias = "modulus", allow_hyphen_values = true)]
    states: Option<String>,
    /// Also give F(N) modulo K.
    #[arg(long, short = 'n', value_name = "N", allow_hyphen_values = true)]
    index: Option<String>,
    /// Also show the table of F(i) and F(i) modulo K for i from 0 to I.
    #[arg(long, value_name = "I", allow_negative_numbers = true, value_parser = number::<u64, 0>)]
    table: Option<u64>,
    #[command(flatten)]
    numbers: NumberArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Ranks, periods and zeros, and one value if it is asked for.
pub(crate) fn run(args: &FibonacciArgs) -> Result<Status, Fail> {
    let format = args.output.format("fibonacci", FORMATS)?;
    let k = whole("K", args.modulus.as_ref().or(args.states.as_ref()).map_or("", String::as_str))?;
    if k == 0u8.into() {
        return Err(Fail::Input("K: found 0, expected a number from 1".into()));
    }
    let index = args.index.as_deref().map(|text| expression("index", text)).transpose()?;
    if let Some(index) = &index
        && let Err(error @ lightsout::integer::ValueError::Negative) = index.value(DIRECT_BITS)
    {
        return Err(Fail::Input(format!("index: {error}, expected a number from 0")));
    }
    let numbers = Numbers::new(&args.numbers)?;
    let mut out = Output::open(&args.output)?;
    if format == Format::Csv {
        let Some(last) = args.table else {
            return Err(Fail::Input("fibonacci writes CSV for a table only, add --table I".into()));
        };
        let none = "the CSV of fibonacci is the table alone, without an index and without factors";
        only(args.index.is_some() || args.numbers.has_factors(), false, none)?;
        out.text("i,f,residue\n")?;
        for (i, value, residue) in sequence_table(&k, last) {
            out.text(&format!("{i},{value},{residue}\n"))?;
        }
        out.finish()?;
        return Ok(Status::Yes);
    }
    let found =
        numbers.factoring("K was factored", |budget| FibonacciModulus::new(&k, numbers.known(), budget))?;
    if let Ok(modulus) = &found {
        numbers.check(modulus)?;
    }
    // Without factors an index of moderate length can be answered all the same.
    let (value, missing) = match (&index, &found) {
        (None, _) => (None, false),
        (Some(n), Ok(modulus)) => {
            let n = n.modulo(modulus.period());
            (Some(numbers.value("F(N) modulo K", |budget| modulus.pair_within(&n, budget))?.0), false)
        }
        (Some(n), Err(_)) => match n.value(DIRECT_BITS) {
            Ok(n) => {
                let pair = |budget: &mut Budget<'_>| fibonacci_pair_within(&n, &k, budget);
                (Some(numbers.value("F(N) modulo K", pair)?.0), false)
            }
            Err(_) => (None, true),
        },
    };
    if let Err(error) = &found {
        if value.is_none() && args.table.is_none() {
            return Err(numbers.unfactored("K", error));
        }
        args.output.remark(&format!(
            "lightsout: alpha and the period{} are not given, since {}",
            if missing { ", and the value," } else { "" },
            numbers.sentence("K", error)
        ));
    }
    let asked = index.as_ref().zip(value.as_ref());
    if format == Format::Json {
        let mut text = match &found {
            Ok(modulus) => sequence_json(modulus, asked),
            Err(_) => value_json(&k, asked),
        }
        .to_string();
        if let Some(last) = args.table {
            // Row by row: the numbers of a long table are large.
            text.pop();
            out.text(&text)?;
            out.text(",\"table\":[")?;
            for (i, f, r) in sequence_table(&k, last) {
                let comma = if i == 0 { "" } else { "," };
                out.text(&format!("{comma}{}", json!([i, big_number(&f), big_number(&r)])))?;
            }
            text = "]}".into();
        }
        out.text(&format!("{text}\n"))?;
    } else {
        if let Ok(modulus) = &found {
            out.text(&describe_sequence(modulus))?;
        }
        if let Some((n, value)) = asked {
            out.text(&describe_value(&k, n, value))?;
        }
        if let Some(last) = args.table {
            if found.is_ok() || asked.is_some() {
                out.text("\n")?;
            }
            table_text(&mut out, &k, last)?;
        }
    }
    out.finish()?;
    Ok(if missing { Status::Limit } else { Status::Yes })
}

/// The table in columns, row by row. How wide the columns are is known from the largest numbers, which a first pass
/// finds without writing any out.
fn table_text(out: &mut Output, k: &BigUint, last: u64) -> Result<(), Fail> {
    let (mut value, mut residue) = (BigUint::ZERO, BigUint::ZERO);
    for (_, f, r) in sequence_table(k, last) {
        value = value.max(f);
        residue = residue.max(r);
    }
    let heads = ["i".to_owned(), "F(i)".to_owned(), format!("F(i) mod {k}")];
    let [a, b, c] = [last.to_string(), value.to_string(), residue.to_string()];
    let [a, b, c] = [a.len().max(heads[0].len()), b.len().max(heads[1].len()), c.len().max(heads[2].len())];
    let [x, y, z] = heads;
    out.text(&format!("{x:>a$}  {y:>b$}  {z:>c$}\n"))?;
    for (i, f, r) in sequence_table(k, last) {
        let (f, r) = (f.to_string(), r.to_string());
        out.text(&format!("{i:>a$}  {f:>b$}  {r:>c$}\n"))?;
    }
    Ok(())
}
