//! Whole numbers as people write them: `1200`, `10^40 + 1`, `3 * 2^100 - 1`.

use core::fmt;
use core::str::FromStr;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};

/// A sum of products of powers of whole numbers, kept as it was written.
///
/// Powers are only multiplied out when [`value`](Expression::value) asks for it, so that
/// [`modulo`](Expression::modulo) answers at once for numbers that no memory could hold.
///
/// # Examples
///
/// ```
/// use lightsout_algebra::integer::Expression;
///
/// let n: Expression = "10^40 + 1".parse()?;
/// assert_eq!(n.modulo(&17u8.into()), 0u8.into());
/// let huge: Expression = "10^1000000000000".parse()?;
/// assert_eq!(huge.modulo(&7u8.into()), 4u8.into());
/// # Ok::<(), lightsout_algebra::integer::ExpressionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    text: String,
    /// Terms with their signs; each a list of factors `base^exponent`.
    terms: Vec<(bool, Vec<(BigUint, BigUint)>)>,
}

/// Where a number could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    position: usize,
    found: Option<char>,
    expected: &'static str,
}

impl ExpressionError {
    /// The character, counted from 1, at which reading stopped.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(c) => write!(
                f,
                "character {}: found '{}', expected {}",
                self.position,
                c.escape_debug(),
                self.expected
            ),
            None => write!(f, "character {}: found the end, expected {}", self.position, self.expected),
        }
    }
}

impl core::error::Error for ExpressionError {}

/// Why a number was not multiplied out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError {
    /// It is negative.
    Negative,
    /// It has more bits than were allowed.
    TooLong {
        /// The bits allowed.
        allowed: u64,
    },
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::Negative => f.write_str("the number is negative"),
            ValueError::TooLong { allowed } => {
                write!(
                    f,
                    "the number has more than {} digits",
                    (*allowed as f64 * core::f64::consts::LOG10_2) as u64
                )
            }
        }
    }
}

impl core::error::Error for ValueError {}

impl Expression {
    /// Whether this is a plain number without any sign of arithmetic.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        matches!(&self.terms[..], [(false, factors)] if matches!(&factors[..], [(_, e)] if e.is_one()))
    }

    /// An upper bound for the length of the absolute value in bits, if it fits 64 bits itself.
    #[must_use]
    pub fn bits_at_most(&self) -> Option<u64> {
        let mut longest = 0u64;
        for (_, factors) in &self.terms {
            let mut bits = 0u64;
            for (base, exponent) in factors {
                let length = match base.bits() {
                    0 => 0,
                    1 => 1,
                    length => length.checked_mul(exponent.to_u64()?)?,
                };
                bits = bits.checked_add(length)?;
            }
            longest = longest.max(bits);
        }
        longest.checked_add(self.terms.len() as u64)
    }

    /// The number, if it is not negative and has at most about `bits` bits.
    ///
    /// # Errors
    ///
    /// [`ValueError::TooLong`], before any memory is taken, and [`ValueError::Negative`].
    ///
    /// # Complexity
    ///
    /// That of the products.
    pub fn value(&self, bits: u64) -> Result<BigUint, ValueError> {
        let too_long = ValueError::TooLong { allowed: bits };
        if self.bits_at_most().is_none_or(|length| length > bits.saturating_add(64)) {
            return Err(too_long);
        }
        let mut sum = BigInt::zero();
        for (negative, factors) in &self.terms {
            let mut product = BigUint::one();
            for (base, exponent) in factors {
                product *= match (base.bits(), exponent.to_u32()) {
                    (0 | 1, _) => {
                        if exponent.is_zero() {
                            BigUint::one()
                        } else {
                            base.clone()
                        }
                    }
                    (_, Some(exponent)) => base.pow(exponent),
                    (_, None) => return Err(too_long),
                };
            }
            let sign = if *negative { Sign::Minus } else { Sign::Plus };
            sum += BigInt::from_biguint(if product.is_zero() { Sign::NoSign } else { sign }, product);
        }
        sum.to_biguint().ok_or(ValueError::Negative)
    }

    /// The number modulo `m`.
    ///
    /// # Panics
    ///
    /// When `m` is 0.
    ///
    /// # Complexity
    ///
    /// O(log e) products modulo `m` for each exponent `e`.
    #[must_use]
    #[track_caller]
    pub fn modulo(&self, m: &BigUint) -> BigUint {
        assert!(!m.is_zero(), "a residue modulo 0 was asked for");
        let mut sum = BigUint::zero();
        for (negative, factors) in &self.terms {
            let product = factors.iter().fold(BigUint::one() % m, |all, (base, exponent)| {
                all * if exponent.is_one() { base % m } else { base.modpow(exponent, m) } % m
            });
            sum = if *negative { sum + m - product } else { sum + product } % m;
        }
        sum
    }

    /// Whether nothing is subtracted, so that the number can't be negative.
    #[must_use]
    pub fn is_sum(&self) -> bool {
        self.terms.iter().all(|(negative, _)| !negative)
    }
}

impl From<BigUint> for Expression {
    fn from(value: BigUint) -> Self {
        Expression { text: value.to_string(), terms: vec![(false, vec![(value, BigUint::one())])] }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

struct Reader<'a> {
    rest: core::iter::Peekable<core::str::Chars<'a>>,
    position: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|c| c.is_whitespace()).is_some() {
            self.position += 1;
        }
        self.rest.peek().copied()
    }

    fn take(&mut self, wanted: &[char]) -> Option<char> {
        let next = self.peek()?;
        if !wanted.contains(&next) {
            return None;
        }
        self.rest.next();
        self.position += 1;
        Some(next)
    }

    fn fail<T>(&mut self, expected: &'static str) -> Result<T, ExpressionError> {
        let found = self.peek();
        Err(ExpressionError { position: self.position + 1, found, expected })
    }

    fn number(&mut self) -> Result<BigUint, ExpressionError> {
        let mut digits = String::new();
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return self.fail("a digit");
        }
        while let Some(c) = self.rest.next_if(|c| c.is_ascii_digit() || *c == '_') {
            self.position += 1;
            if c != '_' {
                digits.push(c);
            }
        }
        Ok(decimal(&digits))
    }

    fn product(&mut self) -> Result<Vec<(BigUint, BigUint)>, ExpressionError> {
        let mut factors = Vec::new();
        loop {
            let base = self.number()?;
            let exponent = if self.take(&['^']).is_some() { self.number()? } else { BigUint::one() };
            if self.peek() == Some('^') {
                return self.fail("only one exponent (write a^b, not a^b^c)");
            }
            factors.push((base, exponent));
            if self.take(&['*']).is_none() {
                return Ok(factors);
            }
        }
    }
}

/// Digits read by halves, which is quicker than one after the other when there are many.
fn decimal(digits: &str) -> BigUint {
    /// Up to here the quadratic way is the quicker one.
    const SHORT: usize = 4000;
    if digits.len() <= SHORT {
        return BigUint::from_str(digits).expect("nothing but digits, and at least one");
    }
    // Blocks of equal length from the end, joined in pairs with 10^length, 10^(2 length), ...
    let bytes = digits.as_bytes();
    let block = |part: &[u8]| decimal(core::str::from_utf8(part).expect("digits are ASCII"));
    let mut parts: Vec<BigUint> = bytes.rchunks(SHORT).map(block).collect();
    let mut base = BigUint::from(10u8).pow(SHORT as u32);
    while parts.len() > 1 {
        parts = parts
            .chunks(2)
            .map(|pair| pair.get(1).map_or_else(|| pair[0].clone(), |high| high * &base + &pair[0]))
            .collect();
        if parts.len() > 1 {
            base = &base * &base;
        }
    }
    parts.pop().unwrap_or_default()
}

impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut reader = Reader { rest: text.chars().peekable(), position: 0 };
        let mut negative = reader.take(&['-', '+']) == Some('-');
        let mut terms = Vec::new();
        loop {
            terms.push((negative, reader.product()?));
            match reader.take(&['+', '-']) {
                Some(sign) => negative = sign == '-',
                None if reader.peek().is_none() => break,
                None => return reader.fail("a digit, one of + - * ^, or the end"),
            }
        }
        Ok(Expression { text: text.trim().to_owned(), terms })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<String, String> {
        let expression: Expression = text.parse().map_err(|e: ExpressionError| e.to_string())?;
        expression.value(1 << 16).map(|v| v.to_string()).map_err(|e| e.to_string())
    }

    #[test]
    fn reads_what_people_write() {
        for (text, want) in [
            ("0", "0"),
            ("1200", "1200"),
            (" 1_000_000 ", "1000000"),
            ("10^3", "1000"),
            ("2^10 - 1", "1023"),
            ("10 ^ 2+1", "101"),
            ("3*2^4*5 - 7 + 1", "234"),
            ("0^0", "1"),
            ("1^99999999999999999999", "1"),
            ("0^99999999999999999999", "0"),
            ("-5+7", "2"),
            ("+4", "4"),
            ("5-5", "0"),
        ] {
            assert_eq!(value(text).as_deref(), Ok(want), "{text}");
        }
        for (text, want) in [
            ("", "character 1: found the end, expected a digit"),
            ("abc", "character 1: found 'a', expected a digit"),
            ("10^", "character 4: found the end, expected a digit"),
            ("12x", "character 3: found 'x', expected a digit, one of + - * ^, or the end"),
            ("1.5", "character 2: found '.', expected a digit, one of + - * ^, or the end"),
            ("2^3^4", "character 4: found '^', expected only one exponent (write a^b, not a^b^c)"),
            ("--3", "character 2: found '-', expected a digit"),
            ("1e6", "character 2: found 'e', expected a digit, one of + - * ^, or the end"),
            ("3-5", "the number is negative"),
            ("10^100000", "the number has more than 19728 digits"),
            ("10^10^10", "character 6: found '^', expected only one exponent (write a^b, not a^b^c)"),
            ("10^99999999999999999999", "the number has more than 19728 digits"),
        ] {
            assert_eq!(value(text), Err(want.to_owned()), "{text}");
        }
    }

    #[test]
    fn long_numbers_are_read_like_short_ones() {
        for length in [3999, 4000, 4001, 7999, 8000, 8001, 12_345, 20_000] {
            let digits: String =
                (0..length).map(|i| char::from(b'0' + ((i * i + 7 * i + 3) % 10) as u8)).collect();
            assert_eq!(decimal(&digits), BigUint::from_str(&digits).expect("digits"), "{length}");
        }
    }

    #[test]
    fn residues_agree_with_values() {
        for text in ["0", "1200", "10^40+1", "3*2^100 - 1", "2^64 - 2^63 - 5", "0^0", "7 - 3*2", "1^5*0"] {
            let e: Expression = text.parse().expect("well formed");
            let exact = e.value(1000).expect("short");
            assert!(exact.bits() <= e.bits_at_most().expect("short"), "{text}");
            for m in [1u32, 2, 7, 10, 997, u32::MAX] {
                assert_eq!(e.modulo(&m.into()), &exact % m, "{text} mod {m}");
            }
            assert_eq!(e.to_string(), text);
        }
        assert!("12".parse::<Expression>().expect("plain").is_plain());
        assert!(!"12+0".parse::<Expression>().expect("a sum").is_plain());
        assert!(!"7-0".parse::<Expression>().expect("a difference").is_sum());
    }
}
