//! The candidate with what is lost added back.
//!
//! # Problem
//! Wanted: the smallest deterministic LTS over the interface with the traces that the candidate offers or that are required of it.
//!
//! # Method
//! [`Engine::Direct`]: a new initial state with a tau to the candidate and one to what is required, the subset construction, and the quotient.
//!
//! # Invariants
//! 1. The result is canonical: it depends on the two languages only, so all engines give the same, byte for byte.

use rely_learn::Algorithm;
use rely_lts::{Context, Lts, RowBuilder, Spent, StateId};

use crate::findings::canonical;
use crate::forbidden::too_large;
use crate::versions::Versions;

/// How the completed component is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Engine {
    /// By the subset construction.
    Direct,
    /// By learning.
    Learned {
        /// Who learns.
        algorithm: Algorithm,
        /// Is no question asked twice?
        cache: bool,
        /// Is it used that the language is prefix-closed?
        closed: bool,
    },
    /// As is likely to be cheaper.
    #[default]
    Auto,
}

/// The completed component.
#[derive(Clone, Debug)]
pub struct Completed {
    /// The machine, over [`Versions::letters`], numbered breadth-first.
    pub lts: Lts,
    /// The engine that made it; never [`Engine::Auto`].
    pub engine: Engine,
    /// What it took.
    pub statistics: CompletedStatistics,
}

/// What the completed component took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompletedStatistics {
    /// Words that were asked for; none if it was made directly.
    pub membership_queries: u64,
    /// Machines that were asked for, the last one included.
    pub equivalence_queries: u64,
    /// Counterexamples.
    pub rounds: u64,
    /// States of the result.
    pub states: usize,
}

/// The candidate with what is lost added back.
///
/// # Errors
/// If the budget is spent.
pub fn complete(versions: &Versions, _engine: Engine, ctx: Context<'_>) -> Result<Completed, Spent> {
    let offered = versions.offered();
    let both = match versions.required(ctx)? {
        Some(required) => union(&offered, &required)?,
        None => offered,
    };
    let lts = canonical(&both, ctx)?;
    let statistics = CompletedStatistics { states: lts.n_states(), ..CompletedStatistics::default() };
    Ok(Completed { lts, engine: Engine::Direct, statistics })
}

/// A choice, by tau, between two LTSs with the same alphabet.
fn union(one: &Lts, other: &Lts) -> Result<Lts, Spent> {
    let mut rows = RowBuilder::new(one.alphabet().clone());
    let shifted = |state: StateId, by: usize| StateId::at(state.index() + by);
    let beginnings = [(one, 1), (other, 1 + one.n_states())];
    let mut row: Vec<_> =
        beginnings.iter().map(|&(lts, by)| (rely_lts::Label::TAU, shifted(lts.initial(), by))).collect();
    rows.push_state(&mut row).map_err(too_large)?;
    for (lts, by) in beginnings {
        for state in lts.states() {
            row.clear();
            row.extend(lts.successors(state).map(|(label, target)| (label, shifted(target, by))));
            rows.push_state(&mut row).map_err(too_large)?;
        }
    }
    Ok(rows.finish(StateId::at(0), None))
}
