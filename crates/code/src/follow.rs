//! Executions of the blocks as executions of the program.
//!
//! The engines answer with a path through the blocks. Here it is executed again, term by term, which confirms
//! it, and told as what happens in the source.

use rely_llvm::debug::Place;
use rely_llvm::ir::FunctionId;
use rely_terms::{Evaluator, Term};
use rustc_hash::FxHashMap;

use crate::blocks::{CellId, PointKind};
use crate::encode::{FreshCause, Program, What};
use crate::engine::Path;
use crate::graph::When;

/// Something that happens in an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The instance in which it happens.
    pub instance: u32,
    /// Where.
    pub place: Option<Place>,
    /// What.
    pub what: Happening,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A line is reached.
    Line,
    /// A variable gets a value.
    Assign(CellId, u128),
    /// A function that gives inputs returns a value of this many bits.
    Input(String, u128, u32),
    /// The entry is called with this argument (by position from 0), of this many bits.
    Argument(u32, u128, u32),
    /// A function that the program does not contain is called with these arguments, and returns these parts.
    Outside(FunctionId, Vec<Option<u128>>, Vec<u128>),
    /// Memory gets values that the program does not determine.
    Fresh(Fresh, Vec<Bytes>),
    /// A mapped function is called, or returns; the number of the action.
    Mapped(FunctionId, When, Option<u32>),
    /// A function is called.
    Enter(FunctionId),
    /// A function returns.
    Leave(FunctionId),
}

/// Why memory has values that the program does not determine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fresh {
    /// A variable begins to exist.
    Local,
    /// Memory is allocated at this address; 0 if the allocation fails.
    Allocated(u64),
    /// An external function writes it.
    Outside,
    /// Another module defines the variable.
    Global,
    /// A volatile variable is read; the address of the part is 0.
    Volatile,
}

/// A value in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// Where it begins.
    pub address: u64,
    /// How many bytes it has.
    pub size: u64,
    /// The value; the first byte is the lowest.
    pub value: u128,
}

/// An execution of the program.
#[derive(Clone, Debug)]
pub struct Execution {
    /// What happens, in order.
    pub events: Vec<Event>,
    /// The check that fails at the end.
    pub check: u32,
}

/// A path that is not one: a defect of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {step} of the path cannot be taken")]
pub struct NotAPath {
    /// The step, from 0.
    pub step: usize,
}

/// Values that people understand at once, tried in this order.
const SIMPLE: [u128; 18] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 32, 64, 100, 128, 256, u128::MAX];

/// Inputs that are simplified.
const MOST_INPUTS: usize = 64;

/// Blocks that are evaluated for it, at most.
const MOST_BLOCKS: usize = 20_000;

/// The same path with simpler inputs, where simpler ones lead along it.
pub fn simplified(program: &Program, path: &Path) -> Path {
    let mut simple = path.clone();
    let mut left = MOST_BLOCKS;
    let mut inputs = 0;
    for step in 0..path.steps.len() {
        for input in 0..path.steps[step].inputs.len() {
            let (term, value) = simple.steps[step].inputs[input];
            let width = program.blocks.terms.width(term);
            if width == 1 || inputs >= MOST_INPUTS {
                continue;
            }
            inputs += 1;
            let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
            for candidate in SIMPLE.map(|candidate| candidate & mask) {
                if candidate == value || left < path.steps.len() {
                    break;
                }
                left -= path.steps.len();
                simple.steps[step].inputs[input].1 = candidate;
                if can_be_taken(program, &simple) {
                    break;
                }
                simple.steps[step].inputs[input].1 = value;
            }
        }
    }
    simple
}

/// All guards of a path are true.
fn can_be_taken(program: &Program, path: &Path) -> bool {
    let blocks = &program.blocks;
    let mut state: FxHashMap<Term, u128> = FxHashMap::default();
    if let Some(first) = path.steps.first() {
        state.extend(first.before.iter().map(|&(cell, value)| (blocks.cells[cell.index()].term, value)));
    }
    path.steps.iter().all(|step| {
        let edge = &blocks.edges[step.edge.index()];
        let inputs: FxHashMap<Term, u128> = step.inputs.iter().copied().collect();
        let values = |variable: Term| {
            let known = state.get(&variable).or_else(|| inputs.get(&variable));
            known.copied().unwrap_or_default()
        };
        let mut evaluator = Evaluator::new();
        if evaluator.eval(&blocks.terms, edge.guard, &values) == 0 {
            return false;
        }
        let new = edge.updates.iter().map(|&(cell, term)| {
            (blocks.cells[cell.index()].term, evaluator.eval(&blocks.terms, term, &values))
        });
        let new: Vec<(Term, u128)> = new.collect();
        state.extend(new);
        true
    })
}

/// Executes a path.
///
/// # Errors
/// If it is not a path from the entry to an error.
pub fn follow(program: &Program, path: &Path) -> Result<Execution, NotAPath> {
    let blocks = &program.blocks;
    let mut state: FxHashMap<Term, u128> = FxHashMap::default();
    let mut at = blocks.entry;
    let mut events = Vec::new();
    if let Some(first) = path.steps.first() {
        state.extend(first.before.iter().map(|&(cell, value)| (blocks.cells[cell.index()].term, value)));
    }
    for (number, step) in path.steps.iter().enumerate() {
        let wrong = NotAPath { step: number };
        let edge = blocks.edges.get(step.edge.index()).filter(|edge| edge.from == at).ok_or(wrong)?;
        let inputs: FxHashMap<Term, u128> = step.inputs.iter().copied().collect();
        // What no guard depends on may have any value.
        let values = |variable: Term| {
            let known = state.get(&variable).or_else(|| inputs.get(&variable));
            known.copied().unwrap_or_default()
        };
        let mut evaluator = Evaluator::new();
        let mut eval = |term: Term| evaluator.eval(&blocks.terms, term, &values);
        if eval(edge.guard) == 0 {
            return Err(wrong);
        }
        for step in &program.regions[edge.region as usize] {
            if eval(step.reached) == 0 {
                continue;
            }
            let width = |term: Term| blocks.terms.width(term);
            let what = match &step.what {
                What::Line => Happening::Line,
                What::Assign(cell, term) => Happening::Assign(*cell, eval(*term)),
                What::Input { function, value } => {
                    Happening::Input(function.clone(), eval(*value), width(*value))
                }
                What::Argument(number, value) => Happening::Argument(*number, eval(*value), width(*value)),
                What::Outside { function, arguments, results } => {
                    let arguments = arguments.iter().map(|argument| argument.map(&mut eval)).collect();
                    Happening::Outside(*function, arguments, results.iter().map(|&r| eval(r)).collect())
                }
                What::Fresh { cause, parts } => {
                    let cause = match cause {
                        FreshCause::Local => Fresh::Local,
                        FreshCause::Allocated(address) => Fresh::Allocated(eval(*address) as u64),
                        FreshCause::Outside => Fresh::Outside,
                        FreshCause::Global => Fresh::Global,
                        FreshCause::Volatile => Fresh::Volatile,
                    };
                    // Of the objects that could be allocated, one is.
                    let object =
                        |address: u64| program.objects.partition_point(|object| object.address <= address);
                    let chosen = |address: u64| match cause {
                        Fresh::Allocated(allocated) => object(address) == object(allocated),
                        _ => true,
                    };
                    let parts = parts.iter().filter(|(address, ..)| chosen(*address));
                    let bytes =
                        parts.map(|&(address, size, value)| Bytes { address, size, value: eval(value) });
                    Happening::Fresh(cause, bytes.collect())
                }
                What::Mapped(_, _, Some(action)) if edge.action != Some(*action) => continue,
                What::Mapped(function, when, _) => Happening::Mapped(*function, *when, edge.action),
                What::Enter(function) => Happening::Enter(*function),
                What::Leave(function) => Happening::Leave(*function),
            };
            events.push(Event { instance: step.instance, place: step.place, what });
        }
        let updates: Vec<(Term, u128)> =
            edge.updates.iter().map(|&(cell, term)| (blocks.cells[cell.index()].term, eval(term))).collect();
        state.extend(updates);
        at = edge.to;
    }
    match blocks.points[at.index()].kind {
        PointKind::Error(check) => Ok(Execution { events, check }),
        _ => Err(NotAPath { step: path.steps.len() }),
    }
}
