//! Questions about automata against looking at all short words.

mod kit;

use std::collections::BTreeSet;

use kit::{Known, MANNERS, all_dfas};
use rely_learn::{Cached, Closure, Dfa, Letter, random_dfa, random_prefix_closed};
use rely_lts::Context;

/// All words over two letters up to a length, short ones first, then by letters.
fn words(longest: usize) -> Vec<Vec<Letter>> {
    let mut words = vec![Vec::new()];
    let mut at = 0;
    while words[at].len() < longest {
        for letter in 0..2 {
            let word = [&words[at][..], &[letter]].concat();
            words.push(word);
        }
        at += 1;
    }
    words
}

#[test]
fn differences_and_overlaps_are_the_first_words_there_are() {
    // Two automata with n and m states differ, if at all, on a word shorter than n + m; inclusion takes n ·
    // m.
    let words = words(9);
    let small: Vec<Dfa> = (1..=2).flat_map(|n| all_dfas(n, 2)).collect();
    let three: Vec<Dfa> = all_dfas(3, 2).step_by(97).collect();
    for one in small.iter().chain(&three) {
        for other in &three {
            let first = |wanted: &dyn Fn(bool, bool) -> bool| {
                words.iter().find(|word| wanted(one.accepts(word), other.accepts(word))).cloned()
            };
            let difference = first(&|mine, theirs| mine != theirs);
            let found = one.difference(other);
            assert_eq!(found.as_ref().map(Vec::len), difference.as_ref().map(Vec::len), "{one:?} {other:?}");
            assert!(found.is_none_or(|word| one.accepts(&word) != other.accepts(&word)));
            assert_eq!(one.excess(other), first(&|mine, theirs| mine && !theirs), "{one:?} {other:?}");
            assert_eq!(one.overlap(other), first(&|mine, theirs| mine && theirs), "{one:?} {other:?}");
        }
    }
}

#[test]
fn minimal_automata_have_a_state_per_behavior() {
    let (prefixes, suffixes) = (words(3), words(3));
    for dfa in (1..=3).flat_map(|n| all_dfas(n, 2)) {
        let behavior = |prefix: &Vec<Letter>| {
            suffixes.iter().map(|suffix| dfa.accepts(&[&prefix[..], suffix].concat())).collect::<Vec<_>>()
        };
        let behaviors: BTreeSet<Vec<bool>> = prefixes.iter().map(behavior).collect();
        let smallest = dfa.minimize();
        assert_eq!(smallest.n_states(), behaviors.len(), "{dfa:?}");
        assert_eq!(smallest.difference(&dfa), None, "{dfa:?}");
        assert_eq!(smallest.minimize(), smallest);
        let closed = prefixes
            .iter()
            .all(|word| !dfa.accepts(word) || (0..word.len()).all(|length| dfa.accepts(&word[..length])));
        assert_eq!(dfa.is_prefix_closed(), closed, "{dfa:?}");
    }
}

#[test]
fn random_automata_are_as_large_as_asked_for() {
    for (n, k) in [(1, 1), (4, 1), (12, 2), (60, 3)] {
        let dfa = random_dfa(n, k, 7);
        assert_eq!(dfa.minimize().n_states(), n as usize);
        assert_eq!(dfa, random_dfa(n, k, 7));
        assert!(n == 1 || dfa != random_dfa(n, k, 8));
    }
    let dfa = random_prefix_closed(20, 3, 7);
    assert!(dfa.is_prefix_closed() && dfa.minimize().n_states() == 21);
}

#[test]
fn an_answer_decides_others_only_if_the_language_is_closed() {
    // Words of even length; and words without the letter 1.
    let even = Dfa::new(2, 0, vec![1, 1, 0, 0], vec![true, false]).expect("it is total");
    let closed = Dfa::new(2, 0, vec![0, 1, 1, 1], vec![true, false]).expect("it is total");
    for (target, closure) in [(&even, Closure::Any), (&closed, Closure::PrefixClosed)] {
        for manner in MANNERS {
            let mut teacher = Known::new(target, manner);
            let mut cached = Cached::new(&mut teacher, 2, closure, Context::unlimited());
            // Long words first: what they say about their prefixes is used for the short ones.
            for word in words(4).iter().rev() {
                let known = cached.known(word);
                assert!(known.is_none_or(|answer| answer == target.accepts(word)), "{closure:?} {word:?}");
                assert_eq!(cached.accepts(word), Ok(target.accepts(word)), "{closure:?} {word:?}");
            }
        }
    }
}
