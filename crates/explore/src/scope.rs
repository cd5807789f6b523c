//! Threads that borrow, as in [`std::thread::scope`].
//!
//! All threads of a scope end before the scope does, also if the execution is abandoned: the thread that
//! opened the scope is unwound last.

use std::marker::PhantomData;
use std::panic::{self, AssertUnwindSafe, Location};
use std::rc::Rc;

use crate::context::{self, Context};
use crate::engine::{self, EngineScope};
use crate::model::Task;
use crate::thread::Outcome;

#[derive(Clone, Copy)]
enum Which<'scope, 'env: 'scope> {
    Std(&'scope std::thread::Scope<'scope, 'env>),
    Explored(&'scope EngineScope<'scope, 'env>, usize),
}

/// Starts threads that may borrow from the caller of [`scope`]. Passed by value, not by reference as in
/// `std`.
#[derive(Clone, Copy)]
pub struct Scope<'scope, 'env: 'scope>(Which<'scope, 'env>);

enum Handle<'scope, T> {
    Std(std::thread::ScopedJoinHandle<'scope, T>),
    Explored(Task, Outcome<T>),
}

/// A handle to wait for a thread of a scope.
pub struct ScopedJoinHandle<'scope, T>(Handle<'scope, T>, PhantomData<&'scope ()>);

/// Runs a function that may start threads which borrow, and waits for all of them.
///
/// ```
/// use rely_explore::{Explorer, event, thread};
///
/// let report = Explorer::new().run(|| {
///     let name = String::from("shared");
///     thread::scope(|s| {
///         s.spawn(|| event!("one", name));
///         s.spawn(|| event!("two", name));
///     });
///     event!("end");
/// });
/// assert!(report.is_exhausted());
/// assert_eq!(report.complete, 2);
/// ```
#[track_caller]
pub fn scope<'env, F, T>(f: F) -> T
where
    F: for<'scope> FnOnce(Scope<'scope, 'env>) -> T,
{
    let Some(context) = context::current() else {
        return std::thread::scope(|inner| f(Scope(Which::Std(inner))));
    };
    let at = Location::caller();
    engine::scope(|inner| {
        let number = context.with(|control| control.open_scope());
        let result = panic::catch_unwind(AssertUnwindSafe(|| f(Scope(Which::Explored(inner, number)))));
        let waited = wait(&context, number, at);
        let unheard = context.with(|control| control.unheard_in_scope(number));
        match (result, waited) {
            (Ok(_), Ok(())) if unheard => context::panic_at(at, "a scoped thread panicked"),
            (Ok(value), Ok(())) => value,
            (Err(payload), _) | (_, Err(payload)) => panic::resume_unwind(payload),
        }
    })
}

/// Waits for all threads of a scope; what unwinds this thread meanwhile is put off until they have ended.
fn wait(context: &Rc<Context>, number: usize, at: &'static Location<'static>) -> std::thread::Result<()> {
    let mut unwound = Ok(());
    while let Some(task) = context.with(|control| control.left_in_scope(number)) {
        let again = panic::catch_unwind(AssertUnwindSafe(|| context.wait_for(task, at)));
        unwound = unwound.and(again);
    }
    unwound
}

impl<'scope> Scope<'scope, '_> {
    /// Starts a thread that ends before the scope does.
    #[track_caller]
    pub fn spawn<F, T>(&self, f: F) -> ScopedJoinHandle<'scope, T>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        let handle = match self.0 {
            Which::Std(scope) => Handle::Std(scope.spawn(f)),
            Which::Explored(scope, number) => {
                let context = context::current().expect("a scope of an exploration is used in it");
                let result = Outcome::default();
                let (place, panicked) = (result.clone(), result.clone());
                let task = context.register(number);
                if let Some(task) = task {
                    scope.spawn(move || {
                        if let Some(context) = context::current() {
                            context.task(task, || place.set(Ok(f())), |payload| panicked.set(Err(payload)));
                        }
                    });
                }
                Handle::Explored(task.unwrap_or(0), result)
            }
        };
        ScopedJoinHandle(handle, PhantomData)
    }
}

impl<T> ScopedJoinHandle<'_, T> {
    /// Waits for the end of the thread.
    ///
    /// # Errors
    /// If the thread has panicked.
    #[track_caller]
    pub fn join(self) -> std::thread::Result<T> {
        match self.0 {
            Handle::Std(handle) => handle.join(),
            Handle::Explored(task, result) => result.join(task, Location::caller()),
        }
    }
}
