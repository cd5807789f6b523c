//! Which change is responsible for a violation?
//!
//! # Problem
//! Given a run that violates an obligation in the candidate's system, or in the completed one although the
//! candidate's satisfies it. Decide whether the candidate causes it or it was there before, and where.
//!
//! # Method
//! By replay. In the candidate's system a run is *inherited* if the system with the baseline has it too, up
//! to actions that nothing there has, and *new* otherwise; then some instance leaves the baseline's behavior
//! on the way, and the first such step is reported. A run of the completed system only is one of the baseline
//! in one or more places: in the system that the baseline was made for (*old, never safe*), or only in the
//! current environment (*environment changed*: some component of the old environment refused it). If the
//! system with the baseline does not have it either, some instances are old and some new (*mixture*).
//!
//! # Invariants
//! 1. A class is reported only after the replays that define it.
//!
//! # Cost
//! At most two replays of the run (`error_run`), and one walk along the run for each replaced component.
//!
//! # Departures
//! \[CSS04\] has no such classes: it reports the counterexample.

use std::sync::Arc;

use rely_lts::{ActionId, Component, Context, Lts, Role, Spent, System};

use crate::error_run::{ErrorRun, after, arena, refused, replays};
use crate::upgrade::{Obligation, Required, Upgrade};

/// Whose fault a violation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViolationClass {
    /// The candidate's: the system with the baseline does not do it. Where it leaves the baseline's behavior,
    /// if one step can be named.
    New(Option<Divergence>),
    /// The system with the baseline does the same.
    Inherited,
    /// Only with the baseline: and the old system did it too.
    OldNeverSafe,
    /// Only with the baseline, and in the old system another component refused it.
    EnvironmentChanged {
        /// The component of the old system that refuses.
        component: String,
        /// The action that it refuses: its place in the run.
        step: usize,
    },
    /// Only with the baseline in this environment; what the old system was is not known.
    BaselineHere,
    /// Some instances behave as the baseline, others as the candidate; neither version alone does it.
    Mixture(Vec<Part>),
    /// The budget did not last to find out.
    Unclassified,
}

/// The first step of a run that the baseline cannot take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The place of the step in the run.
    pub step: usize,
    /// The place of the component.
    pub place: usize,
    /// What is different.
    pub kind: DivergenceKind,
}

/// How the candidate leaves the baseline's behavior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DivergenceKind {
    /// The candidate does what the baseline would refuse.
    NewBehavior,
    /// The candidate does not know the action, so it does not refuse it as the baseline did.
    NotHeldBack,
    /// The candidate enters ERROR, the baseline does not.
    OwnError,
}

/// What an instance does in a run of the completed system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The place of the instance.
    pub place: usize,
    /// Which versions can do its part of the run.
    pub version: Version,
}

/// Which versions can do a part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The baseline only.
    Baseline,
    /// The candidate only.
    Candidate,
    /// Both.
    Both,
}

impl Upgrade {
    /// The class of a violation of the candidate's system.
    pub(crate) fn class_of_candidate(
        &self,
        obligation: Obligation,
        run: &ErrorRun,
        ctx: Context<'_>,
    ) -> ViolationClass {
        match self.does(&self.baseline, obligation, &run.actions, ctx) {
            Err(_) => ViolationClass::Unclassified,
            Ok(true) => ViolationClass::Inherited,
            Ok(false) => ViolationClass::New(self.divergence(obligation, &run.actions)),
        }
    }

    /// The class of a violation of the completed system that the candidate's does not have.
    pub(crate) fn class_of_completed(
        &self,
        obligation: Obligation,
        run: &ErrorRun,
        ctx: Context<'_>,
    ) -> ViolationClass {
        match self.does(&self.baseline, obligation, &run.actions, ctx) {
            Err(_) => return ViolationClass::Unclassified,
            Ok(false) => return ViolationClass::Mixture(self.parts(&run.actions)),
            Ok(true) => {}
        }
        let Some(old) = &self.old else { return ViolationClass::BaselineHere };
        let old = in_table(old, &self.candidate);
        match self.does(&old, obligation, &run.actions, ctx) {
            Err(_) => ViolationClass::Unclassified,
            Ok(true) => ViolationClass::OldNeverSafe,
            Ok(false) => {
                let refusing = old.components.iter().filter(|c| c.role != Role::Property);
                let refusing =
                    refusing.filter_map(|c| Some((refused(&c.lts, &run.actions)?, c.name.clone())));
                match refusing.min() {
                    Some((step, component)) => ViolationClass::EnvironmentChanged { component, step },
                    // It is there, but not where it is an ERROR: the obligation is none of the old system.
                    None => ViolationClass::BaselineHere,
                }
            }
        }
    }

    /// Does another system with the same obligation do the same, up to actions that nothing there knows?
    fn does(
        &self,
        system: &System,
        obligation: Obligation,
        actions: &[ActionId],
        ctx: Context<'_>,
    ) -> Result<bool, Spent> {
        let asked = &self.candidate.components[obligation.place()];
        let mut components: Vec<Component> =
            system.components.iter().filter(|c| c.role != Role::Property).cloned().collect();
        let processes = components.len();
        // What is asked for is what today's properties say, of any system.
        let properties = self.candidate.components.iter().filter(|c| c.role == Role::Property);
        components.extend(properties.cloned());
        let culprit = match obligation {
            Obligation::Property(place) => {
                let before = &self.candidate.components[..place];
                processes + before.iter().filter(|c| c.role == Role::Property).count()
            }
            Obligation::OwnError(place) => {
                let same = |c: &Component| c.role != Role::Property && c.name == asked.name;
                // Names may be there twice, places may be others.
                let before =
                    |i: usize| system.components[..i].iter().filter(|c| c.role != Role::Property).count();
                match system.components.get(place).filter(|c| same(c)) {
                    Some(_) => before(place),
                    None => match system.components.iter().position(same) {
                        Some(found) => before(found),
                        None => return Ok(false),
                    },
                }
            }
        };
        let system = System { components, ..system.clone() };
        let alphabet = arena(&system, culprit).0.alphabet();
        let actions = actions.iter().copied().filter(|&action| alphabet.contains(action)).collect();
        replays(&system, &ErrorRun { actions, culprit }, ctx)
    }

    /// The first step of a run at which an instance leaves what the baseline does there.
    fn divergence(&self, obligation: Obligation, actions: &[ActionId]) -> Option<Divergence> {
        if !self.is_aligned() {
            return None;
        }
        let leaves = self.places.iter().filter_map(|&place| {
            let step = refused(&self.baseline.components[place].lts, actions)?;
            let known = self.candidate.components[place].lts.alphabet().contains(actions[step]);
            let kind = if known { DivergenceKind::NewBehavior } else { DivergenceKind::NotHeldBack };
            Some(Divergence { step, place, kind })
        });
        let first = leaves.min_by_key(|divergence| (divergence.step, divergence.place));
        match obligation {
            Obligation::OwnError(place) if first.is_none() && self.places.contains(&place) => {
                let step = actions.len().saturating_sub(1);
                Some(Divergence { step, place, kind: DivergenceKind::OwnError })
            }
            _ => first,
        }
    }

    /// Which version every instance is in a run.
    fn parts(&self, actions: &[ActionId]) -> Vec<Part> {
        let required = |at: usize| -> Option<&Arc<Lts>> {
            match &self.required {
                Required::Baseline => self.baseline.components.get(self.places[at]).map(|c| &c.lts),
                Required::These(list) => list.get(at),
                Required::Nothing => None,
            }
        };
        let part = |(at, &place): (usize, &usize)| {
            let candidate = &self.candidate.components[place].lts;
            let baseline = self.baseline.components.get(place).map(|c| &c.lts);
            // Each refuses what only the other one knows.
            let knows = |lts: &Lts, action: &ActionId| lts.alphabet().contains(*action);
            let foreign = |own: &Lts, other: Option<&Arc<Lts>>| {
                actions.iter().any(|a| other.is_some_and(|other| knows(other, a)) && !knows(own, a))
            };
            // The candidate may take its part by an ERROR of its own, at the end.
            let end = after(candidate, actions);
            let new = (end.good || end.by_action || end.silently) && !foreign(candidate, baseline);
            let old = required(at)
                .is_some_and(|old| refused(old, actions).is_none() && !foreign(old, Some(candidate)));
            let version = match (old, new) {
                (true, false) => Version::Baseline,
                (false, true) => Version::Candidate,
                _ => Version::Both,
            };
            Part { place, version }
        };
        self.places.iter().enumerate().map(part).collect()
    }
}

/// A system with the table of actions of another.
fn in_table(system: &System, other: &System) -> System {
    let carried = |c: &Component| Component { lts: Arc::new(c.lts.in_table(&other.actions)), ..c.clone() };
    System {
        actions: other.actions.clone(),
        components: system.components.iter().map(carried).collect(),
        ..system.clone()
    }
}
