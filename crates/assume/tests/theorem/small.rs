//! Machines of at most three states as arrays of bits, and reachability on sets of them: a second reading of
//! the definitions that shares nothing with the engines and judges a triple in some dozen steps.

use rely_assume::Assumption;
use rely_lts::{ActionId, Actions, Component, Lts, LtsBuilder, Role, StateId};

/// The labels: the actions `a`, `b`, `i` of a module, tau, and `e`, which no module knows.
pub const LABELS: [&str; 5] = ["a", "b", "i", "tau", "e"];

/// tau.
pub const TAU: usize = 3;

/// No target, or ERROR.
const NONE: usize = 2;

/// A set of labels.
pub type Labels = u8;

/// The set of some labels.
pub fn labels(names: &[&str]) -> Labels {
    let one = |name: &&str| 1 << LABELS.iter().position(|label| label == name).expect("a label");
    names.iter().map(one).fold(0, |all, label: u8| all | label)
}

fn each(set: Labels) -> impl Iterator<Item = usize> {
    (0..LABELS.len()).filter(move |&label| set >> label & 1 == 1)
}

fn action(actions: &Actions, label: usize) -> ActionId {
    if label == TAU { ActionId::TAU } else { actions.intern(LABELS[label]) }
}

/// A module over `a`, `b`, `i` and tau with at most three states, nondeterministic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    pub n: usize,
    /// The set of targets per label and state.
    pub step: [[u8; 3]; 4],
}

impl Module {
    /// The module with a number: a bit per source, label and target; tau is the last label.
    pub fn numbered(n: usize, tau: bool, mut number: u64) -> Module {
        let mut step = [[0; 3]; 4];
        for row in step.iter_mut().take(3 + usize::from(tau)) {
            for targets in row.iter_mut().take(n) {
                *targets = (number & ((1 << n) - 1)) as u8;
                number >>= n;
            }
        }
        Module { n, step }
    }

    /// How many of them there are.
    pub fn count(n: usize, tau: bool) -> u64 {
        1 << (n * n * (3 + usize::from(tau)))
    }

    /// The deterministic module without tau with a number: a digit per source and label.
    pub fn deterministic(n: usize, mut number: u64) -> Module {
        let mut step = [[0; 3]; 4];
        for row in step.iter_mut().take(3) {
            for targets in row.iter_mut().take(n) {
                let digit = number % (n as u64 + 1);
                *targets = if digit == 0 { 0 } else { 1 << (digit - 1) };
                number /= n as u64 + 1;
            }
        }
        Module { n, step }
    }

    /// How many of those there are.
    pub fn count_deterministic(n: usize) -> u64 {
        (n as u64 + 1).pow(3 * n as u32)
    }

    /// Are all states reachable? If not, a smaller module is the same.
    pub fn is_connected(&self) -> bool {
        let mut reached = 1u8;
        for _ in 0..self.n {
            for row in &self.step {
                reached |= (0..self.n).filter(|s| reached >> s & 1 == 1).fold(0, |all, s| all | row[s]);
            }
        }
        reached == (1 << self.n) - 1
    }

    /// The module with the states 1 and 2 exchanged.
    fn renumbered(&self) -> Module {
        let exchange = |set: u8| set & 1 | (set >> 1 & 1) << 2 | (set >> 2 & 1) << 1;
        Module { n: self.n, step: self.step.map(|row| [0, 2, 1].map(|s| exchange(row[s]))) }
    }

    /// Of the modules that differ only in the numbers of their states, is this the first?
    pub fn is_first_numbering(&self) -> bool {
        self.n < 3 || self.step <= self.renumbered().step
    }

    /// Of the modules that differ only in the numbers of their states and in an exchange of `a` and `b`, is
    /// this the first?
    pub fn is_first_naming(&self) -> bool {
        let [a, b, i, tau] = self.step;
        let renamed = Module { n: self.n, step: [b, a, i, tau] };
        self.step <= renamed.step && (self.n < 3 || self.step <= renamed.renumbered().step)
    }

    /// The module as an LTS.
    pub fn component(&self, actions: &Actions) -> Component {
        let mut builder = LtsBuilder::new(actions);
        builder.ensure_states(self.n).unwrap();
        for label in 0..4 {
            builder.extend_alphabet(action(actions, label));
            for s in 0..self.n {
                for t in (0..self.n).filter(|t| self.step[label][s] >> t & 1 == 1) {
                    builder.add_transition(StateId::at(s), action(actions, label), StateId::at(t));
                }
            }
        }
        Component::new("M", builder.finish(StateId::at(0)).unwrap().into())
    }
}

/// A deterministic machine with one or two states: a property (what is missing leads to ERROR) or an
/// environment (what is missing is refused).
#[derive(Clone, Debug)]
pub struct Machine {
    n: usize,
    knows: Labels,
    next: [[usize; 2]; 5],
}

impl Machine {
    /// All machines with one or two states over these labels, one for each language: a machine is left out if
    /// not all its states can be reached, or if its states offer the same (then one state is enough).
    pub fn all(knows: Labels) -> Vec<Machine> {
        let size = knows.count_ones();
        let one = (0..2u32.pow(size)).map(|number| (1, number));
        let two = (0..3u32.pow(2 * size)).map(|number| (2, number));
        one.chain(two).filter_map(|(n, number)| Machine::numbered(n, knows, number)).collect()
    }

    fn numbered(n: usize, knows: Labels, mut number: u32) -> Option<Machine> {
        let mut next = [[NONE; 2]; 5];
        for label in each(knows) {
            for target in next[label].iter_mut().take(n) {
                let digit = number as usize % (n + 1);
                *target = if digit == n { NONE } else { digit };
                number /= n as u32 + 1;
            }
        }
        let offers = |s: usize| each(knows).filter(|&label| next[label][s] != NONE).collect::<Vec<_>>();
        let minimal = n == 1 || offers(0) != offers(1) && each(knows).any(|label| next[label][0] == 1);
        minimal.then_some(Machine { n, knows, next })
    }

    fn builder(&self, actions: &Actions) -> LtsBuilder {
        let mut builder = LtsBuilder::new(actions);
        builder.ensure_states(self.n).unwrap();
        for label in each(self.knows) {
            builder.extend_alphabet(action(actions, label));
            for s in (0..self.n).filter(|&s| self.next[label][s] != NONE) {
                let target = StateId::at(self.next[label][s]);
                builder.add_transition(StateId::at(s), action(actions, label), target);
            }
        }
        builder
    }

    /// The machine as a complete property.
    pub fn property(&self, actions: &Actions) -> Component {
        let mut builder = self.builder(actions);
        for label in each(self.knows) {
            for s in (0..self.n).filter(|&s| self.next[label][s] == NONE) {
                builder.add_transition(StateId::at(s), action(actions, label), StateId::ERROR);
            }
        }
        let lts = builder.finish(StateId::at(0)).unwrap();
        Component { role: Role::Property, ..Component::new("P", lts.into()) }
    }

    /// The machine as an LTS.
    pub fn lts(&self, actions: &Actions) -> Lts {
        self.builder(actions).finish(StateId::at(0)).unwrap()
    }
}

/// ERROR in a set of pairs of a state of a module and one of a property; pair (m, p) is bit 2 m + p.
const ERROR: u8 = 1 << 7;

/// A module beside a property: where each label leads from each set of pairs.
pub struct Beside {
    step: [[u8; 64]; 5],
    seen: Labels,
    unseen: Labels,
}

impl Beside {
    /// With an assumption that speaks of `seen`.
    pub fn new(module: &Module, property: &Machine, seen: Labels) -> Beside {
        let mut step = [[0; 64]; 5];
        for (label, table) in step.iter_mut().enumerate() {
            if label == 4 && property.knows >> 4 & 1 == 0 {
                continue; // An action that neither knows.
            }
            for set in 1usize..1 << (2 * module.n) {
                let pair = set.trailing_zeros() as usize;
                table[set] = table[set & (set - 1)] | joint(module, property, label, pair / 2, pair % 2);
            }
        }
        Beside { step, seen, unseen: labels(&["a", "b", "i", "tau"]) & !seen }
    }

    fn step(&self, label: usize, set: u8) -> u8 {
        self.step[label][usize::from(set & 63)]
    }

    fn closed(&self, mut set: u8) -> u8 {
        loop {
            let more = each(self.unseen).fold(set, |all, label| all | self.step(label, set));
            if more == set || more & ERROR != 0 {
                return more;
            }
            set = more;
        }
    }

    /// Is ERROR reached beside an environment? A run by definition: all three move on what they share.
    pub fn fails_beside(&self, environment: &Machine) -> bool {
        let mut sets = [1u8, 0];
        loop {
            let before = sets;
            for s in 0..environment.n {
                sets[s] |= self.closed(sets[s]);
                for label in each(self.seen) {
                    let target = match environment.knows >> label & 1 {
                        0 => s,
                        _ => environment.next[label][s],
                    };
                    if target != NONE {
                        sets[target] |= self.step(label, sets[s]);
                    }
                }
            }
            if (sets[0] | sets[1]) & ERROR != 0 {
                return true;
            }
            if sets == before {
                return false;
            }
        }
    }

    /// Is ERROR reached without an environment?
    pub fn fails_alone(&self) -> bool {
        self.closed(1) & ERROR != 0
    }

    /// Does an assumption allow exactly the traces that are not bad? For all lengths: pairs of a state of the
    /// assumption and a set of pairs are visited until there are no new ones.
    pub fn agrees(&self, allowed: &Allowed) -> bool {
        let begin = self.closed(1);
        let mut met = vec![0u64; allowed.next.len()];
        met[0] |= 1 << begin;
        let mut waiting = vec![(0usize, begin)];
        while let Some((s, set)) = waiting.pop() {
            for label in each(self.seen) {
                let target = self.closed(self.step(label, set));
                match allowed.next[s][label] {
                    None if target & ERROR == 0 => return false,
                    Some(_) if target & ERROR != 0 => return false,
                    Some(t) if met[t] >> target & 1 == 0 => {
                        met[t] |= 1 << target;
                        waiting.push((t, target));
                    }
                    _ => {}
                }
            }
        }
        true
    }
}

/// Where one label leads a pair: the module takes its own labels, the property those it knows, tau and the
/// unknown ones without it.
fn joint(module: &Module, property: &Machine, label: usize, m: usize, p: usize) -> u8 {
    if p >= property.n {
        return 0;
    }
    let after = if property.knows >> label & 1 == 1 { property.next[label][p] } else { p };
    let module_after = if label == 4 { 1 << m } else { module.step[label][m] };
    match (module_after, after) {
        (0, _) => 0,
        (_, NONE) => ERROR,
        (targets, p) => (0..3).filter(|t| targets >> t & 1 == 1).fold(0, |all, t| all | 1 << (2 * t + p)),
    }
}

/// What an assumption allows: the target per state and label.
pub struct Allowed {
    next: Vec<[Option<usize>; 5]>,
    seen: Labels,
}

impl Allowed {
    /// Everything.
    pub fn everything(seen: Labels) -> Allowed {
        Allowed { next: vec![[Some(0); 5]], seen }
    }

    /// What a machine allows. Its initial state has number 0.
    pub fn by(actions: &Actions, assumption: &Assumption, seen: Labels) -> Allowed {
        let lts = assumption.lts();
        assert_eq!(lts.initial().index(), 0);
        let known: Vec<usize> = each(seen).collect();
        let alphabet: Vec<ActionId> = lts.alphabet().ids().to_vec();
        let label_of: Vec<usize> = (alphabet.iter())
            .map(|&a| {
                *known.iter().find(|&&label| action(actions, label) == a).expect("an action of the question")
            })
            .collect();
        assert_eq!(alphabet.len(), known.len(), "it speaks of all of them");
        let mut next = vec![[None; 5]; lts.n_states()];
        for (s, label, t) in lts.transitions() {
            next[s.index()][label_of[label.index() - 1]] = Some(t.index());
        }
        Allowed { next, seen }
    }

    /// Is every run of the environment allowed? What the environment does not know may happen at any time.
    pub fn by_all_of(&self, environment: &Machine) -> bool {
        assert!(self.next.len() <= 64, "a set of states fits into a word");
        let mut met = [1u64, 0];
        let mut waiting = vec![(0usize, 0usize)];
        while let Some((s, q)) = waiting.pop() {
            for label in each(self.seen) {
                let target = if environment.knows >> label & 1 == 1 { environment.next[label][s] } else { s };
                if target == NONE {
                    continue;
                }
                let Some(after) = self.next[q][label] else { return false };
                if met[target] >> after & 1 == 0 {
                    met[target] |= 1 << after;
                    waiting.push((target, after));
                }
            }
        }
        true
    }
}
