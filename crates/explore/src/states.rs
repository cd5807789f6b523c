//! Known states: an execution that reaches one of them leads to nothing new.
//!
//! # Problem
//!
//! A stateless search explores the successors of a state once per path that leads to it. If the code can
//! report its state, once is enough.
//!
//! # Method
//!
//! [`at_state`] computes a 128-bit digest of the reported state, of the places where all other threads have
//! stopped, of the locks, condition variables and channels, of the automata, and of the rest of the bounds.
//! If the digest was seen with a sleep set that is a subset of the current one \[God96\], all successors are
//! or will be explored from there.
//!
//! # Invariants
//!
//! I1: no entry of a state makes another one superfluous: for no two of them, the sleep set of the first is a
//! subset of that of the second and the first spent no more of the bounds. I2: without `strict`, an execution
//! that would have had more of its bounds left is abandoned, too; this is noted (`shortcuts`), and the search
//! is repeated with `strict` if a bound cut an execution.
//!
//! # Cost
//!
//! One hash table entry of at least 32 bytes per state.
//!
//! # Departures
//!
//! States are not stored but hashed: two different states have the same digest with probability 2⁻¹²⁸ per
//! pair.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::Location;

use rustc_hash::FxHashMap;

use crate::context::lookup;
use crate::search::Tasks;

/// Reports the state of the component to the explorer. Call it where the thread starts its next round: at the
/// head of the loop of a driver.
///
/// With [`StateMatching::Prune`](crate::StateMatching::Prune) an execution is abandoned here if the state is
/// known. This is sound if `state` and the places where the threads have stopped determine everything that
/// can follow:
/// - all mutable data that threads share is in `state`: values behind locks, in atomics and in channels;
/// - so is the local data of threads, unless the place in the code determines it: loop counters, calls left
///   to the driver, results of earlier calls;
/// - an operation at one place in the code always concerns the same object, or `state` says which.
///
/// The explorer adds the place and the next operation of every other thread, the owners of locks, the waiters
/// of condition variables, the number of messages in each channel, the states of the automata, and the number
/// of events if it is bounded.
///
/// ```
/// use rely_explore::{Explorer, StateMatching, at_state, choose};
///
/// // A counter modulo 3 that a driver increments by 1 or 2: 2 to the 8th sequences of calls, few states.
/// let report = Explorer::new().states(StateMatching::Prune).run(|| {
///     let mut counter = 0;
///     for call in 0..8 {
///         at_state(&(counter, call));
///         counter = (counter + 1 + choose(2)) % 3;
///     }
/// });
/// assert!(report.is_exhausted());
/// assert!(report.distinct_states <= 3 * 8 && report.executions < 50, "{report}");
/// ```
#[track_caller]
pub fn at_state(state: &impl Hash) {
    let Some(context) = lookup() else { return };
    let place = Location::caller();
    if context.with(|control| control.options.states == crate::StateMatching::Off) {
        return;
    }
    let mut digest = Digest::new();
    state.hash(&mut digest);
    (place.file(), place.line(), place.column()).hash(&mut digest);
    context.visit(digest);
}

/// Two hashes of the same, with different beginnings.
pub(crate) struct Digest(DefaultHasher, DefaultHasher);

impl Digest {
    fn new() -> Self {
        let mut second = DefaultHasher::new();
        second.write_u64(0x9e37_79b9_7f4a_7c15);
        Digest(DefaultHasher::new(), second)
    }

    fn value(&self) -> u128 {
        u128::from(self.0.finish()) << 64 | u128::from(self.1.finish())
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0.finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
        self.1.write(bytes);
    }
}

/// What an execution has had of its bounds when it comes to a state: operations, and values chosen.
type Spent = [u32; 2];

fn is_within(one: Spent, other: Spent) -> bool {
    one[0] <= other[0] && one[1] <= other[1]
}

/// The states that were seen, each with the sleep sets it was seen with and with what was spent; none of
/// these makes another superfluous.
#[derive(Default)]
pub(crate) struct States {
    seen: FxHashMap<u128, Vec<(Tasks, Spent)>>,
    /// Whether a state was left alone although less was spent on the way to it.
    shortcuts: bool,
}

impl States {
    /// Whether the state was seen so that nothing new follows from it; notes it otherwise. If it is `strict`,
    /// what is left of the bounds has to be no more than it was then.
    pub(crate) fn visit(&mut self, digest: &Digest, sleep: Tasks, spent: Spent, strict: bool) -> bool {
        let visits = self.seen.entry(digest.value()).or_default();
        let slept_less = |before: &Tasks| before & !sleep == 0;
        if visits.iter().any(|(before, then)| slept_less(before) && is_within(*then, spent)) {
            return true;
        }
        if !strict && visits.iter().any(|(before, _)| slept_less(before)) {
            self.shortcuts = true;
            return true;
        }
        visits.retain(|(before, then)| sleep & !before != 0 || !is_within(spent, *then));
        visits.push((sleep, spent));
        false
    }

    /// Whether a state was left alone although less was spent on the way to it than before.
    pub(crate) fn has_shortcuts(&self) -> bool {
        self.shortcuts
    }

    pub(crate) fn len(&self) -> u64 {
        self.seen.len() as u64
    }

    pub(crate) fn memory(&self) -> usize {
        self.seen.capacity() * (size_of::<u128>() + size_of::<Vec<(Tasks, Spent)>>())
            + self.seen.len() * size_of::<(Tasks, Spent)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_left_alone_only_if_less_slept_there_before() {
        let digest = |text: &str| {
            let mut digest = Digest::new();
            text.hash(&mut digest);
            digest
        };
        let mut known = States::default();
        assert!(!known.visit(&digest("s"), 0b1, [5, 5], true));
        assert!(known.visit(&digest("s"), 0b11, [5, 6], true));
        assert!(!known.visit(&digest("s"), 0b1, [4, 6], true), "there is more left");
        assert!(known.visit(&digest("s"), 0b1, [4, 5], false) && known.has_shortcuts());
        let mut states = States::default();
        assert!(!states.visit(&digest("s"), 0b110, [1, 1], false));
        assert!(states.visit(&digest("s"), 0b110, [1, 1], false));
        assert!(states.visit(&digest("s"), 0b111, [1, 1], false));
        assert!(!states.visit(&digest("s"), 0b011, [1, 1], false), "thread 2 was not followed from here");
        assert!(!states.visit(&digest("s"), 0b100, [1, 1], false));
        assert!(states.visit(&digest("s"), 0b101, [1, 1], false));
        assert!(!states.visit(&digest("t"), 0b111, [1, 1], false));
        assert_eq!(states.len(), 2);
        assert!(!states.has_shortcuts());
    }
}
