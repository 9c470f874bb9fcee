//! Graphs: the same graph in every notation is the same board; what is wrong is named.
//!
//! The graph6 and sparse6 strings were made with NetworkX 3.6.

mod support;

use lightsout::board::{Board, Rule};
use lightsout::format::graph::{self, Graph};

use support::Random;

fn parse(text: &str) -> Result<Graph, String> {
    graph::parse(text.as_bytes()).map_err(|error| error.to_string())
}

/// Edges of a graph as sorted pairs (u, v), u <= v, each once for both of its arcs.
fn edges(text: &str) -> (usize, Vec<(usize, usize)>) {
    let graph = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(graph.lights(), graph.buttons());
    let mut arcs: Vec<(usize, usize)> = graph.arcs().iter().map(|arc| (arc.button, arc.light)).collect();
    assert!(graph.arcs().iter().all(|arc| arc.amount == 1));
    let mut back: Vec<(usize, usize)> = arcs.iter().map(|&(u, v)| (v, u)).collect();
    arcs.sort_unstable();
    back.sort_unstable();
    assert_eq!(arcs, back, "both ways");
    arcs.retain(|(u, v)| u <= v);
    (graph.lights(), arcs)
}

const PETERSEN: [(usize, usize); 15] = [
    (0, 1),
    (0, 4),
    (0, 5),
    (1, 2),
    (1, 6),
    (2, 3),
    (2, 7),
    (3, 4),
    (3, 8),
    (4, 9),
    (5, 7),
    (5, 8),
    (6, 8),
    (6, 9),
    (7, 9),
];

#[test]
fn one_graph_in_every_notation() {
    let list: String = PETERSEN.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
    let arrows: String = PETERSEN.iter().map(|(u, v)| format!("{u} -> {v}\n{v}->{u}\n")).collect();
    let dimacs: String = PETERSEN.iter().map(|(u, v)| format!("e {} {}\n", u + 1, v + 1)).collect();
    let both: String = PETERSEN.iter().map(|(u, v)| format!("e {} {}\n", v + 1, u + 1)).collect();
    let joined = |i: usize, j: usize| PETERSEN.contains(&(i.min(j), i.max(j)));
    let rows = |split: &str| -> String {
        let row = |i| (0..10).map(|j| u8::from(joined(i, j)).to_string()).collect::<Vec<_>>().join(split);
        (0..10).map(|i| row(i) + "\n").collect()
    };
    for text in [
        list.clone(),
        list.replace(' ', ", ").replace('\n', "\r\n"),
        format!("\u{feff}# Petersen\n\n{list}"),
        arrows,
        format!("c Petersen\np edge 10 15\n{dimacs}"),
        format!("p col 10 30\n{dimacs}{both}"),
        format!("p col 10 15\n{dimacs}{both}"),
        rows(""),
        rows(" "),
        rows(","),
        "IheA@GUAo".into(),
        ">>graph6<<IheA@GUAo\n".into(),
        ":I`ES@obGkqegW~".into(),
        ">>sparse6<<:I`ES@obGkqegW~\r\n".into(),
    ] {
        assert_eq!(edges(&text), (10, PETERSEN.to_vec()), "{text}");
    }
    let path = format!("{}/../../examples/graphs/petersen.txt", env!("CARGO_MANIFEST_DIR"));
    assert_eq!(edges(&std::fs::read_to_string(path).unwrap()), (10, PETERSEN.to_vec()));
}

#[test]
fn small_graph6_and_sparse6_graphs() {
    for (text, n, list) in [
        ("?", 0, vec![]),
        ("@", 1, vec![]),
        ("A?", 2, vec![]),
        ("A_", 2, vec![(0, 1)]),
        ("Ch", 4, vec![(0, 1), (1, 2), (2, 3)]),
        ("D??", 5, vec![]),
        (":?", 0, vec![]),
        (":@", 1, vec![]),
        (":A", 2, vec![]),
        (":An", 2, vec![(0, 1)]),
        (":AF", 2, vec![(0, 0)]),
        (":Cdv", 4, vec![(0, 1), (1, 2), (2, 3)]),
        // Sizes whose padding could be taken for an edge.
        (":Cq", 4, vec![(2, 2)]),
        (":Co", 4, vec![(0, 2)]),
        (":Gxf", 8, vec![(6, 6)]),
        (":GwF", 8, vec![(0, 6)]),
        (":O{z", 16, vec![(14, 14)]),
        (":O{B", 16, vec![(0, 14)]),
    ] {
        assert_eq!(edges(text), (n, list), "{text}");
    }
    let star: Vec<(usize, usize)> = (1..9).map(|v| (0, v)).collect();
    assert_eq!(edges("HsaCCA?"), (9, star.clone()));
    assert_eq!(edges(":H`ACGO`B"), (9, star));
    // A multigraph with a double edge and a loop.
    assert_eq!(edges(":F_Iwt"), (7, vec![(0, 1), (0, 1), (2, 2), (3, 6), (5, 6)]));
    let cycle: Vec<(usize, usize)> = {
        let mut list: Vec<_> = (0..69).map(|v| (v, v + 1)).collect();
        list.insert(1, (0, 69));
        list
    };
    let sparse = concat!(
        ":~?@E_GEA_wQD`g]GaWiJbGuMbxAPchMSdXYVeHeYexq\\fh}_gYIbhIUehyahiimkjYynkJEqkzQtlj]wmZiznJu}n{",
        "B@okM?PN"
    );
    assert_eq!(edges(sparse), (70, cycle));
    // The worked examples of the notations' own description.
    assert_eq!(edges("DQc"), (5, vec![(0, 2), (0, 4), (1, 3), (3, 4)]));
    assert_eq!(edges(":Fa@x^"), (7, vec![(0, 1), (0, 2), (1, 2), (5, 6)]));
    let digraph = parse(">>digraph6<<&DI?AO?").unwrap();
    let arcs: Vec<(usize, usize)> = digraph.arcs().iter().map(|arc| (arc.button, arc.light)).collect();
    assert_eq!((digraph.lights(), arcs), (5, vec![(0, 2), (0, 4), (3, 1), (3, 4)]));
}

#[test]
fn random_graphs_read_back_from_graph6() {
    let mut random = Random(8);
    for n in [2usize, 3, 7, 12, 13, 62, 63, 64, 130] {
        let mut bits = Vec::new();
        let mut list = Vec::new();
        for v in 1..n {
            for u in 0..v {
                let joined = random.below(3) == 0;
                bits.push(joined);
                list.extend(joined.then_some((u, v)));
            }
        }
        bits.resize(bits.len().next_multiple_of(6), false);
        let mut text = match n {
            0..=62 => char::from(n as u8 + 63).to_string(),
            _ => format!("~{}{}{}", '?', char::from((n >> 6) as u8 + 63), char::from((n & 63) as u8 + 63)),
        };
        text.extend(
            bits.chunks(6).map(|six| char::from(six.iter().fold(0, |v, &bit| v << 1 | u8::from(bit)) + 63)),
        );
        list.sort_unstable();
        assert_eq!(edges(&text), (n, list), "{n}");
    }
}

#[test]
fn a_grid_as_a_graph_is_the_grid() {
    let board: Board = "3x4".parse().unwrap();
    let at = |i: usize, j: usize| i * 4 + j;
    let mut text = String::new();
    for i in 0..3 {
        for j in 0..4 {
            if i < 2 {
                text += &format!("{} {}\n", at(i, j), at(i + 1, j));
            }
            if j < 3 {
                text += &format!("{} {}\n", at(i, j), at(i, j + 1));
            }
        }
    }
    for rule in [Rule::Plus, Rule::PlusOpen] {
        let free = parse(&text).unwrap().system(&rule).unwrap();
        let system = board.clone().with_rule(rule).unwrap().system(5);
        for (button, list) in free.buttons().iter().enumerate() {
            let own: Vec<(u32, u32)> =
                list.iter().map(|&(light, amount)| (light as u32, amount as u32)).collect();
            assert_eq!(own, system.button(button));
        }
    }
}

#[test]
fn directions_amounts_loops_and_lone_vertices() {
    let graph = parse("0->1\n1 -> 2 5\n2 2\n3\n3 0 7\n").unwrap();
    let free = graph.system(&Rule::PlusOpen).unwrap();
    assert_eq!(free.buttons(), [vec![(1, 1), (3, 7)], vec![(2, 5)], vec![(2, 1)], vec![(0, 7)]]);
    let error = graph.system(&Rule::Plus).unwrap_err().to_string();
    assert!(error.starts_with("line 3: found a loop at vertex 2 (counted from 0), which changes itself already, expected the rule plus-open"), "{error}");
    let dimacs = parse("p edge 3 3\ne 1 2\ne 3 3\ne 1 1\n").unwrap();
    let error = dimacs.system(&Rule::Plus).unwrap_err().to_string();
    assert!(error.starts_with("line 3: found a loop at vertex 3 (counted from 1), "), "{error}");
    assert_eq!(
        graph.system(&Rule::King).unwrap_err().to_string(),
        "found the rule king on a graph, expected plus or plus-open"
    );
    // Rows of a matrix are lights, columns buttons.
    let matrix = parse("0110\n1001\n").unwrap();
    assert_eq!((matrix.lights(), matrix.buttons()), (2, 4));
    let free = matrix.system(&Rule::PlusOpen).unwrap();
    assert_eq!(free.buttons(), [vec![(1, 1)], vec![(0, 1)], vec![(0, 1)], vec![(1, 1)]]);
    assert!(matrix.system(&Rule::Plus).is_err());
    assert_eq!(parse("0").unwrap().system(&Rule::Plus).unwrap().buttons(), [vec![(0, 1)]]);
}

#[test]
fn faults_are_named() {
    for (text, sentence) in [
        ("", "line 1, column 1: found nothing, expected a graph"),
        (" \n\n", "line 1, column 1: found nothing, expected a graph"),
        ("# only this\n", "line 1, column 1: found no edge, expected a graph"),
        ("0 1\n1 q", "line 2, column 3: found \"q\", expected an edge: two vertices counted from 0"),
        ("0 1\n1 -> ", "line 2, column 6: found the end of the line, expected a vertex"),
        ("0 1\n1 - 2", "line 2, column 3: found \"-\", expected an edge"),
        ("0 1 x", "line 1, column 5: found \"x\", expected an amount"),
        ("0 1 2 3", "line 1, column 7: found \"3\", expected the end of the line after the amount"),
        (
            "1 2\n2 3\n",
            "line 1, column 1: found vertex 1, and no vertex 0 anywhere, expected vertices counted from 0",
        ),
        ("0 1\n1 3\n", "line 2, column 1: found vertex 3, and no vertex 2 anywhere"),
        ("0 1\n1 0\n", "line 2, column 1: found 0 and 1 joined again, as in line 1, expected each pair once"),
        ("0 4000000000", "line 1, column 3: found vertex 4000000000, expected a vertex below 16777216"),
        ("0 ☃", "line 1, column 3: found \"☃\""),
        ("011\n10\n", "line 2, column 3: found a row of 2 numbers, expected 3 as in the first row"),
        ("011\n1x1\n", "line 2, column 2: found 'x', expected 0 or 1"),
        ("p edge 3 1\ne 1 4\n", "line 2, column 5: found vertex 4, expected one from 1 to 3"),
        ("p edge 3 1\ne 0 1\n", "line 2, column 3: found vertex 0, expected one from 1 to 3"),
        ("p edge 3 3\ne 1 2\n", "found 1 edge, expected the 3 that the line p claims"),
        ("p edge 99999999999 2\n", "line 1, column 8: found 99999999999 vertices, expected at most 16777216"),
        ("p sp 3 2\n", "line 1, column 3: found \"sp\", expected edge or col"),
        ("p\n", "line 1, column 2: found the end of the line, expected edge or col"),
        (
            "c x\ne 1 2\n",
            "line 2, column 1: found an edge, expected a line \"p edge VERTICES EDGES\" before it",
        ),
        ("c x\n", "line 1, column 1: found no line p, expected \"p edge VERTICES EDGES\""),
        ("p edge 3 1\nx 1 2\n", "line 2, column 1: found \"x\", expected a line c, p or e"),
        ("IheA@GUA", "line 1, column 9: found 7 characters of edges, expected 8 for 10 vertices"),
        ("IheA@GUAoo", "line 1, column 11: found 9 characters of edges, expected 8 for 10 vertices"),
        ("A_\nA_\n", "line 2, column 1: found a second line, expected one graph"),
        ("~~~~~~~~", "line 1, column 1: found 68719476735 vertices, expected at most 16777216"),
        (":~~~~~~~~", "line 1, column 2: found 68719476735 vertices"),
        ("~", "line 1, column 2: found the end, expected the number of vertices"),
        (">>graph6<<A_!", "line 1, column 13: found '!', expected a character from ? to ~"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.starts_with(sentence), "{text:?}\n {error}\n {sentence}");
    }
    assert!(graph::parse(b"0 1\n1 \xff").is_err());
}

#[test]
fn mutations_never_panic() {
    let mut random = Random(10);
    let seeds: [&[u8]; 6] = [
        b"0 1\n1->2 3\n2 0\n3\n",
        b"p edge 4 3\nc x\ne 1 2\ne 2 3\ne 3 4\n",
        b"0110\n1001\n1001\n0110\n",
        b"IheA@GUAo",
        b":I`ES@obGkqegW~",
        b"&DI?AO?",
    ];
    let mut accepted = 0;
    for round in 0..60_000 {
        let mut bytes = seeds[round % 6].to_vec();
        for _ in 0..1 + random.below(2) {
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(3) {
                0 => bytes[at] = random.next() as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"0123456789 ->\n~?:&pce"[random.below(21) as usize]),
            }
        }
        if let Ok(graph) = graph::parse(&bytes) {
            // Few vertices, so that the check of the system stays quick.
            if graph.buttons() < 1000 {
                accepted += usize::from(graph.system(&Rule::PlusOpen).is_ok());
            }
        }
    }
    assert!(accepted > 1000, "{accepted}");
}
