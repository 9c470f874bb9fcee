//! The one-pass answer as JSON.

use std::io::{self, Write};

use lightsout_algebra::integer::{Expression, FibonacciModulus};
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};
use serde_json::{Map, Value, json};

use super::sequence::index_json;
use super::{Group, Listed, OnePass, Presses, Start, TableRow, table};

/// How much of the answer to write out.
#[derive(Clone, Copy, Debug)]
pub struct JsonOptions {
    /// At most so many residues are listed; `residue_count` and `residues_complete` tell the rest.
    pub residues: usize,
    /// At most so many of the smallest row counts.
    pub row_counts: usize,
    /// At most so many press counts; with more rows `presses` is null.
    pub presses: u64,
    /// The last index of the table of `S_i`, if one is wanted.
    pub table: Option<u64>,
}

impl Default for JsonOptions {
    fn default() -> Self {
        JsonOptions { residues: 1 << 16, row_counts: 12, presses: 1 << 20, table: None }
    }
}

/// A JSON number below 2^53, a string of decimal digits from there on.
///
/// # Examples
///
/// ```
/// use lightsout::onepass::big_number;
///
/// assert_eq!(big_number(&300u32.into()).to_string(), "300");
/// assert_eq!(big_number(&(1u64 << 53).into()).to_string(), "\"9007199254740992\"");
/// ```
#[must_use]
pub fn big_number(value: &BigUint) -> Value {
    match value.to_u64() {
        Some(small) if small < 1 << 53 => small.into(),
        _ => value.to_string().into(),
    }
}

fn signed(value: &BigInt) -> Value {
    match value.to_i64() {
        Some(small) if small.unsigned_abs() < 1 << 53 => small.into(),
        _ => value.to_string().into(),
    }
}

/// The factors of a modulus, as `[[prime, exponent], ...]`.
pub(super) fn factors(modulus: &FibonacciModulus) -> Value {
    modulus.powers().iter().map(|power| json!([big_number(power.prime.prime()), power.exponent])).collect()
}

/// What is null where the number of states was not factored.
const FROM_FACTORS: [&str; 9] = [
    "factors",
    "alpha",
    "period",
    "residue_count",
    "density",
    "groups",
    "theorem_complete",
    "residues_complete",
    "smallest_rows",
];

impl OnePass {
    /// Writes the answer as a JSON object on a line of its own; `rows` asks about one board too, with the state in which
    /// its last row is left.
    ///
    /// Long lists are written as they are made, so that none is held in memory.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub fn write_json(
        &self,
        out: &mut dyn Write,
        rows: Option<(&Expression, &BigUint)>,
        options: &JsonOptions,
    ) -> io::Result<()> {
        let mut object = self.start.object(rows);
        object.extend(self.object(options));
        let residues = || self.residues().into_iter().flatten().take(options.residues);
        let detail = |residue| {
            let (zero, minus_one) = self.powers_by_choice(&residue);
            let listed = match &residue.listed {
                Listed::Yes => "yes".into(),
                Listed::OneIn(many) => format!("1 in {many}"),
                Listed::No => "no".to_owned(),
            };
            json!({"residue": big_number(&residue.value), "zero": zero, "minus_one": minus_one, "in_theorem": listed})
        };
        open(out, object)?;
        list(out, "residues", residues().map(|residue| big_number(&residue.value)))?;
        list(out, "residue_details", residues().map(detail))?;
        self.start.close(out, rows, options)
    }

    /// What needs the factors and is short.
    fn object(&self, options: &JsonOptions) -> Map<String, Value> {
        let (one, of) = self.density();
        let group = |group: &Group| {
            let powers: Vec<_> = group.members.iter().map(|&m| &self.effective.powers()[m]).collect();
            json!({
                "powers": powers.iter().map(|p| super::residues::power_text(p)).collect::<Vec<_>>(),
                "alphas": powers.iter().map(|p| big_number(&p.rank)).collect::<Vec<_>>(),
                "modulus": big_number(&group.modulus),
            })
        };
        let smallest = self.row_counts().into_iter().flatten().take(options.row_counts);
        let complete = self.residues().is_some() && self.residue_count() <= options.residues.into();
        let values = [
            factors(&self.whole),
            big_number(self.alpha()),
            big_number(self.period()),
            big_number(&self.residue_count()),
            json!([big_number(&one), big_number(&of)]),
            self.groups.iter().map(group).collect(),
            self.theorem_is_complete().into(),
            complete.into(),
            smallest.map(|rows| big_number(&rows)).collect(),
        ];
        FROM_FACTORS.into_iter().map(String::from).zip(values).collect()
    }
}

impl Start {
    /// Writes what can be said without any factor of `k`, as an object with the same keys: the start, and the answer for
    /// one row count with the state in which its last row is left.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub fn write_json(
        &self,
        out: &mut dyn Write,
        rows: Option<(&Expression, &BigUint)>,
        options: &JsonOptions,
    ) -> io::Result<()> {
        open(out, self.object(rows))?;
        out.write_all(b",\"residues\":null,\"residue_details\":null")?;
        self.close(out, rows, options)
    }

    /// The start and the row count; what needs the factors is null.
    fn object(&self, rows: Option<(&Expression, &BigUint)>) -> Map<String, Value> {
        let mut out: Map<String, Value> =
            FROM_FACTORS.into_iter().map(|key| (key.into(), Value::Null)).collect();
        let mut put = |key: &str, value: Value| out.insert(key.into(), value);
        put("schema", 1.into());
        put("states", big_number(&self.states));
        put("start", big_number(&self.start));
        put("q", big_number(&self.q));
        put("modulus", big_number(&self.modulus()));
        put("rows", rows.map_or(Value::Null, |(rows, _)| index_json(rows)));
        put("solvable", rows.map_or(Value::Null, |(_, last)| last.is_zero().into()));
        put("last_state", rows.map_or(Value::Null, |(_, last)| big_number(last)));
        out
    }

    /// Writes the presses, the table and the end of the object.
    fn close(
        &self,
        out: &mut dyn Write,
        rows: Option<(&Expression, &BigUint)>,
        options: &JsonOptions,
    ) -> io::Result<()> {
        let count = rows.and_then(|(rows, _)| rows.value(64).ok()?.to_u64());
        match count.filter(|&count| count <= options.presses) {
            Some(count) => {
                let presses = (2..=count).zip(Presses::new(self));
                list(out, "presses", presses.map(|(_, presses)| big_number(&presses)))?;
            }
            None => out.write_all(b",\"presses\":null")?,
        }
        if let Some(last) = options.table {
            let rows = table(self).take_while(|row| row.index <= last);
            let row = |row: TableRow| json!([row.index, signed(&row.exact), big_number(&row.state)]);
            list(out, "table", rows.map(row))?;
        }
        out.write_all(b"}\n")
    }
}

/// Writes an object without its end.
fn open(out: &mut dyn Write, object: Map<String, Value>) -> io::Result<()> {
    let text = Value::Object(object).to_string();
    out.write_all(&text.as_bytes()[..text.len() - 1])
}

/// Writes one more key of an object, a list, item by item.
fn list(out: &mut dyn Write, key: &str, items: impl Iterator<Item = Value>) -> io::Result<()> {
    write!(out, ",\"{key}\":[")?;
    for (i, item) in items.enumerate() {
        write!(out, "{}{item}", if i == 0 { "" } else { "," })?;
    }
    out.write_all(b"]")
}
