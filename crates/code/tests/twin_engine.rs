//! Every engine, and all together, against a search of all states of random programs with few bits.

mod kit;

use kit::{Explicit, Random, random};
use rely_code::engine::{Answer, Engines, Options, decide};
use rely_lts::Context;

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
                    assert!(explicit.is_invariant(invariant, check.number), "{engines:?} {seed}/{case}: invariant");
                    safe += 1;
                }
                Answer::Unsafe(path) => {
                    assert!(expected, "{engines:?} {seed}/{case}: check {} cannot fail", check.number);
                    assert!(explicit.is_execution(path, check.number), "{engines:?} {seed}/{case}: path");
                    violations += 1;
                }
                Answer::Unknown(reason) => {
                    let bounded = !engines.abstraction && !engines.predicates && !engines.bits;
                    assert!(bounded && !expected, "{engines:?} {seed}/{case}: {reason:?}, expected {expected}");
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
fn predicate_abstraction_equals_the_search_of_all_states() {
    let engines = Engines { abstraction: true, ..Engines::NONE };
    let (safe, violations, _) = compare(engines, 2, 700, u64::MAX);
    assert!(safe > 200 && violations > 200, "{safe} {violations}");
}

#[test]
fn directed_search_over_predicates_equals_the_search_of_all_states() {
    let engines = Engines { predicates: true, ..Engines::NONE };
    let (safe, violations, _) = compare(engines, 3, 700, u64::MAX);
    assert!(safe > 200 && violations > 200, "{safe} {violations}");
}

#[test]
fn directed_search_over_bits_equals_the_search_of_all_states() {
    let engines = Engines { bits: true, ..Engines::NONE };
    let (safe, violations, _) = compare(engines, 4, 700, u64::MAX);
    assert!(safe > 200 && violations > 200, "{safe} {violations}");
}

#[test]
fn the_portfolio_equals_the_search_of_all_states() {
    let (safe, violations, _) = compare(Engines::ALL, 5, 1000, u64::MAX);
    assert!(safe > 200 && violations > 200, "{safe} {violations}");
}
