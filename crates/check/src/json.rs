//! A small JSON reader that remembers where each value stands.
//!
//! A fault in a puzzle is reported with its line and column, which needs the place of every value, and a key given
//! twice is refused rather than silently overruled.

use crate::input::{Fault, quote};

/// Deepest nesting that is read; puzzles and answers need five levels.
const DEEPEST: usize = 32;
/// Most keys of one object; puzzles and answers have fewer than twenty.
const MOST_KEYS: usize = 64;

/// A value and the byte where it starts.
#[derive(Clone, Debug)]
pub(crate) struct Node<'a> {
    pub(crate) offset: usize,
    pub(crate) value: Json<'a>,
}

/// A JSON value; a number keeps its spelling.
#[derive(Clone, Debug)]
pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    Number(&'a str),
    Text(String),
    List(Vec<Node<'a>>),
    Map(Vec<Entry<'a>>),
}

/// One key of an object with its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) offset: usize,
    pub(crate) key: String,
    pub(crate) node: Node<'a>,
}

/// Reads a whole text as one JSON value.
pub(crate) fn read(text: &str) -> Result<Node<'_>, Fault> {
    let mut reader = Reader { text, at: 0 };
    reader.skip_blanks();
    let node = reader.value(0)?;
    reader.skip_blanks();
    if reader.at < text.len() {
        return Err(reader.unexpected("nothing more after the value"));
    }
    Ok(node)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn unexpected(&self, expected: &str) -> Fault {
        let found = match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(c) => quote(&c.to_string()),
            None => "the end of the input".to_string(),
        };
        Fault::at(self.at, format!("found {found}, expected {expected}"))
    }

    fn value(&mut self, depth: usize) -> Result<Node<'a>, Fault> {
        if depth > DEEPEST {
            return Err(Fault::at(self.at, format!("found nesting deeper than {DEEPEST} levels")));
        }
        let offset = self.at;
        let value = match self.peek() {
            Some(b'{') => self.map(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => Json::Text(self.text()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'n') => self.word("null", Json::Null)?,
            Some(b't') => self.word("true", Json::Bool(true))?,
            Some(b'f') => self.word("false", Json::Bool(false))?,
            _ => return Err(self.unexpected("a JSON value")),
        };
        Ok(Node { offset, value })
    }

    fn word(&mut self, word: &str, value: Json<'a>) -> Result<Json<'a>, Fault> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.unexpected("a JSON value"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn digits(&mut self) -> Result<(), Fault> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.unexpected("a digit"));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Json<'a>, Fault> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if matches!(self.peek(), Some(b'0'..=b'9')) {
                return Err(self.unexpected("no digit after a leading zero"));
            }
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(Json::Number(&self.text[start..self.at]))
    }

    fn text(&mut self) -> Result<String, Fault> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1f)) {
                self.at += 1;
            }
            out.push_str(&self.text[start..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    self.at += 1;
                    out.push(self.escape()?);
                }
                _ => return Err(self.unexpected("a closing quotation mark")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let c = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode();
            }
            _ => return Err(self.unexpected("an escape such as \\n or \\u0041")),
        };
        self.at += 1;
        Ok(c)
    }

    fn unicode(&mut self) -> Result<char, Fault> {
        let start = self.at;
        let first = self.hex4()?;
        let code = if (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            let second = self.hex4()?;
            if !(0xdc00..0xe000).contains(&second) {
                return Err(Fault::at(start, "found half of a surrogate pair, expected a character"));
            }
            0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
        } else {
            first
        };
        char::from_u32(code)
            .ok_or_else(|| Fault::at(start, "found half of a surrogate pair, expected a character"))
    }

    fn hex4(&mut self) -> Result<u32, Fault> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|b| char::from(b).to_digit(16));
            code = code * 16 + digit.ok_or_else(|| self.unexpected("a hexadecimal digit"))?;
            self.at += 1;
        }
        Ok(code)
    }

    fn list(&mut self, depth: usize) -> Result<Json<'a>, Fault> {
        self.at += 1;
        let mut items = Vec::new();
        self.skip_blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::List(items));
        }
        loop {
            self.skip_blanks();
            items.push(self.value(depth + 1)?);
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(Json::List(items));
                }
                _ => return Err(self.unexpected("a comma or a closing bracket")),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Json<'a>, Fault> {
        self.at += 1;
        let mut entries: Vec<Entry<'a>> = Vec::new();
        self.skip_blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Map(entries));
        }
        loop {
            self.skip_blanks();
            let offset = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.unexpected("a key in quotation marks"));
            }
            let key = self.text()?;
            if entries.iter().any(|entry| entry.key == key) {
                return Err(Fault::at(offset, format!("the key {} is given twice", quote(&key))));
            }
            if entries.len() == MOST_KEYS {
                return Err(Fault::at(offset, format!("found more than {MOST_KEYS} keys in one object")));
            }
            self.skip_blanks();
            if self.peek() != Some(b':') {
                return Err(self.unexpected("a colon"));
            }
            self.at += 1;
            self.skip_blanks();
            let node = self.value(depth + 1)?;
            entries.push(Entry { offset, key, node });
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Json::Map(entries));
                }
                _ => return Err(self.unexpected("a comma or a closing brace")),
            }
        }
    }
}

impl<'a> Node<'a> {
    /// Says what the value is, for a message.
    pub(crate) fn found(&self) -> String {
        match &self.value {
            Json::Null => "null".to_string(),
            Json::Bool(value) => value.to_string(),
            Json::Number(text) => {
                if text.len() > 24 {
                    format!("{}...", &text[..24])
                } else {
                    (*text).to_string()
                }
            }
            Json::Text(text) => quote(text),
            Json::List(items) => format!("a list of {}", items.len()),
            Json::Map(_) => "an object".to_string(),
        }
    }

    /// The fault "found this, expected that" at this value.
    pub(crate) fn wrong(&self, expected: impl AsRef<str>) -> Fault {
        Fault::at(self.offset, format!("found {}, expected {}", self.found(), expected.as_ref()))
    }

    pub(crate) fn is_null(&self) -> bool {
        matches!(self.value, Json::Null)
    }

    /// The decimal digits of a non-negative integer, or nothing if the value is something else.
    pub(crate) fn digits(&self) -> Option<&'a str> {
        match self.value {
            Json::Number(text) if text.bytes().all(|b| b.is_ascii_digit()) => Some(text),
            _ => None,
        }
    }

    /// An integer from `least` to `most`.
    pub(crate) fn integer(&self, least: u64, most: u64, what: &str) -> Result<u64, Fault> {
        self.digits()
            .and_then(|digits| digits.parse::<u64>().ok())
            .filter(|value| (least..=most).contains(value))
            .ok_or_else(|| self.wrong(format!("{what} from {least} to {most}")))
    }

    pub(crate) fn boolean(&self, what: &str) -> Result<bool, Fault> {
        match self.value {
            Json::Bool(value) => Ok(value),
            _ => Err(self.wrong(format!("true or false for {what}"))),
        }
    }

    pub(crate) fn text(&self, what: &str) -> Result<&str, Fault> {
        match &self.value {
            Json::Text(text) => Ok(text),
            _ => Err(self.wrong(format!("{what} in quotation marks"))),
        }
    }

    pub(crate) fn list(&self, what: &str) -> Result<&[Node<'a>], Fault> {
        match &self.value {
            Json::List(items) => Ok(items),
            _ => Err(self.wrong(what)),
        }
    }

    pub(crate) fn map(&self, what: &str) -> Result<&[Entry<'a>], Fault> {
        match &self.value {
            Json::Map(entries) => Ok(entries),
            _ => Err(self.wrong(what)),
        }
    }
}

/// The value under a key, if the object has it and it is not null.
pub(crate) fn get<'m, 'a>(entries: &'m [Entry<'a>], key: &str) -> Option<&'m Node<'a>> {
    entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node).filter(|node| !node.is_null())
}

/// Refuses keys that are not on the list.
pub(crate) fn only(entries: &[Entry<'_>], known: &[&str]) -> Result<(), Fault> {
    match entries.iter().find(|entry| !known.contains(&entry.key.as_str())) {
        Some(entry) => Err(Fault::at(
            entry.offset,
            format!("found the unknown key {}, expected one of {}", quote(&entry.key), known.join(", ")),
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value in the terms of another reader, to compare the two.
    fn plain(node: &Node<'_>) -> serde_json::Value {
        use serde_json::Value;
        match &node.value {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Bool(*value),
            Json::Number(text) => serde_json::from_str(text).expect("a number"),
            Json::Text(text) => Value::String(text.clone()),
            Json::List(items) => Value::Array(items.iter().map(plain).collect()),
            Json::Map(entries) => {
                Value::Object(entries.iter().map(|e| (e.key.clone(), plain(&e.node))).collect())
            }
        }
    }

    #[test]
    fn agrees_with_another_reader() {
        let good = [
            "null",
            " true ",
            "[]",
            "{}",
            "[1,2,[3,[]]]",
            "{\"a\":{\"b\":[-1.5e+3,0,0.25,1e2]}}",
            "\"\\u00e9\\ud83d\\ude00\\n\\\\ \\/ \u{e9}\"",
            "[ 1 , \"x\" , null , false ]",
            "12345678901234567",
        ];
        for text in good {
            let ours = read(text).unwrap_or_else(|fault| panic!("{text}: {}", fault.message));
            assert_eq!(
                plain(&ours),
                serde_json::from_str::<serde_json::Value>(text).expect("valid"),
                "{text}"
            );
        }
        let bad = [
            "",
            " ",
            "nul",
            "[1,]",
            "[1 2]",
            "{\"a\"}",
            "{\"a\":1,}",
            "{a:1}",
            "01",
            "-",
            "1.",
            "1e",
            "+1",
            ".5",
            "\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\n\"",
            "1 2",
            "\"\\ud800\"",
            "\"\\udc00\"",
            "\"\\ud800\\u0041\"",
            "[",
            "{",
            "{\"a\":",
            "tru",
            "\u{feff}1",
        ];
        for text in bad {
            assert!(read(text).is_err(), "{text}");
            assert!(serde_json::from_str::<serde_json::Value>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn mutations_are_judged_as_by_another_reader() {
        let seed =
            "{\"schema\":1,\"lights\":[[0,1],[1,-0.5e3]],\"t\":\"a\\u0041\",\"n\":null,\"b\":[true,false]}";
        let mut state = 7u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        let mut accepted = 0;
        for _ in 0..20_000 {
            let mut bytes = seed.as_bytes().to_vec();
            for _ in 0..1 + next(3) {
                let at = next(bytes.len());
                match next(3) {
                    0 => bytes[at] = b" 01-.eE\"\\,:[]{}ntfu\n"[next(20)],
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, b"01\",:[]{} \\"[next(11)]),
                }
            }
            let text = String::from_utf8(bytes).expect("ascii");
            let theirs = serde_json::from_str::<serde_json::Value>(&text);
            match (read(&text), theirs) {
                (Ok(ours), Ok(theirs)) => {
                    accepted += 1;
                    assert_eq!(plain(&ours), theirs, "{text}");
                }
                (Err(_), Err(_)) => {}
                (Err(fault), Ok(_)) => {
                    assert!(fault.message.contains("twice"), "{text}: {}", fault.message)
                }
                // Numbers beyond every double are spelled correctly; no puzzle holds one.
                (Ok(_), Err(error)) => assert!(error.to_string().contains("out of range"), "{text}: {error}"),
            }
        }
        assert!(accepted > 100, "{accepted}");
    }

    #[test]
    fn depth_and_repeated_keys_are_refused() {
        assert!(read(&"[".repeat(100_000)).is_err());
        assert!(read("{\"a\":1,\"a\":2}").is_err());
        assert!(read(&format!("{}1{}", "[".repeat(32), "]".repeat(32))).is_ok());
    }
}
