//! Lists of buttons as people write them: numbers, or rows and columns.

use super::ParseError;
use super::error::quoted_text;
use crate::board::Board;
use crate::puzzle::Game;

/// Reads a list of buttons, each with the number of times it is pressed.
///
/// Two ways of naming the buttons of a board, both counted from 1: numbers in reading order, holes passed over,
/// split by commas or blanks (`1,10,12` or `1 10 12`); or pairs of layout row and place in the row,
/// split by blanks (`2,3 4,1`), in parentheses where there is only one (`(2,3)`). `x` and a number
/// after a button says how often it is pressed (`12x3`, `(2,3)x2`). A free system has numbers only,
/// counted from 0 as in its puzzle file.
/// A button may be named several times.
///
/// # Errors
/// When the text is no such list or names a button that is not there.
///
/// # Examples
/// ```
/// use lightsout::format::parse_positions;
/// use lightsout::puzzle::Game;
///
/// let game = Game::Board("3x3".parse()?);
/// assert_eq!(parse_positions("1,9", &game)?, [(0, 1), (8, 1)]);
/// assert_eq!(parse_positions("(1,1)x3 (3,2)", &game)?, [(0, 3), (7, 1)]);
/// assert_eq!(
///     parse_positions("1,4 2,2", &game).unwrap_err().to_string(),
///     "line 1, column 1: found row 1, column 4, expected a place of the board 3x3"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_positions(text: &str, game: &Game) -> Result<Vec<(usize, u32)>, ParseError> {
    let words: Vec<(usize, &str)> = words(text).collect();
    let commas = |word: &str| word.bytes().filter(|&b| b == b',').count();
    // Pairs are words with one comma each; a single bare pair reads as two numbers.
    let pairs = text.contains('(') || words.len() > 1 && words.iter().all(|(_, word)| inner_comma(word));
    let mut out = Vec::new();
    for &(at, word) in &words {
        let fail = |error: ParseError, offset: usize| error.at_offset(text, at + offset);
        if pairs {
            if commas(word) != 1 {
                let expected = "a row and a column such as 2,3 as in the rest of the list";
                return Err(fail(ParseError::new(quoted_text(word), expected), 0));
            }
            let (pair, times) = times(word).map_err(|error| fail(error, 0))?;
            let bare = pair.strip_prefix('(').map_or(Some(pair), |inner| inner.strip_suffix(')'));
            let (row, column) = bare.and_then(|pair| pair.split_once(',')).unwrap_or(("", ""));
            let (row, column) = (number(row.trim_ascii()), number(column.trim_ascii()));
            let (Some(row), Some(column)) = (row, column) else {
                let expected = "a row and a column such as 2,3 or (2,3)";
                return Err(fail(ParseError::new(quoted_text(word), expected), 0));
            };
            let Game::Board(board) = game else {
                let expected = "the number of a button, since a free system has no rows";
                return Err(fail(ParseError::new(quoted_text(word), expected), 0));
            };
            let cell = cell(board, row, column).map_err(|error| fail(error, 0))?;
            out.push((cell, times));
            continue;
        }
        let mut offset = 0;
        for part in word.split(',') {
            let (name, times) = times(part).map_err(|error| fail(error, offset))?;
            let (first, buttons) = (first_number(game), game.buttons());
            match number(name) {
                Some(button) if button >= first && button - first < buttons => {
                    out.push((button - first, times));
                }
                Some(button) => {
                    let expected = match buttons {
                        0 => "none, since there are no buttons".into(),
                        _ => format!("one from {first} to {}", buttons - 1 + first),
                    };
                    return Err(fail(ParseError::new(format!("button {button}"), expected), offset));
                }
                None => {
                    let expected = format!("the number of a button, counted from {first}");
                    return Err(fail(ParseError::new(quoted_text(part), expected), offset));
                }
            }
            offset += part.len() + 1;
        }
    }
    Ok(out)
}

/// Whether a word has one comma with something on both sides.
fn inner_comma(word: &str) -> bool {
    word.split_once(',').is_some_and(|(a, b)| !a.is_empty() && !b.is_empty() && !b.contains(','))
}

/// Words split by blanks, with blanks after a comma, before one and inside parentheses taken in.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    core::iter::from_fn(move || {
        while at < bytes.len() && bytes[at].is_ascii_whitespace() {
            at += 1;
        }
        let (start, mut open) = (at, false);
        while at < bytes.len() && (open || !bytes[at].is_ascii_whitespace()) {
            open = bytes[at] == b'(' || open && bytes[at] != b')';
            at += 1;
        }
        (start < at).then(|| (start, text[start..at].trim_end()))
    })
}

/// A name and how many times it stands for.
fn times(word: &str) -> Result<(&str, u32), ParseError> {
    match word.split_once('x') {
        None => Ok((word, 1)),
        Some((name, times)) => match number(times).and_then(|times| u32::try_from(times).ok()) {
            Some(times) => Ok((name, times)),
            None => Err(ParseError::new(quoted_text(word), "a number of presses below 2^32 after x")),
        },
    }
}

fn number(text: &str) -> Option<usize> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn cell(board: &Board, row: usize, column: usize) -> Result<usize, ParseError> {
    let found = format!("row {row}, column {column}");
    let (Some(r), Some(c)) = (row.checked_sub(1), column.checked_sub(1)) else {
        return Err(ParseError::new(found, "a row and a column counted from 1"));
    };
    board.cell_at(r, c).ok_or_else(|| {
        let inside = r < board.shape().layout_rows() && c < board.shape().layout_row_len(r);
        match inside {
            true => ParseError::new(format!("a hole at {found}"), "a button"),
            false => ParseError::new(found, format!("a place of the board {board}")),
        }
    })
}

/// The number of the first button in lists: 1 on a board, 0 in a free system, as in its puzzle file.
pub fn first_number(game: &Game) -> usize {
    usize::from(game.board().is_some())
}

/// The buttons that are pressed, by number in reading order, from 1 on a board and from 0 in a free system:
/// `1,10,12x2`.
pub fn write_numbers(game: &Game, presses: &[u32]) -> String {
    let first = first_number(game);
    let list = pressed(presses).map(|(button, times)| format!("{}{times}", button + first));
    list.collect::<Vec<_>>().join(",")
}

/// The buttons that are pressed, by row and column from 1: `(2,3) (4,1)x2`; numbers for a free
/// system, which has no rows.
pub fn write_pairs(game: &Game, presses: &[u32]) -> String {
    let Game::Board(board) = game else { return write_numbers(game, presses) };
    let list = pressed(presses).map(|(button, times)| {
        let (row, place) = board.position(button);
        format!("({},{}){times}", row + 1, place + 1)
    });
    list.collect::<Vec<_>>().join(" ")
}

/// The buttons that are pressed, each with nothing or `x2`, `x3`, ...
fn pressed(presses: &[u32]) -> impl Iterator<Item = (usize, String)> {
    presses.iter().enumerate().filter(|&(_, &times)| times > 0).map(|(button, &times)| {
        let suffix = if times == 1 { String::new() } else { format!("x{times}") };
        (button, suffix)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::FreeSystem;

    fn read(text: &str) -> Result<Vec<(usize, u32)>, String> {
        let board = "4x5".parse::<Board>().unwrap().with_holes([1]).unwrap();
        parse_positions(text, &Game::Board(board)).map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_and_pairs() {
        assert_eq!(read("").unwrap(), []);
        for text in ["1,10,12", "1 10 12", " 1,10 12\n", "1\n10\n12"] {
            assert_eq!(read(text).unwrap(), [(0, 1), (9, 1), (11, 1)], "{text:?}");
        }
        // A single bare pair is two numbers; one in parentheses is a place.
        assert_eq!(read("2,3").unwrap(), [(1, 1), (2, 1)]);
        assert_eq!(read("(2,3)").unwrap(), [(6, 1)]);
        for text in ["2,3 4,1", "(2,3) (4,1)", "( 2, 3 )\n(4,1)", "(2,3) 4,1"] {
            assert_eq!(read(text).unwrap(), [(6, 1), (14, 1)], "{text:?}");
        }
        assert_eq!(read("3x4,3x0").unwrap(), [(2, 4), (2, 0)]);
        assert_eq!(read("(1,3)x4294967295").unwrap(), [(1, u32::MAX)]);
    }

    #[test]
    fn faults_are_named() {
        for (text, sentence) in [
            ("1,20", "line 1, column 3: found button 20, expected one from 1 to 19"),
            ("0", "line 1, column 1: found button 0, expected one from 1 to 19"),
            ("1,,2", "line 1, column 3: found \"\", expected the number of a button, counted from 1"),
            ("1\n2 q", "line 2, column 3: found \"q\", expected the number of a button, counted from 1"),
            ("2x", "line 1, column 1: found \"2x\", expected a number of presses below 2^32 after x"),
            ("2,3 5,1", "line 1, column 5: found row 5, column 1, expected a place of the board 4x5"),
            (
                "2,3 0,1",
                "line 1, column 5: found row 0, column 1, expected a row and a column counted from 1",
            ),
            ("2,3 1,2", "line 1, column 5: found a hole at row 1, column 2, expected a button"),
            (
                "(2,3) 7",
                "line 1, column 7: found \"7\", expected a row and a column such as 2,3 as in the rest of the list",
            ),
            ("(2,3", "line 1, column 1: found \"(2,3\", expected a row and a column such as 2,3 or (2,3)"),
            ("99999999999999999999", "line 1, column 1: found \"99999999999999999999\", expected the number"),
        ] {
            let found = read(text).unwrap_err();
            assert!(found.starts_with(sentence), "{found}");
        }
        let free = Game::Free(FreeSystem::new(3, vec![vec![]; 4]).unwrap());
        assert_eq!(parse_positions("0,3x2", &free).unwrap(), [(0, 1), (3, 2)]);
        assert_eq!(write_numbers(&free, &[1, 0, 0, 2]), "0,3x2");
        assert!(parse_positions("4", &free).is_err());
        assert!(parse_positions("(1,1)", &free).is_err());
    }

    #[test]
    fn lists_read_back() {
        let board = "4x5".parse::<Board>().unwrap().with_holes([1]).unwrap();
        let game = Game::Board(board);
        for seed in 0..200u32 {
            let presses: Vec<u32> = (0..19).map(|i| (seed * 7 + i * i * 3) % 11 % 4).collect();
            for text in [write_numbers(&game, &presses), write_pairs(&game, &presses)] {
                let mut back = vec![0; 19];
                for (button, times) in parse_positions(&text, &game).unwrap() {
                    back[button] += times;
                }
                assert_eq!(back, presses, "{text}");
            }
        }
    }
}
