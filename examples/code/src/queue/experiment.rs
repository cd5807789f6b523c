//! The queue under the protocol of its callers, and who keeps to it.

use std::sync::Arc;

use rely_explore::experiment::{Experiment, Role, Row, Rule};
use rely_explore::thread;
use rely_monitor::OwnedTable;

use super::{Producer, ProducerDriver, ProducerStub, RingQueue, side_by_side, through_a_lock};

/// What is got is what was put first.
pub fn property() -> OwnedTable {
    crate::table(include_str!("../../models/queue-fifo.json"))
}

/// One call of `put` at a time.
pub fn assumption() -> OwnedTable {
    crate::table(include_str!("../../models/queue-one-producer.json"))
}

/// The queue with a consumer and two universal producers.
pub fn queue_with_drivers() {
    let queue = Arc::new(RingQueue::default());
    for calls in [1, 2] {
        let queue = queue.clone();
        thread::spawn(move || ProducerDriver::new(calls).run(&*queue));
    }
    queue.consume(2);
}

/// A caller with the real queue.
pub fn whole(caller: fn(&Arc<dyn Producer>)) {
    let queue = Arc::new(RingQueue::default());
    let consumer = queue.clone();
    thread::spawn(move || consumer.consume(2));
    let queue: Arc<dyn Producer> = queue;
    caller(&queue);
}

/// A caller with a stub.
pub fn caller_with_stub(caller: fn(&Arc<dyn Producer>)) {
    let queue: Arc<dyn Producer> = Arc::new(ProducerStub);
    caller(&queue);
}

/// The rows.
pub fn experiment() -> Experiment {
    let (p, a) = (property(), assumption());
    let (p, a) = (p.table(), a.table());
    Experiment::new("queue")
        .row(Row::new("whole, through a lock", Role::Whole, || whole(through_a_lock)).property(p))
        .row(
            Row::new("whole, side by side", Role::Whole, || whole(side_by_side))
                .property(p)
                .expect_violated(),
        )
        .row(Row::new("premise 1", Role::Premise1, queue_with_drivers).assume(a).property(p))
        .row(
            Row::new("without the assumption", Role::Other, queue_with_drivers).property(p).expect_violated(),
        )
        .row(
            Row::new("premise 2, through a lock", Role::Premise2, || caller_with_stub(through_a_lock))
                .property(a),
        )
        .row(
            Row::new("premise 2, side by side", Role::Premise2, || caller_with_stub(side_by_side))
                .property(a)
                .expect_violated(),
        )
        .rule(
            Rule::new("through a lock", "premise 1")
                .discharged_by("premise 2, through a lock")
                .whole("whole, through a lock"),
        )
        .rule(
            Rule::new("side by side", "premise 1")
                .discharged_by("premise 2, side by side")
                .whole("whole, side by side")
                .expect_no_proof(),
        )
}
