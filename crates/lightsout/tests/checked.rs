//! Random boards of every shape and rule, solved and handed to the independent checker.

use std::collections::HashSet;

use lightsout::board::{Board, Rule};
use lightsout::puzzle::{FreeSystem, Game, Puzzle, Target};
use lightsout::solve::{Answer, solve};
use lightsout_check::{Verdict, check, toggles};
use serde_json::{Value, json};

const STATES: [u64; 11] = [2, 3, 4, 5, 6, 8, 9, 12, 30, 1 << 16, (1 << 31) - 1];

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        // Splitmix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % bound
    }

    fn size(&mut self, most: u64) -> u64 {
        1 + self.below(most)
    }

    fn values(&mut self, count: usize, states: u64) -> Vec<u32> {
        (0..count).map(|_| self.below(states) as u32).collect()
    }
}

/// A board of any shape under a rule that it takes, with holes now and then.
fn any_board(random: &mut Random, most: u64) -> Board {
    let (r, c) = (random.size(most), random.size(most));
    let small = random.size(most.min(4));
    let spec = match random.below(14) {
        0 => format!("{r}x{c}"),
        1 => format!("cylinder:{r}x{c}"),
        2 => format!("torus:{r}x{c}"),
        3 => format!("mobius:{r}x{c}"),
        4 => format!("klein:{r}x{c}"),
        5 => format!("projective:{r}x{c}"),
        6 => format!("triangle:{r}"),
        7 => format!("hexagon:{small}"),
        8 => format!("box:{small}x{}x{}", random.size(3), random.size(3)),
        9 => format!("cube:{}", random.size(2)),
        10 => "orbix".to_string(),
        11 => "merlin".to_string(),
        12 => ["classic", "mini", "deluxe", "lights-out-2000", "alien-tiles"][random.below(5) as usize]
            .to_string(),
        _ => format!("torus:{r}x{r}"),
    };
    let board: Board = spec.parse().expect("a board");
    let rules = [
        "plus",
        "plus-open",
        "cross",
        "king",
        "king-open",
        "knight",
        "row-column",
        ".#./###/.#.",
        "..#/#../.#.",
        "#.#",
        "#",
        "...../..#../.#.../..##./.....",
    ];
    let rule: Rule = rules[random.below(rules.len() as u64) as usize].parse().expect("a rule");
    // Shapes that are no grids take few rules, some toys none.
    let board = board.clone().with_rule(rule).unwrap_or(board);
    let holes: Vec<usize> = match random.below(3) {
        0 => (0..board.slots()).filter(|_| random.below(4) == 0).collect(),
        _ => vec![],
    };
    board.clone().with_holes(holes).unwrap_or(board)
}

fn any_system(random: &mut Random, states: u64) -> FreeSystem {
    let (lights, buttons) = (random.size(6), random.size(6));
    let button = |random: &mut Random| {
        (0..random.below(4)).map(|_| (random.below(lights) as usize, random.below(2 * states))).collect()
    };
    let buttons = (0..buttons).map(|_| button(random)).collect();
    FreeSystem::new(lights as usize, buttons).expect("a system")
}

fn shaped(game: &Game, values: &[u32]) -> Value {
    game.board().map_or_else(|| json!(values), |board| json!(board.arrange(values)))
}

/// The puzzle as its format says, written here.
fn written(puzzle: &Puzzle) -> String {
    let game = puzzle.game();
    let mut out = json!({
        "schema": 1,
        "states": puzzle.states(),
        "lights": shaped(game, puzzle.lights()),
        "target": shaped(game, &puzzle.target_lights()),
    });
    match game {
        Game::Board(board) => {
            out["board"] = json!(board.to_string());
            if !["orbix", "merlin"].contains(&board.to_string().as_str()) {
                out["rule"] = json!(board.rule().to_string());
            }
        }
        Game::Free(free) => out["buttons"] = json!(free.buttons()),
    }
    out.to_string()
}

fn answer_json(puzzle: &Puzzle, answer: &Answer) -> Value {
    match answer {
        Answer::Solved(solved) => json!({
            "schema": 1, "solvable": true, "presses": shaped(puzzle.game(), &solved.presses),
            "press_count": solved.press_count(), "solutions": solved.solutions.to_string(), "nullity": solved.nullity,
            "minimal": false, "proven": false, "certificate": null, "suggested_changes": null,
        }),
        Answer::Unsolvable(no) => {
            let change = |&(light, to): &(usize, u32)| {
                let place = puzzle.board().map_or(json!(light), |board| json!(board.position(light)));
                json!({"light": place, "from": puzzle.lights()[light], "to": to})
            };
            let changes: Vec<Value> = no.changes.lights.iter().map(change).collect();
            json!({
                "schema": 1, "solvable": false, "presses": null, "certificate": shaped(puzzle.game(), &no.certificate),
                "suggested_changes": changes,
            })
        }
    }
}

#[track_caller]
fn judged(puzzle: &str, answer: &Value) -> Verdict {
    check(puzzle, &answer.to_string()).unwrap_or_else(|error| panic!("{error}\n{puzzle}\n{answer}"))
}

fn says(verdict: &Verdict, what: &str) -> bool {
    verdict.reasons.iter().any(|reason| reason.contains(what))
}

/// Solves, has the answer confirmed and then spoilt answers refused.
fn solve_and_check(random: &mut Random, puzzle: &Puzzle) -> bool {
    let text = written(puzzle);
    let wiring = toggles(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let system = puzzle.system().expect("a small puzzle");
    assert_eq!(wiring.buttons.len(), system.buttons(), "{text}");
    for (j, button) in wiring.buttons.iter().enumerate() {
        let ours: Vec<(usize, u64)> =
            system.button(j).iter().map(|&(light, by)| (light as usize, u64::from(by))).collect();
        assert_eq!(*button, ours, "button {j} of {text}");
    }
    let answer = solve(puzzle).expect("a small puzzle");
    let mut claim = answer_json(puzzle, &answer);
    let verdict = judged(&text, &claim);
    assert!(verdict.holds, "{verdict}\n{text}\n{claim}");
    let (solvable, mut values, key) = match answer {
        Answer::Solved(solved) => {
            assert!(says(&verdict, "the number of solutions"), "{verdict}");
            (true, solved.presses, "presses")
        }
        Answer::Unsolvable(no) => {
            assert!(says(&verdict, "solvable, by plain elimination"), "{verdict}\n{text}\n{claim}");
            (false, no.certificate, "certificate")
        }
    };
    // One number changed: right only if it happens to be another answer, which the matrix tells.
    let at = random.below(values.len() as u64) as usize;
    values[at] = ((u64::from(values[at]) + 1 + random.below(puzzle.states() - 1)) % puzzle.states()) as u32;
    claim = json!({"solvable": solvable, key: shaped(puzzle.game(), &values)});
    let right = if solvable {
        system.press(&values) == puzzle.difference()
    } else {
        system.press_transposed(&values).iter().all(|&sum| sum == 0)
            && lightsout::solve::weighted_sum(&values, &puzzle.difference(), puzzle.states()) != 0
    };
    assert_eq!(judged(&text, &claim).holds, right, "{text}\n{claim}");
    solvable
}

#[test]
fn answers_to_random_puzzles_hold() {
    let mut random = Random(1);
    let mut solvable = [0; 2];
    for round in 0..900 {
        let states = STATES[round % STATES.len()];
        let game = if round % 8 == 7 {
            Game::Free(any_system(&mut random, states))
        } else {
            Game::Board(any_board(&mut random, if states == 2 { 8 } else { 6 }))
        };
        let lights = random.values(game.lights(), states);
        let target = match random.below(4) {
            0 => Target::Off,
            1 => Target::On,
            2 => Target::State(random.below(states) as u32),
            _ => Target::Lights(random.values(game.lights(), states)),
        };
        let mut puzzle = Puzzle::new(game, states, lights, target).expect("a puzzle");
        if random.below(2) == 0 {
            // Some presses away from its target.
            let presses = random.values(puzzle.game().buttons(), states);
            let reached = puzzle.pressed(&presses).expect("a small puzzle");
            puzzle = puzzle.with_target(Target::Lights(reached)).expect("a puzzle");
            assert!(solve_and_check(&mut random, &puzzle));
            solvable[1] += 1;
        } else {
            solvable[usize::from(solve_and_check(&mut random, &puzzle))] += 1;
        }
    }
    assert!(solvable.iter().all(|&count| count > 100), "{solvable:?}");
}

#[test]
fn solutions_times_solvable_states_are_all_press_vectors() {
    let mut random = Random(2);
    let mut tried = 0;
    for round in 0..2000 {
        let states = STATES[round % 9];
        let game = if round % 5 == 4 {
            Game::Free(any_system(&mut random, states))
        } else {
            Game::Board(any_board(&mut random, 4))
        };
        let total = (0..game.buttons()).try_fold(1u64, |n, _| n.checked_mul(states).filter(|&n| n <= 5000));
        let Some(total) = total else { continue };
        let dark = vec![0; game.lights()];
        let puzzle = Puzzle::new(game, states, dark, Target::Off).expect("a puzzle");
        let system = puzzle.system().expect("a small puzzle");
        let mut presses = vec![0; system.buttons()];
        let mut reached = HashSet::new();
        for _ in 0..total {
            reached.insert(system.press(&presses));
            for times in &mut presses {
                *times = ((u64::from(*times) + 1) % states) as u32;
                if *times != 0 {
                    break;
                }
            }
        }
        let Answer::Solved(solved) = solve(&puzzle).expect("small") else {
            panic!("the empty press solves it")
        };
        let solutions: u64 = solved.solutions.to_string().parse().expect("few solutions");
        assert_eq!(solutions * reached.len() as u64, total, "{}", written(&puzzle));
        tried += 1;
    }
    assert!(tried > 300, "{tried}");
}
