//! Explores the dining philosophers of `rely generate philosophers` breadth-first with Stateright and prints
//! what it took, one `key value` per line.
//!
//! ```text
//! stateright-driver SEATS [THREADS [packed]]
//! ```
//!
//! The table is a list of places and one of forks, as in the Promela model; with `packed` it is one number of
//! three bits per philosopher, from which the forks are inferred: the smallest state that Stateright can be
//! given.

use std::process::ExitCode;
use std::time::Instant;

use stateright::{Checker, Model, Property};

/// A table with so many seats.
struct Table(u32);

/// Places of a round: 0 thinks, 1 has its left fork, 2 both, 3 has eaten, 4 has only its right fork.
fn place(table: u64, i: u32) -> u64 {
    table >> (3 * i) & 7
}

impl Table {
    /// The fork to the left of `i`, which is to the right of its neighbor.
    fn is_free(&self, table: u64, i: u32) -> bool {
        let before = (i + self.0 - 1) % self.0;
        !(1..=3).contains(&place(table, i)) && !(2..=4).contains(&place(table, before))
    }
}

impl Model for Table {
    type State = u64;
    type Action = u32;

    fn init_states(&self) -> Vec<u64> {
        vec![0]
    }

    fn actions(&self, table: &u64, actions: &mut Vec<u32>) {
        for i in 0..self.0 {
            let enabled = match place(*table, i) {
                0 => self.is_free(*table, i),
                1 => self.is_free(*table, (i + 1) % self.0),
                _ => true,
            };
            if enabled {
                actions.push(i);
            }
        }
    }

    fn next_state(&self, table: &u64, i: u32) -> Option<u64> {
        let next = (place(*table, i) + 1) % 5;
        Some(table & !(7 << (3 * i)) | next << (3 * i))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        // Nothing to find: the whole space is explored.
        vec![Property::always("places are places", |model: &Table, table: &u64| {
            (0..model.0).all(|i| place(*table, i) < 5)
        })]
    }
}

/// A table with so many seats, places and forks in lists.
struct Lists(usize);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Seats {
    places: Vec<u8>,
    /// Is the fork to the left of each seat on the table?
    forks: Vec<bool>,
}

impl Model for Lists {
    type State = Seats;
    type Action = usize;

    fn init_states(&self) -> Vec<Seats> {
        vec![Seats { places: vec![0; self.0], forks: vec![true; self.0] }]
    }

    fn actions(&self, table: &Seats, actions: &mut Vec<usize>) {
        for i in 0..self.0 {
            let enabled = match table.places[i] {
                0 => table.forks[i],
                1 => table.forks[(i + 1) % self.0],
                _ => true,
            };
            if enabled {
                actions.push(i);
            }
        }
    }

    fn next_state(&self, table: &Seats, i: usize) -> Option<Seats> {
        let mut next = table.clone();
        match table.places[i] {
            0 => next.forks[i] = false,
            1 => next.forks[(i + 1) % self.0] = false,
            3 => next.forks[i] = true,
            4 => next.forks[(i + 1) % self.0] = true,
            _ => {}
        }
        next.places[i] = (table.places[i] + 1) % 5;
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        // Nothing to find: the whole space is explored.
        vec![Property::always("places are places", |_: &Lists, table: &Seats| {
            table.places.iter().all(|&p| p < 5)
        })]
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let (seats, threads) = match numbers.as_slice() {
        [seats @ 2..=20] => (*seats, 1),
        [seats @ 2..=20, threads] => (*seats, *threads),
        _ => {
            eprintln!("usage: stateright-driver SEATS [THREADS [packed]]");
            return ExitCode::FAILURE;
        }
    };
    if words.iter().any(|word| word == "packed") {
        explore(Table(seats as u32), threads)
    } else {
        explore(Lists(seats), threads)
    }
}

/// Explores a model and prints what it took.
fn explore<M>(model: M, threads: usize) -> ExitCode
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + PartialEq + std::fmt::Debug + std::hash::Hash + Send + Sync + 'static,
    M::Action: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static,
{
    let start = Instant::now();
    let checker = model.checker().threads(threads).spawn_bfs().join();
    println!("explore_seconds {:.6}", start.elapsed().as_secs_f64());
    println!("states {}", checker.unique_state_count());
    println!("generated {}", checker.state_count());
    println!("peak_bytes {}", peak_bytes());
    ExitCode::SUCCESS
}

/// The peak of resident memory so far (Linux); 0 elsewhere.
fn peak_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
