//! Running other programs.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    own.parent().map_or(own.clone(), PathBuf::from)
}

/// The cargo that started this program.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a program to its end, its output shown; an error when it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}").replace('"', "");
    let status = command.status().with_context(|| format!("cannot start {shown}"))?;
    ensure!(status.success(), "{shown} failed ({status})");
    Ok(())
}

/// Whether a program runs and succeeds, its output hidden.
pub(crate) fn works(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
