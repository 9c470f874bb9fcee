//! Larger quiet patterns from smaller ones, by reflections through lines of unused buttons.

use lightsout_algebra::gf2::BitVec;

use super::{KernelError, is_quiet, triangle_side};
use crate::board::{Board, Rule, Shape, Surface};

/// A block of a propagated pattern: a copy of the small pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// Number of the block, from 0, in the order of the first cells.
    pub index: usize,
    /// Which image of the small pattern it holds: on triangles 0, 1, 2 for the rotations by 0, 120 and
    /// 240 degrees and 3, 4, 5 for the reflections; on grids 0 for the pattern itself, 1 mirrored left to
    /// right, 2 upside down, 3 both.
    pub image: usize,
}

/// A pattern made of blocks.
#[derive(Clone, Debug)]
pub struct Propagated {
    /// The larger board.
    pub board: Board,
    /// The larger pattern.
    pub pattern: BitVec,
    /// The block of each cell; `None` on the lines between blocks.
    pub blocks: Vec<Option<Block>>,
}

/// Carries a quiet pattern of a triangle of side n to one of side n + (n + 2) `times.0`, or one of an
/// m x n rectangle to m + (m + 1) `times.0` rows and n + (n + 1) `times.1` columns.
///
/// The blocks are mirror images of each other in the lines between them, whose buttons are not
/// pressed: a light on such a line has its pressed neighbours in pairs.
///
/// # Errors
/// When the board is neither a triangle nor a plane rectangle (a cylinder has rows only) with an even
/// rule, has holes, or the larger board would be too large.
///
/// # Panics
/// When the pattern has not one entry per cell.
///
/// # Examples
/// ```
/// use lightsout::kernel::{Kernel, is_quiet, propagate};
///
/// let board = "triangle:2".parse()?;
/// let pattern = Kernel::new(&board)?.pattern(0);
/// let large = propagate(&board, &pattern, (3, 0))?;
/// assert_eq!(large.board.to_string(), "triangle:14");
/// assert!(is_quiet(&large.board, &large.pattern));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn propagate(board: &Board, pattern: &BitVec, times: (usize, usize)) -> Result<Propagated, KernelError> {
    assert_eq!(pattern.len(), board.cells(), "one entry per cell");
    let refuse = |why: &str| KernelError::Propagate { board: board.to_string(), why: why.into() };
    if !is_quiet(board, pattern) {
        return Err(refuse("the pattern to propagate is not quiet"));
    }
    let result = if let Some(side) = triangle_side(board) {
        triangle(board, pattern, side, times.0)
    } else {
        match board.shape() {
            Shape::Grid { surface, .. }
                if board.holes().is_empty()
                    && !matches!(board.rule(), Rule::RowColumn | Rule::Stencil(_) | Rule::Knight)
                    && (surface == Surface::Plane || surface == Surface::Cylinder && times.1 == 0) =>
            {
                grid(board, pattern, times)
            }
            _ => {
                return Err(refuse(
                    "expected a triangle with the rule plus, a plane rectangle, or a cylinder (rows only), with the rule plus, plus-open, cross, king or king-open and no holes",
                ));
            }
        }
    };
    let result = result.ok_or_else(|| refuse("the larger board is too large"))??;
    if !is_quiet(&result.board, &result.pattern) {
        return Err(refuse("the pattern does not propagate under this rule"));
    }
    Ok(result)
}

fn grow(side: usize, gap: usize, times: usize) -> Option<usize> {
    side.checked_add(gap)?.checked_mul(times)?.checked_add(side)
}

/// Numbers the blocks as their keys appear.
struct Numbering(std::collections::HashMap<(usize, usize, usize), usize>);

impl Numbering {
    fn of(&mut self, key: (usize, usize, usize)) -> usize {
        let next = self.0.len();
        *self.0.entry(key).or_insert(next)
    }
}

fn larger(board: &Board, shape: Shape) -> Option<Result<Board, KernelError>> {
    shape.slots().filter(|&slots| slots as u64 <= 1 << 36)?;
    let larger = Board::new(shape, board.rule().clone());
    Some(larger.map_err(|e| KernelError::Propagate { board: board.to_string(), why: e.to_string() }))
}

/// Put a frame of unused buttons around the triangle: with distances a, b, c >= 1 to the edges of the
/// frame, a + b + c = M = n + 2. The larger triangle is tiled by such frames. The corners of the frames
/// can be coloured with three colours so that each frame has one of each, and reflections in the sides
/// of frames keep the colours: a cell takes the value of the cell of the small triangle that lies in
/// the same way to the corners of each colour.
fn triangle(
    board: &Board,
    pattern: &BitVec,
    n: usize,
    times: usize,
) -> Option<Result<Propagated, KernelError>> {
    let side = grow(n, 2, times)?;
    let shape = Shape::Triangle { side };
    let large = match larger(board, shape)? {
        Ok(large) => large,
        Err(error) => return Some(Err(error)),
    };
    let m = n + 2;
    let small = board.shape();
    let mut value = BitVec::zeros(large.cells());
    let mut blocks = vec![None; large.cells()];
    let mut numbering = Numbering(Default::default());
    for i in 0..side {
        for j in 0..=i {
            let cell = shape.row_start(i) + j;
            let at = [side - i, j + 1, i - j + 1];
            if at.iter().any(|x| x % m == 0) {
                continue;
            }
            let frame = at.map(|x| x / m);
            let rest = at.map(|x| x % m);
            let upright = rest.iter().sum::<usize>() == m;
            // The corner with coordinates (p, q, r) in frames has colour p - q modulo 3; in the top
            // frame of `times` frames below it, the corner opposite the base is (times + 1, 0, 0).
            let mut weight = [0; 3];
            let mut order = [0; 3];
            for t in 0..3 {
                let mut corner = frame;
                if upright {
                    corner[t] += 1;
                } else {
                    (0..3).filter(|&s| s != t).for_each(|s| corner[s] += 1);
                }
                let colour = (corner[0] + 2 * corner[1]) % 3;
                weight[colour] = if upright { rest[t] } else { m - rest[t] };
                order[t] = colour;
            }
            // Colours of the corners of the top frame.
            let top = [(times + 1) % 3, (times + 2) % 3, times % 3];
            let [a, b, _] = top.map(|colour| weight[colour]);
            let row = n - a;
            let source = small.row_start(row) + b - 1;
            value.set(cell, pattern.get(source));
            let turned = top.map(|colour| order.iter().position(|&c| c == colour).unwrap_or(0));
            let image = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]]
                .iter()
                .position(|p| *p == turned)
                .unwrap_or(0);
            // An inverted frame is an upright one turned over: tell them apart by their parity.
            let key = (frame[0], frame[1], 2 * frame[2] + usize::from(upright));
            blocks[cell] = Some(Block { index: numbering.of(key), image });
        }
    }
    Some(Ok(Propagated { board: large, pattern: value, blocks }))
}

fn grid(board: &Board, pattern: &BitVec, times: (usize, usize)) -> Option<Result<Propagated, KernelError>> {
    let Shape::Grid { surface, rows: m, columns: n } = board.shape() else { return None };
    let (rows, columns) = (grow(m, 1, times.0)?, grow(n, 1, times.1)?);
    let large = match larger(board, Shape::Grid { surface, rows, columns })? {
        Ok(large) => large,
        Err(error) => return Some(Err(error)),
    };
    // (block, place in the small board, mirrored), or nothing on a line between blocks.
    let fold = |at: usize, size: usize| {
        let (block, rest) = ((at + 1) / (size + 1), (at + 1) % (size + 1));
        let mirrored = block % 2 == 1;
        (rest > 0).then(|| (block, if mirrored { size - rest } else { rest - 1 }, usize::from(mirrored)))
    };
    let mut value = BitVec::zeros(large.cells());
    let mut blocks = vec![None; large.cells()];
    let mut numbering = Numbering(Default::default());
    for i in 0..rows {
        for j in 0..columns {
            if let (Some((p, a, down)), Some((q, b, left))) = (fold(i, m), fold(j, n)) {
                let cell = i * columns + j;
                value.set(cell, pattern.get(a * n + b));
                blocks[cell] = Some(Block { index: numbering.of((p, q, 0)), image: left + 2 * down });
            }
        }
    }
    Some(Ok(Propagated { board: large, pattern: value, blocks }))
}
