//! Checking the premises of candidate guarantees on the actions that they see.
//!
//! # Problem
//! Given candidates for all guarantees, find a shortest word over Σ that violates a premise: a word that is
//! possible for Mi, that Gi excludes, and whose proper prefixes all guarantees have; or a word that all
//! guarantees have and P does not.
//!
//! # Method
//! Breadth-first search. The behavior of a part along a word is a position in its [`LazyProduct`], which is
//! kept from candidate to candidate; so a part is explored once, not in every round, and only along words
//! that are searched. Words that are at least as long as a known violation of another premise are skipped.
//!
//! # Invariants
//! 1. Points are visited in the order of the length of their words, so the first violation is a shortest one.
//! 2. Every prefix of the word of a point is one of all guarantees.
//!
//! # Cost
//! At most the product of the positions of the part and the states of the guarantees. In the worst case there
//! are exponentially many positions.
//!
//! # Departures
//! \[EGPS15\] model checks each premise on the components again in every round.

use rely_learn::{Dfa, Letter};
use rely_lts::{ActionId, Alphabet, Context, Lts, Spent, StateId, Ticker};
use rustc_hash::FxHashSet;

use crate::prove::circ::Speakers;
use crate::prove::lazy_product::{LazyProduct, Place, Seen};

/// The result of a search.
pub(super) struct Searched {
    /// A shortest word that violates the premise.
    pub(super) violation: Option<Vec<ActionId>>,
    /// Was every word searched? If so and there is no violation, the premise holds.
    pub(super) complete: bool,
    /// Points that were seen.
    pub(super) states: u64,
}

/// The machine that a premise is about, which moves together with the guarantees.
pub(super) enum Subject<'m, 'p> {
    /// A part, by its number.
    Part(usize, &'m mut LazyProduct<'p>),
    /// The property.
    Property(&'m Lts),
}

/// Where it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Where {
    Part(Place),
    Property(StateId),
}

/// Candidates.
pub(super) struct Candidates<'m> {
    pub(super) machines: &'m [Dfa],
    /// The guarantees that have an action.
    pub(super) speakers: &'m Speakers,
    /// What any word may have.
    pub(super) all: &'m Alphabet,
}

/// A state of every guarantee, and where the part or the property is.
type Point = (Vec<u32>, Where);

impl Candidates<'_> {
    /// A shortest word that violates a premise, if it has fewer letters than the bound.
    pub(super) fn violation(
        &self,
        mut subject: Subject<'_, '_>,
        bound: usize,
        ctx: Context<'_>,
    ) -> Result<Searched, Spent> {
        let own = match &subject {
            Subject::Part(i, _) => Some(*i),
            Subject::Property(_) => None,
        };
        let start = match &mut subject {
            Subject::Part(_, module) => {
                module.restart()?;
                Where::Part(module.place())
            }
            Subject::Property(lts) => Where::Property(lts.initial()),
        };
        let initial: Point = (self.machines.iter().map(Dfa::initial).collect(), start);
        let mut known: FxHashSet<Point> = FxHashSet::from_iter([initial.clone()]);
        // Points in the order in which they were met: with the one before, the action, and the length of the
        // word.
        let mut points = vec![(initial, 0, ActionId::TAU, 0)];
        let bytes = 2 * (self.machines.len() * 4 + 64);
        let mut ticker = Ticker::default();
        let mut at = 0;
        while at < points.len() {
            let ((states, place), _, _, length) = points[at].clone();
            if length + 1 >= bound {
                return Ok(Searched { violation: None, complete: false, states: points.len() as u64 });
            }
            for &action in self.all.ids() {
                ticker.tick(ctx.budget)?;
                let speakers = self.speakers.of(action);
                let after = |&(j, letter): &(usize, Letter)| self.machines[j].step(states[j], letter);
                let excludes =
                    |speaker: &&(usize, Letter)| !self.machines[speaker.0].is_accepting(after(speaker));
                let kept = !speakers.iter().any(|speaker| excludes(&speaker));
                let excluded = speakers.iter().filter(excludes).any(|&(j, _)| own == Some(j));
                if !kept && !excluded {
                    continue;
                }
                let Some((place, wrong)) = step(&mut subject, place, action, speakers)? else { continue };
                let violated = excluded || wrong;
                if violated {
                    let mut word = vec![action];
                    let mut back = at;
                    while back > 0 {
                        word.push(points[back].2);
                        back = points[back].1;
                    }
                    word.reverse();
                    let states = points.len() as u64;
                    return Ok(Searched { violation: Some(word), complete: true, states });
                }
                let mut next = states.clone();
                for speaker in speakers {
                    next[speaker.0] = after(speaker);
                }
                let point = (next, place);
                if known.insert(point.clone()) {
                    ctx.budget.check_states(points.len())?;
                    ctx.budget.check_memory(points.len() * bytes)?;
                    points.push((point, at, action, length + 1));
                }
            }
            at += 1;
        }
        Ok(Searched { violation: None, complete: true, states: points.len() as u64 })
    }
}

/// One action further: where the part or the property is then, and whether the property is violated; `None`
/// if it is not possible.
fn step(
    subject: &mut Subject<'_, '_>,
    place: Where,
    action: ActionId,
    speakers: &[(usize, Letter)],
) -> Result<Option<(Where, bool)>, Spent> {
    match (subject, place) {
        (Subject::Part(i, module), Where::Part(before)) => {
            let Some(&(_, letter)) = speakers.iter().find(|speaker| speaker.0 == *i) else {
                return Ok(Some((place, false)));
            };
            module.go_to(before);
            let seen = module.step(letter)?;
            Ok((seen != Seen::Impossible).then(|| (Where::Part(module.place()), false)))
        }
        (Subject::Property(lts), Where::Property(state)) => {
            let Some(label) = lts.alphabet().label(action) else { return Ok(Some((place, false))) };
            let after = lts.step(state, label)[0];
            Ok(Some((Where::Property(after), after.is_error())))
        }
        _ => unreachable!("a part is at a place, a property in a state"),
    }
}
