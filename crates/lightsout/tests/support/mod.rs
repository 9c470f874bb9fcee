//! What several tests share: random puzzles of every kind.

#![allow(dead_code, reason = "each test file uses a part")]

use lightsout::board::{Board, Rule};
use lightsout::puzzle::{FreeSystem, Game, MOST_STATES, Puzzle, Target};
use proptest::prelude::*;

/// A small deterministic generator (xorshift64*).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

const TOYS: [&str; 7] = ["classic", "mini", "deluxe", "lights-out-2000", "merlin", "orbix", "alien-tiles"];
const RULES: [&str; 10] = [
    "plus",
    "plus-open",
    "cross",
    "king",
    "king-open",
    "knight",
    "row-column",
    ".#./###/.#.",
    "#",
    "#.#.#/..#../.##..",
];
const STATES: [u64; 9] = [2, 3, 4, 10, 36, 37, 1000, 65536, MOST_STATES];

fn spec(kind: u8, a: usize, b: usize, c: usize) -> String {
    match kind {
        0..=5 => {
            format!(
                "{}{a}x{b}",
                ["", "cylinder:", "torus:", "mobius:", "klein:", "projective:"][kind as usize]
            )
        }
        6 => format!("triangle:{a}"),
        7 => format!("hexagon:{}", a.min(4)),
        8 => format!("box:{}x{b}x{}", a.min(3), c.min(3)),
        9 => format!("cube:{}", a.min(3)),
        _ => TOYS[kind as usize - 10].into(),
    }
}

/// One of every kind of board and of free system, every rule, holes, states, targets, weights.
pub(crate) fn puzzles() -> impl Strategy<Value = Puzzle> {
    let sizes = (0u8..17, 1usize..8, 1usize..8, 1usize..4);
    let choices = (0usize..10, prop::sample::select(&STATES[..]), 0u8..6, 0u8..4, any::<u64>());
    (sizes, choices).prop_map(|((kind, a, b, c), (rule, states, target, holes, seed))| {
        let mut random = Random(seed | 1);
        let game = if target == 5 && holes > 1 {
            Game::Free(free(&mut random, a * b, c * a))
        } else {
            let mut board: Board = spec(kind, a, b, c).parse().unwrap();
            if let Ok(ruled) = board.clone().with_rule(RULES[rule].parse::<Rule>().unwrap()) {
                board = ruled;
            }
            if holes > 0 {
                let slots = board.slots() as u64;
                let list: Vec<usize> =
                    (0..random.below(slots)).map(|_| random.below(slots) as usize).collect();
                board = board.with_holes(list).unwrap();
            }
            Game::Board(board)
        };
        let mut lights = |n: usize| -> Vec<u32> {
            let most = if random.below(8) == 0 { 1 } else { states };
            (0..n).map(|_| random.below(most) as u32).collect()
        };
        let (start, end) = (lights(game.lights()), lights(game.lights()));
        let target = match target {
            0 | 1 => Target::Off,
            2 => Target::On,
            3 => Target::State(random.below(states) as u32),
            _ => Target::Lights(end),
        };
        let buttons = game.buttons();
        let puzzle = Puzzle::new(game, states, start, target).unwrap();
        if random.below(5) > 0 {
            return puzzle;
        }
        puzzle.with_weights((0..buttons).map(|_| random.next() as u32 >> random.below(32)).collect()).unwrap()
    })
}

fn free(random: &mut Random, lights: usize, buttons: usize) -> FreeSystem {
    let lights = if random.below(10) == 0 { 0 } else { lights };
    let list = (0..buttons)
        .map(|_| {
            let n = if lights == 0 { 0 } else { random.below(5) };
            (0..n)
                .map(|_| {
                    let amount = if random.below(2) == 0 { 1 } else { random.next() >> random.below(64) };
                    (random.below(lights as u64) as usize, amount)
                })
                .collect()
        })
        .collect();
    FreeSystem::new(lights, list).unwrap()
}
