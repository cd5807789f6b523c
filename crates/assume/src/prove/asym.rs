//! The asymmetric rule: M1 ‖ A ⊨ P and M2 ⊨ A; and, applied again to its second premise, for any number of
//! parts.
//!
//! # Problem
//! Given parts M1, …, Mn and a property: assumptions A1, …, A(n−1) such that M1 ‖ A1 ⊨ P, Mi ‖ Ai ⊨ A(i−1)
//! and Mn ⊨ A(n−1); or a run of all parts that violates P.
//!
//! # Method
//! A candidate A over an alphabet Σ is shown to both sides ([`LazyProduct::beside`]). A run of M1 that keeps to A
//! and violates its goal must be excluded; a run of the others that A excludes must be allowed \[CGP03\]. For
//! more than two parts the second question is answered by the same method, with A as the goal of the others.
//!
//! A *separating* learner \[GMF08\] looks for the smallest automaton that excludes the ones and allows the
//! others; an *active* learner learns the weakest assumption, and stops as soon as a hypothesis is good
//! enough.
//!
//! A run that must be excluded and one that must be allowed may look the same through Σ. If they agree on all
//! that both sides know, they are parts of a run of the system: a violation. Otherwise Σ grows
//! ([`difference`]). It begins with those of the goal's actions that both sides know.
//!
//! A *hint*, an assumption of an earlier version, is the first candidate, over what it speaks of; what is
//! wrong about it is [relearned](Adaptive). If that leads to something much larger, the learner begins from
//! nothing, with the runs that were found.
//!
//! # Invariants
//! 1. Every run in `bad` is one of M1 that violates its goal; every run in `good` is one of the others. Both
//!    stay when Σ grows; `good` ones even when the goal changes.
//! 2. Σ only grows, within Γ = α(others) ∩ (αM1 ∪ α(goal)): what the rule needs to be complete.
//!
//! # Why it ends
//! Over a fixed Σ there are finitely many automata of every size, each is refuted at most once, and the
//! weakest assumption over Σ either is good enough or gives two runs that look the same. Over Γ two such runs
//! agree on all both know.

use std::sync::Arc;

use rely_learn::{
    Adaptive, Algorithm, Cached, Closure, Dfa, Effort, Equivalence, Guess, Label, Letter, Membership, Sample,
    SeparatingEnd, Separation, Stepper, learn, separate_from,
};
use rely_lts::{ActionId, Alphabet, Lts, ProgressEvent, Reason, Spent};

use crate::assumption::Assumption;
use crate::prove::lazy_product::{LazyProduct, Seen, Wanted};
use crate::prove::options::{Alphabets, Attempt, Learner, Round};
use crate::prove::premise::check;
use crate::prove::proof::{Machine, Premise, Proof, ProofOutcome, Rule, Unfinished};
use crate::prove::refine::{difference, merge};

/// The most parts: beyond it the recursion is too deep.
pub const MOST_PARTS: usize = 200;

/// Conflicts of one run of the SAT solver before the active learner takes over, and the states of its largest
/// hypothesis before the solver gets another chance; both are so many times larger the next time.
const FIRST_EFFORT: (u64, usize) = (1_000, 16);
const LARGER: (u64, usize) = (8, 4);

/// So many runs about which a candidate is wrong are looked for at once.
const AT_ONCE: usize = 8;

/// A hint is given up when there are so many times more states, and so many more.
const BEYOND_HINT: (usize, usize) = (2, 16);

/// The learner that takes over.
const FALLBACK: Algorithm = Algorithm::LSharp;

/// Proves by `asym` (two parts) or `asym-n` (more): the first part is the one that assumes.
///
/// # Panics
/// If there is no part, there are more than [`MOST_PARTS`], or the problem has not exactly one property.
pub fn prove(attempt: &mut Attempt<'_>, parts: &[Vec<usize>]) -> ProofOutcome {
    assert!((1..=MOST_PARTS).contains(&parts.len()), "a number of parts that can be worked on");
    assert_eq!(attempt.problem.properties.len(), 1, "one property at a time");
    let goal = attempt.problem.properties[0].lts.clone();
    let mut layers: Vec<Layer> = (1..parts.len()).map(|i| Layer::new(attempt, i - 1, &parts[i..])).collect();
    let rule = if parts.len() == 2 { Rule::Asym } else { Rule::AsymN };
    let found = solve(attempt, &goal, parts, &mut layers);
    let chain = match found {
        Ok(Solved::Holds(chain)) => chain,
        Ok(Solved::Violated(run)) => return violated(attempt, rule, parts, run),
        Err(spent) => return unfinished(rule, parts, &layers, spent.into()),
    };
    let assumptions: Vec<Assumption> = chain.into_iter().rev().collect();
    let premises = chain_premises(parts);
    attempt.statistics.speaks_of(&attempt.problem.actions, &assumptions);
    for premise in &premises {
        match check(attempt.problem, &assumptions, premise, attempt.ctx) {
            Ok(checked) => {
                attempt.statistics.largest_product = attempt.statistics.largest_product.max(checked.states);
                assert!(checked.violation.is_none(), "a premise that was found to hold does");
            }
            Err(spent) => return unfinished(rule, parts, &layers, spent.into()),
        }
    }
    ProofOutcome::Holds(Proof { rule, parts: parts.to_vec(), assumptions, premises })
}

/// The premises for parts in a row. With two parts those of `asym`; with more those that others need come
/// first.
fn chain_premises(parts: &[Vec<usize>]) -> Vec<Premise> {
    let n = parts.len();
    let goal = |i: usize| if i == 0 { Machine::Property(0) } else { Machine::Assumption(i - 1) };
    let premise = |i: usize| {
        let kept = if i + 1 < n { vec![Machine::Assumption(i)] } else { Vec::new() };
        Premise::new(&parts[i], &kept, goal(i))
    };
    if n == 2 { vec![premise(0), premise(1)] } else { (0..n).rev().map(premise).collect() }
}

/// A run of the parts is one of the system if it can be replayed there.
fn violated(attempt: &Attempt<'_>, rule: Rule, parts: &[Vec<usize>], run: Vec<ActionId>) -> ProofOutcome {
    if attempt.problem.replays(&run) {
        return ProofOutcome::Violated(run);
    }
    let reason = Reason::NotModeled(
        "the run that was found is cut off by a process that is not part of the proof".into(),
    );
    unfinished(rule, parts, &[], reason)
}

fn unfinished(rule: Rule, parts: &[Vec<usize>], layers: &[Layer], reason: Reason) -> ProofOutcome {
    let last: Option<Vec<Assumption>> = layers.iter().map(|layer| layer.last.clone()).collect();
    let mut holding = Vec::new();
    if let [Layer { last: Some(_), first_premise: true, .. }] = layers {
        holding.push(Premise::new(&parts[0], &[Machine::Assumption(0)], Machine::Property(0)));
    }
    let assumptions = last.unwrap_or_default();
    ProofOutcome::Unknown(Unfinished { reason, rule, parts: parts.to_vec(), assumptions, holding })
}

/// What is known about what stands between a part and those after it, whatever the goal.
struct Layer {
    /// What those after it know.
    others: Alphabet,
    /// What the assumption may be: deterministic, over letters of this table of actions.
    hint: Option<Assumption>,
    /// What the assumption speaks of; `None` before it was ever looked for.
    sigma: Option<Alphabet>,
    /// Runs of those after it (I1).
    good: Vec<Vec<ActionId>>,
    /// The last candidate.
    last: Option<Assumption>,
    /// Did the part keep its goal beside it?
    first_premise: bool,
}

impl Layer {
    fn new(attempt: &Attempt<'_>, place: usize, others: &[Vec<usize>]) -> Layer {
        let is_here = |hint: &&Assumption| hint.lts().actions().same_table(&attempt.problem.actions);
        let hint = attempt.hints.get(place).filter(is_here).cloned();
        let others = attempt.problem.alphabet_of(&others.concat());
        Layer { others, hint, sigma: None, good: Vec::new(), last: None, first_premise: false }
    }
}

/// An answer about some parts and a goal.
enum Solved {
    /// They keep it, with these assumptions, the last part's first.
    Holds(Vec<Assumption>),
    /// A run of them violates it; tau left out.
    Violated(Vec<ActionId>),
}

/// Do parts keep a goal? There is one layer less than there are parts.
fn solve(
    attempt: &mut Attempt<'_>,
    goal: &Arc<Lts>,
    parts: &[Vec<usize>],
    layers: &mut [Layer],
) -> Result<Solved, Spent> {
    let mut module = LazyProduct::new(attempt.problem, &parts[0], &[], Some(goal), attempt.ctx);
    let Some((layer, deeper)) = layers.split_first_mut() else {
        let nothing = Alphabet::new(&attempt.problem.actions, []);
        module.speak_of(&nothing);
        let found = module.beside(&everything(0), Wanted::Violation);
        attempt.statistics.explored(module.expansions());
        let (run, _) = found?;
        return Ok(run.map_or(Solved::Holds(Vec::new()), |run| Solved::Violated(visible(&run))));
    };
    let actions = &attempt.problem.actions;
    let others = layer.others.clone();
    let knows = module.alphabet().clone();
    let gamma = Alphabet::new(actions, knows.ids().iter().copied().filter(|&a| others.contains(a)));
    let mut sigma = layer.sigma.clone().map_or_else(
        || {
            let hinted = |a: &ActionId| layer.hint.as_ref().is_some_and(|h| h.lts().alphabet().contains(*a));
            let first = |a: &ActionId| {
                attempt.options.alphabets == Alphabets::Full || goal.alphabet().contains(*a) || hinted(a)
            };
            Alphabet::new(actions, gamma.ids().iter().copied().filter(first))
        },
        |known| Alphabet::new(actions, known.ids().iter().copied().filter(|&a| gamma.contains(a))),
    );
    let rest = match deeper {
        [] => Some(LazyProduct::new(attempt.problem, &parts[1], &[], None, attempt.ctx)),
        _ => None,
    };
    let mut search = Search {
        attempt,
        parts,
        layer,
        deeper,
        module,
        rest,
        bad: Vec::new(),
        sigma: sigma.clone(),
        active: None,
        more: Vec::new(),
        end: None,
    };
    let solved = loop {
        search.layer.sigma = Some(sigma.clone());
        match search.over(&sigma) {
            Err(spent) => break Err(spent),
            Ok(End::Proved(assumption, mut chain)) => {
                chain.push(assumption);
                break Ok(Solved::Holds(chain));
            }
            Ok(End::Alike(first, second)) => {
                let more = difference((&first, &second), &sigma, &gamma, &search.bad, &search.layer.good);
                if more.is_empty() {
                    let run = merge((&first, &knows), (&second, &others));
                    break Ok(Solved::Violated(run.expect("they agree on what both sides know")));
                }
                search.note(&format!("{} is needed too", names(search.attempt, &more)), None);
                sigma =
                    Alphabet::new(&search.attempt.problem.actions, sigma.ids().iter().copied().chain(more));
            }
        }
    };
    let expansions = search.module.expansions() + search.rest.as_ref().map_or(0, LazyProduct::expansions);
    search.attempt.statistics.expansions += expansions;
    solved
}

fn names(attempt: &Attempt<'_>, actions: &[ActionId]) -> String {
    let names: Vec<String> = actions.iter().map(|&a| attempt.problem.actions.name(a).to_string()).collect();
    names.join(", ")
}

fn visible(run: &[ActionId]) -> Vec<ActionId> {
    run.iter().copied().filter(|a| !a.is_tau()).collect()
}

/// The automaton that has all words.
fn everything(n_letters: u32) -> Dfa {
    Dfa::new(n_letters, 0, vec![0; n_letters as usize], vec![true]).expect("one state")
}

/// The automaton in which what is rejected once is rejected forever.
fn closed(dfa: &Dfa) -> Dfa {
    let k = dfa.n_letters() as usize;
    let states = 0..dfa.n_states() as u32;
    let next = states
        .clone()
        .flat_map(|s| if dfa.is_accepting(s) { dfa.row(s).to_vec() } else { vec![s; k] })
        .collect();
    let accepting = states.map(|s| dfa.is_accepting(s)).collect();
    Dfa::new(dfa.n_letters(), dfa.initial(), next, accepting).expect("the same states").minimize()
}

/// How the search over one alphabet ended.
enum End {
    /// The assumption is good enough; those of deeper layers, the last part's first.
    Proved(Assumption, Vec<Assumption>),
    /// These runs, one that must be excluded and one that must be allowed, look the same: the first like a
    /// prefix of the second.
    Alike(Vec<ActionId>, Vec<ActionId>),
}

/// The search for one assumption.
struct Search<'a, 'p> {
    attempt: &'a mut Attempt<'p>,
    parts: &'a [Vec<usize>],
    layer: &'a mut Layer,
    deeper: &'a mut [Layer],
    /// The first part beside the goal.
    module: LazyProduct<'p>,
    /// The other part, if there is only one.
    rest: Option<LazyProduct<'p>>,
    /// Runs of the first part that violate the goal (I1).
    bad: Vec<Vec<ActionId>>,
    sigma: Alphabet,
    /// The states that a hypothesis may have, if the learner is an active one.
    active: Option<usize>,
    /// Words about which the last candidate is wrong, besides the one that was told.
    more: Vec<(Vec<Letter>, Label)>,
    end: Option<End>,
}

impl Search<'_, '_> {
    /// Searches for an assumption over an alphabet.
    fn over(&mut self, sigma: &Alphabet) -> Result<End, Spent> {
        self.sigma = sigma.clone();
        self.end = None;
        self.module.speak_of(sigma);
        if let Some(rest) = &mut self.rest {
            rest.speak_of(sigma);
        }
        if self.module.restart()? == Seen::Violates {
            let run = self.module.run_along(&[], true)?.expect("there is one");
            return Ok(End::Alike(run, Vec::new()));
        }
        if let Some(hint) = self.hint() {
            let most = hint.n_states().saturating_mul(BEYOND_HINT.0) + BEYOND_HINT.1;
            if let Some(end) = self.active(&mut Adaptive::new(&hint), most)? {
                return Ok(end);
            }
        }
        let k = self.n_letters();
        match self.attempt.options.learner {
            Learner::Active(algorithm) => {
                let mut learner = algorithm.learner(k);
                Ok(self.active(&mut *learner, usize::MAX)?.expect("no hypothesis is too large"))
            }
            Learner::Separating => {
                let (mut conflicts, mut most) = FIRST_EFFORT;
                loop {
                    match self.separating(Effort { conflicts }) {
                        Err(Spent::Conflicts(_)) => {}
                        ended => return ended,
                    }
                    if let Some(end) = self.active(&mut *FALLBACK.learner(k), most)? {
                        return Ok(end);
                    }
                    (conflicts, most) = (conflicts.saturating_mul(LARGER.0), most.saturating_mul(LARGER.1));
                }
            }
        }
    }

    fn n_letters(&self) -> u32 {
        self.sigma.len() as u32
    }

    /// The hint over the alphabet of the search: what it does not speak of changes nothing.
    fn hint(&self) -> Option<Dfa> {
        let hint = self.layer.hint.as_ref()?.lts();
        let letter = |&action: &ActionId| hint.alphabet().label(action).map(|label| label.raw() - 1);
        let letters: Vec<Option<Letter>> = self.sigma.ids().iter().map(letter).collect();
        Some(Dfa::from_lts(hint).expect("an assumption is deterministic").over(&letters, Guess::Stays))
    }

    /// How an active learner ends; `None` if a hypothesis would have more states than it may.
    fn active(
        &mut self,
        learner: &mut dyn rely_learn::Learner,
        most_states: usize,
    ) -> Result<Option<End>, Spent> {
        let (k, ctx) = (self.n_letters(), self.attempt.ctx);
        self.active = Some(most_states);
        let mut cached = Cached::new(self, k, Closure::PrefixClosed, ctx);
        let learned = learn(learner, &mut cached);
        let asked = learned.statistics;
        self.attempt.statistics.membership_queries += asked.membership_queries;
        self.attempt.statistics.equivalence_queries += asked.equivalence_queries;
        self.attempt.statistics.rounds += asked.rounds;
        match learned.end {
            rely_learn::End::Spent(spent) => Err(spent),
            rely_learn::End::Learned => Ok(self.end.take()),
            rely_learn::End::Contradiction(_) => unreachable!("the teacher knows one language"),
        }
    }

    fn separating(&mut self, effort: Effort) -> Result<End, Spent> {
        self.active = None;
        let mut sample = Sample::new(self.n_letters(), Closure::PrefixClosed);
        sample.add(&[], Label::Accept).expect("nothing is known before");
        for run in &self.layer.good {
            sample.add(&self.word(run), Label::Accept).expect("everything is accepted so far");
        }
        for run in &self.bad {
            let word = self.word(run);
            if sample.add(&word, Label::Reject).is_err() {
                let alike = self.layer.good.iter().find(|good| self.word(good).starts_with(&word));
                return Ok(End::Alike(run.clone(), alike.expect("a longer word is accepted").clone()));
            }
        }
        let ctx = self.attempt.ctx;
        let separated = separate_from(self, sample, effort, ctx);
        let asked = separated.statistics;
        self.attempt.statistics.membership_queries += asked.membership_queries;
        self.attempt.statistics.equivalence_queries += asked.candidates;
        self.attempt.statistics.rounds += asked.rounds;
        match separated.end {
            SeparatingEnd::Spent(spent) => Err(spent),
            SeparatingEnd::Separated => {
                Ok(self.end.take().expect("a teacher without a counterexample says why"))
            }
            SeparatingEnd::Contradiction(_) => unreachable!("contradictions are seen before they are told"),
        }
    }

    fn word(&self, run: &[ActionId]) -> Vec<Letter> {
        let letter = |&a: &ActionId| self.sigma.label(a).map(|label| label.raw() - 1);
        run.iter().filter(|a| !a.is_tau()).filter_map(letter).collect()
    }

    /// Shows a candidate to both sides: a run about which it is wrong, and what it must be. None if it is
    /// good enough, or if there is no right candidate over this alphabet: then it is the end.
    fn examine(&mut self, candidate: &Dfa) -> Result<Option<(Vec<ActionId>, Label)>, Spent> {
        if self.active.is_some_and(|most| candidate.n_states() > most) {
            return Ok(None);
        }
        let dfa = closed(candidate);
        let lts = dfa.to_lts(&self.sigma).expect("it has the empty word and is closed under prefixes");
        let assumption = Assumption::new(lts).expect("it is deterministic");
        self.attempt.ctx.progress.report(&ProgressEvent::Learning {
            round: self.attempt.rounds.len() as u64,
            queries: self.attempt.statistics.membership_queries,
            candidate_states: assumption.lts().n_states() as u64,
        });
        self.layer.last = Some(assumption.clone());
        self.layer.first_premise = false;
        let (runs, pairs) = self.module.beside_some(&dfa, Wanted::Violation, self.most())?;
        self.seen(pairs);
        if !runs.is_empty() {
            self.note("the first part violates its goal beside it", Some(&assumption));
            return self.excluded(runs.iter().map(|run| visible(run)).collect());
        }
        self.layer.first_premise = true;
        let most = self.most();
        let (runs, chain) = match &mut self.rest {
            Some(rest) => {
                let (runs, pairs) = rest.beside_some(&dfa, Wanted::Escape, most)?;
                self.seen(pairs);
                (runs.iter().map(|run| visible(run)).collect(), Vec::new())
            }
            None => match solve(self.attempt, assumption.lts(), &self.parts[1..], self.deeper)? {
                Solved::Violated(run) => (vec![run], Vec::new()),
                Solved::Holds(chain) => (Vec::new(), chain),
            },
        };
        if runs.is_empty() {
            self.note("good enough", Some(&assumption));
            self.end = Some(End::Proved(assumption, chain));
            return Ok(None);
        }
        self.note("the others do more", Some(&assumption));
        self.allowed(runs)
    }

    /// How many runs are looked for at once: an active learner takes one at a time.
    fn most(&self) -> usize {
        if self.active.is_some() { 1 } else { AT_ONCE }
    }

    /// Runs of the first part must be excluded: it is the end if the others do something that looks like one
    /// of them.
    fn excluded(&mut self, runs: Vec<Vec<ActionId>>) -> Result<Option<(Vec<ActionId>, Label)>, Spent> {
        for run in &runs {
            self.bad.push(run.clone());
            let word = self.word(run);
            let mut good = self.layer.good.iter().find(|good| self.word(good).starts_with(&word)).cloned();
            if let (None, Some(rest)) = (&good, &mut self.rest) {
                good = rest.run_along(&word, false)?.map(|run| visible(&run));
                self.layer.good.extend(good.clone());
            }
            if let Some(good) = good {
                self.end = Some(End::Alike(run.clone(), good));
                return Ok(None);
            }
        }
        Ok(self.tell(runs, Label::Reject))
    }

    /// Runs of the others must be allowed: it is the end if the first part violates its goal along one of
    /// them.
    fn allowed(&mut self, runs: Vec<Vec<ActionId>>) -> Result<Option<(Vec<ActionId>, Label)>, Spent> {
        for run in &runs {
            self.layer.good.push(run.clone());
            let word = self.word(run);
            if self.module.along(&word)? == Seen::Violates {
                let bad = visible(&self.module.run_along(&word, true)?.expect("there is one"));
                self.bad.push(bad.clone());
                self.end = Some(End::Alike(bad, run.clone()));
                return Ok(None);
            }
        }
        Ok(self.tell(runs, Label::Accept))
    }

    /// The first run is told now, the others when they are asked for.
    fn tell(&mut self, runs: Vec<Vec<ActionId>>, label: Label) -> Option<(Vec<ActionId>, Label)> {
        let mut runs = runs.into_iter();
        let first = runs.next()?;
        self.more = runs.map(|run| (self.word(&run), label)).collect();
        Some((first, label))
    }

    fn seen(&mut self, pairs: u64) {
        self.attempt.statistics.largest_product = self.attempt.statistics.largest_product.max(pairs);
    }

    fn note(&mut self, what: &str, candidate: Option<&Assumption>) {
        let rule = if self.parts.len() == 2 { Rule::Asym } else { Rule::AsymN };
        let queries = self.attempt.statistics.membership_queries;
        self.attempt.note(Round {
            rule,
            states: vec![candidate.map_or(0, |a| a.lts().n_states())],
            candidates: candidate.map(|a| a.lts().clone()).into_iter().collect(),
            actions: self.sigma.len(),
            queries,
            what: what.to_string(),
        });
    }
}

impl Membership for Search<'_, '_> {
    fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        Ok(self.module.along(word)? != Seen::Violates)
    }

    fn stepper(&mut self) -> Option<&mut dyn Stepper> {
        Some(self)
    }
}

impl Stepper for Search<'_, '_> {
    fn restart(&mut self) -> Result<bool, Spent> {
        Ok(self.module.restart()? != Seen::Violates)
    }

    fn step(&mut self, letter: Letter) -> Result<bool, Spent> {
        Ok(self.module.step(letter)? != Seen::Violates)
    }
}

impl Equivalence for Search<'_, '_> {
    fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        Ok(self.examine(hypothesis)?.map(|(run, _)| self.word(&run)))
    }
}

impl Separation for Search<'_, '_> {
    fn label(&mut self, word: &[Letter]) -> Result<Label, Spent> {
        if self.module.along(word)? == Seen::Violates {
            return Ok(Label::Reject);
        }
        let is_possible = match &mut self.rest {
            Some(rest) => rest.along(word)? == Seen::Possible,
            None => false,
        };
        Ok(if is_possible { Label::Accept } else { Label::DontCare })
    }

    fn counterexample(&mut self, candidate: &Dfa) -> Result<Option<(Vec<Letter>, Label)>, Spent> {
        Ok(self.examine(candidate)?.map(|(run, label)| (self.word(&run), label)))
    }

    fn others(&mut self) -> Vec<(Vec<Letter>, Label)> {
        std::mem::take(&mut self.more)
    }
}
