//! The fewest presses that turn a whole board off, all lights on: `all_on grid 39`, `all_on torus 20`,
//! `all_on triangle 40`, with `--method NAME` and `--canonical`.

use lightsout::minimal::{Control, Coset, Method, Options, minimum};
use lightsout_algebra::Outcome;
use lightsout_algebra::gf2::{BitMatrix, BitVec, kernel, solve};
use std::time::Instant;

type Cells = Vec<(i64, i64)>;

/// Cells, neighbours and parity classes of a board, and its symmetries.
fn board(kind: &str, n: i64) -> (Cells, Vec<Vec<usize>>) {
    let cells: Cells = match kind {
        "triangle" => (0..n).flat_map(|i| (0..=i).map(move |j| (i, j))).collect(),
        _ => (0..n * n).map(|c| (c / n, c % n)).collect(),
    };
    let index = |i: i64, j: i64| match kind {
        "triangle" => (i < n && 0 <= j && j <= i).then(|| (i * (i + 1) / 2 + j) as usize),
        "torus" => Some((i.rem_euclid(n) * n + j.rem_euclid(n)) as usize),
        _ => (0 <= i && i < n && 0 <= j && j < n).then_some((i * n + j) as usize),
    };
    let offsets: &[(i64, i64)] = match kind {
        "triangle" => &[(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (1, 1), (-1, -1)],
        _ => &[(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0)],
    };
    let near = cells
        .iter()
        .map(|&(i, j)| offsets.iter().filter_map(|&(a, b)| index(i + a, j + b)).collect())
        .collect();
    (cells, near)
}

struct Show(Instant);

impl Control for Show {
    fn progress(&self, best: u64, bound: u64, fraction: f64) {
        if std::env::var_os("SHOW").is_some() {
            eprintln!(
                "{:.2} s: best {best}, at least {bound}, {:.1} %",
                self.0.elapsed().as_secs_f64(),
                100.0 * fraction
            );
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, size, rest @ ..] = arguments.as_slice() else {
        eprintln!("usage: all_on grid|torus|triangle SIZE [--method NAME] [--canonical] [--threads N]");
        std::process::exit(2);
    };
    let n: i64 = size.parse().expect("a size");
    let (cells, near) = board(kind, n);
    let mut matrix = BitMatrix::zeros(cells.len(), cells.len());
    for (button, lights) in near.iter().enumerate() {
        lights.iter().for_each(|&light| matrix.flip(light, button));
    }
    let began = Instant::now();
    let Outcome::Solution(start) = solve(&matrix, &BitVec::ones(cells.len())) else {
        panic!("always solvable")
    };
    let coset = Coset::binary(start, kernel(&matrix)).expect("lengths agree");
    let classes = cells.iter().map(|&(i, j)| [[0, 2], [3, 1]][(i % 2) as usize][(j % 2) as usize]).collect();
    let mut coset = coset.with_classes(classes).expect("classes fit");
    if kind == "triangle" {
        let index = |(i, j): (i64, i64)| (i * (i + 1) / 2 + j) as u32;
        let turn = cells.iter().map(|&(i, j)| index((n - 1 - j, i - j))).collect();
        let mirror = cells.iter().map(|&(i, j)| index((i, i - j))).collect();
        coset = coset.with_symmetries(vec![turn, mirror]).expect("permutations");
    }
    println!("eliminated in {:.2} s", began.elapsed().as_secs_f64());
    let mut options = Options { canonical: rest.iter().any(|a| a == "--canonical"), ..Options::default() };
    let value = |name: &str| rest.iter().position(|a| a == name).and_then(|i| rest.get(i + 1));
    if let Some(name) = value("--method") {
        let all = [
            Method::Gray,
            Method::Transform,
            Method::Scan,
            Method::Join,
            Method::ListJoin,
            Method::SymmetricScan,
            Method::Search,
        ];
        options.method = all.into_iter().find(|m| m.name() == name);
    }
    options.limits.threads = value("--threads").map_or(1, |t| t.parse().expect("a number"));
    let began = Instant::now();
    let answer = minimum(&coset, &options, &Show(began)).expect("the method applies");
    println!(
        "{kind} {n}: {} presses, at least {}, proven {}, {} in {:.3} s; {:?}",
        answer.cost,
        answer.lower_bound,
        answer.proven,
        answer.method.name(),
        began.elapsed().as_secs_f64(),
        answer.evidence
    );
}
