//! The smallest edit of a candidate that gives back what it lost.
//!
//! # Problem
//! Given a first loss t·a: the candidate does t, the baseline must go on to offer a after it, and the
//! candidate does not. Wanted: transitions, each of which, added to the candidate, gives t·a back; and for
//! each what else it does. C is the candidate, C' the candidate with the transition, U what the completed
//! component does: everything of C and everything that is required.
//!
//! # Method
//! One transition is needed, and one is enough: it is labeled a, leaves one of the states in which the
//! candidate may be after t, and leads to any state of the candidate or to a new one that has stopped. Every
//! one of these is applied, and C' is compared with U as deterministic machines, in two walks:
//!
//! - along the words of C': the first that is not one of U shows that the edit gives *more* than either
//!   version had;
//! - along the words that are required: where the candidate loses one, the finding (situation of the
//!   candidate, action) is noted, and the first word that goes through such a loss and is not a word of C'.
//!   The edit closes a finding that has none.
//!
//! Edits are ranked by: the finding is restored completely, not only its first loss; nothing beyond U; other
//! findings closed; how long it takes until something of the finding is still missing; an old state rather
//! than a new one; one that does by itself what it does rather than after internal steps; numbers of states.
//!
//! # Invariants
//! 1. Every edit that is returned was applied, and C' does t·a.
//! 2. The class of an edit is that of C', however the edit was found: [`EditClass::Exact`] iff C' and U have
//!    the same traces, [`EditClass::Within`] iff C' has fewer, [`EditClass::More`] with the shortest trace of
//!    C', least by name, that U does not have.
//!
//! # Cost
//! For every transition one subset construction of C' and two walks, each at most |required| · |C| · |C'| in
//! deterministic states and usually about the largest of them. The number of transitions is |T| · (n + 1),
//! with T the states after t and n all of them; after [`MOST_STEPS`] steps the rest is left unchecked, and
//! counted. Targets are tried first where the candidate was seen while the baseline was where the loss would
//! have led it.
//!
//! # Departures
//! \[CSS04\] leaves edits to the future (section 5.4). One might think that the target must already do, in C,
//! what is required after t·a; that leaves out loops: the transition may be used again. So nothing is left
//! out for such a reason, only put later.

mod check;

use rely_lts::determinize::{Determinized, ErrorRule, determinize};
use rely_lts::minimize::{Equivalence, partition};
use rely_lts::{
    ActionId, Alphabet, ClassId, Context, Label, Lts, Propositions, RowBuilder, Spent, StateId, StateMap,
    Ticker, Trace,
};
use rustc_hash::FxHashSet;

use crate::findings::{Finding, canonical};
use crate::kripke::read_letter;
use crate::versions::Versions;

/// A transition that is added to the candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Where it leaves: a state of the candidate.
    pub from: StateId,
    /// Its action, which the candidate may not have known.
    pub action: ActionId,
    /// Where it leads; `None` is a new state that has stopped.
    pub to: Option<StateId>,
    /// What the candidate then does.
    pub class: EditClass,
    /// Is everything given back that was lost in this situation by this action, not only the first loss?
    pub restores: bool,
    /// How many other findings are closed as well.
    pub closes: usize,
    /// If not everything is given back: the shortest trace, least by name, that goes on from such a loss and
    /// is still missing.
    pub still_missing: Option<Trace>,
    /// What it does to the system, if anybody looked.
    pub safety: Safety,
}

/// What a candidate with an edit does, compared with the completed component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditClass {
    /// The same.
    Exact,
    /// A part of it.
    Within,
    /// Something that neither version did; the shortest.
    More(Trace),
}

impl EditClass {
    fn rank(&self) -> usize {
        match self {
            EditClass::Exact => 0,
            EditClass::Within => 1,
            EditClass::More(_) => 2,
        }
    }
}

/// Whether the system with the edited candidate keeps its properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Safety {
    /// It was not checked, or could not be decided.
    Unknown,
    /// It does.
    Keeps,
    /// It does not: such an edit is shown and never recommended.
    Breaks(Trace),
}

/// The edits for one finding, best first.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Edits {
    /// Those that were applied and checked.
    pub edits: Vec<Edit>,
    /// How many were not checked, because it would have taken too long.
    pub unchecked: usize,
}

impl Edits {
    /// Do all of them add something that neither version did? The state is entered by other traces as well,
    /// and the transition should be given to a copy that is entered by the lost trace only; or from where the
    /// transition leads, the candidate goes on as only the new version did, and no copy helps:
    /// see [`EditFinder::fits_copy`].
    pub fn needs_split(&self) -> bool {
        self.unchecked == 0
            && !self.edits.is_empty()
            && self.edits.iter().all(|e| matches!(e.class, EditClass::More(_)))
    }

    /// The best edit that either restores the finding or adds nothing else, and with which the system is
    /// known to keep its properties. If none is known, the best one, unless a better one is known to
    /// break the system: then those that were not tried may do so as well.
    pub fn recommended(&self) -> Option<&Edit> {
        let mut unbroken = self.edits.iter().take_while(|edit| !matches!(edit.safety, Safety::Breaks(_)));
        let fine = |edit: &&Edit| edit.is_fine();
        let kept = self.edits.iter().filter(fine).find(|edit| edit.safety == Safety::Keeps);
        kept.or_else(|| unbroken.find(fine))
    }

    /// Asks of the best edits, one after the other, whether the system with the edited candidate keeps its
    /// properties, until it does with one that may be recommended, or `most` were asked about. The order
    /// stays.
    ///
    /// # Errors
    /// Those of the judge.
    pub fn judge<E>(
        &mut self,
        candidate: &Lts,
        most: usize,
        mut judge: impl FnMut(&Lts) -> Result<Safety, E>,
    ) -> Result<(), E> {
        for edit in self.edits.iter_mut().take(most) {
            edit.safety = judge(&apply(candidate, edit))?;
            if edit.safety == Safety::Keeps && edit.is_fine() {
                break;
            }
        }
        Ok(())
    }
}

impl Edit {
    /// Does it restore the finding completely, or at least add nothing else?
    fn is_fine(&self) -> bool {
        self.restores || !matches!(self.class, EditClass::More(_))
    }
}

/// The candidate with an edit. Its states keep their numbers; a new one comes last. END is no longer END
/// where something follows it.
///
/// # Panics
/// If the edit names a state that the candidate does not have.
pub fn apply(candidate: &Lts, edit: &Edit) -> Lts {
    with_transition(candidate, edit.from, edit.action, edit.to)
}

fn with_transition(lts: &Lts, from: StateId, action: ActionId, to: Option<StateId>) -> Lts {
    assert!(from.index() < lts.n_states(), "the edit is one of this candidate");
    let ids = lts.alphabet().ids();
    let alphabet = Alphabet::new(lts.actions(), ids.iter().copied().chain([action]).collect::<Vec<_>>());
    let label_of = |action| alphabet.label(action).expect("the alphabet has all actions");
    let labels: Vec<Label> = [Label::TAU].into_iter().chain(ids.iter().map(|&a| label_of(a))).collect();
    let added = (label_of(action), to.unwrap_or(StateId::at(lts.n_states())));
    let mut rows = RowBuilder::new(alphabet.clone());
    let mut row = Vec::new();
    for state in lts.states() {
        row.clear();
        row.extend(lts.successors(state).map(|(label, target)| (labels[label.index()], target)));
        row.extend((state == from).then_some(added));
        rows.push_state(&mut row).expect("one more transition fits");
    }
    if to.is_none() {
        rows.push_state(&mut []).expect("one more state fits");
    }
    let edited = rows.finish(lts.initial(), lts.end().filter(|&end| end != from));
    let Some(old) = lts.propositions() else { return edited };
    let mut propositions = Propositions::new(old.names().to_vec(), edited.n_states());
    for state in lts.states() {
        (0..old.names().len()).for_each(|p| propositions.set(state, p, old.holds(state, p)));
    }
    edited.with_propositions(propositions).expect("there is one set per state")
}

/// Steps, in states of deterministic machines that are built or visited, after which the rest is left
/// unchecked.
pub const MOST_STEPS: usize = 1 << 22;

/// The edits that restore a first loss, best first. There are none for a finding that is not a first loss: a
/// candidate that may fail, or that begins with other propositions, is not repaired by a transition. Where
/// propositions are observed, a transition can only lead to a state that has those of the lost letter.
///
/// ```
/// # use rely_evolve::Versions;
/// # use rely_lts::{Actions, Context};
/// # use rely_testkit::text::read;
/// # let actions = Actions::new();
/// # let [old, new] = ["0 open 1; 1 read 0; 1 write 0", "0 open 1; 1 read 0"].map(|text| read(&actions, text));
/// # let (ctx, interface) = (Context::unlimited(), old.alphabet().clone());
/// # let versions = Versions::new(old.into(), new.into(), Vec::new(), interface)?;
/// use rely_evolve::{EditClass, apply, edits, lost};
/// // The candidate no longer writes.
/// let finding = &lost(&versions, ctx)?[0];
/// let found = edits(&versions, finding, ctx)?;
/// let best = found.recommended().expect("one transition is enough");
/// assert_eq!((best.from.raw(), best.to.map(|to| to.raw())), (1, Some(0)));
/// assert_eq!(best.class, EditClass::Exact);
/// assert_eq!(apply(versions.candidate(), best).n_transitions(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn edits(versions: &Versions, finding: &Finding, ctx: Context<'_>) -> Result<Edits, Spent> {
    EditFinder::new(versions, ctx)?.map_or(Ok(Edits::default()), |finder| finder.edits(finding, ctx))
}

/// What the edits for all findings of two versions have in common.
#[derive(Debug)]
pub struct EditFinder<'a> {
    versions: &'a Versions,
    /// What is required: deterministic and minimal.
    required: Lts,
    /// What the candidate offers, with its own states.
    offered: Lts,
    /// The same, deterministic.
    known: Determinized,
    /// Situations: which deterministic states do the same.
    situations: StateMap<ClassId>,
}

impl<'a> EditFinder<'a> {
    /// `None` if nothing is required.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn new(versions: &'a Versions, ctx: Context<'_>) -> Result<Option<Self>, Spent> {
        let Some(required) = versions.required(ctx)? else { return Ok(None) };
        let required = canonical(&required, ctx)?;
        let offered = versions.offered();
        let known = determinize(&offered, ErrorRule::Plain, ctx)?;
        let situations = partition(&known.lts, Equivalence::Strong, ctx)?;
        Ok(Some(EditFinder { versions, required, offered, known, situations }))
    }

    /// The edits for one finding.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn edits(&self, finding: &Finding, ctx: Context<'_>) -> Result<Edits, Spent> {
        let mut edits = Edits::default();
        let Some((stuck, label)) = self.first_loss(finding) else { return Ok(edits) };
        let sources = &self.known.members[stuck.index()];
        let targets = self.targets(stuck, label, ctx)?;
        let mut steps = 0;
        for (from, to) in targets.iter().flat_map(|&to| sources.iter().map(move |&from| (from, to))) {
            if steps > MOST_STEPS {
                break;
            }
            edits.edits.extend(self.checked(from, label, to, self.situations[stuck], &mut steps, ctx)?);
        }
        edits.unchecked = targets.len() * sources.len() - edits.edits.len();
        edits.edits.sort_by_key(|edit| {
            let back = edit.still_missing.as_ref().map_or(usize::MAX, Trace::len);
            let worse = (!edit.restores, edit.class.rank(), usize::MAX - edit.closes, usize::MAX - back);
            let moves_on = edit.to.is_some_and(|to| !self.offered.step(to, Label::TAU).is_empty());
            (worse, edit.to.is_none(), moves_on, edit.from, edit.to)
        });
        Ok(edits)
    }

    /// Would an edit add nothing to what either version did, were it made on a copy of the state that is
    /// entered by the trace of the finding only? Then what follows is what the candidate does from where the
    /// transition leads, and all of that must be required there.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn fits_copy(&self, finding: &Finding, edit: &Edit, ctx: Context<'_>) -> Result<bool, Spent> {
        let label = |&letter| self.versions.letters().label(letter);
        let Some(word) = finding.trace.actions.iter().map(label).collect::<Option<Vec<Label>>>() else {
            return Ok(false);
        };
        let follow =
            word.iter().try_fold(self.required.initial(), |state, &label| step(&self.required, state, label));
        let (Some(after), Some(to)) = (follow, edit.to) else { return Ok(follow.is_some()) };
        let mut rows = RowBuilder::new(self.offered.alphabet().clone());
        let mut row = Vec::new();
        for state in self.offered.states() {
            row.clear();
            row.extend(self.offered.successors(state));
            rows.push_state(&mut row).expect("there are no more transitions than before");
        }
        let on = determinize(&rows.finish(to, None), ErrorRule::Plain, ctx)?.lts;
        let mut pairs = vec![(on.initial(), after)];
        let mut seen: FxHashSet<(StateId, StateId)> = pairs.iter().copied().collect();
        let mut ticker = Ticker::default();
        while let Some((m, r)) = pairs.pop() {
            ctx.budget.check_memory((pairs.capacity() + 2 * seen.capacity()) * 8)?;
            for (label, m2) in on.successors(m) {
                ticker.tick(ctx.budget)?;
                let Some(r2) = step(&self.required, r, label) else { return Ok(false) };
                if seen.insert((m2, r2)) {
                    pairs.push((m2, r2));
                }
            }
        }
        Ok(true)
    }

    /// The deterministic state in which the candidate is stuck, and the label it has not.
    fn first_loss(&self, finding: &Finding) -> Option<(StateId, Label)> {
        let label = |&letter| self.versions.letters().label(letter);
        let word: Vec<Label> = finding.trace.actions.iter().map(label).collect::<Option<_>>()?;
        let (&last, common) = word.split_last()?;
        let follow = |lts: &Lts, word: &[Label]| {
            word.iter().try_fold(lts.initial(), |state, &label| step(lts, state, label))
        };
        follow(&self.required, &word)?;
        let stuck = follow(&self.known.lts, common)?;
        let is_first = self.versions.is_first_letter(self.versions.letters().action(last));
        (!is_first && step(&self.known.lts, stuck, last).is_none()).then_some((stuck, last))
    }

    /// All targets, a new state last. First those in which the candidate may be while the baseline is where
    /// it goes by this loss.
    fn targets(&self, stuck: StateId, label: Label, ctx: Context<'_>) -> Result<Vec<Option<StateId>>, Spent> {
        let situation = self.situations[stuck];
        let mut pairs = vec![(self.required.initial(), self.known.lts.initial())];
        let mut seen: FxHashSet<(StateId, StateId)> = pairs.iter().copied().collect();
        let mut needed = FxHashSet::default();
        let mut ticker = Ticker::default();
        let mut next = 0;
        while let Some(&(r, c)) = pairs.get(next) {
            next += 1;
            ctx.budget.check_memory((pairs.capacity() + 2 * seen.capacity()) * 8)?;
            for (l, r2) in self.required.successors(r) {
                ticker.tick(ctx.budget)?;
                match step(&self.known.lts, c, l) {
                    Some(c2) if seen.insert((r2, c2)) => pairs.push((r2, c2)),
                    Some(_) => {}
                    None if self.situations[c] == situation && l == label => {
                        needed.insert(r2);
                    }
                    None => {}
                }
            }
        }
        let mut met = StateMap::filled(false, self.offered.n_states());
        for &(_, c) in pairs.iter().filter(|(r, _)| needed.contains(r)) {
            self.known.members[c.index()].iter().for_each(|&s| met[s] = true);
        }
        let states = self.versions.candidate().states();
        let (first, rest): (Vec<StateId>, Vec<StateId>) =
            states.filter(|&s| self.fits(label, Some(s))).partition(|&s| met[s]);
        let new = self.fits(label, None).then_some(None);
        Ok(first.into_iter().chain(rest).map(Some).chain(new).collect())
    }

    /// Has the state, or a new one, the propositions that a letter tells?
    fn fits(&self, label: Label, state: Option<StateId>) -> bool {
        if self.versions.observed().is_empty() {
            return true;
        }
        let name = self.versions.letters().name(label);
        let told =
            read_letter(&name).expect("where propositions are observed there are letters").propositions;
        let held = self.versions.candidate().propositions().zip(state);
        let is_held = |name: &str| {
            held.is_some_and(|(all, state)| {
                all.names().iter().position(|own| **own == *name).is_some_and(|p| all.holds(state, p))
            })
        };
        self.versions.observed().iter().all(|name| told.iter().any(|t| **t == **name) == is_held(name))
    }
}

/// The one target of a label in a deterministic LTS.
fn step(lts: &Lts, state: StateId, label: Label) -> Option<StateId> {
    lts.step(state, label).first().copied()
}
