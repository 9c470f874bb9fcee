//! The formulas against elimination of the full matrix and against published tables.

use std::ops::ControlFlow;

use lightsout_algebra::gf2::{BitMatrix, rank};
use lightsout_algebra::poly::{fibonacci, triangle_h};

use super::{Family, MEMORY_LIMIT, NullityError, nullities, nullities_on, nullity, rectangle_open, torus};

/// Nullity of the toggle matrix given by the neighbours of each light, counted modulo 2.
fn by_elimination(lights: usize, neighbours: impl Fn(usize) -> Vec<usize>) -> u64 {
    let mut matrix = BitMatrix::zeros(lights, lights);
    for i in 0..lights {
        for j in neighbours(i) {
            matrix.flip(i, j);
        }
    }
    (lights - rank(&matrix)) as u64
}

/// The grid with either direction wrapped or not.
fn grid(m: usize, n: usize, wrap_rows: bool, wrap_columns: bool, centre: bool) -> u64 {
    by_elimination(m * n, |at| {
        let (i, j) = (at / n, at % n);
        let mut list = Vec::new();
        if centre {
            list.push(at);
        }
        let step = |i: usize, size: usize, wrap: bool| {
            let down = if i + 1 < size { Some(i + 1) } else { wrap.then_some(0) };
            let up = if i > 0 { Some(i - 1) } else { wrap.then_some(size - 1) };
            [up, down].into_iter().flatten()
        };
        list.extend(step(i, m, wrap_rows).map(|i| i * n + j));
        list.extend(step(j, n, wrap_columns).map(|j| i * n + j));
        list
    })
}

fn triangle(n: usize) -> u64 {
    let index =
        |i: isize, j: isize| (0 <= j && j <= i && i < n as isize).then_some((i * (i + 1) / 2 + j) as usize);
    let cells: Vec<(isize, isize)> = (0..n as isize).flat_map(|i| (0..=i).map(move |j| (i, j))).collect();
    by_elimination(cells.len(), |at| {
        let (i, j) = cells[at];
        [(0, 0), (0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1)]
            .into_iter()
            .filter_map(|(di, dj)| index(i + di, j + dj))
            .collect()
    })
}

/// The numbers of a file of the test data: lines of blank-separated integers, `#` starts a comment.
fn table(text: &str) -> Vec<Vec<u64>> {
    let rows: Vec<Vec<u64>> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().map(|v| v.parse().expect("an integer")).collect())
        .collect();
    assert!(rows.len() >= 80, "the whole table");
    rows
}

fn all(threads: usize, family: Family, first: u64, last: u64) -> Vec<(u64, u64)> {
    let mut rows = Vec::new();
    nullities_on(threads, family, first..=last, |n, value| {
        rows.push((n, value));
        ControlFlow::Continue(())
    })
    .expect("small sizes");
    rows
}

#[test]
fn squares_and_tori_of_the_published_tables() {
    let squares = table(include_str!("../../../../testdata/oeis/A159257.txt"));
    let tori = table(include_str!("../../../../testdata/oeis/A165738.txt"));
    for (family, table) in [(Family::Square, squares), (Family::Torus, tori)] {
        let want: Vec<(u64, u64)> = table.iter().map(|row| (row[0], row[1])).collect();
        assert_eq!(all(2, family, 1, want.len() as u64), want, "{family}");
        for &(n, value) in want.iter().step_by(37) {
            assert_eq!(nullity(family, n), Ok(value), "{family} {n}");
        }
    }
}

#[test]
fn rectangles_by_elimination() {
    for m in 0..=13 {
        for n in 0..=17 {
            let want = if m * n == 0 { 0 } else { grid(m, n, false, false, true) };
            assert_eq!(nullity(Family::Rectangle(m as u64), n as u64), Ok(want), "{m} {n}");
            let want = if m * n == 0 { 0 } else { grid(m, n, false, false, false) };
            assert_eq!(rectangle_open(m as u64, n as u64), want, "{m} {n}");
        }
    }
    for n in 0..=20 {
        let square = nullity(Family::Square, n);
        assert_eq!(nullity(Family::Rectangle(n), n), square);
    }
}

#[test]
fn rectangles_by_the_plain_greatest_common_divisor() {
    for (m, n) in [(30, 30), (59, 99), (63, 127), (95, 31), (83, 250), (299, 499), (100, 1000)] {
        let plain = fibonacci(m + 1).compose_x_plus_1().gcd(&fibonacci(n + 1)).degree();
        assert_eq!(nullity(Family::Rectangle(m as u64), n as u64).ok(), plain.map(|d| d as u64), "{m} {n}");
    }
}

#[test]
fn cylinders_and_tori_by_elimination() {
    for m in 0..=12 {
        for n in 0..=13 {
            let empty = m * n == 0;
            let want = if empty { 0 } else { grid(m, n, false, true, true) };
            assert_eq!(nullity(Family::Cylinder(m as u64), n as u64), Ok(want), "cylinder {m} {n}");
            let want = if empty { 0 } else { grid(m, n, true, true, true) };
            assert_eq!(torus(m as u64, n as u64), Ok(want), "torus {m} {n}");
            if m == n {
                assert_eq!(nullity(Family::Torus, n as u64), Ok(want), "torus {n}");
            }
        }
    }
    for (m, n) in [(5, 24), (24, 5), (11, 30), (16, 20), (15, 24), (7, 36)] {
        assert_eq!(
            nullity(Family::Cylinder(m as u64), n as u64),
            Ok(grid(m, n, false, true, true)),
            "{m} {n}"
        );
        assert_eq!(torus(m as u64, n as u64), Ok(grid(m, n, true, true, true)), "{m} {n}");
    }
}

#[test]
fn triangles_by_elimination_and_by_the_plain_greatest_common_divisor() {
    let rows = table(include_str!("../../../../testdata/triangle-nullity.txt"));
    let values = all(1, Family::Triangle, 1, 80);
    for (row, &(n, value)) in rows.iter().zip(&values) {
        assert_eq!((n, value), (row[0], row[1]));
        if n <= 32 || n == 75 {
            assert_eq!(triangle(n as usize), value, "{n}");
        }
    }
    // Errata of the published table: six values, all changed.
    let errata: Vec<u64> =
        rows.iter().filter(|row| row.len() == 3 && row[1] != row[2]).map(|row| row[0]).collect();
    assert_eq!(errata, [36, 55, 56, 66, 75, 76]);
    for n in (1..700).chain([1022, 2000, 2046, 2047]) {
        let plain = triangle_h(n).gcd(&triangle_h(n + 1)).degree();
        assert_eq!(nullity(Family::Triangle, n as u64).ok(), plain.map(|d| d as u64), "{n}");
    }
    assert_eq!(nullity(Family::Triangle, 0), Ok(0));
}

#[test]
fn ranges_are_in_order_on_any_number_of_threads() {
    for family in
        [Family::Square, Family::Rectangle(11), Family::Cylinder(6), Family::Torus, Family::Triangle]
    {
        let one = all(1, family, 0, 260);
        assert_eq!(one.len(), 261);
        for (i, &(n, value)) in one.iter().enumerate() {
            assert_eq!((n, Ok(value)), (i as u64, nullity(family, i as u64)), "{family}");
        }
        assert_eq!(all(3, family, 0, 260), one, "{family}");
        assert_eq!(all(2, family, 101, 200), one[101..=200], "{family}");
        assert_eq!(all(2, family, 59, 59), one[59..=59], "{family}");
    }
    let mut seen = Vec::new();
    let stopped = nullities(Family::Square, 1..=u64::from(u32::MAX), |n, _| {
        seen.push(n);
        if n == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((stopped, seen), (Ok(()), (1..=20).collect()));
    #[expect(clippy::reversed_empty_ranges)]
    let empty = nullities(Family::Square, 5..=4, |_, _| panic!("an empty range"));
    assert_eq!(empty, Ok(()));
}

#[test]
fn large_sizes_of_small_work() {
    // n + 1 a power of two: no greatest common divisor at all.
    assert_eq!(nullity(Family::Square, (1 << 40) - 1), Ok(0));
    assert_eq!(nullity(Family::Square, u64::MAX), Ok(0));
    // n + 1 = 5 2^50: 2^51 D(5, 5) with D = 2.
    assert_eq!(nullity(Family::Square, (5 << 50) - 1), Ok(1 << 52));
    // Rows of 4: f_5(X+1) = f_5(X) = (X^2 + X + 1)^2, and 3, 5 as odd parts.
    for n in [u64::MAX - 1, u64::MAX, 10_000_000_000_000_000_019] {
        let want = if (u128::from(n) + 1).is_multiple_of(5) { 4 } else { 0 };
        assert_eq!(nullity(Family::Rectangle(4), n), Ok(want), "{n}");
    }
}

#[test]
fn too_large_is_an_error_before_any_work() {
    for family in [Family::Square, Family::Torus, Family::Triangle, Family::Rectangle(u64::MAX - 1)] {
        let size = u64::MAX - 3;
        let size = if family.memory(size) > MEMORY_LIMIT { size } else { size - 1 };
        let error = nullity(family, size).unwrap_err();
        assert!(matches!(error, NullityError::TooLarge { .. }));
        assert!(error.to_string().contains(&family.to_string()), "{error}");
        let range = nullities(family, 1..=size, |_, _| panic!("too large"));
        assert!(matches!(range, Err(NullityError::TooLarge { .. })));
    }
    assert!(torus(u64::MAX, u64::MAX - 2).is_err());
}

#[test]
fn families_as_text() {
    for family in
        [Family::Square, Family::Rectangle(7), Family::Cylinder(u64::MAX), Family::Torus, Family::Triangle]
    {
        assert_eq!(family.to_string().parse(), Ok(family));
    }
    for bad in [
        "",
        "Square",
        "square:3",
        "rectangle",
        "rectangle:",
        "rectangle:0",
        "rectangle:-1",
        "cylinder:+3",
        "torus ",
    ] {
        let error = bad.parse::<Family>().unwrap_err();
        assert!(error.to_string().contains("expected a family"), "{error}");
    }
}
