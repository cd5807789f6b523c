//! A queue for one producer and one consumer, without a lock, and the protocol that its callers owe it.
//!
//! [`RingQueue`] writes a slot and then moves the end of the queue. With one producer at a time nobody comes
//! between; with two, both may write the same slot, and a value is lost. That is no fault of the queue: it
//! says so. What it says is the assumption `ONE_PRODUCER` in `models/queue.lts`: a call of `put` has ended
//! before the next one begins. Under it the queue is first in, first out (`FIFO`).
//!
//! Two callers are given. [`through_a_lock`] has two producers that share a lock, and keeps to the protocol.
//! [`side_by_side`] has two that do not, and breaks it.

pub mod experiment;

use std::sync::Arc;

use rely_explore::environment::rounds;
use rely_explore::sync::Mutex;
use rely_explore::sync::atomic::{AtomicUsize, Ordering};
use rely_explore::{thread, universal};
use rely_monitor::event;

/// Values are 1 and 2.
pub const VALUES: [usize; 2] = [1, 2];

/// How many values fit in.
pub const ROOM: usize = 2;

/// What a producer may do.
#[universal(prefix = "queue")]
pub trait Producer: Send + Sync {
    /// Appends a value if there is room, and says whether there was.
    #[begins("queue.put", value)]
    #[event("queue.done", result)]
    fn put(&self, #[domain(VALUES)] value: usize) -> bool;
}

/// The queue: a ring of slots. `head` and `tail` count what was ever taken out and put in.
pub struct RingQueue {
    slots: [AtomicUsize; ROOM],
    head: AtomicUsize,
    tail: AtomicUsize,
}

impl Default for RingQueue {
    fn default() -> Self {
        let slots = std::array::from_fn(|_| AtomicUsize::new(0));
        RingQueue { slots, head: AtomicUsize::new(0), tail: AtomicUsize::new(0) }
    }
}

impl Producer for RingQueue {
    fn put(&self, value: usize) -> bool {
        event!("queue.put", value);
        let tail = self.tail.load(Ordering::Acquire);
        let full = tail - self.head.load(Ordering::Acquire) == ROOM;
        if !full {
            self.slots[tail % ROOM].store(value, Ordering::Relaxed);
            self.tail.store(tail + 1, Ordering::Release);
        }
        event!("queue.done", !full);
        !full
    }
}

impl RingQueue {
    /// Takes the first value out. Only for the consumer.
    pub fn get(&self) -> Option<usize> {
        let head = self.head.load(Ordering::Acquire);
        if head == self.tail.load(Ordering::Acquire) {
            return None;
        }
        let value = self.slots[head % ROOM].load(Ordering::Relaxed);
        event!("queue.got", value);
        self.head.store(head + 1, Ordering::Release);
        Some(value)
    }

    /// Takes values out, or finds nothing, so many times.
    pub fn consume(&self, times: usize) {
        for _ in rounds("looks of the consumer", times) {
            self.get();
        }
    }
}

/// Two producers that take turns: each puts its value while it holds a lock.
pub fn through_a_lock(queue: &Arc<dyn Producer>) {
    let lock = Arc::new(Mutex::new(()));
    let producers = VALUES.map(|value| {
        let (queue, lock) = (queue.clone(), lock.clone());
        thread::spawn(move || {
            let _turn = lock.lock();
            queue.put(value);
        })
    });
    for producer in producers {
        producer.join().expect("a producer ends");
    }
}

/// Two producers that know nothing of each other.
pub fn side_by_side(queue: &Arc<dyn Producer>) {
    let producers = VALUES.map(|value| {
        let queue = queue.clone();
        thread::spawn(move || queue.put(value))
    });
    for producer in producers {
        producer.join().expect("a producer ends");
    }
}
