//! Weakest assumptions: exactly what a module needs from its environment.
//!
//! # Problem
//! M is a module, P its properties, C its interface, I the other actions of M. An assumption over C ∪ (αP −
//! I) is the weakest one if it allows exactly the traces of which no beginning looks like a run of M ∥ P into
//! ERROR, when tau and I are not seen \[GPB02\]. Does a [`WeakestAssumption`] show this of an assumption A?
//!
//! # Method
//! A is deterministic, without tau and ERROR, and has the alphabet above. *It is strong enough*: the closed
//! set of M ∥ P ∥ A has no transition to ERROR, so no trace of A looks like a run into ERROR. *None is
//! weaker*: every trace that leaves A has a beginning that does. For this the nodes of the cover keep an
//! invariant.
//!
//! # Invariants
//! 1. Every trace of A after which something may still be forbidden leads to one node. A is in the state of
//!    this node after the trace, and each member of the node is the end of a run of M ∥ P that looks like the
//!    trace.
//!
//! The empty trace leads to the first node, whose only member is the initial product state. If a trace leads
//! to a node, and with the action `b` to another along an edge, each member of that one has a path from a
//! member of this one, and the path shows just `b`. A trace that leaves A is, up to where it leaves, one of
//! I1; the action with which it leaves has a path from a member to ERROR.
//!
//! # Cost
//! Linear in the file, up to logarithms: paths are given move by move, so there is no search.
//!
//! # Departures
//! \[GPB02\] constructs the weakest assumption by determinization. Here a given one is checked, without
//! determinizing: the nodes contain only as many members of each subset as the paths need.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use crate::check::{Checked, named};
use crate::document::{ComponentDoc, ERROR, NodeDoc, PathDoc, RoleDoc, TraceDoc, WeakestAssumption};
use crate::product::{Product, TAU, Work, check_sorted, is_ascending, is_deterministic};
use crate::system::{CheckedSystem, Walk, shown};

/// The module, the properties and the assumption of a claim about environments.
pub(crate) struct EnvironmentClaim<'a> {
    module: Vec<&'a ComponentDoc>,
    properties: Vec<&'a ComponentDoc>,
    assumption: Option<&'a ComponentDoc>,
    interface: &'a [String],
}

impl<'a> EnvironmentClaim<'a> {
    /// Can there be a claim about these? The last component is an assumption, or there is none.
    pub(crate) fn new(
        system: &CheckedSystem<'a>,
        properties: &[String],
        interface: &'a [String],
        has_assumption: bool,
    ) -> Checked<Self> {
        let components = system.components();
        let is_named = named(properties, components, false)?;
        let (assumption, others) = match components.split_last() {
            Some((last, others)) if has_assumption => (Some(last), others),
            _ => (None, components),
        };
        let is_property = assumption.is_some_and(|assumption| properties.contains(&assumption.name));
        reject_if!(is_property, "the assumption has the name of a property");
        let (mut module, mut properties) = (Vec::new(), Vec::new());
        for (component, is_named) in others.iter().zip(is_named) {
            if is_named { &mut properties } else { &mut module }.push(component);
        }
        let claim = EnvironmentClaim { module, properties, assumption, interface };
        claim.check(system)?;
        Ok(claim)
    }

    /// The claim that the assumption is the weakest, as a sentence.
    pub(crate) fn sentence(&self) -> String {
        let (name, alphabet) = self.assumption.map_or(("", &[][..]), |a| (&a.name, &a.alphabet));
        format!("{name} over {{{}}} is the weakest assumption under which {self}", alphabet.join(", "))
    }

    fn check(&self, system: &CheckedSystem) -> Checked {
        reject_if!(system.doc.priority.is_some(), "claims about environments do not support a priority");
        reject_if!(self.module.is_empty(), "there is no module");
        // What blocks a module does not show that the module keeps to it.
        if let Some(other) = self.properties.iter().find(|c| c.role != RoleDoc::Property) {
            return Err(format!("{} must have the role of a property", other.name));
        }
        check_sorted(self.interface).map_err(|reason| format!("interface: {reason}"))?;
        let own: HashSet<&String> = self.module.iter().flat_map(|c| &c.alphabet).collect();
        let foreign = self.interface.iter().find(|name| !own.contains(name));
        foreign.map_or(Ok(()), |a| Err(format!("`{a}` of the interface is not an action of the module")))
    }

    /// Is a trace one in which no environment takes part?
    pub(crate) fn check_internal(&self, trace: &TraceDoc) -> Checked {
        reject_if!(!trace.cycle.is_empty(), "only a run may have a cycle");
        let seen = self.alphabet();
        let found = trace.steps.iter().find(|name| seen.contains(name.as_str()));
        found.map_or(Ok(()), |name| Err(format!("an environment takes part in `{name}`")))
    }

    /// Checks that the last component is an assumption, and that every trace that leaves it looks like a run
    /// into ERROR.
    pub(crate) fn check_cover(
        &self,
        all: &[ComponentDoc],
        cover: &WeakestAssumption,
        work: &mut Work,
    ) -> Checked {
        let (assumption, others) = all.split_last().ok_or("there is no assumption")?;
        let alphabet = self.alphabet();
        if !assumption.alphabet.iter().map(String::as_str).eq(alphabet.iter().copied()) {
            let due = alphabet.into_iter().collect::<Vec<_>>().join(", ");
            return Err(format!("the alphabet of the assumption is not {{{due}}}"));
        }
        let machine = Machine::new(assumption)?;
        let product = Product::new(others, None)?;
        let walk = Walk::new(&product, &cover.vectors, others.iter().map(|c| c.states), work)?;
        let mut paths = Paths { walk, alphabet, work };
        let first = cover.nodes.first().ok_or("there is no node")?;
        let [member] = first.members[..] else {
            return Err("the first node must have exactly one member".into());
        };
        let is_first = first.state == assumption.initial && paths.vector(member.into())? == product.initial();
        reject_if!(!is_first, "the first node is not that of the initial state");
        for (i, node) in cover.nodes.iter().enumerate() {
            check_node(&machine, &cover.nodes, node, &mut paths)
                .map_err(|reason| format!("node {i}: {reason}"))?;
        }
        Ok(())
    }

    /// The alphabet of an assumption.
    fn alphabet(&self) -> BTreeSet<&'a str> {
        let names = |components: &[&'a ComponentDoc]| -> HashSet<&'a str> {
            components.iter().flat_map(|c| &c.alphabet).map(String::as_str).collect()
        };
        let own = names(&self.module);
        let outside = names(&self.properties).into_iter().filter(|name| !own.contains(name));
        outside.chain(self.interface.iter().map(String::as_str)).collect()
    }
}

impl fmt::Display for EnvironmentClaim<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |of: &[&ComponentDoc]| of.iter().map(|c| c.name.as_str()).collect::<Vec<_>>().join(", ");
        let is_single = self.module.len() == 1;
        let [enter, satisfy] = if is_single { ["enters", "satisfies"] } else { ["enter", "satisfy"] };
        let (module, properties) = (list(&self.module), list(&self.properties));
        match self.properties.is_empty() {
            true => write!(f, "{module} never {enter} ERROR"),
            false => write!(f, "{module} {satisfy} {properties}"),
        }
    }
}

/// Are all actions of a node accounted for?
fn check_node(machine: &Machine, nodes: &[NodeDoc], node: &NodeDoc, paths: &mut Paths) -> Checked {
    reject_if!(!is_ascending(&node.members), "the members are not strictly ascending");
    let (mut edges, mut errors) = (node.edges.iter(), node.errors.iter());
    for (k, name) in (1..).zip(&machine.assumption.alphabet) {
        paths.work.spend(1)?;
        match machine.step(node.state, k) {
            None => {
                let path = errors.next().ok_or_else(|| format!("no path shows why `{name}` is forbidden"))?;
                let end = paths.follow(node, path, name)?;
                reject_if!(end != ERROR, "the path with `{name}` does not lead to ERROR");
            }
            Some(next) if machine.leaving.contains(&next) => {
                let edge = edges.next().filter(|edge| edge.action == k);
                let edge = edge.ok_or_else(|| format!("an edge with `{name}` is missing"))?;
                let target = nodes.get(edge.node as usize).filter(|target| target.state == next);
                let target = target.ok_or_else(|| format!("the edge with `{name}` leads to a wrong node"))?;
                let fit = edge.paths.len() == target.members.len();
                reject_if!(!fit, "the edge with `{name}` must have one path per member");
                for (path, &member) in edge.paths.iter().zip(&target.members) {
                    let end = paths.follow(node, path, name)?;
                    let is_there = end == i64::from(member);
                    reject_if!(!is_there, "a path with `{name}` does not lead to member {member}");
                }
            }
            Some(_) => {}
        }
    }
    match (edges.next(), errors.next()) {
        (None, None) => Ok(()),
        _ => Err("there are more edges or paths than actions".into()),
    }
}

/// An assumption: deterministic, without tau and ERROR.
struct Machine<'a> {
    assumption: &'a ComponentDoc,
    /// The states from which one that forbids something can be reached.
    leaving: HashSet<u32>,
}

impl<'a> Machine<'a> {
    fn new(assumption: &'a ComponentDoc) -> Checked<Self> {
        let ComponentDoc { transitions, alphabet, initial, .. } = assumption;
        let is_special = transitions.iter().any(|t| t.1 == TAU || t.2 == ERROR);
        reject_if!(is_special, "an assumption must have neither tau nor ERROR");
        reject_if!(assumption.end.is_some(), "an assumption must not have an END");
        reject_if!(!is_deterministic(assumption), "the assumption is not deterministic");
        // By target; which state forbids something is told by the number of its transitions.
        let mut backward: Vec<(u32, u32)> = transitions.iter().map(|t| (t.2 as u32, t.0)).collect();
        backward.sort_unstable();
        let before = |s: u32| transitions.partition_point(|t| t.0 < s);
        let states = backward.iter().map(|t| t.0).chain([*initial]);
        let mut open: Vec<u32> = states.filter(|&s| before(s + 1) - before(s) < alphabet.len()).collect();
        let mut leaving: HashSet<u32> = HashSet::new();
        while let Some(state) = open.pop() {
            if leaving.insert(state) {
                let from = &backward[backward.partition_point(|t| t.0 < state)..];
                open.extend(from.iter().take_while(|t| t.0 == state).map(|t| t.1));
            }
        }
        Ok(Machine { assumption, leaving })
    }

    /// Where a state goes with a label; `None` if it forbids it.
    fn step(&self, state: u32, label: u32) -> Option<u32> {
        let steps = &self.assumption.transitions;
        let at = steps.partition_point(|t| (t.0, t.1) < (state, label));
        steps.get(at).filter(|t| (t.0, t.1) == (state, label)).map(|t| t.2 as u32)
    }
}

/// What paths are followed on: module and properties, with the vectors of the cover.
struct Paths<'p, 'a> {
    walk: Walk<'p, 'a>,
    /// What an environment sees.
    alphabet: BTreeSet<&'a str>,
    work: &'p mut Work,
}

impl Paths<'_, '_> {
    /// Where a path from a member of a node leads that shows just this action: a position or ERROR.
    fn follow(&mut self, node: &NodeDoc, path: &PathDoc, action: &str) -> Checked<i64> {
        let (&start, moves) = path.split_first().ok_or("a path has no start")?;
        let is_member = u32::try_from(start).is_ok_and(|start| node.members.binary_search(&start).is_ok());
        reject_if!(!is_member, "a path starts in {start}, which is not a member of the node");
        let (moves, []) = moves.as_chunks::<2>() else { return Err("a path ends with a label".into()) };
        let (mut end, mut shown_yet, mut from) = (start, false, self.vector(start)?);
        let product = self.walk.product;
        for &[label, target] in moves {
            reject_if!(end == ERROR, "a path continues after ERROR");
            let label = u32::try_from(label).ok().filter(|&k| (k as usize) < product.n_labels());
            let label = label.ok_or("a label does not exist")?;
            let name = product.name(label);
            let is_other = label != TAU && self.alphabet.contains(name) && (name != action || shown_yet);
            reject_if!(is_other, "a path with `{action}` also shows `{name}`");
            shown_yet |= name == action;
            let to = if target == ERROR { None } else { Some(self.vector(target)?) };
            let moves = &mut self.walk.moves;
            product.moves_by(&from, label, moves, self.work)?;
            let leads = |by| match &to {
                Some(to) => product.leads(moves, by, to),
                None => moves.errors(by).next().is_some(),
            };
            let is_possible = (0..moves.list.len()).any(leads);
            let goal = || to.as_deref().map_or("ERROR".into(), shown);
            reject_if!(!is_possible, "`{name}` does not lead from state {} to {}", shown(&from), goal());
            (from, end) = (to.unwrap_or_default(), target);
        }
        reject_if!(!shown_yet, "a path does not show `{action}`");
        Ok(end)
    }

    /// The product state at a position of the table.
    fn vector(&mut self, position: i64) -> Checked<Vec<u32>> {
        self.work.spend(1)?;
        let (set, mut vector) = (&self.walk.set, Vec::new());
        let known = usize::try_from(position).ok().filter(|&position| position < set.len());
        set.read(known.ok_or_else(|| format!("there is no product state {position}"))?, &mut vector);
        Ok(vector)
    }
}
