//! Rules with one assumption per part, all of them learned together.
//!
//! # Problem
//! The premises of such a rule are Mi ‖ Ai ⊨ Pi for every part, and *joint* ones about several assumptions
//! (`sym`, `sym-a`, `sym-b`, `sym-n`, `pair`). Find assumptions with which all of them hold, or a run of all
//! parts that violates a property.
//!
//! # Method
//! Every part has a learner that aims at the weakest assumption Wi over its alphabet \[BGP03\]. First each
//! part is checked separately until Mi ‖ Ai ⊨ Pi, then the joint premises. A word that violates a joint
//! premise is excluded by some assumptions. Where Wi does not exclude it, Ai is wrong about it and is
//! corrected. If all of them are right, runs are requested from the parts: from one part a run that violates
//! its property along the shortest prefix, from the others a run that looks the same. They are merged action
//! by action; if they agree on all actions that two of them share, the result is a run of all parts.
//!
//! Over the alphabet that the rule needs they always agree (`theory/rules.md`, *Completeness*). Over a
//! smaller one, one of the first actions on which the runs differ is added to the alphabet, and new learners
//! start; the teachers try the violating runs of earlier phases first.
//!
//! # Invariants
//! 1. `gamma`, the actions of the assumptions, is a subset of `needed` and grows with every phase. An
//!    assumption is over those actions of `gamma` that its part or its goal has; on the others the weakest
//!    one would be indifferent.
//! 2. A partly merged run agrees with the word on `gamma`.
//!
//! # Cost
//! Every correction enlarges the automaton of a learner, up to that of the weakest assumption. A joint
//! premise costs the product of the assumptions.
//!
//! # Departures
//! \[BGP03\] queries both components for each word that both assumptions exclude. Here a violating run of one
//! part is also tried with the others from time to time (after 1, 2, 4, … counterexamples): a violation is
//! often found before any assumption is.

pub mod pair;
mod part_learners;
mod part_teacher;
mod shrink;
pub mod sym;

use rely_learn::{Algorithm, Dfa};
use rely_lts::{ActionId, Alphabet, ProgressEvent, Reason, Spent, StateId};

use crate::assumption::Assumption;
use crate::prove::confirm::Claim;
use crate::prove::options::{Alphabets, Attempt, Learner, Round};
use crate::prove::premise::check;
use crate::prove::problem::Problem;
use crate::prove::proof::{Machine, Premise, Proof, Rule, Unfinished};
use crate::prove::refine::{difference, merge, seen_through};
use crate::prove::symmetric::part_learners::{Named, PartLearners};
use crate::prove::symmetric::part_teacher::{PartOracle, PartTeacher, letters};
use crate::prove::symmetric::shrink::shrink;

/// The learner that takes over from the SAT solver.
const FALLBACK: Algorithm = Algorithm::LSharp;

/// A rule applied to parts.
pub(crate) struct Setting<'r> {
    /// The rule.
    pub(crate) rule: Rule,
    /// Its parts.
    pub(crate) parts: &'r [Vec<usize>],
    /// Its premises: first one for each part, then the joint ones.
    pub(crate) premises: Vec<Premise>,
    /// The property of each part.
    pub(crate) goals: Vec<usize>,
    /// The actions that all assumptions need for the rule to be complete.
    pub(crate) needed: Alphabet,
}

/// Finds assumptions for all parts.
pub(crate) fn learn_together(attempt: &mut Attempt<'_>, setting: &Setting<'_>) -> Claim {
    let (problem, ctx) = (attempt.problem, attempt.ctx);
    let parts = setting.parts.iter().zip(&setting.goals);
    let teachers: Vec<PartTeacher<'_>> =
        parts.map(|(part, &goal)| PartTeacher::new(problem, part, goal, ctx)).collect();
    let mut gamma = match attempt.options.alphabets {
        Alphabets::Full => setting.needed.clone(),
        Alphabets::Refine => intersection(&setting.needed, &problem.observed()),
    };
    let mut last = Last::default();
    let mut learner = first_learner(setting.rule, attempt.options.learner);
    let end = loop {
        match phase(attempt, setting, &teachers, &gamma, learner, &mut last) {
            // Too hard for the SAT solver.
            Err(Spent::Conflicts(_)) if learner == Learner::Separating => learner = Learner::Active(FALLBACK),
            Ok(End::Speak(more)) => {
                let more = Alphabet::new(&problem.actions, more);
                let grown =
                    Alphabet::union(&problem.actions, [&gamma, &intersection(&setting.needed, &more)]);
                assert!(grown.len() > gamma.len(), "the needed actions are sufficient (I1)");
                gamma = grown;
            }
            end => break end,
        }
    };
    let asked = attempt.options.learner;
    if matches!(end, Ok(End::Holds)) && asked == Learner::Separating && learner != asked {
        shrink(attempt, &setting.premises[teachers.len()..], &mut last.assumptions);
    }
    for teacher in &teachers {
        let (all, most) = teacher.effort();
        attempt.statistics.expansions += all;
        attempt.statistics.largest_product = attempt.statistics.largest_product.max(most);
    }
    attempt.statistics.speaks_of(&problem.actions, &last.assumptions);
    let Last { assumptions, holding } = last;
    let (rule, parts) = (setting.rule, setting.parts.to_vec());
    let reason = match end {
        Ok(End::Holds) => {
            return Claim::Found(Proof { rule, parts, assumptions, premises: setting.premises.clone() });
        }
        Ok(End::Violated(run)) => match confirmed(problem, run) {
            Some(run) => return Claim::Violated(run),
            None => Reason::NotModeled(
                "the parts violate the property, but another component may prevent it, or one of them enters ERROR first"
                    .into(),
            ),
        },
        Ok(End::Speak(_)) => unreachable!("the loop goes on"),
        Err(spent) => Reason::Spent(spent),
    };
    Claim::Unknown(Unfinished { reason, rule, parts, assumptions, holding })
}

/// How to begin. A SAT solver is good at assumptions about which little is demanded. In `sym-b` only what the
/// first part does counts for the joint premise. In the other rules every word must be allowed by some
/// assumption, which takes many more rounds than learning: then smaller ones are looked for afterwards.
fn first_learner(rule: Rule, asked: Learner) -> Learner {
    match asked {
        Learner::Separating if rule != Rule::SymB => Learner::Active(FALLBACK),
        _ => asked,
    }
}

/// The last assumptions, and the premises that hold with them.
#[derive(Default)]
struct Last {
    assumptions: Vec<Assumption>,
    holding: Vec<Premise>,
}

/// How a phase ended.
enum End {
    /// All premises hold.
    Holds,
    /// A run of all parts that violates a property.
    Violated(Vec<ActionId>),
    /// Assumptions need more actions.
    Speak(Vec<ActionId>),
}

/// Learning over a fixed alphabet.
fn phase<'p>(
    attempt: &mut Attempt<'p>,
    setting: &Setting<'_>,
    teachers: &[PartTeacher<'p>],
    gamma: &Alphabet,
    learner: Learner,
    last: &mut Last,
) -> Result<End, Spent> {
    for teacher in teachers {
        teacher.speak_of(&intersection(gamma, &teacher.knows));
    }
    for (at, teacher) in teachers.iter().enumerate() {
        if let Some(run) = teacher.violating_run(&[])? {
            return put_together(teachers, gamma, at, &[], &run);
        }
    }
    let mut oracles: Vec<PartOracle<'_, '_>> = teachers.iter().map(PartOracle::new).collect();
    let mut phase = Phase {
        setting,
        teachers,
        gamma,
        learners: PartLearners::new(teachers, &mut oracles, learner, attempt.ctx),
        content: vec![false; teachers.len()],
        asked_before: attempt.statistics.membership_queries,
        attempt,
    };
    let end = phase.run(last);
    phase.count();
    if end.is_err() {
        phase.remember(last, 0);
    }
    end
}

/// What goes on in a phase.
struct Phase<'c, 't, 'p> {
    attempt: &'c mut Attempt<'p>,
    setting: &'c Setting<'c>,
    teachers: &'t [PartTeacher<'p>],
    gamma: &'c Alphabet,
    learners: PartLearners<'t, 'p>,
    /// Does a part keep its goal under the candidate?
    content: Vec<bool>,
    /// Membership queries of earlier phases.
    asked_before: u64,
}

impl Phase<'_, '_, '_> {
    fn run(&mut self, last: &mut Last) -> Result<End, Spent> {
        let n = self.teachers.len();
        loop {
            let changed = self.learners.renew()?;
            self.content.iter_mut().zip(changed).for_each(|(content, changed)| *content &= !changed);
            self.report();
            let end = match (0..n).find(|&at| !self.content[at]) {
                Some(at) => self.teach(at)?,
                None => self.compare(last)?,
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
    }

    /// Does a part keep its goal under its assumption? If not, the assumption must exclude what it does.
    fn teach(&mut self, at: usize) -> Result<Option<End>, Spent> {
        self.attempt.statistics.equivalence_queries += 1;
        let runs = self.learners.violations(at)?;
        let Some(run) = runs.first() else {
            self.content[at] = true;
            return Ok(None);
        };
        self.attempt.statistics.rounds += 1;
        self.note(format!("part {} violates its property under its assumption", at + 1));
        if self.attempt.statistics.rounds.is_power_of_two() {
            let word = seen_through(run, self.gamma);
            let tried = put_together(self.teachers, self.gamma, at, &word, run)?;
            if matches!(tried, End::Violated(_)) {
                return Ok(Some(tried));
            }
        }
        for run in &runs {
            self.learners.exclude((at, letters(run, self.learners.sigma(at))))?;
        }
        Ok(None)
    }

    /// Every part keeps its goal: do the joint premises hold?
    fn compare(&mut self, last: &mut Last) -> Result<Option<End>, Spent> {
        self.remember(last, 0);
        let joint = &self.setting.premises[self.teachers.len()..];
        for (before, premise) in joint.iter().enumerate() {
            let found = check(self.attempt.problem, &last.assumptions, premise, self.attempt.ctx)?;
            self.attempt.statistics.explored(found.states);
            if let Some(run) = found.violation {
                self.attempt.statistics.rounds += 1;
                return self.excluded(premise, &run);
            }
            self.remember(last, before + 1);
        }
        self.note("all premises hold".into());
        Ok(Some(End::Holds))
    }

    /// A word violates a joint premise: one of the assumptions that exclude it without need must allow it; if
    /// there is none, there are runs.
    fn excluded(&mut self, premise: &Premise, word: &[ActionId]) -> Result<Option<End>, Spent> {
        let named = |phase: &Self, machine: &Machine| match *machine {
            Machine::Assumption(at) => Some((at, letters(word, phase.learners.sigma(at)))),
            Machine::Property(_) => None,
        };
        let refuted: Vec<Named> = premise.refuted.iter().filter_map(|m| named(self, m)).collect();
        let kept: Vec<Named> = premise.kept.iter().filter_map(|m| named(self, m)).collect();
        let mut without_need = Vec::new();
        let mut shortest: Option<(usize, usize)> = None;
        for (at, own) in refuted {
            match self.learners.excluded_prefix(at, &own)? {
                None => without_need.push((at, own)),
                Some(length) => {
                    let prefix = prefix_with(word, self.learners.sigma(at), length);
                    shortest = Some(shortest.map_or((prefix, at), |other| other.min((prefix, at))));
                }
            }
        }
        if !without_need.is_empty() {
            let who: Vec<String> = without_need.iter().map(|(at, _)| (at + 1).to_string()).collect();
            self.note(format!("a word is excluded unnecessarily by part {}", who.join(" and part ")));
            self.learners.allow_one(without_need, kept)?;
            return Ok(None);
        }
        let (length, at) = shortest.expect("a joint premise refutes an assumption");
        let word = seen_through(&word[..length], self.gamma);
        let own = letters(&word, self.learners.sigma(at));
        let run = self.teachers[at].violating_run(&own)?.expect("the part violates its goal along the word");
        let end = put_together(self.teachers, self.gamma, at, &word, &run)?;
        self.note(match &end {
            End::Speak(more) => {
                let name = |&action: &ActionId| self.gamma.actions().name(action).to_string();
                format!(
                    "the runs of the parts differ in {}",
                    more.iter().map(name).collect::<Vec<_>>().join(" and ")
                )
            }
            _ => "a run of all parts violates a property".into(),
        });
        Ok(Some(end))
    }

    /// The assumptions as they are, and the premises that hold with them: of the joint ones the first few.
    fn remember(&self, last: &mut Last, joint: usize) {
        // A phase that has just begun says less than the one before.
        let Some(assumptions) = self.candidates() else { return };
        let (own, others) = self.setting.premises.split_at(self.teachers.len());
        let holding = own.iter().zip(&self.content).filter(|(_, holds)| **holds);
        last.holding = holding.map(|(premise, _)| premise.clone()).collect();
        last.holding.extend_from_slice(&others[..joint]);
        last.assumptions = assumptions;
    }

    /// The candidates of all parts, if each has one.
    fn candidates(&self) -> Option<Vec<Assumption>> {
        let made = self.learners.candidates().iter().enumerate().map(|(at, candidate)| {
            let lts = candidate.as_ref()?.to_lts(self.learners.sigma(at)).expect("has the empty word");
            Some(Assumption::new(lts).expect("a learned automaton is deterministic"))
        });
        made.collect()
    }

    /// Brings the number of queries up to date.
    fn count(&mut self) {
        self.attempt.statistics.membership_queries = self.asked_before + self.learners.queries();
    }

    /// The states of the candidates.
    fn sizes(&self) -> Vec<usize> {
        self.learners.candidates().iter().map(|dfa| dfa.as_ref().map_or(0, accepting)).collect()
    }

    fn report(&mut self) {
        self.count();
        self.attempt.ctx.progress.report(&ProgressEvent::Learning {
            round: self.attempt.statistics.rounds,
            queries: self.attempt.statistics.membership_queries,
            candidate_states: self.sizes().iter().sum::<usize>() as u64,
        });
    }

    fn note(&mut self, what: String) {
        self.count();
        let (rule, states, actions) = (self.setting.rule, self.sizes(), self.gamma.len());
        let queries = self.attempt.statistics.membership_queries;
        let candidates = match self.attempt.remembers() {
            true => self.candidates().into_iter().flatten().map(|a| a.lts().clone()).collect(),
            false => Vec::new(),
        };
        self.attempt.note(Round { rule, states, candidates, actions, queries, what });
    }
}

/// A run of one part that violates its goal and looks like a word on `gamma`, together with runs of the
/// others that do (without regard to their goals); or the actions on which they cannot agree. There are none
/// if some part cannot do the word at all.
fn put_together(
    teachers: &[PartTeacher<'_>],
    gamma: &Alphabet,
    at: usize,
    word: &[ActionId],
    run: &[ActionId],
) -> Result<End, Spent> {
    let actions = gamma.actions();
    let agree = "they agree on what both know";
    let mut whole = merge((run, &teachers[at].knows), (word, gamma)).expect(agree);
    let mut known = Alphabet::union(actions, [gamma, &teachers[at].knows]);
    for (_, teacher) in teachers.iter().enumerate().filter(|(i, _)| *i != at) {
        let shared = intersection(&teacher.own, &known);
        let Some(run) = teacher.run_like(&whole, &shared)? else {
            let other = teacher.run_like(word, &intersection(&teacher.own, gamma))?;
            let more = other.map_or(Vec::new(), |run| difference((&whole, &run), gamma, &shared, &[], &[]));
            return Ok(End::Speak(more));
        };
        whole = merge((&whole, &known), (&run, &teacher.own)).expect(agree); // keeps I2
        known = Alphabet::union(actions, [&known, &teacher.own]);
    }
    Ok(End::Violated(whole))
}

/// The length of the shortest prefix of a word with this many actions of an alphabet.
fn prefix_with(word: &[ActionId], sigma: &Alphabet, length: usize) -> usize {
    let mut known = (1..=word.len()).filter(|&at| sigma.contains(word[at - 1]));
    length.checked_sub(1).map_or(0, |before| known.nth(before).expect("the word has this many actions"))
}

/// What both alphabets have.
pub(crate) fn intersection(one: &Alphabet, other: &Alphabet) -> Alphabet {
    let both = one.ids().iter().copied().filter(|&action| other.contains(action));
    Alphabet::new(one.actions(), both.collect::<Vec<_>>())
}

/// A run up to the first violation of a property, if the system has it.
fn confirmed(problem: &Problem, mut run: Vec<ActionId>) -> Option<Vec<ActionId>> {
    let mut states: Vec<StateId> = problem.properties.iter().map(|p| p.lts.initial()).collect();
    let violates = |&action: &ActionId| {
        for (state, property) in states.iter_mut().zip(&problem.properties) {
            if let Some(label) = property.lts.alphabet().label(action) {
                *state = property.lts.step(*state, label)[0];
            }
        }
        states.iter().any(|state| state.is_error())
    };
    let last = run.iter().position(violates)?;
    run.truncate(last + 1);
    problem.replays(&run).then_some(run)
}

/// The states of an assumption: those that accept.
fn accepting(dfa: &Dfa) -> usize {
    (0..dfa.n_states() as u32).filter(|&state| dfa.is_accepting(state)).count()
}
