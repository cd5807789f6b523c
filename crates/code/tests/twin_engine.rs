//! Every engine, and all together, against a search of all states of random programs with few bits.

mod kit;

use std::sync::Arc;

use kit::{Explicit, Random, random};
use rely_code::blocks::PointId;
use rely_code::engine::{Answer, Cause, Engines, Options, Reason, decide};
use rely_lts::{Budget, Context, Spent};

/// Compares on this many programs; returns how many checks are safe, unsafe and unknown.
fn compare(engines: Engines, seed: u64, cases: usize, limit: u64) -> (usize, usize, usize) {
    let (mut safe, mut violations, mut unknown) = (0, 0, 0);
    for case in 0..cases {
        let mut random = Random(seed * 1_000_003 + case as u64);
        let mut blocks = random::program(&mut random);
        let violated = Explicit::new(&blocks).violated();
        let options = Options { engines, limit, ..Options::default() };
        let outcome = decide(&mut blocks, &options, Context::unlimited());
        let explicit = Explicit::new(&blocks);
        for check in &outcome.checks {
            let expected = violated.contains(&check.number);
            match &check.answer {
                Answer::Safe(invariant) => {
                    assert!(!expected, "{engines:?} {seed}/{case}: check {} can fail", check.number);
                    assert!(
                        explicit.is_invariant(invariant, check.number),
                        "{engines:?} {seed}/{case}: invariant"
                    );
                    safe += 1;
                }
                Answer::Unsafe(path) => {
                    assert!(expected, "{engines:?} {seed}/{case}: check {} cannot fail", check.number);
                    assert!(explicit.is_execution(path, check.number), "{engines:?} {seed}/{case}: path");
                    violations += 1;
                }
                Answer::Unknown(reason) => {
                    let complete =
                        engines.explicit || engines.abstraction || engines.predicates || engines.bits;
                    assert!(
                        !complete && !expected,
                        "{engines:?} {seed}/{case}: {reason:?}, expected {expected}"
                    );
                    unknown += 1;
                }
            }
        }
    }
    (safe, violations, unknown)
}

#[test]
fn the_bounded_search_finds_exactly_the_violations() {
    let engines = Engines { bounded: true, ..Engines::NONE };
    let (_, violations, unknown) = compare(engines, 1, 400, 300);
    assert!(violations > 100 && unknown > 100, "{violations} {unknown}");
}

#[test]
fn values_exclude_only_what_cannot_happen() {
    let engines = Engines { bounded: true, values: true, ..Engines::NONE };
    let (safe, violations, unknown) = compare(engines, 9, 600, 3000);
    assert!(safe > 100 && violations > 100 && unknown > 0, "{safe} {violations} {unknown}");
}

#[test]
fn the_explicit_search_equals_the_search_of_all_states() {
    let engines = Engines { explicit: true, ..Engines::NONE };
    let (safe, violations, _) = compare(engines, 9, 2000, u64::MAX);
    assert!(safe > 200 && violations > 200, "{safe} {violations}");
}

#[test]
fn predicate_abstraction_equals_the_search_of_all_states() {
    let engines = Engines { abstraction: true, ..Engines::NONE };
    let (safe, violations, _) = compare(engines, 2, 2000, u64::MAX);
    assert!(safe > 200 && violations > 200, "{safe} {violations}");
}

#[test]
fn directed_search_over_predicates_equals_the_search_of_all_states() {
    let engines = Engines { predicates: true, ..Engines::NONE };
    let (safe, violations, _) = compare(engines, 3, 2000, u64::MAX);
    assert!(safe > 200 && violations > 200, "{safe} {violations}");
}

#[test]
fn directed_search_over_bits_equals_the_search_of_all_states() {
    let engines = Engines { bits: true, ..Engines::NONE };
    let (safe, violations, _) = compare(engines, 4, 2000, u64::MAX);
    assert!(safe > 200 && violations > 200, "{safe} {violations}");
}

#[test]
fn the_portfolio_equals_the_search_of_all_states() {
    let (safe, violations, _) = compare(Engines::ALL, 5, 2000, u64::MAX);
    assert!(safe > 200 && violations > 200, "{safe} {violations}");
}

#[test]
fn the_symbolic_engines_together_equal_the_search_of_all_states() {
    let engines = Engines { explicit: false, ..Engines::ALL };
    let (safe, violations, _) = compare(engines, 10, 2000, u64::MAX);
    assert!(safe > 200 && violations > 200, "{safe} {violations}");
}

#[test]
fn little_work_gives_no_wrong_answers() {
    let (mut decided, mut unknown) = (0, 0);
    for case in 0..600 {
        let mut blocks = random::program(&mut Random(6_000_000 + case));
        let violated = Explicit::new(&blocks).violated();
        let options = Options { limit: 1 + case % 40, ..Options::default() };
        for check in decide(&mut blocks, &options, Context::unlimited()).checks {
            match check.answer {
                Answer::Safe(_) => assert!(!violated.contains(&check.number), "{case}"),
                Answer::Unsafe(_) => assert!(violated.contains(&check.number), "{case}"),
                Answer::Unknown(reason) => {
                    assert!(matches!(reason.cause, Cause::Spent(_)), "{case}: {reason:?}");
                    unknown += 1;
                    continue;
                }
            }
            decided += 1;
        }
    }
    assert!(decided > 100 && unknown > 100, "{decided} {unknown}");
}

#[test]
fn a_run_can_be_stopped_and_repeated() {
    let stop = Budget { stop: Some(Arc::new(|| Some(Spent::Cancelled))), ..Budget::unlimited() };
    let mut stopped = 0;
    for case in 0..100 {
        let run = |context: Context<'_>| {
            let mut blocks = random::program(&mut Random(7_000_000 + case));
            let outcome = decide(&mut blocks, &Options::default(), context);
            (outcome.checks, outcome.statistics, outcome.predicates)
        };
        let (first, second) = (run(Context::unlimited()), run(Context::unlimited()));
        assert_eq!(first, second);
        // Where no edge leads to an error, there is nothing to stop.
        for check in run(Context::with_budget(&stop)).0 {
            match check.answer {
                Answer::Unknown(Reason { cause: Cause::Spent(Spent::Cancelled), .. }) => stopped += 1,
                Answer::Safe(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(stopped > 50, "{stopped}");
}

#[test]
fn predicates_of_an_earlier_run_are_seeds() {
    let engines = Engines { abstraction: true, ..Engines::NONE };
    let (mut cold, mut warm) = (0, 0);
    for case in 0..300 {
        let mut blocks = random::program(&mut Random(8_000_000 + case));
        let outcome = decide(&mut blocks, &Options { engines, ..Options::default() }, Context::unlimited());
        let seeds = (0..)
            .zip(&outcome.predicates)
            .flat_map(|(point, list)| list.iter().map(move |&predicate| (PointId(point), predicate)))
            .collect();
        let options = Options { engines, seeds, ..Options::default() };
        let again = decide(&mut blocks, &options, Context::unlimited());
        for (one, other) in outcome.checks.iter().zip(&again.checks) {
            assert_eq!(
                matches!(one.answer, Answer::Safe(_)),
                matches!(other.answer, Answer::Safe(_)),
                "{case}"
            );
        }
        cold += outcome.statistics.refinements;
        warm += again.statistics.refinements;
    }
    assert!(cold > 100 && warm * 4 < cold, "{cold} {warm}");
}
