//! The conditions of claims about deadlock and safety, and the way to all others.
//!
//! # Problem
//! Bytes in, a [`Report`] out: do the proofs in this file show the claims in this file?
//!
//! # Method
//! All digests are recomputed, all systems examined, with their closed sets ([`system`](crate::system)). Then
//! each claim is compared with its conditions:
//! - *deadlock freedom*: no vector of the closed set is a deadlock;
//! - *safety*: no move from the closed set takes a named component to ERROR. A move that takes only others
//!   there needs no target: the run ends with it. The sentence names the components for which that happens;
//! - *traces* are replayed on the components ([`replay`](crate::replay())).
//!
//! Reductions, progress, asserts, relations, rules and claims about environments and programs have modules of
//! their own.
//!
//! # Invariants
//! 1. A certificate is accepted only if its digests match, its systems are well formed, and every claim is
//!    shown.
//!
//! # Cost
//! Linear in the file and in the moves from its vectors, up to logarithms; the work is limited by
//! [`MAX_WORK`].
//!
//! # Departures
//! A digest is not a proof of origin: anybody can compute it.

use std::collections::HashSet;

use serde::Deserialize;

use crate::code::CheckedProgram;
use crate::document::{Certificate, Claim, ComponentDoc, ReductionDoc, RoleDoc, SCHEMA, Sealed, TraceDoc};
use crate::product::{Moves, TAU, Work, check_sorted};
use crate::reduction::check_reduction;
use crate::replay::{ReplayEnd, run};
use crate::rules::check_rule;
use crate::system::{CheckedSystem, shown};
use crate::weakest::EnvironmentClaim;
use crate::{ltl, progress, relations};

/// What a condition gives if it is met, or why the certificate is rejected.
pub(crate) type Checked<T = ()> = Result<T, String>;

/// The number of elementary steps after which [`check`] and [`replay`](crate::replay()) give up: some minutes
/// of work.
pub const MAX_WORK: u64 = 1 << 33;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Do the proofs show all claims?
    pub verdict: CheckVerdict,
    /// The claims that were shown, as sentences with counts and reservations, in the order of the file. All
    /// of them if the certificate is accepted.
    pub claims: Vec<String>,
    /// Why it is rejected.
    pub reason: Option<String>,
    /// What was counted on the way.
    pub facts: Facts,
}

/// Do the proofs show the claims?
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
    /// Components of all systems.
    pub components: usize,
    /// Vectors of the closed sets, seen so far.
    pub states: u64,
    /// Moves between them, seen so far; those by tau are counted per component that moves.
    pub transitions: u64,
    /// Steps of traces, the cycle once.
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
    let (mut claims, mut work) = (Vec::new(), Work::new(max_work));
    let certificate = read(bytes).and_then(check_digests);
    let reason = certificate.and_then(|certificate| judge(&certificate, &mut work, &mut claims)).err();
    let verdict = if reason.is_none() { CheckVerdict::Accepted } else { CheckVerdict::Rejected };
    Report { verdict, claims, reason, facts: work.facts }
}

fn read(bytes: &[u8]) -> Checked<Certificate> {
    #[derive(Deserialize)]
    struct Head {
        schema: String,
    }
    let known = |schema: &str| match schema {
        SCHEMA => Ok(()),
        "rely/certificate/1" => Err(format!(
            "it has the older schema `{schema}`; write the certificate again, this checker supports `{SCHEMA}`"
        )),
        _ => Err(format!("unsupported schema `{schema}`; this checker supports `{SCHEMA}`")),
    };
    match serde_json::from_slice::<Certificate>(bytes) {
        Ok(certificate) => known(&certificate.schema).map(|()| certificate),
        Err(error) => {
            // Another version may have other fields: say so rather than name one.
            serde_json::from_slice::<Head>(bytes).map_or(Ok(()), |head| known(&head.schema))?;
            Err(format!("not a certificate: {error}"))
        }
    }
}

/// Computes all digests again.
fn check_digests(mut certificate: Certificate) -> Checked<Certificate> {
    reject_if!(!certificate.has_its_digest(), "the digest of the certificate does not match");
    for system in &mut certificate.systems {
        if let Some(bad) = system.components.iter_mut().find_map(|c| (!c.has_its_digest()).then_some(&c.name))
        {
            return Err(format!("system {}: component {bad}: the digest does not match", system.name));
        }
    }
    for program in &mut certificate.programs {
        reject_if!(!program.has_its_digest(), "program {}: its digest does not match", program.name);
    }
    Ok(certificate)
}

/// Checks everything but digests; adds the claims as sentences.
fn judge(certificate: &Certificate, work: &mut Work, shown: &mut Vec<String>) -> Checked {
    let Certificate { claims, digest: _, generator: _, model, programs, schema: _, systems } = certificate;
    let is_digest = model.as_deref().is_none_or(is_sha256);
    reject_if!(!is_digest, "the digest of the model is not a SHA-256 digest");
    let is_empty = systems.is_empty() && programs.is_empty() || claims.is_empty();
    reject_if!(is_empty, "there must be at least one system or program, and one claim");
    let is_unused = !programs.is_empty() && !claims.iter().any(|claim| claim.program().is_some());
    reject_if!(is_unused, "there are programs, but no claim is about one");
    let mut checked = Vec::new();
    for (i, system) in (0..).zip(systems) {
        let keeps_moves = claims.iter().any(|claim| matches!(claim, Claim::Progress(doc) if doc.system == i));
        let found = CheckedSystem::new(system, keeps_moves, work);
        checked.push(found.map_err(|reason| format!("system {}: {reason}", system.name))?);
    }
    let mut checked_programs = Vec::new();
    for program in programs {
        let found = CheckedProgram::new(program, work);
        checked_programs.push(found.map_err(|reason| format!("program {}: {reason}", program.name))?);
    }
    for (i, claim) in claims.iter().enumerate() {
        let about =
            claim.systems().iter().map(|&system| checked.get(system as usize)).collect::<Option<Vec<_>>>();
        let program = claim.program().map(|program| checked_programs.get(program as usize));
        let sentence = match (about, program) {
            (None, _) => Err("it is about a system that does not exist".into()),
            (_, Some(None)) => Err("it is about a program that does not exist".into()),
            (_, Some(Some(program))) => check_program(claim, program, work),
            (Some(about), None) => check_claim(claim, &about, work),
        };
        shown.push(sentence.map_err(|reason| format!("claim {}: {reason}", i + 1))?);
    }
    Ok(())
}

/// Is it a digest as text?
pub(crate) fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// Checks a claim about a program; returns it as a sentence.
fn check_program(claim: &Claim, program: &CheckedProgram, work: &mut Work) -> Checked<String> {
    match claim {
        Claim::ProgramSafety(doc) => program.check_safety(doc, work),
        Claim::ProgramViolation(doc) => program.check_violation(doc, work),
        _ => Err("it is about a system".into()),
    }
}

/// Checks a claim about these systems; returns it as a sentence.
fn check_claim(claim: &Claim, about: &[&CheckedSystem], work: &mut Work) -> Checked<String> {
    let system = *about.first().ok_or("it is about no system")?;
    let (name, components, n) = (&system.doc.name, system.components(), system.n_components());
    let (none, all) = (vec![false; components.len()], vec![true; components.len()]);
    Ok(match claim {
        Claim::DeadlockFreedom { .. } => {
            if let Some(vector) = &system.closed()?.deadlock {
                return Err(format!("{} is a deadlock", shown(vector)));
            }
            format!("{name} is free of deadlock ({})", system.size_and_reservations(&none)?)
        }
        Claim::Safety { properties, .. } => {
            let named = named(properties, components, true)?;
            check_safety(system, &named)?;
            let (errors, size) = (properties.join(" or "), system.size_and_reservations(&named)?);
            format!("{name} never enters ERROR of {errors} ({size})")
        }
        Claim::DeadlockFreedomByReduction { reduction, .. } => {
            check_reduction(system, None, reduction, work)?;
            let size = reduced_size(components, &none, reduction);
            format!("{name} is free of deadlock, by partial-order reduction ({n}, {size})")
        }
        Claim::SafetyByReduction { properties, reduction, .. } => {
            let named = named(properties, components, true)?;
            check_reduction(system, Some(&named), reduction, work)?;
            let (errors, size) = (properties.join(" or "), reduced_size(components, &named, reduction));
            format!("{name} never enters ERROR of {errors}, by partial-order reduction ({n}, {size})")
        }
        Claim::SafetyByRule(rule) => {
            reject_if!(system.doc.priority.is_some(), "rules do not support a priority");
            let named = named(&rule.properties, components, true)?;
            let entered = check_rule(components, &named, rule, work)?;
            let (kept, sizes) = (rule.properties.join(" and "), rule.sizes());
            let (kind, used) = (rule.rule, counted(rule.assumptions.len(), "assumption"));
            let remark = reservations(components, &named, &entered);
            format!("{name} satisfies {kept}, by rule {kind} with {used} ({n}, {sizes}{remark})")
        }
        Claim::Violation { properties, trace, .. } => {
            let named = named(properties, components, true)?;
            let is_entered = end_of(system, trace, work)?.errors.iter().any(|&i| named[i]);
            reject_if!(!is_entered, "the trace does not end with a named component entering ERROR");
            format!("{name} can enter ERROR of {} with {} ({n})", properties.join(" or "), steps(trace))
        }
        Claim::Deadlock { trace, .. } => {
            let is_deadlock = end_of(system, trace, work)?.deadlock;
            reject_if!(!is_deadlock, "the trace does not end in a deadlock");
            format!("{name} can reach a deadlock with {} ({n})", steps(trace))
        }
        Claim::Run { trace, .. } => {
            follow(system, trace, work)?;
            let cycle = match trace.cycle.len() {
                0 => String::new(),
                length => format!(", then repeat {} forever", counted(length, "step")),
            };
            format!("{name} can do {}{cycle} ({n})", steps(trace))
        }
        Claim::Vacuous { property, .. } => {
            check_vacuous(system, property)?;
            format!("{property} says nothing about {name} ({})", system.size())
        }
        Claim::Idle { trace, .. } => {
            let (mut moves, mut is_idle) = (Moves::default(), false);
            for vector in &end_of(system, trace, work)?.states {
                system.product.moves(vector, &mut moves, work)?;
                let is_own = |label: u32| label == TAU || is_shared_by(system, label, None);
                is_idle |= !moves.list.is_empty() && !moves.list.iter().any(|by| is_own(by.label));
            }
            reject_if!(!is_idle, "after the trace a process can do something, or nothing is possible");
            format!("after {}, only actions that belong to no process of {name} are possible", steps(trace))
        }
        Claim::KeptAlways { properties, .. } => {
            let claim = EnvironmentClaim::new(system, properties, &[], false)?;
            check_safety(system, &all)?;
            format!("{claim} in every environment ({})", system.size())
        }
        Claim::KeptNever(doc) => {
            let claim = EnvironmentClaim::new(system, &doc.properties, &doc.interface, false)?;
            claim.check_internal(&doc.trace)?;
            let is_safe = end_of(system, &doc.trace, work)?.errors.is_empty();
            reject_if!(is_safe, "the trace does not end with a component entering ERROR");
            let (steps, shared) = (steps(&doc.trace), doc.interface.join(", "));
            format!(
                "{claim} in no environment that shares {{{shared}}}: ERROR is {steps} away without it ({n})"
            )
        }
        Claim::WeakestAssumption(doc) => {
            let claim = EnvironmentClaim::new(system, &doc.properties, &doc.interface, true)?;
            claim.check_cover(components, doc, work)?;
            check_safety(system, &all)?;
            format!("{} ({}, {})", claim.sentence(), system.size(), counted(doc.nodes.len(), "node"))
        }
        Claim::Progress(doc) => progress::check_progress(system, doc, work)?,
        Claim::ProgressViolation(doc) => progress::check_violation(system, doc, work)?,
        Claim::Assert(doc) => ltl::check_assert(system, doc, work)?,
        Claim::AssertViolation(doc) => ltl::check_violation(system, doc, work)?,
        Claim::Relation(doc) => relations::check_relation(about, doc, work)?,
        Claim::Difference(doc) => relations::check_difference(about, doc, work)?,
        Claim::ProgramSafety(_) | Claim::ProgramViolation(_) => return Err("it is about a program".into()),
    })
}

pub(crate) fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// The length of a trace in words, without its cycle.
pub(crate) fn steps(trace: &TraceDoc) -> String {
    counted(trace.steps.len(), "step")
}

/// Where a trace can end, up to its cycle.
pub(crate) fn follow(system: &CheckedSystem, trace: &TraceDoc, work: &mut Work) -> Checked<ReplayEnd> {
    work.facts.steps += trace.steps.len() + trace.cycle.len();
    run(&system.product, trace, work).map_err(|diverged| diverged.to_string())
}

/// Where a trace without a cycle can end.
fn end_of(system: &CheckedSystem, trace: &TraceDoc, work: &mut Work) -> Checked<ReplayEnd> {
    reject_if!(!trace.cycle.is_empty(), "this claim does not allow a cycle");
    follow(system, trace, work)
}

/// For each component: is it named?
pub(crate) fn named(names: &[String], components: &[ComponentDoc], must_be_some: bool) -> Checked<Vec<bool>> {
    check_sorted(names)?;
    reject_if!(must_be_some && names.is_empty(), "it must name a component");
    let known: HashSet<&String> = components.iter().map(|c| &c.name).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        return Err(format!("it is about {unknown}, which is not a component"));
    }
    Ok(components.iter().map(|c| names.binary_search(&c.name).is_ok()).collect())
}

/// Does no move from the closed set take a named component to ERROR?
fn check_safety(system: &CheckedSystem, named: &[bool]) -> Checked {
    for (i, entered) in system.closed()?.errors.iter().enumerate().filter(|(i, _)| named[*i]) {
        if let Some((from, label)) = entered {
            let (name, component) = (system.product.name(*label), &system.components()[i].name);
            return Err(format!("{} enters ERROR of {component} by `{name}`", shown(from)));
        }
    }
    Ok(())
}

/// Is a visible label in the alphabet of a process, and in that of this component, if one is given?
fn is_shared_by(system: &CheckedSystem, label: u32, with: Option<usize>) -> bool {
    let mut sharers = system.product.sharers(label);
    with.is_none_or(|i| sharers.clone().any(|sharer| sharer == i))
        && sharers.any(|sharer| system.components()[sharer].role.takes_part())
}

/// Do all components with this name say nothing about the system?
fn check_vacuous(system: &CheckedSystem, property: &str) -> Checked {
    let components = system.components();
    let mut is_there = false;
    for (i, component) in components.iter().enumerate().filter(|(_, c)| c.name == property) {
        is_there = true;
        reject_if!(component.role != RoleDoc::Property, "{property} is not a property");
        if !component.has_error() {
            continue;
        }
        let occurs = &system.closed()?.occurs;
        let mut labels = (1..system.product.n_labels() as u32).filter(|&label| occurs[label as usize]);
        if let Some(label) = labels.find(|&label| is_shared_by(system, label, Some(i))) {
            return Err(format!("`{}` of {property} occurs", system.product.name(label)));
        }
    }
    reject_if!(!is_there, "{property} is not a component");
    Ok(())
}

/// The size of a reduction, in words, and what it does not say: moves are left out, so nothing is known of
/// ERROR of components that are not named.
fn reduced_size(components: &[ComponentDoc], named: &[bool], reduction: &ReductionDoc) -> String {
    let mut size = counted(reduction.states.count as usize, "state");
    size += &reservations(components, named, &vec![false; components.len()]);
    let others = listed(components, |i| !named[i] && components[i].has_error());
    if !others.is_empty() {
        size += &format!("; not examined: ERROR of {others}");
    }
    size
}

/// What a claim of safety does not say: which components may end a run, which ones could never be violated.
pub(crate) fn reservations(components: &[ComponentDoc], named: &[bool], entered: &[bool]) -> String {
    let mut remark = String::new();
    if entered.contains(&true) {
        remark += &format!("; runs may end in ERROR of {}", listed(components, |i| entered[i]));
    }
    let idle = listed(components, |i| named[i] && !components[i].has_error());
    if !idle.is_empty() {
        remark += &format!("; vacuous for {idle}: no transition to ERROR");
    }
    remark
}

/// The names of some components.
fn listed(components: &[ComponentDoc], is_chosen: impl Fn(usize) -> bool) -> String {
    let chosen = components.iter().enumerate().filter(|(i, _)| is_chosen(*i));
    chosen.map(|(_, component)| component.name.as_str()).collect::<Vec<_>>().join(", ")
}
