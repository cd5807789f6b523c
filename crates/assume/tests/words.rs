//! Sentences about assumptions against all traces, for all small automata.

use rely_assume::{Sentence, words};
use rely_lts::{ActionId, Actions, Label, Lts, LtsBuilder, StateId};

/// Is a trace as a sentence says? By its definition.
fn satisfies(trace: &[Label], sentence: &Sentence) -> bool {
    let places = |a: &Label| (0..trace.len()).filter(|&at| trace[at] == *a).collect::<Vec<usize>>();
    let before = |at: usize, a: &Label| (0..at).rev().find(|&earlier| trace[earlier] == *a);
    match sentence {
        Sentence::Never(a) => !trace.contains(a),
        Sentence::Between(a, open, close) => {
            places(a).into_iter().all(|at| before(at, open) > before(at, close) && before(at, open).is_some())
        }
        Sentence::After(a, b) => places(a).into_iter().all(|at| before(at, b).is_some()),
        Sentence::Once(a) => places(a).len() <= 1,
        Sentence::NotTwice(a, b) => places(a).windows(2).all(|pair| trace[pair[0]..pair[1]].contains(b)),
        Sentence::Then(a, allowed) => match places(a).first() {
            Some(&at) => trace[at + 1..].iter().all(|label| allowed.contains(label)),
            None => true,
        },
        Sentence::Next(a, allowed) => {
            places(a).into_iter().all(|at| trace.get(at + 1).is_none_or(|label| allowed.contains(label)))
        }
        Sentence::First(allowed) => trace.first().is_none_or(|label| allowed.contains(label)),
    }
}

fn machine(n: usize, names: &[&str], targets: &[usize]) -> Lts {
    let actions = Actions::new();
    let labels: Vec<ActionId> = names.iter().map(|name| actions.intern(name)).collect();
    let mut builder = LtsBuilder::new(&actions);
    let states: Vec<StateId> = (0..n).map(|_| builder.add_state().unwrap()).collect();
    labels.iter().for_each(|&label| builder.extend_alphabet(label));
    for (at, &target) in targets.iter().enumerate() {
        if target < n {
            builder.add_transition(states[at / names.len()], labels[at % names.len()], states[target]);
        }
    }
    builder.finish(states[0]).unwrap().reachable().0
}

fn is_trace(lts: &Lts, trace: &[Label]) -> bool {
    let step = |state: StateId, label: &Label| lts.step(state, *label).first().copied();
    trace.iter().try_fold(lts.initial(), step).is_some()
}

/// All words up to a length.
fn all(labels: &[Label], length: usize) -> Vec<Vec<Label>> {
    let mut found = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..length {
        let to = found.len();
        for at in from..to {
            for &label in labels {
                let mut longer: Vec<Label> = found[at].clone();
                longer.push(label);
                found.push(longer);
            }
        }
        from = to;
    }
    found
}

#[test]
fn every_sentence_is_true_and_equivalence_is_not_claimed_wrongly() {
    let (mut automata, mut sentences, mut equivalent, mut summaries) = (0, 0, 0, 0);
    for (n, names, length) in
        [(1, &["a", "b", "c"][..], 5), (2, &["a", "b"], 8), (3, &["a", "b"], 8), (2, &["a", "b", "c"], 6)]
    {
        let cells = n * names.len();
        let mut targets = vec![0; cells];
        loop {
            let lts = machine(n, names, &targets);
            let labels: Vec<Label> = lts.alphabet().labels().filter(|label| !label.is_tau()).collect();
            let found = words(&lts);
            let words = all(&labels, length);
            let mut same = true;
            for word in &words {
                let allowed = is_trace(&lts, word);
                let said = found.sentences.iter().all(|sentence| satisfies(word, sentence));
                assert!(said || !allowed, "{targets:?}: {word:?} {found:?}");
                same &= said == allowed;
            }
            // Within this length, all differences of automata with so few states show.
            assert_eq!(
                found.equivalent,
                same && (found.equivalent || !found.sentences.is_empty()),
                "{targets:?} {found:?}"
            );
            automata += 1;
            sentences += found.sentences.len();
            *if found.equivalent { &mut equivalent } else { &mut summaries } += 1;
            let Some(at) = targets.iter().position(|&target| target < n) else { break };
            targets[at] += 1;
            targets[..at].fill(0);
        }
    }
    assert!(automata > 4_000 && sentences > 4_000, "{automata} {sentences}");
    assert!(equivalent > 500 && summaries > 100, "{equivalent} {summaries}");
}

#[test]
fn a_library_that_is_opened_and_closed() {
    // 0: closed, 1: open; read only when it is open.
    let lts = machine(2, &["close", "open", "read"], &[0, 1, 2, 0, 1, 1]);
    let name = |label: &Label| lts.label_name(*label).to_string();
    let found = words(&lts);
    let [Sentence::Between(read, open, close)] = &found.sentences[..] else { panic!("{found:?}") };
    assert_eq!([name(read), name(open), name(close)], ["read", "open", "close"]);
    assert!(found.equivalent);
}
