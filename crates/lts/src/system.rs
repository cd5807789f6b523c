//! A system: components in parallel, with priority, hiding and modifiers.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::action::{Actions, Alphabet, matches_prefix};
use crate::component::{Component, Role};
use crate::{RowBuilder, StateId};

/// Components in parallel, then priority, then hiding, then the modifiers of the definition.
///
/// [`compose`](crate::compose) applies priority and hiding. Modifiers say what the caller should do with the
/// composed LTS; nothing in this crate applies them.
///
/// ```
/// use rely_lts::{Actions, Component, Hiding, Lts, System, ops};
/// let actions = Actions::new();
/// let clock = |name| ops::extend_alphabet(&Lts::stop(&actions), [name]);
/// let components =
///     vec![Component::new("A", clock("tick").into()), Component::new("B", clock("tock").into())];
/// let mut system = System::new("CLOCK", &actions, components);
/// system.hiding = Hiding::Interface(vec!["tick".to_string()]);
/// assert_eq!(system.alphabet().len(), 2);
/// assert!(system.hiding.hides("tock") && !system.hiding.hides("tick"));
/// ```
#[derive(Clone, Debug)]
pub struct System {
    /// Its name.
    pub name: String,
    /// The table of its actions; all components come from it.
    pub actions: Actions,
    /// The components, in order.
    pub components: Vec<Component>,
    /// Which actions give way to others.
    pub priority: Option<Priority>,
    /// Which actions become tau in the composed LTS.
    pub hiding: Hiding,
    /// Requests of what to do with the composed LTS.
    pub modifiers: Modifiers,
}

impl System {
    /// Components in parallel and nothing else.
    pub fn new(name: impl Into<String>, actions: &Actions, components: Vec<Component>) -> Self {
        System {
            name: name.into(),
            actions: actions.clone(),
            components,
            priority: None,
            hiding: Hiding::Nothing,
            modifiers: Modifiers::default(),
        }
    }

    /// Bytes held by the components' LTSs.
    pub fn memory(&self) -> usize {
        self.components.iter().map(|c| c.lts.memory()).sum()
    }

    /// The components that must be in END for the system to have terminated, in order: those that have an
    /// END, if they know all actions of the others. Empty if the system can never terminate.
    pub fn terminating(&self) -> Vec<usize> {
        let lts = |i: &usize| &self.components[*i].lts;
        let (with, without): (Vec<usize>, Vec<usize>) =
            (0..self.components.len()).partition(|i| lts(i).end().is_some());
        let known: FxHashSet<_> = with.iter().flat_map(|i| lts(i).alphabet().ids().iter().copied()).collect();
        let all = without.iter().all(|i| lts(i).alphabet().ids().iter().all(|id| known.contains(id)));
        if all { with } else { Vec::new() }
    }

    /// The same system without the properties among its components; a system of properties only becomes a
    /// process that does nothing and knows no action. With priorities, actions that only properties know are
    /// still possible at any time, since they can keep others from happening.
    pub fn without_properties(&self) -> System {
        if self.priority.is_some() {
            let system = self.observed_by(|_| false);
            if !system.components.is_empty() {
                return system;
            }
        }
        let mut system = self.clone();
        system.components.retain(|component| component.role != Role::Property);
        if system.components.is_empty() && !self.components.is_empty() {
            let mut rows = RowBuilder::new(Alphabet::new(&self.actions, Vec::new()));
            rows.push_state(&mut Vec::new()).expect("one state without transitions fits");
            let nothing = Arc::new(rows.finish(StateId::at(0), None));
            system.components.push(Component::new(self.name.clone(), nothing));
        }
        system
    }

    /// The system in which no property but some can enter ERROR. The others never block, so they are left
    /// out; but actions that nothing else knows are possible at any time. Of a property that has such
    /// actions, a property called `actions of NAME` remains, which always does all of them. These come last.
    ///
    /// ```
    /// use rely_lts::{Actions, Component, Lts, Role, System, ops};
    /// let actions = Actions::new();
    /// let knows = |names: &[&str]| ops::extend_alphabet(&Lts::stop(&actions), names.iter().copied()).into();
    /// let property = |name, names| Component { role: Role::Property, ..Component::new(name, knows(names)) };
    /// let components =
    ///     vec![property("Q", &["a", "b"]), Component::new("P", knows(&["b"])), property("R", &["b"])];
    /// let observed = System::new("S", &actions, components).observed_by(|_| false);
    /// let names: Vec<&str> = observed.components.iter().map(|c| c.name.as_str()).collect();
    /// assert_eq!(names, ["P", "actions of Q"]);
    /// let own = &observed.components[1].lts;
    /// assert_eq!((own.n_states(), own.alphabet().len(), own.n_transitions()), (1, 1, 1));
    /// ```
    pub fn observed_by(&self, asked: impl Fn(usize) -> bool) -> System {
        let is_kept = |i: usize| self.components[i].role != Role::Property || asked(i);
        let (kept, others): (Vec<usize>, Vec<usize>) = (0..self.components.len()).partition(|&i| is_kept(i));
        let mut system = System {
            components: kept.into_iter().map(|i| self.components[i].clone()).collect(),
            ..self.clone()
        };
        let known = system.alphabet();
        for other in others.into_iter().map(|i| &self.components[i]) {
            let ids = other.lts.alphabet().ids().iter().copied();
            let own: Vec<_> = ids.filter(|&action| !known.contains(action)).collect();
            if own.is_empty() {
                continue;
            }
            let alphabet = Alphabet::new(&self.actions, own);
            let mut row: Vec<_> = alphabet.labels().map(|label| (label, StateId::at(0))).collect();
            let mut rows = RowBuilder::new(alphabet);
            rows.push_state(&mut row).expect("the transitions of one state fit");
            let lts = Arc::new(rows.finish(StateId::at(0), None));
            let name = format!("actions of {}", other.name);
            system.components.push(Component { role: Role::Property, ..Component::new(name, lts) });
        }
        system
    }

    /// The union of the components' alphabets, before hiding.
    pub fn alphabet(&self) -> Alphabet {
        Alphabet::union(&self.actions, self.components.iter().map(|c| c.lts.alphabet()))
    }
}

/// Which actions give way to others: in a state where a high action is possible, low ones are dropped. Names
/// match by dotted prefix. tau is high in [`Priority::Low`] and low in [`Priority::High`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Priority {
    /// `>> {…}`: the listed actions are low, all else is high.
    Low(Vec<String>),
    /// `<< {…}`: the listed actions are high, all else is low.
    High(Vec<String>),
}

impl Priority {
    /// Is an action low? `None` is tau.
    pub fn is_low(&self, action: Option<&str>) -> bool {
        match self {
            Priority::Low(low) => action.is_some_and(|a| matches_any(a, low)),
            Priority::High(high) => !action.is_some_and(|a| matches_any(a, high)),
        }
    }
}

/// Which actions become tau. Names match by dotted prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Hiding {
    /// None.
    #[default]
    Nothing,
    /// `\ {…}`: the listed ones.
    Hide(Vec<String>),
    /// `@ {…}`: all but the listed ones.
    Interface(Vec<String>),
}

impl Hiding {
    /// Does the action become tau?
    pub fn hides(&self, action: &str) -> bool {
        match self {
            Hiding::Nothing => false,
            Hiding::Hide(hidden) => matches_any(action, hidden),
            Hiding::Interface(visible) => !matches_any(action, visible),
        }
    }
}

/// The keywords before a definition in FSP: requests of what to do with the composed LTS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Determinize it.
    pub deterministic: bool,
    /// Minimize it by the reference tool's rule.
    pub minimal: bool,
    /// Compose it even where a list of components would do.
    pub compose: bool,
    /// Make it an observing property.
    pub property: bool,
    /// Strip what can lead to ERROR or deadlock.
    pub safe: bool,
}

fn matches_any(action: &str, patterns: &[String]) -> bool {
    patterns.iter().any(|pattern| matches_prefix(action, pattern))
}
