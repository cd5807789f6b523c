//! Properties that are composites with hidden actions and ERRORs, next to others, with and without priority:
//! the answers of every reduction against the definition of satisfaction, on random models.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use rely_lts::{Label, Lts, Role, StateId, System};
use rely_report::view::{CheckKind, VerdictKind};
use rely_testkit::generate::Rng;
use rely_testkit::oracle;
use rely_workbench::{CheckOptions, CheckReduction, Control, Loaded, ReadOptions, check, load_bytes};

const ACTIONS: [&str; 3] = ["a", "b", "c"];

/// A process over all actions, with `hidden` and ERROR if it is to become a property.
fn machine(rng: &mut Rng, name: &str, becomes_property: bool) -> String {
    let n = 1 + rng.below(3);
    let mut text = format!("{name} = S0");
    for s in 0..n {
        let mut choices = Vec::new();
        for action in ACTIONS {
            for _ in 0..[0, 1, 1, 2][rng.below(4)] {
                choices.push((action, rng.below(n)));
            }
        }
        if becomes_property && rng.percent(40) {
            choices.push(("hidden", rng.below(n)));
        }
        let target = |s: usize, rng: &mut Rng| match becomes_property && rng.percent(15) {
            true => "ERROR".to_string(),
            false => format!("S{s}"),
        };
        let choices: Vec<String> =
            choices.into_iter().map(|(action, s)| format!("{action} -> {}", target(s, rng))).collect();
        let body = if choices.is_empty() { "STOP".to_string() } else { format!("({})", choices.join(" | ")) };
        let _ = write!(text, ",\n  S{s} = {body}");
    }
    let _ = writeln!(text, " + {{{}}}.", ACTIONS.join(", "));
    text
}

fn model(rng: &mut Rng) -> String {
    let mut text = machine(rng, "M1", false) + &machine(rng, "M2", false);
    for i in 1..=2 {
        text += &machine(rng, &format!("K{i}"), true);
        let _ = writeln!(text, "property ||C{i} = K{i} \\ {{hidden}}.");
    }
    let priority = [" << {a}", " << {a, b}", " >> {c}", "", "", ""][rng.below(6)];
    let _ = writeln!(text, "||T = (M1 || M2 || C1 || C2){priority}.");
    text
}

/// The states of a machine after hidden actions; does one of these lead to ERROR?
fn close(lts: &Lts, states: BTreeSet<StateId>) -> Option<BTreeSet<StateId>> {
    let mut all = states;
    loop {
        if all.iter().any(|s| s.is_error()) {
            return None;
        }
        let is_hidden = |label: Label| &*lts.label_name(label) == "hidden";
        let steps = all.iter().flat_map(|&s| lts.successors(s)).filter(|&(l, _)| is_hidden(l));
        let more: BTreeSet<StateId> = steps.map(|(_, t)| t).chain(all.iter().copied()).collect();
        if more == all {
            return Some(all);
        }
        all = more;
    }
}

/// Can the machine, with its hidden actions, be in ERROR before anything happens?
fn fails_at_once(machine: &Lts) -> bool {
    close(machine, BTreeSet::from([machine.initial()])).is_none()
}

/// Does a behavior have a trace that the machine may answer with ERROR, or cannot follow?
fn is_violated(behavior: &Lts, machine: &Lts) -> bool {
    let Some(start) = close(machine, BTreeSet::from([machine.initial()])) else { return true };
    let mut seen = BTreeSet::from([(behavior.initial(), start)]);
    let mut todo: Vec<_> = seen.iter().cloned().collect();
    while let Some((s, set)) = todo.pop() {
        for (label, t) in behavior.successors(s) {
            let name = behavior.label_name(label);
            let steps = set.iter().flat_map(|&m| machine.successors(m));
            let after: BTreeSet<StateId> =
                steps.filter(|&(l, _)| machine.label_name(l) == name).map(|(_, t)| t).collect();
            let Some(after) = close(machine, after).filter(|after| !after.is_empty()) else { return true };
            if seen.insert((t, after.clone())) {
                todo.push((t, after));
            }
        }
    }
    false
}

fn lts_of(loaded: &Loaded, name: &str) -> Lts {
    let target = loaded.target(Some(name), &Control::unlimited()).expect("it is defined");
    Lts::clone(&target.system.components[0].lts)
}

#[test]
fn every_reduction_answers_by_the_definition_or_refuses() {
    let (mut refused, mut holds, mut violated, mut unknown) = (0, 0, 0, 0);
    for number in 0..1500 {
        let text = model(&mut Rng::new(number));
        let loaded = load_bytes("random.lts", text.as_bytes(), ReadOptions::default()).expect("a model");
        let machines = [lts_of(&loaded, "K1"), lts_of(&loaded, "K2")];
        let shown = || format!("model {number}\n{text}");
        let target = match loaded.target(Some("T"), &Control::unlimited()) {
            Ok(target) => target,
            Err(failure) => {
                let document = failure.document();
                assert!(document.diagnostics.iter().all(|d| d.code == "E0711"), "{}", shown());
                assert!(machines.iter().any(fails_at_once), "{}", shown());
                refused += 1;
                continue;
            }
        };
        assert!(!machines.iter().any(fails_at_once), "{}", shown());
        let processes = target.system.components.iter().filter(|c| c.role != Role::Property).cloned();
        let behavior = System { components: processes.collect(), ..target.system.clone() };
        let behavior = oracle::compose(&behavior).lts;
        let truth = [
            ("C1", is_violated(&behavior, &machines[0])),
            ("C2", is_violated(&behavior, &machines[1])),
            ("deadlock", !oracle::deadlocks(&behavior).is_empty()),
        ];
        for (word, reduction) in CheckReduction::ALL {
            let options = CheckOptions {
                target: Some("T".to_string()),
                kinds: vec![CheckKind::Deadlock, CheckKind::Safety],
                reduction,
                ..CheckOptions::default()
            };
            let result = check(&loaded, &options, &Control::unlimited())
                .unwrap_or_else(|failure| panic!("{:?}\n{}", failure.document().diagnostics, shown()));
            for result in &result.document.results {
                let name = if result.kind == CheckKind::Deadlock { "deadlock" } else { &result.name };
                let fails = truth.iter().find(|(known, _)| *known == name).expect("it was asked").1;
                match result.verdict {
                    VerdictKind::Holds => {
                        assert!(!fails, "{word}: {name} holds\n{}", shown());
                        holds += 1;
                    }
                    VerdictKind::Violated => {
                        assert!(fails, "{word}: {name} is violated\n{}", shown());
                        violated += 1;
                    }
                    VerdictKind::Unknown => {
                        let searched = matches!(reduction, CheckReduction::None | CheckReduction::Auto);
                        assert!(fails || !searched, "{word}: {name} is unknown\n{}", shown());
                        unknown += 1;
                    }
                }
            }
        }
    }
    assert!(
        refused > 100 && holds > 300 && violated > 300 && unknown > 50,
        "{refused} refused, {holds} hold, {violated} violated, {unknown} unknown"
    );
}
