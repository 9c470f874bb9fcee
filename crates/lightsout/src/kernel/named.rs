//! Quiet patterns of triangles with a name.

use core::fmt;
use core::str::FromStr;

use lightsout_algebra::gf2::BitVec;

use super::seeds::expand_triangle;
use super::{KernelError, propagate, triangle_side};
use crate::board::{Board, Rule, Shape};

/// A family of quiet patterns of triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// Sides 2^j - 3, j >= 3: rows of pressed buttons that enclose empty inverted triangles, as in the
    /// Sierpinski triangle. Every second button of each edge is pressed, 3 (3^(j-1) - 2^j + 1) buttons
    /// in all; the pattern has all six symmetries.
    Sierpinski,
    /// Sides 4 j + 2: the pattern of side 2 that presses the two buttons of the base, carried on by
    /// reflections; it is its own mirror image.
    Pairs,
}

/// Every named family.
pub const NAMED: [Named; 2] = [Named::Sierpinski, Named::Pairs];

impl Named {
    /// The pattern of the family on a board.
    ///
    /// # Errors
    /// When the board is not a triangle of one of the family's sides with the rule `plus`.
    ///
    /// # Complexity
    /// O(n^2 / 64) word operations for [`Named::Sierpinski`] on side n, O(n^2) for [`Named::Pairs`].
    ///
    /// # Examples
    /// ```
    /// use lightsout::kernel::{Named, is_quiet};
    ///
    /// let board = "triangle:61".parse()?;
    /// let pattern = Named::Sierpinski.pattern(&board)?;
    /// assert_eq!(pattern.count_ones(), 540);
    /// assert!(is_quiet(&board, &pattern));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pattern(self, board: &Board) -> Result<BitVec, KernelError> {
        let refuse = |why: &str| KernelError::Named { board: board.to_string(), why: why.into() };
        let side = triangle_side(board)
            .ok_or_else(|| refuse("the named patterns are for triangles with the rule plus and no holes"))?;
        match self {
            Named::Sierpinski => {
                if side < 5 || !(side + 3).is_power_of_two() {
                    return Err(refuse("the Sierpinski pattern needs a side 2^j - 3: 5, 13, 29, 61, ..."));
                }
                let edge: BitVec = (0..side).map(|a| a % 2 == 1).collect();
                expand_triangle(side, &edge).ok_or_else(|| refuse("the Sierpinski pattern is not quiet"))
            }
            Named::Pairs => {
                if side % 4 != 2 {
                    return Err(refuse("the pairs need a side 4 j + 2: 2, 6, 10, 14, ..."));
                }
                let small = Board::new(Shape::Triangle { side: 2 }, Rule::Plus)
                    .map_err(|error| refuse(&error.to_string()))?;
                Ok(propagate(&small, &[false, true, true].into_iter().collect(), (side / 4, 0))?.pattern)
            }
        }
    }
}

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> Result<Named, String> {
        NAMED.into_iter().find(|named| named.to_string() == text).ok_or_else(|| {
            format!("pattern \"{}\": expected sierpinski or pairs", crate::board::excerpt(text))
        })
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Named::Sierpinski => "sierpinski",
            Named::Pairs => "pairs",
        })
    }
}
