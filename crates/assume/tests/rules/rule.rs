//! Proof rules as data: parts, premises, conclusion, and conditions on alphabets.

use crate::machine::{ALL, Letters, Machine, meets, one_step_longer};

/// What a part of a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Component,
    Property,
    Assumption,
}

/// How `L ⊨ R` is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// No run of L beside R goes wrong: what only R knows is free.
    Composition,
    /// Every word of L, restricted to what R knows, is one of R: what only R knows never happens.
    Projection,
}

/// A part of a rule, as it is or complemented.
pub type Operand = (usize, bool);

/// What a premise or a conclusion says.
#[derive(Clone, Debug)]
pub enum Clause {
    /// All words of the intersection on the left are in the part on the right (without one: there are none).
    Keeps { left: Vec<Operand>, right: Vec<usize> },
    /// The module keeps to the guarantee one step longer than the environment to the assumption.
    Longer { module: usize, assumed: Vec<usize>, guaranteed: usize },
}

impl Clause {
    /// The parts that it is about.
    pub fn parts(&self) -> Vec<usize> {
        match self {
            Clause::Keeps { left, right } => left.iter().map(|l| l.0).chain(right.iter().copied()).collect(),
            Clause::Longer { module, assumed, guaranteed } => {
                [&[*module, *guaranteed], &assumed[..]].concat()
            }
        }
    }

    /// Is it true of these machines?
    pub fn holds(&self, of: &[&Machine], reading: Reading) -> bool {
        let knows = |parts: &[usize]| parts.iter().fold(0, |all, &i| all | of[i].knows);
        let letters = |parts: &[usize]| match reading {
            Reading::Composition => ALL,
            Reading::Projection => knows(parts),
        };
        match self {
            Clause::Keeps { left, right } => {
                let operands: Vec<_> = left
                    .iter()
                    .map(|&(i, is)| (of[i], is))
                    .chain(right.iter().map(|&i| (of[i], false)))
                    .collect();
                !meets(&operands, letters(&left.iter().map(|l| l.0).collect::<Vec<_>>()))
            }
            Clause::Longer { module, assumed, guaranteed } => {
                let assumed: Vec<&Machine> = assumed.iter().map(|&i| of[i]).collect();
                one_step_longer(of[*module], &assumed, of[*guaranteed], letters(&[*module]))
            }
        }
    }
}

/// A proof rule.
#[derive(Clone, Debug)]
pub struct Rule {
    pub name: &'static str,
    /// Components, then properties, then assumptions.
    pub parts: Vec<(&'static str, Role)>,
    /// All must hold; of each, one of the alternatives.
    pub premises: Vec<Vec<Clause>>,
    /// All must hold.
    pub conclusion: Vec<Clause>,
    /// The component and the property that each assumption is about.
    pub about: Vec<(usize, usize)>,
}

/// `L ⊨ R`, with complements marked by `false`.
fn keeps(left: &[Operand], right: &[usize]) -> Clause {
    Clause::Keeps { left: left.to_vec(), right: right.to_vec() }
}

fn both(left: &[usize], right: usize) -> Clause {
    keeps(&left.iter().map(|&i| (i, true)).collect::<Vec<_>>(), &[right])
}

fn longer(module: usize, assumed: &[usize], guaranteed: usize) -> Vec<Clause> {
    vec![Clause::Longer { module, assumed: assumed.to_vec(), guaranteed }]
}

const TWO: [(&str, Role); 5] = [
    ("M1", Role::Component),
    ("M2", Role::Component),
    ("P", Role::Property),
    ("A1", Role::Assumption),
    ("A2", Role::Assumption),
];

/// The third premise of the symmetric rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Third {
    /// There is no word that both assumptions exclude.
    Empty,
    /// All of them are words of the property.
    InProperty,
    /// None of them is a word of M1, or none one of M2.
    OfOne,
    /// What the paper says this is equivalent to: all of them are words of M1, or all of M2.
    InOne,
}

impl Rule {
    /// Rule 0: `M1 || A ⊨ P` and `M2 ⊨ A`.
    pub fn asym() -> Rule {
        Rule {
            name: "asym",
            parts: vec![TWO[0], TWO[1], TWO[2], ("A", Role::Assumption)],
            premises: vec![vec![both(&[0, 3], 2)], vec![both(&[1], 3)]],
            conclusion: vec![both(&[0, 1], 2)],
            about: vec![(0, 2)],
        }
    }

    /// Rule 0m, which is not sound.
    pub fn circular() -> Rule {
        Rule {
            name: "0m",
            parts: TWO.to_vec(),
            premises: vec![
                vec![both(&[0, 3], 2)],
                vec![both(&[1, 4], 2)],
                vec![both(&[2], 3)],
                vec![both(&[2], 4)],
            ],
            conclusion: vec![both(&[0, 1], 2)],
            about: vec![(0, 2), (1, 2)],
        }
    }

    /// Rules 1, 1a and 1b.
    pub fn sym(third: Third) -> Rule {
        let excluded = [(3, false), (4, false)];
        let (name, third) = match third {
            Third::Empty => ("sym", vec![keeps(&excluded, &[])]),
            Third::InProperty => ("sym-a", vec![keeps(&excluded, &[2])]),
            Third::OfOne => {
                ("sym-b", vec![keeps(&[(0, true), (3, false)], &[4]), keeps(&[(1, true), (4, false)], &[3])])
            }
            Third::InOne => ("sym-b as remarked", vec![keeps(&excluded, &[0]), keeps(&excluded, &[1])]),
        };
        Rule {
            name,
            parts: TWO.to_vec(),
            premises: vec![vec![both(&[0, 3], 2)], vec![both(&[1, 4], 2)], third],
            conclusion: vec![both(&[0, 1], 2)],
            about: vec![(0, 2), (1, 2)],
        }
    }

    /// Rule 1 for three components.
    pub fn sym_three() -> Rule {
        let c = Role::Component;
        let a = Role::Assumption;
        Rule {
            name: "sym-n",
            parts: vec![("M1", c), ("M2", c), ("M3", c), TWO[2], ("A1", a), ("A2", a), ("A3", a)],
            premises: vec![
                vec![both(&[0, 4], 3)],
                vec![both(&[1, 5], 3)],
                vec![both(&[2, 6], 3)],
                vec![keeps(&[(4, false), (5, false), (6, false)], &[])],
            ],
            conclusion: vec![both(&[0, 1, 2], 3)],
            about: vec![(0, 3), (1, 3), (2, 3)],
        }
    }

    /// Rule 2.
    pub fn pair() -> Rule {
        let p = Role::Property;
        Rule {
            name: "pair",
            parts: vec![TWO[0], TWO[1], ("P1", p), ("P2", p), TWO[3], TWO[4]],
            premises: vec![
                vec![both(&[0, 4], 2)],
                vec![both(&[1, 5], 3)],
                vec![both(&[0, 4], 5)],
                vec![both(&[1, 5], 4)],
                vec![keeps(&[(4, false), (5, false)], &[])],
            ],
            conclusion: vec![both(&[0, 1], 2), both(&[0, 1], 3)],
            about: vec![(0, 2), (1, 3)],
        }
    }

    /// Rule 2 with guarantees that discharge the assumptions: `P1 ⊨ A2` and `P2 ⊨ A1`.
    pub fn pair_by_guarantees() -> Rule {
        let mut rule = Rule::pair();
        rule.name = "pair by guarantees";
        rule.premises[2] = vec![both(&[2], 5)];
        rule.premises[3] = vec![both(&[3], 4)];
        rule
    }

    /// The circular rule.
    pub fn circ() -> Rule {
        let g = Role::Assumption;
        Rule {
            name: "circ",
            parts: vec![TWO[0], TWO[1], TWO[2], ("G1", g), ("G2", g)],
            premises: vec![longer(0, &[4], 3), longer(1, &[3], 4), vec![both(&[3, 4], 2)]],
            conclusion: vec![both(&[0, 1], 2)],
            about: vec![(0, 2), (1, 2)],
        }
    }

    /// The circular rule for three components.
    pub fn circ_three() -> Rule {
        let c = Role::Component;
        let g = Role::Assumption;
        Rule {
            name: "circ-n",
            parts: vec![("M1", c), ("M2", c), ("M3", c), TWO[2], ("G1", g), ("G2", g), ("G3", g)],
            premises: vec![
                longer(0, &[5, 6], 4),
                longer(1, &[4, 6], 5),
                longer(2, &[4, 5], 6),
                vec![both(&[4, 5, 6], 3)],
            ],
            conclusion: vec![both(&[0, 1, 2], 3)],
            about: vec![(0, 3), (1, 3), (2, 3)],
        }
    }

    /// Are its assumptions guarantees of the components?
    pub fn is_circular(&self) -> bool {
        self.name.starts_with("circ")
    }

    /// What is assumed, if a proof can be found at all: the weakest assumption over an alphabet, or the
    /// strongest guarantee.
    pub fn canonical(&self, module: &Machine, property: &Machine, seen: Letters) -> Machine {
        match self.is_circular() {
            true => Machine::guarantee(module, seen),
            false => Machine::weakest(module, property, seen),
        }
    }

    /// The rule without some of its premises.
    pub fn without(mut self, name: &'static str, premises: &[usize]) -> Rule {
        let mut at = 0;
        self.premises.retain(|_| {
            at += 1;
            !premises.contains(&(at - 1))
        });
        self.name = name;
        self
    }

    /// The number of components and properties.
    pub fn n_given(&self) -> usize {
        self.parts.iter().filter(|p| p.1 != Role::Assumption).count()
    }

    /// Do all premises hold?
    pub fn premises_hold(&self, of: &[&Machine], reading: Reading) -> bool {
        self.premises.iter().all(|one| one.iter().any(|clause| clause.holds(of, reading)))
    }

    /// Does the conclusion hold?
    pub fn conclusion_holds(&self, of: &[&Machine], reading: Reading) -> bool {
        self.conclusion.iter().all(|clause| clause.holds(of, reading))
    }

    /// Does a kind of action keep to a condition on the alphabets? `M1 P: M2 / A1 A2` says that who is known
    /// to M1 and P is known to M2, or to A1 and A2.
    pub fn allows(&self, condition: &str, kind: Kind) -> bool {
        let known = |group: &str| {
            group.split_whitespace().all(|name| {
                let part = self.parts.iter().position(|p| p.0 == name);
                kind >> part.unwrap_or_else(|| panic!("{} has no part {name}", self.name)) & 1 == 1
            })
        };
        let (who, whom) = condition.split_once(':').expect("a condition has two sides");
        !who.split('/').any(known) || whom.split('/').any(known)
    }

    /// The alphabet of each part, if the actions are of these kinds.
    pub fn alphabets(&self, kinds: &[Kind]) -> Vec<Letters> {
        let of = |part: usize| {
            kinds
                .iter()
                .enumerate()
                .filter(|(_, kind)| *kind >> part & 1 == 1)
                .fold(0, |all, (x, _)| all | 1 << x)
        };
        (0..self.parts.len()).map(of).collect()
    }
}

/// Who knows an action: a bit per part of the rule.
pub type Kind = u8;
