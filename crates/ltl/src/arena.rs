//! Formulas in negation normal form, each stored once.
//!
//! # Problem
//! The translations need formulas without implications, with negations only at propositions, whose equality
//! is the equality of numbers, and which are as small as cheap laws make them.
//!
//! # Method
//! Hash consing: a constructor returns the number of an existing equal node. Constructors apply laws that
//! hold at every position of every infinite run, and also keep [`Arena::ends`]: units and zeros, idempotence,
//! complementary literals, absorption, and the distribution of `X`, `U`, `R` over the connective that they
//! distribute over, which turns a conjunction of `[]` into the `[]` of a conjunction.
//!
//! # Invariants
//! 1. The operands of a node have smaller numbers than the node.
//! 2. Operands of conjunctions and disjunctions are sorted, distinct, at least two, and of another kind,
//!    except:
//! 3. a conjunction or disjunction with a temporal operator has at most one operand without one, which may be
//!    of the same kind: what is evaluated at one position stays together and is never multiplied out.
//!
//! # Cost
//! Linear in the number of distinct subformulas, up to the logarithm of sorting.
//!
//! # Departures
//! None: these are the usual laws. Laws that need a search, such as implication between subformulas, are left
//! out.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::formula::Formula;

/// A formula of an [`Arena`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NodeId(u32);

impl NodeId {
    pub(crate) const FALSE: NodeId = NodeId(0);
    pub(crate) const TRUE: NodeId = NodeId(1);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The proposition that there is a position: true wherever it is evaluated, and not met by a run that has
/// ended. It tells an obligation of `X`, which needs a next position, from one of its negation, which does
/// not.
pub(crate) const ALIVE: u32 = u32::MAX;

/// A formula in negation normal form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    False,
    True,
    Literal { prop: u32, positive: bool },
    And(Box<[NodeId]>),
    Or(Box<[NodeId]>),
    Next(NodeId),
    Until(NodeId, NodeId),
    Release(NodeId, NodeId),
}

/// Stores every formula once.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    nodes: Vec<Node>,
    ids: FxHashMap<Node, NodeId>,
    /// Has the node no temporal operator?
    propositional: Vec<bool>,
}

impl Arena {
    pub(crate) fn new() -> Self {
        let mut arena = Arena { nodes: Vec::new(), ids: FxHashMap::default(), propositional: Vec::new() };
        assert_eq!(arena.add(Node::False), NodeId::FALSE);
        assert_eq!(arena.add(Node::True), NodeId::TRUE);
        arena
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn is_propositional(&self, id: NodeId) -> bool {
        self.propositional[id.index()]
    }

    /// The formula, or its negation, in normal form. Does not recurse.
    pub(crate) fn import(&mut self, formula: &Formula, negated: bool) -> NodeId {
        let mut known: FxHashMap<(*const Formula, bool), NodeId> = FxHashMap::default();
        let mut stack = vec![(formula, negated)];
        let mut parts: Vec<(&Formula, bool)> = Vec::new();
        while let Some(&(formula, negated)) = stack.last() {
            if known.contains_key(&(std::ptr::from_ref(formula), negated)) {
                stack.pop();
                continue;
            }
            parts.clear();
            match formula {
                Formula::Not(f) => parts.push((f, !negated)),
                Formula::Implies(lr) => parts.extend([(&lr.0, !negated), (&lr.1, negated)]),
                Formula::Iff(lr) => {
                    parts.extend([(&lr.0, false), (&lr.0, true), (&lr.1, false), (&lr.1, true)]);
                }
                _ => parts.extend(formula.operands().into_iter().map(|f| (f, negated))),
            }
            let waiting = stack.len();
            stack.extend(parts.iter().filter(|&&(f, n)| !known.contains_key(&(std::ptr::from_ref(f), n))));
            if stack.len() > waiting {
                continue;
            }
            let ids: Vec<NodeId> = parts.iter().map(|&(f, n)| known[&(std::ptr::from_ref(f), n)]).collect();
            let id = self.connect(formula, negated, ids);
            known.insert((std::ptr::from_ref(formula), negated), id);
            stack.pop();
        }
        known[&(std::ptr::from_ref(formula), negated)]
    }

    /// The normal form of a formula whose operands have the given normal forms (of their negations where
    /// negated).
    fn connect(&mut self, formula: &Formula, negated: bool, ids: Vec<NodeId>) -> NodeId {
        match (formula, negated) {
            (Formula::True, false) | (Formula::False, true) => NodeId::TRUE,
            (Formula::False, false) | (Formula::True, true) => NodeId::FALSE,
            (Formula::Prop(p), _) => self.literal(u32::try_from(*p).expect("few propositions"), !negated),
            (Formula::Not(_), _) => ids[0],
            (Formula::And(_), false) | (Formula::Or(_), true) | (Formula::Implies(_), true) => self.and(ids),
            (Formula::Or(_), false) | (Formula::And(_), true) | (Formula::Implies(_), false) => self.or(ids),
            (Formula::Iff(_), _) => {
                let (l, not_l, r, not_r) = (ids[0], ids[1], ids[2], ids[3]);
                let (one, other) = if negated { ([l, not_r], [not_l, r]) } else { ([l, r], [not_l, not_r]) };
                let parts = vec![self.and(one.to_vec()), self.and(other.to_vec())];
                self.or(parts)
            }
            // At the last position of a run that ends `X f` is false, so its negation is true.
            (Formula::Next(_), false) => {
                let alive = self.literal(ALIVE, true);
                let both = self.and(vec![ids[0], alive]);
                self.next(both)
            }
            (Formula::Next(_), true) => {
                let over = self.literal(ALIVE, false);
                let either = self.or(vec![ids[0], over]);
                self.next(either)
            }
            (Formula::Always(_), false) | (Formula::Eventually(_), true) => {
                self.release(NodeId::FALSE, ids[0])
            }
            (Formula::Eventually(_), false) | (Formula::Always(_), true) => self.until(NodeId::TRUE, ids[0]),
            (Formula::Until(_), false) => self.until(ids[0], ids[1]),
            (Formula::Until(_), true) => self.release(ids[0], ids[1]),
            // l W r is r R (l or r), and !(l W r) is !r U (!l and !r).
            (Formula::WeakUntil(_), false) => {
                let either = self.or(ids.clone());
                self.release(ids[1], either)
            }
            (Formula::WeakUntil(_), true) => {
                let neither = self.and(ids.clone());
                self.until(ids[1], neither)
            }
        }
    }

    pub(crate) fn literal(&mut self, prop: u32, positive: bool) -> NodeId {
        self.add(Node::Literal { prop, positive })
    }

    pub(crate) fn next(&mut self, operand: NodeId) -> NodeId {
        match operand {
            NodeId::TRUE | NodeId::FALSE => operand,
            _ => self.add(Node::Next(operand)),
        }
    }

    pub(crate) fn until(&mut self, left: NodeId, right: NodeId) -> NodeId {
        if left == NodeId::FALSE || left == right || right == NodeId::FALSE || right == NodeId::TRUE {
            return right;
        }
        match *self.node(right) {
            Node::Until(l, _) if l == left || l == NodeId::TRUE => right,
            _ => self.add(Node::Until(left, right)),
        }
    }

    pub(crate) fn release(&mut self, left: NodeId, right: NodeId) -> NodeId {
        if left == NodeId::TRUE || left == right || right == NodeId::FALSE || right == NodeId::TRUE {
            return right;
        }
        match *self.node(right) {
            Node::Release(l, _) if l == left || l == NodeId::FALSE => right,
            _ => self.add(Node::Release(left, right)),
        }
    }

    pub(crate) fn and(&mut self, operands: Vec<NodeId>) -> NodeId {
        self.junction(operands, true)
    }

    pub(crate) fn or(&mut self, operands: Vec<NodeId>) -> NodeId {
        self.junction(operands, false)
    }

    /// A conjunction or a disjunction.
    fn junction(&mut self, operands: Vec<NodeId>, and: bool) -> NodeId {
        let (unit, zero) = if and { (NodeId::TRUE, NodeId::FALSE) } else { (NodeId::FALSE, NodeId::TRUE) };
        let mut flat = self.flatten(operands, and);
        self.merge_temporal(&mut flat, and);
        if flat.contains(&zero) {
            return zero;
        }
        let present: FxHashSet<NodeId> = flat.iter().copied().collect();
        // Complementary literals, and absorption: x and (x or y) is x.
        let mut contradiction = false;
        flat.retain(|&id| match self.node(id) {
            &Node::Literal { prop, positive } => {
                let other = self.ids.get(&Node::Literal { prop, positive: !positive });
                contradiction |= other.is_some_and(|other| present.contains(other));
                true
            }
            // The other connective: `flatten` left none of our own.
            Node::And(ids) | Node::Or(ids) => !ids.iter().any(|id| present.contains(id)),
            _ => true,
        });
        if contradiction {
            return zero;
        }
        self.group_propositional(&mut flat, and);
        match flat.len() {
            0 => unit,
            1 => flat[0],
            _ => self.add(if and { Node::And(flat.into()) } else { Node::Or(flat.into()) }),
        }
    }

    /// The operands, with those of operands of the same kind in their place, sorted, without doubles and
    /// units.
    fn flatten(&self, operands: Vec<NodeId>, and: bool) -> Vec<NodeId> {
        let unit = if and { NodeId::TRUE } else { NodeId::FALSE };
        let mut flat = Vec::with_capacity(operands.len());
        let mut stack = operands;
        while let Some(id) = stack.pop() {
            match self.node(id) {
                Node::And(ids) if and => stack.extend_from_slice(ids),
                Node::Or(ids) if !and => stack.extend_from_slice(ids),
                _ if id == unit => {}
                _ => flat.push(id),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        flat
    }

    /// Distributes: `X a && X b` is `X (a && b)`; `l R a && l R b` is `l R (a && b)`; `a U r && b U r` is
    /// `(a && b) U r`; `<>[]a && <>[]b` is `<>[](a && b)`; and the duals for disjunctions.
    fn merge_temporal(&mut self, flat: &mut Vec<NodeId>, and: bool) {
        loop {
            let mut groups: FxHashMap<(u8, NodeId), Vec<NodeId>> = FxHashMap::default();
            let mut order = Vec::new();
            for &id in flat.iter() {
                let key = match *self.node(id) {
                    _ if self.recurring(id, and).is_some() => (5, NodeId::TRUE),
                    Node::Next(_) => (0, NodeId::TRUE),
                    Node::Release(l, _) if and => (1, l),
                    Node::Until(_, r) if and => (2, r),
                    Node::Until(l, _) if !and => (3, l),
                    Node::Release(_, r) if !and => (4, r),
                    _ => continue,
                };
                let group = groups.entry(key).or_default();
                if group.is_empty() {
                    order.push(key);
                }
                group.push(id);
            }
            order.retain(|key| groups[key].len() > 1);
            if order.is_empty() {
                return;
            }
            for key in order {
                let group: FxHashSet<NodeId> = groups[&key].iter().copied().collect();
                let varying = groups[&key]
                    .iter()
                    .map(|&id| match *self.node(id) {
                        _ if key.0 == 5 => self.recurring(id, and).expect("the group holds such formulas"),
                        Node::Next(f) => f,
                        Node::Release(_, r) if key.0 == 1 => r,
                        Node::Until(l, _) if key.0 == 2 => l,
                        Node::Until(_, r) => r,
                        Node::Release(l, _) => l,
                        _ => unreachable!("groups hold temporal operators"),
                    })
                    .collect();
                let joined = self.junction(varying, and);
                let merged = match key {
                    (0, _) => self.next(joined),
                    (1, l) => self.release(l, joined),
                    (2, r) => self.until(joined, r),
                    (3, l) => self.until(l, joined),
                    (4, r) => self.release(joined, r),
                    (_, _) if and => {
                        let always = self.release(NodeId::FALSE, joined);
                        self.until(NodeId::TRUE, always)
                    }
                    (_, _) => {
                        let eventually = self.until(NodeId::TRUE, joined);
                        self.release(NodeId::FALSE, eventually)
                    }
                };
                flat.retain(|id| !group.contains(id));
                flat.push(merged);
            }
            // A merged operand may be of any kind now, so its own operands join ours.
            *flat = self.flatten(std::mem::take(flat), and);
        }
    }

    /// The operand of `<>[]` in a conjunction, of `[]<>` in a disjunction.
    fn recurring(&self, id: NodeId, and: bool) -> Option<NodeId> {
        match (and, self.node(id)) {
            (true, &Node::Until(NodeId::TRUE, inner)) => match *self.node(inner) {
                Node::Release(NodeId::FALSE, f) => Some(f),
                _ => None,
            },
            (false, &Node::Release(NodeId::FALSE, inner)) => match *self.node(inner) {
                Node::Until(NodeId::TRUE, f) => Some(f),
                _ => None,
            },
            _ => None,
        }
    }

    /// Puts operands without temporal operators into one operand, if others have some: keeps invariant 3.
    fn group_propositional(&mut self, flat: &mut Vec<NodeId>, and: bool) {
        let plain: Vec<NodeId> = flat.iter().copied().filter(|&id| self.is_propositional(id)).collect();
        if plain.len() < 2 || plain.len() == flat.len() {
            return;
        }
        let group = if and { Node::And(plain.clone().into()) } else { Node::Or(plain.clone().into()) };
        let group = self.add(group);
        flat.retain(|&id| !self.is_propositional(id));
        flat.push(group);
        flat.sort_unstable();
    }

    fn add(&mut self, node: Node) -> NodeId {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = NodeId(u32::try_from(self.nodes.len()).expect("formulas have fewer than 2^32 nodes"));
        self.propositional.push(match &node {
            Node::False | Node::True | Node::Literal { .. } => true,
            Node::And(ids) | Node::Or(ids) => ids.iter().all(|&id| self.is_propositional(id)),
            Node::Next(_) | Node::Until(..) | Node::Release(..) => false,
        });
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    /// The conjuncts of a formula; of true: none.
    pub(crate) fn conjuncts(&self, id: NodeId) -> Vec<NodeId> {
        match self.node(id) {
            Node::True => Vec::new(),
            Node::And(ids) => ids.to_vec(),
            _ => vec![id],
        }
    }

    /// All nodes below the given ones, themselves included, in increasing order: operands come before what
    /// uses them.
    pub(crate) fn below(&self, roots: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<NodeId> = roots.into_iter().collect();
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.node(id) {
                Node::And(ids) | Node::Or(ids) => stack.extend_from_slice(ids),
                &Node::Next(f) => stack.push(f),
                &Node::Until(l, r) | &Node::Release(l, r) => stack.extend([l, r]),
                Node::False | Node::True | Node::Literal { .. } => {}
            }
        }
        let mut ids: Vec<NodeId> = seen.into_iter().collect();
        ids.sort_unstable();
        ids
    }

    /// Is the obligation met by a run that ends before the next position? `[]` and `W` obligations are, since
    /// nothing comes that could break them; `<>` and `U` obligations, and those about a position, are not.
    pub(crate) fn ends(&self, root: NodeId) -> bool {
        let mut value: FxHashMap<NodeId, bool> = FxHashMap::default();
        for id in self.below([root]) {
            let ends = match self.node(id) {
                Node::True | Node::Release(..) | Node::Literal { prop: ALIVE, positive: false } => true,
                Node::False | Node::Literal { .. } | Node::Until(..) => false,
                Node::Next(f) => value[f],
                Node::And(ids) => ids.iter().all(|id| value[id]),
                Node::Or(ids) => ids.iter().any(|id| value[id]),
            };
            value.insert(id, ends);
        }
        value[&root]
    }

    /// Does the formula have no `U` (nor `<>`)? Then it is a safety formula.
    pub(crate) fn is_syntactically_safe(&self, root: NodeId) -> bool {
        self.below([root]).into_iter().all(|id| !matches!(self.node(id), Node::Until(..)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p() -> Formula {
        Formula::Prop(0)
    }

    fn q() -> Formula {
        Formula::Prop(1)
    }

    /// Are the normal forms the same?
    fn same(left: Formula, right: Formula) -> bool {
        let mut arena = Arena::new();
        arena.import(&left, false) == arena.import(&right, false)
    }

    #[test]
    fn laws_make_equal_formulas_the_same_node() {
        use Formula as F;
        assert!(same(F::not(F::always(p())), F::eventually(F::not(p()))));
        assert!(same(F::and(F::always(p()), F::always(q())), F::always(F::and(p(), q()))));
        assert!(same(F::or(F::eventually(p()), F::eventually(q())), F::eventually(F::or(q(), p()))));
        assert!(same(F::and(F::next(p()), F::next(q())), F::next(F::and(p(), q()))));
        assert!(same(F::and(p(), F::not(p())), F::False));
        assert!(same(F::and(p(), F::or(p(), F::next(q()))), p()));
        assert!(same(F::implies(p(), q()), F::or(F::not(p()), q())));
        assert!(same(
            F::not(F::weak_until(p(), q())),
            F::until(F::not(q()), F::and(F::not(p()), F::not(q())))
        ));
        assert!(!same(F::eventually(F::and(p(), q())), F::and(F::eventually(p()), F::eventually(q()))));
        assert!(!same(F::until(p(), q()), F::weak_until(p(), q())));
    }

    #[test]
    fn deep_and_wide_formulas_are_imported() {
        let mut deep = p();
        for i in 0..100_000 {
            deep = Formula::not(Formula::and(Formula::next(deep), Formula::Prop(i % 7)));
        }
        let mut arena = Arena::new();
        let id = arena.import(&deep, false);
        assert!(!arena.is_propositional(id));
        let wide = Formula::and_all((0..50_000).map(|i| Formula::always(Formula::Prop(i))).collect());
        let id = arena.import(&wide, true);
        assert!(matches!(arena.node(id), Node::Until(NodeId::TRUE, _)));
    }
}
