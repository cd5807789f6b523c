//! The construction of the weakest assumption.
//!
//! # Problem
//! Given a module `M`, properties `P` and a boundary with the assumption's alphabet `αA`. A trace over `αA`
//! is *bad* if a run of `M || Perr` into ERROR looks, from outside, like a prefix of it. Wanted: the minimal
//! deterministic machine of the traces that are not bad, which are those an environment may have: `E ⊨ A` iff
//! `E || M ⊨ P`, for every `E` that shares with `M` what the boundary says \[GPB02\].
//!
//! # Method
//! Compose, hide what is not in `αA`, minimize, make ERROR what reaches it by tau alone, drop what cannot
//! reach it, determinize such that a set with ERROR is ERROR, add the sink for what the module does not do,
//! drop ERROR, minimize. A module that is large is built component by component instead
//! ([`rely_lts::compositional`]): actions are hidden and ERROR is propagated after every step, so what meets
//! the next component is small. Before anything else the states that are reached without the environment are
//! searched: if ERROR is among them no environment helps.
//!
//! # Invariants
//! 1. Every step keeps the set of bad traces: weak and branching equivalence keep the traces to ERROR, and
//!    where ERROR can be reached by tau alone the trace is bad already, whatever else may happen.
//! 2. The result is canonical: the minimal machine of a language, numbered breadth-first in the order of
//!    names. It does not depend on how the module was built.
//!
//! # Cost
//! That of the product, its minimization and the subset construction, which is exponential in the worst case.
//!
//! # Departures
//! Minimization is by branching equivalence first, and by weak equivalence after it only where few states are
//! left: the paper's numbers for ordinary modules, without the cost of weak equivalence for large ones. The
//! paper stops with nothing when memory ends; here what is certain is kept (`partial`).

use std::ops::ControlFlow;

use rely_lts::compositional::{Goal, Reduced, Stopped};
use rely_lts::determinize::{ErrorRule, Partly, determinize_partly};
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{
    ActionId, Budget, Context, Label, Lts, Moves, Product, Purpose, RowBatch, RowBuilder, Runs, Space, Spent,
    StateId, Successors, Target, Visitor, backward, explore,
};

use crate::extract::extract;
use crate::first_error::FirstError;
use crate::outcome::{Construction, ConstructionReport, Size, WeakestAnswer, WeakestResult};
use crate::partial::{Known, partial};
use crate::question::Question;
use crate::run_along::{STEP, run_along, steps};

/// Up to this many states the module is built at once, if nothing else is asked for.
const SMALL: u64 = 200_000;

/// Up to this many states weak equivalence is used.
const WEAK: usize = 4_096;

/// From this many states on, what is left after the propagation of ERROR is minimized again.
const AGAIN: usize = 4_096;

/// States searched first for a run into ERROR without the environment.
const FIRST: u64 = 100_000;

/// Computes the weakest assumption of a module. A spent budget gives [`WeakestAnswer::Unknown`] with
/// everything that is certain by then.
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
/// use rely_assume::{Construction, WeakestAnswer, weakest};
/// // The file of the example of `Question`: it must be acquired before it is written.
/// let result = weakest(&question, Construction::Auto, ctx);
/// let WeakestAnswer::Provided(assumption) = result.answer else { unreachable!() };
/// let lts = assumption.lts();
/// let transitions: Vec<String> =
///     lts.transitions().map(|(s, l, t)| format!("{} {} {}", s.raw(), lts.label_name(l), t.raw())).collect();
/// // State 2 is the sink: the module refuses to be acquired twice, so anything may follow.
/// assert_eq!(transitions[..4], ["0 acquire 1", "0 release 2", "1 acquire 2", "1 release 0"]);
/// assert_eq!(transitions[4..], ["1 write 1", "2 acquire 2", "2 release 2", "2 write 2"]);
/// assert_eq!(result.report.assumption.map(|size| size.states), Some(3));
/// ```
pub fn weakest(question: &Question, construction: Construction, ctx: Context<'_>) -> WeakestResult {
    let mut report = ConstructionReport::default();
    let answer = build(question, construction, &mut report, ctx);
    WeakestResult { answer, report }
}

fn build(
    question: &Question,
    construction: Construction,
    report: &mut ConstructionReport,
    ctx: Context<'_>,
) -> WeakestAnswer {
    let product = Product::new(&question.system());
    if let Some(run) = hopeless(question, &product, ctx) {
        return WeakestAnswer::Never { run };
    }
    let limited = |limit: u64| Budget {
        states: Some(ctx.budget.states.map_or(limit, |own| own.min(limit))),
        ..ctx.budget.clone()
    };
    let small = limited(SMALL);
    let first = match construction {
        Construction::Flat => ctx.budget,
        Construction::Auto => &small,
        Construction::Stepwise => return stepwise(question, report, None, ctx),
    };
    let flat = Flat::explore(question, &product, Context { budget: first, ..ctx });
    match &flat.spent {
        None => finish_flat(question, flat, report, ctx),
        Some(Spent::States(_)) if construction == Construction::Auto => {
            stepwise(question, report, Some(flat), ctx)
        }
        Some(spent) => {
            let spent = spent.clone();
            partial(question, Known::Flat(&flat.lts, flat.known), spent, ctx)
        }
    }
}

/// A shortest run into ERROR in which no environment takes part, if it is found among the first states.
fn hopeless(question: &Question, product: &Product, ctx: Context<'_>) -> Option<Vec<ActionId>> {
    let inside = Inside { product, hidden: question.hidden(product) };
    let limit = ctx.budget.states.map_or(FIRST, |own| own.min(FIRST));
    let budget = Budget { states: Some(limit), ..ctx.budget.clone() };
    let mut visitor = FirstError::of(0);
    let explored =
        explore(&inside, Runs::Keep, Purpose::Compose, Context { budget: &budget, ..ctx }, &mut visitor);
    let (state, label) = visitor.found?;
    let mut run = explored.run_to(&inside, state);
    run.push(label);
    Some(run.into_iter().map(|label| product.alphabet().action(label)).collect())
}

/// A product without the moves in which the environment takes part.
struct Inside<'p> {
    product: &'p Product,
    hidden: Vec<bool>,
}

impl Space for Inside<'_> {
    type Scratch = (<Product as Space>::Scratch, Successors);

    fn words(&self) -> usize {
        self.product.words()
    }

    fn initial(&self) -> Vec<u64> {
        self.product.initial()
    }

    fn successors(&self, state: &[u64], scratch: &mut Self::Scratch, out: &mut Successors) {
        let (scratch, all) = scratch;
        all.reset();
        self.product.successors(state, scratch, all);
        for (label, target) in all.iter().filter(|(label, _)| self.hidden[label.index()]) {
            match target {
                Target::State(target) => out.push(label, target),
                Target::Error(culprits) => out.push_error(label, culprits.iter().copied()),
            }
        }
    }
}

/// The module with its properties, internal actions hidden, as far as it was explored.
pub(crate) struct Flat {
    pub(crate) lts: Lts,
    /// States from this one on were found and not expanded.
    pub(crate) known: usize,
    /// Before hiding.
    size: Size,
    spent: Option<Spent>,
}

impl Flat {
    pub(crate) fn explore(question: &Question, product: &Product, ctx: Context<'_>) -> Flat {
        let seen = &question.boundary.assumption;
        let label = |label| seen.label(product.alphabet().action(label)).unwrap_or(Label::TAU);
        let labels = std::iter::once(Label::TAU).chain(product.alphabet().labels().map(label)).collect();
        let rows = RowBuilder::large(seen.clone());
        let mut visitor =
            Recorder { product, labels, rows, transitions: 0, ended: 0, last: 0, overflow: false };
        let explored = explore(product, Runs::Forget, Purpose::Compose, ctx, &mut visitor);
        let Recorder { mut rows, transitions, ended, last, overflow, .. } = visitor;
        let spent = explored.spent.or(overflow.then(|| Spent::Memory(u64::from(u32::MAX) * 8)));
        let known = rows.n_states();
        let found = explored.store.len().max(last + 1);
        for _ in known..found {
            rows.push_state(&mut []).expect("there are not more states than the search found");
        }
        // All terminated states are one, as in composition.
        let size = Size { states: found - ended.saturating_sub(1), transitions };
        Flat { lts: rows.finish(StateId::at(0), None), known, size, spent }
    }
}

/// Writes every expanded state down.
struct Recorder<'p> {
    product: &'p Product,
    /// Per label of the product: the label of the assumption, or tau.
    labels: Vec<Label>,
    rows: RowBuilder,
    transitions: usize,
    ended: usize,
    /// The largest number of a target.
    last: usize,
    overflow: bool,
}

#[derive(Default)]
struct Record {
    rows: RowBatch,
    transitions: usize,
    ended: usize,
    last: usize,
    targets: Vec<(Label, StateId)>,
}

impl Visitor for Recorder<'_> {
    type Notes = Record;

    fn look(&self, _: StateId, packed: &[u64], moves: Moves<'_>, record: &mut Record) -> ControlFlow<()> {
        let Record { rows, transitions, ended, last, targets } = record;
        *ended += usize::from(moves.is_empty() && self.product.is_terminated(packed));
        targets.clear();
        targets.extend(moves.steps().map(|step| (step.label, step.target)));
        // Moves come in the order of labels; those with one label may be out of order, and the same.
        if !targets.is_sorted_by(|x, y| x < y) {
            targets.sort_unstable();
            targets.dedup();
        }
        *transitions += targets.len();
        for (label, target) in targets.iter_mut() {
            *label = self.labels[label.index()];
            if !target.is_error() {
                *last = (*last).max(target.index());
            }
        }
        rows.push(targets.iter().copied());
        ControlFlow::Continue(())
    }

    fn take(&mut self, record: &mut Record) -> ControlFlow<()> {
        self.transitions += std::mem::take(&mut record.transitions);
        self.ended += std::mem::take(&mut record.ended);
        self.last = self.last.max(record.last);
        if self.rows.append(&mut record.rows).is_err() {
            self.overflow = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn memory(&self) -> usize {
        self.rows.memory()
    }
}

/// From the composed module to the answer, in the order of the paper.
fn finish_flat(
    question: &Question,
    flat: Flat,
    report: &mut ConstructionReport,
    ctx: Context<'_>,
) -> WeakestAnswer {
    let Flat { lts: composed, size, known, .. } = flat;
    report.composed = Some(size);
    report.peak = size;
    let budget = ctx.budget.holding(composed.memory());
    let within = Context { budget: &budget, ..ctx };
    let reduced = minimized(&composed, within).and_then(|minimized| {
        report.minimized = Some(size_of(&minimized));
        if !minimized.has_error() {
            return Ok(None);
        }
        let propagated = propagate(&minimized, within)?;
        report.propagated = Some(size_of(&propagated));
        if propagated.n_states() < AGAIN {
            return Ok(Some(propagated));
        }
        Ok(Some(minimize(&propagated, Equivalence::Branching, within)?.lts))
    });
    match reduced {
        Ok(None) => WeakestAnswer::Always,
        Ok(Some(reduced)) => {
            drop(composed);
            determine(question, &reduced, report, ctx)
        }
        Err(spent) => partial(question, Known::Flat(&composed, known), spent, ctx),
    }
}

/// The quotient by weak equivalence, or by branching equivalence if that leaves too much.
fn minimized(lts: &Lts, ctx: Context<'_>) -> Result<Lts, Spent> {
    let branching = minimize(lts, Equivalence::Branching, ctx)?.lts;
    if branching.n_states() > WEAK {
        return Ok(branching);
    }
    Ok(minimize(&branching, Equivalence::Weak, ctx)?.lts)
}

/// What reaches ERROR by tau is ERROR (but the initial state, which gets a tau to it and nothing else); what
/// cannot reach ERROR is dropped.
pub(crate) fn propagate(lts: &Lts, ctx: Context<'_>) -> Result<Lts, Spent> {
    let fails = |s: StateId| lts.step(s, Label::TAU).last().is_some_and(|t| t.is_error());
    let doomed = backward(lts, ctx, fails, |label| label.is_tau())?;
    let can_fail = |s: StateId| lts.targets_of(s).iter().any(|t| t.is_error());
    let hopeful = backward(lts, ctx, can_fail, |_| true)?;
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let mut row = Vec::new();
    for s in lts.states() {
        row.clear();
        if doomed.contains(s.index()) {
            row.push((Label::TAU, StateId::ERROR));
        } else {
            let kept = lts.successors(s).filter(|(_, t)| t.is_error() || hopeful.contains(t.index()));
            let image = |t: StateId| t.is_error() || doomed.contains(t.index());
            row.extend(kept.map(|(label, t)| (label, if image(t) { StateId::ERROR } else { t })));
        }
        rows.push_state(&mut row).expect("a part is not larger than the whole");
    }
    Ok(rows.finish(lts.initial(), None).reachable().0)
}

/// From what was reduced to the answer.
fn determine(
    question: &Question,
    reduced: &Lts,
    report: &mut ConstructionReport,
    ctx: Context<'_>,
) -> WeakestAnswer {
    let start = reduced.step(reduced.initial(), Label::TAU);
    if start.last().is_some_and(|t| t.is_error()) {
        return never(question, ctx);
    }
    let Partly { determinized, open, spent } = determinize_partly(reduced, ErrorRule::Absorb, ctx);
    let sets = determinized.lts;
    report.peak = report.peak.max(size_of(&sets));
    if let Some(spent) = spent {
        return partial(question, Known::Sets(&sets, &open), spent, ctx);
    }
    report.determinized = Some(size_of(&sets));
    match extract(&sets, ctx) {
        Ok(assumption) => {
            report.assumption = Some(size_of(assumption.lts()));
            WeakestAnswer::Provided(assumption)
        }
        Err(spent) => partial(question, Known::Sets(&sets, &open), spent, ctx),
    }
}

/// No environment helps: a run that shows it.
fn never(question: &Question, ctx: Context<'_>) -> WeakestAnswer {
    match run_along(question, &[], ctx) {
        Ok(run) => {
            WeakestAnswer::Never { run: run.expect("states reached in the reduced module are reachable") }
        }
        Err(spent) => partial(question, Known::Nothing, spent, ctx),
    }
}

/// Builds the module component by component; if that is too large, at once after all. `flat`: the first
/// states of the product, if they were explored.
fn stepwise(
    question: &Question,
    report: &mut ConstructionReport,
    flat: Option<Flat>,
    ctx: Context<'_>,
) -> WeakestAnswer {
    let held = question.system().memory() + flat.as_ref().map_or(0, |flat| flat.lts.memory());
    let budget = ctx.budget.holding(held);
    let within = Context { budget: &budget, ..ctx };
    // With a limit on states as low as that of the first attempt, another one ends in the same place.
    let tried = flat.is_some() && ctx.budget.states.is_some_and(|own| own <= SMALL);
    match steps(question, within) {
        Ok(reduced) => {
            drop(flat);
            finish_steps(question, reduced, report, ctx)
        }
        // The steps may be too large where the whole is not.
        Err(Stopped::TooLarge | Stopped::Spent(Spent::States(_))) if !tried => {
            drop(flat);
            let flat = Flat::explore(question, &Product::new(&question.system()), ctx);
            match flat.spent.clone() {
                None => finish_flat(question, flat, report, ctx),
                Some(spent) => partial(question, Known::Flat(&flat.lts, flat.known), spent, ctx),
            }
        }
        Err(stopped) => {
            let spent = match stopped {
                Stopped::Spent(spent) => spent,
                Stopped::TooLarge => Spent::States(STEP),
            };
            let known = flat.as_ref().map_or(Known::Nothing, |flat| Known::Flat(&flat.lts, flat.known));
            partial(question, known, spent, ctx)
        }
    }
}

/// From the module that was built component by component to the answer.
fn finish_steps(
    question: &Question,
    reduced: Reduced,
    report: &mut ConstructionReport,
    ctx: Context<'_>,
) -> WeakestAnswer {
    report.steps.clone_from(&reduced.steps);
    let left = size_of(reduced.lts());
    // Where one part is enough nothing is composed, and no step has a peak.
    let peak = Size { states: reduced.peak_states, transitions: reduced.peak_transitions }.max(left);
    report.peak = peak;
    report.composed = Some(peak);
    report.minimized = Some(left);
    if !reduced.lts().has_error() {
        return WeakestAnswer::Always;
    }
    report.propagated = report.minimized;
    if reduced.reaches(Goal::Error) {
        let reduced = reduced.lts();
        return determine(question, reduced, report, ctx);
    }
    WeakestAnswer::Always
}

fn size_of(lts: &Lts) -> Size {
    Size { states: lts.n_states(), transitions: lts.n_transitions() }
}
