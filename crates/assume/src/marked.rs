//! The ERROR of a component as an action that a property forbids.
//!
//! Every transition into ERROR leads to a state in which only one more action is possible, the *mark*, which
//! nothing else has. A marked component can do its mark iff it can enter ERROR. `rely-evolve` marks entire
//! systems.

use std::sync::Arc;

use rely_lts::{ActionId, Actions, Component, Lts, LtsBuilder, LtsError, Role, StateId};

/// An action for the ERROR of a component, which none of these components has and which is not in use.
pub(crate) fn mark_of(
    component: &Component,
    actions: &Actions,
    known: &[&Component],
    used: &[ActionId],
) -> ActionId {
    let taken = |a: ActionId| used.contains(&a) || known.iter().any(|c| c.lts.alphabet().contains(a));
    let mut name = format!("err!{}", component.name);
    while actions.get(&name).is_some_and(taken) {
        name.push('!');
    }
    actions.intern(&name)
}

/// An LTS without ERROR: where it was entered, the mark follows, and nothing after that.
///
/// ```
/// use rely_lts::{Actions, LtsBuilder, StateId};
/// let actions = Actions::new();
/// let mut builder = LtsBuilder::new(&actions);
/// builder.ensure_states(1).unwrap();
/// builder.add_transition(StateId::at(0), actions.intern("a"), StateId::ERROR);
/// let lts = builder.finish(StateId::at(0)).unwrap();
/// let marked = rely_assume::marked(&lts, actions.intern("err!M")).unwrap();
/// let steps: Vec<_> = marked.transitions().map(|(_, label, _)| marked.label_name(label).to_string()).collect();
/// assert_eq!((steps, marked.has_error()), (vec!["a".to_string(), "err!M".to_string()], false));
/// ```
///
/// # Errors
/// If there are too many states.
pub fn marked(lts: &Lts, mark: ActionId) -> Result<Lts, LtsError> {
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states() + 2)?;
    lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
    let (failed, stopped) = (StateId::at(lts.n_states()), StateId::at(lts.n_states() + 1));
    for (source, label, target) in lts.transitions() {
        let target = if target.is_error() { failed } else { target };
        builder.add_transition(source, lts.alphabet().action(label), target);
    }
    builder.add_transition(failed, mark, stopped);
    if let Some(end) = lts.end() {
        builder.set_end(end);
    }
    builder.finish(lts.initial())
}

/// The property that a mark never occurs.
///
/// # Errors
/// Never; building an LTS can fail.
pub fn never(actions: &Actions, mark: ActionId) -> Result<Component, LtsError> {
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(1)?;
    builder.add_transition(StateId::at(0), mark, StateId::ERROR);
    let lts = Arc::new(builder.finish(StateId::at(0))?);
    Ok(Component { role: Role::Property, ..Component::new(format!("no {}", actions.name(mark)), lts) })
}
