//! The teacher of one part: it answers all queries about the part and its goal.
//!
//! # Problem
//! For a part M with goal P and a set Γ of actions: does M violate P along a word over Γ? Does it in parallel
//! with an assumption over Γ? What does M do without its goal along a word?
//!
//! # Method
//! Two lazy products ([`LazyProduct`]), one with the goal and one without. Violating runs are kept: whatever
//! Γ becomes, an assumption that allows one of them is wrong, which is detected without a search.
//!
//! # Invariants
//! 1. Runs in `runs` violate the goal with their last step.
//!
//! # Cost
//! A membership query costs the letters that were not yet followed; an equivalence query at most the product
//! of M, P and the candidate. Both reuse everything explored before.
//!
//! # Departures
//! None: the teacher of \[CGP03\], with a memory of counterexamples.

use std::cell::RefCell;

use rely_learn::{Dfa, Equivalence, Letter, Membership, Stepper};
use rely_lts::{ActionId, Alphabet, Context, Spent};

use crate::prove::lazy_product::{LazyProduct, Seen, Wanted};
use crate::prove::problem::Problem;

/// A part with its goal.
pub(crate) struct PartTeacher<'p> {
    /// What the part knows.
    pub(crate) own: Alphabet,
    /// What the part and its goal know.
    pub(crate) knows: Alphabet,
    inner: RefCell<Inner<'p>>,
}

struct Inner<'p> {
    /// With the goal; its visible actions are the alphabet of the assumption.
    module: LazyProduct<'p>,
    /// Without it.
    plain: LazyProduct<'p>,
    /// The alphabet of the assumption.
    sigma: Alphabet,
    /// Runs that violate the goal, tau left out (I1).
    runs: Vec<Vec<ActionId>>,
    /// Those that were found last.
    found: Vec<Vec<ActionId>>,
    /// Pairs of the searches in parallel with an assumption: the most, and all together.
    most_pairs: u64,
    pairs: u64,
}

impl<'p> PartTeacher<'p> {
    /// Components and one of the properties.
    pub(crate) fn new(problem: &Problem, components: &[usize], property: usize, ctx: Context<'p>) -> Self {
        let goal = &problem.properties[property].lts;
        let own = problem.alphabet_of(components);
        let knows = Alphabet::union(&problem.actions, [&own, goal.alphabet()]);
        let inner = Inner {
            module: LazyProduct::new(problem, components, &[], Some(goal), ctx),
            plain: LazyProduct::new(problem, components, &[], None, ctx),
            sigma: knows.clone(),
            runs: Vec::new(),
            found: Vec::new(),
            most_pairs: 0,
            pairs: 0,
        };
        PartTeacher { own, knows, inner: RefCell::new(inner) }
    }

    /// From now on the assumption is over these actions.
    pub(crate) fn speak_of(&self, sigma: &Alphabet) {
        let inner = &mut *self.inner.borrow_mut();
        inner.module.speak_of(sigma);
        inner.sigma = sigma.clone();
    }

    /// The alphabet of the assumption.
    pub(crate) fn sigma(&self) -> Alphabet {
        self.inner.borrow().sigma.clone()
    }

    /// Product states that were expanded to answer, and the most that one search has seen.
    pub(crate) fn effort(&self) -> (u64, u64) {
        let inner = self.inner.borrow();
        (inner.module.expansions() + inner.plain.expansions() + inner.pairs, inner.most_pairs)
    }

    /// A run, tau left out, that looks like a prefix of the word and violates the goal with its last step.
    pub(crate) fn violating_run(&self, word: &[Letter]) -> Result<Option<Vec<ActionId>>, Spent> {
        Ok(self.inner.borrow_mut().module.run_along(word, true)?.map(visible))
    }

    /// A run of the part alone, tau left out, that looks like a word, as far as these actions go.
    pub(crate) fn run_like(
        &self,
        word: &[ActionId],
        sigma: &Alphabet,
    ) -> Result<Option<Vec<ActionId>>, Spent> {
        let plain = &mut self.inner.borrow_mut().plain;
        plain.speak_of(sigma);
        Ok(plain.run_along(&letters(word, sigma), false)?.map(visible))
    }

    /// The length of the shortest prefix of a word along which the goal is violated, if there is one.
    pub(crate) fn excluded_prefix(&self, word: &[Letter]) -> Result<Option<usize>, Spent> {
        let module = &mut self.inner.borrow_mut().module;
        let mut seen = module.restart()?;
        for (length, &letter) in word.iter().enumerate() {
            if seen == Seen::Violates {
                return Ok(Some(length));
            }
            seen = module.step(letter)?;
        }
        Ok((seen == Seen::Violates).then_some(word.len()))
    }

    /// The violating runs that were found last.
    pub(crate) fn found(&self) -> Vec<Vec<ActionId>> {
        self.inner.borrow().found.clone()
    }

    /// Looks for runs that the assumption allows and that violate the goal, at most this many.
    pub(crate) fn look_for_violations(&self, candidate: &Dfa, most: usize) -> Result<(), Spent> {
        let inner = &mut *self.inner.borrow_mut();
        let allowed = |run: &&Vec<ActionId>| candidate.accepts(&letters(run, &inner.sigma));
        inner.found = inner.runs.iter().filter(allowed).take(most).cloned().collect();
        if inner.found.is_empty() {
            let (runs, pairs) = inner.module.search_some_with(candidate, Wanted::Violation, most)?;
            inner.most_pairs = inner.most_pairs.max(pairs);
            inner.pairs += pairs;
            inner.found = runs.into_iter().map(visible).collect();
            inner.runs.extend_from_slice(&inner.found);
        }
        Ok(())
    }
}

/// Answers an active learner.
pub(crate) struct PartOracle<'t, 'p>(&'t PartTeacher<'p>);

impl<'t, 'p> PartOracle<'t, 'p> {
    pub(crate) fn new(teacher: &'t PartTeacher<'p>) -> Self {
        PartOracle(teacher)
    }
}

impl Membership for PartOracle<'_, '_> {
    fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        Ok(self.0.inner.borrow_mut().module.along(word)? != Seen::Violates)
    }

    fn stepper(&mut self) -> Option<&mut dyn Stepper> {
        Some(self)
    }
}

impl Stepper for PartOracle<'_, '_> {
    fn restart(&mut self) -> Result<bool, Spent> {
        Ok(self.0.inner.borrow_mut().module.restart()? != Seen::Violates)
    }

    fn step(&mut self, letter: Letter) -> Result<bool, Spent> {
        Ok(self.0.inner.borrow_mut().module.step(letter)? != Seen::Violates)
    }
}

impl Equivalence for PartOracle<'_, '_> {
    fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        self.0.look_for_violations(hypothesis, 1)?;
        Ok(self.0.found().first().map(|run| letters(run, &self.0.sigma())))
    }
}

/// The letters of a word: its actions in an alphabet, by their places.
pub(crate) fn letters(word: &[ActionId], sigma: &Alphabet) -> Vec<Letter> {
    let known = word.iter().filter(|action| !action.is_tau());
    known.filter_map(|&action| Some(sigma.label(action)?.raw() - 1)).collect()
}

/// A run without tau.
pub(crate) fn visible(mut run: Vec<ActionId>) -> Vec<ActionId> {
    run.retain(|action| !action.is_tau());
    run
}
