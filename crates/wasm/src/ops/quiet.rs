//! Quiet patterns for the gallery.

use lightsout::board::Board;
use lightsout::kernel::{Kernel, Named, propagate};
use lightsout::symmetry::Symmetric;
use lightsout_algebra::gf2::BitVec;
use serde::{Deserialize, Serialize};

use crate::sentence;

/// Which pattern of which board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuietRequest {
    board: String,
    /// `none`, `rotation`, `reflection` or `full`.
    symmetry: String,
    /// Which one: the one with the fewest buttons is 0.
    index: usize,
    /// How often it is reflected into a larger board.
    propagate: usize,
    /// A pattern with a name in place of symmetry and index.
    named: Option<String>,
}

/// A pattern.
#[derive(Serialize)]
pub(crate) struct QuietAnswer {
    /// The board of the pattern, larger than the one asked for when it was reflected.
    board: String,
    /// The dimension of the space of patterns of the board asked for with the symmetry.
    dimension: usize,
    /// How many of them can be asked for by index.
    count: usize,
    /// Buttons that the pattern presses.
    pressed: usize,
    /// One text of `0` and `1` for each layout row; none when there is no pattern.
    pattern: Vec<String>,
}

/// The most cells of a drawing.
const MOST_CELLS: usize = 1_200_000;
/// Up to this dimension every pattern can be looked at, those with fewer buttons first.
const ALL: usize = 9;
/// Up to this dimension the one with the fewest buttons is searched for.
const SEARCHED: usize = 24;

/// A quiet pattern.
pub(crate) fn quiet(request: QuietRequest) -> Result<QuietAnswer, String> {
    let board: Board = request.board.parse().map_err(sentence)?;
    drawable(&board)?;
    let (dimension, count, pattern) = match &request.named {
        Some(name) => {
            let named: Named = name.parse()?;
            let dimension = lightsout::kernel::nullity(&board).map_err(sentence)?;
            (dimension, 1, Some(named.pattern(&board).map_err(sentence)?))
        }
        None => {
            let mut kernel = Kernel::new(&board).map_err(sentence)?;
            if request.symmetry != "none" {
                let symmetric: Symmetric = request.symmetry.parse()?;
                kernel = kernel.fixed_by(&symmetric.of(&board).map_err(sentence)?);
            }
            let (count, pattern) = choose(&kernel, request.index);
            (kernel.nullity(), count, pattern)
        }
    };
    let Some(mut pattern) = pattern else {
        return Ok(QuietAnswer {
            board: board.to_string(),
            dimension,
            count,
            pressed: 0,
            pattern: Vec::new(),
        });
    };
    let mut shown = board;
    if request.propagate > 0 {
        if request.propagate > 64 {
            return Err(format!("propagate: found {}, expected at most 64 times", request.propagate));
        }
        let triangle = shown.to_string().starts_with("triangle");
        let times = (request.propagate, if triangle { 0 } else { request.propagate });
        let large = propagate(&shown, &pattern, times).map_err(sentence)?;
        drawable(&large.board)?;
        (shown, pattern) = (large.board, large.pattern);
    }
    let bits: Vec<char> = pattern.iter().map(|bit| if bit { '1' } else { '0' }).collect();
    let rows = shown.arrange(&bits).into_iter().map(|row| row.into_iter().flatten().collect()).collect();
    Ok(QuietAnswer {
        board: shown.to_string(),
        dimension,
        count,
        pressed: pattern.count_ones(),
        pattern: rows,
    })
}

fn drawable(board: &Board) -> Result<(), String> {
    let cells = board.cells();
    if cells > MOST_CELLS {
        return Err(format!("board {board}: has {cells} cells, patterns of up to {MOST_CELLS} are drawn"));
    }
    Ok(())
}

/// How many patterns can be asked for, and the one asked for (the last for an index too large).
fn choose(kernel: &Kernel, index: usize) -> (usize, Option<BitVec>) {
    match kernel.nullity() {
        0 => (0, None),
        d if d <= ALL => {
            let mut all: Vec<BitVec> = kernel.elements().skip(1).collect();
            // Stable: among equals the first in the order of the basis stays first.
            all.sort_by_key(BitVec::count_ones);
            let index = index.min(all.len() - 1);
            (all.len(), all.into_iter().nth(index))
        }
        d => {
            // The one with the fewest buttons, then a basis.
            let first = usize::from(d <= SEARCHED);
            let index = index.min(d - 1 + first);
            let pattern = if index < first {
                kernel.sparsest().map(|found| found.pattern)
            } else {
                Some(kernel.pattern(index - first))
            };
            (d + first, pattern)
        }
    }
}
