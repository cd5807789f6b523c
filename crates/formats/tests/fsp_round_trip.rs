//! What is written as FSP reads back strongly bisimilar, with the same alphabet.

mod common;

use common::{Rng, random_lts, random_lts_over, show};
use rely_formats::{FspOptions, UnwritableLabels, unescape_label, write_fsp};
use rely_fsp::{Model, NoImports, parse};
use rely_lts::relate::{Relation, compare};
use rely_lts::{Actions, Context, Lts, LtsBuilder, StateId};

/// The process `P` of a text.
fn read_process(text: &[u8]) -> Lts {
    let shown = String::from_utf8_lossy(text);
    let parsed = parse(text);
    assert!(!parsed.has_errors(), "{shown}\n{:?}", parsed.diagnostics);
    let (model, _) = Model::new(parsed.model);
    let elaborated = model.system("P", &NoImports, Context::unlimited());
    let Some(system) = elaborated.system else { panic!("{shown}\n{:?}", elaborated.diagnostics) };
    assert_eq!(system.components.len(), 1);
    (*system.components[0].lts).clone()
}

/// The same LTS with the old names of renamed labels.
fn with_old_names(lts: &Lts) -> Lts {
    let actions = Actions::new();
    let rename = |label| actions.intern(&unescape_label(&lts.label_name(label)));
    let mut builder = LtsBuilder::new(&actions);
    builder.ensure_states(lts.n_states()).unwrap();
    for (source, label, target) in lts.transitions() {
        builder.add_transition(source, rename(label), target);
    }
    for label in lts.alphabet().labels() {
        builder.extend_alphabet(rename(label));
    }
    if let Some(end) = lts.end() {
        builder.set_end(end);
    }
    builder.finish(lts.initial()).unwrap()
}

fn check(lts: &Lts, options: FspOptions) {
    let mut text = Vec::new();
    write_fsp(lts, "P", &options, &mut text).unwrap();
    let read = match options.unwritable {
        UnwritableLabels::Refuse => read_process(&text),
        UnwritableLabels::Rename => with_old_names(&read_process(&text)),
    };
    let message = format!("{}\n{}\n{}", show(lts), String::from_utf8_lossy(&text), show(&read));
    assert_eq!(read.alphabet(), lts.alphabet(), "{message}");
    let read = read.in_table(lts.actions());
    let verdict = compare(lts, &read, Relation::Strong, Context::unlimited());
    assert!(verdict.holds(), "{message}\n{verdict:?}");
}

#[test]
fn random_processes_are_read_back() {
    let labels =
        ["a", "a.1", "a.-1", "a.b.0", "1.x", "0", "-2147483648", "tau_", "tau_1.x", "_u", "mixedCase.end"];
    let mut random = Rng::new(20);
    for _ in 0..2000 {
        check(&random_lts_over(&labels, &mut random), FspOptions::default());
    }
}

#[test]
fn renamed_labels_are_read_back() {
    let mut random = Rng::new(21);
    for _ in 0..1000 {
        check(
            &random_lts(&mut random),
            FspOptions { unwritable: UnwritableLabels::Rename, ..FspOptions::default() },
        );
    }
}

#[test]
fn random_processes_with_named_states_are_read_back() {
    let labels = ["a", "a.1", "b.0.c", "tau_"];
    let mut random = Rng::new(22);
    for round in 0..1000 {
        let lts = random_lts_over(&labels, &mut random);
        // The initial state is the process itself in every other round.
        let name = |state: StateId| match (round % 2, state == lts.initial()) {
            (0, true) => "P".to_string(),
            _ => format!("At_{}", lts.n_states() - state.index()),
        };
        let comments = lts.states().map(|s| (s, format!("state {} */ {{", s.raw()))).collect();
        let state_names = Some(lts.states().map(name).collect());
        check(&lts, FspOptions { state_names, comments, ..FspOptions::default() });
    }
}
