//! `cargo xtask test`: everything that must hold before a change is taken.

use std::time::Instant;

use anyhow::{Result, bail};

use crate::run::{cargo, run, works};

type Part = (&'static str, fn() -> Result<()>);

/// The parts in the order in which they run: the quick ones first, the test runners last so that
/// their own closing lines end the output.
const PARTS: &[Part] = &[
    ("format", format),
    ("lint", lint),
    ("docs", docs),
    ("features", features),
    ("doctests", doctests),
    ("web", crate::web::test),
    ("rust", rust),
];

/// Runs the named parts, or all.
pub(crate) fn parts(names: &[&str]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| !PARTS.iter().any(|(part, _)| part == *name)) {
        let known: Vec<&str> = PARTS.iter().map(|(part, _)| *part).collect();
        bail!("no part {unknown}, expected {}", known.join(", "));
    }
    let begun = Instant::now();
    for (name, part) in PARTS {
        if names.is_empty() || names.contains(name) {
            println!("\n== {name} ({:.0} s so far)", begun.elapsed().as_secs_f64());
            part()?;
        }
    }
    Ok(())
}

fn format() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]))
}

fn lint() -> Result<()> {
    run(cargo().args(["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn docs() -> Result<()> {
    run(cargo().args(["doc", "--quiet", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
}

/// The library without its optional features.
fn features() -> Result<()> {
    run(cargo().args([
        "check",
        "--quiet",
        "-p",
        "lightsout",
        "-p",
        "lightsout-algebra",
        "--no-default-features",
    ]))
}

fn doctests() -> Result<()> {
    run(cargo().args(["test", "--quiet", "--workspace", "--doc"]))
}

fn rust() -> Result<()> {
    if works(cargo().args(["nextest", "--version"])) {
        run(cargo().args(["nextest", "run", "--workspace"]))
    } else {
        run(cargo().args(["test", "--workspace", "--lib", "--bins", "--tests"]))
    }
}
