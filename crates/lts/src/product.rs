//! The product of any number of components, explored without being stored.
//!
//! # Problem
//!
//! Given components `C_1 … C_n` over one action table, enumerate the joint moves of a vector of local states:
//! a label is taken by all components that have it in their alphabet, if each can; tau and labels of one
//! component interleave; a move into ERROR by any component is a move of the system into ERROR.
//!
//! # Method
//!
//! A vector is packed into 64-bit words, each component in a fixed bit field that does not straddle words.
//! For every label one participant is its *leader* (the one that offers it in the fewest states); only what
//! the leaders offer is considered, the others are asked by table. The answer of a table is an [`Effect`]:
//! the only target, a refusal, or that it takes a closer look (several targets, or ERROR). Where all
//! participants have only one target, which is the rule, the joint target is put together on the way, without
//! a branch; the labels whose participants all agree are collected in a bitmap, which yields them in order.
//!
//! # Invariants
//!
//! 1. Every label of the product has exactly one leader, and the leader is one of its participants.
//! 2. Enabled labels are expanded in the order of their names, tau first, so a breadth-first search finds the
//!    run that is least by name among the shortest.
//! 3. Priority is decided on enabled joint labels, before any target counts.
//!
//! # Cost
//!
//! Time per state: the leaders' offers, plus one table look-up per participant, plus the moves themselves.
//! Memory: 16 bytes per (state, led label) of every component, and 4 bytes per (state, label) of components
//! whose table is small enough to be dense.
//!
//! # Departures
//!
//! From the definition, which asks every component for every label: only the leaders are asked first. That
//! the joint target is computed without a branch, even for labels that turn out to be refused, is for speed
//! only.

mod layout;
mod leaders;
mod participants;

use std::sync::Arc;

use self::layout::{Part, pack};
use self::leaders::{Effect, Follower, Leaders, SEARCHED};
use self::participants::{global_labels, participants};
use crate::action::Alphabet;
use crate::explore::{Space, Successors};
use crate::id::{Label, StateId};
use crate::lts::Lts;
use crate::system::System;

/// With more labels than this, enabled ones are sorted instead of read off a bitmap.
const BITMAP_LIMIT: usize = 1 << 12;

/// The lazy product of the components of a system, with its priority but without its hiding.
///
/// It is a [`Space`]: [`explore`](crate::explore) visits its states. Each is a vector of local states, packed
/// into words.
///
/// ```
/// use rely_lts::{Actions, Component, Context, Product, Purpose, Runs, System, explore};
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Lts {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     builder.finish(StateId::at(0)).expect("all states were added")
/// # }
/// let actions = Actions::new();
/// let coin = machine(&actions, &[(0, "toss", 1), (0, "toss", 2), (1, "heads", 0), (2, "tails", 0)]);
/// let system = System::new("S", &actions, vec![Component::new("COIN", coin.into())]);
/// let product = Product::new(&system);
/// let explored = explore(&product, Runs::Keep, Purpose::Explore, Context::unlimited(), &mut ());
/// assert_eq!((explored.store.len(), explored.transitions), (3, 4));
/// // How was the last state found, and what does the component do there?
/// let last = StateId::at(2);
/// let run = explored.run_to(&product, last);
/// assert_eq!(run.iter().map(|&l| product.alphabet().name(l)).collect::<Vec<_>>(), ["toss".into()]);
/// assert_eq!(product.unpack(explored.store.get(last)), [StateId::at(2)]);
/// ```
pub struct Product {
    alphabet: Alphabet,
    parts: Vec<Part>,
    words: usize,
    /// Per label: where its participants begin in `participants`.
    participant_rows: Vec<u32>,
    /// The components that take part in a label, with their own label for it; the leader first. tau has none.
    participants: Vec<(u32, Label)>,
    leaders: Leaders,
    /// The components that have a tau somewhere.
    with_tau: Vec<u32>,
    /// Per label (tau included): does it give way? Absent without priority.
    low: Option<Vec<bool>>,
    /// The components that must be in END for the system to have terminated; empty if it can never terminate.
    terminating: Vec<usize>,
}

/// Buffers of [`Product::successors`]; their content between calls does not matter.
#[derive(Default)]
pub struct ProductScratch {
    /// A bit per enabled label, all clear between calls; unused where labels are sorted.
    bits: Vec<u64>,
    /// The enabled labels, where they are sorted.
    order: Vec<u32>,
    /// Per label: its joint target, if every participant has only one.
    slots: Vec<u64>,
    /// A bit per enabled label whose rows must be read, all clear between calls.
    closer: Vec<u64>,
    /// Component, first position, one past the last position of its transitions with the label.
    runs: Vec<(u32, u32, u32)>,
    cursor: Vec<u32>,
    next: Vec<u64>,
}

impl Product {
    /// The product of the components of a system.
    ///
    /// # Panics
    /// If the components come from different action tables.
    pub fn new(system: &System) -> Product {
        let ltss: Vec<Arc<Lts>> = system.components.iter().map(|c| c.lts.clone()).collect();
        for lts in &ltss {
            assert!(
                lts.actions().same_table(&system.actions),
                "components of a system share one action table"
            );
        }
        let alphabet = system.alphabet();
        let (fields, words) = pack(&ltss);
        let globals = global_labels(&alphabet, &ltss);
        let (participant_rows, participants) = participants(&alphabet, &ltss, &globals);
        let parts: Vec<Part> =
            ltss.iter().zip(fields).map(|(lts, field)| Part { lts: lts.clone(), field }).collect();
        let leaders = Leaders::new(&parts, &globals, &participant_rows, &participants);
        let with_tau = (0..parts.len() as u32).filter(|&i| parts[i as usize].lts.has_tau()).collect();
        let low = system.priority.as_ref().map(|priority| {
            let tau = priority.is_low(None);
            std::iter::once(tau)
                .chain(alphabet.names().iter().map(|name| priority.is_low(Some(name))))
                .collect::<Vec<bool>>()
        });
        let terminating = system.terminating();
        Product {
            alphabet,
            parts,
            words,
            participant_rows,
            participants,
            leaders,
            with_tau,
            low,
            terminating,
        }
    }

    /// The union of the components' alphabets.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// Number of components.
    pub fn n_components(&self) -> usize {
        self.parts.len()
    }

    /// The local state of a component in a packed state.
    #[inline]
    pub fn component_state(&self, state: &[u64], component: usize) -> StateId {
        self.parts[component].local(state)
    }

    /// The local states of a packed state.
    pub fn unpack(&self, state: &[u64]) -> Vec<StateId> {
        self.parts.iter().map(|part| part.local(state)).collect()
    }

    /// The packed form of local states.
    pub fn pack(&self, locals: &[StateId]) -> Vec<u64> {
        let mut state = vec![0; self.words];
        for (part, &local) in self.parts.iter().zip(locals) {
            part.field.set(&mut state, u64::from(local.raw()));
        }
        state
    }

    /// The components that take part in a label.
    pub fn participants(&self, label: Label) -> Vec<usize> {
        let mut list: Vec<usize> = self.with_leader(label).iter().map(|&(i, _)| i as usize).collect();
        list.sort_unstable();
        list
    }

    /// The participants of a label, leader first.
    #[inline]
    fn with_leader(&self, label: Label) -> &[(u32, Label)] {
        let row = &self.participant_rows[label.index()..label.index() + 2];
        &self.participants[row[0] as usize..row[1] as usize]
    }

    /// Has the system terminated in a state that has no moves? All components that have an END are in it, and
    /// they know all the actions of those that have none.
    pub fn is_terminated(&self, state: &[u64]) -> bool {
        let has_ended = |&i: &usize| self.parts[i].lts.end() == Some(self.parts[i].local(state));
        !self.terminating.is_empty() && self.terminating.iter().all(has_ended)
    }

    /// Are enabled labels collected in a bitmap?
    #[inline]
    fn has_bitmap(&self) -> bool {
        self.alphabet.n_labels() <= BITMAP_LIMIT
    }

    /// Finds the enabled joint labels of a state of one word, with the targets of the simple ones; without
    /// tau and priority. Most systems fit in one word, which then stays in a register.
    ///
    /// Returns whether the rows must be read for some label.
    fn enabled_in_word(&self, word: u64, scratch: &mut ProductScratch) -> bool {
        let ProductScratch { bits, closer, slots, .. } = scratch;
        let mut any_closer = false;
        // The bits of the labels `64 * block ..`, gathered in a register.
        let (mut block, mut gathered) = (0, 0u64);
        let Leaders { parts, rows, offers, followers, effects } = &self.leaders;
        for &(field, base) in parts {
            let row = base as usize + (word >> field.shift & field.mask) as usize;
            for offer in &offers[rows[row] as usize..rows[row + 1] as usize] {
                let mut flags = offer.effect.0;
                let mut next = field.with(word, flags);
                for follower in &followers[offer.first as usize..offer.end as usize] {
                    let local = word >> follower.field.shift & follower.field.mask;
                    let effect = if follower.base == SEARCHED {
                        self.search(follower, local)
                    } else {
                        effects[follower.base as usize + local as usize * follower.width as usize]
                    };
                    flags |= effect.0;
                    next = follower.field.with(next, effect.0);
                    // Short lists are read to the end: a branch that cannot be foreseen costs more.
                    if flags & Effect::REFUSED != 0 && offer.end - offer.first > 4 {
                        break;
                    }
                }
                let label = offer.label.index();
                slots[label] = next;
                if label / 64 != block {
                    bits[block] |= gathered;
                    (block, gathered) = (label / 64, 0);
                }
                let joint = u64::from(flags & Effect::REFUSED == 0);
                gathered |= joint << (label % 64);
                if flags & Effect::CLOSER != 0 {
                    any_closer |= joint != 0;
                    closer[label / 64] |= joint << (label % 64);
                }
            }
        }
        bits[block] |= gathered;
        any_closer
    }

    /// As [`Product::enabled_in_word`], for states of any length and any number of labels.
    fn enabled(&self, state: &[u64], scratch: &mut ProductScratch) {
        let ProductScratch { bits, order, slots, closer, .. } = scratch;
        let sorted = !self.has_bitmap();
        for &(field, rows) in &self.leaders.parts {
            let row = rows as usize + field.get(state) as usize;
            let offers = self.leaders.rows[row] as usize..self.leaders.rows[row + 1] as usize;
            for offer in &self.leaders.offers[offers] {
                let followers = &self.leaders.followers[offer.first as usize..offer.end as usize];
                let mut flags = offer.effect.0;
                let label = offer.label.index();
                let next = &mut slots[label * self.words..(label + 1) * self.words];
                next.copy_from_slice(state);
                field.set(next, u64::from(offer.effect.0));
                for follower in followers {
                    let effect = self.ask(follower, state);
                    flags |= effect.0;
                    if flags & Effect::REFUSED != 0 {
                        break;
                    }
                    follower.field.set(next, u64::from(effect.0));
                }
                if flags & Effect::REFUSED != 0 {
                    continue;
                }
                closer[label / 64] |= u64::from(flags & Effect::CLOSER != 0) << (label % 64);
                if sorted {
                    order.push(label as u32);
                } else {
                    bits[label / 64] |= 1 << (label % 64);
                }
            }
        }
        order.sort_unstable(); // keeps invariant 2
    }

    /// What a label does to one of its followers.
    #[inline]
    fn ask(&self, follower: &Follower, state: &[u64]) -> Effect {
        let local = follower.field.get(state);
        if follower.base == SEARCHED {
            return self.parts[follower.part as usize]
                .effect(StateId::from_raw(local as u32), follower.local);
        }
        self.leaders.effects[follower.base as usize + local as usize * follower.width as usize]
    }

    /// What a label does to a follower that has no table.
    #[cold]
    fn search(&self, follower: &Follower, local: u64) -> Effect {
        self.parts[follower.part as usize].effect(StateId::from_raw(local as u32), follower.local)
    }

    /// Drops the labels that give way; returns whether tau is left.
    fn give_way(&self, low: &[bool], tau: bool, scratch: &mut ProductScratch) -> bool {
        let ProductScratch { bits, order, closer, .. } = scratch;
        let mut enabled: Vec<u32> = std::mem::take(order);
        for (i, bits) in bits.iter_mut().enumerate() {
            let mut word = std::mem::take(bits);
            while word != 0 {
                enabled.push(i as u32 * 64 + word.trailing_zeros());
                word &= word - 1;
            }
        }
        // What is dropped leaves no trace.
        let high = tau && !low[0] || enabled.iter().any(|&label| !low[label as usize]);
        if high {
            enabled.iter().filter(|&&label| low[label as usize]).for_each(|&label| {
                closer[label as usize / 64] &= !(1 << (label % 64));
            });
            enabled.retain(|&label| !low[label as usize]);
        }
        if self.has_bitmap() {
            enabled.iter().for_each(|&label| bits[label as usize / 64] |= 1 << (label % 64));
            enabled.clear();
        }
        *order = enabled;
        tau && !(high && low[0])
    }

    /// Adds the moves of an enabled label.
    #[inline]
    fn take(&self, state: &[u64], label: usize, scratch: &mut ProductScratch, out: &mut Successors) {
        let (closer, bit) = (&mut scratch.closer[label / 64], 1 << (label % 64));
        if *closer & bit != 0 {
            *closer &= !bit;
            return self.combine(state, Label::at(label), scratch, out);
        }
        if self.words == 1 {
            out.push_word(Label::at(label), scratch.slots[label]);
        } else {
            out.push(Label::at(label), &scratch.slots[label * self.words..(label + 1) * self.words]);
        }
    }

    /// Adds the tau moves of all components, in their order.
    fn take_tau(&self, state: &[u64], next: &mut Vec<u64>, out: &mut Successors) {
        for &i in &self.with_tau {
            let part = &self.parts[i as usize];
            for &target in part.lts.step(part.local(state), Label::TAU) {
                if target.is_error() {
                    out.push_error(Label::TAU, [i]);
                } else {
                    next.clear();
                    next.extend_from_slice(state);
                    part.field.set(next, u64::from(target.raw()));
                    out.push(Label::TAU, next);
                }
            }
        }
    }

    /// Adds all combinations of targets of a label, the last participant fastest.
    #[cold]
    fn combine(&self, state: &[u64], label: Label, scratch: &mut ProductScratch, out: &mut Successors) {
        let ProductScratch { runs, cursor, next, .. } = scratch;
        runs.clear();
        runs.extend(self.with_leader(label).iter().map(|&(j, local)| {
            let part = &self.parts[j as usize];
            let (from, to) = part.positions(part.local(state), local);
            (j, from, to)
        }));
        cursor.clear();
        cursor.extend(runs.iter().map(|&(_, from, _)| from));
        loop {
            next.clear();
            next.extend_from_slice(state);
            let mut error = false;
            for (&(j, ..), &at) in runs.iter().zip(cursor.iter()) {
                let part = &self.parts[j as usize];
                let target = part.lts.targets[at as usize];
                if target.is_error() {
                    error = true;
                } else {
                    part.field.set(next, u64::from(target.raw()));
                }
            }
            if error {
                let enters = |(&(j, ..), &at): (&(u32, u32, u32), &u32)| {
                    self.parts[j as usize].lts.targets[at as usize].is_error().then_some(j)
                };
                out.push_error(label, runs.iter().zip(cursor.iter()).filter_map(enters));
            } else {
                out.push(label, next);
            }
            let mut k = runs.len();
            loop {
                if k == 0 {
                    return;
                }
                k -= 1;
                cursor[k] += 1;
                if cursor[k] < runs[k].2 {
                    break;
                }
                cursor[k] = runs[k].1;
            }
        }
    }
}

impl Space for Product {
    type Scratch = ProductScratch;

    fn words(&self) -> usize {
        self.words
    }

    fn initial(&self) -> Vec<u64> {
        self.pack(&self.parts.iter().map(|part| part.lts.initial()).collect::<Vec<_>>())
    }

    fn successors(&self, state: &[u64], scratch: &mut ProductScratch, out: &mut Successors) {
        let n_labels = self.alphabet.n_labels();
        if scratch.slots.len() != n_labels * self.words || scratch.closer.len() != n_labels.div_ceil(64) {
            scratch.closer = vec![0; n_labels.div_ceil(64)];
            scratch.slots = vec![0; n_labels * self.words];
            scratch.bits = if self.has_bitmap() { vec![0; n_labels.div_ceil(64)] } else { Vec::new() };
        }
        let simple = match *state {
            [word] if self.has_bitmap() => !self.enabled_in_word(word, scratch),
            _ => {
                self.enabled(state, scratch);
                false
            }
        };
        let mut tau = self.with_tau.iter().any(|&i| {
            let part = &self.parts[i as usize];
            !part.lts.step(part.local(state), Label::TAU).is_empty()
        });
        if let Some(low) = &self.low {
            tau = self.give_way(low, tau, scratch);
        }
        if tau {
            self.take_tau(state, &mut scratch.next, out);
        }
        for i in 0..scratch.bits.len() {
            let mut word = std::mem::take(&mut scratch.bits[i]);
            if simple {
                while word != 0 {
                    let label = i * 64 + word.trailing_zeros() as usize;
                    out.push_word(Label::at(label), scratch.slots[label]);
                    word &= word - 1;
                }
            }
            while word != 0 {
                self.take(state, i * 64 + word.trailing_zeros() as usize, scratch, out);
                word &= word - 1;
            }
        }
        for i in 0..scratch.order.len() {
            self.take(state, scratch.order[i] as usize, scratch, out);
        }
        scratch.order.clear();
    }
}
