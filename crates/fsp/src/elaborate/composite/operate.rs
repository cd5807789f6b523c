//! The operations on the parts of a composition: prefix, share, relabel, and the end of a composite that was
//! called.
//!
//! An operation takes the items above its mark and returns them changed. It applies to every component of an
//! item; only a relabeling that merges labels of a list composes the list first, because relabeled components
//! would synchronize on actions that were different before.

use std::sync::Arc;

use rely_lts::{Alphabet, Component, Hiding, System, ops};

use super::{Item, Task, flatten};
use crate::ast::CompositeDef;
use crate::elaborate::completion::check_growth;
use crate::elaborate::environment::Environment;
use crate::elaborate::instances::{Elaborator, Instance, Key};
use crate::elaborate::places::Places;
use crate::elaborate::relabels::{Pairs, Relation};
use crate::elaborate::replace::{Origin, Part};
use crate::elaborate::{Failure, Outcome};
use crate::span::Span;

impl<'m> Elaborator<'m> {
    /// Applies an operation to what is above its mark.
    pub(super) fn operate(&mut self, operation: Task<'m>, items: Vec<Item>) -> Outcome<Vec<Item>> {
        match operation {
            Task::Prefix(prefix) => items
                .into_iter()
                .map(|item| {
                    change(
                        item,
                        |Part { component, origin, places }| {
                            component.name = format!("{prefix}:{}", component.name);
                            self.rename(places, |name| vec![format!("{prefix}.{name}")]);
                            component.lts = Arc::new(ops::prefix(&component.lts, &prefix));
                            origin.prefix(&prefix);
                            Ok(())
                        },
                        |name| format!("{prefix}:{name}"),
                    )
                })
                .collect(),
            Task::Share(names, span) => {
                let text = format!("{{{}}}", names.join(","));
                items
                    .into_iter()
                    .map(|item| {
                        change(
                            item,
                            |Part { component, origin, places }| {
                                check_growth(&component.lts, names.len() as u64, span)?;
                                component.name = format!("{text}::{}", component.name);
                                component.lts = Arc::new(ops::share(&component.lts, &names));
                                self.rename(places, |name| {
                                    names.iter().map(|prefix| format!("{prefix}.{name}")).collect()
                                });
                                origin.share(&names);
                                Ok(())
                            },
                            |name| format!("{text}::{name}"),
                        )
                    })
                    .collect()
            }
            Task::Relabel(relabeling, span) => {
                let alphabets: Vec<&Alphabet> = items.iter().flat_map(Item::alphabets).collect();
                relabeling.record(&alphabets, &mut self.meter.uses.borrow_mut());
                let pairs = &relabeling.pairs;
                let relation = Relation::new(pairs);
                items.into_iter().map(|item| self.relabel(item, pairs, &relation, span)).collect()
            }
            Task::Return { def, name, key, env } => self.leave(def, name, key, &env, items),
            Task::Part(..) | Task::Inner(..) | Task::Mark => unreachable!("these are not operations"),
        }
    }

    /// Renames the actions of places, if there are some.
    fn rename(&self, places: &mut Option<Arc<Places>>, images: impl Fn(&str) -> Vec<String>) {
        if let Some(known) = places {
            *places = Some(Arc::new(known.rename(self.actions, images)));
        }
    }

    /// Ends the elaboration of a composite that was called.
    fn leave(
        &mut self,
        def: &'m CompositeDef,
        name: String,
        key: Key,
        env: &Environment,
        items: Vec<Item>,
    ) -> Outcome<Vec<Item>> {
        let process = def.name.text.to_string();
        let parts = flatten(items);
        let places: Vec<_> = parts.iter().map(|part| part.places.clone()).collect();
        let parts = parts.into_iter().map(|part| (part.component, part.origin));
        let (components, origins): (Vec<Component>, Vec<Origin>) = parts.unzip();
        let system = self.enclose(def, name.clone(), components, env)?;
        let words = system.modifiers;
        let one = system.priority.is_some()
            || system.hiding != Hiding::Nothing
            || words.minimal
            || words.deterministic
            || words.property
            || words.compose
            || words.safe;
        if !one {
            let parts = system.components.into_iter().zip(origins).zip(places);
            let parts = parts.map(|((component, origin), places)| {
                let name = format!("{name}.{}", component.name);
                Part { component: Component { name, ..component }, origin, places }
            });
            let parts = parts.collect();
            return Ok(vec![Item::List { name, process, parts }]);
        }
        if !self.diagnostics.is_empty() {
            // Components are missing: do not compose what is left.
            self.cache.insert(key, Err(()));
            return Err(Failure::Known);
        }
        let places: Vec<Arc<Places>> = places.into_iter().flatten().collect();
        let part = self.collapse((&system, &places), &process, Origin::of(&origins), def.name.span)?;
        self.cache.insert(key, Ok(Instance::from(part.clone())));
        Ok(vec![Item::One(part)])
    }

    /// Relabels an item. A list in which two labels would become one is composed first.
    fn relabel(&mut self, item: Item, pairs: &Pairs, relation: &Relation<'_>, span: Span) -> Outcome<Item> {
        let relabel = |Part { component, origin, places }: &mut Part| {
            check_growth(&component.lts, relation.factor(component.lts.alphabet()), span)?;
            component.lts = Arc::new(ops::relabel(&component.lts, pairs));
            origin.relabel(relation);
            self.rename(places, |name| relation.apply(name));
            Ok(())
        };
        match item {
            Item::List { name, process, parts } => {
                let alphabet =
                    Alphabet::union(self.actions, parts.iter().map(|part| part.component.lts.alphabet()));
                if parts.len() == 1 || !relation.merges(&alphabet) {
                    return change(Item::List { name, process, parts }, relabel, str::to_string);
                }
                // Relabeling the parts would let them synchronize on what are different actions now.
                if !self.diagnostics.is_empty() {
                    return Err(Failure::Known);
                }
                let origin = Origin::of(parts.iter().map(|part| &part.origin));
                let places: Vec<Arc<Places>> = parts.iter().flat_map(|part| part.places.clone()).collect();
                let components = parts.into_iter().map(|part| part.component).collect();
                let system = System::new(name, self.actions, components);
                let mut part = self.collapse((&system, &places), &process, origin, span)?;
                relabel(&mut part)?;
                Ok(Item::One(part))
            }
            one => change(one, relabel, str::to_string),
        }
    }
}

/// Applies a change to the components of an item, and renames the list.
fn change(
    item: Item,
    mut each: impl FnMut(&mut Part) -> Outcome<()>,
    rename: impl Fn(&str) -> String,
) -> Outcome<Item> {
    Ok(match item {
        Item::One(mut part) => {
            each(&mut part)?;
            Item::One(part)
        }
        Item::List { name, process, mut parts } => {
            parts.iter_mut().try_for_each(&mut each)?;
            Item::List { name: rename(&name), process, parts }
        }
    })
}
