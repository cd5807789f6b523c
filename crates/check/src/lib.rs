//! Deadlock, safety, progress and fluent LTL.
