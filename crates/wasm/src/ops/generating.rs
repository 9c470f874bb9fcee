//! New puzzles of a chosen difficulty.

use lightsout::board::{Board, Shape};
use lightsout::puzzle::{Game, Puzzle, Target};
use lightsout::solve::Solver;
use serde::{Deserialize, Serialize};

use super::boards::BoardRequest;
use super::solving::fewest_presses;
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

/// Puzzles that are looked at for the one nearest to the level.
const TRIES: usize = 48;
/// On boards with more cells than this the first one is taken.
const SEARCHED: usize = 400;
/// Puzzles are made on boards of at most this many cells.
const MOST_CELLS: usize = 20_000;

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
    let game = Game::Board(board);
    let target = match game.board().map(Board::shape) {
        Some(Shape::Orbix) => Target::On,
        _ => Target::Off,
    };
    let solved = Puzzle::new(game.clone(), states, vec![0; cells], target.clone()).map_err(sentence)?;
    let goal = solved.target_lights();
    let solver = Solver::new(solved.system().map_err(sentence)?, game.board()).map_err(sentence)?;
    let mut random = Random::new(seed);
    let (low, high) = match level {
        Level::Easy => (2, (cells / 6).clamp(3, 5)),
        Level::Medium => ((cells / 6).clamp(3, 6), (cells / 3).clamp(4, 9)),
        Level::Hard => ((cells / 3).clamp(4, 9), (cells / 2).clamp(5, 16)),
        Level::Hardest => (cells / 2, cells * 2),
    };
    let tries = if cells <= SEARCHED { TRIES } else { 1 };
    let mut best: Option<(u64, Vec<u32>, lightsout::minimal::Minimum)> = None;
    for attempt in 0..tries {
        let wanted = low + random.below((high - low + 1) as u64) as usize;
        let mut presses = vec![0u32; cells];
        for _ in 0..wanted {
            let button = random.below(cells as u64) as usize;
            presses[button] = ((u64::from(presses[button]) + 1 + random.below(states - 1)) % states) as u32;
        }
        // Undoing the presses leads to the goal.
        let back: Vec<u32> = presses.iter().map(|&x| ((states - u64::from(x)) % states) as u32).collect();
        let added = solver.system().press(&back);
        let lights: Vec<u32> =
            goal.iter().zip(added).map(|(&t, a)| ((u64::from(t) + u64::from(a)) % states) as u32).collect();
        if lights == goal && attempt + 1 < tries {
            continue;
        }
        let puzzle = Puzzle::new(game.clone(), states, lights.clone(), target.clone()).map_err(sentence)?;
        let found = fewest_presses(&solver, presses, &puzzle)?;
        let (cost, low, high) = (found.cost, low as u64, high as u64);
        let distance = low.saturating_sub(cost) + cost.saturating_sub(high);
        if best.as_ref().is_none_or(|(least, ..)| distance < *least) {
            best = Some((distance, lights, found));
        }
        if distance == 0 {
            break;
        }
    }
    let (_, lights, found) = best.ok_or("no puzzle could be made")?;
    let puzzle = Puzzle::new(game, states, lights, target).map_err(sentence)?;
    Ok(Generated { view: View::new(&puzzle)?, minimum: found.cost, proven: found.proven })
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

/// A stream of numbers that depends only on a text: FNV-1a, then SplitMix64.
struct Random(u64);

impl Random {
    fn new(seed: &str) -> Random {
        Random(seed.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
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
