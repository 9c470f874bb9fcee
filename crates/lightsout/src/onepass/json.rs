//! The one-pass answer as JSON.

use lightsout_algebra::integer::{Expression, FibonacciModulus};
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};
use serde_json::{Map, Value, json};

use super::sequence::index_json;
use super::{Listed, OnePass, Presses, Start, table};

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

impl OnePass {
    /// The answer as a JSON object; `rows` asks about one board too.
    #[must_use]
    pub fn to_json(&self, rows: Option<&Expression>, options: &JsonOptions) -> Value {
        let mut out = self.start.to_json(rows.map(|rows| (rows, self.last_state(rows))), options);
        let mut put = |key: &str, value: Value| out.insert(key.into(), value);
        put("factors", factors(&self.whole));
        put("alpha", big_number(self.alpha()));
        put("period", big_number(self.period()));
        put("residue_count", big_number(&self.residue_count()));
        let (one, of) = self.density();
        put("density", json!([big_number(&one), big_number(&of)]));
        let groups = self.groups.iter().map(|group| {
            let powers: Vec<_> = group.members.iter().map(|&m| &self.effective.powers()[m]).collect();
            json!({
                "powers": powers.iter().map(|p| super::residues::power_text(p)).collect::<Vec<_>>(),
                "alphas": powers.iter().map(|p| big_number(&p.rank)).collect::<Vec<_>>(),
                "modulus": big_number(&group.modulus),
            })
        });
        put("groups", groups.collect());
        put("theorem_complete", self.theorem_is_complete().into());
        let listed: Vec<_> = self.residues().into_iter().flatten().take(options.residues).collect();
        put("residues_complete", (BigUint::from(listed.len()) == self.residue_count()).into());
        put("residues", listed.iter().map(|r| big_number(&r.value)).collect());
        let details = listed.iter().map(|r| {
            let (zero, minus_one) = self.powers_by_choice(r);
            let listed = match &r.listed {
                Listed::Yes => "yes".into(),
                Listed::OneIn(many) => format!("1 in {many}"),
                Listed::No => "no".to_owned(),
            };
            json!({"residue": big_number(&r.value), "zero": zero, "minus_one": minus_one, "in_theorem": listed})
        });
        put("residue_details", details.collect());
        let smallest = self.row_counts().into_iter().flatten().take(options.row_counts);
        put("smallest_rows", smallest.map(|rows| big_number(&rows)).collect());
        Value::Object(out)
    }
}

impl Start {
    /// What can be said without any factor of `k`: the start, and the answer for one row count with
    /// the state in which its last row is left.
    #[must_use]
    pub fn to_json(&self, rows: Option<(&Expression, BigUint)>, options: &JsonOptions) -> Map<String, Value> {
        let mut out = Map::new();
        let mut put = |key: &str, value: Value| out.insert(key.into(), value);
        put("schema", 1.into());
        put("states", big_number(&self.states));
        put("start", big_number(&self.start));
        put("q", big_number(&self.q));
        put("modulus", big_number(&self.modulus()));
        for key in ["alpha", "period", "residues", "solvable", "presses", "rows", "last_state"] {
            put(key, Value::Null);
        }
        if let Some((rows, last)) = rows {
            let count = rows.value(128).ok();
            put("rows", index_json(rows));
            put("solvable", last.is_zero().into());
            put("last_state", big_number(&last));
            let count = count.and_then(|count| count.to_u64()).filter(|&count| count <= options.presses);
            if let Some(count) = count {
                let presses = Presses::new(self).take(count.saturating_sub(1) as usize);
                put("presses", presses.map(|p| big_number(&p)).collect());
            }
        }
        if let Some(last) = options.table {
            let rows = table(self).take_while(|row| row.index <= last);
            let rows = rows.map(|row| json!([row.index, signed(&row.exact), big_number(&row.state)]));
            put("table", rows.collect());
        }
        out
    }
}
