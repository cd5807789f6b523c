//! Vectors and pending sets, explored together.

use rely_certify::{FormulaDoc, TraceDoc};
use rely_lts::{
    Context, Label, Product, ProductScratch, Space, Spent, StateId, StateStore, Successors, Target, Ticker,
};
use rustc_hash::FxHashMap;

use super::formula::Watched;
use super::obligations::Obligations;
use crate::documents::state_number;

/// The nodes, numbered breadth-first from the initial vector with the start.
pub(super) struct Nodes<'a> {
    watched: &'a Watched,
    product: Product,
    store: StateStore,
    /// For each vector whose moves were computed: where its row starts and ends in `moves`.
    rows: Vec<Option<(u32, u32)>>,
    /// Label and target; a row is sorted and has no repetitions.
    moves: Vec<(Label, u32)>,
    enters_error: Vec<bool>,
    pub obligations: Obligations,
    classes: Vec<u32>,
    /// Class of label and values of fluents → position.
    positions: FxHashMap<(u32, Vec<bool>), u32>,
    /// Vector and pending set.
    pub nodes: Vec<(u32, u32)>,
    numbers: FxHashMap<(u32, u32), u32>,
    /// Where the edges of a node start in `edges`.
    starts: Vec<u32>,
    /// Which move of the vector, and the target.
    edges: Vec<(u32, u32)>,
    parents: Vec<(u32, Label)>,
    scratch: (ProductScratch, Successors),
    ticker: Ticker,
}

/// A step of a run: label, then node.
pub(super) type Step = (Label, u32);

impl<'a> Nodes<'a> {
    pub fn new(watched: &'a Watched, ctx: Context<'_>) -> Result<Self, Spent> {
        ctx.budget.poll()?;
        let product = Product::new(&watched.system);
        let mut store = StateStore::new(product.words());
        store.insert(&product.initial());
        let mut nodes = Nodes {
            watched,
            classes: label_classes(&product, &watched.formula),
            product,
            store,
            rows: vec![None],
            moves: Vec::new(),
            enters_error: vec![false],
            obligations: Obligations::new(&watched.formula),
            positions: FxHashMap::default(),
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            starts: vec![0],
            edges: Vec::new(),
            parents: Vec::new(),
            scratch: Default::default(),
            ticker: Ticker::default(),
        };
        nodes.node((0, 0), (0, Label::TAU));
        Ok(nodes)
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    fn node(&mut self, node: (u32, u32), parent: (u32, Label)) -> u32 {
        if let Some(&known) = self.numbers.get(&node) {
            return known;
        }
        let number = self.nodes.len() as u32;
        self.numbers.insert(node, number);
        self.nodes.push(node);
        self.parents.push(parent);
        number
    }

    /// Explores all nodes, or up to the first one with nothing pending, which it returns.
    pub fn explore(&mut self, ctx: Context<'_>) -> Result<Option<u32>, Spent> {
        let mut at = 0;
        while let Some(&(vector, set)) = self.nodes.get(at) {
            let (from, to) = self.row(vector, ctx)?;
            for by in from..to {
                let (label, target) = self.moves[by as usize];
                let position = self.position(Some(label), target);
                for &after in self.obligations.outcomes(set, position, ctx)?.iter() {
                    self.ticker.tick(ctx.budget)?;
                    let node = self.node((target, after), (at as u32, label));
                    if self.obligations.sets[after as usize].is_empty() {
                        return Ok(Some(node));
                    }
                    self.edges.push((by - from, node));
                }
            }
            let end = u32::try_from(self.edges.len()).map_err(|_| Spent::Memory(u64::from(u32::MAX) * 8))?;
            self.starts.push(end);
            ctx.budget.check_states(self.nodes.len())?;
            if at % 1024 == 0 {
                ctx.budget.check_memory(self.memory())?;
            }
            at += 1;
        }
        Ok(None)
    }

    fn memory(&self) -> usize {
        let lists = self.moves.len() + self.edges.len() + self.rows.len() * 2;
        self.store.memory() + self.obligations.memory() + 8 * lists + self.nodes.len() * 40
    }

    /// The moves of a vector.
    fn row(&mut self, vector: u32, ctx: Context<'_>) -> Result<(u32, u32), Spent> {
        if let Some(row) = self.rows[vector as usize] {
            return Ok(row);
        }
        let (scratch, out) = &mut self.scratch;
        out.reset();
        self.product.successors(self.store.get(StateId::from_raw(vector)), scratch, out);
        let start = self.moves.len();
        let mut row = Vec::new();
        for (label, target) in out.iter() {
            self.ticker.tick(ctx.budget)?;
            match target {
                Target::Error(_) => self.enters_error[vector as usize] = true,
                Target::State(target) => {
                    let (number, is_new) = self.store.insert(target);
                    if is_new {
                        self.rows.push(None);
                        self.enters_error.push(false);
                    }
                    row.push((label, number.raw()));
                }
            }
        }
        row.sort_unstable();
        row.dedup();
        self.moves.extend(row);
        let end = u32::try_from(self.moves.len()).map_err(|_| Spent::Memory(u64::from(u32::MAX) * 8))?;
        let row = (start as u32, end);
        self.rows[vector as usize] = Some(row);
        Ok(row)
    }

    /// The position after a move, or the only one of a run without moves.
    fn position(&mut self, label: Option<Label>, vector: u32) -> u32 {
        let packed = self.store.get(StateId::from_raw(vector));
        let first = self.watched.fluents;
        let is_true = |i: usize| self.product.component_state(packed, i).raw() == 1;
        let fluents: Vec<bool> = (first..self.watched.system.components.len()).map(is_true).collect();
        let class = label.map_or(u32::MAX, |label| self.classes[label.index()]);
        let key = (class, fluents);
        if let Some(&known) = self.positions.get(&key) {
            return known;
        }
        let name = label.filter(|label| !label.is_tau()).map(|label| self.name(label));
        let position = self.obligations.position(|entry| match entry {
            FormulaDoc::True(()) => true,
            FormulaDoc::Actions(names) => name.as_ref().is_some_and(|name| names.binary_search(name).is_ok()),
            FormulaDoc::Fluent(at) => key.1[*at as usize - first],
            _ => false,
        });
        self.positions.insert(key, position);
        position
    }

    /// The nearest node where a run stops that violates the formula.
    pub fn stopping(&mut self, ctx: Context<'_>) -> Result<Option<u32>, Spent> {
        let stops = |nodes: &Self, vector: u32| {
            nodes.moves_of(vector).is_empty() && !nodes.enters_error[vector as usize]
        };
        if stops(self, 0) {
            // The only position of this run is the start.
            let position = self.position(None, 0);
            let after = self.obligations.outcomes(0, position, ctx)?;
            return Ok(after.iter().any(|&set| self.obligations.may_end(set)).then_some(0));
        }
        let ends = |&&(vector, set): &&(u32, u32)| stops(self, vector) && self.obligations.may_end(set);
        Ok(self.nodes.iter().find(ends).map(|node| self.numbers[node]))
    }

    /// Does a move from a vector of a node enter ERROR?
    pub fn enters_error(&self) -> bool {
        self.nodes.iter().any(|&(vector, _)| self.enters_error[vector as usize])
    }

    pub fn enters_error_from(&self, vector: u32) -> bool {
        self.enters_error[vector as usize]
    }

    /// The moves of a vector of a node that was explored.
    pub fn moves_of(&self, vector: u32) -> &[(Label, u32)] {
        let (from, to) = self.rows[vector as usize].unwrap_or_default();
        &self.moves[from as usize..to as usize]
    }

    /// The edges of a node: by which move of its vector, to where; in the order of moves.
    pub fn edges_of(&self, node: u32) -> &[(u32, u32)] {
        let node = node as usize;
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    pub fn successors(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.edges_of(node).iter().map(|&(_, to)| to)
    }

    pub fn pending(&self, node: u32) -> &[u32] {
        &self.obligations.sets[self.nodes[node as usize].1 as usize]
    }

    /// An eventuality that is pending in all these nodes.
    pub fn always_pending(&self, members: &[u32]) -> Option<u32> {
        let everywhere =
            |item: &u32| members.iter().all(|&node| self.pending(node).binary_search(item).is_ok());
        let first = self.pending(members[0]).iter().copied();
        first.filter(|&item| self.obligations.is_eventuality(item)).find(|item| everywhere(item))
    }

    /// A cycle from the first of the nodes of a strongly connected component through nodes where its
    /// eventualities are not pending.
    pub fn cycle(&self, members: &[u32], own: &dyn Fn(u32) -> bool) -> Vec<Step> {
        let mut wanted: Vec<u32> =
            members.iter().flat_map(|&node| self.pending(node)).copied().collect::<Vec<_>>();
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|&item| self.obligations.is_eventuality(item));
        let mut steps: Vec<Step> = Vec::new();
        let mut at = members[0];
        loop {
            wanted.retain(|item| self.pending(at).binary_search(item).is_ok());
            let Some(&item) = wanted.first() else { break };
            let path = self.path(at, own, |node| self.pending(node).binary_search(&item).is_err());
            for &(_, node) in &path {
                wanted.retain(|item| self.pending(node).binary_search(item).is_ok());
            }
            at = path.last().map_or(at, |step| step.1);
            steps.extend(path);
        }
        steps.extend(self.path(at, own, |node| node == members[0]));
        steps
    }

    /// A shortest path of at least one step within a component.
    fn path(&self, from: u32, own: &dyn Fn(u32) -> bool, goal: impl Fn(u32) -> bool) -> Vec<Step> {
        let mut parents: FxHashMap<u32, (u32, Label)> = FxHashMap::default();
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            for &(by, to) in self.edges_of(node) {
                if !own(to) {
                    continue;
                }
                let label = self.moves_of(self.nodes[node as usize].0)[by as usize].0;
                if goal(to) {
                    let mut steps = vec![(label, to)];
                    let mut at = node;
                    while at != from {
                        let (before, label) = parents[&at];
                        steps.push((label, at));
                        at = before;
                    }
                    steps.reverse();
                    return steps;
                }
                if to != from && !parents.contains_key(&to) {
                    parents.insert(to, (node, label));
                    queue.push_back(to);
                }
            }
        }
        Vec::new()
    }

    /// The run to a node, and then a cycle, with vectors.
    pub fn run_to(&self, node: u32, cycle: &[Step]) -> TraceDoc {
        let steps = self.steps_to(node);
        self.trace(&steps, cycle)
    }

    /// The run to a node: labels and vectors.
    pub fn steps_to(&self, mut node: u32) -> Vec<(Label, u32)> {
        let mut steps = Vec::new();
        while node != 0 {
            let (before, label) = self.parents[node as usize];
            steps.push((label, self.nodes[node as usize].0));
            node = before;
        }
        steps.reverse();
        steps
    }

    /// Steps with vectors, then steps with nodes, as a document.
    pub fn trace(&self, steps: &[(Label, u32)], cycle: &[Step]) -> TraceDoc {
        let round = cycle.iter().map(|&(_, node)| self.nodes[node as usize].0);
        let vectors = steps.iter().map(|&(_, vector)| vector).chain(round);
        let vector = |at| self.vector(at).into_iter().map(state_number).collect();
        TraceDoc {
            cycle: cycle.iter().map(|&(label, _)| self.name(label)).collect(),
            steps: steps.iter().map(|&(label, _)| self.name(label)).collect(),
            vectors: Some(vectors.map(vector).collect()),
        }
    }

    fn name(&self, label: Label) -> String {
        let action = self.product.alphabet().action(label);
        self.watched.system.actions.name(action).to_string()
    }

    /// The numbers of states of the components.
    pub fn sizes(&self) -> impl Iterator<Item = u32> + '_ {
        self.watched.system.components.iter().map(|c| c.lts.n_states() as u32)
    }

    pub fn vector(&self, number: u32) -> Vec<StateId> {
        self.product.unpack(self.store.get(StateId::from_raw(number)))
    }
}

/// For each label of the product a number; labels with the same number are in the same sets of the formula.
fn label_classes(product: &Product, formula: &[FormulaDoc]) -> Vec<u32> {
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); product.alphabet().n_labels()];
    for (k, entry) in formula.iter().enumerate() {
        let FormulaDoc::Actions(list) = entry else { continue };
        for name in list {
            if let Some(label) = product.alphabet().label_of_name(name) {
                members[label.index()].push(k as u32);
            }
        }
    }
    let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let number = |list| {
        let fresh = known.len() as u32;
        *known.entry(list).or_insert(fresh)
    };
    members.into_iter().map(number).collect()
}
