//! Explores a bounded queue: `cargo run -p rely-explore --example queue`.
//!
//! Three producers and a consumer share a queue with one place. The right queue waits in a loop; the faulty
//! one waits with `if`, and after a wake-up it may find the place taken again. The exploration finds the
//! execution, and its schedule replays it.

use std::collections::VecDeque;

use rely_explore::sync::{Arc, Condvar, Mutex};
use rely_explore::{Explorer, FailureKind, event, thread};
use rely_monitor::{Kind, Table, VIOLATED};

/// `put` and `take` alternate, since the queue has one place.
const ONE_PLACE: Table<'static> =
    Table::constant("ONE_PLACE", Kind::Property, &["put", "take"], 2, &[1, VIOLATED, VIOLATED, 0], None);

/// How a producer waits for a free place.
#[derive(Clone, Copy)]
enum Waiting {
    /// As long as the queue is full.
    While,
    /// Once: the queue may be full again after the wake-up.
    Once,
}

struct Queue {
    items: Mutex<VecDeque<u32>>,
    changed: Condvar,
    waiting: Waiting,
}

impl Queue {
    fn put(&self, item: u32) {
        let mut items = self.items.lock().unwrap();
        match self.waiting {
            Waiting::While => items = self.changed.wait_while(items, |items| !items.is_empty()).unwrap(),
            Waiting::Once if !items.is_empty() => items = self.changed.wait(items).unwrap(),
            Waiting::Once => {}
        }
        event!("put");
        items.push_back(item);
        self.changed.notify_all();
    }

    fn take(&self) -> u32 {
        let items = self.items.lock().unwrap();
        let mut items = self.changed.wait_while(items, |items| items.is_empty()).unwrap();
        event!("take");
        self.changed.notify_all();
        items.pop_front().expect("the queue is not empty")
    }
}

/// The code under exploration: three producers, and the consumer on the main thread.
fn program(waiting: Waiting) -> impl Fn() + Send + Sync + 'static {
    move || {
        let items = Mutex::new(VecDeque::new());
        let queue = Arc::new(Queue { items, changed: Condvar::new(), waiting });
        let producers = [1, 2, 3].map(|item| {
            let queue = queue.clone();
            thread::spawn(move || queue.put(item))
        });
        let taken: u32 = (0..3).map(|_| queue.take()).sum();
        assert_eq!(taken, 6);
        producers.into_iter().for_each(|producer| producer.join().unwrap());
    }
}

fn main() {
    let explorer = || Explorer::new().property(ONE_PLACE);

    let right = explorer().run(program(Waiting::While));
    println!("waiting in a loop: {right}\n");
    assert!(right.is_exhausted());

    let wrong = explorer().run(program(Waiting::Once));
    println!("waiting once: {wrong}\n");
    let failure = wrong.failure().expect("two producers can put");
    assert_eq!(failure.kind, FailureKind::Property("ONE_PLACE".to_string()));

    // The schedule leads to the same failure in one execution, for a debugger or a regression test.
    let again = explorer().replay(&failure.schedule, program(Waiting::Once)).expect("a valid schedule");
    assert_eq!((again.executions, again.failure()), (1, Some(failure)));
    println!("{}", failure.as_test("two puts"));
}
