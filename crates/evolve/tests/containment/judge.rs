//! Everything that is said of two versions, against the definitions.

use std::collections::{BTreeMap, BTreeSet};

use rely_evolve::{Completed, Engine, Finding, FindingKind, Versions, added, complete, contained, lost};
use rely_learn::Algorithm;
use rely_lts::{Context, Lts, Trace, Verdict};
use rely_testkit::text;

use crate::naive::{Futures, Look, Machine, Name, Set, machine, words};

/// How much is judged.
#[derive(Clone, Copy)]
pub struct Depth {
    /// Length of the words that are enumerated.
    pub words: usize,
    /// Do all learners work, with and without cache and closure?
    pub learners: bool,
}

/// What a finding is told by: (trace, kind, occurrences).
type Told = (Vec<Name>, FindingKind, usize);

/// A group of words: the first, what is the matter, and what comes with it.
type Group<T> = (Vec<Name>, FindingKind, BTreeSet<T>);

/// Groups by what comes before and the last letter, if there is one.
type Groups = BTreeMap<(usize, Option<Name>), Group<(usize, usize)>>;

/// The machines of two versions by definition.
struct Judge<'a> {
    versions: &'a Versions,
    letters: BTreeSet<Name>,
    required: Machine,
    known: Machine,
    offered: Machine,
    offered_permitted: Machine,
}

/// Judges all that is said of two versions. Returns whether the candidate contains the baseline.
///
/// # Panics
/// If something is wrong, with the models.
pub fn judge(versions: &Versions, depth: Depth) -> bool {
    let judge = Judge::new(versions);
    let lost = lost(versions, Context::unlimited()).expect("there is no limit");
    judge.check("lost", &lost, judge.lost());
    let added = added(versions, Context::unlimited()).expect("there is no limit");
    judge.check("added", &added, judge.added());
    judge.check_details(&lost, &added);
    let verdict = contained(versions, Context::unlimited());
    let first = lost.iter().find(|finding| finding.kind != FindingKind::MayFail).or(lost.first());
    assert_eq!(verdict.evidence(), first.map(|finding| &finding.trace), "{}", judge.show());
    assert!(!matches!(verdict, Verdict::Unknown(_)));
    let direct = judge.complete(Engine::Direct);
    judge.check_completed(&direct.lts);
    judge.check_words(&direct.lts, depth.words);
    assert_eq!(shape(&judge.complete(Engine::Auto).lts), shape(&direct.lts), "{}", judge.show());
    if depth.learners {
        judge.check_learners(&direct.lts);
    }
    judge.check_still_forbidden();
    verdict.holds()
}

/// Alphabet, number of states, initial state, END, transitions.
type Shape = (Vec<String>, usize, u32, Option<u32>, Vec<(u32, u32, u32)>);

/// An LTS as it is stored.
pub fn shape(lts: &Lts) -> Shape {
    let names = lts.alphabet().names().iter().map(|name| name.to_string()).collect();
    let steps = lts.transitions().map(|(s, label, t)| (s.raw(), label.raw(), t.raw())).collect();
    (names, lts.n_states(), lts.initial().raw(), lts.end().map(|end| end.raw()), steps)
}

/// The machine of an LTS without ERROR as it is.
fn plain(lts: &Lts) -> Machine {
    let interface = names(lts);
    machine(lts, &Look { interface: &interface, observed: &[], forbidden: &[] }, &BTreeSet::new())
}

fn names(lts: &Lts) -> BTreeSet<Name> {
    lts.alphabet().names().iter().map(|name| name.to_string()).collect()
}

impl<'a> Judge<'a> {
    fn new(versions: &'a Versions) -> Self {
        let interface: BTreeSet<Name> =
            versions.interface().names().iter().map(|name| name.to_string()).collect();
        let observed = versions.observed();
        let look = |forbidden| Look { interface: &interface, observed, forbidden };
        let (baseline, candidate) = (versions.baseline(), versions.candidate());
        let letters = if observed.is_empty() {
            interface.clone()
        } else {
            let occurring =
                [baseline, candidate].map(|lts| machine(lts, &look(&[]), &BTreeSet::new()).letters());
            occurring.into_iter().flatten().collect()
        };
        let own: BTreeSet<Name> = versions.letters().names().iter().map(|name| name.to_string()).collect();
        assert_eq!(own, letters, "the letters that occur");
        Judge {
            versions,
            required: machine(baseline, &look(versions.forbidden()), &letters),
            known: machine(baseline, &look(&[]), &letters),
            offered: machine(candidate, &look(&[]), &letters),
            offered_permitted: machine(candidate, &look(versions.forbidden()), &letters),
            letters,
        }
    }

    fn show(&self) -> String {
        let props = |lts: &Lts| format!("{:?}", lts.propositions());
        let parts = [("baseline", self.versions.baseline()), ("candidate", self.versions.candidate())];
        let mut told: Vec<String> =
            parts.iter().map(|(role, lts)| format!("{role}\n{}{}", text::show(lts), props(lts))).collect();
        told.extend(self.versions.forbidden().iter().map(|lts| format!("forbidden\n{}", text::show(lts))));
        told.push(format!("interface {:?}", self.versions.interface()));
        told.join("\n")
    }

    fn named(&self, trace: &Trace) -> Vec<Name> {
        trace.names(self.versions.letters().actions()).iter().map(|name| name.to_string()).collect()
    }

    fn complete(&self, engine: Engine) -> Completed {
        let completed = complete(self.versions, engine, Context::unlimited()).expect("there is no limit");
        assert_eq!(completed.statistics.states, completed.lts.n_states());
        assert!(completed.engine == engine || engine == Engine::Auto);
        completed
    }

    /// First losses and failures, grouped, by definition.
    fn lost(&self) -> Vec<Told> {
        let mut told = self.first_excesses(&self.required, &self.offered, self.versions.candidate());
        let mut before = Futures::new(&self.offered, &self.letters, true);
        let (mut needs, mut had) = (
            Futures::new(&self.required, &self.letters, false),
            Futures::new(&self.known, &self.letters, true),
        );
        // Every triple of sets by its first word.
        let (required, offered, known) = (self.required.start(), self.offered.start(), self.known.start());
        let mut groups: Groups = BTreeMap::new();
        if !required.0.is_empty() && offered.1 && !known.1 {
            let start = (Vec::new(), FindingKind::MayFail, BTreeSet::from([(0, 0)]));
            groups.insert((usize::MAX, None), start);
        }
        self.walk(vec![required.0, offered.0, known.0], |word, sets, letter| {
            let steps: Vec<(Set, bool)> = [&self.required, &self.offered, &self.known]
                .iter()
                .zip(sets)
                .map(|(machine, set)| machine.step(set, letter))
                .collect();
            if !steps[0].0.is_empty() && !steps[1].0.is_empty() && steps[1].1 && !steps[2].1 {
                let key = (before.number(&sets[1]), Some(letter.clone()));
                let whole = [word, std::slice::from_ref(letter)].concat();
                let entry = groups.entry(key).or_insert((whole, FindingKind::MayFail, BTreeSet::new()));
                entry.2.insert((needs.number(&sets[0]), had.number(&sets[2])));
            }
            let go = !steps[0].0.is_empty() && !steps[1].0.is_empty();
            go.then(|| steps.into_iter().map(|(set, _)| set).collect())
        });
        told.extend(groups.into_values().map(|(word, kind, all)| (word, kind, all.len())));
        sorted(told)
    }

    fn added(&self) -> Vec<Told> {
        sorted(self.first_excesses(&self.offered, &self.known, self.versions.baseline()))
    }

    /// Words of `has` that `lacks` has not and whose prefixes it has, grouped by what `lacks` can go on with
    /// and the last letter.
    fn first_excesses(&self, has: &Machine, lacks: &Machine, version: &Lts) -> Vec<Told> {
        let mut futures =
            [Futures::new(has, &self.letters, false), Futures::new(lacks, &self.letters, false)];
        let mut groups: BTreeMap<(usize, Name), Group<usize>> = BTreeMap::new();
        self.walk(vec![has.start().0, lacks.start().0], |word, sets, letter| {
            let (next, (other, fails)) = (has.step(&sets[0], letter).0, lacks.step(&sets[1], letter));
            if next.is_empty() {
                return None;
            }
            if other.is_empty() {
                let kind = self.kind(letter, version, fails);
                let key = (futures[1].number(&sets[1]), letter.clone());
                let whole = [word, std::slice::from_ref(letter)].concat();
                let entry = groups.entry(key).or_insert((whole, kind, BTreeSet::new()));
                entry.2.insert(futures[0].number(&sets[0]));
                return None;
            }
            Some(vec![next, other])
        });
        groups.into_values().map(|(word, kind, all)| (word, kind, all.len())).collect()
    }

    fn kind(&self, letter: &str, version: &Lts, fails: bool) -> FindingKind {
        let action = letter.split('⟨').next().expect("there is a first part");
        if !self.versions.observed().is_empty() && action.is_empty() {
            FindingKind::Initial
        } else if !names(version).contains(action) && action != "τ" {
            FindingKind::UnknownAction
        } else if fails {
            FindingKind::Error
        } else {
            FindingKind::Refused
        }
    }

    /// Every vector of sets by its first word, as far as `next` goes on.
    fn walk(&self, start: Vec<Set>, mut next: impl FnMut(&[Name], &[Set], &Name) -> Option<Vec<Set>>) {
        if start[0].is_empty() {
            return;
        }
        let mut known = BTreeSet::from([start.clone()]);
        let mut layer: Vec<(Vec<Name>, Vec<Set>)> = vec![(Vec::new(), start)];
        while !layer.is_empty() {
            let mut deeper = Vec::new();
            for (word, sets) in &layer {
                for letter in &self.letters {
                    if let Some(sets) = next(word, sets, letter)
                        && known.insert(sets.clone())
                    {
                        deeper.push(([&word[..], std::slice::from_ref(letter)].concat(), sets));
                    }
                }
            }
            layer = deeper;
        }
    }

    fn check(&self, what: &str, findings: &[Finding], expected: Vec<Told>) {
        let told: Vec<Told> =
            findings.iter().map(|f| (self.named(&f.trace), f.kind, f.occurrences)).collect();
        assert_eq!(told, expected, "{what}\n{}", self.show());
    }

    /// Situations, offers, flags.
    fn check_details(&self, lost: &[Finding], added: &[Finding]) {
        for (findings, lacks, is_lost) in [(lost, &self.offered, true), (added, &self.known, false)] {
            for finding in findings {
                let word = self.named(&finding.trace);
                let (before, last) = match finding.kind == FindingKind::MayFail && word.is_empty() {
                    true => (&word[..], None),
                    false => (&word[..word.len() - 1], word.last()),
                };
                let set = lacks.after(before).0;
                assert_eq!(finding.situation, lacks.states_of(&set), "{word:?}\n{}", self.show());
                let offers: Vec<BTreeSet<Name>> = finding
                    .offers
                    .iter()
                    .map(|offers| {
                        offers.iter().map(|&a| self.named(&[a].into_iter().collect()).remove(0)).collect()
                    })
                    .collect();
                // What the situation offers as a whole, and what every state does.
                let all: BTreeSet<&Name> = offers.iter().flatten().collect();
                let can = |letter: &&Name| !lacks.step(&set, letter).0.is_empty();
                let fails = |letter: &&Name| lacks.step(&set, letter).1;
                let expected: BTreeSet<&Name> = self.letters.iter().filter(can).collect();
                if finding.kind == FindingKind::MayFail {
                    let failing = self.letters.iter().filter(fails);
                    assert_eq!(all, expected.iter().copied().chain(failing).collect(), "{}", self.show());
                } else {
                    assert_eq!(all, expected, "{}", self.show());
                    assert!(!all.contains(last.expect("a loss has a last letter")));
                }
                assert_eq!(offers.len(), finding.situation.len());
                assert_eq!(finding.fails, self.offered.after(&word).1, "{word:?}\n{}", self.show());
                assert_eq!(
                    finding.prohibited,
                    !is_lost && !self.offered_permitted.has(&word),
                    "{}",
                    self.show()
                );
                if let Some(last) = last.filter(|_| finding.kind != FindingKind::MayFail) {
                    self.check_only_after(finding, lacks, &set, last, is_lost);
                }
            }
        }
    }

    fn check_only_after(&self, finding: &Finding, lacks: &Machine, set: &Set, last: &str, is_lost: bool) {
        let other = if is_lost { self.versions.baseline() } else { self.versions.candidate() };
        let other = names(other);
        let is_new = |letter: &&Name| {
            let action = letter.split('⟨').next().expect("there is a first part");
            !action.is_empty() && action != "τ" && !other.contains(action)
        };
        let new: BTreeSet<Name> = self.letters.iter().filter(is_new).cloned().collect();
        let goes_on = |word: &Vec<Name>| {
            let set = word.iter().fold(set.clone(), |set, letter| lacks.step(&set, letter).0);
            !lacks.step(&set, last).0.is_empty()
        };
        let shortest =
            words(&new, if new.len() > 2 { 3 } else { 5 }).into_iter().find(goes_on).map(|word| word.len());
        let told = finding.only_after.as_ref().map(|trace| self.named(trace));
        assert!(told.as_ref().is_none_or(goes_on), "{told:?} {}", self.show());
        if shortest.is_some() || told.as_ref().is_none_or(|word| word.len() <= 3) {
            assert_eq!(told.map(|word| word.len()), shortest, "{}", self.show());
        }
    }

    /// The completed machine has exactly the union, as a smallest deterministic machine numbered
    /// breadth-first.
    fn check_completed(&self, lts: &Lts) {
        let own = plain(lts);
        let mut futures = Futures::new(&own, &self.letters, false);
        let mut classes = BTreeSet::new();
        let start = vec![own.start().0, self.required.start().0, self.offered.start().0];
        self.walk(start, |word, sets, letter| {
            assert_eq!(
                sets[0].is_empty(),
                sets[1].is_empty() && sets[2].is_empty(),
                "{word:?}\n{}",
                self.show()
            );
            classes.insert(futures.number(&sets[0]));
            let machines = [&own, &self.required, &self.offered];
            let next: Vec<Set> = machines.iter().zip(sets).map(|(m, set)| m.step(set, letter).0).collect();
            // Once all are empty they stay so.
            assert_eq!(
                next[0].is_empty(),
                next[1].is_empty() && next[2].is_empty(),
                "{word:?} {letter}\n{}",
                self.show()
            );
            (!next[0].is_empty()).then_some(next)
        });
        assert!(lts.is_deterministic() && !lts.has_tau() && !lts.has_error() && lts.is_breadth_first());
        assert_eq!(names(lts), self.letters);
        if !self.letters.is_empty() {
            assert_eq!(lts.n_states(), classes.len(), "{}", self.show());
        }
    }

    /// Word by word: the views, the union, and that what is required is prefix-closed.
    fn check_words(&self, completed: &Lts, length: usize) {
        let ctx = Context::unlimited();
        let required = self.versions.required(ctx).expect("there is no limit");
        let required = required.map(|lts| plain(&lts));
        let (known, offered) = (plain(&self.versions.known()), plain(&self.versions.offered()));
        let completed = plain(completed);
        for word in words(&self.letters, length) {
            let needed = self.required.has(&word);
            let say = || format!("{word:?}\n{}", self.show());
            assert_eq!(required.as_ref().is_some_and(|machine| machine.has(&word)), needed, "{}", say());
            assert_eq!(known.has(&word), self.known.has(&word), "{}", say());
            assert_eq!(offered.has(&word), self.offered.has(&word), "{}", say());
            assert_eq!(completed.has(&word), needed || self.offered.has(&word), "{}", say());
            assert!(!needed || word.is_empty() || self.required.has(&word[..word.len() - 1]), "{}", say());
        }
    }

    fn check_learners(&self, direct: &Lts) {
        for algorithm in Algorithm::ALL {
            for (cache, closed) in [(true, true), (true, false), (false, true), (false, false)] {
                let learned = self.complete(Engine::Learned { algorithm, cache, closed });
                assert_eq!(
                    shape(&learned.lts),
                    shape(direct),
                    "{algorithm:?} {cache} {closed}\n{}",
                    self.show()
                );
                assert!(learned.statistics.equivalence_queries == learned.statistics.rounds + 1);
            }
        }
    }

    /// The shortest run of the candidate that completes something prohibited, over all its actions.
    fn check_still_forbidden(&self) {
        let candidate = self.versions.candidate();
        let interface = names(candidate);
        let look = |forbidden| Look { interface: &interface, observed: &[], forbidden };
        let all = machine(candidate, &look(&[]), &BTreeSet::new());
        let left = machine(candidate, &look(self.versions.forbidden()), &BTreeSet::new());
        let mut shortest: Option<Vec<Name>> = left.is_empty.then(Vec::new);
        let own = Judge { letters: interface.clone(), ..Judge::new(self.versions) };
        own.walk(vec![all.start().0, left.start().0], |word, sets, letter| {
            let next = [all.step(&sets[0], letter).0, left.step(&sets[1], letter).0];
            if !next[0].is_empty() && next[1].is_empty() && shortest.is_none() {
                shortest = Some([word, std::slice::from_ref(letter)].concat());
            }
            (!next[1].is_empty()).then(|| next.to_vec())
        });
        let told = self.versions.still_forbidden(Context::unlimited()).expect("there is no limit");
        assert_eq!(told.map(|trace| self.named(&trace)), shortest, "{}", self.show());
    }
}

fn sorted(mut told: Vec<Told>) -> Vec<Told> {
    told.sort_by(|x, y| (x.0.len(), &x.0, x.1).cmp(&(y.0.len(), &y.0, y.1)));
    told
}
