//! A web server that knows two methods and a fixed list of files.

use std::io::{self, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::page::Page;

/// A request's first line and headers must fit.
const MOST_HEAD: usize = 16 << 10;
/// Connections answered at the same time; further ones wait.
const MOST_CONNECTIONS: usize = 64;
/// How long a browser may take to send a request or to take an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Nothing from elsewhere, no inline script or style, no frame around the page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
form-action 'none'; frame-ancestors 'none'";

/// Answers requests until the program ends.
pub(super) fn serve(listener: &TcpListener, port: u16, page: Page) {
    let page = Arc::new(page);
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Out of files or the like: let others finish first.
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        while open.load(Ordering::Acquire) >= MOST_CONNECTIONS {
            thread::sleep(Duration::from_millis(5));
        }
        open.fetch_add(1, Ordering::AcqRel);
        let (page, done) = (Arc::clone(&page), Arc::clone(&open));
        let work = move || {
            // A browser that goes away is no failure of the server.
            let _ = answer(stream, port, &page);
            done.fetch_sub(1, Ordering::AcqRel);
        };
        if thread::Builder::new().spawn(work).is_err() {
            open.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

/// Reads one request, answers it and closes the connection.
fn answer(mut stream: TcpStream, port: u16, page: &Page) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let head = read_head(&mut stream)?;
    let reply = reply(head.as_deref(), port, page);
    let mut text = format!("HTTP/1.1 {}\r\nContent-Length: {}\r\n", reply.status, reply.body.len());
    for (name, value) in [
        ("Content-Type", reply.media_type),
        ("Content-Security-Policy", POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-cache"),
        ("Connection", "close"),
    ] {
        text.push_str(name);
        text.push_str(": ");
        text.push_str(value);
        text.push_str("\r\n");
    }
    if reply.status.starts_with("405") {
        text.push_str("Allow: GET, HEAD\r\n");
    }
    text.push_str("\r\n");
    stream.write_all(text.as_bytes())?;
    if reply.with_body {
        stream.write_all(reply.body)?;
    }
    stream.flush()?;
    stream.shutdown(std::net::Shutdown::Write)?;
    // What else was sent is taken in, so that closing does not cut off the answer.
    let mut rest = [0; 1024];
    for _ in 0..64 {
        if stream.read(&mut rest)? == 0 {
            break;
        }
    }
    Ok(())
}

/// The bytes up to the empty line, as text; `None` when there is no such line within the limit.
fn read_head(stream: &mut TcpStream) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    let mut buffer = [0; 2048];
    loop {
        if let Some(end) = head.windows(4).position(|w| w == b"\r\n\r\n") {
            head.truncate(end);
            return Ok(String::from_utf8(head).ok());
        }
        if head.len() > MOST_HEAD {
            return Ok(None);
        }
        let read = stream.read(&mut buffer)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        head.extend_from_slice(&buffer[..read]);
    }
}

struct Reply<'a> {
    status: &'static str,
    media_type: &'static str,
    body: &'a [u8],
    with_body: bool,
}

impl Reply<'_> {
    fn short(status: &'static str) -> Reply<'static> {
        Reply { status, media_type: "text/plain; charset=utf-8", body: status.as_bytes(), with_body: true }
    }
}

/// The answer to a request.
fn reply<'a>(head: Option<&str>, port: u16, page: &'a Page) -> Reply<'a> {
    let Some(head) = head else { return Reply::short("400 Bad Request") };
    let mut lines = head.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(target), Some(version), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Reply::short("400 Bad Request");
    };
    if !version.starts_with("HTTP/1.") {
        return Reply::short("505 HTTP Version Not Supported");
    }
    if !own_host(lines, port) {
        return Reply::short("403 Forbidden");
    }
    if method != "GET" && method != "HEAD" {
        return Reply::short("405 Method Not Allowed");
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let mut reply = match page.get(path) {
        Some((media_type, body)) => Reply { status: "200 OK", media_type, body, with_body: true },
        None => Reply::short("404 Not Found"),
    };
    reply.with_body = method == "GET";
    reply
}

/// Whether the request was meant for this server: a page elsewhere that has its own name point at
/// 127.0.0.1 is not answered.
fn own_host<'a>(headers: impl Iterator<Item = &'a str>, port: u16) -> bool {
    let mut hosts = headers.filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("host").then(|| value.trim())
    });
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let (name, number) = host.rsplit_once(':').unwrap_or((host, "80"));
    (name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost")) && number.parse() == Ok(port)
}
