//! The TypeScript part: packages from `web/package-lock.json`, then Vite.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{apt_install, find_program, fingerprint, must, output, stamped};
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
    if !(web.join("dist/index.html").exists() && stamped(&stamp, &print)) {
        npm(&["run", "build"], &[])?;
        fs::create_dir_all(root().join("target"))?;
        fs::write(stamp, print)?;
    }
    carry(&web.join("dist"), &root().join("crates/cli/page"))
}

/// Copies the built page to where the program's build takes it from, unless it is there already.
fn carry(dist: &Path, page: &Path) -> Result<()> {
    let names = |folder: &Path| -> Result<BTreeMap<PathBuf, Vec<u8>>> {
        let mut files = BTreeMap::new();
        read_all(folder, folder, &mut files)?;
        Ok(files)
    };
    let (new, old) = (names(dist)?, names(page)?);
    for (name, content) in &new {
        if old.get(name) != Some(content) {
            let path = page.join(name);
            fs::create_dir_all(path.parent().unwrap_or(page))?;
            fs::write(path, content)?;
        }
    }
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        fs::remove_file(page.join(name))?;
    }
    Ok(())
}

/// All files below a folder, without hidden ones.
fn read_all(top: &Path, folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.file_name().and_then(OsStr::to_str).is_none_or(|name| name.starts_with('.')) {
            continue;
        }
        if path.is_dir() {
            read_all(top, &path, files)?;
        } else if let Ok(name) = path.strip_prefix(top) {
            files.insert(name.to_path_buf(), fs::read(&path)?);
        }
    }
    Ok(())
}

/// The oldest Node.js that the page's packages run on.
const NODE: (u32, u32) = (20, 19);

/// Sees to it that Node.js and npm are there.
///
/// # Errors
/// When they are missing and cannot be installed, or too old; the message says what to do.
pub(super) fn node() -> Result<()> {
    if find_program(&["node"]).is_none() || find_program(&["npm"]).is_none() {
        apt_install(&["nodejs", "npm"])?;
    }
    let (major, minor) = NODE;
    let Some(version) =
        output(Command::new("node").arg("--version")).filter(|_| find_program(&["npm"]).is_some())
    else {
        bail!("the page needs Node.js {major}.{minor} or newer with npm, which is not here: install it");
    };
    if number(&version).is_none_or(|found| found < NODE) {
        bail!("the page needs Node.js {major}.{minor} or newer, found {version}: install a newer one");
    }
    Ok(())
}

/// The first two numbers of a version such as `v20.19.3`.
fn number(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.trim_start_matches('v').split('.').map(|part| part.parse().ok());
    Some((parts.next()??, parts.next()??))
}

/// Runs npm in `web/` with further environment variables.
///
/// # Errors
/// When npm fails.
pub(super) fn npm(arguments: &[&str], variables: &[(&str, &OsStr)]) -> Result<()> {
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

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert_eq!(number("v20.19.3"), Some((20, 19)));
        assert!(number("v22.1.0") > number("v20.19.0") && number("v20.9.0") < number("v20.19.0"));
        assert_eq!((number("20"), number("next")), (None, None));
    }
}
