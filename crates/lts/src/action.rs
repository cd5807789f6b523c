//! Actions, interned once per model, and alphabets.

use std::fmt;
use std::sync::{Arc, RwLock};

use rustc_hash::FxHashMap;

use crate::id::{ActionId, Label};

/// The actions of a model: every name is stored once and known by a 32-bit id.
///
/// The table is a handle: clones share it, and it only ever grows, so an id stays valid. All the LTSs of a
/// model must come from one table; [`Lts::in_table`](crate::Lts::in_table) carries an LTS over to another
/// one.
///
/// ```
/// use rely_lts::{ActionId, Actions};
/// let actions = Actions::new();
/// let send = actions.intern("send");
/// assert_eq!(actions.clone().intern("send"), send);
/// assert_eq!((&*actions.name(send), actions.get("receive")), ("send", None));
/// assert_eq!(actions.intern("tau"), ActionId::TAU);
/// ```
#[derive(Clone)]
pub struct Actions(Arc<RwLock<Table>>);

struct Table {
    names: Vec<Arc<str>>,
    ids: FxHashMap<Arc<str>, ActionId>,
}

impl Actions {
    /// A table that knows only tau.
    pub fn new() -> Self {
        let tau: Arc<str> = Arc::from("tau");
        let mut ids = FxHashMap::default();
        ids.insert(tau.clone(), ActionId::TAU);
        Actions(Arc::new(RwLock::new(Table { names: vec![tau], ids })))
    }

    /// The id of an action, which is added if it is new. The name `tau` is the internal action.
    ///
    /// # Panics
    /// If there are more than 2^32 − 1 actions.
    pub fn intern(&self, name: &str) -> ActionId {
        if let Some(id) = self.get(name) {
            return id;
        }
        let mut table = self.0.write().expect("no holder of the action table panics");
        if let Some(&id) = table.ids.get(name) {
            return id;
        }
        let id = ActionId::at(table.names.len());
        let name: Arc<str> = Arc::from(name);
        table.names.push(name.clone());
        table.ids.insert(name, id);
        id
    }

    /// The id of an action that is known already.
    pub fn get(&self, name: &str) -> Option<ActionId> {
        self.0.read().expect("no holder of the action table panics").ids.get(name).copied()
    }

    /// The name of an action.
    pub fn name(&self, action: ActionId) -> Arc<str> {
        self.0.read().expect("no holder of the action table panics").names[action.index()].clone()
    }

    /// Number of actions, tau included.
    pub fn len(&self) -> usize {
        self.0.read().expect("no holder of the action table panics").names.len()
    }

    /// Never: tau is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Are both handles to the same table?
    pub fn same_table(&self, other: &Actions) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Sorts actions by name and drops duplicates.
    pub fn sort(&self, actions: &mut Vec<ActionId>) {
        actions.sort_unstable();
        actions.dedup();
        let table = self.0.read().expect("no holder of the action table panics");
        actions.sort_unstable_by(|x, y| table.names[x.index()].cmp(&table.names[y.index()]));
    }
}

impl Default for Actions {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Actions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Actions({})", self.len())
    }
}

/// A set of visible actions, sorted by name; tau is in no alphabet.
///
/// An alphabet numbers its actions: [`Label`] 0 is tau, label `i` is the `i`-th action by name. Algorithms
/// index arrays by labels.
///
/// ```
/// use rely_lts::{Actions, Alphabet, Label};
/// let actions = Actions::new();
/// let alphabet = Alphabet::from_names(&actions, ["b", "a", "b"]);
/// assert_eq!((alphabet.len(), alphabet.n_labels()), (2, 3));
/// let a = alphabet.label_of_name("a").expect("it is there");
/// assert_eq!((a, &*alphabet.name(a)), (Label::at(1), "a"));
/// let both = Alphabet::union(&actions, [&alphabet, &Alphabet::from_names(&actions, ["c"])]);
/// assert!(both.contains(actions.intern("c")) && !alphabet.contains(actions.intern("c")));
/// ```
#[derive(Clone)]
pub struct Alphabet {
    actions: Actions,
    ids: Arc<[ActionId]>,
}

impl Alphabet {
    /// The alphabet with these actions, in any order, duplicates and tau allowed (they are dropped).
    pub fn new(actions: &Actions, ids: impl IntoIterator<Item = ActionId>) -> Self {
        let mut ids: Vec<ActionId> = ids.into_iter().filter(|a| !a.is_tau()).collect();
        actions.sort(&mut ids);
        Alphabet { actions: actions.clone(), ids: ids.into() }
    }

    /// The alphabet with these names.
    pub fn from_names<'a>(actions: &Actions, names: impl IntoIterator<Item = &'a str>) -> Self {
        Self::new(actions, names.into_iter().map(|name| actions.intern(name)).collect::<Vec<_>>())
    }

    /// The table the actions come from.
    pub fn actions(&self) -> &Actions {
        &self.actions
    }

    /// The actions, sorted by name.
    pub fn ids(&self) -> &[ActionId] {
        &self.ids
    }

    /// The names, sorted.
    pub fn names(&self) -> Vec<Arc<str>> {
        self.ids.iter().map(|&a| self.actions.name(a)).collect()
    }

    /// Number of actions.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Is there no action?
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Number of labels an LTS with this alphabet has: the actions and tau.
    pub fn n_labels(&self) -> usize {
        self.ids.len() + 1
    }

    /// Is the action in the alphabet? tau is in none.
    pub fn contains(&self, action: ActionId) -> bool {
        !action.is_tau() && self.label(action).is_some()
    }

    /// The label of an action (tau has label 0 in every alphabet).
    pub fn label(&self, action: ActionId) -> Option<Label> {
        if action.is_tau() {
            return Some(Label::TAU);
        }
        let name = self.actions.name(action);
        self.position(&name).map(|i| Label::at(i + 1))
    }

    /// The label of a name. `tau` is not the name of a visible action.
    pub fn label_of_name(&self, name: &str) -> Option<Label> {
        self.position(name).map(|i| Label::at(i + 1))
    }

    /// The action of a label.
    pub fn action(&self, label: Label) -> ActionId {
        if label.is_tau() { ActionId::TAU } else { self.ids[label.index() - 1] }
    }

    /// The name of a label; tau is `tau`.
    pub fn name(&self, label: Label) -> Arc<str> {
        self.actions.name(self.action(label))
    }

    /// All visible labels, in order.
    pub fn labels(&self) -> impl Iterator<Item = Label> + use<> {
        (1..=self.ids.len()).map(Label::at)
    }

    /// The union of alphabets of one table.
    pub fn union<'a>(actions: &Actions, parts: impl IntoIterator<Item = &'a Alphabet>) -> Alphabet {
        let ids: Vec<ActionId> = parts.into_iter().flat_map(|part| part.ids.iter().copied()).collect();
        Alphabet::new(actions, ids)
    }

    fn position(&self, name: &str) -> Option<usize> {
        let table = self.actions.0.read().expect("no holder of the action table panics");
        self.ids.binary_search_by(|id| (*table.names[id.index()]).cmp(name)).ok()
    }
}

impl PartialEq for Alphabet {
    /// Equal as sets of names.
    fn eq(&self, other: &Self) -> bool {
        if self.actions.same_table(&other.actions) {
            return self.ids == other.ids;
        }
        self.names() == other.names()
    }
}

impl Eq for Alphabet {}

impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

/// Does a dotted label match a pattern by whole components, as hiding, interfaces, priorities and relabeling
/// have it? `a` matches `a`, `a.x` and `a.1.y`, but not `ab`.
///
/// ```
/// use rely_lts::matches_prefix;
/// assert!(matches_prefix("phil.1.eat", "phil.1") && !matches_prefix("phil.10.eat", "phil.1"));
/// ```
pub fn matches_prefix(label: &str, pattern: &str) -> bool {
    match label.strip_prefix(pattern) {
        Some("") => true,
        Some(rest) => rest.starts_with('.'),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alphabets_are_sorted_by_name_and_labels_follow() {
        let actions = Actions::new();
        let alphabet = Alphabet::from_names(&actions, ["b", "a", "tau", "b", "c"]);
        assert_eq!(alphabet.names().iter().map(|n| n.to_string()).collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(alphabet.label_of_name("b"), Some(Label::from_raw(2)));
        assert_eq!(alphabet.label_of_name("tau"), None);
        assert!(alphabet.contains(actions.intern("a")) && !alphabet.contains(ActionId::TAU));
        assert_eq!(&*alphabet.name(Label::TAU), "tau");
    }

    #[test]
    fn prefixes_match_by_components() {
        assert!(matches_prefix("a", "a"));
        assert!(matches_prefix("a.1.y", "a"));
        assert!(matches_prefix("a.1.y", "a.1"));
        assert!(!matches_prefix("ab", "a"));
        assert!(!matches_prefix("a", "a.1"));
    }
}
