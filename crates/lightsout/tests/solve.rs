//! Solving, over every shape, rule and kind of number of states.

use lightsout::board::{Board, Rule, System};
use lightsout::format::{json, shaped};
use lightsout::puzzle::{FreeSystem, Game, Puzzle, Target};
use lightsout::solve::{Answer, Solver, solve};
use lightsout_algebra::random::SplitMix;
use num_bigint::BigUint;

const SHAPES: &[&str] = &[
    "1x1",
    "1x2",
    "2x1",
    "1x5",
    "3x2",
    "4x4",
    "5x3",
    "2x7",
    "5x5",
    "cylinder:1x1",
    "cylinder:3x1",
    "cylinder:2x2",
    "cylinder:3x4",
    "torus:1x1",
    "torus:2x1",
    "torus:2x2",
    "torus:3x4",
    "mobius:1x3",
    "mobius:3x2",
    "mobius:4x3",
    "klein:2x3",
    "klein:3x3",
    "projective:1x2",
    "projective:3x3",
    "projective:2x4",
    "triangle:1",
    "triangle:2",
    "triangle:5",
    "hexagon:1",
    "hexagon:2",
    "hexagon:3",
    "box:1x1x1",
    "box:2x2x3",
    "box:3x1x2",
    "cube:1",
    "cube:2",
    "merlin",
    "orbix",
];

const RULES: &[&str] =
    &["plus", "plus-open", "cross", "king", "king-open", "knight", "row-column", "#..", ".#.../#.##./....#"];

const STATES: &[u64] = &[2, 3, 4, 5, 6, 8, 9, 12, 30, 1 << 16, (1 << 31) - 1, 1 << 32];

fn boards() -> Vec<Board> {
    let mut all = Vec::new();
    for shape in SHAPES {
        for rule in RULES {
            let board: Board = shape.parse().unwrap();
            let rule: Rule = rule.parse().unwrap();
            if rule != Rule::Plus && matches!(*shape, "merlin" | "orbix") {
                continue;
            }
            if let Ok(board) = board.with_rule(rule) {
                all.push(board);
            }
        }
    }
    all
}

fn below(random: &mut SplitMix, states: u64) -> u32 {
    (random.next_u64() % states) as u32
}

/// Presses the answer by plain matrix arithmetic, or checks the certificate by it, and has both
/// confirmed by the independent checker.
fn verify(puzzle: &Puzzle, system: &System, answer: &Answer) -> bool {
    let difference = puzzle.difference();
    let (claim, solvable) = match answer {
        Answer::Solved(solved) => {
            assert_eq!(system.press(&solved.presses), difference);
            let claim = serde_json::json!({
                "schema": 1, "solvable": true, "presses": shaped(puzzle.game(), &solved.presses),
                "press_count": solved.press_count(),
            });
            (claim, true)
        }
        Answer::Unsolvable(no) => {
            assert!(system.press_transposed(&no.certificate).iter().all(|&v| v == 0));
            assert_ne!(lightsout::solve::weighted_sum(&no.certificate, &difference, puzzle.states()), 0);
            // The suggested changes work.
            let mut lights = puzzle.lights().to_vec();
            assert!(!no.changes.lights.is_empty());
            for &(light, to) in &no.changes.lights {
                assert_ne!(lights[light], to);
                lights[light] = to;
            }
            let mended =
                Puzzle::new(puzzle.game().clone(), puzzle.states(), lights, puzzle.target().clone()).unwrap();
            assert!(matches!(solve(&mended).unwrap(), Answer::Solved(_)));
            let Game::Board(_) = puzzle.game() else { return false };
            let claim = serde_json::json!({
                "schema": 1, "solvable": false, "certificate": shaped(puzzle.game(), &no.certificate),
            });
            (claim, false)
        }
    };
    let verdict = lightsout_check::check(&json::write(puzzle), &claim.to_string()).unwrap();
    assert!(verdict.holds, "{:?} of {}", verdict.reasons, json::write(puzzle));
    solvable
}

#[test]
fn random_states_of_every_board_are_solved_or_refuted() {
    let mut random = SplitMix::new(11);
    let (mut solved, mut refuted) = (0, 0);
    for (number, board) in boards().into_iter().enumerate() {
        // Every second board with holes, where there is room for them.
        let slots = board.slots();
        let board = if number % 2 == 1 && slots > 2 {
            board.with_holes([random.below(slots - 1), random.below(slots - 1)]).unwrap()
        } else {
            board
        };
        for turn in 0..3 {
            let states = STATES[(number + turn * 5) % STATES.len()];
            let system = board.system(states);
            let n = board.cells();
            let start: Vec<u32> = (0..n).map(|_| below(&mut random, states)).collect();
            let lights = if turn == 0 { start } else { system.press(&start) };
            let target = match turn {
                0 => Target::Lights((0..n).map(|_| below(&mut random, states)).collect()),
                1 => Target::Off,
                _ => Target::State(below(&mut random, states)),
            };
            let puzzle = Puzzle::new(Game::Board(board.clone()), states, lights, target).unwrap();
            match verify(&puzzle, &system, &solve(&puzzle).unwrap()) {
                true => solved += 1,
                false => refuted += 1,
            }
        }
    }
    assert!(solved > 200 && refuted > 100, "{solved} solved, {refuted} refuted");
}

#[test]
fn free_systems_need_not_be_square() {
    let mut random = SplitMix::new(12);
    for turn in 0..300 {
        let states = STATES[turn % STATES.len()];
        let (lights, buttons) = (random.below(9), random.below(9));
        let wires: Vec<Vec<(usize, u64)>> = (0..buttons)
            .map(|_| {
                let count = if lights == 0 { 0 } else { random.below(4) };
                (0..count).map(|_| (random.below(lights), random.next_u64() % 7)).collect()
            })
            .collect();
        let free = FreeSystem::new(lights, wires).unwrap();
        let state: Vec<u32> = (0..lights).map(|_| below(&mut random, states)).collect();
        let puzzle = Puzzle::new(Game::Free(free), states, state, Target::Off).unwrap();
        verify(&puzzle, &puzzle.system().unwrap(), &solve(&puzzle).unwrap());
    }
}

/// Every press vector of n buttons with k states.
fn all_presses(n: usize, states: u64) -> impl Iterator<Item = Vec<u32>> {
    (0..states.pow(n as u32)).map(move |mut number| {
        (0..n)
            .map(|_| {
                let digit = (number % states) as u32;
                number /= states;
                digit
            })
            .collect()
    })
}

#[test]
fn solutions_times_solvable_states_are_all_presses() {
    for (shape, rule) in [
        ("2x2", "plus"),
        ("3x2", "plus"),
        ("2x3", "plus-open"),
        ("cylinder:2x3", "plus"),
        ("torus:2x2", "king"),
        ("torus:1x3", "plus"),
        ("mobius:2x2", "plus"),
        ("triangle:3", "plus"),
        ("hexagon:2", "plus"),
        ("cube:1", "plus"),
        ("box:1x2x3", "plus-open"),
        ("3x2", "row-column"),
    ] {
        for states in [2u64, 3, 4, 6] {
            let board: Board = shape.parse().unwrap();
            let board = board.with_rule(rule.parse().unwrap()).unwrap();
            let n = board.cells();
            if states.pow(n as u32) > 50_000 {
                continue;
            }
            let system = board.system(states);
            let solver = Solver::new(system.clone(), Some(&board)).unwrap();
            let mut reached = std::collections::HashMap::new();
            for presses in all_presses(n, states) {
                *reached.entry(system.press(&presses)).or_insert(0u64) += 1;
            }
            let solutions = solver.quiet_patterns();
            assert_eq!(
                &solutions * reached.len(),
                BigUint::from(states).pow(n as u32),
                "{board} k = {states}"
            );
            assert!(reached.values().all(|&count| solutions == BigUint::from(count)), "{board} k = {states}");
            let orders: BigUint = solver.kernel().iter().map(|g| BigUint::from(g.order)).product();
            assert_eq!(orders, solutions);
            let invariants: BigUint = solver.kernel_invariants().into_iter().map(BigUint::from).product();
            assert_eq!(invariants, solutions);
            // And a state is solved exactly when some presses reach it.
            for (index, state) in all_presses(n, states).enumerate() {
                if index % 7 == 0 {
                    assert_eq!(
                        solver.solve(&state).is_solvable(),
                        reached.contains_key(&state),
                        "{board} {state:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_fewest_changes_are_the_fewest() {
    let mut random = SplitMix::new(13);
    for (shape, states) in [
        ("5x5", 2),
        ("4x4", 2),
        ("3x3", 2),
        ("cylinder:3x4", 2),
        ("triangle:5", 2),
        ("3x3", 4),
        ("2x3", 3),
        ("2x2", 6),
        ("torus:1x2", 4),
        ("4x4", 4),
        ("5x5", 6),
        ("hexagon:3", 6),
    ] {
        let board: Board = shape.parse().unwrap();
        let solver = Solver::new(board.system(states), Some(&board)).unwrap();
        let n = board.cells();
        for _ in 0..60 {
            let lights: Vec<u32> = (0..n).map(|_| below(&mut random, states)).collect();
            let puzzle =
                Puzzle::new(Game::Board(board.clone()), states, lights.clone(), Target::Off).unwrap();
            let Answer::Unsolvable(no) = solve(&puzzle).unwrap() else { continue };
            if no.changes.lights.len() < 2 {
                continue;
            }
            assert!(no.changes.fewest);
            // No single light does it.
            for light in 0..n {
                for state in 0..states as u32 {
                    let mut other = lights.clone();
                    other[light] = state;
                    let difference: Vec<u32> =
                        other.iter().map(|&v| ((states - u64::from(v)) % states) as u32).collect();
                    assert!(!solver.solve(&difference).is_solvable());
                }
            }
        }
    }
}

#[test]
fn large_boards_with_many_states_and_with_holes() {
    let mut random = SplitMix::new(14);
    for (shape, states, holes) in [
        ("60x60", 6, 0),
        ("40x70", 12, 30),
        ("torus:24x30", 4, 0),
        ("triangle:40", 9, 10),
        ("100x100", 2, 200),
    ] {
        let board: Board = shape.parse().unwrap();
        let slots = board.slots();
        let board = board.with_holes((0..holes).map(|_| random.below(slots)).collect::<Vec<_>>()).unwrap();
        let system = board.system(states);
        let presses: Vec<u32> = (0..board.cells()).map(|_| below(&mut random, states)).collect();
        let puzzle =
            Puzzle::new(Game::Board(board.clone()), states, system.press(&presses), Target::Off).unwrap();
        assert!(matches!(solve(&puzzle).unwrap(), Answer::Solved(_)), "{shape}");
    }
}

#[test]
fn boards_above_the_packing_size_agree_with_the_general_method() {
    let mut random = SplitMix::new(15);
    for shape in ["363x363", "700x200", "cylinder:300x450", "torus:370x360", "triangle:520"] {
        let board: Board = shape.parse().unwrap();
        let system = board.system(2);
        let n = board.cells();
        assert!(n > 1 << 17, "{shape}");
        let bits: Vec<u32> = (0..n).map(|_| below(&mut random, 2)).collect();
        for lights in [system.press(&bits), bits] {
            let puzzle = Puzzle::new(Game::Board(board.clone()), 2, lights, Target::On).unwrap();
            let solver = Solver::new(system.clone(), Some(&board)).unwrap();
            match (solve(&puzzle).unwrap(), solver.solve(&puzzle.difference()).is_solvable()) {
                (Answer::Solved(solved), true) => {
                    assert!(puzzle.is_solved_by(&solved.presses));
                    assert_eq!(solved.nullity, solver.nullity());
                }
                (Answer::Unsolvable(no), false) => assert!(!no.changes.lights.is_empty(), "{shape}"),
                (answer, _) => panic!("{shape}: {answer:?}"),
            }
        }
    }
}
