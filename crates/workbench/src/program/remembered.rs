//! Components of programs that begin with the predicates of their last version.
//!
//! What the store supplies is only a beginning: every step of every class is decided anew. If it does not
//! lead to an exact component within the questions that it took to find it, or has no meaning any more, it
//! is put aside, and the component is made as if nothing were known.

use rely_code::component::KeptPredicate;
use rely_io::Control;
use rely_io::store::{CodeName, StoredPredicates};
use rely_lts::Actions;
use rely_report::Failure;

use super::component::{CodeComponent, CodeModel, ComponentName, Undecided, code_model};

/// Whatever a store says, no more questions per block than these are asked because of it.
const MOST_PER_BLOCK: u64 = 2_000;

/// What was known of a component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Recalled {
    /// Predicates that it began with.
    pub predicates: usize,
    /// The questions that it once took to find them.
    pub queries: u64,
}

impl CodeModel {
    fn code_name(&self) -> CodeName<'_> {
        let (entry, mapping) = &self.identity;
        CodeName { file: &self.file, entry: entry.as_deref(), mapping }
    }

    /// Begins with the predicates of the last version, if there are any.
    pub fn recall(&mut self, control: &Control) -> Recalled {
        let Some(memory) = control.code_memory() else { return Recalled::default() };
        let Some(StoredPredicates { queries, predicates }) = memory.predicates(self.code_name()) else {
            return Recalled::default();
        };
        let kept: Vec<KeptPredicate> =
            predicates.into_iter().map(|(place, line)| KeptPredicate { place, line }).collect();
        let most = MOST_PER_BLOCK * self.abstraction.blocks().edges.len() as u64;
        Recalled { predicates: self.abstraction.seed(&kept), queries: queries.min(most) }
    }

    /// Begins without predicates of earlier versions.
    pub fn forget(&mut self) {
        self.abstraction.seed(&[]);
    }

    /// Keeps its predicates for the next version.
    pub fn keep(&self, recalled: Recalled, control: &Control) {
        let Some(memory) = control.code_memory() else { return };
        let kept = self.abstraction.kept().into_iter().map(|KeptPredicate { place, line }| (place, line));
        let queries = self.abstraction.counts().queries.max(recalled.queries);
        memory.keep(self.code_name(), &StoredPredicates { queries, predicates: kept.collect() });
    }
}

/// Questions to the solver for an exact component, per block, where an abstraction may take its place.
const EXACT: u64 = 1_000;

/// Small components may ask this many questions.
const EXACT_AT_LEAST: u64 = 5_000;

/// Units of work of the engines for the checks inside of a component, all together.
const CHECKS: u64 = 500_000;

/// A component for a comparison.
pub(crate) enum Comparable {
    /// With exactly the behavior of the code.
    Exact(Box<CodeComponent>),
    /// There is none, or it would take too long: why.
    Abstract(Box<CodeModel>, String),
}

impl Comparable {
    /// What a reader should know.
    pub fn notes(&mut self) -> &mut Vec<String> {
        match self {
            Comparable::Exact(component) => &mut component.notes,
            Comparable::Abstract(model, _) => &mut model.notes,
        }
    }
}

/// A component for a comparison: exact, if it can be made so.
///
/// # Errors
/// If the program or its mapping is wrong, something is not modeled, or the budget is spent.
pub(crate) fn comparable(
    name: &ComponentName,
    actions: &Actions,
    control: &Control,
) -> Result<Comparable, Failure> {
    let mut model = code_model(name, Undecided::Possible(CHECKS), control)?;
    let blocks = model.abstraction.blocks().edges.len() as u64;
    match exact(&mut model, actions, EXACT_AT_LEAST.max(EXACT * blocks), control)? {
        Ok(component) => Ok(Comparable::Exact(Box::new(component))),
        Err(why) => {
            model.abstraction.reset();
            Ok(Comparable::Abstract(Box::new(model), why))
        }
    }
}

/// The component with exactly the behavior of the code, as by [`CodeModel::exact`], from what is known of
/// its last version.
///
/// # Errors
/// If the budget is spent, or there are too many states.
pub(crate) fn exact(
    model: &mut CodeModel,
    actions: &Actions,
    limit: u64,
    control: &Control,
) -> Result<Result<CodeComponent, String>, Failure> {
    let Some(memory) = control.code_memory() else { return model.exact(actions, limit, control) };
    let before = model.abstraction.counts().queries;
    let recalled = model.recall(control);
    let mut found = None;
    if recalled.predicates > 0 {
        // Whatever goes wrong here need not go wrong without them.
        found = model.exact(actions, recalled.queries.min(limit), control).ok().and_then(Result::ok);
        if found.is_none() {
            model.forget();
        }
    }
    let is_helped = found.is_some();
    let found = match found {
        Some(component) => Ok(Ok(component)),
        None => model.exact(actions, limit, control),
    };
    let asked = model.abstraction.counts().queries - before;
    memory.count(asked, if is_helped { recalled.predicates as u64 } else { 0 });
    if let Ok(Ok(_)) = &found {
        model.keep(if is_helped { recalled } else { Recalled::default() }, control);
    }
    found
}
