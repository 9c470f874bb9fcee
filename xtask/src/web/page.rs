//! The TypeScript part: packages from `web/package-lock.json`, then Vite.

use std::ffi::OsStr;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{find_program, fingerprint, must, stamped};
use crate::run::root;

/// Installs the packages when needed and builds `web/dist`.
///
/// # Errors
/// When Node.js is missing or a step fails.
pub(super) fn build() -> Result<()> {
    install()?;
    let web = root().join("web");
    let print =
        fingerprint(std::slice::from_ref(&web), &["node_modules", "dist", "test-results", "screenshots"])?;
    let stamp = root().join("target/web-dist.stamp");
    if web.join("dist/index.html").exists() && stamped(&stamp, &print) {
        return Ok(());
    }
    npm(&["run", "build"], &[])?;
    fs::create_dir_all(root().join("target"))?;
    fs::write(stamp, print)?;
    Ok(())
}

/// Runs npm in `web/` with further environment variables.
///
/// # Errors
/// When npm is missing or fails.
pub(super) fn npm(arguments: &[&str], variables: &[(&str, &OsStr)]) -> Result<()> {
    if find_program(&["npm"]).is_none() {
        bail!("npm is missing: install Node.js 20 or newer, which brings it");
    }
    let mut command = Command::new("npm");
    command.current_dir(root().join("web")).args(["--silent"]).args(arguments);
    for (name, value) in variables {
        command.env(name, value);
    }
    must(&mut command)
}

fn install() -> Result<()> {
    let web = root().join("web");
    let print = fingerprint(&[web.join("package-lock.json"), web.join("package.json")], &[])?;
    let stamp = web.join("node_modules/.installed");
    if !stamped(&stamp, &print) {
        npm(&["ci", "--no-audit", "--no-fund"], &[]).context("the page's packages could not be installed")?;
        fs::write(stamp, print)?;
    }
    Ok(())
}
