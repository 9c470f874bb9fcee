//! `kernel`, `coverings`, `matrix`, `figure` and `reproduce` as a person runs them.

use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lightsout")).args(arguments).output().unwrap()
}

fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let mut all = arguments.to_vec();
    all.extend(["--format", "json"]);
    serde_json::from_str(&text(&all)).unwrap()
}

/// The one sentence of a refusal.
fn refusal(arguments: &[&str], code: i32) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn kernels_are_listed() {
    assert_eq!(text(&["kernel", "triangle:2", "--format", "list"]), "1,3\n2,3\n");
    assert_eq!(text(&["kernel", "triangle:2", "--all", "--format", "list"]), "\n1,3\n1,2\n2,3\n");
    assert_eq!(text(&["kernel", "5x5", "--all", "--limit", "2", "--format", "list"]).lines().count(), 2);
    let answer = json(&["kernel", "triangle:22", "--all"]);
    assert_eq!(answer["count"], "16");
    assert_eq!(answer["patterns"].as_array().unwrap().len(), 16);
    assert_eq!(answer["patterns"][1].as_array().unwrap().len(), 22);
    let answer = json(&["kernel", "triangle:19", "--symmetric", "full"]);
    // The board's nullity, and the dimension of the patterns with the symmetry.
    let (nullity, dimension) = (&answer["nullity"], &answer["dimension"]);
    assert_eq!((nullity, dimension, &answer["count"]), (&8.into(), &1.into(), &"2".into()));
    assert_eq!(answer["basis"].as_array().unwrap().len(), 1);
    assert_eq!(json(&["kernel", "triangle:19", "--weights"])["nullity"], 8);
    let mirrored = ["kernel", "torus:3x3", "--rule", ".#./.##/...", "--symmetric", "reflection"];
    assert!(text(&mirrored).contains("symmetry reflection (in the diagonal from the upper right)\n"));
    assert_eq!(json(&mirrored)["mirror"], "in the diagonal from the upper right");
    assert_eq!(json(&["kernel", "5x5", "--symmetric", "reflection"])["mirror"], "left to right");
    assert!(text(&["kernel", "5x5"]).starts_with("5x5: 4 quiet patterns\n"));
    assert_eq!(json(&["kernel", "2x2", "--states", "3"])["count"], "3");
    assert_eq!(json(&["kernel", "3x3"])["basis"].as_array().unwrap().len(), 0);
}

#[test]
fn weights_and_sparsest() {
    assert_eq!(
        text(&["kernel", "5x5", "--weights", "--format", "csv"]),
        "buttons,patterns\n0,1\n12,2\n16,1\n"
    );
    let list = text(&["kernel", "triangle:14", "--sparsest", "--format", "list"]);
    assert_eq!(list.lines().count(), 1);
    assert!(refusal(&["kernel", "79x79", "--weights"], 3).contains("nullity 64"));
    // Presses are counted, not buttons.
    let fewest = |board: &[&str]| text(&[&["kernel", "--sparsest", "-f", "list"], board].concat());
    assert_eq!(fewest(&["2x2", "--states", "6"]), "1x2,2x2,3x2,4x2\n");
    let many = json(&["kernel", "torus:1x3", "--states", "30", "--sparsest"]);
    let presses: u64 = many["basis"][0][0].as_array().unwrap().iter().map(|x| x.as_u64().unwrap()).sum();
    assert_eq!(presses, 18);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("q.json");
    let system = r#"{"states":4,"lights":[0],"buttons":[[[0,1]],[[0,2]],[[0,0]]]}"#;
    std::fs::write(&file, system).unwrap();
    assert_eq!(fewest(&[file.to_str().unwrap()]), "2\n");
    let carried = ["kernel", file.to_str().unwrap(), "--propagate", "1"];
    assert!(refusal(&carried, 2).contains("--propagate needs a board"));
}

#[test]
fn propagation_and_names() {
    let answer = json(&["kernel", "triangle:5", "--index", "1", "--propagate", "10"]);
    assert_eq!(answer["boards"][0], "triangle:75");
    assert_eq!(answer["basis"][0].as_array().unwrap().len(), 75);
    let answer = json(&["kernel", "5x5", "--index", "1", "--propagate", "1x0"]);
    assert_eq!(answer["boards"][0], "11x5");
    let pressed = text(&["kernel", "triangle:61", "--named", "sierpinski", "--format", "list"]);
    assert_eq!(pressed.trim().split(',').count(), 540);
    let drawn = text(&["kernel", "triangle:5", "--named", "sierpinski"]);
    assert!(drawn.starts_with("triangle:5: the quiet pattern sierpinski\n\n1: 6 buttons\n"), "{drawn}");
    assert!(refusal(&["kernel", "triangle:6", "--named", "sierpinski"], 2).contains("5, 13, 29, 61"));
    assert!(refusal(&["kernel", "torus:5x5", "--propagate", "1"], 2).contains("expected a triangle"));
    assert!(refusal(&["kernel", "5x5", "--propagate", "x"], 2).contains("expected a number of steps"));
    // Whether or not there is a pattern to carry.
    assert!(refusal(&["kernel", "torus:4x5", "--propagate", "1"], 2).contains("expected a triangle"));
    for cylinder in ["cylinder:3x4", "cylinder:5x5"] {
        assert!(refusal(&["kernel", cylinder, "--propagate", "1x2"], 2).contains("grows in rows only"));
    }
    assert_eq!(json(&["kernel", "3x3", "--propagate", "1"])["boards"], serde_json::json!([]));
    assert!(refusal(&["kernel", "5x5", "--states", "3", "--propagate", "1"], 2).contains("found 3"));
    assert!(refusal(&["kernel", "5x5", "--index", "3"], 2).contains("2 basis patterns"));
    assert!(refusal(&["kernel", "2x3", "--symmetric", "shift"], 2).contains("no shift"));
}

#[test]
fn coverings_are_counted_both_ways() {
    let answer = json(&["coverings", "2x3"]);
    assert_eq!((answer["count"].clone(), answer["parity"].clone()), ("22".into(), "even".into()));
    assert_eq!((answer["determinant"].clone(), answer["nullity"].clone()), (0.into(), 2.into()));
    let answer = json(&["coverings", "triangle:7", "--random", "--seed", "4"]);
    assert_eq!(answer["parity"], "odd");
    let covered: usize =
        answer["covering"].as_array().unwrap().iter().map(|p| p.as_array().unwrap().len()).sum();
    assert_eq!(covered, 28);
    assert_eq!(json(&["coverings", "4095x4095", "--parity"])["parity"], "odd");
    assert_eq!(json(&["coverings", "triangle:75", "--parity"])["parity"], "even");
    assert_eq!(
        text(&["coverings", "4x4", "--format", "list"]),
        text(&["coverings", "4x4", "--format", "list", "--seed", "1"])
    );
    let wide = run(&["coverings", "torus:30x30"]);
    assert_eq!(wide.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&wide.stderr).contains("the parity alone"));
}

#[test]
fn matrices_in_every_format() {
    assert_eq!(text(&["matrix", "triangle:2"]), "1 1 1\n1 1 1\n1 1 1\n");
    assert_eq!(text(&["matrix", "1x2", "--states", "5", "--format", "csv"]), "1,1\n1,1\n");
    assert!(text(&["matrix", "3x3", "--format", "mtx"]).contains("9 9 33\n"));
    assert!(text(&["matrix", "3x3", "--format", "pbm"]).starts_with("P1\n9 9\n"));
    assert!(text(&["matrix", "triangle:6", "--format", "svg"]).contains("The toggle matrix of triangle:6"));
}

#[test]
fn figures_are_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let png = folder.path().join("figure.png");
    for arguments in [
        vec!["figure", "triangle:7", "--press", "1,10,12,20,22,23,25", "--numbers"],
        vec!["figure", "5x5", "--all-on", "--solution"],
        vec!["figure", "cylinder:5x4", "--states", "4", "--all-on", "--chase", "3"],
        vec!["figure", "triangle:6", "--quiet-pattern", "sparsest"],
        vec!["figure", "triangle:4", "--covering", "--numbers"],
        vec!["kernel", "triangle:61", "--named", "sierpinski"],
    ] {
        let mut all = arguments.clone();
        all.extend(["--format", "svg"]);
        assert!(text(&all).ends_with("</svg>\n"), "{arguments:?}");
        let mut all = arguments.clone();
        all.extend(["-o", png.to_str().unwrap()]);
        text(&all);
        let bytes = std::fs::read(&png).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 500, "{arguments:?}");
    }
    assert!(refusal(&["figure", "5x5", "--quiet-pattern", "9"], 2).contains("1 to 2"));
    assert!(refusal(&["figure", "5x5", "--chase", "1"], 2).contains("2 to 6"));
}

#[test]
fn a_frame_of_a_chase_is_one_of_the_chase() {
    // A torus has no last row to leave: the first row of lights is turned off by the last row of buttons.
    let stars = |arguments: &[&str]| {
        let svg = text(arguments);
        (svg.matches("<polygon").count(), svg.contains("what is left"))
    };
    assert_eq!(stars(&["figure", "torus:5x5", "--all-on", "--chase", "2"]), (5, false));
    assert_eq!(stars(&["figure", "torus:5x5", "--all-on", "--chase", "4"]), (0, false));
    assert_eq!(stars(&["figure", "torus:5x5", "--all-on", "--chase", "5"]), (0, true));
    assert!(refusal(&["figure", "torus:5x5", "--all-on", "--chase", "6"], 2).contains("2 to 5"));
    assert_eq!(stars(&["figure", "3x3", "--all-on", "--chase", "2"]), (3, false));
    assert_eq!(stars(&["figure", "3x3", "--all-on", "--chase", "4"]), (0, true));
    let svg = text(&["figure", "torus:5x5", "--all-on", "--chase", "2"]);
    let last = svg.split("<polygon points=\"").nth(1).unwrap().split(',').nth(1).unwrap();
    assert!(last.split(' ').next().unwrap().parse::<f64>().unwrap() > 120.0, "in the last row: {last}");
}

#[test]
fn a_picture_of_no_pattern_says_so() {
    let svg = text(&["kernel", "3x3", "-f", "svg"]);
    assert!(svg.contains(">3x3: no quiet pattern but the empty one</text>"), "{svg}");
    let svg = text(&["kernel", "5x5", "--limit", "0", "-f", "svg"]);
    assert!(svg.contains(">5x5: 0 of 2 patterns shown</text>"), "{svg}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("h.txt");
    std::fs::write(&file, "#..\n...\n").unwrap();
    let output = run(&["figure", file.to_str().unwrap(), "--solution"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "lightsout: 2x3: the state has no solution\n");
}

#[test]
fn texts_in_pictures_need_no_installed_font() {
    // The same picture with and without its numbers differs in many dots.
    let folder = tempfile::tempdir().unwrap();
    let dots = |numbers: bool| {
        let file = folder.path().join("n.png");
        let mut arguments = vec!["figure", "3x3", "-o", file.to_str().unwrap()];
        if numbers {
            arguments.push("--numbers");
        }
        text(&arguments);
        let image = resvg::tiny_skia::Pixmap::load_png(&file).unwrap();
        image
            .pixels()
            .iter()
            .filter(|p| u32::from(p.red()) + u32::from(p.green()) + u32::from(p.blue()) < 150)
            .count()
    };
    assert!(dots(true) > dots(false) + 300);
}

#[test]
fn reproduce_compares_line_by_line() {
    let answer = json(&["reproduce", "--document", "triangle"]);
    let items = answer["items"].as_array().unwrap();
    assert!(items.iter().any(|i| i["item"] == "Table 1, side 75" && i["ours"] == "2" && i["theirs"] == "0"));
    assert!(items.iter().filter(|i| i["verdict"] == "match").count() > 15);
    refusal(&["reproduce", "--document", "nothing"], 2);
}
