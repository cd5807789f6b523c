//! The functions of a program, expanded into one graph.
//!
//! # Problem
//!
//! The engines want one graph without calls. Input: a module and the function where it begins. Output:
//! *instances*, one for each way a function can be called, and *segments*, parts of their basic blocks
//! between calls.
//!
//! # Method
//!
//! Every call of a function with a body gets an instance of its own. A call through a pointer gets one for
//! each function of that type whose address is taken. An instance that would exceed the allowed nesting of a
//! function in itself, or the limit on segments, is not made: the call leads nowhere, and the encoder says
//! that it is not modeled. A depth-first search numbers the segments so that every edge that is not a back
//! edge leads to a larger number.
//!
//! # Invariants
//!
//! 1. A segment contains no call of an expanded function; such a call ends it.
//! 2. Without the edges into `heads`, the graph has no cycle, and [`Graph::order`] is a topological order of
//!    it.
//!
//! # Cost
//!
//! Linear in the segments; these may be exponential in the program, hence the limit.
//!
//! # Departures
//!
//! Summaries of functions would avoid the copies. Blocks are large, and the copies share their terms where
//! they are equal; this has been enough for the programs we know.

mod spawn;
mod taken;

use rely_llvm::ir::{BlockId, Call, Constant, FunctionId, LocalId, Module, Op, Terminator, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) use taken::addresses_taken;

/// A way in which a function is called.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The function.
    pub function: FunctionId,
    /// The instance that calls it, and the segment that ends with the call.
    pub caller: Option<(u32, u32)>,
    /// The number of instances of the same function before this one.
    pub copy: u32,
    /// The thread that executes it.
    pub thread: u32,
    /// Other threads wait while it is executed: it belongs to a function `__VERIFIER_atomic_…`.
    pub atomic: bool,
}

/// A part of a basic block.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The instance that it belongs to.
    pub instance: u32,
    /// The basic block.
    pub block: BlockId,
    /// The first instruction.
    pub start: usize,
    /// The instruction after the last: a call, or the end of the block.
    pub end: usize,
    /// What follows.
    pub exit: Exit,
    /// The local values that the segments before it pass on: phi nodes, parameters, or the result of a call.
    pub parameters: Vec<LocalId>,
    /// The action of the call that the segment begins with has happened.
    pub acted: bool,
}

/// What follows a segment.
#[derive(Clone, Debug)]
pub enum Exit {
    /// The last instruction of the block.
    Terminator,
    /// A call of expanded functions: function and entry for each, and the segment after the call.
    Call {
        /// The functions that may be called, with their entries; without an entry, the instance was not made.
        targets: Vec<(FunctionId, Option<u32>)>,
        /// The segment after the call.
        next: u32,
    },
    /// A thread is created, one of those that are still free; then the next segment, which is a point.
    Spawn {
        /// The instruction that creates it.
        call: usize,
        /// The threads that this place may create, in order.
        threads: Vec<u32>,
        /// The segment after the call.
        next: u32,
    },
    /// An action of the component; then the next segment, which is a point.
    Action {
        /// The instruction that calls the mapped function.
        call: usize,
        /// The next segment: behind the call, or, if the function is entered, the call itself.
        next: u32,
        /// When the action happens.
        when: When,
    },
}

/// When the action of a call happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum When {
    /// When the function is called.
    Call,
    /// When it returns.
    Return,
}

/// Limits of the expansion.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How often a function may call itself, directly or indirectly, before the call is not modeled.
    pub recursion: u32,
    /// The largest number of segments.
    pub segments: usize,
    /// How many threads a place in a loop may create before the creation is not modeled.
    pub threads_per_place: u32,
    /// The largest number of threads, the first one included.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { recursion: 2, segments: 200_000, threads_per_place: 2, threads: 6 }
    }
}

/// An expanded program.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The instances; the first is that of the entry.
    pub instances: Vec<Instance>,
    /// The segments; the first is the entry.
    pub segments: Vec<Segment>,
    /// The position of each segment in a topological order.
    pub order: Vec<u32>,
    /// The segments where a search enters a cycle.
    pub heads: Vec<bool>,
    /// The first segment of each thread; the first thread executes the entry.
    pub threads: Vec<u32>,
    /// Segments by instance and block, for those that begin a block.
    starts: FxHashMap<(u32, BlockId), u32>,
}

/// How calls are treated that are not expanded.
pub trait CallRules {
    /// The function is not expanded, though it has a body.
    fn is_modeled(&self, name: &str) -> bool;
    /// The function has no body to be expanded, but the model knows what it does: it is executed behind its
    /// action.
    fn has_effect(&self, name: &str) -> bool {
        let _ = name;
        false
    }
    /// When calls of the function are actions of the component, if they are.
    fn action(&self, name: &str, when: When) -> bool;
}

impl Graph {
    /// Expands a program from its entry.
    pub fn expand(module: &Module, entry: FunctionId, rules: &dyn CallRules, limits: Limits) -> Graph {
        let mut builder = Builder {
            module,
            rules,
            limits,
            taken: addresses_taken(module),
            instances: Vec::new(),
            segments: Vec::new(),
            starts: FxHashMap::default(),
            copies: FxHashMap::default(),
            threads: vec![0],
        };
        let mut work = Vec::new();
        builder.instantiate(entry, None, 0, &mut work);
        while let Some(segment) = work.pop() {
            builder.split(segment, &mut work);
        }
        let Builder { instances, segments, starts, threads, .. } = builder;
        let mut graph = Graph { instances, segments, order: Vec::new(), heads: Vec::new(), threads, starts };
        graph.number(module);
        graph
    }

    /// The segment that begins a block.
    pub fn start(&self, instance: u32, block: BlockId) -> u32 {
        self.starts[&(instance, block)]
    }

    /// The segments that may follow a segment.
    pub fn successors(&self, module: &Module, segment: u32) -> Vec<u32> {
        let this = &self.segments[segment as usize];
        let instance = &self.instances[this.instance as usize];
        match &this.exit {
            Exit::Action { next, .. } | Exit::Spawn { next, .. } => vec![*next],
            Exit::Call { targets, .. } => targets.iter().filter_map(|&(_, entry)| entry).collect(),
            Exit::Terminator => {
                let block = &module.functions[instance.function.index()].blocks[this.block.index()];
                let at = |block: &BlockId| self.starts[&(this.instance, *block)];
                match &block.terminator {
                    Terminator::Return(_) => match instance.caller {
                        Some((_, call)) => match self.segments[call as usize].exit {
                            Exit::Call { next, .. } => vec![next],
                            _ => Vec::new(),
                        },
                        None => Vec::new(),
                    },
                    Terminator::Jump(target) => vec![at(target)],
                    Terminator::Branch { then, otherwise, .. } => vec![at(then), at(otherwise)],
                    Terminator::Switch { default, cases, .. } => {
                        cases.iter().map(|(_, target)| at(target)).chain([at(default)]).collect()
                    }
                    Terminator::Unreachable | Terminator::Unsupported(_) => Vec::new(),
                }
            }
        }
    }

    /// Finds the heads of cycles and a topological order of the rest, by a depth-first search.
    fn number(&mut self, module: &Module) {
        const OPEN: u32 = 1;
        const DONE: u32 = 2;
        let n = self.segments.len();
        let (mut color, mut finished) = (vec![0; n], Vec::with_capacity(n));
        self.heads = vec![false; n];
        for root in self.threads.clone() {
            let mut stack = vec![(root, self.successors(module, root))];
            color[root as usize] = OPEN;
            while let Some((segment, rest)) = stack.last_mut() {
                match rest.pop() {
                    Some(next) if color[next as usize] == OPEN => self.heads[next as usize] = true,
                    Some(next) if color[next as usize] == DONE => {}
                    Some(next) => {
                        color[next as usize] = OPEN;
                        let successors = self.successors(module, next);
                        stack.push((next, successors));
                    }
                    None => {
                        color[*segment as usize] = DONE;
                        finished.push(*segment);
                        stack.pop();
                    }
                }
            }
        }
        // Segments that are never reached come last.
        self.order = vec![u32::MAX; n];
        for (position, &segment) in (0..).zip(finished.iter().rev()) {
            self.order[segment as usize] = position;
        }
    }
}

struct Builder<'a> {
    module: &'a Module,
    rules: &'a dyn CallRules,
    limits: Limits,
    taken: FxHashSet<FunctionId>,
    instances: Vec<Instance>,
    segments: Vec<Segment>,
    starts: FxHashMap<(u32, BlockId), u32>,
    copies: FxHashMap<FunctionId, u32>,
    threads: Vec<u32>,
}

impl Builder<'_> {
    /// Adds an instance with one segment per block; `work` gets the segments, which may still contain calls.
    fn instantiate(
        &mut self,
        function: FunctionId,
        caller: Option<(u32, u32)>,
        thread: u32,
        work: &mut Vec<u32>,
    ) -> u32 {
        let instance = self.instances.len() as u32;
        let copies = self.copies.entry(function).or_default();
        let copy = *copies;
        *copies += 1;
        let body = &self.module.functions[function.index()];
        let inherited = caller.is_some_and(|(caller, _)| self.instances[caller as usize].atomic);
        let atomic = inherited || is_atomic(&body.name);
        self.instances.push(Instance { function, caller, copy, thread, atomic });
        for (number, block) in (0..).zip(&body.blocks) {
            let phis = block.instructions.iter().map_while(|instruction| match instruction.op {
                Op::Phi { .. } => instruction.result,
                _ => None,
            });
            let parameters: Vec<LocalId> =
                if number == 0 { body.parameters.iter().map(|p| p.local).collect() } else { phis.collect() };
            let start = if number == 0 { 0 } else { parameters.len() };
            let segment = self.segments.len() as u32;
            self.segments.push(Segment {
                instance,
                block: BlockId(number),
                start,
                end: block.instructions.len(),
                exit: Exit::Terminator,
                parameters,
                acted: false,
            });
            self.starts.insert((instance, BlockId(number)), segment);
            work.push(segment);
        }
        self.starts[&(instance, BlockId(0))]
    }

    /// Ends a segment at its first call that matters, and expands the call.
    fn split(&mut self, segment: u32, work: &mut Vec<u32>) {
        let Segment { instance, block, start, end, acted, .. } = self.segments[segment as usize].clone();
        let function = self.instances[instance as usize].function;
        let instructions = &self.module.functions[function.index()].blocks[block.index()].instructions;
        for (position, instruction) in instructions.iter().enumerate().take(end).skip(start) {
            let Op::Call(call) = &instruction.op else { continue };
            let named = named_callee(call).map(|callee| &*self.module.functions[callee.index()].name);
            let is_action = |when| named.is_some_and(|name| self.rules.action(name, when));
            let (at_call, at_return) =
                (is_action(When::Call) && !(acted && position == start), is_action(When::Return));
            let callees = self.callees(call);
            if callees.is_empty() && !at_call && !at_return {
                let Some(routine) = self.routine(call) else { continue };
                self.segments[segment as usize].end = position;
                let result: Vec<LocalId> = instruction.result.into_iter().collect();
                let next = self.part(instance, block, position + 1..end, result, false);
                work.push(next);
                let threads = self.spawn(segment, routine, work);
                self.segments[segment as usize].exit = Exit::Spawn { call: position, threads, next };
                return;
            }
            let result: Vec<LocalId> = instruction.result.into_iter().collect();
            self.segments[segment as usize].end = position;
            if at_call && (!callees.is_empty() || named.is_some_and(|name| self.rules.has_effect(name))) {
                // The action, then the call itself.
                let next = self.part(instance, block, position..end, Vec::new(), true);
                work.push(next);
                self.segments[segment as usize].exit =
                    Exit::Action { call: position, next, when: When::Call };
                return;
            }
            let next = self.part(instance, block, position + 1..end, result.clone(), false);
            work.push(next);
            if callees.is_empty() && at_call && at_return {
                // An external function returns later than it is called, and chooses its result then.
                let inside = self.part(instance, block, position..position, Vec::new(), true);
                self.segments[inside as usize].exit =
                    Exit::Action { call: position, next, when: When::Return };
                self.segments[segment as usize].exit =
                    Exit::Action { call: position, next: inside, when: When::Call };
                return;
            }
            if callees.is_empty() {
                let when = if at_call { When::Call } else { When::Return };
                self.segments[segment as usize].exit = Exit::Action { call: position, next, when };
                return;
            }
            let mut back = next;
            if at_return {
                back = self.part(instance, block, position + 1..position + 1, result, false);
                self.segments[back as usize].exit = Exit::Action { call: position, next, when: When::Return };
            }
            let targets = callees
                .into_iter()
                .map(|callee| {
                    let fits = self.segments.len() < self.limits.segments
                        && self.nesting(instance, callee) <= self.limits.recursion;
                    let thread = self.instances[instance as usize].thread;
                    (callee, fits.then(|| self.instantiate(callee, Some((instance, segment)), thread, work)))
                })
                .collect();
            self.segments[segment as usize].exit = Exit::Call { targets, next: back };
            return;
        }
    }

    /// Adds a part of a block.
    fn part(
        &mut self,
        instance: u32,
        block: BlockId,
        range: std::ops::Range<usize>,
        parameters: Vec<LocalId>,
        acted: bool,
    ) -> u32 {
        let segment = self.segments.len() as u32;
        let (start, end) = (range.start, range.end);
        self.segments.push(Segment {
            instance,
            block,
            start,
            end,
            exit: Exit::Terminator,
            parameters,
            acted,
        });
        segment
    }

    /// How many instances of a function are active when an instance calls it.
    fn nesting(&self, mut instance: u32, callee: FunctionId) -> u32 {
        let mut active = 0;
        loop {
            let this = &self.instances[instance as usize];
            active += u32::from(this.function == callee);
            match this.caller {
                Some((caller, _)) => instance = caller,
                None => return active,
            }
        }
    }

    /// The functions with a body that a call may call.
    fn callees(&self, call: &Call) -> Vec<FunctionId> {
        let expanded = |id: FunctionId| {
            let function = &self.module.functions[id.index()];
            !function.blocks.is_empty() && !self.rules.is_modeled(&function.name)
        };
        if let Some(callee) = named_callee(call) {
            return if expanded(callee) { vec![callee] } else { Vec::new() };
        }
        if !matches!(call.callee, Value::Local(_) | Value::Constant(_)) {
            return Vec::new();
        }
        let arguments: Vec<&Type> = call.arguments.iter().map(|argument| &argument.ty).collect();
        (0..self.module.functions.len() as u32)
            .map(FunctionId)
            .filter(|id| {
                let function = &self.module.functions[id.index()];
                let parameters: Vec<&Type> = function.parameters.iter().map(|p| &p.ty).collect();
                self.taken.contains(id)
                    && function.result == call.result
                    && (parameters == arguments || function.variadic && arguments.starts_with(&parameters))
                    && expanded(*id)
            })
            .collect()
    }
}

/// Is a function executed without interruption by other threads?
pub fn is_atomic(name: &str) -> bool {
    name.starts_with("__VERIFIER_atomic_")
        && !matches!(name, "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end")
}

/// The function that a call names.
pub fn named_callee(call: &Call) -> Option<FunctionId> {
    match &call.callee {
        Value::Constant(Constant::Function(id)) => Some(*id),
        _ => None,
    }
}
