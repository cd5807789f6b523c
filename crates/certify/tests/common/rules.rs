//! Proofs by rules: premises from a table of text, their truth by names and maps and by the definition, and
//! certificates with the smallest sets.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rely_certify::*;

use super::{Case, ClaimKind, Naive, Proof, RuleDoc, Vector, process};

/// What a rule is for in the tests: so many parts and properties.
pub const RULES: [(RuleKind, usize); 10] = [
    (RuleKind::Asym, 2),
    (RuleKind::AsymN, 2),
    (RuleKind::AsymN, 3),
    (RuleKind::Sym, 2),
    (RuleKind::SymA, 2),
    (RuleKind::SymB, 2),
    (RuleKind::SymN, 3),
    (RuleKind::Pair, 2),
    (RuleKind::Circ, 2),
    (RuleKind::Circ, 3),
];

/// The premises of a rule for so many parts, as the book has them.
pub fn table(rule: RuleKind, n: usize) -> Vec<&'static str> {
    match (rule, n) {
        (RuleKind::Asym, 2) => vec!["M1 kept A1 refuted P1", "M2 refuted A1"],
        (RuleKind::AsymN, 2) => vec!["M2 refuted A1", "M1 kept A1 refuted P1"],
        (RuleKind::AsymN, 3) => vec!["M3 refuted A1", "M2 kept A1 refuted A2", "M1 kept A1 A2 refuted P1"],
        (RuleKind::Sym, 2) => vec!["M1 kept A1 refuted P1", "M2 kept A2 refuted P1", "refuted A1 A2"],
        (RuleKind::SymA, 2) => vec!["M1 kept A1 refuted P1", "M2 kept A2 refuted P1", "refuted A1 A2 P1"],
        (RuleKind::SymB, 2) => vec!["M1 kept A1 refuted P1", "M2 kept A2 refuted P1", "M1 refuted A1 A2"],
        (RuleKind::SymN, 3) => vec![
            "M1 kept A1 refuted P1",
            "M2 kept A2 refuted P1",
            "M3 kept A3 refuted P1",
            "refuted A1 A2 A3",
        ],
        (RuleKind::Pair, 2) => vec![
            "M1 kept A1 refuted P1",
            "M2 kept A2 refuted P2",
            "M1 kept A1 refuted A2",
            "M2 kept A2 refuted A1",
            "refuted A1 A2",
        ],
        (RuleKind::Circ, 2) => {
            vec!["M1 until A2 refuted A1", "M2 until A1 refuted A2", "kept A1 A2 refuted P1"]
        }
        (RuleKind::Circ, 3) => vec![
            "M1 until A2 A3 refuted A1",
            "M2 until A1 A3 refuted A2",
            "M3 until A1 A2 refuted A3",
            "kept A1 A2 A3 refuted P1",
        ],
        _ => panic!("{rule} is not in the table for {n}"),
    }
}

/// How many assumptions a rule has for so many parts.
pub fn n_assumptions(rule: RuleKind, n: usize) -> usize {
    match rule {
        RuleKind::Asym => 1,
        RuleKind::AsymN => n - 1,
        _ => n,
    }
}

/// A premise from the table, without its set.
pub fn premise(line: &str, parts: &[Vec<u32>], properties: &[u32], n_components: usize) -> PremiseDoc {
    let set = SetDoc::default();
    let (components, kept, until, refuted) = (vec![], vec![], vec![], vec![]);
    let mut premise = PremiseDoc { components, kept, until, refuted, states: set };
    let mut list = "";
    for word in line.split(' ') {
        let (letter, number) = word.split_at(1);
        let place = number.parse::<usize>().map(|n| n - 1);
        let numbers = match (letter, place) {
            ("M", Ok(i)) => {
                premise.components =
                    parts[i].iter().copied().collect::<BTreeSet<u32>>().into_iter().collect();
                continue;
            }
            ("A", Ok(i)) => (n_components + i) as u32,
            ("P", Ok(i)) => properties[i],
            _ => {
                list = word;
                continue;
            }
        };
        match list {
            "kept" => premise.kept.push(numbers),
            "until" => premise.until.push(numbers),
            _ => premise.refuted.push(numbers),
        }
    }
    premise
}

/// How a machine takes part in a premise.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Process,
    Kept,
    Until,
    Refuted,
}

/// What premises speak of.
pub struct Machines<'a> {
    pub components: &'a [ComponentDoc],
    pub assumptions: Vec<ComponentDoc>,
}

impl<'a> Machines<'a> {
    pub fn new(components: &'a [ComponentDoc], assumptions: &[AssumptionDoc]) -> Self {
        Machines { components, assumptions: assumptions.iter().map(as_component).collect() }
    }

    fn get(&self, number: u32) -> &ComponentDoc {
        let i = number as usize;
        self.components.get(i).unwrap_or_else(|| &self.assumptions[i - self.components.len()])
    }

    /// Do all numbers of a premise, and all labels, exist?
    pub fn has_all(&self, premise: &PremiseDoc) -> bool {
        let n = (self.components.len() + self.assumptions.len()) as u32;
        let PremiseDoc { components, kept, until, refuted, .. } = premise;
        let labels_exist = |a: &ComponentDoc| a.transitions.iter().all(|t| t.1 as usize <= a.alphabet.len());
        self.assumptions.iter().all(labels_exist)
            && components.iter().all(|&i| (i as usize) < self.components.len())
            && kept.iter().chain(until).chain(refuted).all(|&i| i < n)
    }

    fn members(&self, premise: &PremiseDoc) -> Vec<(Kind, &ComponentDoc)> {
        let list = |kind: Kind, numbers: &[u32]| -> Vec<(Kind, &ComponentDoc)> {
            numbers.iter().map(|&i| (kind, self.get(i))).collect()
        };
        [
            list(Kind::Process, &premise.components),
            list(Kind::Kept, &premise.kept),
            list(Kind::Until, &premise.until),
            list(Kind::Refuted, &premise.refuted),
        ]
        .concat()
    }

    /// The reachable product states of a premise, and a word that leads to one where everything refuted is
    /// violated.
    pub fn explore(&self, premise: &PremiseDoc) -> (BTreeSet<Vector>, Option<Vec<&str>>) {
        let start = self.members(premise).iter().map(|m| m.1.initial).collect();
        self.explore_from(premise, start)
    }

    fn explore_from(&self, premise: &PremiseDoc, start: Vector) -> (BTreeSet<Vector>, Option<Vec<&str>>) {
        let members = self.members(premise);
        let names: BTreeSet<&str> =
            members.iter().flat_map(|m| &m.1.alphabet).map(String::as_str).chain(["tau"]).collect();
        let mut words = BTreeMap::from([(start.clone(), vec![])]);
        let mut open = VecDeque::from([start]);
        let is_trapped = |vector: &Vector, kind: Kind| -> Vec<bool> {
            let of_kind = members.iter().zip(vector).filter(|(m, _)| m.0 == kind);
            of_kind.map(|((_, doc), &state)| state == doc.states).collect()
        };
        while let Some(vector) = open.pop_front() {
            if is_trapped(&vector, Kind::Until).contains(&true) {
                continue;
            }
            for name in &names {
                let knows = |i: &usize| members[*i].1.alphabet.iter().any(|a| a == name);
                let groups: Vec<Vec<usize>> = match *name {
                    "tau" => (0..members.len()).map(|i| vec![i]).collect(),
                    _ => vec![(0..members.len()).filter(knows).collect()],
                };
                for movers in groups {
                    let mut targets = vec![vector.clone()];
                    for i in movers {
                        let local = targets_of(members[i], vector[i], name);
                        let moved = |v: &Vector, to: u32| {
                            let mut v = v.clone();
                            v[i] = to;
                            v
                        };
                        targets =
                            targets.iter().flat_map(|v| local.iter().map(move |&to| moved(v, to))).collect();
                    }
                    for target in targets {
                        if !words.contains_key(&target) {
                            let last = Some(*name).filter(|name| *name != "tau");
                            let word = words[&vector].iter().copied().chain(last).collect();
                            words.insert(target.clone(), word);
                            open.push_back(target);
                        }
                    }
                }
            }
        }
        let wrong = words.keys().find(|vector| !is_trapped(vector, Kind::Refuted).contains(&false));
        let word = wrong.map(|vector| words[vector].clone());
        (words.into_keys().collect(), word)
    }

    /// Does a set of product states show a premise?
    pub fn is_closed(&self, premise: &PremiseDoc, set: &BTreeSet<Vector>) -> bool {
        // From each of its states the states that can be reached are in the set, and none of these is wrong.
        let reached = |state: &Vector| self.explore_from(premise, state.clone());
        let start = self.members(premise).iter().map(|m| m.1.initial).collect::<Vector>();
        set.contains(&start)
            && set.iter().map(reached).all(|(states, wrong)| wrong.is_none() && states.is_subset(set))
    }

    /// The reachable product states as a document.
    pub fn set(&self, premise: &PremiseDoc) -> SetDoc {
        let size = |(kind, doc): &(Kind, &ComponentDoc)| match kind {
            Kind::Process => doc.states + u32::from(doc.transitions.iter().any(|t| t.2 == ERROR)),
            Kind::Kept => doc.states,
            Kind::Until | Kind::Refuted => doc.states + 1,
        };
        SetDoc::of_sizes(self.members(premise).iter().map(size), self.explore(premise).0)
    }

    /// Is a premise violated by a word? By the definition.
    pub fn is_violated_by(&self, premise: &PremiseDoc, word: &[&str]) -> bool {
        self.members(premise).into_iter().all(|(kind, doc)| match kind {
            Kind::Process | Kind::Kept => has(doc, word),
            Kind::Until => (0..word.len()).all(|n| has(doc, &word[..n])),
            Kind::Refuted => !has(doc, word),
        })
    }
}

/// Where one member goes, in a premise.
fn targets_of((kind, doc): (Kind, &ComponentDoc), state: u32, name: &str) -> Vec<u32> {
    let is = |label: u32| if label == 0 { name == "tau" } else { doc.alphabet[label as usize - 1] == name };
    let own = doc.transitions.iter().filter(|t| t.0 == state && is(t.1));
    let own = own.filter(|t| t.2 != ERROR || kind != Kind::Kept);
    let own: Vec<u32> = own.map(|t| if t.2 == ERROR { doc.states } else { t.2 as u32 }).collect();
    match kind {
        Kind::Until | Kind::Refuted if own.is_empty() && name != "tau" => vec![doc.states],
        _ => own,
    }
}

/// Does a machine have a word? ERROR is the end of a process; a property does not have what leads it there.
fn has(doc: &ComponentDoc, word: &[&str]) -> bool {
    let may_fail = doc.role != RoleDoc::Property;
    let step = |states: &BTreeSet<i64>, label: u32| -> BTreeSet<i64> {
        let from = |t: &&(u32, u32, i64)| states.contains(&i64::from(t.0)) && t.1 == label;
        doc.transitions.iter().filter(from).map(|t| t.2).filter(|&to| may_fail || to != ERROR).collect()
    };
    let settled = |mut states: BTreeSet<i64>| loop {
        let n = states.len();
        states.extend(step(&states, 0));
        if states.len() == n {
            return states;
        }
    };
    let mut states = settled(BTreeSet::from([doc.initial.into()]));
    for name in word {
        if let Some(k) = doc.alphabet.iter().position(|a| a == name) {
            states = settled(step(&states, k as u32 + 1));
        }
    }
    !states.is_empty()
}

pub fn as_component(assumption: &AssumptionDoc) -> ComponentDoc {
    let AssumptionDoc { name, alphabet, states, initial, transitions } = assumption.clone();
    let transitions = transitions.into_iter().map(|(s, a, t)| (s, a, t.into())).collect();
    let (role, end, digest) = (RoleDoc::Process, None, String::new());
    ComponentDoc { name, role, alphabet, states, initial, end, transitions, digest }
}

/// An assumption from names.
pub fn assumption(
    name: &str,
    alphabet: &str,
    states: u32,
    transitions: &[(u32, &str, i64)],
) -> AssumptionDoc {
    let ComponentDoc { name, alphabet, states, initial, transitions, .. } =
        process(name, alphabet, states, transitions);
    let transitions = transitions.into_iter().map(|(s, a, t)| (s, a, t as u32)).collect();
    AssumptionDoc { name, alphabet, states, initial, transitions }
}

/// The certificate of a proof, with the smallest sets, whether or not it is right. The properties are P1, P2.
pub fn rule_certificate(
    rule: RuleKind,
    components: Vec<ComponentDoc>,
    properties: &[u32],
    parts: Vec<Vec<u32>>,
    assumptions: Vec<AssumptionDoc>,
    lines: &[&str],
) -> Case {
    let n = components.len();
    let premises = lines.iter().map(|line| premise(line, &parts, properties, n)).collect();
    let names: BTreeSet<&str> = properties.iter().map(|&i| components[i as usize].name.as_str()).collect();
    let names: Vec<String> = names.into_iter().map(str::to_string).collect();
    let proof = Proof::Rule(RuleDoc { rule, parts, assumptions, premises });
    with_sets(Case { properties: names, ..Case::new(ClaimKind::Safety, &[], components, None, proof) })
}

/// The same with the smallest sets for its premises, where these can be read at all.
pub fn with_sets(mut certificate: Case) -> Case {
    let Proof::Rule(doc) = &mut certificate.proof else { panic!("not a proof by a rule") };
    let machines = Machines::new(&certificate.components, &doc.assumptions);
    for premise in &mut doc.premises {
        if machines.has_all(premise) {
            premise.states = machines.set(premise);
        }
    }
    certificate
}

pub fn rule_of(certificate: &Case) -> &RuleDoc {
    let Proof::Rule(doc) = &certificate.proof else { panic!("not a proof by a rule") };
    doc
}

pub fn rule_of_mut(certificate: &mut Case) -> &mut RuleDoc {
    let Proof::Rule(doc) = &mut certificate.proof else { panic!("not a proof by a rule") };
    doc
}

/// Is the claim true? By the reachable states of the whole.
pub fn is_true(certificate: &Case) -> bool {
    Naive::new(&certificate.components, certificate.priority.as_ref()).is_true(certificate)
}

/// Do all premises hold, whatever the rule is?
pub fn premises_hold(certificate: &Case) -> bool {
    let doc = rule_of(certificate);
    let machines = Machines::new(&certificate.components, &doc.assumptions);
    doc.premises.iter().all(|premise| machines.has_all(premise) && machines.explore(premise).1.is_none())
}
