//! Following a trace: which local states do the components go through?
//!
//! # Problem
//! A trace names actions. A component may have several transitions with the same action, and a tau may belong
//! to any component. Given a trace and a condition on the last vector of local states. Wanted: a run of the
//! components with these actions, as vectors.
//!
//! # Method
//! By the definition of composition, on vectors of local states, without the product's tables: all vectors
//! that the actions so far lead to are kept, each with one from which it is reached. Where these are too many
//! (k taus of n components lead to as many as there are ways to distribute them) one run is searched for
//! depth first (the module `directed`).
//!
//! # Invariants
//! 1. A vector is kept only if the actions so far lead to it, together with one predecessor: runs are read
//!    off backward.
//!
//! # Cost
//! Per step, the moves of all vectors that are kept, but at most `MAX_CELLS` local states in all.
//!
//! # Departures
//! None: this is the definition, deliberately independent of the tables of the product.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::slice::Iter;

use rely_lts::{ActionId, StateId, System};
use rustc_hash::FxHashMap;

use crate::directed::directed;

/// A local state per component; components that are in ERROR have [`StateId::ERROR`].
pub type Vector = Vec<StateId>;

/// Why there is no run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFollowed {
    /// Only this many steps are possible; if that is all of them, no end was accepted.
    Impossible(usize),
    /// Undecided: there are too many candidates.
    TooMany,
}

/// The local states that a search may write into vectors, not counting those of one run.
const MAX_CELLS: usize = 1 << 22;

/// The vector of the components' initial states, where every run begins.
///
/// ```
/// # use std::sync::Arc;
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// use rely_check::{enabled, initial_vector, is_error, is_terminated, moves};
/// use rely_lts::{Actions, Component, System};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Arc<Lts> {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     Arc::new(builder.finish(StateId::at(0)).expect("all states were added"))
/// # }
/// let actions = Actions::new();
/// let lamp = machine(&actions, &[(0, "on", 1), (1, "off", 0), (1, "break", 2)]);
/// let system = System::new("S", &actions, vec![Component::new("LAMP", lamp)]);
/// let start = initial_vector(&system);
/// let [(on, lit)] = &moves(&system, &start)[..] else { panic!("there is one move") };
/// assert_eq!(&*actions.name(*on), "on");
/// let names = |vector: &[StateId]| enabled(&system, vector).iter().map(|&a| actions.name(a)).collect::<Vec<_>>();
/// assert_eq!(names(lit).join(" "), "break off");
/// assert!(!is_error(lit) && !is_terminated(&system, &[StateId::at(2)]), "a broken lamp has not terminated");
/// ```
pub fn initial_vector(system: &System) -> Vector {
    system.components.iter().map(|c| c.lts.initial()).collect()
}

/// Has some component entered ERROR? Then the system has no moves.
pub fn is_error(vector: &[StateId]) -> bool {
    vector.iter().any(|s| s.is_error())
}

/// The actions that are possible in a vector, sorted by name (tau first), priority applied.
pub fn enabled(system: &System, vector: &[StateId]) -> Vec<ActionId> {
    allowed(system, possible(system, vector).into_keys().collect())
}

/// Those of these actions, all possible, that priority allows, sorted by name.
fn allowed(system: &System, mut list: Vec<ActionId>) -> Vec<ActionId> {
    if let Some(priority) = &system.priority {
        let low = |action: ActionId| {
            let name = (!action.is_tau()).then(|| system.actions.name(action));
            priority.is_low(name.as_deref())
        };
        if list.iter().any(|action| !low(*action)) {
            list.retain(|action| !low(*action));
        }
    }
    let name = |action: &ActionId| (!action.is_tau()).then(|| system.actions.name(*action));
    list.sort_by_cached_key(name);
    list
}

/// All moves of a vector with their targets, sorted by action name (tau first) and target, priority applied.
pub fn moves(system: &System, vector: &[StateId]) -> Vec<(ActionId, Vector)> {
    let all = first_moves(system, vector, usize::MAX).moves;
    all.into_iter().map(|step| (step.action, step.target(vector))).collect()
}

/// A move of a vector. It has what moves, not a whole vector: thousands of components have thousands of
/// moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The action.
    pub action: ActionId,
    /// The components that move, with their next states, in the order of components.
    pub changes: Vec<(usize, StateId)>,
}

impl Move {
    /// Where it leads from its vector.
    pub fn target(&self, from: &[StateId]) -> Vector {
        let mut target = from.to_vec();
        self.changes.iter().for_each(|&(i, state)| target[i] = state);
        target
    }

    /// Does it lead from its vector to this one?
    pub fn leads_to(&self, from: &[StateId], target: &[StateId]) -> bool {
        let mut next = self.changes.iter().peekable();
        from.iter().zip(target).enumerate().all(|(i, (before, after))| {
            after == next.next_if(|change| change.0 == i).map_or(before, |(_, state)| state)
        })
    }

    /// The order of the targets of two moves from one vector.
    fn order(&self, other: &Move, from: &[StateId]) -> Ordering {
        let (mut one, mut two) = (self.changes.iter().peekable(), other.changes.iter().peekable());
        while let Some(&at) = [one.peek(), two.peek()].into_iter().flatten().map(|(i, _)| i).min() {
            let state = |changes: &mut Peekable<Iter<'_, (usize, StateId)>>| {
                changes.next_if(|change| change.0 == at).map_or(from[at], |change| change.1)
            };
            match state(&mut one).cmp(&state(&mut two)) {
                Ordering::Equal => {}
                different => return different,
            }
        }
        Ordering::Equal
    }
}

/// The first moves of a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMoves {
    /// The moves: of an action, its targets in order, each once.
    pub moves: Vec<Move>,
    /// Are these all?
    pub is_complete: bool,
}

/// The first moves of a vector, no more than `most`, as [`moves`] has them: there can be as many as there are
/// ways to combine what the components can do.
pub fn first_moves(system: &System, vector: &[StateId], most: usize) -> FirstMoves {
    let mut found = FirstMoves { moves: Vec::new(), is_complete: true };
    let mut left = most;
    let mut possible = possible(system, vector);
    for action in allowed(system, possible.keys().copied().collect()) {
        if left == 0 {
            found.is_complete = false;
            break;
        }
        let slots = possible.remove(&action).expect("an enabled action");
        let mut all = Combinations::new(slots);
        let mut moves: Vec<Move> = all.by_ref().take(left).map(|changes| Move { action, changes }).collect();
        left -= moves.len();
        found.is_complete &= all.next().is_none();
        moves.sort_by(|one, two| one.order(two, vector));
        moves.dedup_by(|two, one| one.order(two, vector).is_eq());
        found.moves.extend(moves);
    }
    found
}

/// Has the system terminated in a vector without moves? All components that have an END are in it, and they
/// know all actions of those that have none.
pub fn is_terminated(system: &System, vector: &[StateId]) -> bool {
    let (with, without): (Vec<_>, Vec<_>) =
        system.components.iter().zip(vector).partition(|(component, _)| component.lts.end().is_some());
    let knows =
        |action: &ActionId| with.iter().any(|(component, _)| component.lts.alphabet().contains(*action));
    !with.is_empty()
        && with.iter().all(|(component, state)| component.lts.end() == Some(**state))
        && without.iter().all(|(component, _)| component.lts.alphabet().ids().iter().all(knows))
}

/// Who can move where by each possible action, before priority. One pass over the components: there can be as
/// many actions as components.
fn possible(system: &System, vector: &[StateId]) -> FxHashMap<ActionId, Slots> {
    let mut found: FxHashMap<ActionId, Slots> = FxHashMap::default();
    if is_error(vector) {
        return found;
    }
    for (i, (component, &state)) in system.components.iter().zip(vector).enumerate() {
        let lts = &component.lts;
        let mut last = None;
        for (label, target) in lts.successors(state) {
            let slots = &mut found.entry(lts.alphabet().action(label)).or_insert_with(|| Slots(Vec::new())).0;
            // An internal step is one component's: all of them are alternatives.
            let is_new = if label.is_tau() { slots.is_empty() } else { last != Some(label) };
            if is_new {
                slots.push(Vec::new());
            }
            slots.last_mut().expect("a slot was added").push((i, target));
            last = Some(label);
        }
    }
    // All who know an action must be able to do it.
    let mut known: FxHashMap<ActionId, usize> = FxHashMap::default();
    for action in system.components.iter().flat_map(|c| c.lts.alphabet().ids()) {
        *known.entry(*action).or_default() += 1;
    }
    found.retain(|action, slots| action.is_tau() || known.get(action) == Some(&slots.0.len()));
    found
}

/// Who can move where by an action: one alternative of each slot, at the same time.
pub(crate) struct Slots(pub(crate) Vec<Vec<(usize, StateId)>>);

impl Slots {
    /// Those of an action, before priority; none if it is not possible. An internal step is one component's.
    fn of(system: &System, vector: &[StateId], action: ActionId) -> Option<Slots> {
        let components = || system.components.iter().enumerate();
        let steps =
            |i: usize, label| system.components[i].lts.step(vector[i], label).iter().map(move |&t| (i, t));
        let known = components().filter_map(|(i, c)| Some((i, c.lts.alphabet().label(action)?)));
        let slots: Vec<Vec<(usize, StateId)>> = if action.is_tau() {
            vec![known.flat_map(|(i, tau)| steps(i, tau)).collect()]
        } else {
            known.map(|(i, label)| steps(i, label).collect()).collect()
        };
        let possible = !slots.is_empty() && slots.iter().all(|slot| !slot.is_empty());
        possible.then_some(Slots(slots))
    }

    /// The same after priority.
    pub(crate) fn allowed(system: &System, vector: &[StateId], action: ActionId) -> Option<Slots> {
        let allowed = match system.priority {
            Some(_) => enabled(system, vector).contains(&action),
            None => !is_error(vector),
        };
        if allowed { Slots::of(system, vector, action) } else { None }
    }
}

/// The ways to combine what the components can do by an action, one after the other: they can be very many.
struct Combinations {
    slots: Slots,
    /// The next alternative of each slot; none when all were had.
    next: Option<Vec<usize>>,
}

impl Combinations {
    fn new(slots: Slots) -> Self {
        let possible = slots.0.iter().all(|slot| !slot.is_empty());
        let next = possible.then(|| vec![0; slots.0.len()]);
        Combinations { slots, next }
    }
}

impl Iterator for Combinations {
    type Item = Vec<(usize, StateId)>;

    fn next(&mut self) -> Option<Vec<(usize, StateId)>> {
        let chosen = self.next.as_mut()?;
        let changes = self.slots.0.iter().zip(chosen.iter()).map(|(slot, &k)| slot[k]).collect();
        // Counts through the alternatives, those of the last slot fastest.
        let last = chosen.iter().zip(&self.slots.0).rposition(|(&k, slot)| k + 1 < slot.len());
        match last {
            Some(at) => {
                chosen[at] += 1;
                chosen[at + 1..].fill(0);
            }
            None => self.next = None,
        }
        Some(changes)
    }
}

/// The targets of a move, one after the other.
pub(crate) struct Targets {
    pub(crate) from: Vector,
    combinations: Combinations,
}

impl Targets {
    pub(crate) fn new(from: Vector, slots: Slots) -> Self {
        Targets { from, combinations: Combinations::new(slots) }
    }
}

impl Iterator for Targets {
    type Item = Vector;

    fn next(&mut self) -> Option<Vector> {
        let changes = self.combinations.next()?;
        let mut target = self.from.clone();
        changes.into_iter().for_each(|(i, state)| target[i] = state);
        Some(target)
    }
}

/// A run with these actions from a vector that ends where `accept` says: the vectors after each step.
///
/// ```
/// # use std::sync::Arc;
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// use rely_check::{NotFollowed, follow, initial_vector};
/// use rely_lts::{Actions, Component, System};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Arc<Lts> {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     Arc::new(builder.finish(StateId::at(0)).expect("all states were added"))
/// # }
/// let actions = Actions::new();
/// let (up, down) = (actions.intern("up"), actions.intern("down"));
/// let counter = machine(&actions, &[(0, "up", 1), (1, "up", 2), (2, "down", 1), (1, "down", 0)]);
/// let system = System::new("S", &actions, vec![Component::new("COUNTER", counter)]);
/// let start = initial_vector(&system);
/// let states = follow(&system, &start, &[up, up, down], |_| true).expect("it is a run");
/// assert_eq!(states.concat(), [1, 2, 1].map(StateId::at));
/// let too_far = follow(&system, &start, &[up, up, up], |_| true);
/// assert_eq!(too_far, Err(NotFollowed::Impossible(2)));
/// ```
///
/// # Errors
/// If there is none, or the search for it takes too long.
pub fn follow(
    system: &System,
    from: &[StateId],
    actions: &[ActionId],
    accept: impl Fn(&[StateId]) -> bool,
) -> Result<Vec<Vector>, NotFollowed> {
    follow_within(system, from, actions, End::Where(&accept), &Effort::new(actions.len() * from.len()))
}

/// A run with these actions from a vector and then those of a cycle, which ends where it starts: the vectors
/// after each step.
///
/// # Errors
/// If there is none, or the search for it takes too long.
pub fn follow_lasso(
    system: &System,
    from: &[StateId],
    stem: &[ActionId],
    cycle: &[ActionId],
) -> Result<Vec<Vector>, NotFollowed> {
    let effort = Effort::new(cycle.len() * from.len());
    let round = |start: &[StateId]| follow_within(system, start, cycle, End::At(start), &effort);
    let is_spent = Cell::new(false);
    let closes = |start: &[StateId]| {
        let answer = if is_spent.get() { Err(NotFollowed::TooMany) } else { round(start) };
        is_spent.set(answer == Err(NotFollowed::TooMany));
        answer.is_ok()
    };
    let mut path = match follow(system, from, stem, closes) {
        Err(_) if is_spent.get() => return Err(NotFollowed::TooMany),
        answer => answer?,
    };
    let again = Effort::new(cycle.len() * from.len());
    let start = path.last().map_or(from, |last| last).to_vec();
    path.extend(follow_within(system, &start, cycle, End::At(&start), &again)?);
    Ok(path)
}

/// Where a run is to end.
#[derive(Clone, Copy)]
pub(crate) enum End<'a> {
    Where(&'a dyn Fn(&[StateId]) -> bool),
    At(&'a [StateId]),
}

impl End<'_> {
    pub(crate) fn accepts(self, vector: &[StateId]) -> bool {
        match self {
            End::Where(accept) => accept(vector),
            End::At(end) => vector == end,
        }
    }
}

/// Local states that may still be written into vectors, by either search.
struct Effort {
    layers: Cell<usize>,
    directed: Cell<usize>,
}

impl Effort {
    fn new(n_run: usize) -> Self {
        let cells = || Cell::new(MAX_CELLS.saturating_add(n_run));
        Effort { layers: cells(), directed: cells() }
    }
}

/// Counts this many.
pub(crate) fn spend(cells: &Cell<usize>, n: usize) -> Result<(), NotFollowed> {
    cells.set(cells.get().checked_sub(n).ok_or(NotFollowed::TooMany)?);
    Ok(())
}

fn follow_within(
    system: &System,
    from: &[StateId],
    actions: &[ActionId],
    end: End<'_>,
    effort: &Effort,
) -> Result<Vec<Vector>, NotFollowed> {
    match in_layers(system, from, actions, end, &effort.layers) {
        Err(NotFollowed::TooMany) => {}
        answer => return answer,
    }
    if let Some(path) = directed(system, from, actions, end, &effort.directed)? {
        return Ok(path);
    }
    // The longest beginning that is possible: that of the empty trace is.
    let (mut possible, mut beyond) = (0, actions.len() + 1);
    while possible + 1 < beyond {
        let middle = possible.midpoint(beyond);
        match directed(system, from, &actions[..middle], End::Where(&|_| true), &effort.directed)? {
            Some(_) => possible = middle,
            None => beyond = middle,
        }
    }
    Err(NotFollowed::Impossible(possible))
}

/// The same by all vectors that are reached.
fn in_layers(
    system: &System,
    from: &[StateId],
    actions: &[ActionId],
    end: End<'_>,
    cells: &Cell<usize>,
) -> Result<Vec<Vector>, NotFollowed> {
    // One layer per step: every vector with one from which it is reached.
    let mut layers: Vec<BTreeMap<Vector, Vector>> = Vec::new();
    let mut current: BTreeSet<Vector> = BTreeSet::from([from.to_vec()]);
    for (step, &action) in actions.iter().enumerate() {
        let mut layer = BTreeMap::new();
        for vector in &current {
            let Some(slots) = Slots::allowed(system, vector, action) else { continue };
            for target in Targets::new(vector.clone(), slots) {
                spend(cells, target.len())?;
                layer.entry(target).or_insert_with(|| vector.clone());
            }
        }
        if layer.is_empty() {
            return Err(NotFollowed::Impossible(step));
        }
        current = layer.keys().cloned().collect();
        layers.push(layer);
    }
    let found = current.into_iter().find(|vector| end.accepts(vector));
    let mut at = found.ok_or(NotFollowed::Impossible(actions.len()))?;
    let mut path = Vec::with_capacity(layers.len());
    for layer in layers.iter().rev() {
        let before = layer[&at].clone();
        path.push(at);
        at = before;
    }
    path.reverse();
    Ok(path)
}
