//! Steps 3 and 4: aliases are resolved, the LTS is assembled, and the clauses of the definition are applied.
//!
//! The order of the clauses is that of the language: extension, relabeling, hiding, completion of a property.
//! Names of states survive until `minimal` or `deterministic` merges states.

use std::sync::Arc;

use rely_lts::{ActionId, Lts, LtsBuilder, Role, StateId};
use rely_lts::{determinize, minimize, ops};

use super::{Builder, ERROR, Insert, readable};
use crate::Diagnostic;
use crate::elaborate::Outcome;
use crate::elaborate::completion::{check_growth, complete};
use crate::elaborate::environment::Environment;
use crate::elaborate::finish::hiding;
use crate::elaborate::instances::Instance;
use crate::elaborate::places::{self, Places};
use crate::elaborate::relabels::Relation;
use crate::elaborate::sequential::too_large;

impl Builder<'_, '_> {
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

    /// E0703: an alias that leads back to itself.
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
        Err(Diagnostic::error("E0703", span, format!("`{name}` is defined only as itself"))
            .help("define its actions, as in `(action -> NAME)`, or write STOP if it has none")
            .into())
    }

    /// Steps 3 and 4.
    pub(super) fn finish(mut self, env: &Environment) -> Outcome<Instance> {
        self.resolve_aliases()?;
        let lts = self.assemble()?;
        let mut places = self.spans.is_some().then(|| self.places(lts.initial()));
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
            let relation = Relation::new(&relabeling.pairs);
            check_growth(&lts, relation.factor(lts.alphabet()), def.name.span)?;
            places = places.map(|places| places.rename(self.actions, |name| relation.apply(name)));
            lts = ops::relabel(&lts, &relabeling.pairs);
        }
        if let Some(clause) = &def.hiding {
            let hiding = hiding(self.known, clause, env, &[lts.alphabet()])?;
            lts = ops::hide(&lts, &hiding);
            places = places.map(|places| places.hide(self.actions, &hiding));
        }
        if let Some(word) = def.modifiers.property {
            lts = complete(&lts, def, word)?;
        }
        let (reached, map) = lts.reachable();
        places = places.map(|places| places.renumber(&map));
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
        let before = (places.is_some()
            && (def.modifiers.minimal.is_some() || def.modifiers.deterministic.is_some()))
        .then(|| Arc::new(lts.clone()));
        if def.modifiers.minimal.is_some() {
            lts = minimize::ltsa(&lts, minimize::TauReduction::Off, self.ctx)?;
            state_names = None;
        }
        if def.modifiers.deterministic.is_some() {
            lts = determinize::ltsa_determinize(&lts, self.ctx)?;
            state_names = None;
        }
        if let (Some(before), Some(known)) = (before, places.take_if(|_| state_names.is_none())) {
            places = Some(places::merged(&lts, before, known, self.ctx)?);
        }
        let role = if def.modifiers.property.is_some() { Role::Property } else { Role::Process };
        Ok(Instance {
            lts: Arc::new(lts),
            role,
            state_names: state_names.map(Into::into),
            origin: self.origin,
            places: places.map(Arc::new),
        })
    }

    /// The places of the transitions of [`Self::assemble`], which found this initial state.
    fn places(&self, initial: StateId) -> Places {
        let mut places = Places::default();
        let number = |state: u32| match state {
            ERROR => StateId::ERROR,
            state if self.alias[state as usize] == ERROR => StateId::ERROR,
            state => StateId::from_raw(self.alias[state as usize]),
        };
        for (&(source, action, target), &span) in self.transitions.iter().zip(self.spans.iter().flatten()) {
            places.add(number(source), action, number(target), self.place(span));
        }
        let mut offset = self.alias.len();
        for Insert { lts, start, end, places: inserted } in &self.inserts {
            let copy = |s: StateId| match s {
                s if s.is_error() => s,
                s if s == lts.initial() => StateId::from_raw(*start),
                s if lts.end() == Some(s) => number(*end),
                s => StateId::at(offset + s.index()),
            };
            for (s, action, t, place) in inserted.iter().flat_map(|places| places.entries()) {
                places.add(copy(s), action, copy(t), place.clone());
            }
            offset += lts.n_states();
        }
        if number(self.numbers[&*self.def.name.text]).is_error() {
            places.add(initial, ActionId::TAU, StateId::ERROR, self.place(self.def.name.span));
        }
        places
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
        for Insert { lts, start, end, .. } in &self.inserts {
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
