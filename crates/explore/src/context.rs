//! Where the wrappers meet the exploration that runs on this thread.
//!
//! Everything is kept per operating-system thread: explorations of tests that run side by side know nothing
//! of each other.
//!
//! An execution that is given up (outside the assumption, redundant, cut) is unwound thread by thread, so
//! that what it holds is dropped and its stacks are used again. While a thread is unwound its operations are
//! performed at once, without choices. A failed execution is left as it is.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, Location};
use std::rc::Rc;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

use rely_monitor::{Event, Sink};

use crate::control::Control;
use crate::engine::{Body, Engine, Shuttle};
use crate::model::{Object, Op, Shared, Task};
use crate::report::Report;
use crate::states::Digest;

/// One exploration, as the threads under it see it.
pub(crate) struct Context {
    control: RefCell<Control>,
    engine: Shuttle,
    stack: usize,
}

thread_local! {
    static CURRENT: RefCell<Option<Rc<Context>>> = const { RefCell::new(None) };
    /// Where the last panic was.
    static PANIC: Cell<Option<String>> = const { Cell::new(None) };
}

/// Executions of all explorations are numbered, so that an object knows that it belongs to an earlier one.
static EPOCH: AtomicU64 = AtomicU64::new(1);

/// What unwinds the threads of an execution that is given up.
struct Unwind;

/// The exploration on this thread, if there is one.
///
/// # Panics
/// If loom explores: what asks here is not seen by loom.
pub(crate) fn current() -> Option<Rc<Context>> {
    let current = lookup();
    #[cfg(feature = "loom")]
    if current.is_none() {
        crate::weak::refuse();
    }
    current
}

/// The same, for what may be asked anywhere.
pub(crate) fn lookup() -> Option<Rc<Context>> {
    CURRENT.try_with(|current| current.borrow().clone()).ok().flatten()
}

/// Runs an exploration.
///
/// # Panics
/// If there is one on this thread already.
pub(crate) fn run(control: Control, body: Body) -> Report {
    assert!(current().is_none(), "an exploration cannot be started inside of another one");
    quiet_panics();
    crate::environment::forget_notes();
    let stack = control.options.stack_size;
    let context = Rc::new(Context { control: RefCell::new(control), engine: Shuttle, stack });
    CURRENT.with(|current| *current.borrow_mut() = Some(Rc::clone(&context)));
    let listener = rely_monitor::set_local(Rc::new(Listener));
    let main: Body = std::sync::Arc::new(move || {
        if let Some(context) = current() {
            context.task(0, || body(), |_| ());
        }
    });
    let ended =
        panic::catch_unwind(AssertUnwindSafe(|| context.engine.run(Rc::clone(&context), stack, main)));
    drop(listener);
    CURRENT.with(|current| *current.borrow_mut() = None);
    if let Err(payload) = ended {
        // The code's own panics are caught where they happen.
        panic!("a callback of the exploration panicked{}: {}", take_place(), message_of(payload.as_ref()));
    }
    // The stacks of a failed execution may hold the context for good.
    context.with(Control::finish)
}

/// Panics of code under exploration are reported, not printed: some are looked for, and an execution may be
/// replayed thousands of times.
pub(crate) fn quiet_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        // Shuttle puts its own hook in place with its first execution; ours comes after it and replaces it.
        let mut config = shuttle::Config::new();
        config.failure_persistence = shuttle::FailurePersistence::None;
        shuttle::Runner::new(shuttle::scheduler::RandomScheduler::new(1), config).run(|| {});
        drop(panic::take_hook());
        panic::set_hook(Box::new(move |info| {
            let exploring =
                CURRENT.try_with(|c| c.try_borrow().map_or(true, |c| c.is_some())).unwrap_or(false);
            if exploring && message_of(info.payload()).contains("in a destructor during cleanup") {
                // The process ends now; all that can be done is to say why.
                eprintln!(
                    "rely-explore: a destructor panicked{} while the threads of a deadlocked execution were unwound, \
                     which ends the process.\nLet it assert only `if !std::thread::panicking()`, or let deadlocks be \
                     failures.",
                    take_place()
                );
                usual(info);
            } else if exploring {
                let place = info.location().map(|l| format!(" at {}:{}:{}", l.file(), l.line(), l.column()));
                PANIC.with(|panic| panic.set(place));
            } else {
                usual(info);
            }
        }));
    });
}

/// A panic that is made here belongs to this place.
pub(crate) fn panic_at(at: &'static Location<'static>, message: &'static str) -> ! {
    PANIC.with(|panic| panic.set(Some(format!(" at {at}"))));
    panic::resume_unwind(Box::new(message))
}

/// What a thread panics with.
pub(crate) type Payload = Box<dyn std::any::Any + Send>;

/// Where the last panic was, with a word in front.
pub(crate) fn take_place() -> String {
    PANIC.with(Cell::take).unwrap_or_default()
}

pub(crate) fn message_of(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|s| s.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a value".to_string())
}

impl Context {
    pub(crate) fn begin(&self) -> bool {
        let epoch = EPOCH.fetch_add(1, Ordering::Relaxed);
        self.control.borrow_mut().begin(epoch)
    }

    pub(crate) fn has_ended(&self, task: Task) -> bool {
        self.control.borrow().has_ended(task)
    }

    pub(crate) fn running(&self) -> Option<Task> {
        self.control.borrow().running()
    }

    /// The body of a thread. What it panics with is for whoever waits for it, unless it is unwound.
    pub(crate) fn task(&self, task: Task, body: impl FnOnce(), panicked: impl FnOnce(Payload)) {
        // A thread that never starts drops what it was given, and that may need to be unwound, too.
        let ended = panic::catch_unwind(AssertUnwindSafe(|| {
            if self.control.borrow().is_unwinding() { drop(body) } else { body() }
        }));
        if let Err(payload) = ended
            && !payload.is::<Unwind>()
        {
            let what = format!("{}: {}", take_place(), message_of(payload.as_ref()));
            panicked(payload);
            self.with(|control| control.panicked(task, what));
        }
        let caught_up = panic::catch_unwind(AssertUnwindSafe(|| {
            self.catch_up(task);
            self.say_end(task);
        }));
        drop(caught_up);
        self.control.borrow_mut().end(task);
    }

    /// The end of a thread is an operation if somebody asks for it.
    fn say_end(&self, task: Task) {
        if self.with(|control| control.says_its_end(task)) {
            let end = self.with(|control| control.end_of(task));
            self.stop_before(task, Op::Store(end), Location::caller());
            self.with(|control| control.has_ended_for_others(task));
        }
    }

    /// Does what destructors did during a panic, one at a time.
    fn catch_up(&self, me: Task) {
        while let Some((op, at)) = self.with(|control| control.take_put_off(me)) {
            self.stop_before(me, op, at);
        }
    }

    /// Adds a thread.
    pub(crate) fn spawn(
        self: &Rc<Self>,
        name: Option<String>,
        body: impl FnOnce() + Send + 'static,
        panicked: impl FnOnce(Payload) + Send + 'static,
    ) -> Option<Task> {
        let task = self.enter(name)?;
        self.engine.spawn(
            self.stack,
            Box::new(move || {
                if let Some(context) = current() {
                    context.task(task, body, panicked);
                }
            }),
        );
        Some(task)
    }

    /// A number for a new thread, whose coroutine is started by the caller; `None` if there are too many.
    fn enter(&self, name: Option<String>) -> Option<Task> {
        if !std::thread::panicking() {
            self.catch_up(self.with(|control| control.me()));
        }
        let task = self.with(|control| control.spawn(name));
        if task.is_none() {
            self.give_up();
        }
        task
    }

    /// The same for a thread of a scope.
    pub(crate) fn register(&self, scope: usize) -> Option<Task> {
        let task = self.enter(None)?;
        self.with(|control| control.put_in_scope(task, scope));
        Some(task)
    }

    /// Waits for the end of a thread, also if the execution is given up: then that thread is unwound first.
    pub(crate) fn wait_for(&self, task: Task, at: &'static Location<'static>) {
        let (me, stopped) = self.with(|control| (control.me(), control.is_unwinding()));
        if !stopped && !std::thread::panicking() {
            self.operate(Op::Join(task), at);
            return;
        }
        self.with(|control| {
            if !control.let_another_unwind(me, Op::Join(task)) {
                control.let_go_on(task);
            }
        });
        self.engine.switch();
    }

    /// Stops before an operation; returns what it found out when it has been performed.
    pub(crate) fn operate(&self, op: Op, at: &'static Location<'static>) -> u32 {
        let me = self.control.borrow().me();
        if std::thread::panicking() {
            return match self.with(|control| control.put_off(me, op, at)) {
                true => crate::model::YES,
                false => self.operate_now(me, op),
            };
        }
        self.catch_up(me);
        self.stop_before(me, op, at)
    }

    /// A thread yields at a place of the code.
    pub(crate) fn yield_at(&self, at: &'static Location<'static>) {
        let me = self.with(|control| control.me());
        if !std::thread::panicking() && self.with(|control| control.yields(me, at)) {
            self.operate(Op::Await, at);
            self.with(|control| control.begin_to_look(me, None));
        }
    }

    fn stop_before(&self, me: Task, op: Op, at: &'static Location<'static>) -> u32 {
        if self.control.borrow().is_unwinding() {
            return self.operate_now(me, op);
        }
        let next = self.control.borrow_mut().announce(me, op, at);
        if next != Some(me) || self.control.borrow().is_abandoned() {
            self.engine.switch();
        }
        if self.control.borrow().is_unwinding() {
            self.unwind(me);
            return self.operate_now(me, op);
        }
        self.control.borrow().result(me)
    }

    /// The operation of a thread that cannot stop: it is being unwound, by us or by a panic of its own.
    fn operate_now(&self, me: Task, op: Op) -> u32 {
        if !std::thread::panicking() {
            // Somebody has caught what unwinds the thread.
            self.give_up();
        }
        self.tire(me);
        loop {
            if let Some(result) = self.with(|control| control.perform_now(me, op)) {
                return result;
            }
            // What a destructor waits for may be held by a thread that is unwound later: that one first.
            if !self.with(|control| control.let_another_unwind(me, op)) {
                self.break_stack(me);
                return crate::model::NO;
            }
            self.engine.switch();
        }
    }

    /// A thread whose end a destructor of another one waits for goes on as it is written, but not forever.
    fn tire(&self, me: Task) {
        if self.with(Control::is_endless) {
            self.break_stack(me);
        }
    }

    /// Unwinds a stack that is in order, although another one is being unwound and waits for it.
    fn break_stack(&self, me: Task) {
        if self.with(|control| control.break_stack(me)) {
            panic::resume_unwind(Box::new(Unwind));
        }
    }

    /// Unwinds the running thread, whose execution is over.
    fn give_up(&self) {
        let me = {
            let mut control = self.control.borrow_mut();
            let me = control.me();
            control.stop_running_on();
            control.revive(me);
            me
        };
        if self.control.borrow().is_abandoned() {
            self.engine.switch();
        }
        self.unwind(me);
    }

    fn unwind(&self, me: Task) {
        let first = self.control.borrow_mut().unwind(me);
        if first && !std::thread::panicking() {
            self.with(|control| control.break_stack(me));
            panic::resume_unwind(Box::new(Unwind));
        }
    }

    /// A value below `n`.
    pub(crate) fn choose(&self, n: u32) -> u32 {
        let value = self.control.borrow_mut().choose(n);
        if self.control.borrow().is_unwinding() && !std::thread::panicking() {
            self.give_up();
        }
        value
    }

    /// The running thread has told the state.
    pub(crate) fn visit(&self, digest: Digest) {
        if !std::thread::panicking() {
            self.catch_up(self.with(|control| control.me()));
        }
        if self.with(|control| control.visit(digest)) && !std::thread::panicking() {
            self.give_up();
        }
    }

    /// The object that a cell stands for in this execution.
    pub(crate) fn object(&self, cell: &Identity, shared: impl FnOnce() -> Shared) -> Object {
        let (object, number) = self.control.borrow_mut().object(cell.0.load(Ordering::Relaxed), shared);
        cell.0.store(number, Ordering::Relaxed);
        object
    }

    pub(crate) fn with<R>(&self, look: impl FnOnce(&mut Control) -> R) -> R {
        look(&mut self.control.borrow_mut())
    }
}

/// What a shared object is called in the execution that uses it.
#[derive(Debug, Default)]
pub(crate) struct Identity(AtomicU64);

impl Identity {
    pub(crate) const fn new() -> Self {
        Identity(AtomicU64::new(0))
    }
}

/// Hears `event!` on this thread.
struct Listener;

impl Sink for Listener {
    #[track_caller]
    fn event(&self, event: &Event<'_>) {
        self.event_at(event, Location::caller());
    }

    fn event_at(&self, event: &Event<'_>, place: &'static Location<'static>) {
        let Some(context) = current() else { return };
        if context.control.borrow().is_unwinding() {
            if !std::thread::panicking() {
                context.give_up();
            }
            context.tire(context.with(|control| control.me()));
            return;
        }
        let number = event.with_action(|name| context.control.borrow_mut().number(name));
        context.operate(Op::Event(number), place);
    }
}
