//! Kernels against elimination of the plain matrix, enumeration and published tables.

use std::collections::HashSet;

use lightsout_algebra::gf2::{BitMatrix, BitVec, kernel as plain_kernel};

use super::*;
use crate::board::Rule;
use crate::symmetry::Symmetric;
use lightsout_algebra::random::SplitMix;

fn board(spec: &str) -> Board {
    spec.parse().unwrap()
}

fn matrix(board: &Board) -> BitMatrix {
    let system = board.system(2);
    let mut a = BitMatrix::zeros(system.lights(), system.buttons());
    for j in 0..system.buttons() {
        for &(i, _) in system.button(j) {
            a.set(i as usize, j, true);
        }
    }
    a
}

fn basis(kernel: &Kernel) -> BitMatrix {
    BitMatrix::from_rows(kernel.board().cells(), &kernel.basis().collect::<Vec<_>>())
}

#[test]
fn the_basis_is_the_reduced_form_that_elimination_gives() {
    let mut specs: Vec<String> = [
        "torus:4x4",
        "cylinder:5x6",
        "mobius:3x4",
        "klein:4x4",
        "hexagon:3",
        "cube:3",
        "box:2x3x3",
        "orbix",
        "merlin",
        "1x1",
        "1x64",
        "2x65",
        "65x2",
        "63x3",
        "9x30",
        "30x9",
    ]
    .map(String::from)
    .to_vec();
    specs.extend((1..=17).map(|n| format!("{n}x{n}")));
    specs.extend((2..=12).map(|n| format!("{n}x{}", n + 2)));
    specs.extend((1..=22).map(|n| format!("triangle:{n}")));
    for surface in ["cylinder", "torus"] {
        specs.extend((1..=8).flat_map(|m| (1..=8).map(move |n| format!("{surface}:{m}x{n}"))));
        let long = ["3x63", "2x64", "4x65", "65x4", "1x66", "64x3", "9x12", "15x10", "17x17", "6x30"];
        specs.extend(long.map(|size| format!("{surface}:{size}")));
    }
    for spec in specs {
        for rule in [Rule::Plus, Rule::PlusOpen, Rule::King] {
            let Ok(board) = board(&spec).with_rule(rule.clone()) else { continue };
            let kernel = Kernel::new(&board).unwrap();
            let plain = plain_kernel(&matrix(&board));
            assert_eq!(basis(&kernel), plain, "{spec} {rule}");
            assert_eq!(basis(&Kernel::by_elimination(&board).unwrap()), plain, "{spec} {rule}");
            assert_eq!(nullity(&board).unwrap(), plain.rows(), "{spec} {rule}");
            for (pivot, pattern) in kernel.pivots().zip(kernel.basis()) {
                assert_eq!(pattern.first_one(), Some(pivot));
                assert!(is_quiet(&board, &pattern));
                assert!(kernel.coordinates(&pattern).is_some());
            }
        }
    }
}

#[test]
fn triangle_nullities_to_eighty_from_the_basis_itself() {
    let text = include_str!("../../../../testdata/triangle-nullity.txt");
    let mut sides = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split_whitespace().map(|field| field.parse::<usize>().unwrap());
        let (side, known) = (fields.next().unwrap(), fields.next().unwrap());
        let board = board(&format!("triangle:{side}"));
        let kernel = Kernel::new(&board).unwrap();
        assert_eq!(kernel.nullity(), known, "side {side}");
        for pattern in kernel.basis() {
            assert!(is_quiet(&board, &pattern), "side {side}");
        }
        sides += 1;
    }
    assert_eq!(sides, 80);
}

#[test]
fn whole_kernels_are_enumerated_and_quiet() {
    for (side, elements) in [(2, 4), (5, 4), (19, 256), (22, 16)] {
        let board = board(&format!("triangle:{side}"));
        let kernel = Kernel::new(&board).unwrap();
        let all: Vec<BitVec> = kernel.elements().collect();
        assert_eq!(all.len(), elements);
        assert_eq!(kernel.elements().size_hint(), (elements, Some(elements)));
        assert_eq!(all.iter().map(BitVec::to_string).collect::<HashSet<_>>().len(), elements);
        assert!(all.iter().all(|pattern| is_quiet(&board, pattern)));
        for pair in all.windows(2) {
            let mut step = pair[0].clone();
            step ^= &pair[1];
            assert!(kernel.basis().any(|b| b == step), "one basis pattern at a time");
        }
        if side == 22 {
            // Every element of side 22 has a rotation or reflection.
            for pattern in &all {
                assert!(Symmetric::Full.of(&board).unwrap().iter().any(|s| s.apply(pattern) == *pattern));
            }
        }
    }
}

/// The patterns fixed by symmetries, by elimination of the matrix and the conditions together.
fn fixed_by_elimination(board: &Board, symmetries: &[Symmetry]) -> BitMatrix {
    let n = board.cells();
    let a = matrix(board);
    let mut all = BitMatrix::zeros(n * (1 + symmetries.len()), n);
    for i in 0..n {
        for j in 0..n {
            all.set(i, j, a.get(i, j));
        }
        for (s, symmetry) in symmetries.iter().enumerate() {
            all.flip(n * (s + 1) + i, i);
            all.flip(n * (s + 1) + i, symmetry.image(i));
        }
    }
    plain_kernel(&all)
}

#[test]
fn symmetric_subspaces_agree_with_elimination() {
    let mut specs: Vec<String> = Vec::new();
    for m in 1..=12 {
        specs.extend((m..=12).map(|n| format!("{m}x{n}")));
    }
    specs.extend((1..=20).map(|n| format!("triangle:{n}")));
    specs.extend(
        ["cylinder:5x6", "torus:4x4", "torus:6x6", "torus:3x6", "hexagon:3", "mobius:3x4", "cube:3"]
            .map(String::from),
    );
    for spec in specs {
        let board = board(&spec);
        let kernel = Kernel::new(&board).unwrap();
        for symmetric in [Symmetric::Rotation, Symmetric::Reflection, Symmetric::Full, Symmetric::Shift] {
            let Ok(symmetries) = symmetric.of(&board) else { continue };
            let fixed = kernel.fixed_by(&symmetries);
            if board.cells() <= 100 || kernel.nullity() > 0 {
                assert_eq!(basis(&fixed), fixed_by_elimination(&board, &symmetries), "{spec} {symmetric}");
            }
            for pattern in fixed.basis() {
                assert!(is_quiet(&board, &pattern));
                assert!(symmetries.iter().all(|s| s.apply(&pattern) == pattern), "{spec} {symmetric}");
            }
        }
    }
}

#[test]
fn symmetric_dimensions_of_triangles() {
    let text = include_str!("../../../../testdata/triangle_symmetry.json");
    let data: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut seen = 0;
    for (side, dimensions) in data["rows"].as_object().unwrap() {
        let board = board(&format!("triangle:{side}"));
        let kernel = Kernel::new(&board).unwrap();
        let mut found = vec![kernel.nullity()];
        for symmetric in [Symmetric::Rotation, Symmetric::Reflection, Symmetric::Full] {
            found.push(kernel.fixed_by(&symmetric.of(&board).unwrap()).nullity());
        }
        let known: Vec<usize> =
            dimensions.as_array().unwrap().iter().map(|v| v.as_u64().unwrap() as usize).collect();
        assert_eq!(found, known, "side {side}");
        seen += 1;
    }
    assert_eq!(seen, 40);
}

fn weights_by_enumeration(patterns: &[BitVec], cells: usize) -> Vec<u64> {
    let mut counts = vec![0; cells + 1];
    for u in 0u64..1 << patterns.len() {
        let mut sum = BitVec::zeros(cells);
        for (bit, pattern) in patterns.iter().enumerate() {
            if u >> bit & 1 == 1 {
                sum ^= pattern;
            }
        }
        counts[sum.count_ones()] += 1;
    }
    counts
}

#[test]
fn weight_distributions_agree_with_enumeration() {
    for spec in ["5x5", "4x4", "9x9", "11x11", "triangle:19", "triangle:14", "torus:6x6", "1x1", "3x3"] {
        let kernel = Kernel::new(&board(spec)).unwrap();
        let patterns: Vec<BitVec> = kernel.basis().collect();
        assert_eq!(
            kernel.weights().unwrap(),
            weights_by_enumeration(&patterns, kernel.board().cells()),
            "{spec}"
        );
    }
    let kernel = Kernel::new(&board("5x5")).unwrap();
    let weights = kernel.weights().unwrap();
    assert_eq!((weights[0], weights[12], weights[16]), (1, 2, 1));
    let mut random = SplitMix::new(5);
    for (d, cells) in
        [(0, 3), (1, 1), (3, 0), (5, 63), (7, 64), (9, 65), (12, 40), (13, 2000), (14, 300), (3, 1)]
    {
        // Dependent patterns too: the same sum is counted as often as it comes up.
        let patterns: Vec<BitVec> =
            (0..d).map(|_| (0..cells).map(|_| random.next_u64() % 3 == 0).collect()).collect();
        assert_eq!(
            weight_distribution(&patterns, cells).unwrap(),
            weights_by_enumeration(&patterns, cells),
            "{d} {cells}"
        );
    }
    assert!(weight_distribution(&vec![BitVec::zeros(1); 33], 1).is_err());
}

#[test]
fn the_sparsest_pattern_is_the_least_of_all_and_the_first_of_those() {
    let mut specs: Vec<String> =
        ["torus:4x4", "torus:6x6", "cylinder:5x6", "hexagon:3"].map(String::from).to_vec();
    specs.extend((1..=16).map(|n| format!("{n}x{n}")));
    specs.extend((1..=29).map(|n| format!("triangle:{n}")));
    for spec in specs {
        let kernel = Kernel::new(&board(&spec)).unwrap();
        if kernel.nullity() > 12 {
            continue;
        }
        let least = kernel.elements().skip(1).map(|p| p.count_ones()).min();
        let found = kernel.sparsest();
        assert_eq!(found.as_ref().map(|s| s.presses), least, "{spec}");
        if let Some(found) = found {
            assert!(found.proven && is_quiet(kernel.board(), &found.pattern));
            let all: Vec<String> = kernel
                .elements()
                .filter(|p| p.count_ones() == found.presses)
                .map(|p| p.to_string())
                .collect();
            assert_eq!(found.ties, Some(all.len() as u64));
            assert_eq!(Some(&found.pattern.to_string()), all.iter().max(), "first in reading order");
        }
    }
    // Nullity 64: a pattern, but no proof.
    let large = Kernel::new(&board("79x79")).unwrap();
    let found = large.sparsest().unwrap();
    assert!(!found.proven && found.presses > 0 && is_quiet(large.board(), &found.pattern));
}

#[test]
fn propagated_patterns_are_quiet() {
    for side in [2, 5, 6, 10, 12, 14] {
        let board = board(&format!("triangle:{side}"));
        for pattern in Kernel::new(&board).unwrap().basis() {
            for times in 0..=4 {
                let large = propagate(&board, &pattern, (times, 0)).unwrap();
                assert_eq!(large.board.to_string(), format!("triangle:{}", side + (side + 2) * times));
                assert!(is_quiet(&large.board, &large.pattern));
                // The block at the top is the pattern itself.
                let head: Vec<bool> = large.pattern.iter().take(board.cells()).collect();
                assert!(pattern.iter().eq(head));
                let blocks: HashSet<usize> = large.blocks.iter().flatten().map(|b| b.index).collect();
                assert_eq!(blocks.len(), (times + 1) * (times + 1));
                let per_block = large.pattern.count_ones() / blocks.len();
                assert_eq!(per_block, pattern.count_ones());
            }
        }
    }
    for (spec, times, larger) in [
        ("5x5", (2, 1), "17x11"),
        ("4x4", (0, 3), "4x19"),
        ("2x3", (1, 1), "5x7"),
        ("cylinder:4x5", (1, 0), "cylinder:9x5"),
    ] {
        for rule in [Rule::Plus, Rule::PlusOpen, Rule::King] {
            let board = board(spec).with_rule(rule).unwrap();
            for pattern in Kernel::new(&board).unwrap().basis() {
                let large = propagate(&board, &pattern, times).unwrap();
                assert_eq!(large.board.to_string(), larger);
                assert!(is_quiet(&large.board, &large.pattern), "{spec}");
            }
        }
    }
}

#[test]
fn propagation_says_what_it_cannot_do() {
    let five = board("5x5");
    assert!(propagate(&five, &BitVec::unit(25, 0), (1, 1)).unwrap_err().to_string().contains("not quiet"));
    let torus = board("torus:4x4");
    assert!(propagate(&torus, &BitVec::zeros(16), (1, 1)).is_err());
    let triangle = board("triangle:2");
    assert!(
        propagate(&triangle, &BitVec::zeros(3), (usize::MAX, 0))
            .unwrap_err()
            .to_string()
            .contains("too large")
    );
}

#[test]
fn images_of_blocks_are_images_of_the_pattern() {
    // A pattern without any symmetry tells all six images apart.
    let small = board("triangle:19");
    let kernel = Kernel::new(&small).unwrap();
    let maps = Symmetric::Full.of(&small).unwrap();
    let pattern = kernel.elements().find(|p| !p.is_zero() && maps.iter().all(|s| s.apply(p) != *p)).unwrap();
    let large = propagate(&small, &pattern, (2, 0)).unwrap();
    let mut images: Vec<HashSet<String>> = vec![HashSet::new(); 6];
    for block in large.blocks.iter().flatten().collect::<HashSet<_>>() {
        let cells: Vec<usize> =
            (0..large.board.cells()).filter(|&c| large.blocks[c] == Some(*block)).collect();
        let shape: String = cells.iter().map(|&c| if large.pattern.get(c) { '1' } else { '0' }).collect();
        images[block.image].insert(format!("{} {shape}", cells.len()));
    }
    assert!(large.blocks.iter().flatten().any(|b| b.image >= 3), "inverted blocks are reflections");
    assert!(images.iter().filter(|i| !i.is_empty()).count() >= 4);
}

#[test]
fn named_patterns() {
    for (j, side, presses) in
        [(3, 5, 6), (4, 13, 36), (5, 29, 150), (6, 61, 540), (7, 125, 1806), (9, 509, 18150)]
    {
        let triangle = board(&format!("triangle:{side}"));
        let pattern = Named::Sierpinski.pattern(&triangle).unwrap();
        assert_eq!(pattern.count_ones(), presses);
        assert_eq!(presses, 3 * (3usize.pow(j - 1) - (1 << j) + 1));
        assert!(is_quiet(&triangle, &pattern));
        assert!(Symmetric::Full.of(&triangle).unwrap().iter().all(|s| s.apply(&pattern) == pattern));
        if side < 30 {
            // The lightest with all symmetries, for these sides.
            let fixed = Kernel::new(&triangle).unwrap().fixed_by(&Symmetric::Full.of(&triangle).unwrap());
            assert_eq!(fixed.sparsest().unwrap().presses, presses);
        }
    }
    for side in (2..100).step_by(4) {
        let triangle = board(&format!("triangle:{side}"));
        let pattern = Named::Pairs.pattern(&triangle).unwrap();
        assert!(!pattern.is_zero() && is_quiet(&triangle, &pattern));
        assert_eq!(Symmetric::Reflection.of(&triangle).unwrap()[0].apply(&pattern), pattern);
    }
    for name in NAMED {
        assert_eq!(name.to_string().parse(), Ok(name));
        assert!(name.pattern(&board("5x5")).is_err());
        assert!(name.pattern(&board("triangle:8")).is_err());
    }
    assert!("koch".parse::<Named>().is_err());
}

#[test]
fn seventy_five_follows_from_five() {
    // 75 = 5 + 7 * 10, and side 5 has nullity 2: the propagated patterns are quiet and independent.
    let small = board("triangle:5");
    let kernel = Kernel::new(&board("triangle:75")).unwrap();
    assert_eq!(kernel.nullity(), 2);
    let images: HashSet<String> = Kernel::new(&small)
        .unwrap()
        .elements()
        .map(|p| {
            let large = propagate(&small, &p, (10, 0)).unwrap().pattern;
            assert!(kernel.coordinates(&large).is_some());
            large.to_string()
        })
        .collect();
    assert_eq!(images.len(), 4);
}

#[test]
fn large_kernels_need_no_matrix() {
    let triangle = board("triangle:509");
    let kernel = Kernel::new(&triangle).unwrap();
    assert!(kernel.nullity() > 100);
    for index in [0, kernel.nullity() / 2, kernel.nullity() - 1] {
        assert!(is_quiet(&triangle, &kernel.pattern(index)));
    }
    let full = kernel.fixed_by(&Symmetric::Full.of(&triangle).unwrap());
    let sierpinski = Named::Sierpinski.pattern(&triangle).unwrap();
    assert!(full.coordinates(&sierpinski).is_some());
    assert_eq!(Kernel::new(&board("511x511")).unwrap().nullity(), 0);
    let square = board("509x509");
    let kernel = Kernel::new(&square).unwrap();
    assert_eq!(kernel.nullity(), nullity(&square).unwrap());
    assert!(kernel.basis().take(3).all(|p| is_quiet(&square, &p)));
}

/// Every x with A x = 0 modulo k, one by one.
fn quiet_by_enumeration(board: &Board, states: u64) -> HashSet<Vec<u32>> {
    let system = board.system(states);
    let n = board.cells();
    let total = states.pow(n as u32);
    let digits = |mut t: u64| -> Vec<u32> {
        (0..n)
            .map(|_| {
                let digit = t % states;
                t /= states;
                digit as u32
            })
            .collect()
    };
    (0..total).map(digits).filter(|x| system.press(x).iter().all(|&v| v == 0)).collect()
}

#[test]
fn kernels_over_any_number_of_states() {
    for (spec, states) in [
        ("2x3", 3),
        ("2x2", 6),
        ("1x5", 4),
        ("cylinder:2x3", 5),
        ("torus:3x3", 2),
        ("triangle:3", 4),
        ("2x2", 9),
        ("torus:2x3", 6),
        ("cylinder:1x3", 12),
    ] {
        let board = board(spec);
        let all = quiet_by_enumeration(&board, states);
        let kernel = RingKernel::new(&board, states, &[]).unwrap();
        let listed: Vec<Vec<u32>> = kernel.elements().collect();
        assert_eq!(listed.len(), all.len(), "{spec} {states}");
        assert_eq!(BigUint::from(listed.len()), kernel.count());
        for pair in listed.windows(2) {
            let step: Vec<u32> = (pair[0].iter().zip(&pair[1]))
                .map(|(&a, &b)| ((u64::from(b) + states - u64::from(a)) % states) as u32)
                .collect();
            assert!(kernel.generators().iter().any(|g| g.vector == step), "{spec} {states}: {pair:?}");
        }
        assert_eq!(listed.into_iter().collect::<HashSet<_>>(), all, "{spec} {states}");
        for symmetric in [Symmetric::Rotation, Symmetric::Reflection, Symmetric::Full, Symmetric::Shift] {
            let Ok(symmetries) = symmetric.of(&board) else { continue };
            let fixed: HashSet<Vec<u32>> = all
                .iter()
                .filter(|x| symmetries.iter().all(|s| (0..board.cells()).all(|c| x[s.image(c)] == x[c])))
                .cloned()
                .collect();
            let kernel = RingKernel::new(&board, states, &symmetries).unwrap();
            assert_eq!(kernel.elements().collect::<HashSet<_>>(), fixed, "{spec} {states} {symmetric}");
        }
    }
}

#[test]
fn the_fewest_presses_of_many_states_are_the_least_of_all() {
    for (spec, states) in [
        ("2x2", 6),
        ("torus:1x3", 30),
        ("torus:3x3", 4),
        ("2x3", 3),
        ("3x3", 2),
        ("triangle:4", 6),
        ("2x2", 9),
    ] {
        let board = board(spec);
        let kernel = RingKernel::new(&board, states, &[]).unwrap();
        let presses = |x: &Vec<u32>| x.iter().map(|&t| u64::from(t)).sum::<u64>();
        let least = kernel.elements().skip(1).map(|x| presses(&x)).min();
        let found = kernel.fewest_presses().unwrap();
        assert_eq!(found.as_ref().map(|f| f.presses), least, "{spec} {states}");
        if let Some(found) = found {
            let all: Vec<Vec<u32>> = kernel.elements().filter(|x| presses(x) == found.presses).collect();
            assert_eq!(found.ties, all.len() as u64, "{spec} {states}");
            assert_eq!(Some(&found.pattern), all.iter().max(), "{spec} {states}");
        }
    }
}

use num_bigint::BigUint;
