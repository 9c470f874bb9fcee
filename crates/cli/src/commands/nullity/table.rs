//! Tables of nullities: streamed in order, kept when interrupted, gone on with later.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::num::IntErrorKind;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::time::{Duration, Instant};

use lightsout::nullity::{Family, nullities, nullity};

use super::NullityArgs;
use crate::args::Format;
use crate::fail::{Fail, Status};
use crate::interrupt;
use crate::progress;

/// How long rows may wait in memory.
const FLUSH: Duration = Duration::from_millis(200);

/// Computes the table that the arguments ask for.
pub(super) fn run(args: &NullityArgs, family: &str, sizes: &str) -> Result<Status, Fail> {
    let family: Family = family.parse().map_err(Fail::input)?;
    let sizes = parse_sizes(sizes)?;
    let mut format = args.output.format("nullity", super::FORMATS)?;
    if let (Some(path), None) = (&args.resume, args.output.format) {
        format = format_of(path)?;
    }
    let mut table = match (&args.resume, &args.output.output) {
        (Some(path), _) => Table::resume(path, family, &sizes, format)?,
        // Written in place, not renamed when complete, so that an interrupted run keeps its rows.
        (None, Some(path)) => Table::new(Box::new(create(path)?), path.display().to_string(), format, &sizes),
        (None, None) => Table::new(Box::new(io::stdout()), "standard output".into(), format, &sizes),
    };
    if !table.headed {
        table.write(&header(format, family))?;
    }
    interrupt::listen();
    let bar = progress::bar(sizes.end() - sizes.start() + 1, args.output.quiet);
    bar.inc(table.next - sizes.start());
    let mut failed = None;
    if !table.complete(&sizes) {
        nullities(family, table.next..=*sizes.end(), |size, nullity| {
            bar.inc(1);
            match table.row(size, nullity) {
                Err(fail) => {
                    failed = Some(fail);
                    ControlFlow::Break(())
                }
                Ok(()) if interrupt::stopped() => ControlFlow::Break(()),
                Ok(()) => ControlFlow::Continue(()),
            }
        })
        .map_err(Fail::input)?;
    }
    bar.finish_and_clear();
    if let Some(fail) = failed {
        return Err(fail);
    }
    let complete = table.complete(&sizes);
    table.finish(complete)?;
    if complete {
        return Ok(Status::Yes);
    }
    args.output.remark(&format!("interrupted before size {}; --resume FILE goes on from there", table.next));
    Ok(Status::Interrupted)
}

fn create(path: &Path) -> Result<File, Fail> {
    if path.is_dir() {
        return Err(Fail::Input(format!("{}: is a directory, expected a file to write", path.display())));
    }
    File::create(path).map_err(|error| Fail::io(&path.display().to_string(), &error))
}

/// `A..B`, both included, or one size.
fn parse_sizes(text: &str) -> Result<RangeInclusive<u64>, Fail> {
    let bad = || Fail::Input(format!("sizes \"{text}\": expected A..B with 1 <= A <= B, or one size"));
    let number = |part: &str| {
        part.trim().parse::<u64>().map_err(|error| match error.kind() {
            IntErrorKind::PosOverflow => Fail::Input(format!(
                "sizes \"{text}\": {} is too large, expected at most {}",
                part.trim(),
                u64::MAX
            )),
            _ => bad(),
        })
    };
    let range = match text.split_once("..") {
        Some((from, to)) => number(from)?..=number(to.trim_start_matches('='))?,
        None => number(text)?..=number(text)?,
    };
    if *range.start() == 0 || range.is_empty() { Err(bad()) } else { Ok(range) }
}

/// The format of a table that is there already.
fn format_of(path: &Path) -> Result<Format, Fail> {
    let mut begin = [0u8; 5];
    let mut file = File::open(path).map_err(|error| Fail::io(&path.display().to_string(), &error))?;
    let read = file.read(&mut begin).map_err(|error| Fail::io(&path.display().to_string(), &error))?;
    Ok(match begin.get(..read) {
        Some([b'{', ..]) => Format::Json,
        Some([b's', ..]) => Format::Csv,
        _ => Format::Text,
    })
}

fn header(format: Format, family: Family) -> String {
    match format {
        Format::Json => format!("{{\"schema\":1,\"family\":\"{family}\",\"rows\":[\n"),
        Format::Csv => "size,nullity\n".into(),
        _ => String::new(),
    }
}

/// A table in the making.
struct Table {
    out: BufWriter<Box<dyn Write>>,
    name: String,
    format: Format,
    /// The size of the next row.
    next: u64,
    /// Whether no row has been written.
    first: bool,
    /// The size of the last row.
    last: Option<u64>,
    /// Whether the header is there already.
    headed: bool,
    flushed: Instant,
}

impl Table {
    fn new(out: Box<dyn Write>, name: String, format: Format, sizes: &RangeInclusive<u64>) -> Table {
        Table {
            out: BufWriter::with_capacity(1 << 16, out),
            name,
            format,
            next: *sizes.start(),
            first: true,
            last: None,
            headed: false,
            flushed: Instant::now(),
        }
    }

    fn write(&mut self, text: &str) -> Result<(), Fail> {
        self.out.write_all(text.as_bytes()).map_err(|error| Fail::io(&self.name, &error))
    }

    fn row(&mut self, size: u64, nullity: u64) -> Result<(), Fail> {
        let text = match self.format {
            Format::Json => format!("{}[{size},{nullity}]", if self.first { "" } else { ",\n" }),
            Format::Csv => format!("{size},{nullity}\n"),
            _ => format!("{size} {nullity}\n"),
        };
        self.write(&text)?;
        self.first = false;
        self.last = Some(size);
        self.next = size.saturating_add(1);
        if self.flushed.elapsed() > FLUSH {
            self.out.flush().map_err(|error| Fail::io(&self.name, &error))?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// Whether the last row of the range is there.
    fn complete(&self, sizes: &RangeInclusive<u64>) -> bool {
        self.last.is_some_and(|last| last >= *sizes.end())
    }

    fn finish(&mut self, complete: bool) -> Result<(), Fail> {
        if complete && self.format == Format::Json {
            self.write("\n]}\n")?;
        }
        self.out.flush().map_err(|error| Fail::io(&self.name, &error))
    }

    /// Opens a table that an interrupted run left, cuts a half-written row off and goes on after it.
    fn resume(
        path: &Path,
        family: Family,
        sizes: &RangeInclusive<u64>,
        format: Format,
    ) -> Result<Table, Fail> {
        let name = path.display().to_string();
        let fail = |error: io::Error| Fail::io(&name, &error);
        let text = std::fs::read_to_string(path).map_err(fail)?;
        let expected = header(format, family);
        if !text.starts_with(&expected) && !expected.starts_with(&text) {
            return Err(Fail::Input(format!(
                "{name}: does not begin as a table of the family {family} in the format {} does",
                format.name()
            )));
        }
        let mut table = Table::new(Box::new(io::sink()), name.clone(), format, sizes);
        let mut known = Vec::new();
        let mut end = expected.len().min(text.len());
        if text.starts_with(&expected) {
            let rows = &text[expected.len()..];
            for line in rows.split_inclusive('\n') {
                let Some((size, nullity)) = parse_row(format, line) else {
                    if is_cut_row(format, &text[end..]) {
                        break;
                    }
                    return Err(Fail::Input(format!(
                        "{name}: line {}: expected the row of size {} of a table in the format {}",
                        text[..end].matches('\n').count() + 1,
                        table.next,
                        format.name()
                    )));
                };
                known.push((size, nullity));
                if size != table.next {
                    return Err(Fail::Input(format!(
                        "{name}: found the row of size {size}, expected that of size {}",
                        table.next
                    )));
                }
                table.next = size.saturating_add(1);
                table.last = Some(size);
                table.first = false;
                end += match format {
                    // Without the comma that a next row would bring again.
                    Format::Json => line.find(']').map_or(0, |at| at + 1),
                    _ => line.len(),
                };
                if format == Format::Json && line.contains("],\n") {
                    end += 2;
                }
            }
            if format == Format::Json && !table.first && text[..end].ends_with(",\n") {
                end -= 2;
            }
        } else {
            end = 0;
        }
        agree(&name, family, &known)?;
        let mut file = OpenOptions::new().write(true).open(path).map_err(fail)?;
        file.set_len(end as u64).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        table.out = BufWriter::with_capacity(1 << 16, Box::new(file));
        // A file that ends within its header begins anew; one with the header alone has it already.
        table.headed = end > 0;
        Ok(table)
    }
}

/// Whether what is left of a file is no more than a row that was cut off, or the end of a complete table.
fn is_cut_row(format: Format, rest: &str) -> bool {
    let inside = |c: char| c.is_ascii_digit() || matches!(c, '[' | ']' | ',' | ' ' | '\n');
    match format {
        Format::Json => {
            rest.trim_start_matches(['\n', ',']).trim_end() == "]}"
                || rest.len() < 64 && rest.chars().all(inside)
        }
        _ => rest.len() < 64 && !rest.contains('\n') && rest.chars().all(inside),
    }
}

/// Refuses a table whose rows are not those of the family; a few of them are computed again.
fn agree(name: &str, family: Family, rows: &[(u64, u64)]) -> Result<(), Fail> {
    const SAMPLES: usize = 16;
    let step = rows.len().div_ceil(SAMPLES).max(1);
    for &(size, found) in rows.iter().step_by(step).chain(rows.last()) {
        let right = nullity(family, size).map_err(Fail::input)?;
        if right != found {
            return Err(Fail::Input(format!(
                "{name}: found nullity {found} at size {size}, expected {right} in a table of the family {family}"
            )));
        }
    }
    Ok(())
}

/// A complete row of a table.
fn parse_row(format: Format, line: &str) -> Option<(u64, u64)> {
    let (line, between) = match format {
        Format::Json => {
            let line = line.trim_end();
            (line.strip_suffix(',').unwrap_or(line).strip_prefix('[')?.strip_suffix(']')?, ',')
        }
        Format::Csv => (line.strip_suffix('\n')?, ','),
        _ => (line.strip_suffix('\n')?, ' '),
    };
    let (size, nullity) = line.split_once(between)?;
    Some((size.parse().ok()?, nullity.parse().ok()?))
}
