//! Edits by definition: the words of the edited candidate, enumerated.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use rely_evolve::{
    Edit, EditClass, EditFinder, Edits, Finding, FindingKind, Safety, Versions, apply, edits, lost,
};
use rely_lts::{ActionId, Actions, Context, Lts, StateId, Trace};
use rely_testkit::text::show;

/// Situations are told apart by what follows, up to this length.
pub const LENGTH: usize = 5;

pub type Word = Vec<String>;
pub type States = BTreeSet<StateId>;

/// One LTS, word by word.
pub struct Words<'a> {
    pub lts: &'a Lts,
    /// What was enumerated already.
    pub from: RefCell<BTreeMap<States, BTreeSet<Word>>>,
}

impl<'a> Words<'a> {
    pub fn new(lts: &'a Lts) -> Self {
        Words { lts, from: RefCell::default() }
    }

    pub fn closed(&self, mut set: States) -> States {
        loop {
            let steps = self.lts.transitions().filter(|(s, label, _)| label.is_tau() && set.contains(s));
            let more: States = steps.map(|(_, _, t)| t).collect();
            if more.is_subset(&set) {
                return set;
            }
            set.extend(more);
        }
    }

    pub fn after(&self, word: &[String]) -> States {
        word.iter().fold(self.closed([self.lts.initial()].into()), |set, name| self.step(&set, name))
    }

    pub fn step(&self, set: &States, name: &str) -> States {
        let is_step = |s: &StateId, label| set.contains(s) && *self.lts.label_name(label) == *name;
        let steps = self.lts.transitions().filter(|(s, label, _)| !label.is_tau() && is_step(s, *label));
        self.closed(steps.map(|(_, _, t)| t).collect())
    }

    pub fn has(&self, word: &[String]) -> bool {
        !self.after(word).is_empty()
    }

    /// The words that go on from a set.
    pub fn residual(&self, set: &States) -> BTreeSet<Word> {
        if let Some(words) = self.from.borrow().get(set) {
            return words.clone();
        }
        let mut words = BTreeSet::from([Vec::new()]);
        let mut last = vec![(Vec::new(), set.clone())];
        for _ in 0..LENGTH {
            let mut next = Vec::new();
            for (word, set) in &last {
                for name in self.lts.alphabet().names() {
                    let target = self.step(set, &name);
                    if !target.is_empty() {
                        next.push(([&word[..], &[name.to_string()]].concat(), target));
                    }
                }
            }
            words.extend(next.iter().map(|(word, _)| word.clone()));
            last = next;
        }
        self.from.borrow_mut().insert(set.clone(), words.clone());
        words
    }
}

pub fn word(actions: &Actions, trace: &Trace) -> Word {
    trace.names(actions).iter().map(|name| name.to_string()).collect()
}

/// How many edits of each class were judged.
#[derive(Default, Debug)]
pub struct Seen {
    pub exact: usize,
    pub within: usize,
    pub more: usize,
    pub restoring: usize,
    pub closing: usize,
    pub splits: usize,
    pub copied: usize,
    pub not_copied: usize,
    pub skipped: usize,
}

/// Judges all edits for all findings by definition.
pub fn judge(versions: &Versions, seen: &mut Seen) {
    let ctx = Context::unlimited();
    let findings = lost(versions, ctx).unwrap();
    let Some(required) = versions.required(ctx).unwrap() else { return assert!(findings.is_empty()) };
    let offered = versions.offered();
    let told = format!("baseline\n{}candidate\n{}", show(versions.baseline()), show(versions.candidate()));
    let definition =
        Definition { versions, required: Words::new(&required), offered: Words::new(&offered), told };
    for finding in &findings {
        let found = edits(versions, finding, ctx).unwrap();
        definition.judge(finding, &found, seen);
        definition.copies(finding, &found, seen);
    }
}

pub struct Definition<'a> {
    pub versions: &'a Versions,
    pub required: Words<'a>,
    pub offered: Words<'a>,
    pub told: String,
}

impl Definition<'_> {
    pub fn judge(&self, finding: &Finding, found: &Edits, seen: &mut Seen) {
        let told = &self.told;
        let lost = word(self.offered.lts.actions(), &finding.trace);
        if matches!(finding.kind, FindingKind::MayFail | FindingKind::Initial) {
            seen.skipped += 1;
            return assert!(found.edits.is_empty() && !found.needs_split(), "{told}{lost:?}");
        }
        assert_eq!(found.unchecked, 0, "{told}");
        let (action, common) = lost.split_last().unwrap();
        // All the places, and only these.
        let letter = *finding.trace.actions.last().unwrap();
        let states = self.versions.candidate().states().map(Some).chain([None]);
        let fits = |to: &Option<StateId>| self.told_propositions(action) == self.propositions(*to);
        let targets: Vec<Option<StateId>> = states.filter(fits).collect();
        let sources = self.offered.after(common);
        let places: BTreeSet<_> =
            sources.iter().flat_map(|&from| targets.iter().map(move |&to| (from, to))).collect();
        let given: BTreeSet<_> = found.edits.iter().map(|edit| (edit.from, edit.to)).collect();
        assert_eq!(given, places, "{told}{lost:?}");
        assert_eq!(given.len(), found.edits.len(), "{told}{lost:?}");
        for edit in &found.edits {
            assert_eq!(edit.action, self.versions.action_of(letter).unwrap_or(ActionId::TAU), "{told}");
            self.check(edit, &lost, seen);
        }
        let rank = |e: &Edit| match e.class {
            EditClass::Exact => 0,
            EditClass::Within => 1,
            EditClass::More(_) => 2,
        };
        let back = |e: &Edit| e.still_missing.as_ref().map_or(0, |trace| trace.len() as i64);
        let moves_on = |e: &Edit| {
            let mut steps = self.offered.lts.transitions();
            steps.any(|(s, label, _)| Some(s) == e.to && label.is_tau())
        };
        let key = |e: &Edit| {
            let worse = (!e.restores, rank(e), -(e.closes as i64), -back(e));
            (worse, e.to.is_none(), moves_on(e), e.from, e.to)
        };
        assert!(found.edits.is_sorted_by_key(key), "{told}{lost:?}");
        assert_eq!(found.needs_split(), !found.edits.is_empty() && found.edits.iter().all(|e| rank(e) == 2));
        seen.splits += usize::from(found.needs_split());
    }

    /// With the transition on a copy for the lost word, the new words are that word and what follows where
    /// the transition leads.
    pub fn copies(&self, finding: &Finding, found: &Edits, seen: &mut Seen) {
        let ctx = Context::unlimited();
        let mending = EditFinder::new(self.versions, ctx).unwrap().unwrap();
        let lost = word(self.offered.lts.actions(), &finding.trace);
        let required = self.required.residual(&self.required.after(&lost));
        for edit in &found.edits {
            let to = edit.to.map(|to| self.offered.closed([to].into()));
            let expected = to.is_none_or(|to| self.offered.residual(&to).is_subset(&required));
            let fits = mending.fits_copy(finding, edit, ctx).unwrap();
            assert_eq!(fits, expected, "{}{lost:?}\n{edit:?}", self.told);
            let more = matches!(edit.class, EditClass::More(_)) && edit.to.is_some();
            seen.copied += usize::from(more && fits);
            seen.not_copied += usize::from(more && !fits);
        }
    }

    /// What the propositions of a letter are, by its text.
    pub fn told_propositions(&self, letter: &str) -> Vec<String> {
        match letter.split_once('⟨') {
            Some((_, "⟩")) | None => Vec::new(),
            Some((_, text)) => text.trim_end_matches('⟩').split(',').map(String::from).collect(),
        }
    }

    pub fn propositions(&self, state: Option<StateId>) -> Vec<String> {
        let candidate = self.versions.candidate();
        let Some((all, state)) = candidate.propositions().zip(state) else { return Vec::new() };
        let held = (0..all.names().len()).filter(|&p| all.holds(state, p));
        held.map(|p| all.names()[p].to_string()).collect()
    }

    /// A finding: what the candidate can go on with, and the action that is lost then.
    pub fn finding(&self, situation: &States, action: &str) -> Key {
        (self.offered.residual(situation), action.to_string())
    }

    pub fn check(&self, edit: &Edit, lost: &Word, seen: &mut Seen) {
        let told = format!("{}{lost:?}\n{edit:?}", self.told);
        let edited = Arc::new(apply(self.versions.candidate(), edit));
        let view = self.versions.with_candidate(edited).unwrap().offered();
        let edited = Words::new(&view);
        assert!(edited.has(lost), "the lost word is not given back: {told}");
        let (beyond, missing) = (self.beyond(&edited), self.still_missing(&edited));
        let all_closed = missing.values().all(Option::is_none);
        match &edit.class {
            EditClass::More(trace) => {
                assert_eq!(Some(word(view.actions(), trace)), beyond, "{told}");
                seen.more += 1;
            }
            EditClass::Exact => {
                assert!(beyond.is_none() && all_closed, "{told}");
                seen.exact += 1;
            }
            EditClass::Within => {
                assert!(beyond.is_none() && !all_closed, "{told}");
                seen.within += 1;
            }
        }
        let (action, common) = lost.split_last().unwrap();
        let own = self.finding(&self.offered.after(common), action);
        let still = edit.still_missing.as_ref().map(|trace| word(view.actions(), trace));
        assert_eq!(still, missing[&own], "{told}");
        assert_eq!(edit.restores, still.is_none(), "{told}");
        let others = missing.iter().filter(|&(key, word)| *key != own && word.is_none()).count();
        assert_eq!(edit.closes, others, "{told}");
        seen.restoring += usize::from(edit.restores);
        seen.closing += usize::from(edit.closes > 0);
        assert_eq!(edit.safety, Safety::Unknown);
    }

    /// The shortest word of the edited candidate, least by name, that neither version needs or does. Words
    /// are told apart only by the sets of states that they lead to.
    pub fn beyond(&self, edited: &Words) -> Option<Word> {
        let start = [edited, &self.offered, &self.required].map(|words| words.after(&[]));
        let mut known = BTreeSet::from([start.clone()]);
        let mut level = vec![(Vec::new(), start)];
        while !level.is_empty() {
            let mut next = Vec::new();
            for (word, [given, offered, required]) in &level {
                for name in edited.lts.alphabet().names() {
                    let given = edited.step(given, &name);
                    if given.is_empty() {
                        continue;
                    }
                    let longer = [&word[..], &[name.to_string()]].concat();
                    let sets =
                        [given, self.offered.step(offered, &name), self.required.step(required, &name)];
                    if sets[1].is_empty() && sets[2].is_empty() {
                        return Some(longer);
                    }
                    if known.insert(sets.clone()) {
                        next.push((longer, sets));
                    }
                }
            }
            level = next;
        }
        None
    }

    /// Every finding, and the shortest required word, least by name, that goes through it and that the edited
    /// candidate has not.
    pub fn still_missing(&self, edited: &Words) -> BTreeMap<Key, Option<Word>> {
        let mut missing: BTreeMap<Key, Option<Word>> = BTreeMap::new();
        let mut known = BTreeSet::new();
        let start = (self.required.after(&[]), self.offered.after(&[]), edited.after(&[]), None::<Key>);
        let mut open = VecDeque::from([(Vec::new(), start)]);
        while let Some((word, (required, offered, given, lost))) = open.pop_front() {
            for name in self.required.lts.alphabet().names() {
                let next = self.required.step(&required, &name);
                if next.is_empty() {
                    continue;
                }
                let longer = [&word[..], &[name.to_string()]].concat();
                let still = self.offered.step(&offered, &name);
                let lost = match &lost {
                    None if still.is_empty() => Some(self.finding(&offered, &name)),
                    other => other.clone(),
                };
                let gives = edited.step(&given, &name);
                if let Some(key) = &lost {
                    let first = missing.entry(key.clone()).or_default();
                    if gives.is_empty() && first.is_none() {
                        *first = Some(longer.clone());
                    }
                }
                let at = (next, still, gives, lost);
                if known.insert(at.clone()) {
                    open.push_back((longer, at));
                }
            }
        }
        missing
    }
}

pub type Key = (BTreeSet<Word>, String);
