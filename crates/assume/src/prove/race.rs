//! A race between the monolithic search and the proof rules, with a deterministic winner.
//!
//! # Problem
//! The monolithic search and a proof by rules may each be much faster than the other, and which one is
//! unknown until one of them ends. Run both such that it takes little longer than the monolithic search
//! alone, and such that the winner depends neither on a clock nor on the number of threads.
//!
//! # Method
//! Each contender has a clock of its own that counts steps of work: the monolithic search one for each state
//! and transition, the rules those reported to [`Budget::work`]. For every number of steps with which the
//! monolithic search may end, [`Terms::allowance`] says how many steps the rules may have taken to win. So
//! when one contender has ended, the other continues only until it is known on which side of the allowance it
//! will end, and is then cancelled.
//!
//! With threads, the rules wait whenever they are ahead of their allowance if the monolithic search ended
//! now. On one core the monolithic search waits whenever they are behind, so one contender runs at a time;
//! with more cores it never waits and uses all of them. Without threads the contenders take turns from the
//! beginning, each turn four times as long as the one before.
//!
//! # Invariants
//! 1. The clock of a running contender is never later than the one with which it ends.
//! 2. `Terms::floor(m) ≤ Terms::allowance(n)` for all `n ≥ m`: steps granted while the monolithic search runs
//!    are granted in the end.
//! 3. The winner is a function of how, and at which clocks, the contenders end or would end.
//!
//! # Cost
//! On one core the steps of the rules are added to those of the monolithic search, at most as many as the
//! allowance and two slices. If the rules win, the monolithic search must get far enough to know it.
//!
//! # Departures
//! None: no paper is followed here. Portfolio solvers usually take the first answer by the wall clock, which
//! makes reports depend on the machine.

mod shared;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use rely_lts::{Budget, Context, Progress, ProgressEvent, Sequential, Spent};

use self::shared::{LeaveGuard, Shared, State, lock};

/// One of the two contenders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contender {
    /// The monolithic search.
    Monolithic,
    /// The proof by rules.
    Rules,
}

/// The verdict of a contender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    /// The properties hold.
    Holds,
    /// One is violated.
    Violated,
}

/// How a contender ended.
#[derive(Clone, Debug)]
pub(crate) struct Finished<T> {
    /// The verdict, if there is one.
    pub decided: Option<Decided>,
    /// Did it need more memory than it was given?
    pub lacks_memory: bool,
    /// Its result.
    pub value: T,
}

impl Finished<()> {
    /// The same with a result.
    pub(crate) fn with<T>(self, value: T) -> Finished<T> {
        Finished { decided: self.decided, lacks_memory: self.lacks_memory, value }
    }
}

/// The terms of a race: when the rules win.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// Steps that the rules may always take.
    pub head_start: u64,
    /// The rules may take one step for this many monolithic ones.
    pub weight: u64,
    /// A monolithic search with more steps than this is large:
    pub large: u64,
    /// beyond it, the rules may take one step for this many.
    pub weight_of_large: u64,
    /// A monolithic search with at most this many steps is small:
    pub small: u64,
    /// then the rules may take this many steps.
    pub allowance_if_small: u64,
    /// Can the monolithic search win with *holds*? If not, then only if the rules end without a verdict.
    pub monolithic_may_hold: bool,
}

impl Terms {
    /// The steps within which the rules win if the monolithic search ends with this many.
    pub(crate) fn allowance(&self, monolithic: u64) -> u64 {
        if monolithic <= self.small {
            self.allowance_if_small.max(self.floor(monolithic))
        } else {
            self.floor(monolithic)
        }
    }

    /// The steps within which the rules win if the monolithic search ends with at least this many.
    fn floor(&self, monolithic: u64) -> u64 {
        let beyond = monolithic.saturating_sub(self.large);
        self.head_start.max((monolithic - beyond) / self.weight + beyond / self.weight_of_large)
    }
}

/// How a race ended.
pub(crate) struct RaceResult<W, P> {
    /// Whose verdict counts; `None` if there is none.
    pub winner: Option<Contender>,
    /// How the monolithic search ended; `None` if it lost.
    pub monolithic: Option<Finished<W>>,
    /// How the rules ended; `None` if they did not begin.
    pub rules: Option<Finished<P>>,
    /// If the rules lost: only attempts that began within this many steps are reported.
    pub until: Option<u64>,
    /// Why the caller has ended both, if it was the caller.
    pub stopped: Option<Spent>,
}

impl<W, P> RaceResult<W, P> {
    /// Only the monolithic search ran.
    pub(crate) fn monolithic_only(ran: Finished<W>) -> Self {
        let winner = ran.decided.map(|_| Contender::Monolithic);
        RaceResult { winner, monolithic: Some(ran), rules: None, until: None, stopped: None }
    }

    /// Only the rules ran.
    pub(crate) fn rules_only(ran: Finished<P>) -> Self {
        let winner = ran.decided.map(|_| Contender::Rules);
        RaceResult { winner, monolithic: None, rules: Some(ran), until: None, stopped: None }
    }
}

/// The work of a contender.
pub(crate) type Job<'j, T> = &'j (dyn Fn(Context<'_>) -> Finished<T> + Sync);

/// How both contenders ended, if they began.
type BothRan<W, P> = (Option<Finished<(u64, W)>>, Option<Finished<P>>);

/// Steps that the rules may be ahead before they wait: switching threads too often costs time.
const SLICE: u64 = 1 << 13;

/// Steps of the rules in the first turn where there are no threads, and how many times more in each further
/// one.
const FIRST_TURN: u64 = 1 << 17;
const LONGER: u64 = 4;

/// Runs both contenders. The monolithic search returns its steps with its result.
pub(crate) fn race<W: Send, P: Send>(
    terms: Terms,
    monolithic: Job<'_, (u64, W)>,
    rules: Job<'_, P>,
    ctx: Context<'_>,
) -> RaceResult<(u64, W), P> {
    let shared = Arc::new(Shared {
        terms,
        one_at_a_time: ctx.executor.width() < 2,
        user: ctx.budget.stop.clone(),
        state: Mutex::new(State::new()),
        changed: Condvar::new(),
    });
    let race = Race { shared, monolithic, rules, ctx };
    let (monolithic_ran, rules_ran) = (Mutex::new(None), Mutex::new(None));
    let at_once = ctx.executor.both(
        &|| {
            let mut leaves = LeaveGuard::new(&race.shared, Contender::Rules);
            *lock(&rules_ran) = race.run_rules();
            leaves.done = true;
        },
        &|| {
            let mut leaves = LeaveGuard::new(&race.shared, Contender::Monolithic);
            race.shared.wait_for_turn();
            *lock(&monolithic_ran) = race.run_monolithic();
            leaves.done = true;
        },
    );
    let (monolithic_ran, rules_ran) =
        if at_once { (take(monolithic_ran), take(rules_ran)) } else { race.in_turns() };
    race.finish(monolithic_ran, rules_ran)
}

struct Race<'r, W, P> {
    shared: Arc<Shared>,
    monolithic: Job<'r, (u64, W)>,
    rules: Job<'r, P>,
    ctx: Context<'r>,
}

impl<W, P> Race<'_, W, P> {
    /// Runs the monolithic search until it ends or is cancelled; `None` if the race is already over.
    fn run_monolithic(&self) -> Option<Finished<(u64, W)>> {
        if self.shared.lock().is_over() {
            return None;
        }
        let done = Arc::new(AtomicU64::new(0));
        let progress = StepCounter { done: done.clone(), told: self.ctx.progress };
        let shared = self.shared.clone();
        let stop = move || shared.poll(Contender::Monolithic, done.load(Ordering::Relaxed));
        let budget = Budget { memory: self.share(3), stop: Some(Arc::new(stop)), ..self.ctx.budget.clone() };
        let ran = (self.monolithic)(Context { budget: &budget, progress: &progress, ..self.ctx });
        self.shared.ended(Contender::Monolithic, ran.value.0, ran.decided);
        Some(ran)
    }

    /// Runs the rules until they end or are cancelled; `None` if the race is already over.
    fn run_rules(&self) -> Option<Finished<P>> {
        if self.shared.lock().is_over() {
            return None;
        }
        let meter = Arc::new(AtomicU64::new(0));
        let (shared, steps) = (self.shared.clone(), meter.clone());
        let stop = move || shared.poll(Contender::Rules, steps.load(Ordering::Relaxed));
        let budget = Budget {
            memory: self.share(1),
            stop: Some(Arc::new(stop)),
            meter: Some(meter.clone()),
            ..self.ctx.budget.clone()
        };
        let ran = (self.rules)(Context { budget: &budget, executor: &Sequential, ..self.ctx });
        self.shared.ended(Contender::Rules, meter.load(Ordering::Relaxed), ran.decided);
        Some(ran)
    }

    /// This many quarters of the memory.
    fn share(&self, quarters: u64) -> Option<u64> {
        let held = self.ctx.budget.held;
        self.ctx.budget.memory.map(|limit| held + limit.saturating_sub(held) / 4 * quarters)
    }

    /// Both contenders on one thread: in turns, each from the beginning, with longer and longer turns.
    fn in_turns(&self) -> BothRan<W, P> {
        let (mut monolithic, mut rules) = (None, None);
        let mut turn = FIRST_TURN;
        while self.shared.lock().is_open() {
            if self.shared.begin(Contender::Rules, turn) {
                rules = self.run_rules();
            }
            if self.shared.begin(Contender::Monolithic, turn) {
                monolithic = self.run_monolithic();
            }
            turn = turn.saturating_mul(LONGER);
        }
        (monolithic, rules)
    }

    /// Reads the result. Where there is no verdict, a contender that lacked memory runs again with all of it.
    fn finish(
        &self,
        mut monolithic: Option<Finished<(u64, W)>>,
        mut rules: Option<Finished<P>>,
    ) -> RaceResult<(u64, W), P> {
        let terms = &self.shared.terms;
        let state = self.shared.lock();
        let mut winner = state.winner;
        if winner.is_none() && state.stopped.is_none() {
            if monolithic.as_ref().is_some_and(|ran| ran.lacks_memory) {
                let ran = (self.monolithic)(self.ctx);
                winner = ran.decided.map(|_| Contender::Monolithic);
                monolithic = Some(ran);
            }
            if winner.is_none() && rules.as_ref().is_some_and(|ran| ran.lacks_memory) {
                let ran = (self.rules)(Context { executor: &Sequential, ..self.ctx });
                winner = ran.decided.map(|_| Contender::Rules);
                rules = Some(ran);
            }
        }
        let allowance = terms.allowance(state.monolithic.at);
        let rules_are_late = state.monolithic.is_strong(terms) && state.rules.at > allowance;
        let monolithic_is_late = !state.monolithic.ended || state.rules.at <= allowance;
        if winner == Some(Contender::Rules) && (monolithic_is_late || state.monolithic.decided.is_some()) {
            monolithic = None;
        }
        let until = (winner == Some(Contender::Monolithic) && rules_are_late).then_some(allowance);
        RaceResult { winner, monolithic, rules, until, stopped: state.stopped.clone() }
    }
}

/// Reads the steps of a search off its reports.
struct StepCounter<'p> {
    done: Arc<AtomicU64>,
    told: &'p dyn Progress,
}

impl Progress for StepCounter<'_> {
    fn report(&self, event: &ProgressEvent) {
        if let ProgressEvent::Exploring { states, transitions, waiting, .. } = *event {
            self.done.store(states - waiting + transitions, Ordering::Relaxed);
        }
        self.told.report(event);
    }
}

fn take<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
