//! The corpus: component names and sizes, composed sizes and alphabets, errors and their lines, as the
//! reference tool has them.

use std::collections::{BTreeMap, BTreeSet};

use rely_fsp::{LineIndex, Model, NoImports, Severity, build, parse};
use rely_lts::ops::extend_alphabet;
use rely_lts::{Budget, Context};
use rely_testkit::corpus::{Corpus, TargetAnswer};
use rely_testkit::oracle::are_isomorphic;

/// Systems with more composed states than this are left to the tests of the whole workbench.
const MAX_COMPOSED: u64 = 60_000;

/// Isomorphism with the stored transition system is tested up to this many states.
const MAX_STORED: u64 = 120;

/// Targets on which we differ from the reference tool, and why.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    ("probes/009-p-end.lts", "DEFAULT", END_FIRST),
    ("probes/009-p-end.lts", "P", END_FIRST),
    ("probes/010-deterministic-of-error.lts", "D", TAU_TO_ERROR),
    ("probes/028-relabel-oldvar-in-composite.lts", "S", OLD_VARIABLE),
    ("probes/029-relabel-2-new-names-oldvar.lts", "DEFAULT", OLD_VARIABLE),
    ("probes/029-relabel-2-new-names-oldvar.lts", "P", OLD_VARIABLE),
    ("fspc/blackbox-input15.lts", "DEFAULT", OLD_VARIABLE),
    ("fspc/blackbox-input15.lts", "P", OLD_VARIABLE),
    ("probes/050-seq-params.lts", "DEFAULT", INSERTED),
    ("fspc/blackbox-input26.lts", "DEFAULT", INSERTED),
    ("fspc/blackbox-input27.lts", "DEFAULT", INSERTED),
    ("fspc/blackbox-input28.lts", "DEFAULT", INSERTED),
    ("fspc/blackbox-input4.lts", "DEFAULT", INSERTED),
    ("fspc/blackbox-input8.lts", "DEFAULT", INSERTED),
    ("probes/150-minus-hash.lts", "DEFAULT", MINUS_COUNT),
    ("probes/150-minus-hash.lts", "P", MINUS_COUNT),
    ("probes/161-ltl-property-in-default-blocks.lts", "DEFAULT", LTL_PROPERTY),
];

const END_FIRST: &str = "a process that has ended from the start has ended: it is no deadlock";
const TAU_TO_ERROR: &str =
    "an ERROR that a tau from the initial state leads to is not lost by `deterministic`";
const OLD_VARIABLE: &str = "a variable bound in an old label is released after it, so it can be bound again";
const INSERTED: &str = "the instances made for `A(2);P` are part of P, not further components of DEFAULT";
const MINUS_COUNT: &str = "the minus of `-#S` counts";
const LTL_PROPERTY: &str = "an `ltl_property` observes in DEFAULT too, it does not block";

#[test]
fn every_target_agrees_with_the_reference_tool_or_is_a_listed_difference() {
    let mut failures = Vec::new();
    let mut compared = 0;
    let mut depth = Depth::default();
    let mut met: BTreeSet<&(&str, &str, &str)> = BTreeSet::new();
    for corpus in Corpus::all() {
        let mut files: BTreeMap<&str, Vec<(&str, &TargetAnswer)>> = BTreeMap::new();
        for (file, target, answer) in corpus.targets() {
            files.entry(file).or_default().push((target, answer));
        }
        for (file, targets) in files {
            let text = corpus.model(file);
            let parsed = parse(text.as_bytes());
            let (model, diagnostics) = Model::new(parsed.model.clone());
            let lines = LineIndex::new(&parsed.text);
            let static_errors: Vec<String> = parsed
                .diagnostics
                .iter()
                .chain(&diagnostics)
                .filter(|d| d.severity == Severity::Error)
                .map(|d| format!("line {}: {}: {}", lines.line(d.span.start), d.code, d.message))
                .collect();
            for (target, answer) in targets {
                let difference = DIFFERENCES.iter().find(|(f, t, _)| *f == file && *t == target);
                met.extend(difference);
                let outcome = if static_errors.is_empty() {
                    compare(&corpus, &model, target, answer, &parsed.text, &mut depth)
                } else {
                    compare_error(answer, &static_errors)
                };
                compared += 1;
                match (outcome, difference) {
                    (Ok(()), Some((_, _, why))) => {
                        failures
                            .push(format!("{file} {target}: agrees, although listed as different: {why}"));
                    }
                    (Err(reason), None) => failures.push(format!("{file} {target}: {reason}")),
                    (Ok(()), None) | (Err(_), Some(_)) => {}
                }
            }
        }
    }
    assert!(compared > 100, "the corpus has many targets, not {compared}");
    assert!(depth.composed > 100 && depth.alphabets > 20 && depth.isomorphic > 20, "{depth:?}");
    // Those of other folders are in the larger corpus only.
    let ours = DIFFERENCES.iter().filter(|(file, ..)| file.starts_with("probes/"));
    let missing: Vec<_> = ours.filter(|difference| !met.contains(difference)).collect();
    assert!(missing.is_empty(), "the corpus has no such target: {missing:?}");
    assert!(failures.is_empty(), "{} of {compared} targets differ:\n{}", failures.len(), failures.join("\n"));
}

/// How many targets were compared in which depth.
#[derive(Debug, Default)]
struct Depth {
    composed: usize,
    alphabets: usize,
    isomorphic: usize,
}

fn compare(
    corpus: &Corpus,
    model: &Model,
    target: &str,
    answer: &TargetAnswer,
    text: &str,
    depth: &mut Depth,
) -> Result<(), String> {
    let budget = Budget::unlimited().with_states(4_000_000);
    let ctx = Context::with_budget(&budget);
    let elaborated = model.system(target, &NoImports, ctx);
    let lines = LineIndex::new(text);
    let errors: Vec<String> = elaborated
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| format!("line {}: {}: {}", lines.line(d.span.start), d.code, d.message))
        .collect();
    let Some(system) = elaborated.system else {
        if let Some(spent) = elaborated.spent {
            return Err(format!("spent: {spent}"));
        }
        return compare_error(answer, &errors);
    };
    if let Some(error) = &answer.compile_error {
        return Err(format!("elaborates, but the reference tool says: {error}"));
    }
    let mut parts: Vec<(String, u64)> =
        system.components.iter().map(|c| (c.name.clone(), c.lts.n_states() as u64)).collect();
    let mut wanted: Vec<(String, u64)> =
        answer.machines.iter().cloned().zip(answer.machine_states.iter().copied()).collect();
    if target == "DEFAULT" {
        // The reference tool takes them in the order of a hash table.
        parts.sort();
        wanted.sort();
    }
    if parts != wanted {
        return Err(format!("components {parts:?}, wanted {wanted:?}"));
    }
    let Some(composed) = answer.composed.as_ref().filter(|c| c.states <= MAX_COMPOSED) else { return Ok(()) };
    let ours = build(&system, ctx).map_err(|spent| format!("spent: {spent}"))?.lts;
    let sizes = (ours.n_states() as u64, ours.n_transitions() as u64, ours.alphabet().len() as u64);
    let wanted = (composed.states, composed.transitions, composed.alphabet_size);
    if sizes != wanted {
        return Err(format!("composed {sizes:?}, wanted {wanted:?}"));
    }
    depth.composed += 1;
    if let Some(alphabet) = &composed.alphabet {
        let names: Vec<String> = ours.alphabet().names().iter().map(|n| n.to_string()).collect();
        if names != *alphabet {
            return Err(format!("alphabet {names:?}, wanted {alphabet:?}"));
        }
        depth.alphabets += 1;
    }
    if (ours.has_error(), ours.has_tau(), ours.end().is_some())
        != (composed.has_error, composed.has_tau, composed.end().is_some())
    {
        return Err("ERROR, tau or END differ".to_string());
    }
    if let Some(aut) = &answer.aut
        && composed.states <= MAX_STORED
    {
        // A stored transition system shows only the actions that occur.
        let theirs = corpus.aut(model.actions(), aut, composed.end());
        let names = ours.alphabet().names();
        let theirs = extend_alphabet(&theirs, names.iter().map(|name| &**name));
        if !are_isomorphic(&ours, &theirs) {
            return Err("not isomorphic with the stored transition system".to_string());
        }
        depth.isomorphic += 1;
    }
    Ok(())
}

/// Errors on both sides, on the same line where the reference tool names one.
fn compare_error(answer: &TargetAnswer, errors: &[String]) -> Result<(), String> {
    if answer.timed_out && answer.machines.is_empty() {
        // The reference tool hangs.
        return Ok(());
    }
    let Some(wanted) = &answer.compile_error else { return Err(format!("errors {errors:?}, wanted none")) };
    match wanted.split_once(": ") {
        Some((line, _)) if line.starts_with("line ") => {
            if errors.iter().any(|error| error.starts_with(&format!("{line}:"))) {
                Ok(())
            } else {
                Err(format!("errors {errors:?}, wanted {wanted}"))
            }
        }
        _ if errors.is_empty() => Err(format!("no error, wanted {wanted}")),
        _ => Ok(()),
    }
}
