//! Formulas as generalized Büchi automata.
//!
//! # Problem
//! Given a formula in normal form, find an automaton that accepts exactly the infinite sequences of
//! valuations that satisfy it.
//!
//! # Method
//! The tableau of \[GPVW95\] with acceptance on transitions as in \[Cou99\]. A state is a set of obligations.
//! What a state demands is unfolded into *terms*: a condition on the valuation at this position, the
//! obligations for the next position, and the `U` formulas whose right side is put off by this term. A
//! transition is accepting for a `U` formula if it does not put it off; a run is accepted if it is infinitely
//! often accepting for each of them.
//!
//! # Invariants
//! 1. The disjunction of the terms of a formula, with `X` before the obligations, is equivalent to the
//!    formula.
//! 2. No term of a formula is implied by another of its terms through inclusion of all three parts.
//!
//! # Cost
//! At most exponential in the number of temporal subformulas; conditions on one position stay whole
//! (invariant 3 of the arena) and cost nothing, where the reference tool's alphabet is exponential in the
//! number of propositions.
//!
//! # Departures
//! Conditions are formulas and not sets of literals. Obligations are kept as sorted sets of subformulas; two
//! states with the same set are one.

use rustc_hash::FxHashMap;

use rely_lts::{Context, Spent, Ticker};

use crate::arena::{ALIVE, Arena, Node, NodeId};

/// One way to meet an obligation at a position. All sets are sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Term {
    /// What must hold at this position: a conjunction of formulas without temporal operators.
    pub(crate) condition: Vec<NodeId>,
    /// What must hold from the next position on.
    pub(crate) next: Vec<NodeId>,
    /// The `U` formulas that are put off.
    pub(crate) postponed: Vec<NodeId>,
}

impl Term {
    fn nothing() -> Term {
        Term { condition: Vec::new(), next: Vec::new(), postponed: Vec::new() }
    }

    fn includes(&self, other: &Term) -> bool {
        includes(&self.condition, &other.condition)
            && includes(&self.next, &other.next)
            && includes(&self.postponed, &other.postponed)
    }

    fn size(&self) -> usize {
        self.condition.len() + self.next.len() + self.postponed.len()
    }
}

/// A transition of a generalized automaton.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GeneralEdge {
    pub(crate) target: u32,
    /// The acceptance sets (numbers of `U` formulas) that the transition is not in, sorted.
    pub(crate) postponed: Vec<u32>,
    /// The condition on the valuation.
    pub(crate) guard: NodeId,
}

/// A generalized Büchi automaton with acceptance on transitions. State 0 is initial.
#[derive(Clone, Debug)]
pub(crate) struct GeneralAutomaton {
    pub(crate) edges: Vec<Vec<GeneralEdge>>,
    /// The obligations of every state, as one formula.
    pub(crate) obligations: Vec<NodeId>,
    /// How many acceptance sets there are.
    pub(crate) n_sets: u32,
}

/// More states than this are never built, whatever the budget says.
const MOST_STATES: usize = 1 << 18;
/// A formula with more terms than this is given up: comparing them takes time quadratic in their number.
const MOST_TERMS: usize = 1 << 13;

/// Builds the automaton of a formula.
///
/// # Errors
/// If the budget is spent, or the automaton is too large for any budget.
pub(crate) fn translate(
    arena: &mut Arena,
    root: NodeId,
    ctx: Context<'_>,
) -> Result<GeneralAutomaton, Spent> {
    let mut unfolding = Unfolding { terms: FxHashMap::default(), ticker: Ticker::default(), size: 0, ctx };
    let mut state_of: FxHashMap<NodeId, u32> = FxHashMap::default();
    let mut obligations = vec![root];
    state_of.insert(root, 0);
    let mut set_of: FxHashMap<NodeId, u32> = FxHashMap::default();
    let mut edges: Vec<Vec<GeneralEdge>> = Vec::new();
    while let Some(&state) = obligations.get(edges.len()) {
        let mut row = Vec::new();
        for term in unfolding.terms(arena, state)? {
            let guard = arena.and(term.condition.clone());
            if guard == NodeId::FALSE {
                continue;
            }
            let next = arena.and(term.next.clone());
            if next == NodeId::FALSE {
                continue;
            }
            let target = *state_of.entry(next).or_insert_with(|| {
                obligations.push(next);
                obligations.len() as u32 - 1
            });
            let mut postponed: Vec<u32> = Vec::with_capacity(term.postponed.len());
            for &until in &term.postponed {
                let fresh = set_of.len() as u32;
                postponed.push(*set_of.entry(until).or_insert(fresh));
            }
            postponed.sort_unstable();
            row.push(GeneralEdge { target, postponed, guard });
        }
        merge_guards(arena, &mut row);
        edges.push(row);
        if obligations.len() > MOST_STATES {
            return Err(Spent::States(MOST_STATES as u64));
        }
        ctx.budget.check_states(obligations.len())?;
    }
    Ok(GeneralAutomaton { edges, obligations, n_sets: set_of.len() as u32 })
}

/// Makes transitions that differ only in their conditions one transition.
fn merge_guards(arena: &mut Arena, row: &mut Vec<GeneralEdge>) {
    row.sort_unstable();
    row.dedup();
    let mut merged: Vec<GeneralEdge> = Vec::with_capacity(row.len());
    let mut guards: Vec<NodeId> = Vec::new();
    for edge in row.drain(..) {
        match merged.last() {
            Some(last) if last.target == edge.target && last.postponed == edge.postponed => {
                guards.push(edge.guard);
            }
            _ => {
                if let Some(last) = merged.last_mut() {
                    last.guard = arena.or(std::mem::take(&mut guards));
                }
                guards.push(edge.guard);
                merged.push(edge);
            }
        }
    }
    if let Some(last) = merged.last_mut() {
        last.guard = arena.or(guards);
    }
    *row = merged;
}

struct Unfolding<'a> {
    terms: FxHashMap<NodeId, Vec<Term>>,
    ticker: Ticker,
    /// Size of all terms stored.
    size: usize,
    ctx: Context<'a>,
}

impl Unfolding<'_> {
    /// The terms of a formula. Does not recurse: what is needed first is done first.
    fn terms(&mut self, arena: &Arena, root: NodeId) -> Result<Vec<Term>, Spent> {
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if self.terms.contains_key(&id) {
                stack.pop();
                continue;
            }
            let needed: &[NodeId] = match arena.node(id) {
                _ if arena.is_propositional(id) => &[],
                Node::And(ids) | Node::Or(ids) => ids,
                &Node::Until(l, r) | &Node::Release(l, r) => &[l, r],
                _ => &[],
            };
            let waiting = stack.len();
            stack.extend(needed.iter().filter(|id| !self.terms.contains_key(id)));
            if stack.len() > waiting {
                continue;
            }
            let terms = self.unfold(arena, id)?;
            self.size += terms.iter().map(Term::size).sum::<usize>();
            self.ctx.budget.check_memory(self.size * size_of::<NodeId>())?;
            self.terms.insert(id, terms);
            stack.pop();
        }
        Ok(self.terms[&root].clone())
    }

    /// The terms of a formula whose operands have theirs; keeps invariants 1 and 2.
    fn unfold(&mut self, arena: &Arena, id: NodeId) -> Result<Vec<Term>, Spent> {
        if arena.is_propositional(id) {
            return Ok(match arena.node(id) {
                Node::True => vec![Term::nothing()],
                Node::False | Node::Literal { prop: ALIVE, positive: false } => Vec::new(),
                Node::Literal { prop: ALIVE, positive: true } => vec![Term::nothing()],
                _ => vec![Term { condition: vec![id], ..Term::nothing() }],
            });
        }
        match arena.node(id) {
            Node::And(ids) => {
                let mut all = vec![Term::nothing()];
                for id in ids {
                    all = self.product(&all, &self.terms[id].clone())?;
                }
                Ok(all)
            }
            Node::Or(ids) => {
                let all = ids.iter().flat_map(|id| self.terms[id].iter().cloned()).collect();
                self.smallest(all)
            }
            &Node::Next(f) => Ok(vec![Term { next: arena.conjuncts(f), ..Term::nothing() }]),
            &Node::Until(l, r) => {
                let later = Term { next: vec![id], postponed: vec![id], ..Term::nothing() };
                let mut all = self.product(&self.terms[&l].clone(), &[later])?;
                all.extend(self.terms[&r].iter().cloned());
                self.smallest(all)
            }
            &Node::Release(l, r) => {
                let later = Term { next: vec![id], ..Term::nothing() };
                let mut first = self.terms[&l].clone();
                first.push(later);
                let right = self.terms[&r].clone();
                self.product(&first, &right)
            }
            _ => unreachable!("formulas without temporal operators were treated before"),
        }
    }

    fn product(&mut self, left: &[Term], right: &[Term]) -> Result<Vec<Term>, Spent> {
        let mut all = Vec::with_capacity(left.len() * right.len().min(1024));
        for l in left {
            for r in right {
                self.ticker.tick(self.ctx.budget)?;
                if all.len() >= MOST_TERMS {
                    return Err(Spent::States(MOST_TERMS as u64));
                }
                all.push(Term {
                    condition: union(&l.condition, &r.condition),
                    next: union(&l.next, &r.next),
                    postponed: union(&l.postponed, &r.postponed),
                });
            }
        }
        self.smallest(all)
    }

    /// Drops terms that include another one.
    fn smallest(&mut self, mut terms: Vec<Term>) -> Result<Vec<Term>, Spent> {
        terms.sort_unstable_by(|x, y| x.size().cmp(&y.size()).then_with(|| x.cmp(y)));
        terms.dedup();
        let mut kept: Vec<Term> = Vec::with_capacity(terms.len());
        for term in terms {
            let mut implied = false;
            for smaller in &kept {
                self.ticker.tick(self.ctx.budget)?;
                if term.includes(smaller) {
                    implied = true;
                    break;
                }
            }
            if !implied {
                kept.push(term);
            }
        }
        Ok(kept)
    }
}

/// The union of sorted sets.
pub(crate) fn union(left: &[NodeId], right: &[NodeId]) -> Vec<NodeId> {
    if left.is_empty() {
        return right.to_vec();
    }
    let mut all = Vec::with_capacity(left.len() + right.len());
    all.extend_from_slice(left);
    all.extend_from_slice(right);
    all.sort_unstable();
    all.dedup();
    all
}

/// Does a sorted set include another one?
pub(crate) fn includes(larger: &[NodeId], smaller: &[NodeId]) -> bool {
    if smaller.len() > larger.len() {
        return false;
    }
    let mut rest = larger.iter();
    smaller.iter().all(|id| rest.any(|other| other == id))
}
