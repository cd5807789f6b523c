//! Objects, cells, and their values when the program begins.

use rely_llvm::Module;
use rely_llvm::debug::{Place, TypeRef};
use rely_llvm::ir::{Constant, FunctionId, GlobalId, LocalId, Op, Operand, Type, Value};
use rely_lts::Budget;
use rely_terms::Term;

use super::state::{Path, Run, Val};
use super::targets::{Offsets, Targets};
use super::{CellKey, CheckKind, Encoder, Facts, FreshCause, Note, Options, Program, What, encode_within};
use crate::blocks::{Cell, CellId};
use crate::graph::Graph;
use crate::objects::{Addresses, Object, ObjectKind, bytes, parts};

/// Encodes a program.
pub fn encode(module: &Module, graph: &Graph, options: &Options) -> Program {
    encode_within(module, graph, options, &Budget::unlimited()).expect("there is no limit")
}

impl Encoder<'_> {
    /// Finds all objects and gives them addresses.
    pub(super) fn place_objects(&mut self) {
        let mut addresses = Addresses::new(self.module.pointer_bytes);
        for (number, function) in (0..).zip(&self.module.functions) {
            let address = addresses.place(1, 16);
            let kind = ObjectKind::Function(FunctionId(number));
            self.object_of.insert(kind, self.objects.len() as u32);
            let name = function.name.clone();
            self.objects.push(Object {
                kind,
                name,
                address,
                align: 1,
                size: 1,
                parts: Vec::new(),
                opaque: true,
                constant: true,
            });
        }
        self.ended = self.objects.len() as u32;
        self.object_of.insert(ObjectKind::Ended, self.ended);
        self.objects.push(Object {
            kind: ObjectKind::Ended,
            name: "an object that does not exist any more".to_string(),
            address: addresses.place(1, 16),
            align: 1,
            size: 0,
            parts: Vec::new(),
            opaque: true,
            constant: true,
        });
        for (number, global) in (0..).zip(&self.module.globals) {
            let kind = ObjectKind::Global(GlobalId(number));
            let variable = global.variable.as_ref();
            // Texts have no names in the source.
            let named = variable.map(|variable| &variable.name).filter(|name| !name.is_empty());
            let name = named.unwrap_or(&global.name).clone();
            self.place_object(
                &mut addresses,
                kind,
                name,
                &global.ty,
                1,
                variable.and_then(|variable| variable.ty),
            );
            let last = self.objects.last_mut().expect("an object was added");
            last.constant = global.constant && global.initializer.is_some();
        }
        for (number, instance) in (0..).zip(&self.graph.instances) {
            let function = &self.module.functions[instance.function.index()];
            let copy = if instance.copy == 0 { String::new() } else { format!("#{}", instance.copy + 1) };
            // A structure that is passed by value in memory: the copy that the function gets.
            for parameter in &function.parameters {
                let Some(ty) = &parameter.by_value else { continue };
                let variable = function.variables.iter().find(|(local, _)| *local == parameter.local);
                let inner = match variable {
                    Some((_, variable)) => variable.name.clone(),
                    None => format!("%{}", function.local_names[parameter.local.index()]),
                };
                let name = format!("{}{copy}.{inner}", function.name);
                let source = variable.and_then(|(_, variable)| variable.ty);
                let kind = ObjectKind::Local(number, parameter.local);
                self.place_object(&mut addresses, kind, name, ty, 1, source);
            }
            for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
                let Some(result) = instruction.result else { continue };
                match &instruction.op {
                    Op::Alloca { ty, count, .. } => {
                        let variable = function.variables.iter().find(|(local, _)| *local == result);
                        let inner = match variable {
                            Some((_, variable)) => variable.name.clone(),
                            None => format!("%{}", function.local_names[result.index()]),
                        };
                        let name = format!("{}{copy}.{inner}", function.name);
                        let count = match &count.value {
                            Value::Constant(Constant::Int(count)) => *count as u64,
                            _ => 0,
                        };
                        let source = variable.and_then(|(_, variable)| variable.ty);
                        self.place_object(
                            &mut addresses,
                            ObjectKind::Local(number, result),
                            name,
                            ty,
                            count,
                            source,
                        );
                    }
                    Op::Call(_) => {
                        let Some(&size) = self.found.heap_sizes.get(&(number, result)) else { continue };
                        for copy_at_place in 0..self.options.heap {
                            let line = instruction.place.map_or(0, |place| place.line);
                            let name = format!("{}{copy}.allocated@{line}[{copy_at_place}]", function.name);
                            let kind = ObjectKind::Heap(number, result, copy_at_place);
                            self.place_heap(&mut addresses, kind, name, size, (number, result));
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    pub(super) fn place_object(
        &mut self,
        addresses: &mut Addresses,
        kind: ObjectKind,
        name: String,
        ty: &Type,
        count: u64,
        source: Option<TypeRef>,
    ) {
        let array;
        let ty = if count == 1 {
            ty
        } else {
            array = Type::Array(count, Box::new(ty.clone()));
            &array
        };
        let size = self.module.size_of(ty).unwrap_or(0);
        let align = self.module.align_of(ty).unwrap_or(16);
        let parts = parts(self.module, ty, source);
        let opaque = parts.is_none();
        let address = addresses.place(size, align);
        self.object_of.insert(kind, self.objects.len() as u32);
        self.objects.push(Object {
            kind,
            name,
            address,
            align,
            size,
            parts: parts.unwrap_or_default(),
            opaque,
            constant: false,
        });
    }

    pub(super) fn place_heap(
        &mut self,
        addresses: &mut Addresses,
        kind: ObjectKind,
        name: String,
        size: u64,
        key: (u32, LocalId),
    ) {
        let typed = self.found.heap_types.get(&key).and_then(|ty| {
            let fits = |element: u64| {
                size.is_multiple_of(element) || self.found.computed.contains(&key) && element <= size
            };
            let element = self.module.size_of(ty).filter(|&element| element > 0 && fits(element))?;
            parts(self.module, &Type::Array(size / element, Box::new(ty.clone())), None)
        });
        let parts = typed.or_else(|| bytes(size));
        let opaque = parts.is_none();
        let address = addresses.place(size, 16);
        self.object_of.insert(kind, self.objects.len() as u32);
        self.objects.push(Object {
            kind,
            name,
            address,
            align: 16,
            size,
            parts: parts.unwrap_or_default(),
            opaque,
            constant: false,
        });
        self.notes.insert(Note::HeapBound(self.options.heap));
    }

    /// Makes a cell for every part of an object that can change.
    pub(super) fn place_cells(&mut self, facts: &Facts) {
        for number in 0..self.objects.len() {
            let Object { kind, name, parts, constant, .. } = self.objects[number].clone();
            self.first_cell.push(self.cells.len() as u32);
            if !constant {
                for part in parts {
                    let key = CellKey::Part(kind, part.offset);
                    self.add_cell(key, format!("{name}{}", part.name), part.size as u32 * 8, part.signed);
                }
            }
            if let ObjectKind::Heap(..) = kind {
                let cell = self.add_cell(CellKey::Alive(kind), format!("{name} exists"), 1, false);
                self.alive_cells.insert(number as u32, cell);
                if let ObjectKind::Heap(instance, local, _) = kind
                    && facts.computed.contains(&(instance, local))
                {
                    let width = self.module.pointer_bytes as u32 * 8;
                    let cell = self.add_cell(CellKey::Size(kind), format!("size of {name}"), width, false);
                    self.size_cells.insert(number as u32, cell);
                }
            }
        }
        self.place_distances();
        for &(instance, local) in &facts.temporaries {
            let function = &self.module.functions[self.graph.instances[instance as usize].function.index()];
            let Some(width) = self.width_of(&function.locals[local.index()]) else { continue };
            let name = format!("{}.%{}", function.name, function.local_names[local.index()]);
            let cell = self.add_cell(CellKey::Temporary(instance, local), name, width, true);
            self.temporaries.insert((instance, local), cell);
        }
        self.cell_targets = self
            .keys
            .iter()
            .map(|key| {
                let Some((objects, unknown)) = facts.points_to.get(key) else { return Targets::default() };
                let known = |kind| self.object_of.get(kind).copied();
                let mut objects: Vec<(u32, Offsets)> = objects
                    .iter()
                    .filter_map(|(kind, offsets)| Some((known(kind)?, offsets.clone())))
                    .collect();
                objects.sort_unstable_by_key(|&(object, _)| object);
                Targets { objects, unknown: *unknown }
            })
            .collect();
    }

    /// The values of constants. What is not modeled in them is a failure of the first region.
    pub(super) fn place_constants(&mut self) {
        for number in 0..self.objects.len() as u32 {
            let Object { kind: ObjectKind::Global(id), constant: true, opaque: false, .. } =
                self.objects[number as usize]
            else {
                continue;
            };
            let values = self.initial_values(number, id);
            self.constants.insert(number, values);
        }
    }

    pub(super) fn add_cell(&mut self, key: CellKey, name: String, width: u32, signed: bool) -> CellId {
        let cell = CellId(self.cells.len() as u32);
        let term = self.terms.variable(&name, width);
        self.cell_of.insert(term, cell);
        self.cells.push(Cell { name, term });
        self.keys.push(key);
        self.signed.push(signed);
        cell
    }

    /// The values of the parts of a global when the program begins.
    pub(super) fn initial_values(&mut self, object: u32, id: GlobalId) -> Vec<Term> {
        let global = &self.module.globals[id.index()];
        let this = &self.objects[object as usize];
        let n_parts = this.parts.len();
        let widths: Vec<u32> = this.parts.iter().map(|part| part.size as u32 * 8).collect();
        let Some(initializer) = &global.initializer else {
            let name = this.name.clone();
            self.notes.insert(Note::ExternalGlobal(name.clone()));
            return widths.into_iter().map(|width| self.any_value(&name, width)).collect();
        };
        // The parts are written as an execution would, into a state that has only them.
        let first = self.first_cell[object as usize];
        let zeros: Vec<Term> = widths.into_iter().map(|width| self.terms.constant(0, width)).collect();
        let mut run =
            Run { path: Path::default(), state: zeros, values: Vec::new(), visible: false, atomic: false };
        self.first_cell[object as usize] = 0;
        self.initial_run = true;
        let operand = Operand { ty: global.ty.clone(), value: Value::Constant(initializer.clone()) };
        if let Some(value) = self.operand(&mut run, 0, &operand, None) {
            self.write_value(&mut run, object, 0, &global.ty, &value);
        }
        self.first_cell[object as usize] = first;
        self.initial_run = false;
        debug_assert_eq!(run.state.len(), n_parts);
        run.state
    }

    /// Writes a value of any type into an object, at a fixed offset.
    pub(super) fn write_value(&mut self, run: &mut Run, object: u32, offset: u64, ty: &Type, value: &Val) {
        match value {
            Val::Bits(bits) => {
                let size = match ty {
                    Type::Int(_) => self.module.store_size(ty),
                    _ => self.module.size_of(ty),
                };
                let Some(size) = size else {
                    return self.fail(run, CheckKind::Unmodeled, "a type whose size is not known", None);
                };
                let bits = self.widen(*bits, size as u32 * 8);
                let always = self.terms.truth(true);
                self.write_parts(run, object, offset, bits, always);
            }
            Val::Parts(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    match self.element(ty, index) {
                        Some((inner, ty)) => self.write_value(run, object, offset + inner, &ty, part),
                        None => {
                            let message = "a value with more parts than its type";
                            return self.fail(run, CheckKind::Unmodeled, message, None);
                        }
                    }
                }
            }
        }
    }

    /// A new variable that may have any value, also that of a pointer from outside of the program.
    pub(super) fn any_value(&mut self, name: &str, width: u32) -> Term {
        let value = self.terms.variable(name, width);
        self.unknown.insert(value);
        value
    }

    /// The state when the program begins: globals have their initial values, nothing is allocated, and the
    /// parameters of the entry may have any values.
    pub(super) fn initialize(&mut self, run: &mut Run) {
        self.first_distances(run);
        for object in 0..self.objects.len() as u32 {
            let Object { kind, constant, opaque, .. } = self.objects[object as usize];
            match kind {
                ObjectKind::Global(id) if !constant && !opaque => {
                    let first = self.first_cell[object as usize] as usize;
                    for (index, value) in self.initial_values(object, id).into_iter().enumerate() {
                        run.state[first + index] = value;
                    }
                    if self.module.globals[id.index()].initializer.is_none() {
                        let parts = self.values_of(run, object);
                        self.step(run, 0, None, What::Fresh { cause: FreshCause::Global, parts });
                    }
                }
                ObjectKind::Heap(..) => {
                    let cell = self.alive_cells[&object];
                    run.state[cell.index()] = self.terms.truth(false);
                }
                _ => {}
            }
        }
        let function = &self.module.functions[self.graph.instances[0].function.index()];
        for (number, parameter) in function.parameters.iter().enumerate() {
            let name = format!("{} argument {}", function.name, number + 1);
            let value = self.any_of_type(&name, &parameter.ty);
            if let Val::Bits(bits) = value {
                self.step(run, 0, function.place, What::Argument(number as u32, bits));
            }
            run.values.push(value);
        }
    }

    /// A value that may be anything of a type.
    pub(super) fn any_of_type(&mut self, name: &str, ty: &Type) -> Val {
        match self.width_of(ty) {
            Some(width) => {
                let value = self.terms.variable(name, width);
                if *ty == Type::Pointer {
                    self.unknown.insert(value);
                }
                Val::Bits(value)
            }
            None => {
                let mut parts = Vec::new();
                while let Some((_, ty)) = self.element(ty, parts.len()) {
                    parts.push(self.any_of_type(name, &ty));
                }
                Val::Parts(parts)
            }
        }
    }

    /// A local variable begins to exist: its value may be anything.
    pub(super) fn allocate_local(
        &mut self,
        run: &mut Run,
        instance: u32,
        result: LocalId,
        place: Option<Place>,
    ) -> bool {
        let kind = ObjectKind::Local(instance, result);
        let Some(object) = self.object_of.get(&kind).copied() else {
            self.fail(run, CheckKind::Unmodeled, "a variable without an address", place);
            return false;
        };
        if self.objects[object as usize].size == 0 {
            self.fail(run, CheckKind::Unmodeled, "an array whose size is not a constant", place);
            return false;
        }
        self.touch(object);
        self.havoc(run, object, false);
        let always = self.terms.truth(true);
        self.move_object(run, object, always);
        let parts = self.values_of(run, object);
        self.step(run, instance, place, What::Fresh { cause: FreshCause::Local, parts });
        true
    }

    /// The parts of an object: addresses, sizes, values.
    pub(super) fn values_of(&self, run: &Run, object: u32) -> Vec<(u64, u64, Term)> {
        let this = &self.objects[object as usize];
        if this.constant {
            return Vec::new();
        }
        let first = self.first_cell[object as usize] as usize;
        let parts = this.parts.iter().zip(&run.state[first..]);
        parts.map(|(part, &value)| (this.address + part.offset, part.size, value)).collect()
    }

    /// The parts of an object may be anything, with `unknown` also pointers from outside of the program.
    pub(super) fn havoc(&mut self, run: &mut Run, object: u32, unknown: bool) {
        let this = &self.objects[object as usize];
        if this.constant {
            return;
        }
        let first = self.first_cell[object as usize] as usize;
        for cell in first..first + this.parts.len() {
            let name = self.cells[cell].name.clone();
            let width = self.terms.width(self.cells[cell].term);
            let value = self.terms.variable(&name, width);
            if unknown {
                self.unknown.insert(value);
            }
            run.state[cell] = value;
        }
    }
}
