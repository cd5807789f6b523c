//! From an expanded program to blocks.
//!
//! # Problem
//!
//! Input: a module and its [`Graph`]. Output: [`Blocks`], the checks that its error points stand for, and for
//! every block the steps of the source, so that a run of the blocks can be told as a run of the program.
//!
//! # Method
//!
//! Large-block encoding \[BCGKS09\]: the points are the heads of cycles and the segments behind mapped calls.
//! From each point, the segments up to the next points are executed symbolically, each once, in topological
//! order; where two ways meet, their values are joined under the condition that tells them apart. Which local
//! values live longer than a region, which objects a cell may point to, which cells are constant at a point,
//! and which type allocated memory has, are found by repeating the encoding until these facts no longer
//! change.
//!
//! # Invariants
//!
//! 1. Every execution of the module from the entry up to its first undefined behavior, or up to something
//!    that is not modeled, is a run of the blocks. Each of these ends leads to an error point.
//! 2. Values that are not modeled (uninitialized memory, results of external functions, floating-point
//!    operations) are variables of their own, so anything.
//!
//! # Cost
//!
//! Every region copies the list of cells once per way; a segment is encoded once per point that reaches it.
//!
//! # Departures
//!
//! Integers are bit vectors, so overflow wraps around unless it is checked.

mod calls;
mod computed;
mod ended;
mod failures;
mod finish;
mod heap;
mod library;
mod mapped;
mod memory;
mod names;
mod numbers;
mod operations;
mod region;
mod setup;
mod sharing;
mod state;
mod sync;
mod targets;
mod values;
mod volatile;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::rc::Rc;

use rely_llvm::debug::Place;
use rely_llvm::ir::{FunctionId, GlobalId, LocalId, Module, Type};
use rely_lts::{Budget, Spent};
use rely_terms::{Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::actions::ActionRule;
use crate::blocks::{Blocks, Cell, CellId, Edge, Point, PointId};
use crate::graph::{Graph, When};
use crate::objects::{Object, ObjectKind};
use crate::threads::Threads;

use state::{Run, Val};
use targets::{Offsets, Targets};

pub use ended::{GIVEN, TOO_LONG, blocks_without_ends};
pub use names::{has_effect, is_modeled};
pub use operations::INDEX;
pub use setup::encode;
pub use sharing::Accessed;

/// What a check looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckKind {
    /// A call of `reach_error` or `__VERIFIER_error`.
    ErrorCall,
    /// An assertion that fails.
    Assertion,
    /// A call of `abort`.
    Abort,
    /// An access outside of every object, or to one that was freed; freeing what was not allocated.
    Memory,
    /// A division by zero, or one whose result does not fit.
    Division,
    /// Signed arithmetic whose result does not fit.
    Overflow,
    /// A shift by a negative number or by as many bits as there are.
    Shift,
    /// An action that a property over actions does not allow: the number of the property.
    Property(u32),
    /// Something that the encoding does not model: whoever gets here has no verdict.
    Unmodeled,
}

/// A check at a place of the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// What is checked.
    pub kind: CheckKind,
    /// What goes wrong there.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
}

/// Something that a reader of the result should know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Note {
    /// An external function: its result may be anything, and so may everything it was given a pointer to.
    External(String),
    /// An object that is too large: what is read from it may be anything.
    Opaque(String),
    /// A floating-point operation: its result may be anything.
    Floating(String),
    /// At most this many objects that are allocated at one place exist at the same time.
    HeapBound(u32),
    /// A global that another module defines: its initial value may be anything.
    ExternalGlobal(String),
    /// A volatile variable: every read may give anything.
    Volatile(String),
    /// The program has threads: this many, the first one included.
    Threads(u32),
}

/// What is encoded, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The checks to encode. Memory and what is not modeled are always encoded.
    pub checks: BTreeSet<CheckKind>,
    /// How many objects that are allocated at one place may exist at the same time.
    pub heap: u32,
    /// An allocation may fail.
    pub allocation_fails: bool,
    /// Calls that are actions.
    pub actions: Vec<ActionRule>,
    /// External functions that return anything and change nothing.
    pub ignored: Vec<String>,
    /// The largest number of combinations of positions of threads.
    pub positions: usize,
    /// Every check, also of memory and of what is not modeled, is known to hold: nothing is checked. Then the
    /// blocks have the same executions, and fewer conditions.
    pub checked_before: bool,
    /// External functions that are not those of the C library may write every variable that other modules can
    /// see, and what they were given a pointer to at any time. Otherwise they write only what their arguments
    /// lead to.
    pub outside_writes: bool,
    /// Volatile variables change only where the program writes them.
    pub volatile_memory: bool,
    /// Somebody wants to know the values of variables when the program has ended.
    pub keeps_end: bool,
}

impl Default for Options {
    fn default() -> Self {
        let checks = [CheckKind::ErrorCall, CheckKind::Assertion, CheckKind::Division];
        Options {
            checks: checks.into_iter().collect(),
            heap: 2,
            allocation_fails: true,
            actions: Vec::new(),
            ignored: Vec::new(),
            positions: 50_000,
            checked_before: false,
            outside_writes: false,
            volatile_memory: false,
            keeps_end: false,
        }
    }
}

/// A step of the source inside of a region.
#[derive(Clone, Debug)]
pub struct Step {
    /// It is taken if this is true.
    pub reached: Term,
    /// The instance that takes it.
    pub instance: u32,
    /// Where.
    pub place: Option<Place>,
    /// What happens.
    pub what: What,
}

/// What happens in a step.
#[derive(Clone, Debug)]
pub enum What {
    /// A line is reached.
    Line,
    /// A cell gets a value.
    Assign(CellId, Term),
    /// An external function returns a value.
    Input {
        /// The function.
        function: String,
        /// What it returns.
        value: Term,
    },
    /// The entry is called with this argument, by position from 0.
    Argument(u32, Term),
    /// A function that the program does not contain is called.
    Outside {
        /// The function.
        function: FunctionId,
        /// Its arguments; those without parts only.
        arguments: Vec<Option<Term>>,
        /// The parts of its result.
        results: Vec<Term>,
    },
    /// Memory gets values that the program does not determine.
    Fresh {
        /// Why.
        cause: FreshCause,
        /// Addresses, sizes in bytes, values.
        parts: Vec<(u64, u64, Term)>,
    },
    /// A call of a mapped function: the action of the block happens when it is called, or when it returns.
    /// With an action, only if the block ends with it.
    Mapped(FunctionId, When, Option<u32>),
    /// A function is called.
    Enter(FunctionId),
    /// A function returns.
    Leave(FunctionId),
}

/// Why memory has values that the program does not determine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreshCause {
    /// A variable begins to exist.
    Local,
    /// Memory is allocated at this address; the null pointer if the allocation fails. Parts of other objects
    /// do not change.
    Allocated(Term),
    /// An external function may write it.
    Outside,
    /// A volatile variable is read; the address of the part is 0.
    Volatile,
    /// Another module defines the variable.
    Global,
}

/// The result of the encoding.
#[derive(Debug)]
pub struct Program {
    /// The blocks.
    pub blocks: Blocks,
    /// The check of each error number.
    pub sites: Vec<Site>,
    /// The steps of each region.
    pub regions: Vec<Vec<Step>>,
    /// The segment of each point, where it has one.
    pub segments: Vec<Option<u32>>,
    /// Where each point is in the source.
    pub places: Vec<Option<Place>>,
    /// Where the action of each block happens; in a program with threads, nothing.
    pub action_places: Vec<Option<Place>>,
    /// What a reader should know.
    pub notes: BTreeSet<Note>,
    /// The objects, in the order of their addresses.
    pub objects: Vec<Object>,
    /// How many writes may go to one of several cells.
    pub weak_updates: usize,
    /// Values of a cell may be negative.
    pub signed: Vec<bool>,
    /// The global variables that the program accesses; constants are not among them.
    pub accessed: BTreeMap<GlobalId, Accessed>,
    /// The cells when the program begins.
    pub initial: Vec<Term>,
    /// The values of the parts of each object; none for one that is not modeled.
    pub values: Vec<Vec<Term>>,
}

/// What names a cell from one encoding to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum CellKey {
    Part(ObjectKind, u64),
    Alive(ObjectKind),
    Temporary(u32, LocalId),
    /// Everything in an object without cells.
    Opaque(ObjectKind),
    /// How far the address of an object as a number is from its fixed address.
    Distance(ObjectKind),
    /// The size of memory whose size is computed.
    Size(ObjectKind),
}

/// Where a region begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Start {
    segment: u32,
    /// The instruction; in a program without threads, the first of the segment.
    position: usize,
    /// The second half of the instruction: a wait that takes its mutex again.
    again: bool,
    /// No other thread moves.
    atomic: bool,
}

/// Facts about the program that the encoding needs and finds.
#[derive(Clone, Debug, Default, PartialEq)]
struct Facts {
    /// Local values that live longer than a region.
    temporaries: BTreeSet<(u32, LocalId)>,
    /// What cells may point to, and whether that may come from outside; objects by kind, since positions may
    /// change.
    points_to: BTreeMap<CellKey, (BTreeMap<ObjectKind, Offsets>, bool)>,
    /// Cells that have the same value whenever a point is reached, by its segment; nothing if they do not.
    constants: BTreeMap<(Start, CellKey), Option<u128>>,
    /// The type of allocated memory.
    heap_types: BTreeMap<(u32, LocalId), Type>,
    /// The size of allocated memory.
    heap_sizes: BTreeMap<(u32, LocalId), u64>,
    /// Allocations whose size is not one constant.
    computed: BTreeSet<(u32, LocalId)>,
    /// Objects that external functions were given a pointer to.
    escaped: BTreeSet<ObjectKind>,
    /// Objects whose addresses are converted to numbers.
    numbers: BTreeSet<ObjectKind>,
    /// The thread that accesses an object; nothing if several do.
    accesses: BTreeMap<ObjectKind, Option<u32>>,
}

/// Encodes a program within a budget.
///
/// # Errors
/// If the budget is spent.
pub fn encode_within(
    module: &Module,
    graph: &Graph,
    options: &Options,
    budget: &Budget,
) -> Result<Program, Spent> {
    let mut facts = Facts::default();
    loop {
        let mut encoder = Encoder::new(module, graph, options, &facts);
        encoder.run(budget)?;
        if encoder.found == facts {
            return encoder.finish(budget);
        }
        facts = encoder.found;
    }
}

struct Encoder<'a> {
    module: &'a Module,
    graph: &'a Graph,
    options: &'a Options,
    found: Facts,
    constants_before: BTreeMap<(Start, CellKey), Option<u128>>,
    accesses_before: BTreeMap<ObjectKind, Option<u32>>,
    threaded: bool,
    first_ends_alone: bool,
    terms: Terms,
    objects: Vec<Object>,
    object_of: FxHashMap<ObjectKind, u32>,
    // What old pointers lead to, and the variables whose addresses are passed on.
    ended: u32,
    escaping_of: FxHashMap<FunctionId, Rc<FxHashSet<LocalId>>>,
    accessed_directly_of: FxHashMap<FunctionId, Rc<FxHashSet<LocalId>>>,
    conversions_of: FxHashMap<FunctionId, numbers::Conversions>,
    // Numbers that are addresses, with the pointers, and how far they are apart.
    numbers: FxHashMap<Term, Term>,
    distance_cells: FxHashMap<ObjectKind, CellId>,
    first_distances: FxHashMap<ObjectKind, Term>,
    initial_run: bool,
    first_cell: Vec<u32>,
    constants: FxHashMap<u32, Vec<Term>>,
    alive_cells: FxHashMap<u32, CellId>,
    size_cells: FxHashMap<u32, CellId>,
    cells: Vec<Cell>,
    keys: Vec<CellKey>,
    signed: Vec<bool>,
    cell_of: FxHashMap<Term, CellId>,
    cell_targets: Vec<Targets>,
    target_cache: FxHashMap<Term, Rc<Targets>>,
    unknown: FxHashSet<Term>,
    temporaries: FxHashMap<(u32, LocalId), CellId>,
    points: Vec<Point>,
    segments: Vec<Option<u32>>,
    starts: Vec<Option<Start>>,
    point_of: FxHashMap<Start, PointId>,
    threads: Threads,
    edges: Vec<Edge>,
    action_places: Vec<Option<Place>>,
    end: Option<PointId>,
    sites: Vec<Site>,
    site_of: FxHashMap<Site, PointId>,
    regions: Vec<Vec<Step>>,
    notes: BTreeSet<Note>,
    weak_updates: usize,
    accessed: BTreeMap<GlobalId, Accessed>,
    initial: Vec<Term>,
    // The region that is being encoded, and the instance in it.
    from: PointId,
    instance: u32,
    thread: u32,
    locals: FxHashMap<(u32, LocalId), Val>,
    pending: FxHashMap<u32, Run>,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    failures: BTreeMap<PointId, Term>,
    open_points: Vec<PointId>,
}

impl<'a> Encoder<'a> {
    fn new(module: &'a Module, graph: &'a Graph, options: &'a Options, facts: &Facts) -> Self {
        let mut encoder = Encoder {
            module,
            graph,
            options,
            found: facts.clone(),
            constants_before: facts.constants.clone(),
            accesses_before: facts.accesses.clone(),
            threaded: graph.threads.len() > 1,
            first_ends_alone: sharing::first_ends_alone(module, graph),
            terms: Terms::new(),
            objects: Vec::new(),
            object_of: FxHashMap::default(),
            ended: 0,
            escaping_of: FxHashMap::default(),
            accessed_directly_of: FxHashMap::default(),
            conversions_of: FxHashMap::default(),
            numbers: FxHashMap::default(),
            distance_cells: FxHashMap::default(),
            first_distances: FxHashMap::default(),
            initial_run: false,
            first_cell: Vec::new(),
            constants: FxHashMap::default(),
            alive_cells: FxHashMap::default(),
            size_cells: FxHashMap::default(),
            cells: Vec::new(),
            keys: Vec::new(),
            signed: Vec::new(),
            cell_of: FxHashMap::default(),
            cell_targets: Vec::new(),
            target_cache: FxHashMap::default(),
            unknown: FxHashSet::default(),
            temporaries: FxHashMap::default(),
            points: Vec::new(),
            segments: Vec::new(),
            starts: Vec::new(),
            point_of: FxHashMap::default(),
            threads: Threads::default(),
            edges: Vec::new(),
            action_places: Vec::new(),
            end: None,
            sites: Vec::new(),
            site_of: FxHashMap::default(),
            regions: Vec::new(),
            notes: BTreeSet::new(),
            weak_updates: 0,
            accessed: BTreeMap::new(),
            initial: Vec::new(),
            from: PointId(0),
            instance: 0,
            thread: 0,
            locals: FxHashMap::default(),
            pending: FxHashMap::default(),
            queue: BinaryHeap::new(),
            failures: BTreeMap::new(),
            open_points: Vec::new(),
        };
        encoder.place_objects();
        encoder.place_cells(facts);
        encoder
    }
}
