//! What a composition of components can do, by definition.
//!
//! # Problem
//! Given components in parallel and a priority, which transitions does a vector have?
//!
//! # Method
//! A visible label is enabled if every component that has it in its alphabet has a transition with it; these
//! components then move together, each along any one of its transitions. tau is enabled in a component that
//! has a transition with it; that component moves alone. If a label that is not low is enabled, the low ones
//! are dropped. A joint transition in which some component moves to ERROR leads to the ERROR of the system,
//! which has no transitions.
//!
//! In the premise of a rule a component may have a *trap*: where it would refuse an action of its alphabet it
//! goes to this state, and from there nowhere else. And a state may stand for ERROR, so that the system does
//! not stop.
//!
//! A state has terminated (END) if it has no transitions, at least one component has an END, every one that
//! has is in it, and the alphabets of those that have include those of the others.
//!
//! # Invariants
//! 1. The offers of a part are sorted by (state, is the label led by another, label), one for each label;
//!    that of its trap, if any, is after all.
//! 2. `names` is sorted after `tau`; `sharers` are ascending; a visible label has at least one sharer. The
//!    first one *leads* it; tau is led by each component.
//! 3. Components with a trap come last. So a label is offered by its leader, or nobody can refuse it.
//!
//! # Cost
//! Tables: linear in the components, but for sorting. A vector: one step for each component, and for
//! each label that is offered by its leader the number of components that share it, times the logarithm of
//! the offers of a state (of the component, if it has far more states than transitions).
//!
//! # Departures
//! The reference tool does not take an END that is also the initial state as one; here it is.

use crate::check::{Checked, Facts};
pub(crate) use crate::component::{check_component, check_sorted, is_ascending, is_deterministic};
use crate::document::{ComponentDoc, ERROR, PriorityDoc, TauDoc};
use crate::part::{Offer, Part};

/// ERROR as a target in the tables: no component has so many states.
pub(crate) const ERROR_STATE: u32 = u32::MAX;

/// The label of tau.
pub(crate) const TAU: u32 = 0;

/// The components of a system, ready to be asked for the transitions of vectors.
pub(crate) struct Product<'a> {
    /// The labels of the system; [`TAU`] first.
    names: Vec<&'a str>,
    /// For each label the components whose alphabet contains it.
    sharers: Vec<Vec<u32>>,
    /// The visible labels that nobody can refuse.
    free: Vec<u32>,
    /// For each label: does it give way? `None` if none does.
    low: Option<Vec<bool>>,
    pub(crate) parts: Vec<Part>,
    /// The components that may offer labels they lead, and have no trap, each with the last component that
    /// shares one of these labels; ascending by that.
    leaders: Vec<(u32, u32)>,
    /// Do the alphabets allow the system to terminate?
    pub(crate) may_terminate: bool,
}

/// A component as it takes part in a product.
pub(crate) struct Member<'a> {
    pub(crate) component: &'a ComponentDoc,
    /// The state that stands for ERROR, if one does.
    pub(crate) error: Option<u32>,
    /// Its trap.
    pub(crate) trap: Option<u32>,
}

/// The enabled labels of a vector.
#[derive(Default)]
pub(crate) struct Moves {
    pub(crate) list: Vec<Move>,
    choices: Vec<Choice>,
    /// After each leader, how many moves there were.
    ends: Vec<usize>,
    vector: Vec<u32>,
}

/// An enabled label, with its range of choices: one for each component that takes part.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) label: u32,
    start: u32,
    end: u32,
    /// Is there one target, which is not ERROR?
    is_one: bool,
}

/// What a component can do in a move: its targets, the one that is chosen, and where it is.
#[derive(Clone, Copy)]
struct Choice {
    part: u32,
    start: u32,
    end: u32,
    enters_error: bool,
    at: u32,
    to: u32,
}

/// A vector that a move leads to: that from which it starts, with the states that are chosen.
#[derive(Clone, Copy)]
pub(crate) struct Target<'m> {
    from: &'m [u32],
    choices: &'m [Choice],
}

impl Target<'_> {
    /// The components that take part, with their states.
    pub(crate) fn moved(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.choices.iter().map(|choice| (choice.part as usize, choice.to))
    }

    /// Writes all states.
    pub(crate) fn write(&self, vector: &mut Vec<u32>) {
        vector.clear();
        vector.extend_from_slice(self.from);
        self.moved().for_each(|(part, state)| vector[part] = state);
    }

    pub(crate) fn vector(&self) -> Vec<u32> {
        let mut vector = Vec::new();
        self.write(&mut vector);
        vector
    }
}

impl Moves {
    /// The label of the move at a position.
    pub(crate) fn label(&self, at: usize) -> u32 {
        self.list[at].label
    }

    /// The components that take part in the move at a position, in order.
    pub(crate) fn movers(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let Move { start, end, .. } = self.list[at];
        self.choices[start as usize..end as usize].iter().map(|choice| choice.part as usize)
    }

    /// The components that can enter ERROR by the move at a position, in order.
    pub(crate) fn errors(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let Move { start, end, is_one, .. } = self.list[at];
        let end = if is_one { start } else { end };
        let enters = self.choices[start as usize..end as usize].iter().filter(|choice| choice.enters_error);
        enters.map(|choice| choice.part as usize)
    }

    /// Adds a component to the move that is being made, if it has an offer; has it one target?
    #[inline]
    fn choose(&mut self, i: u32, offer: Option<&Offer>) -> Option<bool> {
        let &Offer { start, end, enters_error, to, is_one, .. } = offer?;
        self.choices.push(Choice { part: i, start, end, enters_error, at: start, to });
        Some(is_one)
    }
}

/// Elementary steps that may still be done, and what was counted.
pub(crate) struct Work {
    pub(crate) left: u64,
    pub(crate) facts: Facts,
}

/// No steps are left.
pub(crate) struct TooMuch;

impl Work {
    pub(crate) fn new(steps: u64) -> Self {
        Work { left: steps, facts: Facts::default() }
    }

    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), TooMuch> {
        self.left = self.left.checked_sub(steps as u64).ok_or(TooMuch)?;
        Ok(())
    }

    /// Pays for memory: with the usual limit it ends at about 1 GiB.
    pub(crate) fn store(&mut self, bytes: usize) -> Result<(), TooMuch> {
        self.spend(bytes.saturating_mul(8))
    }
}

impl From<TooMuch> for String {
    fn from(_: TooMuch) -> String {
        "checking it takes too many steps".into()
    }
}

impl<'a> Product<'a> {
    /// Makes the tables.
    ///
    /// # Errors
    /// Says which component is not well formed, and why.
    pub(crate) fn new(components: &'a [ComponentDoc], priority: Option<&PriorityDoc>) -> Checked<Self> {
        reject_if!(components.is_empty(), "the system has no components");
        for component in components {
            check_component(component).map_err(|reason| format!("component {}: {reason}", component.name))?;
        }
        let plain = |component| Member { component, error: None, trap: None };
        Self::of(&components.iter().map(plain).collect::<Vec<_>>(), priority)
    }

    /// The same for components that are known to be well formed, those with a trap last.
    pub(crate) fn of(members: &[Member<'a>], priority: Option<&PriorityDoc>) -> Checked<Self> {
        let mut names: Vec<&str> =
            members.iter().flat_map(|m| &m.component.alphabet).map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        u32::try_from(names.len() + 1).map_err(|_| "too many labels")?;
        u32::try_from(members.len()).map_err(|_| "too many components")?;
        names.insert(0, "tau");
        let mut sharers = vec![Vec::new(); names.len()];
        let mut parts = Vec::new();
        for (i, &Member { component, error, trap }) in members.iter().enumerate() {
            let mut label_of = vec![TAU];
            for name in &component.alphabet {
                let label = find(&names, name).expect("the names are those of all alphabets");
                sharers[label as usize].push(i as u32);
                label_of.push(label);
            }
            let state = |to| if to == ERROR { error.unwrap_or(ERROR_STATE) } else { to as u32 };
            let leads = |label: u32| sharers[label as usize].first().is_none_or(|&first| first == i as u32);
            let numbered = component.transitions.iter().map(|&(from, k, to)| {
                let label = label_of[k as usize];
                (from, !leads(label), label, state(to))
            });
            let steps: Vec<_> = numbered.collect();
            u32::try_from(steps.len() + 1).map_err(|_| "too many transitions")?;
            parts.push(Part::new(component, steps, trap));
        }
        debug_assert!(parts.is_sorted_by_key(|part| part.has_trap), "I3");
        let leads = |part: &Part| !part.has_trap && part.offers.iter().any(|offer| !offer.is_led_by_another);
        let mut leaders: Vec<(u32, u32)> =
            (0..).zip(&parts).filter(|(_, part)| leads(part)).map(|(i, _)| (i, i)).collect();
        for (leader, last) in &mut leaders {
            let led = sharers.iter().filter(|sharers| sharers.first() == Some(leader));
            *last = led.filter_map(|sharers| sharers.last().copied()).fold(*leader, u32::max);
        }
        leaders.sort_unstable_by_key(|&(leader, last)| (last, leader));
        let is_free = |label: &u32| parts[sharers[*label as usize][0] as usize].has_trap;
        let free = (1..names.len() as u32).filter(is_free).collect();
        let mut low = vec![false; names.len()];
        if let Some(priority) = priority {
            check_sorted(&priority.low).map_err(|reason| format!("low labels: {reason}"))?;
            low[TAU as usize] = priority.tau == TauDoc::Low;
            for name in &priority.low {
                let label = find(&names, name).filter(|&label| label != TAU);
                low[label.ok_or_else(|| format!("low label `{name}` is in no alphabet"))? as usize] = true;
            }
        }
        // All alphabets are within the union of some of them iff every label is in one of these.
        let ends = |i: &u32| parts[*i as usize].end.is_some();
        let may_terminate =
            parts.iter().any(|p| p.end.is_some()) && sharers[1..].iter().all(|s| s.iter().any(ends));
        let low = Some(low).filter(|low| low.contains(&true));
        Ok(Product { names, sharers, free, low, parts, leaders, may_terminate })
    }

    /// The initial vector.
    pub(crate) fn initial(&self) -> Vec<u32> {
        self.parts.iter().map(|part| part.initial).collect()
    }

    /// The name of a label.
    pub(crate) fn name(&self, label: u32) -> &'a str {
        self.names[label as usize]
    }

    /// The label with a name.
    pub(crate) fn label(&self, name: &str) -> Option<u32> {
        find(&self.names, name)
    }

    /// The components whose alphabet contains a visible label, by position.
    pub(crate) fn sharers(&self, label: u32) -> impl Iterator<Item = usize> + Clone + '_ {
        self.sharers[label as usize].iter().map(|&i| i as usize)
    }

    /// The number of labels, tau included.
    pub(crate) fn n_labels(&self) -> usize {
        self.names.len()
    }

    /// The enabled labels of a vector, after priority, into `moves`.
    pub(crate) fn moves(&self, vector: &[u32], moves: &mut Moves, work: &mut Work) -> Result<(), TooMuch> {
        // In a sorted set, vectors that follow each other differ little. What leaders offer with components
        // that are where they were is known.
        let changed = moves.vector.iter().zip(vector).take_while(|(old, new)| old == new).count();
        let known =
            self.leaders.iter().zip(&moves.ends).take_while(|((_, last), _)| (*last as usize) < changed);
        let known = known.count();
        moves.ends.truncate(known);
        moves.list.truncate(moves.ends.last().copied().unwrap_or_default());
        moves.choices.truncate(moves.list.last().map_or(0, |last| last.end as usize));
        moves.vector.clear();
        moves.vector.extend_from_slice(vector);
        work.spend(self.parts.len() + self.free.len())?;
        for &(first, _) in &self.leaders[known..] {
            for offer in self.parts[first as usize].row(vector[first as usize]).0 {
                work.spend(self.add(vector, offer.label, first, Some(offer), moves))?;
            }
            moves.ends.push(moves.list.len());
        }
        for &label in &self.free {
            let first = self.sharers[label as usize][0];
            self.add(vector, label, first, self.led(vector, label, first), moves);
        }
        if let Some(low) = &self.low
            && moves.list.iter().any(|m| !low[m.label as usize])
        {
            let n = moves.list.len();
            moves.list.retain(|m| !low[m.label as usize]);
            if moves.list.len() < n {
                moves.ends.clear();
            }
        }
        Ok(())
    }

    /// The moves of a vector with one label, into `moves`. Priority is not looked at.
    pub(crate) fn moves_by(
        &self,
        vector: &[u32],
        label: u32,
        moves: &mut Moves,
        work: &mut Work,
    ) -> Result<(), TooMuch> {
        moves.list.clear();
        moves.choices.clear();
        moves.ends.clear();
        moves.vector.clear();
        moves.vector.extend_from_slice(vector);
        work.spend(vector.len())?;
        let leading = match self.sharers[label as usize].first() {
            Some(&first) => first..first + 1,
            None => 0..vector.len() as u32,
        };
        for first in leading {
            self.add(vector, label, first, self.led(vector, label, first), moves);
        }
        Ok(())
    }

    /// What a component offers with a label that it leads.
    fn led(&self, vector: &[u32], label: u32, first: u32) -> Option<&Offer> {
        let part = &self.parts[first as usize];
        part.offer(part.row(vector[first as usize]).0, label)
    }

    /// Adds the move with a label, if its leader and all others have an offer. Returns how many were asked.
    #[inline]
    fn add(&self, vector: &[u32], label: u32, first: u32, offer: Option<&Offer>, moves: &mut Moves) -> usize {
        let others = self.sharers[label as usize].get(1..).unwrap_or_default();
        let start = moves.list.last().map_or(0, |last| last.end);
        let is_one = moves.choose(first, offer).and_then(|is_one| {
            others.iter().try_fold(is_one, |is_one, &i| {
                let part = &self.parts[i as usize];
                Some(moves.choose(i, part.offer(part.row(vector[i as usize]).1, label))? && is_one)
            })
        });
        match is_one {
            Some(is_one) => moves.list.push(Move { label, start, end: moves.choices.len() as u32, is_one }),
            None => moves.choices.truncate(start as usize),
        }
        1 + others.len()
    }

    /// Calls `visit` for each vector that the move at a position leads to, not for ERROR. Stops at its first
    /// error.
    pub(crate) fn targets<E>(
        &self,
        moves: &mut Moves,
        at: usize,
        mut visit: impl FnMut(Target) -> Result<(), E>,
    ) -> Result<(), E> {
        let Move { start, end, is_one, .. } = moves.list[at];
        let Moves { choices, vector: from, .. } = moves;
        let choices = &mut choices[start as usize..end as usize];
        if !is_one && choices.iter().any(|choice| choice.start == choice.end) {
            return Ok(());
        }
        let mut is_over = false;
        while !is_over {
            visit(Target { from, choices })?;
            // Counts through the choices, the last mover's fastest; in the end they are as before.
            is_over = is_one
                || choices.iter_mut().rev().all(|choice| {
                    let is_last = choice.at + 1 == choice.end;
                    choice.at = if is_last { choice.start } else { choice.at + 1 };
                    choice.to = self.parts[choice.part as usize].targets[choice.at as usize];
                    is_last
                });
        }
        Ok(())
    }

    /// Can the move at a position lead to this vector, in which components may be in [`ERROR_STATE`]?
    pub(crate) fn leads(&self, moves: &Moves, at: usize, to: &[u32]) -> bool {
        let Move { start, end, .. } = moves.list[at];
        let mut choices = moves.choices[start as usize..end as usize].iter().peekable();
        (0..).zip(to).all(|(i, &to)| match choices.next_if(|choice| choice.part == i) {
            None => moves.vector[i as usize] == to,
            Some(choice) if to == ERROR_STATE => choice.enters_error,
            Some(choice) => {
                let targets = &self.parts[i as usize].targets[choice.start as usize..choice.end as usize];
                targets.binary_search(&to).is_ok()
            }
        })
    }

    /// Has a vector without transitions terminated (else it is a deadlock)?
    pub(crate) fn is_terminated(&self, vector: &[u32]) -> bool {
        self.may_terminate
            && self.parts.iter().zip(vector).all(|(part, state)| part.end.is_none_or(|end| end == *state))
    }
}

/// The label with a name, in names of which the first is `tau` and the others are sorted.
fn find(names: &[&str], name: &str) -> Option<u32> {
    match name {
        "tau" => Some(TAU),
        _ => names[1..].binary_search(&name).ok().map(|position| position as u32 + 1),
    }
}
