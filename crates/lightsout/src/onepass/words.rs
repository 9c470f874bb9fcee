//! The one-pass answer in words.

use std::io::{self, Write};

use lightsout_algebra::integer::Expression;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

use super::residues::power_text;
use super::sequence::short_text;
use super::{Listed, OnePass, Presses, Start, table};

/// How much of the answer to write out.
#[derive(Clone, Copy, Debug)]
pub struct WordOptions {
    /// At most so many residues are listed; the number of the others is said.
    pub residues: usize,
    /// At most so many of the smallest row counts.
    pub row_counts: usize,
    /// At most so many rows with their presses; the number of the others is said.
    pub presses: u64,
}

impl Default for WordOptions {
    fn default() -> Self {
        WordOptions { residues: 64, row_counts: 12, presses: 40 }
    }
}

/// `a`, `a and b`, `a, b and c`.
fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}

fn plural(count: &BigUint, one: &str, many: &str) -> String {
    if count.is_one() { format!("1 {one}") } else { format!("{count} {many}") }
}

/// A number, its middle left out and its length told when it is long.
pub(super) fn short(value: &BigUint) -> String {
    let text = value.to_string();
    if text.len() <= 60 {
        return text;
    }
    format!("{}...{} ({} digits)", &text[..20], &text[text.len() - 20..], text.len())
}

/// What to call a number in a sentence: itself when it is short, else a letter.
pub(super) fn name(value: &BigUint, letter: &str) -> String {
    let text = value.to_string();
    if text.len() <= 12 { text } else { letter.to_owned() }
}

impl Start {
    /// One sentence on the start.
    #[must_use]
    pub fn describe(&self) -> String {
        let presses = plural(&self.q, "press", "presses");
        format!(
            "Every light has {} states and starts at state {}; {presses} would turn it off (q = {}).",
            short(&self.states),
            short(&self.start),
            short(&self.q)
        )
    }

    /// Writes whether one pass on so many rows ends dark, given the state the last row is left in, and what is pressed.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub fn write_rows(
        &self,
        out: &mut dyn Write,
        rows: &Expression,
        last: &BigUint,
        options: &WordOptions,
    ) -> io::Result<()> {
        let count = rows.value(64).ok();
        let rows_text = match &count {
            Some(count) => plural(count, "row", "rows"),
            None => format!("{} rows", short_text(rows)),
        };
        let one = count.as_ref().is_some_and(BigUint::is_one);
        if last.is_zero() {
            let works = if one { "works" } else { "work" };
            writeln!(out, "{rows_text} {works}: after one pass every light is off.")?;
        } else {
            let not = if one { "does not work" } else { "do not work" };
            writeln!(out, "{rows_text} {not}: one pass leaves the last row at state {}.", short(last))?;
        }
        let Some(count) = count.and_then(|count| count.to_u64()) else {
            return Ok(());
        };
        if count < 2 {
            return writeln!(
                out,
                "Nothing is pressed: row 1 is never pressed, and there is no row below it."
            );
        }
        writeln!(out, "Presses of each button, row by row (row 1 is never pressed):")?;
        let shown = (count - 1).min(options.presses);
        for (row, presses) in (2..=shown + 1).zip(Presses::new(self)) {
            writeln!(out, "  row {row}: {}", short(&presses))?;
        }
        if shown < count - 1 {
            writeln!(out, "  and {} more rows, to row {count}", count - 1 - shown)?;
        }
        Ok(())
    }

    /// Writes the table of `S_i` for `i` from 0 to `last`, row by row.
    ///
    /// How wide the columns are is known from the largest numbers, which a first pass finds without writing any out.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub fn write_table(&self, out: &mut dyn Write, last: u64) -> io::Result<()> {
        let rows = || table(self).take_while(|row| row.index <= last);
        let (mut lowest, mut highest, mut state) = (BigInt::ZERO, BigInt::ZERO, BigUint::ZERO);
        for row in rows() {
            lowest = lowest.min(row.exact.clone());
            highest = highest.max(row.exact);
            state = state.max(row.state);
        }
        let heads = ["i".to_owned(), "S_i".to_owned(), format!("S_i mod {}", self.states)];
        let exact = lowest.to_string().len().max(highest.to_string().len());
        let [a, b, c] = [last.to_string().len(), exact.max(heads[1].len()), state.to_string().len()];
        let c = c.max(heads[2].len());
        let [x, y, z] = heads;
        writeln!(out, "{x:>a$}  {y:>b$}  {z:>c$}")?;
        for row in rows() {
            let (exact, state) = (row.exact.to_string(), row.state.to_string());
            writeln!(out, "{:>a$}  {exact:>b$}  {state:>c$}", row.index)?;
        }
        Ok(())
    }
}

impl OnePass {
    /// Writes the whole answer, in sentences that can be read aloud.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub fn write_text(&self, out: &mut dyn Write, options: &WordOptions) -> io::Result<()> {
        writeln!(out, "{}", self.start.describe())?;
        let k = &self.start.states;
        let factor_text: Vec<String> = self.whole.powers().iter().map(power_text).collect();
        let called = name(k, "k");
        if factor_text.len() == 1 && factor_text[0] == k.to_string() {
            writeln!(out, "{called} is prime.")?;
        } else {
            writeln!(out, "{called} = {}.", factor_text.join(" * "))?;
        }
        let modulus = self.effective.modulus();
        if modulus != k {
            writeln!(
                out,
                "The states and q have the common factor {}, so what counts is K = {}.",
                short(&(k / modulus)),
                short(modulus)
            )?;
        }
        writeln!(
            out,
            "alpha({called}) = {alpha}: F({alpha}) is the first Fibonacci number after F(0) that {called} divides.",
            alpha = short(self.alpha())
        )?;
        writeln!(out)?;
        self.write_conditions(out)?;
        let count = self.residue_count();
        writeln!(
            out,
            "So i rows work exactly when i leaves one of these {} remainders on division by {}{}:",
            short(&count),
            if modulus == k { "alpha = " } else { "" },
            short(self.period())
        )?;
        self.write_residues(out, options)?;
        let (one, of) = self.density();
        writeln!(out, "Share of row counts that work: {} in {}.", short(&one), short(&of))?;
        let smallest: Vec<String> =
            self.row_counts().into_iter().flatten().take(options.row_counts).map(|r| short(&r)).collect();
        if !smallest.is_empty() {
            writeln!(out, "Smallest row counts: {}, ...", smallest.join(", "))?;
        }
        writeln!(out, "{}", self.describe_theorem())
    }

    fn write_conditions(&self, out: &mut dyn Write) -> io::Result<()> {
        let powers = self.effective.powers();
        writeln!(out, "One pass on i rows ends dark when each of these divides F(i) or F(i+1):")?;
        for power in powers {
            writeln!(
                out,
                "  {} divides F(i) when i is a multiple of alpha = {}",
                power_text(power),
                short(&power.rank)
            )?;
        }
        for group in self.groups.iter().filter(|group| group.members.len() > 1) {
            let names: Vec<String> = group.members.iter().map(|&m| power_text(&powers[m])).collect();
            writeln!(
                out,
                "{} must divide the same one, since their alphas are linked by common factors.",
                list(&names)
            )?;
        }
        Ok(())
    }

    fn write_residues(&self, out: &mut dyn Write, options: &WordOptions) -> io::Result<()> {
        let Some(residues) = self.residues() else {
            return writeln!(out, "  (there are too many to list)");
        };
        let mut shown = 0usize;
        for residue in residues.take(options.residues) {
            shown += 1;
            let (zero, minus_one) = self.powers_by_choice(&residue);
            let divide = |names: &[String], which: &str| {
                let verb = if names.len() == 1 { "divides" } else { "divide" };
                format!("{} {verb} {which}", list(names))
            };
            let how: Vec<String> = [(zero, "F(i)"), (minus_one, "F(i+1)")]
                .into_iter()
                .filter(|(names, _)| !names.is_empty())
                .map(|(names, which)| divide(&names, which))
                .collect();
            let listed = match residue.listed {
                Listed::Yes => "in Theorem 4.3".to_owned(),
                Listed::OneIn(many) => format!("1 in {many} of them in Theorem 4.3"),
                Listed::No => "not in Theorem 4.3".to_owned(),
            };
            writeln!(out, "  {}: {}; {listed}", short(&residue.value), how.join(", "))?;
        }
        let hidden = self.residue_count() - shown;
        if !hidden.is_zero() {
            writeln!(out, "  and {hidden} more")?;
        }
        Ok(())
    }

    fn describe_theorem(&self) -> String {
        let alpha = name(self.alpha(), &format!("alpha({})", name(&self.start.states, "k")));
        if self.theorem_is_complete() {
            format!("Theorem 4.3 of the paper (remainders 0 and -1 modulo {alpha}) lists them all.")
        } else {
            format!("Theorem 4.3 of the paper lists only the remainders 0 and -1 modulo {alpha}.")
        }
    }
}
