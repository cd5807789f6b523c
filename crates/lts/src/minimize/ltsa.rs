//! The reference tool's own minimization.
//!
//! # Problem
//! LTSA's "Minimise", step by step, so that the numbers of states and transitions agree:
//! 1. tau reduction: tau self-loops are removed, then every state except the initial one whose only
//!    transitions are tau is removed, transitions into it being replaced by transitions to its tau
//!    successors, until nothing changes. This preserves traces and ERROR but *not* weak bisimilarity:
//!    `a.(tau.P + tau.Q)` becomes `a.P + a.Q`;
//! 2. the classes of weak bisimilarity;
//! 3. their single-step transitions in the result of step 1, without tau self-loops.
//!
//! # Method
//! Step 1 in one pass: the states that go are grouped into the strongly connected components of the tau
//! transitions between them; a transition into one becomes transitions to its *exits*, the states that stay
//! and are reached by tau through states that go.
//!
//! # Invariants
//! 1. `exits[c]` is not empty: a component that leads nowhere keeps one stuck state, its first.
//!
//! # Cost
//! O(n + m) plus the size of the exits, which is that of the transitions they stand for; then as for weak
//! bisimilarity.
//!
//! # Departures
//! In a cycle of states that have only tau the order of removal decides which state is left to be stuck; here
//! it is the first one.

use super::quotient::{Loops, quotient};
use super::weak;
use crate::budget::{Context, Spent, Ticker};
use crate::builder::{LtsError, RowBuilder};
use crate::id::{Label, StateId};
use crate::lts::Lts;
use crate::scc::{Sccs, sccs};

/// Does the minimization of LTSA begin with its tau reduction?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TauReduction {
    /// Yes, as for composites (the default of LTSA).
    On,
    /// No, as for `minimal` on a primitive process, or where it is switched off.
    Off,
}

/// LTSA's minimization of an LTS: the result has as many states and transitions as that of LTSA.
///
/// ```
/// use rely_lts::minimize::{TauReduction, ltsa};
/// use rely_lts::{Actions, Context};
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Lts {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     builder.finish(StateId::at(0)).expect("all states were added")
/// # }
/// let lts = machine(&Actions::new(), &[(0, "tau", 1), (1, "a", 0)]);
/// let found = ltsa(&lts, TauReduction::On, Context::unlimited()).expect("no limits");
/// assert_eq!((found.n_states(), found.n_transitions()), (1, 1));
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn ltsa(lts: &Lts, tau: TauReduction, ctx: Context<'_>) -> Result<Lts, Spent> {
    let reduced = match tau {
        TauReduction::On if lts.has_tau() => Some(reduce_tau(lts, ctx)?),
        _ => None,
    };
    let lts = reduced.as_ref().unwrap_or(lts);
    let (block, n_blocks) = weak::classes(lts, ctx)?;
    Ok(quotient(lts, block, n_blocks, Loops::DropWithErrors, ctx)?.lts)
}

/// Step 1.
fn reduce_tau(lts: &Lts, ctx: Context<'_>) -> Result<Lts, Spent> {
    let goes = |s: StateId| {
        s != lts.initial()
            && lts.labels_of(s).last().is_some_and(|label| label.is_tau())
            && lts.targets_of(s).iter().any(|&t| t != s)
    };
    let components = sccs(
        lts.n_states(),
        |s| {
            let s = StateId::at(s);
            let taus = if goes(s) { lts.targets_of(s) } else { &[] };
            taus.iter().filter(|t| !t.is_error() && goes(**t)).map(|t| t.index())
        },
        ctx,
    )?;
    let exits = exits(lts, &goes, &components, ctx)?;

    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let mut row: Vec<(Label, StateId)> = Vec::new();
    let mut ticker = Ticker::default();
    for s in lts.states() {
        row.clear();
        if !goes(s) {
            for (label, t) in lts.successors(s) {
                ticker.tick(ctx.budget)?;
                if t.is_error() || !goes(t) {
                    row.push((label, t));
                } else {
                    row.extend(exits[components.component(t.index())].iter().map(|&exit| (label, exit)));
                }
            }
            row.retain(|&(label, t)| !(label.is_tau() && t == s));
        }
        rows.push_state(&mut row).map_err(too_large)?;
        ctx.budget.check_memory(rows.memory())?;
    }
    let mut reduced = rows.finish(lts.initial(), lts.end());
    if let Some(propositions) = lts.propositions() {
        reduced = reduced.with_propositions(propositions.clone()).expect("the states are the same");
    }
    Ok(reduced.reachable().0)
}

/// The exits of every component of states that go, sorted: components come after those they lead to.
fn exits(
    lts: &Lts,
    goes: &impl Fn(StateId) -> bool,
    components: &Sccs,
    ctx: Context<'_>,
) -> Result<Vec<Vec<StateId>>, Spent> {
    let (member_rows, members) = components.members();
    let mut exits: Vec<Vec<StateId>> = vec![Vec::new(); components.n_components()];
    let mut found = Vec::new();
    let mut ticker = Ticker::default();
    let mut held = 0;
    for c in 0..components.n_components() {
        let states = &members[member_rows[c] as usize..member_rows[c + 1] as usize];
        let first = StateId::from_raw(states[0]);
        if !goes(first) {
            continue;
        }
        found.clear();
        for &s in states {
            for &t in lts.targets_of(StateId::from_raw(s)) {
                ticker.tick(ctx.budget)?;
                if t.is_error() || !goes(t) {
                    found.push(t);
                } else if components.component(t.index()) != c {
                    found.extend_from_slice(&exits[components.component(t.index())]);
                }
            }
        }
        if found.is_empty() {
            found.push(first);
        }
        found.sort_unstable();
        found.dedup();
        held += found.len() * size_of::<StateId>();
        ctx.budget.check_memory(held)?;
        exits[c] = found.clone();
    }
    Ok(exits)
}

/// An LTS that does not fit is a limit as others are.
pub(crate) fn too_large(error: LtsError) -> Spent {
    match error {
        LtsError::TooManyTransitions => Spent::Memory(u64::from(u32::MAX) * 8),
        _ => Spent::States(u64::from(u32::MAX)),
    }
}
