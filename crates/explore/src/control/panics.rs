//! Threads that panic: who hears of it, and what their destructors do.

use std::panic::Location;

use crate::model::{Op, Task};
use crate::report::{BoundHit, FailureKind};

use super::{Control, Stop};

/// What a thread panicked with.
pub(super) struct Panic {
    /// Place and message.
    what: String,
    /// Somebody waited for the thread and was told.
    heard: bool,
}

impl Control {
    /// A thread has ended with a panic. That of the first thread is a failure; others may be waited for.
    pub(crate) fn panicked(&mut self, task: Task, what: String) {
        if self.stop.is_some() {
            return;
        }
        self.tasks[task].panic = Some(Panic { what, heard: false });
        if task == 0 {
            self.fail_by_panic(task);
        }
    }

    fn fail_by_panic(&mut self, task: Task) {
        let told = |at: Task| {
            let state = &self.tasks[at];
            state.panic.as_ref().map(|panic| format!("{} panicked{}", state.name, panic.what))
        };
        let mut message = told(task).unwrap_or_default();
        for other in (0..self.tasks.len()).filter(|other| *other != task).filter_map(told) {
            message.push_str("; ");
            message.push_str(&other);
        }
        self.fail(FailureKind::Panic, message);
    }

    /// Whoever waited for a thread has its panic.
    pub(crate) fn heard(&mut self, task: Task) {
        if let Some(panic) = self.tasks.get_mut(task).and_then(|t| t.panic.as_mut()) {
            panic.heard = true;
        }
    }

    /// The threads of a scope that panicked without anybody hearing of it; the scope does now.
    pub(crate) fn unheard_in_scope(&mut self, scope: usize) -> bool {
        let threads = self.scopes[scope].clone();
        let mut any = false;
        for task in threads {
            if let Some(panic) = &mut self.tasks[task].panic {
                any |= !std::mem::replace(&mut panic.heard, true);
            }
        }
        any
    }

    /// The execution is over. Fails if a thread panicked and nobody waited for it.
    pub(super) fn fail_if_unheard(&mut self) {
        let unheard = self.tasks.iter().position(|t| t.panic.as_ref().is_some_and(|panic| !panic.heard));
        if let Some(task) = unheard {
            self.fail_by_panic(task);
        }
    }

    /// Whether a thread panicked and another one was told.
    pub(super) fn has_heard_panic(&self) -> bool {
        self.tasks.iter().any(|t| t.panic.as_ref().is_some_and(|panic| panic.heard))
    }

    /// A destructor does something during a panic: later, when the thread can stop before it. `false` if it
    /// has to be now.
    pub(crate) fn put_off(&mut self, task: Task, op: Op, at: &'static Location<'static>) -> bool {
        if self.stop.is_some() || !op.can_be_put_off() {
            return false;
        }
        self.tasks[task].put_off.push_back((op, at));
        true
    }

    /// The next operation of a thread that was put off.
    pub(crate) fn take_put_off(&mut self, task: Task) -> Option<(Op, &'static Location<'static>)> {
        self.tasks.get_mut(task)?.put_off.pop_front()
    }

    /// An operation during a panic is done at once, and everything before it.
    pub(super) fn catch_up(&mut self, task: Task) {
        while let Some((op, at)) = self.take_put_off(task) {
            self.tasks[task].at = at;
            if self.stop.is_none() {
                self.belongs_to_step(task, op);
            }
            match op {
                Op::Event(event) if self.stop.is_none() => self.event(task, event),
                Op::Event(_) => {}
                op => drop(self.objects.perform(task, op, 0)),
            }
        }
    }

    /// Several operations were one step.
    pub(super) fn note_one_step(&mut self) {
        if self.stop.is_none_or(|stop| stop == Stop::Failed) {
            self.hit(BoundHit::PanicInOneStep);
        }
    }
}
