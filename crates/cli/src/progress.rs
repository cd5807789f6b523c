//! Progress of long runs on a terminal.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rely_report::progress_words;
use rely_workbench::{Progress, ProgressEvent};

/// Progress appears after this time.
const PATIENCE: Duration = Duration::from_millis(800);

/// A line on standard error with the progress of a long run.
pub struct Spinner {
    start: Instant,
    bar: Mutex<Option<ProgressBar>>,
}

impl Spinner {
    /// A spinner that shows nothing yet.
    pub fn new() -> Self {
        Spinner { start: Instant::now(), bar: Mutex::new(None) }
    }
}

impl Progress for Spinner {
    fn report(&self, event: &ProgressEvent) {
        if self.start.elapsed() < PATIENCE {
            return;
        }
        let Ok(mut bar) = self.bar.lock() else { return };
        let bar = bar.get_or_insert_with(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                bar.set_style(style);
            }
            bar
        });
        let seconds = self.start.elapsed().as_secs_f64();
        bar.set_message(format!("{}, {seconds:.0} s", progress_words(event)));
        bar.tick();
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Ok(mut bar) = self.bar.lock()
            && let Some(bar) = bar.take()
        {
            bar.finish_and_clear();
        }
    }
}
