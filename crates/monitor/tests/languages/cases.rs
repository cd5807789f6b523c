//! Automata and traces to judge by them.

use rely_lts::{Actions, Context, Lts};
use rely_monitor::generate::{RECENT, table_of};
use rely_monitor::{Kind, Monitor, Outcome, OwnedTable, Table, VIOLATED};
use rely_testkit::generate::{RandomLts, Rng};

use crate::naive::Naive;

/// An automaton and traces.
pub struct Case {
    /// The model, where there is one.
    pub lts: Option<Lts>,
    /// The automaton.
    pub owned: OwnedTable,
    /// Traces, of actions of the automaton and some others.
    pub traces: Vec<Vec<String>>,
}

impl Case {
    /// What a program has to print of a trace: an outcome per action, the last state, how many came after,
    /// the report.
    pub fn judged(&self, trace: &[String]) -> String {
        let mut monitor: Monitor<'_, RECENT> = Monitor::new(self.owned.table());
        let outcome = |name: &String| match monitor.feed_name(name) {
            Outcome::Kept => 'K',
            Outcome::Free => 'F',
            Outcome::Violated => 'V',
            Outcome::After => 'A',
        };
        let outcomes: String = trace.iter().map(outcome).collect();
        let report = monitor.report().map_or("-".to_string(), |report| report.to_string());
        format!("{outcomes}\t{}\t{}\t{report}", monitor.state(), monitor.run().after())
    }

    /// The first violation is where the definition has it.
    pub fn agrees_with_the_model(&self) {
        let Some(lts) = &self.lts else { return };
        let naive = Naive::new(lts);
        for trace in &self.traces {
            let mut set = Some(naive.start.clone());
            let mut outcomes = String::new();
            for name in trace {
                let known = lts.alphabet().label_of_name(name).is_some();
                outcomes.push(match &set {
                    _ if !known => 'F',
                    None => 'A',
                    Some(before) => {
                        set = naive.after(before, name);
                        if set.is_some() { 'K' } else { 'V' }
                    }
                });
            }
            let judged = self.judged(trace);
            assert_eq!(judged.split('\t').next(), Some(&*outcomes), "{trace:?}");
        }
    }
}

/// Names as models have them, and names that a language has to escape.
const NAMES: [&str; 6] = ["exec.read.1", "exec.read[1]", "a\"b\\c", "while", "\u{e4}??/\u{1f512}", "A b"];

/// Small automata of random models, and larger ones.
pub fn all() -> Vec<Case> {
    let mut rng = Rng::new(11);
    let mut cases = Vec::new();
    while cases.len() < 12 {
        let knobs = RandomLts {
            states: 3 + cases.len(),
            fan_out: 5,
            end_percent: 0,
            error_percent: 3,
            ..RandomLts::default()
        };
        let names: Vec<String> = NAMES[..1 + cases.len() % 6].iter().map(|name| name.to_string()).collect();
        let lts = knobs.generate_over(&Actions::new(), &names, &mut rng);
        let kind = if cases.len() % 2 == 0 { Kind::Assumption } else { Kind::Property };
        let Ok(owned) = table_of(&lts, &format!("M{}\"\\x", cases.len()), kind, Context::unlimited()) else {
            continue;
        };
        let traces = traces(owned.table(), 840, &mut rng);
        cases.push(Case { lts: Some(lts), owned, traces });
    }
    // More states than a byte can hold, more entries than Java has room for, and more allowed actions than a
    // report names.
    for (states, actions) in [(255, 2), (256, 2), (700, 10), (40, 2_100)] {
        let owned = large(states, actions, &mut rng);
        let traces = traces(owned.table(), 130, &mut rng);
        cases.push(Case { lts: None, owned, traces });
    }
    cases
}

/// A table without a model.
fn large(states: u32, actions: usize, rng: &mut Rng) -> OwnedTable {
    let names: Vec<String> = (0..actions).map(|i| format!("act.{i:05}")).collect();
    let entry = |_| if rng.below(12) == 0 { VIOLATED } else { rng.below(states as usize) as u32 };
    let next = (0..states as usize * actions).map(entry).collect();
    OwnedTable::new(format!("LARGE{states}"), Kind::Assumption, names, states, next, None)
        .expect("it is a table")
}

/// Traces that mostly keep to a table, so that they get somewhere.
fn traces(table: Table<'_>, count: usize, rng: &mut Rng) -> Vec<Vec<String>> {
    let trace = |number: usize| {
        let (mut state, mut trace) = (0, Vec::new());
        let careless = [100, 40, 15, 0][number % 4];
        for _ in 0..rng.below(40) {
            if rng.below(20) == 0 {
                trace.push("never.heard.of".to_string());
                continue;
            }
            let allowed: Vec<u32> = table.allowed(state).collect();
            let action = if rng.below(100) < careless || allowed.is_empty() {
                rng.below(table.n_actions() as usize) as u32
            } else {
                allowed[rng.below(allowed.len())]
            };
            if allowed.is_empty() && careless < 100 {
                break;
            }
            trace.push(table.action_name(action).to_string());
            state = table.step(state, action);
        }
        trace
    };
    (0..count).map(trace).collect()
}
