//! Threads for work that may take long.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;

use crossbeam_channel::{Sender, unbounded};

/// Stack size: enough for models nested as deeply as the parser allows.
const STACK: usize = 256 << 20;

/// Stops a piece of work when raised.
pub type Flag = Arc<AtomicBool>;

/// A piece of work. It checks its flag.
pub type Work = Box<dyn FnOnce() + Send>;

/// A thread that does one piece of work after another.
pub struct Worker {
    work: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system cannot start one.
    pub fn new(name: &str) -> std::io::Result<Self> {
        let (work, queue) = unbounded::<Work>();
        let run = move || {
            for piece in queue {
                // The panic is already on standard error; `answer_with` answers the request.
                let _ = catch_unwind(AssertUnwindSafe(piece));
            }
        };
        let thread = std::thread::Builder::new().name(name.to_string()).stack_size(STACK).spawn(run)?;
        Ok(Worker { work: Some(work), thread: Some(thread) })
    }

    /// Queues a piece of work.
    pub fn add(&self, work: Work) {
        if let Some(sender) = &self.work {
            // The thread lives as long as the worker.
            let _ = sender.send(work);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.work = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
