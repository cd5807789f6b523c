//! What every learner must pass, and teachers of several manners.
#![allow(dead_code)]

use rely_learn::{
    Algorithm, Cached, Closure, Dfa, End, Equivalence, Learned, Letter, Membership, Perfect, Random,
    Statistics, Stepper, Words, learn,
};
use rely_lts::{Context, Spent};

/// How a teacher answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Can be walked; shortest counterexamples.
    Walked,
    /// Whole words only; shortest counterexamples.
    Words,
    /// Whole words only; long random counterexamples while there are any.
    Long,
}

pub const MANNERS: [Manner; 3] = [Manner::Walked, Manner::Words, Manner::Long];

/// A teacher that knows the target and notes what it is asked.
pub struct Known<'d> {
    target: &'d Dfa,
    perfect: Perfect<'d>,
    manner: Manner,
    random: Random,
    /// Hypotheses in order.
    pub hypotheses: Vec<Dfa>,
    /// Length of the longest counterexample.
    pub longest: usize,
    /// Words it will still answer.
    pub patience: u64,
    /// Words asked, with repetitions.
    pub asked: Vec<Vec<Letter>>,
}

impl<'d> Known<'d> {
    pub fn new(target: &'d Dfa, manner: Manner) -> Self {
        Known {
            target,
            perfect: Perfect::new(target),
            manner,
            random: Random::new(17),
            hypotheses: Vec::new(),
            longest: 0,
            patience: u64::MAX,
            asked: Vec::new(),
        }
    }

    fn long_counterexample(&mut self, hypothesis: &Dfa) -> Option<Vec<Letter>> {
        let k = hypothesis.n_letters();
        for _ in 0..200 {
            let length = 20 + self.random.below(100);
            let word: Vec<Letter> =
                (0..length).map(|_| self.random.below(k.max(1))).take_while(|_| k > 0).collect();
            if self.target.accepts(&word) != hypothesis.accepts(&word) {
                return Some(word);
            }
        }
        None
    }
}

impl Membership for Known<'_> {
    fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        self.patience = self.patience.checked_sub(1).ok_or(Spent::Cancelled)?;
        self.asked.push(word.to_vec());
        self.perfect.accepts(word)
    }

    fn stepper(&mut self) -> Option<&mut dyn Stepper> {
        match self.manner {
            Manner::Walked => self.perfect.stepper(),
            _ => None,
        }
    }
}

impl Equivalence for Known<'_> {
    fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        self.hypotheses.push(hypothesis.clone());
        let long = if self.manner == Manner::Long { self.long_counterexample(hypothesis) } else { None };
        let found = match long {
            Some(word) => Some(word),
            None => self.perfect.counterexample(hypothesis)?,
        };
        self.longest = self.longest.max(found.as_ref().map_or(0, Vec::len));
        Ok(found)
    }
}

/// Learns a target and checks everything that must hold of every learner.
pub fn check(algorithm: Algorithm, target: &Dfa, closure: Closure, manner: Manner) -> Statistics {
    let about = || format!("{} {closure:?} {manner:?} {target:?}", algorithm.name());
    let smallest = target.minimize();
    let (n, k) = (smallest.n_states(), target.n_letters());
    let mut known = Known::new(target, manner);
    let mut teacher = Cached::new(&mut known, k, closure, Context::unlimited());
    let learned = learn(&mut *algorithm.learner(k), &mut teacher);
    let Learned { hypothesis, end, statistics } = learned;
    let hypothesis = hypothesis.expect("there is a hypothesis");

    assert_eq!(end, End::Learned, "{}", about());
    assert_eq!(hypothesis.minimize(), smallest, "{}", about());
    assert_eq!(hypothesis.n_states(), n, "minimal: {}", about());
    assert_eq!(statistics.equivalence_queries, statistics.rounds + 1, "{}", about());
    assert_eq!(known.hypotheses.len() as u64, statistics.equivalence_queries, "{}", about());
    assert!(statistics.rounds < n as u64, "{} rounds: {}", statistics.rounds, about());
    let sizes: Vec<usize> = known.hypotheses.iter().map(Dfa::n_states).collect();
    assert!(sizes.windows(2).all(|pair| pair[0] < pair[1]), "hypotheses grow: {sizes:?} {}", about());
    if manner != Manner::Walked {
        assert_eq!(known.asked.len() as u64, statistics.membership_queries, "{}", about());
        let letters: usize = known.asked.iter().map(Vec::len).sum();
        assert_eq!(letters as u64, statistics.letters, "{}", about());
        let mut different = known.asked.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), known.asked.len(), "nothing is asked twice: {}", about());
    }
    if closure == Closure::PrefixClosed {
        assert!(known.hypotheses.iter().all(Dfa::is_prefix_closed), "{}", about());
    }
    let most = bound(algorithm, n as u64, u64::from(k), known.longest as u64);
    assert!(statistics.membership_queries <= most, "{statistics:?}, at most {most}: {}", about());
    statistics
}

/// What the theory allows: states, letters, length of the longest counterexample.
fn bound(algorithm: Algorithm, n: u64, k: u64, m: u64) -> u64 {
    let halvings = u64::from(m.max(1).ilog2()) + 2;
    match algorithm {
        // Short prefixes: n of closing and m per counterexample; at most n suffixes.
        Algorithm::LStar => (k + 1) * (n + m * n) * n,
        Algorithm::RivestSchapire => (k + 1) * n * n + n * halvings,
        Algorithm::KearnsVazirani => (k + 1) * n * n + n * n * halvings,
        Algorithm::LSharp => (k + 1) * n * n + n * halvings,
        Algorithm::Ttt => (k + 1) * n * n + n * (n + halvings),
    }
}

/// All automata with so many states over so many letters, state 0 initial.
pub fn all_dfas(n_states: u32, n_letters: u32) -> impl Iterator<Item = Dfa> {
    let places = n_states * n_letters;
    let tables = u64::from(n_states).pow(places);
    (0..tables).flat_map(move |table| {
        (0..1u32 << n_states).map(move |accepting| {
            let mut rest = table;
            let next = (0..places).map(|_| {
                let target = rest % u64::from(n_states);
                rest /= u64::from(n_states);
                target as u32
            });
            let accepting = (0..n_states).map(|s| accepting >> s & 1 == 1).collect();
            Dfa::new(n_letters, 0, next.collect(), accepting).unwrap()
        })
    })
}

/// A teacher that answers batches and counts them.
pub struct Batches<'d> {
    pub known: Known<'d>,
    pub batches: usize,
    pub singles: usize,
}

impl Membership for Batches<'_> {
    fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        self.singles += 1;
        self.known.accepts(word)
    }

    fn accepts_all(&mut self, words: &Words, answers: &mut Vec<bool>) -> Result<(), Spent> {
        self.batches += 1;
        for word in words.iter() {
            answers.push(self.known.accepts(word)?);
        }
        Ok(())
    }
}

impl Equivalence for Batches<'_> {
    fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        self.known.counterexample(hypothesis)
    }
}

/// A teacher that loses its patience after so many words and is patient again after every interruption.
pub struct Tired<'d> {
    known: Known<'d>,
    patience: u64,
}

impl<'d> Tired<'d> {
    pub fn new(target: &'d Dfa, patience: u64) -> Self {
        Tired { known: Known { patience, ..Known::new(target, Manner::Words) }, patience }
    }
}

impl Membership for Tired<'_> {
    fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        let answer = self.known.accepts(word);
        if answer.is_err() {
            self.known.patience = self.patience;
        }
        answer
    }
}

impl Equivalence for Tired<'_> {
    fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        self.known.counterexample(hypothesis)
    }
}

/// Never content: always the same counterexample.
pub struct Never(pub Vec<Letter>);

impl Equivalence for Never {
    fn counterexample(&mut self, _: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        Ok(Some(self.0.clone()))
    }
}
