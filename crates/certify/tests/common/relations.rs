//! Relations between two transition systems: their truth by the definitions, as largest relations on pairs
//! and by all subsets, and certificates of both answers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rely_certify::*;

use super::*;

pub const RELATIONS: [RelationKind; 7] = [
    RelationKind::Strong,
    RelationKind::Branching,
    RelationKind::Weak,
    RelationKind::Simulation,
    RelationKind::Trace,
    RelationKind::TraceInclusion,
    RelationKind::Failures,
];

/// An action: special or not, and its name.
type Action = (bool, String);
/// A state of the left (0) or right (1) system, ERROR included.
type State = (usize, i64);

fn tau() -> Action {
    (true, "tau".into())
}

/// Both systems together.
pub struct Both {
    steps: BTreeMap<State, Vec<(Action, State)>>,
    initial: [State; 2],
    end: [Option<State>; 2],
    relation: RelationKind,
}

impl Both {
    pub fn new(components: [&ComponentDoc; 2], relation: RelationKind) -> Self {
        let mut steps: BTreeMap<State, Vec<(Action, State)>> = BTreeMap::new();
        for (side, component) in components.into_iter().enumerate() {
            for s in -1..i64::from(component.states) {
                steps.insert((side, s), vec![]);
            }
            for &(from, label, to) in &component.transitions {
                let action = match label {
                    0 => tau(),
                    k => (false, component.alphabet[k as usize - 1].clone()),
                };
                steps.get_mut(&(side, from.into())).unwrap().push((action, (side, to)));
            }
            steps.get_mut(&(side, -1)).unwrap().push(((true, "ERROR".into()), (side, -1)));
            if let Some(end) = component.end
                && !matches!(relation, RelationKind::Trace | RelationKind::TraceInclusion)
            {
                let end = (side, end.into());
                steps.get_mut(&end).unwrap().push(((true, "END".into()), end));
            }
        }
        let initial = [0, 1].map(|side| (side, components[side].initial.into()));
        let end = [0, 1].map(|side| components[side].end.map(|end| (side, end.into())));
        Both { steps, initial, end, relation }
    }

    fn closure(&self, states: &BTreeSet<State>) -> BTreeSet<State> {
        let mut all = states.clone();
        loop {
            let more: Vec<State> = all
                .iter()
                .flat_map(|s| &self.steps[s])
                .filter(|step| step.0 == tau())
                .map(|step| step.1)
                .collect();
            let n = all.len();
            all.extend(more);
            if all.len() == n {
                return all;
            }
        }
    }

    fn by(&self, states: &BTreeSet<State>, action: &Action) -> BTreeSet<State> {
        states
            .iter()
            .flat_map(|s| &self.steps[s])
            .filter(|step| step.0 == *action)
            .map(|step| step.1)
            .collect()
    }

    fn weakly(&self, s: State, action: &Action) -> BTreeSet<State> {
        let before = self.closure(&BTreeSet::from([s]));
        if *action == tau() { before } else { self.closure(&self.by(&before, action)) }
    }

    /// The answers of t to a step of s: pairs that must be related, all of one answer.
    fn answers(&self, s: State, t: State, action: &Action, to: State) -> Vec<Vec<(State, State)>> {
        let one = BTreeSet::from([t]);
        match self.relation {
            RelationKind::Weak => self.weakly(t, action).into_iter().map(|u| vec![(to, u)]).collect(),
            RelationKind::Branching => {
                let mut answers = vec![];
                if *action == tau() {
                    answers.push(vec![(to, t)]);
                }
                for u in self.closure(&one) {
                    answers.extend(
                        self.by(&BTreeSet::from([u]), action).into_iter().map(|v| vec![(s, u), (to, v)]),
                    );
                }
                answers
            }
            _ => self.by(&one, action).into_iter().map(|u| vec![(to, u)]).collect(),
        }
    }

    /// A step of s that t cannot answer within a relation.
    fn unanswered(&self, s: State, t: State, related: &BTreeSet<(State, State)>) -> Option<(Action, State)> {
        let is_answered = |(action, to): &&(Action, State)| {
            let fits = |answer: &Vec<(State, State)>| answer.iter().all(|pair| related.contains(pair));
            self.answers(s, t, action, *to).iter().any(fits)
        };
        self.steps[&s].iter().find(|step| !is_answered(step)).cloned()
    }

    /// Smaller and smaller relations, down to the largest (bi)simulation.
    fn rounds(&self) -> Vec<BTreeSet<(State, State)>> {
        let all = self.steps.keys().flat_map(|&s| self.steps.keys().map(move |&t| (s, t)));
        let mut rounds: Vec<BTreeSet<(State, State)>> = vec![all.collect()];
        loop {
            let last = rounds.last().unwrap();
            let stays = |&&(s, t): &&(State, State)| {
                self.unanswered(s, t, last).is_none()
                    && (self.relation == RelationKind::Simulation || self.unanswered(t, s, last).is_none())
            };
            let next: BTreeSet<(State, State)> = last.iter().filter(stays).copied().collect();
            if next.len() == last.len() {
                return rounds;
            }
            rounds.push(next);
        }
    }

    fn offers(&self, s: State) -> Option<BTreeSet<&Action>> {
        let offers: BTreeSet<&Action> = self.steps[&s].iter().map(|step| &step.0).collect();
        (!offers.contains(&tau())).then_some(offers)
    }

    /// A trace of a side, with what it can lead to, after which the other side cannot follow or refuse as
    /// much; `None` if there is none.
    fn difference(&self, side: usize) -> Option<TraceDifference> {
        let start = [side, 1 - side].map(|side| self.closure(&BTreeSet::from([self.initial[side]])));
        let mut seen = BTreeSet::from([start.clone()]);
        let mut open: VecDeque<([BTreeSet<State>; 2], Vec<String>)> = VecDeque::from([(start, vec![])]);
        let error = |side: usize, set: &BTreeSet<State>| set.contains(&(side, -1));
        let end = |side: usize, set: &BTreeSet<State>| self.end[side].is_some_and(|end| set.contains(&end));
        while let Some(([own, others], steps)) = open.pop_front() {
            let shown = |end: bool, error: bool, refusal: Option<RefusalDoc>| {
                let side = if side == 0 { Side::Left } else { Side::Right };
                Some(TraceDifference { end, error, refusal, side, steps: steps.clone() })
            };
            if others.is_empty() {
                return shown(false, false, None);
            }
            if error(side, &own) && !error(1 - side, &others) {
                return shown(false, true, None);
            }
            if self.relation == RelationKind::Failures {
                if end(side, &own) && !end(1 - side, &others) {
                    return shown(true, false, None);
                }
                for offers in own.iter().filter_map(|&s| self.offers(s)) {
                    let refuses = |less: BTreeSet<&Action>| less.is_subset(&offers);
                    if !others.iter().filter_map(|&t| self.offers(t)).any(refuses) {
                        let all: BTreeSet<&Action> = self
                            .steps
                            .values()
                            .flatten()
                            .map(|step| &step.0)
                            .filter(|a| **a != tau())
                            .collect();
                        let refused: Vec<&Action> =
                            all.into_iter().filter(|a| !offers.contains(*a)).collect();
                        let has = |name: &str| refused.iter().any(|a| a.0 && a.1 == name);
                        let actions = refused.iter().filter(|a| !a.0).map(|a| a.1.clone()).collect();
                        return shown(
                            false,
                            false,
                            Some(RefusalDoc { actions, end: has("END"), error: has("ERROR") }),
                        );
                    }
                }
            }
            let actions: BTreeSet<&Action> =
                own.iter().flat_map(|s| &self.steps[s]).map(|step| &step.0).filter(|a| !a.0).collect();
            for action in actions {
                let next = [&own, &others].map(|set| self.closure(&self.by(set, action)));
                if seen.insert(next.clone()) {
                    open.push_back((next, [&steps[..], std::slice::from_ref(&action.1)].concat()));
                }
            }
        }
        None
    }

    /// Is the relation true?
    pub fn holds(&self) -> bool {
        match self.relation {
            RelationKind::Trace => self.difference(0).is_none() && self.difference(1).is_none(),
            RelationKind::TraceInclusion | RelationKind::Failures => self.difference(0).is_none(),
            _ => self.rounds().last().unwrap().contains(&(self.initial[0], self.initial[1])),
        }
    }

    /// All pairs of a state of one side and the states in which the other can be after the same trace.
    fn inclusion(&self, side: usize) -> InclusionDoc {
        let other = self.closure(&BTreeSet::from([self.initial[1 - side]]));
        let mut found = BTreeSet::new();
        let mut open = vec![(self.initial[side], other)];
        while let Some((s, others)) = open.pop() {
            if others.is_empty() || !found.insert((s, others.clone())) {
                continue;
            }
            for (action, to) in &self.steps[&s] {
                let next =
                    if *action == tau() { others.clone() } else { self.closure(&self.by(&others, action)) };
                open.push((*to, next));
            }
        }
        found.into_iter().map(|(s, others)| (s.1, others.into_iter().map(|t| t.1).collect())).collect()
    }

    /// The proof that the relation holds, as far as there is one.
    pub fn proof(&self) -> RelationProof {
        let states = |side: usize, least: i64| -> Vec<State> {
            self.steps.keys().copied().filter(|s| s.0 == side && s.1 >= least).collect()
        };
        match self.relation {
            RelationKind::Trace => RelationProof::Inclusions(vec![self.inclusion(0), self.inclusion(1)]),
            RelationKind::TraceInclusion | RelationKind::Failures => {
                RelationProof::Inclusions(vec![self.inclusion(0)])
            }
            relation => {
                let related = self.rounds().pop().unwrap();
                if relation == RelationKind::Simulation {
                    let pairs = states(0, -1)
                        .into_iter()
                        .flat_map(|s| states(1, -1).into_iter().map(move |t| (s, t)));
                    let pairs = pairs.filter(|pair| related.contains(pair)).map(|(s, t)| (s.1, t.1));
                    return RelationProof::Pairs(pairs.collect());
                }
                let all: Vec<State> = self.steps.keys().copied().collect();
                let class = |s: State| match related.contains(&(s, (0, -1))) {
                    true => -1,
                    false => all.iter().position(|&t| related.contains(&(s, t))).unwrap() as i64,
                };
                let [left, right] = [0, 1].map(|side| states(side, 0).into_iter().map(class).collect());
                RelationProof::Partition(PartitionDoc { left, right })
            }
        }
    }

    /// The proof that it does not hold, if it does not.
    pub fn counterproof(&self) -> Option<DifferenceProof> {
        match self.relation {
            RelationKind::Trace => self.difference(0).or(self.difference(1)).map(DifferenceProof::Trace),
            RelationKind::TraceInclusion | RelationKind::Failures => {
                self.difference(0).map(DifferenceProof::Trace)
            }
            _ => {
                let rounds = self.rounds();
                let pair = (self.initial[0], self.initial[1]);
                if rounds.last().unwrap().contains(&pair) {
                    return None;
                }
                let (mut entries, mut known) = (vec![], BTreeMap::new());
                self.tell_apart(&rounds, pair.0, pair.1, &mut entries, &mut known);
                Some(DifferenceProof::Formula(StateFormulaDoc { entries, side: Side::Left }))
            }
        }
    }

    /// The entry of a formula that is true of s and not of t.
    fn tell_apart(
        &self,
        rounds: &[BTreeSet<(State, State)>],
        s: State,
        t: State,
        entries: &mut Vec<StateFormula>,
        known: &mut BTreeMap<(State, State), u32>,
    ) -> u32 {
        if let Some(&entry) = known.get(&(s, t)) {
            return entry;
        }
        let k = rounds.iter().position(|round| !round.contains(&(s, t))).unwrap();
        let related = &rounds[k - 1];
        let entry = match self.unanswered(s, t, related) {
            None => {
                let entry = self.tell_apart(rounds, t, s, entries, known);
                StateFormula::Not(entry)
            }
            Some((action, to)) => {
                // What the answers lead to is told from `to`; on the way, from s.
                let (mut after, mut before): (BTreeSet<State>, BTreeSet<State>) = Default::default();
                for answer in self.answers(s, t, &action, to) {
                    for (mine, theirs) in answer.into_iter().filter(|pair| !related.contains(pair)) {
                        if mine == to && self.answers_end(theirs, t, &action) {
                            after.insert(theirs);
                        }
                        if mine == s && self.relation == RelationKind::Branching {
                            before.insert(theirs);
                        }
                    }
                }
                before.retain(|u| !related.contains(&(s, *u)));
                after.retain(|u| !related.contains(&(to, *u)));
                let mut all = |mine: State, others: BTreeSet<State>, entries: &mut Vec<StateFormula>| {
                    let list = others
                        .into_iter()
                        .map(|u| self.tell_apart(rounds, mine, u, entries, known))
                        .collect();
                    entries.push(StateFormula::And(list));
                    entries.len() as u32 - 1
                };
                let target = all(to, after, entries);
                let is_branching = self.relation == RelationKind::Branching;
                let before = is_branching.then(|| all(s, before, entries));
                StateFormula::Step(StepDoc { action: action.1, before, special: action.0, to: target })
            }
        };
        entries.push(entry);
        let entry = entries.len() as u32 - 1;
        known.insert((s, t), entry);
        entry
    }

    /// Is a state one to which t can answer a step with this action?
    fn answers_end(&self, state: State, t: State, action: &Action) -> bool {
        match self.relation {
            RelationKind::Weak => self.weakly(t, action).contains(&state),
            RelationKind::Branching => {
                let ends = self.by(&self.closure(&BTreeSet::from([t])), action);
                ends.contains(&state) || (*action == tau() && state == t)
            }
            _ => true,
        }
    }
}

fn two(left: &ComponentDoc, right: &ComponentDoc, claim: Claim) -> Certificate {
    let system = |name: &str, component: &ComponentDoc| SystemDoc {
        components: vec![component.clone()],
        name: name.into(),
        priority: None,
        states: None,
    };
    Certificate::new("test", None, vec![system("LEFT", left), system("RIGHT", right)], vec![claim])
}

/// A certificate that a relation holds, whether or not it does.
pub fn relation_certificate(
    left: &ComponentDoc,
    right: &ComponentDoc,
    relation: RelationKind,
) -> Certificate {
    let proof = Both::new([left, right], relation).proof();
    two(left, right, Claim::Relation(RelationClaim { left: 0, proof, relation, right: 1 }))
}

/// A certificate that it does not, if it does not.
pub fn difference_certificate(
    left: &ComponentDoc,
    right: &ComponentDoc,
    relation: RelationKind,
) -> Option<Certificate> {
    let proof = Both::new([left, right], relation).counterproof()?;
    Some(two(left, right, Claim::Difference(Difference { left: 0, proof, relation, right: 1 })))
}

/// A component without the states that cannot be reached.
pub fn trimmed(component: &ComponentDoc) -> ComponentDoc {
    let mut reached = vec![component.initial];
    let mut i = 0;
    while i < reached.len() {
        let from = reached[i];
        for t in component.transitions.iter().filter(|t| t.0 == from && t.2 != ERROR) {
            if !reached.contains(&(t.2 as u32)) {
                reached.push(t.2 as u32);
            }
        }
        i += 1;
    }
    let state = |s: u32| reached.iter().position(|&r| r == s).map(|i| i as u32);
    let step = |&(s, a, t): &(u32, u32, i64)| {
        Some((state(s)?, a, if t == ERROR { ERROR } else { state(t as u32).unwrap().into() }))
    };
    ComponentDoc {
        end: component.end.and_then(state),
        initial: 0,
        states: reached.len() as u32,
        transitions: component.transitions.iter().filter_map(step).collect(),
        ..component.clone()
    }
    .sorted()
}

/// Is a claim about two systems true?
pub fn is_true(certificate: &Certificate, claim: &Claim) -> bool {
    let component = |system: u32| &certificate.systems[system as usize].components[0];
    match claim {
        Claim::Relation(doc) => Both::new([component(doc.left), component(doc.right)], doc.relation).holds(),
        Claim::Difference(doc) => {
            !Both::new([component(doc.left), component(doc.right)], doc.relation).holds()
        }
        _ => unreachable!(),
    }
}

/// Accepted certificates.
pub fn samples() -> Vec<(&'static str, Certificate)> {
    let early =
        with_end(process("EARLY", "a b", 4, &[(0, "a", 1), (0, "a", 2), (1, "b", 3), (2, "tau", 1)]), 3);
    let late = with_end(process("LATE", "a b", 3, &[(0, "a", 1), (1, "b", 2)]), 2);
    let failing = process("FAILING", "a b", 3, &[(0, "a", 1), (1, "b", -1), (1, "tau", 2)]);
    let stopping = process("STOPPING", "a b", 3, &[(0, "a", 1), (0, "a", 2), (1, "b", -1)]);
    let same = |relation| relation_certificate(&early, &late, relation);
    let other = |left: &ComponentDoc, right: &ComponentDoc, relation| {
        difference_certificate(left, right, relation).unwrap()
    };
    let choice = process("CHOICE", "a b", 3, &[(0, "a", 1), (1, "b", -1), (1, "a", 2)]);
    vec![
        ("strong", relation_certificate(&early, &early, RelationKind::Strong)),
        ("branching", same(RelationKind::Branching)),
        ("weak", same(RelationKind::Weak)),
        ("simulation", relation_certificate(&late, &early, RelationKind::Simulation)),
        ("trace", same(RelationKind::Trace)),
        ("trace inclusion", relation_certificate(&failing, &choice, RelationKind::TraceInclusion)),
        ("failures", same(RelationKind::Failures)),
        ("not strong", other(&early, &late, RelationKind::Strong)),
        ("not branching", other(&stopping, &failing, RelationKind::Branching)),
        ("not weak", other(&stopping, &failing, RelationKind::Weak)),
        ("not simulation", other(&early, &late, RelationKind::Simulation)),
        ("not trace", other(&late, &failing, RelationKind::Trace)),
        ("not trace inclusion", other(&choice, &failing, RelationKind::TraceInclusion)),
        ("not failures", other(&stopping, &choice, RelationKind::Failures)),
        (
            "not failures by END",
            other(&late, &process("R", "a b", 3, &[(0, "a", 1), (1, "b", 2)]), RelationKind::Failures),
        ),
    ]
}
