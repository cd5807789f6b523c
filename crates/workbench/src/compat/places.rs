//! States of a version as its author knows them: by the names of local processes, and where these stand in
//! the source.

use std::collections::VecDeque;

use rely_lts::{Lts, StateId};
use rely_report::view::PlaceView;

use super::resolve::Version;

/// Actions shown since the last state with a name.
const SHOWN: usize = 3;

/// The states of a version with their names and places.
pub(super) struct Places<'a> {
    version: &'a Version,
    /// The states of the version that those of a view stand for; none if they are the same.
    origin: Option<&'a [StateId]>,
    /// For every state without a name the transition by which it is met first from one that has a name.
    before: Vec<Option<(StateId, String)>>,
}

impl<'a> Places<'a> {
    /// The states of a version; those of views are numbered as `origin` says.
    pub fn new(version: &'a Version, origin: Option<&'a [StateId]>) -> Self {
        Places { version, origin, before: before(version) }
    }

    /// The version.
    pub fn version(&self) -> &Version {
        self.version
    }

    /// The state of the version that one of a view stands for. None for the one that comes before the initial
    /// one where propositions are observed.
    pub fn state(&self, state: StateId) -> Option<StateId> {
        match self.origin {
            Some(origin) => origin.get(state.index()).copied(),
            None => Some(state).filter(|state| state.index() < self.version.component.lts.n_states()),
        }
    }

    /// How the author knows a state.
    pub fn name(&self, state: StateId) -> String {
        let Some(state) = self.state(state) else { return "the start".to_string() };
        let (named, since) = self.nearest(state);
        let name = match self.own_name(named) {
            Some(name) => name,
            None => return format!("state {}", state.raw()),
        };
        match since.len() {
            0 => name,
            n if n > SHOWN => format!("{name} after … {}", since[n - SHOWN..].join(", ")),
            _ => format!("{name} after {}", since.join(", ")),
        }
    }

    /// How an edit names a state: a local process if it is one.
    pub fn reference(&self, state: StateId) -> Option<String> {
        let state = self.state(state)?;
        let lts = &self.version.component.lts;
        if lts.end() == Some(state) {
            return Some("END".to_string());
        }
        if self.own_name(state).is_none() && lts.is_stuck(state) {
            return Some("STOP".to_string());
        }
        self.own_name(state)
    }

    /// Where a state is in the source: the definition of the local process that it belongs to.
    pub fn place(&self, state: StateId) -> Option<PlaceView> {
        if let Some((file, line, column)) = self.version.loaded.code_place(self.state(state)?) {
            let (file, line, column) = (file.clone(), *line, (*column).max(1));
            return Some(PlaceView { file, line, column, end_line: line, end_column: column });
        }
        let (named, _) = self.nearest(self.state(state)?);
        let name = self.own_name(named)?;
        self.at(self.version.loaded.model()?.state_span(&self.version.component.process, &name)?)
    }

    /// Where the version is defined.
    pub fn definition(&self) -> Option<PlaceView> {
        self.at(self.version.loaded.model()?.definition_span(&self.version.name)?)
    }

    fn at(&self, span: rely_fsp::Span) -> Option<PlaceView> {
        let (start, end) = self.version.loaded.source()?.between(span);
        let file = self.version.file.clone();
        Some(PlaceView {
            file,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        })
    }

    fn own_name(&self, state: StateId) -> Option<String> {
        let names = self.version.component.state_names.as_ref()?;
        let own = names.get(state.index()).cloned().flatten().map(|name| name.to_string());
        // `P = STOP` begins in P.
        own.or_else(|| {
            let lts = &self.version.component.lts;
            (state == lts.initial() && !self.version.component.process.is_empty())
                .then(|| self.version.component.process.to_string())
        })
    }

    /// The nearest state with a name before a state, and the actions since.
    fn nearest(&self, mut state: StateId) -> (StateId, Vec<String>) {
        let mut since = Vec::new();
        while let Some((before, action)) = self.before.get(state.index()).and_then(Option::as_ref) {
            since.push(action.clone());
            state = *before;
        }
        since.reverse();
        (state, since)
    }
}

/// A forest with the named states as roots, by breadth-first search.
fn before(version: &Version) -> Vec<Option<(StateId, String)>> {
    let lts: &Lts = &version.component.lts;
    let mut before = vec![None; lts.n_states()];
    let Some(names) = &version.component.state_names else { return before };
    let is_named = |state: StateId| names.get(state.index()).is_some_and(Option::is_some);
    let mut queue: VecDeque<StateId> = lts.states().filter(|&state| is_named(state)).collect();
    while let Some(state) = queue.pop_front() {
        for (label, target) in lts.successors(state).filter(|(_, target)| !target.is_error()) {
            if !is_named(target) && before[target.index()].is_none() {
                before[target.index()] = Some((state, lts.label_name(label).to_string()));
                queue.push_back(target);
            }
        }
    }
    before
}
