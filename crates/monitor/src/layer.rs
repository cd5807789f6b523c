//! A layer of `tracing` that monitors events.
//!
//! # Problem
//!
//! A program reports its activity through `tracing`; some of these events are actions of an automaton.
//!
//! # Method
//!
//! The rules of a [`Map`] map an event to an action, by its name and fields; without rules it is the action
//! with the same name. The name is that of the event (`name:` in the macros) or of a new span. Events without
//! a name of their own are named by a field: that of [`Source::event`](crate::map::Source), or else `event`,
//! `action`, `name` or `message`. If the name alone decides, the result is cached per call site, and no field
//! is read any more.
//!
//! # Invariants
//!
//! I1: no lock is held while code of the user runs, be it the `Debug` of a field or the reaction to a
//! violation. An event within them is checked like any other, if `tracing` delivers it (a thread-local
//! subscriber gets none while it works). I2: no event is dropped silently, see [`Counts`].
//!
//! # Cost
//!
//! Per event one look-up of the call site, one lock, one step of the automaton; where fields are needed,
//! their text.
//!
//! # Departures
//!
//! None.

mod fields;

use core::fmt;
use core::hash::{BuildHasherDefault, Hasher};
use std::borrow::ToOwned;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::string::String;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::vec::Vec;

use tracing_core::callsite::Identifier;
use tracing_core::field::Field;
use tracing_core::span::{Attributes, Id};
use tracing_core::{Event, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer};

use crate::alarm::{Alarm, OnViolation};
use crate::instances::Instances;
use crate::map::{Bound, Finding, Map, Mapped};
use crate::run::{Outcome, Run};
use crate::table::Table;
use fields::{Fields, SCRATCH, Scratch};

/// So many instances there are at a time, unless another number is said.
const INSTANCES: usize = 1 << 20;

/// So many different names of events that are no actions are remembered.
const NAMES: usize = 1_000;

/// Statistics of a layer. All counters but `judged` and `ignored` hint at missing or wrong rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Actions that were checked.
    pub judged: u64,
    /// Events that an ignore rule matches.
    pub ignored: u64,
    /// Events that no rule matches, by name.
    pub unmapped: BTreeMap<String, u64>,
    /// Events whose rule produced no action of the automaton, by the name it produced.
    pub foreign: BTreeMap<String, u64>,
    /// Events of either kind with further names, after the first thousand names.
    pub further: u64,
    /// Actions without the field that identifies the instance.
    pub without_key: u64,
    /// Actions of new instances above the limit.
    pub refused: u64,
    /// The number of violated runs.
    pub violations: u64,
}

/// A layer with a monitor, made by [`MonitorLayer::builder`]. Clones share the monitor: keep one to read the
/// [`counts`](Self::counts).
///
/// ```
/// use rely_monitor::{Kind, MonitorLayer, OnViolation, Table, VIOLATED};
/// use tracing_subscriber::layer::SubscriberExt;
/// const LOCK: Table<'static> =
///     Table::constant("LOCK", Kind::Assumption, &["exec.lock", "exec.unlock"], 2, &[1, VIOLATED, VIOLATED, 0], None);
/// let layer = MonitorLayer::builder(LOCK)
///     .event("lock_acquired", &[("who", "exec")], "exec.lock")
///     .event("lock_released", &[("who", "exec")], "exec.unlock")
///     .on_violation(OnViolation::call(|alarm| eprintln!("{alarm}")))
///     .build()
///     .unwrap();
/// let subscriber = tracing_subscriber::registry().with(layer.clone());
/// tracing::subscriber::with_default(subscriber, || {
///     tracing::info!(name: "lock_acquired", who = "exec");
///     tracing::info!(event = "lock_acquired", who = "exec");
/// });
/// assert_eq!((layer.counts().judged, layer.counts().violations), (2, 1));
/// ```
#[derive(Clone)]
pub struct MonitorLayer(Arc<Shared>);

struct Shared {
    table: Table<'static>,
    bound: Bound,
    /// Fields that are looked at: those of the rules, those that name events, the one that tells instances
    /// apart.
    wanted: Vec<String>,
    /// Which of them name events, the first that is there does.
    naming: Vec<usize>,
    /// Is the name of the event itself asked last?
    field_first: bool,
    key: Option<usize>,
    places: RwLock<HashMap<Identifier, Plan, BuildHasherDefault<PlaceHasher>>>,
    state: Mutex<State>,
    on_violation: OnViolation,
}

struct State {
    run: Run,
    instances: Instances<'static, String>,
    counts: Counts,
}

/// How events of one place in the program are looked at.
#[derive(Clone)]
enum Plan {
    /// They are all the same.
    Fixed(Mapped),
    /// By their fields.
    Visit(Arc<Visited>),
}

struct Visited {
    /// For every field, which of `wanted` it is.
    roles: Vec<Option<usize>>,
    /// The name of all of them and the rules that fit it, if no field names them.
    named: Option<(&'static str, Vec<u32>)>,
}

/// Addresses are hashed by one multiplication.
#[derive(Default)]
struct PlaceHasher(u64);

impl Hasher for PlaceHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_ne_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// Configures a [`MonitorLayer`], see its example.
pub struct LayerBuilder {
    table: Table<'static>,
    map: Option<Map>,
    key: Option<String>,
    limit: usize,
    on_violation: OnViolation,
}

impl LayerBuilder {
    /// Events with this name and these field values are this action. The first rule that matches wins. Names
    /// and values may contain `*`, the action may contain `{field}` for the value of a field.
    pub fn event(self, name: &str, fields: &[(&str, &str)], action: &str) -> Self {
        let map = self.map.unwrap_or_default().event(name, fields, action);
        LayerBuilder { map: Some(map), ..self }
    }

    /// Events with this name are ignored.
    pub fn ignore(self, name: &str) -> Self {
        LayerBuilder { map: Some(self.map.unwrap_or_default().ignore(name)), ..self }
    }

    /// Replaces all rules and the fields for names and keys.
    pub fn map(self, map: Map) -> Self {
        LayerBuilder { map: Some(map), ..self }
    }

    /// One run per value of this field.
    pub fn key(self, field: &str) -> Self {
        LayerBuilder { key: Some(field.to_owned()), ..self }
    }

    /// The maximal number of instances at a time; the default is 2²⁰.
    pub fn limit(self, instances: usize) -> Self {
        LayerBuilder { limit: instances, ..self }
    }

    /// How to react to a violation; the default is to count it.
    pub fn on_violation(self, on_violation: OnViolation) -> Self {
        LayerBuilder { on_violation, ..self }
    }

    /// The layer.
    ///
    /// # Errors
    /// Everything that is wrong with the rules. Warnings are in [`MonitorLayer::warnings`].
    pub fn build(self) -> Result<MonitorLayer, Vec<Finding>> {
        let source = self.map.as_ref().map(|map| map.source.clone()).unwrap_or_default();
        let bound = match &self.map {
            Some(map) => map.bind(self.table)?,
            None => Bound::named_alike(self.table),
        };
        let mut wanted = bound.fields().to_vec();
        let mut slot = |field: &str| {
            wanted.iter().position(|known| known == field).unwrap_or_else(|| {
                wanted.push(field.to_owned());
                wanted.len() - 1
            })
        };
        let naming = match &source.event {
            Some(field) => [slot(field)].to_vec(),
            None => ["event", "action", "name", "message"].iter().map(|field| slot(field)).collect(),
        };
        let key = self.key.or(source.key).map(|field| slot(&field));
        let instances = Instances::new(self.table).with_limit(self.limit);
        let state = State { run: Run::new(), instances, counts: Counts::default() };
        Ok(MonitorLayer(Arc::new(Shared {
            table: self.table,
            bound,
            wanted,
            naming,
            field_first: source.event.is_some(),
            key,
            places: RwLock::default(),
            state: Mutex::new(state),
            on_violation: self.on_violation,
        })))
    }
}

impl MonitorLayer {
    /// A layer for this automaton. Without rules an event is the action with the same name.
    pub fn builder(table: Table<'static>) -> LayerBuilder {
        LayerBuilder { table, map: None, key: None, limit: INSTANCES, on_violation: OnViolation::Count }
    }

    /// The statistics so far.
    pub fn counts(&self) -> Counts {
        self.state().counts.clone()
    }

    /// Has any instance violated the automaton? A component that relies on it may then switch to a fallback
    /// mode.
    pub fn is_violated(&self) -> bool {
        self.state().counts.violations > 0
    }

    /// Warnings about the rules.
    pub fn warnings(&self) -> &[Finding] {
        &self.0.bound.warnings
    }

    /// Removes an instance that is over, and returns its run.
    pub fn finish(&self, key: &str) -> Option<Run> {
        self.state().instances.finish(key)
    }

    /// Poison is ignored: a run is consistent at any time.
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is done with something of this place in the program.
    fn take(&self, metadata: &'static Metadata<'static>, record: impl FnOnce(&mut Fields<'_>)) {
        match self.plan(metadata) {
            Plan::Fixed(mapped) => self.judge(&mapped, metadata.name(), None),
            Plan::Visit(visited) => {
                // Taken out, since the text of a field may come from code that says something itself.
                let mut scratch = SCRATCH.try_with(RefCell::take).unwrap_or_default();
                scratch.text.clear();
                scratch.spans.clear();
                scratch.spans.resize(self.0.wanted.len(), None);
                record(&mut Fields { roles: &visited.roles, scratch: &mut scratch });
                let field = |slot: usize| scratch.get(slot);
                let (name, mapped) = match &visited.named {
                    Some((name, rules)) => (*name, self.0.bound.find_among(rules, name, field)),
                    None => {
                        let name =
                            self.0.naming.iter().find_map(|slot| field(*slot)).unwrap_or(metadata.name());
                        (name, self.0.bound.find(name, field))
                    }
                };
                self.judge(&mapped, name, Some(&scratch));
                let _ = SCRATCH.try_with(|kept| kept.replace(scratch));
            }
        }
    }

    fn plan(&self, metadata: &'static Metadata<'static>) -> Plan {
        let place = metadata.callsite();
        if let Some(plan) = self.0.places.read().unwrap_or_else(PoisonError::into_inner).get(&place) {
            return plan.clone();
        }
        let plan = self.new_plan(metadata);
        self.0.places.write().unwrap_or_else(PoisonError::into_inner).insert(place, plan.clone());
        plan
    }

    fn new_plan(&self, metadata: &'static Metadata<'static>) -> Plan {
        let Shared { wanted, naming, key, bound, field_first, .. } = &*self.0;
        let slot = |field: Field| wanted.iter().position(|wanted| wanted == field.name());
        let roles: Vec<Option<usize>> = metadata.fields().iter().map(slot).collect();
        let is_there = |slot: &usize| roles.contains(&Some(*slot));
        let by_field = naming.iter().any(is_there) && (*field_first || own_name(metadata).is_none());
        if !by_field
            && key.is_none()
            && let Some(mapped) = bound.constant(metadata.name())
        {
            return Plan::Fixed(mapped);
        }
        let named = (!by_field).then(|| (metadata.name(), bound.fitting(metadata.name())));
        Plan::Visit(Arc::new(Visited { roles, named }))
    }

    fn judge(&self, mapped: &Mapped, name: &str, scratch: Option<&Scratch>) {
        let mut state = self.state();
        let State { run, instances, counts } = &mut *state;
        let action = match mapped {
            Mapped::Action(action) => *action,
            Mapped::Ignored => {
                counts.ignored += 1;
                return;
            }
            Mapped::Unmapped => return count(&mut counts.unmapped, name, &mut counts.further),
            Mapped::Foreign(given) => return count(&mut counts.foreign, given, &mut counts.further),
        };
        let key = match self.0.key {
            None => None,
            Some(slot) => match scratch.and_then(|scratch| scratch.get(slot)) {
                Some(key) => Some(key),
                None => {
                    counts.without_key += 1;
                    return;
                }
            },
        };
        let outcome = match key {
            None => run.feed(&self.0.table, action),
            Some(key) => match instances.feed(key, action) {
                Ok(outcome) => outcome,
                Err(_) => {
                    counts.refused += 1;
                    return;
                }
            },
        };
        counts.judged += 1;
        if outcome != Outcome::Violated {
            return;
        }
        counts.violations += 1;
        let run = key.and_then(|key| instances.get(key)).copied().unwrap_or(*run);
        drop(state);
        if let Some(report) = run.report(&self.0.table) {
            self.0.on_violation.act(&Alarm { report, key });
        }
    }
}

impl fmt::Debug for MonitorLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MonitorLayer({:?})", self.0.table)
    }
}

impl<S: Subscriber> Layer<S> for MonitorLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        self.take(event.metadata(), |fields| event.record(fields));
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, _: &Id, _: Context<'_, S>) {
        self.take(attributes.metadata(), |fields| attributes.record(fields));
    }
}

/// The name that somebody gave; events that were given none are called after their place in the source.
fn own_name(metadata: &Metadata<'static>) -> Option<&'static str> {
    let name = metadata.name();
    (!metadata.is_event() || !name.starts_with("event ")).then_some(name)
}

/// Counts a name, or that there was a further one.
fn count(names: &mut BTreeMap<String, u64>, name: &str, further: &mut u64) {
    if let Some(number) = names.get_mut(name) {
        *number += 1;
    } else if names.len() < NAMES {
        names.insert(name.to_owned(), 1);
    } else {
        *further += 1;
    }
}
