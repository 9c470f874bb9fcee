//! `completions` and `man`, both from the definition of the arguments.

use clap::Args;
use clap_complete::Shell;

use crate::args::{Cli, OutputArgs};
use crate::fail::{Fail, Status};
use crate::output::Output;

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

/// Prints a completion script.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Status, Fail> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::definition(), "lightsout", &mut script);
    print(&script)
}

/// Prints the manual page, its commands included.
pub(crate) fn man() -> Result<Status, Fail> {
    let mut page = Vec::new();
    let mut command = Cli::definition();
    command.build();
    let fail = |error| Fail::io("manual page", &error);
    clap_mangen::Man::new(command.clone()).render(&mut page).map_err(fail)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let man = clap_mangen::Man::new(sub.clone());
        page.extend_from_slice(format!(".SH \"LIGHTSOUT {}\"\n", sub.get_name().to_uppercase()).as_bytes());
        man.render_description_section(&mut page).map_err(fail)?;
        man.render_synopsis_section(&mut page).map_err(fail)?;
        man.render_options_section(&mut page).map_err(fail)?;
    }
    print(&page)
}

fn print(bytes: &[u8]) -> Result<Status, Fail> {
    let mut out = Output::open(&OutputArgs::default())?;
    out.bytes(bytes)?;
    out.finish()?;
    Ok(Status::Yes)
}
