//! The whole system: how large it is, whether a property says something about it, and what a plain search
//! finds.

use rely_assume::prove::{Problem, Proof, Rule};
use rely_check::{Explore, Reach};
use rely_lts::{ActionId, Alphabet, Budget, Context, Role, System, Verdict};
use rely_report::Failure;
use rely_report::view::{ProofView, TriedKind, TriedStatisticsView, TriedView, VerdictKind, WholeView};

use super::explain;

/// States of the system that are visited to determine its size.
const COUNTED: u64 = 20_000;

/// States of the system that are visited to see whether an action of a property occurs.
const VACUITY: u64 = 200_000;

/// Does no process know an action of these properties?
pub(super) fn foreign(system: &System, places: &[usize]) -> bool {
    places.iter().all(|&place| shared(system, place).is_empty())
}

/// The actions that a property shares with a process.
fn shared(system: &System, place: usize) -> Vec<ActionId> {
    let processes = system.components.iter().filter(|c| c.role != Role::Property);
    let known = Alphabet::union(&system.actions, processes.map(|c| c.lts.alphabet()));
    let observed = system.components[place].lts.alphabet();
    observed.ids().iter().copied().filter(|&action| known.contains(action)).collect()
}

/// Adds to a proof how large the whole is, and whether the properties say something about it. What a small
/// monolithic search finds must not contradict the proof.
pub(super) fn look(
    view: &mut ProofView,
    problem: &Problem,
    proof: &Proof,
    ctx: Context<'_>,
) -> Result<(), Failure> {
    let system = problem.whole();
    let places: Vec<usize> = (problem.original.len()..system.components.len()).collect();
    let mut about: Vec<Vacuity> = places.iter().map(|&place| Vacuity::at_once(&system, place)).collect();
    if proof.rule == Rule::Monolithic {
        view.whole = Some(WholeView { states: view.statistics.largest_product, all: true });
    }
    for limit in [COUNTED, VACUITY] {
        // One property that says something is enough.
        let open = !about.contains(&Vacuity::Speaks) && about.contains(&Vacuity::Open);
        if !open && view.whole.is_some() {
            break;
        }
        let limit = ctx.budget.states.map_or(limit, |own| own.min(limit));
        let budget = Budget { states: Some(limit), ..ctx.budget.clone() };
        let reach = Reach::explore(&system, Explore::States, Context { budget: &budget, ..ctx });
        if places.iter().any(|&place| reach.error_run(place).is_some()) {
            let why = format!("{} was proved, but the monolithic search finds a violation", view.property);
            return Err(Failure::Internal(why));
        }
        if view.whole.is_none_or(|whole| !whole.all) {
            view.whole = Some(WholeView { states: reach.n_states() as u64, all: reach.spent().is_none() });
        }
        for (about, &place) in about.iter_mut().zip(&places).filter(|(about, _)| **about == Vacuity::Open) {
            *about = Vacuity::seen(&reach, &system, place);
        }
    }
    let reasons: Option<Vec<&str>> = about.iter().map(Vacuity::reason).collect();
    if let Some(reasons) = reasons {
        view.vacuous = true;
        view.reason = Some(reasons.join("; "));
    }
    Ok(())
}

/// Why a property holds vacuously, if the first states show it.
pub(crate) fn vacuity(system: &System, place: usize, ctx: Context<'_>) -> Option<String> {
    let mut about = Vacuity::at_once(system, place);
    if about == Vacuity::Open {
        let limit = ctx.budget.states.map_or(VACUITY, |own| own.min(VACUITY));
        let budget = Budget { states: Some(limit), ..ctx.budget.clone() };
        let reach = Reach::explore(system, Explore::States, Context { budget: &budget, ..ctx });
        about = Vacuity::seen(&reach, system, place);
    }
    about.reason().map(str::to_string)
}

/// Does a property that holds say something about a system?
#[derive(Clone, Debug, PartialEq, Eq)]
enum Vacuity {
    /// One of its actions occurs.
    Speaks,
    /// It says nothing, and why.
    Silent(String),
    /// Not known yet.
    Open,
}

impl Vacuity {
    /// The answer without a search.
    fn at_once(system: &System, place: usize) -> Vacuity {
        let property = &system.components[place];
        if property.lts.has_error() {
            Vacuity::Open
        } else {
            Vacuity::Silent(format!("{} allows everything", property.name))
        }
    }

    /// Whether a search has seen actions that the property shares with processes.
    fn seen(reach: &Reach<'_>, system: &System, place: usize) -> Vacuity {
        let occurs = |id: &ActionId| reach.alphabet().label(*id).is_some_and(|label| reach.occurs(label));
        if shared(system, place).iter().any(occurs) {
            return Vacuity::Speaks;
        }
        match reach.spent() {
            Some(_) => Vacuity::Open,
            None => Vacuity::Silent(format!(
                "no action that {} shares with a process ever occurs",
                system.components[place].name
            )),
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            Vacuity::Silent(reason) => Some(reason),
            Vacuity::Speaks | Vacuity::Open => None,
        }
    }
}

/// The result of a monolithic search.
pub(super) struct Searched {
    /// The verdict.
    pub view: ProofView,
    /// A run that takes a property to ERROR.
    pub run: Option<Vec<ActionId>>,
}

/// Searches the whole for an ERROR of the components at these places.
pub(super) fn search(system: &System, places: &[usize], ctx: Context<'_>) -> Searched {
    let reach = Reach::explore(system, Explore::States, ctx);
    let names: Vec<String> = places.iter().map(|&place| system.components[place].name.clone()).collect();
    let processes = system.components.iter().filter(|c| c.role != Role::Property);
    let parts = vec![processes.map(|c| c.name.clone()).collect::<Vec<String>>()];
    let mut view = explain::empty(names.join(", "));
    view.rule = Some(Rule::Monolithic.name().to_string());
    view.components.clone_from(&parts);
    view.statistics.largest_product = reach.n_states() as u64;
    view.statistics.expansions = reach.n_states() as u64;
    view.whole = Some(WholeView { states: reach.n_states() as u64, all: reach.spent().is_none() });
    let mut run = None;
    view.verdict = VerdictKind::Holds;
    let mut reasons = Vec::new();
    for result in reach.verdicts(ctx).1.into_iter().filter(|result| places.contains(&result.component)) {
        match result.verdict {
            Verdict::Holds(()) => reasons.extend(result.vacuous),
            Verdict::Violated(trace) if run.is_none() => run = Some(trace.actions),
            Verdict::Violated(_) => {}
            Verdict::Unknown(reason) => {
                view.verdict = VerdictKind::Unknown;
                view.reason = Some(reason.to_string());
            }
        }
    }
    if view.verdict == VerdictKind::Holds && reasons.len() == places.len() {
        view.vacuous = true;
        view.reason = Some(reasons.join("; "));
    }
    if run.is_some() {
        (view.verdict, view.reason) = (VerdictKind::Violated, None);
    }
    let (end, reason) = match view.verdict {
        VerdictKind::Unknown => (TriedKind::Spent, view.reason.clone()),
        _ => (TriedKind::Decided, None),
    };
    let statistics = TriedStatisticsView {
        largest_product: view.statistics.largest_product,
        expansions: view.statistics.expansions,
        ..TriedStatisticsView::default()
    };
    view.tried =
        vec![TriedView { rule: "monolithic".to_string(), components: parts, end, reason, statistics }];
    Searched { view, run }
}
