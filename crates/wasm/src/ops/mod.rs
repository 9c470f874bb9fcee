//! The operations of the page.
//!
//! | module | operations |
//! |---|---|
//! | [`boards`] | `board`, `window`, `view`, `press` |

mod boards;

use crate::{Answer, run};

/// Carries out one operation.
pub(crate) fn dispatch(name: &str, request: &str, _bytes: &[u8]) -> Answer {
    match name {
        "board" => run(request, boards::board),
        "window" => run(request, boards::window),
        "view" => run(request, boards::view),
        "press" => run(request, boards::press),
        _ => Err(format!("there is no operation {name}")),
    }
}
