//! The Fibonacci sequence modulo `k`, in words and as JSON.

use core::fmt::Write;

use lightsout_algebra::integer::{Expression, FibonacciModulus, fibonacci};
use num_bigint::BigUint;
use num_traits::One;
use serde_json::{Value, json};

use super::big_number;
use super::json::factors;
use super::residues::power_text;
use super::words::{name, short};

/// The prime of a modulus that is one, with the Wall-Sun-Sun test: whether `p^2` divides
/// `F(p - (5/p))`.
fn prime_test(modulus: &FibonacciModulus) -> Option<bool> {
    match modulus.powers() {
        [power] if power.exponent == 1 => Some(power.prime.lift() > 1),
        _ => None,
    }
}

/// The zeros within one period, `F(0)` first.
fn zeros(modulus: &FibonacciModulus) -> Vec<BigUint> {
    (0..modulus.zeros_in_period()).map(|i| modulus.rank() * i).collect()
}

/// Rank, period and zeros in sentences.
///
/// # Examples
/// ```
/// use lightsout::integer::{Budget, FibonacciModulus};
/// use lightsout::onepass::describe_sequence;
///
/// let modulus = FibonacciModulus::new(&4u8.into(), &[], &mut Budget::unlimited())?;
/// let text = describe_sequence(&modulus);
/// assert!(text.contains("alpha(4) = 6") && text.contains("pi(4) = 6"));
/// # Ok::<(), lightsout::integer::RankError>(())
/// ```
pub fn describe_sequence(modulus: &FibonacciModulus) -> String {
    let k = name(modulus.modulus(), "k");
    let mut out = String::new();
    if k == "k" {
        let _ = writeln!(out, "k has {} digits.", modulus.modulus().to_string().len());
    }
    let names: Vec<String> = modulus.powers().iter().map(power_text).collect();
    if prime_test(modulus).is_some() {
        let _ = writeln!(out, "{k} is prime.");
    } else if !names.is_empty() {
        let _ = writeln!(out, "{k} = {}.", names.join(" * "));
    }
    let alpha = name(modulus.rank(), &format!("alpha({k})"));
    let _ = writeln!(
        out,
        "alpha({k}) = {}: F(i) is a multiple of {k} exactly when i is a multiple of {alpha}.",
        short(modulus.rank())
    );
    let _ = writeln!(
        out,
        "pi({k}) = {}: from there on the sequence modulo {k} repeats (Pisano period).",
        short(modulus.period())
    );
    let list: Vec<String> = zeros(modulus).iter().map(|z| format!("F({})", short(z))).collect();
    let _ = match &list[..] {
        [_] => writeln!(out, "One zero in a period: F(0)."),
        many => writeln!(out, "{} zeros in a period: {}.", many.len(), many.join(", ")),
    };
    if modulus.powers().len() > 1 {
        for power in modulus.powers() {
            let (name, rank, period) = (power_text(power), short(&power.rank), short(&power.period));
            let _ = writeln!(out, "  {name}: alpha {rank}, period {period}");
        }
    }
    if let Some(special) = prime_test(modulus) {
        let _ = if special {
            writeln!(out, "It is a Wall-Sun-Sun prime: already F({alpha}) is a multiple of its square.")
        } else {
            writeln!(out, "It is no Wall-Sun-Sun prime: F({alpha}) is not a multiple of its square.")
        };
    }
    out
}

/// One value of the sequence in a sentence: `F(n)` modulo `k`.
///
/// # Examples
/// ```
/// use lightsout::integer::Expression;
/// use lightsout::onepass::describe_value;
///
/// let n: Expression = "10^40 + 1".parse()?;
/// assert_eq!(describe_value(&4u8.into(), &n, &1u8.into()), "F(10^40 + 1) = 1 modulo 4.\n");
/// # Ok::<(), lightsout::integer::ExpressionError>(())
/// ```
pub fn describe_value(k: &BigUint, n: &Expression, value: &BigUint) -> String {
    format!("F({}) = {} modulo {}.\n", short_text(n), short(value), name(k, "k"))
}

/// An expression, its middle left out when it is long.
pub(super) fn short_text(n: &Expression) -> String {
    let text = n.to_string();
    if text.len() <= 60 || !text.is_ascii() {
        return text;
    }
    format!("{}...{} ({} characters)", &text[..20], &text[text.len() - 20..], text.len())
}

/// Rank, period and zeros as JSON, with an index and the value there if one was asked for.
pub fn sequence_json(modulus: &FibonacciModulus, value: Option<(&Expression, &BigUint)>) -> Value {
    let powers = modulus.powers().iter().map(|power| {
        json!({
            "prime": big_number(power.prime.prime()),
            "exponent": power.exponent,
            "alpha": big_number(&power.rank),
            "pisano": big_number(&power.period),
            "lift": power.prime.lift(),
        })
    });
    json!({
        "schema": 1,
        "modulus": big_number(modulus.modulus()),
        "factors": factors(modulus),
        "alpha": big_number(modulus.rank()),
        "pisano": big_number(modulus.period()),
        "zeros": zeros(modulus).iter().map(big_number).collect::<Vec<_>>(),
        "zeros_in_period": modulus.zeros_in_period(),
        "powers": powers.collect::<Vec<_>>(),
        "wall_sun_sun": prime_test(modulus),
        "n": value.map(|(n, _)| index_json(n)),
        "value": value.map(|(_, value)| big_number(value)),
    })
}

/// The same for a modulus that is not factored: what needs its factors is null.
pub fn value_json(k: &BigUint, value: Option<(&Expression, &BigUint)>) -> Value {
    json!({
        "schema": 1,
        "modulus": big_number(k),
        "factors": null,
        "alpha": null,
        "pisano": null,
        "zeros": null,
        "zeros_in_period": null,
        "powers": null,
        "wall_sun_sun": null,
        "n": value.map(|(n, _)| index_json(n)),
        "value": value.map(|(_, value)| big_number(value)),
    })
}

/// An index as a number or digits when it is short, else as it was written.
pub(super) fn index_json(n: &Expression) -> Value {
    n.value(128).map_or_else(|_| n.to_string().into(), |value| big_number(&value))
}

/// `(i, F(i), F(i) modulo k)` for `i` from 0 to `last`.
pub fn sequence_table(k: &BigUint, last: u64) -> impl Iterator<Item = (u64, BigUint, BigUint)> + use<> {
    let k = k.clone();
    let mut pair = (fibonacci(0), BigUint::one());
    (0..=last).map(move |i| {
        let next = &pair.0 + &pair.1;
        let value = core::mem::replace(&mut pair.0, core::mem::replace(&mut pair.1, next));
        let residue = &value % &k;
        (i, value, residue)
    })
}
