//! `cargo xtask bench`: figures side by side in one run, written to `bench/record/`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::run::{cargo, root, run, works};

/// Runs everything and writes the record.
pub(crate) fn run_all() -> Result<()> {
    run(cargo().args(["build", "--release", "--quiet", "--bin", "lightsout"]))?;
    let example = ["build", "--release", "--quiet", "-p", "lightsout", "--example", "side_by_side"];
    run(cargo().args(example))?;
    run(cargo().args(example).args(["--no-default-features", "--target-dir"]).arg(target("portable")))?;
    let mut record = format!("# Figures side by side\n\nMachine: {}\n", machine());
    polynomials(&mut record)?;
    elimination(&mut record)?;
    nullities(&mut record)?;
    boards(&mut record)?;
    fewest_presses(&mut record)?;
    fewest_beside(&mut record)?;
    let path = root().join("bench/record/latest.md");
    std::fs::create_dir_all(root().join("bench/record"))?;
    std::fs::write(&path, &record).with_context(|| format!("cannot write {}", path.display()))?;
    print!("{record}");
    Ok(())
}

fn machine() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let value = cpu.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("unknown");
        value.trim_start_matches([' ', '\t', ':']).to_owned()
    };
    let has = |flag: &str| cpu.lines().any(|l| l.starts_with("flags") && l.split(' ').any(|f| f == flag));
    let flags: Vec<&str> =
        ["avx2", "vpclmulqdq", "gfni", "avx512f"].into_iter().filter(|flag| has(flag)).collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (model, family) = (field("model name"), field("cpu family"));
    format!("{model} (family {family}) with {}, {cores} cores", flags.join(", "))
}

fn target(name: &str) -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    folder.join("release").join(name)
}

/// The seconds that `side_by_side` or a peer prints for an operation: the third word.
fn seconds(program: &Path, args: &[&str]) -> Result<f64> {
    let output =
        Command::new(program).args(args).output().with_context(|| format!("{}", program.display()))?;
    ensure!(output.status.success(), "{} {args:?} failed", program.display());
    let text = String::from_utf8(output.stdout)?;
    let word = text.split_whitespace().nth(2).context("no time printed")?;
    Ok(word.parse()?)
}

fn ours(op: &str, size: usize) -> Result<f64> {
    seconds(&target("examples/side_by_side"), &[op, &size.to_string()])
}

/// The same without vector instructions.
fn portable(op: &str, size: usize) -> Result<f64> {
    seconds(&target("portable/release/examples/side_by_side"), &[op, &size.to_string()])
}

/// Compiles a peer, when its library is installed: from the prefix that a variable names, or the system's.
fn peer(source: &str, compiler: &str, libraries: &[&str], prefix: &str) -> Option<PathBuf> {
    let source = root().join("bench/peers").join(source);
    let program = target("peers").join(source.file_stem()?);
    std::fs::create_dir_all(program.parent()?).ok()?;
    let mut command = Command::new(compiler);
    command.args(["-O3", "-march=native"]).arg(&source).arg("-o").arg(&program);
    if let Some(prefix) = std::env::var_os(prefix).map(PathBuf::from) {
        command.arg("-I").arg(prefix.join("include")).arg("-L").arg(prefix.join("lib"));
    }
    command.args(libraries);
    works(&mut command).then_some(program)
}

/// What the record says of a peer.
fn note(name: &str, found: bool, prefix: &str) -> String {
    match (found, std::env::var_os(prefix).is_some()) {
        (false, _) => format!("{name} is not installed"),
        (true, true) => format!("{name} from {prefix}, built for this machine"),
        (true, false) => format!("{name} as the system has it"),
    }
}

fn shown(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

fn polynomials(record: &mut String) -> Result<()> {
    let ntl = peer("ntl.cpp", "c++", &["-lntl", "-lgf2x", "-lgmp", "-lpthread"], "NTL_PREFIX");
    let note = note("NTL", ntl.is_some(), "NTL_PREFIX");
    writeln!(
        record,
        "\n## GF(2)[X], median processor times ({note})\n\n| operation | degree | ours | portable | NTL | NTL / ours |\n|---|---|---|---|---|---|"
    )?;
    for op in ["multiply", "divide", "gcd", "xgcd"] {
        for degree in [10_000, 100_000, 1_000_000, 10_000_000] {
            let own = ours(op, degree)?;
            let theirs =
                ntl.as_deref().map(|program| seconds(program, &[op, &degree.to_string()])).transpose()?;
            row(record, op, degree, own, theirs)?;
        }
    }
    Ok(())
}

fn row(record: &mut String, op: &str, size: usize, own: f64, theirs: Option<f64>) -> Result<()> {
    let (peer, ratio) =
        theirs.map_or(("".into(), "".into()), |theirs| (shown(theirs), format!("{:.1}", theirs / own)));
    let plain = shown(portable(op, size)?);
    writeln!(record, "| {op} | {size} | {} | {plain} | {peer} | {ratio} |", shown(own))?;
    Ok(())
}

fn elimination(record: &mut String) -> Result<()> {
    let m4ri = peer("m4ri.c", "cc", &["-lm4ri", "-lm"], "M4RI_PREFIX");
    let note = note("libm4ri", m4ri.is_some(), "M4RI_PREFIX");
    writeln!(
        record,
        "\n## Rank over GF(2), processor time ({note})\n\n| operation | n | ours | portable | libm4ri | libm4ri / ours |\n|---|---|---|---|---|---|"
    )?;
    for n in [2048, 8192, 16384] {
        let own = ours("rank", n)?;
        let theirs = m4ri.as_deref().map(|program| seconds(program, &[&n.to_string()])).transpose()?;
        row(record, "rank", n, own, theirs)?;
    }
    Ok(())
}

fn nullities(record: &mut String) -> Result<()> {
    writeln!(record, "\n## Nullities, processor time\n\n| board | n | time | portable |\n|---|---|---|---|")?;
    for (family, sizes) in [
        ("square", &[100_000, 1_000_000, 10_000_000, 100_000_000][..]),
        ("triangle", &[100_001, 1_000_001, 10_000_001]),
        ("torus", &[100_001, 1_000_001]),
    ] {
        for &n in sizes {
            let plain = if n > 50_000_000 { String::new() } else { shown(portable(family, n)?) };
            writeln!(record, "| {family} | {n} | {} | {plain} |", shown(ours(family, n)?))?;
        }
    }
    for sizes in ["1..25000", "1..100000"] {
        let begun = Instant::now();
        let mut command = Command::new(target("lightsout"));
        let command = command.args(["nullity", "--family", "square", "--sizes", sizes, "--format", "csv"]);
        ensure!(works(command), "the table {sizes} failed");
        let time = shown(begun.elapsed().as_secs_f64());
        writeln!(record, "| square, whole table, whole process on all cores | {sizes} | {time} | |")?;
    }
    Ok(())
}

/// The median whole-process time of a command over some runs.
fn process(runs: usize, mut command: impl FnMut() -> Command) -> Result<f64> {
    let mut times = Vec::new();
    for _ in 0..runs {
        let begun = Instant::now();
        let mut command = command();
        ensure!(works(&mut command), "{command:?} failed");
        times.push(begun.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

fn boards(record: &mut String) -> Result<()> {
    writeln!(
        record,
        "\n## Solving n x n, random solvable states\n\n| n | solve | dense first row | dense / ours | copy of the board |\n|---|---|---|---|---|"
    )?;
    for n in [500, 1000, 2000, 4000, 10_000] {
        let (own, copy) = (ours("solve", n)?, ours("copy", n)?);
        let dense = if n <= 4000 { Some(ours("dense-first-row", n)?) } else { None };
        let (dense, ratio) = dense.map_or(("".into(), "".into()), |d| (shown(d), format!("{:.0}", d / own)));
        writeln!(record, "| {n} | {} | {dense} | {ratio} | {} |", shown(own), shown(copy))?;
    }
    let folder = target("bench");
    std::fs::create_dir_all(&folder)?;
    let file = |name: &str| folder.join(name);
    writeln!(
        record,
        "\n| whole process, image to image | solve | copying the image twice | ratio |\n|---|---|---|---|"
    )?;
    for (name, board, options, runs) in [
        ("10000 x 10000", "10000x10000", &[][..], 7),
        ("triangle of side 10000", "triangle:10000", &["--board", "triangle:10000"], 7),
        ("100000 x 100000", "100000x100000", &[], 3),
    ] {
        let make = ["press", "--random", "--seed", "5", "--board", board, "-o"];
        ensure!(
            works(Command::new(target("lightsout")).args(make).arg(file("a.pbm"))),
            "making {board} failed"
        );
        let solve = process(runs, || {
            let mut command = Command::new(target("lightsout"));
            command.arg("solve").arg(file("a.pbm")).args(options).arg("-o").arg(file("b.pbm"));
            command
        })?;
        let copy = process(runs, || {
            let mut command = Command::new("sh");
            command.current_dir(&folder).args(["-c", "cp a.pbm c.pbm && cp a.pbm d.pbm"]);
            command
        })?;
        writeln!(record, "| {name} | {} | {} | {:.1} |", shown(solve), shown(copy), solve / copy)?;
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn fewest_presses(record: &mut String) -> Result<()> {
    writeln!(
        record,
        "\n## Fewest presses, every light on, whole process, all threads\n\n| board | presses | time | user CPU time |\n|---|---|---|---|"
    )?;
    for board in [
        "39x39",
        "47x47",
        "61x61",
        "65x65",
        "67x67",
        "119x119",
        "79x79",
        "95x95",
        "torus:40x40",
        "triangle:62",
    ] {
        let (begun, before) = (Instant::now(), children_cpu());
        let mut command = Command::new(target("lightsout"));
        command.args(["solve", board, "--all-on", "--minimal", "--format", "json"]);
        let output = command.output()?;
        ensure!(output.status.success(), "{board} failed");
        let time = shown(begun.elapsed().as_secs_f64());
        let text = String::from_utf8(output.stdout)?;
        let field = |key: &str| {
            let from = text.find(&format!("\"{key}\":")).map(|at| at + key.len() + 3);
            from.map_or("?", |from| text[from..].split([',', '}']).next().unwrap_or("?"))
        };
        ensure!(field("proven") == "true", "{board} is not proven");
        let cpu = match (before, children_cpu()) {
            (Some(before), Some(after)) => shown(after - before),
            _ => String::new(),
        };
        writeln!(record, "| {board} | {} | {time} | {cpu} |", field("press_count"))?;
    }
    Ok(())
}

/// The user CPU time of all children so far, in seconds, where the system tells.
fn children_cpu() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Field 16 of proc(5), in hundredths; the name before it may hold blanks, but ends with a parenthesis.
    let ticks: f64 = text.rsplit_once(')')?.1.split_whitespace().nth(13)?.parse().ok()?;
    Some(ticks / 100.0)
}

/// Seconds after which the integer program is given up.
const MILP_LIMIT: &str = "60";

/// Ours beside a plain Gray code over all solutions and beside an integer program.
fn fewest_beside(record: &mut String) -> Result<()> {
    run(cargo().args([
        "build",
        "--release",
        "--quiet",
        "-p",
        "xtask",
        "--features",
        "milp",
        "--bin",
        "milp",
    ]))?;
    writeln!(
        record,
        "\n## Fewest presses, n x n, every light on, one thread (the integer program: microlp, given up after {MILP_LIMIT} s)\n\n| n | presses | ours | Gray code | Gray code / ours | integer program | integer program / ours |\n|---|---|---|---|---|---|---|"
    )?;
    let mut hopeless = false;
    for n in [4, 5, 6, 7, 9, 11, 14, 16, 19, 23, 30, 39] {
        let known = Command::new(target("lightsout"))
            .args(["solve", &format!("{n}x{n}"), "--all-on", "--minimal", "--format", "list"])
            .output()?;
        let presses = String::from_utf8(known.stdout)?.trim().split(',').count();
        let (own, gray) = (ours("fewest", n)?, ours("gray", n)?);
        let mut milp = (format!("over {MILP_LIMIT} s"), String::new());
        if !hopeless {
            let output = Command::new(target("milp")).args([&n.to_string(), MILP_LIMIT]).output()?;
            let text = String::from_utf8(output.stdout)?;
            let words: Vec<&str> = text.split_whitespace().collect();
            match words.as_slice() {
                [_, _, seconds, found] => {
                    ensure!(
                        found.parse() == Ok(presses),
                        "the integer program says {found}, we say {presses}"
                    );
                    let seconds: f64 = seconds.parse()?;
                    milp = (shown(seconds), format!("{:.0}", seconds / own));
                }
                _ => hopeless = true,
            }
        }
        writeln!(
            record,
            "| {n} | {presses} | {} | {} | {:.1} | {} | {} |",
            shown(own),
            shown(gray),
            gray / own,
            milp.0,
            milp.1
        )?;
    }
    Ok(())
}
