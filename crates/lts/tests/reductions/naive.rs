//! Bisimilarities by their definitions: on few nodes by trying all partitions, on more by removing pairs.

use rely_lts::minimize::Equivalence;

use super::model::{Model, Nodes, bits};

/// The class of every node as a set; ERROR is the last node.
pub type Classes = Vec<Nodes>;

/// The model a definition looks at, with its weak steps.
struct Observed {
    model: Model,
    equivalence: Equivalence,
    closure: Vec<Nodes>,
    weak: Vec<Vec<Nodes>>,
}

impl Observed {
    /// END is observed; ERROR is observed for weak bisimilarity, where a state may be as good as ERROR, and
    /// is otherwise alone.
    fn new(model: &Model, equivalence: Equivalence) -> Observed {
        let model = model.observed(!error_is_alone(equivalence));
        let closure: Vec<Nodes> = (0..=model.n).map(|s| model.tau_closure(1 << s)).collect();
        let weak = match equivalence {
            Equivalence::Weak => (0..model.step.len())
                .map(|label| (0..=model.n).map(|s| model.weak_step(s, label)).collect())
                .collect(),
            _ => Vec::new(),
        };
        Observed { model, equivalence, closure, weak }
    }

    /// Does `t` answer every step of `s` as the definition demands?
    fn answers(&self, classes: &Classes, s: usize, t: usize) -> bool {
        let step = &self.model.step;
        (0..step.len()).all(|label| {
            bits(step[label][s]).all(|s2| match self.equivalence {
                Equivalence::Strong => step[label][t] & classes[s2] != 0,
                Equivalence::Weak => self.weak[label][t] & classes[s2] != 0,
                _ => {
                    let prepared = self.closure[t] & classes[s];
                    (label == 0 && classes[s2] >> t & 1 == 1)
                        || bits(prepared).any(|t1| step[label][t1] & classes[s2] != 0)
                }
            })
        })
    }

    fn agree(&self, classes: &Classes, s: usize, t: usize) -> bool {
        self.answers(classes, s, t)
            && self.answers(classes, t, s)
            && (self.equivalence != Equivalence::DivergenceBranching
                || self.model.diverges_within(s, classes[s]) == self.model.diverges_within(t, classes[t]))
    }

    /// What a state can do after tau steps inside its class: the classes it can then go to, by label, and
    /// whether it can go on forever inside.
    fn branching_signature(&self, classes: &Classes, s: usize) -> (Vec<(usize, Nodes)>, bool) {
        let model = &self.model;
        let inside = model.close(1 << s, |t| model.step[0][t] & classes[s]);
        let mut pairs: Vec<(usize, Nodes)> = Vec::new();
        for t in bits(inside) {
            for label in 0..model.step.len() {
                pairs.extend(bits(model.step[label][t]).map(|t2| (label, classes[t2])));
            }
        }
        pairs.retain(|&(label, class)| !(label == 0 && class == classes[s]));
        pairs.sort_unstable();
        pairs.dedup();
        let forever =
            self.equivalence == Equivalence::DivergenceBranching && model.diverges_within(s, classes[s]);
        (pairs, forever)
    }
}

fn error_is_alone(equivalence: Equivalence) -> bool {
    equivalence != Equivalence::Weak
}

/// The coarsest partition that is a bisimulation, found among all partitions; that all others refine it is
/// checked.
pub fn by_all_partitions(model: &Model, equivalence: Equivalence) -> Classes {
    let observed = Observed::new(model, equivalence);
    let mut valid: Vec<Classes> = Vec::new();
    let mut numbers = vec![0; model.n + 1];
    for_all_partitions(&mut numbers, 0, 0, &mut |numbers| {
        let set = |number: usize| {
            (0..numbers.len()).filter(|&s| numbers[s] == number).fold(0, |all, s| all | 1 << s)
        };
        let classes: Classes = numbers.iter().map(|&number| set(number)).collect();
        let lonely = !error_is_alone(equivalence) || classes[model.n].count_ones() == 1;
        let all = || (0..numbers.len()).all(|s| bits(classes[s]).all(|t| observed.agree(&classes, s, t)));
        let like = (0..numbers.len()).all(|s| classes[s] & !model.like(s) == 0);
        if lonely && like && all() {
            valid.push(classes);
        }
    });
    let n_pairs = |classes: &Classes| classes.iter().map(|set| set.count_ones()).sum::<u32>();
    let coarsest =
        valid.iter().max_by_key(|classes| n_pairs(classes)).expect("the identity is valid").clone();
    for classes in &valid {
        assert!(classes.iter().zip(&coarsest).all(|(fine, coarse)| fine & !coarse == 0), "no coarsest one");
    }
    coarsest
}

fn for_all_partitions(numbers: &mut Vec<usize>, at: usize, used: usize, visit: &mut dyn FnMut(&[usize])) {
    if at == numbers.len() {
        return visit(numbers);
    }
    for number in 0..=used {
        numbers[at] = number;
        for_all_partitions(numbers, at + 1, used.max(number + 1), visit);
    }
}

/// The same by refinement from above, for more nodes: nodes whose signatures differ are separated until none
/// do. For strong and weak bisimilarity that is the definition; for branching it is the theorem of Blom and
/// Orzan.
pub fn by_refinement(model: &Model, equivalence: Equivalence) -> Classes {
    let observed = Observed::new(model, equivalence);
    let n = model.n + 1;
    let all: Nodes = (1 << n) - 1;
    let error: Nodes = 1 << model.n;
    let mut classes: Classes = vec![all; n];
    if error_is_alone(equivalence) {
        classes = (0..n).map(|s| if s == model.n { error } else { all & !error }).collect();
    }
    classes.iter_mut().enumerate().for_each(|(s, class)| *class &= model.like(s));
    loop {
        let next = refined(&observed, &classes);
        if next == classes {
            return classes;
        }
        classes = next;
    }
}

fn refined(observed: &Observed, classes: &Classes) -> Classes {
    let signatures: Vec<_> = (0..classes.len()).map(|s| observed.branching_signature(classes, s)).collect();
    let same = |s: usize, t: usize| match observed.equivalence {
        Equivalence::Strong | Equivalence::Weak => observed.agree(classes, s, t),
        _ => signatures[s] == signatures[t],
    };
    let class = |s: usize| bits(classes[s]).filter(|&t| same(s, t)).fold(0, |all, t| all | 1 << t);
    (0..classes.len()).map(class).collect()
}
