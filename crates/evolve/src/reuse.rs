//! The completed component from a machine that is remembered.
//!
//! # Problem
//! Given two versions, and deterministic machines of earlier ones: the baseline's, or yesterday's
//! candidate's. Wanted: what [`complete`](crate::complete) gives, with few questions where little has
//! changed.
//!
//! # Method
//! The languages of the two versions are learned one by one, each [from a remembered machine](Adaptive): what
//! has not changed is not asked. The union is built from the two machines. A baseline of which nothing is
//! remembered is determinized. What is remembered may be anything, also over other letters: letters that are
//! gone are dropped, new ones are taken to be refused.
//!
//! # Invariants
//! 1. Each machine has passed an exact equivalence check on today's version, and their union has passed the
//!    three of the teacher of both: nothing that is remembered can change the result.
//! 2. The result is the one of [`complete`](crate::complete), byte for byte.
//!
//! # Cost
//! An unchanged machine costs its equivalence check. A changed one costs membership queries for the states
//! that changed, and the walks of the checks, which are exponential at worst.
//!
//! # Departures
//! \[CSS04\] learns the union itself. One changed transition can change it everywhere: its smallest machine
//! may have as many states as both versions' machines have pairs, so learning it from the old machine asks
//! nearly as much as learning it from scratch.

use rely_learn::{Adaptive, Cached, Changes, Closure, Dfa, End, Equivalence, Guess, Letter, learn};
use rely_lts::{ActionId, Context, Lts, Spent};

use crate::completed::{CompletedStatistics, union};
use crate::findings::canonical;
use crate::oracle::{Oracle, Views};
use crate::versions::Versions;

/// What was learned from a remembered machine.
#[derive(Clone, Debug)]
pub struct Relearned {
    /// The smallest deterministic machine with the traces of today, numbered breadth-first: what to remember.
    pub lts: Lts,
    /// What it took.
    pub statistics: CompletedStatistics,
    /// How much of the remembered machine was found to be different.
    pub changes: Changes,
}

/// What is remembered of earlier upgrades; none of it need be true.
#[derive(Clone, Copy, Debug, Default)]
pub struct Remembered<'r> {
    /// A machine of what is required of the baseline.
    pub required: Option<&'r Lts>,
    /// A machine of the candidate. If there is none, the baseline's is taken: an upgrade changes little.
    pub offered: Option<&'r Lts>,
}

/// What came of what is remembered; all machines are over [`Versions::letters`], smallest, and numbered
/// breadth-first.
#[derive(Clone, Debug)]
pub struct Reused {
    /// What is required of the baseline, to be remembered; `None` if nothing is.
    pub required: Option<Lts>,
    /// What the candidate offers, to be remembered: it is the next baseline.
    pub offered: Lts,
    /// The completed component.
    pub completed: Lts,
    /// What both versions took.
    pub statistics: CompletedStatistics,
    /// How much of the machine that it was learned from is different in the candidate.
    pub changes: Changes,
}

/// Learns the traces of a view (any LTS without ERROR; tau is invisible) from a machine that had them once.
///
/// ```
/// use rely_evolve::relearn;
/// use rely_lts::{Actions, Context};
/// use rely_testkit::text::read;
///
/// let actions = Actions::new();
/// let view = read(&actions, "0 open 1; 1 read 0; 1 write 1");
/// let remembered = read(&actions, "0 open 1; 1 read 0; 1 write 0");
/// let relearned = relearn(&view, &remembered, Context::unlimited())?;
/// assert_eq!((relearned.lts.n_states(), relearned.lts.n_transitions()), (2, 3));
/// # Ok::<(), rely_lts::Spent>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn relearn(view: &Lts, remembered: &Lts, ctx: Context<'_>) -> Result<Relearned, Spent> {
    let mut oracle = Oracle::of(view, ctx);
    let guess = translated(remembered, view);
    let mut teacher = Cached::new(&mut oracle, guess.n_letters(), Closure::PrefixClosed, ctx);
    let mut learner = Adaptive::new(&guess);
    let learned = learn(&mut learner, &mut teacher);
    match learned.end {
        End::Learned => {}
        End::Spent(spent) => return Err(spent),
        End::Contradiction(word) => panic!("internal error: the answers for {word:?} contradict each other"),
    }
    let machine = learned.hypothesis.expect("what was learned is a hypothesis").minimize();
    let lts = machine.to_lts(view.alphabet()).expect("traces are prefix-closed and have the empty one");
    let statistics = CompletedStatistics::new(&learned.statistics, lts.n_states());
    Ok(Relearned { lts, statistics, changes: learner.changes() })
}

/// The completed component, and the machines of both versions, from machines that they may have had once.
///
/// # Errors
/// If the budget is spent.
pub fn complete_from(
    versions: &Versions,
    remembered: Remembered<'_>,
    ctx: Context<'_>,
) -> Result<Reused, Spent> {
    let mut statistics = CompletedStatistics::default();
    let mut count = |relearned: Relearned| {
        statistics.membership_queries += relearned.statistics.membership_queries;
        statistics.letters += relearned.statistics.letters;
        statistics.equivalence_queries += relearned.statistics.equivalence_queries;
        statistics.rounds += relearned.statistics.rounds;
        (relearned.lts, relearned.changes)
    };
    let required = match (versions.required(ctx)?, remembered.required) {
        (None, _) => None,
        (Some(view), Some(machine)) => Some(count(relearn(&view, machine, ctx)?).0),
        (Some(view), None) => Some(canonical(&view, ctx)?),
    };
    let offered = versions.offered();
    let machine = remembered.offered.or(required.as_ref()).unwrap_or(&offered);
    let (offered, changes) = count(relearn(&offered, machine, ctx)?);
    let completed = match &required {
        None => offered.clone(),
        Some(required) => canonical(&union(&offered, required)?, ctx)?,
    };
    // Invariant 1.
    let machine = Dfa::from_lts(&completed).expect("a canonical machine is deterministic");
    let views = Views::new(versions, ctx)?;
    let wrong = Oracle::new(&views, versions, ctx)?.counterexample(&machine)?;
    assert_eq!(wrong, None, "the union of two languages has no other words");
    statistics.equivalence_queries += 1;
    statistics.states = completed.n_states();
    Ok(Reused { required, offered, completed, statistics, changes })
}

/// The remembered machine over the letters of a view, by name; one that is not deterministic is no guess at
/// all.
fn translated(remembered: &Lts, view: &Lts) -> Dfa {
    let (old, now) = (remembered.alphabet(), view.alphabet());
    let same_table = remembered.actions().same_table(view.actions());
    let letter = |&action: &ActionId| -> Option<Letter> {
        let action =
            if same_table { Some(action) } else { remembered.actions().get(&view.actions().name(action)) };
        old.label(action?).and_then(rely_learn::letter_of)
    };
    let letters: Vec<Option<Letter>> = now.ids().iter().map(letter).collect();
    match Dfa::from_lts(remembered) {
        Ok(machine) => machine.over(&letters, Guess::Rejected),
        Err(_) => {
            let k = u32::try_from(letters.len()).expect("alphabets have fewer than 2^32 actions");
            Dfa::new(k, 0, vec![0; letters.len()], vec![true]).expect("one state")
        }
    }
}
