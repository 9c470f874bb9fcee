//! Where puzzles come from: files, standard input, IDs, and the arguments around them.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use lightsout::board::{Board, BoardError, Rule};
use lightsout::format::{self, Overrides, ParseError};
use lightsout::puzzle::{Game, Puzzle, Target, check_states};

use crate::args::PuzzleArgs;
use crate::fail::Fail;

/// A game without lights, for commands that ask about a board.
pub(crate) struct GameInput {
    /// The game.
    pub(crate) game: Game,
    /// The number of states.
    pub(crate) states: u64,
    /// What to call it.
    pub(crate) name: String,
}

/// All bytes of a file or of standard input.
pub(crate) fn bytes(name: &str) -> Result<Vec<u8>, Fail> {
    let fail = |error: io::Error| Fail::io(said(name), &error);
    if name == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map_err(fail)?;
        return Ok(bytes);
    }
    if name.is_empty() {
        return Err(Fail::Input(
            "the name of a file is empty, expected a file or - for standard input".into(),
        ));
    }
    if Path::new(name).is_dir() {
        return Err(Fail::Input(format!("{name}: is a directory, expected a file")));
    }
    fs::read(name).map_err(fail)
}

/// The text of a file or of standard input.
pub(crate) fn text(name: &str) -> Result<String, Fail> {
    String::from_utf8(bytes(name)?).map_err(|error| {
        Fail::Input(format!(
            "{}: byte {} is not UTF-8 text",
            said(name),
            error.utf8_error().valid_up_to() + 1
        ))
    })
}

/// What an error calls an input.
pub(crate) fn said(name: &str) -> &str {
    if name == "-" { "standard input" } else { name }
}

/// Whether a name stands for something to read: standard input or an existing file.
pub(crate) fn is_readable(name: &str) -> bool {
    name == "-" || Path::new(name).exists()
}

/// Whether a name is a board spec and not a file.
pub(crate) fn names_a_board(name: &str) -> bool {
    name.starts_with("graph:") || (!is_readable(name) && name.parse::<Board>().is_ok())
}

/// Whether an input is a stream with a puzzle on each line: by the ending of its name, or by its lines.
pub(crate) fn is_stream(name: &str, bytes: &[u8]) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or("");
    ["jsonl", "ndjson"].iter().any(|stream| ending.eq_ignore_ascii_case(stream)) || format::is_lines(bytes)
}

/// Whether a word can only be the name of a file: it has a folder or an ending.
fn names_a_file(word: &str) -> bool {
    let path = Path::new(word);
    path.extension().is_some() || path.components().count() > 1 || path.is_absolute()
}

/// Says that a word is no file, and no board either.
fn no_board(word: &str, error: BoardError) -> Fail {
    match error {
        _ if names_a_file(word) => Fail::Input(format!("{word}: no such file")),
        BoardError::Spec { why, .. } if why.starts_with("expected") => {
            Fail::Input(format!("{word}: no such file, and neither the ID of a puzzle nor a board, {why}"))
        }
        other => Fail::input(other),
    }
}

/// A number of states that was typed.
pub(crate) fn parse_states(text: &str) -> Result<u64, Fail> {
    let bad = || Fail::Input(format!("states: found \"{text}\", expected a number from 2 to 4294967296"));
    let states: u64 = text.parse().map_err(|_| bad())?;
    check_states(states).map_err(|_| bad())?;
    Ok(states)
}

/// The board or graph of a spec.
fn game_of_spec(spec: &str, args: &PuzzleArgs) -> Result<Game, Fail> {
    let Some(file) = spec.strip_prefix("graph:") else {
        return Ok(Game::Board(spec.parse().map_err(Fail::input)?));
    };
    let rule: Rule = args.on.rule.as_deref().map_or(Ok(Rule::Plus), str::parse).map_err(Fail::input)?;
    let fail = |error: ParseError| Fail::Input(format!("{}: {error}", said(file)));
    let graph = format::graph::parse(&bytes(file)?).map_err(fail)?;
    Ok(Game::Free(graph.system(&rule).map_err(fail)?))
}

/// What the arguments say about the puzzle beside its file; lights in a file named by `--target` are not checked against
/// any board yet.
pub(crate) fn overrides(args: &PuzzleArgs) -> Result<Overrides, Fail> {
    let game = args.on.board.as_deref().map(|spec| game_of_spec(spec, args)).transpose()?;
    let states = args.on.states.as_deref().map(parse_states).transpose()?;
    let rule = match &game {
        Some(Game::Free(_)) => None,
        _ => args.on.rule.as_deref().map(str::parse).transpose().map_err(Fail::input)?,
    };
    let overrides = Overrides { game, states, rule, target: None };
    Ok(Overrides { target: target(args, &overrides)?, ..overrides })
}

/// The target that `--target` gives, a file read with what else the arguments say.
fn target(args: &PuzzleArgs, beside: &Overrides) -> Result<Option<Target>, Fail> {
    let Some(text) = args.target.as_deref() else { return Ok(None) };
    if let Some(name) = target_file(args) {
        let grid = format::parse(&bytes(name)?, beside)
            .map_err(|error| Fail::Input(format!("{}: {error}", said(name))))?;
        return Ok(Some(Target::Lights(grid.lights().to_vec())));
    }
    let expected = "expected off, on, a state, or a file with a grid";
    format::target(text).map(Some).map_err(|_| {
        Fail::Input(match text {
            "" => format!("target \"\": {expected}"),
            text if names_a_file(text) => format!("target {text}: no such file"),
            text => format!("target {text}: no such file, {expected}"),
        })
    })
}

/// The puzzle that an argument names.
pub(crate) fn puzzle(name: &str, args: &PuzzleArgs) -> Result<Puzzle, Fail> {
    if is_readable(name) || name.is_empty() {
        return puzzle_of_bytes(name, &bytes(name)?, args);
    }
    if format::id::is_id(name) {
        return puzzle_with(name.as_bytes(), args, |error| Fail::Input(error.to_string()));
    }
    Err(Fail::Input(format!("{name}: no such file, and not the ID of a puzzle")))
}

/// The file that `--target` names, if it names one.
pub(crate) fn target_file(args: &PuzzleArgs) -> Option<&str> {
    args.target.as_deref().filter(|name| is_readable(name) && name.parse::<u32>().is_err())
}

/// The puzzle in bytes, with what the arguments say beside it.
fn puzzle_with(bytes: &[u8], args: &PuzzleArgs, fail: impl Fn(ParseError) -> Fail) -> Result<Puzzle, Fail> {
    let Some(file) = target_file(args) else {
        return format::parse(bytes, &overrides(args)?).map_err(fail);
    };
    // The target waits until the board is known whose shape it must have.
    let beside = PuzzleArgs { target: None, ..args.clone() };
    let overrides = Overrides { target: Some(Target::Off), ..overrides(&beside)? };
    let puzzle = format::parse(bytes, &overrides).map_err(fail)?;
    let target = target_in(file, puzzle.game(), puzzle.states())?;
    puzzle.with_target(target).map_err(Fail::input)
}

/// The lights in a file as the target of a game, whose shape and holes they must have.
fn target_in(file: &str, game: &Game, states: u64) -> Result<Target, Fail> {
    let fail = |error: String| Fail::Input(format!("target {}: {error}", said(file)));
    // Without its holes the board takes those of the file, which are then compared.
    let bare = match game {
        Game::Board(board) => Game::Board(board.clone().with_holes([]).map_err(Fail::input)?),
        free => free.clone(),
    };
    let overrides =
        Overrides { game: Some(bare), states: Some(states), target: Some(Target::Off), rule: None };
    let bytes = bytes(file)?;
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(fail("found buttons in brackets, expected a grid of lights or JSON with lights".into()));
    }
    let found = format::parse(&bytes, &overrides).map_err(|error| fail(error.to_string()))?;
    if let (Game::Board(own), Some(given)) = (game, found.board()) {
        let missing = |of: &Board, other: &Board| {
            of.holes().iter().find(|hole| !other.holes().contains(hole)).map(|&hole| place(of, hole))
        };
        if let Some(place) = missing(given, own) {
            return Err(fail(format!("found a hole at {place}, expected a light as in the puzzle")));
        }
        if let Some(place) = missing(own, given) {
            return Err(fail(format!("found a light at {place}, expected a hole as in the puzzle")));
        }
    }
    if found.game().lights() != game.lights() {
        return Err(fail(format!("found {} lights, expected {}", found.game().lights(), game.lights())));
    }
    Ok(Target::Lights(found.lights().to_vec()))
}

/// The row and the column of a slot of a board, holes counted.
fn place(board: &Board, slot: usize) -> String {
    let shape = board.shape();
    let mut start = 0;
    for row in 0..shape.layout_rows() {
        let length = shape.layout_row_len(row);
        if slot < start + length {
            return format!("row {}, column {}", row + 1, slot - start + 1);
        }
        start += length;
    }
    format!("place {}", slot + 1)
}

/// The puzzle in bytes that were read from a named input.
pub(crate) fn puzzle_of_bytes(name: &str, bytes: &[u8], args: &PuzzleArgs) -> Result<Puzzle, Fail> {
    puzzle_with(bytes, args, |error| Fail::Input(format!("{}: {error}", said(name))))
}

/// More lights than this are not held one by one: each takes 4 bytes in several lists.
const MOST_LIGHTS: usize = 1 << 30;

/// So many lights in one state.
fn uniform(input: &GameInput, state: u32) -> Result<Vec<u32>, Fail> {
    let number = input.game.lights();
    let mut lights = Vec::new();
    if number > MOST_LIGHTS || lights.try_reserve_exact(number).is_err() {
        return Err(Fail::Input(format!(
            "{} has {number} lights, more than can be held one by one; two-state boards of this size are made by \
             press --random or --all-on with -o FILE.pbm, and solved as images",
            input.name
        )));
    }
    lights.resize(number, state);
    Ok(lights)
}

/// A puzzle, or a board with every light off; with `all_on`, the same with every light on.
pub(crate) fn puzzle_or_board(name: Option<&str>, args: &PuzzleArgs, all_on: bool) -> Result<Puzzle, Fail> {
    let puzzle = match name {
        Some(name) if is_readable(name) || format::id::is_id(name) => puzzle(name, args)?,
        name => {
            let input = game(name, args)?;
            let lights = uniform(&input, if all_on { (input.states - 1) as u32 } else { 0 })?;
            let target = match target_file(args) {
                Some(file) => target_in(file, &input.game, input.states)?,
                None => target(args, &Overrides::default())?.unwrap_or_default(),
            };
            return Puzzle::new(input.game, input.states, lights, target).map_err(Fail::input);
        }
    };
    if !all_on {
        return Ok(puzzle);
    }
    let lights = vec![(puzzle.states() - 1) as u32; puzzle.game().lights()];
    puzzle.with_lights(lights).map_err(Fail::input)
}

/// The game that an argument or `--board` names: a board spec, `graph:FILE`, or a puzzle's game.
pub(crate) fn game(name: Option<&str>, args: &PuzzleArgs) -> Result<GameInput, Fail> {
    let Some(spec) = name.or(args.on.board.as_deref()) else {
        return Err(Fail::Input("a board is missing, such as 5x5, triangle:7 or a puzzle file".into()));
    };
    if let (Some(name), Some(other)) = (name, &args.on.board)
        && names_a_board(name)
    {
        return Err(Fail::Input(format!(
            "{name} and --board {other} both name a board, expected one of them"
        )));
    }
    if is_readable(spec) || format::id::is_id(spec) {
        let puzzle = puzzle(spec, args)?;
        let name = puzzle.board().map_or_else(|| said(spec).to_string(), Board::to_string);
        return Ok(GameInput { states: puzzle.states(), name, game: puzzle.game().clone() });
    }
    if spec.is_empty() {
        return Err(Fail::Input(
            "the name of the board is empty, expected a board such as 5x5 or a puzzle".into(),
        ));
    }
    if let Some(word) = name
        && !names_a_board(word)
        && let Err(error) = word.parse::<Board>()
    {
        return Err(no_board(word, error));
    }
    let game = game_of_spec(spec, args)?;
    let states = args.on.states.as_deref().map(parse_states).transpose()?;
    Ok(match game {
        Game::Free(_) => GameInput { game, states: states.unwrap_or(2), name: spec.to_string() },
        Game::Board(mut board) => {
            let states = states.unwrap_or(board.default_states());
            if let Some(rule) = &args.on.rule {
                board = board.with_rule(rule.parse().map_err(Fail::input)?).map_err(Fail::input)?;
            }
            GameInput { states, name: board.to_string(), game: Game::Board(board) }
        }
    })
}

/// The bytes of a puzzle for the checker, which reads puzzles itself; an ID is written out first.
pub(crate) fn bytes_of_puzzle(name: &str) -> Result<Vec<u8>, Fail> {
    if !is_readable(name) && format::id::is_id(name) {
        return Ok(format::json::write(&puzzle(name, &PuzzleArgs::default())?).into_bytes());
    }
    bytes(name)
}
