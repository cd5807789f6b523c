//! Everything from a point to the next points.

use std::cmp::Reverse;

use rely_llvm::debug::Place;
use rely_llvm::ir::{BlockId, Op, Operand, Terminator, Type};
use rely_lts::{Budget, Spent};

use super::state::{Path, Run, Val};
use super::sync::Synchronized;
use super::{CheckKind, Encoder, Start, What};
use crate::blocks::{CellId, Edge, Point, PointId, PointKind};
use crate::graph::{Exit, Graph, named_callee};
use crate::threads::Effect;

impl Encoder<'_> {
    pub(super) fn point(&mut self, name: String, kind: PointKind, segment: Option<u32>) -> PointId {
        let point = PointId(self.points.len() as u32);
        self.points.push(Point { name, kind, live: Vec::new() });
        self.segments.push(segment);
        self.starts.push(None);
        self.threads.thread_of.push(None);
        self.threads.atomic.push(false);
        point
    }

    /// The point where a region begins.
    pub(super) fn start_point(&mut self, start: Start) -> PointId {
        if let Some(&point) = self.point_of.get(&start) {
            return point;
        }
        let name = self.start_name(start);
        let point = self.point(name, PointKind::Cut, Some(start.segment));
        self.begin(point, start);
        self.point_of.insert(start, point);
        point
    }

    fn begin(&mut self, point: PointId, start: Start) {
        let instance = self.graph.segments[start.segment as usize].instance;
        self.starts[point.index()] = Some(start);
        self.threads.thread_of[point.index()] = Some(self.graph.instances[instance as usize].thread);
        self.threads.atomic[point.index()] = start.atomic;
        self.open_points.push(point);
    }

    /// The beginning of a segment.
    pub(super) fn start_of(&self, segment: u32, atomic: bool) -> Start {
        let this = &self.graph.segments[segment as usize];
        let atomic = self.threaded && (atomic || self.graph.instances[this.instance as usize].atomic);
        Start { segment, position: this.start, again: false, atomic }
    }

    /// Encodes all regions.
    pub(super) fn run(&mut self, budget: &Budget) -> Result<(), Spent> {
        let entry = self.point("entry".to_string(), PointKind::Entry, Some(0));
        self.begin(entry, self.start_of(0, false));
        self.threads.finished = vec![None; self.graph.threads.len()];
        self.threads.entries.push(entry);
        for &segment in &self.graph.threads[1..] {
            let point = self.start_point(self.start_of(segment, false));
            self.threads.entries.push(point);
        }
        self.place_constants();
        if !self.failures.is_empty() {
            // The first region is that of the entry, which every execution begins with.
            let entry = self.open_points.remove(0);
            self.open_points.push(entry);
        }
        while let Some(point) = self.open_points.pop() {
            self.region(point, budget)?;
        }
        Ok(())
    }

    /// Encodes everything from a point to the next points.
    pub(super) fn region(&mut self, from: PointId, budget: &Budget) -> Result<(), Spent> {
        self.from = from;
        self.regions.push(Vec::new());
        self.locals.clear();
        let start = self.starts[from.index()].expect("a region begins with a segment");
        let segment = start.segment;
        let instance = self.graph.segments[segment as usize].instance;
        self.thread = self.graph.instances[instance as usize].thread;
        let mut run = Run {
            path: Path::default(),
            state: self.cells.iter().map(|cell| cell.term).collect(),
            values: Vec::new(),
            // What the atomic section accessed before this point belongs to the same step.
            visible: start.atomic,
            atomic: start.atomic,
        };
        for (number, value) in run.state.iter_mut().enumerate() {
            if let Some(constant) = self.known_constant(start, self.keys[number]) {
                let width = self.terms.width(*value);
                *value = self.terms.constant(constant, width);
            }
        }
        if self.points[from.index()].kind == PointKind::Entry {
            if self.has_too_many_objects() {
                self.fail(&run, CheckKind::Unmodeled, "more objects than there are addresses", None);
            }
            self.initialize(&mut run);
            self.initial.clone_from(&run.state);
        } else if start == self.start_of(segment, start.atomic) {
            let this = &self.graph.segments[segment as usize];
            for local in this.parameters.clone() {
                let value = self.local(&run, instance, local);
                run.values.push(value);
            }
        }
        if start == self.start_of(segment, start.atomic) {
            self.wait(segment, run);
        } else {
            self.segment(segment, Some((start.position, start.again)), run);
        }
        while let Some(Reverse((_, segment))) = self.queue.pop() {
            budget.poll()?;
            if let Some(run) = self.pending.remove(&segment) {
                self.segment(segment, None, run);
            }
        }
        for (point, guard) in std::mem::take(&mut self.failures) {
            let region = self.regions.len() as u32 - 1;
            self.edges.push(Edge { from, to: point, guard, updates: Vec::new(), action: None, region });
            self.threads.effects.push(Effect::None);
            self.threads.visible.push(true);
        }
        Ok(())
    }

    /// Lets a run wait for a segment, together with those that wait already.
    pub(super) fn wait(&mut self, segment: u32, run: Run) {
        match self.pending.remove(&segment) {
            Some(other) if other.atomic != run.atomic => {
                self.pending.insert(segment, other);
                let message = "a place that is reached inside and outside of an atomic section";
                self.fail(&run, CheckKind::Unmodeled, message, None);
            }
            Some(other) => {
                let run = Run::join(&mut self.terms, other, run);
                self.pending.insert(segment, run);
            }
            None => {
                self.pending.insert(segment, run);
                self.queue.push(Reverse((self.graph.order[segment as usize], segment)));
            }
        }
    }

    /// A run arrives at a segment: at a point, the block ends.
    pub(super) fn arrive(&mut self, segment: u32, run: Run, action: Option<u32>) {
        if !self.graph.heads[segment as usize] && action.is_none() {
            return self.wait(segment, run);
        }
        self.arrive_at_point(segment, run, action, Effect::None);
    }

    /// A run arrives at a segment that is a point.
    pub(super) fn arrive_at_point(
        &mut self,
        segment: u32,
        mut run: Run,
        action: Option<u32>,
        effect: Effect,
    ) {
        self.pass(segment, &mut run);
        let start = self.start_of(segment, run.atomic);
        self.stop(start, run, action, effect);
    }

    /// Gives the parameters of a segment their values.
    pub(super) fn pass(&mut self, segment: u32, run: &mut Run) {
        let this = &self.graph.segments[segment as usize];
        let instance = this.instance;
        for (local, value) in this.parameters.clone().into_iter().zip(std::mem::take(&mut run.values)) {
            self.found.temporaries.insert((instance, local));
            if let (Some(cell), Val::Bits(bits)) = (self.temporaries.get(&(instance, local)), value) {
                run.state[cell.index()] = bits;
            }
        }
    }

    /// Ends a block where another region begins.
    pub(super) fn stop(&mut self, start: Start, run: Run, action: Option<u32>, effect: Effect) {
        let to = self.start_point(start);
        self.learn_constants(start, &run);
        self.edge(to, run, action, effect);
    }

    pub(super) fn learn_constants(&mut self, start: Start, run: &Run) {
        for (number, &value) in run.state.iter().enumerate() {
            let constant = self.terms.as_constant(value);
            let known = self.found.constants.entry((start, self.keys[number]));
            known.and_modify(|known| *known = known.filter(|_| *known == constant)).or_insert(constant);
        }
    }

    /// The first place of a segment that is known.
    pub(super) fn segment_place(&self, segment: u32) -> Option<Place> {
        self.place_from(segment, self.graph.segments[segment as usize].start)
    }

    /// The first place that is known, from an instruction of a segment on.
    fn place_from(&self, segment: u32, position: usize) -> Option<Place> {
        let this = &self.graph.segments[segment as usize];
        let function = &self.module.functions[self.graph.instances[this.instance as usize].function.index()];
        let block = &function.blocks[this.block.index()];
        let places = block.instructions[position..].iter().map(|instruction| instruction.place);
        places.chain([block.place]).flatten().find(|place| place.line > 0)
    }

    fn start_name(&self, start: Start) -> String {
        let instance = self.graph.segments[start.segment as usize].instance;
        let function = &self.module.functions[self.graph.instances[instance as usize].function.index()];
        let line = self.place_from(start.segment, start.position).map_or(0, |place| place.line);
        format!("{}:{line}", function.name)
    }

    /// Ends a block at a point.
    pub(super) fn edge(&mut self, to: PointId, run: Run, action: Option<u32>, effect: Effect) {
        let visible = run.visible;
        let guard = run.path.term(&mut self.terms);
        if self.terms.as_constant(guard) == Some(0) {
            return;
        }
        let mut updates = Vec::new();
        for (number, &value) in (0..).zip(&run.state) {
            if value == self.cells[number as usize].term {
                continue;
            }
            let targets = self.targets(value);
            self.learn_targets(self.keys[number as usize], &targets);
            updates.push((CellId(number), value));
        }
        let region = self.regions.len() as u32 - 1;
        self.edges.push(Edge { from: self.from, to, guard, updates, action, region });
        self.threads.effects.push(effect);
        self.threads.visible.push(visible);
    }

    /// Executes a segment and what follows it: all of it, or from an instruction on, perhaps from its second
    /// half.
    pub(super) fn segment(&mut self, number: u32, from: Option<(usize, bool)>, mut run: Run) {
        let this = &self.graph.segments[number as usize];
        let instance = this.instance;
        let id = self.graph.instances[instance as usize].function;
        let function = &self.module.functions[id.index()];
        if self.threaded && from.is_none() && self.nests_atomic_at(&run, number) {
            let message = "an atomic function in an atomic section";
            return self.fail(&run, CheckKind::Unmodeled, message, function.place);
        }
        run.atomic |= self.threaded && self.graph.instances[instance as usize].atomic;
        if this.start == 0 && this.block.0 == 0 && from.is_none() {
            self.step(&run, instance, function.place, What::Enter(id));
        }
        self.instance = instance;
        let values = std::mem::take(&mut run.values);
        debug_assert!(from.is_none() || values.is_empty());
        for (&local, value) in this.parameters.iter().zip(values) {
            self.define(&mut run, instance, local, value);
        }
        let block = &function.blocks[this.block.index()];
        let mut line = None;
        let (first, again) = from.unwrap_or((this.start, false));
        for (position, instruction) in (first..).zip(&block.instructions[first..this.end]) {
            let resumed = again && position == first;
            if self.threaded && !resumed && self.must_stop(&mut run, instance, instruction) {
                return self.stop_at(number, position, false, run);
            }
            let here = instruction.place.map(|place| (place.file, place.line));
            if here.is_some() && here != line {
                line = here;
                self.step(&run, instance, instruction.place, What::Line);
            }
            if this.block.0 != 0 && matches!(instruction.op, Op::Alloca { .. }) {
                // It may be reached several times, and gives another object each time.
                let message = "memory that is allocated on the stack";
                return self.fail(&run, CheckKind::Unmodeled, message, instruction.place);
            }
            if self.threaded {
                match self.synchronize(run, number, position, resumed) {
                    Synchronized::Done => return,
                    Synchronized::Continues(next) => {
                        run = next;
                        continue;
                    }
                    Synchronized::Other(next) => run = next,
                }
            }
            if !self.one_instruction(&mut run, instance, instruction) {
                return;
            }
        }
        if self.threaded && self.must_stop_at_exit(&run, number) {
            return self.stop_at(number, this.end, false, run);
        }
        match &this.exit {
            Exit::Terminator => {
                let here = block.place.map(|place| (place.file, place.line));
                if here.is_some() && here != line {
                    self.step(&run, instance, block.place, What::Line);
                }
                self.terminator(run, number);
            }
            Exit::Action { .. } => self.action(run, number),
            Exit::Spawn { .. } => self.create(run, number),
            Exit::Call { targets, next } => self.enter(run, number, targets, *next),
        }
    }

    /// The number of bits of the first parameter of a segment; nothing for an aggregate.
    fn expected(&self, segment: u32) -> Option<u32> {
        let this = &self.graph.segments[segment as usize];
        let function = &self.module.functions[self.graph.instances[this.instance as usize].function.index()];
        this.parameters.first().and_then(|local| self.width_of(&function.locals[local.index()]))
    }

    /// Goes to another block of the same instance.
    pub(super) fn goto(&mut self, mut run: Run, segment: u32, target: BlockId) {
        let this = &self.graph.segments[segment as usize];
        let instance = this.instance;
        let next = self.graph.start(instance, target);
        let function = &self.module.functions[self.graph.instances[instance as usize].function.index()];
        let n_phis = self.graph.segments[next as usize].parameters.len();
        let mut values = Vec::with_capacity(n_phis);
        for instruction in function.blocks[target.index()].instructions.iter().take(n_phis) {
            let Op::Phi { ty, incoming } = &instruction.op else { break };
            let Some((value, _)) = incoming.iter().find(|(_, block)| *block == this.block) else {
                return self.fail(
                    &run,
                    CheckKind::Unmodeled,
                    "a phi node without this predecessor",
                    instruction.place,
                );
            };
            let operand = Operand { ty: ty.clone(), value: value.clone() };
            let Some(value) = self.operand(&mut run, instance, &operand, instruction.place) else { return };
            values.push(value);
        }
        run.values = values;
        self.arrive(next, run, None);
    }

    pub(super) fn terminator(&mut self, mut run: Run, segment: u32) {
        let this = &self.graph.segments[segment as usize];
        let instance = this.instance;
        let Graph { instances, .. } = self.graph;
        let id = instances[instance as usize].function;
        let block = &self.module.functions[id.index()].blocks[this.block.index()];
        match &block.terminator {
            Terminator::Jump(target) => self.goto(run, segment, *target),
            Terminator::Branch { condition, then, otherwise } => {
                let operand = Operand { ty: Type::Int(1), value: condition.clone() };
                let Some(condition) = self.bits(&mut run, instance, &operand, block.place) else { return };
                let negation = self.terms.not(condition);
                let mut other = run.clone();
                if run.path.assume(&mut self.terms, condition) {
                    self.goto(run, segment, *then);
                }
                if other.path.assume(&mut self.terms, negation) {
                    self.goto(other, segment, *otherwise);
                }
            }
            Terminator::Switch { value, default, cases } => {
                let Some(value) = self.bits(&mut run, instance, value, block.place) else { return };
                let width = self.terms.width(value);
                for (case, target) in cases {
                    let case = self.terms.constant(*case, width);
                    let matches = self.terms.eq(value, case);
                    let mut taken = run.clone();
                    if taken.path.assume(&mut self.terms, matches) {
                        self.goto(taken, segment, *target);
                    }
                    let differs = self.terms.not(matches);
                    if !run.path.assume(&mut self.terms, differs) {
                        return;
                    }
                }
                self.goto(run, segment, *default);
            }
            Terminator::Return(operand) => {
                let value = match operand {
                    Some(operand) => match self.operand(&mut run, instance, operand, block.place) {
                        Some(value) => Some(value),
                        None => return,
                    },
                    None => None,
                };
                let Some((_, call)) = instances[instance as usize].caller else {
                    return if self.thread == 0 { self.exit(run) } else { self.finish_thread(run) };
                };
                let Exit::Call { next, .. } = self.graph.segments[call as usize].exit else { return };
                self.leave_atomic(&mut run, instance);
                self.step(&run, instance, block.place, What::Leave(id));
                let expected = self.graph.segments[next as usize].parameters.len();
                run.values = value.into_iter().take(expected).collect();
                if let Some((caller, _)) = instances[instance as usize].caller {
                    self.instance = caller;
                    self.end_variables(&mut run, instance);
                }
                let fits = |value: &Val| match (value, self.expected(next)) {
                    (Val::Bits(bits), Some(width)) => self.terms.width(*bits) == width,
                    (Val::Parts(_), None) => true,
                    _ => false,
                };
                if run.values.len() < expected || !run.values.iter().all(fits) {
                    return self.fail(
                        &run,
                        CheckKind::Unmodeled,
                        "a call that expects another result than the function returns",
                        block.place,
                    );
                }
                self.arrive(next, run, None);
            }
            Terminator::Unreachable => {
                // Behind a mapped function that does not return, the program ends. A function with a body
                // that returns nevertheless is undefined, as is getting here in any other way.
                let ends = matches!(block.instructions.last(), Some(i) if matches!(
                    &i.op,
                    Op::Call(call) if call.noreturn && named_callee(call).is_some_and(
                        |callee| self.module.functions[callee.index()].blocks.is_empty()
                    )
                ));
                if ends {
                    return self.exit(run);
                }
                let message = "code is reached that the compiler takes to be unreachable";
                self.fail(&run, CheckKind::Unmodeled, message, block.place);
            }
            Terminator::Unsupported(opcode) => {
                self.fail(&run, CheckKind::Unmodeled, &format!("the instruction `{opcode}`"), block.place);
            }
        }
    }
}
