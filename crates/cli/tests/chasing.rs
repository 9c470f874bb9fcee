//! `chase`, `lookup` and `reproduce`, as a user types them.

mod support;

use serde_json::json;
use support::{json, run, run_with, status, stderr, stdout};

#[test]
fn the_classic_table() {
    let found = json(&run(&["lookup", "5x5", "--format", "json"]));
    assert_eq!((&found["schema"], &found["complete"]), (&json!(1), &json!(true)));
    let rows = found["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 7);
    assert!(rows.contains(&json!({"last": "11100", "first": "01000"})));
    assert_eq!(stdout(&run(&["lookup", "5x5", "-f", "csv"])).lines().count(), 8);
    assert!(stdout(&run(&["lookup", "classic"])).contains("# # # . .   . # . . ."));
    assert!(stdout(&run(&["lookup", "5x5", "-f", "svg"])).starts_with("<svg"));
    let short = stdout(&run(&["lookup", "19x17", "--limit", "10"]));
    assert!(short.contains("place"), "{short}");
    for args in [
        &["lookup"][..],
        &["lookup", "5x"],
        &["lookup", "5x5", "--states", "1"],
        &["lookup", "5x5", "-f", "pbm"],
    ] {
        let output = run(args);
        assert_eq!((status(&output), stderr(&output).lines().count()), (2, 1), "{args:?}");
    }
}

#[test]
fn how_often_a_button_is_pressed_stands_beside_it() {
    let text = stdout(&run(&["chase", "5x5", "--start", "1", "--states", "3"]));
    assert!(text.contains("in row 3 press 1, 2 (twice), 3 (twice), 4 (twice) and 5."), "{text}");
}

#[test]
fn a_chase_in_words_and_as_json() {
    let output = run(&["chase", "classic", "--all-on", "--minimal"]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    for part in [
        "First pass",
        "To turn off row 1 of lights: press every button of row 2 once.",
        "Look-up",
        "Second pass",
        "The shorter way",
        "4 choices of the first row solve the board",
        "15 presses  <- fewest",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let found = json(&run(&["chase", "classic", "--all-on", "--minimal", "-f", "json"]));
    assert_eq!((&found["press_count"], &found["solvable"]), (&json!(15), &json!(true)));
    let corner = run_with(&["chase", "-"], b"#....\n.....\n.....\n.....\n.....\n");
    assert_eq!(status(&corner), 1);
    assert!(stdout(&corner).contains("no solution"));
    // On a cylinder whose lights start alike the first pass is that of the one-pass theory.
    let cylinder = stdout(&run(&["chase", "cylinder:5x6", "--states", "4", "--start", "3"]));
    assert!(cylinder.contains("press every button of row 3 twice"), "{cylinder}");
    assert!(cylinder.contains("the first pass solves"), "{cylinder}");
    let drawing = stdout(&run(&["chase", "3x3", "--all-on", "-f", "svg"]));
    assert!(drawing.contains("Light chasing on 3x3"));
    for args in
        [&["chase", "5x5", "--start", "2"][..], &["chase", "no-such-file"], &["chase", "5x5", "--start", "x"]]
    {
        let output = run(args);
        assert_eq!((status(&output), stderr(&output).lines().count()), (2, 1), "{args:?}");
    }
    let many = run(&["chase", "9x9", "--all-on", "--minimal", "--limit", "10"]);
    assert_eq!((status(&many), stderr(&many).lines().count()), (3, 1));
}

#[test]
fn the_documents_are_reproduced() {
    for document in ["Cylinder", "chasing"] {
        let found = json(&run(&["reproduce", "--document", document, "-f", "json"]));
        let items = found["items"].as_array().expect("items");
        assert!(items.len() >= 9);
        for item in items.iter().filter(|item| item["verdict"] == "difference") {
            assert_ne!(item["note"], "", "{item}");
        }
    }
    let text = stdout(&run(&["reproduce", "--document", "cylinder"]));
    assert!(text.contains("S_6 = 104"), "{text}");
}
