//! `crates/wasm` compiled and bound into `web/pkg/simd` and `web/pkg/plain`.

use std::fs;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, anyhow};

use super::toolchain::{TARGET, Toolchain};
use super::{must, stamped};
use crate::run::root;

/// The two builds and their compiler flags; the page takes the first that the browser accepts.
const BUILDS: [(&str, &str); 2] = [("simd", "-Ctarget-feature=+simd128"), ("plain", "")];

/// Compiles both builds, writes their bindings and packs what the page downloads.
///
/// # Errors
/// When there is no toolchain for wasm32, the code does not compile or the module became too large.
pub(super) fn build() -> Result<()> {
    let toolchain = Toolchain::find()?;
    // Most of each build is one crate after the other: side by side they take little more than one.
    thread::scope(|scope| {
        let builds = BUILDS.map(|(name, flags)| scope.spawn(|| compile(&toolchain, name, flags)));
        builds.into_iter().try_for_each(|build| build.join().map_err(|_| anyhow!("a build panicked"))?)
    })?;
    BUILDS.iter().try_for_each(|(name, _)| bind(&toolchain, name))
}

fn compile(toolchain: &Toolchain, name: &str, flags: &str) -> Result<()> {
    must(
        toolchain
            .cargo(flags)
            .current_dir(root())
            .args(["build", "--quiet", "--locked", "--package", "lightsout-wasm", "--profile", "wasm"])
            .args(["--target", TARGET, "--target-dir"])
            .arg(toolchain.folder(name)),
    )
    .context("crates/wasm did not compile")
}

fn bind(toolchain: &Toolchain, name: &str) -> Result<()> {
    let root = root();
    let module = toolchain.folder(name).join(TARGET).join("wasm/lightsout_wasm.wasm");
    let out = root.join("web/pkg").join(name);
    let stamp = out.join(".stamp");
    let print =
        super::fingerprint(&[module.clone(), root.join("Cargo.lock"), root.join("web/pack.mjs")], &[])?;
    if stamped(&stamp, &print) {
        return Ok(());
    }
    must(
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .current_dir(&root)
            .args(["run", "--quiet", "--locked", "--profile", "tool", "--package", "xtask"])
            .args(["--features", "bind", "--bin", "bind", "--"])
            .arg(&module)
            .arg(&out),
    )
    .context("the bindings could not be written")?;
    let bound = out.join("lightsout_wasm_bg.wasm");
    must(Command::new("node").current_dir(root.join("web")).args(["pack.mjs"]).arg(&bound))
        .context("the module could not be packed")?;
    fs::write(stamp, print)?;
    Ok(())
}
