//! How deadlock and safety are decided: by visiting every state, or by a reduction where that pays.
//!
//! A full search gives most: exact counts, shortest runs, what never happens, certificates, and it visits
//! millions of states in a second. So it is tried first, up to a limit. A system that is larger is composed
//! and reduced step by step, and what that leaves open is searched with partial-order reduction. If small
//! limits do not suffice, larger ones follow ([`STAGES`]); only questions that are still open are searched to
//! the end.

use rely_check::compositional::{self, Question, STEP_LIMIT};
use rely_check::{Explore, NotApplicable, Reach, ReducedCheck, SafetyResult, Wanted, partial_order};
use rely_lts::{Budget, Context, Reason, Spent, System, Verdict};

use rely_report::view::{MethodView, ReductionKind, ReductionStepView};

/// Limits of the attempts, in order.
struct Stage {
    /// States that the full search may visit.
    full: u64,
    /// States of a step of the composition.
    step: u64,
    /// States that the search with partial-order reduction may visit: each takes much longer than one of the
    /// full search.
    partial_order: u64,
}

/// Attempts before a full search to the end.
const STAGES: [Stage; 2] = [
    Stage { full: 1_000_000, step: 50_000, partial_order: 20_000 },
    Stage { full: 16_000_000, step: STEP_LIMIT, partial_order: 1_000_000 },
];

/// States that a composition may have before it is tried step by step.
pub(crate) const FULL_FIRST: u64 = STAGES[0].full;

/// How deadlock and safety are to be decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckReduction {
    /// By the full search where it is small, else by what pays.
    #[default]
    Auto,
    /// By the full search.
    None,
    /// By partial-order reduction.
    PartialOrder,
    /// By composing and reducing step by step.
    Compositional,
}

impl CheckReduction {
    /// All of them, with their names.
    pub const ALL: [(&'static str, CheckReduction); 4] = [
        ("auto", CheckReduction::Auto),
        ("none", CheckReduction::None),
        ("partial-order", CheckReduction::PartialOrder),
        ("compositional", CheckReduction::Compositional),
    ];
}

/// The decided questions, and how.
pub(crate) struct Decided<'s> {
    /// The full search, if there was one.
    pub(crate) reach: Option<Reach<'s>>,
    /// Deadlock freedom, if it was wanted.
    pub(crate) deadlock: Option<(Verdict, Option<ReductionKind>)>,
    /// Safety of the components that were wanted, in order, with the reduction that decided it.
    pub(crate) safety: Vec<(SafetyResult, Option<ReductionKind>)>,
    /// The reductions that decided something.
    pub(crate) methods: Vec<MethodView>,
    pub(crate) states: u64,
    pub(crate) transitions: u64,
}

/// Decides deadlock and safety. With `graph` a full search is made in any case, if there is room for it.
pub(crate) fn decide<'s>(
    system: &'s System,
    wanted: &Wanted,
    reduction: CheckReduction,
    graph: bool,
    ctx: Context<'_>,
) -> Decided<'s> {
    let what = if graph { Explore::Graph } else { Explore::States };
    let mut pending = Pending::new(system, wanted);
    match reduction {
        _ if wanted.is_empty() => {}
        CheckReduction::None => {}
        CheckReduction::Auto => {
            for stage in &STAGES {
                if ctx.budget.states.is_some_and(|own| own <= stage.full) {
                    break;
                }
                let limited = |states: u64| Budget { states: Some(states), ..ctx.budget.clone() };
                let budget = limited(stage.full);
                let reach = Reach::explore(system, what, Context { budget: &budget, ..ctx });
                if reach.spent() != Some(&Spent::States(stage.full)) {
                    return Pending::new(system, wanted).by_search(reach, wanted, ctx);
                }
                pending.note(&reach);
                drop(reach);
                pending.by_steps(stage.step, ctx);
                pending.by_partial_order(Context { budget: &limited(stage.partial_order), ..ctx });
                if !graph && pending.open.is_empty() {
                    break;
                }
            }
        }
        CheckReduction::Compositional => pending.by_steps(u64::MAX, ctx),
        CheckReduction::PartialOrder => pending.by_partial_order(ctx),
    }
    let forced = matches!(reduction, CheckReduction::Compositional | CheckReduction::PartialOrder);
    if !graph && (forced || pending.open.is_empty()) && !wanted.is_empty() {
        return pending.finish(None, wanted);
    }
    let reach = Reach::explore(system, what, ctx);
    // A search to the end says most; one that was not allowed to end leaves what a reduction has decided.
    if !forced && reach.spent().is_none() {
        return Pending::new(system, wanted).by_search(reach, wanted, ctx);
    }
    if !forced {
        pending.note(&reach);
        let spent = reach.spent().cloned();
        if reduction == CheckReduction::Auto && pending.tried {
            pending.by_partial_order(ctx);
        }
        pending.refused = spent.map(|spent| Reason::Spent(spent).to_string()).or(pending.refused);
    }
    pending.finish(Some(reach), wanted)
}

/// Decided and open questions.
struct Pending<'s> {
    system: &'s System,
    open: Wanted,
    deadlock: Option<(Verdict, Option<ReductionKind>)>,
    safety: Vec<(SafetyResult, Option<ReductionKind>)>,
    methods: Vec<MethodView>,
    /// Was a reduction tried?
    tried: bool,
    /// Why the last reduction left something open.
    refused: Option<String>,
}

impl<'s> Pending<'s> {
    fn new(system: &'s System, wanted: &Wanted) -> Pending<'s> {
        Pending {
            system,
            open: wanted.clone(),
            deadlock: None,
            safety: Vec::new(),
            methods: Vec::new(),
            tried: false,
            refused: None,
        }
    }

    /// Takes what a search has found, complete or not: its runs are shortest.
    fn note(&mut self, reach: &Reach<'_>) {
        if self.open.deadlock
            && let Some(run) = reach.deadlock_run()
        {
            self.deadlock = Some((Verdict::Violated(run), None));
            self.open.deadlock = false;
        }
        self.open.safety.retain(|&component| {
            let Some(run) = reach.error_run(component) else { return true };
            self.safety
                .push((SafetyResult { component, verdict: Verdict::Violated(run), vacuous: None }, None));
            false
        });
    }

    /// Takes the answers of a reduction to open questions.
    fn take(&mut self, answers: ReducedCheck, reduction: ReductionKind, questions: &[Question]) {
        let decided_deadlock = answers.deadlock.filter(|verdict| !is_spent(verdict));
        let mut decided: Vec<String> = Vec::new();
        if let Some(verdict) = decided_deadlock {
            self.deadlock = Some((verdict, Some(reduction)));
            self.open.deadlock = false;
            decided.push("deadlock".to_string());
        }
        for result in answers.safety.into_iter().filter(|result| !is_spent(&result.verdict)) {
            self.open.safety.retain(|&component| component != result.component);
            decided.push(self.system.components[result.component].name.clone());
            self.safety.push((result, Some(reduction)));
        }
        if decided.is_empty() {
            return;
        }
        let largest = questions.iter().max_by_key(|question| (question.peak_states, question.steps.len()));
        self.methods.push(MethodView {
            reduction,
            decided,
            states: answers.states,
            transitions: answers.transitions,
            steps: largest.map_or_else(Vec::new, |question| step_views(&question.steps)),
        });
    }

    fn by_steps(&mut self, limit: u64, ctx: Context<'_>) {
        self.tried = true;
        if self.open.is_empty() {
            return;
        }
        match compositional::check_within(self.system, &self.open, limit, ctx) {
            Ok(checked) => {
                self.refused = checked.open.as_ref().map(|(_, why)| why.to_string());
                self.take(checked.answers, ReductionKind::Compositional, &checked.questions);
            }
            Err(why) => self.refused = Some(why.to_string()),
        }
    }

    fn by_partial_order(&mut self, ctx: Context<'_>) {
        if self.open.is_empty() {
            return;
        }
        match partial_order::check(self.system, &self.open, ctx) {
            Ok(answers) => {
                let spent = answers.deadlock.iter().chain(answers.safety.iter().map(|s| &s.verdict));
                self.refused =
                    spent.clone().find(|v| is_spent(v)).map(|_| NotApplicable::TooLarge.to_string());
                self.take(answers, ReductionKind::PartialOrder, &[]);
            }
            Err(why) => self.refused = Some(why.to_string()),
        }
    }

    /// The answers of a search that no reduction is to replace.
    fn by_search(mut self, reach: Reach<'s>, wanted: &Wanted, ctx: Context<'_>) -> Decided<'s> {
        let (deadlock, safety) = reach.verdicts(ctx);
        self.deadlock = Some((deadlock, None));
        self.safety = safety.into_iter().map(|result| (result, None)).collect();
        self.open = Wanted { deadlock: false, safety: Vec::new() };
        self.finish(Some(reach), wanted)
    }

    /// Open questions become unknown.
    fn finish(mut self, reach: Option<Reach<'s>>, wanted: &Wanted) -> Decided<'s> {
        let unknown = |refused: &Option<String>| {
            let why = refused.clone().unwrap_or_else(|| "the reduction does not decide it".to_string());
            Verdict::Unknown(Reason::NotModeled(why))
        };
        if self.open.deadlock {
            self.deadlock = Some((unknown(&self.refused), None));
        }
        for component in std::mem::take(&mut self.open.safety) {
            let verdict = unknown(&self.refused);
            self.safety.push((SafetyResult { component, verdict, vacuous: None }, None));
        }
        self.safety.sort_by_key(|(result, _)| result.component);
        self.safety.retain(|(result, _)| wanted.safety.contains(&result.component));
        let searched = reach.as_ref().map(|reach| (reach.n_states() as u64, reach.n_transitions()));
        let (states, transitions) = searched.unwrap_or_else(|| {
            let methods = self.methods.iter();
            let most = methods.map(|method| (method.states, method.transitions)).max();
            most.unwrap_or_default()
        });
        let deadlock = self.deadlock.filter(|_| wanted.deadlock);
        Decided { reach, deadlock, safety: self.safety, methods: self.methods, states, transitions }
    }
}

/// Steps of a construction as documents list them.
pub(crate) fn step_views(steps: &[rely_lts::compositional::StepReport]) -> Vec<ReductionStepView> {
    let view = |step: &rely_lts::compositional::StepReport| ReductionStepView {
        parts: step.parts.to_vec(),
        hidden: step.hidden as u64,
        product_states: step.product_states as u64,
        product_transitions: step.product_transitions as u64,
        states: step.states as u64,
        transitions: step.transitions as u64,
    };
    steps.iter().map(view).collect()
}

fn is_spent(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Unknown(Reason::Spent(_)))
}
