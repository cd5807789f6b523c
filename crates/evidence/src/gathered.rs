//! Claims about several systems and programs in one certificate.

use rely_certify::{
    Certificate, Claim, Difference, DifferenceProof, ProgramDoc, RelationKind, Side, SystemDoc,
    TraceDifference,
};

use crate::documents::GENERATOR;

/// Systems and programs, and claims about them.
#[derive(Debug, Default)]
pub struct Gathered {
    systems: Vec<SystemDoc>,
    programs: Vec<ProgramDoc>,
    claims: Vec<Claim>,
}

impl Gathered {
    /// Adds a system, unless it is there; returns its position.
    pub fn system(&mut self, system: SystemDoc) -> u32 {
        let known = self.systems.iter().position(|other| *other == system);
        known.unwrap_or_else(|| {
            self.systems.push(system);
            self.systems.len() - 1
        }) as u32
    }

    /// Adds a claim about systems that are there.
    pub fn claim(&mut self, claim: Claim) {
        self.claims.push(claim);
    }

    /// Adds that a trace of the system `left` is none of `right`, or that only `left` can be in ERROR after
    /// it.
    pub fn trace_difference(&mut self, [left, right]: [u32; 2], steps: Vec<String>, error: bool) {
        let trace = TraceDifference { end: false, error, refusal: None, side: Side::Left, steps };
        let proof = DifferenceProof::Trace(trace);
        let relation = RelationKind::TraceInclusion;
        self.claims.push(Claim::Difference(Difference { left, proof, relation, right }));
    }

    /// Adds the claims of a certificate, with other names for its systems.
    pub fn add(&mut self, certificate: Certificate, name: impl Fn(&str) -> String) {
        let renamed = certificate.systems.into_iter().map(|mut system| {
            system.name = name(&system.name);
            // A digest is computed when all is gathered.
            system.components.iter_mut().for_each(|component| component.digest.clear());
            system
        });
        let places: Vec<u32> = renamed.map(|system| self.system(system)).collect();
        let programs = self.programs.len() as u32;
        self.programs.extend(certificate.programs);
        self.claims.extend(certificate.claims.into_iter().map(|claim| moved(claim, &places, programs)));
    }

    /// The certificate, if there is a claim. `model` is the digest of the model's text.
    pub fn certificate(self, model: Option<String>) -> Option<Certificate> {
        let is_empty = self.claims.is_empty();
        let Gathered { systems, programs, claims } = self;
        let gathered = || Certificate { programs, ..Certificate::new(GENERATOR, model, systems, claims) };
        (!is_empty).then(|| gathered().sealed())
    }
}

/// A claim after its systems have got other positions, and its program has got programs before it.
fn moved(mut claim: Claim, places: &[u32], programs: u32) -> Claim {
    let to = |system: &mut u32| *system = places.get(*system as usize).copied().unwrap_or(*system);
    match &mut claim {
        Claim::DeadlockFreedom { system }
        | Claim::Safety { system, .. }
        | Claim::DeadlockFreedomByReduction { system, .. }
        | Claim::SafetyByReduction { system, .. }
        | Claim::Violation { system, .. }
        | Claim::Deadlock { system, .. }
        | Claim::Run { system, .. }
        | Claim::Vacuous { system, .. }
        | Claim::Idle { system, .. }
        | Claim::KeptAlways { system, .. } => to(system),
        Claim::SafetyByRule(claim) => to(&mut claim.system),
        Claim::KeptNever(claim) => to(&mut claim.system),
        Claim::WeakestAssumption(claim) => to(&mut claim.system),
        Claim::Progress(claim) => to(&mut claim.system),
        Claim::ProgressViolation(claim) => to(&mut claim.system),
        Claim::Assert(claim) => to(&mut claim.system),
        Claim::AssertViolation(claim) => to(&mut claim.system),
        Claim::Relation(claim) => {
            to(&mut claim.left);
            to(&mut claim.right);
        }
        Claim::Difference(claim) => {
            to(&mut claim.left);
            to(&mut claim.right);
        }
        Claim::ProgramSafety(claim) => claim.program += programs,
        Claim::ProgramViolation(claim) => claim.program += programs,
    }
    claim
}
