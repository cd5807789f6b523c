//! What pictures look like, kept as files that can be opened. `UPDATE_EXPECT=1 cargo test` writes them anew;
//! look at them then.

mod common;

use std::fs;
use std::path::Path;

use common::{small, system};
use expect_test::expect_file;
use rely_draw::{
    Diagram, Ending, Ink, MachineOptions, Part, Participant, ProofAssumption, ProofOutcome, ProofPicture,
    ProofPremise, SequenceChart, SequenceStep, Steps, architecture, machine, proof, side_by_side, write_dot,
    write_svg, write_tikz,
};
use rely_lts::StateId;

const BUFFER: &str = "
const N = 2
BUFFER = COUNT[0],
COUNT[i:0..N] = (when (i<N) put[v:0..2] -> COUNT[i+1] | when (i>0) get -> COUNT[i-1] | peek -> COUNT[i]).
";

const LOCK: &str = "
LOCK = (p.get -> (p.put -> LOCK | crash -> STOP) | q.get -> q.put -> LOCK | shut -> END | break -> ERROR).
";

const SYSTEM: &str = "
P = (get -> use -> put -> P).
LOCK = (get -> put -> LOCK).
property ALONE = (a.use -> a.put -> ALONE | b.use -> b.put -> ALONE).
||SYS = (a:P || b:P || {a,b}::LOCK || ALONE || {a,b}::CLOCK).
CLOCK = (use -> CLOCK | tick -> CLOCK).
";

fn named(name: &str) -> MachineOptions {
    MachineOptions { name: name.to_string(), ..MachineOptions::default() }
}

fn svg(diagram: &Diagram) -> String {
    write_svg(&diagram.scene())
}

#[test]
fn loops_and_folded_lists() {
    let diagram = machine(&small(BUFFER, "BUFFER"), &named("BUFFER"));
    expect_file!["snapshots/buffer.svg"].assert_eq(&svg(&diagram));
    expect_file!["snapshots/buffer.tex"].assert_eq(&write_tikz(&diagram.scene()));
    expect_file!["snapshots/buffer.dot"].assert_eq(&write_dot(&diagram));
}

#[test]
fn error_end_stop_and_sink_are_told_apart() {
    let lts = small(LOCK, "LOCK");
    let diagram = machine(&lts, &MachineOptions { sink: Some(StateId::from_raw(2)), ..named("LOCK") });
    expect_file!["snapshots/lock.svg"].assert_eq(&svg(&diagram));
    expect_file!["snapshots/lock.dot"].assert_eq(&write_dot(&diagram));
}

#[test]
fn a_neighborhood_says_what_is_hidden() {
    let lts = small(SYSTEM, "SYS");
    let part = Part::Near { centers: vec![lts.initial()], radius: 2, steps: Steps::Forth, most: 20 };
    let diagram = machine(&lts, &MachineOptions { part, ..named("SYS") });
    expect_file!["snapshots/near.svg"].assert_eq(&svg(&diagram));
}

#[test]
fn a_marked_run_and_a_lost_step() {
    let lts = small(BUFFER, "BUFFER");
    let step = |from: u32, action: &str, to: u32| {
        let label =
            lts.alphabet().label(lts.actions().get(action).expect("an action")).expect("of the machine");
        (StateId::from_raw(from), label, StateId::from_raw(to))
    };
    let old = MachineOptions {
        marked: vec![step(0, "put.1", 1), step(1, "get", 0)],
        lost: Some(step(1, "get", 0)),
        notes: vec!["the old one can do get here".to_string()],
        ..named("OLD")
    };
    let new = MachineOptions {
        marked: vec![step(0, "put.1", 1)],
        refused: Some((StateId::from_raw(1), "get".to_string())),
        ..named("NEW")
    };
    let scene = side_by_side(&[machine(&lts, &old), machine(&lts, &new)], "Two versions", "OLD and NEW");
    expect_file!["snapshots/versions.svg"].assert_eq(&write_svg(&scene));
}

#[test]
fn a_system() {
    let diagram = architecture(&system(SYSTEM, "SYS", 1000).expect("the model is right"));
    expect_file!["snapshots/system.svg"].assert_eq(&svg(&diagram));
    expect_file!["snapshots/system.dot"].assert_eq(&write_dot(&diagram));
}

#[test]
fn a_large_system_is_folded_by_process() {
    let text = "P = (get -> put -> P). LOCK = (get -> put -> LOCK). ||MANY = (p[0..40]:P || p[0..40]::LOCK).";
    let diagram = architecture(&system(text, "MANY", 1000).expect("the model is right"));
    expect_file!["snapshots/folded.svg"].assert_eq(&svg(&diagram));
}

fn chart() -> SequenceChart {
    let participant = |name: &str, is_property| Participant { name: name.to_string(), is_property };
    let step = |action: &str, participants: &[usize], changes: &[(usize, &str)]| SequenceStep {
        action: action.to_string(),
        participants: participants.to_vec(),
        changes: changes.iter().map(|(i, state)| (*i, state.to_string())).collect(),
    };
    SequenceChart {
        title: "SYS".to_string(),
        subtitle: "ALONE is violated in 4 steps".to_string(),
        participants: vec![
            participant("a:P", false),
            participant("b:P", false),
            participant("{a,b}::LOCK", false),
            participant("ALONE", true),
        ],
        steps: vec![
            step("a.get", &[0, 2], &[(0, "1"), (2, "HELD")]),
            step("a.use", &[0, 3], &[(3, "1")]),
            step("tau", &[1], &[(1, "2")]),
            step("b.use", &[1, 3], &[(3, "ERROR")]),
        ],
        cycle_from: None,
        ending: Ending::Error,
        notes: vec!["What else must be known.".to_string()],
    }
}

#[test]
fn runs() {
    expect_file!["snapshots/run.svg"].assert_eq(&write_svg(&chart().scene()));
    expect_file!["snapshots/run.tex"].assert_eq(&write_tikz(&chart().scene()));
    let cycle = SequenceChart { cycle_from: Some(2), ending: Ending::Open, ..chart() };
    expect_file!["snapshots/cycle.svg"].assert_eq(&write_svg(&cycle.scene()));
}

#[test]
fn a_long_run_loses_its_middle_and_says_so() {
    let mut long = chart();
    long.steps = long.steps.iter().cycle().take(1000).cloned().collect();
    let text = write_svg(&long.scene());
    assert!(text.contains("… 880 steps are not drawn …"), "the middle is counted");
    assert!(text.contains(">1000</text>") && !text.contains(">500</text>"));
}

#[test]
fn a_proof() {
    let premise = |text: &str, components: &[&str], uses: &[&str], gives: &str, states| ProofPremise {
        text: text.to_string(),
        components: components.iter().map(|c| c.to_string()).collect(),
        uses: uses.iter().map(|a| a.to_string()).collect(),
        gives: vec![gives.to_string()],
        states: Some(states),
    };
    let picture = ProofPicture {
        property: "SAFE".to_string(),
        outcome: ProofOutcome::Holds,
        words: "holds".to_string(),
        rule: "asym".to_string(),
        parts: vec![
            ("M1".to_string(), vec!["CLIENT".to_string()]),
            ("M2".to_string(), vec!["SERVER".to_string(), "NETWORK".to_string()]),
        ],
        assumptions: vec![ProofAssumption {
            name: "A".to_string(),
            states: 2,
            alphabet: vec!["ask".to_string(), "answer".to_string()],
        }],
        premises: vec![
            premise("M1 ‖ A ⊨ SAFE", &["CLIENT"], &["A"], "SAFE", 6),
            premise("M2 ⊨ A", &["SERVER", "NETWORK"], &[], "A", 1),
        ],
        notes: vec!["Not needed: LOGGER.".to_string()],
    };
    let diagram = proof(&picture);
    expect_file!["snapshots/proof.svg"].assert_eq(&svg(&diagram));
    let tikz = write_tikz(&diagram.scene());
    assert!(tikz.contains("M2 \\ensuremath{\\models} A"), "{tikz}");
    let unknown = ProofPicture {
        outcome: ProofOutcome::Unknown,
        words: "unknown".to_string(),
        premises: Vec::new(),
        assumptions: Vec::new(),
        ..picture
    };
    expect_file!["snapshots/unknown.svg"].assert_eq(&svg(&proof(&unknown)));
}

/// The page takes the style of a drawing away, since its policy forbids styles inside of documents, and
/// brings the same colors itself.
#[test]
fn the_page_has_the_colors_of_the_drawings() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../serve/page/css/20-pictures.css");
    let style = fs::read_to_string(page).expect("the style of pictures on the page");
    for (_, name, light, dark) in Ink::ALL {
        let rules = [
            format!("--rely-{name}: light-dark(#{light}, #{dark});"),
            format!(".rely-picture .f-{name} {{ fill: var(--rely-{name}); }}"),
            format!(".rely-picture .s-{name} {{ stroke: var(--rely-{name}); }}"),
        ];
        for rule in rules {
            assert!(style.contains(&rule), "{rule}");
        }
    }
}
