//! Every property, theorem, table and example with something to compute.

use lightsout_algebra::gf2::BitVec;

use super::{DOCUMENT, PRINTED_TABLE_1, buttons};
use crate::board::{Board, Rule, Shape};
use crate::coverings::Coverings;
use crate::kernel::{Kernel, Named, is_quiet, propagate};
use crate::reproduce::{Item, Verdict};
use crate::symmetry::{Symmetric, symmetries};

pub(super) fn triangle(side: usize) -> Board {
    Board::new(Shape::Triangle { side }, Rule::Plus).expect("a triangle of positive side")
}

pub(super) fn kernel(side: usize) -> Kernel {
    Kernel::new(&triangle(side)).expect("a small board fits in memory")
}

fn set(pattern: &BitVec) -> String {
    let numbers: Vec<String> = pattern.iter_ones().map(|cell| (cell + 1).to_string()).collect();
    format!("{{{}}}", numbers.join(","))
}

fn numbers(values: impl IntoIterator<Item = usize>) -> String {
    values.into_iter().map(|v| v.to_string()).collect::<Vec<_>>().join(", ")
}

fn compare(item: &str, theirs: impl Into<String>, ours: impl Into<String>, note: &str) -> Item {
    Item::compare(DOCUMENT, item, theirs, ours, note)
}

/// The document's claims beside ours.
pub fn items() -> Vec<Item> {
    let mut items = vec![
        worked_example(),
        compare(
            "Section 2, buttons of side n",
            "n (n + 1) / 2",
            if (1..=80).all(|n| triangle(n).cells() == n * (n + 1) / 2) {
                "n (n + 1) / 2"
            } else {
                "something else"
            },
            "checked for sides 1 to 80",
        ),
        property_2(),
        property_3(),
        compare(
            "Section 2, kernel of side 2 (Figure 3)",
            "{}, {1,2}, {1,3}, {2,3}",
            {
                let mut sets: Vec<String> = kernel(2).elements().map(|p| set(&p)).collect();
                sets.sort_by_key(|set| (set.len(), set.clone()));
                sets.join(", ")
            },
            "",
        ),
        compare(
            "Property 4 and its remark: the kernel has 2^l elements with l at most n",
            "holds",
            if (1..=80).all(|n| kernel(n).nullity() <= n) { "holds" } else { "fails" },
            "checked for sides 1 to 80; the bottom row determines a quiet pattern, as the left edge does",
        ),
    ];
    items.extend(table_1());
    items.push(compare(
        "Figure 5: elements of the kernel of side 5",
        "4",
        kernel(5).elements().count().to_string(),
        "",
    ));
    items.push(figure_6());
    items.push(figure_7());
    items.push(figure_8());
    items.extend(theorem_1());
    items.push(sierpinski());
    items.extend(matrices());
    items.push(theorem_2());
    items.push(compare(
        "Figures 15 and 16: solvable and unsolvable states of side 2",
        "2 and 6",
        {
            let solvable = solvable_states(2).len();
            format!("{solvable} and {}", 8 - solvable)
        },
        "",
    ));
    items.extend(theorem_3());
    items
}

fn worked_example() -> Item {
    // The state of Figure 2 is solved by the list; the list's own effect is such a state.
    let board = triangle(7);
    let lights = board.system(2).press(&buttons(28, &[1, 10, 12, 20, 22, 23, 25]));
    let puzzle = crate::puzzle::Puzzle::new(crate::puzzle::Game::Board(board), 2, lights, Default::default());
    let ours = match puzzle.map(|puzzle| crate::solve::solve(&puzzle)) {
        Ok(Ok(crate::solve::Answer::Solved(solved))) => {
            numbers(solved.presses.iter().enumerate().filter(|(_, t)| **t > 0).map(|(b, _)| b + 1))
        }
        _ => "no solution".into(),
    };
    compare(
        "Figure 2, the sequence that solves it",
        "1, 10, 12, 20, 22, 23, 25",
        ours,
        "the figure is an image, so the state is the effect of the sequence; side 7 has nullity 0, so no other list solves it",
    )
}

fn property_2() -> Item {
    let holds = (1..=4).all(|n| {
        let all = 1usize << triangle(n).cells();
        (solvable_states(n).len() == all) == (kernel(n).nullity() == 0)
    });
    compare(
        "Property 2: if every state has a solution, it is unique",
        "holds",
        if holds { "holds" } else { "fails" },
        "every state of sides 1 to 4",
    )
}

/// The states of a small triangle that some presses put out, as bit masks.
fn solvable_states(side: usize) -> std::collections::HashMap<u32, usize> {
    let board = triangle(side);
    let masks: Vec<u32> = (0..board.cells())
        .map(|cell| {
            let mut list = Vec::new();
            board.pressed(cell, &mut list);
            list.iter().fold(0, |mask, &light| mask ^ 1 << light)
        })
        .collect();
    let mut count = std::collections::HashMap::new();
    for presses in 0u32..1 << board.cells() {
        let state = (0..board.cells()).filter(|&b| presses >> b & 1 == 1).fold(0, |s, b| s ^ masks[b]);
        *count.entry(state).or_insert(0) += 1;
    }
    count
}

fn property_3() -> Item {
    let holds = (1..=4).all(|n| {
        let elements = 1usize << kernel(n).nullity();
        solvable_states(n).values().all(|&solutions| solutions == elements)
    });
    compare(
        "Property 3: a solvable state has as many solutions as the kernel has elements",
        "holds",
        if holds { "holds" } else { "fails" },
        "every state of sides 1 to 4",
    )
}

fn table_1() -> Vec<Item> {
    let ours: Vec<usize> = (1..=80).map(|n| kernel(n).nullity()).collect();
    let same = ours.iter().zip(PRINTED_TABLE_1).filter(|(a, b)| **a == usize::from(*b)).count();
    let mut items = vec![Item {
        document: DOCUMENT,
        item: "Table 1: kernel dimension, sides 1 to 80".into(),
        theirs: "80 values".into(),
        ours: format!("{same} of 80 agree"),
        verdict: if same == 80 { Verdict::Match } else { Verdict::Difference },
        note: "ours is the degree of gcd(H_n, H_{n+1}), and elimination of the whole matrix gives the same 80 values".into(),
    }];
    for (side, (&ours, theirs)) in (1..).zip(ours.iter().zip(PRINTED_TABLE_1)) {
        if ours != usize::from(theirs) {
            let note = match side {
                75 => "75 = 5 + 7 * 10 and side 5 has nullity 2, so Theorem 1 of the same document forbids 0",
                36 | 55 | 56 | 76 => "the gcd is 1 and the rank of the matrix is full",
                _ => "the gcd has degree 2, and elimination agrees",
            };
            items.push(Item::compare(
                DOCUMENT,
                format!("Table 1, side {side}"),
                theirs.to_string(),
                ours.to_string(),
                note,
            ));
        }
    }
    items
}

/// How many of the patterns some symmetry leaves as they are.
fn symmetric_share(side: usize) -> (usize, usize) {
    let kernel = kernel(side);
    let maps = symmetries(kernel.board());
    let symmetric = kernel.elements().filter(|p| maps.iter().skip(1).any(|s| s.apply(p) == *p)).count();
    (symmetric, 1 << kernel.nullity())
}

fn figure_6() -> Item {
    let (symmetric, all) = symmetric_share(22);
    compare(
        "Figure 6: side 22",
        "16 elements, all symmetric",
        format!(
            "{all} elements, {}",
            if symmetric == all { "all symmetric".into() } else { format!("{symmetric} symmetric") }
        ),
        "",
    )
}

fn figure_7() -> Item {
    let (symmetric, all) = symmetric_share(19);
    let some = symmetric > 1 && symmetric < all;
    compare(
        "Figure 7: side 19",
        "256 elements, some symmetric, others not",
        format!("{all} elements, {}", if some { "some symmetric, others not" } else { "otherwise" }),
        &format!("{symmetric} have a rotation or a reflection"),
    )
}

fn figure_8() -> Item {
    let sides = (2..=38).step_by(4);
    let quiet = sides.clone().filter(|&n| {
        let board = triangle(n);
        Named::Pairs.pattern(&board).is_ok_and(|p| !p.is_zero() && is_quiet(&board, &p))
    });
    compare(
        "Figure 8: sides with a pattern of this kind",
        numbers(sides.clone()),
        numbers(quiet),
        "the family grown from side 2 by reflections: `kernel --named pairs`",
    )
}

fn theorem_1() -> Vec<Item> {
    let mut tried = 0;
    let mut good = 0;
    for side in (1..=30).filter(|&n| kernel(n).nullity() > 0) {
        for times in 1..=4 {
            for pattern in kernel(side).basis() {
                tried += 1;
                let large = propagate(&triangle(side), &pattern, (times, 0));
                good +=
                    usize::from(large.is_ok_and(|l| is_quiet(&l.board, &l.pattern) && !l.pattern.is_zero()));
            }
        }
    }
    let contradictions: Vec<usize> = (1..=80)
        .filter(|&n| PRINTED_TABLE_1[n - 1] > 0)
        .flat_map(|n| (1..).map(move |j| n + (n + 2) * j).take_while(|&m| m <= 80))
        .filter(|&m| PRINTED_TABLE_1[m - 1] == 0)
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .collect();
    vec![
        compare(
            "Theorem 1: a kernel of side n gives one of side n + (n + 2) j",
            format!("{tried} of {tried} patterns quiet"),
            format!("{good} of {tried} patterns quiet"),
            "every basis pattern of every side up to 30 with a kernel, j = 1 to 4, built and pressed",
        ),
        Item {
            document: DOCUMENT,
            item: "Theorem 1 against the printed Table 1".into(),
            theirs: "no contradiction".into(),
            ours: format!("contradiction at side {}", numbers(contradictions.clone())),
            verdict: if contradictions.is_empty() { Verdict::Match } else { Verdict::Difference },
            note: "the printed 0 of side 75".into(),
        },
    ]
}

fn sierpinski() -> Item {
    let mut counts = Vec::new();
    let mut good = true;
    for j in 3..=10u32 {
        let board = triangle((1 << j) - 3);
        match Named::Sierpinski.pattern(&board) {
            Ok(pattern) => {
                let maps = Symmetric::Full.of(&board).unwrap_or_default();
                good &= is_quiet(&board, &pattern) && maps.iter().all(|s| s.apply(&pattern) == pattern);
                counts.push(pattern.count_ones());
            }
            Err(_) => good = false,
        }
    }
    compare(
        "Figure 11: sides 2^j - 3 have an element like the Sierpinski triangle",
        "holds",
        if good { "holds" } else { "fails" },
        &format!(
            "j = 3 to 10, pressed and fully symmetric; {} buttons, 3 (3^(j-1) - 2^j + 1) in general",
            numbers(counts)
        ),
    )
}

/// The printed A_3, row by row.
const PRINTED_A3: [&str; 6] = ["111000", "111110", "111011", "010110", "011110", "001011"];

fn matrices() -> Vec<Item> {
    let rows = |n: usize| -> Vec<String> {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ =
            crate::matrix::write_matrix(&triangle(n).system(2), crate::matrix::MatrixFormat::Csv, &mut text);
        text.lines().map(|line| line.replace(',', "")).collect()
    };
    let nested = (1..12).all(|n| {
        let (small, large) = (rows(n), rows(n + 1));
        small.iter().zip(&large).all(|(a, b)| b.starts_with(a.as_str()))
    });
    let a3 = triangle(3).system(2);
    let pressed = a3.press(&buttons(6, &[3, 4]));
    let c = buttons(6, &[2, 6]);
    let after: Vec<String> = c.iter().zip(&pressed).map(|(a, b)| (a ^ b).to_string()).collect();
    vec![
        compare("Section 4, A_2", "111 111 111", rows(2).join(" "), ""),
        compare(
            "Section 4, matrix (1), A_3",
            PRINTED_A3.join(" "),
            rows(3).join(" "),
            "buttons 5 and 6 touch, so row 5 ends in 1; the printed row ends in 0, and the matrix would not be symmetric",
        ),
        compare(
            "Section 4: pressing 3 and 4 on side 3 alters",
            "1, 3, 4, 6",
            numbers(pressed.iter().enumerate().filter(|(_, v)| **v == 1).map(|(i, _)| i + 1)),
            "",
        ),
        compare("Figure 14: (0,1,0,0,0,1) becomes", "(1,1,1,1,0,0)", format!("({})", after.join(",")), ""),
        compare(
            "Section 4: A_n is a block of A_{n+1} (shown for A_6)",
            "holds",
            if nested { "holds" } else { "fails" },
            "sides 1 to 11",
        ),
        compare(
            "Section 4: A_3 and A_4 are invertible, A_5 has four quiet patterns",
            "1, 1, 4",
            numbers([3, 4, 5].map(|n| 1 << kernel(n).nullity())),
            "",
        ),
    ]
}

fn theorem_2() -> Item {
    let holds = (1..=4).all(|n| {
        let counts = solvable_states(n);
        let all = counts.len() == 1 << triangle(n).cells() && counts.values().all(|&c| c == 1);
        all == (kernel(n).nullity() == 0)
    });
    compare(
        "Theorem 2: unique solutions for all states exactly when A is invertible",
        "holds",
        if holds { "holds" } else { "fails" },
        "every state of sides 1 to 4",
    )
}

fn theorem_3() -> Vec<Item> {
    let counted: Vec<(usize, String, bool, bool)> = (1..=12)
        .filter_map(|n| {
            let count = Coverings::new(&triangle(n)).ok()?.count().ok()?;
            Some((n, count.to_string(), count.bit(0), kernel(n).nullity() == 0))
        })
        .collect();
    let holds = counted.len() == 12 && counted.iter().all(|(_, _, odd, solvable)| odd == solvable);
    let first: Vec<String> = counted.iter().take(6).map(|c| c.1.clone()).collect();
    vec![
        compare(
            "Theorem 3: every state has a solution exactly when the number of coverings is odd",
            "holds",
            if holds { "holds" } else { "fails" },
            &format!("sides 1 to 12, counted exactly: {}, ...", first.join(", ")),
        ),
        Item {
            document: DOCUMENT,
            item: "Theorem 3, the pieces".into(),
            theirs: "1 x 1 and 2 x 2".into(),
            ours: "1 x 1 and 2 x 1".into(),
            verdict: Verdict::Difference,
            note: "a misprint: the text before, the caption of Figure 17 and the proof say 2 x 1".into(),
        },
    ]
}
