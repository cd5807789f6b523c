//! Relabeling, hiding, prefixing, sharing and completion as functions on names.

use std::collections::BTreeSet;

use rely_lts::{ActionId, Lts, LtsBuilder, StateId};

use super::graph::TAU_NAME;

/// Does a label match a pattern: is the pattern's list of dotted parts a prefix of the label's?
pub fn matches(label: &str, pattern: &str) -> bool {
    let label: Vec<&str> = label.split('.').collect();
    let pattern: Vec<&str> = pattern.split('.').collect();
    label.len() >= pattern.len() && label[..pattern.len()] == pattern[..]
}

/// What `/{new/old, …}` makes of one label: every new label of the longest old one (whole label first) that
/// it matches. The pairs are (new, old).
pub fn relabel_name(label: &str, pairs: &[(&str, &str)]) -> Vec<String> {
    let parts: Vec<&str> = label.split('.').collect();
    for length in (1..=parts.len()).rev() {
        let head = parts[..length].join(".");
        let news: Vec<&str> = pairs.iter().filter(|(_, old)| *old == head).map(|(new, _)| *new).collect();
        if !news.is_empty() {
            return news.iter().map(|new| [&[*new], &parts[length..]].concat().join(".")).collect();
        }
    }
    vec![label.to_string()]
}

/// Relabeling `/{new/old, …}`, applied once to all of the alphabet. The pairs are (new, old).
pub fn relabel(lts: &Lts, pairs: &[(&str, &str)]) -> Lts {
    rename(lts, |name| relabel_name(name, pairs).into_iter().map(Some).collect())
}

/// Hiding `\ {…}`: matching labels become tau and leave the alphabet.
pub fn hide(lts: &Lts, patterns: &[&str]) -> Lts {
    rename(lts, |name| {
        let hidden = patterns.iter().any(|pattern| matches(name, pattern));
        vec![if hidden { None } else { Some(name.to_string()) }]
    })
}

/// Interface `@ {…}`: labels that do not match become tau and leave the alphabet.
pub fn interface(lts: &Lts, patterns: &[&str]) -> Lts {
    rename(lts, |name| {
        let visible = patterns.iter().any(|pattern| matches(name, pattern));
        vec![if visible { Some(name.to_string()) } else { None }]
    })
}

/// Prefixing `a:P`.
pub fn prefix(lts: &Lts, prefix: &str) -> Lts {
    share(lts, &[prefix])
}

/// Sharing `{a,b}::P`: each transition `x` becomes `a.x` and `b.x`.
pub fn share(lts: &Lts, prefixes: &[&str]) -> Lts {
    rename(lts, |name| prefixes.iter().map(|prefix| Some(format!("{prefix}.{name}"))).collect())
}

/// Completion of a property: every state gets a transition to ERROR for every label of the alphabet it does
/// not offer. END is dropped.
pub fn complete(lts: &Lts) -> Lts {
    let mut builder = start(lts);
    for (s, label, t) in lts.transitions() {
        builder.add_transition(s, lts.alphabet().action(label), t);
    }
    for s in lts.states() {
        for label in lts.alphabet().labels() {
            builder.extend_alphabet(lts.alphabet().action(label));
            if lts.successors(s).all(|(offered, _)| offered != label) {
                builder.add_transition(s, lts.alphabet().action(label), StateId::ERROR);
            }
        }
    }
    builder.finish(lts.initial()).expect("the states are the same")
}

/// Replaces every visible label by some labels (`None` is tau), in transitions and alphabet.
fn rename(lts: &Lts, new_names: impl Fn(&str) -> Vec<Option<String>>) -> Lts {
    let mut builder = start(lts);
    if let Some(end) = lts.end() {
        builder.set_end(end);
    }
    let actions = lts.actions();
    let renamed = |name: &str| -> BTreeSet<ActionId> {
        let new = |name: Option<String>| name.map_or(ActionId::TAU, |name| actions.intern(&name));
        if name == TAU_NAME { [ActionId::TAU].into() } else { new_names(name).into_iter().map(new).collect() }
    };
    for name in lts.alphabet().names() {
        renamed(&name).into_iter().for_each(|action| builder.extend_alphabet(action));
    }
    for (s, label, t) in lts.transitions() {
        for action in renamed(&lts.label_name(label)) {
            builder.add_transition(s, action, t);
        }
    }
    builder.finish(lts.initial()).expect("the states are the same")
}

fn start(lts: &Lts) -> LtsBuilder {
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).expect("the states are the same");
    builder
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;
    use crate::text::{read, show};

    fn check(change: impl Fn(&Lts) -> Lts, before: &str, after: &str) {
        let actions = Actions::new();
        assert_eq!(show(&change(&read(&actions, before))), show(&read(&actions, after)));
    }

    #[test]
    fn patterns_match_by_components() {
        assert!(matches("a.1.y", "a.1") && matches("a", "a"));
        assert!(!matches("ab", "a") && !matches("a", "a.1") && !matches("a.12", "a.1"));
    }

    #[test]
    fn the_longest_old_label_is_replaced() {
        assert_eq!(relabel_name("a.x.y", &[("q", "a"), ("z", "a.x")]), ["z.y"]);
        assert_eq!(relabel_name("a.y", &[("q", "a"), ("z", "a.x")]), ["q.y"]);
        assert_eq!(relabel_name("ab", &[("q", "a")]), ["ab"]);
        assert_eq!(relabel_name("a", &[("b", "a"), ("c.d", "a")]), ["b", "c.d"]);
    }

    #[test]
    fn relabeling_is_done_once_for_the_whole_alphabet() {
        check(|lts| relabel(lts, &[("a", "b"), ("b", "a")]), "0 a 1; 1 b 0", "0 b 1; 1 a 0");
        check(|lts| relabel(lts, &[("x", "a"), ("x", "b")]), "0 a 1; 0 b 2", "0 x 1; 0 x 2");
        check(|lts| relabel(lts, &[("x", "z"), ("y", "z")]), "0 a 1; alphabet z", "0 a 1; alphabet x y");
    }

    #[test]
    fn hidden_labels_leave_the_alphabet() {
        check(|lts| hide(lts, &["a"]), "0 a.1 1; 0 ab 0; alphabet a.2", "0 tau 1; 0 ab 0");
        check(
            |lts| interface(lts, &["a"]),
            "0 a.1 1; 0 ab 0; alphabet a.2 c",
            "0 a.1 1; 0 tau 0; alphabet a.2",
        );
    }

    #[test]
    fn prefixing_spares_tau() {
        check(|lts| prefix(lts, "p.1"), "0 a 1; 1 tau 0; alphabet b", "0 p.1.a 1; 1 tau 0; alphabet p.1.b");
        check(|lts| share(lts, &["x", "y"]), "0 a 1; 1 tau 0; end 2", "0 x.a 1; 0 y.a 1; 1 tau 0; end 2");
    }

    #[test]
    fn completion_forbids_what_is_not_offered() {
        check(
            complete,
            "0 a 1; 1 b 0; alphabet c; end 2",
            "0 a 1; 0 b ERROR; 0 c ERROR; 1 a ERROR; 1 b 0; 1 c ERROR; 2 a ERROR; 2 b ERROR; 2 c ERROR",
        );
    }
}
