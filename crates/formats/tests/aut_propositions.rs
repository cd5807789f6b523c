//! Propositions of states in `.aut` files: loops whose labels begin with a colon.

mod common;

use common::{Rng, random_lts, show, with_propositions, without_unused};
use expect_test::expect;
use rely_formats::{AutOptions, AutStyle, ColonLabels, MarkedStates, read_aut, write_aut};
use rely_lts::{Actions, LtsBuilder, Propositions, StateId};

#[test]
fn propositions_are_read_back() {
    let mut random = Rng::new(3);
    let (mut n_end, mut n_lost) = (0, 0);
    for _ in 0..2000 {
        let plain = without_unused(&random_lts(&mut random));
        let lts = with_propositions(plain.clone(), &mut random);
        n_end += usize::from(lts.end().is_some());
        for style in [AutStyle::Ltsa, AutStyle::Mcrl2] {
            let mut text = Vec::new();
            let losses = write_aut(&lts, style, &mut text).unwrap();
            let marked = if style == AutStyle::Ltsa { MarkedStates::Plain } else { MarkedStates::Loops };
            let options = AutOptions { marked, ..AutOptions::default() };
            let read = read_aut(&text[..], &Actions::new(), &options).unwrap().lts;
            // A proposition that holds nowhere is lost, and only such a one.
            let own = lts.propositions().unwrap();
            let holds_somewhere = |&i: &usize| lts.states().any(|s| own.holds(s, i));
            let kept: Vec<usize> = (0..own.names().len()).filter(holds_somewhere).collect();
            let nowhere = (0..own.names().len()).filter(|i| !kept.contains(i));
            let nowhere: Vec<String> = nowhere.map(|i| own.names()[i].to_string()).collect();
            n_lost += nowhere.len();
            assert!(!losses.propositions);
            assert_eq!(losses.false_propositions, nowhere);
            let names = kept.iter().map(|&i| own.names()[i].clone()).collect();
            let expected = if style == AutStyle::Ltsa { plain.clone().with_end(None) } else { plain.clone() };
            let mut left = Propositions::new(names, lts.n_states());
            for (to, &from) in kept.iter().enumerate() {
                lts.states().for_each(|s| left.set(s, to, own.holds(s, from)));
            }
            let expected = match kept.is_empty() {
                true => expected,
                false => expected.with_propositions(left).unwrap(),
            };
            assert_eq!(show(&read), show(&expected), "{}", String::from_utf8_lossy(&text));
            // To others these are actions.
            let as_others = AutOptions { colon_labels: ColonLabels::Actions, ..options };
            let others = read_aut(&text[..], &Actions::new(), &as_others).unwrap().lts;
            let loops: usize = kept.iter().map(|&i| lts.states().filter(|&s| own.holds(s, i)).count()).sum();
            assert!(others.propositions().is_none() && others.n_transitions() >= lts.n_transitions() + loops);
        }
    }
    assert!(n_end > 300 && n_lost > 300, "{n_end} {n_lost}");
}

#[test]
fn labels_that_begin_with_a_colon() {
    let tell = |text: &str, options: AutOptions| match read_aut(text.as_bytes(), &Actions::new(), &options) {
        Ok(read) => {
            let warnings: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
            format!("{}{}\n", show(&read.lts), warnings.join("\n"))
        }
        Err(error) => format!("{:?}: {error}\n", error.kind),
    };
    let plain = AutOptions::default();
    let loops = AutOptions { marked: MarkedStates::Loops, ..plain };
    let actions = AutOptions { colon_labels: ColonLabels::Actions, ..plain };
    // LTSA marks accepting states of a process P with such loops.
    expect![[r#"
        states 1 initial 0 end None alphabet {"@P"} propositions None
        0 "@P" 0

    "#]]
    .assert_eq(&tell("des (0, 1, 1)\n(0, @P, 0)", plain));
    // A loop that is there twice, in quotes and without; `:` alone is an action.
    let text = "des (0, 5, 2)\n(1, :p, 1)\n(0, a, 1)\n(1, \":p\", 1)\n(0, :, 1)\n(0, :q r, 0)";
    expect![[r#"
        states 2 initial 0 end None alphabet {":", "a"} propositions Some(Propositions { names: ["p", "q r"], words: 1, bits: [2, 1], n_states: 2 })
        0 ":" 1
        0 "a" 1
        loops labeled :… were read as 2 propositions: p, q r
    "#]]
    .assert_eq(&tell(text, plain));
    expect![[r#"
        ColonLabel: (0, :p, 1) is not a loop: a label that begins with : says, on a loop, that a proposition holds in the state
    "#]]
    .assert_eq(&tell("des (0, 2, 2)\n(0, a, 1)\n(0, :p, 1)", plain));
    expect![[r#"
        ColonLabel: (0, :p, -1) is not a loop: a label that begins with : says, on a loop, that a proposition holds in the state
    "#]]
    .assert_eq(&tell("des (0, 2, 2)\n(0, a, 1)\n(0, :p, -1)", plain));
    expect![[r#"
        states 2 initial 0 end None alphabet {":p", "a"} propositions None
        0 ":p" 1
        0 "a" 1
        1 ":p" 1

    "#]]
    .assert_eq(&tell("des (0, 3, 2)\n(0, a, 1)\n(0, :p, 1)\n(1, :p, 1)", actions));
    // A state that is marked twice over.
    expect![[r#"
        states 2 initial 0 end Some(1) alphabet {"a"} propositions Some(Propositions { names: ["p"], words: 1, bits: [0, 1], n_states: 2 })
        0 "a" 1
        loops labeled :… were read as 1 proposition: p
    "#]]
    .assert_eq(&tell("des (0, 3, 2)\n(0, a, 1)\n(1, END, 1)\n(1, :p, 1)", loops));
    expect![[r#"
        Unsupported: the error state has no propositions
    "#]]
    .assert_eq(&tell("des (0, 3, 2)\n(0, a, 1)\n(1, ERROR, 1)\n(1, :p, 1)", loops));
    expect![[r#"
        Unsupported: all states marked as END are the same state, but their propositions differ
    "#]]
    .assert_eq(&tell("des (0, 5, 3)\n(0, a, 1)\n(1, END, 1)\n(1, :p, 1)\n(0, b, 2)\n(2, END, 2)", loops));
    // Far more bits than bytes.
    let mut text = String::from("des (0, 100000, 1000000)\n");
    (0..100_000).for_each(|i| text.push_str(&format!("(0,:{i},0)\n")));
    expect![[r#"
        ColonLabel: 100000 propositions, on loops labeled :…, in 1000000 states exceed the limit
    "#]]
    .assert_eq(&tell(&text, plain));
}

#[test]
fn propositions_that_cannot_be_written() {
    let with = |label: &str, names: &[&str]| {
        let actions = Actions::new();
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(2).unwrap();
        builder.add_transition(StateId::at(0), actions.intern(label), StateId::at(1));
        let mut own = Propositions::new(names.iter().map(|&name| name.into()).collect(), 2);
        (0..names.len()).for_each(|i| own.set(StateId::at(1), i, true));
        let lts = builder.finish(StateId::at(0)).unwrap().with_propositions(own).unwrap();
        write_aut(&lts, AutStyle::Ltsa, &mut Vec::new()).map_err(|error| error.to_string())
    };
    assert!(
        with("a", &["p", "say (hi)", "é"]).is_ok() && with(":x", &[]).is_ok() && with(":", &["p"]).is_ok()
    );
    for (label, name) in [(":x", "p"), ("a", ""), ("a", "two\nlines")] {
        assert!(with(label, &[name]).unwrap_err().contains("cannot be written"), "{label} {name}");
    }
}
