//! How an answer is written in each format.

use lightsout::format::{pbm, shaped, write_numbers, write_pairs};
use lightsout::puzzle::{Game, Puzzle};
use lightsout::solve::{Answer, Solved, Unsolvable};
use serde_json::{Value, json};

use crate::args::Format;
use crate::draw;
use crate::fail::Fail;
use crate::output::Output;

use super::search::Claim;

/// Writes one answer in full.
pub(super) fn answer(
    out: &mut Output,
    format: Format,
    puzzle: &Puzzle,
    answer: &Answer,
    claim: Option<&Claim>,
) -> Result<(), Fail> {
    match (format, answer) {
        (Format::Json, _) => out.json(&to_json(puzzle, answer, claim)),
        (Format::Text, Answer::Solved(solved)) => out.text(&solved_text(puzzle, solved, claim, out.colour)),
        (Format::Text, Answer::Unsolvable(no)) => out.text(&unsolvable_text(puzzle, no, out.colour)),
        (_, Answer::Unsolvable(_)) => Ok(()), // said beside
        (Format::List, Answer::Solved(solved)) => {
            out.text(&format!("{}\n", write_numbers(puzzle.game(), &solved.presses)))
        }
        (Format::Csv, Answer::Solved(solved)) => out.text(&csv(puzzle, &solved.presses)),
        (_, Answer::Solved(solved)) => {
            let image = pbm::write(puzzle.game(), puzzle.states(), &solved.presses, false);
            out.bytes(&image.map_err(Fail::input)?)
        }
    }
}

/// One line for one of many puzzles.
pub(super) fn line(format: Format, puzzle: &Puzzle, answer: &Answer, claim: Option<&Claim>) -> String {
    match (format, answer) {
        (Format::Json, _) => to_json(puzzle, answer, claim).to_string(),
        (Format::List, Answer::Solved(solved)) => write_numbers(puzzle.game(), &solved.presses),
        (Format::List, Answer::Unsolvable(_)) => "unsolvable".into(),
        (_, Answer::Solved(solved)) => {
            format!(
                "solved, {}{}: {}",
                count(solved.press_count()),
                claim.map_or(String::new(), |claim| format!(", {}", claim.words())),
                write_pairs(puzzle.game(), &solved.presses)
            )
        }
        (_, Answer::Unsolvable(no)) => format!("unsolvable; {}", change_words(puzzle, no)),
    }
}

/// An answer as one JSON object, with what a search for the fewest presses claims.
pub(super) fn to_json(puzzle: &Puzzle, answer: &Answer, claim: Option<&Claim>) -> Value {
    let mut value = plain_json(puzzle, answer);
    if let (Some(claim), Some(object), Answer::Solved(_)) = (claim, value.as_object_mut(), answer) {
        claim.put(object);
    }
    value
}

fn plain_json(puzzle: &Puzzle, answer: &Answer) -> Value {
    match answer {
        Answer::Solved(solved) => {
            let count = solved.press_count();
            let cost: u64 = match puzzle.weights() {
                None => count,
                Some(weights) => {
                    solved.presses.iter().zip(weights).map(|(&x, &w)| u64::from(x) * u64::from(w)).sum()
                }
            };
            // The only solution is the cheapest, and nothing is cheaper than nothing.
            let least = solved.solutions == 1u32.into() || cost == 0;
            json!({
                "schema": 1,
                "solvable": true,
                "presses": shaped(puzzle.game(), &solved.presses),
                "press_count": count,
                "solutions": solved.solutions.to_string(),
                "nullity": solved.nullity,
                "minimal": least,
                "proven": least,
                "lower_bound": if least { cost } else { 0 },
                "certificate": null,
                "suggested_changes": null,
            })
        }
        Answer::Unsolvable(no) => {
            let changes: Vec<Value> = no
                .changes
                .lights
                .iter()
                .map(|&(light, to)| {
                    let from = puzzle.lights()[light];
                    match puzzle.game() {
                        Game::Board(board) => {
                            let (row, column) = board.position(light);
                            json!({"light": [row, column], "from": from, "to": to})
                        }
                        Game::Free(_) => json!({"light": light, "from": from, "to": to}),
                    }
                })
                .collect();
            json!({
                "schema": 1,
                "solvable": false,
                "presses": null,
                "press_count": null,
                "solutions": "0",
                "nullity": no.nullity,
                "minimal": false,
                "proven": true,
                "lower_bound": null,
                "certificate": shaped_lights(puzzle, &no.certificate),
                "suggested_changes": changes,
            })
        }
    }
}

/// Values of lights, in the shape of the lights.
fn shaped_lights(puzzle: &Puzzle, values: &[u32]) -> Value {
    shaped(puzzle.game(), values)
}

fn count(presses: u64) -> String {
    draw::counted(presses, "press")
}

/// Boards of more cells than this are not drawn: nobody could read them.
const DRAWN: usize = 20_000;

fn solved_text(puzzle: &Puzzle, solved: &Solved, claim: Option<&Claim>, colour: bool) -> String {
    let solutions = solved.solutions.to_string();
    let which = match solutions.as_str() {
        "1" => "the only solution".to_string(),
        many if many.len() <= 30 => format!("one of {many} solutions"),
        many => format!("one of a number of solutions with {} digits", many.len()),
    };
    let mut text = match claim {
        None => format!("Solved with {}, {which}.\n", count(solved.press_count())),
        Some(claim) => format!("Solved with {}, {}; {which}.\n", count(solved.press_count()), claim.words()),
    };
    if puzzle.lights().len() > DRAWN {
        text.push_str(
            "The board is too large to draw; --format json, csv, list or pbm writes the presses.\n",
        );
        return text;
    }
    text.push('\n');
    text.push_str(&draw::game(
        puzzle.game(),
        puzzle.states(),
        puzzle.lights(),
        Some(&solved.presses),
        colour,
    ));
    if puzzle.game().board().is_some() {
        text.push('\n');
        text.push_str(&draw::presses_line("Press", puzzle.game(), &solved.presses));
    }
    text
}

fn unsolvable_text(puzzle: &Puzzle, no: &Unsolvable, colour: bool) -> String {
    let mut text = String::from("There is no solution.\n\n");
    if puzzle.lights().len() > DRAWN {
        text.push_str("The board is too large to draw its proof; --format json writes it.\n");
        return text;
    }
    let lights = puzzle.lights();
    if puzzle.states() == 2 {
        let marked = if puzzle.board().is_some() { "marked [ ] below" } else { "named below" };
        text.push_str(&format!(
            "Proof: look at the lights {marked}. Whatever button is pressed, an even number of them\n\
             changes, so that the number of lit ones among them stays odd or stays even. "
        ));
        let marked_lit =
            |lights: &[u32]| no.certificate.iter().zip(lights).filter(|&(&y, &b)| y != 0 && b != 0).count();
        let now = marked_lit(lights);
        text.push_str(&format!(
            "Now {now} of them\n{} lit; at the target {} would be.\n\n",
            if now == 1 { "is" } else { "are" },
            marked_lit(&puzzle.target_lights())
        ));
        text.push_str(&match puzzle.game() {
            Game::Board(_) => draw::game(puzzle.game(), 2, lights, Some(&no.certificate), colour),
            Game::Free(_) => free_certificate(&no.certificate),
        });
    } else {
        let k = puzzle.states();
        text.push_str(&format!(
            "Proof: multiply each light by the weight below and add up. Every press changes this sum by a\n\
             multiple of {k}; getting from the lights to the target would change it by {} more than one.\n\n",
            lightsout::solve::weighted_sum(&no.certificate, &puzzle.difference(), k)
        ));
        text.push_str(&match puzzle.game() {
            Game::Board(_) => draw::game(puzzle.game(), k, &no.certificate, None, colour),
            Game::Free(_) => free_certificate(&no.certificate),
        });
    }
    text.push('\n');
    text.push_str(&match no.changes.lights.len() {
        0 => "On a board this large no lights to change are looked for.\n".to_string(),
        _ => format!("It would be solvable if you {}.\n", change_words(puzzle, no)),
    });
    text
}

fn free_certificate(certificate: &[u32]) -> String {
    let marks: Vec<String> = certificate
        .iter()
        .enumerate()
        .filter(|&(_, &y)| y != 0)
        .map(|(light, &y)| if y == 1 { light.to_string() } else { format!("{light} (weight {y})") })
        .collect();
    format!("lights (counted from 0): {}\n", marks.join(", "))
}

fn change_words(puzzle: &Puzzle, no: &Unsolvable) -> String {
    let words: Vec<String> = no
        .changes
        .lights
        .iter()
        .map(|&(light, to)| {
            let place = match puzzle.game() {
                Game::Board(board) => {
                    let (row, column) = board.position(light);
                    format!("row {} column {}", row + 1, column + 1)
                }
                Game::Free(_) => format!("light {light}"),
            };
            match (puzzle.states(), to) {
                (2, 0) => format!("{place} to off"),
                (2, _) => format!("{place} to on"),
                (_, to) => format!("{place} to {to}"),
            }
        })
        .collect();
    let from = if puzzle.board().is_some() || words.is_empty() { "" } else { " (counted from 0)" };
    format!("set {}{from}", words.join(", "))
}

fn csv(puzzle: &Puzzle, presses: &[u32]) -> String {
    let board = puzzle.board();
    let mut text = String::from(if board.is_some() { "row,column,presses\n" } else { "button,presses\n" });
    for (button, &times) in presses.iter().enumerate().filter(|&(_, &times)| times != 0) {
        match board {
            Some(board) => {
                let (row, column) = board.position(button);
                text.push_str(&format!("{},{},{times}\n", row + 1, column + 1));
            }
            None => text.push_str(&format!("{button},{times}\n")),
        }
    }
    text
}
