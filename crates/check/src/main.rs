//! `lightsout-check PUZZLE ANSWER`: whether an answer to a Lights Out puzzle holds.

use lightsout_check::{Options, Verdict, check_bytes, check_files};
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
Says whether an answer to a Lights Out puzzle holds.

Usage: lightsout-check [OPTIONS] PUZZLE ANSWER

  PUZZLE  a puzzle: JSON, a grid, bracket notation, or a PBM or PGM image
  ANSWER  the JSON of an answer, a grid of press counts, lines row,column
          counted from 1, or an image of presses
  One of the two may be - for standard input.

Options:
  --board SPEC     the board, such as torus:5x5, in place of what the file says
  --states K       the number of states
  --rule RULE      the rule, such as king
  --target TARGET  off, on or a state
  --format FORMAT  text (default) or json
  --help, --version

Exit status: 0 the answer holds, 1 it does not, 2 an input could not be read.
";

struct Arguments {
    options: Options,
    json: bool,
    puzzle: String,
    answer: String,
}

fn main() -> ExitCode {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        return print(HELP, 0);
    }
    if words.iter().any(|word| word == "--version" || word == "-V") {
        return print(concat!("lightsout-check ", env!("CARGO_PKG_VERSION"), "\n"), 0);
    }
    match parse(&words).and_then(|arguments| run(&arguments).map(|verdict| (arguments, verdict))) {
        Ok((arguments, verdict)) => {
            let text = if arguments.json { as_json(&verdict) } else { format!("{verdict}\n") };
            print(&text, u8::from(!verdict.holds))
        }
        Err(message) => {
            // Nothing can be done about a standard error that is closed.
            let _ = writeln!(std::io::stderr(), "error: {message}");
            ExitCode::from(2)
        }
    }
}

fn parse(words: &[String]) -> Result<Arguments, String> {
    let mut options = Options::default();
    let mut json = false;
    let mut files = Vec::new();
    let mut only_files = false;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if only_files || word == "-" || !word.starts_with('-') {
            files.push(word.clone());
            continue;
        }
        if word == "--" {
            only_files = true;
            continue;
        }
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (word.as_str(), None),
        };
        if !["--board", "--states", "--rule", "--target", "--format"].contains(&name) {
            return Err(format!("found the option {name}, expected one of those that --help lists"));
        }
        let value = value.or_else(|| words.next().cloned()).ok_or_else(|| format!("{name} needs a value"))?;
        match name {
            "--board" => options.board = Some(value),
            "--rule" => options.rule = Some(value),
            "--target" => options.target = Some(value),
            "--states" => {
                let states =
                    value.parse().map_err(|_| format!("found {value:?} states, expected a number"))?;
                options.states = Some(states);
            }
            _ => {
                json = match value.as_str() {
                    "json" => true,
                    "text" => false,
                    _ => return Err(format!("found the format {value:?}, expected text or json")),
                }
            }
        }
    }
    match <[String; 2]>::try_from(files) {
        Ok([puzzle, answer]) if puzzle != "-" || answer != "-" => {
            Ok(Arguments { options, json, puzzle, answer })
        }
        Ok(_) => Err("only one of the two files can be standard input".to_string()),
        Err(files) => {
            Err(format!("found {} files, expected a puzzle and an answer; see --help", files.len()))
        }
    }
}

fn run(arguments: &Arguments) -> Result<Verdict, String> {
    let Arguments { options, puzzle, answer, .. } = arguments;
    let checked = if puzzle != "-" && answer != "-" {
        check_files(Path::new(puzzle), Path::new(answer), options)
    } else {
        check_bytes(&bytes(puzzle)?, &bytes(answer)?, options)
    };
    checked.map_err(|error| error.named(called(puzzle), called(answer)))
}

fn called(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

fn bytes(file: &str) -> Result<Vec<u8>, String> {
    if file != "-" {
        return std::fs::read(file).map_err(|error| format!("{file} can't be read: {error}"));
    }
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| format!("standard input can't be read: {error}"))?;
    Ok(bytes)
}

fn as_json(verdict: &Verdict) -> String {
    let value = serde_json::json!({ "schema": 1, "holds": verdict.holds, "reasons": verdict.reasons });
    format!("{value}\n")
}

/// Writes to standard output; a pipe that is closed is no failure.
fn print(text: &str, status: u8) -> ExitCode {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(2),
        _ => ExitCode::from(status),
    }
}
