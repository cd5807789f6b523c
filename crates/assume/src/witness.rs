//! Why an assumption is the weakest one: evidence that another program can check without searching.
//!
//! # Problem
//! Given a question and its weakest assumption `A`. Wanted: for every trace that leaves `A` a run of the
//! module and its properties into ERROR that looks like it, or like a beginning of it. There are infinitely
//! many such traces.
//!
//! # Method
//! A *node* stands for traces that lead `A` to one state, and the module to all of a few *members*, states of
//! the module with its properties. Edges say where traces lead with one more action; each member of the
//! target has a path from a member of the source that shows just this action. What the state of `A` forbids
//! has a path from a member into ERROR.
//!
//! Nodes are found by a subset construction on the product, with hidden actions not seen and without what
//! cannot reach ERROR. Where the next set contains that of a node with the same state of `A`, the edge leads
//! to that node. Then members are chosen, few of them: one for each forbidden action, and one in the source
//! of every edge for each in its target, as far as those there are do not serve.
//!
//! # Invariants
//! 1. The set of a node is what the module can be in after one trace, namely that along which the node was
//!    found; after every other trace that leads to the node it can be in all of these. So what `A` forbids in
//!    the node's state is wrong from the set of the node, and what it allows leads to a set again.
//! 2. Members are in the set of their node; the first node has only the initial state.
//!
//! # Cost
//! The product of the module, 24 bytes and more per state and 16 per transition; per node its set, and the
//! moves of the states in it. The number of sets is exponential in the worst case, as in the construction of
//! `A`.
//!
//! # Departures
//! None: \[GPB02\] proves the construction correct once, and needs no evidence for a single result. Taking
//! every state of a set as a member would be simpler, and makes certificates as large as the sets.

mod graph;

use std::collections::{BTreeSet, VecDeque};

use rely_lts::{Context, Label, Spent, StateId};

use self::graph::{Graph, Search};
use crate::assumption::Assumption;
use crate::question::Question;

/// Evidence that no assumption is weaker. Labels are those of the module with its properties
/// ([`Question::system`]) unless something else is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// States of the module with its properties, one local state per component, ascending. Members and
    /// paths name them by their position here.
    pub vectors: Vec<Vec<StateId>>,
    /// The nodes; the empty trace leads to the first, whose only member is the initial state.
    pub nodes: Vec<WitnessNode>,
}

/// Where some traces lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessNode {
    /// The state of the assumption.
    pub state: StateId,
    /// States of the module to which each of the traces can lead, ascending.
    pub members: Vec<u32>,
    /// One for each action that the state allows and after which something may be forbidden, in order.
    pub edges: Vec<WitnessEdge>,
    /// One for each action that the state forbids, in order: a path with it from a member into ERROR.
    pub errors: Vec<Path>,
}

/// Where traces lead with one more action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessEdge {
    /// The action as a label of the assumption.
    pub action: Label,
    /// The target.
    pub node: usize,
    /// For each member of the target a path to it, with the action, from a member of the source.
    pub paths: Vec<Path>,
}

/// A path of the module with its properties with one action that the environment sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Where it starts.
    pub start: u32,
    /// What happens, and where that leads: `None` is ERROR.
    pub moves: Vec<(Label, Option<u32>)>,
}

/// Evidence that no assumption is weaker than this one; `None` if it is not the weakest.
///
/// ```
/// # use rely_assume::{Boundary, Question};
/// # use rely_lts::{Actions, Component, Context};
/// # use rely_testkit::text::read;
/// # let actions = Actions::new();
/// # let lts = read(&actions, "0 acquire 1; 1 write 1; 1 release 0; 0 write ERROR");
/// # let module = vec![Component::new("FILE", lts.into())];
/// # let interface = module[0].lts.alphabet().clone();
/// # let boundary = Boundary::with_interface(&actions, &module, &[], &interface).unwrap();
/// # let question =
/// #     Question { name: "FILE".into(), actions: actions.clone(), module, properties: Vec::new(), boundary };
/// # let ctx = Context::unlimited();
/// # let rely_assume::WeakestAnswer::Provided(assumption) =
/// #     rely_assume::weakest(&question, rely_assume::Construction::Auto, ctx).answer
/// # else { unreachable!("the file depends on its environment") };
/// use rely_assume::{Assumption, weakest_witness};
/// let witness = weakest_witness(&question, &assumption, ctx)?.expect("the assumption is the weakest");
/// // One node forbids `write`, with a path of one move into ERROR.
/// assert_eq!(witness.nodes[0].errors[0].moves.len(), 1);
/// let stronger = Assumption::new(read(&actions, "0 acquire 0; alphabet acquire release write")).unwrap();
/// assert!(weakest_witness(&question, &stronger, ctx)?.is_none());
/// # Ok::<(), rely_lts::Spent>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn weakest_witness(
    question: &Question,
    assumption: &Assumption,
    ctx: Context<'_>,
) -> Result<Option<Witness>, Spent> {
    if *assumption.lts().alphabet() != question.boundary.assumption {
        return Ok(None);
    }
    let graph = Graph::explore(question, ctx)?;
    let mut builder = Builder {
        search: Search::new(graph.n_states(), ctx.budget),
        leaving: leaving(assumption),
        graph,
        assumption,
        nodes: Vec::new(),
        bytes: 0,
        ctx,
    };
    if !builder.discover()? {
        return Ok(None);
    }
    builder.choose_members()?;
    Ok(Some(builder.finish()))
}

/// The states from which one that forbids something is reached.
fn leaving(assumption: &Assumption) -> Vec<bool> {
    let lts = assumption.lts();
    let mut sources = vec![Vec::new(); lts.n_states()];
    lts.transitions().for_each(|(s, _, t)| sources[t.index()].push(s));
    let mut leaving = vec![false; lts.n_states()];
    let mut open: Vec<StateId> = assumption.forbidden().map(|(s, _)| s).collect();
    while let Some(s) = open.pop() {
        if !std::mem::replace(&mut leaving[s.index()], true) {
            open.append(&mut sources[s.index()]);
        }
    }
    leaving
}

/// A node that is being built; states are numbers of the graph.
struct Draft {
    state: StateId,
    /// Ascending.
    set: Vec<u32>,
    edges: Vec<DraftEdge>,
    /// The edges that lead here: node, and position among its edges.
    incoming: Vec<(usize, usize)>,
    /// For each forbidden action the last state of the set on a path into ERROR, and the moves from there.
    wrong: Vec<(u32, Steps)>,
    members: BTreeSet<u32>,
    errors: Vec<(u32, Steps)>,
}

/// Labels, and where they lead.
type Steps = Vec<(Label, StateId)>;

struct DraftEdge {
    /// A label of the assumption.
    action: Label,
    node: usize,
    /// Member of the target, member of the source, moves.
    paths: Vec<(u32, u32, Steps)>,
}

struct Builder<'a> {
    graph: Graph,
    search: Search<'a>,
    assumption: &'a Assumption,
    leaving: Vec<bool>,
    nodes: Vec<Draft>,
    /// Held by the nodes.
    bytes: usize,
    ctx: Context<'a>,
}

impl Builder<'_> {
    /// Finds the nodes and their edges; `false` if the assumption is not the weakest.
    fn discover(&mut self) -> Result<bool, Spent> {
        let lts = self.assumption.lts().clone();
        let labels: Vec<Label> = lts.alphabet().ids().iter().map(|&a| self.graph.label(a)).collect();
        let mut at = vec![Vec::new(); lts.n_states()];
        if self.graph.steps_to_error(StateId::at(0)).is_some() {
            return Ok(false);
        }
        let start = self.search.closure(&self.graph, [0])?;
        self.add(lts.initial(), start, &mut at)?;
        let mut i = 0;
        while i < self.nodes.len() {
            let state = self.nodes[i].state;
            let set = std::mem::take(&mut self.nodes[i].set);
            let mut moves: Vec<(Label, u32, StateId)> = Vec::new();
            for &s in &set {
                self.search.tick()?;
                moves.extend(self.graph.visible(s).map(|(label, t)| (label, s, t)));
            }
            moves.sort_unstable();
            for (k, &label) in (1..).zip(&labels) {
                let begin = moves.partition_point(|m| m.0 < label);
                let end = moves.partition_point(|m| m.0 <= label);
                let moves = &moves[begin..end];
                let wrong = |m: &&(Label, u32, StateId)| self.graph.steps_to_error(m.2);
                let worst = moves.iter().filter(|m| wrong(m).is_some()).min_by_key(|m| (wrong(m), m.1));
                match (lts.step(state, Label::at(k)), worst) {
                    ([], Some(&(_, s, t))) => {
                        let mut steps = vec![(label, t)];
                        self.graph.run_to_error(t, &mut steps);
                        self.nodes[i].wrong.push((s, steps));
                    }
                    (&[next], None) if self.leaving[next.index()] => {
                        let targets = moves.iter().map(|m| m.2.raw());
                        let next_set = self.search.closure(&self.graph, targets)?;
                        let mut known = None;
                        for &j in &at[next.index()] {
                            self.search.tick()?;
                            let smaller = if i == j { &set } else { &self.nodes[j].set };
                            if contains(&next_set, smaller) {
                                known = Some(j);
                                break;
                            }
                        }
                        let node = match known {
                            Some(known) => known,
                            None => self.add(next, next_set, &mut at)?,
                        };
                        self.hold(size_of::<DraftEdge>() + size_of::<(usize, usize)>())?;
                        let place = (i, self.nodes[i].edges.len());
                        self.nodes[node].incoming.push(place);
                        self.nodes[i].edges.push(DraftEdge { action: Label::at(k), node, paths: Vec::new() });
                    }
                    (&[_], None) => {}
                    // Something safe is forbidden, or something wrong is allowed.
                    _ => return Ok(false),
                }
            }
            self.nodes[i].set = set;
            i += 1;
        }
        Ok(true)
    }

    fn add(&mut self, state: StateId, set: Vec<u32>, at: &mut [Vec<usize>]) -> Result<usize, Spent> {
        self.hold(size_of::<Draft>() + set.capacity() * 4)?;
        at[state.index()].push(self.nodes.len());
        let draft = Draft {
            state,
            set,
            edges: Vec::new(),
            incoming: Vec::new(),
            wrong: Vec::new(),
            members: BTreeSet::new(),
            errors: Vec::new(),
        };
        self.nodes.push(draft);
        Ok(self.nodes.len() - 1)
    }

    fn hold(&mut self, bytes: usize) -> Result<(), Spent> {
        self.bytes += bytes;
        self.ctx.budget.check_memory(self.bytes + self.graph.memory() + self.search.memory())
    }

    /// Chooses members, and paths between them.
    fn choose_members(&mut self) -> Result<(), Spent> {
        let mut queue = VecDeque::new();
        self.nodes[0].members.insert(0);
        queue.push_back((0, 0));
        for i in 0..self.nodes.len() {
            for (s, mut rest) in std::mem::take(&mut self.nodes[i].wrong) {
                let (start, mut steps) = self.path(i, None, s)?;
                if self.nodes[i].members.insert(start) {
                    queue.push_back((i, start));
                }
                steps.append(&mut rest);
                self.hold(steps.capacity() * size_of::<(Label, StateId)>())?;
                self.nodes[i].errors.push((start, steps));
            }
        }
        while let Some((node, member)) = queue.pop_front() {
            for (source, edge) in self.nodes[node].incoming.clone() {
                let (start, steps) = self.path(source, Some(edge), member)?;
                if self.nodes[source].members.insert(start) {
                    queue.push_back((source, start));
                }
                self.hold(steps.capacity() * size_of::<(Label, StateId)>() + 40)?;
                self.nodes[source].edges[edge].paths.push((member, start, steps));
            }
        }
        Ok(())
    }

    /// A path from a member of a node, or from a state that becomes one, to a state: of the node itself, or
    /// one to which the edge leads.
    fn path(&mut self, node: usize, edge: Option<usize>, to: u32) -> Result<(u32, Steps), Spent> {
        let Builder { graph, search, nodes, assumption, .. } = self;
        let before = &nodes[node];
        let action = edge.map(|edge| assumption.lts().alphabet().action(before.edges[edge].action));
        let action = action.map(|action| graph.label(action));
        search.back(graph, to, action, &before.set, &before.members)
    }

    /// Numbers the vectors that are used.
    fn finish(self) -> Witness {
        let Builder { graph, nodes, .. } = self;
        let mut used: Vec<u32> = Vec::new();
        let mut note = |start: u32, steps: &Steps| {
            used.push(start);
            used.extend(steps.iter().filter(|(_, t)| !t.is_error()).map(|(_, t)| t.raw()));
        };
        for node in &nodes {
            node.errors.iter().for_each(|(start, steps)| note(*start, steps));
            node.members.iter().for_each(|&member| note(member, &Vec::new()));
            let paths = node.edges.iter().flat_map(|edge| &edge.paths);
            paths.for_each(|(_, start, steps)| note(*start, steps));
        }
        used.sort_unstable();
        used.dedup();
        let mut vectors: Vec<(Vec<StateId>, u32)> = used.iter().map(|&s| (graph.vector(s), s)).collect();
        vectors.sort_unstable();
        let mut positions = vec![0; used.len()];
        for (position, (_, s)) in (0..).zip(&vectors) {
            positions[used.partition_point(|u| u < s)] = position;
        }
        let position = |s: u32| positions[used.partition_point(|&u| u < s)];
        let path = |start: u32, steps: &Steps| Path {
            start: position(start),
            moves: steps.iter().map(|&(l, t)| (l, (!t.is_error()).then(|| position(t.raw())))).collect(),
        };
        let nodes = nodes.iter().map(|node| {
            let edges = node.edges.iter().map(|edge| {
                let mut paths: Vec<(u32, Path)> = edge
                    .paths
                    .iter()
                    .map(|(to, start, steps)| (position(*to), path(*start, steps)))
                    .collect();
                paths.sort_unstable_by_key(|(to, _)| *to);
                let paths = paths.into_iter().map(|(_, path)| path).collect();
                WitnessEdge { action: edge.action, node: edge.node, paths }
            });
            let mut members: Vec<u32> = node.members.iter().map(|&s| position(s)).collect();
            members.sort_unstable();
            WitnessNode {
                state: node.state,
                members,
                edges: edges.collect(),
                errors: node.errors.iter().map(|(start, steps)| path(*start, steps)).collect(),
            }
        });
        let nodes = nodes.collect();
        Witness { vectors: vectors.into_iter().map(|(vector, _)| vector).collect(), nodes }
    }
}

/// Are all of `part` in `whole`? Both are ascending.
fn contains(whole: &[u32], part: &[u32]) -> bool {
    let mut whole = whole.iter();
    part.len() <= whole.len() && part.iter().all(|p| whole.by_ref().find(|w| *w >= p) == Some(p))
}
