//! Limits of long searches: time, memory, threads, Ctrl-C, and the display of how far they are.

use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use lightsout::minimal::Control;

use crate::args::seconds;
use crate::{interrupt, progress};

/// How long a search may take.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct TimeArgs {
    /// Stop after so many seconds, with the best found.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, help_heading = "Limits")]
    time_limit: Option<Duration>,
}

/// What a search may use.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LimitArgs {
    #[command(flatten)]
    pub(crate) time: TimeArgs,
    /// Use at most so much memory for tables, such as 500M or 4G.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, allow_negative_numbers = true, help_heading = "Limits")]
    memory_limit: Option<u64>,
    /// Use so many threads; as many as the processor has otherwise.
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true, help_heading = "Limits")]
    threads: Option<u16>,
}

impl LimitArgs {
    /// The memory in bytes.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory_limit
    }

    /// Whether there is any limit.
    pub(crate) fn any(&self) -> bool {
        self.time.time_limit.is_some() || self.memory_limit.is_some() || self.threads.is_some()
    }

    /// The number of threads, 0 for all.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}

/// A number of threads.
fn parse_threads(text: &str) -> Result<u16, String> {
    let number = text.parse().ok().filter(|threads| (1..=1024).contains(threads));
    number.ok_or_else(|| "expected a whole number from 1 to 1024".to_string())
}

/// A number of bytes: digits and K, M, G or nothing.
fn parse_size(text: &str) -> Result<u64, String> {
    let trimmed = text.trim_end_matches(['B', 'b']);
    let (digits, unit) = match trimmed.char_indices().last() {
        Some((at, 'K' | 'k')) => (&trimmed[..at], 1u64 << 10),
        Some((at, 'M' | 'm')) => (&trimmed[..at], 1 << 20),
        Some((at, 'G' | 'g')) => (&trimmed[..at], 1 << 30),
        _ => (trimmed, 1),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a size such as 500M or 4G".to_string())?;
    number.checked_mul(unit).ok_or_else(|| "the size is too large".to_string())
}

/// Stops a search at its deadline or on Ctrl-C, and shows how far it is.
pub(crate) struct Watch {
    deadline: Option<Instant>,
    bar: ProgressBar,
}

/// Steps of the progress bar.
const STEPS: u64 = 1000;

impl Watch {
    /// Starts the clock.
    pub(crate) fn new(limits: &TimeArgs, quiet: bool) -> Watch {
        Watch::since(Instant::now(), limits, quiet)
    }

    /// Starts the clock, with a limit where none is given.
    pub(crate) fn within(limits: &TimeArgs, otherwise: Duration, quiet: bool) -> Watch {
        let time_limit = limits.time_limit.or(Some(otherwise));
        Watch::new(&TimeArgs { time_limit }, quiet)
    }

    /// With the clock running since an earlier moment.
    pub(crate) fn since(begun: Instant, limits: &TimeArgs, quiet: bool) -> Watch {
        let deadline = limits.time_limit.and_then(|limit| begun.checked_add(limit));
        interrupt::listen();
        let bar = progress::bar(STEPS, quiet);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {msg}") {
            bar.set_style(style);
        }
        Watch { deadline, bar }
    }

    /// Takes the display away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Control for Watch {
    fn stop(&self) -> bool {
        interrupt::stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn progress(&self, best: u64, bound: u64, fraction: f64) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position((fraction.clamp(0.0, 1.0) * STEPS as f64) as u64);
        self.bar.set_message(format!("best {best}, at least {bound}"));
    }

    fn share(&self, fraction: f64) {
        self.bar.set_position((fraction.clamp(0.0, 1.0) * STEPS as f64) as u64);
    }
}
