//! Runs of the module that look, from outside, like a given trace.
//!
//! # Problem
//! Given a trace over the assumption's alphabet, find a run of the module and its properties into ERROR whose
//! projection is exactly this trace.
//!
//! # Method
//! Up to `SHORTEST` states, search for a shortest run ([`Walk`]). Beyond that, compose and reduce the module
//! step by step and lift a run of the result to the components ([`rely_lts::compositional`]); such a run need
//! not be shortest. If a step becomes too large as well, the search continues without a limit.
//!
//! # Invariants
//! 1. The run is one of the components themselves, whatever method found it.
//!
//! # Cost
//! At most `SHORTEST` states and, per step of the composition, at most `STEP`; the unlimited search, if it is
//! needed, costs the states after all prefixes of the trace.
//!
//! # Departures
//! None: the papers assume that a counterexample comes with the construction.

use rely_lts::compositional::{Aim, Goal, LiftLimits, Part, Reduced, Stopped, reduce};
use rely_lts::{ActionId, Context, Spent};

use crate::question::Question;
use crate::walk::Walk;

/// This many states are visited in search of shortest runs.
pub(crate) const SHORTEST: u64 = 300_000;

/// No product of a step has more states than this.
pub(crate) const STEP: u64 = 1_000_000;

/// A run of the module and its properties into ERROR whose projection to the assumption's alphabet is exactly
/// `word`. No proper prefix of `word` may be bad itself. The run is a shortest one if it is found within some
/// 100,000 states.
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
/// use rely_assume::run_along;
/// let [acquire, write, release] = ["acquire", "write", "release"].map(|name| actions.intern(name));
/// let word = [acquire, release, write];
/// assert_eq!(run_along(&question, &word, ctx)?, Some(word.to_vec()));
/// assert_eq!(run_along(&question, &[acquire, write], ctx)?, None);
/// # Ok::<(), rely_lts::Spent>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn run_along(
    question: &Question,
    word: &[ActionId],
    ctx: Context<'_>,
) -> Result<Option<Vec<ActionId>>, Spent> {
    match shortest_run_along(question, word, SHORTEST, ctx) {
        Err(Spent::States(_)) => {}
        found => return found,
    }
    match Lifter::new(question, ctx)? {
        Some(lifter) => match lifter.run(word, ctx)? {
            Some(run) => Ok(Some(run)),
            // Lifting has limits of its own.
            None => shortest_run_along(question, word, u64::MAX, ctx),
        },
        None => shortest_run_along(question, word, u64::MAX, ctx),
    }
}

/// As [`run_along`], but always a shortest run, visiting at most `limit` states.
///
/// # Errors
/// If these states or the budget are spent.
pub fn shortest_run_along(
    question: &Question,
    word: &[ActionId],
    limit: u64,
    ctx: Context<'_>,
) -> Result<Option<Vec<ActionId>>, Spent> {
    let mut walk = Walk::new(question, limit, ctx);
    let Some((last, before)) = word.split_last() else { return walk.start_into_error() };
    let mut layer = walk.start()?;
    for &action in before {
        let Some(label) = walk.label(action) else { return Ok(None) };
        layer = walk.step(layer, label)?;
    }
    match walk.label(*last) {
        Some(label) => walk.step_into_error(layer, label),
        None => Ok(None),
    }
}

/// Composes and reduces the module and its properties step by step; what the environment sees stays visible.
pub(crate) fn steps(question: &Question, ctx: Context<'_>) -> Result<Reduced, Stopped> {
    let parts = question.system().components.into_iter();
    let parts: Vec<Part> = parts.map(|c| Part { name: c.name, lts: c.lts }).collect();
    let keep = |action| question.boundary.assumption.contains(action);
    reduce(&question.actions, parts, Aim::Error, &keep, STEP, ctx)
}

/// Turns traces into runs of the components.
pub(crate) struct Lifter {
    reduced: Reduced,
}

impl Lifter {
    /// `None` if the steps are too large.
    pub(crate) fn new(question: &Question, ctx: Context<'_>) -> Result<Option<Lifter>, Spent> {
        match steps(question, ctx) {
            Ok(reduced) => Ok(Some(Lifter { reduced })),
            Err(Stopped::TooLarge | Stopped::Spent(Spent::States(_))) => Ok(None),
            Err(Stopped::Spent(spent)) => Err(spent),
        }
    }

    /// A run with exactly this projection, if there is one within the limits of lifting.
    pub(crate) fn run(&self, word: &[ActionId], ctx: Context<'_>) -> Result<Option<Vec<ActionId>>, Spent> {
        let lifted = self.reduced.run_along(word.to_vec(), Goal::Error, LiftLimits::default(), ctx)?;
        Ok(lifted.map(|run| run.actions))
    }
}
