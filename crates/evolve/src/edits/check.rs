//! What a candidate with one more transition does: two walks that compare it with both versions.
//!
//! The method, its invariants and its cost are those of [edits](super).

use std::collections::VecDeque;

use rely_lts::determinize::{ErrorRule, determinize};
use rely_lts::{ActionId, Budget, ClassId, Context, Label, Lts, Spent, StateId, Ticker, Trace};
use rustc_hash::FxHashMap;

use super::{Edit, EditClass, EditFinder, Safety, step, with_transition};

/// A deterministic state of the candidate, or the finding through which it was left.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum At {
    Common(StateId),
    Lost(usize),
}

impl EditFinder<'_> {
    /// The edit with its class, from the candidate with it; `None` if that takes too long.
    pub(super) fn checked(
        &self,
        from: StateId,
        label: Label,
        to: Option<StateId>,
        situation: ClassId,
        steps: &mut usize,
        ctx: Context<'_>,
    ) -> Result<Option<Edit>, Spent> {
        let letter = self.versions.letters().action(label);
        let edited = with_transition(&self.offered, from, letter, to);
        // Sets may be many where there were few: such an edit is not worth the time.
        let most = 16 * (self.known.lts.n_states() + self.required.n_states()) as u64 + 4096;
        let limit = ctx.budget.states.map_or(most, |states| states.min(most));
        let budget = Budget { states: Some(limit), ..ctx.budget.clone() };
        let edited = match determinize(&edited, ErrorRule::Plain, Context { budget: &budget, ..ctx }) {
            Ok(edited) => edited.lts,
            Err(Spent::States(_)) => {
                *steps += usize::try_from(limit).unwrap_or(usize::MAX);
                return Ok(None);
            }
            Err(spent) => return Err(spent),
        };
        *steps += edited.n_states() + edited.n_transitions();
        let own = (situation, label);
        let missing = self.still_missing(&edited, steps, ctx)?;
        let class = match self.beyond(&edited, steps, ctx)? {
            Some(trace) => EditClass::More(trace),
            None if missing.values().all(Option::is_none) => EditClass::Exact,
            None => EditClass::Within,
        };
        let still_missing = missing.get(&own).cloned().flatten();
        Ok(Some(Edit {
            from,
            // A letter that only tells propositions is an internal step that changes them.
            action: self.versions.action_of(letter).unwrap_or(ActionId::TAU),
            to,
            class,
            restores: still_missing.is_none(),
            closes: missing.iter().filter(|&(key, word)| word.is_none() && *key != own).count(),
            still_missing,
            safety: Safety::Unknown,
        }))
    }

    /// Every finding, and the first of the words that go through it and are not words of the edited
    /// candidate.
    fn still_missing(
        &self,
        edited: &Lts,
        steps: &mut usize,
        ctx: Context<'_>,
    ) -> Result<FxHashMap<(ClassId, Label), Option<Trace>>, Spent> {
        let mut number: FxHashMap<(ClassId, Label), usize> = FxHashMap::default();
        let mut missing: Vec<Option<Trace>> = Vec::new();
        let start = (self.required.initial(), At::Common(self.known.lts.initial()), edited.initial());
        // How every triple was first met: from which, by which label.
        let mut first: FxHashMap<_, Option<(_, Label)>> = FxHashMap::from_iter([(start, None)]);
        let mut waiting = VecDeque::from([start]);
        let mut ticker = Ticker::default();
        while let Some(triple) = waiting.pop_front() {
            let (r, at, m) = triple;
            *steps += 1;
            ctx.budget.check_memory(waiting.capacity() * 24 + 2 * first.capacity() * 56)?;
            for (label, r2) in self.required.successors(r) {
                ticker.tick(ctx.budget)?;
                let m2 = step(edited, m, label);
                let at2 = match at {
                    At::Lost(finding) => At::Lost(finding),
                    At::Common(c) => match step(&self.known.lts, c, label) {
                        Some(c2) => At::Common(c2),
                        None => At::Lost(*number.entry((self.situations[c], label)).or_insert_with(|| {
                            missing.push(None);
                            missing.len() - 1
                        })),
                    },
                };
                match (at2, m2) {
                    (At::Lost(finding), _) if missing[finding].is_some() => {}
                    (At::Lost(finding), None) => {
                        missing[finding] = Some(word(&first, triple, label, edited));
                    }
                    (_, Some(m2)) => {
                        first.entry((r2, at2, m2)).or_insert_with(|| {
                            waiting.push_back((r2, at2, m2));
                            Some((triple, label))
                        });
                    }
                    (At::Common(_), None) => unreachable!("an edit takes no word away"),
                }
            }
        }
        Ok(number.into_iter().map(|(key, finding)| (key, missing[finding].take())).collect())
    }

    /// The shortest word of the edited candidate, least by name, that neither the candidate does nor is
    /// required.
    fn beyond(&self, edited: &Lts, steps: &mut usize, ctx: Context<'_>) -> Result<Option<Trace>, Spent> {
        type Triple = (StateId, Option<StateId>, Option<StateId>);
        let start: Triple = (edited.initial(), Some(self.known.lts.initial()), Some(self.required.initial()));
        // How every triple was first met: from which, by which label.
        let mut first: FxHashMap<Triple, Option<(Triple, Label)>> = FxHashMap::from_iter([(start, None)]);
        let mut waiting = VecDeque::from([start]);
        let mut ticker = Ticker::default();
        while let Some(triple) = waiting.pop_front() {
            let (m, c, r) = triple;
            *steps += 1;
            ctx.budget.check_memory(waiting.capacity() * 24 + 2 * first.capacity() * 56)?;
            for (label, m2) in edited.successors(m) {
                ticker.tick(ctx.budget)?;
                let c2 = c.and_then(|c| step(&self.known.lts, c, label));
                let r2 = r.and_then(|r| step(&self.required, r, label));
                if c2.is_none() && r2.is_none() {
                    return Ok(Some(word(&first, triple, label, edited)));
                }
                let next = (m2, c2, r2);
                first.entry(next).or_insert_with(|| {
                    waiting.push_back(next);
                    Some((triple, label))
                });
            }
        }
        Ok(None)
    }
}

/// The word by which a triple was first met, and one more label.
fn word<T: Copy + Eq + std::hash::Hash>(
    first: &FxHashMap<T, Option<(T, Label)>>,
    mut at: T,
    last: Label,
    lts: &Lts,
) -> Trace {
    let mut labels = vec![last];
    while let Some((before, label)) = first[&at] {
        labels.push(label);
        at = before;
    }
    labels.iter().rev().map(|&label| lts.alphabet().action(label)).collect()
}
