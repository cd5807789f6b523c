//! Composites: from `||S = (a:P || forall[i:R] …)/{…}` to a flat list of components.
//!
//! # Problem
//!
//! A composition is a tree of groups, replications, conditions, prefixes, sharings, relabelings and calls.
//! Its meaning is a list of components, each with its labels already changed.
//!
//! # Method
//!
//! The tree is walked with a list of tasks and a stack of results, so that neither a deep tree nor composites
//! that call themselves (`||S(N) = if N>0 then (P || S(N-1))`) need recursion. An operation is a task that
//! takes everything above a mark off the result stack, changes it, and puts it back. A composite that is
//! called remains a list of components under its name, unless it hides, gives priority or has a modifier, or
//! a relabeling would merge two of its labels: then it is composed into one component.
//!
//! # Invariants
//!
//! 1. Results are in the order of the source, copies in the order of their prefixes or indices.
//! 2. Within an item: call, prefix `:`, share `::`, relabel `/`. The labels of `::` and `/` are evaluated
//!    outside the prefix.
//!
//! # Cost
//!
//! Linear in the parts visited and in the sizes of the components whose labels change.
//!
//! # Departures
//!
//! LTSA overflows its stack on a composite that contains itself without end; here that is a diagnostic.

mod operate;

use std::rc::Rc;
use std::sync::Arc;

use rely_lts::{Alphabet, Component, Hiding, Role, System};

use super::definitions::Callable;
use super::environment::Environment;
use super::finish::{build, hiding, modifiers, priority};
use super::instances::{Elaborator, Key};
use super::lint::sharing::inside;
use super::lint::words::Words;
use super::places::{self, Places};
use super::relabels::Relabeling;
use super::replace::{Origin, Part, Replaced, ReplacedPart, separate};
use super::value::{Value, actuals_text};
use super::{Failure, MAX_COMPONENTS, MAX_DEPTH, MAX_PARTS, Outcome, fail};
use crate::Diagnostic;
use crate::ast::{Call, Comp, CompInner, CompKind, CompositeDef};
use crate::span::Span;

/// A system, what was replaced in it, and the places of its components.
pub(crate) type Whole = (System, Vec<Replaced>, Vec<Arc<Places>>);

/// A component, or a composite that is kept as a list.
enum Item {
    One(Part),
    List { name: String, process: String, parts: Vec<Part> },
}

impl Item {
    /// The alphabets of its components.
    fn alphabets(&self) -> Vec<&Alphabet> {
        match self {
            Item::One(part) => vec![part.component.lts.alphabet()],
            Item::List { parts, .. } => parts.iter().map(|part| part.component.lts.alphabet()).collect(),
        }
    }
}

/// What is still to be done.
enum Task<'t> {
    /// Elaborate a part.
    Part(&'t Comp, Environment, Rc<Frame>),
    /// Elaborate a call or a group.
    Inner(&'t CompInner, Environment, Rc<Frame>),
    /// Remember how many results there are.
    Mark,
    /// `p:` on what is above the mark.
    Prefix(String),
    /// `s::` on what is above the mark.
    Share(Rc<[String]>, Span),
    /// `/…` on what is above the mark.
    Relabel(Rc<Relabeling>, Span),
    /// What is above the mark are the components of a composite.
    Return { def: &'t CompositeDef, name: String, key: Key, env: Environment },
}

/// A call of a composite that is being elaborated, and the calls around it.
struct Frame {
    key: Key,
    outer: Option<Rc<Frame>>,
    depth: usize,
}

impl Drop for Frame {
    /// Takes a long chain apart in a loop.
    fn drop(&mut self) {
        let mut outer = self.outer.take();
        while let Some(frame) = outer {
            match Rc::try_unwrap(frame) {
                Ok(mut frame) => outer = frame.outer.take(),
                Err(_) => break,
            }
        }
    }
}

impl<'m> Elaborator<'m> {
    /// The system of a composite, its own priority, hiding and modifiers recorded but not applied,
    /// and where something was replaced in it.
    ///
    /// # Errors
    /// If the budget is spent or nothing at all could be made of it. Other errors are noted.
    pub fn system(
        &mut self,
        position: usize,
        def: &'m CompositeDef,
        actuals: &[Value],
        call: Span,
    ) -> Outcome<Whole> {
        let (env, values) = self.known.bind_params(position, actuals, call, &self.meter)?;
        let mut name = def.name.text.to_string();
        if !actuals.is_empty() {
            name.push_str(&actuals_text(actuals));
        }
        let frame = Rc::new(Frame { key: Key { position, actuals: values }, outer: None, depth: 0 });
        let items = self.walk(&def.body, &env, frame)?;
        let (components, replaced, places) = separate(flatten(items), self.actions);
        Ok((self.enclose(def, name, components, &env)?, replaced, places))
    }

    /// A composite as one component.
    ///
    /// # Errors
    /// If the model is wrong or the budget is spent.
    pub fn composed(
        &mut self,
        position: usize,
        def: &'m CompositeDef,
        actuals: &[Value],
        call: Span,
    ) -> Outcome<Part> {
        let errors = self.diagnostics.len();
        let (system, replaced, places) = self.system(position, def, actuals, call)?;
        if self.diagnostics.len() > errors {
            return Err(Failure::Known);
        }
        if self.linted.insert(position) {
            let words = self.words.get_or_init(|| Words::new(&self.known.tree));
            inside(self.known, words, &system, &mut self.warnings);
        }
        // Keeps invariant 2 of `replace`.
        let origin = match replaced.iter().any(|replaced| replaced.part == ReplacedPart::Followed) {
            true => Origin::Followed,
            false if replaced.is_empty() => Origin::Other,
            false => Origin::Inside,
        };
        self.collapse((&system, &places), &def.name.text, origin, def.name.span)
    }

    /// Composes a system into one part of a composition.
    ///
    /// # Errors
    /// If the budget is spent, or if it is a property that allows no trace at all. No engine has to deal with
    /// such a property: its tau would be subject to priority, and the others have none.
    fn collapse(
        &self,
        (system, places): (&System, &[Arc<Places>]),
        process: &str,
        origin: Origin,
        span: Span,
    ) -> Outcome<Part> {
        let composed = match self.without_properties && !system.modifiers.property {
            false => build(system, self.ctx)?,
            true => build(&system.without_properties(), self.ctx)?,
        };
        if system.modifiers.property && composed.lts.has_tau() {
            let message = format!("the property `{process}` is violated before the first action");
            return Err(Diagnostic::error("E0711", span, message)
                .help("internal actions lead from its start to ERROR; do not hide them, or remove this ERROR")
                .into());
        }
        let role = if system.modifiers.property { Role::Property } else { Role::Process };
        let places = match self.placed {
            true => Some(Arc::new(places::composed(&composed.lts, system, places, self.ctx)?)),
            false => None,
        };
        let component = Component {
            name: system.name.clone(),
            process: process.to_string(),
            role,
            lts: Arc::new(composed.lts),
            state_names: None,
        };
        Ok(Part { component, origin, places })
    }

    /// The system of these components, with the priority, hiding and modifiers of the definition recorded.
    fn enclose(
        &mut self,
        def: &CompositeDef,
        name: String,
        components: Vec<Component>,
        env: &Environment,
    ) -> Outcome<System> {
        let mut system = System::new(name, self.actions, components);
        let alphabets: Vec<&Alphabet> = system.components.iter().map(|c| c.lts.alphabet()).collect();
        let noted =
            def.priority.as_ref().map(|clause| priority(self.known, clause, env, &alphabets)).transpose()?;
        let hidden =
            def.hiding.as_ref().map(|clause| hiding(self.known, clause, env, &alphabets)).transpose()?;
        system.priority = noted;
        system.hiding = hidden.unwrap_or(Hiding::Nothing);
        system.modifiers = modifiers(&def.modifiers);
        Ok(system)
    }

    /// Elaborates a body by tasks, until none is left.
    ///
    /// A part with an error is omitted and its diagnostic recorded; the others may have errors of their own.
    fn walk(&mut self, body: &'m Comp, env: &Environment, frame: Rc<Frame>) -> Outcome<Vec<Item>> {
        let mut tasks = vec![Task::Part(body, env.clone(), frame)];
        let mut results: Vec<Item> = Vec::new();
        let mut marks: Vec<usize> = Vec::new();
        let mut visited = 0u64;
        while let Some(task) = tasks.pop() {
            visited += 1;
            if visited.is_multiple_of(1024) {
                self.ctx.budget.poll()?;
            }
            if visited > MAX_PARTS || results.len() as u64 > MAX_COMPONENTS {
                return fail(
                    "E0802",
                    body.span,
                    format!(
                        "this composition has more than {MAX_COMPONENTS} components, or more than {MAX_PARTS} parts to expand"
                    ),
                );
            }
            let outcome = match task {
                Task::Part(comp, env, frame) => self.part(comp, &env, &frame, &mut tasks),
                Task::Inner(CompInner::Group(parts), env, frame) => {
                    let parts = parts.iter().rev();
                    tasks.extend(parts.map(|part| Task::Part(part, env.clone(), frame.clone())));
                    Ok(())
                }
                Task::Inner(CompInner::Call(call), env, frame) => {
                    self.call(call, &env, &frame, &mut tasks, &mut results)
                }
                Task::Mark => {
                    marks.push(results.len());
                    Ok(())
                }
                operation => {
                    let mark = marks.pop().expect("every operation has its mark");
                    let items: Vec<Item> = results.drain(mark..).collect();
                    match self.operate(operation, items) {
                        Ok(items) => {
                            results.extend(items);
                            Ok(())
                        }
                        Err(failure) => Err(failure),
                    }
                }
            };
            self.note(outcome)?;
        }
        Ok(results)
    }

    /// Pushes the tasks of a part, the first one on top.
    fn part(
        &mut self,
        comp: &'m Comp,
        env: &Environment,
        frame: &Rc<Frame>,
        tasks: &mut Vec<Task<'m>>,
    ) -> Outcome<()> {
        match &comp.kind {
            CompKind::If { condition, then, otherwise } => {
                let chosen =
                    if self.known.condition(condition, env)? { Some(then) } else { otherwise.as_ref() };
                tasks.extend(chosen.map(|chosen| Task::Part(chosen, env.clone(), frame.clone())));
            }
            CompKind::Forall { indices, body } => {
                let mut copies = Vec::new();
                self.known.expand_indices(indices, comp.span, env, &mut |_, inner| {
                    copies.push(Task::Part(body, inner.clone(), frame.clone()));
                    Ok(())
                })?;
                tasks.extend(copies.into_iter().rev());
            }
            CompKind::Item { share, prefix, inner, relabels } => {
                let shared = match share {
                    None => None,
                    Some(label) => {
                        let names = self.known.label_list(label, env)?;
                        let names: Rc<[String]> = names.iter().map(|name| name.to_string()).collect();
                        Some(Task::Share(names, label.span))
                    }
                };
                let relabeled = if relabels.is_empty() {
                    None
                } else {
                    Some(Task::Relabel(Rc::new(self.known.relabeling(relabels, env)?), comp.span))
                };
                let marks = usize::from(shared.is_some()) + usize::from(relabeled.is_some());
                let mut copies = Vec::new();
                match prefix {
                    None => copies.push(Task::Inner(inner, env.clone(), frame.clone())),
                    Some(label) => self.known.expand(label, env, &mut |text, bound| {
                        copies.push(Task::Mark);
                        copies.push(Task::Inner(inner, bound.clone(), frame.clone()));
                        copies.push(Task::Prefix(text.to_string()));
                        Ok(())
                    })?,
                }
                // From here on nothing fails, so every operation gets its mark. The last operation is pushed
                // first.
                tasks.extend(relabeled);
                tasks.extend(shared);
                tasks.extend(copies.into_iter().rev());
                tasks.extend((0..marks).map(|_| Task::Mark));
            }
            CompKind::Invalid => return Err(Failure::Known),
        }
        Ok(())
    }

    /// Elaborates a call: a process, or a composite that is cached, is a result at once; any other composite
    /// becomes tasks for its body, and one that ends it.
    fn call(
        &mut self,
        call: &'m Call,
        env: &Environment,
        frame: &Rc<Frame>,
        tasks: &mut Vec<Task<'m>>,
        results: &mut Vec<Item>,
    ) -> Outcome<()> {
        let actuals = self.known.actuals(&call.actuals, env)?;
        let Some((position, callable)) = self.known.callable(&call.name.text) else {
            return self.known.not_callable(&call.name);
        };
        let def = match callable {
            Callable::Composite(def) if !self.is_replaced(position) => def,
            _ => {
                results.push(Item::One(self.component(call, position, &actuals)?));
                return Ok(());
            }
        };
        let (inner, values) = self.known.bind_params(position, &actuals, call.span, &self.meter)?;
        let mut name = call.name.text.to_string();
        if !actuals.is_empty() {
            name.push_str(&actuals_text(&actuals));
        }
        let key = Key { position, actuals: values };
        if let Some(known) = self.cache.get(&key) {
            let instance = known.clone().map_err(|()| Failure::Known)?;
            results.push(Item::One(instance.part(name, &call.name.text)));
            return Ok(());
        }
        check_recursion(call, &key, frame)?;
        let depth = frame.depth + 1;
        let called = Rc::new(Frame { key: key.clone(), outer: Some(frame.clone()), depth });
        tasks.push(Task::Return { def, name, key, env: inner.clone() });
        tasks.push(Task::Part(&def.body, inner, called));
        tasks.push(Task::Mark);
        Ok(())
    }
}

/// Checks that a composite that calls itself will end.
fn check_recursion(call: &Call, key: &Key, frame: &Rc<Frame>) -> Outcome<()> {
    let mut around = Some(frame);
    let mut same = false;
    while let Some(frame) = around {
        same |= frame.key == *key;
        around = frame.outer.as_ref();
    }
    if same || frame.depth >= MAX_DEPTH {
        let how = if same {
            "with the same arguments, so the recursion does not end".to_string()
        } else {
            format!("more than {MAX_DEPTH} levels deep")
        };
        return Err(Diagnostic::error(
            "E0801",
            call.span,
            format!("the composite `{}` contains itself {how}", call.name.text),
        )
        .help("end the recursion with a condition: `if N>0 then (P(N) || S(N-1))`")
        .into());
    }
    Ok(())
}

/// The components of all items, in order.
fn flatten(items: Vec<Item>) -> Vec<Part> {
    items
        .into_iter()
        .flat_map(|item| match item {
            Item::One(part) => vec![part],
            Item::List { parts, .. } => parts,
        })
        .collect()
}
