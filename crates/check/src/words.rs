//! Numbers with their nouns.

/// "1 button", "2 buttons".
pub(crate) fn counted(n: impl TryInto<u128>, noun: &str) -> String {
    // What does not fit is more than one, and never occurs: counts are 64 bits wide or 128.
    let n = n.try_into().unwrap_or(u128::MAX);
    format!("{n} {noun}{}", ending(n, noun))
}

fn ending(n: u128, noun: &str) -> &'static str {
    match n {
        1 => "",
        _ if noun.ends_with("ss") => "es",
        _ => "s",
    }
}

/// "one of 3 lights, counted from 0", which one of them being expected.
pub(crate) fn one_of(n: usize, noun: &str, first: u8) -> String {
    match n {
        0 => format!("none, since there is no {noun}"),
        1 => format!("the only {noun}, counted as {first}"),
        _ => format!("one of {n} {noun}s, counted from {first}"),
    }
}

/// "takes" after one, "take" after others.
pub(crate) fn verb<'a>(n: u128, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_zero_is_not() {
        assert_eq!(counted(1usize, "light"), "1 light");
        assert_eq!(counted(0u64, "light"), "0 lights");
        assert_eq!(counted(2u128, "press"), "2 presses");
        assert_eq!(counted(1u128, "press"), "1 press");
        assert_eq!(one_of(0, "light", 0), "none, since there is no light");
        assert_eq!(one_of(1, "light", 0), "the only light, counted as 0");
        assert_eq!(one_of(3, "button", 1), "one of 3 buttons, counted from 1");
        assert_eq!(verb(1, "is", "are"), "is");
        assert_eq!(verb(0, "is", "are"), "are");
    }
}
