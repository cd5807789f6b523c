//! What must be true of a certificate.
//!
//! # Problem
//! Bytes in, a [`Report`] out: does the proof in this file show the claim in this file?
//!
//! # Method
//! All digests are recomputed, all components examined. A *closed set* shows an invariant by induction [Flo67]: the
//! initial product state is in the set, and every joint transition of every state of the set leads into the set again,
//! or to ERROR. So the set contains all reachable states (it may contain others), and what is true of each of its states
//! and transitions is true of all runs:
//! - *deadlock freedom*: every state has a transition, one to ERROR included, or has terminated;
//! - *safety*: no transition takes a named component to ERROR. A transition that takes only others there needs no target:
//!   the run ends with it. The report's sentence names the components for which that happens.
//!
//! A *trace* is replayed on the components ([`replay`](crate::replay())).
//!
//! # Cost
//! Linear in the file and in the joint transitions of the set. A small file can describe many joint transitions; the
//! work is limited by [`MAX_WORK`]. Memory is linear in the file.

use std::collections::HashSet;

use serde::Deserialize;

use crate::document::{Certificate, Claim, ClaimKind, ClosedSet, Proof, SCHEMA};
use crate::packed::{Layout, decode_base64};
use crate::product::{Product, check_sorted};
use crate::replay::run;

/// How many elementary steps [`check`] and [`replay`](crate::replay()) do before they give up: some minutes.
pub const MAX_WORK: u64 = 1 << 33;

/// The answer to a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Does the proof show the claim?
    pub verdict: CheckVerdict,
    /// The claim as a sentence; with counts and reservations if it is accepted, empty if it could not be read.
    pub claim: String,
    /// If rejected: why.
    pub reason: Option<String>,
    /// What was counted on the way.
    pub facts: Facts,
}

/// Does the proof show the claim?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckVerdict {
    /// Yes.
    Accepted,
    /// No, or it cannot be told.
    Rejected,
}

/// What was counted while checking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Components of the system.
    pub components: usize,
    /// Product states of the closed set, seen so far.
    pub states: u64,
    /// Joint transitions between them, seen so far.
    pub transitions: u64,
    /// Steps of the trace, the cycle once.
    pub steps: usize,
}

/// Checks a certificate.
pub fn check(bytes: &[u8]) -> Report {
    check_within(bytes, MAX_WORK)
}

/// Checks a certificate; rejects it if that takes more than `max_work` elementary steps.
pub fn check_within(bytes: &[u8], max_work: u64) -> Report {
    let mut facts = Facts::default();
    let certificate = match read(bytes) {
        Ok(certificate) => certificate,
        Err(reason) => {
            let (verdict, claim) = (CheckVerdict::Rejected, String::new());
            return Report { verdict, claim, reason: Some(reason), facts };
        }
    };
    let sentence = sentence(&certificate);
    match judge(&certificate, max_work, &mut facts) {
        Ok(remark) => {
            let claim = format!("{sentence} ({remark})");
            Report { verdict: CheckVerdict::Accepted, claim, reason: None, facts }
        }
        Err(reason) => {
            Report { verdict: CheckVerdict::Rejected, claim: sentence, reason: Some(reason), facts }
        }
    }
}

fn read(bytes: &[u8]) -> Result<Certificate, String> {
    #[derive(Deserialize)]
    struct Head {
        schema: String,
    }
    let known = |schema: &str| match schema {
        SCHEMA => Ok(()),
        _ => Err(format!("the schema is `{schema}`, this checker knows `{SCHEMA}`")),
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
    let Claim { kind, target, properties, model: _ } = &certificate.claim;
    let named = properties.join(", ");
    let (steps, cycle) = match &certificate.proof {
        Proof::Trace(trace) => (counted(trace.steps.len(), "step"), counted(trace.cycle.len(), "step")),
        Proof::ClosedSet(_) => Default::default(),
    };
    match kind {
        ClaimKind::DeadlockFreedom => format!("{target} is free of deadlock"),
        ClaimKind::Safety => format!("{target} never enters ERROR of {named}"),
        ClaimKind::Violation => format!("{target} can enter ERROR of {named} with {steps}"),
        ClaimKind::Deadlock => format!("{target} can reach a deadlock with {steps}"),
        ClaimKind::Run if cycle == "0 steps" => format!("{target} can do {steps}"),
        ClaimKind::Run => format!("{target} can do {steps}, then repeat {cycle} for ever"),
    }
}

fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Checks everything; returns a remark for the sentence.
fn judge(certificate: &Certificate, max_work: u64, facts: &mut Facts) -> Result<String, String> {
    let Certificate { schema: _, generator: _, claim, components, system, proof, digest } = certificate;
    facts.components = components.len();
    for component in components {
        if component.digest != Certificate::digest_component(component) {
            return Err(format!("component {}: the digest does not match", component.name));
        }
    }
    if *digest != certificate.digest_all() {
        return Err("the digest of the certificate does not match".into());
    }
    let product = Product::new(components, system.priority.as_ref())?;
    let is_hex =
        |text: &String| text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    if claim.target.is_empty() || !claim.model.iter().all(is_hex) {
        return Err("the claim has no target, or the model's digest is none".into());
    }
    check_sorted(&claim.properties).map_err(|reason| format!("claim: {reason}"))?;
    if let Some(unknown) = claim.properties.iter().find(|name| components.iter().all(|c| c.name != **name)) {
        return Err(format!("the claim is about {unknown}, which is not a component"));
    }
    if claim.properties.is_empty() == matches!(claim.kind, ClaimKind::Safety | ClaimKind::Violation) {
        return Err("this kind of claim names components iff it is about their ERROR".into());
    }
    let named: Vec<bool> =
        components.iter().map(|c| claim.properties.binary_search(&c.name).is_ok()).collect();
    let parts = counted(components.len(), "component");
    match (claim.kind, proof) {
        (ClaimKind::DeadlockFreedom | ClaimKind::Safety, Proof::ClosedSet(set)) => {
            let others = check_closed_set(certificate, &product, &named, set, max_work, facts)?;
            let mut remark = format!("{parts}, {}", counted(set.count as usize, "state"));
            let list = |chosen: &[bool]| {
                let mut names: Vec<&str> = components
                    .iter()
                    .zip(chosen)
                    .filter(|(_, chosen)| **chosen)
                    .map(|(c, _)| &*c.name)
                    .collect();
                names.dedup();
                names.join(", ")
            };
            if others.contains(&true) {
                remark += &format!("; runs may end in ERROR of {}", list(&others));
            }
            let idle: Vec<bool> = (0..named.len()).map(|i| named[i] && !product.has_error(i)).collect();
            if idle.contains(&true) {
                remark += &format!("; vacuous for {}: no transition to ERROR", list(&idle));
            }
            Ok(remark)
        }
        (ClaimKind::Violation | ClaimKind::Deadlock | ClaimKind::Run, Proof::Trace(trace)) => {
            facts.steps = trace.steps.len() + trace.cycle.len();
            if claim.kind != ClaimKind::Run && !trace.cycle.is_empty() {
                return Err("only a run has a cycle".into());
            }
            let end = run(&product, trace, max_work).map_err(|diverged| diverged.to_string())?;
            match claim.kind {
                ClaimKind::Violation if !end.errors.iter().any(|&i| named[i]) => {
                    Err("the trace does not end with a named component entering ERROR".into())
                }
                ClaimKind::Deadlock if !end.deadlock => Err("the trace does not end in a deadlock".into()),
                _ => Ok(parts),
            }
        }
        _ => Err("the proof is not of the kind the claim needs".into()),
    }
}

/// Checks that the set is closed and that nothing in it contradicts the claim. Returns for each component whether a
/// transition of the set enters its ERROR.
fn check_closed_set(
    certificate: &Certificate,
    product: &Product,
    named: &[bool],
    set: &ClosedSet,
    max_work: u64,
    facts: &mut Facts,
) -> Result<Vec<bool>, String> {
    let layout = Layout::new(certificate.components.iter().map(|c| c.states));
    let bytes = decode_base64(&set.states).ok_or("the states are not canonical base64")?;
    if u64::try_from(bytes.len()).ok() != set.count.checked_mul(layout.bytes() as u64) {
        return Err(format!(
            "{} bytes of states are not {} times {}",
            bytes.len(),
            set.count,
            layout.bytes()
        ));
    }
    if let Some(place) = bytes
        .chunks_exact(layout.bytes())
        .zip(bytes.chunks_exact(layout.bytes()).skip(1))
        .position(|(x, y)| x >= y)
    {
        return Err(format!("the states are not strictly ascending after position {place}"));
    }
    // Only asked for membership, so its order does not matter.
    let members: HashSet<&[u8]> = bytes.chunks_exact(layout.bytes()).collect();
    let mut packed = Vec::new();
    layout.pack(&product.initial(), &mut packed);
    if !members.contains(&packed[..]) {
        return Err(format!("the initial state {} is not in the set", shown(&product.initial())));
    }
    let (mut vector, mut moves, mut work) = (Vec::new(), Vec::new(), 0);
    let mut entered = vec![false; named.len()];
    for member in bytes.chunks_exact(layout.bytes()) {
        layout
            .unpack(member, &mut vector)
            .ok_or_else(|| format!("position {} of the set is not a product state", facts.states))?;
        facts.states += 1;
        work += product.moves(&vector, &mut moves);
        if moves.is_empty()
            && certificate.claim.kind == ClaimKind::DeadlockFreedom
            && !product.is_terminated(&vector)
        {
            return Err(format!("state {} is a deadlock", shown(&vector)));
        }
        for &by in &moves {
            let name = product.name(by.label);
            for i in product.errors(&vector, by) {
                if named[i] {
                    let component = &certificate.components[i].name;
                    return Err(format!("state {} enters ERROR of {component} by `{name}`", shown(&vector)));
                }
                entered[i] = true;
            }
            product.targets(&vector, by, |target| {
                facts.transitions += 1;
                work += target.len() as u64;
                packed.clear();
                layout.pack(target, &mut packed);
                if work > max_work {
                    Err(format!("checking takes more than {max_work} steps"))
                } else if !members.contains(&packed[..]) {
                    Err(format!(
                        "`{name}` leads from state {} to {}, which is not in the set",
                        shown(&vector),
                        shown(target)
                    ))
                } else {
                    Ok(())
                }
            })?;
        }
        if work > max_work {
            return Err(format!("checking takes more than {max_work} steps"));
        }
    }
    Ok(entered)
}

/// A product state for a person.
fn shown(vector: &[u32]) -> String {
    let states: Vec<String> = vector.iter().map(u32::to_string).collect();
    format!("({})", states.join(", "))
}
