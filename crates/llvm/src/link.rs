//! Several modules as one.
//!
//! Names that other modules can see are the same object in all of them: a definition takes the place of
//! declarations. Names that they cannot see stay apart; a second one of the same name gets a number.

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::debug::{DebugType, Place, TypeRef};
use crate::ir::{
    Block, Call, Constant, Function, FunctionId, Global, GlobalId, Instruction, Module, NamedStruct, Op,
    Operand, StructId, StructType, Terminator, Type, Value, Variable,
};

/// Modules that do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct LinkError {
    /// What is wrong; it names the files.
    pub message: String,
    /// The position of the module where it was noticed.
    pub module: usize,
}

/// Makes one module of several, which have names for messages.
///
/// ```
/// let one = rely_llvm::read("declare i32 @next(i32)\ndefine i32 @main() {\n  %1 = call i32 @next(i32 1)\n  ret i32 %1\n}\n")?;
/// let other = rely_llvm::read("define i32 @next(i32 %n) {\n  ret i32 %n\n}\n")?;
/// let module = rely_llvm::link(vec![("a.ll".to_string(), one), ("b.ll".to_string(), other)])?;
/// assert_eq!(module.functions.len(), 2);
/// assert!(module.functions.iter().all(|function| !function.blocks.is_empty()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If two modules define the same name, or disagree about its type, or are for different machines.
pub fn link(modules: Vec<(String, Module)>) -> Result<Module, LinkError> {
    let mut linker = Linker::default();
    for (number, (file, module)) in modules.into_iter().enumerate() {
        linker.add(number, file, module)?;
    }
    let mut module = linker.module;
    module.lay_out();
    Ok(module)
}

#[derive(Default)]
struct Linker {
    module: Module,
    /// The files that define a function or variable, or declare it if none does.
    function_files: Vec<String>,
    global_files: Vec<String>,
}

impl Linker {
    fn add(&mut self, number: usize, file: String, mut added: Module) -> Result<(), LinkError> {
        let fail = |message: String| Err(LinkError { message, module: number });
        if number == 0 {
            self.module.source = added.source.clone();
            self.module.pointer_bytes = added.pointer_bytes;
            self.module.data_layout = added.data_layout.clone();
        } else if self.module.pointer_bytes != added.pointer_bytes {
            return fail(format!("{file} is for another machine: its pointers have another size"));
        }
        let mut moved = Moved {
            structs: self.module.structs.len() as u32,
            files: self.module.debug.files.len() as u32,
            types: self.module.debug.types.len() as u32,
            ..Moved::default()
        };
        self.module.debug.files.append(&mut added.debug.files);
        self.module.unsupported.append(&mut added.unsupported);
        for mut ty in std::mem::take(&mut added.debug.types) {
            moved.debug_type(&mut ty);
            self.module.debug.types.push(ty);
        }
        for NamedStruct { name, mut body } in std::mem::take(&mut added.structs) {
            if let Some(body) = &mut body {
                moved.fields(body);
            }
            self.module.structs.push(NamedStruct { name, body });
        }
        let globals = std::mem::take(&mut added.globals);
        let functions = std::mem::take(&mut added.functions);
        // First the numbers of all names, then what refers to them.
        let (mut new_globals, mut new_functions) = (Vec::new(), Vec::new());
        for global in &globals {
            let known = self.module.global_names.get(&global.name).copied().filter(|_| !global.internal);
            let known = known.filter(|id| !self.module.globals[id.index()].internal);
            let id = known.unwrap_or_else(|| {
                let id = GlobalId((self.module.globals.len() + new_globals.len()) as u32);
                new_globals.push(id);
                id
            });
            moved.globals.push(id);
        }
        for function in &functions {
            let known =
                self.module.function_names.get(&function.name).copied().filter(|_| !function.internal);
            let known = known.filter(|id| !self.module.functions[id.index()].internal);
            let id = known.unwrap_or_else(|| {
                let id = FunctionId((self.module.functions.len() + new_functions.len()) as u32);
                new_functions.push(id);
                id
            });
            moved.functions.push(id);
        }
        for (position, mut global) in globals.into_iter().enumerate() {
            moved.global(&mut global);
            let id = moved.globals[position];
            match self.module.globals.get_mut(id.index()) {
                None => {
                    global.name = self.module.global_names.free(&global.name);
                    self.module.global_names.insert(global.name.clone(), id);
                    self.module.globals.push(global);
                    self.global_files.push(file.clone());
                }
                Some(known) => {
                    let other = &mut self.global_files[id.index()];
                    let sizes = [&known.ty, &global.ty].map(scalar_shape);
                    if sizes[0] != sizes[1] {
                        return fail(format!("`{}` has different types in {other} and {file}", global.name));
                    }
                    match (&known.initializer, &global.initializer) {
                        (Some(_), Some(_)) => {
                            return fail(format!("`{}` is defined in {other} and in {file}", global.name));
                        }
                        (None, Some(_)) => {
                            *known = global;
                            *other = file.clone();
                        }
                        _ => {}
                    }
                }
            }
        }
        for (position, mut function) in functions.into_iter().enumerate() {
            moved.function(&mut function);
            let id = moved.functions[position];
            match self.module.functions.get_mut(id.index()) {
                None => {
                    function.name = self.module.function_names.free(&function.name);
                    self.module.function_names.insert(function.name.clone(), id);
                    self.module.functions.push(function);
                    self.function_files.push(file.clone());
                }
                Some(known) => {
                    let other = &mut self.function_files[id.index()];
                    if scalar_shape(&known.result) != scalar_shape(&function.result) {
                        let name = &function.name;
                        return fail(format!("`{name}` returns different types in {other} and {file}"));
                    }
                    match (known.blocks.is_empty(), function.blocks.is_empty()) {
                        (false, false) => {
                            return fail(format!("`{}` is defined in {other} and in {file}", function.name));
                        }
                        (true, false) => {
                            *known = function;
                            *other = file.clone();
                        }
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }
}

/// A name that is not used yet.
trait Free {
    fn free(&self, name: &str) -> String;
}

impl<T> Free for FxHashMap<String, T> {
    fn free(&self, name: &str) -> String {
        let mut free = name.to_string();
        let mut number = 2;
        while self.contains_key(&free) {
            free = format!("{name}.{number}");
            number += 1;
        }
        free
    }
}

/// What must agree about two types; structures of two modules have different numbers.
fn scalar_shape(ty: &Type) -> (u8, u64) {
    match ty {
        Type::Void => (0, 0),
        Type::Int(bits) => (1, u64::from(*bits)),
        Type::Float(kind) => (2, *kind as u64),
        Type::Pointer => (3, 0),
        Type::Array(..) | Type::Vector(..) | Type::Struct(_) | Type::Literal(_) => (4, 0),
        Type::Function(..) | Type::Other => (5, 0),
    }
}

/// New numbers of everything in a module.
#[derive(Default)]
struct Moved {
    structs: u32,
    files: u32,
    types: u32,
    globals: Vec<GlobalId>,
    functions: Vec<FunctionId>,
}

impl Moved {
    fn place(&self, place: &mut Option<Place>) {
        if let Some(place) = place {
            place.file += self.files;
        }
    }

    fn source_type(&self, ty: &mut Option<TypeRef>) {
        if let Some(TypeRef(number)) = ty {
            *number += self.types;
        }
    }

    fn debug_type(&self, ty: &mut DebugType) {
        match ty {
            DebugType::Pointer(target) | DebugType::Qualified(target) | DebugType::Typedef { target, .. } => {
                self.source_type(target);
            }
            DebugType::Record { members, .. } => {
                members.iter_mut().for_each(|member| self.source_type(&mut member.ty));
            }
            DebugType::Array { element, .. } => self.source_type(element),
            DebugType::Function(result, parameters) => {
                self.source_type(result);
                parameters.iter_mut().for_each(|parameter| self.source_type(parameter));
            }
            DebugType::Basic { .. } | DebugType::Enumeration { .. } | DebugType::Other => {}
        }
    }

    fn variable(&self, variable: &mut Variable) {
        self.source_type(&mut variable.ty);
        self.place(&mut variable.place);
    }

    fn fields(&self, body: &mut StructType) {
        body.fields.iter_mut().for_each(|field| self.ty(field));
    }

    fn ty(&self, ty: &mut Type) {
        match ty {
            Type::Struct(StructId(number)) => *number += self.structs,
            Type::Array(_, element) | Type::Vector(_, element) => self.ty(element),
            Type::Literal(body) => self.fields(body),
            Type::Function(result, parameters, _) => {
                self.ty(result);
                parameters.iter_mut().for_each(|parameter| self.ty(parameter));
            }
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer | Type::Other => {}
        }
    }

    fn global(&self, global: &mut Global) {
        self.ty(&mut global.ty);
        if let Some(initializer) = &mut global.initializer {
            self.constant(initializer);
        }
        if let Some(variable) = &mut global.variable {
            self.variable(variable);
        }
    }

    fn function(&self, function: &mut Function) {
        self.ty(&mut function.result);
        for parameter in &mut function.parameters {
            self.ty(&mut parameter.ty);
            [&mut parameter.by_value, &mut parameter.returned]
                .into_iter()
                .flatten()
                .for_each(|ty| self.ty(ty));
        }
        function.locals.iter_mut().for_each(|ty| self.ty(ty));
        function.variables.iter_mut().for_each(|(_, variable)| self.variable(variable));
        self.place(&mut function.place);
        self.source_type(&mut function.ty);
        for Block { instructions, terminator, place, .. } in &mut function.blocks {
            for Instruction { op, place, .. } in instructions {
                self.op(op);
                self.place(place);
            }
            match terminator {
                Terminator::Return(Some(operand)) | Terminator::Switch { value: operand, .. } => {
                    self.operand(operand)
                }
                Terminator::Branch { condition, .. } => self.value(condition),
                Terminator::Return(None)
                | Terminator::Jump(_)
                | Terminator::Unreachable
                | Terminator::Unsupported(_) => {}
            }
            self.place(place);
        }
    }

    fn operand(&self, operand: &mut Operand) {
        self.ty(&mut operand.ty);
        self.value(&mut operand.value);
    }

    fn value(&self, value: &mut Value) {
        if let Value::Constant(constant) = value {
            self.constant(constant);
        }
    }

    fn constant(&self, constant: &mut Constant) {
        match constant {
            Constant::Global(id) => *id = self.globals[id.index()],
            Constant::Function(id) => *id = self.functions[id.index()],
            Constant::Aggregate(parts) => parts.iter_mut().for_each(|part| self.operand(part)),
            Constant::Expression(op) => self.op(op),
            Constant::Int(_)
            | Constant::Float(_)
            | Constant::Null
            | Constant::Zero
            | Constant::Undef
            | Constant::Poison
            | Constant::Bytes(_)
            | Constant::BlockAddress(_) => {}
        }
    }

    fn op(&self, op: &mut Op) {
        match op {
            Op::Alloca { ty, count, .. } => {
                self.ty(ty);
                self.operand(count);
            }
            Op::Load { ty, address, .. } => {
                self.ty(ty);
                self.operand(address);
            }
            Op::Store { value, address, .. } | Op::AtomicUpdate { value, address, .. } => {
                self.operand(value);
                self.operand(address);
            }
            Op::ElementAddress { element, base, indices, .. } => {
                self.ty(element);
                self.operand(base);
                indices.iter_mut().for_each(|index| self.operand(index));
            }
            Op::Binary { ty, left, right, .. } | Op::Compare { ty, left, right, .. } => {
                self.ty(ty);
                self.value(left);
                self.value(right);
            }
            Op::Cast { value, to, .. } => {
                self.operand(value);
                self.ty(to);
            }
            Op::Select { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(|operand| self.operand(operand));
            }
            Op::Phi { ty, incoming } => {
                self.ty(ty);
                incoming.iter_mut().for_each(|(value, _)| self.value(value));
            }
            Op::Call(Call { result, callee, arguments, .. }) => {
                self.ty(result);
                self.value(callee);
                arguments.iter_mut().for_each(|argument| self.operand(argument));
            }
            Op::ExtractValue { aggregate, .. } => self.operand(aggregate),
            Op::InsertValue { aggregate, value, .. } => {
                self.operand(aggregate);
                self.operand(value);
            }
            Op::CompareExchange { address, expected, new, .. } => {
                [address, expected, new].into_iter().for_each(|operand| self.operand(operand));
            }
            Op::Freeze(operand) => self.operand(operand),
            Op::Floating { operands, ty, .. } => {
                operands.iter_mut().for_each(|operand| self.operand(operand));
                self.ty(ty);
            }
            Op::Unsupported { ty, .. } => ty.iter_mut().for_each(|ty| self.ty(ty)),
            Op::Fence(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Module {
        crate::read(text).expect("a module")
    }

    fn linked(texts: &[&str]) -> Result<Module, LinkError> {
        let named = texts.iter().zip('a'..).map(|(text, name)| (format!("{name}.ll"), read(text)));
        link(named.collect())
    }

    #[test]
    fn definitions_take_the_place_of_declarations() {
        let one = "@x = external global i32\ndeclare void @f()\ndefine void @main() {\n  call void @f()\n  store i32 1, ptr @x\n  ret void\n}\n";
        let other = "@y = global i8 0\n@x = global i32 7\ndefine void @f() {\n  ret void\n}\n";
        for texts in [[one, other], [other, one]] {
            let module = linked(&texts).expect("they fit");
            assert_eq!((module.functions.len(), module.globals.len()), (2, 2));
            let main = &module.functions[module.function_names["main"].index()];
            let f = module.function_names["f"];
            let Op::Call(call) = &main.blocks[0].instructions[0].op else { panic!("a call") };
            assert_eq!(call.callee, Value::Constant(Constant::Function(f)));
            assert!(!module.functions[f.index()].blocks.is_empty());
            let Op::Store { address, .. } = &main.blocks[0].instructions[1].op else { panic!("a store") };
            let x = module.global_names["x"];
            assert_eq!(address.value, Value::Constant(Constant::Global(x)));
            assert!(module.globals[x.index()].initializer.is_some());
        }
    }

    #[test]
    fn names_of_one_file_stay_apart() {
        let one =
            "@n = internal global i32 1\ndefine internal void @f() {\n  store i32 2, ptr @n\n  ret void\n}\n";
        let module = linked(&[one, one]).expect("they fit");
        assert_eq!((module.functions.len(), module.globals.len()), (2, 2));
        for (function, global) in module.functions.iter().zip(0..) {
            let Op::Store { address, .. } = &function.blocks[0].instructions[0].op else { panic!("a store") };
            assert_eq!(address.value, Value::Constant(Constant::Global(GlobalId(global))));
        }
        assert_eq!(module.functions[1].name, "f.2");
    }

    #[test]
    fn two_definitions_are_an_error_that_names_both_files() {
        let one = "define void @f() {\n  ret void\n}\n";
        let error = linked(&[one, one]).expect_err("a duplicate");
        assert_eq!((error.message.as_str(), error.module), ("`f` is defined in a.ll and in b.ll", 1));
        let error = linked(&["@x = global i32 0\n", "@x = global i32 0\n"]).expect_err("a duplicate");
        assert_eq!(error.message, "`x` is defined in a.ll and in b.ll");
        let error =
            linked(&["declare i32 @f()\n", "define i64 @f() {\n  ret i64 0\n}\n"]).expect_err("a mismatch");
        assert_eq!(error.message, "`f` returns different types in a.ll and b.ll");
    }
}
