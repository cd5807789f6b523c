//! A second back end: loom, with the weak memory of C11.
//!
//! # Problem
//!
//! The engine of this crate is sequentially consistent; code with weaker atomics has more executions. loom
//! explores them, with a search of its own that cannot be pruned from outside.
//!
//! # Method
//!
//! Events are made visible to loom: each reads and writes one atomic of loom, so that all orders of events
//! are executions of their own. (Otherwise loom would show a monitor one order of many.) The access is
//! relaxed: an event must not synchronize threads. An execution that violates the assumption runs to its
//! end, since loom cannot abandon it, but without further branches, and its events are ignored. The automata
//! are fed as in the other back end.
//!
//! # Invariants
//!
//! I1: every order of events that loom can produce is fed to the automata in some execution; I2: a bound or
//! an unfinished search is in the report.
//!
//! # Cost
//!
//! That of loom, plus two atomic operations per event.
//!
//! # Departures
//!
//! loom panics at a deadlock, at a bound, and with too many threads; if values whose destructors need loom
//! (its `Arc`, a lock that is held) are dropped then, the process is aborted, which cannot be helped here.
//! [`choose`](crate::choose) is not possible here, nor are schedules, state matching and reductions other
//! than loom's own.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::time::Instant;

use loom::sync::atomic::{AtomicUsize, Ordering};
use rely_monitor::{Event, Sink};
use rustc_hash::FxHashMap;

use crate::automata::{Automata, Judgement, Role};
use crate::context;
use crate::environment::{forget_notes, take_bounds};
use crate::explorer::{Deadlocks, OnTrace, Options};
use crate::report::{BoundHit, Failure, FailureKind, Report, SearchOutcome, Step};
use crate::trace::{End, Trace, Traces};

/// loom has room for so many threads, the main one included.
const THREADS: usize = loom::MAX_THREADS;

thread_local! {
    static CURRENT: RefCell<Option<Rc<Weak>>> = const { RefCell::new(None) };
}

/// Ends the search of loom from inside.
struct Enough;

/// One exploration.
struct Weak {
    judge: RefCell<Judge>,
    /// What makes the order of events visible to loom, in the current execution.
    order: RefCell<Option<Rc<AtomicUsize>>>,
    /// Whether the execution has left the assumption, or failed.
    muted: Cell<bool>,
}

struct Judge {
    options: Options,
    automata: Automata,
    names: Vec<String>,
    numbers: FxHashMap<String, u32>,
    events: Vec<(usize, u32)>,
    threads: Vec<String>,
    traces: Option<Traces>,
    on_trace: Option<OnTrace>,
    started: Instant,
    report: Report,
    failure: Option<Failure>,
    hits: Vec<BoundHit>,
    /// Whether an execution has begun that is not concluded.
    open: bool,
    /// Whether it has left the assumption.
    outside: bool,
    /// Whether a bound has cut it.
    cut: bool,
}

/// Whether loom is exploring on this thread.
pub(crate) fn is_exploring() -> bool {
    CURRENT.try_with(|current| current.try_borrow().map_or(true, |c| c.is_some())).unwrap_or(false)
}

/// Something asks for the explorer while loom explores.
///
/// # Panics
/// If loom explores on this thread: it would know nothing of what is shared, and see one execution of many.
#[track_caller]
pub(crate) fn refuse() {
    assert!(
        !is_exploring() || std::thread::panicking(),
        "code that loom explores uses a lock, channel, atomic or thread of `rely_explore`, which loom does not see: \
         use those of `rely_explore::loom`"
    );
}

/// Explores with loom.
pub(crate) fn run(
    options: Options,
    automata: Automata,
    on_trace: Option<OnTrace>,
    code: impl Fn() + Send + Sync + 'static,
) -> Report {
    assert!(
        context::lookup().is_none() && !is_exploring(),
        "an exploration cannot be started inside of another one"
    );
    context::quiet_panics();
    forget_notes();
    let mut builder = loom::model::Builder::new();
    builder.max_threads = THREADS;
    builder.max_branches = options.bounds.steps as usize;
    builder.preemption_bound = options.bounds.preemptions.map(|n| n as usize);
    (builder.max_permutations, builder.max_duration, builder.checkpoint_file) = (None, None, None);
    let judge = Judge {
        traces: options.count_traces.then(Traces::default),
        options,
        automata,
        names: Vec::new(),
        numbers: FxHashMap::default(),
        events: Vec::new(),
        threads: Vec::new(),
        on_trace,
        started: Instant::now(),
        report: Report::new(),
        failure: None,
        hits: Vec::new(),
        open: false,
        outside: false,
        cut: false,
    };
    let weak =
        Rc::new(Weak { judge: RefCell::new(judge), order: RefCell::new(None), muted: Cell::new(false) });
    CURRENT.with(|current| *current.borrow_mut() = Some(Rc::clone(&weak)));
    let listener = rely_monitor::set_local(Rc::new(Listener));
    let ended = panic::catch_unwind(AssertUnwindSafe(|| {
        builder.check(move || {
            begin();
            code();
            end();
        });
    }));
    drop(listener);
    CURRENT.with(|current| *current.borrow_mut() = None);
    weak.order.borrow_mut().take();
    if let Err(payload) = ended
        && !payload.is::<Enough>()
    {
        weak.judge.borrow_mut().broken(&context::message_of(payload.as_ref()));
    }
    let mut judge = weak.judge.borrow_mut();
    judge.finish()
}

fn current() -> Option<Rc<Weak>> {
    CURRENT.try_with(|current| current.borrow().clone()).ok().flatten()
}

/// An execution begins, on loom's main thread.
fn begin() {
    let Some(weak) = current() else { return };
    weak.muted.set(false);
    let enough = weak.judge.borrow_mut().begin();
    if enough {
        panic::resume_unwind(Box::new(Enough));
    }
    *weak.order.borrow_mut() = Some(Rc::new(AtomicUsize::new(0)));
}

/// The main thread has ended. Others may go on, so that the execution is concluded only when the next one
/// begins.
fn end() {
    if let Some(weak) = current() {
        let order = weak.order.borrow_mut().take();
        drop(order);
    }
}

/// Hears `event!` on this thread.
struct Listener;

impl Sink for Listener {
    fn event(&self, event: &Event<'_>) {
        let Some(weak) = current() else { return };
        if weak.muted.get() || std::thread::panicking() {
            return;
        }
        let order = weak.order.borrow().clone();
        match order {
            Some(order) => drop(order.fetch_add(1, Ordering::Relaxed)),
            None => panic!(
                "an event after the end of the main thread cannot be explored with loom: wait for all threads"
            ),
        }
        // Nobody else has run since.
        if weak.muted.get() {
            return;
        }
        let name = loom::thread::current().name().map(String::from);
        let name = name.unwrap_or_else(|| format!("{:?}", loom::thread::current().id()));
        let keep = event.with_action(|action| weak.judge.borrow_mut().event(action, name));
        if !keep {
            weak.muted.set(true);
            loom::skip_branch();
        }
    }
}

impl Judge {
    /// Concludes the execution before and begins the next one. Whether it is enough.
    fn begin(&mut self) -> bool {
        if self.report.executions > 0 {
            self.conclude();
        }
        let spent = self.options.bounds.spent(self.report.executions, self.started);
        self.hits.extend(spent);
        if spent.is_some() || self.failure.is_some() {
            return true;
        }
        self.report.executions += 1;
        self.automata.reset();
        self.events.clear();
        self.threads.clear();
        self.outside = false;
        self.cut = false;
        self.open = true;
        false
    }

    /// Whether the execution still counts.
    fn event(&mut self, action: &str, thread: String) -> bool {
        let number = match self.numbers.get(action) {
            Some(number) => *number,
            None => {
                let number = self.names.len() as u32;
                self.names.push(action.to_string());
                self.numbers.insert(action.to_string(), number);
                self.automata.learn(action);
                number
            }
        };
        if let Some(most) = self.options.bounds.events
            && self.events.len() >= most as usize
        {
            self.hit(BoundHit::Events(most));
            self.cut = true;
            return false;
        }
        let judgement = self.automata.feed(number);
        if judgement == Judgement::Outside {
            self.outside = true;
            return false;
        }
        let index = self.threads.iter().position(|known| *known == thread).unwrap_or_else(|| {
            self.threads.push(thread);
            self.threads.len() - 1
        });
        self.events.push((index, number));
        if let Judgement::Wrong(role, name, what) = judgement {
            let step = self.events.len();
            let (kind, message) = match role {
                Role::Model => (
                    FailureKind::Model(name.clone()),
                    format!("the code violates its model {name} at event {step}: {what}"),
                ),
                _ => (
                    FailureKind::Property(name.clone()),
                    format!("property {name} violated at event {step}: {what}"),
                ),
            };
            self.fail(kind, message);
            return false;
        }
        true
    }

    fn hit(&mut self, hit: BoundHit) {
        if !self.hits.contains(&hit) {
            self.hits.push(hit);
        }
    }

    fn fail(&mut self, kind: FailureKind, message: String) {
        let trace = self.events.iter().map(|(thread, event)| Step {
            thread: self.threads[*thread].clone(),
            action: self.names[*event as usize].clone(),
        });
        let trace = trace.collect();
        let operations = Vec::new();
        self.failure = Some(Failure { kind, message, trace, operations, schedule: "loom".to_string() });
    }

    /// loom or the code panicked.
    ///
    /// loom says why only in the text of its panic. A version of loom with other texts is safe: what is not
    /// recognized is reported as a panic, so a failure at worst gets the wrong kind and a bound becomes a
    /// failure.
    fn broken(&mut self, message: &str) {
        if self.failure.is_some() {
            return;
        }
        if message.starts_with("deadlock") {
            self.report.deadlocks += 1;
            self.open = false;
            if self.options.deadlocks == Deadlocks::Count {
                self.hit(BoundHit::FirstDeadlock);
            } else {
                self.fail(FailureKind::Deadlock, message.to_string());
            }
        } else if message.contains("maximum number of branches") {
            self.hit(BoundHit::Steps(self.options.bounds.steps));
            self.report.cut += 1;
            self.open = false;
        } else if message.contains("threads.len()") {
            self.hit(BoundHit::Threads(THREADS));
            self.report.cut += 1;
            self.open = false;
        } else {
            self.fail(FailureKind::Panic, format!("a thread panicked: {message}"));
        }
    }

    fn conclude(&mut self) {
        if !std::mem::take(&mut self.open) {
            return;
        }
        self.report.events += self.events.len() as u64;
        if self.outside {
            self.report.pruned += 1;
        } else if self.cut {
            self.report.cut += 1;
        } else if self.failure.is_none() {
            self.report.complete += 1;
            let end = End::Complete;
            if let Some(traces) = &mut self.traces {
                traces.insert(self.events.iter().map(|(_, event)| *event), end);
            }
            if let Some(on_trace) = &mut self.on_trace {
                on_trace(&Trace { events: &self.events, names: &self.names, end });
            }
        }
    }

    fn finish(&mut self) -> Report {
        self.conclude();
        self.report.time = self.started.elapsed();
        (self.report.vacuous, self.report.unseen) = self.automata.unseen();
        self.report.limits = take_bounds();
        self.report.distinct_traces = self.traces.take().as_ref().map(Traces::len);
        if let Some(most) = self.options.bounds.preemptions {
            self.hit(BoundHit::Preemptions(most));
        }
        self.report.outcome = SearchOutcome::of(self.failure.take(), std::mem::take(&mut self.hits));
        std::mem::replace(&mut self.report, Report::new())
    }
}
