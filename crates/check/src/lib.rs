//! An independent checker of answers to Lights Out puzzles.
//!
//! It reads a puzzle and a claimed answer and says whether the presses do it and whether a certificate proves what it
//! claims. It shares no code with the solver: boards are written down cell by cell from their definitions, arithmetic
//! is the naive one modulo the number of states, and what it can't check it says that it did not.
//!
//! Pressing button j adds A(i, j) to light i modulo k. Presses x are right when lights + A x = target. A certificate y
//! proves that there are none when y A(·, j) = 0 for every button j and y · (target - lights) is not 0.
//!
//! # Examples
//!
//! ```
//! let verdict = lightsout_check::check("#..\n...\n...\n", "X..\n...\n...\n").unwrap();
//! assert!(!verdict.holds);
//! assert_eq!(
//!     verdict.reasons[0],
//!     "the presses leave row 1, column 2 in state 1, its target is 0, and 1 more is wrong"
//! );
//! ```

mod answer;
mod claims;
mod decimal;
mod evidence;
mod grid;
mod input;
mod join;
mod json;
mod least;
mod linear;
mod listed;
mod minimum;
mod netpbm;
mod number;
mod press_list;
mod puzzle;
mod reach;
mod read_puzzle;
mod shape;
mod stream;
mod unsolvable;
mod verdict;
mod words;

pub use input::{BadInput, Input};
pub use verdict::Verdict;

use answer::Answer;
use grid::Numbers;
use input::Fault;
use netpbm::{Image, is_image};
use puzzle::{Draft, Puzzle, Said, Target};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// What is said about a puzzle beside its file; each takes the place of what the file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The board, such as `torus:5x5`.
    pub board: Option<String>,
    /// The number of states.
    pub states: Option<u64>,
    /// The rule, such as `king`.
    pub rule: Option<String>,
    /// The target: `off`, `on` or a state.
    pub target: Option<String>,
}

/// Checks a claimed answer to a puzzle, both given as text.
///
/// The puzzle is JSON, a grid with optional `key: value` lines, buttons in bracket notation, or a plain netpbm image;
/// the answer is the JSON of `solve`, a grid of press counts, a list of presses, or a plain netpbm image. A list is one
/// place `row,column` to a line, or pairs `(row,column)` and `(row,column)x3` split by blanks, or a table under the
/// heading `row,column,presses`, or one line of ascending numbers `1,4,9x2`, all counted from 1; for a free system it is
/// such a line, one button to a line, or a table under the heading `button,presses`, counted from 0. Nothing but blank
/// lines is the empty list; an answer without a single line is refused.
///
/// # Errors
///
/// [`BadInput`] if either can't be read. An answer that reads well but is to another puzzle is no error: it does not
/// hold.
///
/// # Complexity
///
/// Linear in what all presses reach; claims about all solutions add O(n^3) for n buttons, and O(s n) for s solutions,
/// as far as both are small.
///
/// # Examples
///
/// ```
/// let verdict = lightsout_check::check(".#.\n###\n.#.\n", "...\n.#.\n...\n")?;
/// assert!(verdict.holds);
/// # Ok::<(), lightsout_check::BadInput>(())
/// ```
pub fn check(puzzle: &str, answer: &str) -> Result<Verdict, BadInput> {
    check_bytes(puzzle.as_bytes(), answer.as_bytes(), &Options::default())
}

/// Checks a claimed answer to a puzzle, both given as the bytes of a file of any kind, binary netpbm images included.
///
/// # Errors
///
/// [`BadInput`] if either can't be read.
///
/// # Examples
///
/// ```
/// use lightsout_check::{Options, check_bytes};
///
/// let mut options = Options::default();
/// options.board = Some("torus:3x3".to_string());
/// let verdict = check_bytes(b"P4\n3 3\n\x40\xe0\x40", b"2,2", &options)?;
/// assert!(verdict.holds);
/// # Ok::<(), lightsout_check::BadInput>(())
/// ```
pub fn check_bytes(puzzle: &[u8], answer: &[u8], options: &Options) -> Result<Verdict, BadInput> {
    let puzzle = read_puzzle(puzzle, options)?;
    let answer = read_answer(answer, &puzzle)?;
    Ok(claims::judge(&puzzle, &answer))
}

/// Checks a claimed answer to a puzzle, both in files; two images of a plane or a cylinder are read row by row.
///
/// # Errors
///
/// [`BadInput`] if either can't be opened or read.
///
/// # Complexity
///
/// For images of R rows of C cells and a stencil of s cells, h of them above one another: O(R C s) time and O(h C)
/// memory. Other files are read whole.
pub fn check_files(puzzle: &Path, answer: &Path, options: &Options) -> Result<Verdict, BadInput> {
    let mut puzzle_file = open(puzzle, Input::Puzzle)?;
    let mut answer_file = open(answer, Input::Answer)?;
    // A pipe can be read once only: whether row by row is known before anything is taken from it.
    if stream::fits(options)
        && starts_as_image(&mut puzzle_file, Input::Puzzle)?
        && starts_as_image(&mut answer_file, Input::Answer)?
    {
        return stream::check(puzzle_file, answer_file, options);
    }
    check_bytes(&whole(puzzle_file, Input::Puzzle)?, &whole(answer_file, Input::Answer)?, options)
}

/// The wiring of a puzzle as the checker understands it, to compare another implementation with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Toggles {
    /// The number of states.
    pub states: u64,
    /// For each button the lights that it changes, in order, each once, and by how much modulo the number of states.
    pub buttons: Vec<Vec<(usize, u64)>>,
    /// The state of each light.
    pub lights: Vec<u64>,
    /// The target of each light.
    pub target: Vec<u64>,
}

/// Reads a puzzle and writes its wiring out.
///
/// # Errors
///
/// [`BadInput`] if it can't be read.
///
/// # Examples
///
/// ```
/// let toggles = lightsout_check::toggles("#.")?;
/// assert_eq!(toggles.buttons, [[(0, 1), (1, 1)], [(0, 1), (1, 1)]]);
/// assert_eq!(toggles.lights, [1, 0]);
/// # Ok::<(), lightsout_check::BadInput>(())
/// ```
pub fn toggles(puzzle: &str) -> Result<Toggles, BadInput> {
    let puzzle = read_puzzle(puzzle.as_bytes(), &Options::default())?;
    let button = |number: usize| {
        let mut effects = puzzle.effects(number);
        effects.sort_unstable();
        let mut out: Vec<(usize, u64)> = Vec::with_capacity(effects.len());
        for (light, amount) in effects {
            match out.last_mut() {
                Some((last, sum)) if *last == light => *sum = (*sum + amount) % puzzle.states,
                _ => out.push((light, amount % puzzle.states)),
            }
        }
        out.retain(|&(_, amount)| amount != 0);
        out
    };
    Ok(Toggles {
        states: puzzle.states,
        buttons: (0..puzzle.buttons()).map(button).collect(),
        lights: puzzle.lights.clone(),
        target: puzzle.target.clone(),
    })
}

fn read_puzzle(bytes: &[u8], options: &Options) -> Result<Puzzle, BadInput> {
    if is_image(bytes) {
        return image_puzzle(bytes, options).map_err(|fault| fault.locate(Input::Puzzle, ""));
    }
    let text = as_text(bytes, Input::Puzzle)?;
    read_puzzle::read(text, options).map_err(|fault| fault.locate(Input::Puzzle, text))
}

fn read_answer(bytes: &[u8], puzzle: &Puzzle) -> Result<Answer, BadInput> {
    if is_image(bytes) {
        let located = |fault: Fault| fault.locate(Input::Answer, "");
        let mut image = Image::open(bytes).map_err(located)?;
        let rows = trim(image.rows().map_err(located)?, puzzle);
        let numbers = Numbers::Rows(rows);
        numbers
            .below(puzzle.states, "a press count")
            .map_err(|fault| located(Fault::nowhere(fault.message)))?;
        return Ok(Answer { presses: Some(numbers), ..Answer::default() });
    }
    let text = as_text(bytes, Input::Answer)?;
    answer::read(text, puzzle).map_err(|fault| fault.locate(Input::Answer, text))
}

/// Cuts the rows of an image to those of the board, and makes holes of white pixels at holes.
fn trim(mut rows: Vec<grid::Row>, puzzle: &Puzzle) -> Vec<grid::Row> {
    let Some(layout) = puzzle.layout() else {
        return rows;
    };
    let lengths: Vec<usize> = layout.iter().map(Vec::len).collect();
    cut(&mut rows, &lengths);
    for (row, cells) in rows.iter_mut().zip(layout) {
        for (entry, cell) in row.entries.iter_mut().zip(cells) {
            if cell.is_none() && entry.value == Some(0) {
                entry.value = None;
            }
        }
    }
    rows
}

/// Cuts the rows of an image as wide as the longest row of a board to the board's rows where only white is cut off; an
/// image of another width stays as it is, and is refused later.
fn cut(rows: &mut [grid::Row], lengths: &[usize]) {
    let width = lengths.iter().max();
    for (row, &length) in rows.iter_mut().zip(lengths) {
        if Some(&row.entries.len()) == width
            && row.entries.iter().skip(length).all(|entry| entry.value == Some(0))
        {
            row.entries.truncate(length);
        }
    }
}

fn image_puzzle(bytes: &[u8], options: &Options) -> Result<Puzzle, Fault> {
    let mut image = Image::open(bytes)?;
    let said = |text: &String| Said { text: text.clone(), offset: None };
    let spec =
        options.board.as_ref().map(|text| shape::parse_board(text).map_err(Fault::nowhere)).transpose()?;
    let states = stream::states(options, spec.as_ref().map(|spec| spec.states), image.most)?;
    let mut rows = image.rows()?;
    if let Some(spec) = &spec {
        let lengths: Vec<usize> =
            (0..spec.shape.rows().min(rows.len())).map(|row| spec.shape.row_len(row)).collect();
        cut(&mut rows, &lengths);
    }
    let draft = Draft {
        board: options.board.as_ref().map(said),
        states: Some(states),
        rule: options.rule.as_ref().map(said),
        lights: rows,
        target: options.target.as_ref().map(|text| Target::Word(said(text))),
        weights: None,
    };
    draft.build().map_err(|fault| Fault::nowhere(fault.message))
}

fn as_text(bytes: &[u8], input: Input) -> Result<&str, BadInput> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            Err(Fault::at(good.len(), "found bytes that are not UTF-8 text").locate(input, &good))
        }
    }
}

fn open(path: &Path, input: Input) -> Result<BufReader<File>, BadInput> {
    let failed = |error: std::io::Error| BadInput::new(input, format!("can't be read: {error}"));
    let file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_dir() {
        return Err(BadInput::new(input, "is a directory, expected a file"));
    }
    Ok(BufReader::with_capacity(1 << 16, file))
}

fn starts_as_image(file: &mut BufReader<File>, input: Input) -> Result<bool, BadInput> {
    file.fill_buf().map(is_image).map_err(|error| BadInput::new(input, format!("can't be read: {error}")))
}

fn whole(mut file: BufReader<File>, input: Input) -> Result<Vec<u8>, BadInput> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| BadInput::new(input, format!("can't be read: {error}")))?;
    Ok(bytes)
}
