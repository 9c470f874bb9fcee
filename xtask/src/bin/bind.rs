//! Writes the JavaScript bindings of a compiled module: `bind MODULE.wasm FOLDER`.
//!
//! Built only with the feature `bind`, so that nothing else has to compile the generator.

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else { bail!("usage: bind MODULE.wasm FOLDER") };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
        .with_context(|| format!("cannot bind {module}"))
}
