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
use crate::document::{Certificate, Claim, ComponentDoc, ReductionDoc, RoleDoc, SCHEMA, TraceDoc};
use crate::product::{Work, check_sorted};
use crate::reduction::check_reduction;
use crate::replay::run;
use crate::rules::check_rule;
use crate::system::{CheckedSystem, shown};
use crate::weakest::EnvironmentClaim;
use crate::{ltl, progress, relations};

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
    let (claims, facts) = (Vec::new(), Facts::default());
    let mut report = Report { verdict: CheckVerdict::Rejected, claims, reason: None, facts };
    match read(bytes).and_then(|certificate| judge(&certificate, Work(max_work), &mut report)) {
        Ok(()) => report.verdict = CheckVerdict::Accepted,
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

/// Checks everything.
fn judge(certificate: &Certificate, mut work: Work, report: &mut Report) -> Result<(), String> {
    let Certificate { claims, digest, generator: _, model, programs, schema: _, systems } = certificate;
    if *digest != certificate.computed_digest() {
        return Err("the digest of the certificate does not match".into());
    }
    let is_hex = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
    if model.as_ref().is_some_and(|digest| digest.len() != 64 || !digest.bytes().all(is_hex)) {
        return Err("the digest of the model is not a SHA-256 digest".into());
    }
    if systems.is_empty() && programs.is_empty() || claims.is_empty() {
        return Err("there must be at least one system or program, and one claim".into());
    }
    if !programs.is_empty() && !claims.iter().any(|claim| claim.program().is_some()) {
        return Err("there are programs, but no claim is about one".into());
    }
    let mut checked = Vec::new();
    for (i, system) in systems.iter().enumerate() {
        let is_about = |claim: &Claim| matches!(claim, Claim::Progress(doc) if doc.system as usize == i);
        let keeps_moves = claims.iter().any(is_about);
        let system = CheckedSystem::new(system, keeps_moves, &mut work, &mut report.facts);
        checked.push(system.map_err(|reason| format!("system {}: {reason}", systems[i].name))?);
    }
    let mut checked_programs = Vec::new();
    for program in programs {
        let checked = CheckedProgram::new(program, &mut work);
        checked_programs.push(checked.map_err(|reason| format!("program {}: {reason}", program.name))?);
    }
    for (i, claim) in claims.iter().enumerate() {
        let about = claim.systems();
        let about = about.iter().map(|&system| checked.get(system as usize)).collect::<Option<Vec<_>>>();
        let program = claim.program().map(|program| checked_programs.get(program as usize));
        let shown = match (about, program) {
            (None, _) => Err("it is about a system that does not exist".into()),
            (_, Some(None)) => Err("it is about a program that does not exist".into()),
            (_, Some(Some(program))) => check_program(claim, program, &mut work, &mut report.facts),
            (Some(about), None) => check_claim(claim, &about, &mut work, &mut report.facts),
        };
        report.claims.push(shown.map_err(|reason| format!("claim {}: {reason}", i + 1))?);
    }
    Ok(())
}

/// Checks a claim about a program; returns it as a sentence.
fn check_program(
    claim: &Claim,
    program: &CheckedProgram,
    work: &mut Work,
    facts: &mut Facts,
) -> Result<String, String> {
    match claim {
        Claim::ProgramSafety(doc) => program.check_safety(doc, work),
        Claim::ProgramViolation(doc) => program.check_violation(doc, work, facts),
        _ => Err("it is about a system".into()),
    }
}

/// Checks a claim about these systems; returns it as a sentence.
fn check_claim(
    claim: &Claim,
    about: &[&CheckedSystem],
    work: &mut Work,
    facts: &mut Facts,
) -> Result<String, String> {
    let system = *about.first().ok_or("it is about no system")?;
    let (name, components) = (&system.doc.name, system.components());
    match claim {
        Claim::DeadlockFreedom { .. } => {
            if let Some(vector) = &system.closed()?.deadlock {
                return Err(format!("{} is a deadlock", shown(vector)));
            }
            let none = vec![false; components.len()];
            let size = system.size() + &reservations(components, &none, &system.closed()?.entered());
            Ok(format!("{name} is free of deadlock ({size})"))
        }
        Claim::Safety { properties, .. } => {
            let named = named(properties, components, true)?;
            check_safety(system, &named)?;
            let size = system.size() + &reservations(components, &named, &system.closed()?.entered());
            Ok(format!("{name} never enters ERROR of {} ({size})", properties.join(" or ")))
        }
        Claim::DeadlockFreedomByReduction { reduction, .. } => {
            check_reduction(system, None, reduction, work, facts)?;
            let none = vec![false; components.len()];
            let size = reduced_size(components, &none, reduction);
            Ok(format!("{name} is free of deadlock, by partial-order reduction ({size})"))
        }
        Claim::SafetyByReduction { properties, reduction, .. } => {
            let named = named(properties, components, true)?;
            check_reduction(system, Some(&named), reduction, work, facts)?;
            let (properties, size) = (properties.join(" or "), reduced_size(components, &named, reduction));
            Ok(format!("{name} never enters ERROR of {properties}, by partial-order reduction ({size})"))
        }
        Claim::SafetyByRule(rule) => {
            if system.doc.priority.is_some() {
                return Err("rules do not support a priority".into());
            }
            let named = named(&rule.properties, components, true)?;
            let entered = check_rule(components, &named, rule, work, facts)?;
            let (n, properties) = (rule.assumptions.len(), rule.properties.join(" and "));
            let mut size = format!("{}, {}", counted(components.len(), "component"), rule.sizes());
            size += &reservations(components, &named, &entered);
            let (kind, n) = (rule.rule, counted(n, "assumption"));
            Ok(format!("{name} satisfies {properties}, by rule {kind} with {n} ({size})"))
        }
        Claim::Violation { properties, trace, .. } => {
            let named = named(properties, components, true)?;
            let end = end_of(system, trace, work, facts)?;
            if !end.errors.iter().any(|&i| named[i]) {
                return Err("the trace does not end with a named component entering ERROR".into());
            }
            let steps = counted(trace.steps.len(), "step");
            let (properties, n) = (properties.join(" or "), counted(components.len(), "component"));
            Ok(format!("{name} can enter ERROR of {properties} with {steps} ({n})"))
        }
        Claim::Deadlock { trace, .. } => {
            if !end_of(system, trace, work, facts)?.deadlock {
                return Err("the trace does not end in a deadlock".into());
            }
            let (steps, n) = (counted(trace.steps.len(), "step"), counted(components.len(), "component"));
            Ok(format!("{name} can reach a deadlock with {steps} ({n})"))
        }
        Claim::Run { trace, .. } => {
            facts.steps += trace.steps.len() + trace.cycle.len();
            run(&system.product, trace, work).map_err(|diverged| diverged.to_string())?;
            let (steps, n) = (counted(trace.steps.len(), "step"), counted(components.len(), "component"));
            Ok(match trace.cycle.len() {
                0 => format!("{name} can do {steps} ({n})"),
                cycle => {
                    format!("{name} can do {steps}, then repeat {} forever ({n})", counted(cycle, "step"))
                }
            })
        }
        Claim::Vacuous { property, .. } => {
            check_vacuous(system, property)?;
            Ok(format!("{property} says nothing about {name} ({})", system.size()))
        }
        Claim::Idle { trace, .. } => {
            let end = end_of(system, trace, work, facts)?;
            let mut moves = crate::product::Moves::default();
            let mut is_idle = false;
            for vector in &end.states {
                system.product.moves(vector, &mut moves, work)?;
                let is_observed = |label: u32| {
                    label != crate::product::TAU
                        && system.product.sharers(label).all(|i| !components[i].role.takes_part())
                };
                is_idle |= !moves.is_empty() && moves.iter().all(|by| is_observed(by.label));
            }
            if !is_idle {
                return Err("after the trace a process can do something, or nothing is possible".into());
            }
            let steps = counted(trace.steps.len(), "step");
            Ok(format!("after {steps}, only actions that belong to no process of {name} are possible"))
        }
        Claim::KeptAlways { properties, .. } => {
            let claim = EnvironmentClaim::new(system, properties, &[], false)?;
            check_safety(system, &vec![true; components.len()])?;
            Ok(format!("{claim} in every environment ({})", system.size()))
        }
        Claim::KeptNever(doc) => {
            let claim = EnvironmentClaim::new(system, &doc.properties, &doc.interface, false)?;
            claim.check_internal(&doc.trace)?;
            if end_of(system, &doc.trace, work, facts)?.errors.is_empty() {
                return Err("the trace does not end with a component entering ERROR".into());
            }
            let (steps, shared) = (counted(doc.trace.steps.len(), "step"), doc.interface.join(", "));
            let n = counted(components.len(), "component");
            Ok(format!(
                "{claim} in no environment that shares {{{shared}}}: ERROR is {steps} away without it ({n})"
            ))
        }
        Claim::WeakestAssumption(doc) => {
            let claim = EnvironmentClaim::new(system, &doc.properties, &doc.interface, true)?;
            claim.check_cover(components, doc, work)?;
            check_safety(system, &vec![true; components.len()])?;
            let nodes = counted(doc.nodes.len(), "node");
            Ok(format!("{} ({}, {nodes})", claim.sentence(), system.size()))
        }
        Claim::Progress(doc) => progress::check_progress(system, doc, work),
        Claim::ProgressViolation(doc) => progress::check_violation(system, doc, work, facts),
        Claim::Assert(doc) => ltl::check_assert(system, doc, work),
        Claim::AssertViolation(doc) => ltl::check_violation(system, doc, work, facts),
        Claim::Relation(doc) => relations::check_relation(about, doc, work),
        Claim::Difference(doc) => relations::check_difference(about, doc, work),
        Claim::ProgramSafety(_) | Claim::ProgramViolation(_) => Err("it is about a program".into()),
    }
}

pub(crate) fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Where a trace without a cycle can end.
fn end_of(
    system: &CheckedSystem,
    trace: &TraceDoc,
    work: &mut Work,
    facts: &mut Facts,
) -> Result<crate::ReplayEnd, String> {
    facts.steps += trace.steps.len();
    if !trace.cycle.is_empty() {
        return Err("this claim does not allow a cycle".into());
    }
    run(&system.product, trace, work).map_err(|diverged| diverged.to_string())
}

/// For each component: is it named?
pub(crate) fn named(
    names: &[String],
    components: &[ComponentDoc],
    must_be_some: bool,
) -> Result<Vec<bool>, String> {
    check_sorted(names)?;
    if must_be_some && names.is_empty() {
        return Err("it must name a component".into());
    }
    let known: HashSet<&String> = components.iter().map(|c| &c.name).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        return Err(format!("it is about {unknown}, which is not a component"));
    }
    Ok(components.iter().map(|c| names.binary_search(&c.name).is_ok()).collect())
}

/// Does no move from the closed set take a named component to ERROR?
fn check_safety(system: &CheckedSystem, named: &[bool]) -> Result<(), String> {
    for (i, entered) in system.closed()?.errors.iter().enumerate().filter(|(i, _)| named[*i]) {
        if let Some((from, label)) = entered {
            let (name, component) = (system.product.name(*label), &system.components()[i].name);
            return Err(format!("{} enters ERROR of {component} by `{name}`", shown(from)));
        }
    }
    Ok(())
}

/// Do all components with this name say nothing about the system?
fn check_vacuous(system: &CheckedSystem, property: &str) -> Result<(), String> {
    let components = system.components();
    let mut is_there = false;
    for (i, component) in components.iter().enumerate().filter(|(_, c)| c.name == property) {
        is_there = true;
        if component.role != RoleDoc::Property {
            return Err(format!("{property} is not a property"));
        }
        if !component.has_error() {
            continue;
        }
        let closed = system.closed()?;
        for label in (1..system.product.n_labels() as u32).filter(|&label| closed.occurs[label as usize]) {
            let mut sharers = system.product.sharers(label);
            let is_own = sharers.clone().any(|sharer| sharer == i);
            if is_own && sharers.any(|sharer| components[sharer].role.takes_part()) {
                return Err(format!("`{}` of {property} occurs", system.product.name(label)));
            }
        }
    }
    if is_there { Ok(()) } else { Err(format!("{property} is not a component")) }
}

/// The sizes of a reduction and of its system, in words, and what it does not say: moves are left out, so
/// nothing is known of ERROR of components that are not named.
fn reduced_size(components: &[ComponentDoc], named: &[bool], reduction: &ReductionDoc) -> String {
    let n = reduction.states.count as usize;
    let mut size = format!("{}, {}", counted(components.len(), "component"), counted(n, "state"));
    size += &reservations(components, named, &vec![false; components.len()]);
    let others = components.iter().zip(named).filter(|(component, named)| !**named && component.has_error());
    let others: Vec<&str> = others.map(|(component, _)| &*component.name).collect();
    if !others.is_empty() {
        size += &format!("; not examined: ERROR of {}", others.join(", "));
    }
    size
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
