//! What keeps happening: vacuous properties, idle processes, and progress, by definition.

use std::collections::{BTreeMap, BTreeSet};

use rely_certify::*;

use super::systems::single;
use super::*;

impl Naive<'_> {
    fn is_action_of_process(&self, name: &str) -> bool {
        let takes_part = |c: &ComponentDoc| matches!(c.role, RoleDoc::Process | RoleDoc::Constraint);
        self.components.iter().any(|c| takes_part(c) && c.alphabet.iter().any(|a| a == name))
    }

    /// Does a property say nothing?
    pub fn is_vacuous(&self, property: &str) -> bool {
        let occur: BTreeSet<&str> =
            self.reachable().iter().flat_map(|v| self.transitions(v).into_keys()).collect();
        let named: Vec<&ComponentDoc> = self.components.iter().filter(|c| c.name == property).collect();
        let says_nothing = |c: &&ComponentDoc| {
            let shared = |name: &String| occur.contains(name.as_str()) && self.is_action_of_process(name);
            c.role == RoleDoc::Property
                && (c.transitions.iter().all(|t| t.2 != ERROR) || !c.alphabet.iter().any(shared))
        };
        !named.is_empty() && named.iter().all(says_nothing)
    }

    /// Can something be done, and only actions of no process?
    pub fn is_idle(&self, vector: &Vector) -> bool {
        let moves = self.transitions(vector);
        !moves.is_empty() && moves.keys().all(|name| *name != "tau" && !self.is_action_of_process(name))
    }

    /// Can that be so after a trace?
    pub fn is_idle_after(&self, trace: &TraceDoc) -> bool {
        let ends = self.after(&BTreeSet::from([self.initial()]), &trace.steps);
        let is_idle = |target: &Target| match target {
            Target::State(v) => self.is_idle(v),
            Target::Error(_) => false,
        };
        trace.cycle.is_empty() && ends.iter().any(is_idle)
    }

    /// The vectors that can be reached from one, with the steps and vectors of a shortest way.
    pub fn ways(&self, from: &Vector) -> BTreeMap<Vector, (Vec<String>, Vec<Vector>)> {
        let mut ways = BTreeMap::from([(from.clone(), (vec![], vec![]))]);
        let mut open = std::collections::VecDeque::from([from.clone()]);
        while let Some(v) = open.pop_front() {
            for (name, targets) in self.transitions(&v) {
                for target in targets {
                    let Target::State(next) = target else { continue };
                    if !ways.contains_key(&next) {
                        let (mut steps, mut path) = ways[&v].clone();
                        steps.push(name.to_string());
                        path.push(next.clone());
                        ways.insert(next.clone(), (steps, path));
                        open.push_back(next);
                    }
                }
            }
        }
        ways
    }

    fn has_error(&self, vector: &Vector) -> bool {
        let mut targets = self.transitions(vector).into_values().flatten();
        targets.any(|target| matches!(target, Target::Error(_)))
    }

    /// The terminal sets: what can be reached from one of their vectors is the set, and no ERROR.
    pub fn terminal_sets(&self) -> BTreeSet<BTreeSet<Vector>> {
        let reach = |v: &Vector| -> BTreeSet<Vector> { self.ways(v).into_keys().collect() };
        let sets = self.reachable().into_iter().map(|v| reach(&v));
        let is_terminal = |set: &BTreeSet<Vector>| set.iter().all(|v| !self.has_error(v) && reach(v) == *set);
        sets.filter(is_terminal).collect()
    }

    /// The trace along a way.
    pub fn along(&self, (steps, path): &(Vec<String>, Vec<Vector>)) -> TraceDoc {
        let vectors = path.iter().map(|v| v.iter().map(|&s| s.into()).collect()).collect();
        TraceDoc { cycle: vec![], steps: steps.clone(), vectors: Some(vectors) }
    }
}

/// Does a terminal set pass a test?
pub fn passes(
    naive: &Naive,
    set: &BTreeSet<Vector>,
    actions: &[String],
    condition: Option<&[String]>,
    every: bool,
) -> bool {
    let occur: BTreeSet<&str> = set.iter().flat_map(|v| naive.transitions(v).into_keys()).collect();
    let occurs = |name: &String| name != "tau" && occur.contains(name.as_str());
    match every {
        true => actions.iter().all(occurs),
        false => condition.is_some_and(|c| !c.iter().any(occurs)) || actions.iter().any(occurs),
    }
}

/// Does a progress test hold?
pub fn holds(naive: &Naive, actions: &[String], condition: Option<&[String]>, every: bool) -> bool {
    naive.terminal_sets().iter().all(|set| passes(naive, set, actions, condition, every))
}

/// Distances to some vectors of a set.
fn distances(naive: &Naive, set: &BTreeSet<Vector>, goals: &BTreeSet<Vector>) -> Vec<u32> {
    let distance = |v: &Vector| {
        let ways = naive.ways(v);
        goals.iter().filter_map(|goal| ways.get(goal)).map(|way| way.0.len() as u32).min()
    };
    set.iter().map(|v| distance(v).unwrap_or(7)).collect()
}

/// A certificate that a test holds, whether or not it does.
pub fn progress_certificate(
    naive: &Naive,
    priority: Option<&PriorityDoc>,
    (actions, condition, every): (Vec<String>, Option<Vec<String>>, bool),
) -> Certificate {
    let set = naive.reachable();
    let goals: BTreeSet<Vector> =
        naive.terminal_sets().into_iter().filter_map(|set| set.into_iter().next_back()).collect();
    let roots = (0..).zip(&set).filter(|(_, v)| goals.contains(*v)).map(|(i, _)| i).collect();
    let ranks = distances(naive, &set, &goals);
    let name = "PROGRESS".into();
    let claim = ProgressClaim { actions, condition, every, name, ranks, roots, system: 0 };
    let states = SetDoc::new(naive.components, &set);
    single(naive.components, priority, Some(states), Claim::Progress(claim))
}

/// A certificate that it does not, by the first terminal set that fails; otherwise by any.
pub fn violation_certificate(
    naive: &Naive,
    priority: Option<&PriorityDoc>,
    (actions, condition, every): (Vec<String>, Option<Vec<String>>, bool),
) -> Option<Certificate> {
    let sets = naive.terminal_sets();
    let fails = |set: &&BTreeSet<Vector>| !passes(naive, set, &actions, condition.as_deref(), every);
    let set = sets.iter().find(fails).or(sets.first())?;
    let ways = naive.ways(&naive.initial());
    let trace = naive.along(&ways[set.first().unwrap()]);
    let ranks = condition.as_ref().map_or(vec![], |condition| {
        let is_goal = |v: &&Vector| naive.transitions(v).keys().any(|a| condition.iter().any(|c| c == a));
        distances(naive, set, &set.iter().filter(is_goal).cloned().collect())
    });
    let (name, states) = ("PROGRESS".into(), SetDoc::new(naive.components, set));
    let claim = ProgressViolation { actions, condition, every, name, ranks, states, system: 0, trace };
    Some(single(naive.components, priority, None, Claim::ProgressViolation(claim)))
}

/// Accepted certificates.
pub fn samples() -> Vec<(&'static str, Certificate)> {
    let names = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let never = part("NEVER", RoleDoc::Property, "x y", 1, &[(0, "x", -1), (0, "y", -1)]);
    let coin =
        process("COIN", "h t x", 4, &[(0, "tau", 1), (0, "tau", 2), (1, "h", 3), (3, "t", 1), (2, "t", 2)]);
    let components = vec![coin.clone(), never];
    let naive = Naive::new(&components, None);
    let states = Some(SetDoc::new(&components, naive.reachable()));
    let vacuous = Claim::Vacuous { property: "NEVER".into(), system: 0 };
    let stops = process("STOPS", "a", 2, &[(0, "a", 1)]);
    let watch = part("WATCH", RoleDoc::Property, "a w", 1, &[(0, "a", 0), (0, "w", 0)]);
    let waiting = [stops, watch];
    let idle = Claim::Idle { system: 0, trace: trace("a w", "") };
    let alone = [coin];
    let coin = Naive::new(&alone, None);
    let test =
        |actions: &str, condition: Option<&str>, every: bool| (names(actions), condition.map(names), every);
    vec![
        ("vacuous", single(&components, None, states, vacuous)),
        ("idle", single(&waiting, None, None, idle)),
        ("progress", progress_certificate(&coin, None, test("t x", None, false))),
        ("progress of every", progress_certificate(&coin, None, test("t", None, true))),
        ("progress if", progress_certificate(&coin, None, test("t x", Some("h"), false))),
        ("no progress", violation_certificate(&coin, None, test("h", None, false)).unwrap()),
        ("no progress of every", violation_certificate(&coin, None, test("h t", None, true)).unwrap()),
        ("no progress if", violation_certificate(&coin, None, test("x", Some("h"), false)).unwrap()),
    ]
}
