//! `cargo xtask web`: the page in `web/`, from Rust source to `web/dist`.
//!
//! 1. [`toolchain`] finds or installs a standard library for wasm32;
//! 2. [`wasm`] compiles `crates/wasm` twice, with and without SIMD, into `web/pkg`;
//! 3. [`page`] installs the packages named by `web/package-lock.json` and runs Vite.
//!
//! Every step is skipped when nothing it reads has changed.

mod browser;
mod page;
mod toolchain;
mod wasm;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::run::run as must;

/// Builds `web/dist`, or with the argument `test` also runs the page's tests.
///
/// # Errors
/// When a tool is missing and cannot be installed, or a step fails.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    match arguments {
        [] => build(),
        ["test"] => test(),
        ["wasm"] => page::node().and_then(|()| wasm::build()),
        _ => bail!("usage: cargo xtask web [test | wasm]"),
    }
}

/// Builds the page into `web/dist`.
///
/// # Errors
/// When a tool is missing and cannot be installed, or a step fails.
pub(crate) fn build() -> Result<()> {
    page::node()?;
    wasm::build()?;
    page::build()?;
    println!("web/dist is ready: serve that folder with any static file server");
    Ok(())
}

/// Builds the page and runs its type check, its unit tests and its tests in a real browser.
///
/// # Errors
/// When the build or a test fails, or no Chromium can be found or installed.
pub(crate) fn test() -> Result<()> {
    build()?;
    let chromium = browser::chromium()?;
    page::npm(&["run", "check"], &[])?;
    page::npm(&["run", "unit"], &[])?;
    page::npm(&["run", "browser"], &[("CHROMIUM", chromium.as_os_str())])
}

/// What a command prints, or `None` when it cannot be run or fails.
fn output(command: &mut Command) -> Option<String> {
    let out = command.output().ok()?;
    out.status.success().then(|| String::from_utf8_lossy(&out.stdout).trim().to_string())
}

/// The first of `names` that lies in a folder of `PATH`.
fn find_program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    names
        .iter()
        .find_map(|name| std::env::split_paths(&path).map(|folder| folder.join(name)).find(|p| p.is_file()))
}

/// Installs Debian packages when this is possible, and says whether it was.
fn apt_install(packages: &[&str]) -> Result<bool> {
    let root = output(Command::new("id").arg("-u")).as_deref() == Some("0");
    if !root || find_program(&["apt-get"]).is_none() {
        return Ok(false);
    }
    println!("installing {} with apt-get", packages.join(", "));
    must(Command::new("apt-get").args(["-q", "update"]))?;
    must(
        Command::new("apt-get")
            .env("DEBIAN_FRONTEND", "noninteractive")
            .args(["-o", "DPkg::Lock::Timeout=300", "-qy", "--no-install-recommends", "install"])
            .args(packages),
    )?;
    Ok(true)
}

/// A number that changes when any of the files changes (folders are read through; names count).
fn fingerprint(paths: &[PathBuf], skip: &[&str]) -> Result<String> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    fn walk(path: &Path, skip: &[&str], state: &mut DefaultHasher) -> Result<()> {
        if path.is_dir() {
            let mut entries: Vec<PathBuf> =
                std::fs::read_dir(path)?.map(|e| e.map(|e| e.path())).collect::<std::io::Result<_>>()?;
            entries.sort();
            for entry in entries {
                if !entry.file_name().and_then(OsStr::to_str).is_some_and(|n| skip.contains(&n)) {
                    walk(&entry, skip, state)?;
                }
            }
        } else if path.is_file() {
            path.hash(state);
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?.hash(state);
        }
        Ok(())
    }
    let mut state = DefaultHasher::new();
    for path in paths {
        walk(path, skip, &mut state)?;
    }
    Ok(format!("{:016x}", state.finish()))
}

/// Whether the stamp file holds exactly `text`.
fn stamped(stamp: &Path, text: &str) -> bool {
    std::fs::read_to_string(stamp).is_ok_and(|found| found == text)
}
