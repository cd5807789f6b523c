//! How far an environment may stray from its model.
//!
//! # Problem
//!
//! A model of the environment `E` says what is expected; the weakest assumption `A` says what is bearable. A
//! *deviation* is a trace that `E` can do but for its last action \[ZGK20\]. It is safe if `A` allows it.
//! There are infinitely many; wanted: one shortest trace per class, a class being the state of `A` where they
//! part and the action.
//!
//! # Method
//!
//! `E` composed, seen through `αA`, reduced, determinized; then the pairs of a state of `E` and one of `A`
//! that the same traces lead to, breadth-first, actions by name. Where `E` cannot do an action there is a
//! deviation, where it can and `A` forbids it `E` violates the assumption. What `E` does not know it leaves
//! to others: it can always happen.
//!
//! # Invariants
//!
//! 1. Pairs are met in the order of their least trace (by length, then by names): the first pair with a state
//!    of `A` that has a deviation by an action has the least trace of its class.
//!
//! # Cost
//!
//! The product of `E`, a subset construction over it, and `|E| · |A| · |αA|` steps.
//!
//! # Departures
//!
//! Beside what is safe, the first steps that are not are listed as well. Only the first step away is looked
//! at: what may follow a safe one is what `A` allows in [`Deviation::target`].

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use hashbrown::HashSet;
use rely_lts::determinize::{ErrorRule, determinize};
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{
    ActionId, Alphabet, Component, Context, Label, Lts, ProgressEvent, Spent, StateId, System, Ticker,
    compose,
};
use rustc_hash::FxBuildHasher;

use crate::assumption::Assumption;
use crate::view::seen_through;

/// A shortest trace by which the environment leaves its model, for one state of the assumption and one
/// action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The state of the assumption where they part.
    pub state: StateId,
    /// The trace. All but the last action is as modeled.
    pub trace: Vec<ActionId>,
    /// The state of the assumption after it; `None`: it is forbidden, so the deviation is not safe.
    pub target: Option<StateId>,
    /// Does it lead to the state where anything goes?
    pub into_sink: bool,
    /// How many more actions it takes at least to do something forbidden: 0 if the deviation itself is,
    /// `None` if there is no way.
    pub margin: Option<usize>,
}

impl Deviation {
    /// Does the assumption allow it?
    pub fn is_safe(&self) -> bool {
        self.target.is_some()
    }
}

/// A shortest trace by which the environment, just as modeled, leaves the assumption, for one state of the
/// assumption and one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The state of the assumption that it leaves.
    pub state: StateId,
    /// The trace. The last action is forbidden.
    pub trace: Vec<ActionId>,
}

/// How an environment and an assumption differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deviations {
    /// What the environment is not expected to do, shortest first, then by names.
    pub deviations: Vec<Deviation>,
    /// Where the environment violates the assumption without deviating, shortest first, then by names.
    pub violations: Vec<Departure>,
    /// How many pairs of a state of the environment and a state of the assumption were met.
    pub pairs: usize,
}

impl Deviations {
    /// The deviations that are safe.
    pub fn safe(&self) -> impl Iterator<Item = &Deviation> {
        self.deviations.iter().filter(|deviation| deviation.is_safe())
    }

    /// The deviations that are not.
    pub fn forbidden(&self) -> impl Iterator<Item = &Deviation> {
        self.deviations.iter().filter(|deviation| !deviation.is_safe())
    }
}

/// Compares an environment, as modeled, with an assumption. Behavior after the environment's own ERROR is
/// ignored.
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
/// use rely_assume::deviations;
/// // The file of the example of `Question`, its weakest assumption, and an environment that satisfies it.
/// let environment = [Component::new("E", read(&actions, "0 acquire 1; 1 write 2; 2 release 0").into())];
/// let found = deviations(&environment, &assumption, ctx)?;
/// assert!(found.violations.is_empty());
/// // The only deviation that is not safe as a first step is to write without acquiring the file.
/// let unsafe_traces: Vec<_> = found.forbidden().map(|d| d.trace.clone()).collect();
/// assert_eq!(unsafe_traces, [vec![actions.intern("write")]]);
/// assert!(found.safe().all(|d| d.margin != Some(0)));
/// # Ok::<(), rely_lts::Spent>(())
/// ```
///
/// # Errors
/// If the budget is spent.
///
/// # Panics
/// If the environment and the assumption come from different tables of actions.
pub fn deviations(
    environment: &[Component],
    assumption: &Assumption,
    ctx: Context<'_>,
) -> Result<Deviations, Spent> {
    let allowed = assumption.lts();
    let alphabet = allowed.alphabet();
    let expected = expected(environment, alphabet, ctx)?;
    // Per label of the assumption: the environment's; `None` if it does not know the action.
    let known: Vec<(Label, Option<Label>)> =
        alphabet.labels().map(|label| (label, expected.alphabet().label(alphabet.action(label)))).collect();
    let margins = margins(allowed);
    let mut pairs = Pairs::new(expected.initial(), allowed.initial());
    let mut found = Deviations::default();
    let place = |q: StateId, label: Label| q.index() * alphabet.len() + label.index() - 1;
    let mut seen = FixedBitSet::with_capacity(allowed.n_states() * alphabet.len());
    let mut violated = seen.clone();
    let mut ticker = Ticker::default();
    let mut next = 0;
    while let Some(&Pair { expected: e, allowed: q, .. }) = pairs.list.get(next) {
        for &(label, own) in &known {
            ticker.tick(ctx.budget)?;
            let after = match own {
                Some(own) => expected.step(e, own).first().copied(),
                None => Some(e),
            };
            let target = allowed.step(q, label).first().copied();
            match (after, target) {
                (Some(e), Some(q)) if !e.is_error() => pairs.add(e, q, next, label),
                (Some(_), Some(_)) => {}
                (Some(_), None) => {
                    if !violated.put(place(q, label)) {
                        let trace = pairs.trace(alphabet, next, label);
                        found.violations.push(Departure { state: q, trace });
                    }
                }
                (None, target) => {
                    if !seen.put(place(q, label)) {
                        found.deviations.push(Deviation {
                            state: q,
                            trace: pairs.trace(alphabet, next, label),
                            target,
                            into_sink: target.is_some() && target == assumption.sink(),
                            margin: target.map_or(Some(0), |target| margins[target.index()]),
                        });
                    }
                }
            }
        }
        next += 1;
        ctx.budget.check_states(pairs.list.len())?;
        if next.is_multiple_of(4096) {
            ctx.budget.check_memory(pairs.memory() + expected.memory())?;
            ctx.progress.report(&ProgressEvent::Comparing {
                pairs: pairs.list.len() as u64,
                transitions: (next * known.len()) as u64,
                waiting: (pairs.list.len() - next) as u64,
            });
        }
    }
    found.pairs = pairs.list.len();
    Ok(found)
}

/// The environment as the assumption sees it, deterministic. Its alphabet is what both know.
fn expected(environment: &[Component], alphabet: &Alphabet, ctx: Context<'_>) -> Result<Lts, Spent> {
    let system = System::new("environment", alphabet.actions(), environment.to_vec());
    let composed = compose(&system, ctx)?.lts;
    let common = composed.alphabet().ids().iter().copied().filter(|&id| alphabet.contains(id));
    let common = Alphabet::new(alphabet.actions(), common.collect::<Vec<_>>());
    let seen = seen_through(&composed, &common);
    drop(composed);
    let budget = ctx.budget.holding(seen.memory());
    let ctx = Context { budget: &budget, ..ctx };
    let reduced = minimize(&seen, Equivalence::Branching, ctx)?.lts;
    Ok(determinize(&reduced, ErrorRule::Plain, ctx)?.lts)
}

/// Per state of an assumption: how many actions it takes at least to do something forbidden. By rounds: a
/// state whose nearest forbidden action is `n + 1` away leads to one where it is `n` away.
fn margins(allowed: &Lts) -> Vec<Option<usize>> {
    let n = allowed.n_states();
    let mut sources: Vec<Vec<StateId>> = vec![Vec::new(); n];
    allowed.transitions().for_each(|(s, _, t)| sources[t.index()].push(s));
    let mut margins = vec![None; n];
    let mut queue = VecDeque::new();
    for s in allowed.states().filter(|&s| allowed.labels_of(s).len() < allowed.alphabet().len()) {
        margins[s.index()] = Some(1);
        queue.push_back((s, 1));
    }
    while let Some((t, margin)) = queue.pop_front() {
        for &s in &sources[t.index()] {
            if margins[s.index()].is_none() {
                margins[s.index()] = Some(margin + 1);
                queue.push_back((s, margin + 1));
            }
        }
    }
    margins
}

/// A state of the environment and one of the assumption that the same trace leads to.
struct Pair {
    expected: StateId,
    allowed: StateId,
    /// The pair and the label before.
    from: Option<(u32, Label)>,
}

/// The pairs in the order in which they were met.
struct Pairs {
    list: Vec<Pair>,
    met: HashSet<(StateId, StateId), FxBuildHasher>,
}

impl Pairs {
    fn new(expected: StateId, allowed: StateId) -> Pairs {
        let mut met = HashSet::default();
        met.insert((expected, allowed));
        Pairs { list: vec![Pair { expected, allowed, from: None }], met }
    }

    fn add(&mut self, expected: StateId, allowed: StateId, before: usize, label: Label) {
        if self.met.insert((expected, allowed)) {
            let before = StateId::at(before).raw();
            self.list.push(Pair { expected, allowed, from: Some((before, label)) });
        }
    }

    /// The trace into a pair and on by a label.
    fn trace(&self, alphabet: &Alphabet, pair: usize, label: Label) -> Vec<ActionId> {
        let mut trace = vec![alphabet.action(label)];
        let mut at = pair;
        while let Some((before, label)) = self.list[at].from {
            trace.push(alphabet.action(label));
            at = before as usize;
        }
        trace.reverse();
        trace
    }

    fn memory(&self) -> usize {
        self.list.capacity() * size_of::<Pair>() + self.met.capacity() * 9
    }
}
