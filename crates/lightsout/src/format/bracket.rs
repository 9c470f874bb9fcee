//! Bracket notation: `[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1)`.

use super::ParseError;
use super::error::quoted;
use super::grid;
use super::resolve::{Overrides, check_target};
use crate::puzzle::{FreeSystem, Game, Puzzle, Target, check_states};

/// Reads a puzzle in bracket notation: all lights start in state 0, the brackets hold the target,
/// each pair of parentheses a button with the lights that it changes, counted from 0. Braces at
/// the end are passed over.
///
/// # Errors
/// When the text is none, with line and column.
pub fn parse(text: &str, overrides: &Overrides) -> Result<Puzzle, ParseError> {
    let states = overrides.states.unwrap_or(2);
    check_states(states)?;
    if overrides.game.is_some() || overrides.rule.is_some() {
        let found = "buttons in parentheses, and a board or a rule beside the puzzle";
        return Err(ParseError::new(found, "only one of the two").at(1, 1));
    }
    let mut cursor = Cursor { text, at: 0 };
    cursor.expect('[', "[")?;
    let mut lights = Vec::new();
    loop {
        let at = cursor.at;
        match cursor.take("a state or ]")? {
            ']' => break,
            c => match grid::state_of(c) {
                Some(state) if u64::from(state) < states => lights.push(state),
                Some(state) => {
                    let found = format!("{} (state {state})", quoted(c));
                    return Err(cursor.fail(at, ParseError::new(found, format!("a state below {states}"))));
                }
                None => {
                    return Err(cursor.fail(at, ParseError::new(quoted(c), "a state such as . or #, or ]")));
                }
            },
        }
    }
    let mut buttons = Vec::new();
    while cursor.skip("(") {
        buttons.push(cursor.list(lights.len())?);
    }
    if cursor.skip("{") {
        while cursor.take("}")? != '}' {}
    }
    if let Some(c) = cursor.peek() {
        let expected =
            if buttons.is_empty() { "a button in parentheses" } else { "a button in parentheses or the end" };
        return Err(cursor.fail(cursor.at, ParseError::new(quoted(c), expected)));
    }
    let free = FreeSystem::new(lights.len(), buttons)?;
    let start = vec![0; lights.len()];
    let target = overrides.target.clone().unwrap_or(Target::Lights(lights));
    check_target(&target, states)?;
    Ok(Puzzle::new(Game::Free(free), states, start, target)?)
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn fail(&self, offset: usize, error: ParseError) -> ParseError {
        error.at_offset(self.text, offset)
    }

    /// The next character that is no blank, which stays.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_ascii_start().len();
        self.text[self.at..].chars().next()
    }

    /// The next character, blank or not.
    fn take(&mut self, expected: &str) -> Result<char, ParseError> {
        let Some(c) = self.text[self.at..].chars().next() else {
            return Err(self.fail(self.at, ParseError::new("the end", expected)));
        };
        self.at += c.len_utf8();
        Ok(c)
    }

    /// Passes over a sign after blanks if it is there.
    fn skip(&mut self, sign: &str) -> bool {
        self.peek();
        let there = self.text[self.at..].starts_with(sign);
        self.at += if there { sign.len() } else { 0 };
        there
    }

    fn expect(&mut self, sign: char, expected: &str) -> Result<(), ParseError> {
        match self.peek() {
            Some(c) if c == sign => {
                self.at += c.len_utf8();
                Ok(())
            }
            Some(c) => Err(self.fail(self.at, ParseError::new(quoted(c), expected))),
            None => Err(self.fail(self.at, ParseError::new("the end", expected))),
        }
    }

    /// Lights split by commas up to the closing parenthesis.
    fn list(&mut self, lights: usize) -> Result<Vec<(usize, u64)>, ParseError> {
        let mut button = Vec::new();
        if self.skip(")") {
            return Ok(button);
        }
        loop {
            self.peek();
            let rest = &self.text[self.at..];
            let digits = &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()];
            if digits.is_empty() {
                let found = self.peek().map_or("the end".into(), quoted);
                return Err(self.fail(self.at, ParseError::new(found, "the number of a light")));
            }
            match digits.parse::<usize>() {
                Ok(light) if light < lights => button.push((light, 1)),
                _ => {
                    let expected = match lights {
                        0 => "none, since there are no lights".into(),
                        _ => format!("a light from 0 to {}", lights - 1),
                    };
                    let found = format!("light {}", crate::board::excerpt(digits));
                    return Err(self.fail(self.at, ParseError::new(found, expected)));
                }
            }
            self.at += digits.len();
            if self.skip(")") {
                return Ok(button);
            }
            self.expect(',', "a comma or )")?;
        }
    }
}
