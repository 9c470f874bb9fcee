//! Graphs as boards on the command line.

mod support;

use support::{run, run_with, status, stderr, stdout};

fn json(args: &[&str], input: &str) -> serde_json::Value {
    let output = run_with(args, input.as_bytes());
    assert!(status(&output) <= 1, "{args:?}: {}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

#[test]
fn a_graph_file_is_a_board() {
    let graph = concat!("graph:", env!("CARGO_MANIFEST_DIR"), "/../../examples/graphs/petersen.txt");
    let lights = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/graphs/petersen-lights.txt");
    // One press changes four lights: pressing everything turns each light over an even number of times.
    let answer = json(&["solve", lights, "--board", graph, "--format", "json"], "");
    let presses: Vec<u64> =
        answer["presses"].as_array().unwrap().iter().map(|v| v.as_u64().unwrap()).collect();
    let edges = [
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 0),
        (0, 5),
        (1, 6),
        (2, 7),
        (3, 8),
        (4, 9),
        (5, 7),
        (7, 9),
        (9, 6),
        (6, 8),
        (8, 5),
    ];
    for light in 0..10 {
        let around = edges.iter().filter_map(|&(u, v)| match light {
            _ if u == light => Some(v),
            _ if v == light => Some(u),
            _ => None,
        });
        let sum: u64 = presses[light] + around.map(|v: usize| presses[v]).sum::<u64>();
        assert_eq!(sum % 2, 1, "light {light}: {presses:?}");
    }
    // The Petersen graph's adjacency matrix has eigenvalues 3, 1 and -2, so modulo 2 it has rank 6.
    assert_eq!(json(&["nullity", graph, "--rule", "plus-open", "--format", "json"], "")["nullity"], 4);
}

#[test]
fn graphs_that_are_none_are_refused() {
    for (input, rule, sentence) in [
        ("0 1\n1 q\n", "plus", "line 2, column 3"),
        ("0 0\n", "plus", "line 1: found a loop at vertex 0 (counted from 0)"),
        ("p edge 2 2\ne 1 2\ne 2 2\n", "plus", "line 3: found a loop at vertex 2 (counted from 1)"),
        ("0 1\n", "king", "rule king"),
    ] {
        let output = run_with(&["nullity", "graph:-", "--rule", rule], input.as_bytes());
        assert_eq!(status(&output), 2);
        let said = stderr(&output);
        assert!(
            said.contains(sentence) && said.contains("standard input") && said.lines().count() == 1,
            "{said}"
        );
    }
    assert_eq!(status(&run_with(&["nullity", "graph:no-such-file"], b"")), 2);
    // Standard input is read once.
    let solved = run_with(&["solve", "--board", "graph:-", "--all-on"], b"0 1\n1 2\n");
    assert_eq!(status(&solved), 0, "{}", stderr(&solved));
}

#[test]
fn an_answer_to_a_graph_and_a_target_in_files_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let graph = format!("graph:{}", name("g.txt", "0 1\n1 2\n2 3\n"));
    let lights = name("p.txt", "1001\n");
    let solved = run(&["solve", &lights, "--board", &graph, "-f", "json"]);
    let answer = name("a.json", &stdout(&solved));
    let verdict = run(&["check", &lights, &answer, "--board", &graph]);
    assert_eq!(status(&verdict), 0, "{}{}", stdout(&verdict), stderr(&verdict));
    let (puzzle, target) = (name("q.txt", "...\n...\n"), name("t.txt", "##.\n#..\n"));
    let answer = name("b.txt", "#..\n...\n");
    assert_eq!(status(&run(&["check", &puzzle, &answer, "--target", &target])), 0);
    assert_eq!(status(&run(&["check", &puzzle, &answer])), 1);
}
