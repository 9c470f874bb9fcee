//! The `lightsout` program: arguments in, answers out.
//!
//! Nothing here knows mathematics: a command reads its input, asks the library and prints.

mod args;
mod commands;
mod draw;
mod fail;
mod input;
mod interrupt;
mod large;
mod output;
mod picture;
mod progress;
mod watch;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let args = args::Cli::parse();
    match commands::run(&args) {
        Ok(status) => ExitCode::from(status as u8),
        Err(fail::Fail::ClosedPipe) => ExitCode::SUCCESS,
        Err(fail) => {
            fail::say(format_args!("lightsout: {fail}"));
            ExitCode::from(fail.code())
        }
    }
}
