//! Processes with their arguments, each elaborated once.
//!
//! Definitions call one another: a process inserts others before `;`, a composite names others. [`Elaborator::instance`]
//! works such calls off from a stack of its own, so a long chain of definitions needs no deep recursion.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use rely_ltl::Reading;
use rely_lts::{Actions, Component, Context, Lts, Role};

use super::definitions::{Callable, Definitions, describe};
use super::environment::Meter;
use super::process::{Built, Sites, build};
use super::value::{Value, actuals_text};
use super::{Failure, MAX_DEPTH, Outcome, fail};
use crate::Diagnostic;
use crate::ast::{AssertDef, AssertKind, Call, ImportDef};
use crate::model::Imports;
use crate::span::Span;

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
}

/// What has been elaborated; an error stands for one that has been reported.
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

    /// The component that a call of a process stands for, before prefixes and relabeling. Not for composites.
    ///
    /// # Errors
    /// If the model is wrong or the budget is spent.
    pub fn component(&mut self, call: &Call, position: usize, actuals: &[Value]) -> Outcome<Component> {
        let (_, values) = self.known.bind_params(position, actuals, call.span, &self.meter)?;
        let instance = self.instance(Key { position, actuals: values }, call.span)?;
        let mut name = call.name.text.to_string();
        if !actuals.is_empty() {
            name.push_str(&actuals_text(actuals));
        }
        Ok(Component {
            name,
            process: call.name.text.to_string(),
            role: instance.role,
            lts: instance.lts,
            state_names: instance.state_names,
        })
    }

    /// The process (or composite as one process) for particular arguments.
    ///
    /// # Errors
    /// If the model is wrong or the budget is spent.
    pub fn instance(&mut self, key: Key, call: Span) -> Outcome<Instance> {
        let mut stack: Vec<(Key, Span)> = vec![(key.clone(), call)];
        while let Some((top, span)) = stack.last().cloned() {
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
                        stack.extend(needs);
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

    fn check_needs(&self, stack: &[(Key, Span)], needs: &[(Key, Span)]) -> Outcome<()> {
        let name = |key: &Key| describe(&self.known.tree.definitions[key.position]).2.text.clone();
        if let Some((key, span)) = needs.iter().find(|(need, _)| stack.iter().any(|(key, _)| key == need)) {
            return Err(Diagnostic::error(
                "E0709",
                *span,
                format!("the process `{}` would have to be inserted into itself", name(key)),
            )
            .help("only the name after the last `;` may be the process itself")
            .into());
        }
        if stack.len() > MAX_DEPTH
            && let Some((key, span)) = needs.first()
        {
            return fail(
                "E0709",
                *span,
                format!(
                    "processes are inserted into one another more than {MAX_DEPTH} levels deep, the last one being `{}`",
                    name(key)
                ),
            );
        }
        Ok(())
    }

    fn build(&mut self, key: &Key, call: Span) -> Outcome<Built> {
        let (_, _, name) = describe(&self.known.tree.definitions[key.position]);
        let Some((_, callable)) = self.known.callable(&name.text) else {
            return self.known.not_callable(name);
        };
        let (env, _) = self.known.bind_params(key.position, &key.actuals, call, &self.meter)?;
        match callable {
            Callable::Process(def) => build(self.known, self.actions, &self.cache, self.ctx, def, &env),
            Callable::Import(def) => self.import(def).map(|instance| Built::Done(instance, Sites::new())),
            Callable::Constraint(def) => {
                self.constraint(def, &env).map(|instance| Built::Done(instance, Sites::new()))
            }
            Callable::Composite(def) => {
                if self.alternation >= MAX_ALTERNATION {
                    return fail(
                        "E0801",
                        call,
                        "composites and sequential processes call one another too deeply",
                    );
                }
                self.alternation += 1;
                let outcome = self.composed(key.position, def, &key.actuals, call);
                self.alternation -= 1;
                let component = outcome?;
                let Component { lts, role, state_names, .. } = component;
                Ok(Built::Done(Instance { lts, role, state_names }, Sites::new()))
            }
        }
    }

    fn import(&self, def: &ImportDef) -> Outcome<Instance> {
        match self.imports.read(&def.file, self.actions) {
            Ok(lts) => {
                let lts = lts.in_table(self.actions).reachable().0;
                Ok(Instance { lts: Arc::new(lts), role: Role::Process, state_names: None })
            }
            Err(reason) => {
                fail("E0710", def.file_span, format!("`{}` could not be read: {reason}", def.file))
            }
        }
    }

    fn constraint(&mut self, def: &AssertDef, env: &super::environment::Environment) -> Outcome<Instance> {
        let specification = self.known.specification(def, env, self.actions)?;
        let (reading, role) = match def.kind {
            AssertKind::LtlProperty => (Reading::Observing, Role::Property),
            _ => (Reading::Blocking, Role::Constraint),
        };
        let (lts, warning) = super::formula::process(&specification, reading, self.actions, def, self.ctx)?;
        self.warnings.extend(warning);
        Ok(Instance { lts: Arc::new(lts), role, state_names: None })
    }

    fn merge_sites(&mut self, sites: Sites) {
        for (span, site) in sites {
            self.sites.entry(span).and_modify(|known| known.count += site.count).or_insert(site);
        }
    }
}
