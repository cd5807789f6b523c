//! A renamed model is the same model but for the name, and what cannot be renamed is refused.

use std::collections::{BTreeMap, BTreeSet};

use rely_fsp::outline::NameKind;
use rely_fsp::{Model, NoImports, Span, parse};
use rely_lts::{Budget, Context, Lts, StateId, System};

use super::{corpus, outline};

/// A model elaborated: its default target, its tests and formulas, or nothing if that is too much.
struct Meaning {
    system: System,
    model: Model,
}

fn meaning(text: &str) -> Option<Meaning> {
    let parsed = parse(text.as_bytes());
    if parsed.has_errors() {
        return None;
    }
    let (model, found) = Model::new(parsed.model);
    if found.iter().any(|d| d.severity == rely_fsp::Severity::Error) {
        return None;
    }
    let budget = Budget { states: Some(300), ..Budget::unlimited() };
    let ctx = Context { budget: &budget, ..Context::unlimited() };
    let target = model.default_target()?;
    let system = model.system(&target, &NoImports, ctx).system?;
    Some(Meaning { system, model })
}

/// The text of a label with a part renamed.
fn relabeled(label: &str, old: &str, new: &str) -> String {
    label.split('.').map(|part| if part == old { new } else { part }).collect::<Vec<_>>().join(".")
}

/// Are two machines strongly bisimilar, if the labels of the first are renamed? By refinement, straight from
/// the definition.
fn bisimilar(one: &Lts, other: &Lts, rename: &dyn Fn(&str) -> String) -> bool {
    let shift = one.n_states();
    let state =
        |state: StateId, shift: usize| if state.is_error() { usize::MAX } else { state.index() + shift };
    let mut moves: Vec<Vec<(String, usize)>> = vec![Vec::new(); shift + other.n_states()];
    for (source, label, target) in one.transitions() {
        moves[state(source, 0)].push((rename(&one.label_name(label)), state(target, 0)));
    }
    for (source, label, target) in other.transitions() {
        moves[state(source, shift)].push((other.label_name(label).to_string(), state(target, shift)));
    }
    let mut blocks: Vec<usize> = vec![0; moves.len()];
    blocks[..shift]
        .iter_mut()
        .enumerate()
        .for_each(|(at, b)| *b = one.end().is_some_and(|e| e.index() == at).into());
    blocks[shift..]
        .iter_mut()
        .enumerate()
        .for_each(|(at, b)| *b = other.end().is_some_and(|e| e.index() == at).into());
    loop {
        let mut numbers = BTreeMap::new();
        let next: Vec<usize> = (0..moves.len())
            .map(|at| {
                let signature: BTreeSet<(&str, usize)> = moves[at]
                    .iter()
                    .map(|(label, target)| {
                        (label.as_str(), if *target == usize::MAX { usize::MAX } else { blocks[*target] })
                    })
                    .collect();
                let count = numbers.len();
                *numbers.entry((blocks[at], signature)).or_insert(count)
            })
            .collect();
        let stable =
            next.iter().collect::<BTreeSet<_>>().len() == blocks.iter().collect::<BTreeSet<_>>().len();
        blocks = next;
        if stable {
            return blocks[one.initial().index()] == blocks[shift + other.initial().index()];
        }
    }
}

/// Are two systems the same but for a name?
fn same_but_for(
    before: &Meaning,
    after: &Meaning,
    kind: NameKind,
    old: &str,
    new: &str,
) -> Result<(), String> {
    if before.system.components.len() != after.system.components.len() {
        return Err("other components".to_string());
    }
    for (one, other) in before.system.components.iter().zip(&after.system.components) {
        let rename = |label: &str| {
            if kind == NameKind::Action { relabeled(label, old, new) } else { label.to_string() }
        };
        let mut expected: Vec<String> = one.lts.alphabet().names().iter().map(|name| rename(name)).collect();
        let mut found: Vec<String> =
            other.lts.alphabet().names().iter().map(|name| name.to_string()).collect();
        // `@P` marks accepting states of P.
        let mark = |names: &mut Vec<String>| {
            names.iter_mut().filter(|n| **n == format!("@{old}")).for_each(|n| *n = format!("@{new}"))
        };
        mark(&mut expected);
        expected.sort();
        found.sort();
        let sizes =
            |lts: &rely_lts::Lts| (lts.n_states(), lts.n_transitions(), lts.has_error(), lts.end().is_some());
        if expected != found || sizes(&one.lts) != sizes(&other.lts) || one.role != other.role {
            return Err(format!("{} is another machine than {}", other.name, one.name));
        }
        let rename = |label: &str| match label {
            _ if label == format!("@{old}") => format!("@{new}"),
            _ => rename(label),
        };
        if !bisimilar(&one.lts, &other.lts, &rename) {
            return Err(format!("{} does not behave as {}", other.name, one.name));
        }
    }
    let tests = |meaning: &Meaning| meaning.model.progress_tests().map(|tests| tests.len()).ok();
    let formulas = |meaning: &Meaning| {
        let all = meaning.model.asserts().into_iter().map(|name| meaning.model.specification(name).is_ok());
        all.collect::<Vec<_>>()
    };
    let values = |meaning: &Meaning| meaning.model.menus().map(|menus| menus.len()).ok();
    if tests(before) != tests(after) || formulas(before) != formulas(after) || values(before) != values(after)
    {
        return Err("other tests or formulas".to_string());
    }
    Ok(())
}

fn replaced(text: &str, spans: &[Span], new: &str) -> String {
    let mut changed = text.to_string();
    for span in spans.iter().rev() {
        changed.replace_range(span.start as usize..span.end as usize, new);
    }
    changed
}

#[test]
fn a_renamed_model_is_the_same_but_for_the_name_and_comes_back() {
    let mut renamed: BTreeMap<NameKind, u32> = BTreeMap::new();
    let mut back_again = 0;
    for (file, text) in corpus() {
        let Some(before) = meaning(&text) else { continue };
        let outline = outline(&text);
        // Each kind once per file keeps this short; the first symbols are as good as any.
        let mut left: BTreeMap<NameKind, u32> = BTreeMap::new();
        for (id, symbol) in outline.numbered() {
            let tried = left.entry(symbol.kind).or_insert(3);
            if *tried == 0 || outline.occurrences_of(id).next().is_none() {
                continue;
            }
            *tried -= 1;
            let new = if symbol.kind.is_lower() { "zz_new" } else { "ZZ_NEW" };
            let spans = outline
                .rename(id, new)
                .unwrap_or_else(|problem| panic!("{file}: {}: {problem}", symbol.name));
            let changed = replaced(&text, &spans, new);
            let after =
                meaning(&changed).unwrap_or_else(|| panic!("{file}: {} cannot be elaborated", symbol.name));
            if let Err(why) = same_but_for(&before, &after, symbol.kind, &symbol.name, new) {
                panic!("{file}: {} {}: {why}\n{changed}", symbol.kind.word(), symbol.name);
            }
            let back = super::outline(&changed);
            let at = spans[0].start;
            let (again, _) = back.renamable(at).expect("it was renamed");
            // Another symbol may have had the old name, where they did not meet.
            if let Ok(spans) = back.rename(again, &symbol.name) {
                assert_eq!(replaced(&changed, &spans, &symbol.name), text, "{file}: {}", symbol.name);
                back_again += 1;
            }
            *renamed.entry(symbol.kind).or_default() += 1;
        }
    }
    for kind in [
        NameKind::Process,
        NameKind::Local,
        NameKind::Parameter,
        NameKind::Variable,
        NameKind::Action,
        NameKind::Set,
    ] {
        assert!(renamed.get(&kind).copied().unwrap_or(0) > 10, "{renamed:?}");
    }
    let all: u32 = renamed.values().sum();
    assert!(back_again > all * 3 / 4, "{back_again} of {all} names came back");
}

#[test]
fn names_that_clash_or_are_none_are_refused() {
    let text = "const N = 1 range R = 0..N set S = {a} fluent F = <a,b>\n\
                P(M=1) = L[0], L[i:R] = (a[i] -> L[N] | b -> STOP). Q = (c[j:R] -> Q). ||T = (P || x:Q).";
    let outline = outline(text);
    let at = |word: &str| outline.renamable(text.find(word).unwrap() as u32).unwrap().0;
    let refused = |word: &str, new: &str| outline.rename(at(word), new).unwrap_err().to_string();
    for (word, new, why) in [
        ("N", "R", "already the name of a range"),
        ("N", "n", "must begin with an upper-case letter"),
        ("a}", "A", "must begin with a lower-case letter"),
        ("a}", "b", "already the name of an action"),
        ("a}", "i", "already the name of an index variable"),
        ("a}", "tau", "fixed meaning"),
        ("i:R", "a", "already the name of"),
        ("P(M", "STOP", "fixed meaning"),
        ("P(M", "DEFAULT", "fixed meaning"),
        ("P(M", "U", "fixed meaning"),
        ("P(M", "Q", "already the name of a process"),
        ("L[0]", "M", "already the name of a parameter"),
        ("L[0]", "S", "already the name of a set"),
        ("M=1", "L", "already the name of"),
        ("F =", "set", "fixed meaning"),
        ("Q =", "", "not a name"),
        ("Q =", "1Q", "not a name"),
        ("Q =", "Q Q", "not a name"),
        ("Q =", "Ä", "not a name"),
    ] {
        let found = refused(word, new);
        assert!(found.contains(why), "{word} → {new}: {found}");
    }
    // Names of other definitions do not clash with what is private.
    assert_eq!(outline.rename(at("L[0]"), "Q").unwrap().len(), 3);
    assert_eq!(outline.rename(at("i:R"), "j").unwrap().len(), 2);
    assert_eq!(outline.rename(at("N"), "N").unwrap(), []);
    let fixed = outline.renamable(text.find("STOP").unwrap() as u32).unwrap_err();
    assert!(fixed.to_string().contains("fixed meaning"), "{fixed}");
    assert!(outline.renamable(text.find('=').unwrap() as u32).is_err());
    let broken = super::outline("P = (a -> P). Q = (a -> ");
    let (action, _) = broken.renamable(5).unwrap();
    assert!(broken.rename(action, "b").unwrap_err().to_string().contains("syntax error"));
}
