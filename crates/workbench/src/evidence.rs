//! Evidence for another program: components as certificate documents, replay of every violation.

use rely_certify::{
    Certificate, Claim, ClaimKind, ClosedSet, ComponentDoc, PriorityDoc, Proof, ReplayEnd, RoleDoc, TauDoc,
    TraceDoc,
};
use rely_check::Reach;
use rely_lts::{Component, Priority, Role, System};

/// The components of a system as the checker reads them.
pub fn component_documents(system: &System) -> Vec<ComponentDoc> {
    system.components.iter().map(component_document).collect()
}

fn component_document(component: &Component) -> ComponentDoc {
    let lts = &component.lts;
    let mut transitions: Vec<(u32, u32, i64)> = lts
        .transitions()
        .map(|(s, label, t)| {
            let target = if t.is_error() { rely_certify::ERROR } else { i64::from(t.raw()) };
            (s.raw(), label.raw(), target)
        })
        .collect();
    transitions.sort_unstable();
    ComponentDoc {
        name: component.name.clone(),
        role: match component.role {
            Role::Process => RoleDoc::Process,
            Role::Property => RoleDoc::Property,
            Role::Constraint => RoleDoc::Constraint,
        },
        alphabet: lts.alphabet().names().iter().map(|n| n.to_string()).collect(),
        states: lts.n_states() as u32,
        initial: lts.initial().raw(),
        end: lts.end().map(|e| e.raw()),
        transitions,
        digest: String::new(),
    }
}

/// The priority with its prefixes resolved.
pub fn priority_document(system: &System) -> Option<PriorityDoc> {
    let priority = system.priority.as_ref()?;
    let names = system.alphabet().names();
    let low = names.iter().filter(|n| priority.is_low(Some(n))).map(|n| n.to_string()).collect();
    let tau = if matches!(priority, Priority::High(_)) { TauDoc::Low } else { TauDoc::High };
    Some(PriorityDoc { low, tau })
}

/// What a certificate of a complete search claims.
pub struct Proved {
    /// The sentence.
    pub kind: ClaimKind,
    /// The components whose ERROR is excluded.
    pub properties: Vec<String>,
}

/// The certificate of a complete search: the closed set of its states.
pub fn closed_set_certificate(
    reach: &Reach<'_>,
    system: &System,
    proved: Proved,
    model: Option<String>,
) -> Certificate {
    let components = component_documents(system);
    let vectors = reach.vectors().map(|vector| vector.iter().map(|s| s.raw()).collect::<Vec<u32>>());
    let proof = Proof::ClosedSet(ClosedSet::new(&components, vectors));
    let mut properties = proved.properties;
    properties.sort();
    properties.dedup();
    let claim = Claim { kind: proved.kind, target: system.name.clone(), properties, model, interface: None };
    let generator = concat!("rely ", env!("CARGO_PKG_VERSION"));
    Certificate::new(generator, claim, components, priority_document(system), proof)
}

/// What a violation claims of its run.
#[derive(Clone, Copy, Debug)]
pub enum Claimed {
    /// The run ends in a deadlock.
    Deadlock,
    /// The run ends with this component (by position) in ERROR.
    Error(usize),
    /// The run is possible, and its cycle, if it has one, can be repeated.
    Run,
    /// The run is possible and ends in a state without moves, terminated or not.
    Stuck,
}

/// Replays runs on the components with the code of the independent checker.
pub struct Judge {
    components: Vec<ComponentDoc>,
    priority: Option<PriorityDoc>,
}

impl Judge {
    /// A judge for a system.
    pub fn new(system: &System) -> Self {
        Judge { components: component_documents(system), priority: priority_document(system) }
    }

    /// Does the run do what is claimed of it, and where does it end?
    ///
    /// # Errors
    /// Why not.
    pub fn confirm(&self, steps: &[String], cycle: &[String], claimed: Claimed) -> Result<ReplayEnd, String> {
        let trace = TraceDoc { steps: steps.to_vec(), cycle: cycle.to_vec() };
        let end = rely_certify::replay(&self.components, self.priority.as_ref(), &trace)
            .map_err(|diverged| diverged.to_string())?;
        let fine = match claimed {
            Claimed::Deadlock => end.deadlock,
            Claimed::Error(component) => end.errors.contains(&component),
            Claimed::Run => true,
            Claimed::Stuck => end.deadlock || end.terminated,
        };
        if fine {
            Ok(end)
        } else {
            Err(format!("the run is possible but does not end as claimed ({claimed:?})"))
        }
    }

    /// Does the run end with a component at one of these places in ERROR? `None` if too many states can be meant to say so.
    pub fn enters_error(&self, steps: &[String], places: &[usize]) -> Option<bool> {
        let trace = TraceDoc { steps: steps.to_vec(), cycle: Vec::new() };
        match rely_certify::replay(&self.components, self.priority.as_ref(), &trace) {
            Ok(end) => Some(places.iter().any(|place| end.errors.contains(place))),
            Err(diverged) if diverged.is_too_large() => None,
            Err(_) => Some(false),
        }
    }

    /// Do all these runs end in ERROR? For each the components (by position) that enter it.
    ///
    /// # Errors
    /// Why not, for the first that does not.
    pub fn confirm_errors(&self, runs: &[Vec<String>]) -> Result<Vec<Vec<usize>>, String> {
        let document = |steps: &Vec<String>| TraceDoc { steps: steps.clone(), cycle: Vec::new() };
        let traces: Vec<TraceDoc> = runs.iter().map(document).collect();
        let ends = rely_certify::replay_all(&self.components, self.priority.as_ref(), &traces)
            .map_err(|(at, diverged)| format!("the run {}: {diverged}", runs[at].join(" ")))?;
        for (run, end) in runs.iter().zip(&ends) {
            if end.errors.is_empty() {
                return Err(format!("the run {} is possible but enters no ERROR", run.join(" ")));
            }
        }
        Ok(ends.into_iter().map(|end| end.errors).collect())
    }
}
