//! The rover: the experiment, what it has to show, and that the searches behind it leave nothing out.

use rely_example_code::rover::Version;
use rely_example_code::rover::experiment::{
    Size, assumption, checker_with_driver, editing_driver, executive_with_stub, experiment, list_as_it_is,
    property, under_lock, universal_driver, whole,
};
use rely_explore::experiment::Verdict;
use rely_explore::{
    BoundHit, Bounds, Deadlocks, Explorer, Observed, Reduction, Report, SearchOutcome, StateMatching,
};

#[test]
fn experiment_with_the_rover() {
    let report = experiment(Size::default()).publish();
    assert!(report.is_expected(), "{report}");
    if report.rules.is_empty() {
        return; // The code was compared with a model.
    }
    let executions = |name: &str| report.row(name).report.executions;
    for premise in ["premise 1, A′ as automaton", "premise 1, A′ encoded"] {
        assert!(
            3 * executions(premise) <= executions("whole system"),
            "{premise} is a third at most\n{report}"
        );
    }
    assert!(
        report.row("without the timer (bug)").report.time.as_secs_f64() < 1.0,
        "the bug is found at once\n{report}"
    );
    // All of this is bounded, and says so.
    for row in &report.rows {
        assert_ne!(row.verdict, Verdict::Holds, "{}", row.name);
        assert!(!row.bounds.is_empty(), "{}", row.name);
    }
    let rule = report.rule("fixed").expect("the rule is there");
    assert_eq!(rule.verdict, Verdict::HoldsWithin);
    assert!(rule.bounds.contains(&"≤ 6 calls of the driver of SavedWakeUp".to_string()), "{:?}", rule.bounds);
    assert!(!report.to_string().contains("holds for all executions"), "{report}");
}

/// Everything about the verdict, deadlocks only counted.
fn explorer() -> Explorer {
    Explorer::new().observed(Observed::Verdict).deadlocks(Deadlocks::Count)
}

#[test]
fn an_assumption_reduces_the_executions_of_the_driver_fifty_times() {
    let size = Size { changes: 1, evaluations: 1, calls: 5, ..Size::default() };
    let under_assumptions = explorer()
        .assume(assumption())
        .assume(under_lock())
        .assume(list_as_it_is())
        .property(property())
        .run(move || checker_with_driver(size, editing_driver(size)));
    assert!(under_assumptions.is_exhausted(), "{under_assumptions}");
    // Fifty times as many are not enough without them.
    let limit = 50 * under_assumptions.executions;
    let bounds = Bounds { executions: Some(limit), ..Bounds::default() };
    let without = explorer().bounds(bounds).run(move || checker_with_driver(size, editing_driver(size)));
    assert_eq!(without.outcome, SearchOutcome::Bounded(vec![BoundHit::Executions(limit)]), "{without}");
}

/// What the code tells of its state has to be enough: a search that does not visit a state twice visits the
/// states of one that does. Without reduction this is exact.
#[test]
fn no_state_is_lost_by_visiting_each_once() {
    let size = Size { changes: 1, evaluations: 1, actions: 1, alarms: 0, calls: 2, saves: 1 };
    let explorer = |states| explorer().reduction(Reduction::None).states(states);
    let both = |what: &str, run: &dyn Fn(StateMatching) -> Report| {
        let (all, once) = (run(StateMatching::Count), run(StateMatching::Prune));
        assert_eq!(all.distinct_states, once.distinct_states, "{what}: {all}\n{once}");
        assert!(once.executions < all.executions, "{what}: {all}\n{once}");
    };
    both("whole", &|states| explorer(states).property(property()).run(move || whole(size, Version::Fixed)));
    both("premise 1", &|states| {
        let explorer = explorer(states).assume(assumption()).property(property());
        explorer.run(move || checker_with_driver(size, universal_driver(size)))
    });
    both("premise 2", &|states| {
        explorer(states).property(assumption()).run(move || executive_with_stub(size, Version::Fixed))
    });
}
