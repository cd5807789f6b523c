//! All small versions, and random ones.

use std::sync::Arc;

use rely_evolve::Versions;
use rely_lts::{Actions, Alphabet, Lts, Propositions, StateId};
use rely_testkit::generate::{RandomLts, Rng, Shape, all_ltss};

/// All deterministic machines without tau over `a`, `b` with at most so many states, all reachable and
/// numbered breadth-first.
pub fn deterministic(actions: &Actions, states: usize) -> Vec<Arc<Lts>> {
    let shape = Shape { actions: 2, tau: false, error: false, end: false };
    let small = all_ltss(actions, states, shape);
    small.filter(|lts| lts.is_deterministic() && lts.is_breadth_first()).map(Arc::new).collect()
}

/// All machines with tau and choice over `a`, `b` with at most two states, all reachable and numbered
/// breadth-first.
pub fn nondeterministic(actions: &Actions) -> Vec<Arc<Lts>> {
    all_ltss(actions, 2, Shape::plain(2)).filter(|lts| lts.is_breadth_first()).map(Arc::new).collect()
}

/// Has some state a silent step to itself?
pub fn spins(lts: &Lts) -> bool {
    lts.transitions().any(|(s, label, t)| label.is_tau() && s == t)
}

/// The machine with the proposition `p` in every set of states.
pub fn with_propositions(lts: &Arc<Lts>) -> Vec<Arc<Lts>> {
    let n = lts.n_states();
    let marked = |bits: usize| {
        let mut propositions = Propositions::new(vec!["p".into()], n);
        (0..n).for_each(|s| propositions.set(StateId::at(s), 0, bits >> s & 1 == 1));
        Arc::new((**lts).clone().with_propositions(propositions).expect("one set per state"))
    };
    (0..1 << n).map(marked).collect()
}

/// What random versions are like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// tau, choice, END, alphabets that overlap.
    Plain,
    /// With ERROR.
    Errors,
    /// With prohibited behaviors, of which some watch what is hidden.
    Forbidden,
    /// With propositions, of which some are only in one version, and ERROR and prohibited behaviors now and
    /// then.
    Propositions,
}

/// Random versions.
pub fn random_versions(kind: Kind, rng: &mut Rng) -> Versions {
    let actions = Actions::new();
    let some = |percent: usize, rng: &mut Rng| -> Vec<String> {
        let names = ["a", "b", "c", "d"].into_iter().filter(|_| rng.percent(percent));
        names.map(str::to_string).collect()
    };
    let error_percent = match kind {
        Kind::Plain | Kind::Forbidden => 0,
        Kind::Errors => 12,
        Kind::Propositions => 4,
    };
    let knobs = |rng: &mut Rng| RandomLts {
        states: 1 + rng.below(4),
        fan_out: 1 + rng.below(4),
        tau_percent: 20,
        error_percent,
        deterministic: rng.percent(30),
        ..RandomLts::default()
    };
    let names = some(75, rng);
    let baseline = knobs(rng).generate_over(&actions, &names, rng);
    // Half of the candidates are the baseline with some transitions more or less.
    let candidate = if rng.percent(50) {
        let names = some(75, rng);
        knobs(rng).generate_over(&actions, &names, rng)
    } else {
        edited(&baseline, error_percent, rng)
    };
    let count = match kind {
        Kind::Forbidden => 1 + rng.below(2),
        Kind::Propositions if rng.percent(30) => 1,
        Kind::Plain | Kind::Errors | Kind::Propositions => 0,
    };
    let process = |rng: &mut Rng| {
        let names = some(60, rng);
        let knobs = RandomLts { states: 1 + rng.below(4), error_percent: 8, tau_percent: 15, ..knobs(rng) };
        Arc::new(knobs.generate_over(&actions, &names, rng))
    };
    let forbidden = (0..count).map(|_| process(rng)).collect();
    let interface = if rng.percent(40) {
        Alphabet::union(&actions, [baseline.alphabet(), candidate.alphabet()])
    } else {
        let names = some(70, rng);
        Alphabet::from_names(&actions, names.iter().map(|name| &**name))
    };
    let (baseline, candidate) = if kind == Kind::Propositions {
        (propositions(baseline, rng), propositions(candidate, rng))
    } else {
        (baseline, candidate)
    };
    let versions = Versions::new(baseline.into(), candidate.into(), forbidden, interface);
    let versions = versions.expect("all are of one table");
    if kind == Kind::Propositions && rng.percent(50) {
        return versions.observing(vec!["p".into(), "q".into(), "r".into()]);
    }
    versions
}

/// The LTS with a few transitions added, taken away or redirected.
fn edited(lts: &Lts, error_percent: usize, rng: &mut Rng) -> Lts {
    let mut steps: Vec<_> =
        lts.transitions().map(|(s, label, t)| (s, lts.alphabet().action(label), t)).collect();
    for _ in 0..1 + rng.below(3) {
        let target = |rng: &mut Rng| match rng.percent(error_percent) {
            true => StateId::ERROR,
            false => StateId::at(rng.below(lts.n_states())),
        };
        match rng.below(3) {
            0 if !steps.is_empty() => drop(steps.remove(rng.below(steps.len()))),
            1 if !steps.is_empty() => {
                let i = rng.below(steps.len());
                steps[i].2 = target(rng);
            }
            _ => {
                let source = StateId::at(rng.below(lts.n_states()));
                if lts.end() != Some(source) && !lts.alphabet().is_empty() {
                    let action = *rng.pick(lts.alphabet().ids());
                    steps.push((source, action, target(rng)));
                }
            }
        }
    }
    let mut builder = rely_lts::LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).expect("random models are small");
    lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
    steps.into_iter().for_each(|(s, action, t)| builder.add_transition(s, action, t));
    builder.finish(lts.initial()).expect("the states are those of before")
}

/// The LTS with `p` and at times `q` in some states.
fn propositions(lts: Lts, rng: &mut Rng) -> Lts {
    let names: Vec<Arc<str>> = ["p", "q"].into_iter().filter(|_| rng.percent(80)).map(Arc::from).collect();
    let mut propositions = Propositions::new(names.clone(), lts.n_states());
    for state in lts.states() {
        (0..names.len()).for_each(|i| propositions.set(state, i, rng.percent(35)));
    }
    lts.with_propositions(propositions).expect("one set per state")
}
