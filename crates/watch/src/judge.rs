//! The instances of a log, each judged by a monitor of its own.
//!
//! # Invariants
//!
//! Every event is counted exactly once: as judged, after a violation, ignored, unmapped, foreign, nameless,
//! keyless or beyond the limit of instances. The memory of an instance is bounded: of a long run the last
//! actions are kept, and the state where they begin.

use std::collections::{HashMap, VecDeque};

use rely_monitor::map::{Bound, Mapped};
use rely_monitor::{Action, Kind, Outcome, Run, State, Table, VIOLATED};

use rely_report::view::{
    BrokenLineView, InstanceView, NameCountView, WatchCountsView, WatchKind, WatchViolationView,
};

/// So many names of unmapped events are told apart.
const NAMES: usize = 1000;

/// So many broken lines are listed.
const BROKEN: usize = 20;

/// So many violations, and so many instances, are listed.
pub(crate) const LISTED: usize = 10_000;

/// So many different violating runs are kept for what is asked about drift.
pub(crate) const DIFFERENT: usize = 1000;

/// Bytes of an instance beside its key and its actions, roughly.
const INSTANCE: usize = std::mem::size_of::<Instance>() + 48;

/// How much is kept.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Actions shown before a violation.
    pub last: usize,
    /// Actions kept of an instance.
    pub history: usize,
    /// Instances.
    pub instances: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { last: 8, history: 1000, instances: 1_000_000 }
    }
}

/// An event as a reader gives it.
pub(crate) struct Happened<'e> {
    /// The line of the log.
    pub line: u64,
    /// Its name, if it has one.
    pub name: Option<&'e str>,
    /// Which instance it belongs to.
    pub key: Option<&'e str>,
    /// When.
    pub time: Option<&'e str>,
    /// Is it an event only if a rule says so?
    pub is_silent: bool,
}

struct Instance {
    run: Run<0>,
    first_line: u64,
    last_line: u64,
    /// Bytes of the key are in the table of keys; this is its place there.
    key: Option<Box<str>>,
    /// The last actions, and the state before them.
    history: VecDeque<Action>,
    origin: State,
    /// What it did, once it has left the automaton.
    left: Option<Box<SeenRun>>,
}

/// A run that left the automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeenRun {
    /// The key of its instance.
    pub key: Option<String>,
    /// Up to the violating action, and what was seen after it.
    pub actions: Vec<Action>,
    /// Is it all that was seen of the instance?
    pub is_whole: bool,
}

/// All instances of a log.
pub(crate) struct Judge<'t> {
    table: Table<'t>,
    bound: &'t Bound,
    is_keyed: bool,
    limits: Limits,
    by_key: HashMap<Box<str>, u32>,
    instances: Vec<Instance>,
    /// How much was read.
    pub counts: WatchCountsView,
    unmapped: Names,
    foreign: Names,
    broken: Vec<BrokenLineView>,
    /// The first actions that have no instance, or no name.
    pub first_keyless: Option<u64>,
    /// The first event without a name.
    pub first_nameless: Option<u64>,
    violations: Vec<WatchViolationView>,
    violated: u64,
    /// Shortest ways into the states, once they are needed: the state before and the action.
    ways: Option<Vec<Option<(State, Action)>>>,
    /// Bytes that instances hold, roughly.
    pub memory: usize,
}

impl<'t> Judge<'t> {
    pub fn new(table: Table<'t>, bound: &'t Bound, is_keyed: bool, limits: Limits) -> Judge<'t> {
        Judge {
            table,
            bound,
            is_keyed,
            limits,
            by_key: HashMap::new(),
            instances: Vec::new(),
            counts: WatchCountsView::default(),
            unmapped: Names::default(),
            foreign: Names::default(),
            broken: Vec::new(),
            first_keyless: None,
            first_nameless: None,
            violations: Vec::new(),
            violated: 0,
            ways: None,
            memory: 0,
        }
    }

    /// A line that could not be read.
    pub fn broken(&mut self, line: u64, reason: impl FnOnce() -> String) {
        self.counts.broken += 1;
        if self.broken.len() < BROKEN {
            self.broken.push(BrokenLineView { line, reason: reason() });
        }
    }

    /// Judges an event; gives the violation if it is one.
    pub fn happens<'f>(
        &mut self,
        event: &Happened<'_>,
        field: impl Fn(usize) -> Option<&'f str>,
    ) -> Option<&mut WatchViolationView> {
        let Some(name) = event.name else {
            self.counts.events += 1;
            self.counts.nameless += 1;
            self.first_nameless.get_or_insert(event.line);
            return None;
        };
        let action = match self.bound.find(name, field) {
            Mapped::Unmapped if event.is_silent => return None,
            Mapped::Unmapped => {
                self.counts.events += 1;
                self.counts.unmapped += 1;
                self.unmapped.count(name, event.line);
                return None;
            }
            Mapped::Ignored => {
                self.counts.events += 1;
                self.counts.ignored += 1;
                return None;
            }
            Mapped::Foreign(name) => {
                self.counts.events += 1;
                self.counts.foreign += 1;
                self.foreign.count(&name, event.line);
                return None;
            }
            Mapped::Action(action) => action,
        };
        self.counts.events += 1;
        self.counts.actions += 1;
        let at = self.instance(event)?;
        let instance = &mut self.instances[at];
        instance.last_line = event.line;
        match instance.run.feed(&self.table, action) {
            Outcome::Kept => {
                self.counts.judged += 1;
                let before = instance.history.capacity();
                if instance.history.len() == self.limits.history
                    && let Some(oldest) = instance.history.pop_front()
                {
                    instance.origin = self.table.step(instance.origin, oldest);
                }
                if self.limits.history > 0 {
                    instance.history.push_back(action);
                } else {
                    instance.origin = instance.run.state();
                }
                self.memory += (instance.history.capacity() - before) * size_of::<Action>();
                None
            }
            Outcome::Violated => {
                self.counts.judged += 1;
                Some(self.violates(at, event, action))
            }
            Outcome::After | Outcome::Free => {
                if let Some(left) = &mut instance.left {
                    // Not judged, but seen.
                    if left.actions.len() < self.limits.history + 1 {
                        left.actions.push(action);
                        self.memory += size_of::<Action>();
                    } else {
                        left.is_whole = false;
                    }
                }
                None
            }
        }
    }

    /// The instance of an event.
    fn instance(&mut self, event: &Happened<'_>) -> Option<usize> {
        let known = match (self.is_keyed, event.key) {
            (false, _) => (!self.instances.is_empty()).then_some(0),
            (true, Some(key)) => self.by_key.get(key).map(|&at| at as usize),
            (true, None) => {
                self.counts.keyless += 1;
                self.first_keyless.get_or_insert(event.line);
                return None;
            }
        };
        if known.is_some() {
            return known;
        }
        if self.instances.len() >= self.limits.instances {
            self.counts.beyond += 1;
            return None;
        }
        let key: Option<Box<str>> = event.key.filter(|_| self.is_keyed).map(Box::from);
        if let Some(key) = &key {
            self.memory += 2 * key.len();
            self.by_key.insert(key.clone(), self.instances.len() as u32);
        }
        self.memory += INSTANCE;
        self.instances.push(Instance {
            run: Run::new(),
            first_line: event.line,
            last_line: event.line,
            key,
            history: VecDeque::new(),
            origin: 0,
            left: None,
        });
        Some(self.instances.len() - 1)
    }

    /// Notes a violation. Beyond the limit of the list the last entry is replaced, so that it can be told at
    /// once.
    fn violates(&mut self, at: usize, event: &Happened<'_>, action: Action) -> &mut WatchViolationView {
        self.violated += 1;
        let instance = &self.instances[at];
        let (origin, state) = (instance.origin, instance.run.state());
        let whole = instance.run.steps() == instance.history.len() as u64;
        let kept: Vec<Action> = instance.history.iter().copied().collect();
        let mut run = self.way(origin);
        run.extend(&kept);
        run.push(action);
        let way = self.way(state);
        let table = self.table;
        let names = |actions: &[Action]| -> Vec<String> {
            actions.iter().map(|&action| table.action_name(action).to_string()).collect()
        };
        let allowed: Vec<Action> = self.table.allowed(state).collect();
        let (name, did) = (table.name(), table.action_name(action));
        let message = match table.kind() {
            Kind::Assumption => format!("the environment violated the assumption {name} with `{did}`"),
            Kind::Property => format!("the property {name} is violated by `{did}`"),
        };
        let view = WatchViolationView {
            message,
            key: event.key.filter(|_| self.is_keyed).map(str::to_string),
            step: self.instances[at].run.steps() + 1,
            line: event.line,
            time: event.time.map(str::to_string),
            action: self.table.action_name(action).to_string(),
            state,
            way: names(&way),
            last: names(&kept[kept.len().saturating_sub(self.limits.last)..]),
            allowed: names(&allowed),
            trace: names(&run),
            whole,
            file: None,
        };
        // What has left the automaton is not judged any more.
        self.memory +=
            (run.len() - self.instances[at].history.capacity().min(run.len())) * size_of::<Action>();
        self.instances[at].history = VecDeque::new();
        self.instances[at].left =
            Some(Box::new(SeenRun { key: view.key.clone(), actions: run, is_whole: whole }));
        if self.violations.len() == LISTED {
            self.violations.pop();
        }
        self.violations.push(view);
        self.violations.last_mut().expect("one was put there")
    }

    /// A shortest way into a state, the first by name of its actions among several.
    fn way(&mut self, to: State) -> Vec<Action> {
        let table = self.table;
        let ways = self.ways.get_or_insert_with(|| shortest_ways(table));
        let mut way = Vec::new();
        let mut at = to;
        while let Some((before, action)) = ways[at as usize] {
            way.push(action);
            at = before;
        }
        way.reverse();
        way
    }

    /// The different runs that left the automaton, in the order of their instances, and whether these are all
    /// of them.
    pub fn runs(&self) -> (Vec<SeenRun>, bool) {
        let mut known = std::collections::HashSet::new();
        let mut runs: Vec<SeenRun> = Vec::new();
        for left in self.instances.iter().filter_map(|instance| instance.left.as_deref()) {
            if known.contains(&left.actions) {
                continue;
            }
            if runs.len() == DIFFERENT {
                return (runs, false);
            }
            known.insert(&left.actions);
            runs.push(left.clone());
        }
        (runs, true)
    }

    /// How many instances left the automaton.
    pub fn n_violated(&self) -> u64 {
        self.violated
    }

    /// How many instances there are.
    pub fn n_instances(&self) -> u64 {
        self.instances.len() as u64
    }

    /// The instances as documents list them.
    pub fn instance_views(&self) -> Vec<InstanceView> {
        let is_violated = |instance: &&Instance| instance.run.violation().is_some();
        let left = self.instances.iter().filter(is_violated);
        let kept = self.instances.iter().filter(|instance| !is_violated(instance));
        let view = |instance: &Instance| {
            let verdict = if is_violated(&instance) { WatchKind::Violated } else { WatchKind::Kept };
            InstanceView {
                key: instance.key.as_deref().map(str::to_string),
                verdict,
                actions: instance.run.steps()
                    + instance.run.after()
                    + u64::from(verdict == WatchKind::Violated),
                first_line: instance.first_line,
                last_line: instance.last_line,
                state: instance.run.state(),
            }
        };
        left.chain(kept).take(LISTED).map(view).collect()
    }

    /// Violations, unmapped names, names that are no actions, broken lines.
    pub fn finish(
        self,
    ) -> (Vec<WatchViolationView>, Vec<NameCountView>, Vec<NameCountView>, Vec<BrokenLineView>) {
        (self.violations, self.unmapped.views(), self.foreign.views(), self.broken)
    }
}

/// For every state but the first the last step of a shortest way to it.
fn shortest_ways(table: Table<'_>) -> Vec<Option<(State, Action)>> {
    let mut ways = vec![None; table.n_states() as usize];
    let mut seen = vec![false; table.n_states() as usize];
    seen[0] = true;
    let mut queue = VecDeque::from([0]);
    while let Some(state) = queue.pop_front() {
        for action in 0..table.n_actions() {
            let target = table.step(state, action);
            if target != VIOLATED && !seen[target as usize] {
                seen[target as usize] = true;
                ways[target as usize] = Some((state, action));
                queue.push_back(target);
            }
        }
    }
    ways
}

/// Names with how often and where first; of very many names only the first are told apart.
#[derive(Default)]
struct Names {
    counts: HashMap<String, (u64, u64)>,
    others: (u64, u64),
}

impl Names {
    fn count(&mut self, name: &str, line: u64) {
        if let Some((count, _)) = self.counts.get_mut(name) {
            *count += 1;
        } else if self.counts.len() < NAMES {
            self.counts.insert(name.to_string(), (1, line));
        } else {
            let first = if self.others.0 == 0 { line } else { self.others.1 };
            self.others = (self.others.0 + 1, first);
        }
    }

    fn views(self) -> Vec<NameCountView> {
        let view = |(name, (count, line))| NameCountView { name: Some(name), count, line };
        let mut views: Vec<NameCountView> = self.counts.into_iter().map(view).collect();
        views.sort_by(|x, y| (x.line, &x.name).cmp(&(y.line, &y.name)));
        if self.others.0 > 0 {
            views.push(NameCountView { name: None, count: self.others.0, line: self.others.1 });
        }
        views
    }
}
