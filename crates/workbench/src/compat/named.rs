//! The parts of a comparison that are named in the models: prohibited processes, fluents.

use std::sync::Arc;

use rely_ltl::{MAX_OBSERVED, Proposition};
use rely_lts::{ActionId, Actions, Lts};
use rely_report::Failure;
use rely_report::prose::list;

use super::Pair;
use super::resolve::defines;
use crate::load::Loaded;
use crate::names;

impl Pair<'_> {
    /// The models in which names are looked for, in order.
    pub(super) fn models(&self) -> Vec<&Loaded> {
        let system = self.pairs.system.as_ref().map(|source| &*source.loaded);
        let mut models = vec![&*self.baseline.loaded];
        models.extend(system);
        models.push(&self.candidate.loaded);
        models
    }

    /// The prohibited processes.
    pub(super) fn forbidden(&self) -> Result<Vec<(String, Arc<Lts>)>, Failure> {
        let control = self.pairs.control;
        let mut found = Vec::new();
        for name in self.pairs.options.forbid.iter().filter(|name| !name.trim().is_empty()) {
            let name = name.trim();
            let models = self.models();
            let Some(loaded) = models.iter().find(|loaded| defines(loaded, name)) else {
                let known: Vec<String> =
                    models.iter().flat_map(|loaded| names::definitions(loaded)).collect();
                let help = format!(
                    "prohibited behavior is a process of the models; the processes are {}",
                    list(&known)
                );
                return Err(names::unknown(models[0], name, known.iter().map(String::as_str), &help));
            };
            let system = loaded.target(Some(name), control)?.system;
            let lts = crate::compose::composed(&system, control)?;
            found.push((name.to_string(), Arc::new(lts.in_table(&self.actions))));
        }
        if found.is_empty() && !self.pairs.options.forbid.is_empty() {
            let failure = Failure::input("E1006", "no prohibited behavior is named");
            return Err(failure.help("name processes of the models: --forbid NAME,NAME"));
        }
        Ok(found)
    }

    /// The fluents and the propositions of the versions themselves that are observed.
    pub(super) fn observed(
        &self,
        old: &Lts,
        new: &Lts,
    ) -> Result<(Vec<Proposition>, Vec<Arc<str>>), Failure> {
        let (mut fluents, mut own): (Vec<Proposition>, Vec<Arc<str>>) = (Vec::new(), Vec::new());
        for name in self.pairs.options.observe.iter().map(|name| name.trim()).filter(|name| !name.is_empty())
        {
            let of = |lts: &Lts| lts.propositions().map_or(Vec::new(), |known| known.names().to_vec());
            if let Some(known) = of(old).into_iter().chain(of(new)).find(|known| **known == *name) {
                own.push(known);
                continue;
            }
            let models = self.models();
            let model =
                models.iter().filter_map(|loaded| loaded.model()).find(|m| !m.fluent(name).is_empty());
            let Some(model) = model else { return Err(self.unknown_fluent(name, &of(old))) };
            for fluent in model.fluent(name) {
                if !fluents.iter().any(|known| known.name() == fluent.name()) {
                    fluents.push(in_table(fluent, model.actions(), &self.actions));
                }
            }
        }
        if fluents.is_empty() && own.is_empty() && !self.pairs.options.observe.is_empty() {
            let failure = Failure::input("E1028", "no fluent is named");
            return Err(failure.help("name fluents of the models: --observe NAME,NAME"));
        }
        if fluents.len() > MAX_OBSERVED {
            let message = format!("{} fluents are too many to be observed together", fluents.len());
            return Err(Failure::input("E1028", message).help(format!("name at most {}", MAX_OBSERVED)));
        }
        Ok((fluents, own))
    }

    fn unknown_fluent(&self, name: &str, propositions: &[Arc<str>]) -> Failure {
        let models = self.models();
        let fluents = models.iter().filter_map(|loaded| loaded.model()).flat_map(|model| model.fluents());
        let mut known: Vec<String> = fluents.map(str::to_string).collect();
        known.extend(propositions.iter().map(|name| name.to_string()));
        known.sort();
        known.dedup();
        let message = format!("there is no fluent or proposition `{name}`");
        let failure = Failure::in_file("E1028", &self.baseline.loaded.path, message);
        match rely_fsp::suggest(name, known.iter().map(String::as_str)) {
            Some(near) => failure.help(format!("did you mean `{near}`?")),
            None if known.is_empty() => failure.help("the models define no fluents"),
            None => failure.help(format!("the fluents and propositions are {}", list(&known))),
        }
    }
}

/// A fluent with its actions from another table.
fn in_table(fluent: Proposition, from: &Actions, to: &Actions) -> Proposition {
    let moved = |ids: Vec<ActionId>| ids.into_iter().map(|id| to.intern(&from.name(id))).collect();
    match fluent {
        Proposition::Fluent { name, initiating, terminating, initially } => Proposition::Fluent {
            name,
            initiating: moved(initiating),
            terminating: moved(terminating),
            initially,
        },
        Proposition::Actions { name, actions } => Proposition::Actions { name, actions: moved(actions) },
    }
}
