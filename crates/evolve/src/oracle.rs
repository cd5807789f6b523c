//! The teacher of what the candidate offers or is required of it.
//!
//! # Problem
//! A learner asks whether a word is in the union U of two languages, and whether its hypothesis D has that
//! language. The versions are not to be composed for that.
//!
//! # Method
//! \[CSS04, section 5.1\]. For a word the sets of states of the candidate and of the baseline are stepped
//! separately, and those of the prohibited behaviors as well: the baseline's set becomes empty when one is
//! complete. For a hypothesis: (i) are the candidate's traces in D, (ii) are the required ones, both by walks
//! over pairs (state, state of D); (iii) is everything in D in one of the two, by a walk over (state of D,
//! set of the candidate, set of the baseline). A word that only the baseline has goes on with an empty set of
//! the candidate.
//!
//! # Invariants
//! 1. No two entries of (iii) that are kept for one state of D are such that both sets of the one are part of
//!    those of the other: from the smaller ones every counterexample of the larger ones is found, and by a
//!    word that is not longer.
//!
//! # Cost
//! (i) and (ii) are linear in the products with D. (iii) is exponential at worst; antichains keep it small
//! \[WDHR06\].
//!
//! # Departures
//! The section excludes the words that only the old version has one by one, which does not end where there
//! are infinitely many, and its membership test takes the prohibited words from both versions. To remember
//! only (state of D, set of the candidate) in (iii) would miss words: two words with the same pair may differ
//! in what the baseline does.
//!
//! Where a prohibited behavior watches actions that are hidden, its sets are not determined by the word. Then
//! the baseline is composed with the behaviors, and the sets are of that product.

use std::collections::VecDeque;

use rely_learn::{Dfa, Equivalence, Letter, Membership, Stepper, label_of, letter_of};
use rely_lts::{Context, Label, Lts, Spent, StateId, Ticker};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::forbidden::Watch;
use crate::sets::{Set, Walker};
use crate::versions::Versions;

/// The views that the teacher walks, none composed with another if that can be avoided.
pub(crate) struct Views {
    candidate: Lts,
    /// What the baseline offers, or what is required of it; `None` if nothing is required.
    baseline: Option<Lts>,
    /// Are prohibited behaviors watched along the baseline's view?
    is_watched: bool,
}

impl Views {
    /// The views of two versions.
    pub(crate) fn new(versions: &Versions, ctx: Context<'_>) -> Result<Views, Spent> {
        let is_watched = !versions.forbidden().is_empty() && versions.forbidden_is_visible();
        let baseline = if is_watched { Some(versions.known()) } else { versions.required(ctx)? };
        Ok(Views { candidate: versions.offered(), baseline, is_watched })
    }
}

/// Where the required side is after a word: states of the baseline and the number of the prohibited
/// behaviors' sets. Without states the number is 0.
type Service = (Set, usize);

/// Teaches U.
pub(crate) struct Oracle<'a> {
    candidate: Walker<'a>,
    baseline: Option<Walker<'a>>,
    watch: Option<Watch<'a>>,
    ctx: Context<'a>,
    /// Where the walk is: sets of the candidate and of the required side.
    at: (Set, Service),
    n_letters: u32,
}

impl<'a> Oracle<'a> {
    /// A teacher of these versions, of which the views are given.
    pub(crate) fn new(views: &'a Views, versions: &'a Versions, ctx: Context<'a>) -> Result<Self, Spent> {
        let mut baseline = views.baseline.as_ref().map(Walker::new);
        let mut watch = None;
        if views.is_watched {
            let action_of = |label| versions.action_of(versions.letters().action(label));
            watch = Watch::new(versions.letters(), action_of, versions.forbidden(), ctx)?;
            if watch.is_none() {
                // Prohibited from the start: nothing is required.
                baseline = None;
            }
        }
        let n_letters =
            u32::try_from(versions.letters().len()).expect("alphabets have fewer than 2^32 actions");
        let candidate = Walker::new(&views.candidate);
        Ok(Oracle { candidate, baseline, watch, ctx, at: Default::default(), n_letters })
    }

    /// A teacher of the traces of one view alone.
    pub(crate) fn of(view: &'a Lts, ctx: Context<'a>) -> Self {
        let n_letters = u32::try_from(view.alphabet().len()).expect("alphabets have fewer than 2^32 actions");
        let (candidate, at) = (Walker::new(view), Default::default());
        Oracle { candidate, baseline: None, watch: None, ctx, at, n_letters }
    }

    fn beginning(&mut self) -> Result<(Set, Service), Spent> {
        let candidate = self.candidate.start(self.ctx)?.0;
        let service = match &mut self.baseline {
            Some(walker) => (walker.start(self.ctx)?.0, 0),
            None => Service::default(),
        };
        Ok((candidate, service))
    }

    /// The sets of the required side after one more letter.
    fn served(&mut self, (set, watched): &Service, label: Label) -> Result<Service, Spent> {
        let Some(walker) = &mut self.baseline else { return Ok(Service::default()) };
        let Some(watched) = step_watch(&mut self.watch, *watched, label, self.ctx)? else {
            return Ok(Service::default());
        };
        let set = walker.step(set, label, self.ctx)?.0;
        Ok(if set.is_empty() { Service::default() } else { (set, watched) })
    }

    /// (i) and (ii): a shortest trace of the candidate, or of the required side, that the hypothesis rejects.
    fn missing(&mut self, hypothesis: &Dfa, side: Side) -> Result<Option<Vec<Letter>>, Spent> {
        let lts = match (side, &self.baseline) {
            (Side::Candidate, _) => self.candidate.lts(),
            (Side::Required, Some(walker)) => walker.lts(),
            (Side::Required, None) => return Ok(None),
        };
        let start = (lts.initial(), 0, hypothesis.initial());
        let mut known = FxHashSet::from_iter([start]);
        // Entries with where they came from and by which letter; tau steps go to the front of the queue, as
        // they make no word longer.
        let mut reached = vec![(start, 0, None)];
        let mut open = VecDeque::from([0]);
        let mut ticker = Ticker::default();
        while let Some(at) = open.pop_front() {
            let ((state, watched, d), ..) = reached[at];
            if !hypothesis.is_accepting(d) {
                return Ok(Some(word_to(&reached, at, |entry| (entry.1, entry.2))));
            }
            for (label, target) in lts.successors(state) {
                ticker.tick(self.ctx.budget)?;
                let letter = letter_of(label);
                let watched = match side {
                    Side::Required => step_watch(&mut self.watch, watched, label, self.ctx)?,
                    Side::Candidate => Some(watched),
                };
                let Some(watched) = watched else { continue };
                let next = (target, watched, letter.map_or(d, |letter| hypothesis.step(d, letter)));
                if known.insert(next) {
                    let number = reached.len();
                    reached.push((next, at, letter));
                    if letter.is_none() { open.push_front(number) } else { open.push_back(number) }
                }
            }
            self.ctx.budget.check_memory(reached.capacity() * 40 + known.capacity() * 25)?;
        }
        Ok(None)
    }

    /// (iii): a shortest word that the hypothesis accepts and neither side has.
    fn excess(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        let live = live_states(hypothesis);
        let (candidate, service) = self.beginning()?;
        let mut kept = Antichains::default();
        kept.add(hypothesis.initial(), &candidate, &service);
        let mut reached = vec![((hypothesis.initial(), candidate, service), 0, None)];
        let mut at = 0;
        while at < reached.len() {
            let (d, candidate, service) = reached[at].0.clone();
            if hypothesis.is_accepting(d) && candidate.is_empty() && service.0.is_empty() {
                return Ok(Some(word_to(&reached, at, |entry| (entry.1, entry.2))));
            }
            for letter in 0..self.n_letters {
                let d = hypothesis.step(d, letter);
                // The walk goes on through rejecting states, from which accepting ones may still be reached.
                if !live[d as usize] {
                    continue;
                }
                let candidate = self.candidate.step(&candidate, label_of(letter), self.ctx)?.0;
                let service = self.served(&service, label_of(letter))?;
                if kept.add(d, &candidate, &service) {
                    reached.push(((d, candidate, service), at, Some(letter)));
                }
            }
            at += 1;
            self.ctx.budget.check_states(reached.len())?;
            // Entries hold copies of their sets; the antichains hold as much again at most.
            self.ctx.budget.check_memory(2 * (reached.capacity() * 96 + kept.members * 4))?;
        }
        Ok(None)
    }
}

impl Membership for Oracle<'_> {
    fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        let mut answer = self.restart()?;
        for &letter in word {
            answer = self.step(letter)?;
        }
        Ok(answer)
    }

    fn stepper(&mut self) -> Option<&mut dyn Stepper> {
        Some(self)
    }
}

impl Stepper for Oracle<'_> {
    fn restart(&mut self) -> Result<bool, Spent> {
        self.at = self.beginning()?;
        Ok(true)
    }

    fn step(&mut self, letter: Letter) -> Result<bool, Spent> {
        let (candidate, service) = std::mem::take(&mut self.at);
        let label = label_of(letter);
        let candidate = self.candidate.step(&candidate, label, self.ctx)?.0;
        let service = self.served(&service, label)?;
        let answer = !candidate.is_empty() || !service.0.is_empty();
        self.at = (candidate, service);
        Ok(answer)
    }
}

impl Equivalence for Oracle<'_> {
    fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        let missing = [self.missing(hypothesis, Side::Candidate)?, self.missing(hypothesis, Side::Required)?];
        match missing.into_iter().flatten().min_by_key(|word| (word.len(), word.clone())) {
            Some(word) => Ok(Some(word)),
            None => self.excess(hypothesis),
        }
    }
}

/// Whose traces are to be accepted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Candidate,
    Required,
}

/// Where the prohibited behaviors are after one more step; `None` if one is complete.
fn step_watch(
    watch: &mut Option<Watch<'_>>,
    at: usize,
    label: Label,
    ctx: Context<'_>,
) -> Result<Option<usize>, Spent> {
    match watch {
        Some(watch) => watch.step(at, label, ctx),
        None => Ok(Some(at)),
    }
}

/// The word that led to an entry of a search; the first entry is where it began.
fn word_to<T>(reached: &[T], mut at: usize, before: impl Fn(&T) -> (usize, Option<Letter>)) -> Vec<Letter> {
    let mut word = Vec::new();
    while at != 0 {
        let (from, letter) = before(&reached[at]);
        word.extend(letter);
        at = from;
    }
    word.reverse();
    word
}

/// From which states can an accepting one be reached?
fn live_states(dfa: &Dfa) -> Vec<bool> {
    let n = dfa.n_states() as u32;
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); n as usize];
    for state in 0..n {
        dfa.row(state).iter().for_each(|&target| before[target as usize].push(state));
    }
    let mut live: Vec<bool> = (0..n).map(|state| dfa.is_accepting(state)).collect();
    let mut open: Vec<u32> = (0..n).filter(|&state| live[state as usize]).collect();
    while let Some(state) = open.pop() {
        for &source in &before[state as usize] {
            if !std::mem::replace(&mut live[source as usize], true) {
                open.push(source);
            }
        }
    }
    live
}

/// The smallest pairs of sets that were met, by state of the hypothesis and number of the prohibited
/// behaviors' sets.
#[derive(Default)]
struct Antichains {
    kept: FxHashMap<(u32, usize), Vec<(Set, Set)>>,
    /// Members of all sets that were ever added.
    members: usize,
}

impl Antichains {
    /// Adds a pair unless it is covered; then pairs that it covers are forgotten. Keeps 1.
    fn add(&mut self, d: u32, candidate: &Set, (baseline, watched): &Service) -> bool {
        let pairs = self.kept.entry((d, *watched)).or_default();
        if pairs.iter().any(|(c, b)| is_subset(c, candidate) && is_subset(b, baseline)) {
            return false;
        }
        pairs.retain(|(c, b)| !(is_subset(candidate, c) && is_subset(baseline, b)));
        pairs.push((candidate.clone(), baseline.clone()));
        self.members += candidate.len() + baseline.len();
        true
    }
}

/// Is every member of the first sorted set one of the second?
fn is_subset(small: &[StateId], large: &[StateId]) -> bool {
    let mut large = large.iter();
    small.iter().all(|member| large.any(|other| other == member))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rely_lts::{Actions, Alphabet};
    use rely_testkit::generate::{RandomLts, Rng};
    use rely_testkit::text;

    use super::*;
    use crate::completed::{Engine, complete};

    fn versions(baseline: Lts, candidate: Lts, forbidden: Vec<Arc<Lts>>) -> Versions {
        let interface = Alphabet::from_names(baseline.actions(), ["a", "b"]);
        Versions::new(baseline.into(), candidate.into(), forbidden, interface).unwrap()
    }

    fn counterexample(versions: &Versions, hypothesis: &Dfa) -> Option<Vec<Letter>> {
        let ctx = Context::unlimited();
        let views = Views::new(versions, ctx).unwrap();
        Oracle::new(&views, versions, ctx).unwrap().counterexample(hypothesis).unwrap()
    }

    #[test]
    fn words_with_the_same_set_of_the_candidate_differ_in_the_baseline() {
        let actions = Actions::new();
        let baseline = text::read(&actions, "0 a 0; alphabet b");
        let candidate = text::read(&actions, "alphabet a b");
        let everything = Dfa::new(2, 0, vec![0, 0], vec![true]).unwrap();
        assert_eq!(counterexample(&versions(baseline, candidate, Vec::new()), &everything), Some(vec![1]));
    }

    /// The automaton with some targets and some answers changed, often so that it is not prefix-closed.
    fn damaged(dfa: &Dfa, rng: &mut Rng) -> Dfa {
        let n = dfa.n_states() as u32;
        let mut next: Vec<u32> = (0..n).flat_map(|s| dfa.row(s).to_vec()).collect();
        let mut accepting: Vec<bool> = (0..n).map(|s| dfa.is_accepting(s)).collect();
        for _ in 0..rng.below(3) {
            let i = rng.below(next.len());
            next[i] = rng.below(n as usize) as u32;
        }
        if rng.percent(50) {
            let i = rng.below(accepting.len());
            accepting[i] = !accepting[i];
        }
        Dfa::new(dfa.n_letters(), dfa.initial(), next, accepting).unwrap()
    }

    #[test]
    fn any_hypothesis_is_judged_rightly() {
        let (mut right, mut wrong, mut open) = (0, 0, 0);
        for seed in 0..2000 {
            let rng = &mut Rng::new(seed);
            let actions = Actions::new();
            let names = ["a".to_string(), "b".to_string(), "c".to_string()];
            let knobs = RandomLts { states: 1 + rng.below(4), error_percent: 0, ..RandomLts::default() };
            let [baseline, candidate, process] = [(); 3].map(|()| knobs.generate_over(&actions, &names, rng));
            let watched = if rng.percent(50) { process } else { text::read(&actions, "0 b 0; 0 a 1; 1 b 2") };
            let forbidden = if rng.percent(50) { vec![Arc::new(watched)] } else { Vec::new() };
            let versions = versions(baseline, candidate, forbidden);
            let union = complete(&versions, Engine::Direct, Context::unlimited()).unwrap().lts;
            let union = Dfa::from_lts(&union).unwrap();
            let hypothesis = damaged(&union, rng);
            let found = counterexample(&versions, &hypothesis);
            assert_eq!(found.is_some(), union.difference(&hypothesis).is_some(), "seed {seed}");
            if let Some(word) = &found {
                assert_ne!(union.accepts(word), hypothesis.accepts(word), "seed {seed}");
                wrong += 1;
                open += usize::from(!hypothesis.is_prefix_closed());
            } else {
                right += 1;
            }
        }
        assert!(right > 300 && wrong > 300 && open > 100, "{right} {wrong} {open}");
    }
}
