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

use crate::check::named;
use crate::document::{ComponentDoc, ERROR, NodeDoc, PathDoc, RoleDoc, TraceDoc, WeakestAssumption};
use crate::product::{Product, TAU, Work, check_sorted, is_deterministic};
use crate::system::{CheckedSystem, Vectors, read_set, shown};

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
    ) -> Result<Self, String> {
        let components = system.components();
        let is_named = named(properties, components, false)?;
        let (assumption, others) = match components.split_last() {
            Some((last, others)) if has_assumption => (Some(last), others),
            _ => (None, components),
        };
        if assumption.is_some_and(|assumption| properties.binary_search(&assumption.name).is_ok()) {
            return Err("the assumption has the name of a property".into());
        }
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

    fn check(&self, system: &CheckedSystem) -> Result<(), String> {
        if system.doc.priority.is_some() {
            return Err("claims about environments do not support a priority".into());
        }
        if self.module.is_empty() {
            return Err("there is no module".into());
        }
        // What blocks a module does not show that the module keeps to it.
        if let Some(other) = self.properties.iter().find(|c| c.role != RoleDoc::Property) {
            return Err(format!("{} must have the role of a property", other.name));
        }
        check_sorted(self.interface).map_err(|reason| format!("interface: {reason}"))?;
        let own: HashSet<&String> = self.module.iter().flat_map(|c| &c.alphabet).collect();
        match self.interface.iter().find(|name| !own.contains(name)) {
            Some(foreign) => Err(format!("`{foreign}` of the interface is not an action of the module")),
            None => Ok(()),
        }
    }

    /// Is a trace one in which no environment takes part?
    pub(crate) fn check_internal(&self, trace: &TraceDoc) -> Result<(), String> {
        if !trace.cycle.is_empty() {
            return Err("only a run may have a cycle".into());
        }
        let seen = self.alphabet();
        match trace.steps.iter().find(|name| seen.contains(name.as_str())) {
            Some(name) => Err(format!("an environment takes part in `{name}`")),
            None => Ok(()),
        }
    }

    /// Checks that the last component is an assumption, and that every trace that leaves it looks like a run
    /// into ERROR.
    pub(crate) fn check_cover(
        &self,
        components: &[ComponentDoc],
        cover: &WeakestAssumption,
        work: &mut Work,
    ) -> Result<(), String> {
        let (assumption, others) = components.split_last().ok_or("there is no assumption")?;
        let alphabet = self.alphabet();
        if !assumption.alphabet.iter().map(String::as_str).eq(alphabet.iter().copied()) {
            let due = alphabet.into_iter().collect::<Vec<_>>().join(", ");
            return Err(format!("the alphabet of the assumption is not {{{due}}}"));
        }
        let machine = Machine::new(assumption)?;
        let product = Product::new(others, None)?;
        let vectors = read_set(&cover.vectors, others.iter().map(|c| c.states), work)?;
        let mut paths = Paths { product: &product, vectors, alphabet, work };
        let first = cover.nodes.first().ok_or("there is no node")?;
        let (initial, mut start) = (product.initial(), Vec::new());
        let &[member] = &first.members[..] else {
            return Err("the first node must have exactly one member".into());
        };
        paths.vector(member.into(), &mut start)?;
        if first.state != assumption.initial || start != initial {
            return Err("the first node is not that of the initial state".into());
        }
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
        let module = list(&self.module);
        match self.properties.is_empty() {
            true => write!(f, "{module} never {} ERROR", if is_single { "enters" } else { "enter" }),
            false => {
                let verb = if is_single { "satisfies" } else { "satisfy" };
                write!(f, "{module} {verb} {}", list(&self.properties))
            }
        }
    }
}

/// Are all actions of a node accounted for?
fn check_node(machine: &Machine, nodes: &[NodeDoc], node: &NodeDoc, paths: &mut Paths) -> Result<(), String> {
    if !node.members.is_sorted_by(|earlier, later| earlier < later) {
        return Err("the members are not strictly ascending".into());
    }
    let (mut edges, mut errors) = (node.edges.iter(), node.errors.iter());
    for (k, name) in (1..).zip(&machine.assumption.alphabet) {
        paths.work.spend(1)?;
        match machine.step(node.state, k) {
            None => {
                let path = errors.next().ok_or_else(|| format!("no path shows why `{name}` is forbidden"))?;
                if paths.follow(node, path, name)? != ERROR {
                    return Err(format!("the path with `{name}` does not lead to ERROR"));
                }
            }
            Some(next) if machine.leaving.contains(&next) => {
                let edge = edges.next().filter(|edge| edge.action == k);
                let edge = edge.ok_or_else(|| format!("an edge with `{name}` is missing"))?;
                let target = nodes.get(edge.node as usize).filter(|target| target.state == next);
                let target = target.ok_or_else(|| format!("the edge with `{name}` leads to a wrong node"))?;
                if edge.paths.len() != target.members.len() {
                    return Err(format!("the edge with `{name}` must have one path per member"));
                }
                for (path, &member) in edge.paths.iter().zip(&target.members) {
                    if paths.follow(node, path, name)? != i64::from(member) {
                        return Err(format!("a path with `{name}` does not lead to member {member}"));
                    }
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
    fn new(assumption: &'a ComponentDoc) -> Result<Self, String> {
        let ComponentDoc { transitions, alphabet, initial, .. } = assumption;
        if transitions.iter().any(|t| t.1 == TAU || t.2 == ERROR) {
            return Err("an assumption must have neither tau nor ERROR".into());
        }
        if assumption.end.is_some() {
            return Err("an assumption must not have an END".into());
        }
        if !is_deterministic(assumption) {
            return Err("the assumption is not deterministic".into());
        }
        // By target; which state forbids something is told by the number of its transitions.
        let mut backward: Vec<(u32, u32)> = transitions.iter().map(|t| (t.2 as u32, t.0)).collect();
        backward.sort_unstable();
        let row =
            |s: u32| transitions.partition_point(|t| t.0 <= s) - transitions.partition_point(|t| t.0 < s);
        let states = backward.iter().map(|t| t.0).chain([*initial]);
        let mut open: Vec<u32> = states.filter(|&s| row(s) < alphabet.len()).collect();
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

/// What paths are followed on: module and properties.
struct Paths<'a> {
    product: &'a Product<'a>,
    /// Those of the cover.
    vectors: Vectors,
    /// What an environment sees.
    alphabet: BTreeSet<&'a str>,
    work: &'a mut Work,
}

impl Paths<'_> {
    /// Where a path from a member of a node leads that shows just this action: a position or ERROR.
    fn follow(&mut self, node: &NodeDoc, path: &PathDoc, action: &str) -> Result<i64, String> {
        let (&start, moves) = path.split_first().ok_or("a path has no start")?;
        if !u32::try_from(start).is_ok_and(|start| node.members.binary_search(&start).is_ok()) {
            return Err(format!("a path starts in {start}, which is not a member of the node"));
        }
        let (moves, []) = moves.as_chunks::<2>() else { return Err("a path ends with a label".into()) };
        let (mut end, mut shown_yet) = (start, false);
        let (mut from, mut to) = (Vec::new(), Vec::new());
        self.vector(start, &mut from)?;
        for &[label, target] in moves {
            if end == ERROR {
                return Err("a path continues after ERROR".into());
            }
            let label = u32::try_from(label).ok().filter(|&k| (k as usize) < self.product.n_labels());
            let label = label.ok_or("a label does not exist")?;
            let name = self.product.name(label);
            if label != TAU && self.alphabet.contains(name) && (name != action || shown_yet) {
                return Err(format!("a path with `{action}` also shows `{name}`"));
            }
            shown_yet |= name == action;
            if target != ERROR {
                self.vector(target, &mut to)?;
            }
            let expected = (target != ERROR).then_some(&to[..]);
            if !self.product.leads(&from, label, expected, self.work)? {
                let to = expected.map_or("ERROR".into(), shown);
                return Err(format!("`{name}` does not lead from state {} to {to}", shown(&from)));
            }
            std::mem::swap(&mut from, &mut to);
            end = target;
        }
        if shown_yet { Ok(end) } else { Err(format!("a path does not show `{action}`")) }
    }

    /// The product state at a position of the table.
    fn vector(&mut self, position: i64, vector: &mut Vec<u32>) -> Result<(), String> {
        self.work.spend(1)?;
        let known = usize::try_from(position).ok().filter(|&position| position < self.vectors.len());
        self.vectors.read(known.ok_or_else(|| format!("there is no product state {position}"))?, vector);
        Ok(())
    }
}
