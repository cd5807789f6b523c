//! A system with the fluents and the automaton of a formula running in parallel.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rely_ltl::Tracker;
use rely_lts::{
    Alphabet, Label, Lts, Moves, Product, ProductScratch, RowBatch, RowBuilder, Space, Spent, StateId,
    Successors, System, Target, Visitor,
};

/// The automaton state of the *lost* product state, where no continuation is accepted.
pub(super) const LOST: u32 = u32::MAX;

/// The product. A packed state is the packed state of the system and one word: the valuation and the
/// automaton state. All states where the automaton is lost are one, of zeros.
pub(super) struct WatchedSystem {
    pub(super) product: Product,
    /// Remembers what it met; the order of its numbers does not show in any result.
    pub(super) tracker: Mutex<Tracker>,
    /// Per label: the class of its action.
    pub(super) classes: Vec<usize>,
    /// Did the automaton have several moves somewhere?
    choice: AtomicBool,
}

#[derive(Default)]
pub(super) struct Scratch {
    product: ProductScratch,
    moves: Successors,
    target: Vec<u64>,
}

impl WatchedSystem {
    pub(super) fn new(system: &System, tracker: Tracker) -> Self {
        let product = Product::new(system);
        let alphabet = product.alphabet();
        let classes =
            (0..alphabet.n_labels()).map(|l| tracker.class(alphabet.action(Label::at(l)))).collect();
        WatchedSystem { product, tracker: Mutex::new(tracker), classes, choice: AtomicBool::new(false) }
    }

    pub(super) fn alphabet(&self) -> &Alphabet {
        self.product.alphabet()
    }

    /// Is the run accepted that ends before its first action? Its only position is the start.
    pub(super) fn accepts_start(&self) -> bool {
        let mut tracker = self.tracker.lock().expect("no holder of the tracker panics");
        let (valuation, state) = (tracker.initial_valuation(), tracker.initial_state());
        let after = tracker.moves(valuation, state).to_vec();
        after.into_iter().any(|state| tracker.ends(state))
    }

    pub(super) fn had_choice(&self) -> bool {
        self.choice.load(Ordering::Relaxed)
    }
}

/// The valuation and the automaton state in the last word of a packed state.
pub(super) fn watch(packed: &[u64]) -> (u32, u32) {
    let word = packed[packed.len() - 1];
    ((word >> 32) as u32, word as u32)
}

pub(super) fn watch_word(valuation: u32, state: u32) -> u64 {
    u64::from(valuation) << 32 | u64::from(state)
}

impl Space for WatchedSystem {
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.product.words() + 1
    }

    fn initial(&self) -> Vec<u64> {
        let tracker = self.tracker.lock().expect("no holder of the tracker panics");
        let mut packed = self.product.initial();
        packed.push(watch_word(tracker.initial_valuation(), tracker.initial_state()));
        packed
    }

    fn successors(&self, packed: &[u64], scratch: &mut Scratch, out: &mut Successors) {
        let (valuation, state) = watch(packed);
        if state == LOST {
            return;
        }
        let Scratch { product, moves, target } = scratch;
        moves.reset();
        self.product.successors(&packed[..packed.len() - 1], product, moves);
        let mut tracker = self.tracker.lock().expect("no holder of the tracker panics");
        for (label, next) in moves.iter() {
            let next = match next {
                Target::Error(culprits) => {
                    out.push_error(label, culprits.iter().copied());
                    continue;
                }
                Target::State(next) => next,
            };
            let after = tracker.after(valuation, self.classes[label.index()]);
            let states = tracker.moves(after, state);
            target.clear();
            if states.is_empty() {
                target.resize(next.len(), 0);
                target.push(watch_word(0, LOST));
                out.push(label, target);
                continue;
            }
            if states.len() > 1 {
                self.choice.store(true, Ordering::Relaxed);
            }
            target.extend_from_slice(next);
            target.push(0);
            for &state in states {
                *target.last_mut().expect("a word was pushed") = watch_word(after, state);
                out.push(label, target);
            }
        }
    }
}

/// Keeps the transitions, and stops at the first state from which everything is accepted.
pub(super) struct Recorder<'w> {
    watched: &'w WatchedSystem,
    rows: RowBuilder,
    overflow: bool,
    /// Per automaton state: is everything accepted from it?
    universal: Vec<bool>,
    /// The first move into such a state.
    pub(super) prefix: Option<(StateId, Label)>,
}

impl<'w> Recorder<'w> {
    pub(super) fn new(watched: &'w WatchedSystem) -> Self {
        let tracker = watched.tracker.lock().expect("no holder of the tracker panics");
        let universal = (0..tracker.n_states() as u32).map(|q| tracker.is_universal(q)).collect();
        let rows = RowBuilder::new(watched.alphabet().clone());
        Recorder { watched, rows, overflow: false, universal, prefix: None }
    }

    /// The graph of the product, if it was explored to the end.
    pub(super) fn finish(self) -> Result<Lts, Spent> {
        if self.overflow {
            return Err(Spent::Memory(u64::from(u32::MAX) * 8));
        }
        Ok(self.rows.finish(StateId::at(0), None))
    }
}

impl Visitor for Recorder<'_> {
    type Notes = (RowBatch, Option<(StateId, Label)>);

    fn look(
        &self,
        state: StateId,
        _: &[u64],
        moves: Moves<'_>,
        (rows, prefix): &mut Self::Notes,
    ) -> ControlFlow<()> {
        for (label, target) in moves.iter() {
            if let Target::State(target) = target
                && self.universal.get(watch(target).1 as usize).is_some_and(|&universal| universal)
            {
                *prefix = Some((state, label));
                return ControlFlow::Break(());
            }
        }
        rows.push(moves.steps().map(|step| (step.label, step.target)));
        ControlFlow::Continue(())
    }

    fn take(&mut self, (rows, prefix): &mut Self::Notes) -> ControlFlow<()> {
        self.prefix = self.prefix.or(prefix.take());
        if self.rows.append(rows).is_err() {
            self.overflow = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn memory(&self) -> usize {
        let tracker = self.watched.tracker.lock().expect("no holder of the tracker panics");
        self.rows.memory() + tracker.memory()
    }
}
