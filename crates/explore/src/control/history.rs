//! What was done in an execution: to show it, to compare it with its repetition, and to recognize the program
//! that a schedule is for.

use std::hash::{Hash, Hasher};
use std::panic::Location;

use rustc_hash::FxHasher;

use crate::model::{Op, Task};
use crate::report::{BoundHit, FailureKind, Operation};
use crate::search::{Tasks, members};

use super::{Control, Phase, Stop};

/// One operation, or one value that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Did {
    Op { task: Task, op: Op, at: &'static Location<'static>, result: u32 },
    Chose { task: Task, n: u32, value: u32 },
}

/// Which executions are repeated: the first ones, and fewer and fewer later.
fn is_repeated(execution: u64) -> bool {
    execution <= 3 || execution.is_power_of_two()
}

impl Control {
    pub(super) fn did(&mut self, task: Task, op: Op, result: u32) {
        let at = self.tasks[task].at;
        self.history.push(Did::Op { task, op, at, result });
    }

    /// Whether the execution that has just ended is repeated, as it was.
    pub(super) fn repeat(&mut self, stop: Stop) -> bool {
        let repeats = self.repeated.is_none()
            && self.failure.is_none()
            && stop != Stop::Seen
            && is_repeated(self.report.executions)
            && self.search.repeat();
        if repeats {
            self.repeated = Some((std::mem::take(&mut self.history), stop));
        }
        repeats
    }

    /// A repetition has ended. Fails if it was not the same execution.
    pub(super) fn compare(&mut self, before: &[Did], ended: Stop) {
        let now = self.stop.unwrap_or(Stop::Complete);
        if before == self.history && ended == now {
            return;
        }
        let at = before.iter().zip(&self.history).take_while(|(one, other)| one == other).count();
        let tell =
            |did: Option<&Did>| did.map_or("the end".to_string(), |did| self.in_words(did).to_string());
        let difference =
            format!("step {} was {} and is {}", at + 1, tell(before.get(at)), tell(self.history.get(at)));
        self.stop = None;
        self.not_deterministic(&difference);
    }

    pub(super) fn not_deterministic(&mut self, difference: &str) {
        self.fail(
            FailureKind::NotDeterministic,
            format!(
                "the same choices led to a different execution ({difference}): the code depends on something that the \
                 explorer does not control (time, random numbers, hash order, statics, threads or locks of `std`)"
            ),
        );
    }

    fn in_words(&self, did: &Did) -> Operation {
        match *did {
            Did::Op { task, op, at, .. } => Operation {
                thread: self.tasks.get(task).map_or_else(|| format!("thread-{task}"), |t| t.name.clone()),
                what: self.op_in_words(op),
                is_event: matches!(op, Op::Event(_)),
                place: Some(format!("{}:{}", at.file(), at.line())),
            },
            Did::Chose { task, n, value } => Operation {
                thread: self.tasks.get(task).map_or_else(|| format!("thread-{task}"), |t| t.name.clone()),
                what: format!("chooses {value} of {n} values"),
                is_event: false,
                place: None,
            },
        }
    }

    fn op_in_words(&self, op: Op) -> String {
        match op {
            Op::Event(event) => self.names[event as usize].clone(),
            Op::Join(task) => format!("join {}", self.tasks.get(task).map_or("a thread", |t| &t.name)),
            Op::Wake { condvar, .. } => format!("wakes from {}", self.objects.name(condvar)),
            op => match op.object() {
                Some(object) => format!("{} {}", op.verb(), self.objects.name(object)),
                None => op.verb().to_string(),
            },
        }
    }

    /// All that was done, for people.
    pub(super) fn operations(&self) -> Vec<Operation> {
        self.history.iter().map(|did| self.in_words(did)).collect()
    }

    // ---- the program of a schedule ----

    fn mix(&mut self, what: impl Hash) {
        let mut hasher = FxHasher::default();
        (self.program, what).hash(&mut hasher);
        self.program = hasher.finish();
    }

    /// A digest that does not depend on what other executions did.
    fn lasting(&self, task: Task, op: Op) -> u64 {
        let mut hasher = FxHasher::default();
        match op {
            Op::Event(event) => (task, self.names[event as usize].as_str()).hash(&mut hasher),
            op => (task, op).hash(&mut hasher),
        }
        hasher.finish()
    }

    /// There is a choice among threads.
    pub(super) fn note_choice(&mut self, enabled: Tasks) {
        if enabled.count_ones() > 1 {
            for task in members(enabled) {
                if let Phase::At(op) = self.tasks[task].phase {
                    let digest = self.lasting(task, op);
                    self.mix(digest);
                }
            }
        }
    }

    /// A value was chosen.
    pub(super) fn note_value(&mut self, n: u32, value: u32) {
        if n > 1 {
            self.mix(n);
            self.history.push(Did::Chose { task: self.me(), n, value });
            self.check_program();
        }
    }

    /// A digest of the program as far as its choices show it.
    pub(super) fn program_digest(&self) -> u32 {
        (self.program ^ (self.program >> 32)) as u32
    }

    /// Compares with the program of the schedule after its last choice.
    pub(super) fn check_program(&mut self) {
        if let Some(digest) = self.search.schedule_ends() {
            self.other_program |= digest.is_some_and(|digest| digest != self.program_digest());
        }
    }

    /// A schedule was followed: what that says.
    pub(super) fn note_replay(&mut self) {
        if let Some(left) = self.search.schedule_left() {
            self.other_program |= left > 0;
            self.hit(if self.other_program { BoundHit::OtherProgram } else { BoundHit::Replay });
        }
    }
}
