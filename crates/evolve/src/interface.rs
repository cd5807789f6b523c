//! Which actions are compared.
//!
//! # Problem
//! Given both versions and the system in which one replaces the other. Wanted: the actions over which nothing
//! may be lost, such that the runs of the system with the baseline survive.
//!
//! # Method
//! Everything that the baseline knows, and what only the candidate knows if an environment of one of its
//! instances knows it too: the candidate cannot do that on its own. The environment of an instance is all
//! other processes, the other instances (with the candidate in them) included; properties only observe. What
//! no environment knows is hidden before versions are compared.
//!
//! # Invariants
//! 1. A larger interface finds no fewer losses: where names cannot be determined (what is replaced is only a
//!    part of a component), all actions of both versions may be taken.
//!
//! # Cost
//! One lookup per action of the candidate, instance and component.
//!
//! # Departures
//! Comparing over what both versions know overlooks the loss of a whole service; comparing over what the
//! baseline knows overlooks that the candidate may wait for others first.

use rely_lts::{ActionId, Alphabet, Role, System};

/// One place where the candidate stands.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its place in the system.
    pub place: usize,
    /// What the candidate's actions are called there.
    pub names: Vec<(ActionId, Vec<ActionId>)>,
}

/// The actions that are compared by default; without a system, what the baseline knows.
///
/// ```
/// use rely_evolve::{Instance, default_interface};
/// use rely_lts::{Actions, Alphabet, Component, System};
/// use rely_testkit::text::read;
/// let actions = Actions::new();
/// let candidate = read(&actions, "0 a 0; 0 m 0; 0 n 0");
/// let environment = read(&actions, "0 p.n 0");
/// let renamed = rely_lts::ops::prefix(&candidate, "p");
/// let components = [renamed, environment].map(|lts| Component::new("C", lts.into()));
/// let system = System::new("S", &actions, components.to_vec());
/// let name = |text: &str| actions.intern(text);
/// let names = ["a", "m", "n"].map(|text| (name(text), vec![name(&format!("p.{text}"))])).to_vec();
/// let baseline = Alphabet::from_names(&actions, ["a", "x"]);
/// let interface = default_interface(&baseline, candidate.alphabet(), &system, &[Instance { place: 0, names }]);
/// assert_eq!(format!("{interface:?}"), r#"{"a", "n", "x"}"#);
/// ```
pub fn default_interface(
    baseline: &Alphabet,
    candidate: &Alphabet,
    system: &System,
    instances: &[Instance],
) -> Alphabet {
    let shared = |action: ActionId| {
        instances.iter().any(|instance| {
            let names = instance.names.iter().filter(|(own, _)| *own == action).flat_map(|(_, now)| now);
            let mut names = names.copied();
            names.any(|name| {
                let others = system.components.iter().enumerate();
                let mut others =
                    others.filter(|(place, c)| *place != instance.place && c.role != Role::Property);
                others.any(|(_, c)| c.lts.alphabet().contains(name))
            })
        })
    };
    let new = candidate.ids().iter().copied().filter(|&a| !baseline.contains(a) && shared(a));
    Alphabet::new(baseline.actions(), baseline.ids().iter().copied().chain(new).collect::<Vec<_>>())
}
