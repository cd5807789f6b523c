//! Step 2: the bodies of local processes become transitions.
//!
//! A body is first resolved: its conditions are evaluated until a reference, a choice or nothing (an `if`
//! without `else`) remains. Alternatives of a choice go to the work list; each entry is the rest of a prefix
//! chain and the state in which it starts. If a reference needs a process that has not been built yet,
//! nothing is inserted and the whole run only collects the missing processes ([`super::Built::Needs`]); the
//! caller builds them and starts over.

use std::fmt::Write as _;
use std::sync::Arc;

use rely_lts::{ActionId, Lts};

use super::{Builder, ERROR, Insert, Site, readable};
use crate::Diagnostic;
use crate::ast::{Body, BodyKind, ChoiceItem, Reference};
use crate::elaborate::environment::Environment;
use crate::elaborate::instances::Key;
use crate::elaborate::places::Places;
use crate::elaborate::replace::Origin;
use crate::elaborate::sequential::{chain, chained};
use crate::elaborate::{Failure, MAX_TRANSITIONS, Outcome, fail};
use crate::span::Span;

/// The rest of a prefix chain that starts in a state.
pub(super) struct Work<'t> {
    state: u32,
    item: &'t ChoiceItem,
    position: usize,
    env: Environment,
}

/// A process that is inserted, with its places if they are wanted.
type Inserted = (Arc<Lts>, Option<Arc<Places>>);

/// What a body turns out to be, once its conditions are evaluated.
enum Resolved<'t> {
    Reference(&'t Reference),
    Choice(&'t [ChoiceItem]),
    Nothing,
}

impl<'t> Builder<'_, 't> {
    /// Expands all local processes (keeps invariant 1).
    pub(super) fn expand_bodies(&mut self, env: &Environment) -> Outcome<()> {
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
                    Some((lts, places)) => self.insert(lts, places, state, target)?,
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
            self.note_place(self.def.name.span);
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

    /// Puts the alternatives of a choice on the work list.
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
        {
            let value = self.known.condition(guard, &env)?;
            env.meter().guards.borrow_mut().record(item, guard, value);
            if !value {
                return Ok(());
            }
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
            self.add_transition(state, self.actions.intern(text), target)?;
            self.note_place(item.prefix[position].span);
            Ok(())
        })
    }

    /// Adds a transition; checks the limit, and now and then the memory.
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

    /// Notes where the last transition is in the text, if that is wanted.
    fn note_place(&mut self, span: Span) {
        self.spans.iter_mut().for_each(|spans| spans.push(span));
    }

    /// The state after the last label of a prefix chain.
    fn after_prefix(&mut self, body: &'t Body, env: &Environment) -> Outcome<u32> {
        match self.resolve(body, env)? {
            Resolved::Reference(reference) => {
                let target = self.target(reference, env)?;
                match self.sequence(reference, env)? {
                    None => Ok(target),
                    Some((lts, places)) => {
                        let start = self.new_state()?;
                        self.insert(lts, places, start, target)?;
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

    /// The state of STOP.
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
    fn sequence(&mut self, reference: &Reference, env: &Environment) -> Outcome<Option<Inserted>> {
        let mut parts: Vec<Arc<Lts>> = Vec::new();
        let mut places: Vec<Option<Arc<Places>>> = Vec::new();
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
                        .label("only a process that ends may precede `;`")
                        .into());
                    };
                    // A process that is just END is skipped.
                    if end != lts.initial() {
                        parts.push(lts.clone());
                        places.push(instance.places.clone());
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
        let places = self.spans.is_some().then(|| chained(&parts, &places)).flatten();
        Ok(chain(self.actions, parts)?.map(|lts| (lts, places)))
    }

    /// Notes that a copy of a process runs from the state `start` to the state `end`.
    fn insert(&mut self, lts: Arc<Lts>, places: Option<Arc<Places>>, start: u32, end: u32) -> Outcome<()> {
        self.inserted_states += lts.n_states() as u64;
        self.check_states(self.alias.len() as u64 + self.inserted_states)?;
        self.inserts.push(Insert { lts, start, end, places });
        Ok(())
    }
}
