//! What runs threads one at a time: the back end, behind a small trait.
//!
//! An engine gives coroutines on the calling thread and nothing else. It is asked to run executions one after
//! another, to add a thread to the current one, and to switch; who runs next is decided by
//! [`Context`](crate::context::Context) alone. Locks and channels of the engine are not used, so that it has
//! no scheduling points of its own.

use std::rc::Rc;
use std::sync::Arc;

use crate::context::Context;

/// The code under exploration.
pub(crate) type Body = Arc<dyn Fn() + Send + Sync>;

/// A back end.
pub(crate) trait Engine {
    /// Runs executions of `body` as long as the context begins new ones.
    fn run(&self, context: Rc<Context>, stack: usize, body: Body);

    /// Adds a thread to the current execution. It gets the next number.
    fn spawn(&self, stack: usize, body: Box<dyn FnOnce() + Send>);

    /// Gives control to the thread that the context has chosen; returns when the caller is chosen again.
    fn switch(&self);
}

/// Coroutines of shuttle.
///
/// Only its public interface is used, so any 0.9.x will do. Three habits that its documentation does not
/// promise are relied on, and the tests of this crate fail without them: tasks are numbered in the order in
/// which they are spawned, `sleep` is one switch, and shuttle installs its panic hook with its first
/// execution only.
pub(crate) struct Shuttle;

/// Asks the context.
struct Director(Rc<Context>);

impl shuttle::scheduler::Scheduler for Director {
    fn new_execution(&mut self) -> Option<shuttle::scheduler::Schedule> {
        self.0.begin().then(|| shuttle::scheduler::Schedule::new(0))
    }

    fn next_task(
        &mut self,
        runnable: &[&shuttle::scheduler::Task],
        current: Option<shuttle::scheduler::TaskId>,
        _: bool,
    ) -> Option<shuttle::scheduler::TaskId> {
        let is_runnable = |task| runnable.iter().any(|t| usize::from(t.id()) == task);
        // A thread that is on its way out goes on until it is gone.
        let leaving = current.map(usize::from).filter(|task| self.0.has_ended(*task) && is_runnable(*task));
        leaving.or_else(|| self.0.running()).map(shuttle::scheduler::TaskId::from)
    }

    fn next_u64(&mut self) -> u64 {
        0
    }
}

impl Engine for Shuttle {
    fn run(&self, context: Rc<Context>, stack: usize, body: Body) {
        let mut config = shuttle::Config::new();
        config.stack_size = stack;
        config.failure_persistence = shuttle::FailurePersistence::None;
        config.max_steps = shuttle::MaxSteps::None;
        config.silence_warnings = true;
        shuttle::Runner::new(Director(context), config).run(move || body());
    }

    fn spawn(&self, stack: usize, body: Box<dyn FnOnce() + Send>) {
        let spawned = shuttle::thread::Builder::new().stack_size(stack).spawn(body);
        drop(spawned);
    }

    fn switch(&self) {
        // Shuttle has no time: this is its plain switch.
        shuttle::thread::sleep(std::time::Duration::ZERO);
    }
}

/// Where coroutines are started that may borrow.
pub(crate) use shuttle::thread::{Scope as EngineScope, scope};
