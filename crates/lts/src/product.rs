//! The product of any number of components, explored without being stored.
//!
//! **Problem.** Given components `C_1 … C_n` over one action table, enumerate the joint moves of a vector of local
//! states: a label is taken by all components that have it in their alphabet, if each can; tau and labels of one
//! component interleave; a move into ERROR by any component is a move of the system into ERROR.
//!
//! **Method.** A vector is packed into 64-bit words, each component in a fixed bit field that does not straddle words.
//! For every label one participant is its *leader* (the one that offers it in the fewest states); only the leader's
//! row is searched for the label, the others are asked by table. So the work per state is proportional to what the
//! leaders offer there.
//!
//! **Invariants.**
//! 1. Every label of the product has exactly one leader, and the leader is one of its participants.
//! 2. Enabled labels are expanded in the order of their names, tau first, so a breadth-first search finds the run that
//!    is least by name among the shortest.
//! 3. Priority is decided on enabled joint labels, before any target is computed.
//!
//! **Cost.** Time per state: the leaders' offers, plus one table look-up per participant, plus the moves themselves.
//! Memory: 12 bytes per (state, led label) of every component, and 4 bytes per (state, label) of components whose
//! table is small enough to be dense.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::action::Alphabet;
use crate::explore::{Space, Successors};
use crate::id::{Label, StateId};
use crate::lts::Lts;
use crate::system::System;

/// Entries of all dense tables together; components that do not fit any more are searched row by row.
const DENSE_LIMIT: usize = 1 << 23;

/// The lazy product of the components of a system, with its priority but without its hiding.
pub struct Product {
    alphabet: Alphabet,
    parts: Vec<Part>,
    words: usize,
    /// Per label: where its participants begin in `participants`.
    participant_rows: Vec<u32>,
    /// The components that take part in a label, with their own label for it; the leader first. tau has none.
    participants: Vec<(u32, Label)>,
    /// Per label (tau included): does it give way? Absent without priority.
    low: Option<Vec<bool>>,
    /// The components that must be in END for the system to have terminated; `None` if it can never terminate.
    terminating: Option<Vec<u32>>,
}

/// One component inside the product.
struct Part {
    lts: Arc<Lts>,
    word: usize,
    shift: u32,
    mask: u64,
    /// Per local state: where its led runs begin in `led`.
    led_rows: Vec<u32>,
    /// Runs of transitions with one led label: (product label, first position, one past the last position).
    led: Vec<(Label, u32, u32)>,
    /// Per (state, local label): position of the first transition with that label or a later one.
    dense: Option<Vec<u32>>,
}

impl Part {
    #[inline]
    fn field(&self, state: &[u64]) -> StateId {
        StateId::from_raw((state[self.word] >> self.shift & self.mask) as u32)
    }

    #[inline]
    fn set_field(&self, state: &mut [u64], value: StateId) {
        let word = &mut state[self.word];
        *word = *word & !(self.mask << self.shift) | u64::from(value.raw()) << self.shift;
    }

    /// Positions of the transitions of a local state with a label of the component.
    #[inline]
    fn positions(&self, state: StateId, local: Label) -> (u32, u32) {
        match &self.dense {
            Some(table) => {
                let at = state.index() * (self.lts.alphabet().n_labels() + 1) + local.index();
                (table[at], table[at + 1])
            }
            None => {
                let row = self.lts.row(state);
                let labels = &self.lts.labels[row.clone()];
                let from = labels.partition_point(|&l| l < local);
                let to = from + labels[from..].partition_point(|&l| l == local);
                ((row.start + from) as u32, (row.start + to) as u32)
            }
        }
    }
}

/// Buffers of [`Product::successors`]; their content between calls does not matter.
#[derive(Default)]
pub struct ProductScratch {
    /// Enabled labels: the label in the upper half, the position in `enabled` in the lower half.
    order: Vec<u64>,
    /// Where the runs of each enabled label begin in `runs`, and how many they are.
    enabled: Vec<(u32, u32)>,
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
        let leader = |label: Label| {
            let row = &participant_rows[label.index()..label.index() + 2];
            participants[row[0] as usize..row[1] as usize].first().map(|(leader, _)| *leader)
        };
        let mut room = DENSE_LIMIT;
        let parts = ltss
            .iter()
            .zip(&globals)
            .zip(fields)
            .enumerate()
            .map(|(i, ((lts, global), (word, shift, mask)))| {
                let leads = |label: Label| label.is_tau() || leader(label) == Some(i as u32);
                let (led_rows, led) = led_runs(lts, global, leads);
                let dense = dense_table(lts, &mut room);
                Part { lts: lts.clone(), word, shift, mask, led_rows, led, dense }
            })
            .collect();
        let low = system.priority.as_ref().map(|priority| {
            let tau = priority.is_low(None);
            std::iter::once(tau)
                .chain(alphabet.names().iter().map(|name| priority.is_low(Some(name))))
                .collect::<Vec<bool>>()
        });
        let terminating = terminating(&ltss);
        Product { alphabet, parts, words, participant_rows, participants, low, terminating }
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
    pub fn component_state(&self, state: &[u64], component: usize) -> StateId {
        self.parts[component].field(state)
    }

    /// The local states of a packed state.
    pub fn unpack(&self, state: &[u64]) -> Vec<StateId> {
        self.parts.iter().map(|part| part.field(state)).collect()
    }

    /// The packed form of local states.
    pub fn pack(&self, locals: &[StateId]) -> Vec<u64> {
        let mut state = vec![0; self.words];
        for (part, &local) in self.parts.iter().zip(locals) {
            part.set_field(&mut state, local);
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

    /// Has the system terminated in a state that has no moves? All components that have an END are in it, and they
    /// know all the actions of those that have none.
    pub fn is_terminated(&self, state: &[u64]) -> bool {
        self.terminating.as_ref().is_some_and(|list| {
            list.iter().all(|&i| {
                let part = &self.parts[i as usize];
                part.lts.end() == Some(part.field(state))
            })
        })
    }

    /// Finds the enabled joint labels of a state, before targets are computed; priority applied, in the order of names.
    fn enabled(&self, state: &[u64], scratch: &mut ProductScratch) {
        let ProductScratch { order, enabled, runs, .. } = scratch;
        order.clear();
        enabled.clear();
        runs.clear();
        for (i, part) in self.parts.iter().enumerate() {
            let s = part.field(state);
            let led = part.led_rows[s.index()] as usize..part.led_rows[s.index() + 1] as usize;
            for &(label, from, to) in &part.led[led] {
                let first = runs.len();
                runs.push((i as u32, from, to));
                let followers = self.with_leader(label).get(1..).unwrap_or_default();
                let joint = followers.iter().all(|&(j, local)| {
                    let part = &self.parts[j as usize];
                    let (from, to) = part.positions(part.field(state), local);
                    runs.push((j, from, to));
                    from != to
                });
                if joint {
                    order.push(u64::from(label.raw()) << 32 | enabled.len() as u64);
                    enabled.push((first as u32, (runs.len() - first) as u32));
                } else {
                    runs.truncate(first);
                }
            }
        }
        if let Some(low) = &self.low
            && order.iter().any(|key| !low[(key >> 32) as usize])
        {
            order.retain(|key| !low[(key >> 32) as usize]);
        }
        order.sort_unstable(); // keeps invariant 2
    }

    /// Adds the only combination of targets of a label.
    #[inline]
    fn step(
        &self,
        state: &[u64],
        label: Label,
        runs: &[(u32, u32, u32)],
        next: &mut Vec<u64>,
        out: &mut Successors,
    ) {
        // Most systems fit in one word, which then stays in a register.
        if let [word] = *state {
            let mut word = word;
            for &(j, at, _) in runs {
                let part = &self.parts[j as usize];
                let target = part.lts.targets[at as usize];
                if target.is_error() {
                    return self.error(label, runs.iter().map(|&(j, at, _)| (j, at)), out);
                }
                word = word & !(part.mask << part.shift) | u64::from(target.raw()) << part.shift;
            }
            return out.push_word(label, word);
        }
        next.clear();
        next.extend_from_slice(state);
        for &(j, at, _) in runs {
            let part = &self.parts[j as usize];
            let target = part.lts.targets[at as usize];
            if target.is_error() {
                return self.error(label, runs.iter().map(|&(j, at, _)| (j, at)), out);
            }
            part.set_field(next, target);
        }
        out.push(label, next);
    }

    /// Adds all combinations of targets of a label, the last participant fastest.
    fn combine(
        &self,
        state: &[u64],
        label: Label,
        runs: &[(u32, u32, u32)],
        (cursor, next): (&mut Vec<u32>, &mut Vec<u64>),
        out: &mut Successors,
    ) {
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
                    part.set_field(next, target);
                }
            }
            if error {
                self.error(label, runs.iter().zip(cursor.iter()).map(|(&(j, ..), &at)| (j, at)), out);
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

    /// Adds a move into ERROR; the steps are components with the positions of their transitions.
    #[cold]
    fn error(&self, label: Label, steps: impl Iterator<Item = (u32, u32)>, out: &mut Successors) {
        let enters =
            |(j, at): (u32, u32)| self.parts[j as usize].lts.targets[at as usize].is_error().then_some(j);
        out.push_error(label, steps.filter_map(enters));
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
        out.clear();
        self.enabled(state, scratch);
        let ProductScratch { order, enabled, runs, cursor, next } = scratch;
        for &key in order.iter() {
            let label = Label::from_raw((key >> 32) as u32);
            let (first, n) = enabled[key as u32 as usize];
            let runs = &runs[first as usize..(first + n) as usize];
            if runs.iter().all(|&(_, from, to)| to - from == 1) {
                self.step(state, label, runs, next, out);
            } else {
                self.combine(state, label, runs, (cursor, next), out);
            }
        }
    }
}

/// A bit field per component: (word, shift, mask), and the number of words. Fields are placed first-fit in order.
fn pack(ltss: &[Arc<Lts>]) -> (Vec<(usize, u32, u64)>, usize) {
    let mut fields = Vec::with_capacity(ltss.len());
    let mut used: Vec<u32> = vec![0];
    for lts in ltss {
        let bits = usize::BITS - (lts.n_states() - 1).leading_zeros();
        let word = used.iter().position(|&u| u + bits <= 64).unwrap_or_else(|| {
            used.push(0);
            used.len() - 1
        });
        // A component with one state has no bits; a shift of 64 must not arise.
        let shift = if bits == 0 { 0 } else { used[word] };
        fields.push((word, shift, (1u64 << bits) - 1));
        used[word] += bits;
    }
    (fields, used.len())
}

/// Per component: the product label of each of its own labels.
fn global_labels(alphabet: &Alphabet, ltss: &[Arc<Lts>]) -> Vec<Vec<Label>> {
    let of_action: FxHashMap<_, _> = alphabet.labels().map(|label| (alphabet.action(label), label)).collect();
    let of_lts = |lts: &Arc<Lts>| {
        std::iter::once(Label::TAU).chain(lts.alphabet().ids().iter().map(|id| of_action[id])).collect()
    };
    ltss.iter().map(of_lts).collect()
}

/// Per label the components that have it, the one that offers it in the smallest share of its states first (ties: the
/// first one): where the lists begin, and the lists.
fn participants(
    alphabet: &Alphabet,
    ltss: &[Arc<Lts>],
    globals: &[Vec<Label>],
) -> (Vec<u32>, Vec<(u32, Label)>) {
    let mut lists: Vec<Vec<(u32, Label)>> = vec![Vec::new(); alphabet.n_labels()];
    let mut best: Vec<(f64, usize)> = vec![(f64::INFINITY, 0); alphabet.n_labels()];
    for (i, (lts, global)) in ltss.iter().zip(globals).enumerate() {
        let mut offers = vec![0u32; global.len()];
        for s in lts.states() {
            let mut last = None;
            for &label in lts.labels_of(s) {
                if last != Some(label) {
                    offers[label.index()] += 1;
                    last = Some(label);
                }
            }
        }
        for (local, label) in global.iter().enumerate().skip(1) {
            let list = &mut lists[label.index()];
            let share = f64::from(offers[local]) / lts.n_states() as f64;
            if share < best[label.index()].0 {
                best[label.index()] = (share, list.len());
            }
            list.push((i as u32, Label::at(local)));
        }
    }
    let mut rows = vec![0];
    let mut all = Vec::new();
    for (mut list, (_, leader)) in lists.into_iter().zip(best) {
        if !list.is_empty() {
            list.swap(0, leader);
        }
        all.append(&mut list);
        rows.push(u32::try_from(all.len()).expect("components and labels are counted with 32 bits"));
    }
    (rows, all)
}

/// Where each state's led runs begin, and the runs: (product label, first position, one past the last).
type LedRuns = (Vec<u32>, Vec<(Label, u32, u32)>);

/// The runs of equal labels of every row, for the labels that the component leads.
fn led_runs(lts: &Lts, global: &[Label], leads: impl Fn(Label) -> bool) -> LedRuns {
    let mut rows = vec![0u32];
    let mut runs = Vec::new();
    for s in lts.states() {
        let row = lts.row(s);
        let mut from = row.start;
        while from < row.end {
            let local = lts.labels[from];
            let mut to = from + 1;
            while to < row.end && lts.labels[to] == local {
                to += 1;
            }
            let label = global[local.index()];
            if leads(label) {
                runs.push((label, from as u32, to as u32));
            }
            from = to;
        }
        rows.push(u32::try_from(runs.len()).expect("runs are not more than transitions"));
    }
    (rows, runs)
}

/// The dense table of a component, if there is room for it.
fn dense_table(lts: &Lts, room: &mut usize) -> Option<Vec<u32>> {
    let width = lts.alphabet().n_labels() + 1;
    *room = room.checked_sub(lts.n_states().checked_mul(width)?)?;
    let mut table = Vec::with_capacity(lts.n_states() * width);
    for s in lts.states() {
        let row = lts.row(s);
        let mut at = row.start;
        for label in 0..width {
            while at < row.end && lts.labels[at].index() < label {
                at += 1;
            }
            table.push(at as u32);
        }
    }
    Some(table)
}

/// The components with an END, if the system can terminate at all: they must know every action of the others.
fn terminating(ltss: &[Arc<Lts>]) -> Option<Vec<u32>> {
    let (with, without): (Vec<usize>, Vec<usize>) = (0..ltss.len()).partition(|&i| ltss[i].end().is_some());
    if with.is_empty() {
        return None;
    }
    let known: FxHashSet<_> = with.iter().flat_map(|&i| ltss[i].alphabet().ids().iter().copied()).collect();
    let all = without.iter().all(|&i| ltss[i].alphabet().ids().iter().all(|id| known.contains(id)));
    all.then(|| with.iter().map(|&i| i as u32).collect())
}
