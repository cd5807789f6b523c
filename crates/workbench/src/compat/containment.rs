//! Containment: losses, new behavior, and edits, in words and with places.

use std::sync::Arc;

use rely_evolve::{Completed, Completes, Engine, Finding, Versions, added, lost, refusal, telling_end};
use rely_io::Control;
use rely_ltl::{Observed, Proposition, observe};
use rely_lts::{ActionId, Actions, Alphabet, Lts, Spent, StateId, Trace};
use rely_report::Failure;
use rely_report::prose::{both_ends, list};
use rely_report::view::{ContainmentView, FindingKind, FindingView, RefusalView, StuckView, VerdictKind};

use super::CompatOptions;
use super::places::Places;
use super::repair::{Trial, find_edits};
use super::resolve::Version;
use super::reused::Reused;

/// States of a situation that are listed.
const STATES: usize = 16;

/// Findings that are listed in a document.
const FINDINGS: usize = 2000;

/// The basis of a comparison.
pub(super) struct Question {
    /// The old version.
    pub baseline: Version,
    /// The new version.
    pub candidate: Version,
    /// The table of all actions.
    pub actions: Actions,
    /// Prohibited processes with their names.
    pub forbidden: Vec<(String, Arc<Lts>)>,
    /// Fluents that are observed, their actions from the table.
    pub fluents: Vec<Proposition>,
    /// Propositions of the versions themselves that are observed; none: those of the baseline.
    pub propositions: Vec<Arc<str>>,
    /// The actions that are compared.
    pub interface: Alphabet,
    /// The action that represents termination, if something continues after END.
    pub end: Option<ActionId>,
}

/// The versions as they are compared, and what their states stand for.
pub(super) struct Compared {
    /// The versions.
    pub versions: Versions,
    baseline: Option<Vec<StateId>>,
    /// The states of the candidate that those of its view stand for; none if they are the same.
    pub candidate: Option<Vec<StateId>>,
    /// The candidate that edits are applied to if they are to be tried in the system; none if it has no END
    /// to mark any more, or no properties inside.
    pub editable: Option<Arc<Lts>>,
}

/// Containment, as far as it was decided.
pub(super) struct Contained {
    /// The document.
    pub view: ContainmentView,
    /// The findings that the losses of the document are made of, in the same order.
    pub losses: Vec<Finding>,
    /// The completed component, if it was made.
    pub completed: Option<Completed>,
    /// Warnings about the question.
    pub warnings: Vec<String>,
}

impl Question {
    /// The versions as they are compared: with the fluents, and only the observed actions.
    ///
    /// # Errors
    /// If the budget is spent, or the versions are not of one table.
    pub fn compared(&self, control: &Control) -> Result<Compared, Failure> {
        let ctx = control.context();
        let of = |version: &Version| -> Result<(Arc<Lts>, Option<Vec<StateId>>), Failure> {
            let lts = version.component.lts.in_table(&self.actions);
            let lts = self.end.map(|end| telling_end(&lts, end)).unwrap_or(lts);
            if self.fluents.is_empty() {
                return Ok((Arc::new(lts), None));
            }
            let Observed { lts, origin } = observe(&lts, &self.fluents, ctx)?;
            Ok((Arc::new(lts), Some(origin)))
        };
        let ((old, baseline), (new, candidate)) = (of(&self.baseline)?, of(&self.candidate)?);
        let forbidden = self.forbidden.iter().map(|(_, lts)| lts.clone()).collect();
        let editable = match self.end {
            // The edited version would lack the properties inside the candidate.
            _ if self.candidate.is_observed() => None,
            None => Some(new.clone()),
            Some(_) if self.fluents.is_empty() => {
                Some(Arc::new(self.candidate.component.lts.in_table(&self.actions)))
            }
            Some(_) => None,
        };
        let ids = self.interface.ids().iter().copied().chain(self.end).collect::<Vec<_>>();
        let interface = Alphabet::new(&self.actions, ids);
        let mut versions = Versions::new(old, new, forbidden, interface)
            .map_err(|error| Failure::Internal(error.to_string()))?;
        let fluents = self.fluents.iter().map(|fluent| Arc::from(fluent.name()));
        let observed: Vec<Arc<str>> = self.propositions.iter().cloned().chain(fluents).collect();
        if !observed.is_empty() {
            versions = versions.observing(observed);
        }
        Ok(Compared { versions, baseline, candidate, editable })
    }

    /// Decides containment. A spent budget is *unknown*, and what was found before stays.
    pub fn decide(
        &self,
        compared: &Compared,
        options: &CompatOptions,
        reused: &Reused<'_>,
        control: &Control,
    ) -> Contained {
        let ctx = control.context();
        let versions = &compared.versions;
        let mut contained = self.blank(versions);
        let view = &mut contained.view;
        let mut steps = || -> Result<(), Spent> {
            contained.losses = lost(versions, ctx)?;
            view.verdict =
                if contained.losses.is_empty() { VerdictKind::Holds } else { VerdictKind::Violated };
            Ok(())
        };
        match steps() {
            Ok(()) => {}
            Err(spent) => {
                view.reason = Some(spent.to_string());
                return contained;
            }
        }
        // If the budget does not suffice to decide it, nothing is claimed.
        view.vacuous = self.nothing_required(versions, ctx).unwrap_or(false);
        let places = Places::new(&self.candidate, compared.candidate.as_deref());
        view.losses =
            contained.losses.iter().take(FINDINGS).map(|f| self.loss(versions, f, &places)).collect();
        view.missing = contained.losses.iter().map(|finding| self.names(&finding.trace)).collect();
        if view.vacuous && view.verdict == VerdictKind::Holds {
            view.reason = Some("the baseline offers nothing that must be preserved".to_string());
        }
        // The rest only explains: it does not change the verdict.
        let mut further = || -> Result<(), Spent> {
            let news = added(versions, ctx)?;
            let places = Places::new(&self.baseline, compared.baseline.as_deref());
            view.news = news.iter().take(FINDINGS).map(|f| self.news(versions, f, &places)).collect();
            view.added = news.iter().map(|finding| self.names(&finding.trace)).collect();
            view.still_forbidden = versions.still_forbidden(ctx)?.map(|trace| self.names(&trace));
            contained.warnings = self.prohibition(versions, ctx, view.still_forbidden.as_deref())?;
            if options.completed || !contained.losses.is_empty() {
                let name = &self.candidate.name;
                contained.completed = Some(reused.complete(name, versions, options.engine, ctx)?);
            }
            Ok(())
        };
        match further() {
            Ok(()) => {}
            Err(spent) => contained.warnings.push(format!(
                "new behavior and the candidate without losses were not fully computed: {spent}"
            )),
        }
        contained
    }

    pub(super) fn blank(&self, versions: &Versions) -> Contained {
        let names = |alphabet: &Alphabet| alphabet.names().iter().map(|n| n.to_string()).collect::<Vec<_>>();
        let own = [versions.baseline().alphabet(), versions.candidate().alphabet()];
        let own = Alphabet::union(&self.actions, own);
        let hidden = own.ids().iter().filter(|&&action| !versions.interface().contains(action));
        let undecided = Contained::undecided(String::new());
        let view = ContainmentView {
            reason: None,
            interface: names(versions.interface()),
            hidden: hidden.map(|&action| self.actions.name(action).to_string()).collect(),
            observed: versions.observed().iter().map(|name| name.to_string()).collect(),
            forbidden: self.forbidden.iter().map(|(name, _)| name.clone()).collect(),
            ..undecided.view
        };
        Contained { view, ..undecided }
    }

    /// Is nothing but the empty trace required, or not even that?
    pub(super) fn nothing_required(
        &self,
        versions: &Versions,
        ctx: rely_lts::Context<'_>,
    ) -> Result<bool, Spent> {
        let Some(required) = versions.required(ctx)? else { return Ok(true) };
        // Where propositions are observed, the first letter is not a service.
        let first = |label| versions.is_first_letter(required.alphabet().action(label));
        Ok(!required.reachable().0.transitions().any(|(_, label, _)| !label.is_tau() && !first(label)))
    }

    /// Warnings about prohibited processes.
    fn prohibition(
        &self,
        versions: &Versions,
        ctx: rely_lts::Context<'_>,
        still: Option<&[String]>,
    ) -> Result<Vec<String>, Spent> {
        let mut warnings = Vec::new();
        for ((name, lts), completes) in self.forbidden.iter().zip(versions.completions(ctx)?) {
            let unknown: Vec<String> = lts
                .alphabet()
                .ids()
                .iter()
                .filter(|&&action| !versions.baseline().alphabet().contains(action))
                .map(|&action| self.actions.name(action).to_string())
                .collect();
            match completes {
                Completes::Never => warnings.push(format!("{name} never stops: it prohibits nothing")),
                Completes::AtOnce => {
                    warnings.push(format!("{name} stops before the first action: it prohibits everything"));
                }
                Completes::Sometime if !unknown.is_empty() => warnings.push(format!(
                    "{name} uses {}, which {} never does",
                    list(&unknown),
                    self.baseline.name
                )),
                Completes::Sometime => {}
            }
        }
        if let Some(run) = still {
            warnings.push(format!("the candidate still has prohibited behavior: {}", both_ends(run)));
        }
        Ok(warnings)
    }

    /// Actions that the candidate, but not the baseline, may refuse after a required trace.
    pub fn refusal(&self, compared: &Compared, losses: &[Finding], control: &Control) -> Option<RefusalView> {
        // It is a remark, and it can be done without.
        let found = refusal(&compared.versions, control.context()).ok().flatten();
        // A loss says it already.
        let found = found.filter(|found| {
            let is_loss = |loss: &Finding| {
                let (last, before) = loss.trace.actions.split_last().unzip();
                before == Some(&found.trace.actions[..])
                    && last.is_some_and(|last| found.refused.contains(last))
            };
            !losses.iter().any(is_loss)
        });
        found.map(|found| {
            let places = Places::new(&self.candidate, compared.candidate.as_deref());
            let trace = self.names(&found.trace);
            let refused: Vec<String> =
                found.refused.iter().map(|&a| self.actions.name(a).to_string()).collect();
            let what = match refused.is_empty() {
                true => "stop".to_string(),
                false => format!("refuse {}", either(&refused)),
            };
            // The start of the versions is not an action.
            let first = found.trace.actions.first();
            let begins = first.is_some_and(|&letter| compared.versions.is_first_letter(letter));
            let when = match &trace[usize::from(begins)..] {
                [] => "at the start".to_string(),
                before => format!("after {}", both_ends(before)),
            };
            let message = format!(
                "{when}, {} may {what} (in {}), and {} may not: a component that waits for it may wait forever",
                self.called("the candidate", &self.candidate),
                places.name(found.state),
                self.called("the baseline", &self.baseline)
            );
            RefusalView { trace, refused, message }
        })
    }

    pub(super) fn names(&self, trace: &Trace) -> Vec<String> {
        trace.names(&self.actions).iter().map(|name| name.to_string()).collect()
    }

    /// Is an action compared?
    pub(super) fn is_compared(&self, name: &str) -> bool {
        self.interface.label_of_name(name).is_some()
    }

    /// The name of a version in sentences: its role, and its own name if that adds information.
    fn called(&self, part: &str, version: &Version) -> String {
        match version.name.contains('(') {
            true => format!("{part} {}", version.name),
            false => part.to_string(),
        }
    }

    /// The last action of a finding, and when it is asked for. The start of the versions is not an action.
    fn split(&self, versions: &Versions, finding: &Finding) -> (String, String) {
        let begins = finding.trace.actions.first().is_some_and(|&letter| versions.is_first_letter(letter));
        let trace = self.names(&finding.trace);
        match trace.split_last() {
            None => (String::new(), "at the start".to_string()),
            Some((last, before)) if before.len() <= usize::from(begins) => {
                (last.clone(), "at the start".to_string())
            }
            Some((last, before)) => {
                (last.clone(), format!("after {}", both_ends(&before[usize::from(begins)..])))
            }
        }
    }

    /// Is the last step of a finding that a version ends?
    fn is_end(&self, versions: &Versions, finding: &Finding) -> bool {
        let last = finding.trace.actions.last().and_then(|&letter| versions.action_of(letter));
        last.is_some() && last == self.end
    }

    /// Something that is missing.
    pub(super) fn loss(&self, versions: &Versions, finding: &Finding, places: &Places<'_>) -> FindingView {
        let mut view = self.finding(versions, finding, places);
        let (action, before) = self.split(versions, finding);
        let who = self.called("the candidate", &self.candidate);
        view.message = match view.kind {
            FindingKind::Initial => format!("{who} begins with propositions other than {action}"),
            FindingKind::UnknownAction => {
                format!("{before}, {action} is missing: it is not in the alphabet of {who}")
            }
            FindingKind::Error => format!("{before}, {who} always enters ERROR with {action}"),
            FindingKind::MayFail if action.is_empty() => {
                format!("{who} may enter ERROR in its initial state")
            }
            FindingKind::MayFail => {
                format!("after {}, {who} may enter ERROR", both_ends(&self.names(&finding.trace)))
            }
            FindingKind::Refused if self.is_end(versions, finding) => {
                format!("{before}, {who} cannot terminate")
            }
            FindingKind::Refused => format!("{before}, {who} refuses {action}"),
        };
        view
    }

    /// Something that is new.
    pub(super) fn news(&self, versions: &Versions, finding: &Finding, places: &Places<'_>) -> FindingView {
        let mut view = self.finding(versions, finding, places);
        let (action, before) = self.split(versions, finding);
        let who = self.called("the baseline", &self.baseline);
        view.message = match view.kind {
            FindingKind::Initial => format!("it begins with {action}"),
            FindingKind::UnknownAction => {
                format!("{before}, {action} is new: it is not in the alphabet of {who}")
            }
            FindingKind::Error => format!("{before}, {action} is new: {who} always enters ERROR with it"),
            FindingKind::Refused if self.is_end(versions, finding) => {
                format!("{before}, it may terminate: {who} cannot")
            }
            FindingKind::MayFail | FindingKind::Refused => {
                format!("{before}, {action} is new: {who} refuses it")
            }
        };
        view
    }

    fn finding(&self, versions: &Versions, finding: &Finding, places: &Places<'_>) -> FindingView {
        let name = |action: &rely_lts::ActionId| self.actions.name(*action).to_string();
        let stuck = finding.situation.iter().zip(&finding.offers).take(STATES).map(|(&state, offers)| {
            let offers: Vec<String> = offers.iter().map(name).collect();
            StuckView { state: places.name(state), offers, place: places.place(state) }
        });
        let mut stuck: Vec<StuckView> = stuck.collect();
        if stuck.iter().all(|stuck| stuck.place.is_none()) {
            // The definition as a whole is better than no place at all.
            stuck.iter_mut().for_each(|stuck| stuck.place = places.definition());
        }
        debug_assert!(finding.trace.actions.iter().all(|&letter| versions.letters().contains(letter)));
        FindingView {
            trace: self.names(&finding.trace),
            kind: match finding.kind {
                rely_evolve::FindingKind::Initial => FindingKind::Initial,
                rely_evolve::FindingKind::UnknownAction => FindingKind::UnknownAction,
                rely_evolve::FindingKind::Error => FindingKind::Error,
                rely_evolve::FindingKind::Refused => FindingKind::Refused,
                rely_evolve::FindingKind::MayFail => FindingKind::MayFail,
            },
            message: String::new(),
            stuck,
            stuck_states: finding.situation.len() as u64,
            only_after: finding.only_after.as_ref().map(|trace| self.names(trace)),
            occurrences: finding.occurrences as u64,
            fails: finding.fails,
            prohibited: finding.prohibited,
            edits: Vec::new(),
            needs_split: false,
        }
    }
}

impl Contained {
    /// Nothing is known.
    pub fn undecided(reason: String) -> Contained {
        let view = ContainmentView {
            verdict: VerdictKind::Unknown,
            reason: Some(reason),
            vacuous: false,
            missing: Vec::new(),
            added: Vec::new(),
            losses: Vec::new(),
            news: Vec::new(),
            interface: Vec::new(),
            hidden: Vec::new(),
            observed: Vec::new(),
            forbidden: Vec::new(),
            still_forbidden: None,
        };
        Contained { view, losses: Vec::new(), completed: None, warnings: Vec::new() }
    }
}

impl Contained {
    /// Fills in the edits that restore the losses.
    pub fn explain(
        &mut self,
        question: &Question,
        compared: &Compared,
        trial: Option<&Trial<'_>>,
        control: &Control,
    ) {
        let places = Places::new(&question.candidate, compared.candidate.as_deref());
        let views = &mut self.view.losses;
        let end = question.end;
        if let Err(spent) = find_edits(compared, end, &self.losses, views, &places, trial, control.context())
        {
            self.warnings
                .push(format!("the search for edits that restore the losses was incomplete: {spent}"));
        }
    }

    /// Adds what was found for other arguments, under a name.
    pub fn add(&mut self, other: Contained) {
        let rank = |word: VerdictKind| match word {
            VerdictKind::Violated => 2,
            VerdictKind::Unknown => 1,
            VerdictKind::Holds => 0,
        };
        let (one, two) = (&mut self.view, other.view);
        if rank(two.verdict) > rank(one.verdict) {
            one.verdict = two.verdict;
        }
        one.reason = one.reason.take().or(two.reason);
        one.vacuous &= two.vacuous;
        one.missing.extend(two.missing);
        one.added.extend(two.added);
        one.losses.extend(two.losses);
        one.news.extend(two.news);
        for (into, from) in [(&mut one.interface, two.interface), (&mut one.hidden, two.hidden)] {
            into.extend(from);
            into.sort();
            into.dedup();
        }
        let compared = &one.interface;
        one.hidden.retain(|name| !compared.contains(name));
        one.still_forbidden = one.still_forbidden.take().or(two.still_forbidden);
        self.losses.extend(other.losses);
        self.warnings.extend(other.warnings);
        self.warnings.dedup();
        // There is one completed component for each list of arguments; one alone would mislead.
        self.completed = None;
    }
}

impl CompatOptions {
    /// The name of an engine, for statistics.
    pub(super) fn engine_name(engine: Engine) -> String {
        match engine {
            Engine::Direct => "direct".to_string(),
            Engine::Learned { algorithm, .. } => algorithm.name().to_string(),
            Engine::Auto => "auto".to_string(),
        }
    }
}

/// Names of which any may be meant.
fn either(names: &[String]) -> String {
    match names {
        [one, two] => format!("both {one} and {two}"),
        names => list(names),
    }
}
