//! Traces: the event sequences of executions.

use rustc_hash::FxHashMap;

/// How an execution ended that was not abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// All threads ended.
    Complete,
    /// Some threads had not ended, and none could continue.
    Deadlock,
}

/// The events of one execution that ended and satisfies the assumptions, for
/// [`Explorer::on_trace`](crate::Explorer::on_trace).
///
/// ```
/// use rely_explore::{End, Explorer, choose, event};
/// let explorer = Explorer::new().on_trace(|trace| {
///     assert!(trace.actions().eq(["x.0"]) || trace.actions().eq(["x.1"]));
///     assert_eq!(trace.end(), End::Complete);
/// });
/// assert!(explorer.run(|| event!("x", choose(2))).is_exhausted());
/// ```
#[derive(Clone, Copy)]
pub struct Trace<'t> {
    pub(crate) events: &'t [(usize, u32)],
    pub(crate) names: &'t [String],
    pub(crate) end: End,
}

impl<'t> Trace<'t> {
    /// The actions, in order.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = &'t str> + use<'t> {
        let names = self.names;
        self.events.iter().map(move |(_, event)| names[*event as usize].as_str())
    }

    /// How the execution ended.
    pub fn end(&self) -> End {
        self.end
    }
}

/// A set of traces, as a prefix tree.
#[derive(Default)]
pub(crate) struct Traces {
    children: FxHashMap<(u32, u32), u32>,
    /// Which traces end at a place: bit 0 complete, bit 1 deadlocked.
    ends: FxHashMap<u32, u8>,
}

impl Traces {
    pub(crate) fn insert(&mut self, events: impl Iterator<Item = u32>, end: End) {
        let mut place = 0;
        for event in events {
            let fresh = self.children.len() as u32 + 1;
            place = *self.children.entry((place, event)).or_insert(fresh);
        }
        *self.ends.entry(place).or_default() |= 1 << (end as u8);
    }

    /// How many there are; a sequence after which executions end in both ways counts once.
    pub(crate) fn len(&self) -> u64 {
        self.ends.len() as u64
    }

    pub(crate) fn memory(&self) -> usize {
        self.children.capacity() * 16 + self.ends.capacity() * 8
    }
}
