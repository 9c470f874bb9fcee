//! New puzzles of a chosen difficulty.

use std::sync::atomic::{AtomicU32, Ordering};

use lightsout::board::{Board, Shape};
use lightsout::generate::{GenerateError, Generator, Wish};
use lightsout::minimal::{Control, Minimum};
use lightsout::puzzle::{DEFAULT_LIMIT, Game, Puzzle, Target};
use lightsout::solve::Solver;
use lightsout_algebra::random::SplitMix;
use serde::{Deserialize, Serialize};

use super::boards::BoardRequest;
use super::solving::{fewest_presses, options};
use crate::sentence;
use crate::view::View;

/// How hard a puzzle shall be.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Level {
    Easy,
    Medium,
    Hard,
    Hardest,
}

/// A board, a level and a seed: the same three always give the same puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GenerateRequest {
    template: BoardRequest,
    level: Level,
    seed: String,
}

/// A date, such as 2026-11-30.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DailyRequest {
    date: String,
}

/// A puzzle and the fewest presses that solve it.
#[derive(Serialize)]
pub(crate) struct Generated {
    #[serde(flatten)]
    view: View,
    minimum: u64,
    proven: bool,
}

/// Puzzles are made on boards of at most this many cells.
const MOST_CELLS: usize = 20_000;
/// What a search for a puzzle may take, in questions of the library whether to stop: the same seed
/// gives the same puzzle on every machine, so no clock is asked.
const PATIENCE: u32 = 4_000;

/// A new puzzle that can be solved.
pub(crate) fn generate(request: GenerateRequest) -> Result<Generated, String> {
    let (board, states) = request.template.read()?;
    make(board, states, request.level, &request.seed)
}

/// Boards of the puzzles of a week, Monday first.
const WEEK: [(&str, Level); 7] = [
    ("classic", Level::Easy),
    ("torus:5x5", Level::Easy),
    ("triangle:6", Level::Medium),
    ("lights-out-2000", Level::Medium),
    ("hexagon:3", Level::Hard),
    ("cylinder:5x7", Level::Hard),
    ("deluxe", Level::Hardest),
];

/// The puzzle of a day.
pub(crate) fn daily(request: DailyRequest) -> Result<Generated, String> {
    let (board, level) = WEEK[weekday(&request.date)?];
    let board: Board = board.parse().map_err(sentence)?;
    let states = board.default_states();
    make(board, states, level, &request.date)
}

fn make(board: Board, states: u64, level: Level, seed: &str) -> Result<Generated, String> {
    let cells = board.cells();
    if cells > MOST_CELLS {
        return Err(format!("board {board}: puzzles are made on up to {MOST_CELLS} cells, it has {cells}"));
    }
    let target = match board.shape() {
        Shape::Orbix => Target::On,
        _ => Target::Off,
    };
    let game = Game::Board(board);
    let system = game.system(states, DEFAULT_LIMIT).map_err(sentence)?;
    let solver = Solver::new(system, game.board()).map_err(sentence)?;
    let mut random = SplitMix::new(hash(seed));
    let (low, high) = match level {
        Level::Easy => (2, (cells / 6).clamp(3, 5)),
        Level::Medium => ((cells / 6).clamp(3, 6), (cells / 3).clamp(4, 9)),
        Level::Hard => ((cells / 3).clamp(4, 9), (cells / 2).clamp(5, 16)),
        Level::Hardest => {
            // The hardest of a few positions met at random; on large boards all need about as many.
            let mut most = 1;
            for _ in 0..(400 / cells).clamp(1, 12) {
                let presses = (0..solver.system().buttons()).map(|_| random.below(states as usize) as u32);
                most = most.max(pressed(&game, &solver, presses.collect())?.1.cost as usize);
            }
            (most, most)
        }
    };
    let mut presses = (low + random.below(high - low + 1)) as u64;
    let mut wish = Wish { game: game.clone(), states, presses, symmetry: None, unique: false, lights: None };
    // The board may have no puzzle of so many presses, or none that is soon found: then fewer.
    while presses > 0 {
        wish.presses = presses;
        let found = Generator::new(wish.clone(), random.next_u64())
            .and_then(|mut generator| generator.generate(&options(), &Patience::new()));
        match found {
            Ok(found) => return answer(&found.puzzle, target, presses, true),
            Err(GenerateError::TooHard { most, .. }) => presses = most.min(presses - 1),
            Err(GenerateError::NotFound(_) | GenerateError::Stopped) => presses -= presses.div_ceil(16),
            Err(_) => break,
        }
    }
    // Nothing can be promised on this board: a few presses at random.
    let mut list = vec![0u32; solver.system().buttons()];
    for _ in 0..low {
        let button = random.below(list.len());
        list[button] = ((u64::from(list[button]) + 1) % states) as u32;
    }
    let (puzzle, found) = pressed(&game, &solver, list)?;
    answer(&puzzle, target, found.cost, found.proven)
}

/// The puzzle that these presses solve, and how few do.
fn pressed(game: &Game, solver: &Solver, presses: Vec<u32>) -> Result<(Puzzle, Minimum), String> {
    let states = solver.states();
    let lights =
        solver.system().press(&presses).iter().map(|&x| ((states - u64::from(x)) % states) as u32).collect();
    let puzzle = Puzzle::new(game.clone(), states, lights, Target::Off).map_err(sentence)?;
    let found = fewest_presses(solver, presses, &puzzle)?;
    Ok((puzzle, found))
}

/// A puzzle that ends with all lights off, as one that ends at the target: each light differs from its
/// aim by as much as before, so the same presses solve it.
fn answer(puzzle: &Puzzle, target: Target, minimum: u64, proven: bool) -> Result<Generated, String> {
    let states = puzzle.states();
    let (game, lights) = (puzzle.game().clone(), puzzle.lights().to_vec());
    let empty = Puzzle::new(game.clone(), states, lights, target.clone()).map_err(sentence)?;
    let lights = empty
        .target_lights()
        .iter()
        .zip(puzzle.lights())
        .map(|(&t, &b)| ((u64::from(t) + u64::from(b)) % states) as u32)
        .collect();
    let puzzle = Puzzle::new(game, states, lights, target).map_err(sentence)?;
    Ok(Generated { view: View::new(&puzzle)?, minimum, proven })
}

/// Stops a search that has asked often enough.
struct Patience(AtomicU32);

impl Patience {
    fn new() -> Patience {
        Patience(AtomicU32::new(0))
    }
}

impl Control for Patience {
    fn stop(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= PATIENCE
    }
}

/// The number of a seed given as text (FNV-1a).
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The day of the week of a date of the Gregorian calendar, 0 for Monday.
fn weekday(date: &str) -> Result<usize, String> {
    let bad = || format!("date {date:?}: expected YYYY-MM-DD");
    let parts: Vec<u32> =
        date.split('-').map(|part| part.parse().map_err(|_| bad())).collect::<Result<_, _>>()?;
    let &[year, month, day] = parts.as_slice() else { return Err(bad()) };
    if !(1583..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return Err(bad());
    }
    // Zeller's congruence; January and February count to the year before.
    let (y, m) = if month < 3 { (year - 1, month + 12) } else { (year, month) };
    let saturday_first = (day + 13 * (m + 1) / 5 + y + y / 4 - y / 100 + y / 400) % 7;
    Ok(((saturday_first + 5) % 7) as usize)
}

#[cfg(test)]
mod tests {
    use super::weekday;

    #[test]
    fn weekdays_are_those_of_the_calendar() {
        // 2000-01-01 was a Saturday, 2026-11-30 a Monday, 1970-01-01 a Thursday, 2024-02-29 a Thursday.
        let expected = [("2000-01-01", 5), ("2026-11-30", 0), ("1970-01-01", 3), ("2024-02-29", 3)];
        for (date, day) in expected {
            assert_eq!(weekday(date), Ok(day), "{date}");
        }
        for bad in ["", "2026-13-01", "2026-11", "yesterday", "2026-11-30-1", "0000-01-01"] {
            assert!(weekday(bad).is_err(), "{bad}");
        }
    }
}
