//! The choice of the next thread, and its step.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::automata::{Judgement, Role};
use crate::explorer::{Deadlocks, Granularity};
use crate::model::{Op, Task, dependent};
use crate::report::{BoundHit, FailureKind};
use crate::search::{Pick, Tasks, bit, members};

use super::{Compared, Control, Phase, Stop};

impl Control {
    /// Whether a thread can do its next operation.
    pub(super) fn can(&self, task: Task, op: Op) -> bool {
        match op {
            Op::Join(other) => self.has_ended(other),
            Op::Await => self.sees_change(task),
            op => self.objects.enabled(task, op),
        }
    }

    /// Who goes on; performs the operation.
    pub(super) fn decide(&mut self) -> Option<Task> {
        loop {
            if let Some(task) = self.tasks.iter().position(|t| t.phase == Phase::New) {
                self.tasks[task].phase = Phase::Running;
                return Some(task);
            }
            if self.stop.is_some() {
                self.running = self.go_on().or_else(|| self.to_unwind());
                return self.running;
            }
            let mut enabled: Tasks = 0;
            let mut print = FxHasher::default();
            let (mut waiting, mut only_spurious) = (false, true);
            for (task, state) in self.tasks.iter().enumerate() {
                let Phase::At(op) = state.phase else { continue };
                waiting = true;
                if self.can(task, op) {
                    if self.is_free(op) {
                        enabled = bit(task);
                        break;
                    }
                    only_spurious &= self.objects.is_spurious(task, op);
                    enabled |= bit(task);
                    (task, op).hash(&mut print);
                }
            }
            if !waiting {
                self.fail_if_unheard();
                return None;
            }
            if enabled == 0 {
                // Whoever waits by yielding may look again: it may count how often. They take turns.
                enabled = self.looks_again();
                only_spurious = false;
            } else {
                self.note_waiting_by_yields();
            }
            if enabled == 0 {
                if self.search.is_dynamic() {
                    self.look_for_races(Compared::All);
                }
                self.deadlock();
                continue;
            }
            // Nothing says that waiting ever ends for no reason.
            let is_free = self.free(enabled).is_some();
            if only_spurious && !is_free && (self.options.deadlocks == Deadlocks::Fail || self.value(2) == 1)
            {
                if self.stop.is_none() {
                    self.deadlock();
                }
                continue;
            }
            let free = self.free(enabled);
            if free.is_none() && self.is_spent() {
                continue;
            }
            if let Some((task, op)) = free {
                if let Op::Event(event) = op {
                    self.idle += 1;
                    self.does_more(task);
                    self.event(task, event);
                    if self.stop.is_some() {
                        continue;
                    }
                }
                if let Op::Join(ended) = op {
                    self.races.joined(task, ended);
                }
                self.did(task, op, 0);
                // It has not had its turn: who goes on after this is no interruption of it.
                self.running = Some(task);
                self.tasks[task].phase = Phase::Running;
                return Some(task);
            }
            if self.search.is_dynamic() {
                self.look_for_races(Compared::New);
            }
            if let Some(task) = self.pick(enabled, print.finish()) {
                return Some(task);
            }
        }
    }

    /// Demands that other orders are tried where the next operations race with what was done.
    fn look_for_races(&mut self, with: Compared) {
        let is_new = self.search.is_new();
        for (task, state) in self.tasks.iter().enumerate() {
            if let Phase::At(op) = state.phase
                && !matches!(op, Op::Join(_))
            {
                let demand = &mut |demand| self.search.demand(&demand);
                match with {
                    Compared::New => self.races.check(task, op, is_new, demand),
                    Compared::All => self.races.check_all(task, op, demand),
                }
            }
        }
    }

    /// Whether an operation is done without a choice, since it commutes with everything that others may ever
    /// do: the end of a wait for another thread, and an event that concerns no automaton if only the verdict
    /// matters. A thread that says nothing else forever must not keep the others from their turn, nor use up
    /// their operations: after so many such events they are choices like any other.
    fn is_free(&self, op: Op) -> bool {
        match op {
            Op::Join(_) => true,
            Op::Event(event) => {
                self.verdict_only && self.idle < self.options.bounds.steps && !self.automata.concerns(event)
            }
            _ => false,
        }
    }

    /// The thread with an operation that is done without a choice, if the set is just that thread.
    fn free(&self, enabled: Tasks) -> Option<(Task, Op)> {
        let task = enabled.trailing_zeros() as Task;
        match self.tasks[task].phase {
            Phase::At(op) if enabled == bit(task) && self.is_free(op) => Some((task, op)),
            _ => None,
        }
    }

    /// Whether the order of two operations of different threads may matter.
    fn depend(&self, one: Op, other: Op) -> bool {
        match (one, other) {
            (Op::Event(one), Op::Event(other)) if self.verdict_only => !self.automata.commute(one, other),
            _ => dependent(one, other),
        }
    }

    /// Somebody whose stack is still there, the thread that ran last first.
    fn to_unwind(&self) -> Option<Task> {
        let is_left = |task: &Task| self.tasks[*task].phase != Phase::Ended;
        let others = || (0..self.tasks.len()).filter(is_left).min_by_key(|task| self.tasks[*task].unwinding);
        self.running.filter(|task| is_left(task) && !self.tasks[*task].unwinding).or_else(others)
    }

    /// Asks the search and performs what it picks; `None` if the execution is over.
    fn pick(&mut self, enabled: Tasks, print: u64) -> Option<Task> {
        self.note_choice(enabled);
        let last = self.last;
        let goes_on = enabled & bit(last) != 0;
        let mut allowed = enabled;
        if goes_on && enabled != bit(last) {
            if self.options.granularity == Granularity::Event
                && matches!(self.tasks[last].phase, Phase::At(op) if !op.may_block())
            {
                self.search.note(last);
                return self.go(last, 0, enabled);
            }
            if let Some(most) = self.options.bounds.preemptions
                && self.preemptions >= most
            {
                self.hit(BoundHit::Preemptions(most));
                allowed = bit(last);
            }
        }
        match self.search.pick(enabled, allowed, self.sleep, last, print) {
            Pick::Go(task, asleep) => {
                if enabled.count_ones() > 1 {
                    self.check_program();
                }
                if goes_on && task != last {
                    self.preemptions += 1;
                }
                self.go(task, asleep, enabled)
            }
            Pick::Asleep => {
                self.stop = Some(Stop::Asleep);
                None
            }
            Pick::Astray => {
                self.astray();
                None
            }
        }
    }

    /// Performs the operation of a thread; `None` if the execution is over.
    fn go(&mut self, task: Task, asleep: Tasks, enabled: Tasks) -> Option<Task> {
        let Phase::At(op) = self.tasks[task].phase else { return None };
        self.steps += 1;
        self.sleep = 0;
        // Keeps I3.
        for other in members(asleep & enabled) {
            if let Phase::At(waiting) = self.tasks[other].phase
                && !self.depend(op, waiting)
            {
                self.sleep |= bit(other);
            }
        }
        self.running = Some(task);
        self.last = task;
        if self.search.is_dynamic() {
            if self.search.is_new() {
                self.races.check_all(task, op, &mut |demand| self.search.demand(&demand));
            }
            self.races.step(task, op, self.search.frame());
        }
        if let Op::Event(event) = op {
            self.did(task, op, 0);
            self.does_more(task);
            self.event(task, event);
            if self.stop.is_some() {
                return None;
            }
        } else {
            let ways = self.objects.ways(task, op);
            let way = self.value(ways);
            if self.stop.is_some() {
                return None;
            }
            let result = self.objects.perform(task, op, way);
            self.tasks[task].result = result;
            self.did(task, op, result);
            self.note_for_spin(task, op, result);
        }
        self.tasks[task].phase = Phase::Running;
        Some(task)
    }

    pub(super) fn event(&mut self, task: Task, event: u32) {
        if let Some(most) = self.options.bounds.events
            && self.events.len() >= most as usize
        {
            self.cut(BoundHit::Events(most));
            return;
        }
        match self.automata.feed(event) {
            Judgement::Kept => self.events.push((task, event)),
            Judgement::Outside => self.stop = Some(Stop::Outside),
            Judgement::Wrong(role, name, what) => {
                self.events.push((task, event));
                let step = self.events.len();
                match role {
                    Role::Model => self.fail(
                        FailureKind::Model(name.clone()),
                        format!("the code violates its model {name} at event {step}: {what}"),
                    ),
                    _ => self.fail(
                        FailureKind::Property(name.clone()),
                        format!("property {name} violated at event {step}: {what}"),
                    ),
                }
            }
        }
    }
}
