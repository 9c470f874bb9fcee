//! Large numbers on the command line, their known factors, and the time for finding others.

use std::time::{Duration, Instant};

use clap::Args;
use lightsout::integer::{
    Budget, Expression, FactorError, FibonacciModulus, OutOfBudget, RankError, is_prime_within,
};
use num_bigint::BigUint;
use num_traits::Zero;

use crate::args::seconds;
use crate::fail::Fail;
use crate::{input, interrupt};

/// The longest number, in bits, that is written out: about a million digits.
const MOST_BITS: u64 = 1 << 22;

/// Help with factoring.
#[derive(Debug, Args)]
pub(crate) struct NumberArgs {
    /// Prime factors that are known, such as 2^4,3,5^2; they are checked.
    #[arg(long, value_name = "LIST", allow_negative_numbers = true)]
    factors: Option<String>,
    /// Seconds that factoring may take, and as many again a value that is asked for.
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
    start: Instant,
    limit: Duration,
    text: String,
}

impl Numbers {
    /// Reads the arguments; every factor must be prime.
    pub(crate) fn new(args: &NumberArgs) -> Result<Numbers, Fail> {
        let (limit, text) = args.time_limit.clone();
        let start = Instant::now();
        let mut numbers = Numbers { listed: Vec::new(), known: Vec::new(), start, limit, text };
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
            match numbers.factoring("the factors were tested", |budget| is_prime_within(&prime, budget))? {
                Ok(true) => {}
                Ok(false) => return Err(Fail::Input(format!("factors: {prime} is not prime"))),
                Err(OutOfBudget) => {
                    return Err(Fail::Limit(format!(
                        "factors: a number of {} bits could not be tested for primality {}; --time-limit takes more time",
                        prime.bits(),
                        numbers.time()
                    )));
                }
            }
            numbers.known.push(prime.clone());
            numbers.listed.push((prime, exponent));
        }
        Ok(numbers)
    }

    /// The primes given.
    pub(crate) fn known(&self) -> &[BigUint] {
        &self.known
    }

    /// Work on factors, in the time allowed from the start; `before` says what Ctrl-C would come before.
    pub(crate) fn factoring<T>(
        &self,
        before: &str,
        work: impl FnOnce(&mut Budget<'_>) -> T,
    ) -> Result<T, Fail> {
        self.since(self.start, before, work)
    }

    /// Work that needs no factors, in the time allowed from now on: one value modulo a number.
    pub(crate) fn value<T>(
        &self,
        what: &str,
        work: impl FnOnce(&mut Budget<'_>) -> Result<T, OutOfBudget>,
    ) -> Result<T, Fail> {
        self.since(Instant::now(), &format!("{what} was found"), work)?.map_err(|OutOfBudget| {
            Fail::Limit(format!("{what} was not found {}; --time-limit takes more time", self.time()))
        })
    }

    fn since<T>(
        &self,
        start: Instant,
        before: &str,
        work: impl FnOnce(&mut Budget<'_>) -> T,
    ) -> Result<T, Fail> {
        interrupt::listen();
        let done = work(&mut Budget::new(|| !interrupt::stopped() && start.elapsed() < self.limit));
        interrupt::no_longer_listen();
        if interrupt::stopped() {
            return Err(Fail::Interrupted(format!("interrupted before {before}")));
        }
        Ok(done)
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
        if too_long(error) {
            format!("{what} could not be factored: {error}")
        } else {
            format!("{what} could not be factored {}: {error}", self.time())
        }
    }

    /// The same as the end of a run that has nothing else to show.
    pub(crate) fn unfactored(&self, what: &str, error: &RankError) -> Fail {
        Fail::Limit(format!(
            "{}; --factors takes prime factors that are known{}",
            self.sentence(what, error),
            if too_long(error) { "" } else { ", --time-limit more time" }
        ))
    }

    /// The time allowed, in words.
    fn time(&self) -> String {
        format!("in {} second{}", self.text, if self.text == "1" { "" } else { "s" })
    }
}

/// Whether more time would be no help.
fn too_long(error: &RankError) -> bool {
    matches!(
        error,
        RankError::Modulus(FactorError::TooLong { .. })
            | RankError::Neighbour { source: FactorError::TooLong { .. }, .. }
    )
}

/// A number as it was typed, or as a file holds it.
pub(crate) fn expression(what: &str, text: &str) -> Result<Expression, Fail> {
    let read;
    let text = match text.strip_prefix('@') {
        Some(file) => {
            read = input::text(file)?;
            read.strip_prefix('\u{feff}').unwrap_or(&read).trim()
        }
        None => text,
    };
    text.parse().map_err(|error| Fail::Input(format!("{what}: {error}")))
}

/// A number that is not negative, written out.
pub(crate) fn whole(what: &str, text: &str) -> Result<BigUint, Fail> {
    expression(what, text)?.value(MOST_BITS).map_err(|error| Fail::Input(format!("{what}: {error}")))
}
