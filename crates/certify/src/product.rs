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
//! 1. The steps of a part are sorted by (source, label, target), ERROR last.
//! 2. `names` is sorted after `tau`; `sharers` are ascending; a visible label has at least one sharer.
//! 3. Components with a trap come last. So a label is found in the row of its first sharer, or nobody can
//!    refuse it.
//!
//! # Cost
//! Tables: linear in the components, but for sorting. A state: the transitions its components have there,
//! times the number of components that share the label, times the logarithm of the component's size.
//!
//! # Departures
//! The reference tool does not take an END that is also the initial state as one; here it is.

use crate::document::{ComponentDoc, ERROR, PriorityDoc, RoleDoc, TauDoc};

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
    parts: Vec<Part>,
    /// Do the alphabets allow the system to terminate?
    may_terminate: bool,
}

struct Part {
    initial: u32,
    end: Option<u32>,
    steps: Vec<Step>,
    /// A step into the trap, if there is one. Only its target counts.
    trap: Option<Step>,
}

/// A component as it takes part in a product.
pub(crate) struct Member<'a> {
    pub(crate) component: &'a ComponentDoc,
    /// The state that stands for ERROR, if one does.
    pub(crate) error: Option<u32>,
    /// Its trap.
    pub(crate) trap: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    from: u32,
    /// A label of the system.
    label: u32,
    to: u32,
}

/// An enabled label: the first component that takes part, and for tau the only one.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) label: u32,
    first: u32,
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
            let numbered =
                component.transitions.iter().map(|&(from, k, to)| (from, label_of[k as usize], state(to)));
            let mut steps: Vec<Step> = numbered.map(|(from, label, to)| Step { from, label, to }).collect();
            steps.sort_unstable(); // keeps I1
            let trap = trap.map(|to| Step { from: to, label: TAU, to });
            parts.push(Part { initial: component.initial, end: component.end, steps, trap });
        }
        debug_assert!(parts.is_sorted_by_key(|part| part.trap.is_some()), "I3");
        let is_free = |label: &u32| parts[sharers[*label as usize][0] as usize].trap.is_some();
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
        Ok(Product { names, sharers, free, low, parts, may_terminate })
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
    pub(crate) fn moves(
        &self,
        vector: &[u32],
        moves: &mut Vec<Move>,
        work: &mut Work,
    ) -> Result<(), TooMuch> {
        moves.clear();
        for first in 0..self.parts.len() as u32 {
            work.spend(1)?;
            if self.parts[first as usize].trap.is_some() {
                continue;
            }
            let mut last = None;
            for &Step { label, .. } in self.row(first, vector) {
                work.spend(1)?;
                if last.replace(label) == Some(label) {
                    continue;
                }
                let sharers = &self.sharers[label as usize];
                if label != TAU {
                    // Counted once, by the first of those who share it.
                    if sharers[0] != first {
                        continue;
                    }
                    work.spend(sharers.len())?;
                    if sharers.iter().any(|&i| self.steps(i, vector, label).is_empty()) {
                        continue;
                    }
                }
                moves.push(Move { label, first });
            }
        }
        work.spend(self.free.len())?;
        moves.extend(self.free.iter().map(|&label| Move { label, first: self.sharers[label as usize][0] }));
        if moves.iter().any(|m| !self.low[m.label as usize]) {
            moves.retain(|m| !self.low[m.label as usize]);
        }
        Ok(())
    }

    /// The components that can enter ERROR by an enabled label, in order.
    pub(crate) fn errors(&self, vector: &[u32], by: Move) -> Vec<usize> {
        let enters =
            |i: u32| self.steps(i, vector, by.label).last().is_some_and(|step| step.to == ERROR_STATE);
        self.movers(&by).iter().filter(|i| enters(**i)).map(|&i| i as usize).collect()
    }

    /// Calls `visit` for each vector an enabled label leads to; not for ERROR. Stops at its first
    /// error.
    pub(crate) fn targets<E>(
        &self,
        vector: &[u32],
        by: Move,
        mut visit: impl FnMut(&[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let movers = self.movers(&by);
        let mut choices = Vec::with_capacity(movers.len());
        let mut target = vector.to_vec();
        for &i in movers {
            let steps = self.steps(i, vector, by.label);
            let alive = &steps[..steps.partition_point(|step| step.to != ERROR_STATE)];
            let Some(first) = alive.first() else { return Ok(()) };
            target[i as usize] = first.to;
            choices.push((0, alive));
        }
        // Counts through the choices, the last mover's fastest.
        loop {
            visit(&target)?;
            let mut k = movers.len();
            loop {
                if k == 0 {
                    return Ok(());
                }
                k -= 1;
                let (chosen, alive) = &mut choices[k];
                *chosen = (*chosen + 1) % alive.len();
                target[movers[k] as usize] = alive[*chosen].to;
                if *chosen != 0 {
                    break;
                }
            }
        }
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
        let moves =
            |i: u32, to: u32| self.steps(i, from, label).binary_search_by_key(&to, |step| step.to).is_ok();
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
                sharers.iter().all(|&i| !self.steps(i, from, label).is_empty())
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

    fn movers<'m>(&'m self, by: &'m Move) -> &'m [u32] {
        if by.label == TAU { std::slice::from_ref(&by.first) } else { &self.sharers[by.label as usize] }
    }

    /// The steps of component `i` in its state of the vector.
    fn row(&self, i: u32, vector: &[u32]) -> impl Iterator<Item = &Step> {
        let (steps, state) = (&self.parts[i as usize].steps, vector[i as usize]);
        let start = steps.partition_point(|step| step.from < state);
        steps[start..].iter().take_while(move |step| step.from == state)
    }

    /// The steps of component `i` with one label, of its alphabet or tau, in its state of the vector.
    fn steps(&self, i: u32, vector: &[u32], label: u32) -> &[Step] {
        let (Part { steps, trap, .. }, here) = (&self.parts[i as usize], (vector[i as usize], label));
        let rest = &steps[steps.partition_point(|step| (step.from, step.label) < here)..];
        match rest.partition_point(|step| (step.from, step.label) == here) {
            0 if label != TAU => trap.as_slice(),
            n => &rest[..n],
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

/// Is this the description of a component?
pub(crate) fn check_component(component: &ComponentDoc) -> Result<(), String> {
    let ComponentDoc { alphabet, digest: _, end, initial, name, role, states, transitions } = component;
    if name.is_empty() {
        return Err("it has no name".into());
    }
    check_sorted(alphabet).map_err(|reason| format!("alphabet: {reason}"))?;
    if alphabet.iter().any(|label| label.is_empty() || label == "tau") {
        return Err("an alphabet must contain neither `tau` nor the empty string".into());
    }
    let exists = |state: u32, what: &str| {
        if state < *states {
            Ok(())
        } else {
            Err(format!("{what} {state} does not exist: it has {states} states"))
        }
    };
    if *states == u32::MAX {
        return Err("it has too many states".into());
    }
    exists(*initial, "initial state")?;
    for &(from, label, to) in transitions {
        exists(from, "source")?;
        if label as usize > alphabet.len() {
            return Err(format!("label {label} does not exist: it has {} labels", alphabet.len()));
        }
        if to != ERROR {
            exists(u32::try_from(to).map_err(|_| format!("target {to} does not exist"))?, "target")?;
        }
    }
    if let Some(pair) = transitions.windows(2).find(|pair| pair[0] >= pair[1]) {
        return Err(format!("transitions are not strictly ascending at {:?}", pair[1]));
    }
    if let Some(end) = *end {
        exists(end, "END")?;
        if transitions.iter().any(|t| t.0 == end) {
            return Err(format!("END (state {end}) has transitions"));
        }
    }
    if matches!(role, RoleDoc::Property | RoleDoc::Fluent) {
        if end.is_some() {
            return Err("a property must not have an END".into());
        }
        // Sorted as they are, no pair of state and label is missing iff the distinct pairs count through
        // them.
        let n_labels = alphabet.len();
        let mut pairs = 0u128;
        let mut last = None;
        for &(state, label, _) in transitions {
            if last.replace((state, label)) == Some((state, label)) {
                continue;
            }
            let due = (pairs / n_labels.max(1) as u128, pairs % n_labels.max(1) as u128 + 1);
            if (u128::from(state), u128::from(label)) != due {
                break;
            }
            pairs += 1;
        }
        let has_tau = transitions.iter().any(|t| t.1 == 0);
        if has_tau || pairs != u128::from(*states) * n_labels as u128 {
            return Err("a property must have a transition for every state and label, and no tau".into());
        }
    }
    if *role == RoleDoc::Fluent {
        // Complete, sorted and deterministic: the first half belongs to state 0, in the order of the labels.
        let (off, on) = transitions.split_at(transitions.len() / 2);
        let is_alike = || off.iter().zip(on).all(|(off, on)| (off.1, off.2) == (on.1, on.2));
        if *states != 2 || component.has_error() || !is_deterministic(component) || !is_alike() {
            return Err("a fluent must have two states, no ERROR, and one target for each label".into());
        }
    }
    Ok(())
}

/// Does a well-formed component never have two transitions with the same label from one state?
pub(crate) fn is_deterministic(component: &ComponentDoc) -> bool {
    component.transitions.windows(2).all(|pair| (pair[0].0, pair[0].1) != (pair[1].0, pair[1].1))
}

/// Are the names strictly ascending?
pub(crate) fn check_sorted(names: &[String]) -> Result<(), String> {
    match names.windows(2).find(|pair| pair[0] >= pair[1]) {
        Some(pair) => Err(format!("names are not strictly ascending at `{}`", pair[1])),
        None => Ok(()),
    }
}
