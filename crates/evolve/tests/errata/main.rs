//! The smallest counterexamples (fewest states, then actions, then transitions) to what \[CSS04\] prints,
//! found again by search over all small machines, judged by definition, and compared with the book, whose
//! blocks are executed.

mod machine;

use std::collections::BTreeSet;
use std::sync::Arc;

use machine::{Language, Machine, Word, composed, keeps, keeps_by_projection, restricted, smallest};
use rely_evolve::{Engine, FindingKind, Versions, complete, contained, lost};
use rely_lts::{Actions, Alphabet, Context, Lts};

const ERRATA: &str = include_str!("../../../../docs/book/src/errata.md");

/// Words are enumerated up to this length; every machine here has at most two states.
const LENGTH: usize = 5;

/// The machines, as lines one after the other, are a part of the page. A name that ends with `!` is one of a
/// property.
fn in_page(machines: &[(&str, &Machine)]) {
    let line = |&(name, machine): &(&str, &Machine)| match name.strip_suffix('!') {
        Some(name) => format!("property {}\n", machine.fsp(name)),
        None => machine.fsp(name) + "\n",
    };
    let text: String = machines.iter().map(line).collect();
    println!("{text}");
    assert!(ERRATA.contains(&text), "the book does not have\n{text}");
}

/// The machine in Rely.
fn lts(actions: &Actions, machine: &Machine) -> Arc<Lts> {
    let mut text = format!("states {}\n", machine.states);
    text += &format!("alphabet {}\n", machine.alphabet.iter().copied().collect::<Vec<_>>().join(" "));
    for (s, action, t) in &machine.steps {
        text += &format!("{s} {} {t}\n", action.unwrap_or("tau"));
    }
    Arc::new(rely_testkit::text::read(actions, &text))
}

fn versions(old: &Machine, new: &Machine, forbidden: &[&Machine]) -> Versions {
    let actions = Actions::new();
    let [baseline, candidate] = [old, new].map(|machine| lts(&actions, machine));
    let interface = Alphabet::union(&actions, [baseline.alphabet(), candidate.alphabet()]);
    let forbidden = forbidden.iter().map(|machine| lts(&actions, machine)).collect();
    Versions::new(baseline, candidate, forbidden, interface).expect("one table")
}

fn is_contained(versions: &Versions) -> bool {
    contained(versions, Context::unlimited()).holds()
}

/// U as printed: the new version, and the old one without the words of the prohibited.
fn printed_union(new: &Machine, old: &Machine, forbidden: &Machine) -> Language {
    let kept = &old.traces(LENGTH) - &forbidden.traces(LENGTH);
    &new.traces(LENGTH) | &kept
}

/// A word of a set, one of whose prefixes is not in it.
fn without_prefix(set: &Language) -> Option<&Word> {
    set.iter().find(|word| (0..word.len()).any(|n| !set.contains(&word[..n])))
}

fn over_a() -> Vec<Machine> {
    Machine::all(&["a"], 2)
}

/// Section 4: *U is always prefix-closed*.
#[test]
fn the_union_is_not_prefix_closed() {
    let all = over_a();
    let [new, old, forbidden] =
        smallest([&all, &all, &all], |[new, old, f]| without_prefix(&printed_union(new, old, f)).is_some());
    in_page(&[("NEW", &new), ("OLD", &old), ("F", &forbidden)]);
    // As Rely reads it, the old version need not be kept from a on, and nothing is missing.
    let versions = versions(&old, &new, &[&forbidden]);
    assert!(is_contained(&versions));
    let machine = complete(&versions, Engine::Direct, Context::unlimited()).expect("no limits").lts;
    assert_eq!((machine.n_states(), machine.n_transitions()), (1, 0));
}

/// Section 4: the query cache says *no* where a prefix was denied.
#[test]
fn the_cache_denies_words_of_the_union() {
    let all = over_a();
    let denied = |new: &Machine, old: &Machine, f: &Machine| {
        let union = printed_union(new, old, f);
        let by_cache = |word: &Word| (0..=word.len()).all(|n| union.contains(&word[..n]));
        union.iter().find(|word| !by_cache(word) && !new.does(word)).cloned()
    };
    let [new, old, forbidden] = smallest([&all, &all, &all], |[new, old, f]| denied(new, old, f).is_some());
    in_page(&[("NEW", &new), ("OLD", &old), ("F", &forbidden)]);
    assert_eq!(denied(&new, &old, &forbidden), Some(vec!["a", "a"]));
}

/// Section 5.1: membership *accepted by either M or M' and not accepted by B*.
#[test]
fn membership_is_not_that_of_the_union() {
    let all = over_a();
    let differs = |new: &Machine, old: &Machine, f: &Machine, from: usize| {
        let words = (from..=LENGTH).map(|n| vec!["a"; n]);
        let printed = |w: &Word| (old.does(w) || new.does(w)) && !f.does(w);
        let is_in = |w: &Word| new.does(w) || (old.does(w) && !f.does(w));
        words.into_iter().find(|w| printed(w) != is_in(w))
    };
    let find = |from| smallest([&all, &all, &all], |[new, old, f]| differs(new, old, f, from).is_some());
    let [new, old, f] = find(0);
    assert!([&new, &old, &f].iter().all(|m| m.states == 1 && m.steps.is_empty()), "all of them have stopped");
    assert_eq!(differs(&new, &old, &f, 0), Some(vec![]));
    let [new, old, forbidden] = find(1);
    in_page(&[("NEW", &new), ("OLD", &old), ("F", &forbidden)]);
    assert_eq!(differs(&new, &old, &forbidden, 1), Some(vec!["a"]));
}

/// Section 5.1: the iterative check goes on for ever on the right candidate.
#[test]
fn the_iterative_check_does_not_end() {
    let all = over_a();
    // Machines with two states lose finitely many words, or one of any length.
    let for_ever = |new: &Machine, old: &Machine| {
        let word = vec!["a"; 8];
        old.does(&word) && !new.does(&word)
    };
    let [new, old] = smallest([&all, &all], |[new, old]| for_ever(new, old));
    in_page(&[("NEW", &new), ("OLD", &old)]);
    // It is one finding.
    let found = lost(&versions(&old, &new, &[]), Context::unlimited()).expect("no limits");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].kind, FindingKind::Refused);
}

/// The same check as a search that remembers only where the candidate and the new version are.
#[test]
fn a_search_that_forgets_the_old_version() {
    let all = Machine::all(&["a", "b"], 1);
    let is_missed = |new: &Machine, old: &Machine| {
        // The candidate that allows everything is wrong: some word is in neither version.
        let words = Machine::new(&["a", "b"], 1, &[(0, Some("a"), 0), (0, Some("b"), 0)]).traces(LENGTH);
        let wrong = |word: &Word| !new.does(word) && !old.does(word);
        // The search looks at the first word by which each set of states of the new version is met.
        let mut met = BTreeSet::new();
        let mut by_length: Vec<&Word> = words.iter().collect();
        by_length.sort_by_key(|word| word.len());
        let looked_at: Vec<&Word> =
            by_length.into_iter().filter(|word| met.insert(new.after(word))).collect();
        words.iter().any(wrong) && !looked_at.into_iter().any(wrong)
    };
    let [new, old] = smallest([&all, &all], |[new, old]| is_missed(new, old));
    in_page(&[("NEW", &new), ("OLD", &old)]);
}

/// Section 5.1: the completed component over both alphabets refuses what the new version leaves free.
#[test]
fn different_alphabets() {
    let any = Machine::all_within(&["x"], 1);
    let active: Vec<Machine> = any.iter().filter(|m| !m.steps.is_empty()).cloned().collect();
    let properties = Machine::all(&["x"], 1);
    let is_wrong = |[new, old, environment, property]: [&Machine; 4]| {
        keeps(&[old, environment], property, LENGTH)
            && old.traces(LENGTH).is_subset(&new.traces(LENGTH))
            && keeps(&[&new.union(old), environment], property, LENGTH)
            && !keeps(&[new, environment], property, LENGTH)
    };
    let [new, old, environment, property] = smallest([&any, &any, &active, &properties], is_wrong);
    in_page(&[("NEW", &new), ("OLD", &old), ("E", &environment), ("P!", &property)]);
}

/// Compared over the actions that both know, a lost service is not seen.
#[test]
fn common_actions_only() {
    let any = Machine::all_within(&["a", "x"], 2);
    let over = |machine: &Machine, common: &BTreeSet<&'static str>| -> Language {
        machine.traces(4).iter().map(|word| restricted(word, common)).collect()
    };
    let is_unseen = |[new, old]: [&Machine; 2]| {
        let common = &new.alphabet & &old.alphabet;
        new.alphabet.is_subset(&old.alphabet)
            && over(old, &common).is_subset(&over(new, &common))
            && !old.traces(4).is_subset(&new.traces(4))
    };
    let [new, old] = smallest([&any, &any], is_unseen);
    in_page(&[("NEW", &new), ("OLD", &old)]);
    let found = lost(&versions(&old, &new, &[]), Context::unlimited()).expect("no limits");
    assert_eq!(found[0].kind, FindingKind::UnknownAction);
}

/// Definition 8: only those that communicate with the component, by projection.
#[test]
fn environment_of_neighbors_by_projection() {
    let few: Vec<Machine> =
        Machine::all_within(&["a", "b"], 2).into_iter().filter(|m| m.steps.len() <= 1).collect();
    let properties = Machine::all(&["a", "b"], 2);
    let is_wrong = |[new, old, other, property]: [&Machine; 4]| {
        // The versions are over a and not over b: otherwise the letters are exchanged.
        new.alphabet == old.alphabet
            && !new.alphabet.contains("b")
            && new.alphabet.is_disjoint(&other.alphabet)
            && old.traces(3).is_subset(&new.traces(3))
            && keeps_by_projection(&[new], property, 3)
            && keeps_by_projection(&[old, other], property, LENGTH)
            && keeps_by_projection(&[new], property, LENGTH)
            && !keeps_by_projection(&[new, other], property, LENGTH)
    };
    let [new, old, other, property] = smallest([&few, &few, &few, &properties], is_wrong);
    in_page(&[("NEW", &new), ("OLD", &old), ("N", &other), ("P!", &property)]);
}

/// The same by composition: a wrong *no*.
#[test]
fn environment_of_neighbors_by_composition() {
    let versions = Machine::all_within(&["a"], 1);
    let neighbors = Machine::all_within(&["a", "b"], 1);
    let others = Machine::all_within(&["b"], 1);
    let properties = Machine::all(&["b"], 1);
    let is_wrong = |[new, old, near, far, property]: [&Machine; 5]| {
        new.alphabet == old.alphabet
            && new.alphabet.is_disjoint(&far.alphabet)
            && !new.alphabet.is_disjoint(&near.alphabet)
            && near.alphabet.contains("b")
            && old.traces(3).is_subset(&new.traces(3))
            && keeps(&[new, near, far], property, 3)
            && keeps(&[old, near, far], property, 3)
            && !keeps(&[new, near], property, 3)
    };
    let [new, old, near, far, property] =
        smallest([&versions, &versions, &neighbors, &others, &properties], is_wrong);
    in_page(&[("NEW", &new), ("OLD", &old), ("N1", &near), ("N2", &far), ("P!", &property)]);
}

/// Definition 5: inclusion of languages where the property knows fewer actions, and more.
#[test]
fn properties_over_other_actions() {
    let any = Machine::all_within(&["a", "b"], 1);
    let literally = |machine: &Machine, property: &Machine| machine.traces(3).is_subset(&property.traces(3));
    let [machine, property] = smallest([&any, &any], |[m, p]| keeps(&[m], p, 3) && !literally(m, p));
    in_page(&[("M", &machine), ("P!", &property)]);
    let [machine, property] =
        smallest([&any, &any], |[m, p]| keeps_by_projection(&[m], p, 3) && !keeps(&[m], p, 3));
    in_page(&[("M", &machine), ("P!", &property)]);
    let other = Machine::new(&["a"], 1, &[(0, Some("a"), 0)]);
    assert!(!keeps_by_projection(&[&machine, &other], &property, 3), "not kept beside another component");
}

/// Section 5.2: letters of pairs do not synchronize as actions do.
#[test]
fn composing_letters() {
    // Two loops with a; the state of the first has p.
    let plain = Machine::new(&["a"], 1, &[(0, Some("a"), 0)]);
    assert!(composed(&[&plain, &plain], 2).contains(&vec!["a", "a"]), "the structures loop together");
    let letters = |letter: &'static str| Machine::new(&["a⟨p⟩", "a⟨⟩"], 1, &[(0, Some(letter), 0)]);
    assert_eq!(composed(&[&letters("a⟨p⟩"), &letters("a⟨⟩")], 2).len(), 1, "the automata do nothing");
    // Rely's letters are of this form, and so are made after composing.
    let actions = Actions::new();
    let structure = (*lts(&actions, &plain)).clone();
    let mut propositions = rely_lts::Propositions::new(vec![Arc::from("p")], 1);
    propositions.set(rely_lts::StateId::at(0), 0, true);
    let seen = |lts: &Lts| {
        let letters = rely_evolve::letters(lts, &[Arc::from("p")]);
        letters.alphabet().names().iter().map(|name| name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(seen(&structure), ["a⟨⟩", "⟨⟩"]);
    assert_eq!(seen(&structure.with_propositions(propositions).expect("one state")), ["a⟨p⟩", "⟨p⟩"]);
}

/// *Provides all services*: the same traces, and one version can stop.
#[test]
fn traces_are_not_services() {
    let nondeterministic = |states: usize| {
        let cells: Vec<(usize, Option<&'static str>, usize)> =
            (0..states * states).map(|i| (i / states, Some("a"), i % states)).collect();
        (0..1usize << cells.len()).map(move |bits| {
            let steps: Vec<_> = (0..cells.len()).filter(|i| bits >> i & 1 == 1).map(|i| cells[i]).collect();
            Machine::new(&["a"], states, &steps)
        })
    };
    let all: Vec<Machine> = nondeterministic(1).chain(nondeterministic(2)).collect();
    let is_one = |[new, old]: [&Machine; 2]| {
        new.can_stop() && !old.can_stop() && old.traces(LENGTH) == new.traces(LENGTH)
    };
    let [new, old] = smallest([&all, &all], is_one);
    in_page(&[("NEW", &new), ("OLD", &old)]);
    assert!(is_contained(&versions(&old, &new, &[])));
}

/// Several instances: neither all old nor all new violates, a mixture does.
#[test]
fn a_mixture_of_instances() {
    let instance = |machine: &Machine, prefix: char| {
        machine.renamed(|action| match (prefix, action) {
            ('x', "a") => "x.a",
            ('x', _) => "x.b",
            (_, "a") => "y.a",
            _ => "y.b",
        })
    };
    let any = Machine::all_within(&["a", "b"], 1);
    let properties = Machine::all_within(&["x.a", "y.b"], 2);
    let is_one = |[new, old, property]: [&Machine; 3]| {
        let safe =
            |machine: &Machine| keeps(&[&instance(machine, 'x'), &instance(machine, 'y')], property, 3);
        new.alphabet == old.alphabet && safe(new) && safe(old) && !safe(&new.union(old))
    };
    let [new, old, property] = smallest([&any, &any, &properties], is_one);
    in_page(&[("NEW", &new), ("OLD", &old), ("P!", &property)]);
}

/// A completed component over the interface only, by projection: what the new version does outside of it is
/// not seen.
#[test]
fn over_the_interface_only() {
    let (news, olds) = (Machine::all_within(&["a", "n"], 1), Machine::all_within(&["a"], 1));
    let properties = Machine::all(&["n"], 1);
    let is_one = |[new, old, property]: [&Machine; 3]| {
        let seen = new.seen_through(&["a"]);
        keeps_by_projection(&[old], property, 3)
            && old.traces(3).is_subset(&seen.traces(3))
            && keeps_by_projection(&[&seen.union(old)], property, 3)
            && !keeps_by_projection(&[new], property, 3)
    };
    let [new, old, property] = smallest([&news, &olds, &properties], is_one);
    in_page(&[("NEW", &new), ("OLD", &old), ("P!", &property)]);
}

/// Definition 7: containment of over-approximations.
#[test]
fn over_approximations() {
    let all = Machine::all(&["a"], 1);
    // OLD and NEW are programs; the models are MOLD and MNEW.
    let is_one = |[old, new, model_old, model_new]: [&Machine; 4]| {
        let within = |one: &Machine, other: &Machine| one.traces(LENGTH).is_subset(&other.traces(LENGTH));
        let sound = within(old, model_old) && within(new, model_new);
        sound && within(model_old, model_new) && !within(old, new)
    };
    let [old, new, model_old, model_new] = smallest([&all, &all, &all, &all], is_one);
    in_page(&[("OLD", &old), ("NEW", &new), ("MOLD", &model_old), ("MNEW", &model_new)]);
}

/// Definition 3: tau as a letter.
#[test]
fn internal_steps_as_letters() {
    let literal = |machine: &Machine| Machine {
        alphabet: &machine.alphabet | &BTreeSet::from(["τ"]),
        states: machine.states,
        steps: machine.steps.iter().map(|&(s, a, t)| (s, a.or(Some("τ")), t)).collect(),
    };
    let cells = [
        (0, None, 1),
        (0, Some("a"), 0),
        (0, Some("a"), 1),
        (1, None, 0),
        (1, Some("a"), 0),
        (1, Some("a"), 1),
    ];
    let two = (0..1usize << cells.len()).map(|bits| {
        let steps: Vec<_> = (0..cells.len()).filter(|i| bits >> i & 1 == 1).map(|i| cells[i]).collect();
        Machine::new(&["a"], 2, &steps)
    });
    let news: Vec<Machine> = Machine::all(&["a"], 1).into_iter().chain(two).collect();
    let olds = Machine::all(&["a"], 2);
    let is_one = |[new, old]: [&Machine; 2]| {
        old.traces(LENGTH).is_subset(&new.traces(LENGTH))
            && !literal(old).traces(LENGTH).is_subset(&literal(new).traces(LENGTH))
    };
    let [new, old] = smallest([&news, &olds], is_one);
    // Not smaller than what the book has: one internal step before a loop.
    let added = Machine::new(&["a"], 2, &[(0, None, 1), (1, Some("a"), 1)]);
    let size = |machine: &Machine| (machine.states, machine.steps.len());
    assert_eq!((size(&new), size(&old)), (size(&added), (1, 1)));
    assert!(is_one([&added, &old]));
    assert!(is_contained(&versions(&old, &added, &[])));
}
