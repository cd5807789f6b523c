//! The verdicts of one system as claims of one certificate.

use rely_certify::{Certificate, Claim, ComponentDoc, SetDoc, SystemDoc, TraceDoc};
use rely_check::Reach;
use rely_check::partial_order::Followed;
use rely_lts::System;

use crate::documents::{GENERATOR, raw, system_document};
use crate::ltl::AssertFound;
use crate::reduction::reduction_document;

/// Claims about a system, and about the same system beside the fluents of formulas.
pub struct Verdicts {
    /// The first is the system itself.
    systems: Vec<SystemDoc>,
    claims: Vec<Claim>,
    /// Does a claim need the closed set?
    is_closed: bool,
}

impl Verdicts {
    /// No claims yet.
    pub fn new(system: &System) -> Self {
        Verdicts { systems: vec![system_document(system)], claims: Vec::new(), is_closed: false }
    }

    /// The system is free of deadlock.
    pub fn deadlock_freedom(&mut self) {
        self.is_closed = true;
        self.claims.push(Claim::DeadlockFreedom { system: 0 });
    }

    /// No component with this name enters ERROR.
    pub fn safety(&mut self, name: &str) {
        self.is_closed = true;
        self.claims.push(Claim::Safety { properties: vec![name.to_string()], system: 0 });
    }

    /// The system is free of deadlock, as a reduced search shows.
    pub fn deadlock_freedom_by(&mut self, followed: &Followed) {
        let reduction = reduction_document(&self.systems[0].components, followed);
        self.claims.push(Claim::DeadlockFreedomByReduction { reduction, system: 0 });
    }

    /// No component with this name enters ERROR, as a reduced search shows.
    pub fn safety_by(&mut self, name: &str, followed: &Followed) {
        let reduction = reduction_document(&self.systems[0].components, followed);
        let properties = vec![name.to_string()];
        self.claims.push(Claim::SafetyByReduction { properties, reduction, system: 0 });
    }

    /// A run leads to a deadlock.
    pub fn deadlock(&mut self, trace: TraceDoc) {
        self.claims.push(Claim::Deadlock { system: 0, trace });
    }

    /// A run takes a component with this name to ERROR.
    pub fn violation(&mut self, name: &str, trace: TraceDoc) {
        self.claims.push(Claim::Violation { properties: vec![name.to_string()], system: 0, trace });
    }

    /// All properties with this name say nothing about the system.
    pub fn vacuous(&mut self, name: &str) {
        let mut named = self.systems[0].components.iter().filter(|component| component.name == name);
        self.is_closed |= named.any(ComponentDoc::has_error);
        self.claims.push(Claim::Vacuous { property: name.to_string(), system: 0 });
    }

    /// A run leads to where the processes do nothing more.
    pub fn idle(&mut self, trace: TraceDoc) {
        self.claims.push(Claim::Idle { system: 0, trace });
    }

    /// A claim of [`TerminalSets`](crate::TerminalSets).
    pub fn progress(&mut self, claim: Claim) {
        self.is_closed |= matches!(claim, Claim::Progress(_));
        self.claims.push(claim);
    }

    /// A claim about an assert, and its system.
    pub fn assert(&mut self, system: SystemDoc, found: AssertFound) {
        let known = self.systems.iter().position(|other| *other == system);
        let system = known.unwrap_or_else(|| {
            self.systems.push(system);
            self.systems.len() - 1
        }) as u32;
        self.claims.push(match found {
            AssertFound::Holds(claim) => Claim::Assert(rely_certify::AssertClaim { system, ..*claim }),
            AssertFound::Violated(claim) => {
                Claim::AssertViolation(rely_certify::AssertViolation { system, ..*claim })
            }
        });
    }

    /// The certificate, if there is a claim. `reach` is the complete search, if it was complete; `model` the
    /// digest of the model's text.
    pub fn certificate(mut self, reach: Option<&Reach<'_>>, model: Option<String>) -> Option<Certificate> {
        if self.claims.is_empty() {
            return None;
        }
        if self.is_closed {
            let reach = reach?;
            let first = &mut self.systems[0];
            first.states = Some(SetDoc::new(&first.components, reach.vectors().map(|vector| raw(&vector))));
        }
        Some(Certificate::new(GENERATOR, model, self.systems, self.claims))
    }
}
