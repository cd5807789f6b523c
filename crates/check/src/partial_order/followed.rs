//! What a search with partial-order reduction visits and follows, as evidence that others can check.

use rely_lts::{
    Context, Goal, Space, Spent, StateId, StateStore, Stubborn, StubbornScratch, Successors, System, Target,
    Ticker,
};

use super::search::Search;
use super::{Check, prepared};
use crate::reduced::NotApplicable;

/// Searches for evidence that a system has no run to a deadlock or to ERROR.
///
/// ```
/// use rely_check::partial_order::FollowedSets;
/// use rely_lts::{Actions, Component, Context, Lts, System};
/// let actions = Actions::new();
/// let system = System::new("S", &actions, vec![Component::new("STOP", Lts::stop(&actions).into())]);
/// let sets = FollowedSets::new(&system, Context::unlimited()).expect("there is no priority");
/// // It is stuck at once.
/// assert!(sets.deadlock().unwrap().is_none());
/// assert_eq!(sets.errors(&[0]).unwrap().unwrap().states.len(), 1);
/// ```
pub struct FollowedSets<'s>(Check<'s>);

/// The states of a reduced search, and which events were followed from each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    /// The components that were searched, by their positions in the system. Complete properties that the
    /// question is not about are left out.
    pub components: Vec<usize>,
    /// The states of these components, each with its [closed set](Stubborn::chosen) of events.
    pub states: Vec<(Vec<StateId>, Vec<usize>)>,
}

impl<'s> FollowedSets<'s> {
    /// Prepares the searches.
    ///
    /// # Errors
    /// If the system has a priority, or no process.
    pub fn new(system: &'s System, ctx: Context<'s>) -> Result<Self, NotApplicable> {
        prepared(system, ctx).map(FollowedSets)
    }

    /// What shows that there is no deadlock; `None` if there is one when all properties that only observe are
    /// left out, or if they have actions of their own.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn deadlock(&self) -> Result<Option<Followed>, Spent> {
        if self.0.has_free_action() {
            return Ok(None);
        }
        let (stubborn, components) = self.0.part(&[]);
        let mut store = StateStore::new(stubborn.words());
        store.insert(&stubborn.initial());
        let (mut scratch, mut moves) = (StubbornScratch::default(), Successors::default());
        let (mut events, mut packed, mut ticker) = (Vec::new(), Vec::new(), Ticker::default());
        while events.len() < store.len() {
            packed.clear();
            packed.extend_from_slice(store.get(StateId::at(events.len())));
            moves.reset();
            stubborn.successors(&packed, &mut scratch, &mut moves);
            if moves.is_empty() && !stubborn.product().is_terminated(&packed) {
                return Ok(None);
            }
            events.push(stubborn.chosen(&scratch).collect());
            for (_, target) in moves.iter() {
                if let Target::State(target) = target {
                    store.insert(target);
                }
            }
            self.0.ctx.budget.check_states(store.len())?;
            ticker.tick(self.0.ctx.budget)?;
        }
        Ok(Some(followed(&stubborn, components, &store, events)))
    }

    /// What shows that none of these components enters ERROR; `None` if one does when other properties that
    /// only observe are left out.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn errors(&self, goals: &[usize]) -> Result<Option<Followed>, Spent> {
        let (stubborn, components) = self.0.part(goals);
        let at = |i: &usize| components.iter().position(|p| p == i).expect("the component is kept");
        let goal = Goal::Error(goals.iter().map(at).collect());
        let mut search = Search::run_keeping(&stubborn, goal, true, self.0.ctx);
        if search.has_errors() {
            return Ok(None);
        }
        if let Some(spent) = search.spent.take() {
            return Err(spent);
        }
        let events = search.followed.take().unwrap_or_default();
        Ok(Some(followed(&stubborn, components, &search.store, events)))
    }
}

fn followed(
    stubborn: &Stubborn,
    components: Vec<usize>,
    store: &StateStore,
    events: Vec<Vec<usize>>,
) -> Followed {
    let vector = |number: usize| {
        let packed = store.get(StateId::at(number));
        (0..components.len()).map(|i| stubborn.product().component_state(packed, i)).collect()
    };
    let states = events.into_iter().enumerate().map(|(number, events)| (vector(number), events)).collect();
    Followed { components, states }
}
