//! Both systems as one transition graph with two initial states.
//!
//! # Problem
//!
//! The two systems may have different action tables, alphabets, END states and propositions, and ERROR is not
//! a state of either. Wanted: one graph in which the relations need no special cases.
//!
//! # Method
//!
//! One LTS over a private table whose labels are numbered observations. Label `k` is the `k`-th name of the
//! union of the alphabets; the labels after those are END, ERROR and, where the encoding asks for it, one per
//! set of propositions. ERROR becomes an ordinary state (the last one) that loops with the label ERROR, and
//! an END state loops with END where the encoding makes END visible.
//!
//! # Invariants
//!
//! (J1) Labels are in the order of action names, so "first by label" is "first by name". (J2) The initial
//! states are given as states of this graph, and every renumbering renumbers them too.
//!
//! # Cost
//!
//! A copy of both systems, and a loop per END and ERROR.
//!
//! # Departures
//!
//! The definitions of the relations know neither END, ERROR nor propositions; the loops are our reading of
//! them.

use std::sync::Arc;

use crate::Spent;
use crate::action::{Actions, Alphabet};
use crate::builder::RowBuilder;
use crate::id::{ClassId, Label, StateId, StateMap};
use crate::lts::{Lts, Propositions};

use super::observation::Observation;

/// What of a state is turned into labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// END loops; propositions stay with the states.
    Branching,
    /// END is as good as STOP; propositions loop.
    Traces,
    /// END loops; propositions loop.
    Failures,
}

/// Both systems as one transition graph.
pub(super) struct Joint {
    /// The graph.
    pub lts: Lts,
    /// The initial states of the left and of the right system.
    pub initial: [StateId; 2],
    /// What the labels stand for; the first is tau.
    pub observations: Arc<[Observation]>,
}

impl Joint {
    /// The reachable parts of two systems of one action table, side by side.
    pub fn new(left: &Lts, right: &Lts, encoding: Encoding) -> Result<Joint, Spent> {
        let sides = [left.reachable().0, right.reachable().0];
        let union = Alphabet::union(left.actions(), sides.iter().map(|lts| lts.alphabet()));
        let mut observations = vec![Observation::TAU];
        observations.extend(union.ids().iter().map(|&action| Observation::Action(action)));
        let end_label = Label::at(observations.len());
        let error_label = Label::at(observations.len() + 1);
        observations.extend([Observation::End, Observation::Error]);

        let n: usize = sides.iter().map(Lts::n_states).sum();
        let error = StateId::at(n);
        let propositions = joint_propositions(&sides);
        let looping = if encoding == Encoding::Branching { None } else { propositions.as_ref() };
        let loops = looping.map(|p| proposition_labels(p, &mut observations));

        let mut rows = RowBuilder::new(numbered_alphabet(observations.len() - 1));
        let mut row = Vec::new();
        let mut first = 0;
        for lts in &sides {
            let label_of: Vec<Label> = std::iter::once(Label::TAU)
                .chain(
                    lts.alphabet().ids().iter().map(|&a| union.label(a).expect("the union has all actions")),
                )
                .collect();
            for s in lts.states() {
                row.clear();
                row.extend(lts.successors(s).map(|(label, t)| {
                    (
                        label_of[label.index()],
                        if t.is_error() { error } else { StateId::at(first + t.index()) },
                    )
                }));
                let here = StateId::at(first + s.index());
                if encoding != Encoding::Traces && lts.end() == Some(s) {
                    row.push((end_label, here));
                }
                row.extend(loops.as_ref().map(|labels| (labels[here.index()], here)));
                rows.push_state(&mut row).map_err(too_large)?;
            }
            first += lts.n_states();
        }
        row.clear();
        row.push((error_label, error));
        row.extend(loops.as_ref().map(|labels| (labels[error.index()], error)));
        rows.push_state(&mut row).map_err(too_large)?;

        let initial = [sides[0].initial(), StateId::at(sides[0].n_states() + sides[1].initial().index())];
        let mut lts = rows.finish(initial[0], None);
        if let (Encoding::Branching, Some(propositions)) = (encoding, propositions) {
            lts = lts.with_propositions(propositions).expect("there is one set per state");
        }
        Ok(Joint { lts, initial, observations: observations.into() })
    }

    /// The graph with the states of a class made one. A transition between classes is there if some member
    /// has it; tau steps inside a class are dropped if `tau` says so.
    pub fn quotient(&self, classes: &StateMap<ClassId>, tau: InertTau) -> Joint {
        let n_classes = classes.as_slice().iter().max().map_or(0, |c| c.index() + 1);
        let mut members = vec![Vec::new(); n_classes];
        for s in self.lts.states() {
            members[classes[s].index()].push(s);
        }
        // The state of a class in the new graph.
        let new = |class: ClassId| StateId::from_raw(class.raw());
        let mut rows = RowBuilder::new(self.lts.alphabet().clone());
        let mut row = Vec::new();
        for (class, members) in members.iter().enumerate() {
            row.clear();
            for &s in members {
                row.extend(self.lts.successors(s).map(|(label, t)| (label, new(classes[t]))).filter(
                    |&(label, t)| !(tau == InertTau::Dropped && label.is_tau() && t.index() == class),
                ));
            }
            rows.push_state(&mut row).expect("a quotient is not larger than the original");
        }
        let initial = self.initial.map(|s| new(classes[s]));
        let mut lts = rows.finish(initial[0], None);
        if let Some(propositions) = self.lts.propositions() {
            let first: Vec<StateId> = members.iter().map(|members| members[0]).collect();
            lts = lts.with_propositions(propositions.select(&first)).expect("there is one set per class");
        }
        Joint { lts, initial, observations: self.observations.clone() }
    }

    /// What a label stands for.
    pub fn observation(&self, label: Label) -> Observation {
        self.observations[label.index()].clone()
    }

    /// What labels stand for.
    pub fn observe(&self, labels: &[Label]) -> Vec<Observation> {
        labels.iter().map(|&label| self.observation(label)).collect()
    }
}

/// What a quotient does with tau steps inside a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InertTau {
    /// They become a tau loop: a state that can diverge still can.
    Kept,
    /// They vanish.
    Dropped,
}

fn too_large(_: crate::LtsError) -> Spent {
    Spent::States(u64::from(u32::MAX) - 1)
}

/// An alphabet of a private table whose names are numbers, in order.
fn numbered_alphabet(n: usize) -> Alphabet {
    let names: Vec<String> = (1..=n).map(|i| format!("{i:010}")).collect();
    Alphabet::from_names(&Actions::new(), names.iter().map(String::as_str))
}

/// The propositions of both sides and of ERROR, by name: one that a side lacks is false there, and ERROR has
/// none.
fn joint_propositions(sides: &[Lts; 2]) -> Option<Propositions> {
    let mut names: Vec<Arc<str>> =
        sides.iter().filter_map(Lts::propositions).flat_map(|p| p.names().iter().cloned()).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return None;
    }
    let n: usize = sides.iter().map(Lts::n_states).sum();
    let mut joint = Propositions::new(names.clone(), n + 1);
    let mut first = 0;
    for lts in sides {
        if let Some(own) = lts.propositions() {
            for (position, name) in own.names().iter().enumerate() {
                let there = names.binary_search(name).expect("all names are listed");
                for s in lts.states().filter(|&s| own.holds(s, position)) {
                    joint.set(StateId::at(first + s.index()), there, true);
                }
            }
        }
        first += lts.n_states();
    }
    Some(joint)
}

/// One label per set of propositions that occurs, in the order of first occurrence of the sorted sets; the
/// label of every state.
fn proposition_labels(propositions: &Propositions, observations: &mut Vec<Observation>) -> Vec<Label> {
    let states = (0..propositions.n_states()).map(StateId::at);
    let mut sets: Vec<&[u64]> = states.clone().map(|s| propositions.words(s)).collect();
    sets.sort_unstable();
    sets.dedup();
    let first = observations.len();
    let mut shown: Vec<Option<Observation>> = vec![None; sets.len()];
    let labels = states
        .map(|s| {
            let i = sets.binary_search(&propositions.words(s)).expect("all sets are listed");
            shown[i].get_or_insert_with(|| Observation::of_propositions(propositions, s));
            Label::at(first + i)
        })
        .collect();
    observations.extend(shown.into_iter().map(|o| o.expect("every listed set occurs")));
    labels
}
