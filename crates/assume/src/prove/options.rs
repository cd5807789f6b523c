//! Options of a single attempt at a proof, and the record of its rounds.

use std::sync::Arc;

use rely_learn::Algorithm;
use rely_lts::{Context, Lts};

use crate::assumption::Assumption;
use crate::prove::problem::Problem;
use crate::prove::proof::{Rule, Statistics};

/// How assumptions are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Learner {
    /// Learned toward the weakest one, by one of the active learners.
    Active(Algorithm),
    /// Smallest ones that separate what must be allowed from what must not, by a SAT solver.
    #[default]
    Separating,
}

impl Learner {
    /// What commands call it.
    pub fn name(self) -> &'static str {
        match self {
            Learner::Active(algorithm) => algorithm.name(),
            Learner::Separating => "separating",
        }
    }

    /// The learner of a name.
    pub fn from_name(name: &str) -> Option<Learner> {
        match name {
            "separating" => Some(Learner::Separating),
            _ => Algorithm::from_name(name).map(Learner::Active),
        }
    }
}

/// Which actions assumptions may observe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alphabets {
    /// Everything the rule needs to be complete.
    Full,
    /// Little at first, more where counterexamples show that it is needed.
    #[default]
    Refine,
}

/// How to prove.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How assumptions are found.
    pub learner: Learner,
    /// Which actions they may observe.
    pub alphabets: Alphabets,
}

/// One round of a proof: a candidate, and what became of it.
#[derive(Clone, Debug)]
pub struct Round {
    /// The rule.
    pub rule: Rule,
    /// States of every candidate assumption.
    pub states: Vec<usize>,
    /// The candidates themselves; none if there are none yet, or they are too large to be remembered.
    pub candidates: Vec<Arc<Lts>>,
    /// The number of actions in their alphabets.
    pub actions: usize,
    /// Membership queries so far.
    pub queries: u64,
    /// What became of the candidate, as a sentence without a full stop.
    pub what: String,
}

/// The most rounds that are remembered.
pub(crate) const MOST_ROUNDS: usize = 10_000;

/// States and transitions of the candidates that are remembered, of all rounds together.
const MOST_REMEMBERED: usize = 1 << 18;

/// One attempt at a proof: what it is about, its limits, and what it has taken so far.
pub struct Attempt<'p> {
    /// What is to be proved.
    pub problem: &'p Problem,
    /// How.
    pub options: Options,
    /// Within which limits.
    pub ctx: Context<'p>,
    /// What it took.
    pub statistics: Statistics,
    /// The rounds so far, at most 10,000.
    pub rounds: Vec<Round>,
    /// States and transitions of their candidates.
    remembered: usize,
    /// Where assumptions are learned one after the other: what each is first taken to be.
    pub hints: &'p [Assumption],
}

impl<'p> Attempt<'p> {
    /// Nothing was done yet.
    pub fn new(problem: &'p Problem, options: Options, ctx: Context<'p>) -> Self {
        let (statistics, rounds) = (Statistics::default(), Vec::new());
        Attempt { problem, options, ctx, statistics, rounds, remembered: 0, hints: &[] }
    }

    /// Remembers a round, and its candidates if there is room for them.
    pub fn note(&mut self, mut round: Round) {
        if self.rounds.len() >= MOST_ROUNDS {
            return;
        }
        let size: usize = round.candidates.iter().map(|lts| lts.n_states() + lts.n_transitions()).sum();
        if self.remembered + size > MOST_REMEMBERED {
            round.candidates.clear();
        } else {
            self.remembered += size;
        }
        self.rounds.push(round);
    }

    /// Is there room for candidates of a round to come?
    pub(crate) fn remembers(&self) -> bool {
        self.rounds.len() < MOST_ROUNDS && self.remembered < MOST_REMEMBERED
    }
}
