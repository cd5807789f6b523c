//! The candidate with what is lost added back.
//!
//! # Problem
//! Wanted: the smallest deterministic LTS over the interface with the traces that the candidate offers or
//! that are required of it.
//!
//! # Method
//! [`Engine::Direct`]: the smallest deterministic machine of each of the two, a choice between them, and
//! again the smallest deterministic machine. [`Engine::Learned`]: asked for word by word (`oracle`).
//! [`Engine::Auto`]: directly, unless a subset construction takes many more sets than the versions have
//! states; then by learning, as the result may be small where the sets are many.
//!
//! # Invariants
//! 1. The result is canonical: it depends on the two languages only, so all engines give the same, byte for
//!    byte.
//!
//! # Cost
//! Directly: the subset constructions of the two, and at most the product of the two smallest machines, which
//! is also the largest size of the result. Learned: as many counterexamples as the result has states, each
//! with a walk that is exponential at worst.
//!
//! # Departures
//! \[CSS04\] learns always. Where the two smallest machines are at hand, learning takes longer than putting
//! them together.

use rely_learn::{Algorithm, Cached, Closure, End, learn};
use rely_lts::{Context, Label, Lts, RowBuilder, Spent, StateId};

use crate::findings::canonical;
use crate::forbidden::too_large;
use crate::oracle::{Oracle, Views};
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
    /// Steps of the versions that these took.
    pub letters: u64,
    /// Machines that were asked for, the last one included.
    pub equivalence_queries: u64,
    /// Counterexamples.
    pub rounds: u64,
    /// States of the result.
    pub states: usize,
}

impl CompletedStatistics {
    pub(crate) fn new(learned: &rely_learn::Statistics, states: usize) -> Self {
        CompletedStatistics {
            membership_queries: learned.membership_queries,
            letters: learned.letters,
            equivalence_queries: learned.equivalence_queries,
            rounds: learned.rounds,
            states,
        }
    }
}

/// Who learns where [`Engine::Auto`] does.
const AUTO: Engine = Engine::Learned { algorithm: Algorithm::Ttt, cache: true, closed: true };
/// Sets per state of the versions that [`Engine::Auto`] allows a subset construction, and those that any may
/// have.
const SETS: (u64, u64) = (16, 4096);

/// The completed component: the candidate, extended with everything that it lost.
///
/// ```
/// # use rely_evolve::Versions;
/// # use rely_lts::{Actions, Context};
/// # use rely_testkit::text::read;
/// # let actions = Actions::new();
/// # let [old, new] = ["0 open 1; 1 read 0; 1 write 0", "0 open 1; 1 read 0"].map(|text| read(&actions, text));
/// # let (ctx, interface) = (Context::unlimited(), old.alphabet().clone());
/// # let versions = Versions::new(old.into(), new.into(), Vec::new(), interface)?;
/// use rely_evolve::{Engine, complete};
/// // The candidate no longer writes; the completed component does.
/// let completed = complete(&versions, Engine::Auto, ctx)?;
/// assert_eq!((completed.lts.n_states(), completed.lts.n_transitions()), (2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn complete(versions: &Versions, engine: Engine, ctx: Context<'_>) -> Result<Completed, Spent> {
    match engine {
        Engine::Direct => direct(versions, ctx),
        Engine::Learned { algorithm, cache, closed } => learned(versions, algorithm, cache, closed, ctx),
        Engine::Auto => {
            let states = versions.baseline().n_states() + versions.candidate().n_states();
            complete_within(versions, SETS.0 * states as u64 + SETS.1, ctx)
        }
    }
}

/// Directly if no subset construction takes more than this many sets, otherwise by learning.
fn complete_within(versions: &Versions, sets: u64, ctx: Context<'_>) -> Result<Completed, Spent> {
    if ctx.budget.states.is_some_and(|limit| limit <= sets) {
        return direct(versions, ctx);
    }
    let budget = ctx.budget.clone().with_states(sets);
    match direct(versions, Context { budget: &budget, ..ctx }) {
        Err(Spent::States(_)) => complete(versions, AUTO, ctx),
        result => result,
    }
}

fn direct(versions: &Versions, ctx: Context<'_>) -> Result<Completed, Spent> {
    let offered = canonical(&versions.offered(), ctx)?;
    let lts = match versions.required(ctx)? {
        Some(required) => canonical(&union(&offered, &canonical(&required, ctx)?)?, ctx)?,
        None => offered,
    };
    let statistics = CompletedStatistics { states: lts.n_states(), ..CompletedStatistics::default() };
    Ok(Completed { lts, engine: Engine::Direct, statistics })
}

fn learned(
    versions: &Versions,
    algorithm: Algorithm,
    cache: bool,
    closed: bool,
    ctx: Context<'_>,
) -> Result<Completed, Spent> {
    let views = Views::new(versions, ctx)?;
    let mut oracle = Oracle::new(&views, versions, ctx)?;
    let closure = if closed { Closure::PrefixClosed } else { Closure::Any };
    let n_letters = u32::try_from(versions.letters().len()).expect("alphabets have fewer than 2^32 actions");
    let mut teacher = Cached::new(&mut oracle, n_letters, closure, ctx);
    if !cache {
        teacher = teacher.repeating();
    }
    let learned = learn(&mut *algorithm.learner(n_letters), &mut teacher);
    match learned.end {
        End::Learned => {}
        End::Spent(spent) => return Err(spent),
        End::Contradiction(word) => panic!("internal error: the answers for {word:?} contradict each other"),
    }
    let machine = learned.hypothesis.expect("what was learned is a hypothesis");
    let lts = machine
        .to_lts(versions.letters())
        .expect("both languages are prefix-closed and have the empty trace");
    let statistics = CompletedStatistics::new(&learned.statistics, lts.n_states());
    Ok(Completed { lts, engine: Engine::Learned { algorithm, cache, closed }, statistics })
}

/// A choice, by tau, between two LTSs with the same alphabet.
pub(crate) fn union(one: &Lts, other: &Lts) -> Result<Lts, Spent> {
    let mut rows = RowBuilder::new(one.alphabet().clone());
    let shifted = |state: StateId, by: usize| StateId::at(state.index() + by);
    let beginnings = [(one, 1), (other, 1 + one.n_states())];
    let mut row: Vec<_> =
        beginnings.iter().map(|&(lts, by)| (Label::TAU, shifted(lts.initial(), by))).collect();
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

#[cfg(test)]
mod tests {
    use rely_lts::{Actions, Budget};
    use rely_testkit::text;

    use super::*;

    fn versions(baseline: &str, candidate: &str) -> Versions {
        let actions = Actions::new();
        let (baseline, candidate) = (text::read(&actions, baseline), text::read(&actions, candidate));
        let interface = baseline.alphabet().clone();
        Versions::new(baseline.into(), candidate.into(), Vec::new(), interface).unwrap()
    }

    fn steps(lts: &Lts) -> Vec<(StateId, Label, StateId)> {
        lts.transitions().collect()
    }

    #[test]
    fn many_sets_are_learned() {
        let versions = versions("0 a 1; 1 b 2; 2 a 0", "0 a 1; 1 a 0; 1 b 1");
        let ctx = Context::unlimited();
        let direct = complete(&versions, Engine::Direct, ctx).unwrap();
        let found = complete_within(&versions, 1, ctx).unwrap();
        assert_eq!((found.engine, steps(&found.lts)), (AUTO, steps(&direct.lts)));
        assert!(found.statistics.membership_queries > 0);
        // A limit of the caller's own is not stretched.
        let budget = Budget::unlimited().with_states(1);
        let spent = complete_within(&versions, 1, Context::with_budget(&budget)).unwrap_err();
        assert_eq!(spent, Spent::States(1));
        assert_eq!(complete(&versions, Engine::Auto, ctx).unwrap().engine, Engine::Direct);
    }

    /// The subset construction has 2^16 sets, and the language is everything.
    #[test]
    fn a_small_union_of_many_sets_is_learned() {
        let chain: String = (1..16).map(|i| format!("{i} a {}; {i} b {}; ", i + 1, i + 1)).collect();
        let text = format!("0 a 0; 0 b 0; 0 a 1; {chain}");
        let found = complete(&versions(&text, &text), Engine::Auto, Context::unlimited()).unwrap();
        assert_eq!((found.engine, found.lts.n_states(), found.lts.n_transitions()), (AUTO, 1, 2));
    }
}
