//! Assume-guarantee proofs: rules whose premises are about parts of the system.
//!
//! # Problem
//! M1, M2, … are disjoint parts of a system: processes side by side. P is a property, or P1 and P2 are two.
//! A1, A2, … are assumptions. Does a [`RuleClaim`] show that the system keeps the properties, without a set
//! of its product states?
//!
//! # Method
//! A *word* is a list of visible actions. A machine *has* it if, without the actions that are not in its
//! alphabet, it is one of its traces; else it *excludes* it, and then all longer words, too. So the actions
//! of a run of the system are a word that all processes have, and parts, and any selection of processes; and
//! ERROR of P is reached iff P excludes it.
//!
//! A premise, written `X, kept K, until U: refuted R`, says: no word that all of the components X and all of
//! the machines K have, and of whose proper prefixes all are had by all of U, is excluded by all of R. All
//! rules are made of such premises. In the list, w is any word of all processes; to show: the properties have
//! w.
//!
//! | rule | premises | why |
//! |---|---|---|
//! | `asym` | `M1, kept A: refuted P`; `M2: refuted A` | M2 has w, so A has; M1 and A have w, so P has |
//! | `asym-n` | `X, kept K: refuted A` for each A, the last one for P; K are refuted in premises before | by induction along the list all assumptions have w, at last P |
//! | `sym`, `sym-n` | `Mi, kept Ai: refuted P` for all i; `refuted A1, …, An` | by the last premise some Ai has w; so P has |
//! | `sym-a` | …; `refuted A1, A2, P` | if A1 or A2 has w, as before; else P has it by the last premise |
//! | `sym-b` | …; `M1: refuted A1, A2` | M1 has w, so A1 or A2 has it; then as before |
//! | `pair` | `M1, kept A1: refuted P1`; `M2, kept A2: refuted P2`; `M1, kept A1: refuted A2`; `M2, kept A2: refuted A1`; `refuted A1, A2` | A1 or A2 has w; by the third and the fourth premise both have; so P1 and P2 have |
//! | `circ` | `Mi, until all Aj but Ai: refuted Ai` for all i; `kept A1, …, An: refuted P` | by induction on the length all Ai have w: all have the empty word, and if all have the proper prefixes of w, each Ai has w; so P has |
//!
//! A premise is shown by a closed set \[Flo67\] of product states of its members, where machines of U and R
//! are not left but trapped ([`PremiseDoc`]). Every word that the premise speaks of leads, along each run of
//! X with it, through states of the set, as its proper prefixes trap no machine of U. If all of R excluded
//! it, all were in their traps at its end.
//!
//! A system stops where a process enters ERROR. Here this process only stops itself, so that there may be
//! more words than the system has, never fewer.
//!
//! # Invariants
//! 1. Before a set is looked at, its premise is one of the rule: all numbers in it exist, `refuted` is not
//!    empty.
//!
//! # Cost
//! Linear in the file and in the joint transitions of the sets, but for logarithms, and for each premise in
//! its members.
//!
//! # Departures
//! That parts are disjoint is no condition of soundness: the format wants it. `asym` applied again \[BGP03\]
//! is written as one list of premises.

use std::fmt;

use serde::Serialize;

use crate::check::{Checked, counted};
use crate::document::{AssumptionDoc, ComponentDoc, PremiseDoc, RoleDoc, RuleClaim, RuleKind};
use crate::product::{Member, Product, TAU, Work, check_component, is_ascending, is_deterministic};
use crate::system::{Walk, shown};

/// Checks that a rule shows that the named components, properties, are kept. Returns for each component
/// whether it is a process for which the proof has runs that end in its ERROR.
pub(crate) fn check_rule(
    components: &[ComponentDoc],
    named: &[bool],
    doc: &RuleClaim,
    work: &mut Work,
) -> Checked<Vec<bool>> {
    let rule = RuleCheck::new(components, named, doc)?;
    match doc.rule {
        RuleKind::AsymN => rule.check_chain()?,
        _ => rule.check_shape()?,
    }
    let mut stopped = vec![false; components.len()];
    for (i, premise) in doc.premises.iter().enumerate() {
        rule.check_premise(premise, &mut stopped, work)
            .map_err(|reason| format!("premise {}: {reason}", i + 1))?;
    }
    Ok(stopped)
}

/// The parts of a proof by a rule. A machine is a number: a component, or after these an assumption.
struct RuleCheck<'a> {
    components: &'a [ComponentDoc],
    doc: &'a RuleClaim,
    /// The assumptions, written as components.
    assumptions: Vec<ComponentDoc>,
    /// The parts, each ascending.
    parts: Vec<Vec<u32>>,
    /// For each component: is it in a part?
    is_used: Vec<bool>,
    /// The properties to be kept: P, or for [`RuleKind::Pair`] P1 and P2.
    properties: Vec<u32>,
}

/// A premise without its set: components, kept, until, refuted.
type Shape<'a> = (&'a [u32], Vec<u32>, Vec<u32>, Vec<u32>);

impl<'a> RuleCheck<'a> {
    /// Checks everything but the premises.
    fn new(components: &'a [ComponentDoc], named: &[bool], doc: &'a RuleClaim) -> Checked<Self> {
        u32::try_from(components.len() + doc.assumptions.len()).map_err(|_| "too many assumptions")?;
        let mut properties: Vec<u32> =
            named.iter().enumerate().filter(|(_, is_named)| **is_named).map(|(i, _)| i as u32).collect();
        for &i in &properties {
            let component = &components[i as usize];
            let is_fit = component.role == RoleDoc::Property && is_deterministic(component);
            reject_if!(!is_fit, "{} is not a deterministic property", component.name);
        }
        let due = if doc.rule == RuleKind::Pair { 2 } else { 1 };
        let (rule, n, needed) = (doc.rule, properties.len(), counted(due, "component"));
        reject_if!(n != due, "rule {rule} needs a claim about {needed}, not {n}");
        // Which one is P1 is told by the first premise.
        if doc.premises.first().is_some_and(|first| first.refuted.first() == properties.last()) {
            properties.reverse();
        }
        let mut is_used = vec![false; components.len()];
        for &i in doc.parts.iter().flatten() {
            let is_process = components.get(i as usize).is_some_and(|c| c.role.takes_part());
            reject_if!(!is_process, "parts: {i} is not a process");
            reject_if!(std::mem::replace(&mut is_used[i as usize], true), "parts: {i} occurs twice");
        }
        let mut parts = doc.parts.clone();
        parts.iter_mut().for_each(|part| part.sort_unstable());
        let assumptions = doc.assumptions.iter().map(check_assumption).collect::<Result<_, _>>()?;
        Ok(RuleCheck { components, doc, assumptions, parts, is_used, properties })
    }

    /// The number of an assumption.
    fn number(&self, k: usize) -> u32 {
        (self.components.len() + k) as u32
    }

    /// The premise at a position, for the rules that have a fixed list of them; `None` after the last.
    fn due(&self, i: usize) -> Option<Shape<'_>> {
        let shape = |part: Option<usize>, kept, until, refuted| {
            Some((part.map_or(&[][..], |part| &self.parts[part]), kept, until, refuted))
        };
        let (n, a, p) = (self.parts.len(), |k| self.number(k), self.properties[0]);
        let all = || (0..n).map(a).collect::<Vec<u32>>();
        match (self.doc.rule, i) {
            (RuleKind::Asym, 0) => shape(Some(0), vec![a(0)], vec![], vec![p]),
            (RuleKind::Asym, 1) => shape(Some(1), vec![], vec![], vec![a(0)]),
            (RuleKind::Sym | RuleKind::SymA | RuleKind::SymB | RuleKind::SymN, i) if i < n => {
                shape(Some(i), vec![a(i)], vec![], vec![p])
            }
            (RuleKind::Sym | RuleKind::SymN, i) if i == n => shape(None, vec![], vec![], all()),
            (RuleKind::SymA, 2) => shape(None, vec![], vec![], vec![a(0), a(1), p]),
            (RuleKind::SymB, 2) => shape(Some(0), vec![], vec![], all()),
            (RuleKind::Pair, 0 | 1) => shape(Some(i), vec![a(i)], vec![], vec![self.properties[i]]),
            (RuleKind::Pair, 2) => shape(Some(0), vec![a(0)], vec![], vec![a(1)]),
            (RuleKind::Pair, 3) => shape(Some(1), vec![a(1)], vec![], vec![a(0)]),
            (RuleKind::Pair, 4) => shape(None, vec![], vec![], all()),
            (RuleKind::Circ, i) if i < n => {
                let others = (0..n).filter(|&k| k != i).map(a).collect();
                shape(Some(i), vec![], others, vec![a(i)])
            }
            (RuleKind::Circ, i) if i == n => shape(None, all(), vec![], vec![p]),
            _ => None,
        }
    }

    /// Are there exactly the premises of a rule with a fixed list of them? (I1)
    fn check_shape(&self) -> Checked {
        let RuleClaim { rule, premises, assumptions, .. } = self.doc;
        let n = self.parts.len();
        let any_number = matches!(rule, RuleKind::SymN | RuleKind::Circ);
        reject_if!(n < 2 || (n > 2 && !any_number), "rule {rule} does not support {}", counted(n, "part"));
        let (due, used) = (if *rule == RuleKind::Asym { 1 } else { n }, assumptions.len());
        reject_if!(used != due, "rule {rule} does not use {}", counted(used, "assumption"));
        for i in 0.. {
            let (given, due) = (premises.get(i).map(PremiseDoc::shape), self.due(i));
            reject_if!(given != due, "premise {} is not the one that rule {rule} needs", i + 1);
            if due.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Does each premise show one assumption more, the last one the property, by what was shown before? (I1)
    fn check_chain(&self) -> Checked {
        let mut is_shown = vec![false; self.assumptions.len()];
        let place = |number: u32| (number as usize).checked_sub(self.components.len());
        let (last, others) = self.doc.premises.split_last().ok_or("there is no premise")?;
        let is_one = |flags: &[bool], at: Option<usize>| at.is_some_and(|at| flags.get(at) == Some(&true));
        for (i, premise) in self.doc.premises.iter().enumerate() {
            let PremiseDoc { components, kept, until, refuted, states: _ } = premise;
            let n = i + 1;
            reject_if!(!is_ascending(components), "premise {n}: the components are not strictly ascending");
            let are_used = components.iter().all(|&i| is_one(&self.is_used, Some(i as usize)));
            reject_if!(!are_used, "premise {n}: a component is not in any part");
            let are_shown = kept.iter().all(|&a| is_one(&is_shown, place(a)));
            reject_if!(!are_shown, "premise {n}: a kept assumption is not proved by an earlier premise");
            reject_if!(!until.is_empty(), "premise {n}: rule asym-n has no `until`");
            reject_if!(refuted.len() != 1, "premise {n}: it must refute exactly one machine");
            if i < others.len() {
                let shown = place(refuted[0]).and_then(|k| is_shown.get_mut(k)).filter(|shown| !**shown);
                *shown.ok_or_else(|| format!("premise {n}: it does not prove a new assumption"))? = true;
            }
        }
        reject_if!(last.refuted != self.properties, "the last premise does not prove the property");
        let missing = self.assumptions.iter().zip(is_shown).find(|(_, is_shown)| !is_shown);
        missing.map_or(Ok(()), |(a, _)| Err(format!("assumption {} is not proved", a.name)))
    }

    /// The component or assumption with a number.
    fn machine(&self, number: u32) -> &ComponentDoc {
        let i = number as usize;
        self.components.get(i).unwrap_or_else(|| &self.assumptions[i - self.components.len()])
    }

    /// Does the set of a premise show it? Notes the processes that are stopped in it.
    fn check_premise(&self, premise: &PremiseDoc, stopped: &mut [bool], work: &mut Work) -> Checked {
        let PremiseDoc { components, kept, until, refuted, states } = premise;
        let numbers = || components.iter().chain(kept).chain(until).chain(refuted);
        for &number in numbers() {
            let ComponentDoc { alphabet, transitions, .. } = self.machine(number);
            work.spend(1 + alphabet.len() + transitions.len())?;
        }
        let sizes = premise.sizes(self.components, &self.doc.assumptions).ok_or("too many states")?;
        let (n_processes, n_blocking) = (components.len(), components.len() + kept.len());
        let until = n_blocking..n_blocking + until.len();
        let refuted = until.end..sizes.len();
        let members: Vec<Member> = numbers()
            .enumerate()
            .map(|(i, &number)| {
                let component = self.machine(number);
                let additional = Some(component.states);
                Member { component, error: additional, trap: additional.filter(|_| i >= n_blocking) }
            })
            .collect();
        let product = Product::of(&members, None)?;
        let mut walk = Walk::new(&product, states, sizes.iter().copied(), work)?.with_initial()?;
        for position in 0..walk.set.len() {
            walk.read(position);
            work.spend(walk.vector.len())?;
            work.facts.states += 1;
            let is_trapped = |i: usize| walk.vector[i] == members[i].component.states;
            for i in (0..n_processes).filter(|&i| is_trapped(i)) {
                stopped[components[i] as usize] = true;
            }
            let is_refuted = refuted.clone().all(is_trapped);
            reject_if!(is_refuted, "in state {} all refuted machines are violated", shown(&walk.vector));
            if until.clone().any(is_trapped) {
                continue;
            }
            walk.look(work)?;
            for by in 0..walk.moves.list.len() {
                walk.targets(by, work, |_, work| {
                    work.facts.transitions += 1;
                    Ok(())
                })?;
            }
        }
        Ok(())
    }
}

/// An assumption as a component, if it is one.
fn check_assumption(doc: &AssumptionDoc) -> Checked<ComponentDoc> {
    let AssumptionDoc { alphabet, initial, name, states, transitions } = doc;
    let component = ComponentDoc {
        name: name.clone(),
        role: RoleDoc::Process,
        alphabet: alphabet.clone(),
        states: *states,
        initial: *initial,
        end: None,
        transitions: transitions.iter().map(|&(from, label, to)| (from, label, to.into())).collect(),
        digest: String::new(),
    };
    check_component(&component).map_err(|reason| format!("assumption {name}: {reason}"))?;
    let is_fit = is_deterministic(&component) && !transitions.iter().any(|t| t.1 == TAU);
    reject_if!(!is_fit, "assumption {name}: it must be deterministic and without tau");
    Ok(component)
}

impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl PremiseDoc {
    fn shape(&self) -> Shape<'_> {
        (&self.components, self.kept.clone(), self.until.clone(), self.refuted.clone())
    }
}

impl RuleClaim {
    /// The sizes of its premises, in words.
    pub(crate) fn sizes(&self) -> String {
        let counts: Vec<u64> = self.premises.iter().map(|premise| premise.states.count).collect();
        match &counts[..] {
            [one] => format!("1 premise of {}", counted(*one as usize, "state")),
            [first @ .., last] if first.len() < 5 => {
                let first: Vec<String> = first.iter().map(u64::to_string).collect();
                format!("premises of {} and {last} states", first.join(", "))
            }
            many => {
                let most = many.iter().max().copied().unwrap_or_default();
                format!("{} premises of at most {}", many.len(), counted(most as usize, "state"))
            }
        }
    }
}
