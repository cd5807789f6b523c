//! Passing a property through the modules of a system, one after the other.
//!
//! # Problem
//! Given modules `M_1 … M_n`, the rest `R` of the system, and properties. Decide whether they hold in the
//! system, and show what remains of them after each module.
//!
//! # Method
//! The weakest assumption of a module is what the others still have to satisfy. It becomes the property of
//! the next module, and so on; what remains at the end is checked against the rest \[GPB02, section 5\]. By
//! the theorem for one module, applied `n` times, `R ⊨ A_n` iff the system satisfies the property. A run that
//! violates the remaining property is lifted through the modules from the last to the first, as in
//! [`discharge`](crate::discharge).
//!
//! # Invariants
//! 1. After stage `i`, the system satisfies the properties, and no module enters an ERROR of its own, iff
//!    `M_{i+1} || … || M_n || R` satisfies `A_i`, provided that `R` does not enter an ERROR of its own.
//! 2. The last assumption is the weakest one of all modules together, in whatever order they come.
//! 3. A returned run is one of the system.
//!
//! # Cost
//! That of the `n` constructions. The remaining property may grow from step to step ("property explosion");
//! the reported sizes show it.
//!
//! # Departures
//! In \[GPB02\] modules have no ERROR of their own. Here one counts as a violation, as it does for a single
//! module. Whether a later module gets there depends on the earlier ones, so the property must say it: the
//! ERROR becomes an action of the module, a *mark* (`marked`), which properties of the first stage forbid.
//! The assumption of a stage forbids the mark of a later module exactly after the traces that the modules so
//! far can do, and no mark is left after the last stage. An ERROR of `R` ends the system and is not a
//! violation; whether `R` gets there is decided on the system, and if it does, the answer is *unknown*.

use rely_check::{follow, initial_vector};
use rely_lts::{ActionId, Actions, Alphabet, Component, Context, LtsError, Reason, Spent, StateId};

use crate::construct::weakest;
use crate::discharge::{Discharged, confirmed, discharge, merge, own_error, stopping, whole};
use crate::marked::{mark_of, marked, never};
use crate::outcome::{Construction, WeakestAnswer, WeakestResult};
use crate::question::{Boundary, Question};
use crate::run_along::run_along;

/// One module that a property was passed through.
#[derive(Clone, Debug)]
pub struct Stage {
    /// What was asked.
    pub question: Question,
    /// The answer.
    pub outcome: WeakestResult,
    /// Actions of the question that stand for an ERROR of a module.
    pub marks: Vec<ActionId>,
}

/// The result of passing a property through modules.
#[derive(Clone, Debug)]
pub struct Through {
    /// All modules together, with the properties, and the rest of the system as environment.
    pub question: Question,
    /// The modules, in order, as far as it was needed.
    pub stages: Vec<Stage>,
    /// Does the system keep the properties? The run of a violation is one of the system.
    pub verdict: Discharged,
}

/// Passes properties through modules, in order; `rest` are the other components of the system.
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
/// use rely_assume::{Construction, Discharged, through};
/// let modules = [("FILE".to_string(), question.module.clone())];
/// let rest = [Component::new("E", read(&actions, "0 acquire 1; 1 write 2; 2 release 0").into())];
/// let passed = through(&actions, &modules, &[], &rest, Construction::Auto, ctx);
/// assert_eq!((passed.stages.len(), passed.verdict), (1, Discharged::Holds));
/// ```
///
/// # Panics
/// If there is no module.
pub fn through(
    actions: &Actions,
    modules: &[(String, Vec<Component>)],
    properties: &[Component],
    rest: &[Component],
    construction: Construction,
    ctx: Context<'_>,
) -> Through {
    assert!(!modules.is_empty(), "there is something to go through");
    let question = together(actions, modules, properties, rest);
    let marked = mark(actions, modules, &question, rest).expect("two states more than a module has");
    let Marked { modules, marks, mut left } = marked;
    let mut stages: Vec<Stage> = Vec::new();
    for (at, (name, module)) in modules.iter().enumerate() {
        let later = modules[at + 1..].iter().flat_map(|(_, m)| m).chain(rest);
        let known = Alphabet::union(actions, later.map(|c| c.lts.alphabet()));
        let boundary = Boundary::with_environment(actions, module, &left, &known);
        let module = module.clone();
        let question =
            Question { name: name.clone(), actions: actions.clone(), module, properties: left, boundary };
        let outcome = weakest(&question, construction, ctx);
        let next = match &outcome.answer {
            WeakestAnswer::Provided(assumption) => {
                Some(vec![assumption.property(&format!("what {name} needs"))])
            }
            _ => None,
        };
        let speaks = |mark: &ActionId| {
            question.module.iter().chain(&question.properties).any(|c| c.lts.alphabet().contains(*mark))
        };
        let marks = marks.iter().copied().filter(speaks).collect();
        stages.push(Stage { question, outcome, marks });
        match next {
            Some(next) => left = next,
            None => break,
        }
    }
    let verdict = match end(&stages, rest, ctx) {
        Err(reason) => Discharged::Unknown(reason),
        Ok(None) => match own_error(&question, rest, ctx) {
            Some(reason) => Discharged::Unknown(reason),
            None => Discharged::Holds,
        },
        Ok(Some(run)) => match lift(&stages, run, ctx) {
            Ok(run) => violated(&question, rest, &marks, run, ctx),
            Err(spent) => Discharged::Unknown(spent.into()),
        },
    };
    Through { question, stages, verdict }
}

/// The question about all modules together.
fn together(
    actions: &Actions,
    modules: &[(String, Vec<Component>)],
    properties: &[Component],
    rest: &[Component],
) -> Question {
    let names: Vec<&str> = modules.iter().map(|(name, _)| name.as_str()).collect();
    let module: Vec<Component> = modules.iter().flat_map(|(_, module)| module.clone()).collect();
    let known = Alphabet::union(actions, rest.iter().map(|c| c.lts.alphabet()));
    let boundary = Boundary::with_environment(actions, &module, properties, &known);
    let (name, properties) = (names.join(" || "), properties.to_vec());
    Question { name, actions: actions.clone(), module, properties, boundary }
}

/// Modules whose ERROR is an action, except that of the first.
struct Marked {
    modules: Vec<(String, Vec<Component>)>,
    marks: Vec<ActionId>,
    /// The properties, and that no mark occurs.
    left: Vec<Component>,
}

fn mark(
    actions: &Actions,
    modules: &[(String, Vec<Component>)],
    question: &Question,
    rest: &[Component],
) -> Result<Marked, LtsError> {
    let mut all = Marked { modules: modules.to_vec(), marks: Vec::new(), left: question.properties.clone() };
    let known: Vec<&Component> = question.module.iter().chain(&question.properties).chain(rest).collect();
    for component in all.modules[1..].iter_mut().flat_map(|(_, module)| module) {
        if component.lts.has_error() {
            let mark = mark_of(component, actions, &known, &all.marks);
            let lts = marked(&component.lts, mark)?.into();
            *component = Component { lts, state_names: None, ..component.clone() };
            all.marks.push(mark);
            all.left.push(never(actions, mark)?);
        }
    }
    Ok(all)
}

/// A violation: the run ends where the first module enters ERROR, before its mark.
fn violated(
    question: &Question,
    rest: &[Component],
    marks: &[ActionId],
    mut run: Vec<ActionId>,
    ctx: Context<'_>,
) -> Discharged {
    run.retain(|action| !marks.contains(action));
    let system = whole(question, rest);
    let theirs = question.module.len()..question.module.len() + rest.len();
    let fails = |end: &[StateId]| end.iter().enumerate().any(|(i, s)| s.is_error() && !theirs.contains(&i));
    let start = initial_vector(&system);
    let ends = |length: &usize| follow(&system, &start, &run[..*length], fails).is_ok();
    let found = if marks.is_empty() { Some(run.len()) } else { (1..=run.len()).find(ends) };
    run.truncate(found.unwrap_or(run.len()));
    let is_outside = |action: &ActionId| {
        question.boundary.assumption.contains(*action)
            || rest.iter().any(|c| c.lts.alphabet().contains(*action))
    };
    let outside = run.iter().copied().filter(is_outside).collect();
    confirmed(question, rest, (outside, run), found.is_some(), ctx)
}

/// Does the rest keep what the last module left? If not: a run of the last module, and the rest, that
/// violates it.
fn end(stages: &[Stage], rest: &[Component], ctx: Context<'_>) -> Result<Option<Vec<ActionId>>, Reason> {
    let Stage { question, outcome, .. } = stages.last().expect("there is a module");
    match &outcome.answer {
        WeakestAnswer::Always => Ok(None),
        WeakestAnswer::Never { run } => Ok(Some(run.clone())),
        WeakestAnswer::Unknown(partial) => Err(partial.spent.clone().into()),
        WeakestAnswer::Provided(assumption) => {
            let rest: Vec<Component> = rest.iter().map(stopping).collect();
            match discharge(question, assumption, &rest, ctx).verdict {
                Discharged::Holds => Ok(None),
                Discharged::Violated { run, .. } => Ok(Some(run)),
                Discharged::Unknown(reason) => Err(reason),
            }
        }
    }
}

/// A run of the last module (and what comes after it) that violates what the others left, as a run of all.
fn lift(stages: &[Stage], mut run: Vec<ActionId>, ctx: Context<'_>) -> Result<Vec<ActionId>, Spent> {
    for stage in stages.iter().rev().skip(1) {
        let seen = &stage.question.boundary.assumption;
        let word: Vec<ActionId> = run.iter().copied().filter(|&a| seen.contains(a)).collect();
        let inside = run_along(&stage.question, &word, ctx)?;
        let inside = inside.expect("the weakest assumption forbids nothing without a reason");
        run = merge(&run, &inside, seen);
    }
    Ok(run)
}
