//! Every case of `testdata/cases.json` with everything that it states.

use std::collections::BTreeMap;

use lightsout::board::{Board, Shape, Surface};
use lightsout::format::{Overrides, parse};
use lightsout::hardest::{Hardest, hardest};
use lightsout::lookup::Lookup;
use lightsout::minimal::{Coset, Generator, Minimum, Options, Unattended, minimum};
use lightsout::nullity::{Family, nullity};
use lightsout::onepass::{OnePass, Start};
use lightsout::puzzle::{Game, Puzzle, Target};
use lightsout::solve::{Answer, Solved, Solver, solve_with, weighted_sum};
use lightsout_algebra::integer::{Budget, Expression};
use num_bigint::BigUint;
use serde_json::Value;

fn cases() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/cases.json");
    let text = std::fs::read_to_string(path).expect("the cases");
    let whole: Value = serde_json::from_str(&text).expect("JSON");
    whole["cases"].as_array().expect("a list of cases").clone()
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn most_needed(board: &Board) -> Hardest {
    hardest(&Game::Board(board.clone()), &solver(board), 1, &Unattended).expect("small")
}

/// Numbers in reading order, holes passed over.
fn flat(value: &Value) -> Vec<u32> {
    match value {
        Value::Array(items) => items.iter().flat_map(flat).collect(),
        Value::Null => vec![],
        _ => vec![number(value) as u32],
    }
}

fn board(spec: &Value) -> Board {
    text(spec).parse().unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn puzzle(json: &Value) -> Puzzle {
    parse(json.to_string().as_bytes(), &Overrides::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn solver(board: &Board) -> Solver {
    Solver::new(board.system(2), Some(board)).expect("a small board")
}

/// The fewest presses, proven.
fn fewest(solver: &Solver, board: Option<&Board>, start: Vec<u32>) -> Minimum {
    let generator = |g: Generator| Generator { vector: g.vector, order: g.order };
    let kernel = solver.kernel().into_iter().map(generator).collect();
    let mut coset = Coset::modular(solver.states(), start, kernel).expect("a coset");
    if let Some(board) = board {
        let class = |cell| {
            let (row, column) = board.position(cell);
            [[0, 2], [3, 1]][row % 2][column % 2]
        };
        coset = coset.with_classes((0..board.cells()).map(class).collect()).expect("a class for each button");
    }
    let minimum = minimum(&coset, &Options::default(), &Unattended).expect("a method");
    assert!(minimum.proven);
    minimum
}

/// All on, to be turned off.
fn all_on(board: Board) -> Minimum {
    let solver = solver(&board);
    let puzzle =
        Puzzle::new(Game::Board(board), 2, vec![1; solver.system().lights()], Target::Off).expect("a puzzle");
    let Answer::Solved(solved) = solve_with(&solver, &puzzle) else {
        panic!("all on can always be turned off")
    };
    fewest(&solver, puzzle.board(), solved.presses)
}

/// Every solution.
fn all_solutions(solver: &Solver, start: &[u32]) -> Vec<Vec<u32>> {
    let k = solver.states();
    let mut out = vec![start.to_vec()];
    for generator in solver.kernel() {
        let plus = |x: &Vec<u32>, times: u64| -> Vec<u32> {
            let sum = |(&x, &g): (&u32, &u32)| ((u64::from(x) + times * u64::from(g)) % k) as u32;
            x.iter().zip(&generator.vector).map(sum).collect()
        };
        out = out
            .iter()
            .flat_map(|x| (0..generator.order).map(|times| plus(x, times)).collect::<Vec<_>>())
            .collect();
    }
    out
}

/// What is known about one puzzle, worked out when first asked for.
struct Work {
    puzzle: Puzzle,
    solver: Solver,
    answer: Answer,
}

impl Work {
    fn new(json: &Value) -> Work {
        let puzzle = puzzle(json);
        let solver = Solver::new(puzzle.system().expect("small"), puzzle.board()).expect("small");
        let answer = solve_with(&solver, &puzzle);
        Work { puzzle, solver, answer }
    }

    fn solved(&self) -> &Solved {
        let Answer::Solved(solved) = &self.answer else { panic!("no solution") };
        solved
    }

    fn fewest(&self) -> Minimum {
        fewest(&self.solver, self.puzzle.board(), self.solved().presses.clone())
    }

    fn count(&self) -> u64 {
        self.fewest().cost
    }

    fn solves(&self, presses: &Value) -> Vec<u32> {
        let presses = flat(presses);
        assert!(self.puzzle.is_solved_by(&presses), "{presses:?}");
        presses
    }
}

/// Checks one expectation of a case.
fn run(case: &Value, key: &str, expected: &Value) {
    let work = || Work::new(&case["puzzle"]);
    match key {
        "solvable" => {
            let solvable = matches!(work().answer, Answer::Solved(_));
            assert_eq!(Some(solvable), expected.as_bool());
        }
        "presses" => {
            let work = work();
            assert_eq!(work.solves(expected), work.solved().presses);
            assert_eq!(work.solved().solutions.to_string(), "1");
        }
        "valid_presses" => {
            let work = work();
            items(expected).iter().for_each(|presses| drop(work.solves(presses)));
        }
        "solutions" => assert_eq!(work().solved().solutions.to_string(), text(expected)),
        "all_presses" => {
            let work = work();
            let mut ours = all_solutions(&work.solver, &work.solved().presses);
            let mut theirs: Vec<Vec<u32>> = items(expected).iter().map(flat).collect();
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs);
        }
        "nullity" => {
            let solver = match case.get("puzzle") {
                Some(puzzle) => Work::new(puzzle).solver,
                None => solver(&board(&case["board"])),
            };
            assert_eq!(solver.nullity(), Some(number(expected) as usize));
        }
        "press_count" => assert_eq!(work().count(), number(expected)),
        "minimal_presses" => {
            let work = work();
            let count = work.count();
            for presses in items(expected) {
                assert_eq!(work.solves(presses).iter().map(|&times| u64::from(times)).sum::<u64>(), count);
            }
        }
        "first_minimal" => {
            let minimum = work().fewest();
            assert!(minimum.canonical);
            assert_eq!(minimum.presses, flat(expected));
        }
        "press_counts" if case["kind"] == "levels" => {
            let counts: Vec<u64> =
                items(&case["puzzles"]).iter().map(|puzzle| Work::new(puzzle).count()).collect();
            assert_eq!(counts, items(expected).iter().map(number).collect::<Vec<_>>());
        }
        "press_counts" => {
            for pair in items(expected) {
                assert_eq!(all_on(board(&pair[0])).cost, number(&pair[1]), "{}", pair[0]);
            }
        }
        "labels" => {
            // What the source says is wrong for some levels, and the right counts say which.
            let wrong =
                items(&case["expected"]["press_counts"]).iter().filter(|count| *count != expected).count();
            assert!(wrong > 0 && wrong < items(&case["puzzles"]).len());
        }
        "certificate" => {
            let (work, stated) = (work(), flat(expected));
            let Answer::Unsolvable(no) = &work.answer else { panic!("a solution") };
            for certificate in [&stated, &no.certificate] {
                assert!(work.solver.system().press_transposed(certificate).iter().all(|&sum| sum == 0));
                assert_ne!(weighted_sum(certificate, &work.puzzle.difference(), work.puzzle.states()), 0);
            }
        }
        "lights" | "lit" => {
            let puzzle = puzzle(&case["puzzle"]);
            let board = puzzle.board().expect("a board");
            let mut presses = vec![0; board.cells()];
            for place in items(&case["moves"]) {
                let cell = board.cell_at(number(&place[0]) as usize, number(&place[1]) as usize);
                presses[cell.expect("a cell")] += 1;
            }
            let lights = puzzle.pressed(&presses).expect("small");
            match key {
                "lit" => {
                    assert_eq!(lights.iter().filter(|&&light| light != 0).count() as u64, number(expected))
                }
                _ => assert_eq!(lights, flat(expected)),
            }
        }
        "nullities" => {
            for pair in items(expected) {
                let board = board(&pair[0]);
                if board.cells() <= 1600 {
                    assert_eq!(solver(&board).nullity(), Some(number(&pair[1]) as usize), "{board}");
                }
                let family = match board.shape() {
                    Shape::Grid { surface: Surface::Plane, rows, .. } => Some((Family::Square, rows)),
                    Shape::Grid { surface: Surface::Torus, rows, .. } => Some((Family::Torus, rows)),
                    Shape::Triangle { side } => Some((Family::Triangle, side)),
                    _ => None,
                };
                if let Some((family, side)) = family {
                    assert_eq!(nullity(family, side as u64), Ok(number(&pair[1])), "{board}");
                }
            }
        }
        "kernel_basis" => {
            let solver = solver(&board(&case["board"]));
            let mut ours = all_solutions(&solver, &vec![0; solver.system().buttons()]);
            let mut theirs = vec![vec![0; solver.system().buttons()]];
            for pattern in items(expected).iter().map(flat) {
                let plus = |x: &Vec<u32>| x.iter().zip(&pattern).map(|(a, b)| a ^ b).collect();
                let more: Vec<Vec<u32>> = theirs.iter().map(plus).collect();
                theirs.extend(more);
            }
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs);
        }
        "inverse" => {
            // Column j of the inverse holds the presses that change light j alone.
            let work = work();
            for j in 0..work.solver.system().lights() {
                let mut unit = vec![0; work.solver.system().lights()];
                unit[j] = 1;
                let lightsout_algebra::Outcome::Solution(presses) = work.solver.solve(&unit) else {
                    panic!("no solution for light {j}")
                };
                let column: Vec<u32> = items(expected).iter().map(|row| number(&row[j]) as u32).collect();
                assert_eq!(presses, column);
            }
        }
        "lookup" => {
            let board = board(&case["board"]);
            let (table, solver) = (Lookup::new(&board, 2).expect("a table"), solver(&board));
            let row = |value: &Value| -> Vec<u32> {
                text(value).chars().map(|digit| digit.to_digit(10).expect("a digit")).collect()
            };
            for pair in items(expected) {
                let (last, stated) = (row(&pair[0]), row(&pair[1]));
                let ours = table.first_for(&last).expect("a row that can be cleared");
                assert!(ours.fewest);
                assert!(ours.presses.iter().sum::<u32>() <= stated.iter().sum());
                // The two differ by the first row of a quiet pattern.
                let quiet = all_solutions(&solver, &vec![0; board.cells()]);
                let sum = |v: &Vec<u32>| ours.presses.iter().zip(v).map(|(a, b)| a ^ b).collect::<Vec<_>>();
                assert!(quiet.iter().any(|pattern| sum(pattern) == stated), "{last:?}");
            }
            assert_eq!(table.count(), items(expected).len().into());
        }
        "hardest" => {
            for pair in items(expected) {
                let (board, stated) = (board(&pair[0]), number(&pair[1]));
                let found = most_needed(&board);
                assert!(found.lower <= stated && stated <= found.upper, "{board}: {found:?}");
                assert!(found.proven() || board.cells() > 28, "{board}: {found:?}");
            }
        }
        "hardest_refuted" => {
            for pair in items(expected) {
                let found = most_needed(&board(&pair[0]));
                assert!(found.upper < number(&pair[1]), "{}", pair[0]);
            }
        }
        "depths" => {
            for pair in items(expected) {
                let found = most_needed(&board(&pair[0]));
                assert_eq!(
                    found.distribution.expect("all looked at"),
                    items(&pair[1]).iter().map(number).collect::<Vec<_>>()
                );
            }
        }
        "least_rows" => {
            for pair in items(expected) {
                let (states, stated) = (number(&pair[0]), number(&pair[1]));
                let start = Start::brightest(&states.into()).expect("two states or more");
                let answer = OnePass::new(start, &[], &mut Budget::unlimited()).expect("small");
                let works = |rows: u64| answer.works(&Expression::from(BigUint::from(rows)));
                assert_eq!((1..).find(|&rows| works(rows)), Some(stated), "{states} states");
            }
        }
        _ => panic!("the expectation {key} is not known"),
    }
}

#[test]
fn every_case_comes_out_as_stated() {
    let mut done: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases() {
        if let Some(brackets) = case["brackets"].as_str() {
            let read = parse(brackets.as_bytes(), &Overrides::default()).expect("bracket notation");
            assert_eq!(read.system(), puzzle(&case["puzzle"]).system());
        }
        for (key, expected) in case["expected"].as_object().expect("expectations") {
            run(&case, key, expected);
            *done.entry(key.clone()).or_default() += 1;
        }
    }
    println!("checked, by expectation: {done:?}");
    assert_eq!(done["solvable"], 30);
}
