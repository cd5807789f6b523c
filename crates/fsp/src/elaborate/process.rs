//! Primitive processes: from local definitions to states and transitions.
//!
//! # Problem
//! `P(N=2) = L[0], L[i:0..N] = (when (i<N) up -> L[i+1] | down -> A;L[0]) + {…} / {…} \ {…}.` defines one
//! state per local process and index tuple, and one more after every prefix that is followed by another.
//!
//! # Method
//! 1. A number for every local process and index tuple, by text (`L.0`).
//! 2. For each of them its body: a reference makes it an *alias* of another number (or the start of an
//!    inserted sequential process), a choice gives it transitions. Prefixes are worked off from a list, so
//!    their length does not matter.
//! 3. Aliases are followed to their end; copies of the inserted processes are put in.
//! 4. Extension, relabeling, hiding, completion of a property, removal of what is unreachable, `minimal`,
//!    `deterministic`.
//!
//! # Invariants
//! 1. All local processes are expanded, reachable or not: their labels are in the alphabet.
//! 2. STOP and END exist at most once; ERROR is no state.
//! 3. A reference to a local process that is not defined, or outside its range, is ERROR, and the place is
//!    noted.
//!
//! # Cost
//! Linear in the number of states and transitions before the unreachable ones are removed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use rely_lts::{ActionId, Actions, Context, Lts, LtsBuilder, Role, StateId, Ticker};
use rely_lts::{determinize, minimize, ops};

use super::completion::{check_growth, complete};
use super::definitions::Definitions;
use super::environment::Environment;
use super::finish::hiding;
use super::instances::{Cache, Instance, Key};
use super::relabels::Relation;
use super::replace::Origin;
use super::sequential::{chain, too_large};
use super::{Failure, MAX_STATES, MAX_TRANSITIONS, Outcome, fail};
use crate::Diagnostic;
use crate::ast::{Body, BodyKind, ChoiceItem, ProcessDef, Reference};
use crate::span::Span;

/// A reference that became ERROR.
#[derive(Clone)]
pub(crate) struct Site {
    /// The definition it stands in.
    pub process: Arc<str>,
    /// The local process.
    pub name: Arc<str>,
    /// The first reference that is not defined, as `L[3]`.
    pub example: String,
    /// How many of them.
    pub count: u64,
    /// Is a local process of this name defined, only not for these indices?
    pub out_of_range: bool,
    /// The names of the local processes.
    pub locals: Arc<[Arc<str>]>,
}

/// The references that became ERROR, by place.
pub(crate) type Sites = BTreeMap<Span, Site>;

/// What came out of building a process.
pub(crate) enum Built {
    /// The process, and its references that became ERROR.
    Done(Instance, Sites),
    /// These processes are inserted and must be there first.
    Needs(Vec<(Key, Span)>),
}

/// The number that stands for ERROR.
const ERROR: u32 = u32::MAX;

/// An inserted sequential process: its start is the state `start`, its END is the state `end`.
struct Insert {
    lts: Arc<Lts>,
    start: u32,
    end: u32,
}

/// The rest of a prefix chain that starts in a state.
struct Work<'t> {
    state: u32,
    item: &'t ChoiceItem,
    position: usize,
    env: Environment,
}

/// What a body turns out to be, once its conditions are evaluated.
enum Resolved<'t> {
    Reference(&'t Reference),
    Choice(&'t [ChoiceItem]),
    Nothing,
}

/// What a process is built from.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'e, 't> {
    pub known: &'t Definitions,
    pub actions: &'e Actions,
    /// What can be inserted.
    pub cache: &'e Cache,
    /// The definition that something else stands for.
    pub replaced: Option<usize>,
}

struct Builder<'e, 't> {
    known: &'t Definitions,
    actions: &'e Actions,
    cache: &'e Cache,
    replaced: Option<usize>,
    origin: Origin,
    ctx: Context<'e>,
    def: &'t ProcessDef,
    locals: Arc<[Arc<str>]>,
    /// Numbers of the local processes, by text.
    numbers: FxHashMap<Box<str>, u32>,
    /// The number a state is an alias of; itself if it is none.
    alias: Vec<u32>,
    transitions: Vec<(u32, ActionId, u32)>,
    inserts: Vec<Insert>,
    inserted_states: u64,
    stop: Option<u32>,
    end: Option<u32>,
    needs: Vec<(Key, Span)>,
    sites: Sites,
    work: Vec<Work<'t>>,
    ticker: Ticker,
}

/// Builds a process whose parameters are bound in `env`.
///
/// # Errors
/// If the model is wrong or the budget is spent.
pub(crate) fn build<'t>(
    scope: Scope<'_, 't>,
    ctx: Context<'_>,
    def: &'t ProcessDef,
    env: &Environment,
) -> Outcome<Built> {
    let Scope { known, actions, cache, replaced } = scope;
    let mut locals: Vec<Arc<str>> = vec![def.name.text.clone()];
    locals.extend(def.locals.iter().map(|local| local.name.text.clone()));
    locals.dedup();
    let mut builder = Builder {
        known,
        actions,
        cache,
        replaced,
        origin: Origin::Other,
        ctx,
        def,
        locals: locals.into(),
        numbers: FxHashMap::default(),
        alias: Vec::new(),
        transitions: Vec::new(),
        inserts: Vec::new(),
        inserted_states: 0,
        stop: None,
        end: None,
        needs: Vec::new(),
        sites: Sites::new(),
        work: Vec::new(),
        ticker: Ticker::default(),
    };
    builder.number_states(env)?;
    builder.expand_bodies(env)?;
    if !builder.needs.is_empty() {
        return Ok(Built::Needs(builder.needs));
    }
    let sites = std::mem::take(&mut builder.sites);
    Ok(Built::Done(builder.finish(env)?, sites))
}

impl<'t> Builder<'_, 't> {
    fn number_states(&mut self, env: &Environment) -> Outcome<()> {
        let def = self.def;
        self.number(&def.name.text, def.name.span)?;
        for local in &def.locals {
            if matches!(&*local.name.text, "STOP" | "ERROR" | "END") {
                return fail(
                    "E0702",
                    local.name.span,
                    format!("`{}` has a fixed meaning and cannot be defined", local.name.text),
                );
            }
            match &local.label {
                None => self.number(&local.name.text, local.name.span)?,
                Some(label) => {
                    let mut key = String::new();
                    self.known.expand(label, env, &mut |text, _| {
                        key.clear();
                        let _ = write!(key, "{}.{text}", local.name.text);
                        self.number(&key, local.name.span)
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Gives a local process its number.
    fn number(&mut self, key: &str, span: Span) -> Outcome<()> {
        if self.numbers.contains_key(key) {
            return fail(
                "E0701",
                span,
                format!("the local process `{}` is defined twice in `{}`", readable(key), self.def.name.text),
            );
        }
        let state = self.new_state()?;
        self.numbers.insert(key.into(), state);
        Ok(())
    }

    fn new_state(&mut self) -> Outcome<u32> {
        let states = self.alias.len() as u64 + self.inserted_states + 1;
        self.check_states(states)?;
        let state = self.alias.len() as u32;
        self.alias.push(state);
        Ok(state)
    }

    fn check_states(&self, states: u64) -> Outcome<()> {
        match self.ctx.budget.states {
            Some(limit) if states > limit => Err(Failure::Spent(rely_lts::Spent::States(limit))),
            None if states > MAX_STATES => fail(
                "E0704",
                self.def.name.span,
                format!("the process `{}` has more than {MAX_STATES} states", self.def.name.text),
            ),
            _ if states >= u64::from(u32::MAX) => Err(Failure::Spent(rely_lts::Spent::States(states))),
            _ => Ok(()),
        }
    }

    fn expand_bodies(&mut self, env: &Environment) -> Outcome<()> {
        let def = self.def;
        let main = self.numbers[&*def.name.text];
        self.expand_state(main, &def.body, def.accepting, env)?;
        for local in &def.locals {
            match &local.label {
                None => {
                    let state = self.numbers[&*local.name.text];
                    self.expand_state(state, &local.body, local.accepting, env)?;
                }
                Some(label) => {
                    let mut key = String::new();
                    self.known.expand(label, env, &mut |text, inner| {
                        key.clear();
                        let _ = write!(key, "{}.{text}", local.name.text);
                        let state = self.numbers[key.as_str()];
                        self.expand_state(state, &local.body, local.accepting, inner)
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Gives a numbered state its alias or its transitions.
    fn expand_state(
        &mut self,
        state: u32,
        body: &'t Body,
        accepting: bool,
        env: &Environment,
    ) -> Outcome<()> {
        self.ticker.tick(self.ctx.budget)?;
        match self.resolve(body, env)? {
            Resolved::Reference(reference) => {
                let target = self.target(reference, env)?;
                match self.sequence(reference, env)? {
                    Some(lts) => self.insert(lts, state, target)?,
                    None => self.alias[state as usize] = target,
                }
                return Ok(());
            }
            Resolved::Choice(items) => self.start(state, items, env),
            Resolved::Nothing => {}
        }
        if accepting {
            let mark = self.actions.intern(&format!("@{}", self.def.name.text));
            self.transitions.push((state, mark, state));
        }
        while let Some(work) = self.work.pop() {
            self.run(work)?;
        }
        Ok(())
    }

    /// Evaluates the conditions of a body.
    fn resolve(&self, mut body: &'t Body, env: &Environment) -> Outcome<Resolved<'t>> {
        loop {
            match &body.kind {
                BodyKind::If { condition, then, otherwise } => {
                    body = if self.known.condition(condition, env)? {
                        then
                    } else if let Some(otherwise) = otherwise {
                        otherwise
                    } else {
                        return Ok(Resolved::Nothing);
                    };
                }
                BodyKind::Choice(items) => return Ok(Resolved::Choice(items)),
                BodyKind::Reference(reference) => return Ok(Resolved::Reference(reference)),
                BodyKind::Invalid => return Err(Failure::Known),
            }
        }
    }

    fn start(&mut self, state: u32, items: &'t [ChoiceItem], env: &Environment) {
        // The last one first: the list is worked off from its end.
        let items = items.iter().rev();
        self.work.extend(items.map(|item| Work { state, item, position: 0, env: env.clone() }));
    }

    /// Makes the transitions for the next label of a prefix chain.
    fn run(&mut self, work: Work<'t>) -> Outcome<()> {
        let Work { state, item, position, env } = work;
        if position == 0
            && let Some(guard) = &item.guard
            && !self.known.condition(guard, &env)?
        {
            return Ok(());
        }
        let known = self.known;
        known.expand(&item.prefix[position], &env, &mut |text, inner| {
            self.ticker.tick(self.ctx.budget)?;
            let target = if position + 1 < item.prefix.len() {
                let next = self.new_state()?;
                self.work.push(Work { state: next, item, position: position + 1, env: inner.clone() });
                next
            } else {
                self.after_prefix(&item.body, inner)?
            };
            self.add_transition(state, self.actions.intern(text), target)
        })
    }

    fn add_transition(&mut self, source: u32, action: ActionId, target: u32) -> Outcome<()> {
        if self.transitions.len() as u64 >= MAX_TRANSITIONS {
            return fail(
                "E0707",
                self.def.name.span,
                format!("the process `{}` has more than {MAX_TRANSITIONS} transitions", self.def.name.text),
            );
        }
        if self.transitions.len().is_multiple_of(4096) {
            // Twelve bytes for a transition, and about as much again while the LTS is built.
            self.ctx.budget.check_memory(self.transitions.len() * 24 + self.numbers.len() * 64)?;
        }
        self.transitions.push((source, action, target));
        Ok(())
    }

    /// The state after the last label of a prefix chain.
    fn after_prefix(&mut self, body: &'t Body, env: &Environment) -> Outcome<u32> {
        match self.resolve(body, env)? {
            Resolved::Reference(reference) => {
                let target = self.target(reference, env)?;
                match self.sequence(reference, env)? {
                    None => Ok(target),
                    Some(lts) => {
                        let start = self.new_state()?;
                        self.insert(lts, start, target)?;
                        Ok(start)
                    }
                }
            }
            Resolved::Choice(items) => {
                let state = self.new_state()?;
                self.start(state, items, env);
                Ok(state)
            }
            Resolved::Nothing => self.stop(),
        }
    }

    fn stop(&mut self) -> Outcome<u32> {
        // Keeps invariant 2.
        if self.stop.is_none() {
            self.stop = Some(self.new_state()?);
        }
        Ok(self.stop.expect("made above"))
    }

    /// The number of the local process at the end of a reference.
    fn target(&mut self, reference: &Reference, env: &Environment) -> Outcome<u32> {
        let mut key = reference.target.text.to_string();
        for index in &reference.indices {
            let _ = write!(key, ".{}", self.known.evaluate(index, env)?);
        }
        if let Some(&state) = self.numbers.get(key.as_str()) {
            return Ok(state);
        }
        match key.as_str() {
            "STOP" => self.stop(),
            "ERROR" => Ok(ERROR),
            "END" => {
                if self.end.is_none() {
                    self.end = Some(self.new_state()?);
                }
                Ok(self.end.expect("made above"))
            }
            _ => {
                // Invariant 3.
                let name = &reference.target.text;
                let out_of_range = self.locals.contains(name);
                let site = self.sites.entry(reference.span).or_insert_with(|| Site {
                    process: self.def.name.text.clone(),
                    name: name.clone(),
                    example: readable(&key),
                    count: 0,
                    out_of_range,
                    locals: self.locals.clone(),
                });
                site.count += 1;
                Ok(ERROR)
            }
        }
    }

    /// The inserted process of a reference, if there is one that does anything.
    fn sequence(&mut self, reference: &Reference, env: &Environment) -> Outcome<Option<Arc<Lts>>> {
        let mut parts: Vec<Arc<Lts>> = Vec::new();
        for call in &reference.sequence {
            let actuals = self.known.actuals(&call.actuals, env)?;
            let Some((position, _)) = self.known.callable(&call.name.text) else {
                return self.known.not_callable(&call.name);
            };
            let actuals = match self.replaced {
                Some(replaced) if replaced == position => actuals,
                _ => self.known.bind_params(position, &actuals, call.span, env.meter())?.1,
            };
            let key = Key { position, actuals };
            match self.cache.get(&key) {
                None => self.needs.push((key, call.span)),
                Some(Err(())) => return Err(Failure::Known),
                Some(Ok(instance)) => {
                    let lts = &instance.lts;
                    self.origin = Origin::of([&self.origin, &instance.origin.followed()]);
                    let Some(end) = lts.end() else {
                        return Err(Diagnostic::error(
                            "E0708",
                            call.name.span,
                            format!("the process `{}` never reaches END", call.name.text),
                        )
                        .label("only a process that ends may stand before `;`")
                        .into());
                    };
                    // A process that is just END is skipped.
                    if end != lts.initial() {
                        parts.push(lts.clone());
                    }
                }
            }
        }
        // While something is missing, nothing is inserted: this run only collects what is needed.
        if !self.needs.is_empty() {
            return Ok(None);
        }
        let states: u64 = parts.iter().map(|part| part.n_states() as u64).sum();
        self.check_states(states)?;
        chain(self.actions, parts)
    }

    fn insert(&mut self, lts: Arc<Lts>, start: u32, end: u32) -> Outcome<()> {
        self.inserted_states += lts.n_states() as u64;
        self.check_states(self.alias.len() as u64 + self.inserted_states)?;
        self.inserts.push(Insert { lts, start, end });
        Ok(())
    }

    /// Follows aliases to their end.
    fn resolve_aliases(&mut self) -> Outcome<()> {
        // 0: not seen; otherwise the round in which it was seen.
        let mut seen = vec![0u32; self.alias.len()];
        let mut path = Vec::new();
        for state in 0..self.alias.len() as u32 {
            let round = state + 1;
            let mut at = state;
            while at != ERROR && self.alias[at as usize] != at && seen[at as usize] == 0 {
                seen[at as usize] = round;
                path.push(at);
                at = self.alias[at as usize];
            }
            if at != ERROR && self.alias[at as usize] != at && seen[at as usize] == round {
                return self.circular(at);
            }
            let root =
                if at == ERROR || self.alias[at as usize] == at { at } else { self.alias[at as usize] };
            path.drain(..).for_each(|s| self.alias[s as usize] = root);
        }
        Ok(())
    }

    fn circular(&self, at: u32) -> Outcome<()> {
        let key = self.numbers.iter().find(|(_, number)| **number == at).map(|(key, _)| key);
        let name = key.map_or_else(String::new, |key| readable(key));
        let base: &str = name.split('[').next().unwrap_or_default();
        let span = self
            .def
            .locals
            .iter()
            .find(|local| *local.name.text == *base)
            .map_or(self.def.name.span, |local| local.name.span);
        Err(Diagnostic::error(
            "E0703",
            span,
            format!("`{name}` is defined as another name for itself, and so never does anything"),
        )
        .help("write what it does, as in `(action -> NAME)`, or STOP if it does nothing")
        .into())
    }

    fn finish(mut self, env: &Environment) -> Outcome<Instance> {
        self.resolve_aliases()?;
        let lts = self.assemble()?;
        let mut names: Vec<Option<Arc<str>>> = vec![None; lts.n_states()];
        for (key, &state) in &self.numbers {
            if self.alias[state as usize] == state {
                names[state as usize] = Some(Arc::from(readable(key)));
            }
        }
        let def = self.def;
        let mut lts = lts;
        if let Some(set) = &def.extension {
            let names = self.known.set_list(set, env)?;
            lts = ops::extend_alphabet(&lts, names.iter().map(|name| &**name));
        }
        if !def.relabels.is_empty() {
            let relabeling = self.known.relabeling(&def.relabels, env)?;
            relabeling.record(&[lts.alphabet()], &mut env.meter().uses.borrow_mut());
            let factor = Relation::new(&relabeling.pairs).factor(lts.alphabet());
            check_growth(&lts, factor, def.name.span)?;
            lts = ops::relabel(&lts, &relabeling.pairs);
        }
        if let Some(clause) = &def.hiding {
            lts = ops::hide(&lts, &hiding(self.known, clause, env, &[lts.alphabet()])?);
        }
        if let Some(word) = def.modifiers.property {
            lts = complete(&lts, def, word)?;
        }
        let (reached, map) = lts.reachable();
        drop(lts);
        let mut lts = reached;
        let mut state_names: Option<Vec<Option<Arc<str>>>> = Some(vec![None; lts.n_states()]);
        if let Some(list) = &mut state_names {
            for (old, name) in names.into_iter().enumerate() {
                if let Some(new) = map[StateId::at(old)] {
                    list[new.index()] = name;
                }
            }
        }
        if def.modifiers.minimal.is_some() {
            lts = minimize::ltsa(&lts, minimize::TauReduction::Off, self.ctx)?;
            state_names = None;
        }
        if def.modifiers.deterministic.is_some() {
            lts = determinize::ltsa_determinize(&lts, self.ctx)?;
            state_names = None;
        }
        let role = if def.modifiers.property.is_some() { Role::Property } else { Role::Process };
        Ok(Instance {
            lts: Arc::new(lts),
            role,
            state_names: state_names.map(Into::into),
            origin: self.origin,
        })
    }

    /// The LTS of all numbered states and inserted copies.
    fn assemble(&mut self) -> Outcome<Lts> {
        let mut builder = LtsBuilder::new(self.actions);
        builder.ensure_states(self.alias.len()).map_err(too_large)?;
        let place = |state: u32, alias: &[u32]| match state {
            ERROR => StateId::ERROR,
            state if alias[state as usize] == ERROR => StateId::ERROR,
            state => StateId::from_raw(alias[state as usize]),
        };
        for &(source, action, target) in &self.transitions {
            builder.add_transition(place(source, &self.alias), action, place(target, &self.alias));
        }
        for Insert { lts, start, end } in &self.inserts {
            let offset = builder.n_states();
            builder.ensure_states(offset + lts.n_states()).map_err(too_large)?;
            let copy = |s: StateId| match s {
                s if s.is_error() => s,
                s if s == lts.initial() => StateId::from_raw(*start),
                s if lts.end() == Some(s) => place(*end, &self.alias),
                s => StateId::at(offset + s.index()),
            };
            for (s, label, t) in lts.transitions() {
                self.ticker.tick(self.ctx.budget)?;
                builder.add_transition(copy(s), lts.alphabet().action(label), copy(t));
            }
            lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
        }
        if let Some(end) = self.end {
            builder.set_end(StateId::from_raw(end));
        }
        let mut initial = place(self.numbers[&*self.def.name.text], &self.alias);
        if initial.is_error() {
            // A process that is ERROR from the start goes there by a tau.
            initial = builder.add_state().map_err(too_large)?;
            builder.add_transition(initial, ActionId::TAU, StateId::ERROR);
        }
        builder.finish(initial).map_err(too_large)
    }
}

/// `L.1.0` as it is written: `L[1][0]`.
fn readable(key: &str) -> String {
    let mut parts = key.split('.');
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let _ = write!(text, "[{part}]");
    }
    text
}
