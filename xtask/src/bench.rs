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
    run(cargo().args(["build", "--release", "--quiet", "-p", "lightsout", "--examples"]))?;
    let mut record = format!("# Figures side by side\n\nMachine: {}\n", machine());
    polynomials(&mut record)?;
    elimination(&mut record)?;
    nullities(&mut record)?;
    boards(&mut record)?;
    fewest_presses(&mut record)?;
    let path = root().join("bench/record/latest.md");
    std::fs::write(&path, &record).with_context(|| format!("cannot write {}", path.display()))?;
    print!("{record}");
    Ok(())
}

fn machine() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
    let has = |flag: &str| cpu.lines().any(|l| l.starts_with("flags") && l.split(' ').any(|f| f == flag));
    let flags: Vec<&str> =
        ["avx2", "vpclmulqdq", "gfni", "avx512f"].into_iter().filter(|flag| has(flag)).collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} with {}, {cores} cores", model.trim_start_matches([' ', '\t', ':']), flags.join(", "))
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

/// Compiles a peer, when its library is installed.
fn peer(source: &str, compiler: &str, libraries: &[&str]) -> Option<PathBuf> {
    let source = root().join("bench/peers").join(source);
    let program = target("peers").join(source.file_stem()?);
    std::fs::create_dir_all(program.parent()?).ok()?;
    let mut command = Command::new(compiler);
    command.args(["-O3", "-march=native"]).arg(&source).arg("-o").arg(&program).args(libraries);
    works(&mut command).then_some(program)
}

fn shown(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

fn polynomials(record: &mut String) -> Result<()> {
    let ntl = peer("ntl.cpp", "c++", &["-lntl", "-lgf2x", "-lgmp", "-lpthread"]);
    let note = if ntl.is_some() { "NTL as the system has it" } else { "NTL is not installed" };
    writeln!(
        record,
        "\n## GF(2)[X], medians ({note})\n\n| operation | degree | ours | NTL | NTL / ours |\n|---|---|---|---|---|"
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
    writeln!(record, "| {op} | {size} | {} | {peer} | {ratio} |", shown(own))?;
    Ok(())
}

fn elimination(record: &mut String) -> Result<()> {
    let m4ri = peer("m4ri.c", "cc", &["-lm4ri", "-lm"]);
    let note = if m4ri.is_some() { "libm4ri as the system has it" } else { "libm4ri is not installed" };
    writeln!(
        record,
        "\n## Rank over GF(2) ({note})\n\n| operation | n | ours | libm4ri | libm4ri / ours |\n|---|---|---|---|---|"
    )?;
    for n in [2048, 8192, 16384] {
        let own = ours("rank", n)?;
        let theirs = m4ri.as_deref().map(|program| seconds(program, &[&n.to_string()])).transpose()?;
        row(record, "rank", n, own, theirs)?;
    }
    Ok(())
}

fn nullities(record: &mut String) -> Result<()> {
    writeln!(record, "\n## Nullities\n\n| board | n | time |\n|---|---|---|")?;
    for (family, sizes) in [
        ("square", &[100_000, 1_000_000, 10_000_000, 100_000_000][..]),
        ("triangle", &[100_001, 1_000_001, 10_000_001]),
        ("torus", &[100_001, 1_000_001]),
    ] {
        for &n in sizes {
            writeln!(record, "| {family} | {n} | {} |", shown(ours(family, n)?))?;
        }
    }
    for sizes in ["1..25000", "1..100000"] {
        let begun = Instant::now();
        let mut command = Command::new(target("lightsout"));
        let command = command.args(["nullity", "--family", "square", "--sizes", sizes, "--format", "csv"]);
        ensure!(works(command), "the table {sizes} failed");
        let time = shown(begun.elapsed().as_secs_f64());
        writeln!(record, "| square, whole table, whole process | {sizes} | {time} |")?;
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
    for (name, board, options) in [
        ("10000 x 10000", "10000x10000", &[][..]),
        ("triangle of side 10000", "triangle:10000", &["--board", "triangle:10000"]),
    ] {
        let make = ["press", "--random", "--seed", "5", "--board", board, "-o"];
        ensure!(
            works(Command::new(target("lightsout")).args(make).arg(file("a.pbm"))),
            "making {board} failed"
        );
        let solve = process(7, || {
            let mut command = Command::new(target("lightsout"));
            command.arg("solve").arg(file("a.pbm")).args(options).arg("-o").arg(file("b.pbm"));
            command
        })?;
        let copy = process(7, || {
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
        "\n## Fewest presses, every light on, whole process\n\n| board | presses | time |\n|---|---|---|"
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
        let begun = Instant::now();
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
        writeln!(record, "| {board} | {} | {time} |", field("press_count"))?;
    }
    Ok(())
}
