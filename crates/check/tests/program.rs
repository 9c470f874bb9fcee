//! The program: arguments, exit status, files read row by row.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lightsout-check-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("a file for the test");
        path.to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut child = Command::new(Path::new(env!("CARGO_BIN_EXE_lightsout-check")))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments closes its input early.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn the_exit_status_tells() {
    let folder = Folder::new("status");
    let puzzle = folder.file("puzzle.txt", b".#.\n###\n.#.\n");
    let right = folder.file("right.txt", b"2,2\n");
    let wrong = folder.file("wrong.txt", b"1,1\n");
    let (status, out, err) = run(&[&puzzle, &right], b"");
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("holds\n"), "{out}");
    let (status, out, _) = run(&[&puzzle, &wrong], b"");
    assert_eq!(status, Some(1));
    assert!(out.starts_with("does not hold\n"), "{out}");
    let (status, out, _) = run(&["--format", "json", &puzzle, "-"], b"...\n.1.\n...\n");
    assert_eq!(status, Some(0));
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&value["schema"], &value["holds"]), (&1.into(), &true.into()));
    let (status, _, _) = run(&["-", &wrong, "--target=on"], b"..#\n.##\n###\n");
    assert_eq!(status, Some(0));
}

#[test]
fn the_file_at_fault_is_named() {
    let folder = Folder::new("names");
    let (good, bad) = (folder.file("good.txt", b"#.\n"), folder.file("bad.txt", b"..\n.q\n"));
    let (_, _, said) = run(&[&bad, &good], b"");
    assert!(said.starts_with(&format!("error: puzzle {bad}, line 2, column 2: ")), "{said}");
    let (_, _, said) = run(&[&good, &bad], b"");
    assert!(said.starts_with(&format!("error: answer {bad}, line 2, column 2: ")), "{said}");
    let (_, _, said) = run(&["-", &good], b"?");
    assert!(said.starts_with("error: puzzle standard input, line 1, column 1: "), "{said}");
}

#[test]
fn bad_usage_and_bad_input_are_one_line() {
    let folder = Folder::new("usage");
    let puzzle = folder.file("puzzle.txt", b"...\n..\n");
    let puzzle = puzzle.as_str();
    for arguments in [
        &[][..],
        &[puzzle],
        &["-", "-"],
        &[puzzle, puzzle, puzzle],
        &["--bored", "5x5", puzzle, puzzle],
        &[puzzle, puzzle, "--board"],
        &["--states", "two", puzzle, puzzle],
        &["--format", "csv", puzzle, puzzle],
        &[puzzle, puzzle],
        &[puzzle, "no such file"],
        &["no such file", "-"],
        &[".", puzzle],
        &["--board", "6x", "-", puzzle],
    ] {
        let (status, out, err) = run(arguments, b"..\n..\n");
        assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.starts_with("error: ") && err.matches('\n').count() == 1, "{arguments:?}: {err}");
    }
    assert_eq!(run(&["--help"], b"").0, Some(0));
    assert!(run(&["--version"], b"").1.starts_with("lightsout-check "));
}

/// A random board as rows of press counts, and the lights that pressing them once from dark lights up.
fn board(rows: usize, columns: usize, states: u64, wraps: bool, seed: u64) -> (Vec<Vec<u64>>, Vec<Vec<u64>>) {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % states
    };
    let presses: Vec<Vec<u64>> = (0..rows).map(|_| (0..columns).map(|_| next()).collect()).collect();
    let at = |i: usize, j: usize| presses[i][j];
    let light = |i: usize, j: usize| {
        let mut sum = at(i, j);
        sum += if i > 0 { at(i - 1, j) } else { 0 };
        sum += if i + 1 < rows { at(i + 1, j) } else { 0 };
        sum += if j > 0 || wraps { at(i, (j + columns - 1) % columns) } else { 0 };
        sum += if j + 1 < columns || wraps { at(i, (j + 1) % columns) } else { 0 };
        (states - sum % states) % states
    };
    let lights = (0..rows).map(|i| (0..columns).map(|j| light(i, j)).collect()).collect();
    (presses, lights)
}

fn packed(cells: &[Vec<u64>]) -> Vec<u8> {
    let mut out = format!("P4\n{} {}\n", cells[0].len(), cells.len()).into_bytes();
    for row in cells {
        for eight in row.chunks(8) {
            out.push(eight.iter().enumerate().fold(0, |byte, (bit, &cell)| byte | (cell as u8) << (7 - bit)));
        }
    }
    out
}

fn grey(cells: &[Vec<u64>], states: u64) -> Vec<u8> {
    let mut out = format!("P5\n{} {}\n{}\n", cells[0].len(), cells.len(), states - 1).into_bytes();
    for &cell in cells.iter().flatten() {
        if states > 256 {
            out.push((cell >> 8) as u8);
        }
        out.push(cell as u8);
    }
    out
}

#[test]
fn images_are_checked_row_by_row() {
    let folder = Folder::new("images");
    for (rows, columns) in [(1, 1), (1, 9), (7, 1), (2, 2), (8, 8), (5, 63), (64, 65), (33, 128), (200, 301)]
    {
        for (states, wraps) in [(2, false), (2, true), (3, false), (5, true), (300, false)] {
            let (presses, lights) = board(rows, columns, states, wraps, (rows * columns) as u64 + states);
            let image = |cells: &[Vec<u64>]| if states == 2 { packed(cells) } else { grey(cells, states) };
            let spec = format!("{}{rows}x{columns}", if wraps { "cylinder:" } else { "" });
            let puzzle = folder.file("puzzle", &image(&lights));
            let answer = folder.file("answer", &image(&presses));
            let (status, out, err) = run(&["--board", &spec, &puzzle, &answer], b"");
            assert_eq!(status, Some(0), "{spec} {states}: {out}{err}");
            let mut wrong = presses.clone();
            wrong[rows / 2][columns - 1] = (wrong[rows / 2][columns - 1] + 1) % states;
            let wrong = folder.file("wrong", &image(&wrong));
            let (status, out, _) = run(&["--board", &spec, &puzzle, &wrong], b"");
            // One press of a cylinder of one column adds 3 to its light and one row up and down 1.
            assert_eq!(status, Some(1), "{spec} {states}: {out}");
            // The same through memory, and text instead of an image.
            let text: Vec<String> = presses
                .iter()
                .map(|row| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
                .collect();
            let text = text.join("\n");
            let (status, out, err) = run(&["--board", &spec, &puzzle, "-"], text.as_bytes());
            assert_eq!(status, Some(0), "{spec} {states}: {out}{err}");
        }
    }
}

#[test]
fn streamed_and_whole_checks_agree_on_stencils() {
    let folder = Folder::new("stencils");
    let (presses, lights) = board(9, 11, 2, false, 5);
    let (puzzle, answer) = (packed(&lights), packed(&presses));
    let files = [folder.file("puzzle", &puzzle), folder.file("answer", &answer)];
    for shape in ["", "cylinder:"] {
        for rule in
            ["plus", "king", "knight", "..#/.../...", "#......../........./.........", "#", ".", "row-column"]
        {
            for target in ["on", "off"] {
                let spec = format!("{shape}9x11");
                let arguments = ["--board", &spec, "--rule", rule, "--target", target];
                let (streamed, out, _) = run(&[&arguments[..], &[&files[0], &files[1]]].concat(), b"");
                let (whole, also, _) = run(&[&arguments[..], &[&files[0], "-"]].concat(), &answer);
                assert_eq!(streamed, whole, "{spec} {rule} {target}: {out} {also}");
                assert_eq!(
                    streamed == Some(0),
                    target == "off" && rule == "plus" && shape.is_empty(),
                    "{spec} {rule}"
                );
                // The same first wrong light.
                let cut = |text: &str| text.find("state ").map(|at| text[..at + 7].to_string());
                assert_eq!(cut(&out), cut(&also), "{spec} {rule} {target}");
            }
        }
    }
}

#[test]
fn damaged_images_are_refused() {
    let folder = Folder::new("damaged");
    let (presses, lights) = board(20, 20, 2, false, 3);
    let (lights, presses) = (packed(&lights), packed(&presses));
    let good = folder.file("good", &presses);
    let cases = [
        lights[..lights.len() - 1].to_vec(),
        [&lights[..], b"\0"].concat(),
        b"P4\n100000 100000\n".to_vec(),
        b"P4\n4294967296 1\n\0".to_vec(),
        b"P4\n20".to_vec(),
        b"P1\n2 2\n0 1 2 0".to_vec(),
    ];
    for (at, bytes) in cases.iter().enumerate() {
        let bad = folder.file("bad", bytes);
        // An image of another size is another puzzle before it is a damaged one.
        let status = run(&[&bad, &good], b"").0;
        assert!(status == Some(2) || at >= 2 && status == Some(1), "{at}");
        assert!(matches!(run(&[&good, &bad], b"").0, Some(1 | 2)), "{at}");
        assert_eq!(run(&[&bad, &bad], b"").0, Some(2), "{at}");
    }
    let puzzle = folder.file("puzzle", &lights);
    assert_eq!(run(&["--board", "20x21", &puzzle, &good], b"").0, Some(2));
    assert_eq!(run(&["--states", "1", &puzzle, &good], b"").0, Some(2));
    assert_eq!(run(&["--rule", "bishop", &puzzle, &good], b"").0, Some(2));
    assert_eq!(run(&[&puzzle, &good], b"").0, Some(0));
}
