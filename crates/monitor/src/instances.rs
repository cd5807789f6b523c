//! A run per instance: per request, per device, per connection.

use core::borrow::Borrow;
use core::fmt;
use core::hash::Hash;
use std::borrow::ToOwned;
use std::collections::HashMap;
use std::vec::Vec;

use crate::run::{Outcome, Report, Run};
use crate::table::{Action, Table};

/// Runs of one automaton, told apart by a key.
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
/// requests.finish("b"); // it is over, and takes no room any more
/// assert_eq!(requests.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Instances<'a, Key, const K: usize = 16> {
    table: Table<'a>,
    runs: HashMap<Key, Run<K>>,
    limit: usize,
    refused: u64,
}

/// There are as many instances as there may be; the action of a new one was counted, not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are too many instances; finish those that are over, or allow more")
    }
}

impl core::error::Error for Full {}

impl<'a, Key: Hash + Eq, const K: usize> Instances<'a, Key, K> {
    /// No instance yet, and no limit.
    pub fn new(table: Table<'a>) -> Self {
        Instances { table, runs: HashMap::new(), limit: usize::MAX, refused: 0 }
    }

    /// With at most so many instances at a time.
    pub fn with_limit(self, limit: usize) -> Self {
        Instances { limit, ..self }
    }

    /// Judges the next action of an instance, which begins with it if it was not seen before. An action that
    /// the table does not have begins nothing.
    ///
    /// # Errors
    /// If it would be one instance too many.
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

    /// The violation of an instance in words, if there is one.
    pub fn report<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<Report<'_>>
    where
        Key: Borrow<Q>,
    {
        self.get(key)?.report(&self.table)
    }

    /// Forgets an instance that is over, and gives its run.
    pub fn finish<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<Run<K>>
    where
        Key: Borrow<Q>,
    {
        self.runs.remove(key)
    }

    /// How many instances there are.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// How many actions were not judged since there were too many instances.
    pub fn refused(&self) -> u64 {
        self.refused
    }
}

impl<Key: Hash + Eq + Ord, const K: usize> Instances<'_, Key, K> {
    /// The instances that have left the automaton, sorted.
    pub fn violated(&self) -> impl Iterator<Item = (&Key, &Run<K>)> {
        let mut all: Vec<_> = self.runs.iter().filter(|(_, run)| run.violation().is_some()).collect();
        all.sort_unstable_by_key(|(key, _)| *key);
        all.into_iter()
    }
}
