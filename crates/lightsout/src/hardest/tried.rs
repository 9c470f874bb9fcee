//! Lower bounds where the kernel is too large to be listed: the best that is proven for some states.

use super::climb::draw;
use crate::fewest::{FewestError, coset};
use crate::minimal::{Control, Objective, Options, minimum};
use crate::puzzle::{Game, Puzzle, Target};
use crate::solve::Solver;
use lightsout_algebra::Outcome;
use lightsout_algebra::random::SplitMix;

/// Random states that are tried.
const RANDOM: usize = 24;

/// Presses that make a state that needs many, and how many it needs at least; at most `upper` are possible.
///
/// All lights in one state are tried, all buttons pressed alike, and random presses; the first of them always, the others
/// until the control stops it, random ones while their fewest presses can be proven.
///
/// # Complexity
/// The search for the fewest presses of at most 30 states.
pub(super) fn run(
    game: &Game,
    solver: &Solver,
    upper: u64,
    seed: u64,
    control: &dyn Control,
) -> Result<(Vec<u32>, u64), FewestError> {
    let (states, system) = (solver.states(), solver.system());
    let mut random = SplitMix::new(seed);
    let options = Options { effort: 36, ..Options::default() };
    let mut best = (vec![0; system.buttons()], 0);
    let alike = [states - 1, states / 2, 1].map(|x| x as u32);
    let lit = alike.iter().filter_map(|&x| match solver.solve(&vec![x; system.lights()]) {
        Outcome::Solution(presses) => Some((presses, false)),
        Outcome::Certificate(_) => None,
    });
    let pressed = alike.iter().map(|&x| (vec![x; system.buttons()], false));
    let drawn =
        (0..RANDOM).map(|_| ((0..system.buttons()).map(|_| draw(&mut random, states)).collect(), true));
    let mut seen: Vec<Vec<u32>> = Vec::new();
    for (presses, by_chance) in lit.chain(pressed).chain(drawn) {
        if best.1 >= upper || (!seen.is_empty() && control.stop()) {
            break;
        }
        let made = system.press(&presses);
        if seen.contains(&made) {
            continue;
        }
        let lights = made.iter().map(|&x| ((states - u64::from(x)) % states) as u32).collect();
        let puzzle = Puzzle::new(game.clone(), states, lights, Target::Off)?;
        let coset = coset(solver, &puzzle, presses, Objective::Presses, control)?;
        let found = minimum(&coset, &options, control)?;
        if found.lower_bound > best.1 {
            best = (found.presses, found.lower_bound);
        }
        // What cannot be proven once will hardly be proven the next time.
        if by_chance && !found.proven {
            break;
        }
        seen.push(made);
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::minimal::Unattended;

    /// Told to stop from the beginning.
    struct Stopped;

    impl Control for Stopped {
        fn stop(&self) -> bool {
            true
        }
    }

    #[test]
    fn bounds_are_true_and_are_found_at_once() {
        for (spec, states) in [("5x5", 2), ("4x4", 2), ("2x3", 3), ("2x3", 6), ("torus:3x3", 4)] {
            let board: Board = spec.parse().unwrap();
            let solver = Solver::new(board.system(states), Some(&board)).unwrap();
            let game = Game::Board(board);
            let most = super::super::hardest(&game, &solver, 1, &Unattended).unwrap().upper;
            for control in [&Unattended as &dyn Control, &Stopped] {
                let (presses, lower) = run(&game, &solver, most, 1, control).unwrap();
                assert!(0 < lower && lower <= most, "{spec} {states}: {lower} of {most}");
                assert!(presses.iter().map(|&x| u64::from(x)).sum::<u64>() >= lower, "{spec} {states}");
            }
        }
    }

    #[test]
    fn large_boards_have_more_than_one_press() {
        for (spec, states, least) in [("44x44", 2, 300), ("torus:12x12", 6, 100), ("5x5", 1 << 32, 1 << 33)] {
            let board: Board = spec.parse().unwrap();
            let solver = Solver::new(board.system(states), Some(&board)).unwrap();
            let (_, lower) = run(&Game::Board(board), &solver, u64::MAX, 1, &Stopped).unwrap();
            assert!(lower >= least, "{spec} {states}: {lower}");
        }
    }
}
