//! Large numbers in decimal digits, as far as counting solutions needs them.

/// A natural number in groups of nine decimal digits, the least first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal(Vec<u32>);

const GROUP: u64 = 1_000_000_000;

impl Decimal {
    pub(crate) fn one() -> Self {
        Decimal(vec![1])
    }

    /// Multiplies by a factor from 1 to 2^32.
    pub(crate) fn times(&mut self, factor: u64) {
        let mut carry = 0;
        for group in &mut self.0 {
            let value = u64::from(*group) * factor + carry;
            *group = (value % GROUP) as u32;
            carry = value / GROUP;
        }
        while carry > 0 {
            self.0.push((carry % GROUP) as u32);
            carry /= GROUP;
        }
    }

    /// The value, if it is at most `most`.
    pub(crate) fn at_most(&self, most: u64) -> Option<u64> {
        let mut value = 0u128;
        for &group in self.0.iter().rev() {
            value = value * u128::from(GROUP) + u128::from(group);
            if value > u128::from(most) {
                return None;
            }
        }
        Some(value as u64)
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (last, rest) = self.0.split_last().unwrap_or((&0, &[]));
        write!(f, "{last}")?;
        rest.iter().rev().try_for_each(|group| write!(f, "{group:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_agree_with_machine_numbers() {
        for factor in [2u64, 3, 10, 999_999_999, 1 << 32] {
            let (mut ours, mut machine) = (Decimal::one(), 1u128);
            while let Some(next) = machine.checked_mul(u128::from(factor)) {
                assert_eq!(ours.to_string(), machine.to_string());
                assert_eq!(ours.at_most(u64::MAX), u64::try_from(machine).ok());
                ours.times(factor);
                machine = next;
            }
            assert_eq!(ours.at_most(u64::MAX), None);
        }
    }
}
