//! The pool under the protocol of its callers, and who keeps to it.

use std::sync::Arc;

use rely_explore::experiment::{Experiment, Role, Row, Rule};
use rely_explore::{Deadlocks, Explorer, thread};
use rely_monitor::OwnedTable;

use super::{Connections, ConnectionsDriver, ConnectionsStub, Pool, Server, ServerStub, careful, hasty};

type Caller = fn(&Arc<dyn Connections>, &dyn Server, usize);

/// No connection has two users.
pub fn property() -> OwnedTable {
    crate::table(include_str!("../../models/pool-exclusive.json"))
}

/// Only what is out is given back.
pub fn assumption() -> OwnedTable {
    crate::table(include_str!("../../models/pool-given-back-once.json"))
}

/// The pool with universal callers.
pub fn pool_with_drivers() {
    let pool = Arc::new(Pool::default());
    for _ in 0..2 {
        let pool = pool.clone();
        thread::spawn(move || ConnectionsDriver::new(3).run(&*pool));
    }
}

/// Two callers of a kind.
fn callers(pool: Arc<dyn Connections>, caller: Caller) {
    for _ in 0..2 {
        let pool = pool.clone();
        thread::spawn(move || caller(&pool, &ServerStub, 2));
    }
}

/// Who waits for a connection that never comes back is no matter of this experiment.
fn safety_only(explorer: Explorer) -> Explorer {
    explorer.deadlocks(Deadlocks::Count)
}

/// The rows.
pub fn experiment() -> Experiment {
    let (p, a) = (property(), assumption());
    let (p, a) = (p.table(), a.table());
    let row = |name, role, body: fn()| Row::new(name, role, body).with(safety_only);
    Experiment::new("pool")
        .row(row("whole, careful", Role::Whole, || callers(Arc::new(Pool::default()), careful)).property(p))
        .row(
            row("whole, hasty", Role::Whole, || callers(Arc::new(Pool::default()), hasty))
                .property(p)
                .expect_violated(),
        )
        .row(row("premise 1", Role::Premise1, pool_with_drivers).assume(a).property(p))
        .row(row("without the assumption", Role::Other, pool_with_drivers).property(p).expect_violated())
        .row(
            row("premise 2, careful", Role::Premise2, || callers(Arc::new(ConnectionsStub), careful))
                .property(a),
        )
        .row(
            row("premise 2, hasty", Role::Premise2, || callers(Arc::new(ConnectionsStub), hasty))
                .property(a)
                .expect_violated(),
        )
        .rule(Rule::new("careful", "premise 1").discharged_by("premise 2, careful").whole("whole, careful"))
        .rule(
            Rule::new("hasty", "premise 1")
                .discharged_by("premise 2, hasty")
                .whole("whole, hasty")
                .expect_no_proof(),
        )
}
