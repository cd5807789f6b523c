//! The one exploration driver: breadth-first over anything that can enumerate successors.
//!
//! **Problem.** Visit every state of a [`Space`] once, in an order that gives shortest runs, within a [`Budget`], and
//! with the same result for any number of threads.
//!
//! **Method.** States are numbered as they are found; the number is also the place in the queue, since the store keeps
//! states in the order of arrival. With an executor wider than one, the successors of a stretch of the queue are
//! computed in parallel, and then entered in the order of the queue by one thread: the numbering, and with it every
//! result, is that of the sequential run.
//!
//! **Invariants.**
//! 1. States are expanded in the order of their numbers.
//! 2. The parent of a state is the first state, in this order, from which it was found; so runs read off the parents
//!    are shortest, and least by name among the shortest if successors come in the order of names.
//!
//! **Cost.** Per state the words of the store (see [`StateStore`]), and 4 bytes for the parent if runs are wanted.
//!
//! [`Budget`]: crate::Budget

use std::ops::ControlFlow;
use std::sync::Mutex;

use crate::budget::{Context, ProgressEvent, Spent, Ticker};
use crate::id::{Label, StateId};
use crate::store::StateStore;

/// Something whose states are packed into words and whose successors can be enumerated.
pub trait Space: Sync {
    /// Buffers that [`Space::successors`] may use; the content between calls does not matter.
    type Scratch: Default + Send;

    /// Words per packed state.
    fn words(&self) -> usize;

    /// The initial state.
    fn initial(&self) -> Vec<u64>;

    /// Replaces the content of `out` by the moves of a state, in the order of labels.
    fn successors(&self, state: &[u64], scratch: &mut Self::Scratch, out: &mut Successors);
}

/// The moves of one state.
#[derive(Default)]
pub struct Successors {
    words: usize,
    moves: Vec<Move>,
    states: Vec<u64>,
    culprits: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Move {
    label: Label,
    /// Where the target begins in `states`; for moves into ERROR where the culprits begin and how many they are.
    at: u32,
    error: u32,
}

impl Successors {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.states.clear();
        self.culprits.clear();
    }

    /// Adds a move to a packed state.
    #[inline]
    pub fn push(&mut self, label: Label, target: &[u64]) {
        self.words = target.len();
        self.moves.push(Move { label, at: self.states.len() as u32, error: 0 });
        self.states.extend_from_slice(target);
    }

    /// Adds a move to a packed state of one word.
    #[inline]
    pub(crate) fn push_word(&mut self, label: Label, target: u64) {
        self.words = 1;
        self.moves.push(Move { label, at: self.states.len() as u32, error: 0 });
        self.states.push(target);
    }

    /// Adds a move into ERROR, with the components that enter it.
    ///
    /// # Panics
    /// If there is no culprit.
    pub fn push_error(&mut self, label: Label, culprits: impl IntoIterator<Item = u32>) {
        let at = self.culprits.len();
        self.culprits.extend(culprits);
        let error = (self.culprits.len() - at) as u32;
        assert!(error > 0, "somebody enters ERROR");
        self.moves.push(Move { label, at: at as u32, error });
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Is there no move?
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The packed states of the moves that do not lead into ERROR, one after the other.
    fn states(&self) -> &[u64] {
        &self.states
    }

    /// The moves in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Label, Target<'_>)> {
        self.moves.iter().map(|m| {
            let at = m.at as usize;
            let target = if m.error > 0 {
                Target::Error(&self.culprits[at..at + m.error as usize])
            } else {
                Target::State(&self.states[at..at + self.words])
            };
            (m.label, target)
        })
    }
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'a> {
    /// To a packed state.
    State(&'a [u64]),
    /// Into ERROR, with the components that enter it.
    Error(&'a [u32]),
}

/// A move of an expanded state, with the number of its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What happens.
    pub label: Label,
    /// The target's number, or [`StateId::ERROR`].
    pub target: StateId,
    /// Was the target found here for the first time?
    pub is_new: bool,
}

/// Is shown every state when it is expanded, in the order of the numbers.
pub trait Visitor {
    /// A state with its moves; `successors` has the same moves, unnumbered, with the culprits of errors.
    fn expanded(
        &mut self,
        state: StateId,
        packed: &[u64],
        steps: &[Step],
        successors: &Successors,
    ) -> ControlFlow<()>;

    /// Bytes that the visitor itself holds, for the budget.
    fn memory(&self) -> usize {
        0
    }
}

/// Looks at nothing.
impl Visitor for () {
    fn expanded(&mut self, _: StateId, _: &[u64], _: &[Step], _: &Successors) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Should an exploration remember how it came to every state?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Yes: runs can be read off afterwards, for 4 bytes per state.
    Keep,
    /// No.
    Forget,
}

/// What an exploration has seen.
pub struct Explored {
    /// The states.
    pub store: StateStore,
    /// The state from which each was found first (of the initial state: itself); empty if runs were not kept.
    parents: Vec<StateId>,
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
        assert!(!self.parents.is_empty(), "runs were kept");
        let mut path = vec![state];
        let mut at = state;
        while self.parents[at.index()] != at {
            at = self.parents[at.index()];
            path.push(at);
        }
        path.reverse();
        let mut scratch = S::Scratch::default();
        let mut successors = Successors::default();
        let step = |pair: &[StateId]| {
            space.successors(self.store.get(pair[0]), &mut scratch, &mut successors);
            let target = Target::State(self.store.get(pair[1]));
            let found = successors.iter().find(|(_, t)| *t == target);
            found.expect("a child is a successor of its parent").0
        };
        path.windows(2).map(step).collect()
    }
}

/// Explores a space breadth-first from its initial state.
pub fn explore<S: Space, V: Visitor>(
    space: &S,
    runs: Runs,
    phase: &'static str,
    ctx: Context<'_>,
    visitor: &mut V,
) -> Explored {
    let mut store = StateStore::new(space.words());
    store.insert(&space.initial());
    let parents = if runs == Runs::Keep { vec![StateId::at(0)] } else { Vec::new() };
    let mut explored = Explored { store, parents, transitions: 0, expanded: 0, spent: None };
    let result = if ctx.executor.width() > 1 {
        drive_parallel(space, &mut explored, runs, phase, ctx, visitor)
    } else {
        drive(space, &mut explored, runs, phase, ctx, visitor)
    };
    explored.spent = result.err();
    explored
}

/// The sequential loop.
fn drive<S: Space, V: Visitor>(
    space: &S,
    explored: &mut Explored,
    runs: Runs,
    phase: &'static str,
    ctx: Context<'_>,
    visitor: &mut V,
) -> Result<(), Spent> {
    let mut keeper = Keeper::new(runs, phase, ctx);
    let mut scratch = S::Scratch::default();
    let mut successors = Successors::default();
    let mut hashes = Vec::new();
    let mut packed = vec![0u64; space.words().max(1)];
    while explored.expanded < explored.store.len() {
        let state = StateId::at(explored.expanded);
        packed.copy_from_slice(explored.store.get(state));
        space.successors(&packed, &mut scratch, &mut successors);
        hash_all(&successors, space.words(), &mut hashes);
        if keeper.enter(explored, state, &packed, &successors, &hashes, visitor)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// States per job of the parallel loop.
const CHUNK: usize = 512;

/// The hashes of the states that the moves lead to.
fn hash_all(successors: &Successors, words: usize, hashes: &mut Vec<u64>) {
    hashes.clear();
    hashes.extend(successors.states().chunks_exact(words.max(1)).map(StateStore::hash));
}

/// What one job computed: the moves of a stretch of states and the hashes of their targets.
#[derive(Default)]
struct Job<T> {
    scratch: T,
    successors: Vec<Successors>,
    hashes: Vec<Vec<u64>>,
}

/// The parallel loop: jobs compute successors, one thread enters them in order.
fn drive_parallel<S: Space, V: Visitor>(
    space: &S,
    explored: &mut Explored,
    runs: Runs,
    phase: &'static str,
    ctx: Context<'_>,
    visitor: &mut V,
) -> Result<(), Spent> {
    let mut keeper = Keeper::new(runs, phase, ctx);
    let mut packed = vec![0u64; space.words().max(1)];
    let jobs: Vec<Mutex<Job<S::Scratch>>> = (0..ctx.executor.width() * 2).map(|_| Mutex::default()).collect();
    while explored.expanded < explored.store.len() {
        let first = explored.expanded;
        let waiting = explored.store.len() - first;
        let n_jobs = jobs.len().min(waiting.div_ceil(CHUNK));
        let stretch = |i: usize| first + i * CHUNK..(first + (i + 1) * CHUNK).min(first + waiting);
        let store = &explored.store;
        ctx.executor.run(n_jobs, &|i| {
            let mut job = jobs[i].lock().expect("no job panics");
            let Job { scratch, successors, hashes } = &mut *job;
            successors.resize_with(CHUNK, Successors::default);
            hashes.resize_with(CHUNK, Vec::new);
            for (k, state) in stretch(i).enumerate() {
                space.successors(store.get(StateId::at(state)), scratch, &mut successors[k]);
                hash_all(&successors[k], space.words(), &mut hashes[k]);
            }
        });
        for (i, job) in jobs.iter().take(n_jobs).enumerate() {
            let job = job.lock().expect("no job panics");
            for (k, state) in stretch(i).enumerate() {
                let state = StateId::at(state);
                packed.copy_from_slice(explored.store.get(state));
                let (successors, hashes) = (&job.successors[k], &job.hashes[k]);
                if keeper.enter(explored, state, &packed, successors, hashes, visitor)?.is_break() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// The bookkeeping that both loops share.
struct Keeper<'a> {
    runs: Runs,
    phase: &'static str,
    ctx: Context<'a>,
    ticker: Ticker,
    steps: Vec<Step>,
    found: Vec<Option<StateId>>,
}

impl<'a> Keeper<'a> {
    fn new(runs: Runs, phase: &'static str, ctx: Context<'a>) -> Self {
        Keeper { runs, phase, ctx, ticker: Ticker::default(), steps: Vec::new(), found: Vec::new() }
    }

    /// Numbers the targets of a state's moves and shows it to the visitor. `hashes` are those of [`hash_all`].
    #[inline]
    fn enter<V: Visitor>(
        &mut self,
        explored: &mut Explored,
        state: StateId,
        packed: &[u64],
        successors: &Successors,
        hashes: &[u64],
        visitor: &mut V,
    ) -> Result<ControlFlow<()>, Spent> {
        self.steps.clear();
        explored.store.find_all(successors.states(), hashes, &mut self.found);
        let mut next = 0;
        for (label, target) in successors.iter() {
            let (target, is_new) = match target {
                Target::Error(_) => (StateId::ERROR, false),
                Target::State(target) => {
                    next += 1;
                    match self.found[next - 1] {
                        Some(known) => (known, false),
                        None => explored.store.insert_hashed(target, hashes[next - 1]),
                    }
                }
            };
            if is_new {
                if self.runs == Runs::Keep {
                    explored.parents.push(state);
                }
                self.ctx.budget.check_states(explored.store.len())?;
            }
            self.steps.push(Step { label, target, is_new });
        }
        explored.transitions += self.steps.len() as u64;
        explored.expanded += 1;
        if (explored.expanded as u32).is_multiple_of(Ticker::EVERY) {
            let bytes = explored.store.memory() + explored.parents.len() * 4 + visitor.memory();
            self.ctx.budget.check_memory(bytes)?;
            self.ctx.progress.report(&ProgressEvent {
                phase: self.phase,
                states: explored.store.len() as u64,
                transitions: explored.transitions,
                waiting: (explored.store.len() - explored.expanded) as u64,
            });
        }
        self.ticker.tick(self.ctx.budget)?;
        Ok(visitor.expanded(state, packed, &self.steps, successors))
    }
}
