//! Executions that are over although their threads are not: these run on to their ends, without choices and
//! without being heard, as far as that is possible within some operations.
//!
//! Unwinding them at once would drop what they hold at moments at which the code never drops it: a destructor
//! with an assertion would end the process. Only what is left after that is unwound: threads that are
//! blocked, and threads that never end.

use crate::model::{Op, Task};

use super::{Control, Phase, Stop};

/// How many operations, of all threads.
const MOST: u32 = 2_000;

impl Control {
    /// Whether the threads of an execution that is over run on.
    pub(super) fn runs_on(&self) -> bool {
        let may = matches!(self.stop, Some(Stop::Outside | Stop::Asleep | Stop::Seen | Stop::Cut(_)));
        may && self.run_on != Some(0)
    }

    /// From now on threads are unwound.
    pub(crate) fn stop_running_on(&mut self) {
        self.run_on = Some(0);
    }

    /// A thread that runs on has done something.
    pub(super) fn tire(&mut self) {
        self.run_on = Some(self.run_on.unwrap_or(MOST).saturating_sub(1));
    }

    /// Performs the next operation of some thread; `None` if none is left that can go on.
    pub(super) fn go_on(&mut self) -> Option<Task> {
        if !self.runs_on() {
            return None;
        }
        self.tire();
        let n = self.tasks.len();
        let from = self.running.map_or(0, |task| task + 1);
        // In turns, so that a thread that waits in a loop for another one does not keep it from going on.
        let next = (from..from + n).map(|at| at % n).find_map(|task| match self.tasks[task].phase {
            Phase::At(op) if self.runs_on() && self.can(task, op) => Some((task, op)),
            _ => None,
        });
        let Some((task, op)) = next else {
            self.stop_running_on();
            return None;
        };
        if !matches!(op, Op::Event(_) | Op::Join(_)) {
            self.tasks[task].result = self.objects.perform(task, op, 0);
        }
        self.tasks[task].phase = Phase::Running;
        Some(task)
    }
}
