//! Threads for what may take long.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;

use crossbeam_channel::{Sender, unbounded};

/// Models may be nested as deep as the parser allows.
const STACK: usize = 256 << 20;

/// Stops a piece of work.
pub type Flag = Arc<AtomicBool>;

/// A piece of work. It looks at its flag.
pub type Work = Box<dyn FnOnce() + Send>;

/// A thread that does one piece of work after another.
pub struct Lane {
    work: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

impl Lane {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system has none.
    pub fn new(name: &str) -> std::io::Result<Self> {
        let (work, waiting) = unbounded::<Work>();
        let run = move || {
            for piece in waiting {
                // A piece that panics has said so on standard error, and tells nobody else: who waits for it
                // is answered by its owner.
                let _ = catch_unwind(AssertUnwindSafe(piece));
            }
        };
        let thread = std::thread::Builder::new().name(name.to_string()).stack_size(STACK).spawn(run)?;
        Ok(Lane { work: Some(work), thread: Some(thread) })
    }

    /// Does a piece of work after those that wait.
    pub fn add(&self, work: Work) {
        if let Some(sender) = &self.work {
            // The thread lives as long as the lane.
            let _ = sender.send(work);
        }
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.work = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
