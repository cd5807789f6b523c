//! Does an environment satisfy an assumption?
//!
//! # Problem
//! Given a question, its weakest assumption `A` and an environment `E` with the boundary's alphabet. Decide
//! `E ⊨ A`; if it does not hold, return a run of the system, module and environment, that violates a
//! property.
//!
//! # Method
//! Search `E || Aerr` for ERROR: first all states up to a limit, then with compositional and partial-order
//! reductions. A run into ERROR leaves `A` with its last visible action, so the module has a run into ERROR
//! with the same visible actions ([`run_along`]). The two runs share nothing else and are merged along these
//! actions \[GPB02\].
//!
//! # Invariants
//! 1. A returned run is a run of the system. Without an ERROR of `E` this follows from the merge; with one,
//!    the run is replayed before it is returned.
//! 2. *Holds* is returned only if no component of `E` can enter an ERROR of its own in the system.
//!
//! # Cost
//! One exploration of `E || A` up to the limit; beyond it that of the reductions, and of the full product if
//! they do not decide. An environment with an ERROR of its own costs an exploration of the system as well.
//!
//! # Departures
//! The theorem of \[GPB02\] covers environments without an ERROR of their own. An environment that has one
//! stops there, because the system ends with it. Whether it gets there is decided on the system; if it does,
//! the answer is *unknown*.

use std::sync::Arc;

use rely_check::{Explore, Reach, Wanted, compositional, follow, initial_vector, partial_order};
use rely_lts::{
    ActionId, Alphabet, Budget, Component, Context, Lts, Reason, RowBuilder, Spent, StateId, System, Trace,
    Verdict,
};

use crate::assumption::Assumption;
use crate::question::Question;
use crate::run_along::run_along;

/// Up to this many states are searched before reductions are tried.
const SMALL: u64 = 1_000_000;

/// Does the environment satisfy the assumption?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Discharged {
    /// It does: the system keeps the properties.
    Holds,
    /// It does not.
    Violated {
        /// A run of the environment that leaves the assumption with its last action.
        environment: Vec<ActionId>,
        /// A run of the system into ERROR of the module or a property.
        run: Vec<ActionId>,
    },
    /// Undecided.
    Unknown(Reason),
}

/// An answer and what it took.
#[derive(Clone, Debug)]
pub struct Discharge {
    /// The answer.
    pub verdict: Discharged,
    /// States that were held at once, at most.
    pub states: u64,
    /// Transitions of these states.
    pub transitions: u64,
}

/// The system of a module and its environment: module, environment and properties, in this order.
pub fn whole(question: &Question, environment: &[Component]) -> System {
    let parts = question.module.iter().chain(environment).chain(&question.properties);
    System::new(&question.name, &question.actions, parts.cloned().collect())
}

/// Does an environment satisfy the weakest assumption of a question, so that the system satisfies the
/// properties?
///
/// The environment may share with the module only the actions of the boundary; see [`shares_internal`].
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
/// use rely_assume::{Discharged, discharge};
/// // The file of the example of `Question`, and its weakest assumption.
/// let polite = [Component::new("E", read(&actions, "0 acquire 1; 1 write 2; 2 release 0").into())];
/// assert_eq!(discharge(&question, &assumption, &polite, ctx).verdict, Discharged::Holds);
/// let rude = [Component::new("E", read(&actions, "0 write 0; alphabet acquire release write").into())];
/// let write = vec![actions.intern("write")];
/// let violated = Discharged::Violated { environment: write.clone(), run: write };
/// assert_eq!(discharge(&question, &assumption, &rude, ctx).verdict, violated);
/// ```
pub fn discharge(
    question: &Question,
    assumption: &Assumption,
    environment: &[Component],
    ctx: Context<'_>,
) -> Discharge {
    let (found, states, transitions) = satisfies(assumption, environment, ctx);
    let verdict = match found {
        Verdict::Unknown(reason) => Discharged::Unknown(reason),
        Verdict::Holds(()) => match own_error(question, environment, ctx) {
            Some(reason) => Discharged::Unknown(reason),
            None => Discharged::Holds,
        },
        Verdict::Violated(trace) => violation(question, assumption, environment, trace.actions, ctx),
    };
    Discharge { verdict, states, transitions }
}

/// Actions that an environment shares with a module although the boundary calls them internal. If there are
/// any, the assumption does not apply to the environment.
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
/// use rely_assume::shares_internal;
/// // All actions of this module are on the boundary.
/// let environment = [Component::new("E", read(&actions, "0 write 0").into())];
/// assert_eq!(shares_internal(&question, &environment), []);
/// ```
pub fn shares_internal(question: &Question, environment: &[Component]) -> Vec<ActionId> {
    let internal = question.boundary.internal.ids().iter().copied();
    internal.filter(|&a| environment.iter().any(|c| c.lts.alphabet().contains(a))).collect()
}

/// `E ⊨ A` without the module, where `E` stops in an ERROR of its own: the verdict, and the states and
/// transitions that were visited. [`discharge`] also returns a run of the system.
pub fn satisfies(
    assumption: &Assumption,
    environment: &[Component],
    ctx: Context<'_>,
) -> (Verdict, u64, u64) {
    let mut components: Vec<Component> = environment.iter().map(stopping).collect();
    components.push(assumption.property("assumption"));
    let asked = components.len() - 1;
    let system = System::new("environment", assumption.lts().actions(), components);
    let budget = ctx.budget.holding(system.memory());
    let ctx = Context { budget: &budget, ..ctx };
    let limit = ctx.budget.states.map_or(SMALL, |own| own.min(SMALL));
    let small = Budget { states: Some(limit), ..ctx.budget.clone() };
    let (verdict, states, transitions) = search(&system, asked, Context { budget: &small, ..ctx });
    if !matches!(&verdict, Verdict::Unknown(Reason::Spent(Spent::States(_)))) {
        return (verdict, states, transitions);
    }
    let wanted = Wanted { deadlock: false, safety: vec![asked] };
    let decided = |verdict: &Verdict| !matches!(verdict, Verdict::Unknown(_));
    if let Ok(checked) = compositional::check(&system, &wanted, ctx)
        && let Some(answer) = checked.answers.safety.into_iter().next()
        && decided(&answer.verdict)
    {
        return (answer.verdict, checked.answers.states, checked.answers.transitions);
    }
    if let Ok(checked) = partial_order::check(&system, &wanted, Context { budget: &small, ..ctx })
        && let Some(answer) = checked.safety.into_iter().next()
        && decided(&answer.verdict)
    {
        return (answer.verdict, checked.states, checked.transitions);
    }
    if ctx.budget.states.is_some_and(|own| own <= limit) {
        return (verdict, states, transitions);
    }
    search(&system, asked, ctx)
}

/// Safety of one component by visiting every state.
fn search(system: &System, component: usize, ctx: Context<'_>) -> (Verdict, u64, u64) {
    let reach = Reach::explore(system, Explore::States, ctx);
    let verdict = match (reach.error_run(component), reach.spent()) {
        (Some(run), _) => Verdict::Violated(run),
        (None, Some(spent)) => Verdict::Unknown(spent.clone().into()),
        (None, None) => Verdict::Holds(()),
    };
    (verdict, reach.n_states() as u64, reach.n_transitions())
}

/// A run of the system for a run of the environment that leaves the assumption.
fn violation(
    question: &Question,
    assumption: &Assumption,
    environment: &[Component],
    outside: Vec<ActionId>,
    ctx: Context<'_>,
) -> Discharged {
    let seen = &question.boundary.assumption;
    let word: Vec<ActionId> = outside.iter().copied().filter(|&a| seen.contains(a)).collect();
    let inside = match run_along(question, &word, ctx) {
        Ok(inside) => inside.expect("the weakest assumption forbids nothing without a reason"),
        Err(spent) => return Discharged::Unknown(spent.into()),
    };
    let run = merge(&outside, &inside, seen);
    match confirmed(question, environment, (outside, run), true, ctx) {
        Discharged::Violated { environment, run } => {
            Discharged::Violated { environment: until_forbidden(assumption, environment), run }
        }
        unknown => unknown,
    }
}

/// A run of an environment up to the first action that the assumption forbids.
fn until_forbidden(assumption: &Assumption, mut run: Vec<ActionId>) -> Vec<ActionId> {
    let lts = assumption.lts();
    let mut state = lts.initial();
    for (at, &action) in run.iter().enumerate() {
        let Some(label) = lts.alphabet().label(action).filter(|label| !label.is_tau()) else { continue };
        match lts.step(state, label) {
            [] => {
                run.truncate(at + 1);
                break;
            }
            targets => state = targets[0],
        }
    }
    run
}

/// A violation, unless the environment enters an ERROR of its own on the way. Then the system is
/// searched for another run: the one that was found ends too early, others may not. So it is if it is not
/// certain that the run ends in ERROR.
pub(crate) fn confirmed(
    question: &Question,
    environment: &[Component],
    (outside, run): (Vec<ActionId>, Vec<ActionId>),
    certain: bool,
    ctx: Context<'_>,
) -> Discharged {
    if certain && !environment.iter().any(|c| c.lts.has_error()) {
        return Discharged::Violated { environment: outside, run };
    }
    let system = whole(question, environment);
    let theirs = question.module.len()..question.module.len() + environment.len();
    let ours = |i: &usize| !theirs.contains(i);
    let fails = |end: &[StateId]| end.iter().enumerate().any(|(i, s)| s.is_error() && ours(&i));
    if follow(&system, &initial_vector(&system), &run, fails).is_ok() {
        return Discharged::Violated { environment: outside, run };
    }
    let reach = Reach::explore(&system, Explore::States, ctx);
    let found = (0..system.components.len()).filter(ours).filter_map(|i| reach.error_run(i));
    if let Some(Trace { actions: run }) = found.min_by_key(Trace::len) {
        // If too many runs can be meant, it is not known whose the internal steps are.
        let path = follow(&system, &initial_vector(&system), &run, fails).unwrap_or_default();
        let mut path = path.iter();
        let mut before = &initial_vector(&system);
        let mut outside = Vec::new();
        for &action in &run {
            let known = question.boundary.assumption.contains(action)
                || environment.iter().any(|c| c.lts.alphabet().contains(action));
            let after = path.next().unwrap_or(before);
            if known || action.is_tau() && before[theirs.clone()] != after[theirs.clone()] {
                outside.push(action);
            }
            before = after;
        }
        return Discharged::Violated { environment: outside, run };
    }
    if let Some(spent) = reach.spent() {
        return Discharged::Unknown(spent.clone().into());
    }
    let names = Trace { actions: run }.names(&question.actions);
    let why = format!("an ERROR outside the module ends the run too early ({})", names.join(" "));
    Discharged::Unknown(Reason::NotModeled(why))
}

/// Two runs that have the same actions of an alphabet, and share nothing else, as one. What follows the last
/// shared action comes from the second.
pub(crate) fn merge(outside: &[ActionId], inside: &[ActionId], shared: &Alphabet) -> Vec<ActionId> {
    let mut run = Vec::with_capacity(outside.len() + inside.len());
    let mut rest = inside;
    for &action in outside {
        if shared.contains(action) {
            let before = rest.iter().position(|&a| shared.contains(a)).expect("both have the same actions");
            run.extend_from_slice(&rest[..=before]);
            rest = &rest[before + 1..];
        } else {
            run.push(action);
        }
    }
    run.extend_from_slice(rest);
    run
}

/// Why an environment with an ERROR of its own leaves the answer open, if it does.
pub(crate) fn own_error(question: &Question, environment: &[Component], ctx: Context<'_>) -> Option<Reason> {
    if !environment.iter().any(|c| c.lts.has_error()) {
        return None;
    }
    let system = whole(question, environment);
    let reach = Reach::explore(&system, Explore::States, ctx);
    let first = question.module.len();
    let fails = (first..first + environment.len()).find_map(|i| Some((i, reach.error_run(i)?)));
    if let Some((component, run)) = fails {
        let names = run.names(&question.actions);
        let name = &system.components[component].name;
        let why =
            format!("{name} can enter an ERROR of its own ({}): the system ends there", names.join(" "));
        return Some(Reason::NotModeled(why));
    }
    reach.spent().map(|spent| spent.clone().into())
}

/// The component with a state in which it refuses everything instead of ERROR.
pub(crate) fn stopping(component: &Component) -> Component {
    if !component.lts.has_error() {
        return component.clone();
    }
    let lts = &component.lts;
    let stopped = StateId::at(lts.n_states());
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let mut row = Vec::new();
    for s in lts.states() {
        row.clear();
        row.extend(lts.successors(s).map(|(label, t)| (label, if t.is_error() { stopped } else { t })));
        rows.push_state(&mut row).expect("it has as many transitions as before");
    }
    rows.push_state(&mut []).expect("one more state fits");
    let lts: Lts = rows.finish(lts.initial(), lts.end());
    Component { lts: Arc::new(lts), state_names: None, ..component.clone() }
}
