//! Containment of abstractions: refines them until they meet.

use std::collections::BTreeSet;

use rely_code::component::TraceEnd;
use rely_evolve::{Finding, FindingKind, added, lost};
use rely_io::Control;
use rely_lts::{Lts, StateId};
use rely_report::Failure;
use rely_report::view::{FindingKind as KindView, VerdictKind};

use super::super::containment::{Compared, Contained, Question};
use super::super::places::Places;
use super::super::resolve::Version;
use super::{Over, Side, Tried, Under};

/// Rounds before the comparison is given up.
const MOST_ROUNDS: usize = 60;

/// Rounds after the first loss, in which others are looked for.
const ROUNDS_AFTER_LOSS: usize = 6;

/// How often the end of a trace is repeated to find one that is lost later.
const REPEATED: usize = 8;

/// Questions to solvers before it is given up.
const MOST_QUESTIONS: u64 = 12_000;

/// Traces that are tried in one round.
const MOST_TRACES: usize = 24;

/// Findings that are looked for only to be listed.
const LISTED: usize = 64;

/// Makes a question of two versions; it decides nothing.
pub(super) type Asked<'a> = dyn Fn(&Version, &Version) -> Result<Question, Failure> + 'a;

/// A comparison of which at least one version is abstracted.
pub(super) struct Meeting<'a> {
    pub baseline: &'a Side,
    pub candidate: &'a Side,
    /// Makes the question for two views.
    pub asked: &'a Asked<'a>,
    pub control: &'a Control,
}

/// What came out.
enum Outcome {
    /// Everything that the baseline may do, the candidate certainly does.
    Contained,
    /// The baseline has a trace that the candidate has not. Whether all losses are known.
    Lost(Option<String>),
    /// It is not decided: why.
    Open(String),
}

impl Meeting<'_> {
    /// Decides containment, and lists losses and new behavior that are certain.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn decide(&self) -> Result<(Question, Contained), Failure> {
        let outcome = match self.candidate_fails()? {
            // What may fail is not compared; what is lost is.
            Some(why) => match self.meet()? {
                Outcome::Contained => Outcome::Open(why),
                other => other,
            },
            None => self.meet()?,
        };
        let losses = match &outcome {
            Outcome::Lost(_) => self.certain(Which::Lost)?,
            _ => Vec::new(),
        };
        let outcome = match outcome {
            Outcome::Lost(_) if losses.is_empty() => {
                Outcome::Open("a trace is lost, but none was found that could be shown".to_string())
            }
            outcome => outcome,
        };
        let news = self.certain(Which::New)?;
        let (question, compared) = self.compared_over()?;
        let mut contained = question.blank(&compared.versions);
        let view = &mut contained.view;
        let places = Places::new(&question.candidate, None);
        view.losses =
            losses.iter().map(|finding| self.loss(&question, &compared, finding, &places)).collect();
        view.missing = losses.iter().map(|finding| question.names(&finding.trace)).collect();
        let places = Places::new(&question.baseline, None);
        view.news = news.iter().map(|f| question.news(&compared.versions, f, &places)).collect();
        view.added = news.iter().map(|finding| question.names(&finding.trace)).collect();
        match outcome {
            Outcome::Contained => {
                view.verdict = VerdictKind::Holds;
                // With more behavior than the code, nothing required is nothing required of the code.
                let nothing = question.nothing_required(&compared.versions, self.control.context());
                view.vacuous = nothing.unwrap_or(false);
                if view.vacuous {
                    view.reason = Some("the baseline offers nothing that must be preserved".to_string());
                }
            }
            Outcome::Lost(more) => {
                view.verdict = VerdictKind::Violated;
                contained.warnings.extend(more.map(|why| format!("there may be other losses: {why}")));
            }
            Outcome::Open(why) => view.reason = Some(why),
        }
        Ok((question, contained))
    }

    /// Refines both versions until nothing that may be lost is left, or something is lost for certain.
    fn meet(&self) -> Result<Outcome, Failure> {
        let mut open = format!("{MOST_ROUNDS} rounds of refinement were not enough");
        let mut rest = ROUNDS_AFTER_LOSS;
        let (mut is_lost, mut known, before) = (false, BTreeSet::new(), self.questions());
        for _ in 0..MOST_ROUNDS {
            let (over, under) = (self.baseline.over(self.control)?, self.candidate.under(self.control)?);
            let (question, compared, findings) = self.may_be_lost(&over, &under)?;
            if findings.is_empty() {
                return Ok(if is_lost { Outcome::Open(open) } else { Outcome::Contained });
            }
            let (mut progress, mut certain) = (false, 0);
            for finding in findings.iter().take(MOST_TRACES) {
                let names = question.names(&finding.trace);
                let is_compared = |name: &str| question.is_compared(name);
                if known.contains(&names) {
                    certain += 1;
                    continue;
                }
                match try_on(self.baseline, &names, &is_compared, self.control) {
                    Tried::Lacks => {
                        progress = true;
                        continue;
                    }
                    Tried::Open(why) => {
                        open = why;
                        continue;
                    }
                    Tried::Has => {}
                }
                let Some(code) = self.candidate.code() else {
                    // What an exact version does not offer, it has not.
                    certain += 1;
                    known.insert(names);
                    continue;
                };
                let trace = code.trace(&names, &is_compared, TraceEnd::Alive);
                match code.try_trace(&trace, self.control) {
                    Tried::Lacks => {
                        certain += 1;
                        known.insert(names);
                    }
                    Tried::Open(why) => open = why,
                    Tried::Has if !is_lost && self.is_lost_later(&question, &compared, &names) => {
                        (is_lost, progress) = (true, true);
                    }
                    Tried::Has if code.split_along(&trace, self.control)? => progress = true,
                    Tried::Has => {
                        open = format!(
                            "{} can do {}, but not from all states of its abstraction, and these could not be separated",
                            question.candidate.name,
                            names.join(" ")
                        );
                    }
                }
            }
            is_lost |= certain > 0;
            if certain == findings.len() {
                return Ok(Outcome::Lost(None));
            }
            rest = if is_lost { rest.saturating_sub(1) } else { rest };
            if rest == 0 {
                return Ok(Outcome::Lost(Some("they were not all looked for".to_string())));
            }
            if !progress {
                break;
            }
            if self.questions() - before > MOST_QUESTIONS {
                open = format!("{MOST_QUESTIONS} questions to the solver were not enough");
                break;
            }
        }
        Ok(if is_lost { Outcome::Lost(Some(open)) } else { Outcome::Open(open) })
    }

    /// Questions that were asked about both versions.
    fn questions(&self) -> u64 {
        [self.baseline, self.candidate].iter().filter_map(|side| side.code()).map(|code| code.asked()).sum()
    }

    /// The traces that the baseline perhaps has and the candidate perhaps has not: if there are none, nothing
    /// is lost.
    fn may_be_lost(
        &self,
        Over(baseline): &Over,
        Under(candidate): &Under,
    ) -> Result<(Question, Compared, Vec<Finding>), Failure> {
        let question = (self.asked)(baseline, candidate)?;
        let compared = question.compared(self.control)?;
        let findings = traces(&compared, self.control)?;
        Ok((question, compared, findings))
    }

    /// Both versions have a trace. Is it lost if its end is repeated? Then the abstraction of the candidate
    /// has the shortest such trace no longer.
    fn is_lost_later(&self, question: &Question, compared: &Compared, names: &[String]) -> bool {
        let Some(code) = self.candidate.code() else { return false };
        let is_compared = |name: &str| question.is_compared(name);
        let lacks = |names: &[String]| {
            let trace = code.trace(names, &is_compared, TraceEnd::Alive);
            code.try_trace(&trace, self.control) == Tried::Lacks
        };
        for period in 1..=names.len().min(3) {
            let end = &names[names.len() - period..];
            let longer: Vec<String> =
                names.iter().chain(end.iter().cycle().take(REPEATED * period)).cloned().collect();
            let is_had = knows(&compared.versions.known(), &longer)
                && try_on(self.baseline, &longer, &is_compared, self.control) == Tried::Has;
            if is_had && lacks(&longer) {
                // What begins with a lost trace is lost: look for the first one.
                let (mut has, mut lost) = (names.len(), longer.len());
                while lost - has > 1 {
                    let middle = (has + lost) / 2;
                    if lacks(&longer[..middle]) { lost = middle } else { has = middle }
                }
                return true;
            }
        }
        false
    }

    /// Why the candidate cannot be said to fail only where the baseline does: its abstraction has an ERROR
    /// that the code has, or may have.
    fn candidate_fails(&self) -> Result<Option<String>, Failure> {
        loop {
            let Over(candidate) = self.candidate.over(self.control)?;
            let Some(names) = error_trace(&candidate.whole.lts) else { return Ok(None) };
            let fails = || {
                format!(
                    "{} may get to ERROR after {}; whether {} can, too, is not compared without exact transition systems",
                    candidate.name,
                    if names.is_empty() { "nothing".to_string() } else { names.join(" ") },
                    "the baseline"
                )
            };
            let Some(code) = self.candidate.code() else { return Ok(Some(fails())) };
            let trace = code.trace(&names, &|_| true, TraceEnd::Error);
            match code.try_trace(&trace, self.control) {
                Tried::Has => return Ok(Some(fails())),
                Tried::Open(why) => return Ok(Some(why)),
                Tried::Lacks => {}
            }
        }
    }

    /// The question about what both versions may do.
    fn compared_over(&self) -> Result<(Question, Compared), Failure> {
        let (Over(old), Over(new)) = (self.baseline.over(self.control)?, self.candidate.over(self.control)?);
        let question = (self.asked)(&old, &new)?;
        let compared = question.compared(self.control)?;
        Ok((question, compared))
    }

    /// The traces that one version has and the other has not, for certain: those that the over-approximation
    /// of the other has not, and the code of the one has.
    fn certain(&self, which: Which) -> Result<Vec<Finding>, Failure> {
        for round in 0..MOST_ROUNDS {
            let (question, compared) = self.compared_over()?;
            let found = match which {
                Which::Lost => traces(&compared, self.control)?,
                Which::New => added(&compared.versions, self.control.context()).map_err(Failure::Spent)?,
            };
            let holder = if which == Which::Lost { self.baseline } else { self.candidate };
            let (mut certain, mut progress) = (Vec::new(), false);
            for finding in found.into_iter().take(LISTED) {
                let names = question.names(&finding.trace);
                match try_on(holder, &names, &|name| question.is_compared(name), self.control) {
                    Tried::Has => certain.push(finding),
                    Tried::Lacks => progress = true,
                    Tried::Open(_) => {}
                }
            }
            // States are those of the last views.
            if !progress || round + 1 == MOST_ROUNDS {
                return Ok(if progress { Vec::new() } else { certain });
            }
        }
        Ok(Vec::new())
    }

    fn loss(
        &self,
        question: &Question,
        compared: &Compared,
        finding: &Finding,
        places: &Places<'_>,
    ) -> rely_report::view::FindingView {
        let mut finding = finding.clone();
        if self.candidate.code().is_some() {
            // Whether it fails instead is a question about what it certainly does.
            finding.fails = false;
            if finding.kind == FindingKind::Error {
                finding.kind = FindingKind::Refused;
            }
        }
        let view = question.loss(&compared.versions, &finding, places);
        debug_assert!(view.kind != KindView::MayFail);
        view
    }
}

/// What is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Lost,
    New,
}

/// What the first view has and the second has not; that the second one may fail is another question.
fn traces(compared: &Compared, control: &Control) -> Result<Vec<Finding>, Failure> {
    let mut findings = lost(&compared.versions, control.context()).map_err(Failure::Spent)?;
    findings.retain(|finding| finding.kind != FindingKind::MayFail);
    Ok(findings)
}

/// Does a version have a trace, without an error? An exact one has what its view has.
fn try_on(side: &Side, names: &[String], is_compared: &dyn Fn(&str) -> bool, control: &Control) -> Tried {
    match side.code() {
        None => Tried::Has,
        Some(code) => code.try_trace(&code.trace(names, is_compared, TraceEnd::Alive), control),
    }
}

/// Does a view have a trace?
fn knows(view: &Lts, names: &[String]) -> bool {
    let close = |states: &mut Vec<StateId>| {
        let mut next = 0;
        while next < states.len() {
            for (label, target) in view.successors(states[next]) {
                if label.is_tau() && !target.is_error() && !states.contains(&target) {
                    states.push(target);
                }
            }
            next += 1;
        }
    };
    let mut states = vec![view.initial()];
    close(&mut states);
    for name in names {
        let Some(label) = view.alphabet().label_of_name(name) else { return false };
        let steps = states.iter().flat_map(|&state| view.step(state, label)).copied();
        let mut next: Vec<StateId> = steps.filter(|target| !target.is_error()).collect();
        next.sort_unstable();
        next.dedup();
        close(&mut next);
        states = next;
    }
    !states.is_empty()
}

/// A shortest trace to ERROR.
fn error_trace(lts: &Lts) -> Option<Vec<String>> {
    let mut before: Vec<Option<(StateId, String)>> = vec![None; lts.n_states()];
    let mut open = std::collections::VecDeque::from([lts.initial()]);
    let mut seen = vec![false; lts.n_states()];
    seen[lts.initial().index()] = true;
    while let Some(state) = open.pop_front() {
        for (label, target) in lts.successors(state) {
            let name = if label.is_tau() { String::new() } else { lts.label_name(label).to_string() };
            if target.is_error() {
                let mut names = vec![name];
                let mut at = state;
                while let Some((from, name)) = &before[at.index()] {
                    names.push(name.clone());
                    at = *from;
                }
                names.reverse();
                names.retain(|name| !name.is_empty());
                return Some(names);
            }
            if !std::mem::replace(&mut seen[target.index()], true) {
                before[target.index()] = Some((state, name));
                open.push_back(target);
            }
        }
    }
    None
}
