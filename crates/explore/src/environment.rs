//! Universal environments: the most general callers and callees of a component.
//!
//! # Problem
//!
//! Only complete programs can be executed, and a component is not one. To show that something holds in every
//! environment, explore the component in the most general one: it calls any operation in any order, or stops;
//! it returns any value.
//!
//! # Method
//!
//! [`universal`](crate::universal) on a trait writes a driver and a stub \[GPC04, section 4.3\]. The driver
//! is [`Driver`], the loop of figure 8 there: it chooses to stop, to take the lock and to call operations
//! until it chooses to release it, or to call one operation without the lock. Every choice is one of the
//! search ([`choose`]): all are tried. What an assumption forbids is tried, too, and dropped
//! when it happens. A stub returns any value of the domain of its method.
//!
//! # Invariants
//!
//! I1: every bound on an environment or a component is recorded ([`rounds`], and each driver), so a report
//! that lists its bounds is complete.
//!
//! # Cost
//!
//! A driver with `k` operations and `n` calls has up to `(k + 1)^n` sequences of calls, before any
//! interleaving. States that are reported ([`at_state`]) reduce this to the number of
//! states.
//!
//! # Departures
//!
//! The driver of the paper loops forever, in a search that stores states. This one makes a limited number of
//! calls, which is reported as a bound.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::locks::{Holder, Lockable};
use crate::{at_state, choose};

/// Types with few values, all of which can be tried.
///
/// ```
/// use rely_explore::Domain;
/// #[derive(Clone, Debug, PartialEq, Domain)]
/// enum Mode {
///     Idle,
///     Busy { urgent: bool },
/// }
/// assert_eq!(Mode::domain(), [Mode::Idle, Mode::Busy { urgent: false }, Mode::Busy { urgent: true }]);
/// assert_eq!(<(bool, Option<()>)>::domain().len(), 4);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no domain: which values should the environment try?",
    label = "no domain",
    note = "write `#[domain(VALUES)]` before the argument, or `#[returns(VALUES)]` before the method",
    note = "or `#[derive(rely_explore::Domain)]` for an enum or a struct of such types"
)]
pub trait Domain: Sized {
    /// Whether the domain is all values of the type, so that it is not a bound.
    const IS_ENTIRE_TYPE: bool = false;

    /// All values, always in the same order.
    fn domain() -> Vec<Self>;
}

impl Domain for () {
    const IS_ENTIRE_TYPE: bool = true;

    fn domain() -> Vec<Self> {
        vec![()]
    }
}

impl Domain for bool {
    const IS_ENTIRE_TYPE: bool = true;

    fn domain() -> Vec<Self> {
        vec![false, true]
    }
}

impl<T: Domain> Domain for Option<T> {
    const IS_ENTIRE_TYPE: bool = T::IS_ENTIRE_TYPE;

    fn domain() -> Vec<Self> {
        std::iter::once(None).chain(T::domain().into_iter().map(Some)).collect()
    }
}

impl<T: Domain, E: Domain> Domain for Result<T, E> {
    const IS_ENTIRE_TYPE: bool = T::IS_ENTIRE_TYPE && E::IS_ENTIRE_TYPE;

    fn domain() -> Vec<Self> {
        T::domain().into_iter().map(Ok).chain(E::domain().into_iter().map(Err)).collect()
    }
}

impl<A: Domain + Clone, B: Domain> Domain for (A, B) {
    const IS_ENTIRE_TYPE: bool = A::IS_ENTIRE_TYPE && B::IS_ENTIRE_TYPE;

    fn domain() -> Vec<Self> {
        let pairs = |first: A| B::domain().into_iter().map(move |second| (first.clone(), second));
        A::domain().into_iter().flat_map(pairs).collect()
    }
}

/// Any of these values; the search tries them all. `what` names the domain in messages.
///
/// ```
/// use rely_explore::environment::any;
/// use rely_explore::{Explorer, event};
/// let report = Explorer::new().run(|| event!("size", any("the size", [1, 8, 64])));
/// assert_eq!(report.complete, 3);
/// ```
///
/// # Panics
/// If there are none, or no exploration is running on this thread.
pub fn any<T>(what: &str, values: impl IntoIterator<Item = T>) -> T {
    let values: Vec<T> = values.into_iter().collect();
    note(what, || format!("{what}: one of {} values", values.len()));
    any_of_all(what, values)
}

/// Any of these values, which are written as `text` in the source: the domain becomes a bound of the report.
///
/// ```
/// use rely_explore::environment::any_in;
/// use rely_explore::{Explorer, event};
/// let report = Explorer::new().run(|| event!("size", any_in("the size", "[1, 8]", [1, 8])));
/// assert_eq!(report.limits, ["the size in [1, 8]"]);
/// ```
///
/// # Panics
/// If there are none, or no exploration is running on this thread.
pub fn any_in<T>(what: &str, text: &str, values: impl IntoIterator<Item = T>) -> T {
    note(what, || format!("{what} in {text}"));
    any_of_all(what, values)
}

/// Any value of a type. If its [domain](Domain) is not the entire type, this is a bound of the report.
///
/// # Panics
/// If there are none, or no exploration is running on this thread.
pub fn any_value<T: Domain>(what: &str) -> T {
    let values = T::domain();
    if !T::IS_ENTIRE_TYPE {
        note(what, || format!("{what}: one of {} values", values.len()));
    }
    any_of_all(what, values)
}

fn any_of_all<T>(what: &str, values: impl IntoIterator<Item = T>) -> T {
    let mut values: Vec<T> = values.into_iter().collect();
    expect_some(what, values.len());
    let chosen = choose(values.len());
    values.swap_remove(chosen)
}

/// Checks that a domain is not empty. `what` names it in messages.
///
/// # Panics
/// If it is empty.
pub fn not_empty<T>(what: &str, values: impl IntoIterator<Item = T>) {
    expect_some(what, usize::from(values.into_iter().next().is_some()));
}

fn expect_some(what: &str, values: usize) {
    assert!(values > 0, "the domain of {what} is empty: there is no value to try");
}

/// The range `0..n`, for a loop that is bounded for the sake of the exploration. The bound becomes part of
/// the report of an [experiment](crate::experiment).
///
/// ```
/// use rely_explore::environment::rounds;
/// let mut sum = 0;
/// for round in rounds("rounds of the adder", 3) {
///     sum += round;
/// }
/// assert_eq!(sum, 3);
/// ```
pub fn rounds(what: &str, n: usize) -> std::ops::Range<usize> {
    note_bound(what, n);
    0..n
}

mod notes;

pub use notes::stub;
pub(crate) use notes::{Callers, forget_notes, take_bounds, take_callers};
use notes::{drives, note, note_bound};

/// Hashes the state of a component, for [`at_state`].
pub type Tell<'a> = &'a dyn Fn(&mut dyn Hasher);

/// The head of the driver's loop. The places with and without the lock are different, since the lock has
/// another holder.
fn head(left: usize, tell: Option<Tell<'_>>) {
    struct State<'a>(usize, Tell<'a>);
    impl Hash for State<'_> {
        fn hash<H: Hasher>(&self, digest: &mut H) {
            self.0.hash(digest);
            (self.1)(digest);
        }
    }
    if let Some(tell) = tell {
        at_state(&State(left, tell));
    }
}

/// The loop of a universal driver. [`universal`](crate::universal) generates drivers on top of it:
///
/// ```
/// use rely_explore::{Explorer, event, universal};
///
/// #[universal(driver)]
/// trait Door {
///     fn open(&self);
///     fn close(&self, #[domain(0..2)] locks: u32);
/// }
/// struct Log;
/// impl Door for Log {
///     fn open(&self) {
///         event!("open");
///     }
///     fn close(&self, locks: u32) {
///         event!("close", locks);
///     }
/// }
/// // Stop at once, or one of three calls, each followed by a stop or one of three calls.
/// let report = Explorer::new().count_traces().run(|| DoorDriver::new(2).run(&Log));
/// assert_eq!(report.distinct_traces, Some(1 + 3 + 9));
/// ```
#[derive(Clone, Debug)]
pub struct Driver {
    interface: &'static str,
    operations: &'static [&'static str],
    calls: usize,
    /// What is bounded by that, in words.
    bound: String,
    /// Numbers of the operations that are called with the lock.
    with_lock: Vec<usize>,
    /// Numbers of the operations that are called without the lock.
    without_lock: Vec<usize>,
    /// Calls that are left; an ordinary atomic, which the search does not see.
    left: Arc<AtomicUsize>,
}

impl Driver {
    /// The driver of an interface with these operations, with at most `calls` calls.
    pub fn new(interface: &'static str, operations: &'static [&'static str], calls: usize) -> Self {
        let all: Vec<usize> = (0..operations.len()).collect();
        let bound = format!("calls of the driver of {interface}");
        Driver {
            interface,
            operations,
            calls,
            bound,
            with_lock: all.clone(),
            without_lock: all,
            left: Arc::new(AtomicUsize::new(calls)),
        }
    }

    /// Never calls an operation.
    ///
    /// # Panics
    /// If the interface has no such operation.
    pub fn without(&mut self, operation: &str) {
        let number = self.number(operation);
        self.with_lock.retain(|other| *other != number);
        self.without_lock.retain(|other| *other != number);
    }

    /// Calls an operation only while holding the lock.
    ///
    /// # Panics
    /// If the interface has no such operation.
    pub fn locked(&mut self, operation: &str) {
        let number = self.number(operation);
        self.without_lock.retain(|other| *other != number);
    }

    fn number(&self, operation: &str) -> usize {
        let found = self.operations.iter().position(|name| *name == operation);
        found.unwrap_or_else(|| {
            let Driver { interface, operations, .. } = self;
            panic!("{interface} has no operation `{operation}`; its operations are {}", operations.join(", "))
        })
    }

    /// The number of calls left, for code that reports the state of the system. Clones of a driver share it.
    pub fn left(&self) -> usize {
        self.left.load(Ordering::Relaxed)
    }

    fn called(&self) {
        self.left.fetch_sub(1, Ordering::Relaxed);
    }

    /// Repeatedly stops or calls an operation, as long as calls are left. `call` is given the number of the
    /// operation.
    pub fn run(&self, tell: Option<Tell<'_>>, call: &mut dyn FnMut(usize)) {
        note_bound(&self.bound, self.calls);
        drives(self.interface);
        while self.left() > 0 {
            head(self.left(), tell);
            let chosen = choose(1 + self.without_lock.len());
            if chosen == 0 {
                return;
            }
            self.called();
            call(self.without_lock[chosen - 1]);
        }
    }

    /// Repeatedly stops, takes the lock, or calls an operation without it, as long as calls are left.
    pub fn run_locking(
        &self,
        lock: &dyn Lockable,
        holder: &Holder,
        tell: Option<Tell<'_>>,
        call: &mut dyn FnMut(usize),
    ) {
        note_bound(&self.bound, self.calls);
        drives(self.interface);
        while self.left() > 0 {
            head(self.left(), tell);
            let chosen = choose(2 + self.without_lock.len());
            if chosen == 0 {
                return;
            }
            self.called();
            match chosen {
                1 => lock.while_held(holder, &mut || self.hold(tell, call)),
                _ => call(self.without_lock[chosen - 2]),
            }
        }
    }

    /// Calls operations while the lock is held, until it chooses to release it.
    fn hold(&self, tell: Option<Tell<'_>>, call: &mut dyn FnMut(usize)) {
        while self.left() > 0 {
            head(self.left(), tell);
            let chosen = choose(1 + self.with_lock.len());
            if chosen == 0 {
                return;
            }
            self.called();
            call(self.with_lock[chosen - 1]);
        }
    }
}
