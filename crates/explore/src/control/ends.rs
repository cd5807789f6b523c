//! Where executions begin and end, and what is noted then.

use crate::environment::take_bounds;
use crate::explorer::{Deadlocks, Granularity, StateMatching};
use crate::model::{Object, Op, Shared, Task};
use crate::report::{BoundHit, Failure, FailureKind, Report, SearchOutcome, Step};
use crate::schedule;
use crate::search::Search;
use crate::states::States;
use crate::trace::{End, Trace, Traces};
use crate::watchdog::Watchdog;

use super::{Control, Phase, Stop};

impl Control {
    /// Concludes the execution before and begins the next one; `false` if there is none.
    pub(crate) fn begin(&mut self, epoch: u64) -> bool {
        if self.began {
            self.conclude();
            if self.repeated.is_some() {
                return self.restart(epoch);
            }
            if self.failure.is_some() || !(self.begin_again() || self.search.advance() || self.again()) {
                self.began = false;
                return false;
            }
        }
        if let Some(hit) = self.options.bounds.spent(self.report.executions, self.started) {
            self.hit(hit);
            self.began = false;
            return false;
        }
        self.began = true;
        self.report.executions += 1;
        self.restart(epoch)
    }

    /// Begins an execution, a new one or one that is repeated.
    fn restart(&mut self, epoch: u64) -> bool {
        self.epoch = epoch;
        self.search.begin();
        self.races.clear();
        self.automata.reset();
        self.objects.clear(self.options.spurious_wakeups);
        self.tasks.clear();
        self.watchdog.begin();
        self.scopes.clear();
        self.changes.clear();
        self.events.clear();
        self.history.clear();
        self.program = 0;
        self.stop = None;
        self.abandoned = false;
        self.revived = 0;
        self.run_on = None;
        self.sleep = 0;
        (self.steps, self.idle, self.chosen, self.late) = (0, 0, 0, 0);
        self.preemptions = 0;
        self.add_task("main".to_string());
        self.tasks[0].phase = Phase::Running;
        self.running = Some(0);
        self.last = 0;
        true
    }

    /// Starts over, with strict matching, if executions were cut that had come to states which others came to
    /// with fewer operations and were given up there: those would have gone further. Says whether it does.
    fn again(&mut self) -> bool {
        let is_cut = self.hits.iter().any(|hit| matches!(hit, BoundHit::Steps(_)));
        let prunes = self.options.states == StateMatching::Prune;
        if self.strict || !is_cut || !prunes || !self.states.has_shortcuts() {
            return false;
        }
        self.strict = true;
        self.states = States::default();
        self.search.restart();
        true
    }

    /// The object that tells that a thread has ended. Asked for the first time, the search begins again, with
    /// ends of threads as operations.
    pub(crate) fn end_of(&mut self, task: Task) -> Object {
        if !std::mem::replace(&mut self.ends_matter, true) {
            self.begins_again = true;
        }
        match self.tasks[task].end {
            Some(end) => end,
            None => {
                let end = self.objects.add(Shared::Atomic);
                self.tasks[task].end = Some(end);
                end
            }
        }
    }

    /// Whether a thread has to say that it ends; it has then.
    pub(crate) fn says_its_end(&mut self, task: Task) -> bool {
        self.ends_matter && self.stop.is_none() && task != 0
    }

    /// A thread has said that it ends.
    pub(crate) fn has_ended_for_others(&mut self, task: Task) {
        self.tasks[task].has_said_its_end = true;
    }

    pub(crate) fn has_said_its_end(&self, task: Task) -> bool {
        self.tasks[task].has_said_its_end
    }

    fn begin_again(&mut self) -> bool {
        let begins = std::mem::take(&mut self.begins_again);
        if begins {
            self.search.restart();
            self.other_program = false;
            self.states = States::default();
        }
        begins
    }

    pub(super) fn conclude(&mut self) {
        let stop = self.stop.unwrap_or(Stop::Complete);
        if let Some((before, ended)) = self.repeated.take() {
            self.compare(&before, ended);
            return;
        }
        if self.search.is_dynamic() && matches!(stop, Stop::Cut(BoundHit::Steps(_) | BoundHit::Threads(_))) {
            // What is shorter without some step before may go further: nothing on the way can be left to
            // races.
            self.search.demand_everywhere();
        }
        if let (Stop::Outside | Stop::Cut(_), Some(frame)) = (stop, self.races.last_frame()) {
            // What would have followed is not known, nor what it would have raced with.
            self.search.demand_all(frame);
        }
        match stop {
            Stop::Complete => self.report.complete += 1,
            Stop::Deadlock => self.report.deadlocks += 1,
            Stop::Outside => self.report.pruned += 1,
            Stop::Asleep => self.report.blocked += 1,
            Stop::Seen => self.report.matched += 1,
            Stop::Cut(_) => self.report.cut += 1,
            Stop::Failed => {}
        }
        if matches!(stop, Stop::Complete | Stop::Deadlock) && self.has_heard_panic() {
            self.report.panicked += 1;
        }
        let end = match stop {
            Stop::Complete => Some(End::Complete),
            Stop::Deadlock => Some(End::Deadlock),
            _ => None,
        };
        if let Some(end) = end {
            if let Some(traces) = &mut self.traces {
                traces.insert(self.events.iter().map(|(_, event)| *event), end);
            }
            if let Some(on_trace) = &mut self.on_trace {
                on_trace(&Trace { events: &self.events, names: &self.names, end });
            }
        }
        self.report.steps += u64::from(self.steps) + u64::from(self.idle) + u64::from(self.chosen);
        self.report.events += self.events.len() as u64;
        let traces = self.traces.as_ref().map_or(0, Traces::memory);
        let memory = self.search.memory() + self.states.memory() + traces;
        self.report.memory = self.report.memory.max(memory as u64);
        if !self.begins_again {
            self.repeat(stop);
        }
    }

    /// The report, when all is over. Nothing can be explored after that.
    pub(crate) fn finish(&mut self) -> Report {
        if self.began {
            // The engine gave up within an execution.
            self.conclude();
        }
        self.watchdog = Watchdog::start(None);
        self.report.time = self.started.elapsed();
        self.report.distinct_states = std::mem::take(&mut self.states).len();
        self.report.distinct_traces = self.traces.take().as_ref().map(Traces::len);
        (self.report.vacuous, self.report.unseen) = self.automata.unseen();
        self.report.limits = take_bounds();
        self.note_replay();
        self.search = Search::default();
        if self.options.granularity == Granularity::Event {
            self.hit(BoundHit::EventGranularity);
        }
        self.report.outcome = SearchOutcome::of(self.failure.take(), std::mem::take(&mut self.hits));
        std::mem::replace(&mut self.report, Report::new())
    }

    pub(super) fn hit(&mut self, hit: BoundHit) {
        if !self.hits.contains(&hit) {
            self.hits.push(hit);
        }
    }

    pub(super) fn cut(&mut self, hit: BoundHit) {
        if self.stop.is_none() {
            self.hit(hit);
            self.stop = Some(Stop::Cut(hit));
        }
    }

    pub(super) fn astray(&mut self) {
        if self.search.verdict_only().is_some() {
            self.other_program = true;
            self.stop = self.stop.or(Some(Stop::Asleep));
            return;
        }
        let step = self.history.len() + 1;
        self.not_deterministic(&format!("step {step} is another one than before"));
    }

    /// The execution is a failure, and the search is over.
    pub(crate) fn fail(&mut self, kind: FailureKind, message: String) {
        if self.stop.is_some() {
            return;
        }
        let trace = self.events.iter().map(|(task, event)| Step {
            thread: self.tasks[*task].name.clone(),
            action: self.names[*event as usize].clone(),
        });
        let trace = trace.collect();
        let operations = self.operations();
        let schedule = schedule::encode(self.search.taken(), self.verdict_only, self.program_digest());
        self.failure = Some(Failure { kind, message, trace, operations, schedule });
        self.stop = Some(Stop::Failed);
        self.abandoned = true;
    }

    pub(super) fn deadlock(&mut self) {
        self.fail_if_unheard();
        if self.stop.is_some() {
            return;
        }
        if self.options.deadlocks == Deadlocks::Count {
            self.stop = Some(Stop::Deadlock);
            return;
        }
        let waits = self.tasks.iter().filter_map(|state| {
            let Phase::At(op) = state.phase else { return None };
            let whom = match op {
                Op::Join(other) => Some(other),
                Op::Lock(mutex) => self.objects.owner(mutex),
                _ => None,
            };
            let whom = whom.map_or(String::new(), |task| format!(" for {}", self.tasks[task].name));
            Some(format!("{} waits{whom} in {} at {}", state.name, op.verb(), state.at))
        });
        let waits: Vec<String> = waits.collect();
        self.report.deadlocks += 1;
        self.fail(FailureKind::Deadlock, format!("deadlock: {}", waits.join("; ")));
    }
}
