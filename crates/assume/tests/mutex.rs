//! The mutex and the writer of [GPB02], figures 1 to 6.

mod common;

use common::{question, system};
use rely_assume::{
    Construction, Discharged, Extent, Size, WeakestAnswer, discharge, explain, through, weakest,
};
use rely_lts::{Actions, Context, Lts};

const MODEL: &str = "
MUTEX  = (w.acquire -> w.release -> MUTEX | e.acquire -> e.release -> MUTEX).
WRITER = (w.acquire -> w.enterCS -> w.exitCS -> w.release -> WRITER).
property EXCLUSIVE = (w.enterCS -> w.exitCS -> EXCLUSIVE | e.enterCS -> e.exitCS -> EXCLUSIVE).
ENV = (e.acquire -> e.enterCS -> e.exitCS -> e.release -> ENV).
||SYS = (WRITER || MUTEX || ENV || EXCLUSIVE).
";

fn names(actions: &Actions, trace: &[rely_lts::ActionId]) -> String {
    trace.iter().map(|&a| actions.name(a).to_string()).collect::<Vec<_>>().join(" ")
}

fn show(lts: &Lts) -> Vec<String> {
    lts.transitions().map(|(s, l, t)| format!("{} {} {}", s.raw(), lts.label_name(l), t.raw())).collect()
}

#[test]
fn the_environment_enters_only_under_the_mutex() {
    let system = system(MODEL, "SYS");
    let (question, _) = question(&system, &["WRITER", "MUTEX"]);
    for construction in [Construction::Flat, Construction::Stepwise, Construction::Auto] {
        let outcome = weakest(&question, construction, Context::unlimited());
        let WeakestAnswer::Provided(assumption) = &outcome.answer else { panic!("{:?}", outcome.answer) };
        // Figure 6: 0 outside, 1 holds the mutex, 3 in the critical section; 2 is the sink.
        let expected = [
            "0 e.acquire 1",
            "0 e.release 2",
            "1 e.acquire 2",
            "1 e.enterCS 3",
            "1 e.release 0",
            "2 e.acquire 2",
            "2 e.enterCS 2",
            "2 e.exitCS 2",
            "2 e.release 2",
            "3 e.acquire 2",
            "3 e.exitCS 1",
        ];
        assert_eq!(show(assumption.lts()), expected, "{construction:?}");
        assert_eq!(assumption.sink().map(|s| s.raw()), Some(2));
        assert_eq!(outcome.report.assumption, Some(Size { states: 4, transitions: 11 }));
    }
}

#[test]
fn what_is_forbidden_has_a_shortest_run_with_hidden_steps() {
    let system = system(MODEL, "SYS");
    let (question, _) = question(&system, &["WRITER", "MUTEX"]);
    let WeakestAnswer::Provided(assumption) =
        weakest(&question, Construction::Flat, Context::unlimited()).answer
    else {
        panic!("there is an assumption")
    };
    let explanation = explain(&question, &assumption, Extent::default(), Context::unlimited());
    assert!(explanation.complete);
    let lines: Vec<(String, String)> = (explanation.states.iter())
        .flat_map(|state| &state.forbids)
        .map(|f| (names(&system.actions, &f.trace), names(&system.actions, &f.run)))
        .collect();
    let expected = [
        ("e.enterCS", "w.acquire w.enterCS e.enterCS"),
        ("e.exitCS", "e.exitCS"),
        ("e.acquire e.exitCS", "e.acquire e.exitCS"),
        ("e.acquire e.enterCS e.enterCS", "e.acquire e.enterCS e.enterCS"),
        ("e.acquire e.enterCS e.release", "e.acquire e.enterCS e.release w.acquire w.enterCS"),
    ];
    assert_eq!(lines, expected.map(|(trace, run)| (trace.to_string(), run.to_string())));
}

#[test]
fn a_careful_environment_discharges_the_assumption_and_a_careless_one_gives_a_run_of_the_whole() {
    let careless = MODEL.replace(
        "ENV = (e.acquire -> e.enterCS -> e.exitCS -> e.release -> ENV).",
        "ENV = (look -> e.enterCS -> e.exitCS -> ENV) + {e.acquire, e.release}.",
    );
    for (model, expected) in [(MODEL, None), (careless.as_str(), Some("look w.acquire w.enterCS e.enterCS"))]
    {
        let system = system(model, "SYS");
        let (question, environment) = question(&system, &["WRITER", "MUTEX"]);
        let WeakestAnswer::Provided(assumption) =
            weakest(&question, Construction::Auto, Context::unlimited()).answer
        else {
            panic!("there is an assumption")
        };
        let found = discharge(&question, &assumption, &environment, Context::unlimited()).verdict;
        let run = match &found {
            Discharged::Holds => None,
            Discharged::Violated { run, .. } => Some(names(&system.actions, run)),
            Discharged::Unknown(reason) => panic!("{reason}"),
        };
        assert_eq!(run.as_deref(), expected);
        // Through the mutex first, then the writer, then the environment: the same verdict.
        let modules = [1, 0].map(|i| (format!("#{i}"), vec![question.module[i].clone()]));
        let passed = through(
            &system.actions,
            &modules,
            &question.properties,
            &environment,
            Construction::Auto,
            Context::unlimited(),
        );
        assert_eq!(matches!(passed.verdict, Discharged::Holds), expected.is_none(), "{:?}", passed.verdict);
        assert_eq!(passed.stages.len(), 2);
    }
}
