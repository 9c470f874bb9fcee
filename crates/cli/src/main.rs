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

use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};

fn main() -> ExitCode {
    let typed = args::Cli::definition().try_get_matches();
    let args = match typed.and_then(|mut matches| args::Cli::from_arg_matches_mut(&mut matches)) {
        Ok(args) => args,
        Err(error) => match bad_value(&error) {
            Some(sentence) => {
                fail::say(format_args!("lightsout: {sentence}"));
                return ExitCode::from(2);
            }
            None => error.exit(),
        },
    };
    match commands::run(&args) {
        Ok(status) => ExitCode::from(status as u8),
        Err(fail::Fail::ClosedPipe) => ExitCode::SUCCESS,
        Err(fail) => {
            fail::say(format_args!("lightsout: {fail}"));
            ExitCode::from(fail.code())
        }
    }
}

/// One sentence for an option whose value is none: the option, what was found and what was expected.
fn bad_value(error: &clap::Error) -> Option<String> {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let option = word(ContextKind::InvalidArg)?.split(' ').next()?;
    let found = word(ContextKind::InvalidValue)?;
    let expected = match (error.kind(), error.get(ContextKind::ValidValue)) {
        (ErrorKind::InvalidValue, Some(ContextValue::Strings(words))) => {
            format!("expected one of {}", words.join(", "))
        }
        (ErrorKind::ValueValidation, _) => std::error::Error::source(error)?.to_string(),
        _ => return None,
    };
    Some(format!("{option}: found \"{found}\", {expected}"))
}
