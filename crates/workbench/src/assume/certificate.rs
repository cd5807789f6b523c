//! The certificate of an assumption: the answer, and what is said about environments.

use std::path::Path;

use rely_assume::{Assumption, Discharged, Question, WeakestAnswer, whole};
use rely_certify::Certificate;
use rely_evidence::{
    Gathered, NoCertificate, assumption_certificate, confirmed, search_certificate, violation_certificate,
    with_vacuity,
};
use rely_io::files;
use rely_lts::{Component, Context, System};
use rely_report::Failure;

use super::naming::assumption_name;

/// Collects the claims about a module; verdicts without a claim are warnings.
pub(super) struct Certifier<'a> {
    question: &'a Question,
    ctx: Context<'a>,
    claims: Gathered,
    /// Verdicts without a claim, and why.
    missing: Vec<(String, NoCertificate)>,
}

impl<'a> Certifier<'a> {
    /// Nothing is claimed yet.
    pub fn new(question: &'a Question, ctx: Context<'a>) -> Self {
        Certifier { question, ctx, claims: Gathered::default(), missing: Vec::new() }
    }

    /// In which environments the module keeps its properties.
    ///
    /// # Errors
    /// If the evidence contradicts the answer.
    pub fn answer(&mut self, answer: &WeakestAnswer) -> Result<(), Failure> {
        let name = assumption_name(&self.question.module);
        let made = assumption_certificate(self.question, answer, &name, None, self.ctx);
        self.add("the answer", made, str::to_string)
    }

    /// Whether an environment satisfies the assumption: it does so as a system, beside the assumption as a
    /// property; or a run of the module and the environment violates something. If all properties say nothing
    /// about that system, this is claimed too.
    ///
    /// # Errors
    /// If the evidence contradicts the verdict.
    pub fn environment(
        &mut self,
        who: &str,
        environment: &[Component],
        assumption: Option<&Assumption>,
        (verdict, vacuous): (&Discharged, bool),
    ) -> Result<(), Failure> {
        let ctx = self.ctx;
        let system = whole(self.question, environment);
        let own = environment.len() + self.question.module.len();
        let properties: Vec<usize> = (own..system.components.len()).collect();
        let made = match (verdict, assumption) {
            (Discharged::Unknown(_), _) => return Ok(()),
            (Discharged::Violated { run, .. }, _) => violation(&system, run),
            (Discharged::Holds, Some(assumption)) => {
                let mut components = environment.to_vec();
                components.push(assumption.property(&assumption_name(&self.question.module)));
                let alone = System::new("environment", &self.question.actions, components);
                search_certificate(&alone, &[environment.len()], None, ctx)
            }
            // The components of the module have no ERROR that is reachable, nor have the properties.
            (Discharged::Holds, None) => {
                search_certificate(&system, &failing(&system, &properties), None, ctx)
            }
        };
        let made = match made {
            Ok(certificate) if vacuous => with_vacuity(certificate, &system, &properties, ctx),
            made => made,
        };
        let called = |name: &str| format!("{name} with {who}");
        self.add(who, made, called)
    }

    fn add(
        &mut self,
        what: &str,
        made: Result<Certificate, NoCertificate>,
        name: impl Fn(&str) -> String,
    ) -> Result<(), Failure> {
        match made {
            Ok(certificate) => self.claims.add(certificate, name),
            Err(NoCertificate::Contradiction) => {
                return Err(Failure::Internal(format!("the evidence about {what} contradicts the verdict")));
            }
            Err(why) => self.missing.push((what.to_string(), why)),
        }
        Ok(())
    }

    /// Writes the certificate, if there is a claim; says where, and what is missing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(
        self,
        path: &Path,
        model: Option<String>,
        warnings: &mut Vec<String>,
    ) -> Result<Written, Failure> {
        let complete = self.missing.is_empty();
        let Some(certificate) = self.claims.certificate(model) else {
            let why = self.missing.first();
            warnings.extend(why.map(|(_, why)| format!("no certificate was written: {why}")));
            return Ok(Written { path: None, complete });
        };
        let missing = self.missing.iter();
        warnings.extend(missing.map(|(what, why)| format!("{what} is not in the certificate: {why}")));
        files::write(path, |out| {
            serde_json::to_writer(&mut *out, &certificate)?;
            out.write_all(b"\n")
        })?;
        Ok(Written { path: Some(path.display().to_string()), complete })
    }
}

/// A certificate that was written.
pub(super) struct Written {
    /// Where, if there was a claim.
    pub path: Option<String>,
    /// Does it have all verdicts?
    pub complete: bool,
}

/// A run that takes any component to ERROR.
fn violation(system: &System, run: &[rely_lts::ActionId]) -> Result<Certificate, NoCertificate> {
    let all: Vec<usize> = (0..system.components.len()).collect();
    let found = confirmed(system, &all, run).map_err(|_| NoCertificate::Contradiction)?;
    let trace = found.replayed.ok_or(NoCertificate::Unknown)?;
    Ok(violation_certificate(system, &failing(system, &[]), trace, None))
}

/// The components that have an ERROR, and those at these places.
fn failing(system: &System, places: &[usize]) -> Vec<usize> {
    let fails = |place: &usize| system.components[*place].lts.has_error() || places.contains(place);
    (0..system.components.len()).filter(fails).collect()
}
