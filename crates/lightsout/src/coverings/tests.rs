//! The transfer against plain enumeration, an independent transfer and published counts.

use std::collections::HashMap;

use super::*;
use crate::board::Rule;

fn coverings(spec: &str) -> Coverings {
    Coverings::new(&spec.parse().unwrap()).unwrap()
}

/// Every covering, one by one.
fn enumerate(c: &Coverings) -> Vec<Covering> {
    fn go(c: &Coverings, covered: &mut Vec<bool>, pieces: &mut Vec<Piece>, out: &mut Vec<Covering>) {
        let Some(a) = covered.iter().position(|&x| !x) else {
            out.push(Covering::new(c, pieces.clone()).unwrap());
            return;
        };
        covered[a] = true;
        if c.single(a) {
            pieces.push(Piece::Single(a));
            go(c, covered, pieces, out);
            pieces.pop();
        }
        for &b in c.neighbours(a) {
            let b = b as usize;
            if !covered[b] {
                covered[b] = true;
                pieces.push(Piece::Double(a, b));
                go(c, covered, pieces, out);
                pieces.pop();
                covered[b] = false;
            }
        }
        covered[a] = false;
    }
    let mut out = Vec::new();
    go(c, &mut vec![false; c.buttons()], &mut Vec::new(), &mut out);
    out
}

/// The number of coverings of a plane m x n board by whole rows: a matrix over row profiles.
fn by_profiles(m: usize, n: usize) -> u128 {
    // ways[s]: the cells in s of the next row are covered from above.
    let mut ways = HashMap::from([(0usize, 1u128)]);
    for row in 0..m {
        let mut next = HashMap::new();
        for (&covered, &count) in &ways {
            // Fill the row from the left: (place, cells covered below).
            let mut stack = vec![(0, 0usize)];
            while let Some((place, below)) = stack.pop() {
                if place == n {
                    *next.entry(below).or_insert(0) += count;
                } else if covered >> place & 1 == 1 {
                    stack.push((place + 1, below));
                } else {
                    stack.push((place + 1, below));
                    if place + 1 < n && covered >> (place + 1) & 1 == 0 {
                        stack.push((place + 2, below));
                    }
                    if row + 1 < m {
                        stack.push((place + 1, below | 1 << place));
                    }
                }
            }
        }
        ways = next;
    }
    ways.values().sum()
}

#[test]
fn agrees_with_enumeration_on_every_kind_of_board() {
    for spec in [
        "1x1",
        "1x2",
        "2x3",
        "4x4",
        "3x5",
        "cylinder:3x4",
        "cylinder:4x2",
        "cylinder:3x1",
        "torus:3x3",
        "torus:4x4",
        "torus:2x3",
        "mobius:3x4",
        "klein:3x3",
        "projective:3x3",
        "triangle:1",
        "triangle:2",
        "triangle:5",
        "hexagon:2",
        "box:2x2x3",
        "cube:1",
        "orbix",
    ] {
        let c = coverings(spec);
        let all = enumerate(&c);
        assert_eq!(c.count().unwrap(), BigUint::from(all.len()), "{spec}");
        assert_eq!(c.determinant(), all.len() % 2 == 1, "{spec}");
        match c.sample(7).unwrap() {
            Some(covering) => assert!(all.contains(&covering), "{spec}"),
            None => assert!(all.is_empty(), "{spec}"),
        }
    }
}

#[test]
fn agrees_with_enumeration_under_every_symmetric_rule_and_with_holes() {
    for rule in ["plus", "plus-open", "cross", "king", "king-open", "knight", "row-column", "#../.#./..#"] {
        for spec in ["3x4", "torus:3x4", "cylinder:3x3"] {
            let board: Board = spec.parse().unwrap();
            let board = board.with_rule(rule.parse().unwrap()).unwrap().with_holes([1, 10 % 9]).unwrap();
            let c = Coverings::new(&board).unwrap();
            let all = enumerate(&c);
            assert_eq!(c.count().unwrap(), BigUint::from(all.len()), "{spec} {rule}");
            assert_eq!(c.determinant(), all.len() % 2 == 1, "{spec} {rule}");
        }
    }
}

#[test]
fn one_way_wiring_is_refused() {
    let board: Board = "3x3".parse().unwrap();
    let board = board.with_rule(".../.##/...".parse().unwrap()).unwrap();
    assert!(matches!(Coverings::new(&board), Err(CoveringError::NotSymmetric { button: 0, other: 1, .. })));
    let free = System::new(2, 2, [vec![(0, 1)]]);
    assert!(matches!(Coverings::of_system(&free), Err(CoveringError::NotSquare { .. })));
}

#[test]
fn matchings_of_square_grids_are_the_known_numbers() {
    // The numbers of matchings of the n x n grid graph: OEIS A028420.
    let known = ["1", "7", "131", "10012", "2810694", "2989126727", "11945257052321", "179788343101980135"];
    for (n, known) in (1..).zip(known) {
        assert_eq!(coverings(&format!("{n}x{n}")).count().unwrap().to_string(), known);
        assert_eq!(by_profiles(n, n).to_string(), known);
    }
}

#[test]
fn agrees_with_row_profiles_on_rectangles() {
    for m in 1..=9 {
        for n in 1..=7 {
            assert_eq!(coverings(&format!("{m}x{n}")).count().unwrap(), BigUint::from(by_profiles(m, n)));
        }
    }
    // A long strip, whose frontier is no wider than its short side.
    let strip = coverings("4x40");
    assert!(strip.frontier() <= 5);
    assert_eq!(coverings("40x4").count().unwrap(), strip.count().unwrap());
}

#[test]
fn parity_is_the_determinant() {
    for m in 1..=10 {
        for n in m..=10 {
            let c = coverings(&format!("{m}x{n}"));
            assert_eq!(c.count().unwrap().bit(0), c.determinant(), "{m}x{n}");
        }
    }
    for n in 1..=12 {
        let c = coverings(&format!("triangle:{n}"));
        assert_eq!(c.count().unwrap().bit(0), c.determinant(), "triangle {n}");
    }
}

#[test]
fn dense_and_hashed_layers_agree() {
    for spec in ["6x7", "torus:4x5", "triangle:8"] {
        let dense = coverings(spec);
        let mut hashed = dense.clone();
        hashed.plan.dense = 0;
        assert_eq!(dense.count().unwrap(), hashed.count().unwrap());
        assert_eq!(dense.sample(3).unwrap(), hashed.sample(3).unwrap());
    }
}

#[test]
fn perfect_matchings_of_chessboards() {
    let domino = |n: usize| {
        let board = Board::with_rule(format!("{n}x{n}").parse().unwrap(), Rule::PlusOpen).unwrap();
        Coverings::new(&board).unwrap()
    };
    // OEIS A004003: tilings of 2n x 2n by dominoes.
    for (n, known) in [(2, "2"), (4, "36"), (6, "6728"), (8, "12988816")] {
        assert_eq!(domino(n).count().unwrap().to_string(), known);
    }
    assert_eq!(domino(5).count().unwrap(), BigUint::ZERO);
    assert_eq!(domino(5).sample(1).unwrap(), None);
}

#[test]
fn too_wide_boards_are_refused_not_tried() {
    let c = coverings("12x12").with_limit(1 << 12);
    assert!(matches!(c.count(), Err(CoveringError::TooWide { .. })));
    assert!(matches!(c.sample(1), Err(CoveringError::TooWide { .. })));
    // Of a plane every set of buttons across can be covered in advance: that is known before anything is counted.
    assert_eq!([coverings("6x9").plan.met(), coverings("9x4").plan.met()], [6, 4]);
    for wide in ["projective:30x30", "torus:40x40", "40x40", "30x30"] {
        assert!(matches!(coverings(wide).count(), Err(CoveringError::TooWide { .. })));
        assert!(matches!(coverings(wide).sample(1), Err(CoveringError::TooWide { .. })));
    }
    for wide in ["torus:20x20", "klein:24x24", "mobius:20x20"] {
        assert!(matches!(coverings(wide).count(), Err(CoveringError::TooLong { .. })));
        assert!(matches!(coverings(wide).sample(1), Err(CoveringError::TooLong { .. })));
    }
    assert!(Coverings::new(&"1000000x1000000".parse().unwrap()).is_err());
}

#[test]
fn states_are_bounded_under_every_rule() {
    let under = |spec: &str, rule: &str| {
        let board: Board = spec.parse().unwrap();
        Coverings::new(&board.with_rule(rule.parse().unwrap()).unwrap()).unwrap()
    };
    // A settled button that has several waiting ones to itself has more than two choices.
    assert!(under("5x5", "row-column").plan.met() > 8, "{}", under("5x5", "row-column").plan.met());
    let toy = under("alien-tiles", "row-column").with_limit(8 << 20);
    assert!(matches!(toy.count(), Err(CoveringError::TooWide { .. })));
    assert!(matches!(toy.sample(1), Err(CoveringError::TooWide { .. })));
    // Where it is not known beforehand, the count ends when there are too many.
    let knight = under("9x9", "knight").with_limit(4 << 20);
    assert!(knight.plan.met() <= knight.plan.fitting(knight.limit).max(knight.plan.dense));
    assert!(matches!(knight.count(), Err(CoveringError::TooWide { .. })));
    assert!(matches!(knight.sample(1), Err(CoveringError::TooWide { .. })));
}

#[test]
fn all_states_at_a_time_stay_within_the_limit() {
    let knight = Board::with_rule("6x6".parse().unwrap(), Rule::Knight).unwrap();
    for mut c in [coverings("7x7"), coverings("triangle:8"), Coverings::new(&knight).unwrap()] {
        c.plan.dense = 0;
        let (mut layer, mut most) = (c.plan.start(), 0);
        for step in 0..c.plan.steps() {
            let next = c.plan.advance(&layer, step, usize::MAX, &|| false).unwrap();
            most = most.max(layer.bytes() + next.bytes());
            layer = next;
        }
        assert_eq!(c.clone().with_limit(most).count().unwrap(), layer.total());
        assert!(matches!(c.with_limit(most - 1).count(), Err(CoveringError::TooWide { .. })));
    }
}

#[test]
fn counting_tells_how_far_it_is() {
    struct Shares(std::sync::Mutex<Vec<f64>>);
    impl Control for Shares {
        fn share(&self, fraction: f64) {
            self.0.lock().unwrap().push(fraction);
        }
    }
    for board in ["7x7", "torus:6x6", "triangle:6"] {
        let shares = Shares(Vec::new().into());
        coverings(board).count_with(&shares).unwrap();
        let shares = shares.0.into_inner().unwrap();
        assert!(shares.len() > 1 && shares.iter().all(|share| (0.0..=1.0).contains(share)), "{board}");
        assert!(shares.iter().any(|&share| share > 0.5), "{board}");
    }
}

#[test]
fn counting_stops_when_told() {
    struct After(std::sync::atomic::AtomicU32);
    impl Control for After {
        fn stop(&self) -> bool {
            self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= 3
        }
    }
    for board in ["18x18", "torus:12x12", "cylinder:9x40"] {
        let control = || After(0.into());
        let coverings = coverings(board);
        assert!(matches!(coverings.count_with(&control()), Err(CoveringError::Stopped { .. })), "{board}");
        assert!(
            matches!(coverings.sample_with(1, &control()), Err(CoveringError::Stopped { .. })),
            "{board}"
        );
    }
}

#[test]
fn the_sets_said_to_be_met_are_met() {
    for board in ["5x5", "4x7", "triangle:6", "hexagon:3", "box:2x2x3", "projective:3x4"] {
        let c = coverings(board);
        let (mut layer, mut most) = (c.plan.start(), 0u32);
        for step in 0..c.plan.steps() {
            layer = c.plan.advance(&layer, step, 1 << 30, &|| false).unwrap();
            let mut states = 0u32;
            layer.try_for_each(|_, _| {
                states += 1;
                Some(())
            });
            most = most.max(states);
        }
        assert!(1 << c.plan.met() <= most, "{board}: {} of {most}", c.plan.met());
    }
}

#[test]
fn samples_are_uniform() {
    let c = coverings("2x3");
    let all = enumerate(&c);
    assert_eq!(all.len(), 22);
    let mut seen: HashMap<Covering, u32> = HashMap::new();
    let draws = 22_000;
    for seed in 0..draws {
        *seen.entry(c.sample(seed).unwrap().unwrap()).or_default() += 1;
    }
    assert_eq!(seen.len(), all.len());
    // Chi-square with 21 degrees of freedom: above 60 happens with probability 1e-5; the seeds are fixed.
    let chi: f64 = seen.values().map(|&x| (f64::from(x) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 60.0, "{chi}");
    assert_eq!(c.sample(5).unwrap(), c.sample(5).unwrap());
}

#[test]
fn the_partition_of_the_papers_example_is_a_covering() {
    let c = coverings("triangle:4");
    let piece = |list: &[usize]| match *list {
        [a] => Piece::Single(a - 1),
        [a, b] => Piece::Double(a - 1, b - 1),
        _ => unreachable!(),
    };
    let pieces: Vec<Piece> = [&[1, 2][..], &[3], &[4], &[5, 9], &[6, 10], &[7, 8]].map(piece).to_vec();
    let covering = Covering::new(&c, pieces).unwrap();
    assert_eq!(covering.to_string(), "{1, 2}, {3}, {4}, {5, 9}, {6, 10}, {7, 8}");
    assert!(Covering::new(&c, vec![Piece::Double(0, 3)]).unwrap_err().contains("not a piece"));
    assert!(Covering::new(&c, vec![Piece::Single(0), Piece::Double(0, 1)]).unwrap_err().contains("twice"));
    assert!(Covering::new(&c, vec![Piece::Single(0)]).unwrap_err().contains("not covered"));
}
