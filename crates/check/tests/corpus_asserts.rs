//! The corpus: the verdict of every assert, with fair choice, as the reference tool has it; evidence is
//! replayed.

use std::collections::BTreeMap;

use rely_check::ltl::{AssertResult, Fairness, Shape, check_assert};
use rely_check::{initial_vector, moves};
use rely_fsp::{Model, NoImports, Severity, parse};
use rely_lts::{Budget, Context, System, Verdict};
use rely_testkit::corpus::{AssertAnswer, AssertVerdict, CheckedAs, Corpus, TargetAnswer};

/// Asserts on which we differ from the reference tool, and why.
const DIFFERENCES: &[(&str, &str, &str, &str)] = &[
    ("plant/FSP-Robot-V5-fse.lts", "ANALYSED_PLANT", "FALSE", FALSE),
    ("plant/FSP-Robot-V5-fse.lts", "PLANT", "FALSE", FALSE),
];

const FALSE: &str = "a formula that is false of every run is violated, though not by any particular action";

#[test]
fn every_assert_agrees_with_the_reference_tool_or_is_a_listed_difference() {
    let mut failures = Vec::new();
    let mut compared = 0;
    for corpus in Corpus::all() {
        let mut files: BTreeMap<&str, Vec<(&str, &TargetAnswer)>> = BTreeMap::new();
        for (file, target, answer) in corpus.targets().filter(|(_, _, answer)| !answer.asserts.is_empty()) {
            files.entry(file).or_default().push((target, answer));
        }
        for (file, targets) in files {
            let parsed = parse(corpus.model(file).as_bytes());
            let (model, diagnostics) = Model::new(parsed.model.clone());
            if parsed.diagnostics.iter().chain(&diagnostics).any(|d| d.severity == Severity::Error) {
                failures.push(format!("{file}: does not parse"));
                continue;
            }
            for (target, answer) in targets {
                let budget = Budget::unlimited().with_states(4_000_000);
                let ctx = Context::with_budget(&budget);
                let Some(system) = model.system(target, &NoImports, ctx).system else {
                    failures.push(format!("{file} {target}: does not elaborate"));
                    continue;
                };
                for (name, answer) in answer.asserts.iter().filter(|(_, answer)| answer.verdict.is_some()) {
                    let difference =
                        DIFFERENCES.iter().find(|(f, t, a, _)| *f == file && *t == target && a == name);
                    compared += 1;
                    match (compare(&model, &system, name, answer, ctx), difference) {
                        (Ok(()), Some((.., why))) => {
                            failures.push(format!("{file} {target} {name}: agrees, although listed: {why}"));
                        }
                        (Err(reason), None) => failures.push(format!("{file} {target} {name}: {reason}")),
                        (Ok(()), None) | (Err(_), Some(_)) => {}
                    }
                }
            }
        }
    }
    assert!(compared > 20, "the corpus has many asserts, not {compared}");
    assert!(failures.is_empty(), "{} of {compared} asserts differ:\n{}", failures.len(), failures.join("\n"));
}

fn compare(
    model: &Model,
    system: &System,
    name: &str,
    answer: &AssertAnswer,
    ctx: Context<'_>,
) -> Result<(), String> {
    let Some(expected) = answer.verdict else { return Ok(()) };
    let spec = model.specification(name).map_err(|diagnostics| format!("{diagnostics:?}"))?;
    let result = check_assert(system, &spec, Fairness::FairChoice, ctx);
    if result.warnings.is_empty() {
        replay(system, &result)?;
    }
    let agrees = match (&expected, &result.verdict) {
        (AssertVerdict::Ok | AssertVerdict::OkNoAcceptance, verdict) => verdict.holds(),
        // The tool's search for violations of a safety assert ends at any component's ERROR: it says nothing
        // then.
        (AssertVerdict::Violation, verdict) => match &answer.property {
            Some(property) if property != name => true,
            _ => matches!(verdict, Verdict::Violated(_)),
        },
        // The tool says nothing about the assert itself.
        (AssertVerdict::Deadlock, verdict) => !matches!(verdict, Verdict::Unknown(_)),
        (AssertVerdict::SafetyViolation, verdict) => !verdict.holds(),
    };
    if !agrees {
        return Err(format!(
            "{expected:?} ({:?}), not {:?} of {}",
            answer.checked_as, result.verdict, spec.formula
        ));
    }
    if let (AssertVerdict::Violation, Some(CheckedAs::Safety), Some(lasso)) =
        (&expected, answer.checked_as, result.verdict.evidence())
        && answer.property.as_deref() == Some(name)
    {
        let (wanted, found) = (answer.trace.len(), lasso.stem.len());
        if result.shape != Some(Shape::Prefix) || wanted != found {
            return Err(format!("a prefix of {wanted} steps, not {:?} of {found}", result.shape));
        }
    }
    Ok(())
}

/// The evidence is a run of the system.
fn replay(system: &System, result: &AssertResult) -> Result<(), String> {
    let Some(lasso) = result.verdict.evidence() else { return Ok(()) };
    let mut current = vec![initial_vector(system)];
    for (i, &action) in lasso.stem.actions.iter().chain(&lasso.cycle.actions).enumerate() {
        current = current
            .iter()
            .flat_map(|vector| moves(system, vector))
            .filter(|(a, _)| *a == action)
            .map(|(_, vector)| vector)
            .collect();
        current.sort();
        current.dedup();
        if current.is_empty() {
            return Err(format!("step {i} of {lasso:?} is not possible"));
        }
    }
    if result.shape == Some(Shape::Stops) && !current.iter().any(|vector| moves(system, vector).is_empty()) {
        return Err(format!("{lasso:?} does not stop"));
    }
    Ok(())
}
