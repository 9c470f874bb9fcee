//! Lower bounds on the cost: the columns are split into groups of small rank, and `max F <= sum of the groups' maxima`.

use super::super::linear::Span;
use super::prepare::{Column, Problem};
use lightsout_algebra::walsh::transform;

/// The rank of a group; its table has `2^20` entries.
pub(super) const GROUP_RANK: u32 = 20;
/// The rank of a group where a moment must do.
pub(super) const QUICK_RANK: u32 = 10;

/// An upper bound on `F`, no greater than the sum of the absolute weights; groups have rank `group_rank`.
///
/// # Complexity
/// `g 2^r r` additions for `g` groups of rank `r`, and `c l` word operations for each group, `c` columns in `l` unknowns.
pub(super) fn upper(problem: &Problem, group_rank: u32, stop: &dyn Fn() -> bool) -> i64 {
    let mut bound = 0;
    // Of columns that the classes keep apart the parts lie in spans of smaller rank; groups mix no classes.
    for class in 0..4 {
        let mut rest: Vec<Column> =
            problem.columns.iter().filter(|c| c.class == class && c.weight != 0).copied().collect();
        while !rest.is_empty() {
            if stop() {
                bound += rest.iter().map(|c| c.weight.abs()).sum::<i64>();
                break;
            }
            bound += take_group(&mut rest, group_rank);
        }
    }
    bound
}

/// Removes a group from the list and returns its greatest value.
fn take_group(rest: &mut Vec<Column>, group_rank: u32) -> i64 {
    let mut span = Span::default();
    for column in rest.iter() {
        if span.rank() == group_rank {
            break;
        }
        span.add(column.form);
    }
    let mut table = vec![0i64; 1 << span.rank()];
    rest.retain(|column| {
        let (outside, local) = span.reduce(column.form);
        if outside == 0 {
            table[local as usize] += column.weight;
        }
        outside != 0
    });
    transform(&mut table, 1);
    table.into_iter().max().unwrap_or(0)
}
