//! Threads that cannot stop any more: their stacks are unwound, by a panic of their own or because the
//! execution is over.

use crate::model::{Op, Task};
use crate::report::FailureKind;

use super::{Control, LATE, Phase};

impl Control {
    /// Whether this thread is to be unwound now; it is told once.
    pub(crate) fn unwind(&mut self, task: Task) -> bool {
        !std::mem::replace(&mut self.tasks[task].unwinding, true)
    }

    /// A thread of a stopped execution goes on although it was unwound: at some point the stack is left
    /// alone.
    pub(crate) fn revive(&mut self, task: Task) {
        self.tasks[task].unwinding = false;
        self.revived += 1;
        self.abandoned |= self.revived > 1000;
    }

    /// Performs an operation at once if that is possible, for threads that cannot stop: they are being
    /// unwound.
    pub(crate) fn perform_now(&mut self, task: Task, op: Op) -> Option<u32> {
        self.catch_up(task);
        if self.stop.is_none() {
            self.note_one_step();
            self.belongs_to_step(task, op);
        }
        let can = match op {
            Op::Join(other) => self.has_ended(other),
            Op::Await => true,
            Op::Event(event) => {
                if self.stop.is_none() {
                    self.event(task, event);
                }
                return Some(0);
            }
            op => self.objects.enabled(task, op),
        };
        can.then(|| self.objects.perform(task, op, 0))
    }

    /// A thread that panics does an operation without a choice: it is a part of the current step, whose own
    /// operation does not tell of it.
    pub(super) fn belongs_to_step(&mut self, task: Task, op: Op) {
        self.tasks[task].broken = true;
        self.did(task, op, 0);
        // Whoever sleeps may depend on it, and the step itself is never known to commute.
        self.sleep = 0;
        self.search.keep_awake();
        if self.search.is_dynamic() && !matches!(op, Op::Join(_)) {
            self.races.check_all(task, op, &mut |demand| self.search.demand(&demand));
            self.races.step(task, op, self.search.frame());
        }
    }

    /// One more operation of an execution that is given up. Whether there were too many: it does not end.
    pub(crate) fn is_endless(&mut self) -> bool {
        self.late += 1;
        self.stop.is_some() && self.late > LATE
    }

    /// Whether the stack of this thread can be unwound, from where it is; it is from now on.
    pub(crate) fn break_stack(&mut self, task: Task) -> bool {
        self.stop.is_some() && !std::mem::replace(&mut self.tasks[task].broken, true)
    }

    /// A thread that is being unwound cannot go on: another one is unwound first. `false` if there is none.
    pub(crate) fn let_another_unwind(&mut self, me: Task, op: Op) -> bool {
        if self.stop.is_none() {
            let name = &self.tasks[me].name;
            self.fail(
                FailureKind::Panic,
                format!("{name} panicked, and a destructor is blocked in {}", op.verb()),
            );
            self.abandoned = false;
        }
        self.stop_running_on();
        self.tasks[me].unwinding = true;
        let mut others = (0..self.tasks.len()).filter(|task| *task != me);
        let other =
            others.find(|task| self.tasks[*task].phase != Phase::Ended && !self.tasks[*task].unwinding);
        self.running = other.or(self.running);
        other.is_some()
    }

    /// A thread that is being unwound gets another chance to end; at some point the stacks are left alone.
    pub(crate) fn let_go_on(&mut self, task: Task) {
        self.stop_running_on();
        self.revived += 1;
        self.abandoned |= self.revived > 1000;
        self.running = Some(task);
    }
}
