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

use crate::check::Facts;
use crate::document::{ComponentDoc, ReductionDoc};
use crate::packed::decode_base64;
use crate::part::{Offer, Part};
use crate::product::{Member, Moves, Product, TAU, TooMuch, Work};
use crate::system::{CheckedSystem, Vectors, each_target, read_set, shown};

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

/// A reduction, as it is checked.
struct Reduced<'a> {
    product: Product<'a>,
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
    facts: &mut Facts,
) -> Result<(), String> {
    if system.doc.priority.is_some() {
        return Err("reductions do not support a priority".into());
    }
    let components = system.components();
    let kept = kept_components(components, named, doc)?;
    let plain = |&i: &usize| Member { component: &components[i], error: None, trap: None };
    let product = Product::of(&kept.iter().map(plain).collect::<Vec<_>>(), None)?;
    let sizes = kept.iter().map(|&i| components[i].states);
    let mut vectors = read_set(&doc.states, sizes, work)?;
    if vectors.position(&product.initial()).is_none() {
        return Err(format!("the initial vector {} is not in the set", shown(&product.initial())));
    }
    let n_names = product.n_labels() - 1;
    let (events, width) = read_events(&doc.events, vectors.len(), n_names + kept.len())?;
    work.spend(events.len())?;
    let goals: Vec<usize> = match named {
        Some(named) => (0..kept.len()).filter(|&at| named[kept[at]]).collect(),
        None => Vec::new(),
    };
    let mut reduced = Reduced::new(product, kept.len());
    let (mut vector, mut moves) = (Vec::new(), Moves::default());
    // For each goal and vector: is it settled? And all moves between vectors, as source and target.
    let (mut settled, mut edges) = (vec![Vec::new(); goals.len()], Vec::new());
    for (position, row) in events.chunks(width).map(Row).enumerate() {
        vectors.read(position, &mut vector);
        facts.states += 1;
        let about = |reason: String| format!("{}: {reason}", shown(&vector));
        reduced.product.moves(&vector, &mut moves, work)?;
        let is_followed =
            reduced.follow(row, (position, &vector), &mut moves, &mut vectors, &mut edges, work);
        let is_followed = is_followed.map_err(about)?;
        reduced.check_disabled(row, &vector, &moves, work).map_err(about)?;
        if named.is_none() && !is_followed {
            let has_ended =
                moves.is_empty() && system.product.may_terminate() && reduced.product.is_terminated(&vector);
            if !has_ended {
                return Err(about("it is a deadlock, or none of its moves is followed".into()));
            }
        }
        for (settled, &goal) in settled.iter_mut().zip(&goals) {
            let waiting = reduced.waiting(goal, vector[goal], row, work)?;
            settled.push(!reduced.waiting[waiting].enters_error);
        }
        for &goal in &goals {
            let is_entered = |by: usize| {
                row.contains(reduced.event(&moves, by)) && moves.errors(by).any(|entered| entered == goal)
            };
            if let Some(by) = (0..moves.len()).find(|&by| is_entered(by)) {
                let (label, name) = (reduced.product.name(moves.label(by)), &components[kept[goal]].name);
                return Err(about(format!("`{label}` enters ERROR of {name}")));
            }
        }
    }
    facts.transitions += edges.len() as u64;
    for (settled, &goal) in settled.iter_mut().zip(&goals) {
        if let Some(position) = put_off(settled, &edges, work)? {
            vectors.read(position, &mut vector);
            let name = &components[kept[goal]].name;
            return Err(format!("{} puts off what {name} may do before ERROR", shown(&vector)));
        }
    }
    Ok(())
}

/// The components of a reduction, as positions in the system.
fn kept_components(
    components: &[ComponentDoc],
    named: Option<&[bool]>,
    doc: &ReductionDoc,
) -> Result<Vec<usize>, String> {
    let kept: Vec<usize> = doc.components.iter().map(|&i| i as usize).collect();
    if !kept.is_sorted_by(|a, b| a < b) || kept.last().is_none_or(|&last| last >= components.len()) {
        return Err("its components do not exist, or are not sorted".into());
    }
    let is_needed = |&i: &usize| components[i].role.takes_part() || named.is_some_and(|named| named[i]);
    match (0..components.len()).filter(is_needed).find(|i| kept.binary_search(i).is_err()) {
        Some(missing) => Err(format!("{} is left out", components[missing].name)),
        None => Ok(kept),
    }
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
fn read_events(text: &str, n_vectors: usize, n_events: usize) -> Result<(Vec<u8>, usize), String> {
    let bytes = decode_base64(text).ok_or("the events are not canonical base64")?;
    let width = n_events.div_ceil(8);
    if n_vectors.checked_mul(width) != Some(bytes.len()) {
        return Err(format!("{} bytes of events are not {n_vectors} times {width}", bytes.len()));
    }
    let unused = if n_events.is_multiple_of(8) { 0 } else { 0xff >> (n_events % 8) };
    match bytes.chunks(width).any(|row| row[width - 1] & unused != 0) {
        true => Err("there are more events than the components have".into()),
        false => Ok((bytes, width)),
    }
}

impl<'a> Reduced<'a> {
    fn new(product: Product<'a>, n_components: usize) -> Self {
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

    /// Looks at the enabled events of a set, and notes where their moves lead. Are there any?
    fn follow(
        &mut self,
        row: Row,
        (position, vector): (usize, &[u32]),
        moves: &mut Moves,
        vectors: &mut Vectors,
        edges: &mut Vec<(u32, u32)>,
        work: &mut Work,
    ) -> Result<bool, String> {
        let mut is_any = false;
        for by in (0..moves.len()).filter(|&by| row.contains(self.event(moves, by))).collect::<Vec<_>>() {
            is_any = true;
            let label = moves.label(by);
            for i in moves.movers(by) {
                if !self.is_steady(i, vector[i], label, row, work)? {
                    let name = self.product.name(label);
                    return Err(format!("what is not followed can disturb `{name}`"));
                }
            }
            each_target(&self.product, (position, vector), moves, by, vectors, work, |to, work| {
                edges.push((position as u32, to));
                work.store(8)
            })?;
        }
        Ok(is_any)
    }

    /// Does each disabled event of a set have a participant that does not offer it before an event of the
    /// set?
    fn check_disabled(
        &mut self,
        row: Row,
        vector: &[u32],
        moves: &Moves,
        work: &mut Work,
    ) -> Result<(), String> {
        let n_names = self.product.n_labels() - 1;
        work.spend(n_names + vector.len())?;
        let mut disabled: Vec<bool> = (0..n_names + vector.len()).map(|event| row.contains(event)).collect();
        (0..moves.len()).for_each(|by| disabled[self.event(moves, by)] = false);
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
                is_off = states.iter().all(|&state| self.product.part(i).offer_of(state, label).is_none());
                if is_off {
                    break;
                }
            }
            if !is_off {
                let name = self.product.name(label);
                return Err(format!("what is not followed can enable `{name}`"));
            }
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
        let part = self.product.part(i);
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
        let (part, own) = (self.product.part(i), &self.own[i]);
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
    let after = |state: u32, label: u32| part.offer_of(state, label);
    let (by_x, by_y) = (part.targets_of(x), part.targets_of(y));
    // Each move by x and each by y can be completed.
    for &one in by_x {
        let Some(then) = after(one, y.label) else { return Ok(false) };
        for &other in by_y {
            let Some(back) = after(other, x.label) else { return Ok(false) };
            work.spend(1 + (then.end - then.start) as usize + (back.end - back.start) as usize)?;
            let back = part.targets_of(back);
            if !part.targets_of(then).iter().any(|target| back.binary_search(target).is_ok()) {
                return Ok(false);
            }
        }
    }
    // What y and then x reach, x and then y reach.
    for &other in by_y {
        let Some(back) = after(other, x.label) else { return Ok(false) };
        if back.enters_error {
            return Ok(false);
        }
        for target in part.targets_of(back) {
            work.spend(1 + by_x.len())?;
            let reaches = |&one: &u32| {
                after(one, y.label).is_some_and(|then| part.targets_of(then).binary_search(target).is_ok())
            };
            if !by_x.iter().any(reaches) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// A vector from which no moves lead to a settled one. Marks those from which they do.
fn put_off(settled: &mut [bool], edges: &[(u32, u32)], work: &mut Work) -> Result<Option<usize>, TooMuch> {
    let mut by_target: Vec<(u32, u32)> = edges.iter().map(|&(from, to)| (to, from)).collect();
    work.store(8 * edges.len())?;
    by_target.sort_unstable();
    let mut open: Vec<u32> = (0..settled.len() as u32).filter(|&v| settled[v as usize]).collect();
    while let Some(to) = open.pop() {
        let start = by_target.partition_point(|&(target, _)| target < to);
        for &(_, from) in by_target[start..].iter().take_while(|&&(target, _)| target == to) {
            work.spend(1)?;
            if !std::mem::replace(&mut settled[from as usize], true) {
                open.push(from);
            }
        }
    }
    Ok(settled.iter().position(|settled| !settled))
}
