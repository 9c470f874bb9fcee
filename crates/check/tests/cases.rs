//! The answers that `testdata/cases.json` states, confirmed by the checker alone.

use lightsout_check::{Verdict, check, toggles};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn cases() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/cases.json");
    let text = std::fs::read_to_string(path).expect("the cases");
    let whole: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(whole["schema"], 1);
    whole["cases"].as_array().expect("a list of cases").clone()
}

fn judged(puzzle: &Value, answer: &Value) -> Verdict {
    check(&puzzle.to_string(), &answer.to_string())
        .unwrap_or_else(|error| panic!("{error}\n{puzzle}\n{answer}"))
}

fn says(verdict: &Verdict, what: &str) -> bool {
    verdict.reasons.iter().any(|reason| reason.contains(what))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn every_case_is_of_the_schema() {
    let kinds = [
        "solve",
        "unsolvable",
        "count",
        "minimal",
        "levels",
        "all-on",
        "press",
        "nullity",
        "kernel",
        "inverse",
        "lookup",
        "hardest",
        "one-pass",
    ];
    let keys = [
        "id", "source", "kind", "about", "puzzle", "puzzles", "brackets", "board", "moves", "expected",
        "verified",
    ];
    let mut ids: Vec<String> = Vec::new();
    for case in cases() {
        let id = case["id"].as_str().expect("an id").to_string();
        assert!(kinds.contains(&case["kind"].as_str().expect("a kind")), "{id}");
        let object = case.as_object().expect("an object");
        assert!(object.keys().all(|key| keys.contains(&key.as_str())), "{id}");
        for key in ["source", "about"] {
            assert!(case[key].as_str().is_some_and(|text| !text.is_empty()), "{id} {key}");
        }
        assert!(case["expected"].as_object().is_some_and(|expected| !expected.is_empty()), "{id}");
        for puzzle in case.get("puzzle").into_iter().chain(list(&case, "puzzles")) {
            assert_eq!(puzzle["schema"], 1, "{id}");
            toggles(&puzzle.to_string()).unwrap_or_else(|error| panic!("{id}: {error}"));
        }
        if let Some(brackets) = case["brackets"].as_str() {
            assert_eq!(toggles(brackets), toggles(&case["puzzle"].to_string()), "{id}");
        }
        assert!(!ids.contains(&id), "{id} is used twice");
        ids.push(id);
    }
    assert_eq!(ids.len(), 51);
}

#[test]
fn stated_solutions_are_right_and_minimal_ones_minimal() {
    let mut confirmed: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases() {
        let (id, puzzle, expected) = (&case["id"], &case["puzzle"], &case["expected"]);
        let mut claim = |kind: &'static str, answer: Value, what: &str| {
            let verdict = judged(puzzle, &answer);
            assert!(verdict.holds && says(&verdict, what), "{id}: {verdict}");
            *confirmed.entry(kind).or_default() += 1;
        };
        for presses in expected.get("presses").into_iter().chain(list(expected, "valid_presses")) {
            claim("presses", json!({"solvable": true, "presses": presses}), "lights to their targets");
        }
        if let Some(presses) = expected.get("presses") {
            claim(
                "only",
                json!({"solvable": true, "presses": presses, "solutions": "1"}),
                "solutions, 1, is right",
            );
        }
        for presses in list(expected, "all_presses") {
            let solutions = list(expected, "all_presses").len().to_string();
            claim("all", json!({"solvable": true, "presses": presses, "solutions": solutions}), "is right");
        }
        for presses in list(expected, "minimal_presses") {
            let mut answer = json!({
                "solvable": true, "presses": presses, "press_count": expected["press_count"],
                "minimal": true, "proven": true, "lower_bound": expected["press_count"],
            });
            if let Some(solutions) = expected.get("solutions") {
                answer["solutions"] = solutions.clone();
            }
            claim("minimal", answer, "minimum confirmed");
        }
        if let Some(presses) = expected.get("first_minimal") {
            let answer = json!({"solvable": true, "presses": presses, "press_count": expected["press_count"],
                "minimal": true, "proven": true, "canonical": true});
            claim("first", answer, "the first in reading order");
        }
        if let Some(certificate) = expected.get("certificate") {
            claim(
                "certificate",
                json!({"solvable": false, "certificate": certificate}),
                "proves that there is no",
            );
        }
        if let (Some(presses), Some(nullity)) = (expected.get("presses"), expected.get("nullity")) {
            claim(
                "nullity",
                json!({"solvable": true, "presses": presses, "nullity": nullity}),
                "nullity 0 is right",
            );
        }
    }
    let wanted = [
        ("all", 4),
        ("certificate", 1),
        ("first", 2),
        ("minimal", 9),
        ("nullity", 2),
        ("only", 6),
        ("presses", 8),
    ];
    assert_eq!(confirmed.into_iter().collect::<Vec<_>>(), wanted);
}

#[test]
fn moves_lead_where_they_are_said_to() {
    for case in cases().iter().filter(|case| case["kind"] == "press") {
        let mut puzzle = case["puzzle"].clone();
        puzzle["target"] = case["expected"]["lights"].clone();
        let places: Vec<String> = list(case, "moves")
            .iter()
            .map(|place| {
                format!("{},{}", place[0].as_u64().unwrap_or(0) + 1, place[1].as_u64().unwrap_or(0) + 1)
            })
            .collect();
        let verdict = check(&puzzle.to_string(), &places.join("\n")).expect("both read");
        assert!(verdict.holds, "{verdict}");
        let lit = list(&case["expected"], "lights").iter().flat_map(|row| row.as_array().expect("a row"));
        assert_eq!(case["expected"]["lit"], lit.filter(|light| **light == 1).count());
    }
}

#[test]
fn quiet_patterns_and_inverses_are_what_they_are_called() {
    for case in cases() {
        let expected = &case["expected"];
        for pattern in list(expected, "kernel_basis") {
            // Pressing a quiet pattern on a dark board changes nothing.
            let board = case["board"].as_str().expect("a board");
            let dark: Vec<Vec<u64>> = pattern
                .as_array()
                .expect("rows")
                .iter()
                .map(|row| vec![0; row.as_array().map_or(0, Vec::len)])
                .collect();
            let puzzle = json!({"schema": 1, "board": board, "lights": dark});
            let verdict = judged(
                &puzzle,
                &json!({"solvable": true, "presses": pattern, "nullity": expected["nullity"]}),
            );
            assert!(verdict.holds, "{verdict}");
        }
        let inverse = list(expected, "inverse");
        if !inverse.is_empty() {
            let wiring = toggles(&case["puzzle"].to_string()).expect("a puzzle");
            assert_eq!(inverse.len(), wiring.buttons.len());
            for (i, row) in inverse.iter().enumerate() {
                for (j, button) in wiring.buttons.iter().enumerate() {
                    // Row i of the inverse times column j of the matrix.
                    let sum: u64 =
                        button.iter().map(|&(light, by)| row[light].as_u64().unwrap_or(9) * by).sum();
                    assert_eq!(sum % wiring.states, u64::from(i == j), "{} {i} {j}", case["id"]);
                }
            }
        }
    }
}
