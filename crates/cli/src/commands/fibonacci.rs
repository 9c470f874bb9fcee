//! `fibonacci`: the Fibonacci sequence modulo K.

use clap::Args;
use lightsout::integer::{FibonacciModulus, RankError, fibonacci_mod};
use lightsout::onepass::{big_number, describe_sequence, sequence_json, sequence_table};
use serde_json::json;

use super::numbers::{NumberArgs, Numbers, expression, whole};
use crate::args::{Format, OutputArgs};
use crate::fail::{Fail, Status};
use crate::output::Output;

/// The longest index, in bits, that is used without knowing the period.
const DIRECT_BITS: u64 = 1 << 24;

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
    #[arg(long, value_name = "I")]
    table: Option<u64>,
    #[command(flatten)]
    numbers: NumberArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Ranks, periods and zeros, and one value if it is asked for.
pub(crate) fn run(args: &FibonacciArgs) -> Result<Status, Fail> {
    let format = args.output.format("fibonacci", &[Format::Text, Format::Json, Format::Csv])?;
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
        out.text("i,f,residue\n")?;
        for (i, value, residue) in sequence_table(&k, last) {
            out.text(&format!("{i},{value},{residue}\n"))?;
        }
        out.finish()?;
        return Ok(Status::Yes);
    }
    match FibonacciModulus::new(&k, numbers.known(), &mut numbers.budget()) {
        Ok(modulus) => {
            numbers.check(&modulus)?;
            if format == Format::Json {
                let mut value = sequence_json(&modulus, index.as_ref());
                if let Some(last) = args.table {
                    value["table"] = sequence_table(&k, last)
                        .map(|(i, f, r)| json!([i, big_number(&f), big_number(&r)]))
                        .collect();
                }
                out.json(&value)?;
            } else {
                out.text(&describe_sequence(&modulus, index.as_ref()))?;
                if let Some(last) = args.table {
                    out.text(&format!("\n{}", table_text(&k, last)))?;
                }
            }
        }
        Err(error) => {
            let short = index.as_ref().and_then(|index| index.value(DIRECT_BITS).ok());
            let Some(n) = short else { return Err(unfactored(&numbers, &error)) };
            let value = fibonacci_mod(&n, &k);
            args.output.remark(&format!(
                "lightsout: alpha and the period are not given, since {}",
                numbers.sentence("K", &error)
            ));
            if format == Format::Json {
                out.json(&json!({
                    "schema": 1, "modulus": big_number(&k), "alpha": null, "pisano": null,
                    "n": big_number(&n), "value": big_number(&value),
                }))?;
            } else {
                out.text(&format!("F(n) = {value} modulo K.\n"))?;
            }
        }
    }
    out.finish()?;
    Ok(Status::Yes)
}

fn unfactored(numbers: &Numbers, error: &RankError) -> Fail {
    Fail::Limit(format!(
        "{}; --factors takes prime factors that are known, --time-limit more time",
        numbers.sentence("K", error)
    ))
}

fn table_text(k: &num_bigint::BigUint, last: u64) -> String {
    let rows: Vec<[String; 3]> =
        sequence_table(k, last).map(|(i, f, r)| [i.to_string(), f.to_string(), r.to_string()]).collect();
    let heads = ["i".to_owned(), "F(i)".to_owned(), format!("F(i) mod {k}")];
    let width = |c: usize| rows.iter().map(|r| r[c].len()).chain([heads[c].len()]).max().unwrap_or(0);
    let [a, b, c] = [width(0), width(1), width(2)];
    std::iter::once(&heads).chain(&rows).map(|[x, y, z]| format!("{x:>a$}  {y:>b$}  {z:>c$}\n")).collect()
}
