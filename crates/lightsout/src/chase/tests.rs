//! Chases end dark exactly on solvable boards.

use proptest::prelude::*;

use super::*;
use crate::onepass::{Presses, Start, last_state};
use crate::puzzle::{Game, Target};

fn puzzle(board: &str, states: u64, lights: Vec<u32>, target: Target) -> Puzzle {
    Puzzle::new(Game::Board(board.parse().expect("a board")), states, lights, target).expect("a puzzle")
}

const BOARDS: [&str; 19] = [
    "1x1",
    "1x4",
    "4x1",
    "2x3",
    "5x5",
    "6x4",
    "cylinder:4x5",
    "cylinder:5x2",
    "cylinder:3x1",
    "torus:4x5",
    "torus:1x3",
    "torus:2x2",
    "mobius:3x4",
    "klein:3x3",
    "projective:3x4",
    "triangle:5",
    "hexagon:3",
    "box:2x3x2",
    "cube:2",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn solvable_boards_end_dark(which in 0..BOARDS.len(), k in 2u64..=12, rule in 0..4usize, seed in prop::collection::vec(any::<u32>(), 64),
                                own in any::<bool>()) {
        let mut board: Board = BOARDS[which].parse().expect("a board");
        let rule = ["plus", "plus-open", "king", "cross"][rule];
        if let Ok(other) = board.clone().with_rule(rule.parse().expect("a rule")) {
            board = other;
        }
        let n = board.cells();
        let numbers: Vec<u32> = (0..n).map(|i| seed[i % 64].rotate_left((i / 64) as u32) % k as u32).collect();
        let target = if own { Target::Lights(numbers.iter().rev().copied().collect()) } else { Target::Off };
        // Lights that lead from the target to a state by presses can be led back.
        let system = board.system(k);
        let goal = if own { numbers.iter().rev().copied().collect() } else { vec![0; n] };
        let moved = system.press(&numbers);
        let lights = goal.iter().zip(moved).map(|(&a, b): (&u32, u32)| ((u64::from(a) + u64::from(b)) % k) as u32).collect();
        let puzzle = Puzzle::new(Game::Board(board), k, lights, target).expect("a puzzle");
        let chase = Chase::new(&puzzle).expect("a board");
        let solution = chase.solution().expect("solvable");
        prop_assert!(puzzle.is_solved_by(solution));
        if let Ending::Again { second, shorter, .. } = chase.ending() {
            // Both passes together are the shorter way.
            let both: Vec<u32> = chase.first_pass().presses.iter().zip(&second.presses)
                .map(|(&a, &b)| ((u64::from(a) + u64::from(b)) % k) as u32).collect();
            prop_assert_eq!(&both, &shorter.presses);
            prop_assert!(second.is_clear() && shorter.is_clear() && !chase.first_pass().is_clear());
        }
        if let Ok(Some(attempts)) = chase.attempts(64) {
            let mut seen: Vec<Vec<u32>> = attempts.list.iter().map(|a| chase.pressed_with(&a.first)).collect();
            prop_assert!(seen.iter().all(|p| puzzle.is_solved_by(p)));
            prop_assert!(seen.iter().zip(&attempts.list).all(|(p, a)| crate::lookup::count(p) == a.press_count));
            seen.sort_unstable();
            seen.dedup();
            prop_assert_eq!(BigUint::from(seen.len()), chase.lookup().quiet_count());
        }
    }
}

#[test]
fn chasing_and_solving_agree_on_which_classic_boards_have_a_solution() {
    let mut solvable = 0;
    for n in 0..4096u32 {
        let lights: Vec<u32> =
            (0..25).map(|i| n.wrapping_mul(0x9E37_79B1) >> (i % 32) & 1 ^ (n >> (i % 12) & 1)).collect();
        let puzzle = puzzle("5x5", 2, lights, Target::Off);
        let chase = Chase::new(&puzzle).expect("a board");
        assert_eq!(
            chase.solution().is_some(),
            crate::solve::solve(&puzzle).is_ok_and(|a| matches!(a, crate::solve::Answer::Solved(_)))
        );
        solvable += u32::from(chase.solution().is_some());
    }
    assert!(solvable > 0 && solvable < 4096);
}

#[test]
fn minimal_attempts_on_the_classic_board() {
    // All on: four first rows, fifteen presses at best.
    let puzzle = puzzle("5x5", 2, vec![1; 25], Target::Off);
    let chase = Chase::new(&puzzle).expect("a board");
    let attempts = chase.attempts(100).expect("four").expect("solvable");
    assert_eq!(attempts.list.len(), 4);
    assert_eq!((attempts.list[attempts.best].press_count, crate::lookup::count(&attempts.presses)), (15, 15));
    assert!(matches!(chase.attempts(3), Err(ChaseError::TooManyAttempts { .. })));
    assert!(chase.to_text().contains("The shorter way"));
    assert_eq!(chase.attempts_text(Some(&attempts)).matches("<- fewest").count(), 1);
    // Four steps and the first buttons, twice four steps in all, and the end.
    let frames = chase.frames();
    assert_eq!(frames.len(), 4 + 5 + 1);
    assert!(frames[9].lights.iter().all(|&v| v == 0) && frames[0].lights == [1; 25]);
    let drawing = chase.to_svg(None);
    assert!(frames.iter().all(|frame| drawing.contains(&frame.caption)), "{drawing}");
    assert!(!drawing.contains("try"));
    let drawing = chase.to_svg(Some(&attempts));
    assert!((1..=4).all(|i| drawing.contains(&format!("try {i} of 4: "))), "{drawing}");
    assert!(drawing.contains("15, the fewest"), "{drawing}");
    let json = chase.to_json(Some(&attempts));
    assert_eq!(
        (json["press_count"].as_u64(), json["attempts"].as_array().map(Vec::len)),
        (Some(15), Some(4))
    );
    let one =
        Puzzle::new(puzzle.game().clone(), 2, (0..25).map(|i| u32::from(i == 0)).collect(), Target::Off)
            .expect("a puzzle");
    let chase = Chase::new(&one).expect("a board");
    assert_eq!(*chase.ending(), Ending::Unsolvable);
    assert_eq!(chase.attempts(100), Ok(None));
    assert!(chase.to_text().contains("no solution"));
}

/// On a real cylinder of any width with all lights alike the first pass is the one-pass theory. (A
/// single row has no buttons below it, so chasing goes along the row instead.)
#[test]
fn cylinders_with_one_state_follow_the_theory() {
    for k in 2..=9u64 {
        for state in 1..k {
            let start = Start::new(&k.into(), &state.into()).expect("a start");
            for m in 2..=13usize {
                for n in 1..=5usize {
                    let puzzle =
                        puzzle(&format!("cylinder:{m}x{n}"), k, vec![state as u32; m * n], Target::Off);
                    let chase = Chase::new(&puzzle).expect("a board");
                    let left: u32 = last_state(&start, &m.into()).try_into().expect("small");
                    assert_eq!(chase.first_pass().left, vec![left; n], "{m} x {n}, {k} states");
                    let want = Presses::new(&start)
                        .take(m - 1)
                        .flat_map(|p| vec![u32::try_from(p).expect("small"); n]);
                    let want: Vec<u32> = vec![0; n].into_iter().chain(want).collect();
                    assert_eq!(chase.first_pass().presses, want);
                }
            }
        }
    }
}

#[test]
fn free_systems_have_no_rows() {
    let free = crate::puzzle::FreeSystem::new(1, vec![vec![(0, 1)]]).expect("a system");
    let puzzle = Puzzle::new(Game::Free(free), 2, vec![1], Target::Off).expect("a puzzle");
    assert_eq!(Chase::new(&puzzle).map(|_| ()), Err(ChaseError::NoBoard));
}
