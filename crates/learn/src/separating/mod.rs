//! Smallest separating automata.
//!
//! # Problem
//!
//! Some words must be accepted, some rejected, and the others are free: find a DFA with the fewest states
//! that respects this. From a [`Sample`] this is [`smallest`]; with a teacher that knows the two languages it
//! is [`separate`].
//!
//! # Method
//!
//! For n = 1, 2, … a SAT solver looks for a DFA with n states that is consistent with the sample (see
//! `encoding`); the first n for which there is one is the minimum. The active form asks the teacher whether
//! that DFA separates, and adds the counterexample to the sample \[Nei12\]; n never goes back, since a sample
//! only grows. The teacher is asked for the label of every prefix of a counterexample too, three-valued as in
//! \[CFCTW09\]: those prefixes are in the formula anyway.
//!
//! # Invariants
//!
//! 1. For every n' < n it was shown that no DFA with n' states is consistent with the sample; so a DFA that
//!    separates is a smallest one.
//! 2. A DFA handed out is consistent with the sample.
//!
//! # Cost
//!
//! Exponential in the worst case (the problem is NP-hard), which is why every run of the solver has a limit
//! on its conflicts. It is intended for automata with few states.
//!
//! # Departures
//!
//! \[CFCTW09\] learns a three-valued automaton with L* and merges it afterwards; its size may be far above
//! the minimum. Here nothing larger than the minimum is ever built.

mod encoding;
mod sample;

use rely_lts::{Context, ProgressEvent, Spent};

use self::encoding::Encoding;
pub use self::sample::{Contradiction, Label, Sample};
use crate::cached::Closure;
use crate::dfa::{Dfa, Letter};

/// Limits of the search that are not those of the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Most conflicts in one run of the SAT solver.
    pub conflicts: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { conflicts: 1_000_000 }
    }
}

/// What the search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeparatingStatistics {
    /// Words whose label was asked.
    pub membership_queries: u64,
    /// Automata that were shown to the teacher.
    pub candidates: u64,
    /// Counterexamples.
    pub rounds: u64,
    /// Runs of the SAT solver.
    pub sat_runs: u64,
    /// Conflicts in these.
    pub conflicts: u64,
}

/// Knows which words must be accepted and which rejected.
pub trait Separation {
    /// What must be said about a word?
    ///
    /// # Errors
    /// If a budget is spent.
    fn label(&mut self, word: &[Letter]) -> Result<Label, Spent>;

    /// A word about which the automaton is wrong, and what it must be; `None` if it separates.
    ///
    /// # Errors
    /// If a budget is spent.
    fn counterexample(&mut self, candidate: &Dfa) -> Result<Option<(Vec<Letter>, Label)>, Spent>;

    /// More words about which the automaton that was shown last is wrong, if they were found on the way.
    fn others(&mut self) -> Vec<(Vec<Letter>, Label)> {
        Vec::new()
    }
}

/// How [`separate`] ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeparatingEnd {
    /// The automaton separates, and none with fewer states does.
    Separated,
    /// A budget was spent; the automaton, if there is one, is the last candidate.
    Spent(Spent),
    /// The teacher wants a word accepted and rejected, or gave a counterexample that is none.
    Contradiction(Vec<Letter>),
}

/// The result of [`separate`].
#[derive(Clone, Debug)]
pub struct Separated {
    /// The last automaton that was shown to the teacher.
    pub candidate: Option<Dfa>,
    /// How it ended.
    pub end: SeparatingEnd,
    /// Every separating automaton has at least this many states.
    pub at_least: usize,
    /// What it took.
    pub statistics: SeparatingStatistics,
}

/// A smallest DFA that is consistent with a sample, and for a prefix-closed one with a prefix-closed
/// language.
///
/// ```
/// use rely_learn::{Closure, Effort, Label, Sample, smallest};
/// use rely_lts::Context;
/// let mut sample = Sample::new(1, Closure::Any);
/// sample.add(&[], Label::Accept)?;
/// sample.add(&[0], Label::Reject)?;
/// sample.add(&[0, 0, 0, 0], Label::Reject)?;
/// let dfa = smallest(&sample, Effort::default(), Context::unlimited());
/// assert_eq!(dfa.map(|dfa| dfa.n_states()), Ok(2));
/// # Ok::<(), rely_learn::Contradiction>(())
/// ```
///
/// # Errors
/// If the budget or the effort is spent.
pub fn smallest(sample: &Sample, effort: Effort, ctx: Context<'_>) -> Result<Dfa, Spent> {
    Search::new(effort, ctx).next(sample)
}

/// Finds a smallest automaton that separates, by queries. [`Between`] is a teacher made of two automata.
///
/// ```
/// use rely_learn::{Between, Closure, Dfa, Effort, SeparatingEnd, separate};
/// use rely_lts::Context;
/// // Accept the words of length 1; reject the empty word; all others are free.
/// let accept = Dfa::new(1, 0, vec![1, 2, 2], vec![false, true, false])?;
/// let reject = Dfa::new(1, 0, vec![1, 1], vec![true, false])?;
/// let mut teacher = Between { accept: &accept, reject: &reject };
/// let found = separate(&mut teacher, 1, Closure::Any, Effort::default(), Context::unlimited());
/// assert_eq!(found.end, SeparatingEnd::Separated);
/// assert_eq!(found.candidate.map(|dfa| dfa.n_states()), Some(2));
/// # Ok::<(), rely_learn::DfaError>(())
/// ```
pub fn separate(
    teacher: &mut dyn Separation,
    n_letters: u32,
    closure: Closure,
    effort: Effort,
    ctx: Context<'_>,
) -> Separated {
    separate_from(teacher, Sample::new(n_letters, closure), effort, ctx)
}

/// As [`separate`], with some words known from the start.
pub fn separate_from(
    teacher: &mut dyn Separation,
    mut sample: Sample,
    effort: Effort,
    ctx: Context<'_>,
) -> Separated {
    let mut search = Search::new(effort, ctx);
    let mut candidate = None;
    let end = search.run(teacher, &mut sample, &mut candidate);
    let (at_least, statistics) = (search.n, search.statistics());
    Separated { candidate, end: end.unwrap_or_else(SeparatingEnd::Spent), at_least, statistics }
}

/// The search: sizes go up, samples grow.
struct Search<'c> {
    effort: Effort,
    ctx: Context<'c>,
    /// No DFA with fewer states is consistent with the sample (I1).
    n: usize,
    encoding: Option<Encoding>,
    statistics: SeparatingStatistics,
}

impl<'c> Search<'c> {
    fn new(effort: Effort, ctx: Context<'c>) -> Self {
        Search { effort, ctx, n: 1, encoding: None, statistics: SeparatingStatistics::default() }
    }

    fn statistics(&self) -> SeparatingStatistics {
        let running = self.encoding.as_ref().map_or(0, Encoding::n_conflicts);
        SeparatingStatistics { conflicts: self.statistics.conflicts + running, ..self.statistics }
    }

    /// A smallest DFA for a sample that contains the one before.
    fn next(&mut self, sample: &Sample) -> Result<Dfa, Spent> {
        loop {
            self.ctx.budget.check_states(self.n)?;
            let mut encoding = match self.encoding.take() {
                Some(encoding) => encoding,
                None => Encoding::new(self.n, sample, self.ctx.budget, self.effort.conflicts)?,
            };
            self.statistics.sat_runs += 1;
            let found = encoding.solve(sample);
            if let Ok(None) = found {
                // Keeps I1: no DFA with n states, all reachable, and none with fewer.
                self.statistics.conflicts += encoding.n_conflicts();
                self.n += 1;
                continue;
            }
            self.encoding = Some(encoding);
            if let Some(dfa) = found? {
                return Ok(dfa);
            }
        }
    }

    fn run(
        &mut self,
        teacher: &mut dyn Separation,
        sample: &mut Sample,
        candidate: &mut Option<Dfa>,
    ) -> Result<SeparatingEnd, Spent> {
        loop {
            let dfa = &*candidate.insert(self.next(sample)?);
            self.ctx.budget.poll()?;
            self.ctx.progress.report(&ProgressEvent::Separating {
                words: sample.len() as u64,
                candidate_states: self.n as u64,
            });
            self.statistics.candidates += 1;
            let Some(first) = teacher.counterexample(dfa)? else {
                return Ok(SeparatingEnd::Separated);
            };
            for (word, label) in std::iter::once(first).chain(teacher.others()) {
                self.statistics.rounds += 1;
                let wrong = match label {
                    Label::Accept => !dfa.accepts(&word),
                    Label::Reject => dfa.accepts(&word),
                    Label::DontCare => false,
                };
                if !wrong || sample.add(&word, label).is_err() {
                    return Ok(SeparatingEnd::Contradiction(word));
                }
                for length in 0..word.len() {
                    let prefix = &word[..length];
                    if sample.label(prefix) == Label::DontCare {
                        self.statistics.membership_queries += 1;
                        let label = teacher.label(prefix)?;
                        if sample.add(prefix, label).is_err() {
                            return Ok(SeparatingEnd::Contradiction(prefix.to_vec()));
                        }
                    }
                }
            }
        }
    }
}

/// Teaches the separation of two languages that are given.
#[derive(Clone, Debug)]
pub struct Between<'d> {
    /// Must be accepted.
    pub accept: &'d Dfa,
    /// Must be rejected.
    pub reject: &'d Dfa,
}

impl Separation for Between<'_> {
    fn label(&mut self, word: &[Letter]) -> Result<Label, Spent> {
        Ok(match (self.accept.accepts(word), self.reject.accepts(word)) {
            (true, _) => Label::Accept,
            (_, true) => Label::Reject,
            _ => Label::DontCare,
        })
    }

    fn counterexample(&mut self, candidate: &Dfa) -> Result<Option<(Vec<Letter>, Label)>, Spent> {
        let missing = self.accept.excess(candidate).map(|word| (word, Label::Accept));
        let wrong = self.reject.overlap(candidate).map(|word| (word, Label::Reject));
        Ok([missing, wrong].into_iter().flatten().min_by_key(|(word, _)| word.len()))
    }
}
