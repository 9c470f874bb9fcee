//! The comparison comes out as documented.

use super::*;
use crate::reproduce::Verdict;

#[test]
fn the_differences_are_the_documented_errata_and_nothing_else() {
    let items = items();
    let different: Vec<&str> =
        items.iter().filter(|i| i.verdict == Verdict::Difference).map(|i| i.item.as_str()).collect();
    assert_eq!(
        different,
        [
            "Table 1: kernel dimension, sides 1 to 80",
            "Table 1, side 36",
            "Table 1, side 55",
            "Table 1, side 56",
            "Table 1, side 66",
            "Table 1, side 75",
            "Table 1, side 76",
            "Theorem 1 against the printed Table 1",
            "Section 4, matrix (1), A_3",
            "Theorem 3, the pieces",
        ]
    );
    let value = |name: &str| {
        let item = items.iter().find(|i| i.item == name).unwrap();
        (item.theirs.clone(), item.ours.clone())
    };
    for (side, theirs, ours) in [(36, 4, 0), (55, 20, 0), (56, 18, 0), (66, 4, 2), (75, 0, 2), (76, 10, 0)] {
        assert_eq!(value(&format!("Table 1, side {side}")), (theirs.to_string(), ours.to_string()));
    }
    assert_eq!(value("Theorem 1 against the printed Table 1").1, "contradiction at side 75");
    assert!(items.len() > 25);
}

#[test]
fn every_figure_is_well_formed_and_named_once() {
    let mut all = figures();
    all.extend(cylinder_figures());
    let mut names = std::collections::HashSet::new();
    for figure in &all {
        let document =
            roxmltree::Document::parse(&figure.svg).unwrap_or_else(|e| panic!("{}: {e}", figure.item));
        assert!(document.descendants().filter(|n| n.is_element()).count() > 10, "{}", figure.item);
        assert!(names.insert(figure.file.clone()));
    }
    for number in 1..=17 {
        assert!(names.contains(&format!("triangle-figure-{number}")), "{number}");
    }
    assert_eq!(all.len(), 20);
}

#[test]
fn the_pass_on_the_cylinder_ends_dark() {
    let svg = &cylinder_figures()[1].svg;
    for text in [
        "row 2: press each 1 time<",
        "row 3: press each 2 times<",
        "row 4: press each 2 times<",
        "row 5: press each 1 time<",
    ] {
        assert!(svg.contains(text), "{text}");
    }
}
