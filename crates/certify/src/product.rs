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

pub(crate) use crate::component::{check_component, check_sorted, is_deterministic};
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
    /// For each label: does it give way?
    low: Vec<bool>,
    /// Does any?
    has_low: bool,
    parts: Vec<Part>,
    /// The components that may offer labels they lead, and have no trap, each with the last component that
    /// shares one of these labels; ascending by that.
    leaders: Vec<(u32, u32)>,
    /// Do the alphabets allow the system to terminate?
    may_terminate: bool,
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
    list: Vec<Move>,
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
    kind: Kind,
}

/// What is known of the targets of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One, which is not ERROR.
    One,
    /// Anything else.
    Any,
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
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.list.iter().copied()
    }

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
        let Move { start, end, kind, .. } = self.list[at];
        let end = if kind == Kind::One { start } else { end };
        let enters = self.choices[start as usize..end as usize].iter().filter(|choice| choice.enters_error);
        enters.map(|choice| choice.part as usize)
    }

    /// Adds a component to the move that is being made, if it has an offer; what that makes of the move.
    #[inline]
    fn choose(&mut self, kind: Kind, i: u32, offer: Option<&Offer>) -> Option<Kind> {
        let &Offer { start, end, enters_error, to, is_one, .. } = offer?;
        self.choices.push(Choice { part: i, start, end, enters_error, at: start, to });
        Some(if is_one { kind } else { Kind::Any })
    }

    /// Ends the move that is being made, if it is possible.
    #[inline]
    fn end(&mut self, label: u32, kind: Option<Kind>) {
        let start = self.list.last().map_or(0, |last| last.end);
        match kind {
            Some(kind) => self.list.push(Move { label, start, end: self.choices.len() as u32, kind }),
            None => self.choices.truncate(start as usize),
        }
    }
}

/// Elementary steps that may still be done.
pub(crate) struct Work(pub(crate) u64);

/// None are left.
pub(crate) struct TooMuch;

impl Work {
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), TooMuch> {
        self.0 = self.0.checked_sub(steps as u64).ok_or(TooMuch)?;
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
    pub(crate) fn new(
        components: &'a [ComponentDoc],
        priority: Option<&PriorityDoc>,
    ) -> Result<Self, String> {
        if components.is_empty() {
            return Err("the system has no components".into());
        }
        for component in components {
            check_component(component).map_err(|reason| format!("component {}: {reason}", component.name))?;
        }
        let plain = |component| Member { component, error: None, trap: None };
        Self::of(&components.iter().map(plain).collect::<Vec<_>>(), priority)
    }

    /// The same for components that are known to be well formed, those with a trap last.
    pub(crate) fn of(members: &[Member<'a>], priority: Option<&PriorityDoc>) -> Result<Self, String> {
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
        let has_low = low.contains(&true);
        Ok(Product { names, sharers, free, low, has_low, parts, leaders, may_terminate })
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

    /// A component.
    pub(crate) fn part(&self, i: usize) -> &Part {
        &self.parts[i]
    }

    /// Do the alphabets allow the system to terminate?
    pub(crate) fn may_terminate(&self) -> bool {
        self.may_terminate
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
            let part = &self.parts[first as usize];
            for offer in part.row(vector[first as usize]).0 {
                let others = self.sharers[offer.label as usize].get(1..).unwrap_or_default();
                work.spend(1 + others.len())?;
                let kind = moves.choose(Kind::One, first, Some(offer));
                let kind = self.choose(kind, vector, offer.label, others, moves);
                moves.end(offer.label, kind);
            }
            moves.ends.push(moves.list.len());
        }
        for &label in &self.free {
            let (&first, others) = self.sharers[label as usize].split_first().expect("I2");
            let part = &self.parts[first as usize];
            let offer = part.offer(part.row(vector[first as usize]).0, label);
            let kind = moves.choose(Kind::One, first, offer);
            let kind = self.choose(kind, vector, label, others, moves);
            moves.end(label, kind);
        }
        if self.has_low && moves.iter().any(|m| !self.low[m.label as usize]) {
            let n = moves.list.len();
            moves.list.retain(|m| !self.low[m.label as usize]);
            if moves.list.len() < n {
                moves.ends.clear();
            }
        }
        Ok(())
    }

    /// Adds components that do not lead a label to the move that is being made, if each has an offer.
    #[inline]
    fn choose(
        &self,
        kind: Option<Kind>,
        vector: &[u32],
        label: u32,
        others: &[u32],
        moves: &mut Moves,
    ) -> Option<Kind> {
        others.iter().try_fold(kind?, |kind, &i| {
            let part = &self.parts[i as usize];
            moves.choose(kind, i, part.offer(part.row(vector[i as usize]).1, label))
        })
    }

    /// Calls `visit` for each vector that the move at a position leads to, not for ERROR. Stops at its first
    /// error.
    pub(crate) fn targets<E>(
        &self,
        moves: &mut Moves,
        at: usize,
        mut visit: impl FnMut(Target) -> Result<(), E>,
    ) -> Result<(), E> {
        let Move { start, end, kind, .. } = moves.list[at];
        let Moves { choices, vector: from, .. } = moves;
        let choices = &mut choices[start as usize..end as usize];
        if kind == Kind::Any && choices.iter().any(|choice| choice.start == choice.end) {
            return Ok(());
        }
        let mut is_over = false;
        while !is_over {
            visit(Target { from, choices })?;
            // Counts through the choices, the last mover's fastest; in the end they are as before.
            is_over = kind == Kind::One
                || choices.iter_mut().rev().all(|choice| {
                    let is_last = choice.at + 1 == choice.end;
                    choice.at = if is_last { choice.start } else { choice.at + 1 };
                    choice.to = self.parts[choice.part as usize].targets[choice.at as usize];
                    is_last
                });
        }
        Ok(())
    }

    /// Is there a joint transition with this label from a vector to another, in which components may
    /// be in [`ERROR_STATE`], or to any ERROR if that is `None`? Priority is not looked at.
    pub(crate) fn leads(
        &self,
        from: &[u32],
        label: u32,
        to: Option<&[u32]>,
        work: &mut Work,
    ) -> Result<bool, TooMuch> {
        work.spend(self.parts.len())?;
        let sharers = &self.sharers[label as usize];
        let moves = |i: u32, to: u32| {
            self.offer(i, from, label).is_some_and(|offer| match to {
                ERROR_STATE => offer.enters_error,
                _ => self.parts[i as usize].targets[offer.start as usize..offer.end as usize]
                    .binary_search(&to)
                    .is_ok(),
            })
        };
        let all = 0..self.parts.len() as u32;
        Ok(match (label, to) {
            (TAU, None) => all.clone().any(|i| moves(i, ERROR_STATE)),
            (TAU, Some(to)) => {
                let mut changed = all.clone().filter(|&i| from[i as usize] != to[i as usize]);
                match (changed.next(), changed.next()) {
                    (None, _) => all.clone().any(|i| moves(i, to[i as usize])),
                    (Some(one), other) => other.is_none() && moves(one, to[one as usize]),
                }
            }
            (_, None) => {
                sharers.iter().all(|&i| self.offer(i, from, label).is_some())
                    && sharers.iter().any(|&i| moves(i, ERROR_STATE))
            }
            (_, Some(to)) => all.clone().all(|i| match sharers.binary_search(&i) {
                Ok(_) => moves(i, to[i as usize]),
                Err(_) => from[i as usize] == to[i as usize],
            }),
        })
    }

    /// Has a vector without transitions terminated (else it is a deadlock)?
    pub(crate) fn is_terminated(&self, vector: &[u32]) -> bool {
        self.may_terminate
            && self.parts.iter().zip(vector).all(|(part, state)| part.end.is_none_or(|end| end == *state))
    }

    /// What component `i` offers with a label, of its alphabet or tau, in its state of the vector.
    fn offer(&self, i: u32, vector: &[u32], label: u32) -> Option<&Offer> {
        let part = &self.parts[i as usize];
        let (led, others) = part.row(vector[i as usize]);
        match self.sharers[label as usize].first() {
            None => led.first().filter(|offer| offer.label == TAU),
            Some(&first) => part.offer(if first == i { led } else { others }, label),
        }
    }
}

/// The label with a name, in names of which the first is `tau` and the others are sorted.
fn find(names: &[&str], name: &str) -> Option<u32> {
    match name {
        "tau" => Some(TAU),
        _ => names[1..].binary_search(&name).ok().map(|position| position as u32 + 1),
    }
}
