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
        Err(error) if is_help(&error) => error.exit(),
        Err(error) => {
            let sentence = bad_value(&error).unwrap_or_else(|| bad_usage(&error));
            fail::say(format_args!("lightsout: {sentence}"));
            return ExitCode::from(2);
        }
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

/// Whether what the parser of arguments says is help or the version.
fn is_help(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            | ErrorKind::DisplayVersion
    )
}

/// One sentence for arguments that are missing, unknown or do not go together: the parser's own first paragraph, and the
/// word that may have been meant.
fn bad_usage(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let mut lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    let head = lines.next().unwrap_or_default();
    let mut sentence = head.strip_prefix("error: ").unwrap_or(head).to_string();
    let rest: Vec<&str> = lines.collect();
    if !rest.is_empty() {
        sentence = format!("{sentence} {}", rest.join(", "));
    }
    let meant = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand];
    match meant.into_iter().find_map(|kind| error.get(kind)) {
        Some(ContextValue::String(word)) => format!("{sentence}, perhaps '{word}' is meant"),
        Some(ContextValue::Strings(words)) if !words.is_empty() => {
            format!("{sentence}, perhaps '{}' is meant", words.join("' or '"))
        }
        _ => sentence,
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
        (ErrorKind::InvalidValue, Some(ContextValue::Strings(words))) if !words.is_empty() => {
            format!("expected one of {}", words.join(", "))
        }
        (ErrorKind::ValueValidation, _) => std::error::Error::source(error)?.to_string(),
        _ => return None,
    };
    Some(format!("{option}: found \"{found}\", {expected}"))
}
