//! The use of the store by a comparison.
//!
//! # Problem
//! The compared version differs little from one that was compared before. Its proofs and machines are a good
//! start for the new ones; the answer must be the same as without them.
//!
//! # Method
//! - *Proofs.* The key of the problem represents an exchanged component only by what others see of it. If
//!   such a component was there before, its proof is under this key; otherwise the last proof of the property
//!   is tried. Either becomes the [`known`](Plan::known) proof of a plan: its premises are checked with the
//!   present components, without any query. If it fails, its assumptions are [`hints`](Plan::hints).
//! - *Machines.* The canonical machine of a version over the interface is kept. The baseline of a comparison
//!   is often the candidate of the one before: the learner of the candidate begins with its machine.
//!
//! # Invariants
//! 1. Only `prove` returns *holds*, and it trusts nothing that is known.
//! 2. Evidence does not depend on the store: if a property was not proved with something remembered, it is
//!    checked again without, and the first answer is used only if that does not decide.
//! 3. Only decisions are kept: no *unknown*, no violation, and no monolithic search, which has no parts to be
//!    reused.
//!
//! # Cost
//! The digests are linear in the components, up to the limit on canonical machines; a failed start costs at
//! most one additional proof attempt.
//!
//! # Departures
//! \[CSS04\] starts the learner again from its last observation table. Here the last machine takes its place,
//! and proofs are reused without learning if their premises still hold.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::sync::Arc;

use rely_assume::prove::{NotAPlan, Plan, Problem, Proof, Rule, Statistics};
use rely_evolve::{
    Asked, Compatibility, Completed, CompletedStatistics, Engine, Extent, Obligation, Upgrade, Versions,
    compatible, complete, problem, relearn,
};
use rely_learn::Algorithm;
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{Context, Lts, Role, Spent, System, Verdict};

use rely_io::store::{Digest, Key, ProblemDigest, Store, StoredProof};

/// Remembered machines with more states × letters are passed over: a table of all of them would be made.
const MOST_ENTRIES: usize = 1 << 22;

/// The store of a comparison.
pub(super) struct Reused<'a> {
    store: &'a Store,
    /// The target of the system, for first guesses.
    target: &'a str,
    /// Names of the stored results that were used.
    names: RefCell<Vec<String>>,
}

/// The stored results for an obligation in a system.
struct Memory {
    /// Where its proof is kept.
    digest: ProblemDigest,
    /// Is there a proof under just that key?
    is_exact: bool,
    /// Proofs from the store, for today's components.
    known: Vec<Proof>,
}

/// The stored results for each question.
type Memories = RefCell<Vec<(Extent, Obligation, Option<Memory>)>>;

impl<'a> Reused<'a> {
    /// A comparison in a target.
    pub(super) fn new(store: &'a Store, target: &'a str) -> Self {
        Reused { store, target, names: RefCell::default() }
    }

    /// The results that were taken from the store, rechecked and used.
    pub(super) fn names(self) -> Vec<String> {
        self.names.into_inner()
    }

    /// Whether the system with the candidate satisfies its obligations, using stored results if they help.
    ///
    /// # Errors
    /// If the plan does not fit the system.
    pub(super) fn compatible(
        &self,
        upgrade: &Upgrade,
        extent: Extent,
        plan: &Plan,
        ctx: Context<'_>,
    ) -> Result<Compatibility, NotAPlan> {
        let memories: Memories = RefCell::default();
        let plans = |asked: &Asked<'_>| {
            let system = match asked.system {
                Extent::Candidate => &upgrade.candidate,
                // The required part of the baseline is proved like the baseline itself.
                Extent::Completed => &upgrade.baseline,
            };
            let memory = self.remembered(system, upgrade, asked.obligation, ctx);
            let known = memory.iter().flat_map(|memory| memory.known.iter().cloned());
            let plan = with_known(&base(plan, asked), known.collect());
            memories.borrow_mut().push((asked.system, asked.obligation, memory));
            plan
        };
        let first = compatible(upgrade, extent, &plans, ctx)?;
        let memories = memories.into_inner();
        let helped = |extent: Extent, obligation: Obligation| {
            memories.iter().any(|(e, o, memory)| {
                (*e, *o) == (extent, obligation) && memory.as_ref().is_some_and(|m| !m.known.is_empty())
            })
        };
        let doubtful = unproved(&first).iter().any(|&(extent, obligation)| helped(extent, obligation));
        let answer = if doubtful { self.again(upgrade, extent, plan, &first, ctx)? } else { first };
        self.keep(upgrade, &answer, &memories);
        Ok(answer)
    }

    /// The same without the store (I2); what was proved is not proved again.
    fn again(
        &self,
        upgrade: &Upgrade,
        extent: Extent,
        plan: &Plan,
        first: &Compatibility,
        ctx: Context<'_>,
    ) -> Result<Compatibility, NotAPlan> {
        let proved = |obligation: Obligation| {
            let found = first.candidate.iter().find(|decision| decision.obligation == obligation);
            found.and_then(|decision| match &decision.verdict {
                Verdict::Holds(proof) => Some(proof.clone()),
                _ => None,
            })
        };
        let plans = |asked: &Asked<'_>| match (asked.system, proved(asked.obligation)) {
            (Extent::Candidate, Some(proof)) => with_known(plan, vec![proof]),
            _ => base(plan, asked),
        };
        let mut fresh = compatible(upgrade, extent, &plans, ctx)?;
        for (fresh, first) in fresh.candidate.iter_mut().zip(&first.candidate) {
            settle((&mut fresh.verdict, &mut fresh.statistics), (&first.verdict, &first.statistics));
        }
        if let (Ok(fresh), Ok(first)) = (&mut fresh.completed, &first.completed) {
            for (fresh, first) in fresh.iter_mut().zip(first) {
                settle((&mut fresh.verdict, &mut fresh.statistics), (&first.verdict, &first.statistics));
            }
        }
        Ok(fresh)
    }

    /// The candidate with all losses added back, as by [`complete`]. If that is learned, then from
    /// remembered machines.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn complete(
        &self,
        process: &str,
        versions: &Versions,
        engine: Engine,
        ctx: Context<'_>,
    ) -> Result<Completed, Spent> {
        if self.store.place().is_none() || engine == Engine::Direct {
            return complete(versions, engine, ctx);
        }
        let keys = MachineKeys::new(process, versions);
        if let Some(seeds) = self.seeds(&keys, versions) {
            match self.relearned(&keys, &seeds, versions, engine, ctx) {
                Err(spent) if spent != Spent::Cancelled => {}
                ended => return ended,
            }
        }
        let completed = complete(versions, engine, ctx)?;
        if let Engine::Learned { .. } = completed.engine {
            // Where a machine has too many sets it is not kept: learning it a second time would be no help to
            // this run.
            let machine = |view: &Lts| minimize(view, Equivalence::Trace, ctx).map(|reduced| reduced.lts);
            if let Ok(offered) = machine(&versions.offered()) {
                keys.offered().for_each(|key| self.store.keep_machine(key, &offered));
            }
            if let Ok(required) = versions.required(ctx)?.as_ref().map(machine).transpose()
                && let Some(required) = required
            {
                self.store.keep_machine(&keys.required, &required);
            }
        }
        Ok(completed)
    }

    /// Stored machines of the candidate and of the required behavior to start from; `None` if there are none.
    fn seeds(&self, keys: &MachineKeys, versions: &Versions) -> Option<Seeds> {
        let most_states = MOST_ENTRIES / (versions.letters().len() + 1);
        let machine = |key: &Key| self.store.machine(key).filter(|lts| lts.n_states() <= most_states);
        let required = machine(&keys.required);
        let offered =
            machine(&keys.candidate).or_else(|| required.clone()).or_else(|| machine(&keys.last))?;
        Some(Seeds { required: required.unwrap_or_else(|| offered.clone()), offered })
    }

    /// Learns both languages from what they were, and puts them together.
    fn relearned(
        &self,
        keys: &MachineKeys,
        seeds: &Seeds,
        versions: &Versions,
        engine: Engine,
        ctx: Context<'_>,
    ) -> Result<Completed, Spent> {
        let offered = relearn(&versions.offered(), &seeds.offered, ctx)?;
        let mut statistics = offered.statistics;
        let lts = match versions.required(ctx)? {
            None => offered.lts.clone(),
            Some(required) => {
                let required = relearn(&required, &seeds.required, ctx)?;
                add(&mut statistics, &required.statistics);
                self.store.keep_machine(&keys.required, &required.lts);
                let letters = versions.letters().clone();
                let both =
                    Versions::new(Arc::new(required.lts), Arc::new(offered.lts.clone()), Vec::new(), letters);
                let both = both.expect("both are views of versions of one table");
                complete(&both, Engine::Direct, ctx)?.lts
            }
        };
        keys.offered().for_each(|key| self.store.keep_machine(key, &offered.lts));
        self.names.borrow_mut().push("machines of the versions".to_string());
        statistics.states = lts.n_states();
        let learned = Engine::Learned { algorithm: Algorithm::Ttt, cache: true, closed: true };
        let engine = if engine == Engine::Auto { learned } else { engine };
        Ok(Completed { lts, engine, statistics })
    }

    /// The stored results for an obligation; `None` if no proof rule applies to it.
    fn remembered(
        &self,
        system: &System,
        upgrade: &Upgrade,
        obligation: Obligation,
        ctx: Context<'_>,
    ) -> Option<Memory> {
        self.store.place()?;
        let problem = problem(system, obligation).ok()?;
        let digest = ProblemDigest::new(&problem, &exchanged(system, upgrade), ctx);
        let most_states = MOST_ENTRIES / (problem.actions.len() + 1);
        let today = |stored: StoredProof| {
            let states = stored.assumptions.iter().map(|assumption| assumption.lts().n_states());
            (states.sum::<usize>() <= most_states).then(|| stored.today(&problem, &digest))?
        };
        let exact = self.store.proof(&digest.key()).and_then(today);
        let is_exact = exact.is_some();
        let last = || self.store.proof(&self.last_key(&problem)).and_then(today);
        let known = exact.or_else(last).into_iter().collect();
        Some(Memory { digest, is_exact, known })
    }

    fn last_key(&self, problem: &Problem) -> Key {
        let property = problem.properties.first().map_or("", |property| property.name.as_str());
        Key::last_proof(self.target, property)
    }

    /// Tells which proofs were of use, and keeps those that are new.
    fn keep(
        &self,
        upgrade: &Upgrade,
        answer: &Compatibility,
        memories: &[(Extent, Obligation, Option<Memory>)],
    ) {
        for decision in &answer.candidate {
            let Verdict::Holds(proof) = &decision.verdict else { continue };
            let memory = memories
                .iter()
                .find(|(extent, o, _)| *extent == Extent::Candidate && *o == decision.obligation)
                .and_then(|(_, _, memory)| memory.as_ref());
            let Some(memory) = memory.filter(|_| proof.rule != Rule::Monolithic) else { continue };
            let was_known = memory.known.iter().any(|known| is_same(known, proof));
            if was_known {
                let name = &upgrade.candidate.components[decision.obligation.place()].name;
                self.names.borrow_mut().push(format!("the proof of {name}"));
            }
            if let Ok(problem) = problem(&upgrade.candidate, decision.obligation)
                && !(was_known && memory.is_exact)
            {
                let stored = StoredProof::new(proof, &memory.digest);
                self.store.keep_proof(&memory.digest.key(), &stored);
                self.store.keep_proof(&self.last_key(&problem), &stored);
            }
        }
    }
}

/// Where the machines of a comparison are kept.
struct MachineKeys {
    candidate: Key,
    required: Key,
    last: Key,
}

impl MachineKeys {
    fn new(process: &str, versions: &Versions) -> Self {
        let observed: Vec<String> = versions.observed().iter().map(|name| name.to_string()).collect();
        let key = |lts: &Lts, forbidden: &[Digest]| {
            Key::machine(&Digest::of_lts(lts), versions.interface(), &observed, forbidden)
        };
        let forbidden: Vec<Digest> = versions.forbidden().iter().map(|lts| Digest::of_lts(lts)).collect();
        MachineKeys {
            candidate: key(versions.candidate(), &[]),
            required: key(versions.baseline(), &forbidden),
            last: Key::last_machine(process, &observed),
        }
    }

    /// Where the candidate's machine goes.
    fn offered(&self) -> impl Iterator<Item = &Key> {
        [&self.candidate, &self.last].into_iter()
    }
}

/// Where learners begin.
struct Seeds {
    offered: Lts,
    required: Lts,
}

fn add(all: &mut CompletedStatistics, one: &CompletedStatistics) {
    all.membership_queries += one.membership_queries;
    all.letters += one.letters;
    all.equivalence_queries += one.equivalence_queries;
    all.rounds += one.rounds;
}

/// The plan for a question, without the store: the completed system is likely to keep what the candidate's
/// does for the same reason.
fn base(plan: &Plan, asked: &Asked<'_>) -> Plan {
    match asked.proof {
        Some(proof) if asked.system == Extent::Completed => with_known(plan, vec![proof.clone()]),
        _ => plan.clone(),
    }
}

/// The plan with more proofs that may be known, and their assumptions as hints.
fn with_known(plan: &Plan, known: Vec<Proof>) -> Plan {
    let mut plan = plan.clone();
    if let Some(proof) = known.iter().find(|proof| matches!(proof.rule, Rule::Asym | Rule::AsymN)) {
        plan.hints.clone_from(&proof.assumptions);
    }
    plan.known.extend(known);
    plan
}

/// The unproved obligations, and where.
fn unproved(answer: &Compatibility) -> Vec<(Extent, Obligation)> {
    let candidate = answer.candidate.iter().filter(|decision| !decision.verdict.holds());
    let completed = answer.completed.iter().flatten().filter(|explained| !explained.verdict.holds());
    let candidate = candidate.map(|decision| (Extent::Candidate, decision.obligation));
    candidate.chain(completed.map(|explained| (Extent::Completed, explained.obligation))).collect()
}

/// Takes what was found first where nothing was found without the store. It took both.
fn settle<H: Clone, E: Clone>(
    fresh: (&mut Verdict<H, E>, &mut Statistics),
    first: (&Verdict<H, E>, &Statistics),
) {
    let contradiction =
        |one: &Verdict<H, E>, other: &Verdict<H, E>| one.holds() && other.evidence().is_some();
    assert!(
        !contradiction(fresh.0, first.0) && !contradiction(first.0, fresh.0),
        "nothing that is remembered changes a verdict"
    );
    if matches!(fresh.0, Verdict::Unknown(_)) {
        *fresh.0 = first.0.clone();
    }
    fresh.1.membership_queries += first.1.membership_queries;
    fresh.1.equivalence_queries += first.1.equivalence_queries;
    fresh.1.rounds += first.1.rounds;
    fresh.1.expansions += first.1.expansions;
    fresh.1.largest_product = fresh.1.largest_product.max(first.1.largest_product);
}

/// The places of the exchanged components among the processes of a system.
fn exchanged(system: &System, upgrade: &Upgrade) -> Vec<usize> {
    let processes = (0..system.components.len()).filter(|&at| system.components[at].role != Role::Property);
    let is_exchanged = |at: &usize| upgrade.places.contains(at) || upgrade.inside.contains(at);
    processes.enumerate().filter(|(_, at)| is_exchanged(at)).map(|(process, _)| process).collect()
}

fn is_same(known: &Proof, proof: &Proof) -> bool {
    let digests =
        |proof: &Proof| proof.assumptions.iter().map(|a| Digest::of_lts(a.lts())).collect::<Vec<Digest>>();
    known.rule == proof.rule && known.parts == proof.parts && digests(known) == digests(proof)
}
