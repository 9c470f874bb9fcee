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
    assert!(json(&run(&["kernel", "5x5", "--sparsest", "-f", "json"])).get("complete").is_none());
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
