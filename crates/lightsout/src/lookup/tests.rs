//! Tables beside plain search, and the 5 x 5 table as published.

use std::collections::BTreeMap;

use super::*;

fn table(board: &str, states: u64) -> Lookup {
    Lookup::new(&board.parse().expect("a board"), states).expect("small")
}

fn line(text: &str) -> Vec<u32> {
    text.bytes().map(|b| u32::from(b - b'0')).collect()
}

#[test]
fn the_classic_table_has_seven_rows() {
    let table = table("5x5", 2);
    assert!(table.first_is_row() && table.last_is_row());
    assert_eq!(table.quiet_count(), 4u8.into());
    let published = [
        ("00111", "00010"),
        ("01010", "10010"),
        ("01101", "10000"),
        ("10001", "11000"),
        ("10110", "00001"),
        ("11011", "00100"),
        ("11100", "01000"),
    ];
    let entries = table.entries(100).expect("seven");
    assert_eq!(entries.len(), published.len());
    for (entry, (last, first)) in entries.iter().zip(published) {
        assert_eq!(
            (&entry.last, &entry.first.presses, entry.first.fewest),
            (&line(last), &line(first), true)
        );
    }
    assert_eq!(table.entries(6), None);
    let cleared =
        (0..32u32).filter(|n| table.first_for(&(0..5).map(|i| n >> i & 1).collect::<Vec<_>>()).is_some());
    assert_eq!(cleared.count(), 8);
}

/// The table by trying every choice of the first buttons on the board itself.
fn by_search(table: &Lookup) -> BTreeMap<Vec<u32>, u64> {
    let k = table.states();
    let p = table.first_cells().len() as u32;
    let mut best = BTreeMap::new();
    for n in 0..k.pow(p) {
        let first: Vec<u32> = (0..p).map(|i| (n / k.pow(i) % k) as u32).collect();
        // Start from a board that these first buttons and the chase below them have made: chasing
        // it without first buttons leaves exactly what they clear.
        let mut presses = vec![0; table.system().buttons()];
        for (&cell, &times) in table.first_cells().iter().zip(&first) {
            presses[cell as usize] = times;
        }
        let lights = table.system().press(&presses);
        let difference: Vec<u32> = lights.iter().map(|&v| ((k - u64::from(v)) % k) as u32).collect();
        let mut chased = vec![0; table.system().buttons()];
        chase(table.plan(), table.rows(), &difference, &mut chased);
        let moved = table.system().press(&chased);
        let left = table
            .last_cells()
            .iter()
            .map(|&c| ((u64::from(lights[c as usize]) + u64::from(moved[c as usize])) % k) as u32);
        // Pressing the same buttons again must clear it; so they have to be pressed k - 1 times.
        let clearing: Vec<u32> = first.iter().map(|&v| ((k - u64::from(v)) % k) as u32).collect();
        let entry = best.entry(left.collect::<Vec<u32>>()).or_insert(u64::MAX);
        *entry = (*entry).min(count(&clearing));
    }
    best
}

#[test]
fn tables_agree_with_search_on_every_kind_of_board() {
    for (board, states) in [
        ("1x1", 2),
        ("1x5", 2),
        ("5x1", 3),
        ("3x3", 2),
        ("4x4", 2),
        ("5x5", 2),
        ("6x4", 3),
        ("5x3", 4),
        ("4x4", 6),
        ("3x3", 12),
        ("cylinder:4x3", 4),
        ("cylinder:5x2", 3),
        ("cylinder:3x1", 6),
        ("torus:4x3", 2),
        ("torus:3x3", 3),
        ("mobius:4x3", 2),
        ("triangle:4", 2),
        ("triangle:3", 6),
        ("hexagon:2", 2),
        ("box:2x2x2", 2),
        ("merlin", 2),
        ("5x5", 5),
    ] {
        let table = table(board, states);
        let mut want = by_search(&table);
        want.remove(&vec![0; table.last_cells().len()]);
        let entries = table.entries(1 << 20).expect("small boards");
        assert_eq!(BigUint::from(entries.len()), table.count(), "{board}");
        let found: BTreeMap<Vec<u32>, u64> =
            entries.iter().map(|e| (e.last.clone(), count(&e.first.presses))).collect();
        assert_eq!(found, want, "{board}, {states} states");
        assert!(entries.iter().is_sorted_by(|a, b| a.last < b.last));
        for e in &entries {
            assert_eq!(table.first_for(&e.last).as_ref(), Some(&e.first));
        }
    }
}

/// A table by its short form, worked as its text says.
#[test]
fn the_short_form_clears_everything_that_the_table_clears() {
    for (board, states) in
        [("5x5", 2), ("4x5", 2), ("5x4", 4), ("4x4", 6), ("torus:4x4", 2), ("triangle:5", 3)]
    {
        let table = table(board, states);
        let basis = table.basis();
        for entry in table.entries(1 << 20).expect("small boards") {
            let (mut rest, mut first) = (entry.last.clone(), vec![0; table.first_cells().len()]);
            for line in &basis {
                let times = u64::from(rest[line.place]) / line.lead;
                module::add(&mut rest, &line.last, (states - times) % states, states);
                module::add(&mut first, &line.first, times, states);
            }
            assert!(rest.iter().all(|&v| v == 0), "{board}");
            // The same up to a quiet choice.
            let quiet = table.quiet_choices(1 << 16).expect("few");
            let best = table.fewest(&first, &quiet);
            assert_eq!(best.presses, entry.first.presses, "{board}, {states} states");
        }
    }
}

#[test]
fn every_format_has_every_line() {
    let table = table("5x5", 2);
    assert_eq!(table.to_csv(100).lines().count(), 8);
    assert!(table.to_text(100).contains("# # # . .   . # . . ."));
    assert_eq!(table.to_json(100)["rows"].as_array().map(Vec::len), Some(7));
    let sheet = table.to_svg(100);
    assert_eq!(sheet.matches("<rect").count(), 1 + 7 * 10);
    assert!(
        sheet.contains("<title>Look-up table of 5x5 with 2 states</title>") && sheet.contains("<desc>Chase")
    );
    let short = table.to_json(3);
    assert_eq!(
        (short["complete"].as_bool(), short["basis"].as_array().map(Vec::len)),
        (Some(false), Some(3))
    );
    assert!(table.to_text(3).contains("All 7 lines would be too many"));
    assert!(table.to_svg(3).contains("chase again"));
}

/// A short form of many states is not used as one of two, and a sheet says where its lights and buttons are.
#[test]
fn sheets_say_all_that_text_says() {
    for (spec, rule, states, limit) in
        [("2x3", "plus", 40, 1), ("3x3", "knight", 2, 100), ("5x5", "plus", 3, 1)]
    {
        let board = spec.parse::<Board>().and_then(|board| board.with_rule(rule.parse()?)).expect(spec);
        let table = Lookup::new(&board, states).expect(spec);
        let (text, sheet) = (table.to_text(limit), table.to_svg(limit));
        let description =
            sheet.split("<desc>").nth(1).and_then(|rest| rest.split("</desc>").next()).expect("one");
        for line in text.lines().skip(1).take_while(|line| !line.starts_with("  ")) {
            assert!(description.contains(line), "{line}");
        }
        assert_eq!(text.contains("rule"), rule != "plus");
        assert_eq!(text.contains("Divide"), states > 2 && limit == 1);
    }
}

#[test]
fn a_table_beyond_memory_is_given_in_short() {
    let table = table("40x40", 2);
    assert!(!table.is_listed(u64::MAX) && table.entries(u64::MAX).is_none());
}
