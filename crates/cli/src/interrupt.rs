//! Ctrl-C: long work stops at the next step and what it has found is kept; else nothing half-written stays behind.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

static LISTENING: AtomicBool = AtomicBool::new(false);
static STOPPED: AtomicBool = AtomicBool::new(false);
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Two signals nearer to each other than this are one: shells and wrappers send them to a program and to its group.
const APART: Duration = Duration::from_millis(300);

/// From now on Ctrl-C only sets a flag; another one later ends the program.
pub(crate) fn listen() {
    LISTENING.store(true, Ordering::Relaxed);
    handle();
}

/// From now on Ctrl-C ends the program again.
pub(crate) fn no_longer_listen() {
    LISTENING.store(false, Ordering::Relaxed);
}

/// Names the file that is in the making, or none any more: the end by a signal takes it away.
pub(crate) fn clean_up(file: Option<PathBuf>) {
    if let Ok(mut unfinished) = UNFINISHED.lock() {
        *unfinished = file;
    }
    handle();
}

fn handle() {
    static HANDLED: OnceLock<()> = OnceLock::new();
    static FIRST: OnceLock<Instant> = OnceLock::new();
    HANDLED.get_or_init(|| {
        // Without a handler Ctrl-C ends the program, which is no harm.
        let _ = ctrlc::set_handler(|| {
            let first = *FIRST.get_or_init(Instant::now);
            let again = STOPPED.swap(true, Ordering::Relaxed) && first.elapsed() > APART;
            if again || !LISTENING.load(Ordering::Relaxed) {
                if let Some(path) = UNFINISHED.lock().ok().and_then(|mut file| file.take()) {
                    let _ = std::fs::remove_file(path);
                }
                std::process::exit(130);
            }
        });
    });
}

/// Whether Ctrl-C was pressed since [`listen`].
pub(crate) fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}
