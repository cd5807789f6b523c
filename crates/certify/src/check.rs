//! The conditions of each kind of claim.
//!
//! # Problem
//! Bytes in, a [`Report`] out: does the proof in this file show the claim in this file?
//!
//! # Method
//! All digests are recomputed, all components examined. A *closed set* shows an invariant by induction
//! \[Flo67\]: the initial product state is in the set, and every joint transition of every state of the set
//! leads into the set again, or to ERROR. So the set contains all reachable states (it may contain others),
//! and what is true of each of its states and transitions is true of all runs:
//! - *deadlock freedom*: every state has a transition, one to ERROR included, or has terminated;
//! - *safety*: no transition takes a named component to ERROR. A transition that takes only others there
//!   needs no target: the run ends with it. The report's sentence names the components for which that
//!   happens.
//!
//! A *trace* is replayed on the components ([`replay`](crate::replay())). Weakest assumptions of a *module*
//! are checked in `weakest`, assume-guarantee proofs in `rules`.
//!
//! # Invariants
//! 1. A certificate is accepted only if its digests match, its components are well formed, its claim is about
//!    these components, and the proof is of the kind that the claim needs.
//! 2. In `check_closed_set`, all states before the current one have been checked: each exists, contradicts
//!    nothing, and all its successors are members.
//!
//! # Cost
//! Linear in the file and in the joint transitions of the set. A small file can describe many joint
//! transitions; the work is limited by [`MAX_WORK`]. Memory is linear in the file.
//!
//! # Departures
//! \[Flo67\] asks for predicates at the points of a program; here the predicate is the set itself. A digest
//! is not a proof of origin: anybody can compute it.

use std::collections::HashSet;

use serde::Deserialize;

use crate::document::{Certificate, Claim, ClaimKind, ClosedSet, ComponentDoc, Proof, RuleDoc, SCHEMA};
use crate::packed::Layout;
use crate::product::{Product, Work, check_sorted};
use crate::replay::run;
use crate::rules::check_rule;
use crate::weakest::{EnvironmentClaim, check_cover};

/// The number of elementary steps after which [`check`] and [`replay`](crate::replay()) give up: some minutes
/// of work.
pub const MAX_WORK: u64 = 1 << 33;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Does the proof show the claim?
    pub verdict: CheckVerdict,
    /// The claim as a sentence; with counts and reservations if it is accepted, empty if the file is not a
    /// certificate.
    pub claim: String,
    /// Why it is rejected.
    pub reason: Option<String>,
    /// What was counted on the way.
    pub facts: Facts,
}

/// Does the proof show the claim?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckVerdict {
    /// Yes.
    Accepted,
    /// No, or the check was not finished.
    Rejected,
}

/// Counts of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Components of the system.
    pub components: usize,
    /// Product states of the closed sets, seen so far.
    pub states: u64,
    /// Joint transitions between them, seen so far; those by tau are counted per component that moves.
    pub transitions: u64,
    /// Steps of the trace, the cycle once.
    pub steps: usize,
}

/// Checks a certificate, given as the bytes of its file. Never panics, whatever the bytes are.
///
/// ```
/// use rely_certify::{CheckVerdict, check};
/// let report = check(b"{}");
/// assert_eq!(report.verdict, CheckVerdict::Rejected);
/// assert!(report.reason.unwrap().starts_with("not a certificate"));
/// ```
pub fn check(bytes: &[u8]) -> Report {
    check_within(bytes, MAX_WORK)
}

/// [`check()`] with another limit than [`MAX_WORK`]: rejects the certificate if checking it takes more than
/// `max_work` elementary steps.
pub fn check_within(bytes: &[u8], max_work: u64) -> Report {
    let (verdict, claim, facts) = (CheckVerdict::Rejected, String::new(), Facts::default());
    let mut report = Report { verdict, claim, reason: None, facts };
    let judged = read(bytes).and_then(|certificate| {
        report.claim = sentence(&certificate);
        judge(&certificate, Work(max_work), &mut report.facts)
    });
    match judged {
        Ok(remark) => {
            report.verdict = CheckVerdict::Accepted;
            report.claim += &format!(" ({remark})");
        }
        Err(reason) => report.reason = Some(reason),
    }
    report
}

fn read(bytes: &[u8]) -> Result<Certificate, String> {
    #[derive(Deserialize)]
    struct Head {
        schema: String,
    }
    let known = |schema: &str| match schema {
        SCHEMA => Ok(()),
        _ => Err(format!("unsupported schema `{schema}`; this checker supports `{SCHEMA}`")),
    };
    match serde_json::from_slice::<Certificate>(bytes) {
        Ok(certificate) => known(&certificate.schema).map(|()| certificate),
        Err(error) => {
            // A later version may have other fields: say so rather than name one.
            serde_json::from_slice::<Head>(bytes).map_or(Ok(()), |head| known(&head.schema))?;
            Err(format!("not a certificate: {error}"))
        }
    }
}

/// The claim as a sentence.
fn sentence(certificate: &Certificate) -> String {
    let Claim { kind, target, properties, model: _, interface } = &certificate.claim;
    let (steps, cycle) = match &certificate.proof {
        Proof::Trace(trace) => (counted(trace.steps.len(), "step"), counted(trace.cycle.len(), "step")),
        Proof::ClosedSet(_) | Proof::Cover(_) | Proof::Rule(_) => Default::default(),
    };
    if let (ClaimKind::Safety, Proof::Rule(rule)) = (kind, &certificate.proof) {
        let (names, n) = (properties.join(" and "), rule.assumptions.len());
        return format!(
            "{target} satisfies {names}, by rule {} with {}",
            rule.rule,
            counted(n, "assumption")
        );
    }
    match kind {
        ClaimKind::DeadlockFreedom => format!("{target} is free of deadlock"),
        ClaimKind::Safety => format!("{target} never enters ERROR of {}", properties.join(", ")),
        ClaimKind::SafetyAndDeadlockFreedom => {
            format!("{target} is free of deadlock and never enters ERROR of {}", properties.join(", "))
        }
        ClaimKind::Violation => {
            format!("{target} can enter ERROR of {} with {steps}", properties.join(" or "))
        }
        ClaimKind::Deadlock => format!("{target} can reach a deadlock with {steps}"),
        ClaimKind::Run if cycle == "0 steps" => format!("{target} can do {steps}"),
        ClaimKind::Run => format!("{target} can do {steps}, then repeat {cycle} forever"),
        ClaimKind::KeptAlways => format!("{} in every environment", EnvironmentClaim::new(certificate)),
        ClaimKind::KeptNever => {
            let (claim, shared) =
                (EnvironmentClaim::new(certificate), interface.iter().flatten().map(String::as_str));
            let shared = shared.collect::<Vec<_>>().join(", ");
            format!("{claim} in no environment that shares {{{shared}}}: ERROR is {steps} away without it")
        }
        ClaimKind::WeakestAssumption => EnvironmentClaim::new(certificate).sentence(),
    }
}

pub(crate) fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Checks everything; returns a remark for the sentence.
fn judge(certificate: &Certificate, mut work: Work, facts: &mut Facts) -> Result<String, String> {
    let Certificate { schema: _, generator: _, claim, components, system, proof, digest } = certificate;
    facts.components = components.len();
    if let Some(bad) = components.iter().find(|c| c.digest != Certificate::digest_component(c)) {
        return Err(format!("component {}: the digest does not match", bad.name));
    }
    if *digest != certificate.digest_all() {
        return Err("the digest of the certificate does not match".into());
    }
    let product = Product::new(components, system.priority.as_ref())?;
    check_claim(claim, components)?;
    let named: Vec<bool> =
        components.iter().map(|c| claim.properties.binary_search(&c.name).is_ok()).collect();
    let mut remark = counted(components.len(), "component");
    let about = EnvironmentClaim::new(certificate);
    if claim.kind.is_about_environments() {
        about.check(system.priority.as_ref())?;
    }
    match (claim.kind, proof) {
        (
            ClaimKind::DeadlockFreedom | ClaimKind::Safety | ClaimKind::SafetyAndDeadlockFreedom,
            Proof::ClosedSet(set),
        ) => {
            let entered = check_closed_set(certificate, &product, &named, set, &mut work, facts)?;
            remark += &format!(", {}", counted(set.count as usize, "state"));
            remark += &reservations(components, &named, &entered);
        }
        (ClaimKind::Safety, Proof::Rule(rule)) => {
            if system.priority.is_some() {
                return Err("rules do not support a priority".into());
            }
            let entered = check_rule(components, &named, rule, &mut work, facts)?;
            remark += &format!(", {}", premises(rule));
            remark += &reservations(components, &named, &entered);
        }
        (ClaimKind::Violation | ClaimKind::Deadlock | ClaimKind::Run, Proof::Trace(trace)) => {
            facts.steps = trace.steps.len() + trace.cycle.len();
            if claim.kind != ClaimKind::Run && !trace.cycle.is_empty() {
                return Err("only a run may have a cycle".into());
            }
            let end = run(&product, trace, &mut work).map_err(|diverged| diverged.to_string())?;
            if claim.kind == ClaimKind::Violation && !end.errors.iter().any(|&i| named[i]) {
                return Err("the trace does not end with a named component entering ERROR".into());
            }
            if claim.kind == ClaimKind::Deadlock && !end.deadlock {
                return Err("the trace does not end in a deadlock".into());
            }
        }
        (ClaimKind::KeptAlways, Proof::ClosedSet(set)) => {
            check_closed_set(certificate, &product, &vec![true; components.len()], set, &mut work, facts)?;
            remark += &format!(", {}", counted(set.count as usize, "state"));
        }
        (ClaimKind::KeptNever, Proof::Trace(trace)) => {
            facts.steps = trace.steps.len();
            about.check_internal(trace)?;
            let end = run(&product, trace, &mut work).map_err(|diverged| diverged.to_string())?;
            if end.errors.is_empty() {
                return Err("the trace does not end with a component entering ERROR".into());
            }
        }
        (ClaimKind::WeakestAssumption, Proof::Cover(cover)) => {
            check_cover(&about, components, cover, &mut work)?;
            let named = vec![true; components.len()];
            check_closed_set(certificate, &product, &named, &cover.closed, &mut work, facts)?;
            let (states, nodes) = (cover.closed.count as usize, cover.nodes.len());
            remark += &format!(", {}, {}", counted(states, "state"), counted(nodes, "node"));
        }
        _ => return Err("the claim needs another kind of proof".into()),
    }
    Ok(remark)
}

/// What a claim of safety does not say: which components may end a run, which ones could never be violated.
fn reservations(components: &[ComponentDoc], named: &[bool], entered: &[bool]) -> String {
    let list = |chosen: &dyn Fn(usize) -> bool| {
        let names = components.iter().enumerate().filter(|(i, _)| chosen(*i)).map(|(_, c)| &*c.name);
        names.collect::<Vec<_>>().join(", ")
    };
    let mut remark = String::new();
    if entered.contains(&true) {
        remark += &format!("; runs may end in ERROR of {}", list(&|i| entered[i]));
    }
    let idle = list(&|i| named[i] && !components[i].has_error());
    if !idle.is_empty() {
        remark += &format!("; vacuous for {idle}: no transition to ERROR");
    }
    remark
}

/// The sizes of premises, in words.
fn premises(rule: &RuleDoc) -> String {
    let counts: Vec<u64> = rule.premises.iter().map(|premise| premise.states.count).collect();
    match &counts[..] {
        [one] => format!("1 premise of {}", counted(*one as usize, "state")),
        [first @ .., last] if first.len() < 5 => {
            let first: Vec<String> = first.iter().map(u64::to_string).collect();
            format!("premises of {} and {last} states", first.join(", "))
        }
        many => {
            let most = many.iter().max().copied().unwrap_or_default();
            format!("{} premises of at most {}", many.len(), counted(most as usize, "state"))
        }
    }
}

/// Is this a claim about these components?
fn check_claim(claim: &Claim, components: &[ComponentDoc]) -> Result<(), String> {
    if claim.target.is_empty() {
        return Err("the claim has no target".into());
    }
    let is_hex = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
    if claim.model.as_ref().is_some_and(|digest| digest.len() != 64 || !digest.bytes().all(is_hex)) {
        return Err("the digest of the model is not a SHA-256 digest".into());
    }
    check_sorted(&claim.properties).map_err(|reason| format!("claim: {reason}"))?;
    let names: HashSet<&String> = components.iter().map(|c| &c.name).collect();
    if let Some(unknown) = claim.properties.iter().find(|name| !names.contains(name)) {
        return Err(format!("the claim is about {unknown}, which is not a component"));
    }
    let about_error =
        matches!(claim.kind, ClaimKind::Safety | ClaimKind::SafetyAndDeadlockFreedom | ClaimKind::Violation);
    if claim.properties.is_empty() == about_error && !claim.kind.is_about_environments() {
        return Err("a claim must name components if and only if it is about their ERROR".into());
    }
    let has_boundary = matches!(claim.kind, ClaimKind::KeptNever | ClaimKind::WeakestAssumption);
    if claim.interface.is_some() != has_boundary {
        return Err("a claim must have an interface if and only if its kind needs one".into());
    }
    Ok(())
}

/// Checks that the set is closed and that nothing in it contradicts the claim. Returns for each component
/// whether a transition of the set enters its ERROR.
fn check_closed_set(
    certificate: &Certificate,
    product: &Product,
    named: &[bool],
    set: &ClosedSet,
    work: &mut Work,
    facts: &mut Facts,
) -> Result<Vec<bool>, String> {
    let layout = Layout::new(certificate.components.iter().map(|c| c.states));
    let bytes = set.decode(&layout)?;
    let states = || bytes.chunks_exact(layout.bytes());
    // Only asked for membership, so its order does not matter.
    let members: HashSet<&[u8]> = states().collect();
    let mut packed = Vec::new();
    layout.pack(&product.initial(), &mut packed);
    if !members.contains(&packed[..]) {
        return Err(format!("the initial state {} is not in the set", shown(&product.initial())));
    }
    let is_stuck_wrong =
        matches!(certificate.claim.kind, ClaimKind::DeadlockFreedom | ClaimKind::SafetyAndDeadlockFreedom);
    let (mut vector, mut moves, mut entered) = (Vec::new(), Vec::new(), vec![false; named.len()]);
    for state in states() {
        let exists = layout.unpack(state, &mut vector);
        exists.ok_or_else(|| format!("position {} of the set is not a product state", facts.states))?;
        facts.states += 1;
        product.moves(&vector, &mut moves, work)?;
        if is_stuck_wrong && moves.is_empty() && !product.is_terminated(&vector) {
            return Err(format!("state {} is a deadlock", shown(&vector)));
        }
        for &by in &moves {
            let (from, name) = (&vector, product.name(by.label));
            for i in product.errors(from, by) {
                if named[i] {
                    let component = &certificate.components[i].name;
                    return Err(format!("state {} enters ERROR of {component} by `{name}`", shown(from)));
                }
                entered[i] = true;
            }
            product.targets(from, by, |to| {
                work.spend(to.len())?;
                facts.transitions += 1;
                packed.clear();
                layout.pack(to, &mut packed);
                if members.contains(&packed[..]) {
                    return Ok(());
                }
                let (from, to) = (shown(from), shown(to));
                Err(format!("`{name}` leads from state {from} to {to}, which is not in the set"))
            })?;
        }
    }
    Ok(entered)
}

/// A product state for a person.
pub(crate) fn shown(vector: &[u32]) -> String {
    format!("({})", vector.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
}
