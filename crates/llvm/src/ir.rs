//! A module of LLVM as plain data.
//!
//! Pointers have no pointee types: modules of LLVM 14 (typed pointers) and of later versions (opaque
//! pointers) give the same data. Instructions name the types that they need.

use rustc_hash::FxHashMap;

pub use crate::operators::{AtomicOp, BinaryOp, CastKind, FloatKind, Ordering, Relation};

use crate::debug::{DebugInfo, Place, TypeRef};
use crate::layout::{DataLayout, StructLayout};

/// A module: everything that one `.ll` file contains.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The name of the source file, as the module gives it.
    pub source: String,
    /// Bytes of a pointer.
    pub pointer_bytes: u64,
    /// Sizes and alignments of basic types.
    pub data_layout: DataLayout,
    /// Structures with names.
    pub structs: Vec<NamedStruct>,
    /// Global variables and constants.
    pub globals: Vec<Global>,
    /// Functions, with and without a body.
    pub functions: Vec<Function>,
    /// Functions by name, without the `@`.
    pub function_names: FxHashMap<String, FunctionId>,
    /// Globals by name, without the `@`.
    pub global_names: FxHashMap<String, GlobalId>,
    /// Types, names and scopes of the source.
    pub debug: DebugInfo,
    /// Constructs at the level of the module that have a meaning and are not represented, such as `module
    /// asm`, aliases or constructors, with their lines.
    pub unsupported: Vec<(String, u32)>,
    /// The layouts of [`Module::structs`]; nothing for a structure without a size. [`Module::lay_out`]
    /// computes them.
    pub layouts: Vec<Option<StructLayout>>,
}

/// A structure `%struct.queue = type { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedStruct {
    /// The name without the `%`.
    pub name: String,
    /// The fields, or nothing if the structure is opaque.
    pub body: Option<StructType>,
}

/// The fields of a structure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructType {
    /// Types of the fields.
    pub fields: Vec<Type>,
    /// No padding between fields.
    pub packed: bool,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// No value.
    Void,
    /// An integer of this many bits.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer to anything.
    Pointer,
    /// An array.
    Array(u64, Box<Type>),
    /// A vector.
    Vector(u64, Box<Type>),
    /// A structure with a name.
    Struct(StructId),
    /// A structure that is written out.
    Literal(StructType),
    /// A function: result, parameters, variadic.
    Function(Box<Type>, Vec<Type>, bool),
    /// Labels, metadata, tokens: types of no values of C.
    Other,
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);
        impl $name {
            /// The position in its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A structure with a name.
    StructId
);
id!(
    /// A global variable.
    GlobalId
);
id!(
    /// A function.
    FunctionId
);
id!(
    /// A basic block of a function.
    BlockId
);
id!(
    /// A local value of a function: a parameter or the result of an instruction.
    LocalId
);

/// A global variable or constant.
#[derive(Clone, Debug)]
pub struct Global {
    /// The name without the `@`.
    pub name: String,
    /// The type of the variable (its address is a pointer).
    pub ty: Type,
    /// The initial value; nothing if the variable is defined elsewhere.
    pub initializer: Option<Constant>,
    /// It never changes.
    pub constant: bool,
    /// Other modules cannot see it.
    pub internal: bool,
    /// Each thread has its own.
    pub thread_local: bool,
    /// The alignment in bytes, if it is given.
    pub align: Option<u64>,
    /// The variable of the source.
    pub variable: Option<Variable>,
}

/// A variable of the source: its name, type and line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name in C.
    pub name: String,
    /// The type in C.
    pub ty: Option<TypeRef>,
    /// Where it is declared.
    pub place: Option<Place>,
    /// It belongs to a block inside of a function, which may end before the function.
    pub in_block: bool,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name without the `@`.
    pub name: String,
    /// The type of the result.
    pub result: Type,
    /// Parameters, in order.
    pub parameters: Vec<Parameter>,
    /// It takes further arguments.
    pub variadic: bool,
    /// Other modules cannot see it.
    pub internal: bool,
    /// The function does not return (attribute `noreturn`).
    pub noreturn: bool,
    /// Basic blocks; the first one is the entry. Empty for a declaration.
    pub blocks: Vec<Block>,
    /// Types of the local values, by [`LocalId`].
    pub locals: Vec<Type>,
    /// Names of the local values without the `%`, by [`LocalId`].
    pub local_names: Vec<String>,
    /// The variables of the source that live in memory: those that `llvm.dbg.declare` or `#dbg_declare` name.
    pub variables: Vec<(LocalId, Variable)>,
    /// Where the function begins.
    pub place: Option<Place>,
    /// The type in C.
    pub ty: Option<TypeRef>,
    /// The line of the text where the function is defined or declared.
    pub line: u32,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its value.
    pub local: LocalId,
    /// Its type.
    pub ty: Type,
    /// For `byval`: the type of the structure that is copied.
    pub by_value: Option<Type>,
    /// For `sret`: the type of the structure that is returned through the pointer.
    pub returned: Option<Type>,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The label without the `%`.
    pub label: String,
    /// Instructions without the last.
    pub instructions: Vec<Instruction>,
    /// The last instruction.
    pub terminator: Terminator,
    /// The place of the last instruction.
    pub place: Option<Place>,
    /// The line of the text of the last instruction.
    pub line: u32,
}

/// An instruction that does not end a block.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The value that it defines.
    pub result: Option<LocalId>,
    /// What it does.
    pub op: Op,
    /// Its place in the source.
    pub place: Option<Place>,
    /// Its line in the text.
    pub line: u32,
}

/// A value with the type that the text gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// The type.
    pub ty: Type,
    /// The value.
    pub value: Value,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A parameter or the result of an instruction.
    Local(LocalId),
    /// A constant.
    Constant(Constant),
    /// Metadata and the like: arguments of intrinsic functions that have no meaning for an execution.
    Ignored,
    /// Inline assembly as a callee.
    Assembly(String),
}

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// An integer; the bits above its width are zero.
    Int(u128),
    /// A floating-point number, as it is written.
    Float(String),
    /// The null pointer.
    Null,
    /// Zeros of any type.
    Zero,
    /// Any value, perhaps a different one at each use.
    Undef,
    /// No value: using it is undefined behavior.
    Poison,
    /// The address of a global.
    Global(GlobalId),
    /// The address of a function.
    Function(FunctionId),
    /// The elements of an array, structure or vector.
    Aggregate(Vec<Operand>),
    /// The bytes of `c"…"`.
    Bytes(Vec<u8>),
    /// A constant expression.
    Expression(Box<Op>),
    /// The address of a label.
    BlockAddress(String),
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// Reserves memory for this many values of a type; the result is its address.
    Alloca {
        /// The type of one value.
        ty: Type,
        /// How many values.
        count: Operand,
        /// The alignment in bytes.
        align: Option<u64>,
    },
    /// Reads memory.
    Load {
        /// The type that is read.
        ty: Type,
        /// Where.
        address: Operand,
        /// `volatile`.
        volatile: bool,
        /// The memory ordering of an atomic access.
        atomic: Option<Ordering>,
    },
    /// Writes memory.
    Store {
        /// What is written.
        value: Operand,
        /// Where.
        address: Operand,
        /// `volatile`.
        volatile: bool,
        /// The memory ordering of an atomic access.
        atomic: Option<Ordering>,
    },
    /// The address of an element.
    ElementAddress {
        /// The type that the first index counts.
        element: Type,
        /// The address to begin with.
        base: Operand,
        /// The indices.
        indices: Vec<Operand>,
        /// The result is inside of the object that `base` points to, or just behind it.
        inbounds: bool,
    },
    /// Arithmetic on integers.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// The type of both operands and the result.
        ty: Type,
        /// The left operand.
        left: Value,
        /// The right operand.
        right: Value,
        /// No signed wrap-around.
        nsw: bool,
        /// No unsigned wrap-around.
        nuw: bool,
        /// No remainder, no lost bits.
        exact: bool,
    },
    /// A comparison of integers or pointers.
    Compare {
        /// The relation.
        relation: Relation,
        /// The type of both operands.
        ty: Type,
        /// The left operand.
        left: Value,
        /// The right operand.
        right: Value,
    },
    /// A conversion.
    Cast {
        /// The kind.
        kind: CastKind,
        /// What is converted.
        value: Operand,
        /// The type of the result.
        to: Type,
    },
    /// One of two values.
    Select {
        /// The condition.
        condition: Operand,
        /// The value if it is true.
        then: Operand,
        /// The value if it is false.
        otherwise: Operand,
    },
    /// A value that depends on the block before.
    Phi {
        /// The type of the result.
        ty: Type,
        /// Values by preceding block.
        incoming: Vec<(Value, BlockId)>,
    },
    /// A call.
    Call(Call),
    /// A part of an aggregate.
    ExtractValue {
        /// The aggregate.
        aggregate: Operand,
        /// The way to the part.
        indices: Vec<u64>,
    },
    /// An aggregate with one part replaced.
    InsertValue {
        /// The aggregate.
        aggregate: Operand,
        /// The new part.
        value: Operand,
        /// The way to the part.
        indices: Vec<u64>,
    },
    /// Atomically reads, combines and writes; the result is the old value.
    AtomicUpdate {
        /// How the old and the new value are combined.
        op: AtomicOp,
        /// Where.
        address: Operand,
        /// The second operand.
        value: Operand,
        /// The memory ordering.
        ordering: Ordering,
        /// `volatile`.
        volatile: bool,
    },
    /// Atomically compares and, if equal, writes; the result is the old value and whether it was equal.
    CompareExchange {
        /// Where.
        address: Operand,
        /// The value to compare with.
        expected: Operand,
        /// The value to write.
        new: Operand,
        /// The memory ordering of success.
        ordering: Ordering,
        /// It may fail although the values are equal.
        weak: bool,
        /// `volatile`.
        volatile: bool,
    },
    /// A memory fence.
    Fence(Ordering),
    /// A fixed value for one that may be undefined.
    Freeze(Operand),
    /// An operation on floating-point numbers: its opcode, operands and the type of the result.
    Floating {
        /// The opcode, with the predicate for `fcmp`.
        opcode: String,
        /// The operands.
        operands: Vec<Operand>,
        /// The type of the result.
        ty: Type,
    },
    /// An instruction that has no representation here: its opcode, and the type of the result if it is known.
    Unsupported {
        /// The opcode.
        opcode: String,
        /// The type of the result.
        ty: Option<Type>,
    },
}

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The type of the result.
    pub result: Type,
    /// The function, as a constant or a local value; for conversions of a known function this is the
    /// function.
    pub callee: Value,
    /// The arguments.
    pub arguments: Vec<Operand>,
    /// Arguments that point to a structure which the callee gets a copy of (`byval`), with the type of the
    /// structure. The parameter of the callee says the same, unless the argument is a further one of a
    /// variadic function.
    pub by_value: Vec<(usize, Type)>,
    /// The type of the callee takes further arguments.
    pub variadic: bool,
    /// The call does not return.
    pub noreturn: bool,
}

/// The last instruction of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// Returns from the function.
    Return(Option<Operand>),
    /// Goes to a block.
    Jump(BlockId),
    /// Goes to one of two blocks.
    Branch {
        /// The condition, one bit.
        condition: Value,
        /// The block if it is true.
        then: BlockId,
        /// The block if it is false.
        otherwise: BlockId,
    },
    /// Goes to the block of a value.
    Switch {
        /// The value.
        value: Operand,
        /// The block of all other values.
        default: BlockId,
        /// Blocks by value.
        cases: Vec<(u128, BlockId)>,
    },
    /// Is never reached in a program without undefined behavior.
    Unreachable,
    /// Anything else: its opcode.
    Unsupported(String),
}
