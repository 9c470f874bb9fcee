//! `lightsout serve`: the web page from the program itself, for this machine only.

mod http;
mod page;

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;

use clap::Args;

use crate::args::number;
use crate::fail::{Fail, Status, say};
use page::Page;

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The port on 127.0.0.1; 0 takes any that is free.
    #[arg(long, value_name = "PORT", default_value_t = 4780, allow_negative_numbers = true, value_parser = number::<u16, 0>)]
    port: u16,
    /// Serve a built page from this folder (read once, at the start) instead of the one that the
    /// program carries.
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

/// Serves the page until the program is stopped.
pub(crate) fn run(args: &ServeArgs) -> Result<Status, Fail> {
    let page = match &args.dir {
        Some(folder) => Page::read(folder)?,
        None => Page::carried()?,
    };
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => Fail::Input(format!(
                "port {} of 127.0.0.1 is in use: choose another with --port, or 0 for any that is free",
                args.port
            )),
            _ => Fail::io(&format!("port {} of 127.0.0.1", args.port), &error),
        })?;
    let port = listener.local_addr().map_err(|error| Fail::io("127.0.0.1", &error))?.port();
    let mut out = io::stdout().lock();
    writeln!(out, "http://127.0.0.1:{port}/")
        .and_then(|()| out.flush())
        .map_err(|error| Fail::io("standard output", &error))?;
    drop(out);
    say(format_args!("serving {} files on this machine only; stop with Ctrl+C", page.len()));
    http::serve(&listener, port, page);
    Ok(Status::Yes)
}
