//! Deadlock freedom and safety by partial-order reduction.
//!
//! # Problem
//! Given some vectors, and for each a set of events: do the moves by these events alone show that no run
//! leads to a deadlock, or takes a named component to ERROR?
//!
//! # Method
//! Stubborn sets \[Val91\], with a condition that is examined component by component. While no event of the
//! set T of a vector happens, a component can only be in the states to which its own transitions outside T
//! lead: its *waiting* states. A disabled event of T has a participant that offers it in none of them. An
//! enabled one is offered in all of them, and can be exchanged there with everything that is outside T. So
//! the first event of T in a run is enabled at once, and can come first. For deadlock, T has an enabled event
//! if there is one. For safety, moves lead from each vector to a *settled* one, where the named component
//! cannot enter ERROR before an event of T. The book's page on certificates has the proof.
//!
//! Components that only observe may be left out: without them, the others can do at least as much, and are
//! stuck where all are.
//!
//! # Invariants
//! 1. After `n` vectors, the events of these meet the conditions, and all their targets are in the set.
//!
//! # Cost
//! Linear in the file and in the moves, and for each component, each of its states and each part of its
//! alphabet that a vector has there: the transitions from its waiting states, times the events of that part,
//! times the transitions of a state. The work is limited.
//!
//! # Departures
//! \[Val91\] asks this of the whole system. Per component it can be computed, and is enough.

use std::collections::{HashMap, HashSet};

use crate::check::Checked;
use crate::document::{ComponentDoc, ReductionDoc};
use crate::packed::decode_base64;
use crate::part::{Offer, Part};
use crate::product::{Member, Moves, Product, TAU, TooMuch, Work, is_ascending};
use crate::system::{CheckedSystem, Walk, shown};

/// What a component can do before an event of a set.
struct Waiting {
    states: Vec<u32>,
    /// Can it enter ERROR?
    enters_error: bool,
    /// Labels that were asked for: are they offered in all the states, and exchangeable with all that is
    /// outside the set?
    steady: Vec<(u32, bool)>,
}

/// A component, its state, and the events of the set in which it takes part, as bits.
type Key = (usize, u32, Vec<u64>);

/// What is known of the components of a reduction.
struct Reduced<'p, 'a> {
    product: &'p Product<'a>,
    /// For each component its events, tau first: label and event.
    own: Vec<Vec<(u32, usize)>>,
    waiting: Vec<Waiting>,
    known: HashMap<Key, usize>,
    /// A buffer.
    key: Key,
}

/// Shows by a reduction that a system has no deadlock, or that no component of those named enters ERROR.
pub(crate) fn check_reduction(
    system: &CheckedSystem,
    named: Option<&[bool]>,
    doc: &ReductionDoc,
    work: &mut Work,
) -> Checked {
    reject_if!(system.doc.priority.is_some(), "reductions do not support a priority");
    let components = system.components();
    let kept = kept_components(components, named, doc)?;
    let plain = |&i: &usize| Member { component: &components[i], error: None, trap: None };
    let product = Product::of(&kept.iter().map(plain).collect::<Vec<_>>(), None)?;
    let sizes = kept.iter().map(|&i| components[i].states);
    let mut walk = Walk::new(&product, &doc.states, sizes, work)?.with_initial()?;
    let n_events = product.n_labels() - 1 + kept.len();
    let (events, width) = read_events(&doc.events, walk.set.len(), n_events)?;
    work.spend(events.len())?;
    let is_named = |&at: &usize| named.is_some_and(|named| named[kept[at]]);
    let goals: Vec<usize> = (0..kept.len()).filter(is_named).collect();
    let mut reduced = Reduced::new(&product, kept.len());
    // For each goal and vector: is it settled? And all moves between vectors, as target and source.
    let (mut settled, mut edges) = (vec![Vec::new(); goals.len()], Vec::new());
    for (position, row) in events.chunks(width).map(Row).enumerate() {
        walk.go(position, work)?;
        work.facts.states += 1;
        let followed = reduced.follow(row, position, &mut walk, &mut edges, work);
        let Walk { vector, moves, .. } = &walk;
        let about = |reason: String| format!("{}: {reason}", shown(vector));
        let followed = followed.map_err(about)?;
        reduced.check_disabled(row, vector, moves, work).map_err(about)?;
        if named.is_none() && followed.is_empty() {
            let may_end = moves.list.is_empty() && system.product.may_terminate;
            let has_ended = may_end && product.is_terminated(vector);
            reject_if!(!has_ended, "{}: it is a deadlock, or none of its moves is followed", shown(vector));
        }
        for (settled, &goal) in settled.iter_mut().zip(&goals) {
            let waiting = reduced.waiting(goal, vector[goal], row, work)?;
            settled.push(!reduced.waiting[waiting].enters_error);
            let enters = |&&by: &&usize| moves.errors(by).any(|entered| entered == goal);
            if let Some(&by) = followed.iter().find(enters) {
                let (label, name) = (product.name(moves.label(by)), &components[kept[goal]].name);
                return Err(about(format!("`{label}` enters ERROR of {name}")));
            }
        }
    }
    work.facts.transitions += edges.len() as u64;
    for (settled, &goal) in settled.iter_mut().zip(&goals) {
        if let Some(position) = put_off(settled, &mut edges, work)? {
            walk.read(position);
            let name = &components[kept[goal]].name;
            return Err(format!("{} puts off what {name} may do before ERROR", shown(&walk.vector)));
        }
    }
    Ok(())
}

/// The components of a reduction, as positions in the system.
fn kept_components(
    components: &[ComponentDoc],
    named: Option<&[bool]>,
    doc: &ReductionDoc,
) -> Checked<Vec<usize>> {
    let kept: Vec<usize> = doc.components.iter().map(|&i| i as usize).collect();
    let exist = kept.last().is_some_and(|&last| last < components.len());
    reject_if!(!exist || !is_ascending(&kept), "its components do not exist, or are not sorted");
    let is_needed = |&i: &usize| components[i].role.takes_part() || named.is_some_and(|named| named[i]);
    let missing = (0..components.len()).filter(is_needed).find(|i| kept.binary_search(i).is_err());
    missing.map_or(Ok(kept), |missing| Err(format!("{} is left out", components[missing].name)))
}

/// A set of events, one bit each.
#[derive(Clone, Copy)]
struct Row<'b>(&'b [u8]);

impl Row<'_> {
    fn contains(&self, event: usize) -> bool {
        self.0[event / 8] >> (7 - event % 8) & 1 == 1
    }
}

/// Reads a set of so many events for each of so many vectors: their bytes, and how many a set has.
fn read_events(text: &str, n_vectors: usize, n_events: usize) -> Checked<(Vec<u8>, usize)> {
    let bytes = decode_base64(text).ok_or("the events are not canonical base64")?;
    let width = n_events.div_ceil(8);
    let n_bytes = bytes.len();
    let fit = n_vectors.checked_mul(width) == Some(n_bytes);
    reject_if!(!fit, "{n_bytes} bytes of events are not {n_vectors} times {width}");
    let are_more =
        bytes.chunks(width).map(Row).any(|row| (n_events..8 * width).any(|event| row.contains(event)));
    reject_if!(are_more, "there are more events than the components have");
    Ok((bytes, width))
}

impl<'p, 'a> Reduced<'p, 'a> {
    fn new(product: &'p Product<'a>, n_components: usize) -> Self {
        let n_names = product.n_labels() - 1;
        let mut own: Vec<Vec<(u32, usize)>> = (0..n_components).map(|i| vec![(TAU, n_names + i)]).collect();
        for label in 1..=n_names as u32 {
            product.sharers(label).for_each(|i| own[i].push((label, label as usize - 1)));
        }
        let (waiting, known, key) = Default::default();
        Reduced { product, own, waiting, known, key }
    }

    /// The event of the move at a position.
    fn event(&self, moves: &Moves, by: usize) -> usize {
        match moves.label(by) {
            TAU => self.product.n_labels() - 1 + moves.movers(by).next().unwrap_or_default(),
            label => label as usize - 1,
        }
    }

    /// Looks at the enabled events of a set, and notes where their moves lead. Returns these moves.
    fn follow(
        &mut self,
        row: Row,
        position: usize,
        walk: &mut Walk,
        edges: &mut Vec<(u32, u32)>,
        work: &mut Work,
    ) -> Checked<Vec<usize>> {
        let is_followed = |&by: &usize| row.contains(self.event(&walk.moves, by));
        let followed: Vec<usize> = (0..walk.moves.list.len()).filter(is_followed).collect();
        for &by in &followed {
            let label = walk.moves.label(by);
            for i in walk.moves.movers(by) {
                let is_steady = self.is_steady(i, walk.vector[i], label, row, work)?;
                reject_if!(!is_steady, "what is not followed can disturb `{}`", self.product.name(label));
            }
            walk.targets(by, work, |to, work| {
                edges.push((to, position as u32));
                work.store(8)
            })?;
        }
        Ok(followed)
    }

    /// Does each disabled event of a set have a participant that does not offer it before an event of the
    /// set?
    fn check_disabled(&mut self, row: Row, vector: &[u32], moves: &Moves, work: &mut Work) -> Checked {
        let n_names = self.product.n_labels() - 1;
        work.spend(n_names + vector.len())?;
        let mut disabled: Vec<bool> = (0..n_names + vector.len()).map(|event| row.contains(event)).collect();
        (0..moves.list.len()).for_each(|by| disabled[self.event(moves, by)] = false);
        for event in (0..disabled.len()).filter(|&event| disabled[event]) {
            // The tau of a component that is disabled: that component alone could offer it.
            let (label, participants) = match event.checked_sub(n_names) {
                Some(i) => (TAU, vec![i]),
                None => (event as u32 + 1, self.product.sharers(event as u32 + 1).collect()),
            };
            let mut is_off = false;
            for i in participants {
                let waiting = self.waiting(i, vector[i], row, work)?;
                let states = &self.waiting[waiting].states;
                work.spend(states.len())?;
                is_off = states.iter().all(|&state| self.product.parts[i].offer_of(state, label).is_none());
                if is_off {
                    break;
                }
            }
            reject_if!(!is_off, "what is not followed can enable `{}`", self.product.name(label));
        }
        Ok(())
    }

    /// What a component can do, in a state, before an event of a set.
    fn waiting(&mut self, i: usize, state: u32, row: Row, work: &mut Work) -> Result<usize, TooMuch> {
        let own = &self.own[i];
        work.spend(own.len())?;
        (self.key.0, self.key.1) = (i, state);
        self.key.2.clear();
        self.key.2.resize(own.len().div_ceil(64), 0);
        for (at, &(_, event)) in own.iter().enumerate() {
            self.key.2[at / 64] |= u64::from(row.contains(event)) << (at % 64);
        }
        if let Some(&known) = self.known.get(&self.key) {
            return Ok(known);
        }
        let part = &self.product.parts[i];
        let (mut states, mut enters_error, mut at) = (vec![state], false, 0);
        let mut seen = HashSet::from([state]);
        while let Some(&state) = states.get(at) {
            at += 1;
            for offer in outside(part, own, state, row) {
                work.spend(1 + (offer.end - offer.start) as usize)?;
                enters_error |= offer.enters_error;
                states.extend(part.targets_of(offer).iter().filter(|&&target| seen.insert(target)));
            }
        }
        work.store(4 * states.len() + 8 * self.key.2.len())?;
        self.waiting.push(Waiting { states, enters_error, steady: Vec::new() });
        self.known.insert(self.key.clone(), self.waiting.len() - 1);
        Ok(self.waiting.len() - 1)
    }

    /// Is a label of the set, which component `i` offers in a state, offered in all its waiting states, and
    /// can it be exchanged with whatever the component does there?
    fn is_steady(
        &mut self,
        i: usize,
        state: u32,
        label: u32,
        row: Row,
        work: &mut Work,
    ) -> Result<bool, TooMuch> {
        let at = self.waiting(i, state, row, work)?;
        let Waiting { states, steady, .. } = &self.waiting[at];
        if let Some(&(_, known)) = steady.iter().find(|&&(other, _)| other == label) {
            return Ok(known);
        }
        let (part, own) = (&self.product.parts[i], &self.own[i]);
        let mut is_steady = true;
        for &state in states {
            let Some(x) = part.offer_of(state, label) else {
                is_steady = false;
                break;
            };
            for y in outside(part, own, state, row) {
                is_steady &= can_exchange(part, x, y, work)?;
            }
        }
        self.waiting[at].steady.push((label, is_steady));
        Ok(is_steady)
    }
}

/// What a component offers in a state outside a set.
fn outside<'p>(
    part: &'p Part,
    own: &'p [(u32, usize)],
    state: u32,
    row: Row<'p>,
) -> impl Iterator<Item = &'p Offer> {
    let event = |label: u32| own.binary_search_by_key(&label, |&(own, _)| own).map(|at| own[at].1);
    let (led, others) = part.row(state);
    led.iter().chain(others).filter(move |offer| event(offer.label).is_ok_and(|event| !row.contains(event)))
}

/// Do two offers of one state lead to the same states in both orders, never to ERROR?
fn can_exchange(part: &Part, x: &Offer, y: &Offer, work: &mut Work) -> Result<bool, TooMuch> {
    if x.enters_error || y.enters_error {
        return Ok(false);
    }
    let (by_x, by_y) = (part.targets_of(x), part.targets_of(y));
    let after = |states: &[u32], label: u32| {
        states.iter().map(|&state| part.offer_of(state, label)).collect::<Option<Vec<&Offer>>>()
    };
    let (Some(then), Some(back)) = (after(by_x, y.label), after(by_y, x.label)) else { return Ok(false) };
    let has = |offer: &Offer, target: &u32| part.targets_of(offer).binary_search(target).is_ok();
    for &back in &back {
        // Each move by x and each by y can be completed.
        for &then in &then {
            work.spend(1 + (then.end - then.start) as usize + (back.end - back.start) as usize)?;
            if !part.targets_of(then).iter().any(|target| has(back, target)) {
                return Ok(false);
            }
        }
        // What y and then x reach, x and then y reach.
        work.spend(part.targets_of(back).len() * (1 + by_x.len()))?;
        let reaches = |target: &u32| then.iter().any(|then| has(then, target));
        if back.enters_error || !part.targets_of(back).iter().all(reaches) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A vector from which no moves lead to a settled one, given all moves, as pairs of target and source, which
/// are then sorted. Marks those from which they do.
fn put_off(
    settled: &mut [bool],
    edges: &mut [(u32, u32)],
    work: &mut Work,
) -> Result<Option<usize>, TooMuch> {
    edges.sort_unstable();
    let mut open: Vec<u32> = (0..settled.len() as u32).filter(|&v| settled[v as usize]).collect();
    while let Some(to) = open.pop() {
        let start = edges.partition_point(|&(target, _)| target < to);
        for &(_, from) in edges[start..].iter().take_while(|&&(target, _)| target == to) {
            work.spend(1)?;
            if !std::mem::replace(&mut settled[from as usize], true) {
                open.push(from);
            }
        }
    }
    Ok(settled.iter().position(|settled| !settled))
}
