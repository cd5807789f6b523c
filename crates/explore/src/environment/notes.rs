//! What environments leave out, and how many threads stand for others: written down while code is explored.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::context::lookup;
use crate::model::Task;

/// A bound with its name.
enum Note {
    /// A number; the largest one counts.
    Most(usize),
    /// Anything else, in words.
    Text(String),
}

#[derive(Default)]
struct Notes {
    bounds: BTreeMap<String, Note>,
    /// By interface, the threads of one execution with a driver and those with a stub.
    current: BTreeMap<&'static str, [BTreeSet<Task>; 2]>,
    execution: u64,
    callers: Callers,
}

/// The most threads that drive an interface in an execution, and the most that call a stub of it, by the
/// name of the interface.
pub(crate) type Callers = BTreeMap<&'static str, [usize; 2]>;

thread_local! {
    /// What was noted on this thread since the notes were taken. Explorations run on one thread.
    static NOTES: RefCell<Notes> = RefCell::new(Notes::default());
}

/// Writes a bound down.
pub(crate) fn note_bound(what: &str, n: usize) {
    NOTES.with_borrow_mut(|notes| match notes.bounds.get_mut(what) {
        Some(Note::Most(known)) => *known = n.max(*known),
        Some(Note::Text(_)) => {}
        None => drop(notes.bounds.insert(what.to_string(), Note::Most(n))),
    });
}

/// Writes a bound down that is not a number.
pub(crate) fn note(what: &str, text: impl FnOnce() -> String) {
    let text = text();
    NOTES.with_borrow_mut(|notes| match notes.bounds.get(what) {
        Some(Note::Text(known)) if *known == text => {}
        Some(Note::Text(known)) if known.contains(&text) => {}
        Some(Note::Text(known)) => {
            let both = format!("{known}, {text}");
            notes.bounds.insert(what.to_string(), Note::Text(both));
        }
        _ => drop(notes.bounds.insert(what.to_string(), Note::Text(text))),
    });
}

/// The bounds that were written down since the last call, in words.
pub(crate) fn take_bounds() -> Vec<String> {
    let bounds = NOTES.with_borrow_mut(|notes| std::mem::take(&mut notes.bounds));
    let words = bounds.into_iter().map(|(what, note)| match note {
        Note::Most(n) => format!("≤ {n} {what}"),
        Note::Text(text) => text,
    });
    words.collect()
}

/// Who drove interfaces and called stubs since the last call.
pub(crate) fn take_callers() -> Callers {
    NOTES.with_borrow_mut(|notes| {
        notes.end_execution();
        std::mem::take(&mut notes.callers)
    })
}

/// An exploration begins.
pub(crate) fn forget_notes() {
    NOTES.with_borrow_mut(|notes| *notes = Notes::default());
}

/// The running thread drives an interface.
pub(super) fn drives(interface: &'static str) {
    stands_for(interface, 0);
}

/// The running thread calls the stub of an interface. [`universal`](crate::universal) writes this into stubs.
#[doc(hidden)]
pub fn stub(interface: &'static str) {
    stands_for(interface, 1);
}

fn stands_for(interface: &'static str, side: usize) {
    let Some(context) = lookup() else { return };
    let (me, execution) = context.with(|control| (control.me(), control.epoch()));
    NOTES.with_borrow_mut(|notes| {
        if notes.execution != execution {
            notes.end_execution();
            notes.execution = execution;
        }
        notes.current.entry(interface).or_default()[side].insert(me);
    });
}

impl Notes {
    fn end_execution(&mut self) {
        for (interface, threads) in std::mem::take(&mut self.current) {
            let most = self.callers.entry(interface).or_default();
            for (most, threads) in most.iter_mut().zip(&threads) {
                *most = (*most).max(threads.len());
            }
        }
    }
}
