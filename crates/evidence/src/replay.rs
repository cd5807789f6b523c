//! Replay of every violation by the code of the independent checker.

use std::fmt;

use rely_certify::{ComponentDoc, PriorityDoc, ReplayEnd, TraceDoc};
use rely_check::{enabled, follow, follow_lasso, initial_vector, is_error, is_terminated};
use rely_lts::{ActionId, Component, Role, StateId, System};

use crate::documents::{component_documents, priority_document, state_number};

/// What a violation claims of its run.
#[derive(Clone, Copy, Debug)]
pub enum Claimed<'a> {
    /// The run ends in a deadlock.
    Deadlock,
    /// The run ends with one of these components (by position) in ERROR.
    Error(&'a [usize]),
    /// The run is possible, and its cycle, if it has one, can be repeated.
    Run,
    /// The run is possible and ends in a state without moves, terminated or not.
    Stuck,
    /// The run ends where only actions are possible that no process knows.
    Idle,
}

/// A run that was replayed.
#[derive(Debug)]
pub struct Confirmed {
    /// Where it ends.
    pub end: ReplayEnd,
    /// As a proof. It has the vectors on the way where the checker could not do without them.
    pub trace: TraceDoc,
}

/// Why a run was not replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unconfirmed {
    /// It is not possible, or does not end as claimed.
    Wrong(String),
    /// There are too many ways to assign its internal steps to components: the checker cannot follow all
    /// possible states, and no run was found that it could follow.
    TooMany,
}

/// The note about a run that was found but [not replayed](Unconfirmed::TooMany).
pub const NOT_REPLAYED: &str = "the run was not replayed independently: there are too many ways to assign its \
                                internal steps to components";

impl fmt::Display for Unconfirmed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unconfirmed::Wrong(why) => f.write_str(why),
            Unconfirmed::TooMany => f.write_str("too many states to follow"),
        }
    }
}

/// Replays runs on the components with the code of the independent checker.
pub struct Judge {
    system: System,
    components: Vec<ComponentDoc>,
    priority: Option<PriorityDoc>,
}

impl Judge {
    /// A judge for a system.
    pub fn new(system: &System) -> Self {
        let (components, priority) = (component_documents(system), priority_document(system));
        Judge { system: system.clone(), components, priority }
    }

    /// Does the run do what is claimed of it, and where does it end?
    ///
    /// # Errors
    /// Why not.
    pub fn confirm(
        &self,
        steps: &[String],
        cycle: &[String],
        claimed: Claimed<'_>,
    ) -> Result<Confirmed, Unconfirmed> {
        let trace = TraceDoc { steps: steps.to_vec(), cycle: cycle.to_vec(), vectors: None };
        let confirmed = match self.replay(trace) {
            Err((Unconfirmed::TooMany, trace)) => {
                let vectors = self.vectors(&trace, claimed).ok_or(Unconfirmed::TooMany)?;
                self.replay(TraceDoc { vectors: Some(vectors), ..trace })
            }
            answer => answer,
        };
        let confirmed = confirmed.map_err(|(why, _)| why)?;
        let end = &confirmed.end;
        let fine = match claimed {
            Claimed::Deadlock => end.deadlock,
            Claimed::Error(places) => places.iter().any(|place| end.errors.contains(place)),
            Claimed::Run => true,
            Claimed::Stuck => end.deadlock || end.terminated,
            Claimed::Idle => end.states.iter().any(|state| {
                let state: Vec<StateId> = state.iter().map(|&s| StateId::from_raw(s)).collect();
                is_idle(&self.system, &state)
            }),
        };
        if fine {
            Ok(confirmed)
        } else {
            let why = format!("the run is possible but does not end as claimed ({claimed:?})");
            Err(Unconfirmed::Wrong(why))
        }
    }

    fn replay(&self, trace: TraceDoc) -> Result<Confirmed, (Unconfirmed, TraceDoc)> {
        match rely_certify::replay(&self.components, self.priority.as_ref(), &trace) {
            Ok(end) => Ok(Confirmed { end, trace }),
            Err(diverged) if diverged.is_too_large() => Err((Unconfirmed::TooMany, trace)),
            Err(diverged) => Err((Unconfirmed::Wrong(diverged.to_string()), trace)),
        }
    }

    /// The vectors on the way of one run that does what is claimed, if it is found.
    fn vectors(&self, trace: &TraceDoc, claimed: Claimed<'_>) -> Option<Vec<Vec<i64>>> {
        let system = &self.system;
        let actions = |names: &[String]| -> Option<Vec<ActionId>> {
            names.iter().map(|name| system.actions.get(name)).collect()
        };
        let (stem, cycle, start) = (actions(&trace.steps)?, actions(&trace.cycle)?, initial_vector(system));
        let accept = |end: &[StateId]| match claimed {
            Claimed::Deadlock => {
                !is_error(end) && enabled(system, end).is_empty() && !is_terminated(system, end)
            }
            Claimed::Stuck => !is_error(end) && enabled(system, end).is_empty(),
            Claimed::Idle => is_idle(system, end),
            Claimed::Error(places) => places.iter().any(|&place| end[place].is_error()),
            Claimed::Run => true,
        };
        let path = if cycle.is_empty() {
            follow(system, &start, &stem, accept)
        } else {
            follow_lasso(system, &start, &stem, &cycle)
        };
        Some(path.ok()?.iter().map(|vector| vector.iter().map(|&s| state_number(s)).collect()).collect())
    }

    /// Do all these runs end in ERROR? For each the components (by position) that enter it.
    ///
    /// # Errors
    /// Why not, for the first that does not.
    pub fn confirm_errors(&self, runs: &[Vec<String>]) -> Result<Vec<Vec<usize>>, String> {
        let any: Vec<usize> = (0..self.components.len()).collect();
        let confirm = |run: &Vec<String>| match self.confirm(run, &[], Claimed::Error(&any)) {
            Ok(confirmed) => Ok(confirmed.end.errors),
            Err(why) => Err(format!("the run {}: {why}", run.join(" "))),
        };
        runs.iter().map(confirm).collect()
    }
}

/// Are there moves, all by actions that no process knows?
fn is_idle(system: &System, vector: &[StateId]) -> bool {
    let known = |action: &ActionId| {
        let knows = |c: &Component| c.role != Role::Property && c.lts.alphabet().contains(*action);
        action.is_tau() || system.components.iter().any(knows)
    };
    let possible = enabled(system, vector);
    !possible.is_empty() && !possible.iter().any(known)
}

#[cfg(test)]
mod tests {
    use rely_certify::{Certificate, CheckVerdict, Claim, check};
    use rely_fsp::{Model, NoImports, parse};
    use rely_lts::Context;

    use super::*;
    use crate::documents::system_document;

    /// Components that take internal steps, beside one that violates a property after its own.
    fn system() -> System {
        let chains: String = (0..30)
            .map(|i| format!("N{i} = (h -> h -> h -> h -> h -> h -> b{i} -> STOP)\\{{h}}.\n"))
            .collect();
        let names: Vec<String> = (0..30).map(|i| format!("N{i}")).collect();
        let text = format!(
            "{chains}M = (h -> h -> h -> h -> h -> h -> a -> M)\\{{h}}.\nproperty P = (a -> P1), P1 = (c -> P1).\n\
             ||SYS = ({} || M || P).",
            names.join(" || ")
        );
        let (model, _) = Model::new(parse(text.as_bytes()).model);
        model.system("SYS", &NoImports, Context::unlimited()).system.expect("the model is correct")
    }

    fn n_vectors(confirmed: &Confirmed) -> usize {
        confirmed.trace.vectors.as_ref().map_or(0, Vec::len)
    }

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn runs_with_very_many_internal_steps_are_replayed() {
        let system = system();
        let judge = Judge::new(&system);
        let place = system.components.len() - 1;
        let violates = Claimed::Error(std::slice::from_ref(&place));
        let round = words(&("tau ".repeat(6) + "a"));
        let twice = [round.clone(), round.clone()].concat();
        let confirmed = judge.confirm(&twice, &[], violates).unwrap();
        assert_eq!((&confirmed.end.errors[..], n_vectors(&confirmed)), (&[place][..], 14));
        let properties = vec![system.components[place].name.clone()];
        let claim = Claim::Violation { properties, system: 0, trace: confirmed.trace };
        let certificate = Certificate::new("test", None, vec![system_document(&system)], vec![claim]);
        let report = check(&serde_json::to_vec(&certificate).unwrap());
        assert_eq!(report.verdict, CheckVerdict::Accepted, "{:?}", report.reason);

        // Six are not enough for two; `a` is allowed once.
        for (wrong, claimed) in [
            (words(&("tau ".repeat(6) + "a a")), Claimed::Run),
            (words(&("tau ".repeat(6) + "a b0")), Claimed::Run),
            (round.clone(), violates),
            (round.clone(), Claimed::Deadlock),
        ] {
            let answer = judge.confirm(&wrong, &[], claimed);
            assert!(answer.is_err(), "{wrong:?} {claimed:?}: {answer:?}");
        }
        let stopped = words(&("tau ".repeat(12) + "a b7"));
        assert!(judge.confirm(&stopped, &[], Claimed::Run).is_ok());
    }

    /// All others stop, then a cycle of internal steps and `a` goes on.
    #[test]
    fn rounds_with_very_many_internal_steps_are_replayed() {
        let mut system = system();
        system.components.pop();
        let judge = Judge::new(&system);
        let round = words(&("tau ".repeat(6) + "a"));
        let confirmed = judge.confirm(&[], &round, Claimed::Run).unwrap();
        assert!(confirmed.end.repeats && n_vectors(&confirmed) == 7);
        let all: String = (0..30).map(|i| "tau ".repeat(6) + &format!("b{i} ")).collect();
        assert!(judge.confirm(&words(&all), &round, Claimed::Run).unwrap().end.repeats);
        assert!(judge.confirm(&words(&all), &words("tau"), Claimed::Run).is_err());
        system.components.pop();
        let confirmed = Judge::new(&system).confirm(&words(&all), &[], Claimed::Deadlock).unwrap();
        assert!(confirmed.end.deadlock);
    }
}
