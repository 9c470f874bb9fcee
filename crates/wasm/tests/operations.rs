//! The operations as the page calls them: JSON text in, JSON text out.

use lightsout_wasm::call;
use serde_json::{Value, json};

fn answer(name: &str, request: &Value) -> Value {
    serde_json::from_str(&call(name, &request.to_string(), &[])).unwrap()
}

fn ok(name: &str, request: &Value) -> Value {
    let mut value = answer(name, request);
    assert!(value.get("error").is_none(), "{name} {request}: {value}");
    value["ok"].take()
}

fn error(name: &str, request: &Value) -> String {
    let value = answer(name, request);
    let text = value["error"].as_str().unwrap_or_else(|| panic!("{name} {request} was accepted: {value}"));
    text.to_string()
}

const BOARDS: [&str; 20] = [
    "classic",
    "mini",
    "deluxe",
    "lights-out-2000",
    "merlin",
    "orbix",
    "alien-tiles",
    "4x6",
    "1x1",
    "1x7",
    "cylinder:4x5",
    "cylinder:3x1",
    "torus:4x5",
    "mobius:4x5",
    "klein:3x4",
    "projective:3x4",
    "triangle:5",
    "hexagon:3",
    "box:2x3x2",
    "cube:2",
];

#[test]
fn every_board_has_a_drawing_and_a_wiring_that_fit_its_cells() {
    for board in BOARDS {
        let view = ok("board", &json!({"board": board}));
        let layout = &view["layout"];
        let cells = layout["cells"].as_u64().unwrap() as usize;
        let listed: Vec<u64> = layout["rows"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row.as_array().unwrap())
            .map(|v| v.as_u64().unwrap())
            .collect();
        assert_eq!(listed, (0..cells as u64).collect::<Vec<_>>(), "{board}");
        let points: usize =
            layout["points"].as_array().unwrap().iter().map(|row| row.as_array().unwrap().len()).sum();
        assert_eq!((points, layout["wiring"].as_array().unwrap().len()), (cells, cells), "{board}");
        assert_eq!(view["lights"].as_array().unwrap().len(), cells, "{board}");
        // What the page sends back is read as the same puzzle, and so is the ID.
        let again = ok("view", &json!({"puzzle": view["puzzle"]}));
        assert_eq!(again, view, "{board}");
        assert_eq!(ok("read", &json!({"text": view["id"]})), view, "{board}");
    }
}

#[test]
fn holes_keep_their_places_in_the_drawing() {
    let view = ok("board", &json!({"board": "2x3", "holes": [1, 5]}));
    assert_eq!(view["layout"]["rows"], json!([[0, null, 1], [2, 3, null]]));
    assert_eq!(
        view["layout"]["points"],
        json!([[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], [[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]]])
    );
    assert_eq!(view["layout"]["wiring"][2], json!([[0, 1], [2, 1], [3, 1]]));
}

#[test]
fn a_turned_cylinder_shows_each_cell_where_it_comes_round() {
    let window = |row, column, board: &str| {
        ok("window", &json!({"board": board, "row": row, "column": column, "holes": []}))["cells"].clone()
    };
    assert_eq!(
        window(0, 0, "cylinder:2x3"),
        json!([
            [null, null, null, null, null],
            [2, 0, 1, 2, 0],
            [5, 3, 4, 5, 3],
            [null, null, null, null, null]
        ])
    );
    assert_eq!(window(0, -1, "cylinder:2x3")[1], json!([1, 2, 0, 1, 2]));
    assert_eq!(window(0, 300, "cylinder:2x3"), window(0, 0, "cylinder:2x3"));
    // Beyond the seam a Möbius band is upside down; two rounds are none.
    assert_eq!(window(0, 0, "mobius:2x3")[1], json!([5, 0, 1, 2, 3]));
    assert_eq!(window(0, 6, "mobius:2x3"), window(0, 0, "mobius:2x3"));
    assert_eq!(window(0, 3, "mobius:2x3")[1], json!([2, 3, 4, 5, 0]));
    assert_eq!(window(i64::MIN, i64::MAX, "torus:2x3").as_array().unwrap().len(), 4);
    assert!(
        error("window", &json!({"board": "triangle:3", "row": 0, "column": 0, "holes": []}))
            .contains("cannot be turned")
    );
}

/// Presses what the hints say until nothing is left to press.
fn follow(mut puzzle: Value, most: u64) -> u64 {
    for presses in 0..=most {
        let hint = ok("hint", &json!({"puzzle": puzzle}));
        let Some(button) = hint["button"].as_u64() else {
            let view = ok("view", &json!({"puzzle": puzzle}));
            assert_eq!(view["lights"], view["target"], "the hints ended early");
            return presses;
        };
        let buttons = ok("view", &json!({"puzzle": puzzle}))["layout"]["buttons"].as_u64().unwrap();
        let list: Vec<u64> = (0..buttons).map(|j| u64::from(j == button)).collect();
        puzzle = ok("press", &json!({"puzzle": puzzle, "presses": list}))["puzzle"].clone();
    }
    panic!("not solved after {most} presses");
}

#[test]
fn generated_puzzles_are_won_by_the_hints_in_the_promised_number_of_presses() {
    for board in BOARDS {
        for level in ["easy", "hardest"] {
            let puzzle = ok("generate", &json!({"template": {"board": board}, "level": level, "seed": "1"}));
            let minimum = puzzle["minimum"].as_u64().unwrap();
            assert_eq!(puzzle["proven"], true, "{board}");
            assert_eq!(follow(puzzle["puzzle"].clone(), minimum), minimum, "{board} {level}");
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzle_and_levels_differ() {
    let make = |level: &str, seed: &str| {
        ok("generate", &json!({"template": {"board": "classic"}, "level": level, "seed": seed}))
    };
    assert_eq!(make("hard", "x"), make("hard", "x"));
    assert_ne!(make("hard", "x")["lights"], make("hard", "y")["lights"]);
    let presses =
        |level: &str| (0..8).map(|i| make(level, &i.to_string())["minimum"].as_u64().unwrap()).sum::<u64>();
    assert!(
        presses("easy") < presses("medium")
            && presses("medium") < presses("hard")
            && presses("hard") <= presses("hardest")
    );
    assert_eq!(ok("daily", &json!({"date": "2026-11-30"})), ok("daily", &json!({"date": "2026-11-30"})));
    assert!(error("daily", &json!({"date": "soon"})).contains("YYYY-MM-DD"));
}

#[test]
fn unsolvable_puzzles_come_with_a_reason_and_a_change_that_helps() {
    for (text, states) in [("#....\n.....\n.....\n.....\n.....", 2), ("states: 3\n\n100\n000\n000", 3)] {
        let view = ok("read", &json!({"text": text}));
        let answer = ok("solve", &json!({"puzzle": view["puzzle"], "minimal": true}));
        if answer["solvable"] == true {
            assert_ne!(states, 2, "{text}");
            continue;
        }
        assert!(answer["certificate"].as_array().unwrap().iter().any(|y| *y != 0));
        let mut lights = view["lights"].as_array().unwrap().clone();
        for change in answer["suggested_changes"].as_array().unwrap() {
            let light = change["light"].as_u64().unwrap() as usize;
            assert_eq!(lights[light], change["from"]);
            lights[light] = change["to"].clone();
        }
        let rows: Vec<&[Value]> =
            lights.chunks(view["layout"]["rows"][0].as_array().unwrap().len()).collect();
        let mut puzzle = view["puzzle"].clone();
        puzzle["lights"] = json!(rows);
        assert_eq!(ok("solve", &json!({"puzzle": puzzle, "minimal": false}))["solvable"], true);
    }
}

#[test]
fn large_boards_are_solved_by_their_rows() {
    // All lights on, 120 x 130: always solvable, and checked light by light.
    let rows = vec![vec![1; 130]; 120];
    let puzzle = json!({"schema": 1, "board": "120x130", "lights": rows});
    let answer = ok("solve", &json!({"puzzle": puzzle, "minimal": false}));
    assert_eq!(answer["solvable"], true);
    let after = ok("press", &json!({"puzzle": puzzle, "presses": answer["presses"]}));
    assert!(after["lights"].as_array().unwrap().iter().all(|v| *v == 0));
}

#[test]
fn the_fewest_presses_of_a_large_board_are_found_among_all_its_solutions() {
    // 104 x 104 has 16 quiet patterns; pressing every seventh button makes a state that can be solved.
    let zero = json!({"schema": 1, "board": "104x104", "lights": vec![vec![0; 104]; 104]});
    let presses: Vec<u32> = (0..104 * 104).map(|cell| u32::from(cell % 7 == 0)).collect();
    let puzzle = ok("press", &json!({"puzzle": zero, "presses": presses}))["puzzle"].take();
    let any = ok("solve", &json!({"puzzle": puzzle, "minimal": false}));
    let best = ok("solve", &json!({"puzzle": puzzle, "minimal": true}));
    assert_eq!(
        (&any["minimal"], &best["minimal"], &best["proven"]),
        (&json!(false), &json!(true), &json!(true))
    );
    assert_eq!((&any["solutions"], &best["solutions"]), (&json!("2^4"), &json!("16")));
    let listed = ok("solutions", &json!({"puzzle": puzzle, "limit": 16}))["presses"].take();
    let counts: Vec<u64> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|way| way.as_array().unwrap().iter().map(|x| x.as_u64().unwrap()).sum())
        .collect();
    assert_eq!((counts.len(), counts.iter().min().copied()), (16, best["press_count"].as_u64()));
    let after = ok("press", &json!({"puzzle": puzzle, "presses": best["presses"]}));
    assert!(after["lights"].as_array().unwrap().iter().all(|v| *v == 0));
}

#[test]
fn costs_decide_which_solution_is_shown() {
    let press = |presses: &[u64]| {
        let zero = ok("board", &json!({"board": "classic"}))["puzzle"].take();
        let list: Vec<u64> = (0..25).map(|cell| u64::from(presses.contains(&cell))).collect();
        ok("press", &json!({"puzzle": zero, "presses": list}))["puzzle"].take()
    };
    let mut puzzle = press(&[0]);
    let plain = ok("solve", &json!({"puzzle": puzzle, "minimal": true}));
    assert_eq!((&plain["press_count"], &plain["cost"]), (&json!(1), &json!(1)));
    // The corner costs more than all other buttons together, and there are ways without it.
    let weights: Vec<u64> = (0..25).map(|cell| if cell == 0 { 1000 } else { 1 + cell }).collect();
    puzzle["weights"] = json!(weights.chunks(5).collect::<Vec<_>>());
    let cheap = ok("solve", &json!({"puzzle": puzzle, "minimal": true}));
    let cost = |way: &Value| -> u64 {
        way.as_array().unwrap().iter().zip(&weights).map(|(x, w)| x.as_u64().unwrap() * w).sum()
    };
    let all = ok("solutions", &json!({"puzzle": puzzle, "limit": 9}))["presses"].take();
    let costs: Vec<u64> = all.as_array().unwrap().iter().map(cost).collect();
    assert_eq!(costs.len(), 4);
    assert!(costs.is_sorted());
    assert_eq!(cheap["cost"].as_u64(), costs.iter().min().copied());
    assert_eq!(cheap["cost"].as_u64(), Some(cost(&cheap["presses"])));
    assert_eq!(cheap["presses"][0], 0);
    assert_eq!((&cheap["proven"], &cheap["lower_bound"]), (&json!(true), &cheap["cost"]));
}

#[test]
fn the_tour_of_light_chasing_ends_dark_and_the_shorter_way_is_a_solution() {
    for board in BOARDS {
        let puzzle =
            ok("generate", &json!({"template": {"board": board}, "level": "hardest", "seed": "chase"}));
        let run = ok("chase", &json!({"puzzle": puzzle["puzzle"]}));
        let last = match run["second"].as_array() {
            Some(second) => second.last(),
            None => run["first"].as_array().unwrap().last(),
        };
        assert_eq!(last.unwrap()["lights"], puzzle["target"], "{board}");
        let after = ok("press", &json!({"puzzle": puzzle["puzzle"], "presses": run["shorter"]}));
        assert_eq!(after["lights"], puzzle["target"], "{board}");
        let table = ok("lookup", &json!({"puzzle": puzzle["puzzle"], "limit": 64}));
        if table["whole"] == true && run["done"] == false {
            let rows = table["rows"].as_array().unwrap();
            assert!(rows.iter().any(|row| row["last"] == run["left"]), "{board}");
        }
    }
}

#[test]
fn the_table_of_the_classic_has_seven_rows() {
    let view = ok("board", &json!({"board": "classic"}));
    let table = ok("lookup", &json!({"puzzle": view["puzzle"], "limit": 256}));
    assert_eq!((table["total"].as_str(), table["rows"].as_array().unwrap().len()), (Some("7"), 7));
    assert_eq!(table["whole"], true);
}

#[test]
fn one_pass_questions_give_residues_and_the_row() {
    let answer = ok("onepass", &json!({"states": 6, "start": 5, "rows": 8}));
    assert_eq!(answer["residues"], json!(["0", "3", "8", "11"]));
    assert_eq!((&answer["period"], &answer["solvable"]), (&json!("12"), &json!(true)));
    assert_eq!(answer["table"].as_array().unwrap().len(), 9);
    assert_eq!(answer["table"][8]["zero"], true);
    // The worked example of four states from state 3: presses 1, 2, 2, 1, 0.
    let answer = ok("onepass", &json!({"states": 4, "start": 3, "rows": 6}));
    let presses: Vec<&str> = answer["table"].as_array().unwrap()[1..6]
        .iter()
        .map(|row| row["presses"].as_str().unwrap())
        .collect();
    assert_eq!(presses, ["1", "2", "2", "1", "0"]);
    assert!(error("onepass", &json!({"states": 1, "start": 0, "rows": 3})).contains("at least 2 states"));
    assert!(error("onepass", &json!({"states": 5, "start": 1, "rows": 0})).contains("rows"));
}

#[test]
fn nullities_of_small_sizes() {
    let rows = |family: &str| ok("nullities", &json!({"family": family, "from": 1, "to": 9}))["rows"].clone();
    assert_eq!(
        rows("square"),
        json!([[1, 0], [2, 0], [3, 0], [4, 4], [5, 2], [6, 0], [7, 0], [8, 0], [9, 8]])
    );
    assert_eq!(rows("triangle")[1], json!([2, 2]));
    assert!(error("nullities", &json!({"family": "cube", "from": 1, "to": 2})).contains("cube"));
    assert!(error("nullities", &json!({"family": "square", "from": 1, "to": u64::MAX})).contains("at most"));
}

#[test]
fn files_and_texts_of_every_kind_are_read() {
    let bracket = ok("read", &json!({"text": "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1)"}));
    assert_eq!((&bracket["layout"]["cells"], &bracket["layout"]["buttons"]), (&json!(4), &json!(6)));
    assert_eq!(bracket["layout"]["kind"], "free");
    let answer = ok("solve", &json!({"puzzle": bracket["puzzle"], "minimal": true}));
    assert_eq!(answer["press_count"], 2);
    let file = |bytes: &[u8]| -> Value {
        serde_json::from_str(&call("read_file", "{\"name\":\"a.pbm\"}", bytes)).unwrap()
    };
    assert_eq!(file(b"P1\n3 2\n1 0 1\n0 1 0\n")["ok"]["lights"], json!([1, 0, 1, 0, 1, 0]));
    assert_eq!(file(b"P4\n3 2\n\xa0\x40")["ok"]["lights"], json!([1, 0, 1, 0, 1, 0]));
    assert!(file(b"P4\n9999999 9999999\n").get("error").is_some());
    assert!(file(b"\xff\xfe\xfd")["error"].as_str().unwrap().starts_with("a.pbm: "));
}

#[test]
fn nonsense_is_one_sentence() {
    let names = [
        "board",
        "window",
        "read",
        "read_file",
        "view",
        "press",
        "solve",
        "hint",
        "generate",
        "daily",
        "chase",
        "lookup",
        "onepass",
        "nullities",
        "no such operation",
        "",
    ];
    let requests = [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "0",
        "\"x\"",
        "{\"puzzle\":null}",
        "{\"puzzle\":{}}",
        "{\"board\":\"5x5\",\"states\":1000000000000}",
        "{\"board\":\"99999999x99999999\"}",
        "{\"board\":\"3000x3000\"}",
        "{\"board\":\"5x5\",\"rule\":\"##/##\"}",
        "{\"board\":\"triangle:3\",\"rule\":\"king\"}",
        "{\"text\":\"\"}",
        "{\"text\":\"lo1-\"}",
        "{\"text\":\"lo9-abc\"}",
        "{\"text\":\"##\\n###\"}",
        "{\"text\":\"{}\"}",
        "{\"text\":\"[.#] (9)\"}",
        "{\"puzzle\":{\"schema\":1,\"board\":\"2x2\",\"lights\":[[2,0],[0,0]]},\"minimal\":true}",
        "{\"puzzle\":{\"schema\":1,\"board\":\"2x2\",\"lights\":[[0,0],[0,0]]},\"presses\":[1]}",
        "{\"puzzle\":{\"schema\":1,\"board\":\"2x2\",\"lights\":[[0,0],[0,0]]},\"presses\":[-1,0,0,0]}",
    ];
    for name in names {
        for request in requests {
            let value: Value = serde_json::from_str(&call(name, request, b"")).unwrap();
            let text =
                value["error"].as_str().unwrap_or_else(|| panic!("{name} {request} was accepted: {value}"));
            assert!(!text.is_empty() && !text.contains('\n'), "{name} {request}: {text:?}");
        }
    }
}
