//! The page on light chasing for the 5 x 5 board, "Why does the algorithm work?".

use super::{Item, list, statement};
use crate::board::Board;
use crate::chase::{Chase, Ending};
use crate::lookup::{Lookup, digits};
use crate::puzzle::{Game, Puzzle, Target};

/// The key in docs/references.md.
pub const DOCUMENT: &str = "Chasing";

fn classic() -> Lookup {
    let board: Board = "5x5".parse().expect("a board");
    Lookup::new(&board, 2).expect("a small board")
}

fn chase(lights: u32) -> Chase {
    let board: Board = "5x5".parse().expect("a board");
    let lights = (0..25).map(|i| lights >> i & 1).collect();
    let puzzle = Puzzle::new(Game::Board(board), 2, lights, Target::Off).expect("a puzzle");
    Chase::new(&puzzle).expect("a small board")
}

/// Boards to try statements on: spread over all 2^25 by a multiplicative step.
fn samples() -> impl Iterator<Item = u32> {
    (0..500u32).map(|i| i.wrapping_mul(0x9E37_79B1) >> 7)
}

/// `1` for the buttons in a row, as their numbers from 1.
fn buttons(row: &[u32]) -> String {
    list(row.iter().enumerate().filter(|(_, v)| **v != 0).map(|(i, _)| i + 1))
}

/// What the document says, beside what is computed.
pub fn items() -> Vec<Item> {
    let item = |name: &str, theirs: &str, ours: String| Item::compare(DOCUMENT, name, theirs, ours, "");
    let table = classic();
    let rows = table.entries(1000).unwrap_or_default();
    let lines = |rows: &mut dyn Iterator<Item = (String, String)>| {
        rows.map(|(last, first)| format!("{last}: {first}")).collect::<Vec<_>>().join(", ")
    };
    let ours = rows.iter().map(|e| (digits(&e.last, 2), digits(&e.first.presses, 2)));
    // Presses of the first row decide everything: chasing below a solution's first row gives it back.
    let decided = samples().filter(|&s| match chase(s).ending() {
        Ending::Again { second, shorter, .. } => {
            let both = chase(s)
                .first_pass()
                .presses
                .iter()
                .zip(&second.presses)
                .map(|(a, b)| a ^ b)
                .collect::<Vec<_>>();
            both != shorter.presses
        }
        _ => false,
    });
    let solvable_by_table = samples().filter(|&s| {
        let chase = chase(s);
        let left = &chase.first_pass().left;
        let listed = left.iter().all(|&v| v == 0) || rows.iter().any(|e| e.last == *left);
        listed != chase.solution().is_some()
    });
    let quiet = table.quiet_choices(100).unwrap_or_default();
    let mut quiet_rows: Vec<String> = quiet.iter().skip(1).map(|row| buttons(row)).collect();
    quiet_rows.sort();
    // Button 1 in the first row, together with each quiet first row.
    let mut others: Vec<String> = quiet
        .iter()
        .skip(1)
        .map(|row| buttons(&row.iter().enumerate().map(|(i, v)| v ^ u32::from(i == 0)).collect::<Vec<_>>()))
        .collect();
    others.sort_by_key(|text| (text.len(), text.clone()));
    let all_minimal = samples().filter(|&s| {
        let chase = chase(s);
        let Ok(Some(attempts)) = chase.attempts(100) else { return false };
        attempts.list.len() != 4
            || attempts.list.iter().any(|a| a.press_count < attempts.list[attempts.best].press_count)
    });
    vec![
        item("Last rows that can be left after one chase, when there is a solution", "7", rows.len().to_string()),
        item("Share of the boards that can be solved", "1/4", format!("1/{}", table.quiet_count())),
        item(
            "The look-up table: last row, first row",
            "00111: 00010, 01010: 10010, 01101: 10000, 10001: 11000, 10110: 00001, 11011: 00100, 11100: 01000",
            lines(&mut ours.into_iter()),
        )
        .noting("Where several first rows do, the one with the fewest presses is given."),
        item("Any other last row means that there is no solution (500 boards)", "holds", statement(solvable_by_table)),
        item("Both passes together are the first row pressed first and one chase (500 boards)", "holds", statement(decided)),
        item("First rows of the quiet patterns", "1, 2, 4, 5; 1, 3, 5; 2, 3, 4", quiet_rows.join("; ")),
        item("With button 1 in the first row, the others to try", "3, 5; 2, 4, 5; 1, 2, 3, 4", others.join("; ")),
        item("Attempts that find the minimal solution: one chase and every first row", "5", (1 + quiet.len()).to_string()),
        item("The best of these attempts has the fewest presses (500 boards)", "holds", statement(all_minimal)),
    ]
}
