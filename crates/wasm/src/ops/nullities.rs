//! Nullities of families of boards.

use std::ops::ControlFlow;

use lightsout::nullity::{Family, nullities_on};
use serde::{Deserialize, Serialize};

use crate::sentence;

/// A family and a range of sizes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NullitiesRequest {
    family: String,
    from: u64,
    to: u64,
}

/// (size, nullity) for each size.
#[derive(Serialize)]
pub(crate) struct Nullities {
    rows: Vec<(u64, u64)>,
}

/// The most sizes of one chart.
const MOST_SIZES: u64 = 100_000;

/// The nullities of a range of sizes.
pub(crate) fn nullities(request: NullitiesRequest) -> Result<Nullities, String> {
    let family: Family = request.family.parse().map_err(sentence)?;
    if request.to.saturating_sub(request.from) >= MOST_SIZES {
        return Err(format!("a range of at most {MOST_SIZES} sizes was expected"));
    }
    let mut rows = Vec::new();
    nullities_on(1, family, request.from..=request.to, |size, nullity| {
        rows.push((size, nullity));
        ControlFlow::Continue(())
    })
    .map_err(sentence)?;
    Ok(Nullities { rows })
}
