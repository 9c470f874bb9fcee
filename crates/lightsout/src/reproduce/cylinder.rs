//! "Winning Lights Out with Fibonacci": one pass on a cylinder.

use lightsout_algebra::integer::{Budget, FibonacciModulus, fibonacci, primes_below};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

use super::{Item, list, statement};
use crate::board::Board;
use crate::chase::Chase;
use crate::onepass::{OnePass, Presses, Start, last_state, table};
use crate::puzzle::{Game, Puzzle, Target};

/// The key in docs/references.md.
pub const DOCUMENT: &str = "Cylinder";

fn start(k: u64, q: u64) -> Start {
    Start::new(&k.into(), &(k - q).into()).expect("1 <= q < k")
}

fn modulus(k: u64) -> FibonacciModulus {
    FibonacciModulus::new(&k.into(), &[], &mut Budget::unlimited()).expect("nothing limits this")
}

fn answer(k: u64, q: u64) -> OnePass {
    OnePass::new(start(k, q), &[], &mut Budget::unlimited()).expect("nothing limits this")
}

/// The residues with their period, as `0, 3 mod 4`.
fn residues(k: u64, q: u64) -> String {
    let answer = answer(k, q);
    let found = list(answer.residues().into_iter().flatten().map(|r| r.value));
    format!("{found} mod {}", answer.period())
}

fn works(k: u64, q: u64, rows: u64) -> bool {
    last_state(&start(k, q), &rows.into()) == BigUint::ZERO
}

fn yes_no(yes: bool) -> String {
    if yes { "yes".into() } else { "no".into() }
}

/// A cylinder with every light at one state.
fn cylinder(rows: usize, columns: usize, k: u64, state: u32) -> Chase {
    let board: Board = format!("cylinder:{rows}x{columns}").parse().expect("a board");
    let puzzle =
        Puzzle::new(Game::Board(board), k, vec![state; rows * columns], Target::Off).expect("a puzzle");
    Chase::new(&puzzle).expect("a small board")
}

/// What the document says, beside what is computed.
pub fn items() -> Vec<Item> {
    let mut items = boards();
    items.extend(recursion());
    items.extend(residue_theorems());
    items.extend(ranks());
    items
}

fn boards() -> Vec<Item> {
    let item = |name: &str, theirs: &str, ours: String| Item::compare(DOCUMENT, name, theirs, ours, "");
    // Figure 1: a press on a board around a cylinder, at its left edge.
    let board: Board = "cylinder:3x4".parse().expect("a board");
    let system = board.system(3);
    let changed = system.button(4).iter().map(|&(light, amount)| {
        let (row, column) = board.position(light as usize);
        format!("({}, {}) by {amount}", row + 1, column + 1)
    });
    let chase = cylinder(5, 6, 4, 3);
    let presses = list(Presses::new(&start(4, 1)).take(4));
    let on_board: Vec<u32> = (1..5).map(|row| chase.first_pass().presses[6 * row]).collect();
    let columns = (3..=9).filter(|&n| {
        cylinder(5, n, 4, 3).first_pass().is_clear() && !cylinder(7, n, 4, 3).first_pass().is_clear()
    });
    vec![
        item(
            "Figure 1, section 2: a press at the left edge of a 3-state cylinder, row 2, column 1",
            "(1, 1) by 1, (2, 1) by 1, (2, 2) by 1, (2, 4) by 1, (3, 1) by 1",
            list(changed),
        ),
        item("Figure 2: presses in rows 2 to 5, 4 states, all at 3", "1, 2, 2, 1", presses),
        item("Figure 2 on a board of 5 rows and 6 columns", "1, 2, 2, 1", list(on_board)),
        item("Figure 2: all lights are off after the last row", "yes", yes_no(chase.first_pass().is_clear())),
        Item::compare(
            DOCUMENT,
            "Remark on Figure 2: with a sixth row one pass no longer works",
            "no",
            yes_no(works(4, 1, 6) && cylinder(6, 6, 4, 3).first_pass().is_clear()),
            "S_6 = 104 is a multiple of 4; the presses are 1, 2, 2, 1, 0. Seven rows are the first that fail after five.",
        ),
        item(
            "Section 2: any width of three columns or more behaves alike (3 to 9, 5 and 7 rows)",
            "3, 4, 5, 6, 7, 8, 9",
            list(columns),
        )
        .noting("Widths 1 and 2 behave alike too when presses that reach a light twice add up."),
    ]
}

fn recursion() -> Vec<Item> {
    let item = |name: &str, theirs: &str, ours: String| Item::compare(DOCUMENT, name, theirs, ours, "");
    let exact = |q: u64, n: usize| table(&start(1000, q)).take(n).map(|row| row.exact);
    let formula = (1..=9u64).flat_map(|q| {
        exact(q, 101).enumerate().filter_map(move |(i, s)| {
            let i = i as u64;
            let product = BigInt::from(fibonacci(i) * fibonacci(i + 1) * q);
            let want = if i.is_even() { product } else { -product };
            (s != want).then(|| format!("q = {q}, i = {i}"))
        })
    });
    let cassini = (1..=200u64).filter(|&i| {
        let (before, here, after) = (fibonacci(i - 1), fibonacci(i), fibonacci(i + 1));
        let difference = BigInt::from(before * after) - BigInt::from(&here * &here);
        difference != BigInt::from(if i.is_even() { 1 } else { -1 })
    });
    let five = (1..=10).filter(|&rows| works(5, 1, rows));
    let simulated = (2..=9u64).flat_map(|k| {
        (1..k).flat_map(move |state| {
            (1..=12usize).filter_map(move |rows| {
                let clear = cylinder(rows, 3, k, state as u32).first_pass().is_clear();
                (clear != works(k, k - state, rows as u64))
                    .then(|| format!("k = {k}, start {state}, {rows} rows"))
            })
        })
    });
    vec![
        item(
            "Table 1: S_0 to S_10 for the brightest start",
            "0, -1, 2, -6, 15, -40, 104, -273, 714, -1870, 4895",
            list(exact(1, 11)),
        ),
        item(
            "Key Fact, against chases of 2 to 9 states, every start, 1 to 12 rows",
            "holds",
            statement(simulated),
        ),
        item("Key Fact: five states, brightest start, row counts to 10", "4, 5, 9, 10", list(five)),
        item(
            "Key Fact: two states, four or seven rows do not work",
            "no, no",
            list([4, 7].map(|rows| yes_no(works(2, 1, rows)))),
        ),
        item("Cassini's identity, i = 1 to 200", "holds", statement(cassini)),
        item("Theorem 4.1, q = 1 to 9, i = 0 to 100", "holds", statement(formula)),
        Item::compare(
            DOCUMENT,
            "After Theorem 4.1: the row counts for two states",
            "0, 1 mod 3",
            residues(2, 1),
            "F_i F_{i+1} is even for i = 0 and i = -1 modulo 3, that is 0 and 2; S_4 = 15 and S_7 = -273 are odd, as the paper says itself.",
        ),
    ]
}

fn residue_theorems() -> Vec<Item> {
    let item = |name: &str, theirs: &str, ours: String| Item::compare(DOCUMENT, name, theirs, ours, "");
    let sequence = |k: u32| (0..16).map(move |i| fibonacci(i) % k);
    let zeros = (2..=100u64).filter(|&k| {
        let rank: u64 = modulus(k).rank().try_into().unwrap_or(0);
        (0..400).any(|i| (fibonacci(i) % k == BigUint::ZERO) != i.is_multiple_of(rank))
    });
    let one_way = (2..=100u64).flat_map(|k| {
        let alpha: u64 = modulus(k).rank().try_into().unwrap_or(0);
        (1..k).filter_map(move |q| {
            let fine = (1..4).all(|t| works(k, q, t * alpha) && works(k, q, t * alpha - 1));
            (!fine).then(|| format!("k = {k}, q = {q}"))
        })
    });
    let prime = primes_below(200).into_iter().filter(|&p| !answer(p.into(), 1).theorem_is_complete());
    let complete = (2..=60u64).flat_map(|k| {
        (1..k).filter_map(move |q| {
            let answer = answer(k, q);
            let wrong =
                (1..=240u64).any(|rows| answer.works(&BigUint::from(rows).into()) != works(k, q, rows));
            wrong.then(|| format!("k = {k}, q = {q}"))
        })
    });
    // The smallest i for which 6 divides F_i F_{i+1} but neither of them.
    let six = (1..100u64).find(|&i| {
        let (a, b) = (fibonacci(i), fibonacci(i + 1));
        (&a * &b).is_multiple_of(&6u8.into())
            && !a.is_multiple_of(&6u8.into())
            && !b.is_multiple_of(&6u8.into())
    });
    let six =
        six.map_or_else(String::new, |i| format!("F_{i} F_{} = {}", i + 1, fibonacci(i) * fibonacci(i + 1)));
    let q3 = (fibonacci(6) * fibonacci(7) * 3u8).to_string();
    vec![
        item("Table 2: F_0 to F_15", "0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610", list((0..16).map(fibonacci))),
        item("Table 2: modulo 3", "0, 1, 1, 2, 0, 2, 2, 1, 0, 1, 1, 2, 0, 2, 2, 1", list(sequence(3))),
        item("Table 2: modulo 4", "0, 1, 1, 2, 3, 1, 0, 1, 1, 2, 3, 1, 0, 1, 1, 2", list(sequence(4))),
        item("Table 2: alpha(3), alpha(4)", "4, 6", list([3, 4].map(|k| modulus(k).rank().clone()))),
        item("Theorem 4.2, k = 2 to 100, i = 0 to 399", "holds", statement(zeros)),
        item("Theorem 4.3, k = 2 to 100, every q, three periods", "holds", statement(one_way)).noting(
            "The other direction, for every k and q: i rows work exactly when each prime power p^s of k / gcd(k, q) has i = 0 or -1 modulo alpha(p^s).",
        ),
        item("The statement that completes Theorem 4.3, k = 2 to 60, every q, 1 to 240 rows", "holds", statement(complete)),
        Item::compare(
            DOCUMENT,
            "After Theorem 4.3: the first product that 6 divides but neither factor",
            "F_2 F_3 = 6",
            six,
            "An index is off by one: F_2 F_3 = 1 * 2, and 2 * 3 is F_3 F_4.",
        ),
        item("After Theorem 4.3: k = 6, q = 3, S_6", "312", q3),
        item("After Theorem 4.3: k = 6, q = 3, six rows work", "yes", yes_no(works(6, 3, 6)))
            .noting(format!("All that work: {} for q = 3, {} for q = 1.", residues(6, 3), residues(6, 1))),
        item("Theorem 4.4, primes below 200", "holds", statement(prime)),
        item("After Theorem 4.4: three states", "0, 3 mod 4", residues(3, 1)),
    ]
}

fn ranks() -> Vec<Item> {
    let item = |name: &str, theirs: &str, ours: String| Item::compare(DOCUMENT, name, theirs, ours, "");
    let rank = |k: u64| modulus(k).rank().clone();
    let small: Vec<BigUint> = (0..=3600u64).map(|k| if k == 0 { BigUint::ZERO } else { rank(k) }).collect();
    let lcm = (1..=60u64).flat_map(|a| {
        let small = &small;
        (1..=60u64).filter_map(move |b| {
            let (whole, parts) = (&small[a.lcm(&b) as usize], small[a as usize].lcm(&small[b as usize]));
            (*whole != parts).then(|| format!("{a} and {b}"))
        })
    });
    let odd = primes_below(200).into_iter().skip(1).flat_map(|p| {
        let p = u64::from(p);
        (1..=4u32).filter(move |&s| rank(p.pow(s)) != rank(p) * p.pow(s - 1)).map(move |s| format!("{p}^{s}"))
    });
    let two = (3..=40u32).filter(|&s| rank(1 << s) != BigUint::from(6u8) << (s - 3));
    let five = (1..=12u32).filter(|&s| {
        let k = 5u64.pow(s);
        residues(k, 1) != format!("0, {} mod {k}", k - 1)
    });
    vec![
        item("After Theorem 4.4: alpha(5)", "5", rank(5).to_string()),
        item("Theorem 4.5, numbers to 60", "holds", statement(lcm)),
        item("Theorem 4.6, odd primes below 200, s = 1 to 4", "holds", statement(odd))
            .noting("That alpha(p^2) differs from alpha(p) is computed for each p, not assumed."),
        item("Theorem 4.7, s = 3 to 40", "holds", statement(two)),
        item("After Theorem 4.7: alpha(12)", "12", rank(12).to_string()),
        item("After Theorem 4.7: residues for 12 states", "0, 11 mod 12", residues(12, 1))
            .noting("The paper leaves open whether these are all. They are."),
        item("Theorem 4.8, s = 1 to 12", "holds", statement(five)).noting("No other row count works."),
        item("Last example: 1200", "2^4 * 3 * 5^2", {
            let m = modulus(1200);
            let powers = m.powers().iter().map(|p| match p.exponent {
                1 => p.prime.prime().to_string(),
                s => format!("{}^{s}", p.prime.prime()),
            });
            powers.collect::<Vec<_>>().join(" * ")
        }),
        item("Last example: alpha(25), alpha(16), alpha(3)", "25, 12, 4", list([25, 16, 3].map(rank))),
        item("Last example: alpha(1200)", "300", rank(1200).to_string()),
        item(
            "Last example: 0 and -1 modulo 300 work",
            "yes, yes",
            list([300, 299].map(|rows| yes_no(works(1200, 1, rows)))),
        )
        .noting(format!("The complete list is {}.", residues(1200, 1))),
    ]
}
