//! Threads as in [`std::thread`]; under exploration they are coroutines, scheduled by the search.
//!
//! Outside of an exploration everything behaves as in `std`.
//!
//! ```
//! use rely_explore::{Explorer, event, thread};
//! let report = Explorer::new().count_traces().run(|| {
//!     let worker = thread::Builder::new().name("worker".to_string());
//!     let worker = worker.spawn(|| {
//!         thread::park();
//!         event!("worker"); // reports name the thread
//!     });
//!     let worker = worker.unwrap();
//!     event!("main");
//!     worker.thread().unpark();
//!     worker.join().unwrap();
//! });
//! assert_eq!((report.is_exhausted(), report.distinct_traces), (true, Some(1)));
//! ```

use std::any::Any;
use std::io;
use std::panic::Location;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::context::{self, Context};
use crate::model::{Op, Task};

pub use crate::local::LocalKey;
pub use crate::scope::{Scope, ScopedJoinHandle, scope};

/// What a thread returned, or what it panicked with.
pub type Result<T> = std::thread::Result<T>;

/// Starts a thread.
#[track_caller]
pub fn spawn<F, T>(f: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    Builder::new().spawn(f).expect("the system starts a thread")
}

/// Other threads may run before any operation anyway, so this matters only in a loop that waits: if a thread
/// comes to the same call again and has only looked at shared objects since, it goes on when one of them has
/// changed. The report names this as a bound.
#[track_caller]
pub fn yield_now() {
    spin_or(std::thread::yield_now);
}

/// Yields to the explorer, or does what `std` does.
#[track_caller]
pub(crate) fn spin_or(outside: impl FnOnce()) {
    match context::current() {
        Some(context) => context.yield_at(Location::caller()),
        None => outside(),
    }
}

/// Under exploration there is no time: this is [`yield_now`].
#[track_caller]
pub fn sleep(duration: Duration) {
    spin_or(|| std::thread::sleep(duration));
}

/// Whether this thread is panicking.
pub fn panicking() -> bool {
    std::thread::panicking()
}

/// The current thread.
pub fn current() -> Thread {
    match context::current() {
        Some(context) => {
            let (task, name) = context.with(|control| {
                let me = control.me();
                (me, control.name(me).to_string())
            });
            Thread(Which::Explored { task, name })
        }
        None => Thread(Which::Std(std::thread::current())),
    }
}

/// Waits for [`Thread::unpark`].
#[track_caller]
pub fn park() {
    match context::current() {
        Some(context) => {
            let token = context.with(|control| {
                let me = control.me();
                control.token(me)
            });
            context.operate(Op::Park(token), Location::caller());
        }
        None => std::thread::park(),
    }
}

/// Waits for [`Thread::unpark`] with a timeout. Under exploration it may expire at any moment.
#[track_caller]
pub fn park_timeout(duration: Duration) {
    match context::current() {
        Some(context) => {
            let token = context.with(|control| {
                let me = control.me();
                control.token(me)
            });
            context.operate(Op::ParkTimeout(token), Location::caller());
        }
        None => std::thread::park_timeout(duration),
    }
}

/// How many threads the system runs at the same time; under exploration 2, always.
///
/// # Errors
/// If the system does not say.
pub fn available_parallelism() -> io::Result<std::num::NonZero<usize>> {
    match context::current() {
        Some(_) => Ok(const { std::num::NonZero::new(2).unwrap() }),
        None => std::thread::available_parallelism(),
    }
}

/// A number of a thread that no other one has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ThreadId(Number);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Number {
    Std(std::thread::ThreadId),
    Explored(Task),
}

#[derive(Clone, Debug)]
enum Which {
    Std(std::thread::Thread),
    Explored { task: Task, name: String },
}

/// A handle of a thread.
#[derive(Clone, Debug)]
pub struct Thread(Which);

impl Thread {
    /// Its name.
    pub fn name(&self) -> Option<&str> {
        match &self.0 {
            Which::Std(thread) => thread.name(),
            Which::Explored { name, .. } => Some(name),
        }
    }

    /// Its number. Under exploration threads have the same numbers in every execution.
    pub fn id(&self) -> ThreadId {
        ThreadId(match &self.0 {
            Which::Std(thread) => Number::Std(thread.id()),
            Which::Explored { task, .. } => Number::Explored(*task),
        })
    }

    /// Wakes it from [`park`], or lets its next [`park`] return at once.
    #[track_caller]
    pub fn unpark(&self) {
        match &self.0 {
            Which::Std(thread) => thread.unpark(),
            Which::Explored { task, .. } => {
                if let Some(context) = context::current() {
                    let token = context.with(|control| control.token(*task));
                    context.operate(Op::Unpark(token), Location::caller());
                }
            }
        }
    }
}

/// Configures a new thread.
#[derive(Debug, Default)]
pub struct Builder {
    name: Option<String>,
    stack_size: Option<usize>,
}

impl Builder {
    /// A thread without a name.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the name for traces and reports.
    #[must_use]
    pub fn name(mut self, name: String) -> Self {
        self.name = Some(name);
        self
    }

    /// Sets the size of the stack. Under exploration
    /// [`Explorer::stack_size`](crate::Explorer::stack_size) does.
    #[must_use]
    pub fn stack_size(mut self, bytes: usize) -> Self {
        self.stack_size = Some(bytes);
        self
    }

    /// Starts the thread.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    #[track_caller]
    pub fn spawn<F, T>(self, f: F) -> io::Result<JoinHandle<T>>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static,
    {
        match context::current() {
            Some(context) => Ok(explored(&context, self.name, f)),
            None => {
                let builder = std::thread::Builder::new();
                let builder = match self.name {
                    Some(name) => builder.name(name),
                    None => builder,
                };
                let builder = match self.stack_size {
                    Some(bytes) => builder.stack_size(bytes),
                    None => builder,
                };
                Ok(JoinHandle(Handle::Std(builder.spawn(f)?)))
            }
        }
    }
}

fn explored<F, T>(context: &Rc<Context>, name: Option<String>, f: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    let result = Outcome::default();
    let (place, panicked) = (result.clone(), result.clone());
    let task = context.spawn(name, move || place.set(Ok(f())), move |payload| panicked.set(Err(payload)));
    let task = task.unwrap_or(0);
    let name = context.with(|control| control.name(task).to_string());
    JoinHandle(Handle::Explored { task, name, result })
}

/// What a thread leaves to whoever waits for it.
pub(crate) struct Outcome<T>(Arc<Mutex<Option<Result<T>>>>);

impl<T> Default for Outcome<T> {
    fn default() -> Self {
        Outcome(Arc::default())
    }
}

impl<T> Clone for Outcome<T> {
    fn clone(&self) -> Self {
        Outcome(Arc::clone(&self.0))
    }
}

impl<T> Outcome<T> {
    pub(crate) fn set(&self, result: Result<T>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    }

    /// Waits for a thread and takes its result.
    pub(crate) fn join(&self, task: Task, at: &'static Location<'static>) -> Result<T> {
        if let Some(context) = context::current() {
            context.operate(Op::Join(task), at);
            context.with(|control| control.heard(task));
        }
        let result = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        result.unwrap_or_else(|| Err(Box::new("the thread was abandoned") as Box<dyn Any + Send>))
    }
}

enum Handle<T> {
    Std(std::thread::JoinHandle<T>),
    Explored { task: Task, name: String, result: Outcome<T> },
}

/// A handle to wait for a thread.
pub struct JoinHandle<T>(Handle<T>);

impl<T> JoinHandle<T> {
    /// Waits for the end of the thread. A panic of the thread is a failure of the execution only if no thread
    /// waits for its end.
    ///
    /// # Errors
    /// If the thread has panicked.
    #[track_caller]
    pub fn join(self) -> Result<T> {
        match self.0 {
            Handle::Std(handle) => handle.join(),
            Handle::Explored { task, result, .. } => result.join(task, Location::caller()),
        }
    }

    /// Whether the thread has ended, so that [`join`](JoinHandle::join) would not wait.
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        match &self.0 {
            Handle::Std(handle) => handle.is_finished(),
            Handle::Explored { task, .. } => context::current().is_some_and(|context| {
                let end = context.with(|control| control.end_of(*task));
                context.operate(Op::Load(end), Location::caller());
                context.with(|control| control.has_said_its_end(*task))
            }),
        }
    }

    /// The thread.
    pub fn thread(&self) -> Thread {
        match &self.0 {
            Handle::Std(handle) => Thread(Which::Std(handle.thread().clone())),
            Handle::Explored { task, name, .. } => {
                Thread(Which::Explored { task: *task, name: name.clone() })
            }
        }
    }
}

impl<T> std::fmt::Debug for JoinHandle<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("JoinHandle").field(&self.thread()).finish()
    }
}
