//! The smallest counterexamples (fewest states, then actions, then transitions) to what the sources print,
//! found by search, judged again by definition, and compared with the book, whose blocks are executed.

use crate::machine::{ALL, Machine, meets};
use crate::rule::{Reading, Rule, Third};
use crate::search::{Counterexample, Domains, Seen, incomplete, provable, smallest, unsound};

const ERRATA: &str = include_str!("../../../../docs/book/src/errata.md");
const RULES: &str = include_str!("../../../../docs/book/src/theory/rules.md");

/// What \[BGP03\] prints beside Rule 1: bounds from above.
const PRINTED: [&str; 3] = ["P: M1 / M2", "A1: M1 M2 / P", "A2: M1 M2 / P"];

/// That the first two premises of a symmetric rule do not depend on the reading.
const CLEAR: [&str; 2] = ["P: M1 / A1", "P: M2 / A2"];

/// What it prints beside Rule 2.
const PRINTED_PAIR: [&str; 4] = ["P1: M1", "P2: M2", "A1: M1 M2", "A2: M1 M2"];

/// Everybody knows everything.
const ALIKE: &str = "M1 / M2 / P / A1 / A2: M1 M2 P A1 A2";

/// The text of a counterexample is a part of the page.
fn in_page(page: &str, text: &str) {
    println!("{text}");
    assert!(page.contains(text), "the book does not have\n{text}");
}

/// The smallest case in which premises hold, by a reading, and the conclusion does not.
fn wrong(rule: &Rule, conditions: &[&str], most: usize, reading: Reading) -> Counterexample {
    let mut machines = Domains::new(false, false);
    let mut seen = Seen::default();
    let found = smallest(rule, conditions, most, |kinds| {
        unsound(rule, kinds, reading, &mut machines, false, &mut seen)
    });
    let found = found.unwrap_or_else(|| panic!("{} is sound under {conditions:?}", rule.name));
    let of: Vec<&Machine> = found.machines.iter().collect();
    assert!(rule.premises_hold(&of, reading) && !rule.conclusion_holds(&of, reading), "{}", found.fsp(rule));
    found
}

/// One that is wrong by projection only.
fn wrong_by_projection(rule: &Rule, conditions: &[&str], most: usize) -> Counterexample {
    let found = wrong(rule, conditions, most, Reading::Projection);
    let of: Vec<&Machine> = found.machines.iter().collect();
    assert!(!rule.premises_hold(&of, Reading::Composition), "{}", found.fsp(rule));
    found
}

/// The smallest system that keeps its property, though nothing can be assumed that proves it; its parts and
/// its alphabets.
fn not_provable(rule: &Rule, conditions: &[&str], most: usize) -> Counterexample {
    let mut machines = Domains::new(false, false);
    let mut seen = Seen::default();
    let found =
        smallest(rule, conditions, most, |kinds| incomplete(rule, kinds, &mut machines, false, &mut seen));
    let mut found = found.unwrap_or_else(|| panic!("{} is complete under {conditions:?}", rule.name));
    found.machines.truncate(rule.n_given());
    let of: Vec<&Machine> = found.machines.iter().collect();
    assert!(rule.conclusion_holds(&of, Reading::Composition));
    assert!(!provable(rule, &found.machines, &found.alphabets), "{}", found.fsp(rule));
    found
}

#[test]
fn rule_0_by_projection() {
    let rule = Rule::asym();
    in_page(ERRATA, &wrong_by_projection(&rule, &["M2 P: M1 / A"], 2).fsp(&rule));
    in_page(ERRATA, &wrong_by_projection(&rule, &["M1 A: M2"], 2).fsp(&rule));
}

#[test]
fn rule_0_over_a_small_alphabet() {
    let rule = Rule::asym();
    // Both premises mean the same by both readings.
    let found = not_provable(&rule, &["P: M1 / A", "A: M2"], 2);
    assert_eq!(found.alphabets[3], 0, "nothing at all can be said");
    in_page(RULES, &found.fsp(&rule));
}

#[test]
fn rule_0m_is_not_sound() {
    let rule = Rule::circular();
    in_page(RULES, &wrong(&rule, &[ALIKE], 2, Reading::Composition).fsp(&rule));
}

#[test]
fn rule_1_as_printed() {
    let rule = Rule::sym(Third::Empty);
    in_page(ERRATA, &wrong_by_projection(&rule, &PRINTED, 2).fsp(&rule));
}

#[test]
fn rules_1_over_small_alphabets() {
    // The components and the property know the same, so that nothing depends on the reading.
    for third in [Third::Empty, Third::InProperty, Third::OfOne] {
        let rule = Rule::sym(third);
        let found = not_provable(&rule, &["M1 / M2 / P / A1 / A2: M1 M2 P"], 2);
        assert_eq!(found.alphabets[3..], [0, 0], "nothing at all can be said");
        in_page(ERRATA, &found.fsp(&rule));
    }
}

#[test]
fn rule_1a_as_printed() {
    let rule = Rule::sym(Third::InProperty);
    let found = wrong_by_projection(&rule, &[&PRINTED[..], &CLEAR].concat(), 2);
    // The words that both assumptions exclude are words over the alphabet of the property, so that the
    // inclusion is true literally.
    let alphabets = &found.alphabets;
    assert_eq!((alphabets[3] | alphabets[4]) & !alphabets[2], 0);
    in_page(ERRATA, &found.fsp(&rule));
}

#[test]
fn the_remark_about_rule_1b() {
    let (rule, remarked) = (Rule::sym(Third::OfOne), Rule::sym(Third::InOne));
    let found = wrong(&remarked, &[ALIKE], 2, Reading::Composition);
    in_page(ERRATA, &found.fsp(&remarked));
    // Neither implies the other.
    let [disjunct, inclusion] = [&rule, &remarked].map(|rule| &rule.premises[2][0]);
    let judge = |of: &[&Machine]| [disjunct, inclusion].map(|clause| clause.holds(of, Reading::Composition));
    let of: Vec<&Machine> = found.machines.iter().collect();
    assert_eq!(judge(&of), [false, true]);
    let find = |size| Machine::ltss(1, false).into_iter().find(|m| m.size() == size).expect("there is one");
    let [all, none] = [(1, 1), (1, 0)].map(find);
    assert_eq!(judge(&[&none, &none, &all, &none, &none]), [true, false]);
    // What is equivalent: no word of M1 is excluded by both.
    for m in Machine::ltss(0b11, false) {
        for a1 in Machine::ltss(0b01, false) {
            for a2 in Machine::ltss(0b11, false) {
                let none = !meets(&[(&m, true), (&a1, false), (&a2, false)], ALL);
                assert_eq!(disjunct.holds(&[&m, &m, &m, &a1, &a2], Reading::Composition), none);
            }
        }
    }
}

#[test]
fn the_proof_of_rule_2() {
    // The second case of the proof uses the premises 1 and 4 only; but without the fifth there is a word as
    // in this case.
    let rule = Rule::pair().without("pair without premise 5", &[4]);
    let found = wrong(&rule, &PRINTED_PAIR, 1, Reading::Composition);
    let of: Vec<&Machine> = found.machines.iter().collect();
    let kept = rule.conclusion.iter().map(|clause| clause.holds(&of, Reading::Composition));
    assert_eq!(kept.collect::<Vec<_>>(), [false, true], "not in P1, but in P2");
    in_page(ERRATA, &found.fsp(&rule));
}

#[test]
fn rule_2_over_small_alphabets() {
    let rule = Rule::pair();
    in_page(ERRATA, &not_provable(&rule, &PRINTED_PAIR, 1).fsp(&rule));
}

/// As the paper remarks, without a proof.
#[test]
fn rule_2_with_guarantees_that_discharge_is_not_complete() {
    let rule = Rule::pair_by_guarantees();
    // The assumptions have all that the rule itself needs, and the discharge does not depend on the reading.
    let conditions = [&PRINTED_PAIR[..], &["M1 M2: A1 A2", "A1: P2", "A2: P1"]].concat();
    in_page(RULES, &not_provable(&rule, &conditions, 1).fsp(&rule));
}

/// If only words of the module itself are looked at, alphabets that are otherwise enough for soundness and
/// completeness are not.
#[test]
fn the_circular_rule_by_words_of_the_module() {
    let rule = Rule::circ();
    let conditions = ["P: M1 / M2", "G1: M1", "G2: M2", "M1 P / M1 M2: G1", "M2 P / M1 M2: G2"];
    in_page(RULES, &wrong_by_projection(&rule, &conditions, 2).fsp(&rule));
}

#[test]
fn the_circular_rule_over_small_alphabets() {
    let rule = Rule::circ();
    // Own actions of the property, and those of the other guarantee; but not what is merely shared.
    let conditions = ["P: M1 / M2", "G1: M1", "G2: M2", "M1 P / M1 G2: G1", "M2 P / M2 G1: G2"];
    in_page(RULES, &not_provable(&rule, &conditions, 2).fsp(&rule));
}
