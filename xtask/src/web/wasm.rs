//! `crates/wasm` compiled and bound into `web/pkg/simd` and `web/pkg/plain`.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use super::toolchain::{TARGET, Toolchain};
use super::{must, stamped};
use crate::run::root;

/// The two builds and their compiler flags; the page takes the first that the browser accepts.
const BUILDS: [(&str, &str); 2] = [("simd", "-Ctarget-feature=+simd128"), ("plain", "")];

/// Compiles both builds and writes their bindings.
///
/// # Errors
/// When there is no toolchain for wasm32 or the code does not compile.
pub(super) fn build() -> Result<()> {
    let root = root();
    let toolchain = Toolchain::find()?;
    for (name, flags) in BUILDS {
        let target = root.join("target").join(toolchain.name()).join(name);
        must(
            toolchain
                .cargo(flags)
                .current_dir(&root)
                .args(["build", "--quiet", "--locked", "--package", "lightsout-wasm", "--profile", "wasm"])
                .args(["--target", TARGET, "--target-dir"])
                .arg(&target),
        )
        .context("crates/wasm did not compile")?;
        let module = target.join(TARGET).join("wasm/lightsout_wasm.wasm");
        let out = root.join("web/pkg").join(name);
        let stamp = out.join(".stamp");
        let lock = root.join("Cargo.lock");
        let print = super::fingerprint(&[module.clone(), lock], &[])?;
        if stamped(&stamp, &print) {
            continue;
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
        fs::write(stamp, print)?;
        let size = fs::metadata(out.join("lightsout_wasm_bg.wasm"))?.len();
        println!("web/pkg/{name}: {} KB", size.div_ceil(1000));
    }
    Ok(())
}
