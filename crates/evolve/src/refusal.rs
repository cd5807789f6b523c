//! What the candidate may refuse where the baseline could not.
//!
//! # Problem
//! Given versions, a shortest trace of what is required after which the candidate may be in a stable state
//! (one without silent steps) that refuses a set of actions which the baseline never refuses as a whole after
//! this trace. Equal traces do not exclude that.
//!
//! # Method
//! The relation is *conf* \[Bri88\]: refusals after traces of the specification, and after no others. The
//! sets of states after each trace are walked together; a state of the candidate needs a stable state of the
//! baseline that offers no more.
//!
//! # Invariants
//! 1. If there is none, and both versions have the same alphabet, every deadlock of the candidate in an
//!    environment after a run that is required is one of the baseline's there.
//!
//! # Cost
//! The pairs of sets, |Σ| · |set|² each.
//!
//! # Departures
//! Transitions into ERROR are not offers here, as they are not a service; END is not an offer either.

use std::collections::VecDeque;

use rely_lts::{ActionId, Context, Label, Lts, Spent, StateId, Trace};
use rustc_hash::FxHashMap;

use crate::sets::{Set, Walker};
use crate::versions::Versions;

/// What the candidate may refuse where the baseline could not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// After this trace, which is required.
    pub trace: Trace,
    /// All of these, sorted by name; empty if the baseline never comes to rest after the trace.
    pub refused: Vec<ActionId>,
    /// In this state of the candidate.
    pub state: StateId,
}

/// A shortest trace after which the candidate may refuse actions that the baseline could not refuse.
///
/// ```
/// use rely_evolve::{Versions, contained, refusal};
/// use rely_lts::{Actions, Context};
/// use rely_testkit::text::read;
///
/// let actions = Actions::new();
/// let baseline = read(&actions, "0 open 1; 1 read 0; 1 write 0");
/// // The candidate decides by itself whether it reads or writes: the traces are the same.
/// let candidate = read(&actions, "0 open 1; 0 open 2; 1 read 0; 2 write 0");
/// let interface = baseline.alphabet().clone();
/// let versions = Versions::new(baseline.into(), candidate.into(), Vec::new(), interface)?;
/// assert!(contained(&versions, Context::unlimited()).holds());
/// let refusal = refusal(&versions, Context::unlimited())?.expect("after `open` it may refuse to read");
/// assert_eq!(refusal.trace.names(&actions).join(" "), "open");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn refusal(versions: &Versions, ctx: Context<'_>) -> Result<Option<Refusal>, Spent> {
    let Some(required) = versions.required(ctx)? else { return Ok(None) };
    let offered = versions.offered();
    let (mut spec, mut imp) = (Walker::new(&required), Walker::new(&offered));
    let start = (spec.start(ctx)?.0, imp.start(ctx)?.0);
    let mut pairs: Vec<Pair> = vec![Pair { sets: start.clone(), from: None }];
    let mut known: FxHashMap<(Set, Set), usize> = FxHashMap::default();
    known.insert(start, 0);
    let mut queue = VecDeque::from([0]);
    let mut held = 0;
    while let Some(at) = queue.pop_front() {
        let (required_set, offered_set) = pairs[at].sets.clone();
        for &state in &offered_set {
            if let Some(refused) = excess(&offered, state, &required, &required_set) {
                return Ok(Some(Refusal { trace: trace(versions, &pairs, at), refused, state }));
            }
        }
        for label in versions.letters().labels() {
            let next = (spec.step(&required_set, label, ctx)?.0, imp.step(&offered_set, label, ctx)?.0);
            if next.0.is_empty() || next.1.is_empty() || known.contains_key(&next) {
                continue;
            }
            held += 2 * (next.0.len() + next.1.len()) * size_of::<StateId>() + 128;
            ctx.budget.check_memory(held)?;
            ctx.budget.check_states(pairs.len() + 1)?;
            known.insert(next.clone(), pairs.len());
            queue.push_back(pairs.len());
            pairs.push(Pair { sets: next, from: Some((at, label)) });
        }
    }
    Ok(None)
}

/// Sets of states after the same trace, and how they were found.
struct Pair {
    sets: (Set, Set),
    from: Option<(usize, Label)>,
}

fn trace(versions: &Versions, pairs: &[Pair], mut at: usize) -> Trace {
    let mut actions = Vec::new();
    while let Some((before, label)) = pairs[at].from {
        actions.push(versions.letters().action(label));
        at = before;
    }
    actions.reverse();
    Trace { actions }
}

/// What a stable state refuses that no stable state of the set refuses as a whole, with few actions.
fn excess(offered: &Lts, state: StateId, required: &Lts, set: &[StateId]) -> Option<Vec<ActionId>> {
    let stable = |lts: &Lts, s: StateId| lts.step(s, Label::TAU).is_empty();
    if !stable(offered, state) {
        return None;
    }
    let offers = |lts: &Lts, s: StateId, label: Label| !lts.step(s, label).is_empty();
    let refused: Vec<Label> =
        offered.alphabet().labels().filter(|&label| !offers(offered, state, label)).collect();
    let rivals: Vec<StateId> = set.iter().copied().filter(|&s| stable(required, s)).collect();
    // Every rival must offer one of what is refused.
    let answers = |refused: &[Label], s: StateId| refused.iter().any(|&label| offers(required, s, label));
    let excluded = |refused: &[Label]| rivals.iter().all(|&s| answers(refused, s));
    if !excluded(&refused) {
        return None;
    }
    // Later labels are left out first, so that what stays comes early in the alphabet.
    let mut few = refused;
    for at in (0..few.len()).rev() {
        let label = few.remove(at);
        if !excluded(&few) {
            few.insert(at, label);
        }
    }
    Some(few.into_iter().map(|label| offered.alphabet().action(label)).collect())
}
