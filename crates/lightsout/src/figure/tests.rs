//! Documents are well-formed, say what they show, and show it.

use roxmltree::Document;

use super::*;
use crate::board::Board;
use crate::coverings::Coverings;
use crate::kernel::{Kernel, Named, propagate};

fn board(spec: &str) -> Board {
    spec.parse().unwrap()
}

/// Parses a document and checks what every figure owes its reader.
fn check(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).expect("well-formed");
    let root = document.root_element();
    assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
    assert!(root.attribute("viewBox").is_some(), "it scales");
    for id in ["title", "description"] {
        let node = document.descendants().find(|n| n.attribute("id") == Some(id)).expect(id);
        assert!(!node.text().unwrap_or("").is_empty(), "{id}");
    }
    document
}

fn count(document: &Document<'_>, tag: &str) -> usize {
    document.descendants().filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", tag))).count()
}

/// Number of elements in groups of a fill.
fn filled(document: &Document<'_>, fill: &str) -> usize {
    document
        .descendants()
        .filter(|n| n.attribute("fill") == Some(fill))
        .map(|g| g.children().filter(|c| c.is_element()).count())
        .sum()
}

#[test]
fn every_kind_of_board_and_figure_is_well_formed() {
    for spec in [
        "1x1",
        "3x4",
        "cylinder:3x5",
        "torus:4x4",
        "mobius:3x4",
        "klein:3x3",
        "projective:2x2",
        "triangle:5",
        "hexagon:3",
        "box:2x2x2",
        "cube:2",
        "orbix",
        "merlin",
    ] {
        let board = board(spec);
        let n = board.cells();
        let lights: Vec<u32> = (0..n as u32).map(|i| i % 4).collect();
        let two: Vec<u32> = lights.iter().map(|v| v % 2).collect();
        let drawings = [
            Drawing::new(&board),
            Drawing::new(&board).lights(4, &lights),
            Drawing::new(&board).lights(2, &two).stars(&lights).numbered(true),
            Drawing::new(&board).presses(&lights).caption("a < b & \"c\"\u{1}"),
            Drawing::new(&board).lights(1 << 32, &lights).shape(CellShape::Circle),
        ];
        let mut sheet = Sheet::new("Many <figures>");
        for drawing in drawings {
            let svg = drawing.render();
            let document = check(&svg);
            assert!(count(&document, "circle") + count(&document, "rect") > n, "{spec}");
            sheet.push(drawing);
        }
        let svg = sheet.render();
        check(&svg);
    }
    let svg = Sheet::new("Nothing").render();
    check(&svg);
}

#[test]
fn states_show_as_fills_and_numbers() {
    let board = board("2x3");
    let svg = Drawing::new(&board).lights(2, &[1, 0, 1, 0, 0, 1]).render();
    let document = check(&svg);
    assert_eq!(filled(&document, &fill_of_state(1, 2).hex()), 3);
    assert_eq!(count(&document, "text"), 0);
    let svg = Drawing::new(&board).lights(5, &[1, 0, 4, 3, 2, 1]).render();
    let document = check(&svg);
    let texts: Vec<&str> =
        document.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).collect();
    let mut sorted = texts.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["0", "1", "1", "2", "3", "4"]);
}

#[test]
fn numbers_of_buttons_stand_out_from_every_state() {
    let board = board("klein:3x4");
    let states: Vec<u32> = (0..12).collect();
    let svg = Drawing::new(&board).lights(12, &states).numbered(true).render();
    let document = check(&svg);
    let dark: Vec<bool> = states.iter().map(|&state| fill_of_state(state, 12).light_text).collect();
    for small in document.descendants().filter(|n| n.attribute("font-size") == Some("6.5")) {
        let number: usize = small.text().unwrap().parse().unwrap();
        let ink = small.parent().unwrap().attribute("fill");
        assert_eq!(ink, Some(if dark[number - 1] { "#fff" } else { "#111" }), "button {number}");
    }
    // Beside a round button there is paper.
    let svg = Drawing::new(&board).lights(12, &states).numbered(true).shape(CellShape::Circle).render();
    let document = check(&svg);
    let mut small = document.descendants().filter(|n| n.attribute("font-size") == Some("6.5"));
    assert!(small.all(|text| text.parent().unwrap().attribute("fill") == Some("#111")));
}

#[test]
fn states_keep_apart_in_grey() {
    for states in 2..=7u64 {
        let greys: Vec<u32> = (0..states as u32).map(|s| fill_of_state(s, states).luma()).collect();
        for pair in greys.windows(2) {
            assert!(pair[0] >= pair[1] + 22, "{states}: {greys:?}");
        }
    }
}

#[test]
fn coverings_and_blocks_are_drawn_whole() {
    let torus = board("torus:4x4");
    let covering = Coverings::new(&torus).unwrap().sample(3).unwrap().unwrap();
    let svg = Drawing::new(&torus).covering(&covering).render();
    check(&svg);
    let small = board("triangle:5");
    let pattern = Kernel::new(&small).unwrap().pattern(0);
    let large = propagate(&small, &pattern, (2, 0)).unwrap();
    let svg = Drawing::new(&large.board).propagated(&large).render();
    let document = check(&svg);
    // Nine blocks, each with an outline and an arrow.
    assert_eq!(count(&document, "polygon"), 18);
}

#[test]
fn large_boards_are_drawn_as_areas() {
    let triangle = board("triangle:509");
    let pattern = Named::Sierpinski.pattern(&triangle).unwrap();
    let svg = Drawing::new(&triangle).pattern(&pattern).render();
    let document = check(&svg);
    assert_eq!(count(&document, "circle"), 0);
    // Every run is one rectangle of its length: the lengths add up to the pressed buttons.
    let path = document.descendants().filter_map(|n| n.attribute("d")).nth(1).unwrap();
    let pressed: f64 = path
        .split('M')
        .skip(1)
        .map(|run| run.split('h').nth(1).unwrap().split('v').next().unwrap().parse::<f64>().unwrap())
        .sum();
    assert_eq!(pressed as usize, pattern.count_ones());
    assert!(svg.len() < 1_000_000);
    let grid = board("300x300").with_holes([5, 700]).unwrap();
    let lights: Vec<u32> = (0..grid.cells() as u32).map(|i| i / 3 % 3).collect();
    let svg = Drawing::new(&grid).lights(3, &lights).render();
    check(&svg);
}

#[test]
fn matrices_show_their_entries_and_blocks() {
    let six = board("triangle:6");
    let svg = matrix_figure(&six.system(2), Some(&six), "A_6");
    let document = check(&svg);
    let ones = document.descendants().filter(|n| n.has_tag_name("text") && n.text() == Some("1")).count();
    assert_eq!(ones, six.system(2).entries());
    assert_eq!(count(&document, "line"), 2 * 5);
    for (spec, states) in [("3x4", 5), ("12x12", 2), ("triangle:12", 2), ("1x1", 2)] {
        let board = board(spec);
        let svg = matrix_figure(&board.system(states), Some(&board), spec);
        check(&svg);
    }
    let free = crate::board::System::new(7, 2, [vec![(0, 3)], vec![(1, 6)], vec![]]);
    check(&matrix_figure(&free, None, "free"));
}

#[test]
fn numbers_are_short() {
    for (value, text) in
        [(0.0, "0"), (-0.001, "0"), (1.5, "1.5"), (2.0, "2"), (-3.456, "-3.46"), (f64::NAN, "0")]
    {
        assert_eq!(svg::number(value).to_string(), text);
    }
    assert_eq!(svg::escape("<a b=\"c\">&\u{0}"), "&lt;a b=&quot;c&quot;&gt;&amp; ");
}
