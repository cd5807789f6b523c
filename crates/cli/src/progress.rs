//! Progress on a terminal, when it takes long.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rely_workbench::{Progress, ProgressEvent};

use crate::text::count;

/// Nothing is shown before this much time.
const PATIENCE: Duration = Duration::from_millis(800);

/// A line on standard error that says where a long run stands.
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
        bar.set_message(format!("{}, {seconds:.0} s", words(event)));
        bar.tick();
    }
}

/// Where a run stands.
fn words(event: &ProgressEvent) -> String {
    // While assumptions are learned these are the states of a candidate, the questions so far, and the round.
    if event.phase == "learning" {
        let (round, questions) = (event.waiting, count(event.transitions, "question"));
        return format!(
            "learning: round {round}, {questions}, a candidate of {}",
            count(event.states, "state")
        );
    }
    format!(
        "{}: {}, {}, {} waiting",
        event.phase,
        count(event.states, "state"),
        count(event.transitions, "transition"),
        event.waiting
    )
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learning_is_told_in_other_words() {
        let event = |phase| ProgressEvent { phase, states: 5, transitions: 1200, waiting: 3 };
        assert_eq!(words(&event("learning")), "learning: round 3, 1,200 questions, a candidate of 5 states");
        assert_eq!(words(&event("exploring")), "exploring: 5 states, 1,200 transitions, 3 waiting");
    }
}
