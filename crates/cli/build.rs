//! Puts the web page into the program: whatever lies in `page/`, which `cargo xtask web` fills.
//!
//! The folder itself is always there, so that cargo can watch it; without a page in it the program
//! is built all the same, and `lightsout serve` then says what to do.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let page = own.join("page");
    println!("cargo:rerun-if-changed=page");
    println!("cargo:rerun-if-changed=build.rs");
    let mut files = Vec::new();
    collect(&page, &page, &mut files)?;
    files.sort();
    let mut code = String::from("pub(super) static FILES: &[(&str, &[u8])] = &[\n");
    for name in files {
        let path = page.join(&name);
        let _ = writeln!(code, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page.rs"), code)
}

/// The names of all files below `folder`, relative to `page` and with `/` between their parts.
fn collect(page: &Path, folder: &Path, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(page, &path, files)?;
        } else if let Ok(name) = path.strip_prefix(page) {
            let parts: Vec<_> = name.components().map(|c| c.as_os_str().to_string_lossy()).collect();
            if parts.iter().all(|part| !part.starts_with('.')) {
                files.push(parts.join("/"));
            }
        }
    }
    Ok(())
}
