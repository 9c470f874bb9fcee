//! Puzzles that need an exact number of presses.
//!
//! Removing one press from a cheapest press vector leaves a cheapest one: if `x` is cheapest for its state and `y` has one
//! press less, a cheaper `y'` of the same state as `y` would make `y'` with that press added cheaper than `x`. So a state
//! that needs at least `m` presses gives, press by press, one that needs exactly `m`; and the number of cheapest
//! solutions cannot become larger than one if it was one.

use crate::board::Board;
use crate::fewest::{FewestError, coset};
use crate::hardest::quick_bound;
use crate::minimal::{Control, Coset, MinimumError, Objective, Options, all_solutions, minimum};
use crate::puzzle::{Game, Puzzle, Target};
use crate::solve::Solver;
use crate::symmetry::Symmetric;
use lightsout_algebra::random::SplitMix;
use thiserror::Error;

/// A symmetry that the lights of a generated puzzle have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Left and right are alike.
    Mirror,
    /// Turned by 180 degrees the board looks the same.
    Turn,
    /// Every rotation of the board.
    Rotation,
    /// Every rotation and reflection of the board.
    Full,
}

/// What is asked of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The game.
    pub game: Game,
    /// The number of states.
    pub states: u64,
    /// The fewest presses that solve it.
    pub presses: u64,
    /// A symmetry of its lights.
    pub symmetry: Option<Symmetry>,
    /// Whether only one solution may have the fewest presses.
    pub unique: bool,
    /// The number of lights that are not off.
    pub lights: Option<usize>,
}

/// A puzzle with its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle; its target is all off.
    pub puzzle: Puzzle,
    /// A solution with the fewest presses, the first in reading order.
    pub solution: Vec<u32>,
    /// The number of solutions with the fewest presses, counted to [`MOST_COUNTED`].
    pub cheapest: usize,
}

/// Cheapest solutions are counted up to this number.
pub const MOST_COUNTED: usize = 1000;
/// Starts that are tried before giving up.
const ATTEMPTS: u32 = 4000;

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The puzzle or the search failed.
    #[error(transparent)]
    Fewest(#[from] FewestError),
    /// More presses than the board can need.
    #[error("no puzzle of this board needs {wanted} presses: none needs more than {most}")]
    TooHard {
        /// The number asked for.
        wanted: u64,
        /// An upper bound on what is needed.
        most: u64,
    },
    /// More or fewer lights than so many presses can leave.
    #[error(
        "no puzzle of this board that needs {presses} presses has {wanted} lights that are not off: it has from {least} to {most}"
    )]
    Lights {
        /// The fewest presses asked for.
        presses: u64,
        /// The number of lights asked for.
        wanted: usize,
        /// A lower bound on the number of lights.
        least: usize,
        /// An upper bound.
        most: usize,
    },
    /// The symmetry does not fit the board.
    #[error("{0}")]
    Symmetry(String),
    /// The fewest presses of states of this board could not be proven.
    #[error("the fewest presses cannot be proven on this board, so no exact difficulty can be promised")]
    Unproven,
    /// Nothing fitting was met.
    #[error("no such puzzle was met in {0} tries; ask for fewer presses, or for less")]
    NotFound(u32),
    /// Stopped.
    #[error("stopped before a puzzle was found")]
    Stopped,
}

impl From<MinimumError> for GenerateError {
    fn from(error: MinimumError) -> Self {
        Self::Fewest(error.into())
    }
}

/// Generates puzzles one after the other; the same seed gives the same puzzles.
pub struct Generator {
    wish: Wish,
    solver: Solver,
    random: SplitMix,
    /// Buttons that must be pressed alike.
    orbits: Vec<Vec<usize>>,
}

impl Generator {
    /// Prepares for a wish.
    ///
    /// # Errors
    /// When the game does not fit, the symmetry is none of the board's, the presses are more than any state needs, or so
    /// many presses cannot leave so many lights.
    pub fn new(wish: Wish, seed: u64) -> Result<Self, GenerateError> {
        let system =
            wish.game.system(wish.states, crate::puzzle::DEFAULT_LIMIT).map_err(FewestError::from)?;
        let solver = Solver::new(system, wish.game.board()).map_err(FewestError::from)?;
        let buttons = solver.system().buttons();
        let most = quick_bound(&solver.kernel(), wish.states, buttons, wish.presses);
        if wish.presses > most {
            return Err(GenerateError::TooHard { wanted: wish.presses, most });
        }
        if let Some(wanted) = wish.lights {
            let (least, most) = lights_left(&solver, wish.presses);
            if wanted < least || wanted > most {
                return Err(GenerateError::Lights { presses: wish.presses, wanted, least, most });
            }
        }
        let orbits = match wish.symmetry {
            None => (0..buttons).map(|b| vec![b]).collect(),
            Some(symmetry) => orbits(&wish.game, &solver, symmetry)?,
        };
        Ok(Self { wish, solver, random: SplitMix::new(seed), orbits })
    }

    /// The next puzzle.
    ///
    /// # Errors
    /// When none is found, or the control stops the search.
    pub fn generate(&mut self, options: &Options, control: &dyn Control) -> Result<Generated, GenerateError> {
        // Whatever a search says that was told to stop, it stopped.
        self.attempt(options, control)
            .map_err(|error| if control.stop() { GenerateError::Stopped } else { error })
    }

    fn attempt(&mut self, options: &Options, control: &dyn Control) -> Result<Generated, GenerateError> {
        let options = Options { canonical: true, ..*options };
        for _ in 0..ATTEMPTS {
            if control.stop() {
                return Err(GenerateError::Stopped);
            }
            let simple = self.wish.symmetry.is_none();
            let presses = if simple { self.climb(&options, control)? } else { self.symmetric() };
            let Some(presses) = presses else { continue };
            let puzzle = self.puzzle(&presses)?;
            if let Some(lights) = self.wish.lights
                && puzzle.lights().iter().filter(|&&x| x != 0).count() != lights
            {
                continue;
            }
            let coset = self.coset(&puzzle, presses, control)?;
            let best = minimum(&coset, &options, control)?;
            if !best.proven {
                return Err(GenerateError::Unproven);
            }
            if best.cost != self.wish.presses {
                continue;
            }
            let cheapest = self.count(&coset, best.cost, &options, control)?;
            if self.wish.unique && cheapest != 1 {
                continue;
            }
            return Ok(Generated { puzzle, solution: best.presses, cheapest });
        }
        Err(GenerateError::NotFound(ATTEMPTS))
    }

    /// How many solutions have the least cost.
    fn count(
        &self,
        coset: &Coset,
        cost: u64,
        options: &Options,
        control: &dyn Control,
    ) -> Result<usize, GenerateError> {
        let mut count = 0;
        for solution in all_solutions(coset, options, control)?.take(MOST_COUNTED) {
            if solution?.0 != cost {
                break;
            }
            count += 1;
        }
        Ok(count)
    }

    /// A random vector that is cheapest and has as many presses as asked for, by adding and removing presses.
    fn climb(&mut self, options: &Options, control: &dyn Control) -> Result<Option<Vec<u32>>, GenerateError> {
        let wanted = self.wish.presses;
        let most = self.wish.states - 1;
        let buttons = self.solver.system().buttons();
        let mut presses = vec![0u32; buttons];
        self.add(&mut presses, wanted, most);
        for _ in 0..40 {
            if control.stop() {
                return Err(GenerateError::Stopped);
            }
            let puzzle = self.puzzle(&presses)?;
            let best = minimum(&self.coset(&puzzle, presses, control)?, options, control)?;
            if !best.proven {
                return Err(GenerateError::Unproven);
            }
            presses = best.presses;
            if best.cost >= wanted {
                let rooms: Vec<u64> = presses.iter().map(|&x| u64::from(x)).collect();
                let less = share_out(&mut self.random, &rooms, best.cost - wanted);
                presses.iter_mut().zip(less).for_each(|(x, less)| *x -= less as u32);
                return Ok(Some(presses));
            }
            // A few presses at once jump over states from which every single press leads back.
            let missing = wanted - best.cost;
            let extra = missing + self.random.below(3) as u64;
            self.add(&mut presses, extra, most);
        }
        Ok(None)
    }

    /// Adds presses at random buttons that have room for more.
    fn add(&mut self, presses: &mut [u32], count: u64, most: u64) {
        let rooms: Vec<u64> = presses.iter().map(|&x| most - u64::from(x)).collect();
        let more = share_out(&mut self.random, &rooms, count);
        presses.iter_mut().zip(more).for_each(|(x, more)| *x += more as u32);
    }

    /// Random presses, alike on each orbit, as many as asked for.
    fn symmetric(&mut self) -> Option<Vec<u32>> {
        let most = self.wish.states - 1;
        let mut times = vec![0u64; self.orbits.len()];
        let mut left = self.wish.presses;
        // Many presses are shared out at once, all but some for each button.
        let buttons = self.solver.system().buttons() as u64;
        while left > buttons {
            let share = left / buttons;
            for (times, orbit) in times.iter_mut().zip(&self.orbits) {
                let size = orbit.len() as u64;
                let more = at_most(&mut self.random, 2 * share).min(most - *times).min(left / size);
                *times += more;
                left -= more * size;
            }
        }
        let mut tries = 0;
        while left > 0 {
            tries += 1;
            if tries > 64 + 16 * self.orbits.len() {
                return None;
            }
            let at = self.random.below(self.orbits.len());
            let size = self.orbits[at].len() as u64;
            if size <= left && times[at] < most {
                times[at] += 1;
                left -= size;
            }
        }
        let mut presses = vec![0u32; self.solver.system().buttons()];
        for (orbit, times) in self.orbits.iter().zip(times) {
            orbit.iter().for_each(|&b| presses[b] = times as u32);
        }
        Some(presses)
    }

    /// The puzzle that these presses solve.
    fn puzzle(&self, presses: &[u32]) -> Result<Puzzle, GenerateError> {
        let states = self.wish.states;
        let lights = self
            .solver
            .system()
            .press(presses)
            .iter()
            .map(|&x| ((states - u64::from(x)) % states) as u32)
            .collect();
        let puzzle = Puzzle::new(self.wish.game.clone(), states, lights, Target::Off);
        Ok(puzzle.map_err(FewestError::from)?)
    }

    fn coset(
        &self,
        puzzle: &Puzzle,
        presses: Vec<u32>,
        control: &dyn Control,
    ) -> Result<Coset, GenerateError> {
        let coset = coset(&self.solver, puzzle, presses, Objective::Presses, control);
        Ok(coset.map_err(FewestError::from)?)
    }
}

/// Shares out a number at random, at most so much to each; what has no room is left.
///
/// # Complexity
/// O(n^2 + n log(c / n)) expected for a number c shared among n.
fn share_out(random: &mut SplitMix, rooms: &[u64], mut count: u64) -> Vec<u64> {
    let mut shares = vec![0u64; rooms.len()];
    let mut open: Vec<usize> = (0..rooms.len()).filter(|&b| rooms[b] > 0).collect();
    // As long as there is much for each, random amounts; then one after the other.
    while !open.is_empty() && count > open.len() as u64 {
        let share = count / open.len() as u64;
        for &b in &open {
            let more = at_most(random, 2 * share).min(rooms[b] - shares[b]).min(count);
            shares[b] += more;
            count -= more;
        }
        open.retain(|&b| shares[b] < rooms[b]);
    }
    while count > 0 && !open.is_empty() {
        let at = random.below(open.len());
        shares[open[at]] += 1;
        count -= 1;
        if shares[open[at]] == rooms[open[at]] {
            open.remove(at);
        }
    }
    shares
}

/// A random number from 0 to `most`.
fn at_most(random: &mut SplitMix, most: u64) -> u64 {
    random.below(usize::try_from(most).unwrap_or(usize::MAX).saturating_add(1)) as u64
}

/// How many lights are not off at least and at most in a state that needs so many presses.
fn lights_left(solver: &Solver, presses: u64) -> (usize, usize) {
    let system = solver.system();
    let mut changed: Vec<usize> = (0..system.buttons())
        .map(|b| system.button(b).iter().filter(|(_, amount)| *amount != 0).count())
        .collect();
    changed.sort_unstable_by_key(|&n| usize::MAX - n);
    // A button that is pressed again changes no other lights.
    let most = changed.iter().take(usize::try_from(presses).unwrap_or(usize::MAX)).sum::<usize>();
    (usize::from(presses > 0), most.min(system.lights()))
}

/// The orbits of the buttons under maps of the board that keep what presses do.
fn orbits(game: &Game, solver: &Solver, symmetry: Symmetry) -> Result<Vec<Vec<usize>>, GenerateError> {
    let board = game
        .board()
        .ok_or_else(|| GenerateError::Symmetry("a system of buttons and lights has no symmetry".into()))?;
    let maps: Vec<Vec<usize>> = match symmetry {
        Symmetry::Mirror => vec![half(board, solver, false)?],
        Symmetry::Turn => vec![half(board, solver, true)?],
        Symmetry::Rotation | Symmetry::Full => {
            let which = if symmetry == Symmetry::Full { Symmetric::Full } else { Symmetric::Rotation };
            let maps = which.of(board).map_err(|error| GenerateError::Symmetry(error.to_string()))?;
            maps.iter().map(|map| (0..board.cells()).map(|cell| map.image(cell)).collect()).collect()
        }
    };
    let mut orbits = Vec::new();
    let mut seen = vec![false; board.cells()];
    for first in 0..board.cells() {
        if seen[first] {
            continue;
        }
        seen[first] = true;
        let mut orbit = vec![first];
        let mut at = 0;
        while let Some(&cell) = orbit.get(at) {
            at += 1;
            for map in &maps {
                if !core::mem::replace(&mut seen[map[cell]], true) {
                    orbit.push(map[cell]);
                }
            }
        }
        orbit.sort_unstable();
        orbits.push(orbit);
    }
    Ok(orbits)
}

/// The images of the cells under the exchange of left and right, or the turn by 180 degrees.
fn half(board: &Board, solver: &Solver, turn: bool) -> Result<Vec<usize>, GenerateError> {
    let refuse = || {
        let what = if turn { "turn by 180 degrees" } else { "mirror image" };
        GenerateError::Symmetry(format!("board {board}: its shape, rule and holes allow no {what}"))
    };
    let rows = board.shape().layout_rows();
    let image = |cell: usize| {
        let (i, j) = board.position(cell);
        let i = if turn { rows - 1 - i } else { i };
        let length = board.shape().layout_row_len(i);
        length.checked_sub(1 + j).and_then(|j| board.cell_at(i, j))
    };
    let images: Option<Vec<usize>> = (0..board.cells()).map(image).collect();
    let images = images.ok_or_else(refuse)?;
    let system = solver.system();
    for (cell, &other) in images.iter().enumerate() {
        let mut moved: Vec<(u32, u32)> =
            system.button(cell).iter().map(|&(light, a)| (images[light as usize] as u32, a)).collect();
        moved.sort_unstable();
        let mut there = system.button(other).to_vec();
        there.sort_unstable();
        if moved != there {
            return Err(refuse());
        }
    }
    Ok(images)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimal::Unattended;

    fn wish(spec: &str, states: u64, presses: u64) -> Wish {
        let game = Game::Board(spec.parse().expect("a board"));
        Wish { game, states, presses, symmetry: None, unique: false, lights: None }
    }

    /// The fewest presses and the number of cheapest solutions, by trying all press vectors.
    fn brute(puzzle: &Puzzle) -> (u64, usize) {
        let system = puzzle.system().expect("small");
        let (k, n) = (puzzle.states(), system.buttons());
        let mut best = (u64::MAX, 0);
        for number in 0..k.pow(n as u32) {
            let mut rest = number;
            let presses: Vec<u32> = (0..n).map(|_| ((rest % k) as u32, rest /= k).0).collect();
            let cost = presses.iter().map(|&x| u64::from(x)).sum();
            if cost <= best.0 && puzzle.is_solved_by(&presses) {
                best = (cost, if cost < best.0 { 1 } else { best.1 + 1 });
            }
        }
        best
    }

    fn generated(wish: Wish, seed: u64) -> Generated {
        Generator::new(wish, seed).expect("fits").generate(&Options::default(), &Unattended).expect("found")
    }

    #[test]
    fn puzzles_need_what_was_asked() {
        for presses in 0..=7 {
            let found = generated(wish("4x4", 2, presses), presses);
            assert_eq!(brute(&found.puzzle), (presses, found.cheapest));
            assert!(found.puzzle.is_solved_by(&found.solution));
        }
        for (spec, states, presses) in
            [("2x3", 3, 4), ("torus:3x3", 2, 2), ("triangle:5", 2, 5), ("2x2", 5, 3)]
        {
            let found = generated(wish(spec, states, presses), 3);
            assert_eq!(brute(&found.puzzle).0, presses, "{spec}");
        }
        let hard = generated(wish("5x5", 2, 15), 1);
        assert_eq!(hard.solution.iter().sum::<u32>(), 15);
    }

    #[test]
    fn wishes_are_granted() {
        let unique = Wish { unique: true, ..wish("4x4", 2, 3) };
        assert_eq!(brute(&generated(unique, 5).puzzle), (3, 1));
        for symmetry in [Symmetry::Mirror, Symmetry::Turn] {
            let found = generated(Wish { symmetry: Some(symmetry), ..wish("4x4", 2, 4) }, 2);
            let lights = found.puzzle.lights();
            let image = |i: usize, j: usize| {
                if symmetry == Symmetry::Turn { (3 - i) * 4 + 3 - j } else { i * 4 + 3 - j }
            };
            assert!((0..16).all(|c| lights[c] == lights[image(c / 4, c % 4)]));
            assert_eq!(brute(&found.puzzle).0, 4);
        }
        for (symmetry, spec, presses) in [
            (Symmetry::Rotation, "4x4", 4),
            (Symmetry::Full, "4x4", 4),
            (Symmetry::Rotation, "triangle:5", 3),
            (Symmetry::Full, "triangle:5", 6),
            (Symmetry::Rotation, "3x5", 4),
        ] {
            let found = generated(Wish { symmetry: Some(symmetry), ..wish(spec, 2, presses) }, 7);
            let Game::Board(board) = found.puzzle.game() else { panic!("a board") };
            let lights = found.puzzle.lights();
            let which = if symmetry == Symmetry::Full { Symmetric::Full } else { Symmetric::Rotation };
            for map in which.of(board).expect("the board has it") {
                assert!((0..board.cells()).all(|c| lights[c] == lights[map.image(c)]), "{spec}");
            }
            assert_eq!(brute(&found.puzzle), (presses, found.cheapest), "{spec}");
        }
        let six = generated(Wish { lights: Some(6), ..wish("4x4", 2, 4) }, 2);
        assert_eq!(six.puzzle.lights().iter().filter(|&&x| x != 0).count(), 6);
    }

    #[test]
    fn many_presses_are_shared_out_at_once() {
        let mut random = SplitMix::new(6);
        for (rooms, count) in [
            (vec![], 5),
            (vec![3, 0, 1], 2),
            (vec![3, 0, 1], 9),
            (vec![1 << 40; 9], (9 << 40) - 1),
            (vec![u64::MAX / 8; 7], 1 << 60),
        ] {
            let shares = share_out(&mut random, &rooms, count);
            assert!(shares.iter().zip(&rooms).all(|(share, room)| share <= room));
            let shared: u64 = shares.iter().sum();
            assert_eq!(shared, count.min(rooms.iter().sum()), "{rooms:?} {count}");
        }
        let found = generated(wish("2x2", 1 << 32, 5_000_000_000), 1);
        assert_eq!(found.solution.iter().map(|&x| u64::from(x)).sum::<u64>(), 5_000_000_000);
        let turned = Wish { symmetry: Some(Symmetry::Turn), ..wish("3x4", 1 << 20, 1_000_000) };
        let found = generated(turned, 1);
        assert_eq!(found.solution.iter().map(|&x| u64::from(x)).sum::<u64>(), 1_000_000);
    }

    #[test]
    fn a_search_that_is_told_to_stop_says_so() {
        /// Stops from the nth question on.
        struct After(std::sync::atomic::AtomicU32);
        impl Control for After {
            fn stop(&self) -> bool {
                let before = |n: u32| n.checked_sub(1);
                self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, before).is_err()
            }
        }
        use std::sync::atomic::Ordering;
        for (spec, rule, presses) in
            [("5x5", "plus", 1), ("16x16", "plus", 40), ("10x10", "king", 9), ("20x20", "king", 30)]
        {
            let board: Board = spec.parse().unwrap();
            let game = Game::Board(board.with_rule(rule.parse().unwrap()).unwrap());
            for questions in [0, 1, 2, 3, 4, 5, 7, 9, 12] {
                let wish = Wish { game: game.clone(), ..wish("1x1", 2, presses) };
                let found =
                    Generator::new(wish, 1).unwrap().generate(&Options::default(), &After(questions.into()));
                assert!(
                    matches!(found, Ok(_) | Err(GenerateError::Stopped)),
                    "{spec} {questions}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn seeds_decide_and_impossible_wishes_are_refused() {
        assert_eq!(generated(wish("5x5", 2, 8), 4), generated(wish("5x5", 2, 8), 4));
        assert_ne!(generated(wish("5x5", 2, 8), 4).puzzle, generated(wish("5x5", 2, 8), 5).puzzle);
        assert!(matches!(Generator::new(wish("3x3", 2, 10), 1), Err(GenerateError::TooHard { most: 9, .. })));
        assert!(matches!(Generator::new(wish("2x3", 2, 6), 1), Err(GenerateError::TooHard { .. })));
        for (presses, lights, least, most) in [(1, 6, 1, 4), (1, 0, 1, 4), (3, 7, 1, 6), (0, 1, 0, 0)] {
            let refused = Generator::new(Wish { lights: Some(lights), ..wish("2x3", 2, presses) }, 1).err();
            assert_eq!(refused, Some(GenerateError::Lights { presses, wanted: lights, least, most }));
        }
        for (spec, states, radius) in [("4x4", 2, 7), ("5x5", 2, 15), ("6x8", 2, 22), ("5x5", 3, 24)] {
            let refused = Generator::new(wish(spec, states, radius + 1), 1).err();
            let expected = GenerateError::TooHard { wanted: radius + 1, most: radius };
            assert_eq!(refused, Some(expected), "{spec} {states}");
            assert!(Generator::new(wish(spec, states, radius), 1).is_ok(), "{spec} {states}");
        }
        let mut generator = Generator::new(Wish { lights: Some(2), ..wish("2x3", 2, 1) }, 1).expect("fits");
        let found = generator.generate(&Options::default(), &Unattended);
        assert_eq!(found, Err(GenerateError::NotFound(ATTEMPTS)));
        let mirror = Wish { symmetry: Some(Symmetry::Turn), ..wish("triangle:4", 2, 2) };
        assert!(matches!(Generator::new(mirror, 1), Err(GenerateError::Symmetry(_))));
    }
}
