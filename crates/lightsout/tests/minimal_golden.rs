//! The fewest presses of whole families of boards, against the table in `testdata/minimal.json`.

use lightsout::fewest::{Fewest, fewest};
use lightsout::minimal::{Method, Minimum, Objective, Options, Unattended};
use lightsout::puzzle::{Game, Puzzle, Target};
use serde_json::Value;

fn table() -> Value {
    serde_json::from_str(include_str!("../../../testdata/minimal.json")).expect("a JSON table")
}

fn solve(spec: &str, states: u64, lights: Vec<u32>, objective: Objective) -> (Minimum, Option<usize>) {
    let game = Game::Board(spec.parse().expect("a board"));
    let puzzle = Puzzle::new(game, states, lights, Target::Off).expect("one state for each light");
    match fewest(&puzzle, objective, &Options::default(), &Unattended).expect("it fits") {
        Fewest::Solved { minimum, nullity, .. } => {
            assert!(puzzle.is_solved_by(&minimum.presses), "{spec}");
            (minimum, nullity)
        }
        Fewest::Unsolvable(_) => panic!("{spec}: no solution"),
    }
}

/// Solves one board and compares press count and nullity.
fn check(spec: &str, lights: Vec<u32>, entry: &Value) {
    let (minimum, nullity) = solve(spec, 2, lights, Objective::Presses);
    let nullity = nullity.map(|n| n as u64);
    assert_eq!((Some(minimum.cost), nullity), (entry[0].as_u64(), entry[1].as_u64()), "{spec}");
    assert!(minimum.proven, "{spec}: {minimum:?}");
    assert_eq!(minimum.lower_bound, minimum.cost);
    assert_eq!(minimum.canonical, nullity <= Some(20), "{spec}: {:?}", minimum.method);
}

/// The lights that are lit by the pattern `x(i, j) = [(i^2 + 3 j + i j) mod 7 < 3]` of presses.
fn quadratic(spec: &str, states: u64, press: impl Fn(usize, usize) -> u32) -> Vec<u32> {
    let board: lightsout::board::Board = spec.parse().expect("a board");
    let presses: Vec<u32> = (0..board.cells()).map(|c| board.position(c)).map(|(i, j)| press(i, j)).collect();
    let lit = board.system(states).press(&presses);
    // The puzzle is to undo the presses, so that the presses themselves solve it.
    lit.iter().map(|&s| ((states - u64::from(s)) % states) as u32).collect()
}

fn mark(i: usize, j: usize) -> u32 {
    u32::from((i * i + 3 * j + i * j) % 7 < 3)
}

fn entries(table: &Value, key: &str) -> Vec<(String, Value)> {
    let object = table[key].as_object().expect("an object");
    assert!(!object.is_empty());
    object.iter().map(|(name, entry)| (name.clone(), entry.clone())).collect()
}

#[test]
fn all_lights_on_rectangles() {
    for (spec, entry) in entries(&table(), "rect_allon") {
        let cells = spec.split('x').map(|s| s.parse::<usize>().expect("a size")).product();
        check(&spec, vec![1; cells], &entry);
    }
}

#[test]
fn all_lights_on_squares_to_40() {
    let list = entries(&table(), "sq_allon");
    assert_eq!(list.len(), 40);
    for (n, entry) in list {
        let side: usize = n.parse().expect("a size");
        check(&format!("{n}x{n}"), vec![1; side * side], &entry);
    }
}

#[test]
fn patterns_on_squares() {
    for (n, entry) in entries(&table(), "sq_quad") {
        let spec = format!("{n}x{n}");
        check(&spec, quadratic(&spec, 2, mark), &entry);
    }
}

#[test]
fn all_lights_on_tori() {
    for (n, entry) in entries(&table(), "torus_allon") {
        let side: usize = n.parse().expect("a size");
        check(&format!("torus:{n}x{n}"), vec![1; side * side], &entry);
    }
}

#[test]
fn all_lights_on_triangles() {
    for (n, entry) in entries(&table(), "tri_allon") {
        let side: usize = n.parse().expect("a size");
        check(&format!("triangle:{n}"), vec![1; side * (side + 1) / 2], &entry);
    }
}

#[test]
fn patterns_on_triangles() {
    for (n, entry) in entries(&table(), "tri_quad") {
        let spec = format!("triangle:{n}");
        check(&spec, quadratic(&spec, 2, mark), &entry);
    }
}

#[test]
fn patterns_with_more_states() {
    let table = table();
    let list = table["kstate_quad"].as_array().expect("a list");
    assert!(!list.is_empty());
    for entry in list {
        let (states, n) = (entry["k"].as_u64().expect("k"), entry["n"].as_u64().expect("n"));
        let spec = format!("{n}x{n}");
        let press = |i: usize, j: usize| ((i * i + 3 * j + i * j) % states as usize) as u32;
        for (objective, key) in [(Objective::Presses, "presses"), (Objective::Buttons, "distinct")] {
            let lights = quadratic(&spec, states, press);
            let (minimum, _) = solve(&spec, states, lights, objective);
            assert_eq!(Some(minimum.cost), entry[key].as_u64(), "{spec}, {states} states, {key}");
            assert!(minimum.proven);
        }
    }
}

/// 46 dimensions would take a day by enumeration.
#[test]
fn a_join_proves_47() {
    let (minimum, nullity) = solve("47x47", 2, vec![1; 47 * 47], Objective::Presses);
    assert_eq!((minimum.cost, minimum.method, nullity), (971, Method::Join, Some(30)));
    assert!(minimum.proven);
}
