//! Contenders that only count: how many states or steps they take, and what they decide, is given.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rely_lts::{Budget, Context, Executor, ProgressEvent, Purpose, Sequential, Silent, Spent};
use rely_testkit::threads::Threads;

use super::{Contender, Decided, Finished, RaceResult, Terms, race};

const AUTO: Terms = Terms {
    head_start: 8_192,
    weight: 8,
    large: 1 << 20,
    weight_of_large: 2,
    small: 16_384,
    allowance_if_small: 65_536,
    monolithic_may_hold: true,
};
const NAMED: Terms = Terms {
    head_start: 0,
    weight: 1,
    large: u64::MAX,
    weight_of_large: 1,
    small: 0,
    allowance_if_small: 0,
    monolithic_may_hold: false,
};

/// A contender that ends after this much work; `None`: never by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Course {
    work: Option<u64>,
    decided: Option<Decided>,
}

const fn ends(work: u64, decided: Option<Decided>) -> Course {
    Course { work: Some(work), decided }
}

const HOLDS: Option<Decided> = Some(Decided::Holds);
const VIOLATED: Option<Decided> = Some(Decided::Violated);
const FOREVER: Course = Course { work: None, decided: None };

/// Works in pieces of 1024 until the work is done or the budget says no: how much was done, and whether it is
/// all.
fn work(course: Course, budget: &Budget, mut tell: impl FnMut(u64)) -> (u64, bool) {
    let mut done = 0;
    loop {
        let piece = course.work.map_or(1024, |work| (work - done).min(1024));
        done += piece;
        tell(piece);
        if Some(done) == course.work {
            return (done, true);
        }
        if budget.poll().is_err() {
            return (done, false);
        }
    }
}

/// A report of a search that has settled this many states.
fn counted(states: u64) -> ProgressEvent {
    ProgressEvent::Exploring { purpose: Purpose::Monolithic, states, transitions: 0, waiting: 0 }
}

fn run(
    terms: Terms,
    monolithic: Course,
    rules: Course,
    ctx: Context<'_>,
) -> RaceResult<(u64, Course), Course> {
    let monolithic = |ctx: Context<'_>| {
        let mut states = 0;
        let (done, all) = work(monolithic, ctx.budget, |piece| {
            states += piece;
            let event = counted(states);
            ctx.progress.report(&event);
        });
        let decided = monolithic.decided.filter(|_| all);
        Finished { decided, lacks_memory: false, value: (done, Course { work: Some(done), ..monolithic }) }
    };
    let rules = |ctx: Context<'_>| {
        let (done, all) = work(rules, ctx.budget, |piece| ctx.budget.work(piece));
        let decided = rules.decided.filter(|_| all);
        Finished { decided, lacks_memory: false, value: Course { work: Some(done), ..rules } }
    };
    race(terms, &monolithic, &rules, ctx)
}

/// One thread without others, and one to three.
fn executors() -> [&'static dyn Executor; 4] {
    [&Sequential, &Threads(1), &Threads(2), &Threads(3)]
}

fn with<'c>(executor: &'c dyn Executor, budget: &'c Budget) -> Context<'c> {
    Context { budget, progress: &Silent, executor }
}

/// Who wins, from the definition.
fn expected(terms: &Terms, monolithic: Course, rules: Course) -> Option<Contender> {
    let monolithic_can = monolithic.work.is_some() && monolithic.decided.is_some();
    let rules_can = rules.work.is_some() && rules.decided.is_some();
    let is_in_time = match (monolithic.work, rules.work) {
        (Some(states), Some(steps)) => steps <= terms.allowance(states),
        (None, _) => true,
        (Some(_), None) => false,
    };
    match (monolithic_can, rules_can) {
        (true, true) if monolithic.decided == HOLDS && !terms.monolithic_may_hold => Some(Contender::Rules),
        (true, true) => Some(if is_in_time { Contender::Rules } else { Contender::Monolithic }),
        (true, false) => Some(Contender::Monolithic),
        (false, true) => Some(Contender::Rules),
        (false, false) => None,
    }
}

#[test]
fn the_winner_depends_on_the_work_alone() {
    let amounts = [0, 1, 8_192, 8_193, 16_384, 16_385, 65_536, 65_537, 100_000, 524_288, 800_008];
    let verdicts = [HOLDS, VIOLATED, None];
    for terms in [AUTO, NAMED] {
        let mut winners = [0; 3];
        for (i, &states) in amounts.iter().enumerate() {
            for (j, &steps) in amounts.iter().enumerate() {
                let (monolithic, rules) =
                    (ends(states, verdicts[(i + j) % 3]), ends(steps, verdicts[(i + 2 * j) % 3]));
                let expected = expected(&terms, monolithic, rules);
                winners[expected.map_or(2, |contender| contender as usize)] += 1;
                for executor in executors() {
                    let raced = run(terms, monolithic, rules, with(executor, &Budget::unlimited()));
                    let width = executor.width();
                    assert_eq!(raced.winner, expected, "{monolithic:?} {rules:?} {terms:?} on {width}");
                    match expected {
                        Some(Contender::Monolithic) => {
                            assert_eq!(raced.monolithic.expect("it won").value.0, states);
                            let late = monolithic.decided == VIOLATED
                                || terms.monolithic_may_hold
                                || rules.decided.is_some();
                            let late = late && steps > terms.allowance(states);
                            assert_eq!(raced.until, late.then_some(terms.allowance(states)));
                        }
                        Some(Contender::Rules) => {
                            assert_eq!(raced.rules.expect("they won").value.work, Some(steps));
                            // What the whole did counts if it ended before, without a verdict.
                            let counts = monolithic.decided.is_none() && steps > terms.allowance(states);
                            assert_eq!(
                                raced.monolithic.is_some(),
                                counts,
                                "{monolithic:?} {rules:?} on {width}"
                            );
                        }
                        None => assert!(raced.monolithic.is_some() && raced.rules.is_some()),
                    }
                }
            }
        }
        assert!(winners.iter().all(|&n| n > 5), "all of them occur: {winners:?}");
    }
}

#[test]
fn a_lane_that_never_ends_is_cancelled() {
    for executor in executors() {
        for terms in [AUTO, NAMED] {
            let unlimited = Budget::unlimited();
            let ctx = with(executor, &unlimited);
            for steps in [3_000, 200_000] {
                let raced = run(terms, FOREVER, ends(steps, HOLDS), ctx);
                assert_eq!((raced.winner, raced.until), (Some(Contender::Rules), None));
                assert!(raced.monolithic.is_none_or(|ran| ran.value.0 == 0), "the monolithic has lost");
            }
            for states in [3_000, 900_000] {
                let raced = run(terms, ends(states, VIOLATED), FOREVER, ctx);
                assert_eq!(raced.winner, Some(Contender::Monolithic));
                let until = terms.allowance(states);
                assert_eq!(raced.until, Some(until));
                // Prompt: not much more than what was needed to know.
                let done = raced.rules.map_or(0, |ran| ran.value.work.expect("it was counted"));
                assert!(done <= until.max(32_768) * 4 + 8_192, "{done} steps for {until}");
            }
        }
    }
}

#[test]
fn one_lane_runs_at_a_time_on_one_core_and_in_proportion() {
    // The largest number of steps that the parts were ever ahead of their allowance, seen from inside.
    let (states, steps) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let piece = |clock: &AtomicU64| {
        most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        clock.fetch_add(1024, Ordering::SeqCst);
        running.fetch_sub(1, Ordering::SeqCst);
    };
    let monolithic = |ctx: Context<'_>| {
        while states.load(Ordering::SeqCst) < 1 << 20 {
            piece(&states);
            let found = states.load(Ordering::SeqCst);
            let event = counted(found);
            ctx.progress.report(&event);
            // It never runs while the parts have steps to spare.
            let deserved = AUTO.floor(found.saturating_sub(2048));
            assert!(steps.load(Ordering::SeqCst) >= deserved.min(8_192), "the rules begin");
            ctx.budget.poll().expect("it is first");
        }
        Finished { decided: HOLDS, lacks_memory: false, value: (1 << 20, ()) }
    };
    let rules = |ctx: Context<'_>| loop {
        piece(&steps);
        ctx.budget.work(1024);
        if ctx.budget.poll().is_err() {
            return Finished { decided: None, lacks_memory: false, value: () };
        }
        let allowed = AUTO.floor(states.load(Ordering::SeqCst)) + super::SLICE + 2048;
        let ended = states.load(Ordering::SeqCst) >= 1 << 20;
        assert!(ended || steps.load(Ordering::SeqCst) <= allowed, "the rules are ahead");
    };
    let raced = race(AUTO, &monolithic, &rules, with(&Threads(1), &Budget::unlimited()));
    assert_eq!(raced.winner, Some(Contender::Monolithic));
    assert_eq!(most.load(Ordering::SeqCst), 1, "both ran at a time");
    let (states, steps) = (states.load(Ordering::SeqCst), steps.load(Ordering::SeqCst));
    assert!(steps > states / 8 && steps <= states / 8 + super::SLICE + 4096, "{steps} of {states}");
}

#[test]
fn the_caller_ends_both() {
    for executor in executors() {
        let asked = Arc::new(AtomicU64::new(0));
        let stop = move || (asked.fetch_add(1, Ordering::Relaxed) >= 300).then_some(Spent::Time(7));
        let budget = Budget { stop: Some(Arc::new(stop)), ..Budget::unlimited() };
        let raced = run(AUTO, FOREVER, FOREVER, with(executor, &budget));
        assert_eq!((raced.winner, raced.until), (None, None));
    }
}

#[test]
fn a_verdict_that_is_there_when_the_caller_ends_all_counts() {
    for executor in executors() {
        // The whole has ended; the parts would go on for long, since they are what was asked for.
        let asked = Arc::new(AtomicU64::new(0));
        let stop = move || (asked.fetch_add(1, Ordering::Relaxed) >= 2_000).then_some(Spent::Time(7));
        let budget = Budget { stop: Some(Arc::new(stop)), ..Budget::unlimited() };
        let raced = run(NAMED, ends(4096, HOLDS), FOREVER, with(executor, &budget));
        assert_eq!(raced.winner, Some(Contender::Monolithic));
    }
}

#[test]
fn a_lane_without_a_verdict_leaves_the_other_alone() {
    for executor in executors() {
        let unlimited = Budget::unlimited();
        let ctx = with(executor, &unlimited);
        assert_eq!(run(AUTO, ends(5_000, None), ends(3_000_000, HOLDS), ctx).winner, Some(Contender::Rules));
        assert_eq!(
            run(AUTO, ends(3_000_000, HOLDS), ends(5_000, None), ctx).winner,
            Some(Contender::Monolithic)
        );
        assert_eq!(run(NAMED, ends(5_000, HOLDS), ends(300_000, HOLDS), ctx).winner, Some(Contender::Rules));
        assert_eq!(
            run(NAMED, ends(5_000, HOLDS), ends(300_000, None), ctx).winner,
            Some(Contender::Monolithic)
        );
        assert_eq!(
            run(NAMED, ends(5_000, VIOLATED), ends(300_000, VIOLATED), ctx).winner,
            Some(Contender::Monolithic)
        );
        assert_eq!(run(AUTO, ends(5_000, None), ends(5_000, None), ctx).winner, None);
    }
}

#[test]
fn memory_is_shared_and_given_back() {
    let needs = |bytes: usize, held: usize| {
        move |ctx: Context<'_>| {
            assert!(ctx.budget.memory.is_some());
            let lacks_memory = ctx.budget.check_memory(bytes - held).is_err();
            let decided = if lacks_memory { None } else { HOLDS };
            Finished { decided, lacks_memory, value: (1_000_000, ()) }
        }
    };
    for executor in executors() {
        // 1000 bytes, of which 200 are held: 600 and 200 for the contenders, 800 for one that is alone.
        let budget = Budget { held: 200, ..Budget::unlimited().with_memory(1000) };
        for (monolithic, rules, winner) in [
            (600, 201, Some(Contender::Monolithic)),
            (601, 200, Some(Contender::Rules)),
            (800, 801, Some(Contender::Monolithic)),
            (801, 800, Some(Contender::Rules)),
            (801, 801, None),
        ] {
            let raced = race(AUTO, &needs(monolithic, 0), &needs(rules, 0), with(executor, &budget));
            assert_eq!(raced.winner, winner, "{monolithic} {rules}");
        }
    }
}

#[test]
#[should_panic(expected = "panicked")]
fn a_lane_that_panics_does_not_leave_the_other_waiting() {
    let monolithic = |ctx: Context<'_>| {
        let (done, _) = work(FOREVER, ctx.budget, |_| ());
        Finished { decided: None, lacks_memory: false, value: (done, ()) }
    };
    let rules = |_: Context<'_>| -> Finished<()> { panic!("a contender panicked") };
    race(AUTO, &monolithic, &rules, with(&Threads(1), &Budget::unlimited()));
}
