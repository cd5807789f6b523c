//! What is lost, and what is new.
//!
//! # Problem
//! Given two versions. Wanted: the traces that are required and not offered, few enough to be read: the same
//! action missing in the same situation is one finding, reported with its shortest trace. Likewise the traces
//! that are new, and those after which the candidate may fail where the baseline could not.
//!
//! # Method
//! Both languages are prefix-closed, so every lost trace goes on from a *first loss*: a trace `t·a` of which
//! `t` is in both languages. A breadth-first walk over pairs of states of the two smallest deterministic
//! machines, labels in order, meets every pair by its shortest trace, the first of them by names. A finding
//! is a pair (state of the other machine, action): what that machine can go on with is the *situation*.
//!
//! # Invariants
//! 1. The trace of a finding is the first, by length and then by names, of all first losses of its situation
//!    and action.
//! 2. There are no more findings of one kind than states of the smallest machine times letters.
//!
//! # Cost
//! Two subset constructions, then the pairs. If nothing is lost, which is decided first, inclusion is all
//! that is computed \[WDHR06\].
//!
//! # Departures
//! \[CSS04\] collects lost traces as they come up while learning; which ones depends on the learner. Here
//! every loss belongs to exactly one finding, and findings do not depend on how they were computed.

use std::collections::VecDeque;

use rely_lts::determinize::{ErrorRule, determinize};
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::relate::{Relation, compare};
use rely_lts::{ActionId, Context, Label, Lts, Reason, Spent, StateId, Ticker, Trace, Verdict};
use rustc_hash::FxHashMap;

use crate::sets::Walker;
use crate::versions::Versions;

/// A lost or a new trace that stands for all with the same last action in the same situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The trace, its last action included: the shortest, and of these the first by names. Its actions are
    /// [`Versions::letters`].
    pub trace: Trace,
    /// What is the matter with it.
    pub kind: FindingKind,
    /// The states in which the version that lacks the trace may be when its last action is asked for, sorted:
    /// for losses the candidate, for what is new the baseline. Where propositions are observed, there is one
    /// state more than the version has, which comes before the initial one.
    pub situation: Vec<StateId>,
    /// For every state of the situation the letters that it offers, by itself or after tau, sorted by name.
    pub offers: Vec<Vec<ActionId>>,
    /// Actions that only the version that lacks the trace knows and after which it would go on with the last
    /// action: the shortest such sequence, if there is one.
    pub only_after: Option<Trace>,
    /// In how many situations of the version that has the trace it is lacking in this situation of the other
    /// one.
    pub occurrences: usize,
    /// Is the trace one after which the candidate may be in ERROR?
    pub fails: bool,
    /// For what is new: is every run of the candidate with this trace one that completes a prohibited
    /// behavior?
    pub prohibited: bool,
}

/// What is the matter with a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// The versions begin with different propositions.
    Initial,
    /// The last action is not in the alphabet of the version that lacks the trace.
    UnknownAction,
    /// With the last action the version that lacks the trace can only enter ERROR.
    Error,
    /// The last action is refused.
    Refused,
    /// Both versions have the trace, and only the candidate may be in ERROR after it.
    MayFail,
}

/// Is everything that is required offered, and can the candidate fail only where the baseline can? A *no*
/// comes with a trace that is lost, the shortest, or, if there is none, with one after which only the
/// candidate may fail.
///
/// This decides, where it can, without the subset construction that [`lost`] takes.
pub fn contained(versions: &Versions, ctx: Context<'_>) -> Verdict<(), Trace> {
    let decide = || -> Result<Option<Trace>, Spent> {
        let Some(required) = versions.required(ctx)? else { return Ok(None) };
        if let Some(trace) = first_excess(&required, &versions.offered(), ctx)? {
            return Ok(Some(trace));
        }
        Ok(may_fail(versions, &required, ctx)?.into_iter().next().map(|finding| finding.trace))
    };
    match decide() {
        Ok(None) => Verdict::Holds(()),
        Ok(Some(trace)) => Verdict::Violated(trace),
        Err(spent) => Verdict::Unknown(Reason::Spent(spent)),
    }
}

/// The findings that violate containment: traces that are required and not offered, and traces after which
/// only the candidate may fail. In the order of their traces: by length, then by names.
///
/// ```
/// # use rely_evolve::Versions;
/// # use rely_lts::{Actions, Context};
/// # use rely_testkit::text::read;
/// # let actions = Actions::new();
/// # let [old, new] = ["0 open 1; 1 read 0; 1 write 0", "0 open 1; 1 read 0"].map(|text| read(&actions, text));
/// # let (ctx, interface) = (Context::unlimited(), old.alphabet().clone());
/// # let versions = Versions::new(old.into(), new.into(), Vec::new(), interface)?;
/// use rely_evolve::{FindingKind, lost};
/// // The candidate no longer writes.
/// let findings = lost(&versions, ctx)?;
/// assert_eq!(findings[0].trace.names(&actions).join(" "), "open write");
/// assert_eq!(findings[0].kind, FindingKind::UnknownAction);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn lost(versions: &Versions, ctx: Context<'_>) -> Result<Vec<Finding>, Spent> {
    let Some(required) = versions.required(ctx)? else { return Ok(Vec::new()) };
    let offered = versions.offered();
    let mut findings = Vec::new();
    if first_excess(&required, &offered, ctx)?.is_some() {
        let has = versions.baseline();
        let sides = Sides { versions, holder: &required, other: &offered, has, lacks: versions.candidate() };
        findings = sides.findings(ctx)?;
        let failing = versions.failing(versions.candidate());
        let mut walker = Walker::new(&failing);
        for finding in &mut findings {
            finding.fails = walker.after(&labels_of(versions, &finding.trace), ctx)?.1;
        }
    }
    findings.extend(may_fail(versions, &required, ctx)?);
    sort(versions, &mut findings);
    Ok(findings)
}

/// What the candidate offers and the baseline does not, whether prohibited or not; in the order of the
/// traces.
///
/// # Errors
/// If the budget is spent.
pub fn added(versions: &Versions, ctx: Context<'_>) -> Result<Vec<Finding>, Spent> {
    let (known, offered) = (versions.known(), versions.offered());
    if first_excess(&offered, &known, ctx)?.is_none() {
        return Ok(Vec::new());
    }
    let has = versions.candidate();
    let sides = Sides { versions, holder: &offered, other: &known, has, lacks: versions.baseline() };
    let mut findings = sides.findings(ctx)?;
    let permitted = versions.offered_permitted(ctx)?;
    let failing = versions.failing(versions.candidate());
    let mut permitted = permitted.as_ref().map(Walker::new);
    let mut failing = Walker::new(&failing);
    for finding in &mut findings {
        let word = labels_of(versions, &finding.trace);
        finding.fails = failing.after(&word, ctx)?.1;
        finding.prohibited = match &mut permitted {
            Some(walker) => walker.after(&word, ctx)?.0.is_empty(),
            None => true,
        };
    }
    sort(versions, &mut findings);
    Ok(findings)
}

/// The smallest deterministic LTS with the same traces, numbered breadth-first. The LTS has no ERROR.
pub(crate) fn canonical(lts: &Lts, ctx: Context<'_>) -> Result<Lts, Spent> {
    let sets = determinize(lts, ErrorRule::Plain, ctx)?;
    let budget = ctx.budget.holding(lts.memory());
    Ok(minimize(&sets.lts, Equivalence::Strong, Context { budget: &budget, ..ctx })?.lts)
}

/// The first trace of the holder that the other has not.
fn first_excess(holder: &Lts, other: &Lts, ctx: Context<'_>) -> Result<Option<Trace>, Spent> {
    match compare(holder, other, Relation::TraceInclusion, ctx) {
        Verdict::Holds(()) => Ok(None),
        Verdict::Violated(distinction) => Ok(Some(distinction.visible_trace())),
        Verdict::Unknown(Reason::Spent(spent)) => Err(spent),
        Verdict::Unknown(_) => unreachable!("inclusion of traces is always modeled"),
    }
}

fn sort(versions: &Versions, findings: &mut [Finding]) {
    // Labels are in the order of the names.
    findings.sort_by_cached_key(|finding| {
        (finding.trace.len(), labels_of(versions, &finding.trace), finding.kind)
    });
}

fn labels_of(versions: &Versions, trace: &Trace) -> Vec<Label> {
    let label =
        |&letter| versions.letters().label(letter).expect("findings are over the letters of the versions");
    trace.actions.iter().map(label).collect()
}

/// Pairs of states that were met, each by its first word.
struct Pairs {
    reached: Vec<(Pair, usize, Label)>,
    known: FxHashMap<Pair, ()>,
}

type Pair = [Option<StateId>; 3];

impl Pairs {
    fn new(start: Pair) -> Self {
        Pairs { reached: vec![(start, 0, Label::TAU)], known: FxHashMap::from_iter([(start, ())]) }
    }

    fn add(&mut self, pair: Pair, from: usize, label: Label) {
        if self.known.insert(pair, ()).is_none() {
            self.reached.push((pair, from, label));
        }
    }

    fn word(&self, mut at: usize) -> Vec<Label> {
        let mut word = Vec::new();
        while at != 0 {
            word.push(self.reached[at].2);
            at = self.reached[at].1;
        }
        word.reverse();
        word
    }

    fn check(&self, ctx: Context<'_>) -> Result<(), Spent> {
        ctx.budget.check_states(self.reached.len())?;
        ctx.budget.check_memory(self.reached.capacity() * 48 + self.known.capacity() * 25)
    }
}

/// The version that has a trace and the one that lacks it.
struct Sides<'a> {
    versions: &'a Versions,
    /// The view that has the traces.
    holder: &'a Lts,
    /// The view that lacks them.
    other: &'a Lts,
    /// The version whose view `holder` is.
    has: &'a Lts,
    /// The version whose view `other` is.
    lacks: &'a Lts,
}

impl Sides<'_> {
    /// One finding per state of the smallest machine of `other` and letter. `fails` and `prohibited` are left
    /// open.
    fn findings(&self, ctx: Context<'_>) -> Result<Vec<Finding>, Spent> {
        let (holder, other) = (canonical(self.holder, ctx)?, canonical(self.other, ctx)?);
        let mut pairs = Pairs::new([Some(holder.initial()), Some(other.initial()), None]);
        // For every situation and letter: where it was met first, and how often.
        let mut numbers: FxHashMap<(StateId, Label), usize> = FxHashMap::default();
        let mut met: Vec<(usize, Label, usize)> = Vec::new();
        let (mut at, mut ticker) = (0, Ticker::default());
        while let Some(&([Some(has), Some(lacks), _], ..)) = pairs.reached.get(at) {
            for (label, target) in holder.successors(has) {
                ticker.tick(ctx.budget)?;
                match other.step(lacks, label).first() {
                    Some(&next) => pairs.add([Some(target), Some(next), None], at, label),
                    None => {
                        let number = *numbers.entry((lacks, label)).or_insert(met.len());
                        if number == met.len() {
                            met.push((at, label, 0));
                        }
                        met[number].2 += 1;
                    }
                }
            }
            at += 1;
            pairs.check(ctx)?;
        }
        let failing = self.versions.failing(self.lacks);
        let mut walker = Walker::new(&failing);
        let found = met.into_iter().map(|(at, label, occurrences)| {
            let word = pairs.word(at);
            let (situation, _) = walker.after(&word, ctx)?;
            let fails = walker.step(&situation, label, ctx)?.1;
            self.finding(word, label, situation, fails, occurrences, ctx)
        });
        found.collect()
    }

    /// A first loss; `fails`: the version that lacks it can enter ERROR with it.
    fn finding(
        &self,
        mut word: Vec<Label>,
        label: Label,
        situation: Vec<StateId>,
        fails: bool,
        occurrences: usize,
        ctx: Context<'_>,
    ) -> Result<Finding, Spent> {
        let letters = self.versions.letters();
        let letter = letters.action(label);
        let action = self.versions.action_of(letter);
        let kind = if self.versions.is_first_letter(letter) {
            FindingKind::Initial
        } else if action.is_some_and(|action| !self.lacks.alphabet().contains(action)) {
            FindingKind::UnknownAction
        } else if fails {
            FindingKind::Error
        } else {
            FindingKind::Refused
        };
        word.push(label);
        Ok(Finding {
            trace: word.into_iter().map(|label| letters.action(label)).collect(),
            kind,
            offers: offers(self.other, letters, &situation, ctx)?,
            only_after: self.only_after(&situation, label, ctx)?,
            situation,
            occurrences,
            fails: false,
            prohibited: false,
        })
    }

    /// A shortest sequence of actions that the other version does not know and after which this one does the
    /// action.
    fn only_after(
        &self,
        situation: &[StateId],
        label: Label,
        ctx: Context<'_>,
    ) -> Result<Option<Trace>, Spent> {
        let versions = self.versions;
        let letters = versions.letters();
        let is_new = |label: &Label| {
            versions
                .action_of(letters.action(*label))
                .is_some_and(|action| !self.has.alphabet().contains(action))
        };
        let new: Vec<Label> = letters.labels().filter(is_new).collect();
        // States one by one: the first that does the action is reached by a shortest sequence.
        let mut before: FxHashMap<StateId, (StateId, Label)> =
            situation.iter().map(|&state| (state, (state, Label::TAU))).collect();
        let mut open: VecDeque<StateId> = situation.iter().copied().collect();
        let (mut walker, mut ticker) = (Walker::new(self.other), Ticker::default());
        while let Some(state) = open.pop_front() {
            if !self.other.step(state, label).is_empty() {
                let mut word = Vec::new();
                let mut at = state;
                while let Some(&(from, label)) = before.get(&at).filter(|&&(from, _)| from != at) {
                    if !label.is_tau() {
                        word.push(letters.action(label));
                    }
                    at = from;
                }
                word.reverse();
                return Ok(Some(word.into_iter().collect()));
            }
            for &label in &new {
                for &target in self.other.step(state, label) {
                    for next in walker.close(vec![target], ctx)?.0 {
                        ticker.tick(ctx.budget)?;
                        before.entry(next).or_insert_with(|| {
                            open.push_back(next);
                            (state, label)
                        });
                    }
                }
            }
        }
        Ok(None)
    }
}

/// For every state the letters that it offers, by itself or after tau.
fn offers(
    view: &Lts,
    letters: &rely_lts::Alphabet,
    situation: &[StateId],
    ctx: Context<'_>,
) -> Result<Vec<Vec<ActionId>>, Spent> {
    let mut walker = Walker::new(view);
    let of_state = |&state: &StateId| {
        let (set, _) = walker.close(vec![state], ctx)?;
        let mut labels: Vec<Label> = set.iter().flat_map(|&s| view.labels_of(s)).copied().collect();
        labels.sort_unstable();
        labels.dedup();
        Ok(labels.into_iter().filter(|label| !label.is_tau()).map(|label| letters.action(label)).collect())
    };
    situation.iter().map(of_state).collect()
}

/// Traces that are required and offered and after which only the candidate may be in ERROR: one per state of
/// the candidate's smallest machine, ERROR included, and last letter.
fn may_fail(versions: &Versions, required: &Lts, ctx: Context<'_>) -> Result<Vec<Finding>, Spent> {
    if !versions.candidate().has_error() {
        return Ok(Vec::new());
    }
    let failing = versions.failing(versions.candidate());
    let of = |version: &Lts| Ok(minimize(&versions.failing(version), Equivalence::Trace, ctx)?.lts);
    let (required, candidate, baseline) =
        (canonical(required, ctx)?, of(versions.candidate())?, of(versions.baseline())?);
    let mut met: Vec<(usize, Label, usize)> = Vec::new();
    let mut numbers: FxHashMap<(StateId, Label), usize> = FxHashMap::default();
    let good = |lts: &Lts, state: StateId, label| {
        lts.step(state, label).iter().copied().find(|target| !target.is_error())
    };
    let fails =
        |lts: &Lts, state: StateId, label| lts.step(state, label).iter().any(|target| target.is_error());
    let mut pairs =
        Pairs::new([Some(required.initial()), Some(settled(&candidate)), Some(settled(&baseline))]);
    if fails(&candidate, candidate.initial(), Label::TAU) && !fails(&baseline, baseline.initial(), Label::TAU)
    {
        numbers.insert((candidate.initial(), Label::TAU), 0);
        met.push((0, Label::TAU, 1));
    }
    let (mut at, mut ticker) = (0, Ticker::default());
    while let Some(&([Some(needs), Some(has), had], ..)) = pairs.reached.get(at) {
        for (label, target) in required.successors(needs) {
            ticker.tick(ctx.budget)?;
            let Some(next) = good(&candidate, has, label) else { continue };
            let had_failed = had.is_some_and(|had| fails(&baseline, had, label));
            if fails(&candidate, has, label) && !had_failed {
                let number = *numbers.entry((has, label)).or_insert(met.len());
                if number == met.len() {
                    met.push((at, label, 0));
                }
                met[number].2 += 1;
            }
            let had = had.and_then(|had| good(&baseline, had, label));
            pairs.add([Some(target), Some(next), had], at, label);
        }
        at += 1;
        pairs.check(ctx)?;
    }
    let letters = versions.letters();
    let mut walker = Walker::new(&failing);
    let found = met.into_iter().map(|(at, label, occurrences)| {
        let mut word = pairs.word(at);
        let (situation, _) = walker.after(&word, ctx)?;
        if !label.is_tau() {
            word.push(label);
        }
        Ok(Finding {
            trace: word.into_iter().map(|label| letters.action(label)).collect(),
            kind: FindingKind::MayFail,
            offers: offers(&failing, letters, &situation, ctx)?,
            only_after: None,
            situation,
            occurrences,
            fails: true,
            prohibited: false,
        })
    });
    found.collect()
}

/// The state from which a smallest machine with ERROR goes on: its initial state or, if ERROR can be entered
/// from the start, the state that does the same but for that, if there is one.
fn settled(machine: &Lts) -> StateId {
    let (initial, visible) =
        (machine.initial(), |s| machine.successors(s).filter(|(label, _)| !label.is_tau()));
    let mut others = machine.states().filter(|&s| s != initial);
    others.find(|&s| visible(s).eq(visible(initial))).unwrap_or(initial)
}
