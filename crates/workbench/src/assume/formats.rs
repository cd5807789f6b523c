//! The assumption as a machine with named states, in the formats that hold one.

use std::collections::HashSet;
use std::sync::Arc;

use rely_assume::{Assumption, Prefix, Question};
use rely_formats::{
    AutStyle, DotMark, DotWriteOptions, FspKind, FspOptions, LtsDocument, ParallelEdges, UnwritableLabels,
    write_aut, write_dot, write_fsp,
};
use rely_lts::{Component, Lts, LtsBuilder, StateId};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::PrefixView;

use super::AssumeResult;
use super::naming::{ANYTHING, NOT_EXPLORED, assumption_name, state_names};

/// Machines with more transitions are not part of documents as FSP.
const MAX_FSP: usize = 100_000;

/// A format that holds an assumption and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssumptionFormat {
    /// Aldebaran, LTSA's dialect.
    Aut,
    /// Graphviz.
    Dot,
    /// An FSP property.
    Fsp,
}

/// An assumption, or the beginning of one, with names for its states.
pub(crate) struct Machine {
    pub(crate) name: String,
    pub(crate) names: Vec<String>,
    lts: Arc<Lts>,
    sink: Option<StateId>,
    /// States of which nothing is known.
    open: Vec<StateId>,
    /// Its description.
    title: String,
    kind: FspKind,
}

impl Machine {
    pub(super) fn of_assumption(question: &Question, assumption: &Assumption) -> Machine {
        let title =
            format!("the assumption under which {} satisfies {}", question.name, properties(question));
        Machine::new(assumption_name(&question.module), title, FspKind::Property, assumption)
    }

    /// The property that remains for the rest of a system after some modules.
    pub(super) fn of_rest(modules: &[(String, Vec<Component>)], assumption: &Assumption) -> Machine {
        let names: Vec<String> = modules.iter().map(|(name, _)| name.clone()).collect();
        let title = format!("the property that remains for the other components after {}", list(&names));
        let everyone: Vec<Component> = modules.iter().flat_map(|(_, module)| module.clone()).collect();
        Machine::new(assumption_name(&everyone), title, FspKind::Property, assumption)
    }

    /// The most general component that runs in parallel with a module.
    pub(super) fn of_component(question: &Question, component: &Assumption, name: &str) -> Machine {
        let title = format!(
            "the most general component with which {} satisfies {}",
            question.name,
            properties(question)
        );
        Machine::new(name.to_string(), title, FspKind::Process, component)
    }

    /// An assumption under a name; `title` describes it.
    pub(crate) fn new(name: String, title: String, kind: FspKind, assumption: &Assumption) -> Machine {
        let lts = assumption.lts().clone();
        let sink = assumption.sink();
        // A sink that is initial is the process itself.
        let special: Vec<(StateId, &str)> =
            sink.into_iter().filter(|&s| s != lts.initial()).map(|s| (s, ANYTHING)).collect();
        let names = state_names(&name, &lts, &special);
        Machine { name, names, lts, sink, open: Vec::new(), title, kind }
    }

    pub(super) fn of_prefix(question: &Question, prefix: &Prefix) -> Machine {
        let name = assumption_name(&question.module);
        let names = state_names(&name, &prefix.lts, &[]);
        let title = format!(
            "the start of the assumption under which {} satisfies {}, exact for traces of at most {} actions",
            question.name,
            properties(question),
            prefix.depth
        );
        let lts = Arc::new(prefix.lts.clone());
        Machine { name, names, lts, sink: None, open: prefix.open.clone(), title, kind: FspKind::Property }
    }

    /// The machine as part of a document.
    pub(crate) fn document(&self) -> LtsDocument {
        LtsDocument::new(self.name.clone(), &self.lts).with_sink(self.sink)
    }

    pub(super) fn prefix_view(&self, depth: usize) -> Result<PrefixView, Failure> {
        Ok(PrefixView {
            depth: depth as u64,
            open: self.open.iter().map(|s| s.raw()).collect(),
            lts: self.document(),
            states: self.names.clone(),
            fsp: self.fsp()?,
        })
    }

    /// The machine as FSP for a document; `None` if it is too large to be a part of one.
    pub(crate) fn short_fsp(&self) -> Result<Option<String>, Failure> {
        if self.lts.n_transitions() <= MAX_FSP { self.fsp().map(Some) } else { Ok(None) }
    }

    /// The machine as an FSP property. The unexplored part is one state, from which everything is allowed.
    pub(super) fn fsp(&self) -> Result<String, Failure> {
        let (lts, names, unknown) = if self.open.is_empty() {
            (self.lts.clone(), self.names.clone(), None)
        } else {
            self.with_open_merged()
        };
        let mut comments = Vec::new();
        for s in lts.states() {
            if Some(s) == self.sink && unknown.is_none() {
                comments.push((s, "everything is allowed".to_string()));
                continue;
            }
            if Some(s) == unknown {
                comments.push((s, "not explored: nothing is known".to_string()));
                continue;
            }
            let missing: Vec<String> = lts
                .alphabet()
                .labels()
                .filter(|&label| lts.step(s, label).is_empty())
                .map(|label| lts.label_name(label).to_string())
                .collect();
            if !missing.is_empty() {
                let word = if self.kind == FspKind::Property { "forbids" } else { "does not offer" };
                comments.push((s, format!("{word} {}", list(&missing))));
            }
        }
        let options = FspOptions {
            unwritable: UnwritableLabels::Rename,
            kind: self.kind,
            state_names: Some(names),
            comments,
        };
        let mut text = format!("// {}\n", self.title.replace(char::is_control, " ")).into_bytes();
        write_fsp(&lts, &self.name, &options, &mut text).map_err(unwritable)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The machine in which all open states are one that allows everything.
    fn with_open_merged(&self) -> (Arc<Lts>, Vec<String>, Option<StateId>) {
        let lts = &self.lts;
        let mut builder = LtsBuilder::new(lts.actions());
        let merged = StateId::at(lts.n_states());
        builder.ensure_states(lts.n_states() + 1).expect("one more state than a machine that exists");
        let open: HashSet<StateId> = self.open.iter().copied().collect();
        let is_open = |s: StateId| open.contains(&s);
        for (s, label, t) in lts.transitions().filter(|(s, _, _)| !is_open(*s)) {
            let target = if is_open(t) { merged } else { t };
            builder.add_transition(s, lts.alphabet().action(label), target);
        }
        for label in lts.alphabet().labels() {
            builder.add_transition(merged, lts.alphabet().action(label), merged);
            builder.extend_alphabet(lts.alphabet().action(label));
        }
        let initial = if is_open(lts.initial()) { merged } else { lts.initial() };
        let lts = builder.finish(initial).expect("the machine is as well formed as it was");
        let mut names = self.names.clone();
        let mut free = NOT_EXPLORED.to_string();
        while names.contains(&free) {
            free.push('_');
        }
        names.push(free);
        (Arc::new(lts), names, Some(merged))
    }
}

fn properties(question: &Question) -> String {
    list(&question.properties.iter().map(|p| p.name.clone()).collect::<Vec<_>>())
}

impl AssumeResult {
    /// The assumption in a format of its own, or the known part of it; `None` if there is none.
    ///
    /// # Errors
    /// If the format cannot express it.
    pub fn assumption(&self, format: AssumptionFormat) -> Result<Option<String>, Failure> {
        let Some(machine) = &self.machine else { return Ok(None) };
        let mut text = Vec::new();
        match format {
            AssumptionFormat::Fsp => return machine.fsp().map(Some),
            AssumptionFormat::Aut => {
                // The unexplored part is not forbidden, as in FSP.
                let merged = (!machine.open.is_empty()).then(|| machine.with_open_merged().0.reachable().0);
                write_aut(merged.as_ref().unwrap_or(&machine.lts), AutStyle::Ltsa, &mut text)
                    .map_err(unwritable)?;
            }
            AssumptionFormat::Dot => {
                let sink = machine.sink.iter().map(|&s| (s, DotMark::Sink));
                let open = machine.open.iter().map(|&s| (s, DotMark::Open));
                let options = DotWriteOptions {
                    name: machine.name.clone(),
                    state_names: Some(machine.names.iter().cloned().map(Some).collect()),
                    parallel: ParallelEdges::Merged,
                    marks: sink.chain(open).collect(),
                };
                write_dot(&machine.lts, &options, &mut text).map_err(unwritable)?;
            }
        }
        Ok(Some(String::from_utf8_lossy(&text).into_owned()))
    }
}

fn unwritable(error: rely_formats::FormatError) -> Failure {
    Failure::input("E1008", error.message)
}
