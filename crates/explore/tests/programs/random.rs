//! Random programs and automata.

use std::collections::BTreeSet;

use rely_generate::Rng;
use rely_monitor::{Kind, OwnedTable, VIOLATED};

use super::{Program, SHARED, Statement, Traces};

/// What a random program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavor {
    /// Events and variables.
    Variables,
    /// Also locks.
    Locks,
    /// Also condition variables.
    Condvars,
    /// Also channels.
    Channels,
}

/// A random program of so many statements per thread.
pub fn random_program(random: &mut Rng, threads: usize, statements: usize, flavor: Flavor) -> Program {
    let channels = if flavor == Flavor::Channels {
        let room = *random.pick(&[None, Some(0), Some(1), Some(2)]);
        vec![(random.below(threads), room)]
    } else {
        Vec::new()
    };
    let mut program = Program { threads: Vec::new(), channels };
    for thread in 0..threads {
        let mut budget = statements;
        let body = random_body(random, &program, thread, &mut budget, flavor, 0, false);
        program.threads.push(body);
    }
    program
}

fn random_body(
    random: &mut Rng,
    program: &Program,
    thread: usize,
    budget: &mut usize,
    flavor: Flavor,
    depth: usize,
    locked: bool,
) -> Vec<Statement> {
    let mut body = Vec::new();
    while *budget > 0 {
        *budget -= 1;
        let shared = random.below(SHARED);
        let mut inner = |random: &mut Rng, locked| {
            let mut part = (*budget).min(1 + random.below(2));
            *budget -= part;
            random_body(random, program, thread, &mut part, flavor, depth + 1, locked)
        };
        let choice = random.below(16);
        let statement = match choice {
            0..=2 => Statement::Event(["a", "b"][random.below(2)]),
            3 | 4 => Statement::Show(shared),
            5 => Statement::Store(shared, 1 + random.below(2) as u32),
            6 => random
                .pick(&[Statement::Add(shared), Statement::Increment(shared), Statement::Choose(2)])
                .clone(),
            7 | 8 if flavor != Flavor::Variables && depth < 2 => {
                Statement::Locked(shared, inner(random, true))
            }
            9 if flavor != Flavor::Variables && depth < 2 => Statement::Try(shared, inner(random, true)),
            10 if flavor == Flavor::Locks && depth < 2 => Statement::Reading(shared, inner(random, locked)),
            11 if flavor == Flavor::Locks && depth < 2 => Statement::Writing(shared, inner(random, locked)),
            10 if flavor == Flavor::Condvars && locked => Statement::Wait(random.below(SHARED)),
            11 if flavor == Flavor::Condvars && locked => Statement::WaitTimeout(random.below(SHARED)),
            10 if flavor == Flavor::Condvars => Statement::NotifyOne(random.below(SHARED)),
            11 if flavor == Flavor::Condvars => Statement::NotifyAll(random.below(SHARED)),
            12..=15 if flavor == Flavor::Condvars && depth < 2 => {
                let mut waiting = inner(random, true);
                let waits = [Statement::Wait, Statement::Wait, Statement::WaitTimeout];
                waiting.insert(0, random.pick(&waits)(random.below(SHARED)));
                random
                    .pick(&[
                        Statement::Locked(shared, waiting),
                        Statement::NotifyOne(shared),
                        Statement::NotifyAll(shared),
                    ])
                    .clone()
            }
            12..=15 if flavor == Flavor::Channels => {
                if program.channels[0].0 == thread {
                    random.pick(&[Statement::Receive(0), Statement::TryReceive(0)]).clone()
                } else {
                    Statement::Send(0, 1 + random.below(2) as u32)
                }
            }
            _ => Statement::Event("c"),
        };
        body.push(statement);
    }
    body
}

/// A random automaton over some of the actions that occur in the traces.
pub fn random_automaton(random: &mut Rng, traces: &Traces, kind: Kind) -> OwnedTable {
    let all: BTreeSet<&String> = traces.iter().flat_map(|(trace, _)| trace).collect();
    let actions: Vec<String> =
        all.into_iter().filter(|_| random.below(4) > 0).map(|action| format!(".{action}")).collect();
    let states = 1 + random.below(4) as u32;
    let next = (0..states as usize * actions.len())
        .map(|_| if random.below(5) == 0 { VIOLATED } else { random.below(states as usize) as u32 })
        .collect();
    OwnedTable::new("RANDOM", kind, actions, states, next, None).expect("a table")
}

/// How many events of a trace an automaton keeps.
pub fn kept(trace: &[String], automaton: &OwnedTable) -> usize {
    let table = automaton.table();
    let mut state = 0;
    for (i, action) in trace.iter().enumerate() {
        if let Some(action) = table.action(&format!(".{action}")) {
            state = table.step(state, action);
            if state == VIOLATED {
                return i;
            }
        }
    }
    trace.len()
}

/// Prints the seed if a test fails.
pub struct Seed(pub u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("failed with seed {}", self.0);
        }
    }
}
