//! Lists and counts that are given up or cut short, and tables written row by row.

mod support;

use serde_json::Value;
use support::{json, run, status, stderr, stdout};

#[test]
fn a_list_of_patterns_that_is_cut_short_says_so() {
    for (args, complete) in [
        (&["--all"][..], true),
        (&["--all", "--limit", "4"], true),
        (&["--all", "--limit", "3"], false),
        (&[], true),
        (&["--limit", "1"], false),
    ] {
        let with = |format: &str| run(&[&["kernel", "5x5", "-f", format], args].concat());
        assert_eq!(json(&with("json"))["complete"], complete, "{args:?}");
        let text = stdout(&with("text"));
        assert_eq!(text.lines().last().unwrap().ends_with("patterns shown"), !complete, "{args:?}: {text}");
        assert_eq!(stderr(&with("list")).contains("patterns shown"), !complete, "{args:?}");
    }
    // No list was asked for.
    for which in [&["5x5", "--sparsest"][..], &["5x5", "--index", "2"], &["triangle:6", "--named", "pairs"]] {
        let answer = json(&run(&[&["kernel", "-f", "json"], which].concat()));
        assert_eq!(answer.get("complete"), Some(&Value::Null), "{which:?}");
        assert_eq!(answer["count"].is_string(), answer["nullity"].is_u64(), "{which:?}");
    }
}

#[test]
fn coverings_of_boards_too_wide_or_too_slow_are_given_up_with_the_parity() {
    let output = run(&["coverings", "30x30"]);
    assert_eq!(status(&output), 3);
    assert!(stderr(&output).contains("buttons across can be counted"), "{}", stderr(&output));
    assert!(stdout(&output).contains("the number of coverings by 1x1 and 2x1 pieces is even"));
    let output = run(&["coverings", "20x20", "--time-limit", "0", "-f", "json"]);
    assert_eq!(status(&output), 3);
    assert!(stderr(&output).contains("stopped before all were counted"), "{}", stderr(&output));
    let answer = json(&output);
    assert_eq!((&answer["count"], &answer["parity"]), (&Value::Null, &"odd".into()));
    assert_eq!(status(&run(&["coverings", "20x20", "--time-limit", "0", "-f", "list"])), 3);
}

#[test]
fn a_file_of_coverings_is_complete_or_absent() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["text", "json", "csv", "list", "svg"] {
        let file = folder.path().join(format);
        let name = file.to_str().unwrap();
        for board in [&["40x40"][..], &["20x20", "--time-limit", "0"]] {
            let output = run(&[&["coverings", "-f", format, "-o", name], board].concat());
            assert_eq!((status(&output), file.exists()), (3, false), "{format} {board:?}");
            assert!(stderr(&output).starts_with("lightsout: coverings of "), "{}", stderr(&output));
        }
    }
    let file = folder.path().join("parity");
    assert_eq!(status(&run(&["coverings", "40x40", "--parity", "-o", file.to_str().unwrap()])), 0);
    assert!(file.exists());
}

#[test]
fn no_covering_to_draw_is_a_no_in_every_format() {
    for format in ["text", "json", "list", "svg", "png"] {
        let random: &[&str] = if ["text", "json"].contains(&format) { &["--random"] } else { &[] };
        let board = ["coverings", "3x3", "--rule", "plus-open", "-f", format];
        let output = run(&[&board[..], random].concat());
        assert_eq!(status(&output), 1, "{format}");
        assert_eq!(stderr(&output), "lightsout: 3x3 has no covering\n", "{format}");
        if format == "json" {
            let answer = json(&output);
            assert_eq!((&answer["count"], &answer["covering"]), (&"0".into(), &Value::Null));
        }
    }
    // Their number is an answer.
    assert_eq!(status(&run(&["coverings", "3x3", "--rule", "plus-open"])), 0);
}

#[cfg(unix)]
#[test]
fn an_interrupt_of_coverings_gives_the_parity() {
    let output = support::interrupted(&["coverings", "21x60", "-f", "json"]);
    assert_eq!(status(&output), 3);
    let answer = json(&output);
    assert_eq!((&answer["count"], answer["parity"].is_string()), (&Value::Null, true));
}

#[test]
fn a_table_of_fibonacci_numbers_is_as_wide_as_its_largest() {
    let text = stdout(&run(&["fibonacci", "1000", "--table", "100"]));
    let table: Vec<&str> = text.lines().skip_while(|line| !line.contains("F(i)  ")).collect();
    assert_eq!(table.len(), 102);
    assert!(table.iter().all(|line| line.len() == table[0].len()), "{text}");
    assert_eq!(table[101].split_whitespace().collect::<Vec<_>>(), ["100", "354224848179261915075", "75"]);
    let rows = &json(&run(&["fibonacci", "1000", "--table", "100", "-f", "json"]))["table"];
    assert_eq!(rows.as_array().unwrap().len(), 101);
    assert_eq!(rows[100], serde_json::json!([100, "354224848179261915075", 75]));
}
