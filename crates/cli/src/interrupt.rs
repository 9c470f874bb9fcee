//! Ctrl-C: long work stops at the next step and what it has found is kept.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static STOPPED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C only sets a flag; a second one ends the program.
pub(crate) fn listen() {
    static LISTENING: OnceLock<()> = OnceLock::new();
    LISTENING.get_or_init(|| {
        // Without a handler Ctrl-C ends the program, which is no harm.
        let _ = ctrlc::set_handler(|| {
            if STOPPED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    });
}

/// Whether Ctrl-C was pressed since [`listen`].
pub(crate) fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}
