//! The state that the two contenders of a race share: clocks, turns, and the decision.
//!
//! The method, its invariants and its cost are those of the [race](super).

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rely_lts::{Spent, StopHook};

use super::{Contender, Decided, SLICE, Terms};

/// The state that both contenders share.
pub(super) struct Shared {
    pub(super) terms: Terms,
    /// Is there only one core?
    pub(super) one_at_a_time: bool,
    /// Clock and cancellation of the caller.
    pub(super) user: Option<StopHook>,
    pub(super) state: Mutex<State>,
    pub(super) changed: Condvar,
}

pub(super) struct State {
    pub(super) monolithic: Place,
    pub(super) rules: Place,
    pub(super) winner: Option<Contender>,
    /// Why the caller has ended everything.
    pub(super) stopped: Option<Spent>,
    /// Whose turn it is where one runs at a time.
    pub(super) turn: Contender,
    /// Is there only one thread, so that neither waits?
    pub(super) alone: bool,
}

/// The progress of a contender.
pub(super) struct Place {
    /// Its clock.
    pub(super) at: u64,
    pub(super) ended: bool,
    pub(super) decided: Option<Decided>,
    /// It is cancelled after this clock, to begin again later.
    pub(super) limit: u64,
    /// Was it cancelled so?
    pub(super) cut: bool,
}

impl Place {
    pub(super) fn new() -> Self {
        Place { at: 0, ended: false, decided: None, limit: u64::MAX, cut: false }
    }

    /// Has the monolithic search a verdict with which it can win although the rules continue?
    pub(super) fn is_strong(&self, terms: &Terms) -> bool {
        match self.decided {
            Some(Decided::Violated) => true,
            Some(Decided::Holds) => terms.monolithic_may_hold,
            None => false,
        }
    }
}

impl State {
    pub(super) fn new() -> Self {
        let (monolithic, rules) = (Place::new(), Place::new());
        State { monolithic, rules, winner: None, stopped: None, turn: Contender::Rules, alone: false }
    }

    pub(super) fn place(&mut self, contender: Contender) -> &mut Place {
        match contender {
            Contender::Monolithic => &mut self.monolithic,
            Contender::Rules => &mut self.rules,
        }
    }

    /// Is it known how it ends?
    pub(super) fn is_over(&self) -> bool {
        self.winner.is_some() || self.stopped.is_some()
    }

    /// Can something still happen?
    pub(super) fn is_open(&self) -> bool {
        !(self.is_over() || self.monolithic.ended && self.rules.ended)
    }

    /// Decides, as soon as it can be decided (keeps invariant 3).
    pub(super) fn decide(&mut self, terms: &Terms) {
        let (monolithic, rules) = (&self.monolithic, &self.rules);
        let allowance =
            if monolithic.ended { terms.allowance(monolithic.at) } else { terms.floor(monolithic.at) };
        let is_strong = monolithic.is_strong(terms);
        let rules_win =
            rules.decided.is_some() && (rules.at <= allowance || (monolithic.ended && !is_strong));
        let monolithic_wins = monolithic.decided.is_some()
            && (rules.ended && rules.decided.is_none() || is_strong && rules.at > allowance);
        if self.winner.is_none() {
            self.winner = match (monolithic_wins, rules_win) {
                (true, _) => Some(Contender::Monolithic),
                (false, true) => Some(Contender::Rules),
                (false, false) => None,
            };
        }
    }
}

impl Shared {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Whether a contender has to stop; it may have to wait for the answer.
    pub(super) fn poll(&self, contender: Contender, at: u64) -> Option<Spent> {
        let asked = self.user.as_ref().and_then(|stop| stop());
        let mut state = self.lock();
        if let Some(spent) = asked {
            state.stopped.get_or_insert(spent);
        }
        state.place(contender).at = at;
        state.decide(&self.terms);
        self.pass_on(&mut state, contender);
        self.changed.notify_all();
        let waits = |state: &mut State| state.is_open() && self.has_to_wait(state, contender);
        let mut state = self.changed.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
        if state.winner.is_some() {
            return Some(Spent::Cancelled);
        }
        if state.stopped.is_some() {
            return state.stopped.clone();
        }
        let place = state.place(contender);
        place.cut = at > place.limit;
        place.cut.then_some(Spent::Cancelled)
    }

    /// The monolithic search begins when it is its turn.
    pub(super) fn wait_for_turn(&self) {
        let waits = |state: &mut State| state.is_open() && self.has_to_wait(state, Contender::Monolithic);
        drop(self.changed.wait_while(self.lock(), waits));
    }

    /// Are the rules ahead of their allowance so far?
    pub(super) fn rules_are_ahead(&self, state: &State, by: u64) -> bool {
        state.rules.at > self.terms.floor(state.monolithic.at) + by
    }

    /// Gives the turn to the other contender if it is time.
    pub(super) fn pass_on(&self, state: &mut State, contender: Contender) {
        match contender {
            Contender::Rules if self.rules_are_ahead(state, SLICE) => state.turn = Contender::Monolithic,
            Contender::Monolithic if !self.rules_are_ahead(state, 0) => state.turn = Contender::Rules,
            _ => {}
        }
    }

    pub(super) fn has_to_wait(&self, state: &State, contender: Contender) -> bool {
        let other_runs = match contender {
            Contender::Monolithic => !state.rules.ended,
            Contender::Rules => !state.monolithic.ended,
        };
        other_runs
            && match (self.one_at_a_time, contender) {
                _ if state.alone => false,
                (true, _) => state.turn != contender,
                (false, Contender::Rules) => self.rules_are_ahead(state, SLICE),
                (false, Contender::Monolithic) => false,
            }
    }

    /// Notes that a contender has ended, unless it was cut off.
    pub(super) fn ended(&self, contender: Contender, at: u64, decided: Option<Decided>) {
        let mut state = self.lock();
        let place = state.place(contender);
        if place.cut {
            return;
        }
        (place.at, place.ended, place.decided) = (at, true, decided);
        state.decide(&self.terms);
        self.changed.notify_all();
    }

    /// Without threads: sets the limit of a contender; `false` if it need not run.
    pub(super) fn begin(&self, contender: Contender, turn: u64) -> bool {
        let mut state = self.lock();
        state.alone = true;
        let terms = &self.terms;
        let limit = match contender {
            Contender::Rules if !state.monolithic.ended => turn,
            Contender::Rules if state.monolithic.is_strong(terms) => terms.allowance(state.monolithic.at),
            Contender::Monolithic if !state.rules.ended => turn.saturating_mul(terms.weight),
            Contender::Monolithic if state.rules.decided.is_some() => {
                state.rules.at.saturating_mul(terms.weight)
            }
            _ => u64::MAX,
        };
        let runs = !state.is_over() && !state.place(contender).ended;
        (state.place(contender).limit, state.place(contender).cut) = (limit, false);
        runs
    }
}

/// Notes that the thread of a contender has ended, in a panic too, so that the other does not wait for it.
pub(super) struct LeaveGuard<'s> {
    pub(super) shared: &'s Shared,
    pub(super) contender: Contender,
    /// Has it done all that it was to do?
    pub(super) done: bool,
}

impl<'s> LeaveGuard<'s> {
    pub(super) fn new(shared: &'s Shared, contender: Contender) -> Self {
        LeaveGuard { shared, contender, done: false }
    }
}

impl Drop for LeaveGuard<'_> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.place(self.contender).ended = true;
        if !self.done {
            state.stopped.get_or_insert(Spent::Cancelled);
        }
        state.decide(&self.shared.terms);
        self.shared.changed.notify_all();
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
