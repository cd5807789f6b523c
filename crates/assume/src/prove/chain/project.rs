//! Proofs in which every component is seen through few actions.
//!
//! # Problem
//! Given components and a property. Wanted: a set Σ of actions such that the components, each restricted to
//! what it does of Σ, keep the property; or a run that violates it.
//!
//! # Method
//! Abstraction and refinement by counterexamples \[CGJLV03\]. At first Σ are the actions of the property. The
//! *machine* of a component, deterministic, has the traces of the component restricted to Σ: an assumption
//! that the component guarantees by itself. If all machines together keep the property, that is a proof.
//! Otherwise they have a shortest word that violates it. Component by component the word is filled in with
//! what the component does besides; where a component cannot do what those before it did, its run is compared
//! with theirs, and the first actions in which they differ join Σ, as in the refinement of interfaces for two
//! components \[GGP07\]. If all can follow, the filled word is a run of the system. At the end components,
//! and then actions, without which the machines still keep the property are left out, one after the other.
//!
//! # Invariants
//! 1. Every round adds an action to Σ: two runs that agree on Σ first differ in an action that is not in it.
//! 2. The filled word has, restricted to what a component that was asked knows, a run of that component.
//!
//! # Cost
//! At most one round per action. Each costs the product of the machines, or the merges of a tree where that
//! is too large.
//!
//! # Departures
//! Only the first component that cannot follow is compared. To compare the others as well, in the same round,
//! makes fewer rounds and adds actions that are not needed: what the others do depends on what the first one
//! would have done.

use std::collections::BTreeSet;

use rely_lts::compositional::hide;
use rely_lts::determinize::{ErrorRule, determinize};
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{ActionId, Alphabet, Budget, Context, Lts, Spent, StateId, Ticker};
use rustc_hash::FxHashSet;

use super::tree::{Ended, MergeOrder, Piece, Stopped, Tree};
use crate::assumption::Assumption;
use crate::discharge::merge;
use crate::prove::options::{Attempt, Round};
use crate::prove::premise::{self, Checked};
use crate::prove::problem::Problem;
use crate::prove::proof::{Machine, Premise, Rule};

/// This many rounds are allowed at least.
const FIRST_ROUNDS: u64 = 16;

/// One more round for this many states that a product may have.
const STATES_PER_ROUND: u64 = 100;

/// The products of all rounds together may have this many times the states that one merge may have.
const MOST_WORK: u64 = 200;

/// In these rounds this many merges may turn out too large.
const FEW_REFUSALS: usize = 3;

/// How many times as large as a merge the product of all machines may be: it is not written down, and makes
/// shorter proofs.
const TOGETHER: u64 = 8;

/// The components seen through few actions.
pub(super) struct Projected<'p> {
    problem: &'p Problem,
    /// In the order in which words are filled in.
    components: Vec<usize>,
    sigma: BTreeSet<ActionId>,
    /// Machines as of the last round, by place in `components`, with the actions they were made for.
    machines: Vec<Option<(Vec<ActionId>, Assumption)>>,
    /// Components without which the machines keep the property.
    needless: BTreeSet<usize>,
    /// States that machines and products of merges may have.
    limit: u64,
    /// States that the product of all machines may have.
    most: u64,
    /// Rounds that may still need merges.
    merges: usize,
}

/// What the machines do together.
enum Asked {
    /// They keep the property; their product has this many states.
    Together(u64),
    /// They keep the property; the proof has merges.
    Merged(Ended),
    /// A word that violates the property.
    Violated(Vec<ActionId>),
}

/// What becomes of a word of the machines that violates the property.
enum Filled {
    /// A run of all components.
    Run(Vec<ActionId>),
    /// Where they differ.
    Differ(BTreeSet<ActionId>),
}

impl<'p> Projected<'p> {
    pub(super) fn new(problem: &'p Problem, components: Vec<usize>) -> Self {
        let sigma = problem.observed().ids().iter().copied().collect();
        let machines = vec![None; components.len()];
        Projected {
            problem,
            components,
            sigma,
            machines,
            needless: BTreeSet::new(),
            limit: 0,
            most: 0,
            merges: 0,
        }
    }

    /// Refines until there is an answer; this many rounds may need merges. What is in Σ stays there for the
    /// next call.
    ///
    /// # Errors
    /// If something is too large, or the budget is spent.
    pub(super) fn run(
        &mut self,
        attempt: &mut Attempt<'_>,
        limit: u64,
        merges: usize,
    ) -> Result<Ended, Stopped> {
        self.limit = limit;
        self.most = limit.saturating_mul(TOGETHER);
        let most = FIRST_ROUNDS + self.limit / STATES_PER_ROUND;
        let end = attempt.statistics.expansions.saturating_add(limit.saturating_mul(MOST_WORK));
        self.merges = merges;
        // What an earlier call was about to leave out.
        self.needless.clear();
        for _ in 0..most {
            if attempt.statistics.expansions > end {
                return Err(Stopped::TooLarge("the products of all rounds are too large".to_string()));
            }
            self.project(attempt.ctx)?;
            let word = match self.ask(attempt)? {
                Asked::Violated(word) => word,
                Asked::Together(states) => return self.smaller(states, attempt),
                Asked::Merged(proof) => return Ok(proof),
            };
            let what = match self.fill(&word, attempt.ctx)? {
                Filled::Run(run) => return Ok(Ended::Violated(run)),
                Filled::Differ(actions) => {
                    let names: Vec<String> =
                        actions.iter().map(|&a| self.problem.actions.name(a).to_string()).collect();
                    self.sigma.extend(actions);
                    format!("a spurious counterexample: {} must be observed", names.join(", "))
                }
            };
            attempt.statistics.rounds += 1;
            attempt.note(Round {
                rule: Rule::AsymN,
                states: self.machines.iter().flatten().map(|(_, a)| a.lts().n_states()).collect(),
                candidates: self.machines.iter().flatten().map(|(_, a)| a.lts().clone()).collect(),
                actions: self.sigma.len(),
                queries: attempt.statistics.membership_queries,
                what,
            });
        }
        Err(Stopped::TooLarge(format!("more than {most} rounds")))
    }

    /// Brings the machines up to date.
    fn project(&mut self, ctx: Context<'_>) -> Result<(), Stopped> {
        let budget = Budget { states: Some(self.limit), ..ctx.budget.clone() };
        for (place, &i) in self.components.iter().enumerate() {
            let lts = &self.problem.components[i].lts;
            let (seen, hidden): (Vec<ActionId>, Vec<ActionId>) =
                lts.alphabet().ids().iter().copied().partition(|a| self.sigma.contains(a));
            if self.machines[place].as_ref().is_some_and(|(old, _)| *old == seen) {
                continue;
            }
            let plain = hide(lts, &hidden.into_iter().collect::<FxHashSet<_>>());
            let small = minimize(&plain, Equivalence::Branching, ctx)?.lts;
            let sets = match determinize(&small, ErrorRule::Plain, Context { budget: &budget, ..ctx }) {
                Ok(sets) => sets.lts,
                Err(Spent::States(n)) if n == self.limit => {
                    let name = &self.problem.components[i].name;
                    return Err(Stopped::TooLarge(format!(
                        "the projection of {name} has more than {n} states"
                    )));
                }
                Err(spent) => return Err(spent.into()),
            };
            let machine = minimize(&sets, Equivalence::Strong, ctx)?.lts;
            let machine = Assumption::new(machine).expect("it was made deterministic, without ERROR");
            self.machines[place] = Some((seen, machine));
        }
        Ok(())
    }

    /// The machines that forbid something, each with the place of its component.
    fn telling(&self) -> Vec<(usize, &Assumption)> {
        let machines = self.components.iter().zip(&self.machines);
        let known = machines.filter_map(|(&i, machine)| Some((i, &machine.as_ref()?.1)));
        let needed = known.filter(|(i, _)| !self.needless.contains(i));
        needed.filter(|(_, machine)| machine.forbidden().next().is_some()).collect()
    }

    /// Do the machines keep the property? A violation is a word over Σ.
    fn ask(&mut self, attempt: &mut Attempt<'_>) -> Result<Asked, Stopped> {
        match self.together(attempt) {
            Ok(Checked { violation: None, states }) => Ok(Asked::Together(states)),
            Ok(Checked { violation: Some(run), .. }) => {
                Ok(Asked::Violated(run.into_iter().filter(|a| !a.is_tau()).collect()))
            }
            Err(Spent::States(n)) if n == self.most && self.merges == 0 => {
                Err(Stopped::TooLarge(format!("the product of all machines has more than {n} states")))
            }
            Err(Spent::States(n)) if n == self.most => match self.merge(attempt)? {
                Ended::Violated(word) => Ok(Asked::Violated(word)),
                proof => Ok(Asked::Merged(proof)),
            },
            Err(spent) => Err(spent.into()),
        }
    }

    /// The product of all machines that forbid something, with the property.
    fn together(&self, attempt: &mut Attempt<'_>) -> Result<Checked, Spent> {
        let assumptions: Vec<Assumption> =
            self.telling().into_iter().map(|(_, machine)| machine.clone()).collect();
        let all: Vec<Machine> = (0..assumptions.len()).map(Machine::Assumption).collect();
        let last = Premise::new(&[], &all, Machine::Property(0));
        let states = attempt.ctx.budget.states.map_or(self.most, |own| own.min(self.most));
        let budget = Budget { states: Some(states), ..attempt.ctx.budget.clone() };
        let checked =
            premise::check(self.problem, &assumptions, &last, Context { budget: &budget, ..attempt.ctx });
        attempt.ctx.budget.work(all.len() as u64);
        match &checked {
            Ok(checked) => attempt.statistics.explored(checked.states),
            Err(Spent::States(n)) => attempt.statistics.explored(*n),
            Err(_) => {}
        }
        checked
    }

    /// Machines keep the property together, in this many states. Leaves out components, and then actions,
    /// without which they still do.
    fn smaller(&mut self, states: u64, attempt: &mut Attempt<'_>) -> Result<Ended, Stopped> {
        // About as much work as it took to get here, in steps that are never larger than the one that is
        // known.
        let mut left = attempt.statistics.expansions.max(self.limit);
        self.most = states;
        for i in self.telling().into_iter().map(|(i, _)| i).collect::<Vec<_>>() {
            self.needless.insert(i);
            if !self.still(&mut left, attempt)? {
                self.needless.remove(&i);
            }
        }
        let observed = self.problem.observed();
        for action in self.sigma.iter().copied().filter(|&a| !observed.contains(a)).collect::<Vec<_>>() {
            self.sigma.remove(&action);
            self.project(attempt.ctx)?;
            if !self.still(&mut left, attempt)? {
                self.sigma.insert(action);
            }
        }
        self.project(attempt.ctx)?;
        Ok(self.proof())
    }

    /// Do the machines keep the property, in not more states than allowed? *No* if there is no work left.
    fn still(&self, left: &mut u64, attempt: &mut Attempt<'_>) -> Result<bool, Stopped> {
        if *left < self.most {
            return Ok(false);
        }
        *left -= self.most;
        match self.together(attempt) {
            Ok(checked) => Ok(checked.violation.is_none()),
            Err(Spent::States(n)) if n == self.most => Ok(false),
            Err(spent) => Err(spent.into()),
        }
    }

    /// The machines of the last round, and what is known of them.
    pub(super) fn so_far(&self) -> (Vec<Assumption>, Vec<Premise>) {
        let telling = self.telling().into_iter().enumerate();
        let known = telling
            .map(|(at, (i, machine))| (machine.clone(), Premise::new(&[i], &[], Machine::Assumption(at))));
        known.unzip()
    }

    /// The proof by machines that keep the property together. A component of which everything is seen, and
    /// that is not larger than its machine, stands for itself.
    fn proof(&self) -> Ended {
        let (mut assumptions, mut premises) = (Vec::new(), Vec::new());
        let mut last = Premise::new(&[], &[], Machine::Property(0));
        for piece in self.pieces() {
            let Some(assumption) = piece.assumption else {
                last.components.push(piece.guaranteed_by);
                continue;
            };
            let machine = Machine::Assumption(assumptions.len());
            premises.push(Premise::new(&[piece.guaranteed_by], &[], machine));
            last.kept.push(machine);
            assumptions.push(assumption);
        }
        last.components.sort_unstable();
        premises.push(last);
        Ended::Holds(assumptions, premises)
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |(i, machine): (usize, &Assumption)| {
            let component = &self.problem.components[i];
            let seen = machine.lts().alphabet().len() == component.lts.alphabet().len();
            let same = seen && machine.lts().n_states() >= component.lts.n_states();
            Piece {
                name: component.name.clone(),
                lts: machine.lts().clone(),
                guaranteed_by: i,
                assumption: (!same).then(|| machine.clone()),
            }
        };
        self.telling().into_iter().map(piece).collect()
    }

    /// The same question, two machines at a time.
    fn merge(&mut self, attempt: &mut Attempt<'_>) -> Result<Ended, Stopped> {
        self.merges -= 1;
        let mut tree = Tree::of_pieces(self.problem, self.pieces(), self.limit, attempt.ctx)?;
        tree.refusals = FEW_REFUSALS;
        let ended = tree.run(MergeOrder::Cheapest);
        attempt.statistics.largest_product = attempt.statistics.largest_product.max(tree.states.0);
        attempt.statistics.expansions += tree.states.1;
        ended
    }

    /// Fills a word of the machines in, component by component.
    fn fill(&self, word: &[ActionId], ctx: Context<'_>) -> Result<Filled, Stopped> {
        let mut filled = word.to_vec();
        let mut known: FxHashSet<ActionId> = self.sigma.iter().copied().collect();
        for &i in &self.components {
            let lts = &self.problem.components[i].lts;
            let ids = lts.alphabet().ids();
            let fixed: Vec<ActionId> = ids.iter().copied().filter(|a| known.contains(a)).collect();
            let fixed = Alphabet::new(&self.problem.actions, fixed);
            let task: Vec<ActionId> = filled.iter().copied().filter(|&a| fixed.contains(a)).collect();
            // Where it can, it does not stop on the way.
            let stop = self.problem.original[i].lts.has_error().then(|| StateId::at(lts.n_states() - 1));
            match follow(lts, stop, &task, (&fixed, &self.sigma), ctx)? {
                Followed::Run(run) => filled = merge(&filled, &run, &fixed),
                // Others may differ as well, but what they differ in then depends on what this one did.
                Followed::Differs(actions) => return Ok(Filled::Differ(actions)),
            }
            known.extend(ids);
        }
        Ok(Filled::Run(filled))
    }
}

/// What became of following a word.
enum Followed {
    /// A run with exactly these actions of those that are fixed; tau left out.
    Run(Vec<ActionId>),
    /// There is none. The next actions of the word and of a run that agrees with it for as long as possible,
    /// and on Σ to the end: those that are not in Σ.
    Differs(BTreeSet<ActionId>),
}

/// Follows a word over the `fixed` actions of a component, if possible without its state `stop`. That the
/// restriction of the word to Σ is a trace is known.
fn follow(
    lts: &Lts,
    stop: Option<StateId>,
    word: &[ActionId],
    (fixed, sigma): (&Alphabet, &BTreeSet<ActionId>),
    ctx: Context<'_>,
) -> Result<Followed, Stopped> {
    let mut search = Search::new(lts, ctx);
    let all = |action: ActionId| fixed.contains(action);
    let start = search.start();
    let Along { layers: reached, done } = search.along(&start, word, &all)?;
    if let Some(first) = done {
        // The state in which it stops is never left.
        let ends = reached[word.len()].iter().copied();
        let end = ends.into_iter().find(|&node| Some(search.nodes[node].0) != stop).unwrap_or(first);
        return Ok(Followed::Run(search.run_to(end)));
    }
    // As far as the word goes, and then what is in Σ: the later they part, the better.
    let seen = |action: ActionId| sigma.contains(&action);
    for (at, layer) in reached.iter().enumerate().rev() {
        let rest: Vec<ActionId> = word[at..].iter().copied().filter(|&a| seen(a)).collect();
        let Some(end) = search.along(layer, &rest, &seen)?.done else { continue };
        let run = search.run_to(end);
        let own = run.into_iter().filter(|&a| all(a)).nth(at);
        let differ = [Some(word[at]), own].into_iter().flatten().filter(|&a| !seen(a));
        return Ok(Followed::Differs(differ.collect()));
    }
    unreachable!("the restriction of the word to visible actions is a trace of the component")
}

/// Searches in one component. Nodes are states with the node and the action they were reached by.
struct Search<'a> {
    lts: &'a Lts,
    nodes: Vec<(StateId, usize, ActionId)>,
    ticker: Ticker,
    ctx: Context<'a>,
}

/// What a search along a word found.
struct Along {
    /// Nodes that have done so much of the word, from nothing on, as far as it goes.
    layers: Vec<Vec<usize>>,
    /// The first one that has done all.
    done: Option<usize>,
}

impl<'a> Search<'a> {
    fn new(lts: &'a Lts, ctx: Context<'a>) -> Self {
        Search { lts, nodes: Vec::new(), ticker: Ticker::default(), ctx }
    }

    fn start(&mut self) -> Vec<usize> {
        self.nodes.push((self.lts.initial(), usize::MAX, ActionId::TAU));
        vec![self.nodes.len() - 1]
    }

    /// From some nodes along a word; actions that do not count happen in between.
    fn along(
        &mut self,
        from: &[usize],
        word: &[ActionId],
        counts: &dyn Fn(ActionId) -> bool,
    ) -> Result<Along, Spent> {
        let mut layers: Vec<Vec<usize>> = Vec::new();
        let mut layer = from.to_vec();
        for at in 0..=word.len() {
            // What happens in between, breadth-first.
            let mut known: FxHashSet<StateId> = layer.iter().map(|&node| self.nodes[node].0).collect();
            let mut next = 0;
            while next < layer.len() {
                self.ticker.tick(self.ctx.budget)?;
                let node = layer[next];
                next += 1;
                for (label, to) in self.lts.successors(self.nodes[node].0) {
                    let action =
                        if label.is_tau() { ActionId::TAU } else { self.lts.alphabet().action(label) };
                    let silent = label.is_tau() || !counts(action);
                    if silent && !to.is_error() && known.insert(to) {
                        self.nodes.push((to, node, action));
                        layer.push(self.nodes.len() - 1);
                    }
                }
            }
            let mut after = Vec::new();
            if let Some(&action) = word.get(at)
                && let Some(label) = self.lts.alphabet().label(action)
            {
                let mut known = FxHashSet::default();
                for &node in &layer {
                    for &to in self.lts.step(self.nodes[node].0, label) {
                        if !to.is_error() && known.insert(to) {
                            self.nodes.push((to, node, action));
                            after.push(self.nodes.len() - 1);
                        }
                    }
                }
            }
            layers.push(std::mem::replace(&mut layer, after));
            if layer.is_empty() {
                break;
            }
        }
        let done = (layers.len() == word.len() + 1).then(|| layers[word.len()][0]);
        Ok(Along { layers, done })
    }

    /// The actions up to a node, tau left out.
    fn run_to(&self, mut node: usize) -> Vec<ActionId> {
        let mut run = Vec::new();
        while node != usize::MAX {
            let (_, before, action) = self.nodes[node];
            if !action.is_tau() {
                run.push(action);
            }
            node = before;
        }
        run.reverse();
        run
    }
}
