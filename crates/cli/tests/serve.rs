//! `lightsout serve`, asked as a browser asks and as a browser never would.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server with a small page in a folder of its own, stopped when it goes out of scope.
struct Server {
    child: Child,
    port: u16,
    _folder: tempfile::TempDir,
}

impl Server {
    fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, content: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        };
        write("page/index.html", "<!doctype html><title>page</title>");
        write("page/assets/code.js", "export {};");
        write("page/assets/code.wasm", "\0asm");
        write("page/.hidden", "hidden");
        write("secret.txt", "secret");
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path().join("secret.txt"), folder.path().join("page/link.txt"))
            .unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
            .args(["serve", "--port", "0", "--dir"])
            .arg(folder.path().join("page"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port =
            line.trim().strip_prefix("http://127.0.0.1:").unwrap().trim_end_matches('/').parse().unwrap();
        Server { child, port, _folder: folder }
    }

    /// Sends bytes, gives everything that comes back.
    fn send(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port).as_bytes())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn files_come_with_their_types_and_a_strict_policy() {
    let server = Server::start();
    for (path, media_type, body) in [
        ("/", "text/html; charset=utf-8", "<!doctype html><title>page</title>"),
        ("/index.html?x=1", "text/html; charset=utf-8", "<!doctype html><title>page</title>"),
        ("/assets/code.js", "text/javascript; charset=utf-8", "export {};"),
        ("/assets/code.wasm", "application/wasm", "\0asm"),
    ] {
        let answer = server.get(path);
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{path}: {answer}");
        assert!(answer.contains(&format!("\r\nContent-Type: {media_type}\r\n")), "{path}: {answer}");
        assert!(answer.contains("\r\nContent-Security-Policy: default-src 'none'; "), "{path}: {answer}");
        assert!(answer.contains("\r\nX-Content-Type-Options: nosniff\r\n"), "{path}: {answer}");
        assert!(answer.ends_with(&format!("\r\n\r\n{body}")), "{path}: {answer}");
    }
}

#[test]
fn nothing_else_can_be_read() {
    let server = Server::start();
    for path in [
        "/secret.txt",
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/assets/../../secret.txt",
        "/assets",
        "/assets/",
        "/.hidden",
        "/link.txt",
        "//etc/passwd",
        "/etc/passwd",
        "http://127.0.0.1/",
        "/%00",
        "*",
    ] {
        let answer = server.get(path);
        assert!(answer.starts_with("HTTP/1.1 404 Not Found\r\n"), "{path}: {answer}");
        assert!(!answer.contains("secret"), "{path}: {answer}");
    }
}

#[test]
fn other_methods_hosts_and_nonsense_are_refused() {
    let server = Server::start();
    let port = server.port;
    let host = format!("Host: 127.0.0.1:{port}\r\n\r\n");
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (format!("POST / HTTP/1.1\r\n{host}").into(), "405"),
        (format!("DELETE /index.html HTTP/1.1\r\n{host}").into(), "405"),
        ("GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n".into(), "403"),
        ("GET / HTTP/1.1\r\n\r\n".into(), "403"),
        (format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{host}").into(), "403"),
        ("GET /\r\n\r\n".into(), "400"),
        ("\r\n\r\n".into(), "400"),
        (b"\xff\xfe\r\n\r\n".to_vec(), "400"),
        (format!("GET / HTTP/3\r\n{host}").into(), "505"),
        ([b"GET /".as_slice(), &vec![b'a'; 40_000], b" HTTP/1.1\r\n\r\n"].concat(), "400"),
    ];
    for (request, status) in cases {
        let answer = server.send(&request);
        let shown = String::from_utf8_lossy(&request[..request.len().min(60)]).into_owned();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{shown}: {answer}");
    }
    let head = server.send(format!("HEAD / HTTP/1.1\r\n{host}").as_bytes());
    assert!(head.contains("\r\nContent-Length: 34\r\n") && head.ends_with("\r\n\r\n"), "{head}");
    // A connection that says nothing does not keep others waiting.
    let _silent = TcpStream::connect(("127.0.0.1", port)).unwrap();
    assert!(server.get("/").starts_with("HTTP/1.1 200 OK\r\n"));
}

#[test]
fn a_taken_port_and_a_folder_without_a_page_are_one_sentence() {
    let server = Server::start();
    let run = |args: &[&str], dir: &Path| {
        let out =
            Command::new(env!("CARGO_BIN_EXE_lightsout")).args(args).arg("--dir").arg(dir).output().unwrap();
        assert_eq!(out.status.code(), Some(2));
        String::from_utf8(out.stderr).unwrap()
    };
    let page = server._folder.path().join("page");
    let port = server.port.to_string();
    assert!(run(&["serve", "--port", &port], &page).contains("is in use"));
    assert!(run(&["serve", "--port", "0"], &page.join("assets")).contains("no file index.html"));
    assert!(run(&["serve", "--port", "0"], &page.join("nowhere")).contains("nowhere"));
}
