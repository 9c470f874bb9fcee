//! Images in and out: boards that are never unpacked.

mod support;

use support::{run, run_with, status, stderr, stdout};

#[test]
fn random_boards_are_solved_from_image_to_image() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (state, presses) = (path("state.pbm"), path("presses.pbm"));
    for (board, options) in [
        ("300x200", &["--board", "300x200"][..]),
        ("97x130", &["--board", "97x130", "--rule", "plus-open"]),
        ("50x50", &["--board", "50x50", "--rule", "king"]),
        ("cylinder", &["--board", "cylinder:40x77"]),
        ("torus", &["--board", "torus:66x70"]),
        ("triangle", &["--board", "triangle:90"]),
    ] {
        let made = run(&[&["press", "--random", "--seed", "5", "-o", &state][..], options].concat());
        assert_eq!(status(&made), 0, "{board}: {}", stderr(&made));
        let solved = run(&[&["solve", &state, "-o", &presses][..], options].concat());
        assert_eq!(status(&solved), 0, "{board}: {}", stderr(&solved));
        let verdict = run(&[&["check", &state, &presses][..], options].concat());
        assert_eq!(status(&verdict), 0, "{board}: {} {}", stdout(&verdict), stderr(&verdict));
    }
}

#[test]
fn packed_and_unpacked_random_states_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state.pbm");
    let name = file.to_str().unwrap();
    assert_eq!(status(&run(&["press", "--random", "--seed", "8", "--board", "9x70", "-o", name])), 0);
    let packed = run(&["press", name, "-f", "json"]);
    let plain = run(&["press", "--random", "--seed", "8", "--board", "9x70", "-f", "json"]);
    assert_eq!(stdout(&packed), stdout(&plain));
}

#[test]
fn all_on_has_the_published_press_counts() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (state, presses) = (path("on.pbm"), path("presses.pbm"));
    for (board, count) in [("998x998", 499_004u64), ("10000x10000", 50_025_640)] {
        assert_eq!(status(&run(&["press", "--all-on", "--board", board, "-o", &state])), 0);
        assert_eq!(status(&run(&["solve", &state, "-o", &presses])), 0);
        let image = std::fs::read(&presses).unwrap();
        let header =
            format!("P4\n{} {}\n", board.split('x').next().unwrap(), board.split('x').next().unwrap());
        assert!(image.starts_with(header.as_bytes()));
        let ones: u64 = image[header.len()..].iter().map(|byte| u64::from(byte.count_ones())).sum();
        assert_eq!(ones, count, "{board}");
    }
}

#[test]
fn singular_sizes_are_certified_or_solved() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (state, presses, proof) = (path("state.pbm"), path("presses.pbm"), path("proof.pbm"));
    for n in [4, 5, 9, 11, 14, 9999] {
        let board = format!("{n}x{n}");
        assert_eq!(status(&run(&["press", "--random", "--board", &board, "-o", &state])), 0);
        assert_eq!(status(&run(&["solve", &state, "-o", &presses])), 0, "{board}");
        // One light more: the difference is a single light, which is solvable only off every quiet pattern.
        let mut image = std::fs::read(&state).unwrap();
        let first = format!("P4\n{n} {n}\n").len();
        let mut refused = 0;
        for bit in 0..4 {
            image[first] ^= 0x80 >> bit;
            std::fs::write(&state, &image).unwrap();
            let _ = std::fs::remove_file(&presses);
            let output = run(&["solve", &state, "-o", &presses, "--certificate", &proof]);
            if status(&output) == 1 {
                refused += 1;
                assert!(!std::path::Path::new(&presses).exists(), "no presses are written");
                let proof = std::fs::read(&proof).unwrap();
                let overlap: u32 =
                    proof[first..].iter().zip(&image[first..]).map(|(y, b)| (y & b).count_ones()).sum();
                assert_eq!(overlap % 2, 1, "{board}");
            }
        }
        assert!(refused > 0, "{board}");
    }
}

#[test]
fn images_that_are_none_are_refused_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (state, presses) = (path("state.pbm"), path("presses.pbm"));
    for (image, expected) in [
        (&b"P4\n16 2\n\xff\xff\xff"[..], ""),
        (b"P4\n1000000000 1000000000\nxx", ""),
        (b"P4\n8 1\n\xff\xff", ""),
        (b"P4\n0 5\n", "width"),
        (b"P6\n1 1\n255\nabc", "P6"),
        (b"P1\n3 1\n012\n", ""),
        (b"P4\n", ""),
    ] {
        std::fs::write(&state, image).unwrap();
        let output = run(&["solve", &state, "-o", &presses]);
        assert_eq!(status(&output), 2, "{:?}", String::from_utf8_lossy(image));
        let said = stderr(&output);
        assert!(said.contains("state.pbm") && said.contains(expected) && said.lines().count() == 1, "{said}");
        assert!(!std::path::Path::new(&presses).exists());
    }
    let huge = run(&["press", "--random", "--board", "2000000x2000000", "-o", &presses]);
    assert_eq!(status(&huge), 2);
    assert!(stderr(&huge).contains("memory"), "{}", stderr(&huge));
    // Black beside a triangle.
    std::fs::write(&state, b"P1\n2 2\n01\n00\n").unwrap();
    let output = run(&["solve", &state, "--board", "triangle:2", "-o", &presses]);
    assert!(stderr(&output).contains("beside the triangle"), "{}", stderr(&output));
}

#[test]
fn triangles_are_images_whichever_way_they_came() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (state, text, presses) = (path("state.pbm"), path("state.txt"), path("presses.pbm"));
    let board = ["--board", "triangle:20"];
    let good = |args: &[&str]| {
        let output = run(args);
        assert_eq!(status(&output), 0, "{args:?}: {} {}", stdout(&output), stderr(&output));
        output
    };
    good(&[&["press", "--random", "-o", &state][..], &board].concat());
    good(&[&["press", "--random", "-o", &text][..], &board].concat());
    assert_eq!(
        stdout(&good(&[&["press", &state, "-f", "json"][..], &board].concat())),
        stdout(&good(&["press", &text, "-f", "json"]))
    );
    // From text to an image, by the fewest presses and without.
    for options in [&[][..], &["--minimal"]] {
        good(&[&["solve", &text, "-o", &presses][..], options].concat());
        good(&["check", &text, &presses]);
        good(&[&["check", &state, &presses][..], &board].concat());
    }
    // From an image to all else.
    for format in ["text", "list", "json", "csv"] {
        let output = good(&[&["solve", &state, "-f", format][..], &board].concat());
        if format != "text" {
            let answer = path(format);
            std::fs::write(&answer, &output.stdout).unwrap();
            good(&[&["check", &state, &answer][..], &board].concat());
        }
    }
    good(&["solve", "triangle:20", "--all-on", "-o", &presses]);
    let output = run(&["solve", &state, "--board", "triangle:19"]);
    assert!(stderr(&output).contains("20 rows of 20, expected 19 rows of 19"), "{}", stderr(&output));
}

#[test]
fn the_ending_pgm_is_that_of_an_image() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (state, presses) = (path("state.pgm"), path("presses.PGM"));
    assert_eq!(status(&run(&["press", "4x6", "--states", "3", "--random", "-o", &state])), 0);
    assert!(std::fs::read(&state).unwrap().starts_with(b"P5\n6 4\n2\n"));
    assert_eq!(status(&run(&["solve", &state, "-o", &presses])), 0);
    assert!(std::fs::read(&presses).unwrap().starts_with(b"P5\n6 4\n2\n"));
    let verdict = run(&["check", &state, &presses]);
    assert_eq!(status(&verdict), 0, "{}", stdout(&verdict));
    let refused = run(&["chase", &state, "-o", &path("steps.pgm")]);
    assert!(status(&refused) == 2 && stderr(&refused).contains("no format pbm"), "{}", stderr(&refused));
}

#[cfg(unix)]
#[test]
fn an_image_can_come_through_a_pipe_that_has_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let presses = path("presses.pbm");
    for board in ["30x20", "torus:7x7", "triangle:9"] {
        let state = run(&["press", "--random", "--board", board, "-f", "pbm"]).stdout;
        let piped = |args: &[&str]| {
            let output = run_with(&[args, &["--board", board]].concat(), &state);
            assert_eq!(status(&output), 0, "{args:?}: {} {}", stdout(&output), stderr(&output));
        };
        piped(&["solve", "/dev/stdin", "-o", &presses]);
        piped(&["check", "/dev/stdin", &presses]);
        // From this state to itself nothing is pressed.
        let lights = path("lights.pbm");
        std::fs::write(&lights, &state).unwrap();
        piped(&["solve", &lights, "--target", "/dev/stdin", "-o", &presses]);
        let image = std::fs::read(&presses).unwrap();
        let header = image.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').nth(1).unwrap().0 + 1;
        assert!(image[header..].iter().all(|&byte| byte == 0), "{board}");
    }
}
