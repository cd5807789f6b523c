//! Shortest runs of the module that look, from outside, like a given trace.
//!
//! # Problem
//! Given traces over the assumption's alphabet that share prefixes. Wanted: for some of them a shortest run
//! of the module and its properties into ERROR with exactly this projection, internal steps included.
//!
//! # Method
//! A *layer* holds all states that are reached by runs with one projection. The next layer, for one more
//! action, begins with the targets of this action and is closed under internal moves, by number of steps.
//! Layers are made once and shared by all traces that begin alike; they remember how each state was found.
//!
//! # Invariants
//! 1. A state of a layer is found first by a run with the fewest steps among those with the layer's
//!    projection.
//!
//! # Cost
//! Per layer the moves of its states; 16 bytes and a packed state for each of them.
//!
//! # Departures
//! None. A breadth-first search per trace was simpler; it repeats the layers that traces share.

use std::collections::VecDeque;

use rely_lts::{
    ActionId, Context, Label, Product, Space, Spent, StateId, StateStore, Successors, Target, Ticker,
};

use crate::question::Question;

/// How a state of a layer was found.
#[derive(Clone, Copy)]
struct Node {
    /// The layer and the node before the step; the initial state has itself.
    parent: (u32, u32),
    label: Label,
    /// Steps from the initial state.
    depth: u32,
}

/// All states that are reached by runs with one projection.
struct Layer {
    store: StateStore,
    nodes: Vec<Node>,
    /// Who offers a visible label: sorted by label.
    offers: Vec<(Label, u32)>,
}

/// A node before it has a place in its layer.
type Found = (Node, Vec<u64>);

/// Searches along traces that share prefixes.
pub struct Walk<'a> {
    product: Product,
    hidden: Vec<bool>,
    layers: Vec<Layer>,
    ctx: Context<'a>,
    scratch: <Product as Space>::Scratch,
    successors: Successors,
    ticker: Ticker,
    /// States that were visited.
    visited: u64,
    /// This many may be.
    limit: u64,
}

/// What closing a layer came to.
enum Closed {
    /// All states of the layer.
    Layer(Layer),
    /// A step into ERROR: the node before it, its label.
    Error(Vec<Label>),
}

impl<'a> Walk<'a> {
    /// The search of a question. When more than `limit` states were visited it ends with [`Spent::States`].
    pub fn new(question: &Question, limit: u64, ctx: Context<'a>) -> Walk<'a> {
        let product = Product::new(&question.system());
        let hidden = question.hidden(&product);
        Walk {
            product,
            hidden,
            layers: Vec::new(),
            ctx,
            scratch: Default::default(),
            successors: Successors::default(),
            ticker: Ticker::default(),
            visited: 0,
            limit,
        }
    }

    /// The label of an action in the module with its properties.
    pub fn label(&self, action: ActionId) -> Option<Label> {
        self.product.alphabet().label(action)
    }

    /// The layer of the empty trace, by its number.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn start(&mut self) -> Result<usize, Spent> {
        match self.close(vec![self.root()], None, false)? {
            Closed::Layer(layer) => Ok(self.keep(layer)),
            Closed::Error(_) => unreachable!("ERROR is not looked for"),
        }
    }

    /// A shortest run into ERROR without a visible action.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn start_into_error(&mut self) -> Result<Option<Vec<ActionId>>, Spent> {
        let closed = self.close(vec![self.root()], None, true)?;
        Ok(self.run_of(closed))
    }

    /// The layer after one more visible action.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn step(&mut self, layer: usize, label: Label) -> Result<usize, Spent> {
        let (sources, _) = self.sources(layer, label)?;
        match self.close(sources, None, false)? {
            Closed::Layer(layer) => Ok(self.keep(layer)),
            Closed::Error(_) => unreachable!("ERROR is not looked for"),
        }
    }

    /// A shortest run into ERROR whose last visible action is this one, and which is in the layer before.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn step_into_error(&mut self, layer: usize, label: Label) -> Result<Option<Vec<ActionId>>, Spent> {
        let (sources, direct) = self.sources(layer, label)?;
        let closed = self.close(sources, direct, true)?;
        Ok(self.run_of(closed))
    }

    fn root(&self) -> Found {
        let node = Node { parent: (self.layers.len() as u32, 0), label: Label::TAU, depth: 0 };
        (node, self.product.initial())
    }

    fn keep(&mut self, layer: Layer) -> usize {
        self.layers.push(layer);
        self.layers.len() - 1
    }

    /// Where a visible label leads from a layer, by number of steps; and the first step of it into ERROR.
    fn sources(&mut self, layer: usize, label: Label) -> Result<(Vec<Found>, Option<Node>), Spent> {
        let Walk { product, layers, scratch, successors, ticker, ctx, .. } = self;
        let from = &layers[layer];
        let begin = from.offers.partition_point(|&(l, _)| l < label);
        let end = from.offers.partition_point(|&(l, _)| l <= label);
        let mut sources: Vec<Found> = Vec::new();
        let mut direct: Option<Node> = None;
        for &(_, at) in &from.offers[begin..end] {
            ticker.tick(ctx.budget)?;
            let depth = from.nodes[at as usize].depth + 1;
            let node = Node { parent: (layer as u32, at), label, depth };
            successors.reset();
            product.successors(from.store.get(StateId::at(at as usize)), scratch, successors);
            for (_, target) in successors.iter().filter(|(l, _)| *l == label) {
                match target {
                    Target::State(packed) => sources.push((node, packed.to_vec())),
                    Target::Error(_) if direct.is_none_or(|best| depth < best.depth) => direct = Some(node),
                    Target::Error(_) => {}
                }
            }
        }
        sources.sort_by_key(|(node, _)| node.depth);
        Ok((sources, direct))
    }

    /// Closes a layer under hidden moves. If ERROR is looked for, a shortest run into it ends the search;
    /// `direct` is one that is known.
    fn close(&mut self, sources: Vec<Found>, direct: Option<Node>, to_error: bool) -> Result<Closed, Spent> {
        let number = self.layers.len() as u32;
        let mut layer =
            Layer { store: StateStore::new(self.product.words()), nodes: Vec::new(), offers: Vec::new() };
        let mut best = direct.filter(|_| to_error);
        let mut sources = sources.into_iter().peekable();
        let mut queue: VecDeque<u32> = VecDeque::new();
        loop {
            // The next node by number of steps: a source, or one that was found here.
            let waiting = queue.front().map(|&at| layer.nodes[at as usize].depth);
            let at = match (sources.peek().map(|(node, _)| node.depth), waiting) {
                (None, None) => break,
                (Some(source), waiting) if waiting.is_none_or(|waiting| source <= waiting) => {
                    let (node, packed) = sources.next().expect("there is a source");
                    let (id, new) = layer.store.insert(&packed);
                    if !new {
                        continue;
                    }
                    layer.nodes.push(node);
                    id.raw()
                }
                _ => queue.pop_front().expect("a node is waiting"),
            };
            let depth = layer.nodes[at as usize].depth;
            if best.is_some_and(|best| best.depth <= depth + 1) {
                break;
            }
            self.ticker.tick(self.ctx.budget)?;
            self.visited += 1;
            if self.visited > self.limit {
                return Err(Spent::States(self.limit));
            }
            self.successors.reset();
            self.product.successors(
                layer.store.get(StateId::at(at as usize)),
                &mut self.scratch,
                &mut self.successors,
            );
            let mut offered = Label::TAU;
            for (label, target) in self.successors.iter() {
                if !self.hidden[label.index()] {
                    if offered != label {
                        layer.offers.push((label, at));
                        offered = label;
                    }
                    continue;
                }
                let node = Node { parent: (number, at), label, depth: depth + 1 };
                match target {
                    Target::State(packed) => {
                        let (id, new) = layer.store.insert(packed);
                        if new {
                            layer.nodes.push(node);
                            queue.push_back(id.raw());
                        }
                    }
                    Target::Error(_) if to_error && best.is_none_or(|best| depth + 1 < best.depth) => {
                        best = Some(node);
                    }
                    Target::Error(_) => {}
                }
            }
            // Counted in visited states: the number of nodes may skip every multiple.
            if self.visited.is_multiple_of(1024) {
                self.ctx.budget.check_memory(layer.memory() + self.memory())?;
            }
        }
        if let Some(best) = best {
            self.layers.push(layer);
            let run = self.run_to(best);
            self.layers.pop();
            return Ok(Closed::Error(run));
        }
        layer.offers.sort_unstable();
        Ok(Closed::Layer(layer))
    }

    /// The labels of the run that ends with a step.
    fn run_to(&self, last: Node) -> Vec<Label> {
        let mut run = Vec::with_capacity(last.depth as usize);
        let mut node = last;
        while node.depth > 0 {
            run.push(node.label);
            let (layer, at) = node.parent;
            node = self.layers[layer as usize].nodes[at as usize];
        }
        run.reverse();
        run
    }

    fn run_of(&self, closed: Closed) -> Option<Vec<ActionId>> {
        match closed {
            Closed::Layer(_) => None,
            Closed::Error(run) => {
                Some(run.into_iter().map(|label| self.product.alphabet().action(label)).collect())
            }
        }
    }

    fn memory(&self) -> usize {
        self.layers.iter().map(Layer::memory).sum()
    }
}

impl Layer {
    fn memory(&self) -> usize {
        self.store.memory() + self.nodes.capacity() * size_of::<Node>() + self.offers.capacity() * 8
    }
}
