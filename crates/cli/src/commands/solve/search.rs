//! `--minimal` and `--all`: the fewest presses, and all solutions in order.

use std::time::Instant;

use clap::{Args, ValueEnum};
use lightsout::fewest::{Fewest, Solutions, fewest_with, solutions};
use lightsout::format::{shaped, write_numbers, write_pairs};
use lightsout::minimal::{Control, Evidence, Limits, Minimum, Objective, Options, all_solutions};
use lightsout::puzzle::Puzzle;
use lightsout::solve::{Answer, Solved, Solver, solve};
use serde_json::{Map, Value, json};

use super::{SolveArgs, show, status};
use crate::args::{Format, number, only};
use crate::fail::{Fail, Status, say};
use crate::output::Output;
use crate::watch::{LimitArgs, Watch};

/// How to search among the solutions.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Find a solution with the fewest presses and prove it, or say how few there must be at least.
    #[arg(long, conflicts_with = "all", help_heading = "Fewest presses")]
    pub(super) minimal: bool,
    /// List all solutions, fewest presses first, then in reading order.
    #[arg(long, help_heading = "Fewest presses")]
    pub(super) all: bool,
    /// List at most so many solutions.
    #[arg(long, value_name = "N", requires = "all", help_heading = "Fewest presses", allow_negative_numbers = true, value_parser = number::<u64, 0>)]
    limit: Option<u64>,
    /// Only say how many solutions there are.
    #[arg(long, requires = "all", help_heading = "Fewest presses")]
    count_only: bool,
    /// What to count: how often buttons are pressed, or how many are.
    #[arg(long, value_enum, default_value_t = Count::Presses, help_heading = "Fewest presses")]
    count: Count,
    /// Give the first of the best solutions in reading order, even when that takes longer.
    #[arg(long, requires = "minimal", help_heading = "Fewest presses")]
    canonical: bool,
    /// Say on standard error how the answer was found.
    #[arg(long, short, help_heading = "Fewest presses")]
    verbose: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Count {
    /// The sum of the press counts.
    Presses,
    /// The buttons pressed at all.
    Buttons,
}

impl SearchArgs {
    /// Whether there is a search at all.
    pub(super) fn any(&self) -> bool {
        self.minimal || self.all
    }

    fn objective(&self) -> Objective {
        match self.count {
            Count::Presses => Objective::Presses,
            Count::Buttons => Objective::Buttons,
        }
    }

    fn options(&self) -> Options {
        let limits = self
            .limits
            .memory()
            .map_or_else(Limits::default, |bytes| Limits { memory_bytes: bytes, ..Limits::default() });
        let limits = Limits { threads: self.limits.threads(), ..limits };
        Options { limits, canonical: self.canonical, ..Options::default() }
    }
}

/// What answers call an objective.
fn name(objective: Objective) -> &'static str {
    match objective {
        Objective::Presses => "presses",
        Objective::Buttons => "buttons",
    }
}

/// Refuses what does not go together.
pub(super) fn check(args: &SolveArgs) -> Result<(), Fail> {
    if args.search.all && args.puzzles.len() > 1 {
        return Err(Fail::Input("--all lists the solutions of one puzzle; give one".into()));
    }
    if args.certificate.is_some() && (args.search.all || args.puzzles.len() > 1) {
        return Err(Fail::Input("--certificate writes the proof for one puzzle, without --all".into()));
    }
    if args.search.count == Count::Buttons && !args.search.any() {
        return Err(Fail::Input("--count says what --minimal and --all count; give one of them".into()));
    }
    let search = &args.search;
    only(
        search.limits.any(),
        search.any(),
        "--time-limit, --memory-limit and --threads are for --minimal and --all; give one of them",
    )?;
    only(
        search.verbose,
        search.minimal,
        "--verbose says how --minimal found its answer, which is not given",
    )?;
    only(
        search.limit.is_some(),
        !search.count_only,
        "--limit bounds a list, --count-only prints none; give one of them",
    )
}

/// What a search for the fewest presses claims.
pub(super) struct Claim {
    objective: Objective,
    weighted: bool,
    /// Whether `--canonical` was given.
    canonical: bool,
    minimum: Minimum,
}

impl Claim {
    /// 0 when proven, and first in reading order where that was asked for; 3 when a limit was reached.
    pub(super) fn status(&self) -> Status {
        if self.minimum.proven && !self.misses_order() { Status::Yes } else { Status::Limit }
    }

    /// Whether the first of the cheapest was asked for and is not known.
    fn misses_order(&self) -> bool {
        self.canonical && !self.minimum.canonical
    }

    /// The claim for people.
    pub(super) fn words(&self) -> String {
        let Minimum { cost, lower_bound, proven, .. } = self.minimum;
        let what = match (self.objective, self.weighted) {
            (Objective::Presses, false) => "the fewest possible",
            (Objective::Buttons, false) => "on the fewest possible buttons",
            (_, true) => "at the least possible cost",
        };
        let cost_words = match (self.objective, self.weighted) {
            (Objective::Presses, false) => String::new(),
            (Objective::Buttons, false) => format!(" ({cost})"),
            (_, true) => format!(" ({cost})"),
        };
        if proven {
            let order =
                if self.misses_order() { ", perhaps not the first of them in reading order" } else { "" };
            format!("{what}{cost_words}, proven{order}")
        } else {
            let gap = cost - lower_bound.min(cost);
            format!("the best found{cost_words}; at least {lower_bound} are needed, a gap of {gap}")
        }
    }

    /// Puts the claim into an answer.
    pub(super) fn put(&self, object: &mut Map<String, Value>) {
        let minimum = &self.minimum;
        object.insert("minimal".into(), json!(minimum.proven));
        object.insert("proven".into(), json!(minimum.proven));
        object.insert("lower_bound".into(), json!(minimum.lower_bound));
        object.insert("canonical".into(), json!(minimum.canonical));
        object.insert("objective".into(), json!(name(self.objective)));
        object.insert("cost".into(), json!(minimum.cost));
        let parts: Vec<Value> = minimum.evidence.iter().map(evidence).collect();
        object.insert("evidence".into(), json!({"kind": minimum.method.name(), "parts": parts}));
    }
}

/// One part's record.
fn evidence(record: &Evidence) -> Value {
    match record {
        Evidence::Enumeration { method, generators } => {
            json!({"kind": "enumeration", "method": method.name(), "generators": generators})
        }
        Evidence::Join(join) => json!({
            "kind": "join",
            "pairs": join.pairs,
            "ranks": join.ranks,
            "maxima": join.maxima,
            "cuts": join.cuts,
            "best": join.best,
        }),
        Evidence::Bound { generators, cost, bound } => {
            json!({"kind": "bound", "generators": generators, "cost": cost, "bound": bound})
        }
        Evidence::Lights { bound } => json!({"kind": "lights", "bound": bound}),
        _ => json!({"kind": "other"}),
    }
}

/// Records on one line, equal neighbours counted.
fn grouped(records: impl Iterator<Item = Value>) -> String {
    let mut groups: Vec<(Value, usize)> = Vec::new();
    for record in records {
        match groups.last_mut() {
            Some((last, count)) if *last == record => *count += 1,
            _ => groups.push((record, 1)),
        }
    }
    let words = groups.into_iter().map(|(record, count)| match count {
        1 => record.to_string(),
        _ => format!("{count} times {record}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Finds the fewest presses, with the solver of the puzzle's game if there is one; the time that is allowed began at
/// `begun`.
pub(super) fn fewest(
    args: &SolveArgs,
    solver: Option<&Solver>,
    puzzle: &Puzzle,
    begun: Instant,
) -> Result<(Answer, Option<Claim>), Fail> {
    let search = &args.search;
    let watch = Watch::since(begun, &search.limits.time, args.output.quiet);
    let (objective, options) = (search.objective(), search.options());
    let answer = match solver {
        Some(solver) => fewest_with(solver, puzzle, objective, &options, &watch),
        None => lightsout::fewest::fewest(puzzle, objective, &options, &watch),
    };
    watch.finish();
    match answer.map_err(Fail::input)? {
        Fewest::Unsolvable(no) => Ok((Answer::Unsolvable(no), None)),
        Fewest::Solved { minimum, solutions, nullity } => {
            if search.verbose {
                let parts = grouped(minimum.evidence.iter().map(evidence));
                say(format_args!("method: {}; {parts}", minimum.method.name()));
            }
            let solved = Solved { presses: minimum.presses.clone(), solutions, nullity };
            let claim = Claim {
                objective: search.objective(),
                weighted: puzzle.weights().is_some(),
                canonical: search.canonical,
                minimum,
            };
            Ok((Answer::Solved(solved), Some(claim)))
        }
    }
}

/// Lists all solutions.
pub(super) fn all(args: &SolveArgs, format: Format, puzzle: &Puzzle, begun: Instant) -> Result<Status, Fail> {
    let search = &args.search;
    if !matches!(format, Format::Text | Format::List | Format::Json) {
        return Err(Fail::Input(format!(
            "solve --all has no format {}, expected one of text, list, json",
            format.name()
        )));
    }
    let unsolvable = |no| {
        let answer = Answer::Unsolvable(no);
        let mut out = Output::open(&args.output)?;
        show::answer(&mut out, format, puzzle, &answer, None)?;
        out.finish()?;
        Ok(status(&answer))
    };
    if search.count_only {
        let solved = match solve(puzzle).map_err(Fail::input)? {
            Answer::Solved(solved) => solved,
            Answer::Unsolvable(_) if format != Format::Json => {
                let mut out = Output::open(&args.output)?;
                out.text("0\n")?;
                out.finish()?;
                return Ok(Status::No);
            }
            Answer::Unsolvable(no) => return unsolvable(no),
        };
        let total = solved.solutions.to_string();
        let mut out = Output::open(&args.output)?;
        match format {
            Format::Json => out.json(&json!({"schema": 1, "solvable": true, "solutions": total}))?,
            _ => out.text(&format!("{total}\n"))?,
        }
        out.finish()?;
        return Ok(Status::Yes);
    }
    let watch = Watch::since(begun, &search.limits.time, args.output.quiet);
    let (total, coset) = match solutions(puzzle, search.objective(), &watch).map_err(Fail::input)? {
        Solutions::All { solved, coset } => (solved.solutions.to_string(), coset),
        Solutions::None(no) => {
            watch.finish();
            return unsolvable(no);
        }
    };
    let mut out = Output::open(&args.output)?;
    let limit = search.limit.unwrap_or(u64::MAX);
    let mut listed = 0u64;
    let (list, refused) = match all_solutions(&coset, &search.options(), &watch) {
        Ok(list) => (Some(list), None),
        Err(error) => (None, Some(error.to_string())),
    };
    if format == Format::Json {
        let objective = name(search.objective());
        out.text(&format!(
            "{{\"schema\":1,\"solvable\":true,\"solutions\":\"{total}\",\"objective\":\"{objective}\",\"list\":["
        ))?;
    }
    let mut failed = refused;
    for item in list.into_iter().flatten().take(usize::try_from(limit).unwrap_or(usize::MAX)) {
        match item {
            Ok((cost, presses)) => {
                let comma = if listed == 0 { "" } else { "," };
                listed += 1;
                match format {
                    Format::Json => {
                        let count: u64 = presses.iter().map(|&x| u64::from(x)).sum();
                        let shape = shaped(puzzle.game(), &presses);
                        let value = json!({"presses": shape, "press_count": count, "cost": cost});
                        out.text(&format!("{comma}{value}"))?;
                    }
                    Format::List => out.text(&format!("{}\n", write_numbers(puzzle.game(), &presses)))?,
                    _ => out.text(&format!("{cost}: {}\n", write_pairs(puzzle.game(), &presses)))?,
                }
            }
            Err(error) => {
                failed = Some(error.to_string());
                break;
            }
        }
        if watch.stop() {
            failed = Some("stopped before all solutions were listed".into());
            break;
        }
    }
    watch.finish();
    if format == Format::Json {
        out.text(&format!("],\"complete\":{}}}\n", failed.is_none() && total == listed.to_string()))?;
    }
    if let (Some(text), Some(path), Format::Text | Format::List) = (&failed, &args.output.output, format) {
        // Only JSON says itself that a list is not complete.
        return Err(Fail::Limit(format!(
            "{text}; {} is not written, --format json keeps a part",
            path.display()
        )));
    }
    out.finish()?;
    if failed.is_none() && total != listed.to_string() {
        args.output.remark(&format!("{listed} of {total} solutions shown"));
    }
    match failed {
        None => Ok(Status::Yes),
        Some(text) => {
            say(format_args!("lightsout: {text}"));
            Ok(Status::Limit)
        }
    }
}
