//! One run per instance: per request, per device, per connection.

use core::borrow::Borrow;
use core::fmt;
use core::hash::Hash;
use std::borrow::ToOwned;
use std::collections::HashMap;
use std::vec::Vec;

use crate::run::{Outcome, Report, Run};
use crate::table::{Action, Table};

/// Runs of one automaton, one per key.
///
/// ```
/// use rely_monitor::{Instances, Kind, Outcome, Table, VIOLATED};
/// const FILE: Table<'static> =
///     Table::constant("FILE", Kind::Assumption, &["close", "open"], 2, &[VIOLATED, 1, 0, VIOLATED], None);
/// let mut requests: Instances<'_, String> = Instances::new(FILE);
/// assert_eq!(requests.feed("a", 1), Ok(Outcome::Kept));
/// assert_eq!(requests.feed("b", 1), Ok(Outcome::Kept));
/// assert_eq!(requests.feed("a", 1), Ok(Outcome::Violated));
/// assert_eq!(requests.violated().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["a"]);
/// requests.finish("b"); // frees its memory
/// assert_eq!(requests.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Instances<'a, Key, const K: usize = 16> {
    table: Table<'a>,
    runs: HashMap<Key, Run<K>>,
    limit: usize,
    refused: u64,
}

/// The limit of [`Instances`] is reached; the action of a new instance was counted and not checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too many instances; finish the ones that are over, or raise the limit")
    }
}

impl core::error::Error for Full {}

impl<'a, Key: Hash + Eq, const K: usize> Instances<'a, Key, K> {
    /// No instances yet, and no limit.
    pub fn new(table: Table<'a>) -> Self {
        Instances { table, runs: HashMap::new(), limit: usize::MAX, refused: 0 }
    }

    /// With at most `limit` instances at a time.
    pub fn with_limit(self, limit: usize) -> Self {
        Instances { limit, ..self }
    }

    /// Checks the next action of an instance. The first action of its alphabet creates the instance; free
    /// actions do not.
    ///
    /// # Errors
    /// If the instance is new and the limit is reached.
    pub fn feed<Q>(&mut self, key: &Q, action: Action) -> Result<Outcome, Full>
    where
        Key: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = Key> + ?Sized,
    {
        if action >= self.table.n_actions() {
            return Ok(Outcome::Free);
        }
        if let Some(run) = self.runs.get_mut(key) {
            return Ok(run.feed(&self.table, action));
        }
        if self.runs.len() >= self.limit {
            self.refused += 1;
            return Err(Full);
        }
        let mut run = Run::new();
        let outcome = run.feed(&self.table, action);
        self.runs.insert(key.to_owned(), run);
        Ok(outcome)
    }

    /// The automaton.
    pub fn table(&self) -> &Table<'a> {
        &self.table
    }

    /// The run of an instance.
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&Run<K>>
    where
        Key: Borrow<Q>,
    {
        self.runs.get(key)
    }

    /// The violation of an instance as a report, if there is one.
    pub fn report<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<Report<'_>>
    where
        Key: Borrow<Q>,
    {
        self.get(key)?.report(&self.table)
    }

    /// Removes an instance that is over, and returns its run.
    pub fn finish<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<Run<K>>
    where
        Key: Borrow<Q>,
    {
        self.runs.remove(key)
    }

    /// The number of instances.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Whether there are no instances.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The number of actions that were not checked because the limit was reached.
    pub fn refused(&self) -> u64 {
        self.refused
    }
}

impl<Key: Hash + Eq + Ord, const K: usize> Instances<'_, Key, K> {
    /// The instances that violated the automaton, sorted by key.
    pub fn violated(&self) -> impl Iterator<Item = (&Key, &Run<K>)> {
        let mut all: Vec<_> = self.runs.iter().filter(|(_, run)| run.violation().is_some()).collect();
        all.sort_unstable_by_key(|(key, _)| *key);
        all.into_iter()
    }
}
