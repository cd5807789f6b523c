//! Proofs and violations as certificates.

use std::collections::HashSet;

use rely_assume::Assumption;
use rely_assume::prove::{Machine, Problem, Proof, ProofOutcome, Rule, closed_set};
use rely_certify::{
    AssumptionDoc, Certificate, Claim, PremiseDoc, RuleClaim, RuleKind, SetDoc, SystemDoc, TraceDoc,
};
use rely_check::{Explore, Reach};
use rely_lts::{Context, System};

use crate::assumption::NoCertificate;
use crate::documents::{GENERATOR, named_apart, raw, sorted_names, with_components};
use crate::gathered::Gathered;
use crate::violation::confirmed;

/// The certificate of a verdict: that the processes of a problem keep its properties, or that a run violates
/// one. `model` is the digest of the model's text.
///
/// # Errors
/// If there is no verdict, the budget is spent, or the evidence contradicts the verdict.
pub fn proof_certificate(
    problem: &Problem,
    outcome: &ProofOutcome,
    model: Option<String>,
    ctx: Context<'_>,
) -> Result<Certificate, NoCertificate> {
    match outcome {
        ProofOutcome::Holds(proof) => rule_certificate(problem, proof, model, ctx),
        ProofOutcome::Violated(run) => {
            let whole = problem.whole();
            let places: Vec<usize> = (problem.original.len()..whole.components.len()).collect();
            let found = confirmed(&whole, &places, run).map_err(|_| NoCertificate::Contradiction)?;
            let trace = found.replayed.ok_or(NoCertificate::Unknown)?;
            Ok(violation_certificate(&whole, &places, trace, model))
        }
        ProofOutcome::Unknown(_) => Err(NoCertificate::Unknown),
    }
}

/// The certificate of a proof.
///
/// # Errors
/// If the budget is spent, or a premise does not hold after all.
pub fn rule_certificate(
    problem: &Problem,
    proof: &Proof,
    model: Option<String>,
    ctx: Context<'_>,
) -> Result<Certificate, NoCertificate> {
    let whole = problem.whole();
    let places: Vec<usize> = (problem.original.len()..whole.components.len()).collect();
    let Some(kind) = kind(proof.rule) else { return search_certificate(&whole, &places, model, ctx) };
    let components = named_apart(&whole, &places);
    let n = components.len() as u32;
    let number = |machine: &Machine| match machine {
        Machine::Assumption(i) => n + *i as u32,
        Machine::Property(i) => places[*i] as u32,
    };
    let numbers = |machines: &[Machine]| machines.iter().map(number).collect::<Vec<u32>>();
    let places_of = |places: &[usize]| places.iter().map(|&at| at as u32).collect::<Vec<u32>>();
    let names = assumption_names(problem, proof.rule, proof.assumptions.len());
    let assumptions: Vec<AssumptionDoc> = names
        .into_iter()
        .zip(&proof.assumptions)
        .map(|(name, assumption)| document(name, assumption))
        .collect();
    let mut premises = Vec::new();
    for premise in &proof.premises {
        let vectors = closed_set(problem, &proof.assumptions, premise, ctx)?;
        let vectors = vectors.ok_or(NoCertificate::Contradiction)?;
        let mut made = PremiseDoc {
            components: places_of(&premise.components),
            kept: numbers(&premise.kept),
            until: numbers(&premise.until),
            refuted: numbers(&premise.refuted),
            states: SetDoc::default(),
        };
        let sizes = made.sizes(&components, &assumptions).ok_or(NoCertificate::Contradiction)?;
        made.states = SetDoc::of_sizes(sizes, vectors.iter().map(|vector| raw(vector)));
        premises.push(made);
    }
    let parts = proof.parts.iter().map(|part| places_of(part)).collect();
    let properties = names_at(&whole, &places);
    let claim = RuleClaim { assumptions, parts, premises, properties, rule: kind, system: 0 };
    let document = SystemDoc { priority: None, ..with_components(&whole, components, None) };
    Ok(Certificate::new(GENERATOR, model, vec![document], vec![Claim::SafetyByRule(claim)]))
}

/// The certificate of a search of the whole: that no component at one of the places enters ERROR.
///
/// # Errors
/// If the budget is spent, or one of them does.
pub fn search_certificate(
    system: &System,
    places: &[usize],
    model: Option<String>,
    ctx: Context<'_>,
) -> Result<Certificate, NoCertificate> {
    let reach = Reach::explore(system, Explore::States, ctx);
    if places.iter().any(|&place| reach.error_run(place).is_some()) {
        return Err(NoCertificate::Contradiction);
    }
    if let Some(spent) = reach.spent() {
        return Err(spent.clone().into());
    }
    let components = named_apart(system, places);
    let states = SetDoc::new(&components, reach.vectors().map(|vector| raw(&vector)));
    let claim = Claim::Safety { properties: names_at(system, places), system: 0 };
    let document = with_components(system, components, Some(states));
    Ok(Certificate::new(GENERATOR, model, vec![document], vec![claim]))
}

/// A certificate, and in addition the claims that the properties at these places say nothing about a system.
///
/// # Errors
/// If the budget is spent, or one of them does say something.
pub fn with_vacuity(
    certificate: Certificate,
    system: &System,
    places: &[usize],
    ctx: Context<'_>,
) -> Result<Certificate, NoCertificate> {
    let components = named_apart(system, places);
    let mut states = None;
    // What has no ERROR allows everything, whatever the others do.
    if places.iter().any(|&place| system.components[place].lts.has_error()) {
        let reach = Reach::explore(system, Explore::States, ctx);
        if let Some(spent) = reach.spent() {
            return Err(spent.clone().into());
        }
        if places.iter().any(|&place| reach.safety_vacuous(place).is_none()) {
            return Err(NoCertificate::Contradiction);
        }
        states = Some(SetDoc::new(&components, reach.vectors().map(|vector| raw(&vector))));
    }
    let document = with_components(system, components, states);
    let names = names_at(system, places).into_iter();
    let claims = names.map(|property| Claim::Vacuous { property, system: 0 }).collect();
    let model = certificate.model.clone();
    let mut both = Gathered::default();
    both.add(certificate, str::to_string);
    both.add(Certificate::new(GENERATOR, None, vec![document], claims), str::to_string);
    both.certificate(model).ok_or(NoCertificate::Unknown)
}

/// The certificate of a violation.
pub fn violation_certificate(
    system: &System,
    places: &[usize],
    trace: TraceDoc,
    model: Option<String>,
) -> Certificate {
    let claim = Claim::Violation { properties: names_at(system, places), system: 0, trace };
    let document = with_components(system, named_apart(system, places), None);
    Certificate::new(GENERATOR, model, vec![document], vec![claim])
}

/// The names of components.
fn names_at(system: &System, places: &[usize]) -> Vec<String> {
    sorted_names(places.iter().map(|&place| &system.components[place].name))
}

fn document(name: String, assumption: &Assumption) -> AssumptionDoc {
    let lts = assumption.lts();
    let mut transitions: Vec<(u32, u32, u32)> =
        lts.transitions().map(|(s, label, t)| (s.raw(), label.raw(), t.raw())).collect();
    transitions.sort_unstable();
    AssumptionDoc {
        name,
        alphabet: lts.alphabet().names().iter().map(|n| n.to_string()).collect(),
        states: lts.n_states() as u32,
        initial: lts.initial().raw(),
        transitions,
    }
}

/// The rule as certificates have it; the search of the whole is none.
fn kind(rule: Rule) -> Option<RuleKind> {
    Some(match rule {
        Rule::Asym => RuleKind::Asym,
        Rule::AsymN => RuleKind::AsymN,
        Rule::Sym => RuleKind::Sym,
        Rule::SymA => RuleKind::SymA,
        Rule::SymB => RuleKind::SymB,
        Rule::SymN => RuleKind::SymN,
        Rule::Pair => RuleKind::Pair,
        Rule::Circ => RuleKind::Circ,
        Rule::Monolithic => return None,
    })
}

/// What assumptions are called: `A`, or `A1`, `A2`, …; for `circ`, which has guarantees, `G1`, `G2`, … Where
/// the system uses such a name itself, a longer word takes the place of the letter.
pub fn assumption_names(problem: &Problem, rule: Rule, n: usize) -> Vec<String> {
    let words = match rule {
        Rule::Circ => ["G", "GUAR", "GUARANTEE"],
        _ => ["A", "ASM", "ASSUMPTION"],
    };
    let own = problem.original.iter().chain(&problem.properties);
    // The instance `x:A(1)` is one of `A`.
    let taken: HashSet<&str> =
        own.flat_map(|c| c.name.split(|c: char| !c.is_alphanumeric() && c != '_')).collect();
    let longer = (1..).map(|more| format!("{}{}", words[2], "_".repeat(more)));
    let called = |word: String| -> Vec<String> {
        match (rule, n) {
            (Rule::Circ, _) | (_, 2..) => (1..=n).map(|i| format!("{word}{i}")).collect(),
            _ => vec![word; n],
        }
    };
    let mut choices = words.map(str::to_string).into_iter().chain(longer).map(called);
    let is_free = |names: &Vec<String>| names.iter().all(|name| !taken.contains(name.as_str()));
    choices.find(is_free).expect("the system has finitely many names")
}
