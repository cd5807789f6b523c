//! Small systems, and a naive composition to judge the checker by: names and maps, no tables, nothing shared
//! with it.
#![allow(dead_code, missing_docs, unused_imports)]

pub mod asserts;
pub mod case;
pub mod damages;
pub mod environments;
pub mod meaning;
pub mod programs;
pub mod progress;
pub mod reductions;
pub mod relations;
pub mod rule_samples;
pub mod rules;
pub mod systems;
pub mod tableau;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};

pub use case::{
    Case, ClaimKind, Cover, Document, Proof, RuleDoc, accept, judge, reject, reject_claim, reject_system,
    text,
};
use rely_certify::*;

pub type Vector = Vec<u32>;

/// A small random generator (SplitMix64). The workspace has the same one, in `rely-generate`; this crate has
/// its own, so that its tests share no code with the programs that write certificates.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A component from names. Transitions are (source, action or `tau`, target); the alphabet is sorted here.
pub fn part(
    name: &str,
    role: RoleDoc,
    alphabet: &str,
    states: u32,
    transitions: &[(u32, &str, i64)],
) -> ComponentDoc {
    let mut alphabet: Vec<String> = alphabet.split_whitespace().map(str::to_string).collect();
    alphabet.sort();
    let label = |name: &str| match name {
        "tau" => 0,
        _ => alphabet.iter().position(|a| a == name).expect("in the alphabet") as u32 + 1,
    };
    let transitions = transitions.iter().map(|&(s, a, t)| (s, label(a), t)).collect();
    let (name, digest) = (name.into(), String::new());
    ComponentDoc { name, role, alphabet, states, initial: 0, end: None, transitions, digest }.sorted()
}

pub fn process(name: &str, alphabet: &str, states: u32, transitions: &[(u32, &str, i64)]) -> ComponentDoc {
    part(name, RoleDoc::Process, alphabet, states, transitions)
}

pub fn with_end(component: ComponentDoc, end: u32) -> ComponentDoc {
    ComponentDoc { end: Some(end), ..component }
}

pub fn priority(low: &[&str], tau: TauDoc) -> Option<PriorityDoc> {
    Some(PriorityDoc { low: low.iter().map(|name| name.to_string()).collect(), tau })
}

pub fn trace(steps: &str, cycle: &str) -> TraceDoc {
    let names = |text: &str| text.split_whitespace().map(str::to_string).collect();
    TraceDoc { steps: names(steps), cycle: names(cycle), vectors: None }
}

/// A case whose closed set is exactly the reachable vectors.
pub fn invariant(
    kind: ClaimKind,
    properties: &[&str],
    components: Vec<ComponentDoc>,
    priority: Option<PriorityDoc>,
) -> Case {
    let reachable = Naive::new(&components, priority.as_ref()).reachable();
    let proof = Proof::ClosedSet(SetDoc::new(&components, reachable));
    Case::new(kind, properties, components, priority, proof)
}

pub fn evidence(
    kind: ClaimKind,
    properties: &[&str],
    components: Vec<ComponentDoc>,
    priority: Option<PriorityDoc>,
    trace: TraceDoc,
) -> Case {
    Case::new(kind, properties, components, priority, Proof::Trace(trace))
}

/// A target of a joint transition: a product state, or the components that entered ERROR.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    State(Vector),
    Error(BTreeSet<usize>),
}

/// The composition, by definition, written out.
pub struct Naive<'a> {
    pub components: &'a [ComponentDoc],
    priority: Option<&'a PriorityDoc>,
}

impl<'a> Naive<'a> {
    pub fn new(components: &'a [ComponentDoc], priority: Option<&'a PriorityDoc>) -> Self {
        Naive { components, priority }
    }

    pub fn initial(&self) -> Vector {
        self.components.iter().map(|c| c.initial).collect()
    }

    pub fn names(&self) -> BTreeSet<&'a str> {
        let visible = self.components.iter().flat_map(|c| c.alphabet.iter().map(String::as_str));
        visible.chain(["tau"]).collect()
    }

    /// Targets of one component.
    fn local(&self, i: usize, state: u32, name: &str) -> Vec<i64> {
        let component = &self.components[i];
        let is = |label: u32| match label {
            0 => name == "tau",
            _ => component.alphabet[label as usize - 1] == name,
        };
        component.transitions.iter().filter(|t| t.0 == state && is(t.1)).map(|t| t.2).collect()
    }

    fn joint(&self, vector: &[u32], name: &str, movers: &[usize]) -> BTreeSet<Target> {
        let mut partial: Vec<Vec<i64>> = vec![vector.iter().map(|&s| i64::from(s)).collect()];
        for &i in movers {
            let local = self.local(i, vector[i], name);
            partial = partial
                .iter()
                .flat_map(|v| {
                    local.iter().map(move |&t| {
                        let mut v = v.clone();
                        v[i] = t;
                        v
                    })
                })
                .collect();
        }
        let target = |v: &Vec<i64>| {
            let errors: BTreeSet<usize> = (0..v.len()).filter(|&i| v[i] == ERROR).collect();
            match errors.is_empty() {
                true => Target::State(v.iter().map(|&s| s as u32).collect()),
                false => Target::Error(errors),
            }
        };
        partial.iter().map(target).collect()
    }

    /// All transitions of a product state, after priority.
    pub fn transitions(&self, vector: &[u32]) -> BTreeMap<&'a str, BTreeSet<Target>> {
        let mut all: BTreeMap<&str, BTreeSet<Target>> = BTreeMap::new();
        for name in self.names() {
            let sharers: Vec<usize> = (0..self.components.len())
                .filter(|&i| self.components[i].alphabet.iter().any(|a| a == name))
                .collect();
            let targets: BTreeSet<Target> = match name {
                "tau" => (0..vector.len()).flat_map(|i| self.joint(vector, name, &[i])).collect(),
                _ => self.joint(vector, name, &sharers),
            };
            if !targets.is_empty() {
                all.insert(name, targets);
            }
        }
        if let Some(priority) = self.priority {
            let is_low = |name: &str| match name {
                "tau" => priority.tau == TauDoc::Low,
                _ => priority.low.iter().any(|low| low == name),
            };
            if all.keys().any(|name| !is_low(name)) {
                all.retain(|name, _| !is_low(name));
            }
        }
        all
    }

    pub fn reachable(&self) -> BTreeSet<Vector> {
        let mut seen = BTreeSet::from([self.initial()]);
        let mut open = vec![self.initial()];
        while let Some(vector) = open.pop() {
            for target in self.transitions(&vector).into_values().flatten() {
                if let Target::State(next) = target
                    && seen.insert(next.clone())
                {
                    open.push(next);
                }
            }
        }
        seen
    }

    /// All vectors, reachable or not.
    pub fn all(&self) -> Vec<Vector> {
        self.components.iter().fold(vec![vec![]], |vectors: Vec<Vector>, c| {
            let longer =
                |v: &Vector| (0..c.states).map(|s| [v.clone(), vec![s]].concat()).collect::<Vec<_>>();
            vectors.iter().flat_map(longer).collect()
        })
    }

    pub fn terminated(&self, vector: &[u32]) -> bool {
        let (ending, others): (Vec<usize>, Vec<usize>) =
            (0..vector.len()).partition(|&i| self.components[i].end.is_some());
        let alphabet = |of: &[usize]| -> BTreeSet<&String> {
            of.iter().flat_map(|&i| &self.components[i].alphabet).collect()
        };
        !ending.is_empty()
            && ending.iter().all(|&i| self.components[i].end == Some(vector[i]))
            && alphabet(&others).is_subset(&alphabet(&ending))
    }

    /// Is nothing wrong with a set: no deadlock in it, or no named component entering ERROR from it?
    pub fn fine(&self, set: &BTreeSet<Vector>, kind: ClaimKind, properties: &[String]) -> bool {
        set.iter().all(|vector| {
            let transitions = self.transitions(vector);
            let goes_on = !transitions.is_empty() || self.terminated(vector);
            let is_safe = !transitions
                .into_values()
                .flatten()
                .any(|target| self.is_violation(&target, kind, properties));
            match kind {
                ClaimKind::DeadlockFreedom => goes_on,
                ClaimKind::SafetyAndDeadlockFreedom => goes_on && is_safe,
                _ => is_safe,
            }
        })
    }

    pub fn is_violation(&self, target: &Target, kind: ClaimKind, properties: &[String]) -> bool {
        match target {
            Target::Error(errors) => {
                kind == ClaimKind::KeptAlways
                    || errors.iter().any(|&i| properties.contains(&self.components[i].name))
            }
            Target::State(_) => false,
        }
    }

    pub fn closed(&self, set: &BTreeSet<Vector>) -> bool {
        let inside = |target: &Target| match target {
            Target::State(next) => set.contains(next),
            Target::Error(_) => true,
        };
        set.contains(&self.initial())
            && set.iter().all(|vector| self.transitions(vector).values().flatten().all(inside))
    }

    /// What a sequence of actions can lead to from some states.
    pub fn after<'n>(
        &self,
        from: &BTreeSet<Vector>,
        names: impl IntoIterator<Item = &'n String>,
    ) -> BTreeSet<Target> {
        let mut here: BTreeSet<Target> = from.iter().cloned().map(Target::State).collect();
        for name in names {
            let states = here.into_iter().filter_map(|target| match target {
                Target::State(vector) => Some(vector),
                Target::Error(_) => None,
            });
            here =
                states.flat_map(|v| self.transitions(&v).remove(name.as_str()).unwrap_or_default()).collect();
        }
        here
    }

    /// Is the claim of a case true? Judged without its closed set.
    pub fn is_true(&self, case: &Case) -> bool {
        let Case { kind, properties, .. } = case;
        if let ClaimKind::KeptAlways | ClaimKind::KeptNever | ClaimKind::WeakestAssumption = kind {
            return environments::is_true(case);
        }
        match &case.proof {
            Proof::Trace(trace) => self.is_shown(*kind, properties, trace),
            _ => self.fine(&self.reachable(), *kind, properties),
        }
    }

    /// Does a trace show what is claimed?
    pub fn is_shown(&self, kind: ClaimKind, properties: &[String], trace: &TraceDoc) -> bool {
        let ends = self.after(&BTreeSet::from([self.initial()]), &trace.steps);
        let stuck = |target: &Target| match target {
            Target::State(v) => self.transitions(v).is_empty() && !self.terminated(v),
            Target::Error(_) => false,
        };
        match kind {
            ClaimKind::Violation => ends.iter().any(|target| self.is_violation(target, kind, properties)),
            ClaimKind::Deadlock => ends.iter().any(stuck),
            _ if trace.cycle.is_empty() => !ends.is_empty(),
            // More rounds than reachable states: some state repeats.
            _ => {
                let rounds = self.reachable().len() + 1;
                let names = trace.steps.iter().chain((0..rounds).flat_map(|_| &trace.cycle));
                let last = self.after(&BTreeSet::from([self.initial()]), names);
                last.iter().any(|target| matches!(target, Target::State(_)))
            }
        }
    }
}

/// Accepted cases, one point each.
pub fn cases() -> Vec<(&'static str, Case)> {
    use ClaimKind::{Deadlock, DeadlockFreedom, Run, Safety, SafetyAndDeadlockFreedom, Violation};
    let user = |name: &str, get: &str, put: &str| {
        process(name, &format!("{get} {put}"), 2, &[(0, get, 1), (1, put, 0)])
    };
    let lock = process(
        "LOCK",
        "a.get a.put b.get b.put",
        3,
        &[(0, "a.get", 1), (0, "b.get", 2), (1, "a.put", 0), (2, "b.put", 0)],
    );
    let mutex = part(
        "MUTEX",
        RoleDoc::Property,
        "a.get a.put b.get b.put",
        3,
        &[
            (0, "a.get", 1),
            (0, "b.get", 2),
            (0, "a.put", -1),
            (0, "b.put", -1),
            (1, "a.put", 0),
            (1, "a.get", -1),
            (1, "b.get", -1),
            (1, "b.put", -1),
            (2, "b.put", 0),
            (2, "a.get", -1),
            (2, "a.put", -1),
            (2, "b.get", -1),
        ],
    );
    let (a, b) = (user("a:USER", "a.get", "a.put"), user("b:USER", "b.get", "b.put"));
    let locked = vec![a.clone(), b.clone(), lock.clone(), mutex.clone()];
    let unlocked = vec![a.clone(), b, mutex.clone()];
    // `tick` would lead to ERROR and to a deadlock, but gives way to `work` and to tau.
    let clocked = vec![
        process("CLOCK", "tick", 2, &[(0, "tick", 1), (1, "tick", -1)]),
        process("WORKER", "tick work", 3, &[(0, "work", 1), (0, "tick", 2), (1, "tau", 0), (1, "tick", 2)]),
    ];
    // tau gives way to `go`, and would lead to a deadlock.
    let eager = vec![process("EAGER", "go", 2, &[(0, "go", 0), (0, "tau", 1)])];
    let ending =
        vec![with_end(process("A", "a", 2, &[(0, "a", 1)]), 1), process("B", "a", 2, &[(0, "a", 1)])];
    // The shared `a` multiplies four ways, to ERROR in one component.
    let choices = vec![
        process("L", "a b", 3, &[(0, "a", 0), (0, "a", 1), (1, "b", 0), (1, "b", 2), (2, "b", 0)]),
        process("R", "a c", 2, &[(0, "a", 0), (0, "a", 1), (0, "a", -1), (1, "c", 0)]),
    ];
    let along = TraceDoc { vectors: Some(vec![vec![1, 0, 1], vec![1, 1, -1]]), ..trace("a.get b.get", "") };
    let mut samples = vec![
        ("shared labels", invariant(DeadlockFreedom, &[], vec![a.clone(), lock], None)),
        ("safety", invariant(Safety, &["MUTEX"], locked.clone(), None)),
        ("both", invariant(SafetyAndDeadlockFreedom, &["MUTEX"], locked, None)),
        ("tau high", invariant(DeadlockFreedom, &[], clocked.clone(), priority(&["tick"], TauDoc::High))),
        ("safety by priority", invariant(Safety, &["CLOCK"], clocked, priority(&["tick"], TauDoc::High))),
        ("tau low", invariant(DeadlockFreedom, &[], eager, priority(&[], TauDoc::Low))),
        ("end", invariant(DeadlockFreedom, &[], ending.clone(), None)),
        ("non-determinism", invariant(DeadlockFreedom, &[], choices.clone(), None)),
        ("error of another", invariant(Safety, &["L"], choices.clone(), None)),
        ("violation", evidence(Violation, &["MUTEX"], unlocked.clone(), None, trace("a.get b.get", ""))),
        ("violation along", evidence(Violation, &["MUTEX"], unlocked.clone(), None, along)),
        ("violation by choice", evidence(Violation, &["R"], choices.clone(), None, trace("a c a", ""))),
        ("deadlock", evidence(Deadlock, &[], ending[1..].to_vec(), None, trace("a", ""))),
        ("run", evidence(Run, &[], unlocked, None, trace("a.get a.put", "b.get b.put"))),
        ("run by choice", evidence(Run, &[], choices, None, trace("a", "b b a"))),
    ];
    samples.extend(environments::samples());
    samples.extend(rule_samples::samples());
    samples
}

/// Accepted certificates: the cases, and the claims of other kinds.
pub fn samples() -> Vec<(&'static str, Certificate)> {
    let cases = cases().into_iter().map(|(name, case)| (name, case.document()));
    let others = progress::samples().into_iter().chain(asserts::samples()).chain(relations::samples());
    let others = others.chain(reductions::samples());
    cases.chain(others).chain(programs::samples()).collect()
}

/// Are all claims of a certificate true? By definition, without looking at their proofs, except where the
/// claim is that there is such a trace.
pub fn is_true(certificate: &Certificate) -> bool {
    certificate.claims.iter().all(|claim| is_claim_true(certificate, claim))
}

fn is_claim_true(certificate: &Certificate, claim: &Claim) -> bool {
    if claim.program().is_some() {
        return programs::is_true(certificate, claim);
    }
    let system = &certificate.systems[claim.systems()[0] as usize];
    let SystemDoc { components, priority, .. } = system;
    let naive = Naive::new(components, priority.as_ref());
    let case = |kind: ClaimKind, properties: &[String], interface: &[String], trace: &TraceDoc| {
        let (properties, interface) = (properties.to_vec(), interface.to_vec());
        let (components, priority) = (components.clone(), priority.clone());
        Case { kind, properties, interface, components, priority, proof: Proof::Trace(trace.clone()) }
    };
    let safe = |properties: &[String]| naive.fine(&naive.reachable(), ClaimKind::Safety, properties);
    match claim {
        Claim::DeadlockFreedom { .. } | Claim::DeadlockFreedomByReduction { .. } => {
            naive.fine(&naive.reachable(), ClaimKind::DeadlockFreedom, &[])
        }
        Claim::Safety { properties, .. } | Claim::SafetyByReduction { properties, .. } => safe(properties),
        Claim::SafetyByRule(rule) => safe(&rule.properties),
        Claim::Violation { properties, trace, .. } => naive.is_shown(ClaimKind::Violation, properties, trace),
        Claim::Deadlock { trace, .. } => naive.is_shown(ClaimKind::Deadlock, &[], trace),
        Claim::Run { trace, .. } => naive.is_shown(ClaimKind::Run, &[], trace),
        Claim::KeptAlways { properties, .. } => {
            environments::is_true(&case(ClaimKind::KeptAlways, properties, &[], &TraceDoc::default()))
        }
        Claim::KeptNever(doc) => {
            environments::is_true(&case(ClaimKind::KeptNever, &doc.properties, &doc.interface, &doc.trace))
        }
        Claim::WeakestAssumption(doc) => {
            let none = TraceDoc::default();
            environments::is_true(&case(ClaimKind::WeakestAssumption, &doc.properties, &doc.interface, &none))
        }
        Claim::Vacuous { property, .. } => naive.is_vacuous(property),
        Claim::Idle { trace, .. } => naive.is_idle_after(trace),
        Claim::Progress(doc) => progress::holds(&naive, &doc.actions, doc.condition.as_deref(), doc.every),
        Claim::ProgressViolation(doc) => {
            !progress::holds(&naive, &doc.actions, doc.condition.as_deref(), doc.every)
        }
        Claim::Assert(doc) => asserts::truth(&naive, &doc.formula, doc.fair).0,
        Claim::AssertViolation(doc) => asserts::truth(&naive, &doc.formula, doc.fair).1,
        Claim::Relation(_) | Claim::Difference(_) => relations::is_true(certificate, claim),
        Claim::ProgramSafety(_) | Claim::ProgramViolation(_) => unreachable!("see above"),
    }
}
