//! Which conditions on alphabets make the proof rules sound and complete? By brute force.
//!
//! All ways in which the alphabets can overlap: every action has a *kind*, the set of the parts of the rule
//! that know it. As components all LTSs with one or two states, nondeterministic and with tau; as properties
//! and guarantees all deterministic ones; as assumptions also all languages of complete machines with two
//! states, closed under prefixes or not. Rules speak of languages, so that one machine for each language is
//! enough.
//!
//! - `L ⊨ R` is read in two ways: by composition (what only R knows is free), which is ours, and by
//!   projection (what only R knows never happens), which is the papers'.
//! - *Sound*: wherever the premises hold the conclusion does.
//! - *Complete*: wherever the conclusion holds the weakest assumptions (for the circular rules: the strongest
//!   guarantees) over the alphabets in question satisfy the premises.
//! - For each condition that is left out something is found: none of them is superfluous. (For completeness:
//!   a system that keeps its properties, but neither the canonical nor any other assumptions with two states
//!   prove it.)
//!
//! On every run: everything with one action; with two actions all pairs of kinds (of the rules for three
//! components a fifth), with a part of the systems (the numbers are printed); random systems over three
//! actions. If `RELY_EXHAUSTIVE` is set all pairs, all systems with two actions (of the rules for three
//! components still a part), and more random ones. The smallest counterexamples are in the book; `errata.rs`
//! produces them.

mod errata;
mod machine;
mod rule;
mod search;

use machine::Machine;
use rely_testkit::generate::Rng;
use rule::{Kind, Reading, Role, Rule, Third};
use search::{Counterexample, Domains, Seen, incomplete, provable, sets, unsound};

/// Is everything asked for?
fn exhaustive() -> bool {
    std::env::var_os("RELY_EXHAUSTIVE").is_some()
}

/// A rule and what it needs.
struct Needs {
    rule: Rule,
    /// To be sound, if satisfaction is read by projection. By composition it is sound as it is.
    by_projection: Vec<String>,
    /// To be complete. One of the alternatives is enough.
    complete: Vec<Vec<String>>,
    /// How many systems are tried for each set of kinds.
    limit: usize,
}

fn needs(rule: Rule, by_projection: &[&str], complete: &[&[&str]], limit: usize) -> Needs {
    let owned = |all: &[&str]| all.iter().map(|c| c.to_string()).collect::<Vec<_>>();
    let complete = complete.iter().map(|all| owned(all)).collect();
    Needs { rule, by_projection: owned(by_projection), complete, limit }
}

/// The sound rules with the conditions of the book.
fn rules() -> Vec<Needs> {
    let (first, second) = ("M1 P: M2 / A2", "M2 P: M1 / A1");
    let (own, others) = ("M1 A1: M2 / A2", "M2 A2: M1 / A1");
    let shared: &[&str] = &["M1 M2: A1", "M1 M2: A2", "M1 P / M2 P: A1", "M1 P / M2 P: A2"];
    let mut all = vec![
        needs(Rule::asym(), &["M2 P: M1 / A", "M1 A: M2"], &[&["M1 M2: A", "M2 P: A"]], 1_000),
        needs(Rule::sym(Third::Empty), &[first, second], &[shared], 150),
        needs(Rule::sym(Third::InProperty), &[first, second, "M1 M2 P: A1 / A2"], &[shared], 150),
        needs(
            Rule::sym(Third::OfOne),
            &[first, second, own, others],
            &[&["M1 M2: A2", "M1 P: A2"], &["M1 M2: A1", "M2 P: A1"]],
            150,
        ),
        needs(
            Rule::pair(),
            &["M2 P1: M1 / A1", "M1 P2: M2 / A2", own, others],
            &[&["M1 M2: A1", "M1 M2: A2", "M2 P1: A1", "M2 P1: A2", "M1 P2: A1", "M1 P2: A2"]],
            40,
        ),
        needs(
            Rule::circ(),
            &["M1 P / M2 P: G1 / G2", "M1 G1 / M1 G2 / M2 G1 / M2 G2: M1 M2"],
            &[&["M1 P: G1", "M1 M2: G1", "M2 P: G2", "M1 M2: G2"]],
            150,
        ),
    ];
    let mut three = needs(Rule::sym_three(), &[], &[&[]], 12);
    let mut circular = needs(Rule::circ_three(), &[], &[&[]], 12);
    for i in 1..=3 {
        three.by_projection.push(format!("M1 P / M2 P / M3 P: M{i} / A{i}"));
        three.complete[0].push(format!("M1 M2 / M1 M3 / M2 M3: A{i}"));
        three.complete[0].push(format!("M1 P / M2 P / M3 P: A{i}"));
        circular.complete[0].push(format!("M{i} P: G{i}"));
        let (j, k) = (i % 3 + 1, (i + 1) % 3 + 1);
        circular.complete[0].push(format!("M{i} M{j} / M{i} M{k}: G{i}"));
    }
    all.push(three);
    all.push(circular);
    all
}

fn borrowed(conditions: &[String]) -> Vec<&str> {
    conditions.iter().map(String::as_str).collect()
}

/// Nothing is found with all conditions, but something without any one of them.
fn check(
    needs: &Needs,
    what: &str,
    conditions: &[String],
    mut find: impl FnMut(&[Kind], &mut Seen) -> Option<Counterexample>,
    real: impl Fn(&Counterexample) -> bool,
) {
    let rule = &needs.rule;
    let mut seen = Seen::default();
    let conditions = borrowed(conditions);
    let mut all = sets(rule, &conditions, 2);
    if rule.parts.len() == 7 && !exhaustive() {
        let mut n = 0;
        all.retain(|kinds| {
            n += 1;
            kinds.len() == 1 || n % 5 == 0
        });
    }
    for kinds in &all {
        if let Some(found) = find(kinds, &mut seen) {
            panic!("{} is not {what} under {conditions:?}:\n{}", rule.name, found.fsp(rule));
        }
    }
    println!("{}, {what}: {} sets of kinds, {seen:?}", rule.name, all.len());
    assert!(seen.kept > seen.systems / 10 && seen.kept < seen.systems, "{seen:?}");
    for dropped in &conditions {
        let rest: Vec<&str> = conditions.iter().copied().filter(|c| c != dropped).collect();
        let mut wider = sets(rule, &rest, 2);
        wider.retain(|kinds| kinds.iter().any(|&kind| !rule.allows(dropped, kind)));
        let found = wider.iter().find_map(|kinds| find(kinds, &mut seen).filter(&real));
        assert!(found.is_some(), "{} is {what} without {dropped}", rule.name);
    }
}

/// The machines for most questions; for the circular rules assumptions are LTSs.
fn domains(needs: &Needs) -> Domains {
    let mut domains = Domains::new(true, !needs.rule.is_circular());
    domains.limit = match exhaustive() {
        true if needs.rule.parts.len() < 7 => usize::MAX,
        true => 50 * needs.limit,
        false => needs.limit,
    };
    domains
}

#[test]
fn machines_are_counted() {
    let deterministic = |knows| Machine::ltss(knows, false).len();
    assert_eq!([0, 0b1, 0b11, 0b111].map(deterministic), [1, 2 + 1, 4 + 29, 8 + 415]);
    // With tau or nondeterminism there are more languages, of machines with three states.
    assert_eq!([0b1, 0b11].map(|knows| Machine::ltss(knows, true).len()), [3, 49]);
    assert!(Machine::ltss(0b11, true).iter().all(Machine::is_lts));
    // A word is accepted iff its last action is in a set; or everything or nothing is; or ...
    assert_eq!([0, 0b1, 0b11].map(|knows| Machine::automata(knows).len()), [2, 6, 26]);
}

#[test]
fn by_composition_the_rules_are_sound() {
    for needs in rules() {
        let mut machines = domains(&needs);
        let find = |kinds: &[Kind], seen: &mut Seen| {
            unsound(&needs.rule, kinds, Reading::Composition, &mut machines, true, seen)
        };
        check(&needs, "sound by composition", &[], find, |_| true);
    }
}

#[test]
fn by_projection_they_need_conditions() {
    let conditional: Vec<_> = rules().into_iter().filter(|needs| !needs.by_projection.is_empty()).collect();
    assert!(conditional.len() >= 5, "the rules of the table in theory/rules.md have conditions");
    for needs in conditional {
        let mut machines = domains(&needs);
        let find = |kinds: &[Kind], seen: &mut Seen| {
            unsound(&needs.rule, kinds, Reading::Projection, &mut machines, true, seen)
        };
        check(&needs, "sound by projection", &needs.by_projection, find, |_| true);
    }
}

#[test]
fn they_are_complete_over_large_alphabets() {
    for needs in rules() {
        let mut machines = domains(&needs);
        // One proof for each system is quickly found.
        machines.limit = machines.limit.saturating_mul(10);
        for conditions in &needs.complete {
            let find =
                |kinds: &[Kind], seen: &mut Seen| incomplete(&needs.rule, kinds, &mut machines, true, seen);
            // What the canonical assumptions do not prove other small ones do not prove either.
            let real = |found: &Counterexample| {
                let given = &found.machines[..needs.rule.n_given()];
                !provable(&needs.rule, given, &found.alphabets)
            };
            check(&needs, "complete", conditions, find, real);
        }
    }
}

/// The rule that is not sound is found out, and so is each rule without one of its premises.
#[test]
fn what_is_not_sound_is_noticed() {
    let mut rules = vec![Rule::circular(), Rule::sym(Third::InOne)];
    for needs in self::rules() {
        rules.extend(
            (0..needs.rule.premises.len()).map(|i| needs.rule.clone().without(needs.rule.name, &[i])),
        );
    }
    for rule in rules {
        let mut machines = Domains::new(false, false);
        let mut seen = Seen::default();
        let mut find =
            |kinds: &[Kind]| unsound(&rule, kinds, Reading::Composition, &mut machines, true, &mut seen);
        let found = sets(&rule, &[], 1).iter().find_map(|kinds| find(kinds)).expect("it is not sound");
        let of: Vec<&Machine> = found.machines.iter().collect();
        assert!(rule.premises_hold(&of, Reading::Composition), "{}", found.fsp(&rule));
        assert!(!rule.conclusion_holds(&of, Reading::Composition), "{}", found.fsp(&rule));
    }
}

/// Systems over three actions, with nondeterminism and tau: whatever is assumed, what is proved is true; over
/// large alphabets the canonical assumptions prove what is true.
#[test]
fn random_systems_over_three_actions() {
    let mut rng = Rng::new(7);
    let mut machines = Domains::new(true, true);
    for needs in rules() {
        let rule = &needs.rule;
        let given = rule.n_given();
        let (mut proved, mut decided, mut kept, mut empty) = (0, 0, 0, 0);
        let last = usize::from(u8::MAX >> (8 - rule.parts.len()));
        for _ in 0..if exhaustive() { 400_000 } else { 4_000 } {
            let large = rng.percent(60).then(|| rng.pick(&needs.complete).clone());
            let conditions = large.as_deref().map(borrowed).unwrap_or_default();
            let kinds: Vec<Kind> = (0..3)
                .map(|_| {
                    loop {
                        let kind = u8::try_from(1 + rng.below(last)).expect("a kind fits into a byte");
                        if conditions.iter().all(|c| rule.allows(c, kind)) {
                            break kind;
                        }
                    }
                })
                .collect();
            let alphabets = rule.alphabets(&kinds);
            let mut of: Vec<Machine> =
                (0..given).map(|i| rng.pick(machines.of(rule.parts[i].1, alphabets[i])).clone()).collect();
            for (i, &(m, p)) in rule.about.iter().enumerate() {
                let seen = alphabets[given + i];
                let role = if rule.is_circular() { Role::Property } else { Role::Assumption };
                of.push(match large.is_some() || rng.percent(60) {
                    true => rule.canonical(&of[m], &of[p], seen),
                    false => rng.pick(machines.of(role, seen)).clone(),
                });
            }
            let of: Vec<&Machine> = of.iter().collect();
            let proof = rule.premises_hold(&of, Reading::Composition);
            let truth = rule.conclusion_holds(&of, Reading::Composition);
            assert!(truth || !proof, "{} is not sound: {of:?}", rule.name);
            assert!(proof || !truth || large.is_none(), "{} is not complete: {of:?}", rule.name);
            // The empty language is needed only where one of the alphabets does not matter.
            let satisfiable = of[given..].iter().all(|assumption| assumption.is_lts());
            assert!(
                satisfiable || !truth || large.is_none() || rule.name == "sym-b",
                "{}: {of:?}",
                rule.name
            );
            empty += u32::from(!satisfiable && truth && large.is_some());
            proved += u32::from(proof && large.is_none());
            decided += u32::from(large.is_some());
            kept += u32::from(large.is_some() && truth);
        }
        println!(
            "{}: {proved} proved with small alphabets; {kept} of {decided} kept with large ones",
            rule.name
        );
        assert!(proved > 50 && kept > 200 && kept < decided, "{}", rule.name);
        assert_eq!(empty > 0, rule.name == "sym-b");
    }
}
