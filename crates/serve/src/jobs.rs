//! Jobs: on threads of their own, a few at a time, with progress line by line, stopped when the reader is
//! gone.
//!
//! # Invariants
//!
//! 1. Work never runs on the thread of the connections. 2. A job whose reader is gone ends soon: its flag is
//!    set when the answer is dropped, and every search checks it. 3. The last line of an answer is always a
//!    document or an error; a panic is an error.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hyper::body::Bytes;
use rely_report::{Failure, progress_words};
use rely_workbench::{Progress, ProgressEvent};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Sender, channel};

use crate::answer::{Answer, StopWhenDropped, pieces};

/// Minimum time between two lines of progress.
const PACE: Duration = Duration::from_millis(100);

/// Number of heavy jobs at the same time.
const HEAVY: usize = 2;

/// Number of light jobs at the same time.
const LIGHT: usize = 4;

/// The cost of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Explores state spaces.
    Heavy,
    /// Looks at one state or one file.
    Light,
}

/// The slots for jobs.
#[derive(Clone)]
pub struct Jobs {
    heavy: Arc<Semaphore>,
    light: Arc<Semaphore>,
}

impl Jobs {
    /// Two slots for heavy jobs, and a few for light ones.
    pub fn new() -> Jobs {
        Jobs { heavy: Arc::new(Semaphore::new(HEAVY)), light: Arc::new(Semaphore::new(LIGHT)) }
    }

    /// Is a job running?
    pub fn is_busy(&self) -> bool {
        self.heavy.available_permits() < HEAVY || self.light.available_permits() < LIGHT
    }

    /// Starts a job as soon as a slot is free; the answer is a stream of lines.
    pub fn start(
        &self,
        weight: Weight,
        work: impl FnOnce(Arc<AtomicBool>, Lines) -> Result<Value, Failure> + Send + 'static,
    ) -> Answer {
        let (sender, receiver) = channel(64);
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let places = if weight == Weight::Heavy { self.heavy.clone() } else { self.light.clone() };
        tokio::spawn(async move {
            if places.available_permits() == 0 {
                let waiting = json!({"progress": {"phase": "waiting", "done": 0, "total": null,
                    "text": "waiting for other jobs to finish"}});
                let _ = sender.send(line(&waiting)).await;
            }
            let Ok(place) = places.acquire_owned().await else { return };
            if sender.is_closed() {
                return;
            }
            tokio::task::spawn_blocking(move || {
                let lines = Lines { sender: sender.clone(), last: Mutex::new(Instant::now()) };
                let last = match catch_unwind(AssertUnwindSafe(|| work(flag, lines))) {
                    Ok(Ok(document)) => line(&json!({ "document": document })),
                    Ok(Err(failure)) => line(&json!({ "error": failure.document() })),
                    Err(_) => line(&json!({ "error": panicked().document() })),
                };
                drop(place);
                let _ = sender.blocking_send(last);
            });
        });
        pieces("application/x-ndjson", receiver, StopWhenDropped(stop))
    }
}

/// The error for a panic, whose own message is on standard error.
pub fn panicked() -> Failure {
    Failure::Internal(
        "the program stopped unexpectedly; the terminal of `rely serve` shows where".to_string(),
    )
}

/// Sends progress to the reader of an answer.
pub struct Lines {
    sender: Sender<Bytes>,
    last: Mutex<Instant>,
}

impl Progress for Lines {
    fn report(&self, event: &ProgressEvent) {
        let Ok(mut last) = self.last.lock() else { return };
        if last.elapsed() < PACE {
            return;
        }
        *last = Instant::now();
        let progress = json!({"phase": event.phase(), "done": event.done(), "total": null,
            "text": progress_words(event)});
        // A slow reader misses some lines.
        let _ = self.sender.try_send(line(&json!({ "progress": progress })));
    }
}

/// A line of JSON.
fn line(value: &impl Serialize) -> Bytes {
    let mut text = serde_json::to_string(value).unwrap_or_else(|_| "{}".to_string());
    text.push('\n');
    Bytes::from(text)
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use hyper::body::Body;

    use super::*;

    /// All lines of an answer.
    fn lines(work: impl FnOnce(Arc<AtomicBool>, Lines) -> Result<Value, Failure> + Send + 'static) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let mut body = Jobs::new().start(Weight::Heavy, work).into_body();
            let mut text = String::new();
            while let Some(frame) = std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
                text.push_str(&String::from_utf8_lossy(&frame.unwrap().into_data().unwrap_or_default()));
            }
            text
        })
    }

    #[test]
    fn a_contradiction_inside_is_an_error_of_the_answer() {
        let text = lines(|_, _| panic!("this is a test"));
        assert!(text.starts_with("{\"error\":") && text.contains("E1199") && text.ends_with('\n'), "{text}");
        assert_eq!(lines(|_, _| Ok(json!(7))), "{\"document\":7}\n");
        assert!(lines(|_, _| Err(Failure::input("E1000", "no"))).contains("E1000"));
    }
}
