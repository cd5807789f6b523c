//! The one exploration driver: breadth-first over anything that can enumerate successors.
//!
//! # Problem
//!
//! Visit every state of a [`Space`] once, in an order that gives shortest runs, within a [`Budget`], and
//! with the same result for any number of threads.
//!
//! # Method
//!
//! States are numbered as they are found; the number is also the place in the queue, since the store keeps
//! states in the order of arrival. A stretch of the queue is expanded at a time: first the successors of all
//! its states are computed, then all are looked for in the store together (the loads overlap), then new ones
//! are numbered in order. With an executor wider than one (see `parallel`) the first step of later stretches
//! is done by other threads meanwhile; the numbering is that of the sequential run.
//!
//! # Invariants
//!
//! 1. States are expanded in the order of their numbers.
//! 2. The parent of a state is the first state, in this order, from which it was found; so runs read off the
//!    parents are shortest, and least by name among the shortest if successors come in the order of names.
//! 3. Parents are monotone: if `s < t` then `parent(s) ≤ parent(t)`. So it is enough to remember how many
//!    states were found from each.
//! 4. What ends a search early (the visitor, a limit on states) ends it at one state: no state after it
//!    counts, whatever was computed ahead.
//!
//! # Cost
//!
//! Per state the words of the store (see [`StateStore`]), and 1 byte for the parent if runs are wanted.
//!
//! # Departures
//!
//! From the textbook's queue of states with parents: the store is the queue, and parents are implied by
//! counts (invariant 3).
//!
//! [`Budget`]: crate::Budget

mod batch;
mod children;
mod parallel;
mod recent;
mod successors;

use std::ops::ControlFlow;

use crate::budget::{Context, ProgressEvent, Purpose, Spent};
use crate::id::{Label, StateId};
use crate::store::{NOT_FOUND, StateStore};

use self::batch::Batch;
use self::children::Children;
use self::recent::{NOT_SMALL, RECENT, RECENT_AT_FIRST, Recent};

pub use self::successors::{Moves, Step, Successors, Target};

/// Something whose states are packed into words and whose successors can be enumerated.
///
/// Implement it to search a state space of your own:
///
/// ```
/// use rely_lts::{Context, Label, Purpose, Runs, Space, StateId, Successors, explore};
///
/// /// Two jugs of 3 and 5 liters: fill one, empty one, pour one into the other.
/// struct Jugs;
///
/// impl Space for Jugs {
///     type Scratch = ();
///
///     fn words(&self) -> usize {
///         2
///     }
///
///     fn initial(&self) -> Vec<u64> {
///         vec![0, 0]
///     }
///
///     fn successors(&self, state: &[u64], _: &mut (), out: &mut Successors) {
///         let (a, b) = (state[0], state[1]);
///         let (to_b, to_a) = (a.min(5 - b), b.min(3 - a));
///         let moves = [[3, b], [a, 5], [0, b], [a, 0], [a - to_b, b + to_b], [a + to_a, b - to_a]];
///         for (i, target) in moves.iter().enumerate() {
///             out.push(Label::at(i + 1), target);
///         }
///     }
/// }
///
/// let explored = explore(&Jugs, Runs::Keep, Purpose::Explore, Context::unlimited(), &mut ());
/// let four = (0..explored.store.len()).map(StateId::at).find(|&s| explored.store.get(s)[1] == 4);
/// // States are found breadth-first, so this is a shortest way to measure four liters.
/// assert_eq!(explored.run_to(&Jugs, four.expect("it is possible")).len(), 6);
/// ```
pub trait Space: Sync {
    /// Buffers that [`Space::successors`] may use; the content between calls does not matter.
    type Scratch: Default + Send + Sync;

    /// Words per packed state.
    fn words(&self) -> usize;

    /// The initial state.
    fn initial(&self) -> Vec<u64>;

    /// Adds the moves of a state to `out`, in the order of labels. What `out` has already stays.
    fn successors(&self, state: &[u64], scratch: &mut Self::Scratch, out: &mut Successors);
}

/// Sees every state when it is expanded.
///
/// [`Visitor::look`] may run on several threads at the same time, each with notes of its own;
/// [`Visitor::take`] receives the notes in the order of the states. `()` is the visitor that does nothing.
///
/// ```
/// use std::ops::ControlFlow;
/// use rely_lts::{Actions, Component, Context, Lts, Moves, Product, Purpose, Runs, StateId, System, Visitor};
///
/// /// Stops at the first state without moves.
/// #[derive(Default)]
/// struct FirstStuck(Option<StateId>);
///
/// impl Visitor for FirstStuck {
///     type Notes = Option<StateId>;
///
///     fn look(&self, state: StateId, _: &[u64], moves: Moves<'_>, note: &mut Self::Notes) -> ControlFlow<()> {
///         if moves.is_empty() {
///             *note = Some(state);
///             return ControlFlow::Break(());
///         }
///         ControlFlow::Continue(())
///     }
///
///     fn take(&mut self, note: &mut Self::Notes) -> ControlFlow<()> {
///         self.0 = self.0.or(note.take());
///         ControlFlow::Continue(())
///     }
/// }
///
/// let actions = Actions::new();
/// let system = System::new("S", &actions, vec![Component::new("STOP", Lts::stop(&actions).into())]);
/// let mut visitor = FirstStuck::default();
/// let ctx = Context::unlimited();
/// rely_lts::explore(&Product::new(&system), Runs::Forget, Purpose::Deadlock, ctx, &mut visitor);
/// assert_eq!(visitor.0, Some(StateId::at(0)));
/// ```
pub trait Visitor: Send + Sync {
    /// Notes about some consecutive states.
    type Notes: Default + Send + Sync;

    /// Looks at a state with its moves. `Break` ends the search with this state.
    fn look(
        &self,
        state: StateId,
        packed: &[u64],
        moves: Moves<'_>,
        notes: &mut Self::Notes,
    ) -> ControlFlow<()>;

    /// Does [`Visitor::look`] use the numbers of targets ([`Moves::steps`])? If not, they may be wrong, which
    /// saves time.
    fn needs_numbers(&self) -> bool {
        true
    }

    /// Takes the notes about the next states, and leaves none. `Break` ends the search after them.
    fn take(&mut self, notes: &mut Self::Notes) -> ControlFlow<()>;

    /// Bytes that the visitor itself holds, for the budget.
    fn memory(&self) -> usize {
        0
    }
}

/// Looks at nothing.
impl Visitor for () {
    type Notes = ();

    fn needs_numbers(&self) -> bool {
        false
    }

    fn look(&self, _: StateId, _: &[u64], _: Moves<'_>, _: &mut ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn take(&mut self, _: &mut ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Should an exploration remember how it found every state?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Yes: runs can be read off afterwards, for 1 byte per state.
    Keep,
    /// No.
    Forget,
}

/// The result of an exploration: the states, and the runs to them if they were kept.
pub struct Explored {
    /// The states.
    pub store: StateStore,
    /// How many states were found from each; `None` if runs were not kept.
    children: Option<Children>,
    /// Moves seen, those into ERROR included.
    pub transitions: u64,
    /// Number of states that were expanded.
    pub expanded: usize,
    /// Why it ended early, if it did. The visitor's own stop is not a reason.
    pub spent: Option<Spent>,
}

impl Explored {
    /// The labels of the run on which a state was found: a shortest run to it.
    ///
    /// # Panics
    /// If runs were not kept.
    pub fn run_to<S: Space>(&self, space: &S, state: StateId) -> Vec<Label> {
        let path = self.children.as_ref().expect("runs were kept").path(state);
        let mut scratch = S::Scratch::default();
        let mut successors = Successors::default();
        let step = |pair: &[StateId]| {
            successors.reset();
            space.successors(self.store.get(pair[0]), &mut scratch, &mut successors);
            let target = Target::State(self.store.get(pair[1]));
            let found = successors.iter().find(|(_, t)| *t == target);
            found.expect("a child is a successor of its parent").0
        };
        path.windows(2).map(step).collect()
    }
}

/// Explores a space breadth-first from its initial state, on as many threads as the executor has.
///
/// The numbers of states, the runs and the visitor's notes do not depend on the number of threads. A spent
/// budget leaves the states found so far, and [`Explored::spent`] says why the search ended. See [`Space`],
/// [`Visitor`] and [`Product`](crate::Product) for examples.
pub fn explore<S: Space, V: Visitor>(
    space: &S,
    runs: Runs,
    purpose: Purpose,
    ctx: Context<'_>,
    visitor: &mut V,
) -> Explored {
    let mut store = StateStore::new(space.words());
    store.insert(&space.initial());
    let children = (runs == Runs::Keep).then(Children::default);
    let explored = Explored { store, children, transitions: 0, expanded: 0, spent: None };
    let mut search =
        Search { space, explored, purpose, ctx, visitor, found: 1, since: 0, reported: 0, cut: None };
    let result = search.run();
    search.report_work();
    ctx.budget.work(BEGINNING);
    let Search { mut explored, cut, .. } = search;
    explored.spent = result.err();
    if let Some(cut) = cut {
        explored.store.truncate(cut);
    }
    explored
}

/// States per stretch of the sequential loop.
const STRETCH: usize = 64;

/// Words that the targets of a stretch may take. Thousands of components give thousands of moves with
/// thousands of local states each: there, a stretch has fewer states, and nothing is computed ahead.
const STRETCH_WORDS: usize = 1 << 21;

/// Targets looked for together: what is loaded for them fits the nearest cache.
const LOOK_UP: usize = 256;

/// States between two looks at the budget.
const PATIENCE: usize = 2048;

/// What it takes to begin a search, in states.
const BEGINNING: u64 = 64;

struct Search<'a, S, V> {
    space: &'a S,
    explored: Explored,
    purpose: Purpose,
    ctx: Context<'a>,
    visitor: &'a mut V,
    /// States found from those that were taken, and the initial one.
    found: usize,
    /// States expanded since the budget was last asked.
    since: usize,
    /// The work that was reported to the budget.
    reported: u64,
    /// How many states count, if the search ended early.
    cut: Option<usize>,
}

/// How a stretch ended.
enum Stretch {
    /// All its states count.
    Whole,
    /// The search ends here.
    Last,
}

impl<S: Space, V: Visitor> Search<'_, S, V> {
    fn run(&mut self) -> Result<(), Spent> {
        let (mut batch, mut scratch) = (Batch::default(), S::Scratch::default());
        let mut recent = Recent::new(self.space, self.visitor, RECENT_AT_FIRST);
        let mut is_small = true;
        let mut length = STRETCH;
        loop {
            let (first, known) = (self.explored.expanded, self.explored.store.len());
            if first == known {
                return Ok(());
            }
            if is_small && first >= NOT_SMALL {
                is_small = false;
                recent = Recent::new(self.space, self.visitor, RECENT);
            }
            let stretch = if length == STRETCH && parallel::pays(self.ctx.executor.width(), known - first) {
                self.together()?
            } else {
                batch.load(&self.explored.store, first..known.min(first + length));
                batch.expand(self.space, &mut scratch, &mut recent);
                let words_per_state = batch.successors.states().len() / batch.states.len();
                length = (STRETCH_WORDS / words_per_state.max(1)).clamp(1, STRETCH);
                self.number(&mut batch)?
            };
            if let Stretch::Last = stretch {
                return Ok(());
            }
            self.look_at_budget(batch.memory())?;
        }
    }

    /// Numbers the targets of a batch and takes its states.
    fn number(&mut self, batch: &mut Batch<V::Notes>) -> Result<Stretch, Spent> {
        let Explored { store, .. } = &mut self.explored;
        let words = self.space.words().max(1);
        let limit = self.ctx.budget.states.map_or(usize::MAX, |limit| limit.max(1) as usize);
        // The table grows in leaps: whether there is room is asked before.
        if self.ctx.budget.memory.is_some()
            && let Some(grown) = store.memory_grown(batch.open.len())
        {
            self.ctx.budget.check_memory(grown + self.visitor.memory())?;
        }
        let mut end = batch.states.end;
        // The state whose targets are numbered, and the place where those of the next one begin.
        let (mut state, mut next) = (0, batch.targets_of(0));
        'all: for begin in (0..batch.open.len()).step_by(LOOK_UP) {
            let range = begin..batch.open.len().min(begin + LOOK_UP);
            let states = &batch.open_states[range.start * words..range.end * words];
            store.find_all(states, &batch.hashes[range.clone()], &mut batch.found[range.clone()]);
            for at in range {
                let place = batch.open[at] as usize;
                while place >= next {
                    state += 1;
                    next += batch.targets_of(state);
                }
                if batch.found[at] == NOT_FOUND {
                    let target = &batch.open_states[at * words..(at + 1) * words];
                    let (number, is_new) = store.insert_hashed(target, batch.hashes[at]);
                    batch.found[at] = number.raw();
                    batch.counts[state] += u32::from(is_new);
                    if is_new && store.len() > limit {
                        end = batch.states.start + state;
                        break 'all;
                    }
                }
                batch.numbers[place] = batch.found[at];
            }
        }
        batch.show(&*self.visitor, words, end);
        self.take(batch, end)
    }

    /// Takes what is known about a batch whose targets are numbered; states from `end` on do not count, since
    /// there the limit on states was reached.
    fn take(&mut self, batch: &mut Batch<V::Notes>, end: usize) -> Result<Stretch, Spent> {
        let explored = &mut self.explored;
        explored.transitions += u64::from(batch.rows[batch.looked]);
        explored.expanded += batch.looked;
        self.since += batch.looked;
        for &count in &batch.counts[..batch.looked] {
            self.found += count as usize;
            if let Some(children) = &mut explored.children {
                children.push(count);
            }
        }
        let taken = self.visitor.take(&mut batch.notes);
        if batch.ended || taken.is_break() {
            self.cut = Some(self.found);
            return Ok(Stretch::Last);
        }
        if batch.states.contains(&end) {
            let limit = self.ctx.budget.states.expect("a limit was reached");
            self.cut = Some(limit.max(1) as usize);
            return Err(Spent::States(limit));
        }
        Ok(Stretch::Whole)
    }

    /// Every state and every transition is a step of work.
    fn report_work(&mut self) {
        let done = self.explored.expanded as u64 + self.explored.transitions;
        self.ctx.budget.work(done - self.reported);
        self.reported = done;
    }

    /// Asks the budget from time to time, and reports progress. `buffers` are bytes held in addition.
    fn look_at_budget(&mut self, buffers: usize) -> Result<(), Spent> {
        if self.since < PATIENCE {
            return Ok(());
        }
        self.report_work();
        self.since = 0;
        let explored = &self.explored;
        let children = explored.children.as_ref().map_or(0, Children::memory);
        let bytes = explored.store.memory() + children + self.visitor.memory() + buffers;
        self.ctx.budget.check_memory(bytes)?;
        self.ctx.progress.report(&ProgressEvent::Exploring {
            purpose: self.purpose,
            states: explored.store.len() as u64,
            transitions: explored.transitions,
            waiting: (explored.store.len() - explored.expanded) as u64,
        });
        self.ctx.budget.poll()
    }
}
