//! Operators on one LTS that change labels and leave states alone: relabel, prefix, share, hide, extend.
//!
//! All of them keep the number of every state, the initial state, END and the propositions.
//!
//! ```
//! use rely_lts::{Actions, Hiding, LtsBuilder, ops};
//! let actions = Actions::new();
//! let mut builder = LtsBuilder::new(&actions);
//! let (free, taken) = (builder.add_state()?, builder.add_state()?);
//! builder.add_transition(free, actions.intern("get"), taken);
//! builder.add_transition(taken, actions.intern("put"), free);
//! let fork = builder.finish(free)?;
//! let names = |lts: &rely_lts::Lts| lts.alphabet().names().join(" ");
//!
//! assert_eq!(names(&ops::prefix(&fork, "fork")), "fork.get fork.put");
//! let users = ["left".to_string(), "right".to_string()];
//! assert_eq!(names(&ops::share(&fork, &users)), "left.get left.put right.get right.put");
//! let renamed = ops::relabel(&fork, &[("get".to_string(), "take".to_string())]);
//! assert_eq!(names(&renamed), "put take");
//! let quiet = ops::hide(&renamed, &Hiding::Hide(vec!["put".to_string()]));
//! assert!(quiet.has_tau() && names(&quiet) == "take");
//! assert_eq!(names(&ops::extend_alphabet(&quiet, ["wash"])), "take wash");
//! # Ok::<(), rely_lts::LtsError>(())
//! ```

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::action::Alphabet;
use crate::builder::RowBuilder;
use crate::id::{ActionId, Label, StateId};
use crate::lts::Lts;
use crate::system::Hiding;

/// What becomes of one action.
type Images = SmallVec<[ActionId; 2]>;

/// `p:P`: every action `x` becomes `p.x`.
pub fn prefix(lts: &Lts, prefix: &str) -> Lts {
    map_actions(lts, |name| vec![format!("{prefix}.{name}")])
}

/// `{a,b}::P`: every action `x` becomes both `a.x` and `b.x`.
pub fn share(lts: &Lts, prefixes: &[String]) -> Lts {
    map_actions(lts, |name| prefixes.iter().map(|prefix| format!("{prefix}.{name}")).collect())
}

/// `P/{new/old, …}`: a relation from old names to new ones, given as pairs (old, new), applied
/// simultaneously and once.
///
/// An action that is an old name itself becomes all its new names. Otherwise the longest dotted prefix that
/// is an old name is replaced. An action without either stays.
pub fn relabel(lts: &Lts, pairs: &[(String, String)]) -> Lts {
    let mut images: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    for (old, new) in pairs {
        if seen.insert((old, new)) {
            images.entry(old).or_default().push(new);
        }
    }
    map_actions(lts, |name| match longest_prefix(name, |prefix| images.get(prefix)) {
        Some((rest, news)) => news.iter().map(|new| format!("{new}{rest}")).collect(),
        None => vec![name.to_string()],
    })
}

/// The longest dotted prefix of a name (the name itself first) that the table knows, with what remains of the
/// name.
fn longest_prefix<T>(name: &str, lookup: impl Fn(&str) -> Option<T>) -> Option<(&str, T)> {
    let mut end = name.len();
    loop {
        if let Some(found) = lookup(&name[..end]) {
            return Some((&name[end..], found));
        }
        end = name[..end].rfind('.')?;
    }
}

/// `P\{…}` and `P@{…}`: hidden actions become tau and leave the alphabet.
pub fn hide(lts: &Lts, hiding: &Hiding) -> Lts {
    if *hiding == Hiding::Nothing {
        return lts.clone();
    }
    let actions = lts.actions().clone();
    map(lts, |id| {
        let hidden = hiding.hides(&actions.name(id));
        SmallVec::from_slice(&[if hidden { ActionId::TAU } else { id }])
    })
}

/// `P + {…}`: more actions in the alphabet, which P then refuses.
pub fn extend_alphabet<'a>(lts: &Lts, names: impl IntoIterator<Item = &'a str>) -> Lts {
    let actions = lts.actions().clone();
    let more: Vec<ActionId> = names.into_iter().map(|name| actions.intern(name)).collect();
    let alphabet =
        Alphabet::new(&actions, lts.alphabet().ids().iter().copied().chain(more).collect::<Vec<_>>());
    let images: Vec<Images> = lts.alphabet().ids().iter().map(|&id| SmallVec::from_slice(&[id])).collect();
    rebuild(lts, alphabet, &images)
}

fn map_actions(lts: &Lts, images: impl Fn(&str) -> Vec<String>) -> Lts {
    let actions = lts.actions().clone();
    map(lts, |id| images(&actions.name(id)).iter().map(|name| actions.intern(name)).collect())
}

/// Replaces every visible action by its images; an image may be tau.
fn map(lts: &Lts, image: impl Fn(ActionId) -> Images) -> Lts {
    let images: Vec<Images> = lts.alphabet().ids().iter().map(|&id| image(id)).collect();
    let alphabet = Alphabet::new(lts.actions(), images.iter().flatten().copied().collect::<Vec<_>>());
    rebuild(lts, alphabet, &images)
}

fn rebuild(lts: &Lts, alphabet: Alphabet, images: &[Images]) -> Lts {
    let mut of_action: FxHashMap<ActionId, Label> = FxHashMap::default();
    of_action.insert(ActionId::TAU, Label::TAU);
    of_action.extend(alphabet.labels().map(|label| (alphabet.action(label), label)));
    let mut labels: Vec<SmallVec<[Label; 2]>> = vec![SmallVec::from_slice(&[Label::TAU])];
    labels.extend(
        images.iter().map(|list| list.iter().map(|a| of_action[a]).collect::<SmallVec<[Label; 2]>>()),
    );

    let mut rows = RowBuilder::new(alphabet);
    let mut row: Vec<(Label, StateId)> = Vec::new();
    for s in lts.states() {
        row.clear();
        row.extend(
            lts.successors(s).flat_map(|(label, t)| labels[label.index()].iter().map(move |&l| (l, t))),
        );
        rows.push_state(&mut row).expect("relabeling multiplies transitions within the 32-bit range");
    }
    let mut result = rows.finish(lts.initial(), lts.end());
    result.propositions = lts.propositions.as_ref().map(Arc::clone);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Actions;
    use crate::builder::LtsBuilder;

    /// A ring over the given actions.
    fn ring(names: &[&str]) -> Lts {
        let actions = Actions::new();
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(names.len()).unwrap();
        for (i, name) in names.iter().enumerate() {
            builder.add_transition(StateId::at(i), actions.intern(name), StateId::at((i + 1) % names.len()));
        }
        builder.finish(StateId::at(0)).unwrap()
    }

    fn steps(lts: &Lts) -> Vec<String> {
        lts.transitions().map(|(s, l, t)| format!("{}-{}-{}", s.raw(), lts.label_name(l), t.raw())).collect()
    }

    fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(old, new)| (old.to_string(), new.to_string())).collect()
    }

    #[test]
    fn the_longest_prefix_is_replaced() {
        let lts = relabel(&ring(&["a", "a.x", "a.x.y", "ab"]), &pairs(&[("a", "q"), ("a.x", "z")]));
        assert_eq!(steps(&lts), ["0-q-1", "1-z-2", "2-z.y-3", "3-ab-0"]);
    }

    #[test]
    fn relabeling_is_simultaneous_and_may_multiply() {
        let lts = relabel(&ring(&["a", "b"]), &pairs(&[("a", "b"), ("b", "a")]));
        assert_eq!(steps(&lts), ["0-b-1", "1-a-0"]);
        let lts = relabel(&ring(&["a", "b"]), &pairs(&[("a", "x"), ("a", "y")]));
        assert_eq!(steps(&lts), ["0-x-1", "0-y-1", "1-b-0"]);
    }

    #[test]
    fn sharing_and_prefixing() {
        let lts = share(&ring(&["x"]), &["a".to_string(), "b".to_string()]);
        assert_eq!(steps(&lts), ["0-a.x-0", "0-b.x-0"]);
        assert_eq!(steps(&prefix(&lts, "p.1")), ["0-p.1.a.x-0", "0-p.1.b.x-0"]);
    }

    #[test]
    fn hiding_removes_from_the_alphabet() {
        let lts = hide(&ring(&["a", "a.1", "b"]), &Hiding::Hide(vec!["a".into()]));
        assert_eq!(steps(&lts), ["0-tau-1", "1-tau-2", "2-b-0"]);
        assert_eq!(lts.alphabet().len(), 1);
        let lts = hide(&ring(&["a", "a.1", "b"]), &Hiding::Interface(vec!["a".into()]));
        assert_eq!(steps(&lts), ["0-a-1", "1-a.1-2", "2-tau-0"]);
    }

    #[test]
    fn extension_adds_refused_actions() {
        let lts = extend_alphabet(&ring(&["b"]), ["a", "c"]);
        assert_eq!(lts.alphabet().names().len(), 3);
        assert_eq!(steps(&lts), ["0-b-0"]);
    }
}
