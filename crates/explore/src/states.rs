//! States seen before: an execution that comes to one of them leads to nothing new.
//!
//! # Problem
//!
//! Stateless search visits what follows a state once per way of getting there. Where the code can tell its
//! state, once is enough.
//!
//! # Method
//!
//! At [`at_state`] a digest of 128 bits is made of what the code tells, of the places where all other threads
//! have stopped, of the locks, condition variables and channels, of the automata, and of what is left of the
//! bounds. If it was seen with a sleep set that is a part of the current one [God96], all that would follow
//! was, or will be, looked at from there.
//!
//! # Cost
//!
//! One hash table entry of 32 bytes or more per state.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::Location;

use rustc_hash::FxHashMap;

use crate::context::current;
use crate::search::Tasks;

/// Tells the explorer the state of the component, at a place where the thread that tells it is about to begin
/// anew: the head of the driver's loop.
///
/// With [`StateMatching::Prune`](crate::StateMatching::Prune) an execution is given up here if the state was
/// seen before. This takes for granted that `state` and the places where the threads have stopped determine
/// all that can follow:
/// - everything that threads share and that changes is in `state`: values behind locks, in atomics and in
///   channels;
/// - so is everything that a thread remembers, if its place in the code does not tell it: counters of loops,
///   calls left to the driver, results of earlier calls;
/// - an operation at one place in the code always concerns the same object, or `state` says which.
///
/// The explorer adds by itself: the place and the next operation of every other thread, who holds which lock,
/// who waits for which condition variable, how many messages a channel holds, the states of the automata, the
/// number of events if it is bounded.
#[track_caller]
pub fn at_state(state: &impl Hash) {
    let Some(context) = current() else { return };
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
