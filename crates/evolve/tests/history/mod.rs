//! Version histories: a component of a system, changed by one transition at a time.
#![allow(dead_code)] // Tests and the benchmark ask for different parts.

use std::collections::BTreeSet;
use std::sync::Arc;

use rely_fsp::{Model, NoImports, Severity, parse};
use rely_generate::{Kind, Request};
use rely_lts::{ActionId, Context, Lts, LtsBuilder, StateId, System};
use rely_testkit::generate::Rng;

/// The queue, version 1.
const QUEUE: &str = include_str!("../../../../examples/queue/v1.lts");

/// A system, and which of its components has a history.
pub struct Subject {
    pub name: &'static str,
    pub component: &'static str,
    pub system: System,
    pub place: usize,
}

/// Where a family is taken from.
enum Source {
    Generated(Kind, u64),
    Text(&'static str),
}

/// How large the systems are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sizes {
    Small,
    Large,
}

/// The subjects.
pub fn subjects(sizes: Sizes) -> Vec<Subject> {
    let large = sizes == Sizes::Large;
    let pick = |one: u64, other: u64| if large { other } else { one };
    let list = [
        ("gas-station", Source::Generated(Kind::GasStation, pick(2, 3)), "T", "cust.1:CUSTOMER"),
        ("mer", Source::Generated(Kind::Mer, pick(2, 3)), "T", "user.1:USER"),
        ("token-ring", Source::Generated(Kind::TokenRing, pick(3, 6)), "T", "station.0:STATION(1)"),
        ("chiron", Source::Generated(Kind::Chiron, pick(2, 3)), "T2", "CHIRON.artist.1:ARTIST"),
        ("queue", Source::Text(QUEUE), "IPC", "w.1:WRITE"),
    ];
    let subject = |(name, source, target, component): (&'static str, Source, &str, &'static str)| {
        let system = match source {
            Source::Text(text) => elaborate(text, target),
            Source::Generated(kind, size) => {
                elaborate(&Request::new(kind, size).fsp().expect("in range").expect("it has a text"), target)
            }
        };
        let place = system.components.iter().position(|c| c.name == component);
        let place = place.expect("the system has the component");
        Subject { name, component, system, place }
    };
    list.map(subject).into()
}

fn elaborate(text: &str, target: &str) -> System {
    let parsed = parse(text.as_bytes());
    let (model, diagnostics) = Model::new(parsed.model);
    let all = parsed.diagnostics.iter().chain(&diagnostics);
    assert_eq!(all.filter(|d| d.severity == Severity::Error).count(), 0, "the text is right");
    let elaborated = model.system(target, &NoImports, Context::unlimited());
    elaborated.system.unwrap_or_else(|| panic!("{:?}", elaborated.diagnostics))
}

impl Subject {
    /// The system with another version of the component.
    pub fn with(&self, version: &Arc<Lts>) -> System {
        let mut system = self.system.clone();
        system.components[self.place].lts = version.clone();
        system.components[self.place].state_names = None;
        system
    }

    /// The component and so many versions after it, each the one before with a transition added, removed or
    /// redirected. All states of the first one stay; a version in which fewer than half of them can be
    /// reached is not released.
    pub fn history(&self, upgrades: usize, seed: u64) -> Vec<Arc<Lts>> {
        let mut rng = Rng::new(seed);
        let first = self.system.components[self.place].lts.clone();
        let enough = reachable(&first).div_ceil(2);
        let mut versions = vec![first];
        while versions.len() <= upgrades {
            let next = changed(&versions[versions.len() - 1], &mut rng);
            if let Some(next) = next.filter(|next| reachable(next) >= enough) {
                versions.push(next.into());
            }
        }
        versions
    }
}

/// The machine with one change; `None` if it is none.
fn changed(lts: &Lts, rng: &mut Rng) -> Option<Lts> {
    type Row = (StateId, ActionId, StateId);
    let named = |(source, label, target)| (source, lts.alphabet().action(label), target);
    let before: BTreeSet<Row> = lts.transitions().map(named).collect();
    let mut after = before.clone();
    let ids = lts.alphabet().ids();
    let change = rng.below(3);
    if change > 0 {
        let gone = *before.iter().nth(rng.below(before.len().max(1)))?;
        after.remove(&gone);
        if change == 2 {
            after.insert((gone.0, gone.1, StateId::at(rng.below(lts.n_states()))));
        }
    } else {
        let (source, target) = (rng.below(lts.n_states()), rng.below(lts.n_states()));
        after.insert((StateId::at(source), ids[rng.below(ids.len())], StateId::at(target)));
    }
    if after == before {
        return None;
    }
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).expect("as many as before");
    ids.iter().for_each(|&action| builder.extend_alphabet(action));
    after.iter().for_each(|&(source, action, target)| builder.add_transition(source, action, target));
    Some(builder.finish(lts.initial()).expect("as large as before"))
}

fn reachable(lts: &Lts) -> usize {
    let mut seen = BTreeSet::from([lts.initial()]);
    let mut open = vec![lts.initial()];
    while let Some(state) = open.pop() {
        open.extend(lts.targets_of(state).iter().copied().filter(|t| !t.is_error() && seen.insert(*t)));
    }
    seen.len()
}

/// Are they the same, state by state?
pub fn same(one: &Lts, other: &Lts) -> bool {
    one.alphabet().ids() == other.alphabet().ids()
        && one.n_states() == other.n_states()
        && one.initial() == other.initial()
        && one.transitions().eq(other.transitions())
}
