//! The learners of the assumptions of several parts: one per part, or one for all of them jointly.
//!
//! # Problem
//! Every part has an assumption over its alphabet. Propose candidates, and better ones whenever a word is
//! given that an assumption must exclude, or words of which at least one must be allowed.
//!
//! # Method
//! *One per part*: an active learner per part, which queries its [`PartOracle`] and aims at the weakest
//! assumption. If one of several words must be allowed, it is given all of them.
//!
//! *Jointly*: the given words are clauses over all assumptions, and the candidates are a tuple that satisfies
//! them with the fewest states ([`Joint`]).
//!
//! # Invariants
//! 1. The weakest assumptions over the alphabets satisfy all demands: words to exclude are excluded by them,
//!    and of words to allow they allow at least one. So no candidate (jointly: no tuple) is larger than they
//!    are, and since every demand rules out the last candidates, learning ends.
//!
//! # Cost
//! Active learners ask many membership queries and few equivalence queries; joint learning the other way
//! round, and its SAT solver may take exponential time.
//!
//! # Departures
//! \[BGP03\] learns each assumption separately with L*. Joint learning follows \[EGPS15\], which has no
//! symmetric rules.

use rely_learn::{Cached, Closure, Demand, Dfa, Effort, Joint, Letter};
use rely_lts::{ActionId, Alphabet, Context, Spent};

use crate::prove::options::Learner;
use crate::prove::symmetric::part_teacher::{PartOracle, PartTeacher};

/// Conflicts of one run of the SAT solver before it is given up.
const EFFORT: Effort = Effort { conflicts: 20_000 };

/// Runs that are looked for at once: each of them is a clause.
const MOST_RUNS: usize = 8;

/// A word of an assumption: whose, and the word.
pub(crate) type Named = (usize, Vec<Letter>);

/// The learners of all parts, and their last candidates. The teachers have the alphabets of the assumptions,
/// and none violates its goal along the empty word.
pub(crate) struct PartLearners<'t, 'p> {
    teachers: &'t [PartTeacher<'p>],
    sigmas: Vec<Alphabet>,
    mode: Mode<'t>,
    candidates: Vec<Option<Dfa>>,
    /// Was something named since the candidates were made?
    is_stale: bool,
}

enum Mode<'t> {
    Each(Vec<(Box<dyn rely_learn::Learner>, Cached<'t>)>),
    Jointly { joint: Box<Joint<'t>>, queries: u64 },
}

impl<'t, 'p> PartLearners<'t, 'p> {
    /// Nothing is known yet.
    pub(crate) fn new(
        teachers: &'t [PartTeacher<'p>],
        oracles: &'t mut [PartOracle<'t, 'p>],
        learner: Learner,
        ctx: Context<'t>,
    ) -> PartLearners<'t, 'p> {
        let sigmas: Vec<Alphabet> = teachers.iter().map(PartTeacher::sigma).collect();
        let n_letters: Vec<u32> = sigmas.iter().map(|sigma| sigma.len() as u32).collect();
        let mode = match learner {
            Learner::Active(algorithm) => {
                let learner = |(oracle, &n): (&'t mut PartOracle<'t, 'p>, &u32)| {
                    (algorithm.learner(n), Cached::new(oracle, n, Closure::PrefixClosed, ctx))
                };
                Mode::Each(oracles.iter_mut().zip(&n_letters).map(learner).collect())
            }
            Learner::Separating => {
                Mode::Jointly { joint: Box::new(Joint::new(&n_letters, EFFORT, ctx)), queries: 0 }
            }
        };
        PartLearners { teachers, sigmas, mode, candidates: vec![None; teachers.len()], is_stale: true }
    }

    /// The alphabet of an assumption.
    pub(crate) fn sigma(&self, at: usize) -> &Alphabet {
        &self.sigmas[at]
    }

    /// The last candidates.
    pub(crate) fn candidates(&self) -> &[Option<Dfa>] {
        &self.candidates
    }

    /// Membership queries so far.
    pub(crate) fn queries(&self) -> u64 {
        match &self.mode {
            Mode::Each(list) => list.iter().map(|(_, asked)| asked.statistics().membership_queries).sum(),
            Mode::Jointly { queries, .. } => *queries,
        }
    }

    /// Makes candidates that are right about all that was named; which of them have changed?
    pub(crate) fn renew(&mut self) -> Result<Vec<bool>, Spent> {
        // There may be several smallest tuples: as long as one is good enough, it stays.
        if !self.is_stale {
            return Ok(vec![false; self.candidates.len()]);
        }
        let fresh: Vec<Dfa> = match &mut self.mode {
            Mode::Each(list) => {
                let hypothesis = |(learner, teacher): &mut (Box<dyn rely_learn::Learner>, Cached<'_>)| {
                    learner.start(teacher)?;
                    Ok(learner.hypothesis().expect("there is one after the start").clone())
                };
                list.iter_mut().map(hypothesis).collect::<Result<_, Spent>>()?
            }
            Mode::Jointly { joint, .. } => {
                joint.smallest()?.expect("the weakest assumptions satisfy all clauses (I1)")
            }
        };
        self.is_stale = false;
        let replace = |(old, new): (&mut Option<Dfa>, Dfa)| {
            let is_new = old.as_ref() != Some(&new);
            *old = Some(new);
            is_new
        };
        Ok(self.candidates.iter_mut().zip(fresh).map(replace).collect())
    }

    /// The length of the shortest prefix of a word that the weakest assumption excludes, if there is one.
    pub(crate) fn excluded_prefix(&mut self, at: usize, word: &[Letter]) -> Result<Option<usize>, Spent> {
        match &mut self.mode {
            Mode::Jointly { queries, .. } => {
                *queries += 1;
                self.teachers[at].excluded_prefix(word)
            }
            Mode::Each(list) => {
                // The walk along the whole word has answered its prefixes.
                let teacher = &mut list[at].1;
                if teacher.accepts(word)? {
                    return Ok(None);
                }
                for length in 0..word.len() {
                    if !teacher.accepts(&word[..length])? {
                        return Ok(Some(length));
                    }
                }
                Ok(Some(word.len()))
            }
        }
    }

    /// Runs of a part that its candidate allows and that violate its goal, tau left out.
    pub(crate) fn violations(&mut self, at: usize) -> Result<Vec<Vec<ActionId>>, Spent> {
        let candidate = self.candidates[at].as_ref().expect("there are candidates");
        match &mut self.mode {
            Mode::Each(list) => {
                let found = list[at].1.counterexample(candidate)?;
                Ok(found.map_or(Vec::new(), |_| self.teachers[at].found()))
            }
            Mode::Jointly { .. } => {
                self.teachers[at].look_for_violations(candidate, MOST_RUNS)?;
                Ok(self.teachers[at].found())
            }
        }
    }

    /// An assumption must exclude a word: its part violates its goal along it.
    pub(crate) fn exclude(&mut self, (at, word): Named) -> Result<(), Spent> {
        self.is_stale = true;
        // The shortest prefix says most.
        let shortest = self.excluded_prefix(at, &word)?.expect("the part violates its goal along the word");
        match &mut self.mode {
            Mode::Each(list) => refine(&mut list[at], &word),
            Mode::Jointly { joint, .. } => {
                joint.add(&[Demand::rejects(at, word[..shortest].to_vec())]);
                Ok(())
            }
        }
    }

    /// One of some words must be allowed, all of which the weakest assumptions allow and the candidates
    /// exclude; or one of other words be excluded.
    pub(crate) fn allow_one(&mut self, allow: Vec<Named>, or_exclude: Vec<Named>) -> Result<(), Spent> {
        self.is_stale = true;
        match &mut self.mode {
            Mode::Each(list) => allow.iter().try_for_each(|(at, word)| refine(&mut list[*at], word)),
            Mode::Jointly { joint, .. } => {
                let allow = allow.into_iter().map(|(at, word)| Demand::accepts(at, word));
                let exclude = or_exclude.into_iter().map(|(at, word)| Demand::rejects(at, word));
                joint.add(&allow.chain(exclude).collect::<Vec<_>>());
                Ok(())
            }
        }
    }
}

/// An active learner's hypothesis is wrong about a word.
fn refine(
    (learner, teacher): &mut (Box<dyn rely_learn::Learner>, Cached<'_>),
    word: &[Letter],
) -> Result<(), Spent> {
    learner.refine(teacher, word)
}
