//! Shrinking learned assumptions.
//!
//! # Problem
//! Given assumptions that satisfy all premises of a rule. Make them smaller, one after the other: with the
//! others fixed, find a smallest A contained in the current assumption B.
//!
//! # Method
//! Since A ⊆ B, the part satisfies its goal with A, and need not be checked. Words that B excludes must be
//! excluded. A word that violates a joint premise must be allowed if A is among the machines that exclude it,
//! and excluded if A is among the kept ones. So some words must be accepted and some rejected, and a SAT
//! solver finds a smallest automaton between them ([`separate`]).
//!
//! # Invariants
//! 1. The assumptions satisfy all premises, before and after each step.
//! 2. B is right about every word that is added to the sample.
//!
//! # Cost
//! The solver may take exponential time: its conflicts and the number of candidates are bounded, and an
//! assumption that reaches a bound stays as it is.
//!
//! # Departures
//! Joint learning finds smallest tuples, which are sometimes smaller. But there a word that some assumption
//! must allow is only a clause, and hundreds of clauses are needed where a few words suffice here.

use std::sync::Arc;

use rely_learn::{Closure, Dfa, Effort, Label, Letter, SeparatingEnd, Separation, separate, word_to};
use rely_lts::{ActionId, Alphabet, Budget, Lts, Spent, StateId, Ticker};
use rustc_hash::FxHashSet;

use crate::assumption::Assumption;
use crate::prove::options::Attempt;
use crate::prove::premise::check;
use crate::prove::proof::{Machine, Premise};
use crate::prove::symmetric::part_teacher::letters;

/// Conflicts of one run of the SAT solver.
const EFFORT: Effort = Effort { conflicts: 1_500 };

/// Candidates for one assumption; after that it stays as it is.
const MOST_CANDIDATES: usize = 600;

/// States of a candidate, the rejecting one included: looking for larger ones takes the solver too long.
const MOST_STATES: usize = 8;

/// Words that one comparison gives at most.
const MOST_WORDS: usize = 16;

/// Makes assumptions that satisfy all premises smaller, the largest first.
pub(crate) fn shrink(attempt: &mut Attempt<'_>, joint: &[Premise], assumptions: &mut [Assumption]) {
    let mut order: Vec<usize> = (0..assumptions.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(assumptions[at].lts().n_states()));
    for at in order {
        let lts = assumptions[at].lts().clone();
        let sigma = lts.alphabet().clone();
        let bound = Dfa::from_lts(&lts).expect("an assumption is deterministic");
        let ctx = attempt.ctx;
        let n_letters = bound.n_letters();
        let mut teacher = Between {
            attempt,
            joint,
            assumptions,
            at,
            sigma: &sigma,
            bound: &bound,
            seen: 0,
            others: Vec::new(),
        };
        let found = separate(&mut teacher, n_letters, Closure::PrefixClosed, EFFORT, ctx);
        let made = found.candidate.filter(|_| found.end == SeparatingEnd::Separated);
        assumptions[at] = match made {
            Some(dfa) => assumption(&dfa, &sigma), // keeps I1
            None => Assumption::new((*lts).clone()).expect("it was one"),
        };
    }
}

/// Knows what one assumption must say, the others being as they are.
struct Between<'b, 'p> {
    attempt: &'b mut Attempt<'p>,
    joint: &'b [Premise],
    /// All of them; the one in question is replaced by the candidate.
    assumptions: &'b mut [Assumption],
    at: usize,
    sigma: &'b Alphabet,
    bound: &'b Dfa,
    /// Candidates so far.
    seen: usize,
    /// Words that were found in addition to the first.
    others: Vec<(Vec<Letter>, Label)>,
}

impl Separation for Between<'_, '_> {
    fn label(&mut self, word: &[Letter]) -> Result<Label, Spent> {
        Ok(if self.bound.accepts(word) { Label::DontCare } else { Label::Reject })
    }

    fn counterexample(&mut self, candidate: &Dfa) -> Result<Option<(Vec<Letter>, Label)>, Spent> {
        self.seen += 1;
        if self.seen > MOST_CANDIDATES || candidate.n_states() > MOST_STATES {
            return Err(Spent::Cancelled);
        }
        if !candidate.accepts(&[]) {
            return Ok(Some((Vec::new(), Label::Accept)));
        }
        let wrong = excesses(candidate, self.bound).into_iter().map(|word| (word, Label::Reject));
        let mut named: Vec<_> = wrong.collect();
        self.assumptions[self.at] = assumption(candidate, self.sigma);
        for premise in self.joint {
            if named.is_empty() {
                let is_refuted = premise.refuted.contains(&Machine::Assumption(self.at));
                let label = if is_refuted { Label::Accept } else { Label::Reject };
                named.extend(self.violations(premise)?.into_iter().map(|word| (word, label)));
            }
        }
        named.reverse();
        let first = named.pop();
        self.others = named;
        Ok(first)
    }

    fn others(&mut self) -> Vec<(Vec<Letter>, Label)> {
        std::mem::take(&mut self.others)
    }
}

impl Between<'_, '_> {
    /// Words of the assumption in question that violate a joint premise: one, or several if no component
    /// takes part.
    fn violations(&mut self, premise: &Premise) -> Result<Vec<Vec<Letter>>, Spent> {
        if !premise.components.is_empty() {
            let found = check(self.attempt.problem, self.assumptions, premise, self.attempt.ctx)?;
            self.attempt.statistics.explored(found.states);
            return Ok(found.violation.map(|run| letters(&run, self.sigma)).into_iter().collect());
        }
        let machines = premise.refuted.iter().map(|&machine| match machine {
            Machine::Assumption(at) => self.assumptions[at].lts(),
            Machine::Property(at) => &self.attempt.problem.properties[at].lts,
        });
        let (words, states) = excluded_by_all(&machines.collect::<Vec<_>>(), self.attempt.ctx.budget)?;
        self.attempt.statistics.explored(states as u64);
        let mut words: Vec<Vec<Letter>> = words.iter().map(|word| letters(word, self.sigma)).collect();
        words.sort();
        words.dedup();
        Ok(words)
    }
}

/// Shortest words that the first accepts and the second does not, to different pairs of states.
fn excesses(one: &Dfa, other: &Dfa) -> Vec<Vec<Letter>> {
    let mut words = Vec::new();
    let mut known = FxHashSet::default();
    let mut reached = vec![((one.initial(), other.initial()), 0, 0)];
    known.insert(reached[0].0);
    let mut at = 0;
    while at < reached.len() && words.len() < MOST_WORDS {
        let ((s, t), ..) = reached[at];
        if one.is_accepting(s) && !other.is_accepting(t) {
            words.push(word_to(&reached, at));
        } else if one.is_accepting(s) {
            for (letter, (&s, &t)) in (0..).zip(one.row(s).iter().zip(other.row(t))) {
                if known.insert((s, t)) {
                    reached.push(((s, t), at, letter));
                }
            }
        }
        at += 1;
    }
    words
}

/// Shortest words that all machines exclude, to different states, and how many states were seen. A machine
/// has no transition where it excludes a word, or one to ERROR.
fn excluded_by_all(machines: &[&Arc<Lts>], budget: &Budget) -> Result<(Vec<Vec<ActionId>>, usize), Spent> {
    let known = machines.iter().map(|lts| lts.alphabet());
    let all = Alphabet::union(machines[0].actions(), known);
    // Per action, what each machine calls it.
    let labels: Vec<Vec<Option<rely_lts::Label>>> =
        all.ids().iter().map(|&a| machines.iter().map(|lts| lts.alphabet().label(a)).collect()).collect();
    let mut words = Vec::new();
    let mut known: FxHashSet<Vec<StateId>> = FxHashSet::default();
    let start: Vec<StateId> = machines.iter().map(|lts| lts.initial()).collect();
    known.insert(start.clone());
    let mut reached = vec![(start, 0, 0)];
    let mut ticker = Ticker::default();
    let mut at = 0;
    while at < reached.len() && words.len() < MOST_WORDS {
        ticker.tick(budget)?;
        budget.check_memory(reached.len() * (machines.len() * 8 + 96))?;
        if reached[at].0.iter().all(|state| state.is_error()) {
            let word = word_to(&reached, at);
            words.push(word.into_iter().map(|action| all.ids()[action as usize]).collect());
            at += 1;
            continue;
        }
        for (action, labels) in (0..).zip(&labels) {
            let mut next = reached[at].0.clone();
            for (i, state) in next.iter_mut().enumerate() {
                if let (Some(label), false) = (labels[i], state.is_error()) {
                    *state = machines[i].step(*state, label).first().copied().unwrap_or(StateId::ERROR);
                }
            }
            if !known.contains(&next) {
                known.insert(next.clone());
                reached.push((next, at, action));
            }
        }
        at += 1;
    }
    Ok((words, reached.len()))
}

fn assumption(dfa: &Dfa, sigma: &Alphabet) -> Assumption {
    let lts = dfa.to_lts(sigma).expect("closed under prefixes, with the empty word");
    Assumption::new(lts).expect("a DFA is deterministic")
}
