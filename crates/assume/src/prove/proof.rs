//! Rules, their premises, and proofs by them.
//!
//! All rules read satisfaction by composition (`theory/rules.md`): words are over all actions, composition is
//! intersection, and a machine ignores actions outside its alphabet. Every premise of every rule then has the
//! same shape, [`Premise`].
//!
//! The certificate checker (`rely-certify`) has its own list of rules and premises. That is on purpose: it
//! must not share code with the engine whose proofs it judges.

use std::fmt;

use rely_lts::{ActionId, Actions, Alphabet, Reason};

use crate::assumption::Assumption;

/// A proof rule, or the monolithic search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// M1 ‖ A ⊨ P and M2 ⊨ A.
    Asym,
    /// The same applied again and again: each premise proves an assumption, or at last the property, from
    /// components and assumptions proved before.
    AsymN,
    /// M1 ‖ A1 ⊨ P, M2 ‖ A2 ⊨ P, and no word is excluded by both.
    Sym,
    /// As `Sym`, but what both exclude keeps P.
    SymA,
    /// As `Sym`, but what A1 excludes and M1 does is in A2, or the other way round.
    SymB,
    /// As `Sym`, for any number of components.
    SymN,
    /// Two components, two properties.
    Pair,
    /// Each component keeps its guarantee one step longer than the others theirs; the guarantees together
    /// keep P.
    Circ,
    /// No rule: all states of the product.
    Monolithic,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 9] = [
        Rule::Asym,
        Rule::AsymN,
        Rule::Sym,
        Rule::SymA,
        Rule::SymB,
        Rule::SymN,
        Rule::Pair,
        Rule::Circ,
        Rule::Monolithic,
    ];

    /// What commands and certificates call it.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Asym => "asym",
            Rule::AsymN => "asym-n",
            Rule::Sym => "sym",
            Rule::SymA => "sym-a",
            Rule::SymB => "sym-b",
            Rule::SymN => "sym-n",
            Rule::Pair => "pair",
            Rule::Circ => "circ",
            Rule::Monolithic => "monolithic",
        }
    }

    /// The rule of a name.
    pub fn from_name(name: &str) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A deterministic machine in a premise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Machine {
    /// An assumption of the proof, by its place.
    Assumption(usize),
    /// A property of the problem, by its place.
    Property(usize),
}

/// A premise: *no* word
///
/// - of all `components`,
/// - that all of `kept` have,
/// - whose proper prefixes all of `until` have,
///
/// is excluded by all of `refuted` (at least one). A machine excludes a word if it excludes one of its
/// prefixes.
///
/// M ‖ A ⊨ P is `{M} kept {A} refuted {P}`; co A1 ‖ co A2 has no word: `refuted {A1, A2}`; M ⊨ A ▷ G:
/// `{M} until {A} refuted {G}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Premise {
    /// Places of components of the problem, ascending.
    pub components: Vec<usize>,
    /// Machines that the environment satisfies.
    pub kept: Vec<Machine>,
    /// Machines that the environment satisfies up to the last step.
    pub until: Vec<Machine>,
    /// What would have to be violated at the same time.
    pub refuted: Vec<Machine>,
}

impl Premise {
    /// components ‖ kept ⊨ goal.
    pub fn new(components: &[usize], kept: &[Machine], goal: Machine) -> Premise {
        let mut components = components.to_vec();
        components.sort_unstable();
        Premise { components, kept: kept.to_vec(), until: Vec::new(), refuted: vec![goal] }
    }
}

/// A proof: if all premises hold, the components keep the properties.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The rule.
    pub rule: Rule,
    /// The parts, in the rule's order: places of components. Components in no part are not needed.
    pub parts: Vec<Vec<usize>>,
    /// The assumptions (for `circ` the guarantees), in the rule's order.
    pub assumptions: Vec<Assumption>,
    /// The premises, in the rule's order.
    pub premises: Vec<Premise>,
}

/// The premises of a rule of fixed shape for these parts; `None` if the rule does not support this number of
/// parts.
///
/// `asym-n` has no fixed shape: each of its premises keeps assumptions that earlier premises have refuted,
/// and the last one refutes the property.
///
/// ```
/// use rely_assume::prove::{Machine, Premise, Rule, premises};
/// // The first part satisfies the property under the assumption, the second one satisfies the assumption.
/// let (property, assumption) = (Machine::Property(0), Machine::Assumption(0));
/// let expected = [Premise::new(&[0], &[assumption], property), Premise::new(&[1, 2], &[], assumption)];
/// assert_eq!(premises(Rule::Asym, &[vec![0], vec![1, 2]]).as_deref(), Some(&expected[..]));
/// assert_eq!(premises(Rule::Asym, &[vec![0]]), None);
/// ```
pub fn premises(rule: Rule, parts: &[Vec<usize>]) -> Option<Vec<Premise>> {
    use Machine::{Assumption, Property};
    let both = vec![Assumption(0), Assumption(1)];
    let with = |i: usize, goal: Machine| Premise::new(&parts[i], &[Assumption(i)], goal);
    let together = |refuted: Vec<Machine>| Premise { refuted, ..Premise::default() };
    let excluded =
        |i: usize| Premise { refuted: both.clone(), ..Premise::new(&parts[i], &[], Assumption(i)) };
    match (rule, parts.len()) {
        (Rule::Asym, 2) => Some(vec![
            Premise::new(&parts[0], &[Assumption(0)], Property(0)),
            Premise::new(&parts[1], &[], Assumption(0)),
        ]),
        (Rule::Sym, 2) => Some(vec![with(0, Property(0)), with(1, Property(0)), together(both)]),
        (Rule::SymA, 2) => {
            let mut all = both;
            all.push(Property(0));
            Some(vec![with(0, Property(0)), with(1, Property(0)), together(all)])
        }
        // The mirror image is the same rule with the parts exchanged.
        (Rule::SymB, 2) => Some(vec![with(0, Property(0)), with(1, Property(0)), excluded(0)]),
        (Rule::SymN, n) if n >= 2 => {
            let mut list: Vec<Premise> = (0..n).map(|i| with(i, Property(0))).collect();
            list.push(together((0..n).map(Assumption).collect()));
            Some(list)
        }
        (Rule::Pair, 2) => Some(vec![
            with(0, Property(0)),
            with(1, Property(1)),
            with(0, Assumption(1)),
            with(1, Assumption(0)),
            together(both),
        ]),
        (Rule::Circ, n) if n >= 2 => {
            let others = |i: usize| (0..n).filter(|&j| j != i).map(Assumption).collect();
            let mut list: Vec<Premise> = (0..n)
                .map(|i| Premise { until: others(i), ..Premise::new(&parts[i], &[], Assumption(i)) })
                .collect();
            list.push(Premise::new(&[], &(0..n).map(Assumption).collect::<Vec<_>>(), Property(0)));
            Some(list)
        }
        _ => None,
    }
}

/// How a proof ended.
#[derive(Clone, Debug)]
pub enum ProofOutcome {
    /// The components keep the properties.
    Holds(Proof),
    /// A run of all components, tau left out, whose last action violates a property.
    Violated(Vec<ActionId>),
    /// Undecided.
    Unknown(Unfinished),
}

/// What is known although there is no verdict.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// Why.
    pub reason: Reason,
    /// The rule that was tried last.
    pub rule: Rule,
    /// Its parts.
    pub parts: Vec<Vec<usize>>,
    /// The assumptions as they were last.
    pub assumptions: Vec<Assumption>,
    /// The premises that are known to hold with them.
    pub holding: Vec<Premise>,
}

/// What a proof took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Membership queries that were not answered from memory.
    pub membership_queries: u64,
    /// Equivalence queries (candidates shown to the teacher).
    pub equivalence_queries: u64,
    /// Counterexamples.
    pub rounds: u64,
    /// States of the largest product that was explored.
    pub largest_product: u64,
    /// Product states that were expanded, over all explorations and queries.
    pub expansions: u64,
    /// The alphabet of the assumptions at the end.
    pub alphabet: Vec<ActionId>,
    /// States of the product of each premise, in the order of the proof; empty without a proof by a rule.
    pub premises: Vec<u64>,
}

impl Statistics {
    /// Notes an exploration of this many product states.
    pub fn explored(&mut self, states: u64) {
        self.largest_product = self.largest_product.max(states);
        self.expansions += states;
    }

    /// Notes the alphabet of the assumptions.
    pub fn speaks_of(&mut self, actions: &Actions, assumptions: &[Assumption]) {
        let all = Alphabet::union(actions, assumptions.iter().map(|a| a.lts().alphabet()));
        self.alphabet = all.ids().to_vec();
    }
}
