//! Linear temporal logic on graphs, by textbook constructions that the checker does not use.
//!
//! All runs: atoms, that is, an assignment to every temporal subformula at every state. Almost all runs: the
//! chain is split by one temporal subformula after the other, until the formula is a proposition
//! (Courcoubetis and Yannakakis).

use std::collections::{BTreeMap, BTreeSet};

/// A formula about infinite paths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum F {
    True,
    Prop(usize),
    Not(Box<F>),
    And(Vec<F>),
    Next(Box<F>),
    Until(Box<F>, Box<F>),
}

pub fn not(f: F) -> F {
    F::Not(Box::new(f))
}

pub fn or(fs: Vec<F>) -> F {
    not(F::And(fs.into_iter().map(not).collect()))
}

pub fn until(f: F, g: F) -> F {
    F::Until(Box::new(f), Box::new(g))
}

pub fn eventually(f: F) -> F {
    until(F::True, f)
}

impl F {
    /// The temporal subformulas, inner ones first.
    fn temporal(&self, found: &mut Vec<F>) {
        match self {
            F::True | F::Prop(_) => {}
            F::Not(f) => f.temporal(found),
            F::And(fs) => fs.iter().for_each(|f| f.temporal(found)),
            F::Next(f) => f.temporal(found),
            F::Until(f, g) => {
                f.temporal(found);
                g.temporal(found);
            }
        }
        if matches!(self, F::Next(_) | F::Until(..)) && !found.contains(self) {
            found.push(self.clone());
        }
    }

    fn replaced(&self, old: &F, new: &F) -> F {
        if self == old {
            return new.clone();
        }
        let of = |f: &F| Box::new(f.replaced(old, new));
        match self {
            F::True | F::Prop(_) => self.clone(),
            F::Not(f) => F::Not(of(f)),
            F::And(fs) => F::And(fs.iter().map(|f| *of(f)).collect()),
            F::Next(f) => F::Next(of(f)),
            F::Until(f, g) => F::Until(of(f), of(g)),
        }
    }
}

/// A graph in which every state has a successor.
#[derive(Clone, Default)]
pub struct Graph {
    /// What is true in each state.
    pub labels: Vec<BTreeSet<usize>>,
    pub next: Vec<BTreeSet<usize>>,
    pub initial: BTreeSet<usize>,
}

impl Graph {
    pub fn add(&mut self, label: BTreeSet<usize>) -> usize {
        self.labels.push(label);
        self.next.push(BTreeSet::new());
        self.labels.len() - 1
    }
}

/// A state with the truth of the temporal subformulas.
pub type Atom = (usize, u64);

/// The atoms of a graph for a formula.
pub struct Atoms<'a> {
    graph: &'a Graph,
    temporal: Vec<F>,
    before: BTreeMap<Atom, BTreeSet<Atom>>,
    after: BTreeMap<Atom, BTreeSet<Atom>>,
}

impl<'a> Atoms<'a> {
    pub fn new(graph: &'a Graph, formula: &F) -> Self {
        let mut temporal = vec![];
        formula.temporal(&mut temporal);
        let mut atoms = Atoms { graph, temporal, before: BTreeMap::new(), after: BTreeMap::new() };
        for s in 0..graph.labels.len() {
            for &t in &graph.next[s] {
                for mask in 0..1u64 << atoms.temporal.len() {
                    let earlier = (s, atoms.mask_before(&graph.labels[s], &graph.labels[t], mask));
                    atoms.after.entry(earlier).or_default().insert((t, mask));
                    atoms.before.entry((t, mask)).or_default().insert(earlier);
                }
            }
        }
        atoms
    }

    /// Is a formula true where this is the label and that the truth of temporal subformulas?
    pub fn holds(&self, formula: &F, label: &BTreeSet<usize>, mask: u64) -> bool {
        match formula {
            F::True => true,
            F::Prop(p) => label.contains(p),
            F::Not(f) => !self.holds(f, label, mask),
            F::And(fs) => fs.iter().all(|f| self.holds(f, label, mask)),
            temporal => mask >> self.temporal.iter().position(|t| t == temporal).unwrap() & 1 == 1,
        }
    }

    /// What is true before a state with a label follows from what is true after it.
    pub fn mask_before(&self, label: &BTreeSet<usize>, next: &BTreeSet<usize>, next_mask: u64) -> u64 {
        let mut mask = 0;
        // Inner ones are first, so what an outer one needs is known.
        for (i, temporal) in self.temporal.iter().enumerate() {
            let is_true = match temporal {
                F::Next(f) => self.holds(f, next, next_mask),
                F::Until(f, g) => {
                    let later = next_mask >> i & 1 == 1;
                    self.holds(g, label, mask) || (self.holds(f, label, mask) && later)
                }
                _ => unreachable!(),
            };
            mask |= u64::from(is_true) << i;
        }
        mask
    }

    fn reach(&self, from: &Atom, edges: &BTreeMap<Atom, BTreeSet<Atom>>) -> BTreeSet<Atom> {
        let (mut found, mut open) = (BTreeSet::new(), vec![*from]);
        while let Some(atom) = open.pop() {
            for next in edges.get(&atom).into_iter().flatten() {
                if found.insert(*next) {
                    open.push(*next);
                }
            }
        }
        found
    }

    /// The atoms from which a path goes on forever and fulfills everything.
    pub fn alive(&self) -> BTreeSet<Atom> {
        let mut alive = BTreeSet::new();
        let mut done: BTreeSet<Atom> = BTreeSet::new();
        for atom in self.after.keys() {
            if done.contains(atom) {
                continue;
            }
            let forward = self.reach(atom, &self.after);
            let backward = self.reach(atom, &self.before);
            let component: BTreeSet<Atom> = forward.intersection(&backward).copied().collect();
            done.extend(&component);
            let fulfills = |temporal: &F| match temporal {
                F::Until(_, g) => component.iter().any(|&(s, mask)| {
                    let label = &self.graph.labels[s];
                    self.holds(g, label, mask) || !self.holds(temporal, label, mask)
                }),
                _ => true,
            };
            if !component.is_empty() && !alive.contains(atom) && self.temporal.iter().all(fulfills) {
                alive.extend(component);
                alive.extend(backward);
            }
        }
        alive
    }
}

/// Does some path satisfy a formula?
pub fn exists(graph: &Graph, formula: &F) -> bool {
    let atoms = Atoms::new(graph, formula);
    let is_start =
        |&&(s, mask): &&Atom| graph.initial.contains(&s) && atoms.holds(formula, &graph.labels[s], mask);
    atoms.alive().iter().any(|atom| is_start(&atom))
}

/// Do paths that satisfy a formula have positive probability?
pub fn is_probable(graph: &Graph, formula: &F) -> bool {
    let (mut graph, mut formula) = (graph.clone(), formula.clone());
    let none = Graph::default();
    let plain = Atoms { graph: &none, temporal: vec![], before: BTreeMap::new(), after: BTreeMap::new() };
    let mut fresh = 1_000_000;
    loop {
        let mut temporal = vec![];
        formula.temporal(&mut temporal);
        let Some(first) = temporal.first() else {
            return graph.initial.iter().any(|&s| plain.holds(&formula, &graph.labels[s], 0));
        };
        let n = graph.labels.len();
        let is = |f: &F, s: usize| plain.holds(f, &graph.labels[s], 0);
        // Is it certain, impossible, or neither? And which states are decided by what comes later?
        let all: Vec<usize> = (0..n).collect();
        let (certain, impossible, open): (Vec<bool>, Vec<bool>, Vec<bool>) = match first {
            F::Next(f) => (
                all.iter().map(|&s| graph.next[s].iter().all(|&t| is(f, t))).collect(),
                all.iter().map(|&s| !graph.next[s].iter().any(|&t| is(f, t))).collect(),
                vec![true; n],
            ),
            F::Until(f, g) => {
                let open: Vec<bool> = all.iter().map(|&s| is(f, s) && !is(g, s)).collect();
                let backward = |mut set: Vec<bool>| {
                    for _ in 0..n {
                        for s in 0..n {
                            set[s] |= open[s] && graph.next[s].iter().any(|&t| set[t]);
                        }
                    }
                    set
                };
                let possible = backward(all.iter().map(|&s| is(g, s)).collect());
                let impossible: Vec<bool> = possible.iter().map(|possible| !possible).collect();
                let uncertain = backward(impossible.clone());
                (uncertain.iter().map(|uncertain| !uncertain).collect(), impossible, open)
            }
            _ => unreachable!(),
        };
        let mut split = Graph::default();
        let mut copies: Vec<Vec<(bool, usize)>> = vec![];
        for s in 0..n {
            let mut mine = vec![];
            for value in [false, true] {
                if (value && !impossible[s]) || (!value && !certain[s]) {
                    let mut label = graph.labels[s].clone();
                    if value {
                        label.insert(fresh);
                    }
                    mine.push((value, split.add(label)));
                }
            }
            copies.push(mine);
        }
        for s in 0..n {
            for &(value, from) in &copies[s] {
                for &t in &graph.next[s] {
                    for &(later, to) in &copies[t] {
                        let fits = match first {
                            F::Next(f) => is(f, t) == value,
                            _ => !open[s] || later == value,
                        };
                        if fits {
                            split.next[from].insert(to);
                        }
                    }
                }
            }
            if graph.initial.contains(&s) {
                split.initial.extend(copies[s].iter().map(|copy| copy.1));
            }
        }
        assert!(split.next.iter().all(|next| !next.is_empty()), "every copy goes on");
        formula = formula.replaced(first, &F::Prop(fresh));
        graph = split;
        fresh += 1;
    }
}
