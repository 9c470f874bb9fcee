//! `milp SIDE SECONDS`: the fewest presses of a square board with every light on by an integer program.
//!
//! Minimise the sum of `x` with `A x - 2 t = 1`, `x` binary and `t` whole. Prints `milp SIDE seconds presses`, or
//! `milp SIDE none` when the time was up.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem};

fn main() -> ExitCode {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [side, limit] = numbers.as_slice() else {
        eprintln!("usage: milp SIDE SECONDS");
        return ExitCode::from(2);
    };
    match solve(*side, Duration::from_secs(*limit as u64)) {
        Some((seconds, presses)) => println!("milp {side} {seconds:e} {presses}"),
        None => println!("milp {side} none"),
    }
    ExitCode::SUCCESS
}

/// Seconds and presses, unless the time is up.
fn solve(side: usize, limit: Duration) -> Option<(f64, f64)> {
    let begun = Instant::now();
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    problem.set_time_limit(limit);
    let x: Vec<_> = (0..side * side).map(|_| problem.add_binary_var(1.0)).collect();
    for cell in 0..side * side {
        let (i, j) = (cell / side, cell % side);
        let mut sum = LinearExpr::empty();
        sum.add(x[cell], 1.0);
        if i > 0 {
            sum.add(x[cell - side], 1.0);
        }
        if i + 1 < side {
            sum.add(x[cell + side], 1.0);
        }
        if j > 0 {
            sum.add(x[cell - 1], 1.0);
        }
        if j + 1 < side {
            sum.add(x[cell + 1], 1.0);
        }
        let turns = problem.add_integer_var(0.0, (0, 2));
        sum.add(turns, -2.0);
        problem.add_constraint(sum, ComparisonOp::Eq, 1.0);
    }
    let outcome = problem.solve().ok()?;
    let presses = outcome.is_optimal().then(|| outcome.solution().map(|s| s.objective().round()))??;
    Some((begun.elapsed().as_secs_f64(), presses))
}
