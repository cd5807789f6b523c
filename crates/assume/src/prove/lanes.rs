//! Two ways to an answer, beside each other.
//!
//! # Problem
//! The search of the whole (the *whole*) and the proof by a rule (the *parts*) may each be much faster than
//! the other, and nobody knows which before one of them has ended. Run both such that little more time passes
//! than the whole takes, and such that who is first depends neither on a clock nor on the number of threads.
//!
//! # Method
//! Every lane has a clock of its own that counts steps of work: the whole those of its search, one for a
//! state and one for a transition, the parts those that [`Budget::work`] is told. [`Terms::allowance`] says
//! for every number of steps with which the whole may end how many the parts may have taken to be first. So
//! when one lane has ended, the other goes on just until it is known on which side of the allowance it will
//! be, and is cancelled then.
//!
//! With threads the parts wait whenever they are ahead of what they would be allowed if the whole ended now.
//! On one core the whole waits whenever they are behind, so one of the two runs at a time; on more it never
//! waits and uses all of them. Without threads the lanes run in turns from the beginning, each time four
//! times longer.
//!
//! # Invariants
//! 1. The clock of a lane that runs is never after the one with which it ends.
//! 2. `Terms::floor(m) ≤ Terms::allowance(n)` for all `n ≥ m`: what it grants while the whole runs is granted
//!    in the end.
//! 3. The winner is a function of how and at which clocks the lanes end, or would end, alone.
//!
//! # Cost
//! On one core the steps of the parts beside those of the whole, at most as many as the allowance and two
//! slices. If the parts win, the time in which the whole gets so far that they are known to be first.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use rely_lts::{Budget, Context, Progress, ProgressEvent, Sequential, Spent, StopHook};

/// Which lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// The search of the whole.
    Whole,
    /// The proof by a rule.
    Parts,
}

/// What a lane has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    /// The properties hold.
    Holds,
    /// One is violated.
    Violated,
}

/// How a lane has ended.
#[derive(Clone, Debug)]
pub(crate) struct Ran<T> {
    /// The verdict, if there is one.
    pub decided: Option<Decided>,
    /// Did it need more memory than it was given?
    pub lacks_memory: bool,
    /// What there is to report.
    pub value: T,
}

impl Ran<()> {
    /// The same with something to report.
    pub(crate) fn with<T>(self, value: T) -> Ran<T> {
        Ran { decided: self.decided, lacks_memory: self.lacks_memory, value }
    }
}

/// Who is first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// Steps that the parts have for nothing.
    pub head_start: u64,
    /// The parts have one step for so many of the whole.
    pub weight: u64,
    /// Beyond so many steps the whole is large,
    pub large: u64,
    /// and the parts have one step for only so many more.
    pub weight_of_large: u64,
    /// Up to so many steps the whole is small,
    pub small: u64,
    /// and the parts have so many steps.
    pub beside_small: u64,
    /// Does the whole win with *holds*? If not, then only if the parts end without a verdict.
    pub whole_may_hold: bool,
}

impl Terms {
    /// The steps within which the parts are first if the whole ends with so many.
    pub(crate) fn allowance(&self, whole: u64) -> u64 {
        if whole <= self.small { self.beside_small.max(self.floor(whole)) } else { self.floor(whole) }
    }

    /// The steps within which the parts are first if the whole ends with at least so many.
    fn floor(&self, whole: u64) -> u64 {
        let beyond = whole.saturating_sub(self.large);
        self.head_start.max((whole - beyond) / self.weight + beyond / self.weight_of_large)
    }
}

/// How a race ended.
pub(crate) struct Raced<W, P> {
    /// Whose verdict counts; `None` if there is none.
    pub winner: Option<Lane>,
    /// How the whole ended; `None` if it lost.
    pub whole: Option<Ran<W>>,
    /// How the parts ended; `None` if they did not begin.
    pub parts: Option<Ran<P>>,
    /// If the parts lost: only what they did in so many steps counts.
    pub until: Option<u64>,
    /// Why the caller has ended both, if it was the caller.
    pub stopped: Option<Spent>,
}

impl<W, P> Raced<W, P> {
    /// The whole ran alone.
    pub(crate) fn whole_only(ran: Ran<W>) -> Self {
        let winner = ran.decided.map(|_| Lane::Whole);
        Raced { winner, whole: Some(ran), parts: None, until: None, stopped: None }
    }

    /// The parts ran alone.
    pub(crate) fn parts_only(ran: Ran<P>) -> Self {
        let winner = ran.decided.map(|_| Lane::Parts);
        Raced { winner, whole: None, parts: Some(ran), until: None, stopped: None }
    }
}

/// The job of a lane.
pub(crate) type Job<'j, T> = &'j (dyn Fn(Context<'_>) -> Ran<T> + Sync);

/// How both lanes have ended, as far as they began.
type BothRan<W, P> = (Option<Ran<(u64, W)>>, Option<Ran<P>>);

/// Steps that the parts may be ahead before they wait: threads that take turns too often lose time by it.
const SLICE: u64 = 1 << 13;

/// Steps of the parts in the first turn where there are no threads, and how many times more in each further
/// one.
const FIRST_TURN: u64 = 1 << 17;
const LONGER: u64 = 4;

/// Runs both lanes. The search of the whole tells its steps with its value.
pub(crate) fn race<W: Send, P: Send>(
    terms: Terms,
    whole: Job<'_, (u64, W)>,
    parts: Job<'_, P>,
    ctx: Context<'_>,
) -> Raced<(u64, W), P> {
    let shared = Arc::new(Shared {
        terms,
        one_at_a_time: ctx.executor.width() < 2,
        user: ctx.budget.stop.clone(),
        state: Mutex::new(State::new()),
        changed: Condvar::new(),
    });
    let race = Race { shared, whole, parts, ctx };
    let (whole_ran, parts_ran) = (Mutex::new(None), Mutex::new(None));
    let at_once = ctx.executor.both(
        &|| {
            let mut leaves = Leaves::new(&race.shared, Lane::Parts);
            *lock(&parts_ran) = race.run_parts();
            leaves.done = true;
        },
        &|| {
            let mut leaves = Leaves::new(&race.shared, Lane::Whole);
            race.shared.wait_for_turn();
            *lock(&whole_ran) = race.run_whole();
            leaves.done = true;
        },
    );
    let (whole_ran, parts_ran) = if at_once { (take(whole_ran), take(parts_ran)) } else { race.in_turns() };
    race.finish(whole_ran, parts_ran)
}

struct Race<'r, W, P> {
    shared: Arc<Shared>,
    whole: Job<'r, (u64, W)>,
    parts: Job<'r, P>,
    ctx: Context<'r>,
}

impl<W, P> Race<'_, W, P> {
    /// Runs the whole until it ends or is cancelled; `None` if that has happened before.
    fn run_whole(&self) -> Option<Ran<(u64, W)>> {
        if self.shared.lock().is_over() {
            return None;
        }
        let done = Arc::new(AtomicU64::new(0));
        let progress = Done { done: done.clone(), told: self.ctx.progress };
        let shared = self.shared.clone();
        let stop = move || shared.poll(Lane::Whole, done.load(Ordering::Relaxed));
        let budget = Budget { memory: self.share(3), stop: Some(Arc::new(stop)), ..self.ctx.budget.clone() };
        let ran = (self.whole)(Context { budget: &budget, progress: &progress, ..self.ctx });
        self.shared.ended(Lane::Whole, ran.value.0, ran.decided);
        Some(ran)
    }

    /// Runs the parts until they end or are cancelled; `None` if that has happened before.
    fn run_parts(&self) -> Option<Ran<P>> {
        if self.shared.lock().is_over() {
            return None;
        }
        let meter = Arc::new(AtomicU64::new(0));
        let (shared, steps) = (self.shared.clone(), meter.clone());
        let stop = move || shared.poll(Lane::Parts, steps.load(Ordering::Relaxed));
        let budget = Budget {
            memory: self.share(1),
            stop: Some(Arc::new(stop)),
            meter: Some(meter.clone()),
            ..self.ctx.budget.clone()
        };
        let ran = (self.parts)(Context { budget: &budget, executor: &Sequential, ..self.ctx });
        self.shared.ended(Lane::Parts, meter.load(Ordering::Relaxed), ran.decided);
        Some(ran)
    }

    /// So many quarters of the memory.
    fn share(&self, quarters: u64) -> Option<u64> {
        let held = self.ctx.budget.held;
        self.ctx.budget.memory.map(|limit| held + limit.saturating_sub(held) / 4 * quarters)
    }

    /// Both lanes on one thread: one after the other, from the beginning, longer each time.
    fn in_turns(&self) -> BothRan<W, P> {
        let (mut whole, mut parts) = (None, None);
        let mut turn = FIRST_TURN;
        while self.shared.lock().is_open() {
            if self.shared.begin(Lane::Parts, turn) {
                parts = self.run_parts();
            }
            if self.shared.begin(Lane::Whole, turn) {
                whole = self.run_whole();
            }
            turn = turn.saturating_mul(LONGER);
        }
        (whole, parts)
    }

    /// Reads the result. Where there is no verdict, a lane that lacked memory runs again with all of it.
    fn finish(&self, mut whole: Option<Ran<(u64, W)>>, mut parts: Option<Ran<P>>) -> Raced<(u64, W), P> {
        let terms = &self.shared.terms;
        let state = self.shared.lock();
        let mut winner = state.winner;
        if winner.is_none() && state.stopped.is_none() {
            if whole.as_ref().is_some_and(|ran| ran.lacks_memory) {
                let ran = (self.whole)(self.ctx);
                winner = ran.decided.map(|_| Lane::Whole);
                whole = Some(ran);
            }
            if winner.is_none() && parts.as_ref().is_some_and(|ran| ran.lacks_memory) {
                let ran = (self.parts)(Context { executor: &Sequential, ..self.ctx });
                winner = ran.decided.map(|_| Lane::Parts);
                parts = Some(ran);
            }
        }
        let allowance = terms.allowance(state.whole.at);
        let parts_are_late = state.whole.is_strong(terms) && state.parts.at > allowance;
        let whole_is_late = !state.whole.ended || state.parts.at <= allowance;
        if winner == Some(Lane::Parts) && (whole_is_late || state.whole.decided.is_some()) {
            whole = None;
        }
        let until = (winner == Some(Lane::Whole) && parts_are_late).then_some(allowance);
        Raced { winner, whole, parts, until, stopped: state.stopped.clone() }
    }
}

/// What the lanes know of each other.
struct Shared {
    terms: Terms,
    /// Is there only one core?
    one_at_a_time: bool,
    /// Clock and cancellation of the caller.
    user: Option<StopHook>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    whole: Place,
    parts: Place,
    winner: Option<Lane>,
    /// Why the caller has ended everything.
    stopped: Option<Spent>,
    /// Whose turn it is where one runs at a time.
    turn: Lane,
    /// Is there only one thread, so that nobody waits?
    alone: bool,
}

/// Where a lane is.
struct Place {
    /// Its clock.
    at: u64,
    ended: bool,
    decided: Option<Decided>,
    /// It is cancelled after this clock, to begin again later.
    limit: u64,
    /// Was it cancelled so?
    cut: bool,
}

impl Place {
    fn new() -> Self {
        Place { at: 0, ended: false, decided: None, limit: u64::MAX, cut: false }
    }

    /// Has the whole a verdict with which it can win although the parts go on?
    fn is_strong(&self, terms: &Terms) -> bool {
        match self.decided {
            Some(Decided::Violated) => true,
            Some(Decided::Holds) => terms.whole_may_hold,
            None => false,
        }
    }
}

impl State {
    fn new() -> Self {
        let (whole, parts) = (Place::new(), Place::new());
        State { whole, parts, winner: None, stopped: None, turn: Lane::Parts, alone: false }
    }

    fn place(&mut self, lane: Lane) -> &mut Place {
        match lane {
            Lane::Whole => &mut self.whole,
            Lane::Parts => &mut self.parts,
        }
    }

    /// Is it known how it ends?
    fn is_over(&self) -> bool {
        self.winner.is_some() || self.stopped.is_some()
    }

    /// Can something still happen?
    fn is_open(&self) -> bool {
        !(self.is_over() || self.whole.ended && self.parts.ended)
    }

    /// Decides, as soon as it can be decided (keeps invariant 3).
    fn decide(&mut self, terms: &Terms) {
        let (whole, parts) = (&self.whole, &self.parts);
        let allowance = if whole.ended { terms.allowance(whole.at) } else { terms.floor(whole.at) };
        let is_strong = whole.is_strong(terms);
        let parts_win = parts.decided.is_some() && (parts.at <= allowance || (whole.ended && !is_strong));
        let whole_wins = whole.decided.is_some()
            && (parts.ended && parts.decided.is_none() || is_strong && parts.at > allowance);
        if self.winner.is_none() {
            self.winner = match (whole_wins, parts_win) {
                (true, _) => Some(Lane::Whole),
                (false, true) => Some(Lane::Parts),
                (false, false) => None,
            };
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// What a lane is told when it asks whether to go on; it may have to wait.
    fn poll(&self, lane: Lane, at: u64) -> Option<Spent> {
        let asked = self.user.as_ref().and_then(|stop| stop());
        let mut state = self.lock();
        if let Some(spent) = asked {
            state.stopped.get_or_insert(spent);
        }
        state.place(lane).at = at;
        state.decide(&self.terms);
        self.pass_on(&mut state, lane);
        self.changed.notify_all();
        let waits = |state: &mut State| state.is_open() && self.has_to_wait(state, lane);
        let mut state = self.changed.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
        if state.winner.is_some() {
            return Some(Spent::Cancelled);
        }
        if state.stopped.is_some() {
            return state.stopped.clone();
        }
        let place = state.place(lane);
        place.cut = at > place.limit;
        place.cut.then_some(Spent::Cancelled)
    }

    /// The whole begins when it is its turn.
    fn wait_for_turn(&self) {
        let waits = |state: &mut State| state.is_open() && self.has_to_wait(state, Lane::Whole);
        drop(self.changed.wait_while(self.lock(), waits));
    }

    /// Are the parts ahead of what they are allowed so far?
    fn parts_are_ahead(&self, state: &State, by: u64) -> bool {
        state.parts.at > self.terms.floor(state.whole.at) + by
    }

    /// Gives the turn to the other lane if it is time.
    fn pass_on(&self, state: &mut State, lane: Lane) {
        match lane {
            Lane::Parts if self.parts_are_ahead(state, SLICE) => state.turn = Lane::Whole,
            Lane::Whole if !self.parts_are_ahead(state, 0) => state.turn = Lane::Parts,
            _ => {}
        }
    }

    fn has_to_wait(&self, state: &State, lane: Lane) -> bool {
        let other_runs = match lane {
            Lane::Whole => !state.parts.ended,
            Lane::Parts => !state.whole.ended,
        };
        other_runs
            && match (self.one_at_a_time, lane) {
                _ if state.alone => false,
                (true, _) => state.turn != lane,
                (false, Lane::Parts) => self.parts_are_ahead(state, SLICE),
                (false, Lane::Whole) => false,
            }
    }

    /// Notes that a lane has ended, unless it was cut off.
    fn ended(&self, lane: Lane, at: u64, decided: Option<Decided>) {
        let mut state = self.lock();
        let place = state.place(lane);
        if place.cut {
            return;
        }
        (place.at, place.ended, place.decided) = (at, true, decided);
        state.decide(&self.terms);
        self.changed.notify_all();
    }

    /// Without threads: gives a lane its limit; `false` if it need not run.
    fn begin(&self, lane: Lane, turn: u64) -> bool {
        let mut state = self.lock();
        state.alone = true;
        let terms = &self.terms;
        let limit = match lane {
            Lane::Parts if !state.whole.ended => turn,
            Lane::Parts if state.whole.is_strong(terms) => terms.allowance(state.whole.at),
            Lane::Whole if !state.parts.ended => turn.saturating_mul(terms.weight),
            Lane::Whole if state.parts.decided.is_some() => state.parts.at.saturating_mul(terms.weight),
            _ => u64::MAX,
        };
        let runs = !state.is_over() && !state.place(lane).ended;
        (state.place(lane).limit, state.place(lane).cut) = (limit, false);
        runs
    }
}

/// Notes that the thread of a lane has ended, in a panic too, so that the other does not wait for it.
struct Leaves<'s> {
    shared: &'s Shared,
    lane: Lane,
    /// Has it done all that it was to do?
    done: bool,
}

impl<'s> Leaves<'s> {
    fn new(shared: &'s Shared, lane: Lane) -> Self {
        Leaves { shared, lane, done: false }
    }
}

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.place(self.lane).ended = true;
        if !self.done {
            state.stopped.get_or_insert(Spent::Cancelled);
        }
        state.decide(&self.shared.terms);
        self.shared.changed.notify_all();
    }
}

/// Reads the steps of a search off its reports.
struct Done<'p> {
    done: Arc<AtomicU64>,
    told: &'p dyn Progress,
}

impl Progress for Done<'_> {
    fn report(&self, event: &ProgressEvent) {
        if let ProgressEvent::Exploring { states, transitions, waiting, .. } = *event {
            self.done.store(states - waiting + transitions, Ordering::Relaxed);
        }
        self.told.report(event);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
