//! Primitive processes: from local definitions to states and transitions.
//!
//! # Problem
//!
//! `P(N=2) = L[0], L[i:0..N] = (when (i<N) up -> L[i+1] | down -> A;L[0]) + {…} / {…} \ {…}.` defines one
//! state for each local process and index tuple, and one more between two actions of a prefix.
//!
//! # Method
//!
//! 1. Number every local process and index tuple, by text (`L.0`).
//! 2. Expand the body of each ([`expand`]): a reference makes it an *alias* of another number (or the start
//!    of an inserted sequential process), a choice gives it transitions. Prefixes are processed from a work
//!    list, so their length does not matter.
//! 3. Resolve aliases and insert copies of the sequential processes ([`assemble`]).
//! 4. Apply extension, relabeling, hiding and the completion of a property; remove unreachable states; then
//!    apply `minimal` and `deterministic`.
//!
//! # Invariants
//!
//! 1. All local processes are expanded, reachable or not: their labels are in the alphabet.
//! 2. STOP and END exist at most once; ERROR is not a state.
//! 3. A reference to a local process that is not defined, or is outside its range, is ERROR, and its place is
//!    recorded.
//!
//! # Cost
//!
//! Linear in the number of states and transitions before unreachable ones are removed.
//!
//! # Departures
//!
//! LTSA does not terminate on cyclic aliases (`P = Q, Q = P`), which are an error here. Like LTSA, Rely
//! treats an unknown local process as ERROR, with a warning.

mod assemble;
mod expand;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use rely_lts::{ActionId, Actions, Context, Lts, Ticker};

use super::definitions::Definitions;
use super::environment::Environment;
use super::instances::{Cache, Instance, Key};
use super::places::{Place, Places};
use super::replace::Origin;
use super::{Failure, MAX_STATES, Outcome, fail};
use crate::ast::ProcessDef;
use crate::keyword::is_fixed_process;
use crate::span::Span;
use expand::Work;

/// A reference that became ERROR.
#[derive(Clone)]
pub(crate) struct Site {
    /// The definition that contains it.
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

/// The number of ERROR.
const ERROR: u32 = u32::MAX;

/// An inserted sequential process: its start is the state `start`, its END is the state `end`.
struct Insert {
    lts: Arc<Lts>,
    start: u32,
    end: u32,
    places: Option<Arc<Places>>,
}

/// What a process is built from.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'e, 't> {
    pub known: &'t Definitions,
    pub actions: &'e Actions,
    /// What can be inserted.
    pub cache: &'e Cache,
    /// The definition that is replaced.
    pub replaced: Option<usize>,
    /// Are places wanted?
    pub placed: bool,
}

/// The state of building one process.
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
    /// Where the transitions are in the text, if that is wanted.
    spans: Option<Vec<Span>>,
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
    let Scope { known, actions, cache, replaced, placed } = scope;
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
        spans: placed.then(Vec::new),
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
    /// Step 1: numbers all local processes, so that bodies may refer to later ones.
    fn number_states(&mut self, env: &Environment) -> Outcome<()> {
        let def = self.def;
        self.number(&def.name.text, def.name.span)?;
        for local in &def.locals {
            if is_fixed_process(&local.name.text) {
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

    /// One more state, an alias of itself.
    fn new_state(&mut self) -> Outcome<u32> {
        let states = self.alias.len() as u64 + self.inserted_states + 1;
        self.check_states(states)?;
        let state = self.alias.len() as u32;
        self.alias.push(state);
        Ok(state)
    }

    /// A place in this definition.
    fn place(&self, span: Span) -> Place {
        Place { span, process: self.def.name.text.clone() }
    }

    /// Checks a number of states against the budget, or the limit if the budget has none.
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
