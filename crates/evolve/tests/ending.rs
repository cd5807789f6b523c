//! END as an action: versions that are compared with it lose what is lost where something follows them, no
//! more and no less.

use std::sync::Arc;

use rely_evolve::{Versions, contained, end_action, telling_end};
use rely_lts::{Actions, Alphabet, Context, Lts, LtsBuilder, Verdict};
use rely_testkit::generate::{Shape, all_ltss};
use rely_testkit::text::{read, show};

/// The same with one of the states that have stopped as END, and without.
fn ending(lts: &Lts) -> Vec<Lts> {
    let stuck = lts.states().filter(|&state| lts.is_stuck(state)).map(Some).chain([None]);
    let with_end = |end| {
        let mut builder = copy(lts);
        if let Some(end) = end {
            builder.set_end(end);
        }
        builder.finish(lts.initial()).unwrap()
    };
    stuck.map(with_end).collect()
}

fn copy(lts: &Lts) -> LtsBuilder {
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).unwrap();
    lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
    for (source, label, target) in lts.transitions() {
        builder.add_transition(source, lts.alphabet().action(label), target);
    }
    builder
}

/// `lts;W` with `W = (w -> W)`.
fn followed(lts: &Lts) -> Lts {
    let w = lts.actions().intern("w");
    let mut builder = copy(lts);
    builder.extend_alphabet(w);
    if let Some(end) = lts.end() {
        builder.add_transition(end, w, end);
    }
    builder.finish(lts.initial()).unwrap()
}

fn holds(old: Lts, new: Lts) -> bool {
    let interface = Alphabet::union(old.actions(), [old.alphabet(), new.alphabet()]);
    let versions = Versions::new(Arc::new(old), Arc::new(new), Vec::new(), interface).unwrap();
    matches!(contained(&versions, Context::unlimited()), Verdict::Holds(()))
}

#[test]
fn what_follows_is_kept_where_the_end_is() {
    let actions = Actions::new();
    let all: Vec<Lts> = all_ltss(&actions, 2, Shape::plain(1)).flat_map(|lts| ending(&lts)).collect();
    let (mut yes, mut no, mut unseen) = (0, 0, 0);
    for old in all.iter().step_by(5) {
        for new in &all {
            let end = end_action(&actions, [old, new]);
            let told = holds(telling_end(old, end), telling_end(new, end));
            let told_of = || format!("{}{}", show(old), show(new));
            assert_eq!(told, holds(followed(old), followed(new)), "{}", told_of());
            yes += usize::from(told);
            no += usize::from(!told);
            // Plain traces do not tell it.
            unseen += usize::from(!told && holds(old.clone(), new.clone()));
        }
    }
    assert!(yes > 1000 && no > 1000 && unseen > 100, "{yes} {no} {unseen}");
}

#[test]
fn the_action_for_end_is_of_no_version() {
    let actions = Actions::new();
    let [one, two] = ["0 END 1; end 1", "0 END! 1"].map(|text| read(&actions, text));
    let name = |machines: &[&Lts]| actions.name(end_action(&actions, machines.iter().copied())).to_string();
    assert_eq!(
        (name(&[]), name(&[&one]), name(&[&two, &one])),
        ("END".into(), "END!".into(), "END!!".into())
    );
    assert_eq!(show(&telling_end(&one, actions.intern("e"))).matches(" e ").count(), 1);
}
