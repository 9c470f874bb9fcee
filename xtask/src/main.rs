//! Project tasks: `cargo xtask test` and its parts.

mod bench;
mod run;
mod test;
mod web;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask TASK

tasks:
  test [PART..]   set up what the tests need and run them all; parts: format, lint, docs,
                  features, doctests, web, rust
  bench           figures side by side, written to bench/record/latest.md
  web [test|wasm] build the page into web/dist, or also test it, or only its WebAssembly
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["test", parts @ ..] => test::parts(parts),
        ["bench"] => bench::run_all(),
        ["web", words @ ..] => web::run(words),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
