//! Making every action possible in every state: in ERROR (a property), in a sink, in a complement.

use thiserror::Error;

use crate::builder::{LtsError, RowBuilder};
use crate::id::{Label, StateId};
use crate::lts::Lts;

/// Why an LTS is not the deterministic, tau-free machine of a property.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotAProperty {
    /// A state has a tau transition.
    #[error("a property has no tau transition, but state {} has one", .state.raw())]
    HasTau {
        /// The state.
        state: StateId,
    },
    /// A state has two transitions with the same label.
    #[error("a property is deterministic, but state {} has two transitions with `{action}`", .state.raw())]
    Nondeterministic {
        /// The state.
        state: StateId,
        /// The label.
        label: Label,
        /// Its name.
        action: String,
    },
    /// States times labels are too many transitions.
    #[error("the completed property is too large: {0}")]
    TooLarge(#[from] LtsError),
}

/// An LTS in which every state offers every label of the alphabet.
#[derive(Clone, Debug)]
pub struct Completed {
    /// The LTS.
    pub lts: Lts,
    /// The added state, from which nothing leads away; `None` if nothing was missing.
    pub sink: Option<StateId>,
}

/// An automaton for the words that are not traces of a property.
#[derive(Clone, Debug)]
pub struct Complement {
    /// A deterministic LTS in which every state offers every label; it never enters ERROR.
    pub lts: Lts,
    /// A word is accepted if it ends here; `None` if no word is.
    pub accepting: Option<StateId>,
}

/// Property completion: every state gets a transition to ERROR for every label of the alphabet that it does
/// not offer. END is a state like the others.
///
/// ```
/// use rely_lts::{Actions, LtsBuilder, StateId, determinize::complete};
/// // property P = (a -> b -> P).
/// let actions = Actions::new();
/// let mut builder = LtsBuilder::new(&actions);
/// let (s, t) = (builder.add_state()?, builder.add_state()?);
/// builder.add_transition(s, actions.intern("a"), t);
/// builder.add_transition(t, actions.intern("b"), s);
/// let property = complete(&builder.finish(s)?)?;
/// assert_eq!(property.n_transitions(), 4);
/// assert!(property.targets_of(s).contains(&StateId::ERROR));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a state, reachable or not, has a tau or two transitions with the same label.
pub fn complete(lts: &Lts) -> Result<Lts, NotAProperty> {
    check_property(lts)?;
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    for s in lts.states() {
        push_completed(&mut rows, lts, s, StateId::ERROR)?;
    }
    let mut completed = rows.finish(lts.initial(), None);
    completed.propositions = lts.propositions.clone();
    Ok(completed)
}

/// Completion: for every label that a state does not offer it gets a transition to a sink, a new state (the
/// last one) from which every label leads back to it. The LTS may be nondeterministic and have tau. END is a
/// state like the others; propositions are dropped.
///
/// ```
/// use rely_lts::{Actions, Lts, determinize::complete_with_sink, ops};
/// let stop = ops::extend_alphabet(&Lts::stop(&Actions::new()), ["a", "b"]);
/// let completed = complete_with_sink(&stop)?;
/// assert_eq!((completed.lts.n_states(), completed.lts.n_transitions()), (2, 4));
/// # Ok::<(), rely_lts::LtsError>(())
/// ```
///
/// # Errors
/// If states times labels are too many transitions.
pub fn complete_with_sink(lts: &Lts) -> Result<Completed, LtsError> {
    let sink = sink_of(lts)?;
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    for s in lts.states() {
        push_completed(&mut rows, lts, s, sink)?;
    }
    let sink = push_sink_if_used(&mut rows, lts, sink)?;
    Ok(Completed { lts: rows.finish(lts.initial(), None), sink })
}

/// The complement of a property, as an automaton.
///
/// The language of the property is the set of its traces that do not enter ERROR; it is prefix-closed. The
/// words over the alphabet that are not in it lead to one state, the only accepting one, and stay there. So
/// the complement is not prefix-closed: unlike in other LTSs not every state counts, only the accepting one.
///
/// ```
/// use rely_lts::{Actions, Lts, determinize::complement, ops};
/// // Only the empty word is a trace of STOP; every other word is in the complement.
/// let stop = ops::extend_alphabet(&Lts::stop(&Actions::new()), ["a"]);
/// let found = complement(&stop)?;
/// let a = found.lts.alphabet().label_of_name("a").expect("it is in the alphabet");
/// assert_eq!(found.lts.step(found.lts.initial(), a).first().copied(), found.accepting);
/// # Ok::<(), rely_lts::determinize::NotAProperty>(())
/// ```
///
/// # Errors
/// If the LTS is not deterministic or has a tau.
pub fn complement(lts: &Lts) -> Result<Complement, NotAProperty> {
    check_property(lts)?;
    let sink = sink_of(lts)?;
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let mut used = false;
    let mut row = Vec::new();
    for s in lts.states() {
        row.clear();
        row.extend(lts.alphabet().labels().map(|label| {
            let stays = lts.step(s, label).first().filter(|t| !t.is_error());
            used |= stays.is_none();
            (label, *stays.unwrap_or(&sink))
        }));
        rows.push_state(&mut row)?;
    }
    let accepting = if used { Some(push_sink(&mut rows, lts, sink)?) } else { None };
    Ok(Complement { lts: rows.finish(lts.initial(), None), accepting })
}

fn check_property(lts: &Lts) -> Result<(), NotAProperty> {
    for state in lts.states() {
        let labels = lts.labels_of(state);
        if labels.first().is_some_and(|label| label.is_tau()) {
            return Err(NotAProperty::HasTau { state });
        }
        if let Some(double) = labels.windows(2).find(|pair| pair[0] == pair[1]) {
            let (label, action) = (double[0], lts.label_name(double[0]).to_string());
            return Err(NotAProperty::Nondeterministic { state, label, action });
        }
    }
    Ok(())
}

/// The id of a state after the last one.
fn sink_of(lts: &Lts) -> Result<StateId, LtsError> {
    if lts.n_states() >= u32::MAX as usize - 1 {
        return Err(LtsError::TooManyStates);
    }
    Ok(StateId::at(lts.n_states()))
}

/// Adds a state of the LTS, with transitions to `target` for what it does not offer.
fn push_completed(rows: &mut RowBuilder, lts: &Lts, state: StateId, target: StateId) -> Result<(), LtsError> {
    let missing = lts.alphabet().labels().filter(|&label| lts.step(state, label).is_empty());
    let mut row: Vec<_> = lts.successors(state).chain(missing.map(|label| (label, target))).collect();
    rows.push_state(&mut row)?;
    Ok(())
}

fn push_sink_if_used(rows: &mut RowBuilder, lts: &Lts, sink: StateId) -> Result<Option<StateId>, LtsError> {
    let missing = lts.states().any(|s| lts.alphabet().labels().any(|label| lts.step(s, label).is_empty()));
    if missing { push_sink(rows, lts, sink).map(Some) } else { Ok(None) }
}

fn push_sink(rows: &mut RowBuilder, lts: &Lts, sink: StateId) -> Result<StateId, LtsError> {
    let mut row: Vec<_> = lts.alphabet().labels().map(|label| (label, sink)).collect();
    rows.push_state(&mut row)
}
