//! Processes with their arguments, each elaborated once.
//!
//! # Problem
//!
//! Definitions use one another: a process inserts others before `;`, a composite names others. Each pair of a
//! definition and the values of its parameters must be built once, after everything it inserts.
//!
//! # Method
//!
//! Depth first, with an explicit stack ([`Elaborator::instance`]): building the top either succeeds, and the
//! result goes to the cache, or returns the processes it needs, which are pushed. A process that needs one
//! that is on the stack inserts itself, which is an error.
//!
//! # Invariants
//!
//! 1. Only built instances, and failures that were reported, are in the cache.
//! 2. The keys that wait for others are distinct, and at most [`MAX_DEPTH`] of them; each waits for the ones
//!    above it.
//!
//! # Cost
//!
//! A process that inserts others is expanded twice: to collect what it needs, and to be built.
//!
//! # Departures
//!
//! None: the language fixes what is inserted; this is only the order of the work.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use rely_ltl::Reading;
use rely_lts::{Actions, Component, Context, Lts, Role};

use super::definitions::{Callable, Definitions, describe};
use super::environment::Meter;
use super::lint::words::Words;
use super::places::Places;
use super::process::{Built, Scope, Sites, build};
use super::replace::{Origin, Part, Replacement, Substitute};
use super::value::{Value, actuals_text};
use super::{Failure, MAX_DEPTH, Outcome, fail};
use crate::Diagnostic;
use crate::ast::{AssertDef, AssertKind, Call, ImportDef};
use crate::model::Imports;
use crate::span::{Name, Span};

/// Deepest alternation of processes that insert composites and composites that name processes.
const MAX_ALTERNATION: usize = 12;

/// A definition with the values of its parameters.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// Where it is defined.
    pub position: usize,
    /// The values of all its parameters.
    pub actuals: Vec<Value>,
}

/// A process for particular arguments.
#[derive(Clone)]
pub(crate) struct Instance {
    pub lts: Arc<Lts>,
    pub role: Role,
    pub state_names: Option<Arc<[Option<Arc<str>>]>>,
    /// Was something in it replaced?
    pub origin: Origin,
    /// Where its transitions are in the text, if that is wanted and known.
    pub places: Option<Arc<Places>>,
}

impl Instance {
    /// It as a part of a composition.
    pub fn part(self, name: String, process: &str) -> Part {
        let Instance { lts, role, state_names, origin, places } = self;
        let process = process.to_string();
        Part { component: Component { name, process, role, lts, state_names }, origin, places }
    }
}

impl From<Part> for Instance {
    fn from(part: Part) -> Self {
        let Component { lts, role, state_names, .. } = part.component;
        Instance { lts, role, state_names, origin: part.origin, places: part.places }
    }
}

/// A process on the stack of [`Elaborator::instance`].
#[derive(Clone)]
struct Pending {
    key: Key,
    /// Where it is needed.
    call: Span,
    /// Does it wait for the processes above it?
    waits: bool,
}

/// Finished instances; an error was reported.
pub(crate) type Cache = FxHashMap<Key, Result<Instance, ()>>;

/// One elaboration of a target.
pub(crate) struct Elaborator<'m> {
    pub known: &'m Definitions,
    pub actions: &'m Actions,
    pub imports: &'m dyn Imports,
    pub ctx: Context<'m>,
    pub meter: Rc<Meter>,
    pub cache: Cache,
    /// Errors.
    pub diagnostics: Vec<Diagnostic>,
    pub warnings: Vec<Diagnostic>,
    pub sites: Sites,
    /// The position of the definition that is replaced, and its replacement.
    pub replacement: Option<(usize, &'m Replacement<'m>)>,
    /// Are the properties inside composites that become one component left out?
    pub without_properties: bool,
    /// Are places wanted?
    pub placed: bool,
    /// The composites whose parts were compared with each other.
    pub linted: FxHashSet<usize>,
    /// The words of the text, once they are needed.
    pub words: OnceCell<Words<'m>>,
    alternation: usize,
}

impl<'m> Elaborator<'m> {
    /// Nothing is elaborated yet.
    pub fn new(
        known: &'m Definitions,
        actions: &'m Actions,
        imports: &'m dyn Imports,
        ctx: Context<'m>,
    ) -> Self {
        Elaborator {
            known,
            actions,
            imports,
            ctx,
            meter: Meter::new(ctx.budget),
            cache: Cache::default(),
            diagnostics: Vec::new(),
            warnings: Vec::new(),
            sites: Sites::new(),
            replacement: None,
            without_properties: false,
            placed: false,
            linted: FxHashSet::default(),
            words: OnceCell::new(),
            alternation: 0,
        }
    }

    /// Notes a failure: a diagnostic is kept and the elaboration may go on with something else.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn note<T>(&mut self, outcome: Outcome<T>) -> Outcome<Option<T>> {
        match outcome {
            Ok(value) => Ok(Some(value)),
            Err(Failure::Model(diagnostic)) => {
                self.diagnostics.push(*diagnostic);
                Ok(None)
            }
            Err(Failure::Known) => Ok(None),
            Err(spent @ Failure::Spent(_)) => Err(spent),
        }
    }

    /// Does something else stand for the definition at this position?
    pub fn is_replaced(&self, position: usize) -> bool {
        self.replacement.is_some_and(|(replaced, _)| replaced == position)
    }

    /// The key of a call: the values of all parameters, or only the arguments if a replacement is used for
    /// the definition.
    ///
    /// # Errors
    /// If the number of actuals is wrong.
    pub fn key(&self, position: usize, actuals: &[Value], call: Span) -> Outcome<Key> {
        if self.is_replaced(position) {
            return Ok(Key { position, actuals: actuals.to_vec() });
        }
        let (_, actuals) = self.known.bind_params(position, actuals, call, &self.meter)?;
        Ok(Key { position, actuals })
    }

    /// The component of a call, before prefixes and relabeling. A composite is composed.
    ///
    /// # Errors
    /// If the model is wrong or the budget is spent.
    pub fn component(&mut self, call: &Call, position: usize, actuals: &[Value]) -> Outcome<Part> {
        let key = self.key(position, actuals, call.span)?;
        let instance = self.instance(key, call.span)?;
        let mut name = call.name.text.to_string();
        if !actuals.is_empty() {
            name.push_str(&actuals_text(actuals));
        }
        Ok(instance.part(name, &call.name.text))
    }

    /// The process (or composite as one process) for particular arguments.
    ///
    /// # Errors
    /// If the model is wrong or the budget is spent.
    pub fn instance(&mut self, key: Key, call: Span) -> Outcome<Instance> {
        let mut stack = vec![Pending { key: key.clone(), call, waits: false }];
        while let Some(Pending { key: top, call: span, .. }) = stack.last().cloned() {
            if self.cache.contains_key(&top) {
                stack.pop();
                continue;
            }
            self.ctx.budget.poll()?;
            let outcome = match self.build(&top, span) {
                Ok(Built::Done(instance, sites)) => {
                    self.merge_sites(sites);
                    Ok(instance)
                }
                Ok(Built::Needs(needs)) => match self.check_needs(&stack, &needs) {
                    Ok(()) => {
                        stack.last_mut().expect("the top is there").waits = true;
                        stack.extend(needs.into_iter().map(|(key, call)| Pending {
                            key,
                            call,
                            waits: false,
                        }));
                        continue;
                    }
                    Err(failure) => Err(failure),
                },
                Err(failure) => Err(failure),
            };
            let entry = self.note(outcome)?.ok_or(());
            self.cache.insert(top, entry);
            stack.pop();
        }
        match self.cache.get(&key) {
            Some(Ok(instance)) => Ok(instance.clone()),
            _ => Err(Failure::Known),
        }
    }

    /// Checks that the top of the stack may wait for these processes.
    fn check_needs(&self, stack: &[Pending], needs: &[(Key, Span)]) -> Outcome<()> {
        let name = |key: &Key| describe(&self.known.tree.definitions[key.position]).2.text.clone();
        // Processes that do not wait are needed by one below, not by the top: needing one of them again is no
        // cycle.
        let top = stack.len().saturating_sub(1);
        let waits = |need: &Key| {
            stack.iter().enumerate().any(|(at, one)| (one.waits || at == top) && one.key == *need)
        };
        if let Some((key, span)) = needs.iter().find(|(need, _)| waits(need)) {
            return Err(Diagnostic::error(
                "E0709",
                *span,
                format!("the process `{}` is inserted into itself", name(key)),
            )
            .help("only the name after the last `;` may be the process itself")
            .into());
        }
        if stack.iter().filter(|one| one.waits).count() >= MAX_DEPTH
            && let Some((key, span)) = needs.first()
        {
            return fail(
                "E0709",
                *span,
                format!(
                    "processes are inserted into one another more than {MAX_DEPTH} levels deep; the last one is `{}`",
                    name(key)
                ),
            );
        }
        Ok(())
    }

    /// Builds one instance, or says what it needs first.
    fn build(&mut self, key: &Key, call: Span) -> Outcome<Built> {
        let (_, _, name) = describe(&self.known.tree.definitions[key.position]);
        if let Some((position, replacement)) = self.replacement
            && position == key.position
        {
            let substitute = (replacement.by)(&key.actuals, self.actions).map_err(|not| not.at(call))?;
            return Ok(Built::Done(self.substituted(substitute), Sites::new()));
        }
        let Some((_, callable)) = self.known.callable(&name.text) else {
            return self.known.not_callable(name);
        };
        let (env, _) = self.known.bind_params(key.position, &key.actuals, call, &self.meter)?;
        match callable {
            Callable::Process(def) => {
                let replaced = self.replacement.map(|(position, _)| position);
                let (known, actions, placed) = (self.known, self.actions, self.placed);
                let scope = Scope { known, actions, cache: &self.cache, replaced, placed };
                build(scope, self.ctx, def, &env)
            }
            Callable::Import(def) => self.import(def).map(|instance| Built::Done(instance, Sites::new())),
            Callable::Constraint(def) => {
                self.constraint(def, &env).map(|instance| Built::Done(instance, Sites::new()))
            }
            Callable::Composite(def) => {
                if self.alternation >= MAX_ALTERNATION {
                    return fail("E0801", call, "composites and sequential processes are nested too deeply");
                }
                self.alternation += 1;
                let outcome = self.composed(key.position, def, &key.actuals, call);
                self.alternation -= 1;
                Ok(Built::Done(Instance::from(outcome?), Sites::new()))
            }
        }
    }

    /// The replacement of the definition, with actions of this model.
    fn substituted(&self, substitute: Substitute) -> Instance {
        let Substitute { lts, role, state_names } = substitute;
        let lts =
            if lts.actions().same_table(self.actions) { lts } else { Arc::new(lts.in_table(self.actions)) };
        let origin = Origin::whole(&lts);
        Instance { lts, role, state_names, origin, places: None }
    }

    /// An imported process, restricted to its reachable states.
    fn import(&self, def: &ImportDef) -> Outcome<Instance> {
        match self.imports.read_named(&def.file, self.actions) {
            Ok((lts, names)) => {
                let (lts, map) = lts.in_table(self.actions).reachable();
                let state_names = names.map(|names| {
                    let mut kept = vec![None; lts.n_states()];
                    for (name, new) in names.iter().zip(map.as_slice()) {
                        if let Some(new) = new {
                            kept[new.index()].clone_from(name);
                        }
                    }
                    kept.into()
                });
                let places = self.whole(def.name.span.to(def.file_span), &def.name);
                let (lts, role) = (Arc::new(lts), Role::Process);
                Ok(Instance { lts, role, state_names, origin: Origin::Other, places })
            }
            Err(reason) => {
                fail("E0710", def.file_span, format!("`{}` could not be read: {reason}", def.file))
            }
        }
    }

    /// A formula as a process: an `ltl_property` observes, a `constraint` blocks.
    fn constraint(&mut self, def: &AssertDef, env: &super::environment::Environment) -> Outcome<Instance> {
        let specification = self.known.specification(def, env, self.actions)?;
        let (reading, role) = match def.kind {
            AssertKind::LtlProperty => (Reading::Observing, Role::Property),
            _ => (Reading::Blocking, Role::Constraint),
        };
        let (lts, warning) = super::formula::process(&specification, reading, self.actions, def, self.ctx)?;
        self.warnings.extend(warning);
        let places = self.whole(def.span, &def.name);
        Ok(Instance { lts: Arc::new(lts), role, state_names: None, origin: Origin::Other, places })
    }

    /// A definition as one place, if places are wanted.
    fn whole(&self, span: Span, name: &Name) -> Option<Arc<Places>> {
        self.placed.then(|| Arc::new(Places::whole(span, &name.text)))
    }

    fn merge_sites(&mut self, sites: Sites) {
        for (span, site) in sites {
            self.sites.entry(span).and_modify(|known| known.count += site.count).or_insert(site);
        }
    }
}
