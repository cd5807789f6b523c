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
//! 1. After stage `i`, the system satisfies the properties iff `M_{i+1} || … || M_n || R` satisfies `A_i`,
//!    provided that no component after the first module enters an ERROR of its own.
//! 2. A returned run is one of the system.
//!
//! # Cost
//! That of the `n` constructions. The remaining property may grow from step to step ("property explosion");
//! the reported sizes show it.
//!
//! # Departures
//! An ERROR of the second or a later module is not part of the property that is passed on: such a module
//! stops there. Whether it gets there is decided on the system; if it does, the answer is *unknown*.

use rely_lts::{ActionId, Actions, Alphabet, Component, Context, Reason, Spent};

use crate::construct::weakest;
use crate::discharge::{Discharged, confirmed, discharge, merge, own_error, stopping};
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
}

/// The result of passing a property through modules.
#[derive(Clone, Debug)]
pub struct Through {
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
    let mut stages: Vec<Stage> = Vec::new();
    let mut left: Vec<Component> = properties.to_vec();
    for (at, (name, module)) in modules.iter().enumerate() {
        let later = modules[at + 1..].iter().flat_map(|(_, m)| m).chain(rest);
        let known = Alphabet::union(actions, later.map(|c| c.lts.alphabet()));
        let boundary = Boundary::with_environment(actions, module, &left, &known);
        let module = if at == 0 { module.clone() } else { module.iter().map(stopping).collect() };
        let question =
            Question { name: name.clone(), actions: actions.clone(), module, properties: left, boundary };
        let outcome = weakest(&question, construction, ctx);
        let next = match &outcome.answer {
            WeakestAnswer::Provided(assumption) => {
                Some(vec![assumption.property(&format!("what {name} needs"))])
            }
            _ => None,
        };
        stages.push(Stage { question, outcome });
        match next {
            Some(next) => left = next,
            None => break,
        }
    }
    let others: Vec<Component> = modules[1..].iter().flat_map(|(_, m)| m).chain(rest).cloned().collect();
    let verdict = match end(&stages, rest, ctx) {
        Err(reason) => Discharged::Unknown(reason),
        Ok(None) => match own_error(&stages[0].question, &others, ctx) {
            Some(reason) => Discharged::Unknown(reason),
            None => Discharged::Holds,
        },
        Ok(Some(run)) => match lift(&stages, run, ctx) {
            Ok((environment, run)) => confirmed(&stages[0].question, &others, environment, run, ctx),
            Err(spent) => Discharged::Unknown(spent.into()),
        },
    };
    Through { stages, verdict }
}

/// Does the rest keep what the last module left? If not: a run of the last module, and the rest, that
/// violates it.
fn end(stages: &[Stage], rest: &[Component], ctx: Context<'_>) -> Result<Option<Vec<ActionId>>, Reason> {
    let Stage { question, outcome } = stages.last().expect("there is a module");
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

/// A run of the last module (and what comes after it) that violates what the others left, as a run of all but
/// the first, and of all.
fn lift(
    stages: &[Stage],
    mut run: Vec<ActionId>,
    ctx: Context<'_>,
) -> Result<(Vec<ActionId>, Vec<ActionId>), Spent> {
    let mut outside = Vec::new();
    for stage in stages.iter().rev().skip(1) {
        let seen = &stage.question.boundary.assumption;
        let word: Vec<ActionId> = run.iter().copied().filter(|&a| seen.contains(a)).collect();
        let inside = run_along(&stage.question, &word, ctx)?;
        let inside = inside.expect("the weakest assumption forbids nothing without a reason");
        outside = run;
        run = merge(&outside, &inside, seen);
    }
    Ok((outside, run))
}
