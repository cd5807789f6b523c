//! The search tree of an exploration, as one number per state.

use crate::id::StateId;

/// How many states were found first from each expanded state. By invariant 3 this tells the parents.
#[derive(Default)]
pub(super) struct Children {
    /// The number, or `MANY`.
    counts: Vec<u8>,
    /// The numbers that do not fit, with the state.
    many: Vec<(u32, u32)>,
}

const MANY: u8 = u8::MAX;

impl Children {
    /// Adds the next state's number of children.
    #[inline]
    pub(super) fn push(&mut self, count: u32) {
        match u8::try_from(count) {
            Ok(count) if count != MANY => self.counts.push(count),
            _ => {
                self.many.push((self.counts.len() as u32, count));
                self.counts.push(MANY);
            }
        }
    }

    /// The states from the initial one to the given one, each the parent of the next.
    pub(super) fn path(&self, state: StateId) -> Vec<StateId> {
        let mut many = self.many.iter().rev().peekable();
        let all: u64 = self.counts.iter().map(|&c| if c == MANY { 0 } else { u64::from(c) }).sum();
        // Where the children of the states seen so far begin, from the last state backwards.
        let mut begin = 1 + all + self.many.iter().map(|&(_, count)| u64::from(count)).sum::<u64>();
        let mut path = vec![state];
        let mut at = state;
        for (parent, &count) in self.counts.iter().enumerate().rev() {
            if at == StateId::at(0) {
                break;
            }
            let count = match many.peek() {
                Some(&&(who, count)) if who as usize == parent => {
                    many.next();
                    u64::from(count)
                }
                _ => u64::from(count),
            };
            begin -= count;
            if u64::from(at.raw()) >= begin {
                at = StateId::at(parent);
                path.push(at);
            }
        }
        path.reverse();
        path
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.counts.len()
    }
}
