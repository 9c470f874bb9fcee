//! The figures that show definite objects, drawn anew; where the document's image shows a choice of
//! several objects, the choice is ours.

use lightsout_algebra::gf2::BitVec;

use super::items::{kernel, triangle};
use super::{DOCUMENT, buttons};
use crate::board::{Board, Rule, Shape, Surface};
use crate::coverings::{Covering, Coverings, Piece};
use crate::figure::{Drawing, Sheet, matrix_figure};
use crate::kernel::{Kernel, Named, propagate};
use crate::reproduce::Figure;
use crate::symmetry::{Symmetric, symmetries};

fn figure(number: &str, svg: String) -> Figure {
    Figure {
        document: DOCUMENT,
        item: format!("Figure {number}"),
        file: format!("triangle-figure-{}", number.replace(' ', "")),
        svg,
    }
}

/// Figures 1 to 17 and the matrix A_6.
pub fn figures() -> Vec<Figure> {
    let mut list = Vec::new();
    let seven = triangle(7);
    let solution = buttons(28, &[1, 10, 12, 20, 22, 23, 25]);
    let start = seven.system(2).press(&solution);
    list.push(figure(
        "1",
        Drawing::new(&seven)
            .lights(2, &start)
            .numbered(true)
            .title("A state of the game of side 7")
            .caption("solved by 1, 10, 12, 20, 22, 23, 25")
            .render(),
    ));
    let ten = buttons(28, &[10]);
    let after: Vec<u32> = start.iter().zip(seven.system(2).press(&ten)).map(|(a, b)| a ^ b).collect();
    list.push(figure(
        "2",
        Drawing::new(&seven)
            .lights(2, &after)
            .stars(&ten)
            .numbered(true)
            .title("The same state after button 10 was pressed")
            .caption("button 10 and the four next to it have changed")
            .render(),
    ));
    list.push(figure("3", whole_kernel(2, "The quiet patterns of side 2").columns(4).render()));
    let six = kernel(6);
    let pattern = mirror_symmetric(&six).unwrap_or_else(|| six.pattern(0));
    list.push(figure(
        "4",
        Drawing::new(six.board()).pattern(&pattern).title("A quiet pattern of side 6").render(),
    ));
    list.push(figure("5", whole_kernel(5, "The quiet patterns of side 5").columns(2).render()));
    list.push(figure("6", whole_kernel(22, "The 16 quiet patterns of side 22").columns(4).render()));
    list.push(figure("7", side_19().render()));
    list.push(figure("8", pairs().render()));
    list.push(figure("9", further().render()));
    list.push(figure("10", propagation().render()));
    list.push(figure("11", sierpinski().render()));
    list.push(figure("12", kaleidoscopes().render()));
    let three = triangle(3);
    let state = buttons(6, &[2, 6]);
    let pressed = buttons(6, &[3, 4]);
    let after: Vec<u32> = state.iter().zip(three.system(2).press(&pressed)).map(|(a, b)| a ^ b).collect();
    list.push(figure(
        "13",
        Drawing::new(&three).lights(2, &state).numbered(true).title("A state of the game of side 3").render(),
    ));
    list.push(figure(
        "14",
        Drawing::new(&three)
            .lights(2, &after)
            .stars(&pressed)
            .numbered(true)
            .title("The state after buttons 3 and 4 were pressed")
            .render(),
    ));
    let (solvable, unsolvable) = states_of_side_2();
    list.push(figure("15", solvable.columns(2).render()));
    list.push(figure("16", unsolvable.columns(6).render()));
    let board = triangle(6);
    list.push(figure(
        "A 6",
        matrix_figure(&board.system(2), Some(&board), "The matrix A_6 with the blocks A_1 to A_5"),
    ));
    list.push(figure("17", covering().render()));
    list
}

/// Every quiet pattern of a side.
fn whole_kernel(side: usize, title: &str) -> Sheet {
    let kernel = kernel(side);
    let mut sheet = Sheet::new(title);
    for pattern in kernel.elements() {
        let caption = if side <= 5 { set(&pattern) } else { format!("{} buttons", pattern.count_ones()) };
        sheet.push(Drawing::new(kernel.board()).pattern(&pattern).caption(caption));
    }
    sheet
}

fn set(pattern: &BitVec) -> String {
    if pattern.is_zero() {
        return "none".into();
    }
    pattern.iter_ones().map(|cell| (cell + 1).to_string()).collect::<Vec<_>>().join(", ")
}

/// The sparsest pattern that is its own mirror image.
fn mirror_symmetric(kernel: &Kernel) -> Option<BitVec> {
    let mirror = Symmetric::Reflection.of(kernel.board()).ok()?;
    Some(kernel.fixed_by(&mirror).sparsest()?.pattern)
}

/// Side 19: those with the most symmetries first, then some without any.
fn side_19() -> Sheet {
    let kernel = kernel(19);
    let maps = symmetries(kernel.board());
    let mut patterns: Vec<(usize, BitVec)> =
        kernel.elements().skip(1).map(|p| (maps.iter().filter(|s| s.apply(&p) == p).count(), p)).collect();
    patterns.sort_by_key(|(symmetries, p)| (usize::MAX - symmetries, p.count_ones()));
    let mut sheet = Sheet::new("Some of the 256 quiet patterns of side 19");
    let shown =
        patterns.iter().filter(|p| p.0 > 1).take(12).chain(patterns.iter().filter(|p| p.0 == 1).take(4));
    for (symmetries, pattern) in shown {
        let caption = match symmetries {
            1 => "no symmetry".to_string(),
            2 => "one reflection".to_string(),
            3 => "rotations".to_string(),
            _ => "all six symmetries".to_string(),
        };
        sheet.push(Drawing::new(kernel.board()).pattern(pattern).caption(caption));
    }
    sheet.columns(4)
}

fn pairs() -> Sheet {
    let mut sheet = Sheet::new("Quiet patterns of the sides 4 j + 2, grown from side 2");
    for side in (2..=38).step_by(4) {
        let board = triangle(side);
        if let Ok(pattern) = Named::Pairs.pattern(&board) {
            sheet.push(Drawing::new(&board).pattern(&pattern).caption(format!("side {side}")));
        }
    }
    sheet.columns(5)
}

/// The fully symmetric patterns with the fewest buttons, and what reflections make of those of sides 5
/// and 12.
fn further() -> Sheet {
    let mut sheet = Sheet::new("Fully symmetric quiet patterns, and how they repeat");
    for side in [5, 10, 12, 13] {
        let kernel = kernel(side);
        let Ok(maps) = Symmetric::Full.of(kernel.board()) else { continue };
        if let Some(sparsest) = kernel.fixed_by(&maps).sparsest() {
            sheet.push(
                Drawing::new(kernel.board()).pattern(&sparsest.pattern).caption(format!("side {side}")),
            );
        }
    }
    for (side, times) in [(5, [1, 2, 3, 4]), (12, [1, 2, 3, 4])] {
        let kernel = kernel(side);
        let Ok(maps) = Symmetric::Full.of(kernel.board()) else { continue };
        let Some(sparsest) = kernel.fixed_by(&maps).sparsest() else { continue };
        for j in times {
            if let Ok(large) = propagate(kernel.board(), &sparsest.pattern, (j, 0)) {
                let caption = format!("{}, from side {side}", large.board);
                sheet.push(Drawing::new(&large.board).pattern(&large.pattern).caption(caption));
            }
        }
    }
    sheet.columns(4)
}

fn propagation() -> Sheet {
    let mut sheet = Sheet::new("Propagation by reflections in lines of unused buttons");
    for (side, j) in [(2, 2), (5, 2), (6, 1), (6, 3)] {
        let kernel = kernel(side);
        // A pattern that its rotations change, so that the arrows mean something.
        let pattern = mirror_symmetric(&kernel).unwrap_or_else(|| kernel.pattern(0));
        if let Ok(large) = propagate(kernel.board(), &pattern, (j, 0)) {
            let caption = format!("side {side} to {}, j = {j}", side + (side + 2) * j);
            sheet.push(Drawing::new(&large.board).propagated(&large).caption(caption));
        }
    }
    sheet.columns(2)
}

fn sierpinski() -> Sheet {
    let mut sheet = Sheet::new("Quiet patterns like the Sierpinski triangle, sides 2^j - 3");
    for side in [5, 13, 29, 61] {
        let board = triangle(side);
        if let Ok(pattern) = Named::Sierpinski.pattern(&board) {
            let caption = format!("side {side}, {} buttons", pattern.count_ones());
            sheet.push(Drawing::new(&board).pattern(&pattern).caption(caption));
        }
    }
    sheet.columns(2)
}

/// Fully symmetric patterns with many buttons, and the sparsest with one reflection of side 30.
fn kaleidoscopes() -> Sheet {
    let mut sheet = Sheet::new("Kaleidoscopes, and a pattern with one reflection only");
    for side in [29, 40] {
        let kernel = kernel(side);
        let Ok(maps) = Symmetric::Full.of(kernel.board()) else { continue };
        let fixed = kernel.fixed_by(&maps);
        if let Some(richest) = fixed.elements().max_by_key(BitVec::count_ones) {
            sheet.push(
                Drawing::new(kernel.board())
                    .pattern(&richest)
                    .caption(format!("side {side}, all six symmetries")),
            );
        }
    }
    let thirty = kernel(30);
    if let Some(pattern) = mirror_symmetric(&thirty) {
        sheet.push(Drawing::new(thirty.board()).pattern(&pattern).caption("side 30, one reflection"));
    }
    sheet.columns(3)
}

fn states_of_side_2() -> (Sheet, Sheet) {
    let board = triangle(2);
    let mut sheets = (
        Sheet::new("Solvable states of side 2").without_heading(),
        Sheet::new("Unsolvable states of side 2").without_heading(),
    );
    for state in 0u32..8 {
        let lights: Vec<u32> = (0..3).map(|cell| state >> cell & 1).collect();
        let drawing = Drawing::new(&board).lights(2, &lights);
        // A press changes all three lights: only all off and all on are solvable.
        let game = crate::puzzle::Game::Board(board.clone());
        let puzzle = crate::puzzle::Puzzle::new(game, 2, lights, Default::default());
        let solvable =
            puzzle.is_ok_and(|p| matches!(crate::solve::solve(&p), Ok(crate::solve::Answer::Solved(_))));
        if solvable { sheets.0.push(drawing) } else { sheets.1.push(drawing) }
    }
    sheets
}

fn covering() -> Drawing {
    let board = triangle(4);
    let pieces = vec![
        Piece::Double(0, 1),
        Piece::Single(2),
        Piece::Single(3),
        Piece::Double(4, 8),
        Piece::Double(5, 9),
        Piece::Double(6, 7),
    ];
    let drawing = Drawing::new(&board).numbered(true).title("A covering of side 4 by 1 x 1 and 2 x 1 pieces");
    match Coverings::new(&board).map(|coverings| Covering::new(&coverings, pieces)) {
        Ok(Ok(covering)) => drawing.covering(&covering).caption(covering.to_string()),
        _ => drawing,
    }
}

/// Figures 1 and 2 of \[Cylinder\]: a press on a cylinder with three states, and one pass with four.
pub fn cylinder_figures() -> Vec<Figure> {
    let cylinder = |rows, columns| {
        Board::new(Shape::Grid { surface: Surface::Cylinder, rows, columns }, Rule::Plus)
            .expect("a cylinder of positive size")
    };
    let figure = |number: usize, svg: String| Figure {
        document: "Cylinder",
        item: format!("Figure {number}"),
        file: format!("cylinder-figure-{number}"),
        svg,
    };
    // A press at the left edge reaches round to the right one.
    let board = cylinder(4, 5);
    let before: Vec<u32> = vec![1, 0, 2, 0, 1, 2, 1, 0, 0, 1, 0, 2, 1, 1, 0, 1, 0, 0, 2, 2];
    let mut press = vec![0; 20];
    press[5] = 1;
    let after: Vec<u32> =
        before.iter().zip(board.system(3).press(&press)).map(|(a, b)| (a + b) % 3).collect();
    let mut first = Sheet::new("One press on a cylinder with three states").columns(2);
    first.push(Drawing::new(&board).lights(3, &before).stars(&press).caption("before: the star is pressed"));
    first.push(Drawing::new(&board).lights(3, &after).caption("after"));
    // Five rows, four states, all lights at 3: row by row, the presses -S_i modulo 4.
    let (rows, columns, states) = (5, 4, 4u64);
    let board = cylinder(rows, columns);
    let system = board.system(states);
    let mut lights = vec![3u32; rows * columns];
    let mut second = Sheet::new("One pass on a cylinder: five rows, four states, all lights at 3").columns(3);
    for row in 1..rows {
        let mut presses = vec![0; rows * columns];
        for column in 0..columns {
            let above = lights[(row - 1) * columns + column];
            presses[row * columns + column] = (states as u32 - above) % states as u32;
        }
        let times = presses[row * columns];
        let caption =
            format!("row {}: press each {times} time{}", row + 1, if times == 1 { "" } else { "s" });
        second.push(Drawing::new(&board).lights(states, &lights).stars(&presses).caption(caption));
        for (light, added) in lights.iter_mut().zip(system.press(&presses)) {
            *light = (*light + added) % states as u32;
        }
    }
    second.push(Drawing::new(&board).lights(states, &lights).caption("every light is off"));
    vec![figure(1, first.render()), figure(2, second.render())]
}
