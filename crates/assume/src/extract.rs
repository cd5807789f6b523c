//! From a deterministic machine with ERROR to the assumption.

use rely_lts::determinize::complete_with_sink;
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{Context, Lts, RowBuilder, Spent};

use crate::assumption::Assumption;

/// The largest number of bytes that a completed machine may have.
const TOO_MANY: Spent = Spent::Memory(u32::MAX as u64 * 8);

/// What a deterministic machine does without entering ERROR, and everything that it does not do: the sink is added, ERROR is
/// dropped, the rest is minimized.
///
/// Two states of a deterministic LTS without ERROR are bisimilar iff they have the same traces, so the result is the
/// minimal machine of its language, and it is numbered breadth-first in the order of names.
///
/// # Errors
/// If the budget is spent.
pub fn extract(sets: &Lts, ctx: Context<'_>) -> Result<Assumption, Spent> {
    let bytes = sets.n_states().saturating_mul(sets.alphabet().len()).saturating_mul(8);
    ctx.budget.check_memory(bytes)?;
    let completed = complete_with_sink(sets).map_err(|_| TOO_MANY)?.lts;
    let mut rows = RowBuilder::new(completed.alphabet().clone());
    let mut row = Vec::new();
    for s in completed.states() {
        row.clear();
        row.extend(completed.successors(s).filter(|(_, t)| !t.is_error()));
        rows.push_state(&mut row).map_err(|_| TOO_MANY)?;
    }
    let allowed = rows.finish(completed.initial(), None).reachable().0;
    drop(completed);
    let minimal = minimize(&allowed, Equivalence::Strong, ctx)?.lts.reachable().0;
    Ok(Assumption::new(minimal).expect("the machine is deterministic and has no ERROR"))
}
