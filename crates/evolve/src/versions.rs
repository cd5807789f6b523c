//! Two versions of a component, seen through an interface.
//!
//! # Problem
//! Given a baseline, a candidate, prohibited behaviors of the baseline, and the actions that are compared. Wanted: two machines
//! over the same alphabet whose traces are what the baseline must go on offering and what the candidate offers.
//!
//! # Method
//! Traces are read by name: an action that a version does not know never happens in it. Transitions into ERROR are no service and
//! are cut. A prohibited behavior runs along the baseline; what the baseline does from the step on with which it is complete is not
//! required. Then everything outside of the interface becomes tau.
//!
//! # Invariants
//! 1. The traces of [`Versions::required`] are prefix-closed: what is not required stays so when it goes on.
//! 2. States of [`Versions::offered`] are those of the candidate.

use std::sync::Arc;

use rely_lts::{Alphabet, Lts};
use thiserror::Error;

/// A baseline and a candidate over the same interface.
#[derive(Clone, Debug)]
pub struct Versions {
    /// The baseline as given.
    pub baseline: Arc<Lts>,
    /// The candidate as given; its actions are from the same table.
    pub candidate: Arc<Lts>,
    /// Prohibited behaviors of the baseline: each is complete where one of these processes has stopped.
    pub forbidden: Vec<Arc<Lts>>,
    /// The actions that are compared.
    pub interface: Alphabet,
}

/// Why two LTSs cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotVersions {
    /// Their actions are from different tables.
    #[error("the versions have different tables of actions")]
    DifferentTables,
}
