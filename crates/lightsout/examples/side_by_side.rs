//! One operation, timed: `side_by_side OP SIZE` prints `OP SIZE seconds`, the median processor time of several runs.
//!
//! `cargo xtask bench` runs this beside the peers of `bench/peers/`, which print the same.

use std::hint::black_box;
use std::process::ExitCode;

use cpu_time::ProcessTime;
use lightsout::bitgrid::BitGrid;
use lightsout::board::Board;
use lightsout::fewest::coset;
use lightsout::minimal::{Limits, Method, Objective, Options, Unattended, minimum};
use lightsout::nullity::{Family, nullity};
use lightsout::puzzle::{Game, Puzzle, Target};
use lightsout::solve::lattice::{press_grid, solve_grid};
use lightsout::solve::{Answer, Solver, solve_with};
use lightsout_algebra::gf2::{BitMatrix, BitVec, Echelon, rank};
use lightsout_algebra::poly::Poly;
use lightsout_algebra::random::SplitMix;
use lightsout_algebra::rows;

/// The median processor time of one call, over at least five runs unless one takes over two seconds.
fn median(mut call: impl FnMut()) -> f64 {
    // Reading the clock takes as long as a short product: many calls share it, as in the peers.
    let mut several = |calls: usize| {
        let begun = ProcessTime::now();
        (0..calls).for_each(|_| call());
        begun.elapsed().as_secs_f64() / calls as f64
    };
    let first = several(1);
    if first > 2.0 {
        return first;
    }
    let inner = (2e-3 / first.max(1e-9)).clamp(1.0, 1e5) as usize;
    let mut times: Vec<f64> = (0..7).map(|_| several(inner)).collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The words of splitmix64 with the leading coefficient set.
fn random_poly(degree: usize, random: &mut SplitMix) -> Poly {
    let mut words: Vec<u64> = (0..degree / 64 + 1).map(|_| random.next_u64()).collect();
    let lead = 1u64 << (degree % 64);
    if let Some(last) = words.last_mut() {
        *last = *last & (lead - 1) | lead;
    }
    Poly::from_words(words)
}

/// The first row of a solution of an n x n board by the dense n x n system: chasing n unit vectors at once costs
/// n^3 / 64 word operations, elimination as many.
fn dense_first_row(lights: &BitGrid) -> Option<BitVec> {
    let n = lights.columns();
    // Row j of the block holds entry j of x_i for each of the n unit vectors, and then of the empty first row.
    let words = (n + 1).div_ceil(64);
    let (mut before, mut here) = (vec![vec![0u64; words]; n], vec![vec![0u64; words]; n]);
    for (j, row) in here.iter_mut().enumerate() {
        row[j / 64] |= 1 << (j % 64);
    }
    for i in 0..lights.rows() {
        for j in 0..n {
            let light = u64::from(lights.get(i, j));
            for w in 0..words {
                let side =
                    if j > 0 { here[j - 1][w] } else { 0 } ^ if j + 1 < n { here[j + 1][w] } else { 0 };
                before[j][w] ^= here[j][w] ^ side;
            }
            before[j][n / 64] ^= light << (n % 64);
        }
        std::mem::swap(&mut before, &mut here);
    }
    let matrix = BitMatrix::from_fn(n, n, |j, unit| here[j][unit / 64] >> (unit % 64) & 1 == 1);
    let left: BitVec = (0..n).map(|j| here[j][n / 64] >> (n % 64) & 1 == 1).collect();
    Echelon::new(&matrix).solve(&left).solution()
}

fn board_and_state(n: usize) -> Option<(Board, BitGrid)> {
    let board: Board = format!("{n}x{n}").parse().ok()?;
    let state = press_grid(&board, &BitGrid::random(n, n, 5)?)?;
    Some((board, state))
}

fn time(op: &str, size: usize) -> Option<f64> {
    let mut random = SplitMix::new(1);
    let mut pair = |first: usize| {
        let a = random_poly(first, &mut random);
        (a, random_poly(size - 1, &mut random))
    };
    Some(match op {
        "multiply" => {
            let (a, b) = pair(size);
            median(|| drop(black_box(&a * &b)))
        }
        "divide" => {
            let (a, b) = pair(2 * size - 1);
            median(|| drop(black_box(a.div_rem(&b))))
        }
        "gcd" => {
            let (a, b) = pair(size);
            median(|| drop(black_box(a.gcd(&b))))
        }
        "xgcd" => {
            let (a, b) = pair(size);
            median(|| drop(black_box(a.xgcd(&b))))
        }
        "rank" => {
            let words = size.div_ceil(64);
            let rows: Vec<BitVec> = (0..size)
                .map(|_| {
                    let mut row: Vec<u64> = (0..words).map(|_| random.next_u64()).collect();
                    if size % 64 != 0 {
                        row[words - 1] &= u64::MAX >> (64 - size % 64);
                    }
                    BitVec::from_words(size, row)
                })
                .collect();
            let matrix = BitMatrix::from_rows(size, &rows);
            median(|| {
                black_box(rank(&matrix));
            })
        }
        "square" => median(|| drop(black_box(nullity(Family::Square, size as u64)))),
        "triangle" => median(|| drop(black_box(nullity(Family::Triangle, size as u64)))),
        "torus" => median(|| drop(black_box(nullity(Family::Torus, size as u64)))),
        "solve" => {
            let (board, state) = board_and_state(size)?;
            median(|| drop(black_box(solve_grid(&board, state.clone()))))
        }
        "dense-first-row" => {
            let (_, state) = board_and_state(size)?;
            median(|| drop(black_box(dense_first_row(&state))))
        }
        "copy" => {
            let (_, state) = board_and_state(size)?;
            let mut place = BitGrid::new(size, size)?;
            median(|| {
                for i in 0..size {
                    place.row_mut(i).copy_from_slice(black_box(state.row(i)));
                }
                black_box(&place);
            })
        }
        "chase" => {
            let (_, state) = board_and_state(size)?;
            let (mut before, mut here) = (vec![0; state.stride()], vec![0; state.stride()]);
            median(|| {
                for i in 0..size {
                    rows::chase_plus(&mut before, &here, state.row(i), state.last_mask());
                    std::mem::swap(&mut before, &mut here);
                }
                black_box(&here);
            })
        }
        "fewest" => fewest(size, None)?,
        "gray" => fewest(size, Some(Method::Gray))?,
        _ => return None,
    })
}

/// The fewest presses of an n x n board with every light on, on one thread: from the list of quiet patterns on, and so
/// that the same work is timed for every method.
fn fewest(n: usize, method: Option<Method>) -> Option<f64> {
    let game = Game::Board(format!("{n}x{n}").parse().ok()?);
    let puzzle = Puzzle::new(game, 2, vec![1; n * n], Target::Off).ok()?;
    let solver = Solver::new(puzzle.system().ok()?, puzzle.board()).ok()?;
    let Answer::Solved(solved) = solve_with(&solver, &puzzle) else { return None };
    let coset = coset(&solver, &puzzle, solved.presses, Objective::Presses, &Unattended).ok()?;
    let limits = Limits { threads: 1, ..Limits::default() };
    let options = Options { limits, method, ..Options::default() };
    let mut proven = true;
    let time = median(|| proven &= minimum(&coset, &options, &Unattended).is_ok_and(|answer| answer.proven));
    proven.then_some(time)
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [op, size] = args.as_slice() else {
        eprintln!("usage: side_by_side OP SIZE");
        return ExitCode::from(2);
    };
    match size.parse().ok().filter(|&size: &usize| size > 1).and_then(|size| time(op, size)) {
        Some(seconds) => {
            println!("{op} {size} {seconds:e}");
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("side_by_side: no operation {op} of size {size}");
            ExitCode::from(2)
        }
    }
}
