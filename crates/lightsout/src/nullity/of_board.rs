//! The nullity of a board that belongs to a family.

use super::{Family, NullityError, nullity, rectangle_open, torus};
use crate::board::{Board, Rule, Shape, Surface};

/// The nullity of a board of two states without building it, or `None` when the board has holes or belongs to no
/// family: planes with the rules `plus`, `plus-open` and `king`, cylinders and tori with `plus`, triangles with `plus`.
///
/// # Errors
/// As [`nullity`].
///
/// # Complexity
/// As [`nullity`].
///
/// # Examples
/// ```
/// use lightsout::board::Board;
/// use lightsout::nullity::of_board;
///
/// let board: Board = "1000000x4".parse()?;
/// assert_eq!(of_board(&board), Some(Ok(0)));
/// # Ok::<(), lightsout::board::BoardError>(())
/// ```
pub fn of_board(board: &Board) -> Option<Result<u64, NullityError>> {
    if !board.holes().is_empty() {
        return None;
    }
    match (board.shape(), board.rule()) {
        (Shape::Grid { surface, rows, columns }, rule) => {
            let (m, n) = (rows as u64, columns as u64);
            match (surface, rule) {
                (Surface::Plane, Rule::Plus) if m == n => Some(nullity(Family::Square, n)),
                (Surface::Plane, Rule::Plus) => Some(nullity(Family::Rectangle(m), n)),
                (Surface::Plane, Rule::PlusOpen) => Some(Ok(rectangle_open(m, n))),
                (Surface::Plane, Rule::King) => {
                    // A is a Kronecker product of paths, each of which lacks one rank when n = 2 modulo 3.
                    let rank = |n: u64| if n % 3 == 2 { n - 1 } else { n };
                    Some(Ok(m * n - rank(m) * rank(n)))
                }
                (Surface::Cylinder, Rule::Plus) => Some(nullity(Family::Cylinder(m), n)),
                (Surface::Torus, Rule::Plus) => Some(torus(m, n)),
                _ => None,
            }
        }
        (Shape::Triangle { side }, Rule::Plus) => Some(nullity(Family::Triangle, side as u64)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Solver;

    #[test]
    fn agrees_with_the_plain_method_on_small_boards() {
        for m in 1..=8 {
            for n in 1..=8 {
                for text in [
                    format!("{m}x{n}"),
                    format!("cylinder:{m}x{n}"),
                    format!("torus:{m}x{n}"),
                    format!("triangle:{n}"),
                ] {
                    for rule in [Rule::Plus, Rule::PlusOpen, Rule::King] {
                        let Ok(board) = text.parse::<Board>().unwrap().with_rule(rule) else { continue };
                        let Some(found) = of_board(&board) else { continue };
                        let solver = Solver::new(board.system(2), Some(&board)).unwrap();
                        assert_eq!(
                            found.unwrap() as usize,
                            solver.nullity().unwrap(),
                            "{board} {}",
                            board.rule()
                        );
                    }
                }
            }
        }
    }
}
