//! The files of the page, all in memory: a request can name one of them and nothing else.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::fail::Fail;

mod carried {
    include!(concat!(env!("OUT_DIR"), "/page.rs"));
}

/// A folder larger than this is not a page.
const MOST_BYTES: u64 = 64 << 20;
/// Nor is one with more files.
const MOST_FILES: usize = 1000;
/// Nor one with deeper folders.
const DEEPEST: usize = 8;

/// The files by the path with which a browser asks for them, such as `/index.html`.
pub(super) struct Page {
    files: BTreeMap<String, Cow<'static, [u8]>>,
}

impl Page {
    /// The page that was built into the program.
    pub(super) fn carried() -> Result<Page, Fail> {
        let files: BTreeMap<_, _> =
            carried::FILES.iter().map(|&(name, bytes)| (format!("/{name}"), Cow::Borrowed(bytes))).collect();
        if files.contains_key("/index.html") {
            return Ok(Page { files });
        }
        Err(Fail::Input(
            "this program was built without the page: run `cargo xtask web` and build it again, or name the \
             folder of a built page with --dir"
                .into(),
        ))
    }

    /// All files of a folder, read now.
    pub(super) fn read(folder: &Path) -> Result<Page, Fail> {
        let mut page = Page { files: BTreeMap::new() };
        let mut bytes = 0;
        page.add(folder, "", 0, &mut bytes)?;
        if page.files.contains_key("/index.html") {
            Ok(page)
        } else {
            Err(Fail::Input(format!("{}: has no file index.html, expected a built page", folder.display())))
        }
    }

    fn add(&mut self, folder: &Path, prefix: &str, depth: usize, bytes: &mut u64) -> Result<(), Fail> {
        let name = folder.display().to_string();
        let fail = |error| Fail::io(&name, &error);
        for entry in fs::read_dir(folder).map_err(fail)? {
            let entry = entry.map_err(fail)?;
            let own = entry.file_name().to_string_lossy().into_owned();
            // Links are left out: a page has none, and they lead elsewhere.
            let kind = entry.file_type().map_err(fail)?;
            if own.starts_with('.') || kind.is_symlink() {
                continue;
            }
            let path = format!("{prefix}/{own}");
            if kind.is_dir() && depth < DEEPEST {
                self.add(&entry.path(), &path, depth + 1, bytes)?;
            } else if kind.is_file() {
                *bytes += entry.metadata().map_err(fail)?.len();
                if *bytes > MOST_BYTES || self.files.len() >= MOST_FILES {
                    return Err(Fail::Input(format!(
                        "{name}: holds more than {MOST_FILES} files or {} MB, expected a built page",
                        MOST_BYTES >> 20
                    )));
                }
                let shown = entry.path().display().to_string();
                let content = fs::read(entry.path()).map_err(|error| Fail::io(&shown, &error))?;
                self.files.insert(path, Cow::Owned(content));
            }
        }
        Ok(())
    }

    /// Number of files.
    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// The file that a path names; `/` is `/index.html`.
    pub(super) fn get(&self, path: &str) -> Option<(&'static str, &[u8])> {
        let path = if path == "/" { "/index.html" } else { path };
        let (name, bytes) = self.files.get_key_value(path)?;
        Some((media_type(name), bytes))
    }
}

/// The media type of a file by the ending of its name.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
