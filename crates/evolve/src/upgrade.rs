//! The systems of an upgrade.
//!
//! # Problem
//! Given a system in which components are replaced: with the candidate in these places, and with the
//! baseline. Determine the obligations, and build the system with the *completed* component, which may behave
//! as either version.
//!
//! # Method
//! The candidate's system is taken as it is: own alphabets, own internal actions, own ERRORs. A completed
//! component begins with a silent choice between the candidate and the required behavior of the baseline,
//! both over the alphabet of both versions: each refuses the actions that only the other one has.
//!
//! # Invariants
//! 1. If no action that the candidate has dropped in a place is in the alphabet of another component (other
//!    instances of the candidate included) or of the property, the candidate's system satisfies the property
//!    if the completed one does (`theory/evolution.md`).
//!    Otherwise the completed component refuses actions that the candidate leaves free.
//!
//! # Cost
//! Linear in the components. A single replaced component needs no choice: two systems are checked instead,
//! one with each version.
//!
//! # Departures
//! \[CSS04\] builds the completed component by learning; here, inside a system, a choice of the two versions
//! suffices.

use std::sync::Arc;

use rely_lts::{ActionId, Alphabet, Component, Label, Lts, LtsBuilder, LtsError, Role, StateId, System};

/// A system in which components are replaced.
///
/// ```
/// use rely_assume::prove::Plan;
/// use rely_evolve::{Extent, Upgrade, ViolationClass, compatible};
/// use rely_lts::{Actions, Component, Context, Role, System, Verdict};
/// use rely_testkit::text::read;
///
/// let actions = Actions::new();
/// let property = read(&actions, "0 open 1; 1 close 0; 0 close ERROR; 1 open ERROR");
/// let property = Component { role: Role::Property, ..Component::new("P", property.into()) };
/// let system = |text: &str| {
///     let component = Component::new("M", read(&actions, text).into());
///     System::new("S", &actions, vec![component, property.clone()])
/// };
/// // The candidate in place 0 may open twice.
/// let (baseline, candidate) = (system("0 open 1; 1 close 0"), system("0 open 1; 1 close 0; 1 open 1"));
/// let upgrade = Upgrade::new(candidate, baseline, vec![0]);
/// let result = compatible(&upgrade, Extent::Candidate, &|_| Plan::default(), Context::unlimited())?;
/// let Verdict::Violated(violation) = result.verdict() else { unreachable!() };
/// assert_eq!(violation.run.actions.len(), 2);
/// assert!(matches!(violation.class, ViolationClass::New(_)), "the baseline does not do this");
/// # Ok::<(), rely_assume::prove::NotAPlan>(())
/// ```
#[derive(Clone, Debug)]
pub struct Upgrade {
    /// The system with the candidate.
    pub candidate: System,
    /// The same system with the baseline, over the same table of actions.
    pub baseline: System,
    /// Where components are replaced: their places in both systems.
    pub places: Vec<usize>,
    /// Components that contain what is replaced, so that no version can be named in them: their places.
    pub inside: Vec<usize>,
    /// What is required of the baseline in each of the places, with the names of the system.
    pub required: Required,
    /// The system that the baseline was made for, if it is known; over any table.
    pub old: Option<System>,
    /// The places of the properties that must be kept, in the candidate's system.
    pub properties: Vec<usize>,
}

/// What is required of the baseline.
#[derive(Clone, Debug)]
pub enum Required {
    /// All of it.
    Baseline,
    /// What is not prohibited: a machine for each place, with the names of the system.
    These(Vec<Arc<Lts>>),
    /// Nothing: everything is prohibited.
    Nothing,
}

/// What a system must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Obligation {
    /// The property at this place.
    Property(usize),
    /// The process at this place never enters an ERROR of its own.
    OwnError(usize),
}

impl Obligation {
    /// The place of the component that would enter ERROR.
    pub fn place(self) -> usize {
        match self {
            Obligation::Property(place) | Obligation::OwnError(place) => place,
        }
    }
}

/// Why there is no completed system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCompleted {
    /// It was not asked for.
    #[error("it was not requested")]
    NotAsked,
    /// What is replaced is nowhere.
    #[error("nothing is replaced")]
    Nowhere,
    /// Then more behavior of a component may be less of the system.
    #[error("actions have priorities")]
    Priority,
    /// What is replaced is only a part of a component.
    #[error("the replaced process is composed with other processes or inserted into them")]
    Inside,
    /// The systems do not have the same components.
    #[error("the other version changes the other components of the system")]
    Differently,
    /// The completed component is the candidate.
    #[error("no behavior of the baseline is required")]
    NothingRequired,
    /// A machine is too large to be written down.
    #[error("the completed component has too many states")]
    Size,
}

impl Upgrade {
    /// An upgrade in which all of the baseline is required, and all properties of the candidate's system must
    /// be kept.
    pub fn new(candidate: System, baseline: System, places: Vec<usize>) -> Upgrade {
        let properties =
            (0..candidate.components.len()).filter(|&i| candidate.components[i].role == Role::Property);
        let properties = properties.collect();
        let (inside, required, old) = (Vec::new(), Required::Baseline, None);
        Upgrade { candidate, baseline, places, inside, required, old, properties }
    }

    /// What must be kept: the properties, then the ERRORs of processes of their own, in order.
    pub fn obligations(&self) -> Vec<Obligation> {
        let own = (0..self.candidate.components.len()).filter(|&i| {
            let component = &self.candidate.components[i];
            component.role != Role::Property && component.lts.has_error()
        });
        let properties = self.properties.iter().map(|&place| Obligation::Property(place));
        properties.chain(own.map(Obligation::OwnError)).collect()
    }

    /// Do both systems have the same components, but for the replaced ones?
    pub(crate) fn is_aligned(&self) -> bool {
        let (new, old) = (&self.candidate.components, &self.baseline.components);
        new.len() == old.len()
            && self.places.iter().all(|&place| place < new.len())
            && new.iter().zip(old).all(|(new, old)| new.name == old.name)
    }

    /// What is required of the baseline at the places, or why there is no completed system.
    fn required(&self) -> Result<Vec<Arc<Lts>>, NotCompleted> {
        if self.places.is_empty() && self.inside.is_empty() {
            return Err(NotCompleted::Nowhere);
        }
        if self.candidate.priority.is_some() {
            return Err(NotCompleted::Priority);
        }
        if !self.inside.is_empty() {
            return Err(NotCompleted::Inside);
        }
        if !self.is_aligned()
            || self.places.iter().any(|&i| self.candidate.components[i].role == Role::Property)
        {
            return Err(NotCompleted::Differently);
        }
        match &self.required {
            Required::Nothing => Err(NotCompleted::NothingRequired),
            Required::These(list) if list.len() != self.places.len() => Err(NotCompleted::Differently),
            Required::These(list) => Ok(list.clone()),
            Required::Baseline => {
                Ok(self.places.iter().map(|&i| self.baseline.components[i].lts.clone()).collect())
            }
        }
    }

    /// The system with the completed component in every place. One place needs no choice: the system keeps
    /// what both of the returned ones keep, the one with the candidate (which refuses what it has dropped)
    /// and the one with what is required of the baseline.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn completed(&self) -> Result<Vec<System>, NotCompleted> {
        let required = self.required()?;
        let candidate = |place: usize| &self.candidate.components[place].lts;
        if let ([place], [required]) = (self.places.as_slice(), required.as_slice()) {
            let (new, old) = (candidate(*place), required);
            let dropped = self.baseline.components[*place].lts.alphabet();
            let refusing = with(&self.candidate, *place, extended(new, &[dropped], Errors::Kept))?;
            let required = extended(old, &[dropped, new.alphabet()], Errors::Cut);
            return Ok(vec![refusing, with(&self.candidate, *place, required)?]);
        }
        let mut system = self.candidate.clone();
        for (&place, required) in self.places.iter().zip(&required) {
            let dropped = self.baseline.components[place].lts.alphabet();
            let either = choice(candidate(place), required, dropped);
            system = with(&system, place, either)?;
        }
        Ok(vec![system])
    }

    /// The actions that the candidate has dropped and that another component, or this property, knows, sorted
    /// by name: the baseline held them back, the candidate does not. If there are none, invariant 1 applies.
    ///
    /// Other instances are such components: what one is relabeled to, another may have dropped.
    pub fn released(&self, obligation: Obligation) -> Vec<ActionId> {
        if !self.is_aligned() {
            return Vec::new();
        }
        let observer = match obligation {
            Obligation::Property(place) => Some(place),
            Obligation::OwnError(_) => None,
        };
        let others = (0..self.candidate.components.len())
            .filter(|i| self.candidate.components[*i].role != Role::Property || observer == Some(*i));
        let elsewhere = Alphabet::union(
            &self.candidate.actions,
            others.map(|i| self.candidate.components[i].lts.alphabet()),
        );
        let dropped = self.places.iter().flat_map(|&place| {
            let now = self.candidate.components[place].lts.alphabet();
            let before = self.baseline.components[place].lts.alphabet();
            before.ids().iter().copied().filter(|&action| !now.contains(action))
        });
        let mut released: Vec<ActionId> = dropped.filter(|&action| elsewhere.contains(action)).collect();
        self.candidate.actions.sort(&mut released);
        released
    }
}

impl Upgrade {
    /// The actions that only the candidate knows, that another process knows too, and that the candidate may
    /// refuse, sorted by name: what the baseline left to the others needs the candidate now. Containment does
    /// not speak of runs on which others do these.
    pub fn joined(&self) -> Vec<ActionId> {
        if !self.is_aligned() {
            return Vec::new();
        }
        let mut joined: Vec<ActionId> = Vec::new();
        for &place in &self.places {
            let (now, before) = (&self.candidate.components[place].lts, &self.baseline.components[place].lts);
            let elsewhere = |action: ActionId| {
                let others = self.candidate.components.iter().enumerate();
                let mut others = others.filter(|(i, c)| *i != place && c.role != Role::Property);
                others.any(|(_, other)| other.lts.alphabet().contains(action))
            };
            let new = now.alphabet().labels().filter(|&label| {
                let action = now.alphabet().action(label);
                !before.alphabet().contains(action) && elsewhere(action)
            });
            let (reached, _) = now.reachable();
            // A state that goes on silently may offer the action later.
            let rests = |state: &StateId| reached.step(*state, Label::TAU).is_empty();
            let refuses = |label: Label| {
                reached.states().filter(|s| rests(s)).any(|state| reached.step(state, label).is_empty())
            };
            joined.extend(new.filter(|&label| refuses(label)).map(|label| now.alphabet().action(label)));
        }
        self.candidate.actions.sort(&mut joined);
        joined
    }
}

/// The system with another machine in a place.
fn with(system: &System, place: usize, lts: Result<Lts, LtsError>) -> Result<System, NotCompleted> {
    let mut system = system.clone();
    let lts = Arc::new(lts.map_err(|_| NotCompleted::Size)?);
    system.components[place] = Component { lts, state_names: None, ..system.components[place].clone() };
    Ok(system)
}

/// What becomes of transitions into ERROR.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Errors {
    Cut,
    Kept,
}

/// Copies the transitions of a machine, its states from `offset` on.
fn copy(builder: &mut LtsBuilder, lts: &Lts, offset: usize, errors: Errors) {
    let place = |state: StateId| if state.is_error() { state } else { StateId::at(offset + state.index()) };
    for (source, label, target) in lts.transitions() {
        if errors == Errors::Kept || !target.is_error() {
            builder.add_transition(place(source), lts.alphabet().action(label), place(target));
        }
    }
    lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
}

/// The same machine with more actions, which it refuses. END is not marked: it makes no difference for what
/// is kept.
fn extended(lts: &Lts, more: &[&Alphabet], errors: Errors) -> Result<Lts, LtsError> {
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states())?;
    copy(&mut builder, lts, 0, errors);
    more.iter().flat_map(|alphabet| alphabet.ids()).for_each(|&action| builder.extend_alphabet(action));
    builder.finish(lts.initial())
}

/// A silent choice between the candidate and what is required, over the alphabet of both versions.
fn choice(candidate: &Lts, required: &Lts, baseline: &Alphabet) -> Result<Lts, LtsError> {
    let mut builder = LtsBuilder::new(candidate.actions());
    let (new, all) = (candidate.n_states(), candidate.n_states() + required.n_states());
    builder.ensure_states(all + 1)?;
    copy(&mut builder, candidate, 0, Errors::Kept);
    copy(&mut builder, required, new, Errors::Cut);
    baseline.ids().iter().for_each(|&action| builder.extend_alphabet(action));
    let start = StateId::at(all);
    builder.add_transition(start, ActionId::TAU, candidate.initial());
    builder.add_transition(start, ActionId::TAU, StateId::at(new + required.initial().index()));
    builder.finish(start)
}
