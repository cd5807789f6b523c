//! The explorer sees what brute force predicts, and nothing else.

mod programs;

use programs::{
    End, Flavor, Program, SHARED, Seed, Statement, Traces, brute_force, explore, kept, random_automaton,
    random_program,
};
use rely_explore::{BoundHit, Bounds, Deadlocks, Explorer, Granularity, Observed, Reduction, SearchOutcome};
use rely_generate::Rng;
use rely_monitor::Kind;

const REDUCTIONS: [Reduction; 3] = [Reduction::None, Reduction::SleepSets, Reduction::Dynamic];

fn explorer(reduction: Reduction) -> Explorer {
    Explorer::new().reduction(reduction).deadlocks(Deadlocks::Count)
}

/// So many threads with so many events each.
fn grid(threads: usize, events: usize) -> Program {
    let names = ["a", "b", "c", "d"];
    let body: Vec<Statement> = names[..events].iter().map(|name| Statement::Event(name)).collect();
    Program { threads: vec![body; threads], channels: Vec::new() }
}

/// Every way of exploring sees what is expected. Without reduction, programs with very many executions are
/// left out; says whether none was.
fn agree(program: &Program, expected: &Traces) -> bool {
    let mut all = true;
    for reduction in REDUCTIONS {
        let executions = (reduction == Reduction::None).then_some(LIMIT);
        let bounds = Bounds { executions, ..Bounds::default() };
        let (seen, report) = explore(program, explorer(reduction).bounds(bounds));
        if report.is_exhausted() {
            let missed: Vec<_> = expected.difference(&seen).take(3).collect();
            let wrong: Vec<_> = seen.difference(expected).take(3).collect();
            assert!(
                missed.is_empty() && wrong.is_empty(),
                "{reduction:?} of {program:?}\nmissed {missed:?}, wrong {wrong:?}"
            );
        } else {
            assert_eq!(report.outcome, SearchOutcome::Bounded(vec![BoundHit::Executions(LIMIT)]), "{report}");
            assert!(seen.is_subset(expected), "{reduction:?} of {program:?}");
            all = false;
        }
    }
    all
}

/// Executions per program without reduction.
const LIMIT: u64 = 1_700;

#[test]
fn all_orders_of_events_are_seen() {
    for (threads, events, orders) in
        [(1, 3, 1), (2, 2, 6), (2, 3, 20), (2, 4, 70), (3, 2, 90), (4, 1, 24), (3, 3, 1680)]
    {
        let program = grid(threads, events);
        let expected = brute_force(&program);
        assert_eq!(expected.len(), orders);
        assert!(agree(&program, &expected));
        let (seen, report) = explore(&program, Explorer::new().granularity(Granularity::Event));
        assert!(matches!(report.outcome, SearchOutcome::Bounded(_)));
        assert_eq!(seen, expected);
        assert_eq!(report.executions, orders as u64, "one execution per order");
    }
}

/// How many random programs of each kind: 30, or what `RELY_EXPLORE_PROGRAMS` says.
fn programs() -> u64 {
    let asked = std::env::var("RELY_EXPLORE_PROGRAMS").ok();
    asked.map_or(30, |n| n.parse().expect("RELY_EXPLORE_PROGRAMS is a number"))
}

#[test]
fn random_programs_have_the_traces_of_brute_force() {
    let (mut deadlocks, mut compared) = (0, 0);
    for flavor in [Flavor::Variables, Flavor::Locks, Flavor::Condvars, Flavor::Channels] {
        for seed in 0..programs() {
            let _seed = Seed(seed);
            let mut random = Rng::new(seed * 4 + flavor as u64 + 1);
            let (threads, statements) = *random.pick(&[(2, 3), (2, 4), (2, 4), (3, 2), (3, 2), (3, 3)]);
            let program = random_program(&mut random, threads, statements, flavor);
            let expected = brute_force(&program);
            deadlocks += usize::from(expected.iter().any(|(_, end)| *end == End::Deadlock));
            compared += usize::from(agree(&program, &expected));
        }
    }
    assert!(compared > 60, "only {compared} programs in all ways");
    assert!(deadlocks > 8, "only {deadlocks} programs with a deadlock");
}

#[test]
fn waiting_gives_the_lock_back_and_one_notification_wakes_anybody() {
    let (a, b) = (Statement::Event("a"), Statement::Event("b"));
    let wait = |said: &Statement| Statement::Locked(0, vec![said.clone(), Statement::Wait(0), said.clone()]);
    let programs = [
        vec![vec![wait(&a)], vec![Statement::Try(0, Vec::new())], vec![Statement::NotifyAll(0)]],
        vec![vec![wait(&a)], vec![Statement::Try(0, Vec::new()), Statement::Try(0, vec![b.clone()])]],
        vec![vec![wait(&a)], vec![wait(&b)], vec![Statement::NotifyOne(0)]],
        vec![vec![wait(&a)], vec![wait(&b)], vec![Statement::NotifyOne(0), Statement::NotifyOne(0)]],
        vec![
            vec![wait(&a), Statement::NotifyOne(0)],
            vec![wait(&b)],
            vec![Statement::NotifyOne(0), b.clone()],
        ],
    ];
    for threads in programs {
        let program = Program { threads, channels: Vec::new() };
        agree(&program, &brute_force(&program));
    }
}

#[test]
fn readers_may_wait_behind_writers() {
    let event = |name| Statement::Event(name);
    let reading = |inner: Vec<Statement>| Statement::Reading(0, inner);
    let writing = Statement::Writing(0, vec![event("c")]);
    let twice = reading(vec![event("a"), reading(vec![event("b")])]);
    let under_lock = Statement::Locked(0, vec![reading(vec![event("b")])]);
    let programs = [
        vec![vec![twice.clone()], vec![writing.clone()]],
        vec![vec![reading(vec![Statement::Locked(0, vec![event("a")])])], vec![under_lock], vec![writing]],
    ];
    for threads in programs {
        let program = Program { threads, channels: Vec::new() };
        let expected = brute_force(&program);
        assert!(expected.iter().any(|(_, end)| *end == End::Deadlock), "{expected:?}");
        agree(&program, &expected);
    }
}

#[test]
fn reductions_agree_about_wake_ups_without_a_reason() {
    let mut more = 0;
    for seed in 0..60 {
        let _seed = Seed(seed);
        let mut random = Rng::new(seed + 9000);
        let program = random_program(&mut random, 2, 4, Flavor::Condvars);
        let all = explore(&program, explorer(Reduction::None).spurious_wakeups(1)).0;
        for reduction in [Reduction::SleepSets, Reduction::Dynamic] {
            let (seen, report) = explore(&program, explorer(reduction).spurious_wakeups(1));
            assert!(report.is_exhausted(), "{report}");
            assert_eq!(seen, all, "{reduction:?} of {program:?}");
        }
        let without = brute_force(&program);
        let complete = |traces: &Traces| traces.iter().filter(|(_, end)| *end == End::Complete).count();
        assert!(complete(&all) >= complete(&without));
        more += usize::from(complete(&all) > complete(&without));
    }
    assert!(more > 3, "only {more} programs where it matters");
}

#[test]
fn an_operation_that_is_never_done_races_too() {
    // Thread 2 holds the lock that thread 1 needs before it can give up receiving: only one order of the lock
    // ends well.
    let send = |x| Statement::Send(0, x);
    let program = Program {
        threads: vec![
            vec![Statement::Event("c"), send(2), Statement::Try(0, Vec::new())],
            vec![Statement::Show(1), Statement::Event("a"), Statement::Locked(1, Vec::new())],
            vec![Statement::Event("b"), Statement::Locked(1, vec![send(1)])],
        ],
        channels: vec![(1, Some(0))],
    };
    agree(&program, &brute_force(&program));
}

#[test]
fn switching_at_events_and_locks_is_enough_for_code_that_shares_by_locks() {
    fn part(random: &mut Rng, depth: usize) -> Vec<Statement> {
        let body = (0..1 + random.below(2)).map(|_| match random.below(3) {
            0 if depth < 2 => Statement::Locked(random.below(SHARED), part(random, depth + 1)),
            1 if depth < 2 => Statement::Locked(random.below(SHARED), vec![Statement::Event("b")]),
            _ => Statement::Event(["a", "c"][random.below(2)]),
        });
        body.collect()
    }
    for seed in 0..60 {
        let _seed = Seed(seed);
        let mut random = Rng::new(seed + 1);
        let threads = (0..2 + seed as usize % 2).map(|_| part(&mut random, 0)).collect();
        let program = Program { threads, channels: Vec::new() };
        let (seen, report) = explore(&program, explorer(Reduction::None).granularity(Granularity::Event));
        assert_eq!(report.outcome, SearchOutcome::Bounded(vec![BoundHit::EventGranularity]));
        assert_eq!(seen, brute_force(&program), "{program:?}");
    }
}

#[test]
fn no_accepted_trace_is_lost_by_pruning() {
    let mut pruned = 0;
    let mut cut = 0;
    for seed in 0..240 {
        let _seed = Seed(seed);
        let mut random = Rng::new(seed + 1000);
        let program = match seed % 4 {
            0 => grid(2, 2),
            1 => grid(2, 3),
            2 => grid(3, 2),
            _ => {
                let flavor = *random.pick(&[Flavor::Locks, Flavor::Condvars, Flavor::Channels]);
                random_program(&mut random, 2, 4, flavor)
            }
        };
        let all = brute_force(&program);
        let automaton = random_automaton(&mut random, &all, Kind::Assumption);
        let accepted: Traces =
            all.iter().filter(|(trace, _)| kept(trace, &automaton) == trace.len()).cloned().collect();
        cut += usize::from(accepted.len() < all.len());
        for reduction in REDUCTIONS {
            let (seen, report) = explore(&program, explorer(reduction).assume(automaton.clone()));
            assert_eq!(seen, accepted, "{reduction:?} of {program:?} under {automaton:?}");
            assert_eq!(report.outcome, SearchOutcome::Exhausted);
            pruned += report.pruned;
        }
    }
    assert!(pruned > 1000 && cut > 150, "{pruned} executions pruned, {cut} automata exclude a trace");
}

#[test]
fn verdicts_are_those_of_brute_force() {
    let (mut failed, mut held) = (0, 0);
    for seed in 0..120 {
        let _seed = Seed(seed);
        let mut random = Rng::new(seed + 5000);
        let flavor = *random.pick(&[Flavor::Variables, Flavor::Locks, Flavor::Condvars, Flavor::Channels]);
        let program = random_program(&mut random, 2, 4, flavor);
        let all = brute_force(&program);
        let assumption = random_automaton(&mut random, &all, Kind::Assumption);
        let property = random_automaton(&mut random, &all, Kind::Property);
        // An event that leaves both is not held against the property.
        let expected = all.iter().any(|(trace, _)| {
            let violated = kept(trace, &property);
            violated < trace.len() && violated < kept(trace, &assumption)
        });
        for reduction in REDUCTIONS {
            let make = || explorer(reduction).assume(assumption.clone()).property(property.clone());
            let (_, report) = explore(&program, make());
            assert_eq!(report.failure().is_some(), expected, "{reduction:?} of {program:?}: {report}");
            if let Some(failure) = report.failure() {
                // The trace is the beginning of one that brute force knows, and its schedule leads there
                // again.
                let actions: Vec<String> = failure.actions().iter().map(|a| a[1..].to_string()).collect();
                assert!(all.iter().any(|(trace, _)| trace.starts_with(&actions)), "{failure}");
                let code = program.clone();
                let again = make().replay(&failure.schedule, move || programs::explored::run(&code)).unwrap();
                assert_eq!(again.failure(), Some(failure));
            }
            // Asked for the verdict alone, it is the same one.
            let code = program.clone();
            let alone = make().observed(Observed::Verdict).run(move || programs::explored::run(&code));
            assert_eq!(alone.failure().is_some(), expected, "{reduction:?} of {program:?}: {alone}");
        }
        *(if expected { &mut failed } else { &mut held }) += 1;
    }
    assert!(failed > 20 && held > 20, "{failed} failed, {held} held");
}

#[test]
fn the_interpreter_is_what_it_says() {
    // Its answers on programs that can be done by hand.
    let show = |threads: Vec<Vec<Statement>>| {
        let traces = brute_force(&Program { threads, channels: Vec::new() });
        traces.iter().map(|(t, end)| format!("{} {end:?}", t.join(" "))).collect::<Vec<_>>()
    };
    let (inc, see) = (Statement::Increment(0), Statement::Show(0));
    assert_eq!(
        show(vec![vec![inc.clone(), see.clone()], vec![inc]]),
        ["0.1 Complete", "0.2 Complete"],
        "an update may be lost"
    );
    let wait = Statement::Locked(0, vec![Statement::Wait(0)]);
    assert_eq!(
        show(vec![vec![wait, Statement::Event("a")], vec![Statement::NotifyAll(0)]]),
        [" Deadlock", "0.a Complete"]
    );
    assert_eq!(SHARED, 2);
}
