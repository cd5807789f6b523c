//! Small thread programs, run in two ways: as real code under the explorer, and by a plain interpreter of all
//! interleavings.
//!
//! `code` runs a program, `interpreter` interprets it, `random` makes programs. The interpreter is written
//! from the definition: a state is everything, a step is one operation of one thread, and the traces of a
//! state are those of all its steps. It shares nothing with the explorer.
#![allow(dead_code, unused_imports)] // Each test uses a part.

mod code;
mod interpreter;
mod random;

use std::collections::BTreeSet;

pub use code::{explore, explored};
pub use interpreter::{brute_force, within};
pub use random::{Flavor, Seed, kept, random_automaton, random_program};

/// A statement of a thread. Numbers name variables, locks, condition variables and channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    Event(&'static str),
    /// Reads an atomic, then says its value.
    Show(usize),
    Store(usize, u32),
    Add(usize),
    /// Reads, then writes one more: not one operation.
    Increment(usize),
    Locked(usize, Vec<Statement>),
    /// Says whether it got the lock.
    Try(usize, Vec<Statement>),
    /// Waits inside of `Locked`: the innermost one of this thread.
    Wait(usize),
    /// The same with a timeout; says whether it has expired.
    WaitTimeout(usize),
    NotifyOne(usize),
    NotifyAll(usize),
    Reading(usize, Vec<Statement>),
    Writing(usize, Vec<Statement>),
    Send(usize, u32),
    /// Receives and says the value; says `end` if all senders are gone. Only the owner of the channel does.
    Receive(usize),
    TryReceive(usize),
    /// Says a chosen number.
    Choose(u32),
}

/// Threads that are started and waited for, with shared things: so many variables, locks, condition
/// variables, reader locks and channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub threads: Vec<Vec<Statement>>,
    /// Channel `i` is received from by thread `receivers[i]`; the room of the channel, none for any number.
    pub channels: Vec<(usize, Option<usize>)>,
}

pub const SHARED: usize = 2;

/// How an execution ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    Complete,
    Deadlock,
}

pub type Traces = BTreeSet<(Vec<String>, End)>;
