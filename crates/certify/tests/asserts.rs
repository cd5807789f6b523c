//! Random small systems and formulas: asserts against textbook constructions.
#![allow(missing_docs)]

mod common;

use common::asserts::{fluent, truth};
use common::systems::{damage_at_random, random_system, some_of};
use common::tableau::Tableau;
use common::*;
use rely_certify::*;

/// A formula with few entries, over few actions and fluents.
fn random_formula(random: &mut Random, fluents: &[u32], entries: usize) -> Vec<FormulaDoc> {
    let n_propositions = 1 + random.below(2.min(entries));
    let mut formula = vec![];
    for k in 0..entries {
        let f = |random: &mut Random| random.below(k.max(1)) as u32;
        formula.push(match random.below(if k < n_propositions { 3 } else { 12 }) {
            0 if k < n_propositions && random.chance(20) => FormulaDoc::True(()),
            0 if k < n_propositions && !fluents.is_empty() => {
                FormulaDoc::Fluent(fluents[random.below(fluents.len())])
            }
            _ if k < n_propositions => FormulaDoc::Actions(some_of(random, &["a", "b", "c"], 35)),
            0 | 1 => FormulaDoc::Not(f(random)),
            2 => FormulaDoc::And((0..random.below(4)).map(|_| f(random)).collect()),
            3 => FormulaDoc::Or((0..random.below(4)).map(|_| f(random)).collect()),
            4 => FormulaDoc::Next(f(random)),
            5 | 6 => FormulaDoc::Eventually(f(random)),
            7 | 8 => FormulaDoc::Always(f(random)),
            9 | 10 => FormulaDoc::Until(f(random), f(random)),
            _ => FormulaDoc::WeakUntil(f(random), f(random)),
        });
    }
    let last = formula.len() as u32 - 1;
    match random.below(8) {
        0 => formula.extend([FormulaDoc::Eventually(last), FormulaDoc::Always(last + 1)]),
        1 => formula.extend([FormulaDoc::Always(last), FormulaDoc::Eventually(last + 1)]),
        _ => {}
    }
    formula
}

type System = (Vec<ComponentDoc>, Option<PriorityDoc>);

fn random_question(random: &mut Random) -> (System, Vec<FormulaDoc>) {
    let (mut components, priority) = random_system(random);
    if random.chance(70) {
        // Without ERROR, which decides most asserts.
        for component in &mut components {
            component.transitions.iter_mut().for_each(|t| t.2 = t.2.max(0));
            *component = component.clone().sorted();
        }
    }
    let mut fluents = vec![];
    if random.chance(50) {
        let (on, off) = [("a", "b"), ("b", "a c"), ("a b", ""), ("c", "a")][random.below(4)];
        let at = random.below(components.len() + 1);
        components.insert(at, fluent("FLUENT", on, off, random.below(2) as u32));
        fluents.push(at as u32);
    }
    let entries = 2 + random.below(4);
    let formula = random_formula(random, &fluents, entries);
    ((components, priority), formula)
}

#[test]
fn asserts_are_accepted_iff_they_hold() {
    for fair in [false, true] {
        let mut counts = [[0; 2]; 2];
        let (mut damages, mut unseen) = ([0; 2], 0);
        let mut kinds = std::collections::BTreeMap::<String, usize>::new();
        for seed in 0..1_500 {
            let random = &mut Random(seed);
            let ((components, priority), formula) = random_question(random);
            let naive = Naive::new(&components, priority.as_ref());
            let (holds, fails) = truth(&naive, &formula, fair);
            let tableau = Tableau::new(&naive, &formula);
            let certificate = tableau.assert(priority.as_ref(), fair, random);
            let report = judge(&certificate);
            let accepted = report.verdict == CheckVerdict::Accepted;
            // Obligations that nothing can meet may be pending where ERROR is entered: the formula is
            // certain, but that is not seen.
            let expect = holds && !tableau.has_error();
            assert_eq!(accepted, expect, "{fair}, seed {seed}: {report:?}\n{}", text(&certificate));
            unseen += usize::from(holds && !accepted);
            counts[0][usize::from(accepted)] += 1;
            let mut made = vec![certificate];
            let violation = tableau.violation(priority.as_ref(), fair, random);
            let is_seen = violation.is_some();
            assert!(fails || !is_seen, "{fair}, seed {seed}: {formula:?}\n{}", text(&made[0]));
            assert!(is_seen || !fails || tableau.has_error(), "{fair}, seed {seed}\n{}", text(&made[0]));
            unseen += usize::from(fails && !is_seen);
            counts[1][usize::from(is_seen)] += 1;
            if let Some(violation) = violation {
                accept(&violation);
                made.push(violation);
            }
            for certificate in &made {
                match &certificate.claims[0] {
                    Claim::Assert(doc) if accepted => {
                        for reason in doc.reasons.iter().flatten() {
                            let debug = format!("{reason:?}");
                            *kinds.entry(debug.split('(').next().unwrap().to_string()).or_default() += 1;
                        }
                    }
                    Claim::AssertViolation(doc) => {
                        let debug = format!("{:?}", doc.evidence);
                        *kinds.entry(debug.split('(').next().unwrap().to_string()).or_default() += 1;
                    }
                    _ => {}
                }
                let [rejected, accepted] = damage_at_random(random, certificate, 12);
                damages = [damages[0] + rejected, damages[1] + accepted];
            }
        }
        assert!(unseen < 10, "{unseen}");
        let reasons = if fair { &["Left", "Avoided", "Sets"][..] } else { &["Postponed", "Cycle"] };
        let all = reasons.iter().chain(&["Stops", "Prefix"]);
        assert!(all.into_iter().all(|&kind| kinds.get(kind).is_some_and(|&n| n > 20)), "{kinds:?}");
        assert!(counts.iter().flatten().all(|&n| n > 200), "both answers are frequent: {counts:?}");
        assert!(damages[0] > 5_000 && damages[1] > 300, "{damages:?}");
    }
}
