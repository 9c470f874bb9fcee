//! Large numbers on the command line, their known factors, and the time for finding others.

use std::time::{Duration, Instant};

use clap::Args;
use lightsout::integer::{Budget, Expression, FibonacciModulus, RankError, is_prime};
use num_bigint::BigUint;
use num_traits::Zero;

use crate::args::seconds;
use crate::fail::Fail;
use crate::input;

/// The longest number, in bits, that is written out: about a million digits.
const MOST_BITS: u64 = 1 << 22;

/// Help with factoring.
#[derive(Debug, Args)]
pub(crate) struct NumberArgs {
    /// Prime factors that are known, such as 2^4,3,5^2; they are checked.
    #[arg(long, value_name = "LIST", allow_negative_numbers = true)]
    factors: Option<String>,
    /// Seconds that factoring may take.
    #[arg(long, value_name = "SECONDS", default_value = "10", allow_negative_numbers = true, value_parser = seconds_as_typed)]
    time_limit: (Duration, String),
}

/// A number of seconds, and the words that were typed for it.
fn seconds_as_typed(text: &str) -> Result<(Duration, String), String> {
    Ok((seconds(text)?, text.to_string()))
}

impl NumberArgs {
    /// Whether factors are given.
    pub(crate) fn has_factors(&self) -> bool {
        self.factors.is_some()
    }
}

/// The same, read and checked.
pub(crate) struct Numbers {
    listed: Vec<(BigUint, Option<u32>)>,
    known: Vec<BigUint>,
    limit: Duration,
    text: String,
}

impl Numbers {
    /// Reads the arguments; every factor must be prime.
    pub(crate) fn new(args: &NumberArgs) -> Result<Numbers, Fail> {
        let (limit, text) = args.time_limit.clone();
        let mut listed = Vec::new();
        for part in args.factors.iter().flat_map(|list| list.split(',')) {
            let (prime, exponent) = match part.split_once('^') {
                Some((prime, exponent)) => {
                    let exponent = exponent.trim().parse().ok().filter(|&e| e > 0).ok_or_else(|| {
                        Fail::Input(format!(
                            "factors: found the exponent \"{}\", expected a number from 1",
                            exponent.trim()
                        ))
                    })?;
                    (prime, Some(exponent))
                }
                None => (part, None),
            };
            let prime = whole("factors", prime.trim())?;
            if !is_prime(&prime) {
                return Err(Fail::Input(format!("factors: {prime} is not prime")));
            }
            listed.push((prime, exponent));
        }
        let known = listed.iter().map(|(prime, _)| prime.clone()).collect();
        Ok(Numbers { listed, known, limit, text })
    }

    /// The primes given.
    pub(crate) fn known(&self) -> &[BigUint] {
        &self.known
    }

    /// The time allowed, from now on.
    pub(crate) fn budget(&self) -> Budget<'static> {
        let (start, limit) = (Instant::now(), self.limit);
        Budget::new(move || start.elapsed() < limit)
    }

    /// Checks that each factor given has a place: in the modulus, with the exponent given, or in
    /// p - 1 or p + 1 for one of its primes p.
    pub(crate) fn check(&self, modulus: &FibonacciModulus) -> Result<(), Fail> {
        for (prime, exponent) in &self.listed {
            let found = modulus.powers().iter().find(|power| power.prime.prime() == prime);
            match (found, exponent) {
                (Some(power), Some(exponent)) if power.exponent != *exponent => {
                    return Err(Fail::Input(format!(
                        "factors: found {prime}^{exponent}, but the exponent of {prime} is {}",
                        power.exponent
                    )));
                }
                (Some(_), _) => {}
                (None, _) => {
                    let near = modulus.powers().iter().map(|power| power.prime.prime());
                    let used =
                        near.clone().any(|p| ((p - 1u8) % prime).is_zero() || ((p + 1u8) % prime).is_zero());
                    if !used {
                        return Err(Fail::Input(format!(
                            "factors: {prime} divides neither {} nor p - 1 or p + 1 for one of its primes p",
                            modulus.modulus()
                        )));
                    }
                }
            }
        }
        Ok(())
    }

    /// Why there are no factors, as a part of a sentence.
    pub(crate) fn sentence(&self, what: &str, error: &RankError) -> String {
        format!(
            "{what} could not be factored in {} second{}: {error}",
            self.text,
            if self.text == "1" { "" } else { "s" }
        )
    }
}

/// A number as it was typed, or as a file holds it.
pub(crate) fn expression(what: &str, text: &str) -> Result<Expression, Fail> {
    let read;
    let text = match text.strip_prefix('@') {
        Some(file) => {
            read = input::text(file)?;
            read.trim()
        }
        None => text,
    };
    text.parse().map_err(|error| Fail::Input(format!("{what}: {error}")))
}

/// A number that is not negative, written out.
pub(crate) fn whole(what: &str, text: &str) -> Result<BigUint, Fail> {
    expression(what, text)?.value(MOST_BITS).map_err(|error| Fail::Input(format!("{what}: {error}")))
}
