//! Threads that wait by looking again and again and yielding in between.
//!
//! If a thread comes to the same `yield_now` again, and since it was there before it has only looked at
//! objects, it goes on when one of them has changed: before that it would see the same. This is a bound,
//! since a thread may count how often it has looked.

use std::panic::Location;

use crate::model::{NO, Object, Op, Task};
use crate::report::BoundHit;
use crate::search::{Tasks, bit};

use super::{Control, Phase};

/// What a thread has done since it yielded.
#[derive(Clone, Debug, Default)]
pub(super) struct Spin {
    place: Option<&'static Location<'static>>,
    /// What it has looked at, and how often that had changed then.
    looked: Vec<(Object, u32)>,
    /// Whether it has done anything else.
    did_more: bool,
    /// The same before its last operation.
    did_more_before: bool,
}

impl Control {
    fn changes(&self, object: Object) -> u32 {
        self.changes.get(object as usize).copied().unwrap_or(0)
    }

    /// A thread has performed an operation.
    pub(super) fn note_for_spin(&mut self, task: Task, op: Op, result: u32) {
        let looks = match op {
            Op::Load(_) | Op::IsPoisoned(_) => true,
            Op::TryLock(_) | Op::TryRead(_) | Op::TryWrite(_) | Op::TryRecv(_) => result == NO,
            _ => false,
        };
        let [first, second] = op.objects();
        if looks {
            self.look(task, first);
            return;
        }
        for object in [first, second].into_iter().flatten() {
            let at = object as usize;
            if self.changes.len() <= at {
                self.changes.resize(at + 1, 0);
            }
            self.changes[at] += 1;
        }
        self.does_more(task);
    }

    /// A thread does something that is not just looking.
    pub(super) fn does_more(&mut self, task: Task) {
        let spin = &mut self.tasks[task].spin;
        spin.did_more_before = spin.did_more;
        spin.did_more = true;
    }

    fn look(&mut self, task: Task, object: Option<Object>) {
        if let Some(object) = object {
            let changes = self.changes(object);
            let spin = &mut self.tasks[task].spin;
            spin.did_more_before = spin.did_more;
            spin.looked.push((object, changes));
        }
    }

    /// The last operation of a thread, which might have written, has left the value as it was.
    pub(crate) fn unchanged(&mut self, object: Object) {
        if self.stop.is_none()
            && let Some(changes) = self.changes.get_mut(object as usize)
        {
            *changes = changes.saturating_sub(1);
            let me = self.me();
            self.tasks[me].spin.did_more = self.tasks[me].spin.did_more_before;
            self.look(me, Some(object));
        }
    }

    /// A thread yields. Whether it waits until something has changed.
    pub(crate) fn yields(&mut self, task: Task, place: &'static Location<'static>) -> bool {
        let spin = &mut self.tasks[task].spin;
        let waits = spin.place == Some(place) && !spin.did_more && !spin.looked.is_empty();
        if !waits {
            self.begin_to_look(task, Some(place));
        }
        waits && self.stop.is_none()
    }

    /// What a thread has looked at before does not matter any more.
    pub(crate) fn begin_to_look(&mut self, task: Task, place: Option<&'static Location<'static>>) {
        let place = place.or(self.tasks[task].spin.place);
        self.tasks[task].spin = Spin { place, ..Spin::default() };
    }

    /// Whether something has changed that a thread waits for.
    pub(super) fn sees_change(&self, task: Task) -> bool {
        self.stop.is_some()
            || self.tasks[task].spin.looked.iter().any(|(object, then)| self.changes(*object) != *then)
    }

    /// Nobody can go on: the thread that waits by yielding and has looked again least often.
    pub(super) fn looks_again(&mut self) -> Tasks {
        let waits = |task: &Task| self.tasks[*task].phase == Phase::At(Op::Await);
        let next = (0..self.tasks.len()).filter(waits).min_by_key(|task| self.tasks[*task].looked_again);
        next.map_or(0, |task| {
            self.tasks[task].looked_again += 1;
            self.hit(BoundHit::Yields);
            bit(task)
        })
    }

    /// Some thread waits for a change although it could look again.
    pub(super) fn note_waiting_by_yields(&mut self) {
        let waits = |task: Task| self.tasks[task].phase == Phase::At(Op::Await) && !self.sees_change(task);
        if (0..self.tasks.len()).any(waits) {
            self.hit(BoundHit::Yields);
        }
    }
}
