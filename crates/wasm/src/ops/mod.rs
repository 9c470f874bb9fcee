//! The operations of the page.
//!
//! | module | operations |
//! |---|---|
//! | [`boards`] | `board`, `window`, `view`, `press` |
//! | [`quiet`] | `quiet` |
//! | [`reading`] | `read`, `read_file` |
//! | [`solving`] | `solve`, `solutions`, `hint` |
//! | [`teaching`] | `chase`, `lookup`, `onepass` |
//! | [`generating`] | `generate`, `daily` |
//! | [`nullities`] | `nullities` |

mod boards;
mod generating;
mod nullities;
mod quiet;
mod reading;
mod solving;
mod teaching;

use crate::{Answer, run};

/// Carries out one operation.
pub(crate) fn dispatch(name: &str, request: &str, bytes: &[u8]) -> Answer {
    match name {
        "board" => run(request, boards::board),
        "window" => run(request, boards::window),
        "read" => run(request, reading::read),
        "read_file" => run(request, |file| reading::read_file(file, bytes)),
        "view" => run(request, boards::view),
        "press" => run(request, boards::press),
        "solve" => run(request, solving::solve),
        "solutions" => run(request, solving::solutions),
        "hint" => run(request, solving::hint),
        "generate" => run(request, generating::generate),
        "daily" => run(request, generating::daily),
        "chase" => run(request, teaching::chase),
        "lookup" => run(request, teaching::lookup),
        "onepass" => run(request, teaching::onepass),
        "quiet" => run(request, quiet::quiet),
        "nullities" => run(request, nullities::nullities),
        _ => Err(format!("there is no operation {name}")),
    }
}
