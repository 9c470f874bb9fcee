//! A compiler and a standard library for wasm32-unknown-unknown.
//!
//! Tried in this order: what the current compiler already has; `rustup target add`; on Debian,
//! the packages `rustc-web` and `rust-web-src`, from whose sources the standard library is
//! compiled once and kept in the user's cache folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{apt_install, must, output};
use crate::run::root;

/// The compilation target of the page's module.
pub(super) const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_SOURCE: &str = "/usr/lib/rustlib/src/rust/library/Cargo.lock";

/// How to compile for wasm32.
pub(super) struct Toolchain {
    /// Compiler to use in place of cargo's own, with its sysroot and linker.
    debian: Option<Debian>,
}

struct Debian {
    sysroot: PathBuf,
    linker: PathBuf,
}

impl Toolchain {
    /// Finds or installs one. `WASM_TOOLCHAIN=debian` skips rustup.
    ///
    /// # Errors
    /// When no way works; the message says what to install.
    pub(super) fn find() -> Result<Self> {
        let forced = std::env::var_os("WASM_TOOLCHAIN").is_some_and(|word| word == "debian");
        if !forced && (has_target() || (rustup_adds_it() && has_target())) {
            return Ok(Self { debian: None });
        }
        Ok(Self { debian: Some(debian()?) })
    }

    /// A cargo command set up to compile for wasm32 with further compiler flags.
    pub(super) fn cargo(&self, flags: &str) -> Command {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        let mut all = flags.to_string();
        if let Some(debian) = &self.debian {
            all = format!("--sysroot={} -Cpanic=abort {flags}", debian.sysroot.display());
            command
                .env("RUSTC", DEBIAN_RUSTC)
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", &debian.linker);
        }
        command
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", all.trim());
        command
    }

    /// The target folder of a build; each compiler has its own, so that they don't rebuild each other's work.
    pub(super) fn folder(&self, build: &str) -> PathBuf {
        root().join("target").join(if self.debian.is_some() { "wasm-debian" } else { "wasm" }).join(build)
    }
}

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

fn has_target() -> bool {
    let Some(folder) = output(rustc().args(["--print", "target-libdir", "--target", TARGET])) else {
        return false;
    };
    fs::read_dir(folder).is_ok_and(|mut files| {
        files.any(|f| f.is_ok_and(|f| f.file_name().to_string_lossy().starts_with("libstd-")))
    })
}

fn rustup_adds_it() -> bool {
    println!("adding the target {TARGET} with rustup");
    Command::new("rustup").args(["target", "add", TARGET]).status().is_ok_and(|status| status.success())
}

fn debian() -> Result<Debian> {
    let present =
        || Path::new(DEBIAN_SOURCE).exists() && output(Command::new(DEBIAN_RUSTC).arg("-V")).is_some();
    if !present() {
        apt_install(&["rustc-web", "rust-web-src"])?;
    }
    if !present() {
        bail!(
            "no standard library for {TARGET}: run `rustup target add {TARGET}`, or on Debian, as root, \
             `apt-get install rustc-web rust-web-src`"
        );
    }
    let version = output(Command::new(DEBIAN_RUSTC).arg("-V")).context("Debian's rustc does not run")?;
    let version = version.split(' ').nth(1).unwrap_or("unknown").to_string();
    let cache = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache")))
        .unwrap_or_else(|| root().join("target"))
        .join("lightsout-web");
    let sysroot = cache.join(format!("sysroot-{version}"));
    if !sysroot.join("complete").exists() {
        build_std(&cache, &sysroot)?;
    }
    Ok(Debian { sysroot, linker: linker()? })
}

/// Compiles the standard library for wasm32 from Debian's sources into `sysroot`.
fn build_std(cache: &Path, sysroot: &Path) -> Result<()> {
    println!("compiling the standard library for {TARGET}, once (a few minutes)");
    let (empty, target) = (cache.join("std"), cache.join("std-target"));
    fs::create_dir_all(empty.join("src"))?;
    fs::write(empty.join("src/lib.rs"), "")?;
    fs::write(
        empty.join("Cargo.toml"),
        "[package]\nname = \"only-std\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n",
    )?;
    must(
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .env("RUSTC", DEBIAN_RUSTC)
            // Debian's stable compiler is allowed to build its own standard library this way.
            .env("RUSTC_BOOTSTRAP", "1")
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-Cembed-bitcode=yes")
            .args(["build", "--quiet", "--release", "--target", TARGET, "-Zbuild-std=std,panic_abort"])
            .arg("--manifest-path")
            .arg(empty.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target),
    )?;
    let library = sysroot.join("lib/rustlib").join(TARGET).join("lib");
    fs::create_dir_all(&library)?;
    for file in fs::read_dir(target.join(TARGET).join("release/deps"))? {
        let path = file?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".rlib") && !name.starts_with("libonly_std") {
            fs::copy(&path, library.join(name))?;
        }
    }
    fs::remove_dir_all(&target)?;
    fs::write(sysroot.join("complete"), "")?;
    Ok(())
}

/// rustup's own linker, or one from a package.
fn linker() -> Result<PathBuf> {
    let own = output(rustc().args(["--print", "sysroot"])).zip(output(rustc().arg("-vV"))).and_then(
        |(root, about)| {
            let host = about.lines().find_map(|line| line.strip_prefix("host: "))?;
            Some(Path::new(&root).join("lib/rustlib").join(host).join("bin/rust-lld"))
        },
    );
    if let Some(path) = own.filter(|path| path.exists()) {
        return Ok(path);
    }
    if let Some(path) = super::find_program(&["wasm-ld"]) {
        return Ok(path);
    }
    if apt_install(&["lld"])?
        && let Some(path) = super::find_program(&["wasm-ld"])
    {
        return Ok(path);
    }
    bail!("no linker for {TARGET}: install lld (it brings wasm-ld)")
}
