//! Cases: what the tests change before it becomes a document, and how certificates are judged.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rely_certify::*;

/// What a case claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    DeadlockFreedom,
    Safety,
    /// Two claims.
    SafetyAndDeadlockFreedom,
    Violation,
    Deadlock,
    Run,
    KeptAlways,
    KeptNever,
    WeakestAssumption,
}

/// Why it is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    ClosedSet(SetDoc),
    Trace(TraceDoc),
    Cover(Cover),
    Rule(RuleDoc),
}

/// Why an assumption is the weakest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    pub closed: SetDoc,
    pub vectors: SetDoc,
    pub nodes: Vec<NodeDoc>,
}

/// A proof by assumptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDoc {
    pub rule: RuleKind,
    pub parts: Vec<Vec<u32>>,
    pub assumptions: Vec<AssumptionDoc>,
    pub premises: Vec<PremiseDoc>,
}

/// One claim about one system, `SYS`, with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub kind: ClaimKind,
    pub properties: Vec<String>,
    /// Only claims about environments have one; the others do not use it.
    pub interface: Vec<String>,
    pub components: Vec<ComponentDoc>,
    pub priority: Option<PriorityDoc>,
    pub proof: Proof,
}

impl Case {
    pub fn new(
        kind: ClaimKind,
        properties: &[&str],
        components: Vec<ComponentDoc>,
        priority: Option<PriorityDoc>,
        proof: Proof,
    ) -> Self {
        let properties = properties.iter().map(|name| name.to_string()).collect();
        Case { kind, properties, interface: vec![], components, priority, proof }
    }
}

/// What can be written as a certificate.
pub trait Document {
    fn document(&self) -> Certificate;
}

impl Document for Certificate {
    fn document(&self) -> Certificate {
        self.clone()
    }
}

impl Document for Case {
    /// The certificate, with digests that fit. A proof of another kind than the claim needs cannot be
    /// written: it is left out.
    fn document(&self) -> Certificate {
        let Case { kind, properties, interface, components, priority, proof } = self.clone();
        let (mut states, mut trace, mut vectors, mut nodes) = (None, None, None, vec![]);
        let system = 0;
        let claims = match proof {
            Proof::Rule(RuleDoc { rule, parts, assumptions, premises }) => {
                assert_eq!(kind, ClaimKind::Safety, "a rule shows safety");
                let rule = RuleClaim { assumptions, parts, premises, properties, rule, system };
                vec![Claim::SafetyByRule(rule)]
            }
            proof => {
                match proof {
                    Proof::ClosedSet(set) => states = Some(set),
                    Proof::Trace(run) => trace = Some(run),
                    Proof::Cover(cover) => {
                        (states, vectors, nodes) = (Some(cover.closed), Some(cover.vectors), cover.nodes);
                    }
                    Proof::Rule(_) => {}
                }
                let trace = trace.unwrap_or_default();
                match kind {
                    ClaimKind::DeadlockFreedom => vec![Claim::DeadlockFreedom { system }],
                    ClaimKind::Safety => vec![Claim::Safety { properties, system }],
                    ClaimKind::SafetyAndDeadlockFreedom => {
                        vec![Claim::DeadlockFreedom { system }, Claim::Safety { properties, system }]
                    }
                    ClaimKind::Violation => vec![Claim::Violation { properties, system, trace }],
                    ClaimKind::Deadlock => vec![Claim::Deadlock { system, trace }],
                    ClaimKind::Run => vec![Claim::Run { system, trace }],
                    ClaimKind::KeptAlways => vec![Claim::KeptAlways { properties, system }],
                    ClaimKind::KeptNever => {
                        vec![Claim::KeptNever(KeptNever { interface, properties, system, trace })]
                    }
                    ClaimKind::WeakestAssumption => {
                        let vectors = vectors.unwrap_or_default();
                        let claim = WeakestAssumption { interface, nodes, properties, system, vectors };
                        vec![Claim::WeakestAssumption(claim)]
                    }
                }
            }
        };
        let system = SystemDoc { components, name: "SYS".into(), priority, states };
        Certificate::new("test", None, vec![system], claims)
    }
}

/// The report about a document.
pub fn judge(document: &impl Document) -> Report {
    let bytes = serde_json::to_vec(&document.document()).unwrap();
    let report = check(&bytes);
    keep(&bytes, report.verdict == CheckVerdict::Accepted);
    report
}

/// Keeps a certificate with its verdict for the second checker, if the variable `RELY_CERTIFICATES` names a
/// folder. Of those that are rejected every tenth is kept: they are very many.
pub fn keep(bytes: &[u8], accepted: bool) {
    static REJECTED: AtomicUsize = AtomicUsize::new(0);
    let Some(folder) = std::env::var_os("RELY_CERTIFICATES") else { return };
    if !accepted && !REJECTED.fetch_add(1, Ordering::Relaxed).is_multiple_of(10) {
        return;
    }
    let file = Path::new(&folder).join(format!("certify-{}.txt", std::process::id()));
    let mut file = OpenOptions::new().create(true).append(true).open(file).expect("the folder exists");
    let verdict = if accepted { "accepted" } else { "rejected" };
    let line = [verdict.as_bytes(), b"\t", bytes, b"\n"].concat();
    file.write_all(&line).expect("a line can be kept");
}

/// Asserts that a certificate is accepted; returns its sentences, with `; ` between them.
pub fn accept(document: &impl Document) -> String {
    let report = judge(document);
    assert_eq!(report.verdict, CheckVerdict::Accepted, "{report:?}\n{}", text(document));
    assert_eq!(report.reason, None);
    assert_eq!(report.claims.len(), document.document().claims.len());
    report.claims.join("; ")
}

/// Asserts that a certificate is rejected; returns the reason.
pub fn reject(document: &impl Document) -> String {
    let report = judge(document);
    assert_eq!(report.verdict, CheckVerdict::Rejected, "{report:?}\n{}", text(document));
    report.reason.expect("a rejection has a reason")
}

/// The same without the number of the claim, which is the first.
pub fn reject_claim(document: &impl Document) -> String {
    let reason = reject(document);
    reason.strip_prefix("claim 1: ").unwrap_or_else(|| panic!("not about the claim: {reason}")).to_string()
}

/// The same without the name of the system, which is `SYS`.
pub fn reject_system(document: &impl Document) -> String {
    let reason = reject(document);
    reason
        .strip_prefix("system SYS: ")
        .unwrap_or_else(|| panic!("not about the system: {reason}"))
        .to_string()
}

pub fn text(document: &impl Document) -> String {
    serde_json::to_string(&document.document()).unwrap()
}
