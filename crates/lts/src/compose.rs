//! Composition: the product of a system's components, stored, with priority and hiding applied.
//!
//! # Problem
//!
//! Given a system. Wanted: its LTS with all terminated states merged into one END, and which components can
//! enter ERROR. In a composition of labeled Kripke structures a state has the propositions of all its
//! components' states \[CSS04, Definition 6\]; one that two components have by the same name holds where it
//! holds in one of them. Propositions never keep a step from happening.
//!
//! # Method
//!
//! The lazy [`Product`] is explored once; a visitor writes every state's moves down as a row. Terminated
//! states are merged afterwards.
//!
//! # Invariants
//!
//! 1. Rows are appended in the order of the states' numbers.
//! 2. Visible labels keep their order when others are hidden, so that rows stay sorted but for tau.
//!
//! # Cost
//!
//! That of the exploration; 4 bytes per state and 8 per transition of the result, and one copy of it if
//! several states have terminated.
//!
//! # Departures
//!
//! None from the definition of composition. Two terminated states with different propositions are not merged.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::action::Alphabet;
use crate::budget::{Context, Purpose, Spent};
use crate::builder::{RowBatch, RowBuilder};
use crate::explore::{Moves, Runs, Target, Visitor, explore};
use crate::id::{Label, StateId};
use crate::lts::{Lts, Propositions};
use crate::product::Product;
use crate::system::{Hiding, System};

/// A composed system.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The LTS, hiding applied. All terminated states are one END state; of those with different propositions
    /// only the first is marked, and others like it are one with it.
    pub lts: Lts,
    /// Is some reachable state without moves and not terminated?
    pub deadlock: bool,
    /// The components (by position) that can enter ERROR, in order.
    pub culprits: Vec<usize>,
}

/// Composes a system: its components in parallel, its priority and its hiding, but not its modifiers.
///
/// ```
/// use rely_lts::{Actions, Component, Context, System, compose};
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Lts {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     builder.finish(StateId::at(0)).expect("all states were added")
/// # }
/// let actions = Actions::new();
/// let left = machine(&actions, &[(0, "a", 1), (1, "sync", 0)]);
/// let right = machine(&actions, &[(0, "sync", 1), (1, "b", 0)]);
/// let components = vec![Component::new("L", left.into()), Component::new("R", right.into())];
/// let composed = compose(&System::new("S", &actions, components), Context::unlimited());
/// let composed = composed.expect("the budget has no limits");
/// assert_eq!((composed.lts.n_states(), composed.lts.n_transitions()), (4, 5));
/// assert!(!composed.deadlock && composed.culprits.is_empty());
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn compose(system: &System, ctx: Context<'_>) -> Result<Composed, Spent> {
    let product = Product::new(system);
    let (alphabet, labels) = visible(product.alphabet(), &system.hiding);
    let unions = Unions::new(system);
    let mut visitor = Recorder {
        product: &product,
        labels,
        unions: unions.as_ref(),
        valuations: Vec::new(),
        rows: RowBuilder::large(alphabet),
        ended: Vec::new(),
        deadlock: false,
        culprit: vec![false; system.components.len()],
        overflow: false,
    };
    let explored = explore(&product, Runs::Forget, Purpose::Compose, ctx, &mut visitor);
    // Writing the moves down takes about as long as finding the states.
    ctx.budget.work(product.alphabet().len() as u64 + explored.transitions);
    if let Some(spent) = explored.spent {
        return Err(spent);
    }
    let Recorder { rows, mut ended, deadlock, culprit, overflow, valuations, .. } = visitor;
    if overflow {
        // 2^32 transitions are the limit of the representation.
        return Err(Spent::Memory(u64::from(u32::MAX) * 8));
    }
    drop(explored);
    let mut lts = rows.finish(StateId::at(0), None);
    if let Some(Unions { names, .. }) = unions {
        let propositions = Propositions::from_words(names, valuations, lts.n_states());
        if let Some(&end) = ended.first() {
            ended.retain(|&state| propositions.words(state) == propositions.words(end));
        }
        lts.propositions = Some(Arc::new(propositions));
    }
    let lts = merge_ended(lts, &ended);
    let culprits = (0..culprit.len()).filter(|&i| culprit[i]).collect();
    Ok(Composed { lts, deadlock, culprits })
}

/// The alphabet after hiding, and the new label of every old one.
fn visible(alphabet: &Alphabet, hiding: &Hiding) -> (Alphabet, Vec<Label>) {
    let names = alphabet.names();
    let kept: Vec<bool> = names.iter().map(|name| !hiding.hides(name)).collect();
    let ids = alphabet.ids().iter().zip(&kept).filter(|(_, kept)| **kept).map(|(id, _)| *id);
    let visible = Alphabet::new(alphabet.actions(), ids.collect::<Vec<_>>());
    // Both are sorted by name, so the kept labels keep their order.
    let mut next = 0;
    let mut labels = vec![Label::TAU];
    labels.extend(kept.iter().map(|&kept| {
        if kept {
            next += 1;
            Label::at(next)
        } else {
            Label::TAU
        }
    }));
    (visible, labels)
}

/// The propositions of all components, for every component's own states.
struct Unions {
    /// The names, sorted.
    names: Vec<Arc<str>>,
    /// Words of 64 bits per state.
    words: usize,
    /// By component: for every state its propositions as words; empty for a component that has none.
    valuations: Vec<Vec<u64>>,
}

impl Unions {
    /// The union of the components' propositions; `None` if no component has any, not even none by name.
    fn new(system: &System) -> Option<Unions> {
        let structures = || system.components.iter().map(|component| component.lts.propositions());
        structures().flatten().next()?;
        let mut names: Vec<Arc<str>> = structures().flatten().flat_map(|own| own.names()).cloned().collect();
        names.sort_unstable();
        names.dedup();
        let positions: FxHashMap<&Arc<str>, usize> = names.iter().zip(0..).collect();
        let words = Propositions::n_words(names.len());
        let of_component = |own: Option<&Propositions>| {
            let Some(own) = own else { return Vec::new() };
            let mut bits = vec![0; own.n_states() * words];
            for (i, name) in own.names().iter().enumerate() {
                let position = positions[name];
                for state in (0..own.n_states()).filter(|&s| own.holds(StateId::at(s), i)) {
                    bits[state * words + position / 64] |= 1 << (position % 64);
                }
            }
            bits
        };
        let valuations = structures().map(of_component).collect();
        Some(Unions { names, words, valuations })
    }

    /// Appends the propositions of a vector of states.
    fn append(&self, product: &Product, packed: &[u64], to: &mut Vec<u64>) {
        let begin = to.len();
        to.resize(begin + self.words, 0);
        for (component, bits) in self.valuations.iter().enumerate().filter(|(_, bits)| !bits.is_empty()) {
            let state = product.component_state(packed, component).index();
            let own = &bits[state * self.words..][..self.words];
            to[begin..].iter_mut().zip(own).for_each(|(word, own)| *word |= own);
        }
    }
}

/// Writes every expanded state down.
struct Recorder<'p> {
    product: &'p Product,
    labels: Vec<Label>,
    /// If components have propositions.
    unions: Option<&'p Unions>,
    /// The propositions of the states so far.
    valuations: Vec<u64>,
    rows: RowBuilder,
    ended: Vec<StateId>,
    deadlock: bool,
    culprit: Vec<bool>,
    overflow: bool,
}

/// What [`Recorder`] writes down about some states.
#[derive(Default)]
struct Record {
    rows: RowBatch,
    valuations: Vec<u64>,
    ended: Vec<StateId>,
    deadlock: bool,
    culprits: Vec<u32>,
}

impl Visitor for Recorder<'_> {
    type Notes = Record;

    fn look(&self, state: StateId, packed: &[u64], moves: Moves<'_>, record: &mut Record) -> ControlFlow<()> {
        if moves.is_empty() {
            if self.product.is_terminated(packed) {
                record.ended.push(state);
            } else {
                record.deadlock = true;
            }
        }
        if let Some(unions) = self.unions {
            unions.append(self.product, packed, &mut record.valuations);
        }
        record.rows.push(moves.steps().map(|step| (self.labels[step.label.index()], step.target)));
        if moves.has_error() {
            for (_, target) in moves.iter() {
                if let Target::Error(culprits) = target {
                    record.culprits.extend(culprits.iter().filter(|&&i| !self.culprit[i as usize]));
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn take(&mut self, record: &mut Record) -> ControlFlow<()> {
        self.ended.append(&mut record.ended);
        self.valuations.append(&mut record.valuations);
        self.deadlock |= std::mem::take(&mut record.deadlock);
        record.culprits.drain(..).for_each(|i| self.culprit[i as usize] = true);
        if self.rows.append(&mut record.rows).is_err() {
            self.overflow = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn memory(&self) -> usize {
        self.rows.memory() + self.valuations.capacity() * 8
    }
}

/// Makes all terminated states the first of them, which becomes END.
fn merge_ended(lts: Lts, ended: &[StateId]) -> Lts {
    let Some(&end) = ended.first() else { return lts };
    if ended.len() == 1 {
        return lts.with_end(Some(end));
    }
    let mut map: Vec<StateId> = lts.states().collect();
    ended.iter().for_each(|e| map[e.index()] = end);
    let mut gone = vec![false; lts.n_states()];
    ended[1..].iter().for_each(|e| gone[e.index()] = true);
    let mut number = Vec::with_capacity(lts.n_states());
    let mut next = 0;
    for &gone in &gone {
        number.push(StateId::at(next));
        next += usize::from(!gone);
    }
    let renumber = |t: StateId| if t.is_error() { t } else { number[map[t.index()].index()] };
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let mut row = Vec::new();
    for s in lts.states().filter(|s| !gone[s.index()]) {
        row.clear();
        row.extend(lts.successors(s).map(|(label, t)| (label, renumber(t))));
        rows.push_state(&mut row).expect("there are fewer rows than before");
    }
    let mut merged = rows.finish(renumber(lts.initial()), Some(renumber(end)));
    let kept = || lts.states().filter(|s| !gone[s.index()]).collect::<Vec<_>>();
    merged.propositions =
        lts.propositions.as_ref().map(|propositions| Arc::new(propositions.select(&kept())));
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Actions;
    use crate::budget::Budget;
    use crate::builder::LtsBuilder;
    use crate::component::Component;
    use crate::system::Priority;

    /// An LTS from lines such as `0 a 1`; −1 is ERROR. The alphabet may be larger.
    fn lts(actions: &Actions, n: usize, steps: &[(usize, &str, i32)], extra: &[&str]) -> Lts {
        let mut builder = LtsBuilder::new(actions);
        builder.ensure_states(n).unwrap();
        for &(s, a, t) in steps {
            let target = if t < 0 { StateId::ERROR } else { StateId::at(t as usize) };
            builder.add_transition(StateId::at(s), actions.intern(a), target);
        }
        extra.iter().for_each(|a| builder.extend_alphabet(actions.intern(a)));
        builder.finish(StateId::at(0)).unwrap()
    }

    fn system(actions: &Actions, parts: Vec<Lts>) -> System {
        let components = parts
            .into_iter()
            .enumerate()
            .map(|(i, lts)| Component::new(format!("C{i}"), Arc::new(lts)))
            .collect();
        System::new("S", actions, components)
    }

    fn size(system: &System) -> (usize, usize) {
        let composed = compose(system, Context::unlimited()).unwrap();
        (composed.lts.n_states(), composed.lts.n_transitions())
    }

    #[test]
    fn shared_actions_synchronize_and_others_interleave() {
        let actions = Actions::new();
        let maker = lts(&actions, 2, &[(0, "make", 1), (1, "ready", 0)], &[]);
        let user = lts(&actions, 2, &[(0, "ready", 1), (1, "use", 0)], &[]);
        assert_eq!(size(&system(&actions, vec![maker.clone(), user])), (4, 5));
        let refuses = lts(&actions, 1, &[], &["ready"]);
        let composed = compose(&system(&actions, vec![maker, refuses]), Context::unlimited()).unwrap();
        assert_eq!((composed.lts.n_states(), composed.deadlock), (2, true));
    }

    #[test]
    fn error_of_one_is_error_of_all_and_names_the_culprits() {
        let actions = Actions::new();
        let p = lts(&actions, 1, &[(0, "a", 0), (0, "b", 0)], &[]);
        let q = lts(&actions, 1, &[(0, "a", 0), (0, "b", -1)], &[]);
        let composed = compose(&system(&actions, vec![p, q]), Context::unlimited()).unwrap();
        assert_eq!((composed.lts.n_states(), composed.lts.n_transitions()), (1, 2));
        assert!(composed.lts.has_error());
        assert_eq!(composed.culprits, [1]);
    }

    #[test]
    fn low_actions_give_way_to_high_ones_and_to_tau() {
        let actions = Actions::new();
        let p = lts(&actions, 2, &[(0, "a", 0), (0, "b", 1), (1, "a", 1), (1, "tau", 0)], &[]);
        let mut s = system(&actions, vec![p]);
        s.priority = Some(Priority::Low(vec!["a".into()]));
        assert_eq!(size(&s), (2, 2));
        s.priority = Some(Priority::High(vec!["a".into()]));
        assert_eq!(size(&s), (1, 1));
    }

    #[test]
    fn terminated_states_are_merged_and_are_no_deadlock() {
        let actions = Actions::new();
        let ends = |a: &str, b: &str| {
            let l = lts(&actions, 2, &[(0, a, 1), (0, b, 1)], &[]);
            l.with_end(Some(StateId::at(1)))
        };
        let composed =
            compose(&system(&actions, vec![ends("a", "b"), ends("c", "d")]), Context::unlimited()).unwrap();
        assert_eq!((composed.lts.n_states(), composed.deadlock), (4, false));
        assert!(composed.lts.end().is_some());
        // A partner without END whose actions the terminating ones do not know prevents termination.
        let other = lts(&actions, 1, &[], &["x"]);
        let composed = compose(&system(&actions, vec![ends("a", "b"), other]), Context::unlimited()).unwrap();
        assert_eq!((composed.deadlock, composed.lts.end()), (true, None));
    }

    #[test]
    fn hiding_comes_last() {
        let actions = Actions::new();
        let p = lts(&actions, 2, &[(0, "a", 1), (1, "b", 0)], &[]);
        let mut s = system(&actions, vec![p.clone(), p]);
        s.hiding = Hiding::Hide(vec!["a".into()]);
        let composed = compose(&s, Context::unlimited()).unwrap();
        // Hidden before they are composed, the two would take `a` one after the other.
        let steps: Vec<String> = composed
            .lts
            .transitions()
            .map(|(s, l, t)| format!("{} {} {}", s.raw(), composed.lts.label_name(l), t.raw()))
            .collect();
        assert_eq!(steps, ["0 tau 1", "1 b 0"]);
        assert_eq!(composed.lts.alphabet().names().iter().map(|name| &**name).collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn a_budget_on_states_ends_the_run() {
        let actions = Actions::new();
        let p = lts(&actions, 3, &[(0, "a", 1), (1, "b", 2), (2, "c", 0)], &[]);
        let budget = Budget::unlimited().with_states(2);
        let spent = compose(&system(&actions, vec![p]), Context::with_budget(&budget)).unwrap_err();
        assert_eq!(spent, Spent::States(2));
    }
}
