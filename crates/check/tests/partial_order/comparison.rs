//! All answers about a system compared with those of the full search; runs are replayed.

use rely_check::{Explore, Reach, Wanted, follow, initial_vector, moves, partial_order};
use rely_lts::{Context, Role, StateId, System, Trace, Verdict};

/// How often each answer came up.
#[derive(Default, Debug)]
pub struct Tally {
    pub held: usize,
    pub violated: usize,
    pub unknown: usize,
    pub reduced: usize,
    /// Systems that the reduction leaves to the full search.
    pub refused: usize,
}

impl Tally {
    fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Holds(()) => self.held += 1,
            Verdict::Violated(_) => self.violated += 1,
            Verdict::Unknown(_) => self.unknown += 1,
        }
    }
}

/// Compares all answers about a system with those of the full search, and replays all runs.
pub fn compare(system: &System, tally: &mut Tally, dump: &dyn Fn() -> String) {
    let reach = Reach::explore(system, Explore::States, Context::unlimited());
    compare_with(&reach, system, tally, dump);
}

pub fn compare_with(reach: &Reach<'_>, system: &System, tally: &mut Tally, dump: &dyn Fn() -> String) {
    let (deadlock, safety) = reach.verdicts(Context::unlimited());
    let mut wanted = Wanted::everything(system);
    let reduced = match partial_order::check(system, &wanted, Context::unlimited()) {
        Ok(reduced) => reduced,
        Err(_) => {
            // Actions that only properties know: deadlock is left to the full search.
            assert!(deadlock.holds() || system.components.iter().any(|c| c.role == Role::Property));
            wanted.deadlock = false;
            match partial_order::check(system, &wanted, Context::unlimited()) {
                Ok(reduced) => reduced,
                Err(_) => {
                    // Properties alone are left to the full search as well.
                    assert!(system.components.iter().all(|c| c.role == Role::Property), "{}", dump());
                    tally.refused += 1;
                    return;
                }
            }
        }
    };
    tally.reduced += usize::from((reduced.states as usize) < reach.n_states());
    if let Some(verdict) = &reduced.deadlock {
        assert!(same(verdict, &deadlock), "deadlock: {verdict:?}, not {deadlock:?}\n{}", dump());
        tally.count(verdict);
        if let Verdict::Violated(run) = verdict {
            let shortest = deadlock.evidence().expect("both are violated");
            assert_eq!(run.len(), shortest.len(), "deadlocks keep their distance\n{}", dump());
            let stuck = |vector: &[StateId]| moves(system, vector).is_empty() && !ended(system, vector);
            assert!(replays(system, run, stuck), "{run:?} {}", dump());
        }
    }
    assert_eq!(reduced.safety.len(), safety.len());
    let beside = safety.iter().any(|full| !full.verdict.holds());
    for (reduced, full) in reduced.safety.iter().zip(&safety) {
        let (i, verdict) = (reduced.component, &reduced.verdict);
        assert_eq!(i, full.component);
        assert!(same(verdict, &full.verdict), "{i}: {verdict:?}, not {:?}\n{}", full.verdict, dump());
        if !beside {
            assert_eq!(reduced.vacuous, full.vacuous, "{i}\n{}", dump());
        }
        tally.count(verdict);
        if let Verdict::Violated(run) = verdict {
            assert!(replays(system, run, |vector| vector[i].is_error()), "{i}: {run:?} {}", dump());
        }
    }
}

fn same(one: &Verdict, other: &Verdict) -> bool {
    use Verdict::{Holds, Unknown, Violated};
    matches!((one, other), (Holds(_), Holds(_)) | (Violated(_), Violated(_)) | (Unknown(_), Unknown(_)))
}

fn replays(system: &System, run: &Trace, accept: impl Fn(&[StateId]) -> bool) -> bool {
    follow(system, &initial_vector(system), &run.actions, accept).is_ok()
}

/// Has a system without moves ended? By the definition: all that have an END are in it, and know all actions.
fn ended(system: &System, vector: &[StateId]) -> bool {
    let (with, without): (Vec<usize>, Vec<usize>) =
        (0..vector.len()).partition(|&i| system.components[i].lts.end().is_some());
    let knows = |i: usize, id| system.components[i].lts.alphabet().contains(id);
    !with.is_empty()
        && with.iter().all(|&i| system.components[i].lts.end() == Some(vector[i]))
        && without.iter().all(|&i| {
            let ids = system.components[i].lts.alphabet().ids();
            ids.iter().all(|&id| with.iter().any(|&j| knows(j, id)))
        })
}
