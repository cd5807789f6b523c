//! Which classes the states of an LTS are in, and which states of its reduction stand for them.

use crate::id::{ClassId, StateId};

/// Ties the states of an LTS to those of its reduction, by classes: a [`StateId`] alone does not tell which
/// of the two LTSs it belongs to.
///
/// ```
/// use rely_lts::{Actions, Context, LtsBuilder, minimize::{Equivalence, minimize}};
/// // Two ways to stop.
/// let actions = Actions::new();
/// let mut builder = LtsBuilder::new(&actions);
/// let s: Vec<_> = (0..3).map(|_| builder.add_state()).collect::<Result<_, _>>()?;
/// builder.add_transition(s[0], actions.intern("a"), s[1]);
/// builder.add_transition(s[0], actions.intern("a"), s[2]);
/// let lts = builder.finish(s[0])?;
/// let found = minimize(&lts, Equivalence::Strong, Context::unlimited()).expect("there is no limit");
/// let stopped = found.map.class_of(s[1]).expect("it is reachable");
/// assert_eq!(found.map.class_of(s[2]), Some(stopped));
/// assert!(found.lts.is_stuck(found.map.state_of(stopped)));
/// # Ok::<(), rely_lts::LtsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassMap(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The class of every state, `NONE` where there is none.
    Classes(Vec<u32>),
    /// The sets of states that every class stands for.
    Sets(Vec<Vec<Vec<StateId>>>),
}

const NONE: u32 = u32::MAX;

impl ClassMap {
    /// One class per state; `u32::MAX` is none.
    pub(crate) fn of_classes(class: Vec<u32>) -> Self {
        ClassMap(Kind::Classes(class))
    }

    /// The sets of states per class.
    pub(crate) fn of_sets(sets: Vec<Vec<Vec<StateId>>>) -> Self {
        ClassMap(Kind::Sets(sets))
    }

    /// The class of a state of the original LTS. `None` for a state that is not reachable and equivalent to
    /// no reachable one, for ERROR and what [`Equivalence::Weak`](super::Equivalence::Weak) takes for it; and
    /// for [`Equivalence::Trace`](super::Equivalence::Trace), where classes are made of sets.
    pub fn class_of(&self, state: StateId) -> Option<ClassId> {
        match &self.0 {
            Kind::Classes(class) => class
                .get(state.index())
                .filter(|&&class| class != NONE)
                .map(|&class| ClassId::from_raw(class)),
            Kind::Sets(_) => None,
        }
    }

    /// The state of the reduced LTS that stands for a class.
    pub fn state_of(&self, class: ClassId) -> StateId {
        StateId::from_raw(class.raw())
    }

    /// The class that a state of the reduced LTS stands for; `None` for ERROR.
    pub fn class_at(&self, reduced: StateId) -> Option<ClassId> {
        (!reduced.is_error()).then(|| ClassId::from_raw(reduced.raw()))
    }

    /// For [`Equivalence::Trace`](super::Equivalence::Trace) the sets of states of the original LTS that a
    /// class stands for: after every trace that leads to the class in the reduced LTS, the original is in one
    /// of the states of one of these sets, and may be in any of them. Sets are sorted and closed under tau,
    /// and ERROR is not listed. `None` for the other equivalences.
    pub fn sets_of(&self, class: ClassId) -> Option<&[Vec<StateId>]> {
        match &self.0 {
            Kind::Classes(_) => None,
            Kind::Sets(sets) => sets.get(class.index()).map(Vec::as_slice),
        }
    }
}
