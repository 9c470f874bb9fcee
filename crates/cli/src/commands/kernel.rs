//! `kernel`: quiet patterns.

use clap::Args;
use lightsout::board::{Board, Shape, Surface};
use lightsout::figure::{Drawing, Sheet};
use lightsout::format::{shaped, write_numbers};
use lightsout::kernel::{Kernel, Named, Propagated, RingKernel, propagate};
use lightsout::puzzle::{DEFAULT_LIMIT, Game};
use lightsout::symmetry::{Symmetric, Symmetry};
use lightsout_algebra::gf2::BitVec;
use num_bigint::BigUint;
use serde_json::json;

use crate::args::{BoardArgs, Format, OutputArgs, number, only};
use crate::fail::{Fail, Status};
use crate::output::Output;
use crate::{draw, input, picture};

/// The formats of the result.
pub(crate) const FORMATS: &[Format] =
    &[Format::Text, Format::List, Format::Json, Format::Csv, Format::Svg, Format::Png, Format::Pbm];

/// Arguments of `kernel`.
#[derive(Debug, Args)]
pub(crate) struct KernelArgs {
    /// The board, such as 5x5 or triangle:19, or a puzzle file.
    board: Option<String>,
    /// Every quiet pattern instead of a basis, each one basis pattern away from the one before.
    #[arg(long, group = "which")]
    all: bool,
    /// Only these basis patterns, numbers from 1 such as 1,3.
    #[arg(long, value_name = "LIST", value_delimiter = ',', group = "which", allow_negative_numbers = true, value_parser = number::<usize, 1>)]
    index: Vec<usize>,
    /// The pattern with the fewest presses; of several the one that presses earlier buttons more.
    #[arg(long, group = "which")]
    sparsest: bool,
    /// A named pattern of a triangle: sierpinski (sides 2^j - 3) or pairs (sides 4 j + 2).
    #[arg(long, value_name = "NAME", group = "which")]
    named: Option<String>,
    /// How many patterns press how many buttons.
    #[arg(long, group = "which")]
    weights: bool,
    /// Only patterns with this symmetry: rotation, reflection (left to right if the board allows it), full or shift.
    #[arg(long, value_name = "WHICH")]
    symmetric: Option<String>,
    /// At most so many patterns of the basis or, with --all, of all.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<usize, 0>)]
    limit: Option<usize>,
    /// Carry the patterns to larger boards by reflections: J, or JxK for rows and columns of a
    /// rectangle; a cylinder grows in rows only.
    #[arg(long, value_name = "J", allow_negative_numbers = true)]
    propagate: Option<String>,
    /// Write the number of each button in pictures.
    #[arg(long, help_heading = "Output")]
    numbers: bool,
    /// Figures side by side on a sheet.
    #[arg(long, value_name = "N", help_heading = "Output", allow_negative_numbers = true, value_parser = number::<usize, 1>)]
    columns: Option<usize>,
    /// Width of a PNG in pixels.
    #[arg(long, value_name = "PX", help_heading = "Output", allow_negative_numbers = true, value_parser = number::<u32, 1>)]
    width: Option<u32>,
    #[command(flatten)]
    puzzle: BoardArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// A pattern to show.
struct Shown {
    presses: Vec<u32>,
    /// The larger board it was carried to.
    large: Option<Propagated>,
}

/// What is said of all patterns, whichever are shown.
struct Whole {
    /// How many there are, in digits: with the symmetry that was asked for.
    count: String,
    /// The board's nullity, for two states.
    nullity: Option<usize>,
    /// The dimension of the patterns with the symmetry, for two states.
    dimension: Option<usize>,
    /// In which line a reflection mirrors.
    mirror: Option<String>,
}

impl Whole {
    /// As the first keys of a JSON object.
    fn to_json(&self, args: &KernelArgs, input: &input::GameInput) -> serde_json::Value {
        let mut head = json!({
            "schema": 1,
            "board": input.name,
            "states": input.states,
            "count": self.count,
            "nullity": self.nullity,
        });
        if let Some(symmetric) = &args.symmetric {
            head["symmetric"] = json!(symmetric);
            head["dimension"] = json!(self.dimension);
        }
        if let Some(mirror) = &self.mirror {
            head["mirror"] = json!(mirror);
        }
        head
    }

    /// How many there are, in words.
    fn words(&self, args: &KernelArgs, input: &input::GameInput) -> String {
        let line = match self.count.as_str() {
            "1" => "no quiet pattern but the empty one".to_string(),
            count if count.len() <= 40 => format!("{count} quiet patterns"),
            count => format!("a number of quiet patterns with {} digits", count.len()),
        };
        let with = args.symmetric.as_ref().map_or(String::new(), |s| format!(" with symmetry {s}"));
        let mirror = self.mirror.as_ref().map_or(String::new(), |mirror| format!(" ({mirror})"));
        format!("{}: {line}{with}{mirror}", input.name)
    }
}

/// How much of a list of patterns is shown.
struct Cut {
    limit: usize,
    /// How many there are, in digits; nothing where no list was asked for.
    whole: String,
}

impl Cut {
    /// Whether all are shown, where there is a list.
    fn complete(&self) -> Option<bool> {
        let whole: BigUint = self.whole.parse().ok()?;
        Some(whole <= BigUint::from(self.limit))
    }

    /// What a reader has to know when some are missing.
    fn words(&self) -> Option<String> {
        let Cut { limit, whole } = self;
        let whole = match whole.len() {
            ..=40 => whole.clone(),
            digits => format!("a number of {digits} digits"),
        };
        (self.complete() == Some(false)).then(|| format!("{limit} of {whole} patterns shown"))
    }
}

/// The most patterns on a sheet.
const MOST_DRAWN: usize = 4096;

/// The quiet patterns, for two states or more.
enum Patterns {
    Bits(Kernel),
    Numbers(RingKernel),
}

impl Patterns {
    fn count(&self) -> String {
        match self {
            Patterns::Bits(kernel) => kernel.count().to_string(),
            Patterns::Numbers(kernel) => kernel.count().to_string(),
        }
    }

    fn generators(&self) -> usize {
        match self {
            Patterns::Bits(kernel) => kernel.nullity(),
            Patterns::Numbers(kernel) => kernel.generators().len(),
        }
    }
}

fn numbers(bits: &BitVec) -> Vec<u32> {
    bits.iter().map(u32::from).collect()
}

/// `J` or `JxK`.
fn parse_times(text: &str, board: &Board) -> Result<(usize, usize), Fail> {
    let surface = match board.shape() {
        Shape::Grid { surface, .. } => Some(surface),
        _ => None,
    };
    let flat = surface == Some(Surface::Plane);
    let expected = match surface {
        Some(Surface::Plane) => "a number of steps such as 3, or JxK such as 2x1 for rows and columns".into(),
        Some(Surface::Cylinder) => format!("a number of steps such as 3: {board} grows in rows only"),
        _ => "a number of steps such as 3".to_string(),
    };
    let number = |part: &str| {
        part.parse().map_err(|_| Fail::Input(format!("--propagate {text}: expected {expected}")))
    };
    match text.split_once('x') {
        Some((a, b)) if flat => Ok((number(a)?, number(b)?)),
        _ => number(text).map(|j| (j, if flat { j } else { 0 })),
    }
}

/// Refuses what would change nothing.
fn check(args: &KernelArgs, format: Format) -> Result<(), Fail> {
    only(
        args.limit.is_some() || args.propagate.is_some(),
        !args.weights,
        "--weights counts patterns and shows none: --limit and --propagate have no use",
    )?;
    only(
        args.limit.is_some(),
        args.index.is_empty() && !args.sparsest && args.named.is_none(),
        "--limit bounds the list of a basis or of --all, not the patterns that --index, --sparsest or --named choose",
    )?;
    only(
        args.symmetric.is_some(),
        args.named.is_none(),
        "--symmetric chooses among all patterns, --named is one; give one of them",
    )?;
    picture::check(format, args.width, &[("--numbers", args.numbers), ("--columns", args.columns.is_some())])
}

/// Lists, draws or counts quiet patterns.
pub(crate) fn run(args: &KernelArgs) -> Result<Status, Fail> {
    let format = args.output.format("kernel", FORMATS)?;
    check(args, format)?;
    let input = input::game(args.board.as_deref(), &args.puzzle.puzzle())?;
    let game = &input.game;
    if args.propagate.is_some() {
        if game.board().is_none() {
            return Err(Fail::Input(format!(
                "{}: --propagate needs a board, a free system has no places",
                input.name
            )));
        }
        if input.states != 2 {
            let states = input.states;
            return Err(Fail::Input(format!(
                "{}: --propagate is for two states, found {states}",
                input.name
            )));
        }
    }
    let symmetries: Vec<Symmetry> = match (&args.symmetric, game.board()) {
        (None, _) => Vec::new(),
        (Some(text), Some(board)) => {
            text.parse::<Symmetric>().map_err(Fail::Input)?.of(board).map_err(Fail::input)?
        }
        (Some(_), None) => {
            return Err(Fail::Input(format!("{}: only boards have symmetries", input.name)));
        }
    };
    if let Some(name) = &args.named {
        return named(args, format, &input, name);
    }
    let mut nullity = None;
    let patterns = match game {
        Game::Board(board) if input.states == 2 => {
            let kernel = Kernel::new(board).map_err(Fail::input)?;
            nullity = Some(kernel.nullity());
            Patterns::Bits(if symmetries.is_empty() { kernel } else { kernel.fixed_by(&symmetries) })
        }
        Game::Board(board) => {
            Patterns::Numbers(RingKernel::new(board, input.states, &symmetries).map_err(Fail::input)?)
        }
        Game::Free(_) => {
            let system = game.system(input.states, DEFAULT_LIMIT).map_err(Fail::input)?;
            Patterns::Numbers(RingKernel::of_system(system).map_err(Fail::input)?)
        }
    };
    let whole = Whole {
        count: patterns.count(),
        nullity,
        dimension: nullity.map(|_| patterns.generators()),
        mirror: symmetries.first().filter(|_| symmetries.len() == 1).and_then(Symmetry::mirror),
    };
    if args.weights {
        return weights(args, format, &input, &patterns, &whole);
    }
    if patterns.generators() == 0 {
        // No pattern is there to say whether it can be carried.
        carry(args, game, vec![0; game.buttons()])?;
    }
    let mut status = Status::Yes;
    let mut remark = None;
    let limit = args.limit.unwrap_or(usize::MAX);
    let iterator: Box<dyn Iterator<Item = Vec<u32>> + '_> = if args.sparsest {
        let (pattern, proven, ties) = sparsest(&input, &patterns)?;
        if !proven {
            status = Status::Limit;
            remark = Some("the fewest found; not proven to be the fewest there are".to_string());
        } else if let Some(ties) = ties.filter(|&t| t > 1) {
            remark = Some(format!("{ties} patterns press as few"));
        }
        Box::new(pattern.into_iter())
    } else if !args.index.is_empty() {
        let count = patterns.generators();
        if let Some(bad) = args.index.iter().find(|&&i| i == 0 || i > count) {
            return Err(Fail::Input(format!(
                "--index {bad}: {} has {}, numbered from 1",
                input.name,
                draw::counted(count as u64, "basis pattern")
            )));
        }
        Box::new(args.index.iter().map(|&i| generator(&patterns, i - 1)))
    } else if args.all {
        match &patterns {
            Patterns::Bits(kernel) => Box::new(kernel.elements().map(|p| numbers(&p))),
            Patterns::Numbers(kernel) => Box::new(kernel.elements()),
        }
    } else {
        Box::new((0..patterns.generators()).map(|i| generator(&patterns, i)))
    };
    let listed = if args.all {
        patterns.count()
    } else if args.index.is_empty() && !args.sparsest {
        patterns.generators().to_string()
    } else {
        String::new()
    };
    let cut = Cut { limit, whole: listed };
    let shown = iterator.take(limit).map(|presses| carry(args, game, presses));
    show(args, format, &input, &whole, &cut, shown)?;
    if let (Some(words), false) = (cut.words(), format == Format::Text) {
        args.output.remark(&words);
    }
    if let Some(remark) = remark {
        args.output.remark(&remark);
    }
    Ok(status)
}

fn generator(patterns: &Patterns, index: usize) -> Vec<u32> {
    match patterns {
        Patterns::Bits(kernel) => numbers(&kernel.pattern(index)),
        Patterns::Numbers(kernel) => kernel.generators()[index].vector.clone(),
    }
}

/// The sparsest pattern, whether that is proven, and how many there are.
#[allow(clippy::type_complexity)]
fn sparsest(
    input: &input::GameInput,
    patterns: &Patterns,
) -> Result<(Option<Vec<u32>>, bool, Option<u64>), Fail> {
    match patterns {
        Patterns::Bits(kernel) => Ok(match kernel.sparsest() {
            None => (None, true, None),
            Some(found) => (Some(numbers(&found.pattern)), found.proven, found.ties),
        }),
        Patterns::Numbers(kernel) => {
            let found = kernel.fewest_presses().map_err(|e| Fail::Limit(format!("{}: {e}", input.name)))?;
            let ties = found.as_ref().map(|found| found.ties);
            Ok((found.map(|found| found.pattern), true, ties))
        }
    }
}

/// Kernels over more than two states are walked one by one.
fn within_reach(kernel: &RingKernel) -> Result<(), Fail> {
    if kernel.count().bits() > 25 {
        return Err(Fail::Limit(format!(
            "{} quiet patterns are too many to look at one by one, at most 2^24 are",
            kernel.count()
        )));
    }
    Ok(())
}

fn carry(args: &KernelArgs, game: &Game, presses: Vec<u32>) -> Result<Shown, Fail> {
    let (Some(text), Some(board)) = (&args.propagate, game.board()) else {
        return Ok(Shown { presses, large: None });
    };
    let pattern: BitVec = presses.iter().map(|&t| t != 0).collect();
    let large = propagate(board, &pattern, parse_times(text, board)?).map_err(Fail::input)?;
    Ok(Shown { presses: numbers(&large.pattern), large: Some(large) })
}

fn named(args: &KernelArgs, format: Format, input: &input::GameInput, name: &str) -> Result<Status, Fail> {
    let named: Named = name.parse().map_err(Fail::Input)?;
    let board = input.game.board().filter(|_| input.states == 2);
    let Some(board) = board else {
        return Err(Fail::Input(format!("{}: the named patterns are for boards of two states", input.name)));
    };
    let pattern = named.pattern(board).map_err(Fail::input)?;
    let kernel = Kernel::new(board).map_err(Fail::input)?;
    let whole = Whole {
        count: kernel.count().to_string(),
        nullity: Some(kernel.nullity()),
        dimension: None,
        mirror: None,
    };
    let shown = carry(args, &input.game, numbers(&pattern));
    let cut = Cut { limit: 1, whole: String::new() };
    show(args, format, input, &whole, &cut, std::iter::once(shown))?;
    Ok(Status::Yes)
}

fn weights(
    args: &KernelArgs,
    format: Format,
    input: &input::GameInput,
    patterns: &Patterns,
    whole: &Whole,
) -> Result<Status, Fail> {
    let counts: Vec<u64> = match patterns {
        Patterns::Bits(kernel) => {
            kernel.weights().map_err(|e| Fail::Limit(format!("{}: {e}", input.name)))?
        }
        Patterns::Numbers(kernel) => {
            within_reach(kernel)?;
            let mut counts = vec![0; input.game.buttons() + 1];
            for pattern in kernel.elements() {
                counts[pattern.iter().filter(|&&t| t != 0).count()] += 1;
            }
            counts
        }
    };
    let rows: Vec<(usize, u64)> = counts.into_iter().enumerate().filter(|r| r.1 > 0).collect();
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Json => {
            let mut object = whole.to_json(args, input);
            object["weights"] = rows.iter().map(|&(w, c)| json!([w, c.to_string()])).collect();
            out.json(&object)?;
        }
        Format::Text | Format::Csv => {
            out.text(if format == Format::Csv {
                "buttons,patterns\n"
            } else {
                "buttons pressed: patterns\n"
            })?;
            for (weight, count) in rows {
                let line = if format == Format::Csv {
                    format!("{weight},{count}\n")
                } else {
                    format!("{weight}: {count}\n")
                };
                out.text(&line)?;
            }
        }
        _ => return Err(Fail::Input("--weights has the formats text, csv and json".into())),
    }
    out.finish()?;
    Ok(Status::Yes)
}

/// Boards up to this many cells are drawn with row and column numbers.
const MOST_NUMBERED: usize = 1600;

fn show(
    args: &KernelArgs,
    format: Format,
    input: &input::GameInput,
    whole: &Whole,
    cut: &Cut,
    shown: impl Iterator<Item = Result<Shown, Fail>>,
) -> Result<(), Fail> {
    // Something wrong with the first pattern is said before anything is written.
    let mut shown = shown.peekable();
    if let Some(Err(_)) = shown.peek()
        && let Some(Err(fail)) = shown.next()
    {
        return Err(fail);
    }
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Json => {
            let mut text = whole.to_json(args, input).to_string();
            text.pop();
            out.text(&text)?;
            out.text(if args.all { ",\"patterns\":[" } else { ",\"basis\":[" })?;
            let mut boards = Vec::new();
            for (number, shown) in shown.enumerate() {
                let shown = shown?;
                let large = shown.large.as_ref().map(|l| Game::Board(l.board.clone()));
                let value =
                    serde_json::to_string(&shaped(large.as_ref().unwrap_or(&input.game), &shown.presses))
                        .map_err(Fail::input)?;
                out.text(if number > 0 { "," } else { "" })?;
                out.text(&value)?;
                boards.extend(large.map(|g| g.board().map(Board::to_string)));
            }
            out.text("]")?;
            out.text(&format!(",\"complete\":{}", json!(cut.complete())))?;
            if args.propagate.is_some() {
                out.text(&format!(",\"boards\":{}", json!(boards)))?;
            }
            out.text("}\n")?;
        }
        Format::Csv => {
            out.text("number,buttons,list\n")?;
            for (number, shown) in shown.enumerate() {
                let presses = shown?.presses;
                let pressed = presses.iter().filter(|&&t| t != 0).count();
                out.text(&format!(
                    "{},{pressed},\"{}\"\n",
                    number + 1,
                    write_numbers(&input.game, &presses)
                ))?;
            }
        }
        Format::List => {
            for shown in shown {
                out.text(&format!("{}\n", write_numbers(&input.game, &shown?.presses)))?;
            }
        }
        Format::Pbm => {
            let first =
                shown.next().ok_or_else(|| Fail::Input(format!("{}: no pattern to write", input.name)))??;
            if shown.next().is_some() {
                return Err(Fail::Input(
                    "a bitmap holds one pattern: choose it with --index, --sparsest or --named".into(),
                ));
            }
            let board = match &first.large {
                Some(large) => &large.board,
                None => input.game.board().ok_or_else(|| Fail::Input("only boards have bitmaps".into()))?,
            };
            out.bytes(&pbm(board, &first.presses)?)?;
        }
        Format::Svg | Format::Png => {
            let svg = sheet(args, input, whole, cut, shown)?;
            picture::write(&mut out, format, &svg, args.width)?;
        }
        _ => {
            out.text(&match &args.named {
                Some(name) => format!("{}: the quiet pattern {name}\n", input.name),
                None => format!("{}\n", whole.words(args, input)),
            })?;
            for (number, shown) in shown.enumerate() {
                let shown = shown?;
                let pressed = shown.presses.iter().filter(|&&t| t != 0).count();
                let large = shown.large.as_ref().map(|l| Game::Board(l.board.clone()));
                let game = large.as_ref().unwrap_or(&input.game);
                let name = large.as_ref().and_then(Game::board).map_or(String::new(), |b| format!(" on {b}"));
                out.text(&format!("\n{}{name}: {}\n", number + 1, draw::counted(pressed as u64, "button")))?;
                let text = match game.board() {
                    Some(board) if board.cells() > MOST_NUMBERED => plain_rows(board, &shown.presses),
                    _ => draw::pattern(game, input.states, &shown.presses, out.colour),
                };
                out.text(&text)?;
            }
            if let Some(words) = cut.words() {
                out.text(&format!("\n{words}\n"))?;
            }
        }
    }
    out.finish()
}

/// One line a row, `#` pressed and `.` not.
fn plain_rows(board: &Board, presses: &[u32]) -> String {
    let mut text = String::new();
    for row in board.arrange(presses) {
        for cell in row {
            text.push(match cell {
                None => '_',
                Some(0) => '.',
                Some(1) => '#',
                Some(times) => char::from_digit(times, 36).unwrap_or('+'),
            });
        }
        text.push('\n');
    }
    text
}

/// A raw bitmap: the layout rows, filled up on the right.
fn pbm(board: &Board, presses: &[u32]) -> Result<Vec<u8>, Fail> {
    let shape = board.shape();
    let height = shape.layout_rows();
    let width = (0..height).map(|row| shape.layout_row_len(row)).max().unwrap_or(0);
    let mut bytes = format!("P4\n{width} {height}\n").into_bytes();
    for row in board.arrange(presses) {
        let mut line = vec![0u8; width.div_ceil(8)];
        for (j, cell) in row.into_iter().enumerate() {
            match cell {
                Some(0) | None => {}
                Some(1) => line[j / 8] |= 0x80 >> (j % 8),
                Some(_) => return Err(Fail::Input("a bitmap holds patterns of two states only".into())),
            }
        }
        bytes.extend(line);
    }
    Ok(bytes)
}

fn sheet(
    args: &KernelArgs,
    input: &input::GameInput,
    whole: &Whole,
    cut: &Cut,
    shown: impl Iterator<Item = Result<Shown, Fail>>,
) -> Result<String, Fail> {
    let Some(board) = input.game.board() else {
        return Err(Fail::Input(format!(
            "{}: only boards are drawn, a free system has no places",
            input.name
        )));
    };
    let mut drawings = Vec::new();
    for shown in shown {
        let shown = shown?;
        if drawings.len() == MOST_DRAWN {
            return Err(Fail::Limit(format!(
                "more than {MOST_DRAWN} patterns do not fit on a sheet: give a --limit"
            )));
        }
        let pressed = shown.presses.iter().filter(|&&t| t != 0).count();
        let drawing = match &shown.large {
            Some(large) => Drawing::new(&large.board)
                .propagated(large)
                .title(format!("Quiet pattern of {}", large.board))
                .caption(format!("{}, {}", large.board, draw::counted(pressed as u64, "button"))),
            None => Drawing::new(board)
                .presses(&shown.presses)
                .title(format!("Quiet pattern of {}", input.name))
                .caption(format!("{}, {}", input.name, draw::counted(pressed as u64, "button"))),
        };
        drawings.push(drawing.numbered(args.numbers));
    }
    if drawings.is_empty() {
        // Nothing is pressed on it, and why is said below it.
        let words =
            cut.words().map_or_else(|| whole.words(args, input), |cut| format!("{}: {cut}", input.name));
        let title = format!("Quiet patterns of {}", input.name);
        return Ok(Drawing::new(board).title(title).describe(format!("{words}.")).caption(words).render());
    }
    if let [drawing] = drawings.as_slice() {
        return Ok(drawing.render());
    }
    let mut sheet = Sheet::new(format!("Quiet patterns of {}", input.name));
    if let Some(columns) = args.columns {
        sheet = sheet.columns(columns);
    }
    for drawing in drawings {
        sheet.push(drawing);
    }
    Ok(sheet.render())
}
