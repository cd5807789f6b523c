//! The reductions against the answers of merc 2.0.0's published crates: partitions of small LTSs, sizes of
//! larger ones.
//!
//! merc is another implementation by other people, so its answers are a judge that shares no mistake with
//! ours. Its crates take longer to build than all of Rely, so its answers are recorded in `corpus/merc.txt`.
//! `cargo xtask merc` builds the driver in `xtask/peers/merc`, asks it again and compares; with `--record` it
//! writes the file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{Actions, Context, Lts, compose};
use rely_testkit::generate::{
    Family, RandomGraph, Rng, buffer_chain, chain, hopcroft_cycle, milner_scheduler, permuted, philosophers,
    philosophers_corrected, tau_chain, tau_grid, token_ring,
};

const RELATIONS: [(&str, Equivalence); 3] =
    [("strong", Equivalence::Strong), ("branching", Equivalence::Branching), ("weak", Equivalence::Weak)];

fn composed(family: Family) -> Lts {
    compose(&family.system, Context::unlimited()).expect("no budget").lts
}

/// LTSs whose partitions are compared.
fn small(actions: &Actions) -> Vec<(String, Lts)> {
    let mut models = Vec::new();
    for seed in 0..32u64 {
        let i = seed as usize;
        let knobs = RandomGraph {
            states: 4 + 2 * i,
            fan_out: 1 + i % 3,
            labels: 1 + i % 2,
            tau_percent: [0, 30, 60, 85][i % 4],
        };
        models.push((format!("random-{seed}"), knobs.generate(actions, seed)));
    }
    for (name, lts) in [
        ("phil-3", composed(philosophers(actions, 3))),
        ("corrected-3", composed(philosophers_corrected(actions, 3))),
        ("milner-3", composed(milner_scheduler(actions, 3))),
        ("buffers-3", composed(buffer_chain(actions, 3, 2))),
        ("ring-3", composed(token_ring(actions, 3))),
        ("grid-6", composed(tau_grid(actions, 6))),
        ("tau-chain-20", composed(tau_chain(actions, 20))),
        ("chain-20", chain(actions, 20)),
        ("hopcroft-34", hopcroft_cycle(actions, 34)),
        ("hopcroft-30", hopcroft_cycle(actions, 30)),
    ] {
        models.push((format!("{name}-permuted"), permuted(&lts, &mut Rng::new(7))));
        models.push((name.to_string(), lts));
    }
    models
}

/// LTSs whose quotients are compared by size.
fn larger(actions: &Actions) -> Vec<(String, Lts)> {
    let random = |states, fan_out, tau_percent, seed| {
        RandomGraph { states, fan_out, labels: 3, tau_percent }.generate(actions, seed)
    };
    [
        ("phil-6", composed(philosophers(actions, 6))),
        ("corrected-6", composed(philosophers_corrected(actions, 6))),
        ("milner-7", composed(milner_scheduler(actions, 7))),
        ("buffers-6", composed(buffer_chain(actions, 6, 2))),
        ("ring-7", composed(token_ring(actions, 7))),
        ("grid-30", composed(tau_grid(actions, 30))),
        ("tau-chain-2000", composed(tau_chain(actions, 2000))),
        ("hopcroft-987", hopcroft_cycle(actions, 987)),
        ("random-sparse", random(1500, 1, 40, 1)),
        ("random-thin", random(1500, 2, 60, 2)),
        ("random-dense", random(600, 5, 30, 3)),
    ]
    .map(|(name, lts)| (name.to_string(), lts))
    .into()
}

/// The block of every state, numbered by first use.
fn partition(lts: &Lts, equivalence: Equivalence) -> String {
    let map = minimize(lts, equivalence, Context::unlimited()).expect("no budget").map;
    let mut numbers = Vec::new();
    let blocks = lts.states().map(|state| {
        let class = map.class_of(state).expect("all states are reachable");
        let known = numbers.iter().position(|block| *block == class);
        known.unwrap_or_else(|| {
            numbers.push(class);
            numbers.len() - 1
        })
    });
    blocks.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

fn size(lts: &Lts, equivalence: Equivalence) -> String {
    minimize(lts, equivalence, Context::unlimited()).expect("no budget").lts.n_states().to_string()
}

/// What Rely says: `name relation` and its partition or the number of states of its quotient.
fn ours() -> BTreeMap<String, String> {
    let actions = Actions::new();
    let mut answers = BTreeMap::new();
    for (name, equivalence) in RELATIONS {
        for (model, lts) in small(&actions) {
            answers.insert(format!("{model} {name} partition"), partition(&lts, equivalence));
        }
        for (model, lts) in larger(&actions) {
            answers.insert(format!("{model} {name} states"), size(&lts, equivalence));
        }
    }
    answers
}

/// What merc says to the same models.
fn asked(driver: &Path) -> BTreeMap<String, String> {
    let folder = std::env::temp_dir().join(format!("rely-merc-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let actions = Actions::new();
    let mut answers = BTreeMap::new();
    let ask = |arguments: &[&str]| {
        let output = Command::new(driver).args(arguments).output().expect("the driver can be run");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("the driver writes text")
    };
    for (model, lts) in small(&actions) {
        let file = write(&folder, &model, &lts);
        for (name, _) in RELATIONS {
            let answer = ask(&["partition", name, &file]).trim().to_string();
            answers.insert(format!("{model} {name} partition"), answer);
        }
    }
    for (model, lts) in larger(&actions) {
        let file = write(&folder, &model, &lts);
        for (name, _) in RELATIONS {
            let told = ask(&[name, &file]);
            let states = told.lines().find_map(|line| line.strip_prefix("quotient_states "));
            answers
                .insert(format!("{model} {name} states"), states.expect("the driver tells it").to_string());
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    answers
}

fn write(folder: &Path, name: &str, lts: &Lts) -> String {
    let initial = lts.initial().raw();
    let mut text = format!("des ({initial},{},{})\n", lts.n_transitions(), lts.n_states());
    for (source, label, target) in lts.transitions() {
        writeln!(text, "({},\"{}\",{})", source.raw(), lts.label_name(label), target.raw())
            .expect("text grows");
    }
    let path = folder.join(format!("{name}.aut"));
    std::fs::write(&path, text).expect("a file can be written");
    path.to_string_lossy().into_owned()
}

fn record() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/merc.txt")
}

fn compared(ours: &BTreeMap<String, String>, theirs: &BTreeMap<String, String>) {
    let differing: Vec<&String> = ours.keys().filter(|key| theirs.get(*key) != ours.get(*key)).collect();
    assert!(differing.is_empty(), "merc answers otherwise to {differing:?}");
    assert_eq!(ours.len(), theirs.len(), "every recorded question is still asked");
}

#[test]
fn the_answers_of_merc_are_ours() {
    let ours = ours();
    if let Some(driver) = std::env::var_os("RELY_MERC_DRIVER") {
        let theirs = asked(Path::new(&driver));
        if std::env::var_os("RELY_RECORD_MERC").is_some() {
            let lines: Vec<String> = theirs.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
            std::fs::write(record(), lines.concat()).expect("the record can be written");
        }
        return compared(&ours, &theirs);
    }
    let text = std::fs::read_to_string(record()).expect("the record is there");
    let pairs = text.lines().filter_map(|line| line.split_once(": "));
    compared(&ours, &pairs.map(|(key, value)| (key.to_string(), value.to_string())).collect());
}

#[test]
fn the_questions_have_many_answers() {
    let ours = ours();
    // Not all states are alike, and not all are different; weak merges more than branching somewhere.
    let blocks = |key: &str| {
        let line = ours.get(key).map(String::as_str).unwrap_or_default();
        line.split(' ').filter_map(|word| word.parse::<usize>().ok()).max().unwrap_or(0) + 1
    };
    let of = |relation: &str| {
        let keys = ours.keys().filter(|key| key.ends_with(&format!(" {relation} partition")));
        keys.map(|key| blocks(key)).sum::<usize>()
    };
    let (strong, branching, weak) = (of("strong"), of("branching"), of("weak"));
    assert!(strong > branching && branching > weak && weak > 2 * 52, "{strong} {branching} {weak}");
}
