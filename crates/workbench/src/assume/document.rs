//! The answer as a document, every run replayed first.

use rely_assume::{ConstructionReport, Explanation, Forbidden, Partial, Question, Size};
use rely_check::NotFollowed;
use rely_evidence::Judge;
use rely_evidence::trace_view;
use rely_lts::{ActionId, Alphabet, Component, System};
use rely_report::Failure;
use rely_report::view::{
    AssumeDocument, AssumeKind, ComponentView, ExplainedView, ForbiddenView, PartialView, SizeView,
    SizesView, TraceView,
};

use super::formats::Machine;
use crate::check::component_views;
use crate::load::Loaded;
use crate::reduction::step_views;

/// Runs of one document are given step by step up to this total number of steps.
const MAX_DETAILED: usize = 5_000;

/// Traces and runs of an explanation are given up to this total number of steps.
const MAX_EXPLAINED: usize = 200_000;

/// A document without an answer.
pub(super) fn blank(
    loaded: &Loaded,
    target: &str,
    question: &Question,
    environment: Option<&[Component]>,
    report: &ConstructionReport,
) -> AssumeDocument {
    let names = |alphabet: &Alphabet| alphabet.names().iter().map(|n| n.to_string()).collect();
    AssumeDocument {
        schema: "rely/assume/1".to_string(),
        file: loaded.path.clone(),
        target: target.to_string(),
        module: views(question, &question.module),
        property: views(question, &question.properties),
        environment: environment.map(|environment| views(question, environment)),
        verdict: AssumeKind::Unknown,
        vacuous: false,
        reason: None,
        trace: Vec::new(),
        steps: None,
        sizes: sizes(report, |size| size.states),
        transitions: sizes(report, |size| size.transitions),
        peak: size_view(report.peak),
        construction: step_views(&report.steps),
        interface: names(&question.boundary.assumption),
        shared: names(&question.boundary.shared),
        internal: names(&question.boundary.internal),
        assumption: None,
        states: Vec::new(),
        fsp: None,
        words: None,
        forbidden: 0,
        explanation: Vec::new(),
        explained: true,
        partial: None,
        discharged: None,
        through: Vec::new(),
        candidates: Vec::new(),
        deviations: None,
        component: None,
        certificate: None,
        warnings: Vec::new(),
        notes: Vec::new(),
        diagnostics: Vec::new(),
    }
}

/// Components as a document lists them.
pub(super) fn views(question: &Question, components: &[Component]) -> Vec<ComponentView> {
    component_views(&System::new("", &question.actions, components.to_vec()))
}

/// One number of every step.
pub(super) fn sizes(report: &ConstructionReport, pick: impl Fn(Size) -> usize) -> SizesView {
    let of = |size: Option<Size>| size.map(|size| pick(size) as u64);
    SizesView {
        composed: of(report.composed),
        minimized: of(report.minimized),
        propagated: of(report.propagated),
        determinized: of(report.determinized),
        assumption: of(report.assumption),
    }
}

pub(super) fn size_view(size: Size) -> SizeView {
    SizeView { states: size.states as u64, transitions: size.transitions as u64 }
}

/// Runs of a system into ERROR: named, replayed, shown step by step.
pub(crate) struct Runs {
    system: System,
    judge: Judge,
}

impl Runs {
    pub(crate) fn new(system: System) -> Runs {
        Runs { judge: Judge::new(&system), system }
    }

    pub(crate) fn names(&self, actions: &[ActionId]) -> Vec<String> {
        actions.iter().map(|&a| self.system.actions.name(a).to_string()).collect()
    }

    /// Replays runs into ERROR; for each the names of the components that enter it.
    pub(crate) fn confirm(&self, runs: &[Vec<ActionId>]) -> Result<Vec<Vec<String>>, Failure> {
        let named: Vec<Vec<String>> = runs.iter().map(|run| self.names(run)).collect();
        let errors = self.judge.confirm_errors(&named).map_err(|why| {
            Failure::Internal(format!("a run of {} does not replay: {why}", self.system.name))
        })?;
        let name = |at: &usize| self.system.components[*at].name.clone();
        Ok(errors.iter().map(|culprits| culprits.iter().map(name).collect()).collect())
    }

    /// A run into ERROR step by step; `None` if it is too long for that, or too many could be meant.
    pub(crate) fn steps(&self, run: &[ActionId]) -> Result<Option<TraceView>, Failure> {
        if run.len() > MAX_DETAILED {
            return Ok(None);
        }
        match trace_view(&self.system, run, &[], rely_check::is_error) {
            Ok(view) => Ok(Some(view)),
            Err(NotFollowed::TooMany) => Ok(None),
            Err(NotFollowed::Impossible(step)) => Err(Failure::Internal(format!(
                "step {} of a run of {} is not possible",
                step + 1,
                self.system.name
            ))),
        }
    }

    /// The forbidden actions, with their runs replayed.
    pub(crate) fn forbidden(&self, all: &[&Forbidden]) -> Result<Vec<ForbiddenView>, Failure> {
        let runs: Vec<Vec<ActionId>> = all.iter().map(|forbidden| forbidden.run.clone()).collect();
        let culprits = self.confirm(&runs)?;
        let mut views = Vec::with_capacity(all.len());
        let mut detailed = 0;
        for (forbidden, violates) in all.iter().zip(culprits) {
            detailed += forbidden.run.len();
            let trace = self.names(&forbidden.trace);
            views.push(ForbiddenView {
                action: trace.last().cloned().unwrap_or_default(),
                trace,
                run: self.names(&forbidden.run),
                violates,
                steps: if detailed <= MAX_DETAILED { self.steps(&forbidden.run)? } else { None },
            });
        }
        Ok(views)
    }

    /// What the states of an assumption forbid, and why; and is that all?
    pub(super) fn explanation(
        &self,
        explanation: &Explanation,
        names: &[String],
    ) -> Result<(Vec<ExplainedView>, bool), Failure> {
        let mut steps = 0;
        let few = |state: &&rely_assume::ExplainedState| {
            let fits = steps <= MAX_EXPLAINED;
            steps += state.forbids.iter().map(|f| f.trace.len() + f.run.len()).sum::<usize>();
            fits
        };
        let states: Vec<_> = explanation.states.iter().take_while(few).collect();
        let all: Vec<&Forbidden> = states.iter().flat_map(|state| &state.forbids).collect();
        let mut views = self.forbidden(&all)?.into_iter();
        let state = |state: &&rely_assume::ExplainedState| ExplainedView {
            state: state.state.raw(),
            name: names[state.state.index()].clone(),
            trace: self.names(&state.trace),
            forbids: views.by_ref().take(state.forbids.len()).collect(),
        };
        let complete = explanation.complete && states.len() == explanation.states.len();
        Ok((states.iter().map(state).collect(), complete))
    }

    /// Results that are certain although the budget was spent.
    pub(super) fn partial(
        &self,
        partial: &Partial,
        machine: Option<&Machine>,
    ) -> Result<PartialView, Failure> {
        let forbidden = self.forbidden(&partial.forbidden.iter().collect::<Vec<_>>())?;
        let assumption = match (machine, &partial.assumption) {
            (Some(machine), Some(prefix)) => Some(machine.prefix_view(prefix.depth)?),
            _ => None,
        };
        Ok(PartialView { forbidden, assumption })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rely_lts::{Actions, LtsBuilder, StateId};

    use super::*;

    #[test]
    fn a_run_that_does_not_replay_is_a_contradiction() {
        let actions = Actions::new();
        let (a, b) = (actions.intern("a"), actions.intern("b"));
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(2).unwrap();
        builder.add_transition(StateId::at(0), a, StateId::at(1));
        builder.add_transition(StateId::at(1), b, StateId::ERROR);
        let lts = Arc::new(builder.finish(StateId::at(0)).unwrap());
        let runs = Runs::new(System::new("S", &actions, vec![Component::new("P", lts)]));
        assert_eq!(runs.confirm(&[vec![a, b]]).unwrap(), [["P"]]);
        for wrong in [&[b][..], &[a], &[], &[a, b, b], &[a, ActionId::TAU]] {
            let confirmed = runs.confirm(&[vec![a, b], wrong.to_vec()]);
            assert!(matches!(confirmed, Err(Failure::Internal(_))), "{wrong:?}");
        }
        assert!(runs.steps(&[a, b]).unwrap().is_some());
        assert!(matches!(runs.steps(&[b]), Err(Failure::Internal(_))));
    }
}
