//! Which traces of an environment a module can take part in.
//!
//! # Problem
//! Given traces over `αA`, decide for each whether some run of the module and its properties looks like it.
//! An assumption allows much that the module cannot do, because it does no harm; a list of allowed traces is
//! easier to read without these.
//!
//! # Method
//! Compose the module with its properties, hide everything outside `αA`, reduce by branching bisimilarity,
//! and follow the set of possible states along each trace.
//!
//! # Invariants
//! 1. `sets[k]` is the set of states after the first `k` actions of the current trace, closed under tau.
//!    Traces are taken in sorted order, so neighbors share the sets of their common prefix.
//!
//! # Cost
//! The product, once; then, for every action of a trace after the common prefix with its predecessor, the
//! transitions of one set.
//!
//! # Departures
//! None; this is the textbook simulation of a nondeterministic automaton. The product is not determinized,
//! since only the given traces are followed.

use fixedbitset::FixedBitSet;
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{ActionId, Context, Label, Lts, Spent, StateId, Ticker, compose};

use crate::question::Question;
use crate::view::seen_through;

/// For every trace over the assumption's alphabet: is there a run of the module and its properties that looks
/// like this from outside? A run ends with ERROR.
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
/// use rely_assume::possible;
/// let [acquire, write, release] = ["acquire", "write", "release"].map(|name| actions.intern(name));
/// let traces: [&[_]; 3] = [&[acquire, write], &[release], &[write]];
/// // The module refuses `release` before `acquire`; `write` it does, into ERROR.
/// assert_eq!(possible(&question, &traces, ctx)?, [true, false, true]);
/// # Ok::<(), rely_lts::Spent>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn possible(question: &Question, traces: &[&[ActionId]], ctx: Context<'_>) -> Result<Vec<bool>, Spent> {
    let outside = &question.boundary.assumption;
    let seen = seen_through(&compose(&question.system(), ctx)?.lts, outside);
    let budget = ctx.budget.holding(seen.memory());
    let ctx = Context { budget: &budget, ..ctx };
    let lts = minimize(&seen, Equivalence::Branching, ctx)?.lts;
    let mut walker = Walker {
        lts: &lts,
        ctx,
        member: FixedBitSet::with_capacity(lts.n_states()),
        ticker: Ticker::default(),
    };
    let mut order: Vec<usize> = (0..traces.len()).collect();
    order.sort_unstable_by_key(|&i| traces[i]);
    let mut answers = vec![false; traces.len()];
    // The sets after the beginnings of the trace before: `sets[k]` after `k` actions.
    let mut sets = vec![walker.close(vec![lts.initial()])?];
    let mut before: &[ActionId] = &[];
    for i in order {
        let trace = traces[i];
        let shared = trace.iter().zip(before).take_while(|(a, b)| a == b).count();
        sets.truncate(shared + 1);
        while sets.len() <= trace.len() {
            let label = outside.label(trace[sets.len() - 1]).filter(|label| !label.is_tau());
            let next = match label {
                Some(label) => walker.step(&sets[sets.len() - 1], label)?,
                None => Vec::new(),
            };
            sets.push(next);
        }
        answers[i] = !sets[trace.len()].is_empty();
        before = trace;
    }
    Ok(answers)
}

/// Walks from set to set.
struct Walker<'a> {
    lts: &'a Lts,
    ctx: Context<'a>,
    /// The states of the set that is being made; empty between calls.
    member: FixedBitSet,
    ticker: Ticker,
}

impl Walker<'_> {
    /// Where the states of a set get by an action; ERROR may be among them.
    fn step(&mut self, set: &[StateId], label: Label) -> Result<Vec<StateId>, Spent> {
        let mut targets: Vec<StateId> = set.iter().flat_map(|&s| self.lts.step(s, label)).copied().collect();
        targets.sort_unstable();
        targets.dedup();
        self.close(targets)
    }

    /// Adds what is reached by tau to distinct states.
    fn close(&mut self, mut set: Vec<StateId>) -> Result<Vec<StateId>, Spent> {
        set.iter().filter(|s| !s.is_error()).for_each(|s| self.member.insert(s.index()));
        let mut next = 0;
        while let Some(&s) = set.get(next) {
            next += 1;
            self.ticker.tick(self.ctx.budget)?;
            for &t in self.lts.step(s, Label::TAU) {
                if !t.is_error() && !self.member.put(t.index()) {
                    set.push(t);
                }
            }
        }
        set.iter().filter(|s| !s.is_error()).for_each(|s| self.member.remove(s.index()));
        Ok(set)
    }
}
