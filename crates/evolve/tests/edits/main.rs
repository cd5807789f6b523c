//! Edits against their definition: every transition that could give a first loss back is there, and what it
//! does is what the words of the edited candidate say, enumerated.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use rely_evolve::{
    Edit, EditClass, EditFinder, Edits, Finding, FindingKind, Safety, Versions, apply, edits, lost,
};
use rely_lts::{ActionId, Actions, Alphabet, Context, Lts, Propositions, StateId, Trace};
use rely_testkit::generate::{RandomLts, Rng, Shape, all_ltss};
use rely_testkit::text::{read, show};

/// Situations are told apart by what follows, up to this length.
const LENGTH: usize = 5;

type Word = Vec<String>;
type States = BTreeSet<StateId>;

/// One LTS, word by word.
struct Words<'a> {
    lts: &'a Lts,
    /// What was enumerated already.
    from: RefCell<BTreeMap<States, BTreeSet<Word>>>,
}

impl<'a> Words<'a> {
    fn new(lts: &'a Lts) -> Self {
        Words { lts, from: RefCell::default() }
    }

    fn closed(&self, mut set: States) -> States {
        loop {
            let steps = self.lts.transitions().filter(|(s, label, _)| label.is_tau() && set.contains(s));
            let more: States = steps.map(|(_, _, t)| t).collect();
            if more.is_subset(&set) {
                return set;
            }
            set.extend(more);
        }
    }

    fn after(&self, word: &[String]) -> States {
        word.iter().fold(self.closed([self.lts.initial()].into()), |set, name| self.step(&set, name))
    }

    fn step(&self, set: &States, name: &str) -> States {
        let is_step = |s: &StateId, label| set.contains(s) && *self.lts.label_name(label) == *name;
        let steps = self.lts.transitions().filter(|(s, label, _)| !label.is_tau() && is_step(s, *label));
        self.closed(steps.map(|(_, _, t)| t).collect())
    }

    fn has(&self, word: &[String]) -> bool {
        !self.after(word).is_empty()
    }

    /// The words that go on from a set.
    fn residual(&self, set: &States) -> BTreeSet<Word> {
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

fn word(actions: &Actions, trace: &Trace) -> Word {
    trace.names(actions).iter().map(|name| name.to_string()).collect()
}

/// How many edits of each class were judged.
#[derive(Default, Debug)]
struct Seen {
    exact: usize,
    within: usize,
    more: usize,
    restoring: usize,
    closing: usize,
    splits: usize,
    copied: usize,
    not_copied: usize,
    skipped: usize,
}

/// Judges all edits for all findings by definition.
fn judge(versions: &Versions, seen: &mut Seen) {
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

struct Definition<'a> {
    versions: &'a Versions,
    required: Words<'a>,
    offered: Words<'a>,
    told: String,
}

impl Definition<'_> {
    fn judge(&self, finding: &Finding, found: &Edits, seen: &mut Seen) {
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
    fn copies(&self, finding: &Finding, found: &Edits, seen: &mut Seen) {
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
    fn told_propositions(&self, letter: &str) -> Vec<String> {
        match letter.split_once('⟨') {
            Some((_, "⟩")) | None => Vec::new(),
            Some((_, text)) => text.trim_end_matches('⟩').split(',').map(String::from).collect(),
        }
    }

    fn propositions(&self, state: Option<StateId>) -> Vec<String> {
        let candidate = self.versions.candidate();
        let Some((all, state)) = candidate.propositions().zip(state) else { return Vec::new() };
        let held = (0..all.names().len()).filter(|&p| all.holds(state, p));
        held.map(|p| all.names()[p].to_string()).collect()
    }

    /// A finding: what the candidate can go on with, and the action that is lost then.
    fn finding(&self, situation: &States, action: &str) -> Key {
        (self.offered.residual(situation), action.to_string())
    }

    fn check(&self, edit: &Edit, lost: &Word, seen: &mut Seen) {
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
    fn beyond(&self, edited: &Words) -> Option<Word> {
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
    fn still_missing(&self, edited: &Words) -> BTreeMap<Key, Option<Word>> {
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

type Key = (BTreeSet<Word>, String);

fn versions(baseline: &Lts, candidate: &Lts, forbidden: &[&Lts], interface: &Alphabet) -> Versions {
    let share = |lts: &Lts| Arc::new(lts.clone());
    Versions::new(
        share(baseline),
        share(candidate),
        forbidden.iter().map(|lts| share(lts)).collect(),
        interface.clone(),
    )
    .unwrap()
}

fn of_texts(baseline: &str, candidate: &str) -> Versions {
    let actions = Actions::new();
    let [baseline, candidate] = [baseline, candidate].map(|text| read(&actions, text));
    versions(
        &baseline,
        &candidate,
        &[],
        &Alphabet::union(&actions, [baseline.alphabet(), candidate.alphabet()]),
    )
}

/// All pairs of deterministic machines with two states and two actions.
#[test]
fn all_small_pairs() {
    let actions = Actions::new();
    let shape = Shape { actions: 2, tau: false, error: false, end: false };
    let machines: Vec<Lts> =
        all_ltss(&actions, 2, shape).reachable_only().filter(Lts::is_deterministic).collect();
    assert!(machines.len() > 40);
    let mut seen = Seen::default();
    for baseline in &machines {
        for candidate in &machines {
            judge(&versions(baseline, candidate, &[], baseline.alphabet()), &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(seen.exact > 500 && seen.within > 500 && seen.more > 500 && seen.splits > 500);
}

/// All pairs of machines with one action, tau and two states.
#[test]
fn all_small_pairs_with_tau() {
    let actions = Actions::new();
    let shape = Shape::plain(1);
    let machines: Vec<Lts> = all_ltss(&actions, 2, shape).reachable_only().collect();
    let mut seen = Seen::default();
    for baseline in &machines {
        for candidate in &machines {
            judge(&versions(baseline, candidate, &[], baseline.alphabet()), &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(seen.exact > 500 && seen.within > 100);
}

/// Nondeterminism, tau, ERROR, END, prohibited behaviors, different alphabets, hidden actions.
#[test]
fn random_versions() {
    let mut seen = Seen::default();
    for seed in 0..250 {
        println!("seed {seed}");
        let mut rng = Rng::new(seed);
        let actions = Actions::new();
        let knobs = RandomLts {
            states: 2 + rng.below(3),
            actions: 2,
            tau_percent: 15,
            error_percent: 8,
            deterministic: rng.percent(50),
            ..RandomLts::default()
        };
        let names = |rng: &mut Rng| -> Vec<String> {
            ["a", "b", "c"].iter().filter(|_| rng.percent(75)).map(|name| name.to_string()).collect()
        };
        let (of_baseline, of_candidate) = (names(&mut rng), names(&mut rng));
        let baseline = knobs.generate_over(&actions, &of_baseline, &mut rng);
        let candidate = knobs.generate_over(&actions, &of_candidate, &mut rng);
        let forbidden = RandomLts { states: 3, ..knobs }.generate_over(&actions, &of_baseline, &mut rng);
        let forbidden: &[&Lts] = if rng.percent(40) { &[&forbidden] } else { &[] };
        let mut interface = Alphabet::union(&actions, [baseline.alphabet(), candidate.alphabet()]);
        if rng.percent(40) {
            interface = baseline.alphabet().clone();
        }
        judge(&versions(&baseline, &candidate, forbidden, &interface), &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.exact > 50 && seen.within > 50 && seen.more > 50 && seen.skipped > 10 && seen.splits > 20);
    assert!(seen.closing > 10);
}

/// With propositions: only states that have those of the lost letter are targets.
#[test]
fn random_structures() {
    let mut seen = Seen::default();
    for seed in 0..150 {
        println!("seed {seed}");
        let mut rng = Rng::new(seed);
        let actions = Actions::new();
        let knobs = RandomLts {
            states: 2 + rng.below(2),
            actions: 1,
            tau_percent: 25,
            error_percent: 0,
            ..RandomLts::default()
        };
        let structure = |rng: &mut Rng| {
            let lts = knobs.generate(&actions, rng);
            let mut propositions = Propositions::new(vec![Arc::from("p")], lts.n_states());
            lts.states().skip(1).for_each(|s| propositions.set(s, 0, rng.percent(50)));
            propositions.set(lts.initial(), 0, rng.percent(10));
            lts.with_propositions(propositions).unwrap()
        };
        let (baseline, candidate) = (structure(&mut rng), structure(&mut rng));
        judge(&versions(&baseline, &candidate, &[], baseline.alphabet()), &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.exact > 20 && seen.within > 20 && seen.more > 20 && seen.skipped > 10);
}

fn only_finding(versions: &Versions) -> Finding {
    let mut findings = lost(versions, Context::unlimited()).unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    findings.remove(0)
}

/// The target need not do already what is required: the transition may be used again.
#[test]
fn a_loop_gives_everything_back() {
    let versions = of_texts("0 a 0", "states 1; alphabet a");
    let found = edits(&versions, &only_finding(&versions), Context::unlimited()).unwrap();
    let best = found.recommended().unwrap();
    assert_eq!((best.to, &best.class, best.restores), (Some(StateId::at(0)), &EditClass::Exact, true));
    let [_, new] = &found.edits[..] else { panic!("a loop, and a step to a new state") };
    assert_eq!((new.to, &new.class, new.restores), (None, &EditClass::Within, false));
}

/// Where the same state is entered by other words, too, the same transition gives too much.
#[test]
fn a_state_that_must_be_split() {
    let versions = of_texts("0 a 1; 0 b 2; 1 c 2", "0 a 1; 0 b 1; alphabet c");
    let found = edits(&versions, &only_finding(&versions), Context::unlimited()).unwrap();
    assert!(found.needs_split());
    let more = |edit: &Edit| match &edit.class {
        EditClass::More(trace) => word(versions.letters().actions(), trace),
        other => panic!("{other:?}"),
    };
    assert!(found.edits.iter().all(|edit| more(edit) == ["b", "c"] || more(edit) == ["a", "c", "a"]));
}

/// What breaks the system is told and never recommended.
#[test]
fn edits_that_break_the_system() {
    let versions = of_texts("0 a 1; 1 b 0", "0 a 1; alphabet b");
    let mut found = edits(&versions, &only_finding(&versions), Context::unlimited()).unwrap();
    let targets = |found: &Edits| found.edits.iter().map(|edit| edit.to).collect::<Vec<_>>();
    assert_eq!(targets(&found), [Some(StateId::at(0)), None, Some(StateId::at(1))], "{found:?}");
    assert_eq!(found.recommended(), Some(&found.edits[0]));
    let mut asked = 0;
    let bad = |edited: &Lts| {
        asked += 1;
        let back = edited.step(StateId::at(1), edited.alphabet().label_of_name("b").unwrap());
        Ok::<_, ()>(if back == [StateId::at(0)] { Safety::Breaks(Trace::default()) } else { Safety::Keeps })
    };
    found.judge(versions.candidate(), 2, bad).unwrap();
    assert_eq!(asked, 2);
    assert_eq!(targets(&found), [Some(StateId::at(0)), None, Some(StateId::at(1))]);
    let safety: Vec<&Safety> = found.edits.iter().map(|edit| &edit.safety).collect();
    assert_eq!(safety, [&Safety::Breaks(Trace::default()), &Safety::Keeps, &Safety::Unknown]);
    assert_eq!(found.recommended(), Some(&found.edits[1]));
    // The last one neither restores the finding nor adds nothing else.
    assert!(!found.edits[2].restores && matches!(found.edits[2].class, EditClass::More(_)));
    let none = |_: &Lts| Ok::<_, ()>(Safety::Breaks(Trace::default()));
    found.judge(versions.candidate(), 2, none).unwrap();
    assert_eq!(found.recommended(), None);
    // Nobody knows what one does that was not tried, where the better ones break the system.
    found.edits[2] = Edit { safety: Safety::Unknown, ..found.edits[0].clone() };
    assert_eq!(found.recommended(), None);
    // One is enough.
    let mut asked = 0;
    let keeps = |_: &Lts| {
        asked += 1;
        Ok::<_, ()>(Safety::Keeps)
    };
    found.judge(versions.candidate(), usize::MAX, keeps).unwrap();
    assert_eq!((asked, found.recommended()), (1, Some(&found.edits[0])));
}

/// What is not a first loss of these versions is not mended.
#[test]
fn forged_findings() {
    let versions = of_texts("0 a 1; 1 b 0", "0 a 1; alphabet b");
    let finding = only_finding(&versions);
    let actions = versions.letters().actions().clone();
    let [a, b, z] = ["a", "b", "z"].map(|name| actions.intern(name));
    for trace in [vec![], vec![a], vec![b], vec![a, b, a], vec![z], vec![a, ActionId::TAU]] {
        let forged = Finding { trace: trace.iter().copied().collect(), ..finding.clone() };
        let found = edits(&versions, &forged, Context::unlimited()).unwrap();
        assert!(found.edits.is_empty() && found.unchecked == 0, "{trace:?}");
    }
}

/// A large candidate is not searched for ever: what is likely comes first, and the rest is counted.
#[test]
fn a_large_candidate() {
    let n = 3000;
    let ring: String = (0..n).map(|s| format!("{s} a {};", (s + 1) % n)).collect();
    let versions = of_texts(&format!("{ring} 1500 b 2900"), &format!("{ring} alphabet b"));
    let found = edits(&versions, &only_finding(&versions), Context::unlimited()).unwrap();
    assert!(found.unchecked > 0 && found.edits.len() + found.unchecked == n + 1);
    let best = found.recommended().unwrap();
    assert_eq!((best.from, best.to), (StateId::at(1500), Some(StateId::at(2900))));
    assert_eq!((&best.class, best.restores), (&EditClass::Exact, true));
}
