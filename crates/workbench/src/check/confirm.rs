//! Verdicts as results of a document; every violation is replayed first.

use rely_check::NotFollowed;
use rely_check::ltl::{Fairness, Shape, check_assert};
use rely_evidence::{Claimed, Judge, MAX_STEPS, NOT_REPLAYED, Unconfirmed, run_vectors, view_along};
use rely_fsp::Diagnostic;
use rely_io::Control;
use rely_ltl::{Formula, Specification};
use rely_lts::{ActionId, StateId, System, Verdict};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::{CheckKind, ResultView, VerdictKind};

use crate::load::Loaded;
use crate::places::Locator;
use crate::propositions;

/// Turns verdicts into results, and replays every violation first.
pub(super) struct Confirmer<'a> {
    pub system: &'a System,
    pub judge: Judge,
    /// Finds the places of runs; none if components may come from elsewhere.
    pub places: Option<Locator<'a>>,
}

impl Confirmer<'_> {
    fn names(&self, actions: &[ActionId]) -> Vec<String> {
        actions.iter().map(|&a| self.system.actions.name(a).to_string()).collect()
    }

    /// Fills in a verdict of deadlock or safety.
    pub fn safety(
        &self,
        result: &mut ResultView,
        verdict: Verdict,
        claimed: Claimed<'_>,
    ) -> Result<(), Failure> {
        match verdict {
            Verdict::Holds(()) => result.verdict = VerdictKind::Holds,
            Verdict::Unknown(reason) => {
                result.verdict = VerdictKind::Unknown;
                result.reason = Some(reason.to_string());
            }
            Verdict::Violated(trace) => {
                let error = matches!(claimed, Claimed::Error(_));
                self.violated(result, &trace.actions, &[], claimed, |end| {
                    if error {
                        rely_check::is_error(end)
                    } else {
                        rely_check::enabled(self.system, end).is_empty()
                    }
                })?;
            }
        }
        Ok(())
    }

    /// Fills in a violation after it was replayed.
    fn violated(
        &self,
        result: &mut ResultView,
        trace: &[ActionId],
        cycle: &[ActionId],
        claimed: Claimed<'_>,
        accept: impl Fn(&[StateId]) -> bool,
    ) -> Result<(), Failure> {
        result.verdict = VerdictKind::Violated;
        result.trace = self.names(trace);
        result.cycle = self.names(cycle);
        // Actions in no component's alphabet were taken by a formula alone; the components cannot replay
        // them.
        let known = |a: &&ActionId| {
            a.is_tau() || self.system.components.iter().any(|c| c.lts.alphabet().contains(**a))
        };
        let of = |list: &[ActionId]| self.names(&list.iter().filter(known).copied().collect::<Vec<_>>());
        let contradiction = |why: String| {
            Failure::Internal(format!("the counterexample of {} does not replay: {why}", result.name))
        };
        match self.judge.confirm(&of(trace), &of(cycle), claimed) {
            Ok(_) => {}
            Err(Unconfirmed::Wrong(why)) => return Err(contradiction(why)),
            Err(Unconfirmed::TooMany) => {
                result.notes.push(NOT_REPLAYED.to_string());
                return Ok(());
            }
        }
        if trace.len() + cycle.len() > MAX_STEPS {
            result.notes.push(format!(
                "the run has more than {MAX_STEPS} steps: its intermediate states are not shown"
            ));
            return Ok(());
        }
        match run_vectors(self.system, trace, cycle, accept) {
            Ok(vectors) => {
                let run: Vec<ActionId> = trace.iter().chain(cycle).copied().collect();
                let mut view = view_along(self.system, &run, &vectors);
                if let Some(places) = &self.places {
                    places.fill(&mut view, &run, &vectors);
                    if matches!(claimed, Claimed::Error(_)) {
                        result.ending = places.ending(&view, &run, &vectors);
                    }
                }
                result.steps = Some(view);
            }
            Err(NotFollowed::Impossible(step)) => {
                return Err(contradiction(format!("step {} is not possible", step + 1)));
            }
            Err(NotFollowed::TooMany) => {}
        }
        Ok(())
    }

    pub fn progress(&self, progress: rely_check::ProgressResult) -> Result<ResultView, Failure> {
        let name = progress.name.clone().unwrap_or_else(|| "DEFAULT".to_string());
        let mut result = blank(CheckKind::Progress, &name);
        result.vacuous = progress.vacuous.is_some();
        match &progress.verdict {
            Verdict::Holds(()) => result.reason = progress.vacuous.clone(),
            Verdict::Unknown(reason) => {
                result.verdict = VerdictKind::Unknown;
                result.reason = Some(reason.to_string());
            }
            Verdict::Violated(lasso) => {
                let stuck = lasso.cycle.is_empty();
                let claimed = if stuck { Claimed::Stuck } else { Claimed::Run };
                self.violated(&mut result, &lasso.stem.actions, &lasso.cycle.actions, claimed, |end| {
                    !stuck || rely_check::enabled(self.system, end).is_empty()
                })?;
                let missing = self.names(&progress.missing);
                let recurring = self.names(&progress.recurring);
                result.reason = Some(match (&progress.name, recurring.is_empty()) {
                    (_, true) if stuck => "the run stops: no action is possible".to_string(),
                    (_, true) => "only internal actions continue to occur".to_string(),
                    (Some(_), false) => {
                        format!("only {} to occur", verb(&recurring, "continues", "continue"))
                    }
                    (None, false) => format!("{} again", verb(&missing, "never occurs", "never occur")),
                });
            }
        }
        Ok(result)
    }

    /// Checks an assert; errors in its definition are added to `wrong`.
    pub fn assert(
        &self,
        loaded: &Loaded,
        name: &str,
        fair: bool,
        wrong: &mut Vec<Diagnostic>,
        control: &Control,
    ) -> Result<Asserted, Failure> {
        let mut result = blank(CheckKind::Ltl, name);
        let model = loaded.model().expect("asserts belong to FSP models");
        let specification = match model.specification(name) {
            Ok(specification) => specification,
            Err(diagnostics) => {
                // A wrong assert does not keep the others from being checked.
                let first =
                    diagnostics.first().map(|d| format!("{}: {}", d.code, d.message)).unwrap_or_default();
                result.verdict = VerdictKind::Unknown;
                result.reason = Some(format!("the assert is wrong: {first}"));
                wrong.extend(diagnostics);
                return Ok(Asserted { result, specification: None, never: Vec::new() });
            }
        };
        propositions::refuse(loaded, self.system, name, &specification.labels())?;
        let fairness = if fair { Fairness::FairChoice } else { Fairness::None };
        let answer = check_assert(self.system, &specification, fairness, control.context());
        result.vacuous = answer.vacuous.is_some();
        result.notes = answer.warnings;
        match answer.verdict {
            Verdict::Holds(()) => result.reason = answer.vacuous,
            Verdict::Unknown(reason) => {
                result.verdict = VerdictKind::Unknown;
                result.reason = Some(reason.to_string());
            }
            Verdict::Violated(lasso) => {
                let stops = answer.shape == Some(Shape::Stops);
                let claimed = if stops { Claimed::Stuck } else { Claimed::Run };
                self.violated(&mut result, &lasso.stem.actions, &lasso.cycle.actions, claimed, |end| {
                    !stops || rely_check::enabled(self.system, end).is_empty()
                })?;
                result.reason = match answer.shape {
                    Some(Shape::Prefix) => Some("no continuation can satisfy it".to_string()),
                    Some(Shape::Stops) => Some("the run stops".to_string()),
                    Some(Shape::Cycle) | None => None,
                };
            }
        }
        Ok(Asserted { result, specification: Some(specification), never: answer.never })
    }
}

/// An assert that was checked.
pub(super) struct Asserted {
    pub result: ResultView,
    /// What it says; none if it is wrong.
    pub specification: Option<Specification>,
    /// Left sides of its implications that never hold.
    pub never: Vec<Formula>,
}

/// A list with its verb.
fn verb(names: &[String], one: &str, many: &str) -> String {
    format!("{} {}", list(names), if names.len() == 1 { one } else { many })
}

/// A result without findings.
pub(crate) fn blank(kind: CheckKind, name: &str) -> ResultView {
    ResultView {
        kind,
        name: name.to_string(),
        verdict: VerdictKind::Holds,
        vacuous: false,
        method: None,
        trace: Vec::new(),
        cycle: Vec::new(),
        reason: None,
        ending: None,
        notes: Vec::new(),
        steps: None,
        places: Vec::new(),
        execution: None,
    }
}
