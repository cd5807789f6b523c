//! Stubborn sets: a part of the moves of a state that is enough for deadlocks, or for a goal.
//!
//! # Problem
//!
//! Given a product without priority, choose in every state some of the enabled moves such that the states
//! reached by them alone include every deadlock; or, with the goal that a component enters ERROR or a label
//! occurs, such that the goal is reached iff it is in the complete product.
//!
//! # Method
//!
//! Stubborn sets \[Val98\], read off the synchronization structure. An *event* is a visible label or the tau
//! of one component; nondeterministic choices belong to one event. A set of events is closed in a state if
//! 1. with an enabled event it has, for every participant, all events of that component that can disturb it
//!    there (see [`local`]);
//! 2. with a disabled event it has, for one participant that does not offer it, events of which this
//!    component must do one before it can offer the disabled one: all that it offers now and after which it
//!    may; or one that is on every way there; or an enabled one that it never offers together with the
//!    disabled one, with what rule 1 adds.
//!
//! Closed sets with an enabled event keep the deadlocks. Closed sets that contain an event of every run to
//! the goal keep the goal \[Sch99\]; in between, other closed sets may be taken as long as they do not go
//! around in circles, which the caller looks after. The proofs are in the book, on the page *Partial order*.
//!
//! # Invariants
//!
//! What is chosen depends on the state only, and comes in the order of labels.
//!
//! # Cost
//!
//! Per state one closure per enabled event, until one is found that has a single enabled event or [`EFFORT`]
//! is spent. A closure visits each event once and looks at the components' tables.
//!
//! # Departures
//!
//! Strong stubborn sets: every enabled event of a set stays enabled by what is outside. Disturbance is
//! decided per pair of labels over all local states that offer both, not by a fixed dependence of operations,
//! so that sending to and receiving from a queue are recognized as independent. Rule 2 takes the way
//! that adds fewest enabled events.

mod local;

use std::sync::Arc;

use crate::component::Component;
use crate::explore::{Space, Successors};
use crate::id::{Label, StateId};
use crate::product::Product;
use crate::system::System;
use local::{Local, TableLimits};

/// Events that the closures of one state may visit before the best set so far is taken.
const EFFORT: usize = 1 << 14;

/// No event: a component's tau that has no transitions.
const NO_EVENT: u32 = u32::MAX;

/// A product and what its stubborn sets are computed from. As a [`Space`] it has all the deadlocks of the
/// product, each at the same distance, and in general far fewer states.
///
/// ```
/// use rely_lts::{Actions, Component, Context, Product, Purpose, Runs, Stubborn, System, explore};
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Lts {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     builder.finish(StateId::at(0)).expect("all states were added")
/// # }
/// // Four components that have nothing to do with each other: one order of their steps is enough.
/// let actions = Actions::new();
/// let names = ["a", "b", "c", "d"];
/// let components = names.map(|name| Component::new(name, machine(&actions, &[(0, name, 1)]).into()));
/// let system = System::new("S", &actions, components.into());
/// let ctx = Context::unlimited();
/// let all = explore(&Product::new(&system), Runs::Forget, Purpose::Deadlock, ctx, &mut ());
/// let reduced = Stubborn::new(&system).expect("there is no priority");
/// let few = explore(&reduced, Runs::Forget, Purpose::Deadlock, ctx, &mut ());
/// assert_eq!((all.store.len(), few.store.len()), (16, 5));
/// ```
pub struct Stubborn {
    product: Product,
    locals: Vec<Arc<Local>>,
    /// Events in the order of their labels; tau of each component first.
    events: Vec<Event>,
    /// Per component and label of its own: the event.
    event_of: Vec<Vec<u32>>,
}

/// A visible label of the product, or the tau of one component.
struct Event {
    label: Label,
    /// Component and its label.
    participants: Vec<(u32, Label)>,
}

/// The goal of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// One of these components enters ERROR.
    Error(Vec<usize>),
    /// One of these labels of the product occurs.
    Occurs(Vec<Label>),
}

/// Which moves of a state were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A set that every run from the state to the goal meets. Without moves, no run leads to the goal.
    TowardGoal,
    /// Some closed set. Its moves do no harm, but need not lead toward the goal; with how many events a set
    /// would that does.
    Anywhere(usize),
}

/// Buffers; their content between calls does not matter.
#[derive(Default)]
pub struct StubbornScratch {
    locals: Vec<StateId>,
    /// Per event: how many participants offer it.
    offers: Vec<u32>,
    /// Enabled events, in order.
    enabled: Vec<u32>,
    /// Per event: is it in the set that is being closed?
    in_set: Vec<bool>,
    /// The enabled events of the set, in the order of arrival.
    live: Vec<u32>,
    /// The disabled events of the set, in the order of arrival.
    waiting: Vec<u32>,
    /// Events examined since the counter was last set to 0.
    effort: usize,
    /// Enabled events of the best set so far, and whether there is one.
    best: Vec<u32>,
    /// Its disabled events, in the order of arrival.
    best_waiting: Vec<u32>,
    has_best: bool,
    seeds: Vec<u32>,
    targets: Vec<Vec<StateId>>,
    cursor: Vec<usize>,
    next: Vec<StateId>,
}

impl Stubborn {
    /// The reduction of a system's product; `None` if the system has a priority, by which events disturb each
    /// other at a distance.
    ///
    /// # Panics
    /// If the components come from different action tables.
    pub fn new(system: &System) -> Option<Stubborn> {
        if system.priority.is_some() {
            return None;
        }
        let mut limits = TableLimits::START;
        let local = |component: &Component| Arc::new(Local::new(&component.lts, &mut limits));
        Some(Stubborn::with_tables(system, system.components.iter().map(local).collect()))
    }

    /// The reduction of a system with some of the components of this one, given by their positions here.
    ///
    /// # Panics
    /// If they are other components.
    pub fn of_part(&self, system: &System, positions: &[usize]) -> Stubborn {
        let locals: Vec<Arc<Local>> = positions.iter().map(|&i| self.locals[i].clone()).collect();
        let same = |(component, local): (&Component, &Arc<Local>)| Arc::ptr_eq(&component.lts, &local.lts);
        let n = system.components.len();
        assert!(n == locals.len() && system.components.iter().zip(&locals).all(same), "a part of the system");
        Stubborn::with_tables(system, locals)
    }

    fn with_tables(system: &System, locals: Vec<Arc<Local>>) -> Stubborn {
        let product = Product::new(system);
        let mut events = Vec::new();
        let mut event_of: Vec<Vec<u32>> = Vec::new();
        for (i, local) in locals.iter().enumerate() {
            event_of.push(vec![NO_EVENT; local.lts.alphabet().n_labels()]);
            if local.lts.has_tau() {
                event_of[i][0] = events.len() as u32;
                events.push(Event { label: Label::TAU, participants: vec![(i as u32, Label::TAU)] });
            }
        }
        let n_tau = events.len();
        events.extend(product.alphabet().labels().map(|label| Event { label, participants: Vec::new() }));
        // Alphabets are sorted by name, so a component's labels are met in the order of the product's.
        for (i, local) in locals.iter().enumerate() {
            let own = local.lts.alphabet();
            let mut at = n_tau;
            for label in own.labels() {
                while product.alphabet().action(events[at].label) != own.action(label) {
                    at += 1;
                }
                event_of[i][label.index()] = at as u32;
                events[at].participants.push((i as u32, label));
            }
        }
        Stubborn { product, locals, events, event_of }
    }

    /// The product without reduction.
    pub fn product(&self) -> &Product {
        &self.product
    }

    /// All events of the set that was chosen last: visible labels of the product in order, counted from 0,
    /// then the tau of each component.
    pub fn chosen<'s>(&'s self, scratch: &'s StubbornScratch) -> impl Iterator<Item = usize> + 's {
        let n_names = self.product.alphabet().n_labels() - 1;
        scratch.best.iter().chain(&scratch.best_waiting).map(move |&event| {
            let Event { label, participants } = &self.events[event as usize];
            if label.is_tau() { n_names + participants[0].0 as usize } else { label.index() - 1 }
        })
    }

    /// Does one of these labels occur in a state?
    pub fn occurs(&self, state: &[u64], labels: &[Label], scratch: &mut StubbornScratch) -> bool {
        self.look(state, scratch);
        scratch.enabled.iter().any(|&event| labels.contains(&self.events[event as usize].label))
    }

    /// The moves of a small closed set that keeps the goal, as long as the caller sees to it that sets with
    /// [`Choice::Anywhere`] do not go around in circles: from every state where one was taken, moves that
    /// were taken must lead to a state where [`Stubborn::moves_toward`] was.
    pub fn moves_for(
        &self,
        goal: &Goal,
        state: &[u64],
        scratch: &mut StubbornScratch,
        out: &mut Successors,
    ) -> Choice {
        out.reset();
        self.look(state, scratch);
        self.close_toward(goal, scratch);
        let toward = scratch.best.len();
        self.try_enabled(scratch);
        self.fill(scratch, out);
        if scratch.best.len() < toward { Choice::Anywhere(toward) } else { Choice::TowardGoal }
    }

    /// The moves of a closed set that every run from the state to the goal meets. Without moves, no run leads
    /// there.
    pub fn moves_toward(
        &self,
        goal: &Goal,
        state: &[u64],
        scratch: &mut StubbornScratch,
        out: &mut Successors,
    ) {
        out.reset();
        self.look(state, scratch);
        self.close_toward(goal, scratch);
        self.fill(scratch, out);
    }

    /// Closes the events that every run to the goal meets.
    fn close_toward(&self, goal: &Goal, scratch: &mut StubbornScratch) {
        scratch.has_best = false;
        scratch.seeds.clear();
        match goal {
            Goal::Occurs(labels) => {
                let is_goal = |event: &u32| labels.contains(&self.events[*event as usize].label);
                scratch.seeds.extend((0..self.events.len() as u32).filter(is_goal));
            }
            Goal::Error(components) => {
                // A run ends with an event that enters ERROR.
                for &i in components {
                    let (local, s) = (&self.locals[i], scratch.locals[i]);
                    let labels = local.error_labels.iter().filter(|&&label| local.can_follow(s, label));
                    scratch.seeds.extend(labels.map(|label| self.event_of[i][label.index()]));
                }
            }
        }
        self.close(usize::MAX, scratch);
    }

    /// Reads off the local states and the enabled events.
    fn look(&self, state: &[u64], scratch: &mut StubbornScratch) {
        scratch.locals.clear();
        scratch.locals.extend((0..self.locals.len()).map(|i| self.product.component_state(state, i)));
        scratch.offers.clear();
        scratch.offers.resize(self.events.len(), 0);
        scratch.in_set.clear();
        scratch.in_set.resize(self.events.len(), false);
        scratch.live.clear();
        scratch.waiting.clear();
        scratch.enabled.clear();
        for ((local, events), &s) in self.locals.iter().zip(&self.event_of).zip(&scratch.locals) {
            for (label, _) in local.offered(s) {
                let event = events[label.index()];
                scratch.offers[event as usize] += 1;
                if self.all_offer(event, &scratch.offers) {
                    scratch.enabled.push(event);
                }
            }
        }
        scratch.enabled.sort_unstable();
    }

    #[inline]
    fn all_offer(&self, event: u32, offers: &[u32]) -> bool {
        offers[event as usize] as usize == self.events[event as usize].participants.len()
    }

    /// The smallest closed set with an enabled event, if it is smaller than the best so far. Sets that stay
    /// small are looked for first.
    fn try_enabled(&self, scratch: &mut StubbornScratch) {
        scratch.effort = 0;
        for most in [16, 128, 1024, usize::MAX] {
            for k in 0..scratch.enabled.len() {
                if scratch.has_best && (scratch.best.len() <= 1 || scratch.effort > EFFORT) {
                    return;
                }
                scratch.seeds.clear();
                scratch.seeds.push(scratch.enabled[k]);
                self.close(most, scratch);
            }
        }
    }

    /// Closes the seeds, unless the set gets more than this many events; it becomes the best if it has fewer
    /// enabled events.
    fn close(&self, most: usize, scratch: &mut StubbornScratch) {
        let StubbornScratch { live, waiting, in_set, .. } = scratch;
        live.iter().chain(waiting.iter()).for_each(|&event| in_set[event as usize] = false);
        live.clear();
        waiting.clear();
        for k in 0..scratch.seeds.len() {
            self.add(scratch.seeds[k], scratch);
        }
        // Enabled events come first: what they bring may guard the disabled ones.
        let (mut n_live, mut n_waiting) = (0, 0);
        loop {
            let size = scratch.live.len() + scratch.waiting.len();
            if size > most || scratch.has_best && scratch.live.len() >= scratch.best.len() {
                return;
            }
            scratch.effort += 1;
            if let Some(&event) = scratch.live.get(n_live) {
                self.add_disturbing(event, scratch);
                n_live += 1;
            } else if let Some(&event) = scratch.waiting.get(n_waiting) {
                self.add_enabling(event, scratch);
                n_waiting += 1;
            } else {
                break;
            }
        }
        scratch.has_best = true;
        scratch.best.clone_from(&scratch.live);
        scratch.best.sort_unstable();
        scratch.best_waiting.clone_from(&scratch.waiting);
    }

    fn add(&self, event: u32, scratch: &mut StubbornScratch) {
        if !scratch.in_set[event as usize] {
            scratch.in_set[event as usize] = true;
            if self.all_offer(event, &scratch.offers) {
                scratch.live.push(event);
            } else {
                scratch.waiting.push(event);
            }
        }
    }

    /// Rule 1: what can disturb an enabled event.
    fn add_disturbing(&self, event: u32, scratch: &mut StubbornScratch) {
        for &(i, label) in &self.events[event as usize].participants {
            let events = &self.event_of[i as usize];
            for other in self.locals[i as usize].disturbing(label) {
                scratch.effort += 1;
                let other = events[other.index()];
                if other != NO_EVENT {
                    self.add(other, scratch);
                }
            }
        }
    }

    /// Rule 2: what keeps one participant from offering a disabled event, by the way that adds least.
    fn add_enabling(&self, event: u32, scratch: &mut StubbornScratch) {
        let mut best: Option<((usize, usize), usize, Guard)> = None;
        for &(i, label) in &self.events[event as usize].participants {
            let i = i as usize;
            let (local, s) = (&self.locals[i], scratch.locals[i]);
            if local.offers(s, label) {
                continue;
            }
            if self.is_held(i, label, scratch) {
                return;
            }
            let needed = local.needed(s, label).map(Guard::Needing);
            for guard in std::iter::once(Guard::Leaving(label)).chain(needed) {
                let (mut enabled, mut disabled) = (0, 0);
                for other in self.guarding(i, guard, s) {
                    scratch.effort += 1;
                    if !scratch.in_set[other as usize] {
                        if self.all_offer(other, &scratch.offers) { enabled += 1 } else { disabled += 1 }
                    }
                }
                let cost = (enabled, disabled);
                if cost == (0, 0) {
                    return;
                }
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, i, guard));
                }
            }
        }
        let (_, i, guard) = best.expect("some component does not offer a disabled event");
        for other in self.guarding(i, guard, scratch.locals[i]) {
            self.add(other, scratch);
        }
    }

    /// Does a component offer an enabled event of the set which it never offers together with a label? The
    /// set has what can disturb the event, so the component goes on offering it, and not the label, until an
    /// event of the set.
    fn is_held(&self, i: usize, label: Label, scratch: &StubbornScratch) -> bool {
        let local = &self.locals[i];
        let in_set = |event: u32| scratch.in_set[event as usize] && self.all_offer(event, &scratch.offers);
        let offered = local.offered(scratch.locals[i]).map(|(x, _)| x);
        offered.into_iter().any(|x| in_set(self.event_of[i][x.index()]) && !local.together(x, label))
    }

    /// The events of a guard.
    fn guarding(&self, i: usize, guard: Guard, state: StateId) -> impl Iterator<Item = u32> + '_ {
        let (local, events) = (&self.locals[i], &self.event_of[i]);
        let (leaving, needed) = match guard {
            Guard::Leaving(label) => {
                let leads = move |targets: &[StateId]| targets.iter().any(|&t| local.can_follow(t, label));
                let labels = local.offered(state).filter(move |(_, targets)| leads(targets));
                (Some(labels.map(|(z, _)| z)), None)
            }
            Guard::Needing(z) => (None, Some(z)),
        };
        let labels = leaving.into_iter().flatten().chain(needed);
        labels.map(|label| events[label.index()]).filter(|&event| event != NO_EVENT)
    }

    /// Adds the moves by the events of the best set.
    fn fill(&self, scratch: &mut StubbornScratch, out: &mut Successors) {
        let StubbornScratch { locals, best, targets, cursor, next, .. } = scratch;
        for &event in best.iter() {
            let Event { label, participants } = &self.events[event as usize];
            targets.resize_with(participants.len().max(targets.len()), Vec::new);
            for (&(i, own), targets) in participants.iter().zip(targets.iter_mut()) {
                targets.clear();
                targets.extend_from_slice(self.locals[i as usize].lts.step(locals[i as usize], own));
            }
            cursor.clear();
            cursor.resize(participants.len(), 0);
            loop {
                next.clear();
                next.extend_from_slice(locals);
                for (k, &(i, _)) in participants.iter().enumerate() {
                    next[i as usize] = targets[k][cursor[k]];
                }
                if participants.iter().any(|&(i, _)| next[i as usize].is_error()) {
                    let culprits = participants.iter().map(|&(i, _)| i);
                    out.push_error(*label, culprits.filter(|&i| next[i as usize].is_error()));
                } else {
                    out.push(*label, &self.product.pack(next));
                }
                // The last participant's choice changes fastest.
                let turn = (0..cursor.len()).rev().find(|&k| cursor[k] + 1 < targets[k].len());
                let Some(k) = turn else { break };
                cursor[k] += 1;
                cursor[k + 1..].fill(0);
            }
        }
    }
}

/// Labels of which a component must do one before it can offer a label that it does not offer now.
#[derive(Clone, Copy)]
enum Guard {
    /// Those offered now after which it may offer this label.
    Leaving(Label),
    /// This label, which is on every way there.
    Needing(Label),
}

impl Space for Stubborn {
    type Scratch = StubbornScratch;

    fn words(&self) -> usize {
        self.product.words()
    }

    fn initial(&self) -> Vec<u64> {
        self.product.initial()
    }

    fn successors(&self, state: &[u64], scratch: &mut StubbornScratch, out: &mut Successors) {
        self.look(state, scratch);
        scratch.has_best = false;
        [&mut scratch.best, &mut scratch.best_waiting].into_iter().for_each(Vec::clear);
        self.try_enabled(scratch);
        self.fill(scratch, out);
    }
}
