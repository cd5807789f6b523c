//! Places: which part of the text makes a component move.
//!
//! # Problem
//!
//! Given a transition of a component as it is after all prefixes, relabelings, hidings and compositions.
//! Wanted: the places of the actions in the text that it stems from.
//!
//! # Method
//!
//! Only elaborations that ask for places have them: a run is shown rarely, and a system is elaborated again
//! for it. Transitions of a process get the place of their label. Operations that change labels change those
//! of the table. Where states are merged (composition, `minimal`, `deterministic`), the new transition system
//! and the parts that it was made of are walked together, and a transition gets the places of all moves of
//! the parts that it can stand for ([`composed`]).
//!
//! # Invariants
//!
//! 1. A place that is listed is one where the component, or a part of it, has this action before relabeling
//!    and hiding.
//! 2. Transitions that a property gets by completion have no place.
//!
//! # Cost
//!
//! One entry per transition; a walk is given up after [`MAX_MOVES`] moves, and the component has no places
//! then.
//!
//! # Departures
//!
//! None: the language does not know places.

use std::sync::Arc;

use rely_lts::{ActionId, Actions, Context, Hiding, Lts, StateId, StateMap, System};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Outcome;
use crate::span::Span;

/// Moves after which a walk is given up.
const MAX_MOVES: usize = 200_000;

/// An action in the text, and the definition that contains it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Where it is.
    pub span: Span,
    /// The name of the definition.
    pub process: Arc<str>,
}

/// A transition of a component.
type Step = (StateId, ActionId, StateId);

/// Where the transitions of a component are in the text.
#[derive(Clone, Debug, Default)]
pub struct Places {
    steps: FxHashMap<Step, Vec<Place>>,
    /// The definition, if it has no actions of its own: an import or a formula.
    whole: Option<Place>,
}

impl Places {
    /// Those of a definition that is one place.
    pub(crate) fn whole(span: Span, process: &Arc<str>) -> Places {
        Places { steps: FxHashMap::default(), whole: Some(Place { span, process: process.clone() }) }
    }

    /// The places of a transition; none for what is added when a property is completed.
    pub fn of(&self, from: StateId, action: ActionId, to: StateId) -> &[Place] {
        match (self.steps.get(&(from, action, to)), &self.whole) {
            (Some(places), _) => places,
            (None, Some(whole)) => std::slice::from_ref(whole),
            (None, None) => &[],
        }
    }

    /// The actions of a state that have places and do not lead to ERROR, in the order of the text.
    pub fn allowed(&self, state: StateId) -> Vec<(ActionId, Place)> {
        let steps = self.steps.iter().filter(|((from, _, to), _)| *from == state && !to.is_error());
        let mut allowed: Vec<(ActionId, Place)> =
            steps.flat_map(|((_, action, _), places)| places.iter().map(|p| (*action, p.clone()))).collect();
        allowed.sort_by(|one, other| (&one.1, one.0).cmp(&(&other.1, other.0)));
        allowed.dedup();
        allowed
    }

    /// The definition, if it has no actions of its own.
    pub fn definition(&self) -> Option<&Place> {
        self.whole.as_ref()
    }

    pub(crate) fn add(&mut self, from: StateId, action: ActionId, to: StateId, place: Place) {
        let places = self.steps.entry((from, action, to)).or_default();
        if !places.contains(&place) {
            places.push(place);
        }
    }

    /// All entries, with those of equal transitions next to each other in no particular order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (StateId, ActionId, StateId, &Place)> {
        self.steps.iter().flat_map(|(&(s, a, t), places)| places.iter().map(move |place| (s, a, t, place)))
    }

    fn change(&self, each: impl Fn(Step) -> Vec<Step>) -> Places {
        let mut changed = Places { steps: FxHashMap::default(), whole: self.whole.clone() };
        for (from, action, to, place) in self.entries() {
            for (from, action, to) in each((from, action, to)) {
                changed.add(from, action, to, place.clone());
            }
        }
        changed.steps.values_mut().for_each(|places| places.sort());
        changed
    }

    /// With other names of actions.
    pub(crate) fn rename(&self, actions: &Actions, images: impl Fn(&str) -> Vec<String>) -> Places {
        let image = |action: ActionId| match action.is_tau() {
            true => vec![action],
            false => images(&actions.name(action)).iter().map(|name| actions.intern(name)).collect(),
        };
        self.change(|(s, action, t)| image(action).into_iter().map(|image| (s, image, t)).collect())
    }

    /// With hidden actions as tau.
    pub(crate) fn hide(&self, actions: &Actions, hiding: &Hiding) -> Places {
        self.change(|(s, a, t)| vec![(s, seen(actions, hiding, a), t)])
    }

    /// With other numbers of states.
    pub(crate) fn renumber(&self, map: &StateMap<Option<StateId>>) -> Places {
        let new = |state: StateId| if state.is_error() { Some(state) } else { map[state] };
        self.change(|(s, a, t)| new(s).zip(new(t)).map(|(s, t)| (s, a, t)).into_iter().collect())
    }
}

/// What an action is after hiding.
fn seen(actions: &Actions, hiding: &Hiding, action: ActionId) -> ActionId {
    let hidden = !action.is_tau() && hiding.hides(&actions.name(action));
    if hidden { ActionId::TAU } else { action }
}

/// The components of a system with their places.
struct Parts<'a> {
    lts: Vec<&'a Lts>,
    places: Vec<&'a Places>,
    knowing: FxHashMap<ActionId, Vec<usize>>,
}

impl Parts<'_> {
    /// The moves of a vector by the definition of composition, without priority.
    fn moves(&self, from: &[StateId]) -> Vec<(ActionId, Vec<Place>, Vec<StateId>)> {
        let mut moves = Vec::new();
        for (i, (lts, places)) in self.lts.iter().zip(&self.places).enumerate() {
            for (label, target) in lts.successors(from[i]) {
                let action = lts.alphabet().action(label);
                let mut to = from.to_vec();
                to[i] = target;
                let mut found = vec![(places.of(from[i], action, target).to_vec(), to)];
                if !action.is_tau() {
                    let knowing = &self.knowing[&action];
                    if knowing[0] != i {
                        continue;
                    }
                    for &other in &knowing[1..] {
                        found = self.joined(found, other, from[other], action);
                    }
                }
                moves.extend(found.into_iter().map(|(places, to)| (action, places, to)));
            }
        }
        moves
    }

    /// The same moves with one more participant.
    fn joined(
        &self,
        found: Vec<(Vec<Place>, Vec<StateId>)>,
        other: usize,
        from: StateId,
        action: ActionId,
    ) -> Vec<(Vec<Place>, Vec<StateId>)> {
        let Some(label) = self.lts[other].alphabet().label(action) else { return found };
        let targets = self.lts[other].step(from, label);
        let mut joined = Vec::new();
        for (places, to) in found {
            for &target in targets {
                let (mut places, mut to) = (places.clone(), to.clone());
                places.extend_from_slice(self.places[other].of(from, action, target));
                to[other] = target;
                joined.push((places, to));
            }
        }
        joined
    }
}

/// The places of what was made of a system by composition, hiding and the modifiers of its definition.
///
/// # Errors
/// If the budget is spent.
pub(crate) fn composed(
    lts: &Lts,
    system: &System,
    parts: &[Arc<Places>],
    ctx: Context<'_>,
) -> Outcome<Places> {
    let words = system.modifiers;
    let merged = words.minimal || words.deterministic || words.property || words.safe;
    let hiding = if words.safe { &Hiding::Nothing } else { &system.hiding };
    let mut knowing: FxHashMap<ActionId, Vec<usize>> = FxHashMap::default();
    for (i, component) in system.components.iter().enumerate() {
        component.lts.alphabet().ids().iter().for_each(|&id| knowing.entry(id).or_default().push(i));
    }
    let components = system.components.iter();
    let parts = Parts {
        lts: components.map(|c| &*c.lts).collect(),
        places: parts.iter().map(|places| &**places).collect(),
        knowing,
    };
    let start = (lts.initial(), parts.lts.iter().map(|lts| lts.initial()).collect::<Vec<_>>());
    let mut places = Places::default();
    let mut seen_pairs = FxHashSet::from_iter([start.clone()]);
    let mut open = vec![start];
    let mut work = 0;
    while let Some((state, vector)) = open.pop() {
        ctx.budget.poll()?;
        for (action, found, to) in parts.moves(&vector) {
            work += 1;
            if work > MAX_MOVES {
                return Ok(Places::default());
            }
            let action = seen(&system.actions, hiding, action);
            let is_error = to.iter().any(|state| state.is_error());
            let Some(label) =
                (if action.is_tau() { Some(rely_lts::Label::TAU) } else { lts.alphabet().label(action) })
            else {
                continue;
            };
            // Minimization may have removed an internal step.
            let stays = (merged && action.is_tau() && !is_error).then_some(state);
            for &target in lts.step(state, label).iter().filter(|target| target.is_error() == is_error) {
                found.iter().for_each(|place| places.add(state, action, target, place.clone()));
                if !is_error && seen_pairs.insert((target, to.clone())) {
                    open.push((target, to.clone()));
                }
            }
            if let Some(stays) = stays
                && seen_pairs.insert((stays, to.clone()))
            {
                open.push((stays, to));
            }
        }
    }
    places.steps.values_mut().for_each(|places| places.sort());
    Ok(places)
}

/// The places of a process after `minimal` or `deterministic`.
///
/// # Errors
/// If the budget is spent.
pub(crate) fn merged(lts: &Lts, before: Arc<Lts>, places: Places, ctx: Context<'_>) -> Outcome<Places> {
    let actions = before.actions().clone();
    let mut system = System::new("", &actions, vec![rely_lts::Component::new("", before)]);
    system.modifiers.minimal = true;
    composed(lts, &system, &[Arc::new(places)], ctx)
}
