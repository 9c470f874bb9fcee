//! Ctrl-C: long work stops at the next step and what it has found is kept.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

static STOPPED: AtomicBool = AtomicBool::new(false);

/// Two signals nearer to each other than this are one: shells and wrappers send them to a program and to its group.
const APART: Duration = Duration::from_millis(300);

/// From now on Ctrl-C only sets a flag; another one later ends the program.
pub(crate) fn listen() {
    static LISTENING: OnceLock<()> = OnceLock::new();
    static FIRST: OnceLock<Instant> = OnceLock::new();
    LISTENING.get_or_init(|| {
        // Without a handler Ctrl-C ends the program, which is no harm.
        let _ = ctrlc::set_handler(|| {
            let first = *FIRST.get_or_init(Instant::now);
            if STOPPED.swap(true, Ordering::Relaxed) && first.elapsed() > APART {
                std::process::exit(130);
            }
        });
    });
}

/// Whether Ctrl-C was pressed since [`listen`].
pub(crate) fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}
