//! Tables of nullities: streamed in order, kept when interrupted, gone on with later.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::time::{Duration, Instant};

use lightsout::nullity::{Family, nullities};

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
    let format = args.output.format("nullity", &[Format::Text, Format::Csv, Format::Json])?;
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
    if table.next <= *sizes.end() {
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
    let complete = table.next > *sizes.end();
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
    let number = |part: &str| part.trim().parse::<u64>().map_err(|_| bad());
    let range = match text.split_once("..") {
        Some((from, to)) => number(from)?..=number(to.trim_start_matches('='))?,
        None => number(text)?..=number(text)?,
    };
    if *range.start() == 0 || range.is_empty() { Err(bad()) } else { Ok(range) }
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
        self.next = size.saturating_add(1);
        if self.flushed.elapsed() > FLUSH {
            self.out.flush().map_err(|error| Fail::io(&self.name, &error))?;
            self.flushed = Instant::now();
        }
        Ok(())
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
        let mut end = expected.len().min(text.len());
        if text.starts_with(&expected) {
            let rows = &text[expected.len()..];
            for line in rows.split_inclusive('\n') {
                let Some((size, _)) = parse_row(format, line) else { break };
                if size != table.next {
                    return Err(Fail::Input(format!(
                        "{name}: found the row of size {size}, expected that of size {}",
                        table.next
                    )));
                }
                table.next = size.saturating_add(1);
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
        let mut file = OpenOptions::new().write(true).open(path).map_err(fail)?;
        file.set_len(end as u64).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        table.out = BufWriter::with_capacity(1 << 16, Box::new(file));
        // A file that ends within its header begins anew; one with the header alone has it already.
        table.headed = end > 0;
        Ok(table)
    }
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
