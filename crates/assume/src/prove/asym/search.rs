//! The search for one assumption of the asymmetric rule, over growing alphabets.
//!
//! The method, its invariants and its cost are those of the [rule](super). A [`Search`] is also the teacher
//! of its learner: it answers membership and equivalence queries of active learners, and labels words for the
//! separating one.

use rely_learn::{
    Adaptive, Algorithm, Cached, Closure, Dfa, Effort, Equivalence, Guess, Label, Letter, Membership, Sample,
    SeparatingEnd, Separation, Stepper, learn, separate_from,
};
use rely_lts::{ActionId, Alphabet, ProgressEvent, Spent};

use super::{Layer, Solved, solve, visible};
use crate::assumption::Assumption;
use crate::prove::lazy_product::{LazyProduct, Seen, Wanted};
use crate::prove::options::{Attempt, Learner, Round};
use crate::prove::proof::Rule;

/// Conflicts of one run of the SAT solver before the active learner takes over, and the states of its largest
/// hypothesis before the solver gets another chance; both are this many times larger the next time.
const FIRST_EFFORT: (u64, usize) = (1_000, 16);
const LARGER: (u64, usize) = (8, 4);

/// This many runs about which a candidate is wrong are looked for at once.
const AT_ONCE: usize = 8;

/// A hint is given up when there are this many times more states, and this many more.
const BEYOND_HINT: (usize, usize) = (2, 16);

/// The learner that takes over.
const FALLBACK: Algorithm = Algorithm::LSharp;

/// How the search over one alphabet ended.
pub(super) enum End {
    /// The assumption is good enough; those of deeper layers, the last part's first.
    Proved(Assumption, Vec<Assumption>),
    /// These runs, one that must be excluded and one that must be allowed, look the same: the first like a
    /// prefix of the second.
    Alike(Vec<ActionId>, Vec<ActionId>),
}

/// The search for one assumption.
pub(super) struct Search<'a, 'p> {
    pub(super) attempt: &'a mut Attempt<'p>,
    pub(super) parts: &'a [Vec<usize>],
    pub(super) layer: &'a mut Layer,
    pub(super) deeper: &'a mut [Layer],
    /// The first part with the goal.
    pub(super) module: LazyProduct<'p>,
    /// The other part, if there is only one.
    pub(super) rest: Option<LazyProduct<'p>>,
    /// Runs of the first part that violate the goal (I1).
    pub(super) bad: Vec<Vec<ActionId>>,
    pub(super) sigma: Alphabet,
    /// The states that a hypothesis may have, if the learner is an active one.
    pub(super) active: Option<usize>,
    /// Words about which the last candidate is wrong, in addition to the one that was returned.
    pub(super) more: Vec<(Vec<Letter>, Label)>,
    pub(super) end: Option<End>,
}

impl Search<'_, '_> {
    /// Searches for an assumption over an alphabet.
    pub(super) fn over(&mut self, sigma: &Alphabet) -> Result<End, Spent> {
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

    /// The hint over the alphabet of the search: actions outside its alphabet change nothing.
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
            SeparatingEnd::Contradiction(_) => {
                unreachable!("contradictions are recorded before they are reported")
            }
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
        let (runs, pairs) = self.module.search_some_with(&dfa, Wanted::Violation, self.most())?;
        self.seen(pairs);
        if !runs.is_empty() {
            self.note("the first part violates its goal under the assumption", Some(&assumption));
            return self.excluded(runs.iter().map(|run| visible(run)).collect());
        }
        self.layer.first_premise = true;
        let most = self.most();
        let (runs, chain) = match &mut self.rest {
            Some(rest) => {
                let (runs, pairs) = rest.search_some_with(&dfa, Wanted::Escape, most)?;
                self.seen(pairs);
                (runs.iter().map(|run| visible(run)).collect(), Vec::new())
            }
            None => match solve(self.attempt, assumption.lts(), &self.parts[1..], self.deeper)? {
                Solved::Violated(run) => (vec![run], Vec::new()),
                Solved::Holds(chain) => (Vec::new(), chain),
            },
        };
        if runs.is_empty() {
            self.note("the assumption satisfies both premises", Some(&assumption));
            self.end = Some(End::Proved(assumption, chain));
            return Ok(None);
        }
        self.note("the other parts violate the assumption", Some(&assumption));
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

    /// The first run is returned now, the others on request.
    fn tell(&mut self, runs: Vec<Vec<ActionId>>, label: Label) -> Option<(Vec<ActionId>, Label)> {
        let mut runs = runs.into_iter();
        let first = runs.next()?;
        self.more = runs.map(|run| (self.word(&run), label)).collect();
        Some((first, label))
    }

    fn seen(&mut self, pairs: u64) {
        self.attempt.statistics.largest_product = self.attempt.statistics.largest_product.max(pairs);
    }

    pub(super) fn note(&mut self, what: &str, candidate: Option<&Assumption>) {
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
