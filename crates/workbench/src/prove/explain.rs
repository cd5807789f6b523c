//! A proof as a document: parts, premises, assumptions, and why these forbid what they forbid.

use rely_assume::prove::{
    Ended, Machine as Member, Premise, Problem, Proof, Round, Rule, Statistics, Tried, Unfinished, premises,
};
use rely_assume::{Assumption, Boundary, Forbidden, Question, shortest_run_along};
use rely_formats::FspKind;
use rely_lts::{Alphabet, Budget, Component, Context, Reason, Spent, StateId};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::{
    AssumptionView, ExplainedView, ForbiddenView, LtsDocument, PremiseView, ProofStatisticsView, ProofView,
    RoundView, TriedKind, TriedStatisticsView, TriedView, VerdictKind,
};

use rely_evidence::assumption_names;

use super::ProveOptions;
use crate::assume::document::Runs;
use crate::assume::formats::Machine;

/// States of a part that are visited to find one reason.
const VISITED: u64 = 5_000;

/// Forbidden actions of a proof that are examined: not all of them have a reason.
const LOOKED_AT: usize = 200;

/// Candidates of a round are reported if none has more states than this.
const REPORTED: usize = 200;

/// A result without an answer.
pub(super) fn empty(property: String) -> ProofView {
    ProofView {
        property,
        verdict: VerdictKind::Unknown,
        vacuous: false,
        reason: None,
        rule: None,
        components: Vec::new(),
        dropped: Vec::new(),
        assumptions: Vec::new(),
        details: Vec::new(),
        premises: Vec::new(),
        trace: Vec::new(),
        on_target: false,
        steps: None,
        statistics: ProofStatisticsView::default(),
        whole: None,
        tried: Vec::new(),
        rounds: Vec::new(),
        certificate: None,
        notes: Vec::new(),
    }
}

/// The subject of a report.
pub(super) struct ProofExplainer<'a> {
    /// The goal of the proof.
    pub problem: &'a Problem,
    /// How.
    pub options: &'a ProveOptions,
    /// Within which limits.
    pub ctx: Context<'a>,
}

impl ProofExplainer<'_> {
    /// A result without an answer: what was tried, and what it took.
    pub(super) fn blank(
        &self,
        statistics: &Statistics,
        dropped: &[usize],
        tried: &[Tried],
        rounds: &[Round],
    ) -> ProofView {
        let properties: Vec<String> = self.problem.properties.iter().map(|p| p.name.clone()).collect();
        let action = |&a: &rely_lts::ActionId| self.problem.actions.name(a).to_string();
        let mut alphabet: Vec<String> = statistics.alphabet.iter().map(action).collect();
        alphabet.sort();
        let decided = tried.iter().find(|tried| tried.end == Ended::Decided);
        ProofView {
            rule: decided.map(|tried| tried.rule.name().to_string()),
            components: decided.map_or_else(Vec::new, |tried| self.parts(&tried.parts)),
            dropped: self.names(dropped),
            statistics: ProofStatisticsView {
                membership_queries: statistics.membership_queries,
                equivalence_queries: statistics.equivalence_queries,
                rounds: statistics.rounds,
                largest_product: statistics.largest_product,
                expansions: statistics.expansions,
                alphabet,
                seconds: 0.0,
            },
            tried: tried.iter().map(|tried| self.tried(tried)).collect(),
            rounds: if self.options.rounds {
                rounds.iter().map(|round| self.round(round)).collect()
            } else {
                Vec::new()
            },
            ..empty(properties.join(", "))
        }
    }

    /// Adds a proof to a result, with the states of each premise.
    pub(super) fn proved(&self, view: &mut ProofView, proof: &Proof, states: &[u64]) -> Result<(), Failure> {
        view.verdict = VerdictKind::Holds;
        view.rule = Some(proof.rule.name().to_string());
        view.components = self.parts(&proof.parts);
        let writer = ProofWriter::new(self, proof.rule, &proof.parts, &proof.assumptions);
        if states.len() != proof.premises.len() {
            return Err(Failure::Internal("a premise of the proof was not checked".to_string()));
        }
        for (premise, &states) in proof.premises.iter().zip(states) {
            view.premises.push(writer.premise(premise, Some(states)));
        }
        writer.assumptions(view, &proof.premises, self.options.explained)
    }

    /// Adds partial results to a result without a verdict.
    pub(super) fn unfinished(&self, view: &mut ProofView, unfinished: &Unfinished) -> Result<(), Failure> {
        let Unfinished { reason, rule, parts, assumptions, holding } = unfinished;
        view.verdict = VerdictKind::Unknown;
        view.reason = Some(match reason {
            Reason::Spent(spent) => self.spent(spent),
            other => other.to_string(),
        });
        view.rule = Some(rule.name().to_string());
        view.components = self.parts(parts);
        let writer = ProofWriter::new(self, *rule, parts, assumptions);
        view.premises = holding.iter().map(|premise| writer.premise(premise, None)).collect();
        // The components that would have to satisfy them in a complete proof.
        let shape = premises(*rule, parts).unwrap_or_else(|| holding.clone());
        writer.assumptions(view, &shape, 0)
    }

    fn names(&self, places: &[usize]) -> Vec<String> {
        places.iter().map(|&at| self.problem.components[at].name.clone()).collect()
    }

    fn parts(&self, parts: &[Vec<usize>]) -> Vec<Vec<String>> {
        parts.iter().map(|part| self.names(part)).collect()
    }

    /// Every component that can matter, as a part: where assumptions are computed, parts are known only when
    /// there is a proof.
    pub(super) fn one_by_one(&self, dropped: &[usize]) -> Vec<Vec<String>> {
        let matters = (0..self.problem.components.len()).filter(|at| !dropped.contains(at));
        matters.map(|at| self.names(&[at])).collect()
    }

    /// What was spent, with the limit as it was given: ways that go side by side have a share of the memory
    /// each.
    fn spent(&self, spent: &Spent) -> String {
        match (spent, self.ctx.budget.memory) {
            (Spent::Memory(share), Some(given)) if *share < given => {
                format!("more than its share of {given} bytes of memory is needed (limit)")
            }
            _ => spent.to_string(),
        }
    }

    fn tried(&self, tried: &Tried) -> TriedView {
        let (end, reason) = match &tried.end {
            Ended::Decided => (TriedKind::Decided, None),
            Ended::Lost => (TriedKind::Lost, None),
            Ended::GaveUp(why) => (TriedKind::GaveUp, Some(why.clone())),
            Ended::Spent(spent) => (TriedKind::Spent, Some(self.spent(spent))),
        };
        let Statistics {
            membership_queries, equivalence_queries, rounds, largest_product, expansions, ..
        } = tried.statistics;
        TriedView {
            rule: tried.rule.name().to_string(),
            components: self.parts(&tried.parts),
            end,
            reason,
            statistics: TriedStatisticsView {
                membership_queries,
                equivalence_queries,
                rounds,
                largest_product,
                expansions,
            },
        }
    }

    fn round(&self, round: &Round) -> RoundView {
        let called = assumption_names(self.problem, round.rule, round.candidates.len());
        let is_small = round.candidates.iter().all(|lts| lts.n_states() <= REPORTED);
        let reported = round.candidates.iter().zip(called).filter(|_| is_small);
        RoundView {
            rule: round.rule.name().to_string(),
            states: round.states.iter().map(|&n| n as u64).collect(),
            hypotheses: reported.map(|(lts, name)| LtsDocument::new(&name, lts)).collect(),
            actions: round.actions as u64,
            queries: round.queries,
            what: round.what.clone(),
        }
    }
}

/// A proof, or what there is of one.
struct ProofWriter<'a> {
    story: &'a ProofExplainer<'a>,
    rule: Rule,
    assumptions: &'a [Assumption],
    /// The names of the assumptions.
    names: Vec<String>,
    /// The components of the parts, ascending.
    sorted: Vec<Vec<usize>>,
}

impl<'a> ProofWriter<'a> {
    fn new(
        story: &'a ProofExplainer<'a>,
        rule: Rule,
        parts: &[Vec<usize>],
        assumptions: &'a [Assumption],
    ) -> Self {
        let ascending = |part: &Vec<usize>| {
            let mut part = part.clone();
            part.sort_unstable();
            part
        };
        let sorted = parts.iter().map(ascending).collect();
        ProofWriter {
            story,
            rule,
            assumptions,
            names: assumption_names(story.problem, rule, assumptions.len()),
            sorted,
        }
    }

    fn member(&self, member: Member) -> String {
        match member {
            Member::Assumption(i) => self.names[i].clone(),
            Member::Property(i) => self.story.problem.properties[i].name.clone(),
        }
    }

    fn members(&self, members: &[Member]) -> Vec<String> {
        members.iter().map(|&member| self.member(member)).collect()
    }

    /// The name of some components in premises: `M1` if they are the first part.
    fn label(&self, components: &[usize]) -> String {
        match self.sorted.iter().position(|part| part == components) {
            Some(i) => format!("M{}", i + 1),
            None => self.story.names(components).join(" ‖ "),
        }
    }

    fn premise(&self, premise: &Premise, states: Option<u64>) -> PremiseView {
        let Premise { components, kept, until, refuted } = premise;
        let mut left: Vec<String> = Vec::new();
        if !components.is_empty() {
            left.push(self.label(components));
        }
        left.extend(self.members(kept));
        let (goal, others) =
            refuted.split_last().map_or((None, &[][..]), |(last, others)| (Some(*last), others));
        let excluded =
            |members: &[Member]| self.members(members).iter().map(|m| format!("co {m}")).collect::<Vec<_>>();
        let text = match goal {
            Some(Member::Assumption(_)) if left.is_empty() => {
                format!("{} has no word", excluded(refuted).join(" ‖ "))
            }
            Some(goal) => {
                left.extend(excluded(others));
                let goal = self.member(goal);
                match until.is_empty() {
                    true => format!("{} ⊨ {goal}", left.join(" ‖ ")),
                    false => format!("{} ⊨ {} ▷ {goal}", left.join(" ‖ "), self.members(until).join(" ‖ ")),
                }
            }
            None => left.join(" ‖ "),
        };
        PremiseView {
            text,
            components: self.story.names(components),
            kept: self.members(kept),
            until: self.members(until),
            refuted: self.members(refuted),
            states,
        }
    }

    /// Adds the assumptions, and reasons for up to this many of their forbidden actions.
    fn assumptions(
        &self,
        view: &mut ProofView,
        premises: &[Premise],
        mut most: usize,
    ) -> Result<(), Failure> {
        let mut looked_at = 0;
        for (i, (name, assumption)) in self.names.iter().zip(self.assumptions).enumerate() {
            let own = Member::Assumption(i);
            let places = |wanted: &dyn Fn(&Premise) -> bool| {
                let mut places: Vec<usize> =
                    premises.iter().filter(|p| wanted(p)).flat_map(|p| p.components.clone()).collect();
                places.sort_unstable();
                places.dedup();
                self.story.names(&places)
            };
            let assumes = |p: &Premise| p.kept.contains(&own) || p.until.contains(&own);
            let guarantees = |p: &Premise| p.refuted == [own];
            let machine = Machine::new(
                name.clone(),
                self.title(premises, &assumes, &guarantees),
                FspKind::Property,
                assumption,
            );
            let mut details = AssumptionView {
                name: name.clone(),
                assumed_by: places(&assumes),
                guaranteed_by: places(&guarantees),
                states: machine.names.clone(),
                fsp: machine.short_fsp()?,
                forbidden: assumption.forbidden().count() as u64,
                explanation: Vec::new(),
                explained: false,
            };
            let needs = premises.iter().find(|p| {
                p.kept.contains(&own)
                    && p.until.is_empty()
                    && p.refuted.len() == 1
                    && !p.components.is_empty()
            });
            if let Some(premise) = needs.filter(|_| most > 0) {
                self.explain(&mut details, premise, i, most, &mut looked_at)?;
                let with_run =
                    |state: &ExplainedView| state.forbids.iter().filter(|f| !f.run.is_empty()).count();
                most = most.saturating_sub(details.explanation.iter().map(with_run).sum());
            }
            view.assumptions.push(machine.document());
            view.details.push(details);
        }
        Ok(())
    }

    /// The title of an assumption.
    fn title(
        &self,
        premises: &[Premise],
        assumes: &dyn Fn(&Premise) -> bool,
        guarantees: &dyn Fn(&Premise) -> bool,
    ) -> String {
        let who = |wanted: &dyn Fn(&Premise) -> bool, word: &str| {
            let found = premises.iter().filter(|p| wanted(p) && !p.components.is_empty());
            let mut groups: Vec<&Vec<usize>> = found.map(|p| &p.components).collect();
            groups.dedup();
            // Few components by their names, many by that of the part.
            let names: Vec<String> = match groups[..] {
                [] => return None,
                [one] if one.len() <= 3 => self.story.names(one),
                _ => groups.iter().map(|group| self.label(group)).collect(),
            };
            let verb = if names.len() == 1 { format!("{word}s") } else { word.to_string() };
            Some(format!("{} {verb}", list(&names)))
        };
        match (who(assumes, "assume"), who(guarantees, "guarantee")) {
            (_, Some(guarantee)) if self.rule == Rule::Circ => {
                format!("what {guarantee}, one step longer than the others their guarantees")
            }
            (Some(assume), Some(guarantee)) => format!("what {assume}, and {guarantee}"),
            (Some(one), None) | (None, Some(one)) => format!("what {one}"),
            (None, None) => "the last candidate".to_string(),
        }
    }

    /// Why an assumption forbids what it forbids: runs of the components that assume it, which violate what
    /// they have to keep.
    fn explain(
        &self,
        details: &mut AssumptionView,
        premise: &Premise,
        own: usize,
        most: usize,
        looked_at: &mut usize,
    ) -> Result<(), Failure> {
        let assumption = &self.assumptions[own];
        let question = self.question(premise, own);
        let runs = Runs::new(question.system());
        let traces = assumption.shortest_traces();
        let lts = assumption.lts();
        let reached = |s: StateId| s == lts.initial() || traces.length(s) > 0;
        let budget = Budget { states: None, ..self.story.ctx.budget.clone() };
        let ctx = Context { budget: &budget, ..self.story.ctx };
        let mut explained: Vec<ExplainedView> = Vec::new();
        let reachable = assumption.forbidden().filter(|(state, _)| reached(*state));
        let mut left = most;
        details.explained = true;
        for (state, label) in reachable {
            let action = lts.alphabet().action(label);
            let before = traces.trace(state);
            let trace: Vec<_> = before.iter().copied().chain([action]).collect();
            let wanted = left > 0 && *looked_at < LOOKED_AT;
            *looked_at += 1;
            let found = wanted.then(|| shortest_run_along(&question, &trace, VISITED, ctx));
            let Some(Ok(run)) = found else {
                details.explained = false;
                break;
            };
            left -= usize::from(run.is_some());
            let forbidden = match run {
                Some(run) => runs.forbidden(&[&Forbidden { trace, run }])?.remove(0),
                None => ForbiddenView {
                    action: self.story.problem.actions.name(action).to_string(),
                    trace: runs.names(&trace),
                    run: Vec::new(),
                    violates: Vec::new(),
                    steps: None,
                },
            };
            match explained.last_mut().filter(|last| last.state == state.raw()) {
                Some(last) => last.forbids.push(forbidden),
                None => explained.push(ExplainedView {
                    state: state.raw(),
                    name: details.states[state.index()].clone(),
                    trace: runs.names(&before),
                    forbids: vec![forbidden],
                }),
            }
        }
        details.explanation = explained;
        Ok(())
    }

    /// The components of a premise with everything else that is kept, and their obligation; an assumption is
    /// what their environment sees.
    fn question(&self, premise: &Premise, own: usize) -> Question {
        let problem = self.story.problem;
        let mut module: Vec<Component> =
            premise.components.iter().map(|&at| problem.components[at].clone()).collect();
        for &member in premise.kept.iter().filter(|&&member| member != Member::Assumption(own)) {
            if let Member::Assumption(i) = member {
                module.push(self.assumptions[i].process(&self.member(member)));
            }
        }
        let goals = premise.refuted.iter().map(|&member| match member {
            Member::Assumption(i) => self.assumptions[i].property(&self.member(member)),
            Member::Property(i) => problem.properties[i].clone(),
        });
        let seen = self.assumptions[own].lts().alphabet().clone();
        let known = Alphabet::union(&problem.actions, module.iter().map(|c| c.lts.alphabet()));
        let own_actions = |shared: bool| {
            let ids = known.ids().iter().copied().filter(|&a| seen.contains(a) == shared);
            Alphabet::new(&problem.actions, ids.collect::<Vec<_>>())
        };
        let boundary =
            Boundary { shared: own_actions(true), internal: own_actions(false), assumption: seen.clone() };
        Question {
            name: self.label(&premise.components),
            actions: problem.actions.clone(),
            properties: goals.collect(),
            module,
            boundary,
        }
    }
}
