//! A pool of connections, and the protocol that its callers owe it.
//!
//! [`Pool`] hands out connections by number and takes them back. A caller that gives a connection back twice
//! puts it into the pool twice, and two others get it. The assumption `GIVEN_BACK_ONCE` in `models/pool.lts`
//! says: only what is out is given back. Under it no connection has two users (`EXCLUSIVE`).
//!
//! Two callers are given. [`careful`] gives back once, whatever happens. [`hasty`] gives back when its
//! request fails, and again at the end.

pub mod experiment;

use std::sync::{Arc, PoisonError};

use rely_explore::environment::rounds;
use rely_explore::sync::{Condvar, Mutex};
use rely_explore::universal;
use rely_monitor::event;

/// How many connections there are.
pub const CONNECTIONS: usize = 2;

/// What a caller may do.
#[universal(prefix = "pool")]
pub trait Connections: Send + Sync {
    /// Gets a connection; waits until there is one.
    #[returns(0..CONNECTIONS)]
    fn take(&self) -> usize;

    /// Gives a connection back.
    #[event("pool.give", connection)]
    fn give(&self, #[domain(0..CONNECTIONS)] connection: usize);
}

/// A server that may fail.
#[universal(stub)]
pub trait Server: Send + Sync {
    /// Sends a request; was it answered?
    #[event("server.answered", result)]
    fn request(&self, connection: usize) -> bool;
}

/// The pool.
pub struct Pool {
    free: Mutex<Vec<usize>>,
    given: Condvar,
}

impl Default for Pool {
    fn default() -> Self {
        Pool { free: Mutex::new((0..CONNECTIONS).rev().collect()), given: Condvar::new() }
    }
}

impl Connections for Pool {
    fn take(&self) -> usize {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(connection) = free.pop() {
                event!("pool.take", connection);
                return connection;
            }
            free = self.given.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn give(&self, connection: usize) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        event!("pool.give", connection);
        free.push(connection);
        self.given.notify_one();
    }
}

/// A caller that gives back what it took, once, answered or not.
pub fn careful(pool: &Arc<dyn Connections>, server: &dyn Server, requests: usize) {
    for _ in rounds("requests of a caller", requests) {
        let connection = pool.take();
        let _ = server.request(connection);
        pool.give(connection);
    }
}

/// A caller whose way out of an error is one of two places that give back.
pub fn hasty(pool: &Arc<dyn Connections>, server: &dyn Server, requests: usize) {
    for _ in rounds("requests of a caller", requests) {
        let connection = pool.take();
        if !server.request(connection) {
            pool.give(connection);
        }
        pool.give(connection);
    }
}
