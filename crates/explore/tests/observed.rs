//! Observing the verdict only finds a failure if and only if observing all traces does: random programs,
//! random automata.

use std::sync::Arc;

use rely_explore::sync::Mutex;
use rely_explore::{Deadlocks, Explorer, Observed, Reduction, choose, event, thread};
use rely_generate::Rng;
use rely_monitor::{Kind, OwnedTable, VIOLATED};

/// `e` is in nobody's alphabet.
const EVENTS: [&str; 5] = ["a", "b", "c", "d", "e"];

/// An automaton over two or three of the actions; about one entry in four leaves it.
fn automaton(random: &mut Rng, kind: Kind) -> OwnedTable {
    let first = random.below(2);
    let actions: Vec<String> =
        EVENTS[first..first + 2 + random.below(2)].iter().map(|a| a.to_string()).collect();
    let states = 1 + random.below(3) as u32;
    let next = (0..states as usize * actions.len())
        .map(|_| if random.below(4) == 0 { VIOLATED } else { random.below(states as usize) as u32 })
        .collect();
    OwnedTable::new("RANDOM", kind, actions, states, next, None).expect("entries are states")
}

/// What a thread does: events, some of them under a lock, some chosen.
#[derive(Clone, Copy, Debug)]
enum Step {
    Event(usize),
    Locked(usize),
    Either(usize, usize),
}

fn program(random: &mut Rng) -> Vec<Vec<Step>> {
    let event = |random: &mut Rng| random.below(EVENTS.len());
    let threads = 2 + random.below(2);
    (0..threads)
        .map(|_| {
            (0..1 + random.below(5 - threads))
                .map(|_| match random.below(4) {
                    0 => Step::Locked(event(random)),
                    1 => Step::Either(event(random), event(random)),
                    _ => Step::Event(event(random)),
                })
                .collect()
        })
        .collect()
}

fn run(program: &[Vec<Step>]) {
    let lock = Arc::new(Mutex::new(()));
    for steps in program.iter().cloned() {
        let lock = lock.clone();
        thread::spawn(move || {
            for step in steps {
                match step {
                    Step::Event(event) => event!(EVENTS[event]),
                    Step::Locked(event) => {
                        let _guard = lock.lock();
                        event!(EVENTS[event]);
                    }
                    Step::Either(one, other) => event!(EVENTS[[one, other][choose(2)]]),
                }
            }
        });
    }
}

#[test]
fn the_verdict_is_the_same_however_much_is_observed() {
    let (mut failures, mut fewer) = (0, 0);
    for seed in 0..400 {
        let mut random = Rng::new(seed);
        let program = program(&mut random);
        let assumptions: Vec<OwnedTable> =
            (0..random.below(3)).map(|_| automaton(&mut random, Kind::Assumption)).collect();
        let properties: Vec<OwnedTable> =
            (0..1 + random.below(2)).map(|_| automaton(&mut random, Kind::Property)).collect();
        let explored = |observed: Observed, reduction: Reduction| {
            let mut explorer =
                Explorer::new().observed(observed).reduction(reduction).deadlocks(Deadlocks::Count);
            for table in &assumptions {
                explorer = explorer.assume(table.clone());
            }
            for table in &properties {
                explorer = explorer.property(table.clone());
            }
            let program = program.clone();
            explorer.run(move || run(&program))
        };
        let all = explored(Observed::Traces, Reduction::None);
        let traces = explored(Observed::Traces, Reduction::SleepSets);
        let verdict = explored(Observed::Verdict, Reduction::SleepSets);
        let fails = all.failure().is_some();
        assert_eq!(fails, traces.failure().is_some(), "seed {seed}: {program:?}\n{all}\n{traces}");
        assert_eq!(fails, verdict.failure().is_some(), "seed {seed}: {program:?}\n{all}\n{verdict}");
        failures += usize::from(fails);
        fewer += usize::from(!fails && verdict.executions < traces.executions);
    }
    assert!(failures > 50 && failures < 350, "{failures} of 400 fail: both answers are tested");
    assert!(fewer > 50, "in {fewer} of 400 fewer executions are needed");
}
