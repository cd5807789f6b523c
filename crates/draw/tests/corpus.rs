//! Every model of the corpus and every example is drawn without faults.

mod common;

use common::{faultless, lts, system};
use rely_draw::{
    MachineOptions, Part, Steps, architecture, is_readable, machine, write_dot, write_svg, write_tikz,
};
use rely_testkit::corpus::Corpus;

/// What is composed here; larger systems are drawn in part from a smaller one of the same kind.
const STATES: u64 = 3000;

/// Draws the architecture and the machine of a target; says which of them there were.
fn drawn(text: &str, target: &str, what: &str) -> [usize; 2] {
    let system = system(text, target, STATES);
    if let Some(system) = &system {
        faultless(&architecture(system).graph(), &format!("the architecture of {what}"));
    }
    let Some(lts) = lts(text, target, STATES) else { return [usize::from(system.is_some()), 0] };
    let part = if is_readable(&lts, 200) {
        Part::All
    } else {
        Part::Near { centers: vec![lts.initial()], radius: usize::MAX, steps: Steps::Forth, most: 60 }
    };
    let diagram = machine(&lts, &MachineOptions { part, ..MachineOptions::default() });
    faultless(&diagram.graph(), what);
    [1, 1]
}

#[test]
fn all_targets_of_the_corpus_are_drawn_without_faults() {
    let (mut systems, mut machines) = (0, 0);
    for corpus in Corpus::all() {
        for (file, target, _) in corpus.targets() {
            let [system, machine] = drawn(&corpus.model(file), target, &format!("{file}: {target}"));
            (systems, machines) = (systems + system, machines + machine);
        }
    }
    assert!(systems > 150 && machines > 150, "{systems} systems, {machines} machines");
}

#[test]
fn all_examples_are_drawn_without_faults_in_all_formats() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut count, mut written) = (0, 0);
    for folder in ["examples", "examples/scalable"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("there are examples");
        for path in entries.map(|entry| entry.expect("the folder can be listed").path()) {
            if path.extension().is_none_or(|ending| ending != "lts") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("the example can be read");
            let (model, _) = rely_fsp::Model::new(rely_fsp::parse(text.as_bytes()).model);
            for target in model.composites().into_iter().chain(model.processes()) {
                count += drawn(&text, target, &format!("{}: {target}", path.display()))[1];
                if let Some(system) = system(&text, target, STATES) {
                    let diagram = architecture(&system);
                    let scene = diagram.scene();
                    assert!(write_svg(&scene).ends_with("</svg>\n"));
                    assert!(write_tikz(&scene).ends_with("\\end{tikzpicture}\n"));
                    assert!(write_dot(&diagram).ends_with("}\n"));
                    written += 1;
                }
            }
        }
    }
    assert!(count > 100 && written > 100, "{count} machines, {written} systems");
}
