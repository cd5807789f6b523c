//! The interface of a learner, and the loop that runs one against a teacher.

use rely_lts::{ProgressEvent, Spent};

use crate::cached::{Cached, Statistics};
use crate::dfa::{Dfa, Letter};
use crate::kearns_vazirani::KearnsVazirani;
use crate::lsharp::LSharp;
use crate::lstar::LStar;
use crate::rivest_schapire::RivestSchapire;
use crate::ttt::Ttt;

/// Learns an automaton by asking.
///
/// All learners here are deterministic and use a counterexample until the hypothesis is right about it, which
/// makes at least one more state. Different states are always different in the language; so a language whose
/// minimal DFA has n states takes at most n − 1 counterexamples, and no hypothesis is larger than that DFA.
pub trait Learner {
    /// Makes the first hypothesis. After an error: does what is left to do, keeping all that was learned.
    ///
    /// # Errors
    /// If a budget is spent.
    fn start(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent>;

    /// Makes a hypothesis that is right about this word. Nothing happens if the present one is.
    ///
    /// # Errors
    /// If a budget is spent; the last hypothesis is kept, and the call may be repeated.
    fn refine(&mut self, teacher: &mut Cached<'_>, counterexample: &[Letter]) -> Result<(), Spent>;

    /// The last hypothesis; none before the start.
    fn hypothesis(&self) -> Option<&Dfa>;
}

/// The learners there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Algorithm {
    /// Angluin's L*, the observation table \[Ang87\].
    LStar,
    /// The table with one suffix per counterexample \[RS93\].
    RivestSchapire,
    /// A discrimination tree \[KV94\].
    KearnsVazirani,
    /// A discrimination tree whose discriminators are made short \[IHS14\].
    Ttt,
    /// Apartness on the tree of all observations \[VGRW22\].
    LSharp,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Algorithm; 5] = [
        Algorithm::LStar,
        Algorithm::RivestSchapire,
        Algorithm::KearnsVazirani,
        Algorithm::Ttt,
        Algorithm::LSharp,
    ];

    /// The name by which it is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::LStar => "lstar",
            Algorithm::RivestSchapire => "rs",
            Algorithm::KearnsVazirani => "kv",
            Algorithm::Ttt => "ttt",
            Algorithm::LSharp => "lsharp",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Algorithm> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// A learner over the letters `0..n_letters`.
    pub fn learner(self, n_letters: u32) -> Box<dyn Learner> {
        match self {
            Algorithm::LStar => Box::new(LStar::new(n_letters)),
            Algorithm::RivestSchapire => Box::new(RivestSchapire::new(n_letters)),
            Algorithm::KearnsVazirani => Box::new(KearnsVazirani::new(n_letters)),
            Algorithm::Ttt => Box::new(Ttt::new(n_letters)),
            Algorithm::LSharp => Box::new(LSharp::new(n_letters)),
        }
    }
}

/// How learning ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The teacher has no counterexample: the hypothesis is what was to be learned.
    Learned,
    /// A budget was spent; calling [`learn`] again goes on.
    Spent(Spent),
    /// The teacher gave a counterexample about which, by its own answers, the hypothesis is right.
    Contradiction(Vec<Letter>),
}

/// The result of [`learn`].
#[derive(Clone, Debug)]
pub struct Learned {
    /// The last hypothesis; `None` if the budget was spent before there was one.
    pub hypothesis: Option<Dfa>,
    /// How it ended.
    pub end: End,
    /// What was asked, by this run and earlier ones with the same cache.
    pub statistics: Statistics,
}

/// Refines until the teacher is content or a budget is spent.
///
/// ```
/// use rely_learn::{Algorithm, Cached, Closure, Dfa, End, Perfect, learn};
/// use rely_lts::Context;
/// let even = Dfa::new(2, 0, vec![1, 0, 0, 1], vec![true, false])?;
/// let mut teacher = Perfect::new(&even);
/// let mut teacher = Cached::new(&mut teacher, 2, Closure::Any, Context::unlimited());
/// let learned = learn(&mut *Algorithm::Ttt.learner(2), &mut teacher);
/// assert_eq!(learned.end, End::Learned);
/// assert_eq!(learned.hypothesis, Some(even));
/// # Ok::<(), rely_learn::DfaError>(())
/// ```
pub fn learn(learner: &mut dyn Learner, teacher: &mut Cached<'_>) -> Learned {
    let end = run(learner, teacher).unwrap_or_else(End::Spent);
    Learned { hypothesis: learner.hypothesis().cloned(), end, statistics: teacher.statistics() }
}

fn run(learner: &mut dyn Learner, teacher: &mut Cached<'_>) -> Result<End, Spent> {
    learner.start(teacher)?;
    loop {
        let hypothesis = learner.hypothesis().expect("there is a hypothesis after the start");
        let asked = teacher.statistics();
        teacher.context().progress.report(&ProgressEvent::Learning {
            round: asked.equivalence_queries + 1,
            queries: asked.membership_queries,
            candidate_states: hypothesis.n_states() as u64,
        });
        let Some(counterexample) = teacher.counterexample(hypothesis)? else { return Ok(End::Learned) };
        let answer = teacher.accepts(&counterexample)?;
        if hypothesis.accepts(&counterexample) == answer {
            return Ok(End::Contradiction(counterexample));
        }
        learner.refine(teacher, &counterexample)?;
        let is_right = learner.hypothesis().is_some_and(|dfa| dfa.accepts(&counterexample) == answer);
        assert!(is_right, "a learner uses a counterexample until its hypothesis is right about it");
    }
}
