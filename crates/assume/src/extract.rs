//! From a deterministic machine with ERROR to the assumption: the last steps of the construction.

use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{Context, Lts, RowBuilder, Spent, StateId};

use crate::assumption::Assumption;

/// The largest number of bytes that a completed machine may have.
const TOO_MANY: Spent = Spent::Memory(u32::MAX as u64 * 8);

/// What a deterministic machine does without entering ERROR, and everything that it does not do: the sink is
/// added, ERROR is dropped, the rest is minimized.
///
/// Two states of a deterministic LTS without ERROR are bisimilar iff they have the same traces, so the result
/// is the minimal machine of its language, and it is numbered breadth-first in the order of names.
///
/// # Errors
/// If the budget is spent.
pub fn extract(sets: &Lts, ctx: Context<'_>) -> Result<Assumption, Spent> {
    let labels = sets.alphabet().len();
    ctx.budget.check_memory(sets.n_states().saturating_mul(labels).saturating_mul(8))?;
    let sink = StateId::at(sets.n_states());
    let mut rows = RowBuilder::new(sets.alphabet().clone());
    let mut uses_sink = false;
    let mut row = Vec::with_capacity(labels);
    for s in sets.states() {
        row.clear();
        for label in sets.alphabet().labels() {
            match sets.step(s, label) {
                [] => {
                    row.push((label, sink));
                    uses_sink = true;
                }
                [t] if t.is_error() => {}
                targets => row.push((label, targets[0])),
            }
        }
        rows.push_state(&mut row).map_err(|_| TOO_MANY)?;
    }
    if uses_sink {
        row.clear();
        row.extend(sets.alphabet().labels().map(|label| (label, sink)));
        rows.push_state(&mut row).map_err(|_| TOO_MANY)?;
    }
    // ERROR leads nowhere, so without it every state can still be reached.
    let allowed = rows.finish(sets.initial(), None);
    let minimal = minimize(&allowed, Equivalence::Strong, ctx)?.lts.reachable().0;
    Ok(Assumption::new(minimal).expect("the machine is deterministic and has no ERROR"))
}
