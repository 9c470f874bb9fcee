//! Where results go: standard output or a file that is complete or absent.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use tempfile::NamedTempFile;

use crate::args::{Format, OutputArgs};
use crate::fail::{Fail, say};
use crate::interrupt;

/// A result in the making.
pub(crate) struct Output {
    to: Sink,
    name: String,
    /// Whether colours may be used.
    pub(crate) colour: bool,
}

enum Sink {
    Standard(BufWriter<io::Stdout>),
    /// Written beside the file, then renamed over it.
    File(BufWriter<NamedTempFile>, PathBuf),
    /// A device or a pipe, which cannot be renamed over.
    Device(BufWriter<File>),
}

impl Output {
    /// Opens the place that the arguments name.
    pub(crate) fn open(args: &OutputArgs) -> Result<Output, Fail> {
        let Some(path) = &args.output else {
            let colour = io::stdout().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
                && std::env::var_os("TERM").is_none_or(|v| v != "dumb");
            let to = Sink::Standard(BufWriter::new(io::stdout()));
            return Ok(Output { to, name: "standard output".into(), colour });
        };
        let name = path.display().to_string();
        let fail = |error: io::Error| Fail::io(&name, &error);
        if path.is_dir() {
            return Err(Fail::Input(format!("{name}: is a directory, expected a file to write")));
        }
        let to = if path.exists() && !path.is_file() {
            Sink::Device(BufWriter::new(File::create(path).map_err(fail)?))
        } else {
            // Through a link, the file it points to is replaced.
            let path = if path.is_symlink() { path.canonicalize().map_err(fail)? } else { path.clone() };
            let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let mut builder = tempfile::Builder::new();
            builder.prefix(".lightsout-");
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            let file = builder.tempfile_in(folder).map_err(fail)?;
            interrupt::clean_up(Some(file.path().to_path_buf()));
            Sink::File(BufWriter::with_capacity(1 << 20, file), path)
        };
        Ok(Output { to, name, colour: false })
    }

    /// What an error calls the place.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Completes the result: nothing is at the file's place before this.
    pub(crate) fn finish(self) -> Result<(), Fail> {
        let fail = |error: io::Error| Fail::io(&self.name, &error);
        match self.to {
            Sink::Standard(mut out) => out.flush().map_err(fail),
            Sink::Device(mut out) => out.flush().map_err(fail),
            Sink::File(out, path) => {
                let file = out.into_inner().map_err(|e| fail(e.into_error()))?;
                file.persist(path).map_err(|e| fail(e.error))?;
                interrupt::clean_up(None);
                Ok(())
            }
        }
    }

    /// Writes a text.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Fail> {
        self.bytes(text.as_bytes())
    }

    /// Writes bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Fail> {
        self.write_all(bytes).map_err(|error| Fail::io(&self.name, &error))
    }

    /// Lets the library write.
    pub(crate) fn written(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Fail> {
        write(self).map_err(|error| Fail::io(&self.name, &error))
    }

    /// Writes a JSON value on a line of its own.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> Result<(), Fail> {
        self.text(&format!("{value}\n"))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            Sink::Standard(out) => out.write(bytes),
            Sink::File(out, _) => out.write(bytes),
            Sink::Device(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            Sink::Standard(out) => out.flush(),
            Sink::File(out, _) => out.flush(),
            Sink::Device(out) => out.flush(),
        }
    }
}

impl OutputArgs {
    /// The format asked for, by name, by the ending of the output file, or else the first; an error when
    /// the command has no such format.
    pub(crate) fn format(&self, command: &str, known: &[Format]) -> Result<Format, Fail> {
        let by_ending = || {
            let ending = self.output.as_ref()?.extension()?.to_str()?.to_ascii_lowercase();
            // Endings are the names of formats and their aliases.
            Format::from_str(&ending, false).ok()
        };
        let Some(format) = self.format.or_else(by_ending).or(known.first().copied()) else {
            return Err(Fail::Input(format!("{command} writes nothing")));
        };
        if known.contains(&format) {
            return Ok(format);
        }
        let names: Vec<&str> = known.iter().map(|f| f.name()).collect();
        let place = match (&self.format, &self.output) {
            (None, Some(path)) => format!(" (from the name {})", path.display()),
            _ => String::new(),
        };
        Err(Fail::Input(format!(
            "{command} has no format {}{place}, expected one of {}",
            format.name(),
            names.join(", ")
        )))
    }

    /// Writes a remark for people on standard error.
    pub(crate) fn remark(&self, text: &str) {
        if !self.quiet {
            say(text);
        }
    }
}
