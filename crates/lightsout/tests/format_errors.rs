//! What is wrong with an input is told in one sentence that names the place.

use lightsout::format::{self, Overrides};

/// The error of an input as its sentence.
#[track_caller]
fn error(text: &str) -> String {
    match format::parse(text.as_bytes(), &Overrides::default()) {
        Ok(puzzle) => panic!("accepted {text:?} as {puzzle:?}"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for &(text, sentence) in cases {
        let found = error(text);
        assert!(found.starts_with(sentence), "{text:?}\n found    {found}\n expected {sentence}");
    }
}

#[test]
fn text() {
    check(&[
        ("", "line 1, column 1: found nothing, expected a puzzle"),
        ("\n", "line 1, column 1: found nothing, expected a puzzle"),
        ("\n\n", "line 1, column 1: found nothing, expected a puzzle"),
        ("board: 2x2", "line 1, column 11: found the end, expected rows of lights"),
        ("board: 2x2\n", "line 1, column 11: found the end, expected rows of lights"),
        ("board: 2x2\n\n", "line 2, column 1: found the end, expected rows of lights"),
        ("..\n.q", "line 2, column 2: found 'q' (state 26), expected a state below 2"),
        ("..\n.2", "line 2, column 2: found '2' (state 2), expected a state below 2"),
        ("..\n.Q", "line 2, column 2: found 'Q', expected a state (. # 0-9 a-z) or a hole _"),
        ("..\n☃.", "line 2, column 1: found '☃', expected a state (. # 0-9 a-z) or a hole _"),
        ("..\n.\0", "line 2, column 2: found '\\0', expected a state (. # 0-9 a-z) or a hole _"),
        ("...\n..", "line 2, column 3: found a row of 2 places, expected 3 as in the row above"),
        ("..\n...", "line 2, column 3: found place 3 in a row, expected a row of 2 as above"),
        (
            "..\n\n..",
            "line 3, column 1: found a row after a blank line, expected no blank line inside a grid",
        ),
        (
            " #\n#",
            "line 2, column 1: found a row that starts at column 1, expected column 2 as in the row above",
        ),
        ("__\n__", "line 1, column 1: found a grid of holes, expected at least one light"),
        ("1 2 3", "line 1, column 3: found '2' (state 2), expected a state below 2"),
        ("1 0 10", "line 1, column 5: found state 10, expected a state below 2"),
        ("states: 40\n\n1 0 40", "line 3, column 5: found state 40, expected a state below 40"),
        (
            "states: 40\n\n....",
            "line 3, column 1: found \"....\", expected an integer below 40 or a hole _, split by blanks or commas",
        ),
        ("states: 40\n\n1,,2", "line 3, column 3: found a comma, expected a state or a hole _"),
        ("states: 40\n\n1, 2,", "line 3, column 6: found the end of the row, expected a state or a hole _"),
        (
            "states: 40\n\n99999999999999999999",
            "line 3, column 1: found \"99999999999999999999\", expected a state below 40",
        ),
    ]);
    let bytes = format::parse(b"..\n.\xff", &Overrides::default()).unwrap_err().to_string();
    assert_eq!(bytes, "line 2, column 2: found the byte 0xff, expected text in UTF-8");
}

#[test]
fn boards_in_text() {
    check(&[
        ("board: 2x3\n\n...\n", "line 3, column 1: found 1 row, expected 2 of the board 2x3"),
        ("board: 1x3\n\n...\n...", "line 4, column 1: found row 2, expected 1 row of the board 1x3"),
        (
            "board: triangle:2\n\n.\n...\n",
            "line 4, column 3: found place 3 in a row, expected 2 in row 2 of the board triangle:2",
        ),
        (
            "board: 99999999x99999999\n\n.",
            "line 3, column 2: found a row of 1 place, expected 99999999 in row 1 of the board 99999999x99999999",
        ),
        ("board: 1x2\n\n__", "board 1x2 with a hole in every place: has no cell"),
    ]);
}

#[test]
fn keys() {
    check(&[
        ("board: sphere:2\n\n.", "line 1, column 8: board \"sphere:2\": expected ROWSxCOLUMNS"),
        (
            "board: graph:x\n\n.",
            "line 1, column 8: found \"graph:x\", expected a board; a graph comes beside",
        ),
        ("states: 1\n\n.", "line 1, column 9: found \"1\", expected a number of states from 2 to 4294967296"),
        ("states: 0\n\n.", "line 1, column 9: found \"0\", expected a number of states from 2 to 4294967296"),
        ("states:\n\n.", "line 1, column 8: found \"\", expected a number of states from 2 to 4294967296"),
        ("states: 4294967297\n\n.", "line 1, column 9: found \"4294967297\""),
        (
            "states: 3\nstates: 3\n\n.",
            "line 2, column 1: found the key \"states\" again, expected each key once",
        ),
        (
            "colour: 3\n\n.",
            "line 1, column 1: found the key \"colour\", expected board, states, rule or target before the colon",
        ),
        ("rule: bishop\n\n.", "line 1, column 7: rule \"bishop\": expected plus"),
        ("board: triangle:1\nrule: king\n\n.", "line 2, column 7: rule \"king\": triangle:1: only"),
        (
            "..\nstates: 3",
            "line 2, column 1: found the key \"states\" after the lights, expected keys before",
        ),
    ]);
}

#[test]
fn targets_in_text() {
    check(&[
        ("target: 2\n\n.", "line 1, column 9: found the target state 2, expected a state below 2"),
        ("target: up\n\n.", "line 1, column 9: found \"up\", expected off, on or a state"),
        (
            "target:\n\n.",
            "line 1, column 8: found nothing after target:, expected off, on or a state; a target grid",
        ),
        ("..\ntarget:\n", "line 3, column 1: found 0 rows, expected 1 of the board 1x2"),
        ("..\ntarget:\n.", "line 3, column 2: found a row of 1 place"),
        ("._\ntarget:\n..", "line 3, column 2: found \".\", expected a hole _ as the board has there"),
        ("..\ntarget:\n_.", "line 3, column 1: found a hole, expected a state, no hole"),
        ("..\ntarget: on\n..", "line 3, column 1: found more rows after the target, expected the end"),
        ("target: on\n..\ntarget:\n..", "line 3, column 1: found a second target, expected only one"),
    ]);
}

#[test]
fn json_syntax() {
    check(&[
        ("{", "line 1, column 1: found the end of the text, expected the rest of a JSON object"),
        ("{\"schema\":\"é\", x}", "line 1, column 16: found 'x'"),
        ("{\n \"light\":[]}", "line 2, column 8: found the key \"light\", expected one of \"schema\""),
        (
            "{\"states\":3,\"states\":3}",
            "line 1, column 20: found the key \"states\" again, expected each key once",
        ),
        ("{\"lights\":[[0]]} 5", "line 1, column 18: found '5', expected the end after the JSON object"),
        ("{\"lights\":[[0,]]}", "line 1, column 15: found ']', expected a value"),
        ("{\"lights\":[[0 1]]}", "line 1, column 15: found '1', expected \",\" or \"]\""),
    ]);
    let deep = "[".repeat(100_000);
    assert!(error(&format!("{{\"lights\":{deep}")).contains("found the end of the text"));
    let deep = format!("{{\"lights\":{deep}{}}}", "]".repeat(100_000));
    assert!(error(&deep).starts_with("line 1, column "), "{}", error(&deep));
}

#[test]
fn json_keys() {
    check(&[
        (
            "{\"schema\":1}",
            "line 1, column 1: found no key \"lights\", expected \"lights\", the state of each light",
        ),
        ("{\"schema\":2}", "line 1, column 11: found 2, expected the schema 1"),
        (
            "{\"states\":1,\"lights\":[[0]]}",
            "line 1, column 11: found 1, expected a number of states from 2 to",
        ),
        (
            "{\"states\":\"3\",\"lights\":[[0]]}",
            "line 1, column 11: found \"3\", expected a number of states",
        ),
        ("{\"states\":3.5,\"lights\":[[0]]}", "line 1, column 11: found 3.5, expected a number of states"),
        ("{\"board\":5,\"lights\":[[0]]}", "line 1, column 10: found 5, expected a board such as \"5x5\""),
        ("{\"board\":\"5y5\",\"lights\":[[0]]}", "line 1, column 10: board \"5y5\": expected ROWSxCOLUMNS"),
        ("{\"rule\":\"x\",\"lights\":[[0]]}", "line 1, column 9: rule \"x\": expected plus"),
        (
            "{\"lights\":[[0,0]],\"target\":2}",
            "line 1, column 28: found the target state 2, expected a state below 2",
        ),
        (
            "{\"lights\":[[0,0]],\"target\":\"up\"}",
            "line 1, column 28: found \"up\", expected \"off\", \"on\"",
        ),
        ("{\"lights\":[[0,0]],\"target\":[[0,null]]}", "line 1, column 32: found null, expected a number"),
        (
            "{\"lights\":[[0,null]],\"target\":[[0,0]]}",
            "line 1, column 35: found 0, expected null for the hole",
        ),
        ("{\"lights\":[[0,null]],\"target\":[[null,null]]}", "line 1, column 31: found nothing but holes"),
        (
            "{\"lights\":[[0,0]],\"target\":[[0,3]]}",
            "line 1, column 32: found state 3, expected a state below 2",
        ),
        ("{\"lights\":[[0,0]],\"weights\":[[0]]}", "line 1, column 30: found a row of 1 value"),
    ]);
}

#[test]
fn json_lights() {
    check(&[
        (
            "{\"board\":\"5x5\",\"lights\":[[1]]}",
            "line 1, column 25: found 1 row, expected 5 of the board 5x5",
        ),
        (
            "{\"board\":\"1x5\",\"lights\":[[1]]}",
            "line 1, column 26: found a row of 1 value, expected 5 in row 1 of the board 1x5",
        ),
        ("{\"board\":\"1x2\",\"lights\":[1,0]}", "line 1, column 26: found 1, expected a row, as a list"),
        (
            "{\"board\":\"99999999x99999999\",\"lights\":[[1]]}",
            "line 1, column 39: found 1 row, expected 99999999 of",
        ),
        (
            "{\"lights\":[[0,0],\n[0,\"x\"]]}",
            "line 2, column 4: found \"x\", expected a state, null for a hole",
        ),
        ("{\"lights\":[[0,0],\n[0,2]]}", "line 2, column 4: found state 2, expected a state below 2"),
        ("{\"lights\":[[0,null],\n[null,2]]}", "line 2, column 7: found state 2, expected a state below 2"),
        (
            "{\"lights\":[[0,0],\n[0]]}",
            "line 2, column 1: found a row of 1 value, expected 2 as in the first",
        ),
        ("{\"lights\":[[0,-1]]}", "line 1, column 15: found -1, expected a state"),
        ("{\"lights\":[[0,4294967296]]}", "line 1, column 15: found 4294967296, expected a state"),
        ("{\"lights\":[[0,[1]]]}", "line 1, column 15: found [1], expected a state"),
        ("{\"lights\":[[0],1]}", "line 1, column 16: found 1, expected a state"),
        ("{\"lights\":[0,[1]]}", "line 1, column 14: found [1], expected a state"),
        ("{\"lights\":7}", "line 1, column 11: found 7, expected a list of rows or of numbers"),
        ("{\"lights\":[0,1]}", "line 1, column 11: found [0,1], expected a list of rows, or \"buttons\""),
        ("{\"lights\":[]}", "line 1, column 11: found [], expected a list of rows"),
        ("{\"lights\":[[]]}", "line 1, column 11: board 1x0: has no cell"),
        ("{\"lights\":[[null]]}", "line 1, column 11: board 1x1 with a hole in every place: has no cell"),
        (
            "{\"board\":\"1x1\",\"lights\":[[null]]}",
            "line 1, column 25: found nothing but holes, expected at least",
        ),
    ]);
}

#[test]
fn json_buttons() {
    check(&[
        (
            "{\"lights\":[0],\"buttons\":[[7]]}",
            "line 1, column 27: found light 7, expected a light from 0 to 0",
        ),
        (
            "{\"lights\":[],\"buttons\":[[0]]}",
            "line 1, column 26: found light 0, expected none, since there are no",
        ),
        (
            "{\"states\":3,\"lights\":[5],\"buttons\":[[0]]}",
            "line 1, column 23: found state 5, expected a state below 3",
        ),
        (
            "{\"lights\":[0],\"buttons\":[[0],[[0,-1]]]}",
            "line 1, column 31: found [0,-1], expected a light, counted from 0, or [light, amount]",
        ),
        ("{\"lights\":[0],\"buttons\":[0]}", "line 1, column 26: found 0, expected a list of the lights"),
        (
            "{\"lights\":[0],\"buttons\":{}}",
            "line 1, column 25: found {}, expected a list with one list for each",
        ),
        (
            "{\"lights\":[[0]],\"buttons\":[]}",
            "line 1, column 12: found [0], expected a number, for a free system",
        ),
        ("{\"lights\":[null],\"buttons\":[]}", "line 1, column 12: found null, expected a number, no hole"),
        ("{\"lights\":[0],\"buttons\":[],\"target\":[0,0]}", "line 1, column 37: found 2 states, expected 1"),
        ("{\"lights\":[0],\"buttons\":[],\"weights\":[0]}", "line 1, column 38: found 1 weight, expected 0"),
        (
            "{\"board\":\"1x1\",\"lights\":[0],\"buttons\":[]}",
            "line 1, column 10: found the key \"board\" beside \"buttons\", expected only one of the two",
        ),
    ]);
}

#[test]
fn brackets() {
    check(&[
        ("[.##.] (9)", "line 1, column 9: found light 9, expected a light from 0 to 3"),
        ("[.##", "line 1, column 5: found the end, expected a state or ]"),
        ("[.2]", "line 1, column 3: found '2' (state 2), expected a state below 2"),
        ("[. ]", "line 1, column 3: found ' ', expected a state such as . or #, or ]"),
        ("[.#] (0", "line 1, column 8: found the end, expected a comma or )"),
        ("[.#] (0,)", "line 1, column 9: found ')', expected the number of a light"),
        ("[.#]\n x", "line 2, column 2: found 'x', expected a button in parentheses"),
        ("[.#] (0) {", "line 1, column 11: found the end, expected }"),
        ("[.#] (0) {} (1)", "line 1, column 13: found '(', expected a button in parentheses or the end"),
    ]);
}
