//! The browser of the page's tests.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::{apt_install, find_program};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// Chromium: the one named by `CHROMIUM`, one on the path, or Debian's, installed now.
///
/// # Errors
/// When there is none and none can be installed; the message says what to do.
pub(super) fn chromium() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM").map(PathBuf::from) {
        if path.is_file() {
            return Ok(path);
        }
        bail!("CHROMIUM names {}, which is not a file", path.display());
    }
    if let Some(path) = find_program(&NAMES) {
        return Ok(path);
    }
    if apt_install(&["chromium"])?
        && let Some(path) = find_program(&NAMES)
    {
        return Ok(path);
    }
    bail!(
        "the page is tested in Chromium, which is not here: install it (on Debian, as root, \
         `apt-get install chromium`) or set CHROMIUM to its path"
    )
}
