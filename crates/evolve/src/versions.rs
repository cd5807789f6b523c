//! Two versions of a component, observed through an interface.
//!
//! # Problem
//! Given a baseline, a candidate, prohibited behaviors of the baseline, and the actions that are compared.
//! Build machines over the same alphabet whose traces are what the baseline must still offer and what the
//! candidate offers.
//!
//! # Method
//! Traces are compared by name: an action outside the alphabet of a version never happens in it. Transitions
//! into ERROR are not a service and are cut. A prohibited behavior runs along the baseline; from the step on
//! that completes it, the baseline's behavior is not required. Then everything outside the interface becomes
//! tau. Where propositions are observed, letters are made last ([`letters`]).
//!
//! # Invariants
//! 1. The traces of [`Versions::required`] are prefix-closed: an extension of a trace that is not required is
//!    not required.
//! 2. States of [`Versions::offered`] are those of the candidate, and those of [`Versions::known`] are those
//!    of the baseline; where propositions are observed there is one more state at the end, which comes before
//!    the initial one.
//! 3. All views have the alphabet [`Versions::letters`], so their labels are the same.
//!
//! # Cost
//! Linear in the versions, except for prohibited behaviors (`forbidden`).
//!
//! # Departures
//! \[CSS04\] requires L(M) \\ L(B) for prohibited behaviors B. As L(B) is prefix-closed, that also drops the
//! harmless beginnings of a prohibited behavior; here only what follows its completion is dropped.

use std::sync::Arc;

use rely_lts::{ActionId, Alphabet, Context, Label, Lts, RowBuilder, Spent, StateId, Trace};
use thiserror::Error;

use crate::forbidden;
use crate::kripke::{SeenStep, failing_letters, letters, read_letter};

/// A baseline and a candidate over the same interface.
///
/// ```
/// use rely_evolve::{NotVersions, Versions, contained};
/// use rely_lts::{Actions, Context};
/// use rely_testkit::text::read;
///
/// let actions = Actions::new();
/// let baseline = read(&actions, "0 open 1; 1 read 0; 1 write 0");
/// let candidate = read(&actions, "0 open 1; 1 read 0");
/// let interface = baseline.alphabet().clone();
/// let versions = Versions::new(baseline.into(), candidate.into(), Vec::new(), interface)?;
/// assert!(!contained(&versions, Context::unlimited()).holds(), "write is lost");
///
/// // A process that stops after `write` prohibits it: then it is not required any more.
/// let prohibited = read(&actions, "0 write 1");
/// let (old, new) = (versions.baseline().clone(), versions.candidate().clone());
/// let versions = Versions::new(old, new, vec![prohibited.into()], versions.interface().clone())?;
/// assert!(contained(&versions, Context::unlimited()).holds());
/// # Ok::<(), NotVersions>(())
/// ```
#[derive(Clone, Debug)]
pub struct Versions {
    baseline: Arc<Lts>,
    candidate: Arc<Lts>,
    forbidden: Vec<Arc<Lts>>,
    interface: Alphabet,
    /// The propositions that are compared, sorted; none for plain transition systems.
    observed: Vec<Arc<str>>,
    letters: Alphabet,
}

/// Why two LTSs cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotVersions {
    /// Their actions are from different tables.
    #[error("the versions have different tables of actions")]
    DifferentTables,
}

/// When a prohibited process is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completes {
    /// After some trace that is not empty.
    Sometime,
    /// Before anything happens: then nothing of the baseline is required.
    AtOnce,
    /// Never, as it never stops: it prohibits nothing.
    Never,
}

impl Versions {
    /// A baseline and a candidate; everything is of one table of actions. Prohibited behaviors are complete
    /// where one of the `forbidden` processes has stopped. Actions of the interface that neither version
    /// knows are dropped. If the baseline has propositions, they are observed.
    ///
    /// # Errors
    /// If something is from another table.
    pub fn new(
        baseline: Arc<Lts>,
        candidate: Arc<Lts>,
        forbidden: Vec<Arc<Lts>>,
        interface: Alphabet,
    ) -> Result<Versions, NotVersions> {
        let actions = baseline.actions();
        let tables = forbidden
            .iter()
            .map(|process| process.actions())
            .chain([candidate.actions(), interface.actions()]);
        if !tables.into_iter().all(|table| table.same_table(actions)) {
            return Err(NotVersions::DifferentTables);
        }
        let either = |&a: &ActionId| baseline.alphabet().contains(a) || candidate.alphabet().contains(a);
        let interface =
            Alphabet::new(actions, interface.ids().iter().copied().filter(either).collect::<Vec<_>>());
        let observed = baseline.propositions().map_or(Vec::new(), |own| own.names().to_vec());
        let letters = interface.clone();
        let versions = Versions { baseline, candidate, forbidden, interface, observed: Vec::new(), letters };
        Ok(versions.observing(observed))
    }

    /// The same versions with exactly these propositions observed; with none they are plain transition
    /// systems. A proposition that a version does not have is false in all its states.
    pub fn observing(mut self, mut propositions: Vec<Arc<str>>) -> Versions {
        propositions.sort_unstable();
        propositions.dedup();
        self.observed = propositions;
        self.letters = self.interface.clone();
        if !self.observed.is_empty() {
            // What cannot be reached is not seen.
            let of = |lts: &Lts| {
                let (reachable, _) = structure_through(lts, &self.interface, Errors::Cut).reachable();
                letters(&reachable, &self.observed)
            };
            let (known, offered) = (of(&self.baseline), of(&self.candidate));
            self.letters = Alphabet::union(self.interface.actions(), [known.alphabet(), offered.alphabet()]);
        }
        self
    }

    /// The same versions with another candidate.
    ///
    /// # Errors
    /// If the candidate is from another table.
    pub fn with_candidate(&self, candidate: Arc<Lts>) -> Result<Versions, NotVersions> {
        let (forbidden, interface) = (self.forbidden.clone(), self.interface.clone());
        let versions = Versions::new(self.baseline.clone(), candidate, forbidden, interface)?;
        Ok(versions.observing(self.observed.clone()))
    }

    /// The baseline as given.
    pub fn baseline(&self) -> &Arc<Lts> {
        &self.baseline
    }

    /// The candidate as given.
    pub fn candidate(&self) -> &Arc<Lts> {
        &self.candidate
    }

    /// The prohibited behaviors of the baseline.
    pub fn forbidden(&self) -> &[Arc<Lts>] {
        &self.forbidden
    }

    /// The actions that are compared.
    pub fn interface(&self) -> &Alphabet {
        &self.interface
    }

    /// The propositions that are compared, sorted; none for plain transition systems.
    pub fn observed(&self) -> &[Arc<str>] {
        &self.observed
    }

    /// What traces of the views consist of: the actions of the interface or, where propositions are observed,
    /// letters.
    pub fn letters(&self) -> &Alphabet {
        &self.letters
    }

    /// The action of a letter; `None` for letters that only tell propositions.
    pub fn action_of(&self, letter: ActionId) -> Option<ActionId> {
        if self.observed.is_empty() {
            return Some(letter);
        }
        let actions = self.interface.actions();
        match read_letter(&actions.name(letter))?.step {
            SeenStep::Action(name) => actions.get(&name),
            SeenStep::Start | SeenStep::Internal => None,
        }
    }

    /// Is this the letter that describes the initial state of a version?
    pub fn is_first_letter(&self, letter: ActionId) -> bool {
        !self.observed.is_empty()
            && read_letter(&self.interface.actions().name(letter))
                .is_some_and(|seen| seen.step == SeenStep::Start)
    }

    /// What the baseline does with all its actions, without what is prohibited and without ERROR; `None` if
    /// even the empty trace is prohibited.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn permitted(&self, ctx: Context<'_>) -> Result<Option<Lts>, Spent> {
        self.permitted_of(&self.baseline, ctx)
    }

    fn permitted_of(&self, version: &Lts, ctx: Context<'_>) -> Result<Option<Lts>, Spent> {
        let service = structure_through(version, version.alphabet(), Errors::Cut);
        if self.forbidden.is_empty() {
            return Ok(Some(service));
        }
        forbidden::without(&service, &self.forbidden, ctx)
    }

    /// What the baseline must go on offering: [`Versions::permitted`] seen through the interface.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn required(&self, ctx: Context<'_>) -> Result<Option<Lts>, Spent> {
        Ok(self.permitted(ctx)?.map(|permitted| self.view(&permitted)))
    }

    /// What the baseline offers, prohibited or not.
    pub fn known(&self) -> Lts {
        self.view(&self.baseline)
    }

    /// What the candidate offers.
    pub fn offered(&self) -> Lts {
        self.view(&self.candidate)
    }

    /// What the candidate offers as long as it completes nothing that is prohibited; `None` if the empty
    /// trace is prohibited.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(crate) fn offered_permitted(&self, ctx: Context<'_>) -> Result<Option<Lts>, Spent> {
        Ok(self.permitted_of(&self.candidate, ctx)?.map(|permitted| self.view(&permitted)))
    }

    /// Are all actions of the baseline that prohibited behaviors watch in the interface?
    pub(crate) fn forbidden_is_visible(&self) -> bool {
        let is_seen = |&action: &ActionId| {
            !self.baseline.alphabet().contains(action) || self.interface.contains(action)
        };
        self.forbidden.iter().all(|process| process.alphabet().ids().iter().all(is_seen))
    }

    /// One of the versions with its transitions into ERROR, over [`Versions::letters`]. The states are those
    /// of the other views.
    pub fn failing(&self, version: &Lts) -> Lts {
        if self.observed.is_empty() {
            return through(version, &self.interface, Errors::Kept);
        }
        let seen = structure_through(version, &self.interface, Errors::Kept);
        failing_letters(&seen, &self.observed, &self.letters)
    }

    /// A shortest run of the candidate (all its actions, tau left out) with which a prohibited behavior is
    /// complete: the warning that the candidate still does what is prohibited. It decides nothing.
    ///
    /// Whether the baseline could do the same run does not matter.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn still_forbidden(&self, ctx: Context<'_>) -> Result<Option<Trace>, Spent> {
        if self.forbidden.is_empty() {
            return Ok(None);
        }
        let service = structure_through(&self.candidate, self.candidate.alphabet(), Errors::Cut);
        let run = forbidden::completing(&service, &self.forbidden, ctx)?;
        Ok(run.map(|actions| actions.into_iter().collect()))
    }

    /// For every prohibited process, when it is complete: one that never is prohibits nothing.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn completions(&self, ctx: Context<'_>) -> Result<Vec<Completes>, Spent> {
        let completes = |process: &Arc<Lts>| {
            Ok(match forbidden::stops(process, ctx)? {
                (_, true) => Completes::AtOnce,
                (true, false) => Completes::Sometime,
                (false, false) => Completes::Never,
            })
        };
        self.forbidden.iter().map(completes).collect()
    }

    fn view(&self, version: &Lts) -> Lts {
        if self.observed.is_empty() {
            return through(version, &self.interface, Errors::Cut);
        }
        let seen = structure_through(version, &self.interface, Errors::Cut);
        through(&letters(&seen, &self.observed), &self.letters, Errors::Cut)
    }
}

/// What becomes of transitions into ERROR.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Errors {
    Cut,
    Kept,
}

/// The same states over this alphabet: actions outside of it become tau. END is not marked, propositions are
/// dropped.
fn through(lts: &Lts, alphabet: &Alphabet, errors: Errors) -> Lts {
    let label_of = |label| alphabet.label(lts.alphabet().action(label)).unwrap_or(Label::TAU);
    let labels: Vec<Label> =
        std::iter::once(Label::TAU).chain(lts.alphabet().labels().map(label_of)).collect();
    let mut rows = RowBuilder::new(alphabet.clone());
    let mut row: Vec<(Label, StateId)> = Vec::new();
    for state in lts.states() {
        row.clear();
        let kept = lts.successors(state).filter(|(_, target)| errors == Errors::Kept || !target.is_error());
        row.extend(kept.map(|(label, target)| (labels[label.index()], target)));
        rows.push_state(&mut row).expect("there are no more transitions than before");
    }
    rows.finish(lts.initial(), None)
}

/// As [`through`], with the propositions.
fn structure_through(lts: &Lts, alphabet: &Alphabet, errors: Errors) -> Lts {
    let seen = through(lts, alphabet, errors);
    match lts.propositions() {
        Some(own) => seen.with_propositions(own.clone()).expect("the states are the same"),
        None => seen,
    }
}
